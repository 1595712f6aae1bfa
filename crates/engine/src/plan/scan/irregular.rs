//! English verbs whose past shares no stem with the present: `the premium that is kept` is
//! what a company keeps.

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
];

/// The stem that stands for a verb; other words as they are.
pub fn canonical(stem: String) -> String {
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
    }
}
