//! Questions for a difference: of a thing and its opposite, of two by name, of the same in
//! two years.

use super::pair::{Pair, bare, side_end};
use crate::plan::scan::{Notation, Token, scan, year};

/// `By how much does the maximum of grade 6 exceed its minimum?`: two of one thing.
pub(super) fn exceeds(question: &str, lower: &str) -> Option<Pair> {
    const ITS: &[(&str, &str)] = &[(" exceed its ", " does "), (" exceeds its ", " that ")];
    let (at, own, verb) = ITS
        .iter()
        .find_map(|(own, verb)| Some((lower.find(own)?, own, verb)))?;
    let start = lower[..at].rfind(verb).map_or(0, |from| from + verb.len());
    // Small letters may take more bytes than large ones.
    let (first, thing) = question.get(start..at)?.split_once(" of ")?;
    let behind = question.get(at + own.len()..)?;
    let end = behind.find([' ', '?', ',', '.']).unwrap_or(behind.len());
    let (second, rest) = behind.split_at(end);
    let of = |measure: &str| format!("{measure} of {thing} {rest}");
    Some(Pair {
        names: [bare(first), second.to_owned()],
        questions: [of(first), of(second)],
        larger: None,
        relative: false,
    })
}

/// `By how many votes was Quist ahead of Moss?`: the measure of each.
pub(super) fn ahead(question: &str, lower: &str) -> Option<Pair> {
    const OPENINGS: &[&str] = &["by how many ", "by how much "];
    const VERBS: &[&str] = &[" was ", " is ", " were ", " are ", " did ", " does "];
    const JOINTS: &[&str] = &[
        " ahead of ",
        " behind ",
        " in front of ",
        " beat ",
        " exceed ",
    ];
    let opening = OPENINGS
        .iter()
        .find(|opening| lower.starts_with(**opening))?;
    let (joint, at) = JOINTS
        .iter()
        .find_map(|joint| Some((joint, lower.find(joint)?)))?;
    let (verb, from) = VERBS
        .iter()
        .filter_map(|verb| Some((verb, lower[..at].find(verb)?)))
        .min_by_key(|(_, from)| *from)?;
    let measure = question.get(opening.len()..from.max(opening.len()))?.trim();
    let first = question.get(from + verb.len()..at)?.trim();
    let behind = at + joint.len();
    let end = side_end(lower, behind);
    let second = question.get(behind..end)?.trim();
    let rest = question.get(end..).unwrap_or_default();
    if first.is_empty() || second.is_empty() {
        return None;
    }
    Some(Pair {
        names: [bare(first), bare(second)],
        questions: [first, second].map(|name| format!("{measure} {name} {rest}")),
        larger: None,
        relative: false,
    })
}

/// Words that say that a value moved.
const MOVES: &[&str] = &[
    "grow",
    "grew",
    "grown",
    "increase",
    "increased",
    "rise",
    "rose",
    "risen",
    "fall",
    "fell",
    "fallen",
    "decrease",
    "decreased",
    "drop",
    "dropped",
    "change",
    "changed",
    "gestiegen",
    "gesunken",
    "gewachsen",
    "gefallen",
    "subió",
    "subido",
    "bajó",
    "bajado",
    "creció",
    "crecieron",
    "aumentó",
    "aumentaron",
    "disminuyó",
];
/// Words that ask for a share and no amount.
const SHARES: &[&str] = &["percent", "%", "prozent", "por ciento", "porcentaje"];

/// `By what percentage did the revenue grow in 2025?`: that year and the one before it, or both
/// where both are said, the second in parts of the first.
pub(super) fn growth(question: &str, lower: &str) -> Option<Pair> {
    if !SHARES.iter().any(|words| lower.contains(words)) {
        return None;
    }
    let tokens = scan(question, Notation::Point);
    let said = |token: &Token| lower.get(token.start..token.end).unwrap_or_default();
    let verb = tokens.iter().find(|token| MOVES.contains(&said(token)))?;
    let share = tokens.iter().find(|token| {
        let word = said(token);
        SHARES.iter().any(|share| word.contains(share))
    })?;
    let years: Vec<&Token> = tokens
        .iter()
        .filter(|token| year(token).is_some())
        .collect();
    let (from, to) = match years.as_slice() {
        [last] => (year(last)?.checked_sub(1)?, year(last)?),
        [first, last] => (year(first)?, year(last)?),
        _ => return None,
    };
    let (first, last) = (years.first()?, years.last()?);
    let start = before(question, first.start);
    let of = |year: u16| {
        let rest = question.get(last.end..).unwrap_or_default();
        let text = format!("{} {year} {rest}", &question[..start]);
        let text = text.replacen(said(verb), "", 1);
        text.replacen(
            question.get(share.start..share.end).unwrap_or_default(),
            "",
            1,
        )
    };
    Some(Pair {
        names: [to.to_string(), from.to_string()],
        questions: [of(to), of(from)],
        larger: None,
        relative: true,
    })
}

/// Where the preposition before a place of a question begins.
pub fn before(question: &str, at: usize) -> usize {
    question[..at].trim_end().rfind(' ').unwrap_or(at)
}

/// `How much did the revenue grow from 2024 to 2025?`: the same of two years.
pub(super) fn change(question: &str, lower: &str) -> Option<Pair> {
    const AMOUNTS: &[&str] = &["how much", "how many", "wie viel", "cuánt"];
    if !AMOUNTS.iter().any(|words| lower.contains(words))
        || SHARES.iter().any(|words| lower.contains(words))
    {
        return None;
    }
    let tokens = scan(question, Notation::Point);
    let moves =
        |token: &Token| MOVES.contains(&lower.get(token.start..token.end).unwrap_or_default());
    let verb = tokens.iter().find(|token| moves(token))?;
    let years: Vec<_> = tokens
        .iter()
        .filter(|token| year(token).is_some())
        .collect();
    let [first, second] = years.as_slice() else {
        return None;
    };
    let between = lower.get(first.end..second.start)?.trim();
    if !matches!(
        between,
        "to" | "and" | "bis" | "auf" | "und" | "a" | "y" | "-" | "–"
    ) {
        return None;
    }
    // What stands before the first year is its preposition.
    let start = before(question, first.start);
    let of = |year: &Token| {
        let text = format!(
            "{} {} {}",
            &question[..start],
            &question[year.start..year.end],
            &question[second.end..]
        );
        text.replacen(&question[verb.start..verb.end], "", 1)
    };
    let name = |year: &Token| question[year.start..year.end].to_owned();
    Some(Pair {
        names: [name(second), name(first)],
        questions: [of(second), of(first)],
        larger: None,
        relative: false,
    })
}
