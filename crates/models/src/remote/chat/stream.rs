//! An answer as it comes: bytes cut into lines, each bounded, and what a line may say.

use crate::End;

/// Longest line: a token with all that servers put around it has some hundred bytes, a whole answer
/// in one line some thousand.
const LINE_BYTES_MAX: usize = 1 << 20;

/// Lines of a stream of bytes.
#[derive(Debug, Default)]
pub(super) struct Lines {
    held: Vec<u8>,
    /// Bytes of `held` that were given out.
    given: usize,
    /// Bytes of `held` that have no end of a line in them.
    looked_at: usize,
}

impl Lines {
    /// Takes the next bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.held.drain(..self.given);
        self.looked_at -= self.given;
        self.given = 0;
        self.held.extend_from_slice(bytes);
    }

    /// The next whole line, without its end.
    ///
    /// # Errors
    /// A sentence when it is too long, or no text.
    pub(super) fn next(&mut self) -> Result<Option<&str>, String> {
        let found = self.held[self.looked_at..]
            .iter()
            .position(|byte| *byte == b'\n');
        let length = found.map_or(self.held.len(), |at| self.looked_at + at) - self.given;
        if length > LINE_BYTES_MAX {
            return Err(format!("a line is over {} MB", LINE_BYTES_MAX >> 20));
        }
        let start = self.given;
        match found {
            None => {
                self.looked_at = self.held.len();
                Ok(None)
            }
            Some(_) => {
                self.given = start + length + 1;
                self.looked_at = self.given;
                text(&self.held[start..start + length]).map(Some)
            }
        }
    }

    /// What stands behind the last end of a line.
    ///
    /// # Errors
    /// As [`Lines::next`].
    pub(super) fn rest(&self) -> Result<&str, String> {
        text(&self.held[self.given..])
    }
}

fn text(line: &[u8]) -> Result<&str, String> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    std::str::from_utf8(line).map_err(|_| "it is not in UTF-8".to_owned())
}

/// What a line of an answer says.
#[derive(Debug, PartialEq)]
pub(super) enum Heard {
    /// A part of the answer.
    Said(Said),
    /// Nothing of the answer.
    Nothing,
    /// The server's own words about what went wrong.
    Broke(String),
    /// Something that does not belong there, and what is wrong with it.
    Bad(String),
}

/// A part of an answer.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Said {
    pub text: String,
    /// Thinking that is not shown: a token came, but none of the answer.
    pub thought: bool,
    /// The answer is whole.
    pub end: Option<End>,
    /// Tokens of the request, as the server counts.
    pub prompt_tokens: Option<u64>,
    /// Tokens of the answer, as the server counts.
    pub completion_tokens: Option<u64>,
    /// Nothing comes after it.
    pub last: bool,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lines_are_the_same_however_the_bytes_come(
            text in "[ a-zä日\n]{0,200}",
            cuts in prop::collection::vec(1_usize..9, 0..60),
        ) {
            let mut lines = Lines::default();
            let mut got = Vec::new();
            let mut bytes = text.as_bytes();
            for cut in cuts.into_iter().chain(std::iter::repeat(50)) {
                if bytes.is_empty() {
                    break;
                }
                let (now, later) = bytes.split_at(cut.min(bytes.len()));
                lines.push(now);
                bytes = later;
                while let Some(line) = lines.next().expect("text") {
                    got.push(line.to_owned());
                }
            }
            got.push(lines.rest().expect("text").to_owned());
            let expected: Vec<&str> = text.split('\n').collect();
            prop_assert_eq!(got, expected);
        }
    }

    #[test]
    fn what_is_no_text_and_what_has_no_end_is_refused() {
        let mut lines = Lines::default();
        lines.push(b"good\r\nb\xffd\nmore");
        assert_eq!(lines.next(), Ok(Some("good")));
        assert_eq!(lines.next(), Err("it is not in UTF-8".to_owned()));
        let mut lines = Lines::default();
        let refused = (0..100).find_map(|_| {
            lines.push(&[b'x'; 16 << 10]);
            lines.next().err()
        });
        assert_eq!(refused.as_deref(), Some("a line is over 1 MB"));
        assert!(lines.held.len() <= LINE_BYTES_MAX + (16 << 10));
    }
}
