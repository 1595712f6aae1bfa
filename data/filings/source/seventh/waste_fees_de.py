"""German waste statute with fees: pdfLaTeX, article, sans serif, paragraphs, longtables, a collection calendar by street."""
import os, pathlib, random, shutil, subprocess, sys
OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
WORK = pathlib.Path(sys.argv[1]); WORK.mkdir(parents=True, exist_ok=True)
rnd = random.Random(73)
streets = "Ahornweg,Am Anger,Am Kalkofen,Am Wehr,An der Lohe,Bachgasse,Bahnhofstraße,Birkenallee,Blumenstraße,Brauhausgasse,Brunnenplatz,Burgstraße,Dammweg,Dorfstraße,Eichenring,Erlenweg,Fabrikstraße,Färbergasse,Feldstraße,Finkenweg,Flurweg,Forstweg,Gartenstraße,Gerbergasse,Goethestraße,Hafenstraße,Hainweg,Hauptstraße,Heideweg,Hirtengasse,Hochstraße,Im Grund,Industrieweg,Jahnstraße,Kapellenweg,Kastanienallee,Kirchplatz,Klosterhof,Lerchenweg,Lindenstraße,Marktplatz,Meisenweg,Mozartstraße,Mühlgasse,Neue Straße,Obere Gasse,Parkstraße,Pfarrgasse,Querweg,Ringstraße,Rosenweg,Sandweg,Schillerstraße,Schlossberg,Schulstraße,Seeweg,Steinweg,Talstraße,Uferweg,Untere Gasse,Waldstraße,Weinbergweg,Wiesenweg,Ziegelhütte".split(",")
days = ["Mo","Di","Mi","Do","Fr"]
rows = "".join(f"{s} & {rnd.choice('1234567')} & {rnd.choice(days)} & {rnd.choice(days)} & {rnd.choice(['gerade','ungerade'])}\\\\\n" for s in streets)
def fee(l, k): return f"{round(l*k+22.4,1):.2f}".replace(".",",")
T = r"""\documentclass[a4paper,10pt]{article}
\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{textcomp}\usepackage{lmodern}\renewcommand{\familydefault}{\sfdefault}
\usepackage[ngerman]{babel}\usepackage{longtable,booktabs,geometry,fancyhdr}
\geometry{margin=2.4cm}\pagestyle{fancy}\lhead{Abfallwirtschaftsbetrieb Landkreis Merzenau}\rhead{Abfallsatzung 2026}
\newcommand{\para}[2]{\subsection*{§ #1 #2}}
\begin{document}
\begin{center}\Large\bfseries Satzung über die Abfallentsorgung und die Gebühren im Landkreis Merzenau\\[4pt]\normalsize\mdseries vom 11. November 2025, gültig ab 1. Januar 2026\end{center}
\section*{I. Allgemeines}
\para{1}{Aufgabe}(1) Der Abfallwirtschaftsbetrieb (Betrieb) sammelt, befördert und verwertet die Abfälle aus Haushalten. (2) Er betreibt drei Wertstoffhöfe, eine Kompostanlage in Röthen und die Umladestation Steig.
\para{2}{Begriffe}(1) \emph{Restabfall} ist Abfall, der nach der Trennung übrig bleibt. (2) \emph{Sperrmüll} ist Abfall, der wegen seiner Größe nicht in eine Tonne von 240 Litern passt und den man bei einem Umzug mitnähme. (3) \emph{Bioabfall} sind Küchen- und Gartenabfälle ohne Fleisch, Knochen und Asche. (4) \emph{Einwohnergleichwert} ist die Menge von 12 Litern Restabfall in der Woche.
\para{3}{Ausgeschlossene Abfälle}Von der Sammlung ausgeschlossen sind
\begin{itemize}\setlength{\itemsep}{0pt}\item[a)] Altreifen von Lastwagen,\item[b)] explosive Stoffe und Munition,\item[c)] Tierkörper über 5 kg,\item[d)] Bauschutt über einen Kubikmeter,\item[e)] Asbest, der nicht verpackt ist,\item[f)] flüssige Abfälle,\item[g)] Fahrzeugbatterien.\end{itemize}
\para{4}{Anschluss und Benutzung}(1) Jedes bewohnte Grundstück ist anzuschließen. (2) Vom Anschluss an die Biotonne wird befreit, wer auf mindestens 30 m² je Bewohner selbst kompostiert. Die Befreiung gilt drei Jahre.
\para{5}{Mindestvolumen}(1) Für jeden Bewohner sind 12 Liter Restabfall je Woche vorzuhalten, auf Antrag 8 Liter, wenn eine Biotonne benutzt wird. (2) Für Betriebe gilt Anlage 2.
\para{6}{Bereitstellung}(1) Die Tonnen stehen am Tag der Abfuhr um 6:00 Uhr am Straßenrand, der Deckel ist geschlossen. (2) Tonnen, die schwerer als 90 kg sind, werden nicht geleert. (3) Fällt der Tag auf einen Feiertag, verschiebt sich die Abfuhr in der ganzen Woche um einen Tag nach hinten.
\para{7}{Sperrmüll}(1) Jeder Haushalt darf zweimal im Jahr bis zu 3 m³ ohne Gebühr abholen lassen. (2) Die Abholung wird mindestens zehn Tage vorher bestellt. (3) Nicht mitgenommen werden Fenster, Türen, Autoteile, Renovierungsabfälle und Nachtspeicheröfen.
\para{8}{Schadstoffe}Das Schadstoffmobil kommt viermal im Jahr. Angenommen werden je Anlieferung höchstens 20 kg oder 20 Liter. 
\para{10}{Wertstoffhöfe}Die Höfe nehmen Altmetall, Papier, Elektrogeräte, Grünschnitt, Holz, Kork und Speiseöl an. Geöffnet ist wie folgt:
\begin{center}\begin{tabular}{lllll}\toprule & \multicolumn{2}{c}{Sommer (April--Oktober)} & \multicolumn{2}{c}{Winter (November--März)}\\\cmidrule(lr){2-3}\cmidrule(lr){4-5}Hof & Mi--Fr & Sa & Mi--Fr & Sa\\\midrule Röthen & 13--18 Uhr & 9--15 Uhr & 13--16 Uhr & 9--13 Uhr\\Steig & 12--19 Uhr & 8--14 Uhr & 12--17 Uhr & 8--12 Uhr\\Tiefenbrunn & 14--18 Uhr & 9--13 Uhr & geschlossen & 9--12 Uhr\\\bottomrule\end{tabular}\end{center}
\section*{II. Gebühren}
\para{11}{Gebührenpflicht}(1) Schuldner ist der Eigentümer des Grundstücks. (2) Die Pflicht beginnt mit dem Monat, der auf die Aufstellung der Tonne folgt. (3) Die Gebühr wird zu gleichen Teilen am 15. Februar, 15. Mai, 15. August und 15. November fällig.
\para{12}{Jahresgebühren}(1) Die Gebühr besteht aus der Grundgebühr von 46,80 € je Haushalt und der Leistungsgebühr nach Anlage 1. (2) Für jede Leerung über die enthaltene Zahl hinaus wird die Zusatzleerung berechnet. (3) Wird eine Tonne von mehreren Haushalten benutzt, so ermäßigt sich die Grundgebühr auf 39,00 € je Haushalt.
\para{13}{Ermäßigung}Auf Antrag wird die Leistungsgebühr ermäßigt: um 10 vom Hundert, wenn ein Kind unter drei Jahren im Haushalt lebt; um 25 vom Hundert bei Pflege mit ärztlichem Nachweis. Beide Ermäßigungen werden nicht nebeneinander gewährt.
\para{14}{Sonstige Gebühren}(1) Tausch einer Tonne: 18,00 €. (2) Schloss an der Tonne: 31,50 € einmalig. (3) Expressabholung von Sperrmüll binnen drei Tagen: 65,00 €. (4) Mehrmenge Sperrmüll: 24,00 € je angefangenem m³. (5) Abfallsack 70 Liter: 5,20 €. (6) Gartensack aus Papier: 1,90 €.
\para{15}{Beispiel}Ein Haushalt mit vier Personen hat eine Restabfalltonne von 120 Litern, vierwöchentlich, und eine Biotonne von 80 Litern: Grundgebühr 46,80 € + Leistungsgebühr 112,40 € + Biotonne 58,40 € = 217,60 € im Jahr.
\para{17}{Ordnungswidrigkeiten}Mit Geldbuße bis 2\,500 € wird belegt, wer (1) Abfälle neben die Tonne stellt, (2) ausgeschlossene Abfälle einfüllt, (3) Abfälle auf dem Hof eines anderen Landkreises als eigene ausgibt, (4) Tonnen anderer ohne deren Zustimmung füllt. Bei Wiederholung binnen zwei Jahren verdoppelt sich der Rahmen.
\section*{Anlage 1: Leistungsgebühr im Jahr in Euro}
\begin{center}\begin{tabular}{lrrrrr}\toprule & \multicolumn{3}{c}{Restabfall} & Bioabfall & Zusatz-\\\cmidrule(lr){2-4}Behälter & vierwöchentlich & zweiwöchentlich & wöchentlich & & leerung\\\midrule
60 Liter & 67,40 & 112,40 & -- & 47,60 & 4,30\\80 Liter & 82,40 & 142,40 & -- & 58,40 & 5,60\\120 Liter & 112,40 & 202,40 & 382,40 & 79,90 & 8,10\\240 Liter & 202,40 & 382,40 & 742,40 & 144,20 & 15,70\\770 Liter & 599,90 & 1177,40 & 2332,40 & -- & 48,60\\1100 Liter & 847,40 & 1672,40 & 3322,40 & -- & 69,00\\\midrule enthaltene Leerungen & 13 & 26 & 52 & 26 & \\\bottomrule\end{tabular}\end{center}
\section*{Anlage 2: Einwohnergleichwerte (EGW) der Betriebe}
\begin{center}\begin{tabular}{p{7.2cm}lr}\toprule Betrieb & je & EGW\\\midrule Büros, Praxen, Verwaltungen & 3 Beschäftigte & 1\\Gaststätten ohne Hotel & Beschäftigtem & 4\\Hotels, Pensionen & 4 Betten & 1\\Lebensmittelläden & Beschäftigtem & 2\\Handwerk & 2 Beschäftigte & 1\\Schulen, Kindergärten & 10 Schüler oder Kinder & 1\\Krankenhäuser, Heime & Platz & 1\\Campingplätze & Stellplatz & 0,5\\Friedhöfe & 100 Grabstellen & 2\\\bottomrule\end{tabular}\end{center}
\section*{Anlage 3: Selbstanlieferung an der Umladestation Steig}
\begin{center}\begin{tabular}{lrrr}\toprule Abfallart & Pauschale bis 200 kg & je Tonne & Zuschlag bei Fremdstoffen\\\midrule Restabfall & 28,00 € & 214,00 € & --\\Sperrmüll & 22,00 € & 178,00 € & 30 \%\\Altholz A I--III & 9,00 € & 62,00 € & 50 \%\\Altholz A IV & 21,00 € & 139,00 € & 50 \%\\Bauschutt, rein & 7,00 € & 36,00 € & 100 \%\\Gipskarton & 18,00 € & 126,00 € & --\\Asbest, verpackt & 40,00 € & 298,00 € & --\\Grünschnitt & 4,00 € & 41,00 € & 75 \%\\\bottomrule\end{tabular}\end{center}
\section*{Anlage 4: Abfuhr nach Straßen}
\begin{longtable}{lcccc}\toprule Straße & Bezirk & Restabfall & Bioabfall & Kalenderwoche\\\midrule\endhead\bottomrule\endfoot
ROWS\end{longtable}
Die Kalenderwoche gilt für Restabfall bei zweiwöchentlicher Leerung. Bioabfall wird in den Bezirken 1 bis 4 in geraden, in den Bezirken 5 bis 7 in ungeraden Wochen geleert. Das Schadstoffmobil hält in Bezirk 1, 2 und 5 am Marktplatz, in den anderen am Wertstoffhof des Bezirks.
\end{document}""".replace("ROWS", rows)
(WORK/"w.tex").write_text(T, encoding="utf-8")
env = dict(os.environ, SOURCE_DATE_EPOCH="1767225600", FORCE_SOURCE_DATE="1")
for _ in range(2): subprocess.run(["pdflatex","-interaction=nonstopmode","w.tex"], cwd=WORK, stdout=subprocess.DEVNULL, env=env)
shutil.copy(WORK/"w.pdf", OUT/"merzenau-abfallsatzung.pdf")
