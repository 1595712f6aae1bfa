//! What may be quoted of a passage: its sentences, its rows, its lists as wholes; and what names each.

use std::ops::Range;

use text::{Document, Language, Span};

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

/// Each sentence and row, and each list as a whole. What ends with a colon says nothing without the list
/// that it announces, and is quoted with it.
pub(super) fn pieces(structure: &Document, text: Placed<'_>, sentences: &[Span]) -> Vec<Piece> {
    /// Bytes of a list that is quoted as a whole.
    const LIST_BYTES_MAX: usize = 800;
    /// Bytes of each item of a list that nothing announces: longer ones are paragraphs with numbers.
    const ITEM_BYTES_MAX: usize = 120;
    let (Some(first), Some(last)) = (sentences.first(), sentences.last()) else {
        return Vec::new();
    };
    let (from, to) = (first.start, last.end);
    let announces = |lead: &Span| {
        text.slice(*lead)
            .is_some_and(|text| text.trim_end().ends_with(':'))
    };
    let lists = structure
        .lists
        .iter()
        .filter(|list| list.span.start < to && from < list.span.end);
    let wholes = lists.filter_map(|list| {
        let lead = list
            .lead_in
            .filter(|lead| announces(lead) && from <= lead.start);
        let span = Span::new(
            lead.map_or(list.span.start, |lead| lead.start),
            list.span.end,
        );
        let inside = |one: &Span| span.start <= one.start && one.end <= span.end;
        let start = sentences.iter().position(inside)?;
        let of = start
            ..start
                + sentences[start..]
                    .iter()
                    .take_while(|one| inside(one))
                    .count();
        let short = lead.is_some()
            || list
                .items
                .iter()
                .all(|item| item.span.len() <= ITEM_BYTES_MAX);
        // A list that goes on in another passage is not whole here.
        let whole = short
            && span.len() <= LIST_BYTES_MAX
            && sentences[of.end - 1].end == span.end
            && sentences[start].start == span.start;
        (whole && of.len() > 1).then_some(Piece {
            span,
            of,
            whole_list: true,
        })
    });
    let wholes: Vec<Piece> = wholes.collect();
    let announced = |at: usize| {
        wholes
            .iter()
            .any(|whole| whole.of.start == at && announces(&sentences[at]))
    };
    let alone = (0..sentences.len())
        .filter(|at| !announced(*at))
        .map(|at| Piece {
            span: sentences[at],
            of: at..at + 1,
            whole_list: false,
        });
    let mut pieces: Vec<Piece> = alone.collect();
    pieces.extend(wholes);
    pieces
}

/// What names a sentence beside its chunk: the headings right above it, and the question that it answers
/// where documents ask themselves.
pub(super) fn titled(
    structure: &Document,
    text: Placed<'_>,
    (sentences, of): (&[Span], &Range<usize>),
    mut title: String,
) -> String {
    /// Sentences behind a question that answer it.
    const ANSWERS: usize = 2;
    let section = structure.section_at(sentences[of.start].start);
    let above = section.map(|section| structure.heading_path(section));
    for heading in above.unwrap_or_default() {
        if !title.contains(heading) {
            title.push('\n');
            title.push_str(heading);
        }
    }
    let before = sentences[..of.start].iter().rev().take(ANSWERS);
    let asked = before
        .filter(|one| structure.section_at(one.start) == section)
        .filter_map(|one| text.slice(*one))
        .find(|text| asks(text));
    if let Some(asked) = asked {
        title.push('\n');
        title.push_str(asked);
    }
    title
}

/// True for a question that a document asks: it says what is answered behind it, and answers nothing.
pub(super) fn asks(text: &str) -> bool {
    text.trim_end().ends_with('?')
}
