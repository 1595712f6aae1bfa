//! What every index of chunks promises, kept by a cluster.

use std::ops::Range;

use index::{
    ArmQuery, ChunkEntry, ChunkId, ChunkIndex, DocumentEntry, DocumentRecord, Grade, IndexError,
    LocalIndex, Patience, PayloadKind, Ranking, Scope, Snapshot, Version,
};
use qdrant_client::qdrant::{
    CountPoints, Filter, GetPoints, VectorsSelector, WithVectorsSelector, vector_output,
    with_vectors_selector,
};

use crate::cluster::Cluster;
use crate::point::{self, CHUNK, DENSE, EMBEDDED};
use crate::reading::{consistency, everything};
use crate::{filter, shape, write};

impl Cluster {
    /// Whether what is searched has vectors of a kind.
    fn has(&self, snapshot: &Snapshot, kind: PayloadKind) -> Result<bool, IndexError> {
        let place = self.place_of(snapshot.version())?;
        Ok(shape::has(&place.collection, kind))
    }

    fn count(&self, snapshot: &Snapshot, filter: Filter) -> Result<u64, IndexError> {
        let place = self.place_of(snapshot.version())?;
        let request = CountPoints {
            collection_name: place.collection,
            filter: Some(filter),
            exact: Some(true),
            read_consistency: consistency(self.caller().settings().read_consistency),
            ..CountPoints::default()
        };
        let answer = self.caller().call(snapshot.patience(), move |client| {
            let request = request.clone();
            async move { client.count(request).await }
        })?;
        let missing = || self.caller().refused("it counts nothing");
        Ok(answer.result.ok_or_else(missing)?.count)
    }
}

/// Of the vectors of a point, the dense one.
fn the_dense() -> WithVectorsSelector {
    let names = vec![DENSE.to_owned()];
    with_vectors_selector::SelectorOptions::Include(VectorsSelector { names }).into()
}

impl ChunkIndex for Cluster {
    fn version(&self, records: Version) -> Result<Version, IndexError> {
        Ok(self.checkpoint()?.serving().1.min(records))
    }

    fn put(&self, documents: &[DocumentEntry], patience: &Patience) -> Result<(), IndexError> {
        let (place, head) = self.filled(patience)?;
        write::put(
            self.caller(),
            &place.collection,
            &place.library,
            head.average,
            documents,
            patience,
        )
    }

    fn drop_documents(
        &self,
        copies: &[i64],
        died: Version,
        patience: &Patience,
    ) -> Result<(), IndexError> {
        let (place, _) = self.filled(patience)?;
        write::let_die(self.caller(), &place.collection, copies, died, patience)
    }

    fn arm(
        &self,
        snapshot: &Snapshot,
        query: ArmQuery<'_>,
        scope: &Scope,
        k: usize,
    ) -> Result<Ranking, IndexError> {
        match query {
            // A collection from before the model was chosen is searched until the new one is full.
            ArmQuery::Sparse(_) if !self.has(snapshot, PayloadKind::Sparse)? => {
                LocalIndex::of(self.dir()).arm(snapshot, query, scope, k)
            }
            // It scores what the others found.
            ArmQuery::Late(_) => Ok(Ranking::default()),
            _ => self.search(snapshot, query, scope, k),
        }
    }

    fn scores(
        &self,
        snapshot: &Snapshot,
        query: ArmQuery<'_>,
        chunks: &[ChunkId],
    ) -> Result<Vec<Option<f32>>, IndexError> {
        match query {
            ArmQuery::Sparse(_) if !self.has(snapshot, PayloadKind::Sparse)? => {
                LocalIndex::of(self.dir()).scores(snapshot, query, chunks)
            }
            ArmQuery::Late(_) if !self.has(snapshot, PayloadKind::Tokens)? => {
                LocalIndex::of(self.dir()).scores(snapshot, query, chunks)
            }
            _ => self.scores_of(snapshot, query, chunks),
        }
    }

    fn fetch(
        &self,
        snapshot: &Snapshot,
        document: &DocumentRecord,
        ordinals: Range<u32>,
    ) -> Result<Vec<ChunkEntry>, IndexError> {
        let place = self.place_of(snapshot.version())?;
        let wanted: Vec<(u32, ChunkId)> = (ordinals.start..ordinals.end.min(document.chunks))
            .map(|at| (at, ChunkId(document.first_chunk.0 + u64::from(at))))
            .collect();
        let ids = wanted.iter();
        let request = GetPoints {
            collection_name: place.collection,
            ids: ids
                .map(|(_, chunk)| point::id(&place.library, *chunk))
                .collect(),
            with_payload: Some(everything()),
            with_vectors: Some(the_dense()),
            read_consistency: consistency(self.caller().settings().read_consistency),
            ..GetPoints::default()
        };
        let answer = self.caller().call(snapshot.patience(), move |client| {
            let request = request.clone();
            async move { client.get_points(request).await }
        })?;
        let mut found = std::collections::HashMap::new();
        for point in answer.result {
            if let Some(chunk) = point::whole(&point.payload, CHUNK) {
                found.insert(chunk.unsigned_abs(), point);
            }
        }
        let entry = |(ordinal, chunk): (u32, ChunkId)| {
            let missing = || self.caller().refused(format!("it lacks chunk {}", chunk.0));
            let point = found.remove(&chunk.0).ok_or_else(missing)?;
            let embedded =
                point::whole(&point.payload, EMBEDDED).map(|it| Version(it.unsigned_abs()));
            let shown = embedded.filter(|embedded| *embedded <= snapshot.version());
            let dense = shown
                .and(point.vectors)
                .and_then(|vectors| vectors.get_vector_by_name(DENSE));
            Ok(ChunkEntry {
                chunk,
                ordinal,
                vector: dense.and_then(|vector| match vector {
                    vector_output::Vector::Dense(dense) => Some(dense.data),
                    _ => None,
                }),
                embedded: shown,
                ..ChunkEntry::default()
            })
        };
        wanted.into_iter().map(entry).collect()
    }

    fn counts(&self, snapshot: &Snapshot) -> Result<(u64, u64), IndexError> {
        let version = snapshot.version();
        let all = self.count(snapshot, filter::of_version(version))?;
        let mut embedded = filter::of_version(version);
        embedded.must.extend(filter::with_vector(DENSE, version));
        Ok((all, self.count(snapshot, embedded)?))
    }

    fn grade(&self, _vectors: u64) -> Grade {
        Grade::Approximate
    }
}
