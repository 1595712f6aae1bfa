//! How points are read: from which replicas, and with what.

use qdrant_client::qdrant::{
    ReadConsistency as Consistency, WithPayloadSelector, read_consistency, with_payload_selector,
};

use crate::settings::ReadConsistency;

/// What is asked of the replicas.
pub(crate) fn consistency(wanted: ReadConsistency) -> Option<Consistency> {
    use qdrant_client::qdrant::ReadConsistencyType as Type;
    let of = |one: Type| {
        Some(Consistency {
            value: Some(read_consistency::Value::Type(one.into())),
        })
    };
    match wanted {
        ReadConsistency::One => None,
        ReadConsistency::Majority => of(Type::Majority),
        ReadConsistency::Quorum => of(Type::Quorum),
        ReadConsistency::All => of(Type::All),
    }
}

/// All that a point holds.
pub(crate) fn everything() -> WithPayloadSelector {
    with_payload_selector::SelectorOptions::Enable(true).into()
}

/// One field of it.
pub(crate) fn only(key: &str) -> WithPayloadSelector {
    let fields = vec![key.to_owned()];
    let include = qdrant_client::qdrant::PayloadIncludeSelector { fields };
    with_payload_selector::SelectorOptions::Include(include).into()
}
