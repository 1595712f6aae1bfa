//! Readers whose child is this test, and libraries to add to.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use perusal::index::Writer;
use perusal::ingest::{self, AddReport, AddRequest, FileReport};
use perusal::models::Cancel;
use perusal::reader::{ReadFailure, Reader, ReaderCommand, Reading};
use perusal::text::{Document, ReadLimits, Warning};
use perusal::{EngineError, IngestConfig};

use crate::child;

/// Longest time a test waits for something that should come.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The child in one of its moods; `about` makes it known among the processes.
pub fn command(mood: &str, about: &str) -> ReaderCommand {
    ReaderCommand {
        memory_bytes_max: 128 << 20,
        ..ReaderCommand::new(
            std::env::current_exe().unwrap(),
            &[child::MARK, mood, about],
        )
    }
}

/// Reads one file in a new child.
pub fn read(
    command: ReaderCommand,
    content: &str,
) -> Result<(Document, Vec<Warning>), ReadFailure> {
    let reader = Reader::Command(command);
    read_with(&mut Reading::new(&reader), content)
}

/// Reads one more file.
pub fn read_with(
    reading: &mut Reading<'_>,
    content: &str,
) -> Result<(Document, Vec<Warning>), ReadFailure> {
    let bytes = Arc::new(content.as_bytes().to_vec());
    reading.read(&bytes, "a.txt", &ReadLimits::default(), &Cancel::default())
}

/// Adds a folder to a new library, one file after the other.
pub fn add(
    folder: &Path,
    command: ReaderCommand,
    cancel: &Cancel,
) -> Result<AddReport, EngineError> {
    let library = tempfile::tempdir().unwrap();
    add_to(library.path(), folder, command, cancel)
}

/// Adds a folder to a library.
pub fn add_to(
    library: &Path,
    folder: &Path,
    command: ReaderCommand,
    cancel: &Cancel,
) -> Result<AddReport, EngineError> {
    let config = IngestConfig {
        reader: Reader::Command(command),
        threads: 1,
        ..IngestConfig::default()
    };
    let identity = ingest::identity(&config, None);
    let mut writer = Writer::open(library, &identity).unwrap();
    let request = AddRequest {
        paths: vec![folder.to_owned()],
        ..AddRequest::default()
    };
    ingest::add(&mut writer, None, &request, &config, cancel, &mut |_| {})
}

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

/// What became of a file.
pub fn file<'r>(report: &'r AddReport, path: &str) -> &'r FileReport {
    report.files.iter().find(|file| file.path == path).unwrap()
}

/// Waits until `found` finds something.
pub fn eventually<T>(mut found: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(started.elapsed() < PATIENCE, "it did not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Processes that were told `about`.
#[cfg(target_os = "linux")]
pub fn processes(about: &str) -> Vec<i32> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let told = |pid: &i32| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0)
            .any(|argument| argument == about.as_bytes())
    };
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(told)
        .collect()
}
