//! A small file of the kind written here, whole and broken.

use std::path::PathBuf;

use tempfile::TempDir;

use super::*;
use crate::local::{bert::Bert, naming::Naming, settings::Prompts};
use crate::{Embedder, Limits, Precision, Role, conformance::keeps_its_promises};

const HIDDEN: usize = 32;
const WIDE: usize = 64;
const POSITIONS: usize = 64;

fn pieces() -> Vec<(String, f32)> {
    let specials = ["<s>", "<pad>", "</s>", "<unk>"].map(|name| (name.to_owned(), 0.0));
    let words = ["▁", "▁the", "▁query", "▁passage", ":", "qui", "ck"];
    let words = words.map(|piece| (piece.to_owned(), -3.0));
    let letters = ('a'..='z').map(|letter| (letter.to_string(), -9.0));
    specials.into_iter().chain(words).chain(letters).collect()
}

/// Name, blocks or floats, values.
fn tensors() -> Vec<(String, bool, usize)> {
    let mut all = vec![
        ("emb.word".to_owned(), true, pieces().len() * HIDDEN),
        ("emb.pos".to_owned(), false, POSITIONS * HIDDEN),
        ("emb.type".to_owned(), false, HIDDEN),
        ("emb.ln.w".to_owned(), false, HIDDEN),
        ("emb.ln.b".to_owned(), false, HIDDEN),
        ("of.no.use".to_owned(), false, 3),
    ];
    for layer in 0..2 {
        for (name, outputs, inputs) in [
            ("q", HIDDEN, HIDDEN),
            ("k", HIDDEN, HIDDEN),
            ("v", HIDDEN, HIDDEN),
            ("ao", HIDDEN, HIDDEN),
            ("fi", WIDE, HIDDEN),
            ("fo", HIDDEN, WIDE),
        ] {
            all.push((format!("l{layer}.{name}.w"), true, outputs * inputs));
            all.push((format!("l{layer}.{name}.b"), false, outputs));
        }
        for name in ["aln.w", "aln.b", "oln.w", "oln.b"] {
            all.push((format!("l{layer}.{name}"), false, HIDDEN));
        }
    }
    all
}

/// The bytes of some values: blocks of a step of 1/8, or floats between -1 and 1.
fn data(blocked: bool, values: usize, state: &mut u32) -> Vec<u8> {
    let mut next = || {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *state >> 8
    };
    if blocked {
        let block = |_| {
            [0, 0x30]
                .into_iter()
                .chain((0..16).map(|_| next() as u8).collect::<Vec<_>>())
        };
        return (0..values / 32).flat_map(block).collect();
    }
    (0..values)
        .flat_map(|_| (next() as f32 / (1 << 23) as f32 - 1.0).to_le_bytes())
        .collect()
}

fn file() -> Vec<u8> {
    let pieces = pieces();
    let mut out = b"E5S1\x01\0\0\0".to_vec();
    let numbers = |out: &mut Vec<u8>, numbers: &[u32]| {
        out.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
    };
    let epsilon = 1e-12_f32.to_bits();
    let words = pieces.len() as u32;
    let sizes = [HIDDEN as u32, 2, 4, WIDE as u32, words, POSITIONS as u32, 1];
    numbers(&mut out, &sizes);
    numbers(&mut out, &[epsilon, 32, words, 0, 2, 1, 3]);
    let text: String = pieces.iter().map(|(piece, _)| piece.as_str()).collect();
    out.extend((text.len() as u64).to_le_bytes());
    let mut end = 0;
    numbers(&mut out, &[0]);
    for (piece, _) in &pieces {
        end += piece.len() as u32;
        numbers(&mut out, &[end]);
    }
    numbers(
        &mut out,
        &pieces
            .iter()
            .map(|(_, score)| score.to_bits())
            .collect::<Vec<_>>(),
    );
    out.extend(text.bytes());
    // A no-break space is a space, and a bell is nothing.
    let characters = [&[0xa0, 0, 0, 0, 1, 0x20, 0, 0, 0][..], &[7, 0, 0, 0, 0]].concat();
    numbers(&mut out, &[2, characters.len() as u32]);
    out.extend(&characters);

    let (tensors, mut state) = (tensors(), 5);
    numbers(&mut out, &[tensors.len() as u32]);
    let entry = |name: &str| 2 + name.len() + 1 + 4 + 16;
    let directory: usize = tensors.iter().map(|(name, ..)| entry(name)).sum();
    let mut at = out.len() + directory;
    let mut all = Vec::new();
    for (name, blocked, values) in &tensors {
        let data = data(*blocked, *values, &mut state);
        out.extend((name.len() as u16).to_le_bytes());
        out.extend(name.bytes());
        out.push(u8::from(*blocked));
        numbers(&mut out, &[*values as u32]);
        out.extend((at as u64).to_le_bytes());
        out.extend((data.len() as u64).to_le_bytes());
        at += data.len();
        all.extend(data);
    }
    out.extend(all);
    out
}

fn written(bytes: &[u8]) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("model.bin");
    std::fs::write(&path, bytes).unwrap();
    (dir, path)
}

fn read(bytes: &[u8]) -> Result<Bert, ModelError> {
    let (_dir, path) = written(bytes);
    let naming = Naming {
        name: "made",
        weights_sha256: "0".repeat(64),
        languages: None,
    };
    let prompts = Prompts {
        query: "query: ".to_owned(),
        passage: "passage: ".to_owned(),
    };
    Bert::read_blocks(&path, &naming, Precision::Fp32, &prompts)
}

#[test]
fn a_file_keeps_the_promises() {
    keeps_its_promises(&read(&file()).unwrap());
}

#[test]
fn texts_become_the_most_probable_pieces() {
    let model = read(&file()).unwrap();
    // Specials, the prompt's two, and what is written beside the text.
    for (text, tokens) in [
        ("", 0),
        ("the", 1),
        ("the quick", 4), // ▁the ▁ qui ck
        ("the\u{a0}\u{7}quick", 4),
        ("  the \n", 1),
        ("語語語", 2), // ▁, and what is unknown side by side is one
        ("<s>", 4),    // ▁ and its three characters
    ] {
        let count = model.count_tokens(text).unwrap();
        assert_eq!(count - 4, tokens, "{text:?}");
    }
    let embed = |text| {
        let embeddings = model.embed(&[text], Role::Query, &Limits::none());
        embeddings.unwrap().remove(0).vector
    };
    assert_eq!(embed("the quick"), embed(" the\u{a0}qui\u{7}ck "));
}

#[test]
fn cut_and_changed_files_are_refused_without_a_panic() {
    let good = file();
    let header = good.len()
        - tensors()
            .iter()
            .map(|(_, b, n)| if *b { n / 32 * 18 } else { n * 4 })
            .sum::<usize>();
    for end in (0..header).step_by(31).chain([header, good.len() - 1]) {
        let error = read(&good[..end]).err().unwrap().to_string();
        assert!(error.contains("model.bin"), "{end}: {error}");
    }
    // Each byte of the numbers in front, and every few after: an error or another model, no panic.
    for at in (0..80).chain((80..header).step_by(29)) {
        for value in [0, 0x7f, 0xff] {
            let mut changed = good.clone();
            changed[at] = value;
            if let Ok(model) = read(&changed) {
                let _ = model.embed(&["the quick fox"], Role::Query, &Limits::none());
            }
        }
    }
}
