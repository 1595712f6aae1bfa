//! What a tile is given: rows of the left, a panel of the right, where its sums go.

/// Columns of a panel: four AVX-512 registers of sums.
pub(super) const BYTE_PANEL: usize = 64;

/// Columns of a panel: one AVX-512 register. A panel of a layer's usual height stays in the first
/// cache.
pub(super) const FLOAT_PANEL: usize = 16;

/// A few rows times one panel.
///
/// Whoever runs a tile promises: the machine has the path's instructions; `a` holds `rows` rows of
/// `groups × 4` bytes, `a_stride` apart; `panel` holds `groups × BYTE_PANEL × 4` bytes in the path's
/// layout; `step` and `zero`
/// hold `rows` values; `scales`, `column_sums` and `bias` hold `BYTE_PANEL`; `target` holds `rows`
/// rows of `BYTE_PANEL` values, or one.
pub(super) struct ByteTile {
    pub rows: usize,
    pub groups: usize,
    pub a: *const u8,
    pub a_stride: usize,
    pub panel: *const i8,
    pub step: *const f32,
    pub zero: *const i32,
    pub scales: *const f32,
    pub column_sums: *const i32,
    pub bias: *const f32,
    pub target: Target,
}

/// Where a tile's rows go.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// To rows, some values apart.
    Rows(*mut f32, usize),
    /// To one row, which keeps the larger of what it holds and the value of each row: what
    /// [`larger`](crate::lanes::larger) of the row's value and that says.
    Largest(*mut f32),
}
