//! Captions that stand wholly in the question.
//!
//! "What do Computer Coverage and Identity Fraud Expenses cost together?" names two
//! tables by their captions. Each is short and has little else of the question, so
//! that longer passages with some of all its words come first. A line that is a
//! caption or a heading by its length and stands in the question word by word brings
//! its passage in: one passage for each, the one that fits best.

use std::collections::{BTreeMap, BTreeSet};

use index::{ChunkId, ChunkRecord, Grade};
use text::Language;

use super::pass::{Pass, Reading};
use super::weights::DIGIT_SHARE_PROSE;
use super::{Arm, ArmList, added};
use crate::EngineError;

/// Hits whose lines are looked at.
const LOOKED_AT: usize = 150;
/// What a caption adds to a fused score, which is at most 1.
const CAPTIONS_WEIGHT: f32 = 0.5;
/// Words of a caption: one alone is a common word too often.
const WORDS: std::ops::RangeInclusive<usize> = 2..=8;

/// The passages under captions that the question holds; none where it holds none, and
/// none among prose.
pub(super) fn list(reading: &Reading<'_>, pass: &Pass) -> Result<Option<ArmList>, EngineError> {
    // On prose the first hits hold what is asked for, and captions bring nothing.
    if pass.signals.digits < DIGIT_SHARE_PROSE {
        return Ok(None);
    }
    let snapshot = reading.snapshot;
    let question = format!(" {} ", words(&pass.query.text).join(" "));
    let fused = pass.fused(snapshot);
    let ids: Vec<ChunkId> = fused.iter().take(LOOKED_AT).map(|hit| hit.chunk).collect();
    let language = pass.query.language;
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut shares: BTreeMap<ChunkId, f32> = BTreeMap::new();
    // Best first: the first passage of a caption is the one that fits best.
    for (id, record) in ids.iter().zip(snapshot.chunks(&ids)?) {
        let title = snapshot
            .document_of(*id)
            .and_then(|one| one.title.as_deref());
        let title = title.map(|title| words(title).join(" "));
        for caption in captions(&record, &question, language) {
            // A title names its document, which is another list's concern.
            if Some(&caption) != title.as_ref() && taken.insert(caption) {
                shares.insert(*id, 1.0);
            }
        }
    }
    if shares.is_empty() {
        return Ok(None);
    }
    let grade = Grade::Approximate;
    Ok(Some(added::list(
        snapshot,
        Arm::Captions,
        CAPTIONS_WEIGHT,
        grade,
        &shares,
    )))
}

/// The lines of a passage and above it that stand wholly in the question.
fn captions(record: &ChunkRecord, question: &str, language: Language) -> Vec<String> {
    let lines = record.context.lines().flat_map(|line| line.split(" / "));
    let mut found = Vec::new();
    for line in lines.chain(record.text.lines()) {
        if line.len() > 120 || line.contains(" | ") {
            continue;
        }
        let words = words(line);
        if !WORDS.contains(&words.len()) {
            continue;
        }
        let telling = text::terms(line, language).len() >= *WORDS.start();
        let caption = words.join(" ");
        if telling && question.contains(&format!(" {caption} ")) {
            found.push(caption);
        }
    }
    found
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(text::folded)
        .collect()
}

#[cfg(test)]
mod tests {
    use index::DocumentId;
    use text::Span;

    use super::*;

    fn captions_of(context: &str, text: &str, question: &str) -> Vec<String> {
        let record = ChunkRecord {
            id: ChunkId(1),
            document: DocumentId::from("a".to_owned()),
            ordinal: 0,
            span: Span::new(0, text.len()),
            pages: None,
            section: None,
            text: text.to_owned(),
            context: context.to_owned(),
            fields: text::ContextFields::default(),
            tokens: text::estimated_tokens(text),
            tokens_counted: false,
        };
        let question = format!(" {} ", words(question).join(" "));
        captions(&record, &question, Language::En)
    }

    #[test]
    fn a_short_line_that_stands_in_the_question_is_its_caption() {
        let question = "What do Boat Storage and late-fee waivers cost together?";
        for (context, text, expected) in [
            (
                "Fees / Boat storage",
                "Per month | 40",
                vec!["boat storage"],
            ),
            ("", "Late-fee waivers\n12 a year", vec!["late fee waivers"]),
            // One word, words of the grammar, and a row are none.
            ("Storage", "cost\nand\nBoat Storage | 40", vec![]),
            ("", "Boat Storage Rules", vec![]),
        ] {
            assert_eq!(captions_of(context, text, question), expected, "{text}");
        }
    }
}
