//! Rerankers against the server that misbehaves.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::super::{ApiKey, RemoteReranker, RerankServer, RerankService};
use super::server::{Act, Server, texts};
use crate::{Limits, ModelError, Relevance, Reranker, conformance::judges_as_promised};

fn asking(server: &Server, service: RerankService) -> RerankServer {
    let endpoint = service.endpoint(&server.address).expect("an address");
    RerankServer::new(service, "words", endpoint)
}

fn reranker(server: &Server, service: RerankService) -> RemoteReranker {
    RemoteReranker::new(asking(server, service), true).expect("on this machine")
}

fn score(reranker: &RemoteReranker, passages: &[&str]) -> Result<Vec<Relevance>, ModelError> {
    reranker.score("the red fox", passages, &Limits::none())
}

/// What scoring two passages fails with when the server does this.
fn failure(service: RerankService, act: Act) -> ModelError {
    let server = Server::start(move |_, _| act.clone());
    score(&reranker(&server, service), &["one", "two"]).expect_err("an error")
}

#[test]
fn each_service_keeps_the_promises_of_a_reranker() {
    for service in RerankService::ALL {
        let server = Server::acting(Vec::new());
        let asked = RerankServer {
            window_tokens: 256,
            batch_texts: 3,
            ..asking(&server, service)
        };
        judges_as_promised(&RemoteReranker::new(asked, true).expect("here"));
        let requests = server.requests();
        assert!(requests.iter().all(|request| texts(request).len() <= 3));
    }
}

#[test]
fn the_request_is_what_the_service_expects() {
    let sent = |service| {
        let server = Server::acting(Vec::new());
        let asked = RerankServer {
            key: ApiKey::new("sk-secret").ok(),
            ..asking(&server, service)
        };
        let reranker = RemoteReranker::new(asked, false).expect("no connection yet");
        score(&reranker, &["a fox", " "]).expect("scores");
        let request = server.requests().remove(0);
        let key = "authorization: bearer sk-secret".to_owned();
        assert!(request.headers.contains(&key));
        (request.path, request.body)
    };
    let tei = json!({"query": "the red fox", "texts": ["a fox", "-"], "raw_scores": true,
                     "truncate": false});
    assert_eq!(sent(RerankService::Tei), ("/rerank".to_owned(), tei));
    let cohere = json!({"model": "words", "query": "the red fox", "documents": ["a fox", "-"],
                        "top_n": 2});
    assert_eq!(
        sent(RerankService::Cohere),
        ("/v1/rerank".to_owned(), cohere)
    );
}

#[test]
fn scores_stand_in_the_order_of_the_passages() {
    for service in RerankService::ALL {
        let server = Server::acting(Vec::new());
        let scores = score(
            &reranker(&server, service),
            &["a heron", "a fox", "the fox"],
        );
        let scores: Vec<f32> = scores
            .expect("scores")
            .iter()
            .map(|one| one.score)
            .collect();
        assert!(scores[0] < scores[1] && scores[1] < scores[2], "{scores:?}");
    }
}

/// An answer with these places and scores.
fn answer(service: RerankService, items: &[(Value, Value)]) -> String {
    let name = match service {
        RerankService::Tei => "score",
        RerankService::Cohere => "relevance_score",
    };
    let items = items.iter();
    let items: Vec<Value> = items
        .map(|(index, score)| json!({"index": index, name: score}))
        .collect();
    match service {
        RerankService::Tei => json!(items).to_string(),
        RerankService::Cohere => json!({"results": items}).to_string(),
    }
}

#[test]
fn answers_that_cannot_be_used_are_errors_that_say_why() {
    for service in RerankService::ALL {
        let of = |items: &[(Value, Value)]| answer(service, items);
        let good = of(&[(json!(0), json!(0.5)), (json!(1), json!(0.25))]);
        let not_json = "not the JSON that was expected";
        let cases = [
            (of(&[]), "no score came for 2 of 2 texts"),
            (of(&[(json!(1), json!(0.5))]), "no score came for 1 of 2"),
            (
                of(&[(json!(0), json!(1)), (json!(0), json!(1))]),
                "index 0 came twice",
            ),
            (
                of(&[(json!(0), json!(1)), (json!(2), json!(1))]),
                "index 2 came for 2 texts",
            ),
            (
                of(&[
                    (json!(0), json!(1)),
                    (json!(1), json!(1)),
                    (json!(1), json!(1)),
                ]),
                "index 1 came twice",
            ),
            (of(&[(json!(-1), json!(1))]), not_json),
            (of(&[(json!(0.5), json!(1))]), not_json),
            (of(&[(json!(0), json!(null))]), not_json),
            (of(&[(json!(0), json!("high"))]), not_json),
            (
                of(&[(json!(0), json!(1e300))]),
                "the score of text 0 is inf",
            ),
            (good.replace("0.5", "NaN"), not_json),
            (good[..good.len() / 2].to_owned(), not_json),
            (String::new(), not_json),
            ("<html>Welcome</html>".to_owned(), "a web page came"),
            (
                json!({"error": "loading"}).to_string(),
                "it answered `loading`",
            ),
        ];
        for (body, expected) in cases {
            let error = failure(service, Act::ok(&body));
            let told = error.to_string();
            assert!(
                matches!(error, ModelError::BadAnswer { .. }),
                "{body}: {told}"
            );
            assert!(told.contains(expected), "{body}: {told}");
        }
        // The answer of one service is not that of the other.
        let other = RerankService::ALL.into_iter().find(|one| *one != service);
        let of_other = answer(other.expect("two"), &[(json!(0), json!(1))]);
        let told = failure(service, Act::ok(of_other)).to_string();
        assert!(told.contains(not_json), "{told}");
    }
}

#[test]
fn what_may_pass_is_tried_again_and_the_rest_is_told() {
    let service = RerankService::Cohere;
    for act in [
        Act::status(503),
        Act::status(429),
        Act::BreakOff,
        Act::Close,
    ] {
        let server = Server::acting(vec![act]);
        assert!(score(&reranker(&server, service), &["one"]).is_ok());
        assert_eq!(server.requests().len(), 2);
    }
    let error = failure(service, Act::status(503));
    let told = error.to_string();
    assert!(matches!(error, ModelError::Unreachable { .. }), "{told}");
    assert!(told.contains("(tried 2 times)"), "{told}");
    for status in [400, 401, 404] {
        let error = failure(service, Act::status(status));
        assert!(matches!(error, ModelError::Refused { .. }), "{error}");
    }
    let location = vec![("Location", "http://192.0.2.1/rerank".to_owned())];
    let told = failure(service, Act::Say(307, location, String::new())).to_string();
    assert!(told.contains("redirects are not followed"), "{told}");
    let told = failure(service, Act::Flood).to_string();
    assert!(told.contains("over 16 MB"), "{told}");
}

#[test]
fn a_key_that_the_server_repeats_is_not_shown() {
    let told = json!({"message": "no such key: sk-secret"}).to_string();
    let server = Server::acting(vec![Act::Say(401, Vec::new(), told)]);
    let asked = RerankServer {
        key: ApiKey::new("sk-secret").ok(),
        ..asking(&server, RerankService::Cohere)
    };
    assert!(!format!("{asked:?}").contains("sk-secret"));
    let reranker = RemoteReranker::new(asked, true).expect("here");
    let told = score(&reranker, &["one"])
        .expect_err("a refusal")
        .to_string();
    assert!(told.contains("no such key: …"), "{told}");
}

#[test]
fn a_passage_too_long_for_the_server_is_halved_and_what_is_cut_counted() {
    const WORDS_MAX: usize = 20;
    let server = Server::start(|_, request| {
        let longest = texts(request)
            .iter()
            .map(|text| text.split(' ').count())
            .max();
        match longest.unwrap_or(0) <= WORDS_MAX && texts(request).len() <= 2 {
            true => Act::Embed,
            false => Act::Say(
                413,
                Vec::new(),
                json!({"error": "inputs must have less than 512 tokens"}).to_string(),
            ),
        }
    });
    let reranker = reranker(&server, RerankService::Tei);
    let long = "one red fox and the next ".repeat(20);
    let passages = ["a fox", long.as_str(), "a heron", "the fox"];
    let together = score(&reranker, &passages).expect("scores");
    let cut: Vec<bool> = together.iter().map(|one| one.cut_tokens > 0).collect();
    assert_eq!(cut, [false, true, false, false]);
    for (passage, expected) in passages.iter().zip(&together) {
        let alone = score(&reranker, &[passage]).expect("a score");
        assert_eq!(alone, [*expected], "{passage:.20}");
    }
    // A server that takes nothing is told after as many halvings as there are letters.
    let nothing = Server::start(|_, _| Act::status(413));
    let error = score(
        &self::reranker(&nothing, RerankService::Tei),
        &["some words"],
    );
    assert!(
        matches!(error, Err(ModelError::Refused { .. })),
        "{error:?}"
    );
    assert!(nothing.requests().len() < 10);
}

#[test]
fn a_silent_server_ends_with_the_limits_or_its_time() {
    let server = Server::start(|_, _| Act::Hang);
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_millis(100)),
        ..Limits::none()
    };
    let started = Instant::now();
    let outcome = reranker(&server, RerankService::Tei).score("fox", &["one"], &limits);
    assert!(matches!(outcome, Err(ModelError::DeadlinePassed)));
    assert!(started.elapsed() < Duration::from_millis(300));
    let asked = RerankServer {
        timeout: Duration::from_millis(100),
        ..asking(&server, RerankService::Tei)
    };
    let reranker = RemoteReranker::new(asked, true).expect("here");
    let told = score(&reranker, &["one"]).expect_err("silence").to_string();
    assert!(told.contains("no answer within 0.1 s"), "{told}");
}

#[test]
fn offline_asks_this_machine_only() {
    let service = RerankService::Cohere;
    let made = |address, offline| {
        let endpoint = service.endpoint(address).expect("an address");
        RemoteReranker::new(RerankServer::new(service, "words", endpoint), offline)
    };
    assert!(made("http://127.0.0.1:1", true).is_ok());
    assert!(made("https://models.example", false).is_ok());
    let refused = made("https://models.example", true).err().expect("offline");
    assert!(matches!(refused, ModelError::RemoteOffline { .. }));
}
