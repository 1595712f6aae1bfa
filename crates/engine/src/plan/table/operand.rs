//! Operands that a question names: `using the Base Rate and the Deductible
//! Factor`.

use crate::plan::scan::lowered;

/// Words that end the name of a value.
const VALUE_NOUNS: &[&str] = &[
    "rate",
    "rates",
    "factor",
    "factors",
    "premium",
    "charge",
    "fee",
    "price",
    "tariff",
    "discount",
    "relativity",
    "multiplier",
    "surcharge",
    "percentage",
    "cost",
    "amount",
    "allowance",
    "wage",
    "salary",
    "tax",
    "index",
    "coefficient",
    "tasa",
    "tarifa",
    "cuota",
    "precio",
    "recargo",
    "descuento",
    "coeficiente",
    "importe",
    "satz",
    "faktor",
    "gebühr",
    "preis",
    "zuschlag",
    "rabatt",
    "tarif",
    "grundpreis",
    "arbeitspreis",
    "betrag",
    "beitrag",
];

/// The names of the operands and the question without them and without the
/// noun of the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operands {
    /// At least two.
    pub names: Vec<String>,
    /// The conditions.
    pub rest: String,
}

/// The operands a question names; `None` when it names none.
pub fn read(question: &str) -> Option<Operands> {
    let lower = lowered(question);
    if lower.len() != question.len() {
        return None;
    }
    const OPENINGS: &[&str] = &[
        "using ",
        "applying ",
        "apply ",
        "multiplying ",
        "multiply ",
        "combining ",
        "adding ",
        "add ",
        "usando ",
        "aplicando ",
        "con ",
        "mit ",
        "anhand ",
        "from ",
        "based on ",
    ];
    let (at, start) = OPENINGS
        .iter()
        .filter_map(|opening| word_at(&lower, opening).map(|at| (at, at + opening.len())))
        .min()?;
    let stops = [
        ",",
        "?",
        ".",
        ";",
        ":",
        " calculate",
        " compute",
        " what ",
        " how ",
        " for ",
        " when ",
        " if ",
        " para ",
        " für ",
    ];
    let end = stops
        .iter()
        .filter_map(|stop| lower[start..].find(stop))
        .min()
        .map_or(lower.len(), |length| start + length);
    let names: Vec<String> = parts(&question[start..end]);
    let named = |name: &String| {
        let last = name
            .split_whitespace()
            .last()
            .unwrap_or_default()
            .to_lowercase();
        VALUE_NOUNS.contains(&last.as_str())
    };
    if names.len() < 2 || !names.iter().all(named) {
        return None;
    }
    let rest = format!("{} {}", &question[..at], &question[end..]);
    Some(Operands {
        names,
        rest: without_result(&rest),
    })
}

/// Where a phrase starts as a word.
pub fn word_at(text: &str, phrase: &str) -> Option<usize> {
    text.match_indices(phrase)
        .map(|(at, _)| at)
        .find(|&at| !text[..at].ends_with(|c: char| c.is_alphanumeric()))
}

/// Names joined by `and`, `by`, `plus`, commas; articles left out.
fn parts(text: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    for word in text.split_whitespace() {
        let bare = word.trim_end_matches(',');
        match bare.to_lowercase().as_str() {
            "and" | "by" | "plus" | "times" | "y" | "und" | "to" => names.push(String::new()),
            "the" | "applicable" | "a" | "an" | "its" | "both" | "el" | "la" | "der" | "die"
            | "das" | "den" | "dem" | "relevant" | "corresponding" | "alone" | "only" | "just" => {}
            _ => {
                if let Some(name) = names.last_mut() {
                    name.push(' ');
                    name.push_str(bare);
                }
            }
        }
    }
    names.retain(|name| !name.trim().is_empty());
    names.iter().map(|name| name.trim().to_owned()).collect()
}

/// The question without the nouns that name the result: they are in no table.
fn without_result(text: &str) -> String {
    let kept = text.split_whitespace().filter(|word| {
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        !VALUE_NOUNS.contains(&bare.as_str())
            && !matches!(
                bare.as_str(),
                "calculate" | "compute" | "unadjusted" | "total" | "resulting" | "final"
            )
    });
    kept.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn operands_are_named_values() {
        let found = read(
            "Using the Base Rate and the applicable Wind Factor, calculate the premium for plan B.",
        )
        .unwrap();
        assert_eq!(found.names, ["Base Rate", "Wind Factor"]);
        assert_eq!(found.rest, ", the for plan B.");
        assert_eq!(
            read("What is the factor for a house using gas and oil?"),
            None
        );
    }
}
