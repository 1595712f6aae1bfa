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
mod packed;
mod search;
mod segment;
mod view;
mod writer;

use std::path::{Path, PathBuf};

use tantivy::directory::MmapDirectory;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};

pub(crate) use analysis::{ChunkTerms, ChunkText, analyze};
pub use apart::ContextField;
pub(crate) use linked::{is_file_name, link_to};
pub(crate) use segment::Segments;
pub(crate) use view::KeywordView;
pub use view::QueryTerm;
pub(crate) use writer::KeywordWriter;

use crate::IndexError;

/// Name of the folder of a generation.
pub(crate) fn folder_name(generation: i64) -> String {
    format!("keyword.{generation}")
}

/// The generation a name belongs to, if it is that of a keyword folder.
pub(crate) fn generation_of(folder_name: &str) -> Option<i64> {
    folder_name.strip_prefix("keyword.")?.parse().ok()
}

const CHUNK: &str = "chunk";
const LENGTH: &str = "length";
const TITLE_LENGTH: &str = "title_length";
const HEADINGS_LENGTH: &str = "headings_length";

/// The fields of our one schema.
#[derive(Debug, Clone, Copy)]
struct Fields {
    chunk: Field,
    /// Indexed, so that a vacuum can delete by it.
    document: Field,
    length: Field,
    terms: Field,
    title: Field,
    title_length: Field,
    headings: Field,
    headings_length: Field,
}

fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(packed::NAME)
        // Lengths are kept exactly in a field of their own: a norm in one byte
        // would give chunks of 200 and 215 terms the same score.
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let apart = TextFieldIndexing::default()
        .set_tokenizer(packed::NAME)
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::WithFreqs);
    let apart = TextOptions::default().set_indexing_options(apart);
    let fields = Fields {
        chunk: builder.add_u64_field(CHUNK, FAST),
        document: builder.add_u64_field("document", INDEXED | FAST),
        length: builder.add_u64_field(LENGTH, FAST),
        terms: builder.add_text_field(
            "terms",
            TextOptions::default().set_indexing_options(indexing),
        ),
        title: builder.add_text_field("title", apart.clone()),
        title_length: builder.add_u64_field(TITLE_LENGTH, FAST),
        headings: builder.add_text_field("headings", apart),
        headings_length: builder.add_u64_field(HEADINGS_LENGTH, FAST),
    };
    (builder.build(), fields)
}

/// An opened index and the folder it is in.
struct Opened {
    index: tantivy::Index,
    fields: Fields,
    dir: PathBuf,
}

impl Opened {
    /// Opens the index of a generation.
    fn open(store: &Path, generation: i64) -> Result<Opened, IndexError> {
        let dir = store.join(folder_name(generation));
        if !dir.join("meta.json").is_file() {
            return Err(IndexError::damaged(&dir, "it is missing"));
        }
        let failed = |error| IndexError::tantivy(&dir, error);
        let directory = MmapDirectory::open(&dir).map_err(|error| failed(error.into()))?;
        let index = tantivy::Index::open(directory).map_err(failed)?;
        index
            .tokenizers()
            .register(packed::NAME, packed::Unpacker::default());
        let (schema, fields) = schema();
        if index.schema() != schema {
            return Err(IndexError::damaged(
                &dir.join("meta.json"),
                "its schema is not ours",
            ));
        }
        Ok(Opened { index, fields, dir })
    }

    /// Opens the index of a generation, or creates an empty one.
    fn open_or_create(store: &Path, generation: i64) -> Result<Opened, IndexError> {
        let dir = store.join(folder_name(generation));
        if !dir.join("meta.json").is_file() {
            crate::files::create_dir(&dir)?;
            let (schema, _) = schema();
            tantivy::Index::create_in_dir(&dir, schema)
                .map_err(|error| IndexError::tantivy(&dir, error))?;
            crate::files::sync_dir(&dir)?;
        }
        Self::open(store, generation)
    }

    /// The last batch the index holds, 0 before the first.
    fn committed_batch(&self) -> Result<i64, IndexError> {
        let metas = self
            .index
            .load_metas()
            .map_err(|error| IndexError::tantivy(&self.dir, error))?;
        match metas.payload {
            None => Ok(0),
            Some(payload) => payload.parse().map_err(|_| {
                IndexError::damaged(&self.dir.join("meta.json"), "its batch number is none")
            }),
        }
    }
}

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
