//! What a server tells about itself before it is asked anything: whether the model is there, how
//! much it takes, whether it is loaded.

use std::{
    sync::PoisonError,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{
    ChatService, OLLAMAS_V1_TOKENS,
    exchange::{Broke, Refusal},
    model::{ChatModel, Known},
};
use crate::{
    LanguageProfile, Limits, ModelError,
    remote::{request::Head, wire},
};

/// Names of models that are told when another was asked for.
const KNOWN_MAX: usize = 12;

/// A model that answered so recently is loaded.
const STILL_LOADED: Duration = Duration::from_secs(60);

/// Time for a count of tokens.
const COUNT_TIME: Duration = Duration::from_secs(5);

/// An answer of the server in JSON, whatever its status says.
struct Told {
    status: u16,
    body: Vec<u8>,
    head: Head,
}

impl Told {
    fn is_success(&self) -> bool {
        (200..=299).contains(&self.status)
    }
}

impl ChatModel {
    /// Asks the server about itself; `profile` is what holds where it does not say.
    pub(super) fn probe(&self, profile: &LanguageProfile, limits: &Limits) -> Result<Known, Broke> {
        let known = match self.server.service {
            ChatService::Ollama => self.probe_ollama(limits)?,
            ChatService::LlamaServer => self.probe_llama_server(limits)?,
            ChatService::OpenAi | ChatService::Alibaba => self.probe_openai(limits)?,
        };
        let silent = known.cuts_silently || self.server.is_ollamas_v1();
        let chosen = match (self.server.context_tokens, self.server.service) {
            // It cuts in silence beyond a window that nobody can set or ask for.
            (None, ChatService::OpenAi) if silent => Some(OLLAMAS_V1_TOKENS),
            // Of these the window is a choice of ours.
            (None, ChatService::Ollama) => Some(profile.context_tokens),
            (chosen, _) => chosen,
        };
        let told = known.context_tokens;
        let tokens = [chosen, told].into_iter().flatten().min();
        Ok(Known {
            profile: LanguageProfile {
                context_tokens: tokens.unwrap_or(profile.context_tokens),
                ..profile.clone()
            },
            thinks: known.thinks,
            cuts_silently: silent,
            models: known.models,
        })
    }

    fn probe_ollama(&self, limits: &Limits) -> Result<Found, Broke> {
        let asked = json!({"model": self.server.model});
        let told = self.told("/api/show", Some(&asked), limits)?;
        if told.status == 404 {
            let tags = self.told("/api/tags", None, limits)?;
            let list: Value = serde_json::from_slice(&tags.body).unwrap_or_default();
            if !tags.is_success() || !list["models"].is_array() {
                return Err(self.other_server("Ollama").into());
            }
            let known = names(&tags.body, "models", &["name", "model"]);
            return Err(self.caller.no_such_model(&self.server.model, known).into());
        }
        let show = self.good(&told)?;
        let info = show.get("model_info").and_then(Value::as_object);
        let context = info.into_iter().flatten().find_map(|(name, value)| {
            let value = name.ends_with(".context_length").then_some(value)?;
            usize::try_from(value.as_u64()?).ok()
        });
        let can = |what: &str| {
            let list = show.get("capabilities").and_then(Value::as_array);
            list.map(|list| list.iter().any(|one| one == what))
        };
        if can("completion") == Some(false) {
            let reason = "it is a model for other things than writing".to_owned();
            return Err(self.caller.refused(reason).into());
        }
        if info.is_none() && can("completion").is_none() && show.get("details").is_none() {
            return Err(self.other_server("Ollama").into());
        }
        Ok(Found {
            context_tokens: context,
            thinks: can("thinking") == Some(true),
            cuts_silently: false,
            models: Vec::new(),
        })
    }

    fn probe_llama_server(&self, limits: &Limits) -> Result<Found, Broke> {
        // Until the model is loaded, nothing else answers.
        let health = self.told("/health", None, limits)?;
        if health.status == 503 {
            let told = wire::message(&health.body).unwrap_or_default();
            return Err(Broke::Loading(format!("status 503, `{told}`")));
        }
        let told = self.told("/props", None, limits)?;
        let props = match told.status {
            404 => return Err(self.other_server("llama.cpp's server").into()),
            _ => self.good(&told)?,
        };
        let context = props.pointer("/default_generation_settings/n_ctx");
        let context = context
            .or_else(|| props.get("n_ctx"))
            .and_then(Value::as_u64);
        let Some(context) = context else {
            return Err(self.other_server("llama.cpp's server").into());
        };
        Ok(Found {
            context_tokens: usize::try_from(context).ok(),
            thinks: false,
            cuts_silently: false,
            models: Vec::new(),
        })
    }

    /// Not every server has a list of its models, and not every one that has it knows its models by
    /// these names alone: what it says of the window is used, nothing else.
    fn probe_openai(&self, limits: &Limits) -> Result<Found, Broke> {
        let told = self.told("/models", None, limits)?;
        if !told.is_success() && !matches!(told.status, 401 | 403 | 429 | 500..) {
            return Ok(Found::default());
        }
        let list = self.good(&told)?;
        let data = list.get("data").and_then(Value::as_array);
        let data = data.map_or(&[][..], Vec::as_slice);
        let own = data
            .iter()
            .find(|one| one["id"] == self.server.model.as_str());
        // A server of one model answers with it, whatever it is called.
        let own = own.or(data.first().filter(|_| data.len() == 1));
        // As Ollama lists its models there.
        let cuts_silently = own.is_some_and(|own| own["owned_by"] == "library");
        let window = [
            "/max_model_len",
            "/context_length",
            "/context_window",
            "/meta/n_ctx",
        ];
        let window = own.and_then(|own| window.iter().find_map(|at| own.pointer(at)?.as_u64()));
        Ok(Found {
            context_tokens: window.and_then(|window| usize::try_from(window).ok()),
            thinks: false,
            cuts_silently,
            models: names(&told.body, "data", &["id"]),
        })
    }

    /// Longest time to the first token: a model that has to be loaded first gets more.
    pub(super) fn first_token_time(&self, limits: &Limits) -> Result<Duration, ModelError> {
        let patience = &self.server.patience;
        let answered = *self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        let loaded = answered.is_some_and(|answered| answered.elapsed() < STILL_LOADED);
        if self.server.service != ChatService::Ollama || loaded {
            return Ok(patience.first_token);
        }
        let told = match self.told("/api/ps", None, limits) {
            Ok(told) if told.is_success() => told,
            Err(Broke::Here(error @ (ModelError::Cancelled | ModelError::DeadlinePassed))) => {
                return Err(error);
            }
            // Older ones do not tell, and a broken one will show itself.
            _ => return Ok(patience.first_token),
        };
        let wanted = &self.server.model;
        let running = names(&told.body, "models", &["name", "model"]);
        let is_running =
            |name: &String| name == wanted || name.strip_suffix(":latest") == Some(wanted.as_str());
        Ok(match running.iter().any(is_running) {
            true => patience.first_token,
            false => patience.loading.max(patience.first_token),
        })
    }

    /// Tokens of a text, by the server's tokenizer.
    pub(super) fn tokenized(&self, text: &str, limits: &Limits) -> Result<usize, ModelError> {
        let latest = Instant::now() + COUNT_TIME;
        let within = Limits {
            deadline: Some(
                limits
                    .deadline
                    .map_or(latest, |deadline| deadline.min(latest)),
            ),
            cancel: limits.cancel.clone(),
        };
        let asked = json!({"content": text, "add_special": false});
        let silent = || {
            self.caller
                .unreachable("it does not count tokens".to_owned())
        };
        let told = match self.told("/tokenize", Some(&asked), &within) {
            Ok(told) => told,
            Err(Broke::Here(ModelError::DeadlinePassed)) => {
                limits.check()?;
                return Err(silent());
            }
            Err(Broke::Here(error)) => return Err(error),
            Err(Broke::Again { reason, .. } | Broke::Loading(reason)) => {
                return Err(self.caller.unreachable(reason));
            }
            Err(Broke::Otherwise) => return Err(silent()),
        };
        let value = match self.good(&told) {
            Ok(value) => value,
            Err(Broke::Here(error)) => return Err(error),
            Err(_) => {
                return Err(self
                    .caller
                    .unreachable("it does not count tokens".to_owned()));
            }
        };
        let tokens = value.get("tokens").and_then(Value::as_array);
        let tokens = tokens.ok_or_else(|| {
            self.caller
                .bad_answer("it counts no tokens at `/tokenize`".to_owned())
        })?;
        Ok(tokens.len())
    }

    fn told(&self, path: &str, body: Option<&Value>, limits: &Limits) -> Result<Told, Broke> {
        let patience = self.server.patience.first_token;
        let client = self.caller.client();
        let reply = match body {
            Some(body) => client.post(path, body.to_string().into_bytes(), patience, limits),
            None => client.get(path, patience, limits),
        };
        let reply = reply.map_err(|broken| self.broken(broken, false))?;
        Ok(Told {
            status: reply.status,
            head: Head {
                status: reply.status,
                retry_after: reply.retry_after,
                location: reply.location,
            },
            body: reply.body,
        })
    }

    /// The JSON of an answer that is a success.
    fn good(&self, told: &Told) -> Result<Value, Broke> {
        if told.is_success() {
            let value = wire::parsed(&told.body);
            return value.map_err(|reason| self.caller.bad_answer(reason).into());
        }
        Err(match self.refusal(&told.head, &told.body) {
            Refusal::Broke(broke) => broke,
            Refusal::Request { told, .. } => self.caller.refused(told).into(),
        })
    }

    fn other_server(&self, wanted: &str) -> ModelError {
        self.caller
            .bad_answer(format!("another kind of server is there, and no {wanted}"))
    }
}

/// What a server tells, as far as it does.
#[derive(Default)]
struct Found {
    context_tokens: Option<usize>,
    thinks: bool,
    /// It is Ollama's `/v1`.
    cuts_silently: bool,
    models: Vec<String>,
}

/// Names of the models in a list of a body, the first ones.
pub(super) fn names(body: &[u8], list: &str, fields: &[&str]) -> Vec<String> {
    let value: Value = serde_json::from_slice(body).unwrap_or_default();
    let list = value.get(list).and_then(Value::as_array);
    let name = |one: &Value| {
        let name = fields.iter().find_map(|field| one.get(field)?.as_str())?;
        let printable = name.chars().filter(|c| !c.is_control()).take(100);
        Some(printable.collect::<String>())
    };
    let names = list.into_iter().flatten().filter_map(name);
    names.take(KNOWN_MAX).collect()
}
