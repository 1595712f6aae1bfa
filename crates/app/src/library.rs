//! The library and the model a command works with.

use std::sync::Arc;

use perusal::index::{DocumentId, DocumentRecord, Library, Snapshot, Writer};
use perusal::models::{self, Embedder, ModelError};

use crate::config::Settings;
use crate::failure::Failure;
use crate::output::Output;

/// Opens the configured embedding model, when it is installed.
///
/// A model that is not installed is no error: everything works on keywords,
/// and the user is told. A damaged one is an error.
pub fn embedder(
    settings: &Settings,
    output: &Output,
) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    let Some(name) = &settings.embedder else {
        return Ok(None);
    };
    match models::open(name, settings.precision, &settings.model_cache) {
        Ok(embedder) => Ok(Some(embedder)),
        Err(ModelError::NotInstalled { name }) => {
            output.say(&format!(
                "note: the embedding model {name} is not installed: keywords only \
                 (`perusal models pull {name}` fetches it)"
            ));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// A snapshot for reading, and the model while the store is opened beside it.
pub fn reader(
    settings: &Settings,
    output: &Output,
) -> Result<(Snapshot, Option<Arc<dyn Embedder>>), Failure> {
    std::thread::scope(|scope| {
        let model = scope.spawn(|| embedder(settings, output));
        let snapshot = snapshot(settings);
        let model = model.join().unwrap_or(Ok(None));
        let snapshot = snapshot?;
        Ok((snapshot, model?))
    })
}

/// The newest state of the library.
pub fn snapshot(settings: &Settings) -> Result<Snapshot, Failure> {
    Ok(Library::open(&settings.store)?.snapshot()?)
}

/// The library for writing, made when it is not there.
pub fn writer(settings: &Settings, embedder: Option<&dyn Embedder>) -> Result<Writer, Failure> {
    let identity = perusal::ingest::identity(&settings.ingest, embedder);
    Ok(Writer::open(&settings.store, &identity)?)
}

/// The document a DOC argument names: an id, a unique prefix of one, or a path
/// as added.
pub fn find<'d>(
    documents: &'d [DocumentRecord],
    named: &str,
) -> Result<&'d DocumentRecord, Failure> {
    let by_path: Vec<_> = documents
        .iter()
        .filter(|document| document.path == named)
        .collect();
    let found = if by_path.is_empty() {
        documents
            .iter()
            .filter(|document| document.id.as_str().starts_with(named))
            .collect()
    } else {
        by_path
    };
    match found.as_slice() {
        [one] if !named.is_empty() => Ok(one),
        [] => Err(Failure::Document {
            message: format!("no document is named `{named}`"),
        }),
        several => {
            let list: Vec<String> = several
                .iter()
                .take(10)
                .map(|document| format!("  {}  {}", document.id.as_str(), document.path))
                .collect();
            Err(Failure::Document {
                message: format!(
                    "`{named}` could be {} documents:\n{}",
                    several.len(),
                    list.join("\n")
                ),
            })
        }
    }
}

/// The path of a document, as shown.
pub fn path_of(snapshot: &Snapshot, id: &DocumentId) -> String {
    snapshot
        .document(id)
        .map(|document| document.path.clone())
        .unwrap_or_default()
}
