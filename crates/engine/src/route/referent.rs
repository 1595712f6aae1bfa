//! What a topic is about: the names and noun phrases that a later question may
//! mean.

use crate::lexicon::List;

/// A phrase of a topic that may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Referent {
    /// Its words as they stand in the topic, with the article where it has one.
    pub(super) text: String,
    /// How clearly it is a thing: 3 for identifiers and numbered parts, 2 for
    /// names, 1 for phrases with an article or at the start, 0 for the rest.
    pub(super) rank: u8,
}

/// Words of the longest phrase.
const WORDS_MAX: usize = 7;

/// The phrases of a topic, in their order. A topic of 60 characters may end in
/// the middle of a word; a phrase cut there is left out unless it is the only one.
pub(super) fn referents(topic: &str) -> Vec<Referent> {
    let mut found: Vec<Referent> = Vec::new();
    let mut phrase: Vec<&str> = Vec::new();
    // How the verb ends that stands last in the phrase of an English question.
    let mut asked: Option<&str> = None;
    for (at, raw) in topic.split_whitespace().enumerate() {
        let word = raw.trim_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '_');
        let lower = word.to_lowercase();
        let opens = raw.starts_with(['¿', '(', '"']);
        if opens {
            close(&mut phrase, &mut found, asked);
        }
        let linked = List::Links.has(&lower) && !phrase.is_empty();
        // "Was" and "was": a capital inside a sentence makes a name of most words.
        let named = at > 0 && starts_upper(word) && word != "I";
        let border = List::Borders.has(&lower) && !named && !linked;
        if border || word.is_empty() {
            let verb_came = List::Verbs.has(&lower);
            close(&mut phrase, &mut found, asked.filter(|_| !verb_came));
            asked = match lower.as_str() {
                "was" | "were" | "are" | "is" => Some("ed"),
                auxiliary if List::Auxiliaries.has(auxiliary) => Some(""),
                _ => None,
            };
        } else {
            let after_link = phrase.last().is_some_and(|last| is_link(last));
            if is_article(word) && !linked && !after_link && !phrase.is_empty() {
                close(&mut phrase, &mut found, asked);
            }
            phrase.push(word);
        }
        if raw.ends_with([',', '?', ':', ';', ')', '"']) {
            close(&mut phrase, &mut found, asked);
            asked = None;
        }
    }
    close(&mut phrase, &mut found, asked);
    found
}

/// Ends a phrase and keeps what of it names something.
fn close(phrase: &mut Vec<&str>, found: &mut Vec<Referent>, asked: Option<&str>) {
    while phrase
        .last()
        .is_some_and(|word| is_small(word) || (phrase.len() > 1 && is_year(word)))
    {
        phrase.pop();
    }
    while phrase
        .first()
        .is_some_and(|word| is_link(word) && !is_article(word))
    {
        phrase.remove(0);
    }
    // "does the rye loaf bake": the verb stands last.
    let is_verb = |word: &&str| {
        asked.is_some_and(|end| word.ends_with(end)) && word.chars().all(char::is_lowercase)
    };
    if phrase.len() > 1
        && phrase
            .last()
            .is_some_and(|word| is_verb(word) || is_participle(word))
    {
        phrase.pop();
    }
    let words = without_verb(phrase);
    let words = &words[..words.len().min(WORDS_MAX)];
    if words.iter().any(|word| !is_article(word)) {
        found.push(Referent {
            text: words.join(" "),
            rank: rank(words, found.is_empty()),
        });
    }
    phrase.clear();
}

/// "el teorema explicado", "die Zölle aufgehoben": what was done to a thing is
/// not its name. German nouns have a capital.
fn is_participle(word: &&str) -> bool {
    let german = word.chars().all(char::is_lowercase)
        && word.chars().count() > 6
        && ["aufge", "abge", "einge", "ausge", "ange", "ge"]
            .iter()
            .any(|start| word.starts_with(start))
        && (word.ends_with("en") || word.ends_with('t'));
    let mut endings = List::ParticipleEndings.words().iter();
    german || endings.any(|end| word.ends_with(end.as_str()))
}

/// "audits Okonjo Ltd" names Okonjo Ltd: without an article, a name stands
/// from its first capital, a numbered part from the word before its number.
fn without_verb<'p, 't>(phrase: &'p [&'t str]) -> &'p [&'t str] {
    let Some(first) = phrase.first() else {
        return phrase;
    };
    if is_article(first) {
        return phrase;
    }
    // "wrote La casa del páramo", "im Roman Das Moorhaus": a title has its own article.
    let title = |word: &&str| starts_upper(word) && is_article(&word.to_lowercase());
    let from = phrase.iter().skip(1).position(title).map(|at| at + 1);
    if let Some(from) = from.filter(|from| from + 1 < phrase.len()) {
        return &phrase[from..];
    }
    // "Argumente nimmt leseKonfig entgegen": an identifier stands for itself.
    if let Some(at) = phrase.iter().position(|word| is_identifier(word)) {
        return &phrase[at..=at];
    }
    let of_name = |word: &&str| starts_upper(word) || is_marked(word);
    let Some(start) = phrase.iter().position(of_name) else {
        return phrase;
    };
    if phrase[..start].iter().any(|word| is_link(word)) {
        return phrase;
    }
    let number = phrase[start].starts_with(|c: char| c.is_numeric());
    let start = if number {
        start.saturating_sub(1)
    } else {
        start
    };
    let linked = |word: &&str| of_name(word) || is_link(word);
    let end = start
        + 1
        + phrase[start + 1..]
            .iter()
            .take_while(|word| linked(word))
            .count();
    let named = phrase[start..end].iter().rposition(of_name).unwrap_or(0);
    let named = start + named;
    // "Judge Harlan's dissent"
    let owner = phrase[named].ends_with("'s") && named + 1 < phrase.len();
    &phrase[start..=named + usize::from(owner)]
}

pub(super) fn is_link(word: &str) -> bool {
    List::Links.has(&word.to_lowercase())
}

/// By its letters as they stand: "An" in a name is none.
fn is_article(word: &str) -> bool {
    List::Articles.has(word)
}

fn is_small(word: &str) -> bool {
    is_link(word) || is_article(word)
}

fn rank(words: &[&str], opens: bool) -> u8 {
    let inner = |word: &&&str| starts_upper(word) && !is_article(word);
    if words.iter().any(|word| is_marked(word)) {
        3
    } else if words.iter().skip(1).any(|word| inner(&word))
        || (starts_upper(words[0]) && (words.len() == 1 || words[0].ends_with("'s")))
    {
        2
    } else if words.len() > 1 && (opens || is_article(words[0])) {
        1
    } else {
        0
    }
}

/// Identifiers of programs, and whatever holds a digit.
pub(super) fn is_marked(word: &str) -> bool {
    let numbered = word.chars().any(char::is_numeric) && !is_year(word);
    is_identifier(word) || word.starts_with('/') || numbered
}

/// `addVar`, `rate_limit`.
fn is_identifier(word: &str) -> bool {
    let inner_upper = word
        .chars()
        .zip(word.chars().skip(1))
        .any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    inner_upper || word.contains('_')
}

/// A year is when, not what.
fn is_year(word: &str) -> bool {
    word.len() == 4
        && word.chars().all(|c| c.is_ascii_digit())
        && ["1", "20"].iter().any(|start| word.starts_with(start))
}

pub(super) fn starts_upper(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

impl Referent {
    /// The phrase without its article.
    pub(super) fn bare(&self) -> &str {
        match self.text.split_once(' ') {
            Some((first, rest)) if List::Articles.has(&first.to_lowercase()) => rest,
            _ => &self.text,
        }
    }

    /// What is meant by a word that repeats nothing of it: of "side effects of
    /// amoxicillin" the last, of "the bridge of San Telmo" the whole.
    pub(super) fn core(&self) -> String {
        let words: Vec<&str> = self.text.split(' ').collect();
        let link = words.iter().position(|word| is_link(word));
        // "maintenance interval of the XR-200": the thing, not what is asked of it.
        let asked_of = |at: usize| {
            let of_name = |word: &&str| is_marked(word) || starts_upper(word);
            !words[..at].iter().skip(1).any(of_name)
                && !is_marked(words[0])
                && words[at + 1..].iter().any(|word| is_marked(word))
                && !words[at + 1].starts_with(|c: char| c.is_numeric())
        };
        let numbered =
            self.rank == 3 && !link.is_some_and(|at| at + 1 < words.len() && asked_of(at));
        let whole = is_article(words[0]) || numbered;
        match link {
            Some(at) if !whole && at + 1 < words.len() => {
                let article = match words[at] {
                    "del" => "el ",
                    "der" => "der ",
                    _ => "",
                };
                format!("{article}{}", words[at + 1..].join(" "))
            }
            _ => self.text.clone(),
        }
    }

    /// The part with a noun: of "reimbursement of hotel bills" the bills.
    pub(super) fn part_with(&self, noun: &str) -> Self {
        let words: Vec<&str> = self.text.split(' ').collect();
        let noun = stem(noun);
        let at = words
            .iter()
            .position(|word| !is_small(word) && stem(word) == noun);
        let link = words.iter().position(|word| is_link(word));
        let text = match (at, link) {
            (Some(at), Some(link)) if at > link => words[link + 1..].join(" "),
            _ => self.text.clone(),
        };
        Self {
            text,
            rank: self.rank,
        }
    }

    /// True when one of its words is the noun, singular or plural.
    pub(super) fn has_noun(&self, noun: &str) -> bool {
        let noun = stem(noun);
        self.text.split(' ').any(|word| {
            let own = stem(word);
            !is_small(word) && (own == noun || is_compound(&own, &noun))
        })
    }
}

/// "Muldebrücke" is a "Brücke".
fn is_compound(word: &str, noun: &str) -> bool {
    const LETTERS_MIN: usize = 5;
    noun.chars().count() >= LETTERS_MIN && word.ends_with(noun)
}

/// The two things that a topic names together.
pub(super) fn pair(topic: &str) -> Option<(Referent, Referent)> {
    let words: Vec<&str> = topic.split_whitespace().collect();
    let at = words
        .iter()
        .position(|word| List::Pairs.has(&word.to_lowercase()))?;
    let left = referents(&words[..at].join(" ")).pop()?;
    let right = referents(&words[at + 1..].join(" ")).into_iter().next()?;
    Some((left, right))
}

/// A word without the ending of its plural.
fn stem(word: &str) -> String {
    let lower = word.to_lowercase();
    ["es", "en", "s", "n", "e"]
        .iter()
        .find_map(|end| {
            lower
                .strip_suffix(end)
                .filter(|stem| stem.chars().count() > 2)
        })
        .unwrap_or(&lower)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(topic: &str, expected: &[&str]) {
        let found: Vec<String> = referents(topic).into_iter().map(|one| one.text).collect();
        assert_eq!(found, expected, "{topic}");
    }

    #[test]
    fn topics_fall_into_phrases() {
        check("who audits Okonjo Ltd", &["Okonjo Ltd"]);
        check("how long does the rye loaf bake", &["the rye loaf"]);
        check(
            "what is the excess on the Silver plan",
            &["the excess", "the Silver plan"],
        );
        check("resume el capítulo 7", &["el capítulo 7"]);
        check(
            "Nebenwirkungen von Ramipril",
            &["Nebenwirkungen von Ramipril"],
        );
        check("quién escribió La casa del páramo", &["La casa del páramo"]);
        check("Welche Werte nimmt leseKonfig an", &["leseKonfig"]);
        check("", &[]);
    }

    #[test]
    fn pairs_are_seen_as_such() {
        let (left, right) = pair("compare the blue inhaler and the brown inhaler").unwrap();
        assert_eq!(
            (left.text.as_str(), right.text.as_str()),
            ("the blue inhaler", "the brown inhaler")
        );
        assert_eq!(pair("the lease"), None);
    }
}
