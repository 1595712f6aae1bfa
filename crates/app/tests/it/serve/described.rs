//! What is said of the routes, and of what they did.

use serde_json::{Value, json};

use super::{Server, libraries};
use crate::home::Home;

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
fn the_log_says_what_was_done_and_not_what_was_asked() {
    let home = libraries();
    let log = home.path("log");
    let server = Server::start_logged(&home, &log);
    let ask = json!({"question": "When does the ferry leave?", "session_id": "desk"});
    let named = "X-Request-Id: mine-7\r\n";
    server.post("/api/v1/ask", named, &ask).is(200, "ferry.md");
    server
        .get("/api/v1/documents/ferry.md/text?collection=default", "")
        .is(200, "");
    server
        .get("/api/v1/documents/quillfeather", "")
        .is(404, "unknown_document");
    let odd = "X-Request-Id: \"}{\r\n";
    server.get("/livez", odd).is(200, "");
    server
        .upload("ferry-times.txt", "The ferry waits for the tide.")
        .is(202, "");
    assert_eq!(server.terminate(), Some(0));
    let text = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert_eq!(lines[0]["request"], "mine-7");
    assert_eq!(lines[0]["method"], "POST");
    assert_eq!(lines[0]["route"], "/api/v1/ask");
    assert_eq!(lines[0]["status"], 200);
    assert!(
        lines
            .iter()
            .all(|line| line["ms"].is_number() && line["request"].is_string())
    );
    assert_eq!(lines[1]["route"], "/api/v1/documents/{id}/text");
    for word in ["ferry", "desk", "quillfeather", "nine", "default", "}{"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
}
