//! Tools over standard input and over HTTP.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use super::{Server, bearer, libraries};
use crate::home::Home;

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
