"""Gerichtskostenordnung of an invented German state. pdfLaTeX with KOMA-Script: paragraphs in two columns, a list of cost numbers over pages, value tables in six columns."""

import os
import pathlib
import subprocess
import sys

WORK, OUT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
TOP = r"""\documentclass[a4paper,10pt,DIV=13]{scrartcl}
\usepackage[T1]{fontenc}\usepackage{textcomp,utopia}\hyphenpenalty=10000\sloppy
\usepackage{longtable,booktabs,multicol,array}\usepackage[headsepline]{scrlayer-scrpage}
\ihead{Landesgerichtskostenordnung (LGKO)}\ohead{Stand: 1. Juli 2026}\cfoot{\pagemark}\pagestyle{scrheadings}
\setkomafont{section}{\normalfont\large\bfseries\centering}\setcounter{secnumdepth}{-1}
\newcommand{\para}[2]{\par\medskip\noindent\textbf{§ #1 #2}\par\nopagebreak\smallskip\noindent\ignorespaces}
\newcommand{\abs}[1]{\par\noindent(#1)\ }
\newcommand{\num}[1]{\par\noindent\hangindent=1.6em\makebox[1.6em][l]{#1.}\ignorespaces}
\newcolumntype{L}[1]{>{\raggedright\arraybackslash}p{#1}}
\setlength{\columnsep}{8mm}\setlength{\parskip}{1.5pt}
\begin{document}
\begin{center}\sffamily{\LARGE\bfseries Landesgerichtskostenordnung}\\[3pt]{\large des Landes Ostfurt (LGKO)}\\[3pt]vom 9. März 2019, zuletzt geändert durch Gesetz vom 20. Mai 2026\end{center}
\begin{multicols}{2}\raggedright
"""
text = [TOP]
add = text.append
section = lambda t: add(rf"\section{{{t}}}")


def para(number, title, *parts):
    """Absätze; a part that is a list holds numbered items."""
    add(rf"\para{{{number}}}{{{title}}}")
    single = sum(isinstance(p, str) for p in parts) == 1
    n = 0
    for p in parts:
        if isinstance(p, list):
            for i, item in enumerate(p, 1):
                add(rf"\num{{{i}}}{item}")
        else:
            n += 1
            add(p if single else rf"\abs{{{n}}}{p}")


section("Abschnitt 1. Allgemeines")
para("1", "Geltung", "Dieses Gesetz gilt für Kosten (Gebühren und Auslagen) in Verfahren vor den Amtsgerichten des Landes Ostfurt in Nachlass-, Grundbuch-, Register- und Schlichtungssachen.")
para("2", "Höhe der Kosten", r"Die Gebühren richten sich nach dem Geschäftswert, soweit nichts anderes bestimmt ist. Sie ergeben sich aus dem Kostenverzeichnis (Anlage 1) und der Gebührentabelle (Anlage 2).", "Tabelle A gilt für Nachlass- und Schlichtungssachen, Tabelle B für Grundbuch- und Registersachen.", r"Der Mindestbetrag einer Gebühr ist 18 Euro. Centbeträge werden nicht gerundet.")
para("3", "Geschäftswert", "Maßgebend ist der Wert zur Zeit der Fälligkeit. Schulden werden nur abgezogen, wo es bestimmt ist.", "Lässt sich der Wert nicht feststellen, so ist er nach billigem Ermessen, sonst mit 6\\,000 Euro anzunehmen.", "Der Geschäftswert beträgt höchstens 30 Millionen Euro, in Registersachen höchstens 2 Millionen Euro.")
para("4", "Kostenbefreiung", "Von Gebühren, nicht von Auslagen, sind befreit:", ["der Bund, die Länder und ihre Gemeinden,", "die Kirchen und andere Religionsgesellschaften des öffentlichen Rechts,", "Krankenhäuser und Pflegeheime gemeinnütziger Träger,", "freiwillige Feuerwehren und Rettungsdienste,", "Hochschulen des Landes,", "Stiftungen, die das Land errichtet hat."])
para("5", "Kostenschuldner", "Die Kosten schuldet, wer das Verfahren beantragt hat. Für Nachlasssachen haften die Erben als Gesamtschuldner.", "Wer eine Erklärung gegenüber dem Gericht übernimmt, haftet neben dem Antragsteller.")
para("6", "Fälligkeit", "Gebühren werden fällig, wenn das Verfahren beendet ist, Auslagen sofort nach ihrer Entstehung. In Schlichtungssachen ist die halbe Gebühr mit dem Antrag zu zahlen.")
para("7", "Vorschuss", "In Verfahren auf Antrag kann das Gericht einen Vorschuss bis zur vollen Gebühr verlangen. Er darf nicht verlangt werden, wenn der Antragsteller Verfahrenskostenhilfe hat oder das Abwarten einen Schaden brächte.")
para("9", "Verjährung", "Ansprüche auf Zahlung verjähren in vier Jahren nach dem Ende des Jahres, in dem das Verfahren beendet wurde, Ansprüche auf Rückzahlung in drei Jahren nach dem Ende des Jahres der Zahlung. Unter 25 Euro wird die Verjährung durch eine Mahnung nicht unterbrochen.")
para("10", "Erinnerung und Beschwerde", "Über Erinnerungen gegen den Kostenansatz entscheidet das Gericht, bei dem die Kosten angesetzt sind. Sie ist an keine Frist gebunden.", "Gegen die Entscheidung ist die Beschwerde statthaft, wenn der Wert 200 Euro übersteigt. Sie ist innerhalb von sechs Monaten einzulegen. Gebühren entstehen nicht.")
para("11", "Stundung und Erlass", "Kosten bis 2\\,500 Euro kann das Gericht in bis zu zwölf Raten stunden, höhere der Präsident des Landgerichts in bis zu 36 Raten. Eine Rate beträgt mindestens 20 Euro.")
section("Abschnitt 2. Wertvorschriften")
para("14", "Nachlass", "In Verfahren über den Erbschein ist der Wert des Nachlasses beim Erbfall maßgebend; die Schulden des Erblassers werden abgezogen. Bezieht sich das Zeugnis nur auf einen Miterben, so gilt sein Anteil.")
para("15", "Verfügung von Todes wegen", "Für die Verwahrung gilt keine Wertgebühr. Für die Eröffnung gilt eine Festgebühr.")
para("16", "Grundstücke", "Maßgebend ist der Verkehrswert. Bei Land- und Forstwirtschaft ist er das Vierfache des Einheitswerts, wenn der Hof fortgeführt wird.")
para("17", "Grundschulden und Hypotheken", "Maßgebend ist der Nennbetrag. Bei der Löschung gilt, wenn er kleiner ist, der Wert des Grundstücks.")
para("18", "Dienstbarkeiten und Wohnrechte", "Der Jahreswert wird vervielfacht: bis 30 Jahre Lebensalter des Berechtigten mit 20, über 30 bis 50 mit 15, über 50 bis 70 mit 10, über 70 mit 5. Rechte von unbestimmter Dauer zählen zehnfach.")
para("20", "Vereine und Gesellschaften", "Für Vereine ist der Wert 5\\,000 Euro. Für Gesellschaften ist es das Stammkapital, mindestens 30\\,000 Euro, bei späteren Anmeldungen ein Hundertstel davon, mindestens 30\\,000 Euro.")
section("Abschnitt 3. Schlichtung")
para("22", "Gegenstand", "Nachbarstreitigkeiten, Ehrverletzungen und Geldforderungen bis 1\\,500 Euro müssen vor der Klage geschlichtet werden. Ausgenommen sind Familiensachen, Wechsel und Schecks sowie Ansprüche, die schon bei Gericht anhängig waren.")
para("23", "Verfahren", "Der Schlichter lädt mit einer Frist von zwei Wochen. Er soll in einem Termin von höchstens drei Stunden verhandeln. Erscheint der Antragsteller nicht, so gilt der Antrag als zurückgenommen; erscheint der Gegner nicht, so wird nach 14 Tagen die Erfolglosigkeit bescheinigt.", "Aus dem Vergleich kann vollstreckt werden.")
para("24", "Ordnungsgeld", "Wer unentschuldigt ausbleibt, zahlt ein Ordnungsgeld von 40 bis 150 Euro. Es wird aufgehoben, wenn er sich binnen zehn Tagen genügend entschuldigt.")
add(r"\end{multicols}")
section("Anlage 1. Kostenverzeichnis")
add(r"\begin{longtable}{L{1.3cm}L{10.6cm}L{4.2cm}}\toprule\textbf{Nr.} & \textbf{Tatbestand} & \textbf{Gebühr oder Satz der Gebühr nach § 2}\\\midrule\endhead\bottomrule\endfoot")
costs = [("Teil 1. Nachlasssachen (Tabelle A)",), ("1100", "Annahme einer Verfügung von Todes wegen in amtliche Verwahrung", "75,00 EUR"), ("1101", "Rückgabe aus der Verwahrung", "15,00 EUR"), ("1110", "Eröffnung einer Verfügung von Todes wegen", "110,00 EUR"), ("1111", "Eröffnung jeder weiteren Verfügung desselben Erblassers am selben Tag", "35,00 EUR"), ("1120", "Erteilung eines Erbscheins", "1,0"), ("1121", "Abnahme der eidesstattlichen Versicherung dazu", "1,0"), ("1122", "Einziehung oder Kraftloserklärung eines Erbscheins", "0,5, höchstens 400,00 EUR"), ("1123", "Zurücknahme des Antrags vor der Entscheidung", "0,3, höchstens 200,00 EUR"), ("1124", "Zurückweisung des Antrags", "0,5, höchstens 300,00 EUR"), ("1130", "Europäisches Nachlasszeugnis", "1,0"), ("1131", "Verlängerung der Gültigkeit einer Abschrift des Nachlasszeugnisses", "20,00 EUR"), ("1140", "Entgegennahme der Ausschlagung einer Erbschaft", "30,00 EUR"), ("1141", "Entgegennahme der Anfechtung", "18,00 EUR"), ("1150", "Nachlasspflegschaft, je angefangenes Jahr", "5,00 EUR je angefangene 5.000 EUR über 25.000 EUR, mindestens 200,00 EUR"), ("1160", "Sicherung des Nachlasses durch Siegel", "0,5"), ("1170", "Testamentsvollstreckerzeugnis", "0,8"), ("1180", "Nachlassinventar, Aufnahme durch das Gericht", "2,0"),
    ("Teil 2. Grundbuchsachen (Tabelle B)",), ("2100", "Eintragung des Eigentümers", "1,0"), ("2101", "Eintragung der Erben binnen zwei Jahren nach dem Erbfall", "gebührenfrei"), ("2110", "Eintragung einer Briefgrundschuld oder Briefhypothek", "1,3"), ("2111", "Eintragung eines sonstigen Rechts", "1,0"), ("2112", "Eintragung einer Vormerkung", "0,5"), ("2120", "Veränderung eines Rechts", "0,5"), ("2130", "Löschung in Abteilung III", "0,5"), ("2131", "Löschung in Abteilung II", "25,00 EUR"), ("2140", "Anlegung eines Wohnungsgrundbuchs, je Blatt", "100,00 EUR"), ("2150", "Erteilung eines Grundschuldbriefs", "0,3"), ("2160", "Zusammenschreibung von Grundstücken", "50,00 EUR"), ("2170", "Einfacher Ausdruck", "10,00 EUR"), ("2171", "Amtlicher Ausdruck", "20,00 EUR"),
    ("Teil 3. Registersachen (Tabelle B)",), ("3100", "Ersteintragung eines Vereins", "75,00 EUR"), ("3101", "Spätere Eintragung bei einem Verein", "50,00 EUR"), ("3102", "Löschung eines Vereins", "gebührenfrei"), ("3110", "Ersteintragung eines Einzelkaufmanns", "70,00 EUR"), ("3111", "Ersteintragung einer Personengesellschaft mit bis zu drei Gesellschaftern", "100,00 EUR"), ("3112", "für jeden weiteren Gesellschafter", "40,00 EUR"), ("3120", "Ersteintragung einer Gesellschaft mit beschränkter Haftung, Bargründung", "150,00 EUR"), ("3121", "Ersteintragung einer Gesellschaft mit beschränkter Haftung, mindestens eine Sacheinlage", "240,00 EUR"), ("3122", "Erhöhung oder Herabsetzung des Stammkapitals", "270,00 EUR"), ("3130", "Ersteintragung einer Aktiengesellschaft, Bargründung", "300,00 EUR"), ("3140", "Eintragung einer Prokura", "40,00 EUR"), ("3150", "Verschmelzung", "240,00 EUR"), ("3160", "Abruf aus dem Register, je Blatt", "1,50 EUR"),
    ("Teil 4. Schlichtung (Tabelle A)",), ("4100", "Schlichtungsverfahren mit Vergleich", "1,5, mindestens 60,00 EUR"), ("4101", "Schlichtungsverfahren ohne Vergleich", "1,0, mindestens 45,00 EUR"), ("4102", "Zurücknahme vor dem Termin", "0,25"), ("4110", "Bescheinigung der Erfolglosigkeit", "18,00 EUR"), ("4120", "Zweite Ladung, weil eine Partei fehlte", "22,00 EUR"),
    ("Teil 5. Auslagen",), ("5000", "Ablichtungen, schwarz-weiß: die ersten 50 Seiten je Seite", "0,50 EUR"), ("5001", "jede weitere Seite", "0,15 EUR"), ("5002", "Ablichtungen in Farbe: die ersten 50 Seiten je Seite", "1,00 EUR"), ("5003", "jede weitere Seite in Farbe", "0,30 EUR"), ("5004", "Überlassung einer Datei", "1,50 EUR"), ("5010", "Zustellung mit Urkunde", "4,20 EUR"), ("5020", "Versendung von Akten, je Sendung", "14,00 EUR"), ("5030", "Fahrt zu einem Termin außerhalb, je Kilometer", "0,42 EUR"), ("5040", "Zeugen, je Stunde, höchstens zehn Stunden am Tag", "4,50 EUR bis 28,00 EUR"), ("5041", "Sachverständige und Dolmetscher", "in voller Höhe"), ("5050", "Rückläufige Lastschrift", "6,50 EUR")]
for row in costs:
    add(rf"\multicolumn{{3}}{{l}}{{\textit{{{row[0]}}}}}\\*" if len(row) == 1 else " & ".join(row) + r"\\")
add(r"\end{longtable}")
section("Anlage 2. Gebührentabelle")
add(r"\noindent Eine volle Gebühr (Satz 1,0) beträgt bei einem Geschäftswert bis einschließlich:\par\medskip")
steps = [500, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000, 13000, 16000, 19000, 22000, 25000, 30000, 35000, 40000, 45000, 50000, 65000, 80000, 95000, 110000, 125000, 140000, 155000, 170000, 185000, 200000, 230000, 260000, 290000, 320000, 350000, 380000, 410000, 440000, 470000, 500000, 550000, 600000, 650000, 700000, 750000, 800000, 850000, 900000, 950000, 1000000]
money = lambda x: f"{x:,.2f}".translate(str.maketrans(",.", ".,"))
a, b, grid = 37.5, 15.0, []
for s in steps:
    grid.append((f"{s:,}".replace(",", "."), money(a), money(b)))
    a += 19.5 if s < 2000 else 20.5 if s < 10000 else 28.0 if s < 25000 else 38.0 if s < 50000 else 123.0 if s < 200000 else 130.0 if s < 500000 else 185.0
    b += 4.5 if s < 2000 else 6.5 if s < 10000 else 9.0 if s < 25000 else 11.5 if s < 50000 else 29.0 if s < 200000 else 52.0 if s < 500000 else 82.0
half = len(grid) // 2
line = " & ".join([r"\textbf{Wert bis EUR}", r"\textbf{Tabelle A EUR}", r"\textbf{Tabelle B EUR}"] * 2)
add(r"\begin{center}\begin{tabular}{rrr@{\hspace{14mm}}rrr}\toprule " + line + r"\\\midrule")
for left, right in zip(grid[:half], grid[half:]):
    add(" & ".join(left + right) + r"\\")
add(r"\bottomrule\end{tabular}\end{center}")
add(r"\noindent Über 1 Million Euro erhöht sich die Gebühr für je angefangene weitere 50.000 Euro um 190,00 Euro in Tabelle A und um 85,00 Euro in Tabelle B.\par\medskip\noindent\textbf{Beispiel.} Erbschein über einen Nachlass von 88.000 Euro, Schulden 12.000 Euro, mit eidesstattlicher Versicherung: Wert 76.000 Euro, zwei Gebühren nach Tabelle A, Stufe bis 80.000 Euro.\end{document}")
source = WORK / "lgko.tex"
source.write_text("\n".join(text), encoding="utf-8")
for _ in range(2):
    subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", source.name], cwd=WORK, check=True, capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600"})
(OUT / "ostfurt-gerichtskosten.pdf").write_bytes((WORK / "lgko.pdf").read_bytes())
