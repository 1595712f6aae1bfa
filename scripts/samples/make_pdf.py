"""Sets a marked-up text as a PDF with headings, tables, running lines and an outline.

    python3 scripts/samples/make_pdf.py

writes samples/documents/heat-pump-manual.pdf from heat-pump-manual.txt beside
this script. Needs nothing but Python; the same input gives the same bytes.

Mark-up, a line each: `@page` starts a page, `#` and `##` are headings,
`@table TITLE` … `@end` is a table with cells between `|`, `@contents` is the
list of chapters, everything else is a paragraph.
"""

import zlib
from pathlib import Path

WIDTH, HEIGHT, MARGIN = 595, 842, 64
TOP, BOTTOM = HEIGHT - 84, 76
RUNNING_LEFT = "Skarven 8 - Owner's and installer's manual"
RUNNING_RIGHT = "7714-EN, edition 5"

# Advance widths of Helvetica, in thousandths of the size, for the printable ASCII
# characters from space on; the few others in use follow by name.
ASCII_WIDTHS = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
OTHER_WIDTHS = {"°": 400, "×": 584}


def text_width(text: str, size: float, bold: bool = False) -> float:
    def advance(char: str) -> int:
        if " " <= char <= "~":
            return ASCII_WIDTHS[ord(char) - 32]
        return OTHER_WIDTHS[char]

    # The bold face is a little wider; 7 % covers every line that is set in it.
    return sum(map(advance, text)) * size / 1000 * (1.07 if bold else 1.0)


def wrapped(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and text_width(longer, size, bold) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return lines + [line]


def show(text: str, x: float, y: float, size: float, bold: bool = False) -> str:
    """The operators that set one line of text."""
    escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    face = "F2" if bold else "F1"
    return f"BT /{face} {size} Tf {x:.2f} {y:.2f} Td ({escaped}) Tj ET"


class Layout:
    def __init__(self) -> None:
        self.pages: list[list[str]] = []
        self.outline: list[tuple[int, str, int, float]] = []
        self.y = 0.0

    def new_page(self) -> None:
        self.pages.append([])
        self.y = TOP

    def room(self, height: float) -> None:
        if self.y - height < BOTTOM:
            self.new_page()

    def draw(self, text: str, x: float, y: float, size: float, bold: bool = False) -> None:
        self.pages[-1].append(show(text, x, y, size, bold))

    def rule(self, y: float, weight: float = 0.4) -> None:
        self.pages[-1].append(f"{weight} w {MARGIN} {y:.2f} m {WIDTH - MARGIN} {y:.2f} l S")

    def heading(self, level: int, text: str) -> None:
        size = {1: 18, 2: 13}[level]
        self.room(size * 5)
        self.y -= size * (0.6 if level == 1 else 1.5)
        self.draw(text, MARGIN, self.y, size, bold=True)
        self.outline.append((level, text, len(self.pages) - 1, self.y + size))
        self.y -= size * 0.9

    def paragraph(self, text: str, size: float = 10.5) -> None:
        for line in wrapped(text, size, WIDTH - 2 * MARGIN):
            self.room(size * 1.4)
            self.y -= size * 1.4
            self.draw(line, MARGIN, self.y, size)
        self.y -= size * 0.7

    def table(self, title: str, rows: list[list[str]]) -> None:
        size = 9.5
        count = len(rows[0])
        natural = [max(text_width(row[i], size, True) for row in rows) + 12 for i in range(count)]
        space = WIDTH - 2 * MARGIN
        widths = [n * space / sum(natural) for n in natural]
        self.room(size * 6)
        self.y -= size * 1.8
        self.draw(title, MARGIN, self.y, size, bold=True)
        self.y -= size * 0.6
        for number, row in enumerate(rows):
            cells = [wrapped(c, size, w - 8, number == 0) for c, w in zip(row, widths)]
            height = max(map(len, cells)) * size * 1.25 + size * 0.5
            if self.y - height < BOTTOM:
                self.new_page()
            self.rule(self.y, 0.8 if number < 2 else 0.3)
            x = MARGIN
            for cell, width in zip(cells, widths):
                for index, line in enumerate(cell):
                    if line:
                        self.draw(line, x + 2, self.y - size * 1.2 * (index + 1), size, number == 0)
                x += width
            self.y -= height
        self.rule(self.y, 0.8)
        self.y -= size * 1.2

    def running_lines(self) -> None:
        """Header and footer of every page but the first."""
        count = len(self.pages)
        right = WIDTH - MARGIN - text_width(RUNNING_RIGHT, 8)
        for number, page in enumerate(self.pages[1:], 2):
            label = f"{number} / {count}"
            middle = (WIDTH - text_width(label, 8)) / 2
            page.append(show(RUNNING_LEFT, MARGIN, HEIGHT - 48, 8))
            page.append(show(RUNNING_RIGHT, right, HEIGHT - 48, 8))
            page.append(show(label, middle, 44, 8))


def set_text(source: str) -> Layout:
    layout = Layout()
    layout.new_page()
    lines = iter(source.splitlines())
    chapters = [line[2:] for line in source.splitlines() if line.startswith("# ")]
    for line in lines:
        if line.startswith("@title "):
            layout.y -= 150
            layout.draw(line[7:], MARGIN, layout.y, 24, bold=True)
        elif line.startswith("@subtitle "):
            layout.y -= 30
            layout.draw(line[10:], MARGIN, layout.y, 14)
            layout.y -= 30
        elif line == "@contents":
            layout.y -= 30
            layout.draw("Contents", MARGIN, layout.y, 13, bold=True)
            for number, chapter in enumerate(chapters, 2):
                layout.y -= 17
                layout.draw(chapter, MARGIN, layout.y, 10.5)
                layout.draw(str(number), WIDTH - MARGIN - 14, layout.y, 10.5)
        elif line == "@page":
            layout.new_page()
        elif line.startswith("# "):
            layout.heading(1, line[2:])
        elif line.startswith("## "):
            layout.heading(2, line[3:])
        elif line.startswith("@table "):
            rows = []
            for row in lines:
                if row == "@end":
                    break
                rows.append([cell.strip() for cell in row.split("|")])
            layout.table(line[7:], rows)
        elif line:
            layout.paragraph(line)
    layout.running_lines()
    return layout


def written(layout: Layout, title: str) -> bytes:
    """The objects of the file: catalogue, pages, outline, fonts, then a page and its stream each."""
    count, marks = len(layout.pages), layout.outline
    first_page, first_mark = 7, 7 + 2 * count
    objects = {
        1: "<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R /PageMode /UseOutlines /Lang (en) >>",
        2: f"<< /Type /Pages /Count {count} /Kids [{' '.join(f'{first_page + 2 * i} 0 R' for i in range(count))}] >>",
        3: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        4: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        6: f"<< /Title ({title}) /Author (The Perusal contributors) /CreationDate (D:20250115000000Z) >>",
    }
    for index, page in enumerate(layout.pages):
        number = first_page + 2 * index
        objects[number] = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {number + 1} 0 R"
            " /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>"
        )
        stream = zlib.compress("\n".join(page).encode("cp1252"), 9)
        head = f"<< /Length {len(stream)} /Filter /FlateDecode >>\nstream\n".encode()
        objects[number + 1] = head + stream + b"\nendstream"
    objects.update(outline_objects(marks, first_mark, first_page))
    out = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number in range(1, len(objects) + 1):
        body = objects[number]
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode()
        out += body if isinstance(body, bytes) else body.encode("cp1252")
        out += b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def outline_objects(marks: list, first: int, first_page: int) -> dict[int, str]:
    """A two-level outline: chapters below the root (object 5), sections below their chapter."""
    root, children, parents = 5, {5: []}, {}
    chapter = root
    for index, (level, *_) in enumerate(marks):
        number = first + index
        parent = root if level == 1 else chapter
        if level == 1:
            chapter = number
        parents[number] = parent
        children.setdefault(parent, []).append(number)
    objects = {}
    for index, (_, text, page, y) in enumerate(marks):
        number = first + index
        siblings = children[parents[number]]
        at = siblings.index(number)
        parts = [f"/Title ({text})", f"/Parent {parents[number]} 0 R"]
        parts.append(f"/Dest [{first_page + 2 * page} 0 R /XYZ {MARGIN} {y:.0f} null]")
        if at > 0:
            parts.append(f"/Prev {siblings[at - 1]} 0 R")
        if at + 1 < len(siblings):
            parts.append(f"/Next {siblings[at + 1]} 0 R")
        if number in children:
            below = children[number]
            parts.append(f"/First {below[0]} 0 R /Last {below[-1]} 0 R /Count -{len(below)}")
        objects[number] = f"<< {' '.join(parts)} >>"
    top = children[root]
    objects[root] = f"<< /Type /Outlines /First {top[0]} 0 R /Last {top[-1]} 0 R /Count {len(top)} >>"
    return objects


def main() -> None:
    here = Path(__file__).resolve().parent
    layout = set_text((here / "heat-pump-manual.txt").read_text(encoding="utf-8"))
    path = here.parent.parent / "samples/documents/heat-pump-manual.pdf"
    path.write_bytes(written(layout, "Skarven 8 air-to-water heat pump"))
    print(f"{path.relative_to(here.parent.parent)}: {len(layout.pages)} pages, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
