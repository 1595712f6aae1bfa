//! Numbers with their signs and separators.

use super::{Kind, Notation};
use crate::figures::Exact;

/// Signs of currency.
const CURRENCY: &[char] = &['$', '€', '£', '¥'];
/// A number with its sign of currency or percent.
pub(super) fn number(chunk: &str, notation: Notation) -> Option<(Kind, Exact, String)> {
    let mut rest = chunk.trim_end_matches('+');
    let negative = rest.starts_with(['-', '−', '–']);
    rest = rest.trim_start_matches(['-', '−', '–']);
    let unsigned = rest;
    rest = rest.trim_start_matches(CURRENCY).trim_end_matches(CURRENCY);
    let money = rest.len() < unsigned.len();
    let plain = rest.strip_suffix('%');
    let digits = plain.unwrap_or(rest);
    // `06604` names a place, `01` a class: neither is counted with.
    let padded = digits.len() > 1
        && digits.starts_with('0')
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    if padded || !digits.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let value = decimal(digits, notation)?;
    let value = if negative {
        Exact::ZERO.minus(value)?
    } else {
        value
    };
    let kind = match (money, plain) {
        (true, _) => Kind::Money,
        (false, Some(_)) => Kind::Percent,
        (false, None) => Kind::Number,
    };
    Some((kind, value, value.to_string()))
}

/// A number with separators of thousands, by the notation of its text; where
/// that cannot be, by the other one.
fn decimal(digits: &str, notation: Notation) -> Option<Exact> {
    let (thousands, point) = match notation {
        Notation::Point => (',', '.'),
        Notation::Comma => ('.', ','),
    };
    grouped(digits, thousands, point).or_else(|| grouped(digits, point, thousands))
}

fn grouped(digits: &str, thousands: char, point: char) -> Option<Exact> {
    let (whole, fraction) = match digits.split_once(point) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    let mut groups = whole.split([thousands, '\'']);
    let first = groups.next()?;
    let separated = whole.len() > first.len();
    let fits = groups.clone().all(|group| group.len() == 3) && (!separated || first.len() <= 3);
    let all: String = std::iter::once(first).chain(groups).collect();
    if !fits || (separated && first.is_empty()) || fraction.is_some_and(str::is_empty) {
        return None;
    }
    let whole = if all.is_empty() { "0".to_owned() } else { all };
    match fraction {
        Some(fraction) => Exact::parse(&format!("{whole}.{fraction}")),
        None => Exact::parse(&whole),
    }
}

/// Where the halves of `51-100` end and start.
pub(super) fn range(chunk: &str, notation: Notation) -> Option<(usize, usize)> {
    let (at, dash) = chunk
        .char_indices()
        .skip(1)
        .find(|(_, c)| matches!(c, '-' | '–' | '−' | '‑'))?;
    let right = at + dash.len_utf8();
    let both = number(&chunk[..at], notation).zip(number(&chunk[right..], notation));
    both.map(|_| (at, right))
}

/// The value of `3/4`.
pub(super) fn fraction(chunk: &str) -> Option<Exact> {
    let (over, under) = chunk.split_once('/')?;
    Exact::parse(over)?.over(Exact::parse(under)?)
}
