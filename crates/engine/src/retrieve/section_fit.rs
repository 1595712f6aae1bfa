//! How well a section fits a query, by the words it says of itself and by its vector.

use std::collections::BTreeSet;

use index::{OutlinePart, Snapshot};
use text::Language;

use super::QueryText;
use crate::EngineError;

/// Sums that are made side by side.
const LANES: usize = 8;

/// Of vectors of length 1; 0 where they point away from each other.
pub(super) fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let (a, b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest = a.remainder().iter().zip(b.remainder());
    let rest: f32 = rest.map(|(a, b)| a * b).sum();
    let mut sums = [0.0_f32; LANES];
    for (a, b) in a.zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    (sums.iter().sum::<f32>() + rest).max(0.0)
}

/// The terms of a section's headings and key terms.
pub(super) fn said(part: &OutlinePart, language: Language) -> BTreeSet<String> {
    part.headings
        .iter()
        .chain(&part.key_terms)
        .flat_map(|text| text::terms(text, language))
        .map(|term| term.text)
        .collect()
}

/// How well a section fits, by what it says of itself and by its vector.
pub(super) fn fit(said: f32, near: Option<f32>) -> f32 {
    // Shares of one may add up to a little more.
    let said = said.min(1.0);
    near.map_or(said, |near| (said + near) / 2.0)
}

/// How much each term of a query tells: its inverse document frequency.
pub(super) struct Rarity {
    terms: Vec<(String, f32)>,
    sum: f32,
}

impl Rarity {
    pub(super) fn of(snapshot: &Snapshot, query: &QueryText) -> Result<Rarity, EngineError> {
        let chunks = snapshot.counts().chunks;
        let terms = query
            .terms
            .iter()
            .map(|term| {
                let holding = snapshot.document_frequency(&term.term)?;
                Ok((term.term.clone(), idf(chunks, holding)))
            })
            .collect::<Result<Vec<(String, f32)>, EngineError>>()?;
        let sum = terms.iter().map(|(_, idf)| idf).sum();
        Ok(Rarity { terms, sum })
    }

    /// Each term with its share of the query, by rarity.
    pub(super) fn shares(&self) -> impl Iterator<Item = (&str, f32)> {
        let sum = self.sum;
        let share = move |idf: f32| if sum > 0.0 { idf / sum } else { 0.0 };
        let terms = self.terms.iter();
        terms.map(move |(term, idf)| (term.as_str(), share(*idf)))
    }

    /// The share of the query, by rarity, that is among some terms.
    pub(super) fn share_in(&self, said: &BTreeSet<String>) -> f32 {
        let found = self.shares().filter(|(term, _)| said.contains(*term));
        found.map(|(_, share)| share).sum()
    }
}

/// As in BM25 (Robertson and Zaragoza, 2009), positive for any frequency.
#[expect(clippy::cast_precision_loss, reason = "counts of chunks")]
fn idf(chunks: u64, holding: u64) -> f32 {
    let (chunks, holding) = (chunks as f32, holding as f32);
    ((chunks - holding + 0.5) / (holding + 0.5))
        .max(0.0)
        .ln_1p()
}
