//! How a cluster is reached and laid out.

use std::time::Duration;

/// Of how many replicas a read must hear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadConsistency {
    /// Of one.
    One,
    /// Of all; what is on most of them counts.
    Majority,
    /// Of more than half; what is on all of these counts.
    Quorum,
    /// Of all; what is on all counts.
    All,
}

/// How a cluster is reached and laid out.
#[derive(Clone)]
pub struct Settings {
    /// Where its gRPC port is: `http://host:6334`, or `https://` for TLS by the system's roots.
    pub url: String,
    /// Sent with every call.
    pub api_key: Option<String>,
    /// What the names of collections begin with.
    pub collection: String,
    /// Shards of a collection that is made.
    pub shards: u32,
    /// Replicas of each shard of a collection that is made.
    pub replicas: u32,
    /// Replicas that must have a write before it is acknowledged.
    pub write_consistency: u32,
    /// Replicas that a read hears of.
    pub read_consistency: ReadConsistency,
    /// After this long a call is given up, with all that it tried.
    pub timeout: Duration,
    /// How often a call is tried.
    pub attempts: u32,
}

/// Without the key.
impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings")
            .field("url", &self.url)
            .field("api_key", &self.api_key.as_ref().map(|_| "…"))
            .field("collection", &self.collection)
            .finish_non_exhaustive()
    }
}

impl Settings {
    /// Those for a cluster of one node.
    pub fn of(url: &str) -> Settings {
        Settings {
            url: url.to_owned(),
            api_key: None,
            collection: "perusal".to_owned(),
            shards: 1,
            replicas: 1,
            write_consistency: 1,
            read_consistency: ReadConsistency::One,
            timeout: Duration::from_secs(10),
            attempts: 3,
        }
    }

    /// The name of the index in messages.
    pub(crate) fn name(&self) -> String {
        format!("the Qdrant cluster at {}", self.url)
    }
}
