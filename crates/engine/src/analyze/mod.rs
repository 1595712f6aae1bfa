//! Long documents, read best first.
//!
//! A document is cut into segments on several levels ([`Pyramid`]), all from the same chunks.
//! Every segment is scored, the likeliest are read, those in between are opened: cut by the
//! next level and scored again. Whenever time or the budget ends, the most valuable part
//! has been read, and the analysis says what was not.
//!
//! A summary needs none of that: the sentences that are most central to each document and
//! its sections were found when it was added.

mod asking;
mod cache;
mod close;
mod compare;
mod conflict;
mod entities;
mod excerpt;
mod grade;
mod inquiry;
mod model;
mod overview;
mod pyramid;
mod read;
mod references;
mod run;
mod score;
mod segment;
mod state;
mod summary;
mod tokens;
mod workers;

use index::Snapshot;
use models::{Embedder, Limits};

pub use asking::{Analysis, AnalyzeRequest, Coverage, Means, Wish};
pub use cache::Cache;
pub use conflict::Conflict;
pub use model::{Model, ModelReport};
pub use pyramid::{LEVELS_MAX, Level, OlderWeights, Pyramid, PyramidError, Scoring};
pub use score::{FEATURES, FEATURES_BY_TOKENS, FEATURES_BY_WORDS, Parts, Signal};
pub use state::{Finding, LevelReport, ReadBy, Segment, SegmentState, Stopped};
pub(crate) use summary::{DOCUMENTS_MAX, summary};

use crate::EngineError;
use crate::fault;
use crate::retrieve::{QUERY_BYTES_MAX, Strategy};
use crate::route::{self, Classifiers, Granularity, Route, Shape};
use asking::{Asking, told};
use segment::Source;

/// Reads documents for a question, best first, until it is answered, the budget is used or
/// `limits` end it; a report of a level goes to `tell` whenever something happened on it.
///
/// # Errors
/// An empty or too long question, settings that fail [`Pyramid::check`], a document that
/// is not there, a store that cannot be read.
pub fn analyze(
    snapshot: &Snapshot,
    request: &AnalyzeRequest,
    means: &Means<'_>,
    limits: &Limits,
    tell: &mut dyn FnMut(&LevelReport),
) -> Result<Analysis, EngineError> {
    if request.question.trim().is_empty() {
        return Err(EngineError::QueryEmpty);
    }
    if request.question.len() > QUERY_BYTES_MAX {
        return Err(EngineError::QueryTooLong {
            limit: QUERY_BYTES_MAX,
            got: request.question.len(),
        });
    }
    let work = || steps(snapshot, request, means, limits, tell);
    let (analysis, faults) = fault::gather(work);
    Ok(Analysis {
        faults,
        ..analysis?
    })
}

/// Cuts documents into segments of the first level and scores them, no more: for measuring.
///
/// # Errors
/// As [`analyze`].
pub fn scored(
    snapshot: &Snapshot,
    request: &AnalyzeRequest,
    means: &Means<'_>,
    limits: &Limits,
) -> Result<(LevelReport, Vec<Segment>, Granularity), EngineError> {
    let route = routed(request, means.embedder, limits);
    let granularity = route.granularity;
    let sources = sources(snapshot, request)?;
    let asking = Asking {
        snapshot,
        request,
        means,
        limits,
        sources: &sources,
        route,
    };
    let (level, segments) = inquiry::scored(&asking)?;
    Ok((level, segments, granularity))
}

fn sources(snapshot: &Snapshot, request: &AnalyzeRequest) -> Result<Vec<Source>, EngineError> {
    let documents = request.documents.iter();
    documents.map(|id| Source::open(snapshot, id)).collect()
}

fn steps(
    snapshot: &Snapshot,
    request: &AnalyzeRequest,
    means: &Means<'_>,
    limits: &Limits,
    tell: &mut dyn FnMut(&LevelReport),
) -> Result<Analysis, EngineError> {
    let route = routed(request, means.embedder, limits);
    let sources = sources(snapshot, request)?;
    let asks_summary = route.wanted.strategy == Some(Strategy::Analyze);
    let wish = request.wish.unwrap_or(match asks_summary {
        true => Wish::Summary,
        false => Wish::Question,
    });
    if sources.is_empty() {
        // Time was over before a document was there.
        return Ok(told(wish, route, None, &sources, Some(Stopped::Deadline)));
    }
    let asking = Asking {
        snapshot,
        request,
        means,
        limits,
        sources: &sources,
        route,
    };
    match wish {
        Wish::Question => inquiry::question(asking, tell),
        Wish::Summary => overview::overview(asking, tell),
        Wish::References => {
            let found = references::references(snapshot, &sources, &request.question, limits)?;
            let (answer, whole) = found;
            let stopped = (!whole).then_some(Stopped::Deadline);
            Ok(told(wish, asking.route, answer, &sources, stopped))
        }
        Wish::Comparison => compare::comparison(asking, tell),
        Wish::Entities => entities::entities(asking),
    }
}

fn routed(request: &AnalyzeRequest, embedder: Option<&dyn Embedder>, limits: &Limits) -> Route {
    let embedding = route::embedding(&request.question, embedder, limits);
    let question = route::RouteInput {
        shape: Shape {
            documents: request.documents.len(),
        },
        embedding: embedding.as_deref(),
        ..route::RouteInput::new(&request.question)
    };
    let name = embedder.map(|one| one.profile().name.as_str());
    route::of_search(&question, Classifiers::shipped(name))
}

#[cfg(test)]
mod tests;
