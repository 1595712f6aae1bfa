//! Questions that are hardly questions, and libraries that are hardly libraries: each gets a
//! sensible result or an error that says what to do, and no step fails on the way.

use serde_json::Value;

use crate::home::Home;

const TARIFF: &str = "# Harbour tariff\n\nThe mooring fee is 12 crowns a night.\n\n\
    ## Waste\n\nOil and paint are taken to the shed behind the crane.\n";
const SATZUNG: &str = "# Hafensatzung\n\nDie Liegegebühr beträgt 12 Kronen je Nacht.\n";
const JAPANESE: &str = "# 図書館の利用案内\n\n開館時間は午前九時から午後五時までです。\n\n\
    貸出期間は二週間です。\n";
const HEBREW: &str = "# תעריף הנמל\n\nדמי העגינה הם שנים עשר כתרים ללילה.\n";

/// A library of four languages that answers whatever the confidence.
fn home() -> Home {
    let home = Home::new().answering();
    home.write("docs/tariff.md", TARIFF);
    home.write("docs/satzung.md", SATZUNG);
    home.write("docs/library.md", JAPANESE);
    home.write("docs/hebrew.md", HEBREW);
    home.run(&["add", "docs"]).expect(0, "");
    home
}

/// Asks and searches: both end by themselves, with data or with nothing found, and no fault.
#[track_caller]
fn asked(home: &Home, question: &str) -> (Value, Value) {
    let [asked, found] = ["ask", "search"].map(|command| {
        let mut arguments = vec![command, "--json"];
        // Else the router may take a few words for talk, and look nowhere.
        arguments.extend((command == "ask").then_some("--type=retrieval"));
        arguments.extend(["--", question]);
        let run = home.run(&arguments);
        assert!(matches!(run.code, Some(0 | 1)), "{command} {run:?}");
        assert!(!run.stderr.contains("panicked"), "{run:?}");
        let object = run.object();
        assert!(object.get("faults").is_none(), "{command} {object}");
        object
    });
    (asked, found)
}

/// The document of the first hit, and of the first citation.
#[track_caller]
fn first_of(home: &Home, question: &str) -> (String, String) {
    let (asked, found) = asked(home, question);
    let name = |value: &Value| value["document"].as_str().unwrap_or_default().to_owned();
    (
        name(&found["hits"][0]),
        name(&asked["answer"]["citations"][0]),
    )
}

/// Nothing of the documents is meant, so nothing is cited.
#[track_caller]
fn finds_nothing(home: &Home, question: &str) {
    let (asked, _) = asked(home, question);
    assert_eq!(asked["status"], "not_found", "{asked}");
    let answer = &asked["answer"];
    assert!(answer["text"].is_null(), "{asked}");
    assert_eq!(answer["citations"], serde_json::json!([]), "{asked}");
}

#[test]
fn an_empty_question_says_how_to_ask() {
    let home = home();
    for question in ["", "   ", "\n\t", "\u{a0}"] {
        for command in ["ask", "search"] {
            let run = home.run(&[command, question]);
            assert_eq!(run.code, Some(2), "{run:?}");
            assert!(run.stderr.contains("the question is empty"), "{run:?}");
            assert!(run.stderr.contains("hint:"), "{run:?}");
        }
    }
}

#[test]
fn a_question_of_8_kb_is_answered_and_a_longer_one_refused() {
    let home = home();
    let mut question = "How much is the mooring fee a night? ".repeat(300);
    question.truncate(8 * 1024);
    let (hit, cited) = first_of(&home, &question);
    assert_eq!((hit.as_str(), cited.as_str()), ("tariff.md", "tariff.md"));
    question.push('?');
    for command in ["ask", "search"] {
        home.run(&[command, &question])
            .expect(2, "hint: ask for one thing at a time");
    }
    // One word of 8 KB is none of any document.
    finds_nothing(&home, &"x".repeat(8 * 1024));
}

#[test]
fn stop_words_alone_are_asked_without_harm() {
    let home = home();
    for question in ["the", "of the and is a", "wie ist das", "?"] {
        asked(&home, question);
    }
}

#[test]
fn a_number_alone_finds_where_it_stands() {
    let home = home();
    let (hit, _) = first_of(&home, "12");
    assert!(["tariff.md", "satzung.md"].contains(&hit.as_str()), "{hit}");
    for number in ["0", "-1", "999999999999999999999999", "1e400", "½", "٣"] {
        asked(&home, number);
    }
}

#[test]
fn a_question_in_two_languages_finds_what_either_names() {
    let home = home();
    let (hit, cited) = first_of(&home, "How much is die Liegegebühr per Nacht?");
    assert_eq!((hit.as_str(), cited.as_str()), ("satzung.md", "satzung.md"));
}

#[test]
fn a_question_in_japanese_finds_a_japanese_text() {
    let home = home();
    let (hit, cited) = first_of(&home, "貸出期間はどのくらいですか。");
    assert_eq!((hit.as_str(), cited.as_str()), ("library.md", "library.md"));
    finds_nothing(&home, "猫");
}

#[test]
fn a_question_from_right_to_left_finds_its_text() {
    let home = home();
    let (hit, cited) = first_of(&home, "מה הם דמי העגינה?");
    assert_eq!((hit.as_str(), cited.as_str()), ("hebrew.md", "hebrew.md"));
    // Marks of direction around a word do not hide it, and do not reach the terminal.
    let question = "\u{202e}mooring fee\u{202c}";
    let (hit, _) = first_of(&home, question);
    assert_eq!(hit, "tariff.md");
    let told = home.run(&["search", question, "--explain"]).stdout;
    assert!(!told.contains('\u{202e}'), "{told:?}");
}

#[test]
fn emoji_are_asked_without_harm() {
    let home = home();
    finds_nothing(&home, "🐟🐟🐟");
    finds_nothing(&home, "👩‍👩‍👧‍👦 🏳️‍🌈");
    let (hit, _) = first_of(&home, "⚓ mooring fee? 💰");
    assert_eq!(hit, "tariff.md");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let home = home();
    let question = "mooring\u{7} \u{1b}[31mfee\u{1b}[0m\r\u{8}\u{85}";
    let (hit, _) = first_of(&home, question);
    assert_eq!(hit, "tariff.md");
    for command in ["ask", "search"] {
        let run = home.run(&[command, question, "--explain"]);
        let control = |c: char| c.is_control() && c != '\n' && c != '\t';
        assert!(!run.stdout.contains(control), "{run:?}");
        assert!(!run.stderr.contains(control), "{run:?}");
    }
}

#[test]
fn a_thousand_documents_of_one_name_are_told_apart_by_their_folders() {
    let home = Home::new().answering();
    for number in 0..1_000 {
        home.write(
            &format!("docs/mill-{number:03}/report.md"),
            format!(
                "# Report\n\nThe mill of ward {number} ground {} sacks.\n",
                number * 7
            ),
        );
    }
    home.run(&["add", "docs"]).expect(0, "");
    let listed = home.json(&["ls"]);
    let mut paths: Vec<&str> = listed["documents"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|document| document["document"].as_str())
        .collect();
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(paths.len(), 1_000);

    let (hit, cited) = first_of(&home, "How many sacks did the mill of ward 417 grind?");
    let mill = "mill-417/report.md";
    assert_eq!((hit.as_str(), cited.as_str()), (mill, mill));
    home.run(&["show", mill]).expect(0, "");
    // The name alone names none of them.
    let run = home.run(&["show", "report.md"]);
    let run = run.expect(2, "no document is named `report.md`");
    assert!(run.stderr.contains("perusal ls"), "{run:?}");
}

#[test]
fn a_library_of_one_word_answers_with_it() {
    let home = Home::new().answering();
    home.write("docs/a.txt", "heron");
    home.run(&["add", "docs"]).expect(0, "");
    let found = home.json(&["search", "heron"]);
    assert_eq!(found["hits"][0]["text"], "heron");
    asked(&home, "heron");
    asked(&home, "What is a heron?");
    finds_nothing(&home, "How many sacks did the mill grind?");
    home.run(&["stats"]).expect(0, "");
    home.run(&["summaries", "show", "a.txt"]).expect(0, "");
}

#[test]
fn a_misspelled_word_is_read_as_another_and_said_to_be() {
    let home = home();
    let run = home.run(&["ask", "--type=retrieval", "how much is the moooring fee"]);
    let told = "note: no document says “moooring”; it was read as “mooring”";
    assert!(run.stderr.contains(told), "{run:?}");
    assert!(run.stdout.contains("12 crowns"), "{run:?}");
    let (asked, found) = asked(&home, "how much is the moooring fee");
    let words = serde_json::json!([{"written": "moooring", "read": "mooring"}]);
    assert_eq!(asked["misspelled"], words);
    assert_eq!(asked["question"], "how much is the moooring fee");
    for object in [asked, found] {
        let notes = object["notes"].to_string();
        assert!(notes.contains("it was read as “mooring”"), "{notes}");
    }
}
