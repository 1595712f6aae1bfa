//! The language of a question beside those of the documents and of the model.

use models::Embedder;
use std::cmp::Reverse;

use index::Snapshot;
use text::Language;

use super::{Arm, ArmList};

/// The language that most of the library's chunks are in.
pub(crate) fn usual_language(snapshot: &Snapshot) -> Language {
    // Few languages and many documents: a short list is faster than a map.
    let mut chunks: Vec<(Language, u64)> = Vec::new();
    for document in snapshot.documents() {
        let count = u64::from(document.chunks);
        match chunks
            .iter_mut()
            .find(|(known, _)| *known == document.language)
        {
            Some((_, sum)) => *sum += count,
            None => chunks.push((document.language, count)),
        }
    }
    // Of equal counts the first language, whatever the order of the documents.
    let most = chunks
        .into_iter()
        .max_by_key(|&(language, count)| (count, Reverse(language)));
    most.map_or(Language::En, |(language, _)| language)
}

/// Share of the passages nearest in meaning that are in another language than the
/// question, 0 to 1.
pub(super) fn crossed_share(snapshot: &Snapshot, asked: Language, lists: &[ArmList]) -> f32 {
    /// Passages looked at: those that an answer would be taken from.
    const LOOKED_AT: usize = 5;
    let dense = lists.iter().find(|list| list.arm == Arm::Dense);
    let best = dense
        .into_iter()
        .flat_map(|list| list.hits.iter().take(LOOKED_AT));
    let languages: Vec<Language> = best
        .filter_map(|hit| Some(snapshot.document_of(hit.chunk)?.language))
        .collect();
    // Without a name a language may be any.
    let named = |language| language != Language::Other;
    let others = languages
        .iter()
        .filter(|&&language| language != asked && named(language) && named(asked))
        .count();
    others as f32 / languages.len().max(1) as f32
}

/// Whether a model knows the language of a question.
pub(crate) fn knows_question(embedder: &dyn Embedder, question: &str) -> bool {
    let languages = embedder.profile().languages.as_deref();
    knows(languages, Language::detect(question))
}

/// Whether a model of these languages, or of all, knows that of a question. One
/// without an analyzer has no name here: it may be any that the model knows
/// beside those that have.
pub(super) fn knows(languages: Option<&[String]>, asked: Language) -> bool {
    let Some(codes) = languages else {
        return true;
    };
    match asked {
        Language::Other => codes
            .iter()
            .any(|code| Language::ALL.iter().all(|known| known.code() != code)),
        known => codes.iter().any(|code| code == known.code()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_knows_its_languages_and_maybe_those_without_a_name() {
        let codes = |codes: &[&str]| {
            codes
                .iter()
                .map(|&code| code.to_owned())
                .collect::<Vec<_>>()
        };
        let english = codes(&["en"]);
        let few = codes(&["en", "es", "de"]);
        let many = codes(&["en", "es", "de", "ru", "ja"]);
        for (languages, asked, expected) in [
            (Some(&english), Language::En, true),
            (Some(&english), Language::Es, false),
            (Some(&english), Language::Other, false),
            (Some(&few), Language::De, true),
            (Some(&few), Language::Fr, false),
            (Some(&few), Language::Other, false),
            (Some(&many), Language::Other, true),
            (None, Language::Other, true),
        ] {
            let languages = languages.map(Vec::as_slice);
            assert_eq!(knows(languages, asked), expected, "{languages:?} {asked:?}");
        }
    }
}
