//! Words of questions that stand for others: numbers, prices, any member of a list.

use crate::plan::Exact;
use crate::plan::scan::Token;

/// Nouns for the members of any list.
pub(super) const GENERIC: &[&str] = &[
    "cas",
    "condition",
    "circumstanc",
    "situation",
    "reason",
    "item",
    "thing",
    "point",
    "fall",
    "bedingung",
    "voraussetzung",
    "grund",
    "caso",
    "condicion",
    "condicione",
];

/// Words that name the kind of answer and stand in few tables.
pub fn is_measure(stem: &str) -> bool {
    matches!(
        stem,
        "dat"
            | "day"
            | "time"
            | "tim"
            | "year"
            | "percentag"
            | "percent"
            | "number"
            | "amount"
            | "valu"
            | "nam"
            | "pric"
            | "cost"
            | "share"
            | "shar"
            | "length"
            | "siz"
            | "place"
            | "plac"
            | "person"
            | "code"
            | "cod"
            | "figur"
            | "porcentaj"
            | "fecha"
            | "importe"
            | "import"
            | "preci"
            | "precio"
            | "datum"
            | "anteil"
            | "betrag"
            | "factor"
            | "relativity"
            | "multiplier"
            | "faktor"
            | "prozentsatz"
            | "wert"
            | "stand"
            | "level"
            | "nivel"
            | "preis"
    )
}

/// Adjectives that ask for a measure behind `how`: `how long`, `wie hoch`.
pub(super) fn asks_measure(before: &str, word: &str) -> bool {
    matches!(before, "how" | "wie")
        && matches!(
            word,
            "long"
                | "old"
                | "big"
                | "high"
                | "far"
                | "often"
                | "soon"
                | "large"
                | "deep"
                | "fast"
                | "heavy"
                | "wide"
                | "tall"
                | "lang"
                | "lange"
                | "hoch"
                | "gross"
                | "alt"
                | "weit"
                | "oft"
                | "schwer"
                | "schnell"
                | "tief"
        )
}

/// Where a last clause starts that only says in what the answer is given, as `, in
/// thousand pounds`; the number of words where there is none.
pub(super) fn unit_clause(words: &[String], text: &str, tokens: &[Token]) -> usize {
    const UNITS: &[&str] = &[
        "in",
        "thousand",
        "thousands",
        "million",
        "millions",
        "billion",
        "pounds",
        "euros",
        "euro",
        "dollars",
        "percent",
        "with",
        "one",
        "two",
        "three",
        "decimal",
        "decimals",
        "places",
        "place",
        "prozent",
        "tausend",
        "millionen",
        "miles",
        "de",
        "millones",
        "porcentaje",
        "en",
        "kg",
        "metres",
        "meters",
        "mit",
        "auf",
        "cents",
        "rounded",
        "to",
        "the",
    ];
    let unit = |at: &usize| UNITS.contains(&words[*at].as_str());
    let parted = |at: &usize| {
        let between = text.get(tokens[at - 1].end..tokens[*at].start);
        between.is_some_and(|between| between.contains(','))
    };
    let last = (1..words.len().min(tokens.len())).rev().take_while(unit);
    last.filter(parted).last().unwrap_or(words.len())
}

/// Verbs that ask for a price; a table has the price under another name.
pub fn is_price_verb(word: &str) -> bool {
    matches!(
        word,
        "cost"
            | "costs"
            | "kostet"
            | "kosten"
            | "kost"
            | "cuesta"
            | "cuestan"
            | "cobra"
            | "cobran"
            | "paga"
            | "pagan"
            | "pay"
            | "pays"
            | "zahlt"
            | "zahlen"
    )
}

/// The number that a word says, from two to twelve, or the place in a row: in a
/// question, where it may stand for a figure of a table.
pub(super) fn number_word(word: &str) -> Option<Exact> {
    const WORDS: [&[&str]; 11] = [
        &[
            "two", "second", "dos", "segundo", "segunda", "zwei", "zweite", "zweiten",
        ],
        &[
            "three", "third", "tres", "tercer", "tercera", "drei", "dritte", "dritten",
        ],
        &[
            "four", "fourth", "cuatro", "cuarto", "cuarta", "vier", "vierte", "vierten",
        ],
        &[
            "five", "fifth", "cinco", "quinto", "quinta", "funf", "funfte", "funften",
        ],
        &[
            "six", "sixth", "seis", "sexto", "sexta", "sechs", "sechste", "sechsten",
        ],
        &[
            "seven", "seventh", "siete", "septimo", "sieben", "siebte", "siebten",
        ],
        &[
            "eight", "eighth", "ocho", "octavo", "acht", "achte", "achten",
        ],
        &[
            "nine", "ninth", "nueve", "noveno", "neun", "neunte", "neunten",
        ],
        &[
            "ten", "tenth", "diez", "decimo", "zehn", "zehnte", "zehnten",
        ],
        &["eleven", "eleventh", "elf", "elfte", "elften"],
        &["twelve", "twelfth", "doce", "zwolf", "zwolfte", "zwolften"],
    ];
    let at = WORDS.iter().position(|words| words.contains(&word))?;
    Some(Exact::whole(i64::try_from(at).ok()? + 2))
}
