//! Answers as events, while they come: sources before the first word.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as Poll, Poll as Polled};
use std::time::{Duration, Instant};

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use perusal::models::Cancel;
use serde_json::{Value, json};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio_stream::Stream;

use super::api::{Analyzing, Answer, Asked};
use super::problem::Problem;
use super::state::{RequestKind, Served, Ticket};
use crate::command::analyze;
use crate::command::asking::{self, Answered, Heard, Told};
use crate::command::writer::{Outcome, Tape};
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json as outside;

/// Events that wait for a client that reads slowly.
const EVENTS_WAITING_MAX: usize = 64;
/// A comment as often as this tells proxies that somebody is there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A client that takes no event for so long is taken for one that left.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often is looked whether it takes one.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// How often is looked whether a job has changed.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A name and an object; without a name the text alone, as some interfaces want it.
pub type Named = (Option<&'static str>, String);

/// Events of one answer. The work behind it ends when the client leaves.
struct Events {
    from: Receiver<Named>,
    _ticket: Option<Ticket>,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, poll: &mut Poll<'_>) -> Polled<Option<Self::Item>> {
        self.from.poll_recv(poll).map(|next| {
            let (name, data) = next?;
            let event = match name {
                Some(name) => Event::default().event(name),
                None => Event::default(),
            };
            Some(Ok(event.data(data)))
        })
    }
}

/// Does work on a thread that may block, whose events go to the client one by one.
///
/// # Errors
/// Too much work at once.
pub async fn events(
    served: &Arc<Served>,
    context: &Context,
    work: impl FnOnce(&Context, &Sender<Named>) + Send + 'static,
) -> Answer {
    let place = served.place(RequestKind::Ask).await?;
    let (context, ticket) = served.ticket(context);
    let (to, from) = mpsc::channel(EVENTS_WAITING_MAX);
    tokio::task::spawn_blocking(move || {
        let _place = place;
        work(&context, &to);
    });
    let events = Events {
        from,
        _ticket: Some(ticket),
    };
    let alive = KeepAlive::new().interval(KEEP_ALIVE);
    Ok(Sse::new(events).keep_alive(alive).into_response())
}

/// Sends an event from a thread that may block. A client that left hears nothing, and its work ends
/// by its ticket; for one that stays and takes nothing any more, it ends here.
pub fn send<T>(work: &Cancel, to: &Sender<T>, event: T) {
    send_within(PATIENCE, work, to, event);
}

fn send_within<T>(patience: Duration, work: &Cancel, to: &Sender<T>, mut event: T) {
    let until = Instant::now() + patience;
    while let Err(TrySendError::Full(back)) = to.try_send(event) {
        if work.is_cancelled() {
            return;
        }
        if Instant::now() >= until {
            return work.cancel();
        }
        event = back;
        std::thread::sleep(LOOK_AGAIN);
    }
}

/// `ask` as events: `meta`, `plan`, `sources`, `delta`s, `citations`, `done` or `error`.
///
/// # Errors
/// Too much work at once.
pub async fn ask(
    served: &Arc<Served>,
    context: &Context,
    asked: Asked,
) -> Result<Response, Problem> {
    events(served, context, move |context, to| {
        let named = |name: &'static str, object: Value| {
            send(&context.cancel, to, (Some(name), object.to_string()));
        };
        match told(context, &asked, &named) {
            Ok(answered) => {
                named("citations", answered.object["answer"].clone());
                named("done", done(&answered));
            }
            Err(failure) => named("error", Problem::from(failure).object()),
        }
    })
    .await
}

/// Answers, and tells `meta`, `plan`, `sources` and `delta`s as they come; shared with gRPC.
///
/// # Errors
/// See [`asking::answer`].
pub fn told(
    context: &Context,
    asked: &Asked,
    send: &dyn Fn(&'static str, Value),
) -> Result<Answered, Failure> {
    let mut written = false;
    let answered = asking::answer(
        context,
        &asked.asking(),
        &Tape::Live,
        &mut |heard| match heard {
            Heard::Decided(decision) => {
                let route = outside::decision(decision, None);
                send("meta", json!({"schema": outside::SCHEMA, "route": route}));
            }
            Heard::Found(found) => {
                let answer = found.answer.as_ref();
                let citations = answer.map(|one| one.citations.iter().map(outside::citation));
                let citations: Vec<Value> = citations.into_iter().flatten().collect();
                send("plan", json!({"strategy": found.retrieval.ran.as_str()}));
                send("sources", json!({"citations": citations}));
            }
            Heard::Piece(piece) => {
                written = true;
                send("delta", json!({"text": piece}));
            }
        },
    )?;
    // Quotes are there at once.
    if !written && let Some(text) = answered.object["answer"]["text"].as_str() {
        send("delta", json!({"text": text}));
    }
    Ok(answered)
}

/// `analyze` as events: `level` whenever something happened on one, with `segments` that are in
/// another state than before and `findings` as they are made; `done` with the whole, or `error`.
///
/// # Errors
/// Too much work at once.
pub async fn analyze(served: &Arc<Served>, context: &Context, asked: Analyzing) -> Answer {
    events(served, context, move |context, to| {
        let named = |name: &'static str, object: Value| {
            send(&context.cancel, to, (Some(name), object.to_string()));
        };
        let read = asked.run(context, &mut |report| {
            named("level", analyze::level(report));
            for (name, object) in analyze::news(report) {
                named(name, object);
            }
        });
        match read {
            Ok(object) => named("done", object),
            Err(failure) => named("error", Problem::from(failure).object()),
        }
    })
    .await
}

/// The states of a job as events: `job` each time it changes, `done` in the end.
pub fn job(served: &Arc<Served>, id: String) -> Response {
    let (to, from) = mpsc::channel(EVENTS_WAITING_MAX);
    let watched = Arc::clone(served);
    tokio::spawn(async move {
        let mut told = String::new();
        while let Some(job) = watched.jobs.find(&id) {
            let name = if job.is_over() { "done" } else { "job" };
            let text = serde_json::to_string(&job.told()).unwrap_or_default();
            if text != told {
                told.clone_from(&text);
                if to.send((Some(name), text)).await.is_err() {
                    return;
                }
            }
            if job.is_over() || to.is_closed() {
                return;
            }
            if watched.stopping.is_cancelled() {
                let problem = Problem::stopping().object().to_string();
                let _ = to.send((Some("error"), problem)).await;
                return;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    });
    let events = Events {
        from,
        _ticket: None,
    };
    let alive = KeepAlive::new().interval(KEEP_ALIVE);
    Sse::new(events).keep_alive(alive).into_response()
}

/// How an answer ended.
fn done(answered: &Answered) -> Value {
    let object = &answered.object;
    let stopped = matches!(
        &answered.told,
        Told::Search { outcome: Outcome::Written(written), .. }
            if written.end == perusal::generate::Ended::Stopped
    );
    let finish = match (answered.code, stopped) {
        (Code::Partial, _) | (_, true) => "length",
        _ => "stop",
    };
    json!({
        "finish": finish,
        "status": object["status"],
        "partial": object["partial"],
        "notes": object["notes"],
        "usage": object["usage"],
        "timings_ms": object["timings_ms"],
        "trace": object["trace"],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_takes_nothing_ends_the_work_done_for_it() {
        let (to, mut from) = mpsc::channel(2);
        let work = Cancel::default();
        let short = Duration::from_millis(30);
        for event in 0..2 {
            send_within(short, &work, &to, event);
        }
        assert!(!work.is_cancelled(), "there was room");
        send_within(short, &work, &to, 2);
        assert!(work.is_cancelled());
        // What is over waits for nobody.
        let started = Instant::now();
        send_within(PATIENCE, &work, &to, 3);
        assert!(started.elapsed() < Duration::from_secs(5));
        assert_eq!(from.try_recv(), Ok(0));
        assert_eq!(from.try_recv(), Ok(1));
        assert!(from.try_recv().is_err());
    }

    #[test]
    fn a_client_that_is_slow_gets_every_event() {
        let (to, mut from) = mpsc::channel(1);
        let work = Cancel::default();
        let reader = std::thread::spawn(move || {
            let mut got = Vec::new();
            while let Some(event) = from.blocking_recv() {
                std::thread::sleep(Duration::from_millis(2));
                got.push(event);
            }
            got
        });
        for event in 0..50 {
            send(&work, &to, event);
        }
        drop(to);
        let got = reader.join().expect("no panic");
        assert_eq!(got, (0..50).collect::<Vec<_>>());
        assert!(!work.is_cancelled());
    }
}
