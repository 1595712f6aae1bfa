//! Dates as far as they are given: days, months, years, in three languages.

use super::{Kind, Notation, Token, fold};

/// A date as far as it is given; at least one part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Date {
    /// Of the common era, 1000 to 2999.
    pub year: Option<u16>,
    /// 1 to 12.
    pub month: Option<u8>,
    /// 1 to 31.
    pub day: Option<u8>,
}

impl Date {
    /// The same for every way to write it: `2015-7-20`, `2015-7-`.
    pub(super) fn key(self) -> String {
        let part = |part: Option<u16>| part.map_or(String::new(), |part| part.to_string());
        let [month, day] = [self.month, self.day].map(|small| part(small.map(u16::from)));
        format!("{}-{month}-{day}", part(self.year))
    }

    /// The day or month without its year.
    pub fn of_any_year(self) -> Date {
        Date { year: None, ..self }
    }

    /// True when every part that `self` gives is the same in `other`.
    pub fn holds(self, other: Date) -> bool {
        let agrees = |asked: Option<u16>, given: Option<u16>| asked.is_none() || asked == given;
        agrees(self.year, other.year)
            && agrees(self.month.map(u16::from), other.month.map(u16::from))
            && agrees(self.day.map(u16::from), other.day.map(u16::from))
    }
}

/// Names of months, folded: English, Spanish, German.
const MONTHS: [&[&str]; 12] = [
    &["january", "enero", "januar"],
    &["february", "febrero", "februar"],
    &["march", "marzo", "marz"],
    &["april", "abril"],
    &["may", "mayo", "mai"],
    &["june", "junio", "juni"],
    &["july", "julio", "juli"],
    &["august", "agosto"],
    &["september", "septiembre"],
    &["october", "octubre", "oktober"],
    &["november", "noviembre"],
    &["december", "diciembre", "dezember"],
];

/// How they are shortened.
const SHORT_MONTHS: [&[&str]; 12] = [
    &["jan"],
    &["feb"],
    &["mar"],
    &["apr"],
    &[],
    &["jun"],
    &["jul"],
    &["aug"],
    &["sep", "sept"],
    &["oct"],
    &["nov"],
    &["dec"],
];

/// Names that have no capital.
const SMALL_MONTHS: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

fn month(word: &str) -> Option<u8> {
    // In prose `may` and `march` are verbs: a month has a capital.
    let capital = word.chars().next().is_some_and(char::is_uppercase);
    let folded: String = fold(word);
    let mut names = MONTHS.iter().zip(&SHORT_MONTHS);
    let at =
        names.position(|(long, short)| long.iter().chain(*short).any(|name| *name == folded))?;
    // Spanish writes them small, and they are no other words there.
    let small = SMALL_MONTHS.contains(&folded.as_str());
    (capital || small).then(|| u8::try_from(at + 1).unwrap_or(12))
}

/// `2015-07-20`, `07/20/2015`, `20.07.2015`.
pub(super) fn date(chunk: &str, notation: Notation) -> Option<Date> {
    let sign = chunk.chars().find(|c| !c.is_ascii_digit())?;
    if !matches!(sign, '-' | '/' | '.') {
        return None;
    }
    let parts: Vec<u16> = chunk
        .split(sign)
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    let &[a, b, c] = parts.as_slice() else {
        return None;
    };
    let century = |year: u16| if year < 100 { year + 2000 } else { year };
    let (year, month, day) = match (a, sign, notation) {
        (1000.., ..) => (a, b, c),
        (_, '/', Notation::Point) if a <= 12 => (century(c), a, b),
        _ => (century(c), b, a),
    };
    let small = |part: u16, most: u16| {
        u8::try_from(part)
            .ok()
            .filter(|_| (1..=most).contains(&part))
    };
    let month = Some(small(month, 12)?);
    let day = Some(small(day, 31)?);
    (1000..3000).contains(&year).then_some(Date {
        year: Some(year),
        month,
        day,
    })
}

/// `September 21, 2020`, `21 de septiembre de 2020`, `August 2015`, `2015`.
pub(super) fn join_dates(text: &str, tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at < tokens.len() {
        if let Some((date, from, to)) = named_date(text, tokens, at) {
            let (start, end) = (tokens[from].start, tokens[to].end);
            let kind = Kind::Date(date);
            let key = date.key();
            tokens.drain(from + 1..=to);
            tokens[from] = Token {
                key,
                kind,
                value: None,
                start,
                end,
            };
            at = from;
        }
        at += 1;
    }
}

/// A date whose month stands at `at`, with the tokens it takes.
fn named_date(text: &str, tokens: &[Token], at: usize) -> Option<(Date, usize, usize)> {
    let month =
        month(&text[tokens[at].start..tokens[at].end]).filter(|_| tokens[at].kind == Kind::Word)?;
    let small = |index: usize| day(tokens.get(index)?);
    let linked = |index: usize| {
        tokens
            .get(index)
            .is_some_and(|token| matches!(token.key.as_str(), "de" | "del" | "of"))
    };
    let mut date = Date {
        year: None,
        month: Some(month),
        day: None,
    };
    let (mut from, mut to) = (at, at);
    if let Some(day) = small(at + 1) {
        (date.day, to) = (Some(day), at + 1);
    } else if let Some(day) = at.checked_sub(1).and_then(small) {
        (date.day, from) = (Some(day), at - 1);
    } else if let Some(day) = at.checked_sub(2).filter(|_| linked(at - 1)).and_then(small) {
        (date.day, from) = (Some(day), at - 2);
    }
    let next = if linked(to + 1) { to + 2 } else { to + 1 };
    if let Some(year) = tokens.get(next).and_then(year) {
        (date.year, to) = (Some(year), next);
    }
    Some((date, from, to))
}

fn day(token: &Token) -> Option<u8> {
    let plain = token.kind == Kind::Number || token.kind == Kind::Code;
    let digits = token
        .key
        .trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let day = digits.parse().ok().filter(|_| plain)?;
    (1..=31).contains(&day).then_some(day)
}

/// The year a token may be.
pub fn year(token: &Token) -> Option<u16> {
    let plain = token.kind == Kind::Number && token.key.len() == 4 && token.end - token.start == 4;
    let year = token.key.parse().ok().filter(|_| plain)?;
    (1900..2200).contains(&year).then_some(year)
}
