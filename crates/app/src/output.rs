//! Where words go: data to standard output, the rest to standard error.

use std::io::{IsTerminal, Write};

/// How much is said, and how.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    /// One JSON object instead of text.
    pub json: bool,
    /// No progress and no notes.
    pub quiet: bool,
    /// Colours and bars may be used on standard output.
    pub color: bool,
}

impl Output {
    /// Decides by flags, `NO_COLOR` and whether there is a terminal.
    pub fn new(json: bool, quiet: bool) -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self {
            json,
            quiet,
            color: !plain && std::io::stdout().is_terminal(),
        }
    }

    /// Prints one line of data.
    pub fn line(&self, text: &str) -> std::io::Result<()> {
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        stdout.write_all(b"\n")
    }

    /// Prints one JSON object.
    pub fn object(&self, value: &serde_json::Value) -> std::io::Result<()> {
        self.line(&serde_json::to_string_pretty(value).unwrap_or_default())
    }

    /// Says something that is not data, unless quiet.
    pub fn say(&self, text: &str) {
        if !self.quiet {
            note(text);
        }
    }

    /// Bold, on a terminal.
    pub fn bold(&self, text: &str) -> String {
        if self.color {
            format!("\u{1b}[1m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    /// Dim, on a terminal.
    pub fn dim(&self, text: &str) -> String {
        if self.color {
            format!("\u{1b}[2m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

/// One line on standard error; a closed one is nobody to tell.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Text from a document, safe for a terminal: control characters, which could
/// move the cursor or change colours, are shown as spaces.
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() && c != '\n' && c != '\t' {
                ' '
            } else {
                c
            }
        })
        .filter(|c| !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_from_documents_do_not_reach_the_terminal() {
        assert_eq!(printable("a\u{1b}[31mb\u{202e}c\nd"), "a [31mbc\nd");
    }
}
