//! Question files: one JSON object a line, with accepted answers and evidence.
//!
//! Three shapes of evidence are in use: a quote on pages of a file; pages of a
//! file without a quote; the id of a document of a corpus. `components` says what a
//! right answer is made of ([`super::Component`]). Fields that are not
//! known here are passed over, since sets carry notes of their own.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;

use super::component::Component;
use crate::EvalError;
use crate::lines::{LineLimits, Lines};

/// The type of questions that the documents do not answer.
const UNANSWERABLE: &str = "unanswerable";

/// A question with all that is known about its right answer.
#[derive(Debug, Clone, PartialEq)]
pub struct GoldQuestion {
    /// Unique in its file.
    pub id: String,
    /// What a person asks.
    pub question: String,
    /// The same in other words: each has the same right answer.
    pub paraphrases: Vec<String>,
    /// The type the set gives it, such as `table_lookup`; `question` where it gives none.
    pub kind: String,
    /// Whether the documents hold the answer. If not, declining is right.
    pub answerable: bool,
    /// Accepted answers: each is right alone, unless all are required.
    pub answers: Vec<String>,
    /// Whether a right answer holds every one of `answers`.
    pub all_required: bool,
    /// For list questions, the complete list.
    pub items: Vec<String>,
    /// The parts of a right answer as the set gives them; empty where its type
    /// decides, see [`super::components`].
    pub components: Vec<Component>,
    /// Where the answer stands; empty when the documents do not hold it.
    pub evidence: Vec<Evidence>,
}

/// One place where (a part of) the answer stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// File name, or id of a document of a corpus.
    pub document: String,
    /// Pages counted from 1; empty when the document has none or the set does not say.
    pub pages: Vec<u32>,
    /// Verbatim text, when the set has it and it occurs in the document.
    pub quote: Option<String>,
}

/// Reads a question file, gzipped or not. Ids must be unique.
pub fn read_questions(path: &Path, limits: LineLimits) -> Result<Vec<GoldQuestion>, EvalError> {
    let mut lines = Lines::open(path, limits)?;
    let mut seen = BTreeSet::new();
    let mut questions = Vec::new();
    while let Some((line, written)) = lines.next_json::<Written>()? {
        let question = GoldQuestion::try_from(written).map_err(|why| lines.error(line, why))?;
        if !seen.insert(question.id.clone()) {
            let reason = format!("expected each id once, got `{}` again", question.id);
            return Err(lines.error(line, reason));
        }
        questions.push(question);
    }
    Ok(questions)
}

#[derive(Deserialize)]
struct Written {
    id: String,
    question: String,
    #[serde(default)]
    paraphrases: Vec<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    answerable: Option<bool>,
    #[serde(default)]
    answers: Vec<String>,
    #[serde(default)]
    all_required: bool,
    #[serde(default)]
    items: Vec<String>,
    /// The complete list where the published one is known to lack items.
    #[serde(default)]
    items_true: Vec<WrittenItem>,
    #[serde(default)]
    components: Vec<Component>,
    #[serde(default)]
    evidence: Vec<WrittenEvidence>,
    /// For each accepted answer the sentences it rests on, all of the first evidence.
    #[serde(default)]
    selected_sentences: Vec<Vec<String>>,
}

#[derive(Deserialize)]
struct WrittenItem {
    name: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenEvidence {
    Document(String),
    Place {
        file: String,
        #[serde(default)]
        pages: Vec<u32>,
        quote: Option<String>,
        occurs: Option<bool>,
    },
}

impl TryFrom<Written> for GoldQuestion {
    type Error = String;

    fn try_from(written: Written) -> Result<GoldQuestion, String> {
        let answerable = written
            .answerable
            .unwrap_or(written.kind.as_deref() != Some(UNANSWERABLE));
        let kind = match written.kind {
            Some(kind) => kind,
            None if answerable => "question".to_owned(),
            None => UNANSWERABLE.to_owned(),
        };
        let is_blank = |wording: &String| wording.trim().is_empty();
        if is_blank(&written.question) || written.paraphrases.iter().any(is_blank) {
            return Err("expected a question, got an empty one".to_owned());
        }
        let evidence: Vec<Evidence> = written
            .evidence
            .into_iter()
            .filter_map(Evidence::from_written)
            .collect();
        if evidence.iter().any(|place| place.pages.contains(&0)) {
            return Err("expected pages counted from 1, got page 0".to_owned());
        }
        let items = match written.items_true.is_empty() {
            true => written.items,
            false => written
                .items_true
                .into_iter()
                .map(|item| item.name)
                .collect(),
        };
        Ok(GoldQuestion {
            id: written.id,
            question: written.question,
            paraphrases: written.paraphrases,
            kind,
            answerable,
            answers: written.answers,
            all_required: written.all_required,
            items,
            components: written.components,
            // Some sets name the nearest passage of an unanswerable question: no evidence.
            evidence: if answerable {
                with_sentences(evidence, &written.selected_sentences)
            } else {
                Vec::new()
            },
        })
    }
}

impl Evidence {
    /// A quote known not to occur in the text is left out as a whole.
    fn from_written(written: WrittenEvidence) -> Option<Evidence> {
        match written {
            WrittenEvidence::Document(document) => Some(Evidence {
                document,
                pages: Vec::new(),
                quote: None,
            }),
            WrittenEvidence::Place {
                occurs: Some(false),
                ..
            } => None,
            WrittenEvidence::Place {
                file, pages, quote, ..
            } => Some(Evidence {
                document: file,
                pages,
                quote,
            }),
        }
    }
}

/// Sentences that were marked in a passage are quotes of it, each once.
fn with_sentences(evidence: Vec<Evidence>, sentences: &[Vec<String>]) -> Vec<Evidence> {
    let different: BTreeSet<&String> = sentences.iter().flatten().collect();
    match evidence.as_slice() {
        [only] if only.quote.is_none() && !different.is_empty() => different
            .into_iter()
            .map(|sentence| Evidence {
                quote: Some(sentence.clone()),
                ..only.clone()
            })
            .collect(),
        _ => evidence,
    }
}

/// One line, for tests of other files.
#[cfg(test)]
pub(crate) fn parse(line: &str) -> Result<GoldQuestion, String> {
    let written: Written = serde_json::from_str(line).map_err(|error| error.to_string())?;
    GoldQuestion::try_from(written)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn read(text: &str) -> Result<Vec<GoldQuestion>, String> {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(text.as_bytes()).expect("written");
        read_questions(file.path(), LineLimits::default()).map_err(|error| {
            error
                .to_string()
                .split_once(", ")
                .expect("path, rest")
                .1
                .to_owned()
        })
    }

    #[test]
    fn three_shapes_of_evidence() {
        let questions = read(concat!(
            r#"{"id":"a","question":"A?","paraphrases":["An A?"],"type":"lookup","answers":["1"],"evidence":[{"file":"a.pdf","pages":[2,3],"quote":"x"}],"note":"?"}"#, "\n",
            r#"{"id":"b","question":"B?","answers":["1"],"evidence":["p0"],"doc":null}"#, "\n",
            r#"{"id":"c","question":"C?","answers":[],"evidence":["p1"],"answerable":false,"selected_sentences":[]}"#, "\n",
            r#"{"id":"d","question":"D?","answers":["1","2"],"evidence":["p2"],"answerable":true,"selected_sentences":[["s","t"],["t"]]}"#, "\n",
            r#"{"id":"e","question":"E?","type":"unanswerable","evidence":[{"file":"e","quote":"y","occurs":false}]}"#, "\n",
        ))
        .expect("questions");
        assert_eq!(questions[0].evidence[0].pages, [2, 3]);
        assert_eq!(questions[0].paraphrases, ["An A?"]);
        assert_eq!(questions[1].kind, "question");
        assert_eq!(questions[1].evidence[0].document, "p0");
        assert!(!questions[2].answerable && questions[2].evidence.is_empty());
        assert_eq!(questions[2].kind, "unanswerable");
        let quotes: Vec<_> = questions[3]
            .evidence
            .iter()
            .filter_map(|e| e.quote.as_deref())
            .collect();
        assert_eq!(quotes, ["s", "t"], "each sentence once");
        assert!(!questions[4].answerable && questions[4].evidence.is_empty());
    }

    #[test]
    fn the_complete_list_replaces_the_published_one() {
        let line = r#"{"id":"a","question":"A?","items":["x"],"items_true":[{"rule":"1","name":"x","page":3},{"rule":"2","name":"y"}]}"#;
        assert_eq!(read(line).expect("one")[0].items, ["x", "y"]);
    }

    #[test]
    fn errors_name_the_line() {
        let fine = r#"{"id":"a","question":"A?"}"#;
        let cases = [
            (
                format!("{fine}\n{fine}"),
                "line 2: expected each id once, got `a` again",
            ),
            (
                r#"{"id":"a","question":" "}"#.to_owned(),
                "line 1: expected a question, got an empty one",
            ),
            (
                r#"{"id":"a","question":"A?","paraphrases":[""]}"#.to_owned(),
                "line 1: expected a question, got an empty one",
            ),
            (
                r#"{"id":"a","question":"?","evidence":[{"file":"f","pages":[0]}]}"#.to_owned(),
                "line 1: expected pages counted from 1, got page 0",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(read(&text).expect_err("refused"), expected);
        }
    }
}
