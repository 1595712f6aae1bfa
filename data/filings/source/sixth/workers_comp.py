"""Workers' compensation rate filing of an invented carrier. python-docx, printed by LibreOffice Writer: memorandum, rules with numerals, class codes with bands over pages, landscape exhibit of a loss development triangle."""

import os
import pathlib
import random
import subprocess
import sys

from docx import Document
from docx.enum.section import WD_ORIENT, WD_SECTION
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt

WORK, OUT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
r = random.Random(6012)
doc = Document()
doc.styles["Normal"].font.name, doc.styles["Normal"].font.size = "Liberation Sans", Pt(9.5)
section = doc.sections[0]
section.page_width, section.page_height = Cm(21.59), Cm(27.94)
section.header.paragraphs[0].text = "Copperline Employers Mutual – Workers' Compensation – State of Ardmore – effective 1 July 2026"
section.footer.paragraphs[0].text = "Tracking number CEMU-133907812"


def P(text, bold=False, after=5):
    p = doc.add_paragraph()
    p.add_run(text).bold = bold
    p.paragraph_format.space_after = Pt(after)
    return p


def H(text, level=1):
    doc.add_heading(text, level)


def T(head, rows, widths=None, size=8.5, spans=(), wide=False):
    heads = head if isinstance(head[0], list) else [head]
    t = doc.add_table(rows=len(heads), cols=len(heads[-1]), style="Table Grid")
    t.autofit = False
    for i, col in enumerate(t.columns):
        col.width = Cm(widths[i] if widths else (22.5 if wide else 16.4) / len(heads[-1]))
    for k, line in enumerate(heads):
        for i, h in enumerate(line):
            t.rows[k].cells[i].text = h
        mark = OxmlElement("w:tblHeader")
        mark.set(qn("w:val"), "true")
        t.rows[k]._tr.get_or_add_trPr().append(mark)
    for k, i, j in spans:
        keep = t.rows[k].cells[i].text
        t.rows[k].cells[i].merge(t.rows[k].cells[j]).text = keep
    for row in rows:
        cells = t.add_row().cells
        for i, c in enumerate(row):
            cells[i].text = str(c)
            if i and str(c)[:1].isdigit():
                cells[i].paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.RIGHT
        if len(row) == 1:
            cells[0].merge(cells[-1])
            cells[0].paragraphs[0].runs[0].bold = True
    for row in t.rows:
        for i, c in enumerate(row.cells):
            c.width = Cm(widths[i] if widths else (22.5 if wide else 16.4) / len(heads[-1]))
            for p in c.paragraphs:
                p.paragraph_format.space_after = Pt(0)
                for run in p.runs:
                    run.font.size = Pt(size)
    doc.add_paragraph().paragraph_format.space_after = Pt(2)


def part(columns=1, landscape=False):
    s = doc.add_section(WD_SECTION.NEW_PAGE if landscape or columns == 1 else WD_SECTION.CONTINUOUS)
    wide = Cm(27.94), Cm(21.59)
    s.orientation = WD_ORIENT.LANDSCAPE if landscape else WD_ORIENT.PORTRAIT
    s.page_width, s.page_height = wide if landscape else wide[::-1]
    cols = s._sectPr.xpath("./w:cols")[0]
    cols.set(qn("w:num"), str(columns))


doc.add_heading("Copperline Employers Mutual", 0)
P("Workers' Compensation and Employers' Liability – Rate Filing, Ardmore", True)
H("A. Explanatory memorandum")
P("Copperline Employers Mutual (\"the Company\") files revised rates for new and renewal policies effective on or after 1 July 2026. The Company adopts the advisory loss costs of the Ardmore Rating Bureau, circular 26-04, with the loss cost multipliers below. The overall effect is an average decrease of 3.8 percent on 2,914 policies with written premium of $61,430,000.")
P("The change by industry group is: manufacturing -5.2 percent, contracting -1.6 percent, office and clerical -7.0 percent, goods and services -4.4 percent, miscellaneous +0.9 percent. No policyholder sees a change of more than +18 percent or less than -22 percent, before changes of the experience modification.")
P("Loss cost multipliers. The multiplier is 1 plus the loss adjustment provision, divided by the permissible loss ratio (1 less the first five items), times the tier factor.", after=2)
T(["Component", "Tier 1 Preferred", "Tier 2 Standard", "Tier 3 Select risk"], [["Commission", "8.0%", "10.0%", "10.0%"], ["Other acquisition", "3.1%", "3.1%", "3.4%"], ["General expenses", "5.6%", "5.6%", "6.2%"], ["Taxes and assessments", "4.4%", "4.4%", "4.4%"], ["Profit and contingencies", "2.5%", "2.5%", "4.0%"], ["Loss adjustment, of losses", "12.6%", "12.6%", "14.0%"], ["Tier factor", "0.821", "0.915", "1.100"], ["Loss cost multiplier", "1.210", "1.385", "1.742"]])
P("Tier 1 needs an experience modification of 0.90 or less and three years without a lost-time claim; Tier 3 is for risks with a modification over 1.25, for employers in business for less than two years, and for risks refused by two other carriers. All others are Tier 2.")
H("B. Rules")
RULES = [("I. Payroll", "Payroll is money or substitutes for money. Included are wages, commissions, bonuses, overtime (less the extra pay), holiday and sick pay, and the value of lodging. Not included are:", ["tips and other gratuities", "payments by the employer to group insurance or pension plans", "severance pay, except for time worked", "expense reimbursements with records", "the value of special rewards for inventions", "employee discounts on goods"]),
         ("II. Officers, partners and sole proprietors", "Executive officers are included for not less than $1,050 and not more than $4,200 a week. Sole proprietors and partners who choose coverage are rated at $54,600 a year. Members of a limited liability company are treated as partners.", None),
         ("III. Assignment of class codes", "The business, not the separate jobs in it, is classified. Standard exception jobs are classified apart wherever they are: clerical office (8810), outside sales (8742) and drivers (7380), unless the wording of a code includes them. The code with the largest payroll, standard exceptions left out, is the governing class.", None),
         ("IV. Premium computation", "The premium is computed in this order:", ["divide the payroll of each class by 100 and multiply by the rate of the class: this is the manual premium;", "add the charge for increased limits of employers' liability (Table 2);", "multiply by the experience modification;", "multiply by the schedule rating factor, which lies between 0.75 and 1.25;", "subtract the premium discount (Table 3);", "add the expense constant of $220;", "add the terrorism charge of $0.01 and the catastrophe charge of $0.02 per $100 of payroll."]),
         ("V. Minimum premium", "The minimum premium stands beside the rate of each class. A policy takes the highest minimum premium of its classes; it includes the expense constant but not the charges for terrorism and catastrophe. The minimum premium is never above $1,500.", None),
         ("VI. Experience rating", "A risk qualifies if its manual premium was $14,000 or more in the latest year of the experience period, or averaged $7,000 over more than two years. The experience period is three years and ends one year before the rating date. Medical-only claims count with 30 percent of their value.", None),
         ("VII. Small deductibles", "Deductibles per claim are offered with these reductions of the manual premium: $500 – 2.1 percent; $1,000 – 3.4 percent; $2,500 – 6.0 percent; $5,000 – 9.2 percent; $10,000 – 13.5 percent. The Company pays the claim in full and bills the deductible.", None),
         ("IX. Credits", "A drug-free workplace with a certified program has a credit of 5 percent for four years. An approved safety committee has 2 percent. A managed care arrangement has 4 percent. Credits are multiplied, not added, and apply before the experience modification. Tier 3 risks have no credits.", None),
         ("X. Audit", "Policies with an estimated premium under $6,000 are audited by mail, those from $6,000 to $25,000 by telephone or in person every second year, and larger ones in person every year. An employer who refuses an audit is charged twice the estimated premium.", None),
         ("XI. Cancellation", "Cancellation by the insured: return of 92 percent of the unearned premium; where the business is sold or closed, of all of it. Notice by the Company is 10 days for non-payment and 60 days for other reasons.", None)]
for title, text, items in RULES:
    H("Rule " + title, 2)
    P(text)
    for i, item in enumerate(items or []):
        P(f"({chr(97 + i)}) {item}", after=1).paragraph_format.left_indent = Cm(0.8)
H("C. Rate tables")
P("Table 1. Class codes: rate per $100 of payroll in Tier 2, minimum premium, and hazard group", True, 2)
CLASSES = [("Manufacturing",), ("2003", "Bakery, with drivers", 4.87, "D"), ("2070", "Creamery or dairy products, with drivers", 4.12, "D"), ("2095", "Meat products", 5.66, "C"), ("2121", "Brewery, with drivers", 2.94, "C"), ("2220", "Yarn or thread", 2.71, "C"), ("2501", "Cloth goods, sewn", 2.53, "B"), ("2710", "Sawmill", 11.48, "F"), ("2802", "Carpentry, shop only", 6.95, "D"), ("2883", "Furniture, wood", 6.02, "D"), ("3076", "Sheet metal products", 4.39, "D"), ("3081", "Foundry, iron", 7.83, "E"), ("3179", "Electrical apparatus", 1.88, "B"), ("3365", "Welding or cutting", 9.04, "F"), ("3632", "Machine shop", 3.51, "C"), ("4111", "Glassware, hand blown", 3.07, "C"), ("4299", "Printing", 2.66, "B"), ("4484", "Plastics, molded", 3.84, "D"), ("4611", "Pharmaceutical preparations", 1.29, "B"),
           ("Contracting",), ("5022", "Masonry", 12.37, "F"), ("5183", "Plumbing", 5.21, "E"), ("5190", "Electrical wiring, inside buildings", 4.45, "E"), ("5213", "Concrete work", 9.16, "F"), ("5348", "Tile, stone or terrazzo, inside", 6.18, "D"), ("5437", "Carpentry, cabinet work, inside", 7.44, "E"), ("5445", "Wallboard", 7.92, "E"), ("5474", "Painting", 8.35, "F"), ("5479", "Insulation", 6.73, "E"), ("5551", "Roofing", 24.19, "G"), ("5645", "Carpentry, dwellings", 13.02, "F"), ("6217", "Excavation", 5.98, "F"), ("6400", "Fence erection", 7.27, "F"),
           ("Goods and services",), ("7228", "Trucking, local", 10.65, "F"), ("7229", "Trucking, long distance", 11.94, "G"), ("7380", "Drivers, not otherwise classified", 7.58, "F"), ("7720", "Guards and patrols", 2.87, "E"), ("8006", "Grocery store, retail", 3.36, "B"), ("8017", "Store, retail, not otherwise classified", 1.97, "B"), ("8018", "Store, wholesale", 4.58, "D"), ("8033", "Meat, grocery and provision store", 3.72, "B"), ("8044", "Furniture store", 4.91, "D"), ("8232", "Lumberyard", 6.29, "E"), ("8292", "Storage warehouse", 7.11, "E"), ("8380", "Vehicle repair", 4.24, "D"), ("8829", "Nursing home", 4.76, "B"), ("8833", "Hospital, professional employees", 1.58, "B"), ("9014", "Janitorial services", 5.07, "D"), ("9052", "Hotel", 3.18, "B"), ("9079", "Restaurant", 2.05, "A"), ("9102", "Park, lawn maintenance", 5.35, "E"), ("9403", "Refuse collection", 14.20, "G"), ("9586", "Barber or beauty shop", 0.83, "A"),
           ("Office and clerical",), ("8601", "Architect or engineer, consulting", 0.64, "D"), ("8742", "Salespersons, outside", 0.48, "D"), ("8810", "Clerical office", 0.21, "A"), ("8820", "Attorney", 0.23, "A"), ("8832", "Physician", 0.55, "A"), ("8868", "School, professional employees", 0.62, "A"),
           ("Miscellaneous",), ("0005", "Nursery, plants", 4.31, "C"), ("0035", "Florist, cultivating", 3.29, "C"), ("0042", "Landscape gardening", 6.64, "E"), ("0050", "Farm machinery operation", 7.06, "F"), ("0106", "Tree pruning", 15.87, "G"), ("7704", "Firefighters, paid", 6.47, "F"), ("7705", "Ambulance service", 8.02, "E"), ("9182", "Athletic team, amateur", 3.90, "B")]
rows = []
for c in CLASSES:
    rows.append([c[0]] if len(c) == 1 else [c[0], c[1], f"{c[2]:.2f}", f"{min(1500, round(220 + c[2] * 118)):,}", c[3]])
T(["Code", "Description", "Rate", "Minimum premium $", "Hazard group"], rows, [1.8, 8.2, 2, 3, 2.2])
P("Rates of Tier 1 are the rates of Table 1 times 0.874, those of Tier 3 times 1.258, rounded to two places. Code 5551 is not written in Tier 1.")
P("Table 2. Employers' liability, increased limits", True, 2)
T(["Limits (each accident / policy / each employee), in $ thousand", "Percent of manual premium", "Minimum charge $"], [["100 / 500 / 100", "included", "–"], ["500 / 500 / 500", "0.8", "75"], ["500 / 1,000 / 500", "1.0", "90"], ["1,000 / 1,000 / 1,000", "1.4", "120"], ["2,000 / 2,000 / 2,000", "2.3", "180"]])
P("Table 3. Premium discount", True, 2)
T(["Part of the standard premium", "Discount, stock schedule", "Discount, mutual schedule"], [["first $10,000", "0.0%", "0.0%"], ["next $190,000", "9.1%", "5.6%"], ["next $1,550,000", "11.3%", "7.2%"], ["over $1,750,000", "12.3%", "8.4%"]])
P("The Company uses the mutual schedule. Tier 3 risks have no premium discount.")
part(landscape=True)
H("D. Actuarial exhibit")
P("Exhibit 1. Incurred losses by policy year in $ thousand, and link ratios", True, 2)
base, out = [15210, 16040, 17385, 16920, 18460, 19105, 18790], []
link = [1.412, 1.148, 1.066, 1.031, 1.014, 1.006]
years = range(2018, 2025)
for k, y in enumerate(years):
    value, line = base[k] * 0.56, [str(y)]
    for j in range(7):
        if j:
            value *= link[j - 1] * r.uniform(0.985, 1.015)
        line.append(f"{value:,.0f}" if k + j < 7 else "")
    out.append(line)
out.append(["Selected link ratio", *[f"{x:.3f}" for x in link], "1.000 tail 1.009"])
T([["Policy year", "Months of maturity", "", "", "", "", "", ""], ["", "12", "24", "36", "48", "60", "72", "84"]], out, spans=[(0, 1, 7)], wide=True)
P("Exhibit 2. Experience of the Company in Ardmore", True, 2)
T(["Policy year", "Payroll $ thousand", "Policies", "Standard premium $ thousand", "Ultimate losses $ thousand", "Loss ratio", "Lost-time claims"], [["2020", "1,884,300", "2,506", "54,870", "31,990", "58.3%", "611"], ["2021", "1,951,700", "2,588", "55,940", "34,180", "61.1%", "648"], ["2022", "2,078,200", "2,671", "58,310", "33,470", "57.4%", "622"], ["2023", "2,190,500", "2,759", "60,220", "32,880", "54.6%", "597"], ["2024", "2,284,900", "2,846", "61,050", "32,050", "52.5%", "580"]], wide=True)
P("Exhibit 3. Advisory loss costs per $100 of payroll and the change of the Company's rates in Tier 2", True, 2)
lines = []
for c in CLASSES:
    if len(c) > 1:
        cost = c[2] / 1.385
        before = cost * r.uniform(0.93, 1.13)
        was = round(before * r.choice([1.41, 1.43]), 2)
        lines.append([c[0], f"{before:.2f}", f"{cost:.2f}", f"{(cost / before - 1) * 100:+.1f}%", f"{was:.2f}", f"{c[2]:.2f}", f"{(c[2] / was - 1) * 100:+.1f}%"])
T([["Code", "Advisory loss cost", "", "", "Tier 2 rate of the Company", "", ""], ["", "circular 25-02", "circular 26-04", "change", "in force", "proposed", "change"]], lines, spans=[(0, 1, 3), (0, 4, 6)], wide=True)
part()
H("E. Hazard groups and excess loss factors")
P("The factor is the share of losses above the limit per accident. It is used for retrospective rating only.")
T([["Loss limit", "Hazard group", "", "", "", "", "", ""], ["", "A", "B", "C", "D", "E", "F", "G"]], [[f"${k},000"] + [f"{max(0.01, b * (1 + 0.16 * g) * f):.3f}" for g in range(7)] for k, b, f in (("50", .41, 1), ("100", .30, 1), ("150", .241, 1), ("200", .204, 1), ("250", .177, 1), ("500", .112, 1), ("1,000", .069, 1))], spans=[(0, 1, 7)])
doc.core_properties.author = "Copperline Employers Mutual"
doc.save(WORK / "copperline-workers-compensation.docx")
subprocess.run(["soffice", f"-env:UserInstallation=file://{WORK}/office", "--headless", "--convert-to", "pdf", "--outdir", str(OUT), str(WORK / "copperline-workers-compensation.docx")], check=True, capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600"})
