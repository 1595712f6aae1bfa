//! Pages from the web, fetched without harm to the machine that fetches or the site that answers.
//!
//! An address may come from a page, and a page from anyone: [`WebClient`] connects to places on the
//! internet only, checks each redirect like a first address, and bounds time, size and number. It
//! sends no cookie, no password and nothing of a document. Sites are asked for their `robots.txt`
//! first. [`crawl`] follows the links below an address, [`WebSearch`] asks a search endpoint that
//! the user named.
//!
//! Answers are asked for unpacked, and one that comes packed is refused: what is never unpacked
//! cannot grow. The price is a few servers that pack whatever they are asked.

mod client;
mod crawl;
mod error;
mod guard;
mod request;
mod robots;
mod search;
#[cfg(test)]
mod tests;
mod url;

pub use self::url::{Authority, Url};
pub use client::{Page, WebClient, WebSettings};
pub use crawl::{CrawlLimits, Crawled, crawl};
pub use error::WebError;
pub use search::{EndpointSearch, SearchEndpoint, SearchLimits, WebResult, WebSearch, search};
