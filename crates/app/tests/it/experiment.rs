//! Experiments: what is refused, that a killed run goes on, and the report.

use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};

use crate::home::Home;

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../experiments")
        .join(name)
}

/// A home with two small documents, questions on them and an experiment.
fn with_experiment(experiment: &str) -> Home {
    let home = Home::new();
    home.write("set/docs/a.md", "# Loans\n\nBooks are lent for 21 days.\n");
    home.write("set/docs/b.txt", "Mason bees nest in hollow stems.\n");
    home.write(
        "set/qa.jsonl",
        "{\"id\":\"1\",\"question\":\"How long are books lent?\",\"answers\":[\"21 days\"],\
         \"evidence\":[{\"file\":\"a.md\",\"quote\":\"lent for 21 days\"}]}\n",
    );
    home.write("experiment.toml", experiment);
    home
}

const SET: &str =
    "[[questions]]\nname = \"set\"\nfolder = \"set\"\nqa = \"qa.jsonl\"\ndocs = \"docs\"\n";
const VARIATION: &str = "[[variation]]\nname = \"a\"\nstrategy = \"keyword\"\n";

#[test]
fn a_wrong_file_is_told_what_is_wrong_with_it() {
    let of = |variation: &str| format!("baseline = \"a\"\n{SET}{VARIATION}{variation}");
    for (experiment, expected) in [
        (of("neighbours = 2"), "unknown field `neighbours`"),
        (
            of("settings = { \"chunk.bye\" = 1 }"),
            "did you mean `chunk.by`?",
        ),
        (
            of("settings = { \"chunk.size_chars\" = 5 }"),
            "variation `a`: `chunk.size_chars` is 5, allowed is 100 to 20000",
        ),
        (of("settings.chunk.by = 7"), "chunk.by"),
        (
            of("settings.store = \"elsewhere\""),
            "`store` is not taken from an experiment",
        ),
        (
            of("settings = { \"model.embedder\" = \"openai:big\" }"),
            "`model.embedder` is not taken from an experiment",
        ),
        (of(VARIATION), "expected each name once, got `a` again"),
        (format!("{SET}{VARIATION}"), "missing field `baseline`"),
        (
            format!("baseline = \"b\"\n{SET}{VARIATION}"),
            "expected the name of a variation (a), got `b`",
        ),
        (
            format!("baseline = \"a\"\n{SET}"),
            "expected at least one variation",
        ),
        (
            format!("baseline = \"a\"\n{VARIATION}"),
            "expected 1 to 50 question sets, got 0",
        ),
        (
            of("[[sweep]]\nname = \"s\"\nkey = \"k\"\nvalues = []"),
            "sweep `s`: expected values, got none",
        ),
        (
            format!(
                "baseline = \"a\"\n{}{VARIATION}",
                SET.replace("\"docs\"", "\"papers\"")
            ),
            "expected a folder, got",
        ),
        ("baseline = ".to_owned(), "line 1"),
    ] {
        let home = with_experiment(&experiment);
        let run = home
            .run(&["eval", "experiment", "experiment.toml"])
            .expect(2, expected);
        run.fails_with_hint();
    }
    let home = with_experiment(&of(""));
    home.run(&["eval", "experiment", "nowhere.toml"])
        .expect(2, "nowhere.toml");
    home.run(&[
        "eval",
        "experiment",
        "experiment.toml",
        "--set",
        "other=set",
    ])
    .expect(2, "expected the name of a question set, got `other`");
}

#[test]
fn variations_are_measured_and_compared() {
    let home = with_experiment(&format!(
        "baseline = \"a\"\n{SET}{VARIATION}k = 1\n\
         [[variation]]\nname = \"dense\"\nstrategy = \"keyword\"\nneighbors = 1\n"
    ));
    let report = home.json(&["eval", "experiment", "experiment.toml"]);
    assert_eq!(report["schema"], 1);
    let set = &report["sets"][0];
    assert_eq!(set["metric"], "evidence");
    assert_eq!(set["rows"][0]["measures"][0]["mean"], 1.0);
    assert_eq!(
        set["rows"][1]["measures"][0]["difference"]["verdict"],
        "not_shown"
    );
    assert_eq!(set["questions"][0]["scores"][1], 1.0);
    assert!(
        set.get("times").is_none(),
        "times are no part of it unless asked for"
    );
    let timed = home.json(&["eval", "experiment", "experiment.toml", "--times"]);
    assert!(timed["sets"][0]["times"][1]["p50_ms"].as_f64().unwrap() > 0.0);
    // The same elsewhere: the file's own folder is not used.
    std::fs::rename(home.path("set"), home.path("moved")).unwrap();
    home.run(&["eval", "experiment", "experiment.toml"])
        .expect(2, "--set set=DIR");
    let moved = home.json(&[
        "eval",
        "experiment",
        "experiment.toml",
        "--set",
        "set=moved",
    ]);
    assert_eq!(moved, report);
}

/// Both files of a report, as bytes.
fn written(home: &Home, folder: &str) -> [Vec<u8>; 2] {
    ["experiment.json", "experiment.html"]
        .map(|name| std::fs::read(home.path(folder).join(name)).unwrap())
}

/// A run that has measured a variation, and what else it says.
fn started_and_measured(home: &Home, arguments: &[&str]) -> (Child, Lines<BufReader<ChildStderr>>) {
    let mut child = home
        .command()
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let measured = lines
        .by_ref()
        .map(Result::unwrap)
        .find(|line| line.contains(" of 6: "));
    assert!(measured.is_some(), "it ended before it measured anything");
    (child, lines)
}

#[test]
fn a_killed_run_goes_on_and_gives_the_same_report() {
    let file = shipped("samples.toml");
    let arguments = [
        "eval",
        "experiment",
        file.to_str().unwrap(),
        "--out",
        "report",
    ];
    let whole = Home::new();
    whole
        .run(&arguments)
        .expect(0, "0 of them kept from before");
    let expected = written(&whole, "report");

    // Asked to stop after the first outcome, then killed after the next.
    let killed = Home::new();
    let (mut child, said) = started_and_measured(&killed, &arguments);
    let process = child.id().to_string();
    let asked = Command::new("kill").args(["-INT", &process]).status();
    assert!(asked.unwrap().success());
    let said = said.map(Result::unwrap).collect::<Vec<_>>().join("\n");
    assert_eq!(child.wait().unwrap().code(), Some(130), "{said}");
    assert!(said.contains("what was measured so far is kept"), "{said}");
    let (mut child, _) = started_and_measured(&killed, &arguments);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!killed.path("report/experiment.html").exists());

    let resumed = killed.run(&arguments).expect(0, "of them kept from before");
    assert!(!resumed.stderr.contains(" 0 of them kept"), "{resumed:?}");
    assert!(!resumed.stderr.contains(" 6 of them kept"), "{resumed:?}");
    assert_eq!(written(&killed, "report"), expected);

    // Nothing is left to do, unless asked to.
    let again = killed
        .run(&arguments)
        .expect(0, "6 of them kept from before");
    assert!(!again.stderr.contains("library 1"), "{again:?}");
    assert_eq!(written(&killed, "report"), expected);
    killed
        .run(&[&arguments[..], &["--fresh"]].concat())
        .expect(0, "0 of them kept from before");
    assert_eq!(written(&killed, "report"), expected);
}

#[test]
fn a_library_that_was_left_half_made_is_gone_on_with() {
    let home = with_experiment(&format!("baseline = \"a\"\n{SET}{VARIATION}"));
    let whole = home.json(&["eval", "experiment", "experiment.toml"]);
    for library in std::fs::read_dir(home.path(".cache/perusal/eval")).unwrap() {
        // As a run leaves it that is killed before the end.
        let _ = std::fs::remove_file(library.unwrap().path().join("complete"));
    }
    let again = home.json(&["eval", "experiment", "experiment.toml", "--fresh"]);
    assert_eq!(again, whole);
}

#[test]
fn the_shipped_experiments_can_be_read() {
    for name in ["six.toml", "open-questions.toml"] {
        let home = Home::new();
        home.write("set/qa.jsonl", "");
        let file = shipped(name);
        let missing = home.run(&[
            "eval",
            "experiment",
            file.to_str().unwrap(),
            "--set",
            "insurance=set",
        ]);
        // All but the documents is in order.
        missing.expect(
            2,
            "question set `insurance`: expected a folder, got set/pdf",
        );
    }
}
