//! Bytes to text.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::read::Warning;

/// Bytes looked at to tell UTF-16 without a mark.
const UTF16_SAMPLE_BYTES: usize = 4 * 1024;

/// A text is damaged UTF-8, and not another encoding, when it has at least
/// this many whole characters beyond ASCII for each broken one.
const UTF8_WHOLE_PER_BROKEN: usize = 4;

/// Decodes bytes of any encoding: by byte order mark, as UTF-8, else by a
/// guess that is reported. Every kind of line break becomes `\n`; form feeds
/// stay. Characters that no reader shows (NUL, terminal codes, marks that turn
/// the direction of text) are left out and counted.
pub fn decode(bytes: &[u8]) -> (String, Vec<Warning>) {
    let mut warnings = Vec::new();
    let (encoding, guessed) = encoding_of(bytes);
    if guessed {
        warnings.push(Warning::EncodingGuessed {
            encoding: encoding.name().to_owned(),
        });
    }
    let (decoded, _) = encoding.decode_with_bom_removal(bytes);
    let (text, count) = cleaned(&decoded);
    if count > 0 {
        warnings.push(Warning::ControlCharactersDropped { count });
    }
    (text, warnings)
}

/// The encoding of bytes, and whether it was guessed.
fn encoding_of(bytes: &[u8]) -> (&'static Encoding, bool) {
    if let Some((marked, _)) = Encoding::for_bom(bytes) {
        return (marked, false);
    }
    if let Some(encoding) = looks_like_utf16(bytes) {
        return (encoding, true);
    }
    if std::str::from_utf8(bytes).is_ok() {
        return (UTF_8, false);
    }
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        whole += chunk
            .valid()
            .chars()
            .filter(|character| !character.is_ascii())
            .count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    if whole >= broken * UTF8_WHOLE_PER_BROKEN {
        return (UTF_8, true);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    (detector.guess(None, Utf8Detection::Deny), true)
}

/// UTF-16 without a byte order mark: Latin text has a NUL in every second byte.
pub fn looks_like_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(UTF16_SAMPLE_BYTES)];
    let pairs = sample.len() / 2;
    let nuls = |odd: usize| {
        sample
            .chunks_exact(2)
            .filter(|pair| pair[odd] == 0 && pair[1 - odd] != 0)
            .count()
    };
    let (first, second) = (nuls(0), nuls(1));
    // Half of the pairs, so that a stray NUL or two decides nothing.
    if pairs < 2 || first.max(second) * 2 < pairs || first.min(second) * 10 > pairs {
        return None;
    }
    Some(if second > first { UTF_16LE } else { UTF_16BE })
}

/// One kind of line break, no control characters; counts those left out.
fn cleaned(decoded: &str) -> (String, u32) {
    let mut text = String::with_capacity(decoded.len());
    let mut dropped: u32 = 0;
    let mut characters = decoded.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' => {
                characters.next_if_eq(&'\n');
                text.push('\n');
            }
            '\u{b}' | '\u{85}' | '\u{2028}' | '\u{2029}' => text.push('\n'),
            _ if is_kept(character) => text.push(character),
            _ => dropped = dropped.saturating_add(1),
        }
    }
    (text, dropped)
}

/// False for characters that are no text: control characters but line break,
/// tab and form feed, marks of direction, non-characters.
pub fn is_kept(character: char) -> bool {
    !matches!(character,
        '\0'..='\u{8}' | '\u{b}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' | '\u{fffe}'..='\u{ffff}')
}
