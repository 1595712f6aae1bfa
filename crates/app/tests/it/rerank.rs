//! A reranker by the settings: from a server, from a folder, and not from a stranger's file.

use crate::home::Home;
use crate::model_server::ModelServer;

const QUESTION: &str = "Where does the heron stand at dawn?";

/// A home of keywords with two documents; the heron is what is asked for.
fn home() -> Home {
    let mut home = Home::new();
    home.set("PERUSAL_MODEL__EMBEDDER", "none");
    home.write("docs/heron.txt", "The heron stands by the river at dawn.\n");
    home.write("docs/bees.txt", "Wild bees nest in dry sand until dawn.\n");
    home.run(&["add", "docs"]).expect(0, "");
    home
}

fn first(home: &Home) -> String {
    let found = home.json(&["search", QUESTION]);
    found["hits"][0]["document"].as_str().unwrap().to_owned()
}

#[test]
fn each_service_orders_the_hits_anew_and_explain_says_so() {
    let mut server = ModelServer::start();
    let mut home = home();
    assert_eq!(first(&home), "heron.txt");
    home.set("PERUSAL_RERANK__URL", server.address());
    assert_eq!(first(&home), "bees.txt");
    home.set("PERUSAL_RERANK__SERVICE", "cohere");
    home.run(&["search", QUESTION])
        .expect(2, "no `rerank.model` is named");
    home.set("PERUSAL_RERANK__MODEL", "sand");
    home.set("PERUSAL_RERANK__KEY_ENV", "PERUSAL_TEST_KEY");
    home.run(&["search", QUESTION])
        .expect(2, "the variable PERUSAL_TEST_KEY: it is not set");
    home.set("PERUSAL_RERANK__KEY_ENV", "HOME");
    let told = home.run(&["search", QUESTION, "--explain"]).expect(0, "");
    let read = "reranked by cohere:sand: 2 passages read again, 0 of them in part";
    assert!(told.stdout.contains(read), "{told:?}");
    assert!(
        told.stdout.contains("rerank rank 1 score 1.000"),
        "{told:?}"
    );
    let head = server.heads().pop().unwrap().to_lowercase();
    assert!(head.starts_with("post /v1/rerank"), "{head}");
    assert!(head.contains("authorization: bearer "), "{head}");
    let doctor = |home: &Home| home.json(&["doctor"])["findings"].to_string();
    assert!(!doctor(&home).contains("rerank"), "{}", doctor(&home));
    // Half of the order, and none of it.
    home.set("PERUSAL_RERANK__WEIGHT", "0");
    assert_eq!(first(&home), "heron.txt");
    home.set("PERUSAL_RERANK__WEIGHT", "2");
    home.run(&["search", QUESTION])
        .expect(2, "`rerank.weight` is 2, allowed is 0 to 1");
    home.set("PERUSAL_RERANK__WEIGHT", "1");
    server.stop();
    let kept = home.run(&["search", QUESTION, "--json"]).expect(0, "");
    assert_eq!(kept.object()["hits"][0]["document"], "heron.txt");
    home.run(&["search", QUESTION])
        .expect(0, "no answer from the server of `cohere:sand`");
    assert!(doctor(&home).contains("no reranking"), "{}", doctor(&home));
}

#[test]
fn offline_asks_no_other_machine_and_a_bad_folder_is_told() {
    let mut home = home();
    home.set("PERUSAL_RERANK__URL", "http://192.0.2.1:8080");
    home.run(&["--offline", "search", QUESTION])
        .expect(0, "connections are off: no reranking");
    let mut home = self::home();
    home.set("PERUSAL_RERANK__MODEL", "docs");
    home.run(&["search", QUESTION])
        .expect(2, "model.safetensors");
    assert!(
        home.json(&["doctor"])["findings"]
            .to_string()
            .contains("no reranking")
    );
    home.set("PERUSAL_RERANK__SERVICE", "tei");
    home.run(&["search", QUESTION])
        .expect(2, "no `rerank.url` is named");
}

#[test]
fn a_downloaded_folder_names_no_reranker_until_trusted() {
    let server = ModelServer::start();
    let home = home();
    let address = server.address();
    home.write(
        "perusal.toml",
        format!(
            "[rerank]\nurl = \"{address}\"\nservice = \"tei\"\nkey_env = \"HOME\"\ndepth = 5\n"
        ),
    );
    let untrusted = home
        .run(&["search", QUESTION])
        .expect(0, "`rerank.url` in ./perusal.toml is not used");
    for key in ["rerank.service", "rerank.key_env"] {
        let says = format!("`{key}` in ./perusal.toml is not used");
        assert!(untrusted.stderr.contains(&says), "{untrusted:?}");
    }
    assert_eq!(first(&home), "heron.txt");
    assert!(server.heads().is_empty());
    let shown = home.run(&["config", "show"]).expect(0, "").stdout;
    assert!(shown.contains("rerank.depth             5"), "{shown}");
    assert!(!shown.contains(&address), "{shown}");
    home.run(&["config", "trust"]).expect(0, "");
    assert_eq!(first(&home), "bees.txt");
    assert!(!server.heads().is_empty());
}
