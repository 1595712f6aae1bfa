//! Changing the embedder: the old vectors serve until one switch, whatever happens
//! on the way.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use index::{ChunkId, Identity, IndexError, Library, Scope, Snapshot, Writer, check};

use crate::support::*;

const DIR: &str = "PERUSAL_TEST_REEMBED_DIR";
const SEED: &str = "PERUSAL_TEST_REEMBED_SEED";

/// Length of the other embedder's vectors.
const OTHER_DIM: usize = 24;

/// The same store with the other embedder's vectors.
fn other_identity() -> Identity {
    Identity {
        embedder: Some("other".to_owned()),
        dim: Some(OTHER_DIM),
        ..identity()
    }
}

/// Opens a store whatever embedder it has. A child that another test starts holds a copy of
/// every lock from its fork to its exec, so that one just given back may be held a little longer.
fn open(dir: &Path) -> Writer {
    let none = Identity {
        embedder: None,
        dim: None,
        ..identity()
    };
    let started = Instant::now();
    loop {
        match Writer::open(dir, &none) {
            Err(IndexError::Locked { .. }) if started.elapsed() < Duration::from_secs(5) => {
                std::thread::sleep(Duration::from_millis(10));
            }
            opened => return opened.unwrap(),
        }
    }
}

/// The vector of a text by the embedder of this length.
fn embed_to(text: &str, dim: usize) -> Vec<f32> {
    if dim == DIM {
        return embed(text);
    }
    let half: Vec<f32> = embed(text).into_iter().rev().collect();
    let mut vector = half.clone();
    vector.extend(&half[..dim - DIM]);
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|x| *x /= length);
    }
    vector
}

/// Makes up to `count` vectors for a change that was begun; false when none were missing.
fn reembed_some(writer: &mut Writer, dim: usize, count: usize) -> bool {
    let pending = writer.pending_reembedding(count).unwrap();
    let vectors: Vec<(ChunkId, Vec<f32>)> = pending
        .iter()
        .map(|chunk| (chunk.id, embed_to(&chunk.text, dim)))
        .collect();
    writer.attach_reembedding(&vectors).unwrap();
    !vectors.is_empty()
}

fn change_to_other(writer: &mut Writer) {
    writer.begin_reembedding("other", OTHER_DIM).unwrap();
    while reembed_some(writer, OTHER_DIM, 5) {}
    writer.finish_reembedding().unwrap().expect("all are there");
}

fn documents(count: u64) -> Vec<index::NewDocument> {
    let document = |n: u64| document(&format!("{n}.txt"), &prose(n % 7, 30 + 9 * n as usize));
    (0..count).map(document).collect()
}

/// A store of these documents that had the other embedder from the start.
fn fresh_other(dir: &Path, documents: Vec<index::NewDocument>) -> String {
    let mut writer = Writer::open(dir, &other_identity()).unwrap();
    for document in documents {
        writer.put(vec![document]).unwrap();
    }
    loop {
        let pending = writer.pending(50).unwrap();
        if pending.is_empty() {
            return snapshot(dir).digest().unwrap();
        }
        let vectors: Vec<(ChunkId, Vec<f32>)> = pending
            .iter()
            .map(|chunk| (chunk.id, embed_to(&chunk.text, OTHER_DIM)))
            .collect();
        writer.attach(&vectors).unwrap();
    }
}

/// Its dense ranking of some words, by its own embedder.
fn ranking(snapshot: &Snapshot) -> Vec<(index::DocumentId, u32, f32)> {
    let vector = embed_to(&prose(3, 8), snapshot.identity().dim.unwrap());
    let ranking = snapshot.dense(&vector, &Scope::all(), 20).unwrap();
    assert!(!ranking.hits.is_empty(), "nothing was found");
    names(snapshot, &ranking)
}

fn vector_files(dir: &Path) -> usize {
    generations(dir).len()
}

/// The generations of the vector files there are.
fn generations(dir: &Path) -> Vec<i64> {
    let names = std::fs::read_dir(dir).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut generations: Vec<i64> = names
        .filter_map(|name| {
            let number = name.strip_prefix("vectors.")?.strip_suffix(".bin")?;
            number.parse().ok()
        })
        .collect();
    generations.sort_unstable();
    generations
}

#[test]
fn a_changed_store_is_what_a_fresh_one_would_be() {
    let dir = tempfile::tempdir().unwrap();
    drop(store_with(dir.path(), documents(9)));
    let before = snapshot(dir.path());
    let (old_digest, old_ranking) = (before.digest().unwrap(), ranking(&before));
    drop(before);

    let mut writer = open(dir.path());
    let begun = writer.begin_reembedding("other", OTHER_DIM).unwrap();
    assert_eq!((begun.chunks_done, begun.embedder.as_str()), (0, "other"));
    let mut seen = 0;
    while reembed_some(&mut writer, OTHER_DIM, 5) {
        let now = writer.reembedding().unwrap().unwrap();
        assert!(now.chunks_done > seen, "equal texts count at once");
        seen = now.chunks_done;
        // Nothing of it shows before the switch.
        let meanwhile = snapshot(dir.path());
        assert_eq!(meanwhile.digest().unwrap(), old_digest);
        assert_eq!(ranking(&meanwhile), old_ranking);
        assert_eq!(meanwhile.reembedding().unwrap(), Some(now));
    }
    assert_eq!(seen, begun.chunks_total);
    writer.finish_reembedding().unwrap().expect("all are there");
    writer.vacuum().unwrap();
    assert_eq!(writer.reembedding().unwrap(), None);
    drop(writer);

    let after = snapshot(dir.path());
    assert_eq!(after.identity(), &other_identity());
    let fresh = tempfile::tempdir().unwrap();
    assert_eq!(
        after.digest().unwrap(),
        fresh_other(fresh.path(), documents(9))
    );
    assert_eq!(vector_files(dir.path()), 1, "the old vectors are gone");
    assert_eq!(check(dir.path()).unwrap().problems, []);
    // The old embedder is refused now, the new one goes on.
    let refused = Writer::open(dir.path(), &identity());
    assert!(matches!(
        refused.map(drop),
        Err(IndexError::IdentityMismatch {
            what: "embedder",
            ..
        })
    ));
    Writer::open(dir.path(), &other_identity()).unwrap();
}

#[test]
fn a_snapshot_from_before_the_switch_goes_on_with_the_old_vectors() {
    let dir = tempfile::tempdir().unwrap();
    let library = store_with(dir.path(), documents(6));
    let expected = ranking(&library.snapshot().unwrap());
    // Two that look at vectors for the first time after the switch, one of them in
    // another library, so that nothing is shared with the first.
    let (before, untouched) = (library.snapshot().unwrap(), snapshot(dir.path()));
    let mut writer = open(dir.path());
    change_to_other(&mut writer);
    let report = writer.vacuum().unwrap();
    assert_eq!(report.postponed, [index::Postponed::OlderReader]);
    assert_eq!(vector_files(dir.path()), 2);
    for old in [&before, &untouched] {
        assert_eq!(old.identity(), &identity());
        assert_eq!(ranking(old), expected);
    }
    // A second change while the first one's readers are still there.
    writer.begin_reembedding("hash", DIM).unwrap();
    while reembed_some(&mut writer, DIM, 50) {}
    let between = snapshot(dir.path());
    writer.finish_reembedding().unwrap().expect("all are there");
    assert_eq!(between.identity(), &other_identity());
    assert_eq!(ranking(&between).len(), expected.len());
    let late = snapshot(dir.path());
    assert_eq!(
        (late.identity(), ranking(&late)),
        (&identity(), expected.clone())
    );
    assert_eq!(ranking(&untouched), expected);
    drop((before, untouched, between, library));
    writer.vacuum().unwrap();
    assert_eq!(vector_files(dir.path()), 1);
    assert_eq!(ranking(&late), expected);
}

#[test]
fn what_was_made_is_kept_over_a_restart_and_over_changes_of_the_documents() {
    let dir = tempfile::tempdir().unwrap();
    drop(store_with(dir.path(), documents(8)));
    let mut writer = open(dir.path());
    writer.begin_reembedding("other", OTHER_DIM).unwrap();
    for _ in 0..4 {
        reembed_some(&mut writer, OTHER_DIM, 5);
    }
    let made = writer.reembedding().unwrap().unwrap().chunks_done;
    drop(writer);

    // The old embedder goes on meanwhile: one document goes, one changes, one comes.
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    assert_eq!(writer.reembedding().unwrap().unwrap().chunks_done, made);
    let gone = document("1.txt", &prose(1, 39)).id();
    writer.remove(&[gone]).unwrap();
    writer.put(vec![document("2.txt", &prose(90, 60))]).unwrap();
    writer
        .put(vec![document("new.txt", &prose(91, 60))])
        .unwrap();
    embed_all(&mut writer);
    writer.vacuum().unwrap();
    let left = writer.reembedding().unwrap().unwrap();
    assert!(left.chunks_done > 0 && left.chunks_done < made, "{left:?}");
    assert_eq!(check(dir.path()).unwrap().problems, []);
    drop(writer);

    let before = generations(dir.path());
    assert_eq!(before.len(), 2);
    let mut writer = open(dir.path());
    assert_eq!(
        writer.finish_reembedding().unwrap(),
        None,
        "chunks are missing"
    );
    let resumed = writer.begin_reembedding("other", OTHER_DIM).unwrap();
    assert_eq!(resumed, left);
    while reembed_some(&mut writer, OTHER_DIM, 5) {}
    writer.finish_reembedding().unwrap().expect("all are there");
    writer.vacuum().unwrap();
    // What readers remember of a generation is never of two files.
    assert_eq!(generations(dir.path()), before[1..]);
    let mut expected = documents(8);
    expected.retain(|document| document.path != "1.txt" && document.path != "2.txt");
    expected.push(document("2.txt", &prose(90, 60)));
    expected.push(document("new.txt", &prose(91, 60)));
    let fresh = tempfile::tempdir().unwrap();
    let digest = snapshot(dir.path()).digest().unwrap();
    assert_eq!(digest, fresh_other(fresh.path(), expected));
}

#[test]
fn a_third_embedder_drops_what_was_begun_and_giving_up_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    drop(store_with(dir.path(), documents(4)));
    let mut writer = open(dir.path());
    writer.begin_reembedding("other", OTHER_DIM).unwrap();
    reembed_some(&mut writer, OTHER_DIM, 5);
    let third = writer.begin_reembedding("third", 20).unwrap();
    assert_eq!((third.chunks_done, third.dim), (0, 20));
    reembed_some(&mut writer, 20, 5);
    // The same name with another length is another embedder.
    let longer = writer.begin_reembedding("third", 22).unwrap();
    assert_eq!(longer.chunks_done, 0);
    reembed_some(&mut writer, 22, 5);
    assert_eq!(vector_files(dir.path()), 2);
    writer.drop_reembedding().unwrap();
    assert_eq!(writer.reembedding().unwrap(), None);
    assert_eq!(vector_files(dir.path()), 1);
    assert_eq!(writer.finish_reembedding().unwrap(), None);
    assert!(writer.pending_reembedding(9).unwrap().is_empty());
    ranking(&snapshot(dir.path()));
}

#[test]
fn a_store_without_vectors_and_an_empty_one_take_an_embedder() {
    for count in [0, 3] {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = open(dir.path());
        for document in documents(count) {
            writer.put(vec![document]).unwrap();
        }
        change_to_other(&mut writer);
        writer.vacuum().unwrap();
        drop(writer);
        let after = snapshot(dir.path());
        assert_eq!(after.identity(), &other_identity());
        let fresh = tempfile::tempdir().unwrap();
        assert_eq!(
            after.digest().unwrap(),
            fresh_other(fresh.path(), documents(count))
        );
    }
}

#[test]
fn bytes_that_changed_on_the_disk_are_made_again() {
    let dir = tempfile::tempdir().unwrap();
    drop(store_with(dir.path(), documents(6)));
    let mut writer = open(dir.path());
    writer.begin_reembedding("other", OTHER_DIM).unwrap();
    while reembed_some(&mut writer, OTHER_DIM, 3) {}
    drop(writer);
    let newest = std::fs::read_dir(dir.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains("vectors."))
        .max()
        .unwrap();
    let mut bytes = std::fs::read(&newest).unwrap();
    bytes[64 + 5] ^= 1;
    std::fs::write(&newest, &bytes).unwrap();
    let mut writer = open(dir.path());
    let resumed = writer.begin_reembedding("other", OTHER_DIM).unwrap();
    assert!(resumed.chunks_done < resumed.chunks_total, "{resumed:?}");
    assert!(resumed.chunks_done > 0, "{resumed:?}");
    // A file that is none any more.
    std::fs::write(&newest, [b'x'; 300]).unwrap();
    let resumed = writer.begin_reembedding("other", OTHER_DIM).unwrap();
    assert_eq!(resumed.chunks_done, 0);
    while reembed_some(&mut writer, OTHER_DIM, 50) {}
    writer.finish_reembedding().unwrap().expect("all are there");
    let digest = snapshot(dir.path()).digest().unwrap();
    let fresh = tempfile::tempdir().unwrap();
    assert_eq!(digest, fresh_other(fresh.path(), documents(6)));
}

#[test]
fn vectors_of_another_length_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    drop(store_with(dir.path(), documents(2)));
    let mut writer = open(dir.path());
    assert!(writer.begin_reembedding("other", 0).is_err());
    writer.begin_reembedding("other", OTHER_DIM).unwrap();
    let pending = writer.pending_reembedding(1).unwrap();
    let mut wrong = |vector| writer.attach_reembedding(&[(pending[0].id, vector)]);
    for vector in [vec![0.5; DIM], vec![f32::NAN; OTHER_DIM]] {
        assert!(matches!(wrong(vector), Err(IndexError::BadVector { .. })));
    }
}

/// Not a test of its own: the process that is killed.
#[test]
fn child() {
    let Ok(dir) = std::env::var(DIR) else { return };
    let mut random = std::env::var(SEED).unwrap().parse::<u64>().unwrap();
    let mut below = |end: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) % end
    };
    let mut writer = open(Path::new(&dir));
    loop {
        let (name, dim) = match writer.identity().dim {
            Some(DIM) => ("other", OTHER_DIM),
            _ => ("hash", DIM),
        };
        writer.begin_reembedding(name, dim).unwrap();
        while reembed_some(&mut writer, dim, 1 + below(12) as usize) {
            if below(6) == 0 {
                let path = format!("{}.txt", below(9));
                writer
                    .put(vec![document(&path, &prose(below(40), 60))])
                    .unwrap();
            }
            if below(9) == 0 {
                writer.vacuum().unwrap();
            }
        }
        // What was put last may lack its vector still.
        writer.finish_reembedding().unwrap();
        if below(2) == 0 {
            writer.vacuum().unwrap();
        }
    }
}

#[test]
fn a_kill_at_any_moment_leaves_one_whole_set_of_vectors_and_what_was_made() {
    /// Kills, and the time they may take on a slow machine.
    const CYCLES: u64 = 24;
    const TIME_MAX: Duration = Duration::from_secs(45);
    let dir = tempfile::tempdir().unwrap();
    drop(store_with(dir.path(), documents(9)));
    let started = Instant::now();
    let mut embedders = std::collections::BTreeSet::new();
    let mut state = 0xC4A1_u64;
    for cycle in 0..CYCLES {
        if started.elapsed() > TIME_MAX {
            println!("stopped after {cycle} cycles: the machine is slow");
            break;
        }
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(cycle);
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "reembedding::child"])
            .env(DIR, dir.path())
            .env(SEED, (state | 1).to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(20 + (state >> 33) % 300));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), None, "{told}");

        // A reader finds whole vectors of one embedder, before any writer recovers.
        let snapshot = Library::open(dir.path()).unwrap().snapshot().unwrap();
        embedders.insert(snapshot.identity().embedder.clone().unwrap());
        ranking(&snapshot);
        let (begun, version) = (snapshot.reembedding().unwrap(), snapshot.version());
        drop(snapshot);
        let mut writer = open(dir.path());
        if let (Some(begun), Some(now)) = (&begun, writer.reembedding().unwrap()) {
            // Documents on their way may have become visible, in place of others.
            if writer.version() == version {
                assert_eq!(&now, begun, "cycle {cycle}: vectors were lost");
            }
            let resumed = writer.begin_reembedding(&begun.embedder, begun.dim);
            assert_eq!(resumed.unwrap(), now, "cycle {cycle}: vectors were damaged");
        } else {
            assert_eq!(begun, None, "cycle {cycle}");
        }
        drop(writer);
        assert_eq!(check(dir.path()).unwrap().problems, [], "cycle {cycle}");
    }
    assert_eq!(embedders.len(), 2, "no switch was made: {embedders:?}");

    let mut writer = open(dir.path());
    let kept = writer.documents().unwrap();
    change_to_other(&mut writer);
    writer.vacuum().unwrap();
    assert_eq!(vector_files(dir.path()), 1);
    drop(writer);
    let after = snapshot(dir.path());
    let again: Vec<index::NewDocument> = kept
        .iter()
        .map(|record| document(&record.path, &after.full_text(&record.id).unwrap()))
        .collect();
    let fresh = tempfile::tempdir().unwrap();
    assert_eq!(after.digest().unwrap(), fresh_other(fresh.path(), again));
}
