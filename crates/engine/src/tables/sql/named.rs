//! Names of relations that a model shortens: `rates` or `rate_manual` for `rate_manual.rates`,
//! while only one of those it was shown is meant. The query that is shown has the whole names.

use plan::query::{Query, QueryError};
use serde_json::Value;

/// How the relation of a document's headings is called.
const SECTIONS: &str = ".sections";

/// The query with whole names.
///
/// # Errors
/// [`QueryError::Form`] where the query has no other form; none does.
pub(super) fn named(query: Query, shown: &[&str]) -> Result<Query, QueryError> {
    let form = |error: serde_json::Error| QueryError::Form(error.to_string());
    let mut written = serde_json::to_value(&query).map_err(form)?;
    if !rename(&mut written, shown) {
        return Ok(query);
    }
    serde_json::from_value(written).map_err(form)
}

/// Puts whole names in place; whether there was one to put.
fn rename(value: &mut Value, shown: &[&str]) -> bool {
    match value {
        Value::Object(object) => {
            let mut renamed = false;
            for (key, inner) in object.iter_mut() {
                let whole = match inner {
                    Value::String(name) if key == "relation" || key == "of" => whole(name, shown),
                    _ => None,
                };
                match whole {
                    Some(whole) => {
                        *inner = Value::from(whole);
                        renamed = true;
                    }
                    None => renamed |= rename(inner, shown),
                }
            }
            renamed
        }
        Value::Array(all) => all
            .iter_mut()
            .fold(false, |renamed, inner| rename(inner, shown) | renamed),
        _ => false,
    }
}

/// The only relation shown that a part of its name means; `None` for a whole name, and for what
/// means none or several.
fn whole(name: &str, shown: &[&str]) -> Option<String> {
    if shown.contains(&name) {
        return None;
    }
    let meant = shown.iter().filter(|whole| {
        let (first, last) = whole.split_once('.').unwrap_or((whole, whole));
        first == name || last == name
    });
    let meant: Vec<&str> = meant.copied().collect();
    // Whoever names a document means its table, not its headings.
    let tables = meant.iter().filter(|whole| !whole.ends_with(SECTIONS));
    match (meant.as_slice(), tables.collect::<Vec<_>>().as_slice()) {
        ([only], _) | (_, [only]) => Some((*only).to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use plan::query::{Limits, parse};

    use super::*;

    #[test]
    fn a_part_of_a_name_means_the_only_relation_that_has_it() {
        let shown = [
            "tariff.fares",
            "tariff.rules",
            "ledger.rates",
            "ledger.sections",
        ];
        let whole = |sql: &str| {
            let query = parse(sql, &Limits::default()).unwrap();
            named(query, &shown).unwrap().to_string()
        };
        let told = whole("SELECT fares.summer FROM fares WHERE winter = 1");
        assert!(told.contains("FROM tariff.fares"), "{told}");
        assert!(told.contains("tariff.fares.summer"), "{told}");
        let inner = whole("SELECT (SELECT MAX(x) FROM ledger) FROM tariff.rules");
        assert!(inner.contains("FROM ledger.rates"), "{inner}");
        // Several are meant, or none.
        for same in ["SELECT a FROM tariff", "SELECT a FROM other"] {
            assert_eq!(whole(same), same);
        }
    }
}
