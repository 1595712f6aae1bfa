//! Values as people write them, tables cut and joined.

use proptest::prelude::*;

use super::{CELLS_MAX, Date, Grid, GridCell, Unit, Value, pack, unpack, unpack_columns};
use crate::{Language, Span};

#[track_caller]
fn number(text: &str, language: Language, value: &str, unit: &str) {
    match Value::read(text, language) {
        Value::Number(number) => {
            assert_eq!(
                (number.value.to_string().as_str(), number.unit.as_str()),
                (value, unit),
                "{text}"
            );
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn numbers_are_read_with_sign_unit_and_notation() {
    let en = Language::En;
    number("1,234.50", en, "1234.50", "");
    number("$ (1,234)", en, "-1234", "USD");
    number("(8.6)%", en, "-8.6", "%");
    number("−3", en, "-3", "");
    number("98 452", en, "98452", "");
    number("1.140,50 €", Language::De, "1140.50", "EUR");
    number("15 kg", en, "15", "kg");
    number("$750,000", en, "750000", "USD");
    number("2018", en, "2018", "");
}

#[test]
fn dates_ranges_codes_and_text() {
    let en = Language::En;
    let date = |year, month, day| Value::Date(Date::new(year, month, day).unwrap_or_default());
    assert_eq!(Value::read("July 20, 2015", en), date(2015, 7, 20));
    assert_eq!(Value::read("07/20/2015", en), date(2015, 7, 20));
    assert_eq!(Value::read("20.07.2015", Language::De), date(2015, 7, 20));
    assert_eq!(Value::read("März 2020", Language::De), date(2020, 3, 0));
    assert_eq!(Value::read("02/30/2015", en), Value::Text);
    assert!(matches!(Value::read("$10 to $20", en), Value::Range(_)));
    assert!(matches!(Value::read("18–24", en), Value::Range(_)));
    for code in ["C-27", "HO4", "0415", "3B"] {
        assert_eq!(Value::read(code, en), Value::Code, "{code}");
    }
    for text in ["Marker", "4th place", "n/a", "two"] {
        assert_eq!(Value::read(text, en), Value::Text, "{text}");
    }
    assert_eq!(Value::read(" — ", en), Value::Dash);
    assert_eq!(
        Value::read("1234567890123456789012345678901234567890", en),
        Value::Text
    );
    assert_eq!(Unit::named("USD").as_str(), "USD");
}

#[test]
fn amounts_are_read_with_their_words_and_fractions() {
    let en = Language::En;
    number("US$1.2 million", en, "1200000", "USD");
    number("$1.25bn", en, "1250000000", "USD");
    number("3,5 Mio. €", Language::De, "3500000", "EUR");
    number("1 1/2", en, "1.5", "");
    number("2½", en, "2.5", "");
    number("10x", en, "10", "x");
    number("1,234 (a)", en, "1234", "");
    number("12.5*", en, "12.5", "");
    number("3.4[2]", en, "3.4", "");
    number("5 percent", en, "5", "%");
    number("CHF 1'200", en, "1200", "CHF");
    for text in ["under 25", "65+", "12:30", "3/4 done", "7 Up"] {
        assert_eq!(Value::read(text, en), Value::Text, "{text}");
    }
    for code in ["860-555-1234", "555-1234", "2019-20"] {
        assert_eq!(Value::read(code, en), Value::Code, "{code}");
    }
    assert_eq!(Value::read("$ —", en), Value::Dash);
}

#[test]
fn dates_have_months_in_three_languages() {
    let date = |year, month, day| Value::Date(Date::new(year, month, day).unwrap_or_default());
    for (text, language, expected) in [
        ("Monday, July 20, 2015", Language::En, date(2015, 7, 20)),
        ("20 de julio de 2015", Language::Es, date(2015, 7, 20)),
        ("20. Juli 2015", Language::De, date(2015, 7, 20)),
        ("dic. 2020", Language::Es, date(2020, 12, 0)),
        ("2020-07", Language::En, date(2020, 7, 0)),
        ("07/2020", Language::En, date(2020, 7, 0)),
    ] {
        assert_eq!(Value::read(text, language), expected, "{text}");
    }
    assert_eq!(Value::read("31 April 2020", Language::En), Value::Text);
}

#[test]
fn quarters_stand_between_years_and_months() {
    let quarter = |number| Date::of_quarter(2025, number).unwrap_or_default();
    let month = |number| Date::new(2025, number, 0).unwrap_or_default();
    assert_eq!(
        Value::read("Q3 2025", Language::En),
        Value::Date(quarter(3))
    );
    assert_eq!(Value::read("Q3", Language::En), Value::Code);
    let mut dates = [
        month(10),
        quarter(4),
        month(9),
        month(7),
        quarter(3),
        Date::of_year(2025),
    ];
    dates.sort();
    let said: Vec<String> = dates.iter().map(Date::to_string).collect();
    let order = [
        "2025", "2025-Q3", "2025-07", "2025-09", "2025-Q4", "2025-10",
    ];
    assert_eq!(said, order);
    assert!(quarter(3).meets(&month(8)) && !quarter(3).meets(&month(10)));
    assert!(quarter(3).meets(&Date::of_year(2025)) && !quarter(3).meets(&quarter(2)));
    assert_eq!(
        (month(12).quarter(), Date::of_year(2025).quarter()),
        (Some(4), None)
    );
    assert_eq!(
        (Date::of_quarter(2025, 5), Date::of_quarter(2025, 0)),
        (None, None)
    );
}

/// A table of words and numbers as text, its cells as a grid.
fn made(rows: &[Vec<i32>], page: Option<u32>, text: &mut String) -> Grid {
    let mut grid = Grid {
        page,
        header_rows: 1,
        columns: 3,
        ..Grid::default()
    };
    let names = ["name", "first", "second"].map(str::to_owned).to_vec();
    let body = rows.iter().map(|row| {
        let label = format!("row{}", row[0]);
        vec![label, row[1].to_string(), row[2].to_string()]
    });
    for cells in std::iter::once(names).chain(body) {
        for (column, cell) in (0_u16..).zip(&cells) {
            let span = Span::new(text.len(), text.len() + cell.len());
            grid.cells.push(GridCell::new(span, grid.rows, column));
            text.push_str(cell);
            text.push(' ');
        }
        grid.rows += 1;
    }
    grid
}

#[test]
fn a_column_is_loaded_without_the_others() {
    let mut text = String::new();
    let rows = [vec![1, 20, 300], vec![2, 40, 600]];
    let table = made(&rows, None, &mut text).into_table(&text, Language::En);
    let packed = pack(&table).expect("it is packed");
    let some = unpack_columns(&packed, 2, |paths, rows| {
        assert_eq!((paths.len(), rows), (3, 2));
        paths.iter().map(|path| path[0] == "second").collect()
    });
    let some = some.expect("two cells are allowed");
    assert_eq!(some.columns[2], table.columns[2]);
    assert_eq!(some.columns[1].path, table.columns[1].path);
    assert!(some.columns[0].cells.is_empty() && some.columns[1].cells.is_empty());
    assert_eq!(some.rows, table.rows);
}

proptest! {
    #[test]
    fn nothing_makes_reading_panic(text in "\\PC{0,40}") {
        for language in [Language::En, Language::De, Language::Es] {
            let _ = Value::read(&text, language);
        }
    }

    #[test]
    fn figures_and_signs_never_make_reading_panic(
        text in "[-+(]{0,2}[$€£]?[0-9., ½/]{0,30}[%)xm ]{0,3}(million|bn|\\[2\\]|\\*)?",
    ) {
        let _ = Value::read(&text, Language::En);
    }

    #[test]
    fn numbers_print_back_to_what_was_written(
        whole in 1_u64..999_999_999, places in 0_usize..4, fraction in 0_u64..1000,
        negative: bool, percent: bool,
    ) {
        let digits = format!("{fraction:03}");
        let mut plain = whole.to_string();
        if places > 0 {
            plain = format!("{plain}.{}", &digits[..places]);
        }
        let written = match (negative, percent) {
            (true, true) => format!("({plain}%)"),
            (true, false) => format!("-{plain}"),
            (false, true) => format!("{plain} %"),
            (false, false) => plain.clone(),
        };
        // One separator before three digits may set off thousands.
        prop_assume!(places != 3);
        let Value::Number(number) = Value::read(&written, Language::En) else {
            return Err(TestCaseError::fail(written));
        };
        let sign = if negative { "-" } else { "" };
        prop_assert_eq!(number.value.to_string(), format!("{sign}{plain}"));
        prop_assert_eq!(number.unit == Unit::PERCENT, percent);
    }

    #[test]
    fn dates_print_back(year in 1900_i16..2100, month in 1_u8..13, day in 1_u8..29) {
        let written = format!("{year:04}-{month:02}-{day:02}");
        let Value::Date(date) = Value::read(&written, Language::En) else {
            return Err(TestCaseError::fail(written));
        };
        prop_assert_eq!(date.to_string(), written);
    }

    #[test]
    fn a_table_cut_at_pages_and_joined_is_the_whole(
        rows in prop::collection::vec(prop::collection::vec(0_i32..1000, 3), 2..30),
        cut in 1_usize..29, headed: bool,
    ) {
        let cut = cut.min(rows.len() - 1);
        let mut text = String::new();
        let whole = made(&rows, Some(1), &mut text).into_table(&text, Language::En);
        let mut text = String::new();
        let first = made(&rows[..cut], Some(1), &mut text);
        let mut second = made(&rows[cut..], Some(2), &mut text);
        if !headed {
            // Its reader took the header that is printed again for a row.
            second.header_rows = 0;
        }
        let joined = Grid::join(&[first, second], &text, Language::En);
        prop_assert_eq!(joined.rows.len(), whole.rows.len());
        prop_assert_eq!(joined.parts.len(), 2);
        for (a, b) in joined.columns.iter().zip(&whole.columns) {
            prop_assert_eq!(&a.path, &b.path);
            prop_assert_eq!((a.kind, a.unit, a.key), (b.kind, b.unit, b.key));
            for (a, b) in a.cells.iter().zip(&b.cells) {
                prop_assert_eq!(&a.value, &b.value);
                prop_assert_eq!(a.span.len(), b.span.len());
            }
        }
        let packed = pack(&joined).expect("it is packed");
        prop_assert_eq!(unpack(&packed, CELLS_MAX), Ok(joined));
    }

    #[test]
    fn broken_bytes_are_refused_and_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut packed = vec![1];
        packed.extend(bytes);
        let _ = unpack(&packed, 1_000);
    }
}
