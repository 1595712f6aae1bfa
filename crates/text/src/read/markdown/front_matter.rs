//! What a Markdown file says about itself before its text.

use crate::Metadata;
use crate::read::date::iso_date;

/// Reads title, author and date from YAML (`title: …`) or TOML (`title = …`).
/// Only these keys are looked for, line by line; anything else is passed over.
pub(super) fn parse(block: &str) -> Metadata {
    let mut metadata = Metadata::default();
    let mut lines = block.lines().peekable();
    while let Some(line) = lines.next() {
        // Indented keys belong to another one.
        let Some((key, value)) = line.split_once([':', '=']) else {
            continue;
        };
        let mut values = values(value);
        while let Some(item) = lines.peek().and_then(|next| next.trim().strip_prefix("- ")) {
            let item = item.strip_prefix("name:").unwrap_or(item);
            values.push(unquoted(item));
            lines.next();
        }
        let joined = Some(values.join(", ")).filter(|joined| !joined.is_empty());
        match key.trim_end().to_ascii_lowercase().as_str() {
            "title" => metadata.title = metadata.title.or(joined),
            "author" | "authors" => metadata.author = metadata.author.or(joined),
            "date" => metadata.date = metadata.date.or_else(|| iso_date(&joined?)),
            _ => {}
        }
    }
    metadata
}

/// One value, or those of `[a, b]`.
fn values(value: &str) -> Vec<String> {
    let value = value.trim();
    let list = value
        .strip_prefix('[')
        .and_then(|value| value.strip_suffix(']'));
    let values: Vec<String> = match list {
        Some(items) => items.split(',').map(unquoted).collect(),
        None => vec![unquoted(value)],
    };
    values
        .into_iter()
        .filter(|value| !value.is_empty())
        .collect()
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    let inner = ['"', '\''].iter().find_map(|quote| {
        value
            .strip_prefix(*quote)
            .and_then(|value| value.strip_suffix(*quote))
    });
    inner.unwrap_or(value).trim().to_owned()
}
