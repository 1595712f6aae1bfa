//! Gold evidence among what retrieval finds, without the answer.

use perusal::models::Limits;
use perusal::retrieve::{SearchRequest, retrieve};

use super::places::{Places, places};
use super::{Asking, DEPTHS, DOCUMENTS};
use crate::EvalError;
use crate::qa::{EvidenceBound, GoldQuestion, ReadPassage, evidence_reach};

/// What the hits hold, as in [`super::QuestionResult`].
#[derive(Default)]
pub(super) struct EvidenceCounts {
    pub evidence: Option<[(usize, usize); 3]>,
    pub characters: usize,
    pub document_recall: Option<f64>,
    pub documents_first: Option<[f64; 3]>,
    pub places: Places,
}

/// Evidence inside the first hits, as retrieval ranks them, without neighbours.
pub(super) fn evidence(
    asking: &Asking<'_>,
    gold: &GoldQuestion,
) -> Result<EvidenceCounts, EvalError> {
    let most = DEPTHS[DEPTHS.len() - 1];
    let request = SearchRequest {
        strategy: asking.strategy,
        k: most,
        ..SearchRequest::new(gold.question.clone())
    };
    let found = retrieve(
        asking.snapshot,
        asking.embedder,
        &request,
        asking.retrieve,
        &Limits::none(),
    )?;
    let ids: Vec<_> = found.hits.iter().map(|hit| hit.chunk).collect();
    let records = asking
        .snapshot
        .chunks(&ids)
        .map_err(perusal::EngineError::from)?;
    let paths: Vec<String> = records
        .iter()
        .map(|record| {
            let document = asking.snapshot.document(&record.document);
            document
                .map(|document| document.path.clone())
                .unwrap_or_default()
        })
        .collect();
    let passages: Vec<ReadPassage<'_>> = records
        .iter()
        .zip(&paths)
        .enumerate()
        .map(|(index, (record, path))| ReadPassage {
            document: path,
            pages: record.pages,
            text: &record.text,
            rank: index + 1,
        })
        .collect();
    let reach = DEPTHS.map(|depth| evidence_reach(gold, &passages, EvidenceBound::hits(depth)));
    let at_ten = reach[1];
    let counts = match reach {
        [Some(a), Some(b), Some(c)] => {
            Some([(a.found, a.total), (b.found, b.total), (c.found, c.total)])
        }
        _ => None,
    };
    Ok(EvidenceCounts {
        evidence: counts,
        characters: at_ten.map_or(0, |reach| reach.characters),
        document_recall: at_ten.map(|reach| reach.document_recall()),
        documents_first: documents_first(gold, &passages),
        places: places(asking.snapshot, gold, &records, &paths)?,
    })
}

/// Share of the gold documents among the first documents, ranked by their best hit;
/// `None` without evidence.
fn documents_first(gold: &GoldQuestion, passages: &[ReadPassage<'_>]) -> Option<[f64; 3]> {
    let mut documents: Vec<&str> = Vec::new();
    for passage in passages {
        if !documents.contains(&passage.document) {
            documents.push(passage.document);
        }
    }
    let whole = EvidenceBound {
        hits: usize::MAX,
        characters: usize::MAX,
    };
    let [one, three, five] = DOCUMENTS.map(|depth| {
        let first = &documents[..depth.min(documents.len())];
        let of_first: Vec<ReadPassage<'_>> = passages
            .iter()
            .filter(|passage| first.contains(&passage.document))
            .copied()
            .collect();
        evidence_reach(gold, &of_first, whole).map(|reach| reach.document_recall())
    });
    Some([one?, three?, five?])
}
