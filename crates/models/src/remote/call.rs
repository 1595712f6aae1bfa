//! One call of a model on a server: asked again where that may help, judged, and its failures told
//! under the model's name, without the key.

use std::time::Duration;

use super::{
    ApiKey, Endpoint,
    client::Client,
    request::{Broken, Reply},
    retry, wire,
};
use crate::{Limits, ModelError, Role};

/// A model's server, and how its failures are told.
pub(super) struct Caller {
    name: String,
    endpoint: Endpoint,
    key: Option<ApiKey>,
    client: Client,
}

/// Why a call gave nothing.
pub(super) enum Failed {
    Model(ModelError),
    /// There was too much text; less of it may do.
    TooLong(String),
}

impl From<ModelError> for Failed {
    fn from(error: ModelError) -> Self {
        Self::Model(error)
    }
}

/// What an answer amounts to, if the call goes on.
enum Judged<T> {
    Done(T),
    /// The server is busy, or failed in a way that may pass.
    Busy(String),
}

impl Caller {
    /// The server of a model called `name`; nothing is asked yet.
    ///
    /// With `offline` only a server on this machine will do.
    ///
    /// # Errors
    /// [`ModelError::RemoteOffline`].
    pub(super) fn new(
        name: String,
        endpoint: &Endpoint,
        key: Option<&ApiKey>,
        offline: bool,
    ) -> Result<Self, ModelError> {
        if offline && !endpoint.is_loopback() {
            return Err(ModelError::RemoteOffline {
                name,
                endpoint: endpoint.to_string(),
            });
        }
        Ok(Self {
            name,
            endpoint: endpoint.clone(),
            key: key.cloned(),
            client: Client::new(endpoint.clone(), key.cloned()),
        })
    }

    /// Sends a body, and reads the answer once one comes that is no failure. Who waits for it, as
    /// `role` says, decides how often it is tried.
    pub(super) fn call<T>(
        &self,
        path: &str,
        body: &[u8],
        (role, patience): (Role, Duration),
        limits: &Limits,
        read: impl Fn(&[u8]) -> Result<T, ModelError>,
    ) -> Result<T, Failed> {
        let mut tries = 0;
        loop {
            tries += 1;
            let reply = self.client.post(path, body.to_vec(), patience, limits);
            let (reason, asked_for) = match reply {
                Err(Broken::Stopped(error)) => return Err(error.into()),
                Err(Broken::Here(reason)) => return Err(self.unreachable(reason).into()),
                Err(Broken::TooLarge(reason)) => return Err(self.bad_answer(reason).into()),
                Err(Broken::Again(reason)) => (reason, None),
                Ok(reply) => match self.judge(&reply, &read)? {
                    Judged::Done(answer) => return Ok(answer),
                    Judged::Busy(reason) => (reason, reply.retry_after),
                },
            };
            if tries == retry::tries_max(role) {
                let reason = format!("{reason} (tried {tries} times)");
                return Err(self.unreachable(reason).into());
            }
            let pause = retry::pause(tries, asked_for, limits);
            let pause =
                pause.map_err(|refusal| self.unreachable(format!("{reason}, and {refusal}")))?;
            retry::wait(pause, limits)?;
        }
    }

    fn judge<T>(
        &self,
        reply: &Reply,
        read: impl Fn(&[u8]) -> Result<T, ModelError>,
    ) -> Result<Judged<T>, Failed> {
        let status = reply.status;
        let message = wire::message(&reply.body);
        let told = match &message {
            Some(message) => format!("status {status}, `{message}`"),
            None => format!("status {status}"),
        };
        match status {
            200..=299 => Ok(Judged::Done(read(&reply.body)?)),
            300..=399 => {
                let to = reply.location.as_deref().unwrap_or("another address");
                let reason = format!("it redirects to {to}, and redirects are not followed");
                Err(self.refused(reason).into())
            }
            _ if wire::is_too_long(status, message.as_deref()) => Err(Failed::TooLong(told)),
            408 | 425 | 429 | 500.. => Ok(Judged::Busy(told)),
            _ => Err(self.refused(told).into()),
        }
    }

    /// What a failure is to the caller of the model.
    pub(super) fn told(&self, failed: Failed) -> ModelError {
        match failed {
            Failed::Model(error) => error,
            Failed::TooLong(reason) => self.refused(reason),
        }
    }

    pub(super) fn refused(&self, reason: String) -> ModelError {
        ModelError::Refused {
            name: self.name.clone(),
            endpoint: self.endpoint.to_string(),
            reason: self.blotted(reason),
        }
    }

    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    pub(super) fn no_such_model(&self, model: &str, known: Vec<String>) -> ModelError {
        ModelError::NoSuchModel {
            name: self.name.clone(),
            model: model.to_owned(),
            endpoint: self.endpoint.to_string(),
            known,
        }
    }

    pub(super) fn key_refused(&self, reason: String) -> ModelError {
        ModelError::KeyRefused {
            name: self.name.clone(),
            endpoint: self.endpoint.to_string(),
            sent: self.key.is_some(),
            reason: self.blotted(reason),
        }
    }

    pub(super) fn wrong_shape(&self, reason: String, answer: String) -> ModelError {
        ModelError::WrongShape {
            name: self.name.clone(),
            reason,
            answer,
        }
    }

    pub(super) fn unreachable(&self, reason: String) -> ModelError {
        ModelError::Unreachable {
            name: self.name.clone(),
            endpoint: self.endpoint.to_string(),
            reason: self.blotted(reason),
        }
    }

    pub(super) fn bad_answer(&self, reason: String) -> ModelError {
        ModelError::BadAnswer {
            name: self.name.clone(),
            endpoint: self.endpoint.to_string(),
            reason: self.blotted(reason),
        }
    }

    /// Something of ours that went wrong before or after the call.
    pub(super) fn failed(&self, reason: impl ToString) -> ModelError {
        ModelError::Failed {
            name: self.name.clone(),
            reason: reason.to_string(),
        }
    }

    /// Servers repeat keys in their complaints.
    fn blotted(&self, told: String) -> String {
        match &self.key {
            Some(key) => key.blotted(&told),
            None => told,
        }
    }
}
