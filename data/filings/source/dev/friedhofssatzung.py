"""Cemetery by-law with fee list of an invented German municipality. Flat ODT, LibreOffice Writer to PDF."""

import build
import odt

SATZUNG = """
T Satzung der Gemeinde Auental über das Friedhofs- und Bestattungswesen
C (Friedhofssatzung – FS) vom 14. November 2024
P Aufgrund der Gemeindeordnung und des Bestattungsgesetzes hat der Gemeinderat der Gemeinde Auental in seiner Sitzung am 14. November 2024 die folgende Satzung beschlossen:
TOC
H I. Allgemeine Vorschriften
S § 1 Geltungsbereich
P Diese Satzung gilt für die Friedhöfe in Auental-Mitte, Oberau und Unterau. Der Waldfriedhof Lindenhöhe wird vom Zweckverband betrieben und fällt nicht unter diese Satzung.
S § 2 Friedhofszweck
P Die Friedhöfe dienen der Bestattung der Personen, die bei ihrem Ableben in der Gemeinde wohnten oder ein Recht auf Benutzung einer bestimmten Grabstätte hatten. Die Bestattung anderer Personen bedarf der Erlaubnis der Gemeinde.
S § 3 Schließung und Entwidmung
P Ein Friedhof kann aus wichtigem öffentlichen Grund geschlossen werden. Der Friedhof Unterau ist für neue Wahlgräber seit dem 1. Januar 2019 geschlossen; bestehende Nutzungsrechte bleiben unberührt.
H II. Ordnungsvorschriften
S § 4 Öffnungszeiten
N (1) Die Friedhöfe sind vom 1. April bis 30. September von 7 bis 21 Uhr, in der übrigen Zeit von 8 bis 18 Uhr geöffnet.
N (2) Am 1. November bleiben sie bis 20 Uhr geöffnet.
S § 5 Verhalten auf dem Friedhof
N (1) Jeder Besucher hat sich der Würde des Ortes entsprechend zu verhalten.
N (2) Nicht gestattet ist insbesondere,
L a) die Wege mit Fahrzeugen zu befahren; ausgenommen sind Kinderwagen, Rollstühle und Fahrzeuge der zugelassenen Gewerbetreibenden,
L b) Waren oder gewerbliche Dienste anzubieten,
L c) an Sonn- und Feiertagen oder in der Nähe einer Bestattung störende Arbeiten auszuführen,
L d) ohne Erlaubnis der Gemeinde gewerbsmäßig zu fotografieren,
L e) Druckschriften zu verteilen,
L f) Abfälle außerhalb der dafür bestimmten Behälter abzulagern,
L g) Tiere mitzubringen, ausgenommen Blinden- und Assistenzhunde.
N (3) Totengedenkfeiern sind vier Werktage vorher anzumelden.
S § 6 Gewerbliche Tätigkeit
N (1) Steinmetze, Bildhauer und Gärtner bedürfen der Zulassung. Sie wird für fünf Jahre erteilt.
N (2) Gewerbliche Arbeiten dürfen nur werktags von 7 bis 18 Uhr, samstags bis 13 Uhr ausgeführt werden.
H III. Bestattungsvorschriften
S § 7 Anmeldung
P Bestattungen sind unverzüglich anzumelden. Erdbestattungen erfolgen in der Regel frühestens 48 Stunden und spätestens zehn Tage nach Eintritt des Todes. Aschen sind innerhalb von drei Monaten beizusetzen, andernfalls werden sie in einem Urnenreihengrab beigesetzt.
S § 8 Särge und Urnen
P Särge dürfen höchstens 2,05 m lang, 0,65 m hoch und im Mittelmaß 0,65 m breit sein. Größere Särge sind bei der Anmeldung anzuzeigen. Urnen müssen aus biologisch abbaubarem Stoff bestehen, es sei denn, sie werden in einer Urnenwand beigesetzt.
S § 9 Ruhezeit
TABLE ruhezeit
S § 10 Umbettungen
P Umbettungen bedürfen der vorherigen Zustimmung. Sie werden nicht in den Monaten Mai bis September vorgenommen. Aus einem Reihengrab in ein anderes Reihengrab wird innerhalb der Gemeinde nicht umgebettet.
H IV. Grabstätten
S § 11 Arten der Grabstätten
P Die Grabstätten werden unterschieden in
L a) Reihengräber,
L b) Wahlgräber,
L c) Urnenreihengräber,
L d) Urnenwahlgräber,
L e) Kammern der Urnenwand,
L f) Baumgräber,
L g) anonyme Urnengräber,
L h) Ehrengräber.
S § 12 Wahlgräber
N (1) Das Nutzungsrecht wird auf Antrag für 30 Jahre verliehen. Es kann um mindestens fünf und höchstens 20 Jahre verlängert werden.
N (2) In einem Wahlgrab dürfen je Stelle ein Sarg und bis zu vier Urnen beigesetzt werden.
N (3) Das Nutzungsrecht geht auf den Ehegatten oder Lebenspartner, dann auf die Kinder, dann auf die Eltern und zuletzt auf die Geschwister über, wenn der Berechtigte keinen Nachfolger bestimmt hat.
S § 14 Baumgräber
P An einem Gemeinschaftsbaum werden bis zu zwölf Urnen beigesetzt, an einem Familienbaum bis zu acht. Grabschmuck und Kerzen sind nicht zulässig. Namenstafeln bringt die Gemeinde an.
S § 15 Maße der Grabstätten
TABLE masse
H V. Grabmale
S § 16 Genehmigung
P Grabmale dürfen nur mit Genehmigung der Gemeinde errichtet oder verändert werden. Provisorische Holzkreuze sind bis zu zwölf Monate nach der Bestattung genehmigungsfrei.
S § 17 Gestaltung
P Zugelassen sind Naturstein, Holz, Schmiedeeisen und Bronze. Nicht zugelassen sind Beton, Kunststoff, Glas und Lichtbilder über 9 x 12 cm, es sei denn, die Gemeinde hat für ein Grabfeld ohne Gestaltungsvorschriften etwas anderes bestimmt.
S § 18 Standsicherheit
P Die Standsicherheit wird jährlich nach der Frostperiode mit einer Druckprobe von 300 N geprüft. Der Nutzungsberechtigte haftet für Schäden durch umstürzende Grabmale.
S § 19 Entfernung
P Nach Ablauf der Ruhezeit sind Grabmale binnen drei Monaten zu entfernen. Sonst räumt die Gemeinde auf Kosten des Berechtigten ab.
H VI. Schlussvorschriften
S § 20 Ordnungswidrigkeiten
P Ordnungswidrig handelt, wer gegen § 5 Abs. 2, § 6 Abs. 2 oder § 16 verstößt. Die Geldbuße beträgt bis zu 1.000 Euro, bei Verstößen gegen § 5 Abs. 2 Buchstabe f bis zu 2.500 Euro.
S § 21 Gebühren
P Für die Benutzung der Friedhöfe werden Gebühren nach der Anlage erhoben. Die Gebühr wird einen Monat nach Bekanntgabe des Bescheids fällig. Bei Kindern unter sechs Jahren ermäßigt sich die Gebühr nach Nr. 1 und Nr. 2 der Anlage um die Hälfte.
S § 22 Inkrafttreten
P Diese Satzung tritt am 1. Januar 2025 in Kraft. Zugleich tritt die Satzung vom 9. Dezember 2014 außer Kraft.
BREAK
T Anlage zu § 21: Gebührenverzeichnis
TABLE gebuehren
P Die Verlängerungsgebühr beträgt je angefangenem Jahr ein Dreißigstel der Gebühr nach Nr. 2, bei Urnenwahlgräbern ein Zwanzigstel. Auswärtige im Sinne von § 2 Satz 2 zahlen einen Zuschlag von 60 v. H. auf die Gebühren nach Nr. 1 bis 3.
"""

GEBUEHREN = """
# 1. Überlassung von Reihengräbern
1.1|Reihengrab für Personen über sechs Jahre|980,00|einmalig
1.2|Reihengrab für Kinder|410,00|einmalig
1.3|Urnenreihengrab|640,00|einmalig
1.4|Anonymes Urnengrab|720,00|einmalig
# 2. Nutzungsrechte
2.1|Wahlgrab, einstellig, Auental-Mitte|1.860,00|30 Jahre
2.2|Wahlgrab, einstellig, Oberau|1.590,00|30 Jahre
2.3|Wahlgrab, zweistellig, Auental-Mitte|3.540,00|30 Jahre
2.4|Wahlgrab, zweistellig, Oberau|3.030,00|30 Jahre
2.5|Wahlgrab, jede weitere Stelle|1.480,00|30 Jahre
2.6|Urnenwahlgrab für bis zu vier Urnen|1.240,00|20 Jahre
2.7|Kammer der Urnenwand, zwei Urnen|1.690,00|20 Jahre
2.8|Baumgrab am Gemeinschaftsbaum|890,00|20 Jahre
2.9|Familienbaum|5.400,00|30 Jahre
# 3. Bestattung
3.1|Erdbestattung, Öffnen und Schließen des Grabes|865,00|je Fall
3.2|Erdbestattung, Tiefgrab|1.110,00|je Fall
3.3|Erdbestattung eines Kindes|390,00|je Fall
3.4|Beisetzung einer Urne in der Erde|245,00|je Fall
3.5|Beisetzung in der Urnenwand|165,00|je Fall
3.6|Zuschlag an Samstagen|190,00|je Fall
3.7|Träger, je Person|48,00|je Fall
# 4. Trauerhalle
4.1|Benutzung der Trauerhalle Auental-Mitte|280,00|je Feier
4.2|Benutzung der Trauerhalle Oberau|195,00|je Feier
4.3|Kühlzelle|54,00|je Tag
4.4|Orgel oder Tonanlage|35,00|je Feier
4.5|Dekoration, einfach|62,00|je Feier
# 5. Umbettung und Ausgrabung
5.1|Ausgrabung eines Sarges, Ruhezeit nicht abgelaufen|2.450,00|je Fall
5.2|Ausgrabung eines Sarges, Ruhezeit abgelaufen|1.780,00|je Fall
5.3|Ausgrabung einer Urne|310,00|je Fall
# 6. Grabmale
6.1|Genehmigung eines stehenden Grabmals|95,00|je Antrag
6.2|Genehmigung eines liegenden Grabmals|60,00|je Antrag
6.3|Prüfung der Standsicherheit für die Ruhezeit|126,00|einmalig
6.4|Abräumen eines Einzelgrabes|385,00|je Grab
6.5|Abräumen eines Doppelgrabes|590,00|je Grab
6.6|Abräumen eines Urnengrabes|180,00|je Grab
# 7. Verwaltung
7.1|Zulassung von Gewerbetreibenden|150,00|5 Jahre
7.2|Zulassung für einen einzelnen Auftrag|40,00|je Auftrag
7.3|Umschreibung eines Nutzungsrechts|32,00|je Fall
7.4|Zweitschrift einer Urkunde|18,00|je Stück
""".strip().splitlines()


def tables():
    fees = [["Nr.", "Gegenstand", "Gebühr (Euro)", "Zeitraum"]]
    for line in GEBUEHREN:
        fees.append([line[2:]] if line.startswith("#") else line.split("|"))
    return {
        "ruhezeit": odt.table("ruhezeit", [5, 4, 4, 4], [
            ["Art der Bestattung", "Auental-Mitte", "Oberau", "Unterau"], ["Erdbestattung, Verstorbene ab zehn Jahren", "25 Jahre", "20 Jahre", "30 Jahre"],
            ["Erdbestattung, Kinder unter zehn Jahren", "15 Jahre", "15 Jahre", "20 Jahre"], ["Urnen", "15 Jahre", "15 Jahre", "15 Jahre"]]),
        "masse": odt.table("masse", [6, 3, 3, 3], [
            ["Grabstätte", "Länge (m)", "Breite (m)", "Grabmal, Höhe (m)"], ["Reihengrab", "2,10", "0,90", "0,60 – 0,90"], ["Kindergrab", "1,20", "0,60", "0,40 – 0,60"],
            ["Wahlgrab, einstellig", "2,40", "1,10", "0,80 – 1,10"], ["Wahlgrab, zweistellig", "2,40", "2,20", "0,80 – 1,30"], ["Urnenreihengrab", "0,80", "0,60", "0,30 – 0,50"],
            ["Urnenwahlgrab", "1,00", "1,00", "0,50 – 0,80"]]),
        "gebuehren": odt.table("gebuehren", [1.5, 9, 3, 3], fees, right=(2,), bands=True),
    }


body = odt.body(SATZUNG, tables())
(build.WORK / "auental-friedhofssatzung.fodt").write_text(
    odt.document(body, "de", "DE", footer="Friedhofssatzung Auental – Seite "), encoding="utf-8")
build.office("auental-friedhofssatzung", "fodt", "pdf")
