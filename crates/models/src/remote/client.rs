//! One request and its answer, bounded in time and size, and stopped at any moment.
//!
//! A request runs on a thread of its own, so that the caller can look at its limits meanwhile. When
//! they end it, the agent is shut down, which closes the socket under the thread; a thread that is
//! still looking up a name or connecting ends by the time-outs of these, seconds later, and its
//! result is dropped. (The system's own lookup cannot be stopped; it holds nothing of ours.)

use std::{
    io::Read,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use ureq::{
    Agent,
    http::header,
    tls::{RootCerts, TlsConfig},
};

use super::{ApiKey, Endpoint};
use crate::{Limits, ModelError};

/// Longest time to look up a name, and to connect.
const CONNECT_MAX: Duration = Duration::from_secs(5);

/// Longest answer: a batch of 32 vectors of 4,096 numbers has 3 MB.
const BODY_BYTES_MAX: u64 = 16 << 20;

/// Head of an answer.
const HEAD_BYTES_MAX: usize = 32 << 10;

/// How often the caller looks at its limits.
const LOOK_EVERY: Duration = Duration::from_millis(20);

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

/// What a server answered, whatever it says.
#[derive(Debug)]
pub(super) struct Reply {
    pub status: u16,
    /// How long it asks to wait.
    pub retry_after: Option<Duration>,
    /// Where it would send us.
    pub location: Option<String>,
    pub body: Vec<u8>,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Broken {
    /// The caller's limits ended it.
    Stopped(ModelError),
    /// The connection broke; another try may do.
    Again(String),
    /// Another try would end alike.
    Here(String),
    /// An answer came that is too large.
    TooLarge(String),
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
        limits.check().map_err(Broken::Stopped)?;
        let agent = self.agent();
        let request = Request {
            agent: agent.clone(),
            url: self.endpoint.url(path),
            authorization: self.key.as_ref().map(ApiKey::header),
            body,
            may_restart: self.answered.load(Ordering::Relaxed),
        };
        let (tell, hear) = mpsc::sync_channel(1);
        let started = Instant::now();
        thread::Builder::new()
            .name("model request".to_owned())
            .spawn(move || {
                // Nobody listens any more when the call was stopped.
                let _ = tell.send(request.run());
            })
            .map_err(|error| Broken::Here(format!("no thread could be started: {error}")))?;
        loop {
            match hear.recv_timeout(LOOK_EVERY) {
                Ok(outcome) => {
                    if outcome.is_ok() {
                        self.answered.store(true, Ordering::Relaxed);
                    }
                    self.keep(agent);
                    return outcome;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Broken::Here("the request ended without a word".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(stopped) = limits.check() {
                agent.shutdown();
                return Err(Broken::Stopped(stopped));
            }
            if started.elapsed() > patience {
                agent.shutdown();
                let seconds = patience.as_secs_f64();
                return Err(Broken::Here(format!("no answer within {seconds} s")));
            }
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

/// A request on its way to its thread.
struct Request {
    agent: Agent,
    url: String,
    authorization: Option<String>,
    body: Vec<u8>,
    /// A refused connection is worth another try.
    may_restart: bool,
}

impl Request {
    fn run(self) -> Result<Reply, Broken> {
        let mut request = self
            .agent
            .post(&self.url)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json")
            .header(header::ACCEPT_ENCODING, "identity");
        if let Some(authorization) = &self.authorization {
            request = request.header(header::AUTHORIZATION, authorization);
        }
        let response = request
            .send(&self.body[..])
            .map_err(|error| self.broken(&error))?;
        let text = |name| {
            let value = response.headers().get(name)?;
            Some(value.to_str().ok()?.trim().to_owned())
        };
        let retry_after = text(header::RETRY_AFTER).and_then(|value| value.parse().ok());
        let (status, location) = (response.status().as_u16(), text(header::LOCATION));
        let mut body = Vec::new();
        response
            .into_body()
            .into_reader()
            .take(BODY_BYTES_MAX + 1)
            .read_to_end(&mut body)
            .map_err(|error| Broken::Again(format!("the answer broke off: {error}")))?;
        if body.len() as u64 > BODY_BYTES_MAX {
            let most = BODY_BYTES_MAX >> 20;
            return Err(Broken::TooLarge(format!("the answer is over {most} MB")));
        }
        Ok(Reply {
            status,
            retry_after: retry_after.map(Duration::from_secs),
            location,
            body,
        })
    }

    fn broken(&self, error: &ureq::Error) -> Broken {
        use std::io::ErrorKind::{ConnectionRefused, InvalidData};
        use ureq::Error::{ConnectionFailed, Io, Protocol, Timeout};
        let told = error.to_string();
        match error {
            // A certificate that is not trusted comes as an I/O error, too.
            Io(io) if io.kind() == InvalidData => Broken::Here(told),
            // Nobody there: who has never seen the server should be told at once.
            Io(io) if io.kind() == ConnectionRefused && !self.may_restart => Broken::Here(told),
            Io(_) | Timeout(_) | ConnectionFailed | Protocol(_) => Broken::Again(told),
            _ => Broken::Here(told),
        }
    }
}
