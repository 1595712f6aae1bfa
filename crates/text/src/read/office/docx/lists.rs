//! The numbers and bullets of lists, which Word counts when it shows a document.

use std::collections::{BTreeMap, BTreeSet};

use crate::read::office::xml::{Element, Token, Xml};

/// Levels of a list.
const LEVELS: usize = 9;

/// Numbers beyond this are shown as digits: `MMM…` would be as long as the number.
const ROMAN_MAX: u32 = 4_999;

/// Letters beyond this are shown as digits: Word repeats them (`AAA`).
const LETTERS_MAX: u32 = 26 * 20;

/// The list and the level of it that a paragraph or a style belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ListPlace {
    /// 0 takes a paragraph out of the list of its style.
    pub(super) list: Option<u32>,
    /// From 0.
    pub(super) level: Option<usize>,
}

impl ListPlace {
    /// What is said here, else there.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            list: self.list.or(other.list),
            level: self.level.or(other.level),
        }
    }
}

/// How a level is marked.
#[derive(Debug, Clone, Default)]
struct Level {
    start: u32,
    numerals: Numerals,
    /// `%1.%2.` for 3.2.
    pattern: String,
    /// All numbers of the pattern as digits.
    legal: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Numerals {
    #[default]
    Decimal,
    LeadingZero,
    UpperRoman,
    LowerRoman,
    UpperLetter,
    LowerLetter,
    Bullet,
    None,
}

/// A list that refers to a kind of list, some levels changed.
#[derive(Debug, Clone, Default)]
struct Instance {
    kind: u32,
    starts: BTreeMap<usize, u32>,
    levels: BTreeMap<usize, Level>,
}

/// All lists of a document and how far each has been counted.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    kinds: BTreeMap<u32, BTreeMap<usize, Level>>,
    instances: BTreeMap<u32, Instance>,
    /// Lists of one kind go on counting where another one stopped.
    counts: BTreeMap<u32, [Option<u32>; LEVELS]>,
    /// Lists that have set their own start.
    started: BTreeSet<(u32, usize)>,
}

impl Lists {
    pub(super) fn parse(text: &str) -> Self {
        let mut lists = Self::default();
        let mut xml = Xml::new(text);
        while let Some(token) = xml.next() {
            let Token::Open(element) = token else {
                continue;
            };
            match element.name() {
                "abstractNum" => {
                    let id = element.number("abstractNumId");
                    let levels = levels(&mut xml);
                    lists.kinds.extend(id.map(|id: u32| (id, levels)));
                }
                "num" => {
                    let id = element.number("numId");
                    let instance = instance(&mut xml);
                    lists.instances.extend(id.map(|id: u32| (id, instance)));
                }
                _ => {}
            }
        }
        lists
    }

    /// Counts a paragraph of a list and gives its mark: `2.1.`, `(c)` or `-` for
    /// any bullet. `None` for a list that is not there, `""` for an empty mark.
    pub(super) fn mark(&mut self, place: ListPlace) -> Option<(usize, String)> {
        let list = place.list.filter(|&list| list > 0)?;
        let depth = place.level.unwrap_or(0).min(LEVELS - 1);
        let instance = self.instances.get(&list)?;
        let kind = self.kinds.get(&instance.kind)?;
        let level = |depth: usize| instance.levels.get(&depth).or_else(|| kind.get(&depth));
        let counts = self.counts.entry(instance.kind).or_default();
        if let Some(&start) = instance.starts.get(&depth)
            && self.started.insert((list, depth))
        {
            counts[depth] = start.checked_sub(1);
        }
        let own = level(depth)?;
        counts[depth] = Some(match counts[depth] {
            Some(count) => count.saturating_add(1),
            None => own.start,
        });
        counts[depth + 1..].fill(None);
        for (above, count) in counts[..depth].iter_mut().enumerate() {
            count.get_or_insert_with(|| level(above).map_or(1, |level| level.start));
        }
        if own.numerals == Numerals::Bullet {
            return Some((depth, "-".to_owned()));
        }
        let numeral = |at: usize| {
            let numerals = match level(at) {
                Some(level) if !own.legal => level.numerals,
                _ => Numerals::Decimal,
            };
            numerals.show(counts.get(at).copied().flatten().unwrap_or(1))
        };
        Some((depth, filled(&own.pattern, numeral)))
    }
}

/// The pattern `%1.%2.` with its numerals.
fn filled(pattern: &str, numeral: impl Fn(usize) -> String) -> String {
    let mut mark = String::new();
    let mut rest = pattern.chars().peekable();
    while let Some(sign) = rest.next() {
        let level = rest
            .peek()
            .and_then(|digit| digit.to_digit(10))
            .filter(|&digit| sign == '%' && digit > 0);
        match level {
            Some(level) => {
                rest.next();
                mark.push_str(&numeral(level as usize - 1));
            }
            None => mark.push(sign),
        }
    }
    mark
}

/// The levels of the kind of list that was just opened.
fn levels(xml: &mut Xml<'_>) -> BTreeMap<usize, Level> {
    let mut levels = BTreeMap::new();
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) if element.name() == "lvl" => {
                let depth = element.number("ilvl");
                let level = level(xml);
                levels.extend(
                    depth
                        .filter(|&depth: &usize| depth < LEVELS)
                        .map(|at| (at, level)),
                );
            }
            Token::Close(end) if end.name() == "abstractNum" => break,
            _ => {}
        }
    }
    levels
}

fn level(xml: &mut Xml<'_>) -> Level {
    let mut level = Level {
        start: 1,
        ..Level::default()
    };
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) => match element.name() {
                "start" => level.start = element.number("val").unwrap_or(1),
                "numFmt" => level.numerals = Numerals::of(&element),
                "lvlText" => level.pattern = element.attribute("val").unwrap_or_default(),
                "isLgl" => level.legal = element.is_on("val"),
                _ => {}
            },
            Token::Close(end) if end.name() == "lvl" => break,
            Token::Close(_) | Token::Text(_) => {}
        }
    }
    level
}

/// The list that was just opened.
fn instance(xml: &mut Xml<'_>) -> Instance {
    let mut instance = Instance::default();
    let mut depth = 0;
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) => match element.name() {
                "abstractNumId" => instance.kind = element.number("val").unwrap_or(0),
                "lvlOverride" => {
                    depth = element.number::<usize>("ilvl").unwrap_or(0).min(LEVELS - 1)
                }
                "startOverride" => {
                    instance
                        .starts
                        .insert(depth, element.number("val").unwrap_or(1));
                }
                "lvl" => {
                    instance.levels.insert(depth, level(xml));
                }
                _ => {}
            },
            Token::Close(end) if end.name() == "num" => break,
            Token::Close(_) | Token::Text(_) => {}
        }
    }
    instance
}

impl Numerals {
    fn of(element: &Element<'_>) -> Self {
        match element.attribute("val").unwrap_or_default().as_str() {
            "bullet" => Numerals::Bullet,
            "none" => Numerals::None,
            "upperRoman" => Numerals::UpperRoman,
            "lowerRoman" => Numerals::LowerRoman,
            "upperLetter" => Numerals::UpperLetter,
            "lowerLetter" => Numerals::LowerLetter,
            "decimalZero" => Numerals::LeadingZero,
            _ => Numerals::Decimal,
        }
    }

    fn show(self, count: u32) -> String {
        match self {
            Numerals::UpperRoman if (1..=ROMAN_MAX).contains(&count) => roman(count),
            Numerals::LowerRoman if (1..=ROMAN_MAX).contains(&count) => roman(count).to_lowercase(),
            Numerals::UpperLetter if (1..=LETTERS_MAX).contains(&count) => letters(count, b'A'),
            Numerals::LowerLetter if (1..=LETTERS_MAX).contains(&count) => letters(count, b'a'),
            Numerals::LeadingZero => format!("{count:02}"),
            Numerals::None => String::new(),
            _ => count.to_string(),
        }
    }
}

/// A number in Roman numerals.
pub(in crate::read::office) fn roman(mut number: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1_000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut roman = String::new();
    for (value, sign) in SIGNS {
        while number >= value {
            number -= value;
            roman.push_str(sign);
        }
    }
    roman
}

/// `A`, …, `Z`, `AA`, `BB`: Word repeats the letter.
pub(in crate::read::office) fn letters(number: u32, first: u8) -> String {
    let letter = first + u8::try_from((number - 1) % 26).unwrap_or(0);
    String::from(char::from(letter)).repeat((number as usize - 1) / 26 + 1)
}
