//! Questions that were asked: by whom, in which session, with which trace.

use rusqlite::{OptionalExtension, Row, params};

use super::{SECONDS_A_DAY, State, TRACE_AGE_MAX_DAYS, forget_rows};
use crate::IndexError;

/// Turns kept: the newest ones, for as long as traces are kept.
pub const TURNS_MAX: u32 = 20_000;
/// Turns that are read of one session.
const SESSION_TURNS_MAX: u32 = 1_000;

/// One question that was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnRow {
    /// Who asked: the name of a token; empty for the user of this machine.
    pub owner: String,
    /// The session, by the name it is kept under; `None` outside of one.
    pub session: Option<String>,
    /// The question.
    pub question: String,
    /// The trace of its answer, where one was kept.
    pub trace: Option<String>,
    /// How it ended.
    pub status: String,
    /// What ran to find the answer; `None` where nothing was searched.
    pub strategy: Option<String>,
    /// When it was asked, in Unix seconds.
    pub asked: i64,
    /// How long it took, in milliseconds.
    pub total_ms: f64,
}

/// A session, as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// The name it is kept under.
    pub name: String,
    /// Its first question.
    pub title: String,
    /// Questions in it.
    pub turns: u64,
    /// When it was used last, in Unix seconds.
    pub updated: i64,
}

const COLUMNS: &str = "owner, session, question, trace, status, strategy, asked, total_ms";

fn turn(row: &Row<'_>) -> rusqlite::Result<TurnRow> {
    Ok(TurnRow {
        owner: row.get(0)?,
        session: row.get(1)?,
        question: row.get(2)?,
        trace: row.get(3)?,
        status: row.get(4)?,
        strategy: row.get(5)?,
        asked: row.get(6)?,
        total_ms: row.get(7)?,
    })
}

impl State {
    /// Keeps a turn and forgets those that are too old or too many.
    ///
    /// # Errors
    /// Those of the file system. None of them should fail a question.
    pub fn record_turn(&self, row: &TurnRow) -> Result<(), IndexError> {
        self.run(|connection| {
            let transaction = connection.unchecked_transaction()?;
            transaction
                .prepare_cached(&format!(
                    "INSERT INTO turns({COLUMNS}) VALUES (?,?,?,?,?,?,?,?)"
                ))?
                .execute(params![
                    row.owner,
                    row.session,
                    row.question,
                    row.trace,
                    row.status,
                    row.strategy,
                    row.asked,
                    row.total_ms
                ])?;
            let oldest = row.asked - TRACE_AGE_MAX_DAYS * SECONDS_A_DAY;
            forget_rows(&transaction, "turns", oldest, TURNS_MAX)?;
            transaction.commit()
        })
    }

    /// Sessions of an owner in which a question holds `words`, the one used last first: how
    /// many there are, and a page of them. `now` is in Unix seconds.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn sessions(
        &self,
        owner: &str,
        words: &str,
        (offset, limit): (usize, usize),
        now: i64,
    ) -> Result<(u64, Vec<SessionRow>), IndexError> {
        const MATCHING: &str = "FROM sessions s WHERE s.used >= ?1 AND EXISTS
              (SELECT 1 FROM turns t WHERE t.session = s.name AND t.owner = ?2
               AND instr(lower(t.question), lower(?3)) > 0)";
        let since = now - SECONDS_A_DAY;
        self.run(|connection| {
            let total: i64 = connection.query_row(
                &format!("SELECT count(*) {MATCHING}"),
                params![since, owner, words],
                |row| row.get(0),
            )?;
            let rows = connection
                .prepare(&format!(
                    "SELECT s.name, s.used,
                       (SELECT question FROM turns t WHERE t.session = s.name
                        ORDER BY number LIMIT 1),
                       (SELECT count(*) FROM turns t WHERE t.session = s.name)
                     {MATCHING} ORDER BY s.used DESC, s.name LIMIT ?4 OFFSET ?5"
                ))?
                .query_map(
                    params![since, owner, words, whole(limit), whole(offset)],
                    |row| {
                        let turns: i64 = row.get(3)?;
                        Ok(SessionRow {
                            name: row.get(0)?,
                            updated: row.get(1)?,
                            title: row.get(2)?,
                            turns: u64::try_from(turns).unwrap_or_default(),
                        })
                    },
                )?
                .collect::<rusqlite::Result<_>>()?;
            Ok((u64::try_from(total).unwrap_or_default(), rows))
        })
    }

    /// The last questions of a session, in the order they were asked.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn turns_of(&self, session: &str) -> Result<Vec<TurnRow>, IndexError> {
        self.run(|connection| {
            let mut rows: Vec<TurnRow> = connection
                .prepare(&format!(
                    "SELECT {COLUMNS} FROM turns WHERE session = ?1 ORDER BY number DESC LIMIT ?2"
                ))?
                .query_map(params![session, SESSION_TURNS_MAX], turn)?
                .collect::<rusqlite::Result<_>>()?;
            rows.reverse();
            Ok(rows)
        })
    }

    /// Forgets a session: what it remembers, its questions, and the traces that no other
    /// question has. False where there is none of that name.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn forget_session(&self, session: &str) -> Result<bool, IndexError> {
        self.run(|connection| {
            let transaction = connection.unchecked_transaction()?;
            transaction.execute(
                "DELETE FROM traces WHERE id IN (SELECT trace FROM turns WHERE session = ?1)
                   AND id NOT IN (SELECT trace FROM turns WHERE trace IS NOT NULL
                                  AND session IS NOT ?1)",
                [session],
            )?;
            let mut gone = 0;
            for table in ["turns", "decisions"] {
                gone += transaction
                    .execute(&format!("DELETE FROM {table} WHERE session = ?"), [session])?;
            }
            gone += transaction.execute("DELETE FROM sessions WHERE name = ?", [session])?;
            transaction.commit()?;
            Ok(gone > 0)
        })
    }

    /// Traces by their questions, the newest first: how many there are, and a page of them. Of
    /// one owner, or of all where none is named. A question asked twice with one trace is there
    /// once.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn traced(
        &self,
        owner: Option<&str>,
        (offset, limit): (usize, usize),
    ) -> Result<(u64, Vec<TurnRow>), IndexError> {
        const LAST: &str = "FROM turns WHERE number IN
              (SELECT max(number) FROM turns WHERE (?1 IS NULL OR owner = ?1)
                 AND trace IN (SELECT id FROM traces) GROUP BY trace)";
        self.run(|connection| {
            let total: i64 =
                connection.query_row(&format!("SELECT count(*) {LAST}"), [owner], |row| {
                    row.get(0)
                })?;
            let rows = connection
                .prepare(&format!(
                    "SELECT {COLUMNS} {LAST} ORDER BY number DESC LIMIT ?2 OFFSET ?3"
                ))?
                .query_map(params![owner, whole(limit), whole(offset)], turn)?
                .collect::<rusqlite::Result<_>>()?;
            Ok((u64::try_from(total).unwrap_or_default(), rows))
        })
    }

    /// When a trace was recorded, in Unix seconds.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn trace_time(&self, id: &str) -> Result<Option<i64>, IndexError> {
        self.run(|connection| {
            connection
                .query_row("SELECT recorded FROM traces WHERE id = ?", [id], |row| {
                    row.get(0)
                })
                .optional()
        })
    }
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(owner: &str, session: Option<&str>, question: &str, trace: &str) -> TurnRow {
        TurnRow {
            owner: owner.to_owned(),
            session: session.map(str::to_owned),
            question: question.to_owned(),
            trace: Some(trace.to_owned()),
            status: "answered".to_owned(),
            strategy: Some("hybrid".to_owned()),
            asked: 100,
            total_ms: 2.5,
        }
    }

    #[test]
    fn sessions_are_listed_by_their_questions_and_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        for (session, at) in [("a", 100), ("b", 200), ("other", 300)] {
            state.keep_session(session, "{}", at).unwrap();
        }
        for (owner, session, question, trace) in [
            ("", "a", "When does the ferry leave?", "1"),
            ("", "a", "What does it cost?", "2"),
            ("", "b", "What is the rent?", "2"),
            ("desk", "other", "When does the ferry leave?", "1"),
        ] {
            state.record_trace(trace, "{}", 100).unwrap();
            state
                .record_turn(&row(owner, Some(session), question, trace))
                .unwrap();
        }
        let listed = |words: &str| {
            let (total, rows) = state.sessions("", words, (0, 10), 300).unwrap();
            assert_eq!(total as usize, rows.len());
            rows.into_iter().map(|row| row.name).collect::<Vec<_>>()
        };
        assert_eq!(listed(""), ["b", "a"]);
        assert_eq!(listed("FERRY"), ["a"]);
        let (total, page) = state.sessions("", "", (1, 10), 300).unwrap();
        assert_eq!((total, page[0].turns), (2, 2));
        assert_eq!(page[0].title, "When does the ferry leave?");
        assert_eq!(state.turns_of("a").unwrap().len(), 2);
        assert!(state.forget_session("a").unwrap());
        assert!(!state.forget_session("a").unwrap());
        assert_eq!(listed(""), ["b"]);
        // Others still have these traces.
        for trace in ["1", "2"] {
            assert!(state.trace(trace).unwrap().is_some());
        }
        assert!(state.forget_session("other").unwrap());
        assert!(state.trace("1").unwrap().is_none());
    }

    #[test]
    fn traces_are_listed_once_newest_first_and_by_owner() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        for (owner, trace) in [("", "1"), ("", "2"), ("", "1"), ("desk", "3"), ("", "gone")] {
            if trace != "gone" {
                state.record_trace(trace, "{}", 100).unwrap();
            }
            state.record_turn(&row(owner, None, "q", trace)).unwrap();
        }
        let traces = |owner| {
            let (total, rows) = state.traced(owner, (0, 10)).unwrap();
            assert_eq!(total as usize, rows.len());
            let traces = rows.into_iter().filter_map(|row| row.trace);
            traces.collect::<Vec<_>>()
        };
        assert_eq!(traces(None), ["3", "1", "2"]);
        assert_eq!(traces(Some("desk")), ["3"]);
        assert_eq!(traces(Some("")), ["1", "2"]);
        assert_eq!(state.trace_time("1").unwrap(), Some(100));
    }
}
