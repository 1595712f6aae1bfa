//! What of a chunk a model that knows no figures reads.

/// Share of digits among a word's letters and digits from which it is a figure.
const FIGURE_DIGIT_SHARE: f32 = 0.5;

/// Share of figures and lone marks among a line's words from which it is a line of figures.
const FIGURES_SHARE: f32 = 0.3;

/// The words of a chunk that a small model can make something of.
///
/// Lines of figures are noise to it and cost most of its tokens (a page of factors is five times
/// as many tokens as a page of prose), so they keep their words and lose their figures, in a table
/// that a reader knew as well as in one that it took for text. Prose keeps its numbers. The keyword
/// arm sees everything.
///
/// ```
/// # use text::labels;
/// assert_eq!(labels("Base rates\nHO3 | $750,000 | 2% | 1.000"), "Base rates\nHO3");
/// assert_eq!(labels("Net sales 5,408 4,926 4,510"), "Net sales");
/// assert_eq!(labels("A fee of $15 is due."), "A fee of $15 is due.");
/// ```
pub fn labels(text: &str) -> String {
    let mut kept: Vec<String> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line
            .split_whitespace()
            .filter(|word| !is_figure(word))
            .collect();
        if !is_of_figures(line, words.len()) {
            kept.push(line.to_owned());
            continue;
        }
        let label = words.join(" ");
        // Rows that differ in their figures alone say the same.
        if !label.is_empty() && kept.last() != Some(&label) {
            kept.push(label);
        }
    }
    kept.join("\n")
}

/// Whether so much of a line is figures that it is no prose, given how many of its words are none.
#[expect(clippy::cast_precision_loss, reason = "words of a line")]
fn is_of_figures(line: &str, others: usize) -> bool {
    let all = line.split_whitespace().count();
    all > others && (all - others) as f32 >= FIGURES_SHARE * all as f32
}

/// Whether a word is mostly digits, or a mark alone.
#[expect(clippy::cast_precision_loss, reason = "a share of a word's characters")]
fn is_figure(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let all = word.chars().filter(|c| c.is_alphanumeric()).count();
    all == 0 || digits as f32 > FIGURE_DIGIT_SHARE * all as f32
}
