//! What sentences of running text state, as a relation: one row a number or date, with the
//! words around it, the date it holds for, and its whole sentence.

use std::ops::Range;

use text::table::{
    Cell, Column, ColumnKind, Date, Decimal, LogicalTable, Number, Part, Row, TableKind, Unit,
    Value, kind_of,
};
use text::{Language, Span, Token};

use crate::lexicon::Lexicon;
use crate::question::{NumberMention, dates_in, numbers_in};

/// Most statements of one text.
const STATEMENTS_MAX: usize = 200;
/// Longest sentence that is read; what is longer is no prose.
const SENTENCE_BYTES_MAX: usize = 1_200;
/// Tokens before and behind a value that tell what it is.
const BEFORE_TOKENS: usize = 8;
const BEHIND_TOKENS: usize = 6;
/// Tokens between a value and a date behind it that it holds for.
const DATE_TOKENS: usize = 6;
/// Digits of what only numbers a sentence.
const MARKER_BYTES_MAX: usize = 3;
/// Signs of currencies, which stand close before digits.
const SIGNS: [char; 5] = ['$', '€', '£', '¥', '₹'];

/// The columns of the relation, as queries call them.
pub const COLUMNS: [&str; 4] = ["about", "date", "value", "sentence"];

/// A number or a date that a sentence states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its sentence, white space around it left out.
    pub sentence: Span,
    /// The value with the words around it, up to the values beside it.
    pub about: Span,
    /// The number as written, with currency, scale and percent sign; none of what states a
    /// date alone.
    pub value: Option<(Span, Value)>,
    /// The date that it holds for, or that is stated.
    pub date: Option<(Span, Date)>,
}

/// A mention of a number or a date: its tokens, where it stands.
struct Mention {
    tokens: Range<usize>,
    span: Span,
    said: Said,
}

enum Said {
    Number(Value),
    Date(Date),
}

/// The statements of a text, in order, at most 200. A date that stands beside numbers is the
/// time that they hold for; one that stands alone is stated itself.
pub fn statements(text: &str, language: Language) -> Vec<Statement> {
    let mut found = Vec::new();
    for sentence in text::sentences(text, language) {
        let Some(written) = sentence
            .slice(text)
            .filter(|one| one.len() <= SENTENCE_BYTES_MAX)
        else {
            continue;
        };
        let lead = written.len() - written.trim_start().len();
        let start = sentence.start + lead;
        of_sentence(written.trim(), start, language, &mut found);
        if found.len() >= STATEMENTS_MAX {
            found.truncate(STATEMENTS_MAX);
            break;
        }
    }
    found
}

fn of_sentence(sentence: &str, start: usize, language: Language, found: &mut Vec<Statement>) {
    let tokens = text::tokens(sentence, language);
    let mentions = mentions(sentence, &tokens, language);
    let at = |span: Span| Span::new(span.start + start, span.end + start);
    let dates: Vec<Option<usize>> = (0..mentions.len())
        .map(|place| date_of(&mentions, place))
        .collect();
    for (place, mention) in mentions.iter().enumerate() {
        let date = match &mention.said {
            // The time of a number is no statement of its own.
            Said::Date(_) if dates.contains(&Some(place)) => continue,
            Said::Date(_) => Some(place),
            Said::Number(_) => dates[place],
        };
        let date = date.and_then(|place| match mentions[place].said {
            Said::Date(said) => Some((at(mentions[place].span), said)),
            Said::Number(_) => None,
        });
        let value = match &mention.said {
            Said::Number(value) => Some((at(mention.span), value.clone())),
            Said::Date(_) => None,
        };
        found.push(Statement {
            sentence: Span::new(start, start + sentence.len()),
            about: at(around(&tokens, &mentions, place)),
            value,
            date,
        });
    }
}

/// Numbers and dates in order; a date is no number.
fn mentions(sentence: &str, tokens: &[Token], language: Language) -> Vec<Mention> {
    let span = |range: &Range<usize>| {
        let end = range.end.saturating_sub(1);
        Span::new(tokens[range.start].span.start, tokens[end].span.end)
    };
    let dates = dates_in(sentence, tokens);
    let within = |range: &Range<usize>| {
        let mut around = dates.iter().map(|date| &date.tokens);
        around.any(|date| date.start < range.end && range.start < date.end)
    };
    let numbers = numbers_in(sentence, tokens, language).into_iter();
    let numbers = numbers
        .filter(|one| !within(&one.tokens))
        .filter(|one| !(one.tokens.start == 0 && is_marker(sentence, span(&one.tokens))))
        .filter_map(|one| {
            let written = signed(sentence, span(&one.tokens));
            let counted = counted(sentence, (tokens, language), &one, written);
            // Words count where they count something: `two months`, not `one of them`.
            let (span, number) = match (counted, one.in_words) {
                (Some(counted), _) => counted,
                (None, false) => (written, one.number),
                (None, true) => return None,
            };
            Some(Mention {
                span,
                tokens: one.tokens,
                said: Said::Number(Value::Number(number)),
            })
        });
    let mut found: Vec<Mention> = numbers.collect();
    found.extend(dates.iter().map(|one| Mention {
        tokens: one.tokens.clone(),
        span: span(&one.tokens),
        said: Said::Date(one.date),
    }));
    found.sort_by_key(|one| one.tokens.start);
    found
}

/// Whether a number at the start of a sentence only numbers it: `2. Roof`, `3) Keys`.
fn is_marker(sentence: &str, span: Span) -> bool {
    let short = span.end - span.start <= MARKER_BYTES_MAX;
    let behind = sentence[span.end..].trim_start_matches(['.', ')']);
    let marked = behind.len() < sentence.len() - span.end;
    short && marked && (behind.is_empty() || behind.starts_with(char::is_whitespace))
}

/// A number with the word behind it that says what it counts: `48 Euro`, `12 hours`.
fn counted(
    sentence: &str,
    (tokens, language): (&[Token], Language),
    number: &NumberMention,
    written: Span,
) -> Option<(Span, Number)> {
    let lexicon = Lexicon::of(language);
    let first = &tokens[number.tokens.start];
    let next = tokens.get(number.tokens.end).filter(|next| !next.stop)?;
    let between = sentence[written.end..next.span.start].trim();
    let close = matches!(between, "" | "°");
    let named = next.folded.chars().all(char::is_alphabetic);
    if !close || !named || lexicon.is_ordinal(&first.folded) {
        return None;
    }
    let whole = Span::new(written.start, next.span.end);
    if number.in_words {
        let several = number.number.value > Decimal::ONE;
        return several.then_some((whole, number.number));
    }
    match Value::read(whole.slice(sentence)?, language) {
        Value::Number(read) if read.value == number.number.value => Some((whole, read)),
        _ => None,
    }
}

/// A number with the sign of currency before it and the percent sign behind.
fn signed(sentence: &str, span: Span) -> Span {
    let before = sentence[..span.start].trim_end_matches(SIGNS);
    let behind = sentence[span.end..].strip_prefix('%');
    let end = span.end + behind.map_or(0, |_| 1);
    Span::new(before.len(), end)
}

/// The run of mentions of the same kind that one is of.
fn run(mentions: &[Mention], place: usize) -> Range<usize> {
    let kind = |at: usize| matches!(mentions[at].said, Said::Date(_));
    let own = kind(place);
    let start = (0..place).rev().take_while(|at| kind(*at) == own).last();
    let end = (place..mentions.len()).take_while(|at| kind(*at) == own);
    start.unwrap_or(place)..end.last().map_or(place, |at| at + 1)
}

/// The place of the date that a number holds for: of as many dates as numbers, behind them or
/// before, the one in its place; else one that follows soon, else the last before. `None` of a
/// date.
fn date_of(mentions: &[Mention], place: usize) -> Option<usize> {
    if matches!(mentions[place].said, Said::Date(_)) {
        return None;
    }
    let own = run(mentions, place);
    let behind = (own.end < mentions.len()).then(|| run(mentions, own.end));
    let before = own.start.checked_sub(1).map(|at| run(mentions, at));
    let as_many = |dates: &&Range<usize>| dates.len() == own.len();
    let behind_as_many = behind.as_ref().filter(as_many);
    if let Some(dates) = behind_as_many.or_else(|| before.as_ref().filter(as_many)) {
        return Some(dates.start + place - own.start);
    }
    let soon = behind.filter(|dates| {
        let (number, date) = (&mentions[place].tokens, &mentions[dates.start].tokens);
        date.start - number.end <= DATE_TOKENS
    });
    soon.map(|dates| dates.start)
        .or_else(|| before?.end.checked_sub(1))
}

/// A value with the words around it, up to the mentions beside it.
fn around(tokens: &[Token], mentions: &[Mention], place: usize) -> Span {
    let own = &mentions[place];
    let before = place.checked_sub(1).map_or(0, |at| mentions[at].tokens.end);
    let next = mentions.get(place + 1);
    let behind = next.map_or(tokens.len(), |one| one.tokens.start);
    let first = before.max(own.tokens.start.saturating_sub(BEFORE_TOKENS));
    let last = behind.min(own.tokens.end + BEHIND_TOKENS);
    let start = tokens
        .get(first)
        .map_or(own.span.start, |one| one.span.start);
    let end = last.checked_sub(1).and_then(|at| tokens.get(at));
    let end = end.map_or(own.span.end, |one| one.span.end);
    Span::new(start.min(own.span.start), end.max(own.span.end))
}

/// Statements as a relation of the text that begins at byte `start` of its document; `None`
/// of none. `context` are the headings above the text, `page` is where it stands.
pub fn table(
    statements: &[Statement],
    start: usize,
    context: Vec<String>,
    page: Option<u32>,
) -> Option<LogicalTable> {
    let first = statements.first()?.sentence.start;
    let last = statements.iter().map(|one| one.sentence.end).max()?;
    let at = |span: Span| Span::new(span.start + start, span.end + start);
    let text = |span: Span| Cell {
        span: at(span),
        value: Value::Text,
    };
    let date = |one: &Statement| {
        one.date
            .as_ref()
            .map_or(Cell::default(), |(span, date)| Cell {
                span: at(*span),
                value: Value::Date(*date),
            })
    };
    let value = |one: &Statement| {
        one.value
            .as_ref()
            .map_or(Cell::default(), |(span, value)| Cell {
                span: at(*span),
                value: value.clone(),
            })
    };
    let columns = vec![
        column(statements.iter().map(|one| text(one.about)).collect()),
        column(statements.iter().map(date).collect()),
        column(statements.iter().map(value).collect()),
        column(statements.iter().map(|one| text(one.sentence)).collect()),
    ];
    let row = |one: &Statement| Row {
        span: at(one.sentence),
        ..Row::default()
    };
    Some(LogicalTable {
        kind: TableKind::Statements,
        title: None,
        context,
        columns,
        rows: statements.iter().map(row).collect(),
        bands: Vec::new(),
        notes: Vec::new(),
        parts: vec![Part {
            span: at(Span::new(first, last)),
            page,
            ..Part::default()
        }],
        odd_rows: Vec::new(),
    })
}

fn column(cells: Vec<Cell>) -> Column {
    Column {
        path: Vec::new(),
        kind: match cells.iter().all(|cell| cell.value == Value::Empty) {
            true => ColumnKind::Empty,
            false => kind_of(cells.iter().map(|cell| &cell.value)),
        },
        unit: Unit::NONE,
        scale: 0,
        key: false,
        cells,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Value and date of each statement, as written.
    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let written = |span: Span| span.slice(text).unwrap();
        let found = statements(text, Language::En);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|one| {
                let value = one.value.as_ref().map_or("", |(span, _)| written(*span));
                (
                    value,
                    one.date.as_ref().map_or("", |(span, _)| written(*span)),
                )
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn each_number_holds_for_the_date_beside_it() {
        check(
            "Revenue was $1.5 million and $1.2 million in 2019 and 2018, respectively.",
            &[("$1.5 million", "2019"), ("$1.2 million", "2018")],
        );
        check(
            "In 2019 sales rose by 12% to $40. They were 30 in 2018.",
            &[("12%", "2019"), ("$40", "2019"), ("30", "2018")],
        );
        check("The bank was founded in 1887.", &[("", "1887")]);
        check(
            "We have 12 stores in two states.",
            &[("12 stores", ""), ("two states", "")],
        );
        check(
            "It takes 10 g of salt, and one of the two.",
            &[("10 g", "")],
        );
        check("Bake it at 230 °C.", &[("230 °C", "")]);
        check("A third party pays 3 of 4.", &[("3", ""), ("4", "")]);
        check("2. The roof cost $40.", &[("$40", "")]);
        check("3) Two keys hang there.", &[("Two keys", "")]);
        check("Nothing is counted here.", &[]);
    }

    #[test]
    fn what_a_value_is_about_ends_at_the_values_beside_it() {
        let text = "Income fell from $3 in the first year to $2 in the second, after 14 weeks.";
        let about: Vec<&str> = statements(text, Language::En)
            .iter()
            .map(|one| one.about.slice(text).unwrap())
            .collect();
        assert_eq!(
            about,
            [
                "Income fell from $3 in the first year to",
                "in the first year to $2 in the second, after",
                "in the second, after 14 weeks"
            ]
        );
    }

    #[test]
    fn a_relation_has_a_row_a_statement_that_cites_its_sentence() {
        let text = "Intro. We have 12 stores in 3 states.";
        let found = statements(text, Language::En);
        let table = table(&found, 100, vec!["Stores".into()], Some(4)).unwrap();
        assert_eq!(table.rows.len(), 2);
        assert_eq!(table.page_of(1), Some(4));
        let span = table.rows[1].span;
        let own = Span::new(span.start - 100, span.end - 100);
        assert_eq!(own.slice(text), Some("We have 12 stores in 3 states."));
        assert!(super::table(&[], 0, Vec::new(), None).is_none());
    }
}
