//! PDF: glyphs at their places to text in reading order.
//!
//! Every page goes glyphs → words → lines → regions → tables and paragraphs;
//! what needs the whole document (running lines, the size of the text, levels
//! of headings, tables that go on) comes between or after. All clean-up happens
//! on the page, before pages are joined, so that page starts are exact.

mod assemble;
mod bands;
mod cells;
mod change_bars;
mod column_names;
mod columns;
mod contents;
mod edges;
mod fallback;
mod fields;
mod first_row;
mod fonts;
mod footnote_marks;
mod frame;
mod glyphs;
mod goes_on;
mod grid;
mod groups;
mod gutters;
mod halves;
mod head_rows;
mod header_lines;
mod headings;
mod hyphens;
mod info;
mod inner;
mod label_lines;
mod layout;
mod leaders;
mod level_band;
mod level_names;
mod level_rules;
mod lines;
mod money;
mod names_above;
mod nesting;
mod page_lines;
mod paragraph;
mod periods;
mod places;
mod prose;
mod row_print;
mod ruled;
mod ruled_band;
mod ruled_names;
mod rulings;
mod running;
mod scan;
mod source;
mod spaced;
mod strips;
mod struck;
mod table;
mod tails;
mod title;
mod unruled;
mod values;
mod words;
mod wrapped_rows;

use self::assemble::{Assembled, PageBlocks, assemble};
use self::columns::Gutters;
use self::fonts::Fonts;
use self::footnote_marks::FootnoteMarks;
use self::glyphs::Sheet;
use self::hyphens::Hyphens;
use self::page_lines::PageLines;
use self::places::Drawn;
use self::source::Source;
use super::canvas::cells_left_out;
use super::{ReadError, ReadLimits, Warning};
use crate::table::{CELLS_MAX, Grid};
use crate::{Document, Format, Page};

/// A page on which more of the glyphs than this have no meaning is reported;
/// a file of such pages goes to the second reader.
const UNMAPPED_SHARE: f32 = 0.3;
/// Letters that the second reader must find where the first found none.
const FALLBACK_LETTERS_MIN: usize = 20;
/// The words of a title stand on one of these first pages.
const TITLE_PAGES: usize = 3;

/// Reads a PDF.
///
/// # Errors
/// `Encrypted` when a password is asked for, `TooManyPages`, `NoText` when no
/// page has any, `Damaged` when neither reader can open the file.
pub(super) fn read(
    bytes: &[u8],
    limits: &ReadLimits,
) -> Result<(Document, Vec<Warning>), ReadError> {
    if nesting::is_too_deep(bytes) {
        return Err(ReadError::Damaged {
            reason: "its objects are nested too deep".to_owned(),
        });
    }
    match Source::open(bytes, limits) {
        Ok(mut source) => read_open(&mut source, bytes, limits),
        Err(ReadError::Damaged { reason }) => read_fallback(bytes, limits, reason),
        Err(error) => Err(error),
    }
}

fn read_open(
    source: &mut Source,
    bytes: &[u8],
    limits: &ReadLimits,
) -> Result<(Document, Vec<Warning>), ReadError> {
    let mut warnings = Vec::new();
    let mut pages = Vec::new();
    let mut places = Vec::new();
    let (mut unmapped, mut drawn) = (0, 0);
    let mut struck = Struck::default();
    let mut in_contents = false;
    let mut fonts = Fonts::default();
    for index in 0..source.pages {
        source.renew(&mut fonts, index as usize, (bytes, limits));
        let sheet = sheet(source, index, &mut warnings);
        let mapped = sheet.mapped();
        unmapped += sheet.unmapped;
        drawn += mapped + sheet.unmapped;
        struck.count(&sheet);
        let (lines, words) = page_lines(sheet, &mut in_contents, limits.boxes);
        pages.push(lines);
        places.extend(words);
    }
    warnings.extend(struck.warning());
    if pages
        .iter()
        .all(|page| page.lines.is_empty() && page.tables.is_empty())
    {
        let reason = "the first reader found no text".to_owned();
        return read_fallback(bytes, limits, reason).map_err(|_| ReadError::NoText {
            pages: source.pages,
        });
    }
    if unmapped as f32 > UNMAPPED_SHARE * drawn as f32 {
        let reason = "many characters have no known meaning".to_owned();
        if let Ok(read) = read_fallback(bytes, limits, reason) {
            return Ok(read);
        }
    }
    let mut document = document(source, pages, limits, &mut warnings);
    if limits.boxes {
        document.boxes = places::boxes(&document.text, &document.pages, &places);
    }
    Ok((document, warnings))
}

/// What was struck out and left out.
#[derive(Debug, Default)]
struct Struck {
    words: usize,
    pages: u32,
}

impl Struck {
    fn count(&mut self, sheet: &Sheet) {
        if !sheet.struck.is_empty() {
            let rows = words::words(sheet.struck.clone());
            self.words += rows.iter().map(Vec::len).sum::<usize>();
            self.pages += 1;
        }
    }

    fn warning(&self) -> Option<Warning> {
        let words = u32::try_from(self.words).unwrap_or(u32::MAX);
        (words > 0).then_some(Warning::StruckOutDropped {
            words,
            pages: self.pages,
        })
    }
}

fn sheet(source: &Source, index: u32, warnings: &mut Vec<Warning>) -> Sheet {
    let page = index + 1;
    let sheet = match glyphs::sheet(source, index as usize) {
        Ok(sheet) => sheet,
        Err(reason) => {
            warnings.push(Warning::PageUnreadable { page, reason });
            return Sheet::default();
        }
    };
    let mapped = sheet.mapped();
    let blank = sheet.glyphs().all(|glyph| glyph.ch == ' ');
    if blank && sheet.unmapped == 0 && sheet.struck.is_empty() {
        warnings.push(Warning::PageWithoutText { page });
    }
    if sheet.unmapped as f32 > UNMAPPED_SHARE * (mapped + sheet.unmapped) as f32 {
        warnings.push(Warning::GlyphsUnmapped { page });
    }
    if sheet.turned {
        warnings.push(Warning::TurnedPage { page });
    }
    sheet
}

/// Words and lines of a page, ruled tables taken out; text that runs another
/// way than the rest comes last. Beside it, where asked for, the words as they were drawn.
fn page_lines(
    sheet: Sheet,
    in_contents: &mut bool,
    with_places: bool,
) -> (PageLines, Option<Drawn>) {
    let mut drawn = with_places.then(Drawn::default);
    let mut layers = sheet.layers.into_iter().map(|(frame, glyphs)| {
        let mut words = words::words(glyphs);
        if let Some(drawn) = &mut drawn {
            drawn.add(&words, frame);
        }
        change_bars::drop(&mut words);
        words
    });
    let mut lines = lines::lines(layers.next().unwrap_or_default());
    let marks = FootnoteMarks::of(&lines);
    leaders::clear(&mut lines);
    money::join_signs(&mut lines);
    contents::lead(&mut lines, in_contents);
    let mut tables = grid::tables(&sheet.rulings, &mut lines);
    tables.extend(level_rules::tables(&sheet.rulings, &mut lines));
    names_above::take(&mut tables, &mut lines);
    let below = lines
        .last()
        .map_or(0.0, |line| line.y)
        .max(tables.iter().map(|table| table.y1).fold(f32::MIN, f32::max));
    for layer in layers {
        let mut aside = lines::lines(layer);
        let top = aside.first().map_or(0.0, |line| line.y);
        for line in &mut aside {
            line.y += below + 40.0 - top;
        }
        lines.extend(aside);
    }
    let page = PageLines {
        lines,
        tables,
        rules: sheet.rulings.horizontals,
        wide: sheet.wide,
        marks,
    };
    (page, drawn)
}

fn document(
    source: &Source,
    mut pages: Vec<PageLines>,
    limits: &ReadLimits,
    warnings: &mut Vec<Warning>,
) -> Document {
    let headline = pages.first().and_then(|page| title::headline(&page.lines));
    let running = running::take(&mut pages);
    let labels = info::labels(source);
    let mut hyphens = Hyphens::default();
    pages.iter().for_each(|page| hyphens.learn(&page.lines));
    let mut gutters = Gutters::of(&pages);
    let laid: Vec<PageBlocks> = pages
        .into_iter()
        .zip(running)
        .zip(labels)
        .map(|((mut page, running), label)| PageBlocks {
            marks: std::mem::take(&mut page.marks),
            blocks: layout::blocks(page, &hyphens, &mut gutters),
            running,
            label,
        })
        .collect();
    let assembled = assemble(laid, &info::outline(source), limits.text_bytes_max);
    if assembled.cut {
        warnings.push(Warning::TextCut {
            limit: limits.text_bytes_max,
        });
    }
    warnings.extend(odd_rows(&assembled));
    let mut metadata = info::metadata(source);
    let opening = opening(&assembled);
    metadata.title = title::choose(metadata.title, headline, assembled.body_size, &opening);
    let document = Document::from_text(assembled.text, Format::Pdf);
    let mut room = CELLS_MAX;
    let mut relations = Vec::new();
    let grids = assembled.grids.iter().filter(|_| limits.relations);
    for parts in grids.filter(|parts| !parts.is_empty()) {
        let cells: usize = parts.iter().map(|part| part.cells.len()).sum();
        match room.checked_sub(cells) {
            Some(left) => room = left,
            None => {
                warnings.push(cells_left_out());
                break;
            }
        }
        relations.push(Grid::join(parts, &document.text, document.language));
    }
    Document {
        pages: assembled.pages,
        sections: assembled.sections,
        tables: assembled.tables,
        relations,
        links: Vec::new(),
        metadata,
        ..document
    }
}

fn odd_rows(assembled: &Assembled) -> Option<Warning> {
    let rows = assembled.tables.iter().map(|table| table.odd_rows).sum();
    let of: usize = assembled.tables.iter().map(|table| table.rows.len()).sum();
    let of = u32::try_from(of).unwrap_or(u32::MAX);
    (rows > 0).then_some(Warning::OddRows { rows, of })
}

/// Text and running lines of the first pages.
fn opening(assembled: &Assembled) -> String {
    let end = assembled
        .pages
        .get(TITLE_PAGES)
        .map_or(assembled.text.len(), |page| page.start);
    let contexts = assembled
        .pages
        .iter()
        .take(TITLE_PAGES)
        .flat_map(|page| &page.context);
    let mut opening = assembled.text[..end].to_owned();
    contexts.for_each(|line| opening.push_str(line));
    opening
}

fn read_fallback(
    bytes: &[u8],
    limits: &ReadLimits,
    reason: String,
) -> Result<(Document, Vec<Warning>), ReadError> {
    let texts = fallback::pages(bytes)?;
    let count = u32::try_from(texts.len()).unwrap_or(u32::MAX);
    if count > limits.pages_max {
        return Err(ReadError::TooManyPages {
            limit: limits.pages_max,
            got: count,
        });
    }
    let letters = texts
        .iter()
        .flat_map(|text| text.chars())
        .filter(|ch| ch.is_alphabetic());
    if letters.take(FALLBACK_LETTERS_MIN).count() < FALLBACK_LETTERS_MIN {
        return Err(ReadError::NoText { pages: count });
    }
    let mut warnings = vec![Warning::FallbackReader { reason }];
    let mut text = String::new();
    let mut pages = Vec::new();
    for (page, content) in (1..).zip(&texts) {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        pages.push(Page {
            start: text.len(),
            ..Page::default()
        });
        if content.is_empty() {
            warnings.push(Warning::PageWithoutText { page });
        }
        if text.len() + content.len() > limits.text_bytes_max {
            warnings.push(Warning::TextCut {
                limit: limits.text_bytes_max,
            });
            break;
        }
        text.push_str(content);
    }
    let document = Document {
        pages,
        ..Document::from_text(text, Format::Pdf)
    };
    Ok((document, warnings))
}
