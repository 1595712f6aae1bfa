//! Summaries, corrections and clusters, as the store keeps them.

use index::{
    Basis, CORRECTION_BYTES_MAX, Cluster, Clusters, IndexError, NewDocument, SectionSummary,
    Summaries, Summary, Writer,
};
use text::Span;

use crate::support::*;

fn summarized(path: &str, text: &str) -> NewDocument {
    let mut new = document(path, text);
    new.document.sections = vec![section("One", 1, Span::new(0, text.len()), None)];
    new.summaries = Summaries {
        version: 1,
        document: summary(&["first term"], &[(0, 4), (5, 9)]),
        sections: vec![SectionSummary {
            section: 0,
            summary: summary(&["of a section"], &[(0, 4)]),
        }],
    };
    new
}

fn summary(terms: &[&str], spans: &[(usize, usize)]) -> Summary {
    Summary {
        key_terms: terms.iter().map(|&term| term.to_owned()).collect(),
        sentences: spans
            .iter()
            .map(|&(start, end)| Span::new(start, end))
            .collect(),
    }
}

#[test]
fn summaries_come_back_and_count_in_the_digest() {
    let digest = |new: NewDocument| {
        let dir = tempfile::tempdir().unwrap();
        let snapshot = store_with(dir.path(), vec![new]).snapshot().unwrap();
        let id = &snapshot.documents()[0].id;
        (snapshot.summaries(id).unwrap(), snapshot.digest().unwrap())
    };
    let new = summarized("a.txt", "some words that are summarised");
    let (stored, with) = digest(new.clone());
    assert_eq!(stored, new.summaries);
    let (_, without) = digest(NewDocument {
        summaries: Summaries::default(),
        ..new
    });
    assert_ne!(with, without);
}

#[test]
fn summaries_that_quote_what_is_not_there_are_refused() {
    let wrong: [fn(&mut Summaries); 3] = [
        |made| made.document.sentences.push(Span::new(0, 999)),
        // Through the middle of `é`.
        |made| made.sections[0].summary.sentences.push(Span::new(0, 1)),
        |made| made.sections[0].section = 1,
    ];
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    for change in wrong {
        let mut new = summarized("a.txt", "é and some more words");
        new.summaries.document.sentences.clear();
        new.summaries.sections[0].summary.sentences.clear();
        change(&mut new.summaries);
        let refused = writer.put(vec![new]);
        assert!(
            matches!(refused, Err(IndexError::BadDocument { .. })),
            "{refused:?}"
        );
    }
}

#[test]
fn corrections_are_limited_and_belong_to_visible_documents() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    let new = summarized("a.txt", "some words");
    let id = new.id();
    writer.put(vec![new]).unwrap();
    let long = "x".repeat(CORRECTION_BYTES_MAX + 1);
    let refused = writer.correct(&id, Some(&long), 1);
    assert!(
        matches!(refused, Err(IndexError::CorrectionTooLong { .. })),
        "{refused:?}"
    );
    assert!(!writer.correct(&id, Some(&long[1..]), 1).unwrap());
    assert!(writer.correct(&id, Some("shorter"), 2).unwrap());
    let stored = snapshot(dir.path()).correction(&id).unwrap().unwrap();
    assert_eq!((stored.text.as_str(), stored.written), ("shorter", 2));
    writer.remove(std::slice::from_ref(&id)).unwrap();
    assert!(matches!(
        writer.correct(&id, Some("x"), 3),
        Err(IndexError::UnknownDocument { .. })
    ));
    // The file comes back, the correction does not.
    writer.put(vec![summarized("a.txt", "some words")]).unwrap();
    assert_eq!(snapshot(dir.path()).correction(&id).unwrap(), None);
}

#[test]
fn a_snapshot_shows_clusters_without_documents_it_does_not_see() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    writer
        .put(vec![summarized("a.txt", "words of the first")])
        .unwrap();
    let before = snapshot(dir.path());
    writer
        .put(vec![summarized("b.txt", "words of the second")])
        .unwrap();
    let documents = writer.documents().unwrap();
    let cluster = |at: usize| Cluster {
        topic: "two words".to_owned(),
        documents: vec![documents[at].id.clone()],
        ..Cluster::default()
    };
    let made = Clusters {
        basis: Basis::Terms,
        fingerprint: [7; 32],
        clusters: vec![cluster(0), cluster(1)],
    };
    writer.put_clusters(&made).unwrap();
    assert_eq!(snapshot(dir.path()).clusters().unwrap(), Some(made));
    let seen = before.clusters().unwrap().unwrap().clusters;
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].documents, [before.documents()[0].id.clone()]);
}

#[test]
fn a_document_vector_is_the_middle_of_its_chunks() {
    let dir = tempfile::tempdir().unwrap();
    let text = prose(3, 60);
    let library = store_with(dir.path(), vec![document("a.txt", &text)]);
    let snapshot = library.snapshot().unwrap();
    let record = &snapshot.documents()[0];
    let got = snapshot.document_vector(&record.id).unwrap().unwrap();
    let mut expected = vec![0.0; DIM];
    for number in 0..u64::from(record.chunks) {
        let chunk = index::ChunkId(record.first_chunk.0 + number);
        let vector = snapshot.vector(chunk).unwrap().unwrap();
        expected
            .iter_mut()
            .zip(vector)
            .for_each(|(sum, value)| *sum += value);
    }
    let length = expected
        .iter()
        .map(|value| value * value)
        .sum::<f32>()
        .sqrt();
    for (got, expected) in got.iter().zip(&expected) {
        assert!((got - expected / length).abs() < 1e-5);
    }
}
