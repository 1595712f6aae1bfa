//! One request as it is made on its thread, and what it tells of its answer.

use std::{io::Read, sync::mpsc::SyncSender, time::Duration};

use ureq::{
    Agent, Body,
    http::{Response, header},
};

use crate::ModelError;

/// Longest answer: a batch of 32 vectors of 4,096 numbers has 3 MB.
const BODY_BYTES_MAX: u64 = 16 << 20;

/// Bytes of a piece of an answer.
const PIECE_BYTES: usize = 16 << 10;

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

/// The head of an answer, whatever it says.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    pub status: u16,
    /// How long it asks to wait.
    pub retry_after: Option<Duration>,
    /// Where it would send us.
    pub location: Option<String>,
}

/// A piece of an answer, as it comes.
#[derive(Debug)]
pub(super) enum Piece {
    /// The first one.
    Head(Head),
    Bytes(Vec<u8>),
    /// The last one.
    End,
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

/// A request on its way to its thread.
pub(super) struct Request {
    pub agent: Agent,
    pub url: String,
    pub authorization: Option<String>,
    /// None for what is only asked for.
    pub body: Option<Vec<u8>>,
    /// A refused connection is worth another try.
    pub may_restart: bool,
}

impl Request {
    /// Makes it, and reads all of the answer.
    pub(super) fn run(self) -> Result<Reply, Broken> {
        let response = self.response()?;
        let Head {
            status,
            retry_after,
            location,
        } = head(&response);
        let mut body = Vec::new();
        response
            .into_body()
            .into_reader()
            .take(BODY_BYTES_MAX + 1)
            .read_to_end(&mut body)
            .map_err(|error| Broken::Again(format!("the answer broke off: {error}")))?;
        if body.len() as u64 > BODY_BYTES_MAX {
            return Err(too_large());
        }
        Ok(Reply {
            status,
            retry_after,
            location,
            body,
        })
    }

    /// Makes it, and tells the answer piece by piece, as long as somebody listens.
    pub(super) fn stream(self, tell: &SyncSender<Result<Piece, Broken>>) {
        let response = match self.response() {
            Ok(response) => response,
            Err(broken) => {
                let _ = tell.send(Err(broken));
                return;
            }
        };
        if tell.send(Ok(Piece::Head(head(&response)))).is_err() {
            return;
        }
        let mut reader = response.into_body().into_reader();
        let mut left = BODY_BYTES_MAX;
        loop {
            let mut bytes = vec![0; PIECE_BYTES];
            let piece = match reader.read(&mut bytes) {
                Ok(0) => Ok(Piece::End),
                Ok(read) if read as u64 > left => Err(too_large()),
                Ok(read) => {
                    left -= read as u64;
                    bytes.truncate(read);
                    Ok(Piece::Bytes(bytes))
                }
                Err(error) => Err(Broken::Again(format!("the answer broke off: {error}"))),
            };
            let goes_on = matches!(piece, Ok(Piece::Bytes(_)));
            if tell.send(piece).is_err() || !goes_on {
                return;
            }
        }
    }

    fn response(&self) -> Result<Response<Body>, Broken> {
        let sent = match &self.body {
            Some(body) => self
                .with_head(self.agent.post(&self.url))
                .header(header::CONTENT_TYPE, "application/json")
                .send(&body[..]),
            None => self.with_head(self.agent.get(&self.url)).call(),
        };
        sent.map_err(|error| self.broken(&error))
    }

    fn with_head<B>(&self, request: ureq::RequestBuilder<B>) -> ureq::RequestBuilder<B> {
        let request = request
            .header(header::ACCEPT, "application/json, text/event-stream")
            .header(header::ACCEPT_ENCODING, "identity");
        match &self.authorization {
            Some(authorization) => request.header(header::AUTHORIZATION, authorization),
            None => request,
        }
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

fn head(response: &Response<Body>) -> Head {
    let text = |name| {
        let value = response.headers().get(name)?;
        Some(value.to_str().ok()?.trim().to_owned())
    };
    let retry_after = text(header::RETRY_AFTER).and_then(|value| value.parse().ok());
    Head {
        status: response.status().as_u16(),
        retry_after: retry_after.map(Duration::from_secs),
        location: text(header::LOCATION),
    }
}

fn too_large() -> Broken {
    let most = BODY_BYTES_MAX >> 20;
    Broken::TooLarge(format!("the answer is over {most} MB"))
}
