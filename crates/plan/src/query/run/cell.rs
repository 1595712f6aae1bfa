//! What cells hold, and what is known of rows beside them.

use std::borrow::Cow;

use text::table::{ColumnKind, Date};

use super::machine::{Machine, Row};
use crate::query::compare::year;
use crate::query::datum::{Datum, Held};
use crate::query::measure::Measure;
use crate::query::node::{About, Place};

impl<'a> Machine<'a> {
    /// What a cell holds, as its column says: in a column of codes everything is
    /// one, in one of text nothing is; in one of dates bare years are dates.
    pub(super) fn cell(&'a self, place: Place, column: usize, row: &Row<'_, 'a>) -> Datum<'a> {
        let relation = &self.prepared.relations[place.relation];
        let column = &relation.columns[column];
        let number = row.tuples.at(row.at).get(place.slot);
        let Some(cell) = number.and_then(|number| column.cells.get(*number as usize)) else {
            return Datum::EMPTY;
        };
        let measure = Measure::cell(column.unit, cell.scale);
        let datum = Datum::read(&cell.text, &cell.value, measure);
        let held = match (column.kind, datum.held) {
            (_, Held::Empty | Held::Dash) => datum.held,
            (ColumnKind::Code, _) => Held::Code,
            (ColumnKind::Text, Held::Code) => Held::Text,
            (ColumnKind::Date, Held::Number(number)) => match year(number) {
                Some(year) => Held::Date(Date::of_year(year)),
                None => datum.held,
            },
            (_, held) => held,
        };
        Datum { held, ..datum }
    }

    pub(super) fn about(&'a self, place: Place, what: About, row: &Row<'_, 'a>) -> Datum<'a> {
        let relation = &self.prepared.relations[place.relation];
        let Some(number) = row.tuples.at(row.at).get(place.slot) else {
            return Datum::EMPTY;
        };
        let number = *number as usize;
        match what {
            About::Row => Datum::count(number as u64 + 1),
            About::Total => Datum::truth(Some(relation.rows[number].total)),
            About::Page => match relation.rows[number].page {
                Some(page) => Datum::count(page.into()),
                None => Datum::EMPTY,
            },
            About::Band => match &*self.bands(place.relation)[number] {
                "" => Datum::EMPTY,
                text => Datum {
                    held: Held::Text,
                    text,
                },
            },
        }
    }

    /// The headings above each row, joined, the outermost first.
    fn bands(&'a self, relation: usize) -> &'a [Cow<'a, str>] {
        self.bands[relation].get_or_init(|| {
            let rows = self.prepared.relations[relation].rows.iter();
            rows.map(|row| match row.bands.as_slice() {
                [] => Cow::Borrowed(""),
                [one] => Cow::Borrowed(&**one),
                several => Cow::Owned(several.join(" / ")),
            })
            .collect()
        })
    }
}
