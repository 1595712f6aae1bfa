//! Asking the writer again and again, and taking what is new.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use perusal::index::{self, Arriving, Published};
use perusal::models::Limits;
use perusal::models::remote::{Peer, PeerError};
use serde::Deserialize;

use super::folder::ReplicaFolder;
use crate::config::{self, Settings};
use crate::context::Context;
use crate::failure::Failure;
use crate::output::Output;
use crate::serve::state::Served;
use crate::serve::warming::load;

/// The longest pause after it was not heard.
const PAUSE_MAX: Duration = Duration::from_secs(15);
/// The longest time for its list; it may have to make it first.
const LIST_TIME: Duration = Duration::from_secs(120);
/// The same for one block.
const BLOCK_TIME: Duration = Duration::from_secs(30);
/// How often is looked whether the server stops.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// A collection that follows the one of its name.
pub struct Follow {
    name: String,
    folder: ReplicaFolder,
    peer: Peer,
    /// Its context, but for the folder.
    base: Context,
    output: Output,
    /// How often the writer is asked what it has.
    every: Duration,
    /// Versions that were answered from before, and what requests that still do hold.
    before: Vec<(PathBuf, Arc<Settings>)>,
}

/// What the writer has.
#[derive(Deserialize)]
struct Newest {
    version: u64,
    publication: String,
    published: Option<Published>,
}

/// What one look gave.
enum Look {
    /// Nothing is new.
    Same,
    /// A version was taken.
    Taken(u64),
    /// What was being fetched is not kept any more: the next look tells what is.
    Gone,
}

impl Follow {
    pub fn new(
        name: &str,
        folder: ReplicaFolder,
        peer: Peer,
        (base, output): (Context, Output),
        every: Duration,
    ) -> Self {
        Self {
            name: name.to_owned(),
            folder,
            peer,
            base,
            output,
            every,
            before: Vec::new(),
        }
    }

    /// Follows until the server stops.
    pub fn run(mut self, served: &Arc<Served>) {
        let Some(following) = served.following.clone() else {
            return;
        };
        let mut failures = 0;
        while !served.stopping.is_cancelled() {
            let looked = self.look(served);
            let pause = match looked {
                Ok(Look::Taken(version)) => {
                    failures = 0;
                    self.output
                        .say(&format!("{}: version {version}", self.name));
                    Duration::ZERO
                }
                Ok(Look::Same) => {
                    failures = 0;
                    self.every
                }
                Ok(Look::Gone) => LOOK_EVERY,
                Err(problem) => {
                    failures += 1;
                    if failures == 1 {
                        self.output.say(&format!("{}: {problem}", self.name));
                    }
                    following.note(&self.name, |status| status.problem = Some(problem));
                    (self.every * 2_u32.pow(failures.min(9) - 1)).min(PAUSE_MAX)
                }
            };
            self.tidy();
            let until = Instant::now() + pause;
            while Instant::now() < until && !served.stopping.is_cancelled() {
                std::thread::sleep(LOOK_EVERY);
            }
        }
    }

    /// Asks what the writer has, and takes it where it is another version than ours.
    fn look(&mut self, served: &Arc<Served>) -> Result<Look, String> {
        let current = self.folder.current().map_err(told)?;
        let limits = Limits {
            deadline: None,
            cancel: served.stopping.clone(),
        };
        let mut path = format!("/api/v1/replica?collection={}", escaped(&self.name));
        if let Some(current) = &current {
            path.push_str(&format!("&have={}", current.digest));
        }
        let body = self.get(&path, LIST_TIME, &limits)?;
        let body = body.ok_or("it has no such collection, or is too old to be followed")?;
        let newest: Newest =
            serde_json::from_slice(&body).map_err(|error| format!("its list: {error}"))?;
        if let Some(following) = &served.following {
            following.note(&self.name, |status| {
                status.newest = Some(newest.version);
                status.heard = Some(Instant::now());
                status.problem = None;
            });
        }
        let Some(published) = newest.published else {
            return Ok(Look::Same);
        };
        if published.digest() != newest.publication || published.version != newest.version {
            return Err("its list is not the one that it names".to_owned());
        }
        let before = current.as_ref().map(|current| current.dir.as_path());
        let mut arriving =
            Arriving::begin(published, &self.folder.coming(), before).map_err(told)?;
        for (file, block) in arriving.lacks() {
            let path = format!(
                "/api/v1/replica/block?collection={}&publication={}&file={}&block={block}",
                escaped(&self.name),
                newest.publication,
                escaped(&file)
            );
            let Some(bytes) = self.get(&path, BLOCK_TIME, &limits)? else {
                return Ok(Look::Gone);
            };
            arriving.take(&file, block, &bytes).map_err(told)?;
        }
        let place = self.folder.place(newest.version, &newest.publication);
        // One that is there is there whole: the writer has what it had before.
        self.before.retain(|(dir, _)| *dir != place);
        let version = match place.is_dir() {
            true => newest.version,
            false => arriving.finish(&place).map_err(told)?,
        };
        self.folder.show(&place).map_err(told)?;
        let context = with_store(&self.base, &place).map_err(told)?;
        load::open(&context);
        let old = served.show(&self.name, context);
        // Before the first version the folder of all of them stood in its place.
        if let Some(old) = old.filter(|old| old.settings.store != self.base.settings.store) {
            self.before.push((old.settings.store.clone(), old.settings));
        }
        if let Some(following) = &served.following {
            following.note(&self.name, |status| status.version = Some(version));
        }
        Ok(Look::Taken(version))
    }

    /// What the writer answers; `None` for what it does not have any more.
    fn get(&self, path: &str, time: Duration, limits: &Limits) -> Result<Option<Vec<u8>>, String> {
        let answer = match self.peer.get(path, time, limits) {
            Ok(answer) => answer,
            Err(PeerError::Stopped(_)) => return Err("the server stops".to_owned()),
            Err(error) => return Err(error.to_string()),
        };
        match answer.status {
            200 => Ok(Some(answer.body)),
            404 | 410 => Ok(None),
            status => {
                let said: Option<serde_json::Value> = serde_json::from_slice(&answer.body).ok();
                let detail = said.as_ref().and_then(|said| said["detail"].as_str());
                // Words of another machine: few, and none that steer a terminal.
                let detail: String = detail
                    .unwrap_or("no reason given")
                    .chars()
                    .filter(|c| !c.is_control())
                    .take(200)
                    .collect();
                Err(format!("the writer refuses with status {status}: {detail}"))
            }
        }
    }

    /// Removes versions that nothing is answered from any more.
    fn tidy(&mut self) {
        let warm = &self.base.warm;
        self.before.retain(|(dir, settings)| {
            // Requests that began with a version hold its settings, then read it.
            if Arc::strong_count(settings) > 1 {
                return true;
            }
            warm.forget(dir);
            if index::is_read(dir).unwrap_or(true) {
                return true;
            }
            // What stays is removed at the next start.
            let _ = std::fs::remove_dir_all(dir);
            false
        });
    }
}

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// A value of an address.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            escaped.push(byte.into());
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}

/// The same context for another folder.
pub fn with_store(context: &Context, dir: &Path) -> Result<Context, Failure> {
    let mut flags = context.flags.clone();
    flags.insert("store", dir.display().to_string().into());
    let settings = config::load(&flags)?;
    Ok(Context {
        settings: settings.into(),
        flags,
        ..context.clone()
    })
}
