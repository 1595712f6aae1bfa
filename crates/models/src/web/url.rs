//! Addresses of web pages, read once and strictly.
//!
//! Guards fail where two programs read one address differently. What an address means is read by the
//! rules that browsers follow; what these would have to put right first (a number written in octal or
//! short, a percent sign or a character outside of ASCII in the host, a slash too few, a name or
//! password before the host, a backslash) is refused with the reason. So what was written is what is
//! connected to.

use std::{
    fmt,
    net::{Ipv4Addr, Ipv6Addr},
};

use url::Position;

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
        if !named || url.path() != "/" || text.ends_with('/') || text.contains(['?', '#']) {
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
    page: url::Url,
    authority: Authority,
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
        Self::strictly(raw).map_err(|reason| WebError::bad_url(raw, reason))
    }

    /// Reads an address that says the same without being put right.
    fn strictly(raw: &str) -> Result<Self, String> {
        if raw.len() > URL_BYTES_MAX {
            return Err("it is too long".to_owned());
        }
        if raw.chars().any(char::is_control) {
            return Err("it has control characters".to_owned());
        }
        let mut page = url::Url::parse(raw).map_err(reason)?;
        if !matches!(page.scheme(), "http" | "https") {
            return Err("only http:// and https:// are fetched".to_owned());
        }
        if has_backslash(raw) {
            return Err("it has a backslash".to_owned());
        }
        let (_, rest) = raw
            .split_once("://")
            .ok_or("it must start with http:// or https://")?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        if rest[..end].contains('@') {
            return Err("it carries a name or a password".to_owned());
        }
        let authority = authority_of(&rest[..end], &page)?;
        page.set_fragment(None);
        if page.query() == Some("") {
            page.set_query(None);
        }
        if let Host::Name(name) = &authority.host {
            page.set_host(Some(name)).map_err(reason)?;
        }
        Ok(Self { page, authority })
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
        if link.starts_with("//") {
            return Self::parse(&format!("{}:{link}", self.page.scheme()));
        }
        match url::Url::parse(&link) {
            Err(url::ParseError::RelativeUrlWithoutBase) if !has_backslash(&link) => {
                let bad = |error| WebError::bad_url(&link, reason(error));
                Self::parse(self.page.join(&link).map_err(bad)?.as_str())
            }
            _ => Self::parse(&link),
        }
    }

    /// Whether others on the way cannot read or change what is fetched.
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        self.page.scheme() == "https"
    }

    /// Host and port.
    #[must_use]
    pub fn authority(&self) -> &Authority {
        &self.authority
    }

    /// The path, percent-encoded; starts with `/`.
    #[must_use]
    pub fn path(&self) -> &str {
        self.page.path()
    }

    /// Path and query, as a server is asked.
    pub(super) fn target(&self) -> &str {
        &self.page[Position::BeforePath..Position::AfterQuery]
    }

    /// Scheme and server, without a path: what has one `robots.txt`.
    pub(super) fn origin(&self) -> String {
        self.page[..Position::BeforePath].to_owned()
    }

    /// The same address with one more parameter in its query.
    pub(super) fn with_parameter(&self, name: &str, value: &str) -> Self {
        let mut longer = self.clone();
        longer.page.query_pairs_mut().append_pair(name, value);
        longer
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.page.as_str())
    }
}

/// Why an address cannot be read, said of the address.
fn reason(error: url::ParseError) -> String {
    match error {
        url::ParseError::RelativeUrlWithoutBase => {
            "it must start with http:// or https://".to_owned()
        }
        url::ParseError::EmptyHost => "it names no host".to_owned(),
        url::ParseError::InvalidPort => "its port is no number from 1 to 65535".to_owned(),
        url::ParseError::InvalidIpv4Address => "its host is a number that is no address".to_owned(),
        url::ParseError::InvalidIpv6Address => {
            "what stands in brackets is no IPv6 address".to_owned()
        }
        // An adapter without the tables of Unicode refuses all that is not ASCII.
        url::ParseError::IdnaError | url::ParseError::InvalidDomainCharacter => {
            "its host is no name in ASCII; other letters are written as xn--…".to_owned()
        }
        other => other.to_string(),
    }
}

/// Outside of the query, where it is a character as others.
fn has_backslash(raw: &str) -> bool {
    raw.split(['?', '#'])
        .next()
        .unwrap_or_default()
        .contains('\\')
}

/// Host and port of a page, if `written` names this very host.
fn authority_of(written: &str, page: &url::Url) -> Result<Authority, String> {
    let (host, is_plain) = match page.host() {
        Some(url::Host::Domain(name)) => {
            let name = name.strip_suffix('.').unwrap_or(name);
            if !is_name(name) {
                return Err("its host is no name".to_owned());
            }
            (Host::Name(name.to_owned()), is_host(written, name))
        }
        Some(url::Host::Ipv4(address)) => {
            (Host::V4(address), is_host(written, &address.to_string()))
        }
        Some(url::Host::Ipv6(address)) => {
            let in_brackets = written
                .strip_prefix('[')
                .and_then(|rest| rest.split_once(']'));
            let is_plain = in_brackets.is_some_and(|(text, _)| text.parse() == Ok(address));
            (Host::V6(address), is_plain)
        }
        None => return Err("it names no host".to_owned()),
    };
    if !is_plain {
        return Err(format!("its host reads as {host}, and is not written so"));
    }
    match page.port_or_known_default() {
        Some(port) if port > 0 => Ok(Authority { host, port }),
        _ => Err(reason(url::ParseError::InvalidPort)),
    }
}

/// Whether `written` is `host`, in whatever case, with at most a dot and a port behind it.
fn is_host(written: &str, host: &str) -> bool {
    let (name, _) = written.split_once(':').unwrap_or((written, ""));
    name.strip_suffix('.')
        .unwrap_or(name)
        .eq_ignore_ascii_case(host)
}

/// Whether a text is a host name as DNS takes them.
fn is_name(name: &str) -> bool {
    let is_label = |label: &str| {
        (1..=LABEL_BYTES_MAX).contains(&label.len())
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    name.len() <= NAME_BYTES_MAX && name.split('.').all(is_label)
}
