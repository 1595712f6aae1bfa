//! Addresses of web pages, read once and strictly.
//!
//! Guards fail where two programs read one address differently, so what is unusual is refused
//! instead of guessed: a host is a name in ASCII, four decimal numbers, or IPv6 in brackets. Every
//! other way to write a number (octal, hexadecimal, short, one large number), a percent sign or a
//! character outside of ASCII in the host, a name or password before it, and a backslash end the
//! reading with the reason. What is printed is what is connected to.

use std::{
    fmt,
    net::{Ipv4Addr, Ipv6Addr},
};

use super::WebError;

/// Longest address read, in bytes: what servers and browsers agree on.
const URL_BYTES_MAX: usize = 2_048;

/// Longest host name and part of one, in bytes (RFC 1035).
const NAME_BYTES_MAX: usize = 253;
const LABEL_BYTES_MAX: usize = 63;

/// Who is connected to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Host {
    /// A name, in lower case and without a dot at its end.
    Name(String),
    /// IPv4.
    V4(Ipv4Addr),
    /// IPv6.
    V6(Ipv6Addr),
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::V4(address) => address.fmt(f),
            Self::V6(address) => write!(f, "[{address}]"),
        }
    }
}

/// Host and port of a server, such as `127.0.0.1:8888`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Authority {
    pub(super) host: Host,
    pub(super) port: u16,
}

impl Authority {
    /// Reads `host:port`; the port must be named, so that nothing is opened by accident.
    ///
    /// ```
    /// use models::web::Authority;
    ///
    /// assert_eq!(Authority::parse("LocalHost:8888").unwrap().to_string(), "localhost:8888");
    /// assert!(Authority::parse("localhost").is_err());
    /// ```
    ///
    /// # Errors
    /// [`WebError::BadUrl`].
    pub fn parse(text: &str) -> Result<Self, WebError> {
        let url = Url::parse(&format!("http://{text}"))
            .map_err(|_| WebError::bad_url(text, "it is no host with a port"))?;
        let named = text.rsplit_once(':').is_some_and(|(_, port)| {
            !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())
        });
        if !named || url.path != "/" || text.ends_with('/') || text.contains(['?', '#']) {
            return Err(WebError::bad_url(text, "expected `host:port`"));
        }
        Ok(url.authority)
    }
}

impl fmt::Display for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

/// The address of a web page, in its normal form: one address a page, without fragment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Url {
    encrypted: bool,
    authority: Authority,
    /// Starts with `/`, without `.` and `..`.
    path: String,
    query: Option<String>,
}

impl Url {
    /// Reads an address as a person writes it.
    ///
    /// ```
    /// use models::web::Url;
    ///
    /// let url = Url::parse("HTTPS://Docs.Example:443/a/../b c#top").unwrap();
    /// assert_eq!(url.to_string(), "https://docs.example/b%20c");
    /// assert!(Url::parse("https://0x7f.1/").is_err());
    /// ```
    ///
    /// # Errors
    /// [`WebError::BadUrl`].
    pub fn parse(raw: &str) -> Result<Self, WebError> {
        let raw = raw.trim_matches(|c: char| c.is_ascii_whitespace());
        let bad = |reason: &str| WebError::bad_url(raw, reason);
        if raw.len() > URL_BYTES_MAX {
            return Err(bad("it is too long"));
        }
        if raw.chars().any(char::is_control) {
            return Err(bad("it has control characters"));
        }
        let Some((scheme, rest)) = raw.split_once(':') else {
            return Err(bad("it must start with http:// or https://"));
        };
        let encrypted = match scheme.to_ascii_lowercase().as_str() {
            "http" => false,
            "https" => true,
            _ => return Err(bad("only http:// and https:// are fetched")),
        };
        let rest = rest
            .strip_prefix("//")
            .ok_or_else(|| bad("it must start with http:// or https://"))?;
        let rest = rest.split('#').next().unwrap_or_default();
        let (hierarchy, query) = match rest.split_once('?') {
            Some((hierarchy, query)) => (hierarchy, Some(query)),
            None => (rest, None),
        };
        if hierarchy.contains('\\') {
            return Err(bad("it has a backslash"));
        }
        let at = hierarchy.find('/').unwrap_or(hierarchy.len());
        let (authority, path) = hierarchy.split_at(at);
        Ok(Self {
            encrypted,
            authority: authority_of(authority, encrypted).map_err(|reason| bad(&reason))?,
            path: without_dots(&encoded(path, b"/:@")),
            query: query
                .filter(|query| !query.is_empty())
                .map(|query| encoded(query, b"/:@?")),
        })
    }

    /// The address that a link on this page leads to.
    ///
    /// ```
    /// use models::web::Url;
    ///
    /// let page = Url::parse("http://docs.example/guide/intro?x=1").unwrap();
    /// let to = |link: &str| page.join(link).unwrap().to_string();
    /// assert_eq!(to("../api#f"), "http://docs.example/api");
    /// assert_eq!(to("//other.example"), "http://other.example/");
    /// assert_eq!(to("?x=2"), "http://docs.example/guide/intro?x=2");
    /// assert!(page.join("mailto:someone@example.org").is_err());
    /// ```
    ///
    /// # Errors
    /// [`WebError::BadUrl`] for links to elsewhere than a web page.
    pub fn join(&self, link: &str) -> Result<Self, WebError> {
        // Pages break their links over lines; browsers leave the breaks out.
        let link: String = link
            .trim_matches(|c: char| c.is_ascii_whitespace())
            .chars()
            .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
            .collect();
        let link = link.split('#').next().unwrap_or_default();
        let folder = &self.path[..=self.path.rfind('/').unwrap_or(0)];
        if has_scheme(link) {
            Self::parse(link)
        } else if link.is_empty() {
            Ok(self.clone())
        } else if link.starts_with("//") {
            Self::parse(&format!("{}:{link}", self.scheme()))
        } else if link.starts_with('/') {
            Self::parse(&format!("{}{link}", self.origin()))
        } else if link.starts_with('?') {
            Self::parse(&format!("{}{}{link}", self.origin(), self.path))
        } else {
            Self::parse(&format!("{}{folder}{link}", self.origin()))
        }
    }

    /// Whether others on the way cannot read or change what is fetched.
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        self.encrypted
    }

    /// Host and port.
    #[must_use]
    pub fn authority(&self) -> &Authority {
        &self.authority
    }

    /// The path, percent-encoded; starts with `/`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Path and query, as a server is asked.
    pub(super) fn target(&self) -> String {
        match &self.query {
            Some(query) => format!("{}?{query}", self.path),
            None => self.path.clone(),
        }
    }

    /// Scheme and server, without a path: what has one `robots.txt`.
    pub(super) fn origin(&self) -> String {
        let (scheme, Authority { host, port }) = (self.scheme(), &self.authority);
        if *port == default_port(self.encrypted) {
            format!("{scheme}://{host}")
        } else {
            format!("{scheme}://{host}:{port}")
        }
    }

    /// The same address with one more parameter in its query.
    pub(super) fn with_parameter(&self, name: &str, value: &str) -> Self {
        let mut query = self.query.clone().unwrap_or_default();
        if !query.is_empty() {
            query.push('&');
        }
        query.push_str(&parameter(name));
        query.push('=');
        query.push_str(&parameter(value));
        Self {
            query: Some(query),
            ..self.clone()
        }
    }

    fn scheme(&self) -> &'static str {
        if self.encrypted { "https" } else { "http" }
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.origin(), self.target())
    }
}

fn default_port(encrypted: bool) -> u16 {
    if encrypted { 443 } else { 80 }
}

fn has_scheme(link: &str) -> bool {
    let end = link.find([':', '/', '?']).unwrap_or(link.len());
    link[end..].starts_with(':')
        && link.starts_with(|c: char| c.is_ascii_alphabetic())
        && link[..end]
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

fn authority_of(text: &str, encrypted: bool) -> Result<Authority, String> {
    if text.contains('@') {
        return Err("it carries a name or a password".to_owned());
    }
    let (host, port) = if let Some(rest) = text.strip_prefix('[') {
        let (address, rest) = rest
            .split_once(']')
            .ok_or("its address in brackets has no end")?;
        let address: Ipv6Addr = address
            .parse()
            .map_err(|_| "what stands in brackets is no IPv6 address")?;
        let port = match rest {
            "" => "",
            rest => rest
                .strip_prefix(':')
                .ok_or("something stands behind the brackets")?,
        };
        (Host::V6(address), port)
    } else {
        let (host, port) = text.split_once(':').unwrap_or((text, ""));
        (host_of(host)?, port)
    };
    Ok(Authority {
        host,
        port: port_of(port, encrypted)?,
    })
}

fn port_of(text: &str, encrypted: bool) -> Result<u16, String> {
    if text.is_empty() {
        return Ok(default_port(encrypted));
    }
    let digits = text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(port) if digits && port > 0 => Ok(port),
        _ => Err("its port is no number from 1 to 65535".to_owned()),
    }
}

fn host_of(text: &str) -> Result<Host, String> {
    if !text.is_ascii() {
        return Err("its host has characters outside of ASCII; write it as xn--…".to_owned());
    }
    if text.contains('%') {
        return Err("its host has a percent sign".to_owned());
    }
    let name = text.strip_suffix('.').unwrap_or(text).to_ascii_lowercase();
    if name.is_empty() {
        return Err("it names no host".to_owned());
    }
    if name.len() > NAME_BYTES_MAX {
        return Err("its host is too long".to_owned());
    }
    let last = name.rsplit('.').next().unwrap_or_default();
    if is_number(last) {
        // Resolvers read `127.1`, `0177.0.0.1`, `0x7f000001` and `2130706433` as addresses, too.
        return name
            .parse()
            .map(Host::V4)
            .map_err(|_| "its host is a number, not written as four decimal ones".to_owned());
    }
    let is_label = |label: &str| {
        (1..=LABEL_BYTES_MAX).contains(&label.len())
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    if name.split('.').all(is_label) {
        Ok(Host::Name(name))
    } else {
        Err("its host is no name".to_owned())
    }
}

/// Whether the last part of a host makes it a number (URL Standard, "ends in a number").
fn is_number(label: &str) -> bool {
    let hex = label.strip_prefix("0x");
    label.bytes().all(|byte| byte.is_ascii_digit())
        || hex.is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Percent-encodes what may not stand as it is; `also` may, beside letters, digits and marks.
fn encoded(text: &str, also: &[u8]) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    for (at, &byte) in bytes.iter().enumerate() {
        let is_escape = byte == b'%'
            && bytes
                .get(at + 1..at + 3)
                .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        if is_escape || is_plain(byte) || also.contains(&byte) {
            out.push(char::from(byte));
        } else {
            push_escape(&mut out, byte);
        }
    }
    out
}

/// Unreserved characters and those that only separate (RFC 3986, 2.2 and 2.3).
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte)
}

/// A name or value of a query, of which nothing can be read as a separator.
fn parameter(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for &byte in text.as_bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            push_escape(&mut out, byte);
        }
    }
    out
}

fn push_escape(out: &mut String, byte: u8) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    out.push(char::from(HEX[usize::from(byte >> 4)]));
    out.push(char::from(HEX[usize::from(byte & 15)]));
}

/// A path without `.` and `..`, however their dots are written (RFC 3986, 5.2.4).
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut parts = path.split('/').skip(1).peekable();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        match part.to_ascii_lowercase().replace("%2e", ".").as_str() {
            "." if is_last => kept.push(""),
            "." => {}
            ".." => {
                kept.pop();
                if is_last {
                    kept.push("");
                }
            }
            _ => kept.push(part),
        }
    }
    format!("/{}", kept.join("/"))
}
