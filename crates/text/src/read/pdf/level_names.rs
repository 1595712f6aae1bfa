//! The names of the columns of a table with level rules: what stands between its
//! first two rules.

use std::ops::Range;

use super::column_names::names;
use super::level_band::{ALIGNED, Band, cell_texts};
use super::lines::{Cell, Line};
use super::periods::is_period;
use super::rulings::Rule;
use super::table::{self, Name};
use super::values::is_value;

/// The caption inside of the frame, and the names of the columns: a text over a
/// short rule names the columns under it, one alone on a line above names all.
pub(super) fn header_names(
    band: &Band,
    columns: &[(f32, f32)],
    rules: &[Rule],
) -> (Vec<String>, (Vec<String>, Vec<Name>)) {
    let mut over: Vec<Vec<(Range<usize>, String)>> = Vec::new();
    let mut caption = Vec::new();
    let mut grouped: Vec<Vec<String>> = vec![Vec::new(); columns.len()];
    let mut others: Vec<Line> = Vec::new();
    let middles: Vec<f32> = columns.iter().map(|c| (c.0 + c.1) / 2.0).collect();
    for line in &band.lines {
        let under = |cell: &Cell| {
            let middle = (cell.x0 + cell.x1) / 2.0;
            rules.iter().find(|rule| {
                let near = rule.at > line.y - 0.2 * line.size && rule.at < line.y + line.size;
                near && rule.at < band.bottom - ALIGNED && rule.from < middle && middle < rule.to
            })
        };
        let cells = line.cells();
        let ruled: Option<Vec<&Rule>> = cells.iter().map(under).collect();
        let Some(ruled) = ruled else {
            let is_last = band.lines.last() == Some(line);
            match cells.len() == 1 && columns.len() > 2 && others.is_empty() && !is_last {
                true => caption.push(line.text()),
                false => others.push(line.clone()),
            }
            continue;
        };
        let mut texts = Vec::new();
        for (text, rule) in cell_texts(line).iter().zip(ruled) {
            let from = middles.partition_point(|middle| *middle <= rule.from - ALIGNED);
            let end = middles.partition_point(|middle| *middle < rule.to + ALIGNED);
            for parts in &mut grouped[from..end.max(from)] {
                parts.push(text.clone());
            }
            if from < end {
                texts.push((from..end, text.clone()));
            }
        }
        over.push(texts);
    }
    let (own, below) = names(&others, columns);
    for (parts, own) in grouped.iter_mut().zip(own) {
        parts.extend(Some(own).filter(|own| !own.is_empty()));
    }
    let header = grouped.iter().map(|parts| parts.join(" ")).collect();
    over.extend(lines_of(&below));
    (caption, (header, table::names(&over)))
}

/// Names by their rows, as lines of texts over columns.
fn lines_of(names: &[Name]) -> Vec<Vec<(Range<usize>, String)>> {
    let rows = names
        .iter()
        .map(|name| name.area.row + 1)
        .max()
        .unwrap_or(0);
    let mut lines = vec![Vec::new(); rows];
    for name in names {
        let columns = name.area.column..name.area.column + name.area.columns;
        lines[name.area.row].push((columns, name.text.clone()));
    }
    lines
}

/// The names of a header, and the rows that stand in it too: from the first line
/// on that holds as many figures as the rows below.
pub(super) fn parted(header: &[Band], body: &[Band]) -> (Vec<Band>, Vec<Line>) {
    let figures = |line: &Line| {
        let texts = cell_texts(line);
        let figures = texts
            .iter()
            .filter(|text| is_value(text) && !is_period(text));
        figures.count()
    };
    let mut usual: Vec<usize> = body
        .iter()
        .flat_map(|band| &band.lines)
        .map(figures)
        .collect();
    usual.sort_unstable();
    let usual = usual.get(usual.len() / 2).copied().unwrap_or(0);
    let Some(band) = header.first().filter(|_| usual > 1) else {
        return (header.iter().map(Band::copy).collect(), Vec::new());
    };
    let data = band
        .lines
        .iter()
        .position(|line| figures(line) * 10 >= usual * 8);
    let count = data.filter(|at| *at > 0).unwrap_or(band.lines.len());
    let (names, rows) = band.lines.split_at(count);
    let names = Band {
        lines: names.to_vec(),
        ..band.copy()
    };
    (vec![names], rows.to_vec())
}

/// Whether the first band names the columns of the others.
pub(super) fn is_header(first: &Band, others: &[Band]) -> bool {
    let stressed = first.is_bold() && !others.iter().all(Band::is_bold);
    let valued = others.iter().any(|band| band.values() >= 0.25);
    let alone = first.values() < 0.25 && (valued || first.lines.len() == 1);
    first.is_short() && !others.is_empty() && (stressed || alone)
}
