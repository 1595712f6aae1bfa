//! Dots that lead the eye from a title to its page number or from cell to cell.

use super::lines::Line;

/// Signs of a leader at least; fewer are an ellipsis.
const LEADER_MIN: usize = 5;
/// Signs of a drawn rule at least.
const RULE_MIN: usize = 12;
/// Characters of a page number at most.
const NUMBER_MAX: usize = 7;

/// True when a text has a leader in it.
pub(super) fn has_leader(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(is_dot) {
        let (dots, bytes) = leader(&rest[at..]);
        if dots >= LEADER_MIN {
            return true;
        }
        rest = &rest[at + bytes..];
    }
    false
}

/// A title, a leader and no more than a number: a line of a table of contents.
pub(super) fn is_contents_line(text: &str) -> bool {
    let short = shortened(text);
    short.split_once(" ... ").is_some_and(|(_, number)| {
        number.chars().count() <= NUMBER_MAX && !number.contains("...") && !number.contains('$')
    })
}

fn is_dot(ch: char) -> bool {
    matches!(ch, '.' | '…' | '·')
}

/// How many dots a text starts with, spaces between them not counted, and how
/// many bytes they take.
fn leader(text: &str) -> (usize, usize) {
    let (mut dots, mut end, mut last) = (0, 0, 0);
    for (at, ch) in text.char_indices() {
        if is_dot(ch) {
            dots += if ch == '…' { 3 } else { 1 };
            end = at + ch.len_utf8();
            last = at;
        } else if !matches!(ch, ' ' | ',') || at > last + 4 {
            break;
        }
    }
    (dots, end)
}

/// The text with leaders cut to ` ... ` and blanks to be filled in to `___`.
pub(super) fn shortened(text: &str) -> String {
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|ch| is_dot(ch) || ch == '_') {
        short.push_str(&rest[..at]);
        rest = &rest[at..];
        let (dots, bytes) = leader(rest);
        let blanks = rest.len() - rest.trim_start_matches('_').len();
        if dots >= LEADER_MIN {
            short.truncate(short.trim_end().len());
            short.push_str(" ... ");
            rest = rest[bytes..].trim_start();
        } else if blanks > 3 {
            short.push_str("___");
            rest = &rest[blanks..];
        } else {
            let taken = blanks.max(bytes).max(1);
            short.push_str(&rest[..taken]);
            rest = &rest[taken..];
        }
    }
    short.push_str(rest);
    short.truncate(short.trim_end().len());
    short
}

/// Takes the leaders out of rows of tables, where they fill the gaps that part
/// the cells; lines of contents keep theirs. Rules drawn with signs go too.
pub(super) fn clear(lines: &mut Vec<Line>) {
    lines.retain(|line| !is_drawn_rule(line));
    for line in lines.iter_mut() {
        let text = line.text();
        if has_leader(&text) && !is_contents_line(&text) {
            clear_line(line);
        }
    }
    lines.retain(|line| !line.words.is_empty());
}

/// `-----` and `=====` from side to side, as programs print that have no other lines.
fn is_drawn_rule(line: &Line) -> bool {
    let sign = |ch: char| matches!(ch, '-' | '=' | '–' | '—' | '*');
    let mut signs = line.words.iter().flat_map(|word| word.text.chars());
    signs.clone().count() >= RULE_MIN && signs.all(sign)
}

fn clear_line(line: &mut Line) {
    for word in &mut line.words {
        let kept = word.text.trim_end_matches(is_dot);
        let dots = word.text[kept.len()..].chars().count();
        if dots >= LEADER_MIN || (kept.is_empty() && dots > 1) {
            let share = kept.chars().count() as f32 / word.text.chars().count().max(1) as f32;
            // Letters are wider than dots, so this cuts no letter off.
            word.x1 = word.x0 + (word.width() * share * 1.5).min(word.width());
            word.text = kept.into();
        }
    }
    line.words.retain(|word| !word.text.is_empty());
}
