//! Numbers that a question says, in digits or words.

use std::ops::Range;

use text::table::{Decimal, Number, Unit, Value, unit_named};
use text::{Language, Token, TokenKind};

use crate::lexicon::Lexicon;

/// All numbers of a text, with the sign of currency before, the percent sign,
/// scale word or unit behind.
pub(super) fn numbers(
    text: &str,
    tokens: &[Token],
    lexicon: &Lexicon,
    language: Language,
) -> Vec<NumberMention> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let mention = in_digits(text, tokens, at, lexicon, language)
            .or_else(|| in_words(tokens, at, lexicon));
        at = mention.as_ref().map_or(at + 1, |one| one.tokens.end);
        found.extend(mention);
    }
    found
}

fn in_digits(
    text: &str,
    tokens: &[Token],
    at: usize,
    lexicon: &Lexicon,
    language: Language,
) -> Option<NumberMention> {
    let token = &tokens[at];
    let glued = if is_number(token) {
        None
    } else {
        glued_scale(token, lexicon)
    };
    let digits = glued.map_or_else(
        || text[token.span.start..token.span.end].to_owned(),
        |(digits, _)| digits.to_owned(),
    );
    if glued.is_none() && !is_number(token) {
        return None;
    }
    let Value::Number(mut number) = Value::read(&digits, language) else {
        return None;
    };
    let mut end = at + 1;
    let mut scale = glued.map_or(0, |(_, scale)| scale);
    if let Some(said) = tokens
        .get(end)
        .and_then(|next| lexicon.scale_word(&next.folded))
    {
        scale += said;
        end += 1;
    }
    number.value = scaled(number.value, scale)?;
    number.unit = unit(text, tokens, at, end);
    Some(NumberMention {
        tokens: at..end,
        number,
        in_words: false,
    })
}

/// `5k`, `3bn`: digits and a scale in one token.
fn glued_scale<'t>(token: &'t Token, lexicon: &Lexicon) -> Option<(&'t str, i8)> {
    let end = token
        .folded
        .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')))?;
    let scale = lexicon.scale_word(&token.folded[end..])?;
    (end > 0).then(|| (&token.folded[..end], scale))
}

fn in_words(tokens: &[Token], at: usize, lexicon: &Lexicon) -> Option<NumberMention> {
    let value = lexicon.number_word(&tokens[at].folded)?;
    let mut end = at + 1;
    let mut value = Decimal::from(value);
    // `twenty five`, then `two million`.
    if let Some(ones) = tokens
        .get(end)
        .and_then(|next| lexicon.number_word(&next.folded))
    {
        let tens = value >= Decimal::from(20) && value < Decimal::ONE_HUNDRED;
        if tens && ones > 0 && ones < 10 {
            value += Decimal::from(ones);
            end += 1;
        }
    }
    if let Some(scale) = tokens
        .get(end)
        .and_then(|next| lexicon.scale_word(&next.folded))
    {
        value = scaled(value, scale)?;
        end += 1;
    }
    Some(NumberMention {
        tokens: at..end,
        number: Number {
            value,
            unit: Unit::NONE,
        },
        in_words: true,
    })
}

fn scaled(value: Decimal, scale: i8) -> Option<Decimal> {
    let power = Decimal::from(10_u64.checked_pow(u32::try_from(scale).ok()?)?);
    value.checked_mul(power).map(|value| value.normalize())
}

/// The unit that stands around tokens: a currency before, a percent sign,
/// currency or word behind.
fn unit(text: &str, tokens: &[Token], at: usize, end: usize) -> Unit {
    let before = text[..tokens[at].span.start].trim_end();
    let behind = text[tokens[end - 1].span.end..].trim_start();
    for (sign, code) in [("$", "USD"), ("€", "EUR"), ("£", "GBP"), ("¥", "JPY")] {
        if before.ends_with(sign) || behind.starts_with(sign) {
            return Unit::named(code);
        }
    }
    let next = tokens.get(end).map_or("", |next| next.folded.as_str());
    if behind.starts_with('%') {
        return Unit::PERCENT;
    }
    unit_named(next).unwrap_or_default()
}

/// A number that a question says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberMention {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// Its value, with a scale that follows it (`2.5 million`) multiplied in.
    pub number: Number,
    /// It is written as a word: `three`, `third`.
    pub in_words: bool,
}

/// Whether a token is digits that one number is made of.
pub(super) fn is_number(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Number | TokenKind::Percent)
}
