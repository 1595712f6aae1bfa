//! Redirects, limits, robots.txt: one page.

use std::{
    cell::RefCell,
    net::SocketAddr,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Instant,
};

use super::{super::request::Reply, *};
use crate::ModelError;

/// What fetching `/` fails with when the server does this.
fn failure(act: Act) -> WebError {
    let server = Server::of([("/", act)]);
    let fetched = client_of(&[&server]).fetch(&url(&server.url("/")), &Limits::none());
    fetched.expect_err("an error")
}

fn fetch(client: &WebClient, address: &str) -> Result<Page, WebError> {
    client.fetch(&url(address), &Limits::none())
}

#[test]
fn a_page_comes_as_it_is_and_nothing_of_us_goes_out() {
    let mut act = Act::page("<p>text");
    if let Act::Say(_, headers, _) = &mut act {
        headers.push(("Set-Cookie", "id=1; Path=/".to_owned()));
    }
    let server = Server::of([("/a?b=1", act)]);
    let client = client_of(&[&server]);
    for _ in 0..2 {
        let page = fetch(&client, &server.url("/a?b=1#c")).expect("a page");
        assert_eq!(page.url.to_string(), server.url("/a?b=1"));
        assert_eq!(page.content_type, "text/html");
        assert_eq!(page.bytes, b"<p>text");
    }
    assert_eq!(server.paths(), ["/robots.txt", "/a?b=1", "/a?b=1"]);
    for head in server.heads() {
        for private in ["cookie", "authorization", "referer", "origin:", "from:"] {
            assert!(!head.contains(private), "{head}");
        }
        assert!(head.contains("user-agent: perusal/"), "{head}");
        assert!(head.contains("accept-encoding: identity"), "{head}");
    }
}

#[test]
fn redirects_go_on_within_what_is_allowed() {
    let server = Server::of([
        ("/a", Act::redirect("/b/../c")),
        ("/c", Act::redirect("d?e#f")),
        ("/d?e", Act::page("<p>there")),
        ("/loop", Act::redirect("/loop")),
        ("/nowhere", Act::Say(302, Vec::new(), Vec::new())),
    ]);
    let client = client_of(&[&server]);
    let page = fetch(&client, &server.url("/a")).expect("a page");
    assert_eq!(page.url.to_string(), server.url("/d?e"));
    let endless = fetch(&client, &server.url("/loop"));
    assert!(
        matches!(endless, Err(WebError::Redirects { limit: 5, .. })),
        "{endless:?}"
    );
    let nowhere = fetch(&client, &server.url("/nowhere"));
    assert!(
        matches!(nowhere, Err(WebError::Status { status: 302, .. })),
        "{nowhere:?}"
    );
}

#[test]
fn no_redirect_leads_inside() {
    let inside = Server::on_web_port(|_| Act::page("<p>inside"));
    let port = inside.at.port();
    let targets = [
        format!("http://127.0.0.1:{port}/"),
        format!("//127.0.0.1:{port}/"),
        format!("http://localhost:{port}/"),
        format!("http://[::1]:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://0.0.0.0:{port}/"),
        format!("http://127.0.0.2:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://0x7f.1:{port}/"),
        format!("http://example.org@127.0.0.1:{port}/"),
        format!("http:\\\\127.0.0.1:{port}\\"),
        format!("https://127.0.0.1:{port}/"),
        "http://10.0.0.1/".to_owned(),
        "http://192.168.1.1/".to_owned(),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "http://[fe80::1]/".to_owned(),
        "http://[fd00::1]/".to_owned(),
        "http://[64:ff9b::a00:1]/".to_owned(),
        "http://224.0.0.1/".to_owned(),
        "http://127.0.0.1:22/".to_owned(),
        "file:///etc/passwd".to_owned(),
        "ftp://127.0.0.1/".to_owned(),
        "gopher://127.0.0.1:6379/_FLUSHALL".to_owned(),
        "data:text/html,<p>text".to_owned(),
        "http://".to_owned(),
    ];
    for target in targets {
        let to = target.clone();
        let server = Server::start(move |path| match path.trim_start_matches('/').parse() {
            Ok(status) => Act::Say(status, vec![("Location", to.clone())], Vec::new()),
            Err(_) => Act::status(404),
        });
        for status in [301, 302, 303, 307, 308] {
            let fetched = fetch(&client_of(&[&server]), &server.url(&format!("/{status}")));
            let refused = matches!(fetched, Err(WebError::Refused { .. }));
            assert!(refused, "{status} {target}: {fetched:?}");
        }
        // Nor does robots.txt.
        let server = Server::of([
            ("/robots.txt", Act::redirect(target.clone())),
            ("/", Act::page("<p>")),
        ]);
        let fetched = fetch(&client_of(&[&server]), &server.url("/"));
        assert!(
            matches!(fetched, Err(WebError::Refused { .. })),
            "{target}: {fetched:?}"
        );
    }
    assert_eq!(inside.connections(), 0);
}

/// Asks as `follow` does, without a server: what each address answers, and who was asked as one
/// of ours.
fn follow(
    client: &WebClient,
    first: &str,
    answers: &[(&str, &str)],
) -> (Result<String, WebError>, Vec<(String, bool)>) {
    let asked = RefCell::new(Vec::new());
    let is_ours = first.contains("ours");
    let outcome = client.follow(&url(first), is_ours, |at, is_ours| {
        asked.borrow_mut().push((at.to_string(), is_ours));
        let answer = answers.iter().find(|(from, _)| *from == at.to_string());
        Ok(Reply {
            status: answer.map_or(200, |_| 302),
            location: answer.map(|(_, to)| (*to).to_owned()),
            content_type: String::new(),
            body: Vec::new(),
        })
    });
    (outcome.map(|(url, _)| url.to_string()), asked.into_inner())
}

#[test]
fn encryption_is_not_left_and_ours_is_not_reached_from_the_web() {
    let ours = |host| Authority::parse(host).expect("a host");
    let client = WebClient::new(WebSettings {
        allow_hosts: vec![ours("ours.test:80"), ours("ours.test:8443")],
        ..settings()
    });
    let (outcome, _) = follow(
        &client,
        "https://a.test/",
        &[("https://a.test/", "http://a.test/")],
    );
    assert!(
        matches!(outcome, Err(WebError::Refused { .. })),
        "{outcome:?}"
    );
    let (outcome, asked) = follow(
        &client,
        "http://a.test/",
        &[("http://a.test/", "https://a.test/b")],
    );
    assert_eq!(outcome.expect("a page"), "https://a.test/b");
    assert!(asked.iter().all(|(_, is_ours)| !is_ours));
    let (_, asked) = follow(
        &client,
        "http://a.test/",
        &[("http://a.test/", "http://ours.test/")],
    );
    assert_eq!(asked[1], ("http://ours.test/".to_owned(), false));
    let hops = [
        ("http://ours.test/", "https://ours.test:8443/"),
        ("https://ours.test:8443/", "https://a.test/"),
        ("https://a.test/", "https://ours.test:8443/x"),
    ];
    let (_, asked) = follow(&client, "http://ours.test/", &hops);
    let ours: Vec<bool> = asked.iter().map(|(_, is_ours)| *is_ours).collect();
    assert_eq!(ours, [true, true, false, false]);
}

/// A name that is at a good address when it is looked up first, and inside the next time.
#[test]
fn a_name_that_moves_inside_is_refused() {
    let outside = Server::on_web_port(|_| Act::page("<p>outside"));
    let port = outside.at.port();
    let Ok(listener) = std::net::TcpListener::bind(("127.0.0.2", port)) else {
        println!("skipped: this machine has no 127.0.0.2");
        return;
    };
    listener.set_nonblocking(true).expect("a listener");
    let lookups = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&lookups);
    let moving = Names {
        lookup: Arc::new(move |_, port| {
            let nth = counted.fetch_add(1, Ordering::SeqCst);
            let last = if nth == 0 { 1 } else { 2 };
            Ok(vec![SocketAddr::from(([127, 0, 0, last], port))])
        }),
        inner: inner_but_one,
    };
    let client = WebClient::with_names(settings(), moving);
    let fetched = fetch(&client, &format!("http://moving.test:{port}/"));
    assert!(
        matches!(fetched, Err(WebError::Refused { .. })),
        "{fetched:?}"
    );
    // One look-up a request: robots.txt was fetched from the first address, the page from nowhere.
    assert_eq!(lookups.load(Ordering::SeqCst), 2);
    assert_eq!(outside.paths(), ["/robots.txt"]);
    assert!(listener.accept().is_err(), "somebody came to 127.0.0.2");
}

#[test]
fn a_name_is_looked_up_once_for_a_request_and_only_that_address_is_met() {
    let outside = Server::on_web_port(|path| match path {
        "/" => Act::page("<p>outside"),
        _ => Act::status(404),
    });
    let port = outside.at.port();
    let lookups = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&lookups);
    let names = Names {
        lookup: Arc::new(move |_, port| {
            counted.fetch_add(1, Ordering::SeqCst);
            Ok(vec![SocketAddr::from(([127, 0, 0, 1], port))])
        }),
        inner: inner_but_one,
    };
    let client = WebClient::with_names(settings(), names);
    let page = fetch(&client, &format!("http://steady.test:{port}/")).expect("a page");
    assert_eq!(page.bytes, b"<p>outside");
    assert_eq!(lookups.load(Ordering::SeqCst), 2);
    assert_eq!(outside.connections(), 2);
    assert!(outside.heads()[0].contains(&format!("host: steady.test:{port}")));
}

#[test]
fn what_is_too_large_is_given_up_early() {
    let started = Instant::now();
    let flood = failure(Act::Flood("text/html"));
    assert!(
        matches!(
            flood,
            WebError::TooLarge {
                limit: 20_000_000,
                ..
            }
        ),
        "{flood:?}"
    );
    let announced = Act::Say(200, Vec::new(), vec![b' '; 20_000_001]);
    let announced = failure(announced);
    assert!(
        matches!(announced, WebError::TooLarge { .. }),
        "{announced:?}"
    );
    let packed = Act::Say(
        200,
        vec![
            ("Content-Type", "text/html".to_owned()),
            ("Content-Encoding", "gzip".to_owned()),
        ],
        vec![0x1f; 1 << 20],
    );
    let packed = failure(packed);
    assert!(
        matches!(&packed, WebError::Packed { encoding, .. } if encoding == "gzip"),
        "{packed:?}"
    );
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn what_takes_too_long_is_given_up_in_time() {
    for act in [Act::Hang, Act::Drip] {
        let server = Server::of([("/", act.clone()), ("/on", Act::redirect("/"))]);
        let client = WebClient::new(WebSettings {
            timeout: Duration::from_millis(300),
            allow_hosts: vec![Authority::parse(&server.at.to_string()).expect("a server")],
            ..settings()
        });
        let started = Instant::now();
        let late = fetch(&client, &server.url("/on"));
        assert!(
            matches!(late, Err(WebError::Timeout { .. })),
            "{act:?}: {late:?}"
        );
        assert!(started.elapsed() < Duration::from_secs(2), "{act:?}");
    }
}

#[test]
fn the_caller_can_stop_it() {
    let server = Server::of([("/", Act::Hang)]);
    let client = client_of(&[&server]);
    let limits = Limits::none();
    let cancel = limits.cancel.clone();
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        cancel.cancel();
    });
    let started = Instant::now();
    let stopped = client.fetch(&url(&server.url("/")), &limits);
    assert!(
        matches!(stopped, Err(WebError::Stopped(ModelError::Cancelled))),
        "{stopped:?}"
    );
    assert!(started.elapsed() < Duration::from_secs(1));
    stopper.join().expect("it ends");
}

#[test]
fn broken_servers_and_other_content_are_told_as_what_they_are() {
    for act in [Act::BreakOff, Act::Close, Act::LongHead] {
        let failure = failure(act.clone());
        assert!(
            matches!(failure, WebError::Unreachable { .. }),
            "{act:?}: {failure:?}"
        );
    }
    for status in [204, 400, 401, 403, 404, 410, 418, 429, 500, 503] {
        let failure = failure(Act::status(status));
        let told = matches!(failure, WebError::Status { status: got, .. } if got == status);
        assert!(told, "{failure:?}");
    }
    for other in [
        "image/png",
        "application/json",
        "application/zip",
        "text/css",
        "video/mp4",
        "text/htmlx",
        "application/octet-stream",
        "nonsense",
    ] {
        let failure = failure(Act::typed(other, "{}"));
        let told = matches!(&failure, WebError::ContentType { got, .. } if got == other);
        assert!(told, "{failure:?}");
    }
    for good in [
        "text/html",
        "TEXT/HTML;charset=latin1",
        "application/xhtml+xml",
        "text/plain",
        "text/markdown; variant=GFM",
        "application/pdf",
    ] {
        let server = Server::of([("/", Act::typed(good, "text"))]);
        fetch(&client_of(&[&server]), &server.url("/")).expect(good);
    }
    let gone = WebSettings {
        allow_hosts: vec![Authority::parse("127.0.0.1:1").expect("a server")],
        ..settings()
    };
    let refused = fetch(&WebClient::new(gone), "http://127.0.0.1:1/");
    assert!(
        matches!(refused, Err(WebError::RobotsUnknown { .. })),
        "{refused:?}"
    );
}

#[test]
fn robots_are_heard_once_and_rather_too_much_than_too_little() {
    let rules = Act::typed(
        "text/plain",
        "User-agent: *\nDisallow: /private\nAllow: /private/open",
    );
    let server = Server::of([
        ("/robots.txt", rules),
        ("/", Act::page("<p>1")),
        ("/private/open", Act::page("<p>2")),
        ("/private/x", Act::page("<p>3")),
        ("/leads", Act::redirect("/private/x")),
    ]);
    let client = client_of(&[&server]);
    fetch(&client, &server.url("/")).expect("allowed");
    fetch(&client, &server.url("/private/open")).expect("allowed");
    for closed in [
        "/private/x",
        "/private",
        "/leads",
        "/x/../private/x",
        "/%70rivate/x",
    ] {
        let fetched = fetch(&client, &server.url(closed));
        assert!(
            matches!(fetched, Err(WebError::Robots { .. })),
            "{closed}: {fetched:?}"
        );
    }
    assert_eq!(
        server.paths(),
        ["/robots.txt", "/", "/private/open", "/leads"]
    );
    // None there, or for nobody: nothing is forbidden. Broken: everything is.
    for (robots, allowed) in [
        (Act::status(404), true),
        (Act::status(403), true),
        (Act::status(410), true),
        (Act::status(500), false),
        (Act::status(503), false),
        (Act::Close, false),
        (Act::redirect("/robots.txt"), false),
        (Act::redirect("/elsewhere"), true),
        (Act::page("<p>no rules"), true),
        (Act::Flood("text/plain"), true),
    ] {
        let server = Server::of([("/robots.txt", robots.clone()), ("/", Act::page("<p>"))]);
        let fetched = fetch(&client_of(&[&server]), &server.url("/"));
        match fetched {
            Ok(_) => assert!(allowed, "{robots:?}"),
            Err(WebError::RobotsUnknown { .. }) => assert!(!allowed, "{robots:?}"),
            Err(error) => panic!("{robots:?}: {error}"),
        }
    }
}

#[test]
fn a_site_is_given_its_pause() {
    let server = Server::of([
        (
            "/robots.txt",
            Act::typed("text/plain", "User-agent: *\nCrawl-delay: 0.2"),
        ),
        ("/", Act::page("<p>")),
    ]);
    let client = client_of(&[&server]);
    let started = Instant::now();
    for _ in 0..3 {
        fetch(&client, &server.url("/")).expect("a page");
    }
    assert!(
        started.elapsed() >= Duration::from_millis(400),
        "{:?}",
        started.elapsed()
    );
}
