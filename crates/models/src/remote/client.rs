//! One request and its answer, bounded in time and size, and stopped at any moment.
//!
//! A request runs on a thread of its own, so that the caller can look at its limits meanwhile. When
//! they end it, the agent is shut down, which closes the socket under the thread; a thread that is
//! still looking up a name or connecting ends by the time-outs of these, seconds later, and its
//! result is dropped. (The system's own lookup cannot be stopped; it holds nothing of ours.)
//! An answer that comes piece by piece goes through a channel that holds few pieces: what the
//! caller does not read, the thread does not read either.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use ureq::{
    Agent,
    tls::{RootCerts, TlsConfig},
};

use super::{
    ApiKey, Endpoint,
    request::{Broken, Piece, Reply, Request},
};
use crate::Limits;

/// Longest time to look up a name, and to connect.
const CONNECT_MAX: Duration = Duration::from_secs(5);

/// Head of an answer.
const HEAD_BYTES_MAX: usize = 32 << 10;

/// How often the caller looks at its limits.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Pieces of an answer that are held until they are asked for.
const PIECES_HELD: usize = 8;

/// Agents with open connections that are kept for the next call.
const IDLE_MAX: usize = 8;

/// Asks one server.
pub(super) struct Client {
    endpoint: Endpoint,
    key: Option<ApiKey>,
    /// Agents nobody uses. A call has one of its own, since a call that is stopped takes the
    /// agent's connections with it.
    idle: Mutex<Vec<Agent>>,
    /// The server has answered before: a refused connection may be a restart then.
    answered: AtomicBool,
}

impl Client {
    pub(super) fn new(endpoint: Endpoint, key: Option<ApiKey>) -> Self {
        Self {
            endpoint,
            key,
            idle: Mutex::default(),
            answered: AtomicBool::new(false),
        }
    }

    /// Sends JSON to a path of the server; the answer must be there after `patience`
    /// at the latest.
    pub(super) fn post(
        &self,
        path: &str,
        body: Vec<u8>,
        patience: Duration,
        limits: &Limits,
    ) -> Result<Reply, Broken> {
        self.ask(path, Some(body), patience, limits)
    }

    /// Asks for a path of the server, as [`Client::post`] does.
    pub(super) fn get(
        &self,
        path: &str,
        patience: Duration,
        limits: &Limits,
    ) -> Result<Reply, Broken> {
        self.ask(path, None, patience, limits)
    }

    fn ask(
        &self,
        path: &str,
        body: Option<Vec<u8>>,
        patience: Duration,
        limits: &Limits,
    ) -> Result<Reply, Broken> {
        limits.check().map_err(Broken::Stopped)?;
        let agent = self.agent();
        let request = self.request(&agent, path, body);
        let hear = on_a_thread(1, |tell| {
            // Nobody listens any more when the call was stopped.
            let _ = tell.send(request.run());
        })?;
        let until = Instant::now() + patience;
        match heard(&hear, until, limits) {
            Ok(outcome) => {
                if outcome.is_ok() {
                    self.answered.store(true, Ordering::Relaxed);
                }
                self.keep(agent);
                outcome
            }
            Err(Silence::Late) => {
                agent.shutdown();
                let seconds = patience.as_secs_f64();
                Err(Broken::Here(format!("no answer within {seconds} s")))
            }
            Err(Silence::Broken(broken)) => {
                agent.shutdown();
                Err(broken)
            }
        }
    }

    /// Sends JSON to a path of the server, whose answer is then read piece by piece.
    pub(super) fn open(
        &self,
        path: &str,
        body: Vec<u8>,
        limits: &Limits,
    ) -> Result<Stream<'_>, Broken> {
        limits.check().map_err(Broken::Stopped)?;
        let agent = self.agent();
        let request = self.request(&agent, path, Some(body));
        let hear = on_a_thread(PIECES_HELD, |tell| request.stream(&tell))?;
        Ok(Stream {
            client: self,
            agent: Some(agent),
            hear,
        })
    }

    fn request(&self, agent: &Agent, path: &str, body: Option<Vec<u8>>) -> Request {
        Request {
            agent: agent.clone(),
            url: self.endpoint.url(path),
            authorization: self.key.as_ref().map(ApiKey::header),
            body,
            may_restart: self.answered.load(Ordering::Relaxed),
        }
    }

    fn agent(&self) -> Agent {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        idle.unwrap_or_else(|| new_agent(self.endpoint.is_loopback()))
    }

    fn keep(&self, agent: Agent) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE_MAX {
            idle.push(agent);
        }
    }
}

/// Does some work on a thread of its own, which tells what comes of it.
fn on_a_thread<T: Send + 'static>(
    held: usize,
    work: impl FnOnce(SyncSender<T>) + Send + 'static,
) -> Result<Receiver<T>, Broken> {
    let (tell, hear) = mpsc::sync_channel(held);
    thread::Builder::new()
        .name("model request".to_owned())
        .spawn(move || work(tell))
        .map_err(|error| Broken::Here(format!("no thread could be started: {error}")))?;
    Ok(hear)
}

/// Why nothing was heard of a thread.
enum Silence {
    /// Its time is over.
    Late,
    Broken(Broken),
}

/// What a thread tells next, until some time, looking at the limits meanwhile.
fn heard<T>(hear: &Receiver<T>, until: Instant, limits: &Limits) -> Result<T, Silence> {
    loop {
        let left = until.saturating_duration_since(Instant::now());
        match hear.recv_timeout(left.min(LOOK_EVERY)) {
            Ok(told) => return Ok(told),
            Err(RecvTimeoutError::Disconnected) => {
                let reason = "the request ended without a word".to_owned();
                return Err(Silence::Broken(Broken::Here(reason)));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(stopped) = limits.check() {
            return Err(Silence::Broken(Broken::Stopped(stopped)));
        }
        if left.is_zero() {
            return Err(Silence::Late);
        }
    }
}

/// An answer that comes piece by piece. Dropped before its end, it closes its connection.
pub(super) struct Stream<'c> {
    client: &'c Client,
    /// None once the answer has come to its end.
    agent: Option<Agent>,
    hear: Receiver<Result<Piece, Broken>>,
}

impl Stream<'_> {
    /// The next piece; `None` when none came until `until`.
    pub(super) fn next(
        &mut self,
        until: Instant,
        limits: &Limits,
    ) -> Result<Option<Piece>, Broken> {
        limits.check().map_err(Broken::Stopped)?;
        match heard(&self.hear, until, limits) {
            Ok(Ok(piece)) => {
                match (&piece, self.agent.take()) {
                    (Piece::End, Some(agent)) => self.client.keep(agent),
                    (_, agent) => self.agent = agent,
                }
                self.client.answered.store(true, Ordering::Relaxed);
                Ok(Some(piece))
            }
            Ok(Err(broken)) | Err(Silence::Broken(broken)) => Err(broken),
            Err(Silence::Late) => Ok(None),
        }
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        if let Some(agent) = self.agent.take() {
            agent.shutdown();
        }
    }
}

fn new_agent(loopback: bool) -> Agent {
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::PlatformVerifier)
        .build();
    let config = Agent::config_builder()
        .tls_config(tls)
        .http_status_as_error(false)
        // Text is sent where it was meant to go, and nowhere else.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .max_response_header_size(HEAD_BYTES_MAX)
        .timeout_resolve(Some(CONNECT_MAX))
        .timeout_connect(Some(CONNECT_MAX))
        .user_agent(concat!("perusal/", env!("CARGO_PKG_VERSION")));
    // A proxy of the environment stands between this machine and others, not before itself.
    let config = if loopback { config.proxy(None) } else { config };
    config.build().new_agent()
}
