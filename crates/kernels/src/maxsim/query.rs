//! The token vectors of a query, and how tokens are packed.

/// Tokens of a group.
pub const GROUP: usize = 16;

/// Values of a token that stand together.
pub(super) const TOGETHER: usize = 4;

/// Longest token vector: `2^16 × 255 × 127` still fits the 32-bit sums.
pub(super) const DIM_MAX: usize = 1 << 16;

/// The token vectors of a query, ready for many texts.
#[derive(Debug, Clone)]
pub struct TokenQuery {
    /// `tokens × stride`, row-major; zero past `dim`.
    pub(super) values: Vec<i8>,
    /// The same in 16 bits, for the paths that multiply such.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(dead_code, reason = "only AVX2 reads it")
    )]
    pub(super) wide: Vec<i16>,
    /// What the 128 added to every value of a text adds to a token's dot products.
    pub(super) shifts: Vec<i32>,
    pub(super) dim: usize,
    pub(super) stride: usize,
}

impl TokenQuery {
    /// The tokens of a query, `tokens × dim` values, row-major.
    ///
    /// # Panics
    /// When `values` is not whole rows of `dim` values, or `dim` is 0 or over 65,536.
    #[must_use]
    pub fn new(values: &[i8], dim: usize) -> Self {
        check_rows(values, dim);
        let stride = dim.next_multiple_of(TOGETHER);
        let mut padded = vec![0; values.len() / dim * stride];
        for (row, values) in padded
            .chunks_exact_mut(stride)
            .zip(values.chunks_exact(dim))
        {
            row[..dim].copy_from_slice(values);
        }
        let sum = |row: &[i8]| row.iter().map(|value| i32::from(*value)).sum::<i32>();
        Self {
            shifts: padded
                .chunks_exact(stride)
                .map(|row| sum(row) * 128)
                .collect(),
            wide: padded.iter().map(|value| i16::from(*value)).collect(),
            values: padded,
            dim,
            stride,
        }
    }

    /// Number of tokens.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.shifts.len()
    }

    /// Values of a token.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.dim
    }
}

pub(super) fn check_rows(values: &[i8], dim: usize) {
    assert!(
        (1..=DIM_MAX).contains(&dim) && values.len().is_multiple_of(dim),
        "{} values in tokens of {dim}",
        values.len()
    );
}
