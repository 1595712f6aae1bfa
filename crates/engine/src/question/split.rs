//! A question about two things taken apart into one about each: "Who paid more in dividends, 3M
//! in 2018 or Best Buy in 2023?" asks what 3M paid in 2018, and what Best Buy paid in 2023.
//!
//! The things are two documents that it names, else two dates; a word of choice or comparison
//! stands between them. What stands with a thing is asked of it alone; what stands with neither is
//! asked of both.

use std::collections::BTreeSet;
use std::ops::Range;

use index::DocumentId;
use plan::lexicon::Operator;
use plan::question::Question as Parsed;

use super::Mentions;

/// A question about two things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Split {
    /// The things, in the order of the question.
    pub(crate) sides: [Side; 2],
    /// What is wanted of their values.
    pub(crate) wanted: Wanted,
    /// How far apart they are is asked, too.
    pub(crate) by_how_much: bool,
}

/// One of the two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Side {
    /// As the question names it.
    pub(crate) name: String,
    /// What is asked of it.
    pub(crate) question: String,
    /// Where it is a name, the documents that are called so.
    pub(crate) documents: Vec<DocumentId>,
}

/// What is wanted of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Whose is larger, or smaller.
    Which { smaller: bool },
    /// Whether the first is larger than the second, or smaller.
    Whether { smaller: bool },
    /// Which way it went from the earlier to the later.
    Course,
    /// How far apart they are.
    Difference,
    /// Both added up.
    Sum,
    /// Both.
    Both,
}

/// Words that stand between two names.
const BETWEEN_NAMES: [Operator; 5] = [
    Operator::Or,
    Operator::Both,
    Operator::Compare,
    Operator::More,
    Operator::Less,
];

/// Words that stand between two dates: `over` speaks of an amount there.
const BETWEEN_DATES: [Operator; 4] = [
    Operator::Or,
    Operator::Both,
    Operator::Compare,
    Operator::AtMost,
];

/// Words that say what to do with the two values; none is asked of one of them.
const OF_TWO: [Operator; 8] = [
    Operator::Who,
    Operator::Which,
    Operator::More,
    Operator::Less,
    Operator::Compare,
    Operator::Or,
    Operator::Difference,
    Operator::Between,
];

/// Words for the way something went.
const DIRECTIONS: [Operator; 2] = [Operator::Rise, Operator::Fall];

/// Operators of a clause behind both things that says how to answer: `Give both amounts`.
const HOW_TO_ANSWER: [Operator; 5] = [
    Operator::Both,
    Operator::What,
    Operator::HowMuch,
    Operator::Difference,
    Operator::Each,
];

impl Split {
    /// The documents of each, where each is named and has some.
    pub(crate) fn documents(&self) -> Option<[&[DocumentId]; 2]> {
        let both = self.sides.each_ref().map(|side| side.documents.as_slice());
        both.iter().all(|own| !own.is_empty()).then_some(both)
    }
}

/// Takes a question about two things apart; `None` where it is about one, or about many.
pub(super) fn split(question: &Parsed, mentions: Option<&Mentions>) -> Option<Split> {
    let of_names = mentions.and_then(|mentions| names(question, mentions));
    of_names.or_else(|| dates(question))
}

/// Two names of different documents, with what is said of each alone; more than two are many.
fn names(question: &Parsed, mentions: &Mentions) -> Option<Split> {
    let [a, b] = mentions.names.as_slice() else {
        return None;
    };
    let documents = [a, b].map(|name| mentions.ids_of(name));
    if a.documents.iter().any(|one| b.documents.contains(one)) {
        return None;
    }
    let mut own = [&a.tokens, &b.tokens].map(|tokens| undated(question, tokens));
    let [a, b] = [run(&own[0])?, run(&own[1])?];
    let between = between(question, a.end..b.start, &BETWEEN_NAMES)?;
    // One name may hold the word itself: `Electronics and Energy`.
    if is_plain_and(question, &between) && !compares(question) {
        return None;
    }
    let [before, behind] = [clause_of(question, a.start)?, clause_of(question, b.start)?];
    // What stands before the first name in the first clause opens the question.
    let start = if before.start == 0 {
        a.start
    } else {
        before.start
    };
    let end = through_brackets(question, behind.end);
    let sides = [start..between.start, between.end..end];
    let dated = |side: &Range<usize>| dates_in(question, side).next().is_some();
    // A date that one side alone has is of both.
    if sides.iter().all(dated) {
        for (own, side) in own.iter_mut().zip(&sides) {
            own.extend(dates_in(question, side).flatten());
        }
    }
    let says_more = |at: usize| {
        let mut content = question.content();
        let dates: BTreeSet<usize> = dates_in(question, &sides[at]).flatten().collect();
        content.any(|token| {
            sides[at].contains(&token) && !own[at].contains(&token) && !dates.contains(&token)
        })
    };
    // Where each says what is asked of it, neither is asked what the other is.
    if says_more(0) && says_more(1) {
        own = sides.clone().map(BTreeSet::from_iter);
    }
    let named = [a, b].map(|run| {
        let name = question.slice(run);
        let bare = name.strip_suffix("'s").or(name.strip_suffix("’s"));
        bare.unwrap_or(name).to_owned()
    });
    let wanted = match chosen(question) {
        Some(wanted) => wanted,
        None if opens(question) && !is_choice(question, &between) => Wanted::Whether {
            smaller: is_smaller(question),
        },
        None if opens(question) || question.has(Operator::Which) || question.has(Operator::Who) => {
            Wanted::Which {
                smaller: is_smaller(question),
            }
        }
        None => Wanted::Both,
    };
    let mut split = apart(question, named, own, &between, wanted);
    for (side, documents) in split.sides.iter_mut().zip(documents) {
        side.documents = documents;
    }
    Some(split)
}

/// Two dates of which a question asks which way something went.
fn dates(question: &Parsed) -> Option<Split> {
    let [a, b] = question.dates.get(..2)? else {
        return None;
    };
    let course = opens(question)
        || question.has(Operator::Which)
        || (question.has(Operator::Compare) && question.has(Operator::How));
    let amount = [Operator::HowMuch, Operator::Percent, Operator::Difference];
    if a.date == b.date || !course || amount.iter().any(|one| question.has(*one)) {
        return None;
    }
    let between = between(question, a.tokens.end..b.tokens.start, &BETWEEN_DATES)?;
    let wanted = match is_choice(question, &between) || question.has(Operator::Which) {
        true => Wanted::Which {
            smaller: is_smaller(question),
        },
        false => Wanted::Course,
    };
    let own = [&a.tokens, &b.tokens].map(|range| range.clone().collect());
    let named = [&a.tokens, &b.tokens].map(|range| question.slice(range.clone()).to_owned());
    Some(apart(question, named, own, &between, wanted))
}

/// The question about each, `own` being the tokens that are of one alone.
fn apart(
    question: &Parsed,
    names: [String; 2],
    own: [BTreeSet<usize>; 2],
    between: &Range<usize>,
    wanted: Wanted,
) -> Split {
    let behind = own.iter().flatten().max().copied().unwrap_or_default();
    let mut gone: BTreeSet<usize> = between.clone().collect();
    for mention in &question.operators {
        let of_two = OF_TWO.contains(&mention.operator)
            || (mention.operator == Operator::YesNo && mention.tokens.start == 0)
            || (wanted == Wanted::Course && DIRECTIONS.contains(&mention.operator));
        if of_two {
            gone.extend(mention.tokens.clone());
        }
    }
    // What is left of `Who had more debt` asks what the debt is, not whether there is any.
    for mention in &question.operators {
        let opens = (0..mention.tokens.start).all(|token| gone.contains(&token));
        if opens && mention.operator == Operator::YesNo {
            gone.extend(mention.tokens.clone());
        }
    }
    for clause in question.clauses.iter().filter(|one| one.start > behind) {
        let mut operators = question.operators.iter();
        if operators
            .any(|one| clause.contains(&one.tokens.start) && HOW_TO_ANSWER.contains(&one.operator))
        {
            gone.extend(clause.clone());
        }
    }
    let asked = |own: &BTreeSet<usize>, other: &BTreeSet<usize>| {
        let gone: BTreeSet<usize> = gone.difference(own).chain(other).copied().collect();
        question.without(&gone)
    };
    let questions = [asked(&own[0], &own[1]), asked(&own[1], &own[0])];
    let [a, b] = names;
    let [first, second] = questions;
    Split {
        sides: [
            Side {
                name: a,
                question: first,
                documents: Vec::new(),
            },
            Side {
                name: b,
                question: second,
                documents: Vec::new(),
            },
        ],
        wanted,
        by_how_much: question.operators.iter().any(|one| match one.operator {
            Operator::Difference => true,
            Operator::HowMuch => one.tokens.start > behind,
            _ => false,
        }),
    }
}

/// The tokens of a name but for dates: a year that a file is named by is said of what is asked, too.
fn undated(question: &Parsed, tokens: &BTreeSet<usize>) -> BTreeSet<usize> {
    let dated = |token: &usize| {
        question
            .dates
            .iter()
            .any(|date| date.tokens.contains(token))
    };
    tokens
        .iter()
        .copied()
        .filter(|token| !dated(token))
        .collect()
}

/// The first of the longest runs of tokens that stand side by side.
fn run(tokens: &BTreeSet<usize>) -> Option<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for token in tokens {
        match runs.last_mut() {
            Some(last) if last.end == *token => last.end += 1,
            _ => runs.push(*token..token + 1),
        }
    }
    runs.into_iter().rev().max_by_key(Range::len)
}

/// The last of some words inside a stretch.
fn between(question: &Parsed, stretch: Range<usize>, words: &[Operator]) -> Option<Range<usize>> {
    let inside = question.operators.iter().rev().find(|one| {
        let within = one.tokens.start >= stretch.start && one.tokens.end <= stretch.end;
        within && words.contains(&one.operator)
    });
    inside.map(|one| one.tokens.clone())
}

/// Nothing but `and`.
fn is_plain_and(question: &Parsed, between: &Range<usize>) -> bool {
    let mut here = question
        .operators
        .iter()
        .filter(|one| one.tokens == *between);
    here.all(|one| one.operator == Operator::Both)
}

/// Something in the question sets two things side by side.
fn compares(question: &Parsed) -> bool {
    const SIGNS: [Operator; 8] = [
        Operator::Compare,
        Operator::Difference,
        Operator::Sum,
        Operator::More,
        Operator::Less,
        Operator::Most,
        Operator::Least,
        Operator::Between,
    ];
    SIGNS.iter().any(|sign| question.has(*sign))
}

/// The end of the clauses that go on inside brackets there: `Best Buy (fiscal 2023)`.
fn through_brackets(question: &Parsed, end: usize) -> usize {
    let (Some(last), Some(next)) = (
        end.checked_sub(1).and_then(|at| question.tokens.get(at)),
        question.tokens.get(end),
    ) else {
        return end;
    };
    let gap = &question.text[last.span.end..next.span.start];
    let inside = clause_of(question, end);
    match inside {
        Some(inside) if gap.contains('(') => {
            let rest = &question.text[next.span.start..];
            let close = rest
                .find(')')
                .map_or(question.text.len(), |at| next.span.start + at);
            let mut tokens = (inside.start..question.tokens.len()).rev();
            let last = tokens.find(|at| question.tokens[*at].span.end <= close);
            last.map_or(end, |at| at + 1)
        }
        _ => end,
    }
}

fn clause_of(question: &Parsed, token: usize) -> Option<Range<usize>> {
    let mut clauses = question.clauses.iter();
    clauses.find(|clause| clause.contains(&token)).cloned()
}

fn dates_in<'a>(
    question: &'a Parsed,
    side: &'a Range<usize>,
) -> impl Iterator<Item = Range<usize>> + 'a {
    let dates = question.dates.iter().map(|date| date.tokens.clone());
    dates.filter(|tokens| side.contains(&tokens.start))
}

/// Yes or no would answer it, or one of the two.
fn opens(question: &Parsed) -> bool {
    let mut first = question
        .operators
        .iter()
        .filter(|one| one.tokens.start == 0);
    first.any(|one| one.operator == Operator::YesNo)
}

/// What stands between offers a choice.
fn is_choice(question: &Parsed, between: &Range<usize>) -> bool {
    let mut here = question
        .operators
        .iter()
        .filter(|one| one.tokens == *between);
    here.any(|one| one.operator == Operator::Or)
}

fn is_smaller(question: &Parsed) -> bool {
    let less = question.has(Operator::Less) || question.has(Operator::Least);
    less && !question.has(Operator::More) && !question.has(Operator::Most)
}

/// A sum or a difference, where nothing asks which it is.
fn chosen(question: &Parsed) -> Option<Wanted> {
    let which = question.has(Operator::Which) || question.has(Operator::Who) || opens(question);
    match which {
        true => None,
        false if question.has(Operator::Difference) => Some(Wanted::Difference),
        false if question.has(Operator::Sum) => Some(Wanted::Sum),
        false => None,
    }
}

#[cfg(test)]
mod tests {
    use text::Language;

    use super::super::Name;
    use super::*;

    /// A question that names these, each a document of its own.
    fn asked(text: &str, names: &[&[&str]]) -> Option<Split> {
        let question = Parsed::read(text, Language::En);
        let name = |(document, words): (usize, &&[&str])| {
            let named = |at: &usize| words.contains(&question.tokens[*at].folded.as_str());
            Name {
                joined: false,
                without_s: BTreeSet::new(),
                tokens: (0..question.tokens.len()).filter(named).collect(),
                documents: vec![document],
            }
        };
        let mut names: Vec<Name> = names.iter().enumerate().map(name).collect();
        names.sort_by_key(|name| name.tokens.first().copied());
        let mentions = Mentions {
            documents: (0..names.len()).collect(),
            names,
            ids: Vec::new(),
            rest: String::new(),
            terms: BTreeSet::new(),
            sure: true,
        };
        split(&question, Some(&mentions))
    }

    fn sides(text: &str, names: &[&[&str]]) -> [String; 2] {
        let split = asked(text, names).expect("a question about two things");
        split.sides.map(|side| side.question)
    }

    const BOTH: &[&[&str]] = &[&["kestrel", "2022"], &["green", "fields", "2023"]];

    #[test]
    fn each_is_asked_what_stands_with_it_and_what_stands_with_neither() {
        let question = "Who paid more in dividends, Kestrel in 2022 or Green Fields in 2023? \
                        Both amounts please.";
        let split = asked(question, BOTH).expect("two names");
        assert_eq!(split.wanted, Wanted::Which { smaller: false });
        assert_eq!(
            split.sides.each_ref().map(|side| side.name.as_str()),
            ["Kestrel", "Green Fields"]
        );
        assert_eq!(
            split.sides.map(|side| side.question),
            [
                "paid in dividends, Kestrel in 2022 in ? .",
                "paid in dividends, in Green Fields in 2023? ."
            ]
        );
    }

    #[test]
    fn a_date_that_is_said_once_is_of_both() {
        assert_eq!(
            sides(
                "Did Kestrel or Green Fields earn more in 2022?",
                &[&["kestrel"], &["green", "fields"]]
            ),
            ["Kestrel earn in 2022?", "Green Fields earn in 2022?"]
        );
    }

    #[test]
    fn what_one_side_alone_says_is_asked_of_both() {
        assert_eq!(
            sides(
                "How does Kestrel's net income in 2022 compare with Green Fields' in 2023?",
                BOTH
            ),
            [
                "How does Kestrel's net income in 2022 with ' in ?",
                "How does net income in with Green Fields' in 2023?"
            ]
        );
    }

    #[test]
    fn sides_that_say_what_is_asked_are_asked_that_alone() {
        let question = "Is Kestrel's mooring fee above the price that Green Fields sets for hay?";
        let names: &[&[&str]] = &[&["kestrel"], &["green", "fields"]];
        let split = asked(question, names).expect("two names");
        assert_eq!(split.wanted, Wanted::Whether { smaller: false });
        assert_eq!(
            split.sides.map(|side| side.question),
            [
                "Kestrel's mooring fee ?",
                "the price that Green Fields sets for hay?"
            ]
        );
    }

    #[test]
    fn a_course_is_asked_at_two_dates() {
        let split = asked("Did the harbour dues rise or fall from 2021 to 2022?", &[]);
        let split = split.expect("two dates");
        assert_eq!(split.wanted, Wanted::Course);
        assert_eq!(
            split.sides.map(|side| side.question),
            ["the harbour dues 2021 ?", "the harbour dues 2022?"]
        );
        let choice = asked("Were dues lower in May 2021 or in May 2022?", &[]).expect("two dates");
        assert_eq!(choice.wanted, Wanted::Which { smaller: true });
    }

    #[test]
    fn other_questions_stay_whole() {
        for question in [
            "How much is Kestrel's goodwill in Fields and Energy?",
            "How much did dues change from 2021 to 2022?",
            "By what percentage did dues rise from 2021 to 2022?",
            "Outlook of December 2024: which others averaged over 600,000 barrels in 2023?",
            "Which ships called between May and June?",
        ] {
            assert_eq!(
                asked(question, &[&["kestrel"], &["energy"]]),
                None,
                "{question}"
            );
        }
    }
}
