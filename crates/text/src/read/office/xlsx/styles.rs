//! How the styles of a workbook show numbers.

use std::collections::BTreeMap;

use crate::read::office::number_format::NumberFormat;
use crate::read::office::xml::{Token, Xml};

/// Cell styles of a workbook; Excel allows 65,490.
const STYLES_MAX: usize = 65_536;

/// Number formats by the style number that a cell carries.
#[derive(Debug, Default)]
pub(super) struct Styles {
    formats: Vec<NumberFormat>,
}

impl Styles {
    pub(super) fn parse(text: &str) -> Self {
        let mut codes: BTreeMap<u16, NumberFormat> = BTreeMap::new();
        let mut formats = Vec::new();
        let mut in_cell_styles = false;
        let mut xml = Xml::new(text);
        while let Some(token) = xml.next() {
            match token {
                Token::Open(element) => match element.name() {
                    "numFmt" => {
                        let code = element.attribute("formatCode");
                        if let (Some(id), Some(code)) = (element.number("numFmtId"), code) {
                            codes.insert(id, NumberFormat::parse(&code));
                        }
                    }
                    "cellXfs" => in_cell_styles = true,
                    "xf" if in_cell_styles && formats.len() < STYLES_MAX => {
                        let id: u16 = element.number("numFmtId").unwrap_or(0);
                        let own = codes.get(&id).cloned();
                        formats.push(own.unwrap_or_else(|| NumberFormat::builtin(id)));
                    }
                    _ => {}
                },
                Token::Close(end) if end.name() == "cellXfs" => break,
                Token::Close(_) | Token::Text(_) => {}
            }
        }
        Self { formats }
    }

    /// The format of a style; a style that is not there shows numbers plainly.
    pub(super) fn format(&self, style: usize) -> &NumberFormat {
        self.formats.get(style).unwrap_or(&NumberFormat::General)
    }
}
