//! What EXPLAIN and `stats` tell of searches.

use serde_json::Value;

use crate::home::Home;

/// A mill and its builder, whose page shares no word with the question.
fn with_documents() -> Home {
    let home = Home::new();
    home.write(
        "docs/mill.md",
        "# Harrow Mill\n\nThe mill on the lower weir was put up in 1788 by Edith Quillon.\n",
    );
    home.write(
        "docs/quillon.md",
        "# Edith Quillon\n\nShe was born in Tarn Vale and learned carpentry from an aunt.\n",
    );
    home.write("docs/bees.txt", "Mason bees nest in hollow stems.\n");
    home.run(&["add", "docs"]).expect(0, "");
    home
}

const QUESTION: &str = "Who put up the mill on the lower weir?";

fn strategies(found: &Value) -> (String, String) {
    let text = |key: &str| found[key].as_str().unwrap().to_owned();
    (text("strategy_asked"), text("strategy"))
}

#[test]
fn explain_shows_what_was_expected_and_what_each_list_gave() {
    let home = with_documents();
    let found = home.json(&["search", QUESTION, "--explain"]);
    assert_eq!(
        strategies(&found),
        ("auto".to_owned(), "multi_query".to_owned())
    );
    let documents: Vec<&str> = found["hits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| hit["document"].as_str().unwrap())
        .collect();
    assert_eq!(documents, ["mill.md", "quillon.md"]);
    let explain = &found["explain"];
    let arms: Vec<&str> = explain["arms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|arm| arm["arm"].as_str().unwrap())
        .collect();
    assert_eq!(arms, ["keyword", "linked"]);
    assert_eq!(explain["estimates"][0]["arm"], "keyword");
    assert_eq!(explain["arms"][0]["candidates"], 1);
    for hit in explain["contributions"].as_array().unwrap() {
        let given = hit["arms"].as_array().unwrap().iter();
        let sum: f64 = given.map(|arm| arm["contribution"].as_f64().unwrap()).sum();
        assert!((sum - hit["score"].as_f64().unwrap()).abs() < 1e-5);
    }
    assert_eq!(found["attempts"][0]["kept"], true);

    let told = home
        .run(&["search", QUESTION, "--explain"])
        .expect(0, "")
        .stdout;
    for words in [
        "strategy: multi_query (asked: auto)",
        "(estimated 2)",
        "alone 1. mill.md",
        "linked rank 1",
        "tried multi_query",
        "time: embed",
    ] {
        assert!(told.contains(words), "{words}:\n{told}");
    }
}

#[test]
fn a_strategy_without_its_data_runs_as_hybrid_and_says_so() {
    let home = with_documents();
    let found = home.json(&["search", QUESTION, "--strategy", "graph"]);
    assert_eq!(
        strategies(&found),
        ("graph".to_owned(), "hybrid".to_owned())
    );
    let notes = found["notes"].to_string();
    assert!(notes.contains("graph.enabled"), "{notes}");
    let web = home.json(&["search", QUESTION, "--strategy", "web"]);
    assert_eq!(web["web"].as_array().unwrap().len(), 0);
    assert!(web["notes"].to_string().contains("web.endpoint"));
}

/// Without models three arms cannot run by name, and say what they lack; all else explains
/// itself.
#[test]
fn every_strategy_explains_itself_or_says_what_it_lacks() {
    let home = with_documents();
    for strategy in [
        "auto",
        "keyword",
        "hybrid",
        "multi_query",
        "hierarchical",
        "graph",
        "web",
    ] {
        let found = home.json(&["search", QUESTION, "--strategy", strategy, "--explain"]);
        assert_eq!(found["strategy_asked"], strategy);
        assert_eq!(found["hits"][0]["document"], "mill.md", "{strategy}");
        let arms = found["explain"]["arms"].as_array().unwrap();
        assert_eq!(arms[0]["arm"], "keyword", "{strategy}");
        assert!(!found["attempts"].as_array().unwrap().is_empty());
    }
    for strategy in ["dense", "sparse", "late"] {
        home.run(&["search", QUESTION, "--strategy", strategy])
            .expect(2, strategy)
            .fails_with_hint();
    }
}

#[test]
fn stats_tell_of_what_was_asked() {
    let home = with_documents();
    let before = home.json(&["stats"]);
    assert_eq!(before["questions"], 0);
    assert_eq!(before["index"]["documents"], 3);
    home.run(&["ask", QUESTION]);
    home.run(&["ask", "Which zeppelins are moored in Novaya Zemlya?"]);
    let after = home.json(&["stats", "--probe", "3"]);
    assert_eq!(after["questions"], 2);
    let counted = |by: &str| {
        let groups = after["by"][by].as_object().unwrap().values();
        let questions = groups.map(|group| group["questions"].as_u64().unwrap());
        questions.sum::<u64>()
    };
    for by in ["layer", "strategy", "rung"] {
        assert_eq!(counted(by), 2, "{by}: {after}");
    }
    assert_eq!(after["arms"][0]["arm"], "keyword");
    let found = after["arms"][0]["found_10"].as_f64().unwrap();
    assert!(found > 0.0 && found <= 1.0, "{found}");
    let told = home.run(&["stats"]).expect(0, "").stdout;
    assert!(told.contains("2 questions asked"), "{told}");
}
