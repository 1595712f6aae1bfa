//! The elements that matter to a reader, and what each does to the text.

/// An element by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// The page's root, head and body.
    Html,
    /// What the page says about itself.
    Head,
    /// What it shows.
    Body,
    /// `title` and `meta`, wherever they stand.
    Title,
    /// One statement about the page.
    Meta,
    /// What relative links start from.
    Base,
    /// `main`.
    Main,
    /// `article`.
    Article,
    /// `nav`.
    Nav,
    /// `header`.
    Header,
    /// `footer`.
    Footer,
    /// `aside`.
    Aside,
    /// `h1` to `h6`.
    Heading(u8),
    /// `p`.
    Paragraph,
    /// Any other block: `div`, `section`, `blockquote` …
    Block,
    /// `pre`, `listing`, `xmp`, `textarea`.
    Pre,
    /// `ul`, `menu`, `dir`.
    List,
    /// `ol`.
    Numbered,
    /// `li`.
    Item,
    /// `dl`.
    Definitions,
    /// `dt`.
    Term,
    /// `dd`.
    Definition,
    /// `table`.
    Table,
    /// `caption`.
    Caption,
    /// `thead`.
    TableHead,
    /// `tbody`, `tfoot`.
    TableBody,
    /// `tr`.
    Row,
    /// `td`.
    Cell,
    /// `th`.
    HeaderCell,
    /// `br`.
    LineBreak,
    /// `hr`.
    Rule,
    /// `img`, and pictures' areas with a description.
    Image,
    /// `a`.
    Anchor,
    /// `b` and `strong`.
    Bold,
    /// `q`.
    Quote,
    /// `sup`.
    Raised,
    /// `svg`: a drawing, of which the text is read.
    Drawing,
    /// Never shown as text: scripts, styles, form controls, players.
    Silent,
    /// `link`, `input`, `wbr` …: has no content.
    Void,
    /// Anything within a line.
    Inline,
}

impl Tag {
    /// The element of a lower-case name; `svg:a` is read as `a`.
    pub fn of(name: &[u8]) -> Self {
        let prefixes: [&[u8]; 4] = [b"svg:", b"html:", b"xhtml:", b"h:"];
        let local = prefixes
            .iter()
            .find_map(|prefix| name.strip_prefix(*prefix));
        match local.unwrap_or(name) {
            b"html" => Tag::Html,
            b"head" => Tag::Head,
            b"body" => Tag::Body,
            b"title" => Tag::Title,
            b"meta" => Tag::Meta,
            b"base" => Tag::Base,
            b"main" => Tag::Main,
            b"article" => Tag::Article,
            b"nav" => Tag::Nav,
            b"header" => Tag::Header,
            b"footer" => Tag::Footer,
            b"aside" => Tag::Aside,
            [b'h', digit @ b'1'..=b'6'] => Tag::Heading(digit - b'0'),
            b"p" => Tag::Paragraph,
            b"address" | b"blockquote" | b"center" | b"details" | b"dialog" | b"div"
            | b"fieldset" | b"figcaption" | b"figure" | b"form" | b"frameset" | b"hgroup"
            | b"legend" | b"noframes" | b"optgroup" | b"search" | b"section" | b"summary" => {
                Tag::Block
            }
            b"pre" | b"listing" | b"xmp" | b"plaintext" => Tag::Pre,
            b"ul" | b"menu" | b"dir" => Tag::List,
            b"ol" => Tag::Numbered,
            b"li" => Tag::Item,
            b"dl" => Tag::Definitions,
            b"dt" => Tag::Term,
            b"dd" => Tag::Definition,
            b"table" => Tag::Table,
            b"caption" => Tag::Caption,
            b"thead" => Tag::TableHead,
            b"tbody" | b"tfoot" => Tag::TableBody,
            b"tr" => Tag::Row,
            b"td" => Tag::Cell,
            b"th" => Tag::HeaderCell,
            b"br" => Tag::LineBreak,
            b"hr" => Tag::Rule,
            b"img" | b"image" | b"area" => Tag::Image,
            b"a" => Tag::Anchor,
            b"b" | b"strong" => Tag::Bold,
            b"q" => Tag::Quote,
            b"sup" => Tag::Raised,
            b"svg" => Tag::Drawing,
            b"script" | b"style" | b"template" | b"noscript" | b"iframe" | b"noembed"
            | b"canvas" | b"audio" | b"video" | b"select" | b"datalist" | b"button"
            | b"textarea" | b"annotation" | b"annotation-xml" | b"rp" | b"metadata" => Tag::Silent,
            b"link" | b"input" | b"wbr" | b"col" | b"embed" | b"source" | b"track" | b"param"
            | b"frame" | b"keygen" => Tag::Void,
            _ => Tag::Inline,
        }
    }

    /// Elements that never have content.
    pub fn is_void(self) -> bool {
        matches!(
            self,
            Tag::Void | Tag::Meta | Tag::Base | Tag::LineBreak | Tag::Rule | Tag::Image
        )
    }

    /// Blocks, which end an open paragraph.
    pub fn is_block(self) -> bool {
        match self {
            Tag::Html
            | Tag::Body
            | Tag::Main
            | Tag::Article
            | Tag::Nav
            | Tag::Header
            | Tag::Footer
            | Tag::Aside
            | Tag::Heading(_)
            | Tag::Paragraph
            | Tag::Block
            | Tag::Pre
            | Tag::List
            | Tag::Numbered
            | Tag::Item
            | Tag::Definitions
            | Tag::Term
            | Tag::Definition
            | Tag::Table
            | Tag::Caption
            | Tag::TableHead
            | Tag::TableBody
            | Tag::Row
            | Tag::Cell
            | Tag::HeaderCell
            | Tag::Rule => true,
            Tag::Head
            | Tag::Title
            | Tag::Meta
            | Tag::Base
            | Tag::LineBreak
            | Tag::Image
            | Tag::Anchor
            | Tag::Bold
            | Tag::Quote
            | Tag::Raised
            | Tag::Drawing
            | Tag::Silent
            | Tag::Void
            | Tag::Inline => false,
        }
    }

    /// Whether an end tag of something within may not close this one.
    pub fn is_scope(self) -> bool {
        matches!(
            self,
            Tag::Html | Tag::Body | Tag::Table | Tag::Caption | Tag::Cell | Tag::HeaderCell
        )
    }
}
