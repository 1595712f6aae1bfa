//! The language of a text.
//!
//! Function words decide where there are enough of them, since they do on a
//! question of five words already; character trigrams (`whatlang`) decide what
//! they leave open and recognise the languages that have no list here.

use serde::{Deserialize, Serialize};
use whatlang::{Detector, Lang};

use crate::analyzer::fold;
use crate::lexicon::WordList;

/// Languages the analyzer knows; everything else is `Other`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    En,
    /// Spanish.
    Es,
    /// German.
    De,
    /// French.
    Fr,
    /// Italian.
    It,
    /// Portuguese.
    Pt,
    /// Any other, or none.
    Other,
}

/// Bytes looked at, in [`SAMPLE_PIECES`] pieces spread over the text: enough
/// for certainty, and front matter in another language does not decide.
const SAMPLE_BYTES: usize = 8 * 1024;
const SAMPLE_PIECES: usize = 8;

/// From this many words on, trigrams are as sure as function words.
const LONG_WORDS: f32 = 20.0;

/// A shorter text is in the language that its file names.
const NAMED_WORDS: usize = 20;

/// Function words make up this share of prose in any of the known languages;
/// related languages without a list (Catalan, Dutch) stay below.
const PROSE_SHARE: f32 = 0.30;

/// Fewer votes than this may come from a name that looks like a function word.
const THIN_VOTES: f32 = 2.0;

/// A shorter function word may be a code or an abbreviation: `es`, `par`, `M8`.
const TELLING_LETTERS: usize = 4;

/// More letters than this for a word, of kinds that no known language has, and
/// the text is in none of them.
const FOREIGN_SHARE: f32 = 0.05;

impl Language {
    /// The languages that have an analyzer of their own.
    pub const ALL: [Language; 6] = [
        Language::En,
        Language::Es,
        Language::De,
        Language::Fr,
        Language::It,
        Language::Pt,
    ];

    /// The language of most of a text, from a sample of at most 8 KB.
    ///
    /// Text in another script than Latin is `Other`; so is Latin text that is
    /// clearly of a language without an analyzer. What is too short or too
    /// full of figures to tell is taken for English.
    ///
    /// ```
    /// # use text::Language;
    /// assert_eq!(Language::detect("¿Qué cubre la póliza?"), Language::Es);
    /// assert_eq!(Language::detect("Wie hoch ist die Selbstbeteiligung?"), Language::De);
    /// assert_eq!(Language::detect("HO-4"), Language::En);
    /// ```
    pub fn detect(text: &str) -> Language {
        Self::detect_among(text, Language::En)
    }

    /// The same for a text that stands among others of a language, as a question to
    /// documents does: what nobody could tell by its words is taken for that one.
    ///
    /// ```
    /// # use text::Language;
    /// let among = |text| Language::detect_among(text, Language::De);
    /// assert_eq!(among("Feiertage Kalender"), Language::De);
    /// assert_eq!(among("When is the next holiday?"), Language::En);
    /// assert_eq!(Language::detect("Feiertage Kalender"), Language::En);
    /// ```
    pub fn detect_among(text: &str, usual: Language) -> Language {
        let sample = sample(text);
        if !mostly_latin(&sample) {
            return Language::Other;
        }
        let usual = match usual {
            Language::Other => Language::En,
            known => known,
        };
        let votes = Votes::count(&sample);
        if votes.words >= LONG_WORDS {
            votes.long(&sample)
        } else {
            votes.short(&sample, usual)
        }
    }

    /// The language of a text whose file names one (`en`, `de-AT`). The text
    /// decides where it is long enough to tell, since templates are filled in
    /// any language; the name does for the rest.
    pub(crate) fn named(code: Option<&str>, text: &str) -> Language {
        let known = code
            .and_then(|code| code.split(['-', '_']).next())
            .and_then(|code| {
                Language::ALL
                    .iter()
                    .find(|known| code.trim().eq_ignore_ascii_case(known.code()))
            });
        let words = text.split_whitespace().take(NAMED_WORDS);
        match known {
            Some(&known) if words.count() < NAMED_WORDS && mostly_latin(text) => known,
            _ => Language::detect(text),
        }
    }

    /// ISO 639-1 code; `other` for [`Language::Other`].
    pub fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Es => "es",
            Language::De => "de",
            Language::Fr => "fr",
            Language::It => "it",
            Language::Pt => "pt",
            Language::Other => "other",
        }
    }
}

/// The whole text, or pieces of it at even distances.
fn sample(text: &str) -> String {
    if text.len() <= SAMPLE_BYTES {
        return text.to_owned();
    }
    let length = SAMPLE_BYTES / SAMPLE_PIECES;
    let step = (text.len() - length) / (SAMPLE_PIECES - 1);
    let pieces = (0..SAMPLE_PIECES).map(|piece| {
        let start = text.floor_char_boundary(piece * step);
        &text[start..text.floor_char_boundary(start + length)]
    });
    pieces.collect::<Vec<_>>().join("\n")
}

/// Whether at least half of the letters are Latin, or there are none.
fn mostly_latin(sample: &str) -> bool {
    let (mut latin, mut other) = (0, 0);
    for letter in sample.chars().filter(|character| character.is_alphabetic()) {
        match letter {
            ..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{fb00}'..='\u{fb06}' => latin += 1,
            _ => other += 1,
        }
    }
    latin >= other
}

/// What speaks for each known language.
struct Votes {
    /// One for a function word, split between the languages that share it.
    scores: [f32; Language::ALL.len()],
    /// How many words are of one language and of no name.
    telling: [u32; Language::ALL.len()],
    words: f32,
    /// Letters that none of the known languages uses.
    foreign: f32,
    /// Some letter has an accent.
    accented: bool,
}

impl Votes {
    fn count(sample: &str) -> Self {
        let mut votes = Self {
            scores: [0.0; Language::ALL.len()],
            telling: [0; Language::ALL.len()],
            words: 0.0,
            foreign: 0.0,
            accented: false,
        };
        let capitals = !sample.chars().any(char::is_lowercase);
        // Apostrophes part here: `l'assurance` has an article and a noun.
        for word in sample.split(|character: char| !character.is_alphabetic()) {
            if !word.is_empty() {
                votes.words += 1.0;
                // `HO` in a sentence is a code, and no Italian verb.
                let code = word.chars().nth(1).is_some() && word.chars().all(char::is_uppercase);
                if capitals || !code {
                    votes.word(&word.to_lowercase());
                }
            }
        }
        votes.scores[Self::index(Language::Es)] +=
            sample.matches(['¿', '¡']).take(LONG_WORDS as usize).count() as f32;
        votes
    }

    fn index(language: Language) -> usize {
        Language::ALL
            .iter()
            .position(|&known| known == language)
            .unwrap_or(0)
    }

    fn word(&mut self, lower: &str) {
        let folded = fold(lower);
        let shared = Language::ALL.map(|language| {
            WordList::Stop.has_in(language, &folded)
                || WordList::AskedWith.has_in(language, &folded)
        });
        let sharing = shared.iter().filter(|&&has| has).count();
        let tells = folded.len() >= TELLING_LETTERS && !WordList::InNames.has(&folded);
        for (at, _) in shared.into_iter().enumerate().filter(|(_, has)| *has) {
            self.scores[at] += 1.0 / sharing as f32;
            self.telling[at] += u32::from(sharing == 1 && tells);
        }
        for letter in lower.chars().filter(|letter| !letter.is_ascii()) {
            self.letter(letter);
        }
    }

    /// Letters that some of the languages use and others do not. Worth less
    /// than a word: names and loans carry them into any text.
    fn letter(&mut self, letter: char) {
        let languages: &[Language] = match letter {
            'ñ' => &[Language::Es],
            'ß' | 'ä' | 'ö' => &[Language::De],
            'ü' => &[Language::De, Language::Es],
            'ã' | 'õ' => &[Language::Pt],
            'ê' | 'â' | 'ô' | 'ç' => &[Language::Fr, Language::Pt],
            'œ' | 'î' | 'û' | 'ë' | 'ï' => &[Language::Fr],
            'è' | 'ù' => &[Language::Fr, Language::It],
            'ì' | 'ò' => &[Language::It],
            'à' => &[Language::Fr, Language::It, Language::Pt],
            'á' | 'í' | 'ó' | 'ú' => &[Language::Es, Language::Pt],
            'é' => &[Language::Es, Language::Fr, Language::Pt],
            'å' | 'ø' | 'ð' | 'þ' | '\u{100}'..='\u{151}' | '\u{154}'..='\u{24f}' => {
                self.foreign += 1.0;
                &[]
            }
            _ => &[],
        };
        self.accented |= !languages.is_empty();
        for &language in languages {
            self.scores[Self::index(language)] += 0.4 / languages.len() as f32;
        }
    }

    /// The language with most votes, its votes, and those of the next.
    fn best(&self) -> (Language, f32, f32) {
        let mut best = (Language::En, self.scores[0], 0.0);
        for (&language, &score) in Language::ALL.iter().zip(&self.scores).skip(1) {
            if score > best.1 {
                best = (language, score, best.1);
            } else if score > best.2 {
                best.2 = score;
            }
        }
        best
    }

    /// A question or a heading: the votes, and trigrams where they are close.
    fn short(&self, sample: &str, usual: Language) -> Language {
        let (language, score, next) = self.best();
        if self.foreign > score {
            return Language::Other;
        }
        if score <= next * 1.2 {
            // One or two words without a function word are names more often
            // than not, and trigrams of so little text guess.
            let among_best = |language| score <= self.scores[Self::index(language)] * 1.2;
            return if among_best(usual) {
                usual
            } else if among_best(Language::En) {
                Language::En
            } else {
                self.tied(sample, score)
            };
        }
        let thin = score < THIN_VOTES && !self.accented && self.telling[Self::index(language)] == 0;
        if language != Language::En && language != usual && thin {
            let pair = vec![Lang::Eng, trigram_name(language)];
            let found = Detector::with_allowlist(pair).detect(sample);
            return found.map_or(language, |found| known(found.lang()));
        }
        language
    }

    /// The one of the languages with about the best score that trigrams are
    /// sure of, else the most spoken.
    fn tied(&self, sample: &str, score: f32) -> Language {
        let tied = Language::ALL
            .iter()
            .zip(&self.scores)
            .filter(|&(_, &votes)| votes * 1.2 >= score);
        let tied: Vec<Language> = tied.map(|(&language, _)| language).collect();
        let names = tied
            .iter()
            .map(|&language| trigram_name(language))
            .collect();
        match Detector::with_allowlist(names).detect(sample) {
            Some(found) if found.is_reliable() => known(found.lang()),
            _ => tied.first().copied().unwrap_or(Language::En),
        }
    }

    /// A text: votes and trigrams agree, or the surer of the two.
    fn long(&self, sample: &str) -> Language {
        let (language, score, next) = self.best();
        let share = score / self.words;
        if self.foreign / self.words > FOREIGN_SHARE {
            return Language::Other;
        }
        if share >= PROSE_SHARE && score >= next * 1.5 {
            return language;
        }
        match Detector::new().detect(sample) {
            Some(found) if known(found.lang()) == language || found.is_reliable() => {
                known(found.lang())
            }
            // Lists of names and figures: what few function words there are.
            _ if score > next => language,
            _ => Language::En,
        }
    }
}

fn known(found: Lang) -> Language {
    Language::ALL
        .into_iter()
        .find(|&language| trigram_name(language) == found)
        .unwrap_or(Language::Other)
}

fn trigram_name(language: Language) -> Lang {
    match language {
        Language::En | Language::Other => Lang::Eng,
        Language::Es => Lang::Spa,
        Language::De => Lang::Deu,
        Language::Fr => Lang::Fra,
        Language::It => Lang::Ita,
        Language::Pt => Lang::Por,
    }
}
