//! A search endpoint that answers well, and in every other way.

use std::time::Instant;

use serde_json::json;

use super::*;

/// Quick enough for a test.
fn bounds() -> SearchLimits {
    SearchLimits {
        timeout: Duration::from_millis(500),
        ..SearchLimits::default()
    }
}

/// Asks an endpoint that does this.
fn asked(act: Act) -> Result<Vec<WebResult>, WebError> {
    let server = Server::start(move |_| act.clone());
    ask(&server)
}

fn ask(server: &Server) -> Result<Vec<WebResult>, WebError> {
    let endpoint = SearchEndpoint::parse(&server.url("")).expect("an endpoint");
    let client = WebClient::new(settings());
    search(
        &client,
        &endpoint,
        "red foxes & more",
        3,
        &bounds(),
        &Limits::none(),
    )
}

fn answer(body: serde_json::Value) -> Act {
    Act::typed("application/json", body.to_string())
}

#[track_caller]
fn unusable(act: Act, said: &str) {
    let about = format!("{act:?}");
    match asked(act) {
        Err(WebError::BadAnswer { reason, .. }) => assert!(reason.contains(said), "{reason}"),
        other => panic!("{}: {other:?}", &about[..about.len().min(200)]),
    }
}

#[test]
fn results_come_clean_cut_and_each_once() {
    let result = |url: &str, title: &str, content: &str| json!({"url": url, "title": title, "content": content, "engine": "x"});
    let server = Server::start(move |_| {
        answer(json!({"query": "q", "number_of_results": 9, "results": [
            result("https://a.test/1", "One\u{1b}[31m\n title", "A \u{202e}text\u{0}\twith   space."),
            result("javascript:alert(1)", "no", "no"),
            result("ftp://a.test/", "no", "no"),
            result("https://me:pass@a.test/", "no", "no"),
            {"title": "without address"},
            result("HTTPS://A.test:443/1#again", "no", "no"),
            result("http://b.test/?q=ä", "", &"long ".repeat(1_000)),
            {"url": "https://c.test/", "title": null, "content": null},
            result("https://d.test/", "too many", "no"),
        ], "unresponsive_engines": [["x", "timeout"]]}))
    });
    let results = ask(&server).expect("results");
    assert_eq!(results.len(), 3);
    assert_eq!(
        results[0],
        WebResult {
            url: "https://a.test/1".to_owned(),
            title: "One [31m title".to_owned(),
            snippet: "A text with space.".to_owned(),
        }
    );
    assert_eq!(results[1].url, "http://b.test/?q=%C3%A4");
    assert_eq!(results[1].title, results[1].url);
    assert_eq!(results[1].snippet.chars().count(), 2_000);
    assert_eq!(results[2].snippet, "");
    assert_eq!(server.paths(), ["/search?q=red+foxes+%26+more&format=json"]);
    assert!(
        asked(answer(json!({"results": []})))
            .expect("none")
            .is_empty()
    );
}

#[test]
fn the_endpoint_alone_is_asked() {
    let inside = Server::on_web_port(|_| Act::page("<p>inside"));
    for to in [
        inside.url("/"),
        "http://169.254.169.254/".to_owned(),
        "/other".to_owned(),
    ] {
        unusable(Act::redirect(to), "leads to another address");
    }
    assert_eq!(inside.connections(), 0);
    for address in [
        "ftp://a.test/",
        "searx",
        "",
        "http://user:pass@a.test/",
        "http://0x7f.1/",
    ] {
        assert!(SearchEndpoint::parse(address).is_err(), "{address}");
    }
    let shown = |address| SearchEndpoint::parse(address).expect(address).to_string();
    assert_eq!(
        shown("http://127.0.0.1:8888"),
        "http://127.0.0.1:8888/search"
    );
    assert_eq!(shown("http://a.test/s?lang=en"), "http://a.test/s?lang=en");
}

#[test]
fn an_endpoint_that_hangs_or_floods_is_left_in_time() {
    for (act, told) in [
        (Act::Hang, "took longer"),
        (Act::Flood("application/json"), "more than 1048576 bytes"),
        (Act::Drip, "took longer"),
    ] {
        let started = Instant::now();
        let error = asked(act.clone()).expect_err("an error").to_string();
        assert!(error.contains(told), "{act:?}: {error}");
        assert!(started.elapsed() < Duration::from_secs(3), "{act:?}");
    }
    let bomb = Act::Say(
        200,
        vec![
            ("Content-Type", "application/json".to_owned()),
            ("Content-Encoding", "gzip".to_owned()),
        ],
        vec![0x1f; 100_000],
    );
    let bomb = asked(bomb);
    assert!(matches!(bomb, Err(WebError::Packed { .. })), "{bomb:?}");
}

#[test]
fn what_is_no_list_of_results_is_not_used() {
    unusable(Act::page("<!doctype html><p>Search"), "web page");
    unusable(Act::typed("application/json", " <html>"), "web page");
    unusable(Act::typed("application/json", ""), "");
    unusable(
        Act::typed("application/json", "{\"results\": [{\"url\": \"http://a"),
        "",
    );
    unusable(answer(json!([])), "");
    unusable(answer(json!({"error": "no"})), "results");
    unusable(answer(json!({"results": 3})), "");
    unusable(answer(json!({"results": ["https://a.test/"]})), "");
    unusable(answer(json!({"results": [{"url": 7}]})), "");
    unusable(Act::typed("application/json", "[".repeat(500_000)), "");
    let deep = format!("{{\"results\": [{}", "[".repeat(500_000));
    unusable(Act::typed("application/json", deep), "");
    unusable(
        Act::Say(
            200,
            Vec::new(),
            b"{\"results\": [{\"title\": \"\xff\"}]}".to_vec(),
        ),
        "",
    );
    for status in [403, 429, 500] {
        let refused = asked(Act::status(status));
        assert!(
            matches!(refused, Err(WebError::Status { .. })),
            "{refused:?}"
        );
    }
    let cut = asked(Act::BreakOff);
    assert!(matches!(cut, Err(WebError::Unreachable { .. })), "{cut:?}");
}

#[test]
fn an_endpoint_and_the_script_of_the_tests_keep_one_promise() {
    let server = Server::start(|_| {
        answer(json!({"results": [
            {"url": "https://a.test/", "title": "A", "content": "one"},
            {"url": "https://b.test/", "title": "B", "content": "two"},
        ]}))
    });
    let client = Arc::new(WebClient::new(settings()));
    let endpoint = SearchEndpoint::parse(&server.url("")).expect("an endpoint");
    let asked = EndpointSearch::new(client, endpoint, bounds());
    let all = asked
        .results("foxes", 10, &Limits::none())
        .expect("results");
    let script = crate::scripted::ScriptedSearch([("foxes".to_owned(), all.clone())].into());
    for search in [&asked as &dyn WebSearch, &script] {
        assert_eq!(
            search
                .results("foxes", 10, &Limits::none())
                .expect("results"),
            all
        );
        let one = search
            .results("foxes", 1, &Limits::none())
            .expect("results");
        assert_eq!(one, all[..1]);
        let stopped = Limits::none();
        stopped.cancel.cancel();
        let ended = search.results("foxes", 1, &stopped);
        assert!(
            matches!(ended, Err(WebError::Stopped(_))),
            "{}",
            search.name()
        );
    }
}
