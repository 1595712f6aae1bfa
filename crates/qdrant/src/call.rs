//! One call of the cluster: a deadline, a few tries, and an end when nobody waits any more.

use std::future::Future;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use index::{IndexError, Patience};
use qdrant_client::{Qdrant, QdrantError};
use tonic::Code;

use crate::Settings;

/// How often it is asked whether anybody still waits.
const ASKED_EVERY: Duration = Duration::from_millis(20);

/// The pause before the second try; it doubles with each.
const FIRST_PAUSE: Duration = Duration::from_millis(40);

/// A client and what it runs on.
pub(crate) struct Caller {
    client: Qdrant,
    runtime: Option<tokio::runtime::Runtime>,
    settings: Settings,
}

/// Calls that wait are given up at once.
impl Drop for Caller {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Caller {
    /// Makes a client; nothing is connected yet.
    pub(crate) fn new(settings: &Settings) -> Result<Caller, IndexError> {
        let refused = |reason: String| IndexError::Refused {
            index: settings.name(),
            reason,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            // It waits for the network and unpacks answers.
            .worker_threads(1)
            .thread_name("qdrant")
            .enable_all()
            .build()
            .map_err(|error| refused(error.to_string()))?;
        let client = Qdrant::from_url(&settings.url)
            .api_key(settings.api_key.clone())
            .timeout(settings.timeout)
            .connect_timeout(settings.timeout)
            // Whether the versions fit is looked at where a collection is made or examined.
            .skip_compatibility_check()
            .build()
            .map_err(|error| refused(error.to_string()))?;
        Ok(Caller {
            client,
            runtime: Some(runtime),
            settings: settings.clone(),
        })
    }

    /// Calls until it is answered, or refused, or the time is over. `call` may run more than once
    /// and must change nothing the second time.
    pub(crate) fn call<T, F>(
        &self,
        patience: &Patience,
        call: impl Fn(Qdrant) -> F,
    ) -> Result<T, IndexError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, QdrantError>> + Send + 'static,
    {
        let own = Instant::now() + self.settings.timeout;
        let deadline = patience.deadline.map_or(own, |theirs| theirs.min(own));
        let mut pause = FIRST_PAUSE;
        let mut tries = 1;
        loop {
            match self.once(patience, deadline, call(self.client.clone()))? {
                Ok(answer) => return Ok(answer),
                Err(error) => {
                    let again = tries < self.settings.attempts
                        && passes(&error)
                        && Instant::now() + pause < deadline;
                    if !again {
                        return Err(self.failed(&error, tries));
                    }
                }
            }
            self.wait(patience, pause)?;
            pause *= 2;
            tries += 1;
        }
    }

    /// One try: the answer, or why there is none; an error when the time is over.
    fn once<T: Send + 'static>(
        &self,
        patience: &Patience,
        deadline: Instant,
        call: impl Future<Output = Result<T, QdrantError>> + Send + 'static,
    ) -> Result<Result<T, QdrantError>, IndexError> {
        let Some(runtime) = &self.runtime else {
            return Err(self.unreachable("it is being closed"));
        };
        let (sender, answer) = mpsc::channel();
        let task = runtime.spawn(async move {
            // Nobody may be waiting any more.
            let _ = sender.send(call.await);
        });
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match answer.recv_timeout(left.min(ASKED_EVERY)) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Timeout) if patience.stop.is_asked() => {
                    task.abort();
                    return Err(IndexError::Stopped);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    task.abort();
                    return Err(self.unreachable("it did not answer in time"));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.unreachable("the call broke off"));
                }
            }
        }
    }

    fn wait(&self, patience: &Patience, pause: Duration) -> Result<(), IndexError> {
        let until = Instant::now() + pause;
        while Instant::now() < until {
            if patience.stop.is_asked() {
                return Err(IndexError::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            std::thread::sleep(left.min(ASKED_EVERY));
        }
        Ok(())
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(crate) fn unreachable(&self, reason: &str) -> IndexError {
        IndexError::Unreachable {
            index: self.settings.name(),
            reason: reason.to_owned(),
        }
    }

    pub(crate) fn refused(&self, reason: impl Into<String>) -> IndexError {
        IndexError::Refused {
            index: self.settings.name(),
            reason: reason.into(),
        }
    }

    /// What an error means for whoever called.
    fn failed(&self, error: &QdrantError, tries: u32) -> IndexError {
        let (code, message) = match error {
            QdrantError::ResponseError { status }
            | QdrantError::ResourceExhaustedError { status, .. } => {
                (status.code(), status.message().to_owned())
            }
            other => return self.refused(other.to_string()),
        };
        let message = first_line(&message);
        if passes(error) {
            let times = match tries {
                1 => String::new(),
                tries => format!(", tried {tries} times"),
            };
            return self.unreachable(&format!("{message}{times}"));
        }
        match code {
            Code::Internal | Code::Unknown if is_of_another_time(&message) => {
                self.refused(format!(
                    "its certificate is not valid at the time of this machine's clock ({message}): \
                     set the clock right, or renew the certificate"
                ))
            }
            Code::Internal | Code::Unknown if is_certificate(&message) => {
                self.refused(format!("its certificate is not trusted here ({message})"))
            }
            Code::Unauthenticated | Code::PermissionDenied => self.refused(format!(
                "the API key is not accepted, or has no rights here ({message})"
            )),
            _ => self.refused(message),
        }
    }
}

/// Whether the same call may go well the next time.
fn passes(error: &QdrantError) -> bool {
    let status = match error {
        QdrantError::ResponseError { status }
        | QdrantError::ResourceExhaustedError { status, .. } => status,
        _ => return false,
    };
    match status.code() {
        Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled | Code::Aborted => true,
        Code::ResourceExhausted => true,
        // So the client reports a connection that cannot be made or broke off; a server that
        // has no room left says so by the same code, and will say so again.
        Code::Internal | Code::Unknown => {
            !is_full(status.message()) && !is_certificate(status.message())
        }
        _ => false,
    }
}

/// Whether a message says that the other end has no room left.
pub(crate) fn is_full(message: &str) -> bool {
    let message = message.to_lowercase();
    [
        "no space left",
        "disk full",
        "not enough space",
        "out of disk",
    ]
    .iter()
    .any(|sign| message.contains(sign))
}

/// Whether a message says that the other end is not who it should be.
fn is_certificate(message: &str) -> bool {
    message.to_lowercase().contains("certificate")
}

/// Whether it says that a certificate is past its time, or before it.
fn is_of_another_time(message: &str) -> bool {
    let message = message.to_lowercase();
    let signs = ["expired", "notvalidyet", "not valid yet"];
    is_certificate(&message) && signs.iter().any(|sign| message.contains(sign))
}

/// A message as one line without control characters, of at most 300 characters.
fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    // What the system said, out of the transport's words for programmers.
    let plain = line.split_once("message: \"").and_then(|(before, rest)| {
        let (first, _) = before.split_once(": tonic::")?;
        Some(format!("{first}: {}", rest.split('"').next()?))
    });
    let line = plain.as_deref().unwrap_or(line);
    let shown: String = line
        .chars()
        .filter(|it| !it.is_control())
        .take(300)
        .collect();
    if is_full(&shown) {
        return format!("no space is left there ({shown})");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_jumped_is_told_from_a_certificate_of_others() {
        let caller = Caller::new(&Settings::of("https://127.0.0.1:1")).expect("settings");
        let told = |message: &str| {
            let status = tonic::Status::internal(message);
            let error = QdrantError::ResponseError { status };
            caller.failed(&error, 1).to_string()
        };
        for message in [
            "invalid peer certificate: Expired",
            "invalid peer certificate: certificate expired: verification time 946684800 (UNIX)",
            "invalid peer certificate: NotValidYet",
        ] {
            assert!(told(message).contains("set the clock right"), "{message}");
        }
        let foreign = told("invalid peer certificate: UnknownIssuer");
        assert!(foreign.contains("not trusted here"), "{foreign}");
    }
}
