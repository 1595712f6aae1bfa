//! Charts as SVG inside the page: they take colours and type from its style sheet.

use std::fmt::Write as _;

use super::escape::escape;
use super::report::{Report, SetReport, SweepTold, Verdict};
use super::{Difference, Measure};

/// Width of every chart, in units of its view box.
const WIDTH: f64 = 720.0;
/// Room for the names of the variations, and how much of one is shown.
const NAMES_WIDTH: f64 = 220.0;
const NAME_CHARS: usize = 30;
/// Height of a line of the differences, and of a sweep's drawing.
const LINE_HEIGHT: f64 = 24.0;
const SWEEP_HEIGHT: f64 = 220.0;
/// Room around the drawing: above, right, below for the numbers.
const ABOVE: f64 = 14.0;
const RIGHT: f64 = 24.0;
const BELOW: f64 = 34.0;

/// A straight axis between two values.
struct Axis {
    from: f64,
    to: f64,
    step: f64,
    start: f64,
    end: f64,
}

impl Axis {
    /// An axis over `low` to `high` with round steps, drawn from `start` to `end`.
    fn over(low: f64, high: f64, start: f64, end: f64) -> Axis {
        let span = (high - low).max(1e-6);
        let rough = span / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|step| *step >= rough * 0.999)
            .unwrap_or(power * 10.0);
        Axis {
            from: (low / step).floor() * step,
            to: (high / step).ceil() * step,
            step,
            start,
            end,
        }
    }

    fn at(&self, value: f64) -> f64 {
        let share = (value - self.from) / (self.to - self.from);
        self.start + share * (self.end - self.start)
    }

    /// The round values, with their labels.
    fn ticks(&self) -> Vec<(f64, String)> {
        let count = ((self.to - self.from) / self.step).round() as usize;
        let digits = (-self.step.log10().floor()).max(0.0) as usize;
        (0..=count)
            .map(|at| {
                let value = self.from + at as f64 * self.step;
                let label = format!("{value:.digits$}");
                let nothing = label.trim_start_matches(['-', '0', '.']).is_empty();
                (
                    value,
                    if nothing {
                        "0".to_owned()
                    } else {
                        label.replace('-', "−")
                    },
                )
            })
            .collect()
    }
}

/// Differences to the baseline, a line each, with their intervals.
pub(super) fn differences(report: &Report, set: &SetReport) -> String {
    let lines: Vec<(&str, Difference)> = report
        .variations
        .iter()
        .zip(&set.rows)
        .filter_map(|(told, row)| Some((told.name.as_str(), row.measure(set.metric)?.difference?)))
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    let ends = lines
        .iter()
        .flat_map(|(_, one)| [one.mean.low, one.mean.high]);
    let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), end| {
        (low.min(end), high.max(end))
    });
    let axis = Axis::over(low, high.max(low + 0.01), NAMES_WIDTH, WIDTH - RIGHT);
    let bottom = ABOVE + LINE_HEIGHT * lines.len() as f64;
    let mut svg = open(
        bottom + BELOW,
        &format!(
            "{} on {}: differences to {}",
            set.metric.name(),
            set.name,
            report.baseline
        ),
    );
    for (value, label) in axis.ticks() {
        let x = axis.at(value);
        let class = if label == "0" { "zero" } else { "grid" };
        line(&mut svg, class, (x, ABOVE), (x, bottom));
        text(&mut svg, ("tick", "middle"), (x, bottom + 16.0), &label);
    }
    for (at, (name, difference)) in lines.iter().enumerate() {
        let y = ABOVE + LINE_HEIGHT * (at as f64 + 0.5);
        text(
            &mut svg,
            ("name", "end"),
            (NAMES_WIDTH - 12.0, y + 4.0),
            &shortened(name),
        );
        let class = class_of(Some(difference));
        let mean = difference.mean;
        line(
            &mut svg,
            class,
            (axis.at(mean.low), y),
            (axis.at(mean.high), y),
        );
        dot(
            &mut svg,
            class,
            (axis.at(mean.mean), y),
            &told(name, difference),
        );
    }
    svg.push_str("</svg>");
    svg
}

/// The charts' measure over the values of a sweep, with intervals.
pub(super) fn sweep(set: &SetReport, sweep: &SweepTold) -> String {
    let points: Vec<(&str, &Measure)> = sweep
        .points
        .iter()
        .filter_map(|(value, at)| Some((value.as_str(), set.rows[*at].measure(set.metric)?)))
        .collect();
    if points.is_empty() {
        return String::new();
    }
    let ends = points
        .iter()
        .flat_map(|(_, one)| [one.mean.low, one.mean.high]);
    let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| {
        (low.min(end), high.max(end))
    });
    let (left, bottom) = (56.0, ABOVE + SWEEP_HEIGHT);
    let axis = Axis::over(low, high.max(low + 0.01), bottom, ABOVE);
    let mut svg = open(
        bottom + BELOW + 14.0,
        &format!("{} on {} by {}", set.metric.name(), set.name, sweep.key),
    );
    for (value, label) in axis.ticks() {
        let y = axis.at(value);
        line(&mut svg, "grid", (left, y), (WIDTH - RIGHT, y));
        text(&mut svg, ("tick", "end"), (left - 8.0, y + 4.0), &label);
    }
    let room = (WIDTH - RIGHT - left) / points.len() as f64;
    let x_of = |at: usize| left + room * (at as f64 + 0.5);
    let means = points.iter().enumerate();
    let path: Vec<String> = means
        .map(|(at, (_, one))| format!("{:.1},{:.1}", x_of(at), axis.at(one.mean.mean)))
        .collect();
    let _ = write!(
        svg,
        "<polyline class=\"path\" points=\"{}\"/>",
        path.join(" ")
    );
    for (at, (value, one)) in points.iter().enumerate() {
        let x = x_of(at);
        let class = class_of(one.difference.as_ref());
        line(
            &mut svg,
            class,
            (x, axis.at(one.mean.low)),
            (x, axis.at(one.mean.high)),
        );
        let title = format!("{} {value}: {}", sweep.name, set.metric.show(one.mean.mean));
        dot(&mut svg, class, (x, axis.at(one.mean.mean)), &title);
        text(
            &mut svg,
            ("tick", "middle"),
            (x, bottom + 18.0),
            &shortened(value),
        );
    }
    let middle = (left + WIDTH - RIGHT) / 2.0;
    text(
        &mut svg,
        ("name", "middle"),
        (middle, bottom + 38.0),
        &sweep.key,
    );
    svg.push_str("</svg>");
    svg
}

/// The class of a difference: what it is drawn like.
pub(super) fn class_of(difference: Option<&Difference>) -> &'static str {
    match difference {
        Some(one) if one.verdict != Verdict::NotShown && one.mean.mean > 0.0 => "up",
        Some(one) if one.verdict != Verdict::NotShown => "down",
        _ => "same",
    }
}

fn told(name: &str, difference: &Difference) -> String {
    let mean = difference.mean;
    format!(
        "{name}: {:+.3} [{:+.3}, {:+.3}], {}",
        mean.mean,
        mean.low,
        mean.high,
        difference.verdict.as_str()
    )
}

fn shortened(name: &str) -> String {
    match name.chars().count() > NAME_CHARS {
        true => name.chars().take(NAME_CHARS - 1).chain(['…']).collect(),
        false => name.to_owned(),
    }
}

fn open(height: f64, label: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH:.0} {height:.0}\" role=\"img\" aria-label=\"{}\">",
        escape(label)
    )
}

fn line(svg: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ = write!(
        svg,
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    );
}

fn dot(svg: &mut String, class: &str, at: (f64, f64), title: &str) {
    let _ = write!(
        svg,
        "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\"><title>{}</title></circle>",
        at.0,
        at.1,
        escape(title)
    );
}

fn text(svg: &mut String, (class, anchor): (&str, &str), at: (f64, f64), text: &str) {
    let _ = write!(
        svg,
        "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        at.0,
        at.1,
        escape(text)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers_that_hold_all_values() {
        for (low, high, first, last) in [
            (0.0, 1.0, "0", "1.0"),
            (-0.13, 0.08, "−0.15", "0.10"),
            (0.4, 0.41, "0.400", "0.410"),
            (900.0, 41_000.0, "0", "50000"),
        ] {
            let axis = Axis::over(low, high, 0.0, 100.0);
            let ticks = axis.ticks();
            assert!(
                axis.from <= low && high <= axis.to + 1e-9,
                "{low} to {high}"
            );
            assert_eq!(ticks[0].1, first, "{low} to {high}");
            assert_eq!(ticks[ticks.len() - 1].1, last, "{low} to {high}");
            assert!((3..=12).contains(&ticks.len()), "{}", ticks.len());
        }
    }
}
