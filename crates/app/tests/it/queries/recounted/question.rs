//! Questions by chance: what is taken of which rows.

use perusal::text::table::{ColumnKind, Decimal, Value};

use super::Dice;
use super::program::{Column, Plain, Table};

/// What is taken of which rows.
pub struct Question {
    pub sql: String,
    pub what: What,
    pub keep: Keep,
}

#[derive(Debug, Clone, Copy)]
pub enum What {
    Cells(usize),
    Difference(usize, usize),
    CountRows,
    Count(usize),
    Sum(usize),
    Avg(usize),
    Min(usize),
    Max(usize),
}

#[derive(Debug, Clone)]
pub enum Keep {
    All,
    AtLeast(usize, Decimal),
    Labelled(usize, String),
    Between(usize, usize),
}

impl Table {
    /// Columns of numbers; those with ranges left out: what a range means beside plain
    /// numbers is tested where it is made.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        let plain = |column: &Column| {
            let ranges = column
                .cells
                .iter()
                .any(|cell| matches!(cell.value, Value::Range(_)));
            let numbers = column
                .cells
                .iter()
                .filter(|cell| matches!(cell.plain, Plain::Number(_)));
            column.kind == ColumnKind::Number && !ranges && numbers.count() > 0
        };
        (0..self.columns.len()).filter(move |at| plain(&self.columns[*at]))
    }

    pub fn question(&self, dice: &mut Dice) -> Question {
        let numbers: Vec<usize> = self.numbers().collect();
        let column = numbers[dice.below(numbers.len())];
        let other = numbers[dice.below(numbers.len())];
        let name = |column: usize| format!("\"{}\"", self.columns[column].name);
        let (what, taken) = match dice.below(8) {
            0 => (What::Cells(column), name(column)),
            1 => (
                What::Difference(column, other),
                format!("{} - {}", name(column), name(other)),
            ),
            2 => (What::CountRows, "COUNT(*)".to_owned()),
            3 => (What::Count(column), format!("COUNT({})", name(column))),
            4 => (What::Sum(column), format!("SUM({})", name(column))),
            5 => (What::Avg(column), format!("AVG({})", name(column))),
            6 => (What::Min(column), format!("MIN({})", name(column))),
            _ => (What::Max(column), format!("MAX({})", name(column))),
        };
        let keep = self.keep(dice, other);
        let condition = match &keep {
            Keep::All => String::new(),
            Keep::AtLeast(column, least) => format!(" WHERE {} >= {least}", name(*column)),
            Keep::Labelled(column, text) => format!(" WHERE {} = '{text}'", name(*column)),
            Keep::Between(from, to) => {
                format!(" WHERE _row BETWEEN {} AND {}", from + 1, to + 1)
            }
        };
        Question {
            sql: format!("SELECT {taken} FROM {}{condition}", self.name),
            what,
            keep,
        }
    }

    fn keep(&self, dice: &mut Dice, column: usize) -> Keep {
        let row = dice.below(self.rows);
        match dice.below(4) {
            0 => match self.columns[column].cells[row].plain {
                Plain::Number(number) => Keep::AtLeast(column, number),
                _ => Keep::All,
            },
            1 => {
                let texts = self
                    .columns
                    .iter()
                    .position(|column| column.kind == ColumnKind::Text);
                let label = texts.map(|at| (at, &self.columns[at].cells[row]));
                let plain = |text: &str| {
                    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphabetic() || c == ' ')
                };
                match label {
                    Some((at, cell)) if cell.value == Value::Text && plain(&cell.text) => {
                        Keep::Labelled(at, cell.text.clone())
                    }
                    _ => Keep::All,
                }
            }
            2 => Keep::Between(row.min(row / 2), row),
            _ => Keep::All,
        }
    }
}

impl What {
    pub fn columns(self) -> Vec<usize> {
        match self {
            What::Difference(left, right) => vec![left, right],
            What::CountRows => Vec::new(),
            What::Cells(column)
            | What::Count(column)
            | What::Sum(column)
            | What::Avg(column)
            | What::Min(column)
            | What::Max(column) => vec![column],
        }
    }
}
