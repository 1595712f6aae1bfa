//! A page's lines and tables to blocks in reading order.

use super::columns::{Gutters, Region, regions};
use super::gutters::Item;
use super::hyphens::Hyphens;
use super::lines::Line;
use super::page_lines::PageLines;
use super::paragraph::Paragraph;
use super::prose::paragraphs;
use super::table::PageTable;
use super::unruled::{Piece, pieces};

/// What stands on a page, in reading order.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Block {
    Paragraph(Paragraph),
    Table(PageTable),
}

/// Caption lines taken for a table's title at most.
const TITLE_LINES_MAX: usize = 4;
/// Words of a caption line at most.
const TITLE_WORDS_MAX: usize = 20;

/// Lays out one page. `gutters` carries the column edges from page to page.
pub(super) fn blocks(page: PageLines, hyphens: &Hyphens, gutters: &mut Gutters) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for region in regions(page, gutters) {
        let first = blocks.len();
        lay_region(region, hyphens, &mut blocks);
        mend_column_break(&mut blocks, hyphens, first);
    }
    title_tables(&mut blocks);
    blocks
}

fn lay_region(region: Region, hyphens: &Hyphens, blocks: &mut Vec<Block>) {
    let mut lines: Vec<Line> = Vec::new();
    for item in region.items {
        match item {
            Item::Line(line) => lines.push(line),
            Item::Table(table) => {
                lay_lines(std::mem::take(&mut lines), hyphens, blocks);
                blocks.push(Block::Table(table));
            }
        }
    }
    lay_lines(lines, hyphens, blocks);
}

fn lay_lines(lines: Vec<Line>, hyphens: &Hyphens, blocks: &mut Vec<Block>) {
    for piece in pieces(lines) {
        match piece {
            Piece::Table(table) => blocks.push(Block::Table(table)),
            Piece::Lines(lines) => {
                blocks.extend(
                    paragraphs(&lines, hyphens)
                        .into_iter()
                        .map(Block::Paragraph),
                );
            }
        }
    }
}

/// A sentence that runs over from one column to the next is one paragraph.
fn mend_column_break(blocks: &mut Vec<Block>, hyphens: &Hyphens, first: usize) {
    if first == 0 || first >= blocks.len() {
        return;
    }
    let (Block::Paragraph(above), Block::Paragraph(below)) = (&blocks[first - 1], &blocks[first])
    else {
        return;
    };
    if continues(above, below) {
        let next = below.clone();
        if let Block::Paragraph(above) = &mut blocks[first - 1] {
            hyphens.append(&mut above.text, &next.text);
            above.lines += next.lines;
            above.open = next.open;
        }
        blocks.remove(first);
    }
}

/// The first text breaks off in the middle of a sentence that the second ends.
pub(super) fn continues(above: &Paragraph, below: &Paragraph) -> bool {
    let same_print = above.bold == below.bold && (above.size / below.size - 1.0).abs() < 0.07;
    let cut = !above.text.ends_with(['.', ':', '!', '?', ';']);
    same_print && cut && above.open && below.text.starts_with(char::is_lowercase)
}

/// Gives each table the short lines right above it as its title.
fn title_tables(blocks: &mut [Block]) {
    for index in 0..blocks.len() {
        let mut title: Vec<String> = Vec::new();
        for above in blocks[..index].iter().rev().take(TITLE_LINES_MAX) {
            let Block::Paragraph(paragraph) = above else {
                break;
            };
            // What stands above a lead-in names something else.
            let led_in = title
                .first()
                .is_some_and(|title: &String| title.ends_with(':'));
            if led_in || !is_caption(paragraph) {
                break;
            }
            title.insert(0, paragraph.text.clone());
        }
        if let Block::Table(table) = &mut blocks[index] {
            title.append(&mut table.caption.clone());
            table.title = title;
        }
    }
}

fn is_caption(paragraph: &Paragraph) -> bool {
    let words = paragraph.text.split_whitespace().count();
    let sentence = paragraph.text.ends_with('.') && words > 6;
    words <= TITLE_WORDS_MAX && paragraph.lines <= 2 && !sentence && !paragraph.contents
}
