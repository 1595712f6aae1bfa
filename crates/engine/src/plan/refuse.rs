//! What the structure shows not to be there: a number behind the end of a
//! series, a code that no document has, a row that a table lacks.

use super::chain::Chain;
use super::list;
use super::question::{Question, Term};
use super::scan::{Kind as TokenKind, year};
use super::shelf::Book;
use super::table::Desk;
use super::table::look::{Looked, look};
use super::work::Work;
use super::{Kind, Planned};
use crate::EngineError;

/// Share of the question's other words that a table must account for, to say
/// that it is the table meant and lacks the row.
const TABLE_COVERED_MIN: f64 = 0.6;
/// The same where only headers and title speak for the table.
const HEADERS_COVERED_MIN: f64 = 0.8;
/// Values shown of those there are.
const SHOWN_MAX: usize = 8;

/// An id that no document has: with the series that lacks it, or the values of
/// the table that is meant.
pub fn unknown_code(work: &mut Work<'_>) -> Result<Option<Planned>, EngineError> {
    let question = work.question.clone();
    let wanted = || {
        question
            .terms
            .iter()
            .filter(|term| term.weight > 0.0 && !term.excluded)
    };
    let raw = |term: &Term| question.text[term.token.start..term.token.end].to_owned();
    let reason = wanted()
        .find_map(|term| lacking_series(work, &question, term))
        .or_else(|| {
            let missing = wanted().find(|term| {
                let code = term.token.kind == TokenKind::Code
                    && term.token.key.chars().any(char::is_alphabetic);
                code && !work
                    .shelf
                    .books
                    .iter()
                    .any(|book| mentions(book, &term.token.key))
            })?;
            let nearest =
                nearest_values(work, missing).map_or(String::new(), |values| format!("; {values}"));
            Some(format!(
                "{} is in none of the {} documents{nearest}.",
                raw(missing),
                work.shelf.books.len()
            ))
        });
    let Some(reason) = reason else {
        return Ok(None);
    };
    work.step(&question.text, "code", &[], reason.clone());
    let steps = std::mem::take(&mut work.steps);
    Ok(Some(Planned::of(Kind::Refusal, steps, Some(reason))))
}

/// `Rule 9` where the rules of the document meant run from 1 to 15 without it.
/// Of several documents with such a series those count that the question names.
fn lacking_series(work: &Work<'_>, question: &Question, term: &Term) -> Option<String> {
    let noun = term.designator.as_deref();
    let letters = term
        .token
        .key
        .trim_end_matches(|c: char| c.is_ascii_digit());
    let number: u32 = term.token.key[letters.len()..].parse().ok()?;
    if noun.is_none() && letters.is_empty() {
        return None;
    }
    let named = |book: &Book| {
        question
            .wanted()
            .filter(|term| book.name.contains(&term.token.key))
            .count()
    };
    let mut series = Vec::new();
    for (index, book) in work.shelf.books.iter().enumerate() {
        for candidate in list::counted_in(book) {
            let prefix: String = candidate
                .prefix
                .chars()
                .filter(|c| c.is_alphanumeric())
                .collect();
            let called = noun.is_none_or(|noun| {
                candidate.noun.is_empty() || super::scan::stem(&candidate.noun) == noun
            });
            let same = prefix.eq_ignore_ascii_case(letters) && called;
            // A bare number is an id only of what is called by the same noun.
            if same && (!letters.is_empty() || !candidate.noun.is_empty()) {
                series.push((named(book), index, candidate));
            }
        }
    }
    let most = series.iter().map(|(named, ..)| *named).max()?;
    series.retain(|(named, ..)| *named == most);
    if series
        .iter()
        .any(|(.., candidate)| candidate.numbers.contains(&number))
    {
        return None;
    }
    let (_, index, longest) = series
        .iter()
        .max_by_key(|(_, index, candidate)| (candidate.numbers.len(), usize::MAX - index))?;
    let (first, last) = (longest.numbers.first()?, longest.numbers.last()?);
    let gaps: Vec<String> = (*first..=*last)
        .filter(|number| !longest.numbers.contains(number))
        .map(|number| format!("{}{number}", longest.prefix))
        .collect();
    let without = if gaps.is_empty() {
        String::new()
    } else {
        format!(" without {}", gaps.join(", "))
    };
    let raw = &question.text[term.token.start..term.token.end];
    let called = if longest.noun.is_empty() {
        String::new()
    } else {
        format!("{} ", longest.noun)
    };
    Some(format!(
        "There is no {called}{raw} in {path}: {called}{prefix}{first} to {prefix}{last}{without}.",
        path = work.shelf.books[*index].path,
        prefix = longest.prefix,
    ))
}

/// True when a text has a code in any spelling: blanks and dashes do not count.
fn mentions(book: &Book, key: &str) -> bool {
    let key: Vec<char> = key.chars().collect();
    let running = book.document.pages.iter().flat_map(|page| &page.context);
    let titles = book
        .document
        .tables
        .iter()
        .filter_map(|table| table.title.as_ref());
    let texts = std::iter::once(&book.document.text)
        .chain(running)
        .chain(titles)
        .chain([&book.path]);
    texts.into_iter().any(|text| holds_code(text, &key))
}

fn holds_code(text: &str, key: &[char]) -> bool {
    let mut found = 0;
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let c = c.to_ascii_uppercase();
        if matches!(c, ' ' | '-' | '–' | '‑' | '.' | '/') && found > 0 {
            before = c;
            continue;
        }
        if c == key[found] && (found > 0 || !before.is_alphanumeric()) {
            found += 1;
        } else {
            found = usize::from(c == key[0] && !before.is_alphanumeric());
        }
        if found == key.len() {
            if chars.peek().is_none_or(|next| !next.is_alphanumeric()) {
                return true;
            }
            found = 0;
        }
        before = c;
    }
    false
}

/// Values that stand where the missing one should, in the likeliest table.
fn nearest_values(work: &Work<'_>, term: &Term) -> Option<String> {
    let desk = Desk::new(&work.question, &work.shelf);
    let best = look(&desk).into_iter().next()?;
    let chain = &work.shelf.chains[best.chain];
    let letters = |key: &str| {
        key.chars()
            .take_while(|c| c.is_alphabetic())
            .collect::<String>()
    };
    let alike = |key: &str| letters(key) == letters(&term.token.key);
    let book = &work.shelf.books[chain.book];
    let mut values: Vec<&str> = Vec::new();
    for cell in chain.rows.iter().flat_map(|row| &row.cells) {
        let tokens = &work.shelf.cells.facts(cell.text).tokens;
        if matches!(tokens.as_slice(), [only] if only.kind == TokenKind::Code && alike(&only.key)) {
            let text = book.text(cell.span);
            if !values.contains(&text) {
                values.push(text);
            }
        }
    }
    let more = if values.len() > SHOWN_MAX { " …" } else { "" };
    (!values.is_empty()).then(|| {
        let shown: Vec<&str> = values.iter().take(SHOWN_MAX).copied().collect();
        format!("{} has {}{more}", chain.title(), shown.join(", "))
    })
}

/// A name that no document has: `Cupertino` in a question to notices of other towns. What
/// they say of others is no answer.
pub fn unknown_name(work: &mut Work<'_>) -> Result<Option<String>, EngineError> {
    let question = work.question.clone();
    let mut missing = Vec::new();
    for term in question.wanted().filter(|term| term.name) {
        let raw = &question.text[term.token.start..term.token.end];
        if term.token.kind == TokenKind::Word && !work.knows(raw)? {
            missing.push(raw);
        }
    }
    if missing.is_empty() {
        return Ok(None);
    }
    let many = missing.len() > 1;
    let reason = format!(
        "{} {} in none of the {} documents.",
        missing.join(", "),
        if many { "are" } else { "is" },
        work.shelf.books.len()
    );
    work.step(&question.text, "name", &[], reason.clone());
    Ok(Some(reason))
}

/// A table accounts for the question but for a code, a date or an amount that
/// none of its rows has.
pub fn missing_condition(work: &mut Work<'_>) -> Option<String> {
    let question = work.question.clone();
    let desk = Desk::new(&question, &work.shelf);
    let best = look(&desk)
        .into_iter()
        .find(|looked| is_meant(work, looked))
        .or_else(|| by_headers(work, &desk))?;
    let lacking: Vec<&Term> = best
        .unmet
        .iter()
        .map(|term| &question.terms[*term])
        .filter(|term| names_row(term) && has_like(work, &best, term))
        .collect();
    if lacking.is_empty() || goes_by_periods(&work.shelf.chains[best.chain]) {
        return None;
    }
    let raw: Vec<&str> = lacking
        .iter()
        .map(|term| &question.text[term.token.start..term.token.end])
        .collect();
    let chain = &work.shelf.chains[best.chain];
    let book = &work.shelf.books[chain.book];
    let page = book
        .pages(chain.rows[0].span)
        .map_or(String::new(), |(page, _)| {
            format!(", {} {page}", book.document.format.page_noun())
        });
    let title = if chain.titles.is_empty() {
        book.path.clone()
    } else {
        chain.title()
    };
    let reason = format!("No row of {title}{page} has {}.", raw.join(", "));
    let index = chain.book;
    work.step(&question.text, "cell", &[index], reason.clone());
    Some(reason)
}

/// Columns are called by ends of periods, `to 31 January`: a day between them is in the
/// table without being named.
fn goes_by_periods(chain: &Chain) -> bool {
    const ENDS: &[&str] = &[
        "to", "until", "till", "by", "before", "from", "after", "since", "bis", "vor", "ab",
        "seit", "hasta", "antes", "desde",
    ];
    chain.columns.iter().any(|column| {
        let lower = column.name.to_lowercase();
        let mut words = lower.split_whitespace();
        let ends = words.any(|word| ENDS.contains(&word));
        let tokens = super::scan::scan(&column.name, super::scan::Notation::Point);
        ends && tokens
            .iter()
            .any(|token| matches!(token.kind, TokenKind::Date(_)))
    })
}

/// A table that no row of the question is in: its headers and title account for
/// the question but for what names a row.
fn by_headers(work: &Work<'_>, desk: &Desk<'_>) -> Option<Looked> {
    let question = &work.question;
    let words = || question.wanted().filter(|term| !names_row(term));
    let all: f64 = words().map(|term| term.weight).sum();
    let lacking: Vec<usize> = (0..question.terms.len())
        .filter(|&at| question.terms[at].weight > 0.0 && names_row(&question.terms[at]))
        .collect();
    let fits = |at: &usize| {
        let chain = &work.shelf.chains[*at];
        let headed = |term: &&Term| {
            let key = &term.token.key;
            chain.columns.iter().any(|column| column.keys.contains(key))
                || chain.nearest.contains(key)
        };
        let met: f64 = words().filter(headed).map(|term| term.weight).sum();
        let held = |term: &usize| {
            let mut cells = chain.rows.iter().flat_map(|row| &row.cells);
            cells.any(|cell| desk.holds(cell.text, *term))
        };
        all > 0.0 && met / all >= HEADERS_COVERED_MIN && !lacking.iter().any(held)
    };
    let chain = (0..work.shelf.chains.len())
        .find(fits)
        .filter(|_| !lacking.is_empty())?;
    Some(Looked {
        chain,
        rows: vec![0],
        column: None,
        conditions: Vec::new(),
        unmet: lacking,
        covered: 0.0,
        total: 0.0,
    })
}

/// Codes, dates and years name rows; amounts may be what is computed with.
fn names_row(term: &Term) -> bool {
    matches!(term.token.kind, TokenKind::Code | TokenKind::Date(_)) || year(&term.token).is_some()
}

/// The table has values of the kind that is missing: codes with the same
/// letters, dates, years. Else the question speaks of something beside it.
fn has_like(work: &Work<'_>, looked: &Looked, term: &Term) -> bool {
    let chain = &work.shelf.chains[looked.chain];
    let letters = |key: &str| {
        key.chars()
            .take_while(|c| c.is_alphabetic())
            .collect::<String>()
    };
    if term.token.kind == TokenKind::Code
        && mentions(&work.shelf.books[chain.book], &term.token.key)
        || work.shelf.books[chain.book].opens_with(&term.token)
    {
        return false;
    }
    let alike = |token: &super::scan::Token| match &term.token.kind {
        TokenKind::Code => {
            token.kind == TokenKind::Code && letters(&token.key) == letters(&term.token.key)
        }
        _ => matches!(token.kind, TokenKind::Date(_)) || year(token).is_some(),
    };
    let cells = chain.rows.iter().flat_map(|row| &row.cells);
    let in_cells = cells
        .flat_map(|cell| &work.shelf.cells.facts(cell.text).tokens)
        .any(alike);
    let notation = work.shelf.books[chain.book].notation;
    let names = chain
        .columns
        .iter()
        .map(|column| &column.name)
        .chain(&chain.titles);
    in_cells
        || names
            .into_iter()
            .any(|name| super::scan::scan(name, notation).iter().any(alike))
}

/// A table is meant when its title, a condition and a column are met, and most
/// other words.
fn is_meant(work: &Work<'_>, looked: &Looked) -> bool {
    let chain = &work.shelf.chains[looked.chain];
    let question = &work.question;
    let titled = question.wanted().any(|term| {
        chain.title_keys.contains(&term.token.key)
            || chain
                .columns
                .iter()
                .any(|column| column.keys.contains(&term.token.key))
    });
    let words = |unmet: bool| -> f64 {
        let terms = question.terms.iter().enumerate();
        terms
            .filter(|(at, term)| {
                !names_row(term)
                    && term.weight > 0.0
                    && !term.excluded
                    && (!unmet || looked.unmet.contains(at))
            })
            .map(|(_, term)| term.weight)
            .sum()
    };
    let all = words(false);
    titled
        && looked.column.is_some()
        && !looked.conditions.is_empty()
        && all > 0.0
        && 1.0 - words(true) / all >= TABLE_COVERED_MIN
}
