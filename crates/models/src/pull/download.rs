//! One file over HTTP, going on where it was cut.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use ureq::{
    Agent, Body,
    http::{Response, StatusCode, header},
    tls::{RootCerts, TlsConfig},
};

use super::told::{Failure, PullEvent};
use crate::{Attempt, Limits, ModelError, catalogue::hash_file};

/// Tries of one download in a row that brought no new byte.
const IDLE_TRIES_MAX: u32 = 4;

/// Tries of one download altogether.
const TRIES_MAX: u32 = 20;

/// Pause before the first new try; each further one is twice as long.
const PAUSE_FIRST: Duration = Duration::from_millis(250);

/// Longest a server may keep silent, connecting or sending.
const SILENCE_MAX: Duration = Duration::from_secs(20);

/// Bytes read between two looks at the limits.
const READ_BYTES: usize = 64 << 10;

/// What is to be downloaded.
pub(super) struct Target<'a> {
    /// Where to: a file that may hold the beginning already.
    pub into: &'a Path,
    /// SHA-256 of the whole.
    pub sha256: &'a str,
    /// Length of the whole; nothing longer is read.
    pub bytes: u64,
}

/// How one request ended.
enum Failed {
    /// The connection broke, or the server is busy: worth another try.
    Again(String),
    /// What is there cannot be gone on from.
    Afresh(String),
    /// Another request would end alike.
    Here(String),
    /// Cancelled, or the disk failed.
    Fatal(ModelError),
}

impl From<ModelError> for Failed {
    fn from(error: ModelError) -> Self {
        Self::Fatal(error)
    }
}

/// Downloads the whole of `target` from an `http`, `https` or `file` address and checks its hash.
///
/// What is there of an earlier download is kept, also when this one is cut or cancelled.
pub(super) fn download(
    address: &str,
    target: &Target,
    progress: &mut dyn FnMut(PullEvent),
    limits: &Limits,
) -> Result<(), Failure> {
    if let Some(path) = address.strip_prefix("file://") {
        let path = PathBuf::from(percent_decoded(path));
        fs::copy(&path, target.into).map_err(|error| Failure::attempt(address, error))?;
        return check(target.into, target.sha256, address);
    }
    let pieced = fetch_whole(address, target, progress, limits)?;
    let outcome = match check(target.into, target.sha256, address) {
        // The beginning may have been of another file: once more, from the start.
        Err(Failure::Mismatch { .. }) if pieced => {
            fetch_whole(address, target, progress, limits)?;
            check(target.into, target.sha256, address)
        }
        outcome => outcome,
    };
    let _ = fs::remove_file(tag_path(target.into));
    outcome
}

/// Removes a file whose content is not the pinned one, and says so.
pub(super) fn check(file: &Path, expected: &str, source: &str) -> Result<(), Failure> {
    let got = hash_file(file).map_err(ModelError::io(file))?;
    if got == expected {
        return Ok(());
    }
    forget(file);
    let reason = format!("the content's SHA-256 is {got}, not {expected}");
    let expected = expected.to_owned();
    Err(Failure::Mismatch {
        attempt: Attempt {
            source: source.to_owned(),
            reason,
        },
        error: Box::new(ModelError::HashMismatch {
            file: file.to_owned(),
            expected,
            got,
        }),
    })
}

/// Requests until all bytes are there, or it does not look as if they will come. Tells whether
/// they came in more than one piece.
fn fetch_whole(
    address: &str,
    target: &Target,
    progress: &mut dyn FnMut(PullEvent),
    limits: &Limits,
) -> Result<bool, Failure> {
    let agent = agent();
    let mut pieced = length(target.into) > 0;
    let mut idle = 0;
    let mut pause = PAUSE_FIRST;
    for _ in 0..TRIES_MAX {
        limits.check()?;
        let before = length(target.into);
        let reason = match request(&agent, address, target, progress, limits) {
            Ok(()) => return Ok(pieced),
            Err(Failed::Fatal(error)) => return Err(Failure::Fatal(error)),
            Err(Failed::Here(reason)) => return Err(Failure::attempt(address, reason)),
            Err(Failed::Again(reason)) => reason,
            Err(Failed::Afresh(reason)) => {
                forget(target.into);
                reason
            }
        };
        let grown = length(target.into) > before;
        pieced |= grown;
        (idle, pause) = if grown {
            (0, PAUSE_FIRST)
        } else {
            (idle + 1, pause * 2)
        };
        let failed = Attempt {
            source: address.to_owned(),
            reason,
        };
        if idle >= IDLE_TRIES_MAX {
            return Err(Failure::Attempt(failed));
        }
        progress(PullEvent::Retrying { failed });
        sleep(pause, limits)?;
    }
    Err(Failure::attempt(
        address,
        format!("still not whole after {TRIES_MAX} requests"),
    ))
}

fn agent() -> Agent {
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::PlatformVerifier)
        .build();
    Agent::config_builder()
        .tls_config(tls)
        .http_status_as_error(false)
        .timeout_connect(Some(SILENCE_MAX))
        .timeout_recv_response(Some(SILENCE_MAX))
        .timeout_per_read(Some(SILENCE_MAX))
        .build()
        .new_agent()
}

/// One request for what is not there yet.
fn request(
    agent: &Agent,
    address: &str,
    target: &Target,
    progress: &mut dyn FnMut(PullEvent),
    limits: &Limits,
) -> Result<(), Failed> {
    let mut have = length(target.into);
    if have > target.bytes {
        forget(target.into);
        have = 0;
    }
    if have == target.bytes {
        return Ok(());
    }
    let mut request = agent
        .get(address)
        .header(header::ACCEPT_ENCODING, "identity");
    if have > 0 {
        request = request.header(header::RANGE, format!("bytes={have}-"));
        // If the file has changed since, the server sends all of the new one.
        if let Ok(tag) = fs::read_to_string(tag_path(target.into)) {
            request = request.header(header::IF_RANGE, tag);
        }
    }
    let response = request.call().map_err(|error| failed(&error))?;
    let start = start_of(&response, have, target.bytes)?;
    receive(response, start, target, progress, limits)
}

/// Whether a request that gave no answer is worth another try.
fn failed(error: &ureq::Error) -> Failed {
    use ureq::Error::{ConnectionFailed, Io, Protocol, Timeout};
    match error {
        // A certificate that is not trusted comes as an I/O error, too.
        Io(io) if io.kind() == std::io::ErrorKind::InvalidData => Failed::Here(error.to_string()),
        Io(_) | Timeout(_) | ConnectionFailed | Protocol(_) => Failed::Again(error.to_string()),
        _ => Failed::Here(error.to_string()),
    }
}

/// Where in the file the body of a response belongs.
fn start_of(response: &Response<Body>, have: u64, bytes: u64) -> Result<u64, Failed> {
    let text = |name| {
        response
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    match response.status() {
        StatusCode::PARTIAL_CONTENT if have > 0 => {
            let range = text(header::CONTENT_RANGE).unwrap_or("");
            let parsed = content_range(range);
            let fits = |(start, total): (u64, Option<u64>)| {
                start == have && total.is_none_or(|total| total == bytes)
            };
            match parsed {
                Some(range) if fits(range) => Ok(have),
                _ => Err(Failed::Afresh(format!(
                    "sent the range `{range}`, asked for {have}-"
                ))),
            }
        }
        StatusCode::OK => {
            let length: Option<u64> =
                text(header::CONTENT_LENGTH).and_then(|length| length.parse().ok());
            match length {
                Some(length) if length != bytes => Err(Failed::Here(format!(
                    "has {length} bytes, expected {bytes}"
                ))),
                _ => Ok(0),
            }
        }
        StatusCode::RANGE_NOT_SATISFIABLE if have > 0 => {
            Err(Failed::Afresh("has no such range".to_owned()))
        }
        status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
            Err(Failed::Again(format!("status {status}")))
        }
        status => Err(Failed::Here(format!("status {status}"))),
    }
}

/// `bytes 5-9/10` as (5, 10).
fn content_range(range: &str) -> Option<(u64, Option<u64>)> {
    let (span, total) = range.strip_prefix("bytes ")?.split_once('/')?;
    let (start, _) = span.split_once('-')?;
    let total = if total == "*" {
        None
    } else {
        Some(total.parse().ok()?)
    };
    Some((start.parse().ok()?, total))
}

/// Writes a body to the file from `start` on.
fn receive(
    response: Response<Body>,
    start: u64,
    target: &Target,
    progress: &mut dyn FnMut(PullEvent),
    limits: &Limits,
) -> Result<(), Failed> {
    let mut file = open_at(target.into, start)?;
    keep_tag(&response, target.into);
    let name = target
        .into
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let mut received = start;
    let mut body = response.into_body().into_reader();
    let mut buffer = vec![0; READ_BYTES];
    loop {
        limits.check()?;
        let count = body
            .read(&mut buffer)
            .map_err(|error| Failed::Again(error.to_string()))?;
        if count == 0 {
            break;
        }
        if received + count as u64 > target.bytes {
            forget(target.into);
            return Err(Failed::Here(format!(
                "sends more than the {} bytes of the file",
                target.bytes
            )));
        }
        file.write_all(&buffer[..count])
            .map_err(ModelError::io(target.into))?;
        received += count as u64;
        progress(PullEvent::Downloading {
            file: name.clone(),
            received,
            total: target.bytes,
        });
    }
    if received < target.bytes {
        return Err(Failed::Again(format!(
            "ended after {received} of {} bytes",
            target.bytes
        )));
    }
    Ok(())
}

fn open_at(path: &Path, start: u64) -> Result<fs::File, ModelError> {
    let mut options = fs::OpenOptions::new();
    options.create(true).write(true).truncate(false);
    let mut file = options.open(path).map_err(ModelError::io(path))?;
    file.set_len(start).map_err(ModelError::io(path))?;
    std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(start))
        .map_err(ModelError::io(path))?;
    Ok(file)
}

/// Keeps the file's version beside it, where the server gives a strong one.
fn keep_tag(response: &Response<Body>, part: &Path) {
    let tag = response
        .headers()
        .get(header::ETAG)
        .and_then(|tag| tag.to_str().ok());
    // Without the tag a resumed file is still checked by its hash.
    let _ = match tag.filter(|tag| tag.starts_with('"')) {
        Some(tag) => fs::write(tag_path(part), tag),
        None => fs::remove_file(tag_path(part)),
    };
}

fn tag_path(part: &Path) -> PathBuf {
    part.with_added_extension("etag")
}

/// Removes what was downloaded; a file that stays is overwritten by the next download.
fn forget(part: &Path) {
    let _ = fs::remove_file(part);
    let _ = fs::remove_file(tag_path(part));
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}

fn sleep(pause: Duration, limits: &Limits) -> Result<(), ModelError> {
    let end = Instant::now() + pause;
    while Instant::now() < end {
        limits.check()?;
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// `%20` to a space, and so on; the path of a `file` address.
fn percent_decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|code| str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        match (first, code) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
