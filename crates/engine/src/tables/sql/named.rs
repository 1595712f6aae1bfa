//! Names of relations as a model writes them: `t1` for the first that it was shown, `rates` or
//! `rate_manual` for `rate_manual.rates`, while only one of those is meant. The query that is
//! shown to people has the whole names.

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

/// The relation shown that its number means, or the only one that a part of its name means;
/// `None` for a whole name, and for what means none or several.
fn whole(name: &str, shown: &[&str]) -> Option<String> {
    if let Some(numbered) = numbered(name, shown) {
        return Some(numbered.to_owned());
    }
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
    let tables: Vec<&str> = tables.copied().collect();
    match (meant.as_slice(), tables.as_slice()) {
        ([only], _) | (_, [only]) => Some((*only).to_owned()),
        _ => None,
    }
}

/// The relation that is meant by `t1`, the first one.
fn numbered<'s>(name: &str, shown: &[&'s str]) -> Option<&'s str> {
    let number: usize = name.strip_prefix('t')?.parse().ok()?;
    shown.get(number.checked_sub(1)?).copied()
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
        let by_number = whole("SELECT t2.a FROM t2 WHERE t2.b = (SELECT MAX(b) FROM t3)");
        assert!(by_number.contains("FROM tariff.rules"), "{by_number}");
        assert!(by_number.contains("FROM ledger.rates"), "{by_number}");
        assert!(!by_number.contains("t2"), "{by_number}");
        // Several are meant, or none.
        for same in [
            "SELECT a FROM tariff",
            "SELECT a FROM other",
            "SELECT a FROM t0",
            "SELECT a FROM t5",
        ] {
            assert_eq!(whole(same), same);
        }
    }
}
