//! What the styles of a document say: which paragraphs are headings, and of which list.

use std::collections::BTreeMap;

use super::lists::ListPlace;
use crate::read::office::xml::{Token, Xml};

/// Longest chain of styles that are based on one another.
const CHAIN_MAX: usize = 20;

/// `heading` in the languages whose versions of programs name styles in them.
/// Word names its own in English in every language.
const HEADING_WORDS: [&str; 19] = [
    "heading",
    "überschrift",
    "titre",
    "título",
    "titulo",
    "encabezado",
    "titolo",
    "kop",
    "rubrik",
    "overskrift",
    "otsikko",
    "nadpis",
    "nagłówek",
    "cím",
    "заголовок",
    "标题",
    "標題",
    "見出し",
    "제목",
];

/// What a paragraph style makes of its paragraphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Role {
    #[default]
    Body,
    /// A heading of level 1 to 9.
    Heading(u8),
    /// The title of the document.
    Title,
    /// An entry of a table of contents.
    Contents,
}

/// A style with what it inherits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Resolved {
    pub(super) role: Role,
    pub(super) list: Option<ListPlace>,
}

/// A paragraph style as it is written.
#[derive(Debug, Clone, Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    outline: Option<u8>,
    list: ListPlace,
}

/// The paragraph styles of a document by id.
#[derive(Debug, Clone, Default)]
pub(super) struct Styles {
    by_id: BTreeMap<String, Style>,
}

impl Styles {
    pub(super) fn parse(text: &str) -> Self {
        let mut by_id = BTreeMap::new();
        let mut open: Option<(String, Style)> = None;
        let mut xml = Xml::new(text);
        while let Some(token) = xml.next() {
            match token {
                Token::Open(element) if element.name() == "style" => {
                    let is_paragraph = element
                        .attribute("type")
                        .is_none_or(|kind| kind == "paragraph");
                    let id = element.attribute("styleId").filter(|_| is_paragraph);
                    open = id.map(|id| (id, Style::default()));
                }
                Token::Open(element) => {
                    let Some((_, style)) = &mut open else {
                        continue;
                    };
                    match element.name() {
                        "name" => {
                            style.name =
                                element.attribute("val").unwrap_or_default().to_lowercase();
                        }
                        "basedOn" => style.based_on = element.attribute("val"),
                        "outlineLvl" => style.outline = element.number("val"),
                        "numId" => style.list.list = element.number("val"),
                        "ilvl" => style.list.level = element.number("val"),
                        _ => {}
                    }
                }
                Token::Close(end) if end.name() == "style" => by_id.extend(open.take()),
                Token::Close(_) | Token::Text(_) => {}
            }
        }
        Self { by_id }
    }

    /// What the style of an id makes of a paragraph.
    pub(super) fn resolve(&self, id: &str) -> Resolved {
        let mut resolved = Resolved {
            role: self.role_by_id(id),
            list: None,
        };
        let mut place = ListPlace::default();
        let mut next = self.by_id.get(id);
        for _ in 0..CHAIN_MAX {
            let Some(style) = next else { break };
            if resolved.role == Role::Body {
                resolved.role = style.role();
            }
            place = place.or(style.list);
            next = style.based_on.as_ref().and_then(|id| self.by_id.get(id));
        }
        resolved.list = place.list.map(|_| place);
        resolved
    }

    /// Ids of styles that a document uses without defining them.
    fn role_by_id(&self, id: &str) -> Role {
        if self.by_id.contains_key(id) {
            return Role::Body;
        }
        named_role(&id.to_lowercase()).unwrap_or_default()
    }
}

impl Style {
    fn role(&self) -> Role {
        match self.outline {
            // 9 is the level of running text, also where the name says otherwise.
            Some(level @ 0..=8) => Role::Heading(level + 1),
            Some(_) => Role::Body,
            None => named_role(&self.name).unwrap_or_default(),
        }
    }
}

fn named_role(name: &str) -> Option<Role> {
    if name == "title" {
        return Some(Role::Title);
    }
    let contents = ["toc ", "toc", "table of figures"];
    let entry = contents.iter().find_map(|word| name.strip_prefix(word));
    if entry.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit())) {
        return Some(Role::Contents);
    }
    let rest = HEADING_WORDS
        .iter()
        .find_map(|word| name.strip_prefix(word))?;
    match rest.trim().parse() {
        Ok(level @ 1..=9) => Some(Role::Heading(level)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_by_name() {
        for (name, expected) in [
            ("heading 1", Some(Role::Heading(1))),
            ("heading3", Some(Role::Heading(3))),
            ("überschrift 2", Some(Role::Heading(2))),
            ("title", Some(Role::Title)),
            ("toc 1", Some(Role::Contents)),
            ("toc heading", None),
            ("table of figures", Some(Role::Contents)),
            ("titre 1", Some(Role::Heading(1))),
            ("titled", None),
            ("heading", None),
            ("heading 12", None),
            ("normal", None),
        ] {
            assert_eq!(named_role(name), expected, "{name}");
        }
    }
}
