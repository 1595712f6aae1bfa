//! Checkpoints that are broken, and texts that are odd: errors that say what is wrong, no panic, and
//! no memory for what a file merely promises.

use std::time::{Duration, Instant};

use models::{Embedder, Heads, Limits, ModelError, Precision, Role, load};
use serde_json::json;

use super::made::{HIDDEN, Kind, Tensor, checkpoint, safetensors, tensors, write};

/// What loading says of a sentence encoder in which one file is other than it should be.
fn error_with(name: &str, content: &[u8]) -> String {
    error_of(Kind::Sentence, name, content)
}

fn error_of(kind: Kind, name: &str, content: &[u8]) -> String {
    let dir = checkpoint(kind);
    write(dir.path(), name, content);
    match load(dir.path(), Precision::Int8) {
        Err(error @ (ModelError::BadModel { .. } | ModelError::Io { .. })) => error.to_string(),
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("a broken {name} was loaded"),
    }
}

/// The weights of a sentence encoder with one tensor changed.
fn changed(name: &str, change: impl FnOnce(&mut Tensor)) -> Vec<u8> {
    let mut tensors = tensors(Kind::Sentence);
    let found = tensors.iter_mut().find(|(other, ..)| other == name);
    change(found.expect(name));
    safetensors(&tensors)
}

const VALUE_BIAS: &str = "encoder.layer.1.attention.self.value.bias";
const WORDS: &str = "embeddings.word_embeddings.weight";
const WIDE: &str = "encoder.layer.0.intermediate.dense.weight";

fn weights_are_refused(content: &[u8], says: &str) {
    let error = error_with("model.safetensors", content);
    assert!(
        error.contains("model.safetensors") && error.contains(says),
        "{error}"
    );
}

#[test]
fn cut_files_are_refused() {
    let good = safetensors(&tensors(Kind::Sentence));
    weights_are_refused(b"", "");
    weights_are_refused(&good[..5], "in a file of 5");
    weights_are_refused(&good[..100], "in a file of 100");
    weights_are_refused(&good[..good.len() - 1], "");
    weights_are_refused(&[&good, &b"x"[..]].concat(), "tensors end at");
}

#[test]
fn lengths_a_file_does_not_have_are_refused() {
    weights_are_refused(&u64::MAX.to_le_bytes(), "header");
    weights_are_refused(&[&4_u64.to_le_bytes()[..], b"nope"].concat(), "header");
    // A megabyte of header in a file of a few bytes, and a tensor of more than there can be.
    weights_are_refused(
        &[&(1_u64 << 20).to_le_bytes()[..], b"{}"].concat(),
        "in a file of 10",
    );
    let huge = json!({WORDS: {"dtype": "F32", "shape": [1_u64 << 40, 1_u64 << 40],
                              "data_offsets": [0, 8]}});
    let huge = huge.to_string();
    let file = [
        &(huge.len() as u64).to_le_bytes()[..],
        huge.as_bytes(),
        &[0; 8],
    ]
    .concat();
    weights_are_refused(&file, "8 bytes for the shape");
    let past = json!({WORDS: {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]}}).to_string();
    let file = [
        &(past.len() as u64).to_le_bytes()[..],
        past.as_bytes(),
        &[0; 8],
    ]
    .concat();
    weights_are_refused(&file, "0..16 of 8");
}

#[test]
fn weights_of_a_wrong_shape_are_refused() {
    weights_are_refused(
        &changed(VALUE_BIAS, |t| t.0 = "other".to_owned()),
        VALUE_BIAS,
    );
    let turned = changed(WIDE, |t| t.1 = vec![t.1[0] / 2, t.1[1] * 2]);
    weights_are_refused(&turned, "expected [52, 20]");
    let fewer = changed(WORDS, |t| {
        t.1[0] -= 1;
        t.2.truncate(t.1[0] * HIDDEN);
    });
    weights_are_refused(&fewer, "word embeddings");
    let flat = changed(WORDS, |t| t.1 = vec![t.2.len()]);
    weights_are_refused(&flat, "expected [_, 20]");
}

#[test]
fn weights_that_are_no_numbers_are_refused() {
    for value in [f32::NAN, f32::INFINITY] {
        let broken = changed(WIDE, |t| t.2[777] = value);
        weights_are_refused(&broken, "no number");
    }
    // Words are read when they are met.
    let dir = checkpoint(Kind::Sentence);
    let broken = changed(WORDS, |t| *t.2.last_mut().unwrap() = f32::NAN);
    write(dir.path(), "model.safetensors", &broken);
    let embedder = load(dir.path(), Precision::Int8).expect("the checkpoint");
    let embed = |text| embedder.embed(&[text], Role::Query, &Limits::none());
    assert!(embed("fox").is_ok());
    let error = embed("fuzz").expect_err("a word of no numbers").to_string();
    assert!(
        error.contains("row 55") && error.contains("no number"),
        "{error}"
    );
    // Numbers all, but too large to compute with.
    let broken = changed(WIDE, |t| t.2.fill(f32::MAX));
    write(dir.path(), "model.safetensors", &broken);
    let embedder = load(dir.path(), Precision::Fp32).expect("the checkpoint");
    let error = embedder.embed(&["fox"], Role::Query, &Limits::none());
    let error = error.expect_err("values of no numbers").to_string();
    assert!(error.contains("no numbers"), "{error}");
}

#[test]
fn broken_heads_are_refused() {
    let refused = |name: &str, outputs: usize, inputs: usize| {
        let linear = [
            (
                "weight".to_owned(),
                vec![outputs, inputs],
                vec![0.5; outputs * inputs],
            ),
            ("bias".to_owned(), vec![outputs], vec![0.5; outputs]),
        ];
        let error = error_of(Kind::ThreeHeads, name, &safetensors(&linear));
        assert!(
            error.contains(name) && error.contains("expected"),
            "{error}"
        );
    };
    refused("sparse_linear.safetensors", 2, HIDDEN);
    refused("sparse_linear.safetensors", 1, HIDDEN + 1);
    refused("colbert_linear.safetensors", 12, HIDDEN - 1);
    let none = error_of(
        Kind::ThreeHeads,
        "colbert_linear.safetensors",
        &safetensors(&[]),
    );
    assert!(none.contains("no tensor `weight`"), "{none}");
    // As the public model stores it, which would need Python to read.
    let dir = checkpoint(Kind::Sentence);
    write(dir.path(), "colbert_linear.pt", b"PK");
    let error = load(dir.path(), Precision::Fp32)
        .err()
        .expect("a pickle")
        .to_string();
    assert!(
        error.contains("colbert_linear.pt") && error.contains("safetensors"),
        "{error}"
    );
}

#[test]
fn a_tokenizer_of_another_model_is_refused() {
    let dir = checkpoint(Kind::ThreeHeads);
    let other = checkpoint(Kind::Prompted);
    // More pieces than there are words: one more piece in the same file.
    let path = other.path().join("tokenizer.json");
    let mut tokenizer: serde_json::Value =
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let pieces = tokenizer["model"]["vocab"].as_array_mut().unwrap();
    pieces.push(json!(["zz", -9.0]));
    write(
        dir.path(),
        "tokenizer.json",
        tokenizer.to_string().as_bytes(),
    );
    let error = load(dir.path(), Precision::Fp32)
        .err()
        .expect("a misfit")
        .to_string();
    assert!(
        error.contains("word embeddings for a tokenizer of"),
        "{error}"
    );
    assert!(error_with("tokenizer.json", b"{}").contains("tokenizer.json"));
}

#[test]
fn prompts_that_would_grow_into_a_word_are_refused() {
    let prompts = json!({"prompts": {"query": "query:"}}).to_string();
    let error = error_with("config_sentence_transformers.json", prompts.as_bytes());
    assert!(error.contains("space"), "{error}");
}

#[test]
fn a_head_that_is_not_there_is_refused() {
    let dir = checkpoint(Kind::Splade);
    let embedder = load(dir.path(), Precision::Int8).expect("the checkpoint");
    let error = embedder.embed(&["fox"], Role::Query, &Limits::none());
    let error = error.expect_err("no dense vectors").to_string();
    assert!(
        error.contains("gives sparse vectors, not dense ones"),
        "{error}"
    );
    let wanted = Heads {
        tokens: true,
        ..Heads::SPARSE
    };
    let error = embedder.encode(&["fox"], Role::Query, wanted, &Limits::none());
    let lacks =
        matches!(error, Err(ModelError::NoSuchHead { lacks, .. }) if lacks == Heads::TOKENS);
    assert!(lacks);
}

/// All heads of a text.
fn encode(embedder: &dyn Embedder, text: &str, limits: &Limits) -> Result<u32, ModelError> {
    let heads = embedder.profile().heads();
    let encoded = embedder.encode(&[text], Role::Passage, heads, limits)?;
    Ok(encoded[0].windows)
}

#[test]
fn a_megabyte_of_one_word_is_read() {
    let word = "a".repeat(1 << 20);
    for kind in [Kind::Sentence, Kind::Splade] {
        let dir = checkpoint(kind);
        let embedder = load(dir.path(), Precision::Int8).expect("the checkpoint");
        // No word of WordPiece is that long: it is one unknown token.
        assert_eq!(encode(&*embedder, &word, &Limits::none()).unwrap(), 1);
    }
    let dir = checkpoint(Kind::ThreeHeads);
    let embedder = load(dir.path(), Precision::Int8).expect("the checkpoint");
    // A unigram model cuts it; nothing of it is lost.
    let part = &word[..1 << 16];
    let windows = encode(&*embedder, part, &Limits::none()).unwrap();
    assert!(windows >= (1 << 16) / 598, "{windows} windows");
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_millis(300)),
        ..Limits::none()
    };
    let start = Instant::now();
    let outcome = encode(&*embedder, &word, &limits);
    assert!(
        matches!(outcome, Err(ModelError::DeadlinePassed)),
        "{outcome:?}"
    );
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn broken_settings_are_refused() {
    for (config, says) in [
        ("{", "EOF"),
        (r#"{"model_type":"bert"}"#, "missing field"),
        (
            r#"{"model_type":"xlm-roberta","hidden_size":20,"intermediate_size":52,
             "num_hidden_layers":2,"num_attention_heads":4,"max_position_embeddings":2,
             "layer_norm_eps":1e-5,"pad_token_id":1}"#,
            "positions",
        ),
        (
            r#"{"model_type":"gpt2","hidden_size":20,"intermediate_size":52,"num_hidden_layers":2,
                "num_attention_heads":4,"max_position_embeddings":48,"layer_norm_eps":1e-12}"#,
            "gpt2",
        ),
        (
            r#"{"hidden_size":20,"intermediate_size":52,"num_hidden_layers":2,
                "num_attention_heads":3,"max_position_embeddings":48,"layer_norm_eps":1e-12}"#,
            "heads",
        ),
        (
            r#"{"hidden_size":99999999999,"intermediate_size":52,"num_hidden_layers":2,
                "num_attention_heads":3,"max_position_embeddings":48,"layer_norm_eps":1e-12}"#,
            "sizes",
        ),
    ] {
        let error = error_with("config.json", config.as_bytes());
        assert!(error.contains(says), "{error}");
    }
    assert!(error_with("tokenizer.json", b"{}").contains("tokenizer.json"));
    let small = error_with("sentence_bert_config.json", br#"{"max_seq_length": 8}"#);
    assert!(small.contains("too small"), "{small}");
}
