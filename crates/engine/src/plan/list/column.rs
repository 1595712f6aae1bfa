//! Columns as lists: the values of the column that bears the noun asked for,
//! of the rows that fulfil the question's conditions.

use std::collections::BTreeSet;

use text::Span;

use super::Ranked;
use super::candidate::{Candidate, Item, Source};
use super::change;
use super::score::{Score, counted};
use crate::plan::chain::{Chain, Meaning, Row};
use crate::plan::question::Question;
use crate::plan::scan::{Kind, lowered};
use crate::plan::shelf::{Content, Shelf};
use crate::plan::table::Desk;
use crate::plan::table::abbreviated;
use crate::plan::table::filter::{Rows, select};

/// Least share of the question that a table must account for.
const COVERED_MIN: f64 = 0.5;
/// Values at least.
const VALUES_MIN: usize = 2;
/// Letters of a noun at least that may open a compound: `Modul` in `Modultitel`.
const COMPOUND_MIN: usize = 5;
/// A table whose title is the noun.
const CALLED: f64 = 0.3;
/// A column whose header is the noun.
const HEADED: f64 = 0.15;

/// The columns that bear the noun, with their scores.
pub fn all(desk: &Desk<'_>) -> Vec<Ranked> {
    let (question, shelf) = (desk.question, desk.shelf);
    let Some(head) = question.head() else {
        return Vec::new();
    };
    let found = shelf.chains.iter().filter_map(|chain| {
        // `Which kinds of tree`: the column may be called `Kind`.
        let kinds = || named(desk, chain, question.kinds.as_deref()?);
        let headed = named(desk, chain, head).or_else(kinds);
        let titled = || of_title(shelf, chain, head);
        let column = headed
            .or_else(|| of_codes(question, chain, head))
            .or_else(titled)
            .or_else(|| of_modifier(desk, chain))
            .or_else(|| of_signs(desk, chain))?;
        let rows = select(desk, chain, &[column])?;
        let called = is_called(question, chain);
        let bonus = match headed {
            _ if called => CALLED,
            Some(_) => HEADED,
            None => 0.0,
        };
        let headed = headed.is_some() || called;
        let enough = rows.covered >= COVERED_MIN && (headed || !rows.conditions.is_empty());
        enough
            .then(|| listed(question, shelf, chain, (column, bonus), &rows))
            .flatten()
    });
    found.collect()
}

/// All rows of a table by the names in its first column of words, each with its figure
/// where there is one column of figures: what a table whose title is near in meaning to a
/// question lists. `None` for a table without a title of its own or with few rows.
pub fn of_table(shelf: &Shelf, chain: &Chain) -> Option<Candidate> {
    let title = chain.titles.last()?;
    let column = (0..chain.columns.len()).find(|at| is_wordy(shelf, chain, *at))?;
    let figures = || (0..chain.columns.len()).filter(|at| chain.columns[*at].numeric);
    let figure = figures()
        .next()
        .filter(|at| figures().count() == 1 && *at > column);
    let numbered = is_numbered(shelf, chain);
    let rows = chain.rows.iter();
    let items: Vec<Item> = rows
        .filter_map(|row| {
            let name = value(shelf, chain, row, column)?;
            let figure = figure.and_then(|at| value(shelf, chain, row, at));
            Some(Item {
                label: code(shelf, chain, row, column, numbered),
                text: figure.map_or(name.clone(), |figure| format!("{name}: {figure}")),
                span: row.span,
            })
        })
        .collect();
    let mut candidate = Candidate::new(Source::Column, chain.book, items);
    candidate.name = title.clone();
    candidate.lead.clone_from(&chain.nearest);
    candidate.read = Some((chain.rows.len(), "rows"));
    (candidate.items.len() >= TABLE_ROWS_MIN).then_some(candidate)
}

/// Rows of a table that is a list by itself, at least.
const TABLE_ROWS_MIN: usize = 3;

/// The table's title is what is asked for, no more: `Railcards`.
fn is_called(question: &Question, chain: &Chain) -> bool {
    !chain.nearest.is_empty() && chain.nearest.iter().all(|key| question.noun.contains(key))
}

/// `MRI examinations`: rows whose first words bear what stands before the noun are what
/// is asked for, also where nothing is called an examination.
fn of_modifier(desk: &Desk<'_>, chain: &Chain) -> Option<usize> {
    let question = desk.question;
    let [.., modifier, _] = question.noun.as_slice() else {
        return None;
    };
    let term = question
        .terms
        .iter()
        .position(|term| term.token.key == *modifier)?;
    let at = (0..chain.columns.len()).find(|at| is_wordy(desk.shelf, chain, *at))?;
    let holds = |row: &&Row| {
        row.cells
            .get(at)
            .is_some_and(|cell| desk.holds(cell.text, term))
    };
    (chain.rows.iter().filter(holds).count() >= VALUES_MIN).then_some(at)
}

/// Where a sign stands for much of what is asked, the first column of words names the rows that
/// bear it, whatever they are called.
fn of_signs(desk: &Desk<'_>, chain: &Chain) -> Option<usize> {
    /// Words of what a sign stands for that are asked for.
    const WORDS_MIN: usize = 2;
    let asked = |keys: &BTreeSet<String>| {
        let wanted = desk.question.wanted();
        wanted.filter(|term| keys.contains(&term.token.key)).count()
    };
    let mut legend = chain.legend.iter();
    legend
        .any(|meaning| asked(&meaning.keys) >= WORDS_MIN)
        .then(|| (0..chain.columns.len()).find(|at| is_wordy(desk.shelf, chain, *at)))
        .flatten()
}

/// `ZIP codes` are what stands under `ZIP`.
fn of_codes(question: &Question, chain: &Chain, head: &str) -> Option<usize> {
    const CODES: &[&str] = &["code", "cod", "number", "nummer", "codigo", "numero", "id"];
    let called = |at: &usize| {
        let keys = &chain.columns[*at].keys;
        !keys.is_empty() && keys.iter().all(|key| question.noun.contains(key))
    };
    (0..chain.columns.len())
        .find(called)
        .filter(|_| CODES.contains(&head))
}

/// Where the title says what the rows are of, the first column of words names them.
fn of_title(shelf: &Shelf, chain: &Chain, head: &str) -> Option<usize> {
    let titled = chain.nearest.contains(head);
    titled
        .then(|| (0..chain.columns.len()).find(|at| is_wordy(shelf, chain, *at)))
        .flatten()
}

/// Most cells of a column are words.
fn is_wordy(shelf: &Shelf, chain: &Chain, at: usize) -> bool {
    let cells = chain.rows.iter().filter_map(|row| row.cells.get(at));
    let words = cells.filter(|cell| shelf.cells.facts(cell.text).content == Content::Words);
    2 * words.count() > chain.rows.len()
}

/// The column whose header holds the noun, and most else of the question; of
/// equal ones the first.
fn named(desk: &Desk<'_>, chain: &Chain, head: &str) -> Option<usize> {
    let (question, shelf) = (desk.question, desk.shelf);
    let term = question.terms.iter().find(|term| term.token.key == head);
    let short = |name: &str| {
        let tokens = crate::plan::scan::scan(name, shelf.books[chain.book].notation);
        term.is_some_and(|term| abbreviated(desk, term, name, &tokens))
    };
    let asked = |key: &&String| question.wanted().any(|term| term.token.key == **key);
    let german = shelf.books[chain.book].document.language == text::Language::De;
    let bears = |keys: &BTreeSet<String>| {
        let compound = |key: &String| {
            german && head.len() >= COMPOUND_MIN && key.starts_with(head) && key != head
        };
        keys.contains(head) || keys.iter().any(compound)
    };
    let named = chain
        .columns
        .iter()
        .enumerate()
        .filter(|(_, column)| bears(&column.keys) || short(&column.name));
    let best = named.rev().max_by(|(_, a), (_, b)| {
        let fit =
            |keys: &BTreeSet<String>| (keys.iter().filter(asked).count(), usize::MAX - keys.len());
        fit(&a.keys).cmp(&fit(&b.keys))
    });
    // Of `Modulnummer` and `Modultitel` the one in words.
    let best = match best {
        Some((at, column)) if bears(&column.keys) && !column.keys.contains(head) => {
            let mut bearing = (0..chain.columns.len()).filter(|at| bears(&chain.columns[*at].keys));
            let wordy = bearing.find(|at| is_wordy(shelf, chain, *at)).unwrap_or(at);
            Some((wordy, &chain.columns[wordy]))
        }
        best => best,
    };
    let (at, column) = best?;
    if !column.numeric {
        return Some(at);
    }
    // `Fees` lists what is charged for, not the amounts.
    (0..chain.columns.len())
        .rev()
        .filter(|at| !chain.columns[*at].numeric)
        .max_by_key(|at| words(shelf, chain, *at))
}

/// Words in the first cells of a column.
fn words(shelf: &Shelf, chain: &Chain, column: usize) -> usize {
    let cells = chain
        .rows
        .iter()
        .take(20)
        .filter_map(|row| row.cells.get(column));
    cells
        .map(|cell| {
            shelf
                .cells
                .facts(cell.text)
                .tokens
                .iter()
                .filter(|token| !token.is_constant())
                .count()
        })
        .sum()
}

fn listed(
    question: &Question,
    shelf: &Shelf,
    chain: &Chain,
    (column, bonus): (usize, f64),
    rows: &Rows,
) -> Option<Ranked> {
    let book = &shelf.books[chain.book];
    let moved = change::read(question, shelf, chain);
    let each = each(question, chain, column);
    let called = called_beside(shelf, chain, column);
    let numbered = is_numbered(shelf, chain);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut items = Vec::new();
    for &at in &rows.rows {
        let row = &chain.rows[at];
        if moved.as_ref().is_some_and(|moved| !moved.holds(shelf, row)) {
            continue;
        }
        let Some(text) = value(shelf, chain, row, column) else {
            continue;
        };
        let name = called.and_then(|called| value(shelf, chain, row, called));
        let label = match name {
            Some(_) => text.clone(),
            None => code(shelf, chain, row, column, numbered),
        };
        let text = name.unwrap_or(text);
        let second = each.and_then(|each| value(shelf, chain, row, each));
        let text = match second {
            Some(second) => format!("{text}: {second}"),
            None => text,
        };
        // `Chile` under one code and the next are two.
        let folded: String = format!("{label} {text}")
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        if seen.insert(folded) {
            items.push(Item {
                label,
                text,
                span: row.span,
            });
        }
    }
    if let [only] = items.as_slice()
        && let Some(parts) = parts(&only.text)
    {
        let of = |text: &str| Item {
            label: String::new(),
            text: text.to_owned(),
            span: only.span,
        };
        items = parts.into_iter().map(of).collect();
    }
    if items.len() < VALUES_MIN && rows.conditions.is_empty() && !rows.flagged {
        return None;
    }
    let mut candidate = Candidate::new(Source::Column, chain.book, items);
    candidate.name = name(chain, column, book.path.as_str());
    candidate.read = Some((chain.rows.len(), "rows"));
    candidate.legend = of_rows(question, chain, rows);
    // What says that values moved is no word of the table.
    let covered = match &moved {
        Some(moved) => (rows.covered + moved.weight).min(1.0),
        None => rows.covered,
    };
    let score = Score {
        total: covered + bonus + counted(question, candidate.items.len()),
        covered,
        headed: true,
        exact: rows.exact,
        named: true,
    };
    (!candidate.items.is_empty()).then_some(Ranked { candidate, score })
}

/// Where the document says what the signs mean by which rows were selected.
fn of_rows(question: &Question, chain: &Chain, rows: &Rows) -> Vec<Span> {
    let asked = |meaning: &Meaning| {
        let mut selecting = rows.conditions.iter();
        selecting.any(|term| meaning.keys.contains(&question.terms[*term].token.key))
    };
    let borne = |meaning: &Meaning| {
        let cells = rows.rows.iter().flat_map(|at| &chain.rows[*at].cells);
        let mut texts = cells.map(|cell| cell.text);
        texts.any(|text| meaning.texts.contains(&text))
    };
    let legend = chain.legend.iter();
    let legend = legend.filter(|meaning| borne(meaning) && asked(meaning));
    legend.map(|meaning| meaning.span).collect()
}

/// The parts of a cell that is a list itself: `CA, PHOS, ALP`.
fn parts(text: &str) -> Option<Vec<&str>> {
    /// Parts that make a list.
    const PARTS_MIN: usize = 3;
    /// Words of a part at most: more are a sentence.
    const WORDS_MAX: usize = 5;
    let split = |mark| text.split(mark).map(str::trim).collect::<Vec<_>>();
    let parts = if text.contains("; ") {
        split("; ")
    } else {
        split(", ")
    };
    let short = |part: &&str| (1..=WORDS_MAX).contains(&part.split_whitespace().count());
    (parts.len() >= PARTS_MIN && parts.iter().all(short)).then_some(parts)
}

/// Where a column holds codes alone, the column of names right behind it.
fn called_beside(shelf: &Shelf, chain: &Chain, column: usize) -> Option<usize> {
    let beside = column + 1;
    let coded = |row: &&Row| {
        row.cells.get(column).is_some_and(|cell| {
            let tokens = &shelf.cells.facts(cell.text).tokens;
            matches!(tokens.as_slice(), [only] if only.kind == Kind::Code)
        })
    };
    let worded = |row: &&Row| {
        row.cells.get(beside).is_some_and(|cell| {
            let facts = shelf.cells.facts(cell.text);
            facts.tokens.iter().any(|token| token.kind == Kind::Word)
        })
    };
    let all = chain.rows.len();
    let most = |count: usize| 10 * count >= 9 * all;
    // `Far Intake` in row after row names a block, and none of its stands.
    let rows = chain.rows.iter();
    let names: BTreeSet<usize> = rows
        .filter_map(|row| row.cells.get(beside).map(|cell| cell.text))
        .collect();
    if 3 * names.len() < 2 * all {
        return None;
    }
    (beside < chain.columns.len()
        && most(chain.rows.iter().filter(coded).count())
        && most(chain.rows.iter().filter(worded).count()))
    .then_some(beside)
}

/// The code in the first column, for an item of another one: letters with digits, or figures
/// that `number` every row.
fn code(shelf: &Shelf, chain: &Chain, row: &Row, column: usize, numbered: bool) -> String {
    let first = row.cells.first().filter(|_| column > 0);
    let code = first.filter(|cell| {
        let tokens = &shelf.cells.facts(cell.text).tokens;
        numbered || matches!(tokens.as_slice(), [only] if only.kind == Kind::Code && only.key.chars().any(char::is_alphabetic))
    });
    code.map_or(String::new(), |cell| {
        shelf.books[chain.book].text(cell.span).to_owned()
    })
}

/// The first column holds numbers of one length: class codes, postal codes.
fn is_numbered(shelf: &Shelf, chain: &Chain) -> bool {
    /// Digits at least: fewer count the rows.
    const DIGITS_MIN: usize = 3;
    let mut lengths = chain.rows.iter().map(|row| {
        let cell = row.cells.first()?;
        let text = shelf.books[chain.book].text(cell.span);
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        (digits && text.len() >= DIGITS_MIN).then_some(text.len())
    });
    match lengths.next() {
        Some(Some(first)) => lengths.all(|length| length == Some(first)),
        _ => false,
    }
}

fn name(chain: &Chain, column: usize, path: &str) -> String {
    let title = chain.titles.last().map_or(path, String::as_str);
    format!("{} in {title}", chain.columns[column].name)
}

fn value(shelf: &Shelf, chain: &Chain, row: &Row, column: usize) -> Option<String> {
    let cell = row.cells.get(column)?;
    let filled = shelf.cells.facts(cell.text).content != Content::Empty;
    let text = shelf.books[chain.book].text(cell.span);
    filled.then(|| {
        super::candidate::tidy(text)
            .trim_end_matches('.')
            .to_owned()
    })
}

/// `… and with how many employees each`: the numeric column that is asked for
/// beside the items.
fn each(question: &Question, chain: &Chain, column: usize) -> Option<usize> {
    let words: Vec<&str> = question.text.split(|c: char| !c.is_alphabetic()).collect();
    let each = words.iter().any(|word| {
        matches!(
            *word,
            "each" | "respectively" | "jeweils" | "respectivamente"
        )
    });
    let numeric = |at: &usize| *at != column && chain.columns[*at].numeric;
    let all: Vec<usize> = (0..chain.columns.len()).filter(numeric).collect();
    let named = all.iter().copied().find(|at| {
        let keys = &chain.columns[*at].keys;
        question.wanted().any(|term| keys.contains(&term.token.key))
    });
    let counts = all
        .iter()
        .copied()
        .find(|at| crate::plan::table::counts(&chain.columns[*at].name));
    if each {
        return named.filter(|at| !dates(chain, *at)).or(counts);
    }
    // `… with their rates`: the column that is named behind it.
    let lower = lowered(&question.text);
    let behind = [
        "with their ",
        "and their ",
        "mit ihren ",
        "und ihre ",
        "con sus ",
        "y sus ",
    ]
    .iter()
    .find_map(|joint| Some(lower.find(joint)? + joint.len()))?;
    let named = |at: &usize| {
        let keys = &chain.columns[*at].keys;
        let mut further = question
            .terms
            .iter()
            .filter(|term| term.token.start >= behind);
        *at != column && further.any(|term| term.weight > 0.0 && keys.contains(&term.token.key))
    };
    (0..chain.columns.len()).find(named)
}

fn dates(chain: &Chain, column: usize) -> bool {
    chain.columns[column].name.to_lowercase().contains("date")
}
