//! Words around a question: learned from questions whose framing people marked, and judged on
//! the questions of a hand that was left out.
//!
//! Marked questions are lines of text, `[[Could you tell me]] how high the rent is[[? Thanks!]]`.
//! Those of public sets are named by file, line and characters, so that their texts stay where they are.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use perusal::classifier::features::{FEATURES_VERSION, Kept, Vocabulary};
use perusal::classifier::{Block, Classifier, Head};
use perusal::question::framing::{ASKED, FRAMING, FRAMING_HEAD, Word, marked, words};
use serde::Deserialize;

use super::logistic::{Example, Fit, fit};
use crate::lines::Lines;
use crate::{EvalError, LineLimits};

/// Marked questions of public sets, in the folder of marked questions.
const PUBLIC: &str = "public.jsonl";
/// A feature that one word alone has is left out.
const KEPT: Kept = Kept {
    texts_min: 2,
    marks: false,
};
/// Every word counts alike: most are asked, and one wrongly left out costs most.
const FIT: Fit = Fit {
    looseness: 8.0,
    steps_max: 100,
    balance: 0.0,
};

/// A question whose framing is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    /// The question.
    pub text: String,
    /// Bytes of its framing.
    pub framing: Vec<Range<usize>>,
    /// Whose it is: the name of its file.
    pub hand: String,
}

/// How well the framing of one hand's questions is told by what other hands marked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Framed {
    /// Whose questions.
    pub hand: String,
    /// Questions, and those of them that have framing.
    pub questions: (usize, usize),
    /// Words of framing, and those of them that were told.
    pub framing: (usize, usize),
    /// Words of what is asked, and those of them that were taken for framing.
    pub asked: (usize, usize),
    /// Questions without framing of which a word was taken for it.
    pub touched: usize,
}

/// The marked questions of a folder, by name of file; those of public sets where `public` says
/// where these are.
///
/// # Errors
/// Files that cannot be read, and lines of `public.jsonl` that are none of its form.
pub fn read_marked(folder: &Path, public: Option<&Path>) -> Result<Vec<Marked>, EvalError> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(|error| EvalError::io(folder, error))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let hand = hand(&file);
        let mut lines = Lines::open(&file, LineLimits::default())?;
        while let Some((_, line)) = lines.next_line()? {
            all.push(unmarked(line, &hand));
        }
    }
    if let Some(public) = public {
        all.extend(read_public(&folder.join(PUBLIC), public)?);
    }
    Ok(all)
}

/// What a hand's file is called, without its ending.
fn hand(file: &Path) -> String {
    file.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// A line with its marks taken out.
fn unmarked(line: &str, hand: &str) -> Marked {
    let (mut text, mut framing) = (String::with_capacity(line.len()), Vec::new());
    for (at, part) in line.split("[[").enumerate() {
        let (inside, rest) = match part.split_once("]]") {
            Some(parts) if at > 0 => parts,
            _ => ("", part),
        };
        if !inside.is_empty() {
            framing.push(text.len()..text.len() + inside.len());
        }
        text.push_str(inside);
        text.push_str(rest);
    }
    Marked {
        text,
        framing,
        hand: hand.to_owned(),
    }
}

/// Questions of a public set, by their lines counted from 0.
#[derive(Deserialize)]
struct PublicSet {
    /// Below the folder of the sets.
    file: PathBuf,
    /// The field that holds the question.
    key: String,
    /// Lines whose question has no framing.
    plain: BTreeSet<usize>,
    /// The others: the characters of their framing.
    marked: BTreeMap<usize, Vec<(usize, usize)>>,
}

fn read_public(list: &Path, sets: &Path) -> Result<Vec<Marked>, EvalError> {
    let mut all = Vec::new();
    let mut lines = Lines::open(list, LineLimits::default())?;
    while let Some((_, set)) = lines.next_json::<PublicSet>()? {
        let mut questions = Lines::open(&sets.join(&set.file), LineLimits::default())?;
        let mut at = 0;
        while let Some((_, line)) = questions.next_json::<BTreeMap<String, serde_json::Value>>()? {
            let text = line.get(&set.key).and_then(|text| text.as_str());
            let spans = match set.plain.contains(&at) {
                true => Some(&[][..]),
                false => set.marked.get(&at).map(Vec::as_slice),
            };
            if let (Some(text), Some(spans)) = (text, spans) {
                all.push(Marked {
                    framing: spans.iter().map(|span| bytes(text, *span)).collect(),
                    text: text.to_owned(),
                    hand: hand(list),
                });
            }
            at += 1;
        }
    }
    Ok(all)
}

/// A span of characters as one of bytes.
fn bytes(text: &str, (start, end): (usize, usize)) -> Range<usize> {
    let place = |at: usize| {
        text.char_indices()
            .nth(at)
            .map_or(text.len(), |(byte, _)| byte)
    };
    place(start)..place(end)
}

/// Weights that tell framing; the same questions give the same weights.
pub fn train_framing(questions: &[Marked]) -> Classifier {
    let mut contexts: Vec<(Word, bool)> = Vec::new();
    for one in questions {
        let words = words(&one.text).into_iter();
        contexts.extend(words.map(|word| {
            let framing = is_framing(one, &word);
            (word, framing)
        }));
    }
    let counts = contexts.iter().map(|(word, _)| word.features.clone());
    let vocabulary = Vocabulary::of_counts(counts, KEPT);
    let labels = [ASKED, FRAMING].map(str::to_owned).to_vec();
    let examples: Vec<Example> = contexts
        .iter()
        .map(|(word, framing)| Example {
            vector: vocabulary.vector_of(&word.features),
            class: usize::from(*framing),
            barred: None,
        })
        .collect();
    let weights = fit(vocabulary.len(), labels.len(), &examples, FIT);
    let (rows, constants) = weights.split_at(vocabulary.len() * labels.len());
    let head = Head {
        name: FRAMING_HEAD.to_owned(),
        temperature: 1.0,
        threshold: 1.0,
        constants: constants.to_vec(),
        words: Block::quantised(rows, labels.len()),
        meaning: Block::quantised(&[], labels.len()),
        labels,
    };
    Classifier {
        vocabulary,
        meaning: None,
        heads: vec![head],
        trained_on: framing_digest(questions),
    }
}

/// Of all that the weights follow from.
pub fn framing_digest(questions: &[Marked]) -> [u8; 32] {
    let mut told = format!("{FEATURES_VERSION} {KEPT:?} {FIT:?}\n");
    for one in questions {
        told.push_str(&format!("{:?} {:?}\n", one.text, one.framing));
    }
    perusal::content_digest(told.as_bytes())
}

/// Whether most of a word is framing.
fn is_framing(question: &Marked, word: &Word) -> bool {
    let span = word.span;
    let shared = |one: &Range<usize>| {
        one.end
            .min(span.end)
            .saturating_sub(one.start.max(span.start))
    };
    let inside: usize = question.framing.iter().map(shared).sum();
    inside * 2 > span.end - span.start
}

/// Each hand's questions by what all others marked.
pub fn leave_out_framing(questions: &[Marked]) -> Vec<Framed> {
    let hands: BTreeSet<&str> = questions.iter().map(|one| one.hand.as_str()).collect();
    let left_out = hands.into_iter().map(|hand| {
        let (own, others): (Vec<Marked>, Vec<Marked>) =
            questions.iter().cloned().partition(|one| one.hand == hand);
        measure_framing(hand, &train_framing(&others), &own)
    });
    left_out.collect()
}

/// How well weights tell the framing of questions.
pub fn measure_framing(hand: &str, classifier: &Classifier, questions: &[Marked]) -> Framed {
    let mut framed = Framed {
        hand: hand.to_owned(),
        ..Framed::default()
    };
    let Some(head) = classifier.head(FRAMING_HEAD) else {
        return framed;
    };
    for one in questions {
        let words = words(&one.text);
        let told = marked(classifier, head, &words);
        let (mut has, mut touched) = (false, false);
        for (word, told) in words.iter().zip(told) {
            let framing = is_framing(one, word);
            let counted = match framing {
                true => &mut framed.framing,
                false => &mut framed.asked,
            };
            counted.0 += 1;
            counted.1 += usize::from(told);
            has |= framing;
            touched |= told;
        }
        framed.questions.0 += 1;
        framed.questions.1 += usize::from(has);
        framed.touched += usize::from(touched && !has);
    }
    framed
}
