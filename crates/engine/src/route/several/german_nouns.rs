//! Number of German nouns, told by their endings.
//!
//! A noun's last part decides; what is listed here are endings and last parts, not
//! nouns, but for the few feminine ones that look like plurals.

use super::{ends_with_any, is_long};

/// An adjective of those that stand between "welche" and its noun.
pub(super) fn is_adjective(word: &str) -> bool {
    #[rustfmt::skip]
    const STEMS: &[&str] = &[
        "ander", "weiter", "neu", "alt", "sonstig", "zusätzlich", "wichtig", "konkret", "einzeln",
        "verschieden", "möglich", "besonder", "offen", "best", "höchst", "größt", "klein", "groß",
        "erst", "letzt", "fremd", "eigen", "gesetzlich", "steuerlich", "technisch", "medizinisch",
        "bekannt", "übrig", "zwei", "drei", "vier", "fünf", "genau", "speziell",
    ];
    STEMS.iter().any(|stem| word.starts_with(stem)) && word.chars().count() <= 14
}

/// Plural, where no feminine noun ends so.
pub(super) fn is_plural(word: &str) -> bool {
    if !is_long(word) || is_feminine(word) {
        return false;
    }
    ends_with_any(word, &["en", "eln", "ern", "er", "el"])
        || ends_with_any(word, PARTS_IN_E)
        || is_foreign_plural(word)
        || word.ends_with('e') && has_umlaut(word)
}

/// "Tests", "Hotels", "Codes".
fn is_foreign_plural(word: &str) -> bool {
    word.ends_with('s')
        && !ends_with_any(
            word,
            &["ss", "is", "us", "ns", "aus", "hs", "chs", "alles", "eis"],
        )
}

/// An umlaut in a plural in -e: "Gründe", "Anträge", on other keyboards "Gruende".
/// Feminine nouns with one are few, and stand in [`is_feminine`].
fn has_umlaut(word: &str) -> bool {
    let written_out = |pair: &str| {
        word.match_indices(pair)
            .any(|(at, _)| !word[..at].ends_with(['a', 'e', 'q']))
    };
    word.contains(['ä', 'ö', 'ü']) || ["ae", "oe", "ue"].into_iter().any(written_out)
}

/// Last parts of masculine and neuter nouns whose plural is in -e: behind
/// "welche" nothing else tells them from one feminine noun.
#[rustfmt::skip]
const PARTS_IN_E: &[&str] = &[
    "nisse", "linge", "iere", "berichte", "punkte", "werte", "schritte", "dienste", "preise",
    "teile", "stoffe", "bereiche", "orte", "jahre", "tage", "monate", "jekte", "produkte", "rechte",
    "gerichte", "texte", "briefe", "gebote", "verbote", "formate", "kate", "mente", "termine",
    "vereine", "steine", "weine", "scheine", "triebe", "griffe", "kurse", "hinweise", "beweise", "ausweise", "kreise",
    "motive", "archive", "steme", "probleme", "programme", "symptome", "ziele", "spiele",
    "modelle", "urteile", "protokolle", "metalle", "signale", "merkmale", "pilze", "gesetze",
    "netze", "wege", "belege", "filme", "haare", "paare", "tore", "exemplare", "formulare",
    "kommentare", "seminare", "honorare", "erlasse", "aspekte", "effekte", "defekte", "konflikte",
    "kontakte", "schnitte", "boote", "fische", "tische", "hunde", "funde", "pfade", "freunde",
    "feinde", "verluste", "feste", "reste", "werke", "zwecke", "patente", "talente", "farne",
    "risse", "jobs", "tarife", "codes", "chöre", "beine", "pferde", "sterne", "ringe", "dinge",
    "gedichte", "gewürze", "geräte", "gewichte", "geschäfte", "getränke", "geschenke", "gelenke",
    "gebiete", "versuche", "besuche", "gesuche", "zitate", "mandate", "referate", "romane", "hefte",
    "schiffe",
];

/// One feminine noun that looks like a plural.
pub(super) fn is_feminine(word: &str) -> bool {
    #[rustfmt::skip]
    const ENDS: &[&str] = &[
        // In -er and -el.
        "nummer", "steuer", "mauer", "dauer", "feier", "feder", "leiter", "schwester", "mutter",
        "tochter", "kammer", "butter", "leber", "ziffer", "schulter", "faser", "oper", "trauer",
        "ader", "jungfer", "folter", "heuer", "wimper", "metapher", "regel", "klausel", "tafel",
        "formel", "insel", "kugel", "schachtel", "wurzel", "nadel", "gabel", "kartoffel",
        "zwiebel", "semmel", "ampel", "orgel", "fackel", "achsel", "kapsel", "vokabel", "fabel",
        "bibel", "kanzel", "karriere", "barriere", "montage", "etage", "sorte", "torte", "pforte",
        "karte", "note", "quote", "marke",
        // In -e with an umlaut.
        "höhe", "größe", "stärke", "länge", "fläche", "schwäche", "nähe", "säure",
        "brücke", "lücke", "mühe", "küche", "kürze", "güte", "prämie", "dürre", "blüte", "hülle",
        "kälte", "wärme", "härte", "stätte", "hütte", "tüte", "säule", "schüssel", "würde",
        "größte", "höchste", "längste", "früheste", "späteste", "stärkste", "farbe", "seite",
        "klasse", "frage", "rolle", "adresse", "summe", "menge", "breite", "tiefe", "strafe",
        "reihe", "grenze",
    ];
    word == "weise" || ends_with_any(word, ENDS)
}

/// In headings only what is hardly anything else counts: in small letters verbs
/// and adjectives end like plurals, too.
pub(super) fn is_head(word: &str) -> bool {
    const ENDS: &[&str] = &[
        "ungen",
        "ionen",
        "heiten",
        "keiten",
        "schaften",
        "täten",
        "anlagen",
        "zeiten",
        "namen",
        "gebühren",
        "kosten",
        "daten",
        "zutaten",
        "arten",
        "nummern",
        "regeln",
        "klauseln",
        "träge",
        "schläge",
        "gründe",
        "züge",
        "fälle",
        "sätze",
        "schlüsse",
        "stände",
        "gänge",
        "pläne",
        "räume",
        "verstöße",
        "aufstellung",
        "besetzung",
        "verzeichnis",
        "inventar",
        "inhalt",
        "stücke",
        "häfen",
        "nehmer",
        "glieder",
    ];
    let long_plural = word.chars().count() > 8
        && ends_with_any(word, &["ern", "eln", "en"])
        && !ends_with_any(
            word,
            &[
                "ieren", "enden", "chen", "igen", "ischen", "fassen", "stellen",
            ],
        );
    let foreign = word.chars().count() > 4 && is_foreign_plural(word) && !word.ends_with("es");
    is_long(word)
        && !is_feminine(word)
        && (ends_with_any(word, ENDS) || ends_with_any(word, PARTS_IN_E) || long_plural || foreign)
}
