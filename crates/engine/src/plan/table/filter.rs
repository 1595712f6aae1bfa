//! The rows of a table that fulfil a question's conditions.
//!
//! A word of the question that stands in cells of the table, but not in nearly
//! all rows and in no header, is a condition; so is every number, code and date
//! that stands in a cell. All must hold. When no row is left, words go first that
//! title, headings or the document's name hold, too: they may say which table is
//! meant. Then the commonest condition goes, and is counted as not met.

use std::collections::BTreeSet;

use super::{Desk, number};
use crate::plan::bounds::{self, Bounds};
use crate::plan::chain::{Chain, Row};
use crate::plan::question::{Question, Term};
use crate::plan::scan::{Kind, Token};

/// A word that stands in more than this share of the rows selects nothing.
const SHARE_MAX: f64 = 0.6;

/// Rows that were selected.
#[derive(Debug, Clone)]
pub struct Rows {
    /// Their indices, rising.
    pub rows: Vec<usize>,
    /// Terms that select them, by index.
    pub conditions: Vec<usize>,
    /// A column of yes and no selects them.
    pub flagged: bool,
    /// Terms that nothing of the table holds, by index.
    pub unmet: Vec<usize>,
    /// Share of the question's weight that the table accounts for, 0 to 1.
    pub covered: f64,
    /// Every number, code, letter and date of the question was met.
    pub exact: bool,
}

/// Selects rows; `None` when the table has nothing to do with the question.
/// Cells of the columns in `beside` set no condition by their words: they are
/// what is asked for.
pub fn select(desk: &Desk<'_>, chain: &Chain, beside: &[usize]) -> Option<Rows> {
    let question = desk.question;
    let mut conditions: Vec<Condition> = Vec::new();
    let (mut met, mut all, mut exact) = (0.0, 0.0, true);
    let mut unmet = Vec::new();
    let flagged = super::flags::flagged(desk, chain, beside);
    let signs = Signs::asked(desk, chain);
    let limited = limited(desk, chain);
    let limit = match &limited {
        Some(_) => None,
        None => limit(question).map(|limit| limit.token),
    };
    let compound = |key: &str| {
        let mut columns = beside.iter().map(|at| &chain.columns[*at].keys);
        columns.any(|keys| keys.iter().any(|own| own.starts_with(key)))
    };
    for (index, term) in question.terms.iter().enumerate() {
        if term.weight <= 0.0 || term.excluded {
            continue;
        }
        all += term.weight;
        if limited.as_ref().is_some_and(|(token, _)| *token == index) {
            met += term.weight;
            continue;
        }
        // `Forbids` is met by a column of yes and no.
        let raw = &question.text[term.token.start..term.token.end];
        if flagged.is_some() && super::flags::is_denial(raw) {
            met += term.weight;
            continue;
        }
        // A limit that no column can be held to is not met by a cell of its number.
        if limit == Some(index) {
            unmet.push(index);
            exact = false;
            continue;
        }
        let own = question.head() == Some(term.token.key.as_str());
        let place = match around(term, desk, chain) {
            // `Modul` is what `Modultitel` names.
            place if place < HEADER && own && compound(&term.token.key) => HEADER,
            place => place,
        };
        let rows = if place >= HEADER && !term.token.is_constant() {
            BTreeSet::new()
        } else {
            rows_with(index, desk, chain, if own { beside } else { &[] })
        };
        let meant = || signs.rows(index, desk, chain, &rows);
        let rows = (place < HEADER).then(meant).flatten().unwrap_or(rows);
        // `Dog breeds` are those of a table that is all about dogs.
        let modifies = !own && place > 0.0 && question.noun.contains(&term.token.key);
        #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
        let selects = !rows.is_empty()
            && !modifies
            && (term.token.is_constant()
                || rows.len() as f64 <= SHARE_MAX * chain.rows.len() as f64
                || chain.rows.len() <= FEW && rows.len() < chain.rows.len());
        if selects {
            conditions.push(Condition {
                term: index,
                or: Vec::new(),
                rows,
                around: place,
            });
        } else if place > 0.0 || !rows.is_empty() {
            // What nearly all rows say selects none, but is said.
            met += term.weight * place.max(SAID);
        } else {
            unmet.push(index);
            exact &= !term.token.is_constant();
        }
    }
    if all <= 0.0 {
        return None;
    }
    exact &= flagged.is_some() || !super::flags::denies_unmet(question, &unmet);
    let excluded = excluded(desk, chain);
    let start: BTreeSet<usize> = (0..chain.rows.len())
        .filter(|row| !excluded.contains(row) && !chain.rows[*row].opens)
        .filter(|row| limited.as_ref().is_none_or(|(_, rows)| rows.contains(row)))
        .filter(|row| flagged.as_ref().is_none_or(|rows| rows.contains(row)))
        .collect();
    let (rows, kept, dropped) = narrow(&start, either(question, conditions));
    met += kept
        .iter()
        .map(|index| question.terms[*index].weight)
        .sum::<f64>();
    for condition in dropped {
        for index in std::iter::once(condition.term).chain(condition.or) {
            let term = &question.terms[index];
            let said = if term.token.is_constant() {
                condition.around >= IN_TITLE
            } else {
                condition.around > 0.0
            };
            if said {
                met += term.weight * condition.around;
            } else {
                exact &= !term.token.is_constant();
                unmet.push(index);
            }
        }
    }
    Some(Rows {
        rows: rows.into_iter().collect(),
        conditions: kept,
        flagged: flagged.is_some(),
        unmet,
        covered: met / all,
        exact,
    })
}

/// Rows of a table in which a word that all but one have still selects.
const FEW: usize = 4;
/// Weight of a word that nearly all rows have.
const SAID: f64 = 0.5;
/// Weight of a word in a header.
const HEADER: f64 = 0.95;
/// Weight of a word in the lines of the title.
const IN_TITLE: f64 = 0.9;
/// Weight of a word of the document's name or of the text above the table.
const OF_DOCUMENT: f64 = 0.6;

/// The weight of the best place around the rows that holds a term.
pub fn around(term: &Term, desk: &Desk<'_>, chain: &Chain) -> f64 {
    let key = &term.token.key;
    let holds = |keys: &BTreeSet<String>| keys.contains(key);
    if chain.columns.iter().any(|column| holds(&column.keys)) || holds(&chain.nearest) {
        HEADER
    } else if holds(&chain.title_keys) {
        IN_TITLE
    } else if super::answering::in_compound(desk, chain, term) {
        COMPOUND
    } else if super::answering::in_running(desk, chain, term) || holds(&chain.headings) {
        0.7
    } else if holds(&chain.intro_keys) && !term.token.is_number()
        || holds(&desk.shelf.books[chain.book].name)
    {
        OF_DOCUMENT
    } else if term.token.is_constant() && desk.shelf.books[chain.book].opens_with(&term.token) {
        0.5
    } else {
        0.0
    }
}

/// Rows in which a cell or the label holds a term.
fn rows_with(term: usize, desk: &Desk<'_>, chain: &Chain, beside: &[usize]) -> BTreeSet<usize> {
    let own = counted_in(term, desk, chain);
    let mut labelled = BTreeSet::new();
    let mut cells: Vec<(usize, usize)> = Vec::new();
    for (index, row) in chain.rows.iter().enumerate() {
        if row.label.is_some_and(|(_, text)| desk.holds(text, term)) {
            labelled.insert(index);
        }
        let held = row.cells.iter().enumerate().filter(|(at, cell)| {
            !beside.contains(at) && own.is_none_or(|own| own == *at) && desk.holds(cell.text, term)
        });
        cells.extend(held.map(|(at, _)| (index, at)));
    }
    let kinds = kinds_called(term, desk, chain, &cells);
    let meant = |&(row, at): &(usize, usize)| {
        let kind = kinds.iter().find(|(column, _)| *column == at);
        let text = chain.rows[row].cells[at].text;
        kind.is_none_or(|(_, words)| kind_asked(desk, text) == Some(*words))
    };
    labelled.extend(cells.iter().filter(|cell| meant(cell)).map(|(row, _)| *row));
    labelled
}

/// Columns of kinds of which one is called by a word alone, as `dwarf` beside `very dwarf`, each
/// with the number of words of the kind that is asked for; `cells` hold the word, by row and column.
fn kinds_called(
    term: usize,
    desk: &Desk<'_>,
    chain: &Chain,
    cells: &[(usize, usize)],
) -> Vec<(usize, usize)> {
    /// Rows of a kind, without which its name may be that of the row.
    const ROWS_MIN: usize = 2;
    if desk.question.terms[term].token.kind != Kind::Word || cells.len() <= ROWS_MIN {
        return Vec::new();
    }
    let columns: BTreeSet<usize> = cells.iter().map(|(_, at)| *at).collect();
    let kinds = columns.into_iter().filter_map(|column| {
        let own = cells.iter().filter(|(_, at)| *at == column);
        let asked = own.filter_map(|(row, at)| kind_asked(desk, chain.rows[*row].cells[*at].text));
        let asked: Vec<usize> = asked.collect();
        let alone = asked.iter().filter(|words| **words == 1).count();
        let most = asked.into_iter().max()?;
        (alone >= ROWS_MIN).then_some((column, most))
    });
    kinds.collect()
}

/// The number of words of a cell that says nothing but what is asked for.
fn kind_asked(desk: &Desk<'_>, text: usize) -> Option<usize> {
    let asked = |token: &Token| {
        let mut terms = desk.question.terms.iter();
        terms.any(|term| same(&term.token, token))
    };
    let tokens = &desk.shelf.cells.facts(text).tokens;
    tokens.iter().all(asked).then_some(tokens.len())
}

/// Signs of a table that stand for what is asked.
struct Signs {
    /// The rows of each, once for every term that it stands for.
    asked: Vec<BTreeSet<usize>>,
    /// Those of them that stand for a term which nothing else of the table says.
    unsaid: Vec<BTreeSet<usize>>,
}

/// Words of what a sign stands for that are asked for, where the table has some of them of
/// its own.
const SIGN_WORDS_MIN: usize = 3;

impl Signs {
    fn asked(desk: &Desk<'_>, chain: &Chain) -> Signs {
        let (mut asked, mut unsaid) = (Vec::new(), Vec::new());
        let head = desk.question.head();
        let terms = desk.question.terms.iter().enumerate();
        let terms = terms.filter(|(_, term)| {
            term.weight > 0.0 && head != Some(&term.token.key) && !chain.legend.is_empty()
        });
        for (index, term) in terms {
            let rows = rows_meaning(index, desk, chain);
            if rows.is_empty() {
                continue;
            }
            if !is_said(term, desk, chain) && rows_with(index, desk, chain, &[]).is_empty() {
                unsaid.push(rows.clone());
            }
            asked.push(rows);
        }
        Signs { asked, unsaid }
    }

    /// The rows with a sign that stands for a term, which stands nowhere else in the rows or
    /// is asked for beside other words of the sign.
    fn rows(
        &self,
        term: usize,
        desk: &Desk<'_>,
        chain: &Chain,
        own: &BTreeSet<usize>,
    ) -> Option<BTreeSet<usize>> {
        if self.unsaid.is_empty() {
            return None;
        }
        let rows = rows_meaning(term, desk, chain);
        let words = self.asked.iter().filter(|asked| **asked == rows).count();
        let meant = self.unsaid.contains(&rows) && (own.is_empty() || words >= SIGN_WORDS_MIN);
        meant.then_some(rows)
    }
}

/// Something around the rows says a term: the opening of a document may say it of its signs.
fn is_said(term: &Term, desk: &Desk<'_>, chain: &Chain) -> bool {
    let key = &term.token.key;
    let book = &desk.shelf.books[chain.book];
    around(term, desk, chain) > OF_DOCUMENT
        || chain.intro_keys.contains(key)
        || book.title.contains(key)
}

/// Rows in which a cell is a sign that stands for a term; where the question says a number that
/// a column with signs is called by, those that bear it there: `replaced in the sixth year`.
fn rows_meaning(term: usize, desk: &Desk<'_>, chain: &Chain) -> BTreeSet<usize> {
    let bears = |row: &Row, at: usize| {
        let cell = row.cells.get(at);
        cell.is_some_and(|cell| desk.means(cell.text, term))
    };
    let bearing = |at: &usize| chain.rows.iter().any(|row| bears(row, *at));
    let columns: Vec<usize> = (0..chain.columns.len()).filter(bearing).collect();
    let called = columns
        .iter()
        .copied()
        .filter(|at| is_called(desk, chain, *at));
    let called: Vec<usize> = called.collect();
    let columns = if called.is_empty() { columns } else { called };
    let rows = 0..chain.rows.len();
    rows.filter(|row| columns.iter().any(|at| bears(&chain.rows[*row], *at)))
        .collect()
}

/// The question says a number or a code of a column's name.
fn is_called(desk: &Desk<'_>, chain: &Chain, column: usize) -> bool {
    let names = &chain.notes(desk.shelf).names;
    let said = |token: &Token| {
        let mut wanted = desk.question.wanted();
        token.is_constant() && wanted.any(|term| same(&term.token, token))
    };
    names.get(column).is_some_and(|name| name.iter().any(said))
}

/// The column that a bare number is of, where its header is the word beside it, or a
/// compound of it: `4. Semester` is in `Fachsemester`.
fn counted_in(term: usize, desk: &Desk<'_>, chain: &Chain) -> Option<usize> {
    let terms = &desk.question.terms;
    if terms[term].token.kind != Kind::Number {
        return None;
    }
    let near = term.saturating_sub(1)..(term + 2).min(terms.len());
    let words = near.filter(|at| *at != term && terms[*at].token.kind == Kind::Word);
    let words: Vec<&str> = words.map(|at| terms[at].token.key.as_str()).collect();
    let says = |key: &String| {
        let ends =
            |word: &&str| word.len() >= super::answering::COMPOUND_MIN && key.ends_with(*word);
        words.iter().any(|word| key == word || ends(word))
    };
    let bears = |at: &usize| chain.columns[*at].keys.iter().any(says);
    let holds = |at: &usize| {
        let mut cells = chain.rows.iter().filter_map(|row| row.cells.get(*at));
        cells.any(|cell| desk.holds(cell.text, term))
    };
    (0..chain.columns.len()).filter(bears).find(holds)
}

/// Weight of a word that is part of a header's compound.
const COMPOUND: f64 = 0.8;

/// True when a token of a cell is what a token of the question names.
pub fn same(asked: &Token, given: &Token) -> bool {
    match (&asked.kind, &given.kind) {
        // `21 Nov` is of the year of its document, which is looked at elsewhere.
        (Kind::Date(asked), Kind::Date(given)) => {
            asked.holds(*given) || given.year.is_none() && asked.of_any_year().holds(*given)
        }
        // A year stands in days and months, too.
        (Kind::Number, Kind::Date(given)) => {
            given.year.is_some() && crate::plan::scan::year(asked) == given.year
        }
        (Kind::Code, Kind::Number) | (Kind::Number, Kind::Code) => {
            let bare = |token: &Token| token.key.trim_start_matches('0').to_owned();
            asked.key.len().max(given.key.len()) <= 2 && bare(asked) == bare(given)
        }
        (Kind::Word | Kind::Letter, Kind::Word | Kind::Letter) => asked.key == given.key,
        (Kind::Code, Kind::Code) => asked.key == given.key,
        (Kind::Word, Kind::Number) => asked.value.is_some() && asked.value == given.value,
        (a, b) => {
            let numbers = asked.is_number() && given.is_number();
            let apart = matches!(
                (a, b),
                (Kind::Money, Kind::Percent) | (Kind::Percent, Kind::Money)
            );
            numbers && !apart && asked.value == given.value
        }
    }
}

/// Rows that hold what is not meant.
fn excluded(desk: &Desk<'_>, chain: &Chain) -> BTreeSet<usize> {
    let terms = desk.question.terms.iter().enumerate();
    let terms: Vec<usize> = terms
        .filter(|(_, term)| term.excluded && term.weight > 0.0)
        .map(|(index, _)| index)
        .collect();
    if terms.is_empty() {
        return BTreeSet::new();
    }
    let holds = |row: &Row| {
        let has = |term: &usize| row.cells.iter().any(|cell| desk.holds(cell.text, *term));
        terms.iter().all(has)
    };
    (0..chain.rows.len())
        .filter(|&at| holds(&chain.rows[at]))
        .collect()
}

/// `more than 100 employees`: the token of the number and the rows in which a
/// column with the words beside it fulfils the limit.
fn limited(desk: &Desk<'_>, chain: &Chain) -> Option<(usize, BTreeSet<usize>)> {
    let question = desk.question;
    let limit = limit(question)?;
    let near = limit.token.saturating_sub(5)..(limit.token + 3).min(question.terms.len());
    let words: Vec<&str> = question.terms[near]
        .iter()
        .filter(|term| term.weight > 0.0)
        .map(|term| term.token.key.as_str())
        .collect();
    let numeric: Vec<usize> = (0..chain.columns.len())
        .filter(|&at| chain.columns[at].numeric)
        .collect();
    let named = numeric.iter().copied().find(|&at| {
        let keys = &chain.columns[at].keys;
        words.iter().any(|word| keys.contains(*word))
    });
    let limited_by = &question.terms[limit.token].token;
    // The only column of figures is meant where it holds what the limit is in.
    let alike = |at: usize| {
        let cells = chain.rows.iter().filter_map(|row| row.cells.get(at));
        let mut tokens = cells.flat_map(|cell| &desk.shelf.cells.facts(cell.text).tokens);
        let percent = chain.columns[at].name.contains('%');
        tokens.any(|token| {
            let kind = match token.kind {
                Kind::Number if percent => Kind::Percent,
                ref kind => kind.clone(),
            };
            token.is_number() && kind == limited_by.kind
        })
    };
    let column = named.or(match numeric.as_slice() {
        [only] if alike(*only) => Some(*only),
        _ => None,
    })?;
    let rows = rows_within(desk, chain, column, limit.bounds);
    (!rows.is_empty()).then_some((limit.token, rows))
}

/// The first limit that a question sets.
fn limit(question: &Question) -> Option<bounds::Limit> {
    let tokens: Vec<Token> = question
        .terms
        .iter()
        .map(|term| term.token.clone())
        .collect();
    // `From 2025 to 2026` are two columns and no limit.
    let mut limits = bounds::limits(&question.text, &tokens).into_iter();
    limits.find(|limit| crate::plan::scan::year(&tokens[limit.token]).is_none())
}

fn rows_within(desk: &Desk<'_>, chain: &Chain, column: usize, bounds: Bounds) -> BTreeSet<usize> {
    let fits = |row: &Row| {
        let value = row
            .cells
            .get(column)
            .and_then(|cell| number(desk.shelf, cell.text));
        value.is_some_and(|value| bounds.hold(value))
    };
    (0..chain.rows.len())
        .filter(|&at| fits(&chain.rows[at]))
        .collect()
}

/// A term with the rows that hold it.
struct Condition {
    term: usize,
    /// Terms of which it may be any: `women or girls`.
    or: Vec<usize>,
    rows: BTreeSet<usize>,
    /// Weight of the best place around the rows that holds the term, too; 0 for none.
    around: f64,
}

/// Conditions with `or` between them are one: its rows are those of either.
fn either(question: &Question, conditions: Vec<Condition>) -> Vec<Condition> {
    let joined = |first: usize, second: usize| {
        second == first + 2 && {
            let token = &question.terms[first + 1].token;
            let word = question.text[token.start..token.end].to_lowercase();
            matches!(word.as_str(), "or" | "oder" | "o" | "u" | "ou")
        }
    };
    let mut found: Vec<Condition> = Vec::new();
    for condition in conditions {
        let last = found.last_mut().filter(|last| {
            let end = last.or.last().copied().unwrap_or(last.term);
            joined(end, condition.term)
        });
        match last {
            Some(last) => {
                last.or.push(condition.term);
                last.rows.extend(condition.rows);
                last.around = last.around.min(condition.around);
            }
            None => found.push(condition),
        }
    }
    found
}

/// The rows in all sets; without one in all, words go that stand around the table,
/// then the largest sets.
fn narrow(
    start: &BTreeSet<usize>,
    mut conditions: Vec<Condition>,
) -> (BTreeSet<usize>, Vec<usize>, Vec<Condition>) {
    conditions.sort_by_key(|one| (one.around > 0.0, one.rows.len(), one.term));
    let mut dropped = Vec::new();
    loop {
        let mut rows = start.clone();
        for condition in &conditions {
            rows = rows.intersection(&condition.rows).copied().collect();
        }
        if !rows.is_empty() || conditions.is_empty() {
            let terms = |one: &Condition| std::iter::once(one.term).chain(one.or.clone());
            let mut kept: Vec<usize> = conditions.iter().flat_map(terms).collect();
            kept.sort_unstable();
            return (rows, kept, dropped);
        }
        dropped.extend(conditions.pop());
    }
}
