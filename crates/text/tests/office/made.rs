//! Office files made for tests: the parts that writers always make, and those given.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A zip archive of parts.
pub fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default())
            .expect("an entry");
        zip.write_all(bytes).expect("its bytes");
    }
    zip.finish().expect("an archive").into_inner()
}

/// A package whose main part has the given content type.
fn package(main: &str, content: &str, parts: &[(&str, String)]) -> Vec<u8> {
    let types = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/{main}" ContentType="application/vnd.openxmlformats-officedocument.{content}.main+xml"/></Types>"#
    );
    let core = r#"<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>A &amp; B</dc:title><dc:creator>Ann Author</dc:creator><dcterms:created>2024-03-15T08:00:00Z</dcterms:created></cp:coreProperties>"#;
    let mut all: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", types.as_bytes()),
        ("docProps/core.xml", core.as_bytes()),
    ];
    all.extend(parts.iter().map(|(name, text)| (*name, text.as_bytes())));
    archive(&all)
}

/// References of a part: id, last word of the type, target.
pub fn relations(list: &[(&str, &str, &str)]) -> String {
    let each = list.iter().map(|(id, kind, target)| {
        format!(r#"<Relationship Id="{id}" Type="{RELATIONS}/{kind}" Target="{target}"/>"#)
    });
    format!(
        "<Relationships>{}</Relationships>",
        each.collect::<String>()
    )
}

/// A DOCX with a body and further parts, by the word that refers to them.
pub fn docx(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let document = format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="w" xmlns:r="{RELATIONS}"><w:body>{body}<w:sectPr/></w:body></w:document>"#
    );
    let names: Vec<String> = parts
        .iter()
        .map(|(kind, _)| format!("word/{kind}.xml"))
        .collect();
    let targets: Vec<String> = parts
        .iter()
        .map(|(kind, _)| format!("{kind}.xml"))
        .collect();
    let list: Vec<(&str, &str, &str)> = parts
        .iter()
        .zip(&targets)
        .map(|((kind, _), target)| (*kind, *kind, target.as_str()))
        .collect();
    let mut all = vec![
        ("word/document.xml", document),
        ("word/_rels/document.xml.rels", relations(&list)),
    ];
    for (name, (_, text)) in names.iter().zip(parts) {
        all.push((name, (*text).to_owned()));
    }
    package("word/document.xml", "wordprocessingml.document", &all)
}

/// The shapes of a slide and the parts that it refers to: kind, target, text.
pub type Slide<'a> = (&'a str, &'a [(&'a str, &'a str, &'a str)]);

/// A PPTX of slides.
pub fn pptx(slides: &[Slide<'_>]) -> Vec<u8> {
    let ids: String = (0..slides.len())
        .map(|index| format!(r#"<p:sldId id="{}" r:id="s{index}"/>"#, 256 + index))
        .collect();
    let list = format!(
        r#"<p:presentation xmlns:p="p" xmlns:r="{RELATIONS}"><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>"#
    );
    let mut owned: Vec<(String, String)> = vec![("ppt/presentation.xml".to_owned(), list)];
    let mut main = String::new();
    for (index, (shapes, linked)) in slides.iter().enumerate() {
        // Not in the order of their numbers: the list says the order.
        let name = format!("slide{}.xml", 100 - index);
        main += &format!(
            r#"<Relationship Id="s{index}" Type="{RELATIONS}/slide" Target="slides/{name}"/>"#
        );
        owned.push((
            format!("ppt/slides/{name}"),
            format!(
                r#"<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="{RELATIONS}" xmlns:c="c"><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"#
            ),
        ));
        let refer: Vec<(&str, &str, String)> = linked
            .iter()
            .map(|(kind, target, _)| (*kind, *kind, format!("../{target}")))
            .collect();
        let refer: Vec<(&str, &str, &str)> = refer
            .iter()
            .map(|(id, kind, target)| (*id, *kind, target.as_str()))
            .collect();
        owned.push((format!("ppt/slides/_rels/{name}.rels"), relations(&refer)));
        for (_, target, text) in *linked {
            owned.push((format!("ppt/{target}"), (*text).to_owned()));
        }
    }
    owned.push((
        "ppt/_rels/presentation.xml.rels".to_owned(),
        format!("<Relationships>{main}</Relationships>"),
    ));
    let parts: Vec<(&str, String)> = owned
        .iter()
        .map(|(name, text)| (name.as_str(), text.clone()))
        .collect();
    package(
        "ppt/presentation.xml",
        "presentationml.presentation",
        &parts,
    )
}

/// An XLSX of sheets, name and XML below `<worksheet>`, with shared strings and
/// the `cellXfs` of its styles.
pub fn xlsx(sheets: &[(&str, &str)], strings: &[&str], styles: &str) -> Vec<u8> {
    let list: String = sheets
        .iter()
        .enumerate()
        .map(|(index, (name, _))| {
            format!(
                r#"<sheet name="{name}" sheetId="{0}" r:id="r{0}"/>"#,
                index + 1
            )
        })
        .collect();
    let mut refer: Vec<(String, &str, String)> = (1..=sheets.len())
        .map(|number| {
            (
                format!("r{number}"),
                "worksheet",
                format!("worksheets/sheet{number}.xml"),
            )
        })
        .collect();
    refer.push((
        "rs".to_owned(),
        "sharedStrings",
        "sharedStrings.xml".to_owned(),
    ));
    refer.push(("rt".to_owned(), "styles", "styles.xml".to_owned()));
    let refer: Vec<(&str, &str, &str)> = refer
        .iter()
        .map(|(id, kind, target)| (id.as_str(), *kind, target.as_str()))
        .collect();
    let strings: String = strings
        .iter()
        .map(|text| format!("<si><t>{text}</t></si>"))
        .collect();
    let names: Vec<String> = (1..=sheets.len())
        .map(|number| format!("xl/worksheets/sheet{number}.xml"))
        .collect();
    let mut parts = vec![
        (
            "xl/workbook.xml",
            format!(r#"<workbook xmlns:r="{RELATIONS}"><sheets>{list}</sheets></workbook>"#),
        ),
        ("xl/_rels/workbook.xml.rels", relations(&refer)),
        ("xl/sharedStrings.xml", format!("<sst>{strings}</sst>")),
        (
            "xl/styles.xml",
            format!("<styleSheet>{styles}</styleSheet>"),
        ),
    ];
    for (name, (_, sheet)) in names.iter().zip(sheets) {
        parts.push((name, format!("<worksheet>{sheet}</worksheet>")));
    }
    package("xl/workbook.xml", "spreadsheetml.sheet", &parts)
}

/// An ODS with the XML below `<office:spreadsheet>`.
pub fn ods(tables: &str) -> Vec<u8> {
    let content = format!(
        r#"<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"#
    );
    archive(&[
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", content.as_bytes()),
        ("meta.xml", b"<m><meta><dc:title>Stock</dc:title><dc:creator>Bo</dc:creator><dc:date>2024-05-01T10:00:00</dc:date></meta></m>"),
    ])
}
