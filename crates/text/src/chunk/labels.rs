//! What of a chunk a model that knows no figures reads.

use crate::row;

/// Share of digits among a cell's letters and digits from which it is a figure.
const FIGURE_DIGIT_SHARE: f32 = 0.5;

/// The words of a chunk that a small model can make something of.
///
/// Figures in table cells are noise to it and cost most of its tokens (a page
/// of factors is five times as many tokens as a page of prose), so rows keep
/// their labels and lose their figures. Prose keeps its numbers. The keyword
/// arm sees everything.
///
/// ```
/// # use text::labels;
/// assert_eq!(labels("Base rates\nHO3 | $750,000 | 2% | 1.000"), "Base rates\nHO3");
/// assert_eq!(labels("A fee of $15 is due."), "A fee of $15 is due.");
/// ```
pub fn labels(text: &str) -> String {
    let mut kept: Vec<String> = Vec::new();
    for line in text.lines() {
        if !row::is_row(line) {
            kept.push(line.to_owned());
            continue;
        }
        let cells: Vec<&str> = row::cells(line)
            .map(str::trim)
            .filter(|cell| !is_figure(cell))
            .collect();
        let row = cells.join(row::BETWEEN_CELLS);
        // Rows that differ in their figures alone say the same.
        if !row.is_empty() && kept.last() != Some(&row) {
            kept.push(row);
        }
    }
    kept.join("\n")
}

#[expect(clippy::cast_precision_loss, reason = "a share of a cell's characters")]
fn is_figure(cell: &str) -> bool {
    let digits = cell.chars().filter(char::is_ascii_digit).count();
    let all = cell.chars().filter(|c| c.is_alphanumeric()).count();
    all == 0 || digits as f32 > FIGURE_DIGIT_SHARE * all as f32
}
