//! Layer 1: rules over the text and one bit, whether a previous answer exists.
//!
//! Each rule is meant to be right nearly always and to stay silent otherwise;
//! what they miss is the classifier's.

use super::{PrefixAt, QuestionType, RouteConfig};

/// A type that a rule is certain of, and the rule.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ruled {
    pub(super) kind: QuestionType,
    pub(super) signal: String,
}

/// The first rule that decides.
pub(super) fn decide(text: &str, previous: bool, config: &RouteConfig) -> Option<Ruled> {
    platform_prefix(text, config)
        .or_else(|| account(text))
        .or_else(|| previous.then(|| follow_up(text)).flatten())
        .or_else(|| previous.then(|| about_answer(text)).flatten())
}

/// RC-01: a registered prefix marks the platform's own questions.
fn platform_prefix(text: &str, config: &RouteConfig) -> Option<Ruled> {
    let lower = text.to_lowercase();
    let (prefix, at) = config.platform_prefixes.iter().find_map(|prefix| {
        let at = lower.find(&prefix.to_lowercase())?;
        let counts = match config.platform_prefix_at {
            PrefixAt::Anywhere => true,
            PrefixAt::Start => lower[..at].trim().is_empty(),
        };
        (counts && !prefix.is_empty()).then_some((prefix, at))
    })?;
    Some(Ruled {
        kind: QuestionType::Platform,
        signal: format!("RC-01: platform prefix `{prefix}` at byte {at}"),
    })
}

/// Words that mostly an account has: a percentage beside them is enough.
const ACCOUNT_ONLY: &[&str] = &[
    "quota",
    "quotas",
    "kontingent",
    "kontingents",
    "kontingente",
];
/// Words that an account has too.
const ACCOUNT: &[&str] = &[
    "account",
    "accounts",
    "usage",
    "consumption",
    "subscription",
    "billing",
    "credits",
    "tokens",
    "workspace",
    "konto",
    "kontos",
    "verbrauch",
    "nutzung",
    "abo",
    "abrechnung",
    "guthaben",
    "arbeitsbereich",
    "cuenta",
    "cuota",
    "consumo",
    "uso",
    "suscripción",
    "facturación",
    "créditos",
];
/// Possessives of the caller, and of the platform where it speaks to the caller.
const OWN: &[&str] = &[
    "my", "our", "your", "mein", "meine", "meinem", "meinen", "meiner", "meines", "unser",
    "unsere", "unserem", "unseren", "unserer", "unseres", "dein", "deine", "ihr", "mi", "mis",
    "nuestro", "nuestra", "nuestros", "nuestras", "tu", "tus",
];
/// Words that say that a document is meant. In German compounds they stand last.
const DOCUMENT: &[&str] = &[
    "policy",
    "contract",
    "lease",
    "clause",
    "agreement",
    "manual",
    "report",
    "document",
    "documents",
    "article",
    "paragraph",
    "section",
    "chapter",
    "page",
    "table",
    "according",
    "statement",
    "guide",
    "handbook",
    "minutes",
    "annex",
    "terms",
    "says",
    "states",
    "dwelling",
    "study",
    "paper",
    "letter",
    "bank",
    "savings",
    "energy",
    "water",
    "electricity",
    "gas",
    "laut",
    "gemäß",
    "vertrag",
    "kapitel",
    "seite",
    "bericht",
    "handbuch",
    "police",
    "studie",
    "absatz",
    "anlage",
    "tabelle",
    "satzung",
    "strom",
    "wasser",
    "bank",
    "según",
    "contrato",
    "póliza",
    "cláusula",
    "capítulo",
    "página",
    "informe",
    "manual",
    "artículo",
    "anexo",
    "estudio",
    "tabla",
    "agua",
    "luz",
    "banco",
];
/// An account word counts when a possessive stands this many words before it.
const OWN_REACH: usize = 3;

/// RC-02: usage, quota, limit or billing of the caller.
fn account(text: &str) -> Option<Ruled> {
    let words = words(text);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if has(DOCUMENT)
        || DOCUMENT_ENDINGS
            .iter()
            .any(|end| words.iter().any(|w| w.ends_with(end)))
    {
        return None;
    }
    let share = text.contains('%') || has(&["percent", "percentage", "prozent", "porcentaje"]);
    let of_account = |word: &str| ACCOUNT_ONLY.contains(&word) || ACCOUNT.contains(&word);
    let (word, condition) = words.iter().enumerate().find_map(|(at, word)| {
        let owned = words[at.saturating_sub(OWN_REACH)..at]
            .iter()
            .any(|word| OWN.contains(&word.as_str()));
        if !of_account(word) {
            None
        } else if owned {
            Some((word, "with a possessive"))
        } else {
            // A share of a bare "account" is as often one in a document.
            let only = ACCOUNT_ONLY.contains(&word.as_str());
            (share && only).then_some((word, "beside a percentage"))
        }
    })?;
    Some(Ruled {
        kind: QuestionType::Platform,
        signal: format!("RC-02: `{word}` {condition}"),
    })
}

/// Endings of German compounds that name a document.
const DOCUMENT_ENDINGS: &[&str] = &[
    "vertrag",
    "vertrags",
    "ordnung",
    "handbuch",
    "bericht",
    "protokoll",
    "satzung",
];

/// Words a follow-up is made of besides those that carry it.
#[rustfmt::skip]
const FILLER: &[&str] = &[
    "a", "aber", "about", "again", "ahora", "al", "algo", "all", "alles", "als", "an", "and",
    "andere", "anderen", "anders", "another", "answer", "answers", "antwort", "any", "anything",
    "are", "as", "así", "at", "auf", "aún", "back", "be", "been", "bei", "besser", "better", "bien",
    "bin", "bist", "bit", "bitte", "both", "bueno", "but", "by", "can", "chance", "cinco", "como",
    "con", "cosa", "could", "crees", "cual", "cuatro", "cuál", "cómo", "da", "dabei", "danke",
    "dann", "das", "dass", "de", "deine", "deinen", "deiner", "del", "dem", "den", "der", "des",
    "di", "did", "die", "different", "dilo", "dime", "dir", "do", "doch", "dos", "drei", "du",
    "ein", "eine", "einen", "el", "ella", "else", "en", "entonces", "ersten", "es", "esa", "ese",
    "eso", "esta", "este", "esto", "está", "estás", "etwas", "even", "favor", "few", "fewer",
    "first", "five", "for", "four", "frase", "frases", "from", "ganz", "ganze", "geht", "genau",
    "get", "go", "got", "gracias", "gut", "hab", "habe", "had", "has", "hast", "have", "haz",
    "hazlo", "here", "hey", "hi", "hm", "hmm", "how", "i", "i'd", "ich", "if", "igual", "ihr", "im",
    "in", "instead", "into", "is", "ist", "it", "jetzt", "just", "kann", "kannst", "kurz", "können",
    "könntest", "la", "last", "le", "less", "let", "letzte", "letzten", "like", "line", "lines",
    "little", "lo", "los", "líneas", "mach", "make", "mal", "may", "me", "mehr", "mejor", "menos",
    "mi", "mind", "mir", "misma", "mismo", "mit", "more", "much", "muss", "must", "muy", "my",
    "más", "möchte", "nada", "ne", "need", "nein", "next", "ni", "nice", "nicht", "no", "noch",
    "nochmal", "nos", "not", "now", "nuevo", "nun", "nur", "o", "of", "ohne", "ok", "okay", "on",
    "one", "ones", "only", "or", "other", "otra", "otro", "our", "out", "over", "paar", "palabra",
    "palabras", "para", "part", "parte", "pero", "please", "poco", "podrías", "point", "points",
    "pon", "ponlo", "por", "possible", "primero", "puede", "puedes", "punkt", "punkte", "punto",
    "put", "que", "quick", "quite", "qué", "read", "respuesta", "right", "sag", "same", "satz",
    "say", "se", "sea", "second", "segundo", "sein", "sentence", "sentences", "ser", "should", "si",
    "sie", "simple", "sin", "sind", "six", "small", "so", "solo", "some", "still", "su", "sätze",
    "sätzen", "sí", "te", "tell", "ten", "text", "than", "thank", "thanks", "that", "the", "them",
    "then", "there", "these", "thing", "things", "think", "third", "this", "those", "three", "to",
    "too", "tres", "try", "tu", "two", "um", "un", "una", "und", "up", "usa", "use", "using",
    "vale", "version", "versión", "very", "vez", "vom", "von", "want", "was", "way", "we", "well",
    "weniger", "were", "what", "when", "who", "wie", "will", "wir", "with", "without", "word",
    "words", "wort", "worten", "would", "wäre", "y", "yes", "yet", "you", "your", "zu", "zum",
    "zwei", "zweiten",
];
/// Words that carry a follow-up: form, language, doubt, more of the same.
#[rustfmt::skip]
const CARRIERS: &[&str] = &[
    "abbreviations", "acorta", "acórtalo", "alemán", "amable", "ampliar", "amplía", "ausführlicher",
    "breve", "breves", "brief", "briefer", "bullet", "bulleted", "bullets", "cariñoso", "casual",
    "casually", "certain", "clarito", "clearer", "coloquial", "condense", "continue", "continúa",
    "conversational", "corta", "corto", "crisper", "detail", "detailed", "detaillierter", "details",
    "detalle", "detalles", "deutlicher", "deutsch", "double", "easier", "educado", "einfach",
    "einfacher", "elaborate", "englisch", "english", "español", "expand", "explained", "explícate",
    "fachbegriffe", "formal", "formally", "formalmente", "formulier", "formuliere", "fremdwörter",
    "french", "freundlicher", "friendlier", "fácil", "förmlicher", "gedicht", "gekürzt", "genauer",
    "german", "gist", "headings", "höflicher", "informal", "inglés", "jargon", "knapper",
    "konkreter", "kürzen", "kürzer", "layman", "layperson", "longer", "länger", "mistaken", "nicer",
    "plain", "plainer", "plainly", "poem", "poema", "polite", "politely", "politer", "puntos",
    "really", "redo", "reescribe", "reescríbelo", "reformula", "reformúlalo", "repeat", "rephrase",
    "repite", "repítelo", "restate", "resume", "resumen", "resumido", "resumir", "resúmelo",
    "reword", "rewrite", "segura", "seguro", "sencilla", "sencillo", "shorten", "shortened",
    "shorter", "sicher", "sigue", "simple", "simpler", "simplify", "softer", "spanisch", "spanish",
    "spelled", "stichpunkt", "stichpunkte", "stichpunkten", "stichwörter", "summarise", "summarize",
    "sure", "technical", "terse", "tldr", "tone", "traduce", "tradúcelo", "tradúcemelo",
    "translate", "translated", "tweet", "umformulieren", "umformuliert", "verso", "verständlich",
    "verständlicher", "viñeta", "viñetas", "warmer", "warum", "weiter", "weitererzählen", "why",
    "wiederhol", "wiederhole", "wieso", "wirklich", "wordy", "wrong", "zusammengefasst", "übersetz",
    "übersetze", "übersetzt",
];
/// Words of the longest follow-up without content of its own.
const FOLLOW_UP_WORDS_MAX: usize = 12;

/// A short text that only asks for the last answer in another form.
fn follow_up(text: &str) -> Option<Ruled> {
    let words = words(text);
    let known =
        |word: &String| FILLER.contains(&word.as_str()) || CARRIERS.contains(&word.as_str());
    let carrier = words
        .iter()
        .find(|word| CARRIERS.contains(&word.as_str()))?;
    (words.len() <= FOLLOW_UP_WORDS_MAX && words.iter().all(known)).then(|| Ruled {
        kind: QuestionType::Conversational,
        signal: format!("follow-up without content of its own: `{carrier}`"),
    })
}

/// What names the last answer.
#[rustfmt::skip]
const ANSWER: &[&str] = &[
    "your answer", "your last answer", "your reply", "your last reply", "your response",
    "your last sentence", "your last message", "your text", "your explanation", "your wording",
    "your reasoning", "your first point", "your second point", "your third point", "you said",
    "you just said", "you wrote", "you just wrote", "you told me", "you just told", "you mentioned",
    "you claimed", "you just claimed", "you gave", "deine antwort", "deiner antwort",
    "deinen letzten satz", "deinem text", "deine erklärung", "du gesagt", "du geschrieben",
    "du genannt", "du gemeint", "deine quelle", "dein text", "tu respuesta", "tu texto",
    "tu última frase", "has dicho", "has escrito", "dijiste", "mencionaste", "acabas de decir",
    "que escribiste", "tu explicación",
];
/// With these a change of the answer is a program, and so is not conversational.
const PROGRAM: &[&str] = &[
    "code", "script", "function", "program", "query", "sql", "regex", "macro", "test", "tests",
    "skript", "funktion", "programm", "abfrage", "makro", "código", "función", "programa",
    "consulta",
];

/// A text about the last answer by name, without a document, an account or a
/// program in it.
fn about_answer(text: &str) -> Option<Ruled> {
    let words = words(text);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if has(DOCUMENT) || has(ACCOUNT) || has(ACCOUNT_ONLY) || has(PROGRAM) {
        return None;
    }
    let joined = format!(" {} ", words.join(" "));
    let named = ANSWER
        .iter()
        .find(|named| joined.contains(&format!(" {named} ")))?;
    Some(Ruled {
        kind: QuestionType::Conversational,
        signal: format!("about the last answer: `{named}`"),
    })
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, previous: bool, expected: Option<QuestionType>) {
        let ruled = decide(text, previous, &RouteConfig::default());
        assert_eq!(
            ruled.as_ref().map(|ruled| ruled.kind),
            expected,
            "{text}: {ruled:?}"
        );
    }

    #[test]
    fn rc_01_a_registered_prefix_is_platform() {
        let platform = Some(QuestionType::Platform);
        check(
            "You are a DIRECT and concise assistant. Hello",
            false,
            platform,
        );
        check(
            "Context. you are a direct and concise assistant",
            true,
            platform,
        );
        let strict = RouteConfig {
            platform_prefix_at: PrefixAt::Start,
            ..RouteConfig::default()
        };
        let inside = "what does \"you are a direct and concise assistant\" mean?";
        assert_eq!(decide(inside, false, &strict), None);
        assert!(decide("  You are a direct and concise assistant", false, &strict).is_some());
    }

    #[test]
    fn rc_02_the_callers_account_is_platform_and_a_documents_is_not() {
        for previous in [false, true] {
            let platform = Some(QuestionType::Platform);
            check("What percentage of the quota is used?", previous, platform);
            check("how much of my usage is left", previous, platform);
            check(
                "Wie hoch ist unser Verbrauch diesen Monat?",
                previous,
                platform,
            );
            check("¿cuál es el consumo de mi cuenta?", previous, platform);
            let limit = "what percentage of the dwelling limit applies to other structures?";
            check(limit, previous, None);
            check(
                "what does the lease say about billing disputes?",
                previous,
                None,
            );
            check("What is the milk quota by country?", previous, None);
        }
    }

    #[test]
    fn follow_ups_need_a_previous_answer() {
        let conversational = Some(QuestionType::Conversational);
        for text in ["shorter, please", "en español", "warum?", "are you sure?"] {
            check(text, true, conversational);
            check(text, false, None);
        }
        check("and what about the deductible for condos?", true, None);
        check("translate clause 4 into English", true, None);
        check("put your answer into fewer words", true, conversational);
        check("put your answer into fewer words", false, None);
        check("turn your answer into a script", true, None);
        check("is what you said in the manual too?", true, None);
    }
}
