//! A query as SQL: what is printed parses to the same query.

use std::fmt::{self, Display, Formatter, Write};

use super::algebra::{
    AggregateFunction, ArithmeticOp, CompareOp, Expr, Function, Join, Literal, Order, Query,
    Select, Selected, Source,
};

/// Words that a bare name cannot be, since the grammar takes them for something
/// else in a place where a name may stand. A test holds this against all its words.
#[rustfmt::skip]
const KEYWORDS: [&str; 28] = [
    "all", "any", "current_date", "current_time", "current_timestamp", "distinct", "exists", "false",
    "from", "having", "interval", "into", "lateral", "limit", "localtime", "localtimestamp",
    "not", "null", "on", "returning", "select", "some", "table", "top", "trim", "true", "where", "with",
];

/// How tightly an expression holds together: a looser one inside a tighter one
/// takes brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tie {
    Or,
    And,
    Not,
    Test,
    Sum,
    Product,
    Sign,
    Whole,
}

impl Display for Query {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.select)?;
        for union in &self.unions {
            let all = if union.all { " ALL" } else { "" };
            write!(f, " UNION{all} {}", union.select)?;
        }
        list(f, " ORDER BY ", &self.order_by)?;
        if let Some(limit) = self.limit {
            write!(f, " LIMIT {limit}")?;
        }
        if let Some(offset) = self.offset {
            write!(f, " OFFSET {offset}")?;
        }
        Ok(())
    }
}

impl Display for Select {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let distinct = if self.distinct { "DISTINCT " } else { "" };
        list(f, &format!("SELECT {distinct}"), &self.columns)?;
        if let Some(from) = &self.from {
            write!(f, " FROM {from}")?;
        }
        for Join { source, on } in &self.joins {
            write!(f, " JOIN {source} ON {on}")?;
        }
        if let Some(filter) = &self.filter {
            write!(f, " WHERE {filter}")?;
        }
        list(f, " GROUP BY ", &self.group_by)?;
        if let Some(having) = &self.having {
            write!(f, " HAVING {having}")?;
        }
        Ok(())
    }
}

impl Display for Selected {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Selected::All => f.write_char('*'),
            Selected::One { expr, name: None } => write!(f, "{expr}"),
            Selected::One {
                expr,
                name: Some(name),
            } => write!(f, "{expr} AS {}", Name(name)),
        }
    }
}

impl Display for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Path(&self.relation))?;
        match &self.alias {
            Some(alias) => write!(f, " AS {}", Name(alias)),
            None => Ok(()),
        }
    }
}

impl Display for Order {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.expr)?;
        f.write_str(if self.descending { " DESC" } else { "" })
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Column { of, name } => {
                if let Some(of) = of {
                    write!(f, "{}.", Path(of))?;
                }
                write!(f, "{}", Name(name))
            }
            Expr::Literal(literal) => write!(f, "{literal}"),
            Expr::Negate(of) => match **of {
                // Brackets tell the negation of a number from a negative number,
                // and two signs from a comment.
                Expr::Literal(_) | Expr::Negate(_) => write!(f, "-({of})"),
                _ => write!(f, "-{}", Inside(of, Tie::Whole)),
            },
            Expr::Arithmetic { op, left, right } => {
                let (sign, tie) = match op {
                    ArithmeticOp::Add => ('+', Tie::Sum),
                    ArithmeticOp::Subtract => ('-', Tie::Sum),
                    ArithmeticOp::Multiply => ('*', Tie::Product),
                    ArithmeticOp::Divide => ('/', Tie::Product),
                };
                let tighter = if tie == Tie::Sum {
                    Tie::Product
                } else {
                    Tie::Sign
                };
                write!(f, "{} {sign} {}", Inside(left, tie), Inside(right, tighter))
            }
            Expr::Aggregate {
                function,
                distinct,
                of,
            } => {
                let distinct = if *distinct { "DISTINCT " } else { "" };
                match of {
                    Some(of) => write!(f, "{function}({distinct}{of})"),
                    None => write!(f, "{function}({distinct}*)"),
                }
            }
            Expr::Call {
                function,
                arguments,
            } => {
                write!(f, "{function}")?;
                list(f, "(", arguments)?;
                f.write_char(')')
            }
            Expr::Case {
                branches,
                otherwise,
            } => {
                f.write_str("CASE")?;
                for branch in branches {
                    write!(f, " WHEN {} THEN {}", branch.condition, branch.value)?;
                }
                if let Some(otherwise) = otherwise {
                    write!(f, " ELSE {otherwise}")?;
                }
                f.write_str(" END")
            }
            Expr::Neighbor { of, rows } => {
                let function = if *rows < 0 { "LAG" } else { "LEAD" };
                write!(f, "{function}({of}, {}) OVER ()", rows.unsigned_abs())
            }
            Expr::Query(query) => write!(f, "({query})"),
            Expr::Not(of) => negated(f, of),
            Expr::And(all) => joined(f, " AND ", all, Tie::Not),
            Expr::Or(any) => joined(f, " OR ", any, Tie::And),
            Expr::Compare { .. }
            | Expr::Between { .. }
            | Expr::In { .. }
            | Expr::InQuery { .. }
            | Expr::IsEmpty(_) => test(f, self, ""),
        }
    }
}

/// A test on a value, with `NOT` inside where it is denied.
fn test(f: &mut Formatter<'_>, expr: &Expr, not: &str) -> fmt::Result {
    let sum = |expr| Inside(expr, Tie::Sum);
    match expr {
        Expr::Compare { op, left, right } => {
            write!(f, "{} {not}{} {}", sum(left), sign(*op), sum(right))
        }
        Expr::Between { value, low, high } => {
            write!(
                f,
                "{} {not}BETWEEN {} AND {}",
                sum(value),
                sum(low),
                sum(high)
            )
        }
        Expr::In { value, list: items } => {
            // The sign tells a list of one subquery from `IN (SELECT …)`.
            let opening = match items.as_slice() {
                [Expr::Query(_)] => "(+",
                _ => "(",
            };
            write!(f, "{} {not}IN ", sum(value))?;
            list(f, opening, items)?;
            f.write_char(')')
        }
        Expr::InQuery { value, query } => write!(f, "{} {not}IN ({query})", sum(value)),
        Expr::IsEmpty(value) => write!(f, "{} IS {not}EMPTY", sum(value)),
        other => write!(f, "{other}"),
    }
}

fn negated(f: &mut Formatter<'_>, of: &Expr) -> fmt::Result {
    match of {
        Expr::Compare {
            op: CompareOp::Like | CompareOp::Matches,
            ..
        }
        | Expr::Between { .. }
        | Expr::In { .. }
        | Expr::InQuery { .. }
        | Expr::IsEmpty(_) => test(f, of, "NOT "),
        _ => write!(f, "NOT {}", Inside(of, Tie::Test)),
    }
}

fn sign(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "=",
        CompareOp::NotEqual => "<>",
        CompareOp::Less => "<",
        CompareOp::LessOrEqual => "<=",
        CompareOp::Greater => ">",
        CompareOp::GreaterOrEqual => ">=",
        CompareOp::Matches => "MATCHES",
        CompareOp::Like => "LIKE",
    }
}

fn joined(f: &mut Formatter<'_>, word: &str, members: &[Expr], tie: Tie) -> fmt::Result {
    for (at, member) in members.iter().enumerate() {
        let word = if at > 0 { word } else { "" };
        write!(f, "{word}{}", Inside(member, tie))?;
    }
    Ok(())
}

/// Items between commas, behind what opens them; nothing where there are none.
fn list<T: Display>(f: &mut Formatter<'_>, opening: &str, items: &[T]) -> fmt::Result {
    for (at, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if at > 0 { ", " } else { opening })?;
    }
    Ok(())
}

/// An expression that must hold together at least so tightly.
struct Inside<'e>(&'e Expr, Tie);

impl Display for Inside<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if tie(self.0) < self.1 {
            write!(f, "({})", self.0)
        } else {
            write!(f, "{}", self.0)
        }
    }
}

fn tie(expr: &Expr) -> Tie {
    match expr {
        Expr::Or(_) => Tie::Or,
        Expr::And(_) => Tie::And,
        Expr::Not(_) => Tie::Not,
        Expr::Compare { .. }
        | Expr::Between { .. }
        | Expr::In { .. }
        | Expr::InQuery { .. }
        | Expr::IsEmpty(_) => Tie::Test,
        Expr::Arithmetic { op, .. } => match op {
            ArithmeticOp::Add | ArithmeticOp::Subtract => Tie::Sum,
            ArithmeticOp::Multiply | ArithmeticOp::Divide => Tie::Product,
        },
        Expr::Negate(_) => Tie::Sign,
        Expr::Literal(Literal::Number(number)) if number.is_sign_negative() => Tie::Sign,
        Expr::Column { .. }
        | Expr::Literal(_)
        | Expr::Aggregate { .. }
        | Expr::Call { .. }
        | Expr::Case { .. }
        | Expr::Neighbor { .. }
        | Expr::Query(_) => Tie::Whole,
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Empty => f.write_str("NULL"),
            Literal::Number(number) => write!(f, "{number}"),
            Literal::Text(text) => write!(f, "'{}'", text.replace('\'', "''")),
            Literal::Date(date) => write!(f, "DATE '{date}'"),
            Literal::Truth(true) => f.write_str("TRUE"),
            Literal::Truth(false) => f.write_str("FALSE"),
        }
    }
}

impl Display for AggregateFunction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AggregateFunction::Count => "COUNT",
            AggregateFunction::Sum => "SUM",
            AggregateFunction::Avg => "AVG",
            AggregateFunction::Min => "MIN",
            AggregateFunction::Max => "MAX",
        })
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Function::Round => "ROUND",
            Function::Abs => "ABS",
            Function::Year => "YEAR",
            Function::Quarter => "QUARTER",
            Function::Month => "MONTH",
            Function::Day => "DAY",
            Function::Number => "NUMBER",
            Function::Before => "BEFORE",
        })
    }
}

/// A name, in quotation marks where it needs them.
struct Name<'n>(&'n str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if is_bare(self.0) {
            f.write_str(self.0)
        } else {
            write!(f, "\"{}\"", self.0.replace('"', "\"\""))
        }
    }
}

/// The name of a relation: names between dots.
struct Path<'n>(&'n str);

impl Display for Path<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.split('.').any(str::is_empty) {
            return write!(f, "{}", Name(self.0));
        }
        for (at, part) in self.0.split('.').enumerate() {
            match at {
                0 => write!(f, "{}", Name(part))?,
                // Behind a dot no word is a keyword.
                _ if is_plain(part) => write!(f, ".{part}")?,
                _ => write!(f, ".{}", Name(part))?,
            }
        }
        Ok(())
    }
}

/// The name of a relation as queries write it: `prices.cars`, `"10_k".cars`.
///
/// ```
/// # use plan::query::written;
/// assert_eq!(written("3m_2018.sales"), "\"3m_2018\".sales");
/// ```
pub fn written(relation: &str) -> String {
    Path(relation).to_string()
}

/// Whether the grammar takes a name as it is.
fn is_bare(name: &str) -> bool {
    is_plain(name) && KEYWORDS.binary_search(&name).is_err()
}

fn is_plain(name: &str) -> bool {
    let opens = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    let plain = name
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    opens && plain
}
