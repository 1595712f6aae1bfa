"""Rate filing of an invented insurer of boats: memorandum, rules, actuarial exhibits, rate pages. ReportLab Platypus."""

import pathlib
import random
import sys

from reportlab import rl_config
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import BaseDocTemplate, Frame, ListFlowable, NextPageTemplate, PageBreak, PageTemplate, Paragraph, Spacer, Table, TableStyle

rl_config.invariant = 1
OUT = pathlib.Path(sys.argv[2])
RNG = random.Random(905)
TEXT = ParagraphStyle("text", fontName="Times-Roman", fontSize=10.5, leading=13.5, spaceAfter=6, alignment=4)
NOTE = ParagraphStyle("note", parent=TEXT, fontSize=8.5, leading=10.5)
CELL = ParagraphStyle("cell", parent=TEXT, fontSize=9, leading=10.5, spaceAfter=0, alignment=0)
HEAD = ParagraphStyle("head", fontName="Times-Bold", fontSize=12, leading=15, spaceBefore=8, spaceAfter=4)
SHEET = ParagraphStyle("sheet", fontName="Times-Bold", fontSize=12, leading=15, alignment=1, spaceAfter=2)
UNDER = ParagraphStyle("under", fontName="Times-Italic", fontSize=10, leading=12, alignment=1, spaceAfter=8)


def table(rows, widths, header=1, ruled=True, extra=()):
    style = [("FONT", (0, 0), (-1, -1), "Times-Roman", 9), ("FONT", (0, 0), (-1, header - 1), "Times-Bold", 9), ("ALIGN", (1, 0), (-1, -1), "RIGHT"), ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
             ("TOPPADDING", (0, 0), (-1, -1), 2), ("BOTTOMPADDING", (0, 0), (-1, -1), 2), *extra]
    style += [("GRID", (0, 0), (-1, -1), .3, colors.grey), ("BACKGROUND", (0, 0), (-1, header - 1), colors.Color(.88, .92, .96))] if ruled else [("LINEABOVE", (0, 0), (-1, 0), 1, colors.black), ("LINEBELOW", (0, header - 1), (-1, header - 1), .5, colors.black), ("LINEBELOW", (0, -1), (-1, -1), 1, colors.black)]
    return Table([[Paragraph(c, CELL) if isinstance(c, str) and len(c) > 30 else c for c in row] for row in rows], colWidths=[w * mm for w in widths], repeatRows=header, style=TableStyle(style))


def near(x, digits, spread=.03):
    return f"{x * (1 + RNG.uniform(-spread, spread)):.{digits}f}"


def footer(canvas, doc):
    width = canvas._pagesize[0]
    canvas.saveState()
    canvas.setFont("Times-Roman", 8)
    canvas.drawString(20 * mm, 11 * mm, "Kestrel Point Marine Underwriters, Inc.   Boatowners Program   Filing KPM-2026-0417")
    canvas.drawRightString(width - 20 * mm, 11 * mm, f"Sheet {doc.page}")
    canvas.restoreState()


def sheet(title, under, *parts):
    return [PageBreak(), Paragraph(title, SHEET), Paragraph(under, UNDER), *parts]


def memorandum():
    out = [Paragraph("Kestrel Point Marine Underwriters, Inc.", SHEET), Paragraph("Boatowners Program: filing memorandum", UNDER)]
    for head, *texts in (
        ("1. Purpose", "With this filing Kestrel Point revises the rates of its Boatowners Program in the State of Ardmore. The program was last revised on 1 June 2023. The overall effect is +8.4 percent, which is $1,127,000 on 13,416,000 of premium in force at present rates. The effective date is 1 April 2026 for new business and 15 May 2026 for renewals. 9,283 policies are in force; the largest increase of a single policy is 24.7 percent, the largest decrease 11.2 percent."),
        ("2. Summary of changes", ["Hull base rates are changed by type of boat.", "Horsepower bands above 300 are split in two.", "A new navigation area, Area 5, is set apart from Area 4.", "The lay-up credit is based on full months.", "The credit for a diesel engine is withdrawn.", "A credit for an automatic fire extinguishing system is introduced.", "Personal watercraft are no longer accepted as a sole boat."]),
        ("3. Data", "Losses and claim expenses of the accident years 2020 to 2024, valued at 30 June 2025, limited to $250,000 a claim. Hurricane Odile (September 2022) is taken out of the experience and a catastrophe load of 7.5 points of the loss ratio is added in its place. Premium is put on present rates by the parallelogram method."),
        ("4. Trend", "Hull severity is trended at +6.1 percent a year, hull frequency at -1.2 percent. Liability severity is trended at +4.8 percent and liability frequency is held flat. The trend runs from the average date of loss to 1 April 2027."),
        ("5. Expenses and profit", "Commission 15.0 percent, taxes and fees 2.6, general expense 7.9, other acquisition 5.5, profit and contingencies 4.0. The permissible loss and loss adjustment ratio is 65.0 percent."),
        ("6. Credibility", "The full credibility standard is 1,082 claims. Partial credibility follows the square root rule. The complement is the trended present rate."),
        ("7. Competitors", "Rates of three competitors were looked at. Kestrel Point's average premium of $1,445 lies between Gannet Mutual's ($1,390) and Blue Lantern's ($1,612)."),
    ):
        out.append(Paragraph(head, HEAD))
        out += [ListFlowable([Paragraph(i, TEXT) for i in t], bulletType="bullet", start="–") if isinstance(t, list) else Paragraph(t, TEXT) for t in texts]
    return out


def rules():
    out = [PageBreak(), Paragraph("Rules", SHEET), Spacer(1, 6)]
    for no, title, text in (
        ("10", "Eligible boats", "Private pleasure boats up to 40 feet with a value of no more than $350,000. Sailboats, runabouts, cruisers, bass boats, pontoon boats and houseboats are eligible; the last up to 25 years of age. Not eligible are boats with more than 600 horsepower in all, boats built at home, steel or concrete hulls, boats used for racing, charter or towing for pay, and boats that serve as a permanent home."),
        ("11", "Hull premium", "Agreed value divided by 100, times the hull rate of Rate Page 1, times the factors for horsepower (Rate Page 2), navigation area (Rate Page 3), age of boat (Rate Page 4), operator (Rate Page 5) and deductible (Rate Page 6). The lay-up credit and the other credits of Rule 16 are then taken one after the other, each from what is left. The least hull premium is $85."),
        ("12", "Trailer", "Trailers are rated at $1.10 per $100 of value; no factor applies to them. Trailers are insured up to $15,000."),
        ("13", "Personal effects", "$1,000 is included. Further amounts at $2.20 per $100, up to $5,000 in all. Fishing gear is limited to $500 an article, unless it is listed."),
        ("14", "Towing and assistance", "$250 a case is included. $500 costs $18 a year, $1,000 costs $32, and $2,000 costs $55. Houseboats: twice these premiums."),
        ("15", "Survey", "A survey no more than two years old is needed for boats over 20 years of age, for boats worth more than $150,000 and for any wooden hull. It is paid for by the owner."),
        ("16", "Credits", "Diesel engines: none. Lay-up: see Rate Page 7. Boating course of the Coast Patrol or an equal course: 7 percent. Automatic fire extinguishing system: 5 percent. Depth sounder and radio, both: 3 percent. Two or more boats: 10 percent on each boat but the dearest. Claim-free for five years: 8 percent."),
        ("17", "Surcharges", "Each chargeable claim of the last three years: 20 percent. Each conviction of operating under the influence in the last five years: 35 percent; after the second one the risk is refused. Live-aboard for more than 60 days a year: 15 percent."),
        ("19", "Short terms and return of premium", "Policies are annual. On cancellation by the insured between 1 May and 30 September nothing is returned for these months; the rest is returned by the month. On cancellation by the company the return is pro rata."),
        ("20", "Liability", "Premiums of Rate Page 8 are per boat. Sailboats under 26 feet without inboard engine: 60 percent. Water skiing liability is included up to 250 horsepower; above this it costs $48."),
    ):
        out += [Paragraph(f"Rule {no}. {title}", HEAD), Paragraph(text, TEXT)]
    return out


def exhibits():
    dollars = lambda x: f"{x:,.0f}"
    rows = [["Coverage", "Premium at\npresent rates", "Indicated\nchange", "Credibility", "Weighted\nindication", "Proposed\nchange", "Premium at\nproposed rates"]]
    for name, p, i, c, w, s in (("Hull, power", 7_412_000, 13.8, .94, 13.1, 11.0), ("Hull, sail", 1_268_000, 2.1, .41, 3.6, 3.0), ("Hull, houseboat", 486_000, 21.4, .22, 8.3, 8.0), ("Liability", 3_104_000, 6.7, .78, 6.3, 6.0), ("Medical payments", 411_000, -9.2, .37, -0.3, 0.0), ("Uninsured boater", 302_000, -4.4, .19, 2.2, 0.0), ("Towing", 433_000, 18.9, .66, 13.9, 12.5)):
        rows.append([name, dollars(p), f"{i:+.1f} %", f"{c:.2f}", f"{w:+.1f} %", f"{s:+.1f} %", dollars(p * (1 + s / 100))])
    out = sheet("Exhibit I", "Indicated and proposed changes by coverage", table(rows, (42, 34, 28, 28, 30, 30, 38), 1))
    rows = [["Accident\nyear", "Earned premium at\npresent rates", "Losses,\nhull", "Losses,\nliability", "Expense of\nclaims", "Ultimate\nloss ratio", "Claims\nclosed", "Claims\nopen"]]
    for year, p, h, l, e, r, c, o in ((2020, 9_804_000, 4_118_000, 1_504_000, 602_000, 64.1, 1_183, 2), (2021, 10_655_000, 4_902_000, 1_388_000, 655_000, 66.3, 1_274, 5), (2022, 11_420_000, 5_377_000, 1_811_000, 748_000, 71.9, 1_402, 9), (2023, 12_286_000, 5_240_000, 1_692_000, 771_000, 66.2, 1_336, 31), (2024, 13_107_000, 6_114_000, 1_735_000, 866_000, 72.8, 1_291, 118)):
        rows.append([str(year), dollars(p), dollars(h), dollars(l), dollars(e), f"{r} %", dollars(c), str(o)])
    out += sheet("Exhibit II", "Experience by accident year, Hurricane Odile taken out", table(rows, (24, 38, 32, 32, 32, 30, 26, 26), 1, False), Spacer(1, 5), Paragraph("Losses are developed and trended. The loss ratio holds losses and expense of claims, the catastrophe load not included.", NOTE))
    rows = [["Accident year", "12", "24", "36", "48", "60"]] + [[str(2020 + i)] + [dollars(v) if v else "" for v in line] for i, line in enumerate(((1_022, 1_271, 1_389, 1_440, 1_452), (944, 1_206, 1_322, 1_361, 0), (1_207, 1_542, 1_688, 0, 0), (1_131, 1_447, 0, 0, 0), (1_186, 0, 0, 0, 0)))]
    rows += [["Link ratio selected", "1.273", "1.094", "1.034", "1.008", ""], ["To ultimate", "1.455", "1.143", "1.045", "1.011", "1.003"]]
    out += sheet("Exhibit III", "Development of liability losses, in thousands of dollars, by months of age", table(rows, (50, 30, 30, 30, 30, 30), 1, False))
    return out


def rate_pages():
    out = [NextPageTemplate("upright")]
    kinds = (("Runabout", 1.12), ("Bass boat", 1.31), ("Cruiser, outboard", 1.06), ("Cruiser, inboard", .98), ("Pontoon boat", .74), ("Houseboat", 1.27), ("Sailboat, no inboard", .66), ("Sailboat, inboard", .71), ("Personal watercraft", 2.44))
    rows = [["Length over all, feet", "", "Hull rate per $100 of agreed value", "", ""], ["over", "to", "fibre glass", "aluminium", "wood"]]
    extra = [("SPAN", (0, 0), (1, 0)), ("SPAN", (2, 0), (4, 0)), ("ALIGN", (0, 0), (-1, 1), "CENTER"), ("ALIGN", (0, 0), (1, -1), "CENTER")]
    for kind, k in kinds:
        extra += [("SPAN", (0, len(rows)), (-1, len(rows))), ("ALIGN", (0, len(rows)), (-1, len(rows)), "LEFT"), ("FONT", (0, len(rows)), (-1, len(rows)), "Times-BoldItalic", 9)]
        rows.append([kind, "", "", "", ""])
        bands = ((0, 12), ) if "watercraft" in kind else ((0, 16), (16, 20), (20, 26), (26, 32), (32, 40))
        for i, (a, b) in enumerate(bands):
            rows.append([str(a), str(b), near(k * (1.08 - .06 * i), 2), near(k * (1.01 - .06 * i), 2), "refer" if kind in ("Personal watercraft", "Pontoon boat") else near(k * (1.62 - .05 * i), 2)])
    out += sheet("Rate Page 1", "Hull rates", table(rows, (25, 25, 35, 35, 35), 2, True, extra))
    rows = [["Total horsepower", "", "Runabout,\nbass boat", "Cruiser", "Pontoon,\nhouseboat", "Sailboat"], ["from", "to", "", "", "", ""]]
    for i, (a, b) in enumerate(((0, 25), (26, 50), (51, 90), (91, 130), (131, 180), (181, 240), (241, 300), (301, 400), (401, 500), (501, 600))):
        k = .82 + .085 * i + (.04 * (i - 6) if i > 6 else 0)
        rows.append([str(a), str(b), near(k, 2), near(k * .94, 2), near(k * 1.03, 2), near(k, 2) if i < 3 else "refer"])
    out += sheet("Rate Page 2", "Horsepower factors", table(rows, (22, 22, 30, 30, 30, 30), 2, True, [("SPAN", (0, 0), (1, 0))]))
    areas = (("1", "Inland lakes and rivers of Ardmore", .78, .7), ("2", "Lake Tolland and the Tolland Canal", .92, .85), ("3", "Bays and harbours within the barrier islands", 1, 1), ("4", "Coastal waters to 12 miles, Cape Ferris to Point Dunmar", 1.22, 1.1), ("5", "Coastal waters to 25 miles", 1.49, 1.25), ("6", "Bahia Keys, by permission for each voyage", 2.1, 1.6))
    rows = [["Area", "Waters", "Hull, power", "Hull, sail", "Liability"]] + [[n, t, near(p, 2), near(p * .93, 2), near(l, 2)] for n, t, p, l in areas]
    out += [Spacer(1, 12), Paragraph("Rate Page 3", SHEET), Paragraph("Navigation area factors", UNDER), table(rows, (14, 78, 24, 24, 24), 1, True, [("ALIGN", (0, 0), (1, -1), "LEFT")])]
    rows = [["Age of boat", "Power", "Sail", "Houseboat"]] + [[a, near(.9 + .07 * i, 2), near(.92 + .045 * i, 2), near(.95 + .08 * i, 2) if i < 6 else "refer"] for i, a in enumerate(("new to 2 years", "3 to 5 years", "6 to 10 years", "11 to 15 years", "16 to 20 years", "21 to 25 years", "26 to 30 years", "over 30 years"))]
    out += sheet("Rate Page 4", "Age factors", table(rows, (46, 28, 28, 28), 1))
    rows = [["Age of the principal\noperator", "Years of experience with boats", "", "", ""], ["", "under 1", "1 to 2", "3 to 5", "6 and over"]] + [[a] + [near(k * x, 2) for x in (1.35, 1.18, 1.04, .93)] for a, k in (("16 - 20", 1.52), ("21 - 24", 1.29), ("25 - 29", 1.12), ("30 - 64", 1), ("65 - 74", 1.03), ("75 and over", 1.21))]
    out += [Spacer(1, 12), Paragraph("Rate Page 5", SHEET), Paragraph("Operator factors", UNDER), table(rows, (46, 28, 28, 28, 28), 2, True, [("SPAN", (0, 0), (0, 1)), ("SPAN", (1, 0), (4, 0)), ("ALIGN", (1, 0), (4, 0), "CENTER")])]
    rows = [["Deductible,\npercent of value", "Least\namount", "Power", "Sail", "Theft of\nengine only"]] + [[p, m, *v] for p, m, *v in (("1 %", "$250", "1.16", "1.13", "1.20"), ("2 %", "$500", "1.00", "1.00", "1.00"), ("3 %", "$750", "0.93", "0.94", "0.90"), ("5 %", "$1,000", "0.84", "0.87", "0.78"), ("10 %", "$2,500", "0.69", "0.74", "not written"))]
    out += [Spacer(1, 12), Paragraph("Rate Page 6", SHEET), Paragraph("Deductible factors", UNDER), table(rows, (34, 26, 28, 28, 34), 1)]
    rows = [["Full months\nlaid up", "Ashore,\nunder roof", "Ashore,\nopen air", "Afloat"]] + [[str(m), *(f"{v} %" if v else "none" for v in line)] for m, line in ((3, (6, 4, 0)), (4, (9, 7, 2)), (5, (13, 10, 4)), (6, (17, 13, 6)), (7, (21, 16, 8)), (8, (24, 19, 10)))]
    out += sheet("Rate Page 7", "Lay-up credit", table(rows, (34, 30, 30, 30), 1), Spacer(1, 5), Paragraph("No lay-up credit is given in Areas 5 and 6. The boat may not be used at all in the months laid up.", NOTE))
    rows = [["Limit a case", "Total horsepower", "", "", ""], ["", "to 50", "51 - 130", "131 - 300", "301 - 600"]] + [[limit] + [f"${round(b * k)}" for b in (31, 52, 84, 139)] for limit, k in (("$50,000", .82), ("$100,000", 1), ("$300,000", 1.29), ("$500,000", 1.46), ("$1,000,000", 1.83))]
    out += [Spacer(1, 12), Paragraph("Rate Page 8", SHEET), Paragraph("Liability premium per boat, before the area factor", UNDER), table(rows, (34, 28, 28, 28, 28), 2, True, [("SPAN", (0, 0), (0, 1)), ("SPAN", (1, 0), (4, 0)), ("ALIGN", (1, 0), (4, 0), "CENTER")])]
    rows = [["Medical payments,\na person", "Premium", "Uninsured boater,\na case", "Premium"], ["$1,000", "included", "$25,000", "$14"], ["$2,500", "$9", "$50,000", "$21"], ["$5,000", "$16", "$100,000", "$33"], ["$10,000", "$27", "$300,000", "$52"]]
    out += [Spacer(1, 12), Paragraph("Rate Page 9", SHEET), Paragraph("Other coverages", UNDER), table(rows, (40, 28, 40, 28), 1)]
    return out


w, h = A4
doc = BaseDocTemplate(str(OUT / "kestrel-point-boat-filing.pdf"), title="Filing KPM-2026-0417", author="Kestrel Point Marine Underwriters")
doc.addPageTemplates([PageTemplate("upright", [Frame(22 * mm, 18 * mm, w - 44 * mm, h - 36 * mm)], footer, pagesize=A4), PageTemplate("wide", [Frame(22 * mm, 18 * mm, h - 44 * mm, w - 36 * mm)], footer, pagesize=landscape(A4))])
doc.build(memorandum() + rules() + [NextPageTemplate("wide")] + exhibits() + rate_pages())
