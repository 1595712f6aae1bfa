//! How a question opens: the verb or question word, and the noun behind it.

use super::{Form, Term};
use crate::plan::scan::Kind;

/// Verbs and phrases that open a question for a list.
const LIST_VERBS: &[&str] = &[
    "list",
    "name",
    "enumerate",
    "show",
    "give",
    "enumera",
    "enumere",
    "lista",
    "liste",
    "listar",
    "nombra",
    "menciona",
    "indica",
    "nenne",
    "nennen",
    "zahle",
    "zeige",
    "gib",
    "aufzahlen",
];
const WHICH: &[&str] = &[
    "which", "what", "cuales", "cual", "que", "welche", "welchen", "welcher", "welches", "was",
];
const MANY: &[&[&str]] = &[
    &["how", "many"],
    &["cuantos"],
    &["cuantas"],
    &["wie", "viele"],
    &["wieviele"],
];
/// Words between the opening and the noun.
const BETWEEN: &[&str] = &[
    "me",
    "all",
    "every",
    "each",
    "the",
    "of",
    "are",
    "is",
    "complete",
    "full",
    "different",
    "various",
    "todos",
    "todas",
    "los",
    "las",
    "el",
    "la",
    "son",
    "cada",
    "me",
    "alle",
    "aller",
    "die",
    "der",
    "das",
    "den",
    "mir",
    "auf",
    "sind",
    "samtliche",
    "jede",
    "jeden",
    "there",
    "any",
    "de",
    "were",
    "was",
];
/// Nouns that stand before the one that is meant: `types of property`.
const KINDS: &[&str] = &[
    "typ", "kind", "sort", "categor", "category", "nam", "list", "tipo", "clas", "class", "art",
    "form",
];
const LARGEST: &[&str] = &[
    "most", "highest", "largest", "greatest", "biggest", "maximum", "longest", "mayor", "maximo",
    "maxima", "hochste", "hochsten", "meisten", "grosste", "grossten", "teuerste", "dearest",
];
const SMALLEST: &[&str] = &[
    "least",
    "lowest",
    "smallest",
    "fewest",
    "minimum",
    "shortest",
    "cheapest",
    "menor",
    "minimo",
    "minima",
    "niedrigste",
    "niedrigsten",
    "wenigsten",
    "kleinste",
    "billigste",
];
/// True for a folded word for the largest.
pub fn is_largest(word: &str) -> bool {
    LARGEST.contains(&word)
}

/// True for a folded word for the smallest.
pub fn is_smallest(word: &str) -> bool {
    SMALLEST.contains(&word)
}

/// How a question opens, and the noun phrase behind it.
#[derive(Debug, Default)]
pub(super) struct Opening {
    pub kind: Option<Opener>,
    /// Token of the first word of the opening.
    pub start: usize,
    /// Token of the first word of the noun phrase.
    pub from: usize,
    pub noun: Vec<String>,
    pub plural: bool,
    /// `kind` of `kinds of tree`.
    pub kinds: Option<String>,
    /// `Give every …`: all of them are asked for.
    pub whole: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opener {
    List,
    Which,
    Many,
}

/// Finds the opening.
pub(super) fn opening(words: &[String], terms: &[Term]) -> Opening {
    let starts = |at: usize, phrase: &[&str]| {
        words[at..].len() >= phrase.len() && words[at..].iter().zip(phrase).all(|(a, b)| a == b)
    };
    for at in 0..words.len() {
        let word = words[at].as_str();
        let found = if at < 3 && LIST_VERBS.contains(&word) {
            Some((Opener::List, at + 1))
        } else if let Some(phrase) = MANY.iter().find(|phrase| starts(at, phrase)) {
            Some((Opener::Many, at + phrase.len()))
        } else if WHICH.contains(&word) {
            Some((Opener::Which, at + 1))
        } else {
            None
        };
        if let Some((kind, next)) = found {
            let opening = noun_phrase(kind, next, words, terms);
            return Opening {
                start: at,
                ..opening
            };
        }
    }
    Opening::default()
}

fn noun_phrase(kind: Opener, next: usize, words: &[String], terms: &[Term]) -> Opening {
    let between = |word: &String| BETWEEN.contains(&word.as_str());
    let mut from = next;
    while words.get(from).is_some_and(between) {
        from += 1;
    }
    let content = |at: &usize| {
        terms.get(*at).is_some_and(|term| {
            term.token.kind == Kind::Word && (term.weight > 0.0 || words[*at] == "other")
        })
    };
    let mut phrase: Vec<usize> = (from..words.len()).take_while(content).collect();
    // `types of property`: the noun that is meant comes behind.
    let kinds = phrase
        .last()
        .is_some_and(|last| KINDS.contains(&terms[*last].token.key.as_str()));
    let last_of_kinds = phrase.last().map(|last| terms[*last].token.key.clone());
    if let Some(last) = phrase.last().copied().filter(|_| kinds) {
        let mut behind = last + 1;
        while words.get(behind).is_some_and(between)
            || words.get(behind).is_some_and(|word| word == "von")
        {
            behind += 1;
        }
        let rest: Vec<usize> = (behind..words.len()).take_while(content).collect();
        if behind > last + 1 && !rest.is_empty() {
            phrase = rest;
        }
    }
    let is_plural = |at: &usize| {
        let word = &words[*at];
        word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("ous")
    };
    // In `which company cancelled its` the verb joins the noun: the plural is
    // the head, or the first word behind `which`. `What is the sales tax` is of one.
    let one = words.get(next).is_some_and(|word| word == "is");
    let head = phrase.iter().rposition(is_plural).filter(|_| !one);
    let end = match head {
        Some(head) => head + 1,
        None if kind == Opener::Which && !one => phrase.len().min(2),
        None => phrase.len(),
    };
    let kind_word = last_of_kinds.filter(|_| kinds);
    let kinds_plural = kinds && phrase.first().is_some_and(|first| *first > from);
    let plural = head.is_some()
        || kinds_plural
        || words
            .get(next.saturating_sub(1))
            .is_some_and(|word| word == "welche");
    Opening {
        kind: Some(kind),
        start: next,
        from: from.min(terms.len()),
        noun: phrase[..end]
            .iter()
            .map(|at| terms[*at].token.key.clone())
            .collect(),
        plural,
        kinds: kind_word,
        whole: kind == Opener::List
            && words[next..from.min(words.len())].iter().any(|word| {
                matches!(
                    word.as_str(),
                    "all" | "every" | "each" | "todos" | "todas" | "alle" | "samtliche" | "cada"
                )
            }),
    }
}

/// In German the first word with a capital is the noun: what stands behind it, the verb
/// and its subject, is no part of it.
pub(super) fn end_at_noun(opening: &mut Opening, text: &str, terms: &[Term]) {
    let phrase = terms.get(opening.from..).unwrap_or_default();
    let phrase = &phrase[..opening.noun.len().min(phrase.len())];
    let own = phrase.iter().zip(&opening.noun);
    if !own.into_iter().all(|(term, noun)| term.token.key == *noun) {
        return;
    }
    let noun = phrase.iter().position(|term| {
        let raw = text.get(term.token.start..term.token.end);
        raw.is_some_and(|raw| raw.starts_with(char::is_uppercase))
    });
    if let Some(noun) = noun {
        opening.noun.truncate(noun + 1);
    }
}

/// How many members are asked for, said right before the noun: `which three stations`. The
/// number is no word of the list.
pub(super) fn count(opening: &mut Opening, words: &[String], terms: &mut [Term]) -> Option<usize> {
    const CARDINALS: &[&str] = &[
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "doce", "zwei",
        "drei", "vier", "funf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwolf",
    ];
    const MEMBERS_MAX: i64 = 60;
    if opening.kind == Some(Opener::Many) || !opening.plural {
        return None;
    }
    let near = opening.start..(opening.from + 2).min(terms.len());
    let at = near.into_iter().find(|at| {
        let term = &terms[*at];
        CARDINALS.contains(&words[*at].as_str()) || term.token.kind == Kind::Number
    })?;
    let named = terms.get(at + 1).is_some_and(|next| {
        next.token.kind == Kind::Word && opening.noun.contains(&next.token.key)
    });
    let value = terms[at].token.value.filter(|_| named)?;
    let count = (2..=MEMBERS_MAX).find(|count| value == crate::plan::Exact::whole(*count))?;
    terms[at].weight = 0.0;
    let key = terms[at].token.key.clone();
    opening.noun.retain(|noun| *noun != key);
    usize::try_from(count).ok()
}

/// The form of the answer.
pub(super) fn form(words: &[String], enumerates: bool, opening: &Opening) -> Form {
    let extreme = |list: &[&str]| {
        words.iter().enumerate().any(|(at, word)| {
            let before = at
                .checked_sub(1)
                .map_or("", |before| words[before].as_str());
            list.contains(&word.as_str())
                && matches!(
                    before,
                    "the" | "has" | "had" | "have" | "la" | "el" | "die" | "der" | "das" | "den"
                )
        })
    };
    // `What is the minimum premium` asks for a value of that name.
    let named = words.get(opening.from).is_some_and(|word| {
        matches!(
            word.as_str(),
            "minimum" | "maximum" | "minimo" | "maximo" | "minima" | "maxima"
        )
    });
    let which = opening.kind == Some(Opener::Which) && !named;
    if which && extreme(LARGEST) {
        return Form::Extreme { largest: true };
    }
    if which && extreme(SMALLEST) {
        return Form::Extreme { largest: false };
    }
    match opening.kind {
        Some(Opener::Many) => Form::Count,
        _ if enumerates || opening.whole => Form::Items,
        Some(Opener::Which) if opening.plural => Form::Items,
        Some(Opener::List | Opener::Which) | None => Form::Value,
    }
}
