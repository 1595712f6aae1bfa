//! Table rows as units of their own, through a real library.

use std::fmt::Write as _;

use index::{Filter, Snapshot};
use models::Limits;

use super::library_of;
use crate::retrieve::{Arm, Retrieval, SearchRequest, Strategy, retrieve};
use crate::{IngestConfig, RetrieveConfig};

/// Berths: the words of [`QUESTION`] stand often in the first chunk, and together in one
/// row of the last.
fn berths() -> String {
    let mut text = "# Berths\n\n| Boat | Season | Pier | Note |\n|---|---|---|---|\n".to_owned();
    let mut row = |boat: &str, season: &str, pier: usize| {
        let _ = writeln!(
            text,
            "| {boat} | {season} | {pier} | paid in advance at the office |"
        );
    };
    for pier in 0..12 {
        row("heron", "summer", pier);
        row("otter", "winter", pier);
    }
    for pier in 12..36 {
        row("badger", "autumn", pier);
    }
    row("heron", "winter", 36);
    for pier in 37..48 {
        row("badger", "spring", pier);
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

fn first_text(snapshot: &Snapshot, found: &Retrieval) -> String {
    snapshot.chunk(found.hits[0].chunk).unwrap().text
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
    let whole = |text: &str| text.contains("heron | winter | 36");

    let without = look(&snapshot, 0.0, &of_table);
    assert!(!whole(&first_text(&snapshot, &without)));
    assert!(without.lists.iter().all(|list| list.arm != Arm::Rows));

    let with = look(&snapshot, 1.0, &of_table);
    assert!(whole(&first_text(&snapshot, &with)));
    let rows = with.lists.iter().find(|list| list.arm == Arm::Rows);
    let rows = rows.expect("a list of rows");
    assert!(whole(&snapshot.chunk(rows.hits[0].chunk).unwrap().text));
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
