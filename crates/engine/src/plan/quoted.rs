//! The list in which the best passages stand.
//!
//! Who asks for a list by other words than its announcement's finds no list, and yet a
//! sentence of it may be the best that the passages have. One item alone would be half an
//! answer: then all of the list is given, and it is said why this one.

use index::{Filter, FilterOp, Snapshot};
use text::Span;

use super::compose::Draft;
use super::items;
use super::list::{Candidate, Source, read_sentence};
use super::shelf::{Book, Shelf};
use super::{Kind, Planned, Step};
use crate::EngineError;
use crate::answer::Answer;

/// Items of a list at least.
const ITEMS_MIN: usize = 2;
/// Bytes of a marker, and of the space around it, between an announcement and the first item.
const MARKER_BYTES: usize = 12;

/// All of the list that most of the quoted sentences are of, for a question that asks for a list
/// and whose words none is called by; the plan then says what it rests on. `None` where they are of
/// no list, or of one that nothing announces.
///
/// # Errors
/// A store that cannot be read.
pub fn list_of(
    snapshot: &Snapshot,
    plan: &mut Planned,
    question: &str,
    quoted: &Answer,
) -> Result<Option<Answer>, EngineError> {
    let Some(first) = quoted.citations.first() else {
        return Ok(None);
    };
    let own = Filter {
        key: "document".to_owned(),
        op: FilterOp::In,
        values: vec![first.document.to_string()],
    };
    let shelf = Shelf::open(snapshot, &[own], &|_| 0)?;
    let spans: Vec<Span> = quoted.citations.iter().map(|one| one.span).collect();
    let books = shelf.books.first();
    let Some((book, list)) = books.and_then(|book| Some((book, around(&shelf, book, &spans)?)))
    else {
        return Ok(None);
    };
    let mut draft = Draft::new(&shelf);
    items::put(&mut draft, &shelf, &list);
    let (complete, line) = items::completeness(&list);
    draft.line(line);
    draft.completeness(complete);
    draft.line(format!(
        "No list is called by the words of the question; the best passages stand in this one, “{}”.",
        list.name
    ));
    plan.kind = Kind::Enumeration;
    plan.note = None;
    plan.steps.push(Step {
        id: format!("s{}", plan.steps.len() + 1),
        query: question.to_owned(),
        expects: "list",
        documents: vec![book.path.clone()],
        needs: Vec::new(),
        found: format!(
            "{} ({}), in which the best passages stand",
            list.name,
            list.source.as_str()
        ),
    });
    draft.finish(snapshot, quoted.confidence).map(Some)
}

/// The shortest announced list around most of the sentences, or the list within a single one.
fn around(shelf: &Shelf, book: &Book, spans: &[Span]) -> Option<Candidate> {
    let announced = |list: &&Candidate| {
        list.source == Source::Bullets
            && list.items.len() >= ITEMS_MIN
            && !list.lead_in.is_empty()
            && !list.lead_in.ends_with('.')
    };
    let lists = shelf.lists().iter().filter(announced);
    let holding = lists.filter_map(|list| {
        let place = place(list)?;
        let within = spans.iter().filter(|span| place.overlaps(**span)).count();
        (2 * within > spans.len()).then_some((place.len(), list))
    });
    let shortest = holding.min_by_key(|(length, _)| *length);
    let found = shortest.map(|(_, list)| list.clone());
    found.or_else(|| match spans {
        [only] => read_sentence(0, book, *only),
        _ => None,
    })
}

/// From the announcement of a list to the end of its last item.
fn place(list: &Candidate) -> Option<Span> {
    let (first, last) = (list.items.first()?, list.items.last()?);
    let start = first
        .span
        .start
        .saturating_sub(list.lead_in.len() + MARKER_BYTES);
    Some(Span::new(start, last.span.end.max(first.span.end)))
}
