//! Labelled questions as they are kept: JSON lines.

use std::collections::BTreeMap;
use std::path::Path;

use perusal::route::{Granularity, Intent, QuestionType};
use serde::Deserialize;

use super::{Split, frame, split};
use crate::lines::Lines;
use crate::{EvalError, LineLimits};

/// Labelled questions of one file.
const ITEMS_MAX: usize = 1_000_000;
/// Files of labelled questions in a folder; what else lies there is not read.
const FILES: [&str; 7] = [
    "en-a.jsonl",
    "en-b.jsonl",
    "en-c.jsonl",
    "es.jsonl",
    "es-b.jsonl",
    "de.jsonl",
    "de-b.jsonl",
];
/// Questions that another hand wrote from the definitions of the labels alone; they are
/// learned from and measure nothing.
const DEFINED: &str = "defined.jsonl";
/// Questions that were written after errors on the hold-out had been read: they
/// are learned from and measure nothing.
const LATER: &str = "later.jsonl";
/// Questions of the same folder that no weight is learned from. Their figures were looked at
/// between changes, so that they are development data and no unseen set.
pub const DEVELOPMENT: &str = "development.jsonl";

/// Questions of one frame that are learned from what sessions taught; of the
/// router's own there are no more, either.
pub const TAUGHT_FRAME_MAX: usize = 5;

/// Who wrote a question: what is learned from one hand is judged on another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Source {
    /// The router's own questions.
    #[default]
    Own,
    /// Those written from the definitions of the labels.
    Defined,
    /// Those of a set by other hands, see [`super::read_others`].
    Others,
}

/// A question with all decisions that are right for it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Item {
    /// Unique.
    pub id: String,
    /// ISO 639-1 code of its language.
    pub lang: String,
    /// The question.
    pub text: String,
    /// It stands after an answer.
    pub previous: bool,
    /// Its type, where somebody said.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Its intent, where it is searched for.
    pub intent: Option<String>,
    /// Detail or overview, where it is searched for.
    pub granularity: Option<String>,
    /// The answer is a whole list; `None` where nobody said.
    pub enumeration: Option<bool>,
    /// Right strategies, the best first; none where nobody said.
    pub strategy: Vec<String>,
    /// Whose question it is.
    #[serde(skip)]
    pub source: Source,
    /// Only learned from, see [`Item::split`].
    #[serde(skip)]
    pub later: bool,
    /// Its type is what a session made of it; nobody read it.
    #[serde(skip)]
    pub taught: bool,
}

impl Item {
    /// The part it belongs to.
    pub fn split(&self) -> Split {
        if self.later {
            Split::Train
        } else {
            split(&self.text)
        }
    }

    /// True when it goes to the library.
    pub fn is_searched(&self) -> bool {
        [QuestionType::Retrieval, QuestionType::Code]
            .iter()
            .any(|kind| Some(kind.as_str()) == self.kind.as_deref())
    }

    /// What is wrong with the labels, if anything is.
    fn fault(&self) -> Option<String> {
        let kind = self.kind.as_deref();
        if let Some(kind) = kind.filter(|name| QuestionType::parse(name).is_none()) {
            return Some(format!("`{kind}` is no type"));
        }
        let intent = self.intent.as_deref();
        if let Some(intent) = intent.filter(|name| Intent::parse(name).is_none()) {
            return Some(format!("`{intent}` is no intent"));
        }
        let granularity = self.granularity.as_deref();
        if let Some(name) = granularity.filter(|name| Granularity::parse(name).is_none()) {
            return Some(format!("`{name}` is no granularity"));
        }
        if kind == Some(QuestionType::Conversational.as_str()) && !self.previous {
            return Some("conversational without a previous answer".to_owned());
        }
        self.text
            .trim()
            .is_empty()
            .then(|| "an empty text".to_owned())
    }
}

/// Reads one file.
///
/// # Errors
/// A file that cannot be read, a line that is no item or has an unknown label.
pub fn read_items(path: &Path) -> Result<Vec<Item>, EvalError> {
    let mut lines = Lines::open(path, LineLimits::default())?;
    let mut items = Vec::new();
    while let Some((line, item)) = lines.next_json::<Item>()? {
        if let Some(fault) = item.fault() {
            return Err(lines.error(line, fault));
        }
        if items.len() == ITEMS_MAX {
            return Err(lines.error(line, format!("more than {ITEMS_MAX} items")));
        }
        items.push(item);
    }
    Ok(items)
}

/// Reads the files of a folder like `data/routing`.
///
/// # Errors
/// Those of [`read_items`]; a folder with none of the files.
pub fn read_folder(folder: &Path) -> Result<Vec<Item>, EvalError> {
    let mut items = Vec::new();
    for path in FILES.map(|name| folder.join(name)) {
        if path.is_file() {
            items.extend(read_items(&path)?);
        }
    }
    for (name, source) in [(LATER, Source::Own), (DEFINED, Source::Defined)] {
        let path = folder.join(name);
        if path.is_file() {
            let mut added = read_items(&path)?;
            for item in &mut added {
                (item.later, item.source) = (true, source);
            }
            items.extend(added);
        }
    }
    if items.is_empty() {
        return Err(EvalError::Missing {
            dir: folder.to_owned(),
            expected: FILES.join(", "),
        });
    }
    Ok(items)
}

/// A line of what `perusal router export` writes.
#[derive(Deserialize)]
struct Taught {
    text: String,
    previous: bool,
    #[serde(rename = "type")]
    kind: String,
}

/// Reads what sessions taught: types alone, only to be learned from, at most
/// [`TAUGHT_FRAME_MAX`] of one frame, so that one question put again and again with
/// other words in it does not drown the rest.
///
/// # Errors
/// Those of [`read_items`].
pub fn read_taught(path: &Path) -> Result<Vec<Item>, EvalError> {
    let mut lines = Lines::open(path, LineLimits::default())?;
    let mut items = Vec::new();
    let mut frames: BTreeMap<String, usize> = BTreeMap::new();
    while let Some((line, taught)) = lines.next_json::<Taught>()? {
        let item = Item {
            id: format!("taught-{line:07}"),
            lang: String::new(),
            text: taught.text,
            previous: taught.previous,
            kind: Some(taught.kind),
            intent: None,
            granularity: None,
            // Not learned from: nobody labelled it.
            enumeration: None,
            strategy: Vec::new(),
            source: Source::Own,
            later: true,
            taught: true,
        };
        if let Some(fault) = item.fault() {
            return Err(lines.error(line, fault));
        }
        if items.len() == ITEMS_MAX {
            return Err(lines.error(line, format!("more than {ITEMS_MAX} items")));
        }
        let of_frame = frames.entry(frame(&item.text)).or_default();
        *of_frame += 1;
        if *of_frame <= TAUGHT_FRAME_MAX {
            items.push(item);
        }
    }
    Ok(items)
}
