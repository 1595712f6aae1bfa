//! From shares of probability to how often such an answer is right.

use super::form::{Form, Op};

/// Numbers that are measured of an answer.
pub(super) const MEASURES: usize = 42;

/// Numbers that a probability is made of.
pub(super) const NUMBERS: usize = MEASURES + 4;

/// How an answer stands among the likeliest ones by the trees; nothing over one relation.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Standing {
    /// By trees.
    pub(super) score: f64,
    /// Share of probability by those scores.
    pub(super) share: f64,
    /// By how much its score is more than that of the best other one.
    pub(super) lead: f64,
}

impl Standing {
    /// Of each of some scores.
    pub(super) fn of_all(scores: &[f32]) -> Vec<Standing> {
        let shares = shares(scores);
        let best_of = |but: usize| {
            let others = scores.iter().enumerate().filter(|(at, _)| *at != but);
            others
                .map(|(_, score)| *score)
                .fold(f32::NEG_INFINITY, f32::max)
        };
        let standing = |(at, score): (usize, &f32)| Standing {
            score: f64::from(*score),
            share: shares[at],
            lead: f64::from(score - best_of(at)).clamp(-4.0, 4.0),
        };
        scores.iter().enumerate().map(standing).collect()
    }
}

/// What is known of an answer before its probability.
#[derive(Debug, Clone, Copy)]
pub(super) struct Measures {
    /// Mass of its denotation, and of the best other one.
    pub(super) mass: f64,
    pub(super) other: f64,
    /// Mass of the most probable denotation, and its own place.
    pub(super) first: f64,
    pub(super) place: usize,
    /// Share of its best candidate.
    pub(super) best: f64,
    pub(super) votes: usize,
    pub(super) candidates: usize,
    /// Words with content that its best candidate makes nothing of; all of them.
    pub(super) left: u32,
    pub(super) content: u32,
    /// Sources nearer than its own; all sources.
    pub(super) rank: u16,
    pub(super) sources: u16,
    /// Of the question's content in and around its relation, by weight.
    pub(super) share: f64,
    /// Of that content, what neither the candidate nor title and context use.
    pub(super) missing: f64,
    /// Of it, what stands in other relations.
    pub(super) elsewhere: f64,
    /// It is of a table, not a list, series or section tree.
    pub(super) of_table: bool,
    /// How much less of the content is in and around its relation than in the nearest.
    pub(super) behind: f64,
    /// It gives a column of all rows.
    pub(super) whole: bool,
    /// Several things are asked for; a number of them is.
    pub(super) lists: bool,
    pub(super) counts: bool,
    /// Share of probability that no candidate is right.
    pub(super) none: f64,
    pub(super) form: Form,
    pub(super) ops: u64,
}

/// Kinds of answers that are calibrated apart: what makes a cell likely says little of a
/// whole list, and what does over one table little of twenty.
pub(super) const KINDS: usize = 3;

fn kind(of: &Measures) -> usize {
    match (of.sources > 1, of.whole) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 2,
    }
}

/// Logistic regressions, one for each kind of answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Calibration {
    numbers: [[f64; NUMBERS]; KINDS],
}

/// Rounds of fitting, and what keeps the numbers small.
const ROUNDS: usize = 400;
const RIDGE: f64 = 1e-3;

impl Calibration {
    /// From its numbers.
    pub(super) fn of(numbers: [[f64; NUMBERS]; KINDS]) -> Calibration {
        Calibration { numbers }
    }

    /// Its numbers.
    pub(super) fn numbers(&self) -> [[f64; NUMBERS]; KINDS] {
        self.numbers
    }

    /// One that gives back the mass.
    pub(super) fn plain() -> Calibration {
        let mut numbers = [0.0; NUMBERS];
        numbers[1] = 1.0;
        Calibration {
            numbers: [numbers; KINDS],
        }
    }

    /// How probable it is that an answer is right.
    pub(super) fn probability(&self, of: &Measures, standing: &Standing) -> f64 {
        probability(&self.numbers[kind(of)], &numbers(of, standing))
    }

    /// Fits one to answers of which it is known whether they were right.
    pub(super) fn fit(seen: &[(Measures, Standing, bool)]) -> Calibration {
        let mut made = Calibration::plain();
        for (at, fitted) in made.numbers.iter_mut().enumerate() {
            let of_kind = seen.iter().filter(|one| kind(&one.0) == at);
            let rows: Vec<([f64; NUMBERS], f64)> = of_kind
                .map(|(one, standing, right)| (numbers(one, standing), f64::from(u8::from(*right))))
                .collect();
            if rows.len() >= NUMBERS {
                fit(fitted, &rows);
            }
        }
        made
    }
}

fn probability(numbers: &[f64; NUMBERS], row: &[f64; NUMBERS]) -> f64 {
    let sum: f64 = numbers.iter().zip(row).map(|(a, b)| a * b).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Falls along the slope, with smaller steps the more was gone.
fn fit(numbers: &mut [f64; NUMBERS], rows: &[([f64; NUMBERS], f64)]) {
    #[expect(clippy::cast_precision_loss, reason = "counts of questions")]
    let count = rows.len() as f64;
    let mut squares = [1e-9; NUMBERS];
    for _ in 0..ROUNDS {
        let mut slope = [0.0; NUMBERS];
        for (row, right) in rows {
            let off = probability(numbers, row) - right;
            for (sum, one) in slope.iter_mut().zip(row) {
                *sum += off * one / count;
            }
        }
        for at in 0..NUMBERS {
            let slope = slope[at] + RIDGE * numbers[at];
            squares[at] += slope * slope;
            numbers[at] -= 0.2 * slope / squares[at].sqrt();
        }
    }
}

fn numbers(of: &Measures, standing: &Standing) -> [f64; NUMBERS] {
    let measured = row(of);
    let leads = f64::from(u8::from(standing.lead >= 0.0 && of.sources > 1));
    let more = [
        standing.score / 4.0,
        standing.share,
        standing.lead / 2.0,
        leads,
    ];
    std::array::from_fn(|at| match at.checked_sub(MEASURES) {
        Some(at) => more[at],
        None => measured[at],
    })
}

/// What is measured of an answer.
#[expect(clippy::cast_precision_loss, reason = "counts of candidates")]
pub(super) fn row(of: &Measures) -> [f64; MEASURES] {
    let logit = |p: f64| {
        let p = p.clamp(1e-4, 1.0 - 1e-4);
        (p / (1.0 - p)).ln()
    };
    let flag = |ops: &[Op]| {
        let any = ops.iter().any(|op| of.ops & op.bit() != 0);
        f64::from(u8::from(any))
    };
    let is = |test: bool| f64::from(u8::from(test));
    [
        1.0,
        logit(of.mass),
        of.mass,
        (of.mass / of.other.max(1e-6)).ln().clamp(-8.0, 8.0) / 4.0,
        of.best,
        (of.votes as f64).ln() / 4.0,
        (of.candidates as f64).ln() / 8.0,
        f64::from(of.left.min(6)) / 3.0,
        f64::from(of.left) / f64::from(of.content.max(1)),
        is(matches!(of.form, Form::Count(_) | Form::Counts(..))),
        is(matches!(of.form, Form::Fold(..))),
        is(matches!(of.form, Form::Cells(..) | Form::ShareOf(..))),
        is(matches!(of.form, Form::Exists(_))),
        flag(&[Op::Next, Op::Previous, Op::Below, Op::Above]),
        flag(&[Op::Highest, Op::Lowest]),
        flag(&[Op::First, Op::Last]),
        flag(&[Op::Has, Op::Part]),
        is(of.sources > 1),
        is(of.place == 0),
        (of.mass / of.first.max(1e-6)).ln().clamp(-8.0, 0.0) / 4.0,
        f64::from(of.rank.min(4)) / 2.0,
        of.share,
        of.missing,
        of.elsewhere,
        is(of.of_table),
        of.behind,
        is(of.whole),
        is(of.whole && of.lists),
        is(of.whole && of.lists && !of.of_table),
        is(of.whole) * of.share,
        is(of.whole && of.behind == 0.0),
        is(of.whole) * logit(of.mass) / 4.0,
        is(of.whole && of.lists) * of.share,
        is(of.whole) * of.missing,
        is(of.whole && !of.of_table),
        is(of.whole) * of.none,
        is(of.counts && matches!(of.form, Form::Count(_))),
        is(of.sources > 1) * of.missing,
        is(of.sources > 1) * of.behind,
        is(of.sources > 1) * logit(of.mass) / 4.0,
        of.none,
        logit(of.none) / 4.0,
    ]
}

/// Shares of probability, which sum to 1.
pub(super) fn shares(scores: &[f32]) -> Vec<f64> {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f64> = scores
        .iter()
        .map(|score| f64::from(score - best).exp())
        .collect();
    let sum: f64 = shares.iter().sum();
    for share in &mut shares {
        *share /= sum;
    }
    shares
}
