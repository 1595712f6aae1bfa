//! `robots.txt`: what a site asks programs to leave alone (RFC 9309).
//!
//! The group that names us counts, else the one for all; several groups of one name are one. Of the
//! rules that fit a path the longest decides, and `Allow` where two are equally long. `*` stands for
//! any text, `$` at the end for the end.

use std::time::Duration;

/// Bytes of a file that are looked at; the standard asks for 500 KiB at least.
pub(super) const ROBOTS_BYTES_MAX: u64 = 512_000;

/// Name by which a site's rules address us.
const TOKEN: &str = "perusal";

/// Longest pause that a site is granted between two requests.
const DELAY_MAX: Duration = Duration::from_secs(30);

/// What a site asks of us.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Robots {
    rules: Vec<Rule>,
    /// Pause that the site asks for between two requests.
    pub delay: Option<Duration>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    allow: bool,
    pattern: String,
}

/// Lines for the programs named above them.
#[derive(Default)]
struct Group {
    for_us: bool,
    for_all: bool,
    robots: Robots,
}

impl Robots {
    /// Reads a file; whatever is no rule is passed over.
    pub fn parse(bytes: &[u8]) -> Self {
        let cut = bytes
            .len()
            .min(usize::try_from(ROBOTS_BYTES_MAX).unwrap_or(usize::MAX));
        let text = String::from_utf8_lossy(&bytes[..cut]);
        let groups = groups(text.trim_start_matches('\u{feff}'));
        let named = groups.iter().any(|group| group.for_us);
        let counts = |group: &Group| if named { group.for_us } else { group.for_all };
        let mut robots = Self::default();
        for group in groups.into_iter().filter(counts) {
            robots.rules.extend(group.robots.rules);
            robots.delay = robots.delay.max(group.robots.delay);
        }
        robots
    }

    /// Whether a path, with its query, may be fetched.
    pub fn allow(&self, target: &str) -> bool {
        let target = normal(target);
        self.rules
            .iter()
            .filter(|rule| fits(&rule.pattern, &target))
            .max_by_key(|rule| (rule.pattern.len(), rule.allow))
            .is_none_or(|rule| rule.allow)
    }
}

fn groups(text: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    // Names that follow each other share the lines behind them.
    let mut naming = false;
    for line in text.split(['\n', '\r']) {
        let line = line.split('#').next().unwrap_or_default();
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
        if key == "user-agent" {
            if !naming {
                groups.push(Group::default());
            }
            naming = true;
            if let Some(group) = groups.last_mut() {
                group.for_all |= value == "*";
                group.for_us |= token(value).eq_ignore_ascii_case(TOKEN);
            }
            continue;
        }
        let Some(group) = groups.last_mut() else {
            continue;
        };
        match key.as_str() {
            // An empty `Disallow` forbids nothing.
            "allow" | "disallow" if !value.is_empty() => group.robots.rules.push(Rule {
                allow: key == "allow",
                pattern: normal(value),
            }),
            "crawl-delay" => group.robots.delay = delay(value),
            "allow" | "disallow" => {}
            // Lines that mean nothing to us stand between groups as well (`Sitemap`).
            _ => continue,
        }
        naming = false;
    }
    groups
}

/// The product's name, without version and comment.
fn token(value: &str) -> &str {
    let end = value.find(|c: char| !c.is_ascii_alphabetic() && c != '_' && c != '-');
    &value[..end.unwrap_or(value.len())]
}

fn delay(value: &str) -> Option<Duration> {
    let seconds: f64 = value.parse().ok()?;
    (seconds > 0.0).then(|| Duration::from_secs_f64(seconds.min(DELAY_MAX.as_secs_f64())))
}

/// One way to write a path: escapes of plain characters undone, those of others in upper case,
/// other characters escaped.
fn normal(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut out = String::with_capacity(path.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escape = (byte == b'%').then(|| path.get(at + 1..at + 3)).flatten();
        let escaped = escape.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        at += if escaped.is_some() { 3 } else { 1 };
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        match escaped {
            Some(byte) if plain(byte) => out.push(char::from(byte)),
            Some(byte) => out.push_str(&format!("%{byte:02X}")),
            None if byte.is_ascii_graphic() => out.push(char::from(byte)),
            None => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Whether a pattern fits the start of a path. The parts between stars are looked for one after the
/// other, each as early as possible, so that no pattern takes longer than the two are long.
fn fits(pattern: &str, path: &str) -> bool {
    let (pattern, to_the_end) = match pattern.strip_suffix('$') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = path.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        // No star.
        return !to_the_end || rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    if to_the_end {
        rest.ends_with(last)
    } else {
        rest.contains(last)
    }
}
