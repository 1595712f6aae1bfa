//! What trees learn, and what of a file they take.

use crate::patterns::hash;
use crate::trees::{Group, Growth, Trees, fit};

const GROWTH: Growth = Growth { trees: 120 };

/// Questions of six answers of which that one is right whose first two numbers are both large:
/// no sum of the two tells it from the others.
fn questions(count: u64) -> Vec<Group> {
    let number = |parts: &[u64]| {
        let part = hash::of(parts) % 1_000;
        f32::from(u16::try_from(part).unwrap()) / 1_000.0
    };
    let group = |question: u64| {
        let rows: Vec<Vec<f32>> = (0..6)
            .map(|answer| {
                let mut row = vec![0.0; 3];
                row[2] = number(&[question, answer, 3]);
                let (low, high) = (0.3 * row[2], 0.7 + 0.3 * row[2]);
                (row[0], row[1]) = match answer {
                    0 => (high, high),
                    even if even % 2 == 0 => (1.6, low),
                    _ => (low, 1.6),
                };
                row
            })
            .collect();
        let right = (0..6).map(|answer| answer == 0).collect();
        Group {
            rows,
            right,
            weight: 1.0,
        }
    };
    (0..count).map(group).collect()
}

fn first_is_right(trees: &Trees, group: &Group) -> bool {
    let scores: Vec<f32> = group.rows.iter().map(|row| trees.score(row)).collect();
    scores[1..].iter().all(|other| *other < scores[0])
}

#[test]
fn they_learn_what_no_sum_says_and_the_same_each_time() {
    let (learned, asked) = (questions(200), questions(260));
    let groups: Vec<&Group> = learned.iter().collect();
    let trees = fit(&groups, GROWTH);
    assert_eq!(trees, fit(&groups, GROWTH));
    let unseen = &asked[200..];
    let right = unseen.iter().filter(|one| first_is_right(&trees, one));
    assert!(right.count() >= 57, "of 60");
}

#[test]
fn bytes_give_the_same_trees_and_nothing_else_is_taken() {
    let learned = questions(100);
    let trees = fit(&learned.iter().collect::<Vec<_>>(), GROWTH);
    let mut bytes = Vec::new();
    trees.write(&mut bytes);
    assert_eq!(Trees::read(&mut bytes.as_slice()), Some(trees));
    for cut in [0, 1, 5, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(Trees::read(&mut &bytes[..cut]), None, "{cut}");
    }
    // A node that leads back to its own place would never end.
    let looping = [3, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(Trees::read(&mut looping.as_slice()), None);
}

#[test]
fn of_questions_without_a_wrong_answer_nothing_is_learned() {
    let mut all = questions(50);
    for one in &mut all {
        one.right = vec![true; 6];
    }
    assert!(fit(&all.iter().collect::<Vec<_>>(), GROWTH).is_empty());
}
