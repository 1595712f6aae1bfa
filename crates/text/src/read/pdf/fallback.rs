//! The second reader, for files that the first cannot open or whose glyphs it
//! cannot name. It knows no layout: pages of plain lines.
//!
//! It inflates whatever it is given, so the size of that is measured before.

use std::io::Read;

use flate2::read::ZlibDecoder;

use super::source::{guarded, short};
use crate::read::ReadError;

/// Bytes that the streams of a file may inflate to together.
const INFLATED_BYTES_MAX: u64 = 256 << 20;
/// Filters of one stream that are followed; more are no file anyone made to be read.
const ROUNDS_MAX: usize = 4;
/// Bytes before a stream that its dictionary is looked for in.
const DICTIONARY_BYTES: usize = 300;
/// Bytes of a stream that are inflated again: a second round that grows much
/// begins small.
const INNER_BYTES_MAX: usize = 4 << 20;

/// The text of each page.
pub(super) fn pages(bytes: &[u8]) -> Result<Vec<String>, ReadError> {
    if !inflates_in_bounds(bytes) {
        return Err(ReadError::Damaged {
            reason: format!("its streams inflate to more than {INFLATED_BYTES_MAX} bytes"),
        });
    }
    let read = guarded(|| pdf_extract::extract_text_from_mem_by_pages(bytes));
    let pages = match read {
        Ok(Ok(pages)) => pages,
        Ok(Err(error)) => {
            return Err(ReadError::Damaged {
                reason: short(&error.to_string()),
            });
        }
        Err(reason) => return Err(ReadError::Damaged { reason }),
    };
    Ok(pages.iter().map(|page| tidy(page)).collect())
}

/// True when all that looks like zlib data inflates to no more than the limit.
fn inflates_in_bounds(bytes: &[u8]) -> bool {
    const KEYWORD: &[u8] = b"stream";
    let mut left = INFLATED_BYTES_MAX;
    let mut from = 0;
    let next = |from: usize| {
        let mut windows = bytes[from..].windows(KEYWORD.len());
        windows
            .position(|window| window == KEYWORD)
            .map(|at| from + at)
    };
    while let Some(at) = next(from) {
        let dictionary = &bytes[at.saturating_sub(DICTIONARY_BYTES)..at];
        from = at + KEYWORD.len();
        let line_end = bytes[from..]
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'));
        let data = &bytes[from + line_end.count()..];
        match inflated(data, left, ROUNDS_MAX) {
            Some(used) if !is_veiled(dictionary) => left -= used,
            _ => return false,
        }
    }
    true
}

/// True when the data is written in letters around what inflates: it cannot be
/// measured as it stands.
fn is_veiled(dictionary: &[u8]) -> bool {
    let names = |name: &[u8]| dictionary.windows(name.len()).any(|window| window == name);
    (names(b"/ASCII") || names(b"/A85") || names(b"/AHx")) && names(b"/Fl")
}

/// Bytes that a stream inflates to, through all its rounds; `None` above `limit`.
fn inflated(data: &[u8], limit: u64, rounds: usize) -> Option<u64> {
    // The first byte of zlib data; nearly always so in PDF.
    if data.first() != Some(&0x78) {
        return Some(0);
    }
    if rounds == 0 {
        return None;
    }
    let mut decoder = ZlibDecoder::new(data).take(limit + 1);
    let mut inner = Vec::new();
    let mut piece = [0; 16 << 10];
    let mut used = 0;
    // What does not inflate to its end has inflated to what came before.
    while let Ok(count @ 1..) = decoder.read(&mut piece) {
        used += count as u64;
        if inner.len() < INNER_BYTES_MAX {
            inner.extend_from_slice(&piece[..count]);
        }
    }
    if used > limit {
        return None;
    }
    inflated(&inner, limit - used, rounds - 1).map(|more| used + more)
}

/// Lines without trailing space, at most one empty line in a row, and no
/// control characters.
fn tidy(page: &str) -> String {
    let mut text = String::with_capacity(page.len());
    for line in page.lines() {
        let clean: String = line
            .chars()
            .filter(|ch| !ch.is_control() && *ch != '\u{FFFD}')
            .collect();
        let clean = clean.trim();
        if clean.is_empty() && (text.is_empty() || text.ends_with("\n\n")) {
            continue;
        }
        text.push_str(clean);
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}
