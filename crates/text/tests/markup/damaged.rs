//! Damaged copies of real files, and files of any content.

use proptest::prelude::*;

use crate::hostile::{CHAPTER, CONTAINER, PACKAGE};
use crate::{collection, read, sound, zip};

/// One step of a generator that gives the same numbers everywhere.
fn next(state: &mut u64) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// Real files, cut off and with single bytes changed.
#[test]
fn damaged_files_end_with_a_document_or_an_error() {
    let Some(folder) = collection("office-kinds/files") else {
        return;
    };
    let message = "From: a@example.org\r\nMIME-Version: 1.0\r\nSubject: =?utf-8?B?SGVyb25z?=\r\n\
         Content-Type: multipart/mixed; boundary=\"b\"\r\n\r\n--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n\
         --c\r\nContent-Type: text/plain; charset=koi8-r\r\nContent-Transfer-Encoding: base64\r\n\r\n1MHL\r\n\
         --c\r\nContent-Type: text/html\r\n\r\n<p>x<table><tr><td>1<td>2</table>\r\n--c--\r\n\
         --b\r\nContent-Type: message/rfc822\r\n\r\nSubject: in\r\n\r\nbody\r\n--b--\r\n";
    let mut files = vec![("m.eml", message.as_bytes().to_vec())];
    for name in ["test.epub", "test_blog.html"] {
        files.push((name, std::fs::read(folder.join(name)).expect(name)));
    }
    let mut state = 7;
    for (name, good) in &files {
        let mut tried = 0;
        for cut in (0..good.len()).step_by((good.len() / 20).max(1)) {
            check(name, &good[..cut]);
            tried += 1;
        }
        for _ in 0..60 {
            let mut bytes = good.clone();
            for _ in 0..1 + next(&mut state) % 4 {
                let at = next(&mut state) % bytes.len();
                bytes[at] = (next(&mut state) & 0xff) as u8;
            }
            check(name, &bytes);
            tried += 1;
        }
        println!("{name}: {tried} damaged copies");
    }
}

fn check(name: &str, bytes: &[u8]) {
    if let Ok((document, _)) = read(name, bytes) {
        sound(&document);
    }
}

#[test]
fn a_form_feed_before_text_that_is_kept_as_it_is_shifts_nothing() {
    let page = "<pre><html>\u{c}<td>--><h1><q><h1>";
    check("a.html", page.as_bytes());
    check("a.html", format!("<!doctype html>{page}").as_bytes());
}

#[test]
fn a_page_without_a_letter_is_empty() {
    let found = read("a.html", "<dd><pre>\u{ad}".as_bytes());
    assert!(matches!(found, Err(text::ReadError::Empty)));
}

/// Tags and signs with much structure and little sense.
fn tag_soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<html>",
        "<body>",
        "<div>",
        "</div>",
        "<p>",
        "</p>",
        "<h1>",
        "</h1>",
        "<h2 id=a>",
        "</h2>",
        "<ul>",
        "</ul>",
        "<ol type=i start=3>",
        "<li>",
        "</li>",
        "<dl>",
        "<dt>",
        "<dd>",
        "</dl>",
        "<table>",
        "</table>",
        "<caption>",
        "<thead>",
        "<tr>",
        "</tr>",
        "<td>",
        "<td rowspan=2>",
        "<td colspan=3>",
        "<th>",
        "</td>",
        "<a href=b.html>",
        "<a href='#a'>¶</a>",
        "</a>",
        "<pre>",
        "</pre>",
        "\n",
        "  ",
        "<br>",
        "<img alt='pic'>",
        "<nav>",
        "</nav>",
        "<main>",
        "<span hidden>",
        "</span>",
        "<q>",
        "</q>",
        "<svg>",
        "</svg>",
        "<title>",
        "</title>",
        "<script>",
        "</script>",
        "<!--",
        "-->",
        "&amp;",
        "&#x202e;",
        "&#0;",
        "word",
        "Größe",
        "東京",
        "\u{ad}",
        "\u{200b}",
        "\u{3000}",
        "<blockquote>",
        "</blockquote>",
        "<b>",
        "</b>",
        "<",
        ">",
        "'",
        "\"",
        "\r",
        "\t",
        "<footer>",
        "<hr>",
        " | ",
        "<div role=heading aria-level=2>",
        "<![CDATA[",
        "\u{c}",
    ]);
    prop::collection::vec(piece, 0..80).prop_map(|pieces| pieces.concat())
}

/// Headers, boundaries and encodings in any order.
fn mail_soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "From: a <a@example.org>\n",
        "Subject: =?utf-8?q?=E2?=\n",
        "Date: yesterday\n",
        "\n",
        "\n\n",
        "--b\n",
        "--b--\n",
        "Content-Type: multipart/mixed; boundary=b\n",
        "Content-Type: text/html; charset=utf-16\n",
        "Content-Type: message/rfc822\n",
        "Content-Type: multipart/alternative; boundary=\"b\"\n",
        "Content-Transfer-Encoding: base64\n",
        "Content-Transfer-Encoding: quoted-printable\n",
        "Content-Disposition: attachment; filename*=utf-8''%e2\n",
        "AAAA",
        "=C3=A9",
        "Content-Type: text/calendar\n",
        "SUMMARY:x\n",
        "\nFrom x\n",
        ">From x\n",
        "text\n",
        "Größe\n",
        "<p>x",
        "\r\n",
    ]);
    prop::collection::vec(piece, 0..40)
        .prop_map(|pieces| format!("MIME-Version: 1.0\nFrom: x\n{}", pieces.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_soup_is_read(soup in tag_soup(), mail in mail_soup(), bytes in any::<Vec<u8>>()) {
        check("a.html", soup.as_bytes());
        check("a.html", format!("<!doctype html>{soup}").as_bytes());
        check("a.eml", mail.as_bytes());
        check("a.html", &bytes);
        check("a.epub", &[b"PK\x03\x04", bytes.as_slice()].concat());
        let book = zip(&[CONTAINER, PACKAGE, ("a.xhtml", soup.as_bytes()), ("z.xhtml", &bytes)]);
        check("a.epub", &book);
    }

    #[test]
    fn any_package_is_read(bytes in any::<Vec<u8>>(), soup in tag_soup()) {
        check("a.epub", &zip(&[CONTAINER, ("b.opf", &bytes), CHAPTER]));
        check("a.epub", &zip(&[("META-INF/container.xml", soup.as_bytes()), CHAPTER]));
    }
}
