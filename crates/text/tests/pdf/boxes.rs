//! Places of words on their pages.

use text::{Document, PageBox, Span, WordBox};

use crate::drawn::Drawn;
use crate::{collection, drawn, prose, read};

/// The words of a page by its number from 1, with their letters.
fn words(document: &Document, page: usize) -> Vec<(&str, PageBox)> {
    let span = document.page_span(page - 1).expect("a page");
    let boxes = document.boxes[page - 1]
        .unpack(span)
        .expect("boxes of the page");
    let letters = |word: &WordBox| word.span.slice(&document.text).expect("letters");
    boxes
        .iter()
        .map(|word| (letters(word), word.place))
        .collect()
}

/// The places of a word, in order of the text.
fn places(document: &Document, word: &str) -> Vec<PageBox> {
    let all = words(document, 1).into_iter();
    all.filter(|(letters, _)| *letters == word)
        .map(|(_, place)| place)
        .collect()
}

#[track_caller]
fn stands_at(place: PageBox, x: f32, baseline: f32, size: f32) {
    assert!((place.x0 - x).abs() < 0.5, "{place:?} is not at {x}");
    assert!(place.x1 > place.x0, "{place:?}");
    let holds = place.y0 < baseline && place.y1 > baseline + 0.6 * size;
    assert!(holds && place.y1 - place.y0 < 1.2 * size, "{place:?}");
}

#[test]
fn words_stand_where_they_were_drawn() {
    let page = prose(Drawn::new().text(72.0, 740.0, 14.0, "Harbour"), 700.0);
    let document = drawn(&[page]);
    stands_at(places(&document, "Harbour")[0], 72.0, 740.0, 14.0);
    let all = words(&document, 1);
    let tokens = document.text.split_whitespace().count();
    assert_eq!(all.len(), tokens, "{all:?}");
    for pair in all.windows(2) {
        let (left, right) = (pair[0].1, pair[1].1);
        let follows = right.x0 > left.x0 || right.y0 < left.y0;
        assert!(follows, "{pair:?}");
    }
}

#[test]
fn equal_words_in_two_columns_have_each_their_own_place() {
    let lines = |quay: &str| -> Vec<String> {
        let line = |line| format!("the boat of the {quay} quay {line} and more of it");
        (0..24).map(line).collect()
    };
    let (left, right) = (lines("north"), lines("south"));
    fn as_str(lines: &[String]) -> Vec<&str> {
        lines.iter().map(String::as_str).collect()
    }
    let page = Drawn::new().lines(60.0, 720.0, 10.0, &as_str(&left)).lines(
        330.0,
        720.0,
        10.0,
        &as_str(&right),
    );
    let document = drawn(&[page]);
    for (letters, place) in words(&document, 1) {
        if letters == "north" {
            assert!(place.x0 < 330.0, "{letters} at {place:?}");
        }
        if letters == "south" {
            assert!(place.x0 > 330.0, "{letters} at {place:?}");
        }
    }
    // `boat` before `north` stands in its column, line by line.
    let text = &document.text;
    let span = document.page_span(0).unwrap();
    let boxes = document.boxes[0].unpack(span).unwrap();
    let mut seen = 0;
    for pair in boxes.windows(5) {
        let letters = |word: &WordBox| word.span.slice(text).unwrap();
        if letters(&pair[0]) == "boat" {
            let expected = if letters(&pair[3]) == "north" {
                60.0
            } else {
                330.0
            };
            assert!((pair[0].place.x0 - expected).abs() < 40.0, "{pair:?}");
            assert!(
                (pair[0].place.y0 - pair[3].place.y0).abs() < 0.5,
                "{pair:?}"
            );
            seen += 1;
        }
    }
    assert_eq!(seen, 48);
}

#[test]
fn a_word_broken_over_two_lines_has_two_boxes() {
    let page = Drawn::new().lines(
        72.0,
        740.0,
        11.0,
        &[
            "The keeper of the harbour writes down, in the same words, what every ves-",
            "sel brings, and what it takes away again in the evening before the gates",
            "are shut, so that every owner of the harbour can tell whoever asks him it.",
        ],
    );
    let document = drawn(&[page]);
    let at = document.text.find("vessel").expect("the word is mended");
    let span = document.page_span(0).unwrap();
    let boxes = document.boxes[0].unpack(span).unwrap();
    let word = Span::new(at, at + "vessel".len());
    let pieces: Vec<&WordBox> = boxes.iter().filter(|it| it.span.overlaps(word)).collect();
    let letters: Vec<_> = pieces
        .iter()
        .map(|it| it.span.slice(&document.text))
        .collect();
    assert_eq!(letters, [Some("ves"), Some("sel")]);
    assert!(pieces[0].place.x0 > 300.0 && pieces[0].place.y0 > 735.0);
    stands_at(pieces[1].place, 72.0, 740.0 - 1.2 * 11.0, 11.0);
}

#[test]
fn text_that_runs_up_the_page_has_its_places_there() {
    let mut page = Drawn::new();
    for line in 0..12 {
        let text = format!("row {line} of a table that was printed sideways");
        page = page.upward(100.0 + 14.0 * line as f32, 90.0, 10.0, &text);
    }
    let document = drawn(&[page]);
    let rows = places(&document, "row");
    assert_eq!(rows.len(), 12);
    for (line, place) in rows.iter().enumerate() {
        let x = 100.0 + 14.0 * line as f32;
        assert!(place.x0 < x && place.x1 < x + 4.0, "{place:?}");
        assert!(
            (place.y0 - 90.0).abs() < 0.5 && place.y1 > 100.0,
            "{place:?}"
        );
    }
}

/// On real pages nearly every word has a place, and words of one row of a table stand
/// beside each other, but for rows of several lines and pages printed sideways.
#[test]
fn nearly_every_word_of_real_pages_has_a_place() {
    let Some(folder) = collection("insurance/pdf") else {
        return;
    };
    let (mut words, mut placed, mut rows, mut level, mut bytes, mut text) = (0, 0, 0, 0, 0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let bytes_of = std::fs::read(entry.unwrap().path()).unwrap();
        let Ok((document, _)) = read(&bytes_of) else {
            continue;
        };
        text += document.text.len();
        for (page, packed) in document.boxes.iter().enumerate() {
            let span = document.page_span(page).unwrap();
            let page_text = span.slice(&document.text).unwrap();
            words += page_text
                .split_whitespace()
                .filter(|word| *word != "|")
                .count();
            let boxes = packed.unpack(span).unwrap();
            bytes += packed.as_bytes().len();
            placed += boxes.len();
            let in_page = |row: &&Span| span.contains(**row);
            for row in document
                .tables
                .iter()
                .flat_map(|table| &table.rows)
                .filter(in_page)
            {
                let of_row = boxes.iter().filter(|word| row.contains(word.span));
                let heights: Vec<f32> = of_row.map(|word| word.place.y0).collect();
                let low = heights.iter().copied().fold(f32::MAX, f32::min);
                let high = heights.iter().copied().fold(f32::MIN, f32::max);
                rows += usize::from(heights.len() > 1);
                level += usize::from(heights.len() > 1 && high - low < 60.0);
            }
        }
    }
    println!("{placed} places of {words} words, {level} of {rows} rows, {bytes} bytes of {text}");
    assert!(placed * 100 > words * 97, "{placed} of {words}");
    assert!(level * 100 > rows * 95, "{level} of {rows}");
}
