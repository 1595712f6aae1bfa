//! The numbers that tell features apart.

use std::collections::BTreeMap;

/// Features of one number and as many parts are one feature, and share a weight: each is said in
/// one place alone.
#[test]
fn no_two_features_share_a_number() {
    let mut said: BTreeMap<(u32, usize), usize> = BTreeMap::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/patterns/features");
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for feature in text.split("out.push(hash::of(&[").skip(1) {
            let (number, parts) = read(feature);
            *said.entry((number, parts)).or_default() += 1;
        }
    }
    assert!(said.len() > 80, "{} features were found", said.len());
    let shared: Vec<_> = said.into_iter().filter(|(_, count)| *count > 1).collect();
    assert_eq!(shared, [], "number and parts, and how often");
}

/// Its number, and how many parts stand behind it up to the bracket that ends them.
fn read(feature: &str) -> (u32, usize) {
    let number = feature.trim_start();
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap();
    let (mut depth, mut parts, mut open) = (0, 0, false);
    for c in number[end..].chars() {
        match c {
            '(' | '[' => depth += 1,
            ']' if depth == 0 => break,
            ')' | ']' => depth -= 1,
            // A comma with nothing behind it begins no part.
            ',' if depth == 0 => open = true,
            c if open && !c.is_whitespace() => {
                parts += 1;
                open = false;
            }
            _ => {}
        }
    }
    (number[..end].parse().unwrap(), parts)
}
