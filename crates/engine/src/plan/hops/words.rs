//! English words by what they do in a question that describes a thing.

use crate::plan::scan::fold;

/// Words that open a relative clause.
pub const PRONOUNS: &[&str] = &["that", "which", "who", "whose", "whom", "where"];
/// Before `which` and `whom`.
pub const BEFORE_PRONOUN: &[&str] = &["in", "on", "at", "by", "from", "to", "of", "for", "under"];
/// Behind a participle that opens a clause without a pronoun.
pub const BEHIND_PARTICIPLE: &[&str] = &[
    "in", "by", "under", "for", "at", "on", "with", "from", "to", "as", "of",
];
const IRREGULAR_PARTICIPLES: &[&str] = &[
    "given", "shown", "set", "written", "held", "made", "found", "built", "known", "led", "run",
    "sold", "paid", "chosen", "sung", "drawn", "kept", "owned", "born", "won",
];
/// What opens a noun phrase that means one thing.
pub const ARTICLES: &[&str] = &["the", "that", "this"];
/// Forms of auxiliary verbs.
pub const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "being", "do", "does", "did", "has", "have", "had",
    "can", "could", "may", "might", "must", "shall", "should", "will", "would",
];
/// Small words that open a phrase.
pub const PREPOSITIONS: &[&str] = &[
    "in", "by", "under", "for", "at", "on", "with", "from", "to", "as", "of", "into", "over",
    "after", "before", "during", "between", "about", "and", "or", "the", "a", "an", "near",
];
/// Words that open a further question.
pub const OPENERS: &[&str] = &[
    "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "is", "are", "does",
    "do", "did", "can", "must",
];
/// Nouns that name a figure, a time or nothing: what they describe has no name.
pub const NAMELESS: &[&str] = &[
    "amount",
    "number",
    "tim",
    "way",
    "reason",
    "day",
    "dat",
    "year",
    "month",
    "fact",
    "sam",
    "percentag",
    "shar",
    "rat",
    "fe",
    "fee",
    "pric",
    "cost",
    "valu",
    "factor",
    "premium",
    "charg",
    "cas",
    "thing",
    "on",
    "first",
    "last",
    "next",
    "other",
    "total",
    "sum",
    "limit",
    "period",
    "maximum",
    "minimum",
    "extent",
    "kind",
    "typ",
    "sort",
    "order",
    "result",
    "answer",
    "rest",
    "part",
    "half",
    "people",
    "surcharg",
    "discount",
    "deductibl",
    "tax",
    "age",
    "ag",
    "siz",
    "distanc",
    "temperatur",
    "length",
    "height",
    "weight",
    "width",
    "depth",
    "percent",
];
/// Endings of nouns for those who do something: a person or a firm that has a name.
const AGENTS: &[&str] = &["er", "or", "ist", "ian", "man", "woman"];
/// Nouns of people by what they are to another.
const KIN: &[&str] = &[
    "father",
    "mother",
    "wife",
    "husband",
    "spouse",
    "son",
    "daughter",
    "brother",
    "sister",
    "author",
    "head",
    "chair",
    "mayor",
    "capital",
    "parent",
    "child",
    "deputy",
    "president",
];
/// Things that end like agents.
const NO_AGENTS: &[&str] = &[
    "number",
    "order",
    "power",
    "meter",
    "water",
    "paper",
    "letter",
    "quarter",
    "register",
    "chapter",
    "floor",
    "door",
    "error",
    "factor",
    "sector",
    "color",
    "labor",
    "minor",
    "other",
    "corner",
    "border",
    "center",
    "cover",
    "offer",
    "matter",
    "manner",
    "layer",
    "river",
    "tower",
    "transfer",
    "trailer",
    "charter",
    "shelter",
    "winter",
    "summer",
    "danger",
    "boiler",
    "filter",
    "rotor",
    "motor",
    "reactor",
    "indicator",
    "divisor",
    "vector",
    "tensor",
    "list",
    "gist",
];

/// A word that asks for more than a name: neither an opener, an auxiliary nor a
/// preposition.
pub fn is_content(word: &str) -> bool {
    let low = fold(word.trim_matches(|c: char| !c.is_alphanumeric()));
    let small = OPENERS.contains(&low.as_str())
        || AUXILIARIES.contains(&low.as_str())
        || PREPOSITIONS.contains(&low.as_str())
        || matches!(
            low.as_str(),
            "name" | "tell" | "me" | "s" | "please" | "called" | "it"
        );
    !low.is_empty() && !small
}

/// `named`, `given`.
pub fn is_participle(low: &str) -> bool {
    (low.len() > 4 && low.ends_with("ed")) || IRREGULAR_PARTICIPLES.contains(&low)
}

/// Several things have no one name.
pub fn is_plural(low: &str) -> bool {
    low.len() > 3 && low.ends_with('s') && !low.ends_with("ss") && !low.ends_with("us")
}

/// A noun for who does something, or what one is to another.
pub fn is_agent(low: &str) -> bool {
    let bare = low.rsplit('-').next().unwrap_or(low);
    KIN.contains(&bare)
        || (bare.len() > 4
            && AGENTS.iter().any(|ending| bare.ends_with(ending))
            && !NO_AGENTS.contains(&bare))
}
