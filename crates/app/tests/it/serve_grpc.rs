//! Questions over gRPC, by a client of another making, over a real socket.

#[allow(
    missing_docs,
    clippy::all,
    clippy::pedantic,
    reason = "made by a generator"
)]
#[path = "../../src/serve/grpc/generated.rs"]
pub mod generated;

use std::future::Future;
use std::time::{Duration, Instant};

use tonic::transport::Channel;
use tonic::{Code, Request};

use self::generated::agent_client::AgentClient;
use self::generated::agent_event::Event;
use self::generated::{AgentRequest, Options};
use crate::home::Home;
use crate::serve::{Server, libraries};

fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(work)
}

async fn client(server: &Server) -> AgentClient<Channel> {
    let address = format!("http://{}", server.at);
    let channel = Channel::from_shared(address).unwrap().connect().await;
    AgentClient::new(channel.unwrap())
}

fn question(query: &str) -> AgentRequest {
    AgentRequest {
        query: query.to_owned(),
        ..AgentRequest::default()
    }
}

fn with_token(request: AgentRequest, token: &str) -> Request<AgentRequest> {
    let mut request = Request::new(request);
    let value = format!("Bearer {token}").parse().unwrap();
    request.metadata_mut().insert("authorization", value);
    request
}

#[test]
fn a_question_is_answered_like_over_http() {
    let home = libraries();
    let server = Server::start(&home, &["--collection", "legal=legal"]);
    run(async {
        let mut client = client(&server).await;
        let answer = client.ask(question("When does the ferry leave?")).await;
        let answer = answer.unwrap().into_inner();
        assert_eq!(answer.status, "answered");
        assert!(answer.text.contains("nine"), "{answer:?}");
        assert_eq!(answer.citations[0].document, "ferry.md");
        let object: serde_json::Value = serde_json::from_str(&answer.json).unwrap();
        assert_eq!(object["trace"], answer.trace);
        let legal = AgentRequest {
            collection: "legal".to_owned(),
            query_type: "RETRIEVAL".to_owned(),
            ..question("What is the rent?")
        };
        let answer = client.ask(legal).await.unwrap().into_inner();
        assert!(answer.text.contains("900 euros"), "{answer:?}");
        for (request, code) in [
            (question(" "), Code::InvalidArgument),
            (
                AgentRequest {
                    collection: "none".to_owned(),
                    ..question("x")
                },
                Code::NotFound,
            ),
            (
                AgentRequest {
                    filters: vec!["colour=1".to_owned()],
                    ..question("x")
                },
                Code::InvalidArgument,
            ),
            (
                AgentRequest {
                    options: Some(Options {
                        model: "gpt-4o".to_owned(),
                        ..Options::default()
                    }),
                    ..question("x")
                },
                Code::InvalidArgument,
            ),
            (question(&"x".repeat(2 << 20)), Code::OutOfRange),
        ] {
            let refused = client.ask(request).await.unwrap_err();
            assert_eq!(refused.code(), code, "{refused:?}");
        }
    });
}

#[test]
fn an_answer_comes_as_events_sources_first() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    run(async {
        let mut client = client(&server).await;
        let request = question("When does the ferry leave?");
        let mut events = client.ask_stream(request).await.unwrap().into_inner();
        let mut names = Vec::new();
        while let Some(event) = events.message().await.unwrap() {
            names.push(match event.event.unwrap() {
                Event::Meta(_) => "meta",
                Event::Plan(_) => "plan",
                Event::Sources(_) => "sources",
                Event::Delta(_) => "delta",
                Event::Citations(_) => "citations",
                Event::Done(done) => {
                    assert!(done.text.contains("nine"), "{done:?}");
                    "done"
                }
            });
        }
        assert_eq!(
            names,
            ["meta", "plan", "sources", "delta", "citations", "done"]
        );
        let refused = client.ask_stream(question(" ")).await;
        let refused = match refused {
            Ok(stream) => stream.into_inner().message().await.unwrap_err(),
            Err(status) => status,
        };
        assert_eq!(refused.code(), Code::InvalidArgument);
    });
}

#[test]
fn tokens_count_as_over_http() {
    let home = libraries();
    let make = |arguments: &[&str]| {
        let run = home.run(&[&["token", "add"], arguments].concat());
        run.expect(0, "").stdout.trim().to_owned()
    };
    let clerk = make(&["clerk", "--collection", "legal"]);
    let writer = make(&["writer", "--scope", "write"]);
    let router = make(&["router", "--scope", "read,route:declare"]);
    let server = Server::start(&home, &["--collection", "legal=legal"]);
    run(async {
        let mut client = client(&server).await;
        let mut refused = async |request: Request<AgentRequest>| {
            client
                .ask(request)
                .await
                .map(drop)
                .map_err(|status| status.code())
        };
        let declared = AgentRequest {
            query_type: "PLATFORM".to_owned(),
            ..question("What is my plan?")
        };
        assert_eq!(
            refused(Request::new(question("x"))).await,
            Err(Code::Unauthenticated)
        );
        assert_eq!(
            refused(with_token(question("x"), "perusal_0")).await,
            Err(Code::Unauthenticated)
        );
        assert_eq!(
            refused(with_token(question("x"), &writer)).await,
            Err(Code::PermissionDenied)
        );
        assert_eq!(
            refused(with_token(question("x"), &clerk)).await,
            Err(Code::NotFound)
        );
        assert_eq!(
            refused(with_token(declared.clone(), &clerk)).await,
            Err(Code::NotFound)
        );
        let legal = AgentRequest {
            collection: "legal".to_owned(),
            ..declared.clone()
        };
        assert_eq!(
            refused(with_token(legal, &clerk)).await,
            Err(Code::PermissionDenied)
        );
        assert_eq!(refused(with_token(declared, &router)).await, Ok(()));
        home.run(&["token", "rm", "router"]).expect(0, "");
        assert_eq!(
            refused(with_token(question("x"), &router)).await,
            Err(Code::Unauthenticated)
        );
    });
    // Whether it lives is nobody's secret, what there is needs a flag.
    server.get("/grpc.health.v1.Health/Check", "").is(200, "");
    server
        .get("/grpc.reflection.v1.ServerReflection/x", "")
        .is(404, "");
}

#[test]
fn each_method_refuses_each_token_that_is_not_for_it() {
    let home = libraries();
    let make = |arguments: &[&str]| {
        let run = home.run(&[&["token", "add"], arguments].concat());
        run.expect(0, "").stdout.trim().to_owned()
    };
    let revoked = make(&["revoked"]);
    let narrow = make(&["narrow", "--scope", "write,route:declare,admin"]);
    let elsewhere = make(&["elsewhere", "--collection", "legal"]);
    home.run(&["token", "rm", "revoked"]).expect(0, "");
    let server = Server::start(&home, &["--collection", "legal=legal", "--grpc-reflection"]);
    let asked = || question("When does the ferry leave?");
    let all = [
        (Request::new(asked()), Code::Unauthenticated),
        (with_token(asked(), "perusal_0"), Code::Unauthenticated),
        (with_token(asked(), &revoked), Code::Unauthenticated),
        (with_token(asked(), &narrow), Code::PermissionDenied),
        (with_token(asked(), &elsewhere), Code::NotFound),
    ];
    run(async {
        let mut client = client(&server).await;
        for (request, code) in all {
            let (metadata, message) = (request.metadata().clone(), request.get_ref().clone());
            let again = || {
                let mut again = Request::new(message.clone());
                *again.metadata_mut() = metadata.clone();
                again
            };
            assert_eq!(client.ask(again()).await.unwrap_err().code(), code);
            let stream = match client.ask_stream(again()).await {
                Ok(stream) => stream.into_inner().message().await.unwrap_err(),
                Err(status) => status,
            };
            assert_eq!(stream.code(), code);
        }
    });
    // What there is is told by the same rule; whether it lives is public.
    let reflection = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
    for headers in ["", "Authorization: Bearer perusal_0\r\n"] {
        let told = server.ask("POST", reflection, headers, b"").is(200, "");
        assert!(told.head.contains("grpc-status: 16"), "{told:?}");
    }
}

#[test]
fn the_caller_s_deadline_is_kept() {
    let home = Home::new();
    let text = "The committee of Dunmore met and spoke of roads, wells and grain. ".repeat(20_000);
    home.write("docs/long.txt", text);
    home.run(&["add", "docs"]).expect(0, "");
    let server = Server::start(&home, &[]);
    run(async {
        let mut client = client(&server).await;
        for ms in [1, 20, 2_000] {
            let mut request = Request::new(question("Give me a summary of everything"));
            request.set_timeout(Duration::from_millis(ms));
            let started = Instant::now();
            let told = client.ask(request).await;
            let took = started.elapsed();
            assert!(took < Duration::from_millis(ms + 1_000), "{ms}: {took:?}");
            if let Err(status) = told {
                let late = matches!(status.code(), Code::DeadlineExceeded | Code::Cancelled);
                assert!(late, "{ms}: {status:?}");
            }
        }
    });
}

/// The recipe of docs/serve.md, word for word but for the address.
async fn recipe(address: String) -> Result<(), Box<dyn std::error::Error>> {
    let channel = Channel::from_shared(address)?.connect().await?;
    let mut agent = AgentClient::new(channel);
    let request = AgentRequest {
        query: "When is the rent due?".into(),
        ..Default::default()
    };
    println!("{}", agent.ask(request).await?.into_inner().text);
    Ok(())
}

#[test]
fn the_recipe_in_rust_is_run_as_it_is_written() {
    let words = |text: &str| {
        let text = text.replace([',', '\n'], " ");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/serve.md");
    let page = std::fs::read_to_string(page).unwrap();
    let written = page.split("```rust\n").nth(1).unwrap();
    let written = written.split("```").next().unwrap();
    let written = written.replace("\"http://127.0.0.1:7333\"", "address");
    let here = words(include_str!("serve_grpc.rs"));
    assert!(here.contains(&words(&written)), "{}", words(&written));
    let home = libraries();
    let server = Server::start(&home, &[]);
    run(recipe(format!("http://{}", server.at))).unwrap();
}
