//! A closer look at a likely candidate: which words of the question its very cells, their row
//! labels, headings and column names hold, and which of their own words the question lacks.

use text::table::Value;

use super::asked::{self, Asked};
use super::calibrate::{self, Standing};
use super::form::{Built, Form, Forms, Given, NONE};
use super::index::{Prepared, stems, trigrams};
use super::near::{self, Near, TokenWeights};
use super::pool::Pool;
use super::ranker::Ranked;
use super::weights::Weights;
use crate::relation::Reading;

/// Numbers of a closer look.
const LOOKS: usize = 39;

/// Rows whose labels are read.
const ROWS_MAX: usize = 4;
/// Label cells of a row that are read.
const LABELS_MAX: usize = 6;
/// Words of a label that are read.
const WORDS_MAX: usize = 24;

/// A question with its candidates and the tables that they are of.
pub(super) struct Seen<'a> {
    pub(super) asked: &'a Asked<'a>,
    pub(super) tables: &'a [&'a Prepared],
    pub(super) pool: &'a Pool,
}

impl Seen<'_> {
    /// What trees look at, for some denotations of all: what is measured of each, and how it
    /// stands beside the others.
    #[expect(clippy::cast_precision_loss, reason = "places in a short list")]
    pub(super) fn rows(&self, ranked: &Ranked, looked: &[usize]) -> Vec<Vec<f32>> {
        let looks: Vec<[f64; LOOKS]> = looked.iter().map(|at| self.look(ranked, *at)).collect();
        let share = |at: usize| ranked.shares[ranked.denotations[at].best].max(1e-12).ln();
        let shares: Vec<f64> = looked.iter().map(|at| share(*at)).collect();
        let most = |of: &mut dyn Iterator<Item = f64>| of.fold(f64::NEG_INFINITY, f64::max);
        let most_shares = most(&mut shares.iter().copied());
        let most_looks: [f64; LOOKS] =
            std::array::from_fn(|at| most(&mut looks.iter().map(|look| look[at])));
        let row = |(place, at): (usize, &usize)| {
            let entry = &self.pool.entries[ranked.denotations[*at].best];
            let measures = calibrate::row(&ranked.measures(self.pool, *at));
            let look = &looks[place];
            let beside = look.iter().zip(&most_looks).map(|(one, most)| one - most);
            let own = [
                f64::from(u8::from(self.pool.is_whole(entry))),
                shares[place],
            ];
            let mut numbers = measures.into_iter().chain(own);
            let mut numbers = numbers.by_ref().chain(look.iter().copied()).chain(beside);
            let last = [shares[place] - most_shares, place as f64];
            #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
            let row = numbers.by_ref().chain(last).map(|one| one as f32);
            row.collect()
        };
        looked.iter().enumerate().map(row).collect()
    }

    /// The likeliest denotations, at most `count`: places among the denotations, each with its
    /// calibrated probability. Over several relations trees put them in order.
    pub(super) fn likeliest(
        &self,
        ranked: &Ranked,
        weights: &Weights,
        count: usize,
    ) -> Vec<(usize, f64)> {
        let pool = self.pool;
        let looked = ranked.looked_at(pool);
        let ordered = pool.sources > 1 && !weights.trees.is_empty();
        let standing = match ordered {
            true => {
                let rows = self.rows(ranked, &looked);
                let scores = rows.iter().map(|row| weights.trees.score(row));
                Standing::of_all(&scores.collect::<Vec<f32>>())
            }
            false => vec![Standing::default(); looked.len()],
        };
        let judged = looked.into_iter().zip(standing).map(|(at, standing)| {
            let measures = ranked.measures(pool, at);
            let probability = weights.calibration.probability(&measures, &standing);
            (at, standing.score, probability)
        });
        let mut found: Vec<(usize, f64, f64)> = judged.collect();
        found.sort_by(|a, b| {
            let by_trees = b.1.total_cmp(&a.1);
            by_trees.then(b.2.total_cmp(&a.2)).then(a.0.cmp(&b.0))
        });
        found.truncate(count);
        // None is likelier than the one before it.
        let mut most = 1.0_f64;
        let least = |(at, _, probability): (usize, f64, f64)| {
            most = most.min(probability);
            (at, most)
        };
        found.into_iter().map(least).collect()
    }

    fn look(&self, ranked: &Ranked, at: usize) -> [f64; LOOKS] {
        let entry = &self.pool.entries[ranked.denotations[at].best];
        let table = usize::from(entry.table);
        let beside = Beside {
            asked: self.asked,
            table: self.tables[table],
            forms: &self.pool.forms[table],
            near: self.pool.near[table],
            weights: &self.pool.weights,
            spoken: &self.pool.spoken,
        };
        beside.look(&beside.forms.candidates[entry.form as usize])
    }
}

/// What a candidate is looked at beside.
struct Beside<'a> {
    asked: &'a Asked<'a>,
    table: &'a Prepared,
    forms: &'a Forms,
    near: Near,
    weights: &'a TokenWeights,
    spoken: &'a TokenWeights,
}

/// Words of one place, and which tokens of the question they are.
#[derive(Default)]
struct Words {
    all: Vec<String>,
    mask: u64,
    met: usize,
}

impl Words {
    fn of(asked: &Asked<'_>, words: impl IntoIterator<Item = String>) -> Words {
        let mut read = Words::default();
        for word in words.into_iter().take(WORDS_MAX) {
            let tokens = &asked.question.tokens[..asked.length];
            let places = (0..asked.length).filter(|at| tokens[*at].stem == word);
            let of_word = places.fold(0_u64, |mask, at| mask | 1 << at);
            read.met += usize::from(of_word != 0);
            read.mask |= of_word;
            read.all.push(word);
        }
        read
    }

    /// Share of the words that the question has; 1 for none.
    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    fn precision(&self) -> f64 {
        match self.all.len() {
            0 => 1.0,
            all => self.met as f64 / all as f64,
        }
    }
}

impl Beside<'_> {
    fn rows(&self, built: &Built) -> Vec<u32> {
        if let Given::Cells(_, _, rows) = &built.given {
            return rows.iter().copied().take(ROWS_MAX).collect();
        }
        let sets = super::features::sets_of(&built.form);
        let sets = sets.into_iter().flatten();
        let mut rows: Vec<u32> = sets
            .flat_map(|set| self.forms.rows[usize::from(set)].rows.iter().take(ROWS_MAX))
            .copied()
            .collect();
        rows.dedup();
        rows
    }

    fn labels(&self, rows: &[u32], given: &[u16]) -> Vec<String> {
        let mut found = Vec::new();
        for row in rows {
            let columns = (0..self.table.columns.len()).filter_map(|at| u16::try_from(at).ok());
            let labels = columns.filter(|column| {
                let cell = self.table.cell(*row, *column);
                !cell.empty && !given.contains(column) && (*column == 0 || cell.number.is_none())
            });
            for column in labels.take(LABELS_MAX) {
                let cells = &self.table.relation.columns[usize::from(column)].cells;
                found.extend(stems(
                    &cells[*row as usize].text,
                    self.asked.question.language,
                ));
            }
        }
        found
    }

    /// The numbers, most of them from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "small counts")]
    fn look(&self, built: &Built) -> [f64; LOOKS] {
        let asked = self.asked;
        let given = columns(&built.form);
        let rows = self.rows(built);
        let label = Words::of(asked, self.labels(&rows, &given));
        let of_columns = given.iter().map(|at| &self.table.columns[usize::from(*at)]);
        let names = of_columns.clone().flat_map(|column| column.name.clone());
        let name = Words::of(asked, names);
        let above = Words::of(asked, of_columns.flat_map(|column| column.above.clone()));
        let bands = self.table.bands.iter();
        let bands = bands.filter(|band| rows.first().is_some_and(|row| band.2.contains(row)));
        let band = Words::of(asked, bands.flat_map(|band| band.1.clone()));
        let content = asked.content;
        let whole = near::sum(self.weights, content).max(f64::MIN_POSITIVE);
        let share = |mask: u64| near::sum(self.weights, mask & content) / whole;
        let all_spoken = self.spoken.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let said = |mask: u64| near::sum(self.spoken, mask) / all_spoken;
        let held = label.mask | name.mask | above.mask | band.mask;
        let known = held | self.near.about;
        let rest = content & !known;
        let tokens = &asked.question.tokens[..asked.length];
        let words = || {
            label
                .all
                .iter()
                .chain(&name.all)
                .chain(&above.all)
                .chain(&band.all)
        };
        let alike: f64 = (0..asked.length)
            .filter(|at| rest & (1 << at) != 0)
            .map(|at| {
                let of_token = trigrams(&tokens[at].folded);
                let best = words()
                    .filter(|word| word.len() >= 3)
                    .map(|word| asked::dice(&of_token, &trigrams(word)))
                    .fold(0.0, f64::max);
                self.weights.get(at).copied().unwrap_or_default() * best
            })
            .sum::<f64>()
            / whole;
        let year = |text: &str| {
            text.len() == 4
                && text
                    .parse::<u16>()
                    .is_ok_and(|year| (1800..2200).contains(&year))
        };
        let years = (0..asked.length)
            .filter(|at| year(&tokens[*at].stem))
            .fold(0_u64, |mask, at| mask | 1 << at);
        let other_years = words()
            .filter(|word| year(word))
            .filter(|word| !tokens.iter().any(|token| token.stem == **word));
        let other_years = other_years.count();
        let digits = (0..asked.length)
            .filter(|at| tokens[*at].stem.chars().all(|c| c.is_ascii_digit()))
            .fold(0_u64, |mask, at| mask | 1 << at)
            & !years;
        let part = |mask: u64| match mask.count_ones() {
            0 => 0.5,
            all => f64::from((mask & held).count_ones()) / f64::from(all),
        };
        let is = |test: bool| f64::from(u8::from(test));
        let value = self.value(built);
        let place = |at: Option<u16>| at.map_or(0.0, |at| 1.0 / (1.0 + f64::from(at)));
        let predicates = self.predicates(built);
        [
            share(known),
            share(held),
            label.precision(),
            name.precision(),
            above.precision(),
            band.precision(),
            (label.all.len() as f64 + 1.0).ln(),
            share(rest & self.near.held),
            share(rest & self.near.elsewhere),
            share(label.mask & (name.mask | above.mask)),
            alike,
            part(years),
            is(years == 0),
            (other_years.min(3)) as f64,
            part(digits),
            is(digits == 0),
            is(matches!(built.form, Form::Project(..))),
            is(matches!(built.form, Form::Count(_))),
            is(matches!(built.form, Form::Fold(..))),
            is(matches!(built.form, Form::Cells(..))),
            value[0],
            value[1],
            value[2],
            value[3],
            match &built.given {
                Given::Cells(_, _, rows) => (rows.len() as f64).ln(),
                _ => 0.0,
            },
            f64::from(predicates),
            share(self.near.about),
            place(self.near.evidence.card),
            place(self.near.evidence.passage),
            1.0 / (1.0 + self.near.rank as f64),
            is(self.table.relation.reading == Reading::ByRows),
            is(rows.first().is_some_and(|row| self.table.is_total(*row))),
            share(label.mask),
            share(name.mask | above.mask),
            said(held),
            said(label.mask),
            said(name.mask),
            said(above.mask | band.mask),
            said(held & asked.operating),
        ]
    }

    /// Number, percent, money, date: what the first cell given is.
    fn value(&self, built: &Built) -> [f64; 4] {
        match &built.given {
            Given::Number(_) => [1.0, 0.0, 0.0, 0.0],
            Given::Percent(_) => [1.0, 1.0, 0.0, 0.0],
            Given::Cells(column, _, rows) => {
                let column = &self.table.relation.columns[usize::from(*column)];
                let Some(cell) = rows.first().and_then(|row| column.cells.get(*row as usize))
                else {
                    return [0.0; 4];
                };
                let is = |test: bool| f64::from(u8::from(test));
                let unit = match &cell.value {
                    Value::Number(number) => number.unit,
                    _ => column.unit,
                };
                let number = cell.value.number().is_some();
                [
                    is(number),
                    is(number && unit == text::table::Unit::PERCENT),
                    is(number && unit.is_currency()),
                    is(matches!(cell.value, Value::Date(_))),
                ]
            }
            _ => [0.0; 4],
        }
    }

    fn predicates(&self, built: &Built) -> u32 {
        let sets = super::features::sets_of(&built.form);
        let sets = sets.into_iter().flatten();
        let all = sets.flat_map(|set| self.forms.rows[usize::from(set)].predicates);
        u32::try_from(all.filter(|one| *one != NONE).count()).unwrap_or(0)
    }
}

/// The columns whose cells a form gives or counts with.
fn columns(form: &Form) -> Vec<u16> {
    match *form {
        Form::Project(_, column, _) | Form::Fold(_, _, column) | Form::ShareOf(_, column, _) => {
            vec![column]
        }
        Form::Cells(_, a, b) if a.1 == b.1 => vec![a.1],
        Form::Cells(_, a, b) => vec![a.1, b.1],
        Form::Larger(_, a, b) | Form::Smaller(_, a, b) => vec![a, b],
        Form::Count(_) | Form::Counts(..) | Form::Exists(_) => Vec::new(),
    }
}
