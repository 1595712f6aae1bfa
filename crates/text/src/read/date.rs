//! Dates as files write them about themselves.

/// The ISO date at the start of `2025-08-18T10:00` or `2025/08/18`; `None` for
/// anything else.
pub fn iso_date(value: &str) -> Option<String> {
    let date = value.get(..10)?.replace('/', "-");
    let mut parts = date.split('-');
    let mut number = |digits: usize| -> Option<u32> {
        parts
            .next()
            .filter(|part| part.len() == digits)?
            .parse()
            .ok()
    };
    let (_, month, day) = (number(4)?, number(2)?, number(2)?);
    let ends = value[10..].starts_with(|next: char| next.is_ascii_digit());
    ((1..=12).contains(&month) && (1..=31).contains(&day) && !ends).then_some(date)
}
