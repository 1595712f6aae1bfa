//! The version of messages, and why one could not be sent or understood.

use thiserror::Error;

/// Raised whenever a message is laid out otherwise; both sides must agree.
pub const EXCHANGE_VERSION: u16 = 3;

/// Why a message could not be sent or understood.
#[derive(Debug, Error)]
pub enum ExchangeError {
    /// The other side is gone, or the pipe to it failed.
    #[error("the connection broke: {0}")]
    Connection(#[from] std::io::Error),
    /// It ended in the middle of a message.
    #[error("{got} bytes came of {expected}")]
    Truncated {
        /// Bytes announced.
        expected: u64,
        /// Bytes that came.
        got: u64,
    },
    /// The bytes are no message.
    #[error("the bytes are no message")]
    NoMessage,
    /// The other side speaks another version.
    #[error("the message has version {got}, expected was {expected}")]
    Version {
        /// Our version.
        expected: u16,
        /// Theirs.
        got: u16,
    },
    /// The other side reads files otherwise than this one would.
    #[error("the reader has version {got}, expected was {expected}")]
    Reader {
        /// Our reader's version.
        expected: u32,
        /// Theirs.
        got: u32,
    },
    /// A message, but not one that may come now.
    #[error("a {got} came where a {expected} was expected")]
    OutOfTurn {
        /// FrameKind of message that may come.
        expected: &'static str,
        /// FrameKind that came.
        got: &'static str,
    },
    /// More than may be sent.
    #[error("it has {got} bytes, at most {limit} are taken")]
    TooLarge {
        /// The limit in bytes.
        limit: u64,
        /// Bytes announced.
        got: u64,
    },
    /// No memory for a message of an allowed size. Says what the allocator
    /// says, so that whoever looks for the one finds the other.
    #[error("memory allocation of {bytes} bytes failed")]
    OutOfMemory {
        /// Bytes asked for.
        bytes: u64,
    },
    /// The encoded part cannot be decoded.
    #[error("it cannot be decoded: {reason}")]
    Encoding {
        /// What the decoder met.
        reason: String,
    },
    /// A document that does not hold what its type promises.
    #[error("the document is not sound: {reason}")]
    Unsound {
        /// What does not hold.
        reason: &'static str,
    },
}
