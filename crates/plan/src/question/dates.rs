//! Dates that a question says.

use text::table::{Date, Value, is_of_quarter, month, names_quarter};
use text::{Language, Token, TokenKind};

use super::DateMention;

/// First and last year that four bare digits are taken for.
const YEARS: std::ops::RangeInclusive<i16> = 1500..=2199;

/// Most words of one date: `fourth quarter of fiscal year 2022`.
const TOKENS_MAX: usize = 6;

/// All dates of a text: days, months, years, months and quarters of years, in order.
pub(super) fn dates(text: &str, tokens: &[Token]) -> Vec<DateMention> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let mention = (1..=TOKENS_MAX)
            .rev()
            .filter(|length| at + length <= tokens.len())
            .find_map(|length| read(text, tokens, at, at + length));
        at = mention.as_ref().map_or(at + 1, |one| one.tokens.end);
        found.extend(mention);
    }
    found
}

fn read(text: &str, tokens: &[Token], start: usize, end: usize) -> Option<DateMention> {
    let slice = &text[tokens[start].span.start..tokens[end - 1].span.end];
    let date = if end - start == 1 {
        year(&tokens[start]).or_else(|| whole(slice))
    } else {
        // A date in words holds a month or a quarter, and begins and ends with a part of it.
        let part = |token: &Token| {
            token.kind != TokenKind::Word && token.folded.starts_with(|c: char| c.is_ascii_digit())
                || month(&token.folded).is_some()
                || is_of_quarter(&token.folded)
                || year(token).is_some()
        };
        let named = tokens[start..end]
            .iter()
            .filter(|token| month(&token.folded).is_some() || names_quarter(&token.folded))
            .count();
        (named == 1 && part(&tokens[start]) && part(&tokens[end - 1]))
            .then(|| whole(slice))
            .flatten()
    }?;
    Some(DateMention {
        tokens: start..end,
        date,
    })
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
