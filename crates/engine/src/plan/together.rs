//! What several things that a question names come to together: rows of one table, added.
//!
//! `How much did roofs, heating and windows together cost in 2025?`

use std::collections::BTreeSet;

use super::calculate::{Operand, value_of};
use super::compose::Draft;
use super::scan::lowered;
use super::shelf::keys;
use super::shown::{cell_text, place, row_text};
use super::sure::{Spare, sure};
use super::table::{is_small, number};
use super::work::Work;
use super::{Exact, Expression, Kind, Op};
use crate::EngineError;
use crate::answer::Answer;

/// Words that say that things are taken together.
const TOGETHER: &[&str] = &[
    " together",
    " combined",
    " taken together",
    " zusammen",
    " juntos",
    " juntas",
    " en conjunto",
];
/// Words between the last two names.
const JOINTS: &[&str] = &[" and ", " und ", " y ", " e "];
/// Words of a name at most.
const NAME_WORDS_MAX: usize = 6;
/// Names at most.
const NAMES_MAX: usize = 12;

/// The names, and the question around them.
struct Named<'q> {
    before: &'q str,
    names: Vec<&'q str>,
    behind: &'q str,
}

/// A value that is added.
struct Part {
    name: String,
    row: usize,
    value: Exact,
}

/// The sum of the values of all the names: the first one tells table and column, the others are
/// rows of the same. None where one of them is not sure.
pub fn sum(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let text = work.question.text.clone();
    let Some(named) = read(&text) else {
        return Ok(None);
    };
    let Some(first) = first_sure(work, &named)? else {
        return Ok(None);
    };
    let (chain, column) = (first.found.looked.chain, first.column);
    let mut parts: Vec<Part> = Vec::new();
    for name in &named.names {
        let part = if *name == first.name {
            Some((first.row, first.value))
        } else {
            // `the gates cost together`: a verb may stand before the word.
            let shorter = || called(work, chain, column, name.rsplit_once(' ')?.0);
            called(work, chain, column, name).or_else(shorter)
        };
        let Some((row, value)) = part else {
            work.step(name, "part", &[], format!("nothing sure for {name}"));
            return Ok(None);
        };
        let name = (*name).to_owned();
        parts.push(Part { name, row, value });
    }
    let rows: BTreeSet<usize> = parts.iter().map(|part| part.row).collect();
    if rows.len() < parts.len() {
        return Ok(None);
    }
    let numbers = parts.iter().map(|part| Expression::Number(part.value));
    let expression = numbers.reduce(|sum, next| sum.and(Op::Plus, next));
    let Some((shown, value)) = expression.and_then(|sum| Some((sum.shown()?, sum.value()?))) else {
        return Ok(None);
    };
    let book = work.shelf.chains[chain].book;
    let mut steps = Vec::new();
    for part in &parts {
        let told = format!(
            "{}: {}",
            place(work, chain, part.row),
            row_text(work, chain, part.row)
        );
        steps.push(work.step(&part.name, "part", &[book], told));
    }
    work.step_after(&text, "sum", steps, shown.clone());
    let mut draft = Draft::new(&work.shelf);
    let cite = |part: &Part| draft.cite_row(chain, part.row);
    let markers: Vec<usize> = parts.iter().map(cite).collect();
    let cited: String = markers.iter().map(|marker| format!("[{marker}]")).collect();
    draft.line(format!("{shown} {cited}"));
    for (part, marker) in parts.iter().zip(&markers) {
        draft.line(format!(
            "{}: {}, {}: {} [{marker}]",
            part.name,
            cell_text(work, chain, part.row, column),
            place(work, chain, part.row),
            row_text(work, chain, part.row)
        ));
    }
    draft.value(value.to_string());
    draft.expression(shown);
    let answer = draft.finish(work.snapshot, 0.9 * first.found.looked.covered)?;
    Ok(Some((Kind::Calculation, answer)))
}

/// The first of the names whose value is sure, asked for alone.
fn first_sure(work: &Work<'_>, named: &Named<'_>) -> Result<Option<Operand>, EngineError> {
    for name in &named.names {
        let question = format!("{} {name} {}", named.before, named.behind);
        let question = work.read(&question, false);
        if let Some(found) = sure(work, &question, Spare::Nothing)? {
            return value_of(work, found, name);
        }
    }
    Ok(None)
}

/// The row of a table that is called by all words of a name and by the fewest others, with its
/// value; none where two are called alike.
fn called(work: &Work<'_>, chain: usize, column: usize, name: &str) -> Option<(usize, Exact)> {
    // `Six bearers` are six times something.
    let counted = |name: &str| {
        let terms = work.read(name, false).terms;
        terms.iter().any(|term| term.token.value.is_some())
    };
    if counted(name) {
        return None;
    }
    let table = &work.shelf.chains[chain];
    let notation = work.shelf.books[table.book].notation;
    let wanted: BTreeSet<String> = keys(name, notation)
        .into_iter()
        .filter(|key| !is_small(key))
        .collect();
    let mut fitting: Vec<(usize, usize)> = Vec::new();
    for (at, row) in table.rows.iter().enumerate() {
        let own: BTreeSet<&String> = row
            .cells
            .iter()
            .take(column)
            .flat_map(|cell| &work.shelf.cells.facts(cell.text).tokens)
            .map(|token| &token.key)
            .collect();
        if !wanted.is_empty() && wanted.iter().all(|key| own.contains(key)) {
            fitting.push((own.len(), at));
        }
    }
    fitting.sort_unstable();
    let row = match fitting.as_slice() {
        [only] => only.1,
        [best, next, ..] if best.0 < next.0 => best.1,
        _ => return None,
    };
    let cell = table.rows[row].cells.get(column)?;
    Some((row, number(&work.shelf, cell.text)?))
}

/// `roofs, heating and windows together`: the names before the word that joins them.
fn read(question: &str) -> Option<Named<'_>> {
    let lower = lowered(question);
    // Small letters may take more bytes than large ones.
    if lower.len() != question.len() {
        return None;
    }
    let (at, length) = TOGETHER
        .iter()
        .find_map(|word| Some((lower.find(word)?, word.len())))?;
    let (joint, joint_length) = JOINTS
        .iter()
        .filter_map(|joint| Some((lower[..at].rfind(joint)?, joint.len())))
        .max()?;
    let last = question.get(joint + joint_length..at)?;
    let (before, first) = first_name(question.get(..joint)?, &lower)?;
    let mut names: Vec<&str> = first.split(", ").map(str::trim).collect();
    names.push(last.trim());
    let short = |name: &&str| (1..=NAME_WORDS_MAX).contains(&name.split_whitespace().count());
    let fits = (2..=NAMES_MAX).contains(&names.len()) && names.iter().all(short);
    fits.then_some(Named {
        before,
        names,
        behind: question.get(at + length..)?,
    })
}

/// Parts what is asked from the names: these begin behind the last verb or preposition.
fn first_name<'q>(text: &'q str, lower: &str) -> Option<(&'q str, &'q str)> {
    const OPENINGS: &[&str] = &[
        " did ",
        " do ",
        " does ",
        " are ",
        " were ",
        " is ",
        " was ",
        " of ",
        " for ",
        " by ",
        " have ",
        " has ",
        " had ",
        " in ",
        " the ",
        " haben ",
        " hatten ",
        " kosten ",
        " wiegen ",
        " von ",
        " für ",
        " suman ",
        " cuestan ",
        " de ",
        " los ",
        " las ",
        " tienen ",
    ];
    // Of several names the first one has no such word: it opens behind the last one before the
    // first comma.
    let end = text.find(", ").unwrap_or(text.len());
    let at = OPENINGS
        .iter()
        .filter_map(|opening| Some(lower.get(..end)?.rfind(opening)? + opening.len()))
        .max()?;
    Some((text.get(..at)?, text.get(at..)?))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn names_stand_before_together() {
        let of = |question: &str| {
            let found = read(question).map(|named| {
                let names: Vec<String> = named.names.iter().map(|&name| name.to_owned()).collect();
                (named.before.to_owned(), names, named.behind.to_owned())
            });
            found.unwrap_or_default()
        };
        let (before, names, behind) =
            of("How much did doors, the old gate and windows together cost in 2025?");
        assert_eq!(before, "How much did ");
        assert_eq!(names, ["doors", "the old gate", "windows"]);
        assert_eq!(behind, " cost in 2025?");
        let (_, names, _) = of("Wie viel wiegen Anker und Kette zusammen?");
        assert_eq!(names, ["Anker", "Kette"]);
        assert!(of("What do they do together?").1.is_empty());
    }
}
