//! The parts of a question that are asked for together.
//!
//! "When was the bridge opened and who built it?" asks twice, "Is the premium
//! higher in Ohio or in Maine?" looks at two things, "using the base rate and the
//! territory factor, calculate …" needs two operands. One query for all of it
//! finds passages that hold a little of each. So each part becomes a query of its
//! own, by rules on the form of the question, in English, Spanish and German.

use crate::lexicon::List;

/// Most parts of a question.
const PARTS_MAX: usize = 3;
/// Fewest letters of a part.
const LETTERS_MIN: usize = 3;
/// Longest operand of a comparison, in words: beyond that it is a clause.
const OPERAND_WORDS_MAX: usize = 8;

/// The parts of a question, at least two, at most three; none of a question that
/// asks for one thing.
///
/// ```
/// # use perusal::retrieve::parts;
/// assert_eq!(
///     parts("When was the bridge opened and who built it?"),
///     ["When was the bridge opened", "who built it"]
/// );
/// assert!(parts("Where is the bridge?").is_empty());
/// ```
pub fn parts(question: &str) -> Vec<String> {
    let rules = [sentences, clauses, compared, operands, alternatives];
    rules
        .iter()
        .map(|rule| tidy(rule(question)))
        .find(|parts| parts.len() > 1)
        .unwrap_or_default()
}

fn tidy(parts: Vec<String>) -> Vec<String> {
    let mut tidy: Vec<String> = Vec::new();
    for part in parts {
        let words: Vec<&str> = part.split_whitespace().collect();
        let part = words.join(" ");
        let part = part
            .trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '"' | '$' | '%' | ')'))
            .to_owned();
        let letters = part.chars().filter(|c| c.is_alphanumeric()).count();
        if letters >= LETTERS_MIN && !tidy.contains(&part) {
            tidy.push(part);
        }
    }
    tidy.truncate(PARTS_MAX);
    tidy
}

/// Several questions one after the other.
fn sentences(question: &str) -> Vec<String> {
    if question.matches('?').count() < 2 {
        return Vec::new();
    }
    question.split('?').map(str::to_owned).collect()
}

/// "… and who …": the second question opens like one.
fn clauses(question: &str) -> Vec<String> {
    let words: Vec<(usize, &str)> = words(question).collect();
    let mut starts = vec![0];
    for pair in words.windows(2).skip(1) {
        let [(at, joins), (_, opens)] = pair else {
            continue;
        };
        if List::Conjunctions.has(joins) && is_one_of(opens, List::Openings) {
            starts.push(*at);
        }
    }
    if starts.len() < 2 {
        return Vec::new();
    }
    starts.push(question.len());
    starts
        .windows(2)
        .enumerate()
        .map(|(index, pair)| {
            let part = &question[pair[0]..pair[1]];
            // The conjunction itself asks nothing.
            let joined = part.split_once(char::is_whitespace);
            match joined {
                Some((_, rest)) if index > 0 => rest.to_owned(),
                _ => part.to_owned(),
            }
        })
        .collect()
}

/// "the difference between A and B in C": A in C, B in C.
fn compared(question: &str) -> Vec<String> {
    if let Some((left, right)) = split_at_any(question, List::Against) {
        return vec![left.to_owned(), right.to_owned()];
    }
    let Some(after) = after_any(question, List::Comparing) else {
        return Vec::new();
    };
    let Some((left, right)) = split_at_conjunction(after) else {
        return Vec::new();
    };
    let (operand, rest) = operand_and_rest(right);
    vec![format!("{left} {rest}"), format!("{operand} {rest}")]
}

/// "using the A and the B, calculate C": A, B, C.
fn operands(question: &str) -> Vec<String> {
    let Some(after) = after_any(question, List::Using) else {
        return Vec::new();
    };
    let (named, rest) = match after.split_once(',') {
        Some((named, rest)) if rest.split_whitespace().count() > 1 => (named, rest),
        _ => (after, &question[..question.len() - after.len()]),
    };
    let Some((left, right)) = split_at_conjunction(named) else {
        return Vec::new();
    };
    vec![left.to_owned(), right.to_owned(), rest.to_owned()]
}

/// "which is older, A or B?": A, B.
fn alternatives(question: &str) -> Vec<String> {
    let Some((asked, choice)) = question.rsplit_once(", ").or(question.rsplit_once(": ")) else {
        return Vec::new();
    };
    let Some((left, right)) = split_at(choice, List::Alternatives) else {
        return Vec::new();
    };
    let short = |operand: &str| operand.split_whitespace().count() <= OPERAND_WORDS_MAX;
    if asked.trim().is_empty() || !short(left) || !short(right) {
        return Vec::new();
    }
    vec![left.to_owned(), right.to_owned()]
}

/// What follows an operand: from the first preposition on.
fn operand_and_rest(text: &str) -> (&str, &str) {
    let at = words(text)
        .skip(1)
        .find(|(_, word)| is_one_of(word, List::Prepositions))
        .map_or(text.len(), |(at, _)| at);
    text.split_at(at)
}

fn split_at_conjunction(text: &str) -> Option<(&str, &str)> {
    split_at(text, List::Conjunctions)
}

/// Splits at the first of these words. In capitals it is none of them: `Y` is a name.
fn split_at(text: &str, joining: List) -> Option<(&str, &str)> {
    let (at, word) = words(text).skip(1).find(|(_, word)| joining.has(word))?;
    Some((&text[..at], &text[at + word.len()..]))
}

fn split_at_any(text: &str, signs: List) -> Option<(&str, &str)> {
    let found = signs
        .words()
        .iter()
        .find_map(|sign| Some((find(text, sign)?, sign)));
    let (at, sign) = found?;
    Some((&text[..at], &text[at + sign.len()..]))
}

fn after_any(text: &str, signs: List) -> Option<&str> {
    let found = signs
        .words()
        .iter()
        .find_map(|sign| Some((find(text, sign)?, sign)));
    let (at, sign) = found?;
    Some(&text[at + sign.len()..])
}

/// Where a sign stands, in any case of its ASCII letters.
fn find(text: &str, sign: &str) -> Option<usize> {
    let (bytes, wanted) = (text.as_bytes(), sign.as_bytes());
    (0..text.len().saturating_sub(wanted.len() - 1)).find(|&at| {
        let here = bytes[at..at + wanted.len()].eq_ignore_ascii_case(wanted);
        // A sign is found at the start of a word.
        here && text.is_char_boundary(at)
            && (at == 0 || wanted[0] == b' ' || !bytes[at - 1].is_ascii_alphanumeric())
    })
}

/// The words of a text and where they start, without punctuation around them.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let start = word.find(char::is_alphanumeric).unwrap_or(0);
        let end = word.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
        (at + start, word.get(start..end).unwrap_or(""))
    })
}

fn is_one_of(word: &str, list: List) -> bool {
    list.has(&word.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_has_its_parts() {
        for (question, expected) in [
            (
                "When was the bridge opened and who built it?",
                &["When was the bridge opened", "who built it"][..],
            ),
            ("Who wrote it? And when?", &["Who wrote it", "And when"]),
            (
                "¿Cuándo abrió el museo y quién lo fundó?",
                &["Cuándo abrió el museo", "quién lo fundó"],
            ),
            (
                "Wann öffnet das Bad und was kostet es?",
                &["Wann öffnet das Bad", "was kostet es"],
            ),
            (
                "What is the difference between term life and whole life in cost?",
                &["term life in cost", "whole life in cost"],
            ),
            ("Plan A versus Plan B", &["Plan A", "Plan B"]),
            (
                "Which river is longer, the Rhine or the Rhône?",
                &["the Rhine", "the Rhône"],
            ),
            (
                "Using the base rate and the wind factor, calculate the premium",
                &["the base rate", "the wind factor", "calculate the premium"],
            ),
            (
                "Calculate the premium using the base rate and the wind factor.",
                &[
                    "the base rate",
                    "the wind factor",
                    "Calculate the premium using",
                ],
            ),
        ] {
            assert_eq!(parts(question), expected, "{question}");
        }
    }

    #[test]
    fn one_thing_has_no_parts() {
        for question in [
            "Where is the bridge?",
            "What are the terms and conditions of the policy?",
            "Who founded Marks and Spencer?",
            "In May, salt and vinegar",
            "With the indicator set to Y, what is the factor for an H3 policy?",
            "What is the rate at a $300,000 limit and a $2,000 limit?",
            "",
            "?!",
        ] {
            let found = parts(question);
            assert_eq!(found, Vec::<String>::new(), "{question}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_taken_apart(question in "\\PC{0,120}") {
            proptest::prop_assert!(parts(&question).len() <= PARTS_MAX);
        }

        #[test]
        fn words_of_any_order(
            words in proptest::collection::vec("and|or|using|compare|vs|who|,|\\?|é|y|bridge", 0..20),
        ) {
            proptest::prop_assert!(parts(&words.join(" ")).len() <= PARTS_MAX);
        }
    }
}
