//! What the embedder of a library is called.

/// The name in an identity, as people write it: what stands before `@` and the weights' hash.
pub fn model_name(identity: &str) -> &str {
    identity.rsplit_once('@').map_or(identity, |(name, _)| name)
}
