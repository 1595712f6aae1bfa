//! Asking a search endpoint on the web: SearXNG and what answers like it, `?q=…&format=json`.
//!
//! The endpoint is one that the user named, on this machine or another, and is asked alone: its
//! redirects are not followed. What it gives is foreign text: read within limits, stripped of
//! control characters, cut to lengths, and addresses other than of web pages are left out.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use serde::Deserialize;

use super::{Url, WebClient, WebError, error::told};
use crate::Limits;

/// Longest question sent, in bytes.
const QUERY_BYTES_MAX: usize = 1_000;

/// Where a search endpoint is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchEndpoint(Url);

impl SearchEndpoint {
    /// Reads the address of an endpoint, such as `http://127.0.0.1:8888/search`. An address without
    /// a path gets `/search`.
    ///
    /// # Errors
    /// [`WebError::BadUrl`].
    pub fn parse(address: &str) -> Result<Self, WebError> {
        let url = Url::parse(address)?;
        if url.target() == "/" {
            return Ok(Self(url.join("/search")?));
        }
        Ok(Self(url))
    }
}

impl std::fmt::Display for SearchEndpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// What one search may cost, and how much is kept of what comes.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    /// Time for the answer.
    pub timeout: Duration,
    /// Bytes of the answer.
    pub answer_bytes_max: u64,
    /// Characters kept of a title.
    pub title_chars_max: usize,
    /// Characters kept of a result's text.
    pub snippet_chars_max: usize,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(10),
            answer_bytes_max: 1 << 20,
            title_chars_max: 200,
            snippet_chars_max: 2_000,
        }
    }
}

/// One result of a search on the web: foreign text, to be shown as such.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebResult {
    /// Where it leads.
    pub url: String,
    /// The page's title; its address where it has none.
    pub title: String,
    /// What the endpoint quotes of it.
    pub snippet: String,
}

/// Finds pages on the web.
///
/// Returns at most `k` results, best first, each address once, every text without control
/// characters; fails within the limits.
pub trait WebSearch: Send + Sync {
    /// Results for a query.
    ///
    /// # Errors
    /// [`WebError`].
    fn results(&self, query: &str, k: usize, limits: &Limits) -> Result<Vec<WebResult>, WebError>;

    /// Where results come from, for people.
    fn name(&self) -> String;
}

/// An endpoint and the client that asks it.
pub struct EndpointSearch {
    client: Arc<WebClient>,
    endpoint: SearchEndpoint,
    bounds: SearchLimits,
}

impl EndpointSearch {
    /// Nothing is connected to yet.
    #[must_use]
    pub fn new(client: Arc<WebClient>, endpoint: SearchEndpoint, bounds: SearchLimits) -> Self {
        Self {
            client,
            endpoint,
            bounds,
        }
    }
}

impl WebSearch for EndpointSearch {
    fn results(&self, query: &str, k: usize, limits: &Limits) -> Result<Vec<WebResult>, WebError> {
        let (client, endpoint) = (&self.client, &self.endpoint);
        search(client, endpoint, query, k, &self.bounds, limits)
    }

    fn name(&self) -> String {
        self.endpoint.to_string()
    }
}

/// Asks an endpoint; at most `k` results, best first.
///
/// # Errors
/// [`WebError::BadAnswer`] for everything that is no list of results, and what
/// [`WebClient::fetch`] fails with.
pub fn search(
    client: &WebClient,
    endpoint: &SearchEndpoint,
    query: &str,
    k: usize,
    bounds: &SearchLimits,
    limits: &Limits,
) -> Result<Vec<WebResult>, WebError> {
    let query = &query[..query.floor_char_boundary(QUERY_BYTES_MAX)];
    let url = endpoint
        .0
        .with_parameter("q", query)
        .with_parameter("format", "json");
    let bad = |reason: String| WebError::BadAnswer {
        url: endpoint.to_string(),
        reason,
    };
    let reply = client.ask_ours(&url, bounds.answer_bytes_max, bounds.timeout, limits)?;
    match reply.status {
        200 => {}
        300..=399 => return Err(bad("it leads to another address; name that one".to_owned())),
        status => {
            return Err(WebError::Status {
                url: endpoint.to_string(),
                status,
            });
        }
    }
    let body = reply.body.trim_ascii_start();
    if reply.content_type == "text/html" || body.starts_with(b"<") {
        return Err(bad(
            "it sent a web page; an endpoint must answer in JSON (`search.formats` in SearXNG)"
                .to_owned(),
        ));
    }
    let answer: Answer =
        serde_json::from_slice(body).map_err(|error| bad(told(&error.to_string())))?;
    Ok(kept(answer, k, bounds))
}

/// The part of an answer that is used; the rest is passed over.
#[derive(Deserialize)]
struct Answer {
    results: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    content: Option<String>,
}

fn kept(answer: Answer, k: usize, bounds: &SearchLimits) -> Vec<WebResult> {
    let mut seen = BTreeSet::new();
    let result = |entry: Entry| {
        // Its normal form, in which nothing is hidden.
        let url = Url::parse(&entry.url?).ok()?.to_string();
        let title = clean(&entry.title.unwrap_or_default(), bounds.title_chars_max);
        Some(WebResult {
            title: if title.is_empty() { url.clone() } else { title },
            snippet: clean(&entry.content.unwrap_or_default(), bounds.snippet_chars_max),
            url,
        })
    };
    answer
        .results
        .into_iter()
        .filter_map(result)
        .filter(|result| seen.insert(result.url.clone()))
        .take(k)
        .collect()
}

/// White space made single, control characters and those that turn the direction of text left out,
/// cut to a length.
fn clean(text: &str, chars_max: usize) -> String {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    words
        .join(" ")
        .chars()
        .filter(|c| !matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'))
        .take(chars_max)
        .collect()
}
