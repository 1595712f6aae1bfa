//! Bytes of a page to text.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use crate::read::Warning;
use crate::read::plain::{decode, decode_as, looks_like_utf16};

/// The encoding must be named this early; the standard says in 1,024 bytes.
const PRESCAN_BYTES: usize = 4_096;

/// Decodes a page: by byte order mark, as UTF-8 where it is that, as the
/// encoding it names, else by a guess that is reported.
///
/// A page that is UTF-8 but names another encoding was saved by a program that
/// changed the one and not the other.
pub fn decode_page(bytes: &[u8]) -> (String, Vec<Warning>) {
    let marked = Encoding::for_bom(bytes).is_some() || looks_like_utf16(bytes).is_some();
    let named = named(&bytes[..bytes.len().min(PRESCAN_BYTES)]);
    // Its escapes are ASCII, and so UTF-8, too.
    let is_escaped = named.is_some_and(|encoding| encoding.name() == "ISO-2022-JP");
    if marked || (std::str::from_utf8(bytes).is_ok() && !is_escaped) {
        return decode(bytes);
    }
    match named {
        // It says that it can be read as ASCII, and so it is no UTF-16; and
        // broken UTF-8 is told from other encodings by `decode`.
        Some(encoding) if ![UTF_16LE, UTF_16BE, encoding_rs::UTF_8].contains(&encoding) => {
            decode_as(bytes, encoding)
        }
        _ => decode(bytes),
    }
}

/// The encoding that `<meta charset=…>`, `<meta … content="…; charset=…">` or
/// `<?xml … encoding=…?>` names.
fn named(start: &[u8]) -> Option<&'static Encoding> {
    let start = String::from_utf8_lossy(start).to_ascii_lowercase();
    let in_xml = start
        .trim_start()
        .strip_prefix("<?xml")
        .and_then(|rest| rest.split("?>").next())
        .and_then(|declaration| value_after(declaration, "encoding"));
    let in_meta = || {
        start
            .split("<meta")
            .skip(1)
            .filter_map(|meta| meta.split('>').next())
            .find_map(|meta| value_after(meta, "charset"))
    };
    Encoding::for_label(in_xml.or_else(in_meta)?.as_bytes())
}

/// The word after `name=`, without quotation marks.
fn value_after<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(name)?;
    let rest = rest.trim_start().strip_prefix('=')?;
    let rest = rest.trim_start().trim_start_matches(['"', '\'']);
    rest.split(|c: char| c.is_whitespace() || "\"'/;>".contains(c))
        .next()
}
