//! Bytes to text.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

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
    let (text, mut dropped) = decode_as(bytes, encoding);
    warnings.append(&mut dropped);
    (text, warnings)
}

/// Decodes bytes that say what encoding they are in, and cleans them like
/// [`decode`].
pub fn decode_as(bytes: &[u8], encoding: &'static Encoding) -> (String, Vec<Warning>) {
    let (decoded, _) = encoding.decode_with_bom_removal(bytes);
    let (text, count) = cleaned(&decoded);
    let dropped = (count > 0).then_some(Warning::ControlCharactersDropped { count });
    (text, dropped.into_iter().collect())
}

/// The encoding of bytes, and whether it was guessed.
fn encoding_of(bytes: &[u8]) -> (&'static Encoding, bool) {
    if let Some((marked, _)) = Encoding::for_bom(bytes) {
        return (marked, false);
    }
    if let Some(encoding) = looks_like_utf16(bytes) {
        return (encoding, true);
    }
    if is_iso_2022_jp(bytes) {
        return (ISO_2022_JP, true);
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

/// Japanese of old mail: nothing but ASCII, and escapes between its alphabets.
/// Terminals have escapes, too, but not these.
fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let to_kanji = |escape: &[u8]| memchr::memmem::find(bytes, escape).is_some();
    bytes.is_ascii()
        && (to_kanji(b"\x1b$B") || to_kanji(b"\x1b$@"))
        && memchr::memmem::find(bytes, b"\x1b(").is_some()
}

/// UTF-16 without a byte order mark: Latin text has a NUL in every second
/// byte, text in other scripts at its spaces and line breaks.
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
    let (encoding, high) = if second > first {
        (UTF_16LE, 1)
    } else {
        (UTF_16BE, 0)
    };
    // Half of the pairs, so that a stray NUL or two decides nothing.
    let is_latin = first.max(second) * 2 >= pairs && first.min(second) * 10 <= pairs;
    let is_other = first.min(second) == 0
        && first.max(second) * OTHER_PAIRS_PER_NUL_MAX >= pairs
        && is_one_script(sample, high)
        && reads_as_text(sample, encoding);
    (pairs >= 2 && (is_latin || is_other)).then_some(encoding)
}

/// In a script other than Latin a space or a line break comes at least once in
/// so many characters; other encodings have no NUL at all.
const OTHER_PAIRS_PER_NUL_MAX: usize = 60;

/// Upper halves of the characters of an alphabet, its digits, spaces and signs.
const ALPHABET_HALVES_MAX: usize = 8;

/// Whether the upper halves of the pairs are those of one alphabet, or of the
/// scripts of East Asia: numbers stored as pairs are spread otherwise.
fn is_one_script(sample: &[u8], high: usize) -> bool {
    let mut seen = [false; 256];
    let mut eastern = 0;
    let mut pairs = 0;
    for pair in sample.chunks_exact(2) {
        seen[usize::from(pair[high])] = true;
        // Kana and full width, Chinese characters, Hangul.
        let east = matches!(pair[high], 0x30 | 0x31 | 0xff | 0x4e..=0x9f | 0xac..=0xd7);
        eastern += usize::from(east);
        pairs += 1;
    }
    let halves = seen.iter().filter(|&&seen| seen).count();
    halves <= ALPHABET_HALVES_MAX || eastern * 2 >= pairs
}

/// Whether nearly all of a sample are letters, digits and the signs between them.
fn reads_as_text(sample: &[u8], encoding: &'static Encoding) -> bool {
    let (text, _) = encoding.decode_without_bom_handling(sample);
    let mut odd = 0;
    let mut count = 0;
    for character in text.chars() {
        let known = character.is_alphanumeric()
            || character.is_whitespace()
            || character.is_ascii_punctuation()
            || matches!(character, '\u{a0}'..='\u{bf}' | '\u{300}'..='\u{36f}' | '\u{591}'..='\u{6ff}' | '\u{900}'..='\u{dff}' | '\u{2000}'..='\u{2044}' | '\u{20ac}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff65}');
        odd += usize::from(!known);
        count += 1;
    }
    odd * 20 <= count
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
