//! Gold evidence among what an answer was made from.

use perusal::ask::Asked;
use perusal::index::{DocumentId, Snapshot};

use crate::qa::{EvidenceBound, GoldQuestion, ReadPassage, evidence_reach};

/// Pieces of evidence in the passages that were read or the quotes that are cited, those
/// in the quotes alone, and pieces there are; `None` without evidence.
pub fn evidence(
    snapshot: &Snapshot,
    gold: &GoldQuestion,
    asked: &Asked,
) -> Option<(usize, usize, usize)> {
    let path = |document: &DocumentId| {
        let record = snapshot.document(document);
        record.map(|record| record.path.clone()).unwrap_or_default()
    };
    let paths: Vec<String> = asked
        .passages
        .iter()
        .map(|one| path(&one.document))
        .collect();
    let cited = asked.answer.iter().flat_map(|answer| &answer.citations);
    let cited: Vec<ReadPassage<'_>> = cited
        .map(|citation| ReadPassage {
            document: &citation.path,
            pages: citation.pages,
            text: &citation.quote,
            rank: 1,
        })
        .collect();
    let read = asked.passages.iter().zip(&paths);
    let read = read.map(|(passage, document)| ReadPassage {
        document,
        pages: passage.pages,
        text: &passage.text,
        rank: 1,
    });
    let used: Vec<ReadPassage<'_>> = cited.iter().copied().chain(read).collect();
    let whole = EvidenceBound {
        hits: usize::MAX,
        characters: usize::MAX,
    };
    let used = evidence_reach(gold, &used, whole)?;
    let cited = evidence_reach(gold, &cited, whole)?;
    Some((used.found, cited.found, used.total))
}
