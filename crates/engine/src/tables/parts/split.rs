//! A question of two halves, each with an asking word of its own: "Which month had the most notices,
//! and how many?", "How many notices were received and how many layoffs among them?"

use std::collections::BTreeSet;
use std::ops::Range;

use plan::lexicon::{Halves, Lexicon, Operator};
use plan::question::Question;

/// Words that ask.
const ASKING: [Operator; 9] = [
    Operator::All,
    Operator::HowMuch,
    Operator::Count,
    Operator::What,
    Operator::Which,
    Operator::Who,
    Operator::When,
    Operator::Where,
    Operator::HowLong,
];

/// Those that ask for a name.
const NAMING: [Operator; 3] = [Operator::Which, Operator::Who, Operator::Where];

/// A question of two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Split {
    /// What is asked first, as a question of its own.
    pub(super) first: String,
    /// What is asked then.
    pub(super) second: Second,
    /// The second half without words that stand for the first.
    bare: String,
    /// What the second half leaves to be understood: dates that it does not say itself.
    dates: String,
    /// Words of the first half that say what it is about.
    about: String,
    /// Whether the second half speaks of what the first one gives.
    pub(super) refers: bool,
    /// Whether the first half asks for a name.
    pub(super) names: bool,
}

/// What the second half wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Second {
    /// How far apart two compared values are.
    Gap,
    /// The values by which the first half was answered.
    Own,
    /// Something else.
    Other,
}

impl Split {
    /// The second half as a question of its own, where the first gave that name, or no name.
    pub(super) fn second_question(&self, name: Option<&str>) -> String {
        let about = match name {
            Some(name) if self.refers => name,
            _ => &self.about,
        };
        let words = [
            self.bare.trim_end_matches(['?', ' ', '.']),
            about,
            &self.dates,
        ];
        let words: Vec<&str> = words.into_iter().filter(|one| !one.is_empty()).collect();
        format!("{}?", words.join(" "))
    }
}

/// Takes a question of two halves apart; `None` where it is one.
pub(super) fn split(question: &Question) -> Option<Split> {
    let words = Lexicon::of(question.language).halves();
    // `What are` asks for all; `all` alone asks for nothing.
    let asked = question.operators.iter().filter(|one| {
        ASKING.contains(&one.operator) && (one.operator != Operator::All || one.tokens.len() > 1)
    });
    let mut starts: Vec<usize> = asked.map(|one| one.tokens.start).collect();
    starts.sort_unstable();
    starts.dedup();
    // What stands before the first question is no half.
    let first_asked = starts
        .iter()
        .find(|start| opens_clause(question, **start))?;
    let later = starts.iter().filter(|start| *start > first_asked);
    let joint = later.copied().find_map(|start| joint(question, start))?;
    let about = content(question, &joint.first, words);
    if about.is_empty() {
        return None;
    }
    let asks = joint.second.start..question.tokens.len();
    let rest = content(question, &asks, words);
    let has_by = question
        .tokens
        .get(joint.second.start)
        .is_some_and(|token| words.by.contains(&token.folded));
    let second = match rest.is_empty() {
        true if has_by => Second::Gap,
        true => Second::Own,
        false => Second::Other,
    };
    let dated = |half: &Range<usize>| {
        let dates = question.dates.iter().map(|date| date.tokens.clone());
        dates
            .filter(|tokens| half.contains(&tokens.start))
            .collect::<Vec<_>>()
    };
    let mut dates = dated(&joint.first);
    if !dated(&asks).is_empty() {
        dates.clear();
    }
    let in_date = |at: &usize| dated(&joint.first).iter().any(|date| date.contains(at));
    let said = |tokens: &mut dyn Iterator<Item = usize>| {
        let said: Vec<&str> = tokens.map(|at| question.slice(at..at + 1)).collect();
        said.join(" ")
    };
    let about = match second {
        Second::Other => beside_asked(question, *first_asked, about),
        _ => about,
    };
    let refers = |at: &usize| words.refers.contains(&question.tokens[*at].folded);
    let gone: BTreeSet<usize> = (0..joint.second.start)
        .chain(asks.clone().filter(refers))
        .collect();
    Some(Split {
        first: format!(
            "{}?",
            question
                .slice(joint.first.clone())
                .trim_end_matches(['?', '.', ','])
        ),
        second,
        bare: question
            .without(&gone)
            .trim_start_matches([',', ';', ' '])
            .to_owned(),
        dates: said(&mut dates.iter().cloned().flatten()),
        about: said(&mut about.into_iter().filter(|at| !in_date(at))),
        refers: asks.clone().any(|at| refers(&at)),
        names: question
            .operators
            .iter()
            .any(|one| one.tokens.start == *first_asked && NAMING.contains(&one.operator)),
    })
}

/// Of the words of a half those that are not what it asks for: `how many berths` asks for berths,
/// and who asks for visitors then wants none. All of them, where it says nothing else.
fn beside_asked(question: &Question, asking: usize, about: Vec<usize>) -> Vec<usize> {
    let mut asks = question.operators.iter();
    let Some(counting) = asks.find(|one| {
        one.tokens.start == asking && matches!(one.operator, Operator::Count | Operator::HowMuch)
    }) else {
        return about;
    };
    let mut end = counting.tokens.end;
    while about.contains(&end) {
        end += 1;
    }
    let asked = counting.tokens.end..end;
    let rest: Vec<usize> = about
        .iter()
        .copied()
        .filter(|at| !asked.contains(at))
        .collect();
    if rest.is_empty() { about } else { rest }
}

/// Where one half ends and the other begins.
struct Joint {
    first: Range<usize>,
    second: Range<usize>,
}

/// The joint before an asking word: an "and", or the sign that ends a clause, and at most one small word
/// after it (`and by how much`).
fn joint(question: &Question, asking: usize) -> Option<Joint> {
    let is_and = |at: usize| {
        let mut here = question
            .operators
            .iter()
            .filter(|one| one.tokens == (at..at + 1));
        here.any(|one| one.operator == Operator::Both) && question.tokens[at].stop
    };
    let begins_clause = |at: usize| question.clauses.iter().any(|clause| clause.start == at);
    // `year ended` asks for a time only where it opens a question.
    if !question.tokens[asking].stop {
        return None;
    }
    let small = asking
        .checked_sub(1)
        .filter(|at| question.tokens[*at].stop && !is_and(*at));
    [Some(asking), small]
        .into_iter()
        .flatten()
        .find_map(|start| {
            let before = start.checked_sub(1)?;
            let end = match is_and(before) {
                true => before,
                false if begins_clause(start) => start,
                false => return None,
            };
            (end > 0).then_some(Joint {
                first: 0..end,
                second: start..start,
            })
        })
}

/// Whether an asking word opens a clause, perhaps behind one small word: `in which month`.
fn opens_clause(question: &Question, asking: usize) -> bool {
    let begins = |at: usize| question.clauses.iter().any(|clause| clause.start == at);
    begins(asking)
        || asking
            .checked_sub(1)
            .is_some_and(|before| question.tokens[before].stop && begins(before))
}

/// Tokens of a half that say something of their own.
fn content(question: &Question, half: &Range<usize>, words: &Halves) -> Vec<usize> {
    let own = |at: &usize| {
        let folded = &question.tokens[*at].folded;
        half.contains(at) && !words.same.contains(folded) && !words.refers.contains(folded)
    };
    question.content().filter(own).collect()
}

#[cfg(test)]
mod tests {
    use text::Language;

    use super::*;

    fn halves(text: &str) -> Option<(String, Second, String)> {
        let split = split(&Question::read(text, Language::En))?;
        let second = split.second_question(Some("Maple Yard"));
        Some((split.first, split.second, second))
    }

    #[test]
    fn each_half_is_a_question_of_its_own() {
        let (first, second, _) = halves("Which month had the most notices, and how many?").unwrap();
        assert_eq!(
            (first.as_str(), second),
            ("Which month had the most notices?", Second::Own)
        );
        let (_, second, _) = halves("In which yard was rent higher, and by how much?").unwrap();
        assert_eq!(second, Second::Gap);
        let (first, second, asked) =
            halves("Which yard has the most berths in 2022, and what are its sales?").unwrap();
        assert_eq!(first, "Which yard has the most berths in 2022?");
        assert_eq!(
            (second, asked.as_str()),
            (Second::Other, "what are sales Maple Yard 2022?")
        );
        let (_, _, asked) =
            halves("How many notices came in July 2015 and how many layoffs among them?").unwrap();
        assert_eq!(asked, "how many layoffs among Maple Yard July 2015?");
        let (_, _, asked) =
            halves("How many berths does Ullapool have and how many visitors?").unwrap();
        assert_eq!(asked, "how many visitors Ullapool?");
    }

    #[test]
    fn one_question_stays_whole() {
        for text in [
            "According to the table, how many stores were there in Spain?",
            "In Table 16 of the report, what are the sales?",
            "What was paid in fiscal 2020 (year ended May 27)?",
            "What does it charge at peak, all in?",
            "What are sales and earnings in 2022?",
            "How much was paid in 2021 and 2022?",
            "Which ships called at Oban and Mull?",
            "how many?",
            "",
        ] {
            assert_eq!(halves(text), None, "{text}");
        }
    }
}
