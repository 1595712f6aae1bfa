//! What a session remembers: the type and the topic of its last questions.
//!
//! History resolves references and never votes: no function of this module
//! gives a type.

use super::QuestionType;
use crate::EngineError;

/// Entries the router looks at (RC-06).
pub const ENTRIES_MAX: usize = 6;
/// Characters kept of a question (RC-06).
pub const TOPIC_CHARS_MAX: usize = 60;

/// One question of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where it went.
    pub kind: QuestionType,
    /// Its first [`TOPIC_CHARS_MAX`] characters, nothing else.
    topic: String,
}

impl Entry {
    /// Remembers a question: control characters become spaces, the rest is cut.
    pub fn new(kind: QuestionType, question: &str) -> Self {
        let topic = question
            .trim()
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .take(TOPIC_CHARS_MAX)
            .collect();
        Self { kind, topic }
    }

    /// Reads an entry of the outside.
    ///
    /// # Errors
    /// [`EngineError::History`] for an unknown type.
    pub fn parse(kind: &str, topic: &str) -> Result<Self, EngineError> {
        let kind = QuestionType::parse(kind).ok_or_else(|| EngineError::History {
            reason: format!("`{kind}` is no type of a question"),
        })?;
        Ok(Self::new(kind, topic))
    }

    /// The start of the question.
    pub fn topic(&self) -> &str {
        &self.topic
    }
}

/// The last entries of a session, oldest first, never more than [`ENTRIES_MAX`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    entries: Vec<Entry>,
}

impl History {
    /// Keeps the last [`ENTRIES_MAX`].
    pub fn new(entries: impl IntoIterator<Item = Entry>) -> Self {
        let mut history = Self::default();
        entries.into_iter().for_each(|entry| history.push(entry));
        history
    }

    /// Adds the newest; the oldest goes when there are too many.
    pub fn push(&mut self, entry: Entry) {
        if self.entries.len() == ENTRIES_MAX {
            self.entries.remove(0);
        }
        self.entries.push(entry);
    }

    /// Oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rc_06_six_entries_of_sixty_characters() {
        let long = "ä".repeat(500);
        let history = History::new((0..50).map(|_| Entry::new(QuestionType::Retrieval, &long)));
        assert_eq!(history.entries().len(), ENTRIES_MAX);
        assert!(
            history
                .entries()
                .iter()
                .all(|e| e.topic().chars().count() == TOPIC_CHARS_MAX)
        );
    }

    #[test]
    fn an_unknown_type_is_refused() {
        assert!(Entry::parse("gossip", "x").is_err());
        assert_eq!(Entry::parse("code", "a\nb").unwrap().topic(), "a b");
    }
}
