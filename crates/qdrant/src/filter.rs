//! Which points a search may find: those of one version, and of a scope.
//!
//! Who passes a filter is decided by the records, exactly; the cluster is told the result. A
//! scope of few stretches goes over as ranges of chunk ids, and one of many documents as
//! their numbers, behind which the chunks are looked at once more. One of more documents than a
//! request may name goes over as conditions on the keys that can be put so, and the rest is
//! again left to the records.

use std::ops::Range;

use index::{Filter as Written, FilterOp, IndexError, Scope, Snapshot, Version};
use qdrant_client::qdrant::{Condition, Filter, Range as Between};

use crate::point::{
    BORN, CHUNK, COPY, DENSE, DIED, EMBEDDED, SPARSE, SPARSE_FROM, TOKENS, TOKENS_FROM, number,
};

/// Stretches of chunks in one request.
const RANGES_MAX: usize = 512;

/// Documents in one request.
const COPIES_MAX: usize = 20_000;

/// What is looked for, as far as the cluster can tell.
pub(crate) struct Choice {
    /// What holds for every point that may be found.
    pub filter: Filter,
    /// It holds for others too: what is found must be looked at again.
    pub loose: bool,
    /// Nothing can be found.
    pub nothing: bool,
}

/// The points of a version.
pub(crate) fn of_version(version: Version) -> Filter {
    let version = number(version) as f64;
    Filter::must([
        Condition::range(
            BORN,
            Between {
                lte: Some(version),
                ..Between::default()
            },
        ),
        Condition::range(
            DIED,
            Between {
                gt: Some(version),
                ..Between::default()
            },
        ),
    ])
}

/// The points whose vector a version shows.
pub(crate) fn with_vector(using: &str, version: Version) -> Option<Condition> {
    let from = match using {
        DENSE => EMBEDDED,
        SPARSE => SPARSE_FROM,
        TOKENS => TOKENS_FROM,
        // Every chunk has its terms from its first version on.
        _ => return None,
    };
    let version = Between {
        lte: Some(number(version) as f64),
        ..Between::default()
    };
    Some(Condition::range(from, version))
}

/// The points of a snapshot and a scope.
pub(crate) fn choice(snapshot: &Snapshot, scope: &Scope) -> Result<Choice, IndexError> {
    let mut filter = of_version(snapshot.version());
    let Some(ranges) = snapshot.scope_ranges(scope)? else {
        return Ok(Choice {
            filter,
            loose: false,
            nothing: false,
        });
    };
    let nothing = ranges.is_empty();
    let joined = joined(ranges);
    if joined.len() <= RANGES_MAX {
        let stretches = joined.iter().map(stretch);
        filter.must.push(Filter::should(stretches).into());
        return Ok(Choice {
            filter,
            loose: false,
            nothing,
        });
    }
    let copies = snapshot.scope_copies(scope)?;
    if copies.len() <= COPIES_MAX {
        filter.must.push(Condition::matches(COPY, copies));
    } else {
        add_conditions(&mut filter, scope.filters());
    }
    Ok(Choice {
        filter,
        loose: true,
        nothing,
    })
}

fn stretch(chunks: &Range<u64>) -> Condition {
    let chunks = Between {
        gte: Some(chunks.start as f64),
        lt: Some(chunks.end as f64),
        ..Between::default()
    };
    Condition::range(CHUNK, chunks)
}

/// Ranges in order, neighbours as one: documents that were added together have ids in a row.
fn joined(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut joined: Vec<Range<u64>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match joined.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => joined.push(range),
        }
    }
    joined
}

/// The keys whose values are compared as they stand, here and there.
const AS_THEY_STAND: [&str; 4] = ["document", "collection", "title", "author"];
/// Those compared in lower case, and stored so.
const FOLDED: [&str; 3] = ["type", "language", "section"];

/// Conditions that leave nobody out who passes; filters that cannot be put so are left out.
fn add_conditions(filter: &mut Filter, written: &[Written]) {
    for one in written {
        let key = one.key.as_str();
        let fold = FOLDED.contains(&key);
        if one.op.is_order() || !(fold || AS_THEY_STAND.contains(&key)) {
            continue;
        }
        let values = one.values.iter();
        let values: Vec<String> = match fold {
            true => values.map(|it| it.to_lowercase()).collect(),
            false => values.cloned().collect(),
        };
        let condition = Condition::matches(key, values);
        match one.op {
            FilterOp::Ne => filter.must_not.push(condition),
            _ => filter.must.push(condition),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn neighbours_become_one_stretch() {
        assert_eq!(joined(vec![7..9, 1..3, 3..7, 20..21]), [1..9, 20..21]);
    }
}
