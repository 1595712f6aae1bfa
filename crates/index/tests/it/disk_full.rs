//! A disk that fills up: a clear error, and everything from before intact.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use index::{IndexError, Library, Scope, Writer, check};

use crate::support::*;

const DIR: &str = "PERUSAL_TEST_FULL_DIR";

/// Not a test of its own: puts until a file may not grow any more. The limit on
/// file size stands for the full disk: writes fail the same way.
#[test]
fn child() {
    let Ok(dir) = std::env::var(DIR) else { return };
    let dir = Path::new(&dir);
    let mut acknowledged = Vec::new();
    let full = |error: IndexError, acknowledged: &[index::DocumentId]| -> bool {
        assert!(matches!(error, IndexError::DiskFull { .. }), "{error:?}");
        let lines: Vec<&str> = acknowledged.iter().map(index::DocumentId::as_str).collect();
        std::fs::write(dir.join("acknowledged"), lines.join("\n")).unwrap();
        true
    };
    let store = dir.join("store");
    let mut writer = match Writer::open(&store, &identity()) {
        Ok(writer) => writer,
        Err(error) => {
            full(error, &acknowledged);
            return;
        }
    };
    for number in 0..10_000 {
        let new = document(&format!("{number}.txt"), &prose(number, 150));
        let id = new.id();
        let put = writer.put(vec![new]);
        if put.is_ok() {
            acknowledged.push(id);
        }
        let attached = put.and_then(|_| embed_some(&mut writer, 20));
        let removed = attached.and_then(|_| match number % 5 {
            4 => {
                writer.remove(&acknowledged[..1])?;
                acknowledged.remove(0);
                writer.vacuum().map(drop)
            }
            _ => Ok(()),
        });
        if let Err(error) = removed {
            full(error, &acknowledged);
            // What was there before can be read, now.
            let snapshot = Library::open(&store).unwrap().snapshot().unwrap();
            let visible = snapshot.documents();
            assert!(
                acknowledged
                    .iter()
                    .all(|id| visible.iter().any(|found| found.id == *id))
            );
            snapshot
                .keyword(&query(&w("1 2")), &Scope::all(), 5)
                .unwrap();
            snapshot.dense(&embed(&w("1 2")), &Scope::all(), 5).unwrap();
            return;
        }
    }
    panic!("the disk never filled up");
}

#[test]
fn a_full_disk_is_an_error_and_the_store_is_intact() {
    // In KiB: different files meet the limit first.
    for limit in [8, 24, 64, 96, 128, 160, 256, 400, 700] {
        let dir = tempfile::tempdir().unwrap();
        let script = format!(
            "trap '' XFSZ; ulimit -f {}; exec \"$0\" --exact disk_full::child",
            // `ulimit` counts blocks of 512 bytes where the shell follows POSIX.
            if shell_counts_kib() { limit } else { limit * 2 }
        );
        let output = Command::new("bash")
            .args(["-c", &script])
            .arg(std::env::current_exe().unwrap())
            .env(DIR, dir.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "limit {limit} KiB: {said}");
        let acknowledged = std::fs::read_to_string(dir.path().join("acknowledged")).unwrap();
        let store = dir.path().join("store");

        // With room again everything goes on.
        let mut writer = Writer::open(&store, &identity()).unwrap();
        let documents = writer.documents().unwrap();
        for id in acknowledged.lines() {
            assert!(
                documents.iter().any(|found| found.id.as_str() == id),
                "limit {limit}: {id}"
            );
        }
        assert!(
            documents.len() <= acknowledged.lines().count() + 1,
            "limit {limit}"
        );
        writer
            .put(vec![document("more.txt", "there is room again")])
            .unwrap();
        embed_all(&mut writer);
        assert_eq!(writer.vacuum().unwrap().postponed, []);
        assert_eq!(check(&store).unwrap().problems, [], "limit {limit}");
        println!(
            "limit {limit} KiB: {} documents",
            acknowledged.lines().count()
        );
    }
}

/// bash counts in KiB unless it is told to follow POSIX.
fn shell_counts_kib() -> bool {
    std::env::var_os("POSIXLY_CORRECT").is_none()
}
