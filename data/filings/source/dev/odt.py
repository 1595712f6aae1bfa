"""Flat OpenDocument text from marked lines: headings, numbered paragraphs, lists, tables, contents.

A line starts with a mark: T title, C centred, H part, S section, P paragraph, N numbered
paragraph, L list entry, B and BB real bullets of two levels, TABLE name, TOC, BREAK.
"""

from xml.sax.saxutils import escape

SPACES = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"' for name, urn in [
    ("office", "office"), ("style", "style"), ("text", "text"), ("table", "table"), ("fo", "xsl-fo-compatible")])
PARAGRAPHS = {  # mark -> style name, paragraph properties, text properties
    "T": ("Titel", 'fo:margin-bottom="0.4cm" fo:text-align="center"', 'fo:font-size="16pt" fo:font-weight="bold"'),
    "C": ("Mitte", 'fo:margin-bottom="0.5cm" fo:text-align="center"', 'fo:font-size="11pt"'),
    "P": ("Absatz", 'fo:margin-bottom="0.25cm" fo:text-align="justify"', 'fo:font-size="11pt"'),
    "N": ("Nummer", 'fo:margin-bottom="0.2cm" fo:margin-left="0.8cm" fo:text-indent="-0.8cm" fo:text-align="justify"', 'fo:font-size="11pt"'),
    "L": ("Liste", 'fo:margin-bottom="0.1cm" fo:margin-left="1.5cm" fo:text-indent="-0.6cm"', 'fo:font-size="11pt"'),
}
HEADINGS = {"H": (1, 'fo:font-size="13pt" fo:font-weight="bold"'), "S": (2, 'fo:font-size="11pt" fo:font-weight="bold"')}


def paragraph(style, text):
    return f'<text:p text:style-name="{style}">{escape(text)}</text:p>'


def table(name, widths, rows, right=(), bands=False):
    """The first row is the header, repeated on each page. A row of one cell spans the table."""
    columns = "".join(f'<table:table-column table:style-name="w{str(w).replace(".", "_")}"/>' for w in widths)

    def cells(row, style):
        if len(row) == 1 and bands:
            covered = "<table:covered-table-cell/>" * (len(widths) - 1)
            return (f'<table:table-cell table:style-name="band" table:number-columns-spanned="{len(widths)}">'
                    f'{paragraph("Fett", row[0])}</table:table-cell>{covered}')
        return "".join(f'<table:table-cell table:style-name="cell">{paragraph("Rechts" if i in right and style != "Fett" else style, c)}</table:table-cell>'
                       for i, c in enumerate(row))

    head = f"<table:table-header-rows><table:table-row>{cells(rows[0], 'Fett')}</table:table-row></table:table-header-rows>"
    rest = "".join(f'<table:table-row table:style-name="row">{cells(row, "Zelle")}</table:table-row>' for row in rows[1:])
    return f'<table:table table:name="{name}">{columns}{head}{rest}</table:table>{paragraph("Absatz", "")}'


def body(text, tables=None):
    out, entries, lines = [], [], text.strip().splitlines()
    for index, line in enumerate(lines):
        mark, _, rest = line.partition(" ")
        if mark == "TABLE":
            out.append(tables[rest])
        elif mark == "TOC":
            out.append("@TOC@")
        elif mark == "BREAK":
            out.append('<text:p text:style-name="Umbruch"/>')
        elif mark in HEADINGS:
            level = HEADINGS[mark][0]
            entries.append((level, rest))
            out.append(f'<text:h text:style-name="Heading{level}" text:outline-level="{level}">{escape(rest)}</text:h>')
        elif mark in ("B", "BB"):
            item = f'<text:list-item>{paragraph("Zelle", rest)}</text:list-item>'
            if mark == "BB":
                item = f'<text:list-item><text:list>{item}</text:list></text:list-item>'
            out.append(f'<text:list text:style-name="Punkte" text:continue-numbering="true">{item}</text:list>')
        else:
            out.append(paragraph(PARAGRAPHS[mark][0], rest))
    return "".join(out).replace("@TOC@", contents(entries)).replace('</text:list><text:list text:style-name="Punkte" text:continue-numbering="true">', "")


def contents(entries):
    """Written out without page numbers, as many by-laws have it."""
    rows = [paragraph("Fett", "Inhaltsübersicht")]
    rows += [paragraph("Inhalt1" if level == 1 else "Inhalt2", title) for level, title in entries]
    return "".join(rows) + paragraph("Absatz", "")


def document(content, language, country, footer, font="Liberation Serif"):
    styles = [f'<style:style style:name="{n}" style:family="paragraph"><style:paragraph-properties {p}/><style:text-properties {t}/></style:style>'
              for n, p, t in PARAGRAPHS.values()]
    styles += [f'<style:style style:name="Heading{level}" style:family="paragraph" style:default-outline-level="{level}"><style:paragraph-properties '
               f'fo:keep-with-next="always" fo:margin-top="0.4cm" fo:margin-bottom="0.2cm"/><style:text-properties {t}/></style:style>'
               for level, t in HEADINGS.values()]
    for name, p, t in [("Fett", "", 'fo:font-size="10pt" fo:font-weight="bold"'), ("Zelle", "", 'fo:font-size="10pt"'),
                       ("Rechts", 'fo:text-align="end"', 'fo:font-size="10pt"'), ("Inhalt1", 'fo:margin-top="0.15cm"', 'fo:font-size="10pt"'),
                       ("Inhalt2", 'fo:margin-left="0.8cm"', 'fo:font-size="10pt"'), ("Umbruch", 'fo:break-before="page"', "")]:
        styles.append(f'<style:style style:name="{name}" style:family="paragraph"><style:paragraph-properties {p}/><style:text-properties {t}/></style:style>')
    bullets = "".join(f'<text:list-level-style-bullet text:level="{n}" text:bullet-char="{c}"><style:list-level-properties '
                      f'text:space-before="{0.6 * n}cm" text:min-label-width="0.5cm"/></text:list-level-style-bullet>' for n, c in ((1, "•"), (2, "–")))
    automatic = "".join(f'<style:style style:name="w{str(w).replace(".", "_")}" style:family="table-column"><style:table-column-properties '
                        f'style:column-width="{w}cm"/></style:style>' for w in (1.5, 2, 2.5, 3, 4, 5, 6, 7, 9))
    automatic += ('<style:style style:name="cell" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #444444" fo:padding="0.08cm"/></style:style>'
                  '<style:style style:name="band" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #444444" fo:background-color="#e8e8e8" fo:padding="0.08cm"/></style:style>'
                  '<style:style style:name="row" style:family="table-row"><style:table-row-properties fo:keep-together="always"/></style:style>'
                  '<style:page-layout style:name="A4"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2.2cm"/>'
                  '<style:footer-style><style:header-footer-properties fo:margin-top="0.4cm"/></style:footer-style></style:page-layout>')
    return (f'<?xml version="1.0" encoding="UTF-8"?><office:document {SPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">'
            f'<office:styles><style:default-style style:family="paragraph"><style:text-properties style:font-name="{font}" fo:font-family="{font}" fo:language="{language}" '
            f'fo:country="{country}"/></style:default-style>{"".join(styles)}<text:list-style style:name="Punkte">{bullets}</text:list-style></office:styles>'
            f'<office:automatic-styles>{automatic}</office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="A4">'
            f'<style:footer><text:p text:style-name="Mitte">{escape(footer)}<text:page-number/></text:p></style:footer></style:master-page></office:master-styles>'
            f'<office:body><office:text>{content}</office:text></office:body></office:document>')
