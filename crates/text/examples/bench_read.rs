//! How fast files are read, and what is found in them:
//! `cargo run --release -p perusal-text --example bench_read FILE…`.
//!
//! One line a file: pages, milliseconds, pages a second on one core, characters,
//! sections, tables, rows, odd rows, lists, warnings. With `--text` the canonical text. With
//! `--costs` what typed relations and places of words take, in bytes and in time: the best
//! of three rounds over all files each.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::time::{Duration, Instant};

use text::{Document, ReadLimits, Report, Warning, table};

fn main() -> std::io::Result<()> {
    let (flags, files): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|argument| argument.starts_with("--"));
    if flags.iter().any(|flag| flag == "--costs") {
        return costs(&files);
    }
    let (mut pages, mut spent) = (0, Duration::ZERO);
    for file in &files {
        let bytes = std::fs::read(file)?;
        let start = Instant::now();
        let read = text::read(&bytes, file, &ReadLimits::default());
        let took = start.elapsed();
        match read {
            Ok((document, warnings)) => {
                pages += document.pages.len();
                spent += took;
                tell(file, &document, &warnings, took);
                show(&document, &flags);
            }
            Err(error) => println!("{file}: {error}"),
        }
    }
    let rate = pages as f64 / spent.as_secs_f64();
    println!(
        "{pages} pages in {:.2} s: {rate:.0} pages a second",
        spent.as_secs_f64()
    );
    Ok(())
}

/// Bytes of what is made beside the text, and the time that making it takes.
fn costs(files: &[String]) -> std::io::Result<()> {
    let read: Vec<Vec<u8>> = files.iter().map(std::fs::read).collect::<Result<_, _>>()?;
    let all = ReadLimits::default();
    let without_boxes = ReadLimits {
        boxes: false,
        ..all
    };
    let bare = ReadLimits {
        relations: false,
        ..without_boxes
    };
    let (mut text, mut tables, mut boxes, mut words, mut placed) = (0, 0, 0, 0, 0);
    for (bytes, file) in read.iter().zip(files) {
        let Ok((document, _)) = text::read(bytes, file, &all) else {
            continue;
        };
        text += document.text.len();
        let packed = document.relations.iter().map(table::pack);
        tables += packed.flatten().map(|packed| packed.len()).sum::<usize>();
        for (page, packed) in document.boxes.iter().enumerate() {
            let span = document.page_span(page).unwrap_or_default();
            let tokens = span.slice(&document.text).unwrap_or_default();
            words += tokens.split_whitespace().filter(|it| *it != "|").count();
            placed += packed.unpack(span).map_or(0, |words| words.len());
            boxes += packed.as_bytes().len();
        }
    }
    println!(
        "text {text} bytes, typed relations {tables} ({:.0} %), places of words {boxes} ({:.0} %), \
         {placed} places of {words} words",
        tables as f64 / text as f64 * 100.0,
        boxes as f64 / text as f64 * 100.0
    );
    let mut best = [Duration::MAX; 3];
    for _ in 0..3 {
        for (best, limits) in best.iter_mut().zip([bare, without_boxes, all]) {
            let start = Instant::now();
            for (bytes, file) in read.iter().zip(files) {
                // What cannot be read costs the same in each round.
                let _ = text::read(bytes, file, &limits);
            }
            *best = start.elapsed().min(*best);
        }
    }
    let [bare, typed, all] = best.map(|time| time.as_secs_f64());
    println!(
        "reading {bare:.2} s; with relations {typed:.2} s ({:+.1} %), with places too {all:.2} s \
         ({:+.1} %)",
        (typed / bare - 1.0) * 100.0,
        (all / bare - 1.0) * 100.0
    );
    Ok(())
}

fn tell(file: &str, document: &Document, warnings: &[Warning], took: Duration) {
    let report = Report::of(document, warnings);
    println!(
        "{file}: {} pages, {:.0} ms, {:.0} pages/s, {} characters, {} sections, {} tables, \
         {} rows, {} odd, {} lists, {} warnings",
        report.pages,
        took.as_secs_f64() * 1e3,
        f64::from(report.pages) / took.as_secs_f64(),
        report.characters,
        report.sections,
        report.tables,
        report.table_rows,
        report.odd_rows,
        report.lists,
        warnings.len()
    );
}

fn show(document: &Document, flags: &[String]) {
    let asked = |flag: &str| flags.iter().any(|given| given == flag);
    if asked("--text") {
        for (number, page) in (1..).zip(&document.pages) {
            let end = document
                .pages
                .get(number)
                .map_or(document.text.len(), |next| next.start);
            println!("--- page {number} {:?} {:?}", page.label, page.context);
            println!("{}", &document.text[page.start..end]);
        }
    }
    if asked("--outline") {
        for section in &document.sections {
            let indent = "  ".repeat(section.level.into());
            println!(
                "{indent}{} {:?}",
                section.title,
                document.pages_of(section.span)
            );
        }
        for series in &document.series {
            let numbers = series.members.iter().map(|member| member.number);
            println!(
                "series {} {}: {:?}",
                series.noun,
                series.prefix,
                numbers.collect::<Vec<_>>()
            );
        }
        for contents in &document.contents {
            let pages = document.pages_of(contents.span);
            println!("contents: {} entries, {pages:?}", contents.entries.len());
        }
    }
    if asked("--tables") {
        for (index, table) in document.tables.iter().enumerate() {
            println!(
                "table {index} {:?} {:?} rows {} labels {:?} odd {} continues {:?}\n  {:?}",
                document.pages_of(table.span),
                table.title,
                table.rows.len(),
                table.labels,
                table.odd_rows,
                table.continues,
                table.header
            );
        }
    }
    if asked("--lists") {
        for list in &document.lists {
            let slice = |span: text::Span| span.slice(&document.text).unwrap_or_default();
            println!(
                "list {:?} {:?}",
                document.pages_of(list.span),
                list.lead_in.map(slice)
            );
            for item in &list.items {
                println!(
                    "  {}{} {}",
                    "  ".repeat(item.depth.into()),
                    item.marker,
                    slice(item.span)
                );
            }
        }
    }
}
