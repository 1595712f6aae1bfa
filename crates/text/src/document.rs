//! A document as every later stage sees it: canonical text and its structure.

use serde::{Deserialize, Serialize};

use crate::table::LogicalTable;
use crate::{Contents, Language, List, PackedBoxes, Series, Span};

/// What kind of file a document was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Portable Document Format; paged.
    Pdf,
    /// CommonMark.
    Markdown,
    /// Text in any encoding.
    Plain,
    /// Word processing in Office Open XML.
    Docx,
    /// Slides in Office Open XML; a slide is a page.
    Pptx,
    /// Workbook in Office Open XML.
    Xlsx,
    /// Workbook of Excel 97 to 2003.
    Xls,
    /// OpenDocument workbook.
    Ods,
    /// Values separated by commas, tabs, semicolons or bars.
    Csv,
    /// A web page, alone or with what it shows (MHTML).
    Html,
    /// An electronic book.
    Epub,
    /// An e-mail message, or a box of them.
    Eml,
}

impl Format {
    /// The name shown to people and used by the filter key `type`.
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Pdf => "pdf",
            Format::Markdown => "markdown",
            Format::Plain => "plain",
            Format::Docx => "docx",
            Format::Pptx => "pptx",
            Format::Xlsx => "xlsx",
            Format::Xls => "xls",
            Format::Ods => "ods",
            Format::Csv => "csv",
            Format::Html => "html",
            Format::Epub => "epub",
            Format::Eml => "eml",
        }
    }

    /// What people call one of its pages: a slide deck has slides.
    pub fn page_noun(self) -> &'static str {
        match self {
            Format::Pptx => "slide",
            Format::Pdf
            | Format::Markdown
            | Format::Plain
            | Format::Docx
            | Format::Xlsx
            | Format::Xls
            | Format::Ods
            | Format::Csv
            | Format::Html
            | Format::Epub
            | Format::Eml => "page",
        }
    }
}

/// One document: canonical text, and spans into it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Canonical text: UTF-8, lines end with `\n`.
    pub text: String,
    /// What it was read from.
    pub format: Format,
    /// In order; empty for formats without pages.
    pub pages: Vec<Page>,
    /// In order of their first byte; a child follows its parent.
    pub sections: Vec<Section>,
    /// In order of their first byte.
    pub tables: Vec<Table>,
    /// Everything that stands in rows and columns, typed: tables, lists, headings
    /// that count, sections; in order of their first byte.
    #[serde(default)]
    pub relations: Vec<LogicalTable>,
    /// In order of their first byte.
    #[serde(default)]
    pub lists: Vec<List>,
    /// Headings that count, in order of their first members.
    #[serde(default)]
    pub series: Vec<Series>,
    /// Tables of contents, in order of their first byte.
    #[serde(default)]
    pub contents: Vec<Contents>,
    /// Links out of the document, in order of their first byte.
    pub links: Vec<Link>,
    /// Where the words of each page stand on it; empty where no reader knows.
    #[serde(default)]
    pub boxes: Vec<PackedBoxes>,
    /// What the file says about itself.
    pub metadata: Metadata,
    /// The language most of the text is in.
    pub language: Language,
}

/// A page: where it starts, and what was printed on it besides its text.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Page {
    /// Byte offset of the page's first character in the canonical text.
    pub start: usize,
    /// Running headers and footers, dropped from the text: an exhibit's title
    /// often stands only there.
    pub context: Vec<String>,
    /// The page's printed number where it differs, as `iv` or `A-3`.
    pub label: Option<String>,
}

/// A heading and what stands under it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// The heading's text.
    pub title: String,
    /// 1 for the outermost, at most 6.
    pub level: u8,
    /// From the heading line to the next heading of the same or a higher level.
    pub span: Span,
    /// Index of the enclosing section.
    pub parent: Option<usize>,
}

/// A table kept as rows: one line a row, cells separated by ` | `.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Table {
    /// From the first row to the last, the header row included where it is in the text.
    pub span: Span,
    /// The caption or the lines above it.
    pub title: Option<String>,
    /// Column headers joined by ` | `.
    pub header: Option<String>,
    /// The rows below the header.
    pub rows: Vec<Span>,
    /// Where its rows stand in a sheet; `None` for tables that are in no sheet.
    #[serde(default)]
    pub sheet_rows: Option<SheetRows>,
    /// Indices of the rows that hold no cells, but name the rows below them up
    /// to the next such row; rising.
    #[serde(default)]
    pub labels: Vec<usize>,
    /// Index of the table, right above or on the page before, that this one goes on from.
    #[serde(default)]
    pub continues: Option<usize>,
    /// Rows whose cells do not fit the columns: read with care.
    #[serde(default)]
    pub odd_rows: u32,
}

/// The rows of a sheet that a table was read from, numbered from 1 as a
/// spreadsheet shows them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SheetRows {
    /// First and last row of the header, where the table has its own.
    pub header: Option<(u32, u32)>,
    /// Stretches of rows without a gap, in order; the first starts at row 0.
    pub runs: Vec<RowRun>,
}

/// A stretch of a table's rows that follow one another in the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowRun {
    /// Index of its first row in [`Table::rows`].
    pub row: usize,
    /// Number of that row in the sheet.
    pub number: u32,
}

impl SheetRows {
    /// The number of a row by its index in [`Table::rows`].
    pub fn number(&self, row: usize) -> Option<u32> {
        let following = self.runs.partition_point(|run| run.row <= row);
        let run = self.runs.get(following.checked_sub(1)?)?;
        run.number
            .checked_add(u32::try_from(row.checked_sub(run.row)?).ok()?)
    }
}

impl Table {
    /// First and last row of the sheet that a span touches, the header's rows
    /// included; `None` where it touches none or the table is in no sheet.
    fn sheet_rows_of(&self, span: Span) -> Option<(u32, u32)> {
        let numbers = self.sheet_rows.as_ref()?;
        let first = self.rows.partition_point(|row| row.end <= span.start);
        let end = self.rows.partition_point(|row| row.start < span.end);
        let body = (first < end)
            .then(|| Some((numbers.number(first)?, numbers.number(end - 1)?)))
            .flatten();
        let rows_start = self.rows.first().map_or(self.span.end, |row| row.start);
        let above = Span::new(self.span.start, rows_start);
        match (numbers.header.filter(|_| above.overlaps(span)), body) {
            (Some(header), Some(body)) => Some((header.0, body.1)),
            (header, body) => header.or(body),
        }
    }

    /// The row that names the one at `row`, if a row above it in this table does.
    pub fn label_of(&self, row: usize) -> Option<Span> {
        let above = self.labels.partition_point(|&label| label < row);
        let label = *self.labels.get(above.checked_sub(1)?)?;
        self.rows.get(label).copied()
    }
}

/// Words of the text that lead to another document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The words.
    pub span: Span,
    /// Where they lead.
    pub target: LinkTarget,
}

/// Where a link leads. It is what the file says: nothing was looked up, and
/// the target need not exist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkTarget {
    /// An absolute address: `https:`, `http:`, `ftp:` or `mailto:`.
    Url(String),
    /// Another file of the same site or folder.
    File {
        /// Path from the folder of the document, decoded, with `/` between its
        /// parts and without `.`; `..` stands only at the start. A path that
        /// starts with `/` counts from the root of the site.
        path: String,
        /// Name of the place in that file.
        fragment: Option<String>,
    },
}

/// What a file says about itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Metadata {
    /// Title, if the file names one that is more than a file name.
    pub title: Option<String>,
    /// Author or authors.
    pub author: Option<String>,
    /// ISO 8601 date (`2025-08-18`) from the file's own metadata.
    pub date: Option<String>,
}

impl Document {
    /// An unpaged document without structure.
    pub fn from_text(text: impl Into<String>, format: Format) -> Self {
        let text = text.into();
        let language = Language::detect(&text);
        Self {
            text,
            format,
            pages: Vec::new(),
            sections: Vec::new(),
            tables: Vec::new(),
            relations: Vec::new(),
            lists: Vec::new(),
            series: Vec::new(),
            contents: Vec::new(),
            links: Vec::new(),
            boxes: Vec::new(),
            metadata: Metadata::default(),
            language,
        }
    }

    /// A paged document whose text is the pages' texts one after the other.
    pub fn from_pages(pages: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut text = String::new();
        let mut starts = Vec::new();
        for page in pages {
            starts.push(Page {
                start: text.len(),
                ..Page::default()
            });
            text.push_str(&page.into());
        }
        Self {
            pages: starts,
            ..Self::from_text(text, Format::Pdf)
        }
    }

    /// The pages a span touches, 1-based and inclusive; `None` when the
    /// document has no pages. An empty span lies on the page of its start.
    ///
    /// ```
    /// # use text::{Document, Span};
    /// let document = Document::from_pages(["alpha ", "beta"]);
    /// assert_eq!(document.pages_of(Span::new(4, 8)), Some((1, 2)));
    /// assert_eq!(document.pages_of(Span::new(0, 6)), Some((1, 1)));
    /// ```
    pub fn pages_of(&self, span: Span) -> Option<(u32, u32)> {
        if self.pages.is_empty() {
            return None;
        }
        let page_at = |offset: usize| {
            let following = self.pages.partition_point(|page| page.start <= offset);
            u32::try_from(following.max(1)).unwrap_or(u32::MAX)
        };
        let last = if span.is_empty() {
            span.start
        } else {
            span.end - 1
        };
        Some((page_at(span.start), page_at(last)))
    }

    /// First and last row of the sheet that a span touches, 1-based; `None`
    /// where it touches no row of a sheet. A span over several sheets gives the
    /// rows of the first one.
    pub fn rows_of(&self, span: Span) -> Option<(u32, u32)> {
        let from = self
            .tables
            .partition_point(|table| table.span.end <= span.start);
        let touched = self.tables[from..]
            .iter()
            .take_while(|table| table.span.start < span.end);
        let mut found: Option<(u32, u32)> = None;
        let mut sheet = None;
        for table in touched {
            let Some((first, last)) = table.sheet_rows_of(span) else {
                continue;
            };
            let section = self.section_at(table.span.start);
            match found {
                None => (found, sheet) = (Some((first, last)), section),
                Some((start, _)) if section == sheet => found = Some((start, last)),
                Some(_) => break,
            }
        }
        found
    }

    /// The bytes of a page by its index; `None` when there is no such page.
    pub fn page_span(&self, page: usize) -> Option<Span> {
        let start = self.pages.get(page)?.start;
        let next = self.pages.get(page + 1);
        Some(Span::new(
            start,
            next.map_or(self.text.len(), |next| next.start),
        ))
    }

    /// The innermost section that holds the byte at `offset`.
    pub fn section_at(&self, offset: usize) -> Option<usize> {
        let candidates = self
            .sections
            .partition_point(|section| section.span.start <= offset);
        (0..candidates)
            .rev()
            .find(|&index| offset < self.sections[index].span.end)
    }

    /// Whether a span lies in a table, on a row of cells: one that only names those below it is
    /// none.
    pub fn is_row(&self, span: Span) -> bool {
        let is_label = |(table, row): (usize, usize)| self.tables[table].labels.contains(&row);
        self.row_at(span).is_some_and(|at| !is_label(at))
    }

    /// The table that a span lies in, and which of its rows; for a span above the first row the
    /// first, for one below the last as many as there are.
    pub fn row_at(&self, span: Span) -> Option<(usize, usize)> {
        let at = self
            .tables
            .partition_point(|table| table.span.end <= span.start);
        let table = self.tables.get(at).filter(|one| one.span.overlaps(span))?;
        let row = table.rows.partition_point(|row| row.end <= span.start);
        Some((at, row))
    }

    /// The label of a row, looked for in the tables that this one continues, too:
    /// a label at the foot of a page names rows on the next.
    pub fn label_of(&self, table: usize, row: usize) -> Option<Span> {
        let mut next = (table, row);
        loop {
            let part = self.tables.get(next.0)?;
            if part.labels.contains(&next.1) && next.0 == table {
                return None;
            }
            if let Some(label) = part.label_of(next.1) {
                return Some(label);
            }
            // A part always precedes what continues it, so the walk ends.
            let before = part.continues.filter(|&before| before < next.0)?;
            next = (before, self.tables.get(before)?.rows.len());
        }
    }

    /// Titles from the outermost section down to `section`; empty when there
    /// is no such section.
    pub fn heading_path(&self, section: usize) -> Vec<&str> {
        let mut path = Vec::new();
        let mut next = Some(section);
        while let Some(found) = next.and_then(|index| self.sections.get(index)) {
            path.push(found.title.as_str());
            // A parent always precedes its child, so the walk ends.
            next = found.parent.filter(|&parent| parent < next.unwrap_or(0));
        }
        path.reverse();
        path
    }
}
