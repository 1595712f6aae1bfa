"""Technical standard for play surfaces: Typst, numbered clauses, tables under spanning headers, an annex over pages."""
import pathlib, sys, typst
OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
work = pathlib.Path(sys.argv[1])
mats = [("Turf", "TU"), ("Topsoil", "TS"), ("Bark, 20–80 mm", "BK"), ("Wood chips, 5–30 mm", "WC"), ("Sand, 0.2–2 mm", "SA"), ("Gravel, 2–8 mm", "GR"), ("Rubber tiles", "RT"), ("Poured rubber", "PR"), ("Shredded rubber", "SR")]
depth = {"BK": (200, 300, 400), "WC": (200, 300, 400), "SA": (200, 300, 350), "GR": (200, 300, 400), "RT": (40, 70, 100), "PR": (45, 75, 110), "SR": (150, 200, 250)}
fall = {"BK": (2.0, 2.5, 3.0), "WC": (2.0, 2.6, 3.0), "SA": (1.8, 2.4, 2.8), "GR": (1.9, 2.5, 3.0), "RT": (1.3, 2.0, 2.7), "PR": (1.2, 1.9, 2.5), "SR": (2.2, 2.7, 3.0)}
t2 = ", ".join(f"[{c}], [{n}], " + ", ".join(f"[{d}], [{f:.1f}]" for d, f in zip(depth[c], fall[c])) for n, c in mats if c in depth)
eq = [("101", "Swing, flat seat", 1.4, 2.1, "B"), ("102", "Swing, cradle seat", 1.2, 1.9, "A"), ("103", "Nest swing", 1.5, 2.4, "C"), ("111", "Slide, free-standing", 2.5, 1.5, "B"), ("112", "Slide on a slope", 1.0, 1.2, "A"), ("113", "Tube slide", 3.0, 1.8, "C"), ("121", "Climbing frame", 2.6, 1.9, "B"), ("122", "Climbing wall", 3.0, 2.2, "C"), ("123", "Rope pyramid", 2.9, 2.1, "C"), ("124", "Net bridge", 1.8, 1.6, "B"), ("131", "Seesaw", 1.5, 1.3, "A"), ("132", "Spring rocker", 0.6, 1.0, "A"), ("141", "Roundabout, standing", 1.0, 2.0, "C"), ("142", "Roundabout, seated", 0.8, 2.0, "B"), ("151", "Cableway", 1.5, 2.0, "D"), ("161", "Playhouse", 0.6, 1.0, "A"), ("162", "Tower with bridge", 2.8, 1.9, "C"), ("171", "Balance beam", 0.5, 1.5, "A"), ("172", "Stepping posts", 0.4, 1.5, "A"), ("181", "Trampoline, sunk", 0.9, 2.0, "D"), ("191", "Water pump", 0.0, 1.0, "A"), ("192", "Sand digger", 0.6, 1.1, "A")]
t3 = ", ".join(f"[{a}], [{b}], [{c:.1f}], [{d:.1f}], [{e}]" for a, b, c, d, e in eq)
src = r'''
#set document(title: "KPS 88 Play areas", date: datetime(year: 2026, month: 6, day: 1))
#set page(paper: "a4", margin: (x: 2.4cm, y: 2.3cm), header: align(right, text(8pt)[KPS 88:2026]), footer: context align(center, text(8pt)[#counter(page).display() – Kelderland Standards Board]))
#set text(font: "Libertinus Serif", size: 10.5pt)
#set par(justify: true)
#set heading(numbering: "1.1")
#show figure: set block(breakable: true)
#align(center)[#text(17pt)[*KPS 88*] \ Surfaces of play areas \ Requirements and methods of test \ Third edition, June 2026, in place of KPS 88:2017]
#v(6pt)
= Scope
This standard applies to the surfaces below and around fixed play equipment in the open. It does not apply to
- bicycle and skateboard tracks,
- play areas inside buildings,
- inflatable equipment,
- equipment for water deeper than 40 cm, and
- adventure playgrounds with staff.
= Terms
/ free height of fall: the greatest vertical distance from the place where the body is supported to the surface below.
/ impact area: the area that a falling user can strike.
/ critical height: the greatest height of fall for which the value HIC in the test of clause 6 stays below 1000.
/ loose fill: material which is not bound and can be moved by hand.
/ play value class: a letter from A to D in Annex A that sets the interval of inspections.
= Requirements
== Height of fall
The free height of fall of no item may exceed 3.0 m. Above 0.6 m the impact area is covered by a material of table 1. Turf and topsoil are allowed up to 1.0 m; turf up to 1.5 m where the yearly rainfall is over 700 mm.
== Extent
The impact area reaches 1.5 m beyond the equipment up to a height of fall of 1.5 m. Above this it grows by two thirds of the height that goes beyond 1.5 m. Impact areas of two items may overlap, but not those of swings, cableways and roundabouts.
== Depth
Loose fill is laid 100 mm deeper than table 1 asks, because it is carried away by play.
#figure(kind: table, caption: [Greatest critical height, m, by depth of the layer, mm], table(columns: 8, inset: 4pt, align: center,
table.header(table.cell(rowspan: 2)[Code], table.cell(rowspan: 2)[Material], table.cell(colspan: 2)[Thin layer], table.cell(colspan: 2)[Medium layer], table.cell(colspan: 2)[Thick layer], [depth], [height], [depth], [height], [depth], [height]), T2))
== Grading
Sand holds no more than 3 percent by mass of grains below 0.063 mm, gravel no more than 1 percent. Bark is free of needles, and of wood treated with preservatives.
== Drainage
The ground below falls by at least 1.5 percent. Water may stand on the surface no longer than 4 hours after rain of 10 mm.
== Substances
#figure(kind: table, caption: [Limits of substances in rubber], table(columns: 4, inset: 4pt, align: (left, center, center, center), table.header([Substance], [Limit mg/kg], [Method], [Sample g]), [Lead], [90], [M4], [5], [Cadmium], [50], [M4], [5], [Chromium VI], [0.2], [M5], [10], [Zinc, leached], [100], [M6], [50], [PAH, sum of 8], [20], [M8], [20], [Benzo(a)pyrene], [1], [M8], [20]))
= Marking
Each delivery of loose fill is accompanied by a sheet with: (a) the name of the supplier; (b) the code of the material; (c) the number of the lot; (d) the critical height and the depth for which it was tested; (e) the date of the test; (f) the words "KPS 88". Tiles bear the code and the year of making on the lower side.
= Inspection
#figure(kind: table, caption: [Intervals of inspection], table(columns: 5, inset: 4pt, align: center, table.header(table.cell(rowspan: 2)[Kind], table.cell(colspan: 4)[Play value class], [A], [B], [C], [D]), [Look-over], [14 days], [7 days], [2 days], [daily], [Working parts], [6 months], [3 months], [2 months], [1 month], [Main inspection], [24 months], [12 months], [12 months], [6 months], [Impact test], [–], [60 months], [36 months], [24 months]))
In areas with more than 300 users a day the intervals are halved. Records are kept for eight years.
= Method of test for impact
== Apparatus
A hemisphere of aluminium of 4.6 kg and 160 mm diameter; an accelerometer up to 500 g; a recorder of 10 kHz.
== Conditions
Loose fill is tested in a box of 1 m by 1 m. Temperature of the sample is 23 °C ± 5 °C; for poured rubber tests at −10 °C and at 50 °C are made as well.
== Steps
+ Condition the sample for 8 hours.
+ Drop the hemisphere from 0.5 m and record HIC.
+ Raise the height by 0.25 m after each drop until HIC exceeds 1000.
+ Level loose fill with a rake between drops.
+ Repeat at nine points at least 250 mm apart.
+ Draw the curve and read the height at HIC 1000.
The critical height is the lowest of the nine readings, rounded down to 0.1 m.
== Precision
Repeatability is 0.1 m and reproducibility 0.3 m. Laboratories take part in a comparison every second year.
= Assessment
A lot is accepted if all values keep the limits. If one value misses a limit by no more than 5 percent, two further samples are taken; both must comply. A fee of 410 crowns is paid for the certificate, 95 crowns for each further code on it, and 1,260 crowns for a test of impact at two temperatures. The certificate is valid for five years; for shredded rubber for three.
#pagebreak()
#heading(numbering: none)[Annex A (normative) – Equipment]
Height of fall and safety distance are those which are assumed if the maker states none.
#figure(kind: table, caption: [Equipment, heights and classes], table(columns: 5, stroke: none, inset: 7pt, align: (center, left, center, center, center), table.header(table.hline(), [Item], [Equipment], [Height of fall m], [Distance m], [Class], table.hline()), T3, table.hline()))
Class D applies to any item that stands in a school yard and has a height of fall above 2.5 m.
#heading(numbering: none)[Annex B (informative) – Materials]
TU turf; TS topsoil; BK bark; WC wood chips; SA sand; GR gravel; RT rubber tiles; PR poured rubber; SR shredded rubber. #linebreak()
Yearly loss of loose fill: bark 12 percent, wood chips 10 percent, sand 8 percent, gravel 4 percent, shredded rubber 3 percent. Topping up is due when a quarter of the depth is lost.
'''.replace("T2", t2).replace("T3", t3)
(work / "kps.typ").write_text(src)
(OUT / "kps-88-play-surfaces.pdf").write_bytes(typst.compile(str(work / "kps.typ")))
