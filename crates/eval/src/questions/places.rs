//! Whether the first hits lie where the evidence does: on its page, in its section.

use std::collections::BTreeSet;

use perusal::EngineError;
use perusal::index::{ChunkRecord, Snapshot};

use crate::EvalError;
use crate::qa::{Evidence, GoldQuestion, Reduced, is_same_file};

/// Numbers of hits in which places are looked for.
pub const PLACE_DEPTHS: [usize; 2] = [5, 10];

/// Places found and there are, by [`PLACE_DEPTHS`].
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Places {
    /// Of the evidence that names pages: a hit on one of them.
    pub pages: [(usize, usize); 2],
    /// Of the evidence whose quote stands below a heading: a hit in the innermost section
    /// of a chunk that holds the quote. A quote that no chunk holds alone is left out.
    pub sections: [(usize, usize); 2],
}

impl Places {
    /// Adds those of another question.
    pub fn add(&mut self, other: &Places) {
        let ours = self.pages.iter_mut().chain(&mut self.sections);
        for (sum, more) in ours.zip(other.pages.iter().chain(&other.sections)) {
            sum.0 += more.0;
            sum.1 += more.1;
        }
    }
}

/// Gold pages and sections among the first hits; `paths` are the documents of `hits`.
pub(super) fn places(
    snapshot: &Snapshot,
    gold: &GoldQuestion,
    hits: &[ChunkRecord],
    paths: &[String],
) -> Result<Places, EvalError> {
    let mut places = Places::default();
    for evidence in &gold.evidence {
        let sections = sections(snapshot, evidence)?;
        for (at, depth) in PLACE_DEPTHS.iter().enumerate() {
            let first: Vec<&ChunkRecord> = hits
                .iter()
                .zip(paths)
                .take(*depth)
                .filter(|(_, path)| is_same_file(path, &evidence.document))
                .map(|(hit, _)| hit)
                .collect();
            if !evidence.pages.is_empty() {
                let found = first.iter().any(|hit| is_on(hit, &evidence.pages));
                count(&mut places.pages[at], found);
            }
            if !sections.is_empty() {
                let within =
                    |hit: &&ChunkRecord| hit.section.is_some_and(|one| sections.contains(&one));
                count(&mut places.sections[at], first.iter().any(within));
            }
        }
    }
    Ok(places)
}

fn count(sum: &mut (usize, usize), found: bool) {
    sum.0 += usize::from(found);
    sum.1 += 1;
}

fn is_on(chunk: &ChunkRecord, pages: &[u32]) -> bool {
    let range = chunk.pages;
    range.is_some_and(|(first, last)| pages.iter().any(|page| (first..=last).contains(page)))
}

/// The sections of the chunks that hold a quote, on its pages where these are named.
fn sections(snapshot: &Snapshot, evidence: &Evidence) -> Result<BTreeSet<usize>, EvalError> {
    let Some(quote) = evidence.quote.as_deref().map(Reduced::new) else {
        return Ok(BTreeSet::new());
    };
    let documents = snapshot.documents().iter();
    let mut sections = BTreeSet::new();
    for document in documents.filter(|one| is_same_file(&one.path, &evidence.document)) {
        let chunks = snapshot
            .chunk_range(&document.id, 0, u32::MAX)
            .map_err(EngineError::from)?;
        let holding = chunks
            .iter()
            .filter(|chunk| evidence.pages.is_empty() || is_on(chunk, &evidence.pages))
            .filter(|chunk| Reduced::new(&chunk.text).holds_quote(&quote));
        sections.extend(holding.filter_map(|chunk| chunk.section));
    }
    Ok(sections)
}
