//! Sites: which pages, in which order, and when it ends.

use std::collections::BTreeMap;

use super::*;

/// The links of the test's pages: what stands between `<a href=` and `>`.
fn links(page: &Page) -> Vec<Url> {
    let text = String::from_utf8_lossy(&page.bytes).into_owned();
    text.split("<a href=")
        .skip(1)
        .filter_map(|rest| rest.split('>').next())
        .filter_map(|link| page.url.join(link).ok())
        .collect()
}

/// Paths of the pages that a crawl gives, and what else it met.
fn crawled(server: &Server, start: &str, bounds: &CrawlLimits) -> (Vec<String>, Crawled) {
    let mut paths = Vec::new();
    let outcome = crawl::<WebError>(
        &client_of(&[server]),
        &url(&server.url(start)),
        bounds,
        &Limits::none(),
        &links,
        &mut |page| {
            paths.push(page.url.to_string().replace(&server.url(""), ""));
            Ok(())
        },
    );
    (paths, outcome.expect("a site"))
}

fn site(pages: impl IntoIterator<Item = (&'static str, Act)>) -> Server {
    Server::of(pages)
}

#[test]
fn pages_below_the_start_come_in_order_each_once() {
    let server = site([
        (
            "/docs/",
            Act::page(
                "<a href=b><a href=a#x><a href=/docs/a><a href=../other><a href=//else.test/docs/z>\
                 <a href=/docs/../secret><a href=/docs/%2e%2e/secret><a href=mailto:x@y><a href=b?p=2>\
                 <a href=/docsish><a href=picture><a href=gone><a href=moved><a href=out><a href=./>",
            ),
        ),
        ("/docs/a", Act::page("<a href=c><a href=b>")),
        ("/docs/b", Act::page("<a href=a><a href=d/e>")),
        ("/docs/b?p=2", Act::page("second")),
        ("/docs/c", Act::typed("text/plain", "<a href=never>")),
        ("/docs/d/e", Act::page("deep")),
        ("/docs/picture", Act::typed("image/png", "")),
        ("/docs/moved", Act::redirect("/docs/a")),
        ("/docs/out", Act::redirect("/other")),
        ("/other", Act::page("not below")),
        ("/secret", Act::page("not below")),
    ]);
    let (paths, met) = crawled(&server, "/docs/", &CrawlLimits::default());
    let expected = [
        "/docs/",
        "/docs/b",
        "/docs/a",
        "/docs/b?p=2",
        "/docs/d/e",
        "/docs/c",
    ];
    // The plain page's text looks like a link to the test's reader, and is not there.
    assert_eq!(paths, expected);
    assert_eq!((met.pages, met.closed, met.left), (6, 0, 0));
    assert_eq!(met.passed_over, 3, "the picture and two that lead away");
    let failed: Vec<String> = met
        .failed
        .iter()
        .map(|(url, _)| url.path().to_owned())
        .collect();
    assert_eq!(failed, ["/docs/gone", "/docs/never"]);
    assert!(!server.paths().iter().any(|path| path.contains("secret")));
    let (again, _) = crawled(&server, "/docs/", &CrawlLimits::default());
    assert_eq!(again, expected);
}

#[test]
fn below_a_page_is_its_folder_and_below_a_folder_itself() {
    let pages = || {
        site([
            (
                "/guide/intro.html",
                Act::page("<a href=two.html><a href=/>"),
            ),
            ("/guide/two.html", Act::page("<a href=/guide/sub/three>")),
            ("/guide/sub/three", Act::page("")),
            (
                "/guide",
                Act::page("<a href=/guide/two.html><a href=/guidebook>"),
            ),
            ("/moved", Act::redirect("/guide")),
            ("/guidebook", Act::page("")),
            ("/", Act::page("<a href=/guide><a href=/guidebook>")),
        ])
    };
    let paths = |start: &str| crawled(&pages(), start, &CrawlLimits::default()).0;
    let below = ["/guide/two.html", "/guide/sub/three"];
    assert_eq!(
        paths("/guide/intro.html"),
        [&["/guide/intro.html"], &below[..]].concat()
    );
    assert_eq!(paths("/guide"), [&["/guide"], &below[..]].concat());
    assert_eq!(paths("/moved"), [&["/guide"], &below[..]].concat());
    assert_eq!(paths("/").len(), 5);
}

#[test]
fn robots_and_limits_hold_for_a_site() {
    let server = site([
        (
            "/robots.txt",
            Act::typed("text/plain", "User-agent: perusal\nDisallow: /no"),
        ),
        ("/", Act::page("<a href=/no/a><a href=/yes><a href=/no/b>")),
        ("/yes", Act::page("")),
        ("/no/a", Act::page("")),
    ]);
    let (paths, met) = crawled(&server, "/", &CrawlLimits::default());
    assert_eq!((paths.len(), met.closed), (2, 2));
    assert!(!server.paths().iter().any(|path| path.starts_with("/no")));

    // A site without end: each page leads to two more.
    let endless = Server::start(|path| match path {
        "/robots.txt" => Act::status(404),
        path => Act::page(format!(
            "<a href={path}a><a href={path}b>{}",
            " ".repeat(1_000)
        )),
    });
    let bounds = CrawlLimits {
        pages_max: 12,
        ..CrawlLimits::default()
    };
    let (paths, met) = crawled(&endless, "/", &bounds);
    assert_eq!((paths.len(), met.pages), (12, 12));
    assert_eq!(
        met.left, 13,
        "two for each page, one was fetched for each but the first"
    );
    assert_eq!(endless.paths().len(), 13, "and robots.txt");
    let bounds = CrawlLimits {
        bytes_max: 5_000,
        ..CrawlLimits::default()
    };
    assert_eq!(crawled(&endless, "/", &bounds).1.pages, 5);

    // A site of links to nothing ends, too.
    let gone = Server::start(|path| match path {
        "/robots.txt" => Act::status(404),
        "/" => Act::page(
            (0..1_000)
                .map(|n| format!("<a href=/{n}>"))
                .collect::<String>(),
        ),
        _ => Act::status(404),
    });
    let bounds = CrawlLimits {
        pages_max: 5,
        ..CrawlLimits::default()
    };
    let (_, met) = crawled(&gone, "/", &bounds);
    assert_eq!((met.pages, met.failed.len(), met.left), (1, 19, 981));
}

#[test]
fn the_first_page_decides_and_the_caller_may_end_it() {
    let server = site([("/", Act::page("<a href=/a>")), ("/a", Act::page(""))]);
    let none = crawl::<WebError>(
        &client_of(&[&server]),
        &url(&server.url("/none")),
        &CrawlLimits::default(),
        &Limits::none(),
        &links,
        &mut |_| Ok(()),
    );
    assert!(matches!(none, Err(WebError::Status { status: 404, .. })));
    let limits = Limits::none();
    let mut seen = BTreeMap::new();
    let ended = crawl::<WebError>(
        &client_of(&[&server]),
        &url(&server.url("/")),
        &CrawlLimits::default(),
        &limits,
        &links,
        &mut |page| {
            seen.insert(page.url, page.bytes);
            limits.cancel.cancel();
            Ok(())
        },
    );
    assert!(matches!(ended, Err(WebError::Stopped(_))));
    assert_eq!(seen.len(), 1);
}
