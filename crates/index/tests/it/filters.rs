//! Every built-in key and every operator.

use index::{Filter, IndexError, NewDocument, Snapshot};
use text::{Document, Format, Language, Span};

use crate::support::*;

/// Three documents that differ in everything a filter can look at.
fn library() -> (tempfile::TempDir, Snapshot) {
    let dir = tempfile::tempdir().unwrap();
    let words = |from: u32, to: u32| (from..to).map(|n| format!("n{n} ")).collect::<String>();

    let mut manual = Document::from_pages([words(0, 24), words(24, 48), words(48, 60)]);
    manual.language = Language::En;
    let middle = manual.pages[1].start;
    let end = manual.text.len();
    manual.sections = vec![
        section("PART C", 1, Span::new(0, end), None),
        section("Rule C-1", 2, Span::new(0, middle), Some(0)),
        section("Rule C-2", 2, Span::new(middle, end), Some(0)),
    ];
    manual.metadata.title = Some("Rules Manual".to_owned());
    manual.metadata.author = Some("O'Brien, A.".to_owned());
    manual.metadata.date = Some("2025-08-18".to_owned());
    let mut manual = NewDocument {
        collection: "home, garden".to_owned(),
        modified: Some(1_755_513_000),
        added: 1_755_600_000,
        ..new_document("Rules Manual.pdf", manual)
    };
    manual.metadata.insert("year".to_owned(), "2025".to_owned());
    manual
        .metadata
        .insert("filed".to_owned(), "2025-03-01".to_owned());

    let mut german = Document::from_text(words(100, 112), Format::Markdown);
    german.language = Language::De;
    german.metadata.date = Some("2024-02".to_owned());
    let mut german = NewDocument {
        collection: "tax".to_owned(),
        modified: Some(1_700_000_000),
        added: 1_755_700_000,
        ..new_document("steuer.md", german)
    };
    german.metadata.insert("year".to_owned(), "999".to_owned());

    let mut plain = Document::from_text(words(200, 236), Format::Plain);
    plain.language = Language::En;
    let plain = NewDocument {
        modified: None,
        added: 1_755_800_000,
        ..new_document("notes.txt", plain)
    };

    let snapshot = store_with(dir.path(), vec![manual, german, plain])
        .snapshot()
        .unwrap();
    (dir, snapshot)
}

/// The chunks a list of filters leaves: path and ordinals.
fn left(snapshot: &Snapshot, filters: &[&str]) -> Vec<String> {
    let filters: Vec<Filter> = filters
        .iter()
        .map(|filter| Filter::parse(filter).unwrap())
        .collect();
    let scope = snapshot.scope(&filters).unwrap();
    let all = snapshot.dense(&embed("n1"), &scope, 1_000).unwrap();
    assert_eq!(scope.chunks().unwrap_or(all.hits.len()), all.hits.len());
    let mut left: Vec<String> = names(snapshot, &all)
        .into_iter()
        .map(|(id, ordinal, _)| format!("{} {ordinal}", snapshot.document(&id).unwrap().path))
        .collect();
    left.sort();
    left
}

#[test]
fn every_key_and_operator() {
    let (_dir, snapshot) = library();
    let manual: Vec<String> = (0..5).map(|n| format!("Rules Manual.pdf {n}")).collect();
    let notes: Vec<String> = (0..3).map(|n| format!("notes.txt {n}")).collect();
    let tax = vec!["steuer.md 0".to_owned()];
    let check = |filters: &[&str], expected: &[&[String]]| {
        assert_eq!(left(&snapshot, filters), expected.concat(), "{filters:?}");
    };
    let all: &[&[String]] = &[&manual, &notes, &tax];
    let none: &[&[String]] = &[];
    check(&[], all);

    check(&["document=notes.txt"], &[&notes]);
    let id = &snapshot
        .documents()
        .iter()
        .find(|d| d.path == "notes.txt")
        .unwrap()
        .id;
    check(&[&format!("document={id}")], &[&notes]);
    check(&["document!=notes.txt"], &[&manual, &tax]);
    check(
        &["document in (notes.txt, 'Rules Manual.pdf')"],
        &[&manual, &notes],
    );
    check(&["document=nobody"], none);

    check(&["collection=tax"], &[&tax]);
    check(&["collection in (tax, 'home, garden')"], &[&manual, &tax]);
    check(&["collection!=tax"], &[&manual, &notes]);

    check(&["type=pdf"], &[&manual]);
    check(&["type in (PDF, plain)"], &[&manual, &notes]);
    check(&["language=de"], &[&tax]);
    check(&["language != de"], &[&manual, &notes]);

    check(&["pages>=3"], &[&manual]);
    check(&["pages>3"], none);
    check(&["pages<4"], &[&manual]);
    check(&["pages<=2"], none);
    check(&["pages=3"], &[&manual]);
    check(&["pages in (2, 3)"], &[&manual]);
    check(&["pages!=3"], &[&notes, &tax]);

    check(&["added<2025-08-20"], &[&manual]);
    check(&["added>=2025-08-20"], &[&notes, &tax]);
    check(&["added=2025-08-20"], &[&tax]);
    check(&["added=1755700000"], &[&tax]);
    check(&["modified<2024"], &[&tax]);
    check(&["modified=2025-08-18T10:30"], &[&manual]);
    check(&["modified!=2025-08-18"], &[&notes, &tax]);

    check(&["date=2025-08-18"], &[&manual]);
    check(&["date=2025"], &[&manual]);
    check(&["date<=2025-08-18"], &[&manual, &tax]);
    check(&["date<2025"], &[&tax]);
    check(&["date>2024"], &[&manual]);

    check(&["title='Rules Manual'"], &[&manual]);
    check(&["title!='Rules Manual'"], &[&notes, &tax]);
    check(&["author=O'Brien, A."], &[&manual]);
    check(&["author in (\"O'Brien, A.\", nobody)"], &[&manual]);

    check(&["section=part c"], &[&manual]);
    check(&["section=Rule C-1"], &[&manual[..2]]);
    check(&["section in (rule c-2, other)"], &[&manual[2..]]);
    check(&["section!=Rule C-1"], &[&manual[2..], &notes, &tax]);

    check(&["page=1"], &[&manual[..2]]);
    check(&["page=3"], &[&manual[4..]]);
    check(&["page>=2"], &[&manual[2..]]);
    check(&["page>2"], &[&manual[4..]]);
    check(&["page<2"], &[&manual[..2]]);
    check(&["page<=2"], &[&manual[..4]]);
    check(&["page in (1, 3)"], &[&manual[..2], &manual[4..]]);
    check(&["page!=1"], &[&manual[2..], &notes, &tax]);

    // Metadata: numbers as numbers, dates as dates, else text.
    check(&["year=2025"], &[&manual]);
    check(&["year=2025.0"], &[&manual]);
    check(&["year<2000"], &[&tax]);
    check(&["year in (1, 999)"], &[&tax]);
    check(&["year!=2025"], &[&notes, &tax]);
    check(&["filed<2025-04"], &[&manual]);
    check(&["filed=2025"], &[&manual]);
    check(&["filed>nonsense"], none);

    // All must hold.
    check(
        &["page>=2", "section=Rule C-2", "year=2025"],
        &[&manual[2..]],
    );
    check(&["type=pdf", "language=de"], none);
}

#[test]
fn bad_filters_are_errors_that_help() {
    let (_dir, snapshot) = library();
    let nearest = |key: &str| {
        let filter = Filter::parse(&format!("{key}=1")).unwrap();
        match snapshot.scope(&[filter]).map(drop) {
            Err(IndexError::UnknownFilterKey { nearest, .. }) => nearest,
            other => panic!("{key}: {other:?}"),
        }
    };
    assert_eq!(nearest("colection").as_deref(), Some("collection"));
    assert_eq!(nearest("Pages").as_deref(), Some("pages"));
    assert_eq!(nearest("yaer").as_deref(), Some("year"));
    assert_eq!(nearest("zzzzzzz"), None);

    for bad in [
        "pages=three",
        "page=I",
        "added=soon",
        "date=18.08.2025",
        "title>a",
        "section<b",
    ] {
        let got = snapshot.scope(&[Filter::parse(bad).unwrap()]).map(drop);
        assert!(
            matches!(got, Err(IndexError::BadFilter { .. })),
            "{bad}: {got:?}"
        );
    }
    let many = format!("document in ({})", vec!["x"; 65].join(","));
    let got = snapshot.scope(&[Filter::parse(&many).unwrap()]).map(drop);
    assert!(matches!(got, Err(IndexError::BadFilter { .. })), "{got:?}");
}

#[test]
fn selectivity_is_the_share_of_chunks() {
    let (_dir, snapshot) = library();
    let scope = snapshot
        .scope(&[Filter::parse("type=plain").unwrap()])
        .unwrap();
    assert_eq!(scope.selectivity(), 3.0 / 9.0);
    assert_eq!(snapshot.scope(&[]).unwrap().selectivity(), 1.0);
}

#[test]
fn a_section_is_found_in_chunks_that_begin_before_it() {
    let dir = tempfile::tempdir().unwrap();
    // One chunk of twelve words, then two: the second section begins in the first chunk and
    // ends in the second, a third has but the middle of that chunk.
    let words = (0..24).map(|n| format!("w{n:02} ")).collect::<String>();
    let at = |word: usize| word * 4;
    let mut document = Document::from_text(words, Format::Markdown);
    document.language = Language::En;
    document.sections = vec![
        section("Care", 1, Span::new(0, at(24)), None),
        section("Hull", 2, Span::new(0, at(8)), Some(0)),
        section("Mast", 2, Span::new(at(8), at(14)), Some(0)),
        section("Sail", 2, Span::new(at(15), at(18)), Some(0)),
        section("End", 1, Span::new(at(24), at(24)), None),
    ];
    let snapshot = store_with(dir.path(), vec![new_document("boat.md", document)])
        .snapshot()
        .unwrap();
    let chunks = |filter: &str| {
        let filter = Filter::parse(filter).unwrap();
        let scope = snapshot.scope(&[filter]).unwrap();
        let all = snapshot.documents()[0].id.clone();
        let records = snapshot.chunk_range(&all, 0, 9).unwrap();
        let within = records
            .iter()
            .filter(|one| snapshot.in_scope(&scope, one.id).unwrap());
        within.map(|one| one.ordinal).collect::<Vec<u32>>()
    };
    assert_eq!(chunks("section=care"), [0, 1]);
    assert_eq!(chunks("section=hull"), [0]);
    assert_eq!(chunks("section=mast"), [0, 1]);
    assert_eq!(chunks("section=sail"), [1]);
    assert_eq!(chunks("section!=mast"), Vec::<u32>::new());
    assert_eq!(chunks("section!=hull"), [1]);
    assert_eq!(chunks("section=end"), Vec::<u32>::new());
    // Words of the section that stand in the chunk before are found under the filter.
    let filters = [Filter::parse("section=mast").unwrap()];
    let scope = snapshot.scope(&filters).unwrap();
    let found = snapshot.keyword(&query("w09"), &scope, 5).unwrap();
    let first = snapshot.chunk(found.hits[0].chunk).unwrap();
    assert_eq!(first.ordinal, 0);
    assert!(first.text.contains("w09"), "{}", first.text);
}
