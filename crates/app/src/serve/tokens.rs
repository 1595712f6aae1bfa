//! Who may do what: tokens with scopes and collections, in one file that only its owner reads.
//!
//! A token is shown once, when it is made; the file holds its BLAKE3 hash. The file is read again
//! whenever it changes, so that a token that was removed is refused from then on.

use std::fmt;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

use crate::failure::Failure;

/// Before every token, so that a leaked one is known for what it is.
const PREFIX: &str = "perusal_";
/// Random bytes of a token.
const SECRET_BYTES: usize = 32;
/// Tokens that one file may hold.
const TOKENS_MAX: usize = 1_000;

/// What a token allows.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
    clap::ValueEnum,
)]
pub enum Scope {
    /// Search, ask, list, read.
    #[serde(rename = "read")]
    Read,
    /// Add and delete documents.
    #[serde(rename = "write")]
    Write,
    /// Say what kind of question it is, and what is known of the account.
    #[serde(rename = "route:declare")]
    #[value(name = "route:declare")]
    RouteDeclare,
    /// Fetch whole collections, for a server that follows.
    #[serde(rename = "follow")]
    Follow,
    /// Measures of the server.
    #[serde(rename = "admin")]
    Admin,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scope::Read => "read",
            Scope::Write => "write",
            Scope::RouteDeclare => "route:declare",
            Scope::Follow => "follow",
            Scope::Admin => "admin",
        })
    }
}

impl Scope {
    /// All there are.
    pub const ALL: [Scope; 5] = [
        Scope::Read,
        Scope::Write,
        Scope::RouteDeclare,
        Scope::Follow,
        Scope::Admin,
    ];
}

/// A token as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    /// What its owner calls it.
    pub name: String,
    /// BLAKE3 of the secret, in hexadecimal.
    hash: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// The collections it may see; all where none is named.
    pub collections: Vec<String>,
}

/// The file of tokens.
#[derive(Debug)]
pub struct Tokens {
    path: PathBuf,
    read: Mutex<Option<Read>>,
}

/// What was read, and of which state of the file.
#[derive(Debug, Clone)]
struct Read {
    state: (i64, i64, u64, u64),
    tokens: Vec<Token>,
}

impl Tokens {
    /// The tokens of a file, which need not be there yet.
    pub fn at(path: PathBuf) -> Self {
        Self {
            path,
            read: Mutex::default(),
        }
    }

    /// Where tokens are kept unless a file is named.
    pub fn default_path() -> PathBuf {
        crate::config::xdg("XDG_DATA_HOME", ".local/share").join("tokens.json")
    }

    /// All tokens; none where there is no file.
    ///
    /// # Errors
    /// A file that others can read, or that is none of tokens.
    pub fn all(&self) -> Result<Vec<Token>, Failure> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let file = match std::fs::metadata(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                *read = None;
                return Ok(Vec::new());
            }
            // A file that cannot be looked at is not one that is not there.
            Err(error) => return Err(self.wrong(&error.to_string(), "look at its folder")),
        };
        if file.mode() & 0o077 != 0 {
            return Err(self.wrong(
                "others can read it",
                &format!("`chmod 600 {}`", self.path.display()),
            ));
        }
        let state = (file.mtime(), file.mtime_nsec(), file.ino(), file.size());
        if let Some(read) = read.as_ref().filter(|read| read.state == state) {
            return Ok(read.tokens.clone());
        }
        let text = std::fs::read_to_string(&self.path)?;
        let tokens: Vec<Token> = serde_json::from_str(&text).map_err(|error| {
            self.wrong(&error.to_string(), "`perusal token add` writes the file")
        })?;
        *read = Some(Read {
            state,
            tokens: tokens.clone(),
        });
        Ok(tokens)
    }

    /// Whether requests need a token: from the first one on, also when the last was taken back,
    /// until the file itself is removed.
    ///
    /// # Errors
    /// See [`Tokens::all`].
    pub fn are_needed(&self) -> Result<bool, Failure> {
        Ok(!self.all()?.is_empty() || self.path.exists())
    }

    /// The token of a secret.
    ///
    /// # Errors
    /// See [`Tokens::all`].
    pub fn find(&self, secret: &str) -> Result<Option<Token>, Failure> {
        self.of_hash(&perusal::content_hash(secret.as_bytes()))
    }

    /// The token whose secret has this hash.
    ///
    /// # Errors
    /// See [`Tokens::all`].
    pub fn of_hash(&self, hash: &str) -> Result<Option<Token>, Failure> {
        let mut found = None;
        // All are compared, so that the time says nothing of the place.
        for token in self.all()? {
            if bool::from(token.hash.as_bytes().ct_eq(hash.as_bytes())) {
                found = Some(token);
            }
        }
        Ok(found)
    }

    /// Makes a token and gives its secret, which is nowhere else.
    ///
    /// # Errors
    /// A name that is taken; a file that cannot be written.
    pub fn add(
        &self,
        name: &str,
        scopes: Vec<Scope>,
        collections: Vec<String>,
    ) -> Result<String, Failure> {
        let mut tokens = self.all()?;
        if tokens.iter().any(|token| token.name == name) {
            return Err(usage(
                format!("there is a token named `{name}` already"),
                format!("`perusal token rm {name}` takes it back"),
            ));
        }
        if tokens.len() >= TOKENS_MAX {
            return Err(usage(
                format!("there are {TOKENS_MAX} tokens already"),
                "`perusal token rm NAME` takes one back".to_owned(),
            ));
        }
        let secret = format!("{PREFIX}{}", random_digits()?);
        tokens.push(Token {
            name: name.to_owned(),
            hash: perusal::content_hash(secret.as_bytes()),
            scopes,
            collections,
        });
        self.write(&tokens)?;
        Ok(secret)
    }

    /// Takes a token back.
    ///
    /// # Errors
    /// No token of that name; a file that cannot be written.
    pub fn remove(&self, name: &str) -> Result<(), Failure> {
        let mut tokens = self.all()?;
        let before = tokens.len();
        tokens.retain(|token| token.name != name);
        if tokens.len() == before {
            return Err(usage(
                format!("no token is named `{name}`"),
                "`perusal token ls` lists them".to_owned(),
            ));
        }
        self.write(&tokens)
    }

    fn write(&self, tokens: &[Token]) -> Result<(), Failure> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let text = serde_json::to_string_pretty(tokens).unwrap_or_default();
        let beside = self.path.with_extension("json.new");
        let _ = std::fs::remove_file(&beside);
        let mut file = std::fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, &self.path)?;
        Ok(())
    }

    fn wrong(&self, what: &str, hint: &str) -> Failure {
        Failure::Config {
            message: format!("the token file {}: {what}", self.path.display()),
            hint: hint.to_owned(),
        }
    }
}

/// Random bytes in hexadecimal, as many as a secret has.
///
/// # Errors
/// A system that gives none.
pub fn random_digits() -> Result<String, Failure> {
    let mut secret = [0u8; SECRET_BYTES];
    getrandom::fill(&mut secret).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(secret.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn usage(message: String, hint: String) -> Failure {
    Failure::Usage { message, hint }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_by_its_secret_until_it_is_taken_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let tokens = Tokens::at(folder.path().join("tokens.json"));
        let secret = tokens
            .add("desk", vec![Scope::Read], Vec::new())
            .expect("a token");
        let text = std::fs::read_to_string(folder.path().join("tokens.json")).expect("a file");
        assert!(!text.contains(&secret));
        let found = tokens.find(&secret).expect("a file of tokens");
        assert_eq!(found.map(|token| token.name), Some("desk".to_owned()));
        assert!(tokens.are_needed().expect("a file"));
        assert!(tokens.find("perusal_00").expect("a file").is_none());
        assert!(tokens.add("desk", Vec::new(), Vec::new()).is_err());
        tokens.remove("desk").expect("a token");
        // Taking back the last one opens nothing.
        assert!(tokens.are_needed().expect("a file"));
        assert!(tokens.find(&secret).expect("a file").is_none());
    }
}
