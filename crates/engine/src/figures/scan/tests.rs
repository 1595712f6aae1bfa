//! Tokens of questions, cells and titles.

use proptest::prelude::*;

use super::{Kind, Notation, scan, stem};

fn read(text: &str) -> Vec<(String, char)> {
    let sign = |kind: &Kind| match kind {
        Kind::Word => 'w',
        Kind::Letter => 'l',
        Kind::Number => 'n',
        Kind::Money => '$',
        Kind::Percent => '%',
        Kind::Code => 'c',
        Kind::Date(_) => 'd',
    };
    let tokens = scan(text, Notation::Point).into_iter();
    tokens.map(|token| (token.key, sign(&token.kind))).collect()
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let shown: Vec<String> = read(text)
        .into_iter()
        .map(|(key, kind)| format!("{key}:{kind}"))
        .collect();
    assert_eq!(shown.join(" "), expected, "{text}");
}

#[test]
fn spellings_of_a_value_meet() {
    check(
        "$750,000 750,000 -2 2% 1.140",
        "750000:$ 750000:n -2:n 2:% 1.14:n",
    );
    check("98 452", "98452:n");
    check(
        "HO-4 HO4 (HO 04 90) HO0490 10W 06604",
        "HO4:c HO4:c HO0490:c HO0490:c 10W:c 06604:c",
    );
    check("51-100 Horsepower, 15ft", "51:n 100:n hp:w 15:n ft:w");
    check("set to Y, Coverage A", "set:w to:w y:l coverag:w a:l");
    check(
        "a 27-year-old of 1 1/2 inch",
        "a:w 27:n year:w old:w of:w 1.5:n inch:w",
    );
    check("ZIP 48100 in FY 2026", "zip:w 48100:n in:w fy:w 2026:n");
    check("Wind/Hail Non-Weather", "wind:w hail:w non:w weather:w");
}

#[test]
fn dates_are_read_as_far_as_they_go() {
    check("August 2015 and 07/20/2015", "2015-8-:d and:w 2015-7-20:d");
    check("21 de septiembre de 2020", "2020-9-21:d");
    check("you may march on", "you:w may:w march:w on:w");
    let asked = scan("July 2015", Notation::Point);
    let given = scan("07/20/2015", Notation::Point);
    let (Kind::Date(asked), Kind::Date(given)) = (&asked[0].kind, &given[0].kind) else {
        panic!("two dates");
    };
    assert!(asked.holds(*given) && !given.holds(*asked));
}

#[test]
fn a_comma_is_a_point_where_the_language_says_so() {
    let tokens = scan("1.140,50 €", Notation::Comma);
    assert_eq!(tokens[0].key, "1140.5");
}

#[test]
fn forms_of_a_word_have_one_stem() {
    for forms in [
        &["factor", "Factors"][..],
        &["policy", "policies"],
        &["rate", "rates", "rated", "rating"],
        &["cancel", "cancelled", "cancelling"],
        &["Gebühr", "Gebühren"],
        &["Beitrag", "Beiträge"],
        &["condición", "condiciones"],
    ] {
        let first = stem(forms[0]);
        assert!(forms.iter().all(|form| stem(form) == first), "{forms:?}");
    }
}

proptest! {
    #[test]
    fn tokens_lie_in_their_text(text in "[ -~äöüñ–|/0-9]{0,60}") {
        for notation in [Notation::Point, Notation::Comma] {
            let mut last = 0;
            for token in scan(&text, notation) {
                prop_assert!(token.start >= last && token.end <= text.len());
                prop_assert!(text.get(token.start..token.end).is_some());
                last = token.end;
            }
        }
    }

    #[test]
    fn no_text_breaks_the_scanner(text in any::<String>()) {
        let _ = scan(&text, Notation::Comma);
    }
}
