//! Every route by every kind of token: HTTP, the tools, and gRPC.

use serde_json::{Value, json};

use super::{FORM, Server, bearer, form, libraries};
use crate::home::Home;

/// Words that stand in the collection of others alone.
const CANARIES: [&str; 3] = ["inis mor", "12 euros", "ferry"];

/// Tokens, by what they may not.
struct Tokens {
    /// All scopes, all collections.
    all: String,
    /// The same once, and then taken back.
    revoked: String,
    /// One scope each.
    reads: String,
    writes: String,
    declares: String,
    /// All scopes, of another collection.
    elsewhere: String,
}

fn tokens(home: &Home) -> Tokens {
    let make = |name: &str, scopes: &str, rest: &[&str]| {
        let arguments = [&["token", "add", name, "--scope", scopes], rest].concat();
        home.run(&arguments).expect(0, "").stdout.trim().to_owned()
    };
    let all = "read,write,route:declare,follow,admin";
    let tokens = Tokens {
        all: make("all", all, &[]),
        revoked: make("revoked", all, &[]),
        reads: make("reads", "read", &[]),
        writes: make("writes", "write", &[]),
        declares: make("declares", "route:declare", &[]),
        elsewhere: make("elsewhere", all, &["--collection", "legal"]),
    };
    home.run(&["token", "rm", "revoked"]).expect(0, "");
    tokens
}

/// A route: its method, its path, the scope it demands.
struct Route {
    method: String,
    path: String,
    scope: Option<String>,
}

/// Every route that `/openapi.json` tells, and the two that it does not.
fn routes() -> Vec<Route> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let told: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let mut routes = Vec::new();
    for (method, path) in [("POST", "/mcp"), ("GET", "/openapi.json")] {
        routes.push(Route {
            method: method.to_owned(),
            path: path.to_owned(),
            scope: Some("read".to_owned()),
        });
    }
    for (path, methods) in told["paths"].as_object().unwrap() {
        for (method, about) in methods.as_object().unwrap() {
            routes.push(Route {
                method: method.to_uppercase(),
                path: path.clone(),
                scope: about["x-scope"].as_str().map(str::to_owned),
            });
        }
    }
    routes
}

/// What there is in the collection that not everybody sees.
struct Known {
    document: String,
    trace: String,
    job: String,
}

fn known(server: &Server, token: &str) -> Known {
    let headers = bearer(token);
    let ask = json!({"question": "When does the ferry leave?", "session_id": "desk"});
    let told = server
        .post("/api/v1/ask", &headers, &ask)
        .is(200, "")
        .json();
    let listed = server.get("/api/v1/documents", &headers).is(200, "").json();
    let form = form(&[("tides.txt", "The ferry waits for the tide.")]);
    let headers = format!("{headers}{FORM}");
    let job = server.ask("POST", "/api/v1/documents", &headers, form.as_bytes());
    let job = job.is(202, "").json()["job"].as_str().unwrap().to_owned();
    server.job(&job, &headers);
    Known {
        document: listed["documents"][0]["document_id"]
            .as_str()
            .unwrap()
            .to_owned(),
        trace: told["trace"].as_str().unwrap().to_owned(),
        job,
    }
}

/// A request that the route takes, about what is known.
fn request(route: &Route, known: &Known) -> (String, Vec<u8>) {
    let id = match route.path.as_str() {
        path if path.contains("/jobs/") => known.job.as_str(),
        path if path.contains("/traces/") => known.trace.as_str(),
        path if path.contains("/sessions/") => "desk",
        _ => known.document.as_str(),
    };
    let path = route.path.replace("{id}", id).replace("{name}", "first");
    let body = match path.as_str() {
        "/api/v1/ask" => json!({"question": "When does the ferry leave?"}),
        "/api/v1/search" => json!({"query": "ferry"}),
        "/api/v1/query" => json!({"sql": "SELECT * FROM tables"}),
        "/api/v1/route" => json!({"text": "When does the ferry leave?"}),
        "/api/v1/documents" => json!({"url": "http://127.0.0.1:9/"}),
        "/api/v1/documents/analyze-recursive" => {
            json!({"query": "When does the ferry leave?", "document_ids": [known.document]})
        }
        "/api/v1/feedback" => json!({"trace": known.trace, "helpful": true}),
        "/api/v1/experiments" => json!({
            "title": "First",
            "questions": [{"question": "When does the ferry leave?", "answers": ["nine"]}],
            "variations": [{"name": "a", "strategy": "keyword"}, {"name": "b", "strategy": "keyword", "k": 1}],
        }),
        "/v1/chat/completions" => json!({
            "model": "perusal",
            "messages": [{"role": "user", "content": "When does the ferry leave?"}],
        }),
        "/v1/responses" | "/v1/embeddings" => json!({"model": "perusal", "input": "the ferry"}),
        "/mcp" => tool("search", &json!({"query": "ferry"})),
        _ => json!({}),
    };
    let path = match path.as_str() {
        at if at.ends_with("/boxes") => format!("{at}?start=0&end=5"),
        _ => path,
    };
    (path, body.to_string().into_bytes())
}

fn send(server: &Server, route: &Route, known: &Known, headers: &str) -> super::Response {
    let (path, body) = request(route, known);
    let headers = format!(
        "{headers}X-Perusal: 1\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream;q=0\r\n"
    );
    server.ask(&route.method, &path, &headers, &body)
}

fn tool(name: &str, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": name, "arguments": arguments}})
}

#[test]
fn each_route_refuses_each_token_that_is_not_for_it() {
    let home = libraries();
    let tokens = tokens(&home);
    let server = Server::start(&home, &["--collection", "legal=legal"]);
    server.ready();
    let known = known(&server, &tokens.all);
    let (mut refused, mut no_collection) = (0, Vec::new());
    for route in routes() {
        let name = format!("{} {}", route.method, route.path);
        let Some(scope) = &route.scope else {
            // `access.rs` has their list.
            continue;
        };
        let unknown = [
            String::new(),
            "Authorization: Basic eA==\r\n".to_owned(),
            bearer("perusal_0"),
            bearer(&tokens.revoked),
        ];
        for headers in &unknown {
            let told = send(&server, &route, &known, headers);
            assert_eq!(told.status, 401, "{name} {headers}: {told:?}");
            refused += 1;
        }
        let narrow: &[&String] = match scope.as_str() {
            "read" => &[&tokens.writes, &tokens.declares],
            "write" => &[&tokens.reads, &tokens.declares],
            _ => &[&tokens.reads, &tokens.writes, &tokens.declares],
        };
        for token in narrow {
            let told = send(&server, &route, &known, &bearer(token));
            assert_eq!(told.status, 403, "{name}: {told:?}");
            refused += 1;
        }
        let told = send(&server, &route, &known, &bearer(&tokens.elsewhere));
        match told.status {
            404 => refused += 1,
            _ => {
                assert!(told.status < 500, "{name}: {told:?}");
                let text = format!("{}{}", told.head, told.body).to_lowercase();
                for canary in CANARIES {
                    assert!(!text.contains(canary), "{name}: {text}");
                }
                no_collection.push(name);
            }
        }
    }
    println!("{refused} requests were refused");
    // What belongs to no collection, or tells of each only what may be seen; a tool refuses in its
    // result.
    insta::assert_snapshot!(no_collection.join("\n"), @r"
    POST /mcp
    GET /openapi.json
    GET /api/v1/collections
    GET /api/v1/jobs
    GET /api/v1/replica/block
    GET /metrics
    GET /v1/models
    ");
}

#[test]
fn each_tool_refuses_each_token_that_is_not_for_it() {
    let home = libraries();
    let tokens = tokens(&home);
    let server = Server::start(&home, &["--collection", "legal=legal"]);
    server.ready();
    let known = known(&server, &tokens.all);
    let question = "When does the ferry leave?";
    let document = json!({"document": known.document});
    let calls = [
        ("ask", json!({"question": question})),
        ("search", json!({"query": "ferry"})),
        (
            "analyze",
            json!({"query": question, "document_ids": [known.document]}),
        ),
        ("list_tables", json!({})),
        ("query_tables", json!({"sql": "SELECT * FROM tables"})),
        ("list_documents", json!({})),
        ("get_document", document.clone()),
        ("read_pages", document.clone()),
        ("explain", json!({"trace": known.trace})),
        ("add_document", json!({"name": "a.txt", "text": "x"})),
        ("delete_document", document),
    ];
    let accept = "Accept: application/json, text/event-stream\r\n";
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let all = format!("{}{accept}", bearer(&tokens.all));
    let listed = server.post("/mcp", &all, &list).is(200, "").json();
    assert_eq!(
        listed["result"]["tools"].as_array().unwrap().len(),
        calls.len()
    );
    for (name, arguments) in calls {
        let call = |headers: &str| {
            let headers = format!("{headers}{accept}");
            server.post("/mcp", &headers, &tool(name, &arguments))
        };
        for headers in [String::new(), bearer("perusal_0"), bearer(&tokens.revoked)] {
            call(&headers).is(401, "unauthorized");
        }
        call(&bearer(&tokens.writes)).is(403, "scope_missing");
        if matches!(name, "add_document" | "delete_document") {
            let told = call(&bearer(&tokens.reads)).is(200, "").json();
            assert!(told["error"].is_object(), "{name}: {told}");
        }
        let told = call(&bearer(&tokens.elsewhere)).is(200, "").json();
        assert_eq!(told["result"]["isError"], true, "{name}: {told}");
        let text = told.to_string();
        assert!(text.contains("no such collection"), "{name}: {text}");
    }
    // Nothing was added or deleted by any of them.
    let headers = bearer(&tokens.all);
    let listed = server.get("/api/v1/documents", &headers).is(200, "").json();
    assert_eq!(listed["total"], 2, "{listed}");
    for method in ["resources/list", "resources/templates/list"] {
        let headers = format!("{}{accept}", bearer(&tokens.elsewhere));
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method});
        let told = server.post("/mcp", &headers, &body).is(200, "").body;
        assert!(!told.contains("perusal://default"), "{told}");
    }
    let read = json!({"jsonrpc": "2.0", "id": 1, "method": "resources/read",
        "params": {"uri": format!("perusal://default/{}", known.document)}});
    let headers = format!("{}{accept}", bearer(&tokens.elsewhere));
    let told = server.post("/mcp", &headers, &read);
    assert!(!told.body.to_lowercase().contains("inis mor"), "{told:?}");
    assert!(told.body.contains("error"), "{told:?}");
}
