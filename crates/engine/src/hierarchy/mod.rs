//! The level above documents: clusters of those that are about the same.
//!
//! Documents are clustered by their vectors, where every one has them, else by
//! their key terms. Nothing is read but summaries and vectors, so that ten
//! thousand documents take about a second; clusters are made again whenever
//! documents changed, and depend on nothing but the documents.

mod kmeans;
mod naming;
mod points;

use index::{Basis, Cluster, Clusters, DocumentId, Library, Snapshot, Summaries, Writer};
use models::Cancel;

use crate::EngineError;
use crate::summarize::{self, SUMMARY_VERSION};
use points::{Member, Points};

/// Grows with every change that gives other clusters.
const CLUSTER_VERSION: u32 = 1;

/// Up to this many documents, clusters are made again after every change;
/// beyond, when they are asked for.
pub const DOCUMENTS_AT_ONCE_MAX: usize = 20_000;

/// Documents whose summaries are made again in one commit.
const BATCH_DOCUMENTS: usize = 64;

/// What became of the clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refreshed {
    /// They are those of the documents there are.
    Current {
        /// How many there are.
        clusters: usize,
    },
    /// There are too many documents to do it by the way: [`build`] does.
    Deferred,
}

/// Brings the clusters up to date, unless there are too many documents.
///
/// # Errors
/// A store that cannot be read or written.
pub fn refresh(writer: &mut Writer) -> Result<Refreshed, EngineError> {
    let snapshot = Library::open(writer.dir())?.snapshot()?;
    if snapshot.documents().len() > DOCUMENTS_AT_ONCE_MAX {
        return Ok(Refreshed::Deferred);
    }
    recluster(writer, &snapshot)
}

/// Makes summaries of an older version again, and brings the clusters up to
/// date. Returns how many documents were summarised.
///
/// # Errors
/// As [`refresh`]; [`EngineError::Interrupted`] keeps what was done.
pub fn build(writer: &mut Writer, cancel: &Cancel) -> Result<(usize, Refreshed), EngineError> {
    let snapshot = Library::open(writer.dir())?.snapshot()?;
    let outdated: Vec<DocumentId> = snapshot
        .document_summaries()?
        .into_iter()
        .filter(|(_, version, _)| *version != SUMMARY_VERSION)
        .map(|(record, ..)| record.id.clone())
        .collect();
    for batch in outdated.chunks(BATCH_DOCUMENTS) {
        if cancel.is_cancelled() {
            return Err(EngineError::Interrupted);
        }
        let mut made: Vec<(DocumentId, Summaries)> = Vec::with_capacity(batch.len());
        for id in batch {
            if let Some(document) = snapshot.stored_document(id)? {
                made.push((id.clone(), summarize::summaries(&document)));
            }
        }
        writer.put_summaries(&made)?;
    }
    let refreshed = recluster(writer, &snapshot)?;
    Ok((outdated.len(), refreshed))
}

/// Whether the clusters of a snapshot are those of its documents.
///
/// # Errors
/// A damaged store.
pub fn is_current(snapshot: &Snapshot) -> Result<bool, EngineError> {
    let members = members(snapshot)?;
    let expected = fingerprint(snapshot, &members, basis(&members));
    Ok(snapshot.clusters_fingerprint()? == Some(expected))
}

fn recluster(writer: &mut Writer, snapshot: &Snapshot) -> Result<Refreshed, EngineError> {
    let members = members(snapshot)?;
    let basis = basis(&members);
    let fingerprint = fingerprint(snapshot, &members, basis);
    if snapshot.clusters_fingerprint()? == Some(fingerprint) {
        let clusters = snapshot.clusters()?.map_or(0, |made| made.clusters.len());
        return Ok(Refreshed::Current { clusters });
    }
    let clusters = clusters(snapshot, &members, basis)?;
    let count = clusters.len();
    writer.put_clusters(&Clusters {
        basis,
        fingerprint,
        clusters,
    })?;
    Ok(Refreshed::Current { clusters: count })
}

/// Documents with anything in them, in order of id.
fn members(snapshot: &Snapshot) -> Result<Vec<Member<'_>>, EngineError> {
    let summaries = snapshot.document_summaries()?;
    Ok(summaries
        .into_iter()
        .filter(|(record, ..)| record.chunks > 0)
        .map(|(record, _, summary)| Member { record, summary })
        .collect())
}

/// Vectors and key terms do not compare: one without vectors decides for all.
fn basis(members: &[Member<'_>]) -> Basis {
    let has_vectors = |member: &Member<'_>| member.record.embedded_chunks == member.record.chunks;
    if !members.is_empty() && members.iter().all(has_vectors) {
        Basis::Vectors
    } else {
        Basis::Terms
    }
}

/// An id names content under its path, so ids, summaries and model say it all.
fn fingerprint(snapshot: &Snapshot, members: &[Member<'_>], basis: Basis) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&CLUSTER_VERSION.to_le_bytes());
    hasher.update(&SUMMARY_VERSION.to_le_bytes());
    hasher.update(basis.as_str().as_bytes());
    if basis == Basis::Vectors {
        hasher.update(
            snapshot
                .identity()
                .embedder
                .as_deref()
                .unwrap_or("")
                .as_bytes(),
        );
    }
    for member in members {
        hasher.update(&[0]);
        hasher.update(member.record.id.as_str().as_bytes());
    }
    *hasher.finalize().as_bytes()
}

/// The clusters of documents, largest first.
fn clusters(
    snapshot: &Snapshot,
    members: &[Member<'_>],
    basis: Basis,
) -> Result<Vec<Cluster>, EngineError> {
    let points = match basis {
        Basis::Vectors => Points::of_vectors(snapshot, members)?,
        Basis::Terms => Points::of_terms(members),
    };
    let groups = kmeans::groups(&points);
    let names = naming::Names::of(members);
    let mut clusters: Vec<Cluster> = groups
        .iter()
        .map(|group| names.cluster(members, group))
        .collect();
    let first = |cluster: &Cluster| cluster.documents.iter().min().cloned();
    clusters
        .sort_by_cached_key(|cluster| (std::cmp::Reverse(cluster.documents.len()), first(cluster)));
    Ok(clusters)
}

#[cfg(test)]
mod tests;
