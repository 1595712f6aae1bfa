//! Settings of the web: how pages are fetched, and where it is searched.
//!
//! The search is off unless it was switched on and its endpoint named: each question it is asked for
//! leaves the machine.

use std::sync::Arc;

use perusal::SharedSearch;
use perusal::models::web::{
    Authority, EndpointSearch, SearchEndpoint, SearchLimits, WebClient, WebSearch, WebSettings,
};

use super::layers::Values;
use crate::failure::Failure;

const NAME_ONE: &str = "name a SearXNG server: `endpoint = \"http://127.0.0.1:8888/search\"`";

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
    /// What these values mean.
    pub fn of(values: &Values) -> Result<Self, Failure> {
        let client = WebSettings {
            timeout: values.time("web.timeout_ms")?,
            pause: values.time("web.pause_ms")?,
            allow_hosts: allow_hosts(values)?,
            ..WebSettings::default()
        };
        let endpoint: Option<String> = values.get("web.endpoint")?;
        let endpoint = endpoint.as_deref().map(SearchEndpoint::parse).transpose();
        let endpoint = endpoint.map_err(|error| Failure::Config {
            message: format!("`web.endpoint`: {error}"),
            hint: NAME_ONE.to_owned(),
        })?;
        let enabled = values.get("web.enabled")?;
        if enabled && endpoint.is_none() {
            return Err(Failure::Config {
                message: "`web.enabled` is true, and no `web.endpoint` is named".to_owned(),
                hint: NAME_ONE.to_owned(),
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

fn allow_hosts(values: &Values) -> Result<Vec<Authority>, Failure> {
    let hosts: Vec<String> = values.get("web.allow_hosts")?;
    let hosts = hosts.iter().map(|host| Authority::parse(host));
    let hosts: Result<_, _> = hosts.collect();
    hosts.map_err(|error| Failure::Config {
        message: format!("`web.allow_hosts`: {error}"),
        hint: "write hosts with their ports: `allow_hosts = [\"wiki.local:8080\"]`".to_owned(),
    })
}
