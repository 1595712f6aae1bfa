//! How often steps of a question failed over a mistake in the program, and where.

use rusqlite::params;

use super::{SECONDS_A_DAY, State, TRACE_AGE_MAX_DAYS};
use crate::IndexError;

/// Faults of one step at one place, counted. Places are lines of source, so there are few.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultRow {
    /// What was being done.
    pub step: String,
    /// The source file.
    pub file: String,
    /// Its line, 1-based; 0 where it is not known.
    pub line: u32,
    /// What the last one said; no text of a document.
    pub message: String,
    /// How often.
    pub times: u32,
    /// When the last one was, in Unix seconds.
    pub last: i64,
}

impl State {
    /// Adds faults to those known, and forgets what did not happen for as long as traces are
    /// kept.
    ///
    /// # Errors
    /// Those of the file system. None of them should fail a question.
    pub fn count_faults(&self, rows: &[FaultRow]) -> Result<(), IndexError> {
        self.run(|connection| {
            let transaction = connection.unchecked_transaction()?;
            for row in rows {
                transaction.execute(
                    "INSERT INTO faults(step, file, line, message, times, last)
                       VALUES (?,?,?,?,?,?)
                     ON CONFLICT DO UPDATE SET message = excluded.message,
                       times = min(times + excluded.times, 4294967295), last = excluded.last",
                    params![
                        row.step,
                        row.file,
                        row.line,
                        row.message,
                        row.times,
                        row.last
                    ],
                )?;
                transaction.execute(
                    "DELETE FROM faults WHERE last < ?",
                    [row.last - TRACE_AGE_MAX_DAYS * SECONDS_A_DAY],
                )?;
            }
            transaction.commit()
        })
    }

    /// All faults that were counted, by step and place.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn faults(&self) -> Result<Vec<FaultRow>, IndexError> {
        self.run(|connection| {
            connection
                .prepare(
                    "SELECT step, file, line, message, times, last FROM faults
                     ORDER BY step, file, line",
                )?
                .query_map([], |row| {
                    Ok(FaultRow {
                        step: row.get(0)?,
                        file: row.get(1)?,
                        line: row.get(2)?,
                        message: row.get(3)?,
                        times: row.get(4)?,
                        last: row.get(5)?,
                    })
                })?
                .collect()
        })
    }

    /// Adds broken rules of routing to those known, by rule.
    ///
    /// # Errors
    /// Those of the file system. None of them should fail a question.
    pub fn count_violations(&self, rules: &[(&str, u64)]) -> Result<(), IndexError> {
        self.run(|connection| {
            let transaction = connection.unchecked_transaction()?;
            for (rule, times) in rules {
                let times = i64::try_from(*times).unwrap_or(i64::MAX);
                transaction.execute(
                    "INSERT INTO violations(rule, times) VALUES (?,?)
                     ON CONFLICT DO UPDATE SET times = times + excluded.times",
                    params![rule, times],
                )?;
            }
            transaction.commit()
        })
    }

    /// Sets all counts of broken rules to 0.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn forget_violations(&self) -> Result<(), IndexError> {
        self.run(|connection| connection.execute("DELETE FROM violations", []))?;
        Ok(())
    }

    /// Rules of routing that were broken, and how often.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn violations(&self) -> Result<Vec<(String, u64)>, IndexError> {
        self.run(|connection| {
            connection
                .prepare("SELECT rule, times FROM violations ORDER BY rule")?
                .query_map([], |row| {
                    let times: i64 = row.get(1)?;
                    Ok((row.get(0)?, u64::try_from(times).unwrap_or_default()))
                })?
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_rules_add_up() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        assert_eq!(state.violations().unwrap(), []);
        state.count_violations(&[("RC-01", 2)]).unwrap();
        state
            .count_violations(&[("RC-01", 1), ("RC-03", 4)])
            .unwrap();
        let known = [("RC-01".to_owned(), 3), ("RC-03".to_owned(), 4)];
        assert_eq!(state.violations().unwrap(), known);
        state.forget_violations().unwrap();
        assert_eq!(state.violations().unwrap(), []);
    }

    fn row(line: u32, message: &str, last: i64) -> FaultRow {
        FaultRow {
            step: "plan: count".to_owned(),
            file: "crates/engine/src/plan/rows.rs".to_owned(),
            line,
            message: message.to_owned(),
            times: 2,
            last,
        }
    }

    #[test]
    fn faults_are_counted_by_place_and_forgotten_after_a_month() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        assert_eq!(state.faults().unwrap(), []);
        state
            .count_faults(&[row(7, "first", 100), row(9, "other", 100)])
            .unwrap();
        state.count_faults(&[row(7, "second", 200)]).unwrap();
        let seven = FaultRow {
            times: 4,
            ..row(7, "second", 200)
        };
        assert_eq!(state.faults().unwrap(), [seven, row(9, "other", 100)]);
        let later = 150 + TRACE_AGE_MAX_DAYS * SECONDS_A_DAY;
        state.count_faults(&[row(8, "third", later)]).unwrap();
        let lines: Vec<u32> = state.faults().unwrap().iter().map(|row| row.line).collect();
        assert_eq!(lines, [7, 8]);
    }
}
