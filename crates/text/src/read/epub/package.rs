//! What a book consists of: its package file.

use std::collections::BTreeMap;

use super::events::{Event, events};
use crate::Metadata;
use crate::read::archive::Archive;
use crate::read::date::iso_date;
use crate::read::html::{decode_page, normal_path};
use crate::read::{ReadError, Warning};

/// Names the package of a book.
pub(super) const CONTAINER: &str = "META-INF/container.xml";

/// The parts of a book and what it says about itself.
#[derive(Debug, Default)]
pub struct Package {
    /// Title, authors, date of publication.
    pub metadata: Metadata,
    /// Code of its language.
    pub language: Option<String>,
    /// Paths of its chapters in the order of reading.
    pub spine: Vec<String>,
    /// Path of the page that is the table of contents.
    pub nav: Option<String>,
    /// Path of the older kind of table of contents.
    pub ncx: Option<String>,
}

impl Package {
    /// Reads the package of a book. Where it is missing, all pages of the
    /// archive are the book, by name.
    pub fn read(archive: &mut Archive<'_>, warnings: &mut Vec<Warning>) -> Result<Self, ReadError> {
        let path = container(archive).or_else(|| {
            let named = archive.names().find(|name| name.ends_with(".opf"));
            named.map(str::to_owned)
        });
        let mut package = match &path {
            Some(path) => match archive.part(path) {
                Ok(bytes) => parse(&decode_page(&bytes).0, path),
                Err(error) => {
                    warnings.push(in_part(path, &error.to_string()));
                    Package::default()
                }
            },
            None => {
                warnings.push(in_part(CONTAINER, "the book names no package"));
                Package::default()
            }
        };
        if package.spine.is_empty() {
            package.spine = pages(archive);
            if package.spine.is_empty() {
                let reason = "the book has no chapters".to_owned();
                return Err(ReadError::Damaged { reason });
            }
            let path = path.as_deref().unwrap_or(CONTAINER);
            let reason = "the order of the chapters is missing; they are read by name";
            warnings.push(in_part(path, reason));
        }
        Ok(package)
    }
}

fn in_part(part: &str, reason: &str) -> Warning {
    Warning::InPart {
        part: part.to_owned(),
        reason: reason.to_owned(),
    }
}

/// The path of the package, by the container.
fn container(archive: &mut Archive<'_>) -> Option<String> {
    let bytes = archive.part(CONTAINER).ok()?;
    let source = decode_page(&bytes).0;
    let path = events(&source).find_map(|event| match event {
        Event::Start {
            name, attributes, ..
        } if name == "rootfile" => attributes
            .get("full-path")
            .and_then(|path| normal_path(path)),
        _ => None,
    });
    path.filter(|path| archive.has(path))
}

/// All pages of an archive, by name.
fn pages(archive: &Archive<'_>) -> Vec<String> {
    let is_page = |name: &&str| {
        let name = name.to_ascii_lowercase();
        [".xhtml", ".html", ".htm"]
            .iter()
            .any(|end| name.ends_with(end))
    };
    archive.names().filter(is_page).map(str::to_owned).collect()
}

/// An entry of the manifest.
struct Item {
    path: String,
    media_type: String,
    properties: String,
}

impl Item {
    /// Pages and drawings have text; pictures have none.
    fn is_page(&self) -> bool {
        let known = ["html", "svg", "dtbook"];
        known.iter().any(|kind| self.media_type.contains(kind)) || self.media_type.is_empty()
    }
}

fn parse(source: &str, package_path: &str) -> Package {
    let folder = package_path
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder);
    let mut said = Said::default();
    let mut manifest: BTreeMap<String, Item> = BTreeMap::new();
    let mut order = Vec::new();
    let mut toc_id = None;
    for event in events(source) {
        match event {
            Event::Start {
                name,
                attributes,
                is_empty,
            } => {
                let get = |name: &str| attributes.get(name).cloned().unwrap_or_default();
                match name.as_str() {
                    "item" => {
                        if let Some(path) = resolved(folder, &get("href")) {
                            let item = Item {
                                path,
                                media_type: get("media-type"),
                                properties: get("properties"),
                            };
                            manifest.entry(get("id")).or_insert(item);
                        }
                    }
                    "itemref" => order.push(get("idref")),
                    "spine" => toc_id = attributes.get("toc").cloned(),
                    _ if !is_empty => said.start(&name),
                    _ => {}
                }
            }
            Event::End(_) => said.end(),
            Event::Text(text) => said.text(&text),
        }
    }
    let has =
        |item: &&Item, property: &str| item.properties.split_whitespace().any(|p| p == property);
    let nav = manifest.values().find(|item| has(item, "nav"));
    let by_type = || {
        manifest
            .values()
            .find(|item| item.media_type.contains("ncx"))
    };
    let ncx = toc_id.and_then(|id| manifest.get(&id)).or_else(by_type);
    let nav = nav.map(|item| item.path.clone());
    let pages = order
        .iter()
        .filter_map(|id| manifest.get(id))
        .filter(|item| item.is_page());
    let mut spine: Vec<String> = Vec::new();
    let mut known = std::collections::BTreeSet::new();
    for item in pages {
        // The table of contents says nothing that the chapters do not.
        if nav.as_ref() != Some(&item.path) && known.insert(&item.path) {
            spine.push(item.path.clone());
        }
    }
    Package {
        metadata: said.metadata(),
        language: said.first("language"),
        spine,
        nav,
        ncx: ncx.map(|item| item.path.clone()),
    }
}

/// A path of the archive, from a link in a file of `folder`; the place in the
/// file is cut off.
pub fn resolved(folder: &str, href: &str) -> Option<String> {
    let path = href.split('#').next().unwrap_or("");
    if path.is_empty() {
        return None;
    }
    let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
    normal_path(&format!("{folder}/{path}")).map(|path| path.trim_start_matches('/').to_owned())
}

/// What the elements of the metadata hold.
#[derive(Default)]
struct Said {
    values: Vec<(String, String)>,
    open: bool,
}

impl Said {
    fn start(&mut self, name: &str) {
        let known = ["title", "creator", "date", "language"];
        self.open = known.contains(&name);
        if self.open {
            self.values.push((name.to_owned(), String::new()));
        }
    }

    fn end(&mut self) {
        self.open = false;
    }

    fn text(&mut self, text: &str) {
        if let Some((_, value)) = self.values.last_mut().filter(|_| self.open) {
            value.push_str(text);
        }
    }

    fn all(&self, name: &str) -> impl Iterator<Item = String> {
        let named = self.values.iter().filter(move |(known, _)| known == name);
        named
            .map(|(_, value)| value.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|value| !value.is_empty() && value != "unknown")
    }

    fn first(&self, name: &str) -> Option<String> {
        self.all(name).next()
    }

    fn metadata(&self) -> Metadata {
        let authors: Vec<String> = self.all("creator").collect();
        Metadata {
            title: self.first("title"),
            author: (!authors.is_empty()).then(|| authors.join(", ")),
            date: self.all("date").find_map(|date| iso_date(&date)),
        }
    }
}
