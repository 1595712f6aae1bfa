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
fn quarters_are_dates_where_their_year_is_said() {
    let dates = |text: &str, language| {
        let question = Question::read(text, language);
        let dates = question.dates.iter().map(|one| one.date.to_string());
        dates.collect::<Vec<_>>()
    };
    let en = Language::En;
    for (text, language) in [
        ("What was revenue in the third quarter of fiscal 2025?", en),
        ("revenue in third-quarter 2025?", en),
        ("revenue in Q3 2025?", en),
        ("revenue, 3Q25?", en),
        ("Umsatz im dritten Quartal 2025?", Language::De),
        ("¿ingresos en el tercer trimestre de 2025?", Language::Es),
    ] {
        assert_eq!(dates(text, language), ["2025-Q3"], "{text}");
    }
    let two = "Was it more in Q4 2024 or in the first quarter of 2025?";
    assert_eq!(dates(two, en), ["2024-Q4", "2025-Q1"]);
    assert_eq!(dates("Who won the second race of 2025?", en), ["2025"]);
    assert!(dates("Which quarter was best, Q3?", en).is_empty());
}

#[test]
fn words_of_dates_and_of_names_ask_for_nothing() {
    use crate::lexicon::Operator;
    let dated = Question::read(
        "What was revenue in the first quarter of 2023?",
        Language::En,
    );
    assert!(!dated.has(Operator::First) && dated.numbers.iter().all(|one| !one.in_words));
    let name = [2, 3].into();
    for (text, as_one, best) in [
        ("How many Best Buy stores are there?", false, false),
        ("Which are best buy options here?", false, true),
        ("how many best buy stores are there", true, false),
    ] {
        let mut question = Question::read(text, Language::En);
        assert!(question.has(Operator::Most), "{text}");
        question.leave_name(&name, as_one);
        assert_eq!(question.has(Operator::Most), best, "{text}");
    }
}

#[test]
fn words_that_do_not_ask_are_asked_for() {
    use crate::lexicon::Operator;
    let bare = Question::read("kestrel net revenue, \"oats\" 2,000 Q1 2023", Language::En);
    let asking = bare.asking();
    assert_eq!(*asking, Question::read(&asking.text, Language::En));
    assert_eq!(asking.text, format!("what is {}", bare.text));
    for asks in [
        "Who runs it?",
        "how many boats are there",
        "Is hay sold?",
        "list the fees",
        "number of boats",
        "show revenue 2023",
        "",
    ] {
        let question = Question::read(asks, Language::En);
        assert_eq!(question.asking().text, asks);
    }
    let mut named = Question::read("Best Buy stores", Language::En);
    named.leave_name(&[0, 1].into(), true);
    let asking = named.asking();
    assert!(asking.has(Operator::What) && !asking.has(Operator::Most));
    let german = Question::read("Umsatz im dritten Quartal 2025", Language::De);
    assert!(german.asking().text.starts_with("was ist Umsatz"));
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
