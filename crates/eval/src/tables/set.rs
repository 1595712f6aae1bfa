//! Sets of questions over tables: a file of questions beside a folder of documents.
//!
//! Two layouts are known. `dev.jsonl` and `train.jsonl` with `{id, question, table, title,
//! answers}`, where `answers` is a list of values; and `qa.jsonl` with `{id, question, file,
//! answer, scale, answer_type}`, where `answer` is a text, a number or a list and `scale` says
//! what a number counts.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::EvalError;
use crate::denotation::Value;
use crate::lines::{LineLimits, Lines};
use crate::random::sample;

/// A question over a table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableQuestion {
    /// Unique in its file.
    pub id: String,
    /// What a person asks.
    pub question: String,
    /// The document that holds the table, relative to the set's folder.
    pub document: String,
    /// Title of the page that the table is from, where the set gives it.
    pub title: Option<String>,
    /// The kind of answer: the set's, else by the gold values.
    pub kind: String,
    /// The denotation.
    pub gold: Vec<Value>,
    /// The same as the set writes it.
    pub answers: Vec<String>,
    /// What its numbers count, where the set says so apart from them: `thousand`, `percent`.
    pub scale: String,
}

/// Questions with the folder that their documents are in.
#[derive(Debug, Clone, PartialEq)]
pub struct TableSet {
    /// The folder's name.
    pub name: String,
    /// The set's folder.
    pub folder: PathBuf,
    /// The folder of documents, below it.
    pub documents: PathBuf,
    /// In order of the file.
    pub questions: Vec<TableQuestion>,
}

/// Reads a set: the file of `part` (`dev` or `train`) or, where the set has no parts, `qa.jsonl`.
///
/// # Errors
/// A folder without either; lines of another layout; documents that lie outside the folder.
pub fn read_tables(folder: &Path, part: &str, limits: LineLimits) -> Result<TableSet, EvalError> {
    let names = [format!("{part}.jsonl"), "qa.jsonl".to_owned()];
    let found = names.iter().map(|name| folder.join(name));
    let file = found
        .into_iter()
        .find(|path| path.is_file())
        .ok_or_else(|| EvalError::Missing {
            dir: folder.to_owned(),
            expected: names.join(", "),
        })?;
    let mut lines = Lines::open(&file, limits)?;
    let mut questions: Vec<TableQuestion> = Vec::new();
    while let Some((line, written)) = lines.next_json::<Written>()? {
        questions.push(question(written).map_err(|why| lines.error(line, why))?);
    }
    let below = questions
        .first()
        .and_then(|question| question.document.split_once('/'));
    let documents = below.map_or(folder.to_owned(), |(below, _)| folder.join(below));
    Ok(TableSet {
        name: folder
            .file_name()
            .map_or(String::new(), |name| name.to_string_lossy().into_owned()),
        folder: folder.to_owned(),
        documents,
        questions,
    })
}

impl TableSet {
    /// Leaves a sample of at most `limit` questions, the same for the same seed.
    pub fn keep(&mut self, limit: usize, seed: u64) {
        let kept = sample(self.questions.len(), limit, seed);
        self.questions = kept
            .into_iter()
            .map(|at| self.questions[at].clone())
            .collect();
    }
}

#[derive(Deserialize)]
struct Written {
    id: String,
    question: String,
    #[serde(alias = "file")]
    table: String,
    title: Option<String>,
    #[serde(alias = "answer")]
    answers: Answers,
    #[serde(default)]
    scale: String,
    answer_type: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answers {
    Number(serde_json::Number),
    Text(String),
    List(Vec<String>),
}

fn question(written: Written) -> Result<TableQuestion, String> {
    let inside =
        !written.table.starts_with('/') && !written.table.split('/').any(|part| part == "..");
    if !inside {
        return Err(format!(
            "expected a document below the set's folder, got `{}`",
            written.table
        ));
    }
    let texts = match written.answers {
        Answers::Number(number) => vec![number.to_string()],
        Answers::Text(text) => vec![text],
        Answers::List(texts) => texts,
    };
    let gold: Vec<Value> = texts
        .iter()
        .map(|text| Value::with_scale(text, &written.scale))
        .filter(|value| !value.is_empty())
        .collect();
    if gold.is_empty() {
        return Err("expected an answer, got none".to_owned());
    }
    let kind = written
        .answer_type
        .unwrap_or_else(|| kind_of(&gold).to_owned());
    Ok(TableQuestion {
        id: written.id,
        question: written.question,
        document: written.table,
        title: written.title.filter(|title| !title.trim().is_empty()),
        kind,
        gold,
        answers: texts,
        scale: written.scale,
    })
}

/// The kind of answer that values are.
fn kind_of(gold: &[Value]) -> &'static str {
    match gold {
        [only] if only.quantity().is_some() => "number",
        [only] if only.date().is_some() => "date",
        [_] => "text",
        _ => "list",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str, lines: &str) -> Result<TableSet, EvalError> {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(name), lines).expect("written");
        read_tables(folder.path(), "dev", LineLimits::default())
    }

    #[test]
    fn both_layouts() {
        let set = set(
            "dev.jsonl",
            concat!(
                r#"{"id":"a","question":"A?","table":"tables/1.csv","title":"T","answers":["12,467"]}"#,
                "\n",
                r#"{"id":"b","question":"B?","table":"tables/2.csv","title":"","answers":["x","y"]}"#,
            ),
        )
        .expect("a set");
        assert!(set.documents.ends_with("tables"));
        assert_eq!(set.questions[0].kind, "number");
        assert_eq!(set.questions[1].kind, "list");
        assert_eq!(set.questions[1].title, None);
        let set = super::tests::set(
            "qa.jsonl",
            concat!(
                r#"{"id":"a","file":"files/1.html","question":"A?","answer":["$1,496.5"],"scale":"million","answer_type":"span"}"#,
                "\n",
                r#"{"id":"b","file":"files/1.html","question":"B?","answer":-12.6,"scale":"percent","answer_type":"arithmetic"}"#,
                "\n",
                r#"{"id":"c","file":"files/1.html","question":"C?","answer":"4","scale":"","answer_type":"count"}"#,
            ),
        )
        .expect("a set");
        let gold = |at: usize| set.questions[at].gold[0].clone();
        assert!(Value::parse("1.4965 billion").is_same(&gold(0)));
        assert!(Value::parse("(12.6)%").is_same(&gold(1)));
        assert_eq!(set.questions[2].kind, "count");
    }

    #[test]
    fn what_is_refused() {
        for (line, expected) in [
            (
                r#"{"id":"a","question":"A?","table":"../x.csv","answers":["1"]}"#,
                "line 1: expected a document below the set's folder, got `../x.csv`",
            ),
            (
                r#"{"id":"a","question":"A?","table":"x.csv","answers":[""]}"#,
                "line 1: expected an answer, got none",
            ),
        ] {
            let error = set("dev.jsonl", line).expect_err("refused").to_string();
            assert!(error.ends_with(expected), "{error}");
        }
        let error = set("other.jsonl", "").expect_err("missing").to_string();
        assert!(
            error.ends_with("has none of dev.jsonl, qa.jsonl"),
            "{error}"
        );
    }

    #[test]
    fn a_sample_is_the_same_for_the_same_seed() {
        let lines: Vec<String> = (0..50)
            .map(|at| format!(r#"{{"id":"{at}","question":"?","table":"t.csv","answers":["1"]}}"#))
            .collect();
        let all = set("dev.jsonl", &lines.join("\n")).expect("a set");
        let kept = |seed: u64| {
            let mut some = all.clone();
            some.keep(10, seed);
            some.questions
        };
        assert_eq!(kept(1).len(), 10);
        assert_eq!(kept(1), kept(1));
        assert_ne!(kept(1), kept(2));
    }
}
