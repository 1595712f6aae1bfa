//! A user's own prompts: one file each in the folder of the user's settings.
//!
//! Only there: a folder that was downloaded says nothing to a model.

use std::path::PathBuf;

use perusal::generate::{Prompt, PromptError, Prompts};

use crate::failure::Failure;

/// A longer file is no prompt.
const BYTES_MAX: u64 = 64 * 1024;

/// Where a user's own prompt of this name is, or would be.
pub fn path(name: &str) -> PathBuf {
    folder().join(format!("{name}.toml"))
}

/// The folder of a user's own prompts.
pub fn folder() -> PathBuf {
    super::xdg("XDG_CONFIG_HOME", ".config").join("prompts")
}

/// The prompts of this build and a user's own.
///
/// # Errors
/// A file of that folder that is no prompt: it was put there to be used.
pub fn in_force() -> Result<Prompts, Failure> {
    let mut prompts = Prompts::default();
    for name in Prompts::names() {
        let path = path(name);
        if path.is_file() {
            let prompt = read(&path)?;
            prompts
                .replace(prompt)
                .map_err(|error| bad(&path, &error))?;
        }
    }
    Ok(prompts)
}

/// Reads a prompt file.
///
/// # Errors
/// A file that cannot be read or is no prompt.
pub fn read(path: &std::path::Path) -> Result<Prompt, Failure> {
    let unreadable = |reason: String| bad(path, &PromptError::Unreadable(reason));
    let size = std::fs::metadata(path)
        .map_err(|error| unreadable(error.to_string()))?
        .len();
    if size > BYTES_MAX {
        return Err(unreadable(format!("{size} bytes, at most {BYTES_MAX}")));
    }
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    Prompt::parse(&text).map_err(|error| bad(path, &error))
}

/// What is told of a prompt file that cannot be used.
pub fn bad(path: &std::path::Path, error: &PromptError) -> Failure {
    Failure::Config {
        message: format!("{}: {error}", path.display()),
        hint: "`perusal prompts show NAME --built-in` prints a file that is right".to_owned(),
    }
}
