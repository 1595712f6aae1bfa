//! What reading in a child process costs: adds a folder with the files parsed
//! in this process and in children, in turns, and prints the medians of the
//! reading time and their ratio.
//!
//! ```text
//! cargo run --release -p perusal --example bench_sandbox -- FOLDER [ROUNDS]
//! ```

#![allow(clippy::print_stdout, reason = "a measurement is printed")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use perusal::index::Writer;
use perusal::ingest::{self, Action, AddReport, AddRequest};
use perusal::models::Cancel;
use perusal::reader::{ChildLimits, Reader, ReaderCommand, serve};
use perusal::{IngestConfig, text};

/// First argument of a child of this program.
const CHILD: &str = "read-child";

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [CHILD, memory, cpu] => {
            let limits = ChildLimits {
                memory_bytes_max: memory.parse()?,
                cpu_seconds_max: cpu.parse()?,
            };
            Ok(serve(&limits, |file| {
                text::read(&file.bytes, &file.name, &file.limits)
            })?)
        }
        [folder] => measure(Path::new(folder), 5),
        [folder, rounds] => measure(Path::new(folder), rounds.parse()?),
        _ => Err("give a folder".into()),
    }
}

fn measure(folder: &Path, rounds: usize) -> Result<(), Failure> {
    let child = Reader::Command(ReaderCommand::new(std::env::current_exe()?, &[CHILD]));
    let readers = [("in process", Reader::InProcess), ("in children", child)];
    let mut times = [Vec::new(), Vec::new()];
    for round in 1..=rounds.max(1) {
        for ((name, reader), times) in readers.iter().zip(&mut times) {
            let report = add(folder, reader)?;
            println!(
                "round {round}  {name:11}  {:.3} s  {} files, {} failed",
                report.read_time.as_secs_f64(),
                report.files.len(),
                report.count(Action::Failed),
            );
            times.push(report.read_time);
        }
    }
    let [here, there] = times.map(median);
    println!(
        "median: in process {:.3} s, in children {:.3} s, ratio {:.3}",
        here.as_secs_f64(),
        there.as_secs_f64(),
        there.as_secs_f64() / here.as_secs_f64()
    );
    Ok(())
}

fn add(folder: &Path, reader: &Reader) -> Result<AddReport, Failure> {
    let library = tempfile::tempdir()?;
    let config = IngestConfig {
        reader: reader.clone(),
        ..IngestConfig::default()
    };
    let mut writer = Writer::open(library.path(), &ingest::identity(&config, None))?;
    let request = AddRequest {
        paths: vec![PathBuf::from(folder)],
        ..AddRequest::default()
    };
    let cancel = Cancel::default();
    Ok(ingest::add(
        &mut writer,
        None,
        &request,
        &config,
        &cancel,
        &mut |_| {},
    )?)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
