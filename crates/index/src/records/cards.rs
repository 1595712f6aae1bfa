//! The best cards for the terms of a question.
//!
//! Few cards, or few that hold the terms, are scored whole by the database. Of many
//! cards those are looked at that hold the rarer terms, and the best of them are scored
//! by all: what a term adds falls with the logarithm of how many cards hold it, so
//! that a card of common words alone is hardly ever among the best.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OptionalExtension, params};

use super::relations::{ORDINAL_BITS, id};
use crate::card::card_word;

/// What words count by where they stand: title, context, names of columns, of rows.
const FIELD_WEIGHTS: [f64; 4] = [3.0, 1.0, 2.0, 1.0];

/// Saturation of frequencies and weight of length, as the database has them.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// Cards of a store up to which all that match are scored.
const SCORED_WHOLE: u64 = 5_000;

/// Cards holding terms, summed over terms, that a search of many cards looks at.
const POSTINGS_MAX: u64 = 6_000;

/// Best cards by the rarer terms that are scored by all terms.
const SCORED_AGAIN: usize = 300;

/// How many cards there are and how many hold a term, as one version has met them.
#[derive(Default)]
pub(crate) struct CardFrequencies(Mutex<Known>);

#[derive(Default)]
struct Known {
    cards: Option<u64>,
    holding: HashMap<String, u64>,
}

/// Terms whose frequency is kept.
const KNOWN_MAX: usize = 65_536;

impl CardFrequencies {
    fn cards(&self, connection: &Connection) -> rusqlite::Result<u64> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cards) = known.cards {
            return Ok(cards);
        }
        let cards: i64 =
            connection.query_row("SELECT count(*) FROM relations", [], |row| row.get(0))?;
        Ok(*known.cards.insert(cards.unsigned_abs()))
    }

    /// Cards that hold a word of the index.
    fn holding(&self, connection: &Connection, word: &str) -> rusqlite::Result<u64> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&count) = known.holding.get(word) {
            return Ok(count);
        }
        connection.execute_batch(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.card_words USING fts5vocab(main, cards, row)",
        )?;
        let count: Option<i64> = connection
            .prepare_cached("SELECT doc FROM temp.card_words WHERE term = ?")?
            .query_row([word], |row| row.get(0))
            .optional()?;
        let count = count.unwrap_or(0).unsigned_abs();
        if known.holding.len() < KNOWN_MAX {
            known.holding.insert(word.to_owned(), count);
        }
        Ok(count)
    }
}

/// Ids and scores of the cards that hold any of the terms, the best first, equal
/// ones by document and place.
///
/// Rows of documents come and go with versions, so that their order says what was there before.
/// Where more cards are equal than are wanted, which of them are found is by document, too.
pub(crate) fn search(
    connection: &Connection,
    terms: &[&str],
    limit: usize,
    frequencies: &CardFrequencies,
) -> rusqlite::Result<Vec<(i64, f64)>> {
    let words = words(terms);
    let cards = frequencies.cards(connection)?;
    if cards <= SCORED_WHOLE {
        return matching(connection, &words, None, limit);
    }
    let mut held = Vec::with_capacity(words.len());
    for word in words {
        let count = frequencies.holding(connection, &word)?;
        held.extend((count > 0).then_some((word, count)));
    }
    held.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
    let mut postings = 0;
    let rare = held.iter().take_while(|(_, count)| {
        postings += count;
        postings <= POSTINGS_MAX
    });
    let rare = rare.count().max(1).min(held.len());
    let looked_for: Vec<String> = held[..rare].iter().map(|(word, _)| word.clone()).collect();
    if rare == held.len() {
        return matching(connection, &looked_for, None, limit);
    }
    let found = matching(connection, &looked_for, None, limit.max(SCORED_AGAIN))?;
    let mut again = score(connection, &found, &held, cards)?;
    again.truncate(limit);
    Ok(again)
}

/// As [`search`], of one document.
pub(crate) fn search_document(
    connection: &Connection,
    terms: &[&str],
    document: i64,
    limit: usize,
) -> rusqlite::Result<Vec<(i64, f64)>> {
    matching(connection, &words(terms), Some(document), limit)
}

/// The terms as words of the index, each once.
fn words(terms: &[&str]) -> Vec<String> {
    let mut words: Vec<String> = Vec::with_capacity(terms.len());
    for term in terms {
        let word = card_word(term);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

fn matching(
    connection: &Connection,
    words: &[String],
    document: Option<i64>,
    limit: usize,
) -> rusqlite::Result<Vec<(i64, f64)>> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let query: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    let query = query.join(" OR ");
    let (first, last) = match document {
        Some(row) => (id(row, 0), id(row + 1, 0) - 1),
        None => (i64::MIN, i64::MAX),
    };
    let found = |order: &str| {
        let [title, context, columns, labels] = FIELD_WEIGHTS;
        let sql = format!(
            "SELECT cards.rowid, bm25(cards, {title}, {context}, {columns}, {labels}) AS score
             FROM cards {order} LIMIT ?"
        );
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        connection
            .prepare_cached(&sql)?
            .query_map(params![query, first, last, limit], |row| {
                // The engine's own scores are lower for better ones.
                Ok((row.get(0)?, -row.get::<_, f64>(1)?))
            })?
            .collect::<rusqlite::Result<Vec<(i64, f64)>>>()
    };
    let matching = "WHERE cards MATCH ? AND cards.rowid BETWEEN ? AND ?";
    let best = found(&format!("{matching} ORDER BY score, cards.rowid"))?;
    let cut_among_equals =
        best.len() == limit && document.is_none() && matches!(best[..], [.., a, b] if a.1 <= b.1);
    if !cut_among_equals {
        return Ok(best);
    }
    found(&format!(
        "JOIN documents ON documents.row = cards.rowid >> {ORDINAL_BITS} {matching}
         ORDER BY score, documents.id, cards.rowid"
    ))
}

/// The same cards scored by all words, the best first, by the database's own formula:
/// BM25 over frequencies weighed by field. The average length is that of these cards.
fn score(
    connection: &Connection,
    found: &[(i64, f64)],
    held: &[(String, u64)],
    cards: u64,
) -> rusqlite::Result<Vec<(i64, f64)>> {
    let places: HashMap<&str, usize> = (0..)
        .zip(held)
        .map(|(at, (word, _))| (word.as_str(), at))
        .collect();
    let mut read = connection
        .prepare_cached("SELECT title, context, columns, labels FROM cards WHERE rowid = ?")?;
    let mut counted = Vec::with_capacity(found.len());
    for &(id, _) in found {
        let mut frequencies = vec![0.0; held.len()];
        let mut length = 0_u32;
        read.query_row([id], |row| {
            for (field, weight) in FIELD_WEIGHTS.iter().enumerate() {
                for word in row.get_ref(field)?.as_str()?.split_ascii_whitespace() {
                    length += 1;
                    if let Some(&at) = places.get(word) {
                        frequencies[at] += weight;
                    }
                }
            }
            Ok(())
        })?;
        counted.push((id, frequencies, f64::from(length)));
    }
    let lengths: f64 = counted.iter().map(|(.., length)| length).sum();
    let average = (lengths / counted.len().max(1) as f64).max(1.0);
    let rarity: Vec<f64> = held
        .iter()
        .map(|(_, count)| rarity(cards, *count))
        .collect();
    let scored = counted.into_iter().map(|(id, frequencies, length)| {
        let norm = K1 * (1.0 - B + B * length / average);
        let parts = rarity.iter().zip(frequencies);
        let score: f64 = parts
            .map(|(rarity, frequency)| rarity * frequency * (K1 + 1.0) / (frequency + norm))
            .sum();
        (id, score)
    });
    let mut scored: Vec<(i64, f64)> = scored.collect();
    // Stable: equal ones stay in the order they were found in.
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    Ok(scored)
}

/// Inverse document frequency as the database has it: next to nothing for a word in
/// half of the cards.
fn rarity(cards: u64, holding: u64) -> f64 {
    let (cards, holding) = (cards as f64, holding as f64);
    ((cards - holding + 0.5) / (holding + 0.5)).ln().max(1e-6)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARDS: i64 = 20_000;

    /// Numbers that look drawn: a step of a linear congruence (Knuth's MMIX).
    fn next(state: &mut u64) -> f64 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*state >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Words by Zipf's law out of 5,000.
    fn drawn(state: &mut u64, count: usize) -> String {
        let words = (0..count).map(|_| format!("w{} ", 5_000_f64.powf(next(state)) as u64));
        words.collect()
    }

    #[test]
    fn many_cards_are_found_as_if_all_were_scored() {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "CREATE TABLE documents(row INTEGER PRIMARY KEY, id TEXT NOT NULL);
                 CREATE TABLE relations(id INTEGER PRIMARY KEY);
                 CREATE VIRTUAL TABLE cards USING fts5(title, context, columns, labels);
                 INSERT INTO documents VALUES (0, 'one');
                 BEGIN",
            )
            .unwrap();
        let mut state = 7;
        let mut titles = Vec::new();
        for id in 0..CARDS {
            let title = drawn(&mut state, 6);
            let rest: Vec<String> = [4, 6, 16]
                .iter()
                .map(|&count| drawn(&mut state, count))
                .collect();
            connection
                .execute(
                    "INSERT INTO cards(rowid, title, context, columns, labels) VALUES (?,?,?,?,?)",
                    params![id, title, rest[0], rest[1], rest[2]],
                )
                .unwrap();
            connection
                .execute("INSERT INTO relations VALUES (?)", [id])
                .unwrap();
            titles.push(title);
        }
        let frequencies = CardFrequencies::default();
        let (mut same, mut of) = (0, 0);
        for title in titles.iter().step_by(401) {
            let question = format!("{title} w1 w2 w3 w4");
            let terms: Vec<&str> = question.split_whitespace().collect();
            let ids = |found: Vec<(i64, f64)>| -> Vec<i64> {
                found.into_iter().take(20).map(|(id, _)| id).collect()
            };
            let fast = ids(search(&connection, &terms, 20, &frequencies).unwrap());
            let whole = ids(matching(&connection, &words(&terms), None, 20).unwrap());
            assert_eq!(fast[0], whole[0], "{question}");
            of += whole.len();
            same += whole.iter().filter(|id| fast.contains(id)).count();
        }
        assert!(same * 100 >= of * 95, "{same} of {of}");
    }
}
