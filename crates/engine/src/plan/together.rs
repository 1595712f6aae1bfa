//! What several things that a question names come to together: each is looked up, and they are
//! added. `How much did roofs, heating and windows together cost in 2025?`

use super::calculate::{Operand, note, value_of};
use super::compose::Draft;
use super::scan::lowered;
use super::shown::{cell_text, place, row_text};
use super::sure::{Spare, sure};
use super::work::Work;
use super::{Expression, Kind, Op};
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

/// The sum of the values of all the names; none where one of them is not sure.
pub fn sum(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let text = work.question.text.clone();
    let Some(named) = read(&text) else {
        return Ok(None);
    };
    let mut parts: Vec<Operand> = Vec::new();
    for name in &named.names {
        let question = format!("{} {name} {}", named.before, named.behind);
        let question = work.read(&question, false);
        let found = sure(work, &question, Spare::Nothing)?;
        let part = match found {
            Some(found) => value_of(work, found, name)?,
            None => None,
        };
        let Some(part) = part else {
            work.step(
                &question.text,
                "part",
                &[],
                format!("nothing sure for {name}"),
            );
            return Ok(None);
        };
        parts.push(part);
    }
    // Only values of one column add up, and each counts once.
    let [first, others @ ..] = parts.as_slice() else {
        return Ok(None);
    };
    let column = |part: &Operand| (part.found.looked.chain, part.column);
    let alike = others.iter().all(|part| column(part) == column(first));
    let mut rows: Vec<usize> = parts.iter().map(|part| part.row).collect();
    rows.sort_unstable();
    rows.dedup();
    if !alike || rows.len() < parts.len() {
        return Ok(None);
    }
    let numbers = parts.iter().map(|part| Expression::Number(part.value));
    let expression = numbers.reduce(|sum, next| sum.and(Op::Plus, next));
    let Some((shown, value)) = expression.and_then(|sum| Some((sum.shown()?, sum.value()?))) else {
        return Ok(None);
    };
    let steps = parts
        .iter()
        .map(|part| note(work, &part.name.clone(), part))
        .collect();
    work.step_after(&text, "sum", steps, shown.clone());
    let mut draft = Draft::new(&work.shelf);
    let markers: Vec<usize> = parts
        .iter()
        .map(|part| draft.cite_row(part.found.looked.chain, part.row))
        .collect();
    let cited: String = markers.iter().map(|marker| format!("[{marker}]")).collect();
    draft.line(format!("{shown} {cited}"));
    for (part, marker) in parts.iter().zip(&markers) {
        let chain = part.found.looked.chain;
        draft.line(format!(
            "{}: {}, {}: {} [{marker}]",
            part.name,
            cell_text(work, chain, part.row, part.column),
            place(work, chain, part.row),
            row_text(work, chain, part.row)
        ));
    }
    draft.value(value.to_string());
    draft.expression(shown);
    let covered = parts.iter().map(|part| part.found.looked.covered);
    let covered = covered.fold(1.0, f64::min);
    let answer = draft.finish(work.snapshot, 0.9 * covered)?;
    Ok(Some((Kind::Calculation, answer)))
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
