//! Made-up documents: each version of each file has a word of its own.

use std::collections::BTreeSet;

/// A small generator whose numbers depend on nothing but its seed.
pub struct SplitMix64(u64);

impl SplitMix64 {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to before `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap()
    }

    /// Another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Some of the items, at most `most`, in no order.
    pub fn some<T: Clone>(&mut self, items: &[T], most: usize) -> Vec<T> {
        let mut items = items.to_vec();
        self.shuffle(&mut items);
        items.truncate(self.below(most) + 1);
        items
    }
}

/// No other text starts a word like this, so the words of a store can be found
/// among its bytes.
const MARK: &[u8] = b"zq";
const SYLLABLES: usize = 4;
const WORD_BYTES: usize = MARK.len() + 2 * SYLLABLES + 1;

/// The word of a version of a file. Made of syllables and ended by a letter
/// that no stemmer takes away.
pub fn word(file: usize, version: u32) -> String {
    const CONSONANTS: &[u8] = b"bdfgklmnprstvw";
    const VOWELS: &[u8] = b"aeiou";
    const WORDS: usize = 24_010_000;
    assert!(file < 1_000 && version < 10_000);
    // The factor shares no divisor with the number of words: neighbours get
    // words that look nothing like one another, and no word comes twice.
    let mut number = (file * 10_000 + version as usize) * 7_654_321 % WORDS;
    let mut word = MARK.to_vec();
    for _ in 0..SYLLABLES {
        word.push(CONSONANTS[number % CONSONANTS.len()]);
        number /= CONSONANTS.len();
        word.push(VOWELS[number % VOWELS.len()]);
        number /= VOWELS.len();
    }
    word.push(b'k');
    String::from_utf8(word).unwrap()
}

/// A text of so many paragraphs of some 190 characters, with its word in every sentence.
pub fn text(file: usize, version: u32, paragraphs: usize) -> String {
    let word = word(file, version);
    let paragraph = |number: usize| {
        format!(
            "The warden of {word} counted {} herons by the river before the rain came. \
             In the evening the keeper of {word} wrote page {number} of the book, and everybody \
             at {word} went home.\n\n",
            number * 7 + file
        )
    };
    (0..paragraphs).map(paragraph).collect()
}

/// The words of [`word`] that stand in some bytes.
pub fn words_in(bytes: &[u8]) -> BTreeSet<String> {
    bytes
        .windows(WORD_BYTES)
        .filter(|window| window.starts_with(MARK) && window.iter().all(u8::is_ascii_lowercase))
        .map(|window| String::from_utf8(window.to_vec()).unwrap())
        .collect()
}

#[test]
fn words_are_unique_and_found_again() {
    let words: BTreeSet<String> = (0..200)
        .flat_map(|file| (0..50).map(move |version| word(file, version)))
        .collect();
    assert_eq!(words.len(), 200 * 50);
    let text = text(3, 4, 2);
    assert_eq!(words_in(text.as_bytes()), BTreeSet::from([word(3, 4)]));
}
