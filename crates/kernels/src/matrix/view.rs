//! A rectangle of a larger row-major matrix.

/// `rows × cols` values, each row `stride` values after the last.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    data: &'a [f32],
    rows: usize,
    cols: usize,
    stride: usize,
}

impl<'a> View<'a> {
    /// A view of the front of `data`.
    ///
    /// # Panics
    /// When `cols > stride` or `data` ends before the last row does.
    #[must_use]
    pub fn new(data: &'a [f32], rows: usize, cols: usize, stride: usize) -> Self {
        check(data.len(), rows, cols, stride);
        Self {
            data,
            rows,
            cols,
            stride,
        }
    }

    /// A whole matrix of rows of `cols > 0` values.
    ///
    /// # Panics
    /// When `data` is not whole rows.
    #[must_use]
    pub fn whole(data: &'a [f32], cols: usize) -> Self {
        assert!(
            data.len().is_multiple_of(cols),
            "{} values in rows of {cols}",
            data.len()
        );
        Self {
            data,
            rows: data.len() / cols,
            cols,
            stride: cols,
        }
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn cols(&self) -> usize {
        self.cols
    }

    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    pub(crate) fn row(&self, row: usize) -> &'a [f32] {
        &self.data[row * self.stride..row * self.stride + self.cols]
    }

    /// The data from the start of `row` on; holds `rows - row` rows.
    pub(crate) fn tail(&self, row: usize) -> &'a [f32] {
        &self.data[row * self.stride..]
    }
}

/// A [`View`] to write to.
#[derive(Debug)]
pub struct ViewMut<'a> {
    data: &'a mut [f32],
    rows: usize,
    cols: usize,
    stride: usize,
}

impl<'a> ViewMut<'a> {
    /// A view of the front of `data`.
    ///
    /// # Panics
    /// When `cols > stride` or `data` ends before the last row does.
    #[must_use]
    pub fn new(data: &'a mut [f32], rows: usize, cols: usize, stride: usize) -> Self {
        check(data.len(), rows, cols, stride);
        Self {
            data,
            rows,
            cols,
            stride,
        }
    }

    /// A whole matrix of rows of `cols > 0` values.
    ///
    /// # Panics
    /// When `data` is not whole rows.
    #[must_use]
    pub fn whole(data: &'a mut [f32], cols: usize) -> Self {
        assert!(
            data.len().is_multiple_of(cols),
            "{} values in rows of {cols}",
            data.len()
        );
        let rows = data.len() / cols;
        Self {
            data,
            rows,
            cols,
            stride: cols,
        }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn cols(&self) -> usize {
        self.cols
    }

    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// The data from (`row`, `col`) on.
    pub(crate) fn tail(&mut self, row: usize, col: usize) -> &mut [f32] {
        &mut self.data[row * self.stride + col..]
    }
}

/// The length a view of `rows × cols` needs.
pub(crate) fn extent(rows: usize, cols: usize, stride: usize) -> usize {
    if rows == 0 {
        0
    } else {
        (rows - 1) * stride + cols
    }
}

fn check(len: usize, rows: usize, cols: usize, stride: usize) {
    assert!(cols <= stride, "rows of {cols} values, {stride} apart");
    assert!(
        extent(rows, cols, stride) <= len,
        "{rows} × {cols} in {len} values"
    );
}
