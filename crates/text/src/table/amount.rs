//! Reads numbers as people write them, with sign, currency, unit, and the words
//! that multiply them.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::{Number, Unit};
use crate::Language;
use crate::lexicon::{self, WordList};

/// Signs of currencies before or after an amount.
const SIGNS: [(&str, &str); 8] = [
    ("US$", "USD"),
    ("A$", "AUD"),
    ("C$", "CAD"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("₹", "INR"),
];

/// Codes of currencies.
const CODES: [&str; 14] = [
    "USD", "EUR", "GBP", "CHF", "JPY", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK", "INR",
    "CNY",
];

/// Longest unit behind a number.
const UNIT_BYTES_MAX: usize = 8;

/// Letters behind an amount of money that multiply it, by ten to the power beside them: `5 m` of
/// something else is a length.
const SCALE_LETTERS: [(&str, u8); 3] = [("k", 3), ("m", 6), ("b", 9)];

/// Reads a cell that is one number, with its sign, currency, percent sign, unit,
/// and a word that multiplies it. Brackets around it make it negative. `None`
/// for anything else.
pub(super) fn read(text: &str, language: Language) -> Option<Number> {
    let (front, rest) = Front::read(text.trim());
    let (value, rest) = digits(rest, language)?;
    let rest = rest.trim_start();
    let (value, rest) = scaled(value, rest, !front.unit.is_none())?;
    let mut back = Back {
        unit: front.unit,
        closed: !front.open,
    };
    let rest = back.read(rest);
    if !back.closed {
        return None;
    }
    let (value, rest) = scaled(value, rest, back.unit.is_currency())?;
    if !rest.is_empty() {
        back.unit = Some(unit(text.trim(), rest)?).filter(|_| back.unit.is_none())?;
    }
    Some(Number {
        value: if front.negative { -value } else { value },
        unit: back.unit,
    })
}

/// Signs, bracket and currency before the digits, in any order.
#[derive(Default)]
struct Front {
    unit: Unit,
    open: bool,
    negative: bool,
}

impl Front {
    fn read(text: &str) -> (Self, &str) {
        let (mut front, mut rest) = (Self::default(), text);
        loop {
            rest = rest.trim_start();
            let minus = rest.strip_prefix(['-', '−', '–', '‒']);
            let plus = rest.strip_prefix('+');
            if let Some(inner) = rest.strip_prefix('(').filter(|_| !front.open) {
                (rest, front.open, front.negative) = (inner, true, true);
            } else if let Some(inner) = minus.filter(|_| !front.negative) {
                (rest, front.negative) = (inner, true);
            } else if let Some(inner) = plus.filter(|_| !front.negative && !front.open) {
                rest = inner;
            } else if let (true, Some((inner, currency))) =
                (front.unit.is_none(), currency_at_start(rest))
            {
                (rest, front.unit) = (inner, currency);
            } else {
                return (front, rest);
            }
        }
    }
}

/// Closing bracket, percent sign and currency behind the digits.
struct Back {
    unit: Unit,
    closed: bool,
}

impl Back {
    fn read<'t>(&mut self, text: &'t str) -> &'t str {
        let mut rest = text;
        loop {
            rest = rest.trim_start();
            let share = behind_percent(rest);
            if let Some(inner) = rest.strip_prefix(')').filter(|_| !self.closed) {
                (rest, self.closed) = (inner, true);
            } else if let Some(inner) = share.filter(|_| self.unit.is_none()) {
                (rest, self.unit) = (inner, Unit::PERCENT);
            } else if let (true, Some((inner, currency))) =
                (self.unit.is_none(), currency_at_start(rest))
            {
                (rest, self.unit) = (inner, currency);
            } else {
                return rest;
            }
        }
    }
}

/// The number at the start of a text, with a fraction behind it: `1 1/2`, `1½`.
fn digits(text: &str, language: Language) -> Option<(Decimal, &str)> {
    let end = digits_end(text);
    let (whole, rest) = (&text[..end], &text[end..]);
    if let Some((part, rest)) = vulgar(rest) {
        let whole = match whole {
            "" => Decimal::ZERO,
            whole => decimal(whole, language)?,
        };
        return (whole.scale() == 0).then(|| (whole + part, rest));
    }
    let whole = decimal(whole, language)?;
    let spelled = rest.strip_prefix(' ').and_then(|rest| {
        let (above, below) = rest.split_once('/')?;
        let (above, below) = (above.parse::<u8>().ok()?, below.parse::<u8>().ok()?);
        let exact = matches!(below, 2 | 4 | 8 | 16 | 32 | 64 | 5 | 10);
        (exact && above > 0 && above < below && whole.scale() == 0)
            .then(|| (Decimal::from(above) / Decimal::from(below)).normalize())
    });
    match spelled {
        Some(part) => Some((whole + part, "")),
        None => Some((whole, rest)),
    }
}

/// A fraction of one sign that is exact as a decimal.
fn vulgar(text: &str) -> Option<(Decimal, &str)> {
    const FRACTIONS: [(char, i64); 7] = [
        ('½', 500),
        ('¼', 250),
        ('¾', 750),
        ('⅛', 125),
        ('⅜', 375),
        ('⅝', 625),
        ('⅞', 875),
    ];
    let rest = text.trim_start();
    FRACTIONS.iter().find_map(|(sign, thousandths)| {
        let rest = rest.strip_prefix(*sign)?;
        Some((Decimal::new(*thousandths, 3).normalize(), rest))
    })
}

/// The number times what the next word says, and the rest behind that word;
/// `None` when the product is too large.
fn scaled(value: Decimal, rest: &str, money: bool) -> Option<(Decimal, &str)> {
    let end = rest
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(rest.len());
    let (word, behind) = rest.split_at(end);
    let folded = crate::folded(word);
    let letter = SCALE_LETTERS.iter().find(|(name, _)| *name == folded);
    let power = match letter {
        Some((_, power)) => money.then_some(*power),
        // `TEUR` is a currency as well.
        None => lexicon::scale(&folded).filter(|_| lexicon::currency(&folded).is_none()),
    };
    let Some(power) = power.map(u32::from) else {
        return Some((value, rest));
    };
    let factor = Decimal::from(10_u64.pow(power));
    let mut product = value.checked_mul(factor)?;
    product.rescale(value.scale().saturating_sub(power));
    let behind = behind.strip_prefix('.').unwrap_or(behind);
    Some((product, behind.trim_start()))
}

/// The unit that a text ends with, if it can be one: a short word, `m²`, `km/h`.
/// `3B`, `4th` and `7 Up` are not three, four and seven of something.
fn unit(text: &str, rest: &str) -> Option<Unit> {
    const GLUED: [&str; 9] = ["m", "g", "h", "s", "l", "V", "W", "x", "×"];
    let said = rest
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, '°' | '²' | '³' | '/' | '×'));
    let known = super::scale::is_unit(rest) || GLUED.contains(&rest);
    let lower = rest.chars().all(|c| !c.is_uppercase());
    let before = text[..text.len() - rest.len()].chars().next_back();
    let glued = before.is_some_and(|c| c.is_ascii_digit()) && rest.chars().count() == 1;
    let fits = rest.len() <= UNIT_BYTES_MAX
        && said
        && (known || lower)
        && !WordList::NoUnit.has(rest)
        && (!glued || GLUED.contains(&rest));
    let name = if rest == "×" { "x" } else { rest };
    fits.then(|| Unit::named(name))
}

/// Reads `5 – 10`, `$10 to $20`, `18-24 kg`: two rising numbers.
pub(super) fn read_range(text: &str, language: Language) -> Option<(Number, Number)> {
    const DASHES: [&str; 5] = [" – ", " - ", "–", "—", "-"];
    let words = WordList::Range.words().iter();
    let words = words.map(|word| Cow::Owned(format!(" {word} ")));
    words.chain(DASHES.map(Cow::Borrowed)).find_map(|between| {
        let (low, high) = text.split_once(&*between)?;
        let (low, high) = (read(low, language)?, read(high, language)?);
        let unit = if low.unit.is_none() {
            high.unit
        } else {
            low.unit
        };
        let same = high.unit.is_none() || high.unit == unit;
        let named = between == "-" && unit.is_none() && is_phone(text);
        (same && low.value < high.value && !named)
            .then_some((Number { unit, ..low }, Number { unit, ..high }))
    })
}

/// `555-1234`: three digits and four, neither round.
fn is_phone(text: &str) -> bool {
    match text.split_once('-') {
        Some((low, high)) => {
            let digits = |part: &str, count: usize| {
                part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit())
            };
            digits(low, 3) && digits(high, 4) && !(low.ends_with('0') && high.ends_with('0'))
        }
        None => false,
    }
}

/// Whether a text is a sign or name of a currency and nothing else.
pub(super) fn is_currency(text: &str) -> bool {
    currency_at_start(text).is_some_and(|(rest, _)| rest.is_empty())
}

fn currency_at_start(text: &str) -> Option<(&str, Unit)> {
    let sign = SIGNS.iter().find_map(|(sign, code)| {
        let rest = text.strip_prefix(sign)?;
        Some((rest, Unit::named(code)))
    });
    sign.or_else(|| {
        let end = text.find(|c: char| !c.is_alphabetic());
        let (word, rest) = text.split_at(end.unwrap_or(text.len()));
        let folded = crate::folded(word);
        let told = !WordList::Weights.has(&folded) && lexicon::scale(&folded).is_none();
        Some((rest, currency_named(&folded).filter(|_| told)?))
    })
}

/// The currency of a code or a name. Folded.
pub(super) fn currency_named(word: &str) -> Option<Unit> {
    let code = CODES.iter().find(|code| code.eq_ignore_ascii_case(word));
    let code = code.copied().or_else(|| lexicon::currency(word))?;
    Some(Unit::named(code))
}

/// The unit that a word behind a number names: a share of a hundred or a currency. Folded.
///
/// ```
/// # use text::table::{Unit, unit_named};
/// assert_eq!(unit_named("prozent"), Some(Unit::PERCENT));
/// assert_eq!(unit_named("dolares"), Some(Unit::named("USD")));
/// assert_eq!(unit_named("ducks"), None);
/// ```
pub fn unit_named(word: &str) -> Option<Unit> {
    let share = WordList::Percent.has(word).then_some(Unit::PERCENT);
    share.or_else(|| currency_named(word))
}

/// The text behind a percent sign or word that it starts with.
fn behind_percent(text: &str) -> Option<&str> {
    let word = |word: &&str| {
        let head = text.get(..word.len())?;
        head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
    };
    text.strip_prefix('%')
        .or_else(|| WordList::Percent.words().iter().find_map(word))
}

/// End of the digits at the start of a text, separators inside them included.
fn digits_end(text: &str) -> usize {
    let mut end = 0;
    let mut rest = text.char_indices().peekable();
    while let Some((at, character)) = rest.next() {
        let next = rest.peek().map(|(_, next)| *next);
        let inside = matches!(character, '.' | ',' | '\'' | '’' | '\u{a0}' | '\u{202f}')
            && next.is_some_and(|next| next.is_ascii_digit());
        // `98 452`: a blank sets off thousands where three digits follow.
        let blank = character == ' ' && end > 0 && {
            let digits = text[at + 1..]
                .bytes()
                .take_while(u8::is_ascii_digit)
                .count();
            digits == 3
        };
        if !character.is_ascii_digit() && !inside && !blank {
            break;
        }
        end = at + character.len_utf8();
    }
    end
}

/// Digits with separators as a decimal; `None` for versions, codes with leading
/// zeros and numbers of more than 28 digits.
pub(super) fn decimal(written: &str, language: Language) -> Option<Decimal> {
    if written.is_empty() {
        return None;
    }
    let whole_digits = written.bytes().take_while(u8::is_ascii_digit).count();
    if whole_digits > 1 && written.starts_with('0') {
        return None;
    }
    let plain: String = written
        .chars()
        .map(|c| match c {
            ' ' | '\u{a0}' | '\u{202f}' | '’' => '\'',
            other => other,
        })
        .collect();
    let plain = crate::analyzer::plain_number(&plain, language)?;
    // Zeros behind the point are kept, so that `2.50` prints as it was.
    let places = written.rfind(['.', ',']).map(|at| written.len() - at - 1);
    let mut value = Decimal::from_str_exact(&plain).ok()?;
    // Where no fraction is left, one of nothing but zeros went: digits are missing.
    let digits = written.bytes().filter(u8::is_ascii_digit).count();
    let has_fraction = plain.contains('.') || digits > plain.len();
    if let (Some(places), true) = (places, has_fraction) {
        value.rescale(u32::try_from(places).ok()?.min(28));
    }
    Some(value)
}
