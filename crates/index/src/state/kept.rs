//! What a model said of a document, kept for as long as its reader says.

use rusqlite::{OptionalExtension, params};

use super::State;
use crate::{DocumentId, IndexError};

/// Entries kept: the newest ones.
pub const KEPT_MAX: u32 = 20_000;
/// A longer entry is not kept.
pub const KEPT_BYTES_MAX: usize = 64 << 10;

/// What is kept of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// A hash of all that the value depends on.
    pub key: String,
    /// The document, with which it is forgotten.
    pub document: DocumentId,
    /// The value.
    pub value: String,
}

impl State {
    /// Keeps values in one step and forgets what is older than `oldest` or too much; what is
    /// longer than [`KEPT_BYTES_MAX`] is passed over. Times are in Unix seconds.
    ///
    /// # Errors
    /// Those of the file system. None of them should fail a question.
    pub fn keep(&self, values: &[Kept], now: i64, oldest: i64) -> Result<(), IndexError> {
        self.run(|connection| {
            let transaction = connection.unchecked_transaction()?;
            let short = values
                .iter()
                .filter(|one| one.value.len() <= KEPT_BYTES_MAX);
            for one in short {
                transaction.execute(
                    "INSERT OR REPLACE INTO kept(key, document, made, value) VALUES (?,?,?,?)",
                    params![one.key, one.document.as_str(), now, one.value],
                )?;
            }
            transaction.execute(
                "DELETE FROM kept WHERE made < ?1 OR number <=
                   (SELECT number FROM kept ORDER BY number DESC LIMIT 1 OFFSET ?2)",
                params![oldest, KEPT_MAX],
            )?;
            transaction.commit()
        })
    }

    /// The value of a key, unless it was kept before `oldest`, in Unix seconds.
    pub fn kept(&self, key: &str, oldest: i64) -> Result<Option<String>, IndexError> {
        self.run(|connection| {
            connection
                .query_row(
                    "SELECT value FROM kept WHERE key = ? AND made >= ?",
                    params![key, oldest],
                    |row| row.get(0),
                )
                .optional()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(key: &str, document: &DocumentId, value: &str) -> Kept {
        Kept {
            key: key.to_owned(),
            document: document.clone(),
            value: value.to_owned(),
        }
    }

    #[test]
    fn values_are_kept_for_a_while_and_go_with_their_document() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        let (a, b) = (
            DocumentId::new("a.md", &[1; 32]),
            DocumentId::new("b.md", &[2; 32]),
        );
        let long = "x".repeat(KEPT_BYTES_MAX + 1);
        let values = [
            one("1", &a, "canary"),
            one("2", &b, "other"),
            one("3", &a, &long),
        ];
        state.keep(&values, 1_000, 0).unwrap();
        assert_eq!(state.kept("1", 1_000).unwrap().as_deref(), Some("canary"));
        assert_eq!(state.kept("1", 1_001).unwrap(), None);
        assert_eq!(state.kept("3", 0).unwrap(), None);
        state.keep(&[one("2", &b, "newer")], 1_500, 900).unwrap();
        assert_eq!(state.kept("2", 1_500).unwrap().as_deref(), Some("newer"));
        // What is too old is deleted, not only passed over.
        state.keep(&[], 5_000, 1_400).unwrap();
        assert_eq!(state.kept("1", 0).unwrap(), None);
        state.keep(&[one("4", &a, "canary")], 5_000, 0).unwrap();
        state.forget_documents(std::slice::from_ref(&a)).unwrap();
        assert_eq!(state.kept("4", 0).unwrap(), None);
        for name in crate::files::names(dir.path()).unwrap() {
            let bytes = std::fs::read(dir.path().join(&name)).unwrap();
            assert!(
                !bytes.windows(6).any(|window| window == b"canary"),
                "{name}"
            );
        }
        assert!(state.kept("2", 0).unwrap().is_some());
    }

    #[test]
    fn no_more_are_kept_than_the_bound() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        let a = DocumentId::new("a.md", &[1; 32]);
        let many: Vec<Kept> = (0..KEPT_MAX + 10)
            .map(|at| one(&at.to_string(), &a, "v"))
            .collect();
        state.keep(&many, 1_000, 0).unwrap();
        assert_eq!(state.kept("9", 0).unwrap(), None);
        assert!(state.kept("10", 0).unwrap().is_some());
    }
}
