//! What is answered, and that it is what the command line says.

use serde_json::{Value, json};

use super::{Server, libraries};
use crate::home::{Home, data};

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
