//! Settings of a model on a server: where it is, and what proves who asks.
//!
//! A key comes from the environment or from a file, and stands in no settings file: those are
//! copied, shown and committed. It is read when the server is asked, so that a missing key stops
//! nothing else.

use std::path::PathBuf;
use std::time::Duration;

use perusal::models::remote::{ApiKey, Endpoint, RemoteModel, Service};

use super::layers::{SHOW, Values};
use super::setting::variable;
use crate::failure::Failure;

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
    /// In a variable of the environment.
    Variable {
        /// Its name.
        name: String,
        /// The section of the settings that names it.
        section: &'static str,
    },
    /// In a file.
    File {
        /// Its path.
        file: PathBuf,
        /// The section of the settings that names it.
        section: &'static str,
    },
}

impl RemoteSettings {
    /// What these values mean.
    pub fn of(values: &Values) -> Result<Self, Failure> {
        Ok(Self {
            endpoint: values.get("model.endpoint")?,
            key: KeySource::of(values, "model")?,
            query_prefix: values.get("model.query_prefix")?,
            passage_prefix: values.get("model.passage_prefix")?,
            languages: values.get("model.languages")?,
            window_tokens: values.get("model.window_tokens")?,
            batch_texts: values.get("model.batch_texts")?,
            timeout: values.time("model.timeout_ms")?,
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

impl KeySource {
    /// The key of the server of a section of the settings.
    pub fn of(values: &Values, section: &'static str) -> Result<Self, Failure> {
        let key: Option<String> = values.get(&format!("{section}.api_key"))?;
        let file: Option<PathBuf> = values.get(&format!("{section}.api_key_file"))?;
        let refused = |message: &str| Failure::Config {
            message: message.to_owned(),
            hint: "name a variable, `api_key = \"${OPENAI_API_KEY}\"`, or a file, \
                   `api_key_file = \"…\"`"
                .to_owned(),
        };
        match (key, file) {
            (Some(_), Some(_)) => Err(refused(&format!(
                "`{section}.api_key` and `{section}.api_key_file` are both set"
            ))),
            (None, Some(file)) => Ok(Self::File { file, section }),
            (None, None) => Ok(Self::None),
            (Some(key), None) => match variable(&key) {
                Some(variable) => Ok(Self::Variable {
                    name: variable.to_owned(),
                    section,
                }),
                None => ApiKey::new(&key).map(Self::Given).map_err(refused),
            },
        }
    }

    /// The key, where there is one.
    pub fn read(&self) -> Result<Option<ApiKey>, Failure> {
        let bad = |message: String| Failure::Config {
            message,
            hint: SHOW.to_owned(),
        };
        let text = match self {
            Self::None => return Ok(None),
            Self::Given(key) => return Ok(Some(key.clone())),
            Self::Variable { name, section } => std::env::var(name).map_err(|_| {
                bad(format!(
                    "`{section}.api_key` names the variable {name}, which is not set"
                ))
            })?,
            Self::File { file, section } => {
                let (path, shown) = (file, file.display());
                let about = std::fs::metadata(path)
                    .map_err(|error| bad(format!("`{section}.api_key_file` {shown}: {error}")))?;
                if !about.is_file() || about.len() > KEY_FILE_BYTES_MAX {
                    return Err(bad(format!(
                        "`{section}.api_key_file` {shown} is no file with a key"
                    )));
                }
                std::fs::read_to_string(path)
                    .map_err(|error| bad(format!("`{section}.api_key_file` {shown}: {error}")))?
            }
        };
        ApiKey::new(&text)
            .map(Some)
            .map_err(|reason| bad(reason.to_owned()))
    }
}
