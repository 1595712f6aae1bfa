//! Who asks: tokens where there are any, else programs of this machine that say so.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::access::{Access, Demand};
use super::logins;
use super::openai::OpenAiProblem;
use super::problem::Problem;
use super::state::Served;
use super::tokens::Scope;

/// Without a token, what writes must carry this: a page of another site cannot send it.
pub const WRITE_HEADER: &str = "x-perusal";

/// Routes below it answer as OpenAI's do.
const OPENAI_PREFIX: &str = "/v1/";

/// Lets a request through or answers it with a problem; what it may do is in its extensions.
pub async fn guard(
    State((served, demand, bytes_max)): State<(Arc<Served>, Demand, usize)>,
    mut request: Request,
    next: Next,
) -> Response {
    let admitted = admitted(&served, demand, &request);
    match admitted.and_then(|access| fits(&request, bytes_max).map(|()| access)) {
        Ok(access) => {
            request.extensions_mut().insert(access);
            next.run(request).await
        }
        Err(problem) if request.uri().path().starts_with(OPENAI_PREFIX) => {
            OpenAiProblem::from(problem).into_response()
        }
        #[cfg(feature = "grpc")]
        Err(problem) if is_grpc(request.uri().path()) => super::grpc::refused(&problem),
        Err(problem) => problem.into_response(),
    }
}

#[cfg(feature = "grpc")]
fn is_grpc(path: &str) -> bool {
    let prefixes = super::grpc::PREFIXES.iter();
    prefixes.into_iter().any(|prefix| path.starts_with(prefix))
}

/// Refuses a body that says itself that it is too large, before a byte of it is read.
fn fits(request: &Request, bytes_max: usize) -> Result<(), Problem> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    match length {
        Some(length) if length > bytes_max as u64 => Err(Problem::too_large()),
        _ => Ok(()),
    }
}

fn admitted(served: &Served, demand: Demand, request: &Request) -> Result<Access, Problem> {
    let headers = request.headers();
    own_host(served, headers, request.uri())?;
    let Demand::Scope(scope) = demand else {
        return Ok(Access::nothing());
    };
    let (mut access, shown) = identified(served, headers)?;
    if let Some(following) = &served.following {
        if changes(scope, request.method()) {
            return Err(following.refusal());
        }
        access = access.at_a_replica();
    }
    if shown != Shown::Token {
        same_origin(served, headers)?;
        let writes = changes(scope, request.method());
        if (writes || *request.method() == Method::DELETE) && !headers.contains_key(WRITE_HEADER) {
            let detail =
                format!("what changes something must carry the header `{WRITE_HEADER}: 1`");
            return Err(
                Problem::new(StatusCode::FORBIDDEN, "write_header_missing", detail)
                    .hint("or use a token: `perusal token add NAME --scope read,write`"),
            );
        }
    }
    access.demand(scope)?;
    Ok(access)
}

/// Whether a request of this scope changes what is kept.
fn changes(scope: Scope, method: &Method) -> bool {
    let reads = matches!(*method, Method::GET | Method::HEAD);
    scope == Scope::Write || (scope == Scope::Admin && !reads)
}

/// How the one who asks showed who it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// By a token in the header, which no page of another site can send.
    Token,
    /// By the cookie of a browser, which sends it by itself.
    Cookie,
    /// Not at all: a program of this machine.
    Nothing,
}

/// Who asks.
///
/// # Errors
/// No token where one is needed, or one that is not known.
pub fn identified(served: &Served, headers: &HeaderMap) -> Result<(Access, Shown), Problem> {
    if !served.needs_token()? {
        // Where there are no tokens, clients that cannot do without a key may send any.
        return Ok((Access::all(), Shown::Nothing));
    }
    if let Some(secret) = bearer(headers)? {
        let token = served.tokens.find(secret)?;
        let token = token.ok_or_else(|| unauthorized("this token is not known"))?;
        return Ok((Access::of(token), Shown::Token));
    }
    let cookie = logins::cookie(headers, served.port);
    let cookie = cookie.ok_or_else(|| unauthorized("a token is needed"))?;
    let token = served.logins.find(&served.tokens, cookie)?;
    let token = token.ok_or_else(|| unauthorized("the token has to be shown again"))?;
    Ok((Access::of(token), Shown::Cookie))
}

fn unauthorized(detail: &str) -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, "unauthorized", detail)
        .hint("`perusal token add NAME` makes one; send it as `Authorization: Bearer …`")
}

fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let text = value.to_str().unwrap_or_default();
    let secret = match text.split_once(' ') {
        Some((scheme, secret)) if scheme.eq_ignore_ascii_case("bearer") => secret.trim(),
        _ => return Err(unauthorized("expected `Authorization: Bearer TOKEN`")),
    };
    Ok(Some(secret))
}

/// A name that leads to this machine from elsewhere is how pages reach servers that are not
/// theirs: on loopback the host must be a name of loopback.
///
/// # Errors
/// Another host.
pub fn own_host(served: &Served, headers: &HeaderMap, uri: &Uri) -> Result<(), Problem> {
    if !served.loopback {
        return Ok(());
    }
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let host = host.or(uri.authority().map(|authority| authority.as_str()));
    if host.is_some_and(|host| is_own(host, served.port)) {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::FORBIDDEN,
        "foreign_host",
        "the host of the request is not this machine",
    ))
}

/// A page that asks must be of this server.
fn same_origin(served: &Served, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return Ok(());
    };
    let origin = origin.to_str().unwrap_or_default();
    let host = origin.split_once("://").map_or("", |(_, host)| host);
    let own = match served.loopback {
        true => is_own(host, served.port),
        // Under whatever name it is reached, also behind a proxy.
        false => headers.get(header::HOST).is_some_and(|own| own == host),
    };
    if own {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::FORBIDDEN,
        "foreign_origin",
        "the page that asks is of another site",
    ))
}

fn is_own(host: &str, port: u16) -> bool {
    let (name, given) = match host.rsplit_once(':') {
        Some((name, given)) if !given.ends_with(']') => (name, given.parse().ok()),
        _ => (host, Some(80)),
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let own = name.eq_ignore_ascii_case("localhost")
        || name
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback());
    own && given == Some(port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_loopback_with_the_port_are_its_own() {
        for host in [
            "127.0.0.1:7333",
            "localhost:7333",
            "LOCALHOST:7333",
            "[::1]:7333",
        ] {
            assert!(is_own(host, 7333), "{host}");
        }
        for host in [
            "evil.example:7333",
            "127.0.0.1",
            "127.0.0.1:1",
            "",
            "localhost.evil:7333",
        ] {
            assert!(!is_own(host, 7333), "{host}");
        }
        assert!(is_own("localhost", 80));
    }
}
