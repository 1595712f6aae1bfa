//! Amounts in brackets under a label that says that they went out.
//!
//! Statements print `(723)` beside "Dividends paid": the label says the direction, the brackets
//! say it again. To one who asks what was paid the amount is 723.

use plan::lexicon::Lexicon;
use plan::patterns::CellPlace;
use plan::relation::Relation;
use text::folded;
use text::table::Decimal;

use crate::answer::Value;

/// The value of one cell as it is told: without brackets where its label says that it went out.
pub(super) fn told(value: Value, relation: &Relation, place: CellPlace, words: &Lexicon) -> Value {
    let bare = in_brackets(&value.text).filter(|_| goes_out(relation, place, words));
    match (bare, value.number) {
        (Some(text), Some(number)) if number < Decimal::ZERO => Value {
            text,
            number: Some(number.abs()),
            ..value
        },
        _ => value,
    }
}

/// `$400` of `$(400)`; `None` of what is not in brackets.
fn in_brackets(text: &str) -> Option<String> {
    let (sign, rest) = text.split_once('(')?;
    let (amount, unit) = rest.split_once(')')?;
    let plain = [sign, unit]
        .iter()
        .all(|part| !part.contains(char::is_alphanumeric));
    (plain && !unit.contains('(')).then(|| format!("{sign}{amount}{unit}").trim().to_owned())
}

/// The names of a cell's row and column say that something left, and none that it came.
fn goes_out(relation: &Relation, place: CellPlace, words: &Lexicon) -> bool {
    let column = relation.columns.get(usize::from(place.column));
    let row = relation.columns.first().filter(|_| place.column > 0);
    let row = row.and_then(|labels| labels.cells.get(place.row as usize));
    let names = column.into_iter().flat_map(|column| &column.path);
    let names = names
        .map(String::as_str)
        .chain(row.map(|cell| cell.text.as_str()));
    let said: Vec<String> = names.map(folded).collect();
    let says = |listed: &[String]| {
        let words = said
            .iter()
            .flat_map(|name| name.split(|c: char| !c.is_alphanumeric()));
        words
            .into_iter()
            .any(|word| listed.iter().any(|known| known == word))
    };
    says(words.outgoing()) && !says(words.incoming())
}

#[cfg(test)]
mod tests {
    use super::in_brackets;

    #[test]
    fn brackets_around_an_amount_alone_are_taken_off() {
        assert_eq!(in_brackets("(723)").as_deref(), Some("723"));
        assert_eq!(in_brackets("$(1,608)").as_deref(), Some("$1,608"));
        assert_eq!(in_brackets("(7.3)%").as_deref(), Some("7.3%"));
        assert_eq!(in_brackets("$(584) (2)"), None);
        assert_eq!(in_brackets("12 (restated)"), None);
        assert_eq!(in_brackets("Other (net)"), None);
        assert_eq!(in_brackets("723"), None);
    }
}
