//! A column over rows made one value.

use std::collections::BTreeMap;

use text::table::Decimal;

use super::super::form::Fold;
use super::super::index::Prepared;

/// Numbers of rows made one; dashes count as nothing in means. `None` where amounts and shares
/// of a hundred stand in one column: they have neither a sum nor a mean.
pub(in crate::patterns) fn fold_numbers(
    table: &Prepared,
    fold: Fold,
    rows: &[u32],
    column: u16,
) -> Option<Decimal> {
    let mut measured = rows
        .iter()
        .filter(|row| table.cell(**row, column).number.is_some() && !table.cell(**row, column).dash)
        .map(|row| table.is_percent(*row, column));
    if let Some(first) = measured.next()
        && measured.any(|percent| percent != first)
    {
        return None;
    }
    let numbers: Vec<Decimal> = rows
        .iter()
        .filter(|row| fold == Fold::Sum || !table.cell(**row, column).dash)
        .filter_map(|row| table.number(*row, column))
        .collect();
    let sum = || {
        numbers
            .iter()
            .try_fold(Decimal::ZERO, |sum, one| sum.checked_add(*one))
    };
    let (low, high) = (numbers.iter().min()?, numbers.iter().max()?);
    match fold {
        Fold::Sum => sum(),
        Fold::Average => sum()?.checked_div(Decimal::from(numbers.len())),
        Fold::Spread => high.checked_sub(*low),
        Fold::Distinct | Fold::MostCommon | Fold::LeastCommon => None,
    }
}

/// One row for each text that most, or fewest, of the rows have; `None` where
/// all have equally many.
pub(super) fn common_rows(
    table: &Prepared,
    fold: Fold,
    rows: &[u32],
    column: u16,
) -> Option<Vec<u32>> {
    let mut counts: BTreeMap<u64, (usize, u32)> = BTreeMap::new();
    for row in rows {
        let cell = table.cell(*row, column);
        if !cell.empty {
            counts.entry(cell.key).or_insert((0, *row)).0 += 1;
        }
    }
    let all = || counts.values().map(|(count, _)| *count);
    let (least, most) = (all().min()?, all().max()?);
    let best = if fold == Fold::MostCommon {
        most
    } else {
        least
    };
    if least == most {
        return None;
    }
    let held = counts.values().filter(|(count, _)| *count == best);
    let mut rows: Vec<u32> = held.map(|(_, row)| *row).collect();
    rows.sort_unstable();
    Some(rows)
}
