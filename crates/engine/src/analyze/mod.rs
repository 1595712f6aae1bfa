//! Documents as a whole: what they say from beginning to end.
//!
//! Every document was read when it was added, and the sentences that are most central to
//! it and to each of its sections were kept as spans. A summary quotes those: sections in
//! order, key terms, each sentence cited; no text is read again.

mod summary;

pub(crate) use summary::{DOCUMENTS_MAX, summary};
