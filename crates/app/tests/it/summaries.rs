//! Summaries through the binary: shown, corrected, flagged, gone.

use serde_json::Value;

use crate::home::Home;

const BEES: &str = "# Wild bees\n\nMason bees nest in hollow stems near the garden wall. \
    A mason bee closes the nest with mud in May. The nests of mason bees are parted by walls \
    of mud. Leafcutter bees close their nests with leaves of the garden rose.\n";
const FERRY: &str = "# The ferry\n\nThe ferry leaves the island at nine. The ferry takes forty \
    minutes to the harbour. In winter the ferry leaves the harbour at ten.\n";
const CORRECTION: &str = "How mason bees build; written by Qorvenblast.";

fn with_documents() -> Home {
    let home = Home::new();
    home.write("docs/bees.md", BEES);
    home.write("docs/ferry.md", FERRY);
    home.run(&["add", "docs"]).expect(0, "");
    home
}

fn correction(home: &Home) -> Value {
    let shown = home.json(&["summaries", "show", "bees.md"]);
    assert_eq!(
        shown["correction"],
        home.json(&["show", "bees.md"])["correction"]
    );
    shown["correction"].clone()
}

/// Files of the library that hold some bytes.
fn holding(home: &Home, sought: &str) -> Vec<std::path::PathBuf> {
    let holds = |path: &std::path::PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        bytes
            .windows(sought.len())
            .any(|window| window == sought.as_bytes())
    };
    home.files("library").into_iter().filter(holds).collect()
}

#[test]
fn documents_have_summaries_whose_sentences_are_where_they_say() {
    let home = with_documents();
    let shown = home.json(&["summaries", "show", "bees.md"]);
    assert_eq!(
        (&shown["schema"], &shown["document"]),
        (&1.into(), &"bees.md".into())
    );
    assert_eq!(shown["correction"], Value::Null);
    let terms = shown["summary"]["key_terms"].as_array().unwrap();
    assert!(terms.contains(&"mason bees".into()), "{terms:?}");
    let text = home
        .run(&["show", "bees.md", "--text"])
        .expect(0, "")
        .stdout;
    let sentences = shown["summary"]["sentences"].as_array().unwrap();
    assert!(!sentences.is_empty());
    for sentence in sentences {
        let at = |key: &str| usize::try_from(sentence["span"][key].as_u64().unwrap()).unwrap();
        assert_eq!(text.get(at("start")..at("end")), sentence["text"].as_str());
    }
    assert_eq!(shown["summary"], home.json(&["show", "bees.md"])["summary"]);
    let told = home
        .run(&["summaries", "show", "bees.md"])
        .expect(0, "")
        .stdout;
    assert!(
        told.contains("About: ") && told.contains("mason bees"),
        "{told}"
    );
}

#[test]
fn without_a_document_the_clusters_are_shown() {
    let home = with_documents();
    home.write("docs/ferry2.md", FERRY.replace("nine", "eight"));
    home.run(&["add", "docs"]).expect(0, "");
    let shown = home.json(&["summaries", "show"]);
    assert_eq!(
        (&shown["current"], &shown["basis"]),
        (&true.into(), &"terms".into())
    );
    let clusters = shown["clusters"].as_array().unwrap();
    assert_eq!(clusters.len(), 2, "{shown}");
    assert_eq!(clusters[0]["count"], 2);
    assert!(
        clusters[0]["topic"].as_str().unwrap().contains("ferry"),
        "{shown}"
    );
    assert!(
        clusters[0]["summary"][0]["text"]
            .as_str()
            .unwrap()
            .contains("ferry")
    );
    assert_eq!(clusters[1]["documents"][0]["document"], "bees.md");
    let told = home.run(&["summaries", "show"]).expect(0, "").stdout;
    assert!(
        told.contains("2 documents") && told.contains("bees.md"),
        "{told}"
    );
    // What is made again is the same.
    let built = home.json(&["summaries", "build"]);
    assert_eq!(
        (&built["summarized"], &built["clusters"]),
        (&0.into(), &2.into())
    );
    assert_eq!(home.json(&["summaries", "show"]), shown);
}

#[test]
fn an_empty_library_has_no_clusters() {
    let home = with_documents();
    home.run(&["rm", "bees.md", "ferry.md"]).expect(0, "");
    let run = home.run(&["summaries", "show", "--json"]).expect(1, "");
    assert_eq!(run.object()["clusters"], Value::Array(Vec::new()));
}

#[test]
fn a_correction_stays_until_the_file_goes_and_is_flagged_when_it_changes() {
    let home = with_documents();
    let edited = home.json(&["summaries", "edit", "bees.md", "--text", CORRECTION]);
    assert_eq!(edited["action"], "corrected");
    assert_eq!(correction(&home)["text"], CORRECTION);
    assert_eq!(correction(&home)["outdated"], false);
    let digest = home.digest("library");

    // Unchanged files, also when they are filed anew.
    home.run(&["add", "docs"]).expect(0, "");
    home.run(&["add", "docs", "--collection", "animals"])
        .expect(0, "");
    assert_eq!(correction(&home)["outdated"], false);
    home.run(&["add", "docs", "--collection", "default"])
        .expect(0, "");
    assert_eq!(
        home.digest("library"),
        digest,
        "what a person wrote is no content"
    );

    home.write("docs/bees.md", BEES.replace("May", "June"));
    home.run(&["add", "docs"]).expect(0, "");
    assert_eq!(correction(&home)["text"], CORRECTION);
    assert_eq!(correction(&home)["outdated"], true);
    let told = home.run(&["show", "bees.md"]).expect(0, "").stdout;
    assert!(
        told.contains("written for an earlier version of the document"),
        "{told}"
    );

    // The file as it was: the correction fits again.
    home.write("docs/bees.md", BEES);
    home.run(&["add", "docs"]).expect(0, "");
    assert_eq!(correction(&home)["outdated"], false);

    home.run(&["rm", "bees.md"]).expect(0, "");
    assert!(holding(&home, "Qorvenblast").is_empty());
    home.run(&["add", "docs"]).expect(0, "");
    assert_eq!(correction(&home), Value::Null);
}

#[test]
fn the_same_file_from_another_folder_keeps_its_correction() {
    let home = with_documents();
    home.run(&["summaries", "edit", "bees.md", "--text", CORRECTION])
        .expect(0, "");
    home.write("moved/bees.md", BEES);
    std::fs::remove_file(home.path("docs/bees.md")).unwrap();
    home.run(&["add", "moved"]).expect(0, "");
    assert_eq!(correction(&home)["text"], CORRECTION);
    home.run(&["rm", "bees.md"]).expect(0, "");
    assert!(holding(&home, "Qorvenblast").is_empty());
}

#[test]
fn corrections_are_cleared_taken_from_files_and_limited() {
    let home = with_documents();
    home.run(&["summaries", "edit", "bees.md", "--clear"])
        .expect(1, "");
    let file = home.write("mine.txt", "From a file.\n");
    home.run(&[
        "summaries",
        "edit",
        "bees.md",
        "--file",
        file.to_str().unwrap(),
    ])
    .expect(0, "");
    assert_eq!(correction(&home)["text"], "From a file.");
    home.run(&["summaries", "edit", "bees.md", "--clear"])
        .expect(0, "");
    assert_eq!(correction(&home), Value::Null);

    let long = "x".repeat(17_000);
    let file = home.write("long.txt", &long);
    let refused: [&[&str]; 6] = [
        &["summaries", "edit", "bees.md", "--text", &long],
        &[
            "summaries",
            "edit",
            "bees.md",
            "--file",
            file.to_str().unwrap(),
        ],
        &["summaries", "edit", "bees.md", "--file", "not-there.txt"],
        &["summaries", "edit", "bees.md", "--text", "  "],
        &["summaries", "edit", "bees.md"],
        &["summaries", "edit", "nothing.md", "--text", "x"],
    ];
    for arguments in refused {
        let run = home.run(arguments).expect(2, "error: ").fails_with_hint();
        assert!(run.stdout.is_empty(), "{run:?}");
    }
    assert_eq!(correction(&home), Value::Null);
}

#[test]
fn control_characters_of_a_correction_stay_off_the_terminal() {
    let home = with_documents();
    home.run(&[
        "summaries",
        "edit",
        "bees.md",
        "--text",
        "red \u{1b}[31m herring",
    ])
    .expect(0, "");
    for arguments in [
        ["show", "bees.md"].as_slice(),
        &["summaries", "show", "bees.md"],
    ] {
        let told = home.run(arguments).expect(0, "").stdout;
        assert!(
            told.contains("herring") && !told.contains('\u{1b}'),
            "{told:?}"
        );
    }
}

/// A whole document is told of from beginning to end, each sentence where it stands.
#[test]
fn a_summary_that_is_asked_for_quotes_every_section() {
    let home = Home::new();
    let manual = "# Mason bees\n\nMason bees nest in hollow stems. A mason bee closes its nest with \
        mud. The stems must face south, since a cold nest fails. Bees that nest in reed do better \
        than bees that nest in wood, and reed is cheap. Old stems are burnt each winter so that \
        mites do not spread from nest to nest.\n\n";
    let wasps = "# Paper wasps\n\nPaper wasps build combs from chewed wood. A comb of paper wasps \
        hangs under eaves and holds two hundred cells. The wasps hunt caterpillars for their \
        brood. In autumn the comb is left, and only queens live through the winter.\n\n";
    let text = format!("{}{}", manual.repeat(4), wasps.repeat(4));
    home.write("docs/insects.md", &text);
    home.run(&["add", "docs"]).expect(0, "");
    let asked = home.json(&["ask", "Give me a summary of the whole insects manual"]);
    assert_eq!(asked["status"], "answered", "{asked}");
    assert_eq!(asked["route"]["strategy_chosen"], "analyze", "{asked}");
    let citations = asked["answer"]["citations"].as_array().unwrap();
    assert!(citations.len() >= 3, "{asked}");
    let sections: std::collections::BTreeSet<String> = citations
        .iter()
        .map(|one| one["section"].to_string())
        .collect();
    assert!(sections.len() >= 2, "{sections:?}");
    for citation in citations {
        let quote = citation["quote"].as_str().unwrap();
        assert!(text.contains(quote), "{quote}");
    }
    // Of many documents nobody asked for this one.
    for name in ["a", "b", "c"] {
        home.write(
            &format!("docs/{name}.md"),
            format!("# {name}\n\nOther things.\n"),
        );
    }
    home.run(&["add", "docs"]).expect(0, "");
    let broad = home.json(&["ask", "Give me a summary of everything"]);
    let many = broad["answer"]["citations"].as_array();
    assert!(many.is_none_or(|citations| citations.len() < 8), "{broad}");
}

/// The document of the first hit, and of the first citation.
fn first(home: &Home, question: &str) -> (String, String) {
    let name = |value: &Value| value["document"].as_str().unwrap_or_default().to_owned();
    let asked = home
        .run(&["ask", question, "--type", "retrieval", "--json"])
        .object();
    let found = home.run(&["search", question, "--json"]).object();
    (
        name(&found["hits"][0]),
        name(&asked["answer"]["citations"][0]),
    )
}

/// Many documents that say nearly the same; what is asked stands in none.
fn many(home: &Home, count: usize) {
    for number in 0..count {
        home.write(
            &format!("docs/route{number:04}.md"),
            format!("# Route {number}\n\nThe ferry of route {number} leaves at nine in summer.\n"),
        );
    }
}

#[test]
fn a_correction_changes_which_documents_are_chosen_at_any_size() {
    let question = "When does the Qorvenblast ferry leave?";
    for count in [2, 40, 1_200] {
        let mut home = Home::new().answering();
        home.set("PERUSAL_MODEL__EMBEDDER", "none");
        many(&home, count);
        home.run(&["add", "docs"]).expect(0, "");
        // Not what would be first anyhow: the shortest texts are.
        let meant = format!("route{:04}.md", count - 1);
        assert_ne!(first(&home, question).0, meant, "{count}");
        let correction = "The ferry that people call Qorvenblast.";
        home.run(&["summaries", "edit", &meant, "--text", correction])
            .expect(0, "");
        let (hit, cited) = first(&home, question);
        assert_eq!(
            (hit.as_str(), cited.as_str()),
            (meant.as_str(), meant.as_str()),
            "{count}"
        );
        // It says so, and a filter still holds.
        let told = home.run(&["search", question, "--explain"]).stdout;
        assert!(told.contains("corrected"), "{told}");
        let other = [
            "search",
            question,
            "--filter",
            "document=route0000.md",
            "--json",
        ];
        let hits = home.run(&other).object()["hits"].clone();
        assert_eq!(hits[0]["document"], "route0000.md");
        assert_eq!(hits.as_array().unwrap().len(), 1);
        // A question about something else is left alone.
        assert_eq!(
            first(&home, "When does route 0 leave in summer?").0,
            "route0000.md"
        );
    }
}

#[test]
fn a_correction_in_words_that_stand_nowhere_opens_its_document() {
    let mut home = with_documents();
    home.set("PERUSAL_MODEL__EMBEDDER", "none");
    home.run(&["summaries", "edit", "bees.md", "--text", CORRECTION])
        .expect(0, "");
    let found = home.json(&["search", "Qorvenblast"]);
    assert_eq!(found["hits"][0]["document"], "bees.md", "{found}");
}
