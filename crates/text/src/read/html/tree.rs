//! The elements of a page as a tree.
//!
//! Nodes lie in one list, parents before their children, so that a walk over
//! the list sees every element before what is in it.

use super::tag::Tag;

/// An element or a text by its place in [`Tree::nodes`].
pub type NodeId = usize;

/// A page.
#[derive(Debug, Default)]
pub struct Tree {
    /// Every node stands behind its parent; the first is the page itself.
    pub nodes: Vec<Node>,
    text: String,
}

/// An element or a text.
#[derive(Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    // Places in the list, in half the room: a page may have millions of nodes.
    // No node has the page itself, at 0, for its child or next one.
    parent: u32,
    first_child: u32,
    last_child: u32,
    next: u32,
}

/// What a node is.
#[derive(Debug)]
pub enum NodeKind {
    /// An element with the attributes that say something to a reader.
    Element {
        /// Its name.
        tag: Tag,
        /// By name.
        attributes: Vec<(&'static str, String)>,
    },
    /// A run of text: a range of the page's texts.
    Text(std::ops::Range<usize>),
}

impl Tree {
    /// Adds a node as the last child of `parent`; the first is its own parent.
    pub(super) fn add(&mut self, kind: NodeKind, parent: NodeId) -> NodeId {
        let id = self.nodes.len();
        self.nodes.push(Node {
            kind,
            parent: short(parent),
            first_child: 0,
            last_child: 0,
            next: 0,
        });
        if id > parent {
            match std::mem::replace(&mut self.nodes[parent].last_child, short(id)) {
                0 => self.nodes[parent].first_child = short(id),
                last => self.nodes[last as usize].next = short(id),
            }
        }
        id
    }

    /// Adds text at the end of `parent`. Entities come as texts of their own,
    /// and are joined to the text before them. `may_add` is false when no node
    /// may be added any more.
    pub(super) fn add_text(&mut self, text: &str, parent: NodeId, may_add: bool) {
        let start = self.text.len();
        self.text.push_str(text);
        let end = self.text.len();
        let last = self.nodes[parent].last_child as usize;
        if last > 0
            && let NodeKind::Text(range) = &mut self.nodes[last].kind
            && range.end == start
        {
            range.end = end;
        } else if may_add {
            self.add(NodeKind::Text(start..end), parent);
        }
    }

    /// The element's name; `None` for text.
    pub fn tag(&self, id: NodeId) -> Option<Tag> {
        match &self.nodes.get(id)?.kind {
            NodeKind::Element { tag, .. } => Some(*tag),
            NodeKind::Text(_) => None,
        }
    }

    /// The value of an attribute.
    pub fn attribute(&self, id: NodeId, name: &str) -> Option<&str> {
        match &self.nodes.get(id)?.kind {
            NodeKind::Element { attributes, .. } => attributes
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value.as_str()),
            NodeKind::Text(_) => None,
        }
    }

    /// The text of a text node, empty for an element.
    pub fn text(&self, id: NodeId) -> &str {
        match self.nodes.get(id).map(|node| &node.kind) {
            Some(NodeKind::Text(range)) => self.text.get(range.clone()).unwrap_or(""),
            _ => "",
        }
    }

    /// The element a node stands in; the page itself for the page itself.
    pub fn parent(&self, id: NodeId) -> NodeId {
        self.nodes.get(id).map_or(0, |node| node.parent as usize)
    }

    /// The nodes just below an element, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let some = |next: u32| (next > 0).then_some(next as usize);
        let first = self.nodes.get(id).and_then(|node| some(node.first_child));
        std::iter::successors(first, move |&child| some(self.nodes[child].next))
    }

    /// All nodes below an element, in the order of the page; what `enter`
    /// refuses is left out with all that is in it.
    pub fn descendants(&self, id: NodeId, enter: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut open: Vec<NodeId> = self.children(id).collect();
        open.reverse();
        while let Some(node) = open.pop() {
            if !enter(node) {
                continue;
            }
            found.push(node);
            let at = open.len();
            open.extend(self.children(node));
            open[at..].reverse();
        }
        found
    }

    /// The elements around a node, from the inside out.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let above = move |&id: &NodeId| Some(self.parent(id)).filter(|&parent| parent != id);
        std::iter::successors(above(&id), above)
    }

    /// All text below an element, without scripts and styles, with single spaces.
    pub fn words(&self, id: NodeId) -> String {
        let nodes = self.descendants(id, |node| self.tag(node) != Some(Tag::Silent));
        let text: String = nodes.into_iter().map(|node| self.text(node)).collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The first element of this kind.
    pub fn first(&self, tag: Tag) -> Option<NodeId> {
        (0..self.nodes.len()).find(|&id| self.tag(id) == Some(tag))
    }
}

/// A place in the list, which is far shorter than `u32::MAX`.
fn short(id: NodeId) -> u32 {
    u32::try_from(id).unwrap_or(0)
}
