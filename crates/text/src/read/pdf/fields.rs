//! What people filled into a form: it stands in annotations, not in the page's
//! own content, and is laid over the page where the field lies.

use pdf_oxide::annotation_types::WidgetFieldType;
use pdf_oxide::annotations::Annotation;

use super::frame::Frame;
use super::glyphs::{Glyph, usual_width};
use super::source::Source;

/// Characters taken from one field at most.
const FIELD_CHARS_MAX: usize = 20_000;

/// The filled fields of page `index` as glyphs in the upright frame.
pub(super) fn glyphs(source: &Source, index: usize, frame: Frame) -> Vec<Glyph> {
    let mut glyphs = Vec::new();
    for annotation in source.document.get_annotations(index).unwrap_or_default() {
        let (Some(value), Some(rect)) = (value(&annotation), annotation.rect) else {
            continue;
        };
        let rect = rect.map(|edge| edge as f32);
        if rect.iter().all(|edge| edge.is_finite()) {
            let (xa, ya) = frame.apply(rect[0], rect[1]);
            let (xb, yb) = frame.apply(rect[2], rect[3]);
            let area = [xa.min(xb), ya.min(yb), xa.max(xb), ya.max(yb)];
            lay(&value, area, &mut glyphs);
        }
    }
    glyphs
}

/// The text a field shows; `None` for empty fields and other annotations.
fn value(annotation: &Annotation) -> Option<String> {
    let text = match annotation.subtype.as_deref()? {
        "Widget" => match annotation.field_type.as_ref()? {
            WidgetFieldType::Text => annotation.field_value.clone()?,
            WidgetFieldType::Checkbox { checked: true } => "✔".to_owned(),
            WidgetFieldType::Radio { selected: Some(_) } => match &annotation.appearance_state {
                Some(state) if state != "Off" => "✔".to_owned(),
                _ => return None,
            },
            WidgetFieldType::Choice { selected, .. } => selected.clone()?,
            _ => return None,
        },
        "FreeText" => annotation.contents.clone()?,
        _ => return None,
    };
    let clean: String = text
        .chars()
        .filter(|ch| !matches!(ch, '\0' | '\u{FFFD}' | '\u{FEFF}'))
        .take(FIELD_CHARS_MAX)
        .collect();
    (!clean.trim().is_empty()).then_some(clean)
}

/// Sets a value into its box: in one line, or wrapped when the box is high.
fn lay(value: &str, [x0, y0, x1, y1]: [f32; 4], glyphs: &mut Vec<Glyph>) {
    let (width, height) = ((x1 - x0).max(4.0), (y1 - y0).max(4.0));
    let size = (0.72 * height).clamp(4.0, 9.0);
    let lines = if height > 2.2 * size {
        wrapped(value, width, size)
    } else {
        vec![flat(value)]
    };
    let first = if lines.len() == 1 {
        y0 + (height + 0.7 * size) / 2.0
    } else {
        y0 + size
    };
    for (index, line) in lines.iter().enumerate() {
        let natural: f32 = line.chars().map(|ch| usual_width(ch) * size).sum();
        let squeeze = (width / natural.max(1.0)).min(1.0);
        let mut x = x0 + 1.0;
        for ch in line.chars() {
            let advance = usual_width(ch) * size * squeeze;
            let y = first + index as f32 * 1.2 * size;
            glyphs.push(Glyph {
                ch,
                x,
                y,
                width: advance,
                size: size * squeeze,
                bold: false,
                typewriter: false,
            });
            x += advance;
        }
    }
}

fn flat(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn wrapped(value: &str, width: f32, size: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in value
        .split(['\n', '\r'])
        .filter(|line| !line.trim().is_empty())
    {
        let mut line = String::new();
        let mut used = 0.0;
        for word in paragraph.split_whitespace() {
            let length: f32 = word.chars().map(|ch| usual_width(ch) * size).sum();
            if !line.is_empty() && used + length > width {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            used += length + 0.28 * size;
        }
        lines.push(line);
    }
    lines
}
