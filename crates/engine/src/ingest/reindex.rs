//! Vectors of another model, from the stored text, while the library serves.
//!
//! They are made beside those that are searched, block by block, and kept over a
//! kill; when all are there, one switch makes them the library's.

use std::time::Instant;

use index::Writer;
use models::{Cancel, Embedder, Limits};

use super::embed::{Block, embed_block, embed_pending};
use super::report::{EmbedReport, Event};
use crate::hierarchy::{self, Refreshed};
use crate::{Embedded, EngineError};

/// What came of a change of the model.
#[derive(Debug, Clone)]
pub struct ReindexReport {
    /// The model before; `None` for a library without vectors.
    pub before: Option<String>,
    /// What was embedded in this run.
    pub embedded: EmbedReport,
    /// Chunks whose vectors an earlier run had made.
    pub chunks_kept: u64,
    /// Chunks of the library.
    pub chunks_total: u64,
    /// The library is searched with the new vectors.
    pub switched: bool,
    /// The library had this model already; only missing vectors were made.
    pub unchanged: bool,
    /// What became of the clusters; `None` when the run was interrupted.
    pub clusters: Option<Refreshed>,
    /// True when the caller asked to stop before the end; what was made is kept.
    pub interrupted: bool,
}

/// Changes the model of the library behind `writer`, whose identity need not name
/// one. With `force` all vectors are made anew even if it has that model already.
///
/// # Errors
/// A store that cannot be written, a model that fails: what was made is kept, and
/// the next call goes on from there.
pub fn reindex(
    writer: &mut Writer,
    embedder: &dyn Embedder,
    embedded: Embedded,
    force: bool,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<ReindexReport, EngineError> {
    let profile = embedder.profile();
    let before = writer.identity().embedder.clone();
    let same = before.as_ref() == Some(&profile.id) && writer.identity().dim == Some(profile.dim);
    if same && !force {
        return complete(writer, embedder, embedded, cancel, on_event);
    }
    let begun = writer.begin_reembedding(&profile.id, profile.dim)?;
    let mut report = ReindexReport {
        before,
        embedded: EmbedReport {
            model: profile.id.clone(),
            ..EmbedReport::default()
        },
        chunks_kept: begun.chunks_done,
        chunks_total: begun.chunks_total,
        switched: false,
        unchanged: false,
        clusters: None,
        interrupted: false,
    };
    embed_all(writer, embedder, embedded, cancel, &mut report, on_event)?;
    if cancel.is_cancelled() {
        report.interrupted = true;
        return Ok(report);
    }
    report.switched = writer.finish_reembedding()?.is_some();
    report.clusters = Some(hierarchy::refresh(writer)?);
    writer.vacuum()?;
    Ok(report)
}

/// Makes vectors for all chunks that have none of the new model.
fn embed_all(
    writer: &mut Writer,
    embedder: &dyn Embedder,
    embedded: Embedded,
    cancel: &Cancel,
    report: &mut ReindexReport,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<(), EngineError> {
    let started = Instant::now();
    let limits = Limits {
        deadline: None,
        cancel: cancel.clone(),
    };
    let mut block = Block::first();
    let mut done = report.chunks_kept;
    while !cancel.is_cancelled() {
        let begun = Instant::now();
        let pending = writer.pending_reembedding(block.chunks())?;
        if pending.is_empty() {
            break;
        }
        let made = embed_block(&pending, embedder, embedded, &limits, &mut report.embedded)?;
        let Some(vectors) = made else {
            break;
        };
        writer.attach_reembedding(&vectors)?;
        block.took(begun.elapsed());
        done = writer.reembedding()?.map_or(done, |now| now.chunks_done);
        on_event(Event::Embedded {
            done,
            total: report.chunks_total,
        });
    }
    report.embedded.chunks = done - report.chunks_kept.min(done);
    report.embedded.time = started.elapsed();
    Ok(())
}

/// The library has the model: a change that was begun is given up, and what has
/// no vector gets one.
fn complete(
    writer: &mut Writer,
    embedder: &dyn Embedder,
    embedded: Embedded,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<ReindexReport, EngineError> {
    writer.drop_reembedding()?;
    let pending = writer.pending_count()?;
    let made = embed_pending(writer, embedder, embedded, cancel, on_event)?;
    let chunks_total = writer
        .documents()?
        .iter()
        .map(|document| u64::from(document.chunks))
        .sum::<u64>();
    let interrupted = cancel.is_cancelled();
    Ok(ReindexReport {
        before: writer.identity().embedder.clone(),
        embedded: made,
        chunks_kept: chunks_total - pending,
        chunks_total,
        switched: false,
        unchanged: true,
        clusters: if interrupted {
            None
        } else {
            Some(hierarchy::refresh(writer)?)
        },
        interrupted,
    })
}
