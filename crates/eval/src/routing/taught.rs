//! What real sessions teach the router: decisions that nobody corrected.
//!
//! Nothing is kept or learned unless its owner asked for it. One session counts
//! little, however long it is, so that nobody teaches the router alone.

use std::collections::{BTreeMap, BTreeSet};

use perusal::route::{Layer, QuestionType};

/// A question that follows this soon may correct the one before, in seconds.
pub const CORRECTION_SECONDS: i64 = 120;
/// Share of a question's content words that its repetition has.
pub const REPEATED_MIN: f64 = 0.6;
/// Decisions learned from one session.
pub const SESSION_MAX: usize = 20;
/// Sessions after which training again is due.
pub const RETRAIN_SESSIONS: usize = 500;
/// Decisions that drift is told by, in each of the two groups compared.
pub const DRIFT_WINDOW: usize = 200;
/// Rise of the share for layer 3, or fall of the mean confidence, that is told.
const DRIFT_MAX: f64 = 0.1;

/// One decision of a session, as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// The session.
    pub session: String,
    /// When it was asked, in Unix seconds.
    pub asked: i64,
    /// The question.
    pub text: String,
    /// It stood after an answer.
    pub previous: bool,
    /// What was decided.
    pub kind: QuestionType,
    /// By whom.
    pub layer: Layer,
    /// 0 to 1.
    pub confidence: f64,
    /// No layer was sure.
    pub low_confidence: bool,
    /// Somebody said that its answer did not help.
    pub refused: bool,
}

/// A question with a type to learn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taught {
    /// The question.
    pub text: String,
    /// It stood after an answer.
    pub previous: bool,
    /// Its type.
    pub kind: QuestionType,
    /// Who decided: a language model's label is marked so.
    pub layer: Layer,
}

/// The decisions that were not corrected, at most [`SESSION_MAX`] of a session,
/// each text once. `turns` in the order they were asked.
///
/// A turn counts as corrected when the next one of its session, within
/// [`CORRECTION_SECONDS`], repeats its words or declares another type, and when
/// somebody said that its answer did not help. What no layer was sure of teaches
/// nothing.
pub fn taught(turns: &[Turn]) -> Vec<Taught> {
    let mut sessions: BTreeMap<&str, Vec<&Turn>> = BTreeMap::new();
    for turn in turns {
        sessions.entry(&turn.session).or_default().push(turn);
    }
    let mut taught: BTreeMap<(String, bool), Taught> = BTreeMap::new();
    for turns in sessions.values() {
        let uncorrected = turns.iter().enumerate().filter(|(at, turn)| {
            let next = turns.get(at + 1);
            !turn.low_confidence && !turn.refused && !next.is_some_and(|next| corrects(next, turn))
        });
        for (_, turn) in uncorrected.take(SESSION_MAX) {
            let key = (turn.text.to_lowercase(), turn.previous);
            taught.entry(key).or_insert_with(|| Taught {
                text: turn.text.clone(),
                previous: turn.previous,
                kind: turn.kind,
                layer: turn.layer,
            });
        }
    }
    taught.into_values().collect()
}

fn corrects(next: &Turn, turn: &Turn) -> bool {
    let soon = next.asked - turn.asked <= CORRECTION_SECONDS;
    let declared = next.layer == Layer::Declared && next.kind != turn.kind;
    soon && (declared || repeats(&next.text, &turn.text))
}

/// True when a text has most of the content words of another.
fn repeats(next: &str, text: &str) -> bool {
    /// Shorter words carry sentences, not content.
    const LETTERS_MIN: usize = 4;
    let words = |text: &str| -> BTreeSet<String> {
        text.to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().count() >= LETTERS_MIN)
            .map(str::to_owned)
            .collect()
    };
    let (next, own) = (words(next), words(text));
    let common = own.intersection(&next).count();
    !own.is_empty() && common as f64 >= REPEATED_MIN * own.len() as f64
}

/// How decisions have changed since the first ones that were kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drift {
    /// Share for layer 3 among the first and among the last decisions.
    pub undecided: (f64, f64),
    /// Mean confidence of the same.
    pub confidence: (f64, f64),
}

impl Drift {
    /// True when people now ask what the router knows less of.
    pub fn alarms(&self) -> bool {
        self.undecided.1 - self.undecided.0 > DRIFT_MAX
            || self.confidence.0 - self.confidence.1 > DRIFT_MAX
    }
}

/// The first [`DRIFT_WINDOW`] decisions against the last; `None` where there are
/// not twice as many. What the caller declared says nothing of the router.
pub fn drift(turns: &[Turn]) -> Option<Drift> {
    let decided: Vec<&Turn> = turns
        .iter()
        .filter(|turn| turn.layer != Layer::Declared)
        .collect();
    if decided.len() < 2 * DRIFT_WINDOW {
        return None;
    }
    let of = |turns: &[&Turn]| {
        let count = turns.len() as f64;
        let undecided = turns
            .iter()
            .filter(|turn| turn.low_confidence || turn.layer == Layer::Language)
            .count();
        let sum: f64 = turns.iter().map(|turn| turn.confidence).sum();
        (undecided as f64 / count, sum / count)
    };
    let first = of(&decided[..DRIFT_WINDOW]);
    let last = of(&decided[decided.len() - DRIFT_WINDOW..]);
    Some(Drift {
        undecided: (first.0, last.0),
        confidence: (first.1, last.1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(session: &str, asked: i64, text: &str) -> Turn {
        Turn {
            session: session.to_owned(),
            asked,
            text: text.to_owned(),
            previous: false,
            kind: QuestionType::Retrieval,
            layer: Layer::Classifier,
            confidence: 0.9,
            low_confidence: false,
            refused: false,
        }
    }

    fn texts(turns: &[Turn]) -> Vec<String> {
        taught(turns).into_iter().map(|one| one.text).collect()
    }

    #[test]
    fn what_was_corrected_teaches_nothing() {
        let first = turn("a", 0, "deductible for wind damage");
        let again = turn("a", 60, "what is the deductible for damage by wind");
        let both = [first.clone(), again.clone()];
        assert_eq!(texts(&both), std::slice::from_ref(&again.text));
        // Two minutes later it is another question, and in another session too.
        let late = Turn {
            asked: 121,
            ..again.clone()
        };
        assert_eq!(texts(&[first.clone(), late]).len(), 2);
        let other = Turn {
            session: "b".to_owned(),
            ..again
        };
        assert_eq!(texts(&[first.clone(), other]).len(), 2);
        let declared = Turn {
            kind: QuestionType::Platform,
            layer: Layer::Declared,
            ..turn("a", 5, "no, my own plan")
        };
        assert_eq!(texts(&[first.clone(), declared]), ["no, my own plan"]);
        let unsure = Turn {
            low_confidence: true,
            ..first.clone()
        };
        assert!(texts(&[unsure]).is_empty());
        let refused = Turn {
            refused: true,
            ..first
        };
        assert!(texts(&[refused]).is_empty());
    }

    #[test]
    fn a_session_counts_little() {
        let turns: Vec<Turn> = (0..500)
            .map(|i| turn("a", i * 1_000, &format!("question number{i}")))
            .collect();
        assert_eq!(taught(&turns).len(), SESSION_MAX);
        // The same text from many sessions is one example.
        let same: Vec<Turn> = (0..50).map(|i| turn(&format!("s{i}"), 0, "x y")).collect();
        assert_eq!(taught(&same).len(), 1);
    }

    #[test]
    fn drift_is_told_when_it_is_large() {
        let sure: Vec<Turn> = (0..200).map(|i| turn("a", i, "x")).collect();
        let unsure = sure.iter().cloned().map(|turn| Turn {
            low_confidence: true,
            confidence: 0.5,
            ..turn
        });
        assert_eq!(drift(&sure), None);
        let turns: Vec<Turn> = sure.iter().cloned().chain(unsure).collect();
        assert!(drift(&turns).unwrap().alarms());
        let same: Vec<Turn> = sure.iter().chain(&sure).cloned().collect();
        assert!(!drift(&same).unwrap().alarms());
    }
}
