//! The language models against a server that keeps each protocol, and one that breaks it in every
//! way we could think of.

use std::{
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use super::*;
use crate::{
    Circuit, Completion, Counted, End, Limits, Message, Request, Shape, Speaker, Typed,
    conformance::speaks_as_promised,
};
use server::{Act, Server, Then, WINDOW};

mod chaos;
mod server;
mod stopping;
mod thinking;

/// Short times, so that what is waited for does not take long.
const SHORT: Patience = Patience {
    first_token: Duration::from_millis(400),
    between_tokens: Duration::from_millis(300),
    loading: Duration::from_millis(700),
    whole: Duration::from_secs(3),
};

fn at(server: &Server, service: ChatService) -> ChatServer {
    let endpoint = service.endpoint(&server.address).expect("an address");
    ChatServer {
        patience: SHORT,
        seed: Some(1),
        ..ChatServer::new(service, "words", endpoint)
    }
}

fn model(server: &Server, service: ChatService) -> ChatModel {
    ChatModel::new(at(server, service), true).expect("on this machine")
}

fn request(text: &str, shape: Shape) -> Request {
    Request {
        messages: vec![Message::new(Speaker::User, text)],
        tokens_max: 20,
        shape,
    }
}

fn plain() -> Request {
    request("Name four colours.", Shape::Text)
}

fn one_of() -> Request {
    let words = ["red", "blue"].map(str::to_owned);
    request("Which of the two?", Shape::OneOf(words.to_vec()))
}

fn ask(model: &dyn LanguageModel, request: &Request) -> Result<Completion, ModelError> {
    model.complete(request, &Limits::none(), &mut |_| {})
}

/// Runs a check for each service, all at the same time.
fn for_each_service(check: impl Fn(ChatService) + Sync) {
    thread::scope(|scope| {
        for service in ChatService::ALL {
            let check = &check;
            scope.spawn(move || check(service));
        }
    });
}

#[test]
fn each_service_keeps_the_promises_of_a_language_model() {
    for_each_service(|service| {
        let server = Server::acting(service, Vec::new());
        let model = model(&server, service);
        model.prepare(&Limits::none()).expect("it answers");
        assert_eq!(model.profile().context_tokens, WINDOW);
        assert_eq!(model.profile().id, format!("{service}:words"));
        speaks_as_promised(&model, "red");
        let answer = ask(&model, &plain()).expect("an answer");
        assert_eq!(answer.text, "one two three four");
        assert_eq!(answer.counted, Counted::Exactly, "the server counted");
        assert_eq!((answer.prompt_tokens, answer.completion_tokens), (7, 4));
        let exactly = model.profile().counted == Counted::Exactly;
        assert_eq!(exactly, service == ChatService::LlamaServer);
        assert_eq!(model.health().circuit, Circuit::Closed);
    });
}

#[test]
fn the_request_is_what_the_service_expects() {
    let sent = |service: ChatService, request: &Request| {
        let server = Server::acting(service, Vec::new());
        let with_key = ChatServer {
            key: ApiKey::new("sk-secret").ok(),
            ..at(&server, service)
        };
        let model = ChatModel::new(with_key, true).expect("here");
        ask(&model, request).expect("an answer");
        let asked = server.asked();
        let key = "authorization: bearer sk-secret".to_owned();
        assert!(
            server
                .requests()
                .iter()
                .all(|request| request.headers.contains(&key))
        );
        (asked[0].path.clone(), asked[0].body.clone())
    };
    let (path, body) = sent(ChatService::Ollama, &plain());
    assert_eq!(path, "/api/chat");
    let expected = json!({
        "model": "words", "messages": [{"role": "user", "content": "Name four colours."}],
        "stream": true, "keep_alive": "30m", "truncate": false, "shift": false, "think": false,
        "options": {"num_ctx": WINDOW, "num_predict": 20, "temperature": 0, "seed": 1},
    });
    assert_eq!(body, expected);
    let (_, body) = sent(ChatService::Ollama, &one_of());
    assert_eq!(
        body["format"]["properties"]["answer"]["enum"],
        json!(["red", "blue"])
    );

    let (path, body) = sent(ChatService::OpenAi, &one_of());
    assert_eq!(path, "/v1/chat/completions");
    assert_eq!(body["response_format"]["type"], "json_schema");
    assert_eq!(body["stream_options"]["include_usage"], true);
    assert_eq!(
        (&body["temperature"], &body["seed"]),
        (&json!(0), &json!(1))
    );
    let (path, body) = sent(ChatService::LlamaServer, &one_of());
    assert_eq!(path, "/v1/chat/completions");
    assert_eq!(body["json_schema"]["type"], "object");
    assert_eq!(body["cache_prompt"], true);
    let (path, body) = sent(ChatService::Alibaba, &plain());
    assert_eq!(path, "/v1/chat/completions");
    assert_eq!(body["enable_thinking"], false);
}

#[test]
fn a_server_that_takes_less_is_asked_for_less_and_remembered() {
    let takes = |level: usize| {
        move |_: usize, request: &server::Request| {
            let body = &request.body;
            let schema = body.pointer("/format/type").is_some()
                || body.get("json_schema").is_some()
                || body["response_format"]["type"] == "json_schema";
            let json = body["format"] == "json" || body["response_format"]["type"] == "json_object";
            if (schema && level > 0) || (json && level > 1) {
                let told = json!({"error": {"message": "unknown response_format"}});
                return Act::Say(400, Vec::new(), told.to_string());
            }
            Act::Answer
        }
    };
    for_each_service(|service| {
        for level in 0..3 {
            let server = Server::start(service, takes(level));
            let model = model(&server, service);
            for _ in 0..2 {
                let answer = ask(&model, &one_of()).expect("an answer");
                assert_eq!(answer.text, "red", "{service} {level}");
            }
            assert_eq!(server.asked().len(), 2 + level, "{service}: found once");
            let health = model.health();
            assert_eq!((health.circuit, health.retries), (Circuit::Closed, 0));
        }
    });
}

#[test]
fn what_a_server_does_not_know_is_left_out_from_then_on() {
    let server = Server::start(ChatService::OpenAi, |_, request| {
        let refused = ["max_tokens", "temperature", "stream_options"];
        let told = |name: &str| match name {
            "max_tokens" => "'max_tokens' is unknown, use 'max_completion_tokens'".to_owned(),
            name => format!("'{name}' is not supported with this model"),
        };
        match refused
            .iter()
            .find(|name| request.body.get(**name).is_some())
        {
            Some(name) => {
                let body = json!({"error": {"message": told(name)}});
                Act::Say(400, Vec::new(), body.to_string())
            }
            None => Act::Answer,
        }
    });
    let model = model(&server, ChatService::OpenAi);
    assert!(ask(&model, &plain()).is_ok() && ask(&model, &plain()).is_ok());
    let asked = server.asked();
    assert_eq!(asked.len(), 5, "three refusals, once");
    assert_eq!(asked[4].body["max_completion_tokens"], 20);
    // What cannot be left out is told.
    let server = Server::start(ChatService::OpenAi, |_, _| {
        let body = json!({"error": {"message": "'messages' is not to our taste"}});
        Act::Say(400, Vec::new(), body.to_string())
    });
    for request in [plain(), one_of()] {
        let error = ask(&self::model(&server, ChatService::OpenAi), &request);
        let error = error.expect_err("a refusal");
        assert!(matches!(error, ModelError::Refused { .. }), "{error}");
        assert!(error.to_string().contains("not to our taste"), "{error}");
    }
}

#[test]
fn values_of_a_type_come_from_each_service() {
    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    struct Grade {
        #[schemars(range(min = 1, max = 3))]
        grade: u8,
        why: Option<String>,
    }
    for_each_service(|service| {
        let server = Server::acting(service, Vec::new());
        let model = model(&server, service);
        let typed = Typed::<Grade>::new();
        let answer = ask(&model, &request("Grade it.", typed.shape())).expect("an answer");
        let grade = typed.parse(&answer.text).expect("a grade");
        assert_eq!((grade.grade, grade.why), (1, None));
        // What the server makes of the schema is checked all the same.
        let server = Server::always(service, Act::Speak("{\"grade\": 7, \"why\": null}"));
        let error = ask(
            &self::model(&server, service),
            &request("Grade it.", typed.shape()),
        );
        match error.expect_err("no grade") {
            ModelError::WrongShape { reason, answer, .. } => {
                assert_eq!(reason, "`grade` is 7, at most 3 is allowed");
                assert!(answer.contains('7'));
            }
            other => panic!("{other}"),
        }
    });
}

#[test]
fn a_server_that_ignores_the_schema_is_asked_in_words_next_time() {
    let service = ChatService::OpenAi;
    let server = Server::start(service, |_, request| {
        let asked = request.body["messages"].to_string();
        match asked.contains("exactly one of these") {
            true => Act::Answer,
            false => Act::Speak("I would say that it is red."),
        }
    });
    let model = model(&server, service);
    let outcomes: Vec<bool> = (0..3).map(|_| ask(&model, &one_of()).is_ok()).collect();
    assert_eq!(outcomes, [false, false, true], "schema, JSON, words");
}

#[test]
fn a_prompt_that_the_server_cut_is_told() {
    let long = request(
        &"The deductible applies to each loss. ".repeat(25),
        Shape::Text,
    );
    for_each_service(|service| {
        let told = |told: usize| {
            let mut lines = vec![(0, server::part(service, "red").into_bytes())];
            let ending = server::ending(service, false, told, 1).concat();
            lines.push((0, ending.into_bytes()));
            Act::Write(lines, Then::End)
        };
        let server = Server::always(service, told(60));
        let error = ask(&model(&server, service), &long).expect_err("it was cut");
        assert!(matches!(error, ModelError::BadAnswer { .. }), "{error}");
        assert!(error.to_string().contains("has cut the request"), "{error}");
        let server = Server::always(service, told(170));
        assert!(ask(&model(&server, service), &long).is_ok(), "{service}");
    });
}

#[test]
fn the_window_that_the_server_has_is_kept() {
    for_each_service(|service| {
        let server = Server::acting(service, Vec::new());
        let smaller = ChatServer {
            context_tokens: Some(300),
            ..at(&server, service)
        };
        let larger = ChatServer {
            context_tokens: Some(100_000),
            ..at(&server, service)
        };
        for (chosen, expected) in [(smaller, 300), (larger, WINDOW)] {
            let model = ChatModel::new(chosen, true).expect("here");
            model.prepare(&Limits::none()).expect("it answers");
            assert_eq!(model.profile().context_tokens, expected, "{service}");
            let long = request(&"word ".repeat(expected), Shape::Text);
            let error = ask(&model, &long).expect_err("too long");
            assert!(matches!(error, ModelError::Failed { .. }), "{error}");
            assert!(error.to_string().contains("its window is of"), "{error}");
        }
        assert!(server.asked().is_empty(), "nothing was sent");
    });
}

#[test]
fn what_is_missing_is_told_by_its_name() {
    for_each_service(|service| {
        let server = Server::start(service, |_, request| {
            match request.body["model"] == "words" {
                true => Act::Answer,
                false => Act::Say(
                    404,
                    Vec::new(),
                    json!({"error": {"message": "The model `other` does not exist"}}).to_string(),
                ),
            }
        });
        let other = ChatServer {
            model: "other".to_owned(),
            ..at(&server, service)
        };
        let error = ask(&ChatModel::new(other, true).expect("here"), &plain());
        match error.expect_err("no such model") {
            ModelError::NoSuchModel { model, known, .. } => {
                assert_eq!(model, "other");
                if service != ChatService::LlamaServer {
                    assert!(known[0].starts_with("words"), "{known:?}");
                }
            }
            error => panic!("{service}: {error}"),
        }
    });
    let server = Server::always(ChatService::OpenAi, Act::status(401));
    let error = ask(&model(&server, ChatService::OpenAi), &plain()).expect_err("no key");
    assert!(
        matches!(error, ModelError::KeyRefused { sent: false, .. }),
        "{error}"
    );
    // llama.cpp's server has no `/api/show`, and says so in JSON as Ollama does.
    let llama = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", llama.local_addr().expect("its address"));
    thread::spawn(move || {
        for stream in llama.incoming().map_while(Result::ok) {
            server::say_no_such_path(&stream);
        }
    });
    let endpoint = ChatService::Ollama.endpoint(&address).expect("an address");
    let ollama = ChatServer::new(ChatService::Ollama, "words", endpoint);
    let error = ask(&ChatModel::new(ollama, true).expect("here"), &plain());
    let error = error.expect_err("another kind of server").to_string();
    assert!(error.contains("another kind of server"), "{error}");
    // A server of another kind.
    for (there, asked) in [
        (ChatService::OpenAi, ChatService::Ollama),
        (ChatService::OpenAi, ChatService::LlamaServer),
    ] {
        let server = Server::acting(there, Vec::new());
        let wrong = ChatServer {
            endpoint: asked
                .endpoint(&format!("{}/elsewhere", server.address))
                .expect("it"),
            ..at(&server, asked)
        };
        let error = ask(&ChatModel::new(wrong, true).expect("here"), &plain());
        let error = error.expect_err("another kind of server");
        assert!(matches!(error, ModelError::BadAnswer { .. }), "{error}");
        assert!(
            error.to_string().contains("another kind of server"),
            "{error}"
        );
    }
}

#[test]
fn names_and_addresses_are_understood() {
    let named = |name: &str, address: Option<&str>| {
        let server = ChatServer::named(name, address).map_err(|error| error.to_string())?;
        Ok::<_, String>((server.name(), server.endpoint.to_string()))
    };
    for (name, address, expected) in [
        ("ollama:qwen3:8b", None, "http://127.0.0.1:11434"),
        (
            "ollama:qwen3:8b",
            Some("http://gpu:11434/v1"),
            "http://gpu:11434",
        ),
        ("llama-server:any", None, "http://127.0.0.1:8080"),
        (
            "llama-server:any",
            Some("http://127.0.0.1:1/v1/"),
            "http://127.0.0.1:1",
        ),
        (
            "openai:gpt",
            Some("https://api.openai.com"),
            "https://api.openai.com/v1",
        ),
        (
            "alibaba:qwen-plus",
            None,
            "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        ),
    ] {
        assert_eq!(
            named(name, address),
            Ok((name.to_owned(), expected.to_owned()))
        );
    }
    for (name, told) in [
        ("openai:gpt", "no server is named"),
        ("qwen3:8b", "known are ollama:NAME"),
        ("ollama:", "known are ollama:NAME"),
    ] {
        let error = named(name, None).expect_err("refused");
        assert!(error.contains(told), "{error}");
    }
    let offline = language_model("alibaba:qwen-plus", None, None, true);
    assert!(matches!(offline, Err(ModelError::RemoteOffline { .. })));
    let model = language_model("ollama:qwen3:8b", None, None, true).expect("not asked yet");
    assert_eq!(model.profile().context_tokens, 8_192);
}

#[test]
fn local_servers_are_found_by_what_they_answer() {
    let ollama = Server::acting(ChatService::Ollama, Vec::new());
    let llama = Server::acting(ChatService::LlamaServer, Vec::new());
    let addresses = [
        (ChatService::Ollama, ollama.address.as_str()),
        (ChatService::LlamaServer, llama.address.as_str()),
        (ChatService::LlamaServer, "http://127.0.0.1:9"),
        (ChatService::Ollama, "http://192.0.2.1:11434"),
    ];
    let found = local_servers(&addresses, &Limits::none());
    let names: Vec<&str> = found.iter().map(|one| &*one.models[0]).collect();
    assert_eq!(names, ["ollama:words:latest", "llama-server:words"]);
    assert!(ollama.asked().is_empty() && llama.asked().is_empty());
}

#[test]
fn several_calls_wait_for_their_turn_and_all_are_answered() {
    let service = ChatService::Ollama;
    let server = Server::start(service, |_, _| {
        thread::sleep(Duration::from_millis(20));
        Act::Answer
    });
    let model = model(&server, service);
    model.prepare(&Limits::none()).expect("it answers");
    thread::scope(|scope| {
        let calls: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| ask(&model, &plain()).map(|answer| answer.text)))
            .collect();
        for call in calls {
            let text = call.join().expect("the call").expect("an answer");
            assert_eq!(text, "one two three four");
        }
    });
    let health = model.health();
    assert!(health.at_once > 1 && health.running == 0, "{health:?}");
    assert_eq!(health.calls, 9, "eight and a look");
}

#[test]
fn a_model_that_is_being_loaded_is_waited_for() {
    let service = ChatService::LlamaServer;
    let loading = json!({"error": {"message": "Loading model", "code": 503}}).to_string();
    let act = Act::Say(503, Vec::new(), loading.clone());
    let server = Server::acting(service, vec![act.clone(); 2]);
    let model = self::model(&server, service);
    assert!(ask(&model, &plain()).is_ok());
    assert_eq!(model.health().retries, 0, "these count for nothing");
    let server = Server::always(service, act);
    let error = ask(&self::model(&server, service), &plain()).expect_err("it takes too long");
    assert!(error.to_string().contains("Loading model"), "{error}");
}

#[test]
fn patience_is_what_was_agreed() {
    let patience = Patience::default();
    assert_eq!(patience.first_token, Duration::from_secs(10));
    assert_eq!(patience.between_tokens, Duration::from_secs(5));
}

#[test]
fn thinking_is_no_part_of_an_answer() {
    let thought = |service: ChatService| match service {
        ChatService::Ollama => {
            json!({"message": {"content": "", "thinking": "Hm."}, "done": false}).to_string()
        }
        _ => {
            let choice = json!({"delta": {"reasoning_content": "Hm."}});
            format!("data: {}\n", json!({"choices": [choice]}))
        }
    };
    for_each_service(|service| {
        let mut lines = vec![(0, format!("{}\n", thought(service)).into_bytes())];
        // Longer than between two tokens: thinking is progress.
        for _ in 0..3 {
            lines.push((150, format!("{}\n", thought(service)).into_bytes()));
        }
        lines.push((150, server::part(service, "red").into_bytes()));
        lines.push((
            0,
            server::ending(service, false, 7, 5).concat().into_bytes(),
        ));
        let server = Server::always(service, Act::Write(lines, Then::End));
        let answer = ask(&model(&server, service), &plain()).expect("an answer");
        assert_eq!((answer.text.as_str(), answer.end), ("red", End::Complete));
    });
}
