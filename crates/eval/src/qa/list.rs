//! An answer as it was given, and how much of a list is in it.

use serde::Serialize;

use super::reduced::Reduced;

/// An answer as it was given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GivenAnswer<'a> {
    /// The text, markers and all.
    pub text: &'a str,
    /// The items of a list answer; empty when it gave none.
    pub items: &'a [GivenItem<'a>],
}

/// One item of a list answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GivenItem<'a> {
    /// The number or code of the item; empty when it has none.
    pub label: &'a str,
    /// Its text.
    pub text: &'a str,
}

/// How complete and how clean a list is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ListScore {
    /// Share of the gold items that are there, 0 to 1.
    pub recall: f64,
    /// Share of the given items that are gold, each gold item once; None when
    /// the answer gave no items, only text.
    pub precision: Option<f64>,
}

/// Each given item stands for at most one gold item, so one item that holds a
/// whole page finds one and not all of them.
pub(super) fn list_score(gold: &[String], given: &GivenAnswer<'_>) -> ListScore {
    let gold: Vec<Reduced> = gold.iter().map(|item| Reduced::folded(item)).collect();
    if given.items.is_empty() {
        let text = Reduced::folded(given.text);
        let found = gold.iter().filter(|item| text.holds_whole(item)).count();
        return ListScore {
            recall: found as f64 / gold.len() as f64,
            precision: None,
        };
    }
    let items: Vec<GivenForms> = given.items.iter().map(GivenForms::new).collect();
    let mut taken = vec![false; gold.len()];
    let mut matched = vec![false; items.len()];
    for fit in [
        GivenForms::equals as fn(&GivenForms, &Reduced) -> bool,
        GivenForms::holds,
    ] {
        for (item, matched) in items
            .iter()
            .zip(&mut matched)
            .filter(|(_, matched)| !**matched)
        {
            // The longest that fits: "Tree Overhang Factor" before "Factor".
            let free = gold
                .iter()
                .enumerate()
                .filter(|(index, gold)| !taken[*index] && fit(item, gold));
            if let Some((index, _)) =
                free.max_by_key(|(index, gold)| (gold.as_str().len(), usize::MAX - index))
            {
                taken[index] = true;
                *matched = true;
            }
        }
    }
    let found = taken.iter().filter(|taken| **taken).count() as f64;
    ListScore {
        recall: found / gold.len() as f64,
        precision: Some(found / items.len() as f64),
    }
}

/// A given item with and without its label, as gold lists come in both forms.
struct GivenForms {
    text: Reduced,
    labelled: Reduced,
}

impl GivenForms {
    fn new(item: &GivenItem<'_>) -> GivenForms {
        let labelled = Reduced::folded(&format!("{} {}", item.label, item.text));
        GivenForms {
            text: Reduced::folded(item.text),
            labelled,
        }
    }

    fn equals(&self, gold: &Reduced) -> bool {
        self.text.as_str() == gold.as_str() || self.labelled.as_str() == gold.as_str()
    }

    fn holds(&self, gold: &Reduced) -> bool {
        self.labelled.holds_whole(gold)
    }
}
