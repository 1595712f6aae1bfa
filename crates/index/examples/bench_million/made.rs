//! The texts and vectors of the bench: made up, the same every time.

use std::collections::BTreeMap;
use std::path::Path;

use index::{Identity, NewDocument};

use crate::synthetic::{self, Dice, normalise};

pub const DIM: usize = 384;
const WORDS_A_CHUNK: usize = 160;
/// Centres of the vectors.
const CENTRES: u64 = 2_000;
/// How far a vector lies from its centre, against the centre's length.
const SPREAD: f32 = 0.7;
/// Numbers a vector is made of: sentence vectors of 384 values vary along some
/// dozens of directions, not along 384.
const LATENT: usize = 48;
/// How much of a vector is noise along all directions.
const NOISE: f32 = 0.2;

/// Nearly normal, mean 0 and variance 1.
fn normal(dice: &mut Dice) -> f32 {
    (0..4).map(|_| dice.roll() as f32 - 0.5).sum::<f32>() * 3.0_f32.sqrt()
}

pub fn identity() -> Identity {
    Identity {
        analyzer: text::ANALYZER_VERSION.to_owned(),
        chunking: "bench".to_owned(),
        embedder: Some("made-up".to_owned()),
        dim: Some(DIM),
    }
}

/// Makes documents and vectors.
pub struct Maker {
    /// The words of the sample documents, in order, as often as they stand there.
    words: Vec<String>,
    /// `LATENT × DIM`: what each of the numbers adds.
    directions: Vec<f32>,
    dice: Dice,
    made: u64,
}

impl Maker {
    pub fn new() -> Self {
        let mut words = Vec::new();
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
        read_words(&samples, &mut words);
        assert!(words.len() > 1_000, "no sample documents");
        let mut dice = Dice::new(5);
        Self {
            words,
            directions: (0..LATENT * DIM).map(|_| normal(&mut dice)).collect(),
            dice: Dice::new(42),
            made: 0,
        }
    }

    fn word(&mut self, favourites: usize) -> String {
        let count = self.words.len();
        // A third of the words are of a stretch that the document likes.
        let at = match self.dice.below(3) {
            0 => (favourites + self.dice.below(count / 20)) % count,
            _ => self.dice.below(count),
        };
        if self.dice.below(4) > 0 {
            return self.words[at].clone();
        }
        let other = self.dice.below(count);
        format!("{}{}", self.words[at], self.words[other])
    }

    pub fn document(&mut self) -> NewDocument {
        let number = self.made;
        self.made += 1;
        let favourites = self.dice.below(self.words.len());
        let texts: Vec<String> = (0..10 + self.dice.below(121))
            .map(|_| {
                let words = (0..WORDS_A_CHUNK).map(|_| self.word(favourites) + " ");
                words.collect()
            })
            .collect();
        synthetic::document(number, 100, &format!("Document {number}"), texts)
    }

    /// A unit vector around the centre of a topic.
    pub fn vector(&self, topic: u64, dice: &mut Dice) -> Vec<f32> {
        let mut centre = Dice::new(1_000_003 + topic % CENTRES);
        let mut vector = vec![0.0_f32; DIM];
        for direction in self.directions.chunks_exact(DIM) {
            let number = normal(&mut centre) + SPREAD * normal(dice);
            for (value, part) in vector.iter_mut().zip(direction) {
                *value += number * part;
            }
        }
        let length = (LATENT as f32).sqrt() * (1.0 + SPREAD * SPREAD).sqrt();
        for value in &mut vector {
            *value += NOISE * length * normal(dice);
        }
        normalise(&mut vector);
        vector
    }
}

/// Ids of the made-up sparse vectors, and how many a chunk has: as SPLADE's.
pub const VOCABULARY: u32 = 30_522;
const ENTRIES: usize = 120;
/// Ids of a question.
const QUESTION_ENTRIES: usize = 30;

/// A sparse vector: low ids are common, as words are.
pub fn sparse(dice: &mut Dice, question: bool) -> Vec<(u32, f32)> {
    let entries = if question { QUESTION_ENTRIES } else { ENTRIES };
    let ids: BTreeMap<u32, f32> = (0..entries)
        .map(|_| {
            let id = f64::from(VOCABULARY).powf(dice.roll()) as u32;
            (id.min(VOCABULARY - 1), 0.05 + 2.0 * dice.roll() as f32)
        })
        .collect();
    ids.into_iter().collect()
}

/// Token vectors: as many of these as fit what is kept of a chunk, or a question's.
pub fn tokens(dice: &mut Dice, question: bool) -> Vec<f32> {
    let count = if question { 12 } else { 25 };
    let mut values: Vec<f32> = (0..count * DIM).map(|_| normal(dice)).collect();
    values.chunks_exact_mut(DIM).for_each(normalise);
    values
}

fn read_words(folder: &Path, words: &mut Vec<String>) {
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read_words(&path, words);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            let own = text
                .split(|c: char| !c.is_alphabetic())
                .filter(|word| (1..30).contains(&word.len()));
            words.extend(own.map(str::to_owned));
        }
    }
}
