//! Rows as CSV by RFC 4180: commas, lines that end in CR and LF, quotes where needed.

use std::io::Write;

use perusal::tables::sql::{Outcome, Output};

/// Prints the names of the columns and all rows that were made.
pub fn print(outcome: &Outcome) -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let names = outcome.columns.iter().map(|column| column.name.clone());
    write_record(&mut out, names)?;
    for row in &outcome.rows {
        write_record(&mut out, row.iter().map(plain))?;
    }
    out.flush()
}

/// A number as programs read it, its scale multiplied in; anything else as written.
fn plain(value: &Output) -> String {
    match value.whole() {
        Some(number) => number.normalize().to_string(),
        None => value.text.clone(),
    }
}

fn write_record(out: &mut impl Write, fields: impl Iterator<Item = String>) -> std::io::Result<()> {
    let fields: Vec<String> = fields.map(quoted).collect();
    // A lone empty field would be a blank line, which is no record.
    let line = match fields.as_slice() {
        [one] if one.is_empty() => "\"\"".to_owned(),
        _ => fields.join(","),
    };
    out.write_all(line.as_bytes())?;
    out.write_all(b"\r\n")
}

fn quoted(field: String) -> String {
    if field.contains([',', '"', '\r', '\n']) {
        return format!("\"{}\"", field.replace('"', "\"\""));
    }
    field
}

#[cfg(test)]
mod tests {
    use super::write_record;

    #[test]
    fn fields_are_quoted_where_they_must() {
        let record = |fields: &[&str]| {
            let mut out = Vec::new();
            let fields = fields.iter().map(ToString::to_string);
            write_record(&mut out, fields).map(|()| String::from_utf8_lossy(&out).into_owned())
        };
        let written = record(&["a", "b,c", "say \"hi\"", "two\nlines", ""]);
        assert_eq!(
            written.ok().as_deref(),
            Some("a,\"b,c\",\"say \"\"hi\"\"\",\"two\nlines\",\r\n")
        );
        assert_eq!(record(&[""]).ok().as_deref(), Some("\"\"\r\n"));
    }
}
