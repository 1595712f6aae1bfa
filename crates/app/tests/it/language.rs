//! Language models of the settings: which are meant, whether they answer, and what is said when they
//! do not.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::home::Home;

/// A server of language models that tells about itself and is asked nothing else. It knows `words`,
/// as Ollama and as an OpenAI-compatible one.
struct Server {
    address: String,
    /// Heads of the requests, in lower case.
    heads: Arc<Mutex<Vec<String>>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Good,
    WantsKey,
    Page,
}

impl Server {
    fn start(kind: Kind) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let heads = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&heads);
        // Ends with the process.
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let kept = Arc::clone(&kept);
                std::thread::spawn(move || serve(&stream, kind, &kept));
            }
        });
        Self { address, heads }
    }

    fn heads(&self) -> String {
        self.heads.lock().unwrap().concat()
    }
}

fn serve(mut stream: &TcpStream, kind: Kind, heads: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).unwrap_or(0) == 0 {
                return;
            }
        }
        let head = head.to_lowercase();
        let length = head.lines().find_map(|line| {
            let length = line.strip_prefix("content-length:")?;
            length.trim().parse::<usize>().ok()
        });
        let mut body = vec![0; length.unwrap_or(0)];
        if reader.read_exact(&mut body).is_err() {
            return;
        }
        heads.lock().unwrap().push(head.clone());
        let (status, answer) = answer(
            kind,
            &head,
            &serde_json::from_slice(&body).unwrap_or_default(),
        );
        let length = answer.len();
        let head = format!("HTTP/1.1 {status} Told\r\nContent-Length: {length}\r\n\r\n");
        if stream.write_all((head + &answer).as_bytes()).is_err() {
            return;
        }
    }
}

fn answer(kind: Kind, head: &str, body: &Value) -> (u16, String) {
    let path = head.split(' ').nth(1).unwrap_or_default();
    match (kind, path) {
        (Kind::Page, _) => (200, "<!DOCTYPE html><html>Welcome</html>".to_owned()),
        (Kind::WantsKey, _) if !head.contains("bearer sk-right") => {
            (401, json!({"error": {"message": "wrong key"}}).to_string())
        }
        (_, "/api/show") if body["model"] == "words" => {
            let info = json!({"words.context_length": 4096});
            (200, json!({"details": {}, "model_info": info}).to_string())
        }
        (_, "/api/show") => (404, json!({"error": "model not found"}).to_string()),
        (_, "/api/tags") => (200, json!({"models": [{"name": "words"}]}).to_string()),
        (_, "/v1/models") => {
            let model = json!({"id": "words", "max_model_len": 16384});
            (200, json!({"data": [model]}).to_string())
        }
        _ => (404, String::new()),
    }
}

/// What `models ls` says of the language models.
fn listed(home: &Home) -> Vec<Value> {
    let all = home.json(&["models", "ls"])["models"].clone();
    let all = all.as_array().unwrap().iter();
    all.filter(|one| one["kind"] == "language")
        .cloned()
        .collect()
}

/// What `doctor` finds about servers, as text.
fn findings(home: &Home) -> String {
    let all = home.json(&["doctor"])["findings"].clone();
    let about_vectors = |one: &Value| {
        let what = one["what"].as_str().unwrap();
        what.contains("not installed") || what.contains("no vector")
    };
    let all = all.as_array().unwrap().iter();
    let rest: Value = all.filter(|one| !about_vectors(one)).cloned().collect();
    rest.to_string()
}

fn home() -> Home {
    let mut home = Home::new();
    home.set("PERUSAL_MODEL__EMBEDDER", "none");
    home.write("docs/heron.txt", "The heron stands by the river at dawn.\n");
    home.run(&["add", "docs"]).expect(0, "");
    home
}

#[test]
fn variables_of_ollama_are_understood() {
    let server = Server::start(Kind::Good);
    let mut home = home();
    home.set("OLLAMA_MODEL_NAME", "words");
    home.set("OLLAMA_BASE_URL", format!("{}/v1", server.address));
    let models = listed(&home);
    assert_eq!(models.len(), 1, "{models:?}");
    assert_eq!(models[0]["name"], "ollama:words");
    assert_eq!(models[0]["state"], "answers");
    assert_eq!(models[0]["context_tokens"], 4096);
    assert_eq!(models[0]["endpoint"], server.address);
    let roles = json!(["main", "conversational", "summaries", "judge"]);
    assert_eq!(models[0]["roles"], roles);
    let shown = home.run(&["config", "show", "--origin"]).expect(0, "");
    assert!(shown.stdout.contains("OLLAMA_MODEL_NAME"), "{shown:?}");
    assert_eq!(findings(&home), "[]");
    home.run(&["doctor"]).expect(0, "");

    // Settings of this program come first.
    home.set("PERUSAL_MODELS__MAIN", "ollama:other");
    home.set("OLLAMA_MODEL_NAME_CONVERSATIONAL", "words");
    let names: Vec<_> = listed(&home)
        .iter()
        .map(|one| one["name"].clone())
        .collect();
    assert_eq!(names, ["ollama:other", "ollama:words"]);
    let told = findings(&home);
    assert!(
        told.contains("has no model `other`; it has words"),
        "{told}"
    );
    assert!(told.contains("`ollama pull other`"), "{told}");
}

#[test]
fn a_key_is_asked_for_by_name_and_goes_to_its_own_server_alone() {
    let (server, ollama) = (Server::start(Kind::WantsKey), Server::start(Kind::Good));
    let mut home = home();
    home.set("PERUSAL_MODELS__MAIN", "openai:words");
    home.set("PERUSAL_MODELS__ENDPOINT", server.address.clone());
    let told = findings(&home);
    assert!(told.contains("refuses to answer without a key"), "{told}");
    assert!(
        told.contains("names the variable that holds the key"),
        "{told}"
    );
    home.set("OPENAI_API_KEY", "sk-wrong");
    let told = findings(&home);
    assert!(
        told.contains("OPENAI_API_KEY is set, and no setting names it"),
        "{told}"
    );
    home.set("PERUSAL_MODELS__API_KEY", "${OPENAI_API_KEY}");
    let told = findings(&home);
    assert!(
        told.contains("refuses the key") && told.contains("another key"),
        "{told}"
    );
    assert!(!told.contains("sk-wrong"), "{told}");
    home.set("OPENAI_API_KEY", "sk-right");
    home.set("PERUSAL_MODELS__CONVERSATIONAL", "ollama:words");
    home.set("OLLAMA_BASE_URL", ollama.address.clone());
    assert_eq!(findings(&home), "[]");
    let models = listed(&home);
    assert_eq!(models[0]["context_tokens"], 16384);
    assert_eq!(models[1]["endpoint"], ollama.address);
    assert!(ollama.heads().contains("/api/show") && !ollama.heads().contains("sk-right"));
    home.set("PERUSAL_MODELS__API_KEY", "${NOT_SET_AT_ALL}");
    home.run(&["models", "ls"]).expect(
        2,
        "`models.api_key` names the variable NOT_SET_AT_ALL, which is not set",
    );
}

#[test]
fn what_is_no_server_of_the_model_is_told_as_that() {
    let page = Server::start(Kind::Page);
    let mut home = home();
    for name in ["ollama:words", "llama-server:words", "openai:words"] {
        home.set("PERUSAL_MODELS__MAIN", name);
        home.set("PERUSAL_MODELS__ENDPOINT", page.address.clone());
        let told = findings(&home);
        assert!(told.contains("another kind of server"), "{name}: {told}");
        assert!(told.contains("`models.endpoint`"), "{name}: {told}");
    }
    home.set("PERUSAL_MODELS__ENDPOINT", "http://127.0.0.1:1");
    let told = findings(&home);
    assert!(
        told.contains("no answer from the server of `openai:words`"),
        "{told}"
    );
    home.set("PERUSAL_MODELS__MAIN", "words");
    home.run(&["models", "ls"]).expect(
        2,
        "`models.main`: there is no model `words`; known are ollama:NAME",
    );
}

#[test]
fn without_a_language_model_nothing_is_asked_and_doctor_says_so() {
    let home = home();
    assert!(listed(&home).is_empty());
    let doctor = home.run(&["doctor"]).expect(0, "");
    assert!(
        doctor.stdout.contains("no language model is set"),
        "{doctor:?}"
    );
    let language = home.json(&["doctor"])["language"].clone();
    assert_eq!(language["models"], json!([]));
    // A folder from anywhere sends nothing away.
    home.write(
        "perusal.toml",
        "[models]\nmain = \"openai:words\"\nendpoint = \"http://192.0.2.1\"\n",
    );
    home.run(&["models", "ls"])
        .expect(0, "`models.main` in ./perusal.toml is not used");
    assert!(listed(&home).is_empty());
}
