//! What holds for every text: chunks, sentences and terms of random documents.

use proptest::prelude::*;
use text::{
    ChunkBy, ChunkConfig, Document, Format, Language, Metadata, Page, ReadError, ReadLimits,
    Section, Span, Table, chunk, read, sentences, terms,
};

const LANGUAGES: [Language; 7] = [
    Language::En,
    Language::Es,
    Language::De,
    Language::Fr,
    Language::It,
    Language::Pt,
    Language::Other,
];

/// A piece of a random document.
#[derive(Debug, Clone)]
enum Block {
    Heading(u8, String),
    Paragraph(String),
    Table {
        title: Option<String>,
        header: bool,
        rows: Vec<Vec<String>>,
    },
    List(Vec<String>),
    PageBreak,
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-z]{1,9}",
        1 => "[A-Z][a-zäéñ]{1,8}",
        1 => "\\$?[0-9]{1,3}(,[0-9]{3})?",
        1 => "[A-Z]{1,2}-[0-9]{1,3}",
        1 => "[東京都品川区]{1,6}",
    ]
}

fn prose(words: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let separator = prop_oneof![10 => Just(" "), 2 => Just(". "), 2 => Just("\n"), 1 => Just("! ")];
    prop::collection::vec((word(), separator), words).prop_map(|words| {
        words
            .into_iter()
            .flat_map(|(word, gap)| [word, gap.into()])
            .collect()
    })
}

fn row() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(word(), 2..30)
}

fn block() -> impl Strategy<Value = Block> {
    prop_oneof![
        2 => (1u8..=4, "[A-Z][a-z]{2,8}( [A-Z][a-z]{1,8}){0,4}").prop_map(|(l, t)| Block::Heading(l, t)),
        4 => prose(1..120).prop_map(Block::Paragraph),
        1 => "[a-z]{1,400}".prop_map(Block::Paragraph),
        2 => (prop::option::of("Table [0-9]{1,2}"), any::<bool>(), prop::collection::vec(row(), 1..8))
            .prop_map(|(title, header, rows)| Block::Table { title, header, rows }),
        1 => prop::collection::vec(prose(1..10), 1..6).prop_map(Block::List),
        2 => Just(Block::PageBreak),
    ]
}

/// Lays blocks out as a reader would.
fn document(blocks: Vec<Block>, paged: bool) -> Document {
    let mut text = String::new();
    let mut pages = vec![Page::default()];
    let mut headings: Vec<(u8, String, usize)> = Vec::new();
    let mut tables = Vec::new();
    for block in blocks {
        match block {
            Block::Heading(level, title) => {
                headings.push((level, title.clone(), text.len()));
                text.push_str(&title);
            }
            Block::Paragraph(prose) => text.push_str(prose.trim()),
            Block::List(items) => {
                let items: Vec<String> = items
                    .iter()
                    .map(|item| format!("- {}", item.trim()))
                    .collect();
                text.push_str(&items.join("\n"));
            }
            Block::Table {
                title,
                header,
                rows,
            } => {
                let start = text.len();
                let mut spans = Vec::new();
                for row in &rows {
                    let row_start = text.len();
                    text.push_str(&row.join(" | "));
                    spans.push(Span::new(row_start, text.len()));
                    text.push('\n');
                }
                let span = Span::new(start, text.len());
                let header = (header && rows.len() > 1).then(|| rows[0].join(" | "));
                spans.drain(..usize::from(header.is_some()));
                tables.push(Table {
                    span,
                    title,
                    header,
                    rows: spans,
                    ..Table::default()
                });
            }
            Block::PageBreak => {
                let number = pages.len() + 1;
                let context = vec![format!("Exhibit {}", number / 3), format!("Page {number}")];
                pages.push(Page {
                    start: text.len(),
                    context,
                    label: None,
                });
                continue;
            }
        }
        text.push_str("\n\n");
    }
    let sections = sections(&headings, text.len());
    if !paged {
        pages.clear();
    }
    let metadata = Metadata {
        title: Some("A Title".into()),
        ..Metadata::default()
    };
    Document {
        pages,
        sections,
        tables,
        metadata,
        ..Document::from_text(text, Format::Pdf)
    }
}

fn sections(headings: &[(u8, String, usize)], end: usize) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for (index, (level, title, start)) in headings.iter().enumerate() {
        let next = headings[index + 1..]
            .iter()
            .find(|heading| heading.0 <= *level);
        let span = Span::new(*start, next.map_or(end, |heading| heading.2));
        let parent = sections
            .iter()
            .rposition(|outer| outer.level < *level && outer.span.contains(span));
        sections.push(Section {
            title: title.clone(),
            level: *level,
            span,
            parent,
        });
    }
    sections
}

fn documents() -> impl Strategy<Value = Document> {
    (prop::collection::vec(block(), 0..25), any::<bool>())
        .prop_map(|(blocks, paged)| document(blocks, paged))
}

fn configs() -> impl Strategy<Value = ChunkConfig> {
    let by = prop_oneof![
        Just(ChunkBy::Document),
        Just(ChunkBy::Page),
        Just(ChunkBy::Section)
    ];
    (by, 1usize..1_200, 0usize..500, any::<bool>()).prop_map(
        |(by, size_chars, overlap_chars, context)| ChunkConfig {
            by,
            size_chars,
            overlap_chars,
            context,
        },
    )
}

fn check_chunks(document: &Document, config: &ChunkConfig) {
    let text = &document.text;
    let chunks = chunk(document, config);
    let mut covered = 0;
    for (index, chunk) in chunks.iter().enumerate() {
        let body = chunk.span.slice(text).expect("a span lies on characters");
        assert_eq!(chunk.ordinal as usize, index);
        assert!(
            !body.is_empty() && body.trim() == body,
            "untrimmed {body:?}"
        );
        assert!(
            body.chars().count() <= config.size_chars,
            "too long: {body:?}"
        );
        if chunk.span.start > covered {
            assert!(
                text[covered..chunk.span.start].trim().is_empty(),
                "gap before {body:?}"
            );
        }
        assert!(chunk.span.end > covered, "inside its predecessor: {body:?}");
        let overlap = text[chunk.span.start.min(covered)..covered]
            .trim_end()
            .chars()
            .count();
        assert!(
            overlap <= config.overlap_chars,
            "overlap of {overlap}: {body:?}"
        );
        covered = chunk.span.end;

        assert_eq!(chunk.pages, document.pages_of(chunk.span));
        assert_eq!(chunk.section, document.section_at(chunk.span.start));
        if let (ChunkBy::Page, Some((first, last))) = (config.by, chunk.pages) {
            assert_eq!(first, last);
        }
        if config.by == ChunkBy::Section {
            check_one_section(document, chunk);
        }
        if config.context {
            check_context(document, chunk);
        } else {
            assert_eq!(chunk.context, "");
        }
    }
    assert!(text[covered..].trim().is_empty(), "the end is missing");
    check_rows(document, config, &chunks);
    assert_eq!(chunks, text::chunk(document, config));
}

/// Another section starts inside only where nothing but headings stands before it.
fn check_one_section(document: &Document, chunk: &text::Chunk) {
    let mut starts: Vec<usize> = document.sections.iter().map(|s| s.span.start).collect();
    starts.sort_unstable();
    starts.dedup();
    for (index, &start) in starts.iter().enumerate() {
        if chunk.span.start < start && start < chunk.span.end {
            let before = index.checked_sub(1).map_or(0, |index| starts[index]);
            assert!(
                index > 0 && !document.text[before..start].trim().contains('\n'),
                "runs from a section into another: {chunk:?}"
            );
        }
    }
}

fn check_context(document: &Document, chunk: &text::Chunk) {
    assert!(chunk.context.chars().count() <= 600);
    let lines: Vec<&str> = chunk.context.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        assert!(!lines[..index].contains(line), "twice: {line:?}");
    }
    let touched = document
        .tables
        .iter()
        .filter(|table| table.span.overlaps(chunk.span));
    // A long context may have no room for all of them.
    for header in touched
        .take(1)
        .filter(|table| table.span.start < chunk.span.start)
    {
        if let Some(header) = &header.header {
            let start: String = header.chars().take(100).collect();
            assert!(
                chunk.context.contains(&start),
                "{header:?} not in {:?}",
                chunk.context
            );
        }
    }
}

/// No row that fits into a chunk is parted.
fn check_rows(document: &Document, config: &ChunkConfig, chunks: &[text::Chunk]) {
    for row in document.tables.iter().flat_map(|table| &table.rows) {
        let fits = document.text[row.start..row.end].chars().count() <= config.size_chars;
        let whole = chunks.iter().any(|chunk| chunk.span.contains(*row));
        assert!(
            !fits || whole,
            "parted: {:?}",
            &document.text[row.start..row.end]
        );
    }
}

fn check_sentences(text: &str, language: Language) {
    let mut covered = 0;
    for span in sentences(text, language) {
        let sentence = span.slice(text).expect("a span lies on characters");
        assert!(
            !sentence.is_empty() && sentence.trim() == sentence,
            "untrimmed {sentence:?}"
        );
        assert!(span.start >= covered, "overlap at {sentence:?}");
        assert!(
            text[covered..span.start].trim().is_empty(),
            "gap before {sentence:?}"
        );
        covered = span.end;
    }
    assert!(text[covered..].trim().is_empty(), "the end is missing");
}

fn check_terms(text: &str, language: Language) {
    let mut position = 0;
    for term in terms(text, language) {
        assert!((1..=64).contains(&term.text.chars().count()), "{term:?}");
        assert!(!term.text.contains(char::is_whitespace), "{term:?}");
        assert!(term.position >= position, "{term:?}");
        position = term.position;
    }
}

/// Letters, digits and every sign the scanners look at, close together.
fn dense_text() -> impl Strategy<Value = String> {
    "([A-Za-z]{1,3}|[0-9]{1,4}|[.,!?'\"()“”«»’–\\-_/@&:;%§+#|•\n\r\t]|[à-ÿ]{1,2}|\\PC| | \\| |\\. ){1,60}"
}

/// Markdown and plain text with much structure and little sense.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("# "),
        Just("## "),
        Just("\n"),
        Just("\n\n"),
        Just("- "),
        Just("  "),
        Just("1. "),
        Just("> "),
        Just("| a | b |\n|---|---|\n| c | d |\n"),
        Just("|"),
        Just("```\n"),
        Just("**"),
        Just("_"),
        Just("[x](y)"),
        Just("![z](w)"),
        Just("<b>"),
        Just("<script>"),
        Just("<!--"),
        Just("&amp;"),
        Just("---\n"),
        Just("===\n"),
        Just("[^1]: "),
        Just("[^1]"),
        Just("title: t\n"),
        Just("word "),
        Just("Straße "),
        Just("\u{c}"),
        Just("\r"),
        Just("\0"),
        Just("\u{202e}"),
        Just("東"),
        Just("CAPITALS"),
        Just("Chapter 2"),
        Just("\\"),
        Just("`"),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Every span lies in the text and tells what it says it tells.
fn check_document(document: &Document) {
    let text = &document.text;
    assert!(!text.trim().is_empty());
    assert!(document.pages.is_sorted_by_key(|page| page.start));
    assert!(
        document
            .pages
            .iter()
            .all(|page| text.is_char_boundary(page.start))
    );
    assert!(
        document
            .sections
            .is_sorted_by_key(|section| section.span.start)
    );
    for (index, section) in document.sections.iter().enumerate() {
        let body = section
            .span
            .slice(text)
            .expect("a section lies in the text");
        assert!(
            body.trim_start().starts_with(section.title.as_str()),
            "{:?}",
            section.title
        );
        assert!((1..=6).contains(&section.level) && !section.title.is_empty());
        if let Some(parent) = section.parent {
            assert!(parent < index);
            assert!(document.sections[parent].span.contains(section.span));
            assert!(document.sections[parent].level < section.level);
        }
    }
    for table in &document.tables {
        for row in &table.rows {
            assert!(table.span.contains(*row));
            let row = row.slice(text).expect("a row lies in the text");
            assert!(!row.contains('\n') && row.trim() == row, "{row:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn chunks_cover_their_document(document in documents(), config in configs()) {
        check_chunks(&document, &config);
    }

    #[test]
    fn chunks_cover_any_text(text in any::<String>(), config in configs()) {
        check_chunks(&Document::from_text(text, Format::Plain), &config);
    }

    #[test]
    fn sentences_cover_any_text(text in prop_oneof![any::<String>(), dense_text()]) {
        for language in LANGUAGES {
            check_sentences(&text, language);
        }
    }

    #[test]
    fn sentences_cover_their_document(document in documents()) {
        check_sentences(&document.text, document.language);
    }

    #[test]
    fn terms_are_short_and_in_order(text in prop_oneof![any::<String>(), dense_text()]) {
        for language in LANGUAGES {
            check_terms(&text, language);
        }
    }

    #[test]
    fn any_text_has_a_language(text in prop_oneof![any::<String>(), dense_text()]) {
        Language::detect(&text);
    }

    #[test]
    fn read_documents_are_sound(source in prop_oneof![markup(), dense_text()], bytes in any::<Vec<u8>>()) {
        for (name, content) in [("a.md", source.as_bytes()), ("a.txt", source.as_bytes()), ("b.md", &bytes)] {
            match read(content, name, &ReadLimits::default()) {
                Ok((document, _)) => {
                    check_document(&document);
                    check_chunks(&document, &ChunkConfig::default());
                }
                Err(error) => assert!(matches!(error, ReadError::Empty | ReadError::UnknownFormat { .. })),
            }
        }
    }

    /// A chunk is found by the terms of its document: cutting between words
    /// makes no new ones.
    #[test]
    fn terms_of_a_paragraph_do_not_depend_on_what_follows(first in prose(1..20), second in prose(1..20)) {
        let alone = terms(&first, Language::En);
        let together = terms(&format!("{first}\n\n{second}"), Language::En);
        prop_assert_eq!(&together[..alone.len()], &alone[..]);
    }
}

#[test]
fn a_megabyte_without_a_break_takes_linear_time() {
    let texts = [
        "a", "a ", "a. ", "1.", "1,", "-", "a-", "é", "東", "| ", " | ", "(a. ", "\"", "\n",
    ];
    for text in texts {
        let text = text.repeat((1 << 20) / text.len());
        let document = Document::from_text(text, Format::Plain);
        check_sentences(&document.text, Language::En);
        check_terms(&document.text, Language::En);
        chunk(&document, &ChunkConfig::default());
    }
}
