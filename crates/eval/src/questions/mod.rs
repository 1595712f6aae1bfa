//! Runs a question set through `ask` and measures evidence, citations and
//! whether declining was right.

use std::collections::BTreeMap;
use std::time::Instant;

use perusal::answer::{Citation, verify_in};
use perusal::ask::{AskRequest, Asked, Models, ask_with};
use perusal::index::Snapshot;
use perusal::models::Limits;

use crate::qa::{
    AnswerScore, GivenAnswer, GivenItem, GoldQuestion, Reduced, cites_gold_page, score_answer,
};
use crate::{EvalError, Judged};

mod asking;
mod evidence;
mod fault;
mod outcome;
mod places;
mod totals;
mod trust;
mod used;

pub use asking::{Asking, DEPTHS, DOCUMENTS};
pub use fault::{caught, endured};
pub use outcome::Outcome;
pub use places::{PLACE_DEPTHS, Places};
pub use totals::{Totals, by_way, totals};
pub use trust::{Share, Trust, trust};

impl Asking<'_> {
    /// Asks a question as `perusal ask` does.
    ///
    /// # Errors
    /// A library that cannot be searched, a model that fails; [`EvalError::Panicked`].
    pub fn ask(&self, gold: &GoldQuestion) -> Result<Asked, EvalError> {
        self.ask_in_words(&gold.question)
    }

    /// Asks in any words.
    ///
    /// # Errors
    /// See [`Asking::ask`].
    pub fn ask_in_words(&self, question: &str) -> Result<Asked, EvalError> {
        caught(|| self.ask_uncaught(question))
    }

    fn ask_uncaught(&self, question: &str) -> Result<Asked, EvalError> {
        let request = AskRequest {
            strategy: self.strategy,
            tables: self.tables,
            ..AskRequest::new(question)
        };
        let models = Models {
            embedder: self.embedder,
            adviser: self.adviser,
        };
        Ok(ask_with(
            self.snapshot,
            models,
            &request,
            self.retrieve,
            self.answer,
            self.weights,
            &Limits::none(),
        )?)
    }
}

/// What answered a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnsweredBy {
    /// Values of tables and lists.
    Query,
    /// Quotes of passages.
    Passages,
    /// Nothing did.
    Nothing,
}

impl AnsweredBy {
    /// What answered an asked question.
    pub fn of(asked: &Asked) -> AnsweredBy {
        match &asked.answer {
            Some(answer) if answer.query.is_some() => AnsweredBy::Query,
            Some(_) => AnsweredBy::Passages,
            None => AnsweredBy::Nothing,
        }
    }

    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            AnsweredBy::Query => "query",
            AnsweredBy::Passages => "passages",
            AnsweredBy::Nothing => "nothing",
        }
    }
}

/// What one question came to.
#[derive(Debug)]
pub struct QuestionResult {
    /// The question's id.
    pub id: String,
    /// Its type.
    pub kind: String,
    /// Whether the documents answer it.
    pub answerable: bool,
    /// What was stated, and whether it is right.
    pub outcome: Outcome,
    /// The same of each paraphrase.
    pub paraphrases: Vec<Outcome>,
    /// Gold pages and sections among the first hits.
    pub places: Places,
    /// Pieces of evidence found and there are, by [`DEPTHS`]; `None` without evidence.
    pub evidence: Option<[(usize, usize); 3]>,
    /// Characters counted at 10 hits.
    pub characters: usize,
    /// Share of gold documents among those read at 10 hits.
    pub document_recall: Option<f64>,
    /// Share of gold documents among the first documents of the hits, by [`DOCUMENTS`].
    pub documents_first: Option<[f64; 3]>,
    /// How right the answer is; `None` when there is no answer to be scored.
    pub score: Option<AnswerScore>,
    /// What answered.
    pub by: AnsweredBy,
    /// Whether the one value that was stated is an accepted answer, from a gold
    /// page; `None` where none was stated. Of an unanswerable question it never is.
    pub value: Option<bool>,
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
    /// It was declined as one that the documents do not answer.
    pub absent: bool,
    /// Seconds.
    pub seconds: f64,
}

/// What hears each outcome: the question, the wording (0 is the question itself, from 1
/// its paraphrases) and what came of it.
pub type Seen<'a> = dyn FnMut(&GoldQuestion, usize, Result<&Asked, &EvalError>) + 'a;

/// Asks one question and its paraphrases; `seen` gets the whole outcomes, for predictions.
///
/// What fails, fails for its question alone: it is told in [`Outcome::fault`] and counts
/// as wrong wherever the question counts.
///
/// # Errors
/// [`perusal::EngineError::Interrupted`] alone.
pub fn run_question(
    asking: &Asking<'_>,
    gold: &GoldQuestion,
    seen: &mut Seen<'_>,
) -> Result<QuestionResult, EvalError> {
    let started = Instant::now();
    let asked = endured(asking.ask(gold))?;
    let seconds = started.elapsed().as_secs_f64();
    seen(gold, 0, asked.as_ref());
    let mut paraphrases = Vec::new();
    for (at, wording) in gold.paraphrases.iter().enumerate() {
        let asked = endured(asking.ask_in_words(wording))?;
        seen(gold, at + 1, asked.as_ref());
        paraphrases.push(Outcome::of(gold, &asked));
    }
    let measured = asked.and_then(|asked| {
        caught(|| answered(asking, gold, &asked))
            .map(|result| (result, Outcome::of_asked(gold, &asked)))
    });
    let (mut result, outcome) = match endured(measured)? {
        Ok(measured) => measured,
        Err(error) => (faulted(gold), Outcome::of_fault(&error)),
    };
    if let Ok(found) = endured(caught(|| evidence::evidence(asking, gold)))? {
        result.evidence = found.evidence;
        result.characters = found.characters;
        result.document_recall = found.document_recall;
        result.documents_first = found.documents_first;
        result.places = found.places;
    }
    Ok(QuestionResult {
        outcome,
        paraphrases,
        seconds,
        ..result
    })
}

/// A question that failed: wrong in every respect, so that no fault flatters.
fn faulted(gold: &GoldQuestion) -> QuestionResult {
    let nothing = GivenAnswer {
        text: "",
        items: &[],
    };
    QuestionResult {
        id: gold.id.clone(),
        kind: gold.kind.clone(),
        answerable: gold.answerable,
        outcome: Outcome::default(),
        paraphrases: Vec::new(),
        places: Places::default(),
        evidence: None,
        characters: 0,
        document_recall: None,
        documents_first: None,
        score: score_answer(gold, &nothing),
        by: AnsweredBy::Nothing,
        value: None,
        used: None,
        citations: (0, 0),
        unverified: 0,
        right_sentence: None,
        quotes: None,
        judged: Judged {
            confidence: f64::from(u8::from(!gold.answerable)),
            right: gold.answerable,
        },
        declined: gold.answerable,
        absent: gold.answerable,
        seconds: 0.0,
    }
}

/// All of a result that rests on the answer.
fn answered(
    asking: &Asking<'_>,
    gold: &GoldQuestion,
    asked: &Asked,
) -> Result<QuestionResult, EvalError> {
    let answer = asked.answer.as_ref();
    let citations = answer.map_or(&[][..], |answer| &answer.citations);
    let on_gold = citations
        .iter()
        .filter(|citation| cites_gold_page(gold, &citation.path, citation.pages))
        .count();
    let items = given_items(asked);
    let given = GivenAnswer {
        text: answer.map_or("", |answer| &answer.text),
        items: &items,
    };
    Ok(QuestionResult {
        score: score_answer(gold, &given),
        by: AnsweredBy::of(asked),
        value: value_right(gold, asked, on_gold > 0),
        used: used::evidence(asking.snapshot, gold, asked),
        citations: (citations.len(), on_gold),
        unverified: unverified(asking.snapshot, citations)?,
        right_sentence: right_sentence(gold, asked),
        quotes: right_quotes(gold, asked),
        judged: Judged {
            confidence: asked.confidence,
            right: gold.answerable,
        },
        declined: answer.is_none(),
        absent: asked.status == perusal::ask::Status::NotFound,
        ..faulted(gold)
    })
}

/// The items of an answer's list.
fn given_items(asked: &Asked) -> Vec<GivenItem<'_>> {
    let items = asked.answer.iter().flat_map(|answer| &answer.items);
    items
        .map(|item| GivenItem {
            label: &item.label,
            text: &item.text,
        })
        .collect()
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
