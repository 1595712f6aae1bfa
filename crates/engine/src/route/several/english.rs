//! The number of what is asked for, in English.

use super::Asked;
use super::{BREAK, clause, ends_with_any, is_long};

/// What the words from here on tell; `before` are those in front.
pub(super) fn asked(before: &[&str], words: &[&str]) -> Option<Asked> {
    let (asks, rest) = words.split_first()?;
    match *asks {
        "which" | "whch" | "whcih" => which(before, rest),
        "what" | "whats" => what(rest),
        "who" => match rest {
            ["else" | "all", ..] => Some(Asked::Several),
            ["are" | "were", "you", ..] => None,
            ["are" | "were", ..] => Some(Asked::Several),
            _ => None,
        },
        "how" => match rest {
            ["many", rest @ ..] => Some(counted(rest)),
            _ => None,
        },
        verb if is_listing(verb, rest) && may_request(before) => named(rest),
        "have" | "need" | "want" | "like" if wishes(before, asks) => {
            named(rest).filter(|asked| *asked == Asked::Named)
        }
        verb if HANDS.contains(&verb) && may_request(before) => match rest {
            ["me" | "us", rest @ ..] => named(rest),
            _ => None,
        },
        _ => None,
    }
}

/// Verbs that ask to go through things one by one.
fn is_listing(verb: &str, rest: &[&str]) -> bool {
    match verb {
        "name" | "list" | "enumerate" | "itemise" | "itemize" => true,
        "jot" | "write" | "note" | "set" | "lay" | "put" | "pull" | "read" | "point" => {
            matches!(rest, ["down" | "out" | "up" | "together", ..])
        }
        _ => false,
    }
}

/// "could I have", "I need"; "we have" tells what is there.
fn wishes(before: &[&str], verb: &str) -> bool {
    match before {
        [.., "could" | "can" | "may", "i" | "we"] => true,
        [.., "i" | "we" | "d"] => verb != "have",
        _ => false,
    }
}

const HANDS: &[&str] = &[
    "give", "show", "tell", "get", "send", "read", "hand", "find",
];

/// A verb asks where it opens the sentence or follows what asks politely.
fn may_request(before: &[&str]) -> bool {
    const POLITE: &[&str] = &[
        "please", "you", "and", "just", "pls", "hi", "hello", "hey", "ok", "then", "now",
    ];
    before.last().is_none_or(|word| POLITE.contains(word))
}

fn named(words: &[&str]) -> Option<Asked> {
    let small = |word: &&&str| {
        [
            "the", "its", "their", "his", "her", "our", "my", "all", "every", "each", "of",
            "those", "these", "down", "out", "up", "together", "me", "us", "please", "any",
        ]
        .contains(*word)
    };
    let skipped = words.iter().take_while(small).count();
    let of = |names: &[&str]| words[..skipped].iter().any(|word| names.contains(word));
    if of(&["all", "every", "each"]) || plural_name(&words[skipped..]) {
        Some(Asked::Named)
    } else {
        let bare = words.get(skipped);
        let one = of(&["the", "its"]) && bare.is_some_and(|word| !ABSTRACT.contains(word));
        one.then_some(Asked::One)
    }
}

fn which(before: &[&str], rest: &[&str]) -> Option<Asked> {
    match rest {
        ["of", _, rest @ ..] => Some(of_some(before, rest)),
        ["one", ..] => Some(Asked::Choice),
        ["ones", ..] => Some(Asked::Several),
        ["is" | "was" | "does" | "has", ..] => Some(Asked::One),
        ["are" | "were" | "do" | "have", ..] => Some(Asked::Several),
        // A clause about what was named before: "the clause in which the …".
        [first, ..] if NO_NAME.contains(first) => None,
        [first, ..] if ABSTRACT.contains(first) => None,
        [] => None,
        rest if plural_head(rest) => Some(if asks_advice(rest) {
            Asked::Choice
        } else {
            Asked::Several
        }),
        _ => Some(Asked::One),
    }
}

/// Which of them the one who asks should take.
fn asks_advice(words: &[&str]) -> bool {
    const ADVICE: &[&str] = &[
        "would",
        "should",
        "suit",
        "suits",
        "best",
        "better",
        "recommend",
        "advise",
        "advice",
        "fit",
        "faster",
        "cheaper",
        "worth",
    ];
    clause(words).iter().any(|word| ADVICE.contains(word))
        && !words.iter().any(|word| ["does", "did"].contains(word))
}

/// "which of the letters were burnt", "in which of the letters", or "which of the
/// two is".
fn of_some(before: &[&str], words: &[&str]) -> Asked {
    let few = |word: &&str| ["two", "three", "both", "2", BREAK].contains(word);
    if words.first().is_none_or(few) {
        return Asked::Choice;
    }
    if asks_advice(words) || words.get(1).is_some_and(|word| *word == "to") {
        return Asked::Choice;
    }
    if before.last().is_some_and(|word| NO_NAME.contains(word)) {
        return Asked::Several;
    }
    let mut behind = words.iter().skip_while(|word| !is_plural(word)).skip(1);
    let of_one = |verb: &&str| {
        verb.ends_with('s')
            || ["do", "did", "would", "should", "could", "can", "will"].contains(verb)
    };
    match behind.next() {
        Some(verb) if *verb == "does" || !of_one(verb) => Asked::Several,
        _ => Asked::Choice,
    }
}

fn what(rest: &[&str]) -> Option<Asked> {
    match rest {
        [
            "are" | "were",
            "the" | "all" | "his" | "her" | "its" | "their" | "our",
            rest @ ..,
        ] => plural_name(rest).then_some(Asked::Several),
        ["else", ..] => Some(Asked::Several),
        ["is" | "was" | "s", "the", ..] => Some(Asked::One),
        ["kind" | "type" | "sort", ..] => None,
        ["kinds" | "types" | "sorts", ..] => Some(Asked::Several),
        rest if plural_head(rest) => Some(Asked::Several),
        _ => None,
    }
}

fn counted(words: &[&str]) -> Asked {
    const REACH: usize = 3;
    let measures = words
        .iter()
        .take(REACH)
        .take_while(|word| !NO_NAME.contains(word))
        .any(|word| UNITS.contains(word));
    if measures {
        Asked::Measure
    } else {
        Asked::Count
    }
}

/// What is counted to say how much.
#[rustfmt::skip]
const UNITS: &[&str] = &[
    "day", "days", "weeks", "months", "years", "hours", "minutes", "seconds", "percent",
    "points", "miles", "kilometres", "kilometers", "km", "metres", "meters", "feet", "inches",
    "litres", "liters", "grams", "kilos", "kg", "pounds", "tons", "tonnes", "euros", "dollars",
    "votes", "copies", "degrees", "volts", "amps", "watts", "bytes", "gb", "mb", "calories",
    "goals", "retries", "attempts", "shares", "units", "doses", "tablets", "pills", "drops",
    "nights", "eggs", "cups", "spoons", "teaspoons", "tablespoons", "square", "cubic",
];

/// What stands behind the name of a thing, or is none.
#[rustfmt::skip]
const NO_NAME: &[&str] = &[
    "is", "are", "was", "were", "does", "do", "did", "has", "have", "had", "can", "could",
    "will", "would", "should", "must", "may", "of", "in", "on", "at", "to", "for", "with",
    "from", "by", "the", "a", "an", "i", "we", "you", "they", "it", "he", "she", "if", "that",
    "who", "per", "about", "how", "what", "which", "why", "where", "when", "whether", "there", BREAK,
];

/// A plural among the next words, before anything that is no part of its name; a
/// word in -s may be a verb.
fn plural_head(words: &[&str]) -> bool {
    plural_in(words, true)
}

/// The same where no verb can stand.
fn plural_name(words: &[&str]) -> bool {
    plural_in(words, false)
}

fn plural_in(words: &[&str], verbs: bool) -> bool {
    const REACH: usize = 4;
    /// What a verb in -s has behind it, and a plural has not.
    #[rustfmt::skip]
    const BEHIND_A_VERB: &[&str] = &[
        "the", "a", "an", "my", "our", "your", "his", "her", "him", "its", "their", "it", "that",
        "this", "me", "us", "you", "one", "up", "out", "best", "first", "better", "less", "more",
        "to", "smaller", "faster", "well", "what",
    ];
    /// The same behind a longer name: "which verse speaks of lamps".
    const BEHIND_A_NAME: &[&str] = &[
        "of", "with", "about", "after", "against", "by", "at", "in", "on", "from", "for", "through",
    ];
    for (at, word) in words.iter().take(REACH).enumerate() {
        // "effects" alone is one answer, "side effects" are several.
        if NO_NAME.contains(word) || NO_PLURAL.contains(word) || at == 0 && ABSTRACT.contains(word)
        {
            return false;
        }
        let verb = verbs
            && words.get(at + 1).is_some_and(|next| {
                BEHIND_A_VERB.contains(next) || at > 0 && BEHIND_A_NAME.contains(next)
            });
        if is_plural(word) && !verb {
            return true;
        }
    }
    false
}

/// Asked for as a whole, whatever its number, when no word is before it.
const ABSTRACT: &[&str] = &[
    "odds",
    "chances",
    "costs",
    "hours",
    "dimensions",
    "consequences",
    "effects",
    "terms",
    "steps",
    "prospects",
    "respects",
    "impressions",
    "stages",
    "changes",
    "results",
    "way",
    "ways",
];

/// Verbs and words that look like plurals.
#[rustfmt::skip]
const NO_PLURAL: &[&str] = &[
    "goes", "sets", "makes", "comes", "happens", "takes", "means", "gets", "needs", "says", "tells",
    "lies", "news", "basis", "series", "keeps", "gives", "covers", "counts", "wins", "protects",
    "applies", "pays", "runs", "holds", "decides", "starts", "ends", "becomes", "packs", "drives",
    "speaks", "fits", "suits",
];

fn is_plural(word: &str) -> bool {
    #[rustfmt::skip]
    const OTHER: &[&str] = &[
        "people", "children", "men", "women", "mice", "teeth", "feet", "criteria", "data",
        "species", "sheep", "media", "staff", "equipment", "kit", "medication", "paperwork",
        "clothing", "gear", "furniture",
    ];
    OTHER.contains(&word)
        || is_long(word)
            && word.ends_with('s')
            && !ends_with_any(word, &["ss", "us", "is"])
            && !["has", "does", "was", "always", "perhaps", "thus", "lens"].contains(&word)
}

/// A heading whose head is a plural: the last word before a preposition.
pub(super) fn heads(words: &[&str]) -> bool {
    const PREPOSITIONS: &[&str] = &[
        "of", "in", "on", "at", "to", "for", "with", "from", "by", "per", "under", "since",
        "between", "and", "along", "across", "near", "against", "without", "after", "before",
        "during", "about", "around", "behind", "inside", "over", "through", "via", "within",
        "missing", "that",
    ];
    /// One word for many things.
    const SETS: &[&str] = &[
        "lineup",
        "cast",
        "inventory",
        "checklist",
        "contents",
        "roster",
        "itinerary",
        "syllabus",
    ];
    /// What a few words ask for as a whole, not one by one.
    #[rustfmt::skip]
    const NO_LIST: &[&str] = &[
        "steps", "differences", "similarities", "reasons", "instructions", "tips", "relationships",
        "notes", "results", "points", "details", "news", "conditions", "terms",
    ];
    let whole = ["all", "every", "each"].contains(&words[0]);
    let name = words.iter().take_while(|word| !PREPOSITIONS.contains(word));
    let head = name
        .filter(|word| !["list", "overview", "the", "all", "please"].contains(*word))
        .filter(|word| !word.starts_with(|c: char| c.is_numeric()))
        .last();
    whole
        || head
            .is_some_and(|head| SETS.contains(head) || is_plural(head) && !NO_LIST.contains(head))
}

/// Words that make a sentence of a heading.
#[rustfmt::skip]
pub(super) const SENTENCE: &[&str] = &[
    "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can", "could", "will",
    "would", "should", "must", "may", "i", "we", "you", "they", "it", "he", "she", "be", "been",
    "my", "what", "whats", "why", "how", "when", "where", "whereabouts", "who", "which", "not",
    "no", "your", "me", "than", "vs", "versus", "compare", "shorten", "instead", "any",
    "refactor", "summarise", "summarize", "sumarise", "delete", "create", "draft", "join", "put",
    "convert", "write", "generate", "explain", "describe", "translate", "reword", "rewrite", "make",
    "build", "fix", "add", "remove", "change", "turn", "rotate",
];

/// Letters of no other of the languages: there are none.
pub(super) const LETTERS: &[char] = &[];

/// Small words that tell the language of a few words.
#[rustfmt::skip]
pub(super) const SMALL: &[&str] = &[
    "the", "of", "in", "on", "for", "to", "with", "and", "from", "by", "at", "every", "all", "list",
    "an", "any", "by",
];
