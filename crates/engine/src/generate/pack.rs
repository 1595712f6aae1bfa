//! What of the evidence a model is given: whole passages by rank, as many as its window holds.

use index::{DocumentId, Snapshot};
use models::LanguageModel;
use text::Span;

use crate::asked::Asked;
use crate::prompts::tokens;

/// Tokens around each passage: its number and its place.
const PLACE_TOKENS: usize = 8;

/// A passage that a model is given.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// The document it is from.
    pub document: DocumentId,
    /// Where it stands in the canonical text.
    pub span: Span,
}

/// Evidence as a model reads it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Packed {
    /// Numbered passages with their places.
    pub text: String,
    /// What is in it, by number from 1.
    pub given: Vec<Given>,
    /// Places of passages that did not fit, the best first.
    pub left_out: Vec<String>,
}

/// Packs the evidence of an answered question into `room` tokens: first the passages that are quoted,
/// then the others by rank. One that does not fit is given as the hit in its midst, or left out.
pub fn pack(asked: &Asked, snapshot: &Snapshot, model: &dyn LanguageModel, room: usize) -> Packed {
    let quoted = |at: &usize| {
        let passage = &asked.passages[*at];
        let citations = asked.answer.iter().flat_map(|answer| &answer.citations);
        let mut inside = citations.filter(|citation| {
            citation.document == passage.document && passage.span.overlaps(citation.span)
        });
        inside.next().is_none()
    };
    let mut order: Vec<usize> = (0..asked.passages.len()).collect();
    // Stable: by rank among the quoted and among the others.
    order.sort_by_key(quoted);
    let mut packed = Packed::default();
    let mut left = room;
    for at in order {
        let passage = &asked.passages[at];
        let place = place(asked, snapshot, at);
        let whole = (passage.text.as_str(), passage.span);
        let hits = passage
            .hits
            .iter()
            .filter_map(|hit| asked.records.get(*hit));
        let smaller = hits.map(|record| (record.text.as_str(), record.span));
        let fitting = std::iter::once(whole)
            .chain(smaller)
            .find_map(|(text, span)| {
                let block = format!("[{}] {place}\n{}\n\n", packed.given.len() + 1, text.trim());
                let size = tokens(model, &block) + PLACE_TOKENS;
                (size <= left).then_some((block, size, span))
            });
        match fitting {
            Some((block, size, span)) => {
                left -= size;
                packed.text.push_str(&block);
                packed.given.push(Given {
                    document: passage.document.clone(),
                    span,
                });
            }
            None => packed.left_out.push(place),
        }
    }
    packed.text.truncate(packed.text.trim_end().len());
    packed
}

/// Path, pages and headings of a passage, on one line.
fn place(asked: &Asked, snapshot: &Snapshot, at: usize) -> String {
    let passage = &asked.passages[at];
    let path = snapshot
        .document(&passage.document)
        .map(|document| document.path.clone())
        .unwrap_or_default();
    let pages = passage.pages.map_or(String::new(), |(first, last)| {
        if first == last {
            format!(", page {first}")
        } else {
            format!(", pages {first} to {last}")
        }
    });
    let headings = snapshot
        .structure(&passage.document)
        .ok()
        .and_then(|structure| {
            let section = structure.section_at(passage.span.start)?;
            Some(structure.heading_path(section).join(" › "))
        })
        .filter(|path| !path.is_empty())
        .map_or(String::new(), |path| format!(", {path}"));
    let line = format!("{path}{pages}{headings}");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
