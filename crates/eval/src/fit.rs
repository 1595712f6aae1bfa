//! Fits which sentence answers, and whether any does, to questions over libraries of every size.
//!
//! Sentences compete within their question. The decision is fitted on rankings by choices that
//! had not seen the library: they are as good as those of a new one, not better. Penalties are
//! chosen, and the threshold set, on libraries that were held out.

use std::collections::BTreeMap;

use perusal::answer::{
    ANSWERABLE_FEATURES, Choice, FURTHER_ODDS_SHARE, Head, SENTENCE_FEATURES, Weights, set_ranked,
};
use perusal::ask::Asked;
use perusal::logistic::{Group, Logistic};
use regex::Regex;

use crate::logistic::{FOLDS, fit_validated};
use crate::qa::{GoldQuestion, Offered, is_gold_quote, is_right};
use crate::{EvalError, Judged};

/// Quotes of an answer.
const QUOTES: usize = 3;

/// A question as it was asked, and which of its sentences are right.
#[derive(Debug, Clone)]
pub struct Observed {
    /// The library; questions of one are held out together.
    pub library: String,
    /// Whether the library answers it.
    pub answerable: bool,
    /// Whether vectors took part.
    pub dense: bool,
    /// Of the decision.
    pub features: Vec<f64>,
    /// Each sentence's features, and whether it is right, in order of place.
    pub sentences: Group,
}

impl Observed {
    /// From what was asked; a sentence is right that holds the pattern.
    pub fn new(library: &str, pattern: Option<&Regex>, asked: &Asked) -> Observed {
        let right = |text: &str| {
            let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
            pattern.is_some_and(|pattern| pattern.is_match(&plain))
        };
        Observed::judged(library, pattern.is_some(), asked, right)
    }

    /// From a question over a folder of documents, in any of its words. A sentence is right that
    /// would count as the answer, or is what the set quotes, a row that holds the value among
    /// it; one item of a list is not.
    pub fn of_gold(library: &str, gold: &GoldQuestion, asked: &Asked) -> Observed {
        let right = |text: &str| {
            let offered = Offered {
                values: &[],
                items: &[],
                text,
                quote: Some(text),
            };
            let whole = gold.items.is_empty();
            is_right(gold, &offered) || whole && is_gold_quote(gold, text)
        };
        Observed::judged(library, gold.answerable, asked, right)
    }

    fn judged(
        library: &str,
        answerable: bool,
        asked: &Asked,
        right: impl Fn(&str) -> bool,
    ) -> Observed {
        let mut sentences: Vec<_> = asked.sentences.iter().collect();
        sentences.sort_by(|a, b| {
            let place = |one: &perusal::ask::RankedSentence| {
                (one.candidate.document.clone(), one.candidate.span)
            };
            place(a).cmp(&place(b))
        });
        let sentences = sentences.into_iter();
        Observed {
            library: library.to_owned(),
            answerable,
            dense: asked.dense,
            features: asked.features.clone(),
            sentences: sentences
                .map(|one| (one.features.clone(), right(&one.candidate.text)))
                .collect(),
        }
    }

    /// Where the library is from: what comes before the first `-` of its name.
    pub fn source(&self) -> &str {
        self.library.split('-').next().unwrap_or_default()
    }

    /// The sentences' scores and places, best first.
    fn ranked(&self, choice: &Choice) -> Vec<(f64, usize)> {
        let sentences: Vec<&[f64]> = self.sentences.iter().map(|(x, _)| x.as_slice()).collect();
        let scores = choice.scores(&sentences).into_iter();
        let mut ranked: Vec<(f64, usize)> = scores.zip(0..).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        ranked
    }

    /// The features of the decision under a ranking, and whether what it would quote is right.
    fn decision(&self, choice: &Choice) -> (Vec<f64>, bool) {
        let ranked = self.ranked(choice);
        let scored: Vec<(f64, &[f64])> = ranked
            .iter()
            .map(|(score, at)| (*score, self.sentences[*at].0.as_slice()))
            .collect();
        let mut features = self.features.clone();
        set_ranked(&mut features, &scored);
        let least = ranked.first().map_or(0.0, |one| one.0) + FURTHER_ODDS_SHARE.ln();
        let mut quoted = ranked.iter().take(QUOTES).filter(|one| one.0 >= least);
        let right = quoted.any(|one| self.sentences[one.1].1);
        (features, right)
    }
}

/// Fits a head to questions; those without a sentence teach nothing.
///
/// # Errors
/// [`EvalError::OutOfRange`] when there are questions of one kind alone.
pub fn fit_head(looked: &[&Observed]) -> Result<Head, EvalError> {
    let mut libraries: BTreeMap<&str, Vec<&Observed>> = BTreeMap::new();
    for one in looked.iter().filter(|one| !one.sentences.is_empty()) {
        libraries.entry(&one.library).or_default().push(one);
    }
    let libraries: Vec<Vec<&Observed>> = libraries.into_values().collect();
    // One of a small source counts for more, or the largest alone would say what is chosen.
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in looked {
        *counts.entry(one.source()).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(1);
    let weight = |one: &Observed| (most as f64 / counts[one.source()] as f64).sqrt();
    let choice = |held: Option<usize>| {
        let kept = libraries.iter().enumerate();
        let kept = kept.filter(|(at, _)| held != Some(at % FOLDS));
        let groups: Vec<(&Group, f64)> = kept
            .flat_map(|(_, all)| all.iter().map(|one| (&one.sentences, weight(one))))
            .collect();
        Choice::fit(&SENTENCE_FEATURES, &groups).ok_or_else(|| one_sided("sentences", groups.len()))
    };
    let unseen = (0..FOLDS)
        .map(|fold| choice(Some(fold)))
        .collect::<Result<Vec<_>, _>>()?;
    let decisions: Vec<Group> = libraries
        .iter()
        .enumerate()
        .map(|(at, all)| {
            all.iter()
                .map(|one| one.decision(&unseen[at % FOLDS]))
                .collect()
        })
        .collect();
    let answer = fit_validated(&ANSWERABLE_FEATURES, &decisions)
        .ok_or_else(|| one_sided("questions", decisions.len()))?;
    let judged: Vec<(&str, Judged)> = libraries
        .iter()
        .zip(&decisions)
        .enumerate()
        .flat_map(|(at, (all, decisions))| {
            let model: &Logistic = &answer.by_fold[at % FOLDS];
            all.iter().zip(decisions).map(|(one, (features, _))| {
                let confidence = model.probability(features);
                let right = one.answerable;
                (one.source(), Judged { confidence, right })
            })
        })
        .collect();
    Ok(Head {
        sentence: choice(None)?,
        answer: answer.model,
        threshold: threshold(&judged),
    })
}

/// The confidence from which something is quoted: the highest of those that tell the
/// questions of one source apart, so that the hardest source decides.
fn threshold(judged: &[(&str, Judged)]) -> f64 {
    let mut sources: BTreeMap<&str, Vec<Judged>> = BTreeMap::new();
    for (source, one) in judged {
        sources.entry(source).or_default().push(*one);
    }
    let each = sources.values().map(|judged| even_threshold(judged));
    each.fold(0.0, f64::max)
}

/// How a head does on questions that it did not see.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    /// Answerable questions whose best sentence is right, of all answerable ones.
    pub best_right: (usize, usize),
    /// Answerable questions that are quoted from rightly, of all answerable ones.
    pub answered_rightly: (usize, usize),
    /// Of what is quoted, what is right.
    pub right: (usize, usize),
    /// Declined, of the questions without an answer.
    pub declined: (usize, usize),
    /// Confidence, and whether what would be quoted is right.
    pub judged: Vec<Judged>,
    /// Confidence, and whether the library answers.
    pub answerable: Vec<Judged>,
}

/// Measures a head on questions.
pub fn hold(head: &Head, looked: &[&Observed]) -> Held {
    let mut held = Held {
        best_right: (0, 0),
        answered_rightly: (0, 0),
        right: (0, 0),
        declined: (0, 0),
        judged: Vec::new(),
        answerable: Vec::new(),
    };
    for one in looked {
        let (features, right) = one.decision(&head.sentence);
        let empty = one.sentences.is_empty();
        let confidence = if empty {
            0.0
        } else {
            head.answer.probability(&features)
        };
        let stated = confidence >= head.threshold && !empty;
        let share = if one.answerable {
            &mut held.answered_rightly
        } else {
            &mut held.declined
        };
        share.0 += usize::from(if one.answerable {
            stated && right
        } else {
            !stated
        });
        share.1 += 1;
        held.right.0 += usize::from(stated && right);
        held.right.1 += usize::from(stated);
        if one.answerable {
            let first = one.ranked(&head.sentence).first().map(|one| one.1);
            held.best_right.0 += usize::from(first.is_some_and(|at| one.sentences[at].1));
            held.best_right.1 += 1;
        }
        held.judged.push(Judged { confidence, right });
        held.answerable.push(Judged {
            confidence,
            right: one.answerable,
        });
    }
    held
}

/// Share of the answerable, or else of the unanswerable, questions from a confidence on.
fn share_from(judged: &[Judged], right: bool, least: f64) -> f64 {
    let of_kind: Vec<_> = judged.iter().filter(|one| one.right == right).collect();
    let above = of_kind.iter().filter(|one| one.confidence >= least).count();
    above as f64 / of_kind.len().max(1) as f64
}

/// The confidence at which as many unanswerable questions are declined as
/// answerable ones are answered, rounded down to a hundredth.
fn even_threshold(judged: &[Judged]) -> f64 {
    let hundredths = (1..100).map(|percent| f64::from(percent) / 100.0);
    let gap = |least: f64| {
        let declined = 1.0 - share_from(judged, false, least);
        (share_from(judged, true, least) - declined).abs()
    };
    hundredths
        .min_by(|a, b| gap(*a).total_cmp(&gap(*b)))
        .unwrap_or(0.5)
}

/// Fitted heads as the file that ships with the library.
pub fn weights_json(dense: Head, keyword: Head, made: String) -> String {
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
