//! Charts: the values that they were drawn from, as a table.

use std::collections::BTreeMap;

use super::number_format::{Epoch, NumberFormat};
use super::xml::{Element, Token, Xml};
use crate::read::canvas::Canvas;
use crate::read::rows::{Cell, HeaderRows, Row, Rows};

/// Points of a series and series of a chart that are written.
const POINTS_MAX: usize = 5_000;
const SERIES_MAX: usize = 100;

/// The points of a series by their number.
#[derive(Debug, Default)]
struct Points {
    by_index: BTreeMap<usize, String>,
    format: Option<NumberFormat>,
}

#[derive(Debug, Default)]
struct Series {
    name: String,
    categories: Points,
    values: Points,
}

/// Which part of a series is being read.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Part {
    Name,
    Categories,
    Values,
}

/// Writes a chart: its title, and a row for each category with the values of all series.
pub(super) fn write(text: &str, canvas: &mut Canvas) {
    let (title, series) = parse(text);
    canvas.paragraph(&title);
    let Some(first) = series.first() else { return };
    let mut rows = Rows::new(canvas, HeaderRows::First(1));
    let names = (1..).zip(&series);
    let cell = |(column, series): (u32, &Series)| Cell::new(column, &series.name, false);
    rows.push(Row {
        number: None,
        cells: names.filter_map(cell).collect(),
        ..Row::default()
    });
    let mut points: Vec<usize> = series
        .iter()
        .flat_map(|series| series.values.by_index.keys().copied())
        .collect();
    points.sort_unstable();
    points.dedup();
    for point in points {
        let category = Cell::new(0, &first.categories.shown(point), false);
        let values = (1..)
            .zip(&series)
            .filter_map(|(column, series)| Cell::new(column, &series.values.shown(point), true));
        rows.push(Row {
            number: None,
            cells: category.into_iter().chain(values).collect(),
            ..Row::default()
        });
    }
    rows.finish();
}

impl Points {
    fn shown(&self, index: usize) -> String {
        let Some(text) = self.by_index.get(&index) else {
            return String::new();
        };
        match (&self.format, text.parse::<f64>()) {
            (Some(format), Ok(number)) => format.show(number, Epoch::Y1900),
            _ => text.clone(),
        }
    }
}

/// The title of a chart and its series.
fn parse(text: &str) -> (String, Vec<Series>) {
    let mut title = String::new();
    let mut all: Vec<Series> = Vec::new();
    let mut part = None;
    let mut point = None;
    let mut xml = Xml::new(text);
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) => match element.name() {
                // The first one: axes have titles as well.
                "title" if title.is_empty() && all.is_empty() => title = title_text(&mut xml),
                "ser" if all.len() < SERIES_MAX => all.push(Series::default()),
                "pt" => point = element.number("idx").filter(|&point| point < POINTS_MAX),
                "v" => {
                    let value = xml.text();
                    put(&mut all, part, point, value);
                }
                "formatCode" => {
                    let code = xml.text();
                    if let Some(points) = points(&mut all, part) {
                        points.format = Some(NumberFormat::parse(&code));
                    }
                }
                _ => part = part_of(&element).or(part),
            },
            Token::Close(end) if end.name() == "ser" => part = None,
            Token::Close(_) | Token::Text(_) => {}
        }
    }
    (title, all)
}

fn part_of(element: &Element<'_>) -> Option<Part> {
    match element.name() {
        "tx" => Some(Part::Name),
        "cat" | "xVal" => Some(Part::Categories),
        "val" | "yVal" => Some(Part::Values),
        _ => None,
    }
}

fn points(all: &mut [Series], part: Option<Part>) -> Option<&mut Points> {
    let series = all.last_mut()?;
    match part? {
        Part::Name => None,
        Part::Categories => Some(&mut series.categories),
        Part::Values => Some(&mut series.values),
    }
}

fn put(all: &mut [Series], part: Option<Part>, point: Option<usize>, value: String) {
    if part == Some(Part::Name) {
        if let Some(series) = all.last_mut() {
            series.name = value;
        }
    } else if let (Some(points), Some(point)) = (points(all, part), point) {
        points.by_index.insert(point, value);
    }
}

/// The text of the title that was just opened.
fn title_text(xml: &mut Xml<'_>) -> String {
    let mut text = String::new();
    let mut in_text = false;
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) if element.name() == "t" => in_text = true,
            Token::Close(end) => match end.name() {
                "t" => in_text = false,
                "p" => text.push(' '),
                "title" => break,
                _ => {}
            },
            Token::Text(piece) if in_text => text.push_str(&piece),
            Token::Open(_) | Token::Text(_) => {}
        }
    }
    text.trim().to_owned()
}
