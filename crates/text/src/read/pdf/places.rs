//! Where each word of the canonical text stands on its page.
//!
//! Layout joins, mends and sorts words, in a dozen steps that know nothing of
//! places any more. So the words as they were drawn are kept beside, and found
//! again in the text of their page: one behind the other as long as they stand side by
//! side, else the one that begins the longest stretch of what follows, which tells
//! the line below from the column beside; of several the next, then the nearest below.
//! What is not found has no box: a place that is
//! shown is one where these letters stand.

use std::collections::HashMap;

use super::frame::Frame;
use super::words::Word;
use crate::{PackedBoxes, Page, PageBox, Span, WordBox};

/// How far letters reach above and below their baseline, in sizes.
const ASCENT: f32 = 0.76;
const DESCENT: f32 = 0.21;

/// Words are side by side when the gap is no wider than this share of their size.
const BESIDE: f32 = 0.6;

/// Words that are compared to tell which of several equal ones goes on.
const STRETCH: usize = 5;

/// What speaks against one of several equal words: that so few of the words behind it
/// follow, from none to all.
const SHORTER: [u32; STRETCH + 1] = [48, 36, 24, 12, 6, 0];
/// Each row that it stands lower, and at most; that it stands above, as the next column does;
/// that another word stands between.
const ROW: u32 = 4;
const FAR: u32 = 24;
const ABOVE: u32 = 30;
const APART: u32 = 2;

/// Equal words that are looked at, below the last one and above it.
const BELOW_MAX: usize = 64;
const ABOVE_MAX: usize = 16;

/// The words of a page as they were drawn, row by row.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    text: String,
    words: Vec<Placed>,
}

#[derive(Debug, Clone, Copy)]
struct Placed {
    /// Where its letters end in the text of all.
    end: u32,
    row: u32,
    /// Left and right edge as it is read, and its size.
    left: f32,
    right: f32,
    size: f32,
    place: PageBox,
}

impl Drawn {
    /// Adds the words of a layer, with the frame that they were turned into.
    pub(super) fn add(&mut self, rows: &[Vec<Word>], frame: Frame) {
        let first = self.words.last().map_or(0, |word| word.row + 1);
        for (row, words) in (first..).zip(rows) {
            for word in words {
                self.text.push_str(&word.text);
                self.words.push(Placed {
                    end: u32::try_from(self.text.len()).unwrap_or(u32::MAX),
                    row,
                    left: word.x0,
                    right: word.x1,
                    size: word.size,
                    place: place(word, frame),
                });
            }
        }
    }

    fn word(&self, index: usize) -> &str {
        let start = match index.checked_sub(1) {
            Some(before) => self.words[before].end as usize,
            None => 0,
        };
        let end = self.words[index].end as usize;
        self.text.get(start..end).unwrap_or_default()
    }
}

fn place(word: &Word, frame: Frame) -> PageBox {
    let (x0, y0) = frame.back(word.x0, word.y + DESCENT * word.size);
    let (x1, y1) = frame.back(word.x1, word.y - ASCENT * word.size);
    PageBox {
        x0: x0.min(x1),
        y0: y0.min(y1),
        x1: x0.max(x1),
        y1: y0.max(y1),
    }
}

/// The boxes of all pages; `drawn` has the words of each.
pub(super) fn boxes(text: &str, pages: &[Page], drawn: &[Drawn]) -> Vec<PackedBoxes> {
    let ends = pages.iter().skip(1).map(|page| page.start);
    pages
        .iter()
        .zip(ends.chain([text.len()]))
        .zip(drawn)
        .map(|((page, end), drawn)| {
            let span = Span::new(page.start, end);
            let words = span.slice(text).map(|text| found(text, page.start, drawn));
            PackedBoxes::pack(&words.unwrap_or_default(), page.start)
        })
        .collect()
}

/// The words of a page's text that were found among those drawn on it, in order.
fn found(text: &str, start: usize, drawn: &Drawn) -> Vec<WordBox> {
    let mut tokens: Vec<(usize, &str)> = Vec::new();
    let mut cells = Vec::new();
    let mut opens_cell = false;
    for token in text.split_whitespace() {
        // Bars stand between cells, and are drawn on hardly any page.
        if token != "|" {
            tokens.push((token.as_ptr() as usize - text.as_ptr() as usize, token));
            cells.push(opens_cell);
        }
        opens_cell = token == "|";
    }
    let mut search = Search::new(drawn);
    for (at, ((offset, token), opens_cell)) in tokens.iter().zip(cells).enumerate() {
        let ahead = &tokens[at..tokens.len().min(at + STRETCH)];
        search.opens_cell = opens_cell;
        search.find(start + offset, token, ahead);
    }
    search.found
}

/// A walk over the words of a page.
struct Search<'d> {
    drawn: &'d Drawn,
    /// By their letters, in order.
    by_text: HashMap<&'d str, Vec<u32>>,
    used: Vec<bool>,
    /// The word behind the last one that was found.
    next: usize,
    /// Whether the token that is looked for opens a cell behind another one.
    opens_cell: bool,
    found: Vec<WordBox>,
}

impl<'d> Search<'d> {
    fn new(drawn: &'d Drawn) -> Self {
        let mut by_text: HashMap<&str, Vec<u32>> = HashMap::new();
        for index in 0..drawn.words.len() {
            let index_of = u32::try_from(index).unwrap_or(u32::MAX);
            by_text.entry(drawn.word(index)).or_default().push(index_of);
        }
        Self {
            drawn,
            by_text,
            used: vec![false; drawn.words.len()],
            next: 0,
            opens_cell: false,
            found: Vec::new(),
        }
    }

    /// Finds the word at byte `start` of the text: whole, or piece by piece where it
    /// was broken at the end of a line or drawn in parts.
    fn find(&mut self, start: usize, token: &str, ahead: &[(usize, &str)]) {
        if let Some(index) = self.whole(token, ahead) {
            self.take(index, Span::new(start, start + token.len()));
            return;
        }
        let mut done = 0;
        while let Some(rest) = token.get(done..).filter(|rest| !rest.is_empty()) {
            let piece = match self.piece(rest) {
                Some(piece) => piece,
                // The end of a word that was broken stands on the next line.
                None if done > 0 => match self.whole(rest, &[(0, rest)]) {
                    Some(index) => (index, rest.len()),
                    None => return,
                },
                None => return,
            };
            let span = Span::new(start + done, start + done + piece.1);
            self.take(piece.0, span);
            done += piece.1;
        }
    }

    fn take(&mut self, index: usize, span: Span) {
        self.used[index] = true;
        self.next = index + 1;
        let place = self.drawn.words[index].place;
        self.found.push(WordBox { span, place });
    }

    /// The next word, where all of it begins the rest of a token, with how many bytes.
    fn piece(&self, rest: &str) -> Option<(usize, usize)> {
        let free = self.is_free(self.next);
        let word = free.then(|| self.drawn.word(self.next))?;
        // A hyphen that only marked the break is gone.
        let stem = word.strip_suffix('-').unwrap_or(word);
        let same = [word, stem]
            .into_iter()
            .find(|word| !word.is_empty() && rest.starts_with(word))?;
        Some((self.next, same.len()))
    }

    /// The word with these letters that goes on from the last one.
    fn whole(&self, token: &str, ahead: &[(usize, &str)]) -> Option<usize> {
        if self.is_free(self.next) && self.drawn.word(self.next) == token {
            let whole_stretch = || self.stretch(self.next, ahead) == ahead.len();
            if self.is_beside() || whole_stretch() {
                return Some(self.next);
            }
        }
        let all = self.by_text.get(token)?;
        let below = all.partition_point(|index| (*index as usize) < self.next);
        let below_first = all[below..].iter().take(BELOW_MAX);
        let above = all[..below].iter().rev().take(ABOVE_MAX);
        below_first
            .chain(above)
            .map(|index| *index as usize)
            .filter(|index| self.is_free(*index))
            .min_by_key(|index| self.rank(*index, ahead))
    }

    fn is_free(&self, index: usize) -> bool {
        self.used.get(index).is_some_and(|used| !used)
    }

    /// Whether the next word stands right beside the last one that was found, or in the
    /// next cell of its row.
    fn is_beside(&self) -> bool {
        let Some(last) = self.next.checked_sub(1) else {
            return false;
        };
        let (last, next) = (self.drawn.words[last], self.drawn.words[self.next]);
        let near = self.opens_cell || next.left - last.right <= BESIDE * last.size;
        last.row == next.row && near
    }

    /// How many words from one on are the tokens ahead.
    fn stretch(&self, index: usize, ahead: &[(usize, &str)]) -> usize {
        let same = |(at, (_, token)): &(usize, &(usize, &str))| {
            self.is_free(index + at) && self.drawn.word(index + at) == *token
        };
        ahead.iter().enumerate().take_while(same).count()
    }

    /// How unlikely a word is to go on, of several equal ones: by what follows it, by how far
    /// below it stands, and by whether it is the next one; then the leftmost.
    fn rank(&self, index: usize, ahead: &[(usize, &str)]) -> (u32, u32) {
        let stretch = self.stretch(index, ahead);
        let last = self.next.checked_sub(1).map(|last| self.drawn.words[last]);
        let word = self.drawn.words[index];
        let from = last.map_or(0, |last| last.row);
        let way = match word.row.checked_sub(from) {
            Some(below) => (ROW * below).min(FAR),
            None => ABOVE,
        };
        let apart = if index == self.next { 0 } else { APART };
        let cost = SHORTER[stretch.min(STRETCH)] + way + apart;
        (cost, word.left.max(0.0) as u32)
    }
}
