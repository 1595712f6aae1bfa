//! Which `perusal.toml` of a current folder may set paths.
//!
//! A file is trusted by its place and its content together: whoever changes it
//! must be trusted again.

use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Name of the settings file, in a folder or in the user's own configuration.
pub const FILE: &str = "perusal.toml";

/// Whether the user trusts this content of the current folder's file.
pub fn is_trusted(content: &str) -> bool {
    let known = std::fs::read_to_string(list()).unwrap_or_default();
    let line = fingerprint(content.as_bytes());
    line.is_ok_and(|line| known.lines().any(|trusted| trusted == line))
}

/// Trusts the current folder's file as it is now.
pub fn trust_here() -> Result<PathBuf, Failure> {
    let Ok(content) = std::fs::read(FILE) else {
        return Err(Failure::Config {
            message: format!("there is no {FILE} in this folder"),
            hint: "change to the folder whose settings you want to trust".to_owned(),
        });
    };
    let line = fingerprint(&content)?;
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
fn fingerprint(content: &[u8]) -> std::io::Result<String> {
    let place = std::fs::canonicalize(Path::new(FILE))?;
    Ok(format!(
        "{} {}",
        perusal::content_hash(content),
        place.display()
    ))
}
