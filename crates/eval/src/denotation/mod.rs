//! What an answer denotes: values, and when two sets of them are the same.
//!
//! A denotation is right when it holds the gold values and no others. Numbers are
//! compared by value with their scale and sign, dates by value, all else as text
//! without regard to case, accents and white space.

mod date;
mod digits;
mod quantity;

pub use date::PartialDate;
pub use quantity::Quantity;

/// One value, as it is compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// The text, folded.
    text: String,
    reading: Reading,
}

/// What a text was read as.
#[derive(Debug, Clone, PartialEq)]
enum Reading {
    Date(PartialDate),
    Quantity(Quantity),
    Text,
}

impl Value {
    /// Reads a value as it is written.
    ///
    /// ```
    /// # use eval::denotation::Value;
    /// let same = |a: &str, b: &str| Value::parse(a).is_same(&Value::parse(b));
    /// assert!(same("(681) million", "-$681,000,000"));
    /// assert!(same("24 June 1968", "June 24, 1968"));
    /// assert!(same(" Café  Noir", "cafe noir"));
    /// assert!(!same("681", "-681"));
    /// ```
    pub fn parse(text: &str) -> Value {
        let reading = match (PartialDate::parse(text), Quantity::parse(text)) {
            (Some(date), _) => Reading::Date(date),
            (None, Some(quantity)) => Reading::Quantity(quantity),
            (None, None) => Reading::Text,
        };
        Value {
            text: folded(text),
            reading,
        }
    }

    /// Reads a value whose scale or percent sign is given apart from it, as with the
    /// caption of a table: `thousand`, `million`, `billion`, `percent` or nothing.
    pub fn with_scale(text: &str, scale: &str) -> Value {
        let mut value = Value::parse(text);
        if let Reading::Quantity(quantity) = &mut value.reading {
            quantity.take_scale(scale);
        }
        value
    }

    /// The text as it is compared.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The amount, where it is one.
    pub fn quantity(&self) -> Option<&Quantity> {
        match &self.reading {
            Reading::Quantity(quantity) => Some(quantity),
            Reading::Date(_) | Reading::Text => None,
        }
    }

    /// The date, where it is one.
    pub fn date(&self) -> Option<&PartialDate> {
        match &self.reading {
            Reading::Date(date) => Some(date),
            Reading::Quantity(_) | Reading::Text => None,
        }
    }

    /// Whether a given value is the gold one.
    pub fn is_same(&self, gold: &Value) -> bool {
        match (&self.reading, &gold.reading) {
            (Reading::Date(given), Reading::Date(gold)) => given == gold,
            (Reading::Quantity(given), Reading::Quantity(gold)) => given.is_same(gold),
            _ => !gold.text.is_empty() && self.text == gold.text,
        }
    }

    /// Whether there is nothing to compare.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// Whether the given values are the gold ones and no others, in any order; a value
/// that is given twice counts once.
pub fn is_same_denotation(given: &[Value], gold: &[Value]) -> bool {
    let (given, gold) = (each_once(given), each_once(gold));
    given.len() == gold.len() && !gold.is_empty() && are_among(&gold, &given)
}

/// Whether each of the gold values has a given one of its own.
pub fn are_among(gold: &[&Value], given: &[&Value]) -> bool {
    let mut taken = vec![None; given.len()];
    (0..gold.len()).all(|at| assigned(at, gold, given, &mut taken, &mut vec![false; given.len()]))
}

/// Finds a given value for the gold one at `at`, moving others where that helps
/// (Kuhn's way of matching): of two that are near one gold value, one may be free.
fn assigned(
    at: usize,
    gold: &[&Value],
    given: &[&Value],
    taken: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for place in 0..given.len() {
        if tried[place] || !given[place].is_same(gold[at]) {
            continue;
        }
        tried[place] = true;
        let free = match taken[place] {
            None => true,
            Some(other) => assigned(other, gold, given, taken, tried),
        };
        if free {
            taken[place] = Some(at);
            return true;
        }
    }
    false
}

/// The values without those that are written like an earlier one, and without empty ones.
fn each_once(values: &[Value]) -> Vec<&Value> {
    let mut once: Vec<&Value> = Vec::new();
    for value in values.iter().filter(|value| !value.is_empty()) {
        if !once.contains(&value) {
            once.push(value);
        }
    }
    once
}

/// In lower case, without accents, with one kind of dash and quotation mark, and no
/// more white space than one space between words.
fn folded(text: &str) -> String {
    let plain: String = perusal::text::folded(text)
        .chars()
        .map(|c| match c {
            '\u{2010}'..='\u{2015}' | '−' => '-',
            '“' | '”' | '„' | '«' | '»' => '"',
            '’' | '‘' => '\'',
            other => other,
        })
        .collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn values(texts: &[&str]) -> Vec<Value> {
        texts.iter().map(|text| Value::parse(text)).collect()
    }

    fn denotes(given: &[&str], gold: &[&str]) -> bool {
        is_same_denotation(&values(given), &values(gold))
    }

    #[test]
    fn the_gold_values_and_no_others() {
        assert!(denotes(&["Oslo", "Bergen"], &["bergen", "OSLO"]));
        assert!(!denotes(&["Oslo"], &["Oslo", "Bergen"]));
        assert!(!denotes(&["Oslo", "Bergen", "Bodø"], &["Oslo", "Bergen"]));
        assert!(denotes(&["Oslo", "oslo"], &["Oslo"]), "twice is once");
        assert!(denotes(&["2019", "2018"], &["2018", "2019", ""]));
        assert!(!denotes(&[], &[]), "nothing is no denotation");
        assert!(!denotes(&["Party: Oslo"], &["Oslo"]), "a printed row");
    }

    #[test]
    fn near_values_are_matched_one_to_one() {
        // 100.4 is near both gold values, 100.9 near the second alone.
        assert!(denotes(&["100.4", "100.9"], &["100.5", "100.1"]));
        assert!(!denotes(&["100.4", "100.4"], &["100.5", "200.1"]));
    }

    #[test]
    fn scale_beside_the_value() {
        let gold = Value::with_scale("1,496.5", "million");
        let same = |text: &str| Value::parse(text).is_same(&gold);
        assert!(same("$1,496.5"), "as the table writes it");
        assert!(same("1,496,500,000") && same("1.4965 billion"));
        assert!(!same("1,496.5 thousand") && !same("-1,496.5"));
        let share = Value::with_scale("-22.22", "percent");
        let same = |text: &str| Value::parse(text).is_same(&share);
        assert!(same("(22.2)%") && same("-22.2") && same("-0.2222"));
        assert!(!same("22.2%") && !same("-22.9%"));
        assert_eq!(Value::with_scale("Oslo", "million"), Value::parse("Oslo"));
    }

    #[test]
    fn text_without_case_accents_and_white_space() {
        for (a, b) in [
            ("  Strength  retention", "strength retention."),
            ("2011–12", "2011-12"),
            ("“Die 4”", "\"die 4\""),
            ("São Paulo", "SAO PAULO"),
        ] {
            assert!(Value::parse(a).is_same(&Value::parse(b)), "{a}");
        }
        assert!(!Value::parse("2006").is_same(&Value::parse("2006 AFC U-17 Championship")));
        assert!(!Value::parse("6-1").is_same(&Value::parse("6")));
    }

    proptest! {
        #[test]
        fn a_value_is_itself_and_no_text_breaks_the_reader(text in any::<String>()) {
            let value = Value::parse(&text);
            prop_assert!(value.is_empty() || value.is_same(&value));
        }

        #[test]
        fn order_does_not_count(mut texts in proptest::collection::vec("[a-c]{1,2}|[0-9]{1,3}", 1..7)) {
            let forward = values(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            texts.reverse();
            let back = values(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert!(is_same_denotation(&forward, &back));
        }
    }
}
