//! Spans of answers at a collector of OpenTelemetry: one in this process, over a real socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::home::Home;
use crate::serve::{Server, libraries};

const QUESTION: &str = "When does the ferry leave?";

/// What a collector got: the head of a request and its body.
type Got = (String, Value);

/// A collector, at its address.
fn collector() -> (String, Receiver<Got>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (to, got) = channel();
    // Ends with the process.
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            take(&stream, &to);
        }
    });
    (address, got)
}

fn take(mut stream: &TcpStream, to: &Sender<Got>) {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return;
        }
    }
    let length = head.to_lowercase().lines().find_map(|line| {
        let length = line.strip_prefix("content-length:")?;
        length.trim().parse::<usize>().ok()
    });
    let mut body = vec![0; length.unwrap()];
    reader.read_exact(&mut body).unwrap();
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    let _ = to.send((head, serde_json::from_slice(&body).unwrap()));
}

fn asked(home: &Home) -> Value {
    let server = Server::start(home, &[]);
    let body = json!({"question": QUESTION});
    server.post("/api/v1/ask", "", &body).is(200, "").json()
}

fn attribute<'a>(of: &'a Value, name: &str) -> &'a Value {
    let all = of["attributes"].as_array().unwrap();
    let one = all.iter().find(|one| one["key"] == name);
    &one.unwrap_or_else(|| panic!("no {name} in {of}"))["value"]
}

#[test]
fn an_answer_is_exported_as_spans_that_say_nothing_of_it() {
    let mut home = libraries();
    let (address, got) = collector();
    home.set("OTEL_EXPORTER_OTLP_ENDPOINT", &address);
    home.set("OTEL_EXPORTER_OTLP_HEADERS", "x-key=of-the-test");
    home.set("OTEL_SERVICE_NAME", "desk");
    let answer = asked(&home);
    let (head, sent) = got.recv_timeout(Duration::from_secs(20)).unwrap();
    assert!(head.starts_with("POST /v1/traces HTTP/1.1"), "{head}");
    assert!(head.contains("x-key: of-the-test"), "{head}");
    let resource = &sent["resourceSpans"][0];
    assert_eq!(
        attribute(&resource["resource"], "service.name")["stringValue"],
        "desk"
    );
    let spans = resource["scopeSpans"][0]["spans"].as_array().unwrap();
    let whole = &spans[0];
    assert_eq!(whole["name"], "invoke_workflow");
    assert_eq!(
        attribute(whole, "gen_ai.operation.name")["stringValue"],
        "invoke_workflow"
    );
    assert_eq!(
        attribute(whole, "perusal.trace")["stringValue"],
        answer["trace"]
    );
    let names: Vec<&str> = spans
        .iter()
        .map(|span| span["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"plan"), "{names:?}");
    assert!(
        names.iter().any(|name| name.starts_with("retrieval")),
        "{names:?}"
    );
    let nanos = |span: &Value, name: &str| span[name].as_str().unwrap().parse::<u128>().unwrap();
    let (begun, ended) = (
        nanos(whole, "startTimeUnixNano"),
        nanos(whole, "endTimeUnixNano"),
    );
    for span in &spans[1..] {
        assert_eq!(span["traceId"], whole["traceId"]);
        assert_eq!(span["parentSpanId"], whole["spanId"]);
        let (from, to) = (
            nanos(span, "startTimeUnixNano"),
            nanos(span, "endTimeUnixNano"),
        );
        // Microseconds are lost where milliseconds are added up.
        assert!(
            begun <= from + 2_000 && from <= to && to <= ended + 2_000,
            "{span}"
        );
    }
    let text = sent.to_string();
    assert!(!text.contains("ferry") && !text.contains("nine"), "{text}");
}

#[test]
fn what_was_asked_is_exported_where_somebody_wants_it() {
    let mut home = libraries();
    let (address, got) = collector();
    home.set(
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        format!("{address}/here"),
    );
    home.set("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true");
    asked(&home);
    let (head, sent) = got.recv_timeout(Duration::from_secs(20)).unwrap();
    assert!(head.starts_with("POST /here HTTP/1.1"), "{head}");
    let whole = &sent["resourceSpans"][0]["scopeSpans"][0]["spans"][0];
    assert_eq!(
        attribute(whole, "gen_ai.input.messages")["stringValue"],
        QUESTION
    );
}

#[test]
fn a_collector_that_is_slow_or_gone_costs_no_answer_anything() {
    let mut home = libraries();
    // One takes connections and never answers, the other is not there.
    let mute = TcpListener::bind("127.0.0.1:0").unwrap();
    let gone = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    for address in [mute.local_addr().unwrap(), gone] {
        home.set("OTEL_EXPORTER_OTLP_ENDPOINT", format!("http://{address}"));
        let server = Server::start(&home, &[]);
        server.ready();
        let started = Instant::now();
        for _ in 0..20 {
            let body = json!({"question": QUESTION});
            server.post("/api/v1/ask", "", &body).is(200, "ferry.md");
        }
        let took = started.elapsed();
        assert!(took < Duration::from_secs(9), "{took:?}");
        assert_eq!(server.terminate(), Some(0));
    }
}

#[test]
fn a_collector_that_cannot_be_spoken_to_is_told_at_the_start() {
    let mut home = libraries();
    home.set("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector.example");
    home.run(&["serve", "--listen", "127.0.0.1:0"])
        .expect(2, "is no http:// address")
        .fails_with_hint();
    home.set("OTEL_SDK_DISABLED", "true");
    asked(&home);
}
