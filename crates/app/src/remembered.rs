//! Questions that were asked and sentences that answers were looked for in, with their vectors.
//!
//! A question is embedded to be routed, again to be searched for, and its words are held against
//! those of sentences; it is read once, under all heads of the model. To judge a sentence the model
//! reads it, and people ask about the same pages again and again. The same text gives the same bits
//! on every call, so what is remembered changes no answer.

use std::collections::BTreeSet;
use std::sync::Arc;

use perusal::models::{Embedder, Embedding, Encoded, Heads, Limits, ModelError, Profile, Role};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// Bytes of vectors that are kept: some five hundred sentences and questions of a small model; a
/// question reads five sentences.
const BYTES_MAX: u64 = 24 << 20;
/// Longer texts are chunks that are being added, which nobody reads twice.
const TEXT_BYTES_MAX: usize = 2_000;
/// What the bookkeeping of one takes, beside its vectors.
const ENTRY_BYTES: usize = 200;

/// A model that remembers the questions and sentences it read last.
pub struct Remembered {
    model: Arc<dyn Embedder>,
    texts: Cache<Key, Arc<Encoded>, Bytes>,
}

/// A text, what it is to the search, and the heads it was read under.
type Key = (String, Role, Heads);

#[derive(Clone)]
struct Bytes;

impl Weighter<Key, Arc<Encoded>> for Bytes {
    fn weight(&self, (text, ..): &Key, of: &Arc<Encoded>) -> u64 {
        let dense = of.dense.as_ref().map_or(0, Vec::len);
        let sparse = of.sparse.as_ref().map_or(0, Vec::len) * 2;
        let tokens = of.token_vectors.as_ref().map_or(0, |of| of.values.len());
        let middle = of.middle.as_ref().map_or(0, Vec::len);
        let numbers = dense + sparse + tokens + middle;
        (ENTRY_BYTES + text.len() + numbers * size_of::<f32>()) as u64
    }
}

impl Remembered {
    /// Nothing of the model yet.
    pub fn new(model: Arc<dyn Embedder>) -> Self {
        let sentences = usize::try_from(BYTES_MAX).unwrap_or(usize::MAX) / (32 << 10);
        Self {
            model,
            texts: Cache::with_weighter(sentences, BYTES_MAX, Bytes),
        }
    }

    /// A question under all heads.
    fn question(&self, text: &str, limits: &Limits) -> Result<Encoded, ModelError> {
        limits.check()?;
        let heads = self.profile().heads();
        let key = (text.to_owned(), Role::Query, heads);
        if let Some(known) = self.texts.get(&key) {
            return Ok(Encoded::clone(&known));
        }
        let mut read = self.model.encode(&[text], Role::Query, heads, limits)?;
        let read = read.pop().ok_or_else(|| self.none_came())?;
        if text.len() <= TEXT_BYTES_MAX {
            self.texts.insert(key, Arc::new(read.clone()));
        }
        Ok(read)
    }

    fn none_came(&self) -> ModelError {
        ModelError::Failed {
            name: self.profile().name.clone(),
            reason: "it gave no vectors for a text".to_owned(),
        }
    }
}

impl Embedder for Remembered {
    fn profile(&self) -> &Profile {
        self.model.profile()
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        match (texts, role) {
            ([question], Role::Query) if self.profile().heads().dense => {
                let read = self.question(question, limits)?;
                Ok(vec![read.only(Heads::DENSE).into_embedding()])
            }
            _ => self.model.embed(texts, role, limits),
        }
    }

    fn encode(
        &self,
        texts: &[&str],
        role: Role,
        wanted: Heads,
        limits: &Limits,
    ) -> Result<Vec<Encoded>, ModelError> {
        if let ([question], Role::Query) = (texts, role)
            && wanted.lacking(self.profile().heads()).is_empty()
        {
            return Ok(vec![self.question(question, limits)?.only(wanted)]);
        }
        if !wanted.tokens {
            return self.model.encode(texts, role, wanted, limits);
        }
        limits.check()?;
        let keys: Vec<_> = texts
            .iter()
            .map(|text| ((*text).to_owned(), role, wanted))
            .collect();
        let mut found: Vec<Option<Arc<Encoded>>> =
            keys.iter().map(|key| self.texts.get(key)).collect();
        // A line that stands in several tables is one text.
        let missing: BTreeSet<&str> = (0..texts.len())
            .filter(|at| found[*at].is_none())
            .map(|at| texts[at])
            .collect();
        if !missing.is_empty() {
            let missing: Vec<&str> = missing.into_iter().collect();
            let read = self.model.encode(&missing, role, wanted, limits)?;
            let read: Vec<Arc<Encoded>> = read.into_iter().map(Arc::new).collect();
            for (at, found) in found.iter_mut().enumerate().filter(|(_, of)| of.is_none()) {
                let Some(encoded) = missing
                    .binary_search(&texts[at])
                    .ok()
                    .and_then(|place| read.get(place))
                else {
                    continue;
                };
                // One long text among sentences is no reason to forget the others.
                if texts[at].len() <= TEXT_BYTES_MAX {
                    self.texts.insert(keys[at].clone(), Arc::clone(encoded));
                }
                *found = Some(Arc::clone(encoded));
            }
        }
        let found: Option<Vec<Encoded>> = found
            .into_iter()
            .map(|one| one.map(Arc::unwrap_or_clone))
            .collect();
        found.ok_or_else(|| self.none_came())
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        self.model.count_tokens(text)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use perusal::models::conformance::keeps_its_promises;
    use perusal::models::scripted::HashEmbedder;

    use super::*;

    /// Keeps what it was given to read.
    #[derive(Default)]
    struct Noting {
        model: HashEmbedder,
        read: Mutex<Vec<String>>,
    }

    impl Embedder for Noting {
        fn profile(&self) -> &Profile {
            self.model.profile()
        }

        fn embed(
            &self,
            texts: &[&str],
            role: Role,
            limits: &Limits,
        ) -> Result<Vec<Embedding>, ModelError> {
            let mut read = self.read.lock().expect("no panic");
            read.extend(texts.iter().map(|text| (*text).to_owned()));
            self.model.embed(texts, role, limits)
        }

        fn encode(
            &self,
            texts: &[&str],
            role: Role,
            wanted: Heads,
            limits: &Limits,
        ) -> Result<Vec<Encoded>, ModelError> {
            let mut read = self.read.lock().expect("no panic");
            read.extend(texts.iter().map(|text| (*text).to_owned()));
            self.model.encode(texts, role, wanted, limits)
        }

        fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
            self.model.count_tokens(text)
        }
    }

    #[test]
    fn it_keeps_the_promises_of_the_model() {
        let remembered = Remembered::new(Arc::new(HashEmbedder::default()));
        keeps_its_promises(&remembered);
        keeps_its_promises(&remembered);
    }

    #[test]
    fn questions_and_sentences_are_read_once_and_chunks_each_time() {
        let noting = Arc::new(Noting::default());
        let remembered = Remembered::new(Arc::clone(&noting) as Arc<dyn Embedder>);
        let wanted = Heads {
            tokens: true,
            ..Heads::DENSE
        };
        let long = "word ".repeat(500);
        let alone = HashEmbedder::default();
        for texts in [&["a", "b"][..], &["b", "c", &long], &["d", &long, "c"]] {
            let limits = Limits::none();
            let told = remembered.encode(texts, Role::Passage, wanted, &limits);
            let expected = alone.encode(texts, Role::Passage, wanted, &limits);
            assert_eq!(told.expect("vectors"), expected.expect("vectors"));
        }
        for _ in 0..2 {
            let limits = Limits::none();
            let told = remembered.embed(&["who?"], Role::Query, &limits);
            let expected = alone.embed(&["who?"], Role::Query, &limits);
            assert_eq!(told.expect("a vector"), expected.expect("a vector"));
            let told = remembered.encode(&["who?"], Role::Query, Heads::TOKENS, &limits);
            let expected = alone.encode(&["who?"], Role::Query, Heads::TOKENS, &limits);
            assert_eq!(told.expect("vectors"), expected.expect("vectors"));
        }
        let read = noting.read.lock().expect("no panic");
        assert_eq!(*read, ["a", "b", "c", &long, "d", &long, "who?"]);
    }
}
