//! A deterministic embedder for tests: hashed words, no files, no time.

use crate::{Embedder, Embedding, Limits, ModelError, Profile, Role, embed::normalise};

/// Length of its vectors.
const DIM: usize = 64;

/// Words of its window, the two specials it pretends to have included.
const WINDOW_WORDS: usize = 256;

/// Hashes each word to a direction and adds them up: texts that share words are near each other.
///
/// ```
/// use models::{Embedder, Limits, Role, scripted::HashEmbedder};
///
/// let embedder = HashEmbedder::default();
/// let vectors = embedder
///     .embed(&["the red fox", "a red fox", "tax law"], Role::Passage, &Limits::none())
///     .unwrap();
/// let cosine = |a: usize, b: usize| -> f32 {
///     vectors[a].vector.iter().zip(&vectors[b].vector).map(|(x, y)| x * y).sum()
/// };
/// assert!(cosine(0, 1) > cosine(0, 2));
/// ```
#[derive(Clone, Debug)]
pub struct HashEmbedder {
    profile: Profile,
}

impl Default for HashEmbedder {
    fn default() -> Self {
        let profile = Profile {
            id: "hashed-words@fp32#00000000".to_owned(),
            name: "hashed-words".to_owned(),
            dim: DIM,
            window_tokens: WINDOW_WORDS,
            languages: None,
        };
        Self { profile }
    }
}

impl Embedder for HashEmbedder {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn embed(
        &self,
        texts: &[&str],
        _role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        let embed = |text: &&str| {
            limits.check()?;
            Ok(embed_words(text))
        };
        texts.iter().map(embed).collect()
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(words(text).count() + 2)
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

fn embed_words(text: &str) -> Embedding {
    let mut vector = vec![0.0; DIM];
    let mut count = 0_usize;
    for word in words(text) {
        count += 1;
        add_direction(&mut vector, word);
    }
    if count == 0 {
        add_direction(&mut vector, "");
    }
    normalise(&mut vector);
    let windows = count.div_ceil(WINDOW_WORDS - 2).max(1);
    Embedding {
        vector,
        tokens: (count + 2 * windows) as u32,
        windows: windows as u32,
    }
}

/// Adds a direction that depends on the word's lower-case letters alone.
fn add_direction(vector: &mut [f32], word: &str) {
    // FNV-1a, then one step of a generator a dimension.
    let mut state = 0xcbf2_9ce4_8422_2325_u64;
    for byte in word
        .chars()
        .flat_map(char::to_lowercase)
        .flat_map(|c| u32::from(c).to_le_bytes())
    {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    for x in vector {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        *x += (state >> 40) as f32 / (1 << 23) as f32 - 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_promises() {
        crate::conformance::keeps_its_promises(&HashEmbedder::default());
    }
}
