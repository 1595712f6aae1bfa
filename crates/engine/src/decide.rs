//! One decision: values from tables, quotes from passages, neither.
//!
//! Both come with a probability of being right. What is likelier is stated where
//! it is likely enough; below that lies "unsure", which claims nothing and shows
//! what was considered; only where next to nothing speaks for an answer is it
//! said not to be in the documents.

use plan::lexicon::Operator;
use plan::question::Question;
use text::Language;

use crate::answer::{Citation, Considered, Selection, Value};

/// Probability from which values are stated: what is likelier right than wrong. By three trainings
/// that have not seen their documents 0.73 to 0.80 of what is stated then is right on reports (0.85
/// to 0.94 from 0.6, of three fifths as many), and on wtq's dev part 0.75 (0.79).
pub const VALUES_MIN: f64 = 0.5;

/// Probability from which something may answer. Below it lie 12 of 455 questions that reports answer, in
/// all wordings, 1 of 146 of clapnq and 8 of 97 of small libraries, and of those that they do not answer 3
/// of 54, 26 of 146 and 7 of 15. By 0.12 these are 35, 2 and 19, and 14, 52 and 10: most of what was said
/// not to be in reports stood there.
pub const UNSURE_MIN: f64 = 0.05;

/// What becomes of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// The likeliest values are stated.
    Values,
    /// Documents are told of as a whole.
    Summary,
    /// The best sentences are quoted.
    Quotes,
    /// Nothing is stated; what was considered is shown.
    Unsure,
    /// It is not in the documents.
    Absent,
}

/// Decides. `considered` is sorted, the likeliest first; the selection has an answer
/// where its own threshold is met; `found` says whether any passage was.
pub fn decide(
    considered: &[Considered],
    selection: Option<&Selection>,
    question: &Question,
    found: bool,
) -> Decided {
    let values = considered.first().map_or(0.0, |one| one.confidence);
    let quotes = selection.map_or(0.0, |one| one.confidence);
    let quoted = selection.is_some_and(|one| one.answer.is_some());
    let explains = [Operator::Why, Operator::How, Operator::Meaning]
        .into_iter()
        .any(|operator| opens_with(question, operator));
    let best = considered.first();
    let disputed = best.is_some_and(|one| is_disputed(one, selection));
    if values >= VALUES_MIN && !explains && !disputed {
        return Decided::Values;
    }
    // A quote does not stand in for other values that seem likelier, though they are not likely
    // enough.
    let same = || best.is_some_and(|one| is_quoted(one, selection));
    if quoted && (values <= quotes || explains || disputed || same()) {
        return Decided::Quotes;
    }
    if found && values.max(quotes) >= UNSURE_MIN {
        Decided::Unsure
    } else {
        Decided::Absent
    }
}

/// Whether quotes hold what the values rest on against what another document says: both are
/// shown then.
fn is_disputed(values: &Considered, selection: Option<&Selection>) -> bool {
    let Some(answer) = selection.and_then(|one| one.answer.as_ref()) else {
        return false;
    };
    let disputed = |marker: usize| {
        let mut all = answer.differs.iter();
        all.any(|one| one.first == marker || one.second == marker)
    };
    let mut quotes = answer.citations.iter().filter(|one| disputed(one.marker));
    quotes.any(|quote| rests_on(values, quote))
}

/// Whether a quote holds what the values rest on, or says all of them.
fn is_quoted(values: &Considered, selection: Option<&Selection>) -> bool {
    let answer = selection.and_then(|one| one.answer.as_ref());
    let mut quotes = answer.into_iter().flat_map(|one| &one.citations);
    quotes.any(|quote| rests_on(values, quote) || says_all(values, &quote.quote))
}

fn says_all(values: &Considered, quote: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let tokens = text::tokens(text, Language::Other);
        tokens.into_iter().map(|token| token.folded).collect()
    };
    let said = words(quote);
    let says = |value: &Value| {
        let value = words(&value.text);
        !value.is_empty() && said.windows(value.len()).any(|some| *some == value)
    };
    !values.values.is_empty() && values.values.iter().all(says)
}

fn rests_on(values: &Considered, quote: &Citation) -> bool {
    let same = |one: &Citation| one.document == quote.document && one.span.overlaps(quote.span);
    values.citations.iter().any(same)
}

/// Whether the first operator word of a question may ask for that.
fn opens_with(question: &Question, operator: Operator) -> bool {
    let operators = &question.operators;
    let Some(first) = operators.first() else {
        return false;
    };
    operators
        .iter()
        .take_while(|one| one.tokens == first.tokens)
        .any(|one| one.operator == operator)
}

#[cfg(test)]
mod tests {
    use index::DocumentId;
    use plan::question::Question;
    use text::table::Unit;
    use text::{Format, Language, Span};

    use super::{Decided, decide};
    use crate::answer::{
        Answer, Citation, Considered, Mode, Producer, Selection, ShownQuery, Value,
    };

    fn citation(start: usize, quote: &str) -> Citation {
        Citation {
            marker: 1,
            document: DocumentId::new("club.txt", &[7; 32]),
            path: "club.txt".to_owned(),
            format: Format::Plain,
            pages: None,
            rows: None,
            section: Vec::new(),
            span: Span {
                start,
                end: start + quote.len(),
            },
            quote: quote.to_owned(),
            columns: None,
        }
    }

    fn values(text: &str, confidence: f64) -> Considered {
        Considered {
            values: vec![Value {
                text: text.to_owned(),
                number: None,
                unit: Unit::default(),
                scale: 0,
                citations: vec![1],
                names: None,
            }],
            citations: vec![citation(0, text)],
            query: ShownQuery {
                sql: String::new(),
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

    fn quoting(quote: &str, confidence: f64) -> Selection {
        Selection {
            confidence,
            answer: Some(Answer {
                text: format!("{quote} [1]"),
                mode: Mode::Extractive,
                confidence,
                citations: vec![citation(500, quote)],
                items: Vec::new(),
                completeness: None,
                value: None,
                expression: None,
                values: Vec::new(),
                query: None,
                differs: Vec::new(),
            }),
            ..Selection::nothing()
        }
    }

    fn decided(question: &str, values: &Considered, selection: &Selection) -> Decided {
        let question = Question::read(question, Language::En);
        decide(
            std::slice::from_ref(values),
            Some(selection),
            &question,
            true,
        )
    }

    #[test]
    fn the_likelier_is_stated_and_no_quote_stands_in_for_other_values() {
        let asked = "How many juniors does the club have?";
        let quote = quoting("Elif Kaya joined in 2023.", 0.4);
        assert_eq!(decided(asked, &values("5", 0.3), &quote), Decided::Quotes);
        assert_eq!(decided(asked, &values("5", 0.45), &quote), Decided::Unsure);
        assert_eq!(decided(asked, &values("5", 0.55), &quote), Decided::Values);
    }

    #[test]
    fn a_quote_that_says_the_likelier_values_is_stated() {
        let asked = "How many juniors does the club have?";
        let says = quoting("There are 5 juniors.", 0.4);
        assert_eq!(decided(asked, &values("5", 0.45), &says), Decided::Quotes);
        // 15 is no 5.
        let other = quoting("There are 15 juniors.", 0.4);
        assert_eq!(decided(asked, &values("5", 0.45), &other), Decided::Unsure);
    }

    #[test]
    fn a_reason_is_quoted_however_likely_values_are() {
        let quote = quoting("The kiln has a crack.", 0.4);
        let asked = "Why is there no pottery?";
        assert_eq!(decided(asked, &values("5", 0.9), &quote), Decided::Quotes);
    }

    #[test]
    fn what_next_to_nothing_speaks_for_is_not_in_the_documents() {
        let question = Question::read("How many juniors?", Language::En);
        let of = |found| decide(&[values("5", 0.2)], None, &question, found);
        assert_eq!(of(true), Decided::Unsure);
        assert_eq!(of(false), Decided::Absent);
        let little = decide(&[values("5", 0.04)], None, &question, true);
        assert_eq!(little, Decided::Absent);
    }
}
