//! Web pages.

use text::{Document, Format, Language, Warning};

use crate::{links, outline, read_well};

fn page(body: &str) -> Document {
    let source =
        format!("<!DOCTYPE html><html><head><title>T</title></head><body>{body}</body></html>");
    read_well("page.html", source.as_bytes()).0
}

#[test]
fn a_page_becomes_readable_text() {
    let document = page(
        "<h1>The <em>Title</em></h1><p>Some <b>bold</b>\n  text&nbsp;&amp; more<br>next line</p>\
         <ul><li>one<li>two<ol type=a start=2><li><p>inner</p><li>other</ol></ul>\
         <dl><dt>Term<dd>What it means.<dd><p>And more.</p></dl>\
         <pre>\n  fn main() {\n\n    <b>body</b> <i>x</i>\n  }</pre>\
         <blockquote>said <q>so</q></blockquote><img src=x.png alt='A heron'>\
         <svg><style>x{}</style><title>icon</title><text>Step 1</text><text>Step 2</text></svg>",
    );
    assert_eq!(
        document.text,
        "The Title\n\nSome bold text & more\nnext line\n\n- one\n- two\n  b. inner\n  c. other\n\n\
         Term\n  What it means.\n  And more.\n\n  fn main() {\n\n    body x\n  }\n\nsaid “so”\n\n\
         A heron\nStep 1\nStep 2\n"
    );
    assert_eq!(
        (document.format, document.format.as_str()),
        (Format::Html, "html")
    );
}

#[test]
fn headings_are_a_tree() {
    let document = page(
        "<h1>A<a class=headerlink href='#a'>¶</a></h1><p>one<h2>B<br>b</h2>two\
         <div role=heading aria-level=3>C</div>three<h2></h2><h2>D</h2>",
    );
    assert_eq!(
        outline(&document),
        [(1, "A"), (2, "B b"), (3, "C"), (2, "D")]
    );
    assert_eq!(document.heading_path(2), ["A", "B b", "C"]);
}

#[test]
fn tables_are_rows_with_a_header() {
    let document = page(
        "<table><caption>Rates of 2025</caption><thead><tr><th rowspan=2>State</th>\
         <th colspan=2>Premium</th></tr><tr><th>old<th>new</tr></thead>\
         <tr><td rowspan=2>Ohio<td>1<td><a href=b.html>2</a></tr><tr><td>3<td>4</tr>\
         <tr><td colspan=2>Total<td>5</tr><tr><td></td><td>6</td></tr><tr><td> <td></tr></table>",
    );
    assert_eq!(
        document.text,
        "Rates of 2025\nState | Premium\nState | old | new\nOhio | 1 | 2\nOhio | 3 | 4\n\
         Total |  | 5\n| 6\n"
    );
    let [table] = &document.tables[..] else {
        panic!("{:?}", document.tables)
    };
    assert_eq!(table.title.as_deref(), Some("Rates of 2025"));
    assert_eq!(
        table.header.as_deref(),
        Some("State | Premium old | Premium new")
    );
    assert_eq!(table.rows.len(), 4);
    assert_eq!(links(&document), [("2", "file b.html".to_owned())]);
}

#[test]
fn header_rows_are_known_by_their_cells() {
    for (first, known) in [
        ("<th>a<th>b", true),
        ("<td><b>a</b><td><strong>b</strong>", true),
        ("<td>a<td>b", false),
        ("<td><b>a</b> x<td><b>b</b>", false),
    ] {
        let document = page(&format!(
            "<p>Above:</p><table><tr>{first}<tr><td>1<td>2</table>"
        ));
        let table = &document.tables[0];
        assert_eq!(table.header.is_some(), known, "{first}");
        assert_eq!(table.title.as_deref(), Some("Above:"));
    }
}

#[test]
fn lists_in_cells_stay_one_line() {
    let document = page(
        "<table><tr><th>Founders<td><ul><li>Ann<li><a href=b.html>Bob</a><li>Cy.</ul>\
         <tr><th>Seat<td>Ohio<br>USA</table>",
    );
    assert_eq!(document.text, "Founders | Ann; Bob; Cy.\nSeat | Ohio USA\n");
    assert_eq!(links(&document), [("Bob", "file b.html".to_owned())]);
}

#[test]
fn tables_that_arrange_a_page_are_read_as_blocks() {
    let document = page(
        "<table><tr><td><h2>Left</h2>one<td><table><tr><th>k<th>v<tr><td>1<td>2</table></tr></table>\
         <table role=presentation><tr><td>x<td>y</table>",
    );
    assert_eq!(document.text, "Left\n\none\n\nk | v\n1 | 2\n\nx\n\ny\n");
    assert_eq!(document.tables.len(), 1);
    assert_eq!(outline(&document), [(2, "Left")]);
}

/// Prose of about `words` words.
fn prose(words: usize) -> String {
    "The heron stands by the river at dawn and waits. ".repeat(words.div_ceil(10))
}

#[test]
fn what_leads_around_the_site_is_left_out() {
    let body = prose(100);
    for around in [
        "<nav><a href=/>Lurk</a> Lurk</nav>",
        "<div class='site-menu'><ul><li><a href=a>Lurk</a><li><a href=b>more</a></ul></div>",
        "<div role=navigation>Lurk</div>",
        "<div id=cookieBanner class='cookie-consent'>Lurk: we value your privacy.</div>",
        "<header><a href=/>Lurk</a></header>",
        "<footer>© Lurk Ltd.</footer>",
        "<aside><a href=1>Lurk</a></aside>",
        "<div hidden>Lurk</div>",
        "<div style='color: red; display: none'>Lurk</div>",
        "<script>var lurk = 'Lurk';</script><style>.Lurk{}</style><noscript>Lurk</noscript>",
        "<form><button>Lurk</button><select><option>Lurk</select><textarea>Lurk</textarea></form>",
        "<template><p>Lurk</p></template><iframe>Lurk</iframe><!-- Lurk -->",
    ] {
        for source in [
            format!("{around}<h1>Herons</h1><p>{body}</p>"),
            format!("{around}<main><h1>Herons</h1><p>{body}</p></main>{around}"),
            format!("<article><h1>Herons</h1><p>{body}</p></article>{around}"),
        ] {
            let document = page(&source);
            assert!(
                !document.text.contains("Lurk"),
                "{around}: {}",
                document.text
            );
            assert!(
                document.text.starts_with("Herons\n\nThe heron"),
                "{}",
                document.text
            );
        }
    }
}

#[test]
fn content_is_never_lost_to_a_wrong_guess() {
    let body = prose(100);
    for source in [
        // All of it in what should lead around.
        format!("<nav><p>{body}</p></nav>"),
        format!("<div class=sidebar>{body}</div>"),
        format!("<footer><p>{body}</p></footer><p>Short.</p>"),
        // The part called main is the smaller.
        format!("<main><p>A teaser.</p></main><div><p>{body}</p></div>"),
        // Answers that a click shows.
        format!("<h2>Question?</h2><div style='display:none'><p>{body}</p></div>"),
        // A page about cookies, and one of links alone.
        format!("<div class=cookie-policy><h1>Cookies</h1><p>{body}</p></div>"),
        format!("<ul class=menu><li><a href=x>{body}</a></ul>"),
        // Headers and footers of an article are part of it.
        format!("<article><header>By Ann</header><p>{body}</p><footer>{body}</footer></article>"),
        format!("<header><h1>Title</h1>{body}</header><p>{body}</p>"),
    ] {
        let document = page(&source);
        assert!(document.text.contains("The heron stands"), "{source}");
    }
    let article = page(&format!(
        "<article><header>By Ann</header><p>{body}</p></article>"
    ));
    assert!(article.text.starts_with("By Ann"));
    let above = page(&format!("<h1>Title</h1><main><p>{body}</p></main>"));
    assert!(above.text.starts_with("Title\n\nThe heron"));
}

#[test]
fn links_are_kept_with_their_words() {
    let source = format!(
        "<html><head><base href='https://example.org/a/'></head><body>{}</body></html>",
        "<p>See <a href='../b.html#x'> the <b>rules</b> </a>, <a href='#top'>above</a>\
         <a href='c.html'><img src=p.png></a><a href='javascript:x()'>click</a></p>"
    );
    let (document, _) = read_well("page.html", source.as_bytes());
    assert_eq!(
        links(&document),
        [("the rules", "https://example.org/b.html#x".to_owned())]
    );
    let local =
        page("<ul><li><a href='sub/d%20e.html'>one</a><li>x <a href=../f.html>two</a></ul>");
    assert_eq!(
        links(&local),
        [
            ("one", "file sub/d e.html".to_owned()),
            ("two", "file ../f.html".to_owned())
        ]
    );
}

#[test]
fn a_page_says_who_wrote_it_and_when() {
    let (document, _) = read_well(
        "p.html",
        b"<html lang=es><head><title>\n Herons &mdash; a\n study </title>\
          <meta name=author content='Ann'><meta name=Author content='Bob'>\
          <meta property='article:published_time' content='2025-08-18T10:00:00Z'></head>\
          <body><p>Hola</p><svg><title>icon</title></svg></body></html>",
    );
    let metadata = &document.metadata;
    assert_eq!(metadata.title.as_deref(), Some("Herons — a study"));
    assert_eq!(metadata.author.as_deref(), Some("Ann, Bob"));
    assert_eq!(metadata.date.as_deref(), Some("2025-08-18"));
    assert_eq!(document.language, Language::Es);
}

#[test]
fn encodings_of_pages() {
    let text = "Größe und Maß: 5 € – «так»";
    let windows = |declared: &str, bytes: &[u8]| {
        [
            format!("<html><head>{declared}</head><body><p>").as_bytes(),
            bytes,
            b"</p></body></html>",
        ]
        .concat()
    };
    let utf16: Vec<u8> = format!("<html><body><p>{text}</p></body></html>")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for (bytes, expected) in [
        (
            windows("<meta charset=windows-1252>", b"Gr\xf6\xdfe 5 \x80"),
            "Größe 5 €",
        ),
        (
            windows(
                "<meta http-equiv=Content-Type content='text/html; charset=KOI8-R'>",
                b"\xd4\xc1\xcb",
            ),
            "так",
        ),
        (
            windows("<META CHARSET='shift_jis'>", b"\x93\x8c\x8b\x9e"),
            "東京",
        ),
        // Saved as UTF-8 by a program that left the name of the old encoding.
        (
            windows("<meta charset=iso-8859-1>", "Größe".as_bytes()),
            "Größe",
        ),
        (
            windows("<meta charset=iso-2022-jp>", b"\x1b$BEl5~\x1b(B"),
            "東京",
        ),
        ([b"\xff\xfe".to_vec(), utf16.clone()].concat(), text),
        (utf16, text),
        (
            [b"\xef\xbb\xbf<html><p>".as_slice(), text.as_bytes()].concat(),
            text,
        ),
    ] {
        let (document, _) = read_well("page.html", &bytes);
        assert_eq!(document.text.trim(), expected);
        assert_eq!(document.format, Format::Html);
    }
    let (document, warnings) = read_well("page.html", &windows("", b"Gr\xf6\xdfe"));
    assert_eq!(document.text, "Größe\n");
    assert!(
        matches!(&warnings[..], [Warning::EncodingGuessed { .. }]),
        "{warnings:?}"
    );
}

#[test]
fn broken_markup_is_read_as_browsers_do() {
    for (source, expected) in [
        ("<p>one<p>two</div>three", "one\n\ntwothree\n"),
        (
            "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e",
            "- a\n- b\n  - c\n- d\n\ne\n",
        ),
        ("<table><tr><td>a</b><td>b</div></table>c", "a | b\n\nc\n"),
        ("<a href=x>one<a href=y>two</a> three", "onetwo three\n"),
        (
            "<b>bold<p>still</b> plain</p>after",
            "bold\n\nstill plain\n\nafter\n",
        ),
        (
            "a < b && c > d &copy &unknown; &#8364;",
            "a < b && c > d © &unknown; €\n",
        ),
        (
            "<p>soft\u{ad}hyphen z\u{200b}w <o:p></o:p>x</p>",
            "softhyphen z\u{200b}w x\n",
        ),
        ("<title>T2</title><h1>Never closed", "Never closed\n"),
        (
            "<script>if (a < b) document.write('<p>no</p>')</script>yes",
            "yes\n",
        ),
    ] {
        assert_eq!(page(source).text, expected, "{source}");
    }
    let xhtml = "<?xml version='1.0'?><html xmlns='x'><head><title/><script src='a.js'/></head>\
                 <body><a id='x'/><p>kept</p></body></html>";
    assert_eq!(read_well("a.xhtml", xhtml.as_bytes()).0.text, "kept\n");
}
