"""Rate manuals of two invented sister companies of a motor insurer. ReportLab, platypus.

The exhibit's title stands only in the running header, as in many filings. The two manuals are
alike page by page; the figures and a few rules differ.
"""

import random

import build
from reportlab.lib import colors
from reportlab.lib.pagesizes import landscape, letter
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import (
    BaseDocTemplate, Frame, NextPageTemplate, PageBreak, PageTemplate, Paragraph, Spacer, Table, TableStyle,
)

COVERAGES = ["BI", "PD", "MED", "UM", "COMP", "COLL"]
STYLE = getSampleStyleSheet()
BODY, HEAD = STYLE["BodyText"], STYLE["Heading3"]
HEAD.keepWithNext = 1
GRID = [("GRID", (0, 0), (-1, -1), 0.4, colors.grey), ("FONTSIZE", (0, 0), (-1, -1), 8.5),
        ("ALIGN", (1, 0), (-1, -1), "CENTER"), ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 2), ("BOTTOMPADDING", (0, 0), (-1, -1), 2)]
PLAIN = [g for g in GRID if g[0] != "GRID"]
HEADED = GRID + [("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#dfe6ee")), ("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold")]

RULES = [
    ("M-1", "Eligibility", "A private passenger automobile owned or leased for at least six months by an individual or "
     "by spouses living in one household is eligible. A motor home, a vehicle used for hire other than a car pool, and a vehicle "
     "with a load capacity over {load} pounds are not, unless Underwriting gives written consent."),
    ("M-2", "Policy Term and Program", "An insured without points for 60 months is placed in the Preferred program, one with more than six points in the "
     "Non-standard program, all others in the Standard program. The term is six months. A twelve-month term is offered to insureds with {loyal} years of continuous coverage."),
    ("M-3", "Premium Determination", "The premium of each coverage is the product of the base rate (Exhibit 1), the territory "
     "factor (Exhibit 3), the driver class factor (Exhibit 4), the increased limit or deductible factor (Exhibits 5 and 6), "
     "the vehicle factor (Exhibit 7) and the driving record factor (Exhibit 8). Each product is rounded to the whole dollar "
     "before coverages are added; discounts of Exhibit 9 are applied last, one after another."),
    ("M-4", "Minimum Premium", "The minimum premium of a policy term is ${minimum}, fully earned."),
    ("M-5", "Changes and Cancellations", "A cancellation by the insured is pro rata in the first 30 days and 90 percent of pro rata after. "
     "A cancellation by the Company is always pro rata."),
    ("M-6", "Territory", "The territory is determined by the ZIP code in which the vehicle is principally garaged. A student's vehicle "
     "garaged more than 100 miles away for at least eight months a year is rated where it is garaged."),
    ("M-7", "Driver Classification", "Each driver is rated by age attained on the first day of the term, marital status and annual "
     "mileage. The driver with the highest product of class and record factors is assigned to the vehicle with the highest "
     "vehicle factor."),
    ("M-8", "Youthful Operators", "A youthful operator is a driver under 25 with fewer than eight years of licensed experience. The Good Student "
     "discount of Exhibit 9 is for full-time students under 25 whose average is B or better."),
    ("M-9", "Driving Record Points", "Points are counted over {months} months before the date of application. "
     "An at-fault accident with damage of less than ${threshold:,} is not counted. Points of a driver excluded by endorsement are not counted."),
    ("M-10", "Increased Limits", "Bodily injury base rates are for limits of 25/50; property damage base rates are for $25,000. "
     "Uninsured motorists limits may not exceed the bodily injury limits."),
    ("M-11", "Deductibles", "Comprehensive and collision base rates are for a $500 deductible. Full glass coverage is available with "
     "comprehensive deductibles of up to $500 at a factor of {glass} on the comprehensive premium."),
    ("M-12", "Vehicle Symbols", "A symbol is assigned by the price when new (Exhibit 7). A vehicle of a model year before {old} takes the "
     "factor of the oldest column."),
    ("M-14", "Multi-Car", "Two or more vehicles on one policy receive the Multi-Car discount on all coverages but uninsured motorists."),
    ("M-15", "Anti-Theft Devices", "Category 1 is an alarm; Category 2 an active device that disables the engine; Category 3 a passive "
     "device that disables the engine; Category 4 a recovery system. Only the largest discount applies."),
    ("M-16", "Rental Reimbursement", "Limits are $30 a day and $900 an occurrence, or $50 a day and $1,500 an occurrence. The flat "
     "charges are in Exhibit 10."),
    ("M-17", "Towing and Labor", "Reasonable towing and labor up to $75, $100 or $150 a disablement."),
    ("M-18", "Financial Responsibility Filings", "The charge for an SR-22 filing is in Exhibit 10. The filing is kept for three years from the "
     "conviction."),
    ("M-19", "Usage-Based Program", "A customer who enrolls receives a participation discount of {ubi} percent in the first term. Later terms are "
     "rated by the driving score: 80 or more earns the full discount of Exhibit 9, 60 to 79 half of it, less than 60 none. "
     "A surcharge is never made."),
    ("M-20", "Installments", "A policy may be paid in full, in two payments (60 and 40 percent) or in {installments} equal installments. The "
     "installment charge of Exhibit 10 applies to each payment after the first; it is waived for automatic bank transfers."),
    ("M-21", "Refusal of Coverage", "Physical damage coverage is refused for vehicles with a salvage title, unless repaired and inspected."),
]

DISCOUNTS = [
    ("Multi-Car", "14%", "12%", "17%"), ("Homeowner", "6%", "6%", "4%"), ("Good Student", "8%", "8%", "8%"),
    ("Distant Student", "20%", "20%", "15%"), ("Defensive Driver, age 55 and over", "5%", "--", "5%"),
    ("Anti-Theft Category 1", "--", "5%", "--"), ("Anti-Theft Category 2", "--", "10%", "--"),
    ("Anti-Theft Category 3", "--", "15%", "--"), ("Anti-Theft Category 4", "--", "20%", "--"),
    ("Passive Restraint", "25% of MED only", "--", "--"), ("Usage-Based, full", "18%", "12%", "18%"), ("Paid in Full", "7%", "7%", "7%"),
    ("Early Quote (8 days or more)", "4%", "4%", "4%"),
]
VIOLATIONS = [
    ("Driving under the influence", 8), ("Leaving the scene of an accident", 8), ("Driving while suspended", 6),
    ("Reckless driving", 6), ("Racing", 6), ("At-fault accident with bodily injury", 5), ("At-fault accident, property damage only", 3),
    ("Speeding 1 - 10 mph over", 1), ("Speeding 11 - 20 mph over", 2), ("Speeding 21 mph or more over", 4),
    ("Passing a stopped school bus", 4), ("Following too closely", 2), ("Improper lane change", 2), ("Failure to yield", 2),
    ("Hand-held device", 3), ("Unlicensed operation", 3), ("Any other moving violation", 1),
]


class Manual:
    def __init__(self, company, short, seed, terms, factor):
        self.company, self.short, self.terms, self.factor = company, short, terms, factor
        self.rng = random.Random(seed)
        self.titles, self.story = {}, []

    def page(self, canvas, doc):
        width, height = canvas._pagesize
        canvas.setFont("Helvetica", 8)
        canvas.drawString(45, height - 28, self.company)
        canvas.drawCentredString(width / 2, height - 28, "Private Passenger Automobile Manual")
        canvas.setFont("Helvetica-Bold", 9)
        canvas.drawRightString(width - 45, height - 28, self.current)
        canvas.line(45, height - 33, width - 45, height - 33)
        canvas.setFont("Helvetica", 8)
        canvas.drawString(45, 24, "Edition 03-2026")
        canvas.drawRightString(width - 45, 24, f"Page {doc.page}")

    def section(self, title, wide=False):
        """Begins a page; the title goes to the running header of all pages up to the next one."""
        name = f"t{len(self.titles)}"
        self.titles[name] = (title, wide)
        self.story += [NextPageTemplate(name), PageBreak()]

    def template(self, name, title, wide):
        size = landscape(letter) if wide else letter
        frame = Frame(45, 40, size[0] - 90, size[1] - 85, id=name)

        def begin(canvas, doc):
            self.current = title
            self.page(canvas, doc)

        return PageTemplate(id=name, frames=[frame], onPage=begin, pagesize=size)

    def table(self, rows, style=HEADED, repeat=1, **more):
        self.story.append(Table(rows, style=TableStyle(style), repeatRows=repeat, **more))

    def say(self, text, style=BODY):
        self.story += [Paragraph(text, style), Spacer(1, 4)]

    def near(self, x, spread, digits=3):
        return f"{x * (1 + self.rng.uniform(-spread, spread)):.{digits}f}"

    def rules(self):
        self.section("General Rules")
        for number, title, text in RULES:
            self.say(f"Rule {number}: {title}", HEAD)
            self.say(text.format(**self.terms))

    def exhibits(self):
        self.section("Exhibit 1 - Base Rates")
        self.say("Six-month base rates in whole dollars.")
        base = [round(b * self.factor) for b in (212, 148, 31, 44, 86, 203)]
        self.table([["Coverage", "Abbreviation", "Limit or deductible", "Base rate"]] + [
            [name, short, limit, f"${rate}"] for name, short, limit, rate in zip(
                ["Bodily Injury Liability", "Property Damage Liability", "Medical Payments", "Uninsured Motorists", "Comprehensive", "Collision"],
                COVERAGES, ["25/50", "$25,000", "$5,000", "25/50", "$500", "$500"], base)])
        self.section("Exhibit 2 - Territory Definitions")
        codes = [f"{48000 + 7 * i + self.rng.randrange(3):05d}" for i in range(168)]
        cells = [[c, str(1 + (i * 5 + i // 9) % 22)] for i, c in enumerate(codes)]
        rows = [["ZIP", "Terr."] * 4]
        for i in range(42):
            rows.append(sum((cells[i + 42 * j] for j in range(4)), []))
        self.table(rows, PLAIN + [("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold"), ("LINEBELOW", (0, 0), (-1, 0), 0.8, colors.black)])
        self.section("Exhibit 3 - Territory Factors")
        rows = [["Program", "Territory"] + COVERAGES]
        for program, share in (("Preferred", 0.86), ("Standard", 1.0), ("Non-standard", 1.34)):
            for terr in range(1, 23):
                level = (0.72 + 0.03 * ((terr * 7) % 22)) * share
                rows.append([program, str(terr)] + [self.near(level, 0.09) for _ in COVERAGES])
        self.table(rows, repeat=0)
        self.section("Exhibit 4 - Driver Class Factors")
        rows = [["Age", "", "Annual mileage up to 7,500", "", "7,501 - 15,000", "", "Over 15,000", ""],
                ["Min", "Max", "Single", "Married", "Single", "Married", "Single", "Married"]]
        for low, high, level in [(15, 16, 3.1), (17, 18, 2.75), (19, 20, 2.3), (21, 22, 1.86), (23, 24, 1.52), (25, 29, 1.2),
                                 (30, 34, 1.06), (35, 49, 1.0), (50, 64, 0.93), (65, 69, 0.97), (70, 74, 1.08), (75, 79, 1.24), (80, 99, 1.47)]:
            row = [str(low), str(high)]
            for mileage in (0.92, 1.0, 1.13):
                row += [self.near(level * mileage * 1.06, 0.02, 2), self.near(level * mileage * 0.95, 0.02, 2)]
            rows.append(row)
        self.table(rows, GRID + [("SPAN", (0, 0), (1, 0)), ("SPAN", (2, 0), (3, 0)), ("SPAN", (4, 0), (5, 0)), ("SPAN", (6, 0), (7, 0)),
                                 ("FONTNAME", (0, 0), (-1, 1), "Helvetica-Bold")], repeat=2)
        self.section("Exhibit 5 - Increased Limit Factors")
        rows = [["Bodily Injury", "Factor", "Property Damage", "Factor", "Uninsured Motorists", "Factor"]]
        limits = [("25/50", "$25,000", "25/50"), ("50/100", "$50,000", "50/100"), ("100/300", "$100,000", "100/300"),
                  ("250/500", "$250,000", "250/500"), ("500/500", "$500,000", "500/500")]
        for i, (bi, pd, um) in enumerate(limits):
            f = [1 if i == 0 else float(self.near(1 + g * i, 0.03, 2)) for g in (0.16, 0.055, 0.31)]
            rows.append([bi, f"{f[0]:.2f}", pd, f"{f[1]:.2f}", um, f"{f[2]:.2f}"])
        self.table(rows)
        self.section("Exhibit 6 - Deductible Factors")
        rows = [["", "Comprehensive", "", "", "Collision", "", ""], ["Deductible", "Symbol 1 - 9", "Symbol 10 - 18", "Symbol 19 - 27"] + ["Symbol 1 - 9", "Symbol 10 - 18", "Symbol 19 - 27"]]
        for deductible, level in [("$100", 1.31), ("$250", 1.14), ("$500", 1.0), ("$1,000", 0.83), ("$2,000", 0.66), ("$2,500", 0.61)]:
            rows.append([deductible] + ["1.00" if level == 1 else self.near(level, 0.04, 2) for _ in range(6)])
        self.table(rows, GRID + [("SPAN", (1, 0), (3, 0)), ("SPAN", (4, 0), (6, 0)), ("FONTNAME", (0, 0), (-1, 1), "Helvetica-Bold")], repeat=2)
        self.vehicles()
        self.section("Exhibit 8 - Driving Record")
        self.table([["Violation or accident", "Points"]] + [[name, str(points)] for name, points in VIOLATIONS], hAlign="LEFT")
        self.story.append(Spacer(1, 14))
        rows = [["Points", "Liability coverages", "Collision", "Comprehensive"]]
        for points in range(0, 11):
            label = "10 or more" if points == 10 else str(points)
            rows.append([label] + [f"{1 + g * points ** 1.12 * self.factor:.2f}" for g in (0.13, 0.1, 0.03)])
        self.table(rows, hAlign="LEFT")
        self.section("Exhibit 9 - Discounts")
        cut = self.terms["cut"]
        rows = [["Discount", "Liability", "Comprehensive", "Collision"]]
        for name, *values in DISCOUNTS:
            rows.append([name] + [v if v == "--" or not v.endswith("%") or "Anti" in name else f"{int(v[:-1]) + cut}%" for v in values])
        self.table(rows)
        self.section("Exhibit 10 - Flat Charges")
        t = self.terms
        self.table([["Item", "Charge", "Applies"], ["Rental reimbursement $30 / $900", f"${t['rental']}", "per vehicle and term"],
                    ["Rental reimbursement $50 / $1,500", f"${t['rental'] + 17}", "per vehicle and term"],
                    ["Towing $75", "$6", "per vehicle and term"], ["Towing $100", "$9", "per vehicle and term"], ["Towing $150", "$14", "per vehicle and term"],
                    ["SR-22 filing", f"${t['sr22']}", "per filing"], ["Installment charge", f"${t['charge']:.2f}", "per payment after the first"],
                    ["Returned payment", "$20.00", "per item"], ["Reinstatement", f"${t['reinstate']}", "per event"]])

    def vehicles(self):
        self.section("Exhibit 7 - Vehicle Factors", wide=True)
        years = ["2026", "2025", "2024", "2023", "2022", "2021", "2020", "2019", "2018", "2017", "2016 and prior"]
        rows = [["", "Price when new", "", "Collision factor by model year"] + [""] * 10, ["Symbol", "From", "To"] + years]
        price = 0
        for symbol in range(1, 28):
            if symbol == 20:
                rows.append(["Symbols 20 and above: refer to Underwriting for comprehensive coverage"] + [""] * 13)
            top = price + (2000 if symbol < 12 else 4000 if symbol < 20 else 12000)
            level = 0.58 + 0.055 * symbol
            row = [str(symbol), f"${price:,}", f"${top - 1:,}" if symbol < 27 else "and over"]
            row += [self.near(level * 0.965 ** age, 0.004, 3) for age in range(11)]
            rows.append(row)
            price = top
        self.table(rows, GRID + [("SPAN", (1, 0), (2, 0)), ("SPAN", (3, 0), (-1, 0)), ("SPAN", (0, 21), (-1, 21)), ("ALIGN", (0, 21), (-1, 21), "LEFT"),
                                 ("BACKGROUND", (0, 21), (-1, 21), colors.HexColor("#eeeeee")), ("FONTSIZE", (0, 0), (-1, -1), 7.5),
                                 ("FONTNAME", (0, 0), (-1, 1), "Helvetica-Bold")], repeat=2)

    def write(self, name):
        self.story = [Spacer(1, 180), Paragraph(self.company, STYLE["Title"]), Paragraph("Private Passenger Automobile Manual", STYLE["Title"]),
                      Paragraph("Rules and Rates, Edition 03-2026. New business from March 1, 2026; renewals from April 15, 2026.", BODY)]
        self.rules()
        self.exhibits()
        doc = BaseDocTemplate(str(build.OUT / f"{name}.pdf"), pagesize=letter, title=f"{self.company} manual", invariant=1)
        doc.addPageTemplates([self.template("cover", "", False)])
        doc.addPageTemplates([self.template(n, title, wide) for n, (title, wide) in self.titles.items()])
        doc.build(self.story)


Manual("Harrow & Pine Mutual Insurance Company", "Mutual", 11, dict(
    load="1,500", loyal="three", minimum=75, months=36, threshold=1000, glass="1.12", old=2016, ubi=10, installments="five", cut=0,
    rental=24, sr22=25, charge=4.0, reinstate=30), 1.0).write("harrow-pine-mutual-auto")
Manual("Harrow & Pine Casualty Company", "Casualty", 12, dict(
    load="2,000", loyal="five", minimum=95, months=60, threshold=750, glass="1.16", old=2016, ubi=5, installments="six", cut=-2,
    rental=29, sr22=40, charge=5.5, reinstate=45), 1.17).write("harrow-pine-casualty-auto")
