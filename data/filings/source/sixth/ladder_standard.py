"""Technical standard on ladders of an invented body. HTML by Chromium: clauses to the third level, tables with spanning headers, notes in tables, test procedures as steps, an annex over pages."""

import os
import pathlib
import random
import subprocess
import sys

WORK, OUT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
r = random.Random(6014)
o = []
a = o.append


def T(title, heads, rows, note=""):
    th = "".join("<tr>" + "".join(f"<th colspan={h[1]} rowspan={h[2]}>{h[0]}</th>" if isinstance(h, tuple) else f"<th>{h}</th>" for h in line) + "</tr>" for line in heads)
    width = max(map(len, rows))
    tb = "".join("<tr>" + (f"<td class=b colspan={width}>{x[0]}</td>" if len(x) == 1 else "".join(f"<td>{c}</td>" for c in x)) + "</tr>" for x in rows)
    a(f"<p class=t>{title}</p><table><thead>{th}</thead><tbody>{tb}</tbody></table>" + (f"<p class=n>{note}</p>" if note else ""))


def C(n, title, *texts):
    a(f"<h{min(4, n.count('.') + 2)}>{n}&emsp;{title}</h{min(4, n.count('.') + 2)}>")
    for t in texts:
        a("<ul class=d>" + "".join(f"<li>{x}</li>" for x in t) + "</ul>" if isinstance(t, list) else "<ol>" + "".join(f"<li>{x}</li>" for x in t) + "</ol>" if isinstance(t, tuple) else f"<p>{t}</p>")


a("<div class=cover><p>VSN &mdash; Verrick Standards Network</p><h1>VSN 3140:2026</h1><p class=big>Portable ladders &mdash; Sizes, loads, tests and marking</p><p>Third edition. Replaces VSN 3140:2017. ICS 97.145</p></div>")
C("1", "Scope", "This standard is for portable ladders of metal, timber and reinforced plastic with a length of up to 12 m. It is not for:", ["ladders fixed to buildings or machines", "roof ladders and loft ladders", "rope ladders", "ladders of fire brigades", "step stools with a platform lower than 0.5 m", "ladders on vehicles"])
C("2", "Terms")
for i, (w, d) in enumerate([("leaning ladder", "ladder without a support of its own"), ("standing ladder", "ladder that stands by itself, with steps or rungs on one side or both"), ("rung", "climbing support with a standing depth of less than 80 mm but not less than 20 mm"), ("step", "climbing support with a standing depth of 80 mm or more"), ("stile", "side part of a ladder that carries the rungs or steps"), ("working height", "height of the highest allowed support plus 2.0 m"), ("overlap", "length over which two sections of an extending ladder lie side by side when it is fully extended"), ("total load", "mass of one person with clothing, tools and material")], 1):
    C(f"2.{i}", w, d + ".")
C("3", "Classes and loads")
C("3.1", "Classes", "Class H is for trade use, class M for use in firms on not more than 60 days a year and class L for private households. A ladder that is hired out shall be of class H.")
T("Table 1 &mdash; Loads by class", [[("Class", 1, 2), ("Total load kg", 1, 2), ("Static test load, N", 2, 1), ("Cycles of the endurance test", 2, 1)], ["leaning", "standing", "leaning", "standing"]], [["H", "175", "3,100", "3,500", "50,000", "80,000"], ["M", "150", "2,700", "2,900", "20,000", "50,000"], ["L", "125", "2,250", "2,600", "8,000", "10,000"]], "For reinforced plastic the static test load is 10 percent higher.")
C("3.2", "Highest allowed support", "The three top rungs of a leaning ladder and the two top steps of a standing ladder without a platform shall not be stood on. The limit shall be marked in red.")
C("4", "Dimensions")
C("4.1", "General", "The distance between supports shall be equal over the whole length, with a tolerance of &plusmn;2 mm, and shall lie between 230 mm and 300 mm. The lowest support of a leaning ladder may be 15 mm lower.")
T("Table 2 &mdash; Smallest clear width and base width", [[("Length of the ladder, m", 1, 2), ("Clear width mm", 2, 1), ("Base width mm", 3, 1)], ["class H", "classes M and L", "leaning", "standing, front", "standing, rear"]], [["up to 2.0", "280", "270", "340", "420", "380"], ["over 2.0 to 3.0", "300", "280", "420", "510", "460"], ["over 3.0 to 4.5", "320", "290", "560", "640", "590"], ["over 4.5 to 6.0", "330", "300", "720", "790", "740"], ["over 6.0 to 9.0", "350", "310", "900", "not allowed", "not allowed"], ["over 9.0 to 12.0", "370", "not allowed", "1,100", "not allowed", "not allowed"]], "A ladder over 3.0 m without this base width shall have a stabiliser.")
T("Table 3 &mdash; Overlap of extending ladders", [["Extended length, m", "Overlap with two sections, mm", "Overlap with three sections, mm"]], [["up to 5.0", "600", "500"], ["over 5.0 to 7.0", "900", "750"], ["over 7.0 to 9.0", "1,200", "950"], ["over 9.0 to 12.0", "1,500", "1,200"]])
C("4.2", "Platforms", "A platform shall be at least 250 mm by 250 mm. From a height of 1.0 m it shall have a handrail 600 mm above it; from 2.0 m the handrail shall be closed on three sides and toe boards of 100 mm shall be fitted.")
C("5", "Materials")
T("Table 4 &mdash; Smallest wall thickness and properties", [["Material", "Code", "Thickness of stiles mm", "Thickness of rungs mm", "Proof strength MPa", "Moisture"]], [["Aluminium alloy", "AL", "1.2", "1.4", "190", "&ndash;"], ["Steel", "ST", "1.0", "1.0", "235", "&ndash;"], ["Stainless steel", "SS", "0.9", "0.9", "210", "&ndash;"], ["Pine", "TP", "22", "28", "&ndash;", "15 % at most"], ["Ash", "TA", "19", "25", "&ndash;", "14 % at most"], ["Glass-fibre plastic", "GF", "2.8", "3.0", "160", "&ndash;"], ["Carbon-fibre plastic", "CF", "2.2", "2.6", "240", "&ndash;"]])
C("5.1", "Timber", "Timber shall be free of decay, wane and resin pockets longer than 40 mm. The slope of grain shall not exceed 1 in 14 for stiles and 1 in 18 for rungs. It shall not be painted with an opaque coating.")
C("5.3", "Reinforced plastic", "Ladders marked for electrical work shall hold 30 kV per 300 mm for one minute with a leakage current of no more than 1.0 mA. Carbon-fibre plastic shall not be marked for electrical work.")
C("6", "Tests")
C("6.1", "Order", "One ladder passes all tests in this order:", ("inspection of dimensions;", "static load on the stiles, 6.2;", "bending, 6.3;", "twist of the rungs, 6.4;", "slip, 6.5;", "endurance, 6.6;", "second inspection."))
C("6.2", "Static load", "The ladder lies at 65&deg;. The load of Table 1 is applied in the middle for one minute. After it is removed the permanent bend shall not exceed 0.1 percent of the length between supports.")
C("6.3", "Bending", "The ladder lies flat on supports 200 mm from its ends. A preload of 100 N is applied for 30 seconds, then 750 N for one minute. The deflection shall not exceed the square of the length in metres multiplied by 5 mm for lengths up to 5 m, and by 6 mm above.")
C("6.4", "Twist of rungs", "A moment of 50 Nm is applied ten times in each direction. The rung shall not turn by more than 1&deg;.")
C("6.5", "Slip", "The foot stands on a glass plate. With 1,471 N on the ladder at 65&deg; it shall not move more than 40 mm in one minute; in class H not more than 25 mm.")
C("6.6", "Endurance", "The load of 1,500 N is applied to the middle rung with the number of cycles of Table 1, 20 a minute at most.")
T("Table 5 &mdash; Samples and retests", [["Batch", "Sample", "Accept with failures", "Retest sample"]], [["up to 50", "2", "0", "3"], ["51 to 150", "3", "0", "5"], ["151 to 500", "5", "0", "8"], ["501 to 1,200", "8", "1", "13"], ["1,201 to 3,200", "13", "1", "20"], ["over 3,200", "20", "2", "32"]])
C("7", "Marking and instructions", "Every ladder shall be marked, in letters at least 4 mm high, with:", ["the name or mark of the maker", "the number of this standard and the class", "month and year of manufacture", "the greatest total load", "the length, closed and extended", "the mass, if above 12 kg", "the material code of Table 4", "the angle at which it is set up"])
C("7.2", "Instructions", "The instructions shall be in the language of the place of sale and shall show the set-up angle of 65&deg; to 75&deg; and the projection of at least 1 m above a landing.")
C("8", "Inspection in use", "A ladder of class H is inspected by a competent person every six months, one of class M every year, both also after a fall. A ladder is withdrawn when a stile is dented by more than 3 mm, a rung is loose or a foot is missing. Records are kept for five years.")
a("<h2 class=br>Annex A (informative)&emsp;Examples of ladder types</h2>")
rows = []
for kind, code in (("Leaning, single section", "LS"), ("Leaning, two sections", "LD"), ("Leaning, three sections", "LT"), ("Standing, one side", "SO"), ("Standing, both sides", "SB"), ("Platform ladder", "PL"), ("Telescopic", "TE"), ("Hinged, four sections", "HF")):
    rows.append([kind])
    for i, n in enumerate(sorted(r.sample(range(3, 15), 5))):
        sections = {"LD": 2, "LT": 3, "HF": 4}.get(code, 1)
        length = round(0.28 * n * min(sections, 2) + 0.35, 2)
        rows.append([f"{code}-{n}", str(n * sections), f"{length:.2f}", f"{length + (1.0 if code[0] == 'L' else 1.6):.2f}", f"{1.1 * n * sections * 0.9 + r.uniform(0, 2):.1f}", r.choice(["AL", "AL", "GF", "TP", "SS"]), r.choice("HML")])
T("Table A.1 &mdash; Types, sizes and mass", [["Type", "Supports", "Length m", "Working height m", "Mass kg", "Material", "Class"]], rows)
T("Table A.2 &mdash; Fees for the certificate of conformity", [["Item", "Fee, class H", "Fee, class M", "Fee, class L"]], [["Application", "240 &euro;", "240 &euro;", "180 &euro;"], ["Type test, leaning ladder", "1,850 &euro;", "1,420 &euro;", "1,100 &euro;"], ["Type test, standing ladder", "2,300 &euro;", "1,760 &euro;", "1,290 &euro;"], ["Each further size of a series", "390 &euro;", "310 &euro;", "260 &euro;"], ["Yearly surveillance", "720 &euro;", "540 &euro;", "410 &euro;"], ["Electrical test", "660 &euro;", "660 &euro;", "not offered"]], "Tests done again after a failure cost 70 percent of the fee.")
css = "@page{size:A4;margin:22mm 20mm}body{font:10.5pt 'Carlito','Liberation Sans',sans-serif;line-height:1.35}.cover{height:225mm;padding-top:60mm}.big{font-size:18pt}h1{font-size:30pt}h2{font-size:14pt;margin:14pt 0 4pt}h3{font-size:11.5pt;margin:9pt 0 2pt}h4{font-size:11pt;margin:8pt 0 2pt}p{margin:2pt 0 5pt}ul.d{list-style:none;padding-left:14pt;margin:2pt 0}ul.d li:before{content:'\\2014\\00a0'}table{border-collapse:collapse;margin:2pt auto 6pt}th,td{border:0.6pt solid #444;padding:2pt 7pt;text-align:center;font-size:9.5pt}td.b{text-align:left;font-style:italic}.t{text-align:center;font-weight:bold;margin-top:9pt;break-after:avoid}.n{font-size:9pt}tr{break-inside:avoid}.br{break-before:page}"
(WORK / "ladder.html").write_text(f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>VSN 3140:2026</title><style>{css}</style></head><body>{''.join(o)}</body></html>", encoding="utf-8")
subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={WORK}/chromium", "--no-pdf-header-footer", f"--print-to-pdf={OUT}/vsn-3140-ladders.pdf", f"file://{WORK}/ladder.html"], check=True, capture_output=True)
