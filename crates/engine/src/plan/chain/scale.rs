//! A heading over a scale: `Height, m` printed over the middle of 10, 13, 16, 19. A reader of the
//! page gives it to the column it stands above; it is said of all.

use super::{Chain, column};
use crate::plan::Exact;
use crate::plan::scan::scan;
use crate::plan::shelf::Book;

/// Columns that make a scale.
const COLUMNS_MIN: usize = 3;

/// Gives the words that stand over some columns of a scale to all of its columns.
pub fn share_heading(chain: &mut Chain, book: &Book) {
    let names: Vec<Option<(String, Exact)>> = chain
        .columns
        .iter()
        .map(|column| parted(&column.name, book))
        .collect();
    let mut from = 1;
    while from < names.len() {
        let rises = |at: usize| match (&names[at - 1], &names[at]) {
            (Some((_, before)), Some((_, value))) => before < value,
            _ => false,
        };
        let to = (from + 1..names.len())
            .find(|at| !rises(*at))
            .unwrap_or(names.len());
        share(chain, &names[from..to], from, book);
        from = to;
    }
}

fn share(chain: &mut Chain, names: &[Option<(String, Exact)>], from: usize, book: &Book) {
    let leads: Vec<&str> = names
        .iter()
        .flatten()
        .map(|(lead, _)| lead.as_str())
        .collect();
    let mut said: Vec<&str> = leads
        .iter()
        .copied()
        .filter(|lead| !lead.is_empty())
        .collect();
    // Names that have words each are names, not a scale.
    let bare = leads.len() - said.len();
    if leads.len() < COLUMNS_MIN || said.is_empty() || bare < said.len() {
        return;
    }
    said.dedup();
    let heading = said.join(" ");
    for (at, lead) in (from..).zip(&leads) {
        let value = chain.columns[at].name[lead.len()..].trim().to_owned();
        chain.columns[at] = column(&format!("{heading} {value}"), book);
    }
}

/// A name that ends with its only number, parted from the words before it.
fn parted(name: &str, book: &Book) -> Option<(String, Exact)> {
    let tokens = scan(name, book.notation);
    let (last, before) = tokens.split_last()?;
    let plain = last.is_number() && last.end == name.len();
    let words = before.iter().all(|token| !token.is_number());
    let value = last.value.filter(|_| plain && words)?;
    Some((name[..last.start].trim_end().to_owned(), value))
}
