//! What a question wants side by side: the things, and the aspects it names.
//!
//! `in`, `of` and `for` stand inside names as well as before aspects, so a
//! question has several readings; the documents decide which of them holds.

/// Things side by side, at most.
pub const THINGS_MAX: usize = 4;

/// Aspects shown, at most.
pub const ASPECTS_MAX: usize = 6;

/// One reading of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Names of what is compared, two to [`THINGS_MAX`].
    pub things: Vec<String>,
    /// What is asked of each; empty where the question names nothing.
    pub aspects: Vec<String>,
}

/// Words behind which the things or the aspects stand.
const OPENINGS: [&str; 22] = [
    "compare ",
    "comparison of ",
    "comparison between ",
    "difference between ",
    "differences between ",
    "difference in ",
    "differences in ",
    "how do ",
    "how does ",
    "vergleiche ",
    "vergleich von ",
    "vergleich zwischen ",
    "unterschied zwischen ",
    "unterschiede zwischen ",
    "wie unterscheiden sich ",
    "worin unterscheiden sich ",
    "compara ",
    "comparación de ",
    "diferencia entre ",
    "diferencias entre ",
    "en qué se diferencian ",
    "cómo se diferencian ",
];

/// Openings that compare only where a verb says so.
const WITH_VERB: [&str; 2] = ["how do ", "how does "];

/// Verbs of the openings that need one.
const VERBS: [&str; 2] = [" differ", " compare"];

/// Words between things and the aspects that follow them, longer ones first.
const BEFORE_ASPECTS: [&str; 18] = [
    " with regard to ",
    " with respect to ",
    " in bezug auf ",
    " in terms of ",
    " hinsichtlich ",
    " en cuanto a ",
    " respecto a ",
    " concerning ",
    " regarding ",
    " bezüglich ",
    " sobre ",
    " on ",
    " by ",
    " in ",
    " for ",
    " bei ",
    " en ",
    ": ",
];

/// Words between aspects and the things that follow them.
const BEFORE_THINGS: [&str; 13] = [
    " between ",
    " of ",
    " in ",
    " at ",
    " for ",
    " under ",
    " zwischen ",
    " von ",
    " bei ",
    " entre ",
    " de ",
    " en ",
    " across ",
];

/// Words between the members of a list.
const JOINTS: [&str; 13] = [
    ", ",
    " and ",
    " with ",
    " to ",
    " from ",
    " against ",
    " versus ",
    " vs. ",
    " vs ",
    " und ",
    " mit ",
    " y ",
    " con ",
];

/// Words that say that documents or parts of them are meant, and not what of them.
const GENERIC: [&str; 34] = [
    "the",
    "these",
    "those",
    "their",
    "all",
    "both",
    "three",
    "two",
    "several",
    "different",
    "documents",
    "document",
    "papers",
    "paper",
    "reports",
    "report",
    "filings",
    "files",
    "contracts",
    "studies",
    "articles",
    "books",
    "section",
    "sections",
    "chapters",
    "parts",
    "each",
    "other",
    "die",
    "der",
    "drei",
    "los",
    "las",
    "tres",
];

/// What a question wants compared of documents that it does not name: `the method sections of
/// these three papers` are about `method`, `Compare: revenue, staff` about two things.
pub fn named_aspects(question: &str) -> Vec<String> {
    let question = question.trim_end_matches(['?', '.', '!', ' ']);
    let list = match question.split_once(": ") {
        Some((_, list)) => list,
        None => {
            let lower = question.to_ascii_lowercase();
            let opening = OPENINGS.iter().find_map(|opening| {
                let at = lower.find(opening)?;
                Some(at + opening.len())
            });
            let Some(from) = opening else {
                return Vec::new();
            };
            let rest = &question[from..];
            let lower = &lower[from..];
            let after = places(lower, &BEFORE_ASPECTS)
                .into_iter()
                .map(|(_, end)| end);
            let before = places(lower, &BEFORE_THINGS).into_iter().map(|(at, _)| at);
            let generic = |text: &str| without_generic(text).is_empty();
            let behind = after.map(|end| (&rest[end..], &rest[..end]));
            let behind = behind
                .filter(|(_, things)| generic(things))
                .map(|(list, _)| list);
            let ahead = before.map(|at| (&rest[..at], &rest[at..]));
            let ahead = ahead
                .filter(|(_, things)| {
                    generic(things.trim_start().split_once(' ').map_or("", |two| two.1))
                })
                .map(|(list, _)| list);
            behind.chain(ahead).next().unwrap_or(rest)
        }
    };
    let members = parts(list)
        .into_iter()
        .map(|member| without_generic(&member));
    members.filter(|member| !member.is_empty()).collect()
}

fn without_generic(text: &str) -> String {
    let kept = text.split_whitespace().filter(|word| {
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        !GENERIC.contains(&bare.as_str()) && !BEFORE_ASPECTS.contains(&format!(" {bare} ").as_str())
    });
    kept.collect::<Vec<_>>().join(" ")
}

/// The readings of a question that compares, the likeliest first; none for others.
pub fn readings(question: &str) -> Vec<Compared> {
    let lower = question.to_ascii_lowercase();
    let found = OPENINGS
        .iter()
        .filter_map(|opening| {
            let at = lower.find(opening)?;
            let whole_word = at == 0 || !lower[..at].ends_with(char::is_alphanumeric);
            whole_word.then_some((at + opening.len(), *opening))
        })
        .min();
    let Some((from, opening)) = found else {
        return Vec::new();
    };
    let rest = question[from..].trim_end_matches(['?', '.', '!', ' ']);
    let verb = VERBS.iter().find_map(|verb| {
        let at = rest.to_ascii_lowercase().find(verb)?;
        Some((at, at + verb.len()))
    });
    let rest = match verb {
        // `A and B differ in X`, `A differ from B`: without the verb.
        Some((at, end)) => format!("{}{}", &rest[..at], &rest[end..]),
        None if WITH_VERB.contains(&opening) => return Vec::new(),
        None => rest.to_owned(),
    };
    of_rest(&rest)
}

fn of_rest(rest: &str) -> Vec<Compared> {
    let lower = rest.to_ascii_lowercase();
    let mut readings = Vec::new();
    let mut add = |things: &str, aspects: &str| {
        let things = parts(things);
        let aspects = parts(aspects);
        if (2..=THINGS_MAX).contains(&things.len()) {
            readings.push(Compared { things, aspects });
        }
    };
    add(rest, "");
    for (at, end) in places(&lower, &BEFORE_ASPECTS) {
        add(&rest[..at], &rest[end..]);
    }
    for (at, end) in places(&lower, &BEFORE_THINGS) {
        add(&rest[end..], &rest[..at]);
    }
    readings
}

/// Where one of `words` stands, the first place first; of those at one place the
/// longest.
fn places(lower: &str, words: &[&str]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = words
        .iter()
        .flat_map(|word| {
            lower
                .match_indices(word)
                .map(|(at, word)| (at, at + word.len()))
        })
        .collect();
    found.sort_by_key(|&(at, end)| (at, std::cmp::Reverse(end)));
    found.dedup_by_key(|(at, _)| *at);
    found
}

/// The members of a list in words.
fn parts(list: &str) -> Vec<String> {
    let lower = list.to_ascii_lowercase();
    let mut members = Vec::new();
    let mut last = 0;
    for (at, end) in places(&lower, &JOINTS) {
        if at < last {
            // `, and ` is one joint of two.
            last = last.max(end);
            continue;
        }
        members.push(&list[last..at]);
        last = end;
    }
    members.push(list.get(last..).unwrap_or_default());
    let trimmed = members.into_iter().map(str::trim);
    trimmed
        .filter(|member| !member.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Compared, named_aspects, readings};

    fn reading(things: &[&str], aspects: &[&str]) -> Compared {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        Compared {
            things: owned(things),
            aspects: owned(aspects),
        }
    }

    #[test]
    fn things_and_aspects_in_either_order() {
        let cases = [
            (
                "Compare the Alder lease and the Birch lease on deposit, rent, and notice.",
                reading(
                    &["the Alder lease", "the Birch lease"],
                    &["deposit", "rent", "notice"],
                ),
            ),
            (
                "What is the difference between plan North and plan South?",
                reading(&["plan North", "plan South"], &[]),
            ),
            (
                "what are the differences in opening hours between Alder, Birch and Cedar",
                reading(&["Alder", "Birch", "Cedar"], &["opening hours"]),
            ),
            (
                "How do Alder and Birch differ in terms of rent?",
                reading(&["Alder", "Birch"], &["rent"]),
            ),
            (
                "How does Alder differ from Birch?",
                reading(&["Alder", "Birch"], &[]),
            ),
            (
                "Worin unterscheiden sich Erle und Birke hinsichtlich Miete und Kaution?",
                reading(&["Erle", "Birke"], &["Miete", "Kaution"]),
            ),
            (
                "Compara Aliso con Abedul en cuanto a la fianza",
                reading(&["Aliso", "Abedul"], &["la fianza"]),
            ),
        ];
        for (question, expected) in cases {
            let found = readings(question);
            assert!(found.contains(&expected), "{question}: {found:#?}");
        }
    }

    #[test]
    fn what_is_compared_of_documents_that_are_not_named() {
        for (question, aspects) in [
            (
                "Compare the method sections of these three papers",
                &["method"][..],
            ),
            (
                "Compare: revenue, number of employees",
                &["revenue", "number of employees"],
            ),
            (
                "Compare these reports on net sales and dividends.",
                &["net sales", "dividends"],
            ),
            ("Compare the documents", &[]),
            ("How many are there?", &[]),
        ] {
            assert_eq!(named_aspects(question), aspects, "{question}");
        }
    }

    #[test]
    fn other_questions_have_no_reading() {
        for question in [
            "How do I renew a card and a key?",
            "Which is cheaper, tea or coffee?",
            "Who compared them?",
            "",
        ] {
            assert_eq!(readings(question), [], "{question}");
        }
    }
}
