//! The tags of an XML part, one after the other.

use std::collections::BTreeMap;

use html5gum::{Token, Tokenizer};

/// A tag or a text. Names are in lower case and without their prefix.
#[derive(Debug)]
pub enum Event {
    /// An element starts.
    Start {
        /// Its name.
        name: String,
        /// Its attributes by name, with prefixes.
        attributes: BTreeMap<String, String>,
        /// It ends in the same tag.
        is_empty: bool,
    },
    /// An element ends.
    End(String),
    /// Text between tags.
    Text(String),
}

/// Reads a part tag by tag, as far as it goes. Its own entities stay unknown.
pub fn events(source: &str) -> impl Iterator<Item = Event> + '_ {
    Tokenizer::new(source).filter_map(|token| {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => Some(Event::Start {
                name: local(&tag.name),
                attributes: tag
                    .attributes
                    .iter()
                    .map(|(name, value)| (text(name), text(value)))
                    .collect(),
                is_empty: tag.self_closing,
            }),
            Token::EndTag(tag) => Some(Event::End(local(&tag.name))),
            Token::String(value) => Some(Event::Text(text(&value.value))),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => None,
        }
    })
}

fn local(name: &[u8]) -> String {
    let name = text(name);
    match name.rsplit_once(':') {
        Some((_, local)) => local.to_owned(),
        None => name,
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
