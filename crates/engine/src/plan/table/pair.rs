//! The two sides of a comparison.

use super::difference::{ahead, change, exceeds, growth};
use super::operand::word_at;
use crate::plan::scan::{Notation, lowered, scan};

/// A comparison of two: the question asked of each alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// What is compared.
    pub names: [String; 2],
    /// The question for each.
    pub questions: [String; 2],
    /// The larger one is asked for, or the smaller; `None` when only the difference is.
    pub larger: Option<bool>,
    /// The difference is asked for in parts of the second.
    pub relative: bool,
}

/// Words behind `or` that make a limit of the number before it.
const LIMITS: &[&str] = &[
    "more", "less", "fewer", "greater", "higher", "lower", "over", "older", "under", "above",
    "below", "mehr", "weniger", "más", "menos",
];

/// The two sides that a question compares; `None` when it compares none.
pub fn pair(question: &str) -> Option<Pair> {
    let lower = lowered(question);
    if lower.len() != question.len() {
        return None;
    }
    if let Some(found) = growth(question, &lower)
        .or_else(|| change(question, &lower))
        .or_else(|| exceeds(question, &lower))
        .or_else(|| ahead(question, &lower))
    {
        return Some(found);
    }
    let word = |words: &[&str]| {
        lower
            .split(|c: char| !c.is_alphanumeric())
            .any(|found| words.contains(&found))
    };
    let larger = word(&[
        "more", "higher", "larger", "greater", "longer", "older", "bigger", "dearer", "mayor",
        "más", "mehr", "höher", "größer", "teurer", "exceed",
    ]);
    let smaller = word(&[
        "less",
        "lower",
        "smaller",
        "cheaper",
        "fewer",
        "shorter",
        "menor",
        "menos",
        "weniger",
        "niedriger",
        "billiger",
        "günstiger",
        "kleiner",
    ]);
    let between = [
        "compare ",
        "difference between ",
        "differ between ",
        "compara ",
        "diferencia entre ",
        "unterschied zwischen ",
        "vergleiche ",
    ]
    .iter()
    .find_map(|opening| word_at(&lower, opening).map(|at| at + opening.len()));
    let (joint, from) = match between {
        Some(from) => {
            let joint = [
                " and ", " with ", " to ", " y ", " und ", " versus ", " vs ",
            ]
            .iter()
            .filter_map(|joint| Some((from + lower[from..].find(joint)?, joint.len())))
            .min()?;
            (joint, from)
        }
        None if larger || smaller => {
            let joint = [" or ", " oder ", " o ", " than ", " als ", " que "]
                .iter()
                .find_map(|joint| Some((lower.rfind(joint)?, joint.len())))?;
            (joint, 0)
        }
        None => return None,
    };
    let left_start = match between {
        Some(from) => from,
        None => side_start(&lower, joint.0),
    };
    let right_start = joint.0 + joint.1;
    // `more than 100` is a limit, no side.
    if lower[right_start..]
        .trim_start()
        .starts_with(|c: char| c.is_ascii_digit() || c == '$')
        && between.is_none()
    {
        return None;
    }
    // So is `6 or more`.
    let first = lower[right_start..].split(' ').next().unwrap_or_default();
    let numbered = lower[..joint.0].ends_with(|c: char| c.is_ascii_digit());
    if numbered
        && between.is_none()
        && LIMITS.contains(&first.trim_matches(|c: char| !c.is_alphanumeric()))
    {
        return None;
    }
    let right_end = side_end(&lower, right_start);
    let left = question.get(left_start.max(from)..joint.0)?.trim();
    let right = question.get(right_start..right_end)?.trim();
    let (left_name, right_name) = (bare(left), bare(right));
    if left_name.is_empty() || right_name.is_empty() {
        return None;
    }
    let of = |side: &str| {
        let text = format!(
            "{} {side} {}",
            &question[..left_start],
            &question[right_end..]
        );
        without_comparison(&text)
    };
    Some(Pair {
        questions: [of(left), of(right)],
        names: [left_name, right_name],
        larger: match (larger, smaller) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        },
        relative: false,
    })
}

/// True for a question that compares: one cell is never its answer.
pub fn compares(question: &str) -> bool {
    let lower = lowered(question);
    let signs = [
        "by how much",
        "how much more",
        "how much less",
        "how much higher",
        "how much lower",
        "difference between",
        " exceed",
        "um wie viel",
        "cuánto más",
        "cuánto menos",
        "diferencia entre",
    ];
    signs.iter().any(|sign| lower.contains(sign)) || pair(question).is_some()
}

/// A side starts behind a comma or at its preposition.
fn side_start(lower: &str, end: usize) -> usize {
    let comma = lower[..end].rfind([',', ':', ';']).map(|at| at + 1);
    let preposition = [
        " under ", " in ", " for ", " of ", " with ", " on ", " at ", " bei ", " en ", " para ",
        " per ",
    ]
    .iter()
    .filter_map(|word| lower[..end].rfind(word))
    .max();
    let verb = [" is ", " are ", " has ", " was "]
        .iter()
        .filter_map(|word| Some(lower[..end].rfind(word)? + word.len() - 1))
        .max();
    comma.or(preposition).max(preposition).or(verb).unwrap_or(0)
}

pub(super) fn side_end(lower: &str, start: usize) -> usize {
    let stops = [
        ",",
        "?",
        ":",
        ";",
        " and by ",
        " and how ",
        " have ",
        " had ",
        " cost ",
    ];
    let found = stops
        .iter()
        .filter_map(|stop| lower[start..].find(stop))
        .min();
    found.map_or(lower.len(), |length| start + length)
}

/// Without the preposition and article it starts with.
pub(super) fn bare(side: &str) -> String {
    let words = side.split_whitespace().skip_while(|word| {
        matches!(
            word.to_lowercase().as_str(),
            "that"
                | "those"
                | "under"
                | "in"
                | "for"
                | "of"
                | "the"
                | "with"
                | "on"
                | "at"
                | "a"
                | "an"
                | "en"
                | "bei"
                | "der"
                | "die"
                | "el"
                | "la"
                | "between"
                | "per"
        )
    });
    words
        .collect::<Vec<_>>()
        .join(" ")
        .trim_end_matches(['?', '.', ','])
        .to_owned()
}

/// What compares is in no table.
fn without_comparison(text: &str) -> String {
    let tokens = scan(text, Notation::Point);
    let mut kept = String::new();
    let mut last = 0;
    for token in &tokens {
        let word = text[token.start..token.end].to_lowercase();
        let compares = matches!(
            word.as_str(),
            "compare"
                | "difference"
                | "between"
                | "more"
                | "less"
                | "higher"
                | "lower"
                | "larger"
                | "smaller"
                | "cheaper"
                | "greater"
                | "fewer"
                | "much"
                | "or"
                | "und"
                | "mehr"
                | "weniger"
                | "más"
                | "menos"
                | "differ"
                | "expensive"
        );
        if compares {
            kept.push_str(&text[last..token.start]);
            last = token.end;
        }
    }
    kept.push_str(&text[last..]);
    kept
}

#[cfg(test)]
mod tests {
    use super::pair;

    #[test]
    fn two_sides_are_asked_apart() {
        let found =
            pair("Which had more total checks, Illinois or Indiana, and by how much?").unwrap();
        assert_eq!(found.names, ["Illinois", "Indiana"]);
        assert_eq!(found.larger, Some(true));
        assert!(found.questions[0].contains("Illinois") && !found.questions[0].contains("Indiana"));
        let found =
            pair("Compare May 2015 and June 2015: in which month were more people affected?")
                .unwrap();
        assert_eq!(found.names, ["May 2015", "June 2015"]);
        let found =
            pair("Is a bicycle cheaper under plan One or under the plan Two, and by how much?")
                .unwrap();
        assert_eq!(
            (found.names, found.larger),
            (["plan One".to_owned(), "plan Two".to_owned()], Some(false))
        );
        let found =
            pair("How much more is the charge of a 2 inch meter than that of a 1 inch meter?")
                .unwrap();
        assert_eq!(found.names, ["2 inch meter", "1 inch meter"]);
        let found = pair("By how much does the top of band B4 exceed its bottom in 2020?").unwrap();
        assert_eq!(found.questions[1], "bottom of band B4  in 2020?");
        let found = pair("How much did the sales of lamps grow from 2019 to 2020?").unwrap();
        assert_eq!(found.names, ["2020", "2019"]);
        assert!(found.questions[1].contains("lamps") && !found.questions[1].contains("2020"));
        let found = pair("By how many votes was Ada Quist ahead of Roy Moss in May?").unwrap();
        assert_eq!(found.names, ["Ada Quist", "Roy Moss in May"]);
        assert_eq!(found.questions[0], "votes Ada Quist ?");
        assert_eq!(pair("Which towns have more than 100 houses?"), None);
        assert_eq!(pair("What is the fee for tea or coffee?"), None);
        assert_eq!(pair("Which faults or delays cost 6 or more points?"), None);
    }
}
