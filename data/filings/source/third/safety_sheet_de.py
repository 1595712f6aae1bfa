"""Sicherheitsdatenblatt of an invented cleaner. Typst: sixteen sections on grey bars, names and values side by side, small tables."""

import pathlib
import sys

import typst

WORK, OUT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
TOP = """#set page(paper: "a4", margin: (x: 2cm, top: 3.2cm, bottom: 2cm), header: [#set text(8pt); #grid(columns: (1fr, 1fr, 1fr), [*Ferrolin Chemie GmbH*], align(center)[Sicherheitsdatenblatt gemäß Verordnung (EG) Nr. 1907/2006], align(right)[Kesselrein K 40]) #grid(columns: (1fr, 1fr, 1fr), [Version 5.2], align(center)[Überarbeitet am 14.07.2026], align(right)[Ersetzt Version 5.1 vom 02.03.2025]) #line(length: 100%, stroke: .5pt)], footer: context align(right)[#text(8pt)[Seite #counter(page).display("1 / 1", both: true)]])
#set text(font: "DejaVu Sans", size: 8.5pt, lang: "de")
#set par(leading: .55em)
#let abschnitt(t) = block(fill: luma(225), width: 100%, inset: 4pt, above: 12pt, below: 7pt, sticky: true)[*#t*]
#let punkt(t) = block(above: 8pt, below: 4pt, sticky: true)[*#t*]
#let paare(..p) = grid(columns: (5.2cm, 1fr), row-gutter: 4pt, ..p)
"""
out = [TOP]


def section(n, title):
    out.append(f"#abschnitt[ABSCHNITT {n}: {title}]\n")


def point(n, title, *texts):
    out.append(f"#punkt[{n} {title}]\n" + "\n\n".join(texts) + "\n")


def pairs(*rows):
    return "#paare(" + ", ".join(f"[{a}], [{b}]" for a, b in rows) + ")\n"


def table(widths, head, *rows):
    return f"#table(columns: ({', '.join(widths)}), stroke: .3pt + gray, inset: 3.5pt, table.header({', '.join(f'[*{h}*]' for h in head)}), " + ", ".join(f"[{c}]" for row in rows for c in row) + ")\n"


section(1, "Bezeichnung des Gemischs und des Unternehmens")
point("1.1", "Produktidentifikator", pairs(("Handelsname", "Kesselrein K 40"), ("Artikelnummern", "41040-05 (Kanister 5 l), 41040-20 (Kanister 20 l), 41040-200 (Fass 200 l)"), ("UFI", "7K3D-R0NM-200V-QWE4")))
point("1.2", "Verwendung", "Saurer Entkalker für Heizkessel, Wärmetauscher und Kühlkreisläufe; nur für gewerbliche Anwender. Abgeraten wird von der Anwendung auf verzinktem Stahl, Aluminium, Marmor und Terrazzo sowie vom Versprühen.")
point("1.3", "Hersteller", "Ferrolin Chemie GmbH, Am Salzgraben 18, 49999 Dornbeck, Telefon 05999 4410-0, sdb\\@ferrolin.example")
point("1.4", "Notruf", "Giftnotruf Dornbeck 05999 19240 (Tag und Nacht); im Werk 05999 4410-88 (werktags 7 bis 17 Uhr)")
section(2, "Mögliche Gefahren")
point("2.1", "Einstufung", table(("6cm", "3cm", "1fr"), ("Gefahrenklasse", "Kategorie", "Gefahrenhinweis"), ("Korrosiv gegenüber Metallen", "1", "H290"), ("Ätzwirkung auf die Haut", "1B", "H314"), ("Schwere Augenschädigung", "1", "H318"), ("Spezifische Zielorgan-Toxizität, einmalig", "3", "H335")))
point("2.2", "Kennzeichnung", pairs(("Piktogramme", "GHS05, GHS07"), ("Signalwort", "Gefahr"), ("Enthält", "Salzsäure, Amidosulfonsäure"), ("Gefahrenhinweise", "H290 Kann gegenüber Metallen korrosiv sein. H314 Verursacht schwere Verätzungen der Haut und schwere Augenschäden. H335 Kann die Atemwege reizen."), ("Sicherheitshinweise", "P260 Dampf nicht einatmen. P280 Schutzhandschuhe, Schutzkleidung und Augenschutz tragen. P303+P361+P353 Bei Berührung mit der Haut: kontaminierte Kleidung sofort ausziehen, Haut abwaschen. P305+P351+P338 Bei Kontakt mit den Augen: einige Minuten lang mit Wasser spülen. P310 Sofort Giftinformationszentrum anrufen. P501 Inhalt der Entsorgung zuführen.")))
point("2.3", "Sonstige Gefahren", "Bildet mit Chlorbleiche giftiges Chlor, mit unedlen Metallen Wasserstoff. Keine PBT- oder vPvB-Stoffe.")
section(3, "Zusammensetzung")
point("3.2", "Gemische", table(("4.2cm", "2.4cm", "2.4cm", "2.6cm", "1fr"), ("Stoff", "CAS-Nr.", "EG-Nr.", "Gehalt in %", "Einstufung"), ("Salzsäure", "7647-01-0", "231-595-7", "18 – \\<20", "H290, H314 (1B), H335"), ("Amidosulfonsäure", "5329-14-6", "226-218-8", "5 – \\<10", "H315, H319, H412"), ("Citronensäure", "77-92-9", "201-069-1", "3 – \\<5", "H319, H335"), ("Butindiol, ethoxyliert", "1606-85-5", "216-526-7", "0,5 – \\<1", "H302, H315, H373"), ("Fettalkoholethoxylat C12-14", "68439-50-9", "Polymer", "0,1 – \\<0,5", "H302, H318, H400")), "Spezifische Konzentrationsgrenzen für Salzsäure: ab 25 % H314; 10 bis unter 25 % H315 und H319; ab 10 % H335.")
section(4, "Erste Hilfe")
point("4.1", "Maßnahmen", table(("3.5cm", "1fr"), ("Fall", "Maßnahme"), ("Einatmen", "An die frische Luft bringen, halb sitzend lagern. Bei Atemnot Sauerstoff geben. Arzt rufen."), ("Hautkontakt", "Kleidung sofort ausziehen, mindestens 15 Minuten mit viel Wasser spülen. Verätzungen keimfrei abdecken."), ("Augenkontakt", "Kontaktlinsen entfernen. Bei geöffnetem Lidspalt mindestens 20 Minuten unter fließendem Wasser spülen, unverletztes Auge schützen. Sofort zum Augenarzt."), ("Verschlucken", "Mund ausspülen, ein bis zwei Glas Wasser in kleinen Schlucken trinken. Kein Erbrechen auslösen, keine Neutralisation versuchen.")))
point("4.2", "Symptome", "Brennen, Husten, Schmerzen hinter dem Brustbein, Trübung der Hornhaut. Ein Lungenödem kann bis zu 48 Stunden später auftreten.")
point("4.3", "Hinweise für den Arzt", "Symptomatisch behandeln. Nach Einatmen frühzeitig Glucocorticoid als Dosieraerosol. Mindestens 48 Stunden überwachen.")
section(5, "Maßnahmen zur Brandbekämpfung")
point("5.1", "Löschmittel", "Das Produkt selbst brennt nicht. Geeignet: Wassersprühstrahl, alkoholbeständiger Schaum, Kohlendioxid, Löschpulver. Ungeeignet: Wasservollstrahl.")
point("5.2", "Besondere Gefahren", "Im Brandfall können Chlorwasserstoff, Schwefeloxide, Stickoxide und Kohlenmonoxid entstehen.")
point("5.3", "Hinweise für die Feuerwehr", "Umluftunabhängiges Atemschutzgerät und Chemikalienschutzanzug. Behälter mit Sprühwasser kühlen, Löschwasser auffangen.")
section(6, "Unbeabsichtigte Freisetzung")
point("6.1", "Personen", "Ungeschützte Personen fernhalten, auf windzugewandter Seite bleiben, Lüftung einschalten.")
point("6.2", "Umwelt", "Nicht in Kanalisation, Gewässer oder Erdreich gelangen lassen. Ab 50 l die Wasserbehörde benachrichtigen.")
point("6.3", "Aufnahme", "+ Leck schließen, Behälter aufrichten.\n+ Lache mit Sand, Kieselgur oder Säurebinder eindämmen; keine Sägespäne verwenden.\n+ Mit Soda oder Kalkmilch auf pH 6 bis 9 neutralisieren, Schaumbildung abwarten.\n+ In gekennzeichnete Kunststoffbehälter füllen, Deckel lose auflegen.\n+ Boden mit viel Wasser nachwaschen, Waschwasser auffangen.")
section(7, "Handhabung und Lagerung")
point("7.1", "Handhabung", "Beim Verdünnen stets die Säure ins Wasser geben. Dosierung: bis 2 mm Kalk 1 Teil auf 10 Teile Wasser, 2 bis 5 mm 1 : 6, über 5 mm 1 : 4. Einwirkzeit höchstens 6 Stunden bei höchstens 45 °C; danach mit Neutralit N 7 spülen.")
point("7.2", "Lagerung", pairs(("Temperatur", "5 bis 30 °C"), ("Haltbarkeit", "24 Monate, nach dem Öffnen 9 Monate"), ("Lagerklasse (TRGS 510)", "8 B"), ("Geeignete Werkstoffe", "Polyethylen, Polypropylen, PVC, Glas, gummierter Stahl"), ("Ungeeignete Werkstoffe", "Stahl, Edelstahl, Aluminium, Zink, Kupfer"), ("Nicht zusammen lagern mit", "Laugen, Hypochlorit, Cyaniden, Sulfiden, Lebensmitteln"), ("Auffangwanne", "10 % der Lagermenge, mindestens der Inhalt des größten Gebindes")))
section(8, "Begrenzung der Exposition, Schutzausrüstung")
point("8.1", "Grenzwerte", table(("3.6cm", "2.8cm", "2.4cm", "2.4cm", "1fr"), ("Stoff", "Art", "ppm", "mg/m³", "Bemerkung"), ("Chlorwasserstoff", "AGW (8 h)", "2", "3", "Spitzenfaktor 2 (I), Y"), ("Chlorwasserstoff", "EU, kurzzeitig (15 min)", "10", "15", ""), ("Citronensäure", "AGW (8 h)", "–", "2 E", "Spitzenfaktor 2 (I), Y")), table(("4.2cm", "3.4cm", "3.4cm", "1fr"), ("DNEL, Arbeiter", "inhalativ, lang, lokal", "inhalativ, kurz, lokal", "dermal, lang, systemisch"), ("Salzsäure", "8 mg/m³", "15 mg/m³", "–"), ("Amidosulfonsäure", "–", "–", "10 mg/kg und Tag"), ("Butindiol, ethoxyliert", "0,9 mg/m³", "–", "0,12 mg/kg und Tag")))
point("8.2", "Persönliche Schutzausrüstung", table(("3cm", "6.4cm", "2.4cm", "1fr"), ("Handschuhe", "Material", "Dicke", "Durchbruchzeit"), ("Dauerkontakt", "Butylkautschuk", "0,7 mm", "über 480 min"), ("Dauerkontakt", "Fluorkautschuk", "0,4 mm", "über 480 min"), ("Spritzschutz", "Nitrilkautschuk", "0,4 mm", "über 120 min"), ("Spritzschutz", "Polychloropren", "0,6 mm", "über 240 min"), ("Nicht geeignet", "Leder, Baumwolle, Naturlatex unter 0,3 mm", "–", "–")), pairs(("Augen", "dicht schließende Schutzbrille nach EN 166, beim Umfüllen aus Fässern Gesichtsschild"), ("Atemschutz", "bei Überschreitung des Grenzwerts Filter E-P2, Farbe gelb/weiß; über 20 ppm umgebungsluftunabhängig"), ("Körper", "säurebeständige Schürze, Stiefel aus PVC")))
section(9, "Physikalische und chemische Eigenschaften")
out.append(table(("7cm", "4cm", "1fr"), ("Eigenschaft", "Wert", "Bedingung, Methode"), ("Aggregatzustand", "flüssig", ""), ("Farbe", "gelblich", ""), ("Geruch", "stechend", ""), ("pH-Wert", "unter 1", "unverdünnt, 20 °C"), ("pH-Wert", "1,3", "10 g/l, 20 °C"), ("Schmelzpunkt", "-32 °C", ""), ("Siedebeginn", "104 °C", "1013 hPa"), ("Flammpunkt", "nicht anwendbar", ""), ("Dampfdruck", "21 hPa", "20 °C"), ("Dichte", "1,135 g/cm³", "20 °C"), ("Viskosität, dynamisch", "2,4 mPa·s", "20 °C"), ("Löslichkeit in Wasser", "vollständig mischbar", ""), ("Metallkorrosion, Stahl", "11,6 mm/Jahr", "55 °C, UN-Test C.1"), ("Metallkorrosion, Aluminium", "über 60 mm/Jahr", "55 °C, UN-Test C.1")))
section(10, "Stabilität und Reaktivität")
point("10.3", "Gefährliche Reaktionen", "Heftig mit Laugen unter Wärmeentwicklung. Mit Hypochlorit entsteht Chlor, mit Sulfiden Schwefelwasserstoff, mit Cyaniden Blausäure, mit Zink oder Aluminium Wasserstoff.")
point("10.4", "Zu vermeidende Bedingungen", "Temperaturen über 60 °C.")
section(11, "Toxikologische Angaben")
point("11.1", "Akute Toxizität", table(("4.5cm", "3cm", "3.2cm", "1fr"), ("Stoff", "Weg", "Wert", "Art, Methode"), ("Amidosulfonsäure", "oral", "2.140 mg/kg", "Ratte, OECD 401"), ("Amidosulfonsäure", "dermal", "über 2.000 mg/kg", "Ratte, OECD 402"), ("Citronensäure", "oral", "5.400 mg/kg", "Maus, OECD 401"), ("Butindiol, ethoxyliert", "oral", "980 mg/kg", "Ratte, OECD 423"), ("Chlorwasserstoff", "inhalativ, 30 min", "4.701 ppm", "Ratte"), ("Gemisch (berechnet)", "oral", "über 5.000 mg/kg", "ATE")), "Nicht sensibilisierend im Test am Meerschweinchen. Keine Hinweise auf erbgutverändernde, krebserzeugende oder fortpflanzungsgefährdende Wirkung.")
section(12, "Umweltbezogene Angaben")
point("12.1", "Toxizität im Wasser", table(("4.5cm", "3cm", "3cm", "1fr"), ("Stoff", "Endpunkt", "Wert", "Art"), ("Amidosulfonsäure", "LC50, 96 h", "70,3 mg/l", "Fisch (Pimephales promelas)"), ("Amidosulfonsäure", "EC50, 48 h", "71,6 mg/l", "Daphnia magna"), ("Amidosulfonsäure", "EC50, 72 h", "48 mg/l", "Alge (Desmodesmus)"), ("Citronensäure", "LC50, 48 h", "440 mg/l", "Fisch (Leuciscus idus)"), ("Fettalkoholethoxylat C12-14", "EC50, 48 h", "0,53 mg/l", "Daphnia magna"), ("Fettalkoholethoxylat C12-14", "LC50, 96 h", "1,2 mg/l", "Fisch (Danio rerio)")))
point("12.2", "Abbaubarkeit", "Die Tenside sind nach Verordnung (EG) Nr. 648/2004 abbaubar. Citronensäure: 97 % in 28 Tagen. Wassergefährdungsklasse 1 (Selbsteinstufung).")
section(13, "Entsorgung")
out.append(table(("3cm", "1fr"), ("Abfallschlüssel", "Bezeichnung"), ("06 01 02\\*", "Salzsäure (unverbrauchtes Produkt)"), ("11 01 06\\*", "Säuren anderswo nicht genannt (gebrauchte Lösung)"), ("15 01 10\\*", "Verpackungen mit Rückständen"), ("15 01 02", "Verpackungen aus Kunststoff, dreimal ausgespült")))
section(14, "Transport")
out.append(table(("5.5cm", "3cm", "3cm", "1fr"), ("Angabe", "ADR/RID", "IMDG", "IATA"), ("UN-Nummer", "1789", "1789", "1789"), ("Bezeichnung", "CHLORWASSERSTOFF-SÄURE", "HYDROCHLORIC ACID", "Hydrochloric acid"), ("Klasse", "8", "8", "8"), ("Verpackungsgruppe", "II", "II", "II"), ("Klassifizierungscode", "C1", "–", "–"), ("Begrenzte Menge", "1 l", "1 l", "0,5 l"), ("Freigestellte Menge", "E2", "E2", "E2"), ("Beförderungskategorie", "2", "–", "–"), ("Tunnelcode", "(E)", "–", "–"), ("EmS", "–", "F-A, S-B", "–"), ("Höchstmenge Passagierflugzeug", "–", "–", "1 l"), ("Höchstmenge Frachtflugzeug", "–", "–", "30 l")))
section(15, "Rechtsvorschriften")
point("15.1", "Vorschriften", "Beschäftigungsbeschränkungen für Jugendliche und für werdende Mütter beachten. Störfallverordnung: nicht genannt. Ausgangsstoffe für Drogen: Salzsäure, Kategorie 3. TA Luft: 5.2.4, Klasse III. VOC-Gehalt 0,4 %.")
section(16, "Sonstige Angaben")
point("16.1", "Änderungen gegenüber Version 5.1", "- Abschnitt 3: Gehalt an Butindiol gesenkt\n- Abschnitt 8: DNEL für Butindiol, Handschuhe aus Fluorkautschuk\n- Abschnitt 9: Metallkorrosion\n- Abschnitt 14: Höchstmengen für den Luftverkehr")
point("16.2", "Schulung", "Unterweisung vor der ersten Verwendung und dann jährlich.")
(WORK / "kesselrein.typ").write_text("".join(out), encoding="utf-8")
typst.compile(str(WORK / "kesselrein.typ"), output=str(OUT / "kesselrein-k40-sdb.pdf"), timestamp=1767225600)
