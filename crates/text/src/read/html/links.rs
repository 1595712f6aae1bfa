//! Where the links of a page lead, as they stand in it.
//!
//! All of them, in order: menus and footers, which are no part of the document, lead to the other
//! pages of a site. Only tags are looked at, and no tree is built.

use html5gum::{DefaultEmitter, Token, Tokenizer};

use super::build::{ATTRIBUTE_BYTES_MAX, raw_text};
use super::{decode_page, is_xhtml};

/// Links of one page that are kept: more are no menu.
const LINKS_MAX: usize = 10_000;

/// The links of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageLinks {
    /// What they start from, where the page says so (`base`).
    pub base: Option<String>,
    /// Their targets, with entities resolved, in the order of the page.
    pub targets: Vec<String>,
}

/// Reads the links of a page; bytes that are no page have none.
///
/// ```
/// let links = text::page_links(b"<a href='b.html?x=1&amp;y=2'>b</a><script>'<a href=c>'</script>");
/// assert_eq!(links.targets, ["b.html?x=1&y=2"]);
/// ```
pub fn page_links(bytes: &[u8]) -> PageLinks {
    let (source, _) = decode_page(bytes);
    let is_xml = is_xhtml(&source);
    let mut links = PageLinks::default();
    let mut tokens = Tokenizer::new_with_emitter(source.as_str(), DefaultEmitter::default());
    while let Some(token) = tokens.next() {
        let Ok(token) = token;
        let Token::StartTag(tag) = token else {
            continue;
        };
        let target = || {
            let (_, value) = tag
                .attributes
                .iter()
                .find(|(name, _)| &name[..] == b"href")?;
            let value = (value.len() <= ATTRIBUTE_BYTES_MAX).then_some(value)?;
            Some(String::from_utf8_lossy(value).into_owned())
        };
        match &tag.name[..] {
            b"a" | b"area" => links.targets.extend(target()),
            b"base" if links.base.is_none() => links.base = target(),
            _ => {}
        }
        if links.targets.len() >= LINKS_MAX {
            break;
        }
        if let Some(state) = raw_text(&tag.name).filter(|_| !is_xml) {
            tokens.set_state(state);
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn menus_and_maps_count_and_scripts_do_not() {
        let page = b"<html><head><base href='/docs/'><title><a href=no></title>\
            <script>document.write(\"<a href='no'>\")</script></head>\
            <body><nav><A HREF='one.html'>1</A></nav><!-- <a href=no> -->\
            <map><area href=two.html></map><a name=here>no link</a><a href='&#x2f;three'>3</a>";
        let links = page_links(page);
        assert_eq!(links.base.as_deref(), Some("/docs/"));
        assert_eq!(links.targets, ["one.html", "two.html", "/three"]);
        assert_eq!(page_links(b"%PDF-1.4 no page"), PageLinks::default());
    }

    #[test]
    fn a_page_of_links_alone_ends() {
        let page = "<a href=x>".repeat(50_000);
        assert_eq!(page_links(page.as_bytes()).targets.len(), LINKS_MAX);
    }
}
