//! Files made to harm: everything ends soon, with a document or an error.

use std::io::Write;
use std::time::{Duration, Instant};

use text::{Document, ReadError, ReadLimits, Warning};
use zip::write::SimpleFileOptions;

use crate::{read, sound, zip};

/// What takes the square of its length takes minutes instead.
const SOON: Duration = Duration::from_secs(20);

#[track_caller]
fn soon(name: &str, bytes: &[u8]) -> Result<(Document, Vec<Warning>), ReadError> {
    let start = Instant::now();
    let result = read(name, bytes);
    let took = start.elapsed();
    println!("{name}: {} bytes in {took:?}", bytes.len());
    assert!(took < SOON, "{name} took {took:?}");
    if let Ok((document, _)) = &result {
        sound(document);
    }
    result
}

#[test]
fn deep_and_long_pages() {
    for piece in [
        "<div>",
        "<b>",
        "<p>",
        "<a href=x>",
        "<li>",
        "<ul><li>",
        "<table>",
        "<table><tr><td>",
        "<dl><dd>",
        "<blockquote>",
        "<h1>",
        "<pre>",
        "<svg>",
        "<td>",
        "</div>",
        "</p>",
        "<div",
        "<!--",
        "&amp",
        "&",
        "<",
        "<a b=c",
        "x ",
        "<br>",
        "<span hidden>",
        "<nav>",
        "<div class=cookie>",
        "<body a=b>",
        "<ol start=9>",
        "<img alt=x>",
        "<tr><td rowspan=9999>x",
        "<form><label>",
        "<button>",
        "<p id=a>",
        "<script>",
        "\n",
    ] {
        let source = format!(
            "<!DOCTYPE html><p>start</p>{}",
            piece.repeat((1 << 20) / piece.len())
        );
        let (document, _) =
            soon(&format!("{piece:?}.html"), source.as_bytes()).expect("the start can be read");
        assert!(document.text.contains("start"), "{piece}");
    }
    let deep = format!(
        "<html>{}deep{}",
        "<div>".repeat(1_000_000),
        "</div>".repeat(1_000_000)
    );
    let (document, _) = soon("million.html", deep.as_bytes()).expect("a page");
    assert_eq!(document.text, "deep\n");
}

#[test]
fn one_line_scripts_and_pictures_within() {
    let long = format!(
        "<html><body><p>{}</p></body></html>",
        "word ".repeat(2_000_000)
    );
    let (document, _) = soon("line.html", long.as_bytes()).expect("a page");
    assert_eq!(document.text.len(), "word ".len() * 2_000_000);
    let picture = "A".repeat(4 << 20);
    let source = format!(
        "<html><body><img alt='A heron' src='data:image/png;base64,{picture}'>\
         <a href='data:text/html,{picture}'>x</a><script>var s='{picture}'</script><style>{picture}</style></body></html>"
    );
    let (document, _) = soon("data.html", source.as_bytes()).expect("a page");
    assert_eq!(document.text, "A heron x\n");
    assert_eq!(document.links, []);
}

#[test]
fn cells_over_many_rows_and_columns_stay_small() {
    let wide = "<tr><td colspan=1000 rowspan=65534>wide<td>x</tr>".repeat(2_000);
    let source = format!(
        "<html><table><tr><th colspan=1000>{}</tr>{wide}</table>",
        "h".repeat(150)
    );
    let (document, _) = soon("wide.html", source.as_bytes()).expect("a page");
    assert!(document.text.len() < 4 << 20, "{}", document.text.len());
    assert!(
        document.tables[0]
            .header
            .as_ref()
            .is_none_or(|header| header.len() <= 4_096)
    );
    let cells = format!("<html><table><tr>{}</table>", "<td>c".repeat(100_000));
    let (document, _) = soon("cells.html", cells.as_bytes()).expect("a page");
    assert_eq!(document.text.matches('c').count(), 100_000);
}

#[test]
fn text_beyond_the_limit_is_left_out() {
    let limits = ReadLimits {
        text_bytes_max: 20,
        ..ReadLimits::default()
    };
    for source in [
        "<html><h1>Title</h1><p>é1234567890é1234567890</p><p>more</p>",
        "<html><p>12345678901</p><table><tr><th>a<th>b<tr><td>ccc<td>dddd</table><a href=x>y</a>",
        "<html><pre>12345678901\n\n\n\n\n\n\n\n\n\n\n\n\n\n1</pre><h2>Heading</h2>",
    ] {
        let (document, warnings) =
            text::read(source.as_bytes(), "a.html", &limits).expect("a page");
        sound(&document);
        assert!(
            document.text.len() <= 21 && warnings.contains(&Warning::TextCut { limit: 20 }),
            "{document:?}"
        );
    }
}

/// A zip file with one part of `count` times `piece`.
fn zip_with_long(parts: &[(&str, &[u8])], name: &str, piece: &[u8], count: usize) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .expect("a name");
        writer.write_all(content).expect("memory");
    }
    writer
        .start_file(name, SimpleFileOptions::default().large_file(true))
        .expect("a name");
    for _ in 0..count {
        writer.write_all(piece).expect("memory");
    }
    writer.finish().expect("memory").into_inner()
}

/// A part of a small book.
pub const CONTAINER: (&str, &[u8]) = ("META-INF/container.xml", b"<rootfile full-path='b.opf'/>");
/// A part of a small book.
pub const PACKAGE: (&str, &[u8]) = (
    "b.opf",
    b"<item id='a' href='a.xhtml' media-type='application/xhtml+xml'/>\
      <item id='z' href='z.xhtml' media-type='application/xhtml+xml'/><itemref idref='a'/><itemref idref='z'/>",
);
/// A part of a small book.
pub const CHAPTER: (&str, &[u8]) = ("a.xhtml", b"<html><body><p>A chapter.</p></body></html>");

#[test]
fn bombs_of_zip_and_of_entities() {
    let zeros = vec![0_u8; 1 << 20];
    let bomb = zip_with_long(&[CONTAINER, PACKAGE, CHAPTER], "z.xhtml", &zeros, 128);
    let (document, warnings) = soon("bomb.epub", &bomb).expect("the good chapter");
    assert_eq!(document.text, "A chapter.\n");
    assert!(
        warnings[0].to_string().contains("unpacks to more than"),
        "{warnings:?}"
    );
    // The same where the package should be.
    let bomb = zip_with_long(&[CONTAINER, CHAPTER], "b.opf", &zeros, 128);
    assert!(soon("package.epub", &bomb).is_ok());
    let entities = (0..40).fold(
        String::from("<!DOCTYPE html [<!ENTITY e0 'lol'>"),
        |dtd, level| {
            format!(
                "{dtd}<!ENTITY e{} '{}'>",
                level + 1,
                format!("&e{level};").repeat(10)
            )
        },
    );
    let laughs = format!(
        "{entities}<!ENTITY x SYSTEM 'file:///etc/passwd'>]><html><body><p>&e40;&x; end</p></body></html>"
    );
    let bytes = zip(&[CONTAINER, PACKAGE, CHAPTER, ("z.xhtml", laughs.as_bytes())]);
    let (document, _) = soon("laughs.epub", &bytes).expect("a book");
    assert!(document.text.contains("end") && !document.text.contains("root:"));
    assert!(document.text.len() < 64 * 1024, "{}", document.text.len());
    let nested = format!("<package>{}</package>", "<metadata>".repeat(100_000));
    soon(
        "nested.epub",
        &zip(&[CONTAINER, ("b.opf", nested.as_bytes()), CHAPTER]),
    )
    .expect("a book");
}

#[test]
fn names_that_climb_and_names_that_repeat() {
    let package = b"<item id='a' href='../../../etc/passwd' media-type='application/xhtml+xml'/>\
        <item id='b' href='/etc/passwd' media-type='application/xhtml+xml'/>\
        <item id='c' href='a.xhtml' media-type='application/xhtml+xml'/>\
        <itemref idref='a'/><itemref idref='b'/><itemref idref='c'/><itemref idref='c'/>";
    let bytes = zip(&[
        CONTAINER,
        ("b.opf", package),
        (
            "../../../etc/passwd",
            b"<html><body><p>Climbed.</p></body></html>",
        ),
        CHAPTER,
    ]);
    let (document, warnings) = soon("slip.epub", &bytes).expect("a book");
    // A name is a name within the archive; nothing of the machine is read.
    assert_eq!(document.text.matches("A chapter.").count(), 1);
    assert!(!document.text.contains("root:"), "{}", document.text);
    assert!(!warnings.is_empty());
}

#[test]
fn false_sizes_and_many_parts() {
    let good = zip(&[CONTAINER, PACKAGE, CHAPTER, ("z.xhtml", b"<p>Zed.</p>")]);
    let mut lying = good.clone();
    // Sizes in the directory: 24 bytes into each entry.
    let mut at = 0;
    while let Some(found) = lying[at..]
        .windows(4)
        .position(|mark| mark == b"PK\x01\x02")
    {
        lying[at + found + 24..at + found + 28].copy_from_slice(&[0xff, 0xff, 0xff, 0x7f]);
        at += found + 28;
    }
    let _ = soon("lying.epub", &lying);
    let mark = b"PK\x01\x02".repeat(70_000);
    let crowded = [good.as_slice(), &mark].concat();
    assert!(soon("crowded.epub", &crowded).is_err());
}

#[test]
fn messages_within_messages() {
    let level = "Content-Type: message/rfc822\n\n";
    let source = format!(
        "From: a@example.org\nMIME-Version: 1.0\n{}Subject: x\n\ndeep\n",
        level.repeat(100_000)
    );
    let (document, warnings) = soon("deep.eml", source.as_bytes()).expect("a message");
    assert!(document.text.starts_with("From: a@example.org"));
    assert!(!warnings.is_empty());
    let mut nested = String::from("From: a@example.org\nMIME-Version: 1.0\n");
    for level in 0..20_000 {
        nested.push_str(&format!(
            "Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n"
        ));
    }
    soon("parts.eml", nested.as_bytes()).expect("a message");
    let many = format!(
        "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{}--b--\n",
        "--b\nContent-Type: text/plain; name=x.txt\n\nsmall\n".repeat(5_000)
    );
    let (document, warnings) = soon("many.eml", many.as_bytes()).expect("a message");
    assert_eq!(document.text.matches("small").count(), 500);
    assert_eq!(warnings.len(), 4_500);
}
