//! What can go wrong on the way to a page, sorted by what the caller can do.

use std::time::Duration;

use crate::ModelError;

/// Longest part of a foreign text that an error repeats, in characters.
const TOLD_CHARS_MAX: usize = 200;

/// Why there is no page, or no list of results.
///
/// Addresses stand in it as they were understood, without fragment; what a server says is cut and
/// stripped of control characters.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    /// The caller's limits ended it.
    #[error(transparent)]
    Stopped(ModelError),
    /// No address of a web page, or one written so that two programs may read it differently.
    #[error("`{url}` is not an address that is fetched: {reason}")]
    BadUrl {
        /// The address as given, without what may be a password.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An address that leads to this machine, its network, or another service than the web.
    #[error("{url} is refused: {reason}")]
    Refused {
        /// The address, after redirects.
        url: String,
        /// What speaks against it.
        reason: String,
    },
    /// The site's `robots.txt` asks programs to stay away from the page.
    #[error("{url} is closed to programs by the site's robots.txt")]
    Robots {
        /// The page.
        url: String,
    },
    /// What the site's `robots.txt` asks for cannot be known, so nothing is fetched.
    #[error("{url} is not fetched, since the site's robots.txt cannot be read: {reason}")]
    RobotsUnknown {
        /// The page.
        url: String,
        /// What happened.
        reason: String,
    },
    /// Nobody there, or the connection broke.
    #[error("no answer from {url}: {reason}")]
    Unreachable {
        /// The address.
        url: String,
        /// What happened.
        reason: String,
    },
    /// It took too long, redirects included.
    #[error("{url} took longer than {} s", .limit.as_secs_f64())]
    Timeout {
        /// The address that was waited for.
        url: String,
        /// The time for all of it.
        limit: Duration,
    },
    /// The server answered with an error.
    #[error("{url} answered with status {status}")]
    Status {
        /// The address.
        url: String,
        /// The HTTP status.
        status: u16,
    },
    /// More redirects than are followed.
    #[error("{url} leads on and on: at most {limit} redirects are followed")]
    Redirects {
        /// The address asked for first.
        url: String,
        /// Redirects followed at most.
        limit: usize,
    },
    /// More bytes than are taken.
    #[error("{url} has more than {limit} bytes")]
    TooLarge {
        /// The address.
        url: String,
        /// Bytes taken at most.
        limit: u64,
    },
    /// A kind of content that is not read from the web.
    #[error("{url} is of type `{got}`; web pages, plain text, Markdown and PDF are fetched")]
    ContentType {
        /// The address.
        url: String,
        /// The type that came.
        got: String,
    },
    /// The server packed the answer although it was asked not to: what is never unpacked cannot
    /// grow.
    #[error("{url} came packed (`{encoding}`), although it was asked for as it is")]
    Packed {
        /// The address.
        url: String,
        /// The encoding named.
        encoding: String,
    },
    /// A search endpoint answered something else than a list of results; nothing was used.
    #[error("the search endpoint at {url} gave an answer that cannot be used: {reason}")]
    BadAnswer {
        /// The endpoint.
        url: String,
        /// What is wrong with the answer.
        reason: String,
    },
}

impl WebError {
    /// A [`WebError::BadUrl`] about what was given.
    pub(super) fn bad_url(raw: &str, reason: impl Into<String>) -> Self {
        // Whatever stands before an `@` may be a password.
        let shown = raw.rsplit('@').next().unwrap_or_default();
        Self::BadUrl {
            url: told(shown),
            reason: reason.into(),
        }
    }
}

/// A foreign text as an error repeats it.
pub(super) fn told(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(TOLD_CHARS_MAX)
        .collect()
}
