//! A query is printed as SQL that parses to the same query, and kept as JSON.

use proptest::prelude::*;
use sqlparser::keywords::ALL_KEYWORDS;
use text::table::{Date, Decimal};

use crate::query::{
    AggregateFunction, ArithmeticOp, Branch, ColumnsUsed, CompareOp, Expr, Function, Join, Limits,
    Literal, Order, Query, Select, Selected, Source, Union, parse,
};

#[track_caller]
fn round_trip(query: &Query) {
    let sql = query.to_string();
    let limits = Limits {
        sql_bytes: usize::MAX,
        ..Limits::default()
    };
    match parse(&sql, &limits) {
        Ok(parsed) => assert!(&parsed == query, "{sql}\n{parsed}"),
        Err(error) => panic!("{sql}: {error}"),
    }
}

/// A name in every place where one can stand.
fn query_with(name: &str) -> Query {
    let column = || Expr::column(name);
    let qualified = Expr::Column {
        of: Some(format!("{name}.{name}")),
        name: name.to_owned(),
    };
    let source = Source {
        relation: format!("{name}.{name}"),
        alias: Some(name.to_owned()),
    };
    let neighbor = Expr::Neighbor {
        of: Box::new(column()),
        rows: -1,
    };
    let case = Expr::Case {
        branches: vec![Branch {
            condition: column().compare(CompareOp::Matches, column()),
            value: column(),
        }],
        otherwise: Some(Box::new(column())),
    };
    Query {
        order_by: vec![Order {
            expr: column(),
            descending: true,
        }],
        limit: Some(1),
        ..Query::from(Select {
            columns: vec![
                column().into(),
                qualified.clone().into(),
                Selected::One {
                    expr: column().arithmetic(ArithmeticOp::Divide, column()),
                    name: Some(name.to_owned()),
                },
                Expr::aggregate(AggregateFunction::Max, column()).into(),
                neighbor.into(),
                case.into(),
                Expr::Negate(Box::new(column())).into(),
            ],
            from: Some(name.into()),
            joins: vec![Join {
                source,
                on: qualified.compare(CompareOp::Equal, column()),
            }],
            filter: Some(Expr::And(vec![
                Expr::IsEmpty(Box::new(column())),
                Expr::Not(Box::new(column())),
                Expr::Between {
                    value: Box::new(column()),
                    low: Box::new(column()),
                    high: Box::new(column()),
                },
            ])),
            group_by: vec![column(), column()],
            // First in a bracket, where another query may begin as well.
            having: Some(Expr::And(vec![column(), column()]).compare(CompareOp::Equal, column())),
            ..Select::default()
        })
    }
}

#[test]
fn no_keyword_is_in_the_way_of_a_name() {
    let failing: Vec<String> = ALL_KEYWORDS
        .iter()
        .map(|word| word.to_lowercase())
        .filter(|name| {
            let query = query_with(name);
            parse(&query.to_string(), &Limits::default()) != Ok(query)
        })
        .collect();
    assert_eq!(failing, Vec::<String>::new());
    for name in [
        "Total", "a b", "größe", "x\"y", "a.b", "_2019", "", "9", "matches", "empty", "lag",
    ] {
        if !name.contains('.') && !name.is_empty() {
            round_trip(&query_with(name));
        }
    }
    round_trip(&Query::from(Select {
        columns: vec![Selected::All],
        from: Some("a..b".into()),
        ..Select::default()
    }));
}

#[test]
fn printing_reads_well() {
    let check = |sql: &str, expected: &str| {
        let query = parse(sql, &Limits::default()).expect(sql);
        assert_eq!(query.to_string(), expected);
        round_trip(&query);
    };
    check(
        "select a+b*c, (a+b)*c, a-(b-c), -a, - 5, -(5) from T where not(a=1 or b=2) and c is not null",
        "SELECT a + b * c, (a + b) * c, a - (b - c), -a, -5, -(5) FROM t \
         WHERE NOT (a = 1 OR b = 2) AND c IS NOT EMPTY",
    );
    check(
        "SELECT lag(x) over (order by row) FROM t WHERE a NOT LIKE 'it''s' AND b <> 0415 AND c IN (SELECT 1)",
        "SELECT LAG(x, 1) OVER () FROM t WHERE a NOT LIKE 'it''s' AND b <> '0415' AND c IN (SELECT 1)",
    );
    check(
        "SELECT count(distinct x), case x when 1 then 'a' end FROM t group by y having max(z) > date '2021-07' union all select 1 order by 1 desc limit 5 offset 2;",
        "SELECT COUNT(DISTINCT x), CASE WHEN x = 1 THEN 'a' END FROM t GROUP BY y \
         HAVING MAX(z) > DATE '2021-07' UNION ALL SELECT 1 ORDER BY 1 DESC LIMIT 5 OFFSET 2",
    );
}

#[test]
fn json_has_a_version() {
    let query = parse("SELECT a FROM t WHERE b = 1.50", &Limits::default()).expect("a query");
    let json = serde_json::to_string(&query).expect("serializes");
    assert_eq!(
        json,
        r#"{"version":1,"select":{"columns":[{"one":{"expr":{"column":{"name":"a"}}}}],"from":{"relation":"t"},"filter":{"compare":{"op":"equal","left":{"column":{"name":"b"}},"right":{"literal":{"number":"1.50"}}}}}}"#
    );
    let other = json.replace(r#""version":1"#, r#""version":2"#);
    let error = serde_json::from_str::<Query>(&other).expect_err("another version");
    assert!(
        error
            .to_string()
            .starts_with("query of version 2; this build reads version 1")
    );
}

#[test]
fn columns_that_are_needed_are_known() {
    let used = |sql: &str| parse(sql, &Limits::default()).expect(sql).columns_used();
    let named =
        |names: &[&str]| ColumnsUsed::Named(names.iter().map(|name| (*name).to_owned()).collect());
    let one = used("SELECT a + b FROM x.t WHERE c = (SELECT MAX(d) FROM u) ORDER BY e");
    assert_eq!(one["x.t"], named(&["a", "b", "c", "e"]));
    assert_eq!(one["u"], named(&["d"]));
    let joined = used("SELECT m.a, t.b, c FROM x.t JOIN u AS m ON m.d = t.e");
    assert_eq!(joined["x.t"], named(&["b", "c", "e"]));
    assert_eq!(joined["u"], named(&["a", "c", "d"]));
    let all = used(
        "SELECT * FROM t UNION SELECT value FROM v__long WHERE x IN (SELECT y FROM w__by_rows)",
    );
    assert_eq!(all["t"], ColumnsUsed::All);
    assert_eq!(
        (&all["v"], &all["w"]),
        (&ColumnsUsed::All, &ColumnsUsed::All)
    );
    assert_eq!(used("SELECT COUNT(*) FROM t")["t"], named(&[]));
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-c][a-c0-9_]{0,3}",
        1 => prop::sample::select(ALL_KEYWORDS).prop_map(str::to_lowercase),
        1 => prop::sample::select(ALL_KEYWORDS).prop_map(str::to_owned),
        1 => "[a-zA-ZäÄ '\"`-]{1,6}",
    ]
}

fn literal() -> impl Strategy<Value = Literal> {
    let date = (0_i16..2200, 0_u8..37, 0_u8..32)
        .prop_filter_map("a date", |(year, month, day)| Date::new(year, month, day))
        .prop_filter("that says something", |date| {
            date.year > 0 || date.month > 0
        });
    prop_oneof![
        Just(Literal::Empty),
        (any::<i64>(), 0_u32..10)
            .prop_map(|(digits, scale)| Literal::Number(Decimal::new(digits, scale))),
        ".{0,6}".prop_map(Literal::Text),
        date.prop_map(Literal::Date),
        any::<bool>().prop_map(Literal::Truth),
    ]
}

fn leaf() -> impl Strategy<Value = Expr> {
    prop_oneof![
        (prop::option::of(name()), name()).prop_map(|(of, name)| Expr::Column { of, name }),
        literal().prop_map(Expr::Literal),
        Just(Expr::count()),
    ]
}

fn expr() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(5, 40, 4, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let many = |least: usize| prop::collection::vec(inner.clone(), least..4);
        let arithmetic = prop::sample::select(vec![
            ArithmeticOp::Add,
            ArithmeticOp::Subtract,
            ArithmeticOp::Multiply,
            ArithmeticOp::Divide,
        ]);
        let compare = prop::sample::select(vec![
            CompareOp::Equal,
            CompareOp::NotEqual,
            CompareOp::Less,
            CompareOp::LessOrEqual,
            CompareOp::Greater,
            CompareOp::GreaterOrEqual,
            CompareOp::Matches,
            CompareOp::Like,
        ]);
        let function = prop::sample::select(vec![
            Function::Round,
            Function::Abs,
            Function::Year,
            Function::Quarter,
            Function::Month,
            Function::Day,
            Function::Number,
            Function::Before,
        ]);
        let aggregate = prop::sample::select(vec![
            AggregateFunction::Count,
            AggregateFunction::Sum,
            AggregateFunction::Avg,
            AggregateFunction::Min,
            AggregateFunction::Max,
        ]);
        let branch = (inner.clone(), inner.clone())
            .prop_map(|(condition, value)| Branch { condition, value });
        prop_oneof![
            boxed().prop_map(Expr::Negate),
            boxed().prop_map(Expr::IsEmpty),
            boxed().prop_map(Expr::Not),
            many(2).prop_map(Expr::And),
            many(2).prop_map(Expr::Or),
            (arithmetic, boxed(), boxed()).prop_map(|(op, left, right)| Expr::Arithmetic {
                op,
                left,
                right
            }),
            (compare, boxed(), boxed()).prop_map(|(op, left, right)| Expr::Compare {
                op,
                left,
                right
            }),
            (boxed(), boxed(), boxed()).prop_map(|(value, low, high)| Expr::Between {
                value,
                low,
                high
            }),
            (boxed(), many(1)).prop_map(|(value, list)| Expr::In { value, list }),
            (aggregate, any::<bool>(), boxed()).prop_map(|(function, distinct, of)| {
                Expr::Aggregate {
                    function,
                    distinct,
                    of: Some(of),
                }
            }),
            (function, many(1)).prop_map(|(function, arguments)| Expr::Call {
                function,
                arguments
            }),
            (
                prop::collection::vec(branch, 1..3),
                prop::option::of(boxed())
            )
                .prop_map(|(branches, otherwise)| Expr::Case {
                    branches,
                    otherwise
                }),
            (boxed(), -3..4_i32).prop_map(|(of, rows)| Expr::Neighbor { of, rows }),
            (boxed(), boxed(), boxed()).prop_map(|(value, column, filter)| Expr::InQuery {
                value,
                query: Box::new(small(*column, *filter)),
            }),
            (boxed(), boxed()).prop_map(|(column, filter)| Expr::from(small(*column, *filter))),
        ]
    })
}

fn small(column: Expr, filter: Expr) -> Query {
    Query::from(Select {
        columns: vec![column.into()],
        from: Some("t".into()),
        filter: Some(filter),
        ..Select::default()
    })
}

fn source() -> impl Strategy<Value = Source> {
    (name(), prop::option::of(name())).prop_map(|(relation, alias)| Source { relation, alias })
}

fn select() -> impl Strategy<Value = Select> {
    let column = prop_oneof![
        1 => Just(Selected::All),
        4 => (expr(), prop::option::of(name())).prop_map(|(expr, name)| Selected::One { expr, name }),
    ];
    let join = (source(), expr()).prop_map(|(source, on)| Join { source, on });
    let from = (source(), prop::collection::vec(join, 0..2));
    let columns = prop::collection::vec(column, 1..3);
    let rest = (
        prop::option::of(expr()),
        prop::collection::vec(expr(), 0..2),
        prop::option::of(expr()),
    );
    (any::<bool>(), columns, prop::option::of(from), rest).prop_map(
        |(distinct, columns, from, (filter, group_by, having))| {
            let (from, joins) =
                from.map_or((None, Vec::new()), |(from, joins)| (Some(from), joins));
            Select {
                distinct,
                columns,
                from,
                joins,
                filter,
                group_by,
                having,
            }
        },
    )
}

fn query() -> impl Strategy<Value = Query> {
    let union = (any::<bool>(), select()).prop_map(|(all, select)| Union { all, select });
    let order = (expr(), any::<bool>()).prop_map(|(expr, descending)| Order { expr, descending });
    let unions = prop::collection::vec(union, 0..2);
    let order = prop::collection::vec(order, 0..2);
    let cut = (
        prop::option::of(any::<u64>()),
        prop::option::of(any::<u64>()),
    );
    (select(), unions, order, cut).prop_map(|(select, unions, order_by, (limit, offset))| Query {
        select,
        unions,
        order_by,
        limit,
        offset,
        ..Query::default()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn printed_queries_parse_to_themselves(query in query()) {
        round_trip(&query);
    }

    #[test]
    fn json_gives_the_same_query(query in query()) {
        let json = serde_json::to_string(&query).expect("serializes");
        prop_assert_eq!(serde_json::from_str::<Query>(&json).expect("parses"), query);
    }

    #[test]
    fn no_text_panics(sql in ".{0,200}", words in prop::collection::vec(prop::sample::select(ALL_KEYWORDS), 0..20)) {
        let _ = parse(&sql, &Limits::default());
        let _ = parse(&format!("SELECT {}", words.join(" ")), &Limits::default());
    }
}
