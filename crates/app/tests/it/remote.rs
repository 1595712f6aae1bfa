//! A model on a server: what works with it, and what is said when it does not.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::home::{Home, Run};
use crate::model_server::ModelServer;

/// A home whose libraries are built with the model `words` of a server.
fn home(server: &ModelServer) -> Home {
    let mut home = Home::new().answering();
    home.set("PERUSAL_MODEL__ENDPOINT", server.address());
    home.set("PERUSAL_MODEL__EMBEDDER", "ollama:words");
    home.write("docs/heron.txt", "The heron stands by the river at dawn.\n");
    home.write(
        "docs/bees.txt",
        "Wild bees nest in dry sand and old walls.\n",
    );
    home
}

#[test]
fn a_library_is_embedded_and_searched_by_a_server() {
    let server = ModelServer::start();
    let home = home(&server);
    let added = home.json(&["add", "docs"]);
    let model = added["model"].as_str().unwrap();
    assert!(model.starts_with("ollama:words@"), "{added}");
    assert_eq!(added["chunks_pending"], 0);
    let found = home.json(&["search", "bees in sand", "--strategy", "dense"]);
    assert_eq!(found["hits"][0]["document"], "bees.txt");
    let asked = home.json(&["ask", "Where does the heron stand?"]);
    assert_eq!(asked["answer"]["citations"][0]["document"], "heron.txt");
    // Without a choice the library is asked with the model it was built with.
    let unchosen = home
        .command()
        .env_remove("PERUSAL_MODEL__EMBEDDER")
        .args(["search", "bees", "--strategy", "dense", "--json"])
        .output();
    let unchosen = Run::from(unchosen.unwrap()).expect(0, "");
    assert_eq!(unchosen.object()["hits"][0]["document"], "bees.txt");

    let listed = home.run(&["models", "ls"]).expect(0, "");
    assert!(listed.stdout.contains("ollama:words"), "{listed:?}");
    assert!(listed.stdout.contains("answers"), "{listed:?}");
    assert!(listed.stdout.contains(&server.address()), "{listed:?}");
    assert_eq!(
        home.json(&["doctor"])["findings"].as_array().unwrap().len(),
        0
    );
    // Keywords ask nobody.
    let before = server.texts();
    home.run(&["search", "bees", "--strategy", "keyword"])
        .expect(0, "");
    assert_eq!(server.texts(), before);
}

#[test]
fn without_its_server_a_library_works_on_keywords_and_says_so() {
    let mut server = ModelServer::start();
    let home = home(&server);
    server.stop();
    let first = home.run(&["add", "docs", "--json"]);
    let first = first.expect(3, "no answer from the server of `ollama:words`");
    assert!(first.stderr.contains("ollama serve"), "{first:?}");
    assert_eq!(first.object()["chunks_pending"], 2, "{first:?}");
    let found = home.run(&["search", "bees", "--json"]).expect(0, "");
    assert_eq!(found.object()["hits"][0]["document"], "bees.txt");

    server.start_again();
    home.run(&["add", "docs"]).expect(0, "");
    assert_eq!(home.json(&["ls"])["documents"][0]["embedded_chunks"], 1);
    server.stop();
    let found = home
        .run(&["search", "bees"])
        .expect(0, "the dense arm took no part");
    assert!(found.stderr.contains(&server.address()), "{found:?}");
    home.run(&["ask", "Where do wild bees nest?"])
        .expect(0, "no answer from the server");
    home.run(&["search", "bees", "--strategy", "dense"])
        .expect(3, "hint: start the server");
    home.write("docs/new.txt", "Swifts sleep on the wing.\n");
    let added = home.run(&["add", "docs", "--json"]).expect(3, "no answer");
    assert_eq!(added.object()["documents"].as_array().unwrap().len(), 3);
    let told = home.json(&["doctor"])["findings"].to_string();
    assert!(told.contains("no answer from the server"), "{told}");
    let listed = home.run(&["models", "ls"]).expect(0, "");
    assert!(
        listed.stdout.contains("no answer from the server"),
        "{listed:?}"
    );
}

#[test]
fn a_model_that_changed_its_length_is_told_and_reindex_mends_it() {
    let server = ModelServer::start();
    let mut home = home(&server);
    home.set("PERUSAL_MODEL__EMBEDDER", "ollama:other");
    home.run(&["add", "docs"]).expect(0, "");
    server.other_dim(32);
    let refused = home.run(&["search", "bees"]).expect(
        2,
        "model `ollama:other` gives vectors of 32 numbers, the library holds vectors of 48",
    );
    assert!(
        refused
            .stderr
            .contains("perusal reindex --embedder ollama:other")
    );
    let told = home.json(&["doctor"])["findings"].to_string();
    assert!(told.contains("vectors of 32 numbers"), "{told}");
    home.run(&["reindex"])
        .expect(0, "the library is searched with them now");
    home.run(&["search", "bees", "--strategy", "dense"])
        .expect(0, "");
}

#[test]
fn offline_asks_no_other_machine() {
    let server = ModelServer::start();
    let mut home = home(&server);
    home.run(&["add", "docs", "--offline"]).expect(0, "");
    assert!(server.texts() > 0, "this machine is asked");
    home.set("PERUSAL_MODEL__ENDPOINT", "http://192.0.2.1:9");
    let added = home.run(&["--store", "other", "add", "docs", "--offline"]);
    let added = added.expect(0, "connections are off: keywords only");
    assert!(!added.stdout.contains("embedded"), "{added:?}");
}

#[test]
fn an_interrupt_does_not_wait_for_the_server() {
    let server = ModelServer::start();
    let home = home(&server);
    home.run(&["add", "docs"]).expect(0, "");
    server.pause(Duration::from_secs(20));
    home.write("docs/new.txt", "Swifts sleep on the wing.\n");
    let mut child = home
        .command()
        .args(["add", "docs", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (started, before) = (Instant::now(), server.heads().len());
    while server.heads().len() == before {
        assert!(
            started.elapsed() < Duration::from_secs(30),
            "nothing was asked"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    let stopped = Instant::now();
    let pid = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(sent.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(
        stopped.elapsed() < Duration::from_secs(5),
        "{:?}",
        stopped.elapsed()
    );
    assert_eq!(home.json(&["ls"])["documents"].as_array().unwrap().len(), 3);
}

#[test]
fn a_key_comes_from_the_environment_or_a_file_and_is_never_shown() {
    const KEY: &str = "sk-hunter2-hunter2";
    let server = ModelServer::start();
    let home = home(&server);
    let settings = |text: &str| home.write(".config/perusal/perusal.toml", text);
    let run = |arguments: &[&str], variable: &str| {
        let output = home.command().env(variable, KEY).args(arguments).output();
        let run = Run::from(output.unwrap());
        assert!(!format!("{run:?}").contains(KEY), "{run:?}");
        run
    };
    let sent = || {
        let heads = server.heads();
        heads.last().unwrap().contains(&format!("Bearer {KEY}"))
    };
    let look = ["models", "ls"];
    run(&look, "UNUSED").expect(0, "");
    assert!(!sent());
    run(&look, "PERUSAL_MODEL__API_KEY").expect(0, "");
    assert!(sent());
    settings("[model]\napi_key = \"${MY_KEY}\"\n");
    run(&look, "MY_KEY").expect(0, "");
    assert!(sent());
    run(&look, "UNUSED").expect(2, "names the variable MY_KEY, which is not set");
    run(&["config", "show", "--origin"], "MY_KEY").expect(0, "");

    home.write("key", format!("{KEY}\n"));
    let file = home.path("key").display().to_string();
    settings(&format!("[model]\napi_key_file = {file:?}\n"));
    run(&look, "UNUSED").expect(0, "");
    assert!(sent());
    run(&look, "PERUSAL_MODEL__API_KEY").expect(2, "are both set");
    std::fs::remove_file(home.path("key")).unwrap();
    run(&look, "UNUSED").expect(2, "`model.api_key_file`");

    settings(&format!("[model]\napi_key = \"{KEY}\"\n"));
    run(&["ls"], "UNUSED").expect(2, "settings files hold none");
    settings("");
    let digits = home
        .command()
        .env("PERUSAL_MODEL__API_KEY", "31415926535")
        .args(["config", "show"])
        .output();
    let digits = Run::from(digits.unwrap()).expect(0, "");
    assert!(!format!("{digits:?}").contains("31415926535"), "{digits:?}");
    for file in home.files("library") {
        let bytes = std::fs::read(&file).unwrap();
        let held = bytes
            .windows(KEY.len())
            .any(|window| window == KEY.as_bytes());
        assert!(!held, "{}", file.display());
    }
}

#[test]
fn settings_of_a_server_are_checked() {
    let mut home = Home::new();
    home.write("docs/a.txt", "alpha beta");
    home.set("PERUSAL_MODEL__EMBEDDER", "openai:text-embedding-3-small");
    home.run(&["add", "docs"]).expect(2, "no server is named");
    home.set("PERUSAL_MODEL__ENDPOINT", "127.0.0.1:8080");
    home.run(&["add", "docs"]).expect(
        2,
        "hint: `model.endpoint` looks like `http://127.0.0.1:11434`",
    );
    home.set(
        "PERUSAL_MODEL__ENDPOINT",
        "http://user:hunter2@127.0.0.1:8080",
    );
    let refused = home.run(&["add", "docs"]).expect(2, "an API key");
    assert!(!refused.stderr.contains("hunter2"), "{refused:?}");
    home.set("PERUSAL_MODEL__EMBEDDER", "ollama:");
    home.run(&["add", "docs"])
        .expect(2, "names a service and no model");
    home.set("PERUSAL_MODEL__EMBEDDER", "olama:words");
    home.run(&["add", "docs"])
        .expect(2, "there is no model `olama:words`");
    for (key, value, told) in [
        (
            "PERUSAL_MODEL__BATCH_TEXTS",
            "0",
            "`model.batch_texts` is 0",
        ),
        (
            "PERUSAL_MODEL__WINDOW_TOKENS",
            "3",
            "`model.window_tokens` is 3",
        ),
        ("PERUSAL_MODEL__TIMEOUT_MS", "1", "`model.timeout_ms` is 1"),
    ] {
        let output = home.command().env(key, value).args(["ls"]).output();
        Run::from(output.unwrap()).expect(2, told);
    }
}

#[test]
fn a_downloaded_folder_chooses_no_server_until_trusted() {
    let server = ModelServer::start();
    let home = Home::new();
    home.write("docs/a.txt", "alpha beta");
    let address = server.address();
    home.write(
        "perusal.toml",
        format!(
            "[model]\nembedder = \"ollama:words\"\nendpoint = \"{address}\"\n\
             passage_prefix = \"send me \"\n"
        ),
    );
    let added = home
        .run(&["add", "docs"])
        .expect(0, "`model.endpoint` in ./perusal.toml is not used");
    assert!(
        added
            .stderr
            .contains("`model.embedder` in ./perusal.toml is not used")
    );
    assert!(
        added
            .stderr
            .contains("`model.passage_prefix` in ./perusal.toml is not used")
    );
    assert_eq!(server.texts(), 0);
    home.run(&["config", "trust"]).expect(0, "");
    home.run(&["add", "docs"]).expect(0, "");
    assert!(server.texts() > 0);
}

#[test]
fn a_model_that_does_not_know_the_language_of_a_question_leaves_it_to_keywords() {
    let server = ModelServer::start();
    let mut home = home(&server);
    home.write(
        "docs/garza.txt",
        "La garza espera junto al río al amanecer.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    let arms = |home: &Home, question: &str| {
        let found = home.json(&["search", question, "--explain"]);
        found["hits"][0]["arms"]
            .as_object()
            .unwrap()
            .contains_key("dense")
    };
    let spanish = "¿Dónde espera la garza?";
    assert!(arms(&home, spanish), "a model without a list knows all");
    home.set("PERUSAL_MODEL__LANGUAGES", "[\"en\"]");
    assert!(!arms(&home, spanish));
    assert!(arms(&home, "Where does the heron stand?"));
    home.run(&["search", spanish])
        .expect(0, "ollama:words does not know the language of the question");
    home.set("PERUSAL_MODEL__LANGUAGES", "[\"en\", \"es\"]");
    assert!(arms(&home, spanish));
}
