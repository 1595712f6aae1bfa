//! Words that say in what a number is, brought to one spelling: `24-foot`, `24 ft` and
//! `24 feet` are the same.

/// Stems of units that are written in several ways, the first of each being the one that
/// stands for all. Single letters but the one for litres, and `min`, say too
/// much else.
const SAME: &[&[&str]] = &[
    &["hp", "horsepower"],
    &["ft", "foot", "feet"],
    &["inch", "pulgada", "zoll"],
    &["mil", "milla", "meil"],
    &["km", "kilometr", "kilometer", "kilometro"],
    &["cm", "centimetr", "centimeter", "centimetro", "zentimeter"],
    &["mm", "millimetr", "millimeter", "milimetro"],
    &["meter", "metr", "metro"],
    &["kg", "kilo", "kilogram", "kilogramm", "kilogramo"],
    &["lb", "pound"],
    &["ounc", "oz"],
    &["liter", "litr", "litro", "l"],
    &["gallon", "gal"],
    &["watt", "vatio"],
    &["kw", "kilowatt", "kilovatio"],
    &["mbit", "megabit", "mbp"],
    &["gb", "gigabyt"],
    &["hour", "hr"],
    &["one", "singl"],
    &["kcal", "kilocalori", "kilocaloria"],
    &["kj", "kilojoul", "kilojulio"],
    &["other", "another"],
];

/// The stem that stands for a unit; other words as they are.
pub fn canonical(stem: String) -> String {
    let same = SAME.iter().find(|forms| forms.contains(&stem.as_str()));
    same.map_or(stem, |forms| forms[0].to_owned())
}

/// True for the stem of a unit.
pub fn is_unit(key: &str) -> bool {
    SAME.iter().any(|forms| forms[0] == key)
}

#[cfg(test)]
mod tests {
    use super::super::{Notation, scan};

    #[test]
    fn units_meet_in_every_spelling() {
        let keys = |text: &str| -> Vec<String> {
            let tokens = scan(text, Notation::Point);
            tokens.into_iter().map(|token| token.key).collect()
        };
        assert_eq!(keys("24-foot"), keys("24 feet"));
        assert_eq!(keys("200 hp"), keys("200 horsepower"));
        assert_eq!(keys("30 l"), keys("30 litres"));
        assert_ne!(keys("5 miles"), keys("5 kilometres"));
    }
}
