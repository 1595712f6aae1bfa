//! Answers from one table: a cell, the cells of a row, a fold over rows.

use text::Span;

use super::compose::Draft;
use super::question::{Form, Question};
use super::scan::{Kind as TokenKind, Token};
use super::table::fold::{Fold, Folded, fold};
use super::table::look::{Looked, TIES_MAX, look};
use super::table::{Desk, number, prose};
use super::work::Work;
use super::{Exact, Expression, Kind, Op};
use crate::EngineError;
use crate::answer::{Answer, Completeness};

/// Least share of the question's weight that a cell must meet.
pub const COVERED_MIN: f64 = 0.70;
/// The same for a fold, whose words name what is done.
const FOLD_COVERED_MIN: f64 = 0.62;
/// Tables whose best cell is tried.
const CANDIDATES: usize = 3;
/// Operands of a sum that are shown.
const OPERANDS_MAX: usize = 12;
/// Rows of a count or sum that are cited.
const CITED_MAX: usize = 60;

/// A cell that is sure enough to be stated.
pub struct Sure {
    /// The finding.
    pub looked: Looked,
    /// The sentence that decided a key.
    pub rule: Option<prose::Rule>,
    /// The row of another table that decided it.
    pub joined: Option<Joined>,
    /// The key that was looked up.
    pub key: String,
}

/// A key that another table gives: the territory of a postal code.
pub struct Joined {
    /// The other table and its row.
    pub source: (usize, usize),
    /// The row of the first table.
    pub row: usize,
    /// Terms of the question that found it.
    pub terms: Vec<usize>,
}

/// The best cell for a question, when it is sure.
///
/// `amounts` allows numbers of the question to be left over: they are what a
/// rate is applied to.
pub fn sure(
    work: &Work<'_>,
    question: &Question,
    amounts: bool,
) -> Result<Option<Sure>, EngineError> {
    let desk = Desk::new(question, &work.shelf);
    for looked in look(&desk).into_iter().take(CANDIDATES) {
        // A rate that is applied to an amount is found beside its unit.
        if (looked.column.is_none() && !amounts) || !grounded(work, question, &looked) {
            continue;
        }
        let resolved = resolve(work, &desk, looked)?;
        if stated(question, &resolved, amounts) {
            return Ok(Some(resolved));
        }
    }
    Ok(None)
}

/// A condition is met, or the table is of one row.
fn grounded(work: &Work<'_>, question: &Question, looked: &Looked) -> bool {
    let head = |key: &str| question.head() == Some(key);
    let real = looked
        .conditions
        .iter()
        .filter(|(term, _)| !head(&question.terms[*term].token.key));
    let chain = &work.shelf.chains[looked.chain];
    // Without a header the row must be called by what is asked: `Fee: | $50`.
    let unnamed = looked
        .column
        .is_some_and(|column| chain.columns[column].name.is_empty());
    let called = !unnamed
        || (chain.columns.len() == 2 && looked.conditions.iter().any(|(_, column)| *column == 0));
    called && (real.count() > 0 || chain.rows.len() == 1)
}

/// Nothing exact is left over, and little else.
fn stated(question: &Question, found: &Sure, amounts: bool) -> bool {
    let left: Vec<usize> = found
        .looked
        .unmet
        .iter()
        .copied()
        .filter(|term| {
            found
                .rule
                .as_ref()
                .is_none_or(|rule| !rule.terms.contains(term))
        })
        .collect();
    let all: f64 = question.wanted().map(|term| term.weight).sum();
    let missing: f64 = left.iter().map(|term| question.terms[*term].weight).sum();
    let exact = left.iter().all(|term| {
        let token = &question.terms[*term].token;
        (!token.is_constant() && !question.terms[*term].name)
            || (amounts && token.kind == TokenKind::Money)
    });
    let amount: f64 = left
        .iter()
        .map(|term| &question.terms[*term])
        .filter(|term| amounts && term.token.kind == TokenKind::Money)
        .map(|term| term.weight)
        .sum();
    exact
        && all > 0.0
        && 1.0 - (missing - amount) / all >= COVERED_MIN
        && found.looked.rows.len() <= TIES_MAX
}

/// Where rows tie in one key, a sentence may decide it.
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
/// what the first table left over.
fn join(work: &Work<'_>, desk: &Desk<'_>, looked: &Looked, key: usize) -> Option<Joined> {
    let chain = &work.shelf.chains[looked.chain];
    let wanted = &chain.columns[key].keys;
    let open: Vec<usize> = looked
        .unmet
        .iter()
        .copied()
        .filter(|term| desk.question.terms[*term].token.is_constant())
        .collect();
    let mut found: Option<Joined> = None;
    for (index, other) in work.shelf.chains.iter().enumerate() {
        if index == looked.chain || other.book != chain.book || wanted.is_empty() {
            continue;
        }
        let named = |at: &usize| {
            !other.columns[*at].keys.is_empty() && other.columns[*at].keys.is_subset(wanted)
        };
        let Some(column) = (0..other.columns.len()).find(named) else {
            continue;
        };
        for (at, row) in other.rows.iter().enumerate() {
            let holds = |term: &usize| {
                let cells = row
                    .cells
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| *place != column);
                cells.into_iter().any(|(_, cell)| {
                    let bounds = work.shelf.cells.facts(cell.text).bounds;
                    let value = desk.question.terms[*term].token.value;
                    desk.holds(cell.text, *term)
                        || bounds
                            .zip(value)
                            .is_some_and(|(bounds, value)| bounds.hold(value))
                })
            };
            let terms: Vec<usize> = open.iter().copied().filter(holds).collect();
            let Some(given) = row.cells.get(column).filter(|_| !terms.is_empty()) else {
                continue;
            };
            let same = |row: &usize| {
                let cell = chain.rows[*row].cells.get(key);
                cell.is_some_and(|cell| equal(work, cell.text, given.text))
            };
            let mut rows = looked.rows.iter().copied().filter(same);
            if let (Some(row), None) = (rows.next(), rows.next()) {
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

/// One cell.
pub fn lookup(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let question = work.question.clone();
    if let Some(found) = sure(work, &question, false)? {
        if let Some(answer) = super::calculate::scaled(work, &question, &found)? {
            return Ok(Some((Kind::Calculation, answer)));
        }
        if let Some(column) = found.looked.column {
            let answer = write(work, &question, &found, column)?;
            return Ok(Some((Kind::Lookup, answer)));
        }
    }
    if let Some(found) = sure(work, &question, true)?
        && let Some(answer) = super::calculate::unit_rate(work, &question, &found)?
    {
        return Ok(Some((Kind::Calculation, answer)));
    }
    note_nearest(work, &question);
    Ok(None)
}

/// The nearest cell that was not sure enough, for the trace.
fn note_nearest(work: &mut Work<'_>, question: &Question) {
    let desk = Desk::new(question, &work.shelf);
    let Some(looked) = look(&desk).into_iter().next() else {
        return;
    };
    let unmet = looked.unmet.iter().map(|term| &question.terms[*term].token);
    let unmet: Vec<&str> = unmet
        .map(|token| &question.text[token.start..token.end])
        .collect();
    let chain = &work.shelf.chains[looked.chain];
    let told = format!(
        "not sure: {} rows of {}, column {}, {:.2} of the question met, not {}",
        looked.rows.len(),
        chain.title(),
        looked
            .column
            .map_or("none", |column| chain.columns[column].name.as_str()),
        looked.covered,
        unmet.join(", ")
    );
    let book = chain.book;
    work.step(&question.text, "cell", &[book], told);
}

/// A row with its columns named, without empty cells.
pub fn row_text(work: &Work<'_>, chain: usize, row: usize) -> String {
    let chain = &work.shelf.chains[chain];
    let book = &work.shelf.books[chain.book];
    let cells = chain.rows[row].cells.iter().zip(&chain.columns);
    let named = cells
        .filter(|(cell, _)| !cell.span.is_empty())
        .map(|(cell, column)| match column.name.as_str() {
            "" => book.text(cell.span).to_owned(),
            name => format!("{name}: {}", book.text(cell.span)),
        });
    named.collect::<Vec<_>>().join(" | ")
}

/// A cell's text.
pub fn cell_text(work: &Work<'_>, chain: usize, row: usize, column: usize) -> String {
    let chain = &work.shelf.chains[chain];
    let span = chain.rows[row]
        .cells
        .get(column)
        .map_or(Span::default(), |cell| cell.span);
    let text = work.shelf.books[chain.book].text(span);
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .trim_end_matches('.')
        .to_owned()
}

/// Title and page of a table's row, for people.
pub fn place(work: &Work<'_>, chain: usize, row: usize) -> String {
    let chain = &work.shelf.chains[chain];
    let book = &work.shelf.books[chain.book];
    let page = book
        .pages(chain.rows[row].span)
        .map_or(String::new(), |(page, _)| {
            format!(", {} {page}", book.document.format.page_noun())
        });
    let label = chain.rows[row]
        .label
        .map(|(span, _)| format!(", {}", book.text(span).trim()));
    let title = if chain.titles.is_empty() {
        book.path.clone()
    } else {
        chain.title()
    };
    format!("{title}{}{page}", label.unwrap_or_default())
}

fn write(
    work: &mut Work<'_>,
    question: &Question,
    found: &Sure,
    column: usize,
) -> Result<Answer, EngineError> {
    let looked = &found.looked;
    let chain = looked.chain;
    let book = work.shelf.chains[chain].book;
    let columns = further_columns(work, question, looked, column);
    let told = format!(
        "{}: {}",
        work.shelf.chains[chain].title(),
        row_text(work, chain, looked.rows[0])
    );
    work.step(&question.text, "cell", &[book], told);
    let mut draft = Draft::new(&work.shelf);
    let values: Vec<String> = looked
        .rows
        .iter()
        .map(|row| cell_text(work, chain, *row, column))
        .collect();
    let same = values.iter().all(|value| *value == values[0]);
    let rows = if same {
        &looked.rows[..1]
    } else {
        &looked.rows[..]
    };
    for &row in rows {
        let marker = draft.cite_row(chain, row);
        let stated: Vec<String> = columns
            .iter()
            .map(|&column| named_value(work, chain, row, column))
            .collect();
        draft.line(format!("{} [{marker}]", stated.join("; ")));
        draft.line(format!(
            "{}: {} [{marker}]",
            place(work, chain, row),
            row_text(work, chain, row)
        ));
    }
    if same {
        draft.value(values[0].clone());
    } else {
        draft.line("It depends on what the question does not say: each row that fits is shown.");
    }
    rule_lines(work, &mut draft, found);
    unmet_line(question, &mut draft, found);
    copies(work, question, &mut draft, looked);
    let certain = if same { 1.0 } else { 0.7 };
    draft.finish(work.snapshot, looked.covered * 0.95 * certain)
}

fn named_value(work: &Work<'_>, chain: usize, row: usize, column: usize) -> String {
    let name = &work.shelf.chains[chain].columns[column].name;
    let text = cell_text(work, chain, row, column);
    if name.is_empty() {
        text
    } else {
        format!("{name}: {text}")
    }
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

/// What of the question the row does not show.
fn unmet_line(question: &Question, draft: &mut Draft<'_>, found: &Sure) {
    let met = |term: &usize| {
        found
            .rule
            .as_ref()
            .is_some_and(|rule| rule.terms.contains(term))
    };
    let words: Vec<&str> = found
        .looked
        .unmet
        .iter()
        .filter(|term| !met(term))
        .map(|term| &question.terms[*term].token)
        .map(|token| &question.text[token.start..token.end])
        .collect();
    if !words.is_empty() {
        draft.line(format!("Not found in the table: {}.", words.join(", ")));
    }
}

/// The same row with another value in a sibling document is said.
fn copies(work: &Work<'_>, question: &Question, draft: &mut Draft<'_>, looked: &Looked) {
    let Some(column) = looked.column else { return };
    let value = cell_text(work, looked.chain, looked.rows[0], column);
    let desk = Desk::new(question, &work.shelf);
    let others = look(&desk).into_iter().filter(|other| {
        work.shelf.chains[other.chain].book != work.shelf.chains[looked.chain].book
            && other.rows.len() == 1
            && other.total >= looked.total - 0.5
    });
    for other in others.take(2) {
        let Some(other_column) = other.column else {
            continue;
        };
        let second = cell_text(work, other.chain, other.rows[0], other_column);
        if second != value {
            let marker = draft.cite_row(other.chain, other.rows[0]);
            draft.line(format!(
                "Elsewhere: {second} in {} [{marker}]",
                place(work, other.chain, other.rows[0])
            ));
        }
    }
}

/// `how many … and how many …`: the columns that the further parts name.
fn further_columns(
    work: &Work<'_>,
    question: &Question,
    looked: &Looked,
    column: usize,
) -> Vec<usize> {
    let mut columns = vec![column];
    let parts = parts(&question.text);
    if parts.len() < 2 {
        return columns;
    }
    let chain = &work.shelf.chains[looked.chain];
    columns.clear();
    for part in &parts {
        let asked = work.read(part, false);
        let score = |at: usize| -> f64 {
            let keys = &chain.columns[at].keys;
            let met: f64 = asked
                .wanted()
                .filter(|term| keys.contains(&term.token.key))
                .map(|term| term.weight)
                .sum();
            let extra = keys
                .iter()
                .filter(|key| asked.terms.iter().all(|term| term.token.key != **key))
                .count();
            #[expect(clippy::cast_precision_loss, reason = "words of a header")]
            let extra = extra as f64;
            if met > 0.0 { met - 0.7 * extra } else { 0.0 }
        };
        let conditions = |at: &usize| looked.conditions.iter().any(|(_, column)| column == at);
        let best = (0..chain.columns.len())
            .filter(|at| !conditions(at))
            .rev()
            .max_by(|a, b| score(*a).total_cmp(&score(*b)));
        if let Some(best) = best.filter(|at| score(*at) > 0.0 && !columns.contains(at)) {
            columns.push(best);
        }
    }
    if !columns.contains(&column) {
        columns.insert(0, column);
    }
    columns
}

/// The parts of a question that ask for a value each.
pub fn parts(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return vec![text.to_owned()];
    }
    let joints = [
        " and how many",
        " and how much",
        " and what",
        " and which",
        " and when",
        " and who",
        ", how many",
        " y cuánt",
        " y qué",
        " y cuál",
        " und wie viel",
        " und welche",
        " und was",
    ];
    let mut cuts: Vec<usize> = joints
        .iter()
        .flat_map(|joint| lower.match_indices(joint).map(|(at, _)| at))
        .collect();
    cuts.sort_unstable();
    let mut parts = Vec::new();
    let mut start = 0;
    for cut in cuts {
        parts.push(text[start..cut].to_owned());
        start = cut;
    }
    parts.push(text[start..].to_owned());
    parts
}

/// The row with the largest or smallest value.
pub fn extreme(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let Form::Extreme { largest } = work.question.form else {
        return Ok(None);
    };
    let question = work.question.clone();
    let Some(found) = sure_fold(work, &question, Fold::Extreme { largest }) else {
        return Ok(None);
    };
    let (Some(names), Some(column)) = (found.names, found.column) else {
        return Ok(None);
    };
    note_fold(work, &question, &found);
    let mut draft = Draft::new(&work.shelf);
    for &row in found.at.iter().take(TIES_MAX) {
        let marker = draft.cite_row(found.chain, row);
        let name = cell_text(work, found.chain, row, names);
        draft.line(format!(
            "{name}: {} [{marker}]",
            named_value(work, found.chain, row, column)
        ));
        draft.value(name);
    }
    let which = if largest { "Largest" } else { "Smallest" };
    draft.line(format!(
        "{which} of {} rows: {}.",
        found.rows.len(),
        place(work, found.chain, found.at[0])
    ));
    draft.completeness(read_rows(work, &found));
    let answer = draft.finish(work.snapshot, found.covered * 0.95)?;
    Ok(Some((Kind::Extreme, answer)))
}

fn read_rows(work: &Work<'_>, found: &Folded) -> Completeness {
    let all = work.shelf.chains[found.chain].rows.len();
    Completeness {
        units_read: all,
        units_total: all,
        matches: found.rows.len(),
    }
}

fn sure_fold(work: &Work<'_>, question: &Question, kind: Fold) -> Option<Folded> {
    let desk = Desk::new(question, &work.shelf);
    fold(&desk, kind).filter(|found| found.covered >= FOLD_COVERED_MIN && found.exact)
}

fn note_fold(work: &mut Work<'_>, question: &Question, found: &Folded) {
    let chain = &work.shelf.chains[found.chain];
    let told = format!(
        "{}: {} of {} rows",
        chain.title(),
        found.rows.len(),
        chain.rows.len()
    );
    let book = chain.book;
    work.step(&question.text, "rows", &[book], told);
}

/// How many rows; with `in total` in a further part, their sum, too.
pub fn count(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let question = work.question.clone();
    if question.total && parts(&question.text).len() < 2 {
        return Ok(None);
    }
    let Some(found) = sure_fold(work, &question, Fold::Count) else {
        return Ok(None);
    };
    note_fold(work, &question, &found);
    let sum = question.total.then(|| {
        let desk = Desk::new(&question, &work.shelf);
        fold(&desk, Fold::Sum).filter(|sum| sum.chain == found.chain)
    });
    let mut draft = Draft::new(&work.shelf);
    let markers = cite_rows(&mut draft, &found);
    draft.line(format!(
        "{} rows of {} fit {markers}",
        found.value,
        place(work, found.chain, found.rows[0])
    ));
    draft.value(found.value.to_string());
    if let Some(sum) = sum.flatten() {
        sum_lines(work, &mut draft, &sum);
    }
    draft.completeness(read_rows(work, &found));
    let answer = draft.finish(work.snapshot, found.covered * 0.9)?;
    Ok(Some((Kind::Count, answer)))
}

fn cite_rows(draft: &mut Draft<'_>, found: &Folded) -> String {
    let rows = found.rows.iter().take(CITED_MAX);
    rows.map(|row| format!("[{}]", draft.cite_row(found.chain, *row)))
        .collect()
}

/// The sum over a column.
pub fn sum(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let question = work.question.clone();
    let Some(found) = sure_fold(work, &question, Fold::Sum) else {
        return Ok(None);
    };
    note_fold(work, &question, &found);
    let mut draft = Draft::new(&work.shelf);
    sum_lines(work, &mut draft, &found);
    draft.value(found.value.to_string());
    draft.completeness(read_rows(work, &found));
    let answer = draft.finish(work.snapshot, found.covered * 0.9)?;
    Ok(Some((Kind::Sum, answer)))
}

fn sum_lines(work: &Work<'_>, draft: &mut Draft<'_>, found: &Folded) {
    let Some(column) = found.column else { return };
    let chain = &work.shelf.chains[found.chain];
    let value = |row: &usize| number(&work.shelf, chain.rows[*row].cells.get(column)?.text);
    let operands = found.rows.iter().filter_map(value).map(Expression::Number);
    let markers = cite_rows(draft, found);
    let shown = operands
        .reduce(|sum, next| sum.and(Op::Plus, next))
        .and_then(|sum| sum.shown());
    match shown {
        Some(shown) if found.rows.len() <= OPERANDS_MAX => {
            draft.line(format!("{shown} {markers}"));
            draft.expression(shown);
        }
        _ => draft.line(format!(
            "{} is the sum of {} rows {markers}",
            found.value,
            found.rows.len()
        )),
    }
    draft.line(format!(
        "{} over {} rows: {}.",
        chain.columns[column].name,
        found.rows.len(),
        place(work, found.chain, found.rows[0])
    ));
}
