//! The frontier: segments of all levels in one order, the likeliest first, so that whenever
//! time ends the most valuable part has been read.

use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap};
use std::ops::Range;
use std::time::{Duration, Instant};

use index::{DocumentId, Snapshot};
use models::Limits;
use text::Span;

use super::pyramid::{Pyramid, Scoring};
use super::read::{Finding, Reader};
use super::score::{self, Parts, Scores};
use super::segment::{self, Source};
use crate::EngineError;
use crate::route::Granularity;

/// A score from which a segment is read as it is, rather than opened.
const READ_NOW: f64 = 0.7;

/// What became of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SegmentState {
    /// All of its text was read.
    Read,
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
    source: usize,
    chunks: Range<usize>,
    opened: bool,
}

/// What happened on a level.
#[derive(Debug, Clone)]
pub struct LevelReport {
    /// The level, from 0.
    pub level: usize,
    /// Segments that were made and scored.
    pub segments: usize,
    /// Those that reached the threshold.
    pub kept: usize,
    /// Those that were read.
    pub read: usize,
    /// Those still waiting when time or the budget ended.
    pub queued: usize,
    /// How they were scored.
    pub method: Scoring,
    /// Why not otherwise, where another method was wished.
    pub fallback: Option<String>,
    /// Tokens of what was read.
    pub tokens_read: u64,
    /// Time spent.
    pub time: Duration,
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

/// The segments in order of their likelihood.
pub(super) struct Frontier<'a> {
    pub sources: &'a [Source],
    pub scores: &'a Scores,
    pub pyramid: &'a Pyramid,
    pub segments: Vec<Segment>,
    pub findings: Vec<Finding>,
    pub levels: Vec<LevelReport>,
    pub stopped: Option<Stopped>,
    /// Chunks that were read, by document and place.
    pub read: BTreeSet<(usize, usize)>,
    waiting: BinaryHeap<Waiting>,
    late: BTreeSet<usize>,
}

#[derive(PartialEq)]
struct Waiting {
    /// Among the best `top_k` of the segment it was cut from, which go before all others.
    best: bool,
    score: f64,
    segment: usize,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_best = self.best.cmp(&other.best);
        let by_score = by_best.then(self.score.total_cmp(&other.score));
        by_score.then(other.segment.cmp(&self.segment))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'a> Frontier<'a> {
    pub(super) fn new(
        sources: &'a [Source],
        scores: &'a Scores,
        pyramid: &'a Pyramid,
        granularity: Granularity,
    ) -> Frontier<'a> {
        let levels = pyramid.levels.iter().enumerate().map(|(at, level)| {
            let (method, fallback) = score::method(level, granularity);
            LevelReport {
                level: at,
                segments: 0,
                kept: 0,
                read: 0,
                queued: 0,
                method,
                fallback,
                tokens_read: 0,
                time: Duration::ZERO,
            }
        });
        Frontier {
            sources,
            scores,
            pyramid,
            segments: Vec::new(),
            findings: Vec::new(),
            levels: levels.collect(),
            stopped: None,
            read: BTreeSet::new(),
            waiting: BinaryHeap::new(),
            late: BTreeSet::new(),
        }
    }

    /// Reads until nothing waits that is worth it, or something ends it.
    pub(super) fn run(
        &mut self,
        snapshot: &Snapshot,
        reader: &Reader<'_>,
        limits: &Limits,
        tell: &mut dyn FnMut(&LevelReport),
    ) -> Result<(), EngineError> {
        for source in 0..self.sources.len() {
            let whole = 0..self.sources[source].chunks.len();
            self.make(source, whole, None);
        }
        if let Some(report) = self.levels.first() {
            tell(report);
        }
        while let Some(next) = self.waiting.pop() {
            self.stopped = self.stopped.or(ended(limits));
            let level = self.segments[next.segment].level;
            let unlikely = next.score < self.pyramid.levels[level].relevance_threshold;
            if unlikely && self.is_sure() {
                continue;
            }
            if self.stopped.is_some() || self.late.contains(&level) {
                self.segments[next.segment].state = SegmentState::Queued;
                continue;
            }
            let started = Instant::now();
            self.take(snapshot, reader, next.segment, next.score)?;
            let report = &mut self.levels[level];
            report.time += started.elapsed();
            if report.time >= self.pyramid.level_timeout() {
                self.late.insert(level);
            }
            tell(&self.levels[level]);
        }
        let late = (!self.late.is_empty() && self.waits()).then_some(Stopped::Deadline);
        self.stopped = self.stopped.or(late);
        self.count();
        Ok(())
    }

    /// Whether something that was read says enough.
    fn is_sure(&self) -> bool {
        let enough = self.pyramid.deep_dive_threshold;
        self.findings.iter().any(|one| one.confidence >= enough)
    }

    fn waits(&self) -> bool {
        let mut states = self.segments.iter().map(|segment| segment.state);
        states.any(|state| state == SegmentState::Queued)
    }

    /// Reads a segment, or opens it.
    fn take(
        &mut self,
        snapshot: &Snapshot,
        reader: &Reader<'_>,
        at: usize,
        score: f64,
    ) -> Result<(), EngineError> {
        let level = self.segments[at].level;
        let threshold = self.pyramid.levels[level].relevance_threshold;
        let last = level + 1 == self.pyramid.levels.len();
        let fits = self.unread(at) + self.tokens_read() <= self.budget();
        if !last && (score < threshold.max(READ_NOW) || !fits) {
            self.open(at);
            return Ok(());
        }
        if !fits {
            self.segments[at].state = SegmentState::Queued;
            self.stopped = self.stopped.or(Some(Stopped::Budget));
            return Ok(());
        }
        let segment = &self.segments[at];
        let source = &self.sources[segment.source];
        let finding = reader.read(snapshot, source, segment)?;
        let (place, chunks) = (segment.source, segment.chunks.clone());
        let tokens = self.unread(at);
        self.read.extend(chunks.map(|chunk| (place, chunk)));
        self.segments[at].state = SegmentState::Read;
        self.levels[level].read += 1;
        self.levels[level].tokens_read += tokens;
        let unsure = finding
            .as_ref()
            .is_none_or(|one| one.confidence < self.pyramid.deep_dive_threshold);
        self.findings.extend(finding);
        // Once more, by smaller segments: each gives what it says best.
        if unsure && !last {
            self.open(at);
        }
        Ok(())
    }

    fn open(&mut self, at: usize) {
        let segment = &mut self.segments[at];
        segment.opened = true;
        let (source, chunks) = (segment.source, segment.chunks.clone());
        self.make(source, chunks, Some(at));
    }

    /// Cuts a run of chunks into segments of the next level, scores all and lets the best wait.
    fn make(&mut self, source: usize, whole: Range<usize>, parent: Option<usize>) {
        let started = Instant::now();
        let level = parent.map_or(0, |parent| self.segments[parent].level + 1);
        let settings = &self.pyramid.levels[level];
        let from = &self.sources[source];
        let first = self.segments.len();
        for chunks in segment::cut(from, whole, settings) {
            let segment = self.segment((source, chunks), level, parent);
            self.segments.push(segment);
        }
        let mut order: Vec<usize> = (first..self.segments.len()).collect();
        order.sort_by(|&a, &b| {
            let by_score = self.segments[b].score.total_cmp(&self.segments[a].score);
            by_score.then(a.cmp(&b))
        });
        let report = &mut self.levels[level];
        report.segments += order.len();
        let kept = |at: &&usize| self.segments[**at].score >= settings.relevance_threshold;
        report.kept += order.iter().filter(kept).count();
        let most = settings.top_k as usize;
        let waiting = order
            .into_iter()
            .enumerate()
            .map(|(rank, segment)| Waiting {
                best: rank < most,
                score: self.segments[segment].score,
                segment,
            });
        self.waiting.extend(waiting);
        report.time += started.elapsed();
    }

    fn segment(
        &self,
        (source, chunks): (usize, Range<usize>),
        level: usize,
        parent: Option<usize>,
    ) -> Segment {
        let from = &self.sources[source];
        let span = from.span(&chunks);
        let section: Vec<String> =
            from.structure
                .section_at(span.start)
                .map_or_else(Vec::new, |section| {
                    let path = from.structure.heading_path(section).into_iter();
                    path.map(str::to_owned).collect()
                });
        let title = section.last().map_or("", String::as_str);
        let parts = self.scores.parts(source, &chunks, title);
        Segment {
            id: self.segments.len(),
            parent,
            level,
            document: from.id.clone(),
            path: from.path.clone(),
            section,
            pages: from.structure.pages_of(span),
            span,
            tokens: from.tokens(&chunks),
            parts,
            score: score::score(self.pyramid, &parts),
            state: SegmentState::Scored,
            source,
            chunks,
            opened: false,
        }
    }

    /// Tokens of a segment that were not read as part of another.
    fn unread(&self, at: usize) -> u64 {
        let segment = &self.segments[at];
        let chunks = &self.sources[segment.source].chunks;
        let fresh = segment.chunks.clone();
        let fresh = fresh.filter(|chunk| !self.read.contains(&(segment.source, *chunk)));
        fresh.map(|chunk| u64::from(chunks[chunk].tokens)).sum()
    }

    pub(super) fn tokens_total(&self) -> u64 {
        let sources = self.sources.iter();
        sources.map(|one| one.tokens(&(0..one.chunks.len()))).sum()
    }

    pub(super) fn tokens_read(&self) -> u64 {
        self.levels.iter().map(|level| level.tokens_read).sum()
    }

    /// Tokens that may be read: the share, but what one segment of the last level holds at
    /// least, so that a short document is read whole.
    fn budget(&self) -> u64 {
        let share = (self.tokens_total() as f64 * self.pyramid.read_share_max).floor();
        let least = self
            .pyramid
            .levels
            .last()
            .map_or(0, |one| one.segment_tokens);
        (share as u64).max(u64::from(least))
    }

    fn count(&mut self) {
        for segment in &self.segments {
            if segment.state == SegmentState::Queued {
                self.levels[segment.level].queued += 1;
            }
        }
    }

    /// Chunks that were read, the likeliest first.
    pub(super) fn best_read(&self, most: usize) -> Vec<(usize, usize, f64)> {
        let scored = self.read.iter().map(|&(source, chunk)| {
            let score = self.scores.chunk(source, chunk);
            (source, chunk, score)
        });
        let mut best: Vec<(usize, usize, f64)> = scored.collect();
        best.sort_by(|a, b| b.2.total_cmp(&a.2).then((a.0, a.1).cmp(&(b.0, b.1))));
        best.truncate(most);
        best
    }
}

/// Whether time is over.
fn ended(limits: &Limits) -> Option<Stopped> {
    if limits.cancel.is_cancelled() {
        return Some(Stopped::Interrupted);
    }
    let over = limits.deadline.is_some_and(|end| Instant::now() >= end);
    over.then_some(Stopped::Deadline)
}

impl Segment {
    pub(super) fn chunks(&self) -> Range<usize> {
        self.chunks.clone()
    }

    pub(super) fn place(&self) -> usize {
        self.source
    }

    /// Whether it was cut into segments of the next level.
    pub fn is_opened(&self) -> bool {
        self.opened
    }
}
