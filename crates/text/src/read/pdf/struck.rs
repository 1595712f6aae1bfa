//! Struck-out text: what an editor took away but left on the page.
//!
//! A line through the middle of the letters, from letter to letter, strikes
//! them out. They are left out of the text, since an answer from them would be
//! one that the document withdrew; how many there were is reported.

use super::glyphs::Glyph;
use super::rulings::Rule;

/// A line this far above the baseline, as a share of the size, goes through
/// the small letters; underlines lie below, overlines above.
const HEIGHT: std::ops::RangeInclusive<f32> = 0.12..=0.45;
/// How far, in sizes, a line may reach beyond the letters it strikes out.
const REACH: f32 = 0.6;
/// Share of the line's length that letters cover at least; ruled paper goes
/// on where the text ends.
const COVERED: f32 = 0.6;
/// Letters that one line strikes out at least; one may be a crossed sign, unless
/// others on the page are struck out.
const LETTERS_MIN: usize = 2;

/// Takes the struck-out glyphs out of a layer and returns them.
pub(super) fn take(glyphs: &mut Vec<Glyph>, rules: &[Rule]) -> Vec<Glyph> {
    let mut order: Vec<usize> = (0..glyphs.len()).collect();
    order.sort_by(|&a, &b| glyphs[a].y.total_cmp(&glyphs[b].y));
    let tallest = glyphs.iter().map(|glyph| glyph.size).fold(0.0, f32::max);
    let mut struck = vec![false; glyphs.len()];
    let mut singles: Vec<Vec<usize>> = Vec::new();
    for rule in rules {
        let from = order.partition_point(|&index| glyphs[index].y < rule.at);
        let below = order[from..]
            .iter()
            .copied()
            .take_while(|&index| glyphs[index].y <= rule.at + HEIGHT.end() * tallest);
        let crossed: Vec<usize> = below
            .filter(|&index| crosses(rule, &glyphs[index]))
            .collect();
        match letters_struck(rule, &crossed, glyphs) {
            0 => {}
            count if count < LETTERS_MIN => singles.push(crossed),
            _ => crossed.into_iter().for_each(|index| struck[index] = true),
        }
    }
    if struck.contains(&true) {
        singles
            .into_iter()
            .flatten()
            .for_each(|index| struck[index] = true);
    }
    let mut taken = Vec::new();
    let mut index = 0;
    glyphs.retain(|glyph| {
        index += 1;
        if struck[index - 1] {
            taken.push(*glyph);
        }
        !struck[index - 1]
    });
    taken
}

fn crosses(rule: &Rule, glyph: &Glyph) -> bool {
    let middle = glyph.x + glyph.width / 2.0;
    let height = (glyph.y - rule.at) / glyph.size.max(0.1);
    HEIGHT.contains(&height) && rule.from <= middle && middle <= rule.to
}

/// How many letters a line strikes out; 0 when it is no such line.
fn letters_struck(rule: &Rule, crossed: &[usize], glyphs: &[Glyph]) -> usize {
    let letters = crossed
        .iter()
        .map(|&index| glyphs[index])
        .filter(|glyph| glyph.ch != ' ');
    let (mut count, mut covered, mut size) = (0, 0.0, 0.0_f32);
    let (mut left, mut right) = (f32::MAX, f32::MIN);
    for glyph in letters {
        count += 1;
        covered += glyph.width;
        size = size.max(glyph.size);
        left = left.min(glyph.x);
        right = right.max(glyph.x + glyph.width);
    }
    let reach = REACH * size;
    let fits = rule.from >= left - reach && rule.to <= right + reach;
    if fits && covered >= COVERED * (rule.to - rule.from) {
        count
    } else {
        0
    }
}
