//! Text documents.

use super::made::docx;
use super::{check, clean, outline, read_as, rows, span_of};
use text::{Format, ReadError};

fn p(style: &str, text: &str) -> String {
    format!(r#"<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#)
}

fn plain(text: &str) -> String {
    format!("<w:p><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>")
}

fn listed(list: u32, level: u32, text: &str) -> String {
    format!(
        r#"<w:p><w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list}"/></w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#
    )
}

fn cell(properties: &str, text: &str) -> String {
    format!("<w:tc><w:tcPr>{properties}</w:tcPr>{}</w:tc>", plain(text))
}

const STYLES: &str = r#"<w:styles xmlns:w="w">
<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/><w:basedOn w:val="berschrift1"/><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="2"/></w:numPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="My own"/><w:basedOn w:val="berschrift2"/></w:style>
<w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>
</w:styles>"#;

const NUMBERING: &str = r#"<w:numbering xmlns:w="w">
<w:abstractNum w:abstractNumId="7">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val=""/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="9">
<w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1"/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>
</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="9"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="8"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
</w:numbering>"#;

#[test]
fn headings_are_sections_in_any_language() {
    let body = [
        p("Titel", "The Rules"),
        p("Verzeichnis1", "Scope 4"),
        p("berschrift1", "Scope"),
        plain("All of it."),
        p("berschrift2", "Terms"),
        plain("Words."),
        p("Mine", "More terms"),
        r#"<w:p><w:pPr><w:outlineLvl w:val="2"/></w:pPr><w:r><w:t>By outline</w:t></w:r></w:p>"#
            .to_owned(),
        p("Heading1", "Undefined style"),
    ]
    .concat();
    let document = clean(
        "a.docx",
        &docx(&body, &[("styles", STYLES), ("numbering", NUMBERING)]),
    );
    assert_eq!(document.format, Format::Docx);
    assert_eq!(
        outline(&document),
        [
            (1, "Scope"),
            (2, "IV.1 Terms"),
            (2, "IV.2 More terms"),
            (3, "By outline"),
            (1, "Undefined style"),
        ]
    );
    assert_eq!(
        document.heading_path(3),
        ["Scope", "IV.2 More terms", "By outline"]
    );
    assert!(!document.text.contains("Scope 4"), "a table of contents");
    assert_eq!(document.metadata.title.as_deref(), Some("A & B"));
    assert_eq!(document.metadata.author.as_deref(), Some("Ann Author"));
    assert_eq!(document.metadata.date.as_deref(), Some("2024-03-15"));
}

#[test]
fn lists_show_the_numbers_that_word_counts() {
    let body = [
        plain("Steps:"),
        listed(1, 0, "first"),
        listed(1, 1, "within"),
        listed(1, 1, "within too"),
        listed(1, 0, "second"),
        plain("Between."),
        listed(1, 0, "third"),
        listed(4, 0, "anew"),
        listed(3, 0, "a point"),
        listed(0, 0, "out of any list"),
    ]
    .concat();
    let document = clean("a.docx", &docx(&body, &[("numbering", NUMBERING)]));
    assert_eq!(
        document.text,
        "Steps:\n\n1. first\n  1.a) within\n  1.b) within too\n2. second\n\nBetween.\n\n3. \
         third\n1. anew\n- a point\n\nout of any list\n"
    );
}

#[test]
fn tables_become_rows_with_their_header() {
    let row = |cells: &[String]| format!("<w:tr>{}</w:tr>", cells.concat());
    let body = [
        plain("Table 1: Rates"),
        "<w:tbl>".to_owned(),
        row(&[cell("", "Peril"), cell("", "State"), cell("", "Rate")]),
        row(&[
            cell(r#"<w:vMerge w:val="restart"/>"#, "Wind"),
            cell("", "FL"),
            cell("", "1.5"),
        ]),
        row(&[
            cell("<w:vMerge/>", ""),
            cell("", "GA"),
            cell("", "1.2 | 1.3"),
        ]),
        row(&[
            cell(r#"<w:gridSpan w:val="2"/>"#, "All others"),
            cell("", "2"),
        ]),
        "</w:tbl>".to_owned(),
        plain("After."),
    ]
    .concat();
    let document = clean("a.docx", &docx(&body, &[]));
    assert_eq!(
        document.text,
        "Table 1: Rates\n\nPeril | State | Rate\nWind | FL | 1.5\nWind | GA | 1.2 ¦ 1.3\nAll \
         others |  | 2\n\nAfter.\n"
    );
    let table = &document.tables[0];
    assert_eq!(table.title.as_deref(), Some("Table 1: Rates"));
    assert_eq!(table.header.as_deref(), Some("Peril | State | Rate"));
    assert_eq!(table.sheet_rows, None);
    assert_eq!(rows(&document, 0)[2], ("All others |  | 2", None));
}

#[test]
fn a_table_within_a_cell_and_a_frame() {
    let inner = format!(
        "<w:tbl><w:tr>{}{}</w:tr><w:tr>{}{}</w:tr></w:tbl>",
        cell("", "a"),
        cell("", "b"),
        cell("", "c"),
        cell("", "d")
    );
    let body = format!(
        "<w:tbl><w:tr>{}<w:tc>{}{inner}</w:tc></w:tr></w:tbl><w:tbl><w:tr><w:tc>{}{}</w:tc></w:tr></w:tbl>",
        cell("", "left"),
        plain("right"),
        plain("in a"),
        plain("frame"),
    );
    let document = clean("a.docx", &docx(&body, &[]));
    assert_eq!(document.text, "left | right a, b; c, d\n\nin a\nframe\n");
    assert_eq!(document.tables.len(), 1);
}

#[test]
fn notes_and_comments_stand_behind_their_paragraph() {
    let body = [
        r#"<w:p><w:r><w:t>A claim</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t xml:space="preserve"> and more</w:t></w:r><w:r><w:endnoteReference w:id="5"/></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>"#,
        &plain("Next."),
    ]
    .concat();
    let note = |id: u32, text: &str| {
        format!(
            r#"<w:footnote w:id="{id}"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>{text}</w:t></w:r></w:p></w:footnote>"#
        )
    };
    let footnotes = format!(
        r#"<w:footnotes xmlns:w="w"><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>{}</w:footnotes>"#,
        note(2, "The proof.")
    );
    let endnotes = r#"<w:endnotes xmlns:w="w"><w:endnote w:id="5"><w:p><w:r><w:t>At the end.</w:t></w:r></w:p></w:endnote></w:endnotes>"#;
    let comments = r#"<w:comments xmlns:w="w"><w:comment w:id="0" w:author="Bo"><w:p><w:r><w:t>Really?</w:t></w:r></w:p></w:comment></w:comments>"#;
    let document = clean(
        "a.docx",
        &docx(
            &body,
            &[
                ("footnotes", &footnotes),
                ("endnotes", endnotes),
                ("comments", comments),
            ],
        ),
    );
    assert_eq!(
        document.text,
        "A claim[1] and more[i]\n\n[1] The proof.\n\n[Bo: Really?]\n\nNext.\n\n[i] At the end.\n"
    );
}

#[test]
fn what_nobody_sees_is_left_out() {
    let body = [
        r#"<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>kept</w:t></w:r></w:ins>"#,
        r#"<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>"#,
        r#"<w:r><w:instrText>PAGE \* MERGEFORMAT</w:instrText></w:r>"#,
        r#"<w:r><w:tab/><w:t>tabbed</w:t><w:br/><w:t>line</w:t><w:noBreakHyphen/><w:t>end</w:t></w:r></w:p>"#,
        r#"<w:p><w:hyperlink r:id="x"><w:r><w:t>a link</w:t></w:r></w:hyperlink></w:p>"#,
        r#"<w:p><w:r><mc:AlternateContent xmlns:mc="mc"><mc:Choice><w:drawing><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>around</w:t></w:r></w:p>"#,
        r#"<w:tbl><w:tr><w:trPr><w:del w:id="1"/></w:trPr><w:tc><w:p><w:r><w:t>old</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"#,
    ]
    .concat();
    let header = r#"<w:hdr xmlns:w="w"><w:p><w:r><w:t>RUNNING HEAD</w:t></w:r></w:p></w:hdr>"#;
    let document = clean("a.docx", &docx(&body, &[("header", header)]));
    assert_eq!(
        document.text,
        "kept tabbed\nline-end\n\na link\n\nboxed\n\naround\n"
    );
}

#[test]
fn formulas_stand_on_their_line() {
    let body = r#"<w:p><m:oMath xmlns:m="m"><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup><m:r><m:t>=</m:t></m:r><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></w:p>"#;
    assert_eq!(clean("a.docx", &docx(body, &[])).text, "x^2=a/b\n");
}

#[test]
fn a_document_without_text_is_empty() {
    assert_eq!(
        read_as("a.docx", &docx("<w:p/>", &[])).err(),
        Some(ReadError::Empty)
    );
}

#[test]
fn a_document_in_utf16_and_one_with_broken_bytes() {
    let document = format!(
        r#"<w:document xmlns:w="w"><w:body>{}</w:body></w:document>"#,
        plain("Größe")
    );
    let utf16: Vec<u8> = format!("\u{feff}<?xml version=\"1.0\" encoding=\"UTF-16\"?>{document}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let made = super::made::archive(&[("word/document.xml", &utf16)]);
    assert_eq!(clean("a.docx", &made).text, "Größe\n");

    let latin1: Vec<u8> = format!("<?xml version='1.0' encoding='ISO-8859-1'?>{document}")
        .chars()
        .map(|letter| letter as u8)
        .collect();
    let made = super::made::archive(&[("word/document.xml", &latin1)]);
    assert_eq!(clean("a.docx", &made).text, "Größe\n");

    let broken = document.replace("Größe", "Gr\u{1}e").into_bytes();
    let broken: Vec<u8> = broken
        .into_iter()
        .map(|byte| if byte == 1 { 0xff } else { byte })
        .collect();
    let (read, _) = read_as(
        "a.docx",
        &super::made::archive(&[("word/document.xml", &broken)]),
    )
    .expect("text");
    check(&read);
    assert_eq!(read.text, "Gr\u{fffd}e\n");
    span_of(&read, "Gr");
}
