//! Requests that are refused, and servers that cannot start.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{FORM, Server, form, libraries};
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

/// A request whose body comes in pieces, none of which says how many follow.
fn in_chunks(server: &Server, path: &str, headers: &str, pieces: usize) -> u16 {
    let mut stream = TcpStream::connect(server.at).unwrap();
    let limit = Some(Duration::from_secs(30));
    stream.set_read_timeout(limit).unwrap();
    stream.set_write_timeout(limit).unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\
         Transfer-Encoding: chunked\r\n\r\n",
        server.at
    );
    stream.write_all(head.as_bytes()).unwrap();
    let piece = format!("10000\r\n{}\r\n", "x".repeat(0x1_0000));
    for _ in 0..pieces {
        // A server that refuses early may close before it has read all.
        if stream.write_all(piece.as_bytes()).is_err() {
            break;
        }
    }
    let _ = stream.write_all(b"0\r\n\r\n");
    let mut told = [0; 12];
    stream.read_exact(&mut told).unwrap();
    String::from_utf8_lossy(&told[9..]).parse().unwrap()
}

#[test]
fn bodies_that_are_too_large_are_refused_however_they_come() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let json = "Content-Type: application/json\r\n";
    // By what they say of their length, before they are read.
    let head = |path: &str, headers: &str, bytes: u64| {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\
             Content-Length: {bytes}\r\n\r\n",
            server.at
        );
        server.send(&head, b"")
    };
    head("/api/v1/ask", json, 2 << 20).is(413, "too_large");
    head("/v1/chat/completions", json, 2 << 20).is(413, "");
    head("/api/v1/documents", FORM, 300 << 20).is(413, "too_large");
    // Chunk by chunk, whose sum nobody says.
    assert_eq!(in_chunks(&server, "/api/v1/ask", json, 40), 413);
    assert_eq!(
        in_chunks(&server, "/api/v1/documents/analyze-recursive", json, 300),
        413
    );
    // Part by part: more files than a form has.
    let many: Vec<String> = (0..1_001).map(|at| format!("{at}.txt")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|name| (name.as_str(), "x")).collect();
    server
        .ask("POST", "/api/v1/documents", FORM, form(&many).as_bytes())
        .is(413, "too_large");
    // And one part that is larger than all may be.
    let part = "Content-Type: multipart/form-data; boundary=x\r\nX-Perusal: 1\r\n";
    assert_eq!(in_chunks(&server, "/api/v1/documents", part, 10), 400);
    // What was refused left nothing behind.
    assert_eq!(
        home.files("library.uploads"),
        Vec::<std::path::PathBuf>::new()
    );
    let jobs = server.get("/api/v1/jobs", "").is(200, "").json();
    assert_eq!(jobs["total"], 0, "{jobs}");
}

#[test]
fn bodies_of_other_types_are_refused() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let ask = br#"{"question": "When does the ferry leave?"}"#;
    for kind in [
        "",
        "Content-Type: text/plain\r\n",
        "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: multipart/form-data; boundary=x\r\n",
        "Content-Type: application/json-seq\r\n",
        "Content-Type: \u{e9}\r\n",
    ] {
        server
            .ask("POST", "/api/v1/ask", kind, ask)
            .is(415, "not_json");
        server
            .ask("POST", "/v1/chat/completions", kind, ask)
            .is(415, "");
        let headers = format!("X-Perusal: 1\r\n{kind}");
        let told = server.ask("POST", "/api/v1/documents", &headers, ask);
        assert!(matches!(told.status, 400 | 415), "{kind}: {told:?}");
    }
    // A form without the line between its parts, and one that is cut.
    let headers = "X-Perusal: 1\r\nContent-Type: multipart/form-data\r\n";
    server
        .ask("POST", "/api/v1/documents", headers, b"--x")
        .is(400, "bad_request");
    let cut = form(&[("a.txt", "some text")]);
    server
        .ask(
            "POST",
            "/api/v1/documents",
            FORM,
            &cut.as_bytes()[..cut.len() - 9],
        )
        .is(400, "bad_request");
    assert_eq!(
        home.files("library.uploads"),
        Vec::<std::path::PathBuf>::new()
    );
}

#[test]
fn names_that_lead_elsewhere_name_nothing() {
    let home = libraries();
    home.write("secret.txt", "The password is swordfish.");
    let server = Server::start(&home, &[]);
    let long = "x".repeat(4_096);
    let names = [
        "..",
        ".",
        "../secret.txt",
        "..\\secret.txt",
        "a/b.txt",
        "/secret.txt",
        "a\0b.txt",
        "a\x07.txt",
        ".hidden",
        long.as_str(),
        "",
    ];
    for name in names {
        let form = form(&[("good.txt", "text"), (name, "text")]);
        server
            .ask("POST", "/api/v1/documents", FORM, form.as_bytes())
            .is(400, "bad_request");
        // In an address, whatever it leads to.
        let escaped: String = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
        for path in [
            format!("/api/v1/documents/{escaped}"),
            format!("/api/v1/documents/{escaped}/text"),
            format!("/api/v1/documents/{escaped}/original"),
            format!("/api/v1/documents/ferry.md/text?collection={escaped}"),
            format!("/api/v1/jobs/{escaped}"),
            format!("/api/v1/traces/{escaped}"),
            format!("/api/v1/sessions/{escaped}"),
            format!("/api/v1/experiments/{escaped}"),
        ] {
            let told = server.get(&path, "");
            let empty = name.is_empty() && !path.contains("collection");
            assert!(
                matches!(told.status, 400 | 404) || (empty && told.status < 500),
                "{path}: {told:?}"
            );
            assert!(!told.body.contains("swordfish"), "{path}");
        }
        let body = json!({"question": "x", "collection": name});
        server.post("/api/v1/ask", "", &body).is(404, "not_found");
    }
    assert_eq!(
        home.files("library.uploads"),
        Vec::<std::path::PathBuf>::new()
    );
    server.get("/livez", "").is(200, "");
}

/// A frame of HTTP/2.
#[cfg(feature = "grpc")]
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = length[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

#[test]
#[cfg(feature = "grpc")]
fn a_client_that_asks_and_takes_back_without_end_is_cut_off() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    server.ready();
    let mut stream = TcpStream::connect(server.at).unwrap();
    let limit = Some(Duration::from_secs(20));
    stream.set_read_timeout(limit).unwrap();
    stream.set_write_timeout(limit).unwrap();
    stream
        .write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        .unwrap();
    stream.write_all(&frame(4, 0, 0, &[])).unwrap();
    // POST, http, a path, and a host, as the table of HPACK has them.
    let host = server.at.to_string();
    let path = "/perusal.v1.Agent/Ask";
    let mut head = vec![0x83, 0x86, 0x04, u8::try_from(path.len()).unwrap()];
    head.extend(path.bytes());
    head.extend([0x01, u8::try_from(host.len()).unwrap()]);
    head.extend(host.bytes());
    let mut cut = false;
    for at in 0..20_000_u32 {
        let stream_id = 2 * at + 1;
        let mut both = frame(1, 4, stream_id, &head);
        both.extend(frame(3, 0, stream_id, &8_u32.to_be_bytes()));
        if stream.write_all(&both).is_err() {
            cut = true;
            break;
        }
    }
    let mut rest = Vec::new();
    // It says goodbye, or the connection is gone.
    let ended = stream.read_to_end(&mut rest);
    assert!(cut || ended.is_ok() || !rest.is_empty(), "nothing was said");
    drop(stream);
    // Nothing of it is worked on, and others are served.
    let started = Instant::now();
    loop {
        let metrics = server.get("/metrics", "").is(200, "").body;
        if metrics.contains("perusal_working{kind=\"ask\"} 0")
            && metrics.contains("perusal_waiting{kind=\"ask\"} 0")
        {
            break;
        }
        assert!(started.elapsed() < Duration::from_secs(10), "{metrics}");
    }
    let ask = json!({"question": "When does the ferry leave?"});
    server.post("/api/v1/ask", "", &ask).is(200, "ferry.md");
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
