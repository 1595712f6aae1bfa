//! The number of what is asked for, in German.
//!
//! "welche" stands before plurals and before one feminine noun, so that a plural
//! is told from the nouns that are feminine: by their endings, by the verb
//! behind, and in compounds by the last part, which alone decides.

use super::Asked;
use super::german_nouns::{is_adjective, is_feminine, is_head, is_plural};
use super::{clause, is_long};

/// What the words from here on tell; `before` are those in front.
pub(super) fn asked(before: &[&str], words: &[&str]) -> Option<Asked> {
    let (asks, rest) = words.split_first()?;
    match *asks {
        "welche" => welche(rest),
        "welchen" => welchen(before, rest),
        "welcher" | "welches" | "welchem" => Some(match rest {
            ["beiden" | "der" | "dieser" | "von", ..] => Asked::Choice,
            _ => Asked::One,
        }),
        "wie" => match rest {
            ["viele", rest @ ..] => Some(counted(rest)),
            ["heißen" | "heissen" | "lauten", ..] => Some(Asked::Several),
            _ => None,
        },
        "wieviele" => Some(counted(rest)),
        "was" => match rest {
            ["für", rest @ ..] | ["fuer", rest @ ..] => was_fuer(rest),
            ["sind" | "waren", "die" | "alle", ..] => Some(Asked::Several),
            ["ist" | "war", "der" | "die" | "das", ..] => Some(Asked::One),
            _ => (says_alles(rest) || of_a_kind(rest)).then_some(Asked::Several),
        },
        "wer" => match rest {
            ["sind" | "waren", "wir" | "sie", ..] => None,
            ["sind" | "waren", ..] | ["sonst", "noch", ..] | ["noch", ..] => Some(Asked::Several),
            _ => (says_alles(rest) || says_sonst(rest)).then_some(Asked::Several),
        },
        "wen" | "wem" | "womit" | "woraus" | "worauf" | "wofür" | "worüber" => {
            says_alles(rest).then_some(Asked::Several)
        }
        "wo" | "wann" => rest.contains(&"überall").then_some(Asked::Several),
        "aufzählen" | "auflisten" | "aufzulisten" | "zusammenstellen" | "zusammenzustellen"
        | "aufzuzählen" => Some(Asked::Named),
        "bitte" if before.is_empty() => only_named(rest),
        verb if may_request(before) && is_listing(verb, rest) => named(rest, true),
        verb if may_request(before) && hands(verb, rest) => named(rest, false),
        _ => None,
    }
}

/// "wer kommt in dem Roman alles vor": a list; "alles" alone is none.
fn says_alles(words: &[&str]) -> bool {
    ["alles", "alle", "allem", "überall"]
        .iter()
        .any(|all| words.contains(all))
}

/// "wer weiß sonst noch davon".
fn says_sonst(words: &[&str]) -> bool {
    clause(words)
        .windows(2)
        .any(|pair| pair == ["sonst", "noch"])
}

/// "was gibt es an Ermäßigungen": several of a kind.
fn of_a_kind(words: &[&str]) -> bool {
    clause(words)
        .windows(2)
        .any(|pair| pair[0] == "an" && is_plural(pair[1]))
}

/// A request without a verb: "bitte die Teilnehmer mit Adresse".
fn only_named(words: &[&str]) -> Option<Asked> {
    let named = match words {
        ["alle" | "sämtliche" | "jede" | "jeden" | "jedes", ..] => true,
        ["die", noun, ..] => is_plural(noun),
        _ => false,
    };
    let verb = clause(words).iter().any(|word| SENTENCE.contains(word));
    (named && !verb).then_some(Asked::Named)
}

/// Verbs that ask to go through things one by one, with the part that is parted
/// from them: "zähl … auf".
fn is_listing(verb: &str, rest: &[&str]) -> bool {
    let parted = |ends: &[&str]| rest.iter().any(|word| ends.contains(word));
    match verb {
        "zähl" | "zähle" | "zaehl" | "zählt" => !parted(&["zusammen"]),
        "liste" | "list" | "listen" | "führe" | "führ" => parted(&["auf"]),
        _ => false,
    }
}

fn hands(verb: &str, rest: &[&str]) -> bool {
    let parted = |ends: &[&str]| rest.iter().any(|word| ends.contains(word));
    match verb {
        "suche" if rest.first() == Some(&"die") => true,
        "nenn" | "nenne" | "nennt" | "nennen" | "gib" | "zeig" | "zeige" | "sag" | "sage"
        | "brauche" | "brauch" => true,
        "hätte" | "möchte" => matches!(rest, ["gern" | "gerne", ..]),
        "schreib" | "such" | "suche" | "trag" | "stell" | "stelle" | "hol" | "zieh" => {
            parted(&["auf", "raus", "heraus", "zusammen", "aus", "hin"])
        }
        _ => false,
    }
}

fn may_request(before: &[&str]) -> bool {
    const POLITE: &[&str] = &[
        "bitte", "hallo", "und", "dann", "nun", "jetzt", "mal", "ich", "gut", "ok", "so", "moin",
        "hi", "du", "auf", "alle",
    ];
    before.last().is_none_or(|word| POLITE.contains(word))
}

/// What is asked to be named; a verb of listing needs no plural.
fn named(words: &[&str], lists: bool) -> Option<Asked> {
    Some(match words {
        [
            "mir" | "uns" | "bitte" | "mal" | "doch" | "auf" | "dazu" | "noch" | "sie" | "gern"
            | "gerne",
            rest @ ..,
        ] => {
            return named(rest, lists);
        }
        ["der", "reihe", "nach", ..] => Asked::Named,
        [
            "alle" | "sämtliche" | "jede" | "jeden" | "jedes" | "alles",
            ..,
        ] => Asked::Named,
        ["die" | "ihre" | "seine" | "unsere", rest @ ..]
            if rest.iter().take(2).any(|noun| is_plural(noun)) =>
        {
            Asked::Named
        }
        ["eine", noun, ..] if LIST_NOUNS.contains(noun) => Asked::Named,
        [
            "ein" | "eine" | "einen" | "einem" | "einer" | "den" | "dem" | "der" | "das",
            ..,
        ] => Asked::One,
        [noun, ..] if is_plural(noun) => Asked::Named,
        _ if lists => Asked::Named,
        _ => return None,
    })
}

/// What holds things one by one.
const LIST_NOUNS: &[&str] = &[
    "liste",
    "aufstellung",
    "auflistung",
    "übersicht",
    "aufzählung",
    "zusammenstellung",
    "tabelle",
];

/// What is asked for as a whole, whatever its number.
const ABSTRACT: &[&str] = &[
    "folgen",
    "auswirkungen",
    "konsequenzen",
    "lehren",
    "beziehungen",
    "schritte",
];

/// Plural or one feminine noun.
fn welche(words: &[&str]) -> Option<Asked> {
    let (noun, behind) = words.split_first()?;
    if [
        "der", "dieser", "von", "seiner", "ihrer", "unserer", "deiner",
    ]
    .contains(noun)
    {
        return Some(of_some(behind));
    }
    if asks_advice(words) && ["davon", "würden", "würdest", "sollten", "soll"].contains(noun) {
        return Some(Asked::Choice);
    }
    if ["sind", "waren", "haben", "werden", "gibt", "davon", "alle"].contains(noun) {
        return Some(Asked::Several);
    }
    if ["ist", "war", "hat", "wird", "gilt"].contains(noun) {
        return Some(Asked::One);
    }
    // "welche anderen Normen", but "welche andere Norm".
    let noun = match behind.first() {
        Some(next) if is_adjective(noun) && is_long(next) => next,
        _ => noun,
    };
    if ABSTRACT.contains(noun) {
        return None;
    }
    let many = behind
        .iter()
        .take(2)
        .any(|verb| ["sind", "werden", "waren", "haben", "müssen", "dürfen"].contains(verb));
    let plural = is_plural(noun) || many && noun.ends_with('e') && !is_feminine(noun);
    Some(if plural && asks_advice(behind) {
        Asked::Choice
    } else if plural {
        Asked::Several
    } else {
        Asked::One
    })
}

/// Which of them the one who asks should take.
fn asks_advice(words: &[&str]) -> bool {
    const ADVICE: &[&str] = &[
        "würden",
        "würdest",
        "würde",
        "sollten",
        "sollte",
        "soll",
        "lohnen",
        "eignen",
        "passen",
        "besten",
        "besser",
        "schneller",
        "günstiger",
        "nehmen",
        "nehme",
    ];
    clause(words).iter().any(|word| ADVICE.contains(word))
}

/// "welche der Briefe sprechen", or "welche der beiden ist".
fn of_some(words: &[&str]) -> Asked {
    const REACH: usize = 4;
    let many = words
        .iter()
        .skip(1)
        .take(REACH)
        .any(|word| word.ends_with("en") || *word == "sind");
    if many && !few(words) {
        Asked::Several
    } else {
        Asked::Choice
    }
}

fn few(words: &[&str]) -> bool {
    let first = words.first();
    first.is_some_and(|word| ["beiden", "zwei", "drei", "2"].contains(word))
}

/// One masculine thing, or several behind a preposition: "in welchen Ländern".
fn welchen(before: &[&str], words: &[&str]) -> Option<Asked> {
    const PREPOSITIONS: &[&str] = &[
        "in",
        "an",
        "auf",
        "bei",
        "zu",
        "mit",
        "von",
        "aus",
        "nach",
        "unter",
        "über",
        "vor",
        "seit",
        "gegenüber",
        "zwischen",
        "neben",
        "hinter",
    ];
    /// One thing in -n.
    const SINGULAR: &[&str] = &[
        "namen", "rahmen", "schaden", "bogen", "garten", "boden", "hafen", "termin", "plan",
        "stein", "wein", "lohn",
    ];
    let (noun, behind) = words.split_first()?;
    let placed = before.last().is_none_or(|word| PREPOSITIONS.contains(word));
    if *noun == "der" || *noun == "dieser" {
        let some = if placed && !before.is_empty() && !few(behind) {
            Asked::Several
        } else {
            of_some(behind)
        };
        return Some(some);
    }
    let noun = match behind.first() {
        Some(next) if is_adjective(noun) && is_long(next) => next,
        _ => noun,
    };
    let dative = is_long(noun) && noun.ends_with(['n', 's']) && !SINGULAR.contains(noun);
    Some(if placed && dative {
        Asked::Several
    } else {
        Asked::One
    })
}

fn was_fuer(words: &[&str]) -> Option<Asked> {
    let noun = words.first()?;
    if ["ein", "eine", "einen", "einem", "einer"].contains(noun) {
        return Some(Asked::One);
    }
    is_plural(noun).then_some(Asked::Several)
}

fn counted(words: &[&str]) -> Asked {
    #[rustfmt::skip]
    const UNITS: &[&str] = &[
        "tage", "tagen", "wochen", "monate", "monaten", "jahre", "jahren", "stunden", "minuten",
        "sekunden", "male", "mal", "prozent", "punkte", "kilometer", "km", "meter", "zentimeter",
        "liter", "gramm", "kilo", "kg", "tonnen", "euro", "dollar", "stimmen", "kopien", "grad",
        "volt", "watt", "bar", "byte", "gb", "kalorien", "tore", "versuche", "aktien", "stück",
        "tabletten", "tropfen", "nächte", "eier", "löffel", "tassen", "exemplare", "quadratmeter",
        "monatsmieten", "urlaubstage", "arbeitstage", "hektar", "paletten", "plätze", "einwohner",
        "seiten", "personen",
    ];
    if words.first().is_some_and(|noun| UNITS.contains(noun)) {
        Asked::Measure
    } else {
        Asked::Count
    }
}

/// A heading whose head is a plural: one of the first words, as nouns stand before
/// what describes them.
pub(super) fn heads(words: &[&str]) -> bool {
    match words {
        [
            "alle" | "sämtliche" | "jede" | "jeder" | "jedes" | "jeden",
            ..,
        ] => true,
        ["und", "die", noun] => is_plural(noun),
        ["die" | "meine" | "unsere" | "ihre" | "und", noun, ..] => is_head(noun),
        [noun, rest @ ..] => {
            LIST_NOUNS.contains(noun)
                || is_head(noun)
                || rest
                    .iter()
                    .any(|word| ["alle", "sämtliche", "liste"].contains(word))
        }
        [] => false,
    }
}

/// Words that make a sentence of a heading.
#[rustfmt::skip]
pub(super) const SENTENCE: &[&str] = &[
    "ist", "sind", "war", "waren", "hat", "haben", "wird", "werden", "kann", "können", "muss",
    "müssen", "darf", "dürfen", "soll", "sollen", "gibt", "gilt", "gelten", "ich", "wir", "du",
    "man", "sich", "nicht", "es", "sie", "wie", "was", "wo", "wann", "warum", "wer", "liegt", "steht",
    "wurde", "wurden", "möchte", "brauche", "gegen", "gegeneinander", "unterschied",
];

/// Letters of no other of the languages.
pub(super) const LETTERS: &[char] = &['ä', 'ö', 'ü', 'ß'];

/// Small words that tell the language of a few words.
#[rustfmt::skip]
pub(super) const SMALL: &[&str] = &[
    "der", "die", "das", "den", "dem", "des", "und", "für", "von", "zu", "zum", "zur", "im", "mit",
    "alle", "sämtliche", "liste", "aus", "auf", "laut", "bei", "beim", "vom", "in", "einer", "einen",
];
