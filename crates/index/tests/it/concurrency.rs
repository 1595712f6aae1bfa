//! Readers while a writer writes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use index::{Library, PayloadKind, Scope, Writer};

use crate::support::*;

#[test]
fn readers_see_whole_commits_while_a_writer_replaces_everything() {
    let dir = tempfile::tempdir().unwrap();
    let round = |round: u64| {
        (0..5)
            .map(|n| {
                let text = format!("{} {}", word(1_000_000 + round), prose(n + round, 60));
                document(&format!("{n}.txt"), &text)
            })
            .collect::<Vec<_>>()
    };
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    writer.put(round(0)).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let read = || {
            // One library a thread is like one a process; the snapshots of one
            // library are asked for by several threads as well.
            let library = Library::open(dir.path()).unwrap();
            let mut seen = 0;
            while !done.load(Ordering::Relaxed) || seen == 0 {
                let snapshot = library.snapshot().unwrap();
                let rounds: Vec<String> = snapshot
                    .documents()
                    .iter()
                    .map(|found| {
                        let text = snapshot.full_text(&found.id).unwrap();
                        text.split(' ').next().unwrap().to_owned()
                    })
                    .collect();
                assert_eq!(rounds.len(), 5);
                assert!(rounds.iter().all(|round| *round == rounds[0]), "{rounds:?}");
                let found = snapshot
                    .keyword(&query(&rounds[0]), &Scope::all(), 50)
                    .unwrap();
                assert_eq!(found.hits.len(), 5, "{}", rounds[0]);
                let near = snapshot
                    .dense(&embed(&rounds[0]), &Scope::all(), 500)
                    .unwrap();
                let chunks = snapshot.statistics().embedded_chunks;
                assert_eq!(near.hits.len() as u64, chunks);
                let learned = snapshot
                    .sparse(&sparse(&rounds[0]), &Scope::all(), 500)
                    .unwrap();
                let scored = snapshot.payload_chunks(PayloadKind::Sparse).unwrap();
                assert!(learned.hits.len() as u64 <= scored);
                seen += 1;
            }
            seen
        };
        let readers: Vec<_> = (0..3).map(|_| scope.spawn(read)).collect();
        for number in 1..25 {
            writer.put(round(number)).unwrap();
            embed_some(&mut writer, 12).unwrap();
            pay_some(&mut writer, PayloadKind::Sparse, 12).unwrap();
            if number % 3 == 0 {
                writer.vacuum().unwrap();
            }
        }
        done.store(true, Ordering::Relaxed);
        for reader in readers {
            assert!(reader.join().unwrap() > 0);
        }
    });
    embed_all(&mut writer);
    pay_all(&mut writer);
    assert_eq!(writer.vacuum().unwrap().postponed, []);
    let fresh = tempfile::tempdir().unwrap();
    let expected = paid_store_with(fresh.path(), round(24)).snapshot().unwrap();
    assert_eq!(
        snapshot(dir.path()).digest().unwrap(),
        expected.digest().unwrap()
    );
}
