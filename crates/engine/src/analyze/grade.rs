//! Scores by a language model: it reads the most promising passages of a segment and gives a grade.

use index::Snapshot;
use models::schemars::JsonSchema;
use models::{Allowance, ModelError, Request, Typed};
use serde::Deserialize;

use super::excerpt::Excerpt;
use super::model::{Asked, Call, place};
use super::score::Scores;
use super::segment::Source;
use super::state::Segment;
use super::{cache, tokens};
use crate::EngineError;

/// Segments of a level that are graded.
pub(super) const GRADED_MAX: usize = 16;
/// Tokens of a segment that are read for its grade.
const EXCERPT_TOKENS_MAX: usize = 1_200;
/// Tokens of a grade with its braces.
const GRADE_TOKENS: u32 = 16;
/// The best grade.
const BEST: u8 = 10;

/// What a model says of a segment.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "models::schemars")]
struct Grade {
    /// 0 for nothing about the question, 10 for its answer.
    #[schemars(range(max = 10))]
    grade: u8,
}

/// What grades segments.
pub(super) struct Grader<'a> {
    pub asked: &'a Asked<'a>,
    pub snapshot: &'a Snapshot,
    pub allowance: Allowance,
    /// Graded so far, by level.
    pub graded: Vec<usize>,
}

/// Grades as scores, 0 to 1, in the order of the segments; `None` for those without.
pub(super) struct Graded {
    pub scores: Vec<Option<f64>>,
    pub calls: usize,
    pub cached: usize,
    /// Why some that were to have a grade have none.
    pub fallback: Option<String>,
}

impl Grader<'_> {
    /// Grades segments of a level, the most promising first.
    pub(super) fn grades(
        &mut self,
        level: usize,
        sources: &[Source],
        scores: &Scores,
        segments: &[&Segment],
    ) -> Graded {
        let mut graded = Graded {
            scores: vec![None; segments.len()],
            calls: 0,
            cached: 0,
            fallback: None,
        };
        if self.graded.len() <= level {
            self.graded.resize(level + 1, 0);
        }
        let most = GRADED_MAX.saturating_sub(self.graded[level]);
        let (mut places, mut calls) = (Vec::new(), Vec::new());
        for (at, segment) in segments.iter().take(most).enumerate() {
            let call = self.call(&sources[segment.place()], scores, segment);
            let Ok(Some(call)) = call else { continue };
            self.graded[level] += 1;
            match self.asked.known::<u8>(&call.key) {
                Some(grade) => {
                    graded.cached += 1;
                    graded.scores[at] = Some(as_score(grade));
                }
                None => {
                    places.push(at);
                    calls.push(call);
                }
            }
        }
        let budget = self.asked.scoring(self.allowance);
        let paid = self.asked.paid(&calls, &budget);
        if paid < calls.len() {
            graded.fallback = Some("llm gave way to dense+sparse: its budget was used up".into());
        }
        calls.truncate(paid);
        graded.calls = calls.len();
        let answers = self
            .asked
            .ask(&calls, &budget, &self.asked.limits_of_scoring());
        let mut fresh = Vec::new();
        for ((at, call), answer) in places.into_iter().zip(calls).zip(answers) {
            match parsed(answer) {
                Ok(grade) => {
                    graded.scores[at] = Some(as_score(grade));
                    fresh.push((call.key, call.document, grade));
                }
                Err(reason) => {
                    graded.fallback = Some(format!("llm gave way to dense+sparse: {reason}"));
                }
            }
        }
        self.asked.keep(&fresh);
        graded
    }

    fn call(
        &self,
        source: &Source,
        scores: &Scores,
        segment: &Segment,
    ) -> Result<Option<Call>, EngineError> {
        let asked = self.asked;
        let Ok(prompt) = asked.prompts.get("segment_grade") else {
            return Ok(None);
        };
        let context = place(&segment.path, &segment.section);
        let slots = |evidence: &str| {
            prompt.render(&[
                ("question", asked.question),
                ("context", &context),
                ("evidence", evidence),
            ])
        };
        let Ok(bare) = slots("") else { return Ok(None) };
        let typed = Typed::<Grade>::new();
        let fixed: usize = bare.iter().map(|message| asked.tokens(&message.text)).sum();
        let fixed = fixed + asked.tokens(&format!("{:?}", typed.shape()));
        let room = asked.room(fixed, GRADE_TOKENS, EXCERPT_TOKENS_MAX);
        let mut best: Vec<usize> = segment.chunks().collect();
        let worth = |chunk: usize| scores.passage(segment.place(), chunk);
        best.sort_by(|a, b| worth(*b).total_cmp(&worth(*a)).then(a.cmp(b)));
        let texts = best
            .iter()
            .map(|&chunk| (chunk, source.chunks[chunk].text.as_str()));
        let chunks = asked.fitting(texts, room);
        if chunks.is_empty() {
            return Ok(None);
        }
        let excerpt = Excerpt::of(self.snapshot, source, &chunks)?;
        let Ok(messages) = slots(&excerpt.text()) else {
            return Ok(None);
        };
        let key = cache::key(&[
            "grade",
            &tokens::document_hash(self.snapshot, source)?,
            &format!("{:?} {chunks:?}", segment.span),
            asked.question,
            &asked.name,
            &crate::content_hash(format!("{}{}", prompt.system, prompt.user).as_bytes()),
        ]);
        Ok(Some(Call {
            key,
            document: source.id.clone(),
            request: Request {
                messages,
                tokens_max: GRADE_TOKENS,
                shape: typed.shape(),
            },
        }))
    }
}

fn as_score(grade: u8) -> f64 {
    f64::from(grade.min(BEST)) / f64::from(BEST)
}

fn parsed(answer: Result<String, ModelError>) -> Result<u8, String> {
    let text = answer.map_err(|error| error.to_string())?;
    Typed::<Grade>::new().parse(&text).map(|grade| grade.grade)
}
