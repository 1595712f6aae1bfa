//! Versions that readers on other machines fetch from here.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use perusal::index::{self, IndexError, Publication};

/// What nobody asked for this long goes: it keeps what was deleted.
const UNUSED_MAX: Duration = Duration::from_secs(60);

/// The newest, and one that somebody may still be fetching.
const KEPT_MAX: usize = 2;

/// The versions of all collections that are published.
#[derive(Default)]
pub struct Publications(Mutex<BTreeMap<String, VecDeque<Kept>>>);

struct Kept {
    /// What the store looked like before it was made.
    mark: Vec<(u64, u128)>,
    publication: Arc<Publication>,
    asked: Instant,
}

impl Publications {
    /// The newest version of a collection, published unless it is.
    ///
    /// # Errors
    /// See [`Publication::make`].
    pub fn newest(&self, collection: &str, store: &Path) -> Result<Arc<Publication>, IndexError> {
        // Held while it is made: two who ask for a new version make it once.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = all.entry(collection.to_owned()).or_default();
        let mark = index::mark(store)?;
        if let Some(newest) = kept.back_mut().filter(|newest| newest.mark == mark) {
            newest.asked = Instant::now();
            return Ok(Arc::clone(&newest.publication));
        }
        let made = Publication::make(store)?;
        match kept.back_mut() {
            Some(newest) if newest.publication.digest() == made.digest() => {
                newest.mark = mark;
                newest.asked = Instant::now();
            }
            _ => {
                kept.push_back(Kept {
                    mark,
                    publication: Arc::new(made),
                    asked: Instant::now(),
                });
                while kept.len() > KEPT_MAX {
                    kept.pop_front();
                }
            }
        }
        let newest = kept.back().map(|newest| Arc::clone(&newest.publication));
        newest.ok_or(IndexError::NotAStore {
            dir: store.to_owned(),
        })
    }

    /// A version by its digest, as long as it is kept.
    pub fn find(&self, collection: &str, digest: &str) -> Option<Arc<Publication>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = all.get_mut(collection)?;
        let mut found = kept.iter_mut();
        let found = found.find(|kept| kept.publication.digest() == digest)?;
        found.asked = Instant::now();
        Some(Arc::clone(&found.publication))
    }

    /// Removes what nobody asks for any more.
    pub fn forget_unused(&self) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for kept in all.values_mut() {
            kept.retain(|kept| kept.asked.elapsed() < UNUSED_MAX);
        }
    }
}
