//! What is loaded before the server says that it is ready, and what it says where it is not there.

use std::net::TcpListener;

use serde_json::json;

use crate::home::Home;
use crate::serve::Server;
use crate::written;

fn home(endpoint: &str) -> Home {
    let mut home = Home::new().answering();
    home.set("PERUSAL_MODEL__EMBEDDER", "none");
    home.set("PERUSAL_MODELS__ENDPOINT", endpoint);
    // Two roles of one model, and a third of another.
    home.set("PERUSAL_MODELS__MAIN", "ollama:writer");
    home.set("PERUSAL_MODELS__CONVERSATIONAL", "ollama:writer");
    home.set("PERUSAL_MODELS__JUDGE", "ollama:judge");
    home.write(
        "docs/lease.md",
        "# Lease\n\nRent is due on the first. A late fee of $50 applies after the fifth.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    home
}

#[test]
fn each_model_is_woken_once_however_many_roles_it_has() {
    let model = written::Server::start(&[("writer", "ok"), ("judge", "ok")]);
    let home = home(&model.address);
    let server = Server::start(&home, &[]);
    assert_eq!(server.ready()["state"], "ready");
    let mut woken = model.models();
    woken.sort();
    assert_eq!(woken, ["judge", "writer"]);
}

#[test]
fn a_model_that_is_not_there_costs_its_prose_and_no_answer() {
    // One has one of the two, the other is not there at all.
    let model = written::Server::start(&[("writer", "ok")]);
    let gone = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    for (endpoint, missing) in [(model.address.clone(), 1), (format!("http://{gone}"), 2)] {
        let home = home(&endpoint);
        let server = Server::start(&home, &[]);
        let told = server.ready();
        assert_eq!(told["state"], "degraded", "{told}");
        assert_eq!(told["models_missing"], missing, "{told}");
        // Names are for those who may look at settings.
        assert!(!told.to_string().contains("judge"));
        let ask = json!({"question": "How high is the late fee for rent?"});
        let told = server.post("/api/v1/ask", "", &ask).is(200, "").json();
        assert!(
            told["answer"]["text"].as_str().unwrap().contains("$50"),
            "{told}"
        );
    }
}
