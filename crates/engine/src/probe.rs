//! What each arm is worth on a library: questions made from its own passages.
//!
//! A known item is a passage that a question was made from, so that the right hit
//! is known without anybody's judgement. The question is the rarest words of one
//! sentence, half of them struck out, as somebody would ask who half remembers.
//! Such questions favour the arm that looks for words; between libraries, and
//! between settings on one library, they tell what an arm can be trusted with.

use index::{ChunkId, Snapshot};
use models::{Embedder, Limits};
use text::Language;

use crate::retrieve::{SearchRequest, Strategy, retrieve};
use crate::{EngineError, RetrieveConfig};

/// Words of a question.
const WORDS: usize = 6;
/// Fewest words of a sentence that a question is made from.
const SENTENCE_WORDS_MIN: usize = 8;
/// Hits looked at.
const LOOKED_AT: usize = 10;

/// How well one way of looking finds known passages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmWorth {
    /// The arm, or the fusion of all.
    pub strategy: Strategy,
    /// Questions that were made.
    pub questions: usize,
    /// Mean reciprocal rank of the passage among the first ten.
    pub mrr: f64,
    /// Share of passages among the first ten.
    pub found: f64,
}

/// Makes at most `questions` questions from passages spread evenly over the library
/// and looks for each with every arm that can run.
///
/// # Errors
/// A store that cannot be read, a model that fails.
pub fn known_items(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    config: &RetrieveConfig,
    questions: usize,
    limits: &Limits,
) -> Result<Vec<ArmWorth>, EngineError> {
    let items = items(snapshot, questions)?;
    let dense = embedder.is_some() && snapshot.counts().embedded_chunks > 0;
    let strategies = [
        (Strategy::Keyword, true),
        (Strategy::Dense, dense),
        (Strategy::Hybrid, dense),
    ];
    let mut worth = Vec::new();
    for (strategy, _) in strategies.into_iter().filter(|(_, runs)| *runs) {
        let (mut reciprocal, mut found) = (0.0, 0_usize);
        for (chunk, question) in &items {
            limits.check()?;
            let request = SearchRequest {
                strategy,
                k: LOOKED_AT,
                ..SearchRequest::new(question.clone())
            };
            let hits = retrieve(snapshot, embedder, &request, config, limits)?.hits;
            if let Some(at) = hits.iter().position(|hit| hit.chunk == *chunk) {
                #[expect(clippy::cast_precision_loss, reason = "a rank of ten")]
                let rank = (at + 1) as f64;
                reciprocal += 1.0 / rank;
                found += 1;
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a few hundred questions")]
        let (count, found) = (items.len().max(1) as f64, found as f64);
        worth.push(ArmWorth {
            strategy,
            questions: items.len(),
            mrr: reciprocal / count,
            found: found / count,
        });
    }
    Ok(worth)
}

/// Passages with the questions made from them.
fn items(snapshot: &Snapshot, questions: usize) -> Result<Vec<(ChunkId, String)>, EngineError> {
    let chunks = snapshot.counts().chunks;
    let wanted = questions as u64;
    let mut items = Vec::new();
    if chunks == 0 || wanted == 0 {
        return Ok(items);
    }
    let step = chunks.div_ceil(wanted).max(1);
    let mut seen = 0_u64;
    for document in snapshot.documents() {
        for ordinal in 0..document.chunks {
            if seen.is_multiple_of(step) {
                let chunk = ChunkId(document.first_chunk.0 + u64::from(ordinal));
                let record = snapshot.chunk(chunk)?;
                let made = question(snapshot, &record.text, document.language)?;
                items.extend(made.map(|question| (chunk, question)));
            }
            seen += 1;
        }
    }
    Ok(items)
}

/// The rarest words of a passage's middle sentence, every other one struck out.
fn question(
    snapshot: &Snapshot,
    text: &str,
    language: Language,
) -> Result<Option<String>, EngineError> {
    let sentences: Vec<&str> = text
        .split(['.', '\n', '?', '!'])
        .filter(|sentence| sentence.split_whitespace().count() >= SENTENCE_WORDS_MIN)
        .collect();
    let Some(sentence) = sentences.get(sentences.len() / 2) else {
        return Ok(None);
    };
    let mut words: Vec<(u64, usize, &str)> = Vec::new();
    for (place, word) in sentence.split_whitespace().enumerate() {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let Some(term) = text::terms(word, language).into_iter().next() else {
            continue;
        };
        words.push((snapshot.document_frequency(&term.text)?, place, word));
    }
    words.sort_unstable();
    words.truncate(2 * WORDS);
    let mut kept: Vec<(usize, &str)> = words
        .iter()
        .skip(1)
        .step_by(2)
        .map(|&(_, place, word)| (place, word))
        .collect();
    kept.sort_unstable();
    let words: Vec<&str> = kept.into_iter().map(|(_, word)| word).collect();
    Ok((words.len() > 1).then(|| words.join(" ")))
}
