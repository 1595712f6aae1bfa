//! How many real questions about documents the router would leave unsearched, or answer with a
//! summary.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use perusal::EngineError;
use perusal::retrieve::Strategy;
use perusal::route::Layer;
use serde::Deserialize;

use super::{Router, Share};
use crate::lines::Lines;
use crate::{EvalError, LineLimits};

/// Files with the questions of a public set, below its folder.
const FILES: [&str; 4] = [
    "queries.jsonl",
    "qa.jsonl",
    "en/queries.jsonl",
    "es/queries.jsonl",
];

/// Questions about documents, and how many of them would not be searched for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unsearched {
    /// Asked first.
    pub alone: Share,
    /// Asked after an answer, so that conversational is possible.
    pub after_an_answer: Share,
    /// Of both, by a rule.
    pub by_rule: usize,
    /// Asked first, and answered with what a document says as a whole.
    pub as_whole: usize,
}

#[derive(Deserialize)]
struct Line {
    #[serde(alias = "question")]
    text: String,
}

/// The questions of a public set's folder, each once; all are about documents.
///
/// # Errors
/// A folder with none of the files; lines that are no questions.
pub fn document_questions(folder: &Path) -> Result<Vec<String>, EvalError> {
    let files: Vec<PathBuf> = FILES
        .map(|name| folder.join(name))
        .into_iter()
        .filter(|path| path.is_file())
        .collect();
    if files.is_empty() {
        return Err(EvalError::Missing {
            dir: folder.to_owned(),
            expected: FILES.join(", "),
        });
    }
    let mut questions = BTreeSet::new();
    for file in files {
        let mut lines = Lines::open(&file, LineLimits::default())?;
        while let Some((_, line)) = lines.next_json::<Line>()? {
            questions.insert(line.text);
        }
    }
    Ok(questions.into_iter().collect())
}

/// Routes each question alone and after an answer.
///
/// # Errors
/// A question that is longer than one may be; an embedder that fails.
pub fn unsearched_of<'q>(
    questions: impl Iterator<Item = &'q str>,
    router: &Router<'_>,
) -> Result<Unsearched, EngineError> {
    let mut unsearched = Unsearched::default();
    for text in questions {
        let embedding = router.embed(text)?;
        for previous in [false, true] {
            let decision = router.decide(text, previous, embedding.as_deref())?;
            let route = decision.kind.route();
            let lost = route.is_none();
            let whole = route.is_some_and(|one| one.wanted.strategy == Some(Strategy::Analyze));
            unsearched.as_whole += usize::from(whole && !previous);
            let share = if previous {
                &mut unsearched.after_an_answer
            } else {
                &mut unsearched.alone
            };
            share.add(lost);
            unsearched.by_rule += usize::from(lost && decision.layer == Layer::Rules);
        }
    }
    Ok(unsearched)
}
