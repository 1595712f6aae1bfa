use proptest::prelude::*;
use text::{Format, Section, Span};

use super::*;

fn plain(text: &str) -> Document {
    Document::from_text(text, Format::Plain)
}

fn quoted<'d>(document: &'d Document, summary: &Summary) -> Vec<&'d str> {
    summary
        .sentences
        .iter()
        .map(|span| span.slice(&document.text).unwrap())
        .collect()
}

const LIBRARY: &str = "The library lends books to members for three weeks at a time.\n\n\
    A member may renew a loan of library books twice before the books are due.\n\n\
    My aunt once saw a heron by the river on a cold morning.\n\n\
    Late library books cost members a fee for every week the loan is over.";

#[test]
fn prefers_the_sentences_the_rest_is_about() {
    let document = plain(LIBRARY);
    let made = summaries(&document).document;
    let quotes = quoted(&document, &made);
    assert!(
        quotes.iter().any(|quote| quote.contains("lends books")),
        "{quotes:?}"
    );
    let short = central::Length {
        characters: 150,
        sentences: 2,
    };
    let reading = Reading::of(&document, &|| true).expect("wanted");
    let few = central::central(&document, &reading.sentences, &Default::default(), short);
    assert_eq!(few.len(), 2);
    for span in few {
        assert!(!span.slice(&document.text).unwrap().contains("heron"));
    }
}

#[test]
fn what_is_wanted_no_more_is_given_up_on_the_way() {
    use std::cell::Cell;
    let document = plain(&"Bees nest in hollow stems by the old mill. ".repeat(2_000));
    let looks = Cell::new(0);
    let until = |last: usize| {
        looks.set(0);
        summaries_while(&document, &|| {
            looks.set(looks.get() + 1);
            looks.get() < last
        })
    };
    assert_eq!(until(usize::MAX), Some(summaries(&document)));
    let all = looks.get();
    assert!(all > 5, "{all}");
    for last in 1..=all {
        assert_eq!(until(last), None, "{last} of {all}");
        assert_eq!(looks.get(), last, "nothing is done after it");
    }
}

#[test]
fn key_terms_are_words_of_the_text_and_phrases_stay_whole() {
    let document = plain(LIBRARY);
    let made = summaries(&document).document;
    assert!(
        made.key_terms.iter().any(|term| term == "library books"),
        "{made:?}"
    );
    for term in &made.key_terms {
        assert!(
            document.text.to_lowercase().contains(&term.to_lowercase()),
            "{term}"
        );
    }
}

#[test]
fn a_section_is_told_by_what_the_rest_lacks() {
    let body = |what: &str| {
        (0..20)
            .map(|n| {
                format!("The manual says that {what} of berth {n} is kept by the harbour office. ")
            })
            .collect::<String>()
    };
    let mut text = String::new();
    let mut sections = Vec::new();
    for what in ["anchor chain", "fog signal"] {
        let start = text.len();
        text.push_str(&format!("Part about the {what}\n\n{}\n\n", body(what)));
        sections.push(Section {
            title: format!("Part about the {what}"),
            level: 1,
            span: Span::new(start, text.len()),
            parent: None,
        });
    }
    let document = Document {
        sections,
        ..plain(&text)
    };
    let made = summaries(&document);
    assert_eq!(made.sections.len(), 2, "{made:?}");
    let firsts: Vec<&str> = made
        .sections
        .iter()
        .map(|section| section.summary.key_terms[0].as_str())
        .collect();
    assert_eq!(firsts, ["anchor chain", "fog signal"]);
    for section in &made.sections {
        let within = document.sections[section.section].span;
        assert!(
            section
                .summary
                .sentences
                .iter()
                .all(|span| within.contains(*span))
        );
    }
}

#[test]
fn of_a_huge_text_the_end_is_read_as_well_as_the_beginning() {
    let part =
        |what: &str, n: usize| format!("The {what} was seen again in week {n} by the keeper.\n");
    let text: String = (0..60_000)
        .map(|n| part(if n < 30_000 { "heron" } else { "kingfisher" }, n))
        .collect();
    let made = summaries(&plain(&text)).document;
    for bird in ["heron", "kingfisher"] {
        assert!(
            made.key_terms.iter().any(|term| term.contains(bird)),
            "{made:?}"
        );
    }
}

#[test]
fn texts_without_sentences_have_no_quotes_and_do_no_harm() {
    for text in ["", " \n\n ", "a | b | c\n1 | 2 | 3\n", "....", "日本"] {
        let document = plain(text);
        for span in summaries(&document).document.sentences {
            assert!(span.slice(text).is_some());
        }
    }
    let chinese =
        plain("图书馆每天上午九点开门。图书馆的书可以借三个星期。会员可以续借图书馆的书两次。");
    let made = summaries(&chinese).document;
    assert!(
        !made.sentences.is_empty() && !made.key_terms.is_empty(),
        "{made:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn sentences_are_pieces_of_the_text_within_the_length(
        words in proptest::collection::vec("[A-Za-zéß中 |.,\n\u{301}'-]{0,24}", 0..60),
        cuts in proptest::collection::vec((0_usize..1_500, 0_usize..1_500), 0..5),
    ) {
        let text = words.join(" ");
        let mut document = plain(&text);
        document.sections = cuts
            .into_iter()
            .map(|(a, b)| (a.min(b).min(text.len()), a.max(b).min(text.len())))
            .map(|(start, end)| Section {
                title: text.chars().take(20).collect(),
                level: 1,
                span: Span::new(text.floor_char_boundary(start), text.floor_char_boundary(end)),
                parent: None,
            })
            .collect();
        let made = summaries(&document);
        prop_assert_eq!(&made, &summaries(&document));
        let all = std::iter::once((&made.document, DOCUMENT_LENGTH)).chain(
            made.sections.iter().map(|section| (&section.summary, SECTION_LENGTH)),
        );
        for (summary, length) in all {
            let quotes: Vec<&str> =
                summary.sentences.iter().filter_map(|span| span.slice(&text)).collect();
            prop_assert_eq!(quotes.len(), summary.sentences.len());
            prop_assert!(quotes.len() <= length.sentences);
            let characters: usize = quotes.iter().map(|quote| quote.chars().count()).sum();
            prop_assert!(characters <= length.characters);
            prop_assert!(summary.sentences.windows(2).all(|pair| pair[0].end <= pair[1].start));
        }
    }
}
