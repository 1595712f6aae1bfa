//! Invitations and other parts of a calendar, as lines of text.

/// Properties that people read, and how they are shown.
const SHOWN: [(&str, &str); 9] = [
    ("SUMMARY", "Summary"),
    ("DTSTART", "Start"),
    ("DTEND", "End"),
    ("DUE", "Due"),
    ("LOCATION", "Location"),
    ("ORGANIZER", "Organizer"),
    ("ATTENDEE", "Attendee"),
    ("STATUS", "Status"),
    ("DESCRIPTION", "Description"),
];

/// The text of an iCalendar part: `Start: 20250818T100000`, a line a property.
pub fn text(source: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in source.lines() {
        match line.strip_prefix([' ', '\t']) {
            // A long line goes on in the next.
            Some(rest) => match lines.last_mut() {
                Some(last) => last.push_str(rest),
                None => lines.push(rest.to_owned()),
            },
            None => lines.push(line.to_owned()),
        }
    }
    let shown: Vec<String> = lines.iter().filter_map(|line| property(line)).collect();
    shown.join("\n")
}

/// A line of the part as one for people; `None` for what programs need.
fn property(line: &str) -> Option<String> {
    let (head, value) = split_value(line)?;
    let mut parameters = head.split(';');
    let name = parameters.next()?;
    let (_, shown) = SHOWN
        .iter()
        .find(|(known, _)| name.eq_ignore_ascii_case(known))?;
    let called = parameters
        .find_map(|parameter| parameter.strip_prefix("CN="))
        .map(|called| called.trim_matches('"'));
    let value = value
        .replace("\\n", "\n")
        .replace("\\N", "\n")
        .replace("\\,", ",")
        .replace("\\;", ";")
        .replace("\\\\", "\\");
    Some(match called {
        Some(called) => format!("{shown}: {called} ({value})"),
        None => format!("{shown}: {value}"),
    })
}

/// Parts a line at its first colon outside of quotation marks.
fn split_value(line: &str) -> Option<(&str, &str)> {
    let mut quoted = false;
    let at = line.find(|character| {
        quoted ^= character == '"';
        character == ':' && !quoted
    })?;
    Some((&line[..at], &line[at + 1..]))
}
