//! Numbers as a spreadsheet shows them: the format codes of Excel, which XLSX and
//! XLS share (ECMA-376 part 1, 18.8.30 and 18.8.31).
//!
//! Dates, shares, amounts, thousands and decimals are shown as people see them.
//! Fractions and colours are not: such numbers are shown plainly.

mod date;
mod number;
mod piece;

use self::date::DateFormat;
use self::number::NumberPattern;
pub(super) use self::piece::Epoch;
use self::piece::{Piece, general};

/// Longest format code that is looked at, in bytes; Excel allows 255 characters.
const CODE_BYTES_MAX: usize = 1_024;

/// How a cell shows its number.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NumberFormat {
    /// As many digits as it takes.
    General,
    /// Digits for positive, negative and zero values.
    Number(Vec<NumberPattern>),
    /// A date, a time or both.
    Date(DateFormat),
}

impl NumberFormat {
    /// A format by its number, for those that no workbook spells out.
    pub(super) fn builtin(id: u16) -> Self {
        let code = match id {
            1 => "0",
            2 => "0.00",
            3 | 37 | 38 => "#,##0",
            4 | 39 | 40 => "#,##0.00",
            5 | 6 => "$#,##0",
            7 | 8 => "$#,##0.00",
            9 => "0%",
            10 => "0.00%",
            11 => "0.00E+00",
            // The order of day and month is the viewer's: only this is read alike everywhere.
            14 | 27..=31 | 36 | 50..=54 | 57 | 58 => "yyyy-mm-dd",
            15 => "d-mmm-yy",
            16 => "d-mmm",
            17 => "mmm-yy",
            18 => "h:mm AM/PM",
            19 => "h:mm:ss AM/PM",
            20 | 32 | 34 => "h:mm",
            21 | 33 | 35 => "h:mm:ss",
            22 => "yyyy-mm-dd h:mm",
            41 | 42 => "#,##0",
            43 | 44 => "#,##0.00",
            45 => "mm:ss",
            46 => "[h]:mm:ss",
            47 => "mm:ss.0",
            48 => "##0.0E+0",
            _ => return Self::General,
        };
        Self::parse(code)
    }

    /// A format by its code, as `#,##0.00;[Red]-#,##0.00` or `dd/mm/yyyy`.
    pub(super) fn parse(code: &str) -> Self {
        if code.len() > CODE_BYTES_MAX {
            return Self::General;
        }
        let sections = sections(code);
        let Some(first) = sections.first() else {
            return Self::General;
        };
        if let Some(date) = DateFormat::parse(first) {
            return Self::Date(date);
        }
        let patterns: Vec<NumberPattern> = sections
            .iter()
            .take(3)
            .map(|section| NumberPattern::parse(section))
            .collect();
        if patterns.iter().all(NumberPattern::is_plain) {
            return Self::General;
        }
        Self::Number(patterns)
    }

    /// The text that a cell of this format shows.
    pub(super) fn show(&self, value: f64, epoch: Epoch) -> String {
        match self {
            Self::Date(format) => format.show(value, epoch).unwrap_or_else(|| general(value)),
            Self::Number(patterns) => number::show(patterns, value),
            Self::General => general(value),
        }
    }
}

/// The sections of a code, apart by `;`, each as its pieces.
fn sections(code: &str) -> Vec<Vec<Piece>> {
    let mut sections = vec![Vec::new()];
    let mut rest = code.chars();
    while let Some(sign) = rest.next() {
        let piece = match sign {
            ';' => {
                sections.push(Vec::new());
                continue;
            }
            '"' => Piece::Literal(rest.by_ref().take_while(|&sign| sign != '"').collect()),
            '\\' => Piece::Literal(rest.next().into_iter().collect()),
            // Room as wide as the next character, and one that fills the cell.
            '_' => {
                rest.next();
                Piece::Literal(" ".to_owned())
            }
            '*' => {
                rest.next();
                continue;
            }
            '[' => Piece::Bracket(rest.by_ref().take_while(|&sign| sign != ']').collect()),
            sign => Piece::Sign(sign),
        };
        if let Some(section) = sections.last_mut() {
            section.push(piece);
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_shown() {
        for (code, value, expected) in [
            ("General", 0.1 + 0.2, "0.3"),
            ("General", 1_234_567.0, "1234567"),
            ("General", -2.5, "-2.5"),
            ("General", 1e20, "1E+20"),
            ("General", 0.000_000_123, "1.23E-07"),
            ("0", 2.5, "3"),
            ("0.00", 2.675, "2.68"),
            ("0.00", -0.001, "0.00"),
            ("00000", 42.0, "00042"),
            ("#,##0", 1_234_567.4, "1,234,567"),
            ("#,##0.00", -1234.5, "-1,234.50"),
            ("0%", 0.256, "26%"),
            ("0.0%", 0.256, "25.6%"),
            ("#,##0.00 \"kg\"", 12.5, "12.50 kg"),
            ("[$€-407] #,##0.00", 9.9, "€ 9.90"),
            ("$#,##0.00", 1234.5, "$1,234.50"),
            ("$#,##0_);($#,##0)", -1234.0, "($1,234)"),
            ("$#,##0_);($#,##0)", 1234.0, "$1,234"),
            ("#,##0;[Red]-#,##0;\"none\"", 0.0, "none"),
            ("0.0,,\" M\"", 1_250_000.0, "1.3 M"),
            ("0.00E+00", 12_345.0, "1.23E+04"),
            ("#.##", 0.5, ".5"),
            ("@", 3.0, "3"),
            ("# ?/?", 0.5, "0.5"),
        ] {
            let format = NumberFormat::parse(code);
            assert_eq!(format.show(value, Epoch::Y1900), expected, "{code} {value}");
        }
    }

    #[test]
    fn dates_as_shown() {
        for (code, value, expected) in [
            ("yyyy-mm-dd", 45_000.0, "2023-03-15"),
            ("dd/mm/yyyy", 45_000.0, "15/03/2023"),
            ("d mmmm yyyy", 45_000.0, "15 March 2023"),
            ("ddd d-mmm-yy", 45_000.0, "Wed 15-Mar-23"),
            ("[$-409]mmm d, yyyy", 45_000.0, "Mar 15, 2023"),
            ("yyyy-mm-dd hh:mm:ss", 45_000.75, "2023-03-15 18:00:00"),
            ("h:mm AM/PM", 0.75, "6:00 PM"),
            ("h:mm", 0.999_999_9, "0:00"),
            ("[h]:mm", 1.5, "36:00"),
            ("mm:ss.0", 1.0 / 1440.0, "01:00.0"),
            ("yyyy-mm-dd", 1.0, "1900-01-01"),
            ("yyyy-mm-dd", 61.0, "1900-03-01"),
            ("yyyy-mm-dd", -5.0, "-5"),
            ("yyyy-mm-dd", 1e12, "1000000000000"),
        ] {
            let format = NumberFormat::parse(code);
            assert_eq!(format.show(value, Epoch::Y1900), expected, "{code} {value}");
        }
        let format = NumberFormat::parse("yyyy-mm-dd");
        assert_eq!(format.show(0.0, Epoch::Y1904), "1904-01-01");
    }

    #[test]
    fn codes_without_sense_show_the_number() {
        for code in [
            "", ";;;", "[", "\"", "\\", "_", "*", "[h", "0.0.0", "%%%", ",", "E+", "AM/PM",
        ] {
            let format = NumberFormat::parse(code);
            for value in [0.0, 1.5, -1e300, f64::NAN, f64::INFINITY, 1e-300] {
                format.show(value, Epoch::Y1900);
            }
        }
    }
}
