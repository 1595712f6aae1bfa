//! What models said of segments, kept beside the library for a while.
//!
//! A key holds all that a value depends on: the document's bytes, the place, the question, how it
//! was asked and of which model. What cannot be read or written is as if it had not been kept: a
//! question never fails over it.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use index::DocumentId;
use index::state::{Kept, State};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Values of models, with a time to live.
pub struct Cache {
    state: Mutex<State>,
    now: i64,
    oldest: i64,
    /// The first thing that went wrong.
    trouble: Mutex<Option<String>>,
}

impl Cache {
    /// The cache beside the library in `dir`, of which nothing older than `seconds` is used. `now`
    /// is in Unix seconds.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn open(dir: &Path, now: i64, seconds: u64) -> Result<Cache, index::IndexError> {
        let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
        Ok(Cache {
            state: Mutex::new(State::open(dir)?),
            now,
            oldest: now.saturating_sub(seconds),
            trouble: Mutex::default(),
        })
    }

    /// The first thing that could not be read or written.
    pub fn trouble(&self) -> Option<String> {
        let trouble = self.trouble.lock();
        trouble.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The value of a key.
    pub(super) fn find<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let found = self.noted(state.kept(key, self.oldest))??;
        serde_json::from_str(&found).ok()
    }

    /// Keeps values in one step.
    pub(super) fn keep<T: Serialize>(&self, values: &[(String, DocumentId, T)]) {
        let told = values.iter().filter_map(|(key, document, value)| {
            Some(Kept {
                key: key.clone(),
                document: document.clone(),
                value: serde_json::to_string(value).ok()?,
            })
        });
        let told: Vec<Kept> = told.collect();
        if told.is_empty() {
            return;
        }
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.noted(state.keep(&told, self.now, self.oldest));
    }

    fn noted<T>(&self, outcome: Result<T, index::IndexError>) -> Option<T> {
        match outcome {
            Ok(value) => Some(value),
            Err(error) => {
                let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
                trouble.get_or_insert_with(|| error.to_string());
                None
            }
        }
    }
}

/// A key of all that a value depends on; no two lists of parts have the same.
pub(super) fn key(parts: &[&str]) -> String {
    let mut told = String::new();
    for part in parts {
        told.push_str(&format!("{}:{part}", part.len()));
    }
    crate::content_hash(told.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_key_do_not_run_into_each_other() {
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_ne!(key(&["1:a"]), key(&["a"]));
        assert_eq!(key(&["a", "b"]), key(&["a", "b"]));
    }

    #[test]
    fn values_are_used_again_until_they_are_too_old() {
        let dir = tempfile::tempdir().unwrap();
        let document = DocumentId::new("a.md", &[1; 32]);
        let cache = Cache::open(dir.path(), 10_000, 3_600).unwrap();
        cache.keep(&[("k".to_owned(), document, 7_u32)]);
        assert_eq!(cache.find::<u32>("k"), Some(7));
        // An hour later it is too old.
        let later = Cache::open(dir.path(), 13_601, 3_600).unwrap();
        assert_eq!(later.find::<u32>("k"), None);
        assert_eq!(later.trouble(), None);
        // A value of another type is as if it was not there.
        assert_eq!(cache.find::<Vec<u32>>("k"), None);
    }

    #[test]
    fn a_store_that_is_none_is_told_when_it_is_opened() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(
            dir.path().join("state.sqlite"),
            "no database, whatever it is called",
        )
        .unwrap();
        assert!(Cache::open(dir.path(), 10_000, 3_600).is_err());
    }
}
