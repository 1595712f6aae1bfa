//! How numbers are stored in model files, and back to floats.

/// A way of storing floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    F32,
    /// IEEE half precision.
    F16,
    /// The upper half of a single-precision float.
    Bf16,
    /// Blocks of 32 values in four bits: a step in half precision, then 16 bytes whose low halves
    /// are values 0 to 15 and whose high halves are 16 to 31; a value is `(bits - 8) × step`.
    Q4,
}

/// Values of a four-bit block.
const Q4_VALUES: usize = 32;

/// Bytes of a four-bit block.
const Q4_BYTES: usize = 2 + Q4_VALUES / 2;

impl Encoding {
    /// Values and bytes of the smallest piece that can be read alone.
    pub(super) fn unit(self) -> (usize, usize) {
        match self {
            Self::F32 => (1, 4),
            Self::F16 | Self::Bf16 => (1, 2),
            Self::Q4 => (Q4_VALUES, Q4_BYTES),
        }
    }

    /// Bytes of a tensor of a shape; `None` when its rows are no whole pieces or nothing could hold it.
    pub(super) fn bytes(self, shape: &[usize]) -> Option<u64> {
        let (values, bytes) = self.unit();
        let row = shape.last().copied().unwrap_or(1);
        if !row.is_multiple_of(values) {
            return None;
        }
        let count = shape
            .iter()
            .try_fold(1_u64, |n, side| n.checked_mul(*side as u64))?;
        (count / values as u64).checked_mul(bytes as u64)
    }

    /// Appends the values of whole pieces.
    pub(super) fn decode(self, bytes: &[u8], into: &mut Vec<f32>) {
        match self {
            Self::F32 => into.extend(bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b))),
            Self::F16 => into.extend(halves(bytes).map(from_half)),
            Self::Bf16 => {
                into.extend(halves(bytes).map(|bits| f32::from_bits(u32::from(bits) << 16)));
            }
            Self::Q4 => bytes
                .as_chunks::<Q4_BYTES>()
                .0
                .iter()
                .for_each(|block| decode_block(block, into)),
        }
    }
}

fn halves(bytes: &[u8]) -> impl Iterator<Item = u16> {
    bytes
        .as_chunks()
        .0
        .iter()
        .map(|bytes| u16::from_le_bytes(*bytes))
}

fn decode_block(block: &[u8; Q4_BYTES], into: &mut Vec<f32>) {
    let step = from_half(u16::from_le_bytes([block[0], block[1]]));
    let value = |bits: u8| f32::from(i16::from(bits) - 8) * step;
    into.extend(block[2..].iter().map(|byte| value(byte & 15)));
    into.extend(block[2..].iter().map(|byte| value(byte >> 4)));
}

/// A half-precision float.
fn from_half(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let magnitude = u32::from(bits & 0x7fff) << 13;
    // The exponents' zero points lie 112 apart; multiplying moves them, also for the smallest
    // numbers, which have no exponent.
    let value = if bits & 0x7c00 == 0x7c00 {
        f32::from_bits(magnitude | f32::INFINITY.to_bits())
    } else {
        f32::from_bits(magnitude) * 2.0_f32.powi(112)
    };
    f32::from_bits(value.to_bits() | sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(encoding: Encoding, bytes: &[u8]) -> Vec<f32> {
        let mut values = Vec::new();
        encoding.decode(bytes, &mut values);
        values
    }

    #[test]
    fn halves_are_their_numbers() {
        // From the table of the IEEE standard's binary16.
        for (bits, value) in [
            (0x3c00_u16, 1.0_f32),
            (0xc000, -2.0),
            (0x7bff, 65_504.0),
            (0x0400, 6.103_515_6e-5),
            (0x0001, 5.960_464_5e-8),
            (0x8000, -0.0),
            (0x3555, 0.333_251_95),
            (0xfc00, f32::NEG_INFINITY),
        ] {
            let got = decoded(Encoding::F16, &bits.to_le_bytes())[0];
            assert_eq!(got.to_bits(), value.to_bits(), "{bits:04x}: {got}");
        }
        assert!(decoded(Encoding::F16, &[1, 0x7e])[0].is_nan());
        assert_eq!(decoded(Encoding::Bf16, &[0x80, 0xbf]), [-1.0]);
    }

    #[test]
    fn blocks_keep_the_order_of_their_halves() {
        let mut block = vec![0, 0x38]; // A step of 0.5.
        block.extend((0..16).map(|i| i | (15 - i) << 4));
        let values = decoded(Encoding::Q4, &block);
        let low = (0..16).map(|i| (i as f32 - 8.0) * 0.5);
        let high = (0..16).map(|i| (7.0 - i as f32) * 0.5);
        assert_eq!(values, low.chain(high).collect::<Vec<_>>());
    }

    #[test]
    fn bytes_of_shapes() {
        assert_eq!(Encoding::F32.bytes(&[3, 5]), Some(60));
        assert_eq!(Encoding::F16.bytes(&[]), Some(2));
        assert_eq!(Encoding::Q4.bytes(&[2, 64]), Some(72));
        assert_eq!(Encoding::Q4.bytes(&[2, 33]), None);
        assert_eq!(Encoding::F32.bytes(&[usize::MAX, usize::MAX]), None);
    }
}
