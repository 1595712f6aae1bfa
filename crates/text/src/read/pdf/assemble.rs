//! Pages of blocks to one document: canonical text and spans into it.

use super::cells;
use super::footnote_marks::FootnoteMarks;
use super::goes_on::{in_line, in_place, is_same_title, names_of};
use super::headings::{Body, Heading, Opening, heading, levels, opening};
use super::info::Bookmark;
use super::layout::{Block, continues};
use super::paragraph::Paragraph;
use super::running::Running;
use super::table::{PageTable, Row};
use std::collections::BTreeMap;

use crate::lexicon::WordList;
use crate::table::Grid;
use crate::{Page, Section, Span, Table};

/// A page ready to be written down.
#[derive(Debug, Default)]
pub(super) struct PageBlocks {
    pub(super) blocks: Vec<Block>,
    pub(super) running: Running,
    pub(super) label: Option<String>,
    pub(super) marks: FootnoteMarks,
}

/// Text and structure of all pages.
#[derive(Debug, Default)]
pub(super) struct Assembled {
    pub(super) text: String,
    pub(super) pages: Vec<Page>,
    pub(super) sections: Vec<Section>,
    pub(super) tables: Vec<Table>,
    /// The cells of the tables: each of the parts that it has on its pages.
    pub(super) grids: Vec<Vec<Grid>>,
    /// The size most of the text is set in.
    pub(super) body_size: f32,
    /// The text limit was reached.
    pub(super) cut: bool,
}

/// A table already written, for the next page's table to go on from.
struct Written {
    index: usize,
    columns: Vec<(f32, f32)>,
    page: usize,
    /// Bytes of text written after it.
    text_since: usize,
    /// Some of it says something, and is no heading or label.
    prose_since: bool,
    /// Its cells, by their index among [`Assembled::grids`].
    grids: usize,
}

/// A table goes on over a note or two at the foot of its page, in bytes.
const TEXT_BETWEEN_MAX: usize = 400;
/// Labels between a table and the one that has its names, in bytes.
const LABELS_BETWEEN_MAX: usize = 160;
/// Words of a row's label at most; more are a note.
const LABEL_WORDS_MAX: usize = 14;

struct Writer<'a> {
    body: Body,
    outline: &'a [Bookmark],
    out: Assembled,
    headings: Vec<(usize, Heading)>,
    /// The outline's entries for the page.
    marks: Vec<&'a Bookmark>,
    /// The lowest running header of the page.
    running_head: Option<String>,
    /// The paragraph before, if it was a heading.
    last_heading: Option<Paragraph>,
    last_table: Option<Written>,
    /// Raised marks of the page.
    raised: FootnoteMarks,
    limit: usize,
}

/// Writes the pages one after the other.
pub(super) fn assemble(pages: Vec<PageBlocks>, outline: &[Bookmark], limit: usize) -> Assembled {
    let body = body(&pages);
    let mut writer = Writer {
        body,
        outline,
        out: Assembled {
            body_size: body.size,
            ..Assembled::default()
        },
        headings: Vec::new(),
        marks: Vec::new(),
        running_head: None,
        last_heading: None,
        last_table: None,
        raised: FootnoteMarks::default(),
        limit,
    };
    let mut open: Option<Paragraph> = None;
    for (index, page) in pages.into_iter().enumerate() {
        let first = page.blocks.first();
        let goes_on = match (&open, first) {
            (Some(above), Some(Block::Paragraph(below))) => continues(above, below),
            _ => false,
        };
        writer.raised = page.marks;
        writer.page(index, page.running, page.label, goes_on);
        let first_heading = writer.headings.len();
        let mut prose = false;
        for block in &page.blocks {
            prose |= !writer.block(index, block);
        }
        // A cover is all large print, and no section of anything.
        if index == 0 && !prose {
            writer.headings.truncate(first_heading);
        }
        if !page.blocks.is_empty() {
            open = match page.blocks.into_iter().next_back() {
                Some(Block::Paragraph(paragraph)) => Some(paragraph),
                _ => None,
            };
        }
    }
    writer.finish()
}

/// The size most characters have: of the prose, or where there is little of
/// it, of the tables too.
fn body(pages: &[PageBlocks]) -> Body {
    let mut prose: BTreeMap<i32, usize> = BTreeMap::new();
    let mut tabled: BTreeMap<i32, usize> = BTreeMap::new();
    let (mut bold, mut typewriter) = (0, 0);
    for block in pages.iter().flat_map(|page| &page.blocks) {
        match block {
            Block::Paragraph(paragraph) => {
                *prose.entry((paragraph.size * 10.0) as i32).or_default() += paragraph.text.len();
                bold += usize::from(paragraph.bold) * paragraph.text.len();
                typewriter += usize::from(paragraph.typewriter) * paragraph.text.len();
            }
            Block::Table(table) => {
                let chars: usize = table.rows.iter().map(Row::chars).sum();
                *tabled.entry((table.size * 10.0) as i32).or_default() += chars;
            }
        }
    }
    let (in_prose, in_tables) = (
        prose.values().sum::<usize>(),
        tabled.values().sum::<usize>(),
    );
    if in_prose * 3 < in_tables {
        for (size, chars) in tabled {
            *prose.entry(size).or_default() += chars;
        }
    }
    let commonest = prose
        .into_iter()
        .max_by_key(|(size, chars)| (*chars, *size));
    Body {
        size: commonest.map_or(10.0, |(size, _)| size as f32 / 10.0),
        bold: bold * 2 > in_prose + in_tables,
        typewriter: typewriter * 2 > in_prose,
    }
}

impl Writer<'_> {
    /// Opens a page. A sentence cut by the page's end goes on after a single
    /// line break, which no reader of the text takes for an end.
    fn page(&mut self, index: usize, running: Running, label: Option<String>, goes_on: bool) {
        if index > 0 && !self.out.text.is_empty() {
            while self.out.text.ends_with('\n') {
                self.out.text.pop();
            }
            // Never before the start of an empty page before this one.
            let floor = self.out.pages.last().map_or(0, |page| page.start);
            self.out.text.push_str(if goes_on { "\n" } else { "\n\n" });
            while self.out.text.len() < floor {
                self.out.text.push('\n');
            }
        }
        self.marks = self
            .outline
            .iter()
            .filter(|mark| mark.page == index)
            .collect();
        self.running_head = running.heads.last().cloned();
        let context = running.heads.into_iter().chain(running.feet).collect();
        self.out.pages.push(Page {
            start: self.out.text.len(),
            context,
            label,
        });
    }

    /// Writes a block; true when it is a heading.
    fn block(&mut self, page: usize, block: &Block) -> bool {
        if self.out.text.len() >= self.limit {
            self.out.cut = true;
            return false;
        }
        match block {
            Block::Paragraph(paragraph) => self.paragraph(paragraph),
            Block::Table(table) => {
                self.last_heading = None;
                self.table(page, table);
                false
            }
        }
    }

    fn paragraph(&mut self, paragraph: &Paragraph) -> bool {
        let found = heading(paragraph, self.body, &self.marks);
        let after_heading = self.last_heading.is_some() && !paragraph.apart;
        let opens = found.is_some() && !after_heading;
        if opens || paragraph.apart {
            self.blank_line();
        }
        let start = self.out.text.len();
        self.out.text.push_str(&paragraph.text);
        self.out.text.push('\n');
        if let Some(table) = &mut self.last_table {
            table.text_since += paragraph.text.len();
            table.prose_since |= is_prose(&paragraph.text);
        }
        let is_heading = found.is_some();
        match found {
            Some(found) => self.heading(start, found, paragraph),
            None => self.last_heading = None,
        }
        is_heading
    }

    /// Adds a heading, or the further line of one.
    fn heading(&mut self, start: usize, found: Heading, paragraph: &Paragraph) {
        let before = self.last_heading.replace(paragraph.clone());
        let named = before.as_ref().is_some_and(|before| is_bare(&before.text));
        let open = before.filter(|before| runs_over(before, paragraph));
        let goes_on = open.is_some() && found.opening == Opening::Plain && found.depth.is_none();
        match self.headings.last_mut() {
            // `Chapter 2` on a line of its own is called by the next line.
            Some((_, above)) if named && found.opening == Opening::Plain => {
                above.title = format!("{} {}", above.title, found.title);
                above.depth = found.depth.or(above.depth);
                above.size = above.size.max(found.size);
            }
            Some((_, above)) if goes_on && above.depth.is_none() => {
                above.title = format!("{} {}", above.title, found.title);
            }
            // The title of a table that goes on, printed again on its next page.
            Some((_, above)) if *above == found => {}
            _ => self.headings.push((start, found)),
        }
    }

    /// One empty line between blocks, none at the start of a page.
    fn blank_line(&mut self) {
        let start = self.out.pages.last().map_or(0, |page| page.start);
        if self.out.text.len() > start && !self.out.text.ends_with("\n\n") {
            self.out.text.push('\n');
        }
    }

    fn table(&mut self, page: usize, table: &PageTable) {
        self.blank_line();
        for line in &table.caption {
            self.line(line);
        }
        let start = self.out.text.len();
        let mut grid = Grid {
            page: u32::try_from(page + 1).ok(),
            columns: u16::try_from(table.columns.len()).unwrap_or(u16::MAX),
            ..Grid::default()
        };
        let (mut header, places) = cells::joined(&table.header);
        if !header.replace(['|', ' '], "").is_empty() {
            cells::add_header(&mut grid, table, start, &places);
            self.line(&header);
        } else {
            header.clear();
        }
        let (rows, labels) = self.rows(table, &mut grid);
        for cell in &mut grid.cells {
            let said = cell.span.slice(&self.out.text).unwrap_or_default();
            cell.mark = self.raised.at_end(said);
        }
        let span = Span::new(start, self.out.text.len().saturating_sub(1));
        let mut title = table.title.join(" / ");
        let mut header = Some(header).filter(|header| !header.is_empty());
        let over = self.continued(page, table, header.as_ref());
        let same_names = over.or_else(|| self.named_above(page, table));
        // A balance sheet goes on behind its "Liabilities and equity".
        let right_below = |_: &usize| {
            let before = self.last_table.as_ref();
            title.is_empty() && before.is_some_and(|before| before.text_since == 0)
        };
        let continues = over.or(same_names.filter(right_below));
        if let Some(above) = same_names.map(|above| &self.out.tables[above]) {
            header = header.or_else(|| above.header.clone());
        }
        let above = same_names.and_then(|above| self.out.tables[above].title.clone());
        title = match above {
            Some(above) if title.is_empty() => above,
            // Its own names the rows of a part: "Liabilities" of a balance sheet in millions.
            Some(above) if over.is_none() => format!("{above} / {title}"),
            _ => title,
        };
        // A table at the top of its page is often named by the running header.
        let title = Some(title).filter(|title| !title.is_empty()).or_else(|| {
            let page_start = self.out.pages.last().map_or(0, |page| page.start);
            self.running_head.clone().filter(|_| start == page_start)
        });
        grid.title.clone_from(&title);
        let same = self.last_table.as_ref().map(|before| before.grids);
        let grids = match same.and_then(|at| self.out.grids.get_mut(at).map(|parts| (at, parts))) {
            Some((at, parts)) if continues.is_some() => {
                if over.is_none() {
                    grid.name_rows();
                }
                parts.push(grid);
                at
            }
            named => {
                if let (Some((_, parts)), Some(_)) = (named, same_names) {
                    grid.named_by = names_of(parts);
                    grid.name_rows();
                }
                let is_table = same_names.is_some() || cells::is_table(table);
                self.out
                    .grids
                    .push(Vec::from_iter(is_table.then_some(grid)));
                self.out.grids.len() - 1
            }
        };
        self.last_table = Some(Written {
            grids,
            index: self.out.tables.len(),
            columns: table.columns.clone(),
            page,
            text_since: 0,
            prose_since: false,
        });
        self.out.tables.push(Table {
            span,
            title,
            header,
            rows,
            labels,
            continues,
            odd_rows: table.odd,
            ..Table::default()
        });
        self.blank_line();
    }

    /// Writes the rows; the indices of those that name the rows below them.
    fn rows(&mut self, table: &PageTable, grid: &mut Grid) -> (Vec<Span>, Vec<usize>) {
        let (mut rows, mut labels) = (Vec::new(), Vec::new());
        let filled = table.rows.iter().enumerate();
        for (index, row) in filled.filter(|(_, row)| row.filled() > 0) {
            let (line, places) = match row {
                Row::Label(text) => cells::joined(std::slice::from_ref(text)),
                Row::Cells(texts) => cells::joined(texts),
            };
            if matches!(row, Row::Label(text) if is_label(text)) {
                labels.push(rows.len());
                grid.bands.push(grid.rows);
            }
            let span = self.line(&line);
            cells::add_row(grid, table, index, span.start, &places);
            rows.push(span);
        }
        (rows, labels)
    }

    /// The table of the page before that this one goes on from.
    fn continued(&self, page: usize, table: &PageTable, header: Option<&String>) -> Option<usize> {
        let before = self.last_table.as_ref()?;
        let above = self.out.tables.get(before.index)?;
        let title = table.title.join(" / ");
        let renamed = !title.is_empty() && !is_same_title(above.title.as_deref(), &title);
        let same_names = header.is_some() && header == above.header.as_ref() && !renamed;
        let unnamed = header.is_none() && table.has_values && in_line(&before.columns, table);
        // Of texts alone it goes on only where nothing stands between the two.
        let is_table = self
            .out
            .grids
            .get(before.grids)
            .is_some_and(|of| !of.is_empty());
        let texts = is_table
            && header.is_none()
            && title.is_empty()
            && !table.has_values
            && before.text_since == 0
            && in_place(&before.columns, table);
        let next = page == before.page + 1 && before.text_since <= TEXT_BETWEEN_MAX;
        (next && (same_names || unnamed || texts)).then_some(before.index)
    }

    /// The table above on the page whose names are those of this one too: it has none, its
    /// columns stand under those, and no more than labels between them.
    fn named_above(&self, page: usize, table: &PageTable) -> Option<usize> {
        let before = self.last_table.as_ref()?;
        let names = table.header.get(1..).unwrap_or_default();
        let unnamed = names.iter().all(String::is_empty)
            && table.has_values
            && in_line(&before.columns, table);
        let near = !before.prose_since && before.text_since <= LABELS_BETWEEN_MAX;
        let above = self.out.grids.get(before.grids)?;
        let named = !names_of(above).is_empty();
        (page == before.page && near && named && unnamed).then_some(before.index)
    }

    fn line(&mut self, line: &str) -> Span {
        let start = self.out.text.len();
        self.out.text.push_str(line);
        self.out.text.push('\n');
        Span::new(start, start + line.len())
    }

    fn finish(mut self) -> Assembled {
        let kept = self.out.text.trim_end_matches('\n').len();
        let last_start = self.out.pages.last().map_or(0, |page| page.start);
        self.out.text.truncate(kept.max(last_start));
        let headings: Vec<Heading> = self
            .headings
            .iter()
            .map(|(_, heading)| heading.clone())
            .collect();
        let end = self.out.text.len();
        let starts: Vec<usize> = self.headings.iter().map(|(start, _)| *start).collect();
        self.out.sections = sections(&starts, &headings, end);
        self.out
    }
}

/// A division or an item by its number alone.
fn is_bare(text: &str) -> bool {
    matches!(opening(text), Opening::Division | Opening::Item)
        && text.split_whitespace().count() == 2
}

/// A heading's line goes on in the next one of the same print when it is full,
/// breaks off at a joining word, or both are centred.
fn runs_over(above: &Paragraph, below: &Paragraph) -> bool {
    let joins = |last: &str| WordList::HeadingGoesOn.has(last) || matches!(last, "&" | "–" | "-");
    let last = above
        .text
        .rsplit(' ')
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let same_print = above.bold == below.bold && (above.size / below.size - 1.0).abs() < 0.05;
    let centred = (above.center - below.center).abs() < 2.0;
    same_print && !below.apart && (above.open || centred || joins(&last))
}

fn is_prose(text: &str) -> bool {
    !is_label(text) || text.trim_end().ends_with(['.', ':'])
}

fn is_label(text: &str) -> bool {
    text.split_whitespace().count() <= LABEL_WORDS_MAX
}

fn sections(starts: &[usize], headings: &[Heading], end: usize) -> Vec<Section> {
    let levels = levels(headings);
    let mut sections: Vec<Section> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (index, heading) in headings.iter().enumerate() {
        let level = levels[index];
        while open
            .last()
            .is_some_and(|&above| sections[above].level >= level)
        {
            open.pop();
        }
        let next = (index + 1..headings.len()).find(|&next| levels[next] <= level);
        let until = next.map_or(end, |next| starts[next]);
        sections.push(Section {
            title: heading.title.clone(),
            level,
            span: Span::new(starts[index], until),
            parent: open.last().copied(),
        });
        open.push(index);
    }
    sections
}
