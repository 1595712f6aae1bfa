//! Terms that are one slip of the hand from another: what a misspelled word was meant to be.

use std::collections::BTreeMap;

use levenshtein_automata::{DFA, Distance, LevenshteinAutomatonBuilder, SINK_STATE};
use tantivy_fst::Automaton;

use super::KeywordView;
use crate::IndexError;

/// Terms that are looked at in each segment: a word of usual length has a handful.
const NEAR_MAX: usize = 256;

impl KeywordView {
    /// The terms of visible chunks that one letter more, less, changed or swapped with its
    /// neighbour makes of `term`, each with the number of chunks that hold it.
    pub(crate) fn terms_near(&self, term: &str) -> Result<BTreeMap<String, u32>, IndexError> {
        let near = LevenshteinAutomatonBuilder::new(1, true);
        let mut found = BTreeMap::new();
        for visible in &self.visible {
            let terms = visible.segment.lists.terms();
            let mut terms = terms
                .search(OneSlip(near.build_dfa(term)))
                .into_stream()
                .map_err(|error| IndexError::tantivy(&self.segments.dir, error.into()))?;
            for _ in 0..NEAR_MAX {
                if !terms.advance() {
                    break;
                }
                if let Ok(near) = std::str::from_utf8(terms.key())
                    && near != term
                {
                    found.insert(near.to_owned(), 0);
                }
            }
        }
        self.counted(found)
    }

    /// The terms of visible chunks that begin with some letters, or `end` with them, each with the
    /// number of chunks that hold it. Those that end with them are looked for among all terms.
    pub(crate) fn terms_with(
        &self,
        letters: &str,
        end: bool,
    ) -> Result<BTreeMap<String, u32>, IndexError> {
        let mut found = BTreeMap::new();
        for visible in &self.visible {
            let terms = visible.segment.lists.terms();
            // In alphabetical order those that begin with the letters stand together.
            let from = if end { "" } else { letters };
            let mut terms = terms
                .range()
                .ge(from.as_bytes())
                .into_stream()
                .map_err(|error| IndexError::tantivy(&self.segments.dir, error.into()))?;
            let mut taken = 0;
            while taken < NEAR_MAX && terms.advance() {
                let Ok(term) = std::str::from_utf8(terms.key()) else {
                    continue;
                };
                if term.starts_with(letters) || (end && term.ends_with(letters)) {
                    found.insert(term.to_owned(), 0);
                    taken += 1;
                } else if !end {
                    break;
                }
            }
        }
        self.counted(found)
    }

    /// Of terms those that stand in visible chunks, with the number of these.
    fn counted(
        &self,
        mut terms: BTreeMap<String, u32>,
    ) -> Result<BTreeMap<String, u32>, IndexError> {
        for (term, chunks) in &mut terms {
            *chunks = self.document_frequency(term)?;
        }
        terms.retain(|_, chunks| *chunks > 0);
        Ok(terms)
    }
}

/// What is at most one slip away, as the dictionary of terms is searched by it.
struct OneSlip(DFA);

impl Automaton for OneSlip {
    type State = u32;

    fn start(&self) -> u32 {
        self.0.initial_state()
    }

    fn is_match(&self, state: &u32) -> bool {
        matches!(self.0.distance(*state), Distance::Exact(_))
    }

    fn can_match(&self, state: &u32) -> bool {
        *state != SINK_STATE
    }

    fn accept(&self, state: &u32, byte: u8) -> u32 {
        self.0.transition(*state, byte)
    }
}
