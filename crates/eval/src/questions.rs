//! Runs a question set through `ask` and measures evidence, citations and
//! whether declining was right.

use std::collections::BTreeMap;
use std::time::Instant;

use perusal::answer::{Citation, Weights, verify_in};
use perusal::ask::{AskRequest, Asked, ask};
use perusal::index::Snapshot;
use perusal::models::{Embedder, Limits};
use perusal::plan::{Kind, PlanRequest, rank_documents};
use perusal::retrieve::Strategy;
use perusal::{AnswerConfig, RetrieveConfig};

use crate::qa::{
    Abstention, EvidenceBound, GivenAnswer, GivenItem, GoldQuestion, ListScore, ReadPassage,
    Reduced, cites_gold_page, evidence_reach, score_answer,
};
use crate::{EvalError, Judged};

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
    /// The answer's score; `None` when there is no answer to be scored.
    pub score: Option<f64>,
    /// For list questions: how complete and how clean the list is.
    pub list: Option<ListScore>,
    /// The plan that decided.
    pub plan: Kind,
    /// Whether the one value that was stated is an accepted answer, from a gold
    /// page; `None` where none was stated. Of an unanswerable question it never is.
    pub value: Option<bool>,
    /// Place of the first gold document among the ranked documents, from 1;
    /// `None` without evidence, 0 where it is not among them.
    pub document_rank: Option<usize>,
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
    let (evidence, characters, document_recall) = evidence(asking, gold)?;
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
        list: score.and_then(|score| score.list),
        score: score.map(|score| score.score),
        plan: asked.plan.kind,
        value: value_right(gold, &asked, on_gold > 0),
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

type EvidenceCounts = (Option<[(usize, usize); 3]>, usize, Option<f64>);

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
    Ok((
        counts,
        at_ten.map_or(0, |reach| reach.characters),
        at_ten.map(|reach| reach.document_recall()),
    ))
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

/// Sums over questions of one type.
#[derive(Debug, Default, Clone)]
pub struct Totals {
    /// Questions.
    pub questions: usize,
    /// Pieces of evidence found and there are, by [`DEPTHS`].
    pub evidence: [(usize, usize); 3],
    /// Questions with evidence of which any piece, and every piece, was found, by [`DEPTHS`].
    pub reached: [(usize, usize); 3],
    /// Characters counted at 10 hits, and questions with evidence.
    pub characters: (usize, usize),
    /// Sum and number of document recalls.
    pub documents: (f64, usize),
    /// Sum and number of answer scores.
    pub scores: (f64, usize),
    /// Sums of recall and precision of lists, and how many there are; a list
    /// question that got no items has precision 0.
    pub lists: (f64, f64, usize),
    /// Values stated, and the right ones among them.
    pub values: (usize, usize),
    /// Questions with a gold document among the first 1, 3 and 5, and questions
    /// with evidence.
    pub chosen: ([usize; 3], usize),
    /// Citations shown, and those on gold pages, of questions with evidence.
    pub citations: (usize, usize),
    /// Citations that are not in the store.
    pub unverified: usize,
    /// Right first sentences, and questions that name them.
    pub sentences: (usize, usize),
    /// Quotes, right ones among them, and answers, of questions that name
    /// sentences and were answered.
    pub quotes: (usize, usize, usize),
    /// Declined and answered.
    pub abstention: Abstention,
    /// Seconds.
    pub seconds: f64,
}

impl Totals {
    /// Counts one question.
    pub fn add(&mut self, result: &QuestionResult) {
        self.questions += 1;
        if let Some(evidence) = result.evidence {
            for (sum, (found, total)) in self.evidence.iter_mut().zip(evidence) {
                sum.0 += found;
                sum.1 += total;
            }
            for (sum, (found, total)) in self.reached.iter_mut().zip(evidence) {
                sum.0 += usize::from(found > 0);
                sum.1 += usize::from(found == total);
            }
            self.characters.0 += result.characters;
            self.characters.1 += 1;
            self.citations.0 += result.citations.0;
            self.citations.1 += result.citations.1;
        }
        if let Some(recall) = result.document_recall {
            self.documents.0 += recall;
            self.documents.1 += 1;
        }
        if let Some(score) = result.score {
            self.scores.0 += score;
            self.scores.1 += 1;
        }
        if let Some(list) = result.list {
            self.lists.0 += list.recall;
            self.lists.1 += list.precision.unwrap_or(0.0);
            self.lists.2 += 1;
        }
        if let Some(right) = result.value {
            self.values.0 += 1;
            self.values.1 += usize::from(right);
        }
        if let Some(rank) = result.document_rank {
            for (count, depth) in self.chosen.0.iter_mut().zip(CHOSEN) {
                *count += usize::from((1..=depth).contains(&rank));
            }
            self.chosen.1 += 1;
        }
        if let Some(right) = result.right_sentence {
            self.sentences.0 += usize::from(right);
            self.sentences.1 += 1;
        }
        if let Some((shown, right)) = result.quotes {
            self.quotes.0 += shown;
            self.quotes.1 += right;
            self.quotes.2 += 1;
        }
        self.unverified += result.unverified;
        self.abstention.count(result.judged.right, result.declined);
        self.seconds += result.seconds;
    }
}

/// For each plan that decided: questions, those it got right (a score above 0,
/// or rightly declined), and those it should not have answered.
pub fn by_plan(results: &[QuestionResult]) -> BTreeMap<Kind, (usize, usize, usize)> {
    let mut plans: BTreeMap<Kind, (usize, usize, usize)> = BTreeMap::new();
    for result in results {
        let counts = plans.entry(result.plan).or_default();
        let answerable = result.judged.right;
        let right = match result.score {
            Some(score) => score > 0.0 && !result.declined,
            None => result.declined,
        };
        counts.0 += 1;
        counts.1 += usize::from(right);
        counts.2 += usize::from(!answerable && !result.declined);
    }
    plans
}

/// Totals by type, and over all.
pub fn totals(results: &[QuestionResult]) -> (BTreeMap<String, Totals>, Totals) {
    let mut by_kind: BTreeMap<String, Totals> = BTreeMap::new();
    let mut all = Totals::default();
    for result in results {
        by_kind.entry(result.kind.clone()).or_default().add(result);
        all.add(result);
    }
    (by_kind, all)
}
