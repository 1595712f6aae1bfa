//! How a file and its document travel between two processes.
//!
//! The process that wants a file read sends its bytes, the one that reads
//! answers with the document. Neither trusts what comes: every length is
//! checked against a limit before anything is allocated for it, and a document
//! whose spans point outside its text is refused, since the reader may have
//! been taken over by the file it read. What goes over the wire is derived from
//! the types themselves; texts travel as they are, beside the encoded rest.

mod error;
mod frame;
mod packed;
mod sound;

use std::io::{Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::table::{self, LogicalTable};
use crate::{Document, READER_VERSION, ReadError, ReadLimits, Warning};
pub use error::{EXCHANGE_VERSION, ExchangeError};
use frame::{Bounds, Frame, FrameKind};
use packed::Packed;

/// Most bytes of all that is in an answer but the text: some three million rows.
pub const STRUCTURE_BYTES_MAX: u64 = 64 << 20;

/// Most bytes of a request's name and limits, and of a greeting.
const HEAD_BYTES_MAX: u64 = 64 << 10;

/// What reading a file gives.
pub type Answer = Result<(Document, Vec<Warning>), ReadError>;

/// A file to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Its name, as in [`crate::read`].
    pub name: String,
    /// What reading it may use.
    pub limits: ReadLimits,
    /// Its content.
    pub bytes: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct Greeting<T> {
    reader_version: u32,
    about: T,
}

#[derive(Serialize, Deserialize)]
struct RequestHead<'n> {
    name: std::borrow::Cow<'n, str>,
    limits: ReadLimits,
}

/// Says that this side is ready to read, and something about it.
///
/// # Errors
/// [`ExchangeError::Connection`]; [`ExchangeError::TooLarge`] for a long story.
pub fn write_greeting<T: Serialize>(to: &mut impl Write, about: &T) -> Result<(), ExchangeError> {
    let greeting = Greeting {
        reader_version: READER_VERSION,
        about,
    };
    frame::write(to, FrameKind::Greeting, &greeting, &[])
}

/// What the other side says about itself.
///
/// # Errors
/// Anything but a greeting of a reader of this version.
pub fn read_greeting<T: DeserializeOwned>(from: &mut impl Read) -> Result<T, ExchangeError> {
    let frame: Frame<Greeting<T>> = expected(frame::read(from, FrameKind::Greeting, &HEAD_ONLY)?)?;
    if frame.head.reader_version != READER_VERSION {
        return Err(ExchangeError::Reader {
            expected: READER_VERSION,
            got: frame.head.reader_version,
        });
    }
    Ok(frame.head.about)
}

/// Asks for a file to be read.
///
/// # Errors
/// [`ExchangeError::Connection`].
pub fn write_request(
    to: &mut impl Write,
    name: &str,
    limits: &ReadLimits,
    bytes: &[u8],
) -> Result<(), ExchangeError> {
    let head = RequestHead {
        name: name.into(),
        limits: *limits,
    };
    frame::write(to, FrameKind::Request, &head, bytes)
}

/// The next file to read, of at most `bytes_max` bytes; `None` when the other
/// side has hung up between two files.
///
/// # Errors
/// Anything but a request.
pub fn read_request(
    from: &mut impl Read,
    bytes_max: u64,
) -> Result<Option<Request>, ExchangeError> {
    let bounds = Bounds {
        body_bytes_max: bytes_max,
        ..HEAD_ONLY
    };
    let frame: Option<Frame<RequestHead<'_>>> = frame::read(from, FrameKind::Request, &bounds)?;
    Ok(frame.map(|Frame { head, body }| Request {
        name: head.name.into_owned(),
        limits: head.limits,
        bytes: body,
    }))
}

/// What goes before the text: the answer without text and relations, and these
/// packed one by one.
type AnswerHead = (Answer, Vec<Packed>);

/// Answers with what was read.
///
/// # Errors
/// [`ExchangeError::Connection`].
pub fn write_answer(to: &mut impl Write, answer: Answer) -> Result<(), ExchangeError> {
    match answer {
        Ok((mut document, warnings)) => {
            let text = std::mem::take(&mut document.text);
            let relations = std::mem::take(&mut document.relations);
            let packed = relations
                .iter()
                .map(|table| Ok(Packed(table::pack(table)?)));
            let packed: Vec<Packed> = packed
                .collect::<Result<_, table::PackError>>()
                .map_err(unpacked)?;
            let head: AnswerHead = (Ok((document, warnings)), packed);
            frame::write(to, FrameKind::Answer, &head, text.as_bytes())
        }
        Err(error) => {
            let head: AnswerHead = (Err(error), Vec::new());
            frame::write(to, FrameKind::Answer, &head, &[])
        }
    }
}

fn unpacked(error: table::PackError) -> ExchangeError {
    ExchangeError::Encoding {
        reason: error.to_string(),
    }
}

/// The relations, of no more cells in all than a reader may give.
fn relations(packed: &[Packed]) -> Result<Vec<LogicalTable>, ExchangeError> {
    let mut room = table::CELLS_MAX;
    let mut relations = Vec::new();
    for bytes in packed {
        let table = table::unpack(&bytes.0, room).map_err(unpacked)?;
        room -= table
            .columns
            .iter()
            .map(|column| column.cells.len())
            .sum::<usize>();
        relations.push(table);
    }
    Ok(relations)
}

/// What reading a file gave, with a text of at most `limits.text_bytes_max` bytes.
///
/// # Errors
/// Anything but an answer with a sound document.
pub fn read_answer(from: &mut impl Read, limits: &ReadLimits) -> Result<Answer, ExchangeError> {
    let bounds = Bounds {
        head_bytes_max: STRUCTURE_BYTES_MAX,
        body_bytes_max: limits.text_bytes_max as u64,
    };
    let frame: Frame<AnswerHead> = expected(frame::read(from, FrameKind::Answer, &bounds)?)?;
    let (answer, packed) = frame.head;
    let (mut document, warnings) = match answer {
        Ok(read) => read,
        Err(error) => return Ok(Err(error)),
    };
    document.text = String::from_utf8(frame.body).map_err(|_| ExchangeError::Unsound {
        reason: "its text is not UTF-8",
    })?;
    document.relations = relations(&packed)?;
    sound::check(&document).map_err(|reason| ExchangeError::Unsound { reason })?;
    Ok(Ok((document, warnings)))
}

/// For messages that have no body.
const HEAD_ONLY: Bounds = Bounds {
    head_bytes_max: HEAD_BYTES_MAX,
    body_bytes_max: 0,
};

fn expected<T>(frame: Option<Frame<T>>) -> Result<Frame<T>, ExchangeError> {
    frame.ok_or(ExchangeError::Truncated {
        expected: frame::HEADER_BYTES as u64,
        got: 0,
    })
}
