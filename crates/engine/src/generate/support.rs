//! Whether a sentence that a model wrote is borne out by what was read, and by which of it.
//!
//! Nothing here asks a model. A sentence stands when most of its content words and every one of its
//! numbers are found in at most three sentences of the evidence, and neither denies what the other
//! says. Words that only repeat the question count as found anywhere, but do not bear a sentence
//! alone.

use std::collections::BTreeSet;

use plan::lexicon::{Lexicon, Operator};
use text::{Language, Term, TermKind, folded, terms, tokens};

/// Sentences of the evidence that bear one sentence out, at most.
const CITED_MAX: usize = 3;
/// Share of a sentence's weight that must be found.
const FOUND_MIN: f64 = 0.6;
/// What a number or a code weighs beside a word.
const NUMBER_WEIGHT: f64 = 2.0;
/// Words behind a "not" that it may deny.
const DENIED_WORDS: usize = 3;

/// Words that two sentences share which are of the same thing, and their share of all words.
const SAME_WORDS_MIN: usize = 2;
const SAME_SHARE_MIN: f64 = 0.6;

/// What two sentences of the same thing say differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// A number, a date, a code.
    Number,
    /// One says "not".
    Denial,
}

impl Contradiction {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Contradiction::Number => "number",
            Contradiction::Denial => "denial",
        }
    }
}

/// Why a sentence is not borne out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// Too few of its words stand together anywhere.
    Words,
    /// A number of it stands in nothing that bears it out.
    Number,
    /// It denies what the evidence says, or leaves out that the evidence denies it.
    Denial,
    /// An address, an image or markup that is in no source.
    Link,
}

impl Problem {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Problem::Words => "words",
            Problem::Number => "number",
            Problem::Denial => "denial",
            Problem::Link => "link",
        }
    }
}

/// A text with what is compared of it.
#[derive(Debug, Clone)]
pub struct Read {
    /// All terms, parts of codes too.
    all: BTreeSet<String>,
    /// Words, codes and numbers, each once.
    content: BTreeSet<String>,
    /// Those with digits: numbers, codes, and the digits inside of them.
    numbers: BTreeSet<String>,
    /// Words that a "not" stands before.
    denied: BTreeSet<String>,
    /// It says "not" somewhere.
    denies: bool,
}

impl Read {
    /// Reads a text in a language.
    pub fn new(text: &str, language: Language) -> Read {
        let terms = terms(text, language);
        let has_digit = |term: &Term| term.text.chars().any(|c| c.is_ascii_digit());
        let parted: BTreeSet<u32> = terms
            .iter()
            .filter(|term| term.kind == TermKind::Part)
            .map(|term| term.position)
            .collect();
        let told = |term: &&Term| match term.kind {
            TermKind::Number | TermKind::Part => true,
            TermKind::Identifier => !parted.contains(&term.position),
            TermKind::Word | TermKind::Bigram => false,
        };
        let numbers = terms.iter().filter(told).filter(|term| has_digit(term));
        let numbers = numbers.map(|term| term.text.clone()).collect();
        let Denials { words, denied } = Denials::of(text, language);
        let content = terms.iter().filter(|term| term.kind != TermKind::Part);
        let content = content.map(|term| term.text.clone());
        let content = content.filter(|term| !words.contains(term)).collect();
        Read {
            all: terms.iter().map(|term| term.text.clone()).collect(),
            content,
            numbers,
            denied,
            denies: !words.is_empty(),
        }
    }

    /// How many content words it has.
    pub fn words(&self) -> usize {
        self.content.len()
    }

    /// With the terms of another text.
    #[must_use]
    pub fn joined(mut self, other: &Read) -> Read {
        self.all.extend(other.all.iter().cloned());
        self
    }

    /// The share of its words that another text holds, too, 0 to 1; 0 where it has none.
    pub fn share_in(&self, other: &Read) -> f64 {
        let shared = self.content.intersection(&other.all).count();
        shared as f64 / self.content.len().max(1) as f64
    }

    /// What it says differently from another text of the same things: one number where that has
    /// another, or a "not" on one side. Texts that share few words, or differ in several numbers,
    /// may well be of different things.
    pub fn contradicts(&self, other: &Read) -> Option<Contradiction> {
        let words = |read: &Read| -> BTreeSet<String> {
            read.content.difference(&read.numbers).cloned().collect()
        };
        let (ours, theirs) = (words(self), words(other));
        let shared = ours.intersection(&theirs).count();
        let all = ours.union(&theirs).count();
        if shared < SAME_WORDS_MIN || (shared as f64) < SAME_SHARE_MIN * all as f64 {
            return None;
        }
        let ours_alone = self.numbers.difference(&other.numbers).count();
        let theirs_alone = other.numbers.difference(&self.numbers).count();
        match (ours_alone, theirs_alone) {
            (1, 1) => Some(Contradiction::Number),
            (0, 0) if self.denies != other.denies => Some(Contradiction::Denial),
            _ => None,
        }
    }

    /// Whether each of its numbers stands in another text or in a list.
    pub fn numbers_in(&self, other: &Read, also: &BTreeSet<String>) -> bool {
        let mut numbers = self.numbers.iter();
        numbers.all(|number| other.all.contains(number) || also.contains(number))
    }

    fn weight(&self, term: &str) -> f64 {
        if self.numbers.contains(term) {
            NUMBER_WEIGHT
        } else {
            1.0
        }
    }
}

/// What a text denies.
struct Denials {
    /// The words that deny, as terms.
    words: BTreeSet<String>,
    /// Terms of the words behind them.
    denied: BTreeSet<String>,
}

impl Denials {
    fn of(text: &str, language: Language) -> Denials {
        let tokens = tokens(text, language);
        let of = |first: usize, end: usize| -> Vec<String> {
            let first = tokens.get(first);
            let last = end.checked_sub(1).and_then(|last| tokens.get(last));
            let span = first.zip(last).map(|(a, b)| a.span.start..b.span.end);
            let words = span.and_then(|span| text.get(span)).unwrap_or_default();
            let plain = words.split_whitespace().map(folded);
            plain
                .chain(terms(words, language).into_iter().map(|term| term.text))
                .collect()
        };
        let mentions = Lexicon::of(language).operators(&tokens);
        let nots = mentions.iter().filter(|one| one.operator == Operator::Not);
        let (mut words, mut denied) = (BTreeSet::new(), BTreeSet::new());
        for not in nots.map(|one| &one.tokens) {
            words.extend(of(not.start, not.end));
            denied.extend(of(not.end, (not.end + DENIED_WORDS).min(tokens.len())));
        }
        Denials { words, denied }
    }
}

/// Finds what of the evidence bears a sentence out, the most telling first; indices into `evidence`.
///
/// `question` may lend words and numbers; `hinted` are indices that the model itself named: of
/// equally good ones they go first.
///
/// # Errors
/// [`Problem`] where nothing does.
pub fn support(
    sentence: &Read,
    question: &Read,
    evidence: &[Read],
    hinted: &BTreeSet<usize>,
) -> Result<Vec<usize>, Problem> {
    let own: BTreeSet<&String> = sentence.content.difference(&question.all).collect();
    // A sentence of the question's words alone must be found as a whole.
    let sought: BTreeSet<&String> = if own.is_empty() {
        sentence.content.iter().collect()
    } else {
        own
    };
    let total: f64 = sought.iter().map(|term| sentence.weight(term)).sum();
    let mut missing = sought.clone();
    let mut cited: Vec<usize> = Vec::new();
    while cited.len() < CITED_MAX && !missing.is_empty() {
        let gain = |at: usize| -> f64 {
            let found = missing
                .iter()
                .filter(|term| evidence[at].all.contains(**term));
            found.map(|term| sentence.weight(term)).sum()
        };
        // Of equal ones what the model named, then what shares more of the question's words, then
        // the earlier, which ranks higher.
        let best = (0..evidence.len())
            .filter(|at| !cited.contains(at))
            .map(|at| {
                let near = sentence.content.intersection(&evidence[at].all).count();
                (gain(at), hinted.contains(&at), near, std::cmp::Reverse(at))
            })
            .max_by(|a, b| {
                a.0.total_cmp(&b.0)
                    .then((a.1, a.2, a.3).cmp(&(b.1, b.2, b.3)))
            });
        let Some((gain, _, _, std::cmp::Reverse(at))) = best else {
            break;
        };
        if gain <= 0.0 {
            break;
        }
        missing.retain(|term| !evidence[at].all.contains(*term));
        cited.push(at);
    }
    let lost: f64 = missing.iter().map(|term| sentence.weight(term)).sum();
    let found = |term: &String| {
        question.all.contains(term) || cited.iter().any(|at| evidence[*at].all.contains(term))
    };
    if !sentence.numbers.iter().all(found) {
        return Err(Problem::Number);
    }
    if cited.is_empty() || (total - lost) / total < FOUND_MIN {
        return Err(Problem::Words);
    }
    let cited_reads = || cited.iter().map(|at| &evidence[*at]);
    let invented = sentence.denies && !question.denies && cited_reads().all(|read| !read.denies);
    let dropped = !sentence.denies
        && cited_reads().any(|read| read.denied.intersection(&sentence.content).next().is_some());
    if invented || dropped {
        return Err(Problem::Denial);
    }
    Ok(cited)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVIDENCE: [&str; 4] = [
        "Either party may terminate the lease with 30 days' notice.",
        "Rent of $1,240 is due on the first of each month.",
        "The policy does not cover damage by flood.",
        "Form HO-4 applies to tenants since 2019.",
    ];

    fn checked(sentence: &str, question: &str) -> Result<Vec<usize>, Problem> {
        let read = |text: &str| Read::new(text, Language::En);
        let evidence: Vec<Read> = EVIDENCE.into_iter().map(read).collect();
        support(
            &read(sentence),
            &read(question),
            &evidence,
            &BTreeSet::new(),
        )
    }

    #[test]
    fn a_sentence_in_other_words_is_traced_to_what_bears_it() {
        let asked = "How long is the notice period for ending the lease?";
        assert_eq!(
            checked("The notice period to terminate is 30 days.", asked),
            Ok(vec![0])
        );
        assert_eq!(
            checked("The rent is $1,240, due each month on the first.", asked),
            Ok(vec![1])
        );
        let two = "Rent of $1,240 is due monthly on the first, and the lease can be terminated with 30 days' notice.";
        assert_eq!(
            checked(two, asked).map(|mut all| {
                all.sort_unstable();
                all
            }),
            Ok(vec![0, 1])
        );
        assert_eq!(
            checked("Tenants have form HO-4.", "which form"),
            Ok(vec![3])
        );
    }

    #[test]
    fn another_number_another_claim_and_a_dropped_not_do_not_stand() {
        let asked = "How long is the notice period for ending the lease?";
        assert_eq!(
            checked("The notice period is 60 days.", asked),
            Err(Problem::Number)
        );
        assert_eq!(
            checked("Form HO-5 applies to tenants.", asked),
            Err(Problem::Number)
        );
        assert_eq!(
            checked("The landlord repairs broken windows.", asked),
            Err(Problem::Words)
        );
        let flood = "Is flood covered?";
        assert_eq!(
            checked("The policy covers damage by flood.", flood),
            Err(Problem::Denial)
        );
        assert_eq!(
            checked("Flood damage is not covered by the policy.", flood),
            Ok(vec![2])
        );
        assert_eq!(
            checked("Rent is not due on the first of each month.", asked),
            Err(Problem::Denial)
        );
        assert_eq!(checked("", asked), Err(Problem::Words));
    }

    #[test]
    fn a_number_of_the_question_may_be_repeated() {
        let asked = "Which form applies to tenants in 2021?";
        assert_eq!(
            checked("In 2021, form HO-4 applies to tenants.", asked),
            Ok(vec![3])
        );
    }
}
