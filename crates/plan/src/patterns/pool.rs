//! All candidates of a question over one or several relations.

use text::table::TableKind;

use super::asked::Asked;
use super::features::{self, Groups, Scene};
use super::form::{Form, Forms, Given};
use super::gold::{Denoted, Gold};
use super::hash;
use super::index::Prepared;
use super::near::{Evidence, Near, TokenWeights};
use super::part::part_text;
use super::sql::Sql;
use super::values;
use super::vocabulary::{Phrases, Vocabulary};
use super::{Limits, anchors, near};
use crate::lexicon::Operator;
use crate::question::Question;
use crate::relation::Reading;

/// The table of the candidate that no other is right.
pub(super) const NONE: u16 = u16::MAX;

/// A candidate of a pool.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// Place among the tables.
    pub(super) table: u16,
    /// Place among that table's candidates.
    pub(super) form: u32,
    /// Its groups end here.
    pub(super) end: u32,
    /// How many nearer sources there are.
    pub(super) rank: u16,
    /// Equal for equal values of one source.
    pub(super) key: u64,
}

/// Candidates with their features; nothing in it depends on weights.
#[derive(Debug, Default)]
pub(super) struct Pool {
    /// By table.
    pub(super) forms: Vec<Forms>,
    pub(super) entries: Vec<Entry>,
    /// Groups of all entries, one entry after the other.
    pub(super) of_entries: Vec<u32>,
    pub(super) groups: Groups,
    /// Bits of tokens with content.
    pub(super) content: u64,
    /// How near each table is.
    pub(super) near: Vec<Near>,
    /// What each token weighs.
    pub(super) weights: TokenWeights,
    /// The same of every token that is no stop word: a word that may ask for an operation may
    /// as well name a column, as "average price" does.
    pub(super) spoken: TokenWeights,
    /// Several things are asked for; a number of them is.
    pub(super) lists: bool,
    pub(super) counts: bool,
    /// Whether each relation is of a table.
    pub(super) of_tables: Vec<bool>,
    /// Tables with their readings.
    pub(super) sources: u16,
}

impl Pool {
    /// Builds all candidates. Tables of one source stand next to each other: a
    /// reading by rows follows its table. Where searches found each is told beside it, or of
    /// none.
    pub(super) fn build(
        question: &Question,
        (tables, evidence): (&[&Prepared], &[Evidence]),
        vocabulary: &Vocabulary,
        limits: &Limits,
    ) -> Pool {
        let asked = Asked::new(question);
        let phrases = vocabulary.phrases(&asked);
        let mut pool = Pool {
            content: asked.content,
            lists: asked.any(&[Operator::All, Operator::Each]),
            counts: asked.any(&[Operator::Count]),
            ..Pool::default()
        };
        pool.place(&asked, tables, evidence);
        // The nearest first, so that these are asked in full.
        let mut order: Vec<usize> = (0..tables.len()).collect();
        order.sort_by_key(|at| (pool.near[*at].rank, *at));
        pool.forms.resize_with(tables.len(), Forms::default);
        for at in order {
            let (table, near) = (tables[at], pool.near[at]);
            let lookups = near.rank >= limits.full_relations;
            let full = limits.candidates.saturating_sub(pool.entries.len());
            let max = if lookups {
                full.min(limits.candidates / 20)
            } else {
                full
            };
            let max = max.min(limits.candidates_of_one);
            let names = asked.names(table);
            let forms = values::build(&asked, table, &names, max, limits.steps, lookups);
            let scene = Scene {
                exact: anchors::exact_spans(&forms.predicates),
                family: features::family(table),
                asked: &asked,
                phrases: &phrases,
                vocabulary,
                table,
                names: &names,
                forms: &forms,
                relation: at as u64,
                weights: &pool.weights,
                near,
            };
            let (groups, found) = (&mut pool.groups, &mut pool.of_entries);
            let source = at - usize::from(is_turned(tables, at));
            take(&scene, (at, source), groups, found, &mut pool.entries);
            pool.forms[at] = forms;
        }
        pool.take_none(&asked, &phrases);
        pool
    }

    /// How near the tables are; a reading by rows is as near as its table.
    fn place(&mut self, asked: &Asked<'_>, tables: &[&Prepared], evidence: &[Evidence]) {
        let turned = |at: usize| is_turned(tables, at);
        let own: Vec<usize> = (0..tables.len()).filter(|at| !turned(*at)).collect();
        let found = |at: usize| evidence.get(at).copied().unwrap_or_default();
        let sources = own.iter().map(|&at| (tables[at], found(at)));
        let sources: Vec<(&Prepared, Evidence)> = sources.collect();
        let mut near = near::of_each(asked, &sources);
        // A table is near beside other tables, a passage beside other passages.
        let stated = |at: &usize| sources[*at].0.relation.kind == TableKind::Statements;
        let (passages, others): (Vec<usize>, Vec<usize>) = (0..near.len()).partition(stated);
        let of = |places: &[usize]| -> Vec<Near> { places.iter().map(|&at| near[at]).collect() };
        let (mut of_passages, mut of_others) = (of(&passages), of(&others));
        let weighed = match of_others.is_empty() {
            true => &of_passages,
            false => &of_others,
        };
        self.weights = near::weights(asked, weighed, asked.content);
        self.spoken = near::weights(asked, weighed, !asked.stops);
        near::compare(asked, &mut of_passages, &self.weights);
        near::compare(asked, &mut of_others, &self.weights);
        let compared = passages
            .iter()
            .zip(of_passages)
            .chain(others.iter().zip(of_others));
        for (&at, one) in compared {
            near[at] = one;
        }
        let of_table = |one: &&Prepared| one.relation.kind == TableKind::Table;
        self.of_tables = tables.iter().map(of_table).collect();
        self.sources = u16::try_from(sources.len()).unwrap_or(u16::MAX);
        let mut source = 0;
        for at in 0..tables.len() {
            source += usize::from(at > 0 && !turned(at));
            self.near.push(near[source]);
        }
    }

    /// The candidate that none of the others is right.
    fn take_none(&mut self, asked: &Asked<'_>, phrases: &Phrases) {
        if self.entries.is_empty() {
            return;
        }
        let nearest = self.near.iter().map(|one| one.share).fold(0.0, f64::max);
        let about = features::Nothing {
            sources: self.sources,
            share: nearest,
            content: asked.content.count_ones(),
        };
        let group = self
            .groups
            .get(features::NOTHING, |out| about.say(phrases, out));
        self.of_entries.push(group);
        self.entries.push(Entry {
            table: NONE,
            form: 0,
            end: u32::try_from(self.of_entries.len()).unwrap_or(u32::MAX),
            rank: 0,
            key: 0,
        });
    }

    /// The candidates with values: all but the last, that none is right.
    pub(super) fn answers(&self) -> &[Entry] {
        self.entries
            .split_last()
            .map_or(&[], |(_, answers)| answers)
    }

    /// The groups of an entry.
    pub(super) fn groups_of(&self, entry: usize) -> &[u32] {
        let start = entry
            .checked_sub(1)
            .map_or(0, |before| self.entries[before].end as usize);
        &self.of_entries[start..self.entries[entry].end as usize]
    }

    /// Whether each entry gives the expected values; the last is right where no other is.
    pub(super) fn right(&self, tables: &[&Prepared], about: &[usize], gold: &Gold) -> Vec<bool> {
        let mut known = std::collections::HashMap::new();
        let right = self.entries.iter().map(|entry| {
            if entry.table == NONE {
                return false;
            }
            let table = usize::from(entry.table);
            let one = &self.forms[table].candidates[entry.form as usize];
            if !about.contains(&table) {
                return false;
            }
            *known
                .entry(entry.key)
                .or_insert_with(|| gold.is(&denoted(tables[table], &one.given)))
        });
        let mut right: Vec<bool> = right.collect();
        if let Some(none) = right.len().checked_sub(1) {
            right[none] = !right.contains(&true);
        }
        right
    }

    /// Whether an entry gives a column of all rows, two at least.
    pub(super) fn is_whole(&self, entry: &Entry) -> bool {
        let forms = &self.forms[usize::from(entry.table)];
        let form = &forms.candidates[entry.form as usize].form;
        matches!(form, Form::Project(0, ..))
            && forms.rows.first().is_some_and(|all| all.rows.len() > 1)
    }

    /// The query of an entry.
    pub(super) fn sql(&self, question: &Question, tables: &[&Prepared], entry: usize) -> String {
        let at = usize::from(self.entries[entry].table);
        let slice = |span: (u8, u8)| question.slice(span.0.into()..span.1.into()).to_owned();
        let sql = Sql {
            table: tables[at],
            forms: &self.forms[at],
            slice: &slice,
        };
        sql.of(self.form(entry))
    }

    /// The form of an entry.
    pub(super) fn form(&self, entry: usize) -> &Form {
        let entry = &self.entries[entry];
        &self.forms[usize::from(entry.table)].candidates[entry.form as usize].form
    }
}

/// Whether a table is read by rows: it stands behind the same one as it is.
fn is_turned(tables: &[&Prepared], at: usize) -> bool {
    at > 0 && tables[at].relation.reading == Reading::ByRows
}

fn take(
    scene: &Scene<'_>,
    (table, source): (usize, usize),
    groups: &mut Groups,
    of_entries: &mut Vec<u32>,
    entries: &mut Vec<Entry>,
) {
    let table = u16::try_from(table).unwrap_or(u16::MAX);
    for (at, one) in scene.forms.candidates.iter().enumerate() {
        scene.groups(one, groups, of_entries);
        entries.push(Entry {
            table,
            form: u32::try_from(at).unwrap_or(u32::MAX),
            end: u32::try_from(of_entries.len()).unwrap_or(u32::MAX),
            rank: u16::try_from(scene.near.rank).unwrap_or(u16::MAX),
            key: hash::join(source as u64, one.key),
        });
    }
}

/// The values of a form, to compare with expected ones.
pub(super) fn denoted(table: &Prepared, given: &Given) -> Vec<Denoted> {
    use text::Language::En;
    match given {
        Given::Number(number) | Given::Percent(number) => vec![Denoted::number(*number)],
        Given::Truth(truth) => vec![Denoted::read(if *truth { "yes" } else { "no" }, En)],
        Given::Name(column) => {
            let path = &table.relation.columns[usize::from(*column)].path;
            vec![Denoted::read(path.last().map_or("", String::as_str), En)]
        }
        Given::Cells(column, part, rows) => {
            let cells = rows
                .iter()
                .map(|row| part_text(table, *row, *column, *part));
            cells.map(|text| Denoted::read(&text, En)).collect()
        }
    }
}

/// Whether two lists hold the same values.
#[cfg(test)]
pub(super) fn same(a: &[Denoted], b: &[Denoted]) -> bool {
    Gold::of(a.to_vec()).is(b)
}
