//! What one variation came to on one question set, and where it is kept.
//!
//! Outcomes are kept by the hash of all that shapes them, so that a run that was
//! killed goes on, and one that was changed measures only what is new. What a report
//! shows is always what was read back: an outcome that was just measured and one that
//! was kept give the same bytes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Metric;
use crate::EvalError;

/// Changes when outcomes are kept in another way.
pub(super) const FORMAT: u32 = 1;
/// Largest file that is taken for an outcome.
const FILE_BYTES_MAX: u64 = 256 << 20;

/// What one variation came to on one question set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Documents of the library.
    pub documents: usize,
    /// Chunks of the library.
    pub chunks: u64,
    /// One a question, in the order of the set.
    pub questions: Vec<QuestionOutcome>,
}

/// What one question came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuestionOutcome {
    /// The question's id.
    pub id: String,
    /// What was measured; what a question has no gold data for is missing.
    pub scores: BTreeMap<Metric, f64>,
    /// The start of the answer; empty when declined, and in retrieval sets.
    pub answer: String,
    /// Milliseconds to answer, or of the search in retrieval sets.
    pub milliseconds: f64,
}

/// The folder that outcomes are kept in.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    pub folder: PathBuf,
}

impl Kept {
    /// The outcome of a key; none where it is missing, cut short or of another format.
    pub fn load(&self, key: &str) -> Option<Outcome> {
        let path = self.path(key);
        let bytes = std::fs::metadata(&path).ok()?.len();
        if bytes > FILE_BYTES_MAX {
            return None;
        }
        serde_json::from_slice(&std::fs::read(path).ok()?).ok()
    }

    /// Keeps an outcome, whole or not at all, and gives it as it will be read.
    pub fn save(&self, key: &str, outcome: &Outcome) -> Result<Outcome, EvalError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| EvalError::Io { path, source }
        };
        std::fs::create_dir_all(&self.folder).map_err(failed(&self.folder))?;
        let path = self.path(key);
        let json = serde_json::to_vec(outcome)
            .map_err(|error| failed(&path)(std::io::Error::other(error)))?;
        let part = path.with_extension(format!("part{}", std::process::id()));
        std::fs::write(&part, &json).map_err(failed(&part))?;
        std::fs::rename(&part, &path).map_err(failed(&path))?;
        serde_json::from_slice(&json).map_err(|error| failed(&path)(std::io::Error::other(error)))
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.json"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_what_was_given_back_and_a_cut_file_is_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = Kept {
            folder: folder.path().join("deep/er"),
        };
        let third = Outcome {
            documents: 3,
            chunks: 9,
            questions: vec![QuestionOutcome {
                id: "q".to_owned(),
                scores: [(Metric::Evidence, 1.0 / 3.0), (Metric::Ndcg10, 0.1 + 0.2)].into(),
                answer: "\u{1b}<b>".to_owned(),
                milliseconds: 0.3,
            }],
        };
        let saved = kept.save("a", &third).expect("saved");
        assert_eq!(kept.load("a").expect("kept"), saved);
        assert_eq!(kept.load("b"), None);
        let path = kept.path("a");
        let whole = std::fs::read(&path).expect("a file");
        std::fs::write(&path, &whole[..whole.len() - 2]).expect("cut");
        assert_eq!(kept.load("a"), None);
    }
}
