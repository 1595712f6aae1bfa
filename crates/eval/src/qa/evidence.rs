//! Whether what was read holds the evidence.
//!
//! Only the first hits count, and only so many characters of them: a system
//! that reads everything reaches everything, and has found nothing.

use serde::Serialize;

use super::gold::{Evidence, GoldQuestion};
use super::reduced::Reduced;

/// How much of what was read counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvidenceBound {
    /// The passages of the first so many hits.
    pub hits: usize,
    /// Of these, the first so many characters; the passage that goes over is cut.
    pub characters: usize,
}

impl EvidenceBound {
    /// About 3,000 tokens: what a small language model can read beside its question.
    pub const CHARACTERS: usize = 12_000;

    /// The bound of the tables: a number of hits and [`EvidenceBound::CHARACTERS`].
    pub fn hits(hits: usize) -> EvidenceBound {
        EvidenceBound {
            hits,
            characters: EvidenceBound::CHARACTERS,
        }
    }
}

/// A passage that was read, in the order of reading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReadPassage<'a> {
    /// Path of the document as added, or its id in a corpus.
    pub document: &'a str,
    /// First and last page, from 1; None for unpaged formats.
    pub pages: Option<(u32, u32)>,
    /// What was read.
    pub text: &'a str,
    /// The rank, from 1, of the best hit that the passage grew from.
    pub rank: usize,
}

/// How much of the evidence was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct EvidenceReach {
    /// Pieces of evidence found: quotes; else accepted answers on gold pages;
    /// else gold documents.
    pub found: usize,
    /// Pieces there are.
    pub total: usize,
    /// Gold documents among those read.
    pub documents_found: usize,
    /// Gold documents there are.
    pub documents_total: usize,
    /// Characters that were counted, at most the bound.
    pub characters: usize,
}

impl EvidenceReach {
    /// Share of the pieces found, 0 to 1.
    pub fn recall(&self) -> f64 {
        self.found as f64 / self.total as f64
    }

    /// Share of the gold documents read, 0 to 1.
    pub fn document_recall(&self) -> f64 {
        self.documents_found as f64 / self.documents_total as f64
    }
}

/// How much evidence of a question the passages hold; None when it has none.
pub fn evidence_reach(
    question: &GoldQuestion,
    passages: &[ReadPassage<'_>],
    bound: EvidenceBound,
) -> Option<EvidenceReach> {
    if question.evidence.is_empty() {
        return None;
    }
    let read = within(passages, bound);
    let (found, total) = pieces(question, &read);
    let mut documents: Vec<&str> = question
        .evidence
        .iter()
        .map(|e| e.document.as_str())
        .collect();
    documents.sort_unstable();
    documents.dedup();
    let is_read = |name: &&&str| {
        read.iter()
            .any(|(passage, _)| is_same_file(passage.document, name))
    };
    Some(EvidenceReach {
        found,
        total,
        documents_found: documents.iter().filter(is_read).count(),
        documents_total: documents.len(),
        characters: read
            .iter()
            .map(|(passage, _)| passage.text.chars().count())
            .sum(),
    })
}

/// Whether a citation points at a page (or, without pages, a document) of the evidence.
pub fn cites_gold_page(question: &GoldQuestion, document: &str, pages: Option<(u32, u32)>) -> bool {
    question
        .evidence
        .iter()
        .any(|gold| is_same_file(document, &gold.document) && touches(gold, pages))
}

/// Found and total: one piece a quote; without quotes one an answer; else one a document.
fn pieces(question: &GoldQuestion, read: &[(ReadPassage<'_>, Reduced)]) -> (usize, usize) {
    let quotes: Vec<(&str, Reduced)> = question
        .evidence
        .iter()
        .filter_map(|gold| Some((gold.document.as_str(), Reduced::new(gold.quote.as_deref()?))))
        .collect();
    if !quotes.is_empty() {
        let holds = |(document, quote): &&(&str, Reduced)| {
            read.iter()
                .any(|(p, text)| is_same_file(p.document, document) && text.holds_quote(quote))
        };
        return (quotes.iter().filter(holds).count(), quotes.len());
    }
    if question.evidence.iter().any(|gold| !gold.pages.is_empty()) {
        return answers_on_pages(question, read);
    }
    let is_read = |gold: &&Evidence| {
        read.iter()
            .any(|(p, _)| is_same_file(p.document, &gold.document))
    };
    (
        question.evidence.iter().filter(is_read).count(),
        question.evidence.len(),
    )
}

fn answers_on_pages(
    question: &GoldQuestion,
    read: &[(ReadPassage<'_>, Reduced)],
) -> (usize, usize) {
    let on_gold: Vec<Reduced> = read
        .iter()
        .filter(|(passage, _)| cites_gold_page(question, passage.document, passage.pages))
        .map(|(passage, _)| Reduced::folded(passage.text))
        .collect();
    let holds = |answer: &&String| {
        let answer = Reduced::folded(answer);
        on_gold.iter().any(|text| text.holds_whole(&answer))
    };
    let found = question.answers.iter().filter(holds).count();
    match question.all_required {
        true => (found, question.answers.len().max(1)),
        false => (found.min(1), 1),
    }
}

/// The passages that count, the last one cut at the bound, each with its reduced text.
fn within<'a>(
    passages: &[ReadPassage<'a>],
    bound: EvidenceBound,
) -> Vec<(ReadPassage<'a>, Reduced)> {
    let mut left = bound.characters;
    let mut read = Vec::new();
    for passage in passages.iter().filter(|passage| passage.rank <= bound.hits) {
        if left == 0 {
            break;
        }
        let end = passage
            .text
            .char_indices()
            .nth(left)
            .map_or(passage.text.len(), |(at, _)| at);
        let text = &passage.text[..end];
        left -= text.chars().count();
        read.push((ReadPassage { text, ..*passage }, Reduced::new(text)));
    }
    read
}

/// Whether pages are among those of the evidence; all are where either has none.
fn touches(gold: &Evidence, pages: Option<(u32, u32)>) -> bool {
    match pages {
        Some((first, last)) if !gold.pages.is_empty() => {
            gold.pages.iter().any(|page| (first..=last).contains(page))
        }
        _ => true,
    }
}

/// Gold data name files; documents carry the path as added.
pub(crate) fn is_same_file(document: &str, gold: &str) -> bool {
    let name = document.strip_suffix(gold);
    name.is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(evidence: &[(&str, &[u32], Option<&str>)]) -> GoldQuestion {
        let place = |&(document, pages, quote): &(&str, &[u32], Option<&str>)| Evidence {
            document: document.to_owned(),
            pages: pages.to_vec(),
            quote: quote.map(str::to_owned),
        };
        GoldQuestion {
            id: "q".to_owned(),
            question: "?".to_owned(),
            paraphrases: Vec::new(),
            kind: "lookup".to_owned(),
            answerable: true,
            answers: vec!["129".to_owned(), "Oakland".to_owned()],
            all_required: false,
            items: Vec::new(),
            components: Vec::new(),
            evidence: evidence.iter().map(place).collect(),
        }
    }

    fn passage<'a>(
        document: &'a str,
        pages: (u32, u32),
        text: &'a str,
        rank: usize,
    ) -> ReadPassage<'a> {
        ReadPassage {
            document,
            pages: Some(pages),
            text,
            rank,
        }
    }

    fn reach(
        question: &GoldQuestion,
        passages: &[ReadPassage<'_>],
        bound: EvidenceBound,
    ) -> (usize, usize) {
        let reach = evidence_reach(question, passages, bound).expect("evidence");
        (reach.found, reach.total)
    }

    #[test]
    fn quotes_count_in_their_own_file_only() {
        let gold = question(&[
            ("a.pdf", &[3], Some("2% deductible")),
            ("b.pdf", &[1], Some("$293")),
        ]);
        let read = [
            passage("in/a.pdf", (3, 3), "a 2 % deductible of $293", 1),
            passage("xb.pdf", (1, 1), "$293", 2),
        ];
        let all = evidence_reach(&gold, &read, EvidenceBound::hits(5)).expect("evidence");
        assert_eq!((all.found, all.total), (1, 2));
        assert_eq!((all.documents_found, all.documents_total), (1, 2));
        assert_eq!(all.characters, 28);
        assert_eq!(all.recall(), 0.5);
        assert_eq!(all.document_recall(), 0.5);
    }

    #[test]
    fn the_bound_cuts_the_passage_that_goes_over() {
        let gold = question(&[("a", &[], Some("needle"))]);
        let text = format!("{}needle", "é".repeat(11_994));
        assert_eq!(
            reach(
                &gold,
                &[passage("a", (1, 1), &text, 1)],
                EvidenceBound::hits(1)
            ),
            (1, 1)
        );
        let more = format!("é{text}");
        assert_eq!(
            reach(
                &gold,
                &[passage("a", (1, 1), &more, 1)],
                EvidenceBound::hits(1)
            ),
            (0, 1)
        );
        assert_eq!(
            reach(
                &gold,
                &[passage("a", (1, 1), "needle", 6)],
                EvidenceBound::hits(5)
            ),
            (0, 1)
        );
    }

    #[test]
    fn without_quotes_an_answer_must_stand_on_a_gold_page() {
        let mut gold = question(&[("a.pdf", &[1, 7], None)]);
        let read = [
            passage("a.pdf", (6, 7), "Oakland | 44", 1),
            passage("a.pdf", (2, 2), "129", 2),
        ];
        assert_eq!(reach(&gold, &read, EvidenceBound::hits(5)), (1, 1));
        gold.all_required = true;
        assert_eq!(reach(&gold, &read, EvidenceBound::hits(5)), (1, 2));
    }

    #[test]
    fn without_pages_the_documents_are_the_evidence() {
        let gold = question(&[("12", &[], None), ("13", &[], None)]);
        let read = [ReadPassage {
            document: "12",
            pages: None,
            text: "x",
            rank: 1,
        }];
        assert_eq!(reach(&gold, &read, EvidenceBound::hits(5)), (1, 2));
        assert!(evidence_reach(&question(&[]), &read, EvidenceBound::hits(5)).is_none());
    }

    #[test]
    fn a_citation_is_gold_by_page() {
        let gold = question(&[("a.pdf", &[3], Some("x"))]);
        assert!(cites_gold_page(&gold, "folder/a.pdf", Some((2, 3))));
        assert!(!cites_gold_page(&gold, "folder/a.pdf", Some((4, 5))));
        assert!(!cites_gold_page(&gold, "a.pdf.txt", Some((3, 3))));
        assert!(cites_gold_page(&gold, "a.pdf", None));
    }
}
