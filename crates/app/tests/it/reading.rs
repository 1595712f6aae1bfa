//! Files are parsed in child processes of the binary itself.

use crate::home::{Home, Run, data};
use crate::made_up::text;

/// Settings that parse inside the program.
fn inside(home: &mut Home) {
    home.set("PERUSAL_READ__IN_CHILD", "false");
}

fn with_documents() -> Home {
    let home = Home::new();
    for file in 0..12 {
        home.write(&format!("docs/{file}.txt"), text(file, 1, 20));
    }
    home.write("docs/a.md", "# Rules\n\n| a | b |\n|---|---|\n| 1 | 2 |\n");
    home.write("docs/broken.pdf", "%PDF-1.4\nnothing\n");
    home
}

#[test]
fn children_read_what_the_program_itself_reads() {
    let mut home = with_documents();
    if let Some(filings) = data("insurance/pdf") {
        let filing = std::fs::read_dir(filings).unwrap().flatten().next();
        std::fs::copy(filing.unwrap().path(), home.path("docs/filing.pdf")).unwrap();
    }
    let in_children = home.fresh_digest("children", &["docs"]);
    inside(&mut home);
    assert_eq!(home.fresh_digest("inside", &["docs"]), in_children);
}

#[test]
fn a_file_that_needs_too_much_memory_fails_and_is_read_once_there_is_more() {
    let mut home = with_documents();
    std::fs::remove_file(home.path("docs/broken.pdf")).unwrap();
    home.write(
        "docs/large.txt",
        text(77, 1, 10).repeat(80_000_000 / text(77, 1, 10).len()),
    );
    home.set("PERUSAL_LIMITS__PARSE_MEMORY_BYTES_MAX", "67108864");
    let run = home.run(&["add", "docs"]).expect(
        4,
        "failed: large.txt: needed more than 64 MB of memory to read",
    );
    assert!(run.stdout.contains("13 added, 1 failed"), "{run:?}");
    std::fs::write(home.path("docs/large.txt"), text(77, 1, 10)).unwrap();
    home.run(&["add", "docs"]).expect(0, "");
}

#[test]
fn doctor_says_what_holds_the_children() {
    let mut home = with_documents();
    home.run(&["add", "docs"]).expect(4, "");
    let reading = home.json(&["doctor"])["reading"].clone();
    assert_eq!(reading["in_child"], true);
    assert_eq!(reading["timeout_ms"], 60_000);
    assert_eq!(reading["memory_bytes_max"], 512 << 20);
    let guards = reading["guards"].as_array().unwrap();
    let missing = reading["missing"].as_array().unwrap();
    println!("guards {guards:?}, missing {missing:?}");
    assert_eq!(guards.len() + missing.len(), 10);
    if cfg!(target_os = "linux") {
        assert!(guards.contains(&"memory".into()), "{guards:?}");
    }
    inside(&mut home);
    let run = home.run(&["doctor"]).expect(0, "");
    assert!(run.stdout.contains("parsed inside this program"), "{run:?}");
}

#[test]
fn limits_out_of_range_are_refused() {
    let mut home = Home::new();
    home.set("PERUSAL_LIMITS__PARSE_TIMEOUT_MS", "5");
    home.run(&["config", "show"]).expect(
        2,
        "`limits.parse_timeout_ms` is 5, allowed is 100 to 3600000",
    );
}

#[test]
fn a_downloaded_folder_cannot_take_the_protection_away() {
    let home = Home::new();
    home.write("perusal.toml", "[read]\nin_child = false\n");
    let run = home.run(&["config", "show"]).expect(
        0,
        "`read.in_child` in ./perusal.toml is not used: a folder may not choose paths, servers or \
         prompts, or take protections away",
    );
    let line = run
        .stdout
        .lines()
        .find(|line| line.contains("read.in_child"));
    assert!(line.unwrap().contains("true"), "{run:?}");
    home.run(&["config", "trust"]).expect(0, "");
    let run = home.run(&["config", "show"]).expect(0, "");
    let line = run
        .stdout
        .lines()
        .find(|line| line.contains("read.in_child"));
    assert!(line.unwrap().contains("false"), "{run:?}");
}

#[test]
fn the_child_is_no_command_for_people() {
    let home = Home::new();
    let help = home.run(&["--help"]).expect(0, "");
    assert!(!help.stdout.contains("read-child"), "{help:?}");
    // Started by hand it greets, finds nothing to read and ends.
    let output = home
        .command()
        .args(["read-child", "268435456", "10"])
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert!(output.stdout.starts_with(b"PRSX"));
    Run::from(output).expect(0, "");
}
