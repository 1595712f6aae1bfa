//! The keyword index: inverted lists by tantivy, terms by our analyzer, scores
//! by our own BM25 over what a version shows.
//!
//! Per chunk: its id, the row of its document and its length in terms as fast
//! fields, and the terms of context and body with frequencies and positions. The
//! terms of its title and of its headings, which are among these, are kept once more
//! in fields of their own with their frequencies, so that a score can weigh them; today's
//! does not look at them.
//! Nothing of the text is stored. Documents are only added in a commit; what
//! died leaves in a vacuum, so a reader of an older version still finds it.

mod analysis;
mod apart;
mod linked;
mod near;
mod opened;
mod packed;
mod search;
mod segment;
mod view;
mod writer;

use std::path::{Path, PathBuf};

pub(crate) use analysis::{ChunkTerms, ChunkText, analyze};
pub use apart::ContextField;
pub(crate) use linked::{is_file_name, link_to};
pub(crate) use opened::{folder_name, generation_of};
pub(crate) use segment::Segments;
pub(crate) use view::KeywordView;
pub use view::QueryTerm;
pub(crate) use writer::KeywordWriter;

use crate::IndexError;
use opened::Opened;

/// Files of the keyword index whose checksum differs, or that cannot be read.
pub(crate) fn damaged_files(
    store: &Path,
    generation: i64,
) -> Result<Vec<(PathBuf, String)>, IndexError> {
    let opened = Opened::open(store, generation)?;
    let metas = opened
        .index
        .searchable_segment_metas()
        .map_err(|error| IndexError::tantivy(&opened.dir, error))?;
    Ok(metas
        .iter()
        .flat_map(|meta| segment::damage(&opened, meta))
        .collect())
}
