//! Values over sets of rows: cells, counts, sums, comparisons.

mod fold;

use std::collections::HashSet;

use text::table::{Decimal, TableKind};

use super::asked::{Asked, NameMatch};
use super::cell;
use super::form::{Built, Fold, Form, Forms, Given, Op, Part, RowForm, RowSet, RowsId, Test};
use super::hash;
use super::index::{Prepared, Shape};
use super::rows::RowBuilder;
use crate::lexicon::Operator;

use fold::common_rows;
pub(super) use fold::fold_numbers;

/// Columns of a passage's statements that an answer is: the date, the value.
const STATED: [u16; 2] = [1, 2];

/// Most distinct values that an answer lists.
const VALUES_MAX: usize = 60;

/// Builds candidates over the sets of rows of one relation.
pub(super) struct ValueBuilder<'a> {
    pub(super) asked: &'a Asked<'a>,
    pub(super) table: &'a Prepared,
    pub(super) names: &'a [NameMatch],
    pub(super) forms: Forms,
    pub(super) max: usize,
    pub(super) steps: u64,
}

/// All candidates of one relation, at most `max`.
pub(super) fn build(
    asked: &Asked<'_>,
    table: &Prepared,
    names: &[NameMatch],
    max: usize,
    steps: u64,
    lookups_only: bool,
) -> Forms {
    if table.rows == 0 || table.columns.is_empty() {
        return Forms::default();
    }
    let mut rows = RowBuilder::new(asked, table, steps);
    rows.build();
    let mut builder = ValueBuilder {
        asked,
        table,
        names,
        steps: rows.steps + steps / 4,
        forms: rows.forms,
        max,
    };
    if table.relation.kind == TableKind::Statements {
        builder.statements(!lookups_only);
    } else if table.relation.kind != TableKind::Table {
        builder.items();
    } else if lookups_only || table.partial {
        builder.lookups();
    } else {
        builder.all();
    }
    builder.forms
}

impl ValueBuilder<'_> {
    fn all(&mut self) {
        let max = self.max;
        // Each kind leaves room for the next.
        self.counts();
        self.max = max / 2;
        for id in 0..self.ids() {
            self.projections(id);
        }
        self.max = max * 3 / 4;
        for id in 0..self.ids() {
            self.folds(id);
        }
        self.max = max;
        self.truths();
        self.finance();
    }

    /// Dates and values that sentences state, and two of them made one.
    fn statements(&mut self, paired: bool) {
        for id in 1..self.ids() {
            for column in STATED {
                self.project(id, column, Part::Cell);
            }
        }
        if paired {
            self.finance();
        }
    }

    /// Items of a list, titles of a series or of sections: all, those with some words, how
    /// many.
    fn items(&mut self) {
        self.counts();
        for id in 0..self.ids() {
            for column in self.columns() {
                let named = self.names[usize::from(column)].bucket >= 4;
                if (named || self.is_label(column)) && !self.repeats(id, column) {
                    self.project(id, column, Part::Cell);
                }
            }
        }
    }

    /// Whether rows are chosen by the whole of what a column would give.
    fn repeats(&self, id: RowsId, column: u16) -> bool {
        self.is_tested(id, column, |test| {
            matches!(test, Test::Is(_) | Test::Marked(_))
        })
    }

    /// Whether rows are chosen by what a column marks.
    fn is_marked(&self, id: RowsId, column: u16) -> bool {
        self.is_tested(id, column, |test| matches!(test, Test::Marked(_)))
    }

    fn is_tested(&self, id: RowsId, column: u16, by: impl Fn(&Test) -> bool) -> bool {
        let mut tests = self.set(id).predicates.into_iter();
        tests.any(|test| {
            let test = self.forms.predicates.get(usize::from(test));
            test.is_some_and(|test| test.column == Some(column) && by(&test.test))
        })
    }

    /// Cells of rows that tests alone choose, and whole lists.
    fn lookups(&mut self) {
        self.projections(0);
        for id in 1..self.ids() {
            if matches!(self.set(id).form, RowForm::Pred(_) | RowForm::And(..)) {
                self.projections(id);
            }
        }
    }

    fn ids(&self) -> RowsId {
        RowsId::try_from(self.forms.rows.len()).unwrap_or(RowsId::MAX)
    }

    pub(super) fn set(&self, id: RowsId) -> &RowSet {
        &self.forms.rows[usize::from(id)]
    }

    pub(super) fn columns(&self) -> impl Iterator<Item = u16> + use<> {
        let count = u16::try_from(self.table.columns.len()).unwrap_or(u16::MAX);
        0..count
    }

    /// Adds a candidate; its columns' names cover tokens too.
    pub(super) fn add(
        &mut self,
        form: Form,
        rows: &[RowsId],
        columns: &[u16],
        ops: u64,
        given: Given,
    ) {
        if self.is_full() {
            return;
        }
        self.steps = self.steps.saturating_sub(4);
        let (mut mask, mut all) = (0, ops);
        for id in rows {
            let set = self.set(*id);
            mask |= set.mask;
            all |= set.ops;
            if let Some(column) = set.sorted_by {
                mask |= self.names[usize::from(column)].mask;
            }
            for test in set.predicates {
                let test = self.forms.predicates.get(usize::from(test));
                if let Some(column) = test.and_then(|test| test.column) {
                    mask |= self.names[usize::from(column)].mask;
                }
            }
        }
        for column in columns {
            mask |= self.names[usize::from(*column)].mask;
        }
        let key = self.key(&given);
        self.forms.candidates.push(Built {
            form,
            ops: all,
            mask,
            given,
            key,
        });
    }

    pub(super) fn is_full(&self) -> bool {
        self.forms.candidates.len() >= self.max || self.steps == 0
    }

    fn key(&self, given: &Given) -> u64 {
        match given {
            Given::Number(number) | Given::Percent(number) => {
                hash::join(9, cell::number_key(*number))
            }
            Given::Truth(truth) => hash::join(9, cell::text_key(if *truth { "yes" } else { "no" })),
            Given::Name(column) => {
                let path = &self.table.relation.columns[usize::from(*column)].path;
                hash::join(9, cell::text_key(path.last().map_or("", String::as_str)))
            }
            Given::Cells(column, part, rows) => {
                let mut keys: Vec<u64> = rows
                    .iter()
                    .map(|row| self.part_key(*row, *column, *part))
                    .collect();
                keys.sort_unstable();
                keys.into_iter().fold(9, hash::join)
            }
        }
    }

    fn part_key(&self, row: u32, column: u16, part: Part) -> u64 {
        let cell = self.table.cell(row, column);
        match part {
            Part::Cell => cell.key,
            Part::First => cell.first.map_or(0, cell::number_key),
            Part::Second => cell.second.map_or(0, cell::number_key),
            Part::Year => cell
                .year
                .map_or(0, |year| cell::number_key(Decimal::from(year))),
            Part::Before => {
                let text =
                    &self.table.relation.columns[usize::from(column)].cells[row as usize].text;
                cell::text_key(&text[..cell.before.unwrap_or(text.len())])
            }
        }
    }

    fn projections(&mut self, id: RowsId) {
        if self.is_full() {
            return;
        }
        let count = self.set(id).rows.len();
        let all = id == 0;
        let lists = self.asked.any(&[
            Operator::All,
            Operator::Both,
            Operator::Which,
            Operator::What,
            Operator::Each,
            Operator::When,
        ]);
        if count == 0 || count > 400 || all && count > 1 && !lists {
            return;
        }
        for column in self.columns() {
            let met = self.names[usize::from(column)].bucket;
            // Of all rows only what is asked for by name, or what the rows are called by.
            if all && count > 1 && met < 2 && !self.is_label(column) {
                continue;
            }
            for part in parts(self.asked, self.table, column) {
                // What the question says already is no answer to it.
                if part == Part::Cell && self.is_marked(id, column) {
                    continue;
                }
                self.project(id, column, part);
            }
        }
    }

    fn project(&mut self, id: RowsId, column: u16, part: Part) {
        let mut keys = HashSet::new();
        let mut kept = Vec::new();
        self.steps = self.steps.saturating_sub(self.set(id).rows.len() as u64);
        for row in &self.forms.rows[usize::from(id)].rows {
            let cell = self.table.cell(*row, column);
            let key = self.part_key(*row, column, part);
            if cell.empty || key == 0 || !keys.insert(key) {
                continue;
            }
            kept.push(*row);
        }
        if kept.is_empty() || kept.len() > VALUES_MAX {
            return;
        }
        let given = Given::Cells(column, part, kept);
        self.add(
            Form::Project(id, column, part),
            &[id],
            &[column],
            part.op().bit(),
            given,
        );
    }

    fn counts(&mut self) {
        if !self
            .asked
            .any(&[Operator::Count, Operator::HowMuch, Operator::HowLong])
        {
            return;
        }
        for id in 0..self.ids() {
            let count = Decimal::from(self.set(id).rows.len());
            let given = Given::Number(count);
            self.add(Form::Count(id), &[id], &[], Op::Count.bit(), given);
        }
    }

    fn folds(&mut self, id: RowsId) {
        use Operator::{Average, Count, Difference, HowMuch, Least, Most, Sum};
        let count = self.set(id).rows.len();
        if count < 2 || self.set(id).ops & (Op::Highest.bit() | Op::Lowest.bit()) != 0 {
            return;
        }
        let sums = self.asked.any(&[Sum, Count, HowMuch]);
        let commons = self.asked.any(&[Most, Least]);
        for column in self.columns() {
            let numbers = self.is_number(column);
            if self.asked.any(&[Count]) {
                self.distinct(id, column);
            }
            if numbers && sums {
                self.fold(Fold::Sum, id, column);
            }
            if numbers && self.asked.any(&[Average]) {
                self.fold(Fold::Average, id, column);
            }
            if numbers && self.asked.any(&[Difference]) {
                self.fold(Fold::Spread, id, column);
            }
            if commons && self.asked.any(&[Most]) {
                self.common(Fold::MostCommon, id, column);
            }
            if commons && self.asked.any(&[Least]) {
                self.common(Fold::LeastCommon, id, column);
            }
        }
    }

    /// Whether rows are called by a column: the first of a table, the texts of a list.
    fn is_label(&self, column: u16) -> bool {
        let texts = self.table.columns[usize::from(column)].shape == Some(Shape::Text);
        match self.table.relation.kind {
            TableKind::Table => column == 0,
            // Its first column holds bullets and numbers.
            TableKind::List => texts && column != 0,
            TableKind::Series | TableKind::Sections | TableKind::Documents => texts || column == 0,
            TableKind::Statements => false,
        }
    }

    /// Whether a column holds numbers to count with.
    pub(super) fn is_number(&self, column: u16) -> bool {
        let shape = self.table.columns[usize::from(column)].shape;
        matches!(shape, Some(Shape::Number | Shape::Opening))
    }

    fn distinct(&mut self, id: RowsId, column: u16) {
        let set = self.set(id);
        let cells = set.rows.iter().map(|row| self.table.cell(*row, column));
        let keys: HashSet<u64> = cells
            .filter(|cell| !cell.empty)
            .map(|cell| cell.key)
            .collect();
        if keys.len() == set.rows.len() || keys.is_empty() {
            return;
        }
        let given = Given::Number(Decimal::from(keys.len()));
        self.fold_add(Fold::Distinct, id, column, given);
    }

    fn fold_add(&mut self, fold: Fold, id: RowsId, column: u16, given: Given) {
        let steps = self.set(id).rows.len() as u64;
        self.steps = self.steps.saturating_sub(steps);
        self.add(
            Form::Fold(fold, id, column),
            &[id],
            &[column],
            fold.op().bit(),
            given,
        );
    }

    fn fold(&mut self, fold: Fold, id: RowsId, column: u16) {
        if let Some(number) = fold_numbers(self.table, fold, &self.set(id).rows, column) {
            self.fold_add(fold, id, column, Given::Number(number));
        }
    }

    fn common(&mut self, fold: Fold, id: RowsId, column: u16) {
        let index = &self.table.columns[usize::from(column)];
        if index.distinct * 10 > index.cells.len() * 9 {
            return;
        }
        let rows = common_rows(self.table, fold, &self.set(id).rows, column);
        if let Some(rows) = rows.filter(|rows| rows.len() <= 5) {
            self.fold_add(fold, id, column, Given::Cells(column, Part::Cell, rows));
        }
    }

    fn truths(&mut self) {
        let opens = self
            .asked
            .question
            .operators
            .iter()
            .any(|one| one.operator == Operator::YesNo && one.tokens.start <= 1);
        if !opens && !self.asked.any(&[Operator::YesNo]) || self.asked.asks_at == Some(0) {
            return;
        }
        for id in 1..self.ids() {
            if self.set(id).mask != 0 {
                let given = Given::Truth(!self.set(id).rows.is_empty());
                self.add(Form::Exists(id), &[id], &[], Op::Exists.bit(), given);
            }
        }
    }
}

/// The parts of a column's cells that may be asked for.
fn parts(asked: &Asked<'_>, table: &Prepared, column: u16) -> Vec<Part> {
    let index = &table.columns[usize::from(column)];
    let mut parts = vec![Part::Cell];
    let amounts = asked.any(&[Operator::Count, Operator::HowMuch, Operator::HowLong]);
    if amounts && !matches!(index.shape, Some(Shape::Number | Shape::Year | Shape::Date)) {
        parts.push(Part::First);
    }
    if index.has_second && !matches!(index.shape, Some(Shape::Date)) {
        parts.push(Part::Second);
    }
    if asked.any(&[Operator::When]) && (index.has_year || index.shape == Some(Shape::Date)) {
        parts.push(Part::Year);
    }
    if index.has_bracket {
        parts.push(Part::Before);
    }
    parts
}
