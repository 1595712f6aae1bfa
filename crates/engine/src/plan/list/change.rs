//! Rows whose value rose or fell from one column to another: `Which fees went down
//! from 2025 to 2026?`

use crate::plan::Exact;
use crate::plan::chain::{Chain, Row};
use crate::plan::question::{Question, Term};
use crate::plan::shelf::Shelf;
use crate::plan::table::number;

/// Words for a fall and for a rise, in one of the forms of the question.
const FALLS: &[&str] = &[
    "down",
    "decreased",
    "fell",
    "dropped",
    "reduced",
    "lowered",
    "cheaper",
    "sank",
    "gesunken",
    "gefallen",
    "gesenkt",
    "bajaron",
    "bajado",
    "disminuyeron",
    "cayeron",
];
const RISES: &[&str] = &[
    "up",
    "increased",
    "rose",
    "risen",
    "raised",
    "grew",
    "gestiegen",
    "erhöht",
    "gewachsen",
    "subieron",
    "subido",
    "aumentaron",
    "crecieron",
];
/// Words that stand with them: `went down`.
const WITH: &[&str] = &[
    "went", "gone", "go", "goes", "were", "han", "wurden", "sind",
];

/// A movement between two columns.
pub struct Change {
    from: usize,
    to: usize,
    falls: bool,
    /// Share of the question's weight that its words have.
    pub weight: f64,
}

/// The movement that a question asks for, in a table whose headers have both ends;
/// `None` where it asks for none.
pub fn read(question: &Question, shelf: &Shelf, chain: &Chain) -> Option<Change> {
    let lower = |term: &Term| question.text[term.token.start..term.token.end].to_lowercase();
    let is = |term: &Term, words: &[&str]| words.contains(&lower(term).as_str());
    let falls = question.terms.iter().any(|term| is(term, FALLS));
    let rises = question.terms.iter().any(|term| is(term, RISES));
    if falls == rises {
        return None;
    }
    let notation = shelf.books[chain.book].notation;
    let headed = |term: &Term| {
        (0..chain.columns.len()).find(|&at| {
            let tokens = crate::plan::scan::scan(&chain.columns[at].name, notation);
            chain.columns[at].numeric
                && tokens
                    .iter()
                    .any(|token| crate::plan::table::filter::same(&term.token, token))
        })
    };
    let mut ends = question
        .terms
        .iter()
        .filter(|term| term.token.is_constant())
        .filter_map(headed);
    let from = ends.next()?;
    let to = ends.find(|at| *at != from)?;
    let said = question
        .wanted()
        .filter(|term| is(term, FALLS) || is(term, RISES) || is(term, WITH));
    let all: f64 = question.wanted().map(|term| term.weight).sum();
    Some(Change {
        from,
        to,
        falls,
        weight: said.map(|term| term.weight).sum::<f64>() / all.max(f64::MIN_POSITIVE),
    })
}

impl Change {
    /// True for a row whose value moved as asked.
    pub fn holds(&self, shelf: &Shelf, row: &Row) -> bool {
        let value = |at: usize| -> Option<Exact> {
            let cell = row.cells.get(at)?;
            let nothing = shelf.cells.facts(cell.text).nothing;
            number(shelf, cell.text).or(nothing.then_some(Exact::ZERO))
        };
        match (value(self.from), value(self.to)) {
            (Some(from), Some(to)) if self.falls => to < from,
            (Some(from), Some(to)) => to > from,
            _ => false,
        }
    }
}
