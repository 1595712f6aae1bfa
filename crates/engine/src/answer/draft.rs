//! Signs that another copy of a document is the final one.

use index::DocumentRecord;

/// Words of a path that call its document a draft.
const SIGNS: [&str; 9] = [
    "draft",
    "redline",
    "redlined",
    "markup",
    "superseded",
    "obsolete",
    "outdated",
    "borrador",
    "entwurf",
];

/// Struck-out words of a document, then words of its path that call it a draft;
/// of two copies the one with less of both is quoted.
pub(crate) fn draft_signs(document: &DocumentRecord) -> (u32, usize) {
    let path = document
        .path
        .to_lowercase()
        .replace("red line", "redline")
        .replace("mark-up", "markup");
    let words = path.split(|c: char| !c.is_alphanumeric());
    (
        document.report.struck_out_words,
        words.filter(|word| SIGNS.contains(word)).count(),
    )
}
