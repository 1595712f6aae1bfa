//! Elements of running text by their names.

/// Text that is deleted, moved away, or a second version for old programs, and
/// what a paragraph looked like before a change.
pub(super) fn is_gone(name: &str) -> bool {
    matches!(
        name,
        "del"
            | "moveFrom"
            | "Fallback"
            | "pPrChange"
            | "rPrChange"
            | "tblPrChange"
            | "trPrChange"
            | "tcPrChange"
            | "sectPrChange"
            | "sdtPr"
    )
}

/// The character that an empty element of running text stands for.
pub(super) fn sign(name: &str) -> &'static str {
    match name {
        "tab" | "ptab" => " ",
        "br" | "cr" => "\n",
        "noBreakHyphen" => "-",
        _ => "",
    }
}

/// What joins the parts of a formula on one line: `x^2`, `a_i`, `p/q`.
pub(super) fn formula_sign(name: &str) -> &'static str {
    match name {
        "sup" => "^",
        "sub" => "_",
        "den" => "/",
        "rad" => "√",
        _ => "",
    }
}
