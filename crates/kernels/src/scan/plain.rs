//! The reference the other paths are checked against.

/// `query.len() > 0`, `rows.len() == out.len() * query.len()`.
pub(super) fn scan(query: &[i8], rows: &[i8], out: &mut [i32]) {
    for (row, dot) in rows.chunks_exact(query.len()).zip(out) {
        *dot = dot_of(query, row);
    }
}

/// The dot product of two short stretches; the rest of a row past a path's last full register.
pub(super) fn dot_of(a: &[i8], b: &[i8]) -> i32 {
    a.iter().zip(b).fold(0, |sum: i32, (a, b)| {
        sum.wrapping_add(i32::from(*a) * i32::from(*b))
    })
}
