//! One page as drawn: glyphs at their places, turned upright.
//!
//! The text of a page is read in the direction most of it runs in, whatever
//! the page's own rotation says: tables are often set sideways on an upright
//! page. Glyphs that run another way (a stamp in the margin, slanted axis
//! labels) form layers of their own, read after the rest.

use std::collections::{BTreeMap, HashMap, HashSet};

use pdf_oxide::layout::{FontWeight, TextChar};

use super::fields;
use super::frame::Frame;
use super::rulings::{self, Rulings};
use super::source::{Source, guarded, short};
use super::struck;

/// One character at its place; `y` is the baseline and grows downward.
#[derive(Debug, Clone, Copy)]
pub(super) struct Glyph {
    pub(super) ch: char,
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
    pub(super) size: f32,
    pub(super) bold: bool,
    pub(super) typewriter: bool,
}

/// A page before any layout.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// Glyphs by direction, the commonest direction first, each upright in its frame.
    pub(super) layers: Vec<(Frame, Vec<Glyph>)>,
    /// Ruled lines in the frame of the first layer.
    pub(super) rulings: Rulings,
    /// The reader of the page has to turn the head.
    pub(super) turned: bool,
    /// Wider than high, in the direction of the first layer.
    pub(super) wide: bool,
    /// Glyphs that stand for no known character.
    pub(super) unmapped: usize,
    /// Struck-out glyphs, taken out of the first layer.
    pub(super) struck: Vec<Glyph>,
}

impl Sheet {
    /// All glyphs but the struck-out ones.
    pub(super) fn glyphs(&self) -> impl Iterator<Item = &Glyph> {
        self.layers.iter().flat_map(|(_, glyphs)| glyphs)
    }

    /// How many glyphs have a meaning.
    pub(super) fn mapped(&self) -> usize {
        self.layers.iter().map(|(_, glyphs)| glyphs.len()).sum()
    }
}

/// Degrees that a made-up italic leans at most.
const SLANT_MAX: i32 = 20;
/// Directions closer than this many degrees are one: recognised scans wobble.
const DIRECTION_STEP: i32 = 5;

/// Reads the page `index` (from 0).
pub(super) fn sheet(source: &Source, index: usize) -> Result<Sheet, String> {
    guarded(|| draw(source, index))?
}

fn draw(source: &Source, index: usize) -> Result<Sheet, String> {
    let none = HashSet::new;
    // Not `extract_chars`: that keeps every page's glyphs for the document's life.
    let drawn = source
        .document
        .extract_chars_filtered(index, none(), none())
        .map_err(|error| short(&error.to_string()))?;
    let mut unmapped = 0;
    let mut by_direction: BTreeMap<i32, Vec<(&TextChar, char)>> = BTreeMap::new();
    for char in &drawn {
        let ligature = old_ligature(char);
        let Some(ch) = ligature.or_else(|| meaning(char.char, &mut unmapped)) else {
            continue;
        };
        if is_placed(char) {
            by_direction
                .entry(direction(char.rotation_degrees))
                .or_default()
                .push((char, ch));
        }
    }
    let main = commonest(&by_direction);
    let page_box = source.document.get_page_media_box(index).ok();
    let frame = Frame::at(main).with_corner(page_box);
    let wide = frame
        .bounds(page_box)
        .is_some_and(|[left, top, right, bottom]| right - left > bottom - top);
    let mut sheet = Sheet {
        unmapped,
        wide,
        ..Sheet::default()
    };
    for (direction, chars) in gathered(by_direction, main) {
        let frame = if direction == main {
            frame
        } else {
            Frame::at(direction)
        };
        let glyphs = chars
            .into_iter()
            .map(|(char, ch)| upright(char, ch, frame))
            .collect();
        sheet.layers.push((frame, with_widths(glyphs, direction)));
    }
    let filled = fields::glyphs(source, index, frame);
    if !filled.is_empty() {
        if sheet.layers.is_empty() {
            sheet.layers.push((frame, Vec::new()));
        }
        sheet.layers[0].1.extend(filled);
    }
    sheet.rulings = rulings::on_page(source, index, frame);
    if let Some((_, main)) = sheet.layers.first_mut() {
        sheet.struck = struck::take(main, &sheet.rulings.horizontals);
    }
    let shown = source.document.get_page_rotation(index).unwrap_or(0);
    sheet.turned = !sheet.layers.is_empty() && (main - shown).rem_euclid(360) != 0;
    Ok(sheet)
}

/// The direction of most glyphs; 0 on an empty page.
fn commonest(by_direction: &BTreeMap<i32, Vec<(&TextChar, char)>>) -> i32 {
    let count =
        |(direction, chars): &(&i32, &Vec<_>)| (chars.len(), std::cmp::Reverse(**direction));
    by_direction
        .iter()
        .max_by_key(count)
        .map_or(0, |(direction, _)| *direction)
}

/// Glyphs by direction, the main one first. A small angle to it is the slant
/// of an italic that the font does not have, not another direction.
fn gathered<T>(by_direction: BTreeMap<i32, Vec<T>>, main: i32) -> Vec<(i32, Vec<T>)> {
    let mut gathered = vec![(main, Vec::new())];
    for (direction, chars) in by_direction {
        let off = (direction - main).rem_euclid(360);
        if off.min(360 - off) <= SLANT_MAX {
            gathered[0].1.extend(chars);
        } else {
            gathered.push((direction, chars));
        }
    }
    gathered.retain(|(_, chars)| !chars.is_empty());
    gathered.sort_by_key(|(direction, chars)| (*direction != main, std::cmp::Reverse(chars.len())));
    gathered
}

/// The direction of a run in whole steps, 0 to 355 degrees.
fn direction(degrees: f32) -> i32 {
    let step = DIRECTION_STEP as f32;
    ((degrees / step).round() as i32 * DIRECTION_STEP).rem_euclid(360)
}

fn is_placed(char: &TextChar) -> bool {
    char.origin_x.is_finite()
        && char.origin_y.is_finite()
        && char.font_size.is_finite()
        && char.font_size > 0.5
        && char.origin_x.abs() < 50_000.0
        && char.origin_y.abs() < 50_000.0
}

/// The glyph in its upright frame, with a key of its shape. A glyph without a
/// known width has width 0 until [`with_widths`].
fn upright(char: &TextChar, ch: char, frame: Frame) -> (Glyph, u64) {
    let (x, y) = frame.apply(char.origin_x, char.origin_y);
    let size = char.font_size.min(1_000.0);
    let glyph = Glyph {
        ch,
        x,
        y,
        width: level_width(char).clamp(0.0, 3.0 * size),
        size,
        bold: char.font_weight == FontWeight::Bold || char.font_name.contains("Bold"),
        typewriter: is_typewriter(&char.font_name),
    };
    (glyph, shape(&char.font_name, ch, size))
}

/// A typeface whose letters are all equally wide, by the names such typefaces have.
fn is_typewriter(font: &str) -> bool {
    const NAMES: [&str; 9] = [
        "mono",
        "courier",
        "typewriter",
        "cmtt",
        "nimbusmon",
        "consol",
        "menlo",
        "lettergothic",
        "fixed",
    ];
    let font = font.to_ascii_lowercase();
    NAMES.iter().any(|name| font.contains(name))
}

/// The glyph's advance along its own direction. The library scales it by the
/// horizontal part of the matrix alone, which is nothing for a quarter turn.
fn level_width(char: &TextChar) -> f32 {
    let Some([a, b, ..]) = char.matrix else {
        return char.advance_width;
    };
    let length = a.hypot(b);
    if length <= f32::EPSILON || a.abs() < 0.05 * length {
        return 0.0;
    }
    char.advance_width * length / a.abs()
}

fn shape(font: &str, ch: char, size: f32) -> u64 {
    // FNV-1a: the same on every run, unlike the standard hasher's seed.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let size = (size * 10.0) as u32;
    for byte in font
        .bytes()
        .chain(u32::from(ch).to_le_bytes())
        .chain(size.to_le_bytes())
    {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

/// Fills in unknown widths: the shortest step that follows a glyph of this
/// shape on the page is its advance, since some letter follows it in a word.
fn with_widths(mut glyphs: Vec<(Glyph, u64)>, direction: i32) -> Vec<Glyph> {
    let known = |glyph: &Glyph| glyph.width > 0.01 * glyph.size;
    if direction == 0 || glyphs.iter().all(|(glyph, _)| known(glyph)) {
        return glyphs
            .into_iter()
            .map(|(glyph, _)| fallback_width(glyph, None))
            .collect();
    }
    glyphs.sort_by(|(a, _), (b, _)| {
        let row = |glyph: &Glyph| (glyph.y * 2.0).round() as i64;
        row(a).cmp(&row(b)).then(a.x.total_cmp(&b.x))
    });
    let mut shortest: HashMap<u64, f32> = HashMap::new();
    for pair in glyphs.windows(2) {
        let (here, next) = (&pair[0].0, &pair[1].0);
        let step = next.x - here.x;
        if (here.y - next.y).abs() < 0.5 && step > 0.15 * here.size {
            let least = shortest.entry(pair[0].1).or_insert(step);
            *least = least.min(step);
        }
    }
    glyphs
        .into_iter()
        .map(|(glyph, shape)| fallback_width(glyph, shortest.get(&shape).copied()))
        .collect()
}

fn fallback_width(mut glyph: Glyph, learnt: Option<f32>) -> Glyph {
    if glyph.width <= 0.01 * glyph.size {
        let usual = usual_width(glyph.ch) * glyph.size;
        glyph.width = learnt.map_or(usual, |step| step.min(1.25 * usual));
    }
    glyph
}

/// Advance in ems of a character in a common face.
pub(super) fn usual_width(ch: char) -> f32 {
    match ch {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.28,
        'f' | 't' | 'r' | '(' | ')' | '-' => 0.36,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.86,
        'A'..='Z' => 0.68,
        ch if ch.is_ascii() => 0.54,
        _ => 0.6,
    }
}

/// The ligature behind a control code: TeX's first fonts have theirs there, and
/// files made with them seldom say so.
fn old_ligature(char: &TextChar) -> Option<char> {
    let name = char.font_name.rsplit('+').next().unwrap_or_default();
    let of_tex = ["CM", "cm"].iter().any(|family| name.starts_with(family));
    let code = u32::from(char.char);
    let inked = char.advance_width > 0.3 * char.font_size;
    let known = of_tex && inked && (0x0B..=0x0F).contains(&code);
    known
        .then(|| char::from_u32(0xFB00 + code - 0x0B))
        .flatten()
}

/// What a reader sees for a character of the file; `None` to leave it out.
fn meaning(ch: char, unmapped: &mut usize) -> Option<char> {
    match ch {
        '\u{FFFD}' => {
            *unmapped += 1;
            None
        }
        '\u{F000}'..='\u{F0FF}' => symbol(ch).or_else(|| {
            *unmapped += 1;
            None
        }),
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFD}' => {
            *unmapped += 1;
            None
        }
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => Some(' '),
        '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' => None,
        '\u{FEFF}' => None,
        '\u{AD}' | '\u{2010}' | '\u{2011}' => Some('-'),
        ch if ch.is_whitespace() => Some(' '),
        ch if ch.is_control() => None,
        ch => Some(ch),
    }
}

/// The sign behind a private-use code of the two symbol fonts that office
/// programs take their bullets and boxes from.
fn symbol(ch: char) -> Option<char> {
    match u32::from(ch) & 0xFF {
        0x20 => Some(' '),
        0xB7 | 0x9F | 0x6C | 0x76 => Some('•'),
        0xA7 | 0x6E => Some('▪'),
        0xD8 | 0xF0 | 0xE0 => Some('➢'),
        0xFC => Some('✓'),
        0xFD | 0xFB | 0x78 | 0xFE => Some('☒'),
        0x6F | 0xA8 | 0x71 => Some('☐'),
        0x2D | 0xBE => Some('-'),
        _ => None,
    }
}
