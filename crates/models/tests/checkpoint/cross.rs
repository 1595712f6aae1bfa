//! Cross-encoders against values that another implementation gives for the same folder
//! (`tests/reference/rerank.py`, which says how they were made); and folders that are none.

use std::{fs, path::PathBuf};

use models::{
    Limits, ModelError, Precision, Relevance, conformance::judges_as_promised, load, load_reranker,
};
use serde::Deserialize;
use serde_json::json;

use super::made::{HIDDEN, Kind, Tensor, checkpoint, safetensors, tensors, write, write_to};

const KINDS: [Kind; 2] = [Kind::Cross, Kind::CrossPieces];

/// What the reference gives for a pair.
#[derive(Deserialize)]
struct Expected {
    kind: String,
    query: String,
    passage: String,
    cut_tokens: u32,
    score: f32,
}

/// The largest difference to the reference over all pairs of a kind.
fn difference(kind: Kind, precision: Precision) -> f32 {
    let dir = checkpoint(kind);
    let reranker = load_reranker(dir.path(), precision).expect("the checkpoint");
    let all: Vec<Expected> =
        serde_json::from_str(include_str!("../reference/rerank.json")).expect("rerank.json");
    let mut differences = Vec::new();
    for one in all.iter().filter(|one| one.kind == kind.name()) {
        let scores = reranker.score(&one.query, &[&one.passage], &Limits::none());
        let Relevance { score, cut_tokens } = scores.expect("a score")[0];
        assert_eq!(cut_tokens, one.cut_tokens, "{:?}", one.passage);
        differences.push((score - one.score).abs());
    }
    assert_eq!(differences.len(), 15, "pairs of {kind:?}");
    differences.into_iter().fold(0.0, f32::max)
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
        // Random weights are harder on bytes than trained ones; without segments a BERT is off by more.
        assert!(difference < 0.3, "{kind:?}: {difference}");
    }
}

#[test]
fn every_kind_keeps_its_promises() {
    for kind in KINDS {
        let dir = checkpoint(kind);
        for precision in [Precision::Fp32, Precision::Int8] {
            let reranker = load_reranker(dir.path(), precision).expect("the checkpoint");
            assert_eq!(reranker.profile().window_tokens, 192);
            judges_as_promised(&*reranker);
        }
    }
}

#[test]
fn half_of_the_window_is_the_passages() {
    let dir = checkpoint(Kind::Cross);
    let reranker = load_reranker(dir.path(), Precision::Fp32).expect("the checkpoint");
    let score = |query: &str, passage: &str| {
        let scores = reranker.score(query, &[passage], &Limits::none());
        scores.expect("a score")[0]
    };
    // Of 192 tokens three are special; letters are tokens.
    let query = "ab ".repeat(47);
    assert_eq!(score(&query, &"c ".repeat(95)).cut_tokens, 0);
    assert_eq!(score(&query, &"c ".repeat(96)).cut_tokens, 1);
    let longer = format!("{query}x y z");
    let cut = score(&longer, "c");
    assert_eq!(cut.cut_tokens, 3);
    assert_eq!(cut.score.to_bits(), score(&query, "c").score.to_bits());
}

/// What loading says of a BERT in which one file is other than it should be.
fn error_with(name: &str, content: &[u8]) -> String {
    error_of(Kind::Cross, name, content)
}

fn error_of(kind: Kind, name: &str, content: &[u8]) -> String {
    let dir = checkpoint(kind);
    write(dir.path(), name, content);
    match load_reranker(dir.path(), Precision::Int8) {
        Err(error @ (ModelError::BadModel { .. } | ModelError::Io { .. })) => error.to_string(),
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("a broken {name} was loaded"),
    }
}

/// What loading says of weights in which one tensor was changed.
fn error_of_weights(kind: Kind, name: &str, change: impl FnOnce(&mut Tensor)) -> String {
    let mut tensors = tensors(kind);
    let found = tensors.iter_mut().find(|(other, ..)| other == name);
    change(found.expect(name));
    error_of(kind, "model.safetensors", &safetensors(&tensors))
}

/// Gives a layer so many outputs.
fn resize(tensor: &mut Tensor, outputs: usize) {
    tensor.1[0] = outputs;
    tensor.2.resize(outputs * HIDDEN, 0.5);
}

#[test]
fn a_model_without_a_head_is_refused() {
    for kind in [Kind::Sentence, Kind::ThreeHeads] {
        let dir = checkpoint(kind);
        let error = load_reranker(dir.path(), Precision::Fp32).err();
        let error = error.expect("no head").to_string();
        assert!(error.contains("this is no cross-encoder"), "{error}");
    }
    let pooler = error_of_weights(Kind::Cross, "bert.pooler.dense.bias", |t| {
        t.0 = "other".to_owned();
    });
    assert!(pooler.contains("no tensor `pooler.dense.bias`"), "{pooler}");
    // The other way round its encoder is a model of its own.
    let dir = checkpoint(Kind::Cross);
    assert!(load(dir.path(), Precision::Fp32).is_ok());
}

#[test]
fn heads_of_a_wrong_shape_are_refused() {
    let says = |error: String, expected: &str| assert!(error.contains(expected), "{error}");
    let two = error_of_weights(Kind::Cross, "classifier.weight", |t| resize(t, 2));
    says(two, "`classifier.weight` is [2, 20], expected [1, 20]");
    let name = "classifier.out_proj.weight";
    let three = error_of_weights(Kind::CrossPieces, name, |t| resize(t, 3));
    says(three, "3 labels, expected one score, or two labels");
    let flat = error_of_weights(Kind::CrossPieces, name, |t| t.1 = vec![2 * HIDDEN]);
    says(flat, "0 labels");
    let dense = error_of_weights(Kind::CrossPieces, "classifier.dense.weight", |t| {
        resize(t, HIDDEN - 1);
    });
    says(dense, "expected [20, 20]");
    let not_a_number = error_of_weights(Kind::Cross, "classifier.weight", |t| t.2[3] = f32::NAN);
    says(not_a_number, "no number");
    let mut config = Kind::Cross.config();
    config["num_labels"] = json!(3);
    says(
        error_with("config.json", config.to_string().as_bytes()),
        "3 labels, expected one score",
    );
    // More labels than there are rows.
    config["num_labels"] = json!(2);
    says(
        error_with("config.json", config.to_string().as_bytes()),
        "expected [2, 20]",
    );
}

#[test]
fn cut_files_are_refused() {
    let good = safetensors(&tensors(Kind::Cross));
    for length in [0, 5, 100, good.len() - 1] {
        let error = error_with("model.safetensors", &good[..length]);
        assert!(error.contains("model.safetensors"), "{error}");
    }
    let dir = checkpoint(Kind::Cross);
    fs::remove_file(dir.path().join("tokenizer.json")).expect("a file");
    let error = load_reranker(dir.path(), Precision::Fp32).err();
    assert!(matches!(error, Some(ModelError::Io { .. })), "{error:?}");
}

#[test]
fn tokenizers_that_do_not_fit_are_refused() {
    let changed = |kind: Kind, change: &dyn Fn(&mut serde_json::Value)| {
        let dir = checkpoint(kind);
        let path = dir.path().join("tokenizer.json");
        let mut tokenizer = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        change(&mut tokenizer);
        error_of(kind, "tokenizer.json", tokenizer.to_string().as_bytes())
    };
    let larger = changed(Kind::Cross, &|tokenizer| {
        tokenizer["model"]["vocab"]["fox"] = json!(56);
    });
    assert!(
        larger.contains("56 word embeddings for a tokenizer of 57 tokens"),
        "{larger}"
    );
    let none = changed(Kind::Cross, &|tokenizer| {
        tokenizer["post_processor"] = serde_json::Value::Null;
    });
    assert!(none.contains("nothing between two texts"), "{none}");
    // A second segment, of which the model has no embedding.
    let segment = changed(Kind::CrossPieces, &|tokenizer| {
        let pair = tokenizer["post_processor"]["pair"].as_array_mut().unwrap();
        pair[4]["Sequence"]["type_id"] = json!(1);
        pair[5]["SpecialToken"]["type_id"] = json!(1);
    });
    assert!(segment.contains("no row 1 among 1"), "{segment}");
    let segments = changed(Kind::CrossPieces, &|tokenizer| {
        tokenizer["post_processor"]["pair"][4]["Sequence"]["type_id"] = json!(1);
    });
    assert!(segments.contains("segments of a pair"), "{segments}");
    assert!(error_with("tokenizer.json", b"{}").contains("tokenizer.json"));
    let small = error_with("sentence_bert_config.json", br#"{"max_seq_length": 12}"#);
    assert!(
        small.contains("a window of 12 tokens is too small"),
        "{small}"
    );
}

#[test]
fn values_too_large_to_compute_with_are_an_error() {
    let dir = checkpoint(Kind::Cross);
    let mut tensors = tensors(Kind::Cross);
    for (name, _, values) in &mut tensors {
        if name == "classifier.weight" {
            values.fill(f32::MAX);
        }
    }
    write(dir.path(), "model.safetensors", &safetensors(&tensors));
    let reranker = load_reranker(dir.path(), Precision::Fp32).expect("the checkpoint");
    let error = reranker.score("fox", &["the fox"], &Limits::none());
    let error = error.expect_err("no number").to_string();
    assert!(error.contains("no numbers"), "{error}");
}

/// Writes the checkpoints into the folder `PERUSAL_CHECKPOINTS`, for the reference to read.
#[test]
#[ignore = "writes files for tests/reference/rerank.py"]
fn write_cross_encoders() {
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
