//! Another server of Perusal, asked for what it has.

use std::time::Duration;

use super::{
    ApiKey, Endpoint, Service,
    client::Client,
    request::{Broken, Reply},
};
use crate::{Limits, ModelError};

/// A server of Perusal on this machine or another.
pub struct Peer {
    endpoint: Endpoint,
    client: Client,
}

/// What it answered, whatever that says; at most 16 MB.
#[derive(Debug)]
pub struct PeerAnswer {
    /// Status of the response.
    pub status: u16,
    /// All of it.
    pub body: Vec<u8>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum PeerError {
    /// The caller's limits ended it.
    #[error("{0}")]
    Stopped(ModelError),
    /// It cannot be reached, or what it sent broke off.
    #[error("no answer from {endpoint}: {reason}")]
    Unreachable {
        /// Where it was looked for.
        endpoint: String,
        /// What happened.
        reason: String,
    },
}

impl Peer {
    /// The server at an address such as `https://perusal.example`, and the token it is shown.
    ///
    /// # Errors
    /// [`ModelError::BadEndpoint`].
    pub fn new(address: &str, token: Option<ApiKey>) -> Result<Self, ModelError> {
        // No path is added to the addresses of this service.
        let endpoint = Endpoint::parse(address, Service::Tei)?;
        Ok(Self {
            client: Client::new(endpoint.clone(), token),
            endpoint,
        })
    }

    /// Its address.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Asks for a path that begins with a slash; the answer is there after `patience` at the
    /// latest.
    ///
    /// # Errors
    /// [`PeerError`]; a status that tells of a failure is none.
    pub fn get(
        &self,
        path: &str,
        patience: Duration,
        limits: &Limits,
    ) -> Result<PeerAnswer, PeerError> {
        match self.client.get(path, patience, limits) {
            Ok(Reply { status, body, .. }) => Ok(PeerAnswer { status, body }),
            Err(Broken::Stopped(error)) => Err(PeerError::Stopped(error)),
            Err(Broken::Again(reason) | Broken::Here(reason) | Broken::TooLarge(reason)) => {
                Err(PeerError::Unreachable {
                    endpoint: self.endpoint.to_string(),
                    reason,
                })
            }
        }
    }
}
