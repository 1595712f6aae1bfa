//! Raised marks of footnotes on a page, to be known again at the end of cells.

use std::collections::BTreeSet;

use super::lines::Line;
use crate::read::raised::is_mark;

/// Signs that may stand before a figure in its cell, though they were drawn apart.
const SIGNS: [char; 4] = ['$', '€', '£', '('];

/// Words with the raised marks that were drawn behind them.
#[derive(Debug, Default)]
pub(super) struct FootnoteMarks {
    pairs: BTreeSet<(Box<str>, Box<str>)>,
}

impl FootnoteMarks {
    /// The marks of a page's lines.
    pub(super) fn of(lines: &[Line]) -> Self {
        let pairs = lines.iter().flat_map(|line| line.words.windows(2));
        let marked = pairs.filter(|pair| pair[1].raised && is_mark(&pair[1].text));
        Self {
            pairs: marked
                .map(|pair| (pair[0].text.clone(), pair[1].text.clone()))
                .collect(),
        }
    }

    /// Bytes at the end of a cell that are raised marks, with the space before them.
    pub(super) fn at_end(&self, cell: &str) -> u8 {
        let mut rest = cell;
        while let Some((before, mark)) = rest.rsplit_once(' ') {
            let host = before.rsplit(' ').next().unwrap_or(before);
            let drawn = |host: &str| self.pairs.contains(&(host.into(), mark.into()));
            if !drawn(host) && !drawn(host.trim_start_matches(SIGNS)) {
                break;
            }
            rest = before;
        }
        u8::try_from(cell.len() - rest.len()).unwrap_or(0)
    }
}
