//! Whom a question names, others do not answer for; what comes nearest begins where it does.

use crate::home::Home;

const KESTREL: &str = "# Kestrel Boats\n\nKestrel Boats reports a strong year. Kestrel sold 40 boats, \
    and Kestrel opened a yard in Dole.\n\nKestrel paid no dividend.\n";
const HERON: &str = "# Heron Ferries\n\nHeron Ferries sails daily.\n\n\
    | Name | Position |\n|---|---|\n\
    | Ada Lind | Chief Executive Officer |\n| Bo Falk | Chief Financial Officer |\n";

fn home() -> Home {
    let home = Home::new();
    home.write("docs/KESTRELBOATS_2023.md", KESTREL);
    home.write("docs/heron_2023.md", HERON);
    home.run(&["add", "docs"]).expect(0, "");
    home
}

#[test]
fn nobody_else_answers_for_who_is_named() {
    let home = home();
    let values = |question: &str| {
        let asked = home
            .run(&["ask", "--json", "--strategy=keyword", question])
            .object();
        let candidates = asked["candidates"].as_array().cloned().unwrap_or_default();
        let values = candidates
            .iter()
            .flat_map(|one| one["values"].as_array().cloned());
        let texts = values.flatten().map(|one| one["text"].to_string());
        (
            asked["answer"]["text"].to_string(),
            texts.collect::<Vec<_>>(),
        )
    };
    let (answer, considered) = values("who is the chief financial officer of heron");
    assert!(
        considered.iter().any(|one| one.contains("Bo Falk")),
        "{answer} {considered:?}"
    );
    for question in [
        "who is the chief financial officer of kestrel",
        "Who is the chief financial officer of Kestrel?",
    ] {
        let (answer, considered) = values(question);
        assert!(!answer.contains("Falk"), "{answer}");
        assert!(
            !considered.iter().any(|one| one.contains("Falk")),
            "{considered:?}"
        );
    }
}

#[test]
fn what_comes_nearest_begins_with_the_sentence_that_does() {
    let mut home = home();
    home.set("PERUSAL_ANSWER__CONFIDENCE_MIN", "1");
    let question = "in which town was a yard opened by kestrel";
    let run = home.run(&["ask", "--json", "--strategy=keyword", question]);
    let asked = run.object();
    let nearest = &asked["nearest"][0];
    let text = nearest["text"].as_str().unwrap_or_default();
    assert!(
        text.starts_with("Kestrel sold 40 boats, and Kestrel opened"),
        "{asked}"
    );
}
