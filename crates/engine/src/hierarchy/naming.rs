//! What a cluster is about: key terms, a topic of a few words, a summary.

use std::collections::{BTreeMap, HashMap, HashSet};

use index::{Cluster, Sentence};

use super::kmeans::Grouped;
use super::points::{Member, NEXT_TERM_WEIGHT, rarity};

/// Key terms of a cluster.
const TERMS_MAX: usize = 8;
/// Words of a topic.
const TOPIC_WORDS: std::ops::RangeInclusive<usize> = 2..=4;
/// Sentences of a cluster's summary, and their bytes together.
const SENTENCES_MAX: usize = 3;
const SENTENCES_BYTES_MAX: usize = 700;

/// The key terms of all documents, by what they are looked up by: `bee` and
/// `bees` are one.
pub(super) struct Names {
    /// By member, its terms in order, as numbers.
    terms: Vec<Vec<usize>>,
    /// By term, how many documents have it.
    holding: Vec<u32>,
}

impl Names {
    /// Counts the key terms of documents.
    pub(super) fn of(members: &[Member<'_>]) -> Names {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut holding: Vec<u32> = Vec::new();
        let terms = members
            .iter()
            .map(|member| {
                let mut own: Vec<usize> = Vec::new();
                for term in &member.summary.key_terms {
                    let next = holding.len();
                    let number = *numbers.entry(key(term, member)).or_insert(next);
                    if number == next {
                        holding.push(0);
                    }
                    if !own.contains(&number) {
                        holding[number] += 1;
                    }
                    own.push(number);
                }
                own
            })
            .collect();
        Names { terms, holding }
    }

    /// The cluster of a group, its documents the most central first.
    pub(super) fn cluster(&self, members: &[Member<'_>], group: &[Grouped]) -> Cluster {
        let key_terms = self.key_terms(members, group);
        Cluster {
            topic: topic(&key_terms),
            key_terms,
            summary: summary(members, group),
            documents: group
                .iter()
                .map(|grouped| members[grouped.member].record.id.clone())
                .collect(),
        }
    }

    /// Terms that many of a group have, and few of the others.
    fn key_terms(&self, members: &[Member<'_>], group: &[Grouped]) -> Vec<String> {
        let mut weights: BTreeMap<usize, f32> = BTreeMap::new();
        let mut forms: BTreeMap<usize, BTreeMap<&str, u32>> = BTreeMap::new();
        for grouped in group {
            let mut weight = 1.0;
            let written = &members[grouped.member].summary.key_terms;
            for (&term, form) in self.terms[grouped.member].iter().zip(written) {
                *weights.entry(term).or_insert(0.0) += weight;
                *forms.entry(term).or_default().entry(form).or_insert(0) += 1;
                weight *= NEXT_TERM_WEIGHT;
            }
        }
        let mut ranked: Vec<(f32, String)> = weights
            .into_iter()
            .map(|(term, weight)| {
                let score = weight * rarity(members.len(), self.holding[term]);
                (score, most_frequent(&forms[&term]))
            })
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        ranked.truncate(TERMS_MAX);
        ranked.into_iter().map(|(_, term)| term).collect()
    }
}

fn key(term: &str, member: &Member<'_>) -> String {
    let words: Vec<String> = text::terms(term, member.record.language)
        .into_iter()
        .map(|word| word.text)
        .collect();
    words.join(" ")
}

/// The form most documents write; the first by alphabet of those.
fn most_frequent(forms: &BTreeMap<&str, u32>) -> String {
    let mut best = ("", 0);
    for (form, &count) in forms {
        if count > best.1 {
            best = (form, count);
        }
    }
    best.0.to_owned()
}

/// Key terms, best first, until they make two words; no more than four.
fn topic(key_terms: &[String]) -> String {
    let mut chosen: Vec<&str> = Vec::new();
    let mut said: HashSet<String> = HashSet::new();
    for term in key_terms {
        let words: Vec<String> = term.split_whitespace().map(str::to_lowercase).collect();
        let fits = said.len() + words.len() <= *TOPIC_WORDS.end();
        if !fits || words.iter().any(|word| said.contains(word)) {
            continue;
        }
        chosen.push(term);
        said.extend(words);
        if said.len() >= *TOPIC_WORDS.start() {
            break;
        }
    }
    chosen.join(", ")
}

/// A sentence each of the most central documents.
fn summary(members: &[Member<'_>], group: &[Grouped]) -> Vec<Sentence> {
    let mut left = SENTENCES_BYTES_MAX;
    let mut sentences = Vec::new();
    for grouped in group {
        if sentences.len() == SENTENCES_MAX {
            break;
        }
        let member = &members[grouped.member];
        let fitting = member
            .summary
            .sentences
            .iter()
            .find(|span| span.len() <= left);
        if let Some(&span) = fitting {
            left -= span.len();
            sentences.push(Sentence {
                document: member.record.id.clone(),
                span,
            });
        }
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_have_two_to_four_words_where_there_are_as_many() {
        let rows: [(&[&str], &str); 5] = [
            (&["wild bees", "nest"], "wild bees"),
            (
                &["ferry", "winter timetable", "fare"],
                "ferry, winter timetable",
            ),
            (&["bees", "wild bees", "nest"], "bees, nest"),
            (&["heron"], "heron"),
            (&[], ""),
        ];
        for (terms, expected) in rows {
            let terms: Vec<String> = terms.iter().map(|&term| term.to_owned()).collect();
            assert_eq!(topic(&terms), expected);
        }
    }
}
