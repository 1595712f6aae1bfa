//! The section level: chunks of the sections that fit a question best.
//!
//! A chunk may say little of what its section is about, and then neither its words
//! nor its vector find it. Sections are those around the first hits of the other
//! arms: a section none of whose chunks is among them fits no better as a whole.
//! Each is matched by its headings and key terms, and by the mean of its chunks'
//! vectors, which is made from the stored ones when it is needed: a second per
//! hundred thousand chunks of reading and a fifth of the bytes are not spent on what
//! some twenty means a question give.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use index::{ChunkId, Hit, OutlinePart, Scope, Snapshot};
use text::Language;

use super::QueryText;
use crate::EngineError;

/// First hits whose sections are looked at.
const HITS: usize = 20;
/// Sections whose chunks are taken.
const SECTIONS: usize = 5;
/// What is left of a section's score in its chunks.
const PASSED_DOWN: f32 = 0.8;
/// Share of the list through sections in a fusion; the direct hits have the rest.
pub(super) const SECTION_SHARE: f32 = 0.4;

/// The chunks of the best sections around the first hits, best first, with four
/// fifths of their section's score, which lies between 0 and 1. `direct` are the
/// hits of other arms in the same scope, best first.
pub(super) fn sections(
    snapshot: &Snapshot,
    query: &QueryText,
    vector: Option<&[f32]>,
    direct: &[Hit],
    scope: &Scope,
    depth: usize,
) -> Result<Vec<Hit>, EngineError> {
    let rarity = Rarity::of(snapshot, query)?;
    let mut scored: BTreeMap<u64, (f32, OutlinePart)> = BTreeMap::new();
    for hit in direct.iter().take(HITS) {
        let Some(document) = snapshot.document_of(hit.chunk) else {
            continue;
        };
        let outline = snapshot.outline(&document.id)?;
        let Some(part) = outline.part_of(hit.chunk) else {
            continue;
        };
        let Entry::Vacant(place) = scored.entry(part.chunks.start) else {
            continue;
        };
        let said = rarity.share_in(part, document.language);
        let score = match vector {
            Some(vector) => (said + nearness(snapshot, vector, part)?) / 2.0,
            None => said,
        };
        place.insert((score, part.clone()));
    }
    let mut best: Vec<(f32, OutlinePart)> = scored.into_values().collect();
    let order = |part: &OutlinePart| snapshot.order(ChunkId(part.chunks.start));
    best.sort_by(|a, b| {
        b.0.total_cmp(&a.0)
            .then_with(|| order(&a.1).cmp(&order(&b.1)))
    });
    let mut hits = Vec::new();
    for (score, part) in best.into_iter().take(SECTIONS) {
        for chunk in part.chunks.map(ChunkId) {
            if snapshot.in_scope(scope, chunk)? {
                let score = PASSED_DOWN * score;
                hits.push(Hit { chunk, score });
            }
        }
    }
    hits.truncate(depth);
    Ok(hits)
}

/// Cosine of the query with the middle of a section, 0 where that points away.
fn nearness(snapshot: &Snapshot, query: &[f32], part: &OutlinePart) -> Result<f32, EngineError> {
    let mean = snapshot.mean_vector(part.chunks.clone())?;
    let dot = |mean: Vec<f32>| mean.iter().zip(query).map(|(a, b)| a * b).sum::<f32>();
    Ok(mean.map_or(0.0, dot).max(0.0))
}

/// How much each term of a query tells: its inverse document frequency.
struct Rarity {
    terms: Vec<(String, f32)>,
    sum: f32,
}

impl Rarity {
    fn of(snapshot: &Snapshot, query: &QueryText) -> Result<Rarity, EngineError> {
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

    /// The share of the query, by rarity, that a section's headings and key terms say.
    fn share_in(&self, part: &OutlinePart, language: Language) -> f32 {
        let said: BTreeSet<String> = part
            .headings
            .iter()
            .chain(&part.key_terms)
            .flat_map(|text| text::terms(text, language))
            .map(|term| term.text)
            .collect();
        let found = self.terms.iter().filter(|(term, _)| said.contains(term));
        let found: f32 = found.map(|(_, idf)| idf).sum();
        if self.sum > 0.0 {
            found / self.sum
        } else {
            0.0
        }
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use index::{Filter, Library, Writer};
    use models::Cancel;

    use super::*;
    use crate::IngestConfig;
    use crate::ingest::{AddRequest, add, identity};

    /// A manual whose chapter on pumps says `pump` in its heading and then no more, cut
    /// into chunks that do not repeat it.
    fn library(dir: &Path) -> Snapshot {
        let filler = |what: &str, steps: usize| {
            (0..steps)
                .map(|n| format!("Step {n}: the {what} is looked at and its state written down.\n"))
                .collect::<String>()
        };
        let manual = format!(
            "# Manual\n\n## Care of the bilge pump\n\n{}\nThe strainer is washed in May.\n\n\
             ## Care of the anchor\n\n{}",
            filler("hose", 170),
            filler("chain", 170)
        );
        let texts = dir.join("texts");
        std::fs::create_dir_all(&texts).unwrap();
        std::fs::write(texts.join("manual.md"), manual).unwrap();
        std::fs::write(
            texts.join("notes.md"),
            format!(
                "# Notes\n\nIn May the sails are washed.\n{}",
                filler("rope", 10)
            ),
        )
        .unwrap();
        let config = IngestConfig {
            chunk: text::ChunkConfig {
                context: false,
                ..text::ChunkConfig::default()
            },
            ..IngestConfig::default()
        };
        let mut writer = Writer::open(&dir.join("store"), &identity(&config, None)).unwrap();
        let request = AddRequest {
            paths: vec![texts],
            ..AddRequest::default()
        };
        add(
            &mut writer,
            None,
            &request,
            &config,
            &Cancel::default(),
            &mut |_| {},
        )
        .unwrap();
        Library::open(&dir.join("store"))
            .unwrap()
            .snapshot()
            .unwrap()
    }

    fn found(snapshot: &Snapshot, scope: &Scope) -> (Vec<Hit>, Vec<Hit>) {
        let query = QueryText::new("what is washed for the bilge pump in may", Language::En);
        let direct = snapshot.keyword(&query.terms, scope, 10).unwrap().hits;
        let through = sections(snapshot, &query, None, &direct, scope, 100).unwrap();
        (direct, through)
    }

    #[test]
    fn a_chunk_is_found_by_what_its_section_is_called() {
        let dir = tempfile::tempdir().unwrap();
        let snapshot = library(dir.path());
        let (direct, through) = found(&snapshot, &Scope::all());
        let place = |hits: &[Hit], words: &str| {
            let holds = |hit: &Hit| snapshot.chunk(hit.chunk).unwrap().text.contains(words);
            hits.iter().position(holds).unwrap()
        };
        let (strainer, sails) = ("The strainer", "the sails");
        assert!(place(&direct, sails) < place(&direct, strainer));
        assert!(place(&through, strainer) < place(&through, sails));
        assert!(
            through
                .iter()
                .all(|hit| (0.0..=PASSED_DOWN).contains(&hit.score))
        );
        let mut seen = BTreeSet::new();
        assert!(through.iter().all(|hit| seen.insert(hit.chunk)));
    }

    #[test]
    fn a_filter_leaves_only_its_chunks() {
        let dir = tempfile::tempdir().unwrap();
        let snapshot = library(dir.path());
        let filter = Filter::parse("document = notes.md").unwrap();
        let scope = snapshot.scope(&[filter]).unwrap();
        let (_, through) = found(&snapshot, &scope);
        let path = |hit: &Hit| snapshot.document_of(hit.chunk).unwrap().path.clone();
        assert!(!through.is_empty());
        assert!(through.iter().all(|hit| path(hit) == "notes.md"));
    }
}
