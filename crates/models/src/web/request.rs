//! One request to a web server, bounded in time and size.
//!
//! A request has an agent and a connection of its own: nothing is kept from one to the next, no
//! cookie, no password, no open connection whose address was checked for another name. The name is
//! looked up inside the request, every address it has is checked, and the connection goes to these
//! very addresses: there is no second look-up that could answer differently. No proxy of the
//! environment is asked, since it would look names up by itself.
//!
//! As with model servers, the request runs on a thread of its own while the caller looks at its
//! limits; shutting the agent down closes the socket under it.

use std::{
    fmt,
    io::{self, Read},
    net::{IpAddr, SocketAddr, ToSocketAddrs},
    sync::{
        Arc, OnceLock,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use ureq::{
    Agent,
    config::Config,
    http::{HeaderMap, Uri, header},
    tls::{RootCerts, TlsConfig},
    unversioned::{
        resolver::{ResolvedSocketAddrs, Resolver},
        transport::{DefaultConnector, NextTimeout},
    },
};

use super::{
    Url, WebError,
    error::told,
    guard,
    url::{Authority, Host},
};
use crate::Limits;

/// Longest time to connect.
const CONNECT_MAX: Duration = Duration::from_secs(5);

/// Head of an answer.
const HEAD_BYTES_MAX: usize = 32 << 10;

/// How often the caller looks at its limits.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Addresses of a name that are tried.
const ADDRESSES_MAX: usize = 8;

/// How names become addresses, and which of them are refused. The tests have names of their own, and
/// take an address of this machine for one of the internet.
#[derive(Clone)]
pub(super) struct Names {
    pub lookup: Arc<Lookup>,
    pub inner: fn(IpAddr) -> Option<&'static str>,
}

pub(super) type Lookup = dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync;

impl Default for Names {
    /// The names of the system, and the addresses of the internet.
    fn default() -> Self {
        Self {
            lookup: Arc::new(|name, port| Ok((name, port).to_socket_addrs()?.collect())),
            inner: guard::inner,
        }
    }
}

/// Why a server is not connected to.
#[derive(Debug)]
pub(super) enum NoPlace {
    /// It is none that pages are fetched from.
    Refused(String),
    /// Its name could not be looked up.
    Unknown(io::Error),
}

impl Names {
    /// The addresses of a server, all of them checked unless the user named it. Looked up once: what
    /// is connected to is what was checked.
    pub fn addresses(&self, server: &Authority, is_ours: bool) -> Result<Vec<SocketAddr>, NoPlace> {
        let port = server.port;
        if !is_ours && !guard::is_web_port(port) {
            let why = format!("port {port} is none of web servers (80, 443, 8000 to 8999)");
            return Err(NoPlace::Refused(why));
        }
        let found = match &server.host {
            Host::V4(address) => vec![SocketAddr::from((*address, port))],
            Host::V6(address) => vec![SocketAddr::from((*address, port))],
            Host::Name(name) => (self.lookup)(name, port).map_err(NoPlace::Unknown)?,
        };
        let refused = found
            .iter()
            .filter(|_| !is_ours)
            .find_map(|address| Some((address.ip(), (self.inner)(address.ip())?)));
        match (refused, &server.host) {
            (None, _) => Ok(found
                .into_iter()
                .map(|address| SocketAddr::new(address.ip(), port))
                .collect()),
            (Some((address, why)), Host::Name(name)) => {
                Err(NoPlace::Refused(format!("{name} is at {address}, {why}")))
            }
            (Some((address, why)), _) => Err(NoPlace::Refused(format!("{address} is {why}"))),
        }
    }
}

/// What is asked for, and what it may cost.
#[derive(Clone)]
pub(super) struct Request {
    pub url: Url,
    pub user_agent: String,
    /// Types of content that are wanted, as `Accept` says them.
    pub accept: &'static str,
    /// Bytes of the answer.
    pub bytes_max: u64,
    /// What comes beyond is left out; without this it is an error.
    pub may_cut: bool,
    /// Content types whose body is read; `None` for all.
    pub types: Option<&'static [&'static str]>,
    /// The server is one that the user named: its address and port are not checked.
    pub is_ours: bool,
    pub names: Names,
}

/// What a server answered.
#[derive(Debug)]
pub(super) struct Reply {
    pub status: u16,
    /// Where it leads on to.
    pub location: Option<String>,
    /// Without parameters, in lower case; empty where the server names none.
    pub content_type: String,
    /// Empty unless the status is one of success.
    pub body: Vec<u8>,
}

/// Sends the request; the answer must be there at `ends`, `limit` after the first of several.
pub(super) fn send(
    request: Request,
    ends: Instant,
    limit: Duration,
    limits: &Limits,
) -> Result<Reply, WebError> {
    limits.check().map_err(WebError::Stopped)?;
    let url = request.url.to_string();
    let unreachable = |reason: String| WebError::Unreachable {
        url: url.clone(),
        reason,
    };
    let refused = Arc::new(OnceLock::new());
    let agent = new_agent(&request, Arc::clone(&refused));
    let (tell, hear) = mpsc::sync_channel(1);
    let running = agent.clone();
    thread::Builder::new()
        .name("web request".to_owned())
        .spawn(move || {
            // Nobody listens any more when the call was stopped.
            let _ = tell.send(run(&request, &running, &refused));
        })
        .map_err(|error| unreachable(format!("no thread could be started: {error}")))?;
    loop {
        match hear.recv_timeout(LOOK_EVERY) {
            Ok(outcome) => return outcome,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(unreachable("the request ended without a word".to_owned()));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(stopped) = limits.check() {
            agent.shutdown();
            return Err(WebError::Stopped(stopped));
        }
        if Instant::now() >= ends {
            agent.shutdown();
            return Err(WebError::Timeout { url, limit });
        }
    }
}

fn new_agent(request: &Request, refused: Arc<OnceLock<String>>) -> Agent {
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::PlatformVerifier)
        .build();
    let config = Agent::config_builder()
        .tls_config(tls)
        .proxy(None)
        .http_status_as_error(false)
        // Each is checked like a first address.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .max_response_header_size(HEAD_BYTES_MAX)
        .timeout_connect(Some(CONNECT_MAX))
        .user_agent(request.user_agent.as_str())
        .build();
    let addresses = Checked {
        authority: request.url.authority().clone(),
        is_ours: request.is_ours,
        names: request.names.clone(),
        refused,
    };
    Agent::with_parts(config, DefaultConnector::default(), addresses)
}

/// Looks up the host of one request.
struct Checked {
    authority: Authority,
    is_ours: bool,
    names: Names,
    /// Why the host was refused.
    refused: Arc<OnceLock<String>>,
}

impl Resolver for Checked {
    /// The address asked for is the one of the request, whatever the library read in it.
    fn resolve(
        &self,
        _: &Uri,
        _: &Config,
        _: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = match self.names.addresses(&self.authority, self.is_ours) {
            Ok(found) => found,
            Err(NoPlace::Unknown(error)) => return Err(error.into()),
            Err(NoPlace::Refused(reason)) => {
                // There is one look-up a request, so it is said once.
                let _ = self.refused.set(reason);
                return Err(ureq::Error::HostNotFound);
            }
        };
        if found.is_empty() {
            return Err(ureq::Error::HostNotFound);
        }
        let mut addresses = self.empty();
        for address in found.into_iter().take(ADDRESSES_MAX) {
            addresses.push(address);
        }
        Ok(addresses)
    }
}

impl fmt::Debug for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checked({})", self.authority)
    }
}

fn run(request: &Request, agent: &Agent, refused: &OnceLock<String>) -> Result<Reply, WebError> {
    let url = || request.url.to_string();
    let response = agent
        .get(url())
        .header(header::ACCEPT, request.accept)
        .header(header::ACCEPT_ENCODING, "identity")
        .call()
        .map_err(|error| match refused.get() {
            Some(reason) => WebError::Refused {
                url: url(),
                reason: reason.clone(),
            },
            None => WebError::Unreachable {
                url: url(),
                reason: told(&error.to_string()),
            },
        })?;
    let mut reply = Reply {
        status: response.status().as_u16(),
        location: text(response.headers(), header::LOCATION),
        content_type: content_type(response.headers()),
        body: Vec::new(),
    };
    if !response.status().is_success() {
        return Ok(reply);
    }
    check_head(request, response.headers(), &reply.content_type)?;
    response
        .into_body()
        .into_reader()
        .take(request.bytes_max + 1)
        .read_to_end(&mut reply.body)
        .map_err(|error| WebError::Unreachable {
            url: url(),
            reason: format!("the answer broke off: {}", told(&error.to_string())),
        })?;
    if reply.body.len() as u64 > request.bytes_max && !request.may_cut {
        return Err(too_large(request));
    }
    Ok(reply)
}

/// Refuses by what is announced, before a byte of the body is read.
fn check_head(request: &Request, headers: &HeaderMap, content_type: &str) -> Result<(), WebError> {
    let url = request.url.to_string();
    if let Some(types) = request.types
        // A server that names no type leaves it to the content.
        && !content_type.is_empty()
        && !types.contains(&content_type)
    {
        let got = told(content_type);
        return Err(WebError::ContentType { url, got });
    }
    let encoding = text(headers, header::CONTENT_ENCODING).unwrap_or_default();
    if !encoding.is_empty() && !encoding.eq_ignore_ascii_case("identity") {
        let encoding = told(&encoding);
        return Err(WebError::Packed { url, encoding });
    }
    let announced: Option<u64> =
        text(headers, header::CONTENT_LENGTH).and_then(|length| length.parse().ok());
    if announced.is_some_and(|announced| announced > request.bytes_max) && !request.may_cut {
        return Err(too_large(request));
    }
    Ok(())
}

fn too_large(request: &Request) -> WebError {
    WebError::TooLarge {
        url: request.url.to_string(),
        limit: request.bytes_max,
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    let value = headers.get(name)?;
    Some(value.to_str().ok()?.trim().to_owned())
}

fn content_type(headers: &HeaderMap) -> String {
    let named = text(headers, header::CONTENT_TYPE).unwrap_or_default();
    let essence = named.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}
