//! Bars in the margin that show which lines a revision changed, and the letter in brackets at
//! their ends: no text, and no column of a table.

use super::words::Word;

/// Rows that have a bar at one place, to be a margin of them.
const ROWS_MIN: usize = 4;
/// Places this near to each other, as a share of the size, are one.
const SAME_PLACE: f32 = 0.3;

/// Takes bars out that stand at one place before or behind all else in their rows, and the marks
/// there (`(N)`). Bars between other words part columns, and rows that have such keep all.
pub(super) fn drop(rows: &mut Vec<Vec<Word>>) {
    let mut places: Vec<f32> = rows.iter().flat_map(|row| outer_bars(row)).collect();
    places.sort_by(f32::total_cmp);
    let size = rows.first().map_or(0.0, |row| row[0].size);
    let apart = SAME_PLACE * size;
    let margins: Vec<f32> = places
        .chunk_by(|a, b| b - a <= apart)
        .filter(|one| one.len() >= ROWS_MIN)
        .map(|one| one[one.len() / 2])
        .collect();
    if margins.is_empty() {
        return;
    }
    let at_margin = |word: &Word, near: f32| {
        let center = word.center();
        margins.iter().any(|place| (center - place).abs() <= near)
    };
    for row in rows.iter_mut() {
        let inner = has_inner_bars(row);
        let last = row.len().saturating_sub(1);
        let mut at = 0;
        row.retain(|word| {
            let outer = at == 0 || at == last;
            at += 1;
            let bar = !inner && is_bar(word) && at_margin(word, apart);
            let mark = outer && is_mark(word) && at_margin(word, word.size);
            !bar && !mark
        });
    }
    rows.retain(|row| !row.is_empty());
}

fn is_bar(word: &Word) -> bool {
    word.text.chars().all(|ch| matches!(ch, '|' | '¦' | '│'))
}

/// `(N)`, `(D)/(N)`: what kind of change it is.
fn is_mark(word: &Word) -> bool {
    word.text.split('/').all(|part| {
        let letter = part
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        letter.is_some_and(|one| {
            one.len() == 1 && one.starts_with(|ch: char| ch.is_ascii_uppercase())
        })
    })
}

/// Whether a bar stands between other words.
fn has_inner_bars(row: &[Word]) -> bool {
    let rest = row.iter().skip_while(|word| is_bar(word));
    let mut rest = rest
        .skip_while(|word| !is_bar(word))
        .skip_while(|word| is_bar(word));
    rest.next().is_some()
}

/// Centres of the bars before or behind all else; none where others stand between words.
fn outer_bars(row: &[Word]) -> Vec<f32> {
    match has_inner_bars(row) {
        true => Vec::new(),
        false => row
            .iter()
            .filter(|word| is_bar(word))
            .map(Word::center)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(at: usize, words: &[(f32, &str)]) -> Vec<Word> {
        let word = |(x, text): &(f32, &str)| Word {
            text: (*text).into(),
            x0: *x,
            x1: x + 5.0 * text.len() as f32,
            y: 12.0 * at as f32,
            size: 10.0,
            bold: false,
            typewriter: false,
            raised: false,
        };
        words.iter().map(word).collect()
    }

    fn dropped(mut rows: Vec<Vec<Word>>) -> String {
        drop(&mut rows);
        let line = |row: &Vec<Word>| {
            let words: Vec<&str> = row.iter().map(|word| &*word.text).collect();
            words.join(" ")
        };
        rows.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn bars_in_the_margin_are_no_text() {
        let rows = vec![
            row(0, &[(90.0, "quantities"), (560.0, "(L)")]),
            row(1, &[(90.0, "of"), (565.0, "|")]),
            row(2, &[(565.0, "|")]),
            row(3, &[(90.0, "electricity"), (565.0, "|")]),
            row(4, &[(90.0, "are"), (565.0, "|")]),
            row(5, &[(90.0, "used"), (560.0, "(L)")]),
            row(6, &[(90.0, "(L)"), (200.0, "litres")]),
        ];
        assert_eq!(
            dropped(rows),
            "quantities\nof\nelectricity\nare\nused\n(L) litres"
        );
    }

    #[test]
    fn bars_between_columns_and_few_bars_stay() {
        let drawn = |at| {
            row(
                at,
                &[
                    (90.0, "|"),
                    (120.0, "a"),
                    (150.0, "|"),
                    (180.0, "b"),
                    (210.0, "|"),
                ],
            )
        };
        let rows: Vec<Vec<Word>> = (0..6).map(drawn).collect();
        assert!(dropped(rows).starts_with("| a | b |"));
        let rows = vec![
            row(0, &[(90.0, "x"), (565.0, "|")]),
            row(1, &[(90.0, "y"), (565.0, "|")]),
        ];
        assert_eq!(dropped(rows), "x |\ny |");
    }
}
