//! A server that follows another: it fetches whole versions of its collections and answers from
//! them, and changes nothing.

mod run;
mod shelf;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use perusal::models::ModelError;
use perusal::models::remote::{ApiKey, Peer};
use serde_json::{Value, json};

pub use self::run::Follow;
use self::shelf::Shelf;
use super::problem::Problem;
use super::state::Served;
use crate::cli::ServeArgs;
use crate::config;
use crate::context::Context;
use crate::failure::Failure;

/// Bytes of a file with a token.
const TOKEN_BYTES_MAX: u64 = 4 << 10;

/// How far a server is behind the one it follows.
pub struct Following {
    writer: String,
    collections: BTreeMap<String, Mutex<Status>>,
}

/// The same for one collection.
#[derive(Debug, Clone, Default)]
struct Status {
    /// The version that is answered from.
    version: Option<u64>,
    /// The version the writer had when it was last heard.
    newest: Option<u64>,
    /// When that was.
    heard: Option<Instant>,
    /// Why it was not heard since, or why what it has could not be taken.
    problem: Option<String>,
}

impl Status {
    fn behind(&self) -> Option<u64> {
        Some(self.newest?.saturating_sub(self.version.unwrap_or(0)))
    }

    fn heard_s(&self) -> Option<u64> {
        Some(self.heard?.elapsed().as_secs())
    }
}

impl Following {
    /// The address of the server that is followed.
    pub fn writer(&self) -> &str {
        &self.writer
    }

    fn status(&self, collection: &str) -> Status {
        let status = self.collections.get(collection);
        let status = status.map(|one| one.lock().unwrap_or_else(PoisonError::into_inner).clone());
        status.unwrap_or_default()
    }

    fn note(&self, collection: &str, change: impl FnOnce(&mut Status)) {
        if let Some(status) = self.collections.get(collection) {
            change(&mut status.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// How far a collection is behind, for those who may read it.
    pub fn told(&self, collection: &str) -> Value {
        let status = self.status(collection);
        json!({
            "of": self.writer,
            "version": status.version,
            "writer_version": status.newest,
            "behind": status.behind(),
            "heard_seconds_ago": status.heard_s(),
            "problem": status.problem,
        })
    }

    /// The most that any collection is behind, in versions and in seconds, as a header has it.
    pub fn header(&self) -> String {
        let all = self.collections.keys().map(|name| self.status(name));
        let all: Vec<Status> = all.collect();
        let most = |of: &dyn Fn(&Status) -> Option<u64>| {
            let found: Option<Vec<u64>> = all.iter().map(of).collect();
            let most = found.and_then(|found| found.into_iter().max());
            most.map_or("unknown".to_owned(), |most| most.to_string())
        };
        let version = all.iter().filter_map(|one| one.version).max();
        format!(
            "version={}, behind={}, heard={}",
            version.map_or("none".to_owned(), |version| version.to_string()),
            most(&Status::behind),
            most(&Status::heard_s)
        )
    }

    /// The most versions that any collection is behind; `None` before all were heard of.
    pub fn behind(&self) -> Option<u64> {
        let all = self
            .collections
            .keys()
            .map(|name| self.status(name).behind());
        let all: Option<Vec<u64>> = all.collect();
        all?.into_iter().max()
    }

    /// Whether every collection has a version to answer from.
    pub fn has_all(&self) -> bool {
        let mut all = self.collections.keys();
        all.all(|name| self.status(name).version.is_some())
    }

    /// Refuses to answer from nothing.
    ///
    /// # Errors
    /// No version of the collection came yet.
    pub fn is_there(&self, collection: &str) -> Result<(), Problem> {
        let status = self.status(collection);
        if status.version.is_some() || !self.collections.contains_key(collection) {
            return Ok(());
        }
        let why = status.problem.map(|why| format!(": {why}"));
        let detail = format!(
            "nothing has come from {} yet{}",
            self.writer,
            why.unwrap_or_default()
        );
        Err(Problem {
            retry_after: Some(1),
            ..Problem::new(
                axum::http::StatusCode::SERVICE_UNAVAILABLE,
                "replica_empty",
                detail,
            )
        })
    }

    /// What is answered to who wants to change something.
    pub fn refusal(&self) -> Problem {
        let detail = "this server follows another and changes nothing";
        Problem::new(axum::http::StatusCode::FORBIDDEN, "replica", detail)
            .hint(format!("send it to {}", self.writer))
    }
}

/// Collections that will follow those of the same names at the writer, each in the folder that it
/// would be in; what came before is answered from at once.
///
/// # Errors
/// An address that is none, a token that cannot be read, a folder with a library of its own.
pub fn prepare(
    context: &Context,
    args: &ServeArgs,
    writer: &str,
    collections: &mut BTreeMap<String, Context>,
) -> Result<(Following, Vec<Follow>), Failure> {
    let token = args.writer_token_file.as_deref().map(token).transpose()?;
    let mut following = Following {
        writer: String::new(),
        collections: BTreeMap::new(),
    };
    let mut follows = Vec::new();
    for (name, collection) in collections {
        let peer = Peer::new(writer, token.clone()).map_err(|error| no_address(&error))?;
        if token.is_some() && peer.endpoint().is_in_the_clear() {
            context.output.say(&format!(
                "note: {writer} is no https:// address: others on the way can read the token"
            ));
        }
        following.writer = peer.endpoint().to_string();
        let shelf = Shelf::open(&collection.settings.store)?;
        let current = shelf.current()?;
        let status = Status {
            version: current.as_ref().map(|current| current.version),
            ..Status::default()
        };
        let base = collection.clone();
        if let Some(current) = &current {
            *collection = with_store(&base, &current.dir)?;
        }
        following
            .collections
            .insert(name.clone(), Mutex::new(status));
        let every = Duration::from_millis(args.replica_every_ms);
        follows.push(Follow::new(
            name,
            shelf,
            peer,
            (base, context.output),
            every,
        ));
    }
    Ok((following, follows))
}

/// Follows until the server stops, on a thread for each collection.
pub fn begin(served: &Arc<Served>, follows: Vec<Follow>) {
    for follow in follows {
        let served = Arc::clone(served);
        std::thread::spawn(move || follow.run(&served));
    }
}

/// The same context for another folder.
fn with_store(context: &Context, dir: &Path) -> Result<Context, Failure> {
    let mut flags = context.flags.clone();
    flags.insert("store", dir.display().to_string().into());
    let settings = config::load(&flags)?;
    Ok(Context {
        settings: settings.into(),
        flags,
        ..context.clone()
    })
}

fn no_address(error: &ModelError) -> Failure {
    let message = match error {
        ModelError::BadEndpoint { endpoint, reason } => {
            format!("`{endpoint}` cannot be the address of a server: {reason}")
        }
        other => other.to_string(),
    };
    Failure::Usage {
        message,
        hint: "`--replica-of http://HOST:7333` names the server that is followed".to_owned(),
    }
}

fn token(file: &Path) -> Result<ApiKey, Failure> {
    let unusable = |what: String| Failure::Usage {
        message: format!("the token of the writer in `{}`: {what}", file.display()),
        hint: "a file with what `perusal token add NAME --scope follow` printed there".to_owned(),
    };
    let about = std::fs::metadata(file).map_err(|error| unusable(error.to_string()))?;
    if about.len() > TOKEN_BYTES_MAX {
        return Err(unusable("it is too long".to_owned()));
    }
    let text = std::fs::read_to_string(file).map_err(|error| unusable(error.to_string()))?;
    ApiKey::new(&text).map_err(|what| unusable(what.to_owned()))
}
