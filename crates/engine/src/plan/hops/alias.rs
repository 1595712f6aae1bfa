//! What stands for a key: a table goes by territories, the question gives a postal code,
//! and another table or a line of the same document says which territory the code is in.
//!
//! Each thing that the question names and no cell met is looked up: as the row of another
//! table that has a column of the same name as a key, in a line such as `Territory 14:
//! 61023, 61134`, and at last as a row of a table whose title says what its rows are. What
//! stands for it takes its place, and the cell is looked for again. Nothing is kept of a try
//! that does not end in an answer.

use text::Span;

use super::{Finding, Meant, finding, kind, told};
use crate::EngineError;
use crate::answer::Answer;
use crate::plan::chain::{Chain, Column};
use crate::plan::question::{Form, Question};
use crate::plan::scan::{Kind as TokenKind, Notation, Token, scan, year};
use crate::plan::shelf::Content;
use crate::plan::table::filter::same;
use crate::plan::table::look::look;
use crate::plan::table::{Desk, counts};
use crate::plan::work::Work;
use crate::plan::{Kind, cell};

/// Tries of one question.
const TRIES_MAX: usize = 2;
/// Cells that are looked at for what they lack.
const NEAR: usize = 2;
/// Digits of a number that names something at least.
const DIGITS_MIN: usize = 4;
/// Bytes of a line, before a code, in which what it belongs to may stand.
const LINE_BYTES: usize = 1_500;
/// Share of a row's name that the question must have.
const NAMED_MIN: f64 = 0.95;

/// What may stand in the place of a thing.
struct Alias {
    /// Terms of the question that name the thing, first and last.
    terms: (usize, usize),
    /// What it is in words: `Territory`.
    called: String,
    /// What takes the thing's place: `Territory 14`.
    name: String,
    /// What of it the row of an answer must have: `14`.
    value: String,
    book: usize,
    span: Span,
}

impl Alias {
    /// A value is stated, of a row that has what stood for the thing; of a column called by it
    /// and by further words, only where the question has these, too.
    fn bears(&self, answer: &Answer, question: &Question) -> bool {
        let notation = Notation::Point;
        let stated = answer
            .text
            .lines()
            .next()
            .and_then(|line| line.split_once(": "));
        let name = scan(stated.map_or("", |(name, _)| name), notation);
        let key = scan(&self.value, notation);
        let number = (0..name.len())
            .find(|at| name[*at].is_constant() && key.iter().any(|token| same(token, &name[*at])));
        let asked = |token: &Token| question.terms.iter().any(|term| same(&term.token, token));
        let further = |number: usize| {
            // The number and the word that it is of.
            let own = number.saturating_sub(1)..=number;
            (0..name.len()).filter(move |at| !own.contains(at))
        };
        if number.is_some_and(|number| !further(number).all(|at| asked(&name[at]))) {
            return false;
        }
        // What is printed once for several rows stands in what is said of the row alone.
        let row = scan(&answer.text, notation);
        let own = scan(&self.value, notation);
        let held = |token: &Token| row.iter().any(|given| same(token, given));
        answer.value.is_some() && own.iter().any(held)
    }
}

/// The answer to the question with what stands for one of its things in the thing's
/// place; `None` where that has no answer either.
///
/// # Errors
/// A store that cannot be read, a quote that is not in it.
pub fn answer(
    work: &mut Work<'_>,
    findings: &[Finding],
) -> Result<Option<(Kind, Answer)>, EngineError> {
    if work.question.form == Form::Items {
        return Ok(None);
    }
    let asked = work.question.clone();
    let kept = (work.note.clone(), work.missing.clone());
    // Over a whole library each try takes as long as the question itself.
    let tries = if work.rest.is_some() { TRIES_MAX } else { 1 };
    for alias in aliases(work, &asked).into_iter().take(tries) {
        let (first, last) = with_kind(&asked, alias.terms);
        let (start, end) = (asked.terms[first].token.start, asked.terms[last].token.end);
        let thing = asked.text[start..end].to_owned();
        let rewritten = format!(
            "{}{}{}",
            &asked.text[..start],
            alias.name,
            &asked.text[end..]
        );
        let steps = work.steps.len();
        let meant = Meant {
            name: alias.name.clone(),
            book: alias.book,
            span: alias.span,
        };
        let found = finding(work, format!("{} of {thing}", alias.called), &meant)?;
        work.step(&thing, "key", &[alias.book], alias.name.clone());
        work.question = work.read(&rewritten, work.enumerates);
        let answered = cell::lookup(work)?;
        super::rest_on(&mut work.steps, steps + 1);
        if let Some((of, answer)) = answered.filter(|(_, answer)| alias.bears(answer, &asked)) {
            let mut findings = findings.to_vec();
            findings.push(found);
            return Ok(Some((kind(of, &findings), told(answer, &findings))));
        }
        work.steps.truncate(steps);
        work.question = asked.clone();
        (work.note, work.missing) = kept.clone();
    }
    Ok(None)
}

/// `ZIP code 61245`, `Kearny county`: what kind of thing it is goes with its name.
fn with_kind(question: &Question, (mut first, mut last): (usize, usize)) -> (usize, usize) {
    const KINDS: &[&str] = &[
        "zip",
        "code",
        "cod",
        "postal",
        "postcode",
        "postcod",
        "plz",
        "codigo",
        "county",
        "city",
        "town",
        "number",
        "district",
        "municipality",
        "landkreis",
        "provincia",
        "municipio",
    ];
    let is_kind = |at: usize| {
        let term = question.terms.get(at);
        term.is_some_and(|term| KINDS.contains(&term.token.key.as_str()))
    };
    while first > 0 && is_kind(first - 1) {
        first -= 1;
    }
    while is_kind(last + 1) {
        last += 1;
    }
    (first, last)
}

/// What may stand for the things of a question, the surest first.
fn aliases(work: &Work<'_>, question: &Question) -> Vec<Alias> {
    let desk = Desk::new(question, &work.shelf);
    let mut found = Vec::new();
    // What the nearest cells have met stands for itself: one of them may be the very row that
    // says what stands for the thing.
    let near: Vec<_> = look(&desk).into_iter().take(NEAR).collect();
    let nearest = near.first();
    // Or what is asked for stands in a table that does not go by it.
    let elsewhere = nearest
        .is_some_and(|looked| crate::plan::doubt::elsewhere(work, question, looked).is_some());
    let open = |&(first, last): &(usize, usize)| {
        let mut unmet = near.iter().map(|looked| &looked.unmet);
        elsewhere
            || near.is_empty()
            || unmet.any(|unmet| (first..=last).any(|at| unmet.contains(&at)))
    };
    let mut things = things(question);
    things.retain(open);
    for &terms in &things {
        found.extend(by_line(work, question, terms));
    }
    for &terms in &things {
        found.extend(by_row(work, &desk, terms));
    }
    found
}

/// Codes, long numbers and names of a question: their first and last terms.
fn things(question: &Question) -> Vec<(usize, usize)> {
    let terms = &question.terms;
    // There every noun has a capital.
    let is_german = text::Language::detect(&question.text) == text::Language::De;
    let mut found = Vec::new();
    let mut at = 0;
    while at < terms.len() {
        let token = &terms[at].token;
        let named = |at: usize| {
            // `Ruby Cluster F1`: a code may end a name.
            let token = &terms[at].token;
            let capital = question.text[token.start..].starts_with(char::is_uppercase);
            let word = token.kind == TokenKind::Word && capital && at > 0;
            let coded = token.kind == TokenKind::Code;
            word && terms[at].weight > 0.0 && !is_german || coded
        };
        let mut last = at;
        if named(at) {
            while last + 1 < terms.len() && named(last + 1) {
                last += 1;
            }
            found.push((at, last));
        } else if token.kind == TokenKind::Number
            && token.key.len() >= DIGITS_MIN
            && year(token).is_none()
            && terms[at].weight > 0.0
        {
            found.push((at, at));
        }
        at = last + 1;
    }
    found
}

/// `Territory 14: 61023, 61134`: the nearest word and number with a colon before the code,
/// where a table has a column of that name.
fn by_line(work: &Work<'_>, question: &Question, terms: (usize, usize)) -> Vec<Alias> {
    let (first, last) = (
        &question.terms[terms.0].token,
        &question.terms[terms.1].token,
    );
    let thing = &question.text[first.start..last.end];
    let mut found: Vec<Alias> = Vec::new();
    for (index, book) in work.shelf.books.iter().enumerate() {
        let text = &book.document.text;
        for (at, _) in text.match_indices(thing) {
            let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            if inside(text[..at].chars().next_back())
                || inside(text[at + thing.len()..].chars().next())
            {
                continue;
            }
            let from = text.floor_char_boundary(at.saturating_sub(LINE_BYTES));
            let before = &text[from..at];
            let Some(opening) = opening(book, before).or_else(|| stating(book, before)) else {
                continue;
            };
            let (start, called, name) = opening;
            let key = std::collections::BTreeSet::from([crate::plan::scan::stem(&called)]);
            let heads = |chain: &Chain| {
                let mut columns = chain.columns.iter();
                let named = |column: &Column| {
                    key.is_subset(&column.keys)
                        || is_short_for(&column.name, &key)
                        || before_number(&column.name, book.notation)
                            .is_some_and(|word| is_short_for(word, &key))
                };
                chain.book == index && columns.any(named)
            };
            if work.shelf.chains.iter().any(heads) {
                found.push(Alias {
                    terms,
                    called,
                    value: name.rsplit(' ').next().unwrap_or_default().to_owned(),
                    name,
                    book: index,
                    span: Span::new(from + start, at + thing.len()),
                });
            }
        }
    }
    // Two places that disagree decide nothing.
    let agreed = found.windows(2).all(|pair| pair[0].name == pair[1].name);
    found.truncate(usize::from(agreed));
    found
}

/// The last `Word 14:` of a text that ends before a code, and where it starts: what stands
/// between may only be codes like it.
fn opening(book: &crate::plan::shelf::Book, before: &str) -> Option<(usize, String, String)> {
    let colon = before.rfind(':')?;
    let between = scan(&before[colon + 1..], book.notation);
    if between.iter().any(|token| token.kind == TokenKind::Word) {
        return None;
    }
    let line = before[..colon].rfind('\n').map_or(0, |at| at + 1);
    let tokens = scan(&before[line..colon], book.notation);
    let [.., word, value] = tokens.as_slice() else {
        return None;
    };
    let called = before[line + word.start..line + word.end].to_owned();
    let name = before[line + word.start..line + value.end].to_owned();
    let fits = word.kind == TokenKind::Word && value.is_constant() && value.end + line == colon;
    fits.then_some((line + word.start, called, name))
}

/// `Territory 3 is Rock, Sarpy and Thayer counties`: the sentence before a name opens with a word
/// and a number and says that it is, or has, what follows. As [`opening`].
fn stating(book: &crate::plan::shelf::Book, before: &str) -> Option<(usize, String, String)> {
    const STATING: &[&str] = &[
        "is",
        "are",
        "comprises",
        "includes",
        "covers",
        "consists",
        "means",
        "ist",
        "sind",
        "umfasst",
        "es",
        "son",
        "comprende",
        "incluye",
        "abarca",
    ];
    let ends = ["\n", ". ", "; "].into_iter();
    let start = ends
        .filter_map(|end| Some(before.rfind(end)? + end.len()))
        .max();
    let start = start.unwrap_or(0);
    let sentence = &before[start..];
    let tokens = scan(sentence, book.notation);
    let [word, value, verb, ..] = tokens.as_slice() else {
        return None;
    };
    let said = STATING.contains(&sentence[verb.start..verb.end].to_lowercase().as_str());
    let fits = word.kind == TokenKind::Word && value.is_constant();
    let colon = sentence[value.end..].starts_with(':');
    (fits && (said || colon)).then(|| {
        (
            start + word.start,
            sentence[word.start..word.end].to_owned(),
            sentence[word.start..value.end].to_owned(),
        )
    })
}

/// The thing as a row of a table: its cells under headers that another table of the
/// document has too, and the title that says what the rows are.
fn by_row(work: &Work<'_>, desk: &Desk<'_>, terms: (usize, usize)) -> Vec<Alias> {
    let mut found = Vec::new();
    for chain in &work.shelf.chains {
        let Some(row) = own_row(desk, chain, terms) else {
            continue;
        };
        let cells = &chain.rows[row].cells;
        let book = &work.shelf.books[chain.book];
        for (at, column) in chain.columns.iter().enumerate() {
            let Some(cell) = cells.get(at) else { continue };
            let facts = work.shelf.cells.facts(cell.text);
            let coded = matches!(facts.tokens.as_slice(), [only] if only.is_constant());
            let key = key_elsewhere(work, chain, at).filter(|_| !counts(&column.name));
            if let Some(key) = key.filter(|_| facts.content == Content::Value && coded) {
                let value = book.text(cell.span).trim();
                found.push(Alias {
                    terms,
                    called: key.to_owned(),
                    name: format!("{key} {value}"),
                    value: value.to_owned(),
                    book: chain.book,
                    span: chain.rows[row].span,
                });
            }
        }
        let title = chain.titles.last().map(String::as_str);
        let title = title.or(book.headings(chain.rows[row].span.start).last().copied());
        let band = chain.rows[row].label.map(|(span, _)| book.text(span));
        for group in [band, title].into_iter().flatten() {
            found.push(Alias {
                terms,
                called: "group".to_owned(),
                name: group.trim().to_owned(),
                value: group.trim().to_owned(),
                book: chain.book,
                span: chain.rows[row].span,
            });
        }
    }
    found
}

/// The one row of a table that is called by the thing.
fn own_row(desk: &Desk<'_>, chain: &Chain, (first, last): (usize, usize)) -> Option<usize> {
    let holds = |row: &crate::plan::chain::Row| {
        row.cells.iter().any(|cell| {
            let tokens = &desk.shelf.cells.facts(cell.text).tokens;
            let all = (first..=last).all(|at| desk.holds(cell.text, at));
            let own = |token: &Token| {
                (first..=last).any(|at| same(&desk.question.terms[at].token, token))
            };
            let words = tokens.iter().filter(|token| !token.key.is_empty()).count();
            let met = tokens.iter().filter(|token| own(token)).count();
            // What stands in brackets behind a name is no part of it.
            all && (met == words || desk.share(cell.text) >= NAMED_MIN)
        })
    };
    let mut rows = (0..chain.rows.len()).filter(|at| holds(&chain.rows[*at]));
    rows.next().filter(|_| rows.next().is_none())
}

/// What another table of the document calls its keys, in rows or in columns, whose header this
/// column has, or a short form of it.
fn key_elsewhere<'w>(work: &'w Work<'_>, chain: &Chain, at: usize) -> Option<&'w str> {
    let own = &chain.columns[at];
    let other = |other: &&Chain| other.book == chain.book && !std::ptr::eq(*other, chain);
    let firsts = work.shelf.chains.iter().filter(other);
    let notation = work.shelf.books[chain.book].notation;
    let across = || {
        let others = work.shelf.chains.iter().filter(other);
        let mut columns = others.flat_map(|chain| &chain.columns);
        columns.find_map(|column| counted_by(own, column, notation))
    };
    let called = |column: &&Column| {
        !column.keys.is_empty()
            && (column.keys.is_subset(&own.keys)
                || is_short_for(&column.name, &own.keys)
                || is_short_for(&own.name, &column.keys))
    };
    let found = firsts
        .filter_map(|other| other.columns.first())
        .find(called);
    found
        .map(|column| column.name.as_str())
        .or_else(across)
        .filter(|_| !own.keys.is_empty())
}

/// The word before the number in a header such as `Territory 2 partly tied`, where the keys under
/// `Terr.` or `Territory` are such numbers.
fn counted_by<'w>(own: &Column, column: &'w Column, notation: Notation) -> Option<&'w str> {
    let word = before_number(&column.name, notation)?;
    let name = crate::plan::shelf::keys(word, notation);
    (own.keys == name || is_short_for(&own.name, &name)).then_some(word)
}

/// The word right before a number in a header, with the stop of a short form.
fn before_number(header: &str, notation: Notation) -> Option<&str> {
    let tokens = scan(header, notation);
    let pair = tokens
        .windows(2)
        .find(|pair| pair[0].kind == TokenKind::Word && pair[1].is_constant())?;
    header.get(pair[0].start..pair[1].start).map(str::trim)
}

/// `Terr.` heads what another table calls `Territory`.
fn is_short_for(short: &str, name: &std::collections::BTreeSet<String>) -> bool {
    let short = short.trim();
    let cut = short
        .strip_suffix('.')
        .filter(|cut| cut.len() >= 3 && !cut.contains(' '));
    cut.is_some_and(|cut| {
        let cut = cut.to_lowercase();
        name.iter().any(|key| key.starts_with(&cut))
    })
}
