//! What goes between processes comes out as it went in, and nothing that comes
//! in can do harm.

use std::io::Read;

use proptest::prelude::*;
use text::exchange::{
    Answer, EXCHANGE_VERSION, ExchangeError, read_answer, read_greeting, read_request,
    write_answer, write_greeting, write_request,
};
use text::table::{Grid, GridCell, LogicalTable};
use text::{
    ChunkConfig, Document, Format, Language, Link, LinkTarget, List, ListItem, Metadata,
    PackedBoxes, Page, PageBox, ReadError, ReadLimits, RowRun, Section, SheetRows, Span, Table,
    Warning, WordBox, chunk,
};

/// Where the lengths stand in a header.
const HEAD_LENGTH: std::ops::Range<usize> = 8..12;
const BODY_LENGTH: std::ops::Range<usize> = 12..20;

/// A span between two of the boundaries of a text.
fn span(text: &str, from: prop::sample::Index, to: prop::sample::Index) -> Span {
    let cuts: Vec<usize> = (0..=text.len())
        .filter(|&at| text.is_char_boundary(at))
        .collect();
    let (from, to) = (*from.get(&cuts), *to.get(&cuts));
    Span::new(from.min(to), from.max(to))
}

type Two = (prop::sample::Index, prop::sample::Index);

fn documents() -> impl Strategy<Value = Document> {
    let spans = || prop::collection::vec(any::<Two>(), 0..6);
    let titles = prop::option::of(any::<String>());
    let formats = prop_oneof![
        Just(Format::Pdf),
        Just(Format::Markdown),
        Just(Format::Plain)
    ];
    let parts = (
        (any::<String>(), formats, titles),
        (spans(), spans(), spans(), spans(), spans()),
    );
    parts.prop_map(
        |((text, format, title), (pages, sections, tables, lists, links))| {
            let mut starts: Vec<Page> = pages
                .into_iter()
                .map(|(from, to)| Page {
                    start: span(&text, from, to).start,
                    context: vec![text.chars().take(9).collect()],
                    label: title.clone(),
                })
                .collect();
            starts.sort_by_key(|page| page.start);
            let sections = sections.into_iter().zip(0_usize..);
            let sections = sections.map(|((from, to), index)| Section {
                title: title.clone().unwrap_or_default(),
                level: u8::try_from(index % 6 + 1).unwrap_or(1),
                span: span(&text, from, to),
                parent: index.checked_sub(1),
            });
            let relations = tables.iter().map(|&(from, to)| {
                let grid = Grid {
                    title: title.clone(),
                    rows: 1,
                    columns: 2,
                    cells: vec![GridCell::new(span(&text, from, to), 0, 1)],
                    ..Grid::default()
                };
                grid.into_table(&text, Language::De)
            });
            let relations: Vec<LogicalTable> = relations.collect();
            let tables = tables.into_iter().map(|(from, to)| {
                let span = span(&text, from, to);
                Table {
                    span,
                    title: title.clone(),
                    header: None,
                    rows: vec![span, Span::new(span.end, span.end)],
                    labels: vec![1],
                    odd_rows: 1,
                    ..Table::default()
                }
            });
            let lists = lists.into_iter().map(|(from, to)| {
                let span = span(&text, from, to);
                let item = ListItem {
                    marker: "•".to_owned(),
                    span,
                    depth: 0,
                };
                List {
                    lead_in: Some(span),
                    span,
                    items: vec![item],
                }
            });
            let links = links.into_iter().map(|(from, to)| Link {
                span: span(&text, from, to),
                target: LinkTarget::File {
                    path: title.clone().unwrap_or_default(),
                    fragment: None,
                },
            });
            Document {
                format,
                sections: sections.collect(),
                tables: tables.collect(),
                relations,
                pages: starts,
                lists: lists.collect(),
                series: Vec::new(),
                contents: Vec::new(),
                links: links.collect(),
                boxes: Vec::new(),
                metadata: Metadata {
                    title: title.clone(),
                    author: None,
                    date: title,
                },
                language: Language::De,
                text,
            }
        },
    )
}

fn warnings() -> impl Strategy<Value = Vec<Warning>> {
    let warning = prop_oneof![
        any::<u32>().prop_map(|page| Warning::PageWithoutText { page }),
        (any::<u32>(), any::<String>())
            .prop_map(|(page, reason)| Warning::PageUnreadable { page, reason }),
        any::<u32>().prop_map(|count| Warning::ControlCharactersDropped { count }),
        any::<usize>().prop_map(|limit| Warning::TextCut { limit }),
    ];
    prop::collection::vec(warning, 0..4)
}

fn answers() -> impl Strategy<Value = Answer> {
    let errors = prop_oneof![
        Just(ReadError::Empty),
        Just(ReadError::Encrypted),
        any::<String>().prop_map(|name| ReadError::UnknownFormat { name }),
        any::<u32>().prop_map(|pages| ReadError::NoText { pages }),
        any::<String>().prop_map(|reason| ReadError::Damaged { reason }),
        any::<(u32, u32)>().prop_map(|(limit, got)| ReadError::TooManyPages { limit, got }),
    ];
    prop_oneof![
        3 => (documents(), warnings()).prop_map(Ok),
        1 => errors.prop_map(Err),
    ]
}

fn written(answer: Answer) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_answer(&mut bytes, answer).expect("memory takes anything");
    bytes
}

/// Reads whatever these bytes are; a document that passes can be cut.
fn understand(bytes: &[u8]) {
    if let Ok(Ok((document, _))) = read_answer(&mut &bytes[..], &ReadLimits::default()) {
        chunk(&document, &ChunkConfig::default());
    }
    let _ = read_request(&mut &bytes[..], 1 << 20);
    let _ = read_greeting::<Vec<String>>(&mut &bytes[..]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_come_out_as_they_went_in(answers in prop::collection::vec(answers(), 1..4)) {
        let mut bytes = Vec::new();
        for answer in &answers {
            write_answer(&mut bytes, answer.clone()).unwrap();
        }
        let mut from = &bytes[..];
        for answer in &answers {
            prop_assert_eq!(&read_answer(&mut from, &ReadLimits::default()).unwrap(), answer);
        }
        prop_assert!(from.is_empty());
    }

    #[test]
    fn requests_come_out_as_they_went_in(name in any::<String>(), bytes in any::<Vec<u8>>(), pages in any::<u32>()) {
        let limits = ReadLimits { pages_max: pages, ..ReadLimits::default() };
        let mut sent = Vec::new();
        write_request(&mut sent, &name, &limits, &bytes).unwrap();
        let mut from = &sent[..];
        let request = read_request(&mut from, bytes.len() as u64).unwrap().unwrap();
        prop_assert_eq!((request.name, request.limits, request.bytes), (name, limits, bytes));
        prop_assert!(read_request(&mut from, 0).unwrap().is_none());
    }

    #[test]
    fn any_bytes_are_understood_or_refused(bytes in any::<Vec<u8>>()) {
        understand(&bytes);
    }

    /// Damage that leaves the header right, so that what is inside is met.
    #[test]
    fn damaged_answers_are_understood_or_refused(
        answer in answers(),
        damage in prop::collection::vec(any::<(prop::sample::Index, u8)>(), 1..8),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = written(answer);
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            if at >= BODY_LENGTH.end {
                bytes[at] = byte;
            }
        }
        understand(&bytes);
        if let Some(cut) = cut {
            let cut = cut.index(bytes.len());
            understand(&bytes[..cut]);
            let shorter = read_answer(&mut &bytes[..cut], &ReadLimits::default());
            prop_assert!(shorter.is_err());
        }
    }
}

/// Gives what there is and then fails the test: nobody may ask for what a
/// wrong length announces.
struct NoMore<'b>(&'b [u8]);

impl Read for NoMore<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        assert!(!self.0.is_empty(), "more was asked for");
        self.0.read(buffer)
    }
}

#[test]
fn lengths_are_checked_before_anything_is_read() {
    let good = written(Ok((Document::from_text("text", Format::Plain), Vec::new())));
    for place in [HEAD_LENGTH, BODY_LENGTH] {
        let mut bytes = good.clone();
        bytes[place].fill(0xff);
        let header = NoMore(&bytes[..BODY_LENGTH.end]);
        let refused = read_answer(&mut { header }, &ReadLimits::default());
        assert!(
            matches!(refused, Err(ExchangeError::TooLarge { .. })),
            "{refused:?}"
        );
    }
    let limits = ReadLimits {
        text_bytes_max: 3,
        ..ReadLimits::default()
    };
    let refused = read_answer(&mut &good[..], &limits);
    assert!(
        matches!(refused, Err(ExchangeError::TooLarge { limit: 3, got: 4 })),
        "{refused:?}"
    );
}

#[test]
fn a_length_inside_claims_no_memory() {
    // A head that is an array of four billion entries, of which none is there.
    let mut bytes = Vec::new();
    write_greeting(&mut bytes, &"").unwrap();
    bytes.truncate(BODY_LENGTH.end);
    let head = [0xdd, 0xff, 0xff, 0xff, 0xff];
    bytes[HEAD_LENGTH].copy_from_slice(&(head.len() as u32).to_le_bytes());
    bytes.extend(head);
    let refused = read_greeting::<Vec<String>>(&mut &bytes[..]);
    assert!(
        matches!(refused, Err(ExchangeError::Encoding { .. })),
        "{refused:?}"
    );
}

#[test]
fn others_are_told_apart() {
    let mut greeting = Vec::new();
    write_greeting(&mut greeting, &["a"]).unwrap();
    assert_eq!(
        read_greeting::<Vec<String>>(&mut &greeting[..]).unwrap(),
        ["a"]
    );
    let out_of_turn = read_answer(&mut &greeting[..], &ReadLimits::default());
    assert!(matches!(out_of_turn, Err(ExchangeError::OutOfTurn { .. })));
    let mut other = greeting.clone();
    other[4..6].copy_from_slice(&(EXCHANGE_VERSION + 1).to_le_bytes());
    let refused = read_greeting::<Vec<String>>(&mut &other[..]);
    assert!(matches!(refused, Err(ExchangeError::Version { .. })));
    let refused = read_greeting::<Vec<String>>(&mut &b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"[..]);
    assert!(matches!(refused, Err(ExchangeError::NoMessage)));
    let refused = read_greeting::<Vec<String>>(&mut &greeting[..9]);
    assert!(matches!(
        refused,
        Err(ExchangeError::Truncated {
            expected: 20,
            got: 9
        })
    ));
}

/// The place of one word, on a page that begins at `page`.
fn boxes(start: usize, end: usize, page: usize) -> PackedBoxes {
    let word = WordBox {
        span: Span::new(start, end),
        place: PageBox::default(),
    };
    PackedBoxes::pack(&[word], page)
}

#[test]
fn unsound_documents_are_refused() {
    type Change = fn(&mut Document);
    let sound = || {
        let mut document = Document::from_pages(["Käse ", "und Brot"]);
        let span = Span::new(0, document.text.len());
        document.sections.push(Section {
            title: "Käse".to_owned(),
            level: 1,
            span,
            parent: None,
        });
        document.tables.push(Table {
            span,
            rows: vec![span],
            ..Table::default()
        });
        document.lists.push(List {
            lead_in: None,
            span,
            items: Vec::new(),
        });
        document.links.push(Link {
            span,
            target: LinkTarget::Url("https://example.org".to_owned()),
        });
        document.boxes = vec![boxes(0, 5, 0), boxes(6, 9, 6)];
        document
    };
    let changes: [Change; 20] = [
        |document| document.pages[1].start = 99,
        |document| document.pages[1].start = 2,
        |document| document.pages[0].start = 7,
        |document| document.sections[0].span.end = 99,
        |document| document.sections[0].span = Span { start: 5, end: 0 },
        |document| document.sections[0].parent = Some(0),
        |document| document.sections[0].level = 0,
        |document| document.tables[0].span.start = 2,
        |document| document.tables[0].rows[0].end = 99,
        |document| document.tables[0].rows[0] = Span { start: 5, end: 0 },
        |document| document.tables[0].labels = vec![1],
        |document| document.tables[0].continues = Some(0),
        |document| {
            let runs = vec![RowRun { row: 1, number: 7 }];
            document.tables[0].sheet_rows = Some(SheetRows { header: None, runs });
        },
        |document| document.lists[0].span.end = 99,
        |document| document.lists[0].lead_in = Some(Span::new(0, 99)),
        |document| document.links[0].span.end = 99,
        |document| document.boxes[0] = boxes(0, 2, 0),
        |document| document.boxes[0] = boxes(0, 7, 0),
        |document| document.boxes.truncate(1),
        |document| document.boxes[1] = PackedBoxes::from(vec![1, 2, 3]),
    ];
    let answer = written(Ok((sound(), Vec::new())));
    read_answer(&mut &answer[..], &ReadLimits::default())
        .unwrap()
        .unwrap();
    for (number, change) in changes.iter().enumerate() {
        let mut document = sound();
        change(&mut document);
        let answer = written(Ok((document, Vec::new())));
        let refused = read_answer(&mut &answer[..], &ReadLimits::default());
        assert!(
            matches!(refused, Err(ExchangeError::Unsound { .. })),
            "{number}: {refused:?}"
        );
    }
}
