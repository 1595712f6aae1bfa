"""Guideline of an invented grant programme as slides. python-pptx: bullets on two levels, tables, a slide of dates, notes under tables."""

import pathlib
import sys
from datetime import datetime

from pptx import Presentation
from pptx.util import Cm, Pt

OUT = pathlib.Path(sys.argv[2])
deck = Presentation()
deck.slide_width, deck.slide_height = Cm(33.9), Cm(19.05)
deck.core_properties.created = deck.core_properties.modified = datetime(2026, 11, 2)


def bullets(title, *points, size=20):
    """A point is text, or a list of points one level down."""
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = title
    frame = slide.placeholders[1].text_frame
    first = True

    def put(text, level):
        nonlocal first
        p = frame.paragraphs[0] if first else frame.add_paragraph()
        first = False
        p.text, p.level, p.font.size = text, level, Pt(size - 3 * level)

    for point in points:
        for text in point if isinstance(point, list) else [point]:
            put(text, 1 if isinstance(point, list) else 0)


def table(title, rows, note="", widths=None, merge=()):
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = title
    made = slide.shapes.add_table(len(rows), len(rows[0]), Cm(1.5), Cm(4), Cm(30.5), Cm(1 * len(rows))).table
    for i, w in enumerate(widths or []):
        made.columns[i].width = Cm(w)
    for i, row in enumerate(rows):
        for j, text in enumerate(row):
            made.cell(i, j).text = text
            made.cell(i, j).text_frame.paragraphs[0].font.size = Pt(14)
    for (a, b), (c, d) in merge:
        made.cell(a, b).merge(made.cell(c, d))
    if note:
        slide.shapes.add_textbox(Cm(1.5), Cm(16.3), Cm(30), Cm(2)).text_frame.text = note


first = deck.slides.add_slide(deck.slide_layouts[0])
first.shapes.title.text = "Village Workshops Fund"
first.placeholders[1].text = "Guideline for applicants, call 5 (2027)\nHollin Foundation, Cray Street 4, Ambry"
bullets("What the fund is for", "Workshops in villages that are open to several users: wood, metal, textiles, food, repair, printing", "Call 5 has 3.6 million crowns", ["2.2 million for new workshops (strand A)", "0.9 million for extensions (strand B)", "0.5 million for shared machines that travel (strand C)"], "What is left in one strand after the second round moves to strand A")
bullets("Who may apply", "Cooperatives and associations, registered for at least a year", "Parishes with fewer than 4,000 inhabitants", "Craft firms with up to nine employees, if at least three users from outside are admitted", "Schools and adult education centres", "Foundations, the Hollin Foundation and its daughters excepted", "Not: private persons, parties, firms in insolvency, applicants with an overdue report from an earlier call", size=19)
table("Share of the costs that is paid", [["Applicant", "Strand A", "", "Strand B", "", "Strand C"], ["", "hill area", "elsewhere", "hill area", "elsewhere", "all areas"], ["Cooperative or association", "75 %", "65 %", "65 %", "55 %", "80 %"], ["Parish", "60 %", "50 %", "50 %", "40 %", "70 %"], ["Craft firm", "50 %", "40 %", "40 %", "30 %", "60 %"], ["School, adult education", "70 %", "60 %", "60 %", "50 %", "75 %"], ["Foundation", "55 %", "45 %", "45 %", "35 %", "60 %"]], "Five points more when the building has stood empty for three years; never more than 80 %.", merge=[((0, 1), (0, 2)), ((0, 3), (0, 4))])
table("Least and most", [["", "Strand A", "Strand B", "Strand C"], ["Least costs of the project", "20,000", "8,000", "5,000"], ["Highest grant", "180,000", "70,000", "45,000"], ["Highest grant, craft firm", "90,000", "40,000", "25,000"], ["Duration, months", "24", "15", "12"], ["Must stay in use, years", "8", "6", "4"]], "Amounts in crowns.")
bullets("Costs that count", "Building work, without the price of land or house", "Machines and tools, new or used with a test report", "Heating, ventilation, dust extraction", "Planning and permits, up to 12 % of the building work", "Training of users, up to 6,000 crowns", "Own work of members at 16 crowns an hour, up to 15 % of the costs", "Overheads at a flat 5 % of the other costs")
bullets("Costs that do not count", "Land, houses, rent and interest", "Vehicles, except trailers in strand C", "Stock and material for sale", "VAT that can be reclaimed", "Orders placed before the letter of approval", "Legal advice and fines", "Furniture of offices")
table("Points", [["No.", "Criterion", "Most", "Least to pass"], ["1", "Need in the village", "25", "12"], ["2", "Number of users and access", "20", "8"], ["3", "Plan for running costs", "20", "10"], ["4", "Quality of the technical plan", "15", "6"], ["5", "Energy and materials", "10", "–"], ["6", "Apprentices and schools", "10", "–"]], "60 of 100 points are needed. With equal points the project in the smaller village goes first.")
table("Dates of call 5", [["Step", "Round 1", "Round 2"], ["Portal opens", "11 January 2027", "5 July 2027"], ["Talk with an adviser, at the latest", "12 February 2027", "6 August 2027"], ["Application, 16:00", "1 March 2027", "30 August 2027"], ["Missing papers", "15 March 2027", "13 September 2027"], ["Jury", "28 April 2027", "27 October 2027"], ["Letters", "14 May 2027", "12 November 2027"], ["Latest start of work", "1 October 2027", "1 April 2028"]])
bullets("Papers to send with the application", "Statutes or extract from the register", "Plan of costs and financing on form F2", "Two offers for each item above 3,000 crowns, three above 15,000", "Lease or proof of ownership for the years of use", "List of at least five future users, with signatures", "Statement of the parish", "For buildings: sketch and permit, or proof that none is needed")
table("Payment", [["Instalment", "Strand A", "Strand B", "Strand C", "When"], ["First", "30 %", "40 %", "60 %", "after the contract is signed"], ["Second", "30 %", "–", "–", "when half of the costs are proven"], ["Third", "25 %", "40 %", "–", "when all costs are proven"], ["Last", "15 %", "20 %", "40 %", "after the final report is accepted"]])
bullets("Reports and checks", "Interim report each 31 January, two pages", "Final report within 90 days of the end, with form F5 and invoices", "Invoices are kept for ten years", "The foundation visits one project in four", "Users are counted each year while the workshop must stay in use; the number is sent by 31 March")
bullets("Changes and repayment", "Shifts between items of up to 20 % need no consent; larger ones form F4, answered in 15 working days", "An extension of up to six months may be asked for once", "The grant is paid back", ["in full, if it was obtained by false statements", "for each missing year of use in equal parts, if the workshop closes early", "at 10 % if the final report is more than 60 days late", "in part, if costs turn out lower: the share stays the same"], "Interest: 4 % above the base rate, after 30 days", size=18)
table("Advisers", [["Area", "Name", "Telephone", "Days"], ["North and hill parishes", "Edda Lorne", "555 0161", "Mon, Tue, Thu"], ["River parishes", "Matthias Crane", "555 0162", "Mon to Wed"], ["Coast", "Sioned Parry", "555 0163", "Tue, Fri"], ["Strand C, all areas", "Owen Achter", "555 0165", "Wed, Thu"]], "Forms F1 to F5 are on the portal. Questions on payment: treasury@hollin.example.")
deck.save(OUT / "village-workshops-fund.pptx")
