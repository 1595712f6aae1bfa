//! Browsers that showed a token: each has a cookie of its own, which says nothing of the token.
//!
//! They are held in memory alone: a server that starts anew asks for the token again. A token that
//! is taken back takes its browsers with it, since the token is looked up at each request.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use axum::http::{HeaderMap, header};

use super::tokens::{Token, Tokens, random_digits};
use crate::failure::Failure;

/// Browsers that are remembered; the oldest go first.
const LOGINS_MAX: usize = 10_000;

/// All browsers that showed a token.
#[derive(Debug, Default)]
pub struct Logins {
    known: Mutex<Known>,
}

/// How many there were, and those that count: by the hash of the cookie its number and the hash
/// of the token.
type Known = (u64, BTreeMap<String, (u64, String)>);

/// What the cookie is called: servers on other ports of this machine have their own.
pub fn cookie_name(port: u16) -> String {
    format!("perusal_{port}")
}

/// The value of our cookie in a request.
pub fn cookie(headers: &HeaderMap, port: u16) -> Option<&str> {
    let name = cookie_name(port);
    let all = headers.get_all(header::COOKIE).into_iter();
    let pairs = all.filter_map(|value| value.to_str().ok());
    let mut pairs = pairs.flat_map(|value| value.split(';'));
    pairs.find_map(|pair| {
        let (key, value) = pair.trim().split_once('=')?;
        (key == name).then_some(value)
    })
}

impl Logins {
    /// The cookie of a browser that showed this secret; `None` for a secret that is no token's.
    ///
    /// # Errors
    /// A token file that cannot be used.
    pub fn begin(&self, tokens: &Tokens, secret: &str) -> Result<Option<String>, Failure> {
        if tokens.find(secret)?.is_none() {
            return Ok(None);
        }
        let cookie = random_digits()?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.0 += 1;
        let value = (known.0, perusal::content_hash(secret.as_bytes()));
        known
            .1
            .insert(perusal::content_hash(cookie.as_bytes()), value);
        if known.1.len() > LOGINS_MAX {
            let oldest = known.1.iter().min_by_key(|(_, (at, _))| *at);
            if let Some(oldest) = oldest.map(|(cookie, _)| cookie.clone()) {
                known.1.remove(&oldest);
            }
        }
        Ok(Some(cookie))
    }

    /// The token of a browser's cookie.
    ///
    /// # Errors
    /// A token file that cannot be used.
    pub fn find(&self, tokens: &Tokens, cookie: &str) -> Result<Option<Token>, Failure> {
        let cookie = perusal::content_hash(cookie.as_bytes());
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match known.1.get(&cookie) {
            Some((_, hash)) => tokens.of_hash(hash),
            None => Ok(None),
        }
    }

    /// Forgets a browser.
    pub fn end(&self, cookie: &str) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.1.remove(&perusal::content_hash(cookie.as_bytes()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::tokens::Scope;

    #[test]
    fn a_cookie_stands_for_a_token_until_either_is_taken_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let tokens = Tokens::at(folder.path().join("tokens.json"));
        let secret = tokens
            .add("desk", vec![Scope::Read], Vec::new())
            .expect("a token");
        let logins = Logins::default();
        let begin = |secret: &str| logins.begin(&tokens, secret).expect("a file");
        assert_eq!(begin("perusal_00"), None);
        let (one, other) = (begin(&secret).expect("one"), begin(&secret).expect("one"));
        assert_ne!(one, other);
        assert!(!secret.contains(&one));
        let name = |cookie: &str| {
            let token = logins.find(&tokens, cookie).expect("a file");
            token.map(|token| token.name)
        };
        assert_eq!(name(&one).as_deref(), Some("desk"));
        logins.end(&one);
        assert_eq!(name(&one), None);
        assert_eq!(name(&other).as_deref(), Some("desk"));
        tokens.remove("desk").expect("a token");
        assert_eq!(name(&other), None);
    }

    #[test]
    fn the_cookie_of_this_port_is_read() {
        let mut headers = HeaderMap::new();
        let value = "a=1; perusal_7333=xy; perusal_7334=no";
        headers.insert(header::COOKIE, value.parse().expect("a value"));
        assert_eq!(cookie(&headers, 7333), Some("xy"));
        assert_eq!(cookie(&headers, 1), None);
    }
}
