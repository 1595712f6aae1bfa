use std::collections::BTreeMap;

use index::{Identity, NewDocument, Summary};
use text::{ChunkConfig, Document, Format};

use super::*;
use crate::IngestConfig;

const SUBJECTS: [&str; 3] = ["heron", "anchor", "sourdough"];

fn text_about(subject: &str, number: usize) -> String {
    (0..6)
        .map(|line| {
            format!(
                "The {subject} of house {number} was seen by the {subject} keeper at noon {line}. "
            )
        })
        .collect()
}

fn documents() -> Vec<NewDocument> {
    (0..30)
        .map(|number| {
            let subject = SUBJECTS[number % SUBJECTS.len()];
            let path = format!("{subject}-{number}.txt");
            let text = text_about(subject, number);
            crate::ingest::prepare(text.as_bytes(), &path, &IngestConfig::default()).unwrap()
        })
        .collect()
}

fn identity(dim: Option<usize>) -> Identity {
    Identity {
        analyzer: text::ANALYZER_VERSION.to_owned(),
        chunking: ChunkConfig::default().identity(),
        embedder: dim.map(|_| "hashed words".to_owned()),
        dim,
    }
}

/// A vector of the words of a text.
fn embed(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; 64];
    for term in text::terms(text, text::Language::En) {
        let hash = term.text.bytes().fold(7_usize, |hash, byte| {
            hash.wrapping_mul(131) + usize::from(byte)
        });
        vector[hash % 64] += 1.0;
    }
    points::normalize(&mut vector);
    vector
}

fn embed_all(writer: &mut Writer) {
    loop {
        let pending = writer.pending(64).unwrap();
        if pending.is_empty() {
            return;
        }
        let vectors: Vec<_> = pending
            .iter()
            .map(|chunk| (chunk.id, embed(&chunk.text)))
            .collect();
        writer.attach(&vectors).unwrap();
    }
}

fn clustered(dim: Option<usize>, order: impl FnOnce(&mut Vec<NewDocument>)) -> Clusters {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity(dim)).unwrap();
    let mut documents = documents();
    order(&mut documents);
    for document in documents {
        writer.put(vec![document]).unwrap();
    }
    if dim.is_some() {
        embed_all(&mut writer);
    }
    refresh(&mut writer).unwrap();
    let snapshot = Library::open(dir.path()).unwrap().snapshot().unwrap();
    assert!(is_current(&snapshot).unwrap());
    snapshot.clusters().unwrap().unwrap()
}

/// By document id, its subject.
fn subjects() -> BTreeMap<DocumentId, String> {
    documents()
        .iter()
        .map(|new| (new.id(), new.path.split('-').next().unwrap().to_owned()))
        .collect()
}

#[test]
fn related_documents_share_a_cluster_that_is_named_after_them() {
    let subjects = subjects();
    for dim in [Some(64), None] {
        let made = clustered(dim, |_| {});
        assert_eq!(
            made.basis,
            if dim.is_some() {
                Basis::Vectors
            } else {
                Basis::Terms
            }
        );
        assert!((3..=6).contains(&made.clusters.len()), "{made:#?}");
        let all: usize = made
            .clusters
            .iter()
            .map(|cluster| cluster.documents.len())
            .sum();
        assert_eq!(all, 30);
        for cluster in &made.clusters {
            let subject = &subjects[&cluster.documents[0]];
            assert!(
                cluster.documents.iter().all(|id| subjects[id] == *subject),
                "{cluster:?}"
            );
            assert!(cluster.topic.contains(subject.as_str()), "{cluster:?}");
            assert!(!cluster.summary.is_empty());
        }
    }
}

#[test]
fn the_order_of_adding_makes_no_difference() {
    for dim in [Some(64), None] {
        let sorted = clustered(dim, |_| {});
        let reversed = clustered(dim, |documents| documents.reverse());
        let mixed = clustered(dim, |documents| {
            documents.sort_by_key(|new| new.content_hash)
        });
        assert_eq!(sorted, reversed);
        assert_eq!(sorted, mixed);
    }
}

#[test]
fn clusters_go_with_the_first_document_that_goes_and_are_made_anew() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity(None)).unwrap();
    writer.put(documents()).unwrap();
    refresh(&mut writer).unwrap();
    let gone = documents()[0].id();
    writer.remove(std::slice::from_ref(&gone)).unwrap();
    let library = Library::open(dir.path()).unwrap();
    assert_eq!(library.snapshot().unwrap().clusters().unwrap(), None);
    refresh(&mut writer).unwrap();
    let made = library.snapshot().unwrap().clusters().unwrap().unwrap();
    assert!(
        made.clusters
            .iter()
            .all(|cluster| !cluster.documents.contains(&gone))
    );
    // Clusters of documents that have gone since are refused.
    let id = documents()[1].id();
    writer.remove(&[id]).unwrap();
    assert!(writer.put_clusters(&made).is_err());
}

#[test]
fn summaries_of_an_older_version_are_made_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity(None)).unwrap();
    let old = documents().into_iter().map(|new| NewDocument {
        summaries: Summaries::default(),
        ..new
    });
    writer.put(old.collect()).unwrap();
    let (made, _) = build(&mut writer, &Cancel::default()).unwrap();
    assert_eq!(made, 30);
    let fresh = tempfile::tempdir().unwrap();
    let mut other = Writer::open(fresh.path(), &identity(None)).unwrap();
    other.put(documents()).unwrap();
    let digest = |dir: &std::path::Path| {
        Library::open(dir)
            .unwrap()
            .snapshot()
            .unwrap()
            .digest()
            .unwrap()
    };
    assert_eq!(digest(dir.path()), digest(fresh.path()));
    assert_eq!(build(&mut writer, &Cancel::default()).unwrap().0, 0);
}

#[test]
fn few_documents_and_none_are_no_trouble() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity(None)).unwrap();
    assert_eq!(
        refresh(&mut writer).unwrap(),
        Refreshed::Current { clusters: 0 }
    );
    for (number, new) in documents().into_iter().take(3).enumerate() {
        writer.put(vec![new]).unwrap();
        let expected = if number == 2 { 2 } else { 1 };
        assert_eq!(
            refresh(&mut writer).unwrap(),
            Refreshed::Current { clusters: expected }
        );
    }
    let empty = Document::from_text("", Format::Plain);
    assert_eq!(summarize::summaries(&empty).document, Summary::default());
}
