//! SQL into the algebra.
//!
//! A kept library knows the grammar; what is meant is decided here. Whatever the
//! grammar knows and the algebra does not is refused by name, never passed over:
//! each field of the library's tree is either read or checked to be unused.

mod dialect;
mod expr;
mod literal;
mod reader;

use sqlparser::ast;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::Token;

pub(super) use literal::written_date;

use super::algebra::{Join, Order, Query, Select, Selected, Source, Union};
use super::{Limits, QueryError};
use reader::{Reader, refuse, unused};

/// Levels that the grammar goes down, brackets among them. Deeper queries are
/// refused by the algebra's own bound, which brackets do not count for.
const GRAMMAR_DEPTH_MAX: usize = 100;

const ONLY_SELECT: &str = "a query is one SELECT … FROM … WHERE … GROUP BY … HAVING … ORDER BY … \
     LIMIT …, or several with UNION between";
const ONLY_RELATIONS: &str = "FROM takes one relation, and JOIN … ON … for each other";
const ONLY_ORDER: &str = "ORDER BY takes expressions with ASC or DESC";

/// Reads one query.
///
/// Names without quotation marks are in lower case. A number with a zero in
/// front is a code: text.
///
/// ```
/// # use plan::query::{Limits, parse};
/// let query = parse("select MODEL from motorcycles where make='Ducati'", &Limits::default()).unwrap();
/// assert_eq!(query.to_string(), "SELECT model FROM motorcycles WHERE make = 'Ducati'");
/// let error = parse("DROP TABLE motorcycles", &Limits::default()).unwrap_err();
/// assert!(error.to_string().starts_with("DROP is not possible here; a query is one SELECT"));
/// ```
///
/// # Errors
/// What is too long or deep, not SQL, or SQL that the algebra does not have.
pub fn parse(sql: &str, limits: &Limits) -> Result<Query, QueryError> {
    if sql.len() > limits.sql_bytes {
        return Err(QueryError::TooLong {
            bytes: sql.len(),
            max: limits.sql_bytes,
        });
    }
    let mut parser = Parser::new(&dialect::Relations)
        .with_recursion_limit(GRAMMAR_DEPTH_MAX)
        .try_with_sql(sql)
        .map_err(syntax)?;
    let first = &parser.peek_token_ref().token;
    if let Token::Word(word) = first
        && !word.value.eq_ignore_ascii_case("select")
    {
        return refuse(word.value.to_uppercase(), ONLY_SELECT);
    }
    let query = parser.parse_query().map_err(syntax)?;
    while parser.consume_token(&Token::SemiColon) {}
    let rest = parser.peek_token_ref();
    if rest.token != Token::EOF {
        return refuse(format!("`{}` behind the query", rest.token), ONLY_SELECT);
    }
    let reader = Reader { limits, depth: 0 };
    reader.query(&query)
}

fn syntax(error: ParserError) -> QueryError {
    match error {
        ParserError::TokenizerError(message) | ParserError::ParserError(message) => {
            QueryError::Syntax(message)
        }
        ParserError::RecursionLimitExceeded => QueryError::Bound {
            what: "levels of brackets",
            max: GRAMMAR_DEPTH_MAX as u64,
        },
    }
}

impl Reader<'_> {
    /// The reader one level down.
    fn inside(self) -> Result<Self, QueryError> {
        let depth = self.depth + 1;
        if depth > self.limits.depth {
            return Err(QueryError::Bound {
                what: "levels of expressions",
                max: self.limits.depth as u64,
            });
        }
        Ok(Reader { depth, ..self })
    }

    fn query(self, query: &ast::Query) -> Result<Query, QueryError> {
        let ast::Query {
            with,
            body,
            order_by,
            limit_clause,
            fetch,
            locks,
            for_clause,
            settings,
            format_clause,
            pipe_operators,
        } = query;
        unused(
            with.is_none(),
            "WITH",
            "write the subquery where it is used",
        )?;
        unused(fetch.is_none(), "FETCH", "LIMIT says how many rows")?;
        let rest = locks.is_empty()
            && for_clause.is_none()
            && settings.is_none()
            && format_clause.is_none()
            && pipe_operators.is_empty();
        unused(rest, "a clause behind the query", ONLY_SELECT)?;
        let (select, unions) = self.union(body)?;
        let (limit, offset) = limit_clause.as_ref().map_or(Ok((None, None)), limits)?;
        Ok(Query {
            select,
            unions,
            order_by: order_by
                .as_ref()
                .map_or(Ok(Vec::new()), |order| self.order(order))?,
            limit,
            offset,
            ..Query::default()
        })
    }

    /// The first selection and those that follow; a loop, since the grammar
    /// hangs each union below the next.
    fn union(self, mut body: &ast::SetExpr) -> Result<(Select, Vec<Union>), QueryError> {
        let mut unions = Vec::new();
        while let ast::SetExpr::SetOperation {
            left,
            op,
            set_quantifier,
            right,
        } = body
        {
            unused(*op == ast::SetOperator::Union, &op.to_string(), ONLY_SELECT)?;
            let all = match set_quantifier {
                ast::SetQuantifier::All => true,
                ast::SetQuantifier::None | ast::SetQuantifier::Distinct => false,
                other => return refuse(format!("UNION {other}"), "write UNION or UNION ALL"),
            };
            let select = self.select(right)?;
            unions.push(Union { all, select });
            body = left;
        }
        unions.reverse();
        Ok((self.select(body)?, unions))
    }

    fn select(self, body: &ast::SetExpr) -> Result<Select, QueryError> {
        let ast::SetExpr::Select(select) = body else {
            return refuse(body, ONLY_SELECT);
        };
        let ast::Select {
            select_token: _,
            optimizer_hints,
            distinct,
            select_modifiers,
            top,
            top_before_distinct: _,
            projection,
            exclude,
            into,
            from,
            lateral_views,
            prewhere,
            selection,
            connect_by,
            group_by,
            cluster_by,
            distribute_by,
            sort_by,
            having,
            named_window,
            qualify,
            window_before_qualify: _,
            value_table_mode,
            flavor,
        } = &**select;
        unused(top.is_none(), "TOP", "LIMIT says how many rows")?;
        unused(into.is_none(), "INTO", "a query changes nothing")?;
        unused(qualify.is_none(), "QUALIFY", ONLY_SELECT)?;
        let rest = optimizer_hints.is_empty()
            && select_modifiers.is_none()
            && exclude.is_none()
            && lateral_views.is_empty()
            && prewhere.is_none()
            && connect_by.is_empty()
            && cluster_by.is_empty()
            && distribute_by.is_empty()
            && sort_by.is_empty()
            && named_window.is_empty()
            && value_table_mode.is_none()
            && matches!(flavor, ast::SelectFlavor::Standard);
        unused(rest, "a clause of this SELECT", ONLY_SELECT)?;
        let (from, joins) = self.from(from)?;
        Ok(Select {
            distinct: is_distinct(distinct.as_ref())?,
            columns: self.each(projection, Reader::selected)?,
            from,
            joins,
            filter: self.optional(selection.as_ref())?,
            group_by: self.group_by(group_by)?,
            having: self.optional(having.as_ref())?,
        })
    }

    fn selected(self, item: &ast::SelectItem) -> Result<Selected, QueryError> {
        match item {
            ast::SelectItem::UnnamedExpr(expr) => Ok(self.expr(expr)?.into()),
            ast::SelectItem::ExprWithAlias { expr, alias } => Ok(Selected::One {
                expr: self.expr(expr)?,
                name: Some(expr::name(alias)),
            }),
            ast::SelectItem::Wildcard(options) if *options == Default::default() => {
                Ok(Selected::All)
            }
            other => refuse(other, "SELECT takes expressions, or * for all columns"),
        }
    }

    fn from(self, from: &[ast::TableWithJoins]) -> Result<(Option<Source>, Vec<Join>), QueryError> {
        let [ast::TableWithJoins { relation, joins }] = from else {
            unused(from.is_empty(), "a comma in FROM", ONLY_RELATIONS)?;
            return Ok((None, Vec::new()));
        };
        Ok((Some(source(relation)?), self.each(joins, Reader::join)?))
    }

    fn join(self, join: &ast::Join) -> Result<Join, QueryError> {
        let ast::Join {
            relation,
            global,
            join_operator,
        } = join;
        use ast::JoinOperator::{Inner, Join as Plain};
        let (Plain(ast::JoinConstraint::On(on)) | Inner(ast::JoinConstraint::On(on)), false) =
            (join_operator, global)
        else {
            return refuse(
                join,
                "joins are written JOIN relation ON a.column = b.column",
            );
        };
        Ok(Join {
            source: source(relation)?,
            on: self.expr(on)?,
        })
    }

    fn group_by(self, group_by: &ast::GroupByExpr) -> Result<Vec<super::Expr>, QueryError> {
        match group_by {
            ast::GroupByExpr::Expressions(exprs, modifiers) if modifiers.is_empty() => {
                self.each(exprs, Reader::expr)
            }
            other => refuse(other, "GROUP BY takes expressions"),
        }
    }

    fn order(self, order_by: &ast::OrderBy) -> Result<Vec<Order>, QueryError> {
        let ast::OrderBy {
            kind: ast::OrderByKind::Expressions(keys),
            interpolate: None,
        } = order_by
        else {
            return refuse(order_by, ONLY_ORDER);
        };
        self.each(keys, |reader, key| {
            let ast::OrderByExpr {
                expr,
                options: ast::OrderByOptions { sort, nulls_first },
                with_fill: None,
            } = key
            else {
                return refuse(key, ONLY_ORDER);
            };
            // Empty cells stand last in any case, so that saying so is no harm.
            unused(*nulls_first != Some(true), "NULLS FIRST", ONLY_ORDER)?;
            let descending = match sort {
                None | Some(ast::OrderBySort::Asc) => false,
                Some(ast::OrderBySort::Desc) => true,
                Some(ast::OrderBySort::Using(_)) => return refuse(key, ONLY_ORDER),
            };
            let expr = reader.expr(expr)?;
            Ok(Order { expr, descending })
        })
    }

    fn each<T, U>(
        self,
        items: &[T],
        read: impl Fn(Self, &T) -> Result<U, QueryError>,
    ) -> Result<Vec<U>, QueryError> {
        items.iter().map(|item| read(self, item)).collect()
    }

    fn optional(self, expr: Option<&ast::Expr>) -> Result<Option<super::Expr>, QueryError> {
        expr.map(|expr| self.expr(expr)).transpose()
    }
}

fn is_distinct(distinct: Option<&ast::Distinct>) -> Result<bool, QueryError> {
    match distinct {
        None | Some(ast::Distinct::All) => Ok(false),
        Some(ast::Distinct::Distinct) => Ok(true),
        Some(other) => refuse(other, "DISTINCT is of whole rows; GROUP BY makes groups"),
    }
}

fn source(factor: &ast::TableFactor) -> Result<Source, QueryError> {
    let ast::TableFactor::Table {
        name,
        alias,
        args: None,
        with_hints,
        version: None,
        with_ordinality: false,
        partitions,
        json_path: None,
        sample: None,
        index_directives,
        inheritance: None,
    } = factor
    else {
        return refuse(factor, ONLY_RELATIONS);
    };
    let plain = with_hints.is_empty() && partitions.is_empty() && index_directives.is_empty();
    unused(plain, "what stands behind the relation", ONLY_RELATIONS)?;
    let alias = match alias {
        None => None,
        Some(ast::TableAlias {
            explicit: _,
            name,
            columns,
            at: None,
        }) if columns.is_empty() => Some(expr::name(name)),
        Some(other) => return refuse(other, "an alias is one name"),
    };
    Ok(Source {
        relation: expr::path(name)?,
        alias,
    })
}

fn limits(clause: &ast::LimitClause) -> Result<(Option<u64>, Option<u64>), QueryError> {
    let ast::LimitClause::LimitOffset {
        limit,
        offset,
        limit_by,
    } = clause
    else {
        return refuse(clause, "write LIMIT rows OFFSET rows");
    };
    unused(
        limit_by.is_empty(),
        "LIMIT … BY",
        "write LIMIT rows OFFSET rows",
    )?;
    let offset = offset.as_ref().map(|offset| &offset.value);
    Ok((
        limit.as_ref().map(expr::whole).transpose()?,
        offset.map(expr::whole).transpose()?,
    ))
}
