//! Sparse and token vectors against a plain reckoning, and what becomes of them.

use std::collections::BTreeMap;

use index::{
    ChunkId, Filter, IndexError, Payload, PayloadKind, PayloadModel, Scope, Snapshot, Writer,
    check, forget_payloads,
};
use proptest::prelude::*;

use crate::support::*;

/// Context and body of every chunk by id.
fn texts(snapshot: &Snapshot) -> BTreeMap<ChunkId, (String, String)> {
    let mut texts = BTreeMap::new();
    for document in snapshot.documents() {
        for chunk in snapshot.chunk_range(&document.id, 0, u32::MAX).unwrap() {
            let text = if chunk.context.is_empty() {
                chunk.text
            } else {
                format!("{}\n{}", chunk.context, chunk.text)
            };
            texts.insert(chunk.id, (document.path.clone(), text));
        }
    }
    texts
}

fn dot(a: &[(u32, f32)], b: &[(u32, f32)]) -> f32 {
    a.iter()
        .filter_map(|(id, w)| Some(w * b.iter().find(|(other, _)| other == id)?.1))
        .sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// The sparse arm, over a store with a history and under a filter, equals a
    /// reckoning over the visible chunks; token vectors are those of the text.
    #[test]
    fn the_arms_equal_a_plain_reckoning(
        history in prop::collection::vec((0_u8..6, 0_u64..40, 1_usize..80), 1..12),
        paid in 0_usize..40,
        more in prop::collection::vec((0_u8..6, 0_u64..40, 1_usize..80), 0..3),
        question in prop::collection::vec(1_u64..40, 1..6),
        wanted in prop::collection::vec(0_u8..6, 1..4),
        vacuumed in any::<bool>(),
        k in 1_usize..30,
    ) {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = Writer::open(dir.path(), &identity()).unwrap();
        let put = |writer: &mut Writer, (place, seed, words): (u8, u64, usize)| {
            writer.put(vec![document(&format!("{place}.txt"), &prose(seed, words))]).unwrap();
        };
        for one in history {
            put(&mut writer, one);
        }
        for kind in PayloadKind::ALL {
            if paid > 0 {
                pay_some(&mut writer, kind, paid).unwrap();
            }
        }
        for one in more {
            put(&mut writer, one);
        }
        if vacuumed {
            prop_assert_eq!(writer.vacuum().unwrap().postponed, []);
        }
        let snapshot = snapshot(dir.path());
        let texts = texts(&snapshot);
        let words: Vec<String> = question.iter().map(|&number| word(number)).collect();
        let words = words.join(" ");
        let query = sparse(&words);

        let ids: Vec<ChunkId> = texts.keys().copied().collect();
        let scores = snapshot.score_sparse(&query, &ids).unwrap();
        let late = snapshot.score_late(&tokens(&words), &ids).unwrap();
        let there = scores.iter().flatten().count() as u64;
        prop_assert_eq!(there, snapshot.payload_chunks(PayloadKind::Sparse).unwrap());
        for ((id, score), late) in ids.iter().zip(&scores).zip(&late) {
            let text = &texts[id].1;
            if let Some(score) = score {
                let expected = dot(&query, &sparse(text));
                prop_assert!((score - expected).abs() < 0.1 * expected.max(1.0), "{} {}", score, expected);
                prop_assert_eq!(*score > 0.0, expected > 0.0);
            }
            if let Some(late) = late {
                let expected = maxsim(&tokens(&words), &tokens(text));
                prop_assert!((late - expected).abs() < 0.05, "{} {}", late, expected);
            }
        }
        let paths: Vec<String> = wanted.iter().map(|place| format!("{place}.txt")).collect();
        let filter = Filter::parse(&format!("document in ({})", paths.join(","))).unwrap();
        let some = snapshot.scope(&[filter]).unwrap();
        for (scope, within) in [(Scope::all(), None), (some, Some(&paths))] {
            let mut expected: Vec<(f32, u32, ChunkId)> = ids
                .iter()
                .zip(&scores)
                .filter(|(id, _)| within.is_none_or(|paths| paths.contains(&texts[*id].0)))
                .filter_map(|(id, score)| Some((score.filter(|s| *s > 0.0)?, snapshot.order(*id), *id)))
                .collect();
            expected.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let got = snapshot.sparse(&query, &scope, k).unwrap();
            prop_assert_eq!(got.candidates, expected.len());
            let found: Vec<(f32, ChunkId)> = got.hits.iter().map(|hit| (hit.score, hit.chunk)).collect();
            let best: Vec<(f32, ChunkId)> = expected.iter().take(k).map(|it| (it.0, it.2)).collect();
            prop_assert_eq!(found, best);
        }
    }
}

fn maxsim(query: &[f32], text: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
    let best = |token: &[f32]| {
        text.chunks(DIM)
            .map(|other| dot(token, other))
            .fold(f32::MIN, f32::max)
    };
    if query.is_empty() || text.is_empty() {
        return 0.0;
    }
    query.chunks(DIM).map(best).sum::<f32>() / (query.len() / DIM) as f32
}

#[test]
fn they_are_part_of_the_digest_whatever_the_order() {
    let documents: Vec<_> = (0..20)
        .map(|number| document(&format!("{number}.txt"), &prose(number % 7, 90)))
        .collect();
    let forwards = tempfile::tempdir().unwrap();
    let without = store_with(forwards.path(), documents.clone());
    let plain = without.snapshot().unwrap().digest().unwrap();
    let mut writer = Writer::open(forwards.path(), &identity()).unwrap();
    pay_all(&mut writer);
    let paid = snapshot(forwards.path()).digest().unwrap();
    assert_ne!(paid, plain);

    let backwards = tempfile::tempdir().unwrap();
    let mut other = Writer::open(backwards.path(), &identity()).unwrap();
    for document in documents.into_iter().rev() {
        other.put(vec![document]).unwrap();
        pay_some(&mut other, PayloadKind::Tokens, 3).unwrap();
    }
    embed_all(&mut other);
    pay_all(&mut other);
    assert_eq!(snapshot(backwards.path()).digest().unwrap(), paid);
    assert_eq!(other.pending_payload_count(PayloadKind::Sparse).unwrap(), 0);

    // Text that had its payloads once needs no model again.
    writer
        .put(vec![document("again.txt", &prose(3, 90))])
        .unwrap();
    assert_eq!(
        writer.pending_payload_count(PayloadKind::Tokens).unwrap(),
        0
    );
    assert_eq!(writer.pending_payloads(PayloadKind::Sparse, 9).unwrap(), []);
}

#[test]
fn those_of_a_removed_document_leave_the_disk() {
    let dir = tempfile::tempdir().unwrap();
    let secret = document("secret.txt", &prose(77, 400));
    let others = (0..9).map(|n| document(&format!("{n}.txt"), &prose(n, 200)));
    let documents = [secret.clone()].into_iter().chain(others).collect();
    let library = paid_store_with(dir.path(), documents);
    let id = secret.id();
    let chunks = library.snapshot().unwrap().chunk_range(&id, 0, 3).unwrap();
    // Ids and weights as they stand in the file, and a chunk's token vectors.
    let ids = sparse(&chunks[1].text);
    let as_stored: Vec<u8> = ids
        .iter()
        .flat_map(|(id, _)| (*id as u16).to_le_bytes())
        .collect();
    let vectors = kernels::quantize(&tokens(&chunks[1].text));
    let vectors: Vec<u8> = vectors.values.iter().map(|value| *value as u8).collect();
    let holds = |sought: &[u8]| {
        std::fs::read_dir(dir.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
            .any(|path| {
                let bytes = std::fs::read(path).unwrap();
                bytes.windows(sought.len()).any(|window| window == sought)
            })
    };
    assert!(holds(&as_stored) && holds(&vectors));

    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    writer.remove(&[id]).unwrap();
    let reader = library.snapshot().unwrap();
    reader.sparse(&ids, &Scope::all(), 5).unwrap();
    assert_eq!(writer.vacuum().unwrap().postponed, []);
    assert!(!holds(&as_stored) && !holds(&vectors));
    // A reader of the same version goes on, and one that comes later finds them moved.
    reader.sparse(&ids, &Scope::all(), 5).unwrap();
    let later = snapshot(dir.path());
    let again = later.sparse(&ids, &Scope::all(), 5).unwrap();
    assert_eq!(again, reader.sparse(&ids, &Scope::all(), 5).unwrap());
    assert_eq!(check(dir.path()).unwrap().problems, []);
    let names = std::fs::read_dir(dir.path()).unwrap();
    let files = names
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("sparse.") || name.starts_with("tokens."));
    assert_eq!(files.count(), 2);
}

#[test]
fn what_does_not_fit_the_model_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    writer.put(vec![document("a.txt", &prose(1, 30))]).unwrap();
    let chunk = writer.pending(1).unwrap()[0].id;
    let bad = |result: Result<index::Version, IndexError>| {
        assert!(
            matches!(result, Err(IndexError::BadVector { .. })),
            "{result:?}"
        );
    };
    let kind = PayloadKind::Sparse;
    // No model is named yet.
    bad(writer.attach_payloads(kind, &[(chunk, payload(kind, "a b"))]));
    writer
        .use_payload_model(kind, &payload_model(kind))
        .unwrap();
    bad(writer.attach_payloads(kind, &[(chunk, Payload::Sparse(vec![(VOCABULARY, 1.0)]))]));
    bad(writer.attach_payloads(kind, &[(chunk, payload(PayloadKind::Tokens, "a b"))]));
    let unknown = writer.attach_payloads(kind, &[(ChunkId(99), payload(kind, "a b"))]);
    assert!(
        matches!(unknown, Err(IndexError::UnknownChunk { id: 99 })),
        "{unknown:?}"
    );
    assert_eq!(writer.pending_payload_count(kind).unwrap(), 3);
    pay_all(&mut writer);

    let other = PayloadModel {
        model: "other".to_owned(),
        ..payload_model(kind)
    };
    let refused = writer.use_payload_model(kind, &other);
    assert!(
        matches!(
            refused,
            Err(IndexError::IdentityMismatch {
                what: "sparse model",
                ..
            })
        ),
        "{refused:?}"
    );
    let snapshot = snapshot(dir.path());
    assert!(
        snapshot
            .sparse(&[(VOCABULARY, 1.0)], &Scope::all(), 5)
            .is_err()
    );
    assert!(snapshot.score_late(&[1.0; DIM + 1], &[chunk]).is_err());
    drop(writer);

    // Another model needs room first.
    forget_payloads(dir.path(), kind).unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    writer.use_payload_model(kind, &other).unwrap();
    assert_eq!(writer.pending_payload_count(kind).unwrap(), 3);
    assert_eq!(
        writer.pending_payload_count(PayloadKind::Tokens).unwrap(),
        0
    );
}
