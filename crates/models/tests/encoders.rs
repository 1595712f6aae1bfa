//! The models of the catalogue against reference vectors and the promises of the seam.
//!
//! The tests need the models' files in the cache (`perusal models pull`); without them they say so
//! and pass.

#![allow(
    clippy::print_stdout,
    clippy::panic,
    reason = "a test says what it skips and what it measured"
)]

use std::sync::Arc;

use models::{
    Embedder, Encoded, Limits, ModelError, Precision, Role, conformance::keeps_its_promises,
};
use serde::Deserialize;

/// What the reference (`reference/installed.py`) gives for a text.
#[derive(Deserialize)]
struct Expected {
    model: String,
    role: Role,
    text: String,
    tokens: u32,
    dense: Option<Vec<f32>>,
    sparse: Option<Vec<(u32, f32)>>,
}

fn open(name: &str, precision: Precision) -> Option<Arc<dyn Embedder>> {
    match models::open(name, Some(precision), &models::cache_dir()) {
        Ok(embedder) => Some(embedder),
        Err(ModelError::NotInstalled { name }) => {
            println!("skipped: `{name}` is not installed");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn cosine(got: &Encoded, expected: &Expected) -> f32 {
    if let (Some(got), Some(expected)) = (&got.dense, &expected.dense) {
        return got.iter().zip(expected).map(|(a, b)| a * b).sum();
    }
    let (Some(got), Some(expected)) = (&got.sparse, &expected.sparse) else {
        panic!("other heads than the reference has");
    };
    let weight = |id| {
        let at = got.binary_search_by_key(&id, |(id, _)| *id);
        at.map_or(0.0, |at| got[at].1)
    };
    let length = |of: &[(u32, f32)]| of.iter().map(|(_, x)| x * x).sum::<f32>().sqrt();
    let dot: f32 = expected.iter().map(|(id, x)| x * weight(*id)).sum();
    dot / (length(got) * length(expected))
}

/// The least cosine of an embedder to a model's reference over its texts.
fn least_cosine(embedder: &dyn Embedder, model: &str) -> f32 {
    let all: Vec<Expected> =
        serde_json::from_str(include_str!("reference/installed.json")).expect("installed.json");
    let heads = embedder.profile().heads();
    let of_model = all.iter().filter(|expected| expected.model == model);
    let cosines = of_model.map(|expected| {
        let encoded = embedder.encode(&[&expected.text], expected.role, heads, &Limits::none());
        let encoded = encoded.expect("vectors").remove(0);
        assert_eq!(encoded.tokens, expected.tokens, "{}", expected.text);
        cosine(&encoded, expected)
    });
    let cosines: Vec<f32> = cosines.collect();
    println!("{}: cosines {cosines:?}", embedder.profile().id);
    assert!(cosines.len() > 5, "texts of {model}");
    cosines.into_iter().fold(1.0, f32::min)
}

#[test]
fn floats_are_the_reference() {
    for name in ["all-minilm-l6-v2", "splade-tiny", "multilingual-e5-small"] {
        if let Some(embedder) = open(name, Precision::Fp32) {
            assert!(least_cosine(&*embedder, name) > 0.999_99, "{name}");
        }
    }
}

#[test]
fn bytes_are_near_the_reference() {
    for name in ["all-minilm-l6-v2", "splade-tiny", "multilingual-e5-small"] {
        if let Some(embedder) = open(name, Precision::Int8) {
            assert!(least_cosine(&*embedder, name) > 0.99, "{name}");
        }
    }
}

#[test]
fn the_onnx_file_is_near_the_reference() {
    if let Some(embedder) = open("all-minilm-l6-v2-onnx", Precision::Fp32) {
        assert!(least_cosine(&*embedder, "all-minilm-l6-v2") > 0.995);
    }
}

#[test]
fn every_encoder_keeps_its_promises() {
    for model in models::catalogue() {
        for precision in model.precisions {
            let Some(embedder) = open(model.name, *precision) else {
                continue;
            };
            keeps_its_promises(&*embedder);
        }
    }
}
