//! Fonts that the library takes for one another.
//!
//! It keeps each font it has read, by name and kind and by what else its dictionary holds
//! itself. Widths that stand in an object of their own are not among that, so that a font of
//! which every page has other letters, as in sheets printed one by one and put together, is
//! drawn with the widths of its first page: figures stand in each other's places. Where a
//! page has such a font, the file is opened anew.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use pdf_oxide::PdfDocument;
use pdf_oxide::fonts::global_cache::set_global_font_cache_capacity;
use pdf_oxide::object::Object;

/// Forms on a page whose fonts are looked at.
const FORMS_MAX: usize = 64;
/// Pages that are looked up, and bytes that are copied, by opening a file anew.
const PAGES_MAX: usize = 400_000;
const BYTES_MAX: usize = 4 << 30;

/// Fonts never go from one file to the next: what a file says would depend on what was read
/// before it.
pub(super) fn keep_none() {
    set_global_font_cache_capacity(0);
}

/// What an open file was drawn with.
#[derive(Debug, Default)]
pub(super) struct Fonts {
    /// Fonts as the library tells them apart, each with its widths.
    known: BTreeMap<String, u64>,
    reopened: usize,
}

impl Fonts {
    /// Whether the page has a font that the library would take for one of an earlier page.
    /// The fonts of the page are known then.
    pub(super) fn are_mistaken(&mut self, document: &PdfDocument, page: usize) -> bool {
        let own = of_page(document, page).unwrap_or_default();
        let mistaken = own.iter().any(|(font, widths)| {
            let known = self.known.get(font);
            known.is_some_and(|known| known != widths)
        });
        if mistaken {
            self.known.clear();
        }
        self.known.extend(own);
        mistaken
    }

    /// Whether a file of so many pages and bytes may be opened once more.
    pub(super) fn may_reopen(&mut self, pages: u32, bytes: usize) -> bool {
        self.reopened += 1;
        let within = |each: usize, most: usize| each.saturating_mul(self.reopened) <= most;
        within(pages as usize, PAGES_MAX) && within(bytes, BYTES_MAX)
    }
}

/// The fonts of a page and of the forms on it that have their widths elsewhere.
fn of_page(document: &PdfDocument, page: usize) -> Option<BTreeMap<String, u64>> {
    let page = document.get_page(page).ok()?;
    let mut fonts = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![resolved(document, page.as_dict()?.get("Resources")?)?];
    while let Some(resources) = waiting.pop() {
        let resources = entries(&resources)?;
        for font in members(document, resources, "Font") {
            fonts.extend(font_of(document, &font));
        }
        for (name, form) in named(document, resources, "XObject") {
            if seen.len() < FORMS_MAX && seen.insert(name) {
                let own = entries(&form).and_then(|form| form.get("Resources"));
                waiting.extend(own.and_then(|own| resolved(document, own)));
            }
        }
    }
    Some(fonts)
}

fn font_of(document: &PdfDocument, font: &Object) -> Option<(String, u64)> {
    let font = font.as_dict()?;
    let widths = font.get("Widths")?;
    widths.as_reference()?;
    let mut hasher = DefaultHasher::new();
    format!("{:?}", resolved(document, widths)?).hash(&mut hasher);
    let told = ["BaseFont", "Subtype", "FirstChar", "LastChar"];
    let told = told.map(|key| font.get(key));
    Some((format!("{told:?}"), hasher.finish()))
}

fn members(document: &PdfDocument, resources: &HashMap<String, Object>, kind: &str) -> Vec<Object> {
    let all = named(document, resources, kind).into_iter();
    all.map(|(_, member)| member).collect()
}

/// The resources of a kind, by what names them in the file.
fn named(
    document: &PdfDocument,
    resources: &HashMap<String, Object>,
    kind: &str,
) -> Vec<(String, Object)> {
    let all = resources.get(kind).and_then(|all| resolved(document, all));
    let Some(Object::Dictionary(all)) = all else {
        return Vec::new();
    };
    let mut named: Vec<(String, Object)> = all
        .into_values()
        .filter_map(|one| Some((format!("{one:?}"), resolved(document, &one)?)))
        .collect();
    named.sort_by(|a, b| a.0.cmp(&b.0));
    named
}

fn entries(object: &Object) -> Option<&HashMap<String, Object>> {
    match object {
        Object::Dictionary(entries) | Object::Stream { dict: entries, .. } => Some(entries),
        _ => None,
    }
}

fn resolved(document: &PdfDocument, object: &Object) -> Option<Object> {
    document.resolve_object(object).ok()
}
