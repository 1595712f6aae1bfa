//! Levels and documents that cannot be read, or look like no other.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::home::{Home, data};

#[test]
fn the_levels_in_force_are_printed_as_a_file_that_gives_the_same_levels() {
    let home = Home::new();
    let printed = home
        .run(&["analyze", "--print-config"])
        .expect(0, "")
        .stdout;
    let file = home.write("levels.toml", &printed);
    let file = file.to_str().unwrap();
    let again = home
        .run(&["analyze", "--levels", file, "--print-config"])
        .expect(0, "");
    assert_eq!(printed, again.stdout);
}

#[test]
fn levels_that_cannot_be_used_are_named_with_field_value_and_bound() {
    let home = Home::new();
    for (text, said) in [
        (
            "[[levels]]\nsegment_tokens = 2000\n[[levels]]\nsegment_tokens = 4000\n",
            "segment_tokens",
        ),
        (
            "[[levels]]\nsegment_tokens = 2000\noverlap_tokens = 1500\n",
            "overlap_tokens",
        ),
        ("[[levels]]\nsegment_tokens = 999\n", "1000"),
        (
            "[[levels]]\nsegment_tokens = 2000\nrelevance_threshold = 1.5\n",
            "relevance_threshold",
        ),
        ("[[levels]]\nsegment_tokens = 2000\ntop_k = 0\n", "top_k"),
        ("colour = 3\n", "colour"),
    ] {
        let file = home.write("levels.toml", text);
        let run = home.run(&[
            "analyze",
            "--levels",
            file.to_str().unwrap(),
            "--print-config",
        ]);
        run.expect(2, said).fails_with_hint();
    }
    // What earlier versions said is understood, and told anew.
    let file = home.write(
        "levels.toml",
        "segment_size = 4096\nmax_depth = 2\ntimeout_per_level = 1.5\n",
    );
    let run = home.run(&[
        "analyze",
        "--levels",
        file.to_str().unwrap(),
        "--print-config",
    ]);
    let printed = run.expect(0, "note:").stdout;
    assert!(printed.contains("segment_tokens = 4096"), "{printed}");
    assert!(printed.contains("level_timeout_ms = 1500"), "{printed}");
}

#[test]
fn what_cannot_be_read_is_said() {
    let home = Home::new();
    home.write("one.txt", "word");
    home.run(&["analyze", "one.txt", " "])
        .expect(2, "")
        .fails_with_hint();
    home.run(&["analyze", "one.txt", "What?", "--deadline", "0s"])
        .expect(2, "")
        .fails_with_hint();
    home.run(&["analyze", "none.pdf", "What?"])
        .expect(2, "none.pdf")
        .fails_with_hint();
    home.run(&["analyze", "What?"]).fails_with_hint();
    home.run(&["add", "one.txt"]).expect(0, "");
    home.run(&["analyze", "two.txt", "What?"])
        .expect(2, "two.txt")
        .fails_with_hint();
    home.run(&["analyze", "one.txt", "What?", "--filter", "collection=none"])
        .expect(2, "")
        .fails_with_hint();
    if let Some(scan) = data("pdf-kinds/files/imagemagick-lzw.pdf") {
        let fresh = Home::new();
        fresh
            .run(&["analyze", scan.to_str().unwrap(), "What is shown?"])
            .expect(2, "no text")
            .fails_with_hint();
    }
}

#[test]
fn odd_shapes_are_read_like_any_other() {
    let told = "The lighthouse keeper was called Brannoch.";
    let shapes = [
        ("word.txt", "Brannoch".to_owned()),
        (
            "line.txt",
            format!(
                "{}{told} {}",
                "grain and wells, ".repeat(150_000),
                "roads, ".repeat(300_000)
            ),
        ),
        (
            "headings.md",
            format!(
                "{}{told}\n",
                (0..10_000).fold(String::new(), |mut text, at| {
                    writeln!(text, "# Heading {at}\n").unwrap();
                    text
                })
            ),
        ),
        (
            "tables.md",
            format!(
                "{}{told}\n",
                (0..2_000).fold(String::new(), |mut text, at| {
                    writeln!(
                        text,
                        "| place | grain |\n|---|---|\n| valley {at} | {} |\n\nText between.\n",
                        at * 3
                    )
                    .unwrap();
                    text
                })
            ),
        ),
    ];
    for (name, text) in shapes {
        let home = Home::new();
        home.write(name, text);
        let started = Instant::now();
        let run = home.run(&[
            "analyze",
            name,
            "Who was the lighthouse keeper?",
            "--deadline",
            "30s",
            "--json",
        ]);
        assert!(matches!(run.code, Some(0 | 1 | 4)), "{name}: {run:?}");
        assert!(
            run.object()["coverage"]["tokens_total"].as_u64().unwrap() > 0,
            "{name}"
        );
        assert!(
            started.elapsed() < Duration::from_secs(32),
            "{name}: {:?}",
            started.elapsed()
        );
        if matches!(name, "headings.md" | "tables.md") {
            assert!(
                run.stdout.contains("Brannoch"),
                "{name}: {}",
                run.stdout.len()
            );
        }
    }
}
