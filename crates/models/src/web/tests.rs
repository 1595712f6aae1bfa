//! The client of the web against addresses and servers that mean it harm.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use super::{request::Names, *};
use crate::Limits;
use server::{Act, Server};

mod addresses;
mod crawling;
mod fetching;
mod robots;
mod searching;
mod server;

fn url(address: &str) -> Url {
    Url::parse(address).expect(address)
}

/// Quick, and in no way polite: the servers are ours.
fn settings() -> WebSettings {
    WebSettings {
        timeout: Duration::from_secs(5),
        pause: Duration::ZERO,
        ..WebSettings::default()
    }
}

/// A client that may reach these servers, as if the user had named them.
fn client_of(servers: &[&Server]) -> WebClient {
    let authority = |server: &&Server| Authority::parse(&server.at.to_string()).expect("a server");
    WebClient::new(WebSettings {
        allow_hosts: servers.iter().map(authority).collect(),
        ..settings()
    })
}

/// Names of the tests: `at-10-0-0-1.test` is at 10.0.0.1, `at6-fe80--1.test` at fe80::1, with `.and-`
/// between two addresses at both.
fn names() -> Names {
    Names {
        lookup: Arc::new(|name, port| {
            let name = name.strip_suffix(".test").unwrap_or(name);
            let address = |part: &str| -> Option<IpAddr> {
                match part.strip_prefix("at6-") {
                    Some(v6) => v6.replace('-', ":").parse().ok(),
                    None => part.strip_prefix("at-")?.replace('-', ".").parse().ok(),
                }
            };
            let unknown = || std::io::Error::other("no such name");
            name.split(".and-")
                .map(|part| Some(SocketAddr::new(address(part)?, port)))
                .collect::<Option<_>>()
                .ok_or_else(unknown)
        }),
        ..Names::default()
    }
}

/// A rule of the tests: of this machine's addresses 127.0.0.1 is one of the internet.
fn inner_but_one(address: IpAddr) -> Option<&'static str> {
    if address == IpAddr::from([127, 0, 0, 1]) {
        return None;
    }
    guard::inner(address)
}
