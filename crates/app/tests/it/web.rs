//! `perusal add URL`: pages and sites, and what is never asked.

use std::net::TcpListener;

use serde_json::Value;

use crate::home::Home;
use crate::web_server::Site;

/// A home whose user allows the site; quick, since the site is ours.
fn home_of(site: &Site) -> Home {
    let home = Home::new().answering();
    home.write(
        ".config/perusal/perusal.toml",
        format!(
            "[web]\nallow_hosts = [\"{}\"]\npause_ms = 0\ntimeout_ms = 5000\n",
            site.host()
        ),
    );
    home
}

/// Addresses and what became of them.
fn actions(added: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let documents = added["documents"].as_array().unwrap();
    documents
        .iter()
        .map(|document| (text(&document["document"]), text(&document["action"])))
        .collect()
}

fn listed(home: &Home) -> Vec<String> {
    let listed = home.json(&["ls"]);
    let documents = listed["documents"].as_array().unwrap();
    documents
        .iter()
        .map(|document| document["document"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_page_is_added_asked_replaced_and_removed() {
    let site = Site::start();
    site.page(
        "/opening",
        "Opening hours",
        "<p>The reading room opens at nine in the morning.</p>",
    );
    let home = home_of(&site);
    let address = site.url("/opening");

    let added = home.json(&["add", &address]);
    assert_eq!(actions(&added), [(address.clone(), "added".to_owned())]);
    let document = &added["documents"][0];
    assert_eq!(document["title"], "Opening hours");
    assert_eq!(document["type"], "html");
    assert_eq!(document["root"], "");
    assert_eq!(site.asked(), ["/robots.txt", "/opening"]);

    // Another way to write the address is the same page, which has not changed.
    let same = format!("HTTP://{}/x/../opening#hours", site.host());
    let again = home.json(&["add", &same]);
    assert_eq!(actions(&again), [(address.clone(), "unchanged".to_owned())]);

    let question = "When does the reading room open?";
    let asked = home.json(&["ask", question]);
    let citation = &asked["answer"]["citations"][0];
    assert_eq!(citation["document"], address.as_str());
    assert!(citation["quote"].as_str().unwrap().contains("nine"));

    site.page(
        "/opening",
        "Opening hours",
        "<p>The reading room opens at ten in the morning.</p>",
    );
    let changed = home.json(&["add", &address]);
    assert_eq!(
        actions(&changed),
        [(address.clone(), "replaced".to_owned())]
    );
    let asked = home.json(&["ask", question]).to_string();
    assert!(asked.contains("ten in") && !asked.contains("nine in"));

    // A page that is gone is told, and what is known of it stays until it is removed.
    site.remove("/opening");
    let gone = home.run(&["add", &address]).expect(1, "status 404");
    assert!(gone.stderr.contains(&address));
    assert_eq!(listed(&home), std::slice::from_ref(&address));
    home.run(&["show", &same]).expect(0, "");
    home.run(&["rm", &same]).expect(0, "");
    assert!(listed(&home).is_empty());
}

#[test]
fn a_site_is_followed_within_its_bounds() {
    let site = Site::start();
    site.put(
        "/robots.txt",
        "text/plain",
        "User-agent: *\nDisallow: /docs/drafts/",
    );
    site.page(
        "/docs/",
        "Guide",
        "<p>Start.</p><a href='two.html'>two</a> <a href='drafts/x'>draft</a>
         <a href='/blog/'>blog</a> <a href='gone'>gone</a> <a href='logo.png'>logo</a>",
    );
    site.page(
        "/docs/two.html",
        "Two",
        "<p>Second page.</p><a href='notes.txt'>notes</a>",
    );
    site.page("/docs/drafts/x", "Draft", "<p>Nobody should read this.</p>");
    site.page("/blog/", "Blog", "<p>Elsewhere.</p>");
    site.put(
        "/docs/notes.txt",
        "text/plain",
        "Plain notes about the guide.",
    );
    site.put("/docs/logo.png", "image/png", b"\x89PNG".to_vec());
    site.put("/docs", "moved", "/docs/");
    let home = home_of(&site);

    let run = home.run(&["add", "--site", &site.url("/docs"), "--json"]);
    let run = run.expect(4, "closed to programs");
    assert!(run.stderr.contains("fetched 3 pages"), "{run:?}");
    let added = actions(&run.object());
    let expected = [
        ("/docs/", "added"),
        ("/docs/notes.txt", "added"),
        ("/docs/two.html", "added"),
        ("/docs/gone", "failed"),
    ];
    let expected: Vec<_> = expected
        .map(|(path, action)| (site.url(path), action.to_owned()))
        .into();
    assert_eq!(added, expected);
    let asked = site.asked();
    for never in ["/docs/drafts/x", "/blog/"] {
        assert!(!asked.iter().any(|path| path == never), "{asked:?}");
    }

    // The same site gives the same library, whatever came before.
    let digest = home.digest("library");
    site.page(
        "/docs/two.html",
        "Two",
        "<p>Another second page.</p><a href='notes.txt'>notes</a>",
    );
    let changed = actions(&home.json(&["add", "--site", &site.url("/docs/")]));
    let outcome: Vec<&str> = changed.iter().map(|(_, action)| action.as_str()).collect();
    assert_eq!(outcome, ["unchanged", "unchanged", "replaced", "failed"]);
    assert_ne!(home.digest("library"), digest);

    // Files and pages live side by side, and pruning a folder touches no page.
    home.write("notes/a.md", "# A\n\nA note.\n");
    home.run(&["add", "notes", &site.url("/blog/")])
        .expect(0, "");
    std::fs::remove_file(home.path("notes/a.md")).unwrap();
    home.run(&["add", "--prune", "notes"]);
    assert_eq!(listed(&home).len(), 4);
}

#[test]
fn a_large_site_ends_at_its_limit() {
    let site = Site::start();
    let links: String = (0..230)
        .map(|n| format!("<a href='p{n}'>{n}</a> "))
        .collect();
    site.page("/s/", "Many", &links);
    for n in 0..230 {
        let content = format!("Page number {n} of a large site.");
        site.put(&format!("/s/p{n}"), "text/plain", content);
    }
    let home = home_of(&site);
    let run = home.run(&["add", "--site", "--no-vectors", &site.url("/s/")]);
    run.expect(0, "31 links below");
    assert_eq!(site.asked().len(), 201, "200 pages and robots.txt");
    assert_eq!(listed(&home).len(), 200);
}

#[test]
fn what_leads_inside_is_never_asked() {
    let inside = TcpListener::bind("127.0.0.1:0").unwrap();
    inside.set_nonblocking(true).unwrap();
    let port = inside.local_addr().unwrap().port();
    let site = Site::start();
    site.put("/leads", "moved", format!("http://127.0.0.1:{port}/"));
    let home = home_of(&site);
    for address in [
        format!("http://127.0.0.1:{port}/"),
        format!("http://localhost:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://me@127.0.0.1:{port}/"),
        "http://169.254.169.254/latest/".to_owned(),
        "ftp://example.org/".to_owned(),
        "file:///etc/passwd".to_owned(),
        site.url("/leads"),
    ] {
        let run = home.run(&["add", &address]).expect(2, "error:");
        run.fails_with_hint();
    }
    assert!(inside.accept().is_err(), "somebody came");
    // Nothing was added, and no library was made.
    assert!(!home.path("library").exists());

    // A folder's own settings cannot open the door, nor name a search endpoint.
    let url = format!("http://127.0.0.1:{port}");
    home.write(
        "perusal.toml",
        format!(
            "[web]\nallow_hosts = [\"127.0.0.1:{port}\"]\nenabled = true\nendpoint = \"{url}/search\"\n"
        ),
    );
    home.run(&["add", &format!("{url}/")])
        .expect(2, "`web.allow_hosts` in ./perusal.toml is not used");
    let shown = home.json(&["config", "show", "--origin"]);
    assert_eq!(shown["settings"]["web.enabled"]["value"], "false");
    assert_eq!(shown["settings"]["web.endpoint"]["value"], "none");
    assert!(inside.accept().is_err(), "somebody came");
}

#[test]
fn pages_that_cannot_be_had_are_told() {
    let site = Site::start();
    site.put(
        "/robots.txt",
        "text/plain",
        "User-agent: perusal\nDisallow: /closed",
    );
    site.put("/archive.zip", "application/zip", b"PK\x03\x04".to_vec());
    site.page("/good", "Good", "<p>Something to read.</p>");
    let home = home_of(&site);
    home.run(&["add", &site.url("/closed")])
        .expect(1, "robots.txt");
    home.run(&["add", &site.url("/archive.zip")])
        .expect(1, "application/zip");
    assert!(!home.path("library").exists());
    let both = home.run(&["add", &site.url("/none"), &site.url("/good"), "--jsonl"]);
    let both = both.expect(4, "");
    assert!(both.stdout.contains("\"event\":\"fetched\""), "{both:?}");
    assert_eq!(listed(&home), [site.url("/good")]);
    let offline = home.run(&["--offline", "add", &site.url("/good")]);
    offline.expect(2, "connections are off").fails_with_hint();
    home.run(&["add", "--site", "."]).expect(2, "`--site`");
    home.run(&["add", "http://exa mple/", "/missing"])
        .expect(2, "no name");
}

#[test]
fn settings_of_the_web_are_checked() {
    let home = Home::new();
    let set = |text: &str| home.write(".config/perusal/perusal.toml", text);
    set("[web]\nallow_hosts = [\"localhost\"]\n");
    home.run(&["config", "show"])
        .expect(2, "`web.allow_hosts`")
        .fails_with_hint();
    set("[web]\nenabled = true\n");
    home.run(&["config", "show"])
        .expect(2, "no `web.endpoint` is named");
    set("[web]\nendpoint = \"ftp://a\"\n");
    home.run(&["config", "show"])
        .expect(2, "`web.endpoint`")
        .fails_with_hint();
    set("[web]\nendpoint = \"http://127.0.0.1:8888\"\nenabled = true\n");
    let shown = home.json(&["config", "show"]);
    let value = &shown["settings"]["web.endpoint"]["value"];
    assert_eq!(value, "http://127.0.0.1:8888");
}

/// What an endpoint may do to a search: give results, or fail in its ways. The library's own
/// hits are there each time.
#[test]
fn a_search_of_the_web_that_fails_costs_its_own_results_alone() {
    let site = Site::start();
    let home = Home::new();
    home.write("docs/bees.txt", "Mason bees nest in hollow stems.");
    home.run(&["add", "docs"]).expect(0, "");
    let endpoint = |url: &str| {
        let text = format!("[web]\nenabled = true\nendpoint = \"{url}\"\n");
        home.write(".config/perusal/perusal.toml", text);
    };
    let search = || {
        let found = home.json(&["search", "mason bees", "--strategy", "web", "--explain"]);
        assert_eq!(found["hits"].as_array().unwrap().len(), 1, "{found}");
        let results = found["web"].as_array().unwrap().len();
        (results, found["notes"].to_string())
    };
    endpoint(&site.url("/search"));
    assert_eq!(search().0, 0);
    let asked = site.asked();
    let [path] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    assert!(
        path.contains("mason") && path.contains("format=json"),
        "{path}"
    );

    let result =
        r#"{"results": [{"url": "https://bees.example/", "title": "Bees", "content": "Fly."}]}"#;
    site.put(path, "application/json", result);
    assert_eq!(search().0, 1);
    // The first address is one that this machine could be asked for, the second a page.
    for (kind, content, told) in [
        (
            "moved",
            b"http://169.254.169.254/".to_vec(),
            "another address",
        ),
        (
            "text/html",
            b"<!doctype html><p>Search".to_vec(),
            "web page",
        ),
        (
            "application/json",
            vec![b' '; 3 << 20],
            "more than 1048576 bytes",
        ),
    ] {
        site.put(path, kind, content);
        let (results, notes) = search();
        assert_eq!(results, 0, "{kind}");
        assert!(notes.contains(told), "{kind}: {notes}");
    }
}
