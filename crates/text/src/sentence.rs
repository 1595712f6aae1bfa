//! Sentences of a canonical text.
//!
//! Lines decide first: a blank line, a heading, a list item and a table row end
//! a sentence whatever their punctuation. What is left is prose in which a
//! single line break is a wrap; there `sentencex` finds the ends, since it
//! knows abbreviations, initials and quotes of many languages.

use crate::{Language, Span, row};

/// Longest prose given to the splitter at once, in bytes. It looks back from
/// each full stop, so that its time grows faster than the text.
const PROSE_BYTES_MAX: usize = 8 * 1024;

/// A heading has at most this many words; longer lines are prose.
const HEADING_WORDS_MAX: usize = 12;

/// The sentences of `text`, in order, as spans into it: trimmed, not empty,
/// disjoint, and together all of the text but white space.
///
/// A line with ` | ` is a table row and one sentence.
///
/// ```
/// # use text::{Language, sentences};
/// let text = "It applies in the U.S.\nonly, but for:\n- ice\n\nPeril | Rate\n";
/// let found: Vec<&str> =
///     sentences(text, Language::En).iter().filter_map(|span| span.slice(text)).collect();
/// assert_eq!(found, ["It applies in the U.S.\nonly, but for:", "- ice", "Peril | Rate"]);
/// ```
pub fn sentences(text: &str, language: Language) -> Vec<Span> {
    let mut found = Vec::new();
    for block in blocks(text) {
        match block.kind {
            BlockKind::Line => push_trimmed(&mut found, text, block.span),
            BlockKind::Prose => prose(&mut found, text, block.span, language),
        }
    }
    found
}

/// Lines that belong together.
struct Block {
    span: Span,
    kind: BlockKind,
}

#[derive(Clone, Copy, PartialEq)]
enum BlockKind {
    /// One sentence by its form: a heading or a table row.
    Line,
    /// Wrapped lines of running text.
    Prose,
}

/// Cuts a text at blank lines, headings, list items and rows.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let all: Vec<(Span, &str)> = lines(text).collect();
    let widths = widths(&all);
    let mut lines = all.iter().copied().zip(widths).peekable();
    // Whether the next line of prose starts a block of its own.
    let mut closed = true;
    // The open block started as a list item, so that a number goes on with the list.
    let mut in_list = false;
    // The paragraph started with the date, the time, the number of an entry.
    let mut of_entries = false;
    let mut previous = "";
    while let Some(((span, line), widest)) = lines.next() {
        let following = lines.peek().map_or("", |&((_, following), _)| following);
        if line.is_empty() {
            closed = true;
        } else if is_row(line) || (closed && is_heading(line, following)) {
            blocks.push(Block {
                span,
                kind: BlockKind::Line,
            });
            closed = true;
        } else if closed
            || starts_item(line, in_list || ends_clause(previous))
            || is_labelled(line)
            || ends_early(previous, line, widest)
            || (of_entries && is_entry(line))
        {
            blocks.push(Block {
                span,
                kind: BlockKind::Prose,
            });
            in_list = starts_item(line, true);
            closed = false;
        } else if let Some(block) = blocks.last_mut() {
            block.span.end = span.end;
        }
        if previous.is_empty() {
            of_entries = is_entry(line);
        }
        previous = line;
    }
    blocks
}

/// Whether a line starts with a date, a time or another number of several parts, as the lines of a diary
/// do: `17.06. 14:00 dentist`.
fn is_entry(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    let parts = word
        .split(['.', ':', '/', '-'])
        .filter(|part| !part.is_empty());
    parts.clone().count() > 1
        && parts
            .clone()
            .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Of each line the characters of the longest one of its paragraph.
fn widths(lines: &[(Span, &str)]) -> Vec<usize> {
    let mut widths = Vec::with_capacity(lines.len());
    for paragraph in lines.chunk_by(|a, b| a.1.is_empty() == b.1.is_empty()) {
        let each = paragraph.iter().map(|(_, line)| line.chars().count());
        let widest = each.max().unwrap_or_default();
        widths.extend(std::iter::repeat_n(widest, paragraph.len()));
    }
    widths
}

/// Whether a line ends on purpose before its paragraph's edge, as those of an address or of a list of
/// things without marks do: what wraps goes on until the next word has no room.
fn ends_early(line: &str, next: &str, widest: usize) -> bool {
    /// Of the widest line that much, in quarters, is left free.
    const FILLED_QUARTERS: usize = 3;
    let word = next.split_whitespace().next().unwrap_or_default();
    let filled = line.chars().count() + 1 + word.chars().count();
    let goes_on = next.starts_with(char::is_lowercase) || line.ends_with([',', '-', '–', '/', '&']);
    !goes_on && 4 * filled <= FILLED_QUARTERS * widest
}

/// A line of a form, `Policy number: BM-220418`: a label of a few words, a colon, a value.
fn is_labelled(line: &str) -> bool {
    /// Words of a label.
    const WORDS_MAX: usize = 4;
    let Some((label, value)) = line.split_once(": ") else {
        return false;
    };
    let words = label.split_whitespace().count();
    let letters = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '.' | '/' | '\'' | '&');
    (1..=WORDS_MAX).contains(&words)
        && starts_upper(label)
        && label.chars().all(letters)
        && !value.trim().is_empty()
}

/// A row, whose first or last cell may be empty.
fn is_row(line: &str) -> bool {
    row::is_row(line) || line.starts_with("| ") || line.ends_with(" |")
}

/// Lines with their spans, trimmed; a form feed ends a line, too.
fn lines(text: &str) -> impl Iterator<Item = (Span, &str)> {
    let mut start = 0;
    text.split_inclusive(['\n', '\r', '\u{c}'])
        .map(move |line| {
            let span = Span::new(start, start + line.len());
            start = span.end;
            (span, line.trim())
        })
}

/// Whether a line that starts a block is a heading: short, no end of a
/// sentence, and in capitals, numbered, or capitalised word by word.
fn is_heading(line: &str, following: &str) -> bool {
    let words: Vec<&str> = line
        .split_whitespace()
        .take(HEADING_WORDS_MAX + 1)
        .collect();
    let ended = line.ends_with(['.', ',', ';', ':', '!', '?', '-', '…']);
    let continued = following.starts_with(|first: char| first.is_lowercase());
    if words.len() > HEADING_WORDS_MAX || ended || continued {
        return false;
    }
    let is_numbered = words.len() > 1 && is_section_number(words[0]) && starts_upper(words[1]);
    let capitals = line.chars().filter(|letter| letter.is_uppercase()).count();
    let small = line.chars().filter(|letter| letter.is_lowercase()).count();
    let title_case = words.len() > 1
        && words
            .iter()
            .all(|word| starts_upper(word) || word.chars().count() <= 3 || is_code(word))
        && starts_upper(words[0]);
    is_numbered || (capitals > 1 && small == 0) || title_case
}

fn starts_upper(word: &str) -> bool {
    word.trim_start_matches(|c: char| !c.is_alphanumeric())
        .starts_with(char::is_uppercase)
}

fn is_code(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// `1`, `1.`, `2.3.1`.
fn is_section_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
        && word
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
        && !word.contains("..")
}

/// Whether a line starts with a bullet, or with a number where one may start
/// an item; `in section` + `12. The …` is a wrap.
fn starts_item(line: &str, may_number: bool) -> bool {
    let Some((marker, _)) = line.split_once(char::is_whitespace) else {
        return false;
    };
    let mut characters = marker.chars();
    let (first, second) = (characters.next(), characters.next());
    let bullet = matches!(
        first,
        Some(
            '-' | '*'
                | '+'
                | '•'
                | '‣'
                | '◦'
                | '▪'
                | '●'
                | '○'
                | '–'
                | '—'
                | '·'
                | '■'
                | '□'
                | '➢'
                | '✓'
                | '\u{e000}'..='\u{f8ff}'
        )
    );
    (bullet && second.is_none()) || (may_number && is_enumerator(marker))
}

fn ends_clause(line: &str) -> bool {
    line.ends_with(['.', ':', ';', '!', '?', ')', ']'])
}

/// `1.`, `12)`, `(3)`, `(a)`, `iv)`.
fn is_enumerator(marker: &str) -> bool {
    let inner = marker.strip_prefix('(').unwrap_or(marker);
    let Some(inner) = inner.strip_suffix([')', '.']) else {
        return false;
    };
    let letters = marker.ends_with(')') && inner.bytes().all(|byte| byte.is_ascii_alphabetic());
    let digits = inner.bytes().all(|byte| byte.is_ascii_digit());
    (1..=4).contains(&inner.len()) && (letters || digits)
}

/// Adds the sentences of a block of prose.
fn prose(found: &mut Vec<Span>, text: &str, block: Span, language: Language) {
    let mut start = block.start;
    while start < block.end {
        let end = piece_end(text, start, block.end);
        let piece = &text[start..end];
        let mut from = start;
        for end in ends(piece, language) {
            let sentence = Span::new(from, start + end);
            let Some(following) = piece.get(end..) else {
                continue;
            };
            if sentence.is_empty() || goes_on(sentence.slice(text).unwrap_or(""), following) {
                continue;
            }
            push_trimmed(found, text, sentence);
            from = sentence.end;
        }
        push_trimmed(found, text, Span::new(from, end));
        start = end;
    }
}

/// End of the next piece of prose to split: all of it, else up to the last full
/// stop or space within the limit, else the first space after it.
fn piece_end(text: &str, start: usize, end: usize) -> usize {
    if end - start <= PROSE_BYTES_MAX {
        return end;
    }
    let limit = text.floor_char_boundary(start + PROSE_BYTES_MAX);
    let piece = &text[start..limit];
    let cut = piece
        .rfind(". ")
        .map(|at| at + 2)
        .or_else(|| piece.rfind(char::is_whitespace))
        .filter(|&at| at > 0 && piece.is_char_boundary(at));
    match cut {
        Some(at) => start + at,
        None => text[limit..end]
            .find(char::is_whitespace)
            .map_or(end, |at| limit + at),
    }
}

/// Ends of the sentences within a piece of prose.
fn ends(piece: &str, language: Language) -> Vec<usize> {
    if piece.len() > PROSE_BYTES_MAX || !piece.contains(is_terminator) {
        return Vec::new();
    }
    // One byte for one byte, so that offsets stay true.
    let unwrapped = piece.replace(['\n', '\r', '\u{c}'], " ");
    let code = match language {
        Language::Other => "en",
        known => known.code(),
    };
    // No random text has made it panic so far; were one to, its prose would be
    // one sentence.
    let split = std::panic::catch_unwind(|| {
        let boundaries = sentencex::get_sentence_boundaries(code, &unwrapped);
        boundaries
            .iter()
            .map(|boundary| boundary.end_byte)
            .collect()
    });
    split.unwrap_or_default()
}

/// Where the splitter ends a sentence too early: after what has no letters, be it the number of a list
/// item or a date, after the words behind it that name what the item is about (`3. Gate. The lock …`), and after a
/// numeral that a small letter follows (`Rule C-7. applies`).
fn goes_on(sentence: &str, following: &str) -> bool {
    let sentence = sentence.trim();
    if names_item(sentence) && !following.starts_with(['\n', '\r']) {
        return true;
    }
    let numeral = sentence
        .strip_suffix('.')
        .is_some_and(|number| number.ends_with(|last: char| last.is_ascii_digit()));
    !sentence.contains(char::is_alphabetic)
        || is_enumerator(sentence)
        || (numeral
            && following
                .trim_start()
                .starts_with(|first: char| first.is_lowercase()))
}

/// `3. Gate.`, `(b) Pets and guests.`: the head of an item, set in its line.
fn names_item(sentence: &str) -> bool {
    /// Words of such a head.
    const WORDS_MAX: usize = 3;
    let mut words = sentence.split_whitespace();
    let count = words.clone().count();
    words.next().is_some_and(is_enumerator)
        && (2..=1 + WORDS_MAX).contains(&count)
        && sentence.ends_with('.')
}

/// A rough pre-test; the splitter knows more.
fn is_terminator(character: char) -> bool {
    matches!(character, '.' | '!' | '?' | '…') || !character.is_ascii()
}

fn push_trimmed(found: &mut Vec<Span>, text: &str, span: Span) {
    let Some(piece) = span.slice(text) else {
        return;
    };
    let start = span.start + (piece.len() - piece.trim_start().len());
    let trimmed = piece.trim();
    if !trimmed.is_empty() {
        found.push(Span::new(start, start + trimmed.len()));
    }
}
