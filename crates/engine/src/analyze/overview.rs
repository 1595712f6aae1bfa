//! A summary of documents as a whole: quotes of their central sentences, found when they were
//! added, and with a language model what its findings by section come to.

use super::asking::{Analysis, Asking, Wish, told};
use super::close::{self, Unit};
use super::inquiry::{plain, question, written};
use super::run::Frontier;
use super::score::{Has, Scores};
use super::state::{LevelReport, Stopped};
use super::summary::{SECTIONS_MAX, sections, summary};
use crate::EngineError;
use crate::answer::{Answer, Mode};
use crate::asked::Status;
use crate::fault::contained;
use crate::question::LibraryQuestion;

/// Summarizes documents; those without a summary are read like for any question.
pub(super) fn overview(
    asking: Asking<'_>,
    tell: &mut dyn FnMut(&LevelReport),
) -> Result<Analysis, EngineError> {
    let sure = asking.route.wanted.confidence.unwrap_or(1.0);
    let sure = if asking.request.wish.is_some() {
        1.0
    } else {
        sure
    };
    let quotes = |first: usize| -> Result<Option<Answer>, EngineError> {
        let documents = &asking.request.documents;
        let answer = contained("summary", || {
            summary(asking.snapshot, documents, sure, first)
        });
        Ok(answer.transpose()?.flatten())
    };
    let Some(quoted) = quotes(1)? else {
        return question(asking, tell);
    };
    let (asked, report) = asking.model();
    let (Some(asked), Some(mut report)) = (asked, report.clone()) else {
        let mut analysis = told(
            Wish::Summary,
            asking.route,
            Some(quoted),
            asking.sources,
            None,
        );
        analysis.model = report;
        return Ok(analysis);
    };
    let (snapshot, sources) = (asking.snapshot, asking.sources);
    let words = LibraryQuestion::read(snapshot, &asking.request.question);
    let scores = Scores::of(
        snapshot,
        asking.means.embedder,
        &words,
        sources,
        asking.limits,
    )?;
    let pyramid = &asking.request.pyramid;
    let granularity = asking.route.granularity;
    let mut frontier = Frontier::new(sources, &scores, pyramid, (granularity, &Has::default()));
    let mut units = Vec::new();
    let a_document = (SECTIONS_MAX / sources.len().max(1)).max(2);
    for (at, source) in sources.iter().enumerate() {
        for chunks in sections(snapshot, source, a_document)? {
            let segment = frontier.section(at, chunks.clone());
            units.push(Unit {
                segment,
                chunks: chunks.collect(),
                deeper: None,
                // Sections are not opened: the rest of the document is to be told of, too.
                depth: close::DEPTH_MAX,
            });
        }
    }
    close::read_closely(&asked, snapshot, &mut frontier, units, &mut report, tell)?;
    let answer = match written(&asked, &frontier.findings, 1, &mut report) {
        None => quoted,
        Some(prose) => match quotes(prose.citations.len() + 1)? {
            None => prose,
            Some(quoted) => joined(prose, quoted),
        },
    };
    report.usage = asked.usage();
    let stopped = frontier.stopped.filter(|why| *why != Stopped::Budget);
    let mut analysis = told(Wish::Summary, asking.route, Some(answer), sources, None);
    if stopped.is_some() {
        analysis.status = Status::Partial;
        analysis.stopped = stopped;
    }
    analysis.levels = frontier.levels;
    analysis.segments = frontier.segments;
    analysis.findings = frontier.findings;
    analysis.model = Some(report);
    Ok(analysis)
}

/// Prose, and behind it the quotes.
fn joined(prose: Answer, quoted: Answer) -> Answer {
    let mut citations = prose.citations;
    citations.extend(quoted.citations);
    Answer {
        confidence: prose.confidence,
        items: quoted.items,
        ..plain(
            format!("{}\n\n{}", prose.text, quoted.text),
            Mode::Generated,
            citations,
        )
    }
}
