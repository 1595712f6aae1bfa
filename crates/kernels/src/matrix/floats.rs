//! Products in single precision.

use std::ops::Range;

use super::tile::{FLOAT_PANEL as PANEL, Target};
use super::{BLOCK_ROWS, View, ViewMut, plain, view::extent};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
use crate::{Path, aligned::Aligned, lanes::for_each_path, parts::parts};

/// The most columns any path's tile has: whole panels. Columns are filled up to as many.
const TILE_COLS_MAX: usize = 32;

/// The most rows any path's tile has.
const TILE_ROWS_MAX: usize = 12;

/// A right-hand matrix of floats, packed into panels of 16 columns.
///
/// ```
/// use kernels::{Path, matrix::{FloatMatrix, View, ViewMut}};
///
/// let mut weights = FloatMatrix::new(Path::best());
/// weights.pack_transposed(View::whole(&[1.0, 2.0, 3.0, 4.0], 2)); // columns (1 2) and (3 4)
/// let mut out = [0.0; 2];
/// weights.multiply(View::whole(&[10.0, 1.0], 2), None, ViewMut::whole(&mut out, 2));
/// assert_eq!(out, [12.0, 34.0]);
/// ```
#[derive(Debug)]
pub struct FloatMatrix {
    path: Path,
    inner: usize,
    cols: usize,
    /// Panel after panel; in a panel, row after row of `PANEL` values; zeros past the last column.
    panels: Aligned<f32>,
}

/// One path's product of a few rows with the panels of its width.
///
/// # Safety
/// The machine has the path's instructions; `a` holds `rows` rows of `inner` values, `a_stride`
/// apart; `panels` holds panel after panel of `inner × PANEL` values, as many as make up the tile's
/// columns; `bias` holds a value a column; `target` holds `rows` rows of the tile's columns, or one.
type Tile = unsafe fn(
    rows: usize,
    inner: usize,
    a: *const f32,
    a_stride: usize,
    panels: *const f32,
    bias: *const f32,
    target: Target,
);

/// A path's tile, and the most rows and the columns it has.
#[derive(Clone, Copy)]
struct Tiling {
    rows: usize,
    cols: usize,
    tile: Tile,
}

impl FloatMatrix {
    /// An empty matrix, to be packed.
    ///
    /// # Panics
    /// When this machine cannot run the path.
    #[must_use]
    pub fn new(path: Path) -> Self {
        assert!(path.is_available(), "this machine has no {path}");
        Self {
            path,
            inner: 0,
            cols: 0,
            panels: Aligned::new(),
        }
    }

    /// Takes the matrix whose columns are the rows of `b`, as linear layers store weights
    /// (`outputs × inputs`). Reuses the memory.
    pub fn pack_transposed(&mut self, b: View) {
        self.resize(b.cols(), b.rows());
        let panel_len = self.inner.max(1) * PANEL;
        for (p, panel) in self
            .panels
            .as_mut_slice()
            .chunks_exact_mut(panel_len)
            .enumerate()
        {
            transpose(self.path, b, p * PANEL, panel);
        }
    }

    /// Takes the matrix `b` itself (`inner × columns`). Reuses the memory.
    pub fn pack(&mut self, b: View) {
        self.resize(b.rows(), b.cols());
        let inner = self.inner.max(1);
        for (p, panel) in self
            .panels
            .as_mut_slice()
            .chunks_exact_mut(inner * PANEL)
            .enumerate()
        {
            for (i, lanes) in panel.as_chunks_mut::<PANEL>().0.iter_mut().enumerate() {
                let from = b.row(i).get(p * PANEL..).unwrap_or(&[]);
                // A copy of a known length is a few instructions, any other a call.
                if let Some(whole) = from.first_chunk::<PANEL>() {
                    *lanes = *whole;
                } else {
                    lanes[..from.len()].copy_from_slice(from);
                    lanes[from.len()..].fill(0.0);
                }
            }
        }
    }

    fn resize(&mut self, inner: usize, cols: usize) {
        (self.inner, self.cols) = (inner, cols);
        self.panels.resize(inner * self.padded_cols());
    }

    /// Number of columns, which a product has too.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of columns with those that fill the last tile.
    #[must_use]
    pub fn padded_cols(&self) -> usize {
        self.cols.next_multiple_of(TILE_COLS_MAX)
    }

    /// `out = a × self + bias`: `a` is `rows × inner`, `bias` one value a column, `out` `rows × columns`.
    ///
    /// `out` may also have [`FloatMatrix::padded_cols`] columns, which is quicker; those past the
    /// last then hold the product with zeros.
    ///
    /// # Panics
    /// When the shapes do not fit together.
    pub fn multiply(&self, a: View, bias: Option<&[f32]>, mut out: ViewMut) {
        assert_eq!(
            a.cols(),
            self.inner,
            "columns of the left against rows of the right"
        );
        assert!(
            out.rows() == a.rows() && [self.cols, self.padded_cols()].contains(&out.cols()),
            "{} × {} for a product of {} × {}",
            out.rows(),
            out.cols(),
            a.rows(),
            self.cols
        );
        assert!(
            bias.is_none_or(|bias| bias.len() == self.cols),
            "one bias a column"
        );
        let tiling = tiling_of(self.path);
        for block in parts(0..a.rows(), BLOCK_ROWS) {
            for col in (0..out.cols()).step_by(tiling.cols) {
                let bias = panel_bias(bias, col);
                for rows in parts(block.clone(), tiling.rows) {
                    self.multiply_tile(tiling, &a, rows, col, &bias, &mut out);
                }
            }
        }
    }

    /// The largest value of each column of `a × self + bias`, into `out` (one value a column): the
    /// same bits as [`FloatMatrix::multiply`] gives, without the memory for the product. Negative
    /// infinity when `a` has no rows.
    ///
    /// # Panics
    /// When the shapes do not fit together.
    pub fn column_maxima(&self, a: View, bias: Option<&[f32]>, out: &mut [f32]) {
        assert_eq!(
            a.cols(),
            self.inner,
            "columns of the left against rows of the right"
        );
        assert_eq!(out.len(), self.cols, "one value a column");
        assert!(
            bias.is_none_or(|bias| bias.len() == self.cols),
            "one bias a column"
        );
        let tiling = tiling_of(self.path);
        for (index, out) in out.chunks_mut(tiling.cols).enumerate() {
            let col = index * tiling.cols;
            let bias = panel_bias(bias, col);
            let mut largest = [f32::NEG_INFINITY; TILE_COLS_MAX];
            for rows in parts(0..a.rows(), tiling.rows) {
                let target = Target::Largest(largest.as_mut_ptr());
                // SAFETY: a tile has at most `TILE_COLS_MAX` columns.
                unsafe { self.run_tile(tiling, &a, rows, col, &bias, target) };
            }
            out.copy_from_slice(&largest[..out.len()]);
        }
    }

    #[inline]
    fn multiply_tile(
        &self,
        tiling: Tiling,
        a: &View,
        rows: Range<usize>,
        col: usize,
        bias: &[f32; TILE_COLS_MAX],
        out: &mut ViewMut,
    ) {
        let width = tiling.cols.min(out.cols() - col);
        let stride = out.stride();
        let to = out.tail(rows.start, col);
        if width == tiling.cols {
            assert!(extent(rows.len(), width, stride) <= to.len());
            // SAFETY: the assert is the bound.
            unsafe {
                let target = Target::Rows(to.as_mut_ptr(), stride);
                self.run_tile(tiling, a, rows, col, bias, target);
            }
            return;
        }
        // The last tile is wider than the matrix: its product goes to the side first.
        let mut side = [0.0_f32; TILE_ROWS_MAX * TILE_COLS_MAX];
        let count = rows.len();
        // SAFETY: a tile has at most as many rows and columns.
        unsafe {
            let target = Target::Rows(side.as_mut_ptr(), tiling.cols);
            self.run_tile(tiling, a, rows, col, bias, target);
        }
        for (r, from) in side.chunks_exact(tiling.cols).take(count).enumerate() {
            to[r * stride..r * stride + width].copy_from_slice(&from[..width]);
        }
    }

    /// Some rows times the panels of a tile.
    ///
    /// # Safety
    /// `target` holds as many rows of a tile's columns, or one.
    #[inline]
    unsafe fn run_tile(
        &self,
        tiling: Tiling,
        a: &View,
        rows: Range<usize>,
        col: usize,
        bias: &[f32; TILE_COLS_MAX],
        target: Target,
    ) {
        let inner = self.inner;
        let left = a.tail(rows.start);
        let panels = &self.panels.as_slice()[col * inner..(col + tiling.cols) * inner];
        assert!(extent(rows.len(), inner, a.stride()) <= left.len());
        // SAFETY: the path is available since `new`; the assert above, the caller's promise, and that
        // a bias has the most columns are the bounds.
        unsafe {
            (tiling.tile)(
                rows.len(),
                inner,
                left.as_ptr(),
                a.stride(),
                panels.as_ptr(),
                bias.as_ptr(),
                target,
            )
        };
    }
}

for_each_path! {
    /// Writes up to `PANEL` rows of `b`, from `first` on, as the columns of a panel; zeros after
    /// the last. As many rows and columns are transposed at a time.
    fn transpose(b: View, first: usize, panel: &mut [f32]) {
        let height = PANEL.min(b.rows().saturating_sub(first));
        for i in (0..b.cols()).step_by(PANEL) {
            let width = PANEL.min(b.cols() - i);
            let mut block = [[0.0_f32; PANEL]; PANEL];
            for (r, lanes) in block.iter_mut().take(height).enumerate() {
                let from = &b.row(first + r)[i..];
                match from.first_chunk::<PANEL>() {
                    Some(whole) => *lanes = *whole,
                    None => lanes[..width].copy_from_slice(from),
                }
            }
            let rows = panel.as_chunks_mut::<PANEL>().0.iter_mut().skip(i);
            for (r, row) in rows.take(width).enumerate() {
                *row = std::array::from_fn(|lane| block[lane][r]);
            }
        }
    }
}

/// A path's tile.
fn tiling_of(path: Path) -> Tiling {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx512Vnni => Tiling {
            rows: avx512::FLOAT_ROWS,
            cols: 2 * PANEL,
            tile: avx512::float_tile,
        },
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => Tiling {
            rows: avx2::FLOAT_ROWS,
            cols: PANEL,
            tile: avx2::float_tile,
        },
        _ => Tiling {
            rows: plain::FLOAT_ROWS,
            cols: PANEL,
            tile: plain::float_tile,
        },
    }
}

/// The bias of some columns from one on, zeros where there is none.
pub(super) fn panel_bias<const N: usize>(bias: Option<&[f32]>, col: usize) -> [f32; N] {
    let mut padded = [0.0; N];
    let bias = bias.and_then(|bias| bias.get(col..)).unwrap_or(&[]);
    for (padded, bias) in padded.iter_mut().zip(bias) {
        *padded = *bias;
    }
    padded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::available_paths;

    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let mut state = seed | 1;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..count).map(|_| next()).collect()
    }

    /// `b` holds the columns as rows.
    fn product(path: Path, a: View, b: View, bias: Option<&[f32]>, transposed: bool) -> Vec<f32> {
        let mut matrix = FloatMatrix::new(path);
        let by_rows: Vec<f32> = (0..b.cols())
            .flat_map(|i| (0..b.rows()).map(move |c| b.row(c)[i]))
            .collect();
        if transposed {
            matrix.pack_transposed(b);
        } else {
            matrix.pack(View::whole(&by_rows, b.rows()));
        }
        let mut out = vec![f32::NAN; a.rows() * b.rows()];
        matrix.multiply(a, bias, ViewMut::whole(&mut out, b.rows()));
        out
    }

    proptest! {
        #[test]
        fn every_path_adds_in_order(
            rows in 0_usize..40, inner in 1_usize..50, cols in 1_usize..70,
            seed in any::<u32>(), biased in any::<bool>(), transposed in any::<bool>(),
        ) {
            let (left, right) = (numbers(rows * (inner + 3), seed), numbers(inner * cols, !seed));
            let (a, b) = (View::new(&left, rows, inner, inner + 3), View::whole(&right, inner));
            let bias = numbers(cols, seed ^ 77);
            let bias = biased.then_some(bias.as_slice());
            let mut expected = Vec::new();
            for r in 0..rows {
                for c in 0..cols {
                    let start = bias.map_or(0.0, |bias| bias[c]);
                    let pairs = a.row(r).iter().zip(b.row(c));
                    expected.push(pairs.fold(start, |sum, (x, y)| x.mul_add(*y, sum)).to_bits());
                }
            }
            for path in available_paths() {
                let out = product(path, a, b, bias, transposed);
                let bits: Vec<u32> = out.iter().map(|x| x.to_bits()).collect();
                prop_assert_eq!(&bits, &expected, "{}", path);
                let mut matrix = FloatMatrix::new(path);
                matrix.pack_transposed(b);
                let wide = matrix.padded_cols();
                let mut padded = vec![f32::NAN; rows * wide];
                matrix.multiply(a, bias, ViewMut::whole(&mut padded, wide));
                for (row, expected) in padded.chunks(wide).zip(out.chunks(cols)) {
                    prop_assert_eq!(&row[..cols], expected);
                    prop_assert!(row[cols..].iter().all(|x| *x == 0.0));
                }
                let mut maxima = vec![0.0; cols];
                matrix.column_maxima(a, bias, &mut maxima);
                for (c, largest) in maxima.iter().enumerate() {
                    let column = (0..rows).map(|r| out[r * cols + c]);
                    prop_assert_eq!(*largest, column.fold(f32::NEG_INFINITY, f32::max));
                }
            }
        }
    }

    #[test]
    fn a_row_does_not_depend_on_the_rows_beside_it() {
        let (left, right) = (numbers(500 * 64, 5), numbers(64 * 96, 6));
        let (a, b) = (View::whole(&left, 64), View::whole(&right, 64));
        let together = product(Path::best(), a, b, None, true);
        for row in [0, 1, 11, 12, 191, 192, 499] {
            let alone = product(Path::best(), View::whole(a.row(row), 64), b, None, true);
            assert_eq!(alone, together[row * 96..(row + 1) * 96]);
        }
    }
}
