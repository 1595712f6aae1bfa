//! What is shown as a quote stands on its page for another program, too.
//!
//! Poppler's `pdftotext` reads the same page; a sentence or a table's cell must
//! be found in what it says, white space and the marks of our own canonical
//! text (bars between cells, shortened leaders, joined hyphens) apart.

use std::path::{Path, PathBuf};
use std::process::Command;

use text::{Document, Span, sentences};

use crate::{collection, read};

/// Spans sampled of each collection: 500 in all.
const SAMPLES: [(&str, &str, usize); 3] = [
    ("insurance", "pdf", 4000),
    ("pdf-tables", "pdfs", 600),
    ("pdf-kinds", "files", 70),
];
/// Share of them that must stand on their page.
const SHARE_MIN: f64 = 0.99;

/// Letters, digits and the signs that change a number; dots only inside numbers.
fn reduced(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    let chars: Vec<char> = text.nfkc().flat_map(char::to_lowercase).collect();
    let digit = |at: Option<&char>| at.is_some_and(char::is_ascii_digit);
    (0..chars.len())
        .filter(|&at| {
            let inside = at > 0 && digit(chars.get(at - 1)) && digit(chars.get(at + 1));
            chars[at].is_alphanumeric() || "$%".contains(chars[at]) || (chars[at] == '.' && inside)
        })
        .map(|at| chars[at])
        .collect()
}

/// The pages of a file as poppler reads them, in each of its three orders;
/// `None` without poppler.
fn poppler(file: &Path) -> Option<[Vec<String>; 3]> {
    let say = |order: &[&str]| {
        let mut command = Command::new("pdftotext");
        let output = command.args(order).arg(file).arg("-").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Some(text.split('\u{c}').map(reduced).collect())
    };
    Some([
        say(&["-q"])?,
        say(&["-q", "-layout"])?,
        say(&["-q", "-raw"])?,
    ])
}

/// Sentences and rows that lie on one page, with that page (from 0).
fn spans(document: &Document) -> Vec<(Span, usize)> {
    let on_one_page = |span: Span| match document.pages_of(span) {
        Some((first, last)) if first == last => Some((span, first as usize - 1)),
        _ => None,
    };
    let said = |span: &Span| reduced(span.slice(&document.text).unwrap_or_default()).len() >= 4;
    sentences(&document.text, document.language)
        .into_iter()
        .filter(said)
        .filter_map(on_one_page)
        .collect()
}

/// A row is read cell by cell: programs do not agree on the order of wrapped cells.
fn stands(quote: &str, page: usize, orders: &[Vec<String>; 3]) -> bool {
    let cells = quote.split(" | ").flat_map(|cell| cell.split(" ... "));
    cells.map(reduced).all(|cell| {
        let said = |pages: &Vec<String>| pages.get(page).is_some_and(|text| text.contains(&cell));
        orders.iter().any(said)
    })
}

#[test]
fn quotes_stand_on_the_pages_that_poppler_reads() {
    if Command::new("pdftotext").arg("-v").output().is_err() {
        println!("skipped: no pdftotext (apt install poppler-utils)");
        return;
    }
    let (mut found, mut sampled) = (0, 0);
    for (name, files, count) in SAMPLES {
        let Some(folder) = collection(name) else {
            return;
        };
        let mut spans: Vec<(PathBuf, String, usize)> = Vec::new();
        for file in pdfs(&folder.join(files)) {
            let Ok((document, _)) = read(&std::fs::read(&file).expect("a file")) else {
                continue;
            };
            let quote = |span: Span| span.slice(&document.text).unwrap_or_default().to_owned();
            let of_file = self::spans(&document).into_iter();
            spans.extend(of_file.map(|(span, page)| (file.clone(), quote(span), page)));
        }
        let missing = missing(&spans, count);
        missing
            .iter()
            .for_each(|quote| println!("not there: {quote}"));
        println!(
            "{name}: {} of {count} quotes stand on their pages",
            count - missing.len()
        );
        found += count - missing.len();
        sampled += count;
    }
    assert!(
        found as f64 >= SHARE_MIN * sampled as f64,
        "{found} of {sampled}"
    );
}

/// Takes `count` spans evenly and returns those that are not on their pages.
fn missing(spans: &[(PathBuf, String, usize)], count: usize) -> Vec<String> {
    let mut read: Option<(&Path, [Vec<String>; 3])> = None;
    let mut missing = Vec::new();
    for sample in 0..count {
        let (file, quote, page) = &spans[sample * spans.len() / count];
        if read.as_ref().is_none_or(|(known, _)| known != file) {
            read = poppler(file).map(|pages| (file.as_path(), pages));
        }
        let stands = read
            .as_ref()
            .is_some_and(|(_, pages)| stands(quote, *page, pages));
        if !stands {
            missing.push(format!("{} page {}: {quote}", file.display(), page + 1));
        }
    }
    missing
}

fn pdfs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "pdf"))
        .collect();
    files.sort();
    files
}
