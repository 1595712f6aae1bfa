//! Places that contradict each other: the same words, and another number or a "not".

use text::Language;

use super::state::Finding;
use crate::answer::Citation;
use crate::answer::{Contradiction, Read};

/// Quotes that are held against each other: those of the surest findings.
const QUOTES_MAX: usize = 200;
/// Confidence from which a finding is held against others: what has little to do with the
/// question may differ.
const CONFIDENCE_MIN: f64 = 0.2;

/// Two places that cannot both be true as they stand.
#[derive(Debug, Clone)]
pub struct Conflict {
    /// The one that comes first.
    pub first: Citation,
    /// The other.
    pub second: Citation,
    /// What they say differently.
    pub about: Contradiction,
}

/// Of the question's words, the share that a quote holds which is about it: reports repeat
/// sentences with other numbers all the time.
const QUESTION_SHARE_MIN: f64 = 0.5;

/// All contradictions among what findings quote, in the order of the text; each pair of wordings
/// once.
pub(super) fn conflicts(findings: &[Finding], question: &str, language: Language) -> Vec<Conflict> {
    let asked = Read::new(question, language);
    let mut sure: Vec<&Finding> = findings
        .iter()
        .filter(|finding| finding.confidence >= CONFIDENCE_MIN)
        .collect();
    sure.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    let quotes = sure.iter().flat_map(|finding| &finding.citations);
    let mut quotes: Vec<(&Citation, Read)> = quotes
        .take(QUOTES_MAX)
        .map(|citation| (citation, Read::new(&citation.quote, language)))
        .filter(|(_, said)| asked.share_in(said) >= QUESTION_SHARE_MIN)
        .collect();
    quotes.sort_by(|(a, _), (b, _)| (&a.path, a.span).cmp(&(&b.path, b.span)));
    let mut found: Vec<Conflict> = Vec::new();
    for (at, (first, said)) in quotes.iter().enumerate() {
        for (second, other) in &quotes[at + 1..] {
            let Some(about) = said.contradicts(other) else {
                continue;
            };
            let known = found.iter().any(|one| {
                one.first.quote == first.quote && one.second.quote == second.quote
                    || one.first.quote == second.quote && one.second.quote == first.quote
            });
            if !known {
                let numbered = |citation: &Citation, marker| Citation {
                    marker,
                    ..citation.clone()
                };
                found.push(Conflict {
                    first: numbered(first, 1),
                    second: numbered(second, 2),
                    about,
                });
            }
        }
    }
    found
}
