//! A page's elements to canonical text.

use std::collections::{BTreeMap, BTreeSet};

use super::content::Content;
use super::list::ListMarkers;
use super::table;
use super::tag::Tag;
use super::target::target;
use super::tree::{NodeId, NodeKind, Tree};
use crate::read::flow::{Flow, Piece};
use crate::read::raised;

/// Deepest indentation of list items, in levels.
const INDENT_LEVELS_MAX: usize = 6;

/// What a page is written with.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'o> {
    /// What relative links start from, if not from the page itself.
    pub base: Option<&'o str>,
    /// Ids of elements whose places are wanted.
    pub anchors: Option<&'o BTreeSet<String>>,
}

/// A page as text.
#[derive(Debug)]
pub struct Written {
    /// The text and its structure.
    pub piece: Piece,
    /// Places of the wanted ids: offsets at or before the first character.
    pub anchors: BTreeMap<String, usize>,
    /// Whether text was left out for the limit.
    pub is_cut: bool,
}

/// Writes the content of a page, at most `limit` bytes of text.
pub fn write(tree: &Tree, content: &Content, options: Options<'_>, limit: usize) -> Written {
    let mut writer = Writer {
        page: Page {
            tree,
            left_out: &content.left_out,
            options,
        },
        flow: Flow::new(limit),
        lists: Vec::new(),
        anchors: BTreeMap::new(),
        in_pre: false,
        in_cell: false,
        at_pre_start: false,
    };
    // The root itself may be a list or a table.
    writer.node(content.root);
    Written {
        is_cut: writer.flow.is_cut(),
        piece: writer.flow.finish(),
        anchors: writer.anchors,
    }
}

/// What is written.
#[derive(Clone, Copy)]
pub struct Page<'p> {
    pub tree: &'p Tree,
    pub left_out: &'p [bool],
    options: Options<'p>,
}

impl Page<'_> {
    /// A cell's content as one line.
    pub fn line(self, cell: NodeId, limit: usize) -> Piece {
        let mut writer = Writer {
            page: self,
            flow: Flow::line(limit),
            lists: Vec::new(),
            anchors: BTreeMap::new(),
            in_pre: false,
            in_cell: true,
            at_pre_start: false,
        };
        writer.children(cell);
        writer.flow.finish()
    }

    /// Whether a node is read.
    pub fn is_read(self, id: NodeId) -> bool {
        self.left_out.get(id) == Some(&false)
    }
}

/// Writes node by node. It calls itself as deep as a tree nests.
pub struct Writer<'p> {
    pub page: Page<'p>,
    pub flow: Flow,
    lists: Vec<ListMarkers>,
    anchors: BTreeMap<String, usize>,
    in_pre: bool,
    /// Of a table: a mark of a note is told from what it is a note on.
    in_cell: bool,
    /// Nothing of the `pre` was met yet: a line break there is not shown.
    at_pre_start: bool,
}

impl Writer<'_> {
    /// Writes what is in an element.
    pub fn children(&mut self, id: NodeId) {
        let tree = self.page.tree;
        for child in tree.children(id) {
            if self.flow.is_cut() {
                return;
            }
            if self.page.is_read(child) {
                self.node(child);
            }
        }
    }

    /// Writes an element or a text.
    pub fn node(&mut self, id: NodeId) {
        match &self.page.tree.nodes[id].kind {
            NodeKind::Text(_) if self.in_pre => self.verbatim(self.page.tree.text(id)),
            NodeKind::Text(_) => self.flow.words(self.page.tree.text(id)),
            NodeKind::Element { tag, .. } => {
                self.anchor(id);
                self.element(id, *tag);
            }
        }
    }

    fn element(&mut self, id: NodeId, tag: Tag) {
        match tag {
            Tag::Heading(level) => self.heading(id, level),
            Tag::Pre => self.pre(id),
            Tag::List => self.list(id, ListMarkers::bullets()),
            Tag::Numbered => self.list(id, ListMarkers::numbered(self.page.tree, id)),
            Tag::Item => self.item(id),
            Tag::Term => self.line(id),
            Tag::Definition => self.definition(id),
            Tag::Table => table::write(self, id),
            Tag::LineBreak if self.in_pre => self.flow.verbatim("\n"),
            Tag::LineBreak => self.flow.new_line(),
            Tag::Rule => self.flow.blank_line(),
            Tag::Image => self.image(id),
            Tag::Anchor => self.link(id),
            Tag::Quote => self.quote(id),
            Tag::Raised => self.raised(id),
            Tag::Row => self.line(id),
            Tag::Cell | Tag::HeaderCell => {
                self.flow.gap();
                self.children(id);
                self.flow.gap();
            }
            Tag::Html
            | Tag::Body
            | Tag::Main
            | Tag::Article
            | Tag::Nav
            | Tag::Header
            | Tag::Footer
            | Tag::Aside
            | Tag::Paragraph
            | Tag::Block
            | Tag::Definitions
            | Tag::Caption
            | Tag::TableHead
            | Tag::TableBody => self.block(id),
            Tag::Drawing => self.drawing(id),
            Tag::Bold | Tag::Inline => self.inline(id),
            Tag::Head | Tag::Title | Tag::Meta | Tag::Base | Tag::Silent | Tag::Void => {}
        }
    }

    /// Notes where a wanted id stands.
    fn anchor(&mut self, id: NodeId) {
        let Some(wanted) = self.page.options.anchors else {
            return;
        };
        for name in ["id", "name"] {
            let value = self.page.tree.attribute(id, name);
            if let Some(value) = value.filter(|&value| wanted.contains(value)) {
                let place = self.flow.len();
                self.anchors.entry(value.to_owned()).or_insert(place);
            }
        }
    }

    /// Apart from what is around it: by blank lines, in lists by line breaks.
    fn block(&mut self, id: NodeId) {
        if let Some(level) = self.aria_level(id) {
            return self.heading(id, level);
        }
        self.part();
        self.children(id);
        self.part();
    }

    fn part(&mut self) {
        if self.flow.after_marker() {
            return;
        }
        if self.lists.is_empty() {
            self.flow.blank_line();
        } else {
            self.flow.new_line();
        }
    }

    /// The level of a block that is a heading in all but its name.
    fn aria_level(&self, id: NodeId) -> Option<u8> {
        let tree = self.page.tree;
        tree.attribute(id, "role")
            .filter(|&role| role == "heading")?;
        let level = tree.attribute(id, "aria-level").unwrap_or("2");
        level.trim().parse().ok().map(|level: u8| level.clamp(1, 6))
    }

    fn heading(&mut self, id: NodeId, level: u8) {
        self.flow.start_heading(level);
        self.children(id);
        self.flow.end_heading();
        self.flow.blank_line();
    }

    fn verbatim(&mut self, text: &str) {
        let at_start = std::mem::take(&mut self.at_pre_start);
        let text = text.strip_prefix('\n').filter(|_| at_start).unwrap_or(text);
        self.flow.verbatim(text);
    }

    fn pre(&mut self, id: NodeId) {
        self.part();
        let outer = std::mem::replace(&mut self.in_pre, true);
        self.at_pre_start = true;
        self.children(id);
        self.in_pre = outer;
        self.part();
    }

    fn list(&mut self, id: NodeId, markers: ListMarkers) {
        if self.lists.is_empty() {
            self.flow.blank_line();
        } else {
            self.flow.new_line();
        }
        self.lists.push(markers);
        self.children(id);
        self.lists.pop();
        self.part();
    }

    fn item(&mut self, id: NodeId) {
        let depth = self.lists.len().saturating_sub(1).min(INDENT_LEVELS_MAX);
        let value = self.page.tree.attribute(id, "value");
        if self.lists.last().is_some_and(ListMarkers::has_begun) {
            self.flow.part_items();
        }
        let marker = match self.lists.last_mut() {
            Some(markers) => markers.next(value),
            None => "- ".to_owned(),
        };
        self.flow.item(format!("{}{marker}", "  ".repeat(depth)));
        // Outside of a list, its blocks still belong to one item.
        let alone = self.lists.is_empty();
        if alone {
            self.lists.push(ListMarkers::bullets());
        }
        self.children(id);
        if alone {
            self.lists.pop();
        }
        self.flow.end_item();
    }

    /// In a line of its own.
    fn line(&mut self, id: NodeId) {
        self.flow.new_line();
        self.children(id);
        self.flow.new_line();
    }

    /// A definition, indented below its term.
    fn definition(&mut self, id: NodeId) {
        let depth = self.lists.len().min(INDENT_LEVELS_MAX) + 1;
        self.flow.item("  ".repeat(depth));
        self.lists.push(ListMarkers::bullets());
        self.children(id);
        self.lists.pop();
        self.flow.end_item();
    }

    /// A picture, by its description.
    fn image(&mut self, id: NodeId) {
        if let Some(alt) = self.page.tree.attribute(id, "alt") {
            self.flow.gap();
            self.flow.words(alt);
            self.flow.gap();
        }
    }

    fn link(&mut self, id: NodeId) {
        self.flow.start_link();
        self.inline(id);
        let tree = self.page.tree;
        let href = tree
            .attribute(id, "href")
            .or(tree.attribute(id, "xlink:href"));
        if let Some(target) = href.and_then(|href| target(href, self.page.options.base)) {
            self.flow.end_link(target);
        }
    }

    /// In a cell a raised mark stands apart, as print has it: `12` and a `2` are no 122.
    fn raised(&mut self, id: NodeId) {
        let script = self.page.tree.words(id);
        let host = self.flow.open_word();
        let apart = self.in_cell && raised::is_mark(&script);
        if !apart || self.flow.len() == 0 || raised::is_part_of(host, &script) {
            return self.children(id);
        }
        self.flow.gap();
        let start = self.flow.len();
        self.children(id);
        self.flow.end_mark(start);
    }

    fn quote(&mut self, id: NodeId) {
        self.flow.words("“");
        self.children(id);
        self.flow.words("”");
    }

    /// The words of a drawing, one piece a line.
    fn drawing(&mut self, id: NodeId) {
        let tree = self.page.tree;
        let texts = tree.descendants(id, |node| self.page.is_read(node));
        for node in texts {
            if !tree.text(node).trim().is_empty() {
                self.flow.new_line();
                self.flow.words(tree.text(node));
                self.flow.new_line();
            }
        }
    }

    fn inline(&mut self, id: NodeId) {
        if let Some(level) = self.aria_level(id) {
            return self.heading(id, level);
        }
        self.children(id);
    }
}
