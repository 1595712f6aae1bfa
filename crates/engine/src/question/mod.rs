//! A question beside one library: taken apart once, the documents it mentions
//! found once. Route, search, tables and answer all read this.

mod abbreviations;
mod expects;
mod follow_up;
pub mod framing;
mod kin;
mod mentions;
mod spelling;
mod split;

use std::collections::BTreeSet;

use index::Snapshot;

pub use expects::Expects;
pub use follow_up::followed_up;
pub(crate) use kin::kinship;
pub use mentions::{Mentions, Name};
pub use spelling::Misspelled;
pub(crate) use split::{Side, Split, Wanted};

use crate::retrieve::{QueryText, usual_language};

#[cfg(test)]
thread_local! {
    /// Questions that this thread took apart.
    static READ: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// A question and what the library says of it.
#[derive(Debug, Clone)]
pub struct LibraryQuestion {
    /// Its words, numbers, dates and operator words, without what stands around the question and
    /// says nothing of it, misspelled words mended, abbreviations spelled out, names with their
    /// apostrophes.
    pub parsed: plan::question::Question,
    /// Its terms, as the index is searched by them.
    pub query: QueryText,
    /// The documents it mentions; a mention narrows or prefers, and never says by
    /// itself that there is no answer.
    pub mentions: Option<Mentions>,
    /// Words of it that no document holds, and that were read as others.
    pub misspelled: Vec<Misspelled>,
    /// What its answer should hold.
    pub expects: Expects,
}

impl LibraryQuestion {
    /// Takes a text apart for a library.
    pub fn read(snapshot: &Snapshot, text: &str) -> LibraryQuestion {
        #[cfg(test)]
        READ.set(READ.get() + 1);
        let usual = usual_language(snapshot);
        let text = &*framing::asked_part(text);
        let taken_apart = |text: &str| {
            let parsed = plan::question::Question::read(text, usual);
            let mentions = mentions::of(snapshot, &parsed);
            (parsed, mentions)
        };
        let (mut parsed, mut mentions) = taken_apart(text);
        let written = mentions.as_ref();
        if let Some(written) = written.and_then(|one| one.with_apostrophes(&parsed)) {
            (parsed, mentions) = taken_apart(&written);
        }
        let mut misspelled = Vec::new();
        if let Some(meant) = spelling::corrected(snapshot, &parsed, &named(mentions.as_ref())) {
            (parsed, mentions) = taken_apart(&meant.text);
            misspelled = meant.words;
        }
        let mut query = QueryText::new(&parsed.text, usual);
        let named = named(mentions.as_ref());
        if let Some(spelled) = abbreviations::spelled_out(snapshot, &parsed, &named) {
            (parsed, mentions) = taken_apart(&spelled);
            query = query.spelled_out(&spelled, usual);
        }
        query = kin::of_kin(snapshot, query);
        for name in mentions.iter().flat_map(|mentions| &mentions.names) {
            parsed.leave_name(&name.tokens, name.joined);
        }
        LibraryQuestion {
            query,
            mentions,
            misspelled,
            expects: expects::of(&parsed),
            parsed,
        }
    }

    /// The two things that it is about, each asked for by itself; `None` where it is about one, or about many.
    pub(crate) fn split(&self) -> Option<Split> {
        split::split(&self.parsed, self.mentions.as_ref())
    }

    /// What was asked, without words around it, misspelled words mended, abbreviations
    /// spelled out, with the apostrophes of names.
    pub fn text(&self) -> &str {
        &self.parsed.text
    }
}

/// The tokens of documents' names.
fn named(mentions: Option<&Mentions>) -> BTreeSet<usize> {
    let names = mentions.into_iter().flat_map(|mentions| &mentions.names);
    names.flat_map(|name| &name.tokens).copied().collect()
}

/// How many questions this thread took apart: a test holds that each is once, however
/// many stages read it.
#[cfg(test)]
pub(crate) fn read_by_this_thread() -> u64 {
    READ.get()
}
