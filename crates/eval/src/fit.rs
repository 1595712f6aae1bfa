//! Fits the answer's weights on the training half of a question set, and on further sets whole.
//!
//! The halves are told apart by a hash of the question's id, so they are the
//! same on every machine and in every order. Sentences are fitted first, then
//! the decision to answer on top of them; penalties are chosen, and the threshold
//! set, on predictions of questions that were held out within that half. Which sentence is
//! quoted is fitted apart, on whole sets: no figure of theirs is reported for it.

use perusal::answer::{
    ANSWERABLE_FEATURES, Ground, Head, Heads, SENTENCE_FEATURES, Weights, choice_features,
    set_ranked,
};
use perusal::ask::{Asked, RankedSentence};
use perusal::chooser::Chooser;
use perusal::logistic::{FOLDS, Group, Logistic, fit_validated};

use crate::qa::{GoldQuestion, Reduced};
use crate::questions::{Asking, is_one_of};
use crate::{EvalError, Judged};

/// True when a question belongs to the training half.
///
/// ```
/// let training = (0..1000).filter(|id| eval::in_training(&id.to_string())).count();
/// assert!((450..550).contains(&training));
/// ```
pub fn in_training(id: &str) -> bool {
    let hash = perusal::content_digest(id.as_bytes());
    hash[0].is_multiple_of(2)
}

/// A head is fitted when a set's training half has this many questions of its
/// kind of document; below it, chance would.
const QUESTIONS_MIN: usize = 40;

/// Fits the heads of the kinds of documents that the evidence of the sets is from, with
/// or without vectors as the askings have them; the others stay as they are in `known`. Of the
/// first set the training half is used, of the others all.
///
/// # Errors
/// [`EvalError::OutOfRange`] when the sets have only one kind of answer or too few
/// questions.
pub fn fit_heads(
    sets: &[(Asking<'_>, &[GoldQuestion])],
    known: &Heads,
) -> Result<Heads, EvalError> {
    let mut outcomes = Vec::new();
    for (at, (asking, questions)) in sets.iter().enumerate() {
        let fitted_on = |question: &&GoldQuestion| at > 0 || in_training(&question.id);
        for question in questions.iter().filter(fitted_on) {
            outcomes.push((question, asking.ask(question)?));
        }
    }
    let (prose, structured): (Vec<_>, Vec<_>) = outcomes
        .into_iter()
        .partition(|(_, asked)| asked.ground == Ground::Prose);
    if prose.len().max(structured.len()) < QUESTIONS_MIN {
        return Err(one_sided("questions", prose.len() + structured.len()));
    }
    let fitted = |outcomes: &[(&GoldQuestion, Asked)], known: &Head, threshold| match outcomes.len()
    {
        0..QUESTIONS_MIN => Ok(known.clone()),
        _ => fit_head(outcomes, known, threshold),
    };
    Ok(Heads {
        prose: fitted(&prose, &known.prose, even_threshold)?,
        structured: fitted(&structured, &known.structured, careful_threshold)?,
    })
}

/// Fits which sentence is quoted, of documents with tables or lists, to all questions of the
/// sets whose right sentences are among the candidates; all else stays as it is in `known`. In
/// running text the log-odds choose as well.
///
/// # Errors
/// [`EvalError::OutOfRange`] when no question has a right sentence.
pub fn fit_choice(
    sets: &[(Asking<'_>, &[GoldQuestion])],
    known: &Heads,
) -> Result<Heads, EvalError> {
    let mut groups = Vec::new();
    for (asking, questions) in sets {
        for question in questions
            .iter()
            .filter(|question| asks_for_a_place(question))
        {
            let asked = asking.ask(question)?;
            if asked.ground == Ground::Structured {
                groups.push(labelled(question, &asked, |sentence| &sentence.choice));
            }
        }
    }
    let choice = Chooser::fit(&choice_features(), &groups)
        .ok_or_else(|| one_sided("questions", groups.len()))?;
    let mut heads = known.clone();
    heads.structured.choice = Some(choice);
    Ok(heads)
}

/// True for a question that a sentence or a row answers: a list has one for each item.
fn asks_for_a_place(question: &GoldQuestion) -> bool {
    question.answerable && question.items.is_empty()
}

/// Fits one head to questions as they were asked; `threshold` chooses the confidence
/// from which it answers, by predictions of questions that it had not seen. What is quoted is
/// chosen as by `known`.
fn fit_head(
    outcomes: &[(&GoldQuestion, Asked)],
    known: &Head,
    threshold: fn(&[Judged]) -> f64,
) -> Result<Head, EvalError> {
    // One group a question, empty where it has no right sentence, so that the
    // folds of sentences and of decisions are the same questions.
    let sentences: Vec<Group> = outcomes
        .iter()
        .map(|(gold, asked)| labelled(gold, asked, |sentence| &sentence.features))
        .collect();
    let sentence = fit_validated(&SENTENCE_FEATURES, &sentences)
        .ok_or_else(|| one_sided("sentences", sentences.len()))?;
    // The decision is fitted on rankings by models that had not seen the
    // question: they are as good as those of a new question, not better.
    let decisions: Vec<Group> = outcomes
        .iter()
        .enumerate()
        .map(|(index, (gold, asked))| {
            let unseen = &sentence.by_fold[index % FOLDS];
            vec![(reranked(asked, unseen), gold.answerable)]
        })
        .collect();
    let answerable = fit_validated(&ANSWERABLE_FEATURES, &decisions)
        .ok_or_else(|| one_sided("questions", decisions.len()))?;
    let judged: Vec<Judged> = answerable
        .held_out
        .iter()
        .map(|&(confidence, right)| Judged { confidence, right })
        .collect();
    Ok(Head {
        threshold: threshold(&judged),
        sentence: sentence.model,
        choice: known.choice.clone(),
        answerable: answerable.model,
    })
}

/// The features of the decision to answer when `sentence` ranks the sentences.
fn reranked(asked: &Asked, sentence: &Logistic) -> Vec<f64> {
    let mut ranked: Vec<(f64, &[f64])> = asked
        .sentences
        .iter()
        .map(|one| (sentence.logit(&one.features), one.features.as_slice()))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut features = asked.features.clone();
    set_ranked(&mut features, &ranked);
    features
}

/// Each sentence with whether it is one of the right ones, for questions whose
/// right sentences were among the candidates.
fn labelled(
    gold: &GoldQuestion,
    asked: &Asked,
    features: fn(&RankedSentence) -> &Vec<f64>,
) -> Group {
    let quotes: Vec<Reduced> = gold
        .evidence
        .iter()
        .filter_map(|evidence| evidence.quote.as_deref())
        .map(Reduced::new)
        .collect();
    // In an order of their own: the weights do not depend on how they would have been quoted.
    let mut sentences: Vec<&RankedSentence> = asked.sentences.iter().collect();
    sentences.sort_by(|a, b| {
        let place = |one: &RankedSentence| (one.candidate.document.clone(), one.candidate.span);
        place(a).cmp(&place(b))
    });
    let examples: Vec<_> = sentences
        .into_iter()
        .map(|sentence| {
            (
                features(sentence).clone(),
                is_one_of(&sentence.candidate.text, &quotes),
            )
        })
        .collect();
    if gold.answerable && examples.iter().any(|(_, right)| *right) {
        examples
    } else {
        Vec::new()
    }
}

/// Share of the unanswerable questions that a careful head declines. In tables the row
/// beside the right one reads like it, and a wrong value costs more than a question that
/// is declined although its answer was there.
const DECLINED_MIN: f64 = 0.85;

/// Share of the answerable, or else of the unanswerable, questions from a confidence on.
fn share_from(judged: &[Judged], right: bool, least: f64) -> f64 {
    let of_kind: Vec<_> = judged.iter().filter(|one| one.right == right).collect();
    let above = of_kind.iter().filter(|one| one.confidence >= least).count();
    above as f64 / of_kind.len().max(1) as f64
}

/// The confidences that a threshold may be, in hundredths.
fn hundredths() -> impl Iterator<Item = f64> {
    (1..100).map(|percent| f64::from(percent) / 100.0)
}

/// The confidence at which as many unanswerable questions are declined as
/// answerable ones are answered, rounded down to a hundredth.
fn even_threshold(judged: &[Judged]) -> f64 {
    hundredths()
        .min_by(|a, b| {
            let declined = |least: f64| 1.0 - share_from(judged, false, least);
            let gap = |least: f64| (share_from(judged, true, least) - declined(least)).abs();
            gap(*a).total_cmp(&gap(*b))
        })
        .unwrap_or(0.5)
}

/// The least confidence from which [`DECLINED_MIN`] of the unanswerable questions are
/// declined.
fn careful_threshold(judged: &[Judged]) -> f64 {
    hundredths()
        .find(|least| 1.0 - share_from(judged, false, *least) >= DECLINED_MIN)
        .unwrap_or(0.99)
}

/// Fitted heads as the file that ships with the library.
pub fn weights_json(dense: Heads, keyword: Heads, made: String) -> String {
    let weights = Weights {
        made,
        dense,
        keyword,
    };
    let mut json = serde_json::to_string_pretty(&weights).unwrap_or_default();
    json.push('\n');
    json
}

fn one_sided(what: &'static str, count: usize) -> EvalError {
    EvalError::OutOfRange {
        what,
        expected: "examples of both answers in the training half",
        got: format!("{count} of one kind"),
    }
}
