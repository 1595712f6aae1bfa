//! How many things are asked for, told by the endings of the words behind the
//! one that asks. Features of the classifier, not a decision.
//!
//! Endings carry over to words that no training question has, which is what a
//! list in Spanish or German is told by. They are read by language, and all three
//! read every question: hardly a word that asks is of two of them, and then the
//! classifier weighs what was found.

mod amounts;
mod english;
mod german;
mod german_nouns;
mod parts;
mod spanish;

/// What a question tells of the number of what it asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Asked {
    /// One of a kind: "which clause", "qué plazo", "welche Frist".
    One,
    /// Several of a kind: "which clauses", "qué plazos", "welche Fristen".
    Several,
    /// How many members something has: "how many branches".
    Count,
    /// How much by a unit: "how many days".
    Measure,
    /// A request for several things: "name the partners", "zähl die Orte auf".
    Named,
    /// No question and no request, but the name of several things: "side effects
    /// of quinine", "todos los recargos".
    Heading,
    /// Which of two or of a few: "which of the two", "cuál de los planes".
    Choice,
    /// A figure that has a plural for its name: "the net sales of 2024".
    Amount,
    /// What something is made of or needs, with no plural to tell: "what does it
    /// include".
    Parts,
}

impl Asked {
    /// As a feature.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Several => "several",
            Self::Count => "count",
            Self::Measure => "measure",
            Self::Named => "named",
            Self::Heading => "heading",
            Self::Choice => "choice",
            Self::Amount => "amount",
            Self::Parts => "parts",
        }
    }
}

/// Everything that the words tell, each once, in a fixed order.
pub(super) fn asked(question: &str) -> Vec<Asked> {
    let words = words(question);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    let mut start = 0;
    for at in 0..words.len() {
        if words[at] == BREAK {
            start = at + 1;
            continue;
        }
        // What was said in an earlier clause is no part of this request.
        let (before, rest) = (&words[start..at], &words[at..]);
        found.extend(english::asked(before, rest));
        found.extend(spanish::asked(before, rest));
        found.extend(german::asked(before, rest));
    }
    if found.is_empty() && is_heading(&words) {
        found.push(Asked::Heading);
    }
    if amounts::asked(&words) {
        found.retain(|asked| !matches!(asked, Asked::Several | Asked::Heading));
        found.push(Asked::Amount);
    }
    if parts::asked(&words) {
        found.push(Asked::Parts);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// True when the words ask for one thing or a choice and for nothing else.
pub(super) fn asks_for_one(found: &[Asked]) -> bool {
    let one = |asked: &Asked| {
        matches!(
            asked,
            Asked::One | Asked::Measure | Asked::Choice | Asked::Amount
        )
    };
    !found.is_empty() && found.iter().all(one)
}

/// Stands for a mark that ends a clause: names of things do not go over it, and a
/// request may begin behind it.
const BREAK: &str = ".";

/// Words in small letters, and breaks between clauses.
fn words(question: &str) -> Vec<String> {
    const BREAKS: &[char] = &[
        '.', '?', '!', ':', ';', ',', '\n', '–', '—', '¿', '¡', '(', ')', '"',
    ];
    let lower = question.to_lowercase();
    let mut words: Vec<String> = Vec::new();
    let mut start = 0;
    for (at, mark) in lower.char_indices().filter(|(_, c)| !c.is_alphanumeric()) {
        if start < at {
            words.push(lower[start..at].to_owned());
        }
        if BREAKS.contains(&mark) && words.last().is_some_and(|last| last != BREAK) {
            words.push(BREAK.to_owned());
        }
        start = at + mark.len_utf8();
    }
    if start < lower.len() {
        words.push(lower[start..].to_owned());
    }
    if words.last().is_some_and(|last| last == BREAK) {
        words.pop();
    }
    words
}

/// A few words whose head is a plural and that no verb makes a sentence, read in
/// the language that its small words are of; in each where it has none.
fn is_heading(words: &[&str]) -> bool {
    const WORDS_MAX: usize = 9;
    let words: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| *word != BREAK)
        .collect();
    let words = words.as_slice();
    if !(1..=WORDS_MAX).contains(&words.len()) {
        return false;
    }
    let languages = [
        Language {
            heads: english::heads,
            small: english::SMALL,
            sentence: english::SENTENCE,
            letters: english::LETTERS,
        },
        Language {
            heads: spanish::heads,
            small: spanish::SMALL,
            sentence: spanish::SENTENCE,
            letters: spanish::LETTERS,
        },
        Language {
            heads: german::heads,
            small: german::SMALL,
            sentence: german::SENTENCE,
            letters: german::LETTERS,
        },
    ];
    let has = |of: &[&str]| words.iter().filter(|word| of.contains(word)).count();
    let signs = |language: &Language| {
        let of_letters = words.iter().filter(|word| word.contains(language.letters));
        has(language.small) + of_letters.count()
    };
    let most = languages.iter().map(signs).max();
    languages.iter().all(|language| has(language.sentence) == 0)
        && languages
            .iter()
            .any(|language| Some(signs(language)) == most && (language.heads)(words))
}

/// What headings are read by in a language.
struct Language {
    /// Tells whether a heading names several things.
    heads: fn(&[&str]) -> bool,
    /// Small words of it.
    small: &'static [&'static str],
    /// Words that make a sentence.
    sentence: &'static [&'static str],
    /// Letters of no other language.
    letters: &'static [char],
}

/// The words up to the end of the clause.
fn clause<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let end = words.iter().position(|word| *word == BREAK);
    &words[..end.unwrap_or(words.len())]
}

fn is_long(word: &str) -> bool {
    word.chars().count() > 3
}

fn ends_with_any(word: &str, ends: &[&str]) -> bool {
    ends.iter().any(|end| word.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a rule on words holds for a question.
    pub(super) fn holds(rule: fn(&[&str]) -> bool, question: &str) -> bool {
        let words = words(question);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        rule(&words)
    }

    #[track_caller]
    fn check(expected: &[Asked], texts: &[&str]) {
        for text in texts {
            assert_eq!(asked(text), expected, "{text}");
        }
    }

    #[test]
    fn plurals_behind_a_word_that_asks() {
        check(
            &[Asked::Several],
            &[
                "which ports does she call at",
                "what public holidays apply",
                "in which two sections is it named",
                "who else knows",
                "¿Qué puertos toca la línea?",
                "q puertos toca",
                "en que meses cierra",
                "¿cuáles son las filiales?",
                "Welche Zulagen gibt es?",
                "Welche Gründe nennt der Bescheid?",
                "welche vertraege laufen aus",
                "welche mittel sind zugelassen",
                "Welche Handgriffe sind nötig?",
                "in welchen Bänden",
                "Welche neuen Klauseln enthält der Entwurf?",
                "wer kommt alles vor",
                "was alles fehlt",
                "Was gibt es an Ermäßigungen?",
                "wer war sonst noch dabei",
                "Wann überall hielt der Zug?",
                "An welchen der Häuser fehlt der Putz?",
                "welche Tabletten nimmt er",
            ],
        );
    }

    #[test]
    fn one_of_a_kind() {
        check(
            &[Asked::One],
            &[
                "which clause covers theft",
                "which fuse protects the pump",
                "¿Qué plazo hay?",
                "¿cuál es la edad mínima?",
                "welche Frist gilt",
                "welche Grenze setzt das Gesetz",
                "Welche Nummer hat das Bauteil?",
                "Welche Regel gilt am Netz?",
                "welcher Betrag",
            ],
        );
    }

    #[test]
    fn numbers_of_members_are_told_from_measures() {
        check(
            &[Asked::Count],
            &[
                "how many branches are there",
                "cuántas filiales tiene",
                "wie viele Ausschüsse hat der Rat",
            ],
        );
        check(
            &[Asked::Measure],
            &[
                "how many working days do I have",
                "cuántos días de preaviso",
                "wie viele Monate dauert es",
            ],
        );
    }

    #[test]
    fn requests_and_headings_name_several_things() {
        check(
            &[Asked::Named],
            &[
                "name the subsidiaries",
                "could you list out the tools",
                "give me the fees",
                "Enumérame las filiales",
                "dame las alarmas",
                "Zähl die Hütten auf",
                "Bitte die Teilnehmer mit Adresse",
                "Schreib sie mir der Reihe nach auf",
                "Escríbemelos por orden",
                "nenne mir bitte die Gründe",
            ],
        );
        check(
            &[Asked::Heading],
            &[
                "side effects of quinine",
                "todos los recargos",
                "Schließtage 2026",
                "Anlagen?",
                "und die Beilagen?",
                "die Gewürze im Teig",
            ],
        );
    }

    #[test]
    fn a_figure_is_no_list_though_its_name_is_a_plural() {
        check(
            &[Asked::Amount],
            &[
                "What were the group's finance costs in 2024?",
                "¿Qué ingresos tuvo la mutua en 2020?",
                "Welche Mieteinnahmen gab es 2017?",
                "Heizkosten 2021",
            ],
        );
        check(
            &[Asked::Several],
            &["What were the firm's subsidiaries in 2024?"],
        );
    }

    #[test]
    fn parts_are_told_by_the_verb() {
        check(
            &[Asked::Parts],
            &["was gehört dazu", "qué incluye la cuota"],
        );
    }

    #[test]
    fn a_choice_is_no_list() {
        for text in [
            "which of the two is cheaper",
            "which tyres would you fit",
            "¿qué botas me conviene llevar?",
            "welche Kartoffeln lohnen sich auf Lehm",
            "¿cuál de los planes conviene?",
            "Welche der beiden Policen deckt mehr?",
        ] {
            let found = asked(text);
            assert!(found.contains(&Asked::Choice), "{text}: {found:?}");
            assert!(!found.contains(&Asked::Several), "{text}: {found:?}");
        }
        check(&[Asked::Several], &["which of the letters were burnt"]);
    }

    #[test]
    fn verbs_and_mass_are_not_taken_for_plurals() {
        for text in [
            "what does it cost",
            "what goes with the duck",
            "which verse speaks of lamps",
            "what are the odds of two sixes",
            "which one is better",
            "qué más dice",
            "qué análisis hizo",
            "the rent is due on the third",
            "Erläutern Sie die Preispolitik",
            "und die Kaution?",
        ] {
            let found = asked(text);
            assert!(!found.contains(&Asked::Several), "{text}: {found:?}");
            assert!(!found.contains(&Asked::Heading), "{text}: {found:?}");
        }
    }
}
