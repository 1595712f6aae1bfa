//! Who may ask what.

use serde_json::{Value, json};

use super::{Server, bearer, libraries};

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
