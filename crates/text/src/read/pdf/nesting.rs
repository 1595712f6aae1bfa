//! Arrays in arrays in arrays: the library reads them by recursion without a
//! bound, and an overflowing stack cannot be caught as a panic can.
//!
//! So the bytes are counted before. What hides its nesting in compressed objects
//! gets past this; a program that reads files of strangers does so in a process
//! that it can spare.

/// Deepest nesting of arrays and dictionaries in one object. Files nest a few
/// dozen deep; a thread's stack of 2 MB takes thousands.
const DEPTH_MAX: usize = 500;

/// True when some object nests deeper than any honest one.
pub(super) fn is_too_deep(bytes: &[u8]) -> bool {
    let mut depth = 0_usize;
    let mut index = 0;
    while index < bytes.len() {
        let pair = bytes.get(index + 1) == bytes.get(index);
        match bytes[index] {
            b'[' => depth += 1,
            b'<' if pair => {
                depth += 1;
                index += 1;
            }
            b']' => depth = depth.saturating_sub(1),
            b'>' if pair => {
                depth = depth.saturating_sub(1);
                index += 1;
            }
            b'e' if bytes[index..].starts_with(b"endobj") => depth = 0,
            // Data of a stream: no object has such bytes outside its strings.
            byte if !(b'\t'..0x80).contains(&byte) => depth = 0,
            _ => {}
        }
        if depth > DEPTH_MAX {
            return true;
        }
        index += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_too_deep;

    #[test]
    fn depth_is_counted_within_an_object() {
        let nested = |open: &str, close: &str, depth: usize| {
            format!(
                "1 0 obj\n{}{}\nendobj\n",
                open.repeat(depth),
                close.repeat(depth)
            )
            .into_bytes()
        };
        assert!(is_too_deep(&nested("[ ", "]", 600)));
        assert!(is_too_deep(&nested("<</A ", ">>", 600)));
        assert!(!is_too_deep(&nested("[<</A ", ">>]", 200)));
        assert!(!is_too_deep(&nested("[", "", 400).repeat(3)));
        assert!(!is_too_deep(b""));
    }
}
