//! Expressions of SQL into the algebra.

use sqlparser::ast::{self, BinaryOperator, UnaryOperator};

use super::dialect::MATCHES;
use super::literal::{literal, rows, typed};
use super::reader::{Reader, refuse, unused};
use crate::query::QueryError;
use crate::query::algebra::{
    AggregateFunction, ArithmeticOp, Branch, CompareOp, Expr, Function, Literal, Query,
};

pub(super) use super::literal::whole;

const OPERATORS: &str = "operators are + - * /, = <> < <= > >=, AND, OR, NOT, IN, BETWEEN, LIKE, \
     MATCHES, IS EMPTY and CASE";
const FUNCTIONS: &str = "functions are COUNT, SUM, AVG, MIN, MAX, ROUND, ABS, YEAR, QUARTER, MONTH, DAY, \
     NUMBER, BEFORE, and LAG and LEAD … OVER ()";
const WINDOW: &str = "LAG and LEAD go by document order: LAG(x) OVER (), or OVER (ORDER BY row)";

/// A name as queries compare it: in lower case where it is not in quotation marks.
pub(super) fn name(ident: &ast::Ident) -> String {
    match ident.quote_style {
        Some(_) => ident.value.clone(),
        None => ident.value.to_lowercase(),
    }
}

/// Names between dots as one.
pub(super) fn path(name: &ast::ObjectName) -> Result<String, QueryError> {
    let mut parts = Vec::new();
    for part in &name.0 {
        match part {
            ast::ObjectNamePart::Identifier(ident) => parts.push(self::name(ident)),
            ast::ObjectNamePart::Function(_) => return refuse(name, "names are plain words"),
        }
    }
    Ok(parts.join("."))
}

impl Reader<'_> {
    pub(super) fn expr(self, expr: &ast::Expr) -> Result<Expr, QueryError> {
        let within = self.inside()?;
        match expr {
            // Brackets are no level: how deep they go, the grammar bounds.
            ast::Expr::Nested(inner) => self.expr(inner),
            ast::Expr::Identifier(ident) => Ok(Expr::column(name(ident))),
            ast::Expr::CompoundIdentifier(parts) => Ok(qualified(parts)),
            ast::Expr::Value(value) => Ok(Expr::Literal(literal(&value.value)?)),
            ast::Expr::TypedString(value) => Ok(Expr::Literal(typed(value)?)),
            ast::Expr::UnaryOp { op, expr } => within.unary(*op, expr),
            ast::Expr::BinaryOp { left, op, right } => within.binary(expr, left, op, right),
            ast::Expr::IsNull(value) => Ok(Expr::IsEmpty(within.boxed(value)?)),
            ast::Expr::IsNotNull(value) => {
                Ok(denied(true, Expr::IsEmpty(within.inside()?.boxed(value)?)))
            }
            ast::Expr::Between { .. }
            | ast::Expr::In { .. }
            | ast::Expr::Like { .. }
            | ast::Expr::ILike { .. } => self.test(expr),
            ast::Expr::Function(function) => within.function(function),
            ast::Expr::Case {
                case_token: _,
                end_token: _,
                operand,
                conditions,
                else_result,
            } => within.case(operand.as_deref(), conditions, else_result.as_deref()),
            ast::Expr::Subquery(query) => Ok(Expr::Query(within.boxed_query(query)?)),
            ast::Expr::Extract { field, expr, .. } => within.extract(field, expr),
            other => refuse(other, OPERATORS),
        }
    }

    fn boxed(self, expr: &ast::Expr) -> Result<Box<Expr>, QueryError> {
        self.expr(expr).map(Box::new)
    }

    fn boxed_query(self, query: &ast::Query) -> Result<Box<Query>, QueryError> {
        self.query(query).map(Box::new)
    }

    fn unary(self, op: UnaryOperator, of: &ast::Expr) -> Result<Expr, QueryError> {
        match op {
            UnaryOperator::Plus => self.expr(of),
            UnaryOperator::Not => Ok(Expr::Not(self.boxed(of)?)),
            UnaryOperator::Minus => Ok(match (self.expr(of)?, of) {
                (Expr::Literal(Literal::Number(number)), ast::Expr::Value(_)) => {
                    Expr::number(-number)
                }
                (inner, _) => Expr::Negate(Box::new(inner)),
            }),
            other => refuse(other, OPERATORS),
        }
    }

    fn binary(
        self,
        whole: &ast::Expr,
        left: &ast::Expr,
        op: &BinaryOperator,
        right: &ast::Expr,
    ) -> Result<Expr, QueryError> {
        let arithmetic = |op| Ok(self.expr(left)?.arithmetic(op, self.expr(right)?));
        let compare = |op| Ok(self.expr(left)?.compare(op, self.expr(right)?));
        match op {
            BinaryOperator::And | BinaryOperator::Or => self.chain(op, whole),
            BinaryOperator::Plus => arithmetic(ArithmeticOp::Add),
            BinaryOperator::Minus => arithmetic(ArithmeticOp::Subtract),
            BinaryOperator::Multiply => arithmetic(ArithmeticOp::Multiply),
            BinaryOperator::Divide => arithmetic(ArithmeticOp::Divide),
            BinaryOperator::Eq => compare(CompareOp::Equal),
            BinaryOperator::NotEq => compare(CompareOp::NotEqual),
            BinaryOperator::Lt => compare(CompareOp::Less),
            BinaryOperator::LtEq => compare(CompareOp::LessOrEqual),
            BinaryOperator::Gt => compare(CompareOp::Greater),
            BinaryOperator::GtEq => compare(CompareOp::GreaterOrEqual),
            BinaryOperator::Custom(word) if word == MATCHES => compare(CompareOp::Matches),
            other => refuse(format!("the operator {other}"), OPERATORS),
        }
    }

    /// `a AND b AND c` as one; a loop, since the grammar hangs each below the
    /// next. What stands in brackets stays apart.
    fn chain(self, op: &BinaryOperator, whole: &ast::Expr) -> Result<Expr, QueryError> {
        let mut members = Vec::new();
        let mut rest = whole;
        while let ast::Expr::BinaryOp {
            left,
            op: other,
            right,
        } = rest
            && other == op
        {
            members.push(self.expr(right)?);
            rest = left;
        }
        members.push(self.expr(rest)?);
        members.reverse();
        Ok(match op {
            BinaryOperator::Or => Expr::Or(members),
            _ => Expr::And(members),
        })
    }

    fn test(self, expr: &ast::Expr) -> Result<Expr, QueryError> {
        let (is_negated, within) = match expr {
            ast::Expr::Between { negated, .. }
            | ast::Expr::In { negated, .. }
            | ast::Expr::Like { negated, .. }
            | ast::Expr::ILike { negated, .. } => (*negated, self.inside()?),
            other => return refuse(other, OPERATORS),
        };
        // A denied test is one level more.
        let within = if is_negated { within.inside()? } else { within };
        let test = match expr {
            ast::Expr::Between {
                expr,
                negated: _,
                low,
                high,
            } => Expr::Between {
                value: within.boxed(expr)?,
                low: within.boxed(low)?,
                high: within.boxed(high)?,
            },
            ast::Expr::In {
                expr,
                target,
                negated: _,
                global: false,
            } => within.is_in(expr, target)?,
            ast::Expr::Like {
                any: false,
                expr,
                pattern,
                escape_char: None,
                ..
            }
            | ast::Expr::ILike {
                any: false,
                expr,
                pattern,
                escape_char: None,
                ..
            } => within
                .expr(expr)?
                .compare(CompareOp::Like, within.expr(pattern)?),
            other => return refuse(other, OPERATORS),
        };
        Ok(denied(is_negated, test))
    }

    fn is_in(self, value: &ast::Expr, target: &ast::InTarget) -> Result<Expr, QueryError> {
        let value = self.boxed(value)?;
        match target {
            ast::InTarget::List(list) => Ok(Expr::In {
                value,
                list: self.each(list, Reader::expr)?,
            }),
            ast::InTarget::Subquery(query) => Ok(Expr::InQuery {
                value,
                query: self.boxed_query(query)?,
            }),
            other => refuse(other, "IN takes a list or a SELECT in brackets"),
        }
    }

    fn case(
        self,
        operand: Option<&ast::Expr>,
        conditions: &[ast::CaseWhen],
        otherwise: Option<&ast::Expr>,
    ) -> Result<Expr, QueryError> {
        let branches = self.each(conditions, |reader, when| {
            let condition = match operand {
                None => reader.expr(&when.condition)?,
                Some(operand) => {
                    let within = reader.inside()?;
                    let value = within.expr(&when.condition)?;
                    within.expr(operand)?.compare(CompareOp::Equal, value)
                }
            };
            let value = reader.expr(&when.result)?;
            Ok(Branch { condition, value })
        })?;
        Ok(Expr::Case {
            branches,
            otherwise: otherwise.map(|value| self.boxed(value)).transpose()?,
        })
    }

    /// `EXTRACT(YEAR FROM x)` is `YEAR(x)`.
    fn extract(self, field: &ast::DateTimeField, of: &ast::Expr) -> Result<Expr, QueryError> {
        let function = match field {
            ast::DateTimeField::Year => Function::Year,
            ast::DateTimeField::Quarter => Function::Quarter,
            ast::DateTimeField::Month => Function::Month,
            ast::DateTimeField::Day => Function::Day,
            other => return refuse(other, "dates have YEAR, QUARTER, MONTH and DAY"),
        };
        Ok(Expr::Call {
            function,
            arguments: vec![self.expr(of)?],
        })
    }

    fn function(self, function: &ast::Function) -> Result<Expr, QueryError> {
        let ast::Function {
            name,
            uses_odbc_syntax: false,
            parameters: ast::FunctionArguments::None,
            args: ast::FunctionArguments::List(list),
            within_group,
            filter: None,
            null_treatment: None,
            over,
        } = function
        else {
            return refuse(function, FUNCTIONS);
        };
        let ast::FunctionArgumentList {
            duplicate_treatment,
            args,
            clauses,
        } = list;
        unused(
            within_group.is_empty() && clauses.is_empty(),
            &function.to_string(),
            FUNCTIONS,
        )?;
        let distinct = *duplicate_treatment == Some(ast::DuplicateTreatment::Distinct);
        let word = path(name)?;
        if let "lag" | "lead" = word.as_str() {
            unused(!distinct, "DISTINCT", WINDOW)?;
            return self.neighbor(word == "lag", args, over.as_ref());
        }
        unused(over.is_none(), "OVER", WINDOW)?;
        if let Some(aggregate) = aggregate(&word) {
            return self.aggregate(aggregate, distinct, args);
        }
        unused(!distinct, "DISTINCT", "only aggregates take DISTINCT")?;
        let Some(function) = scalar(&word) else {
            return refuse(format!("the function {}", word.to_uppercase()), FUNCTIONS);
        };
        Ok(Expr::Call {
            function,
            arguments: self.each(args, |reader, arg| reader.expr(argument(arg)?))?,
        })
    }

    fn aggregate(
        self,
        function: AggregateFunction,
        distinct: bool,
        args: &[ast::FunctionArg],
    ) -> Result<Expr, QueryError> {
        let of = match args {
            [ast::FunctionArg::Unnamed(ast::FunctionArgExpr::Wildcard)] => None,
            [one] => Some(self.boxed(argument(one)?)?),
            _ => return refuse(format!("{function} of {} values", args.len()), FUNCTIONS),
        };
        Ok(Expr::Aggregate {
            function,
            distinct,
            of,
        })
    }

    fn neighbor(
        self,
        back: bool,
        args: &[ast::FunctionArg],
        over: Option<&ast::WindowType>,
    ) -> Result<Expr, QueryError> {
        match over {
            Some(ast::WindowType::WindowSpec(spec)) if in_document_order(spec) => {}
            _ => return refuse("LAG or LEAD otherwise", WINDOW),
        }
        let (of, count) = match args {
            [of] => (of, 1),
            [of, count] => (of, rows(argument(count)?)?),
            _ => return refuse("LAG or LEAD with a default", "CASE says what else is taken"),
        };
        Ok(Expr::Neighbor {
            of: self.boxed(argument(of)?)?,
            rows: if back { -count } else { count },
        })
    }
}

fn in_document_order(spec: &ast::WindowSpec) -> bool {
    let ast::WindowSpec {
        window_name: None,
        partition_by,
        order_by,
        window_frame: None,
    } = spec
    else {
        return false;
    };
    let by_row = |key: &ast::OrderByExpr| {
        let ascending = matches!(key.options.sort, None | Some(ast::OrderBySort::Asc));
        let row = matches!(&key.expr, ast::Expr::Identifier(ident)
            if matches!(name(ident).as_str(), "row" | "_row"));
        ascending && row && key.with_fill.is_none()
    };
    partition_by.is_empty() && order_by.len() <= 1 && order_by.iter().all(by_row)
}

fn argument(arg: &ast::FunctionArg) -> Result<&ast::Expr, QueryError> {
    match arg {
        ast::FunctionArg::Unnamed(ast::FunctionArgExpr::Expr(expr)) => Ok(expr),
        other => refuse(other, "arguments are expressions"),
    }
}

fn qualified(parts: &[ast::Ident]) -> Expr {
    let mut names: Vec<String> = parts.iter().map(name).collect();
    let name = names.pop().unwrap_or_default();
    Expr::Column {
        of: (!names.is_empty()).then(|| names.join(".")),
        name,
    }
}

fn denied(is_negated: bool, expr: Expr) -> Expr {
    if is_negated {
        Expr::Not(Box::new(expr))
    } else {
        expr
    }
}

fn aggregate(word: &str) -> Option<AggregateFunction> {
    Some(match word {
        "count" => AggregateFunction::Count,
        "sum" => AggregateFunction::Sum,
        "avg" => AggregateFunction::Avg,
        "min" => AggregateFunction::Min,
        "max" => AggregateFunction::Max,
        _ => return None,
    })
}

fn scalar(word: &str) -> Option<Function> {
    Some(match word {
        "round" => Function::Round,
        "abs" => Function::Abs,
        "year" => Function::Year,
        "quarter" => Function::Quarter,
        "month" => Function::Month,
        "day" => Function::Day,
        "number" => Function::Number,
        "before" => Function::Before,
        _ => return None,
    })
}
