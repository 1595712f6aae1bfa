//! The report as one page of HTML: readable without scripts and without a network,
//! in light and dark.
//!
//! Questions, answers and names come from documents and files of other people, so
//! every text goes through [`escape`], and the page forbids scripts and requests of
//! any kind besides.

use std::fmt::Write as _;

use super::escape::escape;
use super::report::{Report, SetReport, Verdict};
use super::{Metric, chart, tables};

const STYLE: &str = include_str!("style.css");

/// What keeps a text that slipped through from doing anything.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The page of a report. Equal reports give equal bytes.
pub fn page(report: &Report) -> String {
    let mut out = String::new();
    let title = escape(&report.title);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    let _ = writeln!(
        out,
        "<p class=\"quiet\">{} on {}, compared with <b>{}</b>. Measured by perusal {}.</p>",
        count(report.variations.len(), "variation"),
        count(report.sets.len(), "question set"),
        escape(&report.baseline),
        escape(&report.version)
    );
    for set in &report.sets {
        section(&mut out, report, set);
    }
    out.push_str("<section>\n<h2>What was varied</h2>\n");
    tables::variations(&mut out, report);
    out.push_str("</section>\n");
    how_to_read(&mut out, report);
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn section(out: &mut String, report: &Report, set: &SetReport) {
    let _ = writeln!(out, "<section>\n<h2>{}</h2>", escape(&set.name));
    let documents = set.rows.iter().map(|row| row.documents).max().unwrap_or(0);
    let _ = writeln!(
        out,
        "<p class=\"quiet\">{} on {}. The charts show <b>{}</b>: {}.</p>",
        count(set.questions.len(), "question"),
        count(documents, "document"),
        set.metric.name(),
        set.metric.meaning()
    );
    answer(out, report, set);
    tables::overview(out, report, set);
    let differences = chart::differences(report, set);
    if !differences.is_empty() {
        let _ = writeln!(
            out,
            "<figure><div class=\"plot\">{differences}</div><figcaption>Difference to {} in {}, \
             question by question, with its 95 % interval. Filled: the interval leaves out zero.\
             </figcaption></figure>",
            escape(&report.baseline),
            set.metric.name()
        );
    }
    for sweep in &report.sweeps {
        let _ = writeln!(
            out,
            "<h3>{}</h3>\n{}<figure><div class=\"plot\">{}</div><figcaption>{} by {}, mean and its \
             95 % interval. Filled: the interval of its difference to {} leaves out zero.</figcaption></figure>",
            escape(&sweep.name),
            paragraph(&sweep.note),
            chart::sweep(set, sweep),
            set.metric.name(),
            escape(&sweep.key),
            escape(&report.baseline)
        );
    }
    out.push_str("<h3>All measures</h3>\n");
    tables::measures(out, report, set);
    out.push_str("<h3>By type of question</h3>\n");
    tables::kinds(out, report, set);
    if let Some(times) = &set.times {
        out.push_str("<h3>Times</h3>\n");
        tables::times(out, report, times);
    }
    out.push_str("<h3>Questions that flipped</h3>\n");
    tables::questions(out, report, set);
    out.push_str("</section>\n");
}

/// The differences that are real, in words.
fn answer(out: &mut String, report: &Report, set: &SetReport) {
    let mut lines = Vec::new();
    for (told, row) in report.variations.iter().zip(&set.rows) {
        let Some(one) = row
            .measure(set.metric)
            .and_then(|measure| measure.difference)
        else {
            continue;
        };
        if one.verdict == Verdict::NotShown {
            continue;
        }
        let alone = match one.verdict {
            Verdict::RealAlone => ", taken alone; not when all comparisons are counted",
            Verdict::RealAmongAll | Verdict::NotShown => "",
        };
        lines.push(format!(
            "<li><b>{}</b>: {} [{}, {}]{alone}</li>",
            escape(&told.name),
            set.metric.show_difference(one.mean.mean),
            set.metric.show_difference(one.mean.low),
            set.metric.show_difference(one.mean.high)
        ));
    }
    let (name, baseline) = (set.metric.name(), escape(&report.baseline));
    let _ = match lines.is_empty() {
        true => writeln!(
            out,
            "<div class=\"answer\">No variation differs from {baseline} in {name} beyond chance.</div>"
        ),
        false => writeln!(
            out,
            "<div class=\"answer\">In {name} these differ from {baseline} beyond chance:<ul>{}</ul></div>",
            lines.concat()
        ),
    };
}

fn how_to_read(out: &mut String, report: &Report) {
    let shown = |metric: &Metric| {
        let mut rows = report.sets.iter().flat_map(|set| &set.rows);
        rows.any(|row| row.measure(*metric).is_some())
    };
    out.push_str(
        "<section>\n<h2>How to read this</h2>\n<p>Intervals hold 95 % of the means of 10,000 \
         resamples of the questions. A difference is taken question by question; it is <b>real</b> \
         when its interval leaves out zero even after it was widened for the number of comparisons \
         (Bonferroni), <b>real, alone</b> when only the plain interval does, and else <b>not \
         shown</b>, which does not mean that there is none: few questions show large differences \
         only.</p>\n<dl>\n",
    );
    for metric in Metric::ALL.iter().filter(|metric| shown(metric)) {
        let (name, meaning) = (metric.name(), metric.meaning());
        let _ = writeln!(out, "<dt>{name}</dt><dd>{meaning}</dd>");
    }
    out.push_str("</dl>\n</section>\n");
}

fn paragraph(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("<p>{}</p>\n", escape(text)),
    }
}

fn count(number: usize, noun: &str) -> String {
    let many = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{many}")
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn a_report_is_the_same_page_twice_and_needs_nothing_else() {
        let report = fixture::report();
        let page = page(&report);
        assert_eq!(page, super::page(&fixture::report()));
        for outside in [
            "<script", "<link", "<img", "src=\"", "href=\"", "url(", "@import", "http://",
        ] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn hostile_text_stays_text() {
        let report = fixture::report();
        let page = page(&report);
        assert!(!page.contains(fixture::HOSTILE));
        assert!(!page.contains("<script") && !page.contains("onerror=\""));
        assert!(!page.contains('\u{202e}'));
        let told = "&lt;/td&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;";
        // As a variation's name, a question and an answer.
        assert!(page.matches(told).count() >= 3);
        balanced(&page);
    }

    /// Every element that is opened is closed, in order.
    fn balanced(page: &str) {
        let mut open: Vec<&str> = Vec::new();
        for tag in page
            .split('<')
            .skip(1)
            .filter_map(|rest| rest.split('>').next())
        {
            let name = tag
                .trim_start_matches('/')
                .split([' ', '/'])
                .next()
                .unwrap_or("");
            match tag {
                _ if tag.starts_with('!') || tag.ends_with('/') || name == "meta" => {}
                _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name), "</{name}>"),
                _ => open.push(name),
            }
        }
        assert_eq!(open, Vec::<&str>::new());
    }

    /// The page of the fixture without its style. `PERUSAL_UPDATE=1 cargo test` writes
    /// it again: look at what changed.
    #[test]
    fn the_page_is_the_one_that_was_looked_at() {
        let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/experiment.html");
        let page = page(&fixture::report()).replace(STYLE, "");
        if std::env::var_os("PERUSAL_UPDATE").is_some() {
            std::fs::write(kept, &page).expect("written");
        }
        let kept = std::fs::read_to_string(kept).expect("the page");
        for (line, (ours, theirs)) in page.lines().zip(kept.lines()).enumerate() {
            assert_eq!(ours, theirs, "line {}", line + 1);
        }
        assert_eq!(page.lines().count(), kept.lines().count());
    }

    #[test]
    fn texts_are_escaped_in_full() {
        assert_eq!(
            escape("a<b> & \"c\" 'd'\u{1b}\n"),
            "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; \n"
        );
        assert_eq!(escape("x\u{2067}y\u{202e}z"), "xyz");
    }
}
