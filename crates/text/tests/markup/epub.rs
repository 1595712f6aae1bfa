//! Electronic books.

use text::{Document, Format, ReadError, Warning};

use crate::{links, outline, read, read_well, zip};

const CONTAINER: &str =
    "<container><rootfiles><rootfile full-path='OEBPS/book.opf'/></rootfiles></container>";

const PACKAGE: &str = "<?xml version='1.0'?><package xmlns:dc='x'><metadata>\
     <dc:title>The  Book &amp; More</dc:title><dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator>\
     <dc:language>en</dc:language><dc:date>2025-08-18T00:00:00Z</dc:date></metadata><manifest>\
     <item id='c2' href='text/two.xhtml' media-type='application/xhtml+xml'/>\
     <item id='c1' href='text/one%20a.xhtml' media-type='application/xhtml+xml'/>\
     <item id='nav' href='nav.xhtml' properties='nav' media-type='application/xhtml+xml'/>\
     <item id='ncx' href='toc.ncx' media-type='application/x-dtbncx+xml'/>\
     <item id='p' href='p.png' media-type='image/png'/></manifest>\
     <spine toc='ncx'><itemref idref='nav'/><itemref idref='c1'/><itemref idref='c2'/><itemref idref='p'/>\
     <itemref idref='gone'/></spine></package>";

const NAV: &str = "<html xmlns:epub='x'><body><nav epub:type='landmarks'><ol><li><a href='text/two.xhtml'>no</a></ol></nav>\
     <nav epub:type='toc'><ol><li><a href='text/one%20a.xhtml'>The River</a>\
     <ol><li><a href='text/one%20a.xhtml#s1'>Dawn</a></li><li><a href='text/one%20a.xhtml#s2'>Noon</a></li></ol></li>\
     <li><a href='text/two.xhtml'>The Sea</a></li></ol></nav></body></html>";

const ONE: &str = "<?xml version='1.0'?><html><head><title/></head><body><h1 id='t'>1. The River</h1><p>It flows.</p>\
     <section id='s1'><h2>Dawn</h2><p>Early.</p><h3>Mist</h3><p>Grey.</p></section>\
     <p id='s2'>High sun, and <a href='two.xhtml'>the sea</a>, <a href='https://example.org/'>maps</a>.</p></body></html>";

const TWO: &str =
    "<html><body><p>Waves without a heading.</p><h2>Foam</h2><p>White.</p></body></html>";

fn book() -> Vec<(&'static str, &'static [u8])> {
    vec![
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", CONTAINER.as_bytes()),
        ("OEBPS/book.opf", PACKAGE.as_bytes()),
        ("OEBPS/nav.xhtml", NAV.as_bytes()),
        ("OEBPS/text/one a.xhtml", ONE.as_bytes()),
        ("OEBPS/text/two.xhtml", TWO.as_bytes()),
    ]
}

/// The book with a part put in place of another, or added.
fn book_with(name: &'static str, content: &'static [u8]) -> Vec<u8> {
    let mut parts = book();
    match parts.iter_mut().find(|part| part.0 == name) {
        Some(part) => part.1 = content,
        None => parts.push((name, content)),
    }
    zip(&parts)
}

fn check_chapters(document: &Document) {
    assert_eq!(
        document.text,
        "1. The River\n\nIt flows.\n\nDawn\n\nEarly.\n\nMist\n\nGrey.\n\nNoon\n\n\
         High sun, and the sea, maps.\n\nThe Sea\n\nWaves without a heading.\n\nFoam\n\nWhite.\n"
    );
    assert_eq!(
        outline(document),
        [
            (1, "1. The River"),
            (2, "Dawn"),
            (3, "Mist"),
            (2, "Noon"),
            (1, "The Sea"),
            (2, "Foam")
        ]
    );
}

#[test]
fn chapters_come_in_order_with_the_titles_of_the_contents() {
    let (document, warnings) = read_well("book.epub", &zip(&book()));
    check_chapters(&document);
    assert_eq!(warnings, []);
    assert_eq!(document.format, Format::Epub);
    assert_eq!(document.metadata.title.as_deref(), Some("The Book & More"));
    assert_eq!(document.metadata.author.as_deref(), Some("Ann, Bob"));
    assert_eq!(document.metadata.date.as_deref(), Some("2025-08-18"));
    // Other chapters are the same document.
    assert_eq!(
        links(&document),
        [("maps", "https://example.org/".to_owned())]
    );
}

#[test]
fn the_older_kind_of_contents_serves_as_well() {
    let ncx = b"<ncx><navMap><navPoint><navLabel><text>The River</text></navLabel><content src='text/one%20a.xhtml'/>\
        <navPoint><navLabel><text>Dawn</text></navLabel><content src='text/one%20a.xhtml#s1'/></navPoint>\
        <navPoint><navLabel><text>Noon</text></navLabel><content src='text/one%20a.xhtml#s2'/></navPoint></navPoint>\
        <navPoint><navLabel><text>The Sea</text></navLabel><content src='text/two.xhtml'/></navPoint></navMap>\
        <pageList><pageTarget><navLabel><text>1</text></navLabel><content src='text/two.xhtml#p1'/></pageTarget></pageList></ncx>";
    let mut parts = book();
    parts.retain(|part| part.0 != "OEBPS/nav.xhtml");
    parts.push(("OEBPS/toc.ncx", ncx));
    let (document, warnings) = read_well("book", &zip(&parts));
    check_chapters(&document);
    assert_eq!(warnings.len(), 1, "the missing page is said: {warnings:?}");
}

#[test]
fn missing_and_damaged_parts_are_told() {
    let mut parts = book();
    parts.retain(|part| part.0 != "OEBPS/text/two.xhtml");
    let (document, warnings) = read_well("book.epub", &zip(&parts));
    assert!(document.text.contains("It flows.") && !document.text.contains("Waves"));
    assert_eq!(
        warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["OEBPS/text/two.xhtml: it is not in the file"]
    );
    // Without a package, pages are read by name.
    let (document, warnings) = read_well("book.epub", &book_with("OEBPS/book.opf", b"<package>"));
    assert!(document.text.contains("It flows.") && document.text.contains("Waves"));
    assert!(
        matches!(&warnings[..], [Warning::InPart { .. }]),
        "{warnings:?}"
    );
}

#[test]
fn locked_books_are_told() {
    let locked = b"<encryption><EncryptedData><EncryptionMethod Algorithm='http://www.w3.org/2001/04/xmlenc#aes128-cbc'/>\
        <CipherData><CipherReference URI='OEBPS/text/two.xhtml'/></CipherData></EncryptedData></encryption>";
    let bytes = book_with("META-INF/encryption.xml", locked);
    assert_eq!(read("book.epub", &bytes).err(), Some(ReadError::Encrypted));
    let fonts = b"<encryption><EncryptedData><EncryptionMethod Algorithm='http://www.idpf.org/2008/embedding'/>\
        <CipherData><CipherReference URI='OEBPS/text/two.xhtml'/></CipherData></EncryptedData></encryption>";
    read_well("book.epub", &book_with("META-INF/encryption.xml", fonts));
}

#[test]
fn a_book_of_pictures_has_no_text() {
    let picture = b"<html><body><img src='p.png'/></body></html>";
    let mut parts = book();
    parts.retain(|part| part.0 != "OEBPS/nav.xhtml");
    for part in &mut parts {
        if part.0.starts_with("OEBPS/text/") {
            part.1 = picture;
        }
    }
    let error = read("book.epub", &zip(&parts)).err();
    assert_eq!(error, Some(ReadError::NoText { pages: 2 }));
}

#[test]
fn chapters_in_any_encoding() {
    let wide: Vec<u8> = "\u{feff}<?xml version='1.0' encoding='UTF-16'?><html><body><p>Höhe — так</p></body></html>"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    let latin =
        b"<?xml version='1.0' encoding='ISO-8859-1'?><html><body><p>Gr\xf6\xdfe</p></body></html>";
    let mut parts = book();
    parts[4].1 = &wide;
    parts[5].1 = latin;
    let (document, _) = read_well("book.epub", &zip(&parts));
    assert!(document.text.contains("Höhe — так") && document.text.contains("Größe"));
}
