//! Labels that say that a row sums up others.

/// A row's label that says it sums up others.
pub(super) fn is_total(label: &str) -> bool {
    const TOTALS: [&str; 14] = [
        "total",
        "totals",
        "subtotal",
        "subtotals",
        "sum",
        "gesamt",
        "summe",
        "insgesamt",
        "gesamtsumme",
        "zwischensumme",
        "suma",
        "totales",
        "totaal",
        "grand",
    ];
    let mut words = label
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(crate::folded);
    match words.next().as_deref() {
        Some("grand") => words.next().as_deref() == Some("total"),
        Some("sub") => words.next().as_deref() == Some("total"),
        Some(first) => TOTALS.contains(&first),
        None => false,
    }
}
