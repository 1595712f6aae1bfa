//! Table rows as units of their own, through a real library.

use std::fmt::Write as _;

use index::{ChunkId, Filter, Snapshot};
use models::Limits;

use super::library_of;
use crate::retrieve::{Arm, FusedHit, Retrieval, SearchRequest, Strategy, retrieve};
use crate::{IngestConfig, RetrieveConfig};

/// Berths: the words of [`QUESTION`] stand often in the first chunk, and together in one
/// row of a later one.
fn berths() -> String {
    let mut text = "# Berths\n\n| Boat | Season | Pier | Note |\n|---|---|---|---|\n".to_owned();
    for pier in 0..60 {
        let (boat, season) = match pier {
            0 | 1 => ("heron", "summer"),
            2 | 3 | 24 => ("otter", "winter"),
            42 => ("heron", "winter"),
            _ => ("badger", "autumn"),
        };
        let _ = writeln!(
            text,
            "| {boat} | {season} | {pier} | paid in advance at the office |"
        );
    }
    text
}

const QUESTION: &str = "heron winter";

fn look(snapshot: &Snapshot, rows: f32, filters: &[&str]) -> Retrieval {
    let request = SearchRequest {
        strategy: Strategy::Keyword,
        filters: filters
            .iter()
            .map(|one| Filter::parse(one).unwrap())
            .collect(),
        ..SearchRequest::new(QUESTION)
    };
    let config = RetrieveConfig {
        rows,
        ..RetrieveConfig::default()
    };
    retrieve(snapshot, None, &request, &config, &Limits::none()).unwrap()
}

/// The score of the passage with the row, as a share of the best.
fn standing(snapshot: &Snapshot, found: &Retrieval) -> f32 {
    let has_row = |hit: &&FusedHit| has_row(snapshot, hit.chunk);
    let score = found.hits.iter().find(has_row).map(|hit| hit.score);
    score.expect("the row's passage") / found.hits[0].score
}

fn has_row(snapshot: &Snapshot, chunk: ChunkId) -> bool {
    let text = snapshot.chunk(chunk).unwrap().text;
    text.contains("heron | winter | 42")
}

#[test]
fn the_row_that_has_all_brings_its_passage() {
    let dir = tempfile::tempdir().unwrap();
    let berths = berths();
    let files = [
        ("berths.md", berths.as_str()),
        (
            "prose.md",
            "# Birds\n\nThe heron spends the winter by the river.\n",
        ),
    ];
    let snapshot = library_of(dir.path(), &IngestConfig::default(), &files);
    let of_table = ["document = berths.md"];
    let without = look(&snapshot, 0.0, &of_table);
    assert!(without.lists.iter().all(|list| list.arm != Arm::Rows));

    let with = look(&snapshot, 1.0, &of_table);
    let (before, after) = (standing(&snapshot, &without), standing(&snapshot, &with));
    assert!(before < 1.0 && after > before, "{before} {after}");
    let rows = with.lists.iter().find(|list| list.arm == Arm::Rows);
    let rows = rows.expect("a list of rows");
    assert!(has_row(&snapshot, rows.hits[0].chunk));
    for hit in &with.hits {
        let sum: f32 = hit.arms.iter().map(|arm| arm.contribution).sum();
        assert!((sum - hit.score).abs() < 1e-5);
    }
    // A filter holds for rows too, and prose has none.
    let prose = look(&snapshot, 1.0, &["document = prose.md"]);
    assert_eq!(prose.hits.len(), 1);
    assert!(prose.lists.iter().all(|list| list.arm != Arm::Rows));
}

#[test]
fn the_names_of_columns_and_headings_are_of_each_row() {
    let dir = tempfile::tempdir().unwrap();
    let berths = berths();
    let snapshot = library_of(
        dir.path(),
        &IngestConfig::default(),
        &[("berths.md", berths.as_str())],
    );
    let rows_of = |question: &str| {
        let request = SearchRequest {
            strategy: Strategy::Keyword,
            ..SearchRequest::new(question)
        };
        let config = RetrieveConfig {
            rows: 0.5,
            ..RetrieveConfig::default()
        };
        let found = retrieve(&snapshot, None, &request, &config, &Limits::none()).unwrap();
        let list = found.lists.into_iter().find(|list| list.arm == Arm::Rows);
        list.map_or(0, |list| list.candidates)
    };
    let chunks = usize::try_from(snapshot.statistics().chunks).unwrap();
    assert!(chunks > 2);
    // They stand once in the text.
    assert_eq!(rows_of("berths"), chunks);
    assert_eq!(rows_of("season"), chunks);
    assert_eq!(rows_of("zeppelin"), 0);
}
