//! The client against a server that misbehaves in every way we could think of.

use std::{
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::*;
use crate::{
    Embedder, Limits, ModelError, Role, conformance::keeps_its_promises, scripted::HashEmbedder,
};
use server::{Act, Request, Server, texts, vectors};

mod reranking;
mod server;

/// Numbers in a vector of the test server.
const DIM: usize = 64;

fn model(server: &Server, service: Service) -> RemoteModel {
    let endpoint = Endpoint::parse(&server.address, service).expect("an address");
    RemoteModel::new(service, "words", endpoint)
}

fn remote(server: &Server) -> Remote {
    Remote::new(model(server, Service::Ollama), DIM, true).expect("on this machine")
}

fn embed(remote: &Remote, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
    let embeddings = remote.embed(texts, Role::Passage, &Limits::none())?;
    Ok(embeddings.into_iter().map(|one| one.vector).collect())
}

/// What embedding two texts fails with when the server does this.
fn failure(acts: Vec<Act>) -> ModelError {
    let server = Server::acting(acts);
    embed(&remote(&server), &["one", "two"]).expect_err("an error")
}

/// Vectors come, by so many requests.
fn works(acts: Vec<Act>, requests: usize) {
    let about = format!("{acts:?}");
    let server = Server::acting(acts);
    let got = embed(&remote(&server), &["one", "two"]).expect(&about);
    assert_eq!(got.len(), 2, "{about}");
    let expected = HashEmbedder::default()
        .embed(&["one", "two"], Role::Passage, &Limits::none())
        .expect("vectors");
    for (got, expected) in got.iter().zip(&expected) {
        let cosine: f32 = got.iter().zip(&expected.vector).map(|(a, b)| a * b).sum();
        assert!(cosine > 0.9999, "{about}: {cosine}");
    }
    assert_eq!(server.requests().len(), requests, "{about}");
}

#[test]
fn each_service_keeps_the_promises_of_an_embedder() {
    for service in Service::ALL {
        let server = Server::acting(Vec::new());
        let model = RemoteModel {
            window_tokens: 256,
            batch_texts: 4,
            ..model(&server, service)
        };
        let remote = Remote::probed(model, true, &Limits::none()).expect("it answers");
        assert_eq!(remote.profile().dim, DIM);
        keeps_its_promises(&remote);
        let requests = server.requests();
        assert!(requests.iter().all(|request| texts(request).len() <= 4));
        // Connections are used again.
        let connections = server.connections();
        assert!(
            connections * 4 < requests.len(),
            "{connections} of {}",
            requests.len()
        );
    }
}

#[test]
fn the_request_is_what_the_service_expects() {
    let body = |service| {
        let server = Server::acting(Vec::new());
        let model = RemoteModel {
            passage_prefix: "passage: ".to_owned(),
            query_prefix: "query: ".to_owned(),
            key: ApiKey::new("sk-secret").ok(),
            ..model(&server, service)
        };
        let remote = Remote::new(model, DIM, false).expect("no connection yet");
        embed(&remote, &["one", " "]).expect("vectors");
        let query = remote.embed(&["two"], Role::Query, &Limits::none());
        query.expect("a vector");
        let requests = server.requests();
        assert_eq!(texts(&requests[1]), ["query: two"]);
        let headers = &requests[0].headers;
        assert!(headers.contains(&"authorization: bearer sk-secret".to_owned()));
        assert!(headers.contains(&"content-type: application/json".to_owned()));
        (requests[0].path.clone(), requests[0].body.clone())
    };
    let texts = json!(["passage: one", "passage: -"]);
    let ollama = json!({"model": "words", "input": texts, "truncate": false});
    assert_eq!(body(Service::Ollama), ("/api/embed".to_owned(), ollama));
    let openai = json!({"model": "words", "input": texts, "encoding_format": "float"});
    assert_eq!(body(Service::OpenAi), ("/v1/embeddings".to_owned(), openai));
    let tei = json!({"inputs": texts, "truncate": false});
    assert_eq!(body(Service::Tei), ("/embed".to_owned(), tei));
}

#[test]
fn what_may_pass_is_tried_again() {
    for status in [500, 502, 503, 529, 429, 408] {
        works(vec![Act::status(status)], 2);
    }
    works(vec![Act::BreakOff], 2);
    works(vec![Act::Close], 2);
    works(vec![Act::status(500), Act::BreakOff, Act::Close], 4);
}

#[test]
fn the_server_is_given_the_time_it_asks_for() {
    let header = |seconds: &str| vec![("Retry-After", seconds.to_owned())];
    let busy = |seconds| Act::Say(429, header(seconds), String::new());
    let started = Instant::now();
    works(vec![busy("1")], 2);
    assert!(started.elapsed() >= Duration::from_secs(1), "too early");

    let refused = failure(vec![busy("86400")]).to_string();
    assert!(refused.contains("it asks to wait 86400 s"), "{refused}");
    // Dates are answered by our own pause.
    works(vec![busy("Wed, 21 Oct 2015 07:28:00 GMT")], 2);
}

#[test]
fn a_wait_past_the_deadline_is_not_begun() {
    let header = vec![("Retry-After", "30".to_owned())];
    let server = Server::acting(vec![Act::Say(503, header, String::new())]);
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_secs(5)),
        ..Limits::none()
    };
    let started = Instant::now();
    let outcome = remote(&server).embed(&["one"], Role::Query, &limits);
    let told = outcome.expect_err("an error").to_string();
    assert!(told.contains("past the deadline"), "{told}");
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_server_that_stays_broken_is_told_with_its_last_words() {
    let server = Server::start(|_, _| Act::status(503));
    let error = embed(&remote(&server), &["one"]).expect_err("an error");
    let told = error.to_string();
    assert!(matches!(error, ModelError::Unreachable { .. }), "{told}");
    assert!(
        told.contains("status 503, `told to` (tried 5 times)"),
        "{told}"
    );
    assert!(told.contains(&server.address), "{told}");
    assert_eq!(server.requests().len(), 5);
}

#[test]
fn answers_that_cannot_be_used_are_errors_that_say_why() {
    let vector = vec![0.5; DIM];
    let with = |number: Value| {
        let mut vector = json!(vector);
        vector[3] = number;
        json!({"embeddings": [vector, vector]}).to_string()
    };
    let cases = [
        (
            json!({"embeddings": [vector]}).to_string(),
            "1 vectors came for 2 texts",
        ),
        (
            json!({"embeddings": []}).to_string(),
            "0 vectors came for 2 texts",
        ),
        (
            json!({"embeddings": [vector, vec![0.0; DIM]]}).to_string(),
            "all zeros",
        ),
        (
            json!({"embeddings": [vector, []]}).to_string(),
            "empty or all zeros",
        ),
        (with(json!("NaN")), "not the JSON that was expected"),
        (with(json!(null)), "not the JSON that was expected"),
        // Finite as it is written, and no number of ours.
        (with(json!(1e300)), "a vector holds inf"),
        (
            with(json!(0)).replace(",0.5", ",NaN"),
            "not the JSON that was expected",
        ),
        (String::new(), "not the JSON that was expected"),
        (
            "{\"embeddings\": [[0.5,".to_owned(),
            "not the JSON that was expected",
        ),
        (
            "<!DOCTYPE html><html>Welcome</html>".to_owned(),
            "a web page came instead of JSON",
        ),
        (
            json!({"error": "model is loading"}).to_string(),
            "it answered `model is loading`",
        ),
        (
            json!({"data": []}).to_string(),
            "missing field `embeddings`",
        ),
    ];
    for (body, expected) in cases {
        let error = failure(vec![Act::ok(&body)]);
        let told = error.to_string();
        assert!(
            matches!(error, ModelError::BadAnswer { .. }),
            "{body}: {told}"
        );
        assert!(told.contains(expected), "{body}: {told}");
    }
}

#[test]
fn vectors_of_another_length_name_both_lengths() {
    let short = json!({"embeddings": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]});
    let error = failure(vec![Act::ok(short)]);
    assert!(
        matches!(
            error,
            ModelError::Dimension {
                expected: DIM,
                got: 3,
                ..
            }
        ),
        "{error}"
    );
    // A new server whose own vectors differ in length is broken.
    let mixed = json!({"embeddings": [[1.0, 0.0]]});
    let server = Server::acting(vec![Act::ok(mixed)]);
    let probed = Remote::probed(model(&server, Service::Ollama), true, &Limits::none());
    assert_eq!(probed.expect("it answers").profile().dim, 2);
}

#[test]
fn openai_vectors_are_put_in_the_order_of_their_index() {
    let data = |indexes: [Value; 2]| {
        let item = |index: &Value| json!({"index": index, "embedding": vec![1.0; DIM]});
        json!({"data": indexes.iter().map(item).collect::<Vec<_>>()})
    };
    let outcome = |body: Value| {
        let server = Server::acting(vec![Act::ok(body)]);
        let remote = Remote::new(model(&server, Service::OpenAi), DIM, true).expect("here");
        embed(&remote, &["one", "two"]).map_err(|error| error.to_string())
    };
    let told = |indexes| outcome(data(indexes)).expect_err("an error");
    assert!(told([json!(0), json!(0)]).contains("index 0 came twice"));
    assert!(told([json!(1), json!(2)]).contains("index 2 came among 2 vectors"));
    assert!(outcome(data([json!(1), json!(0)])).is_ok());
    // Without any index the order counts.
    assert!(outcome(data([Value::Null, Value::Null])).is_ok());
}

#[test]
fn refusals_are_not_repeated_and_never_show_the_key() {
    let server = Server::start(|_, request| {
        let key = request
            .headers
            .iter()
            .find(|line| line.starts_with("authorization"));
        let told = json!({"error": {"message": format!("bad key: {key:?}")}});
        Act::Say(401, Vec::new(), told.to_string())
    });
    let model = RemoteModel {
        key: ApiKey::new("sk-secret").ok(),
        ..model(&server, Service::OpenAi)
    };
    assert!(!format!("{model:?}").contains("sk-secret"));
    let remote = Remote::new(model, DIM, false).expect("no connection yet");
    let error = embed(&remote, &["one"]).expect_err("an error");
    let told = error.to_string();
    assert!(matches!(error, ModelError::Refused { .. }), "{told}");
    assert!(told.contains("status 401, `bad key"), "{told}");
    assert!(!told.contains("sk-secret") && !format!("{error:?}").contains("sk-secret"));
    assert_eq!(server.requests().len(), 1);
    for status in [400, 403, 404, 418] {
        let error = failure(vec![Act::status(status)]);
        assert!(
            matches!(error, ModelError::Refused { .. }),
            "{status}: {error}"
        );
    }
}

#[test]
fn redirects_are_told_and_not_followed() {
    for status in [301, 302, 303, 307, 308] {
        let elsewhere = Server::acting(Vec::new());
        let location = vec![("Location", format!("{}/api/embed", elsewhere.address))];
        let error = failure(vec![Act::Say(status, location, String::new())]);
        let told = error.to_string();
        assert!(matches!(error, ModelError::Refused { .. }), "{told}");
        assert!(told.contains("redirects are not followed"), "{told}");
        assert!(elsewhere.requests().is_empty());
    }
}

#[test]
fn an_answer_without_end_is_cut() {
    let error = failure(vec![Act::Flood]);
    assert!(matches!(error, ModelError::BadAnswer { .. }), "{error}");
    assert!(error.to_string().contains("over 16 MB"), "{error}");
}

/// As servers do that count tokens: here, words.
fn refuses_over(words_max: usize) -> impl Fn(usize, &Request) -> Act {
    move |_, request| {
        let longest = texts(request)
            .iter()
            .map(|text| text.split_whitespace().count())
            .max();
        if longest.unwrap_or(0) <= words_max {
            return Act::Embed;
        }
        let told = json!({"error": "the input length exceeds the context length"});
        Act::Say(400, Vec::new(), told.to_string())
    }
}

#[test]
fn a_text_too_long_for_the_server_is_halved_and_read_to_the_end() {
    let server = Server::start(refuses_over(20));
    let remote = remote(&server);
    let long = (0..90).map(|n| format!("word{n} ")).collect::<String>();
    let texts = ["one", long.as_str(), "two", "three"];
    let together = remote.embed(&texts, Role::Passage, &Limits::none());
    let together = together.expect("vectors");
    let windows: Vec<u32> = together.iter().map(|one| one.windows).collect();
    assert_eq!(windows, [1, 8, 1, 1]);
    let alone = embed(&remote, &[&long]).expect("a vector");
    assert_eq!(alone[0], together[1].vector, "alone and in a batch");
    let whole = vectors(std::slice::from_ref(&long)).remove(0);
    let length = whole.iter().map(|x| x * x).sum::<f32>().sqrt();
    let cosine: f32 = alone[0]
        .iter()
        .zip(&whole)
        .map(|(a, b)| a * b / length)
        .sum();
    assert!(cosine > 0.9, "{cosine}");
    // A server that takes nothing at all is told, after as many halvings as there are letters.
    let server = Server::start(refuses_over(0));
    let error = embed(&self::remote(&server), &["some words"]).expect_err("an error");
    assert!(matches!(error, ModelError::Refused { .. }), "{error}");
    assert!(
        error.to_string().contains("exceeds the context length"),
        "{error}"
    );
    assert!(server.requests().len() < 10);
}

#[test]
fn several_requests_are_on_their_way_and_the_first_failure_is_told() {
    let slow = Duration::from_millis(150);
    let names: Vec<String> = (0..32).map(|n| format!("text {n}")).collect();
    let texts: Vec<&str> = names.iter().map(String::as_str).collect();
    let in_batches = |server: &Server| {
        let model = RemoteModel {
            batch_texts: 4,
            ..model(server, Service::Tei)
        };
        Remote::new(model, DIM, true).expect("here")
    };
    let server = Server::start(move |_, _| {
        thread::sleep(slow);
        Act::Embed
    });
    let started = Instant::now();
    let together = embed(&in_batches(&server), &texts).expect("vectors");
    assert_eq!(server.requests().len(), 8);
    assert!(started.elapsed() < slow * 6, "one after the other");
    let quick = Server::acting(Vec::new());
    for (text, got) in texts.iter().zip(&together) {
        let alone = embed(&in_batches(&quick), &[text]).expect("a vector");
        assert_eq!(*got, alone[0], "{text}");
    }
    // What is answered takes its time, so that the refusal is known before the next is sent.
    let server = Server::start(move |_, request| {
        if self::texts(request).iter().any(|text| text.ends_with('9')) {
            return Act::status(404);
        }
        thread::sleep(slow);
        Act::Embed
    });
    let error = embed(&in_batches(&server), &texts).expect_err("an error");
    assert!(matches!(error, ModelError::Refused { .. }), "{error}");
    assert!(server.requests().len() < 8, "it went on after a refusal");
}

#[test]
fn a_batch_too_large_for_the_server_is_halved() {
    let server = Server::start(|_, request| match texts(request).len() {
        0..=3 => Act::Embed,
        _ => Act::Say(
            413,
            Vec::new(),
            json!({"error": "batch size 10 > 3"}).to_string(),
        ),
    });
    let remote = remote(&server);
    let names: Vec<String> = (0..10).map(|n| format!("text {n}")).collect();
    let texts: Vec<&str> = names.iter().map(String::as_str).collect();
    let got = embed(&remote, &texts).expect("vectors");
    for (text, got) in texts.iter().zip(&got) {
        assert_eq!(
            *got,
            embed(&remote, &[text]).expect("a vector")[0],
            "{text}"
        );
    }
}

/// How long a call goes on after it was told to stop.
fn time_to_stop(act: Act, by_cancel: bool) -> Duration {
    const BEFORE: Duration = Duration::from_millis(150);
    let server = Server::start(move |_, _| act.clone());
    let remote = remote(&server);
    let limits = Limits {
        deadline: (!by_cancel).then(|| Instant::now() + BEFORE),
        ..Limits::none()
    };
    let cancel = limits.cancel.clone();
    let (outcome, ended) = thread::scope(|scope| {
        let call = scope.spawn(|| {
            let outcome = remote.embed(&["one"], Role::Passage, &limits);
            (outcome, Instant::now())
        });
        thread::sleep(BEFORE);
        let stopped = Instant::now();
        if by_cancel {
            cancel.cancel();
        }
        let (outcome, ended) = call.join().expect("the call");
        (outcome, ended.saturating_duration_since(stopped))
    });
    let expected = match outcome {
        Err(ModelError::Cancelled) => by_cancel,
        Err(ModelError::DeadlinePassed) => !by_cancel,
        other => panic!("{other:?}"),
    };
    assert!(expected);
    ended
}

#[test]
fn a_call_stops_within_a_fifth_of_a_second() {
    let busy = Act::Say(503, vec![("Retry-After", "20".to_owned())], String::new());
    for act in [Act::Hang, busy] {
        let took = time_to_stop(act.clone(), true);
        assert!(took < Duration::from_millis(200), "{act:?}: {took:?}");
    }
    let took = time_to_stop(Act::Hang, false);
    assert!(
        took < Duration::from_millis(200),
        "by the deadline: {took:?}"
    );
}

#[test]
fn the_socket_of_a_stopped_call_is_closed_and_the_next_call_works() {
    let (tell, hear) = std::sync::mpsc::channel();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("its address"));
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        let ended = std::io::copy(&mut stream, &mut std::io::sink());
        let _ = tell.send(ended);
    });
    let endpoint = Endpoint::parse(&address, Service::Tei).expect("an address");
    let model = RemoteModel::new(Service::Tei, "words", endpoint);
    let remote = Remote::new(model, DIM, true).expect("here");
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_millis(100)),
        ..Limits::none()
    };
    let outcome = remote.embed(&["one"], Role::Query, &limits);
    assert!(matches!(outcome, Err(ModelError::DeadlinePassed)));
    // The server sees the end of the stream: nothing of ours goes on waiting.
    hear.recv_timeout(Duration::from_secs(5))
        .expect("the socket is closed")
        .ok();

    let server = Server::acting(vec![Act::Hang]);
    let remote = self::remote(&server);
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_millis(100)),
        ..Limits::none()
    };
    assert!(remote.embed(&["one"], Role::Query, &limits).is_err());
    assert!(embed(&remote, &["one"]).is_ok());
}

#[test]
fn a_silent_server_is_given_up_after_its_time() {
    let server = Server::start(|_, _| Act::Hang);
    let model = RemoteModel {
        timeout: Duration::from_millis(200),
        ..model(&server, Service::Ollama)
    };
    let remote = Remote::new(model, DIM, true).expect("here");
    let error = embed(&remote, &["one"]).expect_err("an error");
    assert!(matches!(error, ModelError::Unreachable { .. }), "{error}");
    assert!(
        error.to_string().contains("no answer within 0.2 s"),
        "{error}"
    );
}

#[test]
fn a_server_that_is_not_there_is_told_at_once() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("its address"));
    drop(listener);
    let endpoint = Endpoint::parse(&address, Service::Ollama).expect("an address");
    let model = RemoteModel::new(Service::Ollama, "words", endpoint);
    let started = Instant::now();
    let probed = Remote::probed(model, true, &Limits::none());
    let Err(error) = probed else {
        panic!("nobody is there")
    };
    assert!(matches!(error, ModelError::Unreachable { .. }), "{error}");
    assert!(error.to_string().contains(&address), "{error}");
    assert!(started.elapsed() < Duration::from_secs(1));
}

#[test]
fn offline_asks_this_machine_only() {
    for (address, allowed) in [
        ("http://127.0.0.1:1", true),
        ("http://localhost:1", true),
        ("http://[::1]:1", true),
        ("http://192.0.2.1:1", false),
        ("https://models.example", false),
    ] {
        let endpoint = Endpoint::parse(address, Service::OpenAi).expect("an address");
        let model = RemoteModel::new(Service::OpenAi, "words", endpoint);
        let made = Remote::new(model.clone(), DIM, true);
        let refused = matches!(&made, Err(ModelError::RemoteOffline { .. }));
        assert_eq!(refused, !allowed, "{address}");
        assert!(Remote::new(model, DIM, false).is_ok(), "{address}");
    }
}

#[test]
fn the_identity_names_place_and_preparation() {
    let identity = |address: &str, prefix: &str| {
        let endpoint = Endpoint::parse(address, Service::Ollama).expect("an address");
        Remote::identity(&RemoteModel {
            passage_prefix: prefix.to_owned(),
            ..RemoteModel::new(Service::Ollama, "bge-m3", endpoint)
        })
    };
    let one = identity("http://127.0.0.1:11434", "");
    assert!(
        one.starts_with("ollama:bge-m3@") && one.len() == 22,
        "{one}"
    );
    assert_eq!(one, identity("http://127.0.0.1:11434/", ""));
    assert_ne!(one, identity("http://10.0.0.7:11434", ""));
    assert_ne!(one, identity("http://127.0.0.1:11434", "passage: "));
}
