//! Memory that starts at a cache line, so that no SIMD load straddles two.

/// Bytes of a cache line, and of the widest register.
const LINE: usize = 64;

/// A growable buffer whose first element starts a cache line.
#[derive(Debug)]
pub(crate) struct Aligned<T> {
    buffer: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + Default> Aligned<T> {
    pub(crate) fn new() -> Self {
        Self {
            buffer: Vec::new(),
            start: 0,
            len: 0,
        }
    }

    /// Makes the length `len`; the values are whatever was there before, or default.
    pub(crate) fn resize(&mut self, len: usize) {
        if self.start + len > self.buffer.len() {
            let slack = LINE / size_of::<T>();
            self.buffer = vec![T::default(); len + slack];
            self.start = self.buffer.as_ptr().align_offset(LINE).min(slack);
        }
        self.len = len;
    }

    pub(crate) fn zeros(len: usize) -> Self {
        let mut aligned = Self::new();
        aligned.resize(len);
        aligned
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        &self.buffer[self.start..self.start + self.len]
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.buffer[self.start..self.start + self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_a_line_and_keeps_its_length() {
        let mut aligned = Aligned::<f32>::zeros(3);
        for len in [3, 100, 7, 0, 1000] {
            aligned.resize(len);
            assert_eq!(aligned.as_mut_slice().len(), len);
            assert_eq!(aligned.as_slice().as_ptr().align_offset(LINE), 0);
        }
    }
}
