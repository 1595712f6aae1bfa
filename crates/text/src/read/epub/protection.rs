//! Which parts of a book are locked.

use std::collections::BTreeSet;

use super::events::{Event, events};
use super::package::resolved;
use crate::read::archive::Archive;
use crate::read::html::decode_page;

/// Names the parts that are encrypted, and how.
const ENCRYPTION: &str = "META-INF/encryption.xml";

/// Ways to scramble fonts, which hide no text.
const FONT_SCRAMBLERS: [&str; 2] = [
    "http://www.idpf.org/2008/embedding",
    "http://ns.adobe.com/pdf/enc#RC",
];

/// Whether any chapter is encrypted.
pub fn locks(archive: &mut Archive<'_>, spine: &[String]) -> bool {
    let Ok(bytes) = archive.part(ENCRYPTION) else {
        return false;
    };
    let locked = locked_parts(&decode_page(&bytes).0);
    spine.iter().any(|path| locked.contains(path))
}

/// The parts that are encrypted in earnest.
fn locked_parts(source: &str) -> BTreeSet<String> {
    let mut locked = BTreeSet::new();
    let mut in_earnest = false;
    for event in events(source) {
        let Event::Start {
            name, attributes, ..
        } = event
        else {
            continue;
        };
        match name.as_str() {
            "encrypteddata" => in_earnest = true,
            // The key's own method follows within `KeyInfo`, and is no scrambler.
            "encryptionmethod" => {
                let method = attributes.get("algorithm").map_or("", String::as_str);
                in_earnest &= !FONT_SCRAMBLERS.contains(&method);
            }
            "cipherreference" if in_earnest => {
                locked.extend(attributes.get("uri").and_then(|uri| resolved("", uri)));
            }
            _ => {}
        }
    }
    locked
}
