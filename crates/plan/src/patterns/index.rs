//! A relation made ready to be asked: what a question can meet, found by hash.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use text::table::{Decimal, Unit};
use text::{Language, Token};

use super::cell::{self, CellText};
use super::hash;
use crate::relation::Relation;

/// Most cells that are looked at; rows behind them can be neither met nor counted.
const CELLS_MAX: usize = 400_000;
/// Most columns.
pub(super) const COLUMNS_MAX: usize = 256;
/// Words of a cell that n-grams are made of.
const CELL_WORDS_MAX: usize = 24;
/// Words of the longest n-gram.
pub(super) const GRAM_WORDS_MAX: usize = 8;
/// Most n-grams that are kept.
const GRAMS_MAX: usize = 3_000_000;
/// From this share of filled cells on, a column can be sorted by.
const SORTABLE_SHARE: f64 = 0.6;

/// Lines and words around a relation that are looked at.
const AROUND_LINES_MAX: usize = 12;
const AROUND_WORDS_MAX: usize = 200;
/// Characters from which on a word may be written as one with others in a name.
const JOINED_CHARS_MIN: usize = 4;

/// How a stretch of words meets a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Fit {
    /// It is the whole cell.
    Whole,
    /// It is one of the things that the cell lists.
    Part,
    /// It stands somewhere in the cell.
    Inside,
}

/// What a column holds, as far as operators care.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Shape {
    /// Numbers.
    Number,
    /// Bare years.
    Year,
    /// Dates.
    Date,
    /// Texts that open with a number.
    Opening,
    /// Texts.
    Text,
}

/// A cell's text met by words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Posting {
    pub(super) fit: Fit,
    pub(super) column: u16,
    pub(super) text: u32,
}

/// A column made ready.
#[derive(Debug, Clone, Default)]
pub(super) struct ColumnIndex {
    /// Stems of the words of the name itself.
    pub(super) name: Vec<String>,
    /// Stems of what stands above the name.
    pub(super) above: Vec<String>,
    /// Trigrams of the name's longer words.
    pub(super) trigrams: Vec<Vec<u32>>,
    pub(super) shape: Option<Shape>,
    /// Index of the distinct text, by row.
    pub(super) cells: Vec<u32>,
    /// To sort by; NaN where there is nothing to.
    pub(super) keys: Vec<f64>,
    pub(super) sortable: bool,
    /// Some cells have a second number, a bracket, a year inside.
    pub(super) has_second: bool,
    pub(super) has_bracket: bool,
    pub(super) has_year: bool,
    pub(super) distinct: usize,
    /// (text, row), sorted.
    rows: Vec<(u32, u32)>,
}

/// A relation made ready to be asked; made once, used for many questions.
#[derive(Debug)]
pub struct Prepared {
    pub(super) relation: Arc<Relation>,
    pub(super) columns: Vec<ColumnIndex>,
    pub(super) texts: Vec<CellText>,
    /// Stems of its title and of what stands around it.
    pub(super) around: std::collections::BTreeSet<String>,
    /// The name of its document, letters and digits alone.
    document: String,
    /// Group headings: text, stems, rows under it.
    pub(super) bands: Vec<(String, Vec<String>, Vec<u32>)>,
    /// Rows that can be asked.
    pub(super) rows: u32,
    /// Not all rows can.
    pub(super) partial: bool,
    /// Numbers of different scales meet.
    pub(super) mixed_scales: bool,
    grams: HashMap<u64, Vec<Posting>>,
    gram_count: usize,
}

impl Prepared {
    /// Makes a relation ready. `language` is the one its texts are in: words are
    /// compared by their stems.
    pub fn new(relation: Arc<Relation>, language: Language) -> Prepared {
        let width = relation.columns.len().min(COLUMNS_MAX);
        let height = relation.rows.len().min(CELLS_MAX / width.max(1));
        let mut made = Prepared {
            around: around(&relation, language),
            document: squashed(&relation.document),
            columns: Vec::with_capacity(width),
            texts: Vec::new(),
            bands: Vec::new(),
            rows: u32::try_from(height).unwrap_or(u32::MAX),
            partial: height < relation.rows.len() || width < relation.columns.len(),
            mixed_scales: scales(&relation).len() > 1,
            grams: HashMap::new(),
            gram_count: 0,
            relation,
        };
        let mut known = HashMap::new();
        for at in 0..width {
            let column = made.column(at, height, language, &mut known);
            made.columns.push(column);
        }
        made.bands = bands(&made.relation, height, language);
        for postings in made.grams.values_mut() {
            postings.sort_unstable();
            postings.dedup();
        }
        made
    }

    /// Whether a word is of the name of its document, also where that is written as one
    /// word: `best` of `BESTBUY_2023`.
    pub(super) fn is_of(&self, folded: &str) -> bool {
        let parts = || self.relation.document.split(|c: char| !c.is_alphanumeric());
        parts().any(|part| part.to_lowercase() == folded)
            || folded.chars().count() >= JOINED_CHARS_MIN && self.document.contains(folded)
    }

    /// The relation.
    pub fn relation(&self) -> &Arc<Relation> {
        &self.relation
    }

    /// How many of its rows are looked at: all, but for a very large one.
    pub fn rows_read(&self) -> usize {
        self.rows as usize
    }

    fn column(
        &mut self,
        at: usize,
        height: usize,
        language: Language,
        known: &mut HashMap<String, u32>,
    ) -> ColumnIndex {
        let relation = Arc::clone(&self.relation);
        let column = &relation.columns[at];
        let index = u16::try_from(at).unwrap_or(u16::MAX);
        let mut made = ColumnIndex::named(&column.path, language);
        let mut met = std::collections::HashSet::new();
        for row in 0..height {
            let empty = crate::relation::RelationCell::default();
            let cell = column.cells.get(row).unwrap_or(&empty);
            let text = *known.entry(cell.text.to_string()).or_insert_with(|| {
                self.texts
                    .push(CellText::read(&cell.text, &cell.value, language));
                u32::try_from(self.texts.len() - 1).unwrap_or(u32::MAX)
            });
            if met.insert(text) && !self.texts[text as usize].empty {
                self.add_grams(&cell.text, index, text, language);
            }
            made.cells.push(text);
            made.rows
                .push((text, u32::try_from(row).unwrap_or(u32::MAX)));
        }
        made.rows.sort_unstable();
        made.distinct = met.len();
        made.describe(&self.texts);
        made
    }

    fn add_grams(&mut self, text: &str, column: u16, id: u32, language: Language) {
        let words = stems(text, language);
        if let Some(hash) = gram(&words) {
            self.post(hash, Fit::Whole, column, id);
        }
        for part in text.split(['\n', ',', '(', ')', ';', '/', '–', '—', '"', ':']) {
            if part.len() == text.len() {
                break;
            }
            if let Some(hash) = gram(&stems(part, language)) {
                self.post(hash, Fit::Part, column, id);
            }
        }
        let words = &words[..words.len().min(CELL_WORDS_MAX)];
        for start in 0..words.len() {
            let mut hash = 0;
            for word in words.iter().skip(start).take(GRAM_WORDS_MAX) {
                hash = hash::join(hash, hash::of_text(word));
                self.post(hash, Fit::Inside, column, id);
            }
        }
    }

    fn post(&mut self, hash: u64, fit: Fit, column: u16, text: u32) {
        self.gram_count += 1;
        if self.gram_count > GRAMS_MAX {
            self.partial = true;
            return;
        }
        self.grams
            .entry(hash)
            .or_default()
            .push(Posting { fit, column, text });
    }

    /// The cells that a hash of stems meets, best fit first.
    pub(super) fn met(&self, gram: u64) -> &[Posting] {
        self.grams.get(&gram).map_or(&[], Vec::as_slice)
    }

    /// The rows of a column that have a text.
    pub(super) fn rows_of(&self, column: u16, text: u32) -> impl Iterator<Item = u32> + '_ {
        let rows = &self.columns[usize::from(column)].rows;
        let start = rows.partition_point(|(one, _)| *one < text);
        rows[start..]
            .iter()
            .take_while(move |(one, _)| *one == text)
            .map(|(_, row)| *row)
    }

    /// The distinct text of a cell.
    pub(super) fn cell(&self, row: u32, column: u16) -> &CellText {
        let text = self.columns[usize::from(column)].cells[row as usize];
        &self.texts[text as usize]
    }

    /// The number to count with; where scales differ, multiplied by its scale.
    pub(super) fn number(&self, row: u32, column: u16) -> Option<Decimal> {
        let cell = self.cell(row, column);
        if self.mixed_scales && cell.plain {
            return self.relation.columns[usize::from(column)].cells[row as usize].amount();
        }
        cell.number
    }

    /// Whether a cell is a share of a hundred: it says so, or says nothing in a column that does.
    pub(super) fn is_percent(&self, row: u32, column: u16) -> bool {
        let column = &self.relation.columns[usize::from(column)];
        let cell = column.cells.get(row as usize);
        let unit = cell.map_or(Unit::NONE, |cell| cell.value.unit());
        unit == Unit::PERCENT || unit.is_none() && column.unit == Unit::PERCENT
    }

    /// Whether a row sums up others.
    pub(super) fn is_total(&self, row: u32) -> bool {
        self.relation.rows[row as usize].total
    }
}

impl ColumnIndex {
    fn named(path: &[String], language: Language) -> ColumnIndex {
        let (own, above) = match path.split_last() {
            Some((own, above)) => (own.as_str(), above.join(" ")),
            None => ("", String::new()),
        };
        let words = text::tokens(own, language);
        let long = words.iter().filter(|word| word.folded.len() >= 4);
        ColumnIndex {
            trigrams: long.map(|word| trigrams(&word.folded)).collect(),
            name: words.into_iter().map(|word| word.stem).collect(),
            above: stems(&above, language),
            ..ColumnIndex::default()
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of cells")]
    fn describe(&mut self, texts: &[CellText]) {
        let cells = || self.cells.iter().map(|text| &texts[*text as usize]);
        let count = |test: fn(&CellText) -> bool| cells().filter(|cell| test(cell)).count() as f64;
        let filled = count(|cell| !cell.empty).max(1.0);
        let share = |test: fn(&CellText) -> bool| count(test) / filled;
        let years = share(|cell| cell.plain && !cell.dash && cell.year.is_some());
        let dates = share(|cell| cell.date.is_some());
        let plain = share(|cell| cell.plain && !cell.empty);
        let numbers = share(|cell| cell.number.is_some() && !cell.empty);
        let shape = if dates > 0.0 && dates + years >= SORTABLE_SHARE {
            Shape::Date
        } else if years >= SORTABLE_SHARE {
            Shape::Year
        } else if plain >= SORTABLE_SHARE {
            Shape::Number
        } else if numbers >= SORTABLE_SHARE {
            Shape::Opening
        } else {
            Shape::Text
        };
        self.has_second = share(|cell| cell.second.is_some()) >= 0.3;
        self.has_bracket = share(|cell| cell.before.is_some()) >= 0.1;
        self.has_year = shape != Shape::Year && share(|cell| cell.year.is_some()) >= 0.3;
        let by_date = shape == Shape::Date || shape == Shape::Text && self.has_year;
        self.keys = cells()
            .map(|cell| {
                let number = || cell.number.filter(|_| !cell.dash);
                match by_date {
                    true => cell.when().map(cell::day_number),
                    false => number().map(as_float),
                }
                .unwrap_or(f64::NAN)
            })
            .collect();
        let keyed = self.keys.iter().filter(|key| !key.is_nan()).count() as f64;
        self.sortable = keyed >= 2.0 && keyed / filled >= 0.5;
        self.shape = Some(shape);
    }
}

/// A decimal to sort by: the nearest float, as reading its digits gives it.
pub(super) fn as_float(value: Decimal) -> f64 {
    use std::str::FromStr;
    let (mantissa, scale) = (value.mantissa(), value.scale() as usize);
    match EXACT_TENS.get(scale) {
        // Both are exact as floats, so that what they give is rounded once.
        #[expect(clippy::cast_precision_loss, reason = "at most 53 bits")]
        Some(tens) if mantissa.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS => {
            mantissa as f64 / tens
        }
        _ => f64::from_str(&value.to_string()).unwrap_or(f64::NAN),
    }
}

/// The powers of ten that a float holds exactly.
const EXACT_TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// The stems of a text.
pub(super) fn stems(text: &str, language: Language) -> Vec<String> {
    let words = text::tokens(text, language);
    words.into_iter().map(|word: Token| word.stem).collect()
}

/// The hash of all words; `None` for none or too many.
pub(super) fn gram(words: &[String]) -> Option<u64> {
    if words.is_empty() || words.len() > GRAM_WORDS_MAX {
        return None;
    }
    let hash = |state, word: &String| hash::join(state, hash::of_text(word));
    Some(words.iter().fold(0, hash))
}

/// Three letters at a time, sorted.
pub(super) fn trigrams(word: &str) -> Vec<u32> {
    let letters: Vec<char> = std::iter::once('^').chain(word.chars()).collect();
    let mut found: Vec<u32> = letters
        .windows(3)
        .map(|three| {
            let all = three
                .iter()
                .fold(7_u64, |hash, c| hash::join(hash, u64::from(*c)));
            u32::try_from(all & 0xffff_ffff).unwrap_or(0)
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Stems of the title and of the lines around a relation.
fn around(relation: &Relation, language: Language) -> std::collections::BTreeSet<String> {
    let lines = relation.title.iter().chain(&relation.context);
    lines
        .take(AROUND_LINES_MAX)
        .flat_map(|line| stems(line, language))
        .take(AROUND_WORDS_MAX)
        .collect()
}

/// Letters and digits alone, in lower case.
fn squashed(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

fn scales(relation: &Relation) -> std::collections::BTreeSet<i8> {
    let cells = relation.columns.iter().flat_map(|column| &column.cells);
    cells
        .filter(|cell| cell.value.number().is_some())
        .map(|cell| cell.scale)
        .collect()
}

/// Each group heading with the rows under it.
fn bands(
    relation: &Relation,
    height: usize,
    language: Language,
) -> Vec<(String, Vec<String>, Vec<u32>)> {
    let mut found: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (at, row) in relation.rows.iter().take(height).enumerate() {
        for band in &row.bands {
            let rows = found.entry(band).or_default();
            rows.push(u32::try_from(at).unwrap_or(u32::MAX));
        }
    }
    found
        .into_iter()
        .map(|(band, rows)| (band.to_owned(), stems(band, language), rows))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use proptest::prelude::*;

    use super::{Decimal, as_float};

    proptest! {
        #[test]
        fn a_float_is_the_nearest(mantissa in any::<i64>(), shift in 0_u32..64, scale in 0_u32..29) {
            let decimal = Decimal::from_i128_with_scale(i128::from(mantissa >> shift), scale);
            let read = f64::from_str(&decimal.to_string()).unwrap();
            prop_assert_eq!(as_float(decimal).to_bits(), read.to_bits(), "{}", decimal);
        }
    }
}
