//! Real filings: quotes stand on their pages, rows stay whole.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use text::Document;

use crate::structure::keeps_its_promises;
use crate::{collection, read};

/// All documents of a folder by file name, and the time to read them.
fn read_all(folder: &Path) -> (BTreeMap<String, Document>, Duration) {
    let mut documents = BTreeMap::new();
    let mut spent = Duration::ZERO;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if name.ends_with(".pdf") {
            let bytes = std::fs::read(&path).expect("a file");
            let start = Instant::now();
            let (document, _) = read(&bytes).expect("a filing is readable");
            spent += start.elapsed();
            documents.insert(name, document);
        }
    }
    (documents, spent)
}

/// The insurance filings, read once for all tests.
fn filings() -> Option<&'static (BTreeMap<String, Document>, Duration)> {
    static FILINGS: OnceLock<Option<(BTreeMap<String, Document>, Duration)>> = OnceLock::new();
    FILINGS
        .get_or_init(|| Some(read_all(&collection("insurance")?.join("pdf"))))
        .as_ref()
}

/// Letters, digits and the signs that change a number.
fn plain(text: &str) -> String {
    let kept = |ch: &char| ch.is_alphanumeric() || "$%.".contains(*ch);
    text.chars()
        .filter(kept)
        .flat_map(char::to_lowercase)
        .collect()
}

/// The text of a page; the running lines are part of what it says.
fn page_text(document: &Document, page: usize) -> String {
    let start = document.pages[page - 1].start;
    let end = document
        .pages
        .get(page)
        .map_or(document.text.len(), |next| next.start);
    format!(
        "{}\n{}",
        &document.text[start..end],
        document.pages[page - 1].context.join("\n")
    )
}

/// How many of the questions' quotes (or, without one, any of the answers)
/// stand on the pages named, and how many there are.
fn quotes_found(documents: &BTreeMap<String, Document>, questions: &Path) -> (usize, usize) {
    let (mut found, mut all) = (0, 0);
    for line in std::fs::read_to_string(questions)
        .expect("questions")
        .lines()
    {
        let question: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        for evidence in question["evidence"].as_array().into_iter().flatten() {
            let file = evidence["file"].as_str().expect("a file");
            let (Some(document), false) = (documents.get(file), evidence["occurs"] == false) else {
                continue;
            };
            let pages = evidence["pages"].as_array().into_iter().flatten();
            let text: String = pages
                .filter_map(serde_json::Value::as_u64)
                .map(|page| page_text(document, page as usize))
                .collect();
            let text = plain(&text);
            let stands = |quote: &serde_json::Value| {
                quote
                    .as_str()
                    .is_some_and(|quote| text.contains(&plain(quote)))
            };
            let hit = match &evidence["quote"] {
                serde_json::Value::Null => question["answers"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .any(stands),
                quote => stands(quote),
            };
            all += 1;
            found += usize::from(hit);
        }
    }
    (found, all)
}

#[test]
fn quotes_of_the_filings_stand_on_their_pages() {
    let Some((documents, spent)) = filings() else {
        return;
    };
    let pages: usize = documents
        .values()
        .map(|document| document.pages.len())
        .sum();
    println!("{pages} pages in {:.2} s", spent.as_secs_f32());
    let questions = collection("insurance").expect("just read").join("qa.jsonl");
    let (found, all) = quotes_found(documents, &questions);
    println!("insurance: {found} of {all} quotes");
    assert!(found * 100 >= all * 98, "{found} of {all} quotes");
}

#[test]
fn every_filing_keeps_the_promises_of_a_document() {
    let Some((documents, _)) = filings() else {
        return;
    };
    documents.values().for_each(keeps_its_promises);
}

#[test]
fn the_rules_of_a_manual_are_its_sections() {
    let Some((documents, _)) = filings() else {
        return;
    };
    let manual = documents
        .iter()
        .find(|(name, _)| name.contains("Rules Manual"))
        .expect("a manual")
        .1;
    let series = manual
        .series
        .iter()
        .find(|series| (series.noun.as_str(), series.prefix.as_str()) == ("Rule", "C-"))
        .expect("a series of rules");
    let rules = listed_rules();
    assert_eq!(rules.len(), series.members.len());
    for (member, (id, name, page)) in series.members.iter().zip(rules) {
        let section = &manual.sections[member.section];
        assert_eq!(id, format!("C-{}", member.number));
        assert_eq!(section.title, format!("Rule {id}: {name}"));
        assert_eq!(
            manual
                .pages_of(section.span)
                .map(|pages| u64::from(pages.0)),
            Some(page)
        );
        assert!(
            manual.heading_path(member.section)[0].starts_with("PART C"),
            "{id}"
        );
    }
}

/// Number, name and page of each rule, as the question set lists them.
fn listed_rules() -> Vec<(String, String, u64)> {
    let questions = collection("insurance").expect("just read").join("qa.jsonl");
    let lines = std::fs::read_to_string(questions).expect("questions");
    let items = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a line of JSON"))
        .find_map(|question| question["items_true"].as_array().cloned())
        .expect("a list of rules");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let rule = |item: &serde_json::Value| {
        (
            text(&item["rule"]),
            text(&item["name"]),
            item["page"].as_u64().unwrap_or(0),
        )
    };
    items.iter().map(rule).collect()
}

#[test]
fn answers_of_the_tables_stand_on_their_pages_and_rows_stay_whole() {
    let Some(folder) = collection("pdf-tables") else {
        return;
    };
    let (documents, _) = read_all(&folder.join("pdfs"));
    documents.values().for_each(keeps_its_promises);
    // Two of the answers are sums that stand nowhere.
    let (found, all) = quotes_found(&documents, &folder.join("qa.jsonl"));
    println!("pdf-tables: {found} of {all} answers");
    assert!(found * 100 >= all * 90, "{found} of {all} answers");

    let report = &documents["ca-warn-report.pdf"];
    let header = "Notice Date | Effective | Received | Company | City | No. Of | Layoff/Closure";
    let notices: Vec<&text::Table> = report
        .tables
        .iter()
        .filter(|table| {
            table
                .header
                .as_deref()
                .is_some_and(|names| names.starts_with("Notice Date"))
        })
        .collect();
    assert!(
        notices
            .iter()
            .all(|table| table.header.as_deref() == Some(header))
    );
    let rows: Vec<&str> = notices
        .iter()
        .flat_map(|table| &table.rows)
        .filter_map(|row| row.slice(&report.text))
        .collect();
    assert_eq!(rows.len(), 633);
    let whole = rows
        .iter()
        .filter(|row| row.split(" | ").count() == 7)
        .count();
    assert!(whole >= 630, "{whole} of 633 rows have seven cells");
}

/// The fields of a line of comma-separated values.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut quoted) = (vec![String::new()], false);
    for ch in line.chars() {
        match ch {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            ch => fields.last_mut().expect("never empty").push(ch),
        }
    }
    fields
}

#[test]
fn rows_of_a_long_table_are_whole_on_one_line() {
    let Some(folder) = collection("pdf-tables") else {
        return;
    };
    let bytes = std::fs::read(folder.join("pdfs/ca-warn-report.pdf")).expect("a file");
    let (document, _) = read(&bytes).expect("readable");
    let truth = std::fs::read_to_string(folder.join("warn_rows.csv")).expect("rows");
    let (mut whole, mut all) = (0, 0);
    for line in truth.lines().skip(1) {
        let fields = fields(line);
        let page = page_text(&document, fields[0].parse().expect("a page"));
        let cells: Vec<String> = fields[1..].iter().map(|field| plain(field)).collect();
        let holds = |line: &str| {
            let line = plain(line);
            cells.iter().all(|cell| line.contains(cell.as_str()))
        };
        all += 1;
        whole += usize::from(page.lines().any(holds));
    }
    println!("pdf-tables: {whole} of {all} rows whole on one line");
    assert!(whole * 100 >= all * 95, "{whole} of {all} rows");
}
