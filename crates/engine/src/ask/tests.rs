//! What plan and passages do beside each other.

use std::path::Path;
use std::time::{Duration, Instant};

use index::{Library, Snapshot, Writer};
use models::scripted::HashEmbedder;
use models::{Cancel, Embedder, Embedding, Encoded, Heads, Limits, ModelError, Profile, Role};

use super::{AskRequest, Asked, Status, ask};
use crate::answer::Weights;
use crate::ingest::{AddRequest, add, identity};
use crate::plan::{Kind, read_ahead};
use crate::{AnswerConfig, IngestConfig, RetrieveConfig};

const TARIFF: &str = "# Lift tariff

## Table 1: Fares by month

| Slope | Summer | Winter |
|---|---|---|
| Northside | $38.20 | $44.10 |
| Southside | $31.00 | $35.90 |

## Rules
Lifts stand still in a storm. Children under six ride free with an adult.
";

/// Embeds questions, and passages only until it is told to stop.
struct Endless(HashEmbedder);

impl Embedder for Endless {
    fn profile(&self) -> &Profile {
        self.0.profile()
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        if role == Role::Passage {
            loop {
                limits.check()?;
                std::thread::yield_now();
            }
        }
        self.0.embed(texts, role, limits)
    }

    fn encode(
        &self,
        texts: &[&str],
        role: Role,
        wanted: Heads,
        limits: &Limits,
    ) -> Result<Vec<Encoded>, ModelError> {
        self.0.encode(texts, role, wanted, limits)
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        self.0.count_tokens(text)
    }
}

fn library(dir: &Path) -> Snapshot {
    library_of(dir, "tariff.md", TARIFF)
}

fn library_of(dir: &Path, name: &str, text: &str) -> Snapshot {
    let texts = dir.join("texts");
    std::fs::create_dir_all(&texts).unwrap();
    std::fs::write(texts.join(name), text).unwrap();
    let (model, config) = (HashEmbedder::default(), IngestConfig::default());
    let store = dir.join("store");
    let mut writer = Writer::open(&store, &identity(&config, Some(&model))).unwrap();
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
    Library::open(&store).unwrap().snapshot().unwrap()
}

fn asked(snapshot: &Snapshot, embedder: &dyn Embedder, question: &str) -> Asked {
    ask(
        snapshot,
        Some(embedder),
        &AskRequest::new(question),
        &RetrieveConfig::default(),
        &AnswerConfig::default(),
        Weights::shipped(),
        &Limits {
            // Only what never ends gets there.
            deadline: Some(Instant::now() + Duration::from_secs(60)),
            cancel: Cancel::default(),
        },
    )
    .unwrap()
}

const FARE: &str = "What is the fare for Northside in winter?";

#[test]
fn where_the_plan_has_the_answer_no_more_sentences_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path());
    let plain = asked(&snapshot, &HashEmbedder::default(), FARE);
    let stopped = asked(&snapshot, &Endless(HashEmbedder::default()), FARE);
    for asked in [&plain, &stopped] {
        assert_eq!(asked.status, Status::Answered, "{asked:#?}");
        let answer = asked.answer.as_ref().unwrap();
        assert_eq!(answer.value.as_deref(), Some("$44.10"));
        assert!(!asked.passages.is_empty() && asked.sentences.is_empty());
    }
    let chunks = |asked: &Asked| -> Vec<_> {
        let hits = asked.retrieval.hits.iter();
        hits.map(|hit| hit.chunk).collect()
    };
    assert_eq!(chunks(&plain), chunks(&stopped));
}

#[test]
fn where_the_plan_has_none_the_sentences_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path());
    let asked = asked(
        &snapshot,
        &HashEmbedder::default(),
        "Why do the lifts stand still in a storm?",
    );
    assert!(!asked.plan.decides());
    assert!(asked.dense && !asked.sentences.is_empty());
}

#[test]
fn what_was_read_ahead_changes_no_answer() {
    let dir = tempfile::tempdir().unwrap();
    let before = asked(&library(dir.path()), &HashEmbedder::default(), FARE);
    let snapshot = Library::open(&dir.path().join("store"))
        .unwrap()
        .snapshot()
        .unwrap();
    let after = std::thread::scope(|scope| {
        scope.spawn(|| read_ahead(&snapshot, FARE).unwrap());
        asked(&snapshot, &HashEmbedder::default(), FARE)
    });
    let text = |asked: &Asked| asked.answer.as_ref().map(|answer| answer.text.clone());
    assert_eq!(text(&before), text(&after));
    assert!(text(&after).is_some());
}

const WEIR: &str = "# Weir bylaw

## Section 1 Scope

The bylaw holds for the weir at Holt and for the pools above it up to the old bridge, where the \
water of the town ends and that of the abbey begins.

## Section 2 Papers

No licence is asked for when somebody

(a) mends nets on the bank;
(b) rows without a sail;
(c) lifts eels for the abbey kitchen.

## Section 3 Fines

Who sails without papers pays 12 crowns.
";

#[test]
fn of_a_list_that_is_called_otherwise_all_is_given_where_a_quote_stands_in_it() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), "weir.md", WEIR);
    let config = AnswerConfig {
        confidence_min: Some(0.0),
        ..AnswerConfig::default()
    };
    let ask = |question: &str| {
        let request = AskRequest::new(question);
        ask(
            &snapshot,
            None,
            &request,
            &RetrieveConfig::default(),
            &config,
            Weights::shipped(),
            &Limits::none(),
        )
        .unwrap()
    };
    let asked = ask("Which activities on the bank, such as to mend nets, are free of papers?");
    let answer = asked.answer.as_ref().unwrap();
    let items: Vec<&str> = answer.items.iter().map(|item| item.text.as_str()).collect();
    assert_eq!(
        items,
        [
            "mends nets on the bank",
            "rows without a sail",
            "lifts eels for the abbey kitchen."
        ],
        "{asked:#?}"
    );
    assert!(answer.text.contains("the best passages stand in this one"));
    assert_eq!(asked.plan.kind, Kind::Enumeration);
    // A question for a fact gets no list.
    let fact = ask("What does somebody pay who sails without papers?");
    assert_ne!(fact.plan.kind, Kind::Enumeration, "{fact:#?}");
}
