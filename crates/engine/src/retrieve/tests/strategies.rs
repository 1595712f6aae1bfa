//! The strategies through a real library, with a model of hashed words.

use std::sync::Arc;

use index::{Filter, Snapshot};
use models::Limits;
use models::scripted::{HashEmbedder, ScriptedSearch};
use models::web::WebResult;

use super::library_of;
use crate::retrieve::{
    Arm, QUERY_BYTES_MAX, Retrieval, SearchRequest, Strategy, retrieve, retrieve_struck,
};
use crate::{EngineError, IngestConfig, RetrieveConfig, SharedSearch};

/// A mill, its builder, and others who have nothing to do with either.
const TEXTS: [(&str, &str); 8] = [
    (
        "mill.md",
        "# Harrow Mill\n\nThe mill on the lower weir was put up in 1788 by Edith Quillon for the guild of bakers.\n",
    ),
    (
        "quillon.md",
        "# Edith Quillon\n\nShe was born in Tarn Vale, learned carpentry from an aunt and died aged ninety.\n",
    ),
    (
        "bees.md",
        "# Wild bees\n\nWild bees nest in dry sand and fly from March to May.\n",
    ),
    (
        "ferry.md",
        "# The ferry\n\nThe ferry leaves the island at noon, in winter at ten.\n",
    ),
    (
        "stone.md",
        "# Stone\n\nThe quay was rebuilt of stone after the flood.\n",
    ),
    (
        "guild.md",
        "# Bakers\n\nBread was weighed on Mondays before the guild hall.\n",
    ),
    (
        "born.md",
        "# Births\n\nThe parish book tells who was born and who was baptised.\n",
    ),
    (
        "where.md",
        "# Maps\n\nMaps show where the roads were before the railway.\n",
    ),
];

fn search(snapshot: &Snapshot, query: &str, strategy: Strategy) -> Retrieval {
    let request = SearchRequest {
        strategy,
        k: 3,
        ..SearchRequest::new(query)
    };
    look(snapshot, &request, &RetrieveConfig::default()).unwrap()
}

fn look(
    snapshot: &Snapshot,
    request: &SearchRequest,
    config: &RetrieveConfig,
) -> Result<Retrieval, EngineError> {
    let model = HashEmbedder::default();
    retrieve(snapshot, Some(&model), request, config, &Limits::none())
}

fn paths(snapshot: &Snapshot, retrieval: &Retrieval) -> Vec<String> {
    let documents = retrieval
        .hits
        .iter()
        .map(|hit| snapshot.document_of(hit.chunk));
    documents
        .map(|document| document.unwrap().path.clone())
        .collect()
}

const BRIDGE: &str = "Who put up the mill on the lower weir?";

#[test]
fn what_the_first_hit_calls_by_name_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), &IngestConfig::default(), &TEXTS);
    let plain = search(&snapshot, BRIDGE, Strategy::Hybrid);
    assert!(!paths(&snapshot, &plain)[..2].contains(&"quillon.md".to_owned()));
    for strategy in [Strategy::MultiQuery, Strategy::Auto] {
        let found = search(&snapshot, BRIDGE, strategy);
        assert_eq!(found.ran, Strategy::MultiQuery);
        assert_eq!(paths(&snapshot, &found)[..2], ["mill.md", "quillon.md"]);
        let linked = found.lists.iter().find(|list| list.arm == Arm::Linked);
        assert_eq!(linked.unwrap().hits.len(), 1);
        // What each list gave adds up to the score.
        for hit in &found.hits {
            let sum: f32 = hit.arms.iter().map(|arm| arm.contribution).sum();
            assert!((sum - hit.score).abs() < 1e-5);
        }
    }
}

#[test]
fn a_named_document_is_searched_for_the_rest_of_the_question() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), &IngestConfig::default(), &TEXTS);
    let query = "When did the guild of bakers build Harrow Mill?";
    let found = search(&snapshot, query, Strategy::Auto);
    let within = found.lists.iter().find(|list| list.arm == Arm::Within);
    let chunk = within.unwrap().hits[0].chunk;
    assert_eq!(snapshot.document_of(chunk).unwrap().path, "mill.md");
    assert!(found.naming.contains("mill") && !found.naming.contains("guild"));
    // More values than a filter may have leave the list out and stop nothing.
    let mut values: Vec<String> = (0..63).map(|at| format!("no-{at}.md")).collect();
    values.push("mill.md".to_owned());
    let filter = Filter {
        key: "document".to_owned(),
        op: index::FilterOp::In,
        values,
    };
    let request = SearchRequest {
        strategy: Strategy::Auto,
        filters: vec![filter],
        ..SearchRequest::new(query)
    };
    let found = look(&snapshot, &request, &RetrieveConfig::default()).unwrap();
    assert_eq!(paths(&snapshot, &found), ["mill.md"]);
    assert!(found.lists.iter().all(|list| list.arm != Arm::Within));
}

#[test]
fn a_filter_holds_for_what_is_named_too() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), &IngestConfig::default(), &TEXTS);
    for strategy in [
        Strategy::Auto,
        Strategy::MultiQuery,
        Strategy::Hierarchical,
        Strategy::Graph,
    ] {
        let request = SearchRequest {
            strategy,
            filters: vec![Filter::parse("document != quillon.md").unwrap()],
            ..SearchRequest::new(BRIDGE)
        };
        let found = look(&snapshot, &request, &RetrieveConfig::default()).unwrap();
        let paths = paths(&snapshot, &found);
        assert!(!paths.contains(&"quillon.md".to_owned()), "{strategy:?}");
        assert!(!paths.is_empty());
    }
}

#[test]
fn parts_of_a_question_are_looked_for_each() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), &IngestConfig::default(), &TEXTS);
    let question = "When do wild bees fly and when does the ferry leave?";
    let found = search(&snapshot, question, Strategy::MultiQuery);
    assert!(found.lists.iter().any(|list| list.arm == Arm::Parts));
    let mut first = paths(&snapshot, &found)[..2].to_vec();
    first.sort();
    assert_eq!(first, ["bees.md", "ferry.md"]);
}

#[test]
fn the_graph_runs_where_it_was_made_and_says_so_where_not() {
    let dir = tempfile::tempdir().unwrap();
    let without = library_of(&dir.path().join("a"), &IngestConfig::default(), &TEXTS);
    let found = search(&without, BRIDGE, Strategy::Graph);
    assert_eq!(
        (found.asked, found.ran),
        (Strategy::Graph, Strategy::Hybrid)
    );
    let reason = &found
        .dropped
        .iter()
        .find(|one| one.arm == Arm::Graph)
        .unwrap()
        .reason;
    assert!(reason.contains("graph.enabled"), "{reason}");

    let config = IngestConfig {
        graph: true,
        ..IngestConfig::default()
    };
    let with = library_of(&dir.path().join("b"), &config, &TEXTS);
    let found = search(&with, BRIDGE, Strategy::Graph);
    assert_eq!(found.ran, Strategy::Graph);
    assert!(paths(&with, &found)[..2].contains(&"quillon.md".to_owned()));
}

#[test]
fn auto_looks_again_while_the_result_looks_poor() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), &IngestConfig::default(), &TEXTS);
    let question = "zeppelin moorings of Novaya Zemlya in 1931";
    let every = RetrieveConfig {
        ladder: true,
        ..RetrieveConfig::default()
    };
    let found = look(&snapshot, &SearchRequest::new(question), &every).unwrap();
    assert!(found.attempts.len() > 1, "{:?}", found.attempts);
    assert!(found.attempts[0].quality.is_poor());
    assert_eq!(found.attempts.iter().filter(|one| one.kept).count(), 1);
    let mut tried: Vec<_> = found
        .attempts
        .iter()
        .map(|one| one.strategy.as_str())
        .collect();
    tried.sort_unstable();
    tried.dedup();
    assert_eq!(tried.len(), found.attempts.len(), "each way once");

    // By default in no way that nothing speaks for.
    let once = search(&snapshot, question, Strategy::Auto);
    assert_eq!(once.attempts.len(), 1);
    let suggested = SearchRequest {
        suggested: Some(Strategy::Hierarchical),
        ..SearchRequest::new(question)
    };
    let twice = look(&snapshot, &suggested, &RetrieveConfig::default()).unwrap();
    let tried: Vec<_> = twice.attempts.iter().map(|one| one.strategy).collect();
    assert_eq!(tried[1..], [Strategy::Hierarchical]);
    let good = SearchRequest::new("When do wild bees fly in March?");
    let good = look(&snapshot, &good, &every).unwrap();
    assert_eq!(good.attempts.len(), 1, "{:?}", good.attempts);
}

#[test]
fn what_the_first_way_loses_is_found_by_those_after_it() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), &IngestConfig::default(), &TEXTS);
    let model = HashEmbedder::default();
    let request = SearchRequest {
        strategy: Strategy::Auto,
        k: 3,
        ..SearchRequest::new("When do wild bees fly in March?")
    };
    let look = |ladder| {
        let config = RetrieveConfig {
            ladder,
            ..RetrieveConfig::default()
        };
        let lost = |chunk| snapshot.document_of(chunk).unwrap().path == "bees.md";
        let limits = Limits::none();
        retrieve_struck(&snapshot, Some(&model), &request, &config, &limits, &lost).unwrap()
    };
    let bees = "bees.md".to_owned();
    assert!(!paths(&snapshot, &look(false)).contains(&bees));
    let found = look(true);
    assert!(found.attempts.len() > 1, "{:?}", found.attempts);
    assert!(
        paths(&snapshot, &found).contains(&bees),
        "{:?}",
        found.attempts
    );
}

/// Terms that always come together: as if they did not, an estimate is too high.
#[test]
fn an_estimate_of_terms_that_come_together_is_wrong() {
    let dir = tempfile::tempdir().unwrap();
    let texts: Vec<(String, &str)> = (0..12)
        .map(|at| {
            let text = if at < 6 {
                "zinc copper alloy"
            } else {
                "barley and oats"
            };
            (format!("{at}.txt"), text)
        })
        .collect();
    let texts: Vec<(&str, &str)> = texts
        .iter()
        .map(|(name, text)| (name.as_str(), *text))
        .collect();
    let snapshot = library_of(dir.path(), &IngestConfig::default(), &texts);
    let found = search(&snapshot, "zinc copper alloy", Strategy::Keyword);
    let keyword = &found.estimates[0];
    assert_eq!(keyword.arm, Arm::Keyword);
    // 12 (1 − (1 − 6/12)³) is expected, 6 hold all three.
    assert!((keyword.candidates - 10.5).abs() < 1e-9, "{keyword:?}");
    assert_eq!(found.lists[0].candidates, 6);
    let dense = search(&snapshot, "zinc", Strategy::Dense);
    assert!((dense.estimates[1].candidates - 12.0).abs() < 1e-9);
    assert_eq!(dense.lists[0].candidates, 12);
}

#[test]
fn the_web_stands_apart_and_its_absence_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), &IngestConfig::default(), &TEXTS);
    let found = search(&snapshot, "wild bees", Strategy::Web);
    assert_eq!(found.ran, Strategy::Hybrid);
    assert!(
        found
            .dropped
            .iter()
            .any(|one| one.arm == Arm::Web && one.reason.contains("web.endpoint"))
    );

    let result = WebResult {
        url: "https://bees.example/".to_owned(),
        title: "Bees".to_owned(),
        snippet: "Bees fly.".to_owned(),
    };
    let scripted = ScriptedSearch([("wild bees".to_owned(), vec![result])].into());
    let config = RetrieveConfig {
        web: Some(SharedSearch::from(
            Arc::new(scripted) as Arc<dyn models::web::WebSearch>
        )),
        ..RetrieveConfig::default()
    };
    let request = SearchRequest {
        strategy: Strategy::Web,
        ..SearchRequest::new("wild bees")
    };
    let found = look(&snapshot, &request, &config).unwrap();
    assert_eq!(found.ran, Strategy::Web);
    assert_eq!(found.web[0].url, "https://bees.example/");
    // The library's own ranking is what it is without.
    let plain = search(&snapshot, "wild bees", Strategy::Hybrid);
    assert_eq!(paths(&snapshot, &found)[..3], paths(&snapshot, &plain));
}

#[test]
fn every_strategy_stands_an_empty_library_and_refuses_what_is_no_query() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), &IngestConfig::default(), &[]);
    for (strategy, name) in Strategy::ALL {
        let ask = |query: &str, filters: Vec<Filter>| {
            let request = SearchRequest {
                strategy,
                filters,
                ..SearchRequest::new(query)
            };
            look(&snapshot, &request, &RetrieveConfig::default())
        };
        match ask("wild bees", Vec::new()) {
            Ok(found) => assert!(found.hits.is_empty(), "{name}"),
            // By name an arm without vectors is an error that says so.
            Err(EngineError::NoVectors { .. } | EngineError::NoArm { .. }) => {
                assert!(matches!(
                    strategy,
                    Strategy::Dense | Strategy::Sparse | Strategy::Late
                ));
            }
            Err(error) => panic!("{name}: {error}"),
        }
        assert!(
            matches!(ask(" \n", Vec::new()), Err(EngineError::QueryEmpty)),
            "{name}"
        );
        let long = "bees ".repeat(QUERY_BYTES_MAX);
        assert!(
            matches!(
                ask(&long, Vec::new()),
                Err(EngineError::QueryTooLong { .. })
            ),
            "{name}"
        );
        let unknown = vec![
            Filter::parse("colour! = red")
                .or(Filter::parse("nosuchkey > 3"))
                .unwrap(),
        ];
        assert!(
            matches!(ask("bees", unknown), Err(EngineError::Index(_))),
            "{name}"
        );
    }
}

#[test]
fn a_query_of_eight_kilobytes_is_answered() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), &IngestConfig::default(), &TEXTS);
    let words = "wild bees and the ferry, or who built it? ";
    let long: String = words.chars().cycle().take(QUERY_BYTES_MAX).collect();
    for strategy in [Strategy::Auto, Strategy::MultiQuery, Strategy::Hierarchical] {
        assert!(!search(&snapshot, &long, strategy).hits.is_empty());
    }
}
