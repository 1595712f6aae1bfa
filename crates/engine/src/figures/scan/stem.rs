//! Words without accents and endings, alike in every language.

/// Small letters at the bytes of the large ones, so that what is found in them can be cut
/// from the text. The few letters whose small form takes more or fewer bytes stay.
pub fn lowered(text: &str) -> String {
    text.chars()
        .map(|c| {
            let mut small = c.to_lowercase();
            match (small.next(), small.next()) {
                (Some(small), None) if small.len_utf8() == c.len_utf8() => small,
                _ => c,
            }
        })
        .collect()
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
