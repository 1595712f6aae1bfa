//! Small PDFs drawn by the tests, with the standard fonts, so that each rule
//! of the reader has a page made for it.

/// Content of one page: drawing operators.
#[derive(Default, Clone)]
pub struct Drawn {
    operators: String,
    rotate: i32,
}

impl Drawn {
    pub fn new() -> Self {
        Self::default()
    }

    /// Text in Helvetica at a place from the bottom left corner of a page of
    /// 612 by 792 points.
    pub fn text(self, x: f32, y: f32, size: f32, text: &str) -> Self {
        self.set("F1", [1.0, 0.0, 0.0, 1.0, x, y], size, text)
    }

    pub fn bold(self, x: f32, y: f32, size: f32, text: &str) -> Self {
        self.set("F2", [1.0, 0.0, 0.0, 1.0, x, y], size, text)
    }

    /// Text that runs up the page.
    pub fn upward(self, x: f32, y: f32, size: f32, text: &str) -> Self {
        self.set("F1", [0.0, 1.0, -1.0, 0.0, x, y], size, text)
    }

    /// Lines of text, one under the other.
    pub fn lines(self, x: f32, y: f32, size: f32, lines: &[&str]) -> Self {
        let mut page = self;
        for (index, line) in lines.iter().enumerate() {
            page = page.text(x, y - index as f32 * 1.2 * size, size, line);
        }
        page
    }

    /// Extra space after each character, as producers set columns apart
    /// without any space between them.
    pub fn spaced(mut self, x: f32, y: f32, size: f32, parts: &[(&str, f32)]) -> Self {
        self.operators
            .push_str(&format!("BT /F1 {size} Tf {x} {y} Td\n"));
        for (text, space) in parts {
            self.operators
                .push_str(&format!("{space} Tc ({}) Tj\n", escaped(text)));
        }
        self.operators.push_str("0 Tc ET\n");
        self
    }

    pub fn ruled(mut self, x0: f32, y0: f32, x1: f32, y1: f32) -> Self {
        self.operators
            .push_str(&format!("{x0} {y0} m {x1} {y1} l S\n"));
        self
    }

    pub fn rotate(mut self, degrees: i32) -> Self {
        self.rotate = degrees;
        self
    }

    fn set(mut self, font: &str, matrix: [f32; 6], size: f32, text: &str) -> Self {
        let [a, b, c, d, e, f] = matrix;
        self.operators.push_str(&format!(
            "BT /{font} {size} Tf {a} {b} {c} {d} {e} {f} Tm ({}) Tj ET\n",
            escaped(text)
        ));
        self
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('(', "\\(")
        .replace(')', "\\)")
}

/// The bytes of a PDF of these pages.
pub fn pdf(pages: &[Drawn]) -> Vec<u8> {
    pdf_with(pages, "")
}

/// The same with further entries of the information dictionary.
pub fn pdf_with(pages: &[Drawn], info: &str) -> Vec<u8> {
    let mut objects: Vec<String> = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        String::new(),
        font("Helvetica"),
        font("Helvetica-Bold"),
        format!("<< {info} >>"),
    ];
    let mut kids = String::new();
    for page in pages {
        let number = objects.len() + 1;
        kids.push_str(&format!("{number} 0 R "));
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate {} /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>",
            page.rotate,
            number + 1
        ));
        let stream = &page.operators;
        objects.push(format!(
            "<< /Length {} >>\nstream\n{stream}\nendstream",
            stream.len() + 1
        ));
    }
    objects[1] = format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len());
    written(&objects)
}

fn font(name: &str) -> String {
    format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>")
}

pub fn written(objects: &[String]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n{object}\nendobj\n", index + 1).bytes());
    }
    let start = bytes.len();
    bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for offset in offsets {
        bytes.extend(format!("{offset:010} 00000 n \n").bytes());
    }
    let size = objects.len() + 1;
    bytes.extend(
        format!("trailer\n<< /Size {size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{start}\n%%EOF\n")
            .bytes(),
    );
    bytes
}
