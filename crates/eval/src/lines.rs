//! Reading text files line by line, plain or gzipped, within bounds.
//!
//! A question set comes from anywhere: a line without an end, or a small
//! gzip file that unpacks to terabytes, must end in an error and not in an
//! exhausted machine.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use serde::de::DeserializeOwned;

use crate::EvalError;

/// The first two bytes of every gzip file.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// How much of one file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineLimits {
    /// Longest line, in bytes.
    pub line_bytes_max: u64,
    /// Whole file after unpacking, in bytes.
    pub file_bytes_max: u64,
}

impl Default for LineLimits {
    /// A line as long as a long book, a file as large as the largest public
    /// passage collections (8.8 million passages are 3 GB).
    fn default() -> LineLimits {
        LineLimits {
            line_bytes_max: 16 << 20,
            file_bytes_max: 8 << 30,
        }
    }
}

/// The lines of one file, without their ends, blank lines left out.
pub(crate) struct Lines {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    limits: LineLimits,
    line: u64,
    bytes: u64,
    buffer: Vec<u8>,
}

impl Lines {
    /// Opens a file; gzip is known by its content, whatever the name.
    pub(crate) fn open(path: &Path, limits: LineLimits) -> Result<Lines, EvalError> {
        let file = File::open(path).map_err(|source| EvalError::io(path, source))?;
        let mut plain = BufReader::with_capacity(1 << 16, file);
        let head = plain
            .fill_buf()
            .map_err(|source| EvalError::io(path, source))?;
        let reader: Box<dyn BufRead> = if head.starts_with(&GZIP_MAGIC) {
            Box::new(BufReader::with_capacity(
                1 << 16,
                MultiGzDecoder::new(plain),
            ))
        } else {
            Box::new(plain)
        };
        let path = path.to_owned();
        Ok(Lines {
            path,
            reader,
            limits,
            line: 0,
            bytes: 0,
            buffer: Vec::new(),
        })
    }

    /// The next line that is not blank, with its number counted from 1.
    pub(crate) fn next_line(&mut self) -> Result<Option<(u64, &str)>, EvalError> {
        loop {
            if !self.fill()? {
                return Ok(None);
            }
            if !self.buffer.iter().all(u8::is_ascii_whitespace) {
                break;
            }
        }
        match std::str::from_utf8(&self.buffer) {
            Ok(text) => Ok(Some((self.line, text.trim_start_matches('\u{feff}')))),
            Err(error) => Err(EvalError::Line {
                path: self.path.clone(),
                line: self.line,
                reason: format!(
                    "expected UTF-8, got a stray byte at {}",
                    error.valid_up_to()
                ),
            }),
        }
    }

    /// The next line as a JSON value.
    pub(crate) fn next_json<T: DeserializeOwned>(&mut self) -> Result<Option<(u64, T)>, EvalError> {
        let path = self.path.clone();
        let Some((line, text)) = self.next_line()? else {
            return Ok(None);
        };
        match serde_json::from_str(text) {
            Ok(value) => Ok(Some((line, value))),
            Err(error) => Err(EvalError::Line {
                path,
                line,
                reason: error.to_string(),
            }),
        }
    }

    /// An error about a line of this file.
    pub(crate) fn error(&self, line: u64, reason: impl Into<String>) -> EvalError {
        EvalError::Line {
            path: self.path.clone(),
            line,
            reason: reason.into(),
        }
    }

    /// Reads one line into the buffer, without its end; false at the end of the file.
    fn fill(&mut self) -> Result<bool, EvalError> {
        self.buffer.clear();
        self.line += 1;
        let bound = self.limits.line_bytes_max + 1;
        let read = self
            .reader
            .by_ref()
            .take(bound)
            .read_until(b'\n', &mut self.buffer)
            .map_err(|source| EvalError::io(&self.path, source))? as u64;
        self.bytes += read;
        if read == bound && self.buffer.last() != Some(&b'\n') {
            return Err(self.too_large(self.limits.line_bytes_max, "bytes in one line"));
        }
        if self.bytes > self.limits.file_bytes_max {
            return Err(self.too_large(self.limits.file_bytes_max, "bytes in the file"));
        }
        while matches!(self.buffer.last(), Some(b'\n' | b'\r')) {
            self.buffer.pop();
        }
        Ok(read > 0)
    }

    fn too_large(&self, limit: u64, unit: &'static str) -> EvalError {
        EvalError::TooLarge {
            path: self.path.clone(),
            line: self.line,
            limit,
            unit,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn all(bytes: &[u8], limits: LineLimits) -> Result<Vec<(u64, String)>, EvalError> {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(bytes).expect("written");
        let mut lines = Lines::open(file.path(), limits)?;
        let mut out = Vec::new();
        while let Some((number, line)) = lines.next_line()? {
            out.push((number, line.to_owned()));
        }
        Ok(out)
    }

    #[test]
    fn blank_lines_are_skipped_and_still_counted() {
        let read = all(b"\xef\xbb\xbfone\r\n\n  \ntwo", LineLimits::default()).expect("lines");
        assert_eq!(read, [(1, "one".to_owned()), (4, "two".to_owned())]);
    }

    #[test]
    fn gzip_is_known_by_content() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(b"one\ntwo\n").expect("packed");
        let read = all(&packed.finish().expect("packed"), LineLimits::default()).expect("lines");
        assert_eq!(read.len(), 2);
    }

    #[test]
    fn a_line_of_exactly_the_bound_is_read_and_a_longer_one_is_not() {
        let limits = LineLimits {
            line_bytes_max: 4,
            file_bytes_max: 100,
        };
        assert_eq!(all(b"abcd\nefgh", limits).expect("lines").len(), 2);
        let error = all(b"abcd\nabcde\n", limits).expect_err("too long");
        assert!(
            matches!(
                error,
                EvalError::TooLarge {
                    line: 2,
                    limit: 4,
                    ..
                }
            ),
            "{error}"
        );
    }

    #[test]
    fn a_file_that_unpacks_beyond_the_bound_is_refused() {
        let limits = LineLimits {
            line_bytes_max: 1 << 20,
            file_bytes_max: 1 << 20,
        };
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        for _ in 0..64 {
            packed.write_all(&[b'x'; 1 << 16]).expect("packed");
            packed.write_all(b"\n").expect("packed");
        }
        let error = all(&packed.finish().expect("packed"), limits).expect_err("too large");
        assert!(
            error.to_string().contains("1048576 bytes in the file"),
            "{error}"
        );
    }

    #[test]
    fn bytes_that_are_not_utf8_name_their_line() {
        let error = all(b"fine\nbr\xffken\n", LineLimits::default()).expect_err("not UTF-8");
        assert!(
            error
                .to_string()
                .ends_with("line 2: expected UTF-8, got a stray byte at 2")
        );
    }
}
