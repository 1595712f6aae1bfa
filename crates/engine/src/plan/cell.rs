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
    /// What was looked up in the prose.
    pub key: String,
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
    for looked in look(&desk).into_iter().take(3) {
        if looked.column.is_none() || !grounded(work, question, &looked) {
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
    real.count() > 0 || work.shelf.chains[looked.chain].rows.len() == 1
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
        !token.is_constant() || (amounts && token.kind == TokenKind::Money)
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
            key: String::new(),
        });
    };
    let name = chain.columns[*key].name.clone();
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
        key: name,
    })
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
    Ok(None)
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
