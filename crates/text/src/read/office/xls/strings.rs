//! Texts of a workbook: two bytes a character, or one where the upper one is 0.

use crate::Span;

/// Texts of a workbook; a hostile one has many empty ones.
const STRINGS_MAX: usize = 8_000_000;

/// The table of texts that cells share, kept in one string.
#[derive(Debug, Default)]
pub(super) struct Strings {
    all: String,
    spans: Vec<Span>,
}

impl Strings {
    /// Reads the table from the bytes of its record and of those that continue it.
    pub(super) fn parse(pieces: &[&[u8]]) -> Self {
        let mut strings = Self::default();
        let mut bytes = Bytes { pieces, at: 0 };
        // Counts that need not be true: the bytes tell when they end.
        bytes.skip(8);
        while strings.spans.len() < STRINGS_MAX
            && let Some(text) = bytes.rich_text()
        {
            let start = strings.all.len();
            strings.all.push_str(&text);
            strings.spans.push(Span::new(start, strings.all.len()));
        }
        strings
    }

    pub(super) fn get(&self, number: u32) -> Option<&str> {
        let span = self.spans.get(usize::try_from(number).ok()?)?;
        span.slice(&self.all)
    }
}

/// A text whose length takes one byte, as in the name of a sheet.
pub(super) fn short(data: &[u8]) -> Option<String> {
    let (&count, rest) = data.split_first()?;
    let pieces = [rest];
    let mut bytes = Bytes {
        pieces: &pieces,
        at: 0,
    };
    let wide = bytes.u8()? & WIDE != 0;
    Some(bytes.characters(usize::from(count), wide))
}

/// A text whose length takes two bytes.
pub(super) fn long(data: &[u8]) -> Option<String> {
    let pieces = [data];
    Bytes {
        pieces: &pieces,
        at: 0,
    }
    .rich_text()
}

/// Flags of a text: two bytes a character; phonetic data and formatting follow.
const WIDE: u8 = 0x01;
const HAS_PHONETICS: u8 = 0x04;
const HAS_RUNS: u8 = 0x08;

/// Bytes that records continue.
struct Bytes<'p, 's> {
    pieces: &'p [&'s [u8]],
    /// Offset in the first piece.
    at: usize,
}

impl Bytes<'_, '_> {
    fn u8(&mut self) -> Option<u8> {
        loop {
            let piece = self.pieces.first()?;
            if let Some(&byte) = piece.get(self.at) {
                self.at += 1;
                return Some(byte);
            }
            self.next_piece();
        }
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes([self.u8()?, self.u8()?]))
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes([
            self.u8()?,
            self.u8()?,
            self.u8()?,
            self.u8()?,
        ]))
    }

    fn next_piece(&mut self) {
        self.pieces = self.pieces.get(1..).unwrap_or_default();
        self.at = 0;
    }

    fn skip(&mut self, mut count: usize) {
        while let Some(piece) = self.pieces.first() {
            let here = (piece.len() - self.at).min(count);
            self.at += here;
            count -= here;
            if count == 0 {
                return;
            }
            self.next_piece();
        }
    }

    fn rich_text(&mut self) -> Option<String> {
        let count = self.u16()?;
        let flags = self.u8()?;
        let runs = if flags & HAS_RUNS != 0 {
            self.u16()?
        } else {
            0
        };
        let phonetics = if flags & HAS_PHONETICS != 0 {
            self.u32()?
        } else {
            0
        };
        let text = self.characters(usize::from(count), flags & WIDE != 0);
        self.skip(usize::from(runs) * 4);
        self.skip(usize::try_from(phonetics).unwrap_or(usize::MAX));
        Some(text)
    }

    /// Characters; where a record ends within them, the next one starts with the
    /// flags for the rest.
    fn characters(&mut self, count: usize, mut wide: bool) -> String {
        let mut units: Vec<u16> = Vec::with_capacity(count);
        while units.len() < count {
            let Some(piece) = self.pieces.first() else {
                break;
            };
            if self.at >= piece.len() {
                self.next_piece();
                match self.u8() {
                    Some(flags) => wide = flags & WIDE != 0,
                    None => break,
                }
                continue;
            }
            let unit = if wide {
                self.u16()
            } else {
                self.u8().map(u16::from)
            };
            units.extend(unit);
        }
        String::from_utf16_lossy(&units)
    }
}
