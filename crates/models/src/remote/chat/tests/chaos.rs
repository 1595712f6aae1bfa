//! A server that does everything wrong: each way ends in an error of the right kind, soon, and
//! without an answer that could be taken for one.

use super::*;

/// What a way of failing must be to the caller.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Unreachable,
    BadAnswer,
    Refused,
    WrongShape,
    Works,
}

fn kind(outcome: &Result<Completion, ModelError>) -> Option<Kind> {
    Some(match outcome {
        Ok(_) => Kind::Works,
        Err(ModelError::Unreachable { .. }) => Kind::Unreachable,
        Err(ModelError::BadAnswer { .. }) => Kind::BadAnswer,
        Err(ModelError::Refused { .. }) => Kind::Refused,
        Err(ModelError::WrongShape { .. }) => Kind::WrongShape,
        Err(_) => return None,
    })
}

fn written(service: ChatService, text: &str, then: Then) -> Act {
    let bytes = text.as_bytes().to_vec();
    Act::Write(
        vec![(
            0,
            [server::part(service, "one ").into_bytes(), bytes].concat(),
        )],
        then,
    )
}

/// Something that is no part of an answer, in the place of one.
fn instead(bytes: &[u8]) -> Act {
    Act::Write(vec![(0, bytes.to_vec())], Then::End)
}

fn an_error(service: ChatService) -> String {
    let error = json!({"error": {"message": "the GPU is gone"}});
    match service {
        ChatService::Ollama => json!({"error": "the GPU is gone"}).to_string() + "\n",
        _ => format!("data: {error}\n\n"),
    }
}

fn one_byte_at_a_time(service: ChatService) -> Act {
    let line = server::part(service, "slow ").into_bytes();
    Act::Write(
        line.into_iter().map(|byte| (1_000, vec![byte])).collect(),
        Then::End,
    )
}

/// Ways to fail, by name; those before the first token are tried again.
fn ways(service: ChatService) -> Vec<(&'static str, Act, Kind)> {
    use Kind::{BadAnswer, Refused, Unreachable, Works, WrongShape};
    let ending = server::ending(service, false, 7, 1).concat();
    let null = match service {
        ChatService::Ollama => json!({"message": null, "done": false}).to_string() + "\n",
        _ => format!("data: {}\n\n", json!({"choices": null})),
    };
    let null_then_end = [null.clone(), server::part(service, "red"), ending.clone()].concat();
    vec![
        ("silent", Act::Hang, Unreachable),
        ("closed", Act::Close, Unreachable),
        ("a byte a second", one_byte_at_a_time(service), Unreachable),
        (
            "stops in a token",
            written(service, "data: {\"choi", Then::Hang),
            Unreachable,
        ),
        (
            "ends in a token",
            written(service, "{\"message\": {\"con", Then::End),
            BadAnswer,
        ),
        (
            "breaks off",
            written(service, "", Then::BreakOff),
            BadAnswer,
        ),
        (
            "ends without its end",
            written(service, "", Then::End),
            BadAnswer,
        ),
        ("nothing at all", instead(b""), BadAnswer),
        (
            "an error at once",
            instead(an_error(service).as_bytes()),
            Unreachable,
        ),
        (
            "an error later",
            written(service, &an_error(service), Then::End),
            BadAnswer,
        ),
        (
            "a page",
            instead(b"<!DOCTYPE html>\n<html>Welcome</html>\n"),
            BadAnswer,
        ),
        (
            "no UTF-8",
            instead(b"{\"message\": \"\xff\xfe\"}\n"),
            BadAnswer,
        ),
        ("no JSON", instead(b"data: hello\n"), BadAnswer),
        (
            "JSON of another kind",
            instead(b"data: [1, 2]\n[1, 2]\n"),
            BadAnswer,
        ),
        (
            "choices are null, then nothing",
            instead(null.as_bytes()),
            BadAnswer,
        ),
        (
            "choices are null, then an answer",
            instead(null_then_end.as_bytes()),
            Works,
        ),
        ("no pause behind the end", Act::Speak("red"), Works),
        (
            "an end and then silence",
            silent_behind(service, &ending),
            Works,
        ),
        ("500", Act::status(500), Unreachable),
        ("503", Act::status(503), Unreachable),
        ("429", Act::status(429), Unreachable),
        ("418", Act::status(418), Refused),
        ("moved", moved(), Refused),
        ("a day's pause", pause_of_a_day(), Unreachable),
        (
            "another shape",
            Act::Speak("{\"answer\": \"green\"}"),
            WrongShape,
        ),
        (
            "prose for JSON",
            Act::Speak("It is red, I think."),
            WrongShape,
        ),
        (
            "JSON that ends early",
            Act::Speak("{\"answer\": \"re"),
            WrongShape,
        ),
    ]
}

fn silent_behind(service: ChatService, ending: &str) -> Act {
    let ending = ending.replace("data: [DONE]\n\n", "");
    written(service, &ending, Then::Hang)
}

fn moved() -> Act {
    let location = vec![("Location", "http://192.0.2.1/".to_owned())];
    Act::Say(307, location, String::new())
}

fn pause_of_a_day() -> Act {
    let after = vec![("Retry-After", "86400".to_owned())];
    Act::Say(429, after, String::new())
}

#[test]
fn each_way_to_fail_ends_in_its_error_and_soon() {
    // All services and ways at the same time: most of it is waiting.
    thread::scope(|scope| {
        for service in ChatService::ALL {
            for (name, act, expected) in ways(service) {
                scope.spawn(move || {
                    let about = format!("{service}, {name}");
                    let server = Server::always(service, act);
                    let model = model(&server, service);
                    let shaped = expected == Kind::WrongShape;
                    let request = if shaped { one_of() } else { plain() };
                    let started = Instant::now();
                    let outcome = ask(&model, &request);
                    let took = started.elapsed();
                    assert_eq!(kind(&outcome), Some(expected), "{about}: {outcome:?}");
                    assert!(took < Duration::from_secs(4), "{about}: {took:?}");
                    assert!(server.asked().len() <= 4, "{about}: tried too often");
                    assert_eq!(model.health().running, 0, "{about}");
                });
            }
        }
    });
}

#[test]
fn an_answer_without_end_is_left_and_none_of_it_is_kept() {
    thread::scope(|scope| {
        for service in ChatService::ALL {
            let tokens = server::part(service, "drop ").repeat(100).into_bytes();
            let empty = match service {
                ChatService::Ollama => "\n".repeat(16 << 10),
                _ => ": still here\n\n".repeat(1 << 10),
            };
            for (name, bytes, told) in [
                ("tokens", tokens, "beyond the tokens"),
                ("a line", vec![b'x'; 64 << 10], "a line is over 1 MB"),
                ("nothing", empty.into_bytes(), "the answer is over 16 MB"),
            ] {
                scope.spawn(move || {
                    let server = Server::always(service, Act::Flood(bytes));
                    let patient = ChatServer {
                        patience: Patience::default(),
                        ..at(&server, service)
                    };
                    let model = ChatModel::new(patient, true).expect("here");
                    let error = ask(&model, &plain()).expect_err("it has no end");
                    assert!(matches!(error, ModelError::BadAnswer { .. }), "{error}");
                    assert!(
                        error.to_string().contains(told),
                        "{service}, {name}: {error}"
                    );
                    thread::sleep(Duration::from_millis(50));
                    // What was on its way when the connection was closed, and no more.
                    let written = server.written() >> 20;
                    assert!(written <= 24, "{service}, {name}: {written} MB");
                });
            }
        }
    });
}

#[test]
fn what_may_pass_is_tried_again_before_the_first_token_alone() {
    for_each_service(|service| {
        for act in [Act::status(503), Act::status(500), Act::Close] {
            let server = Server::acting(service, vec![act]);
            let model = model(&server, service);
            let mut pieces = String::new();
            let answer = model.complete(&plain(), &Limits::none(), &mut |piece| {
                pieces.push_str(piece);
            });
            assert_eq!(answer.expect("the second try").text, pieces);
            assert_eq!((server.asked().len(), model.health().retries), (2, 1));
        }
        let server = Server::acting(service, vec![written(service, "", Then::End)]);
        let model = model(&server, service);
        assert!(ask(&model, &plain()).is_err(), "part of it was given out");
        assert_eq!((server.asked().len(), model.health().retries), (1, 0));
    });
}

#[test]
fn a_pause_that_the_server_asks_for_is_kept() {
    let after = vec![("Retry-After", "1".to_owned())];
    let server = Server::acting(
        ChatService::OpenAi,
        vec![Act::Say(429, after, String::new())],
    );
    let started = Instant::now();
    assert!(ask(&model(&server, ChatService::OpenAi), &plain()).is_ok());
    assert!(started.elapsed() >= Duration::from_secs(1), "too early");
}

#[test]
fn a_server_that_keeps_failing_is_left_alone() {
    let service = ChatService::OpenAi;
    let server = Server::always(service, Act::status(500));
    let model = model(&server, service);
    for _ in 0..5 {
        assert!(ask(&model, &plain()).is_err());
    }
    let (asked, health) = (server.asked().len(), model.health());
    assert_eq!(health.circuit, Circuit::Open);
    assert_eq!(health.retries, 3, "no more than there were to begin with");
    assert_eq!(asked, 8);
    let started = Instant::now();
    let error = ask(&model, &plain()).expect_err("it is left alone");
    assert!(error.to_string().contains("is left alone"), "{error}");
    assert!(started.elapsed() < Duration::from_millis(100));
    assert_eq!(server.asked().len(), asked, "nothing was sent");
}

#[test]
fn too_many_requests_halve_those_at_the_same_time() {
    let service = ChatService::OpenAi;
    let server = Server::acting(service, vec![Act::status(429)]);
    let model = model(&server, service);
    assert!(ask(&model, &plain()).is_ok());
    assert_eq!(model.health().at_once, 5, "of ten");
}

#[test]
fn nobody_there_is_told_at_once() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("its address"));
    drop(listener);
    for_each_service(|service| {
        let server = ChatServer::new(service, "words", service.endpoint(&address).expect("it"));
        let started = Instant::now();
        let error = ask(&ChatModel::new(server, true).expect("here"), &plain());
        let error = error.expect_err("nobody is there");
        assert!(matches!(error, ModelError::Unreachable { .. }), "{error}");
        assert!(error.to_string().contains(&address), "{error}");
        assert!(started.elapsed() < Duration::from_secs(1));
    });
}
