//! A secret that is sent and never shown.

use std::fmt;

/// An API key. It can be sent to its server; printing it shows that there is one.
#[derive(Clone)]
pub struct ApiKey(String);

impl ApiKey {
    /// A key as it was read, without the white space around it.
    ///
    /// # Errors
    /// A sentence when it is empty, or has characters that no header can carry.
    pub fn new(key: &str) -> Result<Self, &'static str> {
        let key = key.trim();
        if key.is_empty() {
            return Err("the API key is empty");
        }
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("the API key has characters that no key has");
        }
        Ok(Self(key.to_owned()))
    }

    /// The key itself, for a client that sends it in its own way.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// What stands in the `Authorization` header.
    pub(super) fn header(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// A text of the server without the key, should it repeat it.
    pub(super) fn blotted(&self, text: &str) -> String {
        text.replace(&self.0, "…")
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_trimmed_checked_and_never_printed() {
        let key = ApiKey::new(" sk-secret\n").expect("a key");
        assert_eq!(key.header(), "Bearer sk-secret");
        assert_eq!(format!("{key:?}"), "ApiKey(…)");
        assert_eq!(key.blotted("no such key: sk-secret"), "no such key: …");
        for bad in ["", " \n", "two words", "line\r\nX-Evil: 1", "schlüssel"] {
            assert!(ApiKey::new(bad).is_err(), "{bad:?}");
        }
    }
}
