//! Thinking written into an answer, over a real socket.

use super::*;

#[test]
fn thinking_in_the_answer_is_no_part_of_it() {
    for service in ChatService::ALL {
        let said = "<think> Red or blue? Red. </think> red";
        let server = Server::always(service, Act::Speak(said));
        let model = model(&server, service);
        let mut heard = String::new();
        let completion = model.complete(&plain(), &Limits::none(), &mut |piece| {
            heard.push_str(piece);
        });
        assert_eq!(completion.expect("an answer").text, "red", "{service}");
        assert_eq!(heard, "red", "{service}");
    }
}

#[test]
fn a_choice_behind_thinking_is_a_choice() {
    let service = ChatService::OpenAi;
    let said = "<think> \"blue\"? </think> {\"answer\": \"red\"}";
    let server = Server::always(service, Act::Speak(said));
    let answer = ask(&model(&server, service), &one_of());
    assert_eq!(answer.expect("a choice").text, "red");
}

#[test]
fn an_answer_that_is_all_thinking_is_none() {
    let server = Server::always(ChatService::Ollama, Act::Speak("<think> on and on"));
    let error = ask(&model(&server, ChatService::Ollama), &plain());
    let error = error.expect_err("no answer").to_string();
    assert!(error.contains("all thinking"), "{error}");
}

#[test]
fn the_window_of_ollamas_own_v1_is_not_taken_for_larger_than_it_is() {
    for (address, is_it) in [
        ("http://127.0.0.1:11434/v1", true),
        ("http://localhost:11434", true),
        ("http://127.0.0.1:8000/v1", false),
        ("https://models.example/v1", false),
    ] {
        let endpoint = ChatService::OpenAi.endpoint(address).expect(address);
        let server = ChatServer::new(ChatService::OpenAi, "qwen3", endpoint);
        assert_eq!(server.is_ollamas_v1(), is_it, "{address}");
        let model = ChatModel::new(server, false).expect("a model");
        assert_eq!(model.cuts_silently(), is_it, "{address}");
    }
    let ollama = ChatServer::named("ollama:qwen3", None).expect("a name");
    assert!(!ollama.is_ollamas_v1());
}
