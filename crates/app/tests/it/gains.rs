//! `perusal eval retrieval --gains`: gains by kind of question, on corpora and on files.

use serde_json::{Value, json};

use crate::home::Home;
use crate::model_server::ModelServer;

fn lines(all: &[Value]) -> String {
    all.iter().map(|line| format!("{line}\n")).collect()
}

/// A corpus with two kinds of questions, and a folder of files.
fn sets(home: &Home) {
    let document = |id: &str, text: &str| json!({"_id": id, "title": "", "text": text});
    let corpus = [
        document("a", "The heron stands by the river at dawn."),
        document("b", "Wild bees nest in dry sand."),
        document("c", "The ferry leaves the island at nine."),
    ];
    home.write("corpus/corpus.jsonl", lines(&corpus));
    let questions = [
        ("1", "where does the heron stand"),
        ("2", "when does the ferry leave"),
    ];
    let topics = questions.map(|(id, text)| json!({"_id": id, "text": text}));
    home.write("corpus/queries.jsonl", lines(&topics));
    home.write("corpus/qrels.tsv", "1\ta\t1\n2\tc\t1\n");
    let kinds = [
        json!({"id": "1", "type": "place"}),
        json!({"id": "2", "hops": 1}),
    ];
    home.write("corpus/qa.jsonl", lines(&kinds));
    home.write(
        "pages/files/bees.md",
        "# Bees\n\nWild bees nest in dry sand.\n",
    );
    home.write(
        "pages/files/ferry.md",
        "# Ferry\n\nThe ferry leaves at nine.\n",
    );
    let evidence = |file: &str, quote: &str| json!([{"file": file, "quote": quote}]);
    let asked = [
        json!({"id": "1", "question": "Where do wild bees nest?", "type": "lookup",
            "answers": ["sand"], "evidence": evidence("bees.md", "Wild bees nest in dry sand.")}),
        json!({"id": "2", "question": "Who owns the ferry?", "type": "unanswerable"}),
        json!({"id": "3", "question": "What stands nowhere?", "type": "lookup", "answers": ["x"],
            "evidence": evidence("ferry.md", "This quote stands nowhere.")}),
    ];
    home.write("pages/qa.jsonl", lines(&asked));
}

#[test]
fn gains_are_told_by_kind_over_dense_and_over_hybrid() {
    let server = ModelServer::start();
    let mut home = Home::new();
    home.set("PERUSAL_MODEL__EMBEDDER", "ollama:words");
    home.set("PERUSAL_MODEL__ENDPOINT", server.address());
    sets(&home);
    let told = home.json(&["eval", "retrieval", "corpus", "pages", "--gains"]);
    let gains = told["gains"].as_array().unwrap();
    assert_eq!(gains.len(), 2, "{told}");
    assert_eq!(told["sets"].as_array().unwrap().len(), 1);
    let rows = |set: &Value| set["rows"].as_array().unwrap().clone();
    let kinds = |set: &Value| {
        let mut kinds: Vec<String> = rows(set)
            .iter()
            .map(|row| row["kind"].as_str().unwrap().to_owned())
            .collect();
        kinds.dedup();
        kinds
    };
    assert_eq!(kinds(&gains[0]), ["1 hops", "place", "all"]);
    // One kind of answerable questions is all of them.
    assert_eq!(kinds(&gains[1]), ["all"]);
    assert_eq!(gains[1]["recall_of"], "evidence");
    for set in gains {
        for row in rows(set) {
            for (base, gain) in [
                ("dense", &row["over_dense"]),
                ("hybrid", &row["over_hybrid"]),
            ] {
                assert_eq!(gain.is_null(), row["strategy"] == base, "{row}");
            }
        }
    }
    let all = rows(&gains[1]);
    let keyword = all.iter().find(|row| row["strategy"] == "keyword").unwrap();
    // Of two questions with evidence the quote of one stands nowhere.
    assert_eq!(
        (&keyword["questions"], &keyword["recall"]),
        (&json!(2), &json!(0.5))
    );

    let told = home
        .run(&["eval", "retrieval", "corpus", "pages", "--gains"])
        .expect(0, "");
    assert!(told.stdout.contains("hoped for was +15 %"), "{told:?}");
    assert!(
        told.stdout
            .contains("gains nothing over hybrid on any set: "),
        "{told:?}"
    );
    // Without the flag a folder of files is no set.
    home.run(&["eval", "retrieval", "pages"])
        .expect(2, "corpus.jsonl");
}
