//! A key that the question leaves open: another table may give it, or a
//! sentence that says which values have which.

use text::Span;

use super::Exact;
use super::compose::Draft;
use super::scan::{Kind as TokenKind, Token, scan};
use super::shown::{place, row_text};
use super::sure::Sure;
use super::table::look::Looked;
use super::table::{Desk, prose};
use super::work::Work;
use crate::EngineError;

/// A key that another table gives: the territory of a postal code.
pub struct Joined {
    /// The other table and its row.
    pub source: (usize, usize),
    /// The row of the first table.
    pub row: usize,
    /// Terms of the question that found it.
    pub terms: Vec<usize>,
}

/// Where rows tie in one key, another table or a sentence may decide it.
pub fn resolve(work: &Work<'_>, desk: &Desk<'_>, mut looked: Looked) -> Result<Sure, EngineError> {
    let chain = &work.shelf.chains[looked.chain];
    let column = looked.column;
    let differs = |at: &usize| {
        let text = |row: &usize| chain.rows[*row].cells.get(*at).map(|cell| cell.text);
        Some(*at) != column
            && looked
                .rows
                .iter()
                .any(|row| text(row) != text(&looked.rows[0]))
    };
    let met = |at: &usize| looked.conditions.iter().any(|(_, column)| column == at);
    let open: Vec<usize> = (0..chain.columns.len())
        .filter(differs)
        .filter(|at| !met(at))
        .collect();
    let keys: Vec<usize> = open
        .iter()
        .copied()
        .filter(|at| !is_answer_like(work, &looked, *at))
        .collect();
    let [key] = keys.as_slice() else {
        return Ok(Sure {
            looked,
            rule: None,
            joined: None,
            key: String::new(),
        });
    };
    let name = chain.columns[*key].name.clone();
    if let Some(joined) = join(work, desk, &looked, *key) {
        looked.unmet.retain(|term| !joined.terms.contains(term));
        looked.rows = vec![joined.row];
        return Ok(Sure {
            looked,
            rule: None,
            joined: Some(joined),
            key: name,
        });
    }
    let first = |row: &usize| -> Option<Token> {
        let cell = chain.rows[*row].cells.get(*key)?;
        let mut tokens = work.shelf.cells.facts(cell.text).tokens.iter();
        tokens.find(|token| token.is_constant()).cloned()
    };
    let offered: Vec<(usize, Token)> = looked
        .rows
        .iter()
        .filter_map(|row| Some((*row, first(row)?)))
        .collect();
    let values: Vec<Token> = offered.iter().map(|(_, token)| token.clone()).collect();
    let sentences = work.sentences(&format!("{name} {}", desk.question.text))?;
    let unmet: Vec<usize> = looked.unmet.clone();
    let rule = prose::rule(desk, &name, &values, &sentences, &unmet);
    if let Some(rule) = &rule {
        looked.rows = vec![offered[rule.value].0];
    }
    Ok(Sure {
        looked,
        rule,
        joined: None,
        key: name,
    })
}

/// Looks up an open key in a table that has a column of its name and a row with
/// what the first table left over, under a header that the question says.
fn join(work: &Work<'_>, desk: &Desk<'_>, looked: &Looked, key: usize) -> Option<Joined> {
    let chain = &work.shelf.chains[looked.chain];
    let name = &chain.columns[key];
    let last = scan(&name.name, work.shelf.books[chain.book].notation)
        .pop()?
        .key;
    let mut found: Option<Joined> = None;
    for (index, other) in work.shelf.chains.iter().enumerate() {
        let column = other
            .columns
            .iter()
            .position(|column| column.keys.contains(&last) && column.keys.is_subset(&name.keys));
        let Some(column) = column.filter(|_| index != looked.chain && other.book == chain.book)
        else {
            continue;
        };
        for at in 0..other.rows.len() {
            let terms = given(desk, looked, index, at, column);
            let Some(value) = other.rows[at]
                .cells
                .get(column)
                .filter(|_| !terms.is_empty())
            else {
                continue;
            };
            let same = |row: &usize| {
                let cell = chain.rows[*row].cells.get(key);
                cell.is_some_and(|cell| equal(work, cell.text, value.text))
            };
            let mut rows = looked.rows.iter().copied().filter(same);
            if let (Some(row), None) = (rows.next(), rows.next()) {
                // Two rows that disagree decide nothing.
                if found.as_ref().is_some_and(|known| known.row != row) {
                    return None;
                }
                found = Some(Joined {
                    source: (index, at),
                    row,
                    terms,
                });
            }
        }
    }
    found
}

/// What the first table left over of the question's codes and numbers and a
/// row holds, outside `column`, under a header that stands beside it in the
/// question: `ZIP 48100`.
fn given(desk: &Desk<'_>, looked: &Looked, chain: usize, row: usize, column: usize) -> Vec<usize> {
    let other = &desk.shelf.chains[chain];
    let terms = &desk.question.terms;
    let named = |term: usize, at: usize| {
        let near = term.saturating_sub(3)..(term + 3).min(terms.len());
        near.into_iter()
            .any(|near| other.columns[at].keys.contains(&terms[near].token.key))
    };
    let holds = |term: &usize| {
        let cells = other.rows[row].cells.iter().enumerate();
        cells
            .filter(|(at, _)| *at != column)
            .any(|(at, cell)| desk.holds(cell.text, *term) && named(*term, at))
    };
    let open = looked.unmet.iter().copied();
    open.filter(|term| terms[*term].token.is_constant())
        .filter(holds)
        .collect()
}

/// Two cells that hold the same value.
fn equal(work: &Work<'_>, a: usize, b: usize) -> bool {
    let tokens = |text: usize| &work.shelf.cells.facts(text).tokens;
    !tokens(a).is_empty()
        && tokens(a).len() == tokens(b).len()
        && tokens(a)
            .iter()
            .zip(tokens(b))
            .all(|(a, b)| super::table::filter::same(a, b))
}

/// Columns right of the answer are answers, too, not keys.
fn is_answer_like(work: &Work<'_>, looked: &Looked, at: usize) -> bool {
    let chain = &work.shelf.chains[looked.chain];
    let last_condition = looked
        .conditions
        .iter()
        .map(|(_, column)| *column)
        .filter(|column| *column != usize::MAX)
        .max();
    let keys = last_condition.map_or(0, |last| last + 1);
    let value = |row: &usize| {
        let cell = chain.rows[*row].cells.get(at);
        cell.is_some_and(|cell| {
            let tokens = &work.shelf.cells.facts(cell.text).tokens;
            matches!(tokens.as_slice(), [only] if only.kind == TokenKind::Number && only.value.and_then(Exact::places) > Some(0))
        })
    };
    looked.column.is_some_and(|column| at > column) && at > keys || looked.rows.iter().all(value)
}

/// The sentence that decided a key, and its exceptions.
pub fn rule_lines(work: &Work<'_>, draft: &mut Draft<'_>, found: &Sure) {
    if let Some(joined) = &found.joined {
        let (chain, row) = joined.source;
        let marker = draft.cite_row(chain, row);
        draft.line(format!(
            "{} from {}: {} [{marker}]",
            found.key,
            place(work, chain, row),
            row_text(work, chain, row)
        ));
    }
    let Some(rule) = &found.rule else { return };
    let book = &work.shelf.books[rule.book];
    let quoted = |span: Span| {
        book.text(span)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let marker = draft.cite(rule.book, rule.span, None);
    draft.line(format!(
        "{} by: “{}” [{marker}]",
        found.key,
        quoted(rule.span)
    ));
    for &exception in &rule.exceptions {
        let marker = draft.cite(rule.book, exception, None);
        draft.line(format!(
            "Mind the exception: “{}” [{marker}]",
            quoted(exception)
        ));
    }
}
