//! Putting, replacing, removing, attaching: what readers see, and when.

use std::sync::atomic::{AtomicU32, Ordering};

use index::{
    DocumentId, FailedDocument, Identity, IndexError, Library, Scope, State, Stop, Writer,
};
use text::{Document, Format, Link, LinkTarget, Page, Span, Table};

use crate::support::*;

#[test]
fn what_is_put_is_found_and_comes_back_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let mut original = Document::from_text(
        "# Rates\nThe base rate is 4.5 percent a year.\n## Café\nÉclairs | 3 | 4\nend\n",
        Format::Markdown,
    );
    original.sections = vec![
        section("Rates", 1, Span::new(0, original.text.len()), None),
        section("Café", 2, Span::new(45, original.text.len()), Some(0)),
    ];
    original.tables = vec![Table {
        span: Span::new(54, 70),
        title: Some("Prices".to_owned()),
        header: None,
        rows: vec![Span::new(54, 70)],
        ..Table::default()
    }];
    original.lists = vec![text::List {
        lead_in: Some(Span::new(0, 5)),
        span: Span::new(54, 70),
        items: vec![text::ListItem {
            marker: "-".to_owned(),
            span: Span::new(56, 70),
            depth: 0,
        }],
    }];
    original.links = vec![
        Link {
            span: Span::new(2, 7),
            target: LinkTarget::Url("https://example.org/".to_owned()),
        },
        Link {
            span: Span::new(54, 62),
            target: LinkTarget::File {
                path: "../menu.html".to_owned(),
                fragment: Some("éclairs".to_owned()),
            },
        },
    ];
    original.metadata.title = Some("Rates of 2025".to_owned());
    original.metadata.date = Some("2025-08-18".to_owned());
    original.language = text::Language::En;
    let new = new_document("rates.md", original.clone());
    let id = new.id();
    let library = store_with(dir.path(), vec![new]);
    let snapshot = library.snapshot().unwrap();

    assert_eq!(
        snapshot.stored_document(&id).unwrap(),
        Some(original.clone())
    );
    assert_eq!(snapshot.full_text(&id).unwrap(), original.text);
    assert_eq!(snapshot.sections(&id).unwrap(), original.sections);
    let record = snapshot.document(&id).unwrap();
    assert_eq!(record.title.as_deref(), Some("Rates of 2025"));
    assert_eq!((record.state.clone(), record.tables), (State::Ready, 1));
    assert_eq!(record.embedded_chunks, record.chunks);

    let found = snapshot
        .keyword(&query("percent"), &Scope::all(), 10)
        .unwrap();
    let chunk = snapshot.chunk(found.hits[0].chunk).unwrap();
    assert!(chunk.text.contains("4.5 percent"), "{chunk:?}");
    assert_eq!(original.text[chunk.span.start..chunk.span.end], chunk.text);
    assert_eq!(chunk.document, id);
    let all = snapshot.chunk_range(&id, 0, u32::MAX).unwrap();
    assert_eq!(
        all.iter()
            .map(|chunk| chunk.text.as_str())
            .collect::<String>(),
        original.text
    );

    // A span through the é is refused, not answered.
    let at = original.text.find('é').unwrap();
    let cut = snapshot.text(&id, Span::new(0, at + 1));
    assert!(matches!(cut, Err(IndexError::BadSpan { .. })), "{cut:?}");
    let unknown = snapshot.full_text(&DocumentId::from("nobody"));
    assert!(matches!(unknown, Err(IndexError::UnknownDocument { .. })));
}

#[test]
fn readers_can_be_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Library>();
    shared::<index::Snapshot>();
    shared::<Scope>();
}

#[test]
fn pages_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut paged = Document::from_pages(["alpha beta gamma ", "delta epsilon "]);
    paged.language = text::Language::En;
    paged.pages[1] = Page {
        label: Some("ii".into()),
        context: vec!["Header".into()],
        ..paged.pages[1].clone()
    };
    let new = new_document("paged.pdf", paged.clone());
    let id = new.id();
    let snapshot = store_with(dir.path(), vec![new]).snapshot().unwrap();
    assert_eq!(snapshot.stored_document(&id).unwrap(), Some(paged));
    assert_eq!(
        snapshot.chunk_range(&id, 0, 0).unwrap()[0].pages,
        Some((1, 2))
    );
    assert_eq!(snapshot.document(&id).unwrap().pages, Some(2));
}

#[test]
fn keywords_are_found_before_there_are_vectors() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    writer.put(vec![document("a.txt", &prose(1, 100))]).unwrap();
    let before = snapshot(dir.path());
    assert!(
        !before
            .keyword(&query(&w("1 2 3")), &Scope::all(), 5)
            .unwrap()
            .hits
            .is_empty()
    );
    assert_eq!(
        before
            .dense(&embed(&w("1")), &Scope::all(), 5)
            .unwrap()
            .candidates,
        0
    );
    assert_eq!(
        writer.pending_count().unwrap(),
        u64::from(before.documents()[0].chunks)
    );
    embed_all(&mut writer);
    assert_eq!(writer.pending_count().unwrap(), 0);
    let after = snapshot(dir.path());
    assert_eq!(
        after
            .dense(&embed(&w("1")), &Scope::all(), 500)
            .unwrap()
            .hits
            .len(),
        9
    );
    // The earlier snapshot stays as it was.
    assert_eq!(
        before
            .dense(&embed(&w("1")), &Scope::all(), 5)
            .unwrap()
            .candidates,
        0
    );
}

#[test]
fn equal_texts_share_a_vector_without_being_embedded_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    let text = prose(5, 60);
    writer
        .put(vec![document("a.txt", &text), document("b.txt", &text)])
        .unwrap();
    assert_eq!(writer.pending_count().unwrap(), 10);
    // Five texts for ten chunks.
    assert_eq!(writer.pending(100).unwrap().len(), 5);
    embed_all(&mut writer);
    assert_eq!(writer.pending_count().unwrap(), 0);

    // Replaced by a text with a changed end: only that end is pending.
    writer
        .put(vec![document("a.txt", &format!("{text} changed"))])
        .unwrap();
    assert_eq!(writer.pending_count().unwrap(), 1);
    let snapshot = snapshot(dir.path());
    let a = snapshot
        .documents()
        .iter()
        .find(|document| document.path == "a.txt")
        .unwrap();
    assert_eq!((a.chunks, a.embedded_chunks), (6, 5));
    for chunk in snapshot.chunk_range(&a.id, 0, 4).unwrap() {
        let stored = snapshot.vector(chunk.id).unwrap().unwrap();
        let cosine: f32 = stored
            .iter()
            .zip(embed(&chunk.text))
            .map(|(a, b)| a * b)
            .sum();
        assert!(cosine > 0.99, "{cosine}");
    }
}

#[test]
fn of_one_path_the_last_is_kept_and_of_one_id_too() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    writer
        .put(vec![
            document("a.txt", "first text"),
            document("a.txt", "second text"),
        ])
        .unwrap();
    let seen = writer.documents().unwrap();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].id, document("a.txt", "second text").id());

    // The same file, added again from elsewhere, moves there.
    let mut moved = document("a.txt", "second text");
    moved.root = "/elsewhere".to_owned();
    writer.put(vec![moved]).unwrap();
    let seen = writer.documents().unwrap();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].root, "/elsewhere");
}

#[test]
fn failed_files_are_recorded_and_replaced_when_they_can_be_read() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    let failed = FailedDocument {
        path: "a.pdf".to_owned(),
        root: "/root".to_owned(),
        content_hash: [3; 32],
        format: Some(Format::Pdf),
        bytes: 10,
        modified: None,
        added: 5,
        collection: "c".to_owned(),
        metadata: [("year".to_owned(), "2020".to_owned())].into(),
        reason: "it is encrypted".to_owned(),
        reader_version: 4,
    };
    writer.put_failed(vec![failed]).unwrap();
    let seen = snapshot(dir.path());
    let record = &seen.documents()[0];
    assert_eq!(
        record.state,
        State::Failed {
            reason: "it is encrypted".to_owned()
        }
    );
    assert_eq!((record.reader_version, record.chunks), (4, 0));
    assert_eq!(seen.full_text(&record.id).unwrap(), "");
    assert_eq!(seen.statistics().failed, 1);
    assert_eq!(writer.pending_count().unwrap(), 0);

    writer.put(vec![document("a.pdf", "now it reads")]).unwrap();
    let seen = snapshot(dir.path());
    assert_eq!(seen.documents().len(), 1);
    assert_eq!(seen.documents()[0].state, State::Ready);
}

#[test]
fn a_document_that_contradicts_itself_is_refused_whole() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    let mut outside = document("a.txt", "one two three");
    outside.chunks[0].span = Span::new(0, 99);
    let refused = writer.put(vec![document("b.txt", "fine"), outside]);
    assert!(
        matches!(refused, Err(IndexError::BadDocument { .. })),
        "{refused:?}"
    );
    assert!(writer.documents().unwrap().is_empty());
}

#[test]
fn removing_an_unknown_document_removes_none() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    writer.put(vec![document("a.txt", "one")]).unwrap();
    let id = document("a.txt", "one").id();
    let refused = writer.remove(&[id.clone(), DocumentId::from("nobody")]);
    assert!(matches!(refused, Err(IndexError::UnknownDocument { .. })));
    assert_eq!(writer.documents().unwrap().len(), 1);
    writer.remove(&[id]).unwrap();
    assert!(writer.documents().unwrap().is_empty());
}

#[test]
fn bad_vectors_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    writer.put(vec![document("a.txt", "one two")]).unwrap();
    let id = writer.pending(1).unwrap()[0].id;
    let short = writer.attach(&[(id, vec![1.0; DIM - 1])]);
    assert!(matches!(short, Err(IndexError::BadVector { .. })));
    let infinite = writer.attach(&[(id, vec![f32::INFINITY; DIM])]);
    assert!(matches!(infinite, Err(IndexError::BadVector { .. })));
    let unknown = writer.attach(&[(index::ChunkId(99), vec![1.0; DIM])]);
    assert!(matches!(unknown, Err(IndexError::UnknownChunk { id: 99 })));
    let snapshot = snapshot(dir.path());
    let query = snapshot.dense(&[1.0; DIM - 1], &Scope::all(), 1);
    // Without any vector there is nothing the query could fail to fit.
    assert_eq!(query.unwrap().hits, []);
}

#[test]
fn one_writer_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let writer = Writer::open(dir.path(), &identity()).unwrap();
    let second = Writer::open(dir.path(), &identity());
    match second.map(drop) {
        Err(IndexError::Locked { pid }) => assert_eq!(pid, Some(std::process::id())),
        other => panic!("{other:?}"),
    }
    drop(writer);
    Writer::open(dir.path(), &identity()).unwrap();
}

#[test]
fn a_store_of_another_make_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let built = Identity {
        embedder: None,
        dim: None,
        ..identity()
    };
    drop(Writer::open(dir.path(), &built).unwrap());
    // An embedder may come later, and stays.
    assert_eq!(
        Writer::open(dir.path(), &identity()).unwrap().identity(),
        &identity()
    );
    assert_eq!(
        Writer::open(dir.path(), &built).unwrap().identity(),
        &identity()
    );
    assert_eq!(snapshot(dir.path()).identity(), &identity());

    let refused = |configured: Identity, expected: &str| match Writer::open(dir.path(), &configured)
        .map(drop)
    {
        Err(IndexError::IdentityMismatch { what, .. }) => assert_eq!(what, expected),
        other => panic!("{other:?}"),
    };
    refused(
        Identity {
            analyzer: "0".into(),
            ..identity()
        },
        "analyzer",
    );
    refused(
        Identity {
            chunking: "page-1-0".into(),
            ..identity()
        },
        "chunking",
    );
    refused(
        Identity {
            embedder: Some("other".into()),
            ..identity()
        },
        "embedder",
    );
    refused(
        Identity {
            dim: Some(DIM + 1),
            ..identity()
        },
        "dimension",
    );
}

#[test]
fn a_folder_without_a_store_and_a_store_of_another_format_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let none = Library::open(dir.path()).map(drop);
    assert!(
        matches!(none, Err(IndexError::NotAStore { .. })),
        "{none:?}"
    );
    drop(store_with(dir.path(), vec![document("a.txt", "one")]));
    let records = rusqlite::Connection::open(dir.path().join("library.sqlite")).unwrap();
    records.pragma_update(None, "user_version", 7).unwrap();
    drop(records);
    let newer = Library::open(dir.path()).map(drop);
    assert!(
        matches!(
            newer,
            Err(IndexError::FormatVersion {
                found: 7,
                expected: 5
            })
        ),
        "{newer:?}"
    );
    let newer = Writer::open(dir.path(), &identity()).map(drop);
    assert!(
        matches!(
            newer,
            Err(IndexError::FormatVersion {
                found: 7,
                expected: 5
            })
        ),
        "{newer:?}"
    );
}

#[test]
fn a_snapshot_stays_at_its_version() {
    let dir = tempfile::tempdir().unwrap();
    let old = document("a.txt", "the old text of the lemon cake");
    let library = store_with(
        dir.path(),
        vec![old.clone(), document("b.txt", "a plum cake")],
    );
    let before = library.snapshot().unwrap();
    let hits = before
        .keyword(&query("lemon cake"), &Scope::all(), 10)
        .unwrap();
    let nearest = before
        .dense(&embed("lemon cake"), &Scope::all(), 10)
        .unwrap();

    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    writer
        .put(vec![document("a.txt", "a new text about something else")])
        .unwrap();
    writer
        .remove(&[document("b.txt", "a plum cake").id()])
        .unwrap();
    embed_all(&mut writer);
    writer.vacuum().unwrap();

    assert_eq!(before.documents().len(), 2);
    assert_eq!(before.full_text(&old.id()).unwrap(), old.document.text);
    assert_eq!(
        before
            .keyword(&query("lemon cake"), &Scope::all(), 10)
            .unwrap(),
        hits
    );
    assert_eq!(
        before
            .dense(&embed("lemon cake"), &Scope::all(), 10)
            .unwrap(),
        nearest
    );
    let after = library.snapshot().unwrap();
    assert_eq!(after.documents().len(), 1);
    assert_eq!(
        after
            .keyword(&query("lemon cake"), &Scope::all(), 10)
            .unwrap()
            .hits,
        []
    );

    // A scope of one snapshot does not fit another.
    let scope = before
        .scope(&[index::Filter::parse("document=a.txt").unwrap()])
        .unwrap();
    let foreign = after.keyword(&query("text"), &scope, 1);
    assert!(
        matches!(foreign, Err(IndexError::ForeignScope { .. })),
        "{foreign:?}"
    );
}

/// Wherever a change is stopped, nothing of it is left in the keyword index.
#[test]
fn what_is_stopped_leaves_no_file_behind() {
    let dir = tempfile::tempdir().unwrap();
    drop(store_with(
        dir.path(),
        vec![document("kept.md", "herons stay")],
    ));
    let keyword_files = || {
        let folders = std::fs::read_dir(dir.path()).unwrap().flatten();
        let keyword =
            folders.filter(|one| one.file_name().to_string_lossy().starts_with("keyword"));
        let files = keyword.flat_map(|one| std::fs::read_dir(one.path()).unwrap().flatten());
        let mut names: Vec<_> = files.map(|one| one.file_name()).collect();
        names.sort();
        names
    };
    let before = keyword_files();
    let text = prose(3, 60_000);
    let mut stopped = 0;
    for step in 0..60_u32 {
        let asked = AtomicU32::new(0);
        let mut writer = Writer::open(dir.path(), &identity()).unwrap();
        writer.heed(Stop::when(move || {
            asked.fetch_add(1, Ordering::Relaxed) >= step * step * 4
        }));
        match writer.put(vec![document("gone.md", &text)]) {
            Err(IndexError::Stopped) => stopped += 1,
            done => {
                done.unwrap();
                break;
            }
        }
        drop(writer);
        assert_eq!(keyword_files(), before, "step {step}");
    }
    assert!(stopped > 3, "{stopped}");
    assert_ne!(keyword_files(), before);
}
