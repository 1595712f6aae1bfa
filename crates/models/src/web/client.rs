//! Fetching a page: `robots.txt`, the request, its redirects.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use super::{
    Authority, Url, WebError,
    request::{self, Names, Reply, Request},
    robots::{ROBOTS_BYTES_MAX, Robots},
};
use crate::Limits;

/// What is read from the web; JSON only from a search endpoint.
const PAGE_TYPES: &[&str] = &[
    "text/html",
    "application/xhtml+xml",
    "text/plain",
    "text/markdown",
    "text/x-markdown",
    "application/pdf",
];

/// The same, as servers are told.
const PAGE_ACCEPT: &str =
    "text/html, application/xhtml+xml, text/markdown, text/plain, application/pdf;q=0.9";

/// How long a pause goes on before the caller's limits are looked at.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How the web is asked.
#[derive(Clone, Debug)]
pub struct WebSettings {
    /// Who we say we are. Sites address us as `perusal`.
    pub user_agent: String,
    /// Time for a page, redirects and `robots.txt` included.
    pub timeout: Duration,
    /// Largest page, in bytes.
    pub page_bytes_max: u64,
    /// Redirects followed from one page.
    pub redirects_max: usize,
    /// Least pause between two pages of a site; the site may ask for a longer one.
    pub pause: Duration,
    /// Servers that the user names, which may be on this machine or network and on any port. They
    /// are reached by their own address and from each other, never by a page of the web.
    pub allow_hosts: Vec<Authority>,
}

impl Default for WebSettings {
    fn default() -> Self {
        Self {
            user_agent: concat!("perusal/", env!("CARGO_PKG_VERSION")).to_owned(),
            timeout: Duration::from_secs(30),
            page_bytes_max: 20_000_000,
            redirects_max: 5,
            pause: Duration::from_millis(500),
            allow_hosts: Vec::new(),
        }
    }
}

/// A page as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Where it was found in the end.
    pub url: Url,
    /// Its type without parameters, in lower case; empty where the server names none.
    pub content_type: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Fetches pages. What it learns of sites' `robots.txt` it keeps for as long as it lives.
pub struct WebClient {
    settings: WebSettings,
    names: Names,
    /// What each site asks of us, by scheme, host and port.
    robots: Mutex<BTreeMap<String, Arc<Robots>>>,
    /// When each site was asked for a page last.
    asked: Mutex<BTreeMap<String, Instant>>,
}

impl WebClient {
    /// A client; nothing is connected to yet.
    #[must_use]
    pub fn new(settings: WebSettings) -> Self {
        Self::with_names(settings, Names::default())
    }

    /// A client with other names.
    pub(super) fn with_names(settings: WebSettings, names: Names) -> Self {
        Self {
            settings,
            names,
            robots: Mutex::default(),
            asked: Mutex::default(),
        }
    }

    /// Fetches a page, as far as its site allows.
    ///
    /// # Errors
    /// [`WebError`]; all but [`WebError::BadAnswer`].
    pub fn fetch(&self, url: &Url, limits: &Limits) -> Result<Page, WebError> {
        self.pause(url, limits)?;
        let ends = Instant::now() + self.settings.timeout;
        let is_ours = self.settings.allow_hosts.contains(url.authority());
        let (url, reply) = self.follow(url, is_ours, |url, is_ours| {
            let robots = self.robots(url, is_ours, ends, limits)?;
            if !robots.allow(url.target()) {
                let url = url.to_string();
                return Err(WebError::Robots { url });
            }
            let request = self.request(url, is_ours);
            request::send(request, ends, self.settings.timeout, limits)
        })?;
        match reply.status {
            200 => Ok(Page {
                url,
                content_type: reply.content_type,
                bytes: reply.body,
            }),
            status => Err(WebError::Status {
                url: url.to_string(),
                status,
            }),
        }
    }

    /// Waits until the site may be asked for another page.
    fn pause(&self, url: &Url, limits: &Limits) -> Result<(), WebError> {
        let origin = url.origin();
        let robots = locked(&self.robots).get(&origin).cloned();
        let delay = robots.and_then(|robots| robots.delay).unwrap_or_default();
        let asked = locked(&self.asked).get(&origin).copied();
        let until = asked.map(|asked| asked + self.settings.pause.max(delay));
        loop {
            limits.check().map_err(WebError::Stopped)?;
            let left = until.map_or(Duration::ZERO, |until| {
                until.saturating_duration_since(Instant::now())
            });
            if left.is_zero() {
                break;
            }
            thread::sleep(left.min(LOOK_EVERY));
        }
        locked(&self.asked).insert(origin, Instant::now());
        Ok(())
    }

    /// What the site of a page asks of us; learnt once.
    fn robots(
        &self,
        url: &Url,
        is_ours: bool,
        ends: Instant,
        limits: &Limits,
    ) -> Result<Arc<Robots>, WebError> {
        let origin = url.origin();
        if let Some(robots) = locked(&self.robots).get(&origin) {
            return Ok(Arc::clone(robots));
        }
        let unknown = |reason: String| WebError::RobotsUnknown {
            url: url.to_string(),
            reason,
        };
        let place = url.join("/robots.txt")?;
        let asked = self.follow(&place, is_ours, |url, is_ours| {
            let request = Request {
                accept: "text/plain, */*;q=0.5",
                bytes_max: ROBOTS_BYTES_MAX,
                may_cut: true,
                types: None,
                ..self.request(url, is_ours)
            };
            request::send(request, ends, self.settings.timeout, limits)
        });
        let robots = match asked {
            Ok((_, reply)) => match reply.status {
                200..=299 => Robots::parse(&reply.body),
                // The site has none, or shows it to nobody: nothing is forbidden (RFC 9309, 2.3.1.3).
                400..=499 => Robots::default(),
                status => return Err(unknown(format!("it answered with status {status}"))),
            },
            // A refused site is told as what it is, and so is a caller's own limit.
            Err(error @ (WebError::Stopped(_) | WebError::Refused { .. })) => return Err(error),
            Err(error) => return Err(unknown(error.to_string())),
        };
        let robots = Arc::new(robots);
        locked(&self.robots).insert(origin, Arc::clone(&robots));
        Ok(robots)
    }

    fn request(&self, url: &Url, is_ours: bool) -> Request {
        Request {
            url: url.clone(),
            user_agent: self.settings.user_agent.clone(),
            accept: PAGE_ACCEPT,
            bytes_max: self.settings.page_bytes_max,
            may_cut: false,
            types: Some(PAGE_TYPES),
            is_ours,
            names: self.names.clone(),
        }
    }

    /// One request to a server that the user named, without redirects and `robots.txt`.
    pub(super) fn ask_ours(
        &self,
        url: &Url,
        bytes_max: u64,
        timeout: Duration,
        limits: &Limits,
    ) -> Result<Reply, WebError> {
        let request = Request {
            accept: "application/json",
            bytes_max,
            types: None,
            ..self.request(url, true)
        };
        request::send(request, Instant::now() + timeout, timeout, limits)
    }

    /// Asks for an address and for those it leads on to; `starts_ours` when the user named the
    /// server that it starts from. A page of the web cannot lead to such a server: it would reach
    /// what its author cannot.
    pub(super) fn follow(
        &self,
        first: &Url,
        starts_ours: bool,
        mut ask: impl FnMut(&Url, bool) -> Result<Reply, WebError>,
    ) -> Result<(Url, Reply), WebError> {
        let mut url = first.clone();
        let mut is_ours = starts_ours;
        for _ in 0..=self.settings.redirects_max {
            let reply = ask(&url, is_ours)?;
            let Some(location) = reply
                .location
                .as_deref()
                .filter(|_| matches!(reply.status, 301 | 302 | 303 | 307 | 308))
            else {
                return Ok((url, reply));
            };
            let next = url.join(location).map_err(|error| leads_to(&url, &error))?;
            if url.is_encrypted() && !next.is_encrypted() {
                return Err(WebError::Refused {
                    url: next.to_string(),
                    reason: format!("{url} leads there, out of encryption"),
                });
            }
            is_ours = is_ours && self.settings.allow_hosts.contains(next.authority());
            url = next;
        }
        Err(WebError::Redirects {
            url: first.to_string(),
            limit: self.settings.redirects_max,
        })
    }
}

/// What is kept of sites is whole at any moment, whoever panicked.
fn locked<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A redirect to what is no address.
fn leads_to(from: &Url, error: &WebError) -> WebError {
    WebError::Refused {
        url: from.to_string(),
        reason: format!("it leads on, but {error}"),
    }
}

impl fmt::Debug for WebClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebClient")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}
