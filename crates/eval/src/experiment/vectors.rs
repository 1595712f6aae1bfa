//! An embedder that remembers: variations that cut documents in the same places, or
//! ask the same question, share one vector.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use perusal::models::{Embedder, Embedding, Encoded, Heads, Limits, ModelError, Profile, Role};

/// Vectors remembered at most: 150 MB of those with 384 numbers.
const REMEMBERED_MAX: usize = 100_000;

/// Hands out the vectors of `inner`, each made once.
///
/// An embedder gives the same bits for the same text in any batch, so nobody can
/// tell a remembered vector from a new one but by the time.
pub(super) struct Remembering {
    inner: Arc<dyn Embedder>,
    known: Mutex<BTreeMap<[u8; 32], Embedding>>,
}

impl Remembering {
    pub fn new(inner: Arc<dyn Embedder>) -> Self {
        let known = Mutex::new(BTreeMap::new());
        Self { inner, known }
    }

    fn key(text: &str, role: Role) -> [u8; 32] {
        let mark = match role {
            Role::Query => b"q",
            Role::Passage => b"p",
        };
        perusal::content_digest(&[mark, text.as_bytes()].concat())
    }
}

impl Embedder for Remembering {
    fn profile(&self) -> &Profile {
        self.inner.profile()
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        limits.check()?;
        let keys: Vec<[u8; 32]> = texts.iter().map(|text| Self::key(text, role)).collect();
        let mut vectors: Vec<Option<Embedding>> = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            keys.iter().map(|key| known.get(key).cloned()).collect()
        };
        let new: Vec<usize> = (0..texts.len())
            .filter(|at| vectors[*at].is_none())
            .collect();
        if !new.is_empty() {
            let unknown: Vec<&str> = new.iter().map(|at| texts[*at]).collect();
            let made = self.inner.embed(&unknown, role, limits)?;
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            for (at, embedding) in new.into_iter().zip(made) {
                if known.len() < REMEMBERED_MAX {
                    known.insert(keys[at], embedding.clone());
                }
                vectors[at] = Some(embedding);
            }
        }
        let whole: Option<Vec<Embedding>> = vectors.into_iter().collect();
        whole.ok_or_else(|| ModelError::Failed {
            name: self.profile().name.clone(),
            reason: "it gave fewer vectors than texts".to_owned(),
        })
    }

    fn encode(
        &self,
        texts: &[&str],
        role: Role,
        wanted: Heads,
        limits: &Limits,
    ) -> Result<Vec<Encoded>, ModelError> {
        self.inner.encode(texts, role, wanted, limits)
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        self.inner.count_tokens(text)
    }
}

#[cfg(test)]
mod tests {
    use perusal::models::conformance::keeps_its_promises;
    use perusal::models::scripted::HashEmbedder;

    use super::*;

    #[test]
    fn it_keeps_the_promises_of_an_embedder() {
        keeps_its_promises(&Remembering::new(Arc::new(HashEmbedder::default())));
    }

    #[test]
    fn remembered_vectors_are_those_of_the_model() {
        let plain = HashEmbedder::default();
        let remembering = Remembering::new(Arc::new(HashEmbedder::default()));
        let limits = Limits::none();
        for texts in [&["one", "two", "one"][..], &["two", "three"], &[]] {
            for role in [Role::Passage, Role::Query] {
                let ours = remembering.embed(texts, role, &limits).expect("vectors");
                assert_eq!(ours, plain.embed(texts, role, &limits).expect("vectors"));
            }
        }
        let known = remembering.known.lock().expect("no panic");
        assert_eq!(known.len(), 6, "three texts in two roles");
    }
}
