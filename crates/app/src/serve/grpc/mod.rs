//! The same questions over gRPC, on the port and by the tokens of HTTP.
//!
//! `generated.rs` and `proto/descriptors.bin` are made from `proto/perusal.proto` by `scripts/grpc`.

#[allow(
    missing_docs,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    reason = "made by a generator; proto/perusal.proto says what it means"
)]
mod generated;
mod reply;

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as Poll, Poll as Polled};
use std::time::Duration;

use axum::http::{HeaderMap, Response, StatusCode};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, Receiver};
use tokio_stream::Stream;
use tonic::{Code, Request, Status};

use self::generated::agent_server::{Agent, AgentServer};
use self::generated::{AgentEvent, AgentRequest, AgentResponse};
use super::access::Access;
use super::api::{AskBody, Asked, ask_object};
use super::problem::Problem;
use super::state::{RequestKind, Served, Ticket};
use super::stream;
use crate::context::Context;

/// Routes below these are those of gRPC.
pub const PREFIXES: [&str; 2] = ["/perusal.v1.", "/grpc."];
/// Where questions are asked.
pub const AGENT: &str = "/perusal.v1.Agent/{method}";
/// Where clients look whether it lives.
pub const HEALTH: &str = "/grpc.health.v1.Health/{method}";
/// Where clients that have no proto file learn what there is.
pub const REFLECTION: &str = "/grpc.reflection.v1.ServerReflection/{method}";

/// What reflection sends.
const DESCRIPTORS: &[u8] = include_bytes!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../proto/descriptors.bin"
));
/// Bytes of a request.
const MESSAGE_BYTES_MAX: usize = 1 << 20;
/// Events that wait for a client that reads slowly.
const EVENTS_WAITING_MAX: usize = 64;

/// Questions over gRPC.
pub struct Questions {
    served: Arc<Served>,
}

/// The service of questions.
pub fn questions(served: &Arc<Served>) -> AgentServer<Questions> {
    let questions = Questions {
        served: Arc::clone(served),
    };
    AgentServer::new(questions).max_decoding_message_size(MESSAGE_BYTES_MAX)
}

/// The service that tells clients what there is.
///
/// # Errors
/// Descriptors that are none, which a test would meet.
pub fn reflection() -> Result<
    tonic_reflection::server::v1::ServerReflectionServer<
        impl tonic_reflection::server::v1::ServerReflection,
    >,
    tonic_reflection::server::Error,
> {
    tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(DESCRIPTORS)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        .build_v1()
}

/// A problem in the form that gRPC has.
pub fn status(problem: &Problem) -> Status {
    let code = match problem.status {
        StatusCode::BAD_REQUEST => Code::InvalidArgument,
        StatusCode::UNAUTHORIZED => Code::Unauthenticated,
        StatusCode::FORBIDDEN => Code::PermissionDenied,
        StatusCode::NOT_FOUND => Code::NotFound,
        StatusCode::CONFLICT => Code::Aborted,
        StatusCode::PAYLOAD_TOO_LARGE => Code::OutOfRange,
        StatusCode::TOO_MANY_REQUESTS => Code::ResourceExhausted,
        StatusCode::GATEWAY_TIMEOUT => Code::DeadlineExceeded,
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::BAD_GATEWAY => Code::Unavailable,
        _ => Code::Internal,
    };
    let hint = problem.hint.as_ref();
    let hint = hint.map_or(String::new(), |hint| format!(" ({hint})"));
    Status::new(code, format!("{}: {}{hint}", problem.code, problem.detail))
}

/// The same as a response, for what is refused before it reaches a service.
pub fn refused(problem: &Problem) -> Response<axum::body::Body> {
    status(problem).into_http()
}

#[tonic::async_trait]
impl Agent for Questions {
    async fn ask(
        &self,
        request: Request<AgentRequest>,
    ) -> Result<tonic::Response<AgentResponse>, Status> {
        let (access, body) = understood(request).map_err(|problem| status(&problem))?;
        let object = ask_object(&self.served, &access, body).await;
        let object = object.map_err(|problem| status(&problem))?;
        Ok(tonic::Response::new(reply::response(&object)))
    }

    type AskStreamStream = Events;

    async fn ask_stream(
        &self,
        request: Request<AgentRequest>,
    ) -> Result<tonic::Response<Events>, Status> {
        let events = async {
            let (access, body) = understood(request)?;
            let context = self.served.collection(&access, body.collection())?;
            events(&self.served, &context, body.checked(&access)?).await
        };
        match events.await {
            Ok(events) => Ok(tonic::Response::new(events)),
            Err(problem) => Err(status(&problem)),
        }
    }
}

/// What a request says, as the body of the HTTP route: it is checked there.
fn understood(request: Request<AgentRequest>) -> Result<(Access, AskBody), Problem> {
    let access = request.extensions().get::<Access>().cloned();
    let access = access.ok_or_else(super::state::bug)?;
    let patience = patience(request.metadata().as_ref())?;
    let asked = request.into_inner();
    let options = asked.options.unwrap_or_default();
    let own = (options.deadline_ms > 0).then_some(options.deadline_ms);
    let mut body = json!({
        "question": asked.query,
        "filters": asked.filters,
        "deadline_ms": own.into_iter().chain(patience).min(),
    });
    let texts = [
        ("session_id", asked.session_id),
        ("collection", asked.collection),
        ("strategy", options.strategy),
        ("query_type", asked.query_type),
    ];
    for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        body[name] = text.into();
    }
    if !asked.extra_context.is_empty() {
        // In one order, whatever the map has.
        let sorted: std::collections::BTreeMap<_, _> = asked.extra_context.into_iter().collect();
        body["extra_context"] = json!(sorted);
    }
    match options.model.as_str() {
        "" => {}
        "extractive" => body["extractive"] = true.into(),
        other => body["model"] = other.into(),
    }
    let body = serde_json::from_value(body);
    let body = body.map_err(|error| Problem::bad_request(error.to_string()))?;
    Ok((access, body))
}

/// The time that the caller waits, in milliseconds, less what an answer needs on its way.
fn patience(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
    /// The longest that a question may take; whoever waits longer has it all.
    const MS_MAX: u64 = 600_000;
    let Some(value) = headers.get("grpc-timeout") else {
        return Ok(None);
    };
    let odd = || Problem::bad_request("`grpc-timeout` is up to eight digits and a unit");
    let text = value.to_str().map_err(|_| odd())?;
    let (digits, unit) = text
        .split_at_checked(text.len().saturating_sub(1))
        .ok_or_else(odd)?;
    let count: u64 = match digits.len() {
        1..=8 => digits.parse().map_err(|_| odd())?,
        _ => return Err(odd()),
    };
    let time = match unit {
        "H" => Duration::from_secs(count * 3_600),
        "M" => Duration::from_secs(count * 60),
        "S" => Duration::from_secs(count),
        "m" => Duration::from_millis(count),
        "u" => Duration::from_micros(count),
        "n" => Duration::from_nanos(count),
        _ => return Err(odd()),
    };
    // A tenth, so that what was found until then is there before the caller gives up.
    let ms = u64::try_from((time - time / 10).as_millis()).unwrap_or(u64::MAX);
    Ok(Some(ms.clamp(1, MS_MAX)))
}

/// Events of one answer. The work behind it ends when the client leaves.
pub struct Events {
    from: Receiver<Result<AgentEvent, Status>>,
    _ticket: Ticket,
}

impl Stream for Events {
    type Item = Result<AgentEvent, Status>;

    fn poll_next(mut self: Pin<&mut Self>, poll: &mut Poll<'_>) -> Polled<Option<Self::Item>> {
        self.from.poll_recv(poll)
    }
}

async fn events(served: &Served, context: &Context, asked: Asked) -> Result<Events, Problem> {
    let place = served.place(RequestKind::Ask).await?;
    let (context, ticket) = served.ticket(context);
    let (to, from) = mpsc::channel(EVENTS_WAITING_MAX);
    tokio::task::spawn_blocking(move || {
        let _place = place;
        let send = |event| stream::send(&context.cancel, &to, event);
        let told = stream::told(&context, &asked, &|name, object: Value| {
            if let Some(event) = reply::event(name, &object) {
                send(Ok(event));
            }
        });
        match told {
            Ok(answered) => {
                for event in reply::end(&answered.object) {
                    send(Ok(event));
                }
            }
            Err(failure) => send(Err(status(&Problem::from(failure)))),
        }
    });
    Ok(Events {
        from,
        _ticket: ticket,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_a_caller_waits_is_understood() {
        let given = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("grpc-timeout", text.parse().expect("a value"));
            patience(&headers).map_err(|problem| problem.code)
        };
        assert_eq!(patience(&HeaderMap::new()).map_err(|_| ()), Ok(None));
        for (text, ms) in [
            ("1S", 900),
            ("500m", 450),
            ("99999999H", 600_000),
            ("10u", 1),
        ] {
            assert_eq!(given(text), Ok(Some(ms)), "{text}");
        }
        for text in ["", "S", "5", "5s", "123456789S", "-1S", "1 S"] {
            assert_eq!(given(text), Err("bad_request"), "{text}");
        }
    }
}
