//! From shares of probability to how often such an answer is right.

use super::form::{Form, Op};

/// Numbers that a probability is made of.
pub(super) const MEASURES: usize = 19;

/// What is known of an answer before its probability.
#[derive(Debug, Clone, Copy)]
pub(super) struct Measures {
    /// Mass of its denotation, and of the best other one.
    pub(super) mass: f64,
    pub(super) other: f64,
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
    pub(super) form: Form,
    pub(super) ops: u64,
}

/// A logistic regression.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Calibration {
    numbers: [f64; MEASURES],
}

/// Rounds of fitting, and what keeps the numbers small.
const ROUNDS: usize = 400;
const RIDGE: f64 = 1e-3;

impl Calibration {
    /// From its numbers.
    pub(super) fn of(numbers: [f64; MEASURES]) -> Calibration {
        Calibration { numbers }
    }

    /// Its numbers.
    pub(super) fn numbers(&self) -> [f64; MEASURES] {
        self.numbers
    }

    /// One that gives back the mass.
    pub(super) fn plain() -> Calibration {
        let mut numbers = [0.0; MEASURES];
        numbers[1] = 1.0;
        Calibration { numbers }
    }

    /// How probable it is that an answer is right.
    pub(super) fn probability(&self, of: &Measures) -> f64 {
        self.of_row(&row(of))
    }

    fn of_row(&self, row: &[f64; MEASURES]) -> f64 {
        let sum: f64 = self.numbers.iter().zip(row).map(|(a, b)| a * b).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    /// Fits one to answers of which it is known whether they were right, by
    /// Newton's method.
    pub(super) fn fit(seen: &[(Measures, bool)]) -> Calibration {
        let rows: Vec<([f64; MEASURES], f64)> = seen
            .iter()
            .map(|(one, right)| (row(one), f64::from(u8::from(*right))))
            .collect();
        let mut made = Calibration::plain();
        if rows.len() < MEASURES {
            return made;
        }
        // The mean of rows is at most a few units long: a fixed step is safe.
        #[expect(clippy::cast_precision_loss, reason = "counts of questions")]
        let count = rows.len() as f64;
        let mut squares = [1e-9; MEASURES];
        for _ in 0..ROUNDS {
            let mut slope = [0.0; MEASURES];
            for (row, right) in &rows {
                let off = made.of_row(row) - right;
                for (sum, one) in slope.iter_mut().zip(row) {
                    *sum += off * one / count;
                }
            }
            for at in 0..MEASURES {
                let slope = slope[at] + RIDGE * made.numbers[at];
                squares[at] += slope * slope;
                made.numbers[at] -= 0.2 * slope / squares[at].sqrt();
            }
        }
        made
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of candidates")]
fn row(of: &Measures) -> [f64; MEASURES] {
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
        f64::from(of.rank.min(4)) / 2.0,
    ]
}
