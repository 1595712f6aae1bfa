//! Errors over HTTP: RFC 9457 problems with a stable code, a hint and the request's id.

use std::io::ErrorKind;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use perusal::EngineError;
use perusal::index::IndexError;
use perusal::models::ModelError;
use serde_json::json;

use crate::failure::{Code, Failure};
use crate::output;

/// What went wrong, for a program and for its author.
#[derive(Debug, Clone)]
pub struct Problem {
    /// Status of the response.
    pub status: StatusCode,
    /// Stable name: snake_case, never renamed.
    pub code: &'static str,
    /// What happened.
    pub detail: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Seconds after which to try again.
    pub retry_after: Option<u32>,
}

impl Problem {
    /// A problem without a hint.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status,
            code,
            detail: detail.into(),
            hint: None,
            retry_after: None,
        }
    }

    /// The same with a hint.
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// A body or a query that cannot be understood.
    pub fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", detail)
    }

    /// A body that is larger than its route takes.
    pub fn too_large() -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
            "the body is larger than this route takes",
        )
    }

    /// Something that is not there, or not for this token: the two look alike.
    pub fn not_found(what: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not_found",
            format!("no such {what}"),
        )
    }

    /// Something that does not go with what is there now.
    pub fn conflict(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "conflict", detail)
    }

    /// More is asked than can be done now.
    pub fn overloaded() -> Self {
        Self {
            retry_after: Some(1),
            ..Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "overloaded",
                "too many questions are being answered",
            )
        }
    }

    /// The server is on its way out.
    pub fn stopping() -> Self {
        Self {
            retry_after: Some(5),
            ..Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "stopping",
                "the server is stopping",
            )
        }
    }

    /// The object, as it is sent; also as the last event of a stream.
    pub fn object(&self) -> serde_json::Value {
        json!({
            "type": format!("urn:perusal:problem:{}", self.code),
            "title": self.status.canonical_reason().unwrap_or("Problem"),
            "status": self.status.as_u16(),
            "code": self.code,
            "detail": self.detail,
            "hint": self.hint,
        })
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        let (status, code) = kind(&failure);
        if let Some(detail) = unspoken(code) {
            // Places of this machine are for the one who runs the server.
            output::note(&json!({"code": code, "failure": failure.to_string()}).to_string());
            return Self::new(status, code, detail)
                .hint("`perusal doctor` on the server says more");
        }
        Self {
            hint: failure.hint(),
            ..Self::new(status, code, failure.to_string())
        }
    }
}

/// What is said of a failure whose own words name files of this machine.
fn unspoken(code: &str) -> Option<&'static str> {
    match code {
        "empty_collection" => Some("nothing was added to this collection yet"),
        "being_written" => Some("something else writes to this collection now"),
        "disk_full" => Some("the disk of the server is full"),
        "store_damaged" => Some("this collection is damaged"),
        "store_read_only" => Some("this collection can be read, and not written"),
        "store_unusable" => Some("this collection cannot be read or written"),
        _ => None,
    }
}

const READ_ONLY: (StatusCode, &str) = (StatusCode::INTERNAL_SERVER_ERROR, "store_read_only");

fn kind(failure: &Failure) -> (StatusCode, &'static str) {
    match failure {
        Failure::Document { .. } => (StatusCode::NOT_FOUND, "unknown_document"),
        Failure::Engine(EngineError::QueryEmpty) => (StatusCode::BAD_REQUEST, "query_empty"),
        Failure::Engine(EngineError::QueryTooLong { .. }) => {
            (StatusCode::BAD_REQUEST, "query_too_long")
        }
        Failure::Engine(EngineError::Query(_)) => (StatusCode::BAD_REQUEST, "bad_sql"),
        Failure::Engine(EngineError::Index(IndexError::NotAStore { .. })) => {
            (StatusCode::NOT_FOUND, "empty_collection")
        }
        Failure::Engine(EngineError::Index(
            IndexError::UnknownFilterKey { .. } | IndexError::BadFilter { .. },
        )) => (StatusCode::BAD_REQUEST, "bad_filter"),
        Failure::Engine(EngineError::Index(
            IndexError::Locked { .. } | IndexError::Busy { .. },
        )) => (StatusCode::CONFLICT, "being_written"),
        // What is asked for is right; what the cluster has does not fit.
        Failure::Engine(EngineError::Index(IndexError::Refused { .. })) => {
            (StatusCode::BAD_GATEWAY, "cluster_refuses")
        }
        Failure::Engine(EngineError::Index(IndexError::DiskFull { .. })) => {
            (StatusCode::INSUFFICIENT_STORAGE, "disk_full")
        }
        Failure::Output(error) if error.kind() == ErrorKind::StorageFull => {
            (StatusCode::INSUFFICIENT_STORAGE, "disk_full")
        }
        Failure::Output(error) if error.kind() == ErrorKind::ReadOnlyFilesystem => READ_ONLY,
        Failure::Engine(EngineError::Index(IndexError::Io { source, .. }))
            if source.kind() == ErrorKind::ReadOnlyFilesystem =>
        {
            READ_ONLY
        }
        Failure::Output(_)
        | Failure::Engine(EngineError::Index(
            IndexError::Io { .. } | IndexError::FormatVersion { .. },
        )) => (StatusCode::INTERNAL_SERVER_ERROR, "store_unusable"),
        Failure::Engine(EngineError::Model(ModelError::DeadlinePassed)) => {
            (StatusCode::GATEWAY_TIMEOUT, "deadline_passed")
        }
        other => match other.code() {
            Code::Usage => (StatusCode::BAD_REQUEST, "bad_request"),
            Code::Unreachable => (StatusCode::BAD_GATEWAY, "backend_unreachable"),
            Code::Damaged => (StatusCode::INTERNAL_SERVER_ERROR, "store_damaged"),
            Code::Interrupted => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
            _ => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        },
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.object())).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
