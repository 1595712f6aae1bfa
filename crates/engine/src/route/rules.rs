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
const FILLER: &[&str] = &[
    "a", "again", "all", "and", "are", "as", "bit", "but", "can", "could", "did", "do", "for",
    "go", "have", "hm", "hmm", "i", "in", "into", "is", "it", "just", "let", "like", "little",
    "make", "me", "more", "much", "no", "not", "now", "of", "ok", "okay", "on", "one", "only",
    "please", "put", "say", "so", "some", "still", "thanks", "that", "the", "this", "to", "too",
    "try", "up", "was", "what", "with", "would", "you", "your", "auf", "aber", "bitte", "das",
    "die", "doch", "du", "ein", "eine", "einen", "es", "etwas", "ist", "jetzt", "kannst", "mach",
    "mal", "mehr", "mir", "nicht", "noch", "nochmal", "nun", "nur", "sag", "so", "und", "was",
    "wie", "zu", "al", "algo", "ahora", "de", "dime", "dilo", "el", "en", "eso", "esto", "favor",
    "hazlo", "la", "lo", "los", "más", "me", "mejor", "muy", "no", "otra", "pero", "por", "que",
    "qué", "solo", "un", "una", "vez", "y",
];
/// Words that carry a follow-up: form, language, doubt, more of the same.
const CARRIERS: &[&str] = &[
    "shorter",
    "longer",
    "simpler",
    "briefer",
    "brief",
    "simplify",
    "shorten",
    "expand",
    "elaborate",
    "rephrase",
    "reword",
    "continue",
    "sure",
    "why",
    "english",
    "spanish",
    "german",
    "french",
    "bullets",
    "bullet",
    "plainer",
    "summarise",
    "summarize",
    "kürzer",
    "länger",
    "einfacher",
    "ausführlicher",
    "knapper",
    "sicher",
    "warum",
    "wieso",
    "deutsch",
    "englisch",
    "spanisch",
    "stichpunkte",
    "stichpunkten",
    "weiter",
    "umformulieren",
    "corto",
    "breve",
    "resumido",
    "sencillo",
    "simple",
    "español",
    "inglés",
    "alemán",
    "seguro",
    "segura",
    "continúa",
    "sigue",
    "amplía",
    "reformula",
    "resume",
    "puntos",
    "viñetas",
    "formal",
];
/// Words of the longest follow-up without content of its own.
const FOLLOW_UP_WORDS_MAX: usize = 8;

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
    }
}
