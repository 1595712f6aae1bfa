//! The best hits read again: the right passage moves up, and whatever goes wrong leaves the order.

use std::time::{Duration, Instant};

use index::Filter;
use models::scripted::WordReranker;
use models::{ModelError, Relevance, RerankProfile, Reranker};

use super::*;
use crate::RerankModel;

const QUERY: &str = "when does the ferry to the island leave in winter";

fn rerank(model: impl Reranker + 'static, depth: usize, weight: f32) -> RetrieveConfig {
    let model: Arc<dyn Reranker> = Arc::new(model);
    RetrieveConfig {
        rerank: Some(RerankModel {
            model: model.into(),
            depth,
            weight,
        }),
        ..RetrieveConfig::default()
    }
}

/// One that finds the bees best and the heron next, whatever is asked.
fn bees() -> WordReranker {
    WordReranker::favouring([("bees", 5.0), ("heron", 3.0)])
}

fn ask(snapshot: &Snapshot, config: &RetrieveConfig, request: SearchRequest) -> Retrieval {
    let model = HashEmbedder::default();
    let found = retrieve(snapshot, Some(&model), &request, config, &Limits::none());
    found.unwrap()
}

fn order(snapshot: &Snapshot, found: &Retrieval) -> Vec<String> {
    let hits = found.hits.iter();
    hits.map(|hit| snapshot.document_of(hit.chunk).unwrap().path.clone())
        .collect()
}

#[test]
fn the_right_passage_moves_up() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &IngestConfig::default());
    let plain = ask(
        &snapshot,
        &RetrieveConfig::default(),
        SearchRequest::new(QUERY),
    );
    assert_eq!(first(&snapshot, &plain), "ferry.txt");
    assert_eq!(plain.reranked, None);

    let config = rerank(bees(), 30, 1.0);
    let found = ask(&snapshot, &config, SearchRequest::new(QUERY));
    let paths = order(&snapshot, &found);
    assert_eq!(paths[..2], ["bees.txt", "heron.txt"], "{paths:?}");
    assert_eq!(paths.len(), TEXTS.len());
    let list = found.lists.last().unwrap();
    assert_eq!((list.arm, list.hits.len()), (Arm::Rerank, TEXTS.len()));
    assert_eq!(list.hits[0].chunk, found.hits[0].chunk);
    let reranked = found.reranked.as_ref().unwrap();
    assert_eq!((reranked.model.as_str(), reranked.cut), ("shared-words", 0));
    // Scores keep their scale, and contributions add up to them.
    assert!((found.hits[0].score - plain.hits[0].score).abs() < 1e-6);
    for hit in &found.hits {
        let sum: f32 = hit.arms.iter().map(|arm| arm.contribution).sum();
        assert!((sum - hit.score).abs() < 1e-5, "{hit:?}");
    }

    // What it brings up may come from beyond what is shown.
    let one = SearchRequest {
        k: 1,
        ..SearchRequest::new(QUERY)
    };
    assert_eq!(
        order(&snapshot, &ask(&snapshot, &config, one)),
        ["bees.txt"]
    );
    // Only so many are read, and the weight may be the fusion's.
    for config in [rerank(bees(), 1, 1.0), rerank(bees(), 30, 0.0)] {
        let found = ask(&snapshot, &config, SearchRequest::new(QUERY));
        assert_eq!(order(&snapshot, &found), order(&snapshot, &plain));
    }
}

#[test]
fn a_filter_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &IngestConfig::default());
    let request = SearchRequest {
        filters: vec![Filter::parse("document != bees.txt").unwrap()],
        ..SearchRequest::new(QUERY)
    };
    let without = |paths: Vec<String>| {
        let others = paths.into_iter().filter(|path| path != "bees.txt");
        others.collect::<Vec<_>>()
    };
    let config = rerank(bees(), 30, 1.0);
    let all = ask(&snapshot, &config, SearchRequest::new(QUERY));
    let some = ask(&snapshot, &config, request);
    assert_eq!(order(&snapshot, &some).len(), TEXTS.len() - 1);
    assert_eq!(order(&snapshot, &some), without(order(&snapshot, &all)));
    let list = some.lists.last().unwrap();
    assert_eq!(list.hits.len(), TEXTS.len() - 1);
}

#[test]
fn long_passages_are_counted() {
    let dir = tempfile::tempdir().unwrap();
    let texts = dir.path().join("texts");
    std::fs::create_dir_all(&texts).unwrap();
    // A chunk of short words: more than the window of the scripted model.
    std::fs::write(texts.join("long.txt"), "a b c d e f g h ".repeat(60)).unwrap();
    let snapshot = library(dir.path(), &IngestConfig::default());
    let found = ask(
        &snapshot,
        &rerank(bees(), 30, 1.0),
        SearchRequest::new(QUERY),
    );
    assert_eq!(found.reranked.unwrap().cut, 1);
}

/// What goes wrong with a reranker.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Fails,
    /// Works until its limits end it.
    Late,
    /// Forgets a passage.
    Forgets,
}

struct Faulty(Fault, RerankProfile);

impl Faulty {
    fn new(fault: Fault) -> Self {
        Self(fault, WordReranker::default().profile().clone())
    }
}

impl Reranker for Faulty {
    fn profile(&self) -> &RerankProfile {
        &self.1
    }

    fn score(
        &self,
        query: &str,
        passages: &[&str],
        limits: &Limits,
    ) -> Result<Vec<Relevance>, ModelError> {
        match self.0 {
            Fault::Fails => Err(ModelError::Failed {
                name: "faulty".to_owned(),
                reason: "out of cheese".to_owned(),
            }),
            Fault::Forgets => bees().score(query, &passages[1..], limits),
            Fault::Late => loop {
                limits.check()?;
                std::thread::sleep(Duration::from_millis(1));
            },
        }
    }
}

#[test]
fn a_reranker_that_fails_or_is_late_leaves_the_order_and_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &IngestConfig::default());
    let plain = ask(
        &snapshot,
        &RetrieveConfig::default(),
        SearchRequest::new(QUERY),
    );
    let model = HashEmbedder::default();
    for (fault, says) in [
        (Fault::Fails, "out of cheese"),
        (Fault::Forgets, "3 scores came for 4 passages"),
        (Fault::Late, "more than half of the time"),
    ] {
        let config = rerank(Faulty::new(fault), 30, 1.0);
        let limits = Limits {
            deadline: Some(Instant::now() + Duration::from_millis(1000)),
            ..Limits::none()
        };
        let request = SearchRequest::new(QUERY);
        let found = retrieve(&snapshot, Some(&model), &request, &config, &limits).unwrap();
        assert_eq!(
            order(&snapshot, &found),
            order(&snapshot, &plain),
            "{fault:?}"
        );
        assert_eq!(found.hits, plain.hits, "{fault:?}");
        assert_eq!(arms(&found), arms(&plain));
        let [dropped] = found.dropped.as_slice() else {
            panic!("{:?}", found.dropped)
        };
        assert_eq!(dropped.arm, Arm::Rerank);
        assert!(dropped.reason.contains(says), "{}", dropped.reason);
        assert!(!found.is_late() && found.reranked.is_none());
    }
    // Whoever interrupts wants no order.
    let limits = Limits::none();
    let cancel = limits.cancel.clone();
    let config = rerank(Faulty::new(Fault::Late), 30, 1.0);
    let outcome = std::thread::scope(|scope| {
        let request = SearchRequest {
            strategy: Strategy::Keyword,
            ..SearchRequest::new(QUERY)
        };
        let (snapshot, config, limits) = (&snapshot, &config, &limits);
        let call = scope.spawn(move || retrieve(snapshot, None, &request, config, limits));
        std::thread::sleep(Duration::from_millis(50));
        cancel.cancel();
        call.join().unwrap()
    });
    assert!(matches!(
        outcome,
        Err(EngineError::Model(ModelError::Cancelled))
    ));
}
