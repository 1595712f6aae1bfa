//! An opened keyword index: its folder, its one schema.

use std::path::{Path, PathBuf};

use tantivy::directory::MmapDirectory;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};

use super::packed;
use crate::IndexError;

pub(super) const CHUNK: &str = "chunk";
pub(super) const LENGTH: &str = "length";

/// The fields of our one schema.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields {
    pub(super) chunk: Field,
    /// Indexed, so that a vacuum can delete by it.
    pub(super) document: Field,
    pub(super) length: Field,
    pub(super) terms: Field,
}

pub(super) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(packed::NAME)
        // Lengths are kept exactly in a field of their own: a norm in one byte
        // would give chunks of 200 and 215 terms the same score.
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::WithFreqs);
    let fields = Fields {
        chunk: builder.add_u64_field(CHUNK, FAST),
        document: builder.add_u64_field("document", INDEXED | FAST),
        length: builder.add_u64_field(LENGTH, FAST),
        terms: builder.add_text_field(
            "terms",
            TextOptions::default().set_indexing_options(indexing),
        ),
    };
    (builder.build(), fields)
}

/// An opened index and the folder it is in.
pub(super) struct Opened {
    pub(super) index: tantivy::Index,
    pub(super) fields: Fields,
    pub(super) dir: PathBuf,
}

impl Opened {
    /// Opens the index of a generation.
    pub(super) fn open(store: &Path, generation: i64) -> Result<Opened, IndexError> {
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
    pub(super) fn open_or_create(store: &Path, generation: i64) -> Result<Opened, IndexError> {
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
    pub(super) fn committed_batch(&self) -> Result<i64, IndexError> {
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

/// Name of the folder of a generation.
pub(crate) fn folder_name(generation: i64) -> String {
    format!("keyword.{generation}")
}

/// The generation a name belongs to, if it is that of a keyword folder.
pub(crate) fn generation_of(folder_name: &str) -> Option<i64> {
    folder_name.strip_prefix("keyword.")?.parse().ok()
}
