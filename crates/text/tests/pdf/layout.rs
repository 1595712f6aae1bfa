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

/// Places of parts of a text, which has to hold all of them.
fn places<const N: usize>(text: &str, parts: [&str; N]) -> [usize; N] {
    parts.map(|part| {
        text.find(part)
            .unwrap_or_else(|| panic!("{part} not in {text}"))
    })
}

/// Lines of two columns from `top` down.
fn two_columns(mut page: Drawn, top: f32, lines: usize) -> Drawn {
    for row in 0..lines {
        let y = top - 14.0 * row as f32;
        let (left, right) = ("left", "right");
        page = page
            .text(
                72.0,
                y,
                11.0,
                &format!("{left} {row} goes on with some more words to end"),
            )
            .text(
                320.0,
                y,
                11.0,
                &format!("{right} {row} goes on with some more words"),
            );
    }
    page
}

#[test]
fn columns_below_a_table_and_a_line_over_the_page_are_read_one_after_the_other() {
    let mut page = Drawn::new();
    for row in 0..6 {
        let y = 740.0 - 14.0 * row as f32;
        // The second column of the table begins near the gutter and is no part of it.
        for (x, text) in [
            (72.0, "Clean the cooler"),
            (300.0, "twice in every week"),
            (420.0, "12"),
        ] {
            page = page.text(x, y, 10.0, text);
        }
    }
    let page = prose(prose(page, 640.0), 590.0);
    let document = drawn(&[two_columns(page, 540.0, 8)]);
    let places = places(
        &document.text,
        ["The quick", "left 0", "left 7", "right 0", "right 7"],
    );
    assert!(places.is_sorted(), "{}", document.text);
    assert_eq!(document.tables[0].rows.len(), 6);
}

#[test]
fn few_lines_in_the_columns_of_the_other_pages_are_columns() {
    let long = two_columns(Drawn::new(), 740.0, 20);
    // Many lines over the full width part the pages with columns.
    let mut full = Drawn::new();
    for row in 0..20 {
        let y = 740.0 - 14.0 * row as f32;
        let text =
            format!("Line {row} of this page goes from one side to the other without a stop");
        full = full.text(72.0, y, 11.0, &text);
    }
    let last = Drawn::new()
        .bold(
            72.0,
            740.0,
            16.0,
            "9 Out of service and what then is to be done",
        )
        .bold(72.0, 710.0, 11.0, "9.1 Storage")
        .bold(320.0, 710.0, 11.0, "9.2 Disposal");
    let document = drawn(&[long, full, two_columns(last, 690.0, 3)]);
    let text = &document.text[document.pages[2].start..];
    let places = places(
        text,
        [
            "9 Out", "9.1", "left 0", "left 2", "9.2", "right 0", "right 2",
        ],
    );
    assert!(places.is_sorted(), "{text}");
}

#[test]
fn running_lines_leave_a_turned_page_too() {
    let framed = |page: Drawn, number: usize| {
        page.text(72.0, 760.0, 9.0, "County tariff of the water board")
            .text(72.0, 40.0, 9.0, &format!("Edition 7, page {number}"))
    };
    let mut pages: Vec<Drawn> = (1..=5)
        .map(|number| framed(prose(Drawn::new(), 700.0 - 20.0 * number as f32), number))
        .collect();
    // A table along the page, its head and foot as on the others.
    let mut turned = Drawn::new().rotate(90);
    for row in 0..8 {
        let x = 120.0 + 16.0 * row as f32;
        for (y, text) in [
            (100.0, "District of the north"),
            (300.0, "12.50"),
            (500.0, "13.75"),
        ] {
            turned = turned.upward(x, y, 10.0, text);
        }
    }
    pages.insert(3, framed(turned, 9));
    let document = drawn(&pages);
    let page = &document.text[document.pages[3].start..document.pages[4].start];
    assert!(page.contains("District of the north"), "{page}");
    assert!(
        !page.contains("County") && !page.contains("Edition"),
        "{page}"
    );
    let mut context = document.pages[3].context.clone();
    context.sort_unstable();
    assert_eq!(
        context,
        ["County tariff of the water board", "Edition 7, page 9"]
    );
}
