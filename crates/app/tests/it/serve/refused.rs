//! Requests that are refused, and servers that cannot start.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Server, libraries};
use crate::home::Home;

#[test]
fn pages_of_other_sites_and_odd_requests_are_refused() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let body = json!({"question": "When does the ferry leave?"});
    let port = server.at.port();
    server.send(&format!("GET /api/v1/documents HTTP/1.1\r\nHost: evil.example:{port}\r\nConnection: close\r\n\r\n"), b"").is(403, "foreign_host");
    server
        .post("/api/v1/ask", "Origin: http://evil.example\r\n", &body)
        .is(403, "foreign_origin");
    server
        .post(
            "/api/v1/ask",
            &format!("Origin: http://127.0.0.1:{port}\r\n"),
            &body,
        )
        .is(200, "");
    server
        .ask("POST", "/api/v1/ask", "Content-Type: text/plain\r\n", b"{}")
        .is(415, "not_json");
    server
        .ask(
            "POST",
            "/api/v1/ask",
            "Content-Type: application/json\r\n",
            b"{",
        )
        .is(400, "bad_request");
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    server
        .ask(
            "POST",
            "/api/v1/ask",
            "Content-Type: application/json\r\n",
            deep.as_bytes(),
        )
        .is(400, "bad_request");
    let long = json!({"question": "x".repeat(2 << 20)});
    server.post("/api/v1/ask", "", &long).is(413, "too_large");
    server
        .post("/api/v1/ask", "", &json!({"question": "x".repeat(9_000)}))
        .is(400, "query_too_long");
    server
        .post("/api/v1/ask", "", &json!({"question": " "}))
        .is(400, "query_empty");
    server
        .post("/api/v1/ask", "", &json!({"question": "x", "colour": 1}))
        .is(400, "bad_request");
    server
        .post("/api/v1/search", "", &json!({"query": "x", "k": 0}))
        .is(400, "bad_request");
    server
        .post(
            "/api/v1/search",
            "",
            &json!({"query": "x", "filters": ["colour=1"]}),
        )
        .is(400, "bad_filter");
    server
        .post("/api/v1/query", "", &json!({"sql": "DROP TABLE x"}))
        .is(400, "bad_sql");
    server
        .post(
            "/api/v1/ask",
            "",
            &json!({"question": "x", "collection": "../legal"}),
        )
        .is(404, "not_found");
    server.get("/api/v1/nothing", "").is(404, "not_found");
    server.get("/api/v1/ask", "").is(405, "wrong_method");
    let asked = server.get("/livez", "X-Request-Id: mine-1\r\n");
    assert!(asked.head.contains("x-request-id: mine-1"), "{asked:?}");
}

#[test]
fn a_client_that_never_ends_its_headers_is_let_go() {
    let home = Home::new();
    let server = Server::start(&home, &[]);
    let mut slow = TcpStream::connect(server.at).unwrap();
    slow.set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    slow.write_all(b"GET /livez HTTP/1.1\r\nHost: ").unwrap();
    let started = Instant::now();
    let mut rest = Vec::new();
    // Whether it is told so or just closed, it does not hold its place.
    let _ = slow.read_to_end(&mut rest);
    assert!(
        started.elapsed() < Duration::from_secs(15),
        "{:?}",
        started.elapsed()
    );
    server.get("/livez", "").is(200, "");
}

#[test]
fn it_says_why_it_cannot_start() {
    let home = Home::new();
    home.run(&["serve", "--listen", "0.0.0.0:0"])
        .expect(2, "no token")
        .fails_with_hint();
    let server = Server::start(&home, &[]);
    home.run(&["serve", "--listen", &server.at.to_string()])
        .expect(2, "cannot be listened on")
        .fails_with_hint();
    home.run(&["token", "add", "desk"]).expect(0, "");
    let file = home.path(".local/share/perusal/tokens.json");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    std::fs::set_permissions(&file, mode).unwrap();
    home.run(&["serve", "--listen", "127.0.0.1:0"])
        .expect(2, "others can read it")
        .fails_with_hint();
}
