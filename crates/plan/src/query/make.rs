//! Short ways to make queries in code.

use text::table::Decimal;

use super::algebra::{
    AggregateFunction, ArithmeticOp, CompareOp, Expr, Literal, Query, Select, Selected, Source,
};

impl Expr {
    /// A column by its name.
    pub fn column(name: impl Into<String>) -> Expr {
        Expr::Column {
            of: None,
            name: name.into(),
        }
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Expr {
        Expr::Literal(Literal::Text(text.into()))
    }

    /// A number.
    pub fn number(number: impl Into<Decimal>) -> Expr {
        Expr::Literal(Literal::Number(number.into()))
    }

    /// `self op right`.
    pub fn compare(self, op: CompareOp, right: Expr) -> Expr {
        Expr::Compare {
            op,
            left: Box::new(self),
            right: Box::new(right),
        }
    }

    /// `self op right`.
    pub fn arithmetic(self, op: ArithmeticOp, right: Expr) -> Expr {
        Expr::Arithmetic {
            op,
            left: Box::new(self),
            right: Box::new(right),
        }
    }

    /// `function(of)`.
    pub fn aggregate(function: AggregateFunction, of: Expr) -> Expr {
        Expr::Aggregate {
            function,
            distinct: false,
            of: Some(Box::new(of)),
        }
    }

    /// `COUNT(*)`.
    pub fn count() -> Expr {
        Expr::Aggregate {
            function: AggregateFunction::Count,
            distinct: false,
            of: None,
        }
    }
}

impl From<Expr> for Selected {
    fn from(expr: Expr) -> Selected {
        Selected::One { expr, name: None }
    }
}

impl From<Select> for Query {
    fn from(select: Select) -> Query {
        Query {
            select,
            ..Query::default()
        }
    }
}

impl From<Query> for Expr {
    fn from(query: Query) -> Expr {
        Expr::Query(Box::new(query))
    }
}

impl From<&str> for Source {
    fn from(relation: &str) -> Source {
        Source {
            relation: relation.to_owned(),
            alias: None,
        }
    }
}
