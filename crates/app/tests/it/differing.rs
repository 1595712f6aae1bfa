//! Documents that contradict each other: an answer shows both and is less sure.

use crate::home::Home;

const QUESTION: &str = "How much notice must be given to end the lease?";

fn asked(home: &Home) -> serde_json::Value {
    home.json(&["ask", QUESTION, "--embedder", "none"])
}

#[test]
fn documents_that_answer_differently_are_both_shown() {
    let home = Home::new();
    let lease = |days: &str, street: &str| {
        format!(
            "# Lease of {street}\n\nThe rent is due on the first of each month.\n\n\
             Notice of {days} days must be given in writing to end the lease.\n"
        )
    };
    home.write("first.md", lease("30", "Mill Lane"));
    home.run(&["add", "first.md", "--embedder", "none"]);
    let alone = asked(&home);
    assert_eq!(alone["answer"]["differs"].as_array().unwrap().len(), 0);

    home.write("second.md", lease("60", "Harbour Road"));
    home.run(&["add", "second.md", "--embedder", "none"]);
    let both = asked(&home);
    let answer = &both["answer"];
    let text = answer["text"].as_str().unwrap();
    assert!(text.contains("The documents differ"), "{answer}");
    assert!(
        text.contains("30 days") && text.contains("60 days"),
        "{answer}"
    );
    assert_eq!(answer["differs"][0]["about"], "number");
    let [first, second] = [0, 1].map(|at| answer["differs"][0]["citations"][at].as_u64().unwrap());
    let path = |marker: u64| {
        let citations = answer["citations"].as_array().unwrap();
        let one = citations
            .iter()
            .find(|one| one["marker"] == marker)
            .unwrap();
        assert_eq!(one["verified"], true);
        one["document"].as_str().unwrap().to_owned()
    };
    assert_ne!(path(first), path(second));
    let sure = |answer: &serde_json::Value| answer["answer"]["confidence"].as_f64().unwrap();
    assert!(sure(&both) <= 0.5, "{answer}");
    assert!(sure(&both) < sure(&alone));
}

#[test]
fn a_quote_of_several_sentences_is_held_against_others_sentence_by_sentence() {
    let home = Home::new();
    let handbook = |year: &str, days: &str| {
        format!(
            "# Handbook {year}\n\n## Cancelling a booking\n\nTo cancel a booking you write a letter \
             to the harbour office. The letter must reach the harbour office within {days} days of \
             the booking. The money is sent back to your bank.\n"
        )
    };
    home.write("a.md", handbook("2022", "30"));
    home.write("b.md", handbook("2023", "60"));
    home.run(&["add", "a.md", "b.md", "--embedder", "none"]);
    let question = "How do I cancel a booking by letter to the harbour office?";
    let asked = home.json(&["ask", question, "--embedder", "none"]);
    let answer = &asked["answer"];
    let quote = answer["citations"][0]["quote"].as_str().unwrap();
    assert!(quote.starts_with("To cancel") && quote.ends_with("bank."));
    assert_eq!(answer["differs"][0]["about"], "number", "{answer}");
    let text = answer["text"].as_str().unwrap();
    assert!(
        text.contains("30 days")
            && text.contains("but “The letter must")
            && text.contains("60 days"),
        "{text}"
    );
}
