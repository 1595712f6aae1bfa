//! Two cells made one: differences, changes, shares, means; two counts; the
//! larger of two columns.

use text::table::Decimal;

use super::form::{Fold, Form, Given, Op, Pair, RowForm, RowsId};
use super::values::{ValueBuilder, fold_numbers};
use crate::lexicon::Operator;

/// Most one-row sets whose cells are paired.
const SINGLES_MAX: usize = 14;
/// Most columns that are paired over rows; most that are paired with each other.
const COLUMNS_MAX: usize = 24;
const WITHIN_MAX: usize = 8;

/// What a number counts; only like is set against like.
#[derive(PartialEq, Eq)]
enum Measure {
    Plain,
    /// Hundredths of something.
    Percent,
    /// The year of a date.
    Time,
}

impl ValueBuilder<'_> {
    /// All candidates of two operands.
    pub(super) fn finance(&mut self) {
        let pairs = self.pairs();
        if pairs.is_empty() {
            return;
        }
        let singles = self.singles();
        for column in self.paired_columns(COLUMNS_MAX) {
            for (at, a) in singles.iter().enumerate() {
                for b in &singles[at + 1..] {
                    self.over_rows(&pairs, *a, *b, column);
                }
            }
        }
        let columns = self.paired_columns(WITHIN_MAX);
        for (at, a) in columns.iter().enumerate() {
            for b in &columns[at + 1..] {
                for row in singles.iter().take(10) {
                    self.over_columns(&pairs, *row, *a, *b);
                }
            }
        }
        self.shares(&singles);
        self.count_pairs(&pairs);
    }

    /// What the question may ask to do with two numbers.
    fn pairs(&self) -> Vec<Pair> {
        use Operator::{
            Average, Change, Compare, Difference, Fall, Less, More, Percent, Ratio, Rise, Same,
            Share, Sum, YesNo,
        };
        let mut found = Vec::new();
        let mut when = |operators: &[Operator], pair: Pair| {
            if self.asked.any(operators) {
                found.push(pair);
            }
        };
        when(
            &[
                Difference,
                More,
                Less,
                Compare,
                Operator::HowLong,
                Operator::HowMuch,
            ],
            Pair::Difference,
        );
        when(&[Change, Rise, Fall, Difference], Pair::Change);
        if self.asked.any(&[Change, Rise, Fall, Difference]) {
            when(&[Percent, Share], Pair::PercentChange);
        }
        when(&[Ratio, Share], Pair::Ratio);
        when(&[Percent, Share], Pair::Share);
        when(&[Average], Pair::Mean);
        when(&[Sum, Operator::Both, Operator::Count], Pair::Sum);
        if self.asked.asks_at != Some(0) {
            when(&[YesNo], Pair::IsMore);
            when(&[Same], Pair::IsSame);
        }
        found
    }

    /// Sets of one row that words of the question choose.
    fn singles(&self) -> Vec<RowsId> {
        let mut found: Vec<RowsId> = Vec::new();
        let few = self.table.rows <= 4;
        for (at, set) in self.forms.rows.iter().enumerate() {
            let plain = matches!(
                set.form,
                RowForm::Pred(_) | RowForm::And(..) | RowForm::YearBefore(..) | RowForm::Row(_)
            );
            let ends = few && matches!(set.form, RowForm::First(0) | RowForm::Last(0));
            let known = |id: &RowsId| {
                let other = self.set(*id);
                other.rows == set.rows && other.mask | set.mask == other.mask
            };
            if set.rows.len() == 1
                && (plain || ends)
                && found.len() < SINGLES_MAX
                && !found.iter().any(known)
            {
                found.extend(RowsId::try_from(at));
            }
        }
        found
    }

    /// Columns of numbers, the best met first.
    fn paired_columns(&self, max: usize) -> Vec<u16> {
        let mut columns: Vec<u16> = self
            .columns()
            .filter(|column| {
                self.table.columns[usize::from(*column)].sortable || self.is_number(*column)
            })
            .collect();
        let rank = |column: &u16| {
            let met = &self.names[usize::from(*column)];
            (met.rank, *column)
        };
        columns.sort_by_key(rank);
        columns.truncate(max);
        columns
    }

    fn number(&self, id: RowsId, column: u16) -> Option<Decimal> {
        let [row] = self.set(id).rows[..] else {
            return None;
        };
        let cell = self.table.cell(row, column);
        if cell.date.is_some() {
            return cell.year.map(Decimal::from);
        }
        self.table.number(row, column)
    }

    fn measure(&self, id: RowsId, column: u16) -> Measure {
        match self.set(id).rows.first() {
            Some(row) if self.table.cell(*row, column).date.is_some() => Measure::Time,
            Some(row) if self.table.is_percent(*row, column) => Measure::Percent,
            _ => Measure::Plain,
        }
    }

    fn over_rows(&mut self, pairs: &[Pair], a: RowsId, b: RowsId, column: u16) {
        let same = self.set(a).rows == self.set(b).rows;
        if same || self.measure(a, column) != self.measure(b, column) {
            return;
        }
        let (Some(x), Some(y)) = (self.number(a, column), self.number(b, column)) else {
            return;
        };
        for pair in pairs {
            self.pair(*pair, (a, column, x), (b, column, y), Op::ByRow);
            if !symmetric(*pair) {
                self.pair(*pair, (b, column, y), (a, column, x), Op::ByRow);
            }
        }
    }

    fn over_columns(&mut self, pairs: &[Pair], row: RowsId, a: u16, b: u16) {
        if self.measure(row, a) != self.measure(row, b) {
            return;
        }
        let (Some(x), Some(y)) = (self.number(row, a), self.number(row, b)) else {
            return;
        };
        for pair in pairs {
            self.pair(*pair, (row, a, x), (row, b, y), Op::ByColumn);
            if !symmetric(*pair) {
                self.pair(*pair, (row, b, y), (row, a, x), Op::ByColumn);
            }
        }
        if self
            .asked
            .any(&[Operator::More, Operator::Most, Operator::Or])
            && x != y
        {
            let larger = if x > y { a } else { b };
            let form = Form::Larger(row, a, b);
            self.add(form, &[row], &[a, b], Op::Larger.bit(), Given::Name(larger));
        }
        if self
            .asked
            .any(&[Operator::Less, Operator::Least, Operator::Or])
            && x != y
        {
            let smaller = if x > y { b } else { a };
            let form = Form::Smaller(row, a, b);
            self.add(
                form,
                &[row],
                &[a, b],
                Op::Smaller.bit(),
                Given::Name(smaller),
            );
        }
    }

    fn pair(&mut self, pair: Pair, a: (RowsId, u16, Decimal), b: (RowsId, u16, Decimal), by: Op) {
        let Some(given) = pair.of(a.2, b.2) else {
            return;
        };
        let form = Form::Cells(pair, (a.0, a.1), (b.0, b.1));
        self.add(
            form,
            &[a.0, b.0],
            &[a.1, b.1],
            pair.op().bit() | by.bit(),
            given,
        );
    }

    /// One cell in percent of its column.
    fn shares(&mut self, singles: &[RowsId]) {
        if !self.asked.any(&[Operator::Share, Operator::Percent]) {
            return;
        }
        for column in self.paired_columns(WITHIN_MAX) {
            let all = &self.set(0).rows;
            let Some(sum) = fold_numbers(self.table, Fold::Sum, all, column) else {
                continue;
            };
            for row in singles.iter().take(6) {
                let part = self.number(*row, column);
                let Some(given) = part.and_then(|part| Pair::Share.of(part, sum)) else {
                    continue;
                };
                let form = Form::ShareOf(*row, column, 0);
                self.add(form, &[*row], &[column], Op::ShareOf.bit(), given);
            }
        }
    }

    /// How many more rows pass one test than another.
    fn count_pairs(&mut self, pairs: &[Pair]) {
        let kinds = [Pair::Difference, Pair::Sum, Pair::IsMore, Pair::IsSame];
        let sets: Vec<RowsId> = (0..self.forms.rows.len())
            .filter(|at| matches!(self.forms.rows[*at].form, RowForm::Pred(_)))
            .filter_map(|at| RowsId::try_from(at).ok())
            .take(16)
            .collect();
        for pair in kinds.into_iter().filter(|pair| pairs.contains(pair)) {
            for (at, a) in sets.iter().enumerate() {
                for b in &sets[at + 1..] {
                    self.count_pair(pair, *a, *b);
                }
            }
        }
    }

    fn count_pair(&mut self, pair: Pair, a: RowsId, b: RowsId) {
        let (one, other) = (self.set(a), self.set(b));
        let column = |set: &super::form::RowSet| {
            let test = self.forms.predicates.get(usize::from(set.predicates[0]));
            test.and_then(|test| test.column)
        };
        if one.mask & other.mask != 0 || column(one) != column(other) {
            return;
        }
        let count = |set: &super::form::RowSet| Decimal::from(set.rows.len());
        let Some(given) = pair.of(count(one), count(other)) else {
            return;
        };
        let ops = pair.op().bit() | Op::Counts.bit();
        self.add(Form::Counts(pair, a, b), &[a, b], &[], ops, given);
    }
}

/// Whether order does not matter.
fn symmetric(pair: Pair) -> bool {
    matches!(
        pair,
        Pair::Difference | Pair::Mean | Pair::Sum | Pair::IsSame
    )
}
