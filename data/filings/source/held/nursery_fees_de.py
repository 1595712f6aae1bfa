"""German rules and fees of day nurseries: python-docx, LibreOffice Writer; paragraphs with gaps, contributions by income over pages."""
import pathlib, subprocess, sys
from docx import Document
from docx.enum.section import WD_ORIENT
from docx.oxml import OxmlElement
from docx.shared import Cm, Pt
OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
WORK = pathlib.Path(sys.argv[1])
d = Document(); d.styles["Normal"].font.name = "Liberation Sans"; d.styles["Normal"].font.size = Pt(10)
s = d.sections[0]; s.page_width, s.page_height, s.left_margin, s.right_margin = Cm(21), Cm(29.7), Cm(2.3), Cm(2.3)
s.header.paragraphs[0].text = "Gemeinde Rothenspring – Satzung über die Kindertageseinrichtungen"
s.footer.paragraphs[0].text = "Amtsblatt 9/2026"
def H(t): d.add_heading(t, 2)
def P(*ts):
    for t in ts: d.add_paragraph(t).paragraph_format.space_after = Pt(3)
def L(*ts, style="List Bullet"):
    for t in ts: d.add_paragraph(t, style=style)
def table(rows, spans=(), heads=1, widths=()):
    t = d.add_table(len(rows), len(rows[0])); t.style = "Table Grid"; t.autofit = False
    for column, width in zip(t.columns, widths or [16.2 / len(rows[0])] * len(rows[0])): column.width = Cm(width)
    for i, r in enumerate(rows):
        for j, c in enumerate(r): t.cell(i, j).text = str(c); t.cell(i, j).width = t.columns[j].width
        if i < heads: t.rows[i]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    for a, b in spans:
        x = t.cell(*a).text; t.cell(*a).merge(t.cell(*b)).text = x
    d.add_paragraph()
d.add_heading("Satzung über den Besuch und die Gebühren der Kindertageseinrichtungen", 1)
P("Der Gemeinderat hat am 23. April 2026 folgende Satzung beschlossen. Sie tritt am 1. August 2026 in Kraft.")
H("§ 1 Geltung"); P("Die Satzung gilt für die Einrichtungen der Gemeinde Rothenspring nach Anlage 1. Für den Waldkindergarten des Vereins Wurzelzwerge gilt sie nicht.")
H("§ 2 Begriffe"); P("(1) Krippenkind ist ein Kind unter drei Jahren, Kindergartenkind ein Kind ab drei Jahren bis zur Einschulung, Hortkind ein Schulkind bis zum Ende der vierten Klasse.", "(2) Kernzeit ist die Zeit von 8:30 bis 12:30 Uhr, in der alle Kinder anwesend sind.", "(3) Einkommen ist das Bruttoeinkommen der Eltern im vorletzten Kalenderjahr, vermindert um 4.000 Euro für jedes Kind.", "(4) Buchungszeit ist die vereinbarte Zahl der Stunden am Tag im Durchschnitt der Woche.")
H("§ 3 Aufnahme"); P("(1) Die Anmeldung für das neue Jahr ist bis zum 28. Februar abzugeben. Später eingegangene Anmeldungen werden nur bei freien Plätzen berücksichtigt.", "(2) Reichen die Plätze nicht, so werden sie in dieser Reihenfolge vergeben:")
L("Kinder im letzten Jahr vor der Einschulung,", "Kinder, deren Wohl sonst gefährdet wäre,", "Kinder alleinerziehender Berufstätiger,", "Geschwister von Kindern, die die Einrichtung besuchen,", "Kinder, deren Eltern beide berufstätig sind,", "übrige Kinder nach dem Alter.", style="List Number")
P("(3) Bei der Aufnahme sind vorzulegen: der Impfnachweis gegen Masern, die Bescheinigung des Arztes, die nicht älter als 14 Tage ist, der Einkommensnachweis und die Liste der Personen, die das Kind abholen dürfen.")
H("§ 4 Eingewöhnung"); P("Die Eingewöhnung dauert bei Krippenkindern vier Wochen, bei Kindergartenkindern eine Woche. In dieser Zeit bleibt ein Elternteil erreichbar und ist innerhalb von 20 Minuten in der Einrichtung. Die Gebühr ermäßigt sich in diesem Monat um ein Viertel.")
H("§ 6 Krankheit"); P("(1) Kranke Kinder bleiben zu Hause. Die Eltern melden dies bis 8:15 Uhr.", "(2) Nach folgenden Krankheiten ist ein Attest nötig:")
L("Masern", "Scharlach", "Keuchhusten", "Hepatitis A", "Krätze", "Hirnhautentzündung")
P("(3) Arzneimittel werden nur mit schriftlicher Anweisung des Arztes gegeben. Bei Durchfall darf das Kind 48 Stunden nach dem letzten Auftreten wiederkommen, bei Fieber nach 24 Stunden.")
H("§ 7 Schließzeiten"); P("Die Einrichtungen sind an höchstens 27 Tagen im Jahr geschlossen, davon 15 Tage im August. Das Haus Lindenhof hat im August eine Notgruppe; sie kostet 14 Euro am Tag.")
H("§ 9 Kündigung"); P("Die Eltern können mit einer Frist von sechs Wochen zum Monatsende kündigen, in den letzten drei Monaten vor der Einschulung nicht mehr. Die Gemeinde kann kündigen, wenn das Kind länger als vier Wochen unentschuldigt fehlt, wenn zwei Monatsgebühren ausstehen oder wenn das Kind dreimal nach der Schließung abgeholt wurde.")
H("§ 10 Gebühren"); P("(1) Die Gebühr richtet sich nach Anlage 2. Sie wird für zwölf Monate erhoben und ist am 5. des Monats fällig.", "(2) Für das zweite Kind einer Familie in einer Einrichtung werden 60 Prozent, für das dritte 25 Prozent erhoben; weitere Kinder sind frei. Erstes Kind ist das jüngste.", "(3) Im letzten Jahr vor der Einschulung ist eine Buchungszeit bis sechs Stunden frei; darüber wird nur der Unterschied zur Gebühr für sechs Stunden erhoben.", "(4) Wird das Einkommen nicht nachgewiesen, gilt die höchste Stufe. Ändert es sich um mehr als 15 Prozent, wird neu festgesetzt.", "(5) Für Kinder mit Wohnung außerhalb der Gemeinde erhöht sich die Gebühr um 20 Prozent.")
H("§ 11 Essen und Nebenkosten")
table([["Leistung", "Einheit", "Krippe", "Kindergarten", "Hort"], ["Mittagessen", "Tag", "3,10", "3,60", "4,20"], ["Frühstück", "Monat", "9,00", "11,00", "–"], ["Getränke und Obst", "Monat", "6,50", "6,50", "5,00"], ["Windeln", "Monat", "22,00", "–", "–"], ["Bastelgeld", "Halbjahr", "8,00", "15,00", "12,00"], ["Verspätete Abholung", "je 15 Minuten", "12,00", "12,00", "10,00"], ["Änderung der Buchungszeit", "je Änderung", "20,00", "20,00", "20,00"]], widths=(5.2, 3.0, 2.4, 3.2, 2.2))
P("Das Mittagessen ist bis 7:45 Uhr abzubestellen, sonst wird es berechnet. Die erste Änderung der Buchungszeit im Jahr ist frei.")
H("§ 12 Elternbeirat"); P("Je Gruppe werden zwei Vertreter gewählt, spätestens bis zum 15. Oktober. Der Beirat tagt viermal im Jahr. Er ist zu hören vor Änderungen der Öffnungszeiten, der Gebühren, des Speiseplans und der Schließtage.")
H("§ 14 Haftung"); P("Für Kleidung und Spielzeug wird nicht gehaftet. Die Aufsicht beginnt mit der Übergabe an die Fachkraft und endet mit der Übergabe an die abholende Person, die mindestens 13 Jahre alt sein muss.")
d.add_page_break(); H("Anlage 1: Einrichtungen")
table([["Haus", "Ortsteil", "Plätze", "", "", "Öffnungszeit", "Leitung"], ["", "", "Krippe", "Kiga", "Hort", "", ""], ["Lindenhof", "Mitte", 36, 75, 40, "6:30–17:30", "Frau Ahlers"], ["Spatzennest", "Mitte", 24, 50, 0, "7:00–16:30", "Frau Dorn"], ["Regenbogen", "Obertal", 12, 50, 20, "7:00–16:00", "Herr Keil"], ["Am Mühlbach", "Untertal", 24, 25, 0, "7:00–15:30", "Frau Mertens"], ["Pfiffikus", "Grubenfeld", 0, 75, 60, "6:45–17:00", "Herr Sand"], ["Sonnenhügel", "Weinberg", 18, 50, 20, "7:00–17:00", "Frau Ulmer"], ["Kleine Eule", "Bahnhof", 30, 0, 0, "6:00–18:00", "Frau Voss"]], [((0, 2), (0, 4)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 5), (1, 5)), ((0, 6), (1, 6))], 2, (2.9, 2.5, 1.6, 1.4, 1.4, 3.2, 3.0))
H("Anlage 2: Monatliche Gebühr in Euro")
inc = ["bis 20.000", "bis 25.000", "bis 30.000", "bis 36.000", "bis 42.000", "bis 48.000", "bis 55.000", "bis 62.000", "bis 70.000", "bis 80.000", "bis 95.000", "über 95.000"]
rows = [["Stufe", "Einkommen im Jahr", "Krippe, Stunden am Tag", "", "", "", "Kindergarten, Stunden am Tag", "", "", "", "Hort"], ["", "", "4", "6", "8", "10", "4", "6", "8", "10", ""]]
for i, x in enumerate(inc):
    k = 52 + 23 * i + i * i
    rows.append([i + 1, x, *[round(k * f) for f in (1, 1.38, 1.77, 2.15)], *[round(k * .58 * f) for f in (1, 1.38, 1.77, 2.15)], round(k * .47)])
table(rows, [((0, 2), (0, 5)), ((0, 6), (0, 9)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 10), (1, 10))], 2, (1.4, 2.9) + (1.35,) * 8 + (1.3,))
P("Für fünf, sieben und neun Stunden wird der Mittelwert der benachbarten Spalten erhoben, aufgerundet auf volle Euro. In den Ferien kostet der Hort ganztags 6,50 Euro am Tag mehr.")
H("Beispiel"); P("Eine Familie mit einem Einkommen von 40.000 Euro hat ein Krippenkind mit acht Stunden und ein Kindergartenkind mit sechs Stunden. Für das Krippenkind, das jüngere, sind in Stufe 5 283 Euro zu zahlen, für das Kindergartenkind 60 Prozent von 128 Euro, also 76,80 Euro; zusammen 359,80 Euro.")
d.save(WORK / "rothenspring-kita-satzung.docx")
subprocess.run(["soffice", "--headless", "--convert-to", "pdf", "--outdir", str(OUT), str(WORK / "rothenspring-kita-satzung.docx")], check=True, capture_output=True)
