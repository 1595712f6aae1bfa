//! Key terms: the words and phrases that tell a text from others.
//!
//! After YAKE (Campos et al., 2020), which needs no corpus: a telling word is
//! frequent and spread, stands early, keeps the same neighbours (a common word
//! has any), and is often a name. Words of headings count more. In a section a
//! word counts less the more sentences of the whole document hold it.

use std::collections::{HashMap, HashSet};

use super::reading::{Read, Reading, Word};

/// Words in a phrase at most.
const PHRASE_WORDS_MAX: usize = 3;
/// A text with fewer words may have key terms that occur once.
const WORDS_FEW: usize = 150;
/// From this many words of prose on, table rows are left aside.
const PROSE_WORDS_ENOUGH: usize = 100;
/// What a heading makes of a word's score, of which the lower is the better.
const HEADING_FACTOR: f64 = 0.5;
/// Marks an unused place of a phrase.
const NOTHING: u32 = u32::MAX;

/// In how many sentences of the whole document a lemma stands.
pub(super) struct Background {
    sentences: f64,
    holding: HashMap<u32, u32>,
}

impl Background {
    /// Counts the sentences of a document.
    #[expect(clippy::cast_precision_loss, reason = "a count of sentences")]
    pub(super) fn of(sentences: &[Read]) -> Background {
        let mut holding = HashMap::new();
        for read in sentences {
            for lemma in lemmas_once(&read.words) {
                *holding.entry(lemma).or_insert(0) += 1;
            }
        }
        Background {
            sentences: sentences.len().max(1) as f64,
            holding,
        }
    }

    /// 1 for a word of every sentence, near 0.1 for one of a single sentence.
    fn factor(&self, lemma: u32) -> f64 {
        let holding = self.holding.get(&lemma).copied().unwrap_or(1);
        std::f64::consts::LN_2 / (self.sentences / f64::from(holding)).ln_1p()
    }
}

/// Each lemma of a sentence once, in order.
pub(super) fn lemmas_once(words: &[Word]) -> Vec<u32> {
    let mut lemmas: Vec<u32> = words.iter().filter_map(|word| word.lemma).collect();
    lemmas.sort_unstable();
    lemmas.dedup();
    lemmas
}

/// What is counted of a lemma.
#[derive(Default)]
struct Counts {
    occurrences: u32,
    sentences: u32,
    last_sentence: Option<usize>,
    first_sentence: usize,
    capitals: u32,
    left: HashSet<u32>,
    right: HashSet<u32>,
    /// Words beside it, with repetitions.
    neighbours: (u32, u32),
}

/// A word or phrase that may be a key term.
struct Candidate {
    occurrences: u32,
    /// Where it stands first: sentence and word.
    first: (usize, usize),
    words: usize,
}

/// At most `most` key terms, best first.
pub(super) fn key_terms(
    reading: &Reading,
    sentences: &[Read],
    headings: &HashSet<u32>,
    background: Option<&Background>,
    most: usize,
) -> Vec<String> {
    let read = prose_first(sentences);
    let counts = count(&read);
    let scores = scores(&counts, read.len(), headings, background);
    let mut ranked: Vec<(f64, Candidate, Vec<u32>)> = candidates(&read)
        .into_iter()
        .map(|(phrase, candidate)| {
            let lemmas: Vec<u32> = phrase
                .into_iter()
                .filter(|&lemma| lemma != NOTHING)
                .collect();
            (
                phrase_score(&lemmas, candidate.occurrences, &scores),
                candidate,
                lemmas,
            )
        })
        .collect();
    let words: u32 = counts.values().map(|counts| counts.occurrences).sum();
    if words as usize > WORDS_FEW && ranked.iter().any(|(_, it, _)| it.occurrences > 1) {
        ranked.retain(|(_, it, _)| it.occurrences > 1);
    } else {
        // Of a short text single words stay, but not every chance pair.
        ranked.retain(|(_, it, _)| it.words == 1 || it.occurrences > 1);
    }
    ranked.sort_by(|a, b| {
        a.0.total_cmp(&b.0)
            .then(a.1.first.cmp(&b.1.first))
            .then(b.1.words.cmp(&a.1.words))
    });
    let mut chosen: Vec<Vec<u32>> = Vec::new();
    let mut shown = Vec::new();
    for (_, candidate, lemmas) in ranked {
        if shown.len() == most {
            break;
        }
        if chosen.iter().any(|other| says_the_same(other, &lemmas)) {
            continue;
        }
        shown.push(written(reading, &read, &candidate));
        chosen.push(lemmas);
    }
    shown
}

/// Prose where there is enough of it; labels of tables repeat themselves.
fn prose_first(sentences: &[Read]) -> Vec<&Read> {
    let prose: Vec<&Read> = sentences.iter().filter(|read| !read.row).collect();
    let words: usize = prose.iter().map(|read| read.words.len()).sum();
    if words >= PROSE_WORDS_ENOUGH {
        prose
    } else {
        sentences.iter().collect()
    }
}

fn count(read: &[&Read]) -> HashMap<u32, Counts> {
    let mut all: HashMap<u32, Counts> = HashMap::new();
    for (number, sentence) in read.iter().enumerate() {
        for (at, word) in sentence.words.iter().enumerate() {
            let Some(lemma) = word.lemma else { continue };
            let counts = all.entry(lemma).or_default();
            if counts.occurrences == 0 {
                counts.first_sentence = number;
            }
            counts.occurrences += 1;
            counts.capitals += u32::from(word.capital);
            if counts.last_sentence != Some(number) {
                counts.sentences += 1;
                counts.last_sentence = Some(number);
            }
            let before = at.checked_sub(1).filter(|_| word.joined);
            if let Some(before) = before.map(|at| &sentence.words[at]) {
                counts.left.insert(before.surface);
                counts.neighbours.0 += 1;
            }
            if let Some(after) = sentence.words.get(at + 1).filter(|after| after.joined) {
                counts.right.insert(after.surface);
                counts.neighbours.1 += 1;
            }
        }
    }
    all
}

/// The score of each lemma: the lower, the more telling.
#[expect(clippy::cast_precision_loss, reason = "counts of words and sentences")]
fn scores(
    counts: &HashMap<u32, Counts>,
    sentences: usize,
    headings: &HashSet<u32>,
    background: Option<&Background>,
) -> HashMap<u32, f64> {
    let number = counts.len().max(1) as f64;
    // Sums of whole numbers do not depend on the order of the map.
    let sum: u64 = counts.values().map(|it| u64::from(it.occurrences)).sum();
    let squares: u64 = counts
        .values()
        .map(|it| u64::from(it.occurrences).pow(2))
        .sum();
    let most = counts.values().map(|it| it.occurrences).max().unwrap_or(1);
    let mean = sum as f64 / number;
    let deviation = (squares as f64 / number - mean * mean).max(0.0).sqrt();
    let distinct = |set: &HashSet<u32>, all: u32| set.len() as f64 / f64::from(all.max(1));
    counts
        .iter()
        .map(|(&lemma, it)| {
            let occurrences = f64::from(it.occurrences);
            let name = f64::from(it.capitals) / (1.0 + occurrences.ln());
            let place = (3.0 + it.first_sentence as f64).ln().ln().max(0.05);
            let frequency = occurrences / (mean + deviation);
            let beside = distinct(&it.left, it.neighbours.0) + distinct(&it.right, it.neighbours.1);
            let common = 1.0 + beside * occurrences / f64::from(most);
            let spread = f64::from(it.sentences) / sentences.max(1) as f64;
            let mut score = common * place / (name + frequency / common + spread / common);
            if headings.contains(&lemma) {
                score *= HEADING_FACTOR;
            }
            if let Some(background) = background {
                score *= background.factor(lemma);
            }
            (lemma, score)
        })
        .collect()
}

fn phrase_score(lemmas: &[u32], occurrences: u32, scores: &HashMap<u32, f64>) -> f64 {
    let of = |lemma: &u32| scores.get(lemma).copied().unwrap_or(1.0);
    let product: f64 = lemmas.iter().map(of).product();
    let sum: f64 = lemmas.iter().map(of).sum();
    product / (f64::from(occurrences) * (1.0 + sum))
}

/// Every word and every run of up to three, by its lemmas.
fn candidates(read: &[&Read]) -> HashMap<[u32; PHRASE_WORDS_MAX], Candidate> {
    let mut found: HashMap<[u32; PHRASE_WORDS_MAX], Candidate> = HashMap::new();
    for (number, sentence) in read.iter().enumerate() {
        for at in 0..sentence.words.len() {
            let mut phrase = [NOTHING; PHRASE_WORDS_MAX];
            for (length, word) in sentence.words[at..]
                .iter()
                .take(PHRASE_WORDS_MAX)
                .enumerate()
            {
                let Some(lemma) = word.lemma.filter(|_| length == 0 || word.joined) else {
                    break;
                };
                phrase[length] = lemma;
                let candidate = found.entry(phrase).or_insert(Candidate {
                    occurrences: 0,
                    first: (number, at),
                    words: length + 1,
                });
                candidate.occurrences += 1;
            }
        }
    }
    found
}

/// Two terms say the same when one has all words of the other, or they share
/// half of the words of the longer one.
fn says_the_same(a: &[u32], b: &[u32]) -> bool {
    let shared = a.iter().filter(|lemma| b.contains(lemma)).count();
    shared == a.len().min(b.len()) || 2 * shared >= a.len().max(b.len())
}

fn written(reading: &Reading, read: &[&Read], candidate: &Candidate) -> String {
    let (sentence, at) = candidate.first;
    let words: Vec<&str> = read[sentence].words[at..at + candidate.words]
        .iter()
        .map(|word| reading.shown(word.surface))
        .collect();
    words.join(" ")
}
