//! How much each term of a query tells.

use std::collections::BTreeSet;

use index::{QueryTerm, Snapshot};

use crate::EngineError;

/// The terms of a query, each with its inverse document frequency over the library's chunks.
pub(crate) struct Rarity {
    /// In the order of the query.
    pub terms: Vec<(String, f64)>,
    sum: f64,
}

impl Rarity {
    /// Of terms in one library.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn of<'a>(
        snapshot: &Snapshot,
        terms: impl IntoIterator<Item = &'a QueryTerm>,
    ) -> Result<Rarity, EngineError> {
        let chunks = count(snapshot.counts().chunks);
        let weighed = terms.into_iter().map(|one| {
            let holding = count(snapshot.document_frequency(&one.term)?);
            Ok((one.term.clone(), idf(chunks, holding)))
        });
        let terms = weighed.collect::<Result<Vec<_>, EngineError>>()?;
        let sum = terms.iter().map(|(_, idf)| idf).sum();
        Ok(Rarity { terms, sum })
    }

    /// Each term with its share of the query, from 0 to 1.
    pub fn shares(&self) -> impl Iterator<Item = (&str, f64)> {
        let share = |idf: f64| if self.sum > 0.0 { idf / self.sum } else { 0.0 };
        let terms = self.terms.iter();
        terms.map(move |(term, idf)| (term.as_str(), share(*idf)))
    }

    /// The share of the query whose terms pass, from 0 to 1.
    pub fn share_of(&self, passes: impl Fn(&str) -> bool) -> f64 {
        let passing = self.shares().filter(|(term, _)| passes(term));
        passing.map(|(_, share)| share).sum()
    }

    /// The share of the query that is among some terms, from 0 to 1.
    pub fn share_in(&self, terms: &BTreeSet<String>) -> f64 {
        self.share_of(|term| terms.contains(term))
    }
}

/// As in BM25 (Robertson and Zaragoza, 2009), positive for any frequency.
fn idf(chunks: f64, holding: f64) -> f64 {
    ((chunks - holding + 0.5) / (holding + 0.5))
        .max(0.0)
        .ln_1p()
}

#[expect(clippy::cast_precision_loss, reason = "counts of chunks")]
fn count(n: u64) -> f64 {
    n as f64
}
