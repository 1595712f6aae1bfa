//! Messages, boxes of messages, and pages saved as messages.

use text::{Document, Format, Warning};

use crate::{links, outline, read_well, zip};

const HEADERS: &str = "Received: by mx.example.org\r\nFrom: \"Ann Example\" <ann@example.org>\r\n\
     To: bob@example.org, Cy <cy@example.org>\r\nCc: dee@example.org\r\n\
     Date: Mon, 18 Aug 2025 10:00:00 +0200\r\nSubject: =?utf-8?Q?Rates_f=C3=BCr?=\r\n 2026\r\n\
     MIME-Version: 1.0\r\n";

fn mail(rest: &str) -> (Document, Vec<Warning>) {
    read_well("a.eml", format!("{HEADERS}{rest}").as_bytes())
}

const SHOWN: &str = "Subject: Rates für 2026\nFrom: Ann Example <ann@example.org>\n\
     To: bob@example.org, Cy <cy@example.org>\nCc: dee@example.org\n\
     Date: Mon, 18 Aug 2025 10:00:00 +0200\n\n";

#[test]
fn a_message_is_its_headers_and_its_text() {
    let (document, warnings) = mail(
        "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
         Gr=FC=DFe,\r\n  indented\r\n\r\n> What is the rate?\r\n>> Old\r\n",
    );
    assert_eq!(
        document.text,
        format!("{SHOWN}Grüße,\n  indented\n\n> What is the rate?\n>> Old\n")
    );
    assert_eq!(warnings, []);
    assert_eq!(
        (document.format, document.format.as_str()),
        (Format::Eml, "eml")
    );
    assert_eq!(outline(&document), [(1, "Subject: Rates für 2026")]);
    assert_eq!(document.metadata.title.as_deref(), Some("Rates für 2026"));
    assert_eq!(
        document.metadata.author.as_deref(),
        Some("Ann Example <ann@example.org>")
    );
    assert_eq!(document.metadata.date.as_deref(), Some("2025-08-18"));
}

#[test]
fn of_two_forms_the_text_is_read_unless_it_says_nothing() {
    let alternative = |text: &str| {
        mail(&format!(
            "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n\
             {text}\r\n--b\r\nContent-Type: text/html\r\n\r\n<h1>Rates</h1><p>They rise by <a \
             href='https://example.org/'>ten</a> percent in May.</p><table><tr><th>a<th>b<tr><td>1<td>2</table>\r\n--b--\r\n"
        ))
        .0
    };
    assert_eq!(
        alternative("The rates rise by ten percent in May.").text,
        format!("{SHOWN}The rates rise by ten percent in May.\n")
    );
    let page = alternative("See page.");
    assert_eq!(
        page.text,
        format!("{SHOWN}Rates\n\nThey rise by ten percent in May.\n\na | b\n1 | 2\n")
    );
    assert_eq!(
        outline(&page),
        [(1, "Subject: Rates für 2026"), (2, "Rates")]
    );
    assert_eq!(links(&page), [("ten", "https://example.org/".to_owned())]);
    assert_eq!(page.tables[0].header.as_deref(), Some("a | b"));
}

#[test]
fn text_of_no_named_encoding_is_guessed() {
    let bytes = [
        HEADERS.as_bytes(),
        b"\r\nDie Gr\xfc\xdfe aus K\xf6ln sind da.\r\n",
    ]
    .concat();
    let (document, warnings) = read_well("a.eml", &bytes);
    assert!(
        document.text.contains("Die Grüße aus Köln"),
        "{}",
        document.text
    );
    assert!(
        matches!(&warnings[..], [Warning::EncodingGuessed { .. }]),
        "{warnings:?}"
    );
}

/// Base64 in lines of 76, as mail has it.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for (index, chunk) in bytes.chunks(3).enumerate() {
        let word = (0..3).fold(0_u32, |word, at| {
            word << 8 | u32::from(*chunk.get(at).unwrap_or(&0))
        });
        for at in 0..4 {
            let sign = SIGNS[(word >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= chunk.len() {
                char::from(sign)
            } else {
                '='
            });
        }
        if index % 19 == 18 {
            text.push_str("\r\n");
        }
    }
    text
}

fn attached(name: &str, kind: &str, bytes: &[u8]) -> String {
    format!(
        "--b\r\nContent-Type: {kind}; name=\"{name}\"\r\nContent-Disposition: attachment; filename=\"{name}\"\r\n\
         Content-Transfer-Encoding: base64\r\n\r\n{}\r\n",
        base64(bytes)
    )
}

#[test]
fn attachments_are_read_as_sections() {
    let book = zip(&[
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", b"<rootfile full-path='b.opf'/>"),
        (
            "b.opf",
            b"<item id='a' href='a.xhtml' media-type='application/xhtml+xml'/><itemref idref='a'/>",
        ),
        (
            "a.xhtml",
            b"<html><body><h1>Chapter</h1><p>Of the book.</p></body></html>",
        ),
    ]);
    let inner = "From: Eve <eve@example.org>\r\nSubject: Inner\r\nMIME-Version: 1.0\r\n\r\nHidden within.\r\n";
    let (document, warnings) = mail(&format!(
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n\
         {}{}{}{}--b\r\nContent-Type: message/rfc822\r\n\r\n{inner}\r\n--b\r\nContent-Type: text/calendar\r\n\r\n\
         BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Rates\\, new\r\nLOCATION:Room\r\n  4\r\nATTENDEE;CN=\"Ann: E\":mailto:a@example.org\r\n\
         END:VEVENT\r\nEND:VCALENDAR\r\n--b\r\nContent-Type: image/png\r\nContent-ID: <logo>\r\n\r\nxx\r\n--b--\r\n",
        attached(
            "notes.md",
            "text/markdown",
            "# Notes\n\nSeven herons.\n".as_bytes()
        ),
        attached("book.epub", "application/epub+zip", &book),
        attached("photo.png", "image/png", b"\x89PNG\r\n\x1a\n"),
        attached("../../etc/x.txt", "text/plain", b"Plain."),
    ));
    assert_eq!(
        document.text,
        format!(
            "{SHOWN}See below.\n\nattachment: notes.md\n\nNotes\n\nSeven herons.\n\n\
             attachment: book.epub\n\nChapter\n\nOf the book.\n\nattachment: photo.png\n\n\
             attachment: ../../etc/x.txt\n\nPlain.\n\nattachment: Inner\n\nSubject: Inner\n\
             From: Eve <eve@example.org>\n\nHidden within.\n\nattachment: calendar\n\n\
             Summary: Rates, new\nLocation: Room 4\nAttendee: Ann: E (mailto:a@example.org)\n"
        )
    );
    assert_eq!(
        outline(&document),
        [
            (1, "Subject: Rates für 2026"),
            (2, "attachment: notes.md"),
            (3, "Notes"),
            (2, "attachment: book.epub"),
            (3, "Chapter"),
            (2, "attachment: photo.png"),
            (2, "attachment: ../../etc/x.txt"),
            (2, "attachment: Inner"),
            (3, "Subject: Inner"),
            (2, "attachment: calendar"),
        ]
    );
    let told: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["attachment: photo.png: `photo.png` is of no format that can be read"]
    );
}

#[test]
fn a_box_of_messages_is_a_section_each() {
    let source = "From ann@example.org Mon Aug 18 10:00:00 2025\nFrom: ann@example.org\nSubject: One\n\
         Message-ID: <1@example.org>\n\nFirst.\n\n>From the start, two.\n\n\
         From bob@example.org Mon Aug 18 11:00:00 2025\nFrom: bob@example.org\nSubject: Two\n\n\
         Second.\nFrom here on, prose.\n";
    let (document, warnings) = read_well("box", source.as_bytes());
    assert_eq!(
        document.text,
        "Subject: One\nFrom: ann@example.org\n\nFirst.\n\nFrom the start, two.\n\n\
         Subject: Two\nFrom: bob@example.org\n\nSecond.\nFrom here on, prose.\n"
    );
    assert_eq!(
        outline(&document),
        [(1, "Subject: One"), (1, "Subject: Two")]
    );
    assert_eq!(warnings, []);
}

#[test]
fn a_saved_page_is_a_page() {
    let source = "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/a/b.html\r\n\
         Subject: Herons\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type=\"text/html\"; boundary=\"x\"\r\n\r\n\
         --x\r\nContent-Type: text/html\r\nContent-Location: https://example.org/a/b.html\r\n\
         Content-Transfer-Encoding: quoted-printable\r\n\r\n<html><body><h1>Her=\r\nons</h1><p>See =\r\n\
         <a href=3D\"../c.html\">more</a>=C3=A9.</p></body></html>\r\n\
         --x\r\nContent-Type: image/png\r\nContent-Location: https://example.org/p.png\r\n\r\nxx\r\n--x--\r\n";
    let (document, _) = read_well("page.mhtml", source.as_bytes());
    assert_eq!(document.format, Format::Html);
    assert_eq!(document.text, "Herons\n\nSee moreé.\n");
    assert_eq!(
        links(&document),
        [("more", "https://example.org/c.html".to_owned())]
    );
    assert_eq!(document.metadata.title.as_deref(), Some("Herons"));
}

#[test]
fn notes_that_look_like_messages_are_notes() {
    for (name, source, expected) in [
        (
            "a.txt",
            "Subject: rates\nFrom: the office\n\nText.\n",
            Format::Plain,
        ),
        (
            "a.eml",
            "Subject: rates\nFrom: the office\n\nText.\n",
            Format::Eml,
        ),
        (
            "a",
            "Message-ID: <1@x>\nFrom: a@example.org\n\nText.\n",
            Format::Eml,
        ),
        (
            "a.txt",
            "From here to there is far.\nDate: none\n",
            Format::Plain,
        ),
        ("a.eml", "Dear all,\n\nFrom: x\n", Format::Plain),
    ] {
        assert_eq!(
            text::sniff(source.as_bytes(), name),
            Some(expected),
            "{source:?}"
        );
    }
}
