//! The graph arm: chunks that lie behind what the question names and behind the
//! first hits of the other arms.
//!
//! A question about the sister of whoever built the mill names the mill alone; the
//! passage on the mill names the builder, and one under the builder's name tells of
//! her sister. The walk over entities finds that one, which shares no word with the
//! question. It has no say in what the question asks of these passages, so its list
//! is for the fusion and not to stand alone.

use std::collections::BTreeSet;

use index::{EntityId, Hit, Scope, Snapshot, Walk};
use text::phrases;

use super::QueryText;
use crate::EngineError;

/// Share of the graph's list in a fusion with a hybrid one, both scaled from 0 to 1:
/// recall is flat from 0.35 to 0.5.
pub(super) const GRAPH_SHARE: f32 = 0.4;

/// Documents whose best hit the walk starts from.
const SEEDS: usize = 3;

/// The chunks that a walk over the graph of entities reaches, best first; or why
/// there is no graph. `seeds` are the first hits of other arms in the same scope, best
/// first; there may be none.
pub(super) fn graph(
    snapshot: &Snapshot,
    query: &QueryText,
    seeds: &[Hit],
    scope: &Scope,
    depth: usize,
) -> Result<Result<Vec<Hit>, String>, EngineError> {
    let size = snapshot.graph_size()?;
    if size.documents_missing > 0 {
        return Ok(Err(format!(
            "entities of {} documents were not kept; with `graph.enabled = true` \
             the next `perusal add` finds them",
            size.documents_missing
        )));
    }
    let named = named(snapshot, query)?;
    let walk = Walk {
        asked: &named.asked,
        known: &named.known,
        seeds: &first_of_documents(snapshot, seeds),
    };
    Ok(Ok(snapshot.walk(&walk, scope, depth)?.hits))
}

/// What a question names.
struct Named {
    /// The longest names, none within another.
    asked: Vec<EntityId>,
    /// All of them.
    known: Vec<EntityId>,
}

fn named(snapshot: &Snapshot, query: &QueryText) -> Result<Named, EngineError> {
    let mut asked = Vec::new();
    let mut known = BTreeSet::new();
    let mut taken: Vec<std::ops::Range<usize>> = Vec::new();
    for phrase in phrases(&query.text) {
        let words = phrase.start..phrase.start + phrase.words;
        let spellings = [Some(&phrase.key), phrase.singular.as_ref()];
        let mut found = Vec::new();
        for spelling in spellings.into_iter().flatten() {
            found.extend(snapshot.find_entity(spelling)?);
        }
        known.extend(found.iter().copied());
        let free = taken
            .iter()
            .all(|taken| taken.end <= words.start || words.end <= taken.start);
        // A word like `of` may be in some title and names nothing by itself.
        let telling = phrase.words > 1 || !text::terms(&phrase.key, query.language).is_empty();
        if free && telling && !found.is_empty() {
            asked.extend(found);
            taken.push(words);
        }
    }
    asked.sort_unstable();
    asked.dedup();
    Ok(Named {
        asked,
        known: known.into_iter().collect(),
    })
}

/// The best hit of each of the first documents.
fn first_of_documents(snapshot: &Snapshot, hits: &[Hit]) -> Vec<Hit> {
    let mut seeds: Vec<Hit> = Vec::with_capacity(SEEDS);
    let mut documents = BTreeSet::new();
    for hit in hits {
        let Some(document) = snapshot.document_of(hit.chunk) else {
            continue;
        };
        if documents.insert(&document.id) {
            seeds.push(*hit);
        }
        if seeds.len() == SEEDS {
            break;
        }
    }
    seeds
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use index::{Library, Writer};
    use models::scripted::HashEmbedder;
    use models::{Cancel, Limits};
    use text::Language;

    use super::super::{SearchRequest, Strategy, retrieve};
    use super::*;
    use crate::ingest::{AddRequest, add, identity};
    use crate::{IngestConfig, RetrieveConfig};

    /// The page on the builder shares no word with the question but her work does
    /// with its neighbours.
    const TEXTS: [(&str, &str); 7] = [
        (
            "mill.md",
            "# Old mill of Varn\n\nThe old mill of Varn was raised in 1850 by Ada Voss.\n",
        ),
        (
            "ada.md",
            "# Ada Voss\n\nVoss spent her youth in Lindow, and went to sea later.\n",
        ),
        (
            "weir.md",
            "# Weir of Varn\n\nThe weir of Varn feeds the mill and was raised in 1849.\n",
        ),
        (
            "inn.md",
            "# Mill inn\n\nThe inn beside an old mill serves trout. Who raised it is unknown.\n",
        ),
        (
            "school.md",
            "# Where people grow up\n\nPeople grow up where their parents work.\n",
        ),
        (
            "bees.md",
            "# Mason bees\n\nMason bees raised in stems grow up in spring.\n",
        ),
        (
            "ferry.md",
            "# Ferry\n\nThe ferry leaves the old pier at noon.\n",
        ),
    ];
    const QUESTION: &str = "Where did the one who raised the old mill of Varn grow up?";

    fn library(dir: &Path, graph: bool) -> Snapshot {
        let texts = dir.join("texts");
        std::fs::create_dir_all(&texts).unwrap();
        for (name, text) in TEXTS {
            std::fs::write(texts.join(name), text).unwrap();
        }
        let model = HashEmbedder::default();
        let config = IngestConfig {
            graph,
            ..IngestConfig::default()
        };
        let mut writer =
            Writer::open(&dir.join("store"), &identity(&config, Some(&model))).unwrap();
        let request = AddRequest {
            paths: vec![texts],
            ..AddRequest::default()
        };
        let cancel = Cancel::default();
        add(
            &mut writer,
            Some(&model),
            &request,
            &config,
            &cancel,
            &mut |_| {},
        )
        .unwrap();
        Library::open(&dir.join("store"))
            .unwrap()
            .snapshot()
            .unwrap()
    }

    fn hybrid(snapshot: &Snapshot) -> Vec<Hit> {
        let model = HashEmbedder::default();
        let request = SearchRequest {
            strategy: Strategy::Hybrid,
            ..SearchRequest::new(QUESTION)
        };
        let config = RetrieveConfig::default();
        let found = retrieve(snapshot, Some(&model), &request, &config, &Limits::none()).unwrap();
        let hit = |hit: &super::super::FusedHit| Hit {
            chunk: hit.chunk,
            score: hit.score,
        };
        found.hits.iter().map(hit).collect()
    }

    fn paths(snapshot: &Snapshot, hits: &[Hit]) -> Vec<String> {
        let path = |hit: &Hit| snapshot.document_of(hit.chunk).unwrap().path.clone();
        hits.iter().map(path).collect()
    }

    #[test]
    fn what_a_first_hit_names_is_found_though_it_shares_no_word_with_the_question() {
        let dir = tempfile::tempdir().unwrap();
        let snapshot = library(dir.path(), true);
        let query = QueryText::new(QUESTION, Language::En);
        let direct = hybrid(&snapshot);
        let first = paths(&snapshot, &direct);
        assert_eq!(first[0], "mill.md");
        assert!(!first[..3].contains(&"ada.md".to_owned()), "{first:?}");
        for seeds in [&direct[..], &[]] {
            let found = graph(&snapshot, &query, seeds, &Scope::all(), 10)
                .unwrap()
                .unwrap();
            assert_eq!(paths(&snapshot, &found)[0], "ada.md");
            assert!(found.windows(2).all(|pair| pair[0].score >= pair[1].score));
        }
    }

    #[test]
    fn without_entities_it_says_what_to_do() {
        let dir = tempfile::tempdir().unwrap();
        let snapshot = library(dir.path(), false);
        let query = QueryText::new(QUESTION, Language::En);
        let refused = graph(&snapshot, &query, &[], &Scope::all(), 10).unwrap();
        assert!(refused.unwrap_err().contains("`perusal add`"));
        drop(snapshot);
        // The next `add` finds them, though no file has changed.
        let snapshot = library(dir.path(), true);
        let found = graph(&snapshot, &query, &[], &Scope::all(), 10).unwrap();
        assert_eq!(paths(&snapshot, &found.unwrap())[0], "ada.md");
    }
}
