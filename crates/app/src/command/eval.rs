//! What the commands of `perusal eval` have in common: models, libraries, files of predictions.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eval::Builder;
use perusal::models::Embedder;
use perusal::{IngestConfig, RetrieveConfig};

use crate::context::Context;
use crate::failure::Failure;
use crate::optional;

/// The settings of both sides, with the models of the optional arms that are on.
pub(super) struct Configs {
    pub ingest: IngestConfig,
    pub retrieve: RetrieveConfig,
}

pub(super) fn models_of(
    context: &Context,
    embedder: Option<&Arc<dyn Embedder>>,
) -> Result<Configs, Failure> {
    Ok(Configs {
        ingest: optional::ingest_config(context, embedder)?,
        retrieve: optional::retrieve_config(context, embedder)?,
    })
}

/// Folder of libraries and outcomes that evaluations keep.
pub(super) fn cache() -> PathBuf {
    crate::config::xdg("XDG_CACHE_HOME", ".cache").join("eval")
}

pub(super) fn builder<'a>(
    context: &Context,
    ingest: &'a IngestConfig,
    embedder: Option<&'a Arc<dyn Embedder>>,
) -> Builder<'a> {
    Builder {
        cache: cache(),
        ingest,
        embedder: embedder.map(|embedder| embedder.as_ref()),
        cancel: context.cancel.clone(),
    }
}

/// A file of predictions, one JSON object a line; nothing where none was named.
pub(super) struct Predictions(Option<(File, std::io::Result<()>)>);

impl Predictions {
    pub fn create(path: Option<&Path>) -> std::io::Result<Predictions> {
        let file = path.map(File::create).transpose()?;
        Ok(Predictions(file.map(|file| (file, Ok(())))))
    }

    /// Writes one; the first failure is told at the end. The object is made only where
    /// there is a file.
    pub fn write(&mut self, object: impl FnOnce() -> serde_json::Value) {
        if let Some((file, written @ Ok(()))) = &mut self.0 {
            *written = writeln!(file, "{}", object());
        }
    }

    /// Whether all were written.
    pub fn finish(self) -> std::io::Result<()> {
        self.0.map_or(Ok(()), |(_, written)| written)
    }
}

/// `0.250 1/4`, or `none` of nothing.
pub(super) fn share((part, whole): (usize, usize)) -> String {
    if whole == 0 {
        return "none".to_owned();
    }
    format!("{:.3} {part}/{whole}", part as f64 / whole as f64)
}

/// `0.081 of 57, by chance alone 0.092`, or `none` of nothing.
pub(super) fn reliability_line(one: Option<eval::Reliability>) -> String {
    one.map_or("none".to_owned(), |one| {
        format!(
            "{:.3} of {}, by chance alone {:.3}",
            one.error, one.count, one.noise
        )
    })
}
