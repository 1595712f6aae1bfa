//! The optional arms through a real library, with a model of hashed words.

use std::path::Path;
use std::sync::Arc;

use index::{Grade, Library, Snapshot, Writer};
use models::scripted::HashEmbedder;
use models::{Cancel, Embedder, Limits};

use super::{Arm, Retrieval, SearchRequest, Strategy, retrieve};
use crate::ingest::{AddRequest, add, identity};
use crate::{ArmModel, EngineError, IngestConfig, RetrieveConfig, SharedModel};

mod reranking;
mod strategies;

fn model() -> SharedModel {
    let model: Arc<dyn Embedder> = Arc::new(HashEmbedder::default());
    model.into()
}

const TEXTS: [(&str, &str); 4] = [
    (
        "heron.txt",
        "The heron stands by the river at dawn and eats fish.",
    ),
    (
        "ferry.txt",
        "The ferry leaves the island at noon, in winter at ten.",
    ),
    (
        "bees.txt",
        "Wild bees nest in dry sand and fly from March to May.",
    ),
    (
        "library.txt",
        "Books are lent for four weeks, films for one week.",
    ),
];

/// A library of [`TEXTS`] under these settings.
pub(super) fn library(dir: &Path, config: &IngestConfig) -> Snapshot {
    library_of(dir, config, &TEXTS)
}

/// A library of these files under these settings.
fn library_of(dir: &Path, config: &IngestConfig, files: &[(&str, &str)]) -> Snapshot {
    let texts = dir.join("texts");
    std::fs::create_dir_all(&texts).unwrap();
    for (name, text) in files {
        std::fs::write(texts.join(name), text).unwrap();
    }
    let model = HashEmbedder::default();
    let mut writer = Writer::open(&dir.join("store"), &identity(config, Some(&model))).unwrap();
    let request = AddRequest {
        paths: vec![texts],
        ..AddRequest::default()
    };
    let cancel = Cancel::default();
    add(
        &mut writer,
        Some(&model),
        &request,
        config,
        &cancel,
        &mut |_| {},
    )
    .unwrap();
    Library::open(&dir.join("store"))
        .unwrap()
        .snapshot()
        .unwrap()
}

fn with_both() -> IngestConfig {
    IngestConfig {
        sparse: Some(model()),
        late: Some(model()),
        ..IngestConfig::default()
    }
}

fn arm(weight: f32) -> Option<ArmModel> {
    let model = model();
    Some(ArmModel { model, weight })
}

fn run(
    snapshot: &Snapshot,
    strategy: Strategy,
    config: &RetrieveConfig,
) -> Result<Retrieval, EngineError> {
    let model = HashEmbedder::default();
    let request = SearchRequest {
        strategy,
        ..SearchRequest::new("when does the ferry to the island leave in winter")
    };
    retrieve(snapshot, Some(&model), &request, config, &Limits::none())
}

fn arms(retrieval: &Retrieval) -> Vec<Arm> {
    retrieval.lists.iter().map(|list| list.arm).collect()
}

fn first(snapshot: &Snapshot, retrieval: &Retrieval) -> String {
    let document = snapshot.document_of(retrieval.hits[0].chunk).unwrap();
    document.path.clone()
}

#[test]
fn each_runs_alone_and_in_the_fusion() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &with_both());
    let config = RetrieveConfig {
        sparse: arm(0.3),
        late: arm(0.2),
        ..RetrieveConfig::default()
    };
    for (strategy, expected) in [
        (Strategy::Keyword, vec![Arm::Keyword]),
        (Strategy::Sparse, vec![Arm::Sparse]),
        (Strategy::Late, vec![Arm::Late]),
        (
            Strategy::Hybrid,
            vec![Arm::Keyword, Arm::Dense, Arm::Sparse, Arm::Late],
        ),
    ] {
        let found = run(&snapshot, strategy, &config).unwrap();
        assert_eq!(found.ran, strategy);
        assert_eq!(arms(&found), expected, "{strategy:?}");
        assert_eq!(first(&snapshot, &found), "ferry.txt", "{strategy:?}");
        let weights: f32 = found.lists.iter().map(|list| list.weight).sum();
        assert!((weights - 1.0).abs() < 1e-6, "{strategy:?}: {weights}");
        assert_eq!(found.dropped, []);
    }
    let found = run(&snapshot, Strategy::Hybrid, &config).unwrap();
    let weight = |arm| {
        found
            .lists
            .iter()
            .find(|list| list.arm == arm)
            .unwrap()
            .weight
    };
    assert!((weight(Arm::Late) - 0.2).abs() < 1e-6);
    assert!((weight(Arm::Sparse) - 0.3 * 0.8).abs() < 1e-6);
    assert_eq!(found.hits.len(), TEXTS.len());
    let grades: Vec<Grade> = found.lists.iter().map(|list| list.grade).collect();
    assert_eq!(grades[2..], [Grade::Exact, Grade::Approximate]);

    // Switched off, they take no part, whatever the library holds.
    let found = run(&snapshot, Strategy::Hybrid, &RetrieveConfig::default()).unwrap();
    assert_eq!(arms(&found), [Arm::Keyword, Arm::Dense]);
}

#[test]
fn what_cannot_run_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &IngestConfig::default());
    let on = RetrieveConfig {
        sparse: arm(0.3),
        late: arm(0.2),
        ..RetrieveConfig::default()
    };
    let found = run(&snapshot, Strategy::Hybrid, &on).unwrap();
    assert_eq!(arms(&found), [Arm::Keyword, Arm::Dense]);
    let dropped: Vec<Arm> = found.dropped.iter().map(|dropped| dropped.arm).collect();
    assert_eq!(dropped, [Arm::Sparse, Arm::Late]);
    for (strategy, config) in [
        (Strategy::Sparse, &on),
        (Strategy::Late, &on),
        (Strategy::Sparse, &RetrieveConfig::default()),
    ] {
        let refused = run(&snapshot, strategy, config);
        assert!(
            matches!(refused, Err(EngineError::NoArm { .. })),
            "{refused:?}"
        );
    }
}

/// The hashed words under another name.
struct Other(models::Profile);

impl Embedder for Other {
    fn profile(&self) -> &models::Profile {
        &self.0
    }

    fn embed(
        &self,
        texts: &[&str],
        role: models::Role,
        limits: &Limits,
    ) -> Result<Vec<models::Embedding>, models::ModelError> {
        HashEmbedder::default().embed(texts, role, limits)
    }

    fn count_tokens(&self, text: &str) -> Result<usize, models::ModelError> {
        HashEmbedder::default().count_tokens(text)
    }
}

#[test]
fn vectors_of_another_model_are_not_mixed() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &with_both());
    let mut profile = HashEmbedder::default().profile().clone();
    profile.id = "another".to_owned();
    let other: Arc<dyn Embedder> = Arc::new(Other(profile));
    let config = RetrieveConfig {
        sparse: Some(ArmModel {
            model: other.into(),
            weight: 0.3,
        }),
        ..RetrieveConfig::default()
    };
    let refused = run(&snapshot, Strategy::Hybrid, &config);
    assert!(
        matches!(refused, Err(EngineError::EmbedderMismatch { .. })),
        "{refused:?}"
    );
}
