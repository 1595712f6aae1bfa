//! Lists whose items bear no marks, as where bullets are drawn and not written: behind a line that
//! ends with a colon, lines that end with a semicolon up to one that ends with a full stop.

use super::parts::last_sentence;
use super::{List, ListItem};
use crate::lexicon::WordList;
use crate::{Span, row};

/// Items at least.
const ITEMS_MIN: usize = 3;
/// Longest item, in bytes.
const ITEM_BYTES_MAX: usize = 400;

/// Reads a text line by line.
#[derive(Default)]
pub(super) struct Unmarked {
    /// The lists, in order.
    pub(super) found: Vec<List>,
    /// The line with the colon.
    lead_in: Option<Span>,
    items: Vec<Span>,
}

impl Unmarked {
    /// Takes the next line of a text; an empty span is a blank one.
    pub(super) fn line(&mut self, text: &str, span: Span) {
        let line = span.slice(text).unwrap_or_default();
        let is_row = row::is_row(line);
        if line.ends_with(':') && !is_row {
            self.items.clear();
            self.lead_in = Some(span);
            return;
        }
        let Some(lead_in) = self
            .lead_in
            .filter(|_| !is_row && line.len() <= ITEM_BYTES_MAX)
        else {
            self.lead_in = None;
            return;
        };
        // One blank line may stand behind the colon.
        if line.is_empty() && self.items.is_empty() {
            return;
        }
        if goes_on(line) {
            self.items.push(span);
            return;
        }
        if line.ends_with('.') && self.items.len() + 1 >= ITEMS_MIN {
            let first = self.items[0];
            self.items.push(span);
            let items = std::mem::take(&mut self.items).into_iter();
            self.found.push(List {
                span: Span::new(first.start, span.end),
                lead_in: Some(last_sentence(text, lead_in)),
                items: items
                    .map(|span| ListItem {
                        marker: String::new(),
                        span,
                        depth: 0,
                    })
                    .collect(),
            });
        }
        self.lead_in = None;
        self.items.clear();
    }
}

/// An item that another one follows: `two photos;`, `a form; and`.
fn goes_on(line: &str) -> bool {
    let joint = line.rsplit_once("; ");
    line.ends_with(';') || joint.is_some_and(|(_, last)| WordList::ItemJoints.has(last))
}
