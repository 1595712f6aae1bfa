"""Product manual of invented borehole pumps. Typst: a model key, performance by head, cable lengths by motor and cross-section, a chart, spare parts by model over pages, faults, intervals."""

import pathlib
import subprocess
import sys

import typst

WORK, OUT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
MODELS = [("HB 2-08", 0.37, 8, 2), ("HB 2-14", 0.55, 14, 2), ("HB 2-22", 0.75, 22, 2), ("HB 4-07", 0.55, 7, 4), ("HB 4-12", 0.75, 12, 4), ("HB 4-18", 1.1, 18, 4), ("HB 4-26", 1.5, 26, 4), ("HB 8-05", 0.75, 5, 8), ("HB 8-10", 1.5, 10, 8), ("HB 8-15", 2.2, 15, 8), ("HB 8-25", 4.0, 25, 8), ("HB 14-06", 2.2, 6, 14), ("HB 14-11", 4.0, 11, 14), ("HB 14-17", 5.5, 17, 14), ("HB 14-25", 7.5, 25, 14)]
FLOWS = {2: [0.6, 1.0, 1.4, 1.8, 2.2, 2.6], 4: [1.0, 2.0, 3.0, 4.0, 4.8, 5.6], 8: [2.0, 4.0, 6.0, 8.0, 9.6, 11.2], 14: [4.0, 8.0, 11.0, 14.0, 17.0, 19.0]}
STAGE = {2: 6.4, 4: 6.1, 8: 5.9, 14: 5.6}
MOTORS = [("0.37", "1 x 230", 3.1, 12, "16 µF"), ("0.55", "1 x 230", 4.4, 17, "20 µF"), ("0.75", "1 x 230", 5.9, 23, "30 µF"), ("1.1", "1 x 230", 8.4, 34, "40 µF"), ("1.5", "1 x 230", 10.9, 44, "50 µF"), ("0.75", "3 x 400", 2.2, 10, "–"), ("1.1", "3 x 400", 3.1, 15, "–"), ("1.5", "3 x 400", 4.1, 20, "–"), ("2.2", "3 x 400", 5.9, 30, "–"), ("4.0", "3 x 400", 9.8, 52, "–"), ("5.5", "3 x 400", 13.4, 74, "–"), ("7.5", "3 x 400", 17.6, 99, "–")]
SECTIONS = [1.5, 2.5, 4, 6, 10, 16]
PARTS = [("10", "Inlet strainer", ("701 210", "701 210", "701 224", "701 238"), "–"), ("20", "Inlet body", ("701 311", "701 311", "701 325", "701 339"), "–"), ("30", "Shaft coupling", ("701 402", "701 402", "701 402", "701 416"), "W"), ("40", "Pump shaft, state the number of stages", ("701 5xx", "701 5xx", "701 6xx", "701 7xx"), "–"), ("45", "Circlip", ("720 018", "720 018", "720 020", "720 025"), "W"), ("50", "Impeller", ("702 114", "702 128", "702 131", "702 145"), "W"), ("60", "Diffuser", ("702 214", "702 228", "702 231", "702 245"), "–"), ("65", "Wear ring", ("702 317", "702 317", "702 331", "702 345"), "W"), ("70", "Intermediate bearing", ("703 105", "703 105", "703 119", "703 122"), "W"), ("75", "Thrust washer", ("703 208", "703 208", "703 211", "703 225"), "W"), ("80", "Sleeve, outer", ("704 0xx", "704 1xx", "704 2xx", "704 3xx"), "–"), ("90", "Discharge head", ("705 116", "705 116", "705 120", "705 134"), "–"), ("95", "Thread of the discharge head", ("Rp 1", "Rp 1 1/4", "Rp 1 1/2", "Rp 2"), "–"), ("100", "Check valve, complete", ("706 107", "706 110", "706 124", "706 138"), "W"), ("105", "Spring of check valve", ("706 203", "706 203", "706 217", "706 217"), "W"), ("110", "Seat of check valve", ("706 306", "706 319", "706 322", "706 336"), "W"), ("120", "Cable guard", ("707 101", "707 101", "707 115", "707 129"), "–"), ("125", "Screw for cable guard, M4 (4)", ("720 104", "720 104", "720 104", "720 104"), "–"), ("130", "Strap, stainless (2)", ("708 212", "708 212", "708 226", "708 230"), "–"), ("140", "Rope eye", ("–", "–", "708 309", "708 313"), "–"), ("150", "Motor cable 4 x 1.5, metre", ("709 015", "709 015", "709 015", "–"), "–"), ("155", "Motor cable 4 x 2.5, metre", ("–", "709 025", "709 025", "709 025"), "–"), ("160", "Splice kit, heat shrink", ("709 301", "709 301", "709 301", "709 314"), "–"), ("170", "Nameplate", ("state serial number",) * 4, "–"), ("200", "Wear set: all parts marked W", ("790 002", "790 004", "790 008", "790 014"), "–")]
FAULTS = [("The motor does not start", [("No voltage, fuse blown", "Measure at the box; replace the fuse once. If it blows again, measure the insulation."), ("Dry-run relay E3 has tripped", "Wait 30 minutes or press Reset for 5 s."), ("Capacitor defective (single-phase)", "Replace; the value is in table 5."), ("Cable or splice broken", "Resistance between two leads infinite: lift the pump.")]), ("The motor protection trips", [("Voltage below 207 V or 360 V", "Larger cable, table 6."), ("Sand in the pump", "Lift, clean, wear set 200. Sand content above 50 g/m³ is not allowed."), ("Phase missing", "Check the contactor.")]), ("Pump runs but gives no water", [("Water level below inlet", "Lower the pump or throttle. At least 1 m of water stays above the inlet."), ("Check valve stuck", "Lift, clean or replace item 100."), ("Wrong direction of rotation (three-phase)", "Exchange two phases.")]), ("Too little water or pressure", [("Strainer clogged", "Lift and clean item 10."), ("Impellers worn", "Replace items 50 and 65."), ("Leak in the riser", "Pressure test at 1.5 times the working pressure.")]), ("Pump starts too often", [("Vessel has lost its air", "Set the pre-charge to 0.2 bar below the cut-in pressure."), ("Check valve leaks", "Replace items 105 and 110.")])]


def head(stages, series, flow):
    top = FLOWS[series][-1] * 1.12
    return round(stages * STAGE[series] * (1 - (flow / top) ** 2.1 * .82))


def cell(x):
    return f"[{x}]"


def table(columns, header, rows, **options):
    extra = "".join(f", {k}: {v}" for k, v in options.items())
    return f"#table(columns: {columns}{extra}, table.header({', '.join(header)}), {', '.join(cell(c) if not str(c).startswith('table.cell') else c for r in rows for c in r)})\n"


o = [r"""#set document(title: "HB series", date: datetime(year: 2026, month: 3, day: 2))
#set page(paper: "a4", margin: (x: 21mm, top: 24mm, bottom: 20mm), footer: context [#line(length: 100%, stroke: .4pt) #text(8pt)[Hallaxa HB series #h(1fr) HB-M-04 en #h(1fr) #counter(page).display()]])
#set text(font: "Liberation Sans", size: 9.5pt, lang: "en")
#set heading(numbering: "1.1")
#show heading.where(level: 1): it => { pagebreak(weak: true); text(15pt, it); v(2mm) }
#set table(stroke: (x, y) => if y == 0 { (bottom: 1pt) } else { (bottom: .3pt + gray) }, inset: (x: 4pt, y: 3pt))
#show table.cell.where(y: 0): strong
#show figure: set block(breakable: true)
#set figure.caption(position: top)
#let tab(n, t, body) = [#v(2mm)*Table #n #h(3mm) #t* #v(-2mm) #body #v(2mm)]
#v(50mm) #text(30pt, weight: "bold")[HB series] \ #text(16pt)[Borehole pumps, 4 and 6 inch] \ #v(6mm) Installation, operation, maintenance, spare parts \ Edition 4, March 2026. Translation of the original manual. #v(60mm) Hallaxa Pumpworks, Mill Quay 3, Estermere
#pagebreak() #outline(depth: 2)
= About this manual
It is for fitters and owners of the series HB 2, HB 4, HB 8 and HB 14. Work on electric parts is done by an electrician alone. Keep the manual with the pump.
== Signs
*Danger* warns of death or injury, *Caution* of damage to the pump, *Note* helps the work.
== Use
The pumps lift clear water without long fibres from boreholes, wells and tanks. They must not be used for sea water, for liquids that burn, or in swimming pools while people are in them. Limits are in table 1.
""", "#tab(1)[Limits of use][" + table("(1fr, auto, auto, auto)", ["[Property]", "[HB 2, HB 4]", "[HB 8]", "[HB 14]"], [["Highest temperature of the water, °C", "35", "35", "30"], ["Highest sand content, g/m³", "50", "50", "40"], ["Chloride, mg/L", "250", "250", "400"], ["pH", "6.5 – 8.5", "6.5 – 8.5", "6.0 – 9.0"], ["Deepest below water level, m", "150", "150", "200"], ["Starts in an hour, single-phase", "20", "20", "–"], ["Starts in an hour, three-phase", "30", "30", "20"], ["Smallest borehole, mm", "104", "104", "152"], ["Position", "upright or lying", "upright or lying", "upright"]]) + "]",
    "\n== Model key\nHB 8-15 T R: series HB; 8 is the nominal flow in m³/h; 15 the number of stages; T three-phase, M single-phase; R check valve built in, N without check valve. L at the end stands for stainless steel 1.4404 and raises the highest chloride content to 700 mg/L.\n== Declaration\nThe pumps agree with the machinery and low-voltage rules. The sound level is below 70 dB(A).\n= Technical data\n== Dimensions and weights\n"]
rows = []
for n, p, stages, series in MODELS:
    length = 310 + stages * {2: 21, 4: 25, 8: 38, 14: 58}[series] + int(p * 62)
    rows.append([n, f"{p:g}", str(stages), "M, T" if .75 <= p <= 1.5 else "M" if p < .75 else "T", str(length), "98" if series < 14 else "144", f"{(7.2 + stages * {2: .28, 4: .34, 8: .52, 14: 1.3}[series] + p * 4.1):.1f}"])
o.append("#tab(2)[Models][" + table("(1fr, auto, auto, auto, auto, auto, auto)", ["[Model]", "[Motor, kW]", "[Stages]", "[Current]", "[Length, mm]", "[Diameter, mm]", "[Weight, kg]"], rows, align="(x, y) => if x == 0 { left } else { right }") + "]\nModels marked M, T are delivered in either form. Weights are without cable; a metre of cable 4 x 1.5 weighs 0.17 kg, of 4 x 2.5 0.25 kg.\n== Performance\nHeads are valid at 50 Hz and 20 °C, with the tolerance of class 3B. They hold the losses of the check valve.\n")
for number, series in enumerate((2, 4, 8, 14)):
    rows = [[n, f"{p:g}", *(str(head(s, series, f)) for f in FLOWS[series])] for n, p, s, k in MODELS if k == series]
    headers = [f"table.cell(rowspan: 2)[Model]", "table.cell(rowspan: 2)[kW]", "table.cell(colspan: 6, align: center)[Flow, m³/h]"] + [f"[{f:g}]" for f in FLOWS[series]]
    o.append(f"#tab([3{'abcd'[number]}])[Head in metres, series HB {series}][" + table("(1fr, auto, auto, auto, auto, auto, auto, auto)", headers, rows, align="(x, y) => if x == 0 { left } else { right }") + "]\n")
points = " ".join(f"#place(dx: {10 + i * 18}mm, dy: {36 - head(15, 8, f) * .36:.1f}mm, circle(radius: .8mm, fill: black))" for i, f in enumerate(FLOWS[8]))
o.append("#figure(box(width: 120mm, height: 42mm, stroke: .4pt)[" + points + "#place(dx: 2mm, dy: 1mm, text(7pt)[m])#place(dx: 108mm, dy: 37mm, text(7pt)[m³/h])], caption: [Curve of HB 8-15], supplement: [Figure])\n")
o.append("\n== Efficiency\nAt the best point the efficiency of the pump is 47 % for HB 2, 55 % for HB 4, 61 % for HB 8 and 68 % for HB 14; with fewer than eight stages it is two points less. The motor takes 1.28 times its rated power when it is single-phase, 1.22 times when it is three-phase.\n= Electric connection\n")
o.append("#tab(5)[Motors][" + table("(auto, auto, auto, auto, auto, 1fr)", ["[kW]", "[Supply, V]", "[Rated current, A]", "[Starting current, A]", "[Capacitor]", "[Motor protection set to, A]"], [[a, b, f"{c:.1f}", str(d), e, f"{c * 1.05:.1f}"] for a, b, c, d, e in MOTORS], align="right") + "]\nThere is no table 4 in this edition. Three-phase motors from 5.5 kW are started with a soft starter or star-delta.\n== Cable\nThe fall of voltage stays below 3 %. Lengths are from the box to the motor; for direct sun or pipes multiply by 0.85.\n")
rows = []
for kw, supply, amp, *_ in MOTORS:
    k = (230 * .03 / 2 if supply.startswith("1") else 400 * .03 / 1.732) / (amp * .0185 * .86)
    lengths = [int(k * s) for s in SECTIONS]
    rows.append([kw, supply, *(str(l) if 20 <= l <= 600 and not (s == 1.5 and amp > 13) else "–" for l, s in zip(lengths, SECTIONS))])
o.append("#tab(6)[Longest cable in metres][" + table("(auto, auto, 1fr, 1fr, 1fr, 1fr, 1fr, 1fr)", ["table.cell(rowspan: 2)[kW]", "table.cell(rowspan: 2)[V]", "table.cell(colspan: 6, align: center)[Cross-section, mm²]"] + [f"[{s:g}]" for s in SECTIONS], rows, align="right") + "]\n")
o.append("""== Insulation
Before lowering, the insulation is measured at 500 V. A new motor has at least 20 MΩ, one in the well with cable at least 2 MΩ. Below 0.5 MΩ the motor is defective and the pump is lifted.
== Dry-run relay
The relay DR 2 stops the pump when the power falls below the set limit. The display shows E1 overcurrent, E2 undervoltage, E3 dry run, E5 phase missing, E6 sensor broken. After E3 it tries again after 30 minutes, after the third time in 24 hours it stays off.
= Installation
== Before
+ Flush the borehole until the water is clear.
+ Measure depth, diameter and water level, at rest and while pumping.
+ Compare the plate of the pump with the order.
+ Turn the shaft by hand at the coupling.
+ Fill the motor with water, if it stood for more than 12 months.
+ Measure the insulation.
== Lowering
The pump hangs on its riser; plastic risers need a rope of stainless steel too. Tie the cable every 3 m, and with plastic risers every 2 m with some slack. The pump stands at least 1 m below the lowest water level and at least 2 m above the bottom of the borehole; HB 14 stands 3 m above it. Without flow past the motor of at least 0.08 m/s (HB 14: 0.15 m/s) a cooling sleeve is fitted. A second check valve is fitted in the riser at most 7 m above the pump, and one more every 50 m.
""")
o.append("#tab(7)[Torques, Nm][" + table("(1fr, auto, auto)", ["[Joint]", "[4 inch]", "[6 inch]"], [["Pump to motor, nuts", "18", "50"], ["Screw of cable guard", "2.5", "2.5"], ["Strap", "9", "14"], ["Discharge head to sleeve", "90", "160"], ["Inlet body to sleeve", "75", "140"], ["Coupling screw", "6", "11"]]) + "]\n")
o.append("""== First start
Close the valve to one third, start, and open it slowly over five minutes. Three-phase pumps: if the pressure with closed valve is less than nine tenths of the value at zero flow, the rotation is wrong. Pump to waste until no sand comes, at least one hour. Never run for more than three minutes against a closed valve.
= Maintenance
""")
o.append("#tab(8)[Intervals][" + table("(1fr, auto, auto, auto)", ["[Work]", "[Drinking water]", "[Irrigation]", "[Sandy water]"], [["Write down current, pressure and level", "monthly", "each season", "monthly"], ["Measure insulation", "12 months", "12 months", "6 months"], ["Check the pre-charge of the vessel", "6 months", "each season", "6 months"], ["Test the dry-run relay", "12 months", "each season", "6 months"], ["Lift and inspect", "8 years", "6 years", "2 years"], ["Fit wear set 200", "when head falls by 15 %", "when head falls by 20 %", "at each lift"], ["Renew the cable splice", "at each lift", "at each lift", "at each lift"]]) + "]\n")
o.append("Out of use for more than three months, a pump that stays in the well runs for ten minutes every month. A pump that was lifted is drained, stored upright and frost-free; the motor is not drained.\n== Faults\n")
for title, causes in FAULTS:
    o.append(f"#v(1.5mm) *{title}*\n" + table("(38%, 1fr)", ["[Cause]", "[What to do]"], causes))
o.append("= Spare parts\nOrders state model, serial number, item and number of pieces. Where a number ends in xx, the works fill in the number of stages. Parts marked W wear and are not covered by the warranty.\n#tab(9)[Parts by series][" + table("(auto, 1fr, auto, auto, auto, auto, auto)", ["[Item]", "[Part]", "[HB 2]", "[HB 4]", "[HB 8]", "[HB 14]", "[W]"], [[i, n, *p, w] for i, n, p, w in PARTS]) + "]\n")
prices = [("701 210", 14.8), ("701 224", 19.6), ("701 402", 22.5), ("701 416", 39.9), ("702 114", 6.9), ("702 128", 7.4), ("702 131", 11.2), ("702 145", 24.5), ("702 317", 3.1), ("702 331", 4.6), ("702 345", 8.8), ("703 105", 9.7), ("703 119", 13.9), ("703 122", 27.0), ("705 116", 48.0), ("705 120", 66.5), ("705 134", 112.0), ("706 107", 31.0), ("706 110", 34.5), ("706 124", 47.5), ("706 138", 89.0), ("709 015", 4.4), ("709 025", 6.2), ("709 301", 17.9), ("709 314", 29.5), ("790 002", 138.0), ("790 004", 149.0), ("790 008", 236.0), ("790 014", 498.0)]
half = (len(prices) + 1) // 2
o.append("== Prices\nPrices are in florins (fl) without tax, valid until 28 February 2027. Orders below 60 fl are charged 9.50 fl; from 500 fl the discount is 8 %, from 2,000 fl 14 %. Express delivery costs 22 fl.\n#tab(10)[Prices of spare parts][" + table("(auto, auto, 8mm, auto, auto)", ["[Number]", "[fl]", "[]", "[Number]", "[fl]"], [[prices[i][0], f"{prices[i][1]:.2f}", "", *((prices[i + half][0], f"{prices[i + half][1]:.2f}") if i + half < len(prices) else ("", ""))] for i in range(half)]) + "]\n")
o.append("= Warranty\nThe warranty lasts 24 months from delivery and at most 30 months from the date on the plate; for motors of stainless steel 1.4404 it is 36 months. It ends when the pump is opened by others, when it ran dry, when the plate is missing, when the protection of the motor was set higher than table 5, or when lightning struck. The works decide within 15 working days after receipt whether they repair or replace. Freight to the works is paid by the customer and refunded when the claim is granted.\n= Disposal\nThe motor holds a mixture of water and glycol, 0.35 L (4 inch) or 1.2 L (6 inch). It is collected and handed in as used coolant.\n")
source = WORK / "pump.typ"
source.write_text("".join(o), encoding="utf-8")
typst.compile(str(source), output=str(WORK / "pump.pdf"))
subprocess.run(["qpdf", "--object-streams=generate", "--deterministic-id", str(WORK / "pump.pdf"), str(OUT / "hallaxa-hb-pumps.pdf")], check=True)
