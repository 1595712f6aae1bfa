//! Are references to what was asked before resolved as wanted.

use std::path::Path;

use perusal::route::history::{Entry, History};
use perusal::route::reference;
use serde::Deserialize;

use super::Share;
use crate::lines::Lines;
use crate::{EvalError, LineLimits};

/// A question after others, and how it reads when its reference is resolved.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ReferenceItem {
    /// Unique.
    pub id: String,
    /// What was asked before, oldest first.
    pub history: Vec<Asked>,
    /// The question.
    pub text: String,
    /// As it reads resolved; the same as `text` where nothing is to be resolved.
    pub resolved: String,
}

/// One question of the history.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Asked {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// How it began.
    pub topic: String,
}

/// How many were resolved as wanted, and what became of the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct References {
    /// Resolved as wanted.
    pub right: Share,
    /// Identifier and result of each other one.
    pub wrong: Vec<(String, String)>,
}

/// Resolves each item of a file and compares, articles and "of" aside.
///
/// # Errors
/// A file that cannot be read, a line that is no item or has an unknown type.
pub fn measure_references(path: &Path) -> Result<References, EvalError> {
    let mut lines = Lines::open(path, LineLimits::default())?;
    let mut measured = References::default();
    while let Some((line, item)) = lines.next_json::<ReferenceItem>()? {
        let entries = item.history.iter();
        let entries = entries
            .map(|asked| Entry::parse(&asked.kind, &asked.topic))
            .collect::<Result<Vec<Entry>, _>>()
            .map_err(|error| lines.error(line, error.to_string()))?;
        let resolved = reference::resolve(&item.text, &History::new(entries));
        let right = content(&resolved) == content(&item.resolved);
        measured.right.add(right);
        if !right {
            measured.wrong.push((item.id, resolved));
        }
    }
    Ok(measured)
}

/// The words in small letters, without articles and "of".
fn content(text: &str) -> Vec<String> {
    const SMALL: [&str; 14] = [
        "the", "of", "el", "la", "los", "las", "de", "del", "der", "die", "das", "den", "dem",
        "von",
    ];
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !SMALL.contains(word))
        .map(str::to_owned)
        .collect()
}
