//! `perusal analyze`: long documents, their bounds, and what is said of what was not read.

mod refused;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::home::{Home, data};

/// Sections of a made-up report, of which one holds what is asked for.
fn long_report(sections: usize, holds: &[(usize, &str)]) -> String {
    let mut text = String::from("# The report\n\n");
    for section in 0..sections {
        write!(text, "## Section {section}\n\n").unwrap();
        for line in 0..30 {
            let told = holds.iter().find(|(at, _)| *at == section && line == 7);
            match told {
                Some((_, told)) => writeln!(text, "{told}\n").unwrap(),
                None => writeln!(
                    text,
                    "The committee of section {section} met on day {line} and spoke of roads, \
                     wells and the price of grain in the valley.\n"
                )
                .unwrap(),
            }
        }
    }
    text
}

fn read_segments(analysis: &Value) -> Vec<&Value> {
    let segments = analysis["segments"].as_array().unwrap().iter();
    segments
        .filter(|one| one["state"] == "read" || one["state"] == "in_part")
        .collect()
}

#[test]
fn a_sentence_deep_in_a_long_document_is_found_and_what_was_read_is_told() {
    let told = "The bridge at Aldmoor was rebuilt in 1912 by the engineer Ines Morgan.";
    let home = Home::new();
    home.write("report.md", long_report(100, &[(63, told)]));
    let analysis = home.json(&["analyze", "report.md", "Who rebuilt the bridge at Aldmoor?"]);
    assert_eq!(analysis["status"], "answered", "{analysis}");
    let citation = &analysis["answer"]["citations"][0];
    assert!(citation["quote"].as_str().unwrap().contains("Ines Morgan"));
    assert_eq!(
        citation["section"].as_array().unwrap().last().unwrap(),
        "Section 63"
    );
    let coverage = &analysis["coverage"];
    let (read, total) = (&coverage["tokens_read"], &coverage["tokens_total"]);
    let share = read.as_f64().unwrap() / total.as_f64().unwrap();
    assert!(share > 0.0 && share <= 0.4, "{coverage}");
    assert!(!analysis["unread"].as_array().unwrap().is_empty());
    // The path of a finding leads from the largest segment to the one that holds it.
    let path = analysis["findings"][0]["path"].as_array().unwrap();
    let levels: Vec<u64> = path
        .iter()
        .map(|id| {
            analysis["segments"][id.as_u64().unwrap() as usize]["level"]
                .as_u64()
                .unwrap()
        })
        .collect();
    assert!(levels.is_sorted() && levels[0] == 0, "{levels:?}");
}

#[test]
fn test_segment_filtering() {
    let holds: Vec<(usize, &str)> = [
        (10, "Embeddings map words to vectors."),
        (90, "Embeddings are trained on pairs."),
    ]
    .into();
    let home = Home::new();
    home.write("report.md", long_report(100, &holds));
    let analysis = home.json(&["analyze", "report.md", "Embeddings"]);
    let processed = read_segments(&analysis).len();
    assert!(processed < 50, "{processed} of 100 sections");
    assert!(analysis.to_string().contains("Embeddings map words"));
}

#[test]
fn test_multi_section_reasoning() {
    let home = Home::new();
    let filler =
        "It was measured on many machines, and the figures were written down.\n\n".repeat(150);
    home.write(
        "paper.md",
        format!(
            "# Models\n\n## Introduction\n\nBackground on embeddings.\n\n{filler}\
             ## Methods\n\nBGE-M3 has an architecture of one encoder with three heads. \
             BGE-M3 reads 8,192 tokens.\n\n{filler}\
             ## Results\n\nBGE-M3 scores 68.1 in the comparison, OpenAI's model 64.6. \
             Compared to the alternatives, BGE-M3 performs better on long texts.\n\n{filler}\
             ## Conclusion\n\nCompared to its alternatives, BGE-M3 is what we recommend.\n"
        ),
    );
    let question = "How does BGE-M3 perform compared to alternatives?";
    let analysis = home.json(&["analyze", "paper.md", question]);
    let text = analysis["answer"]["text"].as_str().unwrap();
    assert!(
        text.contains("BGE-M3") && text.to_lowercase().contains("compar"),
        "{text}"
    );
    let citations = analysis["answer"]["citations"].as_array().unwrap();
    assert!(citations.len() >= 3, "{text}");
    for heading in ["Methods", "Results"] {
        let cited = citations
            .iter()
            .any(|one| one["section"].to_string().contains(heading));
        assert!(cited, "{heading} is not cited: {text}");
    }
}

#[test]
fn test_large_paper_summary() {
    let Some(report) = data("reports/files/3M_2018_10K.pdf") else {
        return;
    };
    let home = Home::new();
    let report = report.to_str().unwrap();
    let question = "What are the main business segments?";
    let analysis = home.json(&["analyze", report, question]);
    let answer = &analysis["answer"];
    let text = answer["text"].as_str().unwrap().to_lowercase();
    assert!(text.contains("segments"), "{text}");
    assert!(answer["citations"].as_array().unwrap().len() >= 3, "{text}");
    let total = analysis["timings_ms"]["total"].as_f64().unwrap();
    assert!(total < 15_000.0, "{total} ms, cold from the file");

    let summary = home.json(&["analyze", report, "summarize the 3M 10-K"]);
    let text = summary["answer"]["text"].as_str().unwrap();
    let lower = text.to_lowercase();
    assert!(
        summary["wish"] == "summary" && lower.contains("3m is a"),
        "{text}"
    );
    for form in [
        "indicate by check mark",
        "incorporated by reference",
        "pursuant to part",
    ] {
        assert!(!lower.contains(form), "{form}: {text}");
    }
    assert!(
        summary["answer"]["citations"].as_array().unwrap().len() >= 8,
        "{text}"
    );
}

#[test]
fn a_backend_that_hangs_costs_the_deadline_and_not_the_answer() {
    // Takes connections and never says a word; it ends with the process.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let held: Vec<_> = listener.incoming().map_while(Result::ok).collect();
        drop(held);
    });
    let told = "The bridge at Aldmoor was rebuilt in 1912 by the engineer Ines Morgan.";
    let mut home = Home::new();
    home.set("PERUSAL_MODELS__ENDPOINT", address);
    home.write("report.md", long_report(60, &[(41, told)]));
    home.run(&["add", "report.md"]).expect(0, "");
    for model in ["openai:hangs", "ollama:hangs"] {
        let started = Instant::now();
        let run = home.run(&[
            "analyze",
            "report.md",
            "Who rebuilt the bridge at Aldmoor?",
            "--model",
            model,
            "--deadline",
            "2s",
            "--json",
        ]);
        // 250 ms are ours to answer in; the rest is for a machine that does much else.
        let took = started.elapsed();
        assert!(took < Duration::from_millis(3_250), "{model}: {took:?}");
        let analysis = run.object();
        assert!(
            analysis["answer"]["text"]
                .to_string()
                .contains("Ines Morgan"),
            "{analysis}"
        );
        assert_eq!(analysis["model"]["wrote"], false, "{}", analysis["model"]);
        assert!(!analysis["model"]["notes"].as_array().unwrap().is_empty());
    }
}

/// The tables of an answer, and the markers in them.
fn rows(analysis: &Value) -> Vec<Vec<String>> {
    let text = analysis["answer"]["text"].as_str().unwrap();
    let lines = text.lines().filter(|line| line.starts_with('|'));
    lines
        .map(|line| line.split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

#[test]
fn papers_are_compared_by_aspect_and_each_cell_is_cited() {
    let home = Home::new();
    let paper = |data: &str, model: &str, score: &str| {
        format!(
            "# A study of words\n\n## Introduction\n\nWords matter to many people.\n\n## Methods\n\n\
             The training data are {data}. The model is {model}.\n\n## Results\n\nThe accuracy is \
             {score} percent on the test set.\n"
        )
    };
    home.write("a.md", paper("letters of sailors", "a tree of rules", "71"));
    home.write("b.md", paper("court records", "a forest of trees", "78"));
    home.write("c.md", paper("school essays", "a small network", "84"));
    let question = "Compare these three papers on training data, model and accuracy";
    let analysis = home.json(&[
        "analyze",
        "a.md",
        "b.md",
        "c.md",
        question,
        "--wish",
        "comparison",
    ]);
    assert_eq!(analysis["wish"], "comparison", "{analysis}");
    let rows = rows(&analysis);
    assert_eq!(rows.len(), 5, "{rows:?}");
    for (row, said) in [(2, ["sailors", "court", "essays"]), (4, ["71", "78", "84"])] {
        for (cell, word) in rows[row][2..5].iter().zip(said) {
            assert!(
                cell.contains(word) && cell.contains('['),
                "{word}: {rows:?}"
            );
        }
    }
    let citations = analysis["answer"]["citations"].as_array().unwrap();
    assert!(citations.len() >= 7, "{citations:?}");
    // What papers share in headings is compared where nothing is named.
    let analysis = home.json(&[
        "analyze",
        "a.md",
        "b.md",
        "Compare the documents",
        "--wish",
        "comparison",
    ]);
    let text = analysis["answer"]["text"].as_str().unwrap();
    assert!(
        text.contains("Methods") && text.contains("Results"),
        "{text}"
    );
}

#[test]
fn names_and_relations_are_told_each_with_its_sentence() {
    let home = Home::new();
    home.write(
        "firm.md",
        "# The firm\n\nAcme Widgets acquired Borealis Foods in 1999. Ines Morgan leads Acme Widgets. \
         Borealis Foods was sold to Delta Mills. Delta Mills and Acme Widgets are rivals. Ines Morgan \
         came to Acme Widgets in the spring.\n",
    );
    let analysis = home.json(&["analyze", "firm.md", "Who is named?", "--wish", "entities"]);
    let text = analysis["answer"]["text"].as_str().unwrap();
    for line in [
        "| Acme Widgets | acquired | Borealis Foods |",
        "| Ines Morgan | leads | Acme Widgets |",
        "| Borealis Foods | was sold to | Delta Mills |",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("| and |"), "{text}");
    for row in rows(&analysis).iter().filter(|row| row.len() > 4) {
        let header = row
            .iter()
            .any(|cell| cell == "name" || cell == "from" || cell == "---");
        assert!(
            header || row.iter().any(|cell| cell.starts_with('[')),
            "{row:?}"
        );
    }
}

#[test]
fn what_analyses_did_on_each_level_is_counted() {
    let home = Home::new();
    home.write(
        "report.md",
        long_report(40, &[(3, "The mill burned down in 1844.")]),
    );
    home.run(&["add", "report.md"]).expect(0, "");
    home.json(&["analyze", "report.md", "When did the mill burn down?"]);
    let stats = home.json(&["stats"]);
    assert_eq!(stats["levels"]["0"]["analyses"], 1, "{}", stats["levels"]);
    let levels = stats["levels"].as_object().unwrap().values();
    let read: u64 = levels
        .map(|level| level["tokens_read"].as_u64().unwrap())
        .sum();
    assert!(read > 0, "{}", stats["levels"]);
    let told = home.run(&["stats"]).expect(0, "").stdout;
    assert!(told.contains("long documents, by level:"), "{told}");
}

#[test]
fn a_state_that_cannot_be_written_fails_no_question() {
    let home = Home::new();
    home.write(
        "report.md",
        long_report(40, &[(3, "The mill burned down in 1844.")]),
    );
    home.run(&["add", "report.md"]).expect(0, "");
    let state = home.path("library/state.sqlite");
    let _ = std::fs::remove_file(&state);
    std::fs::create_dir_all(&state).unwrap();
    let run = home.run(&["analyze", "report.md", "When did the mill burn down?"]);
    assert!(
        run.code == Some(0) && run.stdout.contains("1844"),
        "{run:?}"
    );
    assert!(
        run.stderr.contains("nothing is kept for later questions"),
        "{run:?}"
    );
}

#[test]
fn test_graceful_degradation() {
    let Some(book) = data("moby-dick/moby-dick.txt") else {
        return;
    };
    let home = Home::new();
    home.run(&["add", book.to_str().unwrap()]).expect(0, "");
    let levels = home.write(
        "levels.toml",
        "level_timeout_ms = 5\n[[levels]]\nsegment_tokens = 16384\n[[levels]]\nsegment_tokens = 4096\n",
    );
    let question = "What does Ahab say about the white whale?";
    let arguments = [
        "analyze",
        "--levels",
        levels.to_str().unwrap(),
        "moby-dick.txt",
        question,
    ];
    let run = home.run(&[&arguments[..], &["--json"]].concat());
    let analysis = run.object();
    assert_eq!(run.code, Some(4), "{analysis}");
    assert_eq!(analysis["status"], "partial");
    assert_eq!(analysis["partial"]["reason"], "deadline");
    assert!(!analysis["partial"]["unread"].as_array().unwrap().is_empty());
}

#[test]
fn a_deadline_is_kept_and_the_rest_is_said_to_be_unread() {
    let Some(book) = data("moby-dick/moby-dick.txt") else {
        return;
    };
    let home = Home::new();
    home.run(&["add", book.to_str().unwrap()]).expect(0, "");
    for deadline in [50u64, 200, 1_000, 5_000] {
        let started = Instant::now();
        let run = home.run(&[
            "analyze",
            "moby-dick.txt",
            "What does Ahab nail to the mast?",
            "--deadline",
            &format!("{deadline}ms"),
            "--json",
        ]);
        let took = started.elapsed();
        // 250 ms are ours to answer in; the rest is for a machine that does much else.
        let most = Duration::from_millis(deadline + 1_250);
        assert!(took <= most, "{took:?} for a deadline of {deadline} ms");
        let analysis = run.object();
        let partial = analysis["status"] == "partial";
        assert_eq!(run.code == Some(4), partial, "{analysis}");
        assert_eq!(analysis["partial"].is_object(), partial);
        assert!(!analysis["unread"].as_array().unwrap().is_empty());
        let read: u64 = read_segments(&analysis).len() as u64;
        let tokens = analysis["coverage"]["tokens_read"].as_u64().unwrap();
        assert_eq!(read == 0, tokens == 0, "{read} segments, {tokens} tokens");
    }
}

#[test]
fn a_file_that_could_not_be_read_in_time_is_said_to_be_unread() {
    let home = Home::new();
    home.write("long.txt", "The mill burned down in 1844. ".repeat(200_000));
    let question = "When did the mill burn down?";
    let asked = ["analyze", "long.txt", question, "--deadline", "1ms"];
    let printed = home.run(&asked);
    assert_eq!(printed.code, Some(4), "{printed:?}");
    assert!(
        printed.stdout.contains("The deadline passed"),
        "{printed:?}"
    );
    assert!(
        !printed.stdout.contains("Not in your documents"),
        "{printed:?}"
    );
    let run = home.run(&[&asked[..], &["--json"]].concat());
    assert_eq!(run.code, Some(4), "{run:?}");
    let analysis = run.object();
    assert_eq!(analysis["status"], "partial");
    assert_eq!(analysis["coverage"]["tokens_read"], 0);
    assert_eq!(analysis["unread"][0]["document"], "long.txt");
    assert_eq!(analysis["partial"]["unread"], analysis["unread"]);
}

#[test]
fn places_that_contradict_each_other_are_both_shown() {
    let holds = [
        (5, "The bridge at Aldmoor is 120 metres long."),
        (30, "The bridge at Aldmoor was painted green."),
        (48, "The bridge at Aldmoor is 140 metres long."),
        (70, "The bridge at Aldmoor is 120 metres long."),
    ];
    let home = Home::new();
    home.write("report.md", long_report(80, &holds));
    let analysis = home.json(&["analyze", "report.md", "How long is the bridge at Aldmoor?"]);
    let conflicts = analysis["conflicts"].as_array().unwrap();
    assert_eq!(conflicts.len(), 1, "{conflicts:?}");
    assert_eq!(conflicts[0]["about"], "number");
    let quotes = conflicts[0]["citations"].to_string();
    assert!(
        quotes.contains("120 metres") && quotes.contains("140 metres"),
        "{quotes}"
    );
    let printed = home.run(&["analyze", "report.md", "How long is the bridge at Aldmoor?"]);
    assert!(
        printed.stdout.contains("These contradict each other:"),
        "{printed:?}"
    );

    let holds = [
        (5, "Dogs are allowed in the gardens of the castle."),
        (48, "Dogs are not allowed in the gardens of the castle."),
    ];
    home.write("rules.md", long_report(80, &holds));
    let analysis = home.json(&[
        "analyze",
        "rules.md",
        "Are dogs allowed in the gardens of the castle?",
    ]);
    assert_eq!(
        analysis["conflicts"][0]["about"], "denial",
        "{}",
        analysis["conflicts"]
    );
}

#[test]
fn what_is_never_satisfied_costs_no_more_than_the_budget() {
    let home = Home::new();
    home.write("report.md", long_report(60, &[]));
    let analysis = home.json(&[
        "analyze",
        "report.md",
        "Which committee spoke of the price of whale oil?",
    ]);
    assert_ne!(analysis["status"], "answered", "{analysis}");
    let coverage = &analysis["coverage"];
    let share =
        coverage["tokens_read"].as_f64().unwrap() / coverage["tokens_total"].as_f64().unwrap();
    assert!(share <= 0.4, "{coverage}");
}

#[test]
fn all_references_are_those_of_an_exact_search() {
    let Some(book) = data("moby-dick/moby-dick.txt") else {
        return;
    };
    let text = std::fs::read_to_string(&book).unwrap();
    let home = Home::new();
    home.run(&["add", book.to_str().unwrap()]).expect(0, "");
    for term in ["Queequeg", "Nantucket", "harpooneer"] {
        let analysis = home.json(&["analyze", "moby-dick.txt", term, "--wish", "references"]);
        let there = words(&text)
            .filter(|word| word.eq_ignore_ascii_case(term))
            .count() as u64;
        let completeness = &analysis["answer"]["completeness"];
        assert_eq!(completeness["matches"], there, "{term}: {completeness}");
        for citation in analysis["answer"]["citations"].as_array().unwrap() {
            let quote = citation["quote"].as_str().unwrap().to_lowercase();
            assert!(quote.contains(&term.to_lowercase()), "{term}: {quote}");
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

#[test]
fn equal_documents_and_questions_give_an_equal_analysis() {
    let home = Home::new();
    home.write(
        "report.md",
        long_report(80, &[(3, "The mill burned down in 1844.")]),
    );
    home.run(&["add", "report.md"]).expect(0, "");
    let told = || {
        let mut analysis = home.json(&["analyze", "report.md", "When did the mill burn down?"]);
        analysis["timings_ms"] = Value::Null;
        for level in analysis["levels"].as_array_mut().unwrap() {
            level["ms"] = Value::Null;
        }
        analysis.to_string()
    };
    assert_eq!(told(), told());
}

#[test]
fn events_come_a_line_each_and_end_with_the_analysis() {
    let home = Home::new();
    home.write(
        "report.md",
        long_report(40, &[(3, "The mill burned down in 1844.")]),
    );
    let run = home.run(&[
        "analyze",
        "report.md",
        "When did the mill burn down?",
        "--jsonl",
    ]);
    let events: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, before) = events.split_last().unwrap();
    assert_eq!(last["event"], "done");
    let of = |name: &'static str| before.iter().filter(move |event| event["event"] == name);
    assert!(of("level").count() > 0);
    // What was told on the way, the newest of each segment, is what stands in the end.
    let told = of("segments").flat_map(|event| event["segments"].as_array().unwrap());
    let mut states = std::collections::BTreeMap::new();
    for segment in told {
        states.insert(segment["id"].as_u64(), segment["state"].clone());
    }
    let segments = last["segments"].as_array().unwrap();
    assert_eq!(states.len(), segments.len());
    let read = |state: &Value| state == "read" || state == "in_part";
    for segment in segments {
        let told = &states[&segment["id"].as_u64()];
        assert_eq!(read(told), read(&segment["state"]), "{segment}");
    }
    let found = of("findings").flat_map(|event| event["findings"].as_array().unwrap());
    assert_eq!(found.count(), last["findings"].as_array().unwrap().len());
}
