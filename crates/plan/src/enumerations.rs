//! What sentences of running text list: "the brand names Lively, Magnolia and Yardbird".

use text::table::{Cell, Column, ColumnKind, LogicalTable, Part, Row, TableKind, Unit, Value};
use text::{Language, Span, Token};

use crate::lexicon::Lexicon;
use crate::question::{DateMention, dates_in};

/// Fewest and most things that are taken for a list.
const ITEMS_MIN: usize = 3;
const ITEMS_MAX: usize = 60;
/// Most words of a thing between commas, and between semicolons.
const WORDS_MAX: usize = 8;
const LONG_WORDS_MAX: usize = 48;
/// Longest sentence that is read.
const SENTENCE_BYTES_MAX: usize = 4_000;
/// Words before the first thing that name a list.
const LEAD_WORDS: usize = 24;
/// Most lists of one text.
const LISTS_MAX: usize = 12;

/// The columns of the relation, as queries call them.
pub const COLUMNS: [&str; 2] = ["number", "item"];

/// Things that a sentence lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enumeration {
    /// The sentence.
    pub sentence: Span,
    /// What stands before the first thing, in its sentence; may be empty.
    pub lead: Span,
    /// The things, in order, at least three.
    pub items: Vec<Span>,
}

/// The lists that sentences of a text hold, in order. Things stand between semicolons or else
/// commas, the last one behind an "and", in brackets or behind a colon.
pub fn enumerations(text: &str, language: Language) -> Vec<Enumeration> {
    let mut found = Vec::new();
    for sentence in text::sentences(text, language) {
        let written = sentence.slice(text).unwrap_or_default();
        if written.len() > SENTENCE_BYTES_MAX {
            continue;
        }
        let reader = Reader {
            text,
            sentence,
            language,
            joins: Lexicon::of(language).joins(),
        };
        reader.find_all(&mut found);
        if found.len() >= LISTS_MAX {
            found.truncate(LISTS_MAX);
            break;
        }
    }
    found
}

struct Reader<'t> {
    text: &'t str,
    sentence: Span,
    language: Language,
    joins: &'t [String],
}

impl Reader<'_> {
    fn find_all(&self, found: &mut Vec<Enumeration>) {
        let brackets = self.brackets();
        for inner in &brackets {
            self.region(*inner, true, &[], found);
        }
        let written = self.slice(self.sentence);
        let colon = written.find(": ").map(|at| self.sentence.start + at + 1);
        let start = colon.unwrap_or(self.sentence.start);
        let region = Span::new(start, self.sentence.end);
        let mut hidden = brackets;
        hidden.extend(self.dates());
        self.region(region, colon.is_some(), &hidden, found);
    }

    /// Dates, whose commas part nothing: `March 25, 2023`.
    fn dates(&self) -> Vec<Span> {
        let start = self.sentence.start;
        let tokens = self.tokens(self.sentence);
        let dates = dates_in(self.slice(self.sentence), &tokens).into_iter();
        let span = |date: DateMention| {
            let last = date.tokens.end.saturating_sub(1);
            let (first, last) = (tokens[date.tokens.start].span, tokens[last].span);
            Span::new(start + first.start, start + last.end)
        };
        dates.map(span).collect()
    }

    fn slice(&self, span: Span) -> &str {
        span.slice(self.text).unwrap_or_default()
    }

    /// What stands inside of brackets, those inside of others left out.
    fn brackets(&self) -> Vec<Span> {
        let (mut found, mut open, mut start) = (Vec::new(), 0_u32, 0);
        for (at, c) in self.slice(self.sentence).char_indices() {
            match c {
                '(' => {
                    if open == 0 {
                        start = self.sentence.start + at + 1;
                    }
                    open += 1;
                }
                ')' if open > 0 => {
                    open -= 1;
                    if open == 0 {
                        found.push(Span::new(start, self.sentence.start + at));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The list of a region. In an enclosed one the first thing begins where it does.
    fn region(&self, region: Span, enclosed: bool, hidden: &[Span], found: &mut Vec<Enumeration>) {
        let semicolons = self.parts(region, ';', hidden);
        let long = semicolons.len() >= ITEMS_MIN;
        let parts = match long {
            true => semicolons,
            false => self.parts(region, ',', hidden),
        };
        let Some(list) = self.list(&parts, enclosed, long) else {
            return;
        };
        found.push(list);
    }

    /// The pieces of a region between signs that white space follows, outside of what is hidden.
    fn parts(&self, region: Span, sign: char, hidden: &[Span]) -> Vec<Span> {
        let written = self.slice(region);
        let mut found = Vec::new();
        let mut start = region.start;
        for (at, _) in written.match_indices(sign) {
            let place = region.start + at;
            let spaced = self.text[place + 1..].starts_with(char::is_whitespace);
            if !spaced
                || hidden
                    .iter()
                    .any(|one| one.start <= place && place < one.end)
            {
                continue;
            }
            found.push(Span::new(start, place));
            start = place + 1;
        }
        found.push(Span::new(start, region.end));
        found
    }

    fn list(&self, parts: &[Span], enclosed: bool, long: bool) -> Option<Enumeration> {
        let most = if long { LONG_WORDS_MAX } else { WORDS_MAX };
        let (first, rest) = parts.split_first()?;
        // Things are short; what follows a longer piece is no part of the list.
        let short = |part: &&Span| self.tokens(**part).len() <= most;
        let count = rest.iter().take_while(short).count();
        let mut items: Vec<Span> = rest[..count]
            .iter()
            .map(|part| self.trimmed(*part))
            .collect();
        if count < rest.len() {
            items.extend(self.opening(rest[count]));
        }
        let last = items.pop()?;
        let ended = self.ended(last, &mut items);
        if !ended && !enclosed && !long {
            return None;
        }
        let first = self.first(*first, enclosed, &items)?;
        let lead = Span::new(self.sentence.start, first.start);
        items.insert(0, first);
        items.retain(|item| !item.is_empty());
        (ITEMS_MIN..=ITEMS_MAX)
            .contains(&items.len())
            .then_some(Enumeration {
                sentence: self.sentence,
                lead,
                items,
            })
    }

    fn tokens(&self, span: Span) -> Vec<Token> {
        text::tokens(self.slice(span), self.language)
    }

    fn is_join(&self, token: &Token) -> bool {
        self.joins.contains(&token.folded)
    }

    /// A span without white space and signs around it, and without an "and" before it.
    fn trimmed(&self, span: Span) -> Span {
        let tokens = self.tokens(span);
        let first = tokens.iter().find(|token| !self.is_join(token));
        let (Some(first), Some(_)) = (first, tokens.last()) else {
            return Span::new(span.start, span.start);
        };
        let written = self.slice(span);
        let end = written
            .trim_end()
            .trim_end_matches(['.', ',', ';', ':'])
            .len();
        let opens = written[..first.span.start].ends_with(['$', '€', '£', '(', '"', '“']);
        let start = first.span.start - usize::from(opens) * self.before(span, first);
        Span::new(span.start + start, span.start + end.max(first.span.end))
    }

    /// Bytes of the sign right before a token.
    fn before(&self, span: Span, token: &Token) -> usize {
        let before = &self.slice(span)[..token.span.start];
        before.chars().next_back().map_or(0, char::len_utf8)
    }

    /// Of a long piece the words up to the second "and": "Yardbird and the domain names …".
    fn opening(&self, span: Span) -> Option<Span> {
        let tokens = self.tokens(span);
        let joins: Vec<usize> = (0..tokens.len())
            .filter(|at| self.is_join(&tokens[*at]))
            .collect();
        let end = match joins.as_slice() {
            [0, second, ..] => *second,
            [first, second, ..] if *first > 0 => *second,
            [first] if *first > 0 => tokens.len().min(first + 1 + WORDS_MAX / 2),
            _ => return None,
        };
        let last = tokens.get(end.checked_sub(1)?)?;
        Some(Span::new(span.start, span.start + last.span.end))
    }

    /// Adds the last piece, as two where an "and" stands inside it; whether it ends a list as
    /// lists end.
    fn ended(&self, last: Span, items: &mut Vec<Span>) -> bool {
        let tokens = self.tokens(last);
        let opens = tokens.first().is_some_and(|token| self.is_join(token));
        let join = (1..tokens.len().saturating_sub(1)).find(|at| self.is_join(&tokens[*at]));
        match join {
            Some(at) if !opens => {
                let before = Span::new(last.start, last.start + tokens[at - 1].span.end);
                let behind = Span::new(last.start + tokens[at].span.end, last.end);
                items.push(self.trimmed(before));
                items.push(self.trimmed(behind));
                true
            }
            _ => {
                items.push(self.trimmed(last));
                // Words that were trimmed say so: an "and" opened the piece.
                opens || self.joined(last)
            }
        }
    }

    /// Whether an "and" stands right before a span.
    fn joined(&self, span: Span) -> bool {
        let before = Span::new(self.sentence.start, span.start);
        self.tokens(before)
            .last()
            .is_some_and(|token| self.is_join(token))
    }

    /// The first thing: of a piece that is not enclosed what its end is made of, as the other
    /// things are: words with capitals, else what stands behind the last small word.
    fn first(&self, part: Span, enclosed: bool, others: &[Span]) -> Option<Span> {
        if enclosed {
            return Some(self.trimmed(part));
        }
        let tokens = self.tokens(part);
        let written = self.slice(part);
        let capital = |token: &Token| {
            let first = written[token.span.start..].chars().next();
            first.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
        };
        let capitals = others.iter().filter(|other| {
            let first = self.slice(**other).chars().next();
            first.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
        });
        let all_capitals = capitals.count() * 4 >= others.len() * 3;
        // A remark in brackets belongs to the thing before it.
        let brackets = self.brackets();
        let remark = |token: &Token| {
            let at = part.start + token.span.start;
            brackets.iter().any(|one| one.start <= at && at < one.end)
        };
        let from = tokens.iter().rposition(|token| {
            let outside = if all_capitals {
                !capital(token)
            } else {
                token.stop
            };
            outside && !remark(token)
        });
        let from = from.map_or(0, |at| at + 1);
        let first = tokens.get(from)?;
        Some(self.trimmed(Span::new(part.start + first.span.start, part.end)))
    }
}

/// A list as a relation, of a text that begins at byte `start` of its document: a number, which
/// none of its things has, and the thing, under the words that lead in. `context` are the
/// headings above the text, `page` is where it stands.
pub fn table(
    list: &Enumeration,
    text: &str,
    start: usize,
    context: Vec<String>,
    page: Option<u32>,
) -> LogicalTable {
    let at = |span: Span| Span::new(span.start + start, span.end + start);
    let lead = list.lead.slice(text).unwrap_or_default();
    let words: Vec<&str> = lead.split_whitespace().collect();
    let named = words[words.len().saturating_sub(LEAD_WORDS)..].join(" ");
    let item = |span: &Span| Cell {
        span: at(*span),
        value: Value::Text,
    };
    let column = |name: &str, kind, cells| Column {
        path: vec![name.to_owned()],
        kind,
        unit: Unit::NONE,
        scale: 0,
        key: false,
        cells,
    };
    let numbers = vec![Cell::default(); list.items.len()];
    let items = list.items.iter().map(item).collect();
    let name = if named.is_empty() { "text" } else { &named };
    let row = Row {
        span: at(list.sentence),
        ..Row::default()
    };
    LogicalTable {
        kind: TableKind::List,
        title: (!named.is_empty()).then(|| named.clone()),
        context,
        columns: vec![
            column("number", ColumnKind::Empty, numbers),
            column(name, ColumnKind::Text, items),
        ],
        rows: vec![row; list.items.len()],
        bands: Vec::new(),
        notes: Vec::new(),
        parts: vec![Part {
            span: at(list.sentence),
            page,
            ..Part::default()
        }],
        odd_rows: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, language: Language, expected: &[&str]) {
        let found = enumerations(text, language);
        let found: Vec<&str> = found
            .iter()
            .flat_map(|one| one.items.iter().map(|item| item.slice(text).unwrap()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn things_of_a_sentence_are_told_apart() {
        use Language::{De, En, Es};
        check(
            "The segment includes the brand names Lively, Geek Squad, Pacific Kitchen and Home, and Yardbird.",
            En,
            &[
                "Lively",
                "Geek Squad",
                "Pacific Kitchen and Home",
                "Yardbird",
            ],
        );
        check(
            "We opened stores in Glendale, AZ; Hartsdale, NY; and Hollister, CA.",
            En,
            &["Glendale, AZ", "Hartsdale, NY", "Hollister, CA"],
        );
        check(
            "It is made of sugar, a pinch of salt and flour.",
            En,
            &["sugar", "a pinch of salt", "flour"],
        );
        check(
            "Eigene Projekte laufen in mehreren Ländern (Bayern, Berlin, Hessen), so die Studie.",
            De,
            &["Bayern", "Berlin", "Hessen"],
        );
        check(
            "Exclusions are the war (whether declared or not); the flood of a river; and the fall of a tree.",
            En,
            &[
                "war (whether declared or not)",
                "the flood of a river",
                "the fall of a tree",
            ],
        );
        check(
            "Las oficinas están en: Madrid, Sevilla y Bilbao.",
            Es,
            &["Madrid", "Sevilla", "Bilbao"],
        );
    }

    #[test]
    fn clauses_and_amounts_are_no_list() {
        check("In 2019, we sold 1,200 stores.", Language::En, &[]);
        check(
            "See the report for the weeks ended March 25, 2023 filed with the Securities and Exchange Commission.",
            Language::En,
            &[],
        );
        check("Nothing, or so it seems, is said.", Language::En, &[]);
    }
}
