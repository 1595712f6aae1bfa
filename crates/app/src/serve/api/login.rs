//! Browsers show their token once, and then have a cookie.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Answer, Body};
use crate::json as outside;
use crate::serve::guard::{WRITE_HEADER, identified};
use crate::serve::logins::{cookie, cookie_name};
use crate::serve::problem::Problem;
use crate::serve::state::Served;
use crate::serve::tokens::Scope;

/// Whether a token is needed, and whose came.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Login {
    /// Always 1.
    schema: u32,
    /// Whether anything can be done without a token.
    needed: bool,
    /// The name of the token that came; null without one.
    name: Option<String>,
    /// What may be done.
    scopes: Vec<Scope>,
    /// The collections that may be seen; null for all.
    collections: Option<Vec<String>>,
}

/// A token, shown by a browser.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoginBody {
    /// The secret, as `perusal token add` printed it.
    token: String,
}

/// `GET login`
pub async fn login(State(served): State<Arc<Served>>, headers: HeaderMap) -> Answer {
    let needed = served.needs_token()?;
    let access = identified(&served, &headers);
    let told = match access {
        Ok((access, _)) => Login {
            schema: outside::SCHEMA,
            needed,
            name: access.name().map(str::to_owned),
            scopes: access.scopes().to_vec(),
            collections: access.seen().map(<[String]>::to_vec),
        },
        Err(_) => Login {
            schema: outside::SCHEMA,
            needed,
            name: None,
            scopes: Vec::new(),
            collections: None,
        },
    };
    Ok(Json(told).into_response())
}

/// `POST login`: a cookie for a token.
pub async fn begin(State(served): State<Arc<Served>>, Body(body): Body<LoginBody>) -> Answer {
    let begun = served.logins.begin(&served.tokens, &body.token)?;
    let value = begun.ok_or_else(|| {
        let detail = "this token is not known";
        Problem::new(StatusCode::UNAUTHORIZED, "unauthorized", detail)
            .hint("`perusal token add NAME` makes one, and shows it once")
    })?;
    let name = cookie_name(served.port);
    let cookie = format!("{name}={value}; HttpOnly; SameSite=Strict; Path=/");
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// `DELETE login`: the cookie counts no more.
pub async fn end(State(served): State<Arc<Served>>, headers: HeaderMap) -> Answer {
    if !headers.contains_key(WRITE_HEADER) {
        let detail = format!("what changes something must carry the header `{WRITE_HEADER}: 1`");
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "write_header_missing",
            detail,
        ));
    }
    if let Some(value) = cookie(&headers, served.port) {
        served.logins.end(value);
    }
    let name = cookie_name(served.port);
    let cookie = format!("{name}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}
