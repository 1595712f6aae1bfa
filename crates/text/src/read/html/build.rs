//! The tree of a page from its tags.
//!
//! Tags come from a tokenizer that follows the standard; the tree is built by
//! a few of the standard's rules, those that decide what text stands in which
//! block. Its whole algorithm looks through all open elements at each tag, and
//! so takes minutes for a page that nests a million of them.

use html5gum::{DefaultEmitter, State, Token, Tokenizer};

use super::tag::Tag;
use super::tree::{NodeId, NodeKind, Tree};

/// Deepest nesting kept; what is nested deeper is read as a child of the last
/// level. Browsers stop at 512; the writer calls itself at each level.
const DEPTH_MAX: usize = 200;

/// Elements of a page; text after that many is read as one block.
const NODES_MAX: usize = 2_000_000;

/// Longest attribute kept, in bytes: pictures come as attributes, too.
pub(super) const ATTRIBUTE_BYTES_MAX: usize = 4_096;

/// The attributes that say something to a reader.
const ATTRIBUTES: [&str; 28] = [
    "alt",
    "aria-level",
    "charset",
    "class",
    "colspan",
    "content",
    "datetime",
    "dir",
    "epub:type",
    "headers",
    "hidden",
    "href",
    "http-equiv",
    "id",
    "itemprop",
    "lang",
    "name",
    "property",
    "reversed",
    "role",
    "rowspan",
    "scope",
    "start",
    "style",
    "type",
    "value",
    "xlink:href",
    "xml:lang",
];

/// Reads a page. `is_xml` for XHTML, in which any element may be closed by its
/// own tag.
pub fn build(source: &str, is_xml: bool) -> Tree {
    let mut builder = Builder::new(is_xml);
    let mut tokens = Tokenizer::new_with_emitter(source, DefaultEmitter::default());
    while let Some(token) = tokens.next() {
        let Ok(token) = token;
        if let Some(state) = builder.token(token) {
            tokens.set_state(state);
        }
    }
    builder.tree
}

/// Builds a tree tag by tag.
struct Builder {
    tree: Tree,
    /// The open elements, from the outside in; the first is the page itself.
    open: Vec<(NodeId, Tag)>,
    is_xml: bool,
}

impl Builder {
    fn new(is_xml: bool) -> Self {
        let mut builder = Self {
            tree: Tree::default(),
            open: Vec::new(),
            is_xml,
        };
        builder.add(Tag::Html, Vec::new());
        builder.open.push((0, Tag::Html));
        builder
    }

    /// Takes a token; gives the state in which the text after it is read, if
    /// that is another one.
    fn token(&mut self, token: Token) -> Option<State> {
        match token {
            Token::StartTag(tag) => return self.start(tag),
            Token::EndTag(tag) => self.end(Tag::of(&tag.name)),
            Token::String(text) => self.text(&String::from_utf8_lossy(&text.value)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
        None
    }

    fn start(&mut self, start: html5gum::StartTag<()>) -> Option<State> {
        let tag = Tag::of(&start.name);
        let attributes = attributes(&start);
        if matches!(tag, Tag::Html | Tag::Body) && self.open.iter().any(|&(_, open)| open == tag) {
            self.adopt(tag, attributes);
            return None;
        }
        self.close_for(tag);
        let id = self.add(tag, attributes)?;
        let is_empty = tag.is_void() || (start.self_closing && self.is_xml);
        if !is_empty && self.open.len() < DEPTH_MAX {
            self.open.push((id, tag));
        }
        if is_empty {
            return None;
        }
        if self.is_xml {
            // There, text within them is escaped like any other.
            return None;
        }
        raw_text(&start.name)
    }

    /// Adds what a second `html` or `body` says to the first.
    fn adopt(&mut self, tag: Tag, mut more: Vec<(&'static str, String)>) {
        let Some(&(id, _)) = self.open.iter().find(|&&(_, open)| open == tag) else {
            return;
        };
        if let NodeKind::Element { attributes, .. } = &mut self.tree.nodes[id].kind {
            more.retain(|(name, _)| !attributes.iter().any(|(known, _)| known == name));
            attributes.append(&mut more);
        }
    }

    /// Closes what a start tag ends without saying so.
    fn close_for(&mut self, tag: Tag) {
        let is_head = matches!(
            tag,
            Tag::Title | Tag::Meta | Tag::Base | Tag::Silent | Tag::Void
        );
        if self.top_tag() == Tag::Head && !is_head {
            self.open.pop();
        }
        if tag.is_block() {
            self.close(&[Tag::Paragraph], &[]);
        }
        match tag {
            Tag::Heading(_) if matches!(self.top_tag(), Tag::Heading(_)) => {
                self.open.pop();
            }
            Tag::Item => self.close(&[Tag::Item], &[Tag::List, Tag::Numbered]),
            Tag::Term | Tag::Definition => {
                self.close(&[Tag::Term, Tag::Definition], &[Tag::Definitions]);
            }
            Tag::Anchor => self.close(&[Tag::Anchor], &[]),
            Tag::Cell | Tag::HeaderCell => self.close_in_table(&[Tag::Row]),
            Tag::Row => self.close_in_table(&[Tag::TableHead, Tag::TableBody]),
            Tag::TableHead | Tag::TableBody | Tag::Caption => self.close_in_table(&[]),
            _ => {}
        }
    }

    /// Closes the innermost of `tags`, unless one of `stops` or a scope is met
    /// before.
    fn close(&mut self, tags: &[Tag], stops: &[Tag]) {
        for at in (1..self.open.len()).rev() {
            let (_, tag) = self.open[at];
            if tags.contains(&tag) {
                self.open.truncate(at);
                return;
            }
            if tag.is_scope() || stops.contains(&tag) {
                return;
            }
        }
    }

    /// Closes all up to the table's row, body or itself; nothing outside of a table.
    fn close_in_table(&mut self, keep: &[Tag]) {
        let inside = |&(_, tag): &(NodeId, Tag)| tag == Tag::Table || keep.contains(&tag);
        let Some(at) = self.open.iter().rposition(inside) else {
            return;
        };
        self.open.truncate(at + 1);
    }

    fn end(&mut self, tag: Tag) {
        match tag {
            // What stands behind the end of the page still belongs to it.
            Tag::Html | Tag::Body => return,
            Tag::LineBreak => {
                self.add(tag, Vec::new());
                return;
            }
            _ => {}
        }
        let is_part = matches!(
            tag,
            Tag::Table | Tag::Row | Tag::TableHead | Tag::TableBody | Tag::Cell | Tag::HeaderCell
        );
        for at in (1..self.open.len()).rev() {
            let (_, open) = self.open[at];
            let same_heading = matches!((open, tag), (Tag::Heading(_), Tag::Heading(_)));
            if open == tag || same_heading {
                self.open.truncate(at);
                return;
            }
            // A table's end closes its cells; nothing else reaches out of a
            // cell, and the end of a word's style not out of its block.
            let stops = if is_part {
                open == Tag::Table
            } else {
                open.is_scope() || (open.is_block() && !tag.is_block())
            };
            if stops {
                return;
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.top_tag() == Tag::Head && !text.trim().is_empty() {
            self.open.pop();
        }
        // Texts stand between elements: there are at most as many.
        let may_add = self.tree.nodes.len() < 2 * NODES_MAX;
        self.tree.add_text(text, self.top(), may_add);
    }

    fn top(&self) -> NodeId {
        self.open.last().map_or(0, |&(id, _)| id)
    }

    fn top_tag(&self) -> Tag {
        self.open.last().map_or(Tag::Html, |&(_, tag)| tag)
    }

    /// Adds an element in the innermost open one; `None` when there are too many.
    fn add(&mut self, tag: Tag, attributes: Vec<(&'static str, String)>) -> Option<NodeId> {
        let kind = NodeKind::Element { tag, attributes };
        (self.tree.nodes.len() < NODES_MAX).then(|| self.tree.add(kind, self.top()))
    }
}

/// The attributes kept, each with its value.
fn attributes(start: &html5gum::StartTag<()>) -> Vec<(&'static str, String)> {
    let mut kept = Vec::new();
    for (name, value) in &start.attributes {
        let known = ATTRIBUTES
            .iter()
            .find(|known| known.as_bytes() == &name[..]);
        if let Some(known) = known.filter(|_| value.len() <= ATTRIBUTE_BYTES_MAX) {
            kept.push((*known, String::from_utf8_lossy(value).into_owned()));
        }
    }
    kept
}

/// How the text in an element is read where it is no markup.
pub(super) fn raw_text(name: &[u8]) -> Option<State> {
    match name {
        b"title" | b"textarea" => Some(State::RcData),
        b"style" | b"xmp" | b"iframe" | b"noembed" | b"noframes" | b"noscript" => {
            Some(State::RawText)
        }
        b"script" => Some(State::ScriptData),
        b"plaintext" => Some(State::PlainText),
        _ => None,
    }
}
