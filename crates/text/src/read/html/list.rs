//! What stands before the items of a list.

use super::tree::{NodeId, Tree};

/// The marks of one list, counted on.
#[derive(Debug)]
pub struct ListMarkers {
    style: Style,
    /// Number of the next item.
    next: i64,
    step: i64,
    has_begun: bool,
}

/// How numbers are written.
#[derive(Debug, Clone, Copy)]
enum Style {
    Bullet,
    Decimal,
    Letter { upper: bool },
    Roman { upper: bool },
}

impl ListMarkers {
    /// Of a list without numbers.
    pub fn bullets() -> Self {
        Self {
            style: Style::Bullet,
            next: 1,
            step: 1,
            has_begun: false,
        }
    }

    /// Of an `ol` element.
    pub fn numbered(tree: &Tree, id: NodeId) -> Self {
        let style = match tree.attribute(id, "type") {
            Some("a") => Style::Letter { upper: false },
            Some("A") => Style::Letter { upper: true },
            Some("i") => Style::Roman { upper: false },
            Some("I") => Style::Roman { upper: true },
            _ => Style::Decimal,
        };
        let start = tree.attribute(id, "start").and_then(number);
        let reversed = tree.attribute(id, "reversed").is_some();
        let items = || {
            i64::try_from(
                tree.children(id)
                    .filter(|&child| is_item(tree, child))
                    .count(),
            )
        };
        Self {
            style,
            next: start.unwrap_or_else(|| if reversed { items().unwrap_or(1) } else { 1 }),
            step: if reversed { -1 } else { 1 },
            has_begun: false,
        }
    }

    /// Whether an item was met.
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// The mark of the next item; `value` is what the item says of its number.
    pub fn next(&mut self, value: Option<&str>) -> String {
        self.has_begun = true;
        let number = value.and_then(number).unwrap_or(self.next);
        self.next = number.saturating_add(self.step);
        let written = match self.style {
            Style::Bullet => return "- ".to_owned(),
            Style::Decimal => None,
            Style::Letter { upper } => letters(number).map(|word| cased(word, upper)),
            Style::Roman { upper } => roman(number).map(|word| cased(word, upper)),
        };
        format!("{}. ", written.unwrap_or_else(|| number.to_string()))
    }
}

fn is_item(tree: &Tree, id: NodeId) -> bool {
    tree.tag(id) == Some(super::tag::Tag::Item)
}

fn number(value: &str) -> Option<i64> {
    value.trim().parse().ok()
}

fn cased(word: String, upper: bool) -> String {
    if upper { word.to_uppercase() } else { word }
}

/// `a` to `z`, then `aa`; nothing for numbers below 1.
fn letters(number: i64) -> Option<String> {
    let mut rest = number;
    let mut word = Vec::new();
    while rest > 0 {
        rest -= 1;
        word.push(b'a' + u8::try_from(rest % 26).ok()?);
        rest /= 26;
    }
    word.reverse();
    String::from_utf8(word).ok().filter(|word| !word.is_empty())
}

/// Roman numbers from 1 to 3,999.
fn roman(number: i64) -> Option<String> {
    const SIGNS: [(i64, &str); 13] = [
        (1_000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    if !(1..4_000).contains(&number) {
        return None;
    }
    let mut rest = number;
    let mut word = String::new();
    for (value, sign) in SIGNS {
        while rest >= value {
            word.push_str(sign);
            rest -= value;
        }
    }
    Some(word)
}
