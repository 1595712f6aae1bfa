"""Module catalogue of an invented German university. python-docx, printed by LibreOffice Writer."""

import tools
from docx import Document
from docx.enum.section import WD_ORIENT
from docx.enum.text import WD_BREAK, WD_TAB_ALIGNMENT, WD_TAB_LEADER
from docx.shared import Cm, Pt

# number | title | semester | turnus | ECTS | SWS | exam | weight | requires | responsible | content
MODULES = """
UT-101|Mathematik I|1|WiSe|8|6|Klausur, 120 min|8/142|keine|Prof. Dr. Aigner|Folgen, Funktionen einer Veränderlichen, Differential- und Integralrechnung, komplexe Zahlen
UT-102|Mathematik II|2|SoSe|8|6|Klausur, 120 min|8/142|UT-101|Prof. Dr. Aigner|Lineare Algebra, Funktionen mehrerer Veränderlicher, gewöhnliche Differentialgleichungen
UT-103|Statistik|3|WiSe|5|4|Klausur, 90 min|5/142|UT-101|Dr. Börner|Wahrscheinlichkeit, Schätzen, Testen, Regression
UT-104|Physik|1|WiSe|6|5|Klausur, 90 min|6/142|keine|Prof. Dr. Calmbach|Mechanik, Schwingungen, Wärmelehre
UT-105|Allgemeine Chemie|1|WiSe|7|6|Klausur, 90 min, und Laborschein|7/142|keine|Prof. Dr. Dittrich|Stöchiometrie, Gleichgewichte, Elektrochemie, Laborpraktikum
UT-106|Umweltchemie|2|SoSe|6|5|Klausur, 90 min|6/142|UT-105|Prof. Dr. Dittrich|Luft, Wasser, Boden, Schadstoffe und ihr Abbau
UT-108|Ökologie|2|SoSe|5|4|Mündliche Prüfung, 30 min|5/142|keine|Prof. Dr. Ehlert|Populationen, Stoffkreisläufe, Exkursion
UT-109|Strömungslehre|3|WiSe|6|5|Klausur, 120 min|6/142|UT-102, UT-104|Prof. Dr. Falk|Hydrostatik, Bernoulli, Rohrströmung, Gerinne
UT-110|Thermodynamik|3|WiSe|6|5|Klausur, 120 min|6/142|UT-102, UT-104|Prof. Dr. Calmbach|Hauptsätze, Kreisprozesse, feuchte Luft
UT-111|Informatik für Ingenieure|2|SoSe|5|4|Projekt mit Vortrag|5/142|keine|Dr. Gruner|Programmieren in Python, Messdaten, Versionsverwaltung
UT-201|Abwassertechnik|4|SoSe|6|5|Klausur, 90 min|6/142|UT-106, UT-109|Prof. Dr. Falk|Kanalisation, Belebungsverfahren, Schlammbehandlung
UT-202|Trinkwasserversorgung|4|SoSe|5|4|Klausur, 90 min|5/142|UT-109|Prof. Dr. Falk|Gewinnung, Aufbereitung, Netze
UT-203|Abfallwirtschaft|4|jedes Semester|5|4|Hausarbeit|5/142|UT-105|Prof. Dr. Hein|Vermeidung, Sammlung, Kompostierung, Verbrennung, Deponie
UT-204|Luftreinhaltung|5|WiSe|6|5|Klausur, 90 min|6/142|UT-106, UT-110|Prof. Dr. Calmbach|Staubabscheidung, Entschwefelung, Ausbreitungsrechnung
UT-205|Altlasten und Bodenschutz|5|WiSe|5|4|Mündliche Prüfung, 30 min|5/142|UT-106|Dr. Ingwer|Erkundung, Bewertung, Sanierung
UT-207|Erneuerbare Energien|5|WiSe|6|5|Klausur, 120 min|6/142|UT-110|Prof. Dr. Jansen|Wind, Sonne, Biogas, Speicher
UT-208|Umweltrecht|4|SoSe|4|3|Klausur, 60 min|4/142|keine|RA Dr. Kolb|Immissionsschutz, Wasserrecht, Naturschutz
UT-209|Umweltmanagement|5|jedes Semester|4|3|Hausarbeit|4/142|keine|Dr. Lohse|Audit, Ökobilanz, Kennzahlen
UT-301|Geoinformationssysteme|5|WiSe|5|4|Projekt mit Vortrag|5/142|UT-111|Dr. Gruner|Vektor- und Rasterdaten, Fernerkundung
UT-302|Modellierung von Fließgewässern|6|SoSe|5|4|Projekt mit Vortrag|5/142|UT-109, UT-111|Prof. Dr. Falk|Hydrodynamische Modelle, Kalibrierung
UT-303|Lärmschutz|6|SoSe|5|4|Klausur, 60 min|5/142|UT-104|Dr. Möbius|Schallausbreitung, Messung, Schutzwände
UT-304|Wasserstofftechnik|6|SoSe|5|4|Mündliche Prüfung, 20 min|5/142|UT-110|Prof. Dr. Jansen|Elektrolyse, Speicherung, Brennstoffzellen
UT-401|Praxisphase|6|jedes Semester|15|–|Bericht (unbenotet)|–|120 ECTS|Praktikantenamt|Zwölf Wochen in einem Betrieb oder einer Behörde
UT-402|Bachelorarbeit|7|jedes Semester|12|–|Arbeit und Kolloquium|24/142|150 ECTS|alle Lehrenden|Selbständige Bearbeitung einer Aufgabe in zehn Wochen
""".strip().splitlines()
FIELDS = ["Modulnummer", "Modultitel", "Fachsemester", "Angebot", "Leistungspunkte (ECTS)", "Umfang (SWS)", "Prüfungsform", "Gewicht der Note", "Voraussetzungen", "Verantwortlich", "Inhalte"]
GENERAL = [
    ("§ 1 Aufbau", "Das Studium umfasst sieben Semester und 210 Leistungspunkte, davon 145 in den Modulen dieses Handbuchs und 65 in Sprachen und Studium generale. Ein Leistungspunkt entspricht 30 Arbeitsstunden."),
    ("§ 2 Wahlpflicht", "Aus den Modulen UT-301 bis UT-304 sind drei zu wählen. Mit Zustimmung des Prüfungsausschusses kann eines durch ein Modul einer anderen Hochschule ersetzt werden, es sei denn, es liegt unter 4 Leistungspunkten."),
    ("§ 3 Wiederholung", "Eine nicht bestandene Prüfung kann zweimal wiederholt werden, die Bachelorarbeit einmal. Die zweite Wiederholung einer Klausur wird auf Antrag durch eine mündliche Prüfung von 30 Minuten ergänzt."),
    ("§ 4 Anmeldung", "Anmeldeschluss ist der 10. Dezember für das Wintersemester und der 10. Juni für das Sommersemester. Ein Rücktritt ist ohne Angabe von Gründen bis sieben Tage vor der Prüfung möglich."),
    ("§ 6 Noten", "Die Gesamtnote ist das gewogene Mittel der Modulnoten. Bei einer Gesamtnote bis 1,2 und einer Bachelorarbeit mit 1,0 wird das Prädikat „mit Auszeichnung“ verliehen."),
    ("§ 7 Anerkennung", "Leistungen anderer Hochschulen werden anerkannt, soweit kein wesentlicher Unterschied besteht. Außerhochschulische Kenntnisse ersetzen höchstens 105 Leistungspunkte."),
]


def key_values(document, values):
    table = document.add_table(rows=0, cols=2, style="Table Grid")
    for name, value in zip(FIELDS, values):
        cells = table.add_row().cells
        cells[0].width, cells[1].width = Cm(5), Cm(11)
        cells[0].text, cells[1].text = name, value
        cells[0].paragraphs[0].runs[0].bold = True


def hours(ects, sws):
    if sws == "–":
        return f"{int(ects) * 30} Stunden"
    present = int(sws) * 15
    return f"{int(ects) * 30} Stunden, davon Präsenz {present} Stunden und Selbststudium {int(ects) * 30 - present} Stunden"


def main():
    document = Document()
    style = document.styles["Normal"]
    style.font.name, style.font.size = "Liberation Sans", Pt(10.5)
    document.core_properties.title = "Modulhandbuch Umwelttechnik"
    document.sections[0].page_width, document.sections[0].page_height = Cm(21), Cm(29.7)
    document.sections[0].header.paragraphs[0].text = "Hochschule Brackenfeld\tBachelor Umwelttechnik"
    document.add_heading("Modulhandbuch", 0)
    document.add_paragraph("Bachelorstudiengang Umwelttechnik (B. Eng.)\nPrüfungsordnung 2025, Stand 1. September 2025")
    document.add_heading("Inhalt", 1)
    for page, line in enumerate(MODULES, 4):
        number, title = line.split("|")[:2]
        paragraph = document.add_paragraph()
        paragraph.paragraph_format.space_after = Pt(0)
        paragraph.paragraph_format.tab_stops.add_tab_stop(Cm(15.5), WD_TAB_ALIGNMENT.RIGHT, WD_TAB_LEADER.DOTS)
        paragraph.add_run(f"{number} {title}\t{page}")
    document.add_page_break()
    document.add_heading("Allgemeine Bestimmungen", 1)
    for title, text in GENERAL:
        document.add_heading(title, 2)
        document.add_paragraph(text)
    overview(document)
    for line in MODULES:
        values = line.split("|")
        document.add_heading(f"{values[0]} {values[1]}", 1).paragraph_format.page_break_before = line != MODULES[0]
        key_values(document, values)
        document.add_paragraph()
        document.add_paragraph(f"Arbeitsaufwand: {hours(values[4], values[5])}.")
        document.add_paragraph("Lernergebnisse: Die Studierenden können die Verfahren des Faches erklären und auf einfache Aufgaben anwenden.")
        document.add_paragraph("Lehrsprache: " + ("Englisch" if values[0] in ("UT-207", "UT-301", "UT-304") else "Deutsch"))
    document.save(tools.WORK / "brackenfeld-modulhandbuch.docx")
    tools.printed("brackenfeld-modulhandbuch")


def overview(document):
    section = document.add_section()
    section.orientation, section.page_width, section.page_height = WD_ORIENT.LANDSCAPE, Cm(29.7), Cm(21)
    document.add_heading("Studienverlauf", 1)
    table = document.add_table(rows=1, cols=7, style="Light Grid Accent 1")
    for i, cell in enumerate(table.rows[0].cells, 1):
        cell.text = f"{i}. Semester"
    columns = [[m.split("|") for m in MODULES if m.split("|")[2] == str(i)] for i in range(1, 8)]
    for r in range(max(map(len, columns))):
        cells = table.add_row().cells
        for column, cell in zip(columns, cells):
            cell.text = f"{column[r][0]}\n{column[r][1]}\n{column[r][4]} LP" if r < len(column) else ""
    document.add_paragraph("LP: Leistungspunkte. Die Praxisphase kann in das 7. Semester verschoben werden.")
    section = document.add_section()
    section.orientation, section.page_width, section.page_height = WD_ORIENT.PORTRAIT, Cm(21), Cm(29.7)


main()
