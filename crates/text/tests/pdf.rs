//! The PDF reader on pages drawn for one rule each, on real files, and on
//! damaged copies of them.
#![allow(
    clippy::panic,
    clippy::print_stdout,
    reason = "says which collection is absent, and figures; what it looks for has to be there"
)]

#[path = "pdf/boxes.rs"]
mod boxes;
#[path = "pdf/drawn.rs"]
mod drawn;
#[path = "pdf/filings.rs"]
mod filings;
#[path = "pdf/grids.rs"]
mod grids;
#[path = "pdf/hostile.rs"]
mod hostile;
#[path = "pdf/layout.rs"]
mod layout;
#[path = "pdf/made.rs"]
mod made;
#[path = "pdf/names.rs"]
mod names;
#[path = "pdf/quotes.rs"]
mod quotes;
#[path = "pdf/relations.rs"]
mod relations;
#[path = "pdf/structure.rs"]
mod structure;
#[path = "pdf/tables.rs"]
mod tables;

use std::path::PathBuf;

use drawn::{Drawn, pdf, pdf_with};
use text::{Document, ReadError, ReadLimits, Warning};

/// The names of a table's columns.
pub fn columns(table: &text::Table) -> Vec<&str> {
    let header = table.header.as_deref().unwrap_or_default();
    header.split('|').map(str::trim).collect()
}

/// A folder of the test collections; `None`, said aloud, where they are absent.
pub fn collection(name: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data")
        .join(name);
    if !folder.is_dir() {
        println!("skipped: {} is not there", folder.display());
        return None;
    }
    Some(folder)
}

/// Reads with the default limits.
pub fn read(bytes: &[u8]) -> Result<(Document, Vec<Warning>), ReadError> {
    text::read(bytes, "file.pdf", &ReadLimits::default())
}

fn drawn(pages: &[Drawn]) -> Document {
    read(&pdf(pages)).expect("a drawn page is readable").0
}

/// A page of plain prose at 11 points, as a body for the rules that compare.
fn prose(page: Drawn, top: f32) -> Drawn {
    page.lines(
        72.0,
        top,
        11.0,
        &[
            "The quick brown fox jumps over the lazy dog and runs along the river bank",
            "until the sun goes down behind the hills and the lights of the town come on",
            "one by one, so that the whole valley shines.",
        ],
    )
}

#[test]
fn wrapped_lines_are_one_sentence_and_short_ones_stay_lines() {
    let document =
        drawn(&[prose(Drawn::new(), 700.0).lines(72.0, 600.0, 11.0, &["Short line", "Other"])]);
    assert_eq!(
        document.text,
        "The quick brown fox jumps over the lazy dog and runs along the river bank until the sun \
         goes down behind the hills and the lights of the town come on one by one, so that the \
         whole valley shines.\n\nShort line\nOther"
    );
}

#[test]
fn a_broken_word_is_mended_and_a_compound_keeps_its_hyphen() {
    let document = drawn(&[Drawn::new().lines(
        72.0,
        700.0,
        11.0,
        &[
            "Each work-hour is counted, and nobody knows better than those who insur-",
            "ance companies send out to see how long the last job took. Every work-",
            "hour is paid, as every employer of the country will tell whoever asks it.",
        ],
    )]);
    assert!(
        document.text.contains("who insurance companies"),
        "{}",
        document.text
    );
    assert!(
        document.text.contains("Every work-hour is paid"),
        "{}",
        document.text
    );
}

#[test]
fn columns_are_read_one_after_the_other() {
    let mut page = Drawn::new().text(
        72.0,
        740.0,
        11.0,
        "One title stands across both of the columns of this page here",
    );
    for row in 0..12 {
        let y = 700.0 - 14.0 * row as f32;
        page = page.text(
            72.0,
            y,
            11.0,
            &format!("left {row} goes on with some more words to"),
        );
        page = page.text(
            320.0,
            y,
            11.0,
            &format!("right {row} goes on with some more words"),
        );
    }
    let text = drawn(&[page]).text;
    let place = |part: &str| {
        text.find(part)
            .unwrap_or_else(|| panic!("{part} not in {text}"))
    };
    assert!(place("One title") < place("left 0"));
    assert!(place("left 11") < place("right 0"));
    assert!(place("right 0") < place("right 11"));
}

#[test]
fn a_table_is_rows_and_never_columns() {
    let mut page = Drawn::new().text(72.0, 730.0, 11.0, "Premium by form");
    for (x, name) in [
        (72.0, "Form"),
        (200.0, "Fire"),
        (300.0, "Theft"),
        (400.0, "Total"),
    ] {
        page = page.text(x, 700.0, 10.0, name);
    }
    for (row, form) in ["HO3", "HO4", "HO5", "HO6", "HO8"].iter().enumerate() {
        let y = 684.0 - 14.0 * row as f32;
        page = page.text(72.0, y, 10.0, form);
        for (x, value) in [(200.0, 100), (300.0, 20), (400.0, 120)] {
            page = page.text(x, y, 10.0, &format!("{}", value + row));
        }
    }
    let document = drawn(&[page]);
    let table = &document.tables[0];
    assert_eq!(table.title.as_deref(), Some("Premium by form"));
    assert_eq!(table.header.as_deref(), Some("Form | Fire | Theft | Total"));
    assert_eq!(table.rows.len(), 5);
    assert_eq!(
        table.rows[2].slice(&document.text),
        Some("HO5 | 102 | 22 | 122")
    );
}

/// A ruled table of two columns and a header, from `top` down.
fn ruled_table(mut page: Drawn, top: f32, rows: &[(&str, &str)], header: bool) -> Drawn {
    let bottom = top - 20.0 * rows.len() as f32;
    for row in 0..=rows.len() {
        let y = top - 20.0 * row as f32;
        page = page.ruled(72.0, y, 500.0, y);
    }
    for x in [72.0, 300.0, 500.0] {
        page = page.ruled(x, top, x, bottom);
    }
    for (row, (left, right)) in rows.iter().enumerate() {
        let y = top - 14.0 - 20.0 * row as f32;
        page = if header && row == 0 {
            page.bold(80.0, y, 9.0, left).bold(310.0, y, 9.0, right)
        } else {
            page.text(80.0, y, 9.0, left).text(310.0, y, 9.0, right)
        };
    }
    page
}

#[test]
fn ruled_lines_say_which_words_share_a_cell_and_a_next_page_inherits_the_header() {
    let first = [
        ("Territory", "Factor"),
        ("Hartford", "1.140"),
        ("New Haven", "0.978"),
    ];
    let second = [("Stamford", "1.016"), ("Waterbury", "0.900")];
    let document = drawn(&[
        ruled_table(
            Drawn::new().text(72.0, 730.0, 11.0, "Territory factors"),
            700.0,
            &first,
            true,
        ),
        ruled_table(Drawn::new(), 740.0, &second, false),
    ]);
    assert_eq!(document.tables.len(), 2);
    for table in &document.tables {
        assert_eq!(table.header.as_deref(), Some("Territory | Factor"));
        assert_eq!(table.title.as_deref(), Some("Territory factors"));
        assert_eq!(table.rows.len(), 2);
    }
    let row = document.tables[1].rows[0];
    assert_eq!(row.slice(&document.text), Some("Stamford | 1.016"));
    assert_eq!(document.pages_of(row), Some((2, 2)));
}

#[test]
fn figures_of_neighbouring_columns_fall_apart_where_their_letters_are_far_apart() {
    let mut page = prose(Drawn::new(), 740.0);
    for row in 0..4 {
        // No space stands between the three figures: only wide letter spacing
        // after the last digit of each.
        let y = 600.0 - 14.0 * f32::from(row as u8);
        page = page.spaced(
            72.0,
            y,
            10.0,
            &[
                ("0", 0.0),
                ("2", 40.0),
                ("2,48", 0.0),
                ("1", 40.0),
                ("135", 0.0),
            ],
        );
    }
    let text = drawn(&[page]).text;
    assert!(text.contains("02 | 2,481 | 135"), "{text}");
}

#[test]
fn running_lines_leave_the_text_and_stay_with_their_page() {
    let bodies = ["Ash and oak", "Beech", "Cedar wood", "Douglas fir", "Elm"];
    let pages: Vec<Drawn> = (1..)
        .zip(bodies)
        .map(|(page, body)| {
            Drawn::new()
                .text(72.0, 760.0, 9.0, "Exhibit 6 of the manual")
                .text(72.0, 600.0, 11.0, body)
                .text(
                    72.0,
                    580.0,
                    11.0,
                    &format!("grows on page {page}, and {body} there only."),
                )
                .text(280.0, 30.0, 9.0, &format!("Page {page} of 5"))
        })
        .collect();
    let document = drawn(&pages);
    assert!(!document.text.contains("Exhibit 6"), "{}", document.text);
    assert!(!document.text.contains("of 5"));
    assert!(
        document
            .pages
            .iter()
            .all(|page| page.context == ["Exhibit 6 of the manual"])
    );
}

#[test]
fn a_page_printed_sideways_is_read_upright() {
    let mut page = Drawn::new();
    for (line, words) in [
        "The first line runs up the page",
        "and the second stands right of it",
    ]
    .iter()
    .enumerate()
    {
        page = page.upward(100.0 + 16.0 * line as f32, 72.0, 12.0, words);
    }
    let (document, warnings) = read(&pdf(&[page.clone()])).expect("readable");
    assert_eq!(
        document.text,
        "The first line runs up the page and the second stands right of it"
    );
    assert_eq!(warnings, [Warning::TurnedPage { page: 1 }]);
    // Shown turned, it is upright for the eye too.
    let (same, warnings) = read(&pdf(&[page.rotate(90)])).expect("readable");
    assert_eq!(same.text, document.text);
    assert!(warnings.is_empty(), "{warnings:?}");
}

#[test]
fn raised_words_stay_in_their_line() {
    let page = prose(Drawn::new(), 700.0)
        .text(72.0, 600.0, 11.0, "On the 8")
        .text(114.5, 604.0, 7.0, "th")
        .text(125.0, 600.0, 11.0, "of August");
    let text = drawn(&[page]).text;
    assert!(text.contains("On the 8th of August"), "{text}");
}

#[test]
fn headings_make_a_tree() {
    let page = |title: &str, rules: [&str; 2]| {
        let page = Drawn::new()
            .bold(72.0, 740.0, 16.0, title)
            .bold(72.0, 700.0, 11.0, rules[0]);
        prose(prose(page, 680.0).bold(72.0, 600.0, 11.0, rules[1]), 580.0)
    };
    let document = drawn(&[
        page(
            "PART A - OVERVIEW",
            ["Rule A-1: Form Types", "Rule A-2: Periods"],
        ),
        page(
            "PART B - RATING",
            ["Rule B-1: Perils", "Rule B-2: Base Rates"],
        ),
    ]);
    let outline: Vec<(u8, &str)> = document
        .sections
        .iter()
        .map(|section| (section.level, section.title.as_str()))
        .collect();
    assert_eq!(
        outline,
        [
            (1, "PART A - OVERVIEW"),
            (2, "Rule A-1: Form Types"),
            (2, "Rule A-2: Periods"),
            (1, "PART B - RATING"),
            (2, "Rule B-1: Perils"),
            (2, "Rule B-2: Base Rates"),
        ]
    );
    assert_eq!(
        document.heading_path(4),
        ["PART B - RATING", "Rule B-1: Perils"]
    );
    let second = document.sections[1]
        .span
        .slice(&document.text)
        .expect("a span of the text");
    assert!(second.starts_with("Rule A-1: Form Types\n") && second.trim_end().ends_with("shines."));
}

#[test]
fn leaders_of_contents_are_shortened() {
    let page = prose(Drawn::new(), 500.0).lines(
        72.0,
        700.0,
        11.0,
        &[
            "Rule C-1: Limits of Liability...............................17",
            "Rule C-2: Rating Perils . . . . . . . . . . . . . . . . . 18",
        ],
    );
    let text = drawn(&[page]).text;
    assert!(
        text.starts_with("Rule C-1: Limits of Liability ... 17\nRule C-2: Rating Perils ... 18\n"),
        "{text}"
    );
}

#[test]
fn the_file_names_its_title_author_and_date_unless_a_program_did() {
    let page = [prose(
        Drawn::new().text(72.0, 740.0, 20.0, "Annual Report"),
        690.0,
    )];
    let titled =
        "/Title (Report of the valley) /Author (A. Writer) /CreationDate (D:20250818120000Z)";
    let (document, _) = read(&pdf_with(&page, titled)).expect("readable");
    assert_eq!(document.metadata.author.as_deref(), Some("A. Writer"));
    assert_eq!(document.metadata.date.as_deref(), Some("2025-08-18"));
    assert_eq!(
        document.metadata.title.as_deref(),
        Some("Report of the valley")
    );
    for program in [
        "/Title (Microsoft Word - report_v4.doc)",
        "/Title (rates v2.xlsm)",
        "",
    ] {
        let (document, _) = read(&pdf_with(&page, program)).expect("readable");
        assert_eq!(
            document.metadata.title.as_deref(),
            Some("Annual Report"),
            "{program}"
        );
    }
}

#[test]
fn limits_and_empty_pages_are_reported() {
    let pages = vec![Drawn::new(), prose(Drawn::new(), 700.0), Drawn::new()];
    let (document, warnings) = read(&pdf(&pages)).expect("readable");
    assert_eq!(
        warnings,
        [
            Warning::PageWithoutText { page: 1 },
            Warning::PageWithoutText { page: 3 }
        ]
    );
    assert_eq!(document.pages.len(), 3);
    let limits = ReadLimits {
        pages_max: 2,
        ..ReadLimits::default()
    };
    let refused = text::read(&pdf(&pages), "file.pdf", &limits);
    assert_eq!(
        refused.err(),
        Some(ReadError::TooManyPages { limit: 2, got: 3 })
    );
    let blank = read(&pdf(&[Drawn::new(), Drawn::new()]));
    assert_eq!(blank.err(), Some(ReadError::NoText { pages: 2 }));
}
