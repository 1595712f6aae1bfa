//! Entities of documents: given by whoever reads texts, kept with the documents.
//!
//! One row a document holds what it names by chunk. Chunks are the unit, not
//! sections: they are what is ranked, and a section's chunks meet in the heading,
//! which the first of them is about.

mod kept;

pub use kept::forget_entities;

use serde::{Deserialize, Serialize};

/// Longest name of an entity, in bytes.
pub const ENTITY_BYTES_MAX: usize = 160;

/// Something that a document names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    from = "(String, Vec<u32>, Vec<u32>)",
    into = "(String, Vec<u32>, Vec<u32>)"
)]
pub struct Entity {
    /// Its normalised name.
    pub name: String,
    /// Ordinals of the chunks that are about it: under its title or heading.
    pub about: Vec<u32>,
    /// Ordinals of the chunks that mention it.
    pub mentioned: Vec<u32>,
}

impl From<(String, Vec<u32>, Vec<u32>)> for Entity {
    fn from((name, about, mentioned): (String, Vec<u32>, Vec<u32>)) -> Self {
        Self {
            name,
            about,
            mentioned,
        }
    }
}

impl From<Entity> for (String, Vec<u32>, Vec<u32>) {
    fn from(entity: Entity) -> Self {
        (entity.name, entity.about, entity.mentioned)
    }
}

/// What a document names, by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entities {
    /// Version of what found them.
    pub version: u32,
    /// Each once, in order of name.
    pub entities: Vec<Entity>,
}

impl Entities {
    /// Says what is wrong when a chunk is not there, a name too long, or the order broken.
    fn fault(&self, chunks: u32) -> Option<String> {
        let ordered = |ordinals: &[u32]| ordinals.windows(2).all(|pair| pair[0] < pair[1]);
        for entity in &self.entities {
            let name = entity.name.as_str();
            if name.is_empty() || name.len() > ENTITY_BYTES_MAX {
                return Some(format!("an entity's name has {} bytes", name.len()));
            }
            for ordinals in [&entity.about, &entity.mentioned] {
                if ordinals.last().is_some_and(|&last| last >= chunks) || !ordered(ordinals) {
                    return Some("an entity is in a chunk that is not there".to_owned());
                }
            }
        }
        let ordered = self
            .entities
            .windows(2)
            .all(|pair| pair[0].name < pair[1].name);
        (!ordered).then(|| "entities are not in order of name".to_owned())
    }
}
