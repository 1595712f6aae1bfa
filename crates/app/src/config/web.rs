//! Settings of the web: how pages are fetched, and where it is searched.
//!
//! The search is off unless it was switched on and its endpoint named: each question it is asked for
//! leaves the machine.

use std::sync::Arc;
use std::time::Duration;

use perusal::SharedSearch;
use perusal::models::web::{
    Authority, EndpointSearch, SearchEndpoint, SearchLimits, WebClient, WebSearch, WebSettings,
};

use super::resolved::in_range;
use super::written::Web;
use crate::failure::Failure;

/// A page gets at least a tenth of a second and at most an hour.
const TIMEOUT_MS: std::ops::RangeInclusive<u64> = 100..=3_600_000;
/// A longer pause than a minute is a stop.
const PAUSE_MS: std::ops::RangeInclusive<u64> = 0..=60_000;

/// How the web is asked.
#[derive(Debug)]
pub struct WebConfig {
    /// Whether questions may be asked of the endpoint.
    pub enabled: bool,
    /// The search endpoint.
    pub endpoint: Option<SearchEndpoint>,
    /// How pages are fetched.
    pub client: WebSettings,
}

impl WebConfig {
    /// Checks what was written.
    pub fn resolve(written: &Web) -> Result<Self, Failure> {
        let mut client = WebSettings::default();
        if let Some(timeout_ms) = written.timeout_ms {
            in_range("web.timeout_ms", timeout_ms, TIMEOUT_MS)?;
            client.timeout = Duration::from_millis(timeout_ms);
        }
        if let Some(pause_ms) = written.pause_ms {
            in_range("web.pause_ms", pause_ms, PAUSE_MS)?;
            client.pause = Duration::from_millis(pause_ms);
        }
        for host in written.allow_hosts.iter().flatten() {
            let host = Authority::parse(host).map_err(|error| Failure::Config {
                message: format!("`web.allow_hosts`: {error}"),
                hint: "write hosts with their ports: `allow_hosts = [\"wiki.local:8080\"]`"
                    .to_owned(),
            })?;
            client.allow_hosts.push(host);
        }
        let endpoint = written.endpoint.as_deref().map(SearchEndpoint::parse);
        let endpoint = endpoint.transpose().map_err(|error| Failure::Config {
            message: format!("`web.endpoint`: {error}"),
            hint: "name a SearXNG server: `endpoint = \"http://127.0.0.1:8888/search\"`".to_owned(),
        })?;
        let enabled = written.enabled.unwrap_or(false);
        if enabled && endpoint.is_none() {
            return Err(Failure::Config {
                message: "`web.enabled` is true, and no `web.endpoint` is named".to_owned(),
                hint: "name a SearXNG server: `endpoint = \"http://127.0.0.1:8888/search\"`"
                    .to_owned(),
            });
        }
        Ok(Self {
            enabled,
            endpoint,
            client,
        })
    }

    /// The search, where it is on; nothing is connected to before it is used.
    pub fn search(&self) -> Option<SharedSearch> {
        let endpoint = self.endpoint.clone().filter(|_| self.enabled)?;
        let client = Arc::new(WebClient::new(self.client.clone()));
        let search = EndpointSearch::new(client, endpoint, SearchLimits::default());
        let search: Arc<dyn WebSearch> = Arc::new(search);
        Some(search.into())
    }
}
