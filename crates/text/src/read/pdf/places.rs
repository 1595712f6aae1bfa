//! Where each word of the canonical text stands on its page.
//!
//! Layout joins, mends and sorts words, in a dozen steps that know nothing of
//! places any more. So the words as they were drawn are kept beside, and found
//! again in the text of their page: one behind the other as long as they follow
//! each other on the page, else the one that begins the longest stretch of what
//! follows, the nearest below first. What is not found has no box: a place that is
//! shown is one where these letters stand.

use std::collections::HashMap;

use super::glyphs::Frame;
use super::words::Word;
use crate::{PackedBoxes, Page, PageBox, Span, WordBox};

/// How far letters reach above and below their baseline, in sizes.
const ASCENT: f32 = 0.76;
const DESCENT: f32 = 0.21;

/// Words that are compared to tell which of several equal ones goes on.
const STRETCH: usize = 5;

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
    /// Left edge as it is read.
    left: f32,
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
    let tokens: Vec<(usize, &str)> = text
        .split_whitespace()
        // Bars stand between cells, and are drawn on hardly any page.
        .filter(|token| *token != "|")
        .map(|token| (token.as_ptr() as usize - text.as_ptr() as usize, token))
        .collect();
    let mut search = Search::new(drawn);
    for (at, (offset, token)) in tokens.iter().enumerate() {
        let ahead = &tokens[at..tokens.len().min(at + STRETCH)];
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
        let free = self.used.get(self.next).is_some_and(|used| !used);
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
        let follows = self.used.get(self.next).is_some_and(|used| !used);
        if follows && self.drawn.word(self.next) == token {
            return Some(self.next);
        }
        let all = self.by_text.get(token)?;
        let below = all.partition_point(|index| (*index as usize) < self.next);
        let below_first = all[below..].iter().take(BELOW_MAX);
        let above = all[..below].iter().rev().take(ABOVE_MAX);
        below_first
            .chain(above)
            .map(|index| *index as usize)
            .filter(|index| !self.used[*index])
            .min_by_key(|index| self.rank(*index, ahead))
    }

    /// Which of equal words goes on: the longest stretch first, then the fewest rows
    /// below, then the nearest to the left.
    fn rank(&self, index: usize, ahead: &[(usize, &str)]) -> (usize, u32, u32) {
        let same = |(at, (_, token)): &(usize, &(usize, &str))| {
            let at = index + at;
            self.used.get(at).is_some_and(|used| !used) && self.drawn.word(at) == *token
        };
        let stretch = ahead.iter().enumerate().take_while(same).count();
        let last = self.next.checked_sub(1).map(|last| self.drawn.words[last]);
        let word = self.drawn.words[index];
        let rows = match last {
            Some(last) if word.row >= last.row => word.row - last.row,
            // Columns that follow begin above: farther than all below.
            Some(_) => 1 << 20 | word.row,
            None => word.row,
        };
        (
            STRETCH - stretch.min(STRETCH),
            rows,
            word.left.max(0.0) as u32,
        )
    }
}
