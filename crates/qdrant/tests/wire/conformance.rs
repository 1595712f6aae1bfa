//! One suite of behaviours for every index of chunks: the local one, the cluster over the wire, and
//! a real cluster where `QDRANT_URL` names one.

use std::sync::Arc;

use index::{
    ChunkIndex, Filter, IndexError, Library, LocalIndex, Patience, Scope, Snapshot, Writer,
};
use qdrant::{Cluster, Settings};

use crate::server::Wire;
use crate::support::*;

/// A store and its index under test.
pub struct Bench {
    _folder: tempfile::TempDir,
    pub dir: std::path::PathBuf,
    pub cluster: Option<Arc<Cluster>>,
}

impl Bench {
    pub fn local() -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("store");
        Bench {
            _folder: folder,
            dir,
            cluster: None,
        }
    }

    pub fn at(url: &str) -> Bench {
        let mut bench = Self::local();
        bench.cluster = Some(Arc::new(
            Cluster::new(&bench.dir, &Settings::of(url)).unwrap(),
        ));
        bench
    }

    pub fn write(&self, change: impl FnOnce(&mut Writer)) {
        let mut writer = Writer::open(&self.dir, &identity()).unwrap();
        change(&mut writer);
        drop(writer);
        if let Some(cluster) = &self.cluster {
            cluster.follow(&Patience::default(), |_| {}).unwrap();
        }
    }

    pub fn snapshot(&self) -> Snapshot {
        self.library().snapshot().unwrap()
    }

    pub fn library(&self) -> Library {
        let index: Arc<dyn ChunkIndex> = match &self.cluster {
            Some(cluster) => Arc::clone(cluster) as Arc<dyn ChunkIndex>,
            None => Arc::new(LocalIndex::of(&self.dir)),
        };
        Library::open_with(&self.dir, index).unwrap()
    }
}

fn put(writer: &mut Writer, documents: &[(&str, &str)]) {
    let batch = documents.iter().map(|(path, text)| document(path, text));
    writer.put(batch.collect()).unwrap();
    embed_all(writer);
}

/// Paths and ordinals of a ranking, best first.
pub fn found(snapshot: &Snapshot, ranking: &index::Ranking) -> Vec<(String, u32)> {
    let ids: Vec<_> = ranking.hits.iter().map(|hit| hit.chunk).collect();
    let chunks = snapshot.chunks(&ids).unwrap();
    let path = |id| snapshot.document(id).unwrap().path.clone();
    chunks
        .iter()
        .map(|chunk| (path(&chunk.document), chunk.ordinal))
        .collect()
}

fn by_words(snapshot: &Snapshot, words: &str) -> Vec<(String, u32)> {
    let ranking = snapshot.keyword(&query(words), &Scope::all(), 50).unwrap();
    found(snapshot, &ranking)
}

pub fn by_vector(snapshot: &Snapshot, text: &str, k: usize) -> Vec<(String, u32)> {
    let ranking = snapshot.dense(&embed(text), &Scope::all(), k).unwrap();
    found(snapshot, &ranking)
}

fn named(hits: &[(String, u32)], path: &str) -> bool {
    hits.iter().any(|(found, _)| found == path)
}

/// What every index keeps, whatever it is. The bench has no documents yet.
fn keeps_its_promises(bench: &Bench) {
    what_is_put_is_found(bench);
    filters_leave_exactly_those_who_pass(bench);
    a_snapshot_reads_one_version(bench);
    what_is_attached_later_shows_later(bench);
    chunks_are_fetched_by_document_and_range(bench);
    what_cannot_be_answered_is_an_error(bench);
    learned_vectors_show_from_their_version_on(bench);
    several_threads_find_the_same(bench);
}

fn what_is_put_is_found(bench: &Bench) {
    bench.write(|writer| {
        put(
            writer,
            &[
                ("alpha.txt", "zzalpha zzcommon zzred zzred zzone"),
                ("beta.txt", "zzbeta zzcommon zzblue zztwo"),
                ("empty.txt", ""),
            ],
        );
        // All of it again: nothing changes.
        put(writer, &[("beta.txt", "zzbeta zzcommon zzblue zztwo")]);
    });
    let snapshot = bench.snapshot();
    assert_eq!(
        by_words(&snapshot, "zzalpha"),
        [("alpha.txt".to_owned(), 0)]
    );
    assert_eq!(by_words(&snapshot, "zzcommon").len(), 2);
    assert!(by_words(&snapshot, "zznowhere").is_empty());
    let nearest = by_vector(&snapshot, "zzbeta zzcommon zzblue zztwo", 1);
    assert_eq!(nearest, [("beta.txt".to_owned(), 0)]);
    let none = snapshot
        .keyword(&query("zzcommon"), &Scope::all(), 0)
        .unwrap();
    assert!(none.hits.is_empty());
    assert_eq!(snapshot.indexed().unwrap(), (2, 2));
}

fn filters_leave_exactly_those_who_pass(bench: &Bench) {
    bench.write(|writer| {
        let batch = (0..40_u32).map(|at| {
            let mut one = document(
                &format!("f{at}.txt"),
                &format!("zzfilter {}", prose(at.into(), 30)),
            );
            one.collection = ["legal", "papers", "mail"][at as usize % 3].to_owned();
            one.metadata
                .insert("year".to_owned(), format!("{}", 2000 + at % 7));
            one.added = 1_755_600_000 + i64::from(at) * 86_400;
            one
        });
        writer.put(batch.collect()).unwrap();
        embed_all(writer);
    });
    let snapshot = bench.snapshot();
    for written in [
        vec!["collection=legal"],
        vec!["collection!=legal"],
        vec!["collection in (mail,papers)", "year>=2003"],
        vec!["year<2002"],
        vec!["document=f7.txt"],
        vec!["added>=2025-09-01"],
        vec!["type=txt"],
        vec!["title=nothing"],
    ] {
        let filters: Vec<Filter> = written
            .iter()
            .map(|it| Filter::parse(it).unwrap())
            .collect();
        let scope = snapshot.scope(&filters).unwrap();
        let all = snapshot
            .keyword(&query("zzfilter"), &Scope::all(), 100)
            .unwrap();
        let mut wanted: Vec<_> = all
            .hits
            .iter()
            .map(|hit| hit.chunk)
            .filter(|&chunk| snapshot.in_scope(&scope, chunk).unwrap())
            .collect();
        let some = snapshot.keyword(&query("zzfilter"), &scope, 100).unwrap();
        let mut got: Vec<_> = some.hits.iter().map(|hit| hit.chunk).collect();
        wanted.sort_unstable();
        got.sort_unstable();
        assert_eq!(got, wanted, "{written:?}");
        let near = snapshot.dense(&embed("zzfilter"), &scope, 500).unwrap();
        let passing = scope.chunks().unwrap();
        assert_eq!(near.hits.len(), passing, "{written:?}");
    }
}

fn a_snapshot_reads_one_version(bench: &Bench) {
    bench.write(|writer| {
        put(
            writer,
            &[
                ("v.txt", "zzversion zzold"),
                ("gone.txt", "zzversion zzgone"),
            ],
        );
    });
    let before = bench.snapshot();
    bench.write(|writer| {
        put(writer, &[("v.txt", "zzversion zznew")]);
        let gone = writer.documents().unwrap();
        let gone = gone.iter().find(|one| one.path == "gone.txt").unwrap();
        writer.remove(std::slice::from_ref(&gone.id)).unwrap();
        writer.vacuum().unwrap();
    });
    assert_eq!(by_words(&before, "zzold").len(), 1);
    assert_eq!(by_words(&before, "zzgone").len(), 1);
    assert!(by_words(&before, "zznew").is_empty());
    assert!(named(
        &by_vector(&before, "zzversion zzgone", 500),
        "gone.txt"
    ));
    let after = bench.snapshot();
    assert!(by_words(&after, "zzold").is_empty());
    assert!(by_words(&after, "zzgone").is_empty());
    assert_eq!(by_words(&after, "zznew").len(), 1);
    assert!(!named(
        &by_vector(&after, "zzversion zzgone", 500),
        "gone.txt"
    ));
    // A scope of one version is none of the other.
    let scope = before
        .scope(&[Filter::parse("document=v.txt").unwrap()])
        .unwrap();
    let foreign = after.keyword(&query("zznew"), &scope, 5);
    assert!(
        matches!(foreign, Err(IndexError::ForeignScope { .. })),
        "{foreign:?}"
    );
    drop(before);
    bench.write(|writer| {
        writer.vacuum().unwrap();
    });
    assert_eq!(by_words(&bench.snapshot(), "zznew").len(), 1);
}

fn what_is_attached_later_shows_later(bench: &Bench) {
    bench.write(|writer| {
        writer
            .put(vec![document("late.txt", "zzlate zzvector")])
            .unwrap();
    });
    let before = bench.snapshot();
    assert_eq!(by_words(&before, "zzlate").len(), 1);
    assert!(!named(
        &by_vector(&before, "zzlate zzvector", 500),
        "late.txt"
    ));
    let (chunks, embedded) = before.indexed().unwrap();
    assert_eq!(chunks, embedded + 1);
    bench.write(embed_all);
    assert!(!named(
        &by_vector(&before, "zzlate zzvector", 500),
        "late.txt"
    ));
    let after = bench.snapshot();
    assert!(named(
        &by_vector(&after, "zzlate zzvector", 500),
        "late.txt"
    ));
    let scores = {
        let chunk = after
            .keyword(&query("zzlate"), &Scope::all(), 1)
            .unwrap()
            .hits[0]
            .chunk;
        before.score_dense(&embed("zzlate"), &[chunk]).unwrap()
    };
    assert_eq!(scores, [None]);
}

fn chunks_are_fetched_by_document_and_range(bench: &Bench) {
    bench.write(|writer| put(writer, &[("long.txt", &prose(99, 100))]));
    let snapshot = bench.snapshot();
    let long = snapshot
        .documents()
        .iter()
        .find(|one| one.path == "long.txt");
    let long = long.unwrap().clone();
    assert!(long.chunks > 6);
    let index: Arc<dyn ChunkIndex> = match &bench.cluster {
        Some(cluster) => Arc::clone(cluster) as Arc<dyn ChunkIndex>,
        None => Arc::new(LocalIndex::of(&bench.dir)),
    };
    let fetched = index.fetch(&snapshot, &long, 2..5).unwrap();
    let ordinals: Vec<u32> = fetched.iter().map(|chunk| chunk.ordinal).collect();
    assert_eq!(ordinals, [2, 3, 4]);
    for chunk in &fetched {
        let text = snapshot.chunk(chunk.chunk).unwrap().text;
        let vector = chunk.vector.as_ref().unwrap();
        let dot: f32 = vector.iter().zip(embed(&text)).map(|(a, b)| a * b).sum();
        assert!(dot > 0.99, "{dot}");
    }
    assert!(index.fetch(&snapshot, &long, 90..95).unwrap().is_empty());
    let scores = snapshot
        .score_keyword(&query("zznowhere"), &[fetched[0].chunk])
        .unwrap();
    assert_eq!(scores, [0.0]);
}

fn what_cannot_be_answered_is_an_error(bench: &Bench) {
    let snapshot = bench.snapshot();
    let short = snapshot.dense(&[1.0, 0.0], &Scope::all(), 5);
    assert!(
        matches!(short, Err(IndexError::BadVector { .. })),
        "{short:?}"
    );
    let broken = snapshot.dense(&[f32::NAN; DIM], &Scope::all(), 5);
    assert!(
        matches!(broken, Err(IndexError::BadVector { .. })),
        "{broken:?}"
    );
}

/// Learned sparse vectors and vectors of tokens, for libraries that come to have them.
fn learned_vectors_show_from_their_version_on(bench: &Bench) {
    let texts = [
        ("l1.txt", "zzlearned zzapple zzpear"),
        ("l2.txt", "zzlearned zzplum"),
        ("l3.txt", "zzother zzwords"),
    ];
    bench.write(|writer| put(writer, &texts));
    let before = bench.snapshot();
    let asked = sparse("zzlearned zzapple");
    let found_by = |snapshot: &Snapshot, scope: &Scope| {
        let ranking = snapshot.sparse(&asked, scope, 50).unwrap();
        let names = found(snapshot, &ranking).into_iter().map(|(path, _)| path);
        names
            .filter(|path| path.starts_with('l'))
            .collect::<Vec<String>>()
    };
    assert!(found_by(&before, &Scope::all()).is_empty());
    bench.write(pay_all);
    // Who reads the version before goes on where he was.
    assert!(found_by(&before, &Scope::all()).is_empty());
    assert_eq!(by_words(&before, "zzlearned").len(), 2);
    let after = bench.snapshot();
    let hits = found_by(&after, &Scope::all());
    assert!(hits.starts_with(&["l1.txt".to_owned()]), "{hits:?}");
    assert!(hits.contains(&"l2.txt".to_owned()), "{hits:?}");
    let only = [Filter::parse("document in (l2.txt,l3.txt)").unwrap()];
    let hits = found_by(&after, &after.scope(&only).unwrap());
    assert_eq!(hits.first().map(String::as_str), Some("l2.txt"));
    assert!(!hits.contains(&"l1.txt".to_owned()));

    // Scores are those of the vectors, up to quantisation.
    let chunk = |word: &str| {
        let ranking = after.keyword(&query(word), &Scope::all(), 1).unwrap();
        ranking.hits[0].chunk
    };
    let chunks = [chunk("zzapple"), chunk("zzplum"), chunk("zzother")];
    let scores = after
        .score_sparse(&sparse("zzlearned zzapple zzpear"), &chunks)
        .unwrap();
    let near = |score: Option<f32>, wanted: f32| (score.unwrap() - wanted).abs() < 0.05;
    assert!(near(scores[0], 3.0) && near(scores[1], 1.0), "{scores:?}");
    let nothing = after.score_sparse(&[(499, 1.0)], &chunks).unwrap();
    assert_eq!(nothing, [Some(0.0); 3]);
    let late = after
        .score_late(&tokens("zzlearned zzapple zzpear"), &chunks)
        .unwrap();
    assert!((late[0].unwrap() - 1.0).abs() < 0.03, "{late:?}");
    assert!(late[0] > late[1] && late[1] > late[2], "{late:?}");
    assert_eq!(
        before.score_late(&tokens("zzlearned"), &chunks).unwrap(),
        [None; 3]
    );
    assert!(matches!(
        after.score_sparse(&[(100_000, 1.0)], &chunks),
        Err(IndexError::BadVector { .. })
    ));
    assert!(matches!(
        after.score_late(&[1.0, 2.0], &chunks),
        Err(IndexError::BadVector { .. })
    ));
    // What comes later has none until it is made.
    bench.write(|writer| put(writer, &[("l4.txt", "zzlearned zzapple zzlater")]));
    let later = bench.snapshot();
    assert!(!found_by(&later, &Scope::all()).contains(&"l4.txt".to_owned()));
    let fresh = later
        .keyword(&query("zzlater"), &Scope::all(), 1)
        .unwrap()
        .hits[0]
        .chunk;
    assert_eq!(later.score_sparse(&asked, &[fresh]).unwrap(), [None]);
    bench.write(pay_all);
    assert!(found_by(&bench.snapshot(), &Scope::all()).contains(&"l4.txt".to_owned()));
}

fn several_threads_find_the_same(bench: &Bench) {
    let snapshot = bench.snapshot();
    let alone = by_words(&snapshot, "zzcommon zzfilter");
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| by_words(&snapshot, "zzcommon zzfilter")))
            .collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), alone);
        }
    });
}

#[test]
fn the_local_index_keeps_its_promises() {
    keeps_its_promises(&Bench::local());
}

#[test]
fn the_cluster_keeps_them_over_the_wire() {
    let wire = Wire::start();
    keeps_its_promises(&Bench::at(&wire.url()));
}

#[test]
fn a_real_cluster_keeps_them() {
    let Ok(url) = std::env::var("QDRANT_URL") else {
        println!("skipped: QDRANT_URL names no cluster");
        return;
    };
    let bench = Bench::at(&url);
    keeps_its_promises(&bench);
    let cluster = bench.cluster.as_ref().unwrap();
    cluster.forget(&Patience::default()).unwrap();
}
