//! The library a command works with.

pub mod opened;

use std::collections::BTreeMap;
use std::sync::Arc;

use perusal::index::{ChunkRecord, DocumentId, DocumentRecord, IndexError, Snapshot, Writer};
use perusal::models::Embedder;
use perusal::models::web::Url;
use perusal::text::{Document, Format};

use crate::config::Settings;
use crate::context::Context;
use crate::embedder;
use crate::failure::Failure;

pub use opened::{identity, identity_to_ask, records, snapshot};

/// A snapshot for reading, and the model that its vectors are of.
pub fn reader(context: &Context) -> Result<(Snapshot, Option<Arc<dyn Embedder>>), Failure> {
    let snapshot = snapshot(context)?;
    let embedder = embedder::to_ask(context, snapshot.identity())?;
    Ok((snapshot, embedder))
}

/// The library for writing, made when it is not there.
pub fn writer(settings: &Settings, embedder: Option<&dyn Embedder>) -> Result<Writer, Failure> {
    let identity = perusal::ingest::identity(&settings.ingest, embedder);
    Ok(Writer::open(&settings.store, &identity)?)
}

/// The document a DOC argument names: an id, a unique prefix of one, or a path
/// or an address as added.
pub fn find<'d>(
    documents: &'d [DocumentRecord],
    named: &str,
) -> Result<&'d DocumentRecord, Failure> {
    // Documents from the web are filed under the normal form of their address.
    let address = Url::parse(named).ok().map(|url| url.to_string());
    let by_path: Vec<_> = documents
        .iter()
        .filter(|document| document.path == named || Some(&document.path) == address.as_ref())
        .collect();
    if named.is_empty() {
        return Err(Failure::Document {
            message: "an empty name names no document".to_owned(),
        });
    }
    let found = if by_path.is_empty() {
        documents
            .iter()
            .filter(|document| document.id.as_str().starts_with(named))
            .collect()
    } else {
        by_path
    };
    match found.as_slice() {
        [one] => Ok(one),
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

/// Where chunks stand: each document's sections, pages and tables are read once,
/// since those of a large sheet take a while.
pub struct Places<'s> {
    snapshot: &'s Snapshot,
    read: BTreeMap<DocumentId, Arc<Document>>,
}

/// Where a chunk stands.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// What the document's pages are called.
    pub format: Option<Format>,
    /// First and last page.
    pub pages: Option<(u32, u32)>,
    /// First and last row of its sheet.
    pub rows: Option<(u32, u32)>,
    /// Headings above it, outermost first.
    pub section: Vec<String>,
}

impl<'s> Places<'s> {
    /// Nothing read yet.
    pub fn new(snapshot: &'s Snapshot) -> Self {
        Self {
            snapshot,
            read: BTreeMap::new(),
        }
    }

    /// The place of a chunk.
    pub fn of(&mut self, chunk: &ChunkRecord) -> Result<Place, IndexError> {
        if !self.read.contains_key(&chunk.document) {
            let structure = self.snapshot.structure(&chunk.document)?;
            self.read.insert(chunk.document.clone(), structure);
        }
        let Some(structure) = self.read.get(&chunk.document) else {
            return Ok(Place::default());
        };
        let path = chunk.section.map(|section| structure.heading_path(section));
        Ok(Place {
            format: Some(structure.format),
            pages: chunk.pages,
            rows: structure.rows_of(chunk.span),
            section: path.into_iter().flatten().map(str::to_owned).collect(),
        })
    }
}

impl Place {
    /// `page 3`, `slides 3-4`, `rows 12-30`; empty where there is neither.
    pub fn locator(&self) -> String {
        locator(self.format, self.pages, self.rows)
    }
}

/// `page 3`, `slides 3-4`, `rows 12-30`; empty where there is neither.
pub fn locator(
    format: Option<Format>,
    pages: Option<(u32, u32)>,
    rows: Option<(u32, u32)>,
) -> String {
    let page = format.map_or("page", Format::page_noun);
    let told = |noun: &str, range: Option<(u32, u32)>| match range {
        None => String::new(),
        Some((first, last)) if first == last => format!("{noun} {first}"),
        Some((first, last)) => format!("{noun}s {first}-{last}"),
    };
    let parts = [told(page, pages), told("row", rows)];
    parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// The path of a document, as shown.
pub fn path_of(snapshot: &Snapshot, id: &DocumentId) -> String {
    snapshot
        .document(id)
        .map(|document| document.path.clone())
        .unwrap_or_default()
}
