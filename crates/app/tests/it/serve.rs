//! `perusal serve` as other programs meet it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::home::{Home, data};

/// A server with a home of its own; it ends with the test.
pub struct Server {
    child: Child,
    pub at: SocketAddr,
}

/// An answer.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    #[track_caller]
    pub fn is(self, status: u16, code: &str) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        if !code.is_empty() {
            assert!(self.body.contains(&format!("\"{code}\"")), "{self:?}");
        }
        self
    }
}

impl Server {
    pub fn start(home: &Home, arguments: &[&str]) -> Self {
        let mut child = home
            .command()
            .args(["--quiet", "serve", "--listen", "127.0.0.1:0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let at = line.trim().rsplit("http://").next().unwrap();
        let at = at
            .parse()
            .unwrap_or_else(|_| panic!("no address: {line:?}"));
        Self { child, at }
    }

    pub fn send(&self, head: &str, body: &[u8]) -> Response {
        let mut stream = TcpStream::connect(self.at).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        // A server that refuses early may close before it has read all.
        let _ = stream.write_all(body);
        let mut whole = Vec::new();
        let _ = stream.read_to_end(&mut whole);
        let whole = String::from_utf8_lossy(&whole).into_owned();
        let (head, body) = whole.split_once("\r\n\r\n").unwrap_or((&whole, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Response {
            status: status.unwrap_or_else(|| panic!("no status: {whole:?}")),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Response {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
            self.at,
            body.len()
        );
        self.send(&head, body)
    }

    pub fn get(&self, path: &str, headers: &str) -> Response {
        self.ask("GET", path, headers, b"")
    }

    pub fn delete(&self, path: &str, headers: &str) -> Response {
        self.ask("DELETE", path, &format!("X-Perusal: 1\r\n{headers}"), b"")
    }

    /// The names and data of events.
    pub fn events(&self, path: &str, headers: &str, body: &Value) -> Vec<(String, Value)> {
        let headers = format!("Accept: text/event-stream\r\n{headers}");
        let told = self.post(path, &headers, body).is(200, "");
        let lines = told.body.lines();
        let names = lines
            .clone()
            .filter_map(|line| line.strip_prefix("event: "));
        let data = lines.filter_map(|line| line.strip_prefix("data: "));
        names
            .zip(data)
            .map(|(name, data)| (name.to_owned(), serde_json::from_str(data).unwrap()))
            .collect()
    }

    /// Waits until it says that it is ready.
    pub fn ready(&self) -> Value {
        let started = Instant::now();
        loop {
            let told = self.get("/readyz", "");
            if told.status == 200 {
                return told.json();
            }
            assert!(told.body.contains("warming"), "{told:?}");
            assert!(started.elapsed() < Duration::from_secs(60), "{told:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// A job when it is over.
    pub fn job(&self, id: &str, headers: &str) -> Value {
        let started = Instant::now();
        loop {
            let job = self
                .get(&format!("/api/v1/jobs/{id}"), headers)
                .is(200, "")
                .json();
            if job["state"] != "queued" && job["state"] != "running" {
                return job;
            }
            assert!(started.elapsed() < Duration::from_secs(60), "{job}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    pub fn post(&self, path: &str, headers: &str, body: &Value) -> Response {
        let headers = format!("Content-Type: application/json\r\n{headers}");
        self.ask("POST", path, &headers, body.to_string().as_bytes())
    }

    /// Ends it as a service manager does, and gives its exit code.
    pub fn terminate(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        std::process::Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

/// A home with a library, and another library beside it.
pub fn libraries() -> Home {
    let home = Home::new().answering();
    home.write(
        "docs/ferry.md",
        "# The ferry\n\nThe ferry to Inis Mor leaves at nine. A ticket costs 12 euros.\n",
    );
    home.write(
        "law/lease.md",
        "# The lease\n\nThe rent of Quillfeather House is 900 euros a month.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    home.run(&["--store", "legal", "add", "law"]).expect(0, "");
    home
}

#[test]
fn it_answers_like_the_command_line() {
    let home = libraries();
    let server = Server::start(&home, &["--collection", "legal=legal"]);
    let question = "When does the ferry leave?";
    let mut told = server
        .post("/api/v1/ask", "", &json!({"question": question}))
        .is(200, "")
        .json();
    let mut printed = home.json(&["ask", question]);
    for object in [&mut told, &mut printed] {
        object["timings_ms"] = Value::Null;
    }
    assert_eq!(told, printed);
    let rent = json!({"query": "rent", "collection": "legal"});
    let hits = server.post("/api/v1/search", "", &rent).is(200, "").json();
    assert!(
        hits["hits"][0]["text"]
            .as_str()
            .unwrap()
            .contains("Quillfeather")
    );
    let listed = server
        .get("/api/v1/documents?collection=legal", "")
        .is(200, "")
        .json();
    assert_eq!(listed["total"], 1);
    let id = listed["documents"][0]["document_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let text = server
        .get(&format!("/api/v1/documents/{id}/text?collection=legal"), "")
        .is(200, "");
    assert!(text.body.contains("900 euros"));
    let shown = server
        .get(&format!("/api/v1/documents/{id}?collection=legal"), "")
        .is(200, "")
        .json();
    assert_eq!(shown["document"], "lease.md");
    // It is in the other collection alone.
    server
        .get(&format!("/api/v1/documents/{id}"), "")
        .is(404, "unknown_document");
    let trace = told["trace"].as_str().unwrap();
    server
        .get(&format!("/api/v1/traces/{trace}"), "")
        .is(200, "");
    server.get("/api/v1/traces/none", "").is(404, "not_found");
    server.ready();
    let metrics = server.get("/metrics", "").is(200, "").body;
    assert!(
        metrics.contains("perusal_requests_total{route=\"/api/v1/ask\",status=\"200\"} 1"),
        "{metrics}"
    );
    assert!(!metrics.contains("ferry"));
}

#[test]
fn an_answer_comes_as_events_sources_first() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let body = json!({"question": "When does the ferry leave?"});
    let events = server
        .post("/api/v1/ask", "Accept: text/event-stream\r\n", &body)
        .is(200, "");
    assert!(
        events
            .head
            .to_lowercase()
            .contains("content-type: text/event-stream")
    );
    let names: Vec<&str> = events
        .body
        .lines()
        .filter_map(|line| line.strip_prefix("event: "))
        .collect();
    assert_eq!(
        names,
        ["meta", "plan", "sources", "delta", "citations", "done"]
    );
}

#[test]
fn openai_clients_get_an_answer_with_its_sources() {
    let home = libraries();
    let server = Server::start(&home, &["--collection", "legal=legal"]);
    let chat = |model: &str, text: &str, stream: bool| {
        json!({"model": model, "stream": stream, "temperature": 0.3, "messages": [
            {"role": "system", "content": "Be kind."},
            {"role": "user", "content": [{"type": "text", "text": text}]},
        ]})
    };
    let answer = server.post(
        "/v1/chat/completions",
        "",
        &chat("perusal:legal", "What is the rent?", false),
    );
    let answer = answer.is(200, "").json();
    let message = &answer["choices"][0]["message"];
    assert!(
        message["content"].as_str().unwrap().contains("900 euros"),
        "{answer}"
    );
    assert_eq!(message["annotations"][0]["type"], "url_citation");
    assert_eq!(answer["x_perusal"]["citations"][0]["document"], "lease.md");
    let events = server.post(
        "/v1/chat/completions",
        "",
        &chat("perusal", "When does the ferry leave?", true),
    );
    let events = events.is(200, "");
    let data: Vec<&str> = events
        .body
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .collect();
    assert_eq!(data.last(), Some(&"[DONE]"));
    let text: String = data
        .iter()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter_map(|chunk| {
            chunk["choices"][0]["delta"]["content"]
                .as_str()
                .map(str::to_owned)
        })
        .collect();
    assert!(text.contains("nine"), "{text}");
    let models = server.get("/v1/models", "").is(200, "").json();
    assert_eq!(models["data"].as_array().unwrap().len(), 2);
    server
        .post("/v1/chat/completions", "", &chat("gpt-4o", "What?", false))
        .is(404, "model_not_found");
    let mut tools = chat("perusal", "What?", false);
    tools["tools"] = json!([{"type": "function"}]);
    server
        .post("/v1/chat/completions", "", &tools)
        .is(400, "invalid_request_error");
}

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
    let pending = home
        .path("library.jobs")
        .join(format!("{}.json", job["job"].as_str().unwrap()));
    assert!(pending.exists(), "the job was done before the kill");
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
}

#[test]
fn a_text_that_is_in_no_collection_is_analyzed_with_the_former_fields() {
    let home = Home::new().answering();
    let server = Server::start(&home, &[]);
    let filler = "The committee met and spoke of roads and wells.\n\n".repeat(400);
    let text = format!(
        "# Report\n\n{filler}## Findings\n\nThe mill at Dunmore burned down in 1844.\n\n{filler}"
    );
    let body = json!({"document": text, "query": "When did the mill burn down?", "max_depth": 3,
        "track_processed_segments": true});
    let told = server
        .post("/api/v1/documents/analyze-recursive", "", &body)
        .is(200, "")
        .json();
    assert!(
        told["synthesis"].as_str().unwrap().contains("1844"),
        "{told}"
    );
    assert!(told["confidence"].is_number() && told["latency_ms"].is_number());
    assert!(!told["processed_segments"].as_array().unwrap().is_empty());
    assert!(told["findings_by_segment"].is_object());
    // A path of this machine is never read for a request.
    let secret = home.write("secret.txt", "The password is swordfish.");
    let body =
        json!({"document_ids": [secret.to_str().unwrap()], "query": "What is the password?"});
    let refused = server.post("/api/v1/documents/analyze-recursive", "", &body);
    assert!(matches!(refused.status, 400 | 404), "{refused:?}");
    assert!(!refused.body.contains("swordfish"));
}

/// Every route there is, with `none` for what varies.
fn routes() -> Vec<(String, String)> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let told: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let mut routes: Vec<(String, String)> = [("POST", "/mcp"), ("GET", "/openapi.json")]
        .map(|(method, path)| (method.to_owned(), path.to_owned()))
        .into();
    for (path, methods) in told["paths"].as_object().unwrap() {
        let path = path.replace("{id}", "none").replace("{name}", "none");
        for method in methods.as_object().unwrap().keys() {
            routes.push((method.to_uppercase(), path.clone()));
        }
    }
    routes.sort();
    routes
}

#[test]
fn tokens_open_what_they_say_and_nothing_else() {
    let home = libraries();
    let make = |arguments: &[&str]| {
        let run = home
            .run(&[&["token", "add"], arguments].concat())
            .expect(0, "");
        run.stdout.trim().to_owned()
    };
    let reader = make(&["reader"]);
    let clerk = make(&["clerk", "--scope", "read,write", "--collection", "legal"]);
    let router = make(&["router", "--scope", "read,route:declare"]);
    let server = Server::start(&home, &["--collection", "legal=legal"]);
    let ask = json!({"question": "When does the ferry leave?"});
    let mut public = Vec::new();
    for (method, path) in routes() {
        let odd = [
            "",
            "Authorization: Bearer perusal_0\r\n",
            "Authorization: Basic eA==\r\n",
            "Cookie: perusal_1=00\r\n",
        ];
        let refused = |headers: &&str| server.ask(&method, &path, headers, b"{}").status == 401;
        match odd.iter().filter(|headers| refused(headers)).count() {
            4 => {}
            _ => public.push(format!("{method} {path}")),
        }
    }
    assert_eq!(
        public,
        [
            "DELETE /api/v1/login",
            "GET /api/v1/login",
            "GET /livez",
            "GET /readyz",
            "POST /api/v1/login"
        ]
    );
    server
        .post("/api/v1/ask", &bearer(&reader), &ask)
        .is(200, "ferry.md");
    server
        .get("/metrics", &bearer(&reader))
        .is(403, "scope_missing");
    server
        .ask("DELETE", "/api/v1/documents/none", &bearer(&reader), b"")
        .is(403, "scope_missing");
    let declared = json!({"question": "When?", "query_type": "RETRIEVAL"});
    server
        .post("/api/v1/ask", &bearer(&reader), &declared)
        .is(403, "scope_missing");
    server
        .post("/api/v1/ask", &bearer(&router), &declared)
        .is(200, "");
    // A collection that a token may not see is one that is not there.
    server
        .post("/api/v1/ask", &bearer(&clerk), &ask)
        .is(404, "not_found");
    let there = json!({"question": "What is the rent?", "collection": "legal"});
    server
        .post("/api/v1/ask", &bearer(&clerk), &there)
        .is(200, "lease.md");
    let seen = server
        .get("/api/v1/collections", &bearer(&clerk))
        .is(200, "")
        .json();
    assert_eq!(seen["collections"].as_array().unwrap().len(), 1);
    let models = server.get("/v1/models", &bearer(&clerk)).is(200, "").body;
    assert!(!models.contains("\"perusal\",\"object\""), "{models}");
    // One that was taken back is refused from then on.
    home.run(&["token", "rm", "reader"]).expect(0, "");
    server
        .post("/api/v1/ask", &bearer(&reader), &ask)
        .is(401, "unauthorized");
    let listed = home.run(&["token", "ls"]).expect(0, "").stdout;
    assert!(
        listed.contains("clerk  read,write  legal") && !listed.contains("reader"),
        "{listed}"
    );
}

/// Lines to and from `perusal mcp`.
fn spoken(home: &Home, arguments: &[&str], said: &[Value]) -> Vec<Value> {
    let mut child = home
        .command()
        .arg("mcp")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut heard = Vec::new();
    for one in said {
        writeln!(stdin, "{one}").unwrap();
        if one["id"].is_number() {
            let line = lines.next().unwrap().unwrap();
            heard.push(serde_json::from_str(&line).unwrap());
        }
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
    heard
}

fn initialize() -> [Value; 2] {
    [
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}}}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
    ]
}

fn call(id: u32, tool: &str, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": tool, "arguments": arguments}})
}

#[test]
fn tools_answer_over_standard_input() {
    let home = libraries();
    let [first, second] = initialize();
    let said = [
        first,
        second,
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
        call(2, "ask", &json!({"question": "When does the ferry leave?"})),
        call(
            3,
            "search",
            &json!({"query": "rent", "collection": "legal"}),
        ),
        call(4, "read_pages", &json!({"document": "ferry.md"})),
        call(5, "add_document", &json!({"name": "x.txt", "text": "x"})),
        call(6, "ask", &json!({"question": ""})),
        call(7, "read_pages", &json!({"document": "../secret"})),
        json!({"jsonrpc": "2.0", "id": 8, "method": "resources/list"}),
    ];
    let heard = spoken(&home, &["--collection", "legal=legal"], &said);
    let tools: Vec<&str> = heard[1]["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| {
            assert_eq!(tool["annotations"]["readOnlyHint"], true);
            tool["name"].as_str().unwrap()
        })
        .collect();
    assert!(
        tools.contains(&"ask") && !tools.contains(&"delete_document"),
        "{tools:?}"
    );
    let answer = &heard[2]["result"]["structuredContent"];
    assert_eq!(answer["citations"][0]["document"], "ferry.md", "{answer}");
    assert!(heard[3].to_string().contains("Quillfeather"));
    assert!(heard[4].to_string().contains("A ticket costs"));
    assert!(heard[5]["error"].is_object());
    for failed in [&heard[6], &heard[7]] {
        assert_eq!(failed["result"]["isError"], true, "{failed}");
    }
    let uri = heard[8]["result"]["resources"][0]["uri"].as_str().unwrap();
    assert!(uri.starts_with("perusal://default/"), "{uri}");
}

#[test]
fn tools_that_write_are_offered_when_they_are_allowed() {
    let home = libraries();
    let [first, second] = initialize();
    let said = [
        first,
        second,
        call(
            1,
            "add_document",
            &json!({"name": "tides.txt", "text": "The spring tide of Carrow Bay reaches five metres."}),
        ),
        call(2, "search", &json!({"query": "Carrow Bay"})),
        call(3, "delete_document", &json!({"document": "tides.txt"})),
        call(4, "search", &json!({"query": "Carrow Bay"})),
        call(
            5,
            "add_document",
            &json!({"name": "../tides.txt", "text": "x"}),
        ),
    ];
    let heard = spoken(&home, &["--allow-writes"], &said);
    assert!(heard[2].to_string().contains("five metres"), "{heard:?}");
    assert_eq!(
        heard[3]["result"]["structuredContent"]["documents"][0]["action"],
        "removed"
    );
    assert!(!heard[4].to_string().contains("five metres"));
    assert_eq!(heard[5]["result"]["isError"], true);
}

#[test]
fn tools_over_http_see_what_their_token_sees() {
    let home = libraries();
    let make = |arguments: &[&str]| {
        let run = home
            .run(&[&["token", "add"], arguments].concat())
            .expect(0, "");
        run.stdout.trim().to_owned()
    };
    let clerk = make(&["clerk", "--collection", "legal"]);
    let server = Server::start(&home, &["--collection", "legal=legal"]);
    let headers = format!(
        "{}Accept: application/json, text/event-stream\r\n",
        bearer(&clerk)
    );
    let ask = |collection: &str| {
        let body = call(
            1,
            "search",
            &json!({"query": "ferry rent", "collection": collection}),
        );
        server.post("/mcp", &headers, &body).is(200, "").body
    };
    assert!(ask("legal").contains("Quillfeather"));
    let refused = ask("default");
    assert!(
        refused.contains("no such collection") && !refused.contains("nine"),
        "{refused}"
    );
    let listed = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    let listed = server.post("/mcp", &headers, &listed).is(200, "").body;
    assert!(listed.contains("list_tables") && !listed.contains("delete_document"));
}

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

#[test]
fn the_file_and_the_places_of_words_are_there_for_readers() {
    let Some(pdf) = data("pdf-kinds/files/pdflatex-4-pages.pdf") else {
        return;
    };
    let home = Home::new();
    let bytes = std::fs::read(&pdf).unwrap();
    let place = home.write("docs/paper.pdf", &bytes);
    home.run(&["add", "docs"]).expect(0, "");
    let server = Server::start(&home, &[]);
    let at = "/api/v1/documents/paper.pdf";
    let part = server
        .get(&format!("{at}/original"), "Range: bytes=0-7\r\n")
        .is(206, "");
    assert_eq!(part.body.as_bytes(), &bytes[..8]);
    assert!(part.head.contains("application/pdf"), "{part:?}");
    let whole = server.get(&format!("{at}/original"), "").is(200, "");
    assert!(
        whole
            .head
            .contains(&format!("content-length: {}", bytes.len())),
        "{}",
        whole.head
    );
    let tag = whole
        .head
        .lines()
        .find_map(|line| line.strip_prefix("etag: "))
        .unwrap();
    server
        .get(
            &format!("{at}/original"),
            &format!("If-None-Match: {tag}\r\n"),
        )
        .is(304, "");
    let text = server.get(&format!("{at}/text"), "").is(200, "").body;
    let start = text.find(char::is_whitespace).unwrap();
    let placed = server
        .get(&format!("{at}/boxes?start=0&end={start}"), "")
        .is(200, "")
        .json();
    let word = &placed["words"][0];
    assert_eq!(word["page"], 1, "{placed}");
    let sides: Vec<f64> = word["box"]
        .as_array()
        .unwrap()
        .iter()
        .map(|side| side.as_f64().unwrap())
        .collect();
    assert!(sides[0] < sides[2] && sides[1] < sides[3], "{sides:?}");
    server
        .get(&format!("{at}/boxes?start=5&end=1"), "")
        .is(400, "bad_request");
    server
        .get(&format!("{at}/boxes"), "")
        .is(400, "bad_request");
    // Another file in its place is not what was cited.
    std::fs::write(place, "something else").unwrap();
    server
        .get(&format!("{at}/original"), "")
        .is(410, "original_changed");
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

#[test]
fn what_the_routes_take_and_give_is_described() {
    let home = Home::new();
    let server = Server::start(&home, &[]);
    let told = server.get("/openapi.json", "").is(200, "").json();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    // Shown to be saved, where it is meant to change.
    if std::env::var_os("SAVE_OPENAPI").is_some() {
        let mut text = serde_json::to_string_pretty(&told).unwrap();
        text.push('\n');
        std::fs::write(file, text).unwrap();
        return;
    }
    let agree = told == kept;
    assert!(
        agree,
        "docs/openapi.json is old: run this test with SAVE_OPENAPI=1"
    );
}

#[test]
fn it_ends_when_it_is_asked_to() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let mut idle = TcpStream::connect(server.at).unwrap();
    idle.write_all(b"GET /livez HTTP/1.1\r\n").unwrap();
    let started = Instant::now();
    assert_eq!(server.terminate(), Some(0));
    assert!(
        started.elapsed() < Duration::from_secs(12),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn what_another_process_adds_is_seen() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let body = json!({"query": "Ballyvaughan"});
    let before = server.post("/api/v1/search", "", &body).is(200, "").body;
    assert!(!before.contains("lighthouse"));
    home.write(
        "docs/light.md",
        "The lighthouse of Ballyvaughan was lit in 1871.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    let after = server.post("/api/v1/search", "", &body).is(200, "").body;
    assert!(after.contains("lighthouse"));
}
