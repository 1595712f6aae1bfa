//! What was set and where: flags over the environment over files over defaults.
//!
//! Each layer says which settings it knows nothing about before one value is looked at; of several
//! values for a setting only the one in force is checked, so that a flag can mend a file.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use perusal::models::remote::chat::ChatService;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::setting::{Default, Setting, SettingKind, variable};
use super::table;
use super::trust::{self, FILE};
use crate::failure::Failure;

/// Variables of the environment that are no settings.
const NOT_SETTINGS: [&str; 3] = ["models", "panics", "demo_binary"];

/// Values given as flags, by key.
pub type FlagValues = BTreeMap<&'static str, Value>;

/// What is in force for each setting, and where it comes from.
#[derive(Clone, std::default::Default)]
pub struct Values {
    given: BTreeMap<&'static str, Given>,
    /// What the user should know about the settings.
    pub notes: Vec<String>,
    /// `OLLAMA_BASE_URL`.
    pub ollama_base_url: Option<String>,
}

#[derive(Clone)]
struct Given {
    value: Value,
    origin: Origin,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Nobody set it.
    Default,
    /// The user's own file.
    User(PathBuf),
    /// The current folder's file.
    Folder,
    /// A variable of the environment.
    Environment(String),
    /// A flag, or the like of one.
    Flag,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::User(file) => write!(f, "{}", file.display()),
            Self::Folder => write!(f, "./{FILE}"),
            Self::Environment(variable) => write!(f, "environment {variable}"),
            Self::Flag => f.write_str("flag"),
        }
    }
}

/// Holds secrets as they were given: shows nothing.
impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Values")
    }
}

impl Values {
    /// Reads all layers and checks what is in force.
    pub fn read(flags: &FlagValues) -> Result<Self, Failure> {
        let mut values = Self::default();
        let user_file = super::xdg("XDG_CONFIG_HOME", ".config").join(FILE);
        if let Some(content) = content(&user_file)? {
            values.file(&content, &Origin::User(user_file))?;
        }
        if let Some(content) = content(Path::new(FILE))? {
            values.folder(&content)?;
        }
        values.under(std::env::vars_os(), flags)
    }

    /// These values of files, with variables and flags on top of them; checked.
    pub fn under(
        mut self,
        environment: impl Iterator<Item = (OsString, OsString)>,
        flags: &FlagValues,
    ) -> Result<Self, Failure> {
        let ollama = self.environment(environment)?;
        self.of_ollama(ollama)?;
        for (key, value) in flags {
            self.put(known(key, "")?, value.clone(), Origin::Flag);
        }
        self.checked()
    }

    /// The value in force; of a setting that may be left out, an `Option`.
    ///
    /// # Errors
    /// A key that is not in the table, or of which the value is no `T`: a mistake of the caller.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Result<T, Failure> {
        let value = self.value(known(key, "")?);
        serde_json::from_value(value).map_err(|error| Failure::Config {
            message: format!("`{key}`: {error}"),
            hint: SHOW.to_owned(),
        })
    }

    /// The time in force, of a setting in milliseconds.
    ///
    /// # Errors
    /// As [`Self::get`].
    pub fn time(&self, key: &str) -> Result<Duration, Failure> {
        Ok(Duration::from_millis(self.get(key)?))
    }

    /// The folder in force.
    ///
    /// # Errors
    /// As [`Self::get`].
    pub fn folder_of(&self, key: &str) -> Result<PathBuf, Failure> {
        match known(key, "")?.default {
            // Its name need not be text.
            Default::Folder { find, .. } if !self.is_set(key) => Ok(find()),
            _ => self.get(key),
        }
    }

    /// Whether somebody chose it.
    pub fn is_set(&self, key: &str) -> bool {
        self.given.contains_key(key)
    }

    /// Where the value in force comes from.
    pub fn origin(&self, key: &str) -> &Origin {
        self.given
            .get(key)
            .map_or(&Origin::Default, |given| &given.origin)
    }

    /// The value in force, in words; no secret.
    pub fn shown(&self, setting: &Setting) -> String {
        match (self.value(setting), &setting.default) {
            (Value::Null, Default::Nothing(word)) => (*word).to_owned(),
            (value, _) => setting.shown(&value),
        }
    }

    fn value(&self, setting: &Setting) -> Value {
        let given = self.given.get(setting.key).map(|given| &given.value);
        match (given, &setting.default) {
            (Some(Value::Array(more)), Default::Always(always)) => {
                let always = always.iter().map(|text| text.as_str().into());
                always.chain(more.iter().cloned()).collect()
            }
            (Some(given), _) => given.clone(),
            (None, Default::Value(value)) => value.clone(),
            (None, Default::Always(always)) => always.as_slice().into(),
            (None, Default::Folder { find, .. }) => find().to_string_lossy().into(),
            (None, Default::Nothing(_)) => Value::Null,
        }
    }

    fn put(&mut self, setting: &'static Setting, value: Value, origin: Origin) {
        self.given.insert(setting.key, Given { value, origin });
    }

    fn file(&mut self, content: &str, origin: &Origin) -> Result<(), Failure> {
        let table = parsed(content, origin)?;
        self.section("", table, origin)
    }

    /// Settings of a section, and of those below it.
    fn section(
        &mut self,
        section: &str,
        table: Map<String, Value>,
        origin: &Origin,
    ) -> Result<(), Failure> {
        for (name, value) in table {
            let key = if section.is_empty() {
                name
            } else {
                format!("{section}.{name}")
            };
            match (setting(&key), value) {
                (Some(setting), value) => self.put(setting, value, origin.clone()),
                (None, Value::Object(table)) => self.section(&key, table, origin)?,
                (None, _) => return Err(unknown(&key, &format!(" in {origin}"))),
            }
        }
        Ok(())
    }

    /// The current folder's file, without what it may not set.
    fn folder(&mut self, content: &str) -> Result<(), Failure> {
        let mut layer = Self::default();
        layer.file(content, &Origin::Folder)?;
        if !trust::is_trusted(content) {
            layer.given.retain(|key, given| {
                let allowed = setting(key).is_some_and(|own| own.who.folder_may_set(&given.value));
                if !allowed {
                    self.notes.push(format!(
                        "`{key}` in ./{FILE} is not used: a folder may not choose paths, servers \
                         or prompts, or take protections away, until `perusal config trust`"
                    ));
                }
                allowed
            });
        }
        self.given.append(&mut layer.given);
        Ok(())
    }

    fn environment(
        &mut self,
        variables: impl Iterator<Item = (OsString, OsString)>,
    ) -> Result<Vec<(String, String)>, Failure> {
        let mut ollama = Vec::new();
        for (name, text) in variables {
            let name = name.to_string_lossy().to_uppercase();
            if name.starts_with("OLLAMA_") {
                ollama.push((name, text.to_string_lossy().trim().to_owned()));
                continue;
            }
            let Some(rest) = name.strip_prefix("PERUSAL_") else {
                continue;
            };
            let key = rest.to_lowercase().replace("__", ".");
            if NOT_SETTINGS.contains(&key.as_str()) {
                continue;
            }
            let setting = known(&key, &format!(" in environment {name}"))?;
            let value = setting.parse(&text.to_string_lossy());
            self.put(setting, value, Origin::Environment(name));
        }
        Ok(ollama)
    }

    /// What other programs read from these variables, where nobody set it for this one.
    fn of_ollama(&mut self, variables: Vec<(String, String)>) -> Result<(), Failure> {
        let given = variables.into_iter().filter(|(_, text)| !text.is_empty());
        for (name, text) in given {
            let key = match name.as_str() {
                "OLLAMA_MODEL_NAME" => "models.main",
                "OLLAMA_MODEL_NAME_CONVERSATIONAL" => "models.conversational",
                "OLLAMA_BASE_URL" => {
                    self.ollama_base_url = Some(text);
                    continue;
                }
                _ => continue,
            };
            if !self.is_set(key) {
                let model = match ChatService::of(&text) {
                    Some(_) => text,
                    None => format!("ollama:{text}"),
                };
                self.put(known(key, "")?, model.into(), Origin::Environment(name));
            }
        }
        Ok(())
    }

    /// These values, where each is one that its setting takes.
    fn checked(self) -> Result<Self, Failure> {
        for (key, given) in &self.given {
            let setting = known(key, "")?;
            let Given { value, origin } = given;
            if !setting.accepts(value) {
                return Err(refused(setting, value, origin));
            }
            let text = value
                .as_str()
                .filter(|_| matches!(setting.kind, SettingKind::Secret));
            let bare = text.is_some_and(|text| variable(text).is_none());
            if bare && !matches!(origin, Origin::Environment(_)) {
                return Err(Failure::Config {
                    message: format!("`{key}` holds a key; settings files hold none"),
                    hint: format!("name a variable, as `${{NAME}}`, or a file, in `{key}_file`"),
                });
            }
        }
        Ok(self)
    }
}

/// Where values come from.
pub const SHOW: &str = "`perusal config show --origin` shows where each setting comes from";

const TAKES: &str = "`perusal config reference` tells what each setting takes";

/// The setting of a key; `place` is told when there is none.
pub fn known(key: &str, place: &str) -> Result<&'static Setting, Failure> {
    setting(key).ok_or_else(|| unknown(key, place))
}

fn setting(key: &str) -> Option<&'static Setting> {
    table::all().iter().find(|setting| setting.key == key)
}

fn unknown(key: &str, place: &str) -> Failure {
    let near = |setting: &&Setting| strsim::jaro_winkler(setting.key, key);
    let nearest = table::all()
        .iter()
        .max_by(|a, b| near(a).total_cmp(&near(b)));
    Failure::Config {
        message: format!("unknown setting `{key}`{place}"),
        hint: format!(
            "did you mean `{}`? `perusal config reference` tells of them all",
            nearest.map_or("store", |setting| setting.key)
        ),
    }
}

fn refused(setting: &Setting, got: &Value, origin: &Origin) -> Failure {
    let key = setting.key;
    let got = match (&setting.kind, got) {
        // Whatever it is, it may be the key.
        (SettingKind::Secret, _) => "no text".to_owned(),
        (_, Value::Number(_)) => setting.shown(got),
        _ => got.to_string(),
    };
    Failure::Config {
        message: format!("`{key}` is {got}, allowed is {}", setting.takes()),
        hint: match origin {
            Origin::Default | Origin::Flag => TAKES.to_owned(),
            origin => format!("it is set in {origin}; {TAKES}"),
        },
    }
}

/// A file's content; `None` when there is no such file.
fn content(file: &Path) -> Result<Option<String>, Failure> {
    match std::fs::read_to_string(file) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::Config {
            message: format!("{}: {error}", file.display()),
            hint: "make it a readable text file, or remove it".to_owned(),
        }),
    }
}

fn parsed(content: &str, origin: &Origin) -> Result<Map<String, Value>, Failure> {
    toml::from_str(content).map_err(|error| {
        let before = error.span().and_then(|span| content.get(..span.start));
        let line = before.map_or(1, |before| before.matches('\n').count() + 1);
        // The line itself stays unsaid: it may hold a key.
        Failure::Config {
            message: format!("{origin}, line {line}: {}", error.message()),
            hint: "`perusal config reference` shows how settings are written".to_owned(),
        }
    })
}
