//! The second reader, for files that the first cannot open or whose glyphs it
//! cannot name. It knows no layout: pages of plain lines.

use super::source::{guarded, short};
use crate::read::ReadError;

/// The text of each page.
pub(super) fn pages(bytes: &[u8]) -> Result<Vec<String>, ReadError> {
    let read = guarded(|| pdf_extract::extract_text_from_mem_by_pages(bytes));
    let pages = match read {
        Ok(Ok(pages)) => pages,
        Ok(Err(error)) => {
            return Err(ReadError::Damaged {
                reason: short(&error.to_string()),
            });
        }
        Err(reason) => return Err(ReadError::Damaged { reason }),
    };
    Ok(pages.iter().map(|page| tidy(page)).collect())
}

/// Lines without trailing space, at most one empty line in a row, and no
/// control characters.
fn tidy(page: &str) -> String {
    let mut text = String::with_capacity(page.len());
    for line in page.lines() {
        let clean: String = line
            .chars()
            .filter(|ch| !ch.is_control() && *ch != '\u{FFFD}')
            .collect();
        let clean = clean.trim();
        if clean.is_empty() && (text.is_empty() || text.ends_with("\n\n")) {
            continue;
        }
        text.push_str(clean);
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}
