//! Descriptions in questions.

use super::nested::innermost;

#[track_caller]
fn check(question: &str, expected: Option<(&str, &str, &str)>) {
    let found = innermost(question);
    let told = found.as_ref().map(|found| {
        (
            &question[found.range.clone()],
            found.noun.as_str(),
            found.clause.as_str(),
        )
    });
    assert_eq!(told, expected, "{question}");
}

#[test]
fn clauses_describe_things() {
    check(
        "What deductible applies to the policy form named in Rule 7?",
        Some((
            "the policy form named in Rule 7",
            "policy form",
            "named in Rule 7",
        )),
    );
    check(
        "Who heads the department that approved the 2019 budget?",
        Some((
            "the department that approved the 2019 budget",
            "department",
            "that approved the 2019 budget",
        )),
    );
    check(
        "What bottle is needed for the method that measures lead, and how long do samples keep?",
        Some((
            "the method that measures lead",
            "method",
            "that measures lead",
        )),
    );
    check(
        "When was the institute that owned The Collegian founded?",
        Some((
            "the institute that owned The Collegian",
            "institute",
            "that owned The Collegian",
        )),
    );
    check(
        "What does the form named in Rule 7 require?",
        Some(("the form named in Rule 7", "form", "named in Rule 7")),
    );
    check(
        "Who was mayor when the town where the mill is located became a city?",
        Some((
            "the town where the mill is located",
            "town",
            "where the mill is located",
        )),
    );
}

#[test]
fn the_innermost_comes_first() {
    check(
        "Who governed the country where the composer of Aschen was a citizen?",
        Some(("the composer of Aschen", "composer", "Aschen")),
    );
    check(
        "What borders the county in which Johnny, West Orlow is located?",
        Some((
            "the county in which Johnny, West Orlow is located",
            "county",
            "in which Johnny, West Orlow is located",
        )),
    );
    check(
        "In what county is the city where Harris Fawell was born?",
        Some((
            "the city where Harris Fawell was born",
            "city",
            "where Harris Fawell was born",
        )),
    );
    check(
        "Who leads the team that tests the pump that Kellan Works built?",
        Some((
            "the pump that Kellan Works built",
            "pump",
            "that Kellan Works built",
        )),
    );
}

#[test]
fn people_are_described_by_what_they_are_to_a_name() {
    check(
        "Where did James Stanley's father die?",
        Some(("James Stanley's father", "father", "James Stanley")),
    );
    check(
        "Where was the director of The Singer of My City born?",
        Some((
            "the director of The Singer of My City",
            "director",
            "The Singer of My City",
        )),
    );
}

#[test]
fn other_questions_describe_nothing() {
    for question in [
        "Who is the director of The Kite?",
        "What is the amount that is due?",
        "What is the rate of Northmere's Schedule W-5?",
        "Which districts that levy a tax are in the county?",
        "What is the fee for a dog licence, which is due in May?",
        "Which rules that apply to boats also cover trailers?",
        "How many people does the ferry carry?",
        "",
    ] {
        check(question, None);
    }
}
