//! What a question asks for: its terms with their weights, the noun it is
//! about, and the form of the answer.
//!
//! English, Spanish and German; decided by the words of the question alone.

use std::collections::BTreeMap;

use text::Language;

use super::scan::{Kind, Notation, Token, fold, scan, stem};

/// Least weight of a number, a code or a date: it names one thing, however often
/// it occurs.
const CONSTANT_WEIGHT_MIN: f64 = 4.0;

/// A token of the question that an answer should account for.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// The token.
    pub token: Token,
    /// How rare it is in the library, 0 for words without content.
    pub weight: f64,
    /// The answer must not have it: `(not agreed value)`.
    pub excluded: bool,
    /// A name: it opens with a capital inside the sentence.
    pub name: bool,
    /// The word it is called by, as a stem: `rul` for `C-7` in `Rule C-7`.
    pub designator: Option<String>,
}

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// All members of a list.
    Items,
    /// How many there are, or a number that stands somewhere.
    Count,
    /// The one with the largest or smallest value.
    Extreme {
        /// The largest.
        largest: bool,
    },
    /// One value or fact.
    Value,
}

/// A question, taken apart.
#[derive(Debug, Clone)]
pub struct Question {
    /// As it was asked.
    pub text: String,
    /// In order.
    pub terms: Vec<Term>,
    /// What is asked for.
    pub form: Form,
    /// Stems of the noun phrase that names what is asked for, its head last:
    /// `rating plan rules`.
    pub noun: Vec<String>,
    /// A sum or a total is asked for.
    pub total: bool,
    /// Terms at the start that name the table rather than what is in it.
    pub title_terms: usize,
}

/// Words by which something with a number or letter is called.
const DESIGNATORS: &[&str] = &[
    "section",
    "rule",
    "part",
    "chapter",
    "exhibit",
    "appendix",
    "article",
    "art",
    "schedule",
    "annex",
    "table",
    "figure",
    "step",
    "clause",
    "paragraph",
    "seccion",
    "regla",
    "parte",
    "capitulo",
    "anexo",
    "articulo",
    "tabla",
    "clausula",
    "abschnitt",
    "regel",
    "teil",
    "kapitel",
    "anhang",
    "artikel",
    "tabelle",
    "anlage",
    "ziffer",
    "module",
    "modul",
    "form",
    "class",
    "tier",
];

/// Verbs and phrases that open a question for a list.
const LIST_VERBS: &[&str] = &[
    "list",
    "name",
    "enumerate",
    "show",
    "give",
    "enumera",
    "enumere",
    "lista",
    "liste",
    "listar",
    "nombra",
    "menciona",
    "indica",
    "nenne",
    "nennen",
    "zahle",
    "zeige",
    "gib",
    "aufzahlen",
];
const WHICH: &[&str] = &[
    "which", "what", "cuales", "cual", "que", "welche", "welchen", "welcher", "welches", "was",
];
const MANY: &[&[&str]] = &[
    &["how", "many"],
    &["cuantos"],
    &["cuantas"],
    &["wie", "viele"],
    &["wieviele"],
];
/// Words between the opening and the noun.
const BETWEEN: &[&str] = &[
    "me",
    "all",
    "every",
    "each",
    "the",
    "of",
    "are",
    "is",
    "complete",
    "full",
    "different",
    "various",
    "todos",
    "todas",
    "los",
    "las",
    "el",
    "la",
    "son",
    "cada",
    "me",
    "alle",
    "aller",
    "die",
    "der",
    "das",
    "den",
    "mir",
    "auf",
    "sind",
    "samtliche",
    "jede",
    "jeden",
    "there",
    "any",
    "de",
    "were",
    "was",
];
/// Nouns that stand before the one that is meant: `types of property`.
const KINDS: &[&str] = &[
    "typ", "kind", "sort", "categor", "category", "nam", "list", "tipo", "clas", "class", "art",
    "form",
];
const LARGEST: &[&str] = &[
    "most", "highest", "largest", "greatest", "biggest", "maximum", "longest", "mayor", "maximo",
    "maxima", "hochste", "hochsten", "meisten", "grosste", "grossten", "teuerste", "dearest",
];
const SMALLEST: &[&str] = &[
    "least",
    "lowest",
    "smallest",
    "fewest",
    "minimum",
    "shortest",
    "cheapest",
    "menor",
    "minimo",
    "minima",
    "niedrigste",
    "niedrigsten",
    "wenigsten",
    "kleinste",
    "billigste",
];
const TOTALS: &[&str] = &[
    "total",
    "sum",
    "altogether",
    "combined",
    "overall",
    "suma",
    "insgesamt",
    "summe",
    "gesamt",
    "zusammen",
];

impl Question {
    /// Takes a question apart. `rarity` gives the weight of a word of the
    /// library, 0 upwards; `enumerates` says that the router takes it for a
    /// question for a list.
    pub fn read(
        text: &str,
        language: Language,
        enumerates: bool,
        rarity: &dyn Fn(&str) -> f64,
    ) -> Question {
        let tokens = scan(text, Notation::of(language));
        let words: Vec<String> = tokens
            .iter()
            .map(|token| fold(&text[token.start..token.end]))
            .collect();
        let excluded = excluded(text);
        let mut weights: BTreeMap<String, f64> = BTreeMap::new();
        let mut terms = Vec::with_capacity(tokens.len());
        for (at, token) in tokens.iter().enumerate() {
            let raw = &text[token.start..token.end];
            let weight = *weights
                .entry(token.key.clone())
                .or_insert_with(|| weight(token, raw, at == 0, language, rarity));
            let before = at.checked_sub(1).map(|before| words[before].as_str());
            terms.push(Term {
                token: token.clone(),
                weight,
                excluded: excluded.iter().any(|span| span.contains(&token.start)),
                name: token.kind == Kind::Word && at > 0 && raw.starts_with(char::is_uppercase),
                designator: designator(token, before, &weight),
            });
        }
        let opening = opening(&words, &terms);
        let form = form(&words, enumerates, &opening);
        // `List all` is how it is asked, not what is asked for.
        for term in &mut terms[opening.start..opening.from] {
            term.weight = 0.0;
        }
        unname(&mut terms, language);
        Question {
            text: text.to_owned(),
            noun: opening.noun,
            form,
            title_terms: 0,
            total: words.iter().any(|word| TOTALS.contains(&word.as_str())),
            terms,
        }
    }

    /// Terms that an answer should hold: with content, not excluded.
    pub fn wanted(&self) -> impl Iterator<Item = &Term> {
        self.terms
            .iter()
            .filter(|term| term.weight > 0.0 && !term.excluded)
    }

    /// The head of the noun phrase.
    pub fn head(&self) -> Option<&str> {
        self.noun.last().map(String::as_str)
    }
}

/// Nouns have capitals in German, and some people write every Word with one:
/// there a capital tells no name.
fn unname(terms: &mut [Term], language: Language) {
    let words = || {
        terms
            .iter()
            .filter(|term| term.token.kind == Kind::Word && term.weight > 0.0)
    };
    let named = words().filter(|term| term.name).count();
    if language == Language::De || named * 10 > words().count() * 9 {
        for term in terms {
            term.name = false;
        }
    }
}

/// Weight of a token: words without content have none.
fn weight(
    token: &Token,
    raw: &str,
    first: bool,
    language: Language,
    rarity: &dyn Fn(&str) -> f64,
) -> f64 {
    match token.kind {
        Kind::Word if is_stop(raw, language) => 0.0,
        Kind::Word => rarity(raw),
        // A capital at the start is an article or a pronoun.
        Kind::Letter if first || raw == "I" => 0.0,
        Kind::Letter => CONSTANT_WEIGHT_MIN / 2.0,
        _ => rarity(raw).max(CONSTANT_WEIGHT_MIN),
    }
}

/// True for a word without content: the analyzer makes no term of it.
pub(super) fn is_stop(word: &str, language: Language) -> bool {
    let lower = word.to_lowercase();
    text::terms(&lower, language).is_empty()
        || (language != Language::En && text::terms(&lower, Language::En).is_empty())
        || matches!(
            lower.as_str(),
            "many" | "much" | "please" | "tell" | "according" | "give" | "gives" | "say" | "says"
        )
}

fn designator(token: &Token, before: Option<&str>, weight: &f64) -> Option<String> {
    let numbered = matches!(token.kind, Kind::Code | Kind::Number | Kind::Letter) && *weight > 0.0;
    before
        .filter(|word| numbered && DESIGNATORS.contains(word))
        .map(stem)
}

/// Stretches that say what is not meant: `(not …)`, `other than …`, `except …`.
fn excluded(text: &str) -> Vec<std::ops::Range<usize>> {
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let openings = [
        "(not ",
        "(excluding ",
        "(no ",
        "(nicht ",
        "(sin ",
        "(ohne ",
        " other than ",
        " except for ",
        " except ",
        " excluding ",
        " excepto ",
        " außer ",
    ];
    for opening in openings {
        for (at, _) in lower.match_indices(opening) {
            let start = at + opening.len();
            let rest = &lower[start..];
            let end = rest
                .find(|c: char| matches!(c, ')' | ',' | ';' | '?'))
                .unwrap_or(rest.len());
            found.push(start..start + end);
        }
    }
    found
}

/// How a question opens, and the noun phrase behind it.
#[derive(Debug, Default)]
struct Opening {
    kind: Option<Opener>,
    /// Token of the first word of the opening.
    start: usize,
    /// Token of the first word of the noun phrase.
    from: usize,
    noun: Vec<String>,
    plural: bool,
    /// `Give every …`: all of them are asked for.
    whole: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opener {
    List,
    Which,
    Many,
}

fn opening(words: &[String], terms: &[Term]) -> Opening {
    let starts = |at: usize, phrase: &[&str]| {
        words[at..].len() >= phrase.len() && words[at..].iter().zip(phrase).all(|(a, b)| a == b)
    };
    for at in 0..words.len() {
        let word = words[at].as_str();
        let found = if at < 3 && LIST_VERBS.contains(&word) {
            Some((Opener::List, at + 1))
        } else if let Some(phrase) = MANY.iter().find(|phrase| starts(at, phrase)) {
            Some((Opener::Many, at + phrase.len()))
        } else if WHICH.contains(&word) {
            Some((Opener::Which, at + 1))
        } else {
            None
        };
        if let Some((kind, next)) = found {
            let opening = noun_phrase(kind, next, words, terms);
            return Opening {
                start: at,
                ..opening
            };
        }
    }
    Opening::default()
}

fn noun_phrase(kind: Opener, next: usize, words: &[String], terms: &[Term]) -> Opening {
    let between = |word: &String| BETWEEN.contains(&word.as_str());
    let mut from = next;
    while words.get(from).is_some_and(between) {
        from += 1;
    }
    let content = |at: &usize| {
        terms.get(*at).is_some_and(|term| {
            term.token.kind == Kind::Word && (term.weight > 0.0 || words[*at] == "other")
        })
    };
    let mut phrase: Vec<usize> = (from..words.len()).take_while(content).collect();
    // `types of property`: the noun that is meant comes behind.
    let kinds = phrase
        .last()
        .is_some_and(|last| KINDS.contains(&terms[*last].token.key.as_str()));
    if let Some(last) = phrase.last().copied().filter(|_| kinds) {
        let mut behind = last + 1;
        while words.get(behind).is_some_and(between)
            || words.get(behind).is_some_and(|word| word == "von")
        {
            behind += 1;
        }
        let rest: Vec<usize> = (behind..words.len()).take_while(content).collect();
        if behind > last + 1 && !rest.is_empty() {
            phrase = rest;
        }
    }
    let is_plural = |at: &usize| {
        let word = &words[*at];
        word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
    };
    // In `which company cancelled its` the verb joins the noun: the plural is
    // the head, or the first word behind `which`.
    let head = phrase.iter().rposition(is_plural);
    let end = match head {
        Some(head) => head + 1,
        None if kind == Opener::Which => phrase.len().min(2),
        None => phrase.len(),
    };
    let plural = head.is_some()
        || words
            .get(next.saturating_sub(1))
            .is_some_and(|word| word == "welche");
    Opening {
        kind: Some(kind),
        start: next,
        from: from.min(terms.len()),
        noun: phrase[..end]
            .iter()
            .map(|at| terms[*at].token.key.clone())
            .collect(),
        plural,
        whole: kind == Opener::List
            && words[next..from.min(words.len())].iter().any(|word| {
                matches!(
                    word.as_str(),
                    "all" | "every" | "each" | "todos" | "todas" | "alle" | "samtliche" | "cada"
                )
            }),
    }
}

fn form(words: &[String], enumerates: bool, opening: &Opening) -> Form {
    let extreme = |list: &[&str]| {
        words.iter().enumerate().any(|(at, word)| {
            let before = at
                .checked_sub(1)
                .map_or("", |before| words[before].as_str());
            list.contains(&word.as_str())
                && matches!(
                    before,
                    "the" | "has" | "had" | "have" | "la" | "el" | "die" | "der" | "das" | "den"
                )
        })
    };
    let which = opening.kind == Some(Opener::Which);
    if which && extreme(LARGEST) && !enumerates {
        return Form::Extreme { largest: true };
    }
    if which && extreme(SMALLEST) && !enumerates {
        return Form::Extreme { largest: false };
    }
    match opening.kind {
        Some(Opener::Many) => Form::Count,
        _ if enumerates || opening.whole => Form::Items,
        Some(Opener::Which) if opening.plural => Form::Items,
        Some(Opener::List | Opener::Which) | None => Form::Value,
    }
}

#[cfg(test)]
mod tests {
    use text::Language;

    use super::{Form, Question};

    fn read(text: &str) -> Question {
        Question::read(text, Language::En, false, &|_| 2.0)
    }

    #[track_caller]
    fn check(text: &str, form: Form, noun: &str) {
        let question = read(text);
        assert_eq!(
            (question.form, question.noun.join(" ").as_str()),
            (form, noun),
            "{text}"
        );
    }

    #[test]
    fn forms_and_nouns() {
        check("Which perils are used in rating?", Form::Items, "peril");
        check(
            "What types of property can be covered?",
            Form::Value,
            "property",
        );
        check("In which cities did it give notices?", Form::Items, "city");
        check(
            "Which month had the most notices?",
            Form::Extreme { largest: true },
            "month",
        );
        check("How many notices were there?", Form::Count, "notic");
        check("What is the rate?", Form::Value, "rat");
        check("Give me every charge for boats.", Form::Items, "charg");
        let asked = read("With the flag set to Y, what is the fee?");
        assert!(
            asked.wanted().any(|term| term.token.key == "flag"),
            "what stands before `what` counts"
        );
        let listed = Question::read("List all rating plan rules", Language::En, true, &|_| 2.0);
        assert_eq!((listed.form, listed.head()), (Form::Items, Some("rul")));
        assert_eq!(listed.wanted().count(), 3, "`list all` is not looked for");
    }

    #[test]
    fn what_is_not_meant_is_set_apart() {
        let question = read("What does $8,000 of jewelry (not agreed value) cost?");
        let excluded: Vec<&str> = question
            .terms
            .iter()
            .filter(|term| term.excluded)
            .map(|term| term.token.key.as_str())
            .collect();
        assert_eq!(excluded, ["agr", "valu"]);
        let wanted: Vec<&str> = question
            .wanted()
            .map(|term| term.token.key.as_str())
            .collect();
        assert_eq!(wanted, ["8000", "jewelry", "cost"]);
    }

    #[test]
    fn ids_know_what_they_are_called_by() {
        let question = read("What does Rule C-36 say of Section B?");
        let called: Vec<(&str, &str)> = question
            .terms
            .iter()
            .filter_map(|term| Some((term.designator.as_deref()?, term.token.key.as_str())))
            .collect();
        assert_eq!(called, [("rul", "C36"), ("section", "b")]);
    }
}
