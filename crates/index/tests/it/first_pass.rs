//! The dense arm's first pass, through the store.

use index::{DenseScan, Filter, Grade, Scope, Writer};

use crate::support::*;

/// What the first pass gives is scored as the full scan scores it, is the same
/// for every order of adding and across versions, and obeys filters.
#[test]
fn it_changes_no_score_and_no_filter() {
    let documents: Vec<_> = (0..60)
        .map(|number| document(&format!("{number}.txt"), &prose(number, 240)))
        .collect();
    let forwards = tempfile::tempdir().unwrap();
    let library = store_with(forwards.path(), documents.clone());
    let backwards = tempfile::tempdir().unwrap();
    let other = store_with(backwards.path(), documents.into_iter().rev().collect())
        .snapshot()
        .unwrap();

    let snapshot = library.snapshot().unwrap();
    let query = embed(&w("1 5 17"));
    let filter = Filter::parse("document in (3.txt, 30.txt, 31.txt)").unwrap();
    let some = snapshot.scope(std::slice::from_ref(&filter)).unwrap();
    let some_of_other = other.scope(&[filter]).unwrap();
    for (scope, same) in [(&Scope::all(), &Scope::all()), (&some, &some_of_other)] {
        let full = snapshot
            .dense_by(&query, scope, 2_000, DenseScan::Full)
            .unwrap();
        let near = snapshot
            .dense_by(&query, scope, 10, DenseScan::SignsFirst)
            .unwrap();
        assert_eq!((full.grade, near.grade), (Grade::Exact, Grade::Approximate));
        assert_eq!(near.candidates, full.candidates);
        assert_eq!(near.hits.len(), 10);
        assert!(near.hits.iter().all(|hit| full.hits.contains(hit)));
        let again = other
            .dense_by(&query, same, 10, DenseScan::SignsFirst)
            .unwrap();
        assert_eq!(names(&snapshot, &near), names(&other, &again));
        // So few are scored in full unless told otherwise.
        let auto = snapshot.dense(&query, scope, 10).unwrap();
        assert_eq!(
            (auto.grade, &auto.hits[..]),
            (Grade::Exact, &full.hits[..10])
        );
    }

    // The next version takes the signs over and sees what was added.
    let mut writer = Writer::open(forwards.path(), &identity()).unwrap();
    let mut added = document("new.txt", &w("1 5 17"));
    added.collection = "new".to_owned();
    writer.put(vec![added]).unwrap();
    embed_all(&mut writer);
    let next = library.snapshot().unwrap();
    let near = next
        .dense_by(&query, &Scope::all(), 1, DenseScan::SignsFirst)
        .unwrap();
    assert_eq!(next.chunk(near.hits[0].chunk).unwrap().text, w("1 5 17"));
    assert_eq!(next.statistics().dense, Grade::Exact);
}
