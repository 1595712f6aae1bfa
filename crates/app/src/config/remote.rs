//! Settings of a model on a server: where it is, and what proves who asks.
//!
//! A key comes from the environment or from a file, and stands in no settings file: those are
//! copied, shown and committed. It is read when the server is asked, so that a missing key stops
//! nothing else.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use perusal::models::remote::{ApiKey, Endpoint, RemoteModel, Service};
use serde::de::{self, Deserialize, Deserializer, Visitor};

use super::resolved::in_range;
use super::written::Model;
use crate::failure::Failure;

/// A text shorter than this is no passage, a longer one than that no server reads.
const WINDOW_TOKENS: std::ops::RangeInclusive<usize> = 16..=131_072;
/// More texts in one request than any server takes.
const BATCH_TEXTS: std::ops::RangeInclusive<usize> = 1..=2_048;
/// A request gets at least a tenth of a second and at most an hour.
const TIMEOUT_MS: std::ops::RangeInclusive<u64> = 100..=3_600_000;
/// A file with a key is no longer than this.
const KEY_FILE_BYTES_MAX: u64 = 64 << 10;

/// How servers are asked, whichever model.
#[derive(Debug)]
pub struct RemoteSettings {
    /// Where the server is; `None` for the service's own default.
    pub endpoint: Option<String>,
    /// What proves who asks.
    pub key: KeySource,
    /// Put before a question.
    pub query_prefix: String,
    /// Put before a passage.
    pub passage_prefix: String,
    /// Languages the model knows; `None` for all.
    pub languages: Option<Vec<String>>,
    /// Tokens read as one text.
    pub window_tokens: usize,
    /// Texts of one request.
    pub batch_texts: usize,
    /// Longest time for one request.
    pub timeout: Duration,
}

/// Where a key is.
#[derive(Debug)]
pub enum KeySource {
    /// There is none.
    None,
    /// It was given in the environment.
    Given(ApiKey),
    /// In this variable of the environment.
    Variable(String),
    /// In this file.
    File(PathBuf),
}

/// Text that no error may repeat.
#[derive(Debug, Clone)]
pub struct Secret(String);

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        /// A key of digits is read as a number; to say which would print it.
        fn no_text<E: de::Error>() -> E {
            E::custom("expected a text; put a key of digits into quotation marks")
        }

        impl Visitor<'_> for Text {
            type Value = Secret;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Secret, E> {
                Ok(Secret(text.to_owned()))
            }

            fn visit_bool<E: de::Error>(self, _: bool) -> Result<Secret, E> {
                Err(no_text())
            }

            fn visit_i64<E: de::Error>(self, _: i64) -> Result<Secret, E> {
                Err(no_text())
            }

            fn visit_u64<E: de::Error>(self, _: u64) -> Result<Secret, E> {
                Err(no_text())
            }

            fn visit_i128<E: de::Error>(self, _: i128) -> Result<Secret, E> {
                Err(no_text())
            }

            fn visit_u128<E: de::Error>(self, _: u128) -> Result<Secret, E> {
                Err(no_text())
            }

            fn visit_f64<E: de::Error>(self, _: f64) -> Result<Secret, E> {
                Err(no_text())
            }

            fn visit_char<E: de::Error>(self, text: char) -> Result<Secret, E> {
                Ok(Secret(text.to_string()))
            }
        }

        deserializer.deserialize_any(Text)
    }
}

impl RemoteSettings {
    /// Checks what was written; `key_in_environment` tells whether the key itself was given there.
    pub fn resolve(written: &Model, key_in_environment: bool) -> Result<Self, Failure> {
        let window_tokens = written.window_tokens.unwrap_or(RemoteModel::WINDOW_TOKENS);
        in_range("model.window_tokens", window_tokens, WINDOW_TOKENS)?;
        let batch_texts = written.batch_texts.unwrap_or(RemoteModel::BATCH_TEXTS);
        in_range("model.batch_texts", batch_texts, BATCH_TEXTS)?;
        let timeout = match written.timeout_ms {
            None => RemoteModel::TIMEOUT,
            Some(timeout_ms) => {
                in_range("model.timeout_ms", timeout_ms, TIMEOUT_MS)?;
                Duration::from_millis(timeout_ms)
            }
        };
        Ok(Self {
            endpoint: written.endpoint.clone(),
            key: key_source(written, key_in_environment)?,
            query_prefix: written.query_prefix.clone().unwrap_or_default(),
            passage_prefix: written.passage_prefix.clone().unwrap_or_default(),
            languages: written.languages.clone(),
            window_tokens,
            batch_texts,
            timeout,
        })
    }

    /// The model of a name such as `ollama:bge-m3`; `None` for the name of a local model.
    pub fn model(&self, name: &str) -> Result<Option<RemoteModel>, Failure> {
        let Some((service, model)) = Service::of(name) else {
            return Ok(None);
        };
        if model.trim().is_empty() {
            return Err(Failure::Config {
                message: format!("`{name}` names a service and no model"),
                hint: format!("write the model behind the colon, as in `{service}:NAME`"),
            });
        }
        let address = self.endpoint.as_deref().or(service.default_endpoint());
        let address = address.ok_or_else(|| Failure::Config {
            message: format!("`{name}` is a model on a server, and no server is named"),
            hint: "set `model.endpoint`, for example to \"http://127.0.0.1:8080\"".to_owned(),
        })?;
        Ok(Some(RemoteModel {
            key: self.key.read()?,
            query_prefix: self.query_prefix.clone(),
            passage_prefix: self.passage_prefix.clone(),
            languages: self.languages.clone(),
            window_tokens: self.window_tokens,
            batch_texts: self.batch_texts,
            timeout: self.timeout,
            ..RemoteModel::new(service, model, Endpoint::parse(address, service)?)
        }))
    }
}

fn key_source(written: &Model, in_environment: bool) -> Result<KeySource, Failure> {
    let refused = |message: &str| Failure::Config {
        message: message.to_owned(),
        hint:
            "name a variable, `api_key = \"${OPENAI_API_KEY}\"`, or a file, `api_key_file = \"…\"`"
                .to_owned(),
    };
    match (&written.api_key, &written.api_key_file) {
        (Some(_), Some(_)) => Err(refused(
            "`model.api_key` and `model.api_key_file` are both set",
        )),
        (None, Some(file)) => Ok(KeySource::File(file.clone())),
        (None, None) => Ok(KeySource::None),
        (Some(Secret(text)), None) => {
            let variable = text
                .strip_prefix("${")
                .and_then(|text| text.strip_suffix('}'));
            match variable {
                Some(variable) => Ok(KeySource::Variable(variable.to_owned())),
                None if in_environment => ApiKey::new(text).map(KeySource::Given).map_err(refused),
                None => Err(refused(
                    "`model.api_key` holds a key; settings files hold none",
                )),
            }
        }
    }
}

impl KeySource {
    /// Where the key is, for people; never the key.
    pub fn told(&self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Given(_) => "given".to_owned(),
            Self::Variable(name) => format!("${{{name}}}"),
            Self::File(_) => "in a file".to_owned(),
        }
    }

    fn read(&self) -> Result<Option<ApiKey>, Failure> {
        let bad = |message: String| Failure::Config {
            message,
            hint: "`perusal config show --origin` shows where the setting comes from".to_owned(),
        };
        let text = match self {
            Self::None => return Ok(None),
            Self::Given(key) => return Ok(Some(key.clone())),
            Self::Variable(name) => std::env::var(name).map_err(|_| {
                bad(format!(
                    "`model.api_key` names the variable {name}, which is not set"
                ))
            })?,
            Self::File(path) => {
                let shown = path.display();
                let about = std::fs::metadata(path)
                    .map_err(|error| bad(format!("`model.api_key_file` {shown}: {error}")))?;
                if !about.is_file() || about.len() > KEY_FILE_BYTES_MAX {
                    return Err(bad(format!(
                        "`model.api_key_file` {shown} is no file with a key"
                    )));
                }
                std::fs::read_to_string(path)
                    .map_err(|error| bad(format!("`model.api_key_file` {shown}: {error}")))?
            }
        };
        ApiKey::new(&text)
            .map(Some)
            .map_err(|reason| bad(reason.to_owned()))
    }
}
