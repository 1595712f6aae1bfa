//! What a run tells while it goes on.

use perusal::ingest;

/// How far a run is.
pub enum Event<'a> {
    /// A set's questions were read.
    Set {
        /// Its name.
        name: &'a str,
        /// Its questions.
        questions: usize,
        /// Variations to measure.
        variations: usize,
        /// Of these, those that are kept from before.
        kept: usize,
    },
    /// A library is built or opened for some variations.
    Library {
        /// Its number in the set, from 1.
        number: usize,
        /// Libraries that are needed.
        of: usize,
        /// How it is cut.
        chunking: &'a str,
    },
    /// The library being built tells how far it is.
    Ingest(&'a ingest::Event<'a>),
    /// A library is there.
    Ready {
        /// Its chunks.
        chunks: u64,
        /// Seconds to build; `None` when it was there.
        seconds: Option<f64>,
    },
    /// A variation was measured on a set.
    Measured {
        /// The variation's name.
        name: &'a str,
        /// Variations of the set that are done.
        done: usize,
        /// Variations of the set.
        of: usize,
    },
}
