//! An index that follows a store is told of documents in batches that are neither too large for a
//! request nor smaller than they need be.

use std::ops::Range;
use std::sync::Mutex;

use index::{
    ArmQuery, Checkpoint, ChunkEntry, ChunkId, ChunkIndex, DocumentEntry, DocumentRecord, Grade,
    IndexError, Patience, Ranking, Scope, Snapshot, Version, Writer, follow,
};

use crate::support::*;

/// Keeps how many chunks each document of each batch had; nothing is searched in it.
#[derive(Default)]
struct Told(Mutex<Vec<Vec<usize>>>);

impl ChunkIndex for Told {
    fn version(&self, records: Version) -> Result<Version, IndexError> {
        Ok(records)
    }

    fn put(&self, documents: &[DocumentEntry], _: &Patience) -> Result<(), IndexError> {
        let chunks = documents.iter().map(|one| one.chunks.len()).collect();
        self.0.lock().unwrap().push(chunks);
        Ok(())
    }

    fn drop_documents(&self, _: &[i64], _: Version, _: &Patience) -> Result<(), IndexError> {
        Ok(())
    }

    fn arm(
        &self,
        _: &Snapshot,
        _: ArmQuery<'_>,
        _: &Scope,
        _: usize,
    ) -> Result<Ranking, IndexError> {
        panic!("nothing is searched")
    }

    fn scores(
        &self,
        _: &Snapshot,
        _: ArmQuery<'_>,
        _: &[ChunkId],
    ) -> Result<Vec<Option<f32>>, IndexError> {
        panic!("nothing is searched")
    }

    fn fetch(
        &self,
        _: &Snapshot,
        _: &DocumentRecord,
        _: Range<u32>,
    ) -> Result<Vec<ChunkEntry>, IndexError> {
        panic!("nothing is searched")
    }

    fn counts(&self, _: &Snapshot) -> Result<(u64, u64), IndexError> {
        panic!("nothing is counted")
    }

    fn grade(&self, _: u64) -> Grade {
        Grade::Exact
    }
}

#[test]
fn batches_are_as_large_as_they_may_be() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    // Twelve words a chunk. A batch has at most 256 chunks: four documents of 64 fill one, and one
    // of 300 is its own.
    let sizes = [64, 64, 64, 64, 10, 300, 100, 100, 100];
    for (number, chunks) in (0..).zip(sizes) {
        let new = document(&format!("{number}.txt"), &prose(number, chunks * 12));
        assert_eq!(new.chunks.len(), chunks);
        writer.put(vec![new]).unwrap();
    }
    let told = Told::default();
    let mut checkpoint = Checkpoint {
        library: "a".to_owned(),
        collection: "b".to_owned(),
        version: Version(0),
        towards: None,
        before: None,
        retired: None,
    };
    let mut heard = Vec::new();
    let patience = Patience::default();
    let each = |done: &index::Followed| heard.push(done.chunks);
    let done = follow(dir.path(), &told, &mut checkpoint, &patience, each, |_| {
        Ok(())
    });
    let batches = told.0.into_inner().unwrap();
    let of: Vec<usize> = batches.iter().map(|batch| batch.iter().sum()).collect();
    assert_eq!(of, [256, 10, 300, 200, 100], "{batches:?}");
    assert_eq!(heard, [256, 266, 566, 766, 866]);
    assert_eq!(
        (done.unwrap().chunks, checkpoint.version),
        (866, writer_version(&dir))
    );
}

fn writer_version(dir: &tempfile::TempDir) -> Version {
    let library = index::Library::open(dir.path()).unwrap();
    library.snapshot().unwrap().version()
}
