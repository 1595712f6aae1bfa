"""Annual report of an invented ropeway company, with statements and notes. Typst."""

import tools

YEARS = ["2025", "2024"]
INCOME = [  # label, note, 2025, 2024 restated, kind
    ("Revenue", "3", 184_320, 171_905, ""), ("Cost of operations", "4", -112_486, -106_230, ""), ("Gross profit", "", None, None, "sum"),
    ("Administrative expenses", "5", -31_742, -30_118, ""), ("Depreciation and amortisation", "8", -17_905, -16_644, ""), ("Other income", "6", 2_214, 3_087, ""),
    ("Operating profit", "", None, None, "sum"), ("Finance income", "7", 842, 615, ""), ("Finance costs", "7", -6_377, -5_902, ""), ("Profit before tax", "", None, None, "sum"),
    ("Income tax", "9", -4_716, -4_033, ""), ("Profit for the year", "", None, None, "sum")]
ASSETS = [("Property, plant and equipment", "8", 241_860, 228_415), ("Intangible assets", "8", 18_472, 19_930), ("Investments in associates", "10", 9_655, 9_120), ("Inventories", "", 7_318, 6_874),
          ("Trade receivables", "11", 22_941, 24_306), ("Cash and cash equivalents", "12", 31_507, 27_588)]
CLAIMS = [("Share capital", "13", 40_000, 40_000), ("Reserves", "13", 112_764, 99_518), ("Non-current borrowings", "12", 118_300, 121_700), ("Deferred tax", "9", 13_905, 13_212),
          ("Trade payables", "", 19_684, 18_447), ("Current borrowings", "12", 16_900, 13_400), ("Provisions", "14", 10_200, 9_956)]
SEGMENTS = [("Urban lines", 71_480, 63_915, 11_204, 9_088, 1_126, 1_080), ("Ski lifts", 68_215, 69_140, 15_867, 17_342, 648, 655), ("Maintenance services", 32_905, 28_610, 5_312, 4_005, 402, 371),
            ("Cable manufacture", 11_720, 10_240, 2_018, 1_565, 188, 182), ("Head office, not allocated", 0, 0, -10_000, -10_000, 0, 0)]
FIVE = [("Revenue (£000)", "184,320", "171,905", "158,244", "139,870", "121,436"), ("Operating profit (£000)", "24,401", "22,000", "17,915", "12,640", "4,812"), ("Passengers (million)", "63.4", "58.9", "54.2", "45.7", "31.8"),
        ("Lines in service", "41", "39", "38", "38", "36"), ("Availability (%)", "99.31", "99.18", "99.24", "98.97", "99.02"), ("Employees (average)", "2,364", "2,288", "2,175", "2,043", "1,986"),
        ("Dividend per share (pence)", "14.5", "13.0", "11.5", "8.0", "nil"), ("Lost-time injuries per million hours", "3.1", "3.6", "4.4", "4.1", "5.2")]
DIRECTORS = [("Imogen Tarrant", "Chair", "96", "–", "–", "96", "9 of 9"), ("Rhys Callow", "Chief Executive", "412", "287", "64", "763", "9 of 9"), ("Oda Lindqvist", "Chief Financial Officer", "318", "196", "48", "562", "9 of 9"),
             ("Marcus Feld", "Non-executive", "58", "–", "–", "58", "8 of 9"), ("Priya Raman", "Non-executive", "62", "–", "–", "62", "9 of 9"), ("Tomas Brandt (from 1 May)", "Non-executive", "39", "–", "–", "39", "6 of 6")]
RISKS = ["Interruption of power supply", "Extreme wind and icing", "Loss of a concession", "Cyber attack on line control", "Shortage of rope technicians", "Price of steel wire", "Interest rates", "Change of ticket subsidies"]
NOTES = [
    ("1", "General information", "Calder Ropeways plc is a public limited company. Its registered office is 8 Haulage Yard, Calderbridge. The financial year ends on 30 September."),
    ("2", "Accounting policies", "Ropes are depreciated over 12 years, cabins over 20 years, towers and stations over 40 years. Spare parts worth more than £5,000 each are capitalised. The comparative figures for 2024 were restated: £1,260 thousand of concession fees were moved from administrative expenses to cost of operations. Profit is not affected."),
    ("3", "Revenue", "Revenue from fares is recognised when a journey ends, from season passes evenly over the season. Contract liabilities for passes sold but not yet used were £8,914 thousand (2024: £8,206 thousand)."),
    ("4", "Cost of operations", "Cost of operations holds wages of £58,730 thousand (2024: £55,412 thousand), electricity of £19,845 thousand (2024: £21,306 thousand), ropes and parts of £17,260 thousand (2024: £14,955 thousand) and concession fees and other costs for the rest."),
    ("5", "Auditor's remuneration", "The audit fee was £412 thousand (2024: £388 thousand). Tax advice cost £35 thousand; in 2024 there was none."),
    ("6", "Other income", "Other income is rent from shops in stations and, in 2024 only, an insurance payment of £1,150 thousand for the storm of January 2024."),
    ("7", "Finance income and costs", "Interest on bank loans was £5,488 thousand, on leases £889 thousand. Interest of £702 thousand was capitalised in the Harrowgill line."),
    ("8", "Property, plant and equipment", ""),
    ("9", "Income tax", "The effective rate was 25.0 percent (2024: 24.1 percent). Tax losses of £6.2 million in the Swiss subsidiary were not recognised because they expire in 2028."),
    ("10", "Associates", "The Group holds 35 percent of Fellside Gondola Ltd and 28 percent of Téléphérique du Val Noir SA."),
    ("11", "Trade receivables", "Receivables overdue by more than 90 days were £1,084 thousand, of which £760 thousand were impaired."),
    ("12", "Borrowings", "The bank loan of £95 million falls due on 31 March 2029 and bears interest at SONIA plus 1.65 percent; the margin rises to 1.95 percent if net debt exceeds three times EBITDA. The rest are leases and a green bond of £20 million at 4.1 percent due in 2031."),
    ("13", "Capital and dividends", "There are 80 million shares of 50 pence. The directors propose a final dividend of 9.0 pence a share; the interim dividend was 5.5 pence."),
    ("15", "Events after the reporting date", "On 22 November 2025 the Group agreed to buy the remaining 65 percent of Fellside Gondola Ltd for £16.4 million, unless the competition authority objects before 31 March 2026."),
]
PPE = [("Cost at 1 October 2024", 96_420, 142_310, 118_905, 14_870), ("Additions", 4_215, 11_862, 9_340, 6_918), ("Transfers", 2_300, 5_480, 3_120, -10_900), ("Disposals", -640, -3_905, -5_212, 0),
       ("Cost at 30 September 2025", None, None, None, None)]


def figure(n):
    return "–" if n == 0 else f"{n:,}" if n > 0 else f"({-n:,})"


def cells(row, strong=False):
    return ", ".join(f"[*{c}*]" if strong and c else f"[{c}]" for c in row)


def income():
    rows, total = [], [0, 0]
    for label, note, now, before, kind in INCOME:
        if kind:
            now, before = total
            rows.append("table.hline(stroke: .5pt), " + cells([label, "", figure(now), figure(before)], strong=True))
        else:
            total = [total[0] + now, total[1] + before]
            rows.append(cells([label, note, figure(now), figure(before)]))
    return "table(columns: (1fr, 1.4cm, 2.6cm, 2.6cm), align: (left, center, right, right), stroke: none, inset: 4pt, table.header([], [*Note*], [*2025*], [*2024 restated*], [], [], [£000], [£000]), " + ", ".join(rows) + ")"


def balance():
    body = ["[*Assets*], [], [], []"] + [cells([a, n, figure(x), figure(y)]) for a, n, x, y in ASSETS]
    body.append("table.hline(stroke: .5pt), " + cells(["Total assets", "", figure(sum(r[2] for r in ASSETS)), figure(sum(r[3] for r in ASSETS))], True))
    body += ["[*Equity and liabilities*], [], [], []"] + [cells([a, n, figure(x), figure(y)]) for a, n, x, y in CLAIMS]
    body.append("table.hline(stroke: .5pt), " + cells(["Total equity and liabilities", "", figure(sum(r[2] for r in CLAIMS)), figure(sum(r[3] for r in CLAIMS))], True))
    return "table(columns: (1fr, 1.4cm, 2.6cm, 2.6cm), align: (left, center, right, right), stroke: none, inset: 4pt, table.header([], [*Note*], [*2025*], [*2024*], [], [], [£000], [£000]), " + ", ".join(body) + ")"


def source():
    assert [sum(r[i] for r in ASSETS) for i in (2, 3)] == [sum(r[i] for r in CLAIMS) for i in (2, 3)]
    segments = [cells([name] + [figure(v) for v in values]) for name, *values in SEGMENTS]
    segments.append("table.hline(stroke: .5pt), " + cells(["Group"] + [figure(sum(s[i] for s in SEGMENTS)) for i in range(1, 7)], True))
    ppe, sums = [], [0] * 4
    for label, *values in PPE:
        values = sums if values[0] is None else values
        sums = [a + b for a, b in zip(sums, values)] if values is not sums else sums
        ppe.append(cells([label] + [figure(v) for v in values] + [figure(sum(values))]))
    notes = ""
    for number, title, text in NOTES:
        notes += f"\n== {number}. {title}\n{text}\n"
        if number == "8":
            notes += ("#figure(caption: none, table(columns: 6, align: (left, right, right, right, right, right), stroke: (x, y) => if y == 0 {(bottom: 1pt)}, table.header([£000], [Towers and stations], [Ropes and drives], [Cabins], [Under construction], [Total]), "
                      + ", ".join(ppe) + "))\nAccumulated depreciation was £153,223 thousand at 30 September 2025. The line under construction is Harrowgill; it is expected to open in June 2026.\n")
    risks = "".join(f"+ {risk}\n" for risk in RISKS)
    return f"""
#set document(title: "Calder Ropeways plc – Annual report 2025")
#set page(paper: "a4", margin: (x: 2.2cm, y: 2.4cm), header: context if counter(page).get().first() > 1 [#text(8pt)[Calder Ropeways plc #h(1fr) Annual report 2025]], footer: context align(right, text(8pt, counter(page).display())))
#set text(font: "Libertinus Serif", size: 11pt, lang: "en")
#set par(justify: true)
#show heading.where(level: 1): it => {{ pagebreak(weak: true); text(18pt, it); v(6pt) }}
#align(center + horizon)[#text(30pt)[Calder Ropeways plc] \\ #v(8pt) #text(16pt)[Annual report and accounts \\ for the year ended 30 September 2025]]
#pagebreak()
#outline(depth: 1, title: [Contents])
= Chair's statement
#block(height: 7.4cm, columns(2)[
This was the year in which more people rode above our towns than skied below our cables. Revenue of the urban lines passed that of the ski lifts for the first time. A mild winter cost us 61 skiing days compared with the year before, of which snowmaking recovered 18.

We opened two lines, Quayside–Beacon Hill in March and Stanner Valley in July, and closed none. The Harrowgill line, our longest at 6.8 km, will open in June 2026, nine months later than planned because a tower had to be moved for nesting falcons.

The Board proposes a total dividend of 14.5 pence a share. It will be paid on 12 February 2026 to holders on the register on 16 January 2026.

Two colleagues lost fingers in a rope shop in April. We stopped splicing for eleven days, bought new clamps and retrained 140 splicers. Nothing matters more than that everyone goes home whole.

_Imogen Tarrant, Chair_
])
= Strategic report
#block(height: 11.6cm, columns(2)[
== Market
About 290 urban ropeways run in the world; we operate 14 of them. Tenders take four to seven years from call to opening. We bid for five and won two.

== Targets
By 2030 we want 90 million passengers a year, availability of 99.4 percent and electricity from renewable sources alone. In 2025 the renewable share was 71 percent (2024: 64 percent).

== Energy
A passenger journey used 0.62 kWh on average. Heated cabins, fitted on nine lines, use a further 0.08 kWh in winter. We do not heat cabins above 8 °C outside temperature, unless a line carries patients.

== People
On average 2,364 people worked for us; 31 percent were women, and 12 percent apprentices. Staff turnover was 8.4 percent.

== Principal risks
The Board reviewed these risks:
{risks}
== Viability
The directors looked at the three years to September 2028 and at a severe but plausible case: revenue of the ski lifts down by a third for two winters and one urban line shut for eight months. The Group would stay within its covenants with headroom of £14 million.
])
#page(flipped: true)[
#show heading.where(level: 1): it => block(text(18pt, weight: "bold", it.body))
= Five-year summary
#table(columns: (1fr, 3cm, 3cm, 3cm, 3cm, 3cm), align: (left, right, right, right, right, right), inset: 6pt, table.header([*Year to 30 September*], [*2025*], [*2024*], [*2023*], [*2022*], [*2021*]), {", ".join(cells(r) for r in FIVE)})
Operating profit of 2021 includes government support of £4,500 thousand. Passengers of 2022 leave out the Beacon Hill line, which was shut from January to June.
]
= Directors' remuneration
#table(columns: (1.6fr, 1.4fr, 1fr, 1fr, 1fr, 1fr, 1fr), align: (left, left, right, right, right, right, center), table.header([*Director*], [*Role*], [*Salary or fee*], [*Bonus*], [*Pension*], [*Total*], [*Meetings*]), table.cell(colspan: 7, fill: luma(230))[£000, year to 30 September 2025], {", ".join(cells(r) for r in DIRECTORS)})
The bonus of the executive directors may reach 100 percent of salary for the Chief Executive and 80 percent for the Chief Financial Officer; one third of it is deferred in shares for three years. It lapses if a passenger is killed by a fault for which the Group is responsible.
= Consolidated income statement
#{income()}
#v(6pt)
Basic earnings per share: 17.7 pence (2024: 15.9 pence).
= Consolidated balance sheet
#{balance()}
Approved by the Board on 4 December 2025.
= Segment information
#table(columns: (1.7fr, 1fr, 1fr, 1fr, 1fr, 1fr, 1fr), align: (left, right, right, right, right, right, right), stroke: none, table.header([], table.cell(colspan: 2, align: center)[*Revenue*], table.cell(colspan: 2, align: center)[*Operating profit*], table.cell(colspan: 2, align: center)[*Employees*], [], [*2025*], [*2024*], [*2025*], [*2024*], [*2025*], [*2024*], [], [£000], [£000], [£000], [£000], [number], [number]), table.hline(), {", ".join(segments)})
Revenue between segments, all of it from cable manufacture to the other segments, was £7,430 thousand (2024: £6,915 thousand) and is not included.
= Notes to the accounts
{notes}
"""


tools.typst("calder-ropeways-annual-report-2025", source())
