//! Hits of two things that a question sets side by side, in turn.
//!
//! "Which is larger, Kestrel's dues or those of Greenfields?" is answered from both; where one of
//! the two uses the question's words more, all of the first hits would be of that one.

use index::DocumentId;

use super::FusedHit;

/// Gives the places that hits of the two things have to them in turn, the one with the best
/// hit first. Hits of one thing keep their order, hits of neither their places, and the
/// scores, from the best to the least, their places too.
pub(super) fn in_turn(
    hits: &mut [FusedHit],
    sides: [&[DocumentId]; 2],
    document_of: impl Fn(&FusedHit) -> Option<DocumentId>,
) {
    let side_of = |hit: &FusedHit| {
        let document = document_of(hit)?;
        sides.iter().position(|own| own.contains(&document))
    };
    let sides: Vec<Option<usize>> = hits.iter().map(side_of).collect();
    let places: Vec<usize> = (0..hits.len()).filter(|at| sides[*at].is_some()).collect();
    let Some(first) = places.first().map(|at| sides[*at]) else {
        return;
    };
    let (own, other): (Vec<usize>, Vec<usize>) = places.iter().partition(|at| sides[**at] == first);
    let turns = (0..own.len().max(other.len())).flat_map(|at| [own.get(at), other.get(at)]);
    let taken: Vec<FusedHit> = turns.flatten().map(|at| hits[*at].clone()).collect();
    let scores: Vec<f32> = hits.iter().map(|hit| hit.score).collect();
    for (place, hit) in places.into_iter().zip(taken) {
        hits[place] = hit;
    }
    for (hit, score) in hits.iter_mut().zip(scores) {
        hit.score = score;
    }
}

#[cfg(test)]
mod tests {
    use index::ChunkId;

    use super::*;

    /// Hits named by their places, with the document of each.
    fn ordered(documents: &[&str], sides: [&str; 2]) -> Vec<u64> {
        let mut hits: Vec<FusedHit> = (0..documents.len() as u64)
            .map(|place| FusedHit {
                chunk: ChunkId(place),
                score: 1.0 / (place + 1) as f32,
                arms: Vec::new(),
            })
            .collect();
        let id = |name: &str| DocumentId::from(name.to_owned());
        let sides = sides.map(|name| [id(name)]);
        in_turn(&mut hits, sides.each_ref().map(|own| &own[..]), |hit| {
            Some(id(documents[usize::try_from(hit.chunk.0).ok()?]))
        });
        assert!(hits.is_sorted_by(|a, b| a.score >= b.score));
        hits.iter().map(|hit| hit.chunk.0).collect()
    }

    #[test]
    fn two_things_take_turns_and_others_keep_their_places() {
        let documents = ["a", "a", "x", "a", "b", "x", "b", "a"];
        assert_eq!(ordered(&documents, ["b", "a"]), [0, 4, 2, 1, 6, 5, 3, 7]);
        assert_eq!(ordered(&documents, ["c", "a"]), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(ordered(&documents, ["c", "d"]), [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
