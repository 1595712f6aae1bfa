//! Which chunks a list of filters leaves.

use std::borrow::Cow;

use super::filter::{FILTER_NODES_MAX, Filter, FilterOp};
use super::rows::RowSet;
use super::value::{Moment, moment};
use super::{BUILT_IN_KEYS, value};
use crate::records::documents::language_code;
use crate::{DocumentRecord, IndexError};

/// What filters on chunks look at, one entry a chunk of a document.
#[derive(Debug)]
pub(crate) struct ChunkPlaces {
    /// First and last page.
    pub pages: Vec<Option<(u32, u32)>>,
    /// Titles of all sections that the chunk overlaps, in lower case.
    pub headings: Vec<Vec<String>>,
}

/// A filter that fits the type of its key.
enum Test<'f> {
    Document(DocumentTest<'f>),
    Section(Texts),
    Page(Order<f64>),
}

enum DocumentTest<'f> {
    /// Its id or its path.
    Name(Texts),
    Text(fn(&DocumentRecord) -> Option<Cow<'_, str>>, Texts),
    Number(fn(&DocumentRecord) -> Option<f64>, Order<f64>),
    Time(fn(&DocumentRecord) -> Option<i64>, Order<Moment>),
    Metadata(&'f Filter),
}

/// Equality with one of several texts.
struct Texts {
    wanted: Vec<String>,
    negated: bool,
    /// Letter case does not count.
    folded: bool,
}

impl Texts {
    fn accept(&self, found: &[&str]) -> bool {
        let equal = found.iter().any(|found| {
            if self.folded {
                let found = found.to_lowercase();
                self.wanted.contains(&found)
            } else {
                self.wanted.iter().any(|wanted| wanted == found)
            }
        });
        equal != self.negated
    }
}

/// A comparison with one value, or equality with one of several.
struct Order<T> {
    op: FilterOp,
    values: Vec<T>,
}

/// The rows that pass every filter. `marks` is called only for documents that
/// pass all filters on documents, and only when a filter needs it.
///
/// # Errors
/// [`IndexError::UnknownFilterKey`] and [`IndexError::BadFilter`].
pub(crate) fn resolve(
    filters: &[Filter],
    documents: &[DocumentRecord],
    starts: &[u32],
    mut marks: impl FnMut(usize) -> Result<std::sync::Arc<ChunkPlaces>, IndexError>,
) -> Result<RowSet, IndexError> {
    let nodes: usize = filters
        .iter()
        .map(|filter| filter.values.len().max(1))
        .sum();
    if nodes > FILTER_NODES_MAX {
        return Err(IndexError::BadFilter {
            filter: filters
                .iter()
                .map(Filter::to_string)
                .collect::<Vec<String>>()
                .join(" and "),
            reason: format!("{nodes} values in all, at most {FILTER_NODES_MAX} are allowed"),
        });
    }
    let tests = filters
        .iter()
        .map(|filter| typed(filter, documents))
        .collect::<Result<Vec<Test<'_>>, IndexError>>()?;
    let of_chunks = tests.iter().any(|test| !matches!(test, Test::Document(_)));
    let mut rows = RowSet::none(starts.last().copied().unwrap_or(0));
    for (index, document) in documents.iter().enumerate() {
        let passes = tests.iter().all(|test| match test {
            Test::Document(test) => accepts_document(test, document),
            Test::Section(_) | Test::Page(_) => true,
        });
        if !passes || document.chunks == 0 {
            continue;
        }
        let (start, end) = (starts[index], starts[index + 1]);
        if !of_chunks {
            rows.insert_range(start..end);
            continue;
        }
        let marks = marks(index)?;
        (start..end)
            .zip(0..)
            .filter(|&(_, chunk)| tests.iter().all(|test| accepts_chunk(test, &marks, chunk)))
            .for_each(|(row, _)| rows.insert(row));
    }
    Ok(rows)
}

fn typed<'f>(filter: &'f Filter, documents: &[DocumentRecord]) -> Result<Test<'f>, IndexError> {
    let text = |get| {
        Ok(Test::Document(DocumentTest::Text(
            get,
            texts(filter, false)?,
        )))
    };
    let code = |get| {
        Ok(Test::Document(DocumentTest::Text(
            get,
            texts(filter, true)?,
        )))
    };
    let time = |get| {
        let values = parsed(filter, "a date such as 2025-08-18", value::moment)?;
        Ok(Test::Document(DocumentTest::Time(get, values)))
    };
    let number = |written: &str| written.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    match filter.key.as_str() {
        "document" => Ok(Test::Document(DocumentTest::Name(texts(filter, false)?))),
        "collection" => text(|document| Some(Cow::from(&document.collection))),
        "title" => text(|document| document.title.as_deref().map(Cow::from)),
        "author" => text(|document| document.author.as_deref().map(Cow::from)),
        "type" => code(|document| document.format.map(|format| Cow::from(format.as_str()))),
        "language" => code(|document| Some(Cow::from(language_code(document.language)))),
        "pages" => Ok(Test::Document(DocumentTest::Number(
            |document| document.pages.map(f64::from),
            parsed(filter, "a number", number)?,
        ))),
        "added" => time(|document| Some(document.added)),
        "modified" => time(|document| document.modified),
        "date" => time(|document| {
            document
                .date
                .as_deref()
                .and_then(moment)
                .map(|moment| moment.start)
        }),
        "section" => Ok(Test::Section(texts(filter, true)?)),
        "page" => Ok(Test::Page(parsed(filter, "a page number", number)?)),
        key if documents
            .iter()
            .any(|document| document.metadata.contains_key(key)) =>
        {
            check_count(filter)?;
            Ok(Test::Document(DocumentTest::Metadata(filter)))
        }
        key => Err(unknown(key, documents)),
    }
}

/// The error for a key nobody knows, with the key most like it.
fn unknown(key: &str, documents: &[DocumentRecord]) -> IndexError {
    let known = BUILT_IN_KEYS.into_iter().chain(
        documents
            .iter()
            .flat_map(|document| document.metadata.keys().map(String::as_str)),
    );
    let nearest = known
        .map(|known| {
            (
                strsim::damerau_levenshtein(&key.to_lowercase(), known),
                known,
            )
        })
        .min()
        // Half of the letters wrong is no slip of the pen.
        .filter(|(distance, known)| *distance <= known.chars().count().max(2) / 2)
        .map(|(_, known)| known.to_owned());
    IndexError::UnknownFilterKey {
        key: key.to_owned(),
        nearest,
    }
}

fn bad(filter: &Filter, reason: String) -> IndexError {
    IndexError::BadFilter {
        filter: filter.to_string(),
        reason,
    }
}

/// One value, or for `in` at least one.
fn check_count(filter: &Filter) -> Result<(), IndexError> {
    let fits = match filter.op {
        FilterOp::In => !filter.values.is_empty(),
        _ => filter.values.len() == 1,
    };
    if fits {
        return Ok(());
    }
    let expected = if filter.op == FilterOp::In {
        "at least one value"
    } else {
        "one value"
    };
    Err(bad(
        filter,
        format!("expected {expected}, got {}", filter.values.len()),
    ))
}

fn texts(filter: &Filter, folded: bool) -> Result<Texts, IndexError> {
    check_count(filter)?;
    if filter.op.is_order() {
        return Err(bad(filter, format!("`{}` takes =, != or in", filter.key)));
    }
    let fold = |value: &String| {
        if folded {
            value.to_lowercase()
        } else {
            value.clone()
        }
    };
    Ok(Texts {
        wanted: filter.values.iter().map(fold).collect(),
        negated: filter.op == FilterOp::Ne,
        folded,
    })
}

fn parsed<T>(
    filter: &Filter,
    expected: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Order<T>, IndexError> {
    check_count(filter)?;
    let values = filter
        .values
        .iter()
        .map(|value| {
            parse(value).ok_or_else(|| bad(filter, format!("expected {expected}, got `{value}`")))
        })
        .collect::<Result<Vec<T>, IndexError>>()?;
    Ok(Order {
        op: filter.op,
        values,
    })
}

/// What is not there differs from everything, and compares with nothing.
fn without_value(op: FilterOp) -> bool {
    op == FilterOp::Ne
}

fn accepts_document(test: &DocumentTest<'_>, document: &DocumentRecord) -> bool {
    match test {
        DocumentTest::Name(texts) => texts.accept(&[document.id.as_str(), &document.path]),
        DocumentTest::Text(get, texts) => {
            let found = get(document);
            texts.accept(found.as_deref().as_slice())
        }
        DocumentTest::Number(get, order) => match get(document) {
            Some(found) => order
                .values
                .iter()
                .any(|wanted| compare(order.op, found, *wanted)),
            None => without_value(order.op),
        },
        DocumentTest::Time(get, order) => match get(document) {
            Some(found) => order
                .values
                .iter()
                .any(|wanted| compare_time(order.op, found, wanted)),
            None => without_value(order.op),
        },
        DocumentTest::Metadata(filter) => match document.metadata.get(&filter.key) {
            Some(found) => accepts_metadata(filter, found),
            None => without_value(filter.op),
        },
    }
}

fn compare(op: FilterOp, found: f64, wanted: f64) -> bool {
    match op {
        FilterOp::Eq | FilterOp::In => found == wanted,
        FilterOp::Ne => found != wanted,
        FilterOp::Lt => found < wanted,
        FilterOp::Le => found <= wanted,
        FilterOp::Gt => found > wanted,
        FilterOp::Ge => found >= wanted,
    }
}

/// A day as the wanted value means all of it.
fn compare_time(op: FilterOp, found: i64, wanted: &Moment) -> bool {
    match op {
        FilterOp::Eq | FilterOp::In => wanted.contains(&found),
        FilterOp::Ne => !wanted.contains(&found),
        FilterOp::Lt => found < wanted.start,
        FilterOp::Le => found < wanted.end,
        FilterOp::Gt => found >= wanted.end,
        FilterOp::Ge => found >= wanted.start,
    }
}

/// Metadata has no declared type: two numbers compare as numbers, two dates
/// as dates, anything else as text.
fn accepts_metadata(filter: &Filter, found: &str) -> bool {
    filter.values.iter().any(|wanted| {
        let numbers = found
            .trim()
            .parse::<f64>()
            .ok()
            .zip(wanted.trim().parse::<f64>().ok());
        if let Some((found, wanted)) = numbers {
            return compare(filter.op, found, wanted);
        }
        if let Some((found, wanted)) = moment(found).zip(moment(wanted)) {
            return compare_time(filter.op, found.start, &wanted);
        }
        match filter.op {
            FilterOp::Eq | FilterOp::In => found == wanted,
            FilterOp::Ne => found != wanted,
            FilterOp::Lt => found < wanted.as_str(),
            FilterOp::Le => found <= wanted.as_str(),
            FilterOp::Gt => found > wanted.as_str(),
            FilterOp::Ge => found >= wanted.as_str(),
        }
    })
}

/// A chunk in several sections, or on several pages, passes when one of them does.
fn accepts_chunk(test: &Test<'_>, marks: &ChunkPlaces, chunk: usize) -> bool {
    match test {
        Test::Document(_) => true,
        Test::Section(texts) => {
            let headings: Vec<&str> = marks.headings[chunk].iter().map(String::as_str).collect();
            texts.accept(&headings)
        }
        Test::Page(order) => match marks.pages[chunk] {
            Some(pages) => order
                .values
                .iter()
                .any(|wanted| accepts_pages(order.op, pages, *wanted)),
            None => without_value(order.op),
        },
    }
}

/// A chunk on several pages passes when one of them does; `!=` is the opposite
/// of `=`.
fn accepts_pages(op: FilterOp, (first, last): (u32, u32), wanted: f64) -> bool {
    let (first, last) = (f64::from(first), f64::from(last));
    match op {
        FilterOp::Eq | FilterOp::In => first <= wanted && wanted <= last,
        FilterOp::Ne => wanted < first || last < wanted,
        FilterOp::Lt | FilterOp::Le => compare(op, first, wanted),
        FilterOp::Gt | FilterOp::Ge => compare(op, last, wanted),
    }
}
