//! The local encoders against reference vectors and the promises of the seam.
//!
//! The tests need the models' files in the cache (`perusal models pull`); without them they say so
//! and pass.

#![allow(
    clippy::print_stdout,
    clippy::panic,
    reason = "a test says what it skips and what it measured"
)]

use std::sync::Arc;

use models::{Embedder, Limits, ModelError, Precision, Role, conformance::keeps_its_promises};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    text: String,
    tokens: usize,
    vector: Vec<f32>,
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

/// The least cosine to the reference over its texts.
fn least_cosine(embedder: &dyn Embedder) -> f32 {
    let references: Vec<Reference> =
        serde_json::from_str(include_str!("data/reference.json")).expect("reference.json");
    let texts: Vec<&str> = references
        .iter()
        .map(|reference| reference.text.as_str())
        .collect();
    let embeddings = embedder
        .embed(&texts, Role::Passage, &Limits::none())
        .expect("embeddings");
    let cosines = references
        .iter()
        .zip(&embeddings)
        .map(|(reference, embedding)| {
            assert_eq!(
                embedding.tokens as usize, reference.tokens,
                "{}",
                reference.text
            );
            reference
                .vector
                .iter()
                .zip(&embedding.vector)
                .map(|(a, b)| a * b)
                .sum()
        });
    let cosines: Vec<f32> = cosines.collect();
    println!("{}: cosines {cosines:?}", embedder.profile().id);
    cosines.into_iter().fold(1.0, f32::min)
}

#[test]
fn floats_are_the_reference() {
    let Some(embedder) = open("all-minilm-l6-v2", Precision::Fp32) else {
        return;
    };
    assert!(least_cosine(&*embedder) > 0.999_99);
}

#[test]
fn bytes_are_near_the_reference() {
    let Some(embedder) = open("all-minilm-l6-v2", Precision::Int8) else {
        return;
    };
    assert!(least_cosine(&*embedder) > 0.99);
}

#[test]
fn the_onnx_file_is_near_the_reference() {
    let Some(embedder) = open("all-minilm-l6-v2-onnx", Precision::Fp32) else {
        return;
    };
    assert!(least_cosine(&*embedder) > 0.995);
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
