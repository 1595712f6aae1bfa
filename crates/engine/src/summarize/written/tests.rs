//! Summaries that a model writes, over a real library; models that obey, invent and fail.

use std::path::Path;

use models::Cancel;
use models::scripted::Script;

use super::*;
use crate::IngestConfig;
use crate::ingest::{AddRequest, add, identity};

const REPLY: &str = r#"{"summary": "Mason bees nest in hollow stems.", "rests_on": [1]}"#;
const TOPIC: &str =
    r#"{"topic": "solitary bees", "summary": "Bees and their nests.", "rests_on": [1]}"#;

fn store(dir: &Path) -> Writer {
    let texts = dir.join("texts");
    std::fs::create_dir_all(&texts).unwrap();
    let bees = "Mason bees nest in hollow stems. A mason bee closes the nest with mud in 14 days. ";
    let long = format!("# Bees\n\n## Nests\n\n{}\n", bees.repeat(20));
    std::fs::write(texts.join("bees.md"), long).unwrap();
    std::fs::write(
        texts.join("wasps.md"),
        "# Wasps\n\nWasps build nests of paper.\n",
    )
    .unwrap();
    let config = IngestConfig::default();
    let mut writer = Writer::open(&dir.join("store"), &identity(&config, None)).unwrap();
    let request = AddRequest {
        paths: vec![texts],
        ..AddRequest::default()
    };
    add(
        &mut writer,
        None,
        &request,
        &config,
        &Cancel::default(),
        &mut |_| {},
    )
    .unwrap();
    writer
}

fn run(writer: &mut Writer, script: &Script, documents_max: usize) -> Result<Built, EngineError> {
    let (prompts, limits) = (Prompts::default(), Limits::none());
    let writing = Writing {
        model: script,
        prompts: &prompts,
        documents_max,
        limits: &limits,
    };
    write(writer, &writing, &mut |_, _, _| {})
}

fn snapshot(writer: &Writer) -> Snapshot {
    Library::open(writer.dir()).unwrap().snapshot().unwrap()
}

fn id(snapshot: &Snapshot, path: &str) -> DocumentId {
    let mut documents = snapshot.documents().iter();
    documents
        .find(|one| one.path.ends_with(path))
        .unwrap()
        .id
        .clone()
}

#[test]
fn summaries_rest_on_sentences_and_a_run_goes_on_where_it_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = store(dir.path());
    let script = Script::new([("Text:", REPLY), ("Documents:", TOPIC)]).with_window(4_000);
    let first = run(&mut writer, &script, 1).unwrap();
    assert_eq!((first.documents, first.left), (1, 1), "{first:?}");
    let asked = script.asked().len();
    let second = run(&mut writer, &script, 10).unwrap();
    assert_eq!((second.documents, second.left), (1, 0), "{second:?}");
    assert!(second.topics >= 1, "{second:?}");
    assert!(script.asked().len() > asked);
    // Nothing is asked for twice.
    let asked = script.asked().len();
    let third = run(&mut writer, &script, 10).unwrap();
    assert_eq!((third.documents, script.asked().len()), (0, asked));

    let snapshot = snapshot(&writer);
    let bees = id(&snapshot, "bees.md");
    let written = snapshot.written_summaries(&bees).unwrap();
    assert_eq!(written[0].section, None);
    assert!(
        written.iter().any(|one| one.section.is_some()),
        "{written:?}"
    );
    for one in &written {
        assert_eq!((one.model.as_str(), one.prompt), ("script", 1));
        let quoted = snapshot.text(&bees, one.spans[0]).unwrap();
        assert!(!quoted.is_empty());
    }
    assert_eq!(snapshot.written_topics().unwrap()[0].topic, "solitary bees");
}

#[test]
fn what_nothing_bears_out_is_refused_and_the_extractive_one_stays() {
    for wrong in [
        r#"{"summary": "Mason bees close nests in 15 days.", "rests_on": [1, 2]}"#,
        r#"{"summary": "Mason bees nest in hollow stems.", "rests_on": [99]}"#,
        r#"{"summary": "Mason bees nest in hollow stems.", "rests_on": []}"#,
        r#"{"summary": "Bees.", "rests_on": [1]}"#,
    ] {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = store(dir.path());
        let script = Script::new([("Text:", wrong), ("Documents:", TOPIC)]).with_window(4_000);
        let built = run(&mut writer, &script, 10).unwrap();
        assert_eq!(built.documents, 0, "{wrong}");
        assert!(!built.failed.is_empty());
        let snapshot = snapshot(&writer);
        let bees = id(&snapshot, "bees.md");
        assert!(snapshot.written_summaries(&bees).unwrap().is_empty());
        assert!(
            !snapshot
                .summaries(&bees)
                .unwrap()
                .document
                .sentences
                .is_empty()
        );
    }
}

#[test]
fn what_a_person_wrote_wins_and_what_is_removed_goes() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = store(dir.path());
    let bees = id(&snapshot(&writer), "bees.md");
    writer.correct(&bees, Some("By hand: bees."), 7).unwrap();
    let script = Script::new([("Text:", REPLY), ("Documents:", TOPIC)]).with_window(4_000);
    run(&mut writer, &script, 10).unwrap();
    let before = snapshot(&writer);
    let written = before.written_summaries(&bees).unwrap();
    assert!(
        written.iter().all(|one| one.section.is_some()),
        "{written:?}"
    );
    let told = about(&before, &bees).unwrap();
    assert!(told.contains("By hand: bees."), "{told}");

    writer.remove(std::slice::from_ref(&bees)).unwrap();
    let after = snapshot(&writer);
    assert!(after.written_summaries(&bees).is_err());
    assert!(after.written_topics().unwrap().is_empty());
}
