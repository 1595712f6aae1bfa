//! What may be quoted of a passage: its sentences, its rows, its lists as wholes; and what names each.

use std::ops::Range;

use text::{Document, Language, List, ListItem, Span};

use crate::retrieve::Passage;

/// The text of a passage, by places in its document.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Placed<'a> {
    pub(super) fn of(passage: &'a Passage) -> Placed<'a> {
        Placed {
            text: &passage.text,
            start: passage.span.start,
        }
    }

    /// What stands at a place; `None` where the passage does not hold all of it.
    pub(super) fn slice(self, span: Span) -> Option<&'a str> {
        let start = span.start.checked_sub(self.start)?;
        self.text.get(start..span.end.checked_sub(self.start)?)
    }

    /// The lists of its document that some of it belongs to.
    pub(super) fn lists(self, structure: &Document) -> Vec<&List> {
        let all = Span::new(self.start, self.start + self.text.len());
        let lists = structure.lists.iter();
        lists.filter(|list| list.span.overlaps(all)).collect()
    }

    /// The sentences and rows.
    pub(super) fn sentences(self, language: Language) -> Vec<Span> {
        let sentences = text::sentences(self.text, language).into_iter();
        sentences
            .map(|one| Span::new(self.start + one.start, self.start + one.end))
            .collect()
    }
}

/// What may be quoted of a passage.
pub(super) struct Piece {
    pub(super) span: Span,
    /// The sentences it is made of.
    pub(super) of: Range<usize>,
    /// True for a list with what announces it.
    pub(super) whole_list: bool,
}

/// Each sentence and row, and each list as a whole. A list is quoted with the sentence that announces it,
/// and that never without it.
pub(super) fn pieces(lists: &[&List], text: Placed<'_>, sentences: &[Span]) -> Vec<Piece> {
    let wholes: Vec<Piece> = lists
        .iter()
        .filter_map(|list| whole_list(list, text, sentences))
        .collect();
    let announced = |at: &usize| {
        let mut of = wholes.iter().map(|whole| whole.of.start);
        of.any(|start| start == *at) && says_what_follows(text, sentences[*at])
    };
    let alone = (0..sentences.len()).filter(|at| !announced(at));
    let mut pieces: Vec<Piece> = alone
        .map(|at| Piece {
            span: sentences[at],
            of: at..at + 1,
            whole_list: false,
        })
        .collect();
    pieces.extend(wholes);
    pieces
}

/// A list with the sentence that announces it, or a list of a few words each that nothing announces;
/// `None` where some of it stands in no sentence of the passage, or it is too long to be quoted.
fn whole_list(list: &List, text: Placed<'_>, sentences: &[Span]) -> Option<Piece> {
    /// Bytes of a quoted list.
    const BYTES_MAX: usize = 800;
    /// Bytes of an item that says nothing by itself.
    const ITEM_BYTES_MAX: usize = 40;
    let lead = list.lead_in.filter(|lead| says_what_follows(text, *lead));
    let start = lead.map_or(list.span.start, |lead| lead.start);
    let span = Span::new(start, list.span.end);
    let first = sentences.iter().position(|one| one.start == span.start)?;
    let last = sentences.iter().position(|one| one.end == span.end)?;
    let is_thing = |item: &ListItem| {
        let said = text.slice(item.span).unwrap_or_default();
        said.len() <= ITEM_BYTES_MAX && !said.trim_end().ends_with('.')
    };
    let quoted = lead.is_some() || list.items.iter().all(is_thing);
    (quoted && span.len() <= BYTES_MAX && first < last).then_some(Piece {
        span,
        of: first..last + 1,
        whole_list: true,
    })
}

/// What names a sentence beside its chunk: the headings right above it, the sentence that announces the
/// list it stands in, and the question that it answers where documents ask themselves.
pub(super) fn titled(
    (structure, lists): (&Document, &[&List]),
    text: Placed<'_>,
    (sentences, of): (&[Span], &Range<usize>),
    mut title: String,
) -> String {
    /// Sentences behind a question that answer it.
    const ANSWERS: usize = 2;
    let start = sentences[of.start].start;
    let section = structure.section_at(start);
    let headings = section.map(|section| structure.heading_path(section));
    let mut lists = lists.iter();
    let list = lists.find(|list| (list.span.start..list.span.end).contains(&start));
    let announced = list.and_then(|list| text.slice(list.lead_in?));
    let before = sentences[..of.start].iter().rev().take(ANSWERS);
    let asked = before
        .filter(|one| structure.section_at(one.start) == section)
        .filter_map(|one| text.slice(*one))
        .find(|text| asks(text));
    let names = headings.into_iter().flatten().chain(announced).chain(asked);
    for name in names {
        if !title.contains(name) {
            title.push('\n');
            title.push_str(name);
        }
    }
    title
}

/// True for what says nothing itself: a question that a document asks, what announces what follows.
pub(super) fn leads_on(said: &str) -> bool {
    asks(said) || announces(said)
}

fn asks(said: &str) -> bool {
    said.trim_end().ends_with('?')
}

fn announces(said: &str) -> bool {
    said.trim_end().ends_with(':')
}

fn says_what_follows(text: Placed<'_>, lead: Span) -> bool {
    text.slice(lead).is_some_and(announces)
}
