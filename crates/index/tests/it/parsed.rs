//! Documents kept as their readers gave them, with the places of their words, tokens of
//! chunks, and title and headings apart.

use index::{NewDocument, QueryTerm, Writer};
use text::{Document, Format, PackedBoxes, Page, PageBox, ReadLimits, Span, WordBox};

use crate::support::{document, identity, new_document, section, snapshot, store_with};

/// A place that tells the byte it belongs to.
fn place(byte: usize) -> PageBox {
    let x0 = byte as f32;
    PageBox {
        x0,
        y0: 700.0,
        x1: x0 + 5.0,
        y1: 710.0,
    }
}

/// Two pages of which every word has a place; the third has none.
fn paged() -> Document {
    let text = "The ferry calls at noon.\n\nIt leaves at one.\n\n";
    let second = text.find("It").unwrap();
    let mut document = Document::from_text(text, Format::Pdf);
    document.pages = [0, second, text.len()]
        .map(|start| Page {
            start,
            ..Page::default()
        })
        .to_vec();
    let boxes = |page: usize| {
        let span = document.page_span(page).unwrap();
        let words: Vec<WordBox> = text[span.start..span.end]
            .split_whitespace()
            .map(|word| {
                let start = word.as_ptr() as usize - document_start(text);
                WordBox {
                    span: Span::new(start, start + word.len()),
                    place: place(start),
                }
            })
            .collect();
        PackedBoxes::pack(&words, span.start)
    };
    document.boxes = (0..3).map(boxes).collect();
    document
}

fn document_start(text: &str) -> usize {
    text.as_ptr() as usize
}

#[test]
fn a_document_comes_out_as_its_reader_gave_it() {
    let csv = "Port,Calls,Fee\nLow,12,\"$1,250\"\nHigh,7,$980\n";
    let markdown = "# Ferries\n\n- noon\n- night\n\n| Port | Calls |\n|---|---|\n| Low | 12 |\n";
    for (name, bytes) in [("calls.csv", csv), ("ferries.md", markdown)] {
        let (read, _) = text::read(bytes.as_bytes(), name, &ReadLimits::default()).unwrap();
        assert!(!read.relations.is_empty(), "{name}");
        let dir = tempfile::tempdir().unwrap();
        let library = store_with(dir.path(), vec![new_document(name, read.clone())]);
        let snapshot = library.snapshot().unwrap();
        let id = snapshot.documents()[0].id.clone();
        assert_eq!(snapshot.parsed_document(&id).unwrap(), Some(read), "{name}");
    }
    let read = paged();
    let dir = tempfile::tempdir().unwrap();
    let library = store_with(dir.path(), vec![new_document("a.pdf", read.clone())]);
    let snapshot = library.snapshot().unwrap();
    let id = snapshot.documents()[0].id.clone();
    assert_eq!(snapshot.parsed_document(&id).unwrap(), Some(read));
}

#[test]
fn a_quote_is_shown_where_its_words_stand() {
    let read = paged();
    let at = |word: &str| read.text.find(word).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let library = store_with(dir.path(), vec![new_document("a.pdf", read.clone())]);
    let snapshot = library.snapshot().unwrap();
    let id = snapshot.documents()[0].id.clone();
    let boxes = |from: &str, to: &str| {
        let span = Span::new(at(from), at(to) + to.len());
        snapshot.boxes(&id, span).unwrap()
    };
    assert_eq!(boxes("ferry", "ferry"), [(1, place(at("ferry")))]);
    assert_eq!(
        boxes("noon.", "leaves"),
        [
            (1, place(at("noon."))),
            (2, place(at("It"))),
            (2, place(at("leaves")))
        ]
    );
    let end = read.text.len();
    let behind = snapshot.boxes(&id, Span::new(end, end)).unwrap();
    assert!(behind.is_empty());
    // A document of another kind has none.
    let library = store_with(dir.path(), vec![document("b.txt", "nothing to see")]);
    let snapshot = library.snapshot().unwrap();
    let id = snapshot.documents()[1].id.clone();
    let other = snapshot.documents()[0].id.clone();
    for id in [id, other] {
        let found = snapshot.boxes(&id, Span::new(0, 5)).unwrap();
        let is_pdf = snapshot.document(&id).unwrap().path == "a.pdf";
        assert_eq!(found.is_empty(), !is_pdf);
    }
}

#[test]
fn places_go_with_their_document() {
    let dir = tempfile::tempdir().unwrap();
    let library = store_with(
        dir.path(),
        vec![
            new_document("a.pdf", paged()),
            document("b.txt", "it stays"),
        ],
    );
    let before = library.snapshot().unwrap().statistics();
    assert!(before.boxes_bytes > 0 && before.text_bytes > 0);
    drop(library);
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    let documents = writer.documents().unwrap();
    let pdf = documents.iter().find(|it| it.path == "a.pdf").unwrap();
    writer.remove(std::slice::from_ref(&pdf.id)).unwrap();
    writer.vacuum().unwrap();
    assert_eq!(snapshot(dir.path()).statistics().boxes_bytes, 0);
}

#[test]
fn tokens_are_counted_or_estimated_and_say_which() {
    let counted = NewDocument {
        tokens: Some(vec![41]),
        ..document("counted.txt", "a short text")
    };
    let estimated = document("estimated.txt", "a short text of 1,250 words");
    let few = NewDocument {
        tokens: Some(Vec::new()),
        ..document("few.txt", "a short text")
    };
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    let refused = writer.put(vec![few]).unwrap_err().to_string();
    assert!(refused.contains("no count of tokens"), "{refused}");
    writer.put(vec![counted, estimated]).unwrap();
    let snapshot = snapshot(dir.path());
    let tokens = |path: &str| {
        let documents = snapshot.documents().iter();
        let found = documents.clone().find(|it| it.path == path).unwrap();
        let chunk = snapshot.chunk(found.first_chunk).unwrap();
        (chunk.tokens, chunk.tokens_counted)
    };
    assert_eq!(tokens("counted.txt"), (41, true));
    let expected = text::estimated_tokens("a short text of 1,250 words");
    assert_eq!(tokens("estimated.txt"), (expected, false));
}

#[test]
fn words_of_title_context_and_file_name_count_more_than_those_of_the_text() {
    let mut read = Document::from_text("Tides\nthe harbour and the harbour", Format::Plain);
    read.language = text::Language::En;
    read.metadata.title = Some("Harbour rules".to_owned());
    read.sections = vec![section("Tides", 1, Span::new(0, read.text.len()), None)];
    let chunks = text::chunk(&read, &text::ChunkConfig::default());
    assert_eq!(chunks.len(), 1);
    let new = NewDocument {
        chunks,
        ..new_document("notes/quay_lights.txt", read)
    };
    let dir = tempfile::tempdir().unwrap();
    let library = store_with(dir.path(), vec![new]);
    let snapshot = library.snapshot().unwrap();
    let record = &snapshot.documents()[0];
    let chunk = snapshot.chunk(record.first_chunk).unwrap();
    assert_eq!(
        (chunk.title(), chunk.headings()),
        ("Harbour rules", "Tides")
    );
    // Two words of the title, one of the heading, two of the name, three of the text.
    assert_eq!(record.terms, 2 * 3 + 2 + 2 * 2 + 3);
    // In a library of one chunk BM25 is a word's rarity times its saturated frequency.
    let score = |word: &str| {
        let term = text::terms(word, text::Language::En)[0].text.clone();
        let query = [QueryTerm { term, weight: 1.0 }];
        snapshot.score_keyword(&query, &[chunk.id]).unwrap()[0]
    };
    let expected = |times: f32| (1.0 + 0.5_f32 / 1.5).ln() * 2.2 * times / (times + 1.2);
    let words = [
        ("rules", 3.0),
        ("tides", 3.0),
        ("quay", 2.0),
        ("harbour", 5.0),
    ];
    for (word, times) in words {
        assert!((score(word) - expected(times)).abs() < 1e-6, "{word}");
    }
    assert_eq!(score("notes"), 0.0);
}
