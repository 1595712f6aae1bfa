//! Pools: for each question the relations that it would be asked of, as files that the
//! weights of patterns are learned from and tried on without a library.
//!
//! `relations.jsonl` holds each relation once, `pools.jsonl` a line a question, which names
//! relations by their line.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use perusal::index::{RelationId, Snapshot};
use perusal::models::Limits;
use perusal::question::LibraryQuestion;
use perusal::retrieve::{SearchRequest, Strategy, retrieve};
use perusal::tables::{Found, relations_for};
use perusal::text::table::pack;
use perusal::{EngineError, RetrieveConfig};
use serde_json::json;

use super::set::{TableQuestion, TableSet};
use crate::qa::GoldQuestion;
use crate::random::SplitMix64;
use crate::{Builder, EvalError};

/// A question whose pool is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolQuestion {
    /// Unique in its set.
    pub id: String,
    /// The name of its set.
    pub set: String,
    /// As it is asked.
    pub words: String,
    /// Lists of values that are right, each by itself.
    pub alternatives: Vec<Vec<String>>,
    /// What numbers count, by the set: "", "thousand", "million", "billion", "percent".
    pub scale: String,
    /// The kind of answer.
    pub kind: String,
    /// Ends of the paths of the documents that the answer is in; none for a question without an
    /// answer.
    pub documents: Vec<String>,
}

impl PoolQuestion {
    /// A question over a table, as it is asked of a library of all.
    pub fn of_table(set: &str, words: String, question: &TableQuestion) -> PoolQuestion {
        PoolQuestion {
            id: question.id.clone(),
            set: set.to_owned(),
            words,
            alternatives: vec![question.answers.clone()],
            scale: question.scale.clone(),
            kind: question.kind.clone(),
            documents: vec![question.document.clone()],
        }
    }

    /// A question over a folder of documents, in each of its wordings.
    pub fn of_documents(set: &str, question: &GoldQuestion) -> Vec<PoolQuestion> {
        let alternatives = match question.items.is_empty() {
            true => question
                .answers
                .iter()
                .map(|one| vec![one.clone()])
                .collect(),
            false => vec![question.items.clone()],
        };
        let documents = question.evidence.iter().map(|one| one.document.clone());
        let first = PoolQuestion {
            id: question.id.clone(),
            set: set.to_owned(),
            words: question.question.clone(),
            alternatives,
            scale: String::new(),
            kind: question.kind.clone(),
            documents: documents.collect(),
        };
        let others = question.paraphrases.iter().map(|words| PoolQuestion {
            words: words.clone(),
            ..first.clone()
        });
        let others: Vec<PoolQuestion> = others.collect();
        std::iter::once(first).chain(others).collect()
    }
}

/// A copy of a set whose documents are called by the titles of their pages: a title that a
/// question names is then one that the library knows. The copy is made below the cache of
/// libraries; its questions name the copies.
///
/// # Errors
/// Documents that cannot be copied.
pub fn titled(builder: &Builder<'_>, set: &TableSet) -> Result<TableSet, EvalError> {
    let folder = builder.cache.join(format!("titled-{}", set.name));
    std::fs::create_dir_all(&folder).map_err(|error| EvalError::io(&folder, error))?;
    let mut copies: BTreeMap<String, String> = BTreeMap::new();
    let mut titled = set.clone();
    for question in &mut titled.questions {
        let Some(title) = &question.title else {
            continue;
        };
        let copy = copies.entry(question.document.clone()).or_insert_with(|| {
            let plain = |c: char| {
                if c.is_alphanumeric() || " -–().,'&".contains(c) {
                    c
                } else {
                    ' '
                }
            };
            let title: String = title.chars().take(TITLE_CHARS_MAX).map(plain).collect();
            let place = question.document.replace(['/', '.'], " ");
            let ending = Path::new(&question.document)
                .extension()
                .unwrap_or_default();
            format!("{} {place}.{}", title.trim(), ending.to_string_lossy())
        });
        let (from, to) = (set.folder.join(&question.document), folder.join(&*copy));
        if !to.exists() {
            std::fs::copy(&from, &to).map_err(|error| EvalError::io(&from, error))?;
        }
        question.document = copy.clone();
    }
    if !copies.is_empty() {
        titled.documents = folder.clone();
        titled.folder = folder;
    }
    Ok(titled)
}

/// Tables of the libraries of few, in turn.
const TABLES_OF_FEW: [usize; 5] = [2, 3, 4, 6, 8];

/// The documents of a set by chance, in libraries of two to eight.
pub(super) fn libraries_of_few(set: &TableSet, seed: u64) -> Vec<Vec<&str>> {
    let documents = set.questions.iter().map(|one| one.document.as_str());
    let documents: BTreeSet<&str> = documents.collect();
    let mut left: Vec<&str> = documents.into_iter().collect();
    let mut random = SplitMix64(seed);
    let mut libraries = Vec::new();
    for size in TABLES_OF_FEW.into_iter().cycle() {
        if left.is_empty() {
            break;
        }
        let size = size.min(left.len());
        let library = (0..size).map(|_| left.swap_remove(random.below(left.len())));
        libraries.push(library.collect());
    }
    libraries
}

/// A folder below the cache of libraries with copies of some documents of a set, and nothing
/// else.
///
/// # Errors
/// Documents that cannot be copied.
pub(super) fn copied(
    builder: &Builder<'_>,
    set: &TableSet,
    at: usize,
    documents: &[&str],
) -> Result<PathBuf, EvalError> {
    let folder = builder.cache.join(format!("few-{}/{at}", set.name));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| EvalError::io(&folder, error))?;
    }
    for document in documents {
        let (from, to) = (set.folder.join(document), folder.join(document));
        let parent = to.parent().unwrap_or(&folder);
        std::fs::create_dir_all(parent).map_err(|error| EvalError::io(parent, error))?;
        std::fs::copy(&from, &to).map_err(|error| EvalError::io(&from, error))?;
    }
    Ok(folder)
}

/// Characters of a title that a copy is called by.
const TITLE_CHARS_MAX: usize = 80;

/// Files of pools that are being written.
#[derive(Debug)]
pub struct PoolFiles {
    pools: BufWriter<File>,
    relations: BufWriter<File>,
    count: usize,
}

impl PoolFiles {
    /// Begins files in a folder, which is made.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn create(folder: &Path) -> Result<PoolFiles, EvalError> {
        std::fs::create_dir_all(folder).map_err(|error| EvalError::io(folder, error))?;
        let open = |name: &str| {
            let path = folder.join(name);
            let file = File::create(&path).map_err(|error| EvalError::io(&path, error))?;
            Ok::<_, EvalError>(BufWriter::new(file))
        };
        Ok(PoolFiles {
            pools: open("pools.jsonl")?,
            relations: open("relations.jsonl")?,
            count: 0,
        })
    }

    /// Writes the pools of questions over one library.
    ///
    /// # Errors
    /// A library that cannot be read, files that cannot be written.
    pub fn write(
        &mut self,
        snapshot: &Snapshot,
        questions: &[PoolQuestion],
        config: &RetrieveConfig,
    ) -> Result<(), EvalError> {
        let mut lines: HashMap<RelationId, usize> = HashMap::new();
        for question in questions {
            let asked = LibraryQuestion::read(snapshot, &question.words);
            let found = found(snapshot, &asked, config)?;
            let mut relations = Vec::with_capacity(found.len());
            let mut about = Vec::new();
            for one in &found {
                let line = match lines.get(&one.id) {
                    Some(line) => *line,
                    None => {
                        self.relation(snapshot, one)?;
                        lines.insert(one.id.clone(), self.count);
                        self.count += 1;
                        self.count - 1
                    }
                };
                let path = &snapshot
                    .document(&one.id.document)
                    .map_err(EngineError::from)?
                    .path;
                if question.documents.iter().any(|end| ends_with(end, path)) {
                    about.push(line);
                }
                relations.push(line);
            }
            let line = json!({
                "id": question.id,
                "set": question.set,
                "question": asked.text(),
                "language": asked.parsed.language.code(),
                "alternatives": question.alternatives,
                "scale": question.scale,
                "kind": question.kind,
                "documents": question.documents,
                "mentioned": asked.mentions.as_ref().map(|one| &one.terms),
                "names": asked.mentions.as_ref().map(|one| {
                    one.names.iter().flat_map(|name| &name.tokens).collect::<BTreeSet<_>>()
                }),
                "relations": relations,
                "cards": found.iter().map(|one| one.evidence.card).collect::<Vec<_>>(),
                "passages": found.iter().map(|one| one.evidence.passage).collect::<Vec<_>>(),
                "about": about,
            });
            writeln!(self.pools, "{line}")
                .map_err(|error| EvalError::io(Path::new("pools.jsonl"), error))?;
        }
        let flushed = self.pools.flush().and_then(|()| self.relations.flush());
        flushed.map_err(|error| EvalError::io(Path::new("pools"), error))
    }

    fn relation(&mut self, snapshot: &Snapshot, one: &Found) -> Result<(), EvalError> {
        let span = one.table.span();
        let text = snapshot
            .text(&one.id.document, span)
            .map_err(EngineError::from)?;
        let path = &snapshot
            .document(&one.id.document)
            .map_err(EngineError::from)?
            .path;
        let packed = pack(&one.table).unwrap_or_default();
        let hex: String = packed.iter().map(|byte| format!("{byte:02x}")).collect();
        let line = json!({
            "name": one.card.name,
            "document": path,
            "start": span.start,
            "text": text,
            "table": hex,
        });
        writeln!(self.relations, "{line}")
            .map_err(|error| EvalError::io(Path::new("relations.jsonl"), error))
    }
}

/// The relations that `ask` would ask, found by words alone.
pub(super) fn found(
    snapshot: &Snapshot,
    asked: &LibraryQuestion,
    config: &RetrieveConfig,
) -> Result<Vec<Found>, EvalError> {
    let request = SearchRequest {
        strategy: Strategy::Keyword,
        ..SearchRequest::new(asked.text())
    };
    let hits = retrieve(snapshot, None, &request, config, &Limits::none())?;
    let records = snapshot.chunks(&hits.chunks()).map_err(EngineError::from)?;
    Ok(relations_for(snapshot, asked, &[], &records)?)
}

/// Documents carry the path below the folder that was added.
pub(super) fn ends_with(document: &str, path: &str) -> bool {
    let rest = document.strip_suffix(path);
    rest.is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_of(tables: usize) -> TableSet {
        let question = |at: usize| TableQuestion {
            id: at.to_string(),
            question: "How many?".to_owned(),
            document: format!("tables/{}.csv", at / 2),
            title: None,
            kind: "number".to_owned(),
            gold: Vec::new(),
            answers: Vec::new(),
            scale: String::new(),
        };
        TableSet {
            name: "made-up".to_owned(),
            folder: PathBuf::new(),
            documents: PathBuf::new(),
            questions: (0..tables * 2).map(question).collect(),
        }
    }

    #[test]
    fn each_table_is_in_one_library_of_two_to_eight() {
        let set = set_of(46);
        let libraries = libraries_of_few(&set, 1);
        let sizes: Vec<usize> = libraries.iter().map(Vec::len).collect();
        assert_eq!(sizes, [2, 3, 4, 6, 8, 2, 3, 4, 6, 8]);
        let all: BTreeSet<&str> = libraries.iter().flatten().copied().collect();
        assert_eq!(all.len(), 46);
        assert_eq!(libraries, libraries_of_few(&set, 1));
        assert_ne!(libraries, libraries_of_few(&set, 2));
    }

    #[test]
    fn what_is_left_is_the_last_library() {
        let sizes: Vec<usize> = libraries_of_few(&set_of(6), 1)
            .iter()
            .map(Vec::len)
            .collect();
        assert_eq!(sizes, [2, 3, 1]);
    }
}
