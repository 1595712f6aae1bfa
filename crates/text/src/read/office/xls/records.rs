//! The records of a workbook's stream: a kind, a length, bytes.

pub(super) const FORMULA: u16 = 0x0006;
pub(super) const EOF: u16 = 0x000a;
pub(super) const DATE_MODE: u16 = 0x0022;
pub(super) const FILE_PASS: u16 = 0x002f;
const CONTINUE: u16 = 0x003c;
pub(super) const BOUND_SHEET: u16 = 0x0085;
pub(super) const MULTIPLE_RK: u16 = 0x00bd;
pub(super) const RICH_LABEL: u16 = 0x00d6;
pub(super) const STYLE: u16 = 0x00e0;
pub(super) const MERGED_CELLS: u16 = 0x00e5;
pub(super) const SHARED_STRINGS: u16 = 0x00fc;
pub(super) const SHARED_LABEL: u16 = 0x00fd;
pub(super) const NUMBER: u16 = 0x0203;
pub(super) const LABEL: u16 = 0x0204;
pub(super) const BOOL_OR_ERROR: u16 = 0x0205;
pub(super) const STRING: u16 = 0x0207;
pub(super) const RK: u16 = 0x027e;
pub(super) const FORMAT: u16 = 0x041e;
pub(super) const BOF: u16 = 0x0809;

/// A record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<'s> {
    pub(super) kind: u16,
    pub(super) data: &'s [u8],
}

/// Walks over the records of a stream.
#[derive(Debug, Clone)]
pub(super) struct Records<'s> {
    rest: &'s [u8],
}

impl<'s> Records<'s> {
    /// The records from a place in the stream on; none from one outside of it.
    pub(super) fn new(stream: &'s [u8], start: usize) -> Self {
        Self {
            rest: stream.get(start..).unwrap_or_default(),
        }
    }

    /// The bytes of a record and of those that continue it.
    pub(super) fn with_continued(&mut self, data: &'s [u8]) -> Vec<&'s [u8]> {
        let mut pieces = vec![data];
        loop {
            let mut ahead = self.clone();
            match ahead.next() {
                Some(record) if record.kind == CONTINUE => pieces.push(record.data),
                _ => return pieces,
            }
            *self = ahead;
        }
    }
}

impl<'s> Iterator for Records<'s> {
    type Item = Record<'s>;

    /// The next record; `None` at the end and where the stream breaks off.
    fn next(&mut self) -> Option<Record<'s>> {
        let (head, rest) = self.rest.split_at_checked(4)?;
        let kind = u16::from_le_bytes([head[0], head[1]]);
        let length = usize::from(u16::from_le_bytes([head[2], head[3]]));
        let (data, rest) = rest.split_at_checked(length)?;
        self.rest = rest;
        Some(Record { kind, data })
    }
}

impl Record<'_> {
    /// Two bytes at an offset.
    pub(super) fn u16(&self, at: usize) -> Option<u16> {
        let bytes = self.data.get(at..at.checked_add(2)?)?;
        Some(u16::from_le_bytes(bytes.try_into().ok()?))
    }

    /// Four bytes at an offset.
    pub(super) fn u32(&self, at: usize) -> Option<u32> {
        let bytes = self.data.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    /// A double at an offset.
    pub(super) fn f64(&self, at: usize) -> Option<f64> {
        let bytes = self.data.get(at..at.checked_add(8)?)?;
        Some(f64::from_le_bytes(bytes.try_into().ok()?))
    }
}
