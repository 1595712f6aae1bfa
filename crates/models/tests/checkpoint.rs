//! The encoder on a small checkpoint made here, against a forward pass in double precision that
//! shares no code with it; and checkpoints that are broken.

#![allow(
    clippy::panic,
    reason = "a test fails by panicking, also in the functions it calls"
)]

use std::{fmt::Write as _, fs, path::Path};

use models::{Limits, ModelError, Precision, Role, conformance::keeps_its_promises, load};
use serde_json::json;
use tempfile::TempDir;

/// Sizes that fit no register and no tile.
const HIDDEN: usize = 20;
const WIDE: usize = 52;
const HEADS: usize = 4;
const LAYERS: usize = 2;
const POSITIONS: usize = 48;

/// Tokens: four specials, letters in front of a word, letters inside of one.
const WORDS: usize = 4 + 26 + 26;

/// A tensor: name, shape, values.
type Tensor = (String, Vec<usize>, Vec<f32>);

/// Weights of a checkpoint, from a generator with a fixed start.
fn tensors() -> Vec<Tensor> {
    let mut state = 7_u32;
    let mut tensor = |name: String, shape: &[usize], middle: f32, spread: f32| {
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            middle + spread * ((state >> 8) as f32 / (1 << 23) as f32 - 1.0)
        };
        let values = (0..shape.iter().product()).map(|_| next()).collect();
        (name, shape.to_vec(), values)
    };
    let mut all = Vec::new();
    for (name, rows) in [("word", WORDS), ("position", POSITIONS), ("token_type", 2)] {
        all.push(tensor(
            format!("embeddings.{name}_embeddings.weight"),
            &[rows, HIDDEN],
            0.0,
            1.0,
        ));
    }
    let mut norms = vec!["embeddings".to_owned()];
    for layer in 0..LAYERS {
        let layer = format!("encoder.layer.{layer}");
        let square = [
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
        ];
        let linear = square
            .map(|name| (name, HIDDEN, HIDDEN))
            .into_iter()
            .chain([
                ("attention.output.dense", HIDDEN, HIDDEN),
                ("intermediate.dense", WIDE, HIDDEN),
                ("output.dense", HIDDEN, WIDE),
            ]);
        for (name, outputs, inputs) in linear {
            all.push(tensor(
                format!("{layer}.{name}.weight"),
                &[outputs, inputs],
                0.0,
                0.4,
            ));
            all.push(tensor(format!("{layer}.{name}.bias"), &[outputs], 0.0, 0.1));
        }
        norms.extend([
            format!("{layer}.attention.output"),
            format!("{layer}.output"),
        ]);
    }
    for norm in norms {
        all.push(tensor(
            format!("{norm}.LayerNorm.weight"),
            &[HIDDEN],
            1.0,
            0.3,
        ));
        all.push(tensor(
            format!("{norm}.LayerNorm.bias"),
            &[HIDDEN],
            0.0,
            0.1,
        ));
    }
    all
}

fn safetensors(tensors: &[Tensor]) -> Vec<u8> {
    let (mut header, mut data) = (
        String::from("{\"__metadata__\":{\"format\":\"pt\"}"),
        Vec::new(),
    );
    for (name, shape, values) in tensors {
        let start = data.len();
        data.extend(values.iter().flat_map(|x| x.to_le_bytes()));
        let entry = json!({"dtype": "F32", "shape": shape, "data_offsets": [start, data.len()]});
        write!(header, ",\"{name}\":{entry}").expect("a string");
    }
    header.push('}');
    [
        &(header.len() as u64).to_le_bytes(),
        header.as_bytes(),
        &data,
    ]
    .concat()
}

fn checkpoint() -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let letters = || (b'a'..=b'z').map(char::from);
    let specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
        .map(str::to_owned)
        .into_iter();
    let inside = letters().map(|letter| format!("##{letter}"));
    let words = specials.chain(letters().map(String::from)).chain(inside);
    let vocabulary: serde_json::Map<_, _> = words
        .enumerate()
        .map(|(id, word)| (word, json!(id)))
        .collect();
    let special = |name: &str, id: u32| {
        json!({"id": id, "content": name, "single_word": false, "lstrip": false, "rstrip": false,
               "normalized": false, "special": true})
    };
    let tokenizer = json!({
        "version": "1.0",
        "truncation": {"max_length": 9, "strategy": "LongestFirst", "stride": 0},
        "padding": null,
        "added_tokens": [special("[UNK]", 1), special("[CLS]", 2), special("[SEP]", 3)],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                       "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
        "decoder": null,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": vocabulary},
    });
    let config = json!({
        "model_type": "bert", "hidden_act": "gelu", "hidden_size": HIDDEN,
        "intermediate_size": WIDE, "num_hidden_layers": LAYERS, "num_attention_heads": HEADS,
        "max_position_embeddings": POSITIONS, "layer_norm_eps": 1e-12,
    });
    write(
        dir.path(),
        "tokenizer.json",
        tokenizer.to_string().as_bytes(),
    );
    write(dir.path(), "config.json", config.to_string().as_bytes());
    write(dir.path(), "model.safetensors", &safetensors(&tensors()));
    dir
}

fn write(dir: &Path, name: &str, content: &[u8]) {
    fs::write(dir.join(name), content).expect("a file");
}

/// The forward pass in double precision.
struct Reference(Vec<Tensor>);

impl Reference {
    fn get(&self, name: &str) -> Vec<f64> {
        let found = self
            .0
            .iter()
            .find(|(tensor, ..)| tensor == name)
            .expect(name);
        found.2.iter().map(|x| f64::from(*x)).collect()
    }

    fn linear(&self, x: &[Vec<f64>], name: &str) -> Vec<Vec<f64>> {
        let (weight, bias) = (
            self.get(&format!("{name}.weight")),
            self.get(&format!("{name}.bias")),
        );
        let apply = |row: &Vec<f64>| {
            let rows = weight.chunks_exact(row.len()).zip(&bias);
            rows.map(|(w, b)| b + w.iter().zip(row).map(|(w, x)| w * x).sum::<f64>())
                .collect()
        };
        x.iter().map(apply).collect()
    }

    fn norm(&self, x: &mut [Vec<f64>], residual: &[Vec<f64>], name: &str) {
        let gamma = self.get(&format!("{name}.LayerNorm.weight"));
        let beta = self.get(&format!("{name}.LayerNorm.bias"));
        for (row, residual) in x.iter_mut().zip(residual) {
            row.iter_mut()
                .zip(residual)
                .for_each(|(x, residual)| *x += residual);
            let mean = row.iter().sum::<f64>() / HIDDEN as f64;
            let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / HIDDEN as f64;
            for (i, x) in row.iter_mut().enumerate() {
                *x = (*x - mean) / (variance + 1e-12).sqrt() * gamma[i] + beta[i];
            }
        }
    }

    fn attention(&self, x: &[Vec<f64>], layer: &str) -> Vec<Vec<f64>> {
        let part = |name| self.linear(x, &format!("{layer}.attention.self.{name}"));
        let (q, k, v) = (part("query"), part("key"), part("value"));
        let width = HIDDEN / HEADS;
        let mut out = vec![vec![0.0; HIDDEN]; x.len()];
        for head in (0..HIDDEN).step_by(width) {
            for (row, out) in out.iter_mut().enumerate() {
                let score = |key: &Vec<f64>| {
                    let dot: f64 = (head..head + width).map(|i| q[row][i] * key[i]).sum();
                    (dot / (width as f64).sqrt()).exp()
                };
                let scores: Vec<f64> = k.iter().map(score).collect();
                let sum: f64 = scores.iter().sum();
                for i in head..head + width {
                    out[i] = scores
                        .iter()
                        .zip(&v)
                        .map(|(score, v)| score / sum * v[i])
                        .sum();
                }
            }
        }
        out
    }

    fn embed(&self, ids: &[usize]) -> Vec<f64> {
        let table = |name: &str, row: usize| {
            let table = self.get(&format!("embeddings.{name}_embeddings.weight"));
            table[row * HIDDEN..(row + 1) * HIDDEN].to_vec()
        };
        let add = |a: Vec<f64>, b: Vec<f64>| a.iter().zip(b).map(|(a, b)| a + b).collect();
        let mut x: Vec<Vec<f64>> = ids.iter().map(|id| table("word", *id)).collect();
        let places = 0..ids.len();
        let rest: Vec<Vec<f64>> = places
            .map(|at| add(table("position", at), table("token_type", 0)))
            .collect();
        self.norm(&mut x, &rest, "embeddings");
        for layer in 0..LAYERS {
            let layer = format!("encoder.layer.{layer}");
            let context = self.attention(&x, &layer);
            let mut attended = self.linear(&context, &format!("{layer}.attention.output.dense"));
            self.norm(&mut attended, &x, &format!("{layer}.attention.output"));
            let mut wide = self.linear(&attended, &format!("{layer}.intermediate.dense"));
            wide.iter_mut().flatten().for_each(|x| *x *= normal(*x));
            x = self.linear(&wide, &format!("{layer}.output.dense"));
            self.norm(&mut x, &attended, &format!("{layer}.output"));
        }
        let mean: Vec<f64> = (0..HIDDEN)
            .map(|i| x.iter().map(|row| row[i]).sum())
            .collect();
        let length = mean.iter().map(|x| x * x).sum::<f64>().sqrt();
        mean.iter().map(|x| x / length).collect()
    }
}

/// The share of a normal distribution below `x`, by its series.
fn normal(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for n in 1..200 {
        term *= x * x / f64::from(2 * n + 1);
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The tokens of lower-case words.
fn ids(text: &str) -> Vec<usize> {
    let word = |word: &str| {
        let letters = word.bytes().enumerate();
        let ids = letters.map(|(at, b)| 4 + usize::from(b - b'a') + if at > 0 { 26 } else { 0 });
        ids.collect::<Vec<_>>()
    };
    let words = text.split_whitespace().flat_map(word);
    std::iter::once(2).chain(words).chain([3]).collect()
}

#[test]
fn a_small_checkpoint_is_computed_as_it_should_be() {
    let dir = checkpoint();
    let reference = Reference(tensors());
    for (precision, least) in [(Precision::Fp32, 0.999_999), (Precision::Int8, 0.999)] {
        let embedder = load(dir.path(), precision).expect("the checkpoint");
        let texts = [
            "",
            "a",
            "the quick brown fox",
            "jumps over the lazy dog and rests under it",
        ];
        let embeddings = embedder
            .embed(&texts, Role::Query, &Limits::none())
            .expect("vectors");
        for (text, embedding) in texts.iter().zip(&embeddings) {
            let expected = reference.embed(&ids(text));
            let pairs = expected.iter().zip(&embedding.vector);
            let cosine: f64 = pairs.map(|(a, b)| a * f64::from(*b)).sum();
            assert!(cosine > least, "{text:?} in {precision}: cosine {cosine}");
            assert_eq!(embedding.tokens as usize, ids(text).len(), "{text:?}");
        }
    }
}

#[test]
fn a_small_checkpoint_keeps_its_promises() {
    let dir = checkpoint();
    for precision in [Precision::Fp32, Precision::Int8] {
        keeps_its_promises(&*load(dir.path(), precision).expect("the checkpoint"));
    }
}

#[test]
fn windows_are_even_and_end_before_words() {
    let dir = checkpoint();
    let embedder = load(dir.path(), Precision::Fp32).expect("the checkpoint");
    // 46 letters fit; 47 make two windows of about one length, not one and a stump.
    let text = "abcde ".repeat(10);
    let text = &text[..56];
    assert_eq!(embedder.count_tokens(text).expect("tokens"), 49);
    let embed = |text: &str| {
        let embeddings = embedder.embed(&[text], Role::Passage, &Limits::none());
        embeddings.expect("vectors").remove(0)
    };
    let whole = embed(text);
    assert_eq!((whole.windows, whole.tokens), (2, 51));
    // The even cut, after 24 letters, is inside the fifth word; the one taken is before it.
    let halves = [embed(&text[..24]), embed(&text[24..])];
    let mut expected: Vec<f32> = (0..HIDDEN)
        .map(|i| {
            halves
                .iter()
                .map(|half| half.vector[i] * half.tokens as f32)
                .sum()
        })
        .collect();
    let length = expected.iter().map(|x| x * x).sum::<f32>().sqrt();
    expected.iter_mut().for_each(|x| *x /= length);
    for (x, expected) in whole.vector.iter().zip(&expected) {
        assert!((x - expected).abs() < 1e-6);
    }
}

/// What loading says of a checkpoint in which one file is other than it should be.
fn error_with(name: &str, content: &[u8]) -> String {
    let dir = checkpoint();
    write(dir.path(), name, content);
    match load(dir.path(), Precision::Int8) {
        Err(error @ (ModelError::BadModel { .. } | ModelError::Io { .. })) => error.to_string(),
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("a broken {name} was loaded"),
    }
}

#[test]
fn broken_weights_are_refused() {
    let good = safetensors(&tensors());
    let check = |content: &[u8], says: &str| {
        let error = error_with("model.safetensors", content);
        assert!(
            error.contains("model.safetensors") && error.contains(says),
            "{error}"
        );
    };
    check(b"", "");
    check(&good[..5], "");
    check(&good[..100], "header");
    check(&good[..good.len() - 1], "");
    check(&[&good, &b"x"[..]].concat(), "tensors end at");
    check(&u64::MAX.to_le_bytes(), "header");
    check(&[&4_u64.to_le_bytes()[..], b"nope"].concat(), "");

    let value = "encoder.layer.1.attention.self.value.bias";
    let mut renamed = tensors();
    let found = renamed
        .iter_mut()
        .find(|(name, ..)| name == value)
        .expect(value);
    found.0 = "other".to_owned();
    check(&safetensors(&renamed), value);
    let mut turned = tensors();
    let shape = turned[3].1.clone();
    turned[3].1 = vec![shape[0] / 2, shape[1] * 2];
    check(&safetensors(&turned), "expected");
    let mut fewer = tensors();
    fewer[0].1[0] -= 1;
    fewer[0].2.truncate((WORDS - 1) * HIDDEN);
    check(&safetensors(&fewer), "word embeddings");
}

#[test]
fn broken_settings_are_refused() {
    for (config, says) in [
        ("{", "EOF"),
        (r#"{"model_type":"gpt2"}"#, "missing field"),
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
