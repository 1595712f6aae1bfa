//! A call ends when its caller says so, whatever the server does meanwhile.

use super::*;

/// Longest time that a call may go on after it has to end.
const LATE: Duration = Duration::from_millis(250);

/// What a server may do while it is waited for.
fn ways(service: ChatService) -> Vec<(&'static str, Act)> {
    let loading = json!({"error": {"message": "Loading model"}}).to_string();
    let busy = Act::Say(503, vec![("Retry-After", "1".to_owned())], String::new());
    let start = server::part(service, "one ").into_bytes();
    vec![
        ("silent", Act::Hang),
        ("stopped", Act::Write(vec![(0, start)], Then::Hang)),
        ("slow", Act::Drip(40)),
        ("loading", Act::Say(503, Vec::new(), loading)),
        ("busy", busy),
    ]
}

/// A model with the real times, of which the limits have to be earlier.
fn patient(server: &Server, service: ChatService) -> ChatModel {
    let model = ChatServer {
        patience: Patience::default(),
        ..at(server, service)
    };
    ChatModel::new(model, true).expect("here")
}

/// So many tokens that the slow one is not done before the deadline.
fn long() -> Request {
    Request {
        tokens_max: 500,
        ..plain()
    }
}

#[test]
fn deadlines_are_kept_whatever_the_server_does() {
    thread::scope(|scope| {
        for service in ChatService::ALL {
            for (name, act) in ways(service) {
                for ms in [100, 500, 2_000] {
                    let act = act.clone();
                    scope.spawn(move || {
                        let about = format!("{service}, {name}, {ms} ms");
                        let server = Server::always(service, act);
                        let model = patient(&server, service);
                        let time = Duration::from_millis(ms);
                        let started = Instant::now();
                        let limits = Limits {
                            deadline: Some(started + time),
                            ..Limits::none()
                        };
                        let outcome = model.complete(&long(), &limits, &mut |_| {});
                        let took = started.elapsed();
                        let error = outcome.expect_err(&about);
                        let stopped = matches!(error, ModelError::DeadlinePassed);
                        // A pause past the deadline is not begun.
                        let refused = matches!(error, ModelError::Unreachable { .. });
                        assert!(stopped || (refused && name == "busy"), "{about}: {error}");
                        assert!(took < time + LATE, "{about}: {took:?}");
                    });
                }
            }
        }
    });
}

#[test]
fn a_cancelled_call_stops_within_a_fifth_of_a_second() {
    thread::scope(|scope| {
        for service in ChatService::ALL {
            for (name, act) in ways(service) {
                scope.spawn(move || {
                    let server = Server::always(service, act);
                    let model = patient(&server, service);
                    let limits = Limits::none();
                    let cancel = limits.cancel.clone();
                    let (outcome, late) = thread::scope(|scope| {
                        let call = scope.spawn(|| {
                            let outcome = model.complete(&long(), &limits, &mut |_| {});
                            (outcome, Instant::now())
                        });
                        thread::sleep(Duration::from_millis(300));
                        let asked = Instant::now();
                        cancel.cancel();
                        let (outcome, ended) = call.join().expect("the call");
                        (outcome, ended.saturating_duration_since(asked))
                    });
                    assert!(
                        matches!(outcome, Err(ModelError::Cancelled)),
                        "{service}, {name}"
                    );
                    assert!(
                        late < Duration::from_millis(200),
                        "{service}, {name}: {late:?}"
                    );
                    assert_eq!(model.health().circuit, Circuit::Closed);
                });
            }
        }
    });
}

#[test]
fn who_waits_for_a_turn_stops_in_time() {
    let service = ChatService::Ollama;
    let server = Server::always(service, Act::Hang);
    let model = patient(&server, service);
    model.prepare(&Limits::none()).expect("it answers");
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_millis(300)),
        ..Limits::none()
    };
    let started = Instant::now();
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let outcome = model.complete(&plain(), &limits, &mut |_| {});
                assert!(
                    matches!(outcome, Err(ModelError::DeadlinePassed)),
                    "{outcome:?}"
                );
            });
        }
    });
    assert!(started.elapsed() < Duration::from_millis(300) + LATE);
    assert_eq!(server.asked().len(), 1, "one at a time");
}

#[test]
fn the_connection_of_a_stopped_call_is_closed_and_the_next_call_works() {
    for_each_service(|service| {
        let server = Server::acting(service, vec![Act::Drip(10)]);
        let model = patient(&server, service);
        let limits = Limits {
            deadline: Some(Instant::now() + Duration::from_millis(200)),
            ..Limits::none()
        };
        assert!(model.complete(&long(), &limits, &mut |_| {}).is_err());
        assert_eq!(
            ask(&model, &plain()).expect("an answer").text,
            "one two three four"
        );
    });
}
