//! A store in one file and back, whoever writes meanwhile; archives that are no backups.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use index::{IndexError, Library, State, Writer, backup, check, restore, state::State as Kept};
use tar::EntryType;

use crate::support::*;

/// A store with vectors, payloads, a removed document and a session.
fn store(dir: &Path) -> Writer {
    let mut writer = Writer::open(dir, &identity()).unwrap();
    let documents = (0..20).map(|n| document(&format!("{n}.txt"), &prose(n, 300)));
    writer.put(documents.collect()).unwrap();
    embed_all(&mut writer);
    let first = writer.documents().unwrap()[0].id.clone();
    writer.remove(&[first]).unwrap();
    writer
}

fn digest(dir: &Path) -> String {
    let report = check(dir).unwrap();
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    report.digest.unwrap()
}

#[test]
fn a_restored_store_is_the_one_that_was_backed_up() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("library");
    drop(store(&dir));
    Kept::open(&dir)
        .unwrap()
        .keep_session("talk", "{}", 1_755_600_000)
        .unwrap();
    let archive = home.path().join("library.backup.tar.gz");
    let made = backup(&dir, &archive).unwrap();
    assert_eq!((made.documents, made.version), (19, check_version(&dir)));
    let back = home.path().join("deep/back");
    assert_eq!(restore(&archive, &back).unwrap(), made);
    assert_eq!(digest(&back), digest(&dir));
    assert!(
        Kept::open(&back)
            .unwrap()
            .session("talk", 1_755_600_001)
            .unwrap()
            .is_some()
    );
    // It goes on as a library of its own.
    let mut writer = Writer::open(&back, &identity()).unwrap();
    assert_eq!(writer.pending_count().unwrap(), 0);
    writer
        .put(vec![document("new.txt", &prose(99, 50))])
        .unwrap();
    drop(writer);
    assert_ne!(digest(&back), digest(&dir));
    // Nothing is written over.
    assert!(matches!(
        backup(&dir, &archive),
        Err(IndexError::InTheWay { .. })
    ));
    assert!(matches!(
        restore(&archive, &back),
        Err(IndexError::InTheWay { .. })
    ));
    assert_eq!(
        entries(home.path()),
        ["deep", "library", "library.backup.tar.gz"]
    );
}

fn check_version(dir: &Path) -> u64 {
    Library::open(dir).unwrap().snapshot().unwrap().version().0
}

fn entries(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn each_backup_made_while_one_writes_is_a_version_that_was_there() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("library");
    let mut writer = store(&dir);
    let done = std::sync::atomic::AtomicBool::new(false);
    let archives: Vec<PathBuf> = std::thread::scope(|scope| {
        let backing = scope.spawn(|| {
            let mut archives = Vec::new();
            while !done.load(std::sync::atomic::Ordering::Relaxed) || archives.len() < 3 {
                let archive = home.path().join(format!("{}.tar.gz", archives.len()));
                backup(&dir, &archive).unwrap();
                archives.push(archive);
            }
            archives
        });
        for round in 0..12 {
            let name = format!("{}.txt", round % 5);
            writer
                .put(vec![document(&name, &prose(200 + round, 400))])
                .unwrap();
            embed_all(&mut writer);
            // Moves vectors to a new file, where no backup reads an older version.
            writer.vacuum().unwrap();
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        backing.join().unwrap()
    });
    for (number, archive) in archives.iter().enumerate() {
        let back = home.path().join(format!("back-{number}"));
        let made = restore(archive, &back).unwrap();
        // Every document is whole, and so is every vector of it.
        let report = check(&back).unwrap();
        assert!(report.problems.is_empty(), "{:?}", report.problems);
        assert_eq!(report.documents as u64, made.documents);
        let snapshot = Library::open(&back).unwrap().snapshot().unwrap();
        assert!(
            snapshot
                .documents()
                .iter()
                .all(|one| one.state == State::Ready)
        );
    }
}

#[test]
fn sparse_and_token_vectors_come_along() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("library");
    let mut writer = store(&dir);
    pay_all(&mut writer);
    drop(writer);
    let archive = home.path().join("archive");
    backup(&dir, &archive).unwrap();
    let back = home.path().join("back");
    restore(&archive, &back).unwrap();
    assert_eq!(digest(&back), digest(&dir));
    assert!(
        entries(&back)
            .iter()
            .any(|name| name.starts_with("sparse."))
    );
}

/// The entries of a good archive, to be changed.
fn good(home: &Path) -> Vec<(String, Vec<u8>)> {
    let dir = home.join("library");
    drop(store(&dir));
    let archive = home.join("good");
    backup(&dir, &archive).unwrap();
    let packed = GzDecoder::new(std::fs::File::open(archive).unwrap());
    let mut tar = tar::Archive::new(packed);
    let entries = tar.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().display().to_string();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        (name, content)
    });
    entries.collect()
}

fn packed(entries: &[(String, Vec<u8>)], kind: EntryType) -> Vec<u8> {
    let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for (number, (name, content)) in entries.iter().enumerate() {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o600);
        // Written as it is: what makes archives refuses names that lead elsewhere.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        if number == 1 {
            header.set_entry_type(kind);
        }
        header.set_cksum();
        tar.append(&header, content.as_slice()).unwrap();
    }
    tar.into_inner().unwrap().finish().unwrap()
}

#[track_caller]
fn refused(home: &Path, archive: &[u8], says: &str) {
    let file = home.join("hostile");
    std::fs::write(&file, archive).unwrap();
    let before = entries(home);
    let target = home.join("target");
    let error = restore(&file, &target).unwrap_err().to_string();
    assert!(error.contains(says), "{error}");
    assert!(!target.exists());
    assert_eq!(entries(home), before, "something was left");
}

#[test]
fn hostile_archives_are_refused_and_leave_nothing() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let good = good(home);
    let with = |at: usize, name: &str, content: &[u8]| {
        let mut entries = good.clone();
        entries[at] = (name.to_owned(), content.to_vec());
        packed(&entries, EntryType::Regular)
    };
    refused(home, b"not packed at all", "cannot be unpacked");
    refused(home, b"", "cannot be unpacked");
    for name in [
        "../outside",
        "/etc/perusal",
        "a/../../b",
        "keyword.1/meta.json",
        "vectors.01.bin",
        "writer.lock",
    ] {
        refused(home, &with(1, name, b"x"), "is no file of a library");
    }
    for kind in [
        EntryType::Symlink,
        EntryType::Link,
        EntryType::GNULongName,
        EntryType::Directory,
        EntryType::XHeader,
        EntryType::Fifo,
    ] {
        refused(home, &packed(&good, kind), "is no plain file");
    }
    let mut twice = good.clone();
    twice.insert(2, good[1].clone());
    refused(home, &packed(&twice, EntryType::Regular), "twice");
    let cut = &good[..good.len() - 1];
    refused(home, &packed(cut, EntryType::Regular), "breaks off");
    let whole = packed(&good, EntryType::Regular);
    refused(home, &whole[..whole.len() / 2], "cannot be unpacked");
    let mut changed = good[1].1.clone();
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    refused(
        home,
        &with(1, "library.sqlite", &changed),
        "not those that it lists",
    );
    refused(home, &with(0, "first", b"{}"), "is no backup of Perusal");
    let about = String::from_utf8(good[0].1.clone()).unwrap();
    let older = about.replace("\"format\": 5", "\"format\": 3");
    assert_ne!(older, about);
    refused(home, &with(0, "backup.json", older.as_bytes()), "format 3");
    let later = about.replace("\"perusal_backup\": 1", "\"perusal_backup\": 2");
    refused(
        home,
        &with(0, "backup.json", later.as_bytes()),
        "laid out as 2",
    );
}

#[test]
fn an_archive_that_unpacks_without_end_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let mut entries = good(home);
    entries.truncate(1);
    entries.push(("library.sqlite".to_owned(), vec![0; 70 << 20]));
    refused(
        home,
        &packed(&entries, EntryType::Regular),
        "200 times its size",
    );
}

/// Puts a changed database into an archive that is right in all else.
fn with_database(good: &[(String, Vec<u8>)], change: &str, home: &Path) -> Vec<u8> {
    let file = home.join("changed.sqlite");
    std::fs::write(&file, &good[1].1).unwrap();
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.execute_batch(change).unwrap();
    drop(connection);
    let content = std::fs::read(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let mut entries = good.to_vec();
    let hash = |content: &[u8]| blake3::hash(content).to_hex().to_string();
    let last = entries.len() - 1;
    let listed = String::from_utf8(entries[last].1.clone()).unwrap();
    let listed = listed.replace(&hash(&good[1].1), &hash(&content)).replacen(
        &format!("\"bytes\": {}", good[1].1.len()),
        &format!("\"bytes\": {}", content.len()),
        1,
    );
    entries[last].1 = listed.into_bytes();
    entries[1].1 = content;
    packed(&entries, EntryType::Regular)
}

#[test]
fn a_database_with_programs_in_it_or_other_rows_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let good = good(home);
    for program in [
        "CREATE TRIGGER t AFTER INSERT ON store BEGIN DELETE FROM documents; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE TABLE more(a)",
        "CREATE INDEX more ON documents(lower(path))",
    ] {
        refused(
            home,
            &with_database(&good, program, home),
            "what is not ours",
        );
    }
    // Rows that were changed by hand do not have their seals.
    let row = with_database(&good, "UPDATE documents SET title = 'Another'", home);
    refused(home, &row, "damaged");
}

#[test]
fn a_backup_that_cannot_be_made_leaves_nothing() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("library");
    drop(store(&dir));
    let nowhere = home.path().join("no/such/folder/archive");
    assert!(backup(&dir, &nowhere).is_err());
    assert_eq!(entries(home.path()), ["library"]);
    let mut file = std::fs::File::create(home.path().join("plain")).unwrap();
    file.write_all(b"x").unwrap();
    assert!(backup(&home.path().join("nothing"), &home.path().join("a")).is_err());
    assert_eq!(entries(home.path()), ["library", "plain"]);
}
