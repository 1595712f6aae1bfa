//! The thing that a question tells by its rank: `the substation with the highest peak`, `the
//! fixture that has the most units`, `die Filiale mit dem höchsten Umsatz`, `la finca con más
//! superficie`.
//!
//! Which one it is, a column of a table shows; its name takes the place of the description.

use std::ops::Range;

use super::describe::Meant;
use super::nested::{Word, stops_behind, words};
use super::words::{ARTICLES, AUXILIARIES, OPENERS, PREPOSITIONS};
use crate::plan::question::{is_largest, is_smallest};
use crate::plan::rows::foremost;
use crate::plan::shown::cell_text;
use crate::plan::work::Work;

/// A description by rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foremost {
    /// All of it in the question, with its article.
    pub range: Range<usize>,
    /// What kind of thing it is: `substation`.
    pub noun: String,
    /// The question for its name.
    pub question: String,
}

/// Words of the noun, and of the measure, at most.
const WORDS_MAX: usize = 5;

/// What joins a thing and its rank in a language, and how its name is asked for.
struct Grammar {
    articles: &'static [&'static str],
    /// Words that join, each in a row.
    joints: &'static [&'static [&'static str]],
    /// Words that say a rank without an article, and the word that stands for them.
    bare: &'static [(&'static str, &'static str)],
    asking: fn(noun: &str, rank: &str) -> String,
}

const GRAMMARS: [Grammar; 3] = [
    Grammar {
        articles: ARTICLES,
        joints: &[
            &["with"],
            &["having"],
            &["that", "has"],
            &["which", "has"],
            &["that", "had"],
            &["which", "had"],
        ],
        bare: &[("most", "most"), ("fewest", "fewest"), ("least", "least")],
        asking: |noun, rank| format!("Which {noun} has the {rank}?"),
    },
    Grammar {
        articles: &["der", "die", "das", "den", "dem", "des"],
        joints: &[&["mit"]],
        bare: &[],
        asking: |noun, rank| format!("Welche {noun} hat die {rank}?"),
    },
    Grammar {
        articles: &["el", "la", "los", "las", "del", "al"],
        joints: &[&["con"], &["que", "tiene"], &["que", "tuvo"]],
        bare: &[
            ("mas", "mayor"),
            ("menos", "menor"),
            ("mayor", "mayor"),
            ("menor", "menor"),
        ],
        asking: |noun, rank| format!("¿Qué {noun} tiene la {rank}?"),
    },
];

/// The description by rank in a question; `None` where there is none, or nothing else is asked
/// than what it is.
pub fn read(question: &str) -> Option<Foremost> {
    let words = words(question);
    GRAMMARS
        .iter()
        .find_map(|grammar| (1..words.len()).find_map(|at| read_at(question, &words, grammar, at)))
}

/// The description whose joint stands at `at`.
fn read_at(question: &str, words: &[Word<'_>], grammar: &Grammar, at: usize) -> Option<Foremost> {
    let low = |at: usize| words.get(at).map_or("", |word| word.low.as_str());
    let joint = grammar.joints.iter().find(|joint| {
        joint
            .iter()
            .enumerate()
            .all(|(step, word)| low(at + step) == *word)
    })?;
    let start = (at.saturating_sub(WORDS_MAX + 1)..at)
        .rev()
        .find(|&start| grammar.articles.contains(&low(start)))?;
    let noun = &words[start + 1..at];
    let plain = noun.iter().all(|word| {
        !AUXILIARIES.contains(&word.low.as_str()) && !OPENERS.contains(&word.low.as_str())
    });
    if noun.is_empty() || !plain || noun.iter().any(|word| stops_behind(question, word)) {
        return None;
    }
    let behind = at + joint.len();
    let article = grammar.articles.contains(&low(behind)) || low(behind) == "the";
    let rank = behind + usize::from(article);
    let bare = grammar.bare.iter().find(|(word, _)| *word == low(rank));
    let ranks = is_largest(low(rank)) || is_smallest(low(rank)) || bare.is_some();
    if !ranks || !article && bare.is_none() {
        return None;
    }
    let end = measure_end(question, words, start, rank + 1)?;
    let said = bare.map_or(words[rank].raw, |(_, said)| *said);
    let measure = &question[words[rank + 1].start..words[end - 1].end];
    let range = words[start].start..words[end - 1].end;
    let asks = |text: &str| text.split_whitespace().any(super::words::is_content);
    let outside = asks(&question[..range.start]) || asks(&question[range.end..]);
    let noun = question[noun[0].start..noun[noun.len() - 1].end].to_owned();
    outside.then(|| Foremost {
        range,
        question: (grammar.asking)(&noun, &format!("{said} {measure}")),
        noun,
    })
}

/// One past the last word of the measure that opens at `from`.
fn measure_end(question: &str, words: &[Word<'_>], start: usize, from: usize) -> Option<usize> {
    let mut end = from;
    while end < words.len().min(from + WORDS_MAX) {
        let word = &words[end];
        let small = word.low != "of" && PREPOSITIONS.contains(&word.low.as_str())
            || matches!(word.low.as_str(), "en" | "im" | "bei" | "am" | "und" | "y");
        if small || AUXILIARIES.contains(&word.low.as_str()) {
            break;
        }
        end += 1;
        if stops_behind(question, word) {
            break;
        }
    }
    // `What did the stock with the greatest yield bear?`: the last word is the question's verb.
    let inverted = start > 0 && matches!(words[start - 1].low.as_str(), "do" | "does" | "did");
    if inverted && end > from + 1 {
        end -= 1;
    }
    (end > from).then_some(end)
}

/// The one thing of that rank; `None` where no table shows it, or two are alike.
pub fn find(work: &Work<'_>, described: &Foremost) -> Option<Meant> {
    let question = match &work.rest {
        // Words that name the document tell no row of it.
        Some(rest) => {
            let own = described
                .noun
                .split(' ')
                .filter(|word| rest.contains(*word));
            let own: Vec<&str> = own.collect();
            if own.is_empty() {
                described.question.clone()
            } else {
                described
                    .question
                    .replacen(&described.noun, &own.join(" "), 1)
            }
        }
        None => described.question.clone(),
    };
    let found = foremost(work, &work.read(&question, false))?;
    let [row] = found.at.as_slice() else {
        return None;
    };
    let chain = &work.shelf.chains[found.chain];
    Some(Meant {
        name: cell_text(work, found.chain, *row, found.names?),
        book: chain.book,
        span: chain.rows[*row].span,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_told_by_its_rank_is_asked_for_by_itself() {
        for (question, asked, left) in [
            (
                "How many interruptions were there at the substation with the highest peak?",
                "Which substation has the highest peak?",
                "How many interruptions were there at ?",
            ),
            (
                "What share of class I fruit did the stock with the greatest yield efficiency bear at Orrin?",
                "Which stock has the greatest yield efficiency?",
                "What share of class I fruit did  bear at Orrin?",
            ),
            (
                "How many units has the fixture that has the most drainage units in the table?",
                "Which fixture has the most drainage units?",
                "How many units has  in the table?",
            ),
            (
                "Wie viele Stellen hat die Filiale mit dem höchsten Umsatz?",
                "Welche Filiale hat die höchsten Umsatz?",
                "Wie viele Stellen hat ?",
            ),
            (
                "¿Cuántos tractores hay en el municipio con más superficie?",
                "¿Qué municipio tiene la mayor superficie?",
                "¿Cuántos tractores hay en ?",
            ),
        ] {
            let found = read(question).expect(question);
            assert_eq!(found.question, asked);
            let mut rest = question.to_owned();
            rest.replace_range(found.range, "");
            assert_eq!(rest, left);
        }
        for question in [
            "Which is the substation with the highest peak?",
            "What does the pump with a high lift cost?",
        ] {
            assert_eq!(
                read(question).map(|found| found.question),
                None,
                "{question}"
            );
        }
    }
}
