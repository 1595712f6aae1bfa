//! Cells between two ruled lines.

use super::table::cell_text;
use super::values::value_share;
use super::words::Word;

/// A row of the grid as read: text by column, and how far each text spans.
pub(super) struct Band<'w> {
    pub(super) cells: Vec<Vec<&'w Word>>,
    /// For each column the column its cell starts in.
    pub(super) starts: Vec<usize>,
    /// For each column, whether no line parts it from the band above.
    pub(super) reached: Vec<bool>,
    pub(super) bold: bool,
    /// No line parts some of its columns: white space alone does.
    pub(super) loose: bool,
}

/// The words of a band's lines, from the top, each by column.
pub(super) fn by_baseline<'w>(band: &Band<'w>) -> Vec<Vec<Vec<&'w Word>>> {
    let mut words: Vec<(usize, &Word)> = Vec::new();
    for (column, cell) in band.cells.iter().enumerate() {
        words.extend(cell.iter().map(|word| (column, *word)));
    }
    words.sort_by(|a, b| a.1.y.total_cmp(&b.1.y));
    let mut lines: Vec<(f32, Vec<Vec<&Word>>)> = Vec::new();
    for (column, word) in words {
        if lines
            .last()
            .is_none_or(|(y, _)| word.y - y > 0.4 * word.size)
        {
            lines.push((word.y, vec![Vec::new(); band.cells.len()]));
        }
        if let Some((_, cells)) = lines.last_mut() {
            cells[column].push(word);
        }
    }
    let in_order = |(_, mut cells): (f32, Vec<Vec<&'w Word>>)| {
        cells.iter_mut().for_each(|cell| in_reading_order(cell));
        cells
    };
    lines.into_iter().map(in_order).collect()
}

pub(super) fn filled(cells: &[Vec<&Word>]) -> usize {
    cells.iter().filter(|cell| !cell.is_empty()).count()
}

pub(super) fn is_data(cells: &[Vec<&Word>]) -> bool {
    let texts: Vec<String> = cells.iter().map(|cell| cell_text(cell)).collect();
    let filled = texts.iter().filter(|text| !text.is_empty()).count();
    filled >= 2 && value_share(texts.iter().map(String::as_str)) >= 0.25
}

/// Sorts words by line and place.
pub(super) fn in_reading_order(words: &mut [&Word]) {
    words.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut rest: &mut [&Word] = words;
    while let Some(first) = rest.first() {
        let (y, size) = (first.y, first.size);
        let count = rest
            .iter()
            .take_while(|word| word.y - y <= 0.4 * size)
            .count()
            .max(1);
        let (line, others) = rest.split_at_mut(count);
        line.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        rest = others;
    }
}
