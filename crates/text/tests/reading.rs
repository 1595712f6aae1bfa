//! Markdown, plain text and the choice between formats.

use text::{
    Document, Format, Language, ReadError, ReadLimits, Section, Span, Warning, read, sniff,
};

fn read_as(name: &str, bytes: &[u8]) -> (Document, Vec<Warning>) {
    read(bytes, name, &ReadLimits::default()).expect(name)
}

fn markdown(source: &str) -> Document {
    read_as("notes.md", source.as_bytes()).0
}

fn plain(source: &str) -> Document {
    read_as("notes.txt", source.as_bytes()).0
}

/// Level, title and text of each section.
fn outline(document: &Document) -> Vec<(u8, &str, &str)> {
    let text = |section: &Section| &document.text[section.span.start..section.span.end];
    document
        .sections
        .iter()
        .map(|s| (s.level, s.title.as_str(), text(s).trim()))
        .collect()
}

#[test]
fn markdown_becomes_readable_text() {
    let document = markdown(
        "# The *Title*\n\nSome **bold** [link](http://x.org/y) and `code`\nwrapped \
         ![a picture](p.png).\n\n- one\n- two\n  1. inner\n  2. other\n- [x] done\n\n```rust\nfn \
         main() { a ** b }\n```\n\n> quoted &amp; said[^1]\n\n[^1]: A note.\n",
    );
    assert_eq!(
        document.text,
        "The Title\n\nSome bold link and code\nwrapped a picture.\n\n- one\n- two\n  1. inner\n  \
         2. other\n- [x] done\n\nfn main() { a ** b }\n\nquoted & said[1]\n\n[1] A note.\n"
    );
    assert_eq!(document.format, Format::Markdown);
    assert_eq!(document.language, Language::En);
}

#[test]
fn markdown_headings_become_sections() {
    let document = markdown("intro\n\n# A\n\none\n\n## B\n\ntwo\n\nC\n-\n\nthree\n\n# D\n");
    assert_eq!(
        outline(&document),
        [
            (1, "A", "A\n\none\n\nB\n\ntwo\n\nC\n\nthree"),
            (2, "B", "B\n\ntwo"),
            (2, "C", "C\n\nthree"),
            (1, "D", "D"),
        ]
    );
    assert_eq!(document.heading_path(2), ["A", "C"]);
}

#[test]
fn markdown_tables_become_rows() {
    let document = markdown(
        "Table 1: Rates\n\n| Peril | Rate |\n|---|---|\n| **Wind** | 1.5 |\n| | 2 |\n| a \\| b | \
         |\n\nafter\n",
    );
    assert_eq!(
        document.text,
        "Table 1: Rates\n\nPeril | Rate\nWind | 1.5\n| 2\na | b |\n\nafter\n"
    );
    let [table] = &document.tables[..] else {
        panic!("one table")
    };
    assert_eq!(table.title.as_deref(), Some("Table 1: Rates"));
    assert_eq!(table.header.as_deref(), Some("Peril | Rate"));
    let rows: Vec<_> = table
        .rows
        .iter()
        .filter_map(|row| row.slice(&document.text))
        .collect();
    assert_eq!(rows, ["Wind | 1.5", "| 2", "a | b |"]);
    let table = table.span.slice(&document.text);
    assert_eq!(table, Some("Peril | Rate\nWind | 1.5\n| 2\na | b |"));
}

#[test]
fn markdown_front_matter_is_metadata() {
    let document = markdown(
        "---\ntitle: \"Rates: a study\"\nauthors:\n  - Ann\n  - name: Bob\ndate: \
         2025-08-18T10:00\ntags: [x]\n---\n\nText.\n",
    );
    assert_eq!(document.metadata.title.as_deref(), Some("Rates: a study"));
    assert_eq!(document.metadata.author.as_deref(), Some("Ann, Bob"));
    assert_eq!(document.metadata.date.as_deref(), Some("2025-08-18"));
    assert_eq!(document.text, "Text.\n");

    let document = markdown("+++\ntitle = 'T'\nauthor = [\"A\", \"B\"]\ndate = soon\n+++\nText\n");
    assert_eq!(document.metadata.title.as_deref(), Some("T"));
    assert_eq!(document.metadata.author.as_deref(), Some("A, B"));
    assert_eq!(document.metadata.date, None);
}

#[test]
fn html_in_markdown_leaves_its_text() {
    let document = markdown(
        "<div align=\"center\">\n<h1>Big</h1>\n<!-- hidden -->\n<p>a &lt; b</p>\n\
         <script>var x = 'secret';</script>\n</div>\n\nAn <b>inline</b> one<br>broken 1 < 2\n",
    );
    assert_eq!(document.text, "Big\na < b\n\nAn inline one\nbroken 1 < 2\n");
}

#[test]
fn plain_headings_by_their_form() {
    let document = plain(
        "A Manual\n========\n\nIntro.\n\n1.1 Scope\n\nText of it.\n\nCONDITIONS\n\nMore text.\n\n\
         Chapter 12. Last\n\nThe end. Section 5 applies here.\n\n1. Do this\n\n2. Do that\n\nok\n",
    );
    let headings: Vec<(u8, &str)> = document
        .sections
        .iter()
        .map(|section| (section.level, &*section.title))
        .collect();
    assert_eq!(
        headings,
        [
            (1, "A Manual"),
            (2, "1.1 Scope"),
            (1, "CONDITIONS"),
            (2, "Chapter 12. Last"),
        ]
    );
    assert!(document.pages.is_empty());
}

#[test]
fn form_feeds_end_pages() {
    let document = plain("one\u{c}two\n\u{c}\u{c}four\u{c}\n");
    assert_eq!(document.text, "one\ntwo\nfour\n");
    let starts: Vec<usize> = document.pages.iter().map(|page| page.start).collect();
    assert_eq!(starts, [0, 4, 8, 8]);
    assert_eq!(document.pages_of(Span::new(8, 12)), Some((4, 4)));
}

#[test]
fn line_breaks_of_all_kinds() {
    assert_eq!(
        plain("a\r\nb\rc\nd\u{2028}e\r\n\r\nf").text,
        "a\nb\nc\nd\ne\n\nf"
    );
}

#[test]
fn encodings() {
    let spanish = "La póliza cubre los daños del huracán según la cláusula número ocho. ¿Qué más?";
    let utf16: Vec<u8> = spanish.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let latin1: Vec<u8> = spanish.chars().map(|character| character as u8).collect();
    let big: Vec<u8> = spanish.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, guessed) in [
        (spanish.as_bytes().to_vec(), None),
        ([b"\xef\xbb\xbf", spanish.as_bytes()].concat(), None),
        ([b"\xff\xfe".to_vec(), utf16.clone()].concat(), None),
        (utf16, Some("UTF-16LE")),
        (big, Some("UTF-16BE")),
        (latin1, Some("windows-1252")),
    ] {
        let (document, warnings) = read_as("notes.txt", &bytes);
        assert_eq!(document.text, spanish, "{guessed:?}");
        let expected = guessed.map(|name| Warning::EncodingGuessed {
            encoding: name.into(),
        });
        assert_eq!(warnings, expected.into_iter().collect::<Vec<_>>());
    }
}

/// Text as it comes from systems of other times and places.
#[test]
fn encodings_of_other_scripts() {
    let russian = "Правила пакетов: имя пакета должно состоять из строчных букв.\n\
                   Сопровождающий отвечает за него, и версия растёт.\n";
    let japanese = "パッケージの名前は小文字で書きます。\n管理者の名前と電子メールアドレスを書いてください。\n";
    let chinese = "软件包的名称必须由小写字母组成。\n维护者的姓名和电子邮件地址必须正确。\n";
    let greek = "Το όνομα του πακέτου γράφεται με πεζά γράμματα.\nΗ έκδοση αυξάνει.\n";
    let wide = |text: &str| {
        text.encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<u8>>()
    };
    let wide_big = |text: &str| {
        text.encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect::<Vec<u8>>()
    };
    let encoded = |text: &str, name: &str| {
        let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).expect(name);
        encoding.encode(text).0.into_owned()
    };
    for (text, name, bytes) in [
        (russian, "KOI8-U", encoded(russian, "koi8-r")),
        (russian, "windows-1251", encoded(russian, "windows-1251")),
        (russian, "UTF-16LE", wide(russian)),
        (russian, "UTF-16BE", wide_big(russian)),
        (japanese, "Shift_JIS", encoded(japanese, "shift_jis")),
        (japanese, "EUC-JP", encoded(japanese, "euc-jp")),
        (japanese, "ISO-2022-JP", encoded(japanese, "iso-2022-jp")),
        (japanese, "UTF-16LE", wide(japanese)),
        (chinese, "GBK", encoded(chinese, "gbk")),
        (chinese, "UTF-16BE", wide_big(chinese)),
        (greek, "windows-1253", encoded(greek, "windows-1253")),
        (greek, "UTF-16LE", wide(greek)),
    ] {
        let (document, warnings) = read_as("notes.txt", &bytes);
        assert_eq!(document.text, text, "{name}");
        let told = format!("{warnings:?}");
        assert!(
            warnings.len() <= 1 && (told.contains(name) || name.starts_with("KOI8")),
            "{name}: {told}"
        );
    }
}

#[test]
fn numbers_stored_as_pairs_are_no_text() {
    let sound: Vec<u8> = (0..4_000_i32)
        .flat_map(|at| (((at * at) % 977 - 488) as i16).to_le_bytes())
        .collect();
    let counts: Vec<u8> = (0..4_000_u16).flat_map(u16::to_le_bytes).collect();
    for bytes in [sound, counts] {
        assert_eq!(sniff(&bytes, "data"), None);
    }
}

#[test]
fn damaged_utf8_is_still_utf8() {
    let bytes = [
        "Größe Übermaß äöü".as_bytes(),
        b"\xff",
        " süß genug".as_bytes(),
    ]
    .concat();
    let (document, warnings) = read_as("notes.txt", &bytes);
    assert_eq!(document.text, "Größe Übermaß äöü\u{fffd} süß genug");
    assert_eq!(
        warnings,
        [Warning::EncodingGuessed {
            encoding: "UTF-8".into()
        }]
    );
}

#[test]
fn control_characters_are_dropped_and_counted() {
    let (document, warnings) = read_as(
        "notes.txt",
        "a\0b\u{1}c\u{202e}d\u{feff}e\tf zero\u{200b}width 👩‍👩‍👧".as_bytes(),
    );
    assert_eq!(document.text, "abcde\tf zero\u{200b}width 👩‍👩‍👧");
    assert_eq!(warnings, [Warning::ControlCharactersDropped { count: 4 }]);
    // Markdown can name them.
    assert_eq!(markdown("a&#8238;b&#0;c\n").text, "ab\u{fffd}c\n");
}

#[test]
fn nothing_to_read() {
    for bytes in [&b""[..], b"\xef\xbb\xbf", b" \n\t\r\n", b"\x0c\x0c"] {
        for name in ["notes.txt", "notes.md"] {
            let result = read(bytes, name, &ReadLimits::default());
            assert_eq!(result.err(), Some(ReadError::Empty), "{bytes:?}");
        }
    }
}

#[test]
fn formats_by_content() {
    let strong = "# Title\n\nSee [this](x.md).\n";
    let junk: Vec<u8> = (0..4_096u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    for (name, bytes, expected) in [
        ("a.pdf", &b"\n%PDF-1.7\n"[..], Some(Format::Pdf)),
        ("a.txt", b"junk before %PDF-1.4", Some(Format::Pdf)),
        ("a.pdf", b"\xff\xd8\xff\xe0JFIF", None),
        ("a.pdf", b"only text", Some(Format::Plain)),
        ("a.md", b"only text", Some(Format::Markdown)),
        ("A.Markdown", b"only text", Some(Format::Markdown)),
        ("README", strong.as_bytes(), Some(Format::Markdown)),
        ("run.sh", b"#!/bin/sh\n\n# comment\n", Some(Format::Plain)),
        (
            "a.py",
            b"# comment\n\n# another\nx = 1\n",
            Some(Format::Plain),
        ),
        ("a.docx", b"PK\x03\x04rest", None),
        ("a.png", b"\x89PNG\r\n\x1a\n", None),
        ("a", b"\x7fELF\x02\x01", None),
        ("a.txt.gz", b"\x1f\x8b\x08", None),
        ("a.html", b"<!DOCTYPE html><html>", Some(Format::Html)),
        (
            "a",
            b"<!-- saved from url=(1)x -->\n<HTML lang=en>",
            Some(Format::Html),
        ),
        (
            "a.md",
            b"<?xml version='1.0'?><!DOCTYPE html>",
            Some(Format::Html),
        ),
        ("a.htm", b"<p>A piece of a page.", Some(Format::Html)),
        ("a.txt", b"<p>A piece of a page.", Some(Format::Plain)),
        ("a.xml", b"<?xml version='1.0'?><feed>", Some(Format::Plain)),
        ("a.txt", b"a\0\0\0\x01\x02\x03b", None),
        ("a.txt", &junk, None),
        ("line\nbreak😀.txt", b"text", Some(Format::Plain)),
        ("a.txt", b"", None),
    ] {
        assert_eq!(
            sniff(bytes, name),
            expected,
            "{name:?} {:?}",
            &bytes[..bytes.len().min(20)]
        );
    }
}

/// Long or deep inputs take about linear time; in the square of their length
/// each would take minutes.
#[test]
fn hostile_texts() {
    let long = 2 << 20;
    for piece in [
        "a", "[", "*", "> ", "- ", "`", "<", "<a", "<!--", "&", "![](", "|", "| a ", "# ", "_a_",
        "**a ", "\\", "\n", "a\n", "====\n", "1.\n\n", "A B\n\n", "[a]: b\n", "[^a]", "~~~\n", "é",
        "\u{202e}", "\u{c}", "<script>",
    ] {
        let text = format!("x{}", piece.repeat(long / piece.len()));
        for name in ["deep.md", "deep.txt"] {
            let start = std::time::Instant::now();
            let result = read(text.as_bytes(), name, &ReadLimits::default());
            println!("{piece:?} {name}: {:?}", start.elapsed());
            assert!(
                result.is_ok_and(|(document, _)| document.text.starts_with('x')),
                "{piece:?}"
            );
        }
    }
    let nested: String = (0..2_000)
        .map(|level| format!("{}- a\n", " ".repeat(level * 2)))
        .collect();
    assert!(markdown(&nested).text.len() < 2_000 * 20);
    let rows = format!("|a|b|\n|-|-|\n{}", "|1|2|\n".repeat(100_000));
    assert_eq!(markdown(&rows).tables[0].rows.len(), 100_000);
}
