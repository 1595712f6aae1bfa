//! Canonical texts: one value a document, read in pieces by incremental I/O.

use rusqlite::{Connection, params};
use text::Span;

use super::broken_row::broken;

/// A slice is read in pieces of this size, each with its checksum: 16 KiB hold
/// a dozen chunks, and cost microseconds to check.
const PIECE_BYTES: usize = 16 * 1_024;

pub(crate) fn insert(connection: &Connection, document: i64, text: &str) -> rusqlite::Result<()> {
    let checks: Vec<u8> = text
        .as_bytes()
        .chunks(PIECE_BYTES)
        .flat_map(|piece| crc32fast::hash(piece).to_le_bytes())
        .collect();
    connection
        .prepare_cached("INSERT INTO texts(document, checks, text) VALUES (?,?,?)")?
        .execute(params![document, checks, text])?;
    Ok(())
}

/// A slice of a text, or `None` where the span lies outside or cuts a character.
pub(crate) fn slice(
    connection: &Connection,
    document: i64,
    text_bytes: u64,
    span: Span,
) -> rusqlite::Result<Option<String>> {
    if span.end < span.start || span.end as u64 > text_bytes {
        return Ok(None);
    }
    let first_piece = span.start / PIECE_BYTES;
    let pieces_end = span.end.div_ceil(PIECE_BYTES).max(first_piece);
    let start = first_piece * PIECE_BYTES;
    // Bounded by the text, whose length is sealed in the document's row.
    let end = (pieces_end * PIECE_BYTES).min(usize::try_from(text_bytes).unwrap_or(usize::MAX));
    let blob = connection.blob_open(rusqlite::MAIN_DB, "texts", "text", document, true)?;
    if blob.len() as u64 != text_bytes {
        return Err(broken(format!(
            "the text of document row {document} has {} bytes instead of {text_bytes}",
            blob.len()
        )));
    }
    let mut bytes = vec![0; end.saturating_sub(start)];
    blob.read_at_exact(&mut bytes, start)?;
    check_pieces(connection, document, first_piece, &bytes)?;
    let wanted = &bytes[span.start - start..span.end - start];
    Ok(std::str::from_utf8(wanted).ok().map(str::to_owned))
}

fn check_pieces(
    connection: &Connection,
    document: i64,
    first_piece: usize,
    bytes: &[u8],
) -> rusqlite::Result<()> {
    let checks: Vec<u8> = connection
        .prepare_cached("SELECT checks FROM texts WHERE document = ?")?
        .query_row([document], |row| row.get(0))?;
    let stored = checks.chunks_exact(4).skip(first_piece);
    let mut pieces = bytes.chunks(PIECE_BYTES);
    let same = stored
        .zip(&mut pieces)
        .all(|(stored, piece)| crc32fast::hash(piece).to_le_bytes() == stored);
    if same && pieces.next().is_none() {
        return Ok(());
    }
    Err(broken(format!(
        "checksum of the text of document row {document} differs"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(text: &str) -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "CREATE TABLE texts(document INTEGER PRIMARY KEY, checks BLOB, text TEXT)",
            )
            .unwrap();
        insert(&connection, 7, text).unwrap();
        connection
    }

    #[test]
    fn slices_over_piece_borders_are_those_of_the_text() {
        let text: String = (0..9_000).map(|n| format!("é{n} ")).collect();
        let connection = stored(&text);
        let bytes = text.len() as u64;
        for (start, end) in [
            (0, 0),
            (0, text.len()),
            (PIECE_BYTES - 5, PIECE_BYTES + 5),
            (PIECE_BYTES, 2 * PIECE_BYTES),
            (text.len(), text.len()),
        ] {
            let got = slice(&connection, 7, bytes, Span { start, end }).unwrap();
            assert_eq!(got.as_deref(), text.get(start..end), "{start}..{end}");
        }
        let outside = Span {
            start: 0,
            end: text.len() + 1,
        };
        assert_eq!(slice(&connection, 7, bytes, outside).unwrap(), None);
    }

    #[test]
    fn a_changed_byte_is_an_error() {
        let connection = stored("the sum is 1,000 dollars");
        connection
            .execute("UPDATE texts SET text = replace(text, '1', '7')", [])
            .unwrap();
        assert!(slice(&connection, 7, 24, Span { start: 4, end: 7 }).is_err());
    }
}
