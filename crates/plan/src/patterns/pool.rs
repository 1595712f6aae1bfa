//! All candidates of a question over one or several relations.

use std::ops::Range;

use super::asked::Asked;
use super::features::{Groups, Scene};
use super::form::{Form, Forms, Given, Part};
use super::gold::{Denoted, Gold};
use super::hash;
use super::index::Prepared;
use super::sql::Sql;
use super::values;
use super::vocabulary::Vocabulary;
use super::{Limits, cell};
use crate::question::Question;
use crate::relation::Reading;

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
}

impl Pool {
    /// Builds all candidates. Tables of one source stand next to each other: a
    /// reading by rows follows its table; the nearest come first.
    pub(super) fn build(
        question: &Question,
        tables: &[&Prepared],
        vocabulary: &Vocabulary,
        limits: &Limits,
    ) -> Pool {
        let asked = Asked::new(question);
        let phrases = vocabulary.phrases(&asked);
        let mut pool = Pool {
            content: asked.content,
            ..Pool::default()
        };
        let mut sources: u64 = 0;
        for (at, table) in tables.iter().enumerate() {
            let turned = table.relation.reading == Reading::ByRows;
            sources += u64::from(!turned || at == 0);
            let rank = sources.saturating_sub(1);
            let lookups = rank >= limits.full_relations as u64;
            let full = limits.candidates.saturating_sub(pool.entries.len());
            let max = if lookups {
                full.min(limits.candidates / 20)
            } else {
                full
            };
            let max = max.min(limits.candidates_of_one);
            let names = asked.names(table);
            let forms = values::build(&asked, table, &names, max, limits.steps, lookups);
            let place = at as u64;
            let scene = Scene::new(
                &asked, &phrases, vocabulary, table, &names, &forms, place, rank,
            );
            pool.take(&scene, rank);
            pool.forms.push(forms);
        }
        pool
    }

    fn take(&mut self, scene: &Scene<'_>, source: u64) {
        let table = u16::try_from(scene.relation).unwrap_or(u16::MAX);
        for (at, one) in scene.forms.candidates.iter().enumerate() {
            scene.groups(one, &mut self.groups, &mut self.of_entries);
            self.entries.push(Entry {
                table,
                form: u32::try_from(at).unwrap_or(u32::MAX),
                end: u32::try_from(self.of_entries.len()).unwrap_or(u32::MAX),
                rank: u16::try_from(source).unwrap_or(u16::MAX),
                key: hash::join(source, one.key),
            });
        }
    }

    /// The groups of an entry.
    pub(super) fn groups_of(&self, entry: usize) -> &[u32] {
        let start = entry
            .checked_sub(1)
            .map_or(0, |before| self.entries[before].end as usize);
        &self.of_entries[start..self.entries[entry].end as usize]
    }

    /// Whether each entry gives the expected values.
    pub(super) fn right(
        &self,
        tables: &[&Prepared],
        about: &Range<usize>,
        gold: &Gold,
    ) -> Vec<bool> {
        let mut known = std::collections::HashMap::new();
        let right = self.entries.iter().map(|entry| {
            let table = usize::from(entry.table);
            let one = &self.forms[table].candidates[entry.form as usize];
            if !about.contains(&table) {
                return false;
            }
            *known
                .entry(entry.key)
                .or_insert_with(|| gold.is(&denoted(tables[table], &one.given)))
        });
        right.collect()
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

/// A part of a cell as text.
pub(super) fn part_text(table: &Prepared, row: u32, column: u16, part: Part) -> String {
    let cell = table.cell(row, column);
    let text = &table.relation.columns[usize::from(column)].cells[row as usize].text;
    let number = |number: Option<text::table::Decimal>| {
        number
            .map(|one| one.normalize().to_string())
            .unwrap_or_default()
    };
    match part {
        Part::Cell => text.to_string(),
        Part::First => number(cell.first),
        Part::Second => number(cell.second),
        Part::Year => cell.year.map(|year| year.to_string()).unwrap_or_default(),
        Part::Before => cell::before(cell, text).to_owned(),
    }
}
