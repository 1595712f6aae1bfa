//! Dates that a question says.

use std::ops::Range;

use text::table::{Date, Value, is_of_quarter, month, names_quarter};
use text::{Language, Token, TokenKind};

/// First and last year that four bare digits are taken for.
const YEARS: std::ops::RangeInclusive<i16> = 1500..=2199;

/// Most words of one date: `fourth quarter of fiscal year 2022`.
const TOKENS_MAX: usize = 6;

/// What a token may be of a date.
#[derive(Clone, Copy)]
struct Part {
    /// A month or the name of a quarter: a date in words holds one of them.
    named: bool,
    /// A date in words may begin and end with it.
    edge: bool,
    /// It may be a whole date.
    whole: bool,
}

impl Part {
    fn of(token: &Token) -> Part {
        let month = month(&token.folded).is_some();
        let digits = |c: char| c.is_ascii_digit();
        Part {
            named: month || names_quarter(&token.folded),
            edge: token.kind != TokenKind::Word && token.folded.starts_with(digits)
                || month
                || is_of_quarter(&token.folded)
                || year(token).is_some(),
            whole: month || !token.folded.chars().all(char::is_alphabetic),
        }
    }
}

/// All dates of a text: days, months, years, months and quarters of years, in order.
pub(super) fn dates(text: &str, tokens: &[Token]) -> Vec<DateMention> {
    let parts: Vec<Part> = tokens.iter().map(Part::of).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let most = TOKENS_MAX.min(tokens.len() - at);
        let mut lengths = (1..=most).rev();
        let mention = lengths.find_map(|length| date_at(text, tokens, &parts, at..at + length));
        at = mention.as_ref().map_or(at + 1, |one| one.tokens.end);
        found.extend(mention);
    }
    found
}

fn date_at(text: &str, tokens: &[Token], parts: &[Part], at: Range<usize>) -> Option<DateMention> {
    let (first, last) = (at.start, at.end - 1);
    let slice = || &text[tokens[first].span.start..tokens[last].span.end];
    let date = if first == last {
        let whole = || parts[first].whole.then(|| whole(slice())).flatten();
        year(&tokens[first]).or_else(whole)
    } else {
        let edges = parts[first].edge && parts[last].edge;
        let one_name = || parts[at.clone()].iter().filter(|part| part.named).count() == 1;
        (edges && one_name()).then(|| whole(slice())).flatten()
    }?;
    Some(DateMention { tokens: at, date })
}

fn whole(slice: &str) -> Option<Date> {
    match Value::read(slice, Language::En) {
        // `May` and `March` alone are words as often as months.
        Value::Date(date) if date.year != 0 || date.day != 0 || !may_be_a_word(slice) => Some(date),
        _ => None,
    }
}

fn may_be_a_word(slice: &str) -> bool {
    slice.eq_ignore_ascii_case("may") || slice.eq_ignore_ascii_case("mar") || slice == "march"
}

/// `2019`, `FY2019`, `FY19`.
fn year(token: &Token) -> Option<Date> {
    let digits = token.folded.strip_prefix("fy").unwrap_or(&token.folded);
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let year = match digits.len() {
        4 => digits.parse::<i16>().ok()?,
        2 if digits.len() < token.folded.len() => 2000 + digits.parse::<i16>().ok()?,
        _ => return None,
    };
    YEARS.contains(&year).then(|| Date::of_year(year))
}

/// A date that a question says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateMention {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// As far as it is said.
    pub date: Date,
}
