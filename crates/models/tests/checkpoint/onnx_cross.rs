//! Cross-encoders in ONNX against the same weights in safetensors; and files that are none.

use std::fs;

use models::{
    Limits, ModelError, Precision, Relevance, conformance::judges_as_promised, load_reranker,
};
use tempfile::TempDir;

use super::made::{HEADS, HIDDEN, Kind, Tensor, checkpoint, tensors, write};
use super::onnx::{Written, cross_encoder};

const WHOLE: Written = Written {
    heads: HEADS,
    epsilon: 1e-12,
    segments: true,
    head: true,
};

/// A folder with ONNX weights in place of the others.
fn folder(name: &str, weights: &[u8]) -> TempDir {
    let dir = checkpoint(Kind::Cross);
    fs::remove_file(dir.path().join("model.safetensors")).unwrap();
    fs::create_dir_all(dir.path().join("onnx")).unwrap();
    write(dir.path(), name, weights);
    dir
}

fn scores(dir: &TempDir, passages: &[&str]) -> Vec<Relevance> {
    let reranker = load_reranker(dir.path(), Precision::Fp32).expect("a cross-encoder");
    let query = "where does the heron stand";
    reranker
        .score(query, passages, &Limits::none())
        .expect("scores")
}

fn error(dir: &TempDir) -> String {
    match load_reranker(dir.path(), Precision::Fp32) {
        Err(error @ (ModelError::BadModel { .. } | ModelError::Io { .. })) => error.to_string(),
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("it was loaded"),
    }
}

#[test]
fn the_same_weights_give_the_same_scores_in_both_files() {
    let long = "the heron stands by the river ".repeat(20);
    let passages = ["by the river at dawn", "bees", "", long.as_str()];
    let mut two = tensors(Kind::Cross);
    for (name, outputs) in [("classifier.weight", 2), ("classifier.bias", 2)] {
        let (_, shape, values) = two.iter_mut().find(|(other, ..)| other == name).unwrap();
        shape[0] = outputs;
        values.extend(values.clone().iter().map(|value| 0.3 - value));
    }
    for (tensors, config) in [
        (tensors(Kind::Cross), Kind::Cross.config()),
        (two, {
            let mut config = Kind::Cross.config();
            config["id2label"] = serde_json::json!({"0": "no", "1": "yes"});
            config
        }),
    ] {
        let others = checkpoint(Kind::Cross);
        let config = config.to_string();
        write(others.path(), "config.json", config.as_bytes());
        let weights = super::made::safetensors(&tensors);
        write(others.path(), "model.safetensors", &weights);
        let expected = scores(&others, &passages);
        let weights = cross_encoder(&tensors, WHOLE);
        for name in ["model.onnx", "onnx/model.onnx"] {
            let dir = folder(name, &weights);
            write(dir.path(), "config.json", config.as_bytes());
            for (ours, theirs) in scores(&dir, &passages).iter().zip(&expected) {
                let difference = (ours.score - theirs.score).abs();
                assert!(difference < 1e-4, "{ours:?} and {theirs:?}");
                assert_eq!(ours.cut_tokens, theirs.cut_tokens);
            }
        }
        // What is compared differs from passage to passage.
        assert!(
            (expected[0].score - expected[1].score).abs() > 1e-2,
            "{expected:?}"
        );
        assert!(expected[3].cut_tokens > 0);
    }
}

#[test]
fn it_keeps_the_promises_of_a_reranker() {
    let dir = folder("model.onnx", &cross_encoder(&tensors(Kind::Cross), WHOLE));
    let reranker = load_reranker(dir.path(), Precision::Int8).expect("a cross-encoder");
    assert_eq!(reranker.profile().window_tokens, 192);
    assert!(
        reranker.profile().id.contains("@onnx#"),
        "{:?}",
        reranker.profile()
    );
    judges_as_promised(&*reranker);
}

#[test]
fn beside_safetensors_these_are_read() {
    let dir = checkpoint(Kind::Cross);
    write(dir.path(), "model.onnx", b"nothing");
    assert!(load_reranker(dir.path(), Precision::Fp32).is_ok());
}

#[test]
fn missing_cut_and_foreign_files_are_told() {
    let good = cross_encoder(&tensors(Kind::Cross), WHOLE);
    let none = folder("onnx/other.onnx", &good);
    assert!(
        error(&none).contains("model.safetensors"),
        "{}",
        error(&none)
    );
    for length in [0, 5, 100, good.len() / 2, good.len() - 1] {
        let told = error(&folder("model.onnx", &good[..length]));
        assert!(told.contains("model.onnx"), "{length}: {told}");
    }
    for foreign in [
        &b"PK\x03\x04 a zip"[..],
        b"\x7fELF",
        b"{}",
        &[0; 4096],
        &[0xFF; 512],
    ] {
        let told = error(&folder("onnx/model.onnx", foreign));
        assert!(told.contains("model.onnx"), "{told}");
    }
    for name in ["config.json", "tokenizer.json"] {
        let dir = folder("model.onnx", &good);
        fs::remove_file(dir.path().join(name)).unwrap();
        assert!(error(&dir).contains(name), "{}", error(&dir));
    }
}

#[test]
fn a_network_that_does_not_score_pairs_is_told() {
    let told = |tensors: &[Tensor], written| {
        error(&folder("model.onnx", &cross_encoder(tensors, written)))
    };
    let all = tensors(Kind::Cross);
    let no_head = told(
        &all,
        Written {
            head: false,
            ..WHOLE
        },
    );
    assert!(no_head.contains("this is no cross-encoder"), "{no_head}");
    let one_text = told(
        &all,
        Written {
            segments: false,
            ..WHOLE
        },
    );
    assert!(one_text.contains("token_type_ids"), "{one_text}");
    let resized = |outputs: usize| {
        let mut all = all.clone();
        for (name, shape, values) in &mut all {
            let inputs = match name.as_str() {
                "classifier.weight" => HIDDEN,
                "classifier.bias" => 1,
                _ => continue,
            };
            shape[0] = outputs;
            values.resize(outputs * inputs, 0.5);
        }
        all
    };
    let two = told(&resized(2), WHOLE);
    assert!(two.contains("2 labels, expected 1"), "{two}");
    let three = told(&resized(3), WHOLE);
    assert!(three.contains("3 labels, expected one score"), "{three}");
    // Fewer words than the tokenizer has.
    let mut few = all.clone();
    let words = few
        .iter_mut()
        .find(|(name, ..)| name.contains("word_embeddings"));
    let (_, shape, values) = words.unwrap();
    shape[0] -= 1;
    values.truncate(shape[0] * HIDDEN);
    let few = told(&few, WHOLE);
    assert!(few.contains("does not know all tokens"), "{few}");
}
