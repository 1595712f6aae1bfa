//! One message: a header of fixed size, an encoded head, bytes as they are.
//!
//! The header holds, in order and little-endian: four magic bytes, the version
//! (2 bytes), the kind (1), a zero, the length of the head (4), the length of
//! the body (8).

use std::io::{Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{EXCHANGE_VERSION, ExchangeError};

/// Bytes of a header.
pub(super) const HEADER_BYTES: usize = 20;

const MAGIC: [u8; 4] = *b"PRSX";

/// What a message is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    Greeting = 1,
    Request = 2,
    Answer = 3,
}

/// What a message may weigh.
pub(super) struct Bounds {
    pub(super) head_bytes_max: u64,
    pub(super) body_bytes_max: u64,
}

/// A message.
pub(super) struct Frame<T> {
    pub(super) head: T,
    pub(super) body: Vec<u8>,
}

/// Sends a message.
pub(super) fn write<T: Serialize>(
    to: &mut impl Write,
    kind: FrameKind,
    head: &T,
    body: &[u8],
) -> Result<(), ExchangeError> {
    let encoded = rmp_serde::to_vec_named(head).map_err(|error| ExchangeError::Encoding {
        reason: error.to_string(),
    })?;
    let head_bytes = u32::try_from(encoded.len()).map_err(|_| ExchangeError::TooLarge {
        limit: u64::from(u32::MAX),
        got: encoded.len() as u64,
    })?;
    let mut start = Vec::with_capacity(HEADER_BYTES + encoded.len());
    start.extend(MAGIC);
    start.extend(EXCHANGE_VERSION.to_le_bytes());
    start.extend([kind as u8, 0]);
    start.extend(head_bytes.to_le_bytes());
    start.extend((body.len() as u64).to_le_bytes());
    start.extend(encoded);
    to.write_all(&start)?;
    to.write_all(body)?;
    Ok(to.flush()?)
}

/// The next message, which must be of this kind and keep the bounds; `None`
/// when there is none.
pub(super) fn read<T: DeserializeOwned>(
    from: &mut impl Read,
    kind: FrameKind,
    bounds: &Bounds,
) -> Result<Option<Frame<T>>, ExchangeError> {
    let start = take(from, HEADER_BYTES as u64)?;
    if start.is_empty() {
        return Ok(None);
    }
    let lengths = Lengths::parse(&whole(start, HEADER_BYTES as u64)?, kind)?;
    within(lengths.head, bounds.head_bytes_max)?;
    within(lengths.body, bounds.body_bytes_max)?;
    let encoded = whole(take(from, lengths.head)?, lengths.head)?;
    let head = decode(&encoded)?;
    let body = whole(take(from, lengths.body)?, lengths.body)?;
    Ok(Some(Frame { head, body }))
}

/// What a header announces.
struct Lengths {
    head: u64,
    body: u64,
}

impl Lengths {
    fn parse(header: &[u8], expected: FrameKind) -> Result<Self, ExchangeError> {
        let (magic, rest) = header
            .split_first_chunk::<4>()
            .ok_or(ExchangeError::NoMessage)?;
        if *magic != MAGIC {
            return Err(ExchangeError::NoMessage);
        }
        let &[v0, v1, kind, _, h0, h1, h2, h3, ref body @ ..] = rest else {
            return Err(ExchangeError::NoMessage);
        };
        let version = u16::from_le_bytes([v0, v1]);
        if version != EXCHANGE_VERSION {
            return Err(ExchangeError::Version {
                expected: EXCHANGE_VERSION,
                got: version,
            });
        }
        let kind = FrameKind::of(kind).ok_or(ExchangeError::NoMessage)?;
        if kind != expected {
            return Err(ExchangeError::OutOfTurn {
                expected: expected.as_str(),
                got: kind.as_str(),
            });
        }
        let body = <[u8; 8]>::try_from(body).map_err(|_| ExchangeError::NoMessage)?;
        Ok(Self {
            head: u32::from_le_bytes([h0, h1, h2, h3]).into(),
            body: u64::from_le_bytes(body),
        })
    }
}

impl FrameKind {
    fn of(byte: u8) -> Option<Self> {
        [FrameKind::Greeting, FrameKind::Request, FrameKind::Answer]
            .into_iter()
            .find(|kind| *kind as u8 == byte)
    }

    fn as_str(self) -> &'static str {
        match self {
            FrameKind::Greeting => "greeting",
            FrameKind::Request => "request",
            FrameKind::Answer => "answer",
        }
    }
}

fn within(got: u64, limit: u64) -> Result<(), ExchangeError> {
    if got > limit {
        return Err(ExchangeError::TooLarge { limit, got });
    }
    Ok(())
}

/// At most `bytes` bytes; fewer where the stream ends.
fn take(from: &mut impl Read, bytes: u64) -> Result<Vec<u8>, ExchangeError> {
    let mut taken = Vec::new();
    usize::try_from(bytes)
        .ok()
        .and_then(|bytes| taken.try_reserve_exact(bytes).ok())
        .ok_or(ExchangeError::OutOfMemory { bytes })?;
    from.take(bytes).read_to_end(&mut taken)?;
    Ok(taken)
}

fn whole(bytes: Vec<u8>, expected: u64) -> Result<Vec<u8>, ExchangeError> {
    if (bytes.len() as u64) < expected {
        return Err(ExchangeError::Truncated {
            expected,
            got: bytes.len() as u64,
        });
    }
    Ok(bytes)
}

/// The decoder allocates as it goes, never by what a length inside claims.
fn decode<T: DeserializeOwned>(encoded: &[u8]) -> Result<T, ExchangeError> {
    let mut rest = encoded;
    let value = rmp_serde::from_read(&mut rest).map_err(|error| ExchangeError::Encoding {
        reason: error.to_string(),
    })?;
    if rest.is_empty() {
        return Ok(value);
    }
    Err(ExchangeError::Encoding {
        reason: format!("{} bytes are left over", rest.len()),
    })
}
