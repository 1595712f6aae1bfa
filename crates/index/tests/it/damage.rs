//! Damaged files are found and named, never served.

use std::fs;
use std::path::{Path, PathBuf};

use index::{
    Basis, Cluster, Clusters, DenseScan, Filter, IndexError, Library, NewDocument, PayloadKind,
    Repair, Scope, SectionSummary, Summaries, Summary, Writer, check, forget_payloads,
    rebuild_keyword, requeue_vectors,
};
use text::{Document, Format, Language, Span};

use crate::support::*;

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

/// Relative paths of the files that hold content.
fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // The log is empty here, and SQLite makes the index of the log anew.
        if name == "readers"
            || name.contains("lock")
            || name.contains("-wal")
            || name.contains("-shm")
        {
            continue;
        }
        if path.is_dir() {
            found.extend(
                files(&path)
                    .into_iter()
                    .map(|file| Path::new(&name).join(file)),
            );
        } else {
            found.push(PathBuf::from(name));
        }
    }
    found.sort();
    found
}

fn store(dir: &Path) {
    let documents = (0..12).map(|number| {
        let mut document = Document::from_text(prose(number, 120), Format::Markdown);
        document.language = Language::En;
        document.sections = vec![section(
            "A heading",
            1,
            Span::new(0, document.text.len()),
            None,
        )];
        document.metadata.title = Some(format!("Title {number}"));
        NewDocument {
            collection: "c".into(),
            summaries: summaries(number),
            ..new_document(&format!("{number}.md"), document)
        }
    });
    let mut writer = Writer::open(dir, &identity()).unwrap();
    writer.put(documents.collect()).unwrap();
    embed_all(&mut writer);
    pay_all(&mut writer);
    writer
        .remove(&[writer.documents().unwrap()[0].id.clone()])
        .unwrap();
    writer.vacuum().unwrap();
    hierarchy(&mut writer);
    writer.vacuum().unwrap();
}

fn summaries(number: u64) -> Summaries {
    let summary = Summary {
        key_terms: vec![word(number), word(number + 100)],
        sentences: vec![Span::new(0, 30)],
    };
    Summaries {
        version: 1,
        document: summary.clone(),
        sections: vec![SectionSummary {
            section: 0,
            summary,
        }],
    }
}

fn hierarchy(writer: &mut Writer) {
    let documents = writer.documents().unwrap();
    for document in &documents {
        let text = format!("about {}", prose(document.bytes, 30));
        writer.correct(&document.id, Some(&text), 7).unwrap();
    }
    let clusters = documents.chunks(4).map(|documents| Cluster {
        topic: word(documents[0].bytes),
        key_terms: (0..8).map(word).collect(),
        summary: Vec::new(),
        documents: documents
            .iter()
            .map(|document| document.id.clone())
            .collect(),
    });
    writer
        .put_clusters(&Clusters {
            basis: Basis::Vectors,
            fingerprint: [9; 32],
            clusters: clusters.collect(),
        })
        .unwrap();
}

/// Everything a reader can get, as one string.
fn everything(dir: &Path) -> Result<String, IndexError> {
    let snapshot = Library::open(dir)?.snapshot()?;
    let filter = Filter::parse("section='a heading'")?;
    let scope = snapshot.scope(&[filter])?;
    let mut all = snapshot.digest()?;
    for document in snapshot.documents() {
        all.push_str(&format!("{document:?}"));
        let chunks = snapshot.chunk_range(&document.id, 0, u32::MAX)?;
        all.extend(chunks.iter().map(|chunk| format!("{chunk:?}")));
        all.push_str(&format!("{:?}", snapshot.stored_document(&document.id)?));
        all.push_str(&format!("{:?}", snapshot.summaries(&document.id)?));
        all.push_str(&format!("{:?}", snapshot.correction(&document.id)?));
    }
    all.push_str(&format!("{:?}", snapshot.clusters()?));
    for words in [&w("1 2"), &w("100 3 7")] {
        all.push_str(&format!(
            "{:?}",
            snapshot.keyword(&query(words), &scope, 20)?
        ));
        all.push_str(&format!(
            "{:?}",
            snapshot.keyword(&query(words), &Scope::all(), 20)?
        ));
        all.push_str(&format!("{:?}", snapshot.dense(&embed(words), &scope, 20)?));
        let by_signs = snapshot.dense_by(&embed(words), &scope, 5, DenseScan::SignsFirst)?;
        all.push_str(&format!("{by_signs:?}"));
        let near = snapshot.sparse(&sparse(words), &scope, 20)?;
        let ids: Vec<_> = near.hits.iter().map(|hit| hit.chunk).collect();
        let late = snapshot.score_late(&tokens(words), &ids)?;
        all.push_str(&format!("{near:?} {late:?}"));
    }
    Ok(all)
}

/// Damages one file of a copy; then either the answers are those of the sound
/// store, or an error says that something is wrong. Returns true when found.
fn damaged(sound: &Path, baseline: &str, file: &Path, change: impl FnOnce(&mut Vec<u8>)) -> bool {
    let dir = tempfile::tempdir().unwrap();
    copy(sound, dir.path());
    let target = dir.path().join(file);
    let mut bytes = fs::read(&target).unwrap();
    change(&mut bytes);
    fs::write(&target, bytes).unwrap();
    let in_records = file.starts_with("library.sqlite");
    match everything(dir.path()) {
        Ok(answers) => {
            assert!(answers == baseline, "{}: wrong answers", file.display());
            return false;
        }
        Err(IndexError::Damaged { file: named, .. }) => {
            let top = file.iter().next().unwrap();
            assert!(
                named.starts_with(dir.path().join(top)),
                "{file:?} but {named:?}"
            );
        }
        // The marks in the database's header.
        Err(IndexError::NotAStore { .. } | IndexError::FormatVersion { .. }) if in_records => {}
        Err(error) => panic!("{}: {error:?}", file.display()),
    }
    let report = match check(dir.path()) {
        Ok(report) => report,
        Err(IndexError::NotAStore { .. } | IndexError::FormatVersion { .. }) => return true,
        Err(error) => panic!("{}: {error:?}", file.display()),
    };
    let expected = if in_records {
        Repair::AddAgain
    } else if file.starts_with("keyword.2") || file.starts_with("keyword.1") {
        Repair::RebuildKeyword
    } else if file.starts_with("sparse.2.bin") || file.starts_with("sparse.1.bin") {
        Repair::RequeuePayloads(PayloadKind::Sparse)
    } else if file.starts_with("tokens.2.bin") || file.starts_with("tokens.1.bin") {
        Repair::RequeuePayloads(PayloadKind::Tokens)
    } else {
        Repair::RequeueVectors
    };
    assert!(
        !report.problems.is_empty(),
        "{}: check finds nothing",
        file.display()
    );
    assert!(
        report
            .problems
            .iter()
            .all(|problem| problem.repair == expected),
        "{report:?}"
    );
    match expected {
        // No file is damaged in them alone: they are told where they are kept.
        Repair::AddAgain | Repair::ForgetEntities => return true,
        Repair::RebuildKeyword => rebuild_keyword(dir.path()).unwrap(),
        Repair::RequeueVectors => {
            requeue_vectors(dir.path()).unwrap();
            embed_all(&mut Writer::open(dir.path(), &identity()).unwrap());
        }
        Repair::RequeuePayloads(kind) => {
            forget_payloads(dir.path(), kind).unwrap();
            pay_all(&mut Writer::open(dir.path(), &identity()).unwrap());
        }
    }
    let mended = snapshot(dir.path()).digest().unwrap();
    assert_eq!(
        mended,
        snapshot(sound).digest().unwrap(),
        "{}",
        file.display()
    );
    true
}

#[test]
fn a_flipped_byte_is_found_or_harmless() {
    let dir = tempfile::tempdir().unwrap();
    store(dir.path());
    let baseline = everything(dir.path()).unwrap();
    let mut state = 0xF11B_u64;
    for file in files(dir.path()) {
        let length = fs::metadata(dir.path().join(&file)).unwrap().len() as usize;
        let tries = if length > 50_000 { 60 } else { 12 };
        let mut found = 0;
        for _ in 0..tries {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695);
            let at = (state >> 20) as usize % length;
            let bit = 1 << (state >> 60 & 7);
            found += u32::from(damaged(dir.path(), &baseline, &file, |bytes| {
                bytes[at] ^= bit
            }));
        }
        println!("{}: {found} of {tries} flips found", file.display());
    }
}

#[test]
fn records_that_lost_their_end_are_found_by_the_check() {
    let dir = tempfile::tempdir().unwrap();
    store(dir.path());
    let path = dir.path().join("library.sqlite");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 100]).unwrap();
    assert!(!index::check(dir.path()).unwrap().problems.is_empty());
}

#[test]
fn a_truncated_file_is_found() {
    let dir = tempfile::tempdir().unwrap();
    store(dir.path());
    let baseline = everything(dir.path()).unwrap();
    for file in files(dir.path()) {
        if file.ends_with(".managed.json") {
            continue;
        }
        for share in [0.0, 0.3, 0.7, 0.98] {
            // The end of the records may be empty space, whose loss changes
            // nothing that is read: then it is the check that finds it.
            let records = file.ends_with("library.sqlite") && share > 0.9;
            if records {
                continue;
            }
            let found = damaged(dir.path(), &baseline, &file, |bytes| {
                bytes.truncate((bytes.len() as f64 * share) as usize);
            });
            assert!(found, "{} cut to {share}", file.display());
        }
    }
}

#[test]
fn a_sound_store_has_no_problems() {
    let dir = tempfile::tempdir().unwrap();
    store(dir.path());
    let report = check(dir.path()).unwrap();
    assert_eq!(report.problems, []);
    assert_eq!(report.digest, Some(snapshot(dir.path()).digest().unwrap()));
    assert_eq!((report.documents, report.pending_chunks), (11, 0));
    assert_eq!(report.chunks, 110);
    let empty = tempfile::tempdir().unwrap();
    drop(Writer::open(empty.path(), &identity()).unwrap());
    assert_eq!(check(empty.path()).unwrap().problems, []);
    assert_eq!(
        snapshot(empty.path())
            .keyword(&query("a"), &Scope::all(), 1)
            .unwrap()
            .hits,
        []
    );
}
