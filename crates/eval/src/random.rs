//! Chance with a seed, so that what rests on it is the same on every machine.

/// Steele, Lea and Flood's generator: eight lines, full period, good enough
/// for resampling, and the same on every machine.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, by multiplication: its bias is far under a
    /// millionth for any number of questions.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 to below 1, in steps of 2⁻⁵³.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The places of a sample of `count` of `all`, ascending; all of them where there are no more.
pub fn sample(all: usize, count: usize, seed: u64) -> Vec<usize> {
    let mut random = SplitMix64(seed);
    let mut places: Vec<usize> = (0..all).collect();
    let count = count.min(all);
    for at in 0..count {
        places.swap(at, at + random.below(all - at));
    }
    places.truncate(count);
    places.sort_unstable();
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_generator_gives_its_published_sequence() {
        let mut random = SplitMix64(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    proptest! {
        #[test]
        fn a_sample_is_places_each_once(all in 0usize..200, count in 0usize..250, seed in any::<u64>()) {
            let places = sample(all, count, seed);
            prop_assert_eq!(places.len(), count.min(all));
            prop_assert!(places.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(places.iter().all(|place| *place < all));
        }

        #[test]
        fn units_are_from_0_to_below_1(seed in any::<u64>()) {
            let mut random = SplitMix64(seed);
            let unit = random.unit();
            prop_assert!((0.0..1.0).contains(&unit));
        }
    }
}
