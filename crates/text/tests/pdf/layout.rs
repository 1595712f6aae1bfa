//! Rules of lines and columns, each on a page drawn for it.

use text::Warning;

use crate::drawn::{Drawn, pdf};
use crate::{drawn, prose, read};

#[test]
fn struck_out_words_are_left_out_and_counted() {
    // Helvetica at 10 points: the struck words run from x = 72 to about 140.
    let page = prose(Drawn::new(), 740.0)
        .text(72.0, 600.0, 10.0, "Old words here")
        .ruled(72.0, 602.8, 138.0, 602.8)
        .text(160.0, 600.0, 10.0, "and new ones.")
        .text(72.0, 560.0, 10.0, "Underlined words stay.")
        .ruled(72.0, 558.5, 170.0, 558.5);
    let (document, warnings) = read(&pdf(&[page])).expect("readable");
    assert!(document.text.contains("and new ones."), "{}", document.text);
    assert!(
        document.text.contains("Underlined words stay."),
        "{}",
        document.text
    );
    assert!(!document.text.contains("Old"), "{}", document.text);
    assert_eq!(warnings, [Warning::StruckOutDropped { words: 3, pages: 1 }]);
}

#[test]
fn ruled_paper_strikes_nothing_out() {
    let page = Drawn::new()
        .text(72.0, 600.0, 10.0, "Notes")
        .ruled(40.0, 602.8, 560.0, 602.8);
    let (document, warnings) = read(&pdf(&[page])).expect("readable");
    assert_eq!(document.text, "Notes");
    assert!(warnings.is_empty(), "{warnings:?}");
}

#[test]
fn contents_without_leaders_are_contents_and_no_table() {
    let entries = [
        ("1", "Introduction", "3"),
        ("2", "Methods of measurement", "17"),
        ("3", "Results", "28"),
        ("4", "What follows from them", "104"),
    ];
    let mut page = Drawn::new().bold(72.0, 730.0, 16.0, "Contents");
    for (index, (number, title, label)) in entries.iter().enumerate() {
        let y = 690.0 - 16.0 * index as f32;
        let right = 520.0 - 5.56 * label.len() as f32;
        page = page
            .text(72.0, y, 10.0, number)
            .text(100.0, y, 10.0, title)
            .text(right, y, 10.0, label);
    }
    let document = drawn(&[page]);
    assert!(document.tables.is_empty(), "{:?}", document.tables);
    let [contents] = document.contents.as_slice() else {
        panic!("{}", document.text);
    };
    let shown: Vec<(&str, &str)> = contents
        .entries
        .iter()
        .map(|entry| {
            (
                entry.title.slice(&document.text).unwrap_or_default(),
                &*entry.label,
            )
        })
        .collect();
    assert_eq!(shown[1], ("2 Methods of measurement", "17"));
    assert_eq!(shown.len(), 4);
}

#[test]
fn three_columns_are_read_one_after_the_other() {
    let mut page = Drawn::new();
    for row in 0..14 {
        let y = 700.0 - 12.0 * row as f32;
        for (column, x) in ["left", "middle", "right"].iter().zip([60.0, 230.0, 400.0]) {
            page = page.text(
                x,
                y,
                9.0,
                &format!("{column} {row} has words that fill its"),
            );
        }
    }
    let text = drawn(&[page]).text;
    let place = |part: &str| {
        text.find(part)
            .unwrap_or_else(|| panic!("{part} not in {text}"))
    };
    assert!(place("left 13") < place("middle 0"));
    assert!(place("middle 13") < place("right 0"));
}

/// Twelve pages: a line at the top of each, and prose below.
fn topped(top: impl Fn(usize) -> String, bold: bool) -> text::Document {
    let page = |number: usize| {
        let line = top(number);
        let page = if bold {
            Drawn::new().bold(72.0, 750.0, 11.0, &line)
        } else {
            Drawn::new().text(72.0, 750.0, 9.0, &line)
        };
        // No line of the text stands at the same place twice.
        let below = 714.0 - 14.0 * number as f32;
        prose(page, below).text(
            72.0,
            480.0 - below / 4.0,
            11.0,
            &format!("Only on page {number}."),
        )
    };
    let pages: Vec<Drawn> = (1..=12).map(page).collect();
    drawn(&pages)
}

#[test]
fn a_head_that_names_the_chapter_leaves_the_text() {
    let chapter = |number: usize| ["WIND", "WIND", "ICE", "ICE", "ICE", "FIRE"][(number - 1) / 2];
    let document = topped(|number| format!("CHAPTER ON {}", chapter(number)), false);
    assert!(!document.text.contains("CHAPTER"), "{}", document.text);
    assert_eq!(document.pages[0].context, ["CHAPTER ON WIND"]);
}

#[test]
fn a_heading_at_the_top_of_each_page_stays() {
    let things = "wind ice fire theft water trees dogs pools roofs cars boats bees";
    let thing = |number: usize| things.split(' ').nth(number - 1).unwrap_or_default();
    let document = topped(
        |number| format!("Rule {number}: Of {}", thing(number)),
        true,
    );
    let series = &document.series[0];
    assert_eq!(series.members.len(), 12);
}

#[test]
fn a_numbered_heading_without_a_title_at_the_top_of_each_page_stays() {
    let document = topped(|number| format!("Article {number}"), true);
    let titles: Vec<&str> = document
        .sections
        .iter()
        .map(|section| section.title.as_str())
        .collect();
    assert_eq!((titles.len(), titles[11]), (12, "Article 12"));
    // The number of the chapter that goes on for pages is the chapter's.
    let document = topped(|number| format!("Chapter {}", number.div_ceil(3)), false);
    assert!(!document.text.contains("Chapter"), "{}", document.text);
}
