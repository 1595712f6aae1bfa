//! Which version is read, and in which collection: while the embedder changes, on copies of a
//! library elsewhere, and when clocks jump.

use std::time::Duration;

use index::{Checkpoint, Filter, Library, Scope, Writer};
use tonic::Code;

use crate::refusals::{Case, quick, says};
use crate::server::{Fault, Wire};
use crate::support::*;

#[test]
fn another_embedder_has_a_collection_of_its_own_and_the_old_one_serves_until_then() {
    let wire = Wire::start();
    let case = Case::new();
    let settings = quick(&wire.url());
    case.follow(&settings).unwrap();
    let before = Checkpoint::load(&case.dir()).unwrap().unwrap();
    let mut writer = Writer::open(&case.dir(), &identity()).unwrap();
    writer.begin_reembedding("other", DIM).unwrap();
    let pending = writer.pending_reembedding(100).unwrap();
    let vectors: Vec<_> = pending
        .iter()
        .map(|chunk| (chunk.id, embed(&chunk.text)))
        .collect();
    writer.attach_reembedding(&vectors).unwrap();
    writer.finish_reembedding().unwrap().unwrap();
    drop(writer);
    // The new collection is filled in part only: searches go to the old one, by its version.
    let mut heard = 0;
    wire.faults(move |method| match method {
        "upsert" => {
            heard += 1;
            match heard {
                1 => Fault::None,
                _ => Fault::Fail(Code::Unavailable, "away".to_owned()),
            }
        }
        _ => Fault::None,
    });
    assert!(case.follow(&settings).is_err());
    let under_way = Checkpoint::load(&case.dir()).unwrap().unwrap();
    assert_eq!(
        under_way.serving(),
        (before.collection.as_str(), before.version)
    );
    assert_ne!(under_way.collection, before.collection);
    assert_eq!(case.search(&settings).unwrap(), 3);
    // Searches go on while the switch is made, each in the collection of its version.
    wire.faults(|_| Fault::Delay(Duration::from_millis(5)));
    let index = std::sync::Arc::new(case.cluster(&settings));
    let held = Library::open_with(&case.dir(), index)
        .unwrap()
        .snapshot()
        .unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    let searches = std::thread::scope(|scope| {
        let searching = scope.spawn(|| {
            let mut searches = 0;
            while !done.load(std::sync::atomic::Ordering::Relaxed) || searches < 5 {
                assert_eq!(case.search(&settings).unwrap(), 3);
                searches += 1;
            }
            searches
        });
        case.follow(&settings).unwrap();
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        searching.join().unwrap()
    });
    println!("{searches} searches during the switch, none refused");
    wire.faults(|_| Fault::None);
    let after = Checkpoint::load(&case.dir()).unwrap().unwrap();
    assert_eq!(after.serving().0, under_way.collection);
    assert_eq!(case.search(&settings).unwrap(), 3);
    // Who began before reads on in the old collection, which goes with the next change.
    assert_eq!(after.serving_at(held.version()), before.collection);
    let kept = held.dense(&embed("zzone"), &Scope::all(), 5).unwrap();
    assert_eq!(kept.hits.len(), 3);
    case.follow(&settings).unwrap();
    assert_eq!(wire.store().collections.len(), 2, "it is read");
    drop(held);
    case.follow(&settings).unwrap();
    let left: Vec<String> = wire.store().collections.keys().cloned().collect();
    assert_eq!(left, std::slice::from_ref(&after.collection));
    let aliases = wire.store().aliases.clone();
    assert_eq!(
        aliases.into_values().collect::<Vec<_>>(),
        [after.collection]
    );
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to.join(entry.file_name())),
            false => std::fs::copy(entry.path(), to.join(entry.file_name()))
                .map(|_| ())
                .unwrap(),
        }
    }
}

#[test]
fn a_copy_of_the_folder_elsewhere_reads_its_version_or_is_told() {
    let wire = Wire::start();
    let (writer, reader) = (Case::new(), Case::new());
    let settings = quick(&wire.url());
    writer.follow(&settings).unwrap();
    std::fs::remove_dir_all(reader.dir()).unwrap();
    copy(&writer.dir(), &reader.dir());
    assert_eq!(reader.search(&settings).unwrap(), 3);
    // While somebody reads the version before on the machine that writes, it is kept there.
    let index = std::sync::Arc::new(writer.cluster(&settings));
    let kept = Library::open_with(&writer.dir(), index)
        .unwrap()
        .snapshot()
        .unwrap();
    let mut change = Writer::open(&writer.dir(), &identity()).unwrap();
    change.put(vec![document("0.txt", "zzother")]).unwrap();
    embed_all(&mut change);
    drop(change);
    writer.follow(&settings).unwrap();
    assert_eq!(reader.search(&settings).unwrap(), 3);
    drop(kept);
    let mut change = Writer::open(&writer.dir(), &identity()).unwrap();
    change.put(vec![document("1.txt", "zzanother")]).unwrap();
    embed_all(&mut change);
    drop(change);
    writer.follow(&settings).unwrap();
    says(reader.search(&settings), &["is not kept any more"]);
    std::fs::remove_dir_all(reader.dir()).unwrap();
    copy(&writer.dir(), &reader.dir());
    assert_eq!(reader.search(&settings).unwrap(), 3);
}

/// The one time that is stored is when a document was added; versions are counted, and waiting is
/// measured by a clock that nobody sets.
#[test]
fn a_clock_that_jumps_changes_no_order_and_no_search() {
    let wire = Wire::start();
    let case = Case::new();
    let settings = quick(&wire.url());
    case.follow(&settings).unwrap();
    let day = 86_400;
    let jumps = [
        4_102_444_800,
        -86_400 * 365 * 30,
        0,
        i64::from(i32::MAX) * 40,
        1_755_600_000,
    ];
    let mut versions = Vec::new();
    for (at, added) in jumps.into_iter().enumerate() {
        let mut writer = Writer::open(&case.dir(), &identity()).unwrap();
        // The same file each time: what came last is what is there, whatever the clock said.
        let mut one = document(
            "clock.txt",
            &format!("zzclock zz{at}", at = word(at as u64)),
        );
        one.added = added;
        one.modified = Some(added + day);
        writer.put(vec![one]).unwrap();
        embed_all(&mut writer);
        drop(writer);
        case.follow(&settings).unwrap();
        let index = std::sync::Arc::new(case.cluster(&settings));
        let there = Library::open_with(&case.dir(), index)
            .unwrap()
            .snapshot()
            .unwrap();
        let here = snapshot(&case.dir());
        assert_eq!(there.version(), here.version());
        versions.push(there.version());
        let newest = query(&format!("zz{}", word(at as u64)));
        for filter in ["added>=2000-01-01", "added<2000-01-01", "added>=2099-12-31"] {
            let filter = Filter::parse(filter).unwrap();
            let hits = |snapshot: &index::Snapshot| {
                let scope = snapshot.scope(std::slice::from_ref(&filter)).unwrap();
                snapshot.keyword(&newest, &scope, 5).unwrap().hits.len()
            };
            assert_eq!(hits(&there), hits(&here), "{added} {filter:?}");
        }
        let found = there.keyword(&newest, &Scope::all(), 5).unwrap();
        assert_eq!(found.hits.len(), 1, "added at {added}");
        let all = there.keyword(&query("zzclock"), &Scope::all(), 5).unwrap();
        assert_eq!(all.hits.len(), 1, "one copy shows");
    }
    assert!(versions.is_sorted(), "{versions:?}");
    let sources = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in std::fs::read_dir(sources).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            !text.contains("SystemTime"),
            "{} asks what time it is",
            path.display()
        );
    }
}
