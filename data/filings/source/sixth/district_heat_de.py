"""Price sheet and supply terms of an invented German district heating utility. pdfLaTeX, KOMA-Script in sans serif: price formulas, indices by quarter, connection costs, a worked example, terms by section numbers."""

import os
import pathlib
import subprocess
import sys

WORK, OUT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
o = [r"""\documentclass[a4paper,11pt,DIV=11,parskip=half]{scrartcl}
\usepackage[T1]{fontenc}\usepackage{textcomp,lmodern,array,booktabs,longtable,amsmath}\renewcommand\familydefault{\sfdefault}
\usepackage[ngerman]{babel}\usepackage[headsepline,footsepline]{scrlayer-scrpage}
\ihead{Stadtwerke Hohenlinde -- Fernwärme}\ohead{Preisblatt FW-26, gültig ab 1. Januar 2026}\ifoot{Seite \thepage}\cfoot{}\ofoot{}
\pagestyle{scrheadings}\newcolumntype{R}{>{\raggedleft\arraybackslash}p{2.5cm}}\newcolumntype{L}[1]{>{\raggedright\arraybackslash}p{#1}}
\newcommand\eur{\,\texteuro}\emergencystretch=3em
\begin{document}
{\Large\bfseries Stadtwerke Hohenlinde GmbH}\par{\large Preisblatt Fernwärme FW-26 mit Ergänzenden Bedingungen}
"""]
a = o.append


def table(spec, heads, rows, long=False):
    kind = "longtable" if long else "tabular"
    head = r"\toprule " + "".join(h + r" \\ " for h in heads) + r"\midrule " + (r"\endhead \bottomrule \endfoot " if long else "")
    body = "".join((rf"\multicolumn{{{len(spec_columns(spec))}}}{{l}}{{\textbf{{{row[0]}}}}}" if len(row) == 1 else " & ".join(row)) + r" \\ " for row in rows)
    a((r"{\small" if long else r"\begin{center}\small") + rf"\begin{{{kind}}}{{{spec}}}{head}{body}" + ("" if long else r"\bottomrule") + rf"\end{{{kind}}}" + ("}" if long else r"\end{center}"))


def spec_columns(spec):
    import re
    return re.findall(r"[lrcR]|L\{[^}]*\}", spec)


a(r"\section{Preise}\subsection{Grundpreis}Der Grundpreis richtet sich nach der vertraglich bestellten Anschlussleistung. Er wird für jedes volle Kilowatt berechnet; angefangene Kilowatt werden aufgerundet.")
table("lrrr", [r"Tarif & Anschlussleistung & \multicolumn{2}{c}{Grundpreis in \texteuro{} je kW und Jahr}", r" & kW & netto & brutto"], [["HL Klein", "bis 15", "54,20", "64,50"], ["HL Haus", "über 15 bis 50", "49,80", "59,26"], ["HL Quartier", "über 50 bis 200", "46,10", "54,86"], ["HL Gewerbe", "über 200 bis 800", "42,70", "50,81"], ["HL Industrie", "über 800", "nach Vereinbarung", "--"]])
a(r"\subsection{Arbeitspreis}Der Arbeitspreis gilt für die gemessene Wärme. Alle Preise ohne den Zusatz brutto verstehen sich zuzüglich 19 Prozent Umsatzsteuer.")
table("lrrrr", [r"Tarif & \multicolumn{4}{c}{Arbeitspreis in Cent je kWh, netto}", r" & 1. Quartal & 2. Quartal & 3. Quartal & 4. Quartal"], [["HL Klein", "11,84", "11,62", "11,37", "11,95"], ["HL Haus", "11,31", "11,10", "10,86", "11,42"], ["HL Quartier", "10,77", "10,56", "10,34", "10,88"], ["HL Gewerbe", "10,05", "9,86", "9,65", "10,15"], ["Sommerwärme (Mai bis September)", "--", "8,90", "8,70", "--"]])
a(r"Sommerwärme gibt es nur für Anlagen mit eigener Messung der Warmwasserbereitung. Wird sie gewählt, entfällt der Treuenachlass.")
a(r"\subsection{Messpreis}")
table("lrr", [r"Zähler & Größe & Messpreis in \texteuro{} je Monat, netto"], [["Z1", "qp 0,6 und 1,5", "8,40"], ["Z2", "qp 2,5", "10,10"], ["Z3", "qp 3,5 und 6", "13,75"], ["Z4", "qp 10", "19,60"], ["Z5", "qp 15 und 25", "27,30"]])
a(r"Für einen zweiten Zähler an derselben Station wird die Hälfte des Messpreises berechnet. Die Fernauslesung ist enthalten; auf Wunsch monatliche Ablesekarten kosten 1,90\eur{} je Karte.")
a(r"\subsection{Nachlässe und Zuschläge}\begin{itemize}\item Treuenachlass: 2 Prozent auf den Arbeitspreis ab dem sechsten vollen Lieferjahr.\item Rücklaufbonus: 0,15 Cent je kWh, wenn die mittlere Rücklauftemperatur im Abrechnungsjahr unter 45 °C liegt.\item Rücklaufzuschlag: 0,20 Cent je kWh bei einer mittleren Rücklauftemperatur über 60 °C.\item Onlinekunden: 12\eur{} im Jahr, wenn Rechnung und Abschlag elektronisch abgewickelt werden.\item Überschreitung der bestellten Leistung: 180 Prozent des Grundpreises für die überschreitenden Kilowatt, für das ganze Abrechnungsjahr.\end{itemize}")
a(r"\section{Preisänderung}Der Arbeitspreis ändert sich zum Beginn eines Quartals nach der Formel\[AP = AP_0 \cdot \left(0{,}15 + 0{,}35\,\frac{G}{G_0} + 0{,}20\,\frac{H}{H_0} + 0{,}30\,\frac{W}{W_0}\right)\]Darin ist $G$ der Index für Erdgas, $H$ der Index für Holzhackschnitzel und $W$ der Wärmepreisindex. Die Basiswerte sind $G_0$ = 118,4, $H_0$ = 104,0 und $W_0$ = 131,5. Maßgebend ist der Index des vorletzten Quartals. Änderungen unter 0,5 Prozent werden nicht weitergegeben. Der Grundpreis ändert sich nur zum 1. Januar; 60 Prozent davon folgen dem Lohnindex, 40 Prozent bleiben fest.")
table("lrrrr", [r"Quartal & Erdgas $G$ & Hackschnitzel $H$ & Wärmepreisindex $W$ & Lohnindex"], [["1/2024", "131,2", "109,7", "142,8", "108,1"], ["2/2024", "126,5", "108,3", "141,1", "109,0"], ["3/2024", "124,9", "107,5", "139,6", "109,4"], ["4/2024", "127,3", "108,8", "140,2", "110,7"], ["1/2025", "129,8", "110,2", "141,0", "111,5"], ["2/2025", "125,1", "109,1", "139,9", "112,2"], ["3/2025", "122,6", "108,0", "138,4", "112,6"], ["4/2025", "124,0", "109,5", "138,8", "113,8"]])
a(r"\section{Hausanschluss}\subsection{Anschlusskosten}Die Kosten enthalten bis zu 15 m Leitung auf dem Grundstück und eine Hauseinführung.")
table("lrrrr", [r"Nennweite & Leistung bis & \multicolumn{2}{c}{Anschluss in \texteuro, netto} & jeder weitere Meter", r" & kW & unbefestigt & befestigt & \texteuro, netto"], [["DN 20", "30", "6.450", "7.380", "285"], ["DN 25", "60", "7.120", "8.140", "310"], ["DN 32", "120", "8.260", "9.430", "345"], ["DN 40", "190", "9.540", "10.890", "392"], ["DN 50", "340", "11.800", "13.460", "448"], ["DN 65", "620", "15.250", "17.390", "531"]])
a(r"Bei Eigenleistung im Erdbau werden 38\eur{} je Meter erstattet. Wird das Grundstück innerhalb von zwei Jahren nach Verlegung der Straßenleitung angeschlossen, so ermäßigen sich die Anschlusskosten um 1.500\eur.\subsection{Netzzonen}")
streets = [("Ahornweg", "Nord", "90/55", "6"), ("Am Alten Schlachthof", "Mitte", "110/60", "10"), ("Am Gaswerk", "Mitte", "110/60", "10"), ("Bahnhofstraße", "Mitte", "110/60", "10"), ("Birkenring", "Nord", "90/55", "6"), ("Brühlstraße", "Süd", "80/50", "6"), ("Dammweg", "Hafen", "120/65", "16"), ("Eschenallee", "Nord", "90/55", "6"), ("Färbergasse", "Mitte", "110/60", "10"), ("Fischerkai", "Hafen", "120/65", "16"), ("Gartenstraße", "Süd", "80/50", "6"), ("Gerberplatz", "Mitte", "110/60", "10"), ("Hafenstraße", "Hafen", "120/65", "16"), ("Kapellenweg", "Süd", "80/50", "6"), ("Kastanienhof", "Nord", "70/40", "4"), ("Kirchberg", "Mitte", "110/60", "10"), ("Lagerhausstraße", "Hafen", "120/65", "16"), ("Lindenstraße", "Süd", "80/50", "6"), ("Marktplatz", "Mitte", "110/60", "10"), ("Mühlgraben", "Süd", "80/50", "6"), ("Neue Siedlung", "Nord", "70/40", "4"), ("Oberer Anger", "Süd", "80/50", "6"), ("Postgasse", "Mitte", "110/60", "10"), ("Rosenweg", "Süd", "80/50", "6"), ("Schleusenweg", "Hafen", "120/65", "16"), ("Schulstraße", "Mitte", "100/55", "10"), ("Sonnenhang", "Nord", "70/40", "4"), ("Torstraße", "Mitte", "110/60", "10"), ("Ulmenweg", "Nord", "90/55", "6"), ("Werftplatz", "Hafen", "120/65", "16"), ("Wiesengrund", "Süd", "80/50", "6"), ("Ziegeleiweg", "Nord", "90/55", "6")]
table("llrr", [r"Straße & Netzzone & Vorlauf/Rücklauf & Druckstufe", r" & & im Winter, °C & bar"], [list(s) for s in streets], True)
a(r"\section{Entgelte für besondere Leistungen}")
table("lL{9.2cm}r", [r"Nr. & Leistung & \texteuro, brutto"], [["E 1", "Mahnung", "4,00"], ["E 2", "Nachinkasso durch Beauftragte", "38,50"], ["E 3", "Unterbrechung der Versorgung", "69,00"], ["E 4", "Wiederaufnahme während der Dienstzeit", "82,11"], ["E 5", "Wiederaufnahme außerhalb der Dienstzeit", "147,56"], ["E 6", "Vergebliche Anfahrt", "44,03"], ["E 7", "Zwischenabrechnung auf Wunsch", "17,85"], ["E 8", "Befundprüfung des Zählers, Z1 und Z2", "190,40"], ["E 9", "Befundprüfung des Zählers, Z3 bis Z5", "321,30"], ["E 10", "Füllen der Hausanlage mit aufbereitetem Wasser, je m³", "9,52"], ["E 11", "Plombe erneuern", "26,18"]])
a(r"Zeigt die Befundprüfung einen Fehler über der Verkehrsfehlergrenze, so trägt das Unternehmen die Kosten nach E 8 und E 9.")
a(r"\section{Rechenbeispiel}Ein Haus mit 18 kW im Tarif HL Haus, Zähler Z1, Verbrauch 24.000 kWh im Jahr, davon 11.000 kWh im ersten, 4.000 kWh im zweiten, 1.500 kWh im dritten und 7.500 kWh im vierten Quartal:")
table("lr", [r"Posten & \texteuro, netto"], [["Grundpreis: 18 kW mal 49,80", "896,40"], ["Arbeitspreis 1. Quartal: 11.000 kWh mal 11,31 Cent", "1.244,10"], ["Arbeitspreis 2. Quartal: 4.000 kWh mal 11,10 Cent", "444,00"], ["Arbeitspreis 3. Quartal: 1.500 kWh mal 10,86 Cent", "162,90"], ["Arbeitspreis 4. Quartal: 7.500 kWh mal 11,42 Cent", "856,50"], ["Messpreis: 12 Monate mal 8,40", "100,80"], ["Summe netto", "3.704,70"], ["Umsatzsteuer 19 Prozent", "703,89"], ["Summe brutto", "4.408,59"]])
a(r"\section{Ergänzende Bedingungen}\renewcommand\theenumi{\arabic{enumi}}\renewcommand\labelenumi{6.\theenumi}\begin{enumerate}\item Der Vertrag läuft zehn Jahre und verlängert sich um jeweils fünf Jahre, wenn er nicht neun Monate vor dem Ende gekündigt wird.\item Die bestellte Leistung kann einmal im Jahr zum 1. Oktober verringert werden, ohne Nachweis um höchstens 50 Prozent. Der Antrag muss bis 30. Juni vorliegen.\item Abgerechnet wird jährlich zum 31. Dezember. Es werden elf Abschläge erhoben, fällig jeweils am 5. der Monate Februar bis Dezember.\item Das Unternehmen darf die Versorgung unterbrechen, wenn der Kunde\begin{enumerate}\item eine Zahlung trotz Mahnung vier Wochen lang nicht leistet,\item den Zähler umgeht oder beeinflusst,\item dem Beauftragten den Zutritt verweigert,\item Wasser aus dem Netz entnimmt,\item die Station ohne Zustimmung verändert.\end{enumerate}\item Störungen meldet der Kunde unter der Nummer 0800 55 10 40. Fällt die Wärme in der Heizzeit länger als 24 Stunden aus, so wird der Grundpreis für jeden angefangenen Tag um 1/365 gemindert.\item Die Heizzeit dauert vom 15. September bis 15. Mai. Außerhalb wird Wärme nur für Warmwasser geliefert, mit einer Vorlauftemperatur von mindestens 65 °C.\item Übergabestationen gehören dem Kunden; er lässt sie alle zwei Jahre warten. Messgeräte gehören dem Unternehmen.\item Eine Sicherheitsleistung kann in Höhe von zwei Abschlägen verlangt werden. Sie wird mit dem Basiszinssatz verzinst.\end{enumerate}\end{document}")
(WORK / "hohenlinde-fernwaerme.tex").write_text("\n\n".join(o), encoding="utf-8")
for _ in range(2):
    done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "hohenlinde-fernwaerme.tex"], cwd=WORK, capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600", "FORCE_SOURCE_DATE": "1"})
    if done.returncode:
        sys.exit(done.stdout.decode("latin-1")[-2500:])
(OUT / "hohenlinde-fernwaerme.pdf").write_bytes((WORK / "hohenlinde-fernwaerme.pdf").read_bytes())
