//! One setting: what it takes, what it is unless set, and who may set it.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use perusal::models::catalogue::own_folder;
use perusal::models::remote::Service;
use serde_json::{Value, json};

/// A row of the table of settings.
#[derive(Debug)]
pub struct Setting {
    /// Its name, with the name of its section: `retrieve.k`.
    pub key: &'static str,
    /// What it takes.
    pub kind: SettingKind,
    /// What it is unless set.
    pub default: Default,
    /// Who may set it.
    pub who: Who,
    /// What it does, for people.
    pub says: &'static str,
}

/// What a setting takes.
#[derive(Debug)]
pub enum SettingKind {
    /// True or false.
    Switch,
    /// A whole number in these bounds.
    Whole(RangeInclusive<u64>),
    /// A number in these bounds.
    Number(RangeInclusive<f64>),
    /// One of these names.
    OneOf(Vec<&'static str>),
    /// Any text.
    Text,
    /// A list of texts.
    Texts,
    /// A file or a folder.
    Path,
    /// What proves who asks; never shown.
    Secret,
}

/// What a setting is unless set.
#[derive(Debug)]
pub enum Default {
    /// This value.
    Value(Value),
    /// These texts, which stay when others are added.
    Always(Vec<String>),
    /// A folder of the user's.
    Folder {
        /// The same on each machine, for the reference page.
        told: &'static str,
        /// Where it is on this one.
        find: fn() -> PathBuf,
    },
    /// Nothing, and what that means in a word.
    Nothing(&'static str),
}

/// Who may set a setting. The user always may; the question is what a `perusal.toml` may do that
/// lies in the current folder and may come from anywhere, or a file with an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Also a folder.
    Folder,
    /// A folder only once it is trusted: it names a place, shapes what is sent there, or takes a
    /// protection away.
    User,
    /// Also a folder while the value is a model that Perusal pins: none on a server, and none in
    /// a folder that may have come along.
    UserIfServer,
}

impl Who {
    /// Whether a folder that nobody trusts may set this value.
    pub fn folder_may_set(self, value: &Value) -> bool {
        match self {
            Self::Folder => true,
            Self::User => false,
            Self::UserIfServer => value
                .as_str()
                .is_none_or(|name| Service::of(name).is_none() && own_folder(name).is_none()),
        }
    }
}

impl Setting {
    /// The unit of its numbers, which stands last in its name, before `_max` if that is there.
    pub fn unit(&self) -> Option<&'static str> {
        const UNITS: [(&str, &str); 5] = [
            ("_ms", "ms"),
            ("_chars", "characters"),
            ("_bytes", "bytes"),
            ("_tokens", "tokens"),
            ("_texts", "texts"),
        ];
        let name = self.key.strip_suffix("_max").unwrap_or(self.key);
        let unit = UNITS.iter().find(|(suffix, _)| name.ends_with(suffix));
        unit.filter(|_| matches!(self.kind, SettingKind::Whole(_) | SettingKind::Number(_)))
            .map(|(_, unit)| *unit)
    }

    /// Whether it takes a value.
    pub fn accepts(&self, value: &Value) -> bool {
        match &self.kind {
            SettingKind::Switch => value.is_boolean(),
            SettingKind::Whole(bounds) => value.as_u64().is_some_and(|n| bounds.contains(&n)),
            SettingKind::Number(bounds) => value.as_f64().is_some_and(|x| bounds.contains(&x)),
            SettingKind::OneOf(names) => value.as_str().is_some_and(|name| names.contains(&name)),
            SettingKind::Text | SettingKind::Path | SettingKind::Secret => value.is_string(),
            SettingKind::Texts => {
                let texts = value.as_array();
                texts.is_some_and(|texts| texts.iter().all(Value::is_string))
            }
        }
    }

    /// A text of the environment as the value it stands for; what it stands for no value of stays
    /// a text, and is refused as one.
    pub fn parse(&self, text: &str) -> Value {
        let bare = text.trim();
        let read: Option<Value> = match self.kind {
            SettingKind::Switch => bare.parse::<bool>().ok().map(Value::from),
            SettingKind::Whole(_) => bare.parse::<u64>().ok().map(Value::from),
            SettingKind::Number(_) => bare.parse::<f64>().ok().map(Value::from),
            SettingKind::Texts => Some(texts(bare)),
            SettingKind::OneOf(_) => quoted(bare).or_else(|| Some(bare.into())),
            SettingKind::Text | SettingKind::Path | SettingKind::Secret => quoted(bare),
        };
        read.unwrap_or_else(|| text.into())
    }

    /// What it takes, in words.
    pub fn takes(&self) -> String {
        match &self.kind {
            SettingKind::Switch => "true or false".to_owned(),
            SettingKind::Whole(bounds) => format!("{} to {}", bounds.start(), bounds.end()),
            SettingKind::Number(bounds) => format!("{} to {}", bounds.start(), bounds.end()),
            SettingKind::OneOf(names) => names.join(" or "),
            SettingKind::Text => "a text".to_owned(),
            SettingKind::Texts => "a list of texts".to_owned(),
            SettingKind::Path => "a path".to_owned(),
            SettingKind::Secret => "the name of a variable, as `${NAME}`".to_owned(),
        }
    }

    /// A value in words; no secret.
    pub fn shown(&self, value: &Value) -> String {
        match value {
            Value::String(text) if matches!(self.kind, SettingKind::Secret) => {
                variable(text).map_or("given", |_| text).to_owned()
            }
            // Spaces at an end would not be seen.
            Value::String(text) if text.trim() != text || text.is_empty() => format!("{text:?}"),
            Value::String(text) => text.clone(),
            // 1 and not 1.0, however it was written.
            Value::Number(number) => {
                let decimal = number.as_f64().filter(|_| number.is_f64());
                decimal.map_or_else(|| number.to_string(), |decimal| decimal.to_string())
            }
            Value::Array(texts) => {
                let texts: Vec<_> = texts.iter().filter_map(Value::as_str).collect();
                texts.join(", ")
            }
            other => other.to_string(),
        }
    }
}

/// The variable that a secret stands in, of `${NAME}`.
pub fn variable(text: &str) -> Option<&str> {
    text.strip_prefix("${")?.strip_suffix('}')
}

/// A text in quotation marks.
fn quoted(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    value.is_string().then_some(value)
}

/// `[a, "b"]`, or the same without brackets.
fn texts(text: &str) -> Value {
    let inner = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let inner = inner.unwrap_or(text);
    if let Ok(texts) = serde_json::from_str::<Vec<String>>(&format!("[{inner}]")) {
        return json!(texts);
    }
    let items = inner
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty());
    items
        .map(|item| quoted(item).unwrap_or_else(|| item.into()))
        .collect()
}
