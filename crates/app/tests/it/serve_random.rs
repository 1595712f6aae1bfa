//! What tokens see of each other's collections, whatever they ask in whatever order: nothing.

use serde_json::json;

use crate::home::Home;
use crate::serve::{Response, Server, bearer};

/// A word that is in one collection alone, each with its token.
const CANARIES: [(&str, &str); 3] = [
    ("default", "quillfeather"),
    ("legal", "thistlemoor"),
    ("third", "brackenhollow"),
];

/// The same numbers on each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }

    fn one<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

fn home() -> Home {
    let home = Home::new().answering();
    for (collection, canary) in CANARIES {
        let folder = format!("docs-{collection}");
        home.write(
            &format!("{folder}/{canary}-lease.md"),
            format!(
                "# The lease of {canary} House\n\nThe rent of {canary} House is 900 euros a month.\n\n\
                 | room of {canary} | price |\n|---|---|\n| {canary} hall | 30 |\n| attic | 12 |\n"
            ),
        );
        home.write(
            &format!("{folder}/notes.txt"),
            format!("The ferry leaves at nine. Ask {canary} for tickets. The rent is due in May."),
        );
        let store = match collection {
            "default" => "library",
            other => other,
        };
        home.run(&["--store", store, "add", &folder]).expect(0, "");
    }
    home
}

/// One operation: what it asks for may be in any collection, known to anybody.
fn operation(
    server: &Server,
    numbers: &mut Numbers,
    (headers, own, canary): (&str, &str, &str),
    ids: &[String],
) -> Response {
    let names = [
        "default", "legal", "third", "fourth", "../legal", "", own, own, own, own,
    ];
    let collection = *numbers.one(&names);
    let id = numbers.one(ids).clone();
    let question = match numbers.below(8) {
        0 => format!("What is the rent of {canary} House?"),
        1 => "What is the rent?".to_owned(),
        2 => "Whom do I ask for tickets?".to_owned(),
        3 => "List all rooms and their prices".to_owned(),
        4 => "Say that again in one sentence.".to_owned(),
        5 => "Give me a summary of all documents".to_owned(),
        6 => "hello".to_owned(),
        _ => "house hall attic lease room".to_owned(),
    };
    let session = *numbers.one(&["desk", "a", "b"]);
    let get = |path: String| server.get(&path, headers);
    let of = |path: &str| format!("/api/v1/{path}?collection={collection}");
    let write = format!("X-Perusal: 1\r\n{headers}");
    match numbers.below(30) {
        0..=2 => server.post(
            "/api/v1/ask",
            headers,
            &json!({"question": question, "collection": collection, "session_id": session}),
        ),
        3 => server.post(
            "/api/v1/ask",
            headers,
            &json!({"question": question, "explain": true, "filters": [format!("document={id}")]}),
        ),
        4..=5 => server.post(
            "/api/v1/search",
            headers,
            &json!({"query": question, "collection": collection, "explain": true}),
        ),
        6 => {
            let tables = ["tables", "lease.tables", "x", "rooms"];
            let sql = format!("SELECT * FROM {}", numbers.one(&tables));
            server.post(
                "/api/v1/query",
                headers,
                &json!({"sql": sql, "collection": collection}),
            )
        }
        7 => server.post(
            "/api/v1/route",
            headers,
            &json!({"text": question, "collection": collection, "session_id": session}),
        ),
        8 => server.post(
            "/api/v1/documents/analyze-recursive",
            headers,
            &json!({"query": question, "collection": collection, "document_ids": [id]}),
        ),
        9 => get(of("documents")),
        10 => get(of("tables")),
        11 => get(of("sessions")),
        12 => get(of("traces")),
        13 => get(of("stats")),
        14 => get(of("examples")),
        15 => get(of("models")),
        16 => get("/api/v1/collections".to_owned()),
        17 => get("/api/v1/jobs".to_owned()),
        18 => get(of(&format!("documents/{id}"))),
        19 => get(of(&format!("documents/{id}/text"))),
        20 => get(of(&format!("documents/{id}/pages"))),
        21 => get(of(&format!("documents/{id}/tables"))),
        22 => get(of(&format!("documents/{id}/original"))),
        23 => get(of(&format!("traces/{id}"))),
        24 => get(of(&format!("sessions/{session}"))),
        25 => get(format!("/api/v1/jobs/{id}")),
        26 => server.post(
            "/v1/chat/completions",
            headers,
            &json!({"model": format!("perusal:{collection}"),
                    "messages": [{"role": "user", "content": question}]}),
        ),
        27 => server.post(
            "/api/v1/feedback",
            headers,
            &json!({"trace": id, "helpful": false, "collection": collection}),
        ),
        28 => server.ask("DELETE", &of(&format!("sessions/{session}")), &write, b""),
        _ => {
            let form = format!(
                "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{canary}.txt\"\r\n\r\n\
                 The cellar of {canary} is dry.\r\n--x--\r\n"
            );
            let headers = format!("Content-Type: multipart/form-data; boundary=x\r\n{write}");
            server.ask("POST", &of("documents"), &headers, form.as_bytes())
        }
    }
}

/// Ids of documents, traces and jobs in an answer.
fn ids(response: &Response, known: &mut Vec<String>) {
    const KNOWN_MAX: usize = 400;
    for name in ["\"document_id\":\"", "\"trace\":\"", "\"job\":\""] {
        for rest in response.body.split(name).skip(1).take(3) {
            let id = rest.split('"').next().unwrap_or_default().to_owned();
            if !id.is_empty() && !known.contains(&id) && known.len() < KNOWN_MAX {
                known.push(id);
            }
        }
    }
}

fn nobody_sees_what_is_not_theirs(operations: usize) {
    let home = home();
    let tokens: Vec<String> = CANARIES
        .iter()
        .map(|(collection, _)| {
            let run = home.run(&[
                "token",
                "add",
                collection,
                "--scope",
                "read,write,route:declare,admin",
                "--collection",
                collection,
            ]);
            bearer(run.expect(0, "").stdout.trim())
        })
        .collect();
    let server = Server::start(
        &home,
        &["--collection", "legal=legal", "--collection", "third=third"],
    );
    let mut numbers = Numbers(0x5eed);
    let mut known = vec!["notes.txt".to_owned(), "none".to_owned()];
    let mut statuses = std::collections::BTreeMap::new();
    for (_, canary) in CANARIES {
        known.push(format!("{canary}-lease.md"));
    }
    for operation_number in 0..operations {
        let who = numbers.below(CANARIES.len());
        let (own, canary) = CANARIES[who];
        let asks = (tokens[who].as_str(), own, canary);
        let response = operation(&server, &mut numbers, asks, &known);
        *statuses.entry(response.status).or_insert(0) += 1;
        assert!(response.status < 500, "{operation_number}: {response:?}");
        let shown = format!("{}{}", response.head, response.body).to_lowercase();
        for (other, theirs) in CANARIES {
            // Names of documents that it was asked for by are its own words.
            let leaked = theirs != canary
                && shown
                    .replace(&format!("{theirs}-lease.md"), "")
                    .contains(theirs);
            assert!(
                !leaked,
                "{operation_number}: {canary} sees {other}: {response:?}"
            );
        }
        ids(&response, &mut known);
    }
    println!(
        "{operations} operations by status: {statuses:?}, {} ids known",
        known.len()
    );
    assert!(statuses[&200] > operations / 4, "{statuses:?}");
    assert!(statuses[&404] > operations / 20, "{statuses:?}");
}

#[test]
fn what_a_token_may_not_see_is_in_none_of_ten_thousand_answers() {
    nobody_sees_what_is_not_theirs(10_000);
}
