//! How a query was understood, step by step.

use plan::query::{Query, Select};

use super::Queried;

/// The plan as lines: what is read, what is done with it, what it took.
pub fn explain(queried: &Queried) -> Vec<String> {
    let query = &queried.query;
    let mut lines = vec![format!("query: {query}")];
    for asked in &queried.relations {
        let pages = match asked.pages {
            Some((first, last)) if first == last => format!(", page {first}"),
            Some((first, last)) => format!(", pages {first} to {last}"),
            None => String::new(),
        };
        lines.push(format!(
            "reads {}: {}, {} loaded; {} #{}{pages}",
            asked.name,
            counted(asked.rows as u64, "row"),
            counted(asked.columns_loaded as u64, "column"),
            asked.path,
            asked.id.ordinal + 1
        ));
    }
    let steps = steps(query);
    let numbered = (1..).zip(steps).map(|(at, step)| format!("{at}. {step}"));
    lines.extend(numbered);
    let outcome = &queried.outcome;
    lines.push(format!(
        "gave {}, looked at {} cells and values",
        counted(outcome.rows_total, "row"),
        outcome.steps
    ));
    lines
}

fn counted(count: u64, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// What is done, in the order in which it is done.
fn steps(query: &Query) -> Vec<String> {
    let mut steps = Vec::new();
    selection(&query.select, &mut steps);
    for union in &query.unions {
        let mark = steps.len();
        selection(&union.select, &mut steps);
        if let Some(first) = steps.get_mut(mark) {
            first.insert_str(0, "then ");
        }
        steps.push(match union.all {
            true => "put these rows behind those before".to_owned(),
            false => "put these rows behind those before, equal ones once".to_owned(),
        });
    }
    if !query.order_by.is_empty() {
        steps.push(format!(
            "order by {}, ties in document order",
            list(&query.order_by)
        ));
    }
    if let Some(offset) = query.offset {
        steps.push(format!("leave out the first {offset}"));
    }
    if let Some(limit) = query.limit {
        steps.push(format!("keep at most {limit}"));
    }
    steps
}

fn selection(select: &Select, steps: &mut Vec<String>) {
    match &select.from {
        Some(from) => steps.push(format!("rows of {from}")),
        None => steps.push("one row of nothing".to_owned()),
    }
    for join in &select.joins {
        steps.push(format!("join {} on {}", join.source, join.on));
    }
    if let Some(filter) = &select.filter {
        steps.push(format!("keep those with {filter}"));
    }
    if !select.group_by.is_empty() {
        steps.push(format!("group by {}", list(&select.group_by)));
    }
    if let Some(having) = &select.having {
        steps.push(format!("keep groups with {having}"));
    }
    steps.push(format!("take {}", list(&select.columns)));
    if select.distinct {
        steps.push("equal rows once".to_owned());
    }
}

fn list(members: &[impl std::fmt::Display]) -> String {
    let members: Vec<String> = members.iter().map(ToString::to_string).collect();
    members.join(", ")
}
