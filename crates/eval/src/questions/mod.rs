//! Runs a question set through `ask` and measures evidence, citations and
//! whether declining was right.

use std::collections::BTreeMap;
use std::time::Instant;

use perusal::answer::{Citation, Weights, verify_in};
use perusal::ask::{AskRequest, Asked, ask};
use perusal::index::Snapshot;
use perusal::models::{Embedder, Limits};
use perusal::plan::{Kind, PlanRequest, UNMATCHED, rank_documents};
use perusal::retrieve::Strategy;
use perusal::{AnswerConfig, RetrieveConfig};

use crate::qa::{
    AnswerScore, EvidenceBound, GivenAnswer, GivenItem, GoldQuestion, ReadPassage, Reduced,
    cites_gold_page, evidence_reach, score_answer,
};
use crate::{EvalError, Judged};

mod totals;
mod used;

pub use totals::{Totals, by_plan, totals};

/// Numbers of hits that the tables show.
pub const DEPTHS: [usize; 3] = [5, 10, 20];

/// Numbers of chosen documents that the tables show.
pub const CHOSEN: [usize; 3] = [1, 3, 5];

/// How the questions are asked.
pub struct Asking<'a> {
    /// The library.
    pub snapshot: &'a Snapshot,
    /// What embeds questions, if anything.
    pub embedder: Option<&'a dyn Embedder>,
    /// How to look.
    pub strategy: Strategy,
    /// Settings of retrieval.
    pub retrieve: &'a RetrieveConfig,
    /// Settings of the answer.
    pub answer: &'a AnswerConfig,
    /// Weights of the answer.
    pub weights: &'a Weights,
    /// Lists and tables are answered by plans.
    pub plan: bool,
}

impl Asking<'_> {
    /// Asks a question as `perusal ask` does.
    ///
    /// # Errors
    /// A library that cannot be searched, a model that fails.
    pub fn ask(&self, gold: &GoldQuestion) -> Result<Asked, EvalError> {
        let request = AskRequest {
            strategy: self.strategy,
            plan: self.plan,
            ..AskRequest::new(gold.question.clone())
        };
        Ok(ask(
            self.snapshot,
            self.embedder,
            &request,
            self.retrieve,
            self.answer,
            self.weights,
            &Limits::none(),
        )?)
    }
}

/// What one question came to.
#[derive(Debug)]
pub struct QuestionResult {
    /// The question's id.
    pub id: String,
    /// Its type.
    pub kind: String,
    /// Pieces of evidence found and there are, by [`DEPTHS`]; `None` without evidence.
    pub evidence: Option<[(usize, usize); 3]>,
    /// Characters counted at 10 hits.
    pub characters: usize,
    /// Share of gold documents among those read at 10 hits.
    pub document_recall: Option<f64>,
    /// Share of gold documents among the first documents of the hits, by [`CHOSEN`].
    pub documents_first: Option<[f64; 3]>,
    /// How right the answer is; `None` when there is no answer to be scored.
    pub score: Option<AnswerScore>,
    /// The plan that decided.
    pub plan: Kind,
    /// Whether the one value that was stated is an accepted answer, from a gold
    /// page; `None` where none was stated. Of an unanswerable question it never is.
    pub value: Option<bool>,
    /// Place of the first gold document among the ranked documents, from 1;
    /// `None` without evidence, 0 where it is not among them.
    pub document_rank: Option<usize>,
    /// Whether the answer shows words of the question that its table lacks.
    pub unmatched: bool,
    /// Pieces of evidence in what was read for the answer or is cited by it, those in
    /// what is cited, and pieces there are; `None` without evidence.
    pub used: Option<(usize, usize, usize)>,
    /// Citations shown, and those whose page is a gold page.
    pub citations: (usize, usize),
    /// Citations that the store does not hold as shown: must be 0.
    pub unverified: usize,
    /// True when the first quote is one of the right sentences; `None` where
    /// the set names none.
    pub right_sentence: Option<bool>,
    /// Quotes shown, and the right ones among them; `None` where the set names
    /// no sentences or the question was declined.
    pub quotes: Option<(usize, usize)>,
    /// Confidence, and whether the documents hold the answer.
    pub judged: Judged,
    /// The question was declined.
    pub declined: bool,
    /// Seconds.
    pub seconds: f64,
}

/// Asks one question; `seen` gets the whole outcome, for predictions or fitting.
///
/// # Errors
/// A library that cannot be searched, a model that fails.
pub fn run_question(
    asking: &Asking<'_>,
    gold: &GoldQuestion,
    seen: &mut dyn FnMut(&GoldQuestion, &Asked),
) -> Result<QuestionResult, EvalError> {
    let started = Instant::now();
    let asked = asking.ask(gold)?;
    let seconds = started.elapsed().as_secs_f64();
    seen(gold, &asked);
    let EvidenceCounts {
        evidence,
        characters,
        document_recall,
        documents_first,
    } = evidence(asking, gold)?;
    let citations = asked
        .answer
        .as_ref()
        .map_or(&[][..], |answer| &answer.citations);
    let on_gold = citations
        .iter()
        .filter(|citation| cites_gold_page(gold, &citation.path, citation.pages))
        .count();
    let unverified = unverified(asking.snapshot, citations)?;
    let given = asked
        .answer
        .as_ref()
        .map(|answer| answer.text.as_str())
        .unwrap_or_default();
    let items: Vec<GivenItem<'_>> = asked
        .answer
        .iter()
        .flat_map(|answer| &answer.items)
        .map(|item| GivenItem {
            label: &item.label,
            text: &item.text,
        })
        .collect();
    let score = score_answer(
        gold,
        &GivenAnswer {
            text: given,
            items: &items,
        },
    );
    Ok(QuestionResult {
        id: gold.id.clone(),
        kind: gold.kind.clone(),
        evidence,
        characters,
        document_recall,
        documents_first,
        score,
        plan: asked.plan.kind,
        value: value_right(gold, &asked, on_gold > 0),
        unmatched: asked
            .answer
            .as_ref()
            .is_some_and(|answer| answer.text.contains(UNMATCHED)),
        used: used::evidence(asking.snapshot, gold, &asked),
        document_rank: document_rank(asking, gold)?,
        citations: (citations.len(), on_gold),
        unverified,
        right_sentence: right_sentence(gold, &asked),
        quotes: right_quotes(gold, &asked),
        judged: Judged {
            confidence: asked.confidence,
            right: gold.answerable,
        },
        declined: asked.answer.is_none(),
        seconds,
    })
}

/// Citations that the store does not hold as shown.
fn unverified(snapshot: &Snapshot, citations: &[Citation]) -> Result<usize, EvalError> {
    let mut read = BTreeMap::new();
    let mut count = 0;
    for citation in citations {
        if !read.contains_key(&citation.document) {
            let structure = snapshot.structure(&citation.document);
            read.insert(
                citation.document.clone(),
                structure.map_err(perusal::EngineError::from)?,
            );
        }
        let structure = &read[&citation.document];
        count += usize::from(verify_in(snapshot, structure, citation).is_err());
    }
    Ok(count)
}

/// Whether the value stated is right, and stands on a gold page where the set
/// names pages.
fn value_right(gold: &GoldQuestion, asked: &Asked, on_gold: bool) -> Option<bool> {
    let value = asked.answer.as_ref()?.value.as_deref()?;
    let given = GivenAnswer {
        text: value,
        items: &[],
    };
    let right = score_answer(gold, &given).is_some_and(|score| score.score > 0.0);
    Some(right && (on_gold || gold.evidence.is_empty()))
}

/// The place of the first gold document among the documents as they are chosen.
fn document_rank(asking: &Asking<'_>, gold: &GoldQuestion) -> Result<Option<usize>, EvalError> {
    if gold.evidence.is_empty() {
        return Ok(None);
    }
    let request = PlanRequest {
        question: &gold.question,
        filters: &[],
        enumerates: false,
        meaning: None,
    };
    let ranked = rank_documents(asking.snapshot, &request)?;
    let is_gold = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let mut wanted = gold
            .evidence
            .iter()
            .map(|evidence| evidence.document.as_str());
        wanted.any(|wanted| wanted == path || wanted == name)
    };
    let place = ranked.iter().position(|score| is_gold(&score.path));
    Ok(Some(place.map_or(0, |place| place + 1)))
}

/// What the hits hold, as in [`QuestionResult`].
struct EvidenceCounts {
    evidence: Option<[(usize, usize); 3]>,
    characters: usize,
    document_recall: Option<f64>,
    documents_first: Option<[f64; 3]>,
}

/// Evidence inside the first hits, as retrieval ranks them, without neighbours.
fn evidence(asking: &Asking<'_>, gold: &GoldQuestion) -> Result<EvidenceCounts, EvalError> {
    use perusal::retrieve::{SearchRequest, retrieve};
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
    let [one, three, five] = CHOSEN.map(|depth| {
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

/// The sentences that a set names as right; none for a question without an answer.
fn gold_sentences(gold: &GoldQuestion) -> Vec<Reduced> {
    let evidence = gold.evidence.iter().filter(|_| gold.answerable);
    evidence
        .filter_map(|evidence| evidence.quote.as_deref())
        .map(Reduced::new)
        .collect()
}

/// Whether the best sentence is one of the gold sentences: their letters and
/// digits overlap as a whole. It is judged even when the question was declined,
/// so that choosing and declining are measured apart.
fn right_sentence(gold: &GoldQuestion, asked: &Asked) -> Option<bool> {
    let right = gold_sentences(gold);
    let best = asked.sentences.first().filter(|_| !right.is_empty())?;
    Some(is_one_of(&best.candidate.text, &right))
}

fn right_quotes(gold: &GoldQuestion, asked: &Asked) -> Option<(usize, usize)> {
    let right = gold_sentences(gold);
    let citations = &asked
        .answer
        .as_ref()
        .filter(|_| !right.is_empty())?
        .citations;
    let found = citations.iter().filter(|one| is_one_of(&one.quote, &right));
    Some((citations.len(), found.count()))
}

/// True when a sentence holds one of the quotes or is held by one.
pub fn is_one_of(sentence: &str, quotes: &[Reduced]) -> bool {
    let sentence = Reduced::new(sentence);
    quotes
        .iter()
        .any(|quote| sentence.holds_quote(quote) || quote.holds_quote(&sentence))
}
