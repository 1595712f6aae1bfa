//! Deterministic models for tests: hashed words, written answers; no files, no time.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::{
    Completion, Counted, Embedder, Embedding, Encoded, End, Heads, LanguageModel, LanguageProfile,
    Limits, ModelError, Profile, Relevance, Request, RerankProfile, Reranker, Role, Shape,
    TokenVectors,
    embed::normalise,
    encoded, language,
    web::{WebError, WebResult, WebSearch},
};

/// Length of its vectors.
const DIM: usize = 64;

/// Ids of its sparse vectors: few enough that words collide now and then, as real ones do.
const SPARSE_DIM: u32 = 1 << 16;

/// Words of its window, the two specials it pretends to have included.
const WINDOW_WORDS: usize = 256;

/// Hashes each word to a direction: the sum of the directions is the dense vector, the directions
/// are the token vectors, and how often a word stands there is its weight. Texts that share words
/// are near each other under each head.
///
/// ```
/// use models::{Embedder, Limits, Role, scripted::HashEmbedder};
///
/// let embedder = HashEmbedder::default();
/// let vectors = embedder
///     .embed(&["the red fox", "a red fox", "tax law"], Role::Passage, &Limits::none())
///     .unwrap();
/// let cosine = |a: usize, b: usize| -> f32 {
///     vectors[a].vector.iter().zip(&vectors[b].vector).map(|(x, y)| x * y).sum()
/// };
/// assert!(cosine(0, 1) > cosine(0, 2));
/// ```
#[derive(Clone, Debug)]
pub struct HashEmbedder {
    profile: Profile,
}

impl Default for HashEmbedder {
    fn default() -> Self {
        let profile = Profile {
            id: "hashed-words@fp32#00000000".to_owned(),
            name: "hashed-words".to_owned(),
            dim: DIM,
            sparse_dim: Some(SPARSE_DIM as usize),
            token_dim: Some(DIM),
            middle_dim: Some(DIM),
            window_tokens: WINDOW_WORDS,
            languages: None,
        };
        Self { profile }
    }
}

impl Embedder for HashEmbedder {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        let encoded = self.encode(texts, role, Heads::DENSE, limits)?;
        Ok(encoded::dense(encoded))
    }

    fn encode(
        &self,
        texts: &[&str],
        _role: Role,
        wanted: Heads,
        limits: &Limits,
    ) -> Result<Vec<Encoded>, ModelError> {
        let encode = |text: &&str| {
            limits.check()?;
            Ok(encode_words(text, wanted))
        };
        texts.iter().map(encode).collect()
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(words(text).count() + 2)
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

fn encode_words(text: &str, wanted: Heads) -> Encoded {
    let hashes: Vec<u64> = words(text).map(hash).collect();
    let windows = hashes.len().div_ceil(WINDOW_WORDS - 2).max(1);
    Encoded {
        dense: wanted.dense.then(|| dense(&hashes)),
        sparse: wanted.sparse.then(|| sparse(&hashes)),
        token_vectors: wanted.tokens.then(|| token_vectors(&hashes)),
        middle: wanted.middle.then(|| dense(&hashes)),
        tokens: (hashes.len() + 2 * windows) as u32,
        windows: windows as u32,
    }
}

fn dense(hashes: &[u64]) -> Vec<f32> {
    let mut vector = vec![0.0; DIM];
    let none = [hash("")];
    let hashes = if hashes.is_empty() { &none } else { hashes };
    for hash in hashes {
        add_direction(&mut vector, *hash);
    }
    normalise(&mut vector);
    vector
}

fn sparse(hashes: &[u64]) -> Vec<(u32, f32)> {
    let mut counts: BTreeMap<u32, f32> = BTreeMap::new();
    for hash in hashes {
        *counts
            .entry((hash % u64::from(SPARSE_DIM)) as u32)
            .or_default() += 1.0;
    }
    let weight = |(id, count): (u32, f32)| (id, count.ln_1p());
    counts.into_iter().map(weight).collect()
}

fn token_vectors(hashes: &[u64]) -> TokenVectors {
    let mut values = vec![0.0; hashes.len() * DIM];
    for (vector, hash) in values.chunks_exact_mut(DIM).zip(hashes) {
        add_direction(vector, *hash);
        normalise(vector);
    }
    TokenVectors { dim: DIM, values }
}

/// FNV-1a of the word's lower-case letters.
fn hash(word: &str) -> u64 {
    let letters = word.chars().flat_map(char::to_lowercase);
    let bytes = letters.flat_map(|c| u32::from(c).to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |state, byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Adds a direction that depends on the hash alone: one step of a generator a dimension.
fn add_direction(vector: &mut [f32], hash: u64) {
    let mut state = hash;
    for x in vector {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        *x += (state >> 40) as f32 / (1 << 23) as f32 - 1.0;
    }
}

/// Gives written answers: the first whose key stands in the last message.
///
/// ```
/// use models::{LanguageModel, Limits, Message, Request, Shape, Speaker, scripted::Script};
///
/// let model = Script::new([("capital", "Paris"), ("", "I do not know.")]);
/// let request = Request {
///     messages: vec![Message::new(Speaker::User, "What is the capital of France?")],
///     tokens_max: 10,
///     shape: Shape::Text,
/// };
/// let answer = model.complete(&request, &Limits::none(), &mut |_| {}).unwrap();
/// assert_eq!(answer.text, "Paris");
/// assert_eq!(model.asked().len(), 1);
/// ```
#[derive(Debug)]
pub struct Script {
    profile: LanguageProfile,
    answers: Vec<(String, String)>,
    asked: Mutex<Vec<Request>>,
}

impl Script {
    /// Answers by key; the empty key fits everything.
    pub fn new<K: Into<String>, A: Into<String>>(
        answers: impl IntoIterator<Item = (K, A)>,
    ) -> Self {
        Self {
            profile: LanguageProfile {
                id: "script".to_owned(),
                context_tokens: 1_000,
                counted: Counted::Exactly,
            },
            answers: answers
                .into_iter()
                .map(|(key, answer)| (key.into(), answer.into()))
                .collect(),
            asked: Mutex::new(Vec::new()),
        }
    }

    /// The same with a window of so many tokens, which are words here.
    #[must_use]
    pub fn with_window(mut self, tokens: usize) -> Self {
        self.profile.context_tokens = tokens;
        self
    }

    /// What it was asked so far, oldest first.
    pub fn asked(&self) -> Vec<Request> {
        self.asked.lock().map_or_else(
            |poisoned| poisoned.into_inner().clone(),
            |asked| asked.clone(),
        )
    }

    fn check_shape(&self, shape: &Shape, answer: &str) -> Result<(), ModelError> {
        let fits = match shape {
            Shape::Text => Ok(()),
            Shape::OneOf(known) if known.iter().any(|word| word == answer) => Ok(()),
            Shape::OneOf(_) => Err("it is none of the choices".to_owned()),
            Shape::Json(schema) => language::parsed(answer, schema).map(|_| ()),
        };
        fits.map_err(|reason| ModelError::WrongShape {
            name: self.profile.id.clone(),
            reason,
            answer: answer.to_owned(),
        })
    }

    fn failed(&self, reason: &str) -> ModelError {
        ModelError::Failed {
            name: self.profile.id.clone(),
            reason: reason.to_owned(),
        }
    }
}

impl LanguageModel for Script {
    fn profile(&self) -> &LanguageProfile {
        &self.profile
    }

    fn complete(
        &self,
        request: &Request,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError> {
        limits.check()?;
        if let Ok(mut asked) = self.asked.lock() {
            asked.push(request.clone());
        }
        let last = request
            .messages
            .last()
            .ok_or_else(|| self.failed("an empty request"))?;
        let prompt: usize = request
            .messages
            .iter()
            .map(|message| words(&message.text).count())
            .sum();
        if prompt > self.profile.context_tokens {
            return Err(self.failed("the request is longer than the context"));
        }
        let (_, answer) = self
            .answers
            .iter()
            .find(|(key, _)| last.text.contains(key))
            .ok_or_else(|| self.failed("no answer was written for this"))?;
        self.check_shape(&request.shape, answer)?;
        let all: Vec<&str> = answer.split_inclusive(' ').collect();
        let kept = &all[..all.len().min(request.tokens_max as usize)];
        kept.iter().for_each(|piece| emit(piece));
        Ok(Completion {
            text: kept.concat(),
            end: if kept.len() == all.len() {
                End::Complete
            } else {
                End::Cut
            },
            prompt_tokens: prompt as u32,
            completion_tokens: kept.len() as u32,
            counted: Counted::Exactly,
        })
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(words(text).count())
    }
}

/// Scores a passage by the share of the question's words that it has, and by words that it favours.
///
/// ```
/// use models::{Limits, Reranker, scripted::WordReranker};
///
/// let reranker = WordReranker::favouring([("noon", 1.0)]);
/// let passages = ["the ferry leaves", "at noon", "a heron"];
/// let scores = reranker.score("when does the ferry leave", &passages, &Limits::none()).unwrap();
/// assert!(scores[1].score > scores[0].score && scores[0].score > scores[2].score);
/// ```
#[derive(Clone, Debug)]
pub struct WordReranker {
    profile: RerankProfile,
    favoured: Vec<(String, f32)>,
}

impl WordReranker {
    /// Adds to the score of a passage what is written for each word that it has, in lower case.
    pub fn favouring<W: Into<String>>(words: impl IntoIterator<Item = (W, f32)>) -> Self {
        let favoured = words.into_iter().map(|(word, more)| (word.into(), more));
        Self {
            profile: RerankProfile {
                id: "shared-words@fp32#00000000".to_owned(),
                name: "shared-words".to_owned(),
                window_tokens: WINDOW_WORDS,
            },
            favoured: favoured.collect(),
        }
    }
}

impl Default for WordReranker {
    fn default() -> Self {
        Self::favouring(std::iter::empty::<(String, f32)>())
    }
}

impl Reranker for WordReranker {
    fn profile(&self) -> &RerankProfile {
        &self.profile
    }

    fn score(
        &self,
        query: &str,
        passages: &[&str],
        limits: &Limits,
    ) -> Result<Vec<Relevance>, ModelError> {
        limits.check()?;
        let lower = |text: &str| -> Vec<String> { words(text).map(str::to_lowercase).collect() };
        let query = lower(query);
        let asked = &query[..query.len().min(WINDOW_WORDS / 2)];
        let score = |passage: &&str| {
            limits.check()?;
            let all = lower(passage);
            let read = &all[..all.len().min(WINDOW_WORDS - asked.len())];
            let shared = asked.iter().filter(|word| read.contains(word)).count();
            let favoured = self.favoured.iter();
            let more = favoured.filter(|(word, _)| read.contains(word));
            let cut = query.len() - asked.len() + all.len() - read.len();
            Ok(Relevance {
                score: shared as f32 / asked.len().max(1) as f32
                    + more.map(|(_, more)| more).sum::<f32>(),
                cut_tokens: cut as u32,
            })
        };
        passages.iter().map(score).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reranker_keeps_its_promises() {
        crate::conformance::judges_as_promised(&WordReranker::default());
        crate::conformance::judges_as_promised(&WordReranker::favouring([("fox", 2.0)]));
    }

    #[test]
    fn keeps_its_promises() {
        crate::conformance::keeps_its_promises(&HashEmbedder::default());
    }

    #[test]
    fn the_script_keeps_the_promises_of_a_language_model() {
        let script = Script::new([("label", "red"), ("", "one two three four")]);
        crate::conformance::speaks_as_promised(&script, "red");
    }

    /// Has dense vectors alone and leaves `encode` to the trait.
    struct DenseOnly(Profile);

    impl Embedder for DenseOnly {
        fn profile(&self) -> &Profile {
            &self.0
        }

        fn embed(
            &self,
            texts: &[&str],
            role: Role,
            limits: &Limits,
        ) -> Result<Vec<Embedding>, ModelError> {
            HashEmbedder::default().embed(texts, role, limits)
        }

        fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
            HashEmbedder::default().count_tokens(text)
        }
    }

    #[test]
    fn a_model_of_dense_vectors_need_not_know_of_others() {
        let profile = Profile {
            sparse_dim: None,
            token_dim: None,
            middle_dim: None,
            ..HashEmbedder::default().profile
        };
        crate::conformance::keeps_its_promises(&DenseOnly(profile));
    }
}

/// Gives the results written for a query, and none for any other.
#[derive(Clone, Debug, Default)]
pub struct ScriptedSearch(pub BTreeMap<String, Vec<WebResult>>);

impl WebSearch for ScriptedSearch {
    fn results(&self, query: &str, k: usize, limits: &Limits) -> Result<Vec<WebResult>, WebError> {
        limits.check().map_err(WebError::Stopped)?;
        let written = self.0.get(query).into_iter().flatten();
        Ok(written.take(k).cloned().collect())
    }

    fn name(&self) -> String {
        "scripted".to_owned()
    }
}
