//! What a query can be refused for, in words that say what to do.

use thiserror::Error;

/// Why a query gives no outcome.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum QueryError {
    /// The text of a query is too long.
    #[error("the query has {bytes} bytes; at most {max} are read")]
    TooLong {
        /// Of the text.
        bytes: usize,
        /// By the limits.
        max: usize,
    },
    /// The grammar does not allow it.
    #[error("not a query: {0}")]
    Syntax(String),
    /// SQL knows it, this language does not.
    #[error("{found} is not possible here; {allowed}")]
    Refused {
        /// As it was written, cut.
        found: String,
        /// What is possible in its place.
        allowed: &'static str,
    },
    /// No relation is called so.
    #[error("no relation is called `{name}`{}", meant(.nearest))]
    UnknownRelation {
        /// As it was written.
        name: String,
        /// The name that is most like it.
        nearest: Option<String>,
    },
    /// The relations of a selection have no such column.
    #[error("no column is called `{name}` in {}{}", .relations.join(", "), meant(.nearest))]
    UnknownColumn {
        /// As it was written.
        name: String,
        /// Where it was looked for.
        relations: Vec<String>,
        /// The name that is most like it.
        nearest: Option<String>,
    },
    /// More than one relation has the column.
    #[error("`{name}` is a column of {}; write `{}.{name}`", .relations.join(" and "), .relations[0])]
    Ambiguous {
        /// The column.
        name: String,
        /// Names or aliases; at least two.
        relations: Vec<String>,
    },
    /// Two relations of a selection are called the same.
    #[error("`{0}` stands twice in one FROM; give each an alias with AS")]
    SameName(String),
    /// A value of the wrong type.
    #[error("{what} holds {found}, not {expected}{hint}")]
    Type {
        /// The expression.
        what: String,
        /// What it holds.
        found: &'static str,
        /// What is needed.
        expected: &'static str,
        /// What to write, behind a semicolon; or nothing.
        hint: &'static str,
    },
    /// Numbers of units that do not meet.
    #[error("units do not fit: {left} and {right} in {what}")]
    Units {
        /// The expression.
        what: String,
        /// Of the first value.
        left: String,
        /// Of the second value.
        right: String,
    },
    /// A percentage was multiplied or divided by and not brought down.
    #[error("{0} counts with a number of percent; divide it by 100: `base * rate / 100`")]
    Percent(String),
    /// A column beside aggregates that is not grouped by.
    #[error("`{0}` differs within a group; name it in GROUP BY, or take MIN or MAX of it")]
    NotGrouped(String),
    /// An aggregate or neighbour where none can be.
    #[error("{what} is not possible in {place}")]
    Misplaced {
        /// The expression.
        what: String,
        /// Where it stood.
        place: &'static str,
    },
    /// Wrong number or kind of arguments, too few members, and the like.
    #[error("{0}")]
    Form(String),
    /// Selections of a union give different numbers of columns, or a subquery
    /// gives more than one.
    #[error("{what} gives {found} columns where {expected} are needed")]
    Width {
        /// Union or subquery.
        what: &'static str,
        /// As many as it gives.
        found: usize,
        /// As many as it must.
        expected: usize,
    },
    /// A subquery gave several rows.
    #[error(
        "a subquery gives {0} rows where one value is needed; narrow it, or take MIN, MAX or LIMIT 1"
    )]
    ManyRows(u64),
    /// Relations with nothing to join by.
    #[error(
        "the join of {left} and {right} rows has no key; say `ON a.column = b.column` (at most {max} pairs without)"
    )]
    NoKey {
        /// Rows before it.
        left: usize,
        /// Rows it adds.
        right: usize,
        /// Pairs by the limits.
        max: usize,
    },
    /// The caller did not load the cells.
    #[error("the cells of `{0}` were not loaded")]
    NotLoaded(String),
    /// A number with more digits than can be exact.
    #[error("{0} gives a number of more than 28 digits")]
    Overflow(String),
    /// A bound was met.
    #[error("the query needs more than {max} {what}")]
    Bound {
        /// Of what.
        what: &'static str,
        /// By the limits.
        max: u64,
    },
}

fn meant(nearest: &Option<String>) -> String {
    nearest
        .as_ref()
        .map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// The name most like another, if it is much like it.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    let most = name.chars().count() / 2;
    known
        .map(|other| (distance(name, other), other))
        .filter(|(far, other)| *far <= most || (name.len() > 2 && other.contains(name)))
        // Whoever misspells seldom misspells the first letter.
        .min_by_key(|(far, other)| (*far, other.chars().next() != name.chars().next(), *other))
        .map(|(_, other)| other.to_owned())
}

/// Letters to put in, take out or change.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, other) in b.iter().enumerate() {
            let change = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = change.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}

/// The start of a text, for messages.
pub(super) fn shortened(text: &str) -> String {
    const CHARS_MAX: usize = 80;
    match text.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
