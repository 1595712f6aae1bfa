//! Deterministic models for tests: hashed words, written answers; no files, no time.

use std::sync::Mutex;

use crate::{
    Completion, Embedder, Embedding, End, LanguageModel, LanguageProfile, Limits, ModelError,
    Profile, Request, Role, Shape, embed::normalise,
};

/// Length of its vectors.
const DIM: usize = 64;

/// Words of its window, the two specials it pretends to have included.
const WINDOW_WORDS: usize = 256;

/// Hashes each word to a direction and adds them up: texts that share words are near each other.
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
        _role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        let embed = |text: &&str| {
            limits.check()?;
            Ok(embed_words(text))
        };
        texts.iter().map(embed).collect()
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(words(text).count() + 2)
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

fn embed_words(text: &str) -> Embedding {
    let mut vector = vec![0.0; DIM];
    let mut count = 0_usize;
    for word in words(text) {
        count += 1;
        add_direction(&mut vector, word);
    }
    if count == 0 {
        add_direction(&mut vector, "");
    }
    normalise(&mut vector);
    let windows = count.div_ceil(WINDOW_WORDS - 2).max(1);
    Embedding {
        vector,
        tokens: (count + 2 * windows) as u32,
        windows: windows as u32,
    }
}

/// Adds a direction that depends on the word's lower-case letters alone.
fn add_direction(vector: &mut [f32], word: &str) {
    // FNV-1a, then one step of a generator a dimension.
    let mut state = 0xcbf2_9ce4_8422_2325_u64;
    for byte in word
        .chars()
        .flat_map(char::to_lowercase)
        .flat_map(|c| u32::from(c).to_le_bytes())
    {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
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
    pub fn new<K: Into<String>, A: Into<String>>(answers: impl IntoIterator<Item = (K, A)>) -> Self {
        Self {
            profile: LanguageProfile {
                id: "script".to_owned(),
                context_tokens: 1_000,
            },
            answers: answers
                .into_iter()
                .map(|(key, answer)| (key.into(), answer.into()))
                .collect(),
            asked: Mutex::new(Vec::new()),
        }
    }

    /// What it was asked so far, oldest first.
    pub fn asked(&self) -> Vec<Request> {
        self.asked
            .lock()
            .map_or_else(|poisoned| poisoned.into_inner().clone(), |asked| asked.clone())
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
        if matches!(&request.shape, Shape::OneOf(known) if !known.contains(answer)) {
            return Err(self.failed("the answer has another shape"));
        }
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
        })
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(words(text).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_promises() {
        crate::conformance::keeps_its_promises(&HashEmbedder::default());
    }

    #[test]
    fn the_script_keeps_the_promises_of_a_language_model() {
        let script = Script::new([("label", "red"), ("", "one two three four")]);
        crate::conformance::speaks_as_promised(&script, "red");
    }
}
