//! The address of a server, checked once.

use std::{fmt, net::IpAddr};

use sha2::{Digest, Sha256};
use ureq::http::Uri;

use super::Service;
use crate::{ModelError, catalogue::hex};

/// Hex digits that tell addresses apart.
const HASH_DIGITS: usize = 8;

/// The base address of a server, without the path of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    base: String,
    loopback: bool,
    encrypted: bool,
}

impl Endpoint {
    /// Checks an address such as `http://127.0.0.1:11434`. That of an OpenAI-compatible server
    /// without a path gets the usual `/v1`.
    ///
    /// ```
    /// use models::remote::{Endpoint, Service};
    ///
    /// let endpoint = Endpoint::parse("http://localhost:8000/", Service::OpenAi).unwrap();
    /// assert_eq!(endpoint.to_string(), "http://localhost:8000/v1");
    /// assert!(endpoint.is_loopback());
    /// assert!(Endpoint::parse("ftp://files.example", Service::Tei).is_err());
    /// ```
    ///
    /// # Errors
    /// [`ModelError::BadEndpoint`] for what is no address of a web server, or carries a password:
    /// addresses are printed, keys are not.
    pub fn parse(address: &str, service: Service) -> Result<Self, ModelError> {
        let bad = |reason: &str| ModelError::BadEndpoint {
            // Whatever stands before an `@` may be a password.
            endpoint: address.rsplit('@').next().unwrap_or_default().to_owned(),
            reason: reason.to_owned(),
        };
        let uri: Uri = address
            .trim()
            .parse()
            .map_err(|_| bad("it is no address"))?;
        let encrypted = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(bad("it must start with http:// or https://")),
        };
        let authority = uri.authority().ok_or_else(|| bad("it names no host"))?;
        if authority.as_str().contains('@') {
            return Err(bad("it carries a name or a password; use an API key"));
        }
        if authority.host().is_empty() {
            return Err(bad("it names no host"));
        }
        if uri.query().is_some() || address.contains('#') {
            return Err(bad("it must end with its path, without `?` and `#`"));
        }
        let path = match uri.path().trim_end_matches('/') {
            "" if service == Service::OpenAi => "/v1",
            path => path,
        };
        let scheme = if encrypted { "https" } else { "http" };
        Ok(Self {
            base: format!("{scheme}://{}{path}", authority.as_str().to_lowercase()),
            loopback: is_loopback(authority.host()),
            encrypted,
        })
    }

    /// Whether the server is on this machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.loopback
    }

    /// Whether others on the way can read what is sent, a key included.
    #[must_use]
    pub fn is_in_the_clear(&self) -> bool {
        !self.encrypted && !self.loopback
    }

    /// The address of a call.
    pub(super) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Names the address, and what else shapes the vectors that come from there.
    pub(super) fn hash(&self, shaped_by: &[&str]) -> String {
        let mut hash = Sha256::new();
        for part in std::iter::once(&self.base.as_str()).chain(shaped_by) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        hex(&hash.finalize())[..HASH_DIGITS].to_owned()
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base)
    }
}

/// By name: `localhost` is this machine on every system that is not broken, and asking a name
/// server whether another name is would be a connection already.
fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_made_equal_and_told_apart() {
        let shown = |address| {
            let endpoint = Endpoint::parse(address, Service::Ollama).expect(address);
            (endpoint.to_string(), endpoint.is_loopback())
        };
        for (address, base, loopback) in [
            ("http://127.0.0.1:11434/", "http://127.0.0.1:11434", true),
            ("http://[::1]:80", "http://[::1]:80", true),
            ("HTTP://LocalHost:1/a/", "http://localhost:1/a", true),
            ("https://models.example", "https://models.example", false),
            ("http://10.0.0.7:80", "http://10.0.0.7:80", false),
            (
                "http://127.0.0.1.example",
                "http://127.0.0.1.example",
                false,
            ),
        ] {
            assert_eq!(shown(address), (base.to_owned(), loopback));
        }
        let hash = |address, parts: &[&str]| {
            let endpoint = Endpoint::parse(address, Service::Tei).expect(address);
            endpoint.hash(parts)
        };
        assert_eq!(hash("http://a:1", &["x"]), hash("http://A:1/", &["x"]));
        assert_ne!(hash("http://a:1", &["x"]), hash("http://a:2", &["x"]));
        assert_ne!(
            hash("http://a:1", &["x", ""]),
            hash("http://a:1", &["", "x"])
        );
    }

    #[test]
    fn what_is_no_address_is_refused_and_a_password_never_repeated() {
        for bad in [
            "",
            "127.0.0.1:11434",
            "file:///etc/passwd",
            "ftp://files.example",
            "http://",
            "http://host/?key=1",
            "http://host/#part",
            "http://two words",
        ] {
            let refused = Endpoint::parse(bad, Service::Ollama);
            assert!(
                matches!(refused, Err(ModelError::BadEndpoint { .. })),
                "{bad}"
            );
        }
        let refused = Endpoint::parse("https://me:hunter2@host/", Service::OpenAi);
        let told = refused.expect_err("a password").to_string();
        assert!(!told.contains("hunter2"), "{told}");
    }
}
