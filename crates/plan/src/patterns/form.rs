//! Logical forms: what the grammar builds, the ranker chooses from, and SQL says.
//!
//! Sets of rows refer to each other by their place in a [`Forms`]; values refer
//! to sets of rows. Nothing is copied while thousands are built.

use text::table::{Date, Decimal};

/// Place of a set of rows in [`Forms::rows`].
pub(super) type RowsId = u16;

/// How a value compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Compare {
    Equal,
    More,
    AtLeast,
    Less,
    AtMost,
}

/// A condition on one row.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Test {
    /// The cell is one of these distinct texts.
    Is(Vec<u32>),
    /// The cell is one of these marks: yes where the question affirms, no where it denies.
    Marked(Vec<u32>),
    /// The cell lists these words as one of its parts.
    Part,
    /// The cell holds these words.
    Has,
    /// The number compares.
    Number(Compare, Decimal),
    /// The number is between two.
    Between(Decimal, Decimal),
    /// The date compares; a year alone compares as a year.
    When(Compare, Date),
    /// The date is between two.
    WhenBetween(Date, Date),
    /// The row stands under this group heading.
    Band(u16),
}

/// A test that a stretch of the question asks for, with the rows that pass.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Predicate {
    /// Not of a group heading's.
    pub(super) column: Option<u16>,
    pub(super) test: Test,
    /// First token and the one behind the last.
    pub(super) span: (u8, u8),
    /// In order.
    pub(super) rows: Vec<u32>,
}

/// How a set of rows is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum RowForm {
    /// All but those that sum up others.
    All,
    /// By its place in [`Forms::predicates`].
    Pred(u16),
    And(RowsId, RowsId),
    Or(RowsId, RowsId),
    Not(RowsId),
    /// The row below each; the row above.
    Next(RowsId),
    Previous(RowsId),
    /// All rows below the last of these; above the first.
    Below(RowsId),
    Above(RowsId),
    First(RowsId),
    Last(RowsId),
    /// So many of the first; of the last.
    Head(RowsId, u8),
    Tail(RowsId, u8),
    /// Largest or smallest in a column.
    Highest(RowsId, u16),
    Lowest(RowsId, u16),
    /// More, less, the same in a column as the one row.
    MoreThan(RowsId, u16),
    LessThan(RowsId, u16),
    SameAs(RowsId, u16),
    /// The row of the year before, by a column of years.
    YearBefore(RowsId, u16),
    /// One row by its place: a statement of a passage.
    Row(u32),
}

/// Which part of a cell is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    Cell,
    First,
    Second,
    Year,
    /// The text before a bracket.
    Before,
}

/// What is made of a column over rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Fold {
    Distinct,
    Sum,
    Average,
    /// The text that most rows have; that fewest have.
    MostCommon,
    LeastCommon,
    /// The largest less the smallest.
    Spread,
}

/// What is made of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Pair {
    /// How far apart.
    Difference,
    /// The second less the first.
    Change,
    /// The same in percent of the first.
    PercentChange,
    /// The first divided by the second.
    Ratio,
    /// The same in percent.
    Share,
    Mean,
    Sum,
    /// Whether the first is larger; whether they are equal.
    IsMore,
    IsSame,
}

/// What a query gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Project(RowsId, u16, Part),
    Count(RowsId),
    Fold(Fold, RowsId, u16),
    /// Two cells, each by its one row and column.
    Cells(Pair, (RowsId, u16), (RowsId, u16)),
    /// Two counts.
    Counts(Pair, RowsId, RowsId),
    /// A cell and the sum of its column over the other rows.
    ShareOf(RowsId, u16, RowsId),
    /// The name of that of two columns whose cell is larger, or smaller.
    Larger(RowsId, u16, u16),
    Smaller(RowsId, u16, u16),
    /// Whether there are such rows.
    Exists(RowsId),
}

/// Atomic operators: each is a bit of an operator set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Op {
    All,
    Is,
    Part,
    Has,
    Equal,
    More,
    AtLeast,
    Less,
    AtMost,
    Between,
    When,
    After,
    Before,
    Band,
    Head,
    Tail,
    And,
    Or,
    Not,
    Next,
    Previous,
    Below,
    Above,
    First,
    Last,
    Highest,
    Lowest,
    MoreThan,
    LessThan,
    SameAs,
    YearBefore,
    Project,
    FirstNumber,
    SecondNumber,
    Year,
    Bracket,
    Count,
    Distinct,
    Sum,
    Average,
    MostCommon,
    LeastCommon,
    Spread,
    Difference,
    Change,
    PercentChange,
    Ratio,
    Share,
    Mean,
    PairSum,
    IsMore,
    IsSame,
    Counts,
    ByRow,
    ByColumn,
    ShareOf,
    Larger,
    Smaller,
    Exists,
}

impl Op {
    /// Its bit.
    pub(super) fn bit(self) -> u64 {
        1 << (self as u8)
    }
}

/// A set of rows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RowSet {
    pub(super) form: RowForm,
    /// In order.
    pub(super) rows: Vec<u32>,
    /// Tokens of the question that it uses.
    pub(super) mask: u64,
    /// Bits of its operators.
    pub(super) ops: u64,
    /// Columns that it sorts or compares rows by.
    pub(super) sorted_by: Option<u16>,
    /// Its predicates.
    pub(super) predicates: [u16; 3],
}

/// No predicate.
pub(super) const NONE: u16 = u16::MAX;

/// All that was built for one relation.
#[derive(Debug, Default)]
pub(super) struct Forms {
    pub(super) predicates: Vec<Predicate>,
    pub(super) rows: Vec<RowSet>,
    pub(super) candidates: Vec<Built>,
}

/// A candidate before it is scored.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Built {
    pub(super) form: Form,
    pub(super) ops: u64,
    pub(super) mask: u64,
    pub(super) given: Given,
    /// Equal for equal values.
    pub(super) key: u64,
}

/// What a form gives.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Given {
    /// Parts of cells: rows, the first of each distinct value.
    Cells(u16, Part, Vec<u32>),
    Number(Decimal),
    /// In percent.
    Percent(Decimal),
    Truth(bool),
    /// The name of a column.
    Name(u16),
}

impl Compare {
    /// Whether an order satisfies it.
    pub(super) fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Compare::Equal => order.is_eq(),
            Compare::More => order.is_gt(),
            Compare::AtLeast => order.is_ge(),
            Compare::Less => order.is_lt(),
            Compare::AtMost => order.is_le(),
        }
    }

    /// Its operator over numbers.
    pub(super) fn op(self) -> Op {
        match self {
            Compare::Equal => Op::Equal,
            Compare::More => Op::More,
            Compare::AtLeast => Op::AtLeast,
            Compare::Less => Op::Less,
            Compare::AtMost => Op::AtMost,
        }
    }

    /// Its sign in SQL.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Compare::Equal => "=",
            Compare::More => ">",
            Compare::AtLeast => ">=",
            Compare::Less => "<",
            Compare::AtMost => "<=",
        }
    }
}

impl Test {
    /// Its operator.
    pub(super) fn op(&self) -> Op {
        match self {
            Test::Is(_) | Test::Marked(_) => Op::Is,
            Test::Part => Op::Part,
            Test::Has => Op::Has,
            Test::Number(compare, _) => compare.op(),
            Test::Between(..) | Test::WhenBetween(..) => Op::Between,
            Test::When(Compare::Equal, _) => Op::When,
            Test::When(Compare::More | Compare::AtLeast, _) => Op::After,
            Test::When(..) => Op::Before,
            Test::Band(_) => Op::Band,
        }
    }
}

impl Pair {
    /// Its operator.
    pub(super) fn op(self) -> Op {
        match self {
            Pair::Difference => Op::Difference,
            Pair::Change => Op::Change,
            Pair::PercentChange => Op::PercentChange,
            Pair::Ratio => Op::Ratio,
            Pair::Share => Op::Share,
            Pair::Mean => Op::Mean,
            Pair::Sum => Op::PairSum,
            Pair::IsMore => Op::IsMore,
            Pair::IsSame => Op::IsSame,
        }
    }

    /// The calculation as it is written, without its result; `None` for what compares.
    pub(super) fn written(self, a: Decimal, b: Decimal) -> Option<String> {
        let [first, second] = [a, b].map(|number| match number.normalize() {
            below if below.is_sign_negative() => format!("({below})"),
            number => number.to_string(),
        });
        Some(match self {
            Pair::Difference if a < b => format!("{second} − {first}"),
            Pair::Difference => format!("{first} − {second}"),
            Pair::Change => format!("{second} − {first}"),
            Pair::PercentChange => format!("({second} − {first}) ÷ {first} × 100"),
            Pair::Ratio => format!("{first} ÷ {second}"),
            Pair::Share => format!("{first} ÷ {second} × 100"),
            Pair::Mean => format!("({first} + {second}) ÷ 2"),
            Pair::Sum => format!("{first} + {second}"),
            Pair::IsMore | Pair::IsSame => return None,
        })
    }

    /// What it makes of two numbers; `None` for a division by zero.
    pub(super) fn of(self, a: Decimal, b: Decimal) -> Option<Given> {
        let hundred = Decimal::ONE_HUNDRED;
        Some(match self {
            Pair::Difference => Given::Number(a.checked_sub(b)?.abs()),
            Pair::Change => Given::Number(b.checked_sub(a)?),
            Pair::PercentChange => {
                let change = b.checked_sub(a)?.checked_mul(hundred)?;
                Given::Percent(change.checked_div(a)?)
            }
            Pair::Ratio => Given::Number(a.checked_div(b)?),
            Pair::Share => Given::Percent(a.checked_mul(hundred)?.checked_div(b)?),
            Pair::Mean => Given::Number(a.checked_add(b)? / Decimal::TWO),
            Pair::Sum => Given::Number(a.checked_add(b)?),
            Pair::IsMore => Given::Truth(a > b),
            Pair::IsSame => Given::Truth(a == b),
        })
    }
}

impl Fold {
    /// Its operator.
    pub(super) fn op(self) -> Op {
        match self {
            Fold::Distinct => Op::Distinct,
            Fold::Sum => Op::Sum,
            Fold::Average => Op::Average,
            Fold::MostCommon => Op::MostCommon,
            Fold::LeastCommon => Op::LeastCommon,
            Fold::Spread => Op::Spread,
        }
    }
}

impl Part {
    /// Its operator.
    pub(super) fn op(self) -> Op {
        match self {
            Part::Cell => Op::Project,
            Part::First => Op::FirstNumber,
            Part::Second => Op::SecondNumber,
            Part::Year => Op::Year,
            Part::Before => Op::Bracket,
        }
    }
}
