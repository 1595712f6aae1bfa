//! Where links lead, as they are kept in a document.

use percent_encoding::percent_decode_str;

use crate::LinkTarget;

/// Longest target kept, in bytes.
const TARGET_BYTES_MAX: usize = 2_048;

/// The schemes of addresses worth keeping.
const SCHEMES: [&str; 4] = ["http", "https", "ftp", "mailto"];

/// What a link's `href` means on a page whose links start from `base` (the
/// `href` of its `base` element, or where it was saved from). `None` for
/// places of the page itself, scripts, embedded data and files of the machine
/// on which it was written.
pub fn target(href: &str, base: Option<&str>) -> Option<LinkTarget> {
    let href: String = href
        .trim()
        .chars()
        .filter(|character| !character.is_control())
        .collect();
    if href.is_empty() || href.len() > TARGET_BYTES_MAX || href.starts_with('#') {
        return None;
    }
    if let Some(scheme) = scheme(&href) {
        return known_scheme(scheme).then_some(LinkTarget::Url(href));
    }
    // A page saved from a disk of old says where it lay there.
    let base = base.filter(|base| scheme(base).is_none_or(known_scheme));
    match base {
        Some(base) if scheme(base).is_some() => Some(LinkTarget::Url(joined(base, &href)?)),
        _ if href.starts_with("//") => Some(LinkTarget::Url(format!("https:{href}"))),
        _ => file(&href, base),
    }
}

fn known_scheme(scheme: &str) -> bool {
    SCHEMES
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known))
}

/// What stands before the colon, where it can be a scheme.
fn scheme(href: &str) -> Option<&str> {
    let (scheme, _) = href.split_once(':')?;
    let letters = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    let known = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    (letters && scheme.chars().all(known)).then_some(scheme)
}

/// A path below the folder of the document, or below `base` in it.
fn file(href: &str, base: Option<&str>) -> Option<LinkTarget> {
    let (address, fragment) = match href.split_once('#') {
        Some((address, fragment)) => (address, Some(decoded(fragment))),
        None => (href, None),
    };
    let path = address.split_once('?').map_or(address, |(path, _)| path);
    if path.is_empty() {
        return None;
    }
    let folder = base.and_then(|base| base.rsplit_once('/'));
    let path = match folder {
        Some((folder, _)) if !path.starts_with('/') => format!("{folder}/{path}"),
        _ => path.to_owned(),
    };
    Some(LinkTarget::File {
        path: normal_path(&decoded(&path))?,
        fragment: fragment.filter(|fragment| !fragment.is_empty()),
    })
}

/// The text behind `%20` and the like, without control characters.
fn decoded(text: &str) -> String {
    let text = percent_decode_str(text).decode_utf8_lossy();
    text.chars()
        .filter(|character| !character.is_control())
        .collect()
}

/// A path without `.` and empty parts, and with `..` at its start only.
/// Nothing is looked up. `None` when nothing is left.
pub fn normal_path(path: &str) -> Option<String> {
    let from_root = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|&last| last != "..") => {
                parts.pop();
            }
            // There is nothing above the root.
            ".." if from_root => {}
            _ => parts.push(part),
        }
    }
    let joined = parts.join("/");
    match (from_root, joined.is_empty()) {
        (true, _) => Some(format!("/{joined}")),
        (false, true) => None,
        (false, false) => Some(joined),
    }
}

/// An address relative to another.
fn joined(base: &str, href: &str) -> Option<String> {
    let (scheme, rest) = base.split_once(':')?;
    if let Some(host) = href.strip_prefix("//") {
        return Some(format!("{scheme}://{host}"));
    }
    let rest = rest.strip_prefix("//")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let path = path.split(['?', '#']).next().unwrap_or("");
    if href.starts_with('?') {
        return Some(format!("{scheme}://{host}{path}{href}"));
    }
    let end = href.find(['?', '#']).unwrap_or(href.len());
    let (wanted, tail) = href.split_at(end);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let whole = if wanted.starts_with('/') {
        wanted.to_owned()
    } else {
        format!("{folder}/{wanted}")
    };
    let slash = if whole.ends_with('/') && whole.len() > 1 {
        "/"
    } else {
        ""
    };
    let normal = normal_path(&format!("/{whole}"))?;
    let slash = if normal == "/" { "" } else { slash };
    Some(format!("{scheme}://{host}{normal}{slash}{tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(href: &str, base: Option<&str>) -> Option<String> {
        target(href, base).map(|target| match target {
            LinkTarget::Url(url) => url,
            LinkTarget::File { path, fragment } => match fragment {
                Some(fragment) => format!("file {path} at {fragment}"),
                None => format!("file {path}"),
            },
        })
    }

    #[test]
    fn targets_are_normal_and_lead_elsewhere() {
        let site = Some("https://example.org/manual/part/index.html?x#y");
        for (href, base, expected) in [
            (
                "ch-files.html#s-links",
                None,
                Some("file ch-files.html at s-links"),
            ),
            ("./a/../b%20c.html?q=1", None, Some("file b c.html")),
            ("../../up.html", None, Some("file ../../up.html")),
            ("a/../../up.html", None, Some("file ../up.html")),
            ("/../etc/passwd", None, Some("file /etc/passwd")),
            ("..%2f..%2fetc/passwd", None, Some("file ../../etc/passwd")),
            ("sub/", None, Some("file sub")),
            ("page.html", Some("text/"), Some("file text/page.html")),
            (
                "HTTPS://example.org/a b",
                None,
                Some("HTTPS://example.org/a b"),
            ),
            (
                "//cdn.example.org/x",
                None,
                Some("https://cdn.example.org/x"),
            ),
            ("mailto:a@example.org", None, Some("mailto:a@example.org")),
            (
                "../x.html#z",
                site,
                Some("https://example.org/manual/x.html#z"),
            ),
            ("/x/", site, Some("https://example.org/x/")),
            (
                "?p=2",
                site,
                Some("https://example.org/manual/part/index.html?p=2"),
            ),
            ("../../../..", site, Some("https://example.org/")),
            ("//host/x", site, Some("https://host/x")),
            ("#here", None, None),
            ("", None, None),
            ("?only=query", None, None),
            (".", None, None),
            ("javascript:alert(1)", None, None),
            ("data:text/html,x", None, None),
            ("file:///etc/passwd", None, None),
            ("C:/Users/x.html", None, None),
            ("a\0b\n.html", None, Some("file ab.html")),
        ] {
            assert_eq!(
                kept(href, base).as_deref(),
                expected,
                "{href:?} on {base:?}"
            );
        }
        assert_eq!(kept(&"a".repeat(5_000), None), None);
    }
}
