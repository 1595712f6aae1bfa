//! Slides.

use super::made::pptx;
use super::{check, clean, outline, read_as, rows, span_of};
use text::{Format, ReadError, ReadLimits, Warning, chunk};

fn shape(place: &str, paragraphs: &[&str]) -> String {
    let text: String = paragraphs
        .iter()
        .map(|text| {
            let level = text.len() - text.trim_start_matches('>').len();
            let text = text.trim_start_matches('>');
            format!(r#"<a:p><a:pPr lvl="{level}"/><a:r><a:t>{text}</a:t></a:r></a:p>"#)
        })
        .collect();
    let place = match place {
        "" => String::new(),
        "main" => r#"<p:ph idx="1"/>"#.to_owned(),
        place => format!(r#"<p:ph type="{place}"/>"#),
    };
    format!("<p:sp><p:nvSpPr><p:nvPr>{place}</p:nvPr></p:nvSpPr><p:txBody>{text}</p:txBody></p:sp>")
}

#[test]
fn a_slide_is_a_page() {
    let notes = format!(
        r#"<p:notes xmlns:p="p" xmlns:a="a"><p:cSld>{}{}</p:cSld></p:notes>"#,
        shape("body", &["Say it slowly."]),
        shape("sldNum", &["1"])
    );
    let first = shape("ftr", &["Confidential"])
        + &shape("main", &["One", ">Deeper", "Two"])
        + &shape("title", &["The plan"]);
    let third = shape("", &["A box of its own"]);
    let made = pptx(&[
        (&first, &[("notesSlide", "notesSlides/n1.xml", &notes)]),
        ("<p:pic/>", &[]),
        (&third, &[]),
    ]);
    let (document, warnings) = read_as("a.pptx", &made).expect("slides");
    check(&document);
    assert_eq!(warnings, [Warning::PageWithoutText { page: 2 }]);
    assert_eq!(
        (document.format, document.format.page_noun()),
        (Format::Pptx, "slide")
    );
    assert_eq!(
        document.text,
        "The plan\n\n- One\n  - Deeper\n- Two\n\nNotes\n\nSay it slowly.\n\nA box of its own\n"
    );
    assert_eq!(outline(&document), [(1, "The plan"), (2, "Notes")]);
    assert_eq!(
        document.pages_of(span_of(&document, "slowly")),
        Some((1, 1))
    );
    let own = span_of(&document, "A box");
    assert_eq!(document.pages_of(own), Some((3, 3)));
    assert_eq!(
        document.section_at(own.start),
        None,
        "not under another slide's title"
    );
    let last = chunk(&document, &text::ChunkConfig::default())
        .pop()
        .expect("a chunk");
    assert_eq!(last.pages, Some((1, 3)));
}

#[test]
fn tables_charts_and_numbered_lists() {
    let cell = |attributes: &str, text: &str| {
        format!(
            "<a:tc {attributes}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"
        )
    };
    let table = format!(
        r#"<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/><a:tr>{}{}{}</a:tr><a:tr>{}{}{}</a:tr><a:tr>{}{}{}</a:tr></a:tbl></p:graphicFrame>"#,
        cell("", "Year"),
        cell(r#"gridSpan="2""#, "Sales"),
        cell(r#"hMerge="1""#, ""),
        cell(r#"rowSpan="2""#, "2024"),
        cell("", "10"),
        cell("", "20"),
        cell(r#"vMerge="1""#, ""),
        cell("", "30"),
        cell("", "40"),
    );
    let numbered = r#"<p:sp><p:txBody>
        <a:p><a:pPr><a:buAutoNum type="alphaLcParenR"/></a:pPr><a:r><a:t>one</a:t></a:r></a:p>
        <a:p><a:pPr><a:buAutoNum type="alphaLcParenR"/></a:pPr><a:r><a:t>two</a:t></a:r></a:p>
        </p:txBody></p:sp>"#;
    let chart = r#"<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales by quarter</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea>
        <c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt></c:strCache></c:strRef></c:tx>
        <c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt></c:strCache></c:strRef></c:cat>
        <c:val><c:numRef><c:numCache><c:formatCode>0%</c:formatCode><c:pt idx="0"><c:v>0.25</c:v></c:pt><c:pt idx="1"><c:v>0.5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>
        </c:plotArea></c:chart></c:chartSpace>"#;
    let slide = table + numbered + r#"<p:graphicFrame><c:chart r:id="chart"/></p:graphicFrame>"#;
    let made = pptx(&[(&slide, &[("chart", "charts/c1.xml", chart)])]);
    let document = clean("a.pptx", &made);
    assert_eq!(
        document.text,
        "Year | Sales\n2024 | 10 | 20\n2024 | 30 | 40\n\na) one\nb) two\n\nSales by quarter\n\n| \
         North\nQ1 | 25%\nQ2 | 50%\n"
    );
    assert_eq!(
        document.tables[0].header.as_deref(),
        Some("Year | Sales | Sales")
    );
    assert_eq!(
        document.tables[1].title.as_deref(),
        Some("Sales by quarter")
    );
    assert_eq!(rows(&document, 1), [("Q1 | 25%", None), ("Q2 | 50%", None)]);
}

#[test]
fn slides_without_text_and_too_many_slides() {
    let made = pptx(&[("<p:pic/>", &[]), ("", &[])]);
    assert_eq!(
        read_as("a.pptx", &made).err(),
        Some(ReadError::NoText { pages: 2 })
    );
    let limits = ReadLimits {
        pages_max: 1,
        ..ReadLimits::default()
    };
    assert_eq!(
        text::read(&made, "a.pptx", &limits).err(),
        Some(ReadError::TooManyPages { limit: 1, got: 2 })
    );
}
