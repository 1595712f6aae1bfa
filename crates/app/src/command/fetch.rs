//! Pages of the web, fetched before they are added.
//!
//! They wait as files in a folder of their own, which goes away with the command: a site may be
//! larger than memory. From there they are read like any file, by the same reader in its child.

use std::path::PathBuf;

use perusal::EngineError;
use perusal::ingest::{Action, Fetched, FileReport};
use perusal::models::Limits;
use perusal::models::web::{CrawlLimits, Crawled, Page, Url, WebClient, WebError, crawl};
use perusal::text::page_links;
use serde_json::json;

use crate::context::Context;
use crate::failure::Failure;
use crate::output::printable;

/// What was fetched.
pub struct Pages {
    /// The pages, to be added.
    pub fetched: Vec<Fetched>,
    /// Addresses that gave none.
    pub failed: Vec<FileReport>,
    /// Where the pages lie, as long as this lives.
    folder: tempfile::TempDir,
}

/// Tells addresses from paths.
///
/// # Errors
/// An address that is none of a web page.
pub fn addresses(arguments: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<Url>), Failure> {
    let (mut paths, mut urls) = (Vec::new(), Vec::new());
    for argument in arguments {
        match argument.to_str() {
            Some(address) if address.contains("://") => urls.push(Url::parse(address)?),
            _ => paths.push(argument.clone()),
        }
    }
    Ok((paths, urls))
}

/// Fetches the pages at `urls`, with `site` also those below them.
///
/// # Errors
/// An address that leads to where nothing is fetched from, connections that are off, an interrupt.
/// A page that cannot be had is told in [`Pages::failed`].
pub fn fetch(context: &Context, urls: &[Url], site: bool, jsonl: bool) -> Result<Pages, Failure> {
    if context.offline {
        return Err(Failure::Usage {
            message: "web pages cannot be fetched: connections are off".to_owned(),
            hint: "run without `--offline`".to_owned(),
        });
    }
    let client = WebClient::new(context.settings.web.client.clone());
    let limits = Limits {
        cancel: context.cancel.clone(),
        ..Limits::none()
    };
    let mut pages = Pages {
        fetched: Vec::new(),
        failed: Vec::new(),
        folder: tempfile::tempdir()?,
    };
    for url in urls {
        let mut keep = |page: Page| pages.keep(context, page, jsonl);
        let outcome = if site {
            let bounds = CrawlLimits::default();
            crawl(&client, url, &bounds, &limits, &links, &mut keep).map(Some)
        } else {
            let page = client.fetch(url, &limits).map_err(Failure::from);
            page.and_then(keep).map(|()| None)
        };
        match outcome {
            Ok(crawled) => pages.tell(context, url, crawled.unwrap_or_default()),
            Err(Failure::Engine(EngineError::Web(error))) if may_go_on(&error) => {
                pages.fail(url, &error);
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(pages)
}

/// Whether the other addresses are worth a try: this one was meant, and may work another time.
fn may_go_on(error: &WebError) -> bool {
    !matches!(
        error,
        WebError::Stopped(_) | WebError::BadUrl { .. } | WebError::Refused { .. }
    )
}

/// Where a page's links lead. Plain text and PDF have none that are followed.
fn links(page: &Page) -> Vec<Url> {
    if !matches!(
        page.content_type.as_str(),
        "" | "text/html" | "application/xhtml+xml"
    ) {
        return Vec::new();
    }
    let links = page_links(&page.bytes);
    let base = links.base.and_then(|base| page.url.join(&base).ok());
    let base = base.as_ref().unwrap_or(&page.url);
    let to = |target: &String| base.join(target).ok();
    links.targets.iter().filter_map(to).collect()
}

impl Pages {
    fn keep(&mut self, context: &Context, page: Page, jsonl: bool) -> Result<(), Failure> {
        let file = self.folder.path().join(self.fetched.len().to_string());
        std::fs::write(&file, &page.bytes)?;
        let address = page.url.to_string();
        if jsonl {
            let event = json!({"event": "fetched", "document": address});
            context.output.line(&event.to_string())?;
        }
        self.fetched.push(Fetched { address, file });
        Ok(())
    }

    fn fail(&mut self, url: &Url, error: &WebError) {
        self.failed.push(FileReport {
            held: false,
            path: url.to_string(),
            action: Action::Failed,
            record: None,
            reason: Some(error.to_string()),
            warnings: Vec::new(),
        });
    }

    /// What became of a site.
    fn tell(&mut self, context: &Context, url: &Url, crawled: Crawled) {
        for (url, error) in &crawled.failed {
            self.fail(url, error);
        }
        if crawled.pages > 0 {
            context
                .output
                .say(&format!("fetched {} pages below {url}", crawled.pages));
        }
        if crawled.closed > 0 {
            context.output.say(&format!(
                "{} pages are closed to programs by the site's robots.txt",
                crawled.closed
            ));
        }
        if crawled.left > 0 {
            context.output.say(&printable(&format!(
                "{} links below {url} were not followed: of one site at most {} pages are fetched",
                crawled.left,
                CrawlLimits::default().pages_max
            )));
        }
    }
}
