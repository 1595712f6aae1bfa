//! What an analysis tells of its segments and levels, and why it ended.

use std::ops::Range;
use std::time::Duration;

use index::DocumentId;
use text::Span;

use super::pyramid::Scoring;
use super::score::Parts;
use crate::answer::Citation;

/// What became of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SegmentState {
    /// All of its text was read.
    Read,
    /// Some of its passages were read.
    InPart,
    /// It was to be read or opened when time or the budget ended.
    Queued,
    /// It was scored, and opened or left.
    Scored,
}

impl SegmentState {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            SegmentState::Read => "read",
            SegmentState::InPart => "in_part",
            SegmentState::Queued => "queued",
            SegmentState::Scored => "scored",
        }
    }
}

/// A slice of a document.
#[derive(Debug, Clone)]
pub struct Segment {
    /// Its place among all that were made, from 0.
    pub id: usize,
    /// The segment it was cut from; `None` on level 0.
    pub parent: Option<usize>,
    /// Its level, from 0.
    pub level: usize,
    /// The document.
    pub document: DocumentId,
    /// Its path as added.
    pub path: String,
    /// Headings at its beginning, outermost first.
    pub section: Vec<String>,
    /// First and last page; `None` for unpaged formats.
    pub pages: Option<(u32, u32)>,
    /// Where it stands in the canonical text.
    pub span: Span,
    /// Its tokens.
    pub tokens: u64,
    /// What its score was made of.
    pub parts: Parts,
    /// Probability that it holds evidence, 0 to 1.
    pub score: f64,
    /// What became of it.
    pub state: SegmentState,
    /// Its score alone was enough to read it whole.
    pub at_once: bool,
    pub(super) source: usize,
    pub(super) chunks: Range<usize>,
    pub(super) kept: bool,
    pub(super) opened: bool,
}

/// What happened on a level.
#[derive(Debug, Clone)]
pub struct LevelReport {
    /// The level, from 0.
    pub level: usize,
    /// Segments that were made and scored.
    pub segments: usize,
    /// Told as it happens, of all levels: segments that are new or in another state than they
    /// were told last. Empty in what an analysis gives in the end.
    pub news: Vec<Segment>,
    /// The same of findings: those that were not told yet.
    pub found: Vec<Finding>,
    /// Those that reached the threshold, among the best `top_k` of what was cut.
    pub kept: usize,
    /// Those that were read whole for their score.
    pub read: usize,
    /// Those waiting, in the end those still waiting when time or the budget ended.
    pub queued: usize,
    /// How they were scored.
    pub method: Scoring,
    /// Why not otherwise, where another method was wished.
    pub fallback: Option<String>,
    /// Tokens of what was read.
    pub tokens_read: u64,
    /// Time spent, without that of a language model.
    pub time: Duration,
    /// Segments that a language model has read.
    pub by_model: usize,
    /// Calls of a language model.
    pub calls: usize,
    /// Scores and findings that were known from an earlier question.
    pub cached: usize,
    /// Time spent on a language model.
    pub time_asking: Duration,
}

/// Why an analysis ended before its work was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// Time for all of it, or for a level, was over.
    Deadline,
    /// The share of tokens that may be read was reached.
    Budget,
    /// The user interrupted.
    Interrupted,
}

impl Stopped {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Stopped::Deadline => "deadline",
            Stopped::Budget => "budget",
            Stopped::Interrupted => "interrupted",
        }
    }
}

impl Segment {
    pub(super) fn place(&self) -> usize {
        self.source
    }

    pub(super) fn chunks(&self) -> Range<usize> {
        self.chunks.clone()
    }

    /// Whether it was cut into segments of the next level.
    pub fn is_opened(&self) -> bool {
        self.opened
    }
}

/// What a segment says to the question.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The segment, by its id.
    pub segment: usize,
    /// What it says, quoted; markers count from 1 in each finding.
    pub text: String,
    /// The quotes, verified.
    pub citations: Vec<Citation>,
    /// Calibrated probability that it answers, 0 to 1; of a model its own number.
    pub confidence: f64,
    /// Who read it.
    pub by: ReadBy,
    /// The sub-question for whose sake it was read.
    pub asked: Option<String>,
}

/// Who has read a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadBy {
    /// The extractive reader: quotes alone.
    Extractive,
    /// A language model, by its name; its quotes were found in the text.
    Model(String),
}
