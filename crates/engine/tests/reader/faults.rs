//! What ends a child costs the file it was reading, and nothing else.

use std::time::{Duration, Instant};

use perusal::EngineError;
use perusal::ingest::Action;
use perusal::models::Cancel;
use perusal::reader::{ReadFailure, Reader, ReaderCommand, Reading};

use crate::support::{PATIENCE, add, add_to, command, file, folder, read, read_with};

pub const TESTS: &[(&str, fn())] = &[
    (
        "good_files_are_read_as_in_process",
        good_files_are_read_as_in_process,
    ),
    ("a_fault_costs_its_file_only", a_fault_costs_its_file_only),
    (
        "a_failure_of_the_machine_is_tried_again",
        a_failure_of_the_machine_is_tried_again,
    ),
    ("a_failure_of_the_file_is_not", a_failure_of_the_file_is_not),
    (
        "the_verdict_of_a_new_child_counts",
        the_verdict_of_a_new_child_counts,
    ),
    (
        "processor_time_is_limited_too",
        processor_time_is_limited_too,
    ),
    (
        "answers_that_are_none_are_refused",
        answers_that_are_none_are_refused,
    ),
    (
        "an_answer_that_stops_short_is_a_crash_or_takes_too_long",
        short_answers,
    ),
    (
        "a_child_that_cannot_start_stops_the_run",
        a_child_that_cannot_start_stops_the_run,
    ),
    (
        "a_cancel_ends_the_child_at_once",
        a_cancel_ends_the_child_at_once,
    ),
    (
        "a_killed_child_costs_its_file",
        a_killed_child_costs_its_file,
    ),
];

const GOOD: &str = "The heron stands by the river at dawn.\n";

fn good_files_are_read_as_in_process() {
    let reader = Reader::Command(command("obey", "same"));
    let mut reading = Reading::new(&reader);
    let markdown = "# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nText *here*.\n";
    for content in [GOOD, markdown, "zweite Zeile: Käse\nnoch eine"] {
        let here = read_with(&mut Reading::new(&Reader::InProcess), content).unwrap();
        assert_eq!(read_with(&mut reading, content).unwrap(), here);
    }
    let empty = read_with(&mut reading, "").unwrap_err();
    assert!(matches!(empty, ReadFailure::Unreadable(_)), "{empty}");
}

fn a_fault_costs_its_file_only() {
    let short = |about: &str| ReaderCommand {
        timeout: Duration::from_secs(2),
        ..command("obey", about)
    };
    let memory = "needed more than 128 MB of memory to read";
    let faults = [
        ("allocate 2147483648", memory),
        ("hoard", memory),
        ("spin", "took longer than 2 s to read"),
        ("recurse", "the reader crashed on it"),
        ("panic", "the reader crashed on it"),
        ("exit", "the reader crashed on it"),
        ("long 300000000", "MB"),
    ];
    for (order, reason) in faults {
        let order = format!("order: {order}");
        let files = [("a.txt", GOOD), ("bad.txt", &order), ("c.txt", GOOD)];
        let folder = folder(&files);
        let report = add(folder.path(), short(reason), &Cancel::default()).unwrap();
        let bad = file(&report, "bad.txt");
        assert_eq!(bad.action, Action::Failed, "{order}");
        let told = bad.reason.as_deref().unwrap();
        assert!(told.contains(reason), "{order}: {told}");
        assert!(bad.record.is_some(), "{order} is not recorded");
        assert_eq!(file(&report, "a.txt").action, Action::Added, "{order}");
        assert_eq!(file(&report, "c.txt").action, Action::Added, "{order}");
    }
}

fn a_failure_of_the_machine_is_tried_again() {
    let library = tempfile::tempdir().unwrap();
    let folder = folder(&[("a.txt", "order: allocate 200000000")]);
    let run = |memory_mb: u64| {
        let command = ReaderCommand {
            memory_bytes_max: memory_mb << 20,
            ..command("obey", "again")
        };
        let report = add_to(library.path(), folder.path(), command, &Cancel::default()).unwrap();
        file(&report, "a.txt").action
    };
    assert_eq!(run(128), Action::Failed);
    assert_eq!(run(128), Action::Failed);
    // Nothing about the file has changed, but now there is room.
    assert_eq!(run(512), Action::Replaced);
    assert_eq!(run(128), Action::Unchanged);
}

fn a_failure_of_the_file_is_not() {
    let library = tempfile::tempdir().unwrap();
    let folder = folder(&[("a.pdf", "%PDF-1.7\nnothing else\n")]);
    let first = add_to(
        library.path(),
        folder.path(),
        command("obey", "once"),
        &Cancel::default(),
    );
    let first = first.unwrap();
    assert_eq!(file(&first, "a.pdf").action, Action::Failed);
    // A child that never answers is not even asked.
    let again = add_to(
        library.path(),
        folder.path(),
        command("mute", "once"),
        &Cancel::default(),
    );
    let again = again.unwrap();
    assert_eq!(file(&again, "a.pdf").reason, file(&first, "a.pdf").reason);
}

/// What a new child can read is read, whatever the old one dies of.
fn the_verdict_of_a_new_child_counts() {
    let reader = Reader::Command(command("frail", "verdict"));
    let mut reading = Reading::new(&reader);
    for _ in 0..4 {
        read_with(&mut reading, GOOD).unwrap();
    }
    let crash = read_with(&mut reading, "order: exit").unwrap_err();
    assert!(matches!(crash, ReadFailure::Crashed { .. }), "{crash}");
    read_with(&mut reading, GOOD).unwrap();
}

/// A child that nobody stops ends by itself.
fn processor_time_is_limited_too() {
    let at = Instant::now();
    let failure = read(command("tired", "processor"), "order: spin").unwrap_err();
    assert!(matches!(failure, ReadFailure::Timeout { .. }), "{failure}");
    assert!(at.elapsed() < PATIENCE, "it took {:?}", at.elapsed());
}

fn answers_that_are_none_are_refused() {
    for (mood, reason) in [
        ("rubbish", "no message"),
        ("huge", "at most"),
        ("unsound", "not sound"),
    ] {
        let failure = read(command(mood, "refused"), GOOD).unwrap_err();
        assert!(
            matches!(failure, ReadFailure::Refused(_)),
            "{mood}: {failure}"
        );
        assert!(failure.to_string().contains(reason), "{mood}: {failure}");
    }
    let files = [("a.txt", GOOD), ("b.txt", GOOD)];
    let folder = folder(&files);
    let report = add(
        folder.path(),
        command("rubbish", "refused"),
        &Cancel::default(),
    )
    .unwrap();
    assert_eq!(report.count(Action::Failed), 2);
}

fn short_answers() {
    for mood in ["short", "large", "mute"] {
        let command = ReaderCommand {
            timeout: Duration::from_secs(1),
            ..command(mood, "short")
        };
        let failure = read(command, GOOD).unwrap_err();
        assert!(
            matches!(failure, ReadFailure::Timeout { .. }),
            "{mood}: {failure}"
        );
    }
}

fn a_child_that_cannot_start_stops_the_run() {
    let folder = folder(&[("a.txt", GOOD)]);
    let cases = [
        (ReaderCommand::new("/nowhere/reader", &[]), "cannot be run"),
        (command("stillborn", "start"), "a library is missing"),
        (command("stranger", "start"), "version 999"),
        (ReaderCommand::new("/bin/echo", &["hello"]), "no reader"),
    ];
    for (command, reason) in cases {
        match add(folder.path(), command, &Cancel::default()) {
            Err(EngineError::NoReader { reason: told }) => {
                assert!(told.contains(reason), "{reason}: {told}");
            }
            other => panic!("{reason}: {other:?}"),
        }
    }
}

fn a_cancel_ends_the_child_at_once() {
    let folder = folder(&[("a.txt", GOOD), ("b.txt", "order: spin"), ("c.txt", GOOD)]);
    let cancel = Cancel::default();
    std::thread::scope(|scope| {
        let adding = scope.spawn(|| add(folder.path(), command("obey", "cancelled"), &cancel));
        let pid = busy_child("cancelled");
        let at = Instant::now();
        cancel.cancel();
        let report = adding.join().unwrap().unwrap();
        assert!(at.elapsed() < PATIENCE / 10, "it took {:?}", at.elapsed());
        assert!(report.interrupted);
        assert_eq!(file(&report, "a.txt").action, Action::Added);
        assert_eq!(report.files.len(), 1);
        assert_gone(pid);
    });
}

fn a_killed_child_costs_its_file() {
    let folder = folder(&[("b.txt", "order: spin"), ("c.txt", GOOD)]);
    std::thread::scope(|scope| {
        let adding = scope.spawn(|| {
            let cancel = Cancel::default();
            add(folder.path(), command("obey", "killed"), &cancel)
        });
        let pid = busy_child("killed");
        kill(pid);
        let report = adding.join().unwrap().unwrap();
        let reason = file(&report, "b.txt").reason.as_deref();
        assert!(
            reason.is_none_or(|reason| reason.contains("signal 9")),
            "{reason:?}"
        );
        assert_eq!(file(&report, "b.txt").action, Action::Failed);
        assert_eq!(file(&report, "c.txt").action, Action::Added);
        assert_gone(pid);
    });
}

/// The child of this name, once it is at work on a file that never ends.
#[cfg(target_os = "linux")]
fn busy_child(about: &str) -> i32 {
    crate::support::eventually(|| {
        let pid = crate::support::processes(about).into_iter().find(|pid| {
            // Two ticks of the processor and more; starting takes less.
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
            let used = after_name.split(' ').nth(11);
            used.and_then(|ticks| ticks.parse().ok())
                .is_some_and(|ticks: u32| ticks >= 20)
        });
        pid.filter(|pid| *pid != i32::try_from(std::process::id()).unwrap())
    })
}

#[cfg(not(target_os = "linux"))]
fn busy_child(_: &str) -> i32 {
    std::thread::sleep(Duration::from_secs(2));
    0
}

/// Neither running nor a zombie.
fn assert_gone(pid: i32) {
    let place = std::path::PathBuf::from(format!("/proc/{pid}"));
    assert!(!place.exists(), "process {pid} is still there");
}

fn kill(pid: i32) {
    let status = std::process::Command::new("kill")
        .args(["-KILL", &pid.to_string()])
        .status();
    assert!(status.unwrap().success());
}
