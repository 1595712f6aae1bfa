"""Mobile home rate filing: WeasyPrint, two columns of rules, ZIP codes in four pairs of columns, rates under two header lines."""
import pathlib, random, sys
from weasyprint import HTML
OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
rnd = random.Random(72)
CSS = """@page{size:letter;margin:2.1cm 1.9cm;@top-center{content:"Sundry Creek Casualty · Mobile Home Program MH-26";font:8pt DejaVu Sans}@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8pt DejaVu Sans}}
@page wide{size:letter landscape}.wide{page:wide;break-before:page;break-after:page}
body{font:9.2pt/1.35 DejaVu Sans}h1{font-size:17pt}h2{font-size:12.5pt;border-bottom:1px solid #444;margin:.9em 0 .4em}h3{font-size:10.5pt;margin:.7em 0 .2em}
.cols{column-count:2;column-gap:.7cm}table{border-collapse:collapse;margin:.5em 0 1em}th,td{border:.5px solid #777;padding:1.5px 7px;text-align:right}td:first-child,th:first-child{text-align:left}th{background:#eee}caption{text-align:left;font-weight:bold;padding:3px 0}.plain td,.plain th{border:0;border-bottom:.5px solid #bbb}ol{margin:.2em 0;padding-left:1.6em}sup{font-size:70%}"""
def t(cap, head, rows, cls=""):
    return f'<table class="{cls}"><caption>{cap}</caption><thead>{head}</thead><tbody>' + "".join("<tr>"+"".join(f"<td>{c}</td>" for c in r)+"</tr>" for r in rows) + "</tbody></table>"
def h(*c): return "<tr>"+"".join(f"<th>{x}</th>" for x in c)+"</tr>"
zips = sorted(rnd.sample(range(58001, 58990), 72)); terr = [rnd.choice("1122334455") for _ in zips]
ziprows = [[x for c in range(4) for x in (zips[r+18*c], terr[r+18*c])] for r in range(18)]
amounts = [20,30,40,50,60,75,100,125,150,200]
base = {1:212,2:248,3:301,4:377,5:486}
def key(a, k, t_): return round(base[t_]*(0.42+a*0.0097)*k)
brows = [[f"${a},000"]+[key(a,k,t_) for t_ in range(1,6) for k in (1,1.22)] for a in amounts]
html = f"""<meta charset=utf-8><title>MH-26</title><style>{CSS}</style>
<h1>Mobile Home Program MH-26</h1><p><b>Sundry Creek Casualty Company</b> · Filing SCC-2026-0417 · State of Norrland · Effective new business June 1, 2026; renewals July 15, 2026</p>
<h2>Part A. Filing memorandum</h2>
<p>The Company proposes an overall rate increase of 6.9 percent for its mobile home program. The program has 8,412 policies with a written premium of $5,930,000. The largest increase of one policyholder is 19.8 percent, the largest decrease 4.1 percent. The last revision took effect on April 1, 2024 and was an increase of 3.4 percent.</p>
{t("Exhibit A-1. Indication by coverage", h("Coverage","Earned premium","Incurred losses","Loss ratio","Indicated","Proposed"), [["Dwelling","$4,118,000","$2,804,000","68.1%","+12.4%","+8.5%"],["Personal property","$926,000","$517,000","55.8%","+1.7%","+2.0%"],["Liability","$604,000","$263,000","43.5%","−8.9%","0.0%"],["Additional living expense","$142,000","$101,000","71.1%","+15.6%","+10.0%"],["Other","$140,000","$71,000","50.7%","−2.2%","0.0%"]])}
{t("Exhibit A-2. Losses by cause, accident years 2021 to 2025", h("Cause","2021","2022","2023","2024","2025"), [[c]+v for c,v in (("Wind and hail",[412,388,705,522,861]),("Fire",[534,611,489,702,577]),("Water",[166,181,203,219,248]),("Theft",[58,49,63,41,37]),("Liability",[44,71,39,52,57]),("All other",[29,33,25,40,31]))]+[["Total",1243,1333,1524,1576,1811]])}
<p>Figures of Exhibit A-2 are in thousands of dollars.</p>
<h2>Part B. Rules</h2><div class=cols>
<h3>B1. Eligibility</h3><p>A mobile home is eligible if it is at least 8 feet wide and 30 feet long, is tied down, and is occupied by the owner, by a tenant, or seasonally.</p>
<h3>B2. Ineligible risks</h3><p>Not eligible are homes</p><ol><li>built before 1976;</li><li>without skirting on all sides;</li><li>heated by a wood stove that the factory did not install;</li><li>vacant for more than 30 days;</li><li>within 1,500 feet of tidal water;</li><li>with a dog of a listed breed on the premises;</li><li>in which a business receives customers;</li><li>with a roof older than 20 years, unless it is of metal.</li></ol>
<h3>B3. Types of home</h3><p><b>Single-wide</b>: up to 16 feet in width. <b>Multi-section</b>: two or more sections joined at the site. <b>Park model</b>: up to 400 square feet, used seasonally. A park model is rated as a single-wide with a surcharge of 12 percent.</p>
<h3>B4. Age of home</h3><p>The age is the policy year less the model year. A home of which wiring, plumbing and roof were all renewed in the last ten years is rated as if it were ten years younger, but not newer than five years.</p>
<h3>B5. Forms</h3><p>Form MH-1 is named perils, actual cash value. Form MH-2 is broad, actual cash value for the dwelling. Form MH-3 is all risk with replacement cost; it is for homes of ten years or less.</p>
<h3>B6. Determination of the premium</h3><ol><li>Base premium: Table 2, by amount, territory and tie-down.</li><li>Multiply by the form factor (Table 3).</li><li>Multiply by the age factor (Table 4).</li><li>Multiply by the occupancy factor (Table 5).</li><li>Multiply by the deductible factor (Table 6).</li><li>Apply surcharges, then discounts, each to the result of the step before.</li><li>Add liability and options, and the policy fee of $35.</li></ol><p>Round to whole dollars after each step.</p>
<h3>B8. Discounts</h3><ul><li>Park with more than 25 spaces and a resident manager: 5 percent</li><li>Smoke alarms with sealed battery in each bedroom: 2 percent</li><li>Owner aged 55 or over: 4 percent</li><li>Auto policy with the Company: 8 percent</li><li>No claim in five years: 6 percent</li></ul><p>No more than three discounts are given on one policy.</p>
<h3>B9. Surcharges</h3><p>More than 5 miles from a fire station: 15 percent. One claim in three years: 10 percent; two claims: 25 percent. Rented to students: 20 percent. Claims by wind and hail are not counted.</p>
<h3>B10. Payment</h3><p>The premium may be paid in full, in four instalments or in ten. Each instalment after the first costs $6; with automatic payment $2. A returned payment costs $25.</p>
<h3>B11. Cancellation</h3><p>If the policyholder cancels within 60 days of inception, a short-rate of 90 percent applies; later the refund is pro rata. The policy fee is not returned. </p>
<h3>B12. Moving the home</h3><p>Cover for a trip costs $45 and lasts 30 days. The home has to be moved by a licensed carrier. No cover is given for trips of over 400 miles.</p>
<h3>B13. Tie-down</h3><p>A home is <i>fully tied</i> when it has at least one anchor for each 8 feet of length on both sides and over-the-top straps at both ends. All other homes are <i>partly tied</i>. Anchors are inspected every 36 months.</p></div>
<h2>Part C. Tables</h2>
{t("Table 1. Territories by ZIP code", h(*["ZIP","Terr."]*4), ziprows, "plain")}
<p>ZIP codes not listed: territory 3.</p>
<div class=wide>{t("Table 2. Base premium, Form MH-1, deductible $500", '<tr><th rowspan=2>Amount of<br>insurance</th>'+"".join(f"<th colspan=2>Territory {i}</th>" for i in range(1,6))+"</tr><tr>"+"<th>Fully tied</th><th>Partly tied</th>"*5+"</tr>", brows)}<p>For amounts between those shown, take the next higher amount. Each $10,000 above $200,000: add 6 percent of the premium for $200,000.</p></div>
{t("Table 3. Form factors", h("Form","Single-wide","Multi-section"), [["MH-1","1.00","0.93"],["MH-2","1.19","1.08"],["MH-3","1.47","1.31"]])}
{t("Table 4. Age factors", h("Age in years","MH-1","MH-2","MH-3"), [["0 – 2","0.84","0.82","0.80"],["3 – 5","0.90","0.89","0.88"],["6 – 10","1.00","1.00","1.00"],["11 – 15","1.12","1.15","—"],["16 – 25","1.29","1.36","—"],["26 and over","1.58","—","—"]])}<p>— not available.</p>
{t("Table 5. Occupancy factors", h("Occupancy","Factor"), [["Owner, in a park","1.00"],["Owner, on private land","1.09"],["Tenant","1.34"],["Seasonal, up to 150 days","1.21"],["Seasonal, other","1.43"]])}
{t("Table 6. Deductible factors", h("Deductible","All perils","All perils but wind and hail"), [["$250","1.13","1.17"],["$500","1.00","1.05"],["$1,000","0.88","0.95"],["$2,500","0.74","0.83"]])}
{t("Table 7. Personal liability and medical payments", h("Limit","Medical $500","Medical $1,000","Medical $5,000"), [["$25,000","$31","$34","$46"],["$50,000","$39","$42","$54"],["$100,000","$52","$55","$67"],["$300,000","$78","$81","$93"]])}<p>Rented homes: twice the premium shown.</p>
{t("Table 8. Options", h("Option","Annual premium"), [["Additional living expense, each $1,000","$7"],["Attached carport or awning, each $1,000","$14"],["Earthquake, each $1,000 of dwelling","$1.10"],["Equipment breakdown","$28"],["Food spoilage, $500","$9"],["Identity theft","$22"],["Satellite dish","$11"],["Storage shed, each $1,000","$12"],["Trip collision","see B12"],["Water backup, $5,000","$48"]])}
"""
HTML(string=html).write_pdf(OUT/"sundry-creek-mobile-home.pdf")
