//! Names that stand over several columns.
//!
//! Such a name is set over the middle of its columns. Which these are shows in
//! the names below it: the same ones come again under the next group.

/// The columns that each name of a line stands over. `centers` are the middles
/// of the names, rising; `columns` those of the columns, rising; `below` the
/// columns' own names.
pub(super) fn columns_under(
    centers: &[f32],
    columns: &[f32],
    below: &[String],
) -> Vec<std::ops::Range<usize>> {
    let of = |name: usize| {
        let nearest = nearest(columns, centers[name]);
        let reach = reach(centers, name, columns);
        let first = columns.partition_point(|&column| column < centers[name] - reach);
        let end = columns.partition_point(|&column| column <= centers[name] + reach);
        let group = first..end.max(first);
        if centers.len() > 1 && group.len() > 1 && comes_again(&group, below) {
            group
        } else {
            nearest..nearest + 1
        }
    };
    (0..centers.len()).map(of).collect()
}

/// How far a name reaches to both sides: as far as its columns do on the side
/// where fewer of them are nearer to it than to its neighbours.
fn reach(centers: &[f32], name: usize, columns: &[f32]) -> f32 {
    let own = |column: &&f32| nearest(centers, **column) == name;
    let off = |column: &f32| column - centers[name];
    let left = columns
        .iter()
        .filter(own)
        .map(|column| -off(column))
        .fold(0.0, f32::max);
    let right = columns.iter().filter(own).map(off).fold(0.0, f32::max);
    let spacing = match columns {
        [first, .., last] => (last - first) / (columns.len() - 1) as f32,
        _ => 0.0,
    };
    left.min(right) + 0.35 * spacing
}

fn comes_again(group: &std::ops::Range<usize>, below: &[String]) -> bool {
    let named = |index: &usize| below.get(*index).is_some_and(|name| !name.is_empty());
    let outside = |name: &String| {
        let mut others = below
            .iter()
            .enumerate()
            .filter(|(index, _)| !group.contains(index));
        others.any(|(_, other)| other == name)
    };
    let mut all = group.clone().filter(named).peekable();
    all.peek().is_some() && all.all(|index| outside(&below[index]))
}

fn nearest(places: &[f32], x: f32) -> usize {
    let best = places
        .iter()
        .enumerate()
        .min_by(|a, b| (a.1 - x).abs().total_cmp(&(b.1 - x).abs()));
    best.map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::columns_under;

    fn names(text: &str) -> Vec<String> {
        text.split(' ').map(|name| name.replace('_', "")).collect()
    }

    #[test]
    fn groups_are_told_by_names_that_come_again() {
        let columns: Vec<f32> = (0..9).map(|column| column as f32 * 10.0).collect();
        let below = names("State Permit Hand Long Other Hand Long Other Total");
        assert_eq!(columns_under(&[30.0, 60.0], &columns, &below), [2..5, 5..8]);
        let below = names("State Permit Hand Long Kept Sold Given Other Total");
        assert_eq!(columns_under(&[30.0, 60.0], &columns, &below), [3..4, 6..7]);
    }
}
