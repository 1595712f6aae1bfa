//! What the classifier sees of a question: hashed pieces of its text, nothing
//! about its length, pronouns or, for the router's own decisions, punctuation.
//!
//! Those three raised the score on questions like the training ones and cost
//! six to eleven points on questions of other people. Sets of intents that are
//! trained on as people wrote them may look at marks, see [`Kept`].

use std::collections::BTreeMap;

/// Characters looked at, from the start and from the end: a long preamble has
/// its question at one of the two.
const HEAD_CHARS: usize = 1_200;
/// See [`HEAD_CHARS`].
const TAIL_CHARS: usize = 400;
/// Lengths of the pieces of words, in characters, borders of words included.
const PIECE_CHARS: std::ops::RangeInclusive<usize> = 2..=5;
/// Words at the start of a sentence that say how it asks.
const OPENING_WORDS: usize = 3;
/// Low bits of a hash; the three above name the block.
const HASH_BITS: u32 = 29;
/// Inverse document frequencies are stored in sixteenths.
const IDF_STEPS: f32 = 16.0;

/// Kinds of features. Each is brought to length 1 by itself, so that the many
/// pieces of words do not drown the few words.
pub const BLOCKS: usize = 6;

/// Changes whenever the same text gives other features; weights of another
/// version are foreign.
pub const FEATURES_VERSION: u32 = 8;

#[derive(Clone, Copy)]
enum Block {
    Pieces = 0,
    Words = 1,
    Pairs = 2,
    Openings = 3,
    Marks = 4,
    Context = 5,
}

/// Which features a vocabulary keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// A feature that fewer texts have is left out.
    pub texts_min: u32,
    /// How a text is written is looked at, too: capitals and the mark at its end.
    /// It tells much where questions are told from statements or come as people
    /// wrote them, and misleads where all were written by one hand.
    pub marks: bool,
}

/// A question as (index into the vocabulary, weight), by index.
pub type Vector = Vec<(u32, f32)>;

/// Hashes of features with how often each stands in a text, by hash.
pub fn count(text: &str) -> BTreeMap<u32, u32> {
    let shown = shown_part(text);
    let mut counts = Counts::default();
    let words = words(&shown);
    for word in &words {
        counts.add(Block::Words, &[word]);
        for piece in pieces(word) {
            counts.add(Block::Pieces, &[&piece]);
        }
    }
    for pair in words.windows(2) {
        counts.add(Block::Pairs, &[&pair[0], &pair[1]]);
        // Pieces over the border of two words: endings and articles.
        counts.add(
            Block::Pieces,
            &[last_chars(&pair[0]), " ", first_chars(&pair[1])],
        );
    }
    for sentence in asking(&shown) {
        counts.add_opening(sentence);
    }
    for mark in marks(text) {
        counts.add(Block::Marks, &[&mark]);
    }
    counts.0
}

/// Features of a word by what stands around it, each named by the caller, as hashes.
pub fn context<'n>(names: impl IntoIterator<Item = &'n str>) -> BTreeMap<u32, u32> {
    let mut counts = Counts::default();
    for name in names {
        counts.add(Block::Context, &[name]);
    }
    counts.0
}

#[derive(Default)]
struct Counts(BTreeMap<u32, u32>);

impl Counts {
    fn add(&mut self, block: Block, parts: &[&str]) {
        *self.0.entry(hash(block, parts)).or_insert(0) += 1;
    }

    /// Every run among the first words of a sentence.
    fn add_opening(&mut self, sentence: &str) {
        let mut words = words(sentence);
        words.truncate(OPENING_WORDS);
        for length in 1..=words.len() {
            for run in words.windows(length) {
                let run: Vec<&str> = run.iter().map(String::as_str).collect();
                self.add(Block::Openings, &run);
            }
        }
    }
}

/// Lower-case words; numbers look alike, and what looks like an identifier of
/// a program also gives a word that says so.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for raw in text.split_whitespace() {
        let inner = raw.trim_matches(|c: char| !c.is_alphanumeric() && c != '<');
        if looks_like_code(raw) {
            words.push("<code>".to_owned());
        }
        for part in inner.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’') {
            let word: String = part
                .chars()
                .flat_map(char::to_lowercase)
                .map(|c| if c.is_numeric() { '0' } else { c })
                .collect();
            if !word.is_empty() {
                words.push(word);
            }
        }
        // The sign of a share is the one mark that carries content.
        if raw.contains('%') {
            words.push("%".to_owned());
        }
    }
    words
}

/// How a text is written: its last mark, and where it has capitals.
fn marks(text: &str) -> Vec<String> {
    let text = text.trim();
    let capital = |word: &str| word.starts_with(char::is_uppercase);
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let capitals = words.iter().filter(|word| capital(word)).count();
    let last = text.chars().next_back();
    let last = last.filter(|c| !c.is_alphanumeric());
    let mut marks = vec![last.map_or("no mark".to_owned(), String::from)];
    if capital(text) {
        marks.push("begins with a capital".to_owned());
    }
    if !text.chars().any(char::is_uppercase) {
        marks.push("small letters".to_owned());
    }
    // More than three words in five, as in a title.
    if capitals * 5 > words.len() * 3 {
        marks.push("title".to_owned());
    }
    marks
}

/// `addVar`, `retry_backoff`, `main()`, `a::b`, `--flag`.
fn looks_like_code(raw: &str) -> bool {
    let inner: Vec<char> = raw.chars().collect();
    let camel = inner
        .windows(2)
        .any(|pair| pair[0].is_lowercase() && pair[1].is_uppercase());
    camel || raw.contains('_') || raw.contains("()") || raw.contains("::") || raw.starts_with("--")
}

/// The text, or its two ends when it is long.
fn shown_part(text: &str) -> String {
    let chars = text.chars().count();
    if chars <= HEAD_CHARS + TAIL_CHARS {
        return text.to_owned();
    }
    let head: String = text.chars().take(HEAD_CHARS).collect();
    let tail: String = text.chars().skip(chars - TAIL_CHARS).collect();
    format!("{head} {tail}")
}

/// The sentences that ask, where a text has several and some do: what is told before
/// them opens in a way of its own, which says nothing of what is asked.
fn asking(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, space) in text.char_indices().filter(|(_, c)| c.is_whitespace()) {
        if text[start..at].ends_with(['.', '?', '!']) {
            sentences.push(&text[start..at]);
            start = at + space.len_utf8();
        }
    }
    sentences.push(text[start..].trim_end());
    if sentences.iter().any(|sentence| sentence.ends_with('?')) {
        sentences.retain(|sentence| sentence.ends_with('?'));
    }
    sentences
}

/// The pieces of a word, its borders marked by spaces.
fn pieces(word: &str) -> Vec<String> {
    let chars: Vec<char> = format!(" {word} ").chars().collect();
    PIECE_CHARS
        .flat_map(|length| chars.windows(length))
        .map(|window| window.iter().collect())
        .collect()
}

fn last_chars(word: &str) -> &str {
    let start = word.char_indices().rev().nth(1).map_or(0, |(at, _)| at);
    &word[start..]
}

fn first_chars(word: &str) -> &str {
    let end = word.char_indices().nth(2).map_or(word.len(), |(at, _)| at);
    &word[..end]
}

/// FNV-1a over the parts and a separator, folded to [`HASH_BITS`].
fn hash(block: Block, parts: &[&str]) -> u32 {
    let mut state = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        for byte in part.bytes().chain([0x1f]) {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    let folded = (state ^ (state >> HASH_BITS)) & ((1 << HASH_BITS) - 1);
    (block as u32) << HASH_BITS | folded as u32
}

/// The features that training has seen, with how rare each is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vocabulary {
    /// Ascending.
    pub(super) hashes: Vec<u32>,
    /// Inverse document frequency of each, in sixteenths.
    pub(super) idf: Vec<u8>,
}

impl Vocabulary {
    /// The features of the texts that are to be kept.
    pub fn of<'t>(texts: impl Iterator<Item = &'t str>, kept: Kept) -> Self {
        Self::of_counts(texts.map(count), kept)
    }

    /// The same of features that were counted before.
    pub fn of_counts(counted: impl Iterator<Item = BTreeMap<u32, u32>>, kept: Kept) -> Self {
        let mut frequency: BTreeMap<u32, u32> = BTreeMap::new();
        let mut total = 0u32;
        for counts in counted {
            total += 1;
            for hash in counts.into_keys() {
                *frequency.entry(hash).or_insert(0) += 1;
            }
        }
        let is_kept = |(hash, seen): &(u32, u32)| {
            let of_marks = hash >> HASH_BITS == Block::Marks as u32;
            *seen >= kept.texts_min && (kept.marks || !of_marks)
        };
        let frequent = frequency.into_iter().filter(is_kept);
        let (hashes, idf) = frequent
            .map(|(hash, seen)| (hash, idf(seen, total)))
            .unzip();
        Self { hashes, idf }
    }

    /// Number of features.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// True when nothing was seen.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// A text as a vector: (1 + ln tf) · idf, each block of length 1.
    pub fn vector(&self, text: &str) -> Vector {
        self.vector_of(&count(text))
    }

    /// The same of features that were counted before.
    pub fn vector_of(&self, counts: &BTreeMap<u32, u32>) -> Vector {
        let mut vector = Vector::new();
        let mut squares = [0.0f32; BLOCKS];
        let mut blocks = Vec::new();
        for (&hash, &times) in counts {
            let Ok(at) = self.hashes.binary_search(&hash) else {
                continue;
            };
            let block = (hash >> HASH_BITS) as usize;
            let value = (1.0 + (times as f32).ln()) * f32::from(self.idf[at]) / IDF_STEPS;
            squares[block] += value * value;
            vector.push((at as u32, value));
            blocks.push(block);
        }
        for ((_, value), block) in vector.iter_mut().zip(blocks) {
            *value /= squares[block].sqrt();
        }
        vector
    }
}

fn idf(seen: u32, total: u32) -> u8 {
    let ratio = f64::from(1 + total) / f64::from(1 + seen);
    ((1.0 + ratio.ln()) * f64::from(IDF_STEPS))
        .round()
        .min(255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_block_has_length_one() {
        let texts = ["which keys are in the box", "which lids are in the box"];
        let kept = Kept {
            texts_min: 1,
            marks: false,
        };
        let vocabulary = Vocabulary::of(texts.into_iter(), kept);
        let vector = vocabulary.vector("Which KEYS are in the box?");
        let squares: f32 = vector.iter().map(|(_, x)| x * x).sum();
        // Of marks, and of what stands around a word, there are none.
        let without_marks = (BLOCKS - 2) as f32;
        assert!((squares - without_marks).abs() < 1e-4, "{squares}");
        assert_eq!(vector, vocabulary.vector("which keys are in the box"));
        assert!(vocabulary.vector("🙂🙂").is_empty());
    }

    #[test]
    fn marks_are_seen_where_they_are_kept() {
        let kept = Kept {
            texts_min: 1,
            marks: true,
        };
        let texts = ["Is it shut?", "It is shut."];
        let vocabulary = Vocabulary::of(texts.into_iter(), kept);
        assert_ne!(vocabulary.vector("Shut?"), vocabulary.vector("Shut."));
        assert_ne!(vocabulary.vector("Shut?"), vocabulary.vector("shut?"));
        assert_eq!(marks("it is shut"), ["no mark", "small letters"]);
        let title = ["—", "begins with a capital", "title"];
        assert_eq!(marks("The Long Road Home —"), title);
    }

    #[test]
    fn the_sentences_that_ask_are_told_from_the_story() {
        let story = "The roof leaks. Who pays? It was new! How much is it? ";
        assert_eq!(asking(story), ["Who pays?", "How much is it?"]);
        for whole in ["", "Who pays?", "tell me of roofs"] {
            assert_eq!(asking(whole), [whole]);
        }
    }

    #[test]
    fn identifiers_and_shares_are_words() {
        assert_eq!(words("use addVar(7)"), ["use", "<code>", "addvar", "0"]);
        assert_eq!(words("45% gone"), ["00", "%", "gone"]);
    }
}
