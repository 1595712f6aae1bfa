//! The documents a question is put to, with their structure at hand: what
//! plans read instead of the best hits.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use index::{DocumentId, DocumentRecord, Filter, Snapshot, State};
use text::{Document, Language, Span};

pub use super::cells::{Cells, Content, Facts};
use super::chain::{self, Chain};
use super::list::Candidate;
use super::question::Question;
use super::scan::{Kind, Notation, Token, scan};
use super::table::Marks;
use crate::EngineError;
use crate::answer::letters;

/// Text read for one question, in bytes: some 30,000 pages. Documents beyond it are
/// left out, the less likely ones, and that is said.
const TEXT_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// A shelf of all documents is kept for the next question up to this much text, in
/// bytes: with its structure it takes some five times as much memory.
const HELD_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// Pages whose running lines name the document.
const RUNNING_PAGES: usize = 2;

/// Characters of a document's opening that name it: company, program, state.
const OPENING_CHARS: usize = 240;

/// Questions whose marks are kept: one and its parts.
const MARKS_KEPT: usize = 6;

/// Characters of the first page, and the digits at least of a number it files a document under.
const FIRST_CHARS: usize = 1_500;
const FILED_MIN: usize = 4;

/// Documents with their structure.
pub struct Shelf {
    /// In order of id.
    pub books: Vec<Book>,
    /// Documents under the filters that were not read.
    pub left_out: usize,
    /// The tables of all books.
    pub chains: Vec<Chain>,
    /// What stands in their cells, each text once.
    pub cells: Cells,
    lists: OnceLock<Vec<Candidate>>,
    words: OnceLock<BTreeSet<String>>,
    marks: Mutex<VecDeque<Arc<Marks>>>,
}

/// One document.
pub struct Book {
    /// Its id.
    pub id: DocumentId,
    /// Its path as added.
    pub path: String,
    /// Its title; may be empty.
    pub called: String,
    /// Text and structure.
    pub document: Document,
    /// How it writes numbers.
    pub notation: Notation,
    /// Words of its path, title and first page's opening, which tell it from
    /// its siblings.
    pub name: BTreeSet<String>,
    /// Those of its path and title alone.
    pub title: BTreeSet<String>,
    /// The tokens of its opening.
    pub opening: Vec<Token>,
    /// Signs that another copy is the final one; none for most documents.
    pub draft: (u32, usize),
    /// Lines of the text that a table of contents names, in order.
    pub entries: Vec<Span>,
}

impl Shelf {
    /// The documents that pass every filter; without filters those of a question
    /// before, if they are kept.
    ///
    /// # Errors
    /// See [`Shelf::read`].
    pub fn open(
        snapshot: &Snapshot,
        filters: &[Filter],
        likely: &dyn Fn(&DocumentId) -> usize,
    ) -> Result<Arc<Shelf>, EngineError> {
        if filters.is_empty() && Shelf::is_kept(snapshot) {
            return snapshot.derived(|| Shelf::read(snapshot, filters, likely));
        }
        Ok(Arc::new(Shelf::read(snapshot, filters, likely)?))
    }

    /// Whether a shelf of all documents is kept for the next question.
    pub fn is_kept(snapshot: &Snapshot) -> bool {
        let documents = snapshot.documents().iter();
        documents.map(|record| record.text_bytes).sum::<u64>() <= HELD_BYTES_MAX
    }

    /// The lists that have a place of their own, collected once.
    pub fn lists(&self) -> &[Candidate] {
        self.lists.get_or_init(|| super::list::all(self))
    }

    /// Reads the documents that pass every filter. `likely` orders them when
    /// there is too much text: lower is read first.
    ///
    /// # Errors
    /// A bad filter, a store that cannot be read.
    pub fn read(
        snapshot: &Snapshot,
        filters: &[Filter],
        likely: &dyn Fn(&DocumentId) -> usize,
    ) -> Result<Shelf, EngineError> {
        let scope = snapshot.scope(filters)?;
        let mut records: Vec<&DocumentRecord> = snapshot
            .documents_within(&scope)?
            .into_iter()
            .filter(|record| record.state == State::Ready)
            .collect();
        records.sort_by_key(|record| (likely(&record.id), record.id.clone()));
        let mut bytes = 0;
        let all = records.len();
        records.retain(|record| {
            bytes += record.text_bytes;
            bytes <= TEXT_BYTES_MAX
        });
        records.sort_by(|a, b| a.id.cmp(&b.id));
        let left_out = all - records.len();
        let mut books = Vec::with_capacity(records.len());
        for record in records {
            if let Some(document) = snapshot.stored_document(&record.id)? {
                books.push(Book::new(record, document));
            }
        }
        Ok(Shelf::of(books, left_out))
    }

    /// A shelf of given books.
    pub fn of(books: Vec<Book>, left_out: usize) -> Shelf {
        let mut cells = Cells::default();
        let mut chains = Vec::new();
        for (index, book) in books.iter().enumerate() {
            chains.extend(chain::chains(index, book, &mut cells));
        }
        Shelf {
            books,
            left_out,
            chains,
            cells,
            lists: OnceLock::new(),
            words: OnceLock::new(),
            marks: Mutex::default(),
        }
    }

    /// What a question marks, made by `read` unless it was one of the last.
    pub fn marks(&self, question: &Question, read: &dyn Fn() -> Marks) -> Arc<Marks> {
        let kept = || self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept()
            .iter()
            .find(|marks| marks.question == *question)
            .cloned();
        known.unwrap_or_else(|| {
            let marks = Arc::new(read());
            let mut kept = kept();
            kept.truncate(MARKS_KEPT - 1);
            kept.push_front(Arc::clone(&marks));
            marks
        })
    }

    /// The keys of all that names tables, columns and documents, and of what stands in
    /// cells, collected once.
    pub fn words(&self) -> &BTreeSet<String> {
        self.words.get_or_init(|| {
            let chains = self.chains.iter().flat_map(|chain| {
                let columns = chain.columns.iter().flat_map(|column| &column.keys);
                let around = chain.title_keys.iter().chain(&chain.nearest);
                let around = around.chain(&chain.headings).chain(&chain.intro_keys);
                columns.chain(around).chain(&chain.running)
            });
            let cells = self.cells.all().flat_map(|facts| &facts.tokens);
            let cells = cells.filter(|token| token.kind == Kind::Word);
            let names = self.books.iter().flat_map(|book| &book.name);
            let keys = chains.chain(names).chain(cells.map(|token| &token.key));
            keys.cloned().collect()
        })
    }

    /// The language most of the text is in.
    pub fn language(&self) -> Language {
        let mut bytes: Vec<(Language, usize)> = Vec::new();
        for book in &self.books {
            let language = book.document.language;
            match bytes.iter_mut().find(|(known, _)| *known == language) {
                Some((_, sum)) => *sum += book.document.text.len(),
                None => bytes.push((language, book.document.text.len())),
            }
        }
        let most = bytes.into_iter().rev().max_by_key(|(_, sum)| *sum);
        most.map_or(Language::En, |(language, _)| language)
    }
}

impl Book {
    /// A document as read back from the store.
    pub fn new(record: &DocumentRecord, document: Document) -> Book {
        let notation = Notation::of(document.language);
        let title = record.title.as_deref().unwrap_or_default();
        let title = keys(&format!("{} {title}", spaced(&record.path)), notation);
        let mut name = title.clone();
        // Of the opening only words: its figures are of its first table.
        let opening: String = document.text.chars().take(OPENING_CHARS).collect();
        let opening = scan(&opening, notation);
        // Of the running lines, too: a cover may have no other text.
        let running = document.pages.iter().take(RUNNING_PAGES);
        let running = running.flat_map(|page| &page.context);
        let running = running.flat_map(|line| scan(line, notation));
        let words = opening.iter().cloned().chain(running);
        name.extend(
            words
                .filter(|token| !token.is_constant())
                .map(|token| token.key),
        );
        // A number that the first page files the document under is its name, too.
        let first: String = document.text.chars().take(FIRST_CHARS).collect();
        let filed = scan(&first, notation).into_iter().filter(|token| {
            let digits = token.key.bytes().filter(u8::is_ascii_digit).count();
            let letters = token.key.bytes().filter(u8::is_ascii_alphabetic).count();
            token.kind == Kind::Code && digits >= FILED_MIN && letters >= 2
        });
        name.extend(filed.map(|token| token.key));
        // A path in small letters names codes, too: `enm-5512` is ENM 5512.
        let spelled = scan(&spaced(&record.path).to_uppercase(), notation);
        let codes = spelled.into_iter().filter(|token| token.kind == Kind::Code);
        name.extend(codes.map(|token| token.key));
        Book {
            id: record.id.clone(),
            path: record.path.clone(),
            called: record.title.clone().unwrap_or_default(),
            name,
            title,
            notation,
            opening,
            draft: crate::answer::draft_signs(record),
            entries: entries(&document),
            document,
        }
    }

    /// True when the opening says a date or a number: of what year the document is
    /// tells no row.
    pub fn opens_with(&self, asked: &Token) -> bool {
        let mut opening = self.opening.iter();
        opening.any(|token| super::table::filter::same(asked, token))
    }

    /// The text under a span.
    pub fn text(&self, span: Span) -> &str {
        span.slice(&self.document.text).unwrap_or_default()
    }

    /// First and last page of a span.
    pub fn pages(&self, span: Span) -> Option<(u32, u32)> {
        self.document.pages_of(span)
    }

    /// Titles of the sections around a byte, outermost first.
    pub fn headings(&self, at: usize) -> Vec<&str> {
        let section = self.document.section_at(at);
        section.map_or(Vec::new(), |section| self.document.heading_path(section))
    }

    /// The line above a byte that the table of contents names: a heading, also where
    /// it is printed like the text.
    pub fn entry_above(&self, at: usize) -> Option<&str> {
        let above = self.entries.partition_point(|line| line.start < at);
        let line = self.entries.get(above.checked_sub(1)?)?;
        (at - line.start <= ENTRY_BYTES_MAX).then(|| self.text(*line))
    }

    /// The running lines of the page a byte is on.
    pub fn running(&self, at: usize) -> &[String] {
        let page = self.pages(Span::new(at, at)).map(|pages| pages.0);
        let index = page.and_then(|page| usize::try_from(page).ok()?.checked_sub(1));
        index
            .and_then(|index| self.document.pages.get(index))
            .map_or(&[], |page| page.context.as_slice())
    }
}

/// Text between a line that the contents name and what stands under it.
const ENTRY_BYTES_MAX: usize = 4_000;

/// The lines outside the tables of contents whose letters are those of an entry.
fn entries(document: &Document) -> Vec<Span> {
    let titles: BTreeSet<String> = document
        .contents
        .iter()
        .flat_map(|contents| &contents.entries)
        .map(|entry| letters(entry.title.slice(&document.text).unwrap_or_default()))
        .filter(|title| !title.is_empty())
        .collect();
    if titles.is_empty() {
        return Vec::new();
    }
    let inside = |span: Span| document.contents.iter().any(|one| one.span.overlaps(span));
    let mut start = 0;
    let mut found = Vec::new();
    for line in document.text.split('\n') {
        let span = Span::new(start, start + line.len());
        start += line.len() + 1;
        let short = line.len() <= ENTRY_LINE_BYTES_MAX && !line.trim().is_empty();
        if short && !inside(span) && titles.contains(&letters(line)) {
            found.push(span);
        }
    }
    found
}

/// Longest line that may be a heading.
const ENTRY_LINE_BYTES_MAX: usize = 200;

/// A path's words set apart, without the ending of the file's name.
fn spaced(path: &str) -> String {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    stem.replace(['_', '-', '(', ')', '+'], " ")
}

/// The keys of the tokens of a text.
pub fn keys(text: &str, notation: Notation) -> BTreeSet<String> {
    scan(text, notation)
        .into_iter()
        .map(|token| token.key)
        .collect()
}
