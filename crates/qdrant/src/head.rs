//! The head: the point of a collection that says whose it is and which versions it has.

use std::collections::HashMap;

use index::{IndexError, Version};
use qdrant_client::qdrant::{NamedVectors, PointId, PointStruct, Value, Vectors, value, vectors};

use crate::call::Caller;
use crate::point;

/// How collections are laid out; grows with every change that older ones do not fit.
pub(crate) const LAYOUT: i64 = 1;

const LAYOUT_KEY: &str = "perusal_layout";
const LIBRARY: &str = "perusal_library";
const EMBEDDER: &str = "perusal_embedder";
const VERSION: &str = "perusal_version";
const FLOOR: &str = "perusal_floor";
const AVERAGE: &str = "perusal_average_terms";

/// What a collection says of itself.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Head {
    /// The library whose chunks these are.
    pub library: String,
    /// Which model made the vectors; empty for a library without any.
    pub embedder: String,
    /// The newest version that is here in full.
    pub version: Version,
    /// The oldest version of which nothing has been removed.
    pub floor: Version,
    /// Terms of a chunk in the mean, by which all weights of terms here were made.
    pub average: f32,
}

impl Head {
    /// The id of every collection's head.
    pub(crate) fn id() -> PointId {
        point::uuid(&[b"perusal head"])
    }

    pub(crate) fn point(&self) -> PointStruct {
        let number = |version: Version| i64::try_from(version.0).unwrap_or(i64::MAX);
        let payload: HashMap<String, Value> = [
            (LAYOUT_KEY, Value::from(LAYOUT)),
            (LIBRARY, Value::from(self.library.as_str())),
            (EMBEDDER, Value::from(self.embedder.as_str())),
            (VERSION, Value::from(number(self.version))),
            (FLOOR, Value::from(number(self.floor))),
            (AVERAGE, Value::from(f64::from(self.average))),
        ]
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
        PointStruct {
            id: Some(Self::id()),
            payload,
            vectors: Some(Vectors {
                vectors_options: Some(vectors::VectorsOptions::Vectors(NamedVectors::default())),
            }),
        }
    }

    /// Reads a head; `None` when the point is none of ours.
    pub(crate) fn read(payload: &HashMap<String, Value>) -> Option<Head> {
        let kind = |key: &str| payload.get(key)?.kind.as_ref();
        let text = |key| match kind(key)? {
            value::Kind::StringValue(text) => Some(text.clone()),
            _ => None,
        };
        let number = |key| match kind(key)? {
            value::Kind::IntegerValue(number) => u64::try_from(*number).ok(),
            _ => None,
        };
        if number(LAYOUT_KEY)? != LAYOUT.unsigned_abs() {
            return None;
        }
        let average = match kind(AVERAGE)? {
            value::Kind::DoubleValue(number) => *number as f32,
            value::Kind::IntegerValue(number) => *number as f32,
            _ => return None,
        };
        Some(Head {
            library: text(LIBRARY)?,
            embedder: text(EMBEDDER)?,
            version: Version(number(VERSION)?),
            floor: Version(number(FLOOR)?),
            average: (average.is_finite() && average >= 1.0).then_some(average)?,
        })
    }

    /// Whether a library's chunks may be put here, when the store says that the cluster has them
    /// up to a version.
    pub(crate) fn ours(
        head: Option<Head>,
        caller: &Caller,
        library: &str,
        version: Version,
    ) -> Result<Head, IndexError> {
        let Some(head) = head else {
            return Err(caller.refused(
                "the collection was not made by this version of Perusal, or has lost the point \
                 that says so",
            ));
        };
        if head.library != library {
            return Err(caller.refused("the collection belongs to another library"));
        }
        if head.version < version {
            let reason = format!(
                "the collection is at version {} and should be at {}: it was set back",
                head.version.0, version.0
            );
            return Err(caller.refused(reason));
        }
        Ok(head)
    }

    /// Whether a version of a library may be read here.
    pub(crate) fn check(
        head: Option<Head>,
        caller: &Caller,
        library: &str,
        version: Version,
    ) -> Result<Head, IndexError> {
        let head = Self::ours(head, caller, library, version)?;
        if version < head.floor {
            let reason = format!(
                "version {} is not kept any more, only those from {} on",
                version.0, head.floor.0
            );
            return Err(caller.refused(reason));
        }
        Ok(head)
    }
}
