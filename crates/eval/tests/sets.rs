//! The readers and measures on real question sets. Sets that are not beside
//! the repository are skipped, and the test says so.

#![allow(
    clippy::print_stdout,
    reason = "a skipped set is said where tests report"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use eval::qa::{EvidenceBound, ReadPassage, Reduced, evidence_reach, read_questions};
use eval::{Builder, LineLimits, TopicSet, mean_scores, score_ranking};
use perusal::IngestConfig;
use perusal::index::{DenseScan, Scope};
use perusal::models::{self, Limits, Role};

fn set(name: &str) -> Option<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data")
        .join(name);
    if !dir.is_dir() {
        println!("skipped: no set `{name}` beside the repository");
        return None;
    }
    Some(dir)
}

#[test]
fn retrieval_sets_are_read_whole() {
    for (name, documents, topics, judgements) in [
        ("scifact", 5_183, 300, 339),
        ("hotpotqa-train-100", 994, 100, 200),
        ("clapnq-a", 299, 150, 150),
    ] {
        let Some(dir) = set(name) else { continue };
        let read = TopicSet::read(&dir, LineLimits::default()).expect("a set");
        assert_eq!(read.corpus.len(), documents, "{name}");
        assert_eq!(read.topics.len(), topics, "{name}");
        assert_eq!(
            read.qrels.values().map(BTreeMap::len).sum::<usize>(),
            judgements,
            "{name}"
        );
    }
}

#[test]
fn the_judgements_themselves_are_a_perfect_ranking() {
    let Some(dir) = set("scifact") else { return };
    let read = TopicSet::read(&dir, LineLimits::default()).expect("a set");
    let scores: Vec<_> = read
        .topics
        .iter()
        .map(|topic| {
            let grades = &read.qrels[&topic.id];
            let ideal: Vec<&str> = grades.keys().map(String::as_str).collect();
            score_ranking(&ideal, grades)
        })
        .collect();
    let mean = mean_scores(&scores);
    assert!(
        mean.ndcg_10 > 1.0 - 1e-12 && mean.recall_10 > 1.0 - 1e-12 && mean.mrr_10 > 1.0 - 1e-12
    );
}

#[test]
fn question_sets_are_read_whole() {
    for (name, questions, unanswerable, quotes) in [
        ("insurance", 32, 4, 115),
        ("pdf-tables", 31, 2, 0),
        ("clapnq-a", 300, 150, 428),
        ("musique-train-100", 100, 0, 0),
        ("moby-dick", 10, 0, 10),
    ] {
        let Some(dir) = set(name) else { continue };
        let read = read_questions(&dir.join("qa.jsonl"), LineLimits::default()).expect("questions");
        assert_eq!(read.len(), questions, "{name}");
        assert_eq!(
            read.iter().filter(|q| !q.answerable).count(),
            unanswerable,
            "{name}"
        );
        let quoted = read
            .iter()
            .flat_map(|q| &q.evidence)
            .filter(|e| e.quote.is_some())
            .count();
        assert_eq!(quoted, quotes, "{name}");
    }
}

/// Whoever reads the right passage whole has all of its marked sentences,
/// although the set writes them with other spaces and quotation marks.
#[test]
fn marked_sentences_are_found_in_their_passages() {
    let Some(dir) = set("clapnq-a") else { return };
    let corpus = TopicSet::read(&dir, LineLimits::default())
        .expect("a set")
        .corpus;
    let texts: BTreeMap<_, _> = corpus
        .iter()
        .map(|d| (d.id.as_str(), d.text.as_str()))
        .collect();
    let bound = EvidenceBound {
        hits: 1,
        characters: usize::MAX,
    };
    for question in read_questions(&dir.join("qa.jsonl"), LineLimits::default()).expect("questions")
    {
        let Some(gold) = question.evidence.first() else {
            continue;
        };
        let document = gold.document.as_str();
        let read = [ReadPassage {
            document,
            pages: None,
            text: texts[document],
            rank: 1,
        }];
        let reach = evidence_reach(&question, &read, bound).expect("evidence");
        assert_eq!(reach.recall(), 1.0, "{}", question.id);
    }
}

/// The questions shipped with the samples quote their documents.
#[test]
fn sample_questions_quote_the_sample_documents() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let questions =
        read_questions(&samples.join("qa.jsonl"), LineLimits::default()).expect("questions");
    assert_eq!(questions.iter().filter(|q| q.answerable).count(), 12);
    for (id, evidence) in questions
        .iter()
        .flat_map(|q| q.evidence.iter().map(|e| (&q.id, e)))
    {
        let path = samples.join("documents").join(&evidence.document);
        assert!(path.is_file(), "{id}: {}", evidence.document);
        // Pages of the PDF are read by the readers' own tests.
        if evidence.pages.is_empty() {
            let text = Reduced::new(&std::fs::read_to_string(path).expect("UTF-8"));
            let quote = evidence.quote.as_deref().expect("a quote");
            assert!(text.holds_quote(&Reduced::new(quote)), "{id}: {quote}");
        }
    }
}

/// Of the nearest by real vectors the dense arm's first pass finds nearly all: of
/// the hundred nearest, and of as many as are as rare in this set as a hundred
/// are in the smallest library that runs it.
#[test]
#[ignore = "embeds two thousand paragraphs"]
fn the_first_pass_finds_what_the_full_scan_finds() {
    let Some(dir) = set("musique-train-100") else {
        return;
    };
    let Ok(model) = models::open(models::DEFAULT, None, &models::cache_dir()) else {
        println!("skipped: the model is not installed");
        return;
    };
    let cache = tempfile::tempdir().expect("a folder");
    let ingest = IngestConfig::default();
    let builder = Builder {
        cache: cache.path().to_owned(),
        ingest: &ingest,
        embedder: Some(model.as_ref()),
        cancel: Default::default(),
    };
    let snapshot = builder.build(&dir).expect("a library").snapshot;
    let topics = TopicSet::read(&dir, LineLimits::default())
        .expect("a set")
        .topics;
    // Three of the two hundred nearest pairs are missed.
    for (depth, least) in [(100, 99), (2, 98)] {
        let (mut found, mut total) = (0, 0);
        for topic in &topics {
            let embedded = model.embed(&[&topic.text], Role::Query, &Limits::none());
            let vector = embedded.expect("a vector").remove(0).vector;
            let hits = |scan| {
                let ranking = snapshot.dense_by(&vector, &Scope::all(), depth, scan);
                ranking.expect("a ranking").hits
            };
            let (full, near) = (hits(DenseScan::Full), hits(DenseScan::SignsFirst));
            total += full.len();
            found += full.iter().filter(|hit| near.contains(hit)).count();
        }
        assert!(
            found * 100 >= total * least,
            "{found} of {total} at {depth}"
        );
    }
}
