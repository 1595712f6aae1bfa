//! Places of cells by the names that spreadsheets give them.

/// Rows and columns of the largest sheet.
pub(super) const ROWS_MAX: u32 = 1_048_576;
pub(super) const COLUMNS_MAX: u32 = 16_384;

/// A cell's place, rows from 1, columns from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) row: u32,
    pub(super) column: u32,
}

/// A rectangle of cells, both corners included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) first: Place,
    pub(super) last: Place,
}

impl Place {
    /// The place of `B7` or `$B$7`; `None` outside of a sheet.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let mut column: u32 = 0;
        let mut row: u32 = 0;
        for byte in name.bytes().filter(|&byte| byte != b'$') {
            match byte.to_ascii_uppercase() {
                letter @ b'A'..=b'Z' if row == 0 => {
                    column = column * 26 + u32::from(letter - b'A') + 1;
                }
                digit @ b'0'..=b'9' => row = row * 10 + u32::from(digit - b'0'),
                _ => return None,
            }
            if column > COLUMNS_MAX || row > ROWS_MAX {
                return None;
            }
        }
        let column = column.checked_sub(1)?;
        (row > 0).then_some(Self { row, column })
    }
}

impl Area {
    /// The area of `A1:C9`, or of one cell.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let (first, last) = name.split_once(':').unwrap_or((name, name));
        let (first, last) = (Place::parse(first)?, Place::parse(last)?);
        (first.row <= last.row && first.column <= last.column).then_some(Self { first, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let place = |row, column| Some(Place { row, column });
        for (name, expected) in [
            ("A1", place(1, 0)),
            ("$AB$12", place(12, 27)),
            ("XFD1048576", place(ROWS_MAX, COLUMNS_MAX - 1)),
            ("XFE1", None),
            ("A1048577", None),
            ("A0", None),
            ("12", None),
            ("A", None),
            ("1A", None),
            ("A99999999999999999999", None),
            ("", None),
        ] {
            assert_eq!(Place::parse(name), expected, "{name}");
        }
        assert_eq!(Area::parse("B2:A1"), None);
    }
}
