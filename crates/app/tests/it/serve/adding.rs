//! Documents that are sent, and the jobs that add them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Server, bearer, libraries};

#[test]
fn documents_are_sent_added_by_a_job_and_deleted() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let form = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"tides.txt\"\r\n\r\n\
                The spring tide of Carrow Bay reaches five metres.\r\n--x--\r\n";
    let headers = "Content-Type: multipart/form-data; boundary=x\r\n";
    // A page of another site cannot send this header.
    server
        .ask("POST", "/api/v1/documents", headers, form.as_bytes())
        .is(403, "write_header_missing");
    let headers = format!("{headers}X-Perusal: 1\r\n");
    let job = server
        .ask("POST", "/api/v1/documents", &headers, form.as_bytes())
        .is(202, "")
        .json();
    let id = job["job"].as_str().unwrap();
    let done = server.job(id, "");
    assert_eq!(done["report"]["documents"][0]["action"], "added", "{done}");
    let body = json!({"query": "Carrow Bay"});
    let found = server.post("/api/v1/search", "", &body).is(200, "").json();
    let document = found["hits"][0]["document_id"].as_str().unwrap().to_owned();
    assert_eq!(found["hits"][0]["document"], "tides.txt");
    server
        .ask(
            "DELETE",
            &format!("/api/v1/documents/{document}"),
            "X-Perusal: 1\r\n",
            b"",
        )
        .is(200, "removed");
    let found = server.post("/api/v1/search", "", &body).is(200, "").body;
    assert!(!found.contains("five metres"));
    for name in ["..", "a/b.txt", ".hidden"] {
        let form = format!(
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\ntext\r\n--x--\r\n"
        );
        server
            .ask("POST", "/api/v1/documents", &headers, form.as_bytes())
            .is(400, "bad_request");
    }
}

#[test]
fn a_job_that_was_acknowledged_goes_on_after_a_kill() {
    let home = libraries();
    let text = "The spring tide of Carrow Bay reaches five metres.\n".repeat(20_000);
    let form = format!(
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"tides.txt\"\r\n\r\n{text}\r\n--x--\r\n"
    );
    let headers = "Content-Type: multipart/form-data; boundary=x\r\nX-Perusal: 1\r\n";
    let server = Server::start(&home, &[]);
    let job = server
        .ask("POST", "/api/v1/documents", headers, form.as_bytes())
        .is(202, "")
        .json();
    // Killed, not asked to end.
    drop(server);
    let id = job["job"].as_str().unwrap();
    let kept = home.path("library.jobs").join(format!("{id}.json"));
    let kept: Value = serde_json::from_slice(&std::fs::read(kept).unwrap()).unwrap();
    assert_eq!(kept["state"], "queued", "the job was done before the kill");
    let server = Server::start(&home, &[]);
    let body = json!({"query": "Carrow Bay"});
    let started = Instant::now();
    while !server
        .post("/api/v1/search", "", &body)
        .body
        .contains("five metres")
    {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "it was never added"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    let over = server.job(id, "");
    assert_eq!(over["state"], "done");
    // What became of it is known after a restart, too, and nothing is done again.
    drop(server);
    let server = Server::start(&home, &[]);
    assert_eq!(server.job(id, ""), over);
}

#[test]
fn a_request_sent_twice_is_done_once_and_sessions_are_ones_own() {
    let home = libraries();
    let make = |name: &str| {
        let run = home
            .run(&["token", "add", name, "--scope", "read,write"])
            .expect(0, "");
        run.stdout.trim().to_owned()
    };
    let (ours, theirs) = (make("ours"), make("theirs"));
    let server = Server::start(&home, &[]);
    let form = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nSome text.\r\n--x--\r\n";
    let send = |token: &str| {
        let headers = format!(
            "{}Content-Type: multipart/form-data; boundary=x\r\nIdempotency-Key: 1\r\n",
            bearer(token)
        );
        let job = server
            .ask("POST", "/api/v1/documents", &headers, form.as_bytes())
            .is(202, "")
            .json();
        job["job"].as_str().unwrap().to_owned()
    };
    let first = send(&ours);
    assert_eq!(send(&ours), first);
    assert_ne!(send(&theirs), first);
    let events = server
        .get(&format!("/api/v1/jobs/{first}/events"), &bearer(&ours))
        .is(200, "");
    let names: Vec<&str> = events
        .body
        .lines()
        .filter_map(|line| line.strip_prefix("event: "))
        .collect();
    assert_eq!(names.last(), Some(&"done"), "{events:?}");
    // What one asked before is nothing that another may refer to.
    let ask = |token: &str, question: &str| {
        let body = json!({"question": question, "session_id": "desk"});
        server
            .post("/api/v1/ask", &bearer(token), &body)
            .is(200, "")
            .json()
    };
    ask(&ours, "When does the ferry leave?");
    let again = ask(&theirs, "Say that again in one sentence.");
    assert!(!again["answer"].to_string().contains("nine"), "{again}");
    let stats = server
        .get("/api/v1/stats", &bearer(&ours))
        .is(200, "")
        .json();
    assert!(stats["questions"].as_u64().unwrap() >= 1, "{stats}");
}
