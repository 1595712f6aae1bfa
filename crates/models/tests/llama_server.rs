//! The language models against llama.cpp's own server with a small model: `scripts/llama-server`
//! fetches and starts both, and runs this.

#![allow(clippy::print_stdout, reason = "a test says what a model said")]

use std::time::Duration;

use models::conformance::speaks_as_promised;
use models::remote::chat::{ChatModel, ChatServer};
use models::{
    Counted, LanguageModel, Limits, Message, ModelError, Request, Shape, Speaker, TypedRequest,
    ask_typed,
};

/// A model of the server that the script has started.
fn model(service: &str) -> ChatModel {
    let address = std::env::var("PERUSAL_LLAMA_SERVER").expect("the address of a server");
    let mut server = ChatServer::named(&format!("{service}:any"), Some(&address)).expect("it");
    // Machines that test are busy with other things.
    server.patience.first_token = Duration::from_secs(120);
    server.patience.between_tokens = Duration::from_secs(60);
    let model = ChatModel::new(server, true).expect("on this machine");
    model.prepare(&Limits::none()).expect("it answers");
    println!("{:?}", model.profile());
    model
}

fn request(text: &str, shape: Shape) -> Request {
    Request {
        messages: vec![Message::new(Speaker::User, text)],
        tokens_max: 40,
        shape,
    }
}

#[test]
#[ignore = "needs a server: scripts/llama-server"]
fn a_real_server_keeps_the_promises_of_a_language_model() {
    for service in ["llama-server", "openai"] {
        let model = model(service);
        speaks_as_promised(&model, "red");
        println!("{service}: {:?}", model.health());
    }
}

#[test]
#[ignore = "needs a server: scripts/llama-server"]
fn a_real_server_streams_counts_and_keeps_to_schemas() {
    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    struct Colours {
        /// Colours that were named.
        #[schemars(length(max = 4))]
        colours: Vec<Colour>,
    }
    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    enum Colour {
        Red,
        Green,
        Blue,
    }
    for service in ["llama-server", "openai"] {
        let model = model(service);
        let mut pieces = Vec::new();
        let answer = model.complete(
            &request("Name three colours.", Shape::Text),
            &Limits::none(),
            &mut |piece| pieces.push(piece.to_owned()),
        );
        let answer = answer.expect("an answer");
        println!("{service}: {answer:?}");
        assert!(pieces.len() > 3, "it streams: {pieces:?}");
        assert_eq!(answer.counted, Counted::Exactly);

        let asked = TypedRequest {
            messages: vec![Message::new(
                Speaker::User,
                "Which colours has a flag of France?",
            )],
            tokens_max: 100,
        };
        let value = ask_typed::<Colours>(&model, &asked, &Limits::none(), &|_| Ok(()));
        let value = value.expect("colours");
        println!("{service}: {:?} after {:?}", value.value, value.returned);
        assert!(value.value.colours.len() <= 4);
    }
    // What is counted exactly fills the window and no more.
    let model = model("llama-server");
    let window = model.profile().context_tokens;
    let long = request(&"word ".repeat(window), Shape::Text);
    let refused = model.complete(&long, &Limits::none(), &mut |_| {});
    assert!(matches!(refused, Err(ModelError::Failed { .. })));
    let fits = request(&"word ".repeat(window / 8), Shape::Text);
    let answer = model.complete(&fits, &Limits::none(), &mut |_| {});
    let answer = answer.expect("an answer");
    let counted = model.count_tokens(&fits.messages[0].text).expect("a count");
    assert!(
        answer.prompt_tokens as usize >= counted,
        "{answer:?}, {counted}"
    );
}
