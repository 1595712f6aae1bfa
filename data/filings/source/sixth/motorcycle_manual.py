"""Motorcycle rate manual of an invented insurer. HTML by wkhtmltopdf: rules with decimal numbers, exhibits of rate pages with headers of two lines, bands, ZIP codes in four pairs of columns."""

import pathlib
import random
import subprocess
import sys

WORK, OUT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
r = random.Random(6011)
CSS = """body{font-family:'Liberation Serif';font-size:15.5pt;line-height:1.3}h1{font-size:34pt;margin-top:160px}h2{font-size:22pt;border-bottom:2px solid #333;page-break-before:always}
h3{font-size:16pt;margin:12px 0 3px}p{margin:3px 0 6px}table{border-collapse:collapse;margin:8px 0 14px}thead{display:table-header-group}tr{page-break-inside:avoid}
th{background:#e4e4e4;border:1px solid #777;padding:2px 8px;font-size:14pt}td{border:1px solid #aaa;padding:2px 8px;font-size:14pt}td.n{text-align:right}td.band{background:#f3f3f3;font-weight:bold}ol{margin:2px 0 8px}.note{font-size:13pt}"""
o = []
a = o.append
a("<h1>Ashgrove Rider Insurance Company</h1><p style='font-size:22pt'>Motorcycle and Scooter Program &ndash; Rate and Rule Manual</p><p>State of Tennerby &middot; Company filing ARI-MC-2026-114</p><p>New policies from 1 March 2026, renewals from 15 April 2026</p><p>Supersedes edition 9 of 1 February 2024</p>")


def rule(number, title, *parts):
    a(f"<h3>{number} &nbsp; {title}</h3>" + "".join(f"<ol type='{p[0]}'>" + "".join(f"<li>{x}</li>" for x in p[1:]) + "</ol>" if isinstance(p, list) else f"<p>{p}</p>" for p in parts))


def table(heads, rows, numeric=1):
    top = "".join("<tr>" + "".join(f"<th colspan='{h[1]}' rowspan='{h[2]}'>{h[0]}</th>" if isinstance(h, tuple) else f"<th>{h}</th>" for h in line) + "</tr>" for line in heads)
    width = max(len(x) for x in rows)
    body = "".join(f"<tr><td class='band' colspan='{width}'>{row[0]}</td></tr>" if len(row) == 1 else "<tr>" + "".join(f"<td{' class=n' if i >= numeric else ''}>{c}</td>" for i, c in enumerate(row)) + "</tr>" for row in rows)
    a(f"<table><thead>{top}</thead><tbody>{body}</tbody></table>")


a("<h2>Part I &ndash; Rules</h2>")
rule("1.1", "Eligible vehicles", "The program is for two-wheeled and three-wheeled motor vehicles that are registered for the road and owned by natural persons. Vehicles of the following kinds are not accepted:", ["a", "motorcycles with a turbocharger or nitrous oxide kit fitted after manufacture", "vehicles used for racing, stunts or timed events", "vehicles used to deliver goods or to carry passengers for a fee", "motorcycles built from kits whose value was not appraised", "vehicles with more than 2,300 cubic centimeters of displacement", "vehicles titled as salvage and not inspected since"])
rule("1.2", "Operators", "Every person who rides a vehicle more than 12 times a year is an operator and is rated. An operator who holds only a learner permit is rated as age 16&ndash;18, whatever the age. The operator with the highest product of the factors of Exhibits 4 and 5 is assigned to the vehicle with the highest collision rate, and so on.")
rule("1.3", "Driving record points", "Points are counted for the 36 months before the effective date: 2 for an accident at fault with damage over $1,200, 1 for each minor conviction, 3 for each major conviction (driving while impaired, leaving the scene, reckless driving, racing). The first minor conviction is not counted for an operator with five or more years of motorcycle licence.")
rule("1.4", "Policy period and lay-up", "The period is twelve months. The insured may choose a lay-up of three, four, five or six whole months between 1 October and 31 May. During lay-up only comprehensive coverage applies. Lay-up is chosen before 15 September and cannot be ended early in the first policy year.")
rule("1.5", "Premium payment", "The premium may be paid in one, two, four or nine installments. The charge is $4 for each installment after the first, $1.50 if it is drawn from an account. The first of nine installments is 20 percent of the premium. The fee for a payment returned by the bank is $20.")
rule("1.6", "Minimum premium", "The annual premium of a vehicle is not less than $75 for liability and $100 in total. The minimum is not reduced on cancellation by the insured in the first 60 days.")
rule("1.7", "Cancellation", "If the insured cancels, the return premium is 90 percent of the pro rata amount. It is the full pro rata amount when the vehicle is sold, stolen or a total loss, or when the insured enters active military service.")
rule("1.9", "Rounding", "Each step of the premium computation is rounded to the nearest whole dollar after the last factor of a coverage only. Fifty cents are rounded up.")
rule("1.10", "Definitions", "<b>Street cruiser</b> is a motorcycle with a seat height under 29 inches and forward foot controls. <b>Sport</b> is a motorcycle whose bars are clipped below the top yoke or whose power exceeds 1.2 horsepower per 10 cubic centimeters. <b>Touring</b> has a fixed windscreen and hard luggage of 50 litres or more from the factory. <b>Scooter</b> has a step-through frame. <b>Trike</b> is any vehicle with three wheels. Everything else is <b>Standard</b>. A vehicle that meets two definitions takes the type with the higher factor.")
rule("1.11", "Custom parts and equipment", "Up to $3,000 of custom parts are covered without charge where collision is bought. Above that the rate is $4.60 per $100 of the excess value, at most $20,000 in total.")
rule("1.12", "Computation of the premium", "The premium of each coverage is found in this order:", ["1", "take the base premium for the territory from Exhibit 2;", "multiply by the factor for type and displacement from Exhibit 3;", "multiply by the factor for age and licence of the operator from Exhibit 4;", "multiply by the factor for points from Exhibit 5;", "for comprehensive and collision, multiply by the factor for symbol and model year from Exhibit 6 and by the deductible factor from Exhibit 7;", "multiply by the lay-up factor from Exhibit 8;", "multiply by each discount factor from Exhibit 9;", "round under Rule 1.9."])
rule("1.13", "Example", "A standard motorcycle of 650 cc, territory 4, operator aged 38 with 6 years of licence and 1 point, bodily injury 25/50, without lay-up or discount: 118 &times; 1.00 &times; 1.00 &times; 1.15 = $135.70, rounded to $136.")

a("<h2>Part II &ndash; Rate pages</h2>")
a("<h3>Exhibit 1 &nbsp; Territories by ZIP code</h3><p class='note'>ZIP codes that are not listed take territory 6.</p>")
zips = sorted(r.sample(range(47101, 47999), 168))
weights = [1, 2, 3, 4, 5, 7, 8]
pairs = [(str(z), str(r.choice(weights))) for z in zips]
rows = [sum(([*pairs[i + 42 * k]] for k in range(4)), []) for i in range(42)]
table([["ZIP", "Terr.", "ZIP", "Terr.", "ZIP", "Terr.", "ZIP", "Terr."]], rows, 0)
a("<h3>Exhibit 2 &nbsp; Annual base premiums</h3>")
table([[("Territory", 1, 2), ("Bodily injury", 2, 1), ("Property damage", 2, 1), ("Medical payments", 1, 1), ("Uninsured motorist", 1, 1), ("Compre- hensive", 1, 2), ("Collision", 1, 2)], ["25/50", "100/300", "$25,000", "$50,000", "$5,000", "25/50"]],
      [["1", 164, 238, 71, 80, 44, 29, 96, 251], ["2", 149, 216, 66, 74, 41, 27, 88, 233], ["3", 131, 190, 60, 67, 37, 24, 101, 214], ["4", 118, 171, 55, 62, 35, 22, 79, 198], ["5", 107, 155, 51, 57, 33, 20, 72, 187], ["6", 98, 142, 47, 53, 31, 19, 68, 176], ["7", 89, 129, 43, 48, 30, 17, 83, 169], ["8", 83, 120, 41, 46, 28, 16, 64, 158]])
a("<p class='note'>Limits of 250/500 are written at the 100/300 premium times 1.22. Territory 9 was withdrawn on 1 February 2024.</p>")
a("<h3>Exhibit 3 &nbsp; Type and displacement</h3>")
table([[("Type", 1, 2), ("Displacement, cc", 1, 2), ("Factor", 3, 1)], ["Liability", "Comprehensive", "Collision"]],
      [["Scooter"], ["S1", "up to 50", "0.42", "0.55", "0.50"], ["S2", "51 &ndash; 150", "0.58", "0.67", "0.63"], ["S3", "over 150", "0.74", "0.80", "0.78"], ["Standard"], ["N1", "up to 350", "0.81", "0.86", "0.84"], ["N2", "351 &ndash; 650", "1.00", "1.00", "1.00"], ["N3", "651 &ndash; 1,000", "1.14", "1.12", "1.17"], ["N4", "over 1,000", "1.27", "1.21", "1.31"], ["Street cruiser"], ["C1", "up to 900", "0.92", "1.06", "0.96"], ["C2", "901 &ndash; 1,450", "1.03", "1.18", "1.09"], ["C3", "over 1,450", "1.12", "1.29", "1.20"], ["Touring"], ["T1", "up to 1,300", "0.88", "1.02", "0.98"], ["T2", "over 1,300", "0.95", "1.11", "1.07"], ["Sport"], ["P1", "up to 500", "1.36", "1.48", "1.62"], ["P2", "501 &ndash; 750", "1.74", "1.95", "2.28"], ["P3", "over 750", "1.98", "2.20", "2.67"], ["Trike"], ["K1", "all", "0.79", "1.15", "0.94"]], 2)
a("<h3>Exhibit 4 &nbsp; Age and licence of the operator</h3>")
table([[("Age", 1, 2), ("Years of motorcycle licence", 4, 1)], ["under 1", "1 &ndash; 2", "3 &ndash; 5", "6 or more"]],
      [["16 &ndash; 18", "2.85", "2.60", "&ndash;", "&ndash;"], ["19 &ndash; 21", "2.40", "2.10", "1.90", "&ndash;"], ["22 &ndash; 24", "2.05", "1.80", "1.58", "1.50"], ["25 &ndash; 29", "1.70", "1.46", "1.30", "1.21"], ["30 &ndash; 39", "1.48", "1.27", "1.10", "1.00"], ["40 &ndash; 59", "1.35", "1.16", "0.98", "0.87"], ["60 &ndash; 69", "1.40", "1.20", "1.01", "0.90"], ["70 and over", "1.72", "1.51", "1.28", "1.12"]])
a("<h3>Exhibit 5 &nbsp; Driving record points</h3>")
table([["Points", "Liability", "Collision", "Comprehensive"]], [["0", "1.00", "1.00", "1.00"], ["1", "1.15", "1.12", "1.00"], ["2", "1.38", "1.30", "1.00"], ["3", "1.70", "1.55", "1.10"], ["4", "2.08", "1.86", "1.10"], ["5", "2.55", "2.24", "1.20"]])
a("<p class='note'>An operator with six or more points is not accepted.</p><h3>Exhibit 6 &nbsp; Symbol and model year</h3>")
bands = ["up to $2,500", "$2,501 &ndash; 4,000", "$4,001 &ndash; 6,000", "$6,001 &ndash; 8,500", "$8,501 &ndash; 11,000", "$11,001 &ndash; 14,000", "$14,001 &ndash; 18,000", "$18,001 &ndash; 23,000", "$23,001 &ndash; 29,000", "$29,001 &ndash; 36,000", "$36,001 &ndash; 45,000"]
rows = []
for cover, base in (("Comprehensive", 0.46), ("Collision", 0.52)):
    rows.append([cover])
    for i, band in enumerate(bands):
        f = base * (1.235 ** i)
        rows.append([str(i + 1), band] + [f"{f * k:.2f}" for k in (1.18, 1.10, 1.00, 0.90, 0.78)])
table([[("Symbol", 1, 2), ("Price when new", 1, 2), ("Model year", 5, 1)], ["2026", "2025", "2023 &ndash; 2024", "2019 &ndash; 2022", "2018 and older"]], rows, 2)
a("<h3>Exhibit 7 &nbsp; Deductibles</h3>")
table([["Deductible", "Comprehensive", "Collision"]], [["$100", "1.24", "not offered"], ["$250", "1.00", "1.18"], ["$500", "0.86", "1.00"], ["$1,000", "0.71", "0.83"], ["$2,000", "not offered", "0.66"]])
a("<h3>Exhibit 8 &nbsp; Lay-up</h3>")
table([["Months of lay-up", "Liability", "Collision", "Comprehensive"]], [["none", "1.00", "1.00", "1.00"], ["3", "0.91", "0.90", "1.00"], ["4", "0.87", "0.86", "1.00"], ["5", "0.84", "0.82", "1.00"], ["6", "0.80", "0.78", "0.97"]])
a("<h3>Exhibit 9 &nbsp; Discounts</h3>")
table([["Discount", "Condition", "Factor", "Applies to"]], [["Safety course", "approved course in the last 36 months", "0.90", "liability, collision"], ["Anti-lock brakes", "fitted by the maker", "0.95", "collision"], ["Two or more vehicles", "on one policy", "0.92", "all"], ["Homeowner", "owns a dwelling", "0.97", "all"], ["Rider association", "member for a year or more", "0.95", "all"], ["Recovery device", "tracking with monitoring", "0.85", "comprehensive"], ["Renewal", "third year and later without a claim", "0.93", "all"], ["Airbag vest", "worn by each operator", "0.96", "medical payments"]], 4)
a("<p class='note'>The safety course discount is not given to operators with three or more points. Not more than four discounts apply to one vehicle; the largest are taken.</p>")
a("<h3>Exhibit 10 &nbsp; Optional coverages, annual premium per vehicle</h3>")
table([["Code", "Coverage", "Limit", "Premium"]], [["O-1", "Roadside assistance", "75 miles", "$14"], ["O-2", "Roadside assistance plus", "200 miles", "$23"], ["O-3", "Trip interruption", "$600", "$11"], ["O-4", "Rental of a replacement", "$40 a day, 30 days", "$27"], ["O-5", "Carried luggage", "$1,000", "$18"], ["O-6", "Helmet and riding gear", "$1,500", "$21"], ["O-7", "Trailer of up to 500 lb", "$2,500", "$32"], ["O-8", "Guest passenger liability", "25/50", "12% of bodily injury"], ["O-9", "Agreed value, vehicles over 25 years old", "appraisal", "$1.35 per $100"]], 4)
page = f"<!DOCTYPE html><html><head><meta charset='utf-8'><style>{CSS}</style></head><body>{''.join(o)}</body></html>"
(WORK / "m.html").write_text(page, encoding="utf-8")
subprocess.run(["wkhtmltopdf", "-q", "-s", "Letter", "-T", "22mm", "-B", "18mm", "-L", "20mm", "-R", "20mm", str(WORK / "m.html"), str(OUT / "ashgrove-rider-motorcycle.pdf")], check=True, env={"QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": "1767225600"})
