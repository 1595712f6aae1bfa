//! Each kind against values that other people's implementation gives for the same folder
//! (`tests/reference/family.py`, which says how they were made).

use std::{fs, path::PathBuf};

use models::{
    Embedder, Encoded, Limits, Precision, Profile, Role, conformance::keeps_its_promises, load,
};
use serde::Deserialize;

use super::made::{HIDDEN, Kind, TOKEN_DIM, checkpoint, write_to};

const KINDS: [Kind; 4] = [
    Kind::Sentence,
    Kind::Splade,
    Kind::Prompted,
    Kind::ThreeHeads,
];

/// What the reference gives for a text.
#[derive(Deserialize)]
struct Expected {
    kind: String,
    role: Role,
    text: String,
    tokens: u32,
    dense: Option<Vec<f32>>,
    sparse: Option<Vec<(u32, f32)>>,
    /// Vectors of some tokens, by their place.
    token_vectors: Option<Vec<(usize, Vec<f32>)>>,
}

fn expected(kind: Kind) -> Vec<Expected> {
    let all: Vec<Expected> =
        serde_json::from_str(include_str!("../reference/family.json")).expect("family.json");
    all.into_iter()
        .filter(|one| one.kind == kind.name())
        .collect()
}

fn encode(embedder: &dyn Embedder, text: &str, role: Role) -> Encoded {
    let heads = embedder.profile().heads();
    let encoded = embedder.encode(&[text], role, heads, &Limits::none());
    encoded.expect("vectors").remove(0)
}

fn largest_difference(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f32::max)
}

/// Weights under this differ between implementations in whether they are there at all.
const WEIGHT_LEAST: f32 = 1e-4;

fn sparse_difference(a: &[(u32, f32)], b: &[(u32, f32)]) -> f32 {
    let weight = |of: &[(u32, f32)], id| {
        let at = of.binary_search_by_key(&id, |(id, _)| *id);
        at.map_or(0.0, |at| of[at].1)
    };
    let ids = a.iter().chain(b).map(|(id, _)| *id);
    ids.map(|id| (weight(a, id) - weight(b, id)).abs())
        .fold(0.0, f32::max)
}

/// The largest difference to the reference over all texts and heads of a kind.
fn difference(kind: Kind, precision: Precision) -> f32 {
    let dir = checkpoint(kind);
    let embedder = load(dir.path(), precision).expect("the checkpoint");
    let mut largest = 0.0_f32;
    let all = expected(kind);
    assert!(all.len() >= 5, "texts of {kind:?}");
    for one in all {
        let encoded = encode(&*embedder, &one.text, one.role);
        assert_eq!(encoded.tokens, one.tokens, "{:?}", one.text);
        assert_eq!(encoded.dense.is_some(), one.dense.is_some());
        assert_eq!(encoded.sparse.is_some(), one.sparse.is_some());
        if let (Some(got), Some(expected)) = (&encoded.dense, &one.dense) {
            largest = largest.max(largest_difference(got, expected));
        }
        if let (Some(got), Some(expected)) = (&encoded.sparse, &one.sparse) {
            assert!(expected.iter().all(|(_, weight)| *weight > WEIGHT_LEAST));
            largest = largest.max(sparse_difference(got, expected));
        }
        let vectors = encoded.token_vectors.unwrap_or_default();
        let rows: Vec<&[f32]> = vectors.rows().collect();
        for (at, expected) in one.token_vectors.iter().flatten() {
            largest = largest.max(largest_difference(rows[*at], expected));
        }
        if one.token_vectors.is_some() {
            assert_eq!(rows.len() + 1, one.tokens as usize, "a vector a token");
        }
    }
    largest
}

#[test]
fn floats_are_the_reference() {
    for kind in KINDS {
        let difference = difference(kind, Precision::Fp32);
        println!("{kind:?} in floats: {difference}");
        assert!(difference < 1e-4, "{kind:?}: {difference}");
    }
}

#[test]
fn bytes_are_near_the_reference() {
    for kind in KINDS {
        let difference = difference(kind, Precision::Int8);
        println!("{kind:?} in bytes: {difference}");
        // Random weights are harder on bytes than trained ones; a wrong head is off by one and more.
        assert!(difference < 0.2, "{kind:?}: {difference}");
    }
}

#[test]
fn every_kind_keeps_its_promises() {
    for kind in KINDS {
        let dir = checkpoint(kind);
        for precision in [Precision::Fp32, Precision::Int8] {
            keeps_its_promises(&*load(dir.path(), precision).expect("the checkpoint"));
        }
    }
}

#[test]
fn a_folder_says_what_it_is() {
    let profile = |kind| -> Profile {
        let dir = checkpoint(kind);
        let embedder = load(dir.path(), Precision::Fp32).expect("the checkpoint");
        embedder.profile().clone()
    };
    let heads = |profile: &Profile| (profile.dim, profile.sparse_dim, profile.token_dim);
    let sentence = profile(Kind::Sentence);
    assert_eq!(heads(&sentence), (HIDDEN, None, Some(HIDDEN)));
    assert_eq!(sentence.window_tokens, 48);
    let words = Kind::Splade.words();
    assert_eq!(heads(&profile(Kind::Splade)), (0, Some(words), None));
    assert_eq!(
        heads(&profile(Kind::Prompted)),
        (HIDDEN, None, Some(HIDDEN))
    );
    let three = profile(Kind::ThreeHeads);
    let words = Kind::ThreeHeads.words();
    assert_eq!(heads(&three), (HIDDEN, Some(words), Some(TOKEN_DIM)));
    // Two positions are those of the padding.
    assert_eq!(three.window_tokens, 600);
}

#[test]
fn a_head_less_is_another_model() {
    let dir = checkpoint(Kind::ThreeHeads);
    let id = || {
        let embedder = load(dir.path(), Precision::Fp32).expect("the checkpoint");
        embedder.profile().id.clone()
    };
    let whole = id();
    fs::remove_file(dir.path().join("colbert_linear.safetensors")).expect("a file");
    assert_ne!(id(), whole);
}

#[test]
fn prompts_are_read_before_texts() {
    let dir = checkpoint(Kind::Prompted);
    let embedder = load(dir.path(), Precision::Fp32).expect("the checkpoint");
    let query = encode(&*embedder, "fox", Role::Query);
    let passage = encode(&*embedder, "fox", Role::Passage);
    assert_ne!(query.dense, passage.dense);
    // Every window of a long text is read as a passage.
    let long = encode(&*embedder, &"fox ".repeat(100), Role::Passage);
    let content = long.tokens - 4 * long.windows;
    assert_eq!((long.windows, content), (2, 100));
}

/// Writes the checkpoints into the folder `PERUSAL_CHECKPOINTS`, for the reference to read.
#[test]
#[ignore = "writes files for tests/reference/family.py"]
fn write_checkpoints() {
    let Some(folder) = std::env::var_os("PERUSAL_CHECKPOINTS").map(PathBuf::from) else {
        println!("skipped: PERUSAL_CHECKPOINTS names no folder");
        return;
    };
    for kind in KINDS {
        let dir = folder.join(kind.name());
        fs::create_dir_all(&dir).expect("a folder");
        write_to(&dir, kind);
    }
}
