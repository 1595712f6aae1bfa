//! Why a cell that accounts for most of a question may still not be its answer: the
//! measure that is asked for is named nowhere, the row is called something else, or
//! nothing tells the column from another.

use std::collections::BTreeSet;

use super::chain::Chain;
use super::question::{Form, Question, Term, is_measure, is_price_verb};
use super::scan::{Kind, is_unit, lowered};
use super::shelf::Content;
use super::table::answering::is_price;
use super::table::look::Looked;
use super::table::{counts, is_small};
use super::work::Work;

/// Why a cell is not stated; `None` where nothing speaks against it.
pub fn doubt(work: &Work<'_>, question: &Question, looked: &Looked) -> Option<String> {
    unnamed_measure(work, question, looked)
        .or_else(|| elsewhere(work, question, looked))
        .or_else(|| called_otherwise(work, question, looked))
        .or_else(|| several_columns(work, question, looked))
        .or_else(|| several_figures(work, looked))
        .or_else(|| in_other_units(work, question, looked))
        .or_else(|| of_sister(work, question, looked))
        .or_else(|| undescribed(question, looked))
}

/// `The station that has the rescue unit`: a row that says nothing of a rescue unit may be that
/// of any station.
fn undescribed(question: &Question, looked: &Looked) -> Option<String> {
    let clause = super::hops::described(&question.text)?;
    let within = |at: &usize| {
        let term = &question.terms[*at];
        let token = &term.token;
        term.weight > 0.0
            && !term.excluded
            && clause.start <= token.start
            && token.end <= clause.end
    };
    let weight = |at: usize| question.terms[at].weight;
    let told: Vec<usize> = (0..question.terms.len()).filter(within).collect();
    let all: f64 = told.iter().map(|at| weight(*at)).sum();
    let open: f64 = told
        .iter()
        .filter(|at| looked.unmet.contains(at))
        .map(|at| weight(*at))
        .sum();
    (all > 0.0 && 2.0 * open > all)
        .then(|| format!("no row is told by “{}”", &question.text[clause]))
}

/// A table with the same columns is called by a word of the question that this one lacks:
/// the mean of ozone is not in the table of dust.
fn of_sister(work: &Work<'_>, question: &Question, looked: &Looked) -> Option<String> {
    let chain = &work.shelf.chains[looked.chain];
    let names = |chain: &Chain| -> BTreeSet<String> {
        let columns = chain.columns.iter();
        columns.map(|column| column.name.to_lowercase()).collect()
    };
    let own = names(chain);
    // `The mean of ozone`: what the noun that is asked for is of.
    let is_of = |at: usize| {
        let before = at
            .checked_sub(1)
            .map(|at| super::scan::fold(raw(question, at)));
        let linked = before.is_some_and(|word| {
            matches!(word.as_str(), "of" | "for" | "von" | "fur" | "de" | "del")
        });
        let noun = at.checked_sub(2).map(|at| &question.terms[at].token.key);
        linked && noun.is_some_and(|noun| question.noun.contains(noun))
    };
    let open = looked.unmet.iter().filter(|at| {
        let term = &question.terms[**at];
        let plain = term.weight > 0.0 && !term.excluded && term.token.kind == Kind::Word;
        plain && is_of(**at)
    });
    let lacked: Vec<&String> = open
        .map(|at| &question.terms[*at].token.key)
        .filter(|key| !says(work, chain, looked, key))
        .collect();
    let sister = work
        .shelf
        .chains
        .iter()
        .enumerate()
        .find_map(|(at, other)| {
            let called = lacked.iter().find(|key| other.nearest.contains(**key))?;
            let theirs = names(other);
            let shared = own.intersection(&theirs).count();
            let alike = 2 * shared >= own.union(&theirs).count() && shared >= SHARED_MIN;
            (at != looked.chain && other.book == chain.book && alike).then_some((called, other))
        });
    let (called, other) = sister?;
    let at = question
        .terms
        .iter()
        .position(|term| term.token.key == **called)?;
    Some(format!("{} is in {}", raw(question, at), other.title()))
}

/// Columns of the same name at least, for two tables to be sisters.
const SHARED_MIN: usize = 2;

/// `What rate …` is no question for a table that names no rate.
fn unnamed_measure(work: &Work<'_>, question: &Question, looked: &Looked) -> Option<String> {
    let chain = &work.shelf.chains[looked.chain];
    let column = looked.column.map(|column| &chain.columns[column].name);
    if question.form == Form::Count && column.is_some_and(|name| counts(name)) {
        return None;
    }
    let noun: Vec<usize> = (0..question.terms.len())
        .filter(|at| {
            let term = &question.terms[*at];
            term.weight > 0.0 && question.noun.contains(&term.token.key)
        })
        .collect();
    let told = |at: &usize| {
        let key = question.terms[*at].token.key.as_str();
        let word = super::scan::fold(raw(question, *at));
        !looked.unmet.contains(at)
            || is_measure(key)
            || is_price_verb(&word)
            || is_price_noun(key) && is_priced(work, looked)
    };
    let open = !noun.is_empty() && !noun.iter().any(told);
    open.then(|| format!("nothing there is called {}", raw(question, noun[0])))
}

/// Stems of nouns for what is paid.
fn is_price_noun(stem: &str) -> bool {
    matches!(
        stem,
        "postag"
            | "fare"
            | "far"
            | "fee"
            | "charg"
            | "toll"
            | "pric"
            | "cost"
            | "rent"
            | "tariff"
            | "tarif"
            | "due"
            | "duty"
            | "premium"
            | "gebuhr"
            | "preis"
            | "porto"
            | "entgelt"
            | "precio"
            | "tarifa"
            | "tasa"
            | "cuota"
            | "importe"
    )
}

/// The table is one of prices: its names say so, or money stands in the cell.
fn is_priced(work: &Work<'_>, looked: &Looked) -> bool {
    let chain = &work.shelf.chains[looked.chain];
    let column = looked.column.map(|at| &chain.columns[at].keys);
    let around = [&chain.title_keys, &chain.headings, &chain.intro_keys];
    let said = around.into_iter().chain(column);
    let cell = looked
        .column
        .and_then(|at| chain.rows[looked.rows[0]].cells.get(at));
    let tokens = cell.map(|cell| &work.shelf.cells.facts(cell.text).tokens);
    said.into_iter().flatten().any(|key| is_price_noun(key))
        || tokens.is_some_and(|tokens| tokens.iter().any(|token| token.kind == Kind::Money))
}

/// `The base rate for form B`, where another table is called base rates and this one is
/// not: the question takes for granted that base rates go by forms.
pub fn elsewhere(work: &Work<'_>, question: &Question, looked: &Looked) -> Option<String> {
    // Of `hurricane base rate` the last two words name the measure.
    let last = question.noun.len().saturating_sub(2);
    let noun: BTreeSet<&String> = question.noun[last..]
        .iter()
        .filter(|key| question.wanted().any(|term| term.token.key == **key))
        .collect();
    let bears = |chain: &Chain, all: &dyn Fn(&Chain, &String) -> bool| {
        noun.iter().all(|key| all(chain, key))
    };
    let chain = &work.shelf.chains[looked.chain];
    if noun.len() < 2 || bears(chain, &|chain, key| says(work, chain, looked, key)) {
        return None;
    }
    let titled = |chain: &&Chain| {
        bears(chain, &|chain, key| chain.nearest.contains(key))
            || chain
                .columns
                .iter()
                .any(|column| noun.iter().all(|key| column.keys.contains(*key)))
    };
    let other = work.shelf.chains.iter().find(titled)?;
    let book = &work.shelf.books[other.book];
    let page = book.pages(other.rows.first()?.span);
    let page = page.map_or(String::new(), |(page, _)| {
        format!(", {} {page}", book.document.format.page_noun())
    });
    let title = if other.titles.is_empty() {
        book.path.clone()
    } else {
        other.title()
    };
    let words = question.noun_text();
    Some(format!(
        "what is called {words} stands in {title}{page}, and does not go by what the question names"
    ))
}

/// The table or the row has a word: in its names, its title, its headings, its cells.
fn says(work: &Work<'_>, chain: &Chain, looked: &Looked, key: &String) -> bool {
    let row = &chain.rows[looked.rows[0]];
    let label = row.label.map(|(_, text)| text);
    let mut texts = row.cells.iter().map(|cell| cell.text).chain(label);
    let around = [
        &chain.nearest,
        &chain.title_keys,
        &chain.headings,
        &chain.intro_keys,
        &chain.running,
    ];
    around.iter().any(|keys| keys.contains(key))
        || chain.columns.iter().any(|column| column.keys.contains(key))
        || texts.any(|text| {
            work.shelf
                .cells
                .facts(text)
                .tokens
                .iter()
                .any(|token| token.key == *key)
        })
}

/// `Marriage licence` has the word beside `liquor` and another one in its place.
fn called_otherwise(work: &Work<'_>, question: &Question, looked: &Looked) -> Option<String> {
    let chain = &work.shelf.chains[looked.chain];
    let row = &chain.rows[looked.rows[0]];
    let asked = |key: &str| question.terms.iter().any(|term| term.token.key == key);
    for (term, column) in &looked.conditions {
        let Some(cell) = row.cells.get(*column) else {
            continue;
        };
        let facts = work.shelf.cells.facts(cell.text);
        let other = facts
            .tokens
            .iter()
            .find(|token| token.kind == Kind::Word && !is_small(&token.key) && !asked(&token.key));
        let beside = [term.checked_sub(1), term.checked_add(1)];
        let missing = beside.into_iter().flatten().find(|at| {
            let word = question.terms.get(*at);
            let plain = |word: &Term| word.token.kind == Kind::Word && word.token.value.is_none();
            looked.unmet.contains(at) && word.is_some_and(plain) && raw(question, *at) != "one"
        });
        if let (Content::Words, Some(_), Some(missing)) = (facts.content, other, missing) {
            let cell = work.shelf.books[chain.book].text(cell.span);
            return Some(format!(
                "the row is {cell}, without {}",
                raw(question, missing)
            ));
        }
    }
    None
}

/// Two columns of one name, with different cells.
fn several_columns(work: &Work<'_>, question: &Question, looked: &Looked) -> Option<String> {
    let chain = &work.shelf.chains[looked.chain];
    let column = looked.column?;
    let name = chain.columns[column].name.to_lowercase();
    let cells = &chain.rows[looked.rows[0]].cells;
    let stated = cells.get(column)?.text;
    let met = |at: usize| looked.conditions.iter().any(|(_, column)| *column == at);
    let twin = (0..chain.columns.len()).find(|&at| {
        at != column
            && !name.is_empty()
            && !met(at)
            && chain.columns[at].name.to_lowercase() == name
            && cells
                .get(at)
                .is_some_and(|cell| cell.text != stated && !cell.span.is_empty())
    });
    let called = twin.map(|_| format!("several columns are called {}", chain.columns[column].name));
    called.or_else(|| alike(work, question, looked, column))
}

/// Two columns that share all words that are asked for and differ in others: `Call made`
/// and `Call received` for a call.
fn alike(work: &Work<'_>, question: &Question, looked: &Looked, column: usize) -> Option<String> {
    let chain = &work.shelf.chains[looked.chain];
    let cells = &chain.rows[looked.rows[0]].cells;
    let stated = cells.get(column)?.text;
    let asked = |at: usize| -> (BTreeSet<&String>, usize) {
        let keys = &chain.columns[at].keys;
        let known = |key: &&String| question.wanted().any(|term| term.token.key == **key);
        let plain = keys.iter().filter(|key| !is_small(key));
        (keys.iter().filter(known).collect(), plain.count())
    };
    let own = asked(column);
    let constant = |at: usize| {
        let notation = work.shelf.books[chain.book].notation;
        let tokens = super::scan::scan(&chain.columns[at].name, notation);
        tokens.iter().any(super::scan::Token::is_constant)
    };
    let same = |at: &usize| {
        let cell = cells.get(*at);
        *at != column
            && asked(*at) == own
            && chain.columns[*at].numeric == chain.columns[column].numeric
            && cell.is_some_and(|cell| cell.text != stated && !cell.span.is_empty())
    };
    let open = !own.0.is_empty() && own.0.len() < own.1 && !constant(column);
    let other = (0..chain.columns.len()).find(same).filter(|_| open)?;
    Some(format!(
        "{} and {} fit alike",
        chain.columns[column].name, chain.columns[other].name
    ))
}

/// A cell of two figures that are no stretch: columns that were read as one.
fn several_figures(work: &Work<'_>, looked: &Looked) -> Option<String> {
    let chain = &work.shelf.chains[looked.chain];
    let cell = chain.rows[looked.rows[0]].cells.get(looked.column?)?;
    let facts = work.shelf.cells.facts(cell.text);
    let text = work.shelf.books[chain.book].text(cell.span);
    let figures = facts.tokens.len() > 1
        && facts.tokens.iter().all(super::scan::Token::is_number)
        && text.split_whitespace().count() == facts.tokens.len();
    (figures && facts.bounds.is_none()).then(|| format!("the cell has several figures: {text}"))
}

/// A price is not in centimetres, and a share is a percentage.
fn in_other_units(work: &Work<'_>, question: &Question, looked: &Looked) -> Option<String> {
    const SHARES: &[&str] = &[
        "what share of",
        "what percentage of",
        "what proportion of",
        "what percent of",
        "qué porcentaje de",
        "qué parte de",
        "welcher anteil",
        "welchen anteil",
        "wie viel prozent",
    ];
    const SHARE: &[&str] = &[
        "share",
        "percentage",
        "proportion",
        "percent",
        "porcentaje",
        "parte",
        "Anteil",
        "Prozent",
    ];
    let chain = &work.shelf.chains[looked.chain];
    let at = looked.column?;
    let cell = chain.rows[looked.rows[0]].cells.get(at)?;
    let tokens = &work.shelf.cells.facts(cell.text).tokens;
    let kind = |kind: Kind| tokens.iter().any(|token| token.kind == kind);
    let text = work.shelf.books[chain.book].text(cell.span);
    let measured = tokens.iter().any(|token| is_unit(&token.key)) && !kind(Kind::Money);
    if question.amount && measured && !is_price(&chain.columns[at].name) {
        return Some(format!("no price stands there: {text}"));
    }
    let lower = lowered(&question.text);
    let header = lowered(&chain.columns[at].name);
    let share = SHARES.iter().any(|words| lower.contains(words));
    let met = |at: usize| !looked.unmet.contains(&at);
    let named = (0..question.terms.len())
        .any(|at| question.terms[at].weight > 0.0 && met(at) && SHARE.contains(&raw(question, at)));
    let said = named
        || kind(Kind::Percent)
        || header.contains('%')
        || SHARE
            .iter()
            .any(|word| header.contains(&word.to_lowercase()));
    (share && !said).then(|| format!("no share stands there: {text}"))
}

fn raw(question: &Question, term: usize) -> &str {
    let token = &question.terms[term].token;
    &question.text[token.start..token.end]
}
