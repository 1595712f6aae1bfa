//! Which vectors the points of a library have, and by which models.

use index::{IndexError, PayloadKind, PayloadModel, Snapshot};

/// What the name of a collection ends with that has learned sparse vectors, token vectors, or both.
const SPARSE_MARK: char = 's';
const TOKENS_MARK: char = 't';

/// The vectors of a collection. Other models have another collection, so that vectors of two are
/// never compared.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shape {
    /// Which model made the dense vectors; empty for a library without any.
    pub embedder: String,
    /// Their length; 0 without any.
    pub dim: usize,
    pub sparse: Option<PayloadModel>,
    pub tokens: Option<PayloadModel>,
}

impl Shape {
    /// That of a library's chunks.
    pub(crate) fn of(snapshot: &Snapshot) -> Result<Shape, IndexError> {
        let identity = snapshot.identity();
        Ok(Shape {
            embedder: identity.embedder.clone().unwrap_or_default(),
            dim: identity.dim.unwrap_or(0),
            sparse: snapshot.payload_model(PayloadKind::Sparse)?,
            tokens: snapshot.payload_model(PayloadKind::Tokens)?,
        })
    }

    /// The name of a library's collection: what the user calls it, a mark of library and models,
    /// and which vectors beside the dense ones are there.
    pub(crate) fn collection(&self, prefix: &str, library: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(library.as_bytes());
        hasher.update(&[0]);
        hasher.update(self.embedder.as_bytes());
        let mut marks = String::new();
        for (mark, model) in [(SPARSE_MARK, &self.sparse), (TOKENS_MARK, &self.tokens)] {
            if let Some(model) = model {
                hasher.update(&[0, mark as u8]);
                hasher.update(model.model.as_bytes());
                hasher.update(&model.dim.to_le_bytes());
                marks.push(mark);
            }
        }
        let mark: String = hasher.finalize().to_hex().chars().take(12).collect();
        match marks.as_str() {
            "" => format!("{prefix}-{mark}"),
            marks => format!("{prefix}-{mark}-{marks}"),
        }
    }
}

/// Whether a collection of ours has these vectors.
pub(crate) fn has(collection: &str, kind: PayloadKind) -> bool {
    let marks = collection.rsplit('-').next().unwrap_or_default();
    // A mark of library and models has twelve digits.
    let mark = match kind {
        PayloadKind::Sparse => SPARSE_MARK,
        PayloadKind::Tokens => TOKENS_MARK,
    };
    marks.len() <= 2 && marks.contains(mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_is_there_and_other_models_have_other_names() {
        let model = |name: &str| {
            Some(PayloadModel {
                model: name.to_owned(),
                dim: 30_522,
            })
        };
        let shape = |sparse, tokens| Shape {
            embedder: "minilm".to_owned(),
            dim: 384,
            sparse,
            tokens,
        };
        let name = |shape: Shape| shape.collection("perusal-st", "library");
        let names = [
            name(shape(None, None)),
            name(shape(model("splade"), None)),
            name(shape(model("other"), None)),
            name(shape(None, model("colbert"))),
            name(shape(model("splade"), model("colbert"))),
        ];
        let kinds = [PayloadKind::Sparse, PayloadKind::Tokens];
        let had = names
            .each_ref()
            .map(|name| kinds.map(|kind| has(name, kind)));
        let expected = [
            [false, false],
            [true, false],
            [true, false],
            [false, true],
            [true, true],
        ];
        assert_eq!(had, expected, "{names:?}");
        let different: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(different.len(), names.len());
    }
}
