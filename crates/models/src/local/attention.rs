//! Self-attention over texts of several lengths, side by side without padding.
//!
//! Queries go in blocks, so that the memory for their scores grows with the length of a text and
//! not with its square: 8,192 tokens take megabytes, not gigabytes.

use std::ops::Range;

use kernels::{
    Path,
    matrix::{FloatMatrix, View, ViewMut},
    rows,
};

use crate::{Limits, ModelError};

/// Queries worked on at a time: enough rows to use a key often once it is in the cache, few enough
/// for their scores to stay in it at the usual lengths.
const QUERY_ROWS: usize = 256;

/// Memory and matrices that attention uses again for each text and head.
pub(super) struct Attention {
    path: Path,
    heads: usize,
    hidden: usize,
    keys: FloatMatrix,
    values: FloatMatrix,
    scores: Vec<f32>,
    sums: Vec<f32>,
}

impl Attention {
    pub(super) fn new(path: Path, heads: usize, hidden: usize) -> Self {
        Self {
            path,
            heads,
            hidden,
            keys: FloatMatrix::new(path),
            values: FloatMatrix::new(path),
            scores: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// Attends within each text: `qkv` has a row of queries, keys and values (`3 × hidden`) a
    /// token, `texts` are the rows of each text, `out` gets `hidden` values a token.
    pub(super) fn attend(
        &mut self,
        qkv: &[f32],
        texts: &[Range<usize>],
        out: &mut [f32],
        limits: &Limits,
    ) -> Result<(), ModelError> {
        for text in texts.iter().filter(|text| !text.is_empty()) {
            let rows = &qkv[text.start * 3 * self.hidden..text.end * 3 * self.hidden];
            let out = &mut out[text.start * self.hidden..text.end * self.hidden];
            for head in 0..self.heads {
                self.attend_head(rows, head, out, limits)?;
            }
        }
        Ok(())
    }

    fn attend_head(
        &mut self,
        qkv: &[f32],
        head: usize,
        out: &mut [f32],
        limits: &Limits,
    ) -> Result<(), ModelError> {
        let (width, row) = (self.hidden / self.heads, 3 * self.hidden);
        let tokens = qkv.len() / row;
        let part = |which: usize| {
            let start = which * self.hidden + head * width;
            View::new(&qkv[start..], tokens, width, row)
        };
        self.keys.pack_transposed(part(1));
        self.values.pack(part(2));
        for (queries, out) in qkv
            .chunks(QUERY_ROWS * row)
            .zip(out.chunks_mut(QUERY_ROWS * self.hidden))
        {
            limits.check()?;
            let queries = View::new(&queries[head * width..], queries.len() / row, width, row);
            self.attend_queries(queries, tokens, &mut out[head * width..]);
        }
        Ok(())
    }

    /// Attends from some queries to all packed keys; `out` gets `width` values a query, in rows of
    /// `hidden`.
    fn attend_queries(&mut self, queries: View, tokens: usize, out: &mut [f32]) {
        let (width, count) = (self.values.cols(), queries.rows());
        let stride = self.keys.padded_cols();
        self.scores.resize(count * stride, 0.0);
        self.sums.resize(count, 0.0);
        let scores = ViewMut::new(&mut self.scores, count, stride, stride);
        self.keys.multiply(queries, None, scores);
        let scale = 1.0 / (width as f32).sqrt();
        rows::softmax(
            self.path,
            &mut self.scores,
            tokens,
            stride,
            scale,
            &mut self.sums,
        );
        let weights = View::new(&self.scores, count, tokens, stride);
        self.values
            .multiply(weights, None, ViewMut::new(out, count, width, self.hidden));
        // Dividing the few results by the sum is cheaper than dividing the many weights.
        for (token, sum) in out.chunks_mut(self.hidden).zip(&self.sums) {
            token[..width].iter_mut().for_each(|x| *x *= sum);
        }
    }
}
