//! The question sets of an experiment, found before anything is built.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::checks::{NAME_CHARS_MAX, no_name_twice, text_fits, wrong};
use super::written::WrittenSet;
use crate::EvalError;

/// Most question sets.
const SETS_MAX: usize = 50;

/// A question set that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetPlan {
    /// What the report calls it.
    pub name: String,
    /// The questions with answers, or none: a retrieval set.
    pub qa: Option<PathBuf>,
    /// The documents.
    pub docs: PathBuf,
}

/// The sets with their paths; `folders` are those given by name.
pub(super) fn sets(
    written: &[WrittenSet],
    here: &Path,
    folders: &BTreeMap<String, PathBuf>,
) -> Result<Vec<SetPlan>, EvalError> {
    if written.is_empty() || written.len() > SETS_MAX {
        let got = written.len();
        return Err(wrong(
            "questions",
            format!("expected 1 to {SETS_MAX} question sets, got {got}"),
        ));
    }
    no_name_twice("question set", written.iter().map(|set| set.name.as_str()))?;
    if let Some(name) = folders
        .keys()
        .find(|name| !written.iter().any(|set| set.name == **name))
    {
        return Err(wrong(
            "--set",
            format!("expected the name of a question set, got `{name}`"),
        ));
    }
    written.iter().map(|set| set.found(here, folders)).collect()
}

impl WrittenSet {
    /// The set with its paths, which must be there.
    fn found(
        &self,
        here: &Path,
        folders: &BTreeMap<String, PathBuf>,
    ) -> Result<SetPlan, EvalError> {
        text_fits("a question set's name", &self.name, NAME_CHARS_MAX)?;
        let place = format!("question set `{}`", self.name);
        let folder = match folders.get(&self.name) {
            Some(folder) => folder.clone(),
            None => here.join(&self.folder),
        };
        let docs = match &self.docs {
            Some(docs) => folder.join(docs),
            None => folder.clone(),
        };
        let qa = self.qa.as_ref().map(|qa| folder.join(qa));
        if self.qa.is_none() && self.docs.is_some() {
            return Err(wrong(
                &place,
                "expected `qa` beside `docs`, got `docs` alone",
            ));
        }
        let name = &self.name;
        let missing = |what: &str, path: &Path| {
            let path = path.display();
            wrong(
                &place,
                format!(
                    "expected {what}, got {path} (`--set {name}=DIR` says where its folder is)"
                ),
            )
        };
        if !docs.is_dir() {
            return Err(missing("a folder", &docs));
        }
        match &qa {
            Some(qa) if !qa.is_file() => return Err(missing("a file of questions", qa)),
            None if !is_retrieval_set(&docs) => {
                return Err(missing("a folder with queries.jsonl", &docs));
            }
            _ => {}
        }
        Ok(SetPlan {
            name: self.name.clone(),
            qa,
            docs,
        })
    }
}

fn is_retrieval_set(folder: &Path) -> bool {
    let names = ["queries.jsonl", "queries.jsonl.gz"];
    names.iter().any(|name| folder.join(name).is_file())
}
