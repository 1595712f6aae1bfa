//! What a child that was taken over can still do: compute.

use std::net::TcpListener;

use perusal::reader::{Guard, Reader, Reading, guards};

use crate::support::{command, read, read_with};

pub const TESTS: &[(&str, fn())] = &[
    ("every_fence_stands", every_fence_stands),
    ("no_process_is_started", no_process_is_started),
    ("no_socket_is_opened", no_socket_is_opened),
    ("no_file_is_opened_or_written", no_file_is_opened_or_written),
    (
        "what_a_parser_prints_goes_nowhere",
        what_a_parser_prints_goes_nowhere,
    ),
    (
        "secrets_of_the_environment_stay_outside",
        secrets_of_the_environment_stay_outside,
    ),
];

fn standing() -> Vec<Guard> {
    guards(&Reader::Command(command("obey", "guards")))
        .unwrap()
        .unwrap()
}

/// True when one of these holds the child; says so when not, since not every
/// kernel has them.
fn held_by(any: &[Guard]) -> bool {
    let standing = standing();
    let held = any.iter().any(|guard| standing.contains(guard));
    if !held {
        println!("skipped: none of {any:?} on this system");
    }
    held
}

/// The answer to an order.
fn told(order: &str) -> String {
    let (document, _) = read(command("obey", "fences"), &format!("order: {order}")).unwrap();
    document.text
}

fn refused(order: &str) {
    let told = told(order);
    assert!(told.starts_with("refused"), "{order}: {told}");
}

fn every_fence_stands() {
    let standing = standing();
    for guard in Guard::ALL {
        println!("{}: {}", guard.as_str(), standing.contains(&guard));
    }
    if cfg!(target_os = "linux") {
        // These need no kernel that was built in a special way.
        for guard in [
            Guard::Memory,
            Guard::ProcessorTime,
            Guard::FileSize,
            Guard::Descriptors,
            Guard::MemoryImage,
            Guard::Orphan,
            Guard::Privileges,
        ] {
            assert!(standing.contains(&guard), "{guard:?}");
        }
    }
    assert!(standing.is_sorted());
}

fn no_process_is_started() {
    if !held_by(&[Guard::SystemCalls, Guard::Processes]) {
        return;
    }
    refused("start /bin/sleep");
    refused("thread");
}

fn no_socket_is_opened() {
    if !held_by(&[Guard::SystemCalls, Guard::Descriptors]) {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    refused(&format!("connect {}", listener.local_addr().unwrap()));
    refused("listen");
    refused("datagram");
}

fn no_file_is_opened_or_written() {
    if !held_by(&[Guard::SystemCalls, Guard::Descriptors, Guard::FileSystem]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("a gigabyte");
    refused(&format!("write {}", target.display()));
    assert!(!target.exists());
    refused("open /etc/passwd");
    refused("list /");
}

fn what_a_parser_prints_goes_nowhere() {
    let reader = Reader::Command(command("obey", "print"));
    let mut reading = Reading::new(&reader);
    for _ in 0..2 {
        let (document, _) = read_with(&mut reading, "order: print").unwrap();
        assert_eq!(document.text, "quiet again");
    }
}

#[cfg(target_os = "linux")]
fn secrets_of_the_environment_stay_outside() {
    use crate::support::{eventually, processes};
    let cancel = perusal::models::Cancel::default();
    let folder = crate::support::folder(&[("a.txt", "order: spin")]);
    std::thread::scope(|scope| {
        let adding = scope
            .spawn(|| crate::support::add(folder.path(), command("obey", "environment"), &cancel));
        let pid = eventually(|| processes("environment").first().copied());
        // Between fork and exec it still looks like its parent, whose command
        // line has no such word.
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let environment = String::from_utf8_lossy(&environment).into_owned();
        cancel.cancel();
        adding.join().unwrap().unwrap();
        let names = environment
            .split('\0')
            .filter_map(|set| set.split('=').next());
        let unexpected: Vec<_> = names
            .filter(|name| !name.is_empty() && *name != "LD_LIBRARY_PATH")
            .collect();
        assert!(unexpected.is_empty(), "{unexpected:?}");
    });
}

#[cfg(not(target_os = "linux"))]
fn secrets_of_the_environment_stay_outside() {}
