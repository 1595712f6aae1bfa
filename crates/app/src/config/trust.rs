//! Which `perusal.toml` of a current folder may set paths.
//!
//! A file is trusted by its place and its content together: whoever changes it
//! must be trusted again.

use std::path::{Path, PathBuf};

use figment::Figment;
use perusal::models::remote::Service;

use crate::failure::Failure;

/// The state of the current folder's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// There is none.
    Absent,
    /// The user trusts this content.
    Trusted,
    /// It may not set paths.
    Untrusted,
}

/// A key that is trusted or not by its value.
pub const EMBEDDER: &str = "model.embedder";

/// Name of the settings file, in a folder or in the user's own configuration.
pub const FILE: &str = "perusal.toml";

/// How the current folder's file stands.
pub fn state() -> Trust {
    let Some(line) = fingerprint(Path::new(FILE)) else {
        return Trust::Absent;
    };
    let known = std::fs::read_to_string(list()).unwrap_or_default();
    if known.lines().any(|trusted| trusted == line) {
        Trust::Trusted
    } else {
        Trust::Untrusted
    }
}

/// Trusts the current folder's file as it is now.
pub fn trust_here() -> Result<PathBuf, Failure> {
    let Some(line) = fingerprint(Path::new(FILE)) else {
        return Err(Failure::Config {
            message: format!("there is no {FILE} in this folder"),
            hint: "change to the folder whose settings you want to trust".to_owned(),
        });
    };
    let list = list();
    if let Some(folder) = list.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut known = std::fs::read_to_string(&list).unwrap_or_default();
    if !known.lines().any(|trusted| trusted == line) {
        known.push_str(&line);
        known.push('\n');
        std::fs::write(&list, known)?;
    }
    Ok(std::fs::canonicalize(FILE)?)
}

fn list() -> PathBuf {
    super::xdg("XDG_CONFIG_HOME", ".config").join("trusted")
}

/// Hash of content and place, and the place for people.
fn fingerprint(file: &Path) -> Option<String> {
    let content = std::fs::read(file).ok()?;
    let place = std::fs::canonicalize(file).ok()?;
    Some(format!(
        "{} {}",
        perusal::content_hash(&content),
        place.display()
    ))
}

/// Whether a file's embedder is one that text would be sent to.
pub fn names_a_server(file: &Figment) -> bool {
    let name = file.find_value(EMBEDDER).ok();
    name.as_ref()
        .and_then(|name| name.as_str())
        .is_some_and(|name| Service::of(name).is_some())
}

/// A provider without some of its keys.
pub struct Without {
    /// The settings.
    pub inner: Figment,
    /// The keys to leave out, dotted.
    pub keys: Vec<&'static str>,
}

impl figment::Provider for Without {
    fn metadata(&self) -> figment::Metadata {
        figment::Metadata::named(format!("./{FILE}"))
    }

    fn data(
        &self,
    ) -> Result<figment::value::Map<figment::Profile, figment::value::Dict>, figment::Error> {
        let mut data = self.inner.data()?;
        for dict in data.values_mut() {
            for key in &self.keys {
                match key.split_once('.') {
                    None => {
                        dict.remove(*key);
                    }
                    Some((table, key)) => {
                        if let Some(figment::value::Value::Dict(_, inner)) = dict.get_mut(table) {
                            inner.remove(key);
                        }
                    }
                }
            }
        }
        Ok(data)
    }
}
