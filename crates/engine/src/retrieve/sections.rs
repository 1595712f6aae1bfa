//! Every section of a library, as a search over all of them needs it.
//!
//! Made from the outlines and the stored vectors when it is first asked for, and kept with
//! the version of the library: a mean of the vectors and some fifty terms a section.

use std::collections::HashMap;
use std::sync::Arc;

use index::{OutlinePart, Snapshot};

use super::rarity::Rarity;
use super::section_fit::{cosine, fit, said};
use crate::EngineError;

/// All sections, by document and place.
pub(super) struct SectionIndex {
    pub(super) parts: Vec<OutlinePart>,
    /// For each the mean of its chunks' vectors, where they have some.
    means: Vec<Option<Vec<f32>>>,
    /// The sections, in order, whose headings or summary hold a term.
    saying: HashMap<String, Vec<u32>>,
}

impl SectionIndex {
    /// That of a library at one version.
    pub(super) fn of(snapshot: &Snapshot) -> Result<Arc<SectionIndex>, EngineError> {
        snapshot.derived(|| Self::load(snapshot))
    }

    fn load(snapshot: &Snapshot) -> Result<SectionIndex, EngineError> {
        let mut index = SectionIndex {
            parts: Vec::new(),
            means: Vec::new(),
            saying: HashMap::new(),
        };
        for document in snapshot.documents() {
            if document.chunks == 0 {
                continue;
            }
            let outline = snapshot.outline(&document.id)?;
            for part in &outline.parts {
                let mut said = said(part, document.language);
                for &sentence in &part.sentences {
                    let sentence = snapshot.text(&document.id, sentence)?;
                    let terms = text::terms(&sentence, document.language).into_iter();
                    said.extend(terms.map(|term| term.text));
                }
                let number = u32::try_from(index.parts.len()).unwrap_or(u32::MAX);
                for term in said {
                    index.saying.entry(term).or_default().push(number);
                }
                index.means.push(snapshot.mean_vector(part.chunks.clone())?);
                index.parts.push(part.clone());
            }
        }
        Ok(index)
    }

    /// How well each section fits a query, from 0 to 1.
    pub(super) fn scores(&self, rarity: &Rarity, vector: Option<&[f32]>) -> Vec<f32> {
        let mut said = vec![0.0_f32; self.parts.len()];
        for (term, share) in rarity.shares() {
            for &number in self.saying.get(term).into_iter().flatten() {
                said[number as usize] += share as f32;
            }
        }
        let scored = said.into_iter().zip(&self.means);
        let near = |mean: &Option<Vec<f32>>, vector| {
            let mean = mean.as_deref();
            mean.map_or(0.0, |mean| cosine(mean, vector))
        };
        scored
            .map(|(said, mean)| fit(said, vector.map(|vector| near(mean, vector))))
            .collect()
    }
}
