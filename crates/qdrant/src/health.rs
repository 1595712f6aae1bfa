//! What is wrong with a cluster.

use index::{Checkpoint, IndexError, Library, Patience};
use qdrant_client::qdrant::{CollectionClusterInfoRequest, CollectionStatus, ReplicaState};

use crate::call::Caller;
use crate::cluster::Cluster;
use crate::shape::Shape;
use crate::{collection, head::Head, spoken};

/// How far the average length of a chunk may drift from the one all weights were made by.
const DRIFT_MAX: f32 = 0.1;

/// One thing that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong, with both values.
    pub what: String,
    /// What would mend it.
    pub mend: Mend,
}

/// What would mend something at a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mend {
    /// Telling it of the changes since, which also makes what is missing.
    Follow,
    /// Filling it anew.
    Afresh,
    /// Something at the cluster itself.
    There,
}

/// How a cluster is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    /// As the cluster says.
    pub version: String,
    /// The collection that is searched.
    pub collection: String,
    /// Versions of the records that the cluster does not have yet.
    pub behind: u64,
    /// What is wrong; empty when all is well.
    pub findings: Vec<Finding>,
}

impl Cluster {
    /// Looks at version, nodes, layout and indexes of what is searched.
    ///
    /// # Errors
    /// [`IndexError::Unreachable`]; [`IndexError::Refused`] where there is nothing to look at.
    pub fn health(&self, patience: &Patience) -> Result<Health, IndexError> {
        let caller = self.caller();
        let version = spoken::fits(caller, patience)?;
        let checkpoint = self.checkpoint()?;
        let place = self.place()?;
        let snapshot = Library::open(self.dir())?.snapshot()?;
        let info = collection::info(caller, &place.collection, patience)?;
        let mut findings = Vec::new();
        let mut find = |what: String, mend: Mend| findings.push(Finding { what, mend });
        for what in collection::differences(&info, &Shape::of(&snapshot)?) {
            find(what, Mend::Afresh);
        }
        for (key, _) in collection::missing_indexes(&info) {
            find(
                format!("key `{key}` of the payload has no index"),
                Mend::Follow,
            );
        }
        match info.status() {
            CollectionStatus::Red => find("its status is red".to_owned(), Mend::There),
            CollectionStatus::Yellow | CollectionStatus::Grey => {
                find("it is being optimised".to_owned(), Mend::There);
            }
            _ => {}
        }
        let settings = caller.settings();
        let params = info.config.as_ref().and_then(|it| it.params.as_ref());
        if let Some(params) = params {
            let pairs = [
                ("shards", params.shard_number, settings.shards),
                (
                    "replicas",
                    params.replication_factor.unwrap_or(1),
                    settings.replicas,
                ),
                (
                    "write consistency",
                    params.write_consistency_factor.unwrap_or(1),
                    settings.write_consistency,
                ),
            ];
            for (what, there, here) in pairs.into_iter().filter(|(_, a, b)| a != b) {
                find(
                    format!("{what}: {there} there, {here} configured"),
                    Mend::Afresh,
                );
            }
        }
        let head = collection::head(caller, &place.collection, patience)?;
        let served = checkpoint.serving().1;
        match Head::check(head, caller, &place.library, served) {
            Err(error) => find(error.to_string(), Mend::Afresh),
            Ok(head) => {
                let statistics = snapshot.counts();
                let now = statistics.terms_total as f32 / statistics.chunks.max(1) as f32;
                if (now / head.average - 1.0).abs() > DRIFT_MAX && statistics.chunks > 0 {
                    find(
                        format!(
                            "chunks have {now:.0} terms in the mean, their weights were made for {:.0}",
                            head.average
                        ),
                        Mend::Afresh,
                    );
                }
            }
        }
        for what in dead_replicas(caller, &place.collection, patience)? {
            find(what, Mend::There);
        }
        Ok(Health {
            version,
            collection: place.collection,
            behind: snapshot.version().0.saturating_sub(served.0),
            findings,
        })
    }

    /// The same for a store that has no note of the cluster yet: only whether it can be used.
    ///
    /// # Errors
    /// As [`Cluster::health`].
    pub fn reachable(&self, patience: &Patience) -> Result<String, IndexError> {
        spoken::fits(self.caller(), patience)
    }

    /// Whether the library was ever put there.
    ///
    /// # Errors
    /// [`IndexError::Damaged`].
    pub fn is_noted(&self) -> Result<bool, IndexError> {
        Ok(Checkpoint::load(self.dir())?.is_some())
    }
}

/// Replicas of shards that do not answer.
fn dead_replicas(
    caller: &Caller,
    collection: &str,
    patience: &Patience,
) -> Result<Vec<String>, IndexError> {
    let request = CollectionClusterInfoRequest {
        collection_name: collection.to_owned(),
    };
    let answer = caller.call(patience, move |client| {
        let request = request.clone();
        async move { client.collection_cluster_info(request).await }
    })?;
    let remote = answer.remote_shards.iter();
    let remote = remote.map(|shard| (shard.shard_id, shard.state()));
    let local = answer.local_shards.iter();
    let local = local.map(|shard| (shard.shard_id, shard.state()));
    Ok(remote
        .chain(local)
        .filter(|(_, state)| *state == ReplicaState::Dead)
        .map(|(shard, _)| format!("a replica of shard {shard} is dead"))
        .collect())
}
