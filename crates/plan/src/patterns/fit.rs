//! Learning weights from questions whose values are known: which candidate is
//! right is seen by what it gives, never by how.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::asked::Asked;
use super::calibrate::{Calibration, Measures, Standing, shares};
use super::gold::Gold;
use super::index::Prepared;
use super::look::Seen;
use super::near::Evidence;
use super::pool::{Entry, Pool};
use super::vocabulary::{self, Vocabulary};
use super::weights::{SLOTS, Weights};
use super::{Limits, hash, ranker};
use crate::question::Question;
use crate::trees::{self, Group, Growth, Trees};

/// A question with its tables and the values that are right.
#[derive(Debug, Clone)]
pub struct Example {
    /// As it was asked.
    pub question: Question,
    /// As for [`super::candidates`].
    pub tables: Vec<Arc<Prepared>>,
    /// Where searches found each; empty for single tables.
    pub evidence: Vec<Evidence>,
    /// The tables that the question is about; the same values found in another are
    /// not right.
    pub about: Vec<usize>,
    /// The right values.
    pub gold: Gold,
    /// Examples of one source are held out together.
    pub source: u64,
    /// How much it counts where the likeliest answers are put in order, beside 1.
    pub weight: f64,
}

/// How to learn.
#[derive(Debug, Clone, PartialEq)]
pub struct FitOptions {
    /// Times that all examples are seen.
    pub epochs: usize,
    /// First step of a weight.
    pub rate: f32,
    /// Squares that a weight has seen before its first: keeps first steps small.
    pub smooth: f32,
    /// What pulls weights to zero.
    pub l1: f32,
    /// Share of features that is left out each time an example is seen.
    pub dropout: f32,
    /// Epochs, the last ones, whose weights are averaged.
    pub averaged: usize,
    /// Candidates of an example that are kept after the first epoch.
    pub kept: usize,
    /// Questions that a word is in, to be known.
    pub word_questions: u32,
    /// Order of examples and dropout.
    pub seed: u64,
    /// Bounds of the candidates.
    pub limits: Limits,
}

impl Default for FitOptions {
    fn default() -> FitOptions {
        FitOptions {
            epochs: 6,
            rate: 0.3,
            smooth: 2.0,
            l1: 0.0005,
            dropout: 0.6,
            averaged: 4,
            kept: 1_000,
            word_questions: 5,
            seed: 1,
            limits: Limits::default(),
        }
    }
}

/// Folds of sources by which answers are judged that the calibration is fitted on.
const FOLDS: u64 = 3;

/// Trees that put the likeliest answers in order.
const GROWTH: Growth = Growth { trees: 300 };

/// One of so many examples is seen without its words too.
const WORDLESS: usize = 2;

/// Learns weights. The same examples in the same order give the same bytes.
pub fn fit(examples: &[Example], options: &FitOptions) -> Weights {
    let vocabulary = learn_vocabulary(examples, options.word_questions);
    let mut cases: Vec<Case> = examples
        .iter()
        .enumerate()
        .map(|example| Case::new(example, &vocabulary, &options.limits))
        .collect();
    // Without words, operators alone must do: other languages have no others.
    let wordless = examples.iter().enumerate().step_by(WORDLESS);
    let none = Vocabulary::default();
    cases.extend(wordless.map(|example| Case::new(example, &none, &options.limits)));
    // Every answer is judged by weights that never saw its source: lists are few, and none
    // of them can be spared.
    let mut seen = Vec::new();
    for fold in 0..FOLDS {
        let held = |case: &Case| fold_of(case.source) == fold;
        let (judged, mut learning): (Vec<Case>, Vec<Case>) = cases.drain(..).partition(held);
        let weights = Learner::new(options).learn(&mut learning, options);
        let asked = judged
            .iter()
            .filter(|case| !case.wordless && case.pool.entries.len() > 1);
        seen.extend(asked.map(|case| case.judged(&weights, &examples[case.example])));
        cases = judged;
        cases.append(&mut learning);
    }
    let (trees, calibration) = put_in_order(&seen);
    drop(seen);
    let weights = Learner::new(options).learn(&mut cases, options);
    Weights::new(&weights, vocabulary, trees, calibration)
}

fn fold_of(source: u64) -> u64 {
    hash::of(&[source, 41]) % FOLDS
}

/// The likeliest answers of a question.
struct Likeliest {
    source: u64,
    measures: Vec<Measures>,
    /// Of several relations, as trees look at them.
    group: Option<Group>,
    right: Vec<bool>,
}

/// Grows trees, and fits the probability to how answers stand by trees that never saw their
/// source.
fn put_in_order(seen: &[Likeliest]) -> (Trees, Calibration) {
    let groups = |held: Option<u64>| -> Vec<&Group> {
        let kept = seen.iter().filter(|one| Some(fold_of(one.source)) != held);
        kept.filter_map(|one| one.group.as_ref()).collect()
    };
    let unseen: Vec<Trees> = (0..FOLDS)
        .map(|fold| trees::fit(&groups(Some(fold)), GROWTH))
        .collect();
    let mut judged = Vec::new();
    for one in seen {
        let standing = match &one.group {
            Some(group) => {
                let trees = &unseen[usize::try_from(fold_of(one.source)).unwrap_or(0)];
                let scores: Vec<f32> = group.rows.iter().map(|row| trees.score(row)).collect();
                Standing::of_all(&scores)
            }
            None => vec![Standing::default(); one.measures.len()],
        };
        let all = one.measures.iter().zip(standing).zip(&one.right);
        judged.extend(all.map(|((measures, standing), right)| (*measures, standing, *right)));
    }
    (trees::fit(&groups(None), GROWTH), Calibration::fit(&judged))
}

/// Words and pairs that enough questions have, words that enough tables' headers
/// have.
fn learn_vocabulary(examples: &[Example], least: u32) -> Vocabulary {
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for example in examples {
        let asked = Asked::new(&example.question);
        let (words, pairs) = vocabulary::said(&asked);
        let headers = example
            .tables
            .iter()
            .flat_map(|table| &table.columns)
            .flat_map(|column| &column.name)
            .map(|stem| vocabulary::header(stem));
        let all: std::collections::BTreeSet<u32> = words
            .into_iter()
            .chain(pairs)
            .chain(headers)
            .map(vocabulary::short)
            .collect();
        for one in all {
            *counts.entry(one).or_insert(0) += 1;
        }
    }
    let often = counts.into_iter().filter(|(_, count)| *count >= least);
    Vocabulary {
        known: often.map(|(word, _)| word).collect(),
    }
}

/// An example made ready to learn from.
struct Case {
    pool: Pool,
    right: Vec<bool>,
    source: u64,
    /// Its place among the examples.
    example: usize,
    wordless: bool,
}

impl Case {
    fn new((at, example): (usize, &Example), vocabulary: &Vocabulary, limits: &Limits) -> Case {
        let tables: Vec<&Prepared> = example.tables.iter().map(AsRef::as_ref).collect();
        let pool = Pool::build(
            &example.question,
            (&tables, &example.evidence),
            vocabulary,
            limits,
        );
        let right = pool.right(&tables, &example.about, &example.gold);
        Case {
            pool,
            right,
            source: example.source,
            example: at,
            wordless: vocabulary.known.is_empty(),
        }
    }

    /// Something can be learned: some candidates are right, some are not.
    fn teaches(&self) -> bool {
        self.right.contains(&true) && self.right.contains(&false)
    }

    /// The best answers and whether they are right.
    fn judged(&self, weights: &[f32], example: &Example) -> Likeliest {
        let ranked = ranker::Ranked::new(&self.pool, |slot| weights[slot as usize]);
        let looked = ranked.looked_at(&self.pool);
        let measures = looked.iter().map(|at| ranked.measures(&self.pool, *at));
        let right = looked.iter();
        let right: Vec<bool> = right
            .map(|at| self.right[ranked.denotations[*at].best])
            .collect();
        let group = (self.pool.sources > 1).then(|| {
            let tables: Vec<&Prepared> = example.tables.iter().map(AsRef::as_ref).collect();
            let seen = Seen {
                asked: &Asked::new(&example.question),
                tables: &tables,
                pool: &self.pool,
            };
            Group {
                rows: seen.rows(&ranked, &looked),
                right: right.clone(),
                weight: example.weight,
            }
        });
        Likeliest {
            source: self.source,
            measures: measures.collect(),
            group,
            right,
        }
    }

    /// Keeps the best candidates by a score.
    fn keep(&mut self, scores: &[f32], count: usize) {
        if self.right.len() <= count {
            return;
        }
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
        let mut kept = vec![false; scores.len()];
        order.iter().take(count).for_each(|at| kept[*at] = true);
        kept[scores.len() - 1] = true;
        for (at, entry) in self.pool.answers().iter().enumerate() {
            kept[at] |= self.pool.is_whole(entry);
        }
        let mut entries: Vec<Entry> = Vec::with_capacity(count);
        let mut groups = Vec::new();
        for at in (0..scores.len()).filter(|at| kept[*at]) {
            groups.extend_from_slice(self.pool.groups_of(at));
            entries.push(Entry {
                end: u32::try_from(groups.len()).unwrap_or(u32::MAX),
                ..self.pool.entries[at]
            });
        }
        self.pool.entries = entries;
        self.pool.of_entries = groups;
        let mut at = 0;
        self.right.retain(|_| {
            at += 1;
            kept[at - 1]
        });
    }
}

/// `AdaGrad` with a pull to zero: one step an example, on the few of millions of weights that it
/// touches, where a method that needs the slope of all examples would not end.
struct Learner {
    weights: Vec<f32>,
    squares: Vec<f32>,
    slopes: Vec<f32>,
    touched: Vec<u32>,
    options: FitOptions,
}

impl Learner {
    fn new(options: &FitOptions) -> Learner {
        Learner {
            weights: vec![0.0; SLOTS],
            squares: vec![options.smooth; SLOTS],
            slopes: vec![0.0; SLOTS],
            touched: Vec::new(),
            options: options.clone(),
        }
    }

    fn learn(mut self, cases: &mut [Case], options: &FitOptions) -> Vec<f32> {
        let mut order: Vec<usize> = (0..cases.len()).collect();
        let averaged = options.averaged.clamp(1, options.epochs.max(1));
        let mut sums = vec![0.0; SLOTS];
        for epoch in 0..options.epochs {
            let seed = hash::of(&[options.seed, epoch as u64]);
            order.sort_by_key(|at| (hash::of(&[seed, *at as u64]), *at));
            for at in &order {
                let case = &mut cases[*at];
                if !case.teaches() {
                    continue;
                }
                let scores = self.see(case, hash::of(&[seed, *at as u64, 7]));
                if epoch == 0 {
                    case.keep(&scores, options.kept);
                }
            }
            if epoch + averaged >= options.epochs {
                let both = sums.iter_mut().zip(&self.weights);
                both.for_each(|(sum, weight)| *sum += weight);
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a few epochs")]
        let share = 1.0 / averaged as f32;
        sums.iter_mut().for_each(|sum| *sum *= share);
        sums
    }

    /// One step on one example; gives the scores before it.
    fn see(&mut self, case: &Case, seed: u64) -> Vec<f32> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of all hashes"
        )]
        let cut = (f64::from(self.options.dropout) * f64::from(u32::MAX)) as u64;
        let dropped = |slot: u32| hash::join(seed, slot.into()) & 0xffff_ffff < cut;
        let weights = &self.weights;
        let scores = ranker::scores(&case.pool, |slot| match dropped(slot) {
            true => 0.0,
            false => weights[slot as usize],
        });
        let shares = shares(&scores);
        let right: f64 = shares
            .iter()
            .zip(&case.right)
            .filter(|(_, right)| **right)
            .map(|(share, _)| share)
            .sum();
        let mut of_groups = vec![0.0_f64; case.pool.groups.ends.len()];
        for (at, share) in shares.iter().enumerate() {
            let wanted = if case.right[at] {
                share / right.max(1e-12)
            } else {
                0.0
            };
            let slope = share - wanted;
            if slope.abs() > 1e-7 {
                for group in case.pool.groups_of(at) {
                    of_groups[*group as usize] += slope;
                }
            }
        }
        for (group, slope) in (0_u32..).zip(&of_groups) {
            if slope.abs() < 1e-6 {
                continue;
            }
            for slot in case.pool.groups.slots_of(group) {
                if !dropped(*slot) {
                    let sum = &mut self.slopes[*slot as usize];
                    if *sum == 0.0 {
                        self.touched.push(*slot);
                    }
                    #[expect(clippy::cast_possible_truncation, reason = "a slope of at most 1")]
                    let slope = *slope as f32;
                    *sum += slope;
                }
            }
        }
        self.step();
        scores
    }

    fn step(&mut self) {
        let (rate, l1) = (self.options.rate, self.options.l1);
        for slot in self.touched.drain(..) {
            let at = slot as usize;
            let slope = std::mem::take(&mut self.slopes[at]);
            self.squares[at] += slope * slope;
            let step = rate / (self.squares[at].sqrt() + 1e-4);
            let moved = self.weights[at] - step * slope;
            self.weights[at] = moved.signum() * (moved.abs() - step * l1).max(0.0);
        }
    }
}
