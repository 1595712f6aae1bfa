//! A server that follows another: it fetches whole versions of its collections and answers from
//! them, and changes nothing.

mod folder;
mod run;
pub mod status;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use perusal::models::ModelError;
use perusal::models::remote::{ApiKey, Peer};

use self::folder::ReplicaFolder;
pub use self::run::Follow;
use self::run::with_store;
pub use self::status::Following;
use self::status::Status;
use super::state::Served;
use crate::cli::ServeArgs;
use crate::context::Context;
use crate::failure::Failure;

/// Bytes of a file with a token.
const TOKEN_BYTES_MAX: u64 = 4 << 10;

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
        let folder = ReplicaFolder::open(&collection.settings.store)?;
        let current = folder.current()?;
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
            folder,
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
