//! Questions taken apart.

use text::Language;

use super::Question;

fn numbers(text: &str) -> Vec<String> {
    let question = Question::read(text, Language::En);
    question
        .numbers
        .iter()
        .map(|one| {
            format!(
                "{}{}",
                one.number.value.normalize(),
                one.number.unit.as_str()
            )
        })
        .collect()
}

#[test]
fn numbers_have_scale_and_unit() {
    assert_eq!(
        numbers("more than $2.5 million and 8.5 %"),
        ["2500000USD", "8.5%"]
    );
    assert_eq!(numbers("three of 750,000 dollars"), ["3", "750000USD"]);
    assert_eq!(numbers("twenty five teams, 5k"), ["25", "5000"]);
}

#[test]
fn dates_are_read_with_what_they_say() {
    let question = Question::read(
        "What changed between March 3, 2019 and 2021 or in FY22?",
        Language::En,
    );
    let dates: Vec<String> = question
        .dates
        .iter()
        .map(|one| one.date.to_string())
        .collect();
    assert_eq!(dates, ["2019-03-03", "2021", "2022"]);
    let may = Question::read("May I keep a dog?", Language::En);
    assert!(may.dates.is_empty());
}

#[test]
fn quotes_and_clauses() {
    let question = Question::read("In “Rye bread”, how much salt, and why?", Language::En);
    assert_eq!(question.slice(question.quoted[0].clone()), "Rye bread");
    assert_eq!(question.clauses.len(), 3);
    assert_eq!(question.slice(question.clauses[1].clone()), "how much salt");
}

proptest::proptest! {
    #[test]
    fn any_text_is_taken_apart_within_its_bounds(text in "\\PC{0,80}") {
        let question = Question::read(&text, Language::En);
        let count = question.tokens.len();
        for one in &question.numbers {
            proptest::prop_assert!(one.tokens.end <= count && one.tokens.start < one.tokens.end);
        }
        for range in question.quoted.iter().chain(&question.clauses) {
            proptest::prop_assert!(range.end <= count && range.start < range.end);
        }
        let covered: usize = question.clauses.iter().map(|range| range.len()).sum();
        proptest::prop_assert_eq!(covered, count);
    }
}
