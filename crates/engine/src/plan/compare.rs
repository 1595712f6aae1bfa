//! Two cells against each other.

use super::calculate::{note, value_of};
use super::compose::Draft;
use super::shown::{cell_text, place, row_text};
use super::sure::{Spare, sure};
use super::table::pair;
use super::work::Work;
use super::{Exact, Expression, Kind, Op};
use crate::EngineError;
use crate::answer::Answer;

/// Places of a growth in percent.
const PERCENT_PLACES: u32 = 1;

/// By how many percent a value grew: `(now − then) ÷ then × 100`.
fn growth(now: Exact, then: Exact) -> Expression {
    let [now, then] = [now, then].map(Expression::Number);
    now.and(Op::Minus, then.clone())
        .and(Op::Over, then)
        .and(Op::Times, Expression::Number(Exact::whole(100)))
}

/// Two cells against each other, and their difference.
pub fn comparison(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let Some(pair) = pair::pair(&work.question.text) else {
        return Ok(None);
    };
    let mut sides = Vec::new();
    for (question, name) in pair.questions.iter().zip(&pair.names) {
        let question = work.read(question, false);
        let Some(found) = sure(work, &question, Spare::Amounts)? else {
            work.step(
                &question.text,
                "side",
                &[],
                format!("nothing sure for {name}"),
            );
            return Ok(None);
        };
        let Some(operand) = value_of(work, found, name)? else {
            let found = format!("several values, or none, for {name}");
            work.step(&question.text, "side", &[], found);
            return Ok(None);
        };
        sides.push(operand);
    }
    let [left, right] = sides.as_slice() else {
        return Ok(None);
    };
    if (left.found.looked.chain, left.row, left.column)
        == (right.found.looked.chain, right.row, right.column)
    {
        return Ok(None);
    }
    let steps: Vec<String> = vec![
        note(work, &pair.names[0], left),
        note(work, &pair.names[1], right),
    ];
    let (high, low) = if left.value >= right.value {
        (left, right)
    } else {
        (right, left)
    };
    let expression = if pair.relative {
        growth(left.value, right.value)
    } else {
        Expression::Number(high.value).and(Op::Minus, Expression::Number(low.value))
    };
    let (Some(shown), Some(value)) = (expression.shown(), expression.value()) else {
        return Ok(None);
    };
    let question = work.question.text.clone();
    work.step_after(&question, "comparison", steps, shown.clone());
    let mut draft = Draft::new(&work.shelf);
    let chosen = match pair.larger {
        Some(true) | None => high,
        Some(false) => low,
    };
    let markers = [left, right].map(|side| draft.cite_row(side.found.looked.chain, side.row));
    let value = match value.rounded(PERCENT_PLACES) {
        Some(rounded) if pair.relative => rounded,
        _ => value,
    };
    if pair.relative {
        let [now, then] = &pair.names;
        draft.line(format!(
            "{then} to {now}: {value} %: {shown} [{}][{}]",
            markers[0], markers[1]
        ));
    } else if value == Exact::ZERO {
        draft.line(format!(
            "Equal: {} and {} [{}][{}]",
            left.name, right.name, markers[0], markers[1]
        ));
    } else {
        draft.line(format!(
            "{}, by {value}: {shown} [{}][{}]",
            chosen.name, markers[0], markers[1]
        ));
    }
    for (side, marker) in [left, right].into_iter().zip(markers) {
        let chain = side.found.looked.chain;
        let cell = cell_text(work, chain, side.row, side.column);
        draft.line(format!(
            "{}: {cell}, {}: {} [{marker}]",
            side.name,
            place(work, chain, side.row),
            row_text(work, chain, side.row)
        ));
    }
    let sign = if pair.relative { " %" } else { "" };
    draft.value(format!("{value}{sign}"));
    draft.expression(shown);
    let covered = left.found.looked.covered.min(right.found.looked.covered);
    Ok(Some((
        Kind::Comparison,
        draft.finish(work.snapshot, 0.9 * covered)?,
    )))
}
