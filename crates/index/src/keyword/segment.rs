//! Segments of the keyword index, opened for reading and checked.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use tantivy::directory::error::OpenReadError;
use tantivy::fastfield::AliveBitSet;
use tantivy::index::{
    InvertedIndexReader, SegmentComponent, SegmentId, SegmentMeta, SegmentReader,
};

use super::opened::{CHUNK, Fields, LENGTH, Opened, folder_name, schema};
use crate::IndexError;

/// How often the list of segments is read again when a writer merged them away
/// between reading the list and opening the files.
const OPEN_TRIES: usize = 20;

/// A segment whose files were checked, with what scoring needs in memory.
pub(crate) struct Segment {
    id: SegmentId,
    /// Tombstones are per commit, so a segment with newer ones is another.
    tombstones: Option<u64>,
    pub(super) lists: Arc<InvertedIndexReader>,
    /// Chunk id by document number of the segment.
    pub(super) chunks: Vec<u64>,
    /// Row of the chunk's document, likewise.
    documents: Vec<u64>,
    /// Terms of the chunk, likewise.
    pub(super) lengths: Vec<u32>,
    pub(super) alive: Option<AliveBitSet>,
}

impl Segment {
    fn open(opened: &Opened, meta: &SegmentMeta) -> Result<Segment, IndexError> {
        if let Some((file, reason)) = damage(opened, meta).into_iter().next() {
            return Err(IndexError::Damaged { file, reason });
        }
        let failed = |error| IndexError::tantivy(&opened.dir, error);
        let reader = SegmentReader::open(&opened.index.segment(meta.clone())).map_err(failed)?;
        let lengths = column(opened, &reader, LENGTH)?
            .into_iter()
            .map(|length| u32::try_from(length).unwrap_or(u32::MAX))
            .collect();
        Ok(Segment {
            id: meta.id(),
            tombstones: meta.delete_opstamp(),
            lists: reader.inverted_index(opened.fields.terms).map_err(failed)?,
            chunks: column(opened, &reader, CHUNK)?,
            documents: column(opened, &reader, "document")?,
            lengths,
            alive: reader.alive_bitset().cloned(),
        })
    }

    fn is(&self, meta: &SegmentMeta) -> bool {
        self.id == meta.id() && self.tombstones == meta.delete_opstamp()
    }
}

/// All values of a fast field, by document number.
fn column(opened: &Opened, reader: &SegmentReader, name: &str) -> Result<Vec<u64>, IndexError> {
    let column = reader
        .fast_fields()
        .column_first_or_default::<u64>(name)
        .map_err(|error| IndexError::tantivy(&opened.dir, error))?;
    if column.num_vals() != reader.max_doc() {
        let reason = format!(
            "segment {} has {} values of `{name}` for {} chunks",
            reader.segment_id().uuid_string(),
            column.num_vals(),
            reader.max_doc()
        );
        return Err(IndexError::damaged(&opened.dir.join("meta.json"), reason));
    }
    let mut values = vec![0; column.num_vals() as usize];
    column.get_range(0, &mut values);
    Ok(values)
}

/// The files of a segment that do not hold what was written to them. A file
/// that is not there is none of them: a merge may have removed it.
pub(super) fn damage(opened: &Opened, meta: &SegmentMeta) -> Vec<(PathBuf, String)> {
    let mut components = vec![
        SegmentComponent::Terms,
        SegmentComponent::Postings,
        SegmentComponent::Positions,
        SegmentComponent::FastFields,
        SegmentComponent::FieldNorms,
        SegmentComponent::Store,
    ];
    if meta.has_deletes() {
        components.push(SegmentComponent::Delete);
    }
    let check = |component| {
        let name = meta.relative_path(component);
        let reason = match opened.index.directory().validate_checksum(&name) {
            Ok(true) | Err(OpenReadError::FileDoesNotExist(_)) => return None,
            Ok(false) => "checksum differs".to_owned(),
            Err(error) => error.to_string(),
        };
        Some((opened.dir.join(name), reason))
    };
    components.into_iter().filter_map(check).collect()
}

/// The segments of an index at one moment.
#[derive(Clone)]
pub(crate) struct Segments {
    pub(super) all: Vec<Arc<Segment>>,
    pub(super) fields: Fields,
    pub(super) dir: PathBuf,
}

impl Segments {
    /// Opens the segments of a generation; those in `known` are not read again.
    pub(crate) fn load(
        store: &std::path::Path,
        generation: i64,
        known: Option<&Segments>,
    ) -> Result<Segments, IndexError> {
        let opened = Opened::open(store, generation)?;
        let known = known.filter(|known| known.dir == opened.dir);
        Self::open_knowing(&opened, known)
    }

    /// No segment: the index of a store that nothing was put into yet.
    pub(crate) fn none(store: &std::path::Path, generation: i64) -> Segments {
        let (_, fields) = schema();
        Segments {
            all: Vec::new(),
            fields,
            dir: store.join(folder_name(generation)),
        }
    }

    pub(super) fn open(opened: &Opened) -> Result<Segments, IndexError> {
        Self::open_knowing(opened, None)
    }

    fn open_knowing(opened: &Opened, known: Option<&Segments>) -> Result<Segments, IndexError> {
        let mut result = Self::try_open(opened, known);
        for _ in 1..OPEN_TRIES {
            match result {
                Err(ref error) if is_missing_file(error) => result = Self::try_open(opened, known),
                done => return done,
            }
        }
        result
    }

    fn try_open(opened: &Opened, known: Option<&Segments>) -> Result<Segments, IndexError> {
        let mut metas = opened
            .index
            .searchable_segment_metas()
            .map_err(|error| IndexError::tantivy(&opened.dir, error))?;
        metas.sort_by_key(SegmentMeta::id);
        let all = metas
            .iter()
            .map(|meta| {
                let same = known.and_then(|known| known.all.iter().find(|found| found.is(meta)));
                match same {
                    Some(segment) => Ok(Arc::clone(segment)),
                    None => Segment::open(opened, meta).map(Arc::new),
                }
            })
            .collect::<Result<Vec<Arc<Segment>>, IndexError>>()?;
        Ok(Segments {
            all,
            fields: opened.fields,
            dir: opened.dir.clone(),
        })
    }

    /// Rows of documents that the index holds, dead or alive, but `alive` does not.
    pub(super) fn documents_except(
        &self,
        alive: &BTreeSet<i64>,
    ) -> Result<BTreeSet<u64>, IndexError> {
        Ok(self
            .all
            .iter()
            .flat_map(|segment| &segment.documents)
            .filter(|&&document| i64::try_from(document).is_ok_and(|row| !alive.contains(&row)))
            .copied()
            .collect())
    }
}

/// True when a file of the list was not there.
fn is_missing_file(error: &IndexError) -> bool {
    match error {
        IndexError::Io { source, .. } => source.kind() == std::io::ErrorKind::NotFound,
        IndexError::Damaged { reason, .. } => reason.contains("FileDoesNotExist"),
        _ => false,
    }
}
