//! What people say of answers.

use std::collections::BTreeSet;

use rusqlite::params;

use super::{SECONDS_A_DAY, State};
use crate::IndexError;

/// Judgements kept: the newest ones, for at most [`FEEDBACK_AGE_MAX_DAYS`].
pub const FEEDBACK_MAX: u32 = 20_000;
/// As long as decisions of the router are kept, which they correct.
pub const FEEDBACK_AGE_MAX_DAYS: i64 = super::AGE_MAX_DAYS;

/// What somebody says of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement<'a> {
    /// The answer's trace.
    pub trace: &'a str,
    /// Who judges: the name of a token; empty for the user of this machine.
    pub owner: &'a str,
    /// Whether it helped.
    pub helpful: bool,
    /// What is said beside.
    pub comment: Option<&'a str>,
    /// When, in Unix seconds.
    pub given: i64,
}

impl State {
    /// Keeps a judgement; the last of an owner on an answer counts.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn judge(&self, judgement: &Judgement<'_>) -> Result<(), IndexError> {
        self.run(|connection| {
            let transaction = connection.unchecked_transaction()?;
            transaction.execute(
                "INSERT OR REPLACE INTO feedback(trace, owner, helpful, comment, given)
                   VALUES (?,?,?,?,?)",
                params![
                    judgement.trace,
                    judgement.owner,
                    judgement.helpful,
                    judgement.comment,
                    judgement.given
                ],
            )?;
            transaction.execute(
                "DELETE FROM feedback WHERE given < ?1 OR (trace, owner) IN
                   (SELECT trace, owner FROM feedback ORDER BY given DESC, trace, owner
                    LIMIT -1 OFFSET ?2)",
                params![
                    judgement.given - FEEDBACK_AGE_MAX_DAYS * SECONDS_A_DAY,
                    FEEDBACK_MAX
                ],
            )?;
            transaction.commit()
        })
    }

    /// How many answers helped, and how many did not.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn judgements(&self) -> Result<(u64, u64), IndexError> {
        self.run(|connection| {
            connection.query_row(
                "SELECT count(*) FILTER (WHERE helpful), count(*) FILTER (WHERE NOT helpful)
                 FROM feedback",
                [],
                |row| {
                    let count = |at| row.get(at).map(|count: i64| count.unsigned_abs());
                    Ok((count(0)?, count(1)?))
                },
            )
        })
    }

    /// Questions of sessions whose answer did not help: session and question.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn unhelpful(&self) -> Result<BTreeSet<(String, String)>, IndexError> {
        self.run(|connection| {
            connection
                .prepare(
                    "SELECT t.session, t.question FROM turns t JOIN feedback f
                       ON f.trace = t.trace AND f.owner = t.owner
                     WHERE t.session IS NOT NULL AND NOT f.helpful",
                )?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::TurnRow;

    #[test]
    fn the_last_judgement_counts_and_names_its_question() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        let turn = TurnRow {
            owner: "desk".to_owned(),
            session: Some("s".to_owned()),
            question: "When?".to_owned(),
            trace: Some("t".to_owned()),
            status: "answered".to_owned(),
            strategy: None,
            asked: 1,
            total_ms: 1.0,
        };
        state.record_turn(&turn).unwrap();
        let judge = |owner, helpful| {
            let judgement = Judgement {
                trace: "t",
                owner,
                helpful,
                comment: Some("so"),
                given: 1,
            };
            state.judge(&judgement).unwrap();
        };
        judge("desk", true);
        judge("other", false);
        assert_eq!(state.judgements().unwrap(), (1, 1));
        assert!(state.unhelpful().unwrap().is_empty());
        judge("desk", false);
        assert_eq!(state.judgements().unwrap(), (0, 2));
        let known = [("s".to_owned(), "When?".to_owned())];
        assert_eq!(state.unhelpful().unwrap(), BTreeSet::from(known));
    }
}
