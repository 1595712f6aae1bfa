//! The file behind the pages: opening, decryption, and one guarded door to
//! every call into the library.
//!
//! The library is taken for glyphs with their places, ruled lines, filled form
//! fields, outline, labels and decryption. Reading order, words, rows,
//! headings and running lines are ours, so that a new patch version of the
//! library cannot move a span.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_oxide::PdfDocument;

use super::fonts::{self, Fonts};
use crate::read::{ReadError, ReadLimits};

/// An open PDF.
pub(super) struct Source {
    pub(super) document: PdfDocument,
    pub(super) pages: u32,
}

/// Runs a call into the library; a panic in it becomes an error text.
///
/// The panic hook runs before the unwinding is caught here, so a caller that
/// wants a quiet standard error sets a hook of its own; see [`crate::read`].
pub(super) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| {
        let message = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        format!("the parser gave up ({})", short(&message))
    })
}

/// The first line of a message, at most 120 characters of it.
pub(super) fn short(message: &str) -> String {
    message
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(120)
        .collect()
}

impl Source {
    /// Opens the bytes of a PDF, with the empty password if it is encrypted:
    /// most encrypted files only forbid printing or copying.
    pub(super) fn open(bytes: &[u8], limits: &ReadLimits) -> Result<Self, ReadError> {
        fonts::keep_none();
        let damaged = |reason: String| ReadError::Damaged { reason };
        let document = guarded(|| PdfDocument::from_bytes(bytes.to_vec()))
            .map_err(damaged)?
            .map_err(|error| open_error(&error))?;
        guarded(|| unlock(&document)).map_err(damaged)??;
        let count = guarded(|| document.page_count())
            .map_err(damaged)?
            .map_err(|error| open_error(&error))?;
        let pages = u32::try_from(count).unwrap_or(u32::MAX);
        if pages > limits.pages_max {
            return Err(ReadError::TooManyPages {
                limit: limits.pages_max,
                got: pages,
            });
        }
        if pages == 0 {
            return Err(damaged("it has no pages".to_owned()));
        }
        Ok(Self { document, pages })
    }

    /// Opens the file anew where a page has a font that would be taken for one of an earlier
    /// page; what cannot be opened again stays as it is.
    pub(super) fn renew(&mut self, fonts: &mut Fonts, page: usize, file: (&[u8], &ReadLimits)) {
        let mistaken = guarded(|| fonts.are_mistaken(&self.document, page)).unwrap_or(false);
        if mistaken
            && fonts.may_reopen(self.pages, file.0.len())
            && let Ok(renewed) = Self::open(file.0, file.1)
        {
            *self = renewed;
        }
    }
}

fn unlock(document: &PdfDocument) -> Result<(), ReadError> {
    if !document.is_encrypted() {
        return Ok(());
    }
    // A scheme that the library does not know opens with no password either.
    match document.authenticate(b"") {
        Ok(true) if document.is_authenticated() => Ok(()),
        _ => Err(ReadError::Encrypted),
    }
}

fn open_error(error: &pdf_oxide::error::Error) -> ReadError {
    match error {
        pdf_oxide::error::Error::EncryptedPdf => ReadError::Encrypted,
        other => ReadError::Damaged {
            reason: short(&other.to_string()),
        },
    }
}
