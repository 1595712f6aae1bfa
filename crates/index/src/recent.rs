//! The last few things that were read of a version, by the row of their document.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::IndexError;

/// Documents of which something is kept: what one answer cites.
const KEPT_MAX: usize = 16;

/// What was read last, the latest behind.
pub(crate) struct Recent<T>(Mutex<VecDeque<(i64, Arc<T>)>>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Recent<T> {
    /// What is kept of a document, else what `read` gives. Two threads may both read.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn get(
        &self,
        document: i64,
        read: impl FnOnce() -> Result<T, IndexError>,
    ) -> Result<Arc<T>, IndexError> {
        if let Some(kept) = self.kept(document) {
            return Ok(kept);
        }
        let made = Arc::new(read()?);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(row, _)| *row != document);
        if all.len() == KEPT_MAX {
            all.pop_front();
        }
        all.push_back((document, Arc::clone(&made)));
        Ok(made)
    }

    fn kept(&self, document: i64) -> Option<Arc<T>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = all.iter().position(|(row, _)| *row == document)?;
        let entry = all.remove(place)?;
        let kept = Arc::clone(&entry.1);
        all.push_back(entry);
        Some(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_longest_not_asked_for_goes() {
        let recent = Recent::default();
        let get = |document: i64| *recent.get(document, || Ok(document)).unwrap();
        (0..KEPT_MAX as i64).for_each(|document| assert_eq!(get(document), document));
        get(0);
        get(100);
        assert!(recent.kept(0).is_some());
        assert!(recent.kept(1).is_none());
        assert!(recent.get(1, || Err(IndexError::Stopped)).is_err());
    }
}
