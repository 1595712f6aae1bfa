//! Readable names of relations: what a person writes to ask for one.

use std::collections::BTreeMap;

use super::{LogicalTable, TableKind};

/// Longest name, in bytes.
pub const NAME_BYTES_MAX: usize = 64;
/// Bytes that the document's own name takes of it at most.
const STEM_BYTES_MAX: usize = 24;
/// Words of a title that go into a name.
const TITLE_WORDS_MAX: usize = 8;

/// A name for each relation of a document whose file is called `stem`: the
/// stem and the words of the title, of `[a-z0-9_]`, at most 64 bytes, no two the
/// same.
///
/// ```
/// # use text::table::names;
/// assert_eq!(names("Rules Manual", &[]), Vec::<String>::new());
/// ```
pub fn names(stem: &str, relations: &[LogicalTable]) -> Vec<String> {
    let stem = document_name(stem);
    // Each name with the number that was last tried behind it.
    let mut taken = BTreeMap::new();
    relations
        .iter()
        .map(|table| {
            let own = words(table.title.as_deref().unwrap_or_default(), TITLE_WORDS_MAX);
            let own = match (own.as_str(), table.kind) {
                ("", TableKind::Table) => "table",
                ("", TableKind::List) => "list",
                ("", TableKind::Series) => "series",
                ("", TableKind::Sections) => "sections",
                ("", TableKind::Documents) => "documents",
                ("", TableKind::Statements) => "statements",
                (own, _) => own,
            };
            let whole = [stem.as_str(), own].join(".");
            unique(whole.trim_matches(['_', '.']), &mut taken)
        })
        .collect()
}

/// What the names of a document's relations begin with, where its file is called `stem`.
///
/// ```
/// # use text::table::document_name;
/// assert_eq!(document_name("Rules Manual"), "rules_manual");
/// ```
pub fn document_name(stem: &str) -> String {
    cut(&words(stem, usize::MAX), STEM_BYTES_MAX).to_owned()
}

/// The name, or the name with the first number that no other has.
fn unique(name: &str, taken: &mut BTreeMap<String, u64>) -> String {
    let first = cut(name, NAME_BYTES_MAX).to_owned();
    let mut number = taken.get(&first).copied().unwrap_or(0);
    let mut free = first.clone();
    while taken.contains_key(&free) {
        number = number.max(1) + 1;
        let suffix = format!("_{number}");
        free = format!("{}{suffix}", cut(name, NAME_BYTES_MAX - suffix.len()));
    }
    taken.insert(first, number);
    taken.entry(free.clone()).or_insert(0);
    free
}

/// At most so many bytes, not ending between words.
fn cut(name: &str, bytes: usize) -> &str {
    name[..name.len().min(bytes)].trim_end_matches('_')
}

/// Words in ASCII, joined by `_`.
fn words(text: &str, count: usize) -> String {
    let folded = crate::folded(text);
    let words = folded
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    words.take(count).collect::<Vec<_>>().join("_")
}
