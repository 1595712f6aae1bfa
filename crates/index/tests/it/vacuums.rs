//! What was removed leaves no byte; what is read stays.

use std::path::Path;

use index::{Library, Postponed, Scope, Writer, check};

use crate::support::*;

/// Files of the store that hold `canary`, in any spelling the store knows.
fn holding(dir: &Path, canary: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(holding(&path, canary));
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        if bytes
            .windows(canary.len())
            .any(|window| window == canary.as_bytes())
        {
            found.push(path.display().to_string());
        }
    }
    found
}

#[test]
fn a_removed_document_leaves_no_byte() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    let canary = "xylophonecanary";
    let secret = |seed| format!("{} {canary} {}", prose(seed, 300), prose(seed + 1, 3_000));
    let mut removed = document("secret.txt", &secret(1));
    removed
        .metadata
        .insert("owner".to_owned(), canary.to_owned());
    removed.document.metadata.title = Some(canary.to_owned());
    writer
        .put(vec![
            removed.clone(),
            document("kept.txt", &prose(9, 2_000)),
        ])
        .unwrap();
    writer
        .put(
            (0..20)
                .map(|n| document(&format!("{n}.txt"), &prose(n, 200)))
                .collect(),
        )
        .unwrap();
    embed_all(&mut writer);
    // Replaced counts as removed, and so does one removed right after.
    writer
        .put(vec![document("replaced.txt", &secret(50))])
        .unwrap();
    writer
        .put(vec![document("replaced.txt", &prose(51, 100))])
        .unwrap();
    assert!(!holding(dir.path(), canary).is_empty());

    // Readers of the present do not hold it up.
    let reader = Library::open(dir.path()).unwrap();
    writer.remove(&[removed.id()]).unwrap();
    let present = reader.snapshot().unwrap();
    present.keyword(&query(&w("1")), &Scope::all(), 3).unwrap();
    present.dense(&embed(&w("1")), &Scope::all(), 3).unwrap();
    let report = writer.vacuum().unwrap();
    assert_eq!(
        (report.removed, report.kept, report.postponed),
        (2, 0, vec![])
    );
    assert_eq!(holding(dir.path(), canary), Vec::<String>::new());
    present.keyword(&query(&w("1")), &Scope::all(), 3).unwrap();
    present.dense(&embed(&w("1")), &Scope::all(), 3).unwrap();
    assert_eq!(writer.vacuum().unwrap(), index::VacuumReport::default());
    assert_eq!(check(dir.path()).unwrap().problems, []);
    drop(writer);
    assert_eq!(holding(dir.path(), canary), Vec::<String>::new());
    assert_eq!(present.documents().len(), 22);
}

#[test]
fn an_older_reader_puts_it_off_in_any_process() {
    let dir = tempfile::tempdir().unwrap();
    let old = document("a.txt", "the canary sings");
    let library = store_with(
        dir.path(),
        vec![old.clone(), document("b.txt", "another text")],
    );
    let older = library.snapshot().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    writer.remove(&[old.id()]).unwrap();
    let report = writer.vacuum().unwrap();
    assert_eq!((report.removed, report.kept), (0, 1));
    assert_eq!(report.postponed, [Postponed::OlderReader]);

    // It can still read everything, what it had not touched before too.
    assert_eq!(older.full_text(&old.id()).unwrap(), "the canary sings");
    assert_eq!(
        older
            .keyword(&query("canary"), &Scope::all(), 3)
            .unwrap()
            .hits
            .len(),
        1
    );
    assert_eq!(
        older
            .dense(&embed("canary"), &Scope::all(), 3)
            .unwrap()
            .hits
            .len(),
        2
    );
    drop(older);

    // The library still knows the old version, but reads it no more.
    let report = writer.vacuum().unwrap();
    assert_eq!(
        (report.removed, report.kept, report.postponed),
        (1, 0, vec![])
    );
    assert_eq!(holding(dir.path(), "canary"), Vec::<String>::new());
    assert_eq!(library.snapshot().unwrap().documents().len(), 1);
}

#[test]
fn many_small_commits_are_merged_and_rank_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let library = store_with(
        dir.path(),
        (0..60)
            .map(|n| document(&format!("{n}.txt"), &prose(n, 30)))
            .collect(),
    );
    let segments = std::fs::read_dir(dir.path().join("keyword.1"))
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().extension() == Some("idx".as_ref()))
        .count();
    assert!(segments < 20, "{segments} segments");
    let at_once = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(at_once.path(), &identity()).unwrap();
    writer
        .put(
            (0..60)
                .map(|n| document(&format!("{n}.txt"), &prose(n, 30)))
                .collect(),
        )
        .unwrap();
    embed_all(&mut writer);
    let (many, one) = (library.snapshot().unwrap(), snapshot(at_once.path()));
    let found = |snapshot: &index::Snapshot| {
        names(
            snapshot,
            &snapshot
                .keyword(&query(&w("1 2 30")), &Scope::all(), 50)
                .unwrap(),
        )
    };
    assert_eq!(found(&many), found(&one));
    assert_eq!(many.digest().unwrap(), one.digest().unwrap());
}
