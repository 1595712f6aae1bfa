//! Filters as people write them: `pages >= 3`, `collection in (a, 'b, c')`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::IndexError;

/// Filters and their values together may be this many.
pub const FILTER_NODES_MAX: usize = 64;

/// How a value is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FilterOp {
    /// `=`: equal.
    Eq,
    /// `!=`: not equal; also true where there is no value.
    Ne,
    /// `in`: equal to one of several.
    In,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
}

impl FilterOp {
    /// As written.
    pub fn as_str(self) -> &'static str {
        match self {
            FilterOp::Eq => "=",
            FilterOp::Ne => "!=",
            FilterOp::In => "in",
            FilterOp::Lt => "<",
            FilterOp::Le => "<=",
            FilterOp::Gt => ">",
            FilterOp::Ge => ">=",
        }
    }

    /// True for the operators that need an order.
    /// Whether it compares by order, not by equality.
    pub fn is_order(self) -> bool {
        matches!(
            self,
            FilterOp::Lt | FilterOp::Le | FilterOp::Gt | FilterOp::Ge
        )
    }
}

/// One condition on a document or chunk.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Filter {
    /// A built-in key, or one of the user's metadata.
    pub key: String,
    /// How to compare.
    pub op: FilterOp,
    /// One value; for [`FilterOp::In`] one or more.
    pub values: Vec<String>,
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.op {
            FilterOp::In => write!(f, "{} in ({})", self.key, self.values.join(", ")),
            op => write!(f, "{}{}{}", self.key, op.as_str(), self.values.join(", ")),
        }
    }
}

/// Longer operators first, since `<` begins `<=`.
const SIGNS: [(&str, FilterOp); 6] = [
    ("!=", FilterOp::Ne),
    ("<=", FilterOp::Le),
    (">=", FilterOp::Ge),
    ("=", FilterOp::Eq),
    ("<", FilterOp::Lt),
    (">", FilterOp::Gt),
];

impl Filter {
    /// Reads `key=v`, `key!=v`, `key<v`, `key<=v`, `key>v`, `key>=v` or
    /// `key in (a, b)`. Values may stand in single or double quotes; white space
    /// around key and values does not count.
    ///
    /// ```
    /// # use index::{Filter, FilterOp};
    /// let filter = Filter::parse("collection in (tax, 'home, garden')")?;
    /// assert_eq!(filter.op, FilterOp::In);
    /// assert_eq!(filter.values, ["tax", "home, garden"]);
    /// assert_eq!(Filter::parse("pages >= 3")?.values, ["3"]);
    /// # Ok::<(), index::IndexError>(())
    /// ```
    ///
    /// # Errors
    /// [`IndexError::BadFilter`] says what is missing.
    pub fn parse(written: &str) -> Result<Filter, IndexError> {
        let bad = |reason: &str| IndexError::BadFilter {
            filter: written.to_owned(),
            reason: reason.to_owned(),
        };
        let (key, op, rest) = split(written)
            .ok_or_else(|| bad("expected a key, one of = != < <= > >= in, and a value"))?;
        if key.is_empty() {
            return Err(bad("expected a key before the operator"));
        }
        let values = if op == FilterOp::In {
            let list = rest
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(')'))
                .ok_or_else(|| bad("expected values in parentheses after `in`"))?;
            values(list).ok_or_else(|| bad("a quote is not closed"))?
        } else {
            vec![unquoted(rest).to_owned()]
        };
        if values.is_empty() || values.iter().any(String::is_empty) {
            return Err(bad(
                "expected a value; an empty one is never equal to anything",
            ));
        }
        Ok(Filter {
            key: key.to_owned(),
            op,
            values,
        })
    }
}

/// Key, operator and the rest, at the first operator.
fn split(written: &str) -> Option<(&str, FilterOp, &str)> {
    let sign = written.find(['=', '!', '<', '>']);
    let list = list_operator(written);
    if let Some(at) = list.filter(|&at| sign.is_none_or(|sign| at < sign)) {
        return Some((written[..at].trim(), FilterOp::In, written[at + 3..].trim()));
    }
    let at = sign?;
    let (sign, op) = SIGNS
        .iter()
        .find(|(sign, _)| written[at..].starts_with(sign))?;
    Some((written[..at].trim(), *op, written[at + sign.len()..].trim()))
}

/// Where ` in` stands as a word of its own before a parenthesis or space.
fn list_operator(written: &str) -> Option<usize> {
    let bytes = written.as_bytes();
    (0..bytes.len().saturating_sub(3)).find(|&at| {
        bytes[at].is_ascii_whitespace()
            && bytes[at + 1..at + 3].eq_ignore_ascii_case(b"in")
            && (bytes[at + 3] == b'(' || bytes[at + 3].is_ascii_whitespace())
    })
}

fn unquoted(value: &str) -> &str {
    let value = value.trim();
    ['\'', '"']
        .iter()
        .find_map(|&quote| value.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(value)
}

/// Values between commas; `None` when a quote stays open.
fn values(list: &str) -> Option<Vec<String>> {
    let mut values = Vec::new();
    let mut start = 0;
    let mut open = None;
    for (at, character) in list.char_indices() {
        match (open, character) {
            (Some(quote), _) if character == quote => open = None,
            // A quote opens only where a value begins: `O'Brien` is one.
            (None, '\'' | '"') if list[start..at].trim().is_empty() => open = Some(character),
            (None, ',') => {
                values.push(unquoted(&list[start..at]).to_owned());
                start = at + 1;
            }
            _ => {}
        }
    }
    values.push(unquoted(&list[start..]).to_owned());
    open.is_none().then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_as_written() {
        let check = |written: &str, key: &str, op: FilterOp, values: &[&str]| {
            let filter = Filter::parse(written).unwrap();
            assert_eq!((filter.key.as_str(), filter.op), (key, op), "{written}");
            assert_eq!(filter.values, values, "{written}");
        };
        check("pages>=3", "pages", FilterOp::Ge, &["3"]);
        check("pages <= 3", "pages", FilterOp::Le, &["3"]);
        check("pages<3", "pages", FilterOp::Lt, &["3"]);
        check("pages>3", "pages", FilterOp::Gt, &["3"]);
        check("title=a = b", "title", FilterOp::Eq, &["a = b"]);
        check("title!='x'", "title", FilterOp::Ne, &["x"]);
        check(
            "title = found in (part)",
            "title",
            FilterOp::Eq,
            &["found in (part)"],
        );
        check("type in(pdf)", "type", FilterOp::In, &["pdf"]);
        check(
            "author IN (O'Brien, \"a, b\" )",
            "author",
            FilterOp::In,
            &["O'Brien", "a, b"],
        );
    }

    #[test]
    fn bad_filters_are_errors() {
        for written in [
            "",
            "pages",
            "=3",
            "pages=",
            "type in pdf",
            "type in ()",
            "type in ('a)",
            "a in (b,,c)",
        ] {
            let got = Filter::parse(written);
            assert!(
                matches!(got, Err(IndexError::BadFilter { .. })),
                "{written}: {got:?}"
            );
        }
    }
}
