//! How likely a model's proposal is, beside what the patterns say.
//!
//! A model says nothing of how sure it is that can be used; whether the patterns, which
//! know nothing of it, come to the same values says much. So there is one probability a
//! case. They are set by hand and not measured yet, which is one reason why plans by a model
//! are off by default; `perusal eval tables --model NAME` prints how often each case is right.

use crate::answer::{Considered, Value};

/// The patterns' first values, too.
const FIRST_AGREED: f64 = 0.8;
/// Other values of the patterns.
const OTHER_AGREED: f64 = 0.5;
/// Values of its own.
const WRITTEN_ALONE: f64 = 0.25;
/// The first candidate was chosen: that much surer of it than the patterns are, as a share
/// of what is left to 1.
const FIRST_CHOSEN: f64 = 0.15;

/// What the patterns say to a model's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreed {
    /// They are the likeliest of the patterns, too.
    First,
    /// They are among the others.
    Other,
    /// They are its own.
    Alone,
    /// The patterns have none.
    Unopposed,
}

impl Agreed {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Agreed::First => "first",
            Agreed::Other => "other",
            Agreed::Alone => "alone",
            Agreed::Unopposed => "unopposed",
        }
    }
}

/// Which it is.
pub(super) fn agreed(considered: &[Considered], one: &Considered) -> Agreed {
    let same = |other: &Considered| denotes(other) == denotes(one);
    match considered.iter().position(same) {
        Some(0) => Agreed::First,
        Some(_) => Agreed::Other,
        None if considered.is_empty() => Agreed::Unopposed,
        None => Agreed::Alone,
    }
}

/// The candidates with a query that was written, the likeliest first.
pub(super) fn written(mut considered: Vec<Considered>, one: Considered) -> Vec<Considered> {
    let same = |other: &Considered| denotes(other) == denotes(&one);
    match considered.iter().position(same) {
        Some(at) => {
            let agreed = if at == 0 { FIRST_AGREED } else { OTHER_AGREED };
            let confidence = &mut considered[at].confidence;
            *confidence = confidence.max(agreed);
        }
        None => considered.push(Considered {
            confidence: WRITTEN_ALONE,
            ..one
        }),
    }
    sorted(considered)
}

/// The candidates after a choice, the likeliest first.
pub(super) fn chosen(mut considered: Vec<Considered>, at: usize) -> Vec<Considered> {
    let first = considered.first().map_or(0.0, |one| one.confidence);
    let own = &mut considered[at].confidence;
    *own = match at {
        0 => *own + (1.0 - *own) * FIRST_CHOSEN,
        // Before the one that stood first, and no surer than it was.
        _ => first,
    };
    let chosen = considered.remove(at);
    considered.insert(0, chosen);
    sorted(considered)
}

/// Stable: equal ones stay in their order.
fn sorted(mut considered: Vec<Considered>) -> Vec<Considered> {
    considered.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    considered
}

/// What values say, whatever made them, in any order.
fn denotes(one: &Considered) -> Vec<String> {
    let mut said: Vec<String> = one.values.iter().map(said).collect();
    said.sort_unstable();
    said
}

fn said(value: &Value) -> String {
    match value.number {
        Some(number) => number.normalize().to_string(),
        None => {
            let letters = value.text.chars().filter(|c| c.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use text::table::Unit;

    use super::*;
    use crate::answer::{Producer, ShownQuery};

    fn candidate(text: &str, confidence: f64) -> Considered {
        let number = text.parse().ok();
        Considered {
            values: vec![Value {
                text: text.to_owned(),
                number,
                unit: Unit::NONE,
                scale: 0,
                citations: Vec::new(),
                names: None,
            }],
            citations: Vec::new(),
            query: ShownQuery {
                sql: text.to_owned(),
                relations: Vec::new(),
                producer: Producer::Patterns,
            },
            operator: "project",
            expression: None,
            rows_read: 1,
            rows_total: 1,
            confidence,
        }
    }

    fn order(all: &[Considered]) -> Vec<&str> {
        all.iter().map(|one| one.query.sql.as_str()).collect()
    }

    #[test]
    fn what_both_give_is_likelier_and_stands_once() {
        let patterns = || vec![candidate("3", 0.5), candidate("Rome", 0.2)];
        let first = candidate("3.0", 0.0);
        assert_eq!(agreed(&patterns(), &first), Agreed::First);
        let all = written(patterns(), first);
        assert_eq!(order(&all), ["3", "Rome"]);
        assert!(all[0].confidence > 0.5);

        let other = candidate("ROME ", 0.0);
        assert_eq!(agreed(&patterns(), &other), Agreed::Other);
        let all = written(patterns(), other);
        assert_eq!(all.len(), 2);
        assert!(
            all.iter()
                .any(|one| one.query.sql == "Rome" && one.confidence > 0.2)
        );

        let own = candidate("Paris", 0.0);
        assert_eq!(agreed(&patterns(), &own), Agreed::Alone);
        assert_eq!(agreed(&[], &own), Agreed::Unopposed);
        assert_eq!(written(patterns(), own).len(), 3);
    }

    #[test]
    fn what_is_chosen_stands_first_and_the_others_in_their_order() {
        let patterns = || {
            vec![
                candidate("a", 0.5),
                candidate("b", 0.3),
                candidate("c", 0.1),
            ]
        };
        let all = chosen(patterns(), 2);
        assert_eq!(order(&all), ["c", "a", "b"]);
        assert!(all[0].confidence <= 0.5);
        let all = chosen(patterns(), 0);
        assert_eq!(order(&all), ["a", "b", "c"]);
        assert!(all[0].confidence > 0.5 && all[0].confidence < 1.0);
    }
}
