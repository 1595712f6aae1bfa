//! What could be the list that is asked for.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use text::{List, Section, Span};

use crate::plan::chain::Chain;
use crate::plan::scan::Kind;
use crate::plan::shelf::{Book, Shelf, keys};

/// What a list is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// Headings that count, joined with the table of contents.
    Series,
    /// Entries of a table of contents.
    Contents,
    /// Bullets, numbers or letters.
    Bullets,
    /// The headings right under a heading.
    Headings,
    /// Cells of a table in which every cell is an item.
    Grid,
    /// Values of a column, of the rows that fulfil the conditions.
    Column,
    /// A sentence that lists.
    Sentence,
}

impl Source {
    /// What people call it.
    pub fn as_str(self) -> &'static str {
        match self {
            Source::Series => "numbered headings",
            Source::Contents => "table of contents",
            Source::Bullets => "list",
            Source::Headings => "headings",
            Source::Grid => "grid",
            Source::Column => "table column",
            Source::Sentence => "sentence",
        }
    }
}

/// One item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its number or code; may be empty.
    pub label: String,
    /// Its text, without the label.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A list with what tells what it lists.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// What it is made of.
    pub source: Source,
    /// Index of the document.
    pub book: usize,
    /// In order.
    pub items: Vec<Item>,
    /// What it is called, for people.
    pub name: String,
    /// The line that announces it.
    pub lead_in: String,
    /// Tokens of that line.
    pub lead: BTreeSet<String>,
    /// The noun and the opening of the ids.
    pub noun: BTreeSet<String>,
    /// Tokens of the innermost heading and those of the headings above.
    pub heading: BTreeSet<String>,
    /// Tokens of the text right above.
    pub near: BTreeSet<String>,
    /// Numbers there should be, when the ids count.
    pub expected: Option<usize>,
    /// Ids that are missing in between.
    pub gaps: Vec<String>,
    /// Units looked through to the end, such as rows, and what they are.
    pub read: Option<(usize, &'static str)>,
    /// Where the document says what the signs mean by which rows were selected.
    pub legend: Vec<Span>,
    item_keys: OnceLock<BTreeSet<String>>,
}

/// Items whose words are compared.
const ITEMS_READ_MAX: usize = 60;

impl Candidate {
    /// A list without any context.
    pub fn new(source: Source, book: usize, items: Vec<Item>) -> Candidate {
        Candidate {
            source,
            book,
            items,
            name: String::new(),
            lead_in: String::new(),
            lead: BTreeSet::new(),
            noun: BTreeSet::new(),
            heading: BTreeSet::new(),
            near: BTreeSet::new(),
            expected: None,
            gaps: Vec::new(),
            read: None,
            legend: Vec::new(),
            item_keys: OnceLock::new(),
        }
    }

    /// Tokens of the first items; `book` is the list's own.
    pub fn item_keys(&self, book: &Book) -> &BTreeSet<String> {
        let read = || {
            let items = self.items.iter().take(ITEMS_READ_MAX);
            items
                .flat_map(|item| keys(&item.text, book.notation))
                .collect()
        };
        self.item_keys.get_or_init(read)
    }
}

/// Bytes of text above a list that may say what it lists.
const NEAR_BYTES: usize = 500;
/// Items of a grid at least.
const GRID_ITEMS_MIN: usize = 6;
/// Longest cell of a grid, in words.
const GRID_WORDS_MAX: usize = 4;
/// Items that headings make at least.
const HEADINGS_MIN: usize = 3;

/// All lists of all books that have a place of their own.
pub fn all(shelf: &Shelf) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (index, book) in shelf.books.iter().enumerate() {
        found.extend(super::series::all(index, book));
        for list in &book.document.lists {
            found.extend(bullets(index, book, list));
        }
        found.extend(headings(index, book));
    }
    found.extend(shelf.chains.iter().filter_map(|chain| grid(shelf, chain)));
    found
}

/// A list's outermost items, and each of its inner lists. Where every outer
/// item only announces an inner list, the innermost items are the list.
fn bullets(index: usize, book: &Book, list: &List) -> Vec<Candidate> {
    let item = |at: &usize| item(book, &list.items[*at].marker, list.items[*at].span);
    let depth = |at: &usize| list.items[*at].depth;
    let all: Vec<usize> = (0..list.items.len()).collect();
    let outer: Vec<usize> = all.iter().copied().filter(|at| depth(at) == 0).collect();
    let announces = |at: &usize| book.text(list.items[*at].span).trim_end().ends_with(':');
    let leaves = all.iter().copied().filter(|at| depth(at) > 0);
    let top: Vec<usize> = if outer.iter().all(announces) && outer.len() < all.len() {
        leaves.collect()
    } else {
        outer.clone()
    };
    let lead_in = list.lead_in.map_or("", |span| book.text(span));
    let mut items: Vec<Item> = top.iter().map(item).collect();
    end_with_its_sentence(book, &mut items);
    let mut found = vec![placed(index, book, items, list.span, lead_in)];
    for &parent in &all {
        let inner: Vec<usize> = all[parent + 1..]
            .iter()
            .copied()
            .take_while(|at| depth(at) > depth(&parent))
            .filter(|at| depth(at) == depth(&parent) + 1)
            .collect();
        if inner.len() >= 2 {
            let span = Span::new(list.items[inner[0]].span.start, list.span.end);
            let lead_in = book.text(list.items[parent].span);
            let mut candidate =
                placed(index, book, inner.iter().map(item).collect(), span, lead_in);
            let above = list.lead_in.map_or("", |span| book.text(span));
            candidate.near.extend(keys(above, book.notation));
            found.push(candidate);
        }
    }
    found
}

/// The last item of a list of phrases ends with its sentence: what follows in the same
/// paragraph is of all of them, or of something else.
fn end_with_its_sentence(book: &Book, items: &mut [Item]) {
    let Some((last, others)) = items
        .split_last_mut()
        .filter(|(_, others)| others.len() >= 2)
    else {
        return;
    };
    let language = book.document.language;
    let sentences = |span: Span| text::sentences(book.text(span), language);
    if others.iter().any(|item| sentences(item.span).len() > 1) {
        return;
    }
    let found = sentences(last.span);
    if let [first, _, ..] = found.as_slice() {
        let span = Span::new(last.span.start, last.span.start + first.end);
        last.text = tidy(book.text(span)).trim_end_matches('.').to_owned();
        last.span = span;
    }
}

fn item(book: &Book, marker: &str, span: Span) -> Item {
    let label = marker.trim_end_matches(['.', ')']).trim_start_matches('(');
    // `o` alone is a bullet, `E1` is a code.
    let coded = label.chars().any(|c| c.is_ascii_digit());
    let counts = label.chars().any(char::is_alphanumeric) && marker.len() > label.len() || coded;
    Item {
        label: if counts {
            label.to_owned()
        } else {
            String::new()
        },
        text: tidy(book.text(span)),
        span,
    }
}

/// On one line, without what joins it to the next item.
pub fn tidy(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rest = line.trim_end_matches([';', ',']).trim_end();
    for joint in ["; and", "; or", ", and", ", or"] {
        rest = rest.strip_suffix(joint).unwrap_or(rest);
    }
    rest.to_owned()
}

fn placed(index: usize, book: &Book, items: Vec<Item>, span: Span, lead_in: &str) -> Candidate {
    let headings = book.headings(span.start);
    let section = book.document.section_at(span.start);
    let section_start = section.map_or(0, |section| book.document.sections[section].span.start);
    let above =
        floor(&book.document.text, span.start.saturating_sub(NEAR_BYTES)).max(section_start);
    let name = tidy(lead_in);
    let mut candidate = Candidate::new(Source::Bullets, index, items);
    candidate.lead = keys(lead_in, book.notation);
    candidate.heading = keys(&headings.join(" "), book.notation);
    let entry = book.entry_above(span.start).unwrap_or_default();
    candidate.heading.extend(keys(entry, book.notation));
    candidate.near = keys(book.text(Span::new(above, span.start)), book.notation);
    candidate.name = match headings.last() {
        _ if name.ends_with(':') => name.clone(),
        Some(heading) => (*heading).to_owned(),
        None => name.clone(),
    };
    candidate.lead_in = name;
    candidate
}

/// The nearest place at or before a byte that cuts no character.
fn floor(text: &str, mut at: usize) -> usize {
    while at > 0 && !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// For each section with several right under it: their titles.
fn headings(index: usize, book: &Book) -> Vec<Candidate> {
    let sections = &book.document.sections;
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); sections.len()];
    for (at, section) in sections.iter().enumerate() {
        if let Some(parent) = section.parent {
            children[parent].push(at);
        }
    }
    let mut found = Vec::new();
    for (parent, children) in children.iter().enumerate() {
        if children.len() < HEADINGS_MIN {
            continue;
        }
        let items: Vec<Item> = children
            .iter()
            .filter(|&&at| !is_caption(&sections[at].title))
            .map(|&at| heading_item(book, &sections[at]))
            .collect();
        if items.len() < HEADINGS_MIN {
            continue;
        }
        let mut candidate = Candidate::new(Source::Headings, index, items);
        let path = book.document.heading_path(parent);
        candidate.heading = keys(&path.join(" "), book.notation);
        candidate.lead = keys(&sections[parent].title, book.notation);
        candidate.name = sections[parent].title.clone();
        found.push(candidate);
    }
    found
}

/// The caption of a table or a figure names no part of the text.
fn is_caption(title: &str) -> bool {
    let mut words = title.split_whitespace();
    let first = words.next().unwrap_or_default().to_lowercase();
    let number = words.next().is_some_and(|word| {
        word.starts_with(|c: char| c.is_ascii_digit()) || word.len() <= 5 && word.contains('-')
    });
    number
        && matches!(
            first.as_str(),
            "table" | "figure" | "fig." | "tabelle" | "abbildung" | "tabla" | "figura" | "cuadro"
        )
}

fn heading_item(book: &Book, section: &Section) -> Item {
    let (label, text) = super::series::parted(&section.title);
    Item {
        label: label.to_owned(),
        text: text.to_owned(),
        span: heading_span(book, section),
    }
}

/// The line or lines of a heading.
pub fn heading_span(book: &Book, section: &Section) -> Span {
    let text = &book.document.text;
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let wanted = letters(&section.title);
    let mut end = section.span.start;
    for line in text[section.span.start..section.span.end].split_inclusive('\n') {
        end += line.len();
        if letters(&text[section.span.start..end]) >= wanted {
            break;
        }
    }
    let line = &text[section.span.start..end];
    let lead = line.len() - line.trim_start().len();
    Span::new(
        section.span.start + lead,
        section.span.start + line.trim_end().len(),
    )
}

/// A table in which all cells are short words of one kind: names of towns.
fn grid(shelf: &Shelf, chain: &Chain) -> Option<Candidate> {
    let book = &shelf.books[chain.book];
    let cells = chain.rows.iter().flat_map(|row| &row.cells);
    let filled: Vec<_> = cells.filter(|cell| !cell.span.is_empty()).collect();
    let plain = filled.iter().all(|cell| {
        let tokens = &shelf.cells.facts(cell.text).tokens;
        tokens.len() <= GRID_WORDS_MAX && tokens.iter().any(|token| token.kind == Kind::Word)
    });
    let named = chain
        .columns
        .iter()
        .filter(|column| !column.name.is_empty())
        .count();
    if chain.columns.len() < 2
        || filled.len() < GRID_ITEMS_MIN
        || !plain
        || named > chain.columns.len() / 2
    {
        return None;
    }
    let items = filled
        .iter()
        .map(|cell| item(book, "", cell.span))
        .collect();
    let first = chain.rows.first()?.span;
    let mut candidate = placed(chain.book, book, items, first, &chain.title());
    candidate.source = Source::Grid;
    candidate.lead.extend(chain.title_keys.iter().cloned());
    candidate.read = Some((chain.rows.len(), "rows"));
    Some(candidate)
}
