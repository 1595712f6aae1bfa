//! The arms against a plain reckoning, whatever is dead, filtered or merged.

use std::collections::{BTreeMap, BTreeSet};

use index::{ChunkId, DocumentId, Filter, QueryTerm, Scope, Snapshot, Writer};
use proptest::prelude::*;
use text::Language;

use crate::support::*;

/// A chunk as a reader of the definitions sees it.
struct Plain {
    id: ChunkId,
    name: (DocumentId, u32),
    path: String,
    terms: Vec<String>,
    vector: Option<Vec<f32>>,
}

fn plain(snapshot: &Snapshot) -> Vec<Plain> {
    let mut plain = Vec::new();
    for document in snapshot.documents() {
        for chunk in snapshot.chunk_range(&document.id, 0, u32::MAX).unwrap() {
            let terms = |text: &str, times: usize| {
                let terms = text::terms(text, Language::En).into_iter();
                terms.flat_map(move |term| vec![term.text; times])
            };
            let title = chunk.title();
            let name = document.path.rsplit_once('.').unwrap().0;
            plain.push(Plain {
                name: (document.id.clone(), chunk.ordinal),
                path: document.path.clone(),
                terms: terms(title, 3)
                    .chain(terms(&chunk.context[title.len()..], 2))
                    .chain(terms(name, 2))
                    .chain(terms(&chunk.text, 1))
                    .collect(),
                vector: snapshot.vector(chunk.id).unwrap(),
                id: chunk.id,
            });
        }
    }
    plain
}

/// BM25 as in the textbook, in double precision, over terms as often as they count.
fn bm25(chunks: &[Plain], query: &[QueryTerm]) -> BTreeMap<ChunkId, f64> {
    let count = chunks.len() as f64;
    let average = chunks.iter().map(|chunk| chunk.terms.len()).sum::<usize>() as f64 / count;
    let mut scores = BTreeMap::new();
    for QueryTerm { term, weight } in query {
        let frequency = |chunk: &Plain| chunk.terms.iter().filter(|found| *found == term).count();
        let holders = chunks.iter().filter(|chunk| frequency(chunk) > 0).count() as f64;
        for chunk in chunks.iter().filter(|chunk| frequency(chunk) > 0) {
            let tf = frequency(chunk) as f64;
            let norm = 1.2 * (0.25 + 0.75 * chunk.terms.len() as f64 / average);
            let idf = (1.0 + (count - holders + 0.5) / (holders + 0.5)).ln();
            *scores.entry(chunk.id).or_insert(0.0) +=
                f64::from(*weight) * idf * tf * 2.2 / (tf + norm);
        }
    }
    scores
}

/// The hits must be those of the reckoning: same chunks, same scores, and
/// ordered by score, then name.
fn compare(
    snapshot: &Snapshot,
    chunks: &[Plain],
    got: &index::Ranking,
    expected: &BTreeMap<ChunkId, f64>,
    k: usize,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(got.candidates, expected.len());
    prop_assert_eq!(got.hits.len(), k.min(expected.len()));
    let mut scores: Vec<f64> = expected.values().copied().collect();
    scores.sort_by(|a, b| b.total_cmp(a));
    for (hit, score) in got.hits.iter().zip(&scores) {
        prop_assert!(
            (f64::from(hit.score) - score).abs() < 1e-4,
            "{hit:?} {score}"
        );
        prop_assert!((f64::from(hit.score) - expected[&hit.chunk]).abs() < 1e-4);
    }
    let name = |id: ChunkId| {
        chunks
            .iter()
            .find(|chunk| chunk.id == id)
            .map(|chunk| chunk.name.clone())
            .unwrap()
    };
    for pair in got.hits.windows(2) {
        let ordered = pair[0].score > pair[1].score
            || (pair[0].score == pair[1].score && name(pair[0].chunk) < name(pair[1].chunk));
        prop_assert!(ordered, "{:?}", pair);
    }
    drop(names(snapshot, got));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Both arms, under filters, over a store with a history, equal a reckoning
    /// over the visible chunks; scores of given chunks equal those of the search.
    #[test]
    fn the_arms_equal_a_plain_reckoning(
        history in prop::collection::vec((0_u8..6, 0_u64..40, 1_usize..80), 1..14),
        removed in prop::collection::vec(0_u8..6, 0..3),
        question in prop::collection::vec(1_u32..40, 1..6),
        wanted in prop::collection::vec(0_u8..6, 1..4),
        embedded in 0_usize..60,
        vacuumed in any::<bool>(),
        k in 1_usize..30,
    ) {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = Writer::open(dir.path(), &identity()).unwrap();
        for (place, seed, words) in history {
            writer.put(vec![document(&format!("{place}.txt"), &prose(seed, words))]).unwrap();
        }
        if embedded > 0 {
            embed_some(&mut writer, embedded).unwrap();
        }
        for place in removed {
            let path = format!("{place}.txt");
            let found = writer.documents().unwrap().into_iter().find(|found| found.path == path);
            if let Some(found) = found {
                writer.remove(&[found.id]).unwrap();
            }
        }
        if vacuumed {
            prop_assert_eq!(writer.vacuum().unwrap().postponed, []);
        }
        let snapshot = snapshot(dir.path());
        let chunks = plain(&snapshot);
        let words: Vec<String> = question.iter().map(|&number| word(number.into())).collect();
        let query = query(&words.join(" "));
        let vector = embed(&words.join(" "));

        let paths: Vec<String> = wanted.iter().map(|place| format!("{place}.txt")).collect();
        let filter = Filter::parse(&format!("document in ({})", paths.join(","))).unwrap();
        let scope = snapshot.scope(&[filter]).unwrap();
        let within = |chunk: &Plain| paths.contains(&chunk.path);

        let all_scores = bm25(&chunks, &query);
        let some_scores: BTreeMap<ChunkId, f64> = chunks
            .iter()
            .filter(|chunk| within(chunk))
            .filter_map(|chunk| Some((chunk.id, *all_scores.get(&chunk.id)?)))
            .collect();
        let all = snapshot.keyword(&query, &Scope::all(), k).unwrap();
        compare(&snapshot, &chunks, &all, &all_scores, k)?;
        let some = snapshot.keyword(&query, &scope, k).unwrap();
        compare(&snapshot, &chunks, &some, &some_scores, k)?;

        // A filter changes no score: the filtered ranking is the other with
        // hits struck out.
        let whole = snapshot.keyword(&query, &Scope::all(), 10_000).unwrap();
        let struck: Vec<index::Hit> = whole
            .hits
            .iter()
            .filter(|hit| some_scores.contains_key(&hit.chunk))
            .take(k)
            .copied()
            .collect();
        prop_assert_eq!(&some.hits, &struck);

        let cosine = |chunk: &Plain| {
            let stored = chunk.vector.as_ref()?;
            let query = &snapped(&vector);
            Some((chunk.id, stored.iter().zip(query).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()))
        };
        let cosines: BTreeMap<ChunkId, f64> = chunks.iter().filter_map(cosine).collect();
        let some_cosines: BTreeMap<ChunkId, f64> =
            chunks.iter().filter(|chunk| within(chunk)).filter_map(cosine).collect();
        let near = snapshot.dense(&vector, &Scope::all(), k).unwrap();
        compare(&snapshot, &chunks, &near, &cosines, k)?;
        let near_some = snapshot.dense(&vector, &scope, k).unwrap();
        compare(&snapshot, &chunks, &near_some, &some_cosines, k)?;

        let mut ids: Vec<ChunkId> = chunks.iter().map(|chunk| chunk.id).collect();
        ids.reverse();
        let scores = snapshot.score_keyword(&query, &ids).unwrap();
        for (id, score) in ids.iter().zip(scores) {
            let hit = whole.hits.iter().find(|hit| hit.chunk == *id);
            prop_assert_eq!(hit.map_or(0.0, |hit| hit.score), score);
        }
        let nearest = snapshot.dense(&vector, &Scope::all(), 10_000).unwrap();
        let scores = snapshot.score_dense(&vector, &ids).unwrap();
        for (id, score) in ids.iter().zip(scores) {
            let hit = nearest.hits.iter().find(|hit| hit.chunk == *id);
            prop_assert_eq!(hit.map(|hit| hit.score), score);
        }
        for word in &words {
            let holders = chunks.iter().filter(|chunk| chunk.terms.contains(word)).count();
            prop_assert_eq!(snapshot.document_frequency(word).unwrap(), holders as u64);
        }
        let mut holders: BTreeMap<&str, u64> = BTreeMap::new();
        for chunk in &chunks {
            let once: BTreeSet<&str> = chunk.terms.iter().map(String::as_str).collect();
            for term in once {
                *holders.entry(term).or_default() += 1;
            }
        }
        for word in &words {
            let near: Vec<(String, u64)> = holders
                .iter()
                .filter(|(term, _)| *term != word && strsim::osa_distance(term, word) == 1)
                .map(|(term, holders)| ((*term).to_owned(), *holders))
                .collect();
            prop_assert_eq!(snapshot.terms_near(word).unwrap(), near);
            let letters: String = word.chars().take(2).collect();
            for end in [false, true] {
                let with: Vec<(String, u64)> = holders
                    .iter()
                    .filter(|(term, _)| {
                        term.starts_with(&letters) || end && term.ends_with(&letters)
                    })
                    .map(|(term, holders)| ((*term).to_owned(), *holders))
                    .collect();
                prop_assert_eq!(snapshot.terms_with(&letters, end).unwrap(), with);
            }
        }
    }
}

/// The query as the index sees it: quantised.
fn snapped(vector: &[f32]) -> Vec<f32> {
    let quantized = kernels::quantize(vector);
    quantized
        .values
        .iter()
        .map(|&value| f32::from(value) * quantized.scale)
        .collect()
}

/// A ranking without internal numbers.
fn ranked(snapshot: &Snapshot, words: &str) -> Vec<(DocumentId, u32, f32)> {
    let mut ranked = names(
        snapshot,
        &snapshot.keyword(&query(words), &Scope::all(), 100).unwrap(),
    );
    ranked.extend(names(
        snapshot,
        &snapshot.dense(&embed(words), &Scope::all(), 100).unwrap(),
    ));
    ranked
}

#[test]
fn half_a_library_replaced_ranks_like_a_fresh_one() {
    let old = |number: u64| document(&format!("{number}.txt"), &prose(number, 150));
    let new = |number: u64| document(&format!("{number}.txt"), &prose(number + 500, 90));
    let replaced = tempfile::tempdir().unwrap();
    drop(store_with(replaced.path(), (0..40).map(old).collect()));
    let mut writer = Writer::open(replaced.path(), &identity()).unwrap();
    writer.put((0..20).map(new).collect()).unwrap();
    embed_all(&mut writer);
    let fresh = tempfile::tempdir().unwrap();
    let expected = store_with(
        fresh.path(),
        (0..20).map(new).chain((20..40).map(old)).collect(),
    )
    .snapshot()
    .unwrap();

    let words = [&w("1 5 17"), &w("100 3"), &w("2 2 40 60 9 130")];
    for words in words {
        assert_eq!(
            ranked(&snapshot(replaced.path()), words),
            ranked(&expected, words),
            "{words}"
        );
    }
    assert_eq!(
        snapshot(replaced.path()).digest().unwrap(),
        expected.digest().unwrap()
    );
    assert_eq!(writer.vacuum().unwrap().removed, 20);
    for words in words {
        assert_eq!(
            ranked(&snapshot(replaced.path()), words),
            ranked(&expected, words),
            "{words}"
        );
    }
    assert_eq!(
        snapshot(replaced.path()).digest().unwrap(),
        expected.digest().unwrap()
    );
}

#[test]
fn the_order_of_adding_changes_neither_digest_nor_ranking() {
    let documents: Vec<_> = (0..30)
        .map(|number| {
            document(
                &format!("{number}.txt"),
                &prose(number % 11, 40 + number as usize),
            )
        })
        .collect();
    let forwards = tempfile::tempdir().unwrap();
    let one_by_one = store_with(forwards.path(), documents.clone())
        .snapshot()
        .unwrap();
    let backwards = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(backwards.path(), &identity()).unwrap();
    writer.put(documents.into_iter().rev().collect()).unwrap();
    embed_all(&mut writer);
    let at_once = snapshot(backwards.path());
    assert_eq!(one_by_one.digest().unwrap(), at_once.digest().unwrap());
    for words in [&w("1"), &w("3 4 5 6"), &w("70 8")] {
        assert_eq!(ranked(&one_by_one, words), ranked(&at_once, words));
    }

    // Any change of content changes it.
    writer.put(vec![document("7.txt", &prose(7, 46))]).unwrap();
    assert_ne!(
        snapshot(backwards.path()).digest().unwrap(),
        at_once.digest().unwrap()
    );
}

/// So many postings that two threads add them up: each chunk's score is the one
/// that it has when it is scored by itself, hidden chunks have none.
#[test]
fn many_postings_are_added_up_as_few_are() {
    const CHUNKS: u64 = 7_000;
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    let text = |document: u64| -> String {
        // Nine words that all chunks have, and three that make them differ.
        (0..CHUNKS / 7)
            .map(|chunk| {
                format!(
                    "{} {}",
                    w("1 2 3 4 5 6 7 8 9"),
                    prose(document * 9_999 + chunk, 3)
                )
            })
            .collect::<Vec<String>>()
            .join(" ")
            .replace("  ", " ")
    };
    let documents: Vec<_> = (0..7)
        .map(|number| document(&format!("{number}.txt"), &text(number)))
        .collect();
    writer.put(documents[..4].to_vec()).unwrap();
    writer.put(documents[4..].to_vec()).unwrap();
    writer.remove(&[documents[2].id()]).unwrap();
    let snapshot = snapshot(dir.path());
    let query = query(&w("1 2 3 4 5 6 7 8 9 70 80"));
    let filter = Filter::parse("document in (0.txt, 5.txt)").unwrap();
    for scope in [Scope::all(), snapshot.scope(&[filter]).unwrap()] {
        let found = snapshot.keyword(&query, &scope, 10_000).unwrap();
        assert!(found.hits.len() > 1_900 && found.candidates == found.hits.len());
        let ids: Vec<ChunkId> = found.hits.iter().map(|hit| hit.chunk).collect();
        let scores = snapshot.score_keyword(&query, &ids).unwrap();
        assert!(
            found
                .hits
                .iter()
                .zip(scores)
                .all(|(hit, score)| hit.score == score)
        );
        assert!(
            found
                .hits
                .windows(2)
                .all(|pair| pair[0].score >= pair[1].score)
        );
        let best = snapshot.keyword(&query, &scope, 50).unwrap();
        assert_eq!(best.hits[..], found.hits[..50]);
    }
}
