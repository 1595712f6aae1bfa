//! Values as people write them.

use super::{Date, Unit, Value};
use crate::Language;

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
