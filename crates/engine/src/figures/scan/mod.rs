//! Text into tokens that can be compared one by one: words, numbers, amounts,
//! codes, dates.
//!
//! The same scanner reads questions, cells, headers and titles, so that
//! `$750,000`, `750 000` and `750000` are one number, `HO-4`, `HO4` and `ho 04`
//! one code apart from spacing, and `07/20/2015` a day of July 2015. Words are
//! stripped of their endings lightly and alike in every language: what matters
//! is that `Factors` meets `factor`, not that the stem is a word.

mod date;
mod forbid;
mod irregular;
mod number;
mod stem;
#[cfg(test)]
mod tests;
mod unit;

pub use date::{Date, year};
pub use forbid::FORBID;
pub use stem::{fold, lowered, stem};
pub use unit::is_unit;

use super::Exact;
use date::{date, join_dates};
use number::{fraction, number, range};

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A word; the key is its stem.
    Word,
    /// A single capital letter: a class, an indicator, a coverage.
    Letter,
    /// A number without a sign of what it counts.
    Number,
    /// A number with a sign of currency.
    Money,
    /// A number with a percent sign.
    Percent,
    /// Letters and digits, or digits that open with a zero.
    Code,
    /// A year, a month of a year, a month, or a day.
    Date(Date),
}

/// A token and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The form that is compared: a stem, plain digits, a code in capitals.
    pub key: String,
    /// What it is.
    pub kind: Kind,
    /// Its value, for numbers.
    pub value: Option<Exact>,
    /// First byte in the text scanned.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl Token {
    /// True for what names or measures something exactly: anything but a word.
    pub fn is_constant(&self) -> bool {
        self.kind != Kind::Word
    }

    /// True for a number, an amount or a percentage.
    pub fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Number | Kind::Money | Kind::Percent)
    }
}

/// How a text writes numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// `1,140.50`
    Point,
    /// `1.140,50`
    Comma,
}

impl Notation {
    /// The notation of a language.
    pub fn of(language: text::Language) -> Notation {
        use text::Language::{De, En, Es, Fr, It, Other, Pt};
        match language {
            Es | De | Fr | It | Pt => Notation::Comma,
            En | Other => Notation::Point,
        }
    }
}

/// Signs that stand around words and belong to none.
const EDGES: &[char] = &[
    '.', ',', ';', ':', '?', '!', '¿', '¡', '(', ')', '[', ']', '{', '}', '"', '\'', '“', '”', '„',
    '‘', '’', '«', '»', '*', '|', '=', '…', '•', '†', '×', '<', '>', '≤', '≥',
];
/// Letters that follow a number as its unit, written together: `15ft`.
const UNITS: &[&str] = &[
    "ft", "mi", "km", "m", "cm", "mm", "kg", "g", "h", "hp", "kw", "kwh", "l", "ml", "min", "s",
    "in", "lb", "lbs", "yrs", "yr", "kv", "v", "w", "mg", "t", "°c",
];

/// The tokens of a text, in order.
pub fn scan(text: &str, notation: Notation) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (start, chunk) in chunks(text) {
        chunk_tokens(chunk, start, notation, &mut tokens);
    }
    join_thousands(text, &mut tokens);
    join_fractions(text, &mut tokens);
    join_percent(text, &mut tokens);
    join_codes(text, &mut tokens);
    join_dates(text, &mut tokens);
    join_denials(text, &mut tokens);
    tokens
}

/// Pieces between white space, without the signs around them.
fn chunks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(|c: char| c.is_whitespace() || c == '/' || c == '—')
        .map(move |piece| (piece.as_ptr() as usize - text.as_ptr() as usize, piece))
        .scan(0, move |done, (start, piece)| {
            // A date is written with slashes: it is taken whole, and its parts left out.
            if start < *done {
                return Some((start, ""));
            }
            match slashed(&text[start..]) {
                Some(length) => {
                    *done = start + length;
                    Some((start, &text[start..start + length]))
                }
                None => Some((start, piece)),
            }
        })
        .map(|(start, piece)| {
            let trimmed = piece.trim_start_matches(EDGES);
            (
                start + piece.len() - trimmed.len(),
                trimmed.trim_end_matches(EDGES),
            )
        })
        .filter(|(_, piece)| !piece.is_empty())
}

/// Length of `07/20/2015` or `3/4` at the start of a text.
fn slashed(text: &str) -> Option<usize> {
    let length = text
        .bytes()
        .take_while(|byte| byte.is_ascii_digit() || *byte == b'/')
        .count();
    let parts: Vec<&str> = text[..length].split('/').collect();
    let fits = |part: &&str, most: usize| !part.is_empty() && part.len() <= most;
    let known = match parts.as_slice() {
        [a, b, c] => fits(a, 2) && fits(b, 2) && matches!(c.len(), 2 | 4),
        [a, b] => fits(a, 2) && fits(b, 2) && !text[length..].starts_with(char::is_alphanumeric),
        _ => false,
    };
    known.then_some(length)
}

fn chunk_tokens(chunk: &str, start: usize, notation: Notation, tokens: &mut Vec<Token>) {
    if let Some(date) = date(chunk, notation) {
        push(
            tokens,
            date.key(),
            Kind::Date(date),
            None,
            start,
            chunk.len(),
        );
    } else if let Some(value) = fraction(chunk) {
        push(
            tokens,
            chunk.to_owned(),
            Kind::Number,
            Some(value),
            start,
            chunk.len(),
        );
    } else if let Some((kind, value, key)) = number(chunk, notation) {
        push(tokens, key, kind, Some(value), start, chunk.len());
    } else if let Some((left, right)) = range(chunk, notation) {
        chunk_tokens(&chunk[..left], start, notation, tokens);
        chunk_tokens(&chunk[right..], start + right, notation, tokens);
    } else if let Some(cut) = unit_cut(chunk, notation) {
        chunk_tokens(&chunk[..cut], start, notation, tokens);
        chunk_tokens(&chunk[cut..], start + cut, notation, tokens);
    } else if let Some(cut) = compound_cut(chunk) {
        chunk_tokens(&chunk[..cut], start, notation, tokens);
        chunk_tokens(&chunk[cut + 1..], start + cut + 1, notation, tokens);
    } else if chunk.chars().any(|c| c.is_ascii_digit()) {
        code(chunk, start, tokens);
    } else {
        words(chunk, start, tokens);
    }
}

fn push(
    tokens: &mut Vec<Token>,
    key: String,
    kind: Kind,
    value: Option<Exact>,
    start: usize,
    length: usize,
) {
    tokens.push(Token {
        key,
        kind,
        value,
        start,
        end: start + length,
    });
}

/// Where the unit starts in `15ft`.
fn unit_cut(chunk: &str, notation: Notation) -> Option<usize> {
    let cut = chunk.find(|c: char| c.is_lowercase() || c == '°')?;
    let unit = UNITS.contains(&chunk[cut..].to_lowercase().as_str());
    (unit && cut > 0 && number(&chunk[..cut], notation).is_some()).then_some(cut)
}

/// Where a number ends and a word in small letters starts: `27-year-old`.
fn compound_cut(chunk: &str) -> Option<usize> {
    let cut = chunk.find('-')?;
    let digits = chunk[..cut]
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','));
    let word = chunk[cut + 1..]
        .split('-')
        .all(|part| part.len() > 1 && part.chars().all(char::is_lowercase));
    (digits && cut > 0 && word).then_some(cut)
}

/// Letters and digits together. A bracket that parts two words parts them here.
fn code(chunk: &str, start: usize, tokens: &mut Vec<Token>) {
    let key: String = chunk
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_uppercase)
        .collect();
    push(tokens, key, Kind::Code, None, start, chunk.len());
}

/// Words, parted at what is no letter.
fn words(chunk: &str, start: usize, tokens: &mut Vec<Token>) {
    let chunk = chunk
        .strip_suffix("'s")
        .or_else(|| chunk.strip_suffix("’s"))
        .unwrap_or(chunk);
    for word in chunk.split(|c: char| !c.is_alphabetic()) {
        if word.is_empty() {
            continue;
        }
        let at = start + (word.as_ptr() as usize - chunk.as_ptr() as usize);
        let mut letters = word.chars();
        let alone = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
        let kind = if alone { Kind::Letter } else { Kind::Word };
        let key = if alone {
            stem(word)
        } else {
            forbid::canonical(irregular::canonical(unit::canonical(stem(word))))
        };
        push(tokens, key, kind, None, at, word.len());
    }
}

/// `98 452`: thousands set off by a blank, when the text is nothing else.
fn join_thousands(text: &str, tokens: &mut Vec<Token>) {
    let groups = || text.trim().split([' ', '\u{a0}', '\u{202f}']);
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let fits = groups().next().is_some_and(|first| first.len() <= 3)
        && groups().count() > 1
        && groups().all(digits)
        && groups().skip(1).all(|group| group.len() == 3);
    if let Some(value) = fits
        .then(|| Exact::parse(&groups().collect::<String>()))
        .flatten()
    {
        tokens.clear();
        push(
            tokens,
            value.to_string(),
            Kind::Number,
            Some(value),
            0,
            text.len(),
        );
    }
}

/// `45 percent` and `45 %` are `45%`.
fn join_percent(text: &str, tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at < tokens.len() {
        let said = tokens
            .get(at + 1)
            .is_some_and(|next| matches!(next.key.as_str(), "percent" | "prozent" | "porciento"));
        let behind = &text[tokens[at].end..];
        let sign = behind.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
        if tokens[at].kind == Kind::Number {
            if said {
                tokens[at].kind = Kind::Percent;
                tokens[at].end = tokens[at + 1].end;
                tokens.remove(at + 1);
            } else if sign.starts_with('%') {
                tokens[at].kind = Kind::Percent;
                tokens[at].end += behind.len() - sign.len() + 1;
            }
        }
        at += 1;
    }
}

/// `Not permitted` is forbidden.
fn join_denials(text: &str, tokens: &mut [Token]) {
    for at in 1..tokens.len() {
        if tokens[at].kind != Kind::Word || !forbid::permits(&tokens[at].key) {
            continue;
        }
        // `Not normally allowed`: one word may stand between.
        let mut near = tokens[at.saturating_sub(2)..at].iter();
        if near.any(|token| forbid::denies(&fold(&text[token.start..token.end]))) {
            tokens[at].key = forbid::FORBID.to_owned();
        }
    }
}

/// `1 1/2` is one number.
fn join_fractions(text: &str, tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at + 1 < tokens.len() {
        let (whole, part) = (&tokens[at], &tokens[at + 1]);
        let mixed = whole.kind == Kind::Number
            && part.kind == Kind::Number
            && part.key.contains('/')
            && !whole.key.contains(['/', '.'])
            && text[whole.end..part.start] == *" ";
        if let Some(value) = whole
            .value
            .zip(part.value)
            .filter(|_| mixed)
            .and_then(|(a, b)| a.plus(b))
        {
            let end = part.end;
            let token = &mut tokens[at];
            (token.key, token.value, token.end) = (value.to_string(), Some(value), end);
            tokens.remove(at + 1);
        }
        at += 1;
    }
}

/// `HO 04 90` is one code with `HO0490`: two or three capitals, then digits.
fn join_codes(text: &str, tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at + 1 < tokens.len() {
        let letters = &text[tokens[at].start..tokens[at].end];
        let opens = tokens[at].kind == Kind::Word
            && (2..=3).contains(&letters.len())
            && letters.bytes().all(|byte| byte.is_ascii_uppercase());
        let mut end = at + 1;
        while opens
            && end < tokens.len()
            && end <= at + 3
            && follows(text, &tokens[end - 1], &tokens[end])
        {
            end += 1;
        }
        if end > at + 1 {
            let joined: String = text[tokens[at].start..tokens[end - 1].end]
                .chars()
                .filter(|c| !c.is_whitespace())
                .collect();
            let last = tokens[end - 1].end;
            tokens.drain(at + 1..end);
            let token = &mut tokens[at];
            (token.key, token.kind, token.end) = (joined.to_uppercase(), Kind::Code, last);
        }
        at += 1;
    }
}

/// True for digits, two at least, one blank behind what they follow.
fn follows(text: &str, before: &Token, token: &Token) -> bool {
    let digits = &text[token.start..token.end];
    text[before.end..token.start] == *" "
        && digits.len() >= 2
        && digits.len() <= 4
        && year(token).is_none()
        && digits.bytes().take(2).all(|byte| byte.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
