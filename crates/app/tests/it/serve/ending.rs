//! How a server ends.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::{Server, libraries};

#[test]
fn it_ends_when_it_is_asked_to() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    let mut idle = TcpStream::connect(server.at).unwrap();
    idle.write_all(b"GET /livez HTTP/1.1\r\n").unwrap();
    let started = Instant::now();
    assert_eq!(server.terminate(), Some(0));
    assert!(
        started.elapsed() < Duration::from_secs(12),
        "{:?}",
        started.elapsed()
    );
}
