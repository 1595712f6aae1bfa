//! What is found in texts of each kind, and that no text does harm.

use proptest::prelude::*;

use super::mention::{KEY_BYTES_MAX, WORDS_MAX};
use super::{headline, mentions, phrases};
use crate::{Document, Format, Language};

fn keys_in(text: &str, language: Language) -> Vec<String> {
    let mut document = Document::from_text(text, Format::Plain);
    document.language = language;
    mentions(&document)
        .into_iter()
        .map(|it| it.entity)
        .collect()
}

#[track_caller]
fn check(language: Language, text: &str, expected: &[&str]) {
    assert_eq!(keys_in(text, language), expected, "{text}");
}

#[test]
fn names_with_particles_are_one() {
    check(
        Language::En,
        "It was sold to Johanna von der Heide of the Royal Heron Society in spring.",
        &["johanna von der heide", "royal heron society"],
    );
    check(
        Language::De,
        "Es war Johanna von der Heide, die im Hafen der Stadt wohnte.",
        &["johanna von der heide"],
    );
    check(
        Language::Es,
        "La obra fue dirigida por María Luisa de la Fuente y presentada en Bahía del Sur.",
        &["maria luisa de la fuente", "bahia del sur"],
    );
    check(
        Language::En,
        "The pier was built by J. R. Harmsen for Dr. Okafor's clinic.",
        &["j r harmsen", "dr okafor"],
    );
}

#[test]
fn a_conjunction_joins_a_name_or_two() {
    check(
        Language::En,
        "We met Ada Lindqvist and Omar Haddad there.",
        &[
            "ada lindqvist",
            "ada lindqvist and omar haddad",
            "omar haddad",
        ],
    );
}

#[test]
fn a_word_that_only_starts_a_sentence_is_no_name() {
    check(
        Language::En,
        "Herons eat fish. Rivers flood. We saw herons and rivers near Lindow. Lindow is old.",
        &["lindow", "lindow"],
    );
    // The rest of the run is one, though.
    check(
        Language::En,
        "Former mayor Ruth Adeyemi spoke. A former mayor spoke. Former Mayor Adeyemi left.",
        &["ruth adeyemi", "mayor adeyemi"],
    );
}

#[test]
fn german_nouns_are_no_names_unless_they_return() {
    check(
        Language::De,
        "Die Ministerin Clara Bergmann sah im Hafen ein Boot. Danach lag im Hafen der Nebel \
         über der Fähranlage, und an der Fähranlage war Ruhe.",
        &["ministerin clara bergmann", "fahranlage", "fahranlage"],
    );
}

#[test]
fn codes_and_quotes_are_kept_whole() {
    check(
        Language::En,
        "See form C-7 and plot AMEC-1343, called “the lower ground” or \"north bed\".",
        &["c-7", "amec-1343", "the lower ground", "north bed"],
    );
}

#[test]
fn an_acronym_stands_for_its_long_form() {
    let found = keys_in(
        "The Harbour Works Office (HWO) sets fees. Later the HWO met in town.",
        Language::En,
    );
    let long = found.iter().filter(|key| *key == "harbour works office");
    assert_eq!(long.count(), 3, "{found:?}");
    let found = keys_in(
        "We use the base rate factor (BRF) here, and BRF is low.",
        Language::En,
    );
    assert!(found.contains(&"base rate factor".to_owned()), "{found:?}");
}

#[test]
fn a_last_word_stands_for_the_one_name_that_ends_with_it() {
    let found = keys_in(
        "They asked Ruth Adeyemi about it. In the end Adeyemi agreed.",
        Language::En,
    );
    assert_eq!(found, ["ruth adeyemi", "adeyemi", "ruth adeyemi"]);
    let found = keys_in(
        "They asked Ruth Adeyemi and Tolu Adeyemi about it. In the end Adeyemi agreed.",
        Language::En,
    );
    assert_eq!(found.last().unwrap(), "adeyemi");
}

#[test]
fn phrases_that_return_are_terms_in_the_singular() {
    let found = keys_in(
        "The wind deductible applies first. Both wind deductibles are listed, and each \
         chlorine residual was measured once more; the chlorine residual is low.",
        Language::En,
    );
    let times = |key: &str| found.iter().filter(|found| *found == key).count();
    assert_eq!(times("wind deductible"), 2, "{found:?}");
    assert_eq!(times("chlorine residual"), 2, "{found:?}");
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn a_name_over_a_wrapped_line_is_one_and_a_heading_is_not_part_of_it() {
    check(
        Language::En,
        "Field Notes\nThe long line of the report that was written by old Katarina\nVoss is \
         kept here.",
        &["field notes", "katarina voss"],
    );
}

#[test]
fn titles_are_known_by_their_short_forms() {
    assert_eq!(
        headline("Lambert, Margrave of Varn"),
        ["lambert margrave of varn", "lambert"]
    );
    assert_eq!(headline("  "), Vec::<String>::new());
    assert_eq!(headline("1984"), ["1984"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn any_text_gives_pieces_of_itself(
        words in proptest::collection::vec(
            "[A-Za-zéßÄ中İ0-9 |.,\n\u{301}\"“”«»()'’&_-]{0,16}|Ada Voss|base rate|\\(AV\\) ",
            0..60,
        ),
        language in prop::sample::select(vec![Language::En, Language::De, Language::Other]),
    ) {
        let text = words.join(" ");
        let mut document = Document::from_text(text, Format::Plain);
        document.language = language;
        let found = mentions(&document);
        prop_assert_eq!(&found, &mentions(&document));
        for mention in &found {
            prop_assert!(mention.span.slice(&document.text).is_some_and(|piece| !piece.is_empty()));
            prop_assert!(mention.entity.len() <= KEY_BYTES_MAX);
            prop_assert!(mention.entity.split(' ').count() <= WORDS_MAX);
        }
        prop_assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
        // A few readings of each word, so that what is stored of a text is bounded by it.
        prop_assert!(found.len() <= 6 * document.text.chars().count());
        for phrase in phrases(&document.text).iter().take(50) {
            prop_assert!(!phrase.key.is_empty());
        }
        headline(&document.text);
    }
}
