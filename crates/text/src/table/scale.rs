//! Units and scales that stand beside the numbers: in a column's name, a
//! caption, a running line.

use super::amount::currency_named;
use super::{Column, ColumnKind, LogicalTable, Unit, Value};
use crate::analyzer::fold;
use crate::lexicon::{self, WordList};

/// What a text says of the numbers near it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Said {
    /// Ten to this power; 0 where nothing is said.
    pub(super) scale: i8,
    pub(super) unit: Unit,
}

/// Signs that name a scale, some of them with a currency, where they stand for what numbers are
/// given in: ten to which power.
const SIGNS: [(&str, i8, &str); 12] = [
    ("000s", 3, ""),
    ("000's", 3, ""),
    ("'000", 3, ""),
    ("’000", 3, ""),
    ("000", 3, ""),
    ("t€", 3, "EUR"),
    ("m€", 6, "EUR"),
    ("€m", 6, "EUR"),
    ("$m", 6, "USD"),
    ("£m", 6, "GBP"),
    ("€bn", 9, "EUR"),
    ("$bn", 9, "USD"),
];

/// Signs of currencies as they stand beside a scale or alone in a column's name.
const CURRENCIES: [(&str, &str); 5] = [
    ("$", "USD"),
    ("us$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
];

/// A title or line says a scale in no more bytes.
const LINE_BYTES_MAX: usize = 400;
/// In a column's name, a unit alone after a comma or in brackets, in bytes.
const UNIT_BYTES_MAX: usize = 8;

/// What a caption or a line near a table says: the words of a scale only where
/// they say what numbers are given in, as `in thousands of euros`,
/// `($ millions)`, `Tsd. €`, `(000s)`.
pub(super) fn of_line(line: &str) -> Said {
    let mut said = Said::default();
    if line.len() > LINE_BYTES_MAX {
        return said;
    }
    for part in parts(line) {
        let found = of_part(part, false);
        if said.scale == 0 {
            said.scale = found.scale;
        }
        if said.unit.is_none() {
            said.unit = found.unit;
        }
    }
    said
}

/// What the name of a column says, its own part before those above it.
pub(super) fn of_name(path: &[String]) -> Said {
    let mut said = Said::default();
    for name in path.iter().rev() {
        let found = of_line(name);
        let found = if found == Said::default() {
            of_part(name, true)
        } else {
            found
        };
        let unit = if found.unit.is_none() {
            unit_in(name)
        } else {
            found.unit
        };
        if said.scale == 0 {
            said.scale = found.scale;
        }
        if said.unit.is_none() {
            said.unit = unit;
        }
    }
    said
}

/// The stretches of a line that may say a scale: in brackets, after `in`, after
/// a comma, and short lines whole.
fn parts(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close) in [('(', ')'), ('[', ']')] {
        let mut rest = line;
        while let Some((_, after)) = rest.split_once(open) {
            let (inside, behind) = after.split_once(close).unwrap_or((after, ""));
            found.push(inside);
            rest = behind;
        }
    }
    // As long as the line, so that places in it are places in the line.
    let lower = line.to_ascii_lowercase();
    for opener in WordList::GivenIn.words() {
        let opener = format!("{opener} ");
        for (start, _) in lower.match_indices(&opener) {
            let begins = start == 0 || !line[..start].ends_with(char::is_alphanumeric);
            if begins {
                found.push(
                    line[start..]
                        .split(['.', ';', '(', ')'])
                        .next()
                        .unwrap_or(""),
                );
            }
        }
    }
    found.extend(line.rsplit_once(", ").map(|(_, last)| last));
    if line.split_whitespace().count() <= 4 {
        found.push(line);
    }
    found
}

/// A part that consists of a scale, a currency and small words says both; one
/// with other words says nothing (`in million-dollar homes`).
fn of_part(part: &str, unit_alone: bool) -> Said {
    let mut said = Said::default();
    let mut words = part
        .split(|c: char| c.is_whitespace() || c == ',' || c == ':')
        .map(|word| {
            let lower = word.trim_matches(['.', '(', ')']).to_lowercase();
            fold(&lower).into_owned()
        })
        .filter(|word| !word.is_empty())
        .peekable();
    while let Some(word) = words.next() {
        if WordList::Excepting.has(&word) {
            break;
        }
        // `miles de`, thousands in Spanish, is a distance in English.
        let both = words.peek().map(|next| format!("{word} {next}"));
        let (scale, unit) = named(&word);
        let scale = scale.or_else(|| both.and_then(|both| named(&both).0));
        if scale.is_none() && unit.is_none() && !WordList::Given.has(&word) {
            return Said::default();
        }
        said.scale = scale.unwrap_or(said.scale);
        if let Some(unit) = unit.filter(|_| said.unit.is_none()) {
            said.unit = unit;
        }
    }
    let opens = part.split_whitespace().next().unwrap_or_default();
    let given_in = WordList::GivenIn.has(&opens.to_lowercase());
    if said.scale == 0 && !unit_alone && !given_in {
        // A currency alone in brackets is a unit: `(€)`, `(USD)`.
        let alone = part.split_whitespace().count() == 1;
        said.unit = if alone { said.unit } else { Unit::NONE };
    }
    said
}

/// The power of ten and the currency that a sign or word names, in small letters and folded.
fn named(word: &str) -> (Option<i8>, Option<Unit>) {
    if let Some((_, power, code)) = SIGNS.iter().find(|(sign, ..)| *sign == word) {
        let unit = (!code.is_empty()).then(|| Unit::named(code));
        return (Some(*power), unit);
    }
    let sign = CURRENCIES.iter().find(|(sign, _)| *sign == word);
    let unit = match sign {
        Some((_, code)) => Some(Unit::named(code)),
        None => currency_named(word),
    };
    let scale = lexicon::scale(word).and_then(|power| i8::try_from(power).ok());
    (scale, unit)
}

/// A unit in brackets or after a comma at the end of a name: `Weight (kg)`,
/// `Share, %`; a percent sign or word anywhere.
fn unit_in(name: &str) -> Unit {
    let lower = name.to_lowercase();
    let mut percent = WordList::Percent.words().iter();
    if name.contains('%') || percent.any(|word| lower.contains(word)) {
        return Unit::PERCENT;
    }
    let bracketed = name
        .trim_end()
        .strip_suffix([')', ']'])
        .and_then(|inner| inner.rfind(['(', '[']).map(|open| &inner[open + 1..]));
    let after_comma = name.rsplit_once(", ").map(|(_, last)| last);
    let unit = bracketed.or(after_comma).unwrap_or_default().trim();
    if KNOWN_UNITS.contains(&unit) && unit.len() <= UNIT_BYTES_MAX {
        Unit::named(unit)
    } else {
        Unit::NONE
    }
}

/// Units that a name may end with; anything else in brackets is a remark.
const KNOWN_UNITS: [&str; 52] = [
    "kg", "g", "mg", "t", "lb", "lbs", "oz", "km", "m", "cm", "mm", "mi", "ft", "in", "yd", "m2",
    "m²", "m3", "m³", "km2", "km²", "ha", "l", "ml", "s", "ms", "min", "h", "hr", "hrs", "d", "V",
    "A", "W", "kW", "MW", "GW", "kWh", "MWh", "GWh", "TWh", "Hz", "kHz", "MHz", "GHz", "°C", "°F",
    "K", "bar", "Pa", "mph", "km/h",
];

/// Whether a word is a unit that numbers are given in.
pub(super) fn is_unit(word: &str) -> bool {
    KNOWN_UNITS.contains(&word)
}

/// Gives each column of numbers the unit and scale that its name says, else those that
/// stand over the labels (`(in millions)`), in the title or in the context, the nearest
/// first.
pub(super) fn apply(table: &mut LogicalTable) {
    let labels = table.columns.first();
    let labels = labels.filter(|column| column.kind != ColumnKind::Number);
    let over_labels = labels.iter().flat_map(|column| column.path.iter().rev());
    let lines = over_labels.chain(&table.title).chain(&table.context);
    let mut around = Said::default();
    for line in lines {
        let found = of_line(line);
        if around.scale == 0 {
            around.scale = found.scale;
        }
        if around.unit.is_none() {
            around.unit = found.unit;
        }
    }
    for column in &mut table.columns {
        if column.kind != ColumnKind::Number {
            continue;
        }
        let own = of_name(&column.path);
        if column.unit.is_none() {
            column.unit = own.unit;
        }
        let money = column.unit.is_none() || column.unit.is_currency();
        if own.scale != 0 {
            column.scale = own.scale;
        } else if money && !is_apart(column) {
            column.scale = around.scale;
        }
        if column.unit.is_none() && !is_apart(column) && column.scale == around.scale {
            column.unit = around.unit;
        }
    }
}

/// A column that a scale for the whole table does not speak of: years, counts
/// of rows, shares and figures per something.
fn is_apart(column: &Column) -> bool {
    let name = crate::folded(&column.name());
    has_word(&name, WordList::Apart.words()) || is_per_something(&name) || holds_years(column)
}

/// Whether what a folded name counts is counted per something else: what is printed in
/// millions beside it is not in millions here.
pub fn is_per_something(name: &str) -> bool {
    has_word(name, WordList::Per.words())
}

/// Whether some of these words stand in a folded text, whole.
fn has_word(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| {
        text.match_indices(word).any(|(at, found)| {
            let before = text[..at].chars().next_back();
            let after = text[at + found.len()..].chars().next();
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        })
    })
}

/// Nothing but whole numbers from 1900 to 2100.
fn holds_years(column: &Column) -> bool {
    let mut numbers = column
        .cells
        .iter()
        .filter_map(|cell| match &cell.value {
            Value::Number(number) => Some(number),
            _ => None,
        })
        .peekable();
    numbers.peek().is_some()
        && numbers.all(|number| {
            number.unit.is_none()
                && number.value.scale() == 0
                && (1900..=2100).contains(&number.value.mantissa())
        })
}
