//! A large sheet: one query stays quick and within its memory.

use std::fmt::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::library;
use crate::home::Home;

/// What a query may take of the processor, in seconds.
const SECONDS_MAX: f64 = 1.0;
/// What it may take of memory.
const PEAK_KB_MAX: u64 = 600_000;

#[test]
#[ignore = "adds a million rows: scripts/test --long"]
fn a_million_rows_are_asked_in_a_second() {
    let makes = ["Ducati", "Kawasaki", "Triumph", "Honda"];
    let mut lines = "make,price\n".to_owned();
    for row in 0..1_000_000_usize {
        writeln!(lines, "{},{row}", makes[row % makes.len()]).unwrap();
    }
    let home = library("large.csv", lines);
    let sql = "SELECT SUM(price), COUNT(*) FROM large.table WHERE make = 'honda'";
    let begun = Instant::now();
    let run = home.run(&["query", sql]).expect(0, "");
    println!("{sql}: {:?}", begun.elapsed());
    assert!(run.stdout.contains("125,000,250,000   250,000"), "{run:?}");
    let Some(Needs { peak_kb, seconds }) = needs(&home, sql) else {
        println!("skipped: this system does not tell what a process needs");
        return;
    };
    println!("{seconds} s of the processor, {peak_kb} kB");
    assert!(seconds <= SECONDS_MAX, "{seconds} s");
    assert!(peak_kb <= PEAK_KB_MAX, "{peak_kb} kB");
}

#[test]
#[ignore = "adds a million rows: scripts/test --long"]
fn rows_beyond_the_cells_that_are_kept_are_said_to_be_missing() {
    let mut lines = "make,price,year\n".to_owned();
    for row in 0..1_000_100_usize {
        writeln!(lines, "Ducati,{row},2020").unwrap();
    }
    let mut home = Home::new();
    // As many cells as are kept do not fit the default.
    home.set("PERUSAL_LIMITS__PARSE_MEMORY_BYTES_MAX", "2147483648");
    home.write("docs/large.csv", lines);
    home.run(&["add", "docs"]).expect(0, "");
    let run = home.run(&["query", "SELECT COUNT(*) FROM large.table", "--csv"]);
    let run = run.expect(
        0,
        "large.csv: only the first 3000000 cells are kept as values",
    );
    assert_eq!(run.stdout, "COUNT(*)\r\n999999\r\n");
}

/// What a process took.
struct Needs {
    peak_kb: u64,
    seconds: f64,
}

/// Looks at a run while it goes on, on systems that tell.
fn needs(home: &Home, sql: &str) -> Option<Needs> {
    let mut command = home.command();
    let run = command.args(["query", sql]).stdout(Stdio::null());
    let mut child = run.spawn().ok()?;
    let folder = format!("/proc/{}", child.id());
    let (mut peak, mut ticks) = (None, None);
    while child.try_wait().ok()?.is_none() {
        let told = |name: &str| std::fs::read_to_string(format!("{folder}/{name}"));
        let status = told("status").unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        peak = line
            .and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok())
            .or(peak);
        // Behind the name, which is in brackets: user and system time are the 12th and 13th.
        let stat = told("stat").unwrap_or_default();
        let fields = stat.rsplit(')').next().unwrap_or_default();
        let times = fields.split_whitespace().skip(11).take(2);
        let times: Option<Vec<u64>> = times.map(|time| time.parse().ok()).collect();
        let whole = times.filter(|times| times.len() == 2);
        ticks = whole.map(|times| times[0] + times[1]).or(ticks);
        std::thread::sleep(Duration::from_millis(2));
    }
    Some(Needs {
        peak_kb: peak?,
        seconds: ticks? as f64 / 100.0,
    })
}
