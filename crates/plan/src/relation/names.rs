//! What relations and columns are called in queries.

use std::collections::BTreeSet;

/// Longest name of a relation or column, in bytes.
pub const NAME_BYTES_MAX: usize = 64;

/// Names for queries, made unique by a number.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    pub(super) fn unique(&mut self, printed: &str, at: usize) -> String {
        let base = identifier(printed, at);
        let mut name = base.clone();
        let mut next = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{base}_{next}");
            next += 1;
        }
        name
    }
}

/// A printed name as `[a-z0-9_]`, cut at a word; `c3` for a column without one.
pub fn identifier(printed: &str, at: usize) -> String {
    let mut name = String::new();
    for word in text::folded(printed).split(|c: char| !c.is_ascii_alphanumeric()) {
        if word.is_empty() {
            continue;
        }
        if !name.is_empty() && name.len() + 1 + word.len() > NAME_BYTES_MAX - 4 {
            break;
        }
        if !name.is_empty() {
            name.push('_');
        }
        name.push_str(&word[..word.len().min(NAME_BYTES_MAX - 4)]);
    }
    if name.is_empty() {
        return format!("c{}", at + 1);
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::identifier;

    #[test]
    fn names_are_identifiers() {
        assert_eq!(identifier("Größe (m²) / 2019", 0), "grosse_m_2019");
        assert_eq!(identifier("2019", 0), "_2019");
        assert_eq!(identifier("—", 2), "c3");
    }
}
