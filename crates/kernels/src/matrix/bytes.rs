//! Products in bytes: unsigned activations with a step and zero a row, signed weights with a step
//! a column, exact 32-bit sums.

use std::ops::Range;

#[cfg(target_arch = "aarch64")]
use super::neon;
use super::tile::{BYTE_PANEL as PANEL, ByteTile, Target};
use super::{BLOCK_ROWS, View, ViewMut, floats::panel_bias, plain, view::extent};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
#[cfg(target_arch = "aarch64")]
use crate::neon::has_dot_product;
use crate::{Path, aligned::Aligned, parts::parts, rows::QuantizedRows};

/// The most rows any path's tile has.
const TILE_ROWS_MAX: usize = 6;

/// The most rows of the right-hand matrix: `2^16 × 255 × 127` still fits the 32-bit sums.
const INNER_MAX: usize = 1 << 16;

/// A right-hand matrix of bytes, each column with its own scale, packed into panels of 64 columns.
///
/// In a panel stand the values that the path multiplies and adds at a time: see [`Layout`].
#[derive(Debug)]
pub struct ByteMatrix {
    path: Path,
    inner: usize,
    cols: usize,
    panels: Aligned<i8>,
    /// What one step of a column is worth; zero past the last column.
    scales: Vec<f32>,
    /// The sum of a column, to take the zero point of the rows out of the product.
    column_sums: Vec<i32>,
}

/// How the values of a panel lie: `panel[side][group][column][together]`, where some columns side by
/// side are apart from the others, and a group is as many rows as stand together.
#[derive(Clone, Copy)]
struct Layout {
    /// Columns side by side.
    cols: usize,
    /// Rows of a column that stand together: 4 for the byte dot product, 2 for pairs of 16 bits.
    together: usize,
}

impl Layout {
    fn of(path: Path) -> Self {
        match path {
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => Self {
                cols: avx2::BYTE_COLS,
                together: avx2::BYTES_TOGETHER,
            },
            _ => Self {
                cols: PANEL,
                together: 4,
            },
        }
    }

    /// Writes a column's values to their places in its panel, the `col`-th of it.
    fn place(self, values: &[i8], col: usize, panel: &mut [i8]) {
        let side = panel.len() / PANEL * self.cols;
        let start = col / self.cols * side + col % self.cols * self.together;
        let groups = panel[start..].chunks_mut(self.cols * self.together);
        match self.together {
            2 => fill::<2>(values, groups),
            _ => fill::<4>(values, groups),
        }
    }
}

/// Writes values, `N` at a time, to the start of one place after the other.
fn fill<'a, const N: usize>(values: &[i8], mut places: impl Iterator<Item = &'a mut [i8]>) {
    let (whole, rest) = values.as_chunks::<N>();
    for (values, place) in whole.iter().zip(&mut places) {
        place[..N].copy_from_slice(values);
    }
    if let Some(place) = places.next() {
        place[..rest.len()].copy_from_slice(rest);
    }
}

impl ByteMatrix {
    /// Quantises the matrix whose columns are the rows of `b`, as linear layers store weights
    /// (`outputs × inputs`): each column symmetrically, its largest magnitude to 127.
    ///
    /// # Panics
    /// When this machine cannot run the path, or `b` has more than 65,536 columns.
    #[must_use]
    pub fn pack_transposed(path: Path, b: View) -> Self {
        assert!(path.is_available(), "this machine has no {path}");
        assert!(
            b.cols() <= INNER_MAX,
            "{} rows in a matrix of bytes",
            b.cols()
        );
        let (inner, cols) = (b.cols(), b.rows());
        let padded = cols.next_multiple_of(PANEL);
        let panel_len = inner.next_multiple_of(4) * PANEL;
        let mut panels = Aligned::zeros(panel_len * (padded / PANEL));
        let mut scales = vec![0.0; padded];
        let mut column_sums = vec![0; padded];
        let layout = Layout::of(path);
        for c in 0..cols {
            let column = crate::quantize(b.row(c));
            scales[c] = column.scale;
            column_sums[c] = column.values.iter().map(|x| i32::from(*x)).sum();
            let panel = &mut panels.as_mut_slice()[c / PANEL * panel_len..][..panel_len];
            layout.place(&column.values, c % PANEL, panel);
        }
        Self {
            path,
            inner,
            cols,
            panels,
            scales,
            column_sums,
        }
    }

    /// Number of columns, which a product has too.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// `out = a × self + bias`: `a` is `rows × inner`, `bias` one value a column, `out` `rows × columns`.
    ///
    /// The sums are exact; they become floats in the same way on every path.
    ///
    /// # Panics
    /// When the shapes do not fit together.
    pub fn multiply(&self, a: &QuantizedRows, bias: Option<&[f32]>, mut out: ViewMut) {
        assert_eq!(
            a.cols(),
            self.inner,
            "columns of the left against rows of the right"
        );
        assert_eq!(
            (out.rows(), out.cols()),
            (a.rows(), self.cols),
            "shape of the product"
        );
        assert!(
            bias.is_none_or(|bias| bias.len() == self.cols),
            "one bias a column"
        );
        let (tile_rows, tile) = tile_of(self.path);
        for block in parts(0..a.rows(), BLOCK_ROWS) {
            for col in (0..self.cols).step_by(PANEL) {
                let bias = panel_bias(bias, col);
                for rows in parts(block.clone(), tile_rows) {
                    self.multiply_tile(tile, a, rows, col, &bias, &mut out);
                }
            }
        }
    }

    /// The largest value of each column of `a × self + bias`, into `out` (one value a column): the
    /// same bits as [`ByteMatrix::multiply`] gives, without the memory for the product. Negative
    /// infinity when `a` has no rows.
    ///
    /// # Panics
    /// When the shapes do not fit together.
    pub fn column_maxima(&self, a: &QuantizedRows, bias: Option<&[f32]>, out: &mut [f32]) {
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
        let (tile_rows, tile) = tile_of(self.path);
        for (panel, out) in out.chunks_mut(PANEL).enumerate() {
            let col = panel * PANEL;
            let bias = panel_bias(bias, col);
            let mut largest = [f32::NEG_INFINITY; PANEL];
            for rows in parts(0..a.rows(), tile_rows) {
                let shape = self.tile(a, rows, col, &bias, Target::Largest(largest.as_mut_ptr()));
                // SAFETY: the path is available since packing; the slices of the tile are the bounds.
                unsafe { tile(&shape) };
            }
            out.copy_from_slice(&largest[..out.len()]);
        }
    }

    /// Some rows and one panel.
    #[inline]
    fn tile(
        &self,
        a: &QuantizedRows,
        rows: Range<usize>,
        col: usize,
        bias: &[f32; PANEL],
        target: Target,
    ) -> ByteTile {
        let inner = a.stride();
        ByteTile {
            rows: rows.len(),
            groups: inner / 4,
            a: a.values[rows.start * inner..rows.end * inner].as_ptr(),
            a_stride: inner,
            panel: self.panels.as_slice()[col * inner..(col + PANEL) * inner].as_ptr(),
            step: a.step[rows.clone()].as_ptr(),
            zero: a.zero[rows].as_ptr(),
            scales: self.scales[col..col + PANEL].as_ptr(),
            column_sums: self.column_sums[col..col + PANEL].as_ptr(),
            bias: bias.as_ptr(),
            target,
        }
    }

    #[inline]
    fn multiply_tile(
        &self,
        tile: unsafe fn(&ByteTile),
        a: &QuantizedRows,
        rows: Range<usize>,
        col: usize,
        bias: &[f32; PANEL],
        out: &mut ViewMut,
    ) {
        let width = PANEL.min(self.cols - col);
        let out_stride = out.stride();
        let to = out.tail(rows.start, col);
        let count = rows.len();
        assert!(extent(count, width, out_stride) <= to.len());
        if width == PANEL {
            let target = Target::Rows(to.as_mut_ptr(), out_stride);
            // SAFETY: the path is available since packing; the slices of the tile and the assert
            // are the bounds.
            unsafe { tile(&self.tile(a, rows, col, bias, target)) };
            return;
        }
        // The last panel is wider than the matrix: its product goes to the side first.
        let mut side = [0.0_f32; TILE_ROWS_MAX * PANEL];
        let target = Target::Rows(side.as_mut_ptr(), PANEL);
        // SAFETY: as above; `rows` are at most `TILE_ROWS_MAX`.
        unsafe { tile(&self.tile(a, rows, col, bias, target)) };
        for (r, from) in side.chunks_exact(PANEL).take(count).enumerate() {
            to[r * out_stride..r * out_stride + width].copy_from_slice(&from[..width]);
        }
    }
}

/// The most rows of a path's tile, and the tile.
fn tile_of(path: Path) -> (usize, unsafe fn(&ByteTile)) {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx512Vnni => (avx512::BYTE_ROWS, avx512::byte_tile),
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => (avx2::BYTE_ROWS, avx2::byte_tile),
        #[cfg(target_arch = "aarch64")]
        Path::Neon if has_dot_product() => (neon::BYTE_ROWS, neon::byte_tile),
        _ => (plain::BYTE_ROWS, plain::byte_tile),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{available_paths, rows::quantize};

    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let mut state = seed | 1;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..count).map(|_| next()).collect()
    }

    fn product(path: Path, a: &[f32], b: &[f32], inner: usize, bias: Option<&[f32]>) -> Vec<f32> {
        let mut rows = QuantizedRows::default();
        quantize(path, a, inner, &mut rows);
        let matrix = ByteMatrix::pack_transposed(path, View::whole(b, inner));
        let mut out = vec![f32::NAN; rows.rows() * matrix.cols()];
        matrix.multiply(&rows, bias, ViewMut::whole(&mut out, matrix.cols()));
        out
    }

    proptest! {
        #[test]
        fn every_path_gives_the_same_bits_near_the_true_product(
            rows in 0_usize..20, inner in 1_usize..50, cols in 1_usize..140,
            seed in any::<u32>(), biased in any::<bool>(),
        ) {
            let (a, b) = (numbers(rows * inner, seed), numbers(inner * cols, !seed));
            let bias = numbers(cols, seed ^ 77);
            let bias = biased.then_some(bias.as_slice());
            let expected = product(Path::Plain, &a, &b, inner, bias);
            for path in available_paths() {
                prop_assert_eq!(&product(path, &a, &b, inner, bias), &expected, "{}", path);
            }
            for (i, value) in expected.iter().enumerate() {
                let (row, column) = (&a[i / cols * inner..], &b[i % cols * inner..]);
                let exact: f32 = row.iter().zip(column).take(inner).map(|(x, y)| x * y).sum();
                let bias = bias.map_or(0.0, |bias| bias[i % cols]);
                prop_assert!((value - exact - bias).abs() < 0.012 * inner as f32);
            }
        }
    }

    proptest! {
        #[test]
        fn column_maxima_are_those_of_the_product(
            rows in 1_usize..20, inner in 1_usize..50, cols in 1_usize..140, seed in any::<u32>(),
        ) {
            let (a, b) = (numbers(rows * inner, seed), numbers(inner * cols, !seed));
            let bias = numbers(cols, seed ^ 77);
            let whole = product(Path::Plain, &a, &b, inner, Some(&bias));
            let largest = |col| (0..rows).map(|row| whole[row * cols + col]).fold(f32::MIN, f32::max);
            let expected: Vec<f32> = (0..cols).map(largest).collect();
            for path in available_paths() {
                let mut quantized = QuantizedRows::default();
                quantize(path, &a, inner, &mut quantized);
                let matrix = ByteMatrix::pack_transposed(path, View::whole(&b, inner));
                let mut out = vec![0.0; cols];
                matrix.column_maxima(&quantized, Some(&bias), &mut out);
                prop_assert_eq!(&out, &expected, "{}", path);
            }
        }
    }

    #[test]
    fn deep_products_are_the_same_on_every_path() {
        // Deeper than what a path prepares at a time, with a rest, and more rows than a block.
        for (rows, inner, cols) in [(13, 1030, 70), (7, 513, 65), (207, 21, 64)] {
            let (a, b) = (numbers(rows * inner, 3), numbers(inner * cols, 4));
            let expected = product(Path::Plain, &a, &b, inner, None);
            for path in available_paths() {
                assert_eq!(product(path, &a, &b, inner, None), expected, "{path}");
            }
        }
    }

    #[test]
    fn a_column_without_rows_has_no_largest() {
        for path in available_paths() {
            let matrix = ByteMatrix::pack_transposed(path, View::whole(&[1.0; 6], 2));
            let mut rows = QuantizedRows::default();
            quantize(path, &[], 2, &mut rows);
            let mut out = [0.0; 3];
            matrix.column_maxima(&rows, None, &mut out);
            assert_eq!(out, [f32::NEG_INFINITY; 3]);
        }
    }

    #[test]
    fn the_largest_sums_fit() {
        // Every activation 255 steps above its zero, every weight 127.
        let (a, b) = (vec![1.0; INNER_MAX], vec![1.0; INNER_MAX]);
        for path in available_paths() {
            let out = product(path, &a, &b, INNER_MAX, None);
            assert!((out[0] - 65_536.0).abs() < 1.0, "{path}: {}", out[0]);
        }
    }
}
