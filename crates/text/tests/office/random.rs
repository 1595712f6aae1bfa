//! Files with random content and random damage: no panic, and sound documents.

use proptest::prelude::*;
use text::{ChunkConfig, ReadLimits, chunk};

use super::made::{archive, docx, ods, pptx, xlsx};
use super::{check, files};

/// Pieces of the XML of all office formats, closed and open, in no order.
fn markup() -> impl Strategy<Value = String> {
    let pieces = [
        "<w:p>",
        "</w:p>",
        "<w:r>",
        "</w:r>",
        "<w:t>",
        "</w:t>",
        "<w:tbl>",
        "</w:tbl>",
        "<w:tr>",
        "</w:tr>",
        "<w:tc>",
        "</w:tc>",
        "<w:del>",
        "</w:del>",
        "<w:pPr>",
        "</w:pPr>",
        "<w:pStyle w:val='Heading2'/>",
        "<w:numId w:val='1'/>",
        "<w:vMerge/>",
        "<w:tblHeader/>",
        "<w:gridSpan w:val='4000000000'/>",
        "<w:outlineLvl w:val='3'/>",
        "<w:footnoteReference w:id='1'/>",
        "<p:sp>",
        "</p:sp>",
        "<p:ph type='title'/>",
        "<a:buChar/>",
        "<a:p>",
        "</a:p>",
        "<a:t>",
        "</a:t>",
        "<a:tc gridSpan='9'>",
        "</a:tc>",
        "<c:chart r:id='c'/>",
        "<c:ser>",
        "<c:v>3</c:v>",
        "<sheetData>",
        "</sheetData>",
        "<row r='7'>",
        "<row>",
        "</row>",
        "<c t='s'>",
        "<c r='B2'>",
        "<c r='XFD9' t='inlineStr'>",
        "</c>",
        "<v>",
        "</v>",
        "<is>",
        "</is>",
        "<mergeCells>",
        "<mergeCell ref='A1:C3'/>",
        "</mergeCells>",
        "<table:table table:name='T'>",
        "</table:table>",
        "<table:table-row>",
        "</table:table-row>",
        "<table:table-cell>",
        "</table:table-cell>",
        "<text:p>",
        "</text:p>",
        "word ",
        "12",
        "0",
        "|",
        "\n",
        "é",
        "&amp;",
        "&#x202e;",
        "&nope;",
        "<![CDATA[x]]>",
        "<!--",
        "-->",
        "<",
        "&",
        "\u{0}",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..80)
        .prop_map(|pieces| pieces.concat())
}

fn values() -> impl Strategy<Value = String> {
    let pieces = [
        "a", "12", ",", ";", "\t", "|", "\"", "\"\"", "\n", "\r\n", " ", "é", "\n\n", "sep=,\n",
        "\u{0}",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..120)
        .prop_map(|pieces| pieces.concat())
}

fn read(name: &str, bytes: &[u8]) {
    match text::read(bytes, name, &ReadLimits::default()) {
        Ok((document, _)) => {
            check(&document);
            for chunk in chunk(&document, &ChunkConfig::default()) {
                assert!(chunk.span.slice(&document.text).is_some());
                document.rows_of(chunk.span);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_markup_reads(body in markup(), part in markup()) {
        let notes = format!("<w:footnotes><w:footnote w:id='1'>{part}");
        read("a.docx", &docx(&body, &[("footnotes", &notes), ("styles", &part), ("numbering", &part)]));
        read("a.pptx", &pptx(&[(&body, &[("chart", "charts/c.xml", &part), ("notesSlide", "n.xml", &part)]), (&part, &[])]));
        read("a.xlsx", &xlsx(&[("One", &body), ("Two", &part)], &[&part], &part));
        read("a.ods", &ods(&body));
    }

    #[test]
    fn any_values_read(source in values(), bytes in any::<Vec<u8>>()) {
        read("a.csv", source.as_bytes());
        read("a.tsv", &bytes);
    }

    #[test]
    fn any_bytes_in_an_archive_read(bytes in any::<Vec<u8>>()) {
        for name in ["word/document.xml", "xl/workbook.xml", "ppt/presentation.xml"] {
            read("a", &archive(&[(name, &bytes)]));
        }
        read("a.ods", &archive(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", &bytes)]));
    }
}

/// Numbers that look random and are the same each time (xorshift).
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).unwrap_or(0)
    }
}

/// Real files with single bytes changed, stretches overwritten, ends cut off.
#[test]
fn damaged_files_read_or_say_why() {
    let mut seeded = Seeded(0x5eed);
    let mut whole: Vec<(String, Vec<u8>)> = vec![(
        "prices.xls".to_owned(),
        include_bytes!("../data/prices.xls").to_vec(),
    )];
    whole.extend(
        files::office_kinds()
            .into_iter()
            .filter(|(_, bytes)| bytes.len() < 20_000),
    );
    for (name, bytes) in &whole {
        for _ in 0..40 {
            let mut damaged = bytes.clone();
            for _ in 0..=seeded.below(8) {
                let at = seeded.below(damaged.len());
                damaged[at] = u8::try_from(seeded.below(256)).unwrap_or(0);
            }
            let from = seeded.below(damaged.len());
            let until = (from + seeded.below(64)).min(damaged.len());
            damaged[from..until].fill(0xff);
            if seeded.below(4) == 0 {
                damaged.truncate(seeded.below(bytes.len()) + 1);
            }
            read(name, &damaged);
        }
    }
}

/// The parts of a package damaged before they are packed, so that the archive is whole.
#[test]
fn damaged_parts_read_or_say_why() {
    let mut seeded = Seeded(0xfeed);
    for (name, bytes) in files::office_kinds() {
        if !name.ends_with('x') || bytes.len() > 20_000 {
            continue;
        }
        let parts = files::parts(&bytes);
        for _ in 0..20 {
            let mut parts = parts.clone();
            let chosen = seeded.below(parts.len());
            let part = &mut parts[chosen].1;
            for _ in 0..=seeded.below(5) {
                if !part.is_empty() {
                    let at = seeded.below(part.len());
                    part[at] = u8::try_from(seeded.below(256)).unwrap_or(0);
                }
            }
            if seeded.below(3) == 0 {
                part.truncate(seeded.below(part.len() + 1));
            }
            let packed: Vec<(&str, &[u8])> = parts
                .iter()
                .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
                .collect();
            read(&name, &archive(&packed));
        }
    }
}
