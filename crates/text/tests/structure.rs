//! Lists, series and contents of small documents.

use text::{Document, ReadLimits};

fn markdown(source: &str) -> Document {
    text::read(source.as_bytes(), "a.md", &ReadLimits::default())
        .expect("readable")
        .0
}

/// A line a list: lead-in, then depth and text of each item.
fn lists(source: &str) -> Vec<String> {
    let document = markdown(source);
    let slice = |span: text::Span| span.slice(&document.text).expect("a span of the text");
    let shown = |list: &text::List| {
        let items = list.items.iter().map(|item| {
            format!(
                "{}{} {}",
                ">".repeat(item.depth.into()),
                item.marker,
                slice(item.span)
            )
        });
        let lead_in = list.lead_in.map_or("", slice);
        format!("{lead_in} [{}]", items.collect::<Vec<_>>().join(" / "))
    };
    document.lists.iter().map(shown).collect()
}

#[test]
fn lists_have_lead_ins_items_and_depths() {
    assert_eq!(
        lists("You need:\n\n- a pot\n- water\n  1. cold\n  2. warm\n- salt\n\nThen cook."),
        ["You need: [- a pot / - water / >1. cold / >2. warm / - salt]"]
    );
}

#[test]
fn numbers_go_on_over_paragraphs_and_bullets_do_not() {
    assert_eq!(
        lists("1. one\n\n   More of it.\n\n2. two\n\nText.\n\n- a\n- b\n\nOther text.\n\n- c\n- d"),
        [
            " [1. one\nMore of it. / 2. two]",
            "Text. [- a / - b]",
            "Other text. [- c / - d]"
        ]
    );
}

#[test]
fn a_lone_item_and_a_number_in_prose_are_no_list() {
    assert_eq!(
        lists("- alone\n\nThe year was\n\n1999. A good one."),
        [""; 0]
    );
}

#[test]
fn headings_that_count_are_a_series_with_their_gaps() {
    let document = markdown("# Rule 1\na\n# Rule 2\nb\n# Other\n# Rule 4: Ice\nc\n");
    let series = &document.series[0];
    assert_eq!((series.noun.as_str(), series.prefix.as_str()), ("Rule", ""));
    let numbers: Vec<u32> = series.members.iter().map(|member| member.number).collect();
    assert_eq!(numbers, [1, 2, 4]);
    assert_eq!(
        document.sections[series.members[2].section].title,
        "Rule 4: Ice"
    );
}

#[test]
fn contents_name_their_pages_and_sections() {
    let text = "Wind ... 3\nIce ... 17\nLong title\nof Fire ... iv\n\nIce\n\nIt is cold.\n";
    let (document, _) =
        text::read(text.as_bytes(), "a.txt", &ReadLimits::default()).expect("readable");
    let [contents] = document.contents.as_slice() else {
        panic!("{:?}", document.contents);
    };
    let labels: Vec<&str> = contents
        .entries
        .iter()
        .map(|entry| entry.label.as_str())
        .collect();
    assert_eq!(labels, ["3", "17", "iv"]);
    assert_eq!(contents.entries[1].title.slice(&document.text), Some("Ice"));
}
