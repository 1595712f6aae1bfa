//! Tiny libraries with plain questions: what anyone tries first.
//!
//! A file holds libraries `{name, files: {name: text}, questions: [[question, pattern]]}`;
//! the pattern is a regular expression that a right answer holds in whatever case, or null
//! where the documents do not answer.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use perusal::ask::Asked;
use regex::{Regex, RegexBuilder};
use serde::Deserialize;

use crate::questions::{Asking, endured};
use crate::stated::{Form, form};
use crate::{EvalError, LineLimits};

/// A library with its questions.
#[derive(Debug)]
pub struct MiniLibrary {
    /// Unique in its file.
    pub name: String,
    /// Texts by file name.
    pub files: BTreeMap<String, String>,
    /// In order.
    pub questions: Vec<MiniQuestion>,
}

/// A question with what a right answer holds.
#[derive(Debug)]
pub struct MiniQuestion {
    /// What a person asks.
    pub question: String,
    /// What a right answer holds; `None` where declining is right.
    pub pattern: Option<Regex>,
}

/// What a question came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MiniOutcome {
    /// Answered, and the pattern is in the answer.
    Right,
    /// Answered, and wrongly: by the pattern, or because there is no answer.
    Wrong,
    /// Declined.
    Declined,
    /// Failed, and why.
    Failed(String),
}

/// Right ones of those with an answer, and declined ones of those without.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct MiniTotals {
    /// Answered rightly, and answerable.
    pub right: (usize, usize),
    /// Declined, and absent from the documents.
    pub declined: (usize, usize),
    /// Failed, of all.
    pub faults: (usize, usize),
}

impl MiniTotals {
    /// Counts one question.
    pub fn add(&mut self, question: &MiniQuestion, outcome: &MiniOutcome) {
        let (share, wanted) = match question.pattern {
            Some(_) => (&mut self.right, MiniOutcome::Right),
            None => (&mut self.declined, MiniOutcome::Declined),
        };
        share.0 += usize::from(*outcome == wanted);
        share.1 += 1;
        self.faults.0 += usize::from(matches!(outcome, MiniOutcome::Failed(_)));
        self.faults.1 += 1;
    }
}

#[derive(Deserialize)]
struct Written {
    name: String,
    files: BTreeMap<String, String>,
    questions: Vec<(String, Option<String>)>,
}

/// Reads the libraries of a file.
///
/// # Errors
/// A file that cannot be read or is longer than a line may be; names that are no plain
/// file names; patterns that are no regular expressions.
pub fn read_libraries(path: &Path) -> Result<Vec<MiniLibrary>, EvalError> {
    let limit = LineLimits::default().line_bytes_max;
    let bytes = std::fs::metadata(path).map_err(|error| EvalError::io(path, error))?;
    if bytes.len() > limit {
        return Err(EvalError::TooLarge {
            path: path.to_owned(),
            line: 1,
            limit,
            unit: "bytes in the file",
        });
    }
    let text = std::fs::read_to_string(path).map_err(|error| EvalError::io(path, error))?;
    let refused = |line: usize, reason: String| EvalError::Line {
        path: path.to_owned(),
        line: line as u64,
        reason,
    };
    let written: Vec<Written> =
        serde_json::from_str(&text).map_err(|error| refused(error.line(), error.to_string()))?;
    written
        .into_iter()
        .map(|one| library(one).map_err(|reason| refused(1, reason)))
        .collect()
}

fn library(written: Written) -> Result<MiniLibrary, String> {
    for name in written.files.keys().chain([&written.name]) {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
        if name.starts_with('.') || name.is_empty() || !name.chars().all(plain) {
            return Err(format!("expected a plain file name, got `{name}`"));
        }
    }
    let questions = written.questions.into_iter().map(|(question, pattern)| {
        let regex = |pattern: String| {
            let built = RegexBuilder::new(&pattern).case_insensitive(true).build();
            built.map_err(|error| format!("the pattern of `{question}`: {error}"))
        };
        let pattern = pattern.map(regex).transpose()?;
        Ok(MiniQuestion { question, pattern })
    });
    Ok(MiniLibrary {
        questions: questions.collect::<Result<_, String>>()?,
        name: written.name,
        files: written.files,
    })
}

impl MiniLibrary {
    /// Writes the files below a folder, as a folder of its own by their content, and gives
    /// that folder.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn write(&self, below: &Path) -> Result<PathBuf, EvalError> {
        let told = format!("{:?}", self.files);
        let key = &perusal::content_hash(told.as_bytes())[..16];
        let folder = below.join(format!("{}-{key}", self.name));
        std::fs::create_dir_all(&folder).map_err(|error| EvalError::io(&folder, error))?;
        for (name, text) in &self.files {
            let path = folder.join(name);
            std::fs::write(&path, text).map_err(|error| EvalError::io(&path, error))?;
        }
        Ok(folder)
    }
}

/// Asks one question; `seen` gets the whole outcome.
///
/// # Errors
/// [`perusal::EngineError::Interrupted`] alone.
pub fn run_mini(
    asking: &Asking<'_>,
    question: &MiniQuestion,
    seen: &mut dyn FnMut(&Asked),
) -> Result<MiniOutcome, EvalError> {
    Ok(match endured(asking.ask_in_words(&question.question))? {
        Err(error) => MiniOutcome::Failed(error.to_string()),
        Ok(asked) => {
            seen(&asked);
            judged(question, &asked)
        }
    })
}

fn judged(question: &MiniQuestion, asked: &Asked) -> MiniOutcome {
    let answer = asked.answer.as_ref();
    match answer.filter(|_| form(asked) != Form::Nothing) {
        None => MiniOutcome::Declined,
        Some(answer) => match &question.pattern {
            Some(pattern) if pattern.is_match(&answer.text) => MiniOutcome::Right,
            _ => MiniOutcome::Wrong,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn read(text: &str) -> Result<Vec<MiniLibrary>, String> {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(text.as_bytes()).expect("written");
        read_libraries(file.path()).map_err(|error| error.to_string())
    }

    #[test]
    fn libraries_are_read_and_written() {
        let libraries = read(
            r#"[{"name":"a","files":{"a.txt":"x","b.md":"y"},"questions":[["Q?","9[05]0"],["R?",null]]}]"#,
        )
        .expect("libraries");
        let library = &libraries[0];
        assert!(library.questions[1].pattern.is_none());
        let below = tempfile::tempdir().expect("a folder");
        let folder = library.write(below.path()).expect("written");
        let text = std::fs::read_to_string(folder.join("b.md")).expect("a file");
        assert_eq!(text, "y");
        assert_eq!(library.write(below.path()).expect("again"), folder);
    }

    #[test]
    fn names_that_lead_elsewhere_and_broken_patterns_are_refused() {
        for (text, expected) in [
            (
                r#"[{"name":"a","files":{"../a":""},"questions":[]}]"#,
                "expected a plain file name, got `../a`",
            ),
            (
                r#"[{"name":"a","files":{},"questions":[["Q?","("]]}]"#,
                "the pattern of `Q?`",
            ),
            ("[{", "EOF"),
        ] {
            let error = read(text).expect_err("refused");
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn totals_by_hand() {
        let question = |pattern: Option<&str>| MiniQuestion {
            question: "?".to_owned(),
            pattern: pattern.map(|pattern| Regex::new(pattern).expect("a pattern")),
        };
        let mut totals = MiniTotals::default();
        let failed = MiniOutcome::Failed("why".to_owned());
        for outcome in [MiniOutcome::Right, MiniOutcome::Wrong, failed.clone()] {
            totals.add(&question(Some("x")), &outcome);
        }
        for outcome in [MiniOutcome::Declined, MiniOutcome::Wrong, failed] {
            totals.add(&question(None), &outcome);
        }
        assert_eq!(totals.right, (1, 3));
        assert_eq!(totals.declined, (1, 3));
        assert_eq!(totals.faults, (2, 6));
    }
}
