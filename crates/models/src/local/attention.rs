//! Self-attention over texts of several lengths, side by side without padding.

use std::ops::Range;

use kernels::{
    Path,
    matrix::{FloatMatrix, View, ViewMut},
    rows,
};

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
    pub(super) fn attend(&mut self, qkv: &[f32], texts: &[Range<usize>], out: &mut [f32]) {
        for text in texts.iter().filter(|text| !text.is_empty()) {
            let rows = &qkv[text.start * 3 * self.hidden..text.end * 3 * self.hidden];
            let out = &mut out[text.start * self.hidden..text.end * self.hidden];
            for head in 0..self.heads {
                self.attend_head(rows, text.len(), head, out);
            }
        }
    }

    fn attend_head(&mut self, qkv: &[f32], tokens: usize, head: usize, out: &mut [f32]) {
        let width = self.hidden / self.heads;
        let part = |which: usize| {
            let start = which * self.hidden + head * width;
            View::new(&qkv[start..], tokens, width, 3 * self.hidden)
        };
        self.keys.pack_transposed(part(1));
        self.values.pack(part(2));
        // Rows start at whole registers.
        let stride = tokens.next_multiple_of(16);
        self.scores.resize(tokens * stride, 0.0);
        self.sums.resize(tokens, 0.0);
        let scores = ViewMut::new(&mut self.scores, tokens, tokens, stride);
        self.keys.multiply(part(0), None, scores);
        let scale = 1.0 / (width as f32).sqrt();
        rows::softmax(
            self.path,
            &mut self.scores,
            tokens,
            stride,
            scale,
            &mut self.sums,
        );
        let out = &mut out[head * width..];
        let weights = View::new(&self.scores, tokens, tokens, stride);
        self.values
            .multiply(weights, None, ViewMut::new(out, tokens, width, self.hidden));
        // Dividing the few results by the sum is cheaper than dividing the many weights.
        for (token, sum) in out.chunks_mut(self.hidden).zip(&self.sums) {
            token[..width].iter_mut().for_each(|x| *x *= sum);
        }
    }
}
