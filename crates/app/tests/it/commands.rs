//! What the commands do when all goes well.

use serde_json::Value;

use crate::home::Home;

const HANDBOOK: &str = "# Opening hours\n\nThe library opens at nine on weekdays.\n\n\
    # Loans\n\nBooks are lent for 21 days. A late book costs 15 cents a day.\n\n\
    | item | days |\n|---|---|\n| book | 21 |\n| film | 7 |\n";
const BEES: &str = "Mason bees nest in hollow stems.\n\nA cuckoo bee builds no nest of its own.\n";

fn with_documents() -> Home {
    let home = Home::new();
    home.write("docs/handbook.md", HANDBOOK);
    home.write("docs/notes/bees.txt", BEES);
    home.run(&["add", "docs"]).expect(0, "");
    home
}

fn actions(added: &Value) -> Vec<(String, String)> {
    added["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| {
            let text = |key: &str| file[key].as_str().unwrap_or_default().to_owned();
            (text("document"), text("action"))
        })
        .collect()
}

fn pair(path: &str, action: &str) -> (String, String) {
    (path.to_owned(), action.to_owned())
}

#[test]
fn add_reports_each_file_and_a_second_add_changes_nothing() {
    let home = Home::new();
    home.write("docs/handbook.md", HANDBOOK);
    home.write("docs/notes/bees.txt", BEES);
    let first = home.json(&["add", "docs"]);
    assert_eq!(
        actions(&first),
        [
            pair("handbook.md", "added"),
            pair("notes/bees.txt", "added")
        ]
    );
    let second = home.json(&["add", "docs"]);
    assert_eq!(
        actions(&second),
        [
            pair("handbook.md", "unchanged"),
            pair("notes/bees.txt", "unchanged")
        ]
    );
}

#[test]
fn changed_files_are_replaced_and_vanished_ones_pruned_when_asked() {
    let home = with_documents();
    home.write("docs/handbook.md", HANDBOOK.replace("nine", "ten"));
    std::fs::remove_file(home.path("docs/notes/bees.txt")).unwrap();
    let kept = home.json(&["add", "docs"]);
    assert_eq!(actions(&kept), [pair("handbook.md", "replaced")]);
    assert_eq!(home.json(&["ls"])["documents"].as_array().unwrap().len(), 2);
    let pruned = home.json(&["add", "docs", "--prune"]);
    assert_eq!(
        actions(&pruned),
        [
            pair("handbook.md", "unchanged"),
            pair("notes/bees.txt", "removed")
        ]
    );
    let hits = home.json(&["search", "opens at ten"]);
    assert!(
        hits["hits"][0]["text"]
            .as_str()
            .unwrap()
            .contains("opens at ten")
    );
}

#[test]
fn a_folder_inside_an_added_folder_adds_no_copies() {
    let home = with_documents();
    let again = home.json(&["add", "docs/notes"]);
    assert_eq!(actions(&again), [pair("notes/bees.txt", "unchanged")]);
    assert_eq!(home.json(&["ls"])["documents"].as_array().unwrap().len(), 2);
}

#[test]
fn search_gives_spans_that_are_the_text() {
    let home = with_documents();
    let found = home.json(&["search", "how long are books lent", "--neighbors", "1"]);
    let hit = &found["hits"][0];
    assert_eq!(hit["document"], "handbook.md");
    // The chunk holds the whole handbook; its section is the one it starts in.
    assert_eq!(hit["section"][0], "Opening hours");
    let text = home.run(&["show", "handbook.md", "--text"]).stdout;
    let at = |key: &str| usize::try_from(hit["span"][key].as_u64().unwrap()).unwrap();
    assert_eq!(&text[at("start")..at("end")], hit["text"].as_str().unwrap());
    assert!(hit["passage"]["text"].as_str().unwrap().contains("21 days"));
    assert_eq!(hit["arms"]["keyword"]["rank"], 1);
}

#[test]
fn ask_quotes_and_cites_and_keeps_a_trace() {
    let home = with_documents();
    let asked = home.json(&["ask", "How many days are books lent?"]);
    assert_eq!(asked["status"], "answered");
    let citation = &asked["answer"]["citations"][0];
    assert_eq!(citation["verified"], true);
    assert_eq!(citation["document"], "handbook.md");
    assert!(citation["quote"].as_str().unwrap().contains("21"));
    let text = home.run(&["show", "handbook.md", "--text"]).stdout;
    let at = |key: &str| usize::try_from(citation["span"][key].as_u64().unwrap()).unwrap();
    assert_eq!(
        &text[at("start")..at("end")],
        citation["quote"].as_str().unwrap()
    );
    assert!(!asked["trace"].as_str().unwrap().is_empty());
}

#[test]
fn show_prints_tables_with_their_columns_and_cells() {
    let home = with_documents();
    let text = "# Fares\n\n| Zone | Adult ($) |\n|---|---|\n| A | 2.10 |\n| B | 3.40 |\n\n\
        Not carried:\n\n- bees\n- open fuel\n";
    home.write("docs/fares.md", text);
    home.json(&["add", "docs"]);
    let shown = home.run(&["show", "fares.md", "--tables"]).stdout;
    for line in ["Zone: text, key", "Adult ($): number, USD", "2 rows"] {
        assert!(shown.contains(line), "{line} in {shown}");
    }
    let shown = home.json(&["show", "fares.md", "--tables"]);
    let table = |place: &str, name: &str| {
        let tables = shown[place].as_array().unwrap();
        let named = |table: &&serde_json::Value| table["columns"][1]["path"][0] == name;
        tables.iter().find(named).unwrap().clone()
    };
    let fares = table("tables", "Adult ($)");
    assert_eq!(fares["rows"], 2);
    let cells = fares["cells"].as_array().unwrap();
    assert_eq!(cells[0]["header"], true);
    assert_eq!(cells[5]["text"], "3.40");
    assert_eq!(cells[5]["value"]["number"], "3.40");
    assert_eq!(
        (&cells[5]["row"], &cells[5]["column"]),
        (&2.into(), &1.into())
    );
    let carried = table("lists", "Not carried");
    assert_eq!(carried["kind"], "list");
    let cells = carried["cells"].as_array().unwrap();
    assert!(cells.iter().any(|cell| cell["text"] == "bees"));
}

#[test]
fn what_is_not_there_is_not_found() {
    let home = with_documents();
    let run = home.run(&["ask", "What is the melting point of tungsten carbide?"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("Not in your documents"), "{run:?}");
}

#[test]
fn filters_choose_and_explain_shows_their_share() {
    let home = with_documents();
    let found = home.json(&["search", "bee book", "--filter", "type=plain"]);
    for hit in found["hits"].as_array().unwrap() {
        assert_eq!(hit["document"], "notes/bees.txt");
    }
    let explained = home.run(&["search", "bee book", "--filter", "type=plain", "--explain"]);
    assert!(explained.stdout.contains("filters leave"), "{explained:?}");
    assert!(
        explained.stdout.contains("keyword: weight"),
        "{explained:?}"
    );
    assert!(explained.stdout.contains(", exact\n"), "{explained:?}");
}

#[test]
fn rm_takes_ids_prefixes_and_paths() {
    let home = with_documents();
    let listed = home.json(&["ls"]);
    let id = listed["documents"][0]["document_id"]
        .as_str()
        .unwrap()
        .to_owned();
    home.run(&["rm", &id[..10]]).expect(0, "");
    home.run(&["rm", "notes/bees.txt"]).expect(0, "");
    assert_eq!(home.run(&["ls"]).code, Some(1));
}

#[test]
fn metadata_and_collections_file_documents() {
    let home = Home::new();
    home.write("docs/bees.txt", BEES);
    home.run(&["add", "docs", "--collection", "garden", "--meta", "shelf=7"])
        .expect(0, "");
    let hits = |filter: &str| {
        home.json(&["search", "bee", "--filter", filter])["hits"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(hits("collection=garden"), 1);
    assert_eq!(hits("shelf=7"), 1);
    assert_eq!(hits("collection!=garden"), 0);
    let moved = home.json(&["add", "docs", "--collection", "attic"]);
    assert_eq!(actions(&moved), [pair("bees.txt", "replaced")]);
}

#[test]
fn everything_works_on_keywords_and_says_so() {
    let home = with_documents();
    let run = home.run(&["search", "bees"]).expect(0, "keywords only");
    assert!(run.stderr.contains("perusal models pull"));
    home.run(&["search", "bees", "--strategy", "dense"])
        .expect(2, "needs vectors");
}

#[test]
fn the_demo_needs_nothing() {
    let home = Home::new();
    let run = home.run(&["demo"]).expect(0, "");
    assert_eq!(run.stdout.matches("quotes verified").count(), 3, "{run:?}");
}

#[test]
fn events_come_one_a_line() {
    let home = Home::new();
    home.write("docs/bees.txt", BEES);
    let run = home.run(&["add", "docs", "--jsonl"]).expect(0, "");
    let events: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let names: Vec<_> = events
        .iter()
        .map(|event| event["event"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["found", "read", "stored", "done"]);
}

#[test]
fn completions_and_doctor_run() {
    let home = with_documents();
    assert!(
        home.run(&["completions", "bash"])
            .stdout
            .contains("perusal")
    );
    let doctor = home.json(&["doctor"]);
    assert_eq!(doctor["damaged"], false);
    assert_eq!(home.run(&["doctor", "--digest"]).stdout.trim().len(), 64);
}

#[test]
fn a_section_is_searched_where_its_chunk_begins_before_it() {
    let mut home = Home::new();
    home.set("PERUSAL_MODEL__EMBEDDER", "none");
    // Short enough that one chunk holds all of it, which begins in the first section.
    home.write(
        "docs/boat.md",
        "# Boat\n\n## Hull\n\nThe hull is tarred in spring.\n\n\
         ## Mast\n\nThe mast is oiled each autumn.\n",
    );
    home.write(
        "docs/other.md",
        "# Mill\n\n## Sails\n\nThe mast of a mill is oiled, too.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    let found = |filter: &str| {
        let found = home.run(&["search", "oiled mast", "--filter", filter, "--json"]);
        let hits = found.object()["hits"].as_array().unwrap().clone();
        let name = |hit: &serde_json::Value| hit["document"].as_str().unwrap().to_owned();
        hits.iter().map(name).collect::<Vec<_>>()
    };
    for section in ["mast", "Hull", "Boat"] {
        assert_eq!(
            found(&format!("section={section}")),
            ["boat.md"],
            "{section}"
        );
    }
    assert_eq!(found("section=Sails"), ["other.md"]);
    assert_eq!(found("section!=Mast"), ["other.md"]);
    assert_eq!(found("section=Keel"), Vec::<String>::new());
}
