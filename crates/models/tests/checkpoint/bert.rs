//! A sentence encoder against a forward pass in double precision, and how long texts are cut.

use models::{Limits, Precision, Role, load};

use super::made::{HEADS, HIDDEN, Kind, LAYERS, Tensor, checkpoint, tensors};

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
    let dir = checkpoint(Kind::Sentence);
    let reference = Reference(tensors(Kind::Sentence));
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
fn windows_are_even_and_end_before_words() {
    let dir = checkpoint(Kind::Sentence);
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
