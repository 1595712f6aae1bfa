//! Settings of the index of chunks: in the store, or on a cluster beside it.

use std::time::Duration;

use super::layers::Values;
use super::remote::KeySource;
use crate::failure::Failure;

/// Where chunks are searched.
#[derive(Debug)]
pub struct IndexSettings {
    /// On the cluster; else in the store.
    pub on_cluster: bool,
    /// The cluster's address, where one is named.
    pub url: Option<String>,
    /// What proves who asks it.
    pub key: KeySource,
    /// What the names of collections begin with.
    pub collection: String,
    /// Shards of a collection that is made.
    pub shards: u32,
    /// Replicas of each.
    pub replicas: u32,
    /// Replicas that must have a write.
    pub write_consistency: u32,
    /// Replicas that a read hears of.
    pub read_consistency: String,
    /// Longest time for one request.
    pub timeout: Duration,
}

impl IndexSettings {
    /// What these values mean.
    pub fn of(values: &Values) -> Result<Self, Failure> {
        let backend: String = values.get("index.backend")?;
        let settings = Self {
            on_cluster: backend == "qdrant",
            url: values.get("index.url")?,
            key: KeySource::of(values, "index")?,
            collection: values.get("index.collection")?,
            shards: values.get("index.shards")?,
            replicas: values.get("index.replicas")?,
            write_consistency: values.get("index.write_consistency")?,
            read_consistency: values.get("index.read_consistency")?,
            timeout: values.time("index.timeout_ms")?,
        };
        settings.check()?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), Failure> {
        let bad = |message: &str, hint: &str| Failure::Config {
            message: message.to_owned(),
            hint: hint.to_owned(),
        };
        let name = |it: char| it.is_ascii_alphanumeric() || "-_".contains(it);
        let length = self.collection.len();
        if !(1..=64).contains(&length) || !self.collection.chars().all(name) {
            return Err(bad(
                "`index.collection` is no name for a collection",
                "letters, digits, `-` and `_`, at most 64",
            ));
        }
        if self.on_cluster && self.url.is_none() {
            return Err(bad(
                "`index.backend` is `qdrant`, and no `index.url` is named",
                "name its gRPC port: `url = \"http://127.0.0.1:6334\"`",
            ));
        }
        if self.on_cluster && !cfg!(feature = "qdrant") {
            return Err(bad(
                "`index.backend` is `qdrant`, and this program was built without it",
                "build it with the feature `qdrant`, or set `index.backend = \"local\"`",
            ));
        }
        Ok(())
    }

    /// The cluster to talk to: that of the settings, or another address.
    ///
    /// # Errors
    /// An address that is none; a key that cannot be read.
    #[cfg(feature = "qdrant")]
    pub fn cluster(&self, address: Option<&str>) -> Result<qdrant::Settings, Failure> {
        if self.write_consistency > self.replicas {
            return Err(Failure::Config {
                message: "`index.write_consistency` is more than there are `index.replicas`"
                    .to_owned(),
                hint: "no write could ever count; make it at most the number of replicas"
                    .to_owned(),
            });
        }
        let named = address.or(self.url.as_deref()).unwrap_or_default();
        let key = self.key.read()?;
        Ok(qdrant::Settings {
            url: cluster_address(named)?,
            api_key: key.map(|key| key.secret().to_owned()),
            collection: self.collection.clone(),
            shards: self.shards,
            replicas: self.replicas,
            write_consistency: self.write_consistency,
            read_consistency: match self.read_consistency.as_str() {
                "majority" => qdrant::ReadConsistency::Majority,
                "quorum" => qdrant::ReadConsistency::Quorum,
                "all" => qdrant::ReadConsistency::All,
                _ => qdrant::ReadConsistency::One,
            },
            timeout: self.timeout,
            ..qdrant::Settings::of("")
        })
    }
}

/// The port where a cluster listens unless another is named.
#[cfg(feature = "qdrant")]
const PORT: u16 = 6_334;

/// A cluster's address in full: `qdrant://HOST` is `http://HOST:6334`, `qdrants://` the same over
/// TLS.
///
/// # Errors
/// What is no such address, or holds a password.
#[cfg(feature = "qdrant")]
pub fn cluster_address(named: &str) -> Result<String, Failure> {
    let bad = |reason: &str| Failure::Config {
        message: format!("`{named}` is no address of a cluster: {reason}"),
        hint: "it looks like `qdrant://127.0.0.1:6334`, or `qdrants://` for TLS".to_owned(),
    };
    let (scheme, rest) = named
        .split_once("://")
        .ok_or_else(|| bad("it names no protocol"))?;
    let scheme = match scheme {
        "qdrant" | "http" => "http",
        "qdrants" | "https" => "https",
        _ => return Err(bad("its protocol is not `qdrant`, `http` or `https`")),
    };
    if rest.contains('@') {
        return Err(bad("a key belongs into `index.api_key`"));
    }
    let place = rest.trim_end_matches('/');
    let odd = |it: char| it.is_whitespace() || it.is_control() || "/?#".contains(it);
    if place.is_empty() || place.contains(odd) {
        return Err(bad("it names no host, or more than one"));
    }
    // An address of six has colons of its own, within brackets.
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (place, None),
    };
    if host.is_empty() {
        return Err(bad("it names no host"));
    }
    let port = match port {
        None => PORT,
        Some(port) => port.parse().map_err(|_| bad("its port is no number"))?,
    };
    Ok(format!("{scheme}://{host}:{port}"))
}

#[cfg(all(test, feature = "qdrant"))]
mod tests {
    use super::cluster_address;

    #[test]
    fn addresses_are_told_in_full_or_refused() {
        let check = |named: &str, wanted: Option<&str>| {
            assert_eq!(cluster_address(named).ok().as_deref(), wanted, "{named}");
        };
        check("qdrant://10.0.0.7", Some("http://10.0.0.7:6334"));
        check(
            "qdrants://cluster.example",
            Some("https://cluster.example:6334"),
        );
        check("http://[::1]:7000/", Some("http://[::1]:7000"));
        check("qdrant://[::1]", Some("http://[::1]:6334"));
        for odd in [
            "",
            "host:6334",
            "ftp://a",
            "qdrant://",
            "qdrant://:1",
            "qdrant://a:x",
            "qdrant://key@a",
            "qdrant://a/b",
            "qdrant://a b",
        ] {
            check(odd, None);
        }
    }
}
