//! What the server does when something around it breaks.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::home::Home;
use crate::serve::{Server, libraries};

/// A request whose answer is not waited for.
pub fn begun(server: &Server, path: &str, headers: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.at).unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{headers}\
         Content-Length: {}\r\n\r\n",
        server.at,
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    stream
}

#[test]
fn it_ends_in_time_with_two_hundred_streams() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let text = "The neap tide of Dunmore is low.\n".repeat(600_000);
    let form = format!(
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"long.txt\"\r\n\r\n{text}\r\n--x--\r\n"
    );
    let headers = "Content-Type: multipart/form-data; boundary=x\r\nX-Perusal: 1\r\n";
    let job = server
        .ask("POST", "/api/v1/documents", headers, form.as_bytes())
        .is(202, "")
        .json();
    let id = job["job"].as_str().unwrap();
    let streams: Vec<_> = (0..200)
        .map(|_| {
            let mut stream = TcpStream::connect(server.at).unwrap();
            let head = format!(
                "GET /api/v1/jobs/{id}/events HTTP/1.1\r\nHost: {}\r\n\r\n",
                server.at
            );
            stream.write_all(head.as_bytes()).unwrap();
            let mut reader = BufReader::new(stream);
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            assert!(line.contains("200"), "{line}");
            reader
        })
        .collect();
    let started = Instant::now();
    assert_eq!(server.terminate(), Some(0));
    assert!(
        started.elapsed() < Duration::from_secs(11),
        "{:?}",
        started.elapsed()
    );
    for mut reader in streams {
        let mut rest = String::new();
        // Each was told, or its job was over.
        while reader.read_line(&mut rest).is_ok_and(|read| read > 0) {}
        assert!(
            rest.contains("stopping") || rest.contains("event: done"),
            "{rest}"
        );
    }
}

#[test]
fn two_uploads_of_one_name_leave_one_of_them_whole() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let send = |word: &str| {
        let text = format!("{word} ").repeat(50_000);
        let form = format!(
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"same.txt\"\r\n\r\n{text}\r\n--x--\r\n"
        );
        let headers = "Content-Type: multipart/form-data; boundary=x\r\nX-Perusal: 1\r\n";
        let sent = server.ask("POST", "/api/v1/documents", headers, form.as_bytes());
        sent.is(202, "").json()["job"].as_str().unwrap().to_owned()
    };
    let jobs: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = ["alder", "birch"]
            .into_iter()
            .map(|word| scope.spawn(move || send(word)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    for job in jobs {
        assert_eq!(server.job(&job, "")["state"], "done");
    }
    let text = server
        .get("/api/v1/documents/same.txt/text", "")
        .is(200, "")
        .body;
    assert!(
        text.contains("alder") != text.contains("birch"),
        "both are in it"
    );
}

#[test]
fn more_than_it_can_do_is_turned_away_at_once() {
    let home = Home::new();
    let server = Server::start(&home, &[]);
    server.ready();
    let text = "The committee met and spoke of roads, wells and grain. ".repeat(100_000);
    let body = json!({"document": text, "query": "Who met?"}).to_string();
    // Four are worked on, 32 wait.
    let streams: Vec<TcpStream> = (0..36)
        .map(|_| begun(&server, "/api/v1/documents/analyze-recursive", "", &body))
        .collect();
    std::thread::sleep(Duration::from_millis(300));
    let question = json!({"question": "Who met?"});
    let shed = (0..20)
        .filter(|_| {
            let started = Instant::now();
            let told = server.post("/api/v1/ask", "", &question);
            let turned = told.status == 429;
            if turned {
                assert!(
                    told.head.to_lowercase().contains("retry-after: 1"),
                    "{told:?}"
                );
                assert!(
                    started.elapsed() < Duration::from_millis(500),
                    "{:?}",
                    started.elapsed()
                );
            }
            turned
        })
        .count();
    // Other work goes on beside it.
    server.get("/api/v1/collections", "").is(200, "");
    println!("{shed} of 20 were turned away");
    assert!(shed > 0);
    drop(streams);
}
