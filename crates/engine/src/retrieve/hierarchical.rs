//! The section level: chunks of the sections that fit a question best.
//!
//! A chunk may say little of what its section is about, and then neither its words
//! nor its vector find it. Sections are matched by what they say of themselves, and by
//! the mean of their chunks' vectors: all of them ([`super::sections`]), or those around
//! the first hits of the other arms alone, by headings, key terms and means that are made
//! when they are needed.

use std::collections::BTreeMap;

use index::{ChunkId, Hit, OutlinePart, Scope, Snapshot};
use text::Language;

use super::QueryText;
use super::rarity::Rarity;
use super::section_fit::{cosine, fit, said};
use super::sections::SectionIndex;
use crate::{EngineError, Sections};

/// First hits whose sections are looked at.
const HITS: usize = 20;
/// Sections whose chunks are taken.
const SECTIONS: usize = 5;
/// What is left of a section's score in its chunks.
const PASSED_DOWN: f32 = 0.8;
/// Share of the list through sections in a fusion; the direct hits have the rest.
pub(super) const SECTION_SHARE: f32 = 0.4;

/// The chunks of the best sections, best first, with four fifths of their section's score,
/// which lies between 0 and 1: of all sections of the library, or of those around the first
/// of `direct`, which are the hits of other arms in the same scope, best first.
pub(super) fn sections(
    snapshot: &Snapshot,
    query: &QueryText,
    vector: Option<&[f32]>,
    (which, direct): (Sections, &[Hit]),
    scope: &Scope,
    depth: usize,
) -> Result<Vec<Hit>, EngineError> {
    let rarity = Rarity::of(snapshot, &query.terms)?;
    let every;
    let around;
    let mut best: Vec<(f32, &OutlinePart)> = match which {
        Sections::All => {
            every = SectionIndex::of(snapshot)?;
            let scores = every.scores(&rarity, vector);
            scores.into_iter().zip(&every.parts).collect()
        }
        Sections::Around => {
            around = parts_around(snapshot, direct)?;
            let score = |(part, language): &(OutlinePart, Language)| {
                let said = rarity.share_in(&said(part, *language)) as f32;
                let near = |vector| nearness(snapshot, vector, part);
                Ok::<f32, EngineError>(fit(said, vector.map(near).transpose()?))
            };
            let scored = around.iter().map(|one| Ok((score(one)?, &one.0)));
            scored.collect::<Result<_, EngineError>>()?
        }
    };
    // Most of all sections point away; ordering those would take longest.
    best.retain(|(score, _)| *score > 0.0);
    best.sort_by(|a, b| {
        let order = |part: &OutlinePart| snapshot.order(ChunkId(part.chunks.start));
        b.0.total_cmp(&a.0)
            .then_with(|| order(a.1).cmp(&order(b.1)))
    });
    let mut hits = Vec::new();
    let mut taken = 0;
    for (score, part) in best {
        let before = hits.len();
        for chunk in part.chunks.clone().map(ChunkId) {
            if snapshot.in_scope(scope, chunk)? {
                let score = PASSED_DOWN * score;
                hits.push(Hit { chunk, score });
            }
        }
        taken += usize::from(hits.len() > before);
        if taken == SECTIONS {
            break;
        }
    }
    hits.truncate(depth);
    Ok(hits)
}

/// The sections around the first hits, each once.
fn parts_around(
    snapshot: &Snapshot,
    direct: &[Hit],
) -> Result<Vec<(OutlinePart, Language)>, EngineError> {
    let mut parts = BTreeMap::new();
    for hit in direct.iter().take(HITS) {
        let Some(document) = snapshot.document_of(hit.chunk) else {
            continue;
        };
        let outline = snapshot.outline(&document.id)?;
        if let Some(part) = outline.part_of(hit.chunk) {
            let part = (part.clone(), document.language);
            parts.entry(part.0.chunks.start).or_insert(part);
        }
    }
    Ok(parts.into_values().collect())
}

/// Cosine of the query with the middle of a section, 0 where that points away.
fn nearness(snapshot: &Snapshot, query: &[f32], part: &OutlinePart) -> Result<f32, EngineError> {
    let mean = snapshot.mean_vector(part.chunks.clone())?;
    Ok(mean.map_or(0.0, |mean| cosine(&mean, query)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
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

    fn found(snapshot: &Snapshot, which: Sections, scope: &Scope) -> (Vec<Hit>, Vec<Hit>) {
        let query = QueryText::new("what is washed for the bilge pump in may", Language::En);
        let direct = snapshot.keyword(&query.terms, scope, 10).unwrap().hits;
        let through = sections(snapshot, &query, None, (which, &direct), scope, 100).unwrap();
        (direct, through)
    }

    #[test]
    fn a_chunk_is_found_by_what_its_section_is_called() {
        let dir = tempfile::tempdir().unwrap();
        let snapshot = library(dir.path());
        for which in [Sections::All, Sections::Around] {
            found_by_its_section(&snapshot, which);
        }
    }

    fn found_by_its_section(snapshot: &Snapshot, which: Sections) {
        let (direct, through) = found(snapshot, which, &Scope::all());
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
        let path = |hit: &Hit| snapshot.document_of(hit.chunk).unwrap().path.clone();
        for which in [Sections::All, Sections::Around] {
            let (_, through) = found(&snapshot, which, &scope);
            assert!(!through.is_empty());
            assert!(through.iter().all(|hit| path(hit) == "notes.md"));
        }
    }

    #[test]
    fn a_section_that_no_first_hit_is_in_is_found_among_all() {
        let dir = tempfile::tempdir().unwrap();
        let snapshot = library(dir.path());
        let query = QueryText::new("how is the bilge pump cared for", Language::En);
        let of = |which| sections(&snapshot, &query, None, (which, &[]), &Scope::all(), 100);
        assert_eq!(of(Sections::Around).unwrap(), []);
        let all = of(Sections::All).unwrap();
        let first = snapshot.chunk(all[0].chunk).unwrap();
        assert!(first.text.contains("the hose"), "{first:?}");
    }
}
