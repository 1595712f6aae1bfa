//! Text into tokens that can be compared one by one: words, numbers, amounts,
//! codes, dates.
//!
//! The same scanner reads questions, cells, headers and titles, so that
//! `$750,000`, `750 000` and `750000` are one number, `HO-4`, `HO4` and `ho 04`
//! one code apart from spacing, and `07/20/2015` a day of July 2015. Words are
//! stripped of their endings lightly and alike in every language: what matters
//! is that `Factors` meets `factor`, not that the stem is a word.

use super::Exact;

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A word; the key is its stem.
    Word,
    /// A single capital letter: a class, an indicator, a coverage.
    Letter,
    /// A number without a sign of what it counts.
    Number,
    /// A number with a sign of currency.
    Money,
    /// A number with a percent sign.
    Percent,
    /// Letters and digits, or digits that open with a zero.
    Code,
    /// A year, a month of a year, a month, or a day.
    Date(Date),
}

/// A date as far as it is given; at least one part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Date {
    /// Of the common era, 1000 to 2999.
    pub year: Option<u16>,
    /// 1 to 12.
    pub month: Option<u8>,
    /// 1 to 31.
    pub day: Option<u8>,
}

impl Date {
    /// The same for every way to write it: `2015-7-20`, `2015-7-`.
    fn key(self) -> String {
        let part = |part: Option<u16>| part.map_or(String::new(), |part| part.to_string());
        let [month, day] = [self.month, self.day].map(|small| part(small.map(u16::from)));
        format!("{}-{month}-{day}", part(self.year))
    }

    /// True when every part that `self` gives is the same in `other`.
    pub fn holds(self, other: Date) -> bool {
        let agrees = |asked: Option<u16>, given: Option<u16>| asked.is_none() || asked == given;
        agrees(self.year, other.year)
            && agrees(self.month.map(u16::from), other.month.map(u16::from))
            && agrees(self.day.map(u16::from), other.day.map(u16::from))
    }
}

/// A token and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The form that is compared: a stem, plain digits, a code in capitals.
    pub key: String,
    /// What it is.
    pub kind: Kind,
    /// Its value, for numbers.
    pub value: Option<Exact>,
    /// First byte in the text scanned.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl Token {
    /// True for what names or measures something exactly: anything but a word.
    pub fn is_constant(&self) -> bool {
        self.kind != Kind::Word
    }

    /// True for a number, an amount or a percentage.
    pub fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Number | Kind::Money | Kind::Percent)
    }
}

/// How a text writes numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// `1,140.50`
    Point,
    /// `1.140,50`
    Comma,
}

impl Notation {
    /// The notation of a language.
    pub fn of(language: text::Language) -> Notation {
        use text::Language::{De, En, Es, Fr, It, Other, Pt};
        match language {
            Es | De | Fr | It | Pt => Notation::Comma,
            En | Other => Notation::Point,
        }
    }
}

/// Signs that stand around words and belong to none.
const EDGES: &[char] = &[
    '.', ',', ';', ':', '?', '!', '¿', '¡', '(', ')', '[', ']', '{', '}', '"', '\'', '“', '”', '„',
    '‘', '’', '«', '»', '*', '|', '=', '…', '•', '†', '×', '<', '>', '≤', '≥',
];
/// Signs of currency.
const CURRENCY: &[char] = &['$', '€', '£', '¥'];
/// Letters that follow a number as its unit, written together: `15ft`.
const UNITS: &[&str] = &[
    "ft", "mi", "km", "m", "cm", "mm", "kg", "g", "h", "hp", "kw", "kwh", "l", "ml", "min", "s",
    "in", "lb", "lbs", "yrs", "yr", "kv", "v", "w", "mg", "t", "°c",
];

/// The tokens of a text, in order.
pub fn scan(text: &str, notation: Notation) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (start, chunk) in chunks(text) {
        chunk_tokens(chunk, start, notation, &mut tokens);
    }
    join_thousands(text, &mut tokens);
    join_fractions(text, &mut tokens);
    join_codes(text, &mut tokens);
    join_dates(text, &mut tokens);
    tokens
}

/// Pieces between white space, without the signs around them.
fn chunks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(|c: char| c.is_whitespace() || c == '/' || c == '—')
        .map(move |piece| (piece.as_ptr() as usize - text.as_ptr() as usize, piece))
        .scan(0, move |done, (start, piece)| {
            // A date is written with slashes: it is taken whole, and its parts left out.
            if start < *done {
                return Some((start, ""));
            }
            match slashed(&text[start..]) {
                Some(length) => {
                    *done = start + length;
                    Some((start, &text[start..start + length]))
                }
                None => Some((start, piece)),
            }
        })
        .map(|(start, piece)| {
            let trimmed = piece.trim_start_matches(EDGES);
            (
                start + piece.len() - trimmed.len(),
                trimmed.trim_end_matches(EDGES),
            )
        })
        .filter(|(_, piece)| !piece.is_empty())
}

/// Length of `07/20/2015` or `3/4` at the start of a text.
fn slashed(text: &str) -> Option<usize> {
    let length = text
        .bytes()
        .take_while(|byte| byte.is_ascii_digit() || *byte == b'/')
        .count();
    let parts: Vec<&str> = text[..length].split('/').collect();
    let fits = |part: &&str, most: usize| !part.is_empty() && part.len() <= most;
    let known = match parts.as_slice() {
        [a, b, c] => fits(a, 2) && fits(b, 2) && matches!(c.len(), 2 | 4),
        [a, b] => fits(a, 2) && fits(b, 2) && !text[length..].starts_with(char::is_alphanumeric),
        _ => false,
    };
    known.then_some(length)
}

/// The value of `3/4`.
fn fraction(chunk: &str) -> Option<Exact> {
    let (over, under) = chunk.split_once('/')?;
    Exact::parse(over)?.over(Exact::parse(under)?)
}

fn chunk_tokens(chunk: &str, start: usize, notation: Notation, tokens: &mut Vec<Token>) {
    if let Some(date) = date(chunk, notation) {
        push(
            tokens,
            date.key(),
            Kind::Date(date),
            None,
            start,
            chunk.len(),
        );
    } else if let Some(value) = fraction(chunk) {
        push(
            tokens,
            chunk.to_owned(),
            Kind::Number,
            Some(value),
            start,
            chunk.len(),
        );
    } else if let Some((kind, value, key)) = number(chunk, notation) {
        push(tokens, key, kind, Some(value), start, chunk.len());
    } else if let Some((left, right)) = range(chunk, notation) {
        chunk_tokens(&chunk[..left], start, notation, tokens);
        chunk_tokens(&chunk[right..], start + right, notation, tokens);
    } else if let Some(cut) = unit_cut(chunk, notation) {
        chunk_tokens(&chunk[..cut], start, notation, tokens);
        chunk_tokens(&chunk[cut..], start + cut, notation, tokens);
    } else if let Some(cut) = compound_cut(chunk) {
        chunk_tokens(&chunk[..cut], start, notation, tokens);
        chunk_tokens(&chunk[cut + 1..], start + cut + 1, notation, tokens);
    } else if chunk.chars().any(|c| c.is_ascii_digit()) {
        code(chunk, start, tokens);
    } else {
        words(chunk, start, tokens);
    }
}

fn push(
    tokens: &mut Vec<Token>,
    key: String,
    kind: Kind,
    value: Option<Exact>,
    start: usize,
    length: usize,
) {
    tokens.push(Token {
        key,
        kind,
        value,
        start,
        end: start + length,
    });
}

/// A number with its sign of currency or percent.
fn number(chunk: &str, notation: Notation) -> Option<(Kind, Exact, String)> {
    let mut rest = chunk.trim_end_matches('+');
    let negative = rest.starts_with(['-', '−', '–']);
    rest = rest.trim_start_matches(['-', '−', '–']);
    let unsigned = rest;
    rest = rest.trim_start_matches(CURRENCY).trim_end_matches(CURRENCY);
    let money = rest.len() < unsigned.len();
    let plain = rest.strip_suffix('%');
    let digits = plain.unwrap_or(rest);
    // `06604` names a place, `01` a class: neither is counted with.
    let padded = digits.len() > 1
        && digits.starts_with('0')
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    if padded || !digits.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let value = decimal(digits, notation)?;
    let value = if negative {
        Exact::ZERO.minus(value)?
    } else {
        value
    };
    let kind = match (money, plain) {
        (true, _) => Kind::Money,
        (false, Some(_)) => Kind::Percent,
        (false, None) => Kind::Number,
    };
    Some((kind, value, value.to_string()))
}

/// A number with separators of thousands, by the notation of its text; where
/// that cannot be, by the other one.
fn decimal(digits: &str, notation: Notation) -> Option<Exact> {
    let (thousands, point) = match notation {
        Notation::Point => (',', '.'),
        Notation::Comma => ('.', ','),
    };
    grouped(digits, thousands, point).or_else(|| grouped(digits, point, thousands))
}

fn grouped(digits: &str, thousands: char, point: char) -> Option<Exact> {
    let (whole, fraction) = match digits.split_once(point) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    let mut groups = whole.split([thousands, '\'']);
    let first = groups.next()?;
    let separated = whole.len() > first.len();
    let fits = groups.clone().all(|group| group.len() == 3) && (!separated || first.len() <= 3);
    let all: String = std::iter::once(first).chain(groups).collect();
    if !fits || (separated && first.is_empty()) || fraction.is_some_and(str::is_empty) {
        return None;
    }
    let whole = if all.is_empty() { "0".to_owned() } else { all };
    match fraction {
        Some(fraction) => Exact::parse(&format!("{whole}.{fraction}")),
        None => Exact::parse(&whole),
    }
}

/// Where the halves of `51-100` end and start.
fn range(chunk: &str, notation: Notation) -> Option<(usize, usize)> {
    let (at, dash) = chunk
        .char_indices()
        .skip(1)
        .find(|(_, c)| matches!(c, '-' | '–' | '−' | '‑'))?;
    let right = at + dash.len_utf8();
    let both = number(&chunk[..at], notation).zip(number(&chunk[right..], notation));
    both.map(|_| (at, right))
}

/// Where the unit starts in `15ft`.
fn unit_cut(chunk: &str, notation: Notation) -> Option<usize> {
    let cut = chunk.find(|c: char| c.is_lowercase() || c == '°')?;
    let unit = UNITS.contains(&chunk[cut..].to_lowercase().as_str());
    (unit && cut > 0 && number(&chunk[..cut], notation).is_some()).then_some(cut)
}

/// Where a number ends and a word in small letters starts: `27-year-old`.
fn compound_cut(chunk: &str) -> Option<usize> {
    let cut = chunk.find('-')?;
    let digits = chunk[..cut]
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','));
    let word = chunk[cut + 1..]
        .split('-')
        .all(|part| part.len() > 1 && part.chars().all(char::is_lowercase));
    (digits && cut > 0 && word).then_some(cut)
}

/// Letters and digits together. A bracket that parts two words parts them here.
fn code(chunk: &str, start: usize, tokens: &mut Vec<Token>) {
    let key: String = chunk
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_uppercase)
        .collect();
    push(tokens, key, Kind::Code, None, start, chunk.len());
}

/// Words, parted at what is no letter.
fn words(chunk: &str, start: usize, tokens: &mut Vec<Token>) {
    let chunk = chunk
        .strip_suffix("'s")
        .or_else(|| chunk.strip_suffix("’s"))
        .unwrap_or(chunk);
    for word in chunk.split(|c: char| !c.is_alphabetic()) {
        if word.is_empty() {
            continue;
        }
        let at = start + (word.as_ptr() as usize - chunk.as_ptr() as usize);
        let mut letters = word.chars();
        let alone = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
        let kind = if alone { Kind::Letter } else { Kind::Word };
        push(tokens, stem(word), kind, None, at, word.len());
    }
}

/// `98 452`: thousands set off by a blank, when the text is nothing else.
fn join_thousands(text: &str, tokens: &mut Vec<Token>) {
    let groups = || text.trim().split([' ', '\u{a0}', '\u{202f}']);
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let fits = groups().next().is_some_and(|first| first.len() <= 3)
        && groups().count() > 1
        && groups().all(digits)
        && groups().skip(1).all(|group| group.len() == 3);
    if let Some(value) = fits
        .then(|| Exact::parse(&groups().collect::<String>()))
        .flatten()
    {
        tokens.clear();
        push(
            tokens,
            value.to_string(),
            Kind::Number,
            Some(value),
            0,
            text.len(),
        );
    }
}

/// `1 1/2` is one number.
fn join_fractions(text: &str, tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at + 1 < tokens.len() {
        let (whole, part) = (&tokens[at], &tokens[at + 1]);
        let mixed = whole.kind == Kind::Number
            && part.kind == Kind::Number
            && part.key.contains('/')
            && !whole.key.contains(['/', '.'])
            && text[whole.end..part.start] == *" ";
        if let Some(value) = whole
            .value
            .zip(part.value)
            .filter(|_| mixed)
            .and_then(|(a, b)| a.plus(b))
        {
            let end = part.end;
            let token = &mut tokens[at];
            (token.key, token.value, token.end) = (value.to_string(), Some(value), end);
            tokens.remove(at + 1);
        }
        at += 1;
    }
}

/// `HO 04 90` is one code with `HO0490`: two or three capitals, then digits.
fn join_codes(text: &str, tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at + 1 < tokens.len() {
        let letters = &text[tokens[at].start..tokens[at].end];
        let opens = tokens[at].kind == Kind::Word
            && (2..=3).contains(&letters.len())
            && letters.bytes().all(|byte| byte.is_ascii_uppercase());
        let mut end = at + 1;
        while opens
            && end < tokens.len()
            && end <= at + 3
            && follows(text, &tokens[end - 1], &tokens[end])
        {
            end += 1;
        }
        if end > at + 1 {
            let joined: String = text[tokens[at].start..tokens[end - 1].end]
                .chars()
                .filter(|c| !c.is_whitespace())
                .collect();
            let last = tokens[end - 1].end;
            tokens.drain(at + 1..end);
            let token = &mut tokens[at];
            (token.key, token.kind, token.end) = (joined.to_uppercase(), Kind::Code, last);
        }
        at += 1;
    }
}

/// True for digits, two at least, one blank behind what they follow.
fn follows(text: &str, before: &Token, token: &Token) -> bool {
    let digits = &text[token.start..token.end];
    text[before.end..token.start] == *" "
        && digits.len() >= 2
        && digits.len() <= 4
        && year(token).is_none()
        && digits.bytes().take(2).all(|byte| byte.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Names of months by their first letters, folded: English, Spanish, German.
const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "enero", "januar"],
    &["february", "feb", "febrero", "februar"],
    &["march", "mar", "marzo", "marz"],
    &["april", "apr", "abril"],
    &["may", "mayo", "mai"],
    &["june", "jun", "junio", "juni"],
    &["july", "jul", "julio", "juli"],
    &["august", "aug", "agosto"],
    &["september", "sep", "sept", "septiembre"],
    &["october", "oct", "octubre", "oktober"],
    &["november", "nov", "noviembre"],
    &["december", "dec", "diciembre", "dezember"],
];

fn month(word: &str) -> Option<u8> {
    // In prose `may` and `march` are verbs: a month has a capital.
    let capital = word.chars().next().is_some_and(char::is_uppercase);
    let folded: String = fold(word);
    let at = MONTHS
        .iter()
        .position(|names| names.contains(&folded.as_str()))?;
    let spanish = MONTHS[at].iter().position(|name| *name == folded) == Some(2);
    (capital || spanish).then(|| u8::try_from(at + 1).unwrap_or(12))
}

/// `2015-07-20`, `07/20/2015`, `20.07.2015`.
fn date(chunk: &str, notation: Notation) -> Option<Date> {
    let sign = chunk.chars().find(|c| !c.is_ascii_digit())?;
    if !matches!(sign, '-' | '/' | '.') {
        return None;
    }
    let parts: Vec<u16> = chunk
        .split(sign)
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    let &[a, b, c] = parts.as_slice() else {
        return None;
    };
    let century = |year: u16| if year < 100 { year + 2000 } else { year };
    let (year, month, day) = match (a, sign, notation) {
        (1000.., ..) => (a, b, c),
        (_, '/', Notation::Point) if a <= 12 => (century(c), a, b),
        _ => (century(c), b, a),
    };
    let small = |part: u16, most: u16| {
        u8::try_from(part)
            .ok()
            .filter(|_| (1..=most).contains(&part))
    };
    let month = Some(small(month, 12)?);
    let day = Some(small(day, 31)?);
    (1000..3000).contains(&year).then_some(Date {
        year: Some(year),
        month,
        day,
    })
}

/// `September 21, 2020`, `21 de septiembre de 2020`, `August 2015`, `2015`.
fn join_dates(text: &str, tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at < tokens.len() {
        if let Some((date, from, to)) = named_date(text, tokens, at) {
            let (start, end) = (tokens[from].start, tokens[to].end);
            let kind = Kind::Date(date);
            let key = date.key();
            tokens.drain(from + 1..=to);
            tokens[from] = Token {
                key,
                kind,
                value: None,
                start,
                end,
            };
            at = from;
        }
        at += 1;
    }
}

/// A date whose month stands at `at`, with the tokens it takes.
fn named_date(text: &str, tokens: &[Token], at: usize) -> Option<(Date, usize, usize)> {
    let month =
        month(&text[tokens[at].start..tokens[at].end]).filter(|_| tokens[at].kind == Kind::Word)?;
    let small = |index: usize| day(tokens.get(index)?);
    let linked = |index: usize| {
        tokens
            .get(index)
            .is_some_and(|token| matches!(token.key.as_str(), "de" | "del" | "of"))
    };
    let mut date = Date {
        year: None,
        month: Some(month),
        day: None,
    };
    let (mut from, mut to) = (at, at);
    if let Some(day) = small(at + 1) {
        (date.day, to) = (Some(day), at + 1);
    } else if let Some(day) = at.checked_sub(1).and_then(small) {
        (date.day, from) = (Some(day), at - 1);
    } else if let Some(day) = at.checked_sub(2).filter(|_| linked(at - 1)).and_then(small) {
        (date.day, from) = (Some(day), at - 2);
    }
    let next = if linked(to + 1) { to + 2 } else { to + 1 };
    if let Some(year) = tokens.get(next).and_then(year) {
        (date.year, to) = (Some(year), next);
    }
    Some((date, from, to))
}

fn day(token: &Token) -> Option<u8> {
    let plain = token.kind == Kind::Number || token.kind == Kind::Code;
    let digits = token
        .key
        .trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let day = digits.parse().ok().filter(|_| plain)?;
    (1..=31).contains(&day).then_some(day)
}

/// The year a token may be.
pub fn year(token: &Token) -> Option<u16> {
    let plain = token.kind == Kind::Number && token.key.len() == 4 && token.end - token.start == 4;
    let year = token.key.parse().ok().filter(|_| plain)?;
    (1900..2200).contains(&year).then_some(year)
}

/// Lower case without accents.
pub fn fold(word: &str) -> String {
    word.chars()
        .flat_map(char::to_lowercase)
        .map(|c| match c {
            'á' | 'à' | 'â' | 'ä' | 'ã' => 'a',
            'é' | 'è' | 'ê' | 'ë' => 'e',
            'í' | 'ì' | 'î' | 'ï' => 'i',
            'ó' | 'ò' | 'ô' | 'ö' | 'õ' => 'o',
            'ú' | 'ù' | 'û' | 'ü' => 'u',
            'ñ' => 'n',
            'ç' => 'c',
            other => other,
        })
        .collect()
}

/// A word without accents and endings: plural, `-ed`, `-ing`, a last vowel.
pub fn stem(word: &str) -> String {
    let mut word = fold(word).replace('ß', "ss");
    if word.chars().count() <= 3 {
        return word;
    }
    if let Some(start) = word.strip_suffix("ies") {
        return format!("{start}y");
    }
    if word.ends_with('s')
        && !word.ends_with("ss")
        && !word.ends_with("us")
        && !word.ends_with("is")
    {
        word.pop();
    }
    for ending in ["ing", "ed", "en"] {
        if let Some(start) = word.strip_suffix(ending)
            && start.len() >= 3
            && start.contains(['a', 'e', 'i', 'o', 'u', 'y'])
        {
            word.truncate(start.len());
            undouble(&mut word);
            break;
        }
    }
    while word.ends_with('e') && word.len() > 3 {
        word.pop();
    }
    word
}

/// `cancell` of `cancelled` and `cancelling` is the stem of `cancel`, too.
fn undouble(word: &mut String) {
    let bytes = word.as_bytes();
    if let [.., a, b] = bytes
        && a == b
        && b.is_ascii_alphabetic()
        && word.len() > 4
        && *b != b's'
    {
        word.pop();
    }
}

#[cfg(test)]
mod tests {
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
        check(
            "51-100 Horsepower, 15ft",
            "51:n 100:n horsepower:w 15:n ft:w",
        );
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
}
