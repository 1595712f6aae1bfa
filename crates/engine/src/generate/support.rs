//! Whether a sentence that a model wrote is borne out by what was read, and by which of it.
//!
//! Nothing here asks a model. A sentence stands when most of its content words and every one of its
//! numbers are found in at most three sentences of the evidence, and neither denies what the other
//! says. Words that only repeat the question count as found anywhere, but do not bear a sentence
//! alone.

use std::collections::BTreeSet;

use crate::answer::Read;

/// Sentences of the evidence that bear one sentence out, at most.
const CITED_MAX: usize = 3;
/// Share of a sentence's weight that must be found.
const FOUND_MIN: f64 = 0.6;

/// Why a sentence is not borne out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// Too few of its words stand together anywhere.
    Words,
    /// A number of it stands in nothing that bears it out.
    Number,
    /// It denies what the evidence says, or leaves out that the evidence denies it.
    Denial,
    /// An address, an image or markup that is in no source.
    Link,
}

impl Problem {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Problem::Words => "words",
            Problem::Number => "number",
            Problem::Denial => "denial",
            Problem::Link => "link",
        }
    }
}

/// Finds what of the evidence bears a sentence out, the most telling first; indices into `evidence`.
///
/// `question` may lend words and numbers; `hinted` are indices that the model itself named: of
/// equally good ones they go first.
///
/// # Errors
/// [`Problem`] where nothing does.
pub fn support(
    sentence: &Read,
    question: &Read,
    evidence: &[Read],
    hinted: &BTreeSet<usize>,
) -> Result<Vec<usize>, Problem> {
    let own: BTreeSet<&String> = sentence.content.difference(&question.all).collect();
    // A sentence of the question's words alone must be found as a whole.
    let sought: BTreeSet<&String> = if own.is_empty() {
        sentence.content.iter().collect()
    } else {
        own
    };
    let total: f64 = sought.iter().map(|term| sentence.weight(term)).sum();
    let mut missing = sought.clone();
    let mut cited: Vec<usize> = Vec::new();
    while cited.len() < CITED_MAX && !missing.is_empty() {
        let gain = |at: usize| -> f64 {
            let found = missing
                .iter()
                .filter(|term| evidence[at].all.contains(**term));
            found.map(|term| sentence.weight(term)).sum()
        };
        // Of equal ones what the model named, then what shares more of the question's words, then
        // the earlier, which ranks higher.
        let best = (0..evidence.len())
            .filter(|at| !cited.contains(at))
            .map(|at| {
                let near = sentence.content.intersection(&evidence[at].all).count();
                (gain(at), hinted.contains(&at), near, std::cmp::Reverse(at))
            })
            .max_by(|a, b| {
                a.0.total_cmp(&b.0)
                    .then((a.1, a.2, a.3).cmp(&(b.1, b.2, b.3)))
            });
        let Some((gain, _, _, std::cmp::Reverse(at))) = best else {
            break;
        };
        if gain <= 0.0 {
            break;
        }
        missing.retain(|term| !evidence[at].all.contains(*term));
        cited.push(at);
    }
    let lost: f64 = missing.iter().map(|term| sentence.weight(term)).sum();
    let found = |term: &String| {
        question.all.contains(term) || cited.iter().any(|at| evidence[*at].all.contains(term))
    };
    if !sentence.numbers.iter().all(found) {
        return Err(Problem::Number);
    }
    if cited.is_empty() || (total - lost) / total < FOUND_MIN {
        return Err(Problem::Words);
    }
    let cited_reads = || cited.iter().map(|at| &evidence[*at]);
    let invented = sentence.denies && !question.denies && cited_reads().all(|read| !read.denies);
    let dropped = !sentence.denies
        && cited_reads().any(|read| read.denied.intersection(&sentence.content).next().is_some());
    if invented || dropped {
        return Err(Problem::Denial);
    }
    Ok(cited)
}

#[cfg(test)]
mod tests {
    use text::Language;

    use super::*;

    const EVIDENCE: [&str; 4] = [
        "Either party may terminate the lease with 30 days' notice.",
        "Rent of $1,240 is due on the first of each month.",
        "The policy does not cover damage by flood.",
        "Form HO-4 applies to tenants since 2019.",
    ];

    fn checked(sentence: &str, question: &str) -> Result<Vec<usize>, Problem> {
        let read = |text: &str| Read::new(text, Language::En);
        let evidence: Vec<Read> = EVIDENCE.into_iter().map(read).collect();
        support(
            &read(sentence),
            &read(question),
            &evidence,
            &BTreeSet::new(),
        )
    }

    #[test]
    fn a_sentence_in_other_words_is_traced_to_what_bears_it() {
        let asked = "How long is the notice period for ending the lease?";
        assert_eq!(
            checked("The notice period to terminate is 30 days.", asked),
            Ok(vec![0])
        );
        assert_eq!(
            checked("The rent is $1,240, due each month on the first.", asked),
            Ok(vec![1])
        );
        let two = "Rent of $1,240 is due monthly on the first, and the lease can be terminated with 30 days' notice.";
        assert_eq!(
            checked(two, asked).map(|mut all| {
                all.sort_unstable();
                all
            }),
            Ok(vec![0, 1])
        );
        assert_eq!(
            checked("Tenants have form HO-4.", "which form"),
            Ok(vec![3])
        );
    }

    #[test]
    fn another_number_another_claim_and_a_dropped_not_do_not_stand() {
        let asked = "How long is the notice period for ending the lease?";
        assert_eq!(
            checked("The notice period is 60 days.", asked),
            Err(Problem::Number)
        );
        assert_eq!(
            checked("Form HO-5 applies to tenants.", asked),
            Err(Problem::Number)
        );
        assert_eq!(
            checked("The landlord repairs broken windows.", asked),
            Err(Problem::Words)
        );
        let flood = "Is flood covered?";
        assert_eq!(
            checked("The policy covers damage by flood.", flood),
            Err(Problem::Denial)
        );
        assert_eq!(
            checked("Flood damage is not covered by the policy.", flood),
            Ok(vec![2])
        );
        assert_eq!(
            checked("Rent is not due on the first of each month.", asked),
            Err(Problem::Denial)
        );
        assert_eq!(checked("", asked), Err(Problem::Words));
    }

    #[test]
    fn a_number_of_the_question_may_be_repeated() {
        let asked = "Which form applies to tenants in 2021?";
        assert_eq!(
            checked("In 2021, form HO-4 applies to tenants.", asked),
            Ok(vec![3])
        );
    }
}
