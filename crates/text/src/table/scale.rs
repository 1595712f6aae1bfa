//! Units and scales that stand beside the numbers: in a column's name, a
//! caption, a running line.

use super::{Column, ColumnKind, LogicalTable, Unit, Value};

/// What a text says of the numbers near it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Said {
    /// Ten to this power; 0 where nothing is said.
    pub(super) scale: i8,
    pub(super) unit: Unit,
}

/// Words that name a scale where they stand for what numbers are given in.
const SCALES: [(&str, i8); 30] = [
    ("thousand", 3),
    ("thousands", 3),
    ("000s", 3),
    ("000's", 3),
    ("'000", 3),
    ("’000", 3),
    ("000", 3),
    ("tsd", 3),
    ("tausend", 3),
    ("teur", 3),
    ("t€", 3),
    ("million", 6),
    ("millions", 6),
    ("mio", 6),
    ("mill", 6),
    ("millionen", 6),
    ("millones", 6),
    ("mn", 6),
    ("mln", 6),
    ("m€", 6),
    ("€m", 6),
    ("$m", 6),
    ("£m", 6),
    ("billion", 9),
    ("billions", 9),
    ("bn", 9),
    ("€bn", 9),
    ("$bn", 9),
    ("mrd", 9),
    ("milliarden", 9),
];

/// Names of currencies and signs as they stand beside a scale or alone in a
/// column's name.
const CURRENCIES: [(&str, &str); 24] = [
    ("$", "USD"),
    ("us$", "USD"),
    ("usd", "USD"),
    ("dollar", "USD"),
    ("dollars", "USD"),
    ("dolares", "USD"),
    ("€", "EUR"),
    ("eur", "EUR"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("teur", "EUR"),
    ("t€", "EUR"),
    ("m€", "EUR"),
    ("€m", "EUR"),
    ("€bn", "EUR"),
    ("$m", "USD"),
    ("$bn", "USD"),
    ("£", "GBP"),
    ("£m", "GBP"),
    ("gbp", "GBP"),
    ("pounds", "GBP"),
    ("chf", "CHF"),
    ("¥", "JPY"),
    ("yen", "JPY"),
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
    for opener in ["in ", "In ", "IN ", "en ", "En ", "EN "] {
        let mut from = 0;
        while let Some(at) = line[from..].find(opener) {
            let start = from + at;
            let begins = start == 0 || !line[..start].ends_with(char::is_alphanumeric);
            if begins {
                found.push(
                    line[start..]
                        .split(['.', ';', '(', ')'])
                        .next()
                        .unwrap_or(""),
                );
            }
            from = start + opener.len();
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
    const SMALL: [&str; 22] = [
        "in",
        "of",
        "en",
        "de",
        "us",
        "u.s",
        "the",
        "and",
        "all",
        "amounts",
        "figures",
        "values",
        "expressed",
        "except",
        "stated",
        "dollar",
        "angaben",
        "importes",
        "cifras",
        "unless",
        "otherwise",
        "are",
    ];
    let mut said = Said::default();
    let mut words = part
        .split(|c: char| c.is_whitespace() || c == ',' || c == ':')
        .map(|word| word.trim_matches(['.', '(', ')']).to_lowercase())
        .filter(|word| !word.is_empty())
        .peekable();
    while let Some(word) = words.next() {
        if word == "except" || word == "unless" {
            break;
        }
        let scale = SCALES.iter().find(|(name, _)| *name == word);
        // Thousands in Spanish, a distance in English.
        let thousands = word == "miles" && words.peek().is_some_and(|next| next == "de");
        let scale = if thousands { SCALES.first() } else { scale };
        let unit = CURRENCIES.iter().find(|(name, _)| *name == word);
        match (scale, unit) {
            (None, None) if SMALL.contains(&word.as_str()) => {}
            (None, None) => return Said::default(),
            (scale, unit) => {
                if let Some((_, power)) = scale {
                    said.scale = *power;
                }
                if let Some((_, code)) = unit.filter(|_| said.unit.is_none()) {
                    said.unit = Unit::named(code);
                }
            }
        }
    }
    if said.scale == 0 && !unit_alone && !part.trim_start().to_lowercase().starts_with("in ") {
        // A currency alone in brackets is a unit: `(€)`, `(USD)`.
        let alone = part.split_whitespace().count() == 1;
        said.unit = if alone { said.unit } else { Unit::NONE };
    }
    said
}

/// A unit in brackets or after a comma at the end of a name: `Weight (kg)`,
/// `Share, %`; a percent sign or word anywhere.
fn unit_in(name: &str) -> Unit {
    let lower = name.to_lowercase();
    let percent = ["percent", "per cent", "prozent", "por ciento", "percentage"];
    if name.contains('%') || percent.iter().any(|word| lower.contains(word)) {
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
    const APART: [&str; 10] = [
        "year",
        "jahr",
        "ano",
        "ratio",
        "rate",
        "age",
        "rank",
        "number of",
        "no.",
        "note",
    ];
    let name = crate::folded(&column.name());
    has_word(&name, &APART) || is_per_something(&name) || holds_years(column)
}

/// Whether what a folded name counts is counted per something else: what is printed in
/// millions beside it is not in millions here.
pub fn is_per_something(name: &str) -> bool {
    const PER: [&str; 3] = ["per", "je", "por accion"];
    has_word(name, &PER)
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
