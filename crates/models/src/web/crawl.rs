//! The pages of a site below an address, by their links.
//!
//! Breadth first, the links of a page in its order: the same site gives the same pages in the same
//! order. A link counts when it stays on the server and below the path, before and after redirects.
//! What a page links to is not read here, but by the caller, whose parser it is.

use std::collections::{BTreeSet, VecDeque};

use super::{Page, Url, WebClient, WebError};
use crate::Limits;

/// Requests for each page that is allowed: links lead to pictures and to pages that are gone.
const REQUESTS_PER_PAGE: usize = 4;

/// Addresses that wait: a page may have any number of links.
const WAITING_MAX: usize = 10_000;

/// How much of a site is fetched.
#[derive(Clone, Debug)]
pub struct CrawlLimits {
    /// Pages.
    pub pages_max: usize,
    /// Bytes of all pages together.
    pub bytes_max: u64,
}

impl Default for CrawlLimits {
    fn default() -> Self {
        Self {
            pages_max: 200,
            bytes_max: 1 << 30,
        }
    }
}

/// What a crawl met beside its pages.
#[derive(Debug, Default)]
pub struct Crawled {
    /// Pages given to the caller.
    pub pages: usize,
    /// Addresses that gave none, with the reason, in the order they were tried.
    pub failed: Vec<(Url, WebError)>,
    /// Addresses that the site's `robots.txt` closes.
    pub closed: usize,
    /// Links to what is no page: pictures, programs, places outside.
    pub passed_over: usize,
    /// Addresses found and left out, since a limit was reached.
    pub left: usize,
}

/// Fetches the page at `start` and those below it that links lead to; `links` gives the targets of
/// a page's links, as they stand there, from the address they start from. Each page goes to `each`,
/// whose error ends the crawl.
///
/// Below `https://docs.example/guide/intro.html` is what starts with `https://docs.example/guide/`;
/// below `https://docs.example/guide` are that page and what starts with `/guide/`.
///
/// # Errors
/// That of the first page, that of `each`, and [`WebError::Stopped`].
pub fn crawl<E: From<WebError>>(
    client: &WebClient,
    start: &Url,
    bounds: &CrawlLimits,
    limits: &Limits,
    links: &dyn Fn(&Page) -> Vec<Url>,
    each: &mut dyn FnMut(Page) -> Result<(), E>,
) -> Result<Crawled, E> {
    let first = client.fetch(start, limits)?;
    let mut frontier = Frontier::new(start, &first.url);
    let mut crawled = Crawled::default();
    let mut bytes = first.bytes.len() as u64;
    frontier.add(links(&first));
    each(first)?;
    crawled.pages = 1;
    let mut requests = 1;
    while let Some(next) = frontier.waiting.pop_front() {
        let is_full = crawled.pages >= bounds.pages_max
            || requests >= bounds.pages_max.saturating_mul(REQUESTS_PER_PAGE)
            || bytes >= bounds.bytes_max;
        if is_full {
            crawled.left = frontier.waiting.len() + 1;
            break;
        }
        requests += 1;
        match client.fetch(&next, limits) {
            Ok(page) if frontier.takes(&next, &page.url) => {
                bytes += page.bytes.len() as u64;
                frontier.add(links(&page));
                each(page)?;
                crawled.pages += 1;
            }
            Ok(_) | Err(WebError::ContentType { .. } | WebError::Refused { .. }) => {
                crawled.passed_over += 1;
            }
            Err(WebError::Robots { .. }) => crawled.closed += 1,
            Err(stopped @ WebError::Stopped(_)) => return Err(stopped.into()),
            Err(error) => crawled.failed.push((next, error)),
        }
    }
    crawled.left += frontier.dropped;
    Ok(crawled)
}

/// What was found and what may be fetched of it.
struct Frontier {
    /// The first page, after redirects.
    start: Url,
    /// Paths of pages below the start begin so.
    folder: String,
    waiting: VecDeque<Url>,
    /// Every address that was ever in `waiting`, or is where one of them led.
    seen: BTreeSet<Url>,
    /// Addresses for which there was no room.
    dropped: usize,
}

impl Frontier {
    fn new(asked: &Url, found: &Url) -> Self {
        let path = found.path();
        let (above, name) = path.rsplit_once('/').unwrap_or_default();
        let folder = if name.is_empty() || name.contains('.') {
            format!("{above}/")
        } else {
            format!("{path}/")
        };
        Self {
            start: found.clone(),
            folder,
            waiting: VecDeque::new(),
            seen: BTreeSet::from([asked.clone(), found.clone()]),
            dropped: 0,
        }
    }

    fn is_below(&self, url: &Url) -> bool {
        url.authority() == self.start.authority()
            && url.is_encrypted() == self.start.is_encrypted()
            && url.path().starts_with(&self.folder)
    }

    fn add(&mut self, links: Vec<Url>) {
        for url in links {
            if !self.is_below(&url) || self.seen.contains(&url) {
                continue;
            }
            if self.waiting.len() >= WAITING_MAX {
                self.dropped += 1;
                continue;
            }
            self.seen.insert(url.clone());
            self.waiting.push_back(url);
        }
    }

    /// Whether a page that was asked for at one address and found at another is below the start,
    /// and new.
    fn takes(&mut self, asked: &Url, found: &Url) -> bool {
        asked == found || (self.is_below(found) && self.seen.insert(found.clone()))
    }
}
