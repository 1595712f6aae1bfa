//! What the page needs of the server.

use std::io::Read;

use serde_json::{Value, json};

use crate::home::Home;
use crate::serve::{Server, bearer, libraries};

const HTML: &str = "Accept: text/html\r\n";

#[test]
fn the_page_is_sent_under_every_address_of_its_own() {
    let home = Home::new();
    let server = Server::start(&home, &[]);
    let page = server.get("/", HTML);
    if page.status == 404 {
        println!("skipped: this build holds no page");
        return;
    }
    let head = page.head.to_lowercase();
    for wanted in [
        "content-type: text/html",
        "content-security-policy: default-src 'self'; object-src 'none'; frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "cache-control: no-cache",
    ] {
        assert!(head.contains(wanted), "{wanted}: {head}");
    }
    // Nothing in it runs that the policy would have to allow.
    let html = page.body.to_lowercase();
    for script in html.split("<script").skip(1) {
        let (tag, rest) = script.split_once('>').unwrap();
        assert!(tag.contains("src=\"/assets/"), "{tag}");
        assert!(rest.trim_start().starts_with("</script>"), "{rest}");
    }
    for part in [
        " onclick=",
        " onload=",
        " style=",
        "<style",
        "javascript:",
        "http://",
    ] {
        assert!(!html.contains(part), "{part} in {html}");
    }
    // The same under an address of the page; none of a route or a file that is not there.
    assert_eq!(server.get("/documents/x", HTML).body, page.body);
    for other in [
        "/api/v1/nothing",
        "/v1/nothing",
        "/assets/nothing.js",
        "/mcpx",
    ] {
        server.get(other, HTML).is(404, "not_found");
    }
    server.get("/documents/x", "").is(404, "not_found");
    server.ask("POST", "/", HTML, b"").is(404, "not_found");
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: "));
    let known = format!("{HTML}If-None-Match: {}\r\n", tag.unwrap());
    assert!(server.get("/", &known).is(304, "").body.is_empty());
    // A name that leads here from elsewhere gets no page either.
    let port = server.at.port();
    let foreign =
        format!("GET / HTTP/1.1\r\nHost: evil.example:{port}\r\n{HTML}Connection: close\r\n\r\n");
    server.send(&foreign, b"").is(403, "foreign_host");
}

#[test]
fn files_of_the_page_come_packed_to_who_takes_them_so() {
    let home = Home::new();
    let server = Server::start(&home, &[]);
    let plain = server.get("/assets/page.css", "");
    if plain.status == 404 {
        println!("skipped: this build holds no page");
        return;
    }
    assert!(plain.head.contains("text/css"), "{}", plain.head);
    let mut stream = std::net::TcpStream::connect(server.at).unwrap();
    let request = format!(
        "GET /assets/page.css HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: gzip, br\r\nConnection: close\r\n\r\n",
        server.at
    );
    std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
    let mut packed = Vec::new();
    stream.read_to_end(&mut packed).unwrap();
    let head = String::from_utf8_lossy(&packed).to_lowercase();
    assert!(head.contains("content-encoding: gzip"), "{head}");
    assert!(packed.len() < plain.body.len(), "{}", packed.len());
}

/// A token, made on the command line.
fn token(home: &Home, arguments: &[&str]) -> String {
    let run = home.run(&[&["token", "add"], arguments].concat());
    run.expect(0, "").stdout.trim().to_owned()
}

#[test]
fn a_browser_shows_its_token_once() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let told = |server: &Server, headers: &str| {
        let login = server.get("/api/v1/login", headers);
        login.is(200, "").json()
    };
    let open = told(&server, "");
    assert_eq!(
        (&open["needed"], &open["name"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(open["scopes"].as_array().unwrap().len(), 5);
    let clerk = token(&home, &["clerk", "--scope", "read,write"]);
    let closed = told(&server, "");
    assert_eq!(closed["needed"], true);
    assert_eq!(closed["scopes"], json!([]));
    server
        .post("/api/v1/login", "", &json!({"token": "perusal_00"}))
        .is(401, "unauthorized");
    let shown = server
        .post("/api/v1/login", "", &json!({"token": clerk}))
        .is(204, "");
    let set = shown
        .head
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: "));
    let set = set.unwrap().to_owned();
    assert!(!set.contains(&clerk));
    for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(set.contains(part), "{set}");
    }
    let cookie = format!("Cookie: theme=dark; {}\r\n", set.split(';').next().unwrap());
    let known = told(&server, &cookie);
    assert_eq!(known["name"], "clerk");
    assert_eq!(known["scopes"], json!(["read", "write"]));
    server.get("/api/v1/documents", &cookie).is(200, "");
    server
        .get("/api/v1/settings", &cookie)
        .is(403, "scope_missing");
    // A browser sends a cookie by itself: what writes must say more, and pages of others nothing.
    server
        .ask("DELETE", "/api/v1/documents/none", &cookie, b"")
        .is(403, "write_header_missing");
    server
        .delete("/api/v1/documents/none", &cookie)
        .is(404, "unknown_document");
    let foreign = format!("{cookie}Origin: http://evil.example\r\n");
    server
        .get("/api/v1/documents", &foreign)
        .is(403, "foreign_origin");
    // A server on another port of this machine has another cookie.
    let other = Server::start(&home, &[]);
    other
        .get("/api/v1/documents", &cookie)
        .is(401, "unauthorized");
    server.delete("/api/v1/login", &cookie).is(204, "");
    server
        .get("/api/v1/documents", &cookie)
        .is(401, "unauthorized");
}

#[test]
fn sessions_traces_and_what_is_said_of_them_are_ones_own() {
    let home = libraries();
    let ours = bearer(&token(&home, &["ours"]));
    let theirs = bearer(&token(&home, &["theirs"]));
    let all = bearer(&token(&home, &["all", "--scope", "read,admin"]));
    let server = Server::start(&home, &[]);
    let ask = |headers: &str, question: &str| {
        let body = json!({"question": question, "session_id": "desk"});
        server
            .post("/api/v1/ask", headers, &body)
            .is(200, "")
            .json()
    };
    let first = ask(&ours, "When does the ferry leave?");
    ask(&ours, "What does a ticket cost?");
    ask(&theirs, "Where does the ferry go?");
    let listed = server
        .get("/api/v1/sessions?query=ferry", &ours)
        .is(200, "")
        .json();
    assert_eq!(listed["total"], 1, "{listed}");
    assert_eq!(listed["sessions"][0]["session_id"], "desk");
    assert_eq!(listed["sessions"][0]["title"], "When does the ferry leave?");
    let session = server
        .get("/api/v1/sessions/desk", &ours)
        .is(200, "")
        .json();
    let turns = session["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 2, "{session}");
    assert_eq!(turns[0]["trace"], first["trace"]);
    let trace = first["trace"].as_str().unwrap();
    let kept = server
        .get(&format!("/api/v1/traces/{trace}"), &ours)
        .is(200, "")
        .json();
    assert!(
        kept["explain"].is_object() || kept["explain"].is_array(),
        "{kept}"
    );
    assert_eq!(kept["answer"], first);
    let traces = |headers: &str| {
        let listed = server.get("/api/v1/traces", headers).is(200, "").json();
        listed["total"].as_u64().unwrap()
    };
    assert_eq!((traces(&ours), traces(&theirs), traces(&all)), (2, 1, 3));
    let said = json!({"trace": trace, "helpful": false, "comment": "it leaves at ten"});
    server.post("/api/v1/feedback", &ours, &said).is(204, "");
    server
        .post(
            "/api/v1/feedback",
            &ours,
            &json!({"trace": "none", "helpful": true}),
        )
        .is(404, "not_found");
    let stats = server.get("/api/v1/stats", &ours).is(200, "").json();
    assert_eq!(stats["feedback"], json!({"helpful": 0, "unhelpful": 1}));
    server.delete("/api/v1/sessions/desk", &ours).is(204, "");
    server
        .delete("/api/v1/sessions/desk", &ours)
        .is(404, "not_found");
    server
        .get("/api/v1/sessions/desk", &ours)
        .is(404, "not_found");
    assert_eq!((traces(&ours), traces(&theirs)), (0, 1));
    server.get("/api/v1/sessions/desk", &theirs).is(200, "");
}

#[test]
fn settings_models_examples_and_experiments_are_told() {
    let home = libraries();
    home.write(
        "docs/harbour.md",
        "# The harbour\n\n## Mooring by the night\n\nA night costs 14 euros.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    let server = Server::start(&home, &[]);
    let told = server.get("/api/v1/settings", "").is(200, "").json();
    let settings = told["settings"].as_array().unwrap();
    let store = settings.iter().find(|one| one["key"] == "store").unwrap();
    assert!(
        store["value"].as_str().unwrap().ends_with("library"),
        "{store}"
    );
    for setting in settings {
        for name in ["key", "type", "value", "default", "origin", "sentence"] {
            assert!(setting[name].is_string(), "{name} of {setting}");
        }
    }
    let models = server.get("/api/v1/models", "").is(200, "").json();
    assert!(!models["models"].as_array().unwrap().is_empty());
    let examples = server
        .get("/api/v1/examples?collection=default", "")
        .is(200, "")
        .json();
    let examples = examples["examples"].as_array().unwrap();
    assert!((1..=4).contains(&examples.len()), "{examples:?}");
    let empty = Home::new();
    let empty = Server::start(&empty, &[]);
    let none = empty.get("/api/v1/examples", "").is(200, "").json();
    assert_eq!(none["examples"], json!([]));
    for path in ["sessions", "traces", "experiments", "stats", "jobs"] {
        empty.get(&format!("/api/v1/{path}"), "").is(200, "");
    }
    home.write("library.experiments/six.json", "{\"sets\":[]}");
    let listed = server.get("/api/v1/experiments", "").is(200, "").json();
    let kept = &listed["experiments"];
    assert_eq!(kept.as_array().map(Vec::len), Some(1), "{kept}");
    assert_eq!(
        (&kept[0]["name"], &kept[0]["state"]),
        (&json!("six"), &json!("done"))
    );
    let one = server.get("/api/v1/experiments/six", "").is(200, "").json();
    assert_eq!(one, json!({"sets": []}));
    for name in ["seven", "..%2Flibrary", "..", "%00"] {
        let refused = server.get(&format!("/api/v1/experiments/{name}"), "");
        assert!(matches!(refused.status, 400 | 404), "{refused:?}");
    }
}

#[test]
fn pages_and_tables_of_a_document_are_given() {
    let home = Home::new().answering();
    home.write(
        "docs/fees.md",
        "# Fees\n\n| item | price |\n|---|---|\n| ticket | 12 |\n| bicycle | 4 |\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    let server = Server::start(&home, &[]);
    let pages = server
        .get("/api/v1/documents/fees.md/pages", "")
        .is(200, "")
        .json();
    let page = &pages["pages"][0];
    assert_eq!((&page["page"], &page["start"]), (&json!(1), &json!(0)));
    assert!(
        page["text"].as_str().unwrap().contains("bicycle"),
        "{pages}"
    );
    assert_eq!(
        server
            .get("/api/v1/documents/fees.md/pages?first=9", "")
            .is(200, "")
            .json()["pages"],
        json!([])
    );
    for odd in ["first=0", "first=3&last=2", "first=x"] {
        server
            .get(&format!("/api/v1/documents/fees.md/pages?{odd}"), "")
            .is(400, "bad_request");
    }
    let told = server
        .get("/api/v1/documents/fees.md/tables", "")
        .is(200, "")
        .json();
    assert_eq!(told, home.json(&["show", "fees.md", "--tables"]));
}

#[test]
fn jobs_are_watched_taken_back_and_done_again() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let part = |name: &str, text: &str| {
        format!(
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{text}\r\n"
        )
    };
    let form = format!(
        "{}{}--x--\r\n",
        part(
            "tides.txt",
            "The spring tide of Carrow Bay reaches five metres."
        ),
        part("broken.pdf", "%PDF-1.4 and nothing else")
    );
    let headers = "Content-Type: multipart/form-data; boundary=x\r\nX-Perusal: 1\r\n";
    let sent = server
        .ask("POST", "/api/v1/documents", headers, form.as_bytes())
        .is(202, "")
        .json();
    let id = sent["job"].as_str().unwrap();
    let job = server.job(id, "");
    assert_eq!(
        (&job["state"], &job["files_total"]),
        (&json!("done"), &json!(2))
    );
    let file = |name: &str| {
        let files = job["files"].as_array().unwrap().iter();
        files
            .clone()
            .find(|file| file["file"] == name)
            .unwrap()
            .clone()
    };
    let good = file("tides.txt");
    assert_eq!(
        (&good["stage"], &good["action"]),
        (&json!("done"), &json!("added"))
    );
    assert!(
        good["document_id"].is_string() && good["chunks"] == 1,
        "{good}"
    );
    let bad = file("broken.pdf");
    assert_eq!(bad["stage"], "failed");
    assert!(bad["reason"].is_string(), "{bad}");
    let listed = server.get("/api/v1/jobs", "").is(200, "").json();
    assert_eq!(listed["jobs"][0]["job"], id);
    // What failed may be tried again, what is over cannot be taken back.
    server
        .ask(
            "POST",
            &format!("/api/v1/jobs/{id}/retry"),
            "X-Perusal: 1\r\n",
            b"",
        )
        .is(200, "");
    assert_eq!(server.job(id, "")["files"][1]["stage"], "failed");
    assert_eq!(
        server
            .delete(&format!("/api/v1/jobs/{id}"), "")
            .is(200, "")
            .json()["state"],
        "done"
    );
    server.delete("/api/v1/jobs/none", "").is(404, "not_found");
    // A long one is taken back while it runs, and later done again.
    let text = "The neap tide of Dunmore is low.\n".repeat(400_000);
    let form = format!("{}--x--\r\n", part("long.txt", &text));
    let sent = server
        .ask("POST", "/api/v1/documents", headers, form.as_bytes())
        .is(202, "")
        .json();
    let id = sent["job"].as_str().unwrap();
    server.delete(&format!("/api/v1/jobs/{id}"), "").is(200, "");
    assert_eq!(server.job(id, "")["state"], "cancelled");
    server
        .ask(
            "POST",
            &format!("/api/v1/jobs/{id}/retry"),
            "X-Perusal: 1\r\n",
            b"",
        )
        .is(200, "");
    assert_eq!(server.job(id, "")["state"], "done");
}

#[test]
fn an_address_is_added_by_a_job_unless_it_leads_inside() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let add = |url: &str| {
        let body = json!({"url": url});
        server.post("/api/v1/documents", "X-Perusal: 1\r\n", &body)
    };
    add("not an address").is(400, "bad_request");
    add("file:///etc/passwd").is(400, "bad_request");
    // The machine itself and its neighbours are never fetched from for a request.
    let own = format!("http://{}/livez", server.at);
    let sent = add(&own).is(202, "").json();
    let job = server.job(sent["job"].as_str().unwrap(), "");
    assert_eq!(job["state"], "failed", "{job}");
    assert_eq!(job["files"][0]["stage"], "failed");
    assert!(job["error"].is_string() && job["hint"].is_string(), "{job}");
}

#[test]
fn a_long_document_is_read_with_events() {
    let home = Home::new().answering();
    let server = Server::start(&home, &[]);
    let filler = "The committee met and spoke of roads and wells.\n\n".repeat(400);
    let text = format!(
        "# Report\n\n{filler}## Fire\n\nThe mill at Dunmore burned down in 1844.\n\n{filler}"
    );
    let body = json!({"document": text, "query": "When did the mill burn down?"});
    let events = server.events("/api/v1/documents/analyze-recursive", "", &body);
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.first(), Some(&"level"), "{names:?}");
    assert_eq!(names.last(), Some(&"done"));
    assert!(names.contains(&"segments") && names.contains(&"findings"));
    let done = &events.last().unwrap().1;
    assert!(
        done["synthesis"].as_str().unwrap().contains("1844"),
        "{done}"
    );
    assert!(done["coverage"].is_object() && done["segments"].is_array());
}

/// The named tests of the interface that this one takes the place of, over HTTP.
mod former {
    use super::*;

    fn read(server: &Server, body: &Value) -> Value {
        server
            .post("/api/v1/documents/analyze-recursive", "", body)
            .is(200, "")
            .json()
    }

    /// Paragraphs that say nothing of what is asked.
    fn filler(section: usize, paragraphs: usize) -> String {
        (0..paragraphs)
            .map(|at| {
                format!(
                    "In part {section} the committee spoke of road {at}, of wells and grain.\n\n"
                )
            })
            .collect()
    }

    #[test]
    fn test_multi_section_reasoning() {
        let home = Home::new().answering();
        let server = Server::start(&home, &[]);
        let document = format!(
            "# Introduction\n\nBackground on embeddings.\n\n{}# Methods\n\nBGE-M3 has an architecture \
             with three heads.\n\n{}# Results\n\nBGE-M3 performs better than OpenAI in the comparison: \
             70.1 against 64.9 points.\n\n{}# Conclusion\n\nRecommendations follow.\n",
            filler(1, 60),
            filler(2, 60),
            filler(3, 60)
        );
        let query = "How does BGE-M3 perform compared to alternatives?";
        let told = read(&server, &json!({"document": document, "query": query}));
        let synthesis = told["synthesis"].as_str().unwrap();
        assert!(synthesis.contains("BGE-M3"), "{told}");
        assert!(synthesis.contains("OpenAI") || synthesis.to_lowercase().contains("comparison"));
    }

    #[test]
    fn test_segment_filtering() {
        let home = Home::new().answering();
        let server = Server::start(&home, &[]);
        let sections = (0..100).map(|at| match at % 25 {
            0 => format!(
                "# Part {at}\n\nEmbeddings are vectors of texts.\n\n{}",
                filler(at, 60)
            ),
            _ => format!("# Part {at}\n\n{}", filler(at, 60)),
        });
        let document: String = sections.collect();
        let body =
            json!({"document": document, "query": "Embeddings", "track_processed_segments": true});
        let told = read(&server, &body);
        let processed = told["processed_segments"].as_array().unwrap().len();
        assert!((1..50).contains(&processed), "{processed}");
    }

    #[test]
    fn test_graceful_degradation() {
        let home = Home::new().answering();
        let server = Server::start(&home, &[]);
        let contribution = "The main contributions of this paper are a pyramid of segments, a score that \
                            is fitted, and an order of reading that keeps its deadline.\n\n";
        let document: String = (0..400)
            .map(|at| format!("# Part {at}\n\n{}{}", contribution, filler(at, 60)))
            .collect();
        let body = json!({"document": document, "query": "Main contributions",
            "levels": "level_timeout_ms = 5\n[[levels]]\nsegment_tokens = 4096\n"});
        let told = read(&server, &body);
        assert_eq!(told["status"], "partial", "{}", told["message"]);
        assert!(told["message"].as_str().unwrap().contains("partial"));
        assert!(told["synthesis"].is_string());
        assert!(!told["partial"]["unread"].as_array().unwrap().is_empty());
    }

    #[test]
    fn test_large_paper_summary() {
        let Some(book) = crate::home::data("moby-dick/moby-dick.txt") else {
            return;
        };
        let home = Home::new().answering();
        let server = Server::start(&home, &[]);
        let document = std::fs::read_to_string(book).unwrap();
        let body = json!({"document": document, "query": "What are the main contributions of the whale fishery?",
            "max_depth": 3});
        let told = read(&server, &body);
        assert!(
            told["latency_ms"].as_f64().unwrap() < 15_000.0,
            "{}",
            told["latency_ms"]
        );
    }
}
