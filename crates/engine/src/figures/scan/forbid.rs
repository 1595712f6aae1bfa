//! Words that forbid, brought to one key in three languages: a list of what is `not
//! permitted` answers what is `forbidden`.

/// The key of all of them.
pub const FORBID: &str = "forbid";
/// Stems of words that forbid by themselves.
const WORDS: &[&str] = &[
    "forbid",
    "forbidd",
    "prohibit",
    "bann",
    "ban",
    "disallow",
    "refus",
    "reject",
    "exclud",
    "exclusion",
    "exclusione",
    "ausschluss",
    "ineligibl",
    "exempt",
    "exemption",
    "rechaza",
    "excluido",
    "excluida",
    "abgelehnt",
    "ausgeschlossen",
    "verbot",
    "verbiet",
    "untersagt",
    "unzulassig",
    "prohibido",
    "prohibida",
    "prohib",
    "prohibicion",
];
/// Stems of words that permit, and forbid behind a denial.
const PERMITS: &[&str] = &[
    "allow",
    "permitt",
    "permit",
    "accept",
    "eligibl",
    "insurabl",
    "insur",
    "cover",
    "reimburs",
    "apply",
    "appli",
    "includ",
    "count",
    "erlaubt",
    "gestattet",
    "zulassig",
    "permitido",
    "permitida",
    "autorizado",
    "autorizada",
];
/// Denials.
const DENIALS: &[&str] = &["not", "no", "never", "nicht", "nunca"];

/// The stem that stands for a word that forbids; other words as they are.
pub fn canonical(stem: String) -> String {
    if WORDS.contains(&stem.as_str()) {
        FORBID.to_owned()
    } else {
        stem
    }
}

/// True for the stem of a word that permits: behind a denial it forbids.
pub fn permits(stem: &str) -> bool {
    PERMITS.contains(&stem)
}

/// True for a word, without accents, that denies.
pub fn denies(word: &str) -> bool {
    DENIALS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::super::{Notation, scan};

    #[test]
    fn what_is_not_permitted_is_forbidden() {
        let forbids = |text: &str| {
            let tokens = scan(text, Notation::Point);
            tokens.iter().any(|token| token.key == "forbid")
        };
        for text in [
            "It is forbidden to:",
            "Smoking is not permitted.",
            "what is not normally allowed",
            "Verboten ist",
            "nicht gestattet",
            "no está permitido",
            "Not included are:",
            "This by-law does not apply to",
            "What is exempt from the by-law?",
        ] {
            assert!(forbids(text), "{text}");
        }
        assert!(!forbids("Dogs are allowed, cats are not."));
    }
}
