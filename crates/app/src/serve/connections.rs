//! Connections: how many there may be, which protocol each speaks, and how they end.
//!
//! HTTP/1 and HTTP/2, which gRPC speaks, come over one port: the first bytes tell them apart.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// Time for the headers of a request.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// Bytes that the headers of a request may take.
const HEADER_BYTES_MAX: usize = 64 * 1024;
/// Connections at once; others wait to be accepted.
const CONNECTIONS_MAX: usize = 1_024;
/// How long is waited when no connection can be accepted, or its first bytes are not there.
const WAIT: Duration = Duration::from_millis(20);
/// Requests at once over one connection of HTTP/2.
#[cfg(feature = "grpc")]
const STREAMS_MAX: u32 = 100;
/// A connection of HTTP/2 that does not answer for this long is let go.
#[cfg(feature = "grpc")]
const PING_TIME: Duration = Duration::from_secs(20);
/// How a connection of HTTP/2 begins.
#[cfg(feature = "grpc")]
const PREFACE: &[u8] = b"PRI * HTTP/2.0";

/// All connections of a server.
pub struct Connections {
    service: TowerToHyperService<Router>,
    graceful: GracefulShutdown,
    places: Arc<Semaphore>,
}

/// What a client speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Protocol {
    One,
    #[cfg(feature = "grpc")]
    Two,
}

impl Connections {
    /// None yet.
    pub fn new(router: Router) -> Self {
        Self {
            service: TowerToHyperService::new(router),
            graceful: GracefulShutdown::new(),
            places: Arc::new(Semaphore::new(CONNECTIONS_MAX)),
        }
    }

    /// Accepts connections until it is dropped.
    pub async fn accept(&self, listener: &TcpListener) {
        loop {
            let place = Arc::clone(&self.places).acquire_owned().await;
            let Ok((stream, _)) = listener.accept().await else {
                // Out of descriptors, most likely: those that are open will close.
                tokio::time::sleep(WAIT).await;
                continue;
            };
            let _ = stream.set_nodelay(true);
            let (service, watcher) = (self.service.clone(), self.graceful.watcher());
            tokio::spawn(async move {
                let _place = place;
                let Some(protocol) = protocol(&stream).await else {
                    return;
                };
                let io = TokioIo::new(stream);
                // A client that breaks off is no error of ours.
                match protocol {
                    Protocol::One => {
                        let connection = one().serve_connection(io, service);
                        let _ = watcher.watch(connection).await;
                    }
                    #[cfg(feature = "grpc")]
                    Protocol::Two => {
                        let connection = two().serve_connection(io, service);
                        let _ = watcher.watch(connection).await;
                    }
                }
            });
        }
    }

    /// Ends when all that is being answered was.
    pub async fn end(self) {
        self.graceful.shutdown().await;
    }
}

fn one() -> hyper::server::conn::http1::Builder {
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(HEADER_BYTES_MAX);
    http
}

#[cfg(feature = "grpc")]
fn two() -> hyper::server::conn::http2::Builder<hyper_util::rt::TokioExecutor> {
    let mut http = hyper::server::conn::http2::Builder::new(hyper_util::rt::TokioExecutor::new());
    http.timer(TokioTimer::new())
        .keep_alive_interval(PING_TIME)
        .keep_alive_timeout(PING_TIME)
        .max_concurrent_streams(STREAMS_MAX)
        .max_header_list_size(HEADER_BYTES_MAX as u32);
    http
}

/// What a client speaks, by its first bytes; `None` for one that sends none in time.
async fn protocol(stream: &TcpStream) -> Option<Protocol> {
    let until = Instant::now() + HEADER_TIME;
    let mut first = [0; 14];
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let read = tokio::time::timeout(left, stream.peek(&mut first)).await;
        let count = read.ok()?.ok()?;
        match told(&first[..count]) {
            Some(protocol) => return Some(protocol),
            None if count == 0 => return None,
            None => tokio::time::sleep(WAIT).await,
        }
    }
}

/// `None` while it cannot be told.
#[cfg(feature = "grpc")]
fn told(first: &[u8]) -> Option<Protocol> {
    match first {
        [] => None,
        first if !PREFACE.starts_with(first) => Some(Protocol::One),
        first if first.len() == PREFACE.len() => Some(Protocol::Two),
        _ => None,
    }
}

#[cfg(not(feature = "grpc"))]
fn told(first: &[u8]) -> Option<Protocol> {
    (!first.is_empty()).then_some(Protocol::One)
}

#[cfg(all(test, feature = "grpc"))]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell_what_is_spoken() {
        assert_eq!(told(b""), None);
        assert_eq!(told(b"P"), None);
        assert_eq!(told(b"POST / HTTP/1."), Some(Protocol::One));
        assert_eq!(told(b"GET /"), Some(Protocol::One));
        assert_eq!(told(b"PRI * HTTP/2"), None);
        assert_eq!(told(b"PRI * HTTP/2.0"), Some(Protocol::Two));
    }
}
