//! What a reader says besides the document, and how far it goes.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a reader met and went on from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "warning")]
pub enum Warning {
    /// A page without a text layer: empty, or a picture.
    PageWithoutText {
        /// 1-based page number.
        page: u32,
    },
    /// A page whose content could not be read.
    PageUnreadable {
        /// 1-based page number.
        page: u32,
        /// What went wrong.
        reason: String,
    },
    /// A page on which many glyphs stand for no known character.
    GlyphsUnmapped {
        /// 1-based page number.
        page: u32,
    },
    /// A page printed sideways; its text was read upright.
    TurnedPage {
        /// 1-based page number.
        page: u32,
    },
    /// The file was read by the second reader, which knows no layout.
    FallbackReader {
        /// Why the first one was given up.
        reason: String,
    },
    /// Struck-out words were left out.
    StruckOutDropped {
        /// How many.
        words: u32,
        /// On how many pages.
        pages: u32,
    },
    /// Rows of tables whose cells do not fit the columns.
    OddRows {
        /// How many.
        rows: u32,
        /// Of how many.
        of: u32,
    },
    /// The file does not say its encoding.
    EncodingGuessed {
        /// Name of the encoding that was taken.
        encoding: String,
    },
    /// Control characters that no reader shows were left out.
    ControlCharactersDropped {
        /// How many.
        count: u32,
    },
    /// A part of the file (a chapter, an attachment) that could not be read, or
    /// not all of it.
    InPart {
        /// Its name in the file.
        part: String,
        /// What went wrong.
        reason: String,
    },
    /// The text was longer than the limit, and the rest was left out.
    TextCut {
        /// The limit in bytes.
        limit: usize,
    },
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Warning::PageWithoutText { page } => {
                write!(f, "page {page} has no text; it is empty or a picture")
            }
            Warning::PageUnreadable { page, reason } => {
                write!(f, "page {page} could not be read: {reason}")
            }
            Warning::GlyphsUnmapped { page } => {
                write!(
                    f,
                    "page {page} has characters that the file gives no meaning"
                )
            }
            Warning::TurnedPage { page } => {
                write!(f, "page {page} is printed sideways and was read upright")
            }
            Warning::FallbackReader { reason } => {
                write!(f, "read without layout, tables or headings: {reason}")
            }
            Warning::StruckOutDropped { words, pages } => {
                write!(
                    f,
                    "struck-out text was left out (words: {words}; pages with any: {pages})"
                )
            }
            Warning::OddRows { rows, of } => {
                write!(f, "{rows} of {of} table rows do not fit their columns")
            }
            Warning::EncodingGuessed { encoding } => {
                write!(
                    f,
                    "the file does not name its encoding; it was read as {encoding}"
                )
            }
            Warning::ControlCharactersDropped { count } => {
                write!(f, "{count} control characters were left out")
            }
            Warning::InPart { part, reason } => write!(f, "{part}: {reason}"),
            Warning::TextCut { limit } => {
                write!(
                    f,
                    "the text is longer than {limit} bytes; the rest was left out"
                )
            }
        }
    }
}

/// Why a file gave no document.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum ReadError {
    /// The content is of no format that has a reader.
    #[error("`{name}` is of no format that can be read")]
    UnknownFormat {
        /// The file's name as given.
        name: String,
    },
    /// No bytes, or nothing but white space.
    #[error("the file is empty")]
    Empty,
    /// The file opens only with a password.
    #[error("the file is encrypted and asks for a password")]
    Encrypted,
    /// Pages, but no text on any of them: a scan.
    #[error("none of the {pages} pages has text; the file holds pictures only")]
    NoText {
        /// Number of pages.
        pages: u32,
    },
    /// The bytes do not follow the format.
    #[error("the file is damaged: {reason}")]
    Damaged {
        /// What could not be read.
        reason: String,
    },
    /// A packed part that unpacks to more than is allowed.
    #[error("`{part}` in the file unpacks to more than {limit} bytes")]
    UnpacksTooLarge {
        /// Name of the part.
        part: String,
        /// The limit for this part: of its size or of how often it repeats itself.
        limit: u64,
    },
    /// More pages than allowed.
    #[error("the file has {got} pages; the limit is {limit}")]
    TooManyPages {
        /// The limit.
        limit: u32,
        /// Pages of the file.
        got: u32,
    },
}

/// What a reader may use at most, and what it makes beside the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadLimits {
    /// Pages of a document.
    pub pages_max: u32,
    /// Bytes of canonical text; the rest is left out with a warning.
    pub text_bytes_max: usize,
    /// Bytes that all parts of a file take when they are unpacked; what comes
    /// after is not read.
    pub unpacked_bytes_max: u64,
    /// Whether relations are made: typed tables, lists, headings. The rest of a document
    /// is the same without.
    pub relations: bool,
    /// Whether the places of words are kept, where a reader knows them.
    pub boxes: bool,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self {
            pages_max: 5_000,
            text_bytes_max: 256 << 20,
            unpacked_bytes_max: 256 << 20,
            relations: true,
            boxes: true,
        }
    }
}
