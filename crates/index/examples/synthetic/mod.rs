//! What the benches make their libraries of: seeded numbers, and documents whose
//! chunks are given texts. The same every time.

#![allow(dead_code, reason = "each bench takes a part of it")]

use std::collections::BTreeMap;

use index::{NewDocument, Summaries};
use text::{Chunk, Document, Format, Language, Span};

/// A xorshift generator.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Uniform in 0..1.
    pub fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in 0..end.
    pub fn below(&mut self, end: usize) -> usize {
        (self.roll() * end as f64) as usize
    }

    /// A rank in 1..count that follows Zipf's law: the n-th comes up 1/n as often as
    /// the first.
    pub fn rank(&mut self, count: f64) -> u64 {
        count.powf(self.roll()) as u64
    }
}

/// Scales a vector to length 1.
pub fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    vector.iter_mut().for_each(|value| *value /= length);
}

/// The document of a number, one of `collections`, with a chunk for each text, under
/// the heading `context`.
pub fn document(
    number: u64,
    collections: u64,
    context: &str,
    texts: impl IntoIterator<Item = String>,
) -> NewDocument {
    let mut text = String::new();
    let mut chunks = Vec::new();
    for (ordinal, part) in texts.into_iter().enumerate() {
        let start = text.len();
        text.push_str(&part);
        chunks.push(Chunk {
            ordinal: ordinal as u32,
            span: Span::new(start, text.len()),
            pages: None,
            section: None,
            context: context.to_owned(),
            fields: text::ContextFields {
                title_end: 0,
                headings_end: context.len(),
            },
        });
    }
    let mut document = Document::from_text(text, Format::Plain);
    document.language = Language::En;
    let mut hash = [0; 32];
    hash[..8].copy_from_slice(&number.to_le_bytes());
    NewDocument {
        path: format!("{number}.txt"),
        root: String::new(),
        content_hash: hash,
        format: Format::Plain,
        bytes: document.text.len() as u64,
        modified: None,
        added: 0,
        collection: format!("c{}", number % collections),
        metadata: BTreeMap::new(),
        document,
        chunks,
        tokens: None,
        summaries: Summaries::default(),
        warnings: Vec::new(),
        report: text::Report::default(),
        page_count: None,
        reader_version: 1,
    }
}
