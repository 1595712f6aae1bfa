//! Hashes that are the same on every machine and in every version: features,
//! values and n-grams are known by them, also in the weights file.

/// A mark of what is hashed, mixed with what follows.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// Of a text.
pub(crate) fn of_text(text: &str) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    mix(state)
}

/// Of two hashes in order.
pub(crate) fn join(first: u64, second: u64) -> u64 {
    mix(first
        .rotate_left(5)
        .wrapping_mul(SEED)
        .wrapping_add(second ^ SEED))
}

/// Of several numbers in order.
pub(crate) fn of(parts: &[u64]) -> u64 {
    parts.iter().fold(SEED, |state, part| join(state, *part))
}

fn mix(state: u64) -> u64 {
    let state = (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state ^ (state >> 29)
}
