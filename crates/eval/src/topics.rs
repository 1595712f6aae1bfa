//! Retrieval sets in BEIR layout: a corpus, topics, and who judged what.
//!
//! A folder holds `corpus.jsonl` with `_id`, `title`, `text`; `queries.jsonl`
//! with `_id`, `text`; and `qrels.tsv` (or `qrels/test.tsv`) with a topic, a
//! document and a grade a line, a header line or none. Each may be gzipped.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer};

use crate::EvalError;
use crate::lines::{LineLimits, Lines};
use crate::metrics::Grades;

/// One document of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CorpusDocument {
    /// The id that the judgements use.
    #[serde(rename = "_id", deserialize_with = "string_or_number")]
    pub id: String,
    /// The title; empty where the set has none.
    #[serde(default, deserialize_with = "null_as_empty")]
    pub title: String,
    /// The text.
    #[serde(default, deserialize_with = "null_as_empty")]
    pub text: String,
}

/// One information need with the words it is put in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Topic {
    /// The id that the judgements use.
    #[serde(rename = "_id", deserialize_with = "string_or_number")]
    pub id: String,
    /// The query.
    pub text: String,
}

/// Grades by topic, then by document; 0 is judged and not relevant.
pub type Qrels = BTreeMap<String, Grades>;

/// A whole retrieval set.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicSet {
    /// The documents, in the order of the file.
    pub corpus: Vec<CorpusDocument>,
    /// The topics that have judgements, in the order of the file.
    pub topics: Vec<Topic>,
    /// The judgements.
    pub qrels: Qrels,
    /// Topics of the file that nobody judged; they are left out of every mean.
    pub unjudged: usize,
}

impl TopicSet {
    /// Reads a folder. Judgements of documents that the corpus lacks stay and
    /// count as relevant and not found, as `trec_eval` counts them.
    pub fn read(dir: &Path, limits: LineLimits) -> Result<TopicSet, EvalError> {
        Self::read_crossed(dir, dir, limits)
    }

    /// Reads the documents of one folder, and the questions and judgements of
    /// another: the same set in two languages, say.
    pub fn read_crossed(
        documents: &Path,
        questions: &Path,
        limits: LineLimits,
    ) -> Result<TopicSet, EvalError> {
        let corpus = corpus(documents, limits)?.collect::<Result<Vec<_>, _>>()?;
        let qrels = read_qrels(&find_qrels(questions)?, limits)?;
        let all = read_topics(&find(questions, &["queries.jsonl"])?, limits)?;
        let total = all.len();
        let topics: Vec<_> = all
            .into_iter()
            .filter(|topic| qrels.contains_key(&topic.id))
            .collect();
        let unjudged = total - topics.len();
        Ok(TopicSet {
            corpus,
            topics,
            qrels,
            unjudged,
        })
    }
}

/// The documents of a folder's corpus, one at a time: a large corpus need not
/// fit into memory. The second document of one id is an error.
pub fn corpus(
    dir: &Path,
    limits: LineLimits,
) -> Result<impl Iterator<Item = Result<CorpusDocument, EvalError>>, EvalError> {
    let mut lines = Lines::open(&find(dir, &["corpus.jsonl"])?, limits)?;
    let mut seen = BTreeSet::new();
    let mut over = false;
    Ok(std::iter::from_fn(move || {
        if over {
            return None;
        }
        let next = next_unseen(&mut lines, &mut seen, |document: &CorpusDocument| {
            &document.id
        });
        over = !matches!(next, Ok(Some(_)));
        next.transpose()
    }))
}

fn read_topics(path: &Path, limits: LineLimits) -> Result<Vec<Topic>, EvalError> {
    let mut lines = Lines::open(path, limits)?;
    let mut seen = BTreeSet::new();
    let mut topics = Vec::new();
    while let Some(topic) = next_unseen(&mut lines, &mut seen, |topic: &Topic| &topic.id)? {
        topics.push(topic);
    }
    Ok(topics)
}

fn next_unseen<T: serde::de::DeserializeOwned>(
    lines: &mut Lines,
    seen: &mut BTreeSet<String>,
    id: impl Fn(&T) -> &String,
) -> Result<Option<T>, EvalError> {
    let Some((line, value)) = lines.next_json::<T>()? else {
        return Ok(None);
    };
    if !seen.insert(id(&value).clone()) {
        return Err(lines.error(
            line,
            format!("expected each id once, got `{}` again", id(&value)),
        ));
    }
    Ok(Some(value))
}

fn read_qrels(path: &Path, limits: LineLimits) -> Result<Qrels, EvalError> {
    let mut lines = Lines::open(path, limits)?;
    let mut qrels = Qrels::new();
    let mut first = true;
    while let Some((line, text)) = lines.next_line()? {
        let fields: Vec<String> = text
            .split('\t')
            .map(|field| field.trim().to_owned())
            .collect();
        let header = std::mem::take(&mut first) && fields.last().is_some_and(|f| f == "score");
        if header {
            continue;
        }
        let [topic, document, grade] = fields.as_slice() else {
            let reason = format!("expected 3 fields between tabs, got {}", fields.len());
            return Err(lines.error(line, reason));
        };
        let Ok(grade) = grade.parse::<i32>() else {
            return Err(lines.error(
                line,
                format!("expected a whole number as grade, got `{grade}`"),
            ));
        };
        // Some collections mark spam with negative grades: not relevant, as in trec_eval.
        let grade = u32::try_from(grade).unwrap_or(0);
        let grades = qrels.entry(topic.clone()).or_default();
        if grades.insert(document.clone(), grade).is_some() {
            let reason =
                format!("expected one grade, got a second one of `{document}` for `{topic}`");
            return Err(lines.error(line, reason));
        }
    }
    Ok(qrels)
}

fn find_qrels(dir: &Path) -> Result<PathBuf, EvalError> {
    find(dir, &["qrels.tsv", "qrels/test.tsv"])
}

/// Where the documents of a measured set are, and where its questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetFolders {
    /// Holds `corpus.jsonl`.
    pub documents: PathBuf,
    /// Holds `queries.jsonl` and the judgements; most often the same.
    pub questions: PathBuf,
}

impl SetFolders {
    /// Whether questions are put to the documents of another folder.
    #[must_use]
    pub fn is_crossed(&self) -> bool {
        self.documents != self.questions
    }
}

/// The sets of a folder: its own; or, where it has none, those of the folders in
/// it, and for two of them with equal judgements (translations of each other) also
/// the questions of each on the documents of the other, last.
///
/// # Errors
/// [`EvalError::Missing`] when there is no set at all.
pub fn sets_in(dir: &Path, limits: LineLimits) -> Result<Vec<SetFolders>, EvalError> {
    let own = |dir: &Path| SetFolders {
        documents: dir.to_owned(),
        questions: dir.to_owned(),
    };
    let missing = match find(dir, &["corpus.jsonl"]) {
        Ok(_) => return Ok(vec![own(dir)]),
        Err(missing) => missing,
    };
    let mut below: Vec<PathBuf> = std::fs::read_dir(dir)
        .map_err(|error| EvalError::io(dir, error))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| find(path, &["corpus.jsonl"]).is_ok())
        .collect();
    below.sort();
    if below.is_empty() {
        return Err(missing);
    }
    let judged = below
        .iter()
        .map(|dir| read_qrels(&find_qrels(dir)?, limits))
        .collect::<Result<Vec<Qrels>, EvalError>>()?;
    let mut sets: Vec<SetFolders> = below.iter().map(|dir| own(dir)).collect();
    for (questions, asked) in below.iter().zip(&judged) {
        for (documents, on) in below.iter().zip(&judged) {
            if questions != documents && asked == on {
                sets.push(SetFolders {
                    documents: documents.clone(),
                    questions: questions.clone(),
                });
            }
        }
    }
    Ok(sets)
}

/// The first of some names that exists in a folder, as it is or gzipped.
fn find(dir: &Path, names: &[&str]) -> Result<PathBuf, EvalError> {
    let candidates = names
        .iter()
        .flat_map(|name| [dir.join(name), dir.join(format!("{name}.gz"))]);
    candidates
        .into_iter()
        .find(|path| path.is_file())
        .ok_or_else(|| EvalError::Missing {
            dir: dir.to_owned(),
            expected: names
                .iter()
                .map(|name| format!("{name}[.gz]"))
                .collect::<Vec<_>>()
                .join(", "),
        })
}

/// Some sets number their documents without quotation marks.
fn string_or_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Id {
        Text(String),
        Number(i64),
    }
    Ok(match Id::deserialize(deserializer)? {
        Id::Text(text) => text,
        Id::Number(number) => number.to_string(),
    })
}

fn null_as_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            fs::write(path, text).expect("written");
        }
        dir
    }

    const CORPUS: (&str, &str) = (
        "corpus.jsonl",
        "{\"_id\":7,\"title\":null,\"text\":\"a\"}\n{\"_id\":\"8\",\"text\":\"b\"}\n",
    );
    const QUERIES: (&str, &str) = (
        "queries.jsonl",
        "{\"_id\":\"q1\",\"text\":\"x\"}\n{\"_id\":\"q2\",\"text\":\"y\"}\n",
    );

    fn read(files: &[(&str, &str)]) -> Result<TopicSet, String> {
        let dir = folder(files);
        TopicSet::read(dir.path(), LineLimits::default()).map_err(|error| {
            error
                .to_string()
                .replace(&dir.path().display().to_string(), "DIR")
        })
    }

    #[test]
    fn translations_are_crossed_and_other_sets_are_not() {
        let set = |name: &str, qrels: &'static str| {
            let corpus = (format!("{name}/corpus.jsonl"), CORPUS.1);
            let queries = (format!("{name}/queries.jsonl"), QUERIES.1);
            [corpus, queries, (format!("{name}/qrels.tsv"), qrels)]
        };
        let judged = "q1\t7\t1\n";
        let files: Vec<(String, &str)> = [
            set("en", judged),
            set("es", judged),
            set("fr", "q2\t8\t1\n"),
        ]
        .into_iter()
        .flatten()
        .collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, *text)).collect();
        let dir = folder(&files);
        let sets = sets_in(dir.path(), LineLimits::default()).expect("sets");
        let name = |path: &Path| {
            path.file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        };
        let found: Vec<(String, String)> = sets
            .iter()
            .map(|set| (name(&set.questions), name(&set.documents)))
            .collect();
        let pairs = [
            ("en", "en"),
            ("es", "es"),
            ("fr", "fr"),
            ("en", "es"),
            ("es", "en"),
        ];
        let pairs = pairs.map(|(asked, on)| (asked.to_owned(), on.to_owned()));
        assert_eq!(found, pairs);
        assert!(sets[3].is_crossed() && !sets[0].is_crossed());
        let alone = sets_in(&dir.path().join("en"), LineLimits::default()).expect("one set");
        assert_eq!(alone, [sets[0].clone()]);
        let none = folder(&[("readme", "")]);
        let refused = sets_in(none.path(), LineLimits::default());
        assert!(matches!(refused, Err(EvalError::Missing { .. })));
    }

    #[test]
    fn topics_without_judgements_are_left_out_and_counted() {
        let set =
            read(&[CORPUS, QUERIES, ("qrels/test.tsv", "q2\t7\t2\nq2\t8\t-1\n")]).expect("set");
        assert_eq!(set.corpus[0].id, "7");
        assert_eq!(set.corpus[0].title, "");
        assert_eq!((set.topics.len(), set.unjudged), (1, 1));
        assert_eq!(set.qrels["q2"]["7"], 2);
        assert_eq!(set.qrels["q2"]["8"], 0, "negative grades are not relevant");
    }

    #[test]
    fn errors_name_file_line_and_both_values() {
        let qrels = ("qrels.tsv", "query-id\tcorpus-id\tscore\nq1\t7\t1\n");
        let cases: [(&[(&str, &str)], &str); 6] = [
            (&[QUERIES, qrels], "DIR has none of corpus.jsonl[.gz]"),
            (
                &[CORPUS, QUERIES],
                "DIR has none of qrels.tsv[.gz], qrels/test.tsv[.gz]",
            ),
            (
                &[
                    ("corpus.jsonl", "{\"_id\":\"7\"}\n{\"_id\":7}\n"),
                    QUERIES,
                    qrels,
                ],
                "DIR/corpus.jsonl, line 2: expected each id once, got `7` again",
            ),
            (
                &[CORPUS, QUERIES, ("qrels.tsv", "q1\t7\n")],
                "DIR/qrels.tsv, line 1: expected 3 fields between tabs, got 2",
            ),
            (
                &[
                    CORPUS,
                    QUERIES,
                    ("qrels.tsv", "a\tb\tscore\n\nq1\t7\tgood\n"),
                ],
                "DIR/qrels.tsv, line 3: expected a whole number as grade, got `good`",
            ),
            (
                &[CORPUS, QUERIES, ("qrels.tsv", "q1\t7\t1\nq1\t7\t0\n")],
                "DIR/qrels.tsv, line 2: expected one grade, got a second one of `7` for `q1`",
            ),
        ];
        for (files, expected) in cases {
            assert_eq!(read(files).expect_err("refused"), expected);
        }
        let broken = read(&[CORPUS, ("queries.jsonl", "{\"_id\":\"q1\"}\n"), qrels]);
        assert!(
            broken
                .expect_err("refused")
                .starts_with("DIR/queries.jsonl, line 1: missing field `text`")
        );
    }

    #[test]
    fn reading_stops_at_the_first_bad_document() {
        let dir = folder(&[("corpus.jsonl", "{\"_id\":\"1\"}\nno\n{\"_id\":\"2\"}\n")]);
        let read: Vec<_> = corpus(dir.path(), LineLimits::default())
            .expect("opened")
            .collect();
        assert_eq!(read.len(), 2);
        assert!(read[1].is_err());
    }
}
