//! What a question asks for: its terms with their weights, the noun it is
//! about, and the form of the answer.
//!
//! English, Spanish and German; decided by the words of the question alone.

mod opening;
mod weigh;
mod words;

use std::collections::BTreeMap;

use text::Language;

use opening::{form, opening};
pub use opening::{is_largest, is_smallest};
use weigh::{designator, excluded, weight};
use words::{GENERIC, asks_measure, number_word};
pub use words::{is_measure, is_price_verb};

use super::scan::{Kind, Notation, Token, fold, scan};

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
#[derive(Debug, Clone, PartialEq)]
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
    /// The word before the noun in `kinds of tree`.
    pub kinds: Option<String>,
    /// How many members are asked for: `what five things`.
    pub count: Option<usize>,
    /// The noun says nothing of what is listed: cases, conditions.
    pub generic: bool,
    /// The noun is in the plural.
    pub plural: bool,
    /// An amount of money is asked for: `what does … cost`.
    pub amount: bool,
    /// `Charge` is the verb: `what does … charge`.
    pub charges: bool,
    /// A sum or a total is asked for.
    pub total: bool,
    /// Terms at the start that name the table rather than what is in it.
    pub title_terms: usize,
}

/// Words that ask for a sum.
const TOTALS: &[&str] = &[
    "total",
    "sum",
    "altogether",
    "together",
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
        // A question may be in another language than most documents.
        let languages = [language, Language::En, Language::detect(text)];
        let mut weights: BTreeMap<String, f64> = BTreeMap::new();
        let mut terms = Vec::with_capacity(tokens.len());
        for (at, token) in tokens.iter().enumerate() {
            let raw = &text[token.start..token.end];
            let weight = *weights
                .entry(token.key.clone())
                .or_insert_with(|| weight(token, raw, at == 0, &languages, rarity));
            let before = at.checked_sub(1).map(|before| words[before].as_str());
            let asks = before.is_some_and(|before| asks_measure(before, &words[at]));
            let weight = if asks { 0.0 } else { weight };
            terms.push(Term {
                token: token.clone(),
                weight,
                excluded: excluded.iter().any(|span| span.contains(&token.start)),
                name: token.kind == Kind::Word && at > 0 && raw.starts_with(char::is_uppercase),
                designator: designator(token, before, weight),
            });
        }
        for at in 0..terms.len() {
            terms[at].token.value = terms[at].token.value.or_else(|| number_word(&words[at]));
            // `Group B` is no name: the letter is.
            let numbered = terms
                .get(at + 1)
                .is_some_and(|next| next.token.is_constant());
            terms[at].name &= !numbered;
        }
        let mut opening = opening(&words, &terms);
        if languages[2] == Language::De {
            opening::end_at_noun(&mut opening, text, &terms);
        }
        let count = opening::count(&mut opening, &words, &mut terms);
        let form = form(&words, enumerates, &opening);
        // `In which cases …` asks for what a list has, under any name.
        let generic = opening
            .noun
            .last()
            .is_some_and(|noun| GENERIC.contains(&noun.as_str()));
        if generic && form != Form::Count {
            for term in &mut terms {
                if opening.noun.last() == Some(&term.token.key) {
                    term.weight = 0.0;
                }
            }
        }
        // `List all` is how it is asked, not what is asked for.
        for term in &mut terms[opening.start..opening.from] {
            term.weight = 0.0;
        }
        for term in &mut terms[words::unit_clause(&words, text, &tokens)..] {
            term.weight = 0.0;
        }
        unname(&mut terms, languages[2]);
        temper(&mut terms);
        Question {
            text: text.to_owned(),
            count,
            generic,
            plural: opening.plural,
            amount: words.iter().any(|word| is_price_verb(word)),
            charges: words
                .iter()
                .position(|word| matches!(word.as_str(), "does" | "do" | "did" | "would"))
                .is_some_and(|at| words[at..].iter().any(|word| word == "charge")),
            noun: opening.noun,
            kinds: opening.kinds,
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

    /// The noun phrase as it was asked.
    pub fn noun_text(&self) -> &str {
        let mut own = self.terms.windows(self.noun.len().max(1)).filter(|terms| {
            let keys = terms.iter().map(|term| &term.token.key);
            keys.eq(&self.noun)
        });
        own.next().map_or("", |terms| {
            let (first, last) = (&terms[0].token, &terms[terms.len() - 1].token);
            &self.text[first.start..last.end]
        })
    }

    /// The head of the noun phrase.
    pub fn head(&self) -> Option<&str> {
        self.noun.last().map(String::as_str)
    }
}

/// A word that no document has is often only a turn of phrase: it weighs no
/// more than the question's other words do.
fn temper(terms: &mut [Term]) {
    let mut weights: Vec<f64> = terms
        .iter()
        .filter(|term| term.token.kind == Kind::Word && term.weight > 0.0)
        .map(|term| term.weight)
        .collect();
    weights.sort_by(f64::total_cmp);
    let Some(median) = weights.get(weights.len() / 2).copied() else {
        return;
    };
    for term in terms
        .iter_mut()
        .filter(|term| term.token.kind == Kind::Word)
    {
        term.weight = term.weight.min(1.5 * median);
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
            Form::Items,
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
    fn words_that_say_numbers_and_groups_have_values() {
        let question = read("What does a bed of the third class in Group B cost without a meal?");
        let third = question.terms.iter().find(|term| term.token.key == "third");
        assert_eq!(
            third.and_then(|term| term.token.value),
            Some(crate::plan::Exact::whole(3))
        );
        assert!(question.amount && question.terms.iter().all(|term| !term.name));
        assert!(
            question
                .terms
                .iter()
                .any(|term| term.excluded && term.token.key == "meal")
        );
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
