//! The frontier: segments of all levels and passages in one order, the best first, so that
//! whenever time ends the most valuable part has been read.
//!
//! A segment waits under the score of its best passage. When its turn comes it is read whole,
//! where it surely holds evidence, or cut by the next level; one of the last level gives its
//! passages, which then wait for themselves. So what is read is the order of a search over
//! these documents, and it costs no more than that, while a segment that deserves it is read
//! with all of its context.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::ops::Range;
use std::time::{Duration, Instant};

use index::Snapshot;
use models::Limits;

use super::grade::Grader;
use super::pyramid::{Pyramid, Scoring};
use super::read::Reader;
use super::score::{self, Has, Scores};
use super::segment::{self, Source};
use super::state::{Finding, LevelReport, ReadBy, Segment, SegmentState, Stopped};
use crate::EngineError;
use crate::route::Granularity;

/// A score from which a segment is read whole, rather than opened: nine of ten then hold
/// evidence (`perusal eval analysis`).
const READ_NOW: f64 = 0.9;
/// By which the budget is divided for the most that one segment may take: what a segment has beside its evidence
/// is context, and other places may hold evidence, too.
const WHOLE_PART_OF_BUDGET: u64 = 4;
/// Tokens of passages that are read at once, at first; each time twice as many, so that
/// something is known at once and a segment is not read many times.
const ROUND_TOKENS: u64 = 2_048;

/// Tokens that a sub-question opens.
pub(super) const DEEPER_TOKENS: u64 = 1_500;
/// By which the budget is divided for what is kept back for sub-questions.
const DEEPER_PART_OF_BUDGET: u64 = 10;
/// Sections of a segment that are read each for itself.
const SECTIONS_APART: usize = 4;

/// What waits and what was read.
pub(super) struct Frontier<'a> {
    pub sources: &'a [Source],
    pub scores: &'a Scores,
    pub pyramid: &'a Pyramid,
    pub segments: Vec<Segment>,
    pub findings: Vec<Finding>,
    /// States of segments, and how many findings, as they were told last.
    told: (Vec<SegmentState>, usize),
    pub levels: Vec<LevelReport>,
    pub stopped: Option<Stopped>,
    /// Chunks that were read, by document and place.
    pub read: BTreeSet<(usize, usize)>,
    /// Those that were given to a language model.
    pub close: BTreeSet<(usize, usize)>,
    /// The language model that scores, and the library it reads.
    grader: Option<Grader<'a>>,
    /// What was read of each segment as such.
    readings: BTreeMap<usize, BTreeSet<usize>>,
    waiting: BinaryHeap<Waiting>,
    /// Passages that are read next, by segment.
    round: BTreeMap<usize, BTreeSet<usize>>,
    round_tokens: u64,
    round_most: u64,
    /// Tokens kept back for sub-questions.
    kept_back: u64,
    late: BTreeSet<usize>,
}

/// What waits, under the score of its best passage.
#[derive(PartialEq)]
struct Waiting {
    score: f64,
    segment: usize,
    /// A passage of the segment, by its chunk; `None` for the segment itself.
    passage: Option<usize>,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = self.score.total_cmp(&other.score);
        let by_place = by_score.then(other.segment.cmp(&self.segment));
        by_place.then(other.passage.cmp(&self.passage))
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
        (granularity, has): (Granularity, &Has),
    ) -> Frontier<'a> {
        let levels = pyramid.levels.iter().enumerate().map(|(at, level)| {
            let (method, fallback) = score::method(level, granularity, has);
            LevelReport {
                level: at,
                segments: 0,
                news: Vec::new(),
                found: Vec::new(),
                kept: 0,
                read: 0,
                queued: 0,
                method,
                fallback,
                tokens_read: 0,
                time: Duration::ZERO,
                by_model: 0,
                calls: 0,
                cached: 0,
                time_asking: Duration::ZERO,
            }
        });
        Frontier {
            sources,
            scores,
            pyramid,
            segments: Vec::new(),
            findings: Vec::new(),
            told: (Vec::new(), 0),
            levels: levels.collect(),
            stopped: None,
            read: BTreeSet::new(),
            close: BTreeSet::new(),
            grader: None,
            readings: BTreeMap::new(),
            waiting: BinaryHeap::new(),
            round: BTreeMap::new(),
            round_tokens: 0,
            round_most: ROUND_TOKENS,
            kept_back: 0,
            late: BTreeSet::new(),
        }
    }

    /// Reads until the budget is used or something ends it.
    pub(super) fn run(
        &mut self,
        snapshot: &Snapshot,
        reader: &Reader<'_>,
        limits: &Limits,
        tell: &mut dyn FnMut(&LevelReport),
    ) -> Result<(), EngineError> {
        self.cut_all();
        self.tell(0, tell);
        while let Some(next) = self.waiting.pop() {
            self.stopped = self.stopped.or(ended(limits));
            let level = self.segments[next.segment].level;
            let waited = &mut self.levels[level].queued;
            *waited = waited.saturating_sub(usize::from(next.passage.is_none()));
            if self.stops_reading() || self.late.contains(&level) {
                self.leave(&next);
                continue;
            }
            let started = Instant::now();
            match next.passage {
                Some(chunk) => self.choose(next.segment, chunk),
                None => self.take(snapshot, reader, next.segment)?,
            }
            self.levels[level].time += started.elapsed();
            if self.round_tokens >= self.round_most {
                self.read_round(snapshot, reader, limits)?;
            }
            if self.levels[level].time >= self.pyramid.level_timeout() {
                self.late.insert(level);
            }
            self.tell(level, tell);
        }
        self.read_round(snapshot, reader, limits)?;
        self.tell(0, tell);
        let late = (!self.late.is_empty() && self.waits()).then_some(Stopped::Deadline);
        self.stopped = self
            .stopped
            .filter(|why| *why != Stopped::Budget)
            .or(late)
            .or(self.stopped);
        self.count();
        Ok(())
    }

    /// Makes the segments of the first level.
    pub(super) fn cut_all(&mut self) {
        for source in 0..self.sources.len() {
            let whole = 0..self.sources[source].chunks.len();
            self.make(source, whole, None);
        }
    }

    /// Tells of a level, with all that is news.
    fn tell(&mut self, level: usize, tell: &mut dyn FnMut(&LevelReport)) {
        let Some(report) = self.levels.get(level) else {
            return;
        };
        let mut report = report.clone();
        let (states, found) = &mut self.told;
        for segment in &self.segments {
            match states.get_mut(segment.id) {
                Some(state) if *state == segment.state => continue,
                Some(state) => *state = segment.state,
                None => states.push(segment.state),
            }
            report.news.push(segment.clone());
        }
        let new = self.findings.get(*found..);
        report.found = new.map(<[Finding]>::to_vec).unwrap_or_default();
        *found = self.findings.len();
        tell(&report);
    }

    /// Whether time is over. A used budget ends nothing by itself: something smaller may fit.
    fn stops_reading(&self) -> bool {
        self.stopped.is_some_and(|why| why != Stopped::Budget)
    }

    /// What time did not reach.
    fn leave(&mut self, left: &Waiting) {
        let segment = &mut self.segments[left.segment];
        if segment.state == SegmentState::Scored {
            segment.state = SegmentState::Queued;
        }
    }

    fn waits(&self) -> bool {
        let mut states = self.segments.iter().map(|segment| segment.state);
        states.any(|state| state == SegmentState::Queued)
    }

    /// Reads a segment, opens it, or gives its passages.
    fn take(
        &mut self,
        snapshot: &Snapshot,
        reader: &Reader<'_>,
        at: usize,
    ) -> Result<(), EngineError> {
        let segment = &self.segments[at];
        let threshold = self.pyramid.levels[segment.level].relevance_threshold;
        let surely = segment.kept && segment.score >= threshold.max(READ_NOW);
        let tokens = self.unread(at);
        if surely && self.fits(tokens) && tokens <= self.budget() / WHOLE_PART_OF_BUDGET {
            let chunks: Vec<usize> = segment.chunks.clone().collect();
            let finding = self.read_chunks(snapshot, reader, at, &chunks)?;
            self.segments[at].at_once = true;
            self.levels[self.segments[at].level].read += 1;
            let unsure = finding.is_none_or(|sure| sure < self.pyramid.deep_dive_threshold);
            // Once more, by smaller segments: each gives what it says best.
            if unsure && !self.is_last(at) {
                self.open(at);
            }
        } else if self.is_last(at) {
            self.give_passages(at);
        } else {
            self.open(at);
        }
        Ok(())
    }

    fn is_last(&self, at: usize) -> bool {
        self.segments[at].level + 1 == self.pyramid.levels.len()
    }

    /// Lets a language model score segments of levels that wish it.
    pub(super) fn grade_with(&mut self, grader: Grader<'a>) {
        self.grader = Some(grader);
    }

    /// Leaves some of what may be read for sub-questions.
    pub(super) fn keep_back(&mut self) {
        let budget = self.budget();
        let least = DEEPER_TOKENS.min(budget / 2);
        self.kept_back = (budget / DEEPER_PART_OF_BUDGET).max(least);
    }

    /// Whether so many tokens more may be read now.
    fn fits(&self, tokens: u64) -> bool {
        self.fits_deeper(tokens + self.kept_back)
    }

    /// The same for a sub-question.
    pub(super) fn fits_deeper(&self, tokens: u64) -> bool {
        tokens + self.tokens_read() + self.round_tokens <= self.budget()
    }

    fn give_passages(&mut self, at: usize) {
        let segment = &self.segments[at];
        let source = segment.source;
        let unread = segment.chunks.clone();
        let unread = unread.filter(|chunk| !self.read.contains(&(source, *chunk)));
        let passages = unread.map(|chunk| Waiting {
            score: self.scores.passage(source, chunk),
            segment: at,
            passage: Some(chunk),
        });
        self.waiting.extend(passages);
    }

    /// A passage for the next round, where the budget allows it.
    fn choose(&mut self, at: usize, chunk: usize) {
        let source = self.segments[at].source;
        let mut chosen = self.round.iter();
        let is_chosen = chosen.any(|(other, chunks)| {
            self.segments[*other].source == source && chunks.contains(&chunk)
        });
        if is_chosen || self.read.contains(&(source, chunk)) {
            return;
        }
        let tokens = u64::from(self.sources[source].chunks[chunk].tokens);
        if !self.fits(tokens) {
            self.stopped = self.stopped.or(Some(Stopped::Budget));
            return;
        }
        self.round.entry(at).or_default().insert(chunk);
        self.round_tokens += tokens;
    }

    /// Reads the passages that were chosen, those of the best segment first.
    fn read_round(
        &mut self,
        snapshot: &Snapshot,
        reader: &Reader<'_>,
        limits: &Limits,
    ) -> Result<(), EngineError> {
        let best = |frontier: &Self, at: usize, chunks: &BTreeSet<usize>| {
            let source = frontier.segments[at].source;
            let scores = chunks
                .iter()
                .map(|&chunk| frontier.scores.passage(source, chunk));
            scores.fold(0.0, f64::max)
        };
        let round = std::mem::take(&mut self.round);
        let mut round: Vec<(usize, BTreeSet<usize>)> = round.into_iter().collect();
        round.sort_by(|(a, of_a), (b, of_b)| {
            let by_score = best(self, *b, of_b).total_cmp(&best(self, *a, of_a));
            by_score.then(a.cmp(b))
        });
        for (at, chunks) in round {
            let tokens = self.tokens_of(at, chunks.iter().copied());
            self.round_tokens -= tokens.min(self.round_tokens);
            self.stopped = self.stopped.or(ended(limits));
            let level = self.segments[at].level;
            if self.stops_reading() || self.late.contains(&level) {
                self.leave(&Waiting {
                    score: 0.0,
                    segment: at,
                    passage: None,
                });
                continue;
            }
            let started = Instant::now();
            let chunks: Vec<usize> = chunks.into_iter().collect();
            self.read_chunks(snapshot, reader, at, &chunks)?;
            self.levels[level].time += started.elapsed();
        }
        self.round_most *= 2;
        Ok(())
    }

    /// Reads chunks of a segment; how sure its finding is, where there is one.
    fn read_chunks(
        &mut self,
        snapshot: &Snapshot,
        reader: &Reader<'_>,
        at: usize,
        chunks: &[usize],
    ) -> Result<Option<f64>, EngineError> {
        let place = self.segments[at].source;
        let mut sure: Option<f64> = None;
        for group in self.by_section(place, chunks) {
            let segment = &self.segments[at];
            let finding = reader.read(snapshot, &self.sources[place], segment, &group)?;
            if let Some(finding) = finding {
                sure = Some(sure.unwrap_or(0.0).max(finding.confidence));
                self.keep(finding);
            }
        }
        let fresh = chunks.iter().copied();
        let fresh = fresh.filter(|chunk| !self.read.contains(&(place, *chunk)));
        let tokens = self.tokens_of(at, fresh);
        self.levels[self.segments[at].level].tokens_read += tokens;
        self.read.extend(chunks.iter().map(|&chunk| (place, chunk)));
        self.readings.entry(at).or_default().extend(chunks);
        self.mark(at);
        Ok(sure)
    }

    /// What was read of a segment, by its state.
    fn mark(&mut self, at: usize) {
        let segment = &self.segments[at];
        let place = segment.source;
        let mut all = segment.chunks.clone();
        let whole = all.all(|chunk| self.read.contains(&(place, chunk)));
        self.segments[at].state = match whole {
            true => SegmentState::Read,
            false => SegmentState::InPart,
        };
    }

    /// Segments with what was read of them, the best passage first.
    pub(super) fn readings(&self) -> Vec<(usize, Vec<usize>)> {
        let best = |(at, chunks): &(usize, Vec<usize>)| {
            let place = self.segments[*at].source;
            let scores = chunks
                .iter()
                .map(|&chunk| self.scores.passage(place, chunk));
            scores.fold(0.0, f64::max)
        };
        let all = self.readings.iter();
        let mut all: Vec<(usize, Vec<usize>)> = all
            .map(|(at, chunks)| (*at, chunks.iter().copied().collect()))
            .collect();
        all.sort_by(|a, b| best(b).total_cmp(&best(a)).then(a.0.cmp(&b.0)));
        all
    }

    /// Takes account of a passage that is read for a sub-question.
    pub(super) fn note_read(&mut self, at: usize, chunk: usize) {
        let place = self.segments[at].source;
        if self.read.insert((place, chunk)) {
            let tokens = self.tokens_of(at, std::iter::once(chunk));
            self.levels[self.segments[at].level].tokens_read += tokens;
        }
        self.close.insert((place, chunk));
        self.mark(at);
    }

    /// What a language model says of a segment, in place of what was found without one.
    pub(super) fn replace(&mut self, finding: Finding) {
        self.findings
            .retain(|one| one.segment != finding.segment || one.by != ReadBy::Extractive);
        self.findings.push(finding);
    }

    /// Time that a language model may still take on a level.
    pub(super) fn level_time_left(&self, level: usize) -> Duration {
        let timeout = self.pyramid.level_timeout();
        timeout.saturating_sub(self.levels[level].time_asking)
    }

    /// Whether it has taken all of it.
    pub(super) fn is_late(&self, at: usize) -> bool {
        self.level_time_left(self.segments[at].level).is_zero()
    }

    /// Chunks of the best sections apart, since each may say something of its own, and the others
    /// together.
    fn by_section(&self, place: usize, chunks: &[usize]) -> Vec<Vec<usize>> {
        let of = &self.sources[place].chunks;
        let groups = chunks.chunk_by(|a, b| of[*a].section == of[*b].section);
        let mut groups: Vec<Vec<usize>> = groups.map(<[usize]>::to_vec).collect();
        if groups.len() <= SECTIONS_APART {
            return groups;
        }
        let best = |group: &Vec<usize>| {
            let scores = group.iter().map(|&chunk| self.scores.passage(place, chunk));
            scores.fold(0.0, f64::max)
        };
        groups.sort_by(|a, b| best(b).total_cmp(&best(a)).then(a.cmp(b)));
        let mut rest: Vec<usize> = groups.drain(SECTIONS_APART..).flatten().collect();
        rest.sort_unstable();
        groups.push(rest);
        groups
    }

    /// Keeps the surest finding of a section in a segment.
    fn keep(&mut self, finding: Finding) {
        let section = |one: &Finding| one.citations.first().map(|first| first.section.clone());
        let (segment, told) = (finding.segment, section(&finding));
        let mut known = self.findings.iter_mut();
        match known.find(|one| one.segment == segment && section(one) == told) {
            Some(known) if known.confidence < finding.confidence => *known = finding,
            Some(_) => {}
            None => self.findings.push(finding),
        }
    }

    fn open(&mut self, at: usize) {
        let segment = &mut self.segments[at];
        segment.opened = true;
        let (source, chunks) = (segment.source, segment.chunks.clone());
        self.make(source, chunks, Some(at));
    }

    /// Cuts a run of chunks into segments of the next level, scores them and lets them wait.
    fn make(&mut self, source: usize, whole: Range<usize>, parent: Option<usize>) {
        let started = Instant::now();
        let level = parent.map_or(0, |parent| self.segments[parent].level + 1);
        let settings = &self.pyramid.levels[level];
        let first = self.segments.len();
        for chunks in segment::cut(&self.sources[source], whole, settings) {
            let segment = self.segment((source, chunks), level, parent);
            self.segments.push(segment);
        }
        let mut order: Vec<usize> = (first..self.segments.len()).collect();
        let scoring = started.elapsed();
        if self.levels[level].method == Scoring::Llm {
            self.grade(level, &order);
        }
        let started = Instant::now();
        order.sort_by(|&a, &b| {
            let by_score = self.segments[b].score.total_cmp(&self.segments[a].score);
            by_score.then(a.cmp(&b))
        });
        for &segment in order.iter().take(settings.top_k as usize) {
            let segment = &mut self.segments[segment];
            segment.kept = segment.score >= settings.relevance_threshold;
        }
        for &segment in &order {
            let of = &self.segments[segment];
            let scores = of.chunks.clone();
            let scores = scores.map(|chunk| self.scores.passage(source, chunk));
            self.waiting.push(Waiting {
                score: scores.fold(0.0, f64::max),
                segment,
                passage: None,
            });
        }
        let report = &mut self.levels[level];
        report.segments += order.len();
        report.queued += order.len();
        let kept = |at: &&usize| self.segments[**at].kept;
        report.kept += order.iter().filter(kept).count();
        report.time += scoring + started.elapsed();
    }

    /// Has a language model score the most promising segments; others keep the score they have.
    fn grade(&mut self, level: usize, made: &[usize]) {
        let Some(mut grader) = self.grader.take() else {
            return;
        };
        let mut order = made.to_vec();
        order.sort_by(|&a, &b| {
            let by_score = self.segments[b].score.total_cmp(&self.segments[a].score);
            by_score.then(a.cmp(&b))
        });
        let segments: Vec<&Segment> = order.iter().map(|&at| &self.segments[at]).collect();
        let began = Instant::now();
        let graded = grader.grades(level, self.sources, self.scores, &segments);
        for (&at, grade) in order.iter().zip(&graded.scores) {
            if let Some(grade) = grade {
                self.segments[at].score = *grade;
            }
        }
        let report = &mut self.levels[level];
        report.calls += graded.calls;
        report.cached += graded.cached;
        report.fallback = report.fallback.take().or(graded.fallback);
        report.time_asking += began.elapsed();
        self.grader = Some(grader);
    }

    /// A segment of a run of chunks that is no cut of another.
    pub(super) fn section(&mut self, source: usize, chunks: Range<usize>) -> usize {
        let segment = self.segment((source, chunks), 0, None);
        self.levels[0].segments += 1;
        self.segments.push(segment);
        self.segments.len() - 1
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
        let tokens = from.tokens(&chunks);
        let parts = self.scores.parts(source, &chunks, (title, tokens));
        Segment {
            id: self.segments.len(),
            parent,
            level,
            document: from.id.clone(),
            path: from.path.clone(),
            section,
            pages: from.structure.pages_of(span),
            span,
            tokens,
            parts,
            score: score::score(self.pyramid, &parts, self.levels[level].method),
            state: SegmentState::Scored,
            source,
            chunks,
            kept: false,
            at_once: false,
            opened: false,
        }
    }

    /// Tokens of a segment that were not read as part of another.
    fn unread(&self, at: usize) -> u64 {
        let segment = &self.segments[at];
        let fresh = segment.chunks.clone();
        let fresh = fresh.filter(|chunk| !self.read.contains(&(segment.source, *chunk)));
        self.tokens_of(at, fresh)
    }

    fn tokens_of(&self, at: usize, chunks: impl Iterator<Item = usize>) -> u64 {
        let of = &self.sources[self.segments[at].source].chunks;
        chunks.map(|chunk| u64::from(of[chunk].tokens)).sum()
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
        for level in &mut self.levels {
            level.queued = 0;
        }
        for segment in &self.segments {
            if segment.state == SegmentState::Queued {
                self.levels[segment.level].queued += 1;
            }
        }
    }

    /// Chunks that were read, the best first.
    pub(super) fn best_read(&self, most: usize) -> Vec<(usize, usize)> {
        let mut best: Vec<(usize, usize)> = self.read.iter().copied().collect();
        let score = |&(source, chunk): &(usize, usize)| self.scores.passage(source, chunk);
        best.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.cmp(b)));
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
