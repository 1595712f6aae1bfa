//! How much of each asked word a text says: whole where the word stands in it, else as much as the
//! nearest of its tokens means the same.
//!
//! "Can I keep a dog at 4 North Road?" is answered by "Pets are allowed", in a document that is
//! called after the road. No word of the question stands in that sentence, but one of its tokens
//! lies near `dog`, and what else is asked for stands in what names the sentence: its document
//! and headings. So what a sentence says is looked at beside what its names say already.

use std::collections::BTreeSet;
use std::ops::Range;

use kernels::Path;
use kernels::matrix::{FloatMatrix, View};
use models::{Embedder, Encoded, Heads, Limits, ModelError, Role};
use plan::question::Question;

use crate::question::kinship;

/// Words of a question that are looked at.
const WORDS_MAX: usize = 48;

/// A word of a question that has content.
#[derive(Debug, Clone, PartialEq)]
pub struct AskedWord {
    /// Its stem.
    pub stem: String,
    /// Its token vectors, among those of the question.
    rows: Range<usize>,
}

/// The words of a question that have content, or all of them where none has.
pub(super) fn asked_words(question: &Question) -> Vec<AskedWord> {
    let mut places: Vec<usize> = question.content().collect();
    if places.is_empty() {
        places = (0..question.tokens.len()).collect();
    }
    let words = places.into_iter().take(WORDS_MAX);
    words
        .map(|at| AskedWord {
            stem: question.tokens[at].stem.clone(),
            rows: at..at,
        })
        .collect()
}

/// How much of each word some terms say: 1 where it stands among them, less where a word of its
/// kin does.
pub(super) fn standing(words: &[AskedWord], terms: &BTreeSet<String>) -> Vec<f64> {
    let said = |word: &AskedWord| {
        if terms.contains(&word.stem) {
            return 1.0;
        }
        let all = terms.iter().map(|term| kinship(&word.stem, term));
        all.fold(0.0, f64::max)
    };
    words.iter().map(said).collect()
}

/// The vectors of a question's tokens as columns, and which of them are of which word.
pub(super) struct AskedVectors {
    vectors: FloatMatrix,
    rows: Vec<Range<usize>>,
}

impl AskedVectors {
    /// Reads a question with a model; `None` where it has no vectors of tokens.
    ///
    /// # Errors
    /// A model that fails.
    pub(super) fn read(
        question: &Question,
        words: &[AskedWord],
        embedder: &dyn Embedder,
        limits: &Limits,
    ) -> Result<Option<AskedVectors>, ModelError> {
        if !embedder.profile().heads().tokens || words.is_empty() {
            return Ok(None);
        }
        let text = question.text.as_str();
        let encoded = embedder.encode(&[text], Role::Query, Heads::TOKENS, limits)?;
        let Some(vectors) = encoded.into_iter().next().and_then(|one| one.token_vectors) else {
            return Ok(None);
        };
        // What a model puts before a question comes first among its vectors; the one
        // behind its last token ends the text.
        let specials = embedder.count_tokens("")?;
        let count = |end: usize| -> Result<usize, ModelError> {
            let read = text.get(..end).unwrap_or(text);
            Ok(embedder.count_tokens(read)?.saturating_sub(specials))
        };
        let ahead = vectors.rows().len().saturating_sub(count(text.len())? + 1);
        let mut rows = Vec::with_capacity(words.len());
        for word in words {
            let span = question.tokens[word.rows.start].span;
            rows.push(ahead + count(span.start)?..ahead + count(span.end)?);
        }
        let mut columns = FloatMatrix::new(Path::best());
        columns.pack_transposed(View::whole(&vectors.values, vectors.dim.max(1)));
        let vectors = columns;
        Ok(Some(AskedVectors { vectors, rows }))
    }

    /// How near the nearest token of a text is to each word, from 0 to 1: the mean over the
    /// word's own tokens.
    pub(super) fn nearness(&self, text: &Encoded) -> Vec<f64> {
        let none = || vec![0.0; self.rows.len()];
        let Some(of_text) = &text.token_vectors else {
            return none();
        };
        // The last token stands for the end of the text.
        let (dim, tokens) = (of_text.dim.max(1), of_text.rows().len());
        let Some(tokens) = of_text.values.get(..tokens.saturating_sub(1) * dim) else {
            return none();
        };
        let mut nearest = vec![0.0_f32; self.vectors.cols()];
        let tokens = View::whole(tokens, dim);
        self.vectors.column_maxima(tokens, None, &mut nearest);
        let nearest = |row: usize| {
            let near = nearest.get(row).copied().unwrap_or_default();
            f64::from(near.max(0.0))
        };
        let of_word = |rows: &Range<usize>| match rows.len() {
            0 => 0.0,
            count => rows.clone().map(nearest).sum::<f64>() / share(count),
        };
        self.rows
            .iter()
            .map(|rows| of_word(rows).min(1.0))
            .collect()
    }
}

/// What a sentence says of a question beside its names.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sayings {
    /// Share of the words that stand in the sentence.
    pub standing: f64,
    /// That stand in it or in its names.
    pub standing_or_named: f64,
    /// Share that the sentence says, by words or by meaning.
    pub said: f64,
    /// That it or its names say.
    pub said_or_named: f64,
    /// Of what its names leave open, the share that it says.
    pub open: f64,
    /// How little is said of the word that is said least.
    pub least: f64,
}

impl Sayings {
    /// From what of each word the sentence says, and what its names say.
    pub(super) fn of(said: &[f64], named: &[f64]) -> Sayings {
        let count = share(said.len().max(1));
        let named = |at: usize| named.get(at).copied().unwrap_or_default();
        let mean = |of: &dyn Fn(usize, f64) -> f64| {
            let each = said.iter().enumerate().map(|(at, said)| of(at, *said));
            each.sum::<f64>() / count
        };
        let whole = |part: f64| f64::from(u8::from(part >= 1.0));
        let left: f64 = mean(&|at, _| 1.0 - named(at));
        let least = said.iter().enumerate();
        let least = least.map(|(at, said)| 1.0 - said.max(named(at)));
        Sayings {
            standing: mean(&|_, said| whole(said)),
            standing_or_named: mean(&|at, said| whole(said.max(named(at)))),
            said: mean(&|_, said| said),
            said_or_named: mean(&|at, said| said.max(named(at))),
            open: mean(&|at, said| said * (1.0 - named(at))) / left.max(1e-6),
            least: least.fold(0.0, f64::max),
        }
    }

    /// Its numbers, in order.
    pub(super) fn numbers(self) -> [f64; 6] {
        [
            self.standing,
            self.standing_or_named,
            self.said,
            self.said_or_named,
            self.open,
            self.least,
        ]
    }
}

fn share(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use models::scripted::HashEmbedder;
    use text::Language;

    use super::*;

    #[test]
    fn a_word_is_near_the_token_that_says_it() {
        let (embedder, none) = (HashEmbedder::default(), Limits::none());
        let question = Question::read("Where does the dog sleep at night?", Language::En);
        let words = asked_words(&question);
        let stems: Vec<&str> = words.iter().map(|word| word.stem.as_str()).collect();
        assert_eq!(stems, ["dog", "sleep", "night"]);
        let asked = AskedVectors::read(&question, &words, &embedder, &none);
        let asked = asked.unwrap().expect("vectors of tokens");
        let near = |text: &str| {
            let encoded = embedder.encode(&[text], Role::Passage, Heads::TOKENS, &none);
            asked.nearness(&encoded.unwrap()[0])
        };
        let said = near("Every night the cat leaves.");
        assert!(said[2] > 0.99 && said[0] < 0.9 && said[1] < 0.9, "{said:?}");
        let said = near("A dog may sleep here.");
        assert!(
            said[0] > 0.99 && said[1] > 0.99 && said[2] < 0.9,
            "{said:?}"
        );
    }
}
