//! The keyword index: inverted lists by tantivy, terms by our analyzer, scores
//! by our own BM25 over what a version shows.
//!
//! Per chunk: its id, the row of its document and its length in terms as fast
//! fields, and its terms with how often they count: once in its text, more often in
//! what is indexed with it (BM25F with one saturation, weighed when it is written).
//! Nothing of the text is stored. Documents are only added in a commit; what
//! died leaves in a vacuum, so a reader of an older version still finds it.

mod analysis;
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
