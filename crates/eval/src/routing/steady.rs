//! Whether a question that is put a little differently is decided the same.

use perusal::EngineError;

use super::{Item, Router, Share};

/// A way to put a question that changes nothing of what is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// All in small letters.
    LowerCase,
    /// Without the marks at its start and end.
    NoMarks,
    /// Ending in a full stop.
    FullStop,
    /// "please", "por favor", "bitte" in front.
    Polite,
    /// "hello", "hola", "hallo" in front.
    Greeting,
    /// Accents and umlauts as on a keyboard that has none.
    Plain,
    /// Two letters of its longest word in each other's place.
    Typo,
}

impl Change {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::LowerCase,
        Self::NoMarks,
        Self::FullStop,
        Self::Polite,
        Self::Greeting,
        Self::Plain,
        Self::Typo,
    ];

    /// In a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::LowerCase => "small letters",
            Self::NoMarks => "no marks",
            Self::FullStop => "full stop",
            Self::Polite => "please",
            Self::Greeting => "hello",
            Self::Plain => "no accents",
            Self::Typo => "one typo",
        }
    }

    /// A text put so; equal to it where there is nothing to change.
    ///
    /// ```
    /// # use eval::routing::Change;
    /// assert_eq!(Change::Plain.of("¿Qué daños hay?", "es"), "¿Que danos hay?");
    /// assert_eq!(Change::Plain.of("Welche Gebühr?", "de"), "Welche Gebuehr?");
    /// assert_eq!(Change::Typo.of("the deductible", "en"), "the deducitble");
    /// assert_eq!(Change::Polite.of("Welche Frist?", "de"), "bitte Welche Frist?");
    /// ```
    pub fn of(self, text: &str, lang: &str) -> String {
        const MARKS: [char; 7] = ['.', '?', '!', '¿', '¡', '…', ' '];
        let in_front = |words: [&str; 3]| {
            let words = match lang {
                "es" => words[1],
                "de" => words[2],
                _ => words[0],
            };
            format!("{words} {text}")
        };
        match self {
            Self::LowerCase => text.to_lowercase(),
            Self::NoMarks => text.trim_matches(MARKS).to_owned(),
            Self::FullStop => format!("{}.", text.trim_end_matches(MARKS)),
            Self::Polite => in_front(["please", "por favor", "bitte"]),
            Self::Greeting => in_front(["hello,", "hola,", "hallo,"]),
            Self::Plain => text.chars().map(|c| plain(c, lang)).collect(),
            Self::Typo => with_typo(text),
        }
    }
}

/// A letter without its accent; German umlauts as two letters.
fn plain(c: char, lang: &str) -> String {
    let plain = match (lang, c) {
        ("de", 'ä') => "ae",
        ("de", 'ö') => "oe",
        ("de", 'ü') => "ue",
        ("de", 'ß') => "ss",
        (_, 'á') => "a",
        (_, 'é') => "e",
        (_, 'í') => "i",
        (_, 'ó') => "o",
        (_, 'ú' | 'ü') => "u",
        (_, 'ñ') => "n",
        _ => return c.to_string(),
    };
    plain.to_owned()
}

/// The two letters in the middle of the longest word, the first of equals, change
/// places; a word of fewer than six letters stays.
fn with_typo(text: &str) -> String {
    const LETTERS_MIN: usize = 6;
    let letters: Vec<char> = text.chars().collect();
    let mut longest = (0, 0);
    let mut start = 0;
    for end in 0..=letters.len() {
        if letters.get(end).is_some_and(|c| c.is_alphanumeric()) {
            continue;
        }
        if end - start > longest.1 - longest.0 {
            longest = (start, end);
        }
        start = end + 1;
    }
    let mut letters = letters;
    if longest.1 - longest.0 >= LETTERS_MIN {
        let middle = usize::midpoint(longest.0, longest.1);
        letters.swap(middle, middle + 1);
    }
    letters.into_iter().collect()
}

/// How many decisions a change leaves as they were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Steadiness {
    /// The change.
    pub change: Change,
    /// Same type.
    pub kind: Share,
    /// A list as before, or none as before, where both are searched for.
    pub enumeration: Share,
}

/// Decides each question as it stands and in every other way that says the same.
///
/// # Errors
/// Those of [`super::measure`].
pub fn measure_steadiness<'i>(
    items: impl Iterator<Item = &'i Item>,
    router: &Router<'_>,
) -> Result<Vec<Steadiness>, EngineError> {
    let mut all = Change::ALL.map(|change| Steadiness {
        change,
        kind: Share::default(),
        enumeration: Share::default(),
    });
    let decide = |text: &str, previous| {
        let embedding = router.embed(text)?;
        router.decide(text, previous, embedding.as_deref())
    };
    for item in items {
        let before = decide(&item.text, item.previous)?;
        for one in &mut all {
            let text = one.change.of(&item.text, &item.lang);
            if text == item.text {
                continue;
            }
            let now = decide(&text, item.previous)?;
            one.kind
                .add(now.kind.question_type() == before.kind.question_type());
            if let (Some(before), Some(now)) = (before.kind.route(), now.kind.route()) {
                one.enumeration.add(before.enumeration == now.enumeration);
            }
        }
    }
    Ok(all.into())
}
