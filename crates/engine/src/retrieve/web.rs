//! Passages from a search of the web, apart from those of documents.
//!
//! What an endpoint quotes is foreign text from a place nobody has read: it is never stored, takes
//! no part in the statistics and scores of documents, and is cited by its own address. It has a rank
//! and no score: endpoints give none that means anything beside ours.

use models::Limits;
use models::web::{WebError, WebSearch};

use crate::EngineError;

/// Most results of one search.
const RESULTS_MAX: usize = 20;

/// Something quoted from the web, with what a citation of it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebPassage {
    /// 1 for the best.
    pub rank: usize,
    /// Where it is from.
    pub url: String,
    /// Title of the page.
    pub title: String,
    /// What the endpoint quotes of it: not checked against the page.
    pub text: String,
}

/// The best `k` results for a query, at most 20, best first. Results without a text are left out:
/// there is nothing in them to read or to quote.
///
/// # Errors
/// [`EngineError::QueryEmpty`]; [`EngineError::Web`] when the search fails, which need not end the
/// question: documents are asked without it.
pub fn results(
    search: &dyn WebSearch,
    query: &str,
    k: usize,
    limits: &Limits,
) -> Result<Vec<WebPassage>, EngineError> {
    let query = query.trim();
    if query.is_empty() {
        return Err(EngineError::QueryEmpty);
    }
    limits.check().map_err(WebError::Stopped)?;
    let found = search.results(query, k.min(RESULTS_MAX), limits)?;
    Ok(found
        .into_iter()
        .filter(|result| !result.snippet.is_empty())
        .zip(1..)
        .map(|(result, rank)| WebPassage {
            rank,
            url: result.url,
            title: result.title,
            text: result.snippet,
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use models::scripted::ScriptedSearch;
    use models::web::WebResult;

    use super::*;

    fn search() -> ScriptedSearch {
        let result = |url: &str, snippet: &str| WebResult {
            url: url.to_owned(),
            title: format!("Title of {url}"),
            snippet: snippet.to_owned(),
        };
        let found = vec![
            result("https://a.example/", "Foxes are red."),
            result("https://b.example/", ""),
            result("https://c.example/", "Some are grey."),
        ];
        ScriptedSearch(BTreeMap::from([("foxes".to_owned(), found)]))
    }

    #[test]
    fn results_are_passages_with_their_own_address() {
        let passages = results(&search(), " foxes ", 10, &Limits::none()).unwrap();
        let shown: Vec<_> = passages
            .iter()
            .map(|passage| (passage.rank, passage.url.as_str(), passage.text.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                (1, "https://a.example/", "Foxes are red."),
                (2, "https://c.example/", "Some are grey."),
            ]
        );
        assert!(
            results(&search(), "cats", 10, &Limits::none())
                .unwrap()
                .is_empty()
        );
        assert_eq!(
            results(&search(), "foxes", 1, &Limits::none())
                .unwrap()
                .len(),
            1
        );
    }

    #[test]
    fn an_empty_query_and_a_passed_deadline_ask_nobody() {
        let empty = results(&search(), "  ", 10, &Limits::none());
        assert!(matches!(empty, Err(EngineError::QueryEmpty)));
        let limits = Limits {
            deadline: Some(std::time::Instant::now()),
            ..Limits::none()
        };
        let late = results(&search(), "foxes", 10, &limits);
        assert!(matches!(late, Err(EngineError::Web(WebError::Stopped(_)))));
    }
}
