//! Glyphs to words.
//!
//! A word ends at a space, or where the gap to the next glyph is wider than
//! the letters of its row are spaced. Glyph places are exact, so figures of
//! neighbouring columns that carry no space between them fall apart here.

use super::glyphs::Glyph;

/// A word at its place; `y` is the baseline and grows downward.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    pub(super) text: Box<str>,
    pub(super) x0: f32,
    pub(super) x1: f32,
    pub(super) y: f32,
    pub(super) size: f32,
    pub(super) bold: bool,
    pub(super) typewriter: bool,
    /// Smaller than its line and above it.
    pub(super) raised: bool,
}

impl Word {
    pub(super) fn center(&self) -> f32 {
        (self.x0 + self.x1) / 2.0
    }

    pub(super) fn width(&self) -> f32 {
        self.x1 - self.x0
    }
}

/// Baselines within this share of the size carry one word.
const SAME_BASELINE: f32 = 0.15;
/// A gap over this share of the size parts words where no space is drawn.
const WORD_GAP: f32 = 0.17;
/// A space this near to a letter's edge, as a share of the size, follows it.
const TOUCHING: f32 = 0.08;
/// A glyph over its own twin, as printers draw bold, is one glyph.
const TWIN: f32 = 0.3;

/// The words of one layer, row by row from the top, each row from the left.
pub(super) fn words(mut glyphs: Vec<Glyph>) -> Vec<Vec<Word>> {
    glyphs.sort_by(|a, b| a.y.total_cmp(&b.y));
    compose_raised_accents(&mut glyphs);
    let mut rows = Vec::new();
    let mut rest = glyphs.as_mut_slice();
    while let Some(first) = rest.first() {
        let (y, size) = (first.y, first.size);
        let on_row =
            |glyph: &&Glyph| glyph.y - y <= (SAME_BASELINE * glyph.size.min(size)).max(0.3);
        let count = rest.iter().take_while(on_row).count().max(1);
        let (row, others) = rest.split_at_mut(count);
        row.sort_by(|a, b| a.x.total_cmp(&b.x));
        let words = row_words(row);
        if !words.is_empty() {
            rows.push(words);
        }
        rest = others;
    }
    rows
}

fn row_words(row: &[Glyph]) -> Vec<Word> {
    let tracking = tracking(row);
    let (spaces, mut letters): (Vec<Glyph>, Vec<Glyph>) =
        row.iter().partition(|glyph| glyph.ch == ' ');
    compose_accents(&mut letters);
    let ends = word_ends(&letters, &spaces);
    let mut words = Vec::new();
    let mut current: Vec<Glyph> = Vec::new();
    let mut space = false;
    for (glyph, ends_word) in letters.iter().zip(ends) {
        if let Some(last) = current.last() {
            if last.ch == glyph.ch && (glyph.x - last.x).abs() < TWIN * last.width.max(0.5) {
                space |= ends_word;
                continue;
            }
            let gap = glyph.x - (last.x + last.width);
            let limit = tracking + WORD_GAP * glyph.size.min(last.size);
            if space || gap > limit || gap < -0.8 * glyph.size.max(last.size) {
                words.extend(word(&current));
                current.clear();
            }
        }
        space = ends_word;
        current.push(*glyph);
    }
    words.extend(word(&current));
    words
}

/// Puts accents that are drawn as signs of their own onto their letters, as
/// older typesetting programs leave them: `u` and `¨` become `ü`.
fn compose_accents(letters: &mut Vec<Glyph>) {
    let mut index = 0;
    while index < letters.len() {
        let accent = letters[index];
        let Some(mark) = combining(accent.ch) else {
            index += 1;
            continue;
        };
        let middle = accent.x + accent.width / 2.0;
        let over = |other: &usize| {
            let letter = letters[*other];
            let off = (letter.x + letter.width / 2.0 - middle).abs();
            (*other != index && off < 0.3 * letter.size).then_some(off)
        };
        let around = index.saturating_sub(1)..(index + 2).min(letters.len());
        let host = around
            .filter_map(|other| over(&other).map(|off| (other, off)))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        let composed = host.and_then(|(host, _)| {
            Some((
                host,
                unicode_normalization::char::compose(letters[host].ch, mark)?,
            ))
        });
        match composed {
            Some((host, ch)) => {
                letters[host].ch = ch;
                letters.remove(index);
            }
            None => index += 1,
        }
    }
}

/// An accent raised or lowered by this share of the size is still its letter's.
const ACCENT_SHIFT: f32 = 0.6;
/// Accents of a page beyond which they are an ornament.
const ACCENTS_MAX: usize = 2_000;

/// The same where the accent stands on a line of its own, as `ˆ` above an `e`. `glyphs` are in
/// order of their lines.
fn compose_raised_accents(glyphs: &mut Vec<Glyph>) {
    let accents = glyphs.iter().enumerate();
    let accents =
        accents.filter(|(_, glyph)| !glyph.ch.is_ascii() && combining(glyph.ch).is_some());
    let accents: Vec<usize> = accents.map(|(at, _)| at).take(ACCENTS_MAX).collect();
    for at in accents.into_iter().rev() {
        let accent = glyphs[at];
        let (reach, middle) = (ACCENT_SHIFT * accent.size, accent.x + accent.width / 2.0);
        let from = glyphs.partition_point(|glyph| glyph.y < accent.y - reach);
        let to = glyphs.partition_point(|glyph| glyph.y <= accent.y + reach);
        let off = |glyph: &Glyph| (glyph.x + glyph.width / 2.0 - middle).abs();
        let near =
            (from..to).filter(|&other| other != at && off(&glyphs[other]) < 0.3 * accent.size);
        let host = near.min_by(|&a, &b| off(&glyphs[a]).total_cmp(&off(&glyphs[b])));
        let composed = host.zip(combining(accent.ch)).and_then(|(host, mark)| {
            let ch = unicode_normalization::char::compose(glyphs[host].ch, mark)?;
            Some((host, ch))
        });
        if let Some((host, ch)) = composed {
            glyphs[host].ch = ch;
            glyphs.remove(at);
        }
    }
}

/// The combining form of an accent that is drawn as a sign of its own.
fn combining(ch: char) -> Option<char> {
    Some(match ch {
        '`' => '\u{300}',
        '´' => '\u{301}',
        'ˆ' | '^' => '\u{302}',
        '˜' | '~' => '\u{303}',
        '¨' => '\u{308}',
        '˚' | '°' => '\u{30A}',
        'ˇ' => '\u{30C}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        _ => return None,
    })
}

/// Which letters a space follows: the one it touches, wherever the next word
/// begins. In recognised scans words overlap the spaces before them.
fn word_ends(letters: &[Glyph], spaces: &[Glyph]) -> Vec<bool> {
    let mut ends = vec![false; letters.len()];
    for space in spaces {
        let after = letters.partition_point(|letter| letter.x < space.x + 0.5 * space.size);
        let edge = |index: &usize| (letters[*index].x + letters[*index].width - space.x).abs();
        let near = (after.saturating_sub(8)..after).min_by(|a, b| edge(a).total_cmp(&edge(b)));
        let touching = near.filter(|index| edge(index) <= TOUCHING * space.size);
        // A space over a letter parts nothing: blanks are printed over figures.
        let before = || {
            let last = (0..after).rev().find(|&index| letters[index].x < space.x)?;
            let end = letters[last].x + letters[last].width;
            (end <= space.x + TOUCHING * space.size).then_some(last)
        };
        if let Some(index) = touching.or_else(before) {
            ends[index] = true;
        }
    }
    ends
}

/// How far the letters of a row are set apart, where they are evenly so, as in
/// a s p a c e d title; 0 elsewhere.
fn tracking(row: &[Glyph]) -> f32 {
    let mut gaps: Vec<f32> = row
        .windows(2)
        .filter(|pair| pair[0].ch != ' ' && pair[1].ch != ' ')
        .map(|pair| pair[1].x - pair[0].x - pair[0].width)
        .collect();
    if gaps.len() < 6 {
        return 0.0;
    }
    gaps.sort_by(f32::total_cmp);
    let (middle, size) = (gaps[gaps.len() / 2], row[0].size);
    let even = gaps
        .iter()
        .filter(|gap| (*gap - middle).abs() < 0.1 * size)
        .count();
    // Wider than this, it is a row of one-figure columns.
    let plausible = middle > 0.05 * size && middle < 0.6 * size;
    if plausible && even * 10 >= gaps.len() * 7 {
        middle
    } else {
        0.0
    }
}

fn word(glyphs: &[Glyph]) -> Option<Word> {
    let (first, last) = (glyphs.first()?, glyphs.last()?);
    let mut text = String::with_capacity(glyphs.len());
    if glyphs.iter().any(|glyph| is_right_to_left(glyph.ch)) {
        glyphs
            .iter()
            .rev()
            .for_each(|glyph| push_folded(&mut text, glyph.ch));
    } else {
        glyphs
            .iter()
            .for_each(|glyph| push_folded(&mut text, glyph.ch));
    }
    let most =
        |is: fn(&Glyph) -> bool| glyphs.iter().filter(|glyph| is(glyph)).count() * 2 > glyphs.len();
    let size = glyphs.iter().map(|glyph| glyph.size).fold(0.0, f32::max);
    Some(Word {
        text: text.into_boxed_str(),
        x0: first.x,
        x1: (last.x + last.width).max(first.x + 0.1),
        y: first.y,
        size,
        bold: most(|glyph| glyph.bold),
        typewriter: most(|glyph| glyph.typewriter),
        raised: false,
    })
}

/// Letters of scripts written from right to left.
pub(super) fn is_right_to_left(ch: char) -> bool {
    matches!(ch, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

/// Adds a character, typographic ligatures as their letters.
fn push_folded(text: &mut String, ch: char) {
    match ch {
        '\u{FB00}' => text.push_str("ff"),
        '\u{FB01}' => text.push_str("fi"),
        '\u{FB02}' => text.push_str("fl"),
        '\u{FB03}' => text.push_str("ffi"),
        '\u{FB04}' => text.push_str("ffl"),
        '\u{FB05}' | '\u{FB06}' => text.push_str("st"),
        ch => text.push(ch),
    }
}
