//! Every error says what, where and why, and what to do: read aloud once, and held to it here.

use crate::home::Home;

/// A home with a small library, and files to be wrong about.
fn home() -> Home {
    let home = Home::new();
    home.write(
        "docs/herons.txt",
        "Herons wade. Three herons were counted in 1926.\n",
    );
    home.write("docs/prices.csv", "item,price\nboat,12\noar,3\n");
    home.run(&["add", "docs"]).expect(0, "");
    home.write("empty/nothing.bin", [0_u8; 0]);
    home.write("levels.toml", "read_share_max = 7\n");
    home.write("broken.toml", "questions = [\n");
    home.write("foreign/library.sqlite", "no database");
    home.write("prompt.toml", "name = \"nobody\"\n");
    home
}

/// Wrong ways to ask.
const WRONG: &[&[&str]] = &[
    &["add", "nowhere"],
    &["add", "empty"],
    &["add", "--site", "docs"],
    &["add", "ftp://example.org/a"],
    &["add", "http://127.0.0.1/a"],
    &["add", "docs", "--meta", "a b=c"],
    &["add", "docs", "--embedder", "no-such-model"],
    &["add", "docs", "--embedder", "./no/such/folder"],
    &["show", "nobody.txt"],
    &["show", ""],
    &["rm", "nobody.txt"],
    &["search", ""],
    &["search", "herons", "--strategy", "best"],
    &["search", "herons", "--filter", "colour=blue"],
    &["search", "herons", "--filter", "pages>>3"],
    &["search", "herons", "-k", "1000"],
    &["search", "herons", "-k", "many"],
    &["search", "herons", "--strategy", "dense"],
    &["ask", ""],
    &["ask", "Who?", "--deadline", "3h"],
    &["ask", "Who?", "--type", "gossip"],
    &["ask", "Who?", "--context", "nowhere.txt"],
    &["ask", "Who?", "--session", ""],
    &["ask", "Who?", "--replay", "nowhere.jsonl"],
    &["query", "SELECT price FROM nothing"],
    &["query", "SELECT colour FROM prices"],
    &["query", "DELETE FROM prices"],
    &["query", "SELECT"],
    &["tables", "nobody.txt"],
    &["analyze", "nobody.pdf", "Who?"],
    &["analyze", "herons.txt", "Who?", "--levels", "levels.toml"],
    &["reindex", "--embedder", "no-such-model"],
    &["models", "pull", "no-such-model"],
    &["prompts", "show", "nobody"],
    &["prompts", "set", "prompt.toml"],
    &["eval", "retrieval", "nowhere"],
    &["eval", "experiment", "broken.toml"],
    &["restore", "broken.toml"],
    &["backup", "docs"],
    &["--store", "nowhere", "ask", "Who?"],
    &["--store", "foreign", "ask", "Who?"],
    &["--store", "docs", "ls"],
];

/// Last words that are right, or that stand for what is named otherwise.
const NOT_NAMED: &[&str] = &[
    // A library stands in the way first.
    "broken.toml",
    "empty",
    "docs",
    "dense",
    "Who?",
    "DELETE",
    "SELECT",
    "ls",
    "best",
    "http://127.0.0.1/a",
];

#[test]
fn each_error_says_what_where_why_and_what_to_do() {
    assert!(WRONG.len() >= 40);
    let home = home();
    for arguments in WRONG {
        let run = home.run(&[*arguments, &["--offline"][..]].concat());
        assert!(matches!(run.code, Some(1..=5)), "{arguments:?}: {run:?}");
        let said = run.stderr.as_str();
        let tells = ["error: ", "failed: "]
            .iter()
            .any(|sign| said.contains(sign));
        let helps = ["hint: ", "--help", "failed: "]
            .iter()
            .any(|sign| said.contains(sign));
        assert!(tells && helps, "{arguments:?} says too little: {run:?}");
        // What was written wrongly stands in what is said about it.
        let wrong = arguments
            .last()
            .filter(|word| word.len() > 2 && !word.contains(' '));
        let named = wrong.is_none_or(|word| {
            let key = word.split_once('=').map_or(*word, |(key, _)| key);
            said.contains(key) || NOT_NAMED.contains(word)
        });
        assert!(
            named,
            "{arguments:?} is not told where it is wrong: {run:?}"
        );
    }
}
