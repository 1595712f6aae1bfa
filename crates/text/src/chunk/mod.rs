//! A document cut into the pieces that are indexed.
//!
//! Chunks are filled up to the size and then cut at the best boundary in their
//! last part: before a section, a paragraph, a row, a sentence, a word. They
//! cover the text, so that a passage is never lost between two of them; each
//! repeats the end of its predecessor, but never the end of another section,
//! whose words would make it found for the wrong reason.

mod boundary;
mod context;
mod labels;

pub use context::ContextFields;
pub use labels::labels;

use serde::{Deserialize, Serialize};

use crate::{Document, Span};
use boundary::Boundaries;

/// What a chunk may not cross.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum ChunkBy {
    /// Nothing: chunks run over pages and carry their page range.
    #[default]
    Document,
    /// Pages.
    Page,
    /// Sections; a heading with nothing of its own goes with what follows it.
    Section,
}

/// How to cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkConfig {
    /// What a chunk may not cross.
    pub by: ChunkBy,
    /// Longest chunk, in characters; 0 is read as 1.
    pub size_chars: usize,
    /// How much of its predecessor's end a chunk repeats, in characters at
    /// most; more than half of `size_chars` is read as half.
    pub overlap_chars: usize,
    /// Whether a chunk is indexed with what stands elsewhere: [`Chunk::context`].
    pub context: bool,
}

impl Default for ChunkConfig {
    fn default() -> Self {
        Self {
            by: ChunkBy::Document,
            size_chars: 1_000,
            overlap_chars: 200,
            context: true,
        }
    }
}

impl ChunkConfig {
    /// The name stored in an index: equal names give equal chunks.
    pub fn identity(&self) -> String {
        let by = match self.by {
            ChunkBy::Document => "document",
            ChunkBy::Page => "page",
            ChunkBy::Section => "section",
        };
        let bare = if self.context { "" } else { "-bare" };
        format!("{by}-{}-{}{bare}", self.size_chars, self.overlap_chars)
    }
}

/// The unit of indexing: a span of the canonical text and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// Its place in the document, from 0.
    pub ordinal: u32,
    /// What it holds, without white space at the ends.
    pub span: Span,
    /// First and last page, 1-based; `None` when the document has no pages.
    pub pages: Option<(u32, u32)>,
    /// The innermost section its first byte stands in.
    pub section: Option<usize>,
    /// Indexed with the chunk, never quoted: the document's title, headings,
    /// running lines of its pages, titles and headers of its tables; one a
    /// line, at most 600 characters.
    pub context: String,
    /// Which of the context are title and headings.
    #[serde(default)]
    pub fields: ContextFields,
}

/// Cuts a document into chunks that cover its text but for white space between
/// them, in order, none wholly inside another.
///
/// ```
/// # use text::{ChunkConfig, Document, chunk};
/// let document = Document::from_pages(["One sentence. ", "Another one."]);
/// let config = ChunkConfig { size_chars: 20, overlap_chars: 0, ..ChunkConfig::default() };
/// let chunks = chunk(&document, &config);
/// assert_eq!(chunks.len(), 2);
/// assert_eq!(chunks[1].span.slice(&document.text), Some("Another one."));
/// assert_eq!(chunks[1].pages, Some((2, 2)));
/// ```
pub fn chunk(document: &Document, config: &ChunkConfig) -> Vec<Chunk> {
    let boundaries = Boundaries::of(document);
    let size_chars = config.size_chars.max(1);
    let cutter = Cutter {
        text: &document.text,
        boundaries: &boundaries,
        size_chars,
        overlap_chars: config.overlap_chars.min(size_chars / 2),
    };
    let mut spans = Vec::new();
    for region in regions(document, config.by) {
        cutter.cut(region, &mut spans);
    }
    let title = context::document_title(document);
    (0..)
        .zip(spans)
        .map(|(ordinal, span)| {
            let section = document.section_at(span.start);
            let pages = document.pages_of(span);
            let (context, fields) = if config.context {
                context::context(document, title, span, section, pages)
            } else {
                Default::default()
            };
            Chunk {
                ordinal,
                span,
                pages,
                section,
                context,
                fields,
            }
        })
        .collect()
}

/// The stretches that no chunk may leave.
fn regions(document: &Document, by: ChunkBy) -> Vec<Span> {
    let text = &document.text;
    let mut starts = match by {
        ChunkBy::Document => Vec::new(),
        // What stands before the first page belongs to it, as in `pages_of`.
        ChunkBy::Page => document
            .pages
            .iter()
            .skip(1)
            .map(|page| page.start)
            .collect(),
        ChunkBy::Section => section_starts(document),
    };
    for start in &mut starts {
        *start = text.floor_char_boundary(*start);
    }
    let ends = starts.iter().copied().chain([text.len()]);
    std::iter::once(0)
        .chain(starts.iter().copied())
        .zip(ends)
        .map(|(start, end)| Span::new(start, end))
        .collect()
}

/// Where sections start that are more than a heading above another one.
fn section_starts(document: &Document) -> Vec<usize> {
    let mut starts: Vec<usize> = document
        .sections
        .iter()
        .map(|section| section.span.start)
        .collect();
    starts.sort_unstable();
    starts.dedup();
    // Of headings with nothing between them, the first one's start stays.
    let mut kept: Vec<usize> = Vec::new();
    let mut heading_alone = false;
    for (index, &start) in starts.iter().enumerate() {
        if !heading_alone {
            kept.push(start);
        }
        let end = starts
            .get(index + 1)
            .copied()
            .unwrap_or(document.text.len());
        let stretch = document.text.get(start..end).unwrap_or_default().trim();
        heading_alone = !stretch.contains('\n');
    }
    kept
}

/// Fills chunks up to a size.
struct Cutter<'d> {
    text: &'d str,
    boundaries: &'d Boundaries,
    size_chars: usize,
    overlap_chars: usize,
}

impl Cutter<'_> {
    /// Adds the chunks of a region.
    fn cut(&self, region: Span, spans: &mut Vec<Span>) {
        let region = self.trimmed(region);
        let mut start = region.start;
        // End of what is covered; a chunk must reach beyond it.
        let mut covered = region.start;
        while covered < region.end {
            let mut end = self.end_of_chunk(start, region.end);
            if end <= covered && start < covered {
                // No room for what follows beside the overlap: a long row, say.
                start = covered;
                end = self.end_of_chunk(start, region.end);
            }
            let span = self.trimmed(Span::new(start, end));
            // A section may start with white space, and then nothing is new.
            if spans.last().is_none_or(|last: &Span| last.end < span.end) && !span.is_empty() {
                spans.push(span);
            }
            covered = end;
            start = self.overlap_start(start, covered);
        }
    }

    fn trimmed(&self, span: Span) -> Span {
        let piece = span.slice(self.text).unwrap_or("");
        let start = span.start + (piece.len() - piece.trim_start().len());
        Span::new(start, start + piece.trim().len())
    }

    /// Byte offset `count` characters after `from`, or `None` beyond `end`.
    fn advance(&self, from: usize, end: usize, count: usize) -> Option<usize> {
        self.text[from..end]
            .char_indices()
            .nth(count)
            .map(|(at, _)| from + at)
    }

    /// Where the chunk that starts at `start` ends: at the start of what
    /// follows it, or at `region_end`. Always after `start`.
    fn end_of_chunk(&self, start: usize, region_end: usize) -> usize {
        let Some(limit) = self.advance(start, region_end, self.size_chars) else {
            return region_end;
        };
        // White space at the end costs nothing, since chunks are trimmed.
        let rest = &self.text[limit..region_end];
        let limit = limit + (rest.len() - rest.trim_start().len());
        let window_chars = self.size_chars - self.size_chars * 2 / 5;
        let window = self
            .advance(start, limit, window_chars)
            .unwrap_or(start)
            .max(start + 1);
        if let Some(boundary) = self.boundaries.best(window, limit) {
            return boundary;
        }
        let cut = self.word_end(start, window, limit);
        match self.boundaries.row_around(cut) {
            Some(row) if row.start > start => row.start,
            _ => cut,
        }
    }

    /// The last start of a word up to `limit`, in the window if there is one
    /// there; `limit` itself in an endless word.
    fn word_end(&self, start: usize, window: usize, limit: usize) -> usize {
        let last_space = |from: usize| {
            let piece = self.text.get(from..limit)?;
            let (at, space) = piece.char_indices().rfind(|(_, c)| c.is_whitespace())?;
            Some(from + at + space.len_utf8())
        };
        last_space(self.text.floor_char_boundary(window))
            .or_else(|| last_space(start))
            .filter(|&cut| cut > start)
            .unwrap_or(limit)
    }

    /// Where the next chunk starts: at the first row or sentence, else word,
    /// of the last `overlap_chars` characters before `end`, in the same section.
    fn overlap_start(&self, start: usize, end: usize) -> usize {
        let covered = &self.text[start..end];
        let Some(back) = self.overlap_chars.checked_sub(1) else {
            return end;
        };
        let Some((at, _)) = covered.trim_end().char_indices().nth_back(back) else {
            return end;
        };
        let earliest = (start + at)
            .max(start + 1)
            .max(self.boundaries.section_start(end));
        if let Some(boundary) = self.boundaries.first(earliest, end) {
            return boundary;
        }
        let Some(tail) = self.text.get(earliest..end) else {
            return end;
        };
        let mut words = tail.char_indices().skip_while(|(_, c)| !c.is_whitespace());
        let word = words
            .find(|(_, c)| !c.is_whitespace())
            .map_or(end, |(at, _)| earliest + at);
        if self.boundaries.row_around(word).is_some() {
            end
        } else {
            word
        }
    }
}
