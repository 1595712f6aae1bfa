//! Words to the most probable pieces of a unigram vocabulary.
//!
//! The library for tokenizers does the same, and other people's `tokenizer.json` goes through it. Of a
//! vocabulary of 250,000 pieces it builds a tree of hash maps, which takes a second: too long before
//! a question. Here the pieces stay one string beside one table, ready in some 10 ms.

use super::characters::Characters;

/// What stands in front of a word.
pub(super) const WORD_MARK: char = '▁';

/// How much less probable than the least probable piece an unknown character is, as SentencePiece
/// has it.
const UNKNOWN_PENALTY: f64 = 10.0;

/// Pieces with the logarithm of their probability.
pub(super) struct Unigram {
    /// All pieces, one after the other.
    text: String,
    /// Where each begins, and where the last ends.
    offsets: Vec<u32>,
    scores: Vec<f32>,
    /// Pieces by their hash, at the first free place from it on: number + 1, or 0. Specials are not
    /// there: their names in a text are text.
    table: Vec<u32>,
    /// Bytes of the longest piece.
    longest: usize,
    unknown: u32,
    unknown_score: f64,
    characters: Characters,
}

/// The best way to cut the front of a word.
#[derive(Clone, Copy)]
struct Cut {
    score: f64,
    /// Where its last piece begins.
    start: u32,
    /// Its last piece.
    piece: u32,
}

impl Unigram {
    /// A vocabulary; specials are the pieces of score 0.
    ///
    /// # Errors
    /// What is wrong with the pieces.
    pub(super) fn new(
        text: Vec<u8>,
        offsets: Vec<u32>,
        scores: Vec<f32>,
        unknown: u32,
        characters: Characters,
    ) -> Result<Self, String> {
        let text = String::from_utf8(text).map_err(|error| format!("pieces: {error}"))?;
        let is_piece = |place: &[u32]| text.get(place[0] as usize..place[1] as usize).is_some();
        if offsets.len() != scores.len() + 1 || !offsets.windows(2).all(is_piece) {
            return Err("pieces that are no parts of their text".to_owned());
        }
        if !scores.iter().all(|score| score.is_finite()) {
            return Err("a piece with a score that is no number".to_owned());
        }
        let least = scores.iter().copied().fold(0.0, f32::min);
        let length = |place: &[u32]| (place[1] - place[0]) as usize;
        let mut unigram = Self {
            longest: offsets.windows(2).map(length).max().unwrap_or(0),
            table: vec![0; (scores.len() * 2).next_power_of_two()],
            unknown_score: f64::from(least) - UNKNOWN_PENALTY,
            text,
            offsets,
            scores,
            unknown,
            characters,
        };
        for piece in 0..unigram.len() as u32 {
            if unigram.score(piece) != 0.0 {
                unigram.insert(piece);
            }
        }
        Ok(unigram)
    }

    /// Number of pieces, specials included.
    pub(super) fn len(&self) -> usize {
        self.scores.len()
    }

    /// The piece of a number.
    pub(super) fn piece(&self, piece: u32) -> &str {
        let (start, end) = (
            self.offsets[piece as usize],
            self.offsets[piece as usize + 1],
        );
        &self.text[start as usize..end as usize]
    }

    /// Numbers of the specials, ascending.
    pub(super) fn specials(&self) -> Vec<u32> {
        let all = 0..self.len() as u32;
        let special = |piece: &u32| self.score(*piece) == 0.0 || *piece == self.unknown;
        all.filter(special).collect()
    }

    /// The pieces of a text: of each word between white space, with [`WORD_MARK`] in front.
    pub(super) fn encode(&self, text: &str) -> Vec<u32> {
        let text = self.characters.apply(text);
        let (mut pieces, mut marked, mut cuts) = (Vec::new(), String::new(), Vec::new());
        for word in text.split_whitespace() {
            marked.clear();
            marked.push(WORD_MARK);
            marked.push_str(word);
            self.encode_word(&marked, &mut cuts, &mut pieces);
        }
        pieces
    }

    /// Appends the most probable pieces of a word; unknown characters side by side are one token.
    fn encode_word(&self, word: &str, cuts: &mut Vec<Cut>, pieces: &mut Vec<u32>) {
        let none = Cut {
            score: f64::NEG_INFINITY,
            start: 0,
            piece: self.unknown,
        };
        cuts.clear();
        cuts.resize(word.len() + 1, none);
        cuts[0].score = 0.0;
        for (start, first) in word.char_indices() {
            let before = cuts[start].score;
            let mut keep = |end: usize, piece: u32, score: f64| {
                if before + score > cuts[end].score {
                    cuts[end] = Cut {
                        score: before + score,
                        start: start as u32,
                        piece,
                    };
                }
            };
            let mut hash = Hash::default();
            let reach = &word[start..];
            for (at, letter) in reach.char_indices() {
                let end = at + letter.len_utf8();
                if end > self.longest {
                    break;
                }
                hash.add(&reach.as_bytes()[at..end]);
                if let Some(piece) = self.find(&reach[..end], hash) {
                    keep(start + end, piece, self.score(piece));
                }
            }
            keep(start + first.len_utf8(), self.unknown, self.unknown_score);
        }
        let from = pieces.len();
        let mut end = word.len();
        while end > 0 {
            let cut = cuts[end];
            if cut.piece != self.unknown || pieces[from..].last() != Some(&self.unknown) {
                pieces.push(cut.piece);
            }
            end = cut.start as usize;
        }
        pieces[from..].reverse();
    }

    fn score(&self, piece: u32) -> f64 {
        f64::from(self.scores[piece as usize])
    }

    fn find(&self, text: &str, hash: Hash) -> Option<u32> {
        let at = self.place(text, hash);
        self.table[at].checked_sub(1)
    }

    fn insert(&mut self, piece: u32) {
        let text = self.piece(piece);
        let mut hash = Hash::default();
        hash.add(text.as_bytes());
        let at = self.place(text, hash);
        // The first of equal pieces stays.
        if self.table[at] == 0 {
            self.table[at] = piece + 1;
        }
    }

    /// Where a piece is in the table, or would be: at most half of it is full.
    fn place(&self, text: &str, Hash(hash): Hash) -> usize {
        let mask = self.table.len() - 1;
        let mut at = (hash ^ (hash >> 32)) as usize & mask;
        while let Some(piece) = self.table[at].checked_sub(1)
            && self.piece(piece) != text
        {
            at = (at + 1) & mask;
        }
        at
    }
}

/// FNV-1a of the bytes added so far.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tokenizers::{
        Tokenizer,
        models::unigram::Unigram as Theirs,
        pre_tokenizers::{
            PreTokenizerWrapper,
            metaspace::{Metaspace, PrependScheme},
            sequence::Sequence,
            whitespace::WhitespaceSplit,
        },
    };

    use super::*;

    /// Letters and pieces of several, with scores that make the longest not always the best.
    fn vocabulary() -> Vec<(String, f32)> {
        let mut all = vec![("<unk>".to_owned(), 0.0)];
        for (at, piece) in [
            "▁", "a", "b", "c", "ab", "bc", "▁a", "▁ab", "abc", "é", "éa", "cab",
        ]
        .into_iter()
        .enumerate()
        {
            all.push((piece.to_owned(), -1.5 - (at * 5 % 7) as f32 * 0.375));
        }
        all
    }

    fn ours() -> Unigram {
        let pieces = vocabulary();
        let text: String = pieces.iter().map(|(piece, _)| piece.as_str()).collect();
        let ends = pieces.iter().scan(0, |end, (piece, _)| {
            *end += piece.len() as u32;
            Some(*end)
        });
        let offsets = std::iter::once(0).chain(ends).collect();
        let scores = pieces.iter().map(|(_, score)| *score).collect();
        Unigram::new(text.into_bytes(), offsets, scores, 0, Characters::default()).unwrap()
    }

    fn theirs() -> Tokenizer {
        let pieces = vocabulary()
            .into_iter()
            .map(|(piece, score)| (piece, f64::from(score)));
        let model = Theirs::from(pieces.collect(), Some(0), false).unwrap();
        let mut tokenizer = Tokenizer::new(model);
        let words: [PreTokenizerWrapper; 2] = [
            WhitespaceSplit.into(),
            Metaspace::new(WORD_MARK, PrependScheme::Always, true).into(),
        ];
        tokenizer.with_pre_tokenizer(Some(Sequence::new(words.into())));
        tokenizer
    }

    proptest! {
        #[test]
        fn pieces_are_those_of_the_library(text in "[abcéx語 ]{0,40}") {
            let theirs = theirs().encode_fast(text.as_str(), false).unwrap();
            prop_assert_eq!(ours().encode(&text), theirs.get_ids());
        }
    }

    #[test]
    fn names_of_specials_are_text() {
        let unigram = ours();
        assert!(!unigram.encode("<unk>").is_empty());
        assert_eq!(unigram.specials(), [0]);
        assert_eq!(
            unigram
                .encode("語<unk>x")
                .iter()
                .filter(|id| **id == 0)
                .count(),
            1
        );
    }

    #[test]
    fn broken_pieces_are_refused() {
        let new = |text: &[u8], offsets: &[u32], scores: &[f32]| {
            let none = Characters::default();
            Unigram::new(text.to_vec(), offsets.to_vec(), scores.to_vec(), 0, none).is_err()
        };
        assert!(new(b"\xff", &[0, 1], &[0.0]));
        assert!(new("é".as_bytes(), &[0, 1, 2], &[0.0, -1.0]));
        assert!(new(b"ab", &[0, 2, 1], &[0.0, -1.0]));
        assert!(new(b"ab", &[0, 3], &[0.0]));
        assert!(new(b"ab", &[0, 1], &[f32::NAN]));
        assert!(new(b"ab", &[0, 1], &[]));
    }
}
