//! HTML inside Markdown, of which only the text is kept.

use crate::row::BETWEEN_CELLS;

/// Elements whose content is not for people.
const SILENT: [&str; 2] = ["script", "style"];

/// Elements that start a new line.
const BLOCKS: [&str; 21] = [
    "address",
    "article",
    "blockquote",
    "br",
    "dd",
    "div",
    "dl",
    "dt",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "table",
    "tr",
    "ul",
];

/// The text of a piece of HTML: no tags, comments, scripts or styles, line
/// breaks where blocks start, the commonest entities decoded. Linear in time.
pub(super) fn text_of(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        text.push_str(&entities(&rest[..open]));
        rest = &rest[open..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        let name = tag_name(&rest[1..]);
        if name.is_empty() && !rest[1..].starts_with(['/', '!', '?']) {
            text.push('<');
            rest = &rest[1..];
            continue;
        }
        rest = rest.find('>').map_or("", |end| &rest[end + 1..]);
        if SILENT.contains(&name.as_str()) {
            rest = after_element(rest, &name);
        } else if BLOCKS.contains(&name.as_str()) && !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        } else if matches!(name.as_str(), "td" | "th") && !text.is_empty() && !text.ends_with('\n')
        {
            text.push_str(BETWEEN_CELLS);
        }
    }
    text.push_str(&entities(rest));
    text
}

/// Whether an inline tag breaks the line.
pub(super) fn is_line_break(tag: &str) -> bool {
    tag.strip_prefix('<')
        .is_some_and(|tag| tag_name(tag) == "br")
}

/// The lower-case name at the start of a tag's inside; empty for a closing tag.
fn tag_name(inside: &str) -> String {
    let name = inside
        .chars()
        .take(16)
        .take_while(char::is_ascii_alphanumeric);
    name.collect::<String>().to_ascii_lowercase()
}

/// What follows the closing tag of an element, nothing where it is missing.
fn after_element<'h>(html: &'h str, name: &str) -> &'h str {
    let mut rest = html;
    while let Some(at) = rest.find("</") {
        rest = &rest[at + 2..];
        if tag_name(rest) == name {
            return rest.find('>').map_or("", |end| &rest[end + 1..]);
        }
    }
    ""
}

fn entities(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    // `&amp;` last, so that `&amp;lt;` stays `&lt;`.
    const ENTITIES: [(&str, &str); 8] = [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#39;", "'"),
        ("&mdash;", "—"),
        ("&amp;", "&"),
    ];
    ENTITIES
        .iter()
        .fold(text.to_owned(), |text, (entity, plain)| {
            text.replace(entity, plain)
        })
}
