//! What of a page is its content, and what leads around it.
//!
//! Navigation, page headers and footers, side bars and notices about cookies
//! are left out, but only while most of the page's prose stays: a page that is
//! built otherwise than most is kept whole. Prose is text outside of links,
//! since what leads around a site is made of links.

use super::tag::Tag;
use super::tree::{NodeId, NodeKind, Tree};

/// At least this share of the prose, in percent, must stay.
const KEPT_PERCENT_MIN: usize = 75;

/// A notice about cookies has at most this many letters; longer ones are
/// about something.
const NOTICE_LETTERS_MAX: usize = 4_000;

/// Names in `class` and `id` of what leads around a site.
const CHROME: [&str; 26] = [
    "advert",
    "advertisement",
    "breadcrumb",
    "breadcrumbs",
    "footer",
    "menu",
    "menubar",
    "nav",
    "navbar",
    "navbox",
    "navigation",
    "newsletter",
    "pager",
    "pagination",
    "promo",
    "related",
    "share",
    "sharing",
    "sidebar",
    "sitemap",
    "skip",
    "skiplink",
    "social",
    "subscribe",
    "toc",
    "toolbar",
];

/// Names that start those of notices about cookies.
const NOTICES: [&str; 4] = ["cookie", "consent", "gdpr", "onetrust"];

/// Roles of what leads around a site.
const CHROME_ROLES: [&str; 9] = [
    "navigation",
    "contentinfo",
    "search",
    "menu",
    "menubar",
    "toolbar",
    "doc-toc",
    "alertdialog",
    "tablist",
];

/// What of a page is read.
#[derive(Debug)]
pub struct Content {
    /// The element that holds it.
    pub root: NodeId,
    /// By node, whether it is left out with all below it.
    pub left_out: Vec<bool>,
}

/// Finds the content of a page.
pub fn content(tree: &Tree) -> Content {
    // Text before a late `body` belongs to the page, too.
    let root = 0;
    let silent = silent(tree);
    let weights = Weights::of(tree, &silent);
    let mut left_out = silent.clone();
    let mut prose_lost = 0;
    let mut prose_of_notices = 0;
    for id in 0..tree.nodes.len() {
        let inside = left_out[tree.parent(id)] && id > 0;
        if left_out[id] || inside {
            left_out[id] = true;
        } else if is_notice(tree, id, &weights) {
            left_out[id] = true;
            prose_of_notices += weights.prose[id];
        } else if is_chrome(tree, id, &weights) {
            left_out[id] = true;
            prose_lost += weights.prose[id];
        }
    }
    let all = weights.prose[root].saturating_sub(prose_of_notices);
    let kept = all.saturating_sub(prose_lost);
    if kept * 100 < all * KEPT_PERCENT_MIN || !has_text(tree, root, &left_out) {
        return Content {
            root,
            left_out: silent,
        };
    }
    let main = main(tree, &left_out)
        .filter(|&main| kept_prose(tree, main, &left_out) * 100 >= kept * KEPT_PERCENT_MIN)
        .filter(|&main| has_text(tree, main, &left_out) && keeps_the_title(tree, main, &left_out));
    Content {
        root: main.unwrap_or(root),
        left_out,
    }
}

/// All of a page but scripts, styles and controls: for chapters and messages,
/// around which nothing leads.
pub fn everything(tree: &Tree) -> Content {
    Content {
        root: 0,
        left_out: silent(tree),
    }
}

/// Letters and digits below each element.
struct Weights {
    /// Outside of links.
    prose: Vec<usize>,
    all: Vec<usize>,
}

impl Weights {
    fn of(tree: &Tree, silent: &[bool]) -> Self {
        let count = tree.nodes.len();
        let (mut prose, mut all) = (vec![0; count], vec![0; count]);
        let mut linked = vec![false; count];
        for id in 1..count {
            let parent = tree.parent(id);
            linked[id] = linked[parent] || tree.tag(id) == Some(Tag::Anchor);
            if matches!(tree.nodes[id].kind, NodeKind::Text(_)) && !silent[id] {
                all[id] = letters(tree.text(id));
                prose[id] = if linked[id] { 0 } else { all[id] };
            }
        }
        // Every node stands behind its parent.
        for id in (1..count).rev() {
            let parent = tree.parent(id);
            all[parent] += all[id];
            prose[parent] += prose[id];
        }
        Self { prose, all }
    }

    /// At least half of the letters are links.
    fn is_mostly_links(&self, id: NodeId) -> bool {
        self.prose[id] * 2 <= self.all[id]
    }
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// By node, whether it is never shown as text: scripts, styles, controls, the
/// head.
fn silent(tree: &Tree) -> Vec<bool> {
    let mut silent = vec![false; tree.nodes.len()];
    for id in 1..tree.nodes.len() {
        let parent = tree.parent(id);
        silent[id] = silent[parent]
            || matches!(tree.tag(id), Some(Tag::Silent | Tag::Head | Tag::Title))
            || is_permalink(tree, id);
    }
    silent
}

/// A sign beside a heading that leads to the heading itself: `¶`, `#`.
fn is_permalink(tree: &Tree, id: NodeId) -> bool {
    tree.tag(id) == Some(Tag::Anchor)
        && tree
            .attribute(id, "href")
            .is_some_and(|href| href.starts_with('#'))
        && {
            let words = tree.words(id);
            !words.is_empty() && words.chars().count() <= 2 && letters(&words) == 0
        }
}

fn is_notice(tree: &Tree, id: NodeId, weights: &Weights) -> bool {
    if !can_be_chrome(tree, id) || weights.all[id] > NOTICE_LETTERS_MAX {
        return false;
    }
    let named = names(tree, id).any(|name| NOTICES.iter().any(|notice| name.starts_with(notice)));
    // A page about cookies has a block of that name, too, but that is the page.
    named && weights.all[id] * 2 <= weights.all[0] && !holds(tree, id, is_title_or_main)
}

fn is_chrome(tree: &Tree, id: NodeId, weights: &Weights) -> bool {
    if !can_be_chrome(tree, id) {
        return false;
    }
    let role = tree.attribute(id, "role").unwrap_or("");
    let by_kind = match tree.tag(id) {
        Some(Tag::Nav) => true,
        Some(Tag::Header) => is_of_the_page(tree, id) && !holds(tree, id, is_title_or_main),
        Some(Tag::Footer) => is_of_the_page(tree, id),
        Some(Tag::Aside) => weights.is_mostly_links(id),
        _ => false,
    };
    let by_role = CHROME_ROLES
        .iter()
        .any(|known| role.eq_ignore_ascii_case(known))
        || (role == "banner" && !holds(tree, id, is_title_or_main));
    let by_name = || names(tree, id).any(|name| CHROME.contains(&name.as_str()));
    by_kind || by_role || is_hidden(tree, id) || (weights.is_mostly_links(id) && by_name())
}

/// The page, its content and its words never lead around it.
fn can_be_chrome(tree: &Tree, id: NodeId) -> bool {
    let tag = tree.tag(id);
    id > 0
        && !matches!(
            tag,
            None | Some(Tag::Html | Tag::Body | Tag::Main | Tag::Article | Tag::Heading(_))
        )
        && tree.attribute(id, "role") != Some("main")
}

/// The words of `class` and `id`: `nav-bar_top` has three.
fn names(tree: &Tree, id: NodeId) -> impl Iterator<Item = String> {
    ["class", "id"]
        .into_iter()
        .filter_map(move |name| tree.attribute(id, name))
        .flat_map(|value| value.split(|c: char| !c.is_ascii_alphanumeric()))
        .filter(|name| !name.is_empty())
        .map(str::to_ascii_lowercase)
}

/// Not the header or footer of an article in it.
fn is_of_the_page(tree: &Tree, id: NodeId) -> bool {
    !tree.ancestors(id).any(|above| {
        matches!(tree.tag(above), Some(Tag::Article | Tag::Main | Tag::Aside))
            || tree.attribute(above, "role") == Some("main")
    })
}

fn is_hidden(tree: &Tree, id: NodeId) -> bool {
    let style = tree.attribute(id, "style").unwrap_or("");
    tree.attribute(id, "hidden").is_some()
        || (style.contains("none") || style.contains("hidden")) && {
            let style: String = style.split_whitespace().collect();
            let style = style.to_ascii_lowercase();
            style.contains("display:none") || style.contains("visibility:hidden")
        }
}

fn is_title_or_main(tree: &Tree, id: NodeId) -> bool {
    matches!(
        tree.tag(id),
        Some(Tag::Heading(1) | Tag::Main | Tag::Article)
    ) || tree.attribute(id, "role") == Some("main")
}

fn holds(tree: &Tree, id: NodeId, wanted: fn(&Tree, NodeId) -> bool) -> bool {
    let below = tree.descendants(id, |_| true);
    below.into_iter().any(|node| wanted(tree, node))
}

/// The element that says that it holds the content, if only one does.
fn main(tree: &Tree, left_out: &[bool]) -> Option<NodeId> {
    let only = |is: &dyn Fn(NodeId) -> bool| {
        let mut found = (0..tree.nodes.len()).filter(|&id| !left_out[id] && is(id));
        let first = found.next()?;
        // One within the other is still the one.
        found
            .all(|other| tree.ancestors(other).any(|above| above == first))
            .then_some(first)
    };
    only(&|id| tree.tag(id) == Some(Tag::Main) || tree.attribute(id, "role") == Some("main"))
        .or_else(|| only(&|id| tree.tag(id) == Some(Tag::Article)))
}

/// Letters outside of links below an element, without what is left out.
fn kept_prose(tree: &Tree, id: NodeId, left_out: &[bool]) -> usize {
    let kept = tree.descendants(id, |node| {
        !left_out[node] && tree.tag(node) != Some(Tag::Anchor)
    });
    kept.into_iter().map(|node| letters(tree.text(node))).sum()
}

fn has_text(tree: &Tree, id: NodeId, left_out: &[bool]) -> bool {
    let kept = tree.descendants(id, |node| !left_out[node]);
    kept.into_iter().any(|node| letters(tree.text(node)) > 0)
}

/// The page's title often stands above its main part, and must not be lost.
fn keeps_the_title(tree: &Tree, main: NodeId, left_out: &[bool]) -> bool {
    let titles =
        (0..tree.nodes.len()).filter(|&id| tree.tag(id) == Some(Tag::Heading(1)) && !left_out[id]);
    let (inside, outside): (Vec<_>, Vec<_>) =
        titles.partition(|&id| tree.ancestors(id).any(|above| above == main));
    !inside.is_empty() || outside.is_empty()
}
