//! Rankings as a TREC run file, which `trec_eval` and its kin read.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::EvalError;

/// One hit of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunLine<'a> {
    /// The document id, without white space.
    pub document: &'a str,
    /// The score; finite, higher is better.
    pub score: f32,
}

/// Writes `topic Q0 document rank score tag` lines.
pub struct RunWriter<W: Write> {
    out: W,
    path: PathBuf,
    tag: String,
}

impl<W: Write> RunWriter<W> {
    /// A writer to `out`; `path` is named in errors, `tag` names the run.
    pub fn new(out: W, path: &Path, tag: &str) -> Result<RunWriter<W>, EvalError> {
        one_field("run tag", tag)?;
        Ok(RunWriter {
            out,
            path: path.to_owned(),
            tag: tag.to_owned(),
        })
    }

    /// Writes one topic's ranking, best first.
    ///
    /// `trec_eval` ignores the rank column and sorts by score, ties by the
    /// reverse of the id. So that it sees our order, a score that does not lie
    /// below the one before is written as the next smaller number.
    pub fn topic(&mut self, topic: &str, ranking: &[RunLine<'_>]) -> Result<(), EvalError> {
        one_field("topic id", topic)?;
        let mut above = f32::INFINITY;
        for (index, line) in ranking.iter().enumerate() {
            one_field("document id", line.document)?;
            if !line.score.is_finite() {
                let got = line.score.to_string();
                return Err(EvalError::OutOfRange {
                    what: "score",
                    expected: "a finite number",
                    got,
                });
            }
            above = line.score.min(above.next_down());
            let rank = index + 1;
            writeln!(
                self.out,
                "{topic} Q0 {} {rank} {above:?} {}",
                line.document, self.tag
            )
            .map_err(|source| EvalError::io(&self.path, source))?;
        }
        Ok(())
    }

    /// Flushes and gives the inner writer back.
    pub fn finish(mut self) -> Result<W, EvalError> {
        self.out
            .flush()
            .map_err(|source| EvalError::io(&self.path, source))?;
        Ok(self.out)
    }
}

fn one_field(what: &'static str, value: &str) -> Result<(), EvalError> {
    if value.is_empty() || value.contains(char::is_whitespace) {
        let got = format!("`{value}`");
        return Err(EvalError::OutOfRange {
            what,
            expected: "a word without white space",
            got,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writer() -> RunWriter<Vec<u8>> {
        RunWriter::new(Vec::new(), Path::new("out.run"), "hybrid").expect("a tag")
    }

    #[test]
    fn ties_are_written_in_our_order() {
        let mut run = writer();
        let hit = |document, score| RunLine { document, score };
        run.topic("q1", &[hit("b", 2.5), hit("a", 1.0), hit("c", 1.0)])
            .expect("written");
        let text = String::from_utf8(run.finish().expect("flushed")).expect("UTF-8");
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
        assert_eq!(lines[0], ["q1", "Q0", "b", "1", "2.5", "hybrid"]);
        let scores: Vec<f32> = lines
            .iter()
            .map(|line| line[4].parse().expect("a number"))
            .collect();
        assert!(scores[1] == 1.0 && scores[2] < 1.0 && scores[2] > 0.999_999);
    }

    #[test]
    fn what_would_break_the_columns_is_refused() {
        let hit = RunLine {
            document: "a b",
            score: 1.0,
        };
        assert!(writer().topic("q", &[hit]).is_err());
        assert!(writer().topic("", &[]).is_err());
        let error = writer().topic(
            "q",
            &[RunLine {
                document: "a",
                score: f32::NAN,
            }],
        );
        assert_eq!(
            error.expect_err("refused").to_string(),
            "score: expected a finite number, got NaN"
        );
        assert!(RunWriter::new(Vec::new(), Path::new("x"), "two words").is_err());
    }
}
