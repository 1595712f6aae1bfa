//! Of several copies of a table the one of the final document.

use std::collections::BTreeSet;

use index::Snapshot;
use text::table::TableKind;

use super::found::Found;
use crate::answer::is_draft;

/// Share of a draft's names that the final copy holds, too.
const SAME_SHARE_MIN: f64 = 0.5;
/// Names that both hold: fewer are shared by chance.
const SAME_NAMES_MIN: usize = 4;
/// Names of a relation that are compared, its first.
const NAMES_MAX: usize = 1_000;

/// Leaves out relations of drafts of which the same is found in a document that is none. Where
/// searches found the draft counts for the final copy.
pub(super) fn without_drafts(snapshot: &Snapshot, mut found: Vec<Found>) -> Vec<Found> {
    let documents = found.iter().map(|one| snapshot.document(&one.id.document));
    let drafts: Vec<bool> = documents
        .map(|document| document.is_ok_and(is_draft))
        .collect();
    // So it is nearly always.
    if !drafts.contains(&true) {
        return found;
    }
    let copies = final_copies(&found, &drafts);
    for (draft, copy) in copies.iter().enumerate() {
        if let Some(copy) = *copy {
            let evidence = found[draft].evidence;
            let own = &mut found[copy].evidence;
            own.card = own.card.into_iter().chain(evidence.card).min();
            own.passage = own.passage.into_iter().chain(evidence.passage).min();
        }
    }
    let mut copies = copies.into_iter();
    found.retain(|_| copies.next().flatten().is_none());
    found
}

/// For each relation of a draft its first copy in another document.
fn final_copies(found: &[Found], drafts: &[bool]) -> Vec<Option<usize>> {
    let names: Vec<BTreeSet<&str>> = found.iter().map(names).collect();
    let is_copy = |draft: usize, other: usize| {
        let same = names[draft].intersection(&names[other]).count();
        !drafts[other]
            && found[draft].relation.kind == found[other].relation.kind
            && same >= SAME_NAMES_MIN
            && same as f64 >= SAME_SHARE_MIN * names[draft].len() as f64
    };
    let copy = |draft: usize| (0..found.len()).find(|&other| is_copy(draft, other));
    (0..found.len())
        .map(|at| drafts[at].then(|| copy(at)).flatten())
        .collect()
}

/// What its cells are called: numbers change from copy to copy.
fn names(one: &Found) -> BTreeSet<&str> {
    if one.relation.kind == TableKind::Statements {
        return BTreeSet::new();
    }
    let columns = one.relation.columns.iter();
    let texts = columns.flat_map(|column| column.cells.iter().map(|cell| cell.text.trim()));
    texts
        .filter(|text| text.contains(char::is_alphabetic))
        .take(NAMES_MAX)
        .collect()
}
