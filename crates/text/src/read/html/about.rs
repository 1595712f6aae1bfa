//! What a page says about itself.

use super::tag::Tag;
use super::tree::{NodeId, Tree};
use crate::Metadata;
use crate::read::date::iso_date;

/// Names under which pages file their title, best first. Those of libraries
/// and publishers are exact; `title` often carries the site's name, too.
const TITLES: [&str; 3] = ["citation_title", "dc.title", "dcterms.title"];

const AUTHORS: [&str; 6] = [
    "citation_author",
    "dc.creator",
    "dcterms.creator",
    "author",
    "article:author",
    "parsely-author",
];

const DATES: [&str; 12] = [
    "citation_publication_date",
    "citation_date",
    "article:published_time",
    "datepublished",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date",
    "dcterms.date",
    "dcterms.created",
    "date",
    "pubdate",
    "last-modified",
];

/// Longest title or author kept, in characters.
const VALUE_CHARS_MAX: usize = 500;

/// Title, author and date of a page.
pub fn metadata(tree: &Tree) -> Metadata {
    let said = Said::by(tree);
    let element = title_element(tree).map(|title| tree.words(title));
    let title = said
        .first(&TITLES)
        .or_else(|| element.as_deref().and_then(clean))
        .or_else(|| said.first(&["og:title"]));
    Metadata {
        title,
        author: AUTHORS.iter().find_map(|name| said.all(name)),
        date: DATES
            .iter()
            .find_map(|name| said.get(name).find_map(iso_date))
            .or_else(|| published(tree)),
    }
}

/// The `title` of the page, not that of a drawing in it.
fn title_element(tree: &Tree) -> Option<NodeId> {
    (0..tree.nodes.len()).find(|&id| {
        let in_drawing = || {
            tree.ancestors(id)
                .any(|above| tree.tag(above) == Some(Tag::Drawing))
        };
        tree.tag(id) == Some(Tag::Title) && !in_drawing()
    })
}

/// The code of the language that the page names for itself.
pub fn language(tree: &Tree) -> Option<&str> {
    let named = |id| {
        tree.attribute(id, "lang")
            .or(tree.attribute(id, "xml:lang"))
    };
    named(0).or_else(|| named(tree.first(Tag::Body)?))
}

/// The date of a `time` element that is marked as that of publication.
fn published(tree: &Tree) -> Option<String> {
    (0..tree.nodes.len())
        .filter(|&id| tree.attribute(id, "itemprop") == Some("datePublished"))
        .find_map(|id| {
            let value = tree.attribute(id, "datetime");
            iso_date(value.or_else(|| tree.attribute(id, "content"))?)
        })
}

/// Names and values of the `meta` elements, in order.
struct Said(Vec<(String, String)>);

impl Said {
    fn by(tree: &Tree) -> Self {
        let metas = (0..tree.nodes.len()).filter(|&id| tree.tag(id) == Some(Tag::Meta));
        let values = metas.filter_map(|id| {
            let name = ["name", "property", "itemprop", "http-equiv"]
                .iter()
                .find_map(|attribute| tree.attribute(id, attribute))?;
            let value = tree.attribute(id, "content")?;
            Some((name.trim().to_ascii_lowercase(), value.trim().to_owned()))
        });
        Self(values.collect())
    }

    fn get<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s str> {
        let named = self.0.iter().filter(move |(known, _)| known == name);
        named.map(|(_, value)| value.as_str())
    }

    fn first(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| self.get(name).find_map(clean))
    }

    /// Several authors are named one by one. An address of one is no name.
    fn all(&self, name: &str) -> Option<String> {
        let values = self.get(name).filter_map(clean);
        let names: Vec<String> = values.filter(|value| !value.contains("://")).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// One line of a decent length, or nothing.
fn clean(value: &str) -> Option<String> {
    let kept = value.chars().filter(|&c| crate::read::plain::is_kept(c));
    let line: String = kept.take(VALUE_CHARS_MAX).collect();
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty()).then_some(line)
}
