//! Verbs whose forms share no stem: English ones with a past of their own (`the premium that is
//! kept` is what a company keeps), German ones that come apart (`vorzulegen` and `vorgelegt` are
//! forms of `vorlegen`).

/// Stems of forms, the first of each pair standing for both. Forms that are common words of
/// another meaning, such as `left`, are left out.
const FORMS: &[&[&str]] = &[
    &["keep", "kept"],
    &["pay", "paid"],
    &["sell", "sold"],
    &["buy", "bought"],
    &["send", "sent"],
    &["hold", "held"],
    &["lose", "los", "lost"],
    &["build", "built"],
    &["teach", "taught"],
    &["choose", "choos", "chos", "chosen"],
    &["freez", "frozen", "froz"],
    &["driv", "driven"],
    &["withdraw", "withdrawn"],
    &["weigh", "weight"],
    &["besteh", "besteht", "bestand"],
];

/// What German verbs part with, the longer ones first where one opens another.
const PARTING: &[&str] = &[
    "zuruck", "nach", "fest", "frei", "auf", "aus", "bei", "ein", "her", "hin", "los", "mit",
    "vor", "weg", "ab", "an", "um", "zu",
];
/// Letters of a verb behind what it parts with, at least.
const VERB_MIN: usize = 3;

/// `vorzuleg` and `vorgelegt` without what stands inside.
fn joined(stem: &str) -> Option<String> {
    PARTING.iter().find_map(|part| {
        let rest = stem.strip_prefix(part)?;
        let verb = match rest.strip_prefix("zu") {
            Some(verb) => verb,
            None => {
                let verb = rest.strip_prefix("ge")?.strip_suffix('t')?;
                verb.strip_suffix('e').unwrap_or(verb)
            }
        };
        (verb.len() >= VERB_MIN).then(|| format!("{part}{verb}"))
    })
}

/// The stem that stands for a verb; other words as they are.
pub fn canonical(stem: String) -> String {
    let stem = joined(&stem).unwrap_or(stem);
    let same = FORMS.iter().find(|forms| forms.contains(&stem.as_str()));
    same.map_or(stem, |forms| forms[0].to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::{Notation, scan};

    #[test]
    fn the_past_of_a_verb_is_the_same_verb() {
        let keys = |text: &str| -> Vec<String> {
            let tokens = scan(text, Notation::Point);
            tokens.into_iter().map(|token| token.key).collect()
        };
        assert_eq!(keys("kept"), keys("keeps"));
        assert_eq!(keys("sold"), keys("sells"));
        assert_ne!(keys("told"), keys("tolls"));
        assert_eq!(keys("vorzulegen"), keys("vorlegen"));
        assert_eq!(keys("eingereicht"), keys("einreichen"));
        assert_ne!(keys("Auszug"), keys("Ausgabe"));
    }
}
