//! What a model is called.

use crate::Profile;

/// What a model is called, and the hash of its weights.
pub(super) struct Naming<'a> {
    pub(super) name: &'a str,
    pub(super) weights_sha256: String,
    pub(super) languages: Option<&'a [&'a str]>,
}

impl Naming<'_> {
    /// The profile of the model in one of its kinds, without its heads.
    pub(super) fn profile(&self, kind: &str, window_tokens: usize) -> Profile {
        let name = self.name;
        let languages = self
            .languages
            .map(|codes| codes.iter().map(|&code| code.into()).collect());
        let id = format!("{name}@{kind}#{}", &self.weights_sha256[..8]);
        Profile {
            id,
            name: name.to_owned(),
            dim: 0,
            sparse_dim: None,
            token_dim: None,
            middle_dim: None,
            window_tokens,
            languages,
        }
    }
}
