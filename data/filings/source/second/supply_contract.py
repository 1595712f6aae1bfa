"""A procurement contract with annexes (DOCX) and its second amendment (PDF by LibreOffice). python-docx."""

import tools
from docx import Document
from docx.shared import Pt

ARTICLES = [
    ("Article 1 – Subject", ["1.1 The Contractor supplies and maintains ticket machines for the Ferry Authority of Lower Tamsin at the 23 landings of Annex A.", "1.2 The Contract consists of these articles and of Annexes A to E; in case of conflict the articles prevail, then the annexes in their order."]),
    ("Article 2 – Term", ["2.1 The Contract runs from 1 April 2024 to 31 March 2031.", "2.2 The Authority may extend it twice by 24 months on nine months' notice."]),
    ("Article 3 – Delivery", ["3.1 Machines are delivered by the dates of Annex A.", "3.2 For each full week of delay the Contractor pays 0.6 percent of the price of the machines delayed, at most 9 percent, unless the delay is caused by the Authority."]),
    ("Article 4 – Acceptance", ["4.1 A machine is accepted after 30 days of operation with availability of 98.5 percent or more.", "4.2 If a machine fails acceptance twice, the Authority may reject it and reclaim what was paid."]),
    ("Article 5 – Price and payment", ["5.1 Prices are in Annex B. They are fixed until 31 March 2026 and then follow the index of Annex B, at most 3.5 percent a year.", "5.2 Thirty percent is paid on order, 50 percent on delivery and 20 percent on acceptance. Maintenance is paid quarterly in arrears.", "5.3 Invoices are paid within 45 days."]),
    ("Article 6 – Service levels", ["6.1 Service levels and credits are in Annex C. Credits are set off against the next invoice for maintenance.", "6.2 Credits of a quarter do not exceed 15 percent of the maintenance fee of that quarter."]),
    ("Article 7 – Staff", ["7.1 The Contractor names a service manager and at least four technicians. Two of them live within 60 km of the landing of Tamsin Mouth."]),
    ("Article 9 – Warranty", ["9.1 The warranty is 36 months from acceptance, for card readers 24 months and for glass 12 months."]),
    ("Article 10 – Liability", ["10.1 Liability is limited to 2.5 million euros an event and 5 million euros a year, except for intent, gross negligence and personal injury."]),
    ("Article 11 – Termination", ["11.1 The Authority may terminate at once if (a) the Contractor is insolvent, (b) availability of all machines is below 92 percent in three consecutive months, (c) credits reach the cap in four consecutive quarters, (d) the Contractor assigns the Contract without consent, or (e) a bribe was offered.", "11.2 The Contractor may terminate if undisputed invoices of more than 200,000 euros are overdue by 90 days."]),
    ("Article 12 – Confidentiality and data", ["12.1 Card data never leave the European Union. Logs are deleted after 13 months.", "12.2 A breach is reported within 24 hours."]),
    ("Article 13 – Governing law", ["13.1 The law of the seat of the Authority applies. Disputes go to mediation first; if it fails within 60 days, to the courts of Port Tamsin."]),
]
LANDINGS = [("L01", "Port Tamsin, Pier 1", 4, 2, "1 July 2024"), ("L02", "Port Tamsin, Pier 2", 3, 2, "1 July 2024"), ("L03", "Fish Market", 2, 1, "1 July 2024"), ("L04", "Old Customs House", 2, 0, "1 August 2024"), ("L05", "Willow Island", 1, 1, "1 August 2024"), ("L06", "Shipyard", 2, 1, "1 August 2024"),
            ("L07", "North Ferry", 2, 1, "1 September 2024"), ("L08", "Brickworks", 1, 0, "1 September 2024"), ("L09", "Hospital", 2, 1, "1 September 2024"), ("L10", "Campus", 3, 1, "1 October 2024"), ("L11", "Sluice", 1, 0, "1 October 2024"), ("L12", "Tamsin Mouth", 3, 2, "1 October 2024"),
            ("L14", "Lighthouse", 1, 1, "1 November 2024"), ("L15", "South Bar", 1, 0, "1 November 2024"), ("L16", "Camping", 1, 1, "1 April 2025"), ("L17", "Eel Weir", 1, 0, "1 April 2025"), ("L18", "Abbey", 2, 1, "1 April 2025"), ("L19", "Upper Quay", 2, 1, "1 May 2025"), ("L20", "Mill", 1, 0, "1 May 2025"),
            ("L21", "Railway Bridge", 2, 1, "1 May 2025"), ("L22", "Gasworks", 1, 1, "1 June 2025"), ("L23", "Vineyard", 1, 0, "1 June 2025"), ("L24", "Dam", 2, 1, "1 June 2025")]
PRICES = [("TM-10", "Ticket machine, cards only", "9,850.00", "71.50"), ("TM-20", "Ticket machine, cards and coins", "13,400.00", "104.00"), ("TM-21", "Ticket machine, cards, coins and notes", "16,950.00", "139.00"), ("VR-05", "Validator, pole", "1,280.00", "9.80"), ("VR-06", "Validator, gate", "1,640.00", "12.40"),
          ("SH-01", "Shelter with heating", "4,300.00", "16.00"), ("SP-01", "Spare printer", "615.00", "–"), ("SP-02", "Spare card reader", "840.00", "–"), ("SP-03", "Spare display", "1,120.00", "–"), ("BO-01", "Back office, licence", "148,000.00", "2,950.00"), ("TR-01", "Training, per day", "1,350.00", "–")]
LEVELS = [("S1", "All machines of a landing out of order", "30 minutes", "4 hours", "450"), ("S2", "One machine out of order, another at the landing works", "2 hours", "12 hours", "120"), ("S3", "A way of payment out of order", "4 hours", "24 hours", "60"), ("S4", "Back office not reachable", "15 minutes", "2 hours", "700"), ("S5", "Cosmetic defect", "2 working days", "20 working days", "none")]
AVAILABILITY = [("99.5 and more", "none"), ("99.0 – 99.4", "2"), ("98.0 – 98.9", "5"), ("96.0 – 97.9", "9"), ("below 96.0", "15")]
KPI = [("K1", "Availability of machines", "monthly", "99.5 %"), ("K2", "Faults answered in time", "monthly", "97 %"), ("K3", "Spare parts in stock", "quarterly", "95 %"), ("K4", "Satisfaction of passengers", "yearly", "4.0 of 5"), ("K5", "Energy per machine", "yearly", "410 kWh")]
CHANGES = [
    ("1.", "Article 3.2 of the Contract is replaced by: “For each full week of delay the Contractor pays 0.8 percent of the price of the machines delayed, at most 12 percent.”"),
    ("2.", "In Article 5.1 “3.5 percent” is replaced by “2.8 percent” with effect from 1 April 2026."),
    ("3.", "In Annex B the maintenance fee of TM-20 becomes 98.00 euros a month and that of TM-21 becomes 131.00 euros a month. The other fees are unchanged."),
    ("4.", "Annex A is extended by the landing L25 Salt Store, two machines and one validator, delivery by 1 March 2026."),
    ("5.", "In Annex C the credit of severity S1 becomes 520 euros. Severity S5 is deleted."),
    ("6.", "A new Article 7.2 is added: “The service manager attends a meeting on the first Tuesday of each month.”"),
    ("7.", "All other provisions, and Amendment No. 1 of 3 February 2025, remain in force."),
]


def table(document, head, rows, groups=None):
    """A table with one line of heads, or two where groups are given as (text, first, last column)."""
    made = document.add_table(rows=1, cols=len(head), style="Table Grid")
    if groups:
        for text, first, last in groups:
            cell = made.cell(0, first).merge(made.cell(0, last))
            cell.text = text
        made.add_row()
    for cell, text in zip(made.rows[-1].cells, head):
        cell.text = text
        for run in cell.paragraphs[0].runs:
            run.bold = True
    for row in rows:
        for cell, text in zip(made.add_row().cells, row):
            cell.text = str(text)
    document.add_paragraph()


def begin(title):
    document = Document()
    document.styles["Normal"].font.name = "Liberation Serif"
    document.styles["Normal"].font.size = Pt(11)
    document.add_heading(title, 0)
    return document


def contract():
    document = begin("Contract FA-2024-017")
    document.add_paragraph("between the Ferry Authority of Lower Tamsin (the “Authority”) and Quillon Ticketing Systems NV (the “Contractor”), signed on 14 February 2024")
    for title, clauses in ARTICLES:
        document.add_heading(title, 1)
        for clause in clauses:
            document.add_paragraph(clause)
    document.add_heading("Annex A – Landings and delivery", 1)
    table(document, ["No.", "Landing", "Machines", "Validators", "Delivery by"], LANDINGS)
    document.add_heading("Annex B – Prices (euros, without tax)", 1)
    table(document, ["Code", "Item", "Purchase", "Maintenance a month"], PRICES, [("", 0, 1), ("Price per piece", 2, 3)])
    document.add_paragraph("The index is the producer price index for machinery, month of December. Orders of more than 20 machines of one type at once receive 6 percent off the purchase price.")
    document.add_heading("Annex C – Service levels", 1)
    table(document, ["Severity", "Description", "Response", "Repair", "Credit (euros) per failure"], LEVELS, [("", 0, 1), ("Time allowed, 6:00 to 23:00", 2, 3), ("", 4, 4)])
    table(document, ["Availability in a month (%)", "Credit (% of the maintenance fee)"], AVAILABILITY)
    document.add_heading("Annex D – Indicators", 1)
    table(document, ["No.", "Indicator", "Measured", "Target"], KPI)
    document.add_heading("Annex E – Documents to be handed over", 1)
    for entry in ("Operating manual in two languages", "Wiring diagrams", "Software escrow certificate", "Test reports", "List of spare parts with prices for ten years", "Recycling concept"):
        document.add_paragraph(entry, style="List Bullet")
    document.save(tools.OUT / "tamsin-ferry-contract.docx")


def amendment():
    document = begin("Amendment No. 2 to Contract FA-2024-017")
    document.add_paragraph("The Ferry Authority of Lower Tamsin and Quillon Ticketing Systems NV agree on 18 November 2025:")
    for number, text in CHANGES:
        document.add_paragraph(f"{number} {text}")
    document.add_heading("Annex B as amended, maintenance", 1)
    table(document, ["Code", "Old (euros a month)", "New (euros a month)"], [("TM-10", "71.50", "71.50"), ("TM-20", "104.00", "98.00"), ("TM-21", "139.00", "131.00"), ("VR-05", "9.80", "9.80"), ("VR-06", "12.40", "12.40")])
    document.add_page_break()
    document.add_heading("Reasons", 1)
    document.add_paragraph("The delays of autumn 2024 concerned landings L07 to L09. The parties settled them for 61,200 euros. Faults of printers fell from 3.1 to 1.7 per machine and year after the change of paper in May 2025, which is why the maintenance of the machines that take cash becomes cheaper.")
    document.add_paragraph("Signed in Port Tamsin in two copies.")
    document.save(tools.WORK / "tamsin-ferry-amendment-2.docx")
    tools.printed("tamsin-ferry-amendment-2")


contract()
amendment()
