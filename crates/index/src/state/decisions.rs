//! Decisions of the router in real sessions, kept where their owner asked for it.

use rusqlite::params;

use super::{SECONDS_A_DAY, State, forget_rows};
use crate::IndexError;

/// Decisions kept: the newest ones, for at most [`AGE_MAX_DAYS`].
pub const DECISIONS_MAX: u32 = 20_000;
/// See [`DECISIONS_MAX`].
pub const AGE_MAX_DAYS: i64 = 90;

/// One decision, its closed sets by name.
#[derive(Debug, Clone, PartialEq)]
pub struct DecisionRow {
    /// The session.
    pub session: String,
    /// When it was asked, in Unix seconds.
    pub asked: i64,
    /// The question.
    pub text: String,
    /// It stood after an answer.
    pub previous: bool,
    /// The type decided.
    pub kind: String,
    /// The layer that decided.
    pub layer: String,
    /// 0 to 1.
    pub confidence: f64,
    /// No layer was sure.
    pub low_confidence: bool,
}

impl State {
    /// Keeps a decision and forgets those that are too old or too many.
    ///
    /// # Errors
    /// Those of the file system. None of them should fail a question.
    pub fn record_decision(&self, row: &DecisionRow) -> Result<(), IndexError> {
        self.run(|connection| {
            let transaction = connection.unchecked_transaction()?;
            transaction.execute(
                "INSERT INTO decisions(session, asked, text, previous, kind, layer, confidence,
                   low_confidence) VALUES (?,?,?,?,?,?,?,?)",
                params![
                    row.session,
                    row.asked,
                    row.text,
                    row.previous,
                    row.kind,
                    row.layer,
                    row.confidence,
                    row.low_confidence
                ],
            )?;
            let oldest = row.asked - AGE_MAX_DAYS * SECONDS_A_DAY;
            forget_rows(&transaction, "decisions", oldest, DECISIONS_MAX)?;
            transaction.commit()
        })
    }

    /// All decisions in the order they were made.
    pub fn decisions(&self) -> Result<Vec<DecisionRow>, IndexError> {
        self.run(|connection| {
            connection
                .prepare(
                    "SELECT session, asked, text, previous, kind, layer, confidence,
                       low_confidence FROM decisions ORDER BY number",
                )?
                .query_map([], |row| {
                    Ok(DecisionRow {
                        session: row.get(0)?,
                        asked: row.get(1)?,
                        text: row.get(2)?,
                        previous: row.get(3)?,
                        kind: row.get(4)?,
                        layer: row.get(5)?,
                        confidence: row.get(6)?,
                        low_confidence: row.get(7)?,
                    })
                })?
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_kept_for_a_while() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        let row = |asked: i64| DecisionRow {
            session: "s".to_owned(),
            asked,
            text: "when does it open".to_owned(),
            previous: true,
            kind: "retrieval".to_owned(),
            layer: "rules".to_owned(),
            confidence: 0.5,
            low_confidence: false,
        };
        state.record_decision(&row(0)).unwrap();
        assert_eq!(state.decisions().unwrap(), [row(0)]);
        let later = AGE_MAX_DAYS * SECONDS_A_DAY + 1;
        state.record_decision(&row(later)).unwrap();
        assert_eq!(state.decisions().unwrap(), [row(later)]);
    }
}
