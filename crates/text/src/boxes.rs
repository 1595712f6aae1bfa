//! Where the words of a page stand on it, so that a quote can be shown in the file.
//!
//! A box is in the file's own coordinates: points from the left and from the bottom,
//! as viewers and annotations of PDF take them, whatever way the page is turned. It is
//! kept to an eighth of a point, counted from the word before and compressed:
//! three to four bytes a word.

use std::fmt;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error as ThisError;

use crate::Span;

/// Steps of a point that are told apart: a letter of the smallest print is 20 wide.
const STEPS: f32 = 8.0;

/// Farthest place from a page's corner, in points: a page has 14,400 at most.
const FARTHEST: f32 = 100_000.0;

/// Bytes that a word takes at most before compression: six numbers of at most five.
const WORD_BYTES_MAX: usize = 30;

/// Numbers that are kept of a word.
const NUMBERS: usize = 6;

/// A rectangle on a page, in points from the page's left and bottom.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct PageBox {
    /// Left.
    pub x0: f32,
    /// Bottom.
    pub y0: f32,
    /// Right.
    pub x1: f32,
    /// Top.
    pub y1: f32,
}

/// A word of the canonical text, or a piece of one that is printed in several, and
/// where it stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WordBox {
    /// Its bytes in the canonical text.
    pub span: Span,
    /// Its place on the page that the span lies on.
    pub place: PageBox,
}

/// The words of one page, packed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PackedBoxes(Vec<u8>);

/// Bytes that are no packed boxes of this page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ThisError)]
#[error("the bytes are no boxes of words of this page")]
pub struct BoxError;

impl PackedBoxes {
    /// Packs the words of a page that begins at byte `start` of the text, in order
    /// of their spans, of which none touches another.
    ///
    /// ```
    /// # use text::{PackedBoxes, PageBox, Span, WordBox};
    /// let place = PageBox { x0: 72.0, y0: 700.0, x1: 99.5, y1: 711.0 };
    /// let word = WordBox { span: Span::new(105, 110), place };
    /// let packed = PackedBoxes::pack(&[word], 100);
    /// assert_eq!(packed.unpack(Span::new(100, 200)).unwrap(), [word]);
    /// ```
    pub fn pack(words: &[WordBox], start: usize) -> Self {
        if words.is_empty() {
            return Self::default();
        }
        let mut columns: [Vec<u8>; NUMBERS] = Default::default();
        let mut last = (start, [0_i64; 4]);
        for WordBox { span, place } in words {
            let [x0, y0, x1, y1] = [place.x0, place.y0, place.x1, place.y1].map(steps);
            let (end, [_, last_y0, last_x1, last_y1]) = last;
            let numbers = [
                span.start.saturating_sub(end) as u64,
                span.len() as u64,
                zigzag(x0 - last_x1),
                zigzag(x1 - x0),
                zigzag(y0 - last_y0),
                zigzag((y1 - y0) - (last_y1 - last_y0)),
            ];
            for (column, number) in columns.iter_mut().zip(numbers) {
                put(column, number);
            }
            last = (span.end, [x0, y0, x1, y1]);
        }
        let mut plain = Vec::new();
        put(&mut plain, words.len() as u64);
        for column in columns {
            put(&mut plain, column.len() as u64);
            plain.extend(column);
        }
        Self(deflated(&plain))
    }

    /// The words of the page whose text lies under `page`, in order.
    ///
    /// # Errors
    /// [`BoxError`] for bytes that [`PackedBoxes::pack`] did not make, and for boxes of
    /// a page that is longer.
    pub fn unpack(&self, page: Span) -> Result<Vec<WordBox>, BoxError> {
        if self.0.is_empty() {
            return Ok(Vec::new());
        }
        let plain = inflated(&self.0, page.len())?;
        let mut from = plain.as_slice();
        let count = usize::try_from(number(&mut from)?).map_err(|_| BoxError)?;
        let mut columns: [&[u8]; NUMBERS] = Default::default();
        for column in &mut columns {
            let length = usize::try_from(number(&mut from)?).map_err(|_| BoxError)?;
            (*column, from) = from.split_at_checked(length).ok_or(BoxError)?;
        }
        // Each word takes a byte of its text at least, and one of each column.
        if count > page.len() || count > columns[0].len() || !from.is_empty() {
            return Err(BoxError);
        }
        let mut words = Vec::with_capacity(count);
        let mut last = (page.start, [0_i64; 4]);
        for _ in 0..count {
            let mut numbers = [0; NUMBERS];
            for (number_of, column) in numbers.iter_mut().zip(&mut columns) {
                *number_of = number(column)?;
            }
            let word = next(&mut last, numbers).filter(|word| page.contains(word.span));
            words.push(word.ok_or(BoxError)?);
        }
        let whole = columns.iter().all(|column| column.is_empty());
        if whole { Ok(words) } else { Err(BoxError) }
    }

    /// The packed bytes; none for a page without words.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for PackedBoxes {
    /// Takes bytes that were stored; whether they are boxes shows when they are unpacked.
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

/// The word behind the last one, which it becomes.
fn next(last: &mut (usize, [i64; 4]), numbers: [u64; NUMBERS]) -> Option<WordBox> {
    let [gap, length, x, width, y, height] = numbers;
    let (end, [_, last_y0, last_x1, last_y1]) = *last;
    let start = end.checked_add(usize::try_from(gap).ok()?)?;
    let span = Span::new(start, start.checked_add(usize::try_from(length).ok()?)?);
    let far = (FARTHEST * STEPS) as i64;
    let place = |number: u64| Some(unzigzag(number)).filter(|step| step.abs() <= 4 * far);
    let x0 = last_x1 + place(x)?;
    let x1 = x0 + place(width)?;
    let y0 = last_y0 + place(y)?;
    let y1 = y0 + (last_y1 - last_y0) + place(height)?;
    let corners = [x0, y0, x1, y1];
    if span.is_empty() || corners.iter().any(|corner| corner.abs() > far) {
        return None;
    }
    *last = (span.end, corners);
    let [x0, y0, x1, y1] = corners.map(|corner| corner as f32 / STEPS);
    let place = PageBox { x0, y0, x1, y1 };
    Some(WordBox { span, place })
}

fn steps(points: f32) -> i64 {
    let within = points.clamp(-FARTHEST, FARTHEST);
    // What is no number becomes 0 in the conversion.
    (within * STEPS).round() as i64
}

fn deflated(plain: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    // Writing into memory does not fail; without the bytes the page has no boxes.
    let written = encoder.write_all(plain).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

/// Unpacks at most what the words of a page of so many bytes take.
fn inflated(packed: &[u8], page_bytes: usize) -> Result<Vec<u8>, BoxError> {
    let limit = page_bytes.saturating_add(1).saturating_mul(WORD_BYTES_MAX) + 64;
    let mut plain = Vec::new();
    DeflateDecoder::new(packed)
        .take(limit as u64 + 1)
        .read_to_end(&mut plain)
        .map_err(|_| BoxError)?;
    if plain.len() > limit {
        return Err(BoxError);
    }
    Ok(plain)
}

/// Seven bits a byte, the lowest first.
fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number as u8 & 0x7f) | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn number(from: &mut &[u8]) -> Result<u64, BoxError> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (first, rest) = from.split_first().ok_or(BoxError)?;
        *from = rest;
        number |= u64::from(first & 0x7f) << shift;
        if *first < 0x80 {
            return Ok(number);
        }
    }
    Err(BoxError)
}

fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

impl Serialize for PackedBoxes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for PackedBoxes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(Bytes)
    }
}

/// Takes bytes as they are: serde takes a `Vec<u8>` for a list of numbers.
struct Bytes;

impl Visitor<'_> for Bytes {
    type Value = PackedBoxes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<PackedBoxes, E> {
        Ok(PackedBoxes(bytes.to_vec()))
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<PackedBoxes, E> {
        Ok(PackedBoxes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_comes_out_to_an_eighth_of_a_point(
            words in prop::collection::vec((0_usize..9, 1_usize..20, -9e3_f32..9e3, 0_f32..99.0), 0..80),
            start in 0_usize..1_000,
        ) {
            let mut end = start;
            let words: Vec<WordBox> = words
                .into_iter()
                .map(|(gap, length, at, size)| {
                    let span = Span::new(end + gap, end + gap + length);
                    end = span.end;
                    let place = PageBox { x0: at, y0: -at, x1: at + size, y1: size - at };
                    WordBox { span, place }
                })
                .collect();
            let packed = PackedBoxes::pack(&words, start);
            let found = packed.unpack(Span::new(start, end)).unwrap();
            prop_assert_eq!(found.len(), words.len());
            for (found, word) in found.iter().zip(&words) {
                prop_assert_eq!(found.span, word.span);
                for (a, b) in [
                    (found.place.x0, word.place.x0),
                    (found.place.y0, word.place.y0),
                    (found.place.x1, word.place.x1),
                    (found.place.y1, word.place.y1),
                ] {
                    prop_assert!((a - b).abs() <= 0.5 / STEPS + 1e-3, "{a} {b}");
                }
            }
            if !words.is_empty() {
                prop_assert_eq!(packed.unpack(Span::new(start, end - 1)), Err(BoxError));
            }
        }

        #[test]
        fn any_bytes_are_boxes_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200), wrapped in any::<bool>()) {
            let bytes = if wrapped { deflated(&bytes) } else { bytes };
            let page = Span::new(10, 60);
            if let Ok(words) = PackedBoxes::from(bytes).unpack(page) {
                prop_assert!(words.iter().all(|word| page.contains(word.span)));
            }
        }
    }
}
