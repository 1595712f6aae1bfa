//! Arguments that are more than a text.

use std::path::PathBuf;

pub fn key_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if key.is_empty() || !key.chars().all(fits) {
        return Err(format!("`{key}` is no key: letters, digits, `_`, `-`, `.`"));
    }
    Ok((key.to_owned(), value.to_owned()))
}

pub fn named_folder(text: &str) -> Result<(String, PathBuf), String> {
    let (name, folder) = text.split_once('=').ok_or("expected NAME=DIR")?;
    Ok((name.to_owned(), PathBuf::from(folder)))
}

pub fn question_type(name: &str) -> Result<perusal::route::QuestionType, String> {
    use perusal::route::QuestionType;
    // Programs write RETRIEVAL, CODE_GENERATION, …
    let lower = name.to_lowercase();
    let name = if lower == "code_generation" {
        "code"
    } else {
        &lower
    };
    QuestionType::parse(name).ok_or_else(|| {
        let names: Vec<_> = QuestionType::ALL.iter().map(|one| one.as_str()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

pub fn session_name(name: &str) -> Result<String, String> {
    const CHARS_MAX: usize = 200;
    let fits = !name.trim().is_empty()
        && name.chars().count() <= CHARS_MAX
        && !name.chars().any(char::is_control);
    if fits {
        Ok(name.to_owned())
    } else {
        Err(format!("a name of 1 to {CHARS_MAX} printable characters"))
    }
}

pub fn strategy(name: &str) -> Result<perusal::retrieve::Strategy, String> {
    perusal::retrieve::Strategy::parse(name).ok_or_else(|| {
        let names: Vec<_> = perusal::retrieve::Strategy::ALL
            .iter()
            .map(|(_, name)| *name)
            .collect();
        format!("expected one of {}", names.join(", "))
    })
}

pub fn hits(text: &str) -> Result<u16, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (1..=100).contains(number))
        .ok_or_else(|| "expected a number of hits from 1 to 100".to_owned())
}

/// `250ms`, `30s`, `2m`, or seconds as a bare number.
pub fn duration(text: &str) -> Result<std::time::Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: f64 = digits
        .parse()
        .map_err(|_| "expected a time such as 30s or 500ms")?;
    let seconds = match &text[digits.len()..] {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" => number * 60.0,
        unit => return Err(format!("`{unit}` is no unit of time: ms, s, m")),
    };
    std::time::Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert!(duration("3h").is_err() && duration("-1s").is_err() && duration("x").is_err());
    }
}
