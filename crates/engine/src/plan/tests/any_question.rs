//! No question stops the planner, whatever words and numbers it is made of.

use proptest::prelude::*;

use super::shelve;

const TARIFF: &str = "# Harbour tariff\n\n## Part A Berths\n\nRates are in euros per metre.\n\n\
| Berth | Length from | Length to | Rate 2024 | Rate 2025 |\n|---|---|---|---|---|\n\
| North | 0 | 10 | 12.50 | 13.10 |\n| North | 10 | 20 | 18.00 | 19.40 |\n\
| South | 0 | 10 | 9.75 | – |\n\n## Rule 1 Notice\n\nNotice is given two days before.\n\n\
## Rule 2 Waste\n\nWaste is: oil, glass and paper. The fee is 4 % of the rate.\n\n## Rule 4 Quiet\n\n\
- no horns\n- no engines\n- no lamps\n";
const LEDGER: &str =
    "Item,Spring,Autumn,Total\nRope (m),120,80,200\nPaint (l),35,45,80\nBuoys,7,,7\n";

/// Words that questions are made of, those of the documents among them, and letters that
/// change their length when they are made small.
const WORDS: &[&str] = &[
    "what",
    "is",
    "the",
    "rate",
    "for",
    "of",
    "a",
    "berth",
    "north",
    "South",
    "length",
    "12",
    "20",
    "10 m",
    "2024",
    "2025",
    "from",
    "to",
    "than",
    "more",
    "which",
    "list",
    "all",
    "rules",
    "Rule 2",
    "Rule 9",
    "rule",
    "how",
    "many",
    "much",
    "total",
    "sum",
    "difference",
    "between",
    "and",
    "or",
    "per",
    "metre",
    "rope",
    "paint",
    "buoys",
    "spring",
    "autumn",
    "increase",
    "exceed its",
    "does",
    "using",
    "calculate",
    "multiply",
    "times",
    "%",
    "4 %",
    "$1,000",
    "0",
    "-3",
    "1e9",
    "who",
    "if",
    "when",
    "except",
    "without",
    "compare",
    "in",
    "waste",
    "fee",
    "page",
    "3",
    "?",
    ",",
    ".",
    ";",
    "(",
    ")",
    ":",
    "Wie viel",
    "kostet",
    "cuánto",
    "más que",
    "für",
    "İ",
    "ẞ",
    "K",
    "🚢",
    "é",
    "ß",
    "99999999999999999999",
    "1/2",
    "½",
    "A",
    "B",
    "Part A",
    "largest",
    "average",
    "that",
    "its",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn is_answered_or_not(
        questions in prop::collection::vec(prop::collection::vec(0..WORDS.len(), 1..14), 20),
        enumerates in any::<bool>(),
    ) {
        // One library serves many questions: making it takes longer than asking.
        thread_local! {
            static SHELVED: super::Shelved = shelve(&[("tariff.md", TARIFF), ("ledger.csv", LEDGER)]);
        }
        for question in questions {
            let words: Vec<&str> = question.iter().map(|at| WORDS[*at]).collect();
            SHELVED.with(|shelved| drop(shelved.ask(&words.join(" "), enumerates)));
        }
    }
}
