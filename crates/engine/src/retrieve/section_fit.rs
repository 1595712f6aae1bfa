//! How well a section fits a query, by the words it says of itself and by its vector.

use std::collections::BTreeSet;

use index::OutlinePart;
use text::Language;

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
