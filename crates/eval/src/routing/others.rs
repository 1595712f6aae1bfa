//! Questions that other hands labelled, one decision a file, and how a router does on them.
//!
//! A line is `{"id", "text", "history": [{"type", "topic"}], "label"}`, with `lang`,
//! `granularity`, `enumeration` and `also_ok` where they were labelled, too. Labels may be
//! written in capitals and as the wire has them (`CODE_GENERATION`).

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use perusal::EngineError;
use perusal::retrieve::Strategy;
use perusal::route::{Decision, Granularity, Intent, Layer, QuestionType};
use serde::Deserialize;

use super::measured::BINS;
use super::public::macro_f1;
use super::{Item, Router, Share, Source};
use crate::lines::Lines;
use crate::{EvalError, Judged, LineLimits, calibration_error};

/// Labelled questions of one file.
const ITEMS_MAX: usize = 1_000_000;

/// A decision that is labelled alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decides {
    /// Where the question goes.
    QuestionType,
    /// What is wanted.
    Intent,
    /// Detail or overview.
    Granularity,
    /// How to look.
    Strategy,
}

impl Decides {
    /// Every decision with its name on the command line.
    pub const ALL: [(Decides, &'static str); 4] = [
        (Decides::QuestionType, "query_type"),
        (Decides::Intent, "intent"),
        (Decides::Granularity, "granularity"),
        (Decides::Strategy, "strategy"),
    ];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        let named = Self::ALL.iter().find(|(one, _)| *one == self);
        named.map_or("", |(_, name)| name)
    }

    /// The decision of a name.
    pub fn parse(name: &str) -> Option<Self> {
        let named = Self::ALL.iter().find(|(_, known)| *known == name);
        named.map(|(one, _)| *one)
    }

    /// A label as the router has it, from one as it was written; `None` for an unknown
    /// one. What is looked up as any fact is (`simple`) runs as `hybrid`.
    fn canonical(self, written: &str) -> Option<&'static str> {
        let lower = written.to_lowercase();
        match self {
            Decides::QuestionType if lower == "code_generation" => Some("code"),
            Decides::QuestionType => QuestionType::parse(&lower).map(QuestionType::as_str),
            Decides::Intent => Intent::parse(&lower).map(Intent::as_str),
            Decides::Granularity => Granularity::parse(&lower).map(Granularity::as_str),
            Decides::Strategy => strategy(&lower),
        }
    }

    /// What the router decided, and how sure it is where it says so.
    fn of(self, decision: &Decision) -> (&'static str, Option<f64>) {
        let route = decision.kind.route();
        match self {
            Decides::QuestionType => (
                decision.kind.question_type().as_str(),
                Some(decision.confidence),
            ),
            Decides::Intent => route.map_or(("none", None), |route| {
                (route.intent.as_str(), route.intent_confidence)
            }),
            Decides::Granularity => {
                route.map_or(("none", None), |route| (route.granularity.as_str(), None))
            }
            Decides::Strategy => route.map_or(("none", None), |route| {
                let wanted = strategy(route.wanted.as_str()).unwrap_or("hybrid");
                (wanted, route.wanted.confidence)
            }),
        }
    }
}

/// The strategy that runs for a label: one arm alone is what hybrid does with weights.
pub(super) fn strategy(label: &str) -> Option<&'static str> {
    match label {
        "simple" => Some("hybrid"),
        "none" => Some("none"),
        name => match Strategy::parse(name)? {
            Strategy::Auto
            | Strategy::Keyword
            | Strategy::Dense
            | Strategy::Sparse
            | Strategy::Late => Some("hybrid"),
            other => Some(other.as_str()),
        },
    }
}

/// A question with one decision labelled.
#[derive(Debug, Clone, PartialEq)]
pub struct Labelling {
    /// Unique.
    pub id: String,
    /// The question.
    pub text: String,
    /// ISO 639-1 code of its language; empty where nobody said.
    pub lang: String,
    /// It stands after an answer.
    pub previous: bool,
    /// As the router has it.
    pub label: &'static str,
    /// As it was written.
    pub written: String,
    /// Labels that are right, too.
    pub also: Vec<&'static str>,
    /// Detail or overview, where that was labelled beside the decision.
    pub granularity: Option<&'static str>,
    /// Whether a whole list is asked for, where that was labelled beside the decision.
    pub enumeration: Option<bool>,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    text: String,
    #[serde(default)]
    lang: String,
    #[serde(default)]
    history: Vec<serde_json::Value>,
    label: String,
    #[serde(default)]
    also_ok: Vec<String>,
    granularity: Option<String>,
    enumeration: Option<bool>,
}

/// Reads a file of questions labelled for one decision. For granularity the label may
/// stand beside another decision's.
///
/// # Errors
/// A file that cannot be read, a line that is no such question or has an unknown label.
pub fn read_labellings(path: &Path, decides: Decides) -> Result<Vec<Labelling>, EvalError> {
    let mut lines = Lines::open(path, LineLimits::default())?;
    let mut read = Vec::new();
    while let Some((line, one)) = lines.next_json::<Line>()? {
        let unknown = |label: &str| {
            let reason = format!("`{label}` is no label of {}", decides.as_str());
            lines.error(line, reason)
        };
        let beside = one.granularity.as_deref();
        let beside = beside.and_then(|label| Decides::Granularity.canonical(label));
        let written = match (decides, &one.granularity) {
            (Decides::Granularity, Some(granularity)) => granularity.clone(),
            _ => one.label,
        };
        let label = decides.canonical(&written);
        let also = one.also_ok.iter().map(|also| decides.canonical(also));
        let also = also.collect::<Option<Vec<_>>>();
        if read.len() == ITEMS_MAX {
            return Err(lines.error(line, format!("more than {ITEMS_MAX} items")));
        }
        read.push(Labelling {
            label: label.ok_or_else(|| unknown(&written))?,
            also: also.ok_or_else(|| unknown("also_ok"))?,
            written,
            id: one.id,
            text: one.text,
            lang: one.lang,
            previous: !one.history.is_empty(),
            granularity: beside,
            enumeration: one.enumeration,
        });
    }
    Ok(read)
}

/// Reads `query_type.jsonl`, `intent.jsonl` and `strategy.jsonl` of a folder to learn from.
/// Questions with a registered prefix are left out: a rule decides them.
///
/// # Errors
/// Those of [`read_labellings`]; a folder that lacks one of the files.
pub fn read_others(folder: &Path, prefixes: &[String]) -> Result<Vec<Item>, EvalError> {
    let mut items = Vec::new();
    for decides in [Decides::QuestionType, Decides::Intent, Decides::Strategy] {
        let path = folder.join(format!("{}.jsonl", decides.as_str()));
        if !path.is_file() {
            return Err(EvalError::Missing {
                dir: folder.to_owned(),
                expected: "query_type.jsonl, intent.jsonl, strategy.jsonl".to_owned(),
            });
        }
        let read = read_labellings(&path, decides)?;
        items.extend(
            read.into_iter()
                .filter(|one| !is_prefixed(&one.text, prefixes))
                .map(|one| item(one, decides)),
        );
    }
    Ok(items)
}

/// True when a registered prefix stands anywhere in a text.
pub fn is_prefixed(text: &str, prefixes: &[String]) -> bool {
    let lower = text.to_lowercase();
    let has = |prefix: &String| lower.contains(&prefix.to_lowercase());
    prefixes.iter().any(has)
}

fn item(one: Labelling, decides: Decides) -> Item {
    let label = |of: Decides| (decides == of).then(|| one.label.to_owned());
    let strategies = label(Decides::Strategy).into_iter();
    let also = one.also.iter().map(|label| (*label).to_owned());
    Item {
        id: format!("{}-{}", decides.as_str(), one.id),
        kind: label(Decides::QuestionType),
        intent: label(Decides::Intent),
        granularity: one.granularity.map(str::to_owned),
        enumeration: one.enumeration,
        strategy: strategies.chain(also).collect(),
        lang: one.lang,
        text: one.text,
        previous: one.previous,
        source: Source::Others,
        later: true,
        taught: false,
    }
}

/// One question with what the router made of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement<'l> {
    /// The question.
    pub asked: &'l Labelling,
    /// The decision, as the router has it.
    pub predicted: &'static str,
    /// How sure it is, 0 to 1, where it says so.
    pub confidence: Option<f64>,
    /// What decided the type.
    pub layer: Layer,
    /// Left to a language model, or it would have been.
    pub undecided: bool,
}

impl Judgement<'_> {
    /// The label was met.
    pub fn is_right(&self) -> bool {
        self.predicted == self.asked.label
    }

    /// The label, or one that is right, too.
    pub fn is_acceptable(&self) -> bool {
        self.is_right() || self.asked.also.contains(&self.predicted)
    }
}

/// How a router does on one decision.
#[derive(Debug, Clone)]
pub struct Judgements<'l> {
    /// Every question.
    pub judgements: Vec<Judgement<'l>>,
    /// Mean time of one decision after the embedding.
    pub time: Duration,
}

/// Figures of some judgements.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// The label was met.
    pub right: Share,
    /// The label or one that is right, too.
    pub acceptable: Share,
    /// Mean of the labels' F1, 0 to 1.
    pub macro_f1: f64,
    /// Calibration error, 0 to 1, where the router says how sure it is.
    pub calibration_error: Option<f64>,
    /// Left to a language model.
    pub undecided: Share,
    /// Right among the others.
    pub kept_right: Share,
    /// By label.
    pub by_label: BTreeMap<&'static str, Share>,
    /// By what decided the type.
    pub by_layer: BTreeMap<&'static str, usize>,
}

/// Routes every question for one decision.
///
/// Intents, granularities and strategies are those of a search, whatever type the router
/// takes the question for.
///
/// # Errors
/// A question that is empty or too long; an embedder that fails.
pub fn judge<'l>(
    asked: &'l [Labelling],
    decides: Decides,
    router: &Router<'_>,
) -> Result<Judgements<'l>, EngineError> {
    let declared = (decides != Decides::QuestionType).then_some(QuestionType::Retrieval);
    let embeddings = asked.iter().map(|one| router.embed(&one.text));
    let embeddings = embeddings.collect::<Result<Vec<_>, _>>()?;
    let started = Instant::now();
    let decided = asked.iter().zip(&embeddings).map(|(one, embedding)| {
        router.decide_declared(&one.text, one.previous, embedding.as_deref(), declared)
    });
    let decided = decided.collect::<Result<Vec<_>, _>>()?;
    let time = started.elapsed() / u32::try_from(asked.len().max(1)).unwrap_or(u32::MAX);
    let judgements = asked.iter().zip(&decided).map(|(asked, decision)| {
        let (predicted, confidence) = decides.of(decision);
        Judgement {
            asked,
            predicted,
            confidence,
            layer: decision.layer,
            undecided: decision.low_confidence,
        }
    });
    Ok(Judgements {
        judgements: judgements.collect(),
        time,
    })
}

/// Adds up judgements.
pub fn figures<'j>(judgements: impl Iterator<Item = &'j Judgement<'j>>) -> Figures {
    let mut figures = Figures {
        right: Share::default(),
        acceptable: Share::default(),
        macro_f1: 0.0,
        calibration_error: None,
        undecided: Share::default(),
        kept_right: Share::default(),
        by_label: BTreeMap::new(),
        by_layer: BTreeMap::new(),
    };
    let (mut pairs, mut judged) = (Vec::new(), Vec::new());
    for one in judgements {
        let right = one.is_right();
        figures.right.add(right);
        figures.acceptable.add(one.is_acceptable());
        figures.undecided.add(one.undecided);
        if !one.undecided {
            figures.kept_right.add(right);
        }
        figures
            .by_label
            .entry(one.asked.label)
            .or_default()
            .add(right);
        *figures.by_layer.entry(one.layer.as_str()).or_default() += 1;
        pairs.push((one.asked.label, one.predicted));
        judged.extend(one.confidence.map(|confidence| Judged {
            confidence,
            right: one.is_acceptable(),
        }));
    }
    figures.macro_f1 = macro_f1(&pairs);
    figures.calibration_error = calibration_error(&judged, BINS);
    figures
}

/// Whether lists are told from what looks like one: those among the seen, and the seen
/// among all, where that was labelled.
///
/// # Errors
/// Those of [`judge`].
pub fn lists(asked: &[Labelling], router: &Router<'_>) -> Result<(Share, Share), EngineError> {
    let (mut precision, mut recall) = (Share::default(), Share::default());
    for one in asked {
        let Some(whole) = one.enumeration else {
            continue;
        };
        let embedding = router.embed(&one.text)?;
        let declared = Some(QuestionType::Retrieval);
        let decision =
            router.decide_declared(&one.text, one.previous, embedding.as_deref(), declared)?;
        let seen = decision.kind.route().is_some_and(|route| route.enumeration);
        if seen {
            precision.add(whole);
        }
        if whole {
            recall.add(seen);
        }
    }
    Ok((precision, recall))
}
