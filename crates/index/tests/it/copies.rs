//! Versions sent to other folders block by block, whoever writes meanwhile.

use std::path::Path;

use index::{Arriving, IndexError, Library, Publication, Published, Writer, check, is_read};

use crate::support::*;

fn filled(dir: &Path, documents: u64) -> Writer {
    let mut writer = Writer::open(dir, &identity()).unwrap();
    let batch = (0..documents).map(|n| document(&format!("{n}.txt"), &prose(n, 300)));
    writer.put(batch.collect()).unwrap();
    embed_all(&mut writer);
    writer
}

fn digest(dir: &Path) -> String {
    let report = check(dir).unwrap();
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    report.digest.unwrap()
}

/// Fetches what is missing; returns how many blocks that was.
fn fetch(publication: &Publication, home: &Path, name: &str, before: Option<&Path>) -> usize {
    let coming = home.join("coming");
    let published = publication.published().clone();
    let mut arriving = Arriving::begin(published, &coming, before).unwrap();
    let lacking = arriving.lacks();
    for (file, block) in &lacking {
        let bytes = publication.block(file, *block).unwrap().unwrap();
        arriving.take(file, *block, &bytes).unwrap();
    }
    arriving.finish(&home.join(name)).unwrap();
    lacking.len()
}

#[test]
fn a_version_that_was_sent_is_the_one_that_was_published() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("library");
    let mut writer = filled(&dir, 400);
    let first = Publication::make(&dir).unwrap();
    let blocks = |publication: &Publication| -> usize {
        let files = publication.published().files.iter();
        files.map(|file| file.blocks.len()).sum()
    };
    assert_eq!(fetch(&first, home.path(), "1", None), blocks(&first));
    let then = digest(&dir);
    assert_eq!(digest(&home.path().join("1")), then);

    // A change is fewer blocks than all; what was sent does not change by it.
    writer
        .put(vec![document("7.txt", &prose(9_007, 300))])
        .unwrap();
    embed_all(&mut writer);
    let second = Publication::make(&dir).unwrap();
    assert_ne!(second.digest(), first.digest());
    let before = home.path().join("1");
    let sent = fetch(&second, home.path(), "2", Some(&before));
    let all = blocks(&second);
    assert!(sent < all, "{sent} of {all}");
    assert_eq!(digest(&home.path().join("2")), digest(&dir));
    assert_eq!(digest(&home.path().join("1")), then);

    // It can be read where it is, and says who reads it.
    assert!(!is_read(&home.path().join("2")).unwrap());
    let snapshot = Library::open(&home.path().join("2"))
        .unwrap()
        .snapshot()
        .unwrap();
    assert_eq!(snapshot.version(), writer.version());
    assert!(is_read(&home.path().join("2")).unwrap());
    drop((first, second));
    let left = std::fs::read_dir(dir.join("published")).unwrap().count();
    assert_eq!(left, 0, "what is published goes with it");
}

#[test]
fn what_was_cut_off_goes_on_where_it_was() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("library");
    drop(filled(&dir, 400));
    let publication = Publication::make(&dir).unwrap();
    let coming = home.path().join("coming");
    let begin = || Arriving::begin(publication.published().clone(), &coming, None).unwrap();
    let mut arriving = begin();
    let all = arriving.lacks();
    assert!(all.len() > 2, "{all:?}");
    let (name, block) = &all[0];
    let bytes = publication.block(name, *block).unwrap().unwrap();
    // Another block than was published is not taken, wherever it came from.
    let mut other = bytes.clone();
    other[0] ^= 1;
    for wrong in [&other[..], &bytes[1..], &[]] {
        let refused = arriving.take(name, *block, wrong);
        assert!(
            matches!(refused, Err(IndexError::Damaged { .. })),
            "{refused:?}"
        );
    }
    arriving.take(name, *block, &bytes).unwrap();
    drop(arriving);
    // Left by a kill, and by another version.
    std::fs::write(coming.join("library.sqlite-wal"), "stale").unwrap();
    std::fs::create_dir_all(coming.join("keyword.99")).unwrap();
    let arriving = begin();
    assert_eq!(arriving.lacks(), all[1..]);
    assert!(!coming.join("library.sqlite-wal").exists());
    assert!(!coming.join("keyword.99").exists());
    // It takes its place whole, or not.
    assert!(arriving.finish(&home.path().join("early")).is_err());
    assert!(!home.path().join("early").exists());
    fetch(&publication, home.path(), "whole", None);
    assert_eq!(digest(&home.path().join("whole")), digest(&dir));
}

#[test]
fn lists_that_no_store_has_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("library");
    drop(filled(&dir, 3));
    let good = Publication::make(&dir).unwrap().published().clone();
    let refused = |change: &dyn Fn(&mut Published)| {
        let mut bad = good.clone();
        change(&mut bad);
        Arriving::begin(bad, &home.path().join("coming"), None).unwrap_err()
    };
    for name in [
        "../out.txt",
        "/etc/passwd",
        "keyword.1/../../x",
        "keyword.1/.managed.json",
        "keyword.01/meta.json",
        "state.sqlite",
        "writer.lock",
        "",
    ] {
        let error = refused(&|bad| bad.files[0].name = name.to_owned());
        assert!(
            matches!(error, IndexError::Damaged { .. }),
            "{name}: {error}"
        );
    }
    refused(&|bad| bad.layout = 2);
    refused(&|bad| bad.files.clear());
    refused(&|bad| bad.files[0].bytes += 5 << 20);
    refused(&|bad| bad.files.reverse());
    let error = refused(&|bad| bad.format += 1);
    assert!(matches!(error, IndexError::FormatVersion { .. }), "{error}");
    assert!(!home.path().join("out.txt").exists());
}

#[test]
fn each_version_sent_while_one_writes_is_one_that_was_there() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("library");
    let mut writer = filled(&dir, 20);
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let sent = scope.spawn(|| {
            let mut versions = Vec::new();
            let mut before: Option<std::path::PathBuf> = None;
            while !done.load(std::sync::atomic::Ordering::Relaxed) || versions.len() < 3 {
                let publication = Publication::make(&dir).unwrap();
                let name = format!("{}", versions.len());
                fetch(&publication, home.path(), &name, before.as_deref());
                let folder = home.path().join(name);
                let snapshot = Library::open(&folder).unwrap().snapshot().unwrap();
                assert_eq!(snapshot.version().0, publication.published().version);
                // Every round puts the same number of words into every document it has.
                let rounds: std::collections::BTreeSet<String> = snapshot
                    .documents()
                    .iter()
                    .filter_map(|it| Some(it.metadata.get("round")?.clone()))
                    .collect();
                assert!(rounds.len() <= 1, "{rounds:?}");
                digest(&folder);
                versions.push(snapshot.version());
                before = Some(folder);
            }
            versions
        });
        for round in 0..12_u64 {
            let batch = (0..20).map(|n| {
                let mut one = document(&format!("{n}.txt"), &prose(1_000 * round + n, 120));
                one.metadata.insert("round".to_owned(), round.to_string());
                one
            });
            writer.put(batch.collect()).unwrap();
            embed_all(&mut writer);
            writer.vacuum().unwrap();
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        let versions = sent.join().unwrap();
        assert!(versions.is_sorted(), "{versions:?}");
    });
}
