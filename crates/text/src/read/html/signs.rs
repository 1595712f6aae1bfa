//! Signs in columns of their own, as filings set them: `$` before its figures, `%` and
//! `)` behind them. They are part of their number, and a column that holds nothing
//! but room between others is none.

use super::cells::Place;
use super::columns::{Column, Grid, Row};
use super::tree::{NodeId, Tree};
use crate::read::flow::Piece;

/// A cell is looked at for signs up to so many bytes.
const LOOKED_AT_BYTES: usize = 24;

/// Which columns as laid out are one to the reader.
#[derive(Debug, Default)]
pub struct Folding {
    /// The column that each becomes a part of, and `None` where all stay as they are.
    into: Option<Vec<usize>>,
}

/// What a column holds, header aside.
#[derive(Debug, Default, Clone)]
struct Held {
    opening: usize,
    closing: usize,
    figures: usize,
    others: usize,
    /// A cell of the header begins here.
    named: bool,
}

impl Held {
    fn add(&mut self, text: &str, is_header: bool) {
        match text {
            "" => {}
            _ if is_header => self.named = true,
            text if opens(text) => self.opening += 1,
            text if closes(text) => self.closing += 1,
            text if is_figures(text) => self.figures += 1,
            _ => self.others += 1,
        }
    }

    fn is_hollow(&self) -> bool {
        !self.named && self.opening + self.closing + self.figures + self.others == 0
    }

    fn only_opens(&self) -> bool {
        self.opening > 0 && self.closing + self.figures + self.others == 0
    }

    fn only_closes(&self) -> bool {
        self.closing > 0 && self.opening + self.figures + self.others == 0
    }
}

impl Folding {
    /// What the rows of a table say of its columns; `line` gives a cell's content as one line of
    /// so many bytes.
    pub fn of(tree: &Tree, rows: &[Row], line: impl Fn(NodeId, usize) -> Piece) -> Self {
        let mut grid = Grid::default();
        let mut held: Vec<Held> = Vec::new();
        for row in rows {
            let columns = grid.row(tree, row, |cell| line(cell, LOOKED_AT_BYTES));
            held.resize(held.len().max(columns.len()), Held::default());
            for (held, column) in held.iter_mut().zip(&columns) {
                held.add(&column.line.text, row.is_header);
            }
        }
        Self::into(&held)
    }

    fn into(held: &[Held]) -> Self {
        let mut into: Vec<usize> = Vec::with_capacity(held.len());
        let mut kept = 0;
        for (at, own) in held.iter().enumerate() {
            let rest = &held[at + 1..];
            let next = rest.iter().find(|next| !next.is_hollow());
            let mut before = held[..at].iter().rev();
            let before = before.find(|before| !before.is_hollow() && !before.only_closes());
            let opens = own.only_opens() && next.is_some_and(|next| next.figures > 0);
            let closes = own.only_closes() && before.is_some_and(|before| before.figures > 0);
            match opens || own.is_hollow() {
                // One that opens is part of the next one to be kept.
                _ if closes => into.push(kept.max(1) - 1),
                true => into.push(kept),
                false => {
                    into.push(kept);
                    kept += 1;
                }
            }
        }
        // What follows the last column is part of it.
        into.iter_mut()
            .for_each(|column| *column = (*column).min(kept.max(1) - 1));
        Self {
            into: (kept > 0 && kept < held.len()).then_some(into),
        }
    }

    /// A row with its signs joined to their figures.
    pub fn fold(&self, columns: Vec<Column>) -> Vec<Column> {
        let Some(into) = &self.into else {
            return columns;
        };
        let mut folded: Vec<(usize, Column)> = Vec::with_capacity(columns.len());
        for (column, at) in columns.into_iter().zip(into) {
            match folded.last_mut() {
                Some((last, above)) if last == at => above.join(column),
                _ => folded.push((*at, column)),
            }
        }
        folded.into_iter().map(|(_, column)| column).collect()
    }
}

impl Column {
    /// Adds what the next column says; a sign and its figures are one word.
    fn join(&mut self, next: Column) {
        if self.line.text.is_empty() {
            *self = Column {
                continues: self.continues && next.continues,
                place: match self.place {
                    Place::Own => Place::Own,
                    Place::Right | Place::Down => next.place,
                },
                line: next.line,
            };
            return;
        }
        let mut line = next.line;
        if line.text.is_empty() {
            return;
        }
        if !is_glued(&self.line.text, &line.text) {
            self.line.text.push(' ');
        }
        let offset = self.line.text.len();
        line.shift(|at| at + offset);
        self.line.text.push_str(&line.text);
        self.line.links.append(&mut line.links);
        self.line.raised = line.raised;
    }
}

/// Whether two neighbouring texts are one word: a sign and its figures.
pub fn is_glued(left: &str, right: &str) -> bool {
    let figure = |text: &str| is_figures(text) || is_dash(text);
    opens(left) && figure(right)
        || matches!(right, ")" | "%" | ")%" | "%)") && left.ends_with(|c: char| c.is_ascii_digit())
        || is_dash(left) && right == "%"
}

fn opens(text: &str) -> bool {
    matches!(
        text,
        "$" | "€" | "£" | "¥" | "US$" | "C$" | "A$" | "(" | "$(" | "($"
    )
}

fn closes(text: &str) -> bool {
    // A mark of a note is one too: `*`, `(a)`; figures in brackets are a number.
    let letter = |text: &str| text.len() == 1 && text.bytes().all(|b| b.is_ascii_lowercase());
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    matches!(text, ")" | "%" | ")%" | "%)" | "*" | "**" | "†" | "‡") || inner.is_some_and(letter)
}

/// Figures, with a bracket or a sign before them, or a dash that stands for none.
fn is_figures(text: &str) -> bool {
    let bare = text.trim_start_matches(['(', '-', '−', '–', '+', '.', '$', '€', '£', ' ']);
    bare.starts_with(|first: char| first.is_ascii_digit()) || is_dash(text)
}

fn is_dash(text: &str) -> bool {
    matches!(text, "-" | "–" | "—" | "−")
}

#[cfg(test)]
mod tests {
    use super::{Folding, Held};

    fn held(cells: &[&str]) -> Held {
        let mut held = Held::default();
        cells.iter().for_each(|cell| held.add(cell, false));
        held
    }

    #[test]
    fn signs_go_to_their_figures() {
        let folding = |columns: &[Held]| Folding::into(columns).into;
        let label = || held(&["Sales", "Costs"]);
        let figures = || held(&["1,200", "(300"]);
        let (open, close) = (|| held(&["$", ""]), || held(&["", ")"]));
        let room = || held(&[]);
        assert_eq!(
            folding(&[
                label(),
                room(),
                open(),
                figures(),
                close(),
                room(),
                figures()
            ]),
            Some(vec![0, 1, 1, 1, 1, 2, 2])
        );
        assert_eq!(
            folding(&[label(), figures(), held(&["%", "%"])]),
            Some(vec![0, 1, 1])
        );
        // A column of signs is one where no figures stand beside it.
        assert_eq!(folding(&[label(), open(), label()]), None);
        assert_eq!(folding(&[held(&["*"]), label(), figures()]), None);
        assert_eq!(folding(&[room(), room()]), None);
    }
}
