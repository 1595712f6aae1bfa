"""Tariff of an invented freight carrier: zones, weight breaks on landscape pages, accessorials. fpdf2."""

import datetime

from fpdf import FPDF
from fpdf.enums import TableBordersLayout

import tools

LANES = ["Aldport", "Brockton Quay", "Cinder Bay", "Dray", "Eskmouth", "Farrow", "Gullhaven", "Hexby", "Inverlund", "Jarrow Point", "Kells", "Lorne Cross"]
ZONE = {(a, b): 1 if a == b else 2 + (abs(i - j) * 3 + (i * j) % 4) // 5 for i, a in enumerate(LANES) for j, b in enumerate(LANES)}
WEIGHTS = [(1, 45), (46, 99), (100, 249), (250, 499), (500, 999), (1000, 1999), (2000, 4999), (5000, None)]
ITEMS = """
ITEM 100|Application|Rates of this tariff apply between points named in ITEM 110 for palletised dry freight. They do not apply to live animals, household goods, or freight longer than 6.0 m.
ITEM 110|Zones|The zone of a shipment is found in Table A at the crossing of origin and destination. Zones are the same in both directions.
ITEM 120|Chargeable weight|The higher of actual weight and volume at 250 kg per cubic metre. It is rounded up to the next full kilogram.
ITEM 130|Minimum charge|The charge of a shipment is no less than the minimum of its zone in Table B.
ITEM 140|Break point|Where the charge at the next higher weight break and its least weight is lower, the lower charge applies.
ITEM 150|Fuel surcharge|Set on the first Monday of each month from the price of diesel by Table C, on the freight charge only. It is not applied to accessorials.
ITEM 160|Payment|Net 30 days. An account overdue by more than 15 days loses its discount on open invoices.
ITEM 170|Claims|Visible damage is noted on delivery; hidden damage is reported within five working days. Liability is limited to 8.33 units of account per kilogram, unless a value is declared under ITEM 320.
ITEM 180|Free time|Thirty minutes for loading and thirty for unloading, plus two minutes for each pallet over ten.
ITEM 200|Dangerous goods|Classes 2, 3, 8 and 9 are accepted. Classes 1, 6.2 and 7 are refused. Class 3 is not carried to Inverlund or Kells from 1 June to 31 August.
ITEM 210|Temperature|Chilled freight (+2 to +8 degrees) moves at 135 percent of the rates of Table B, frozen freight at 160 percent.
ITEM 220|Stackable pallets|A pallet marked as stackable to 800 kg is charged at 90 percent of its chargeable weight.
""".strip().splitlines()
EXTRAS = """
300|Tail lift|22.00|per stop
305|Booked delivery, day|9.50|per shipment
306|Booked delivery, two-hour window|26.00|per shipment
307|Booked delivery, fixed time|48.00|per shipment
310|Waiting beyond free time|14.00|per 15 minutes
311|Second delivery attempt|60 % of freight, minimum 35.00|per attempt
312|Return to sender|100 % of freight|per shipment
315|Saturday delivery|65.00|per shipment
316|Evening delivery (18:00 to 21:00)|38.00|per shipment
320|Declared value|0.35 % of value, minimum 7.00|per shipment
325|Dangerous goods, limited quantities|12.00|per shipment
326|Dangerous goods, other|31.00|per UN number
330|Pallet exchange|2.80|per pallet
331|Pallet not returned|14.50|per pallet
335|Storage, first three days|free|
336|Storage, day 4 to 10|3.20|per pallet and day
337|Storage, from day 11|6.90|per pallet and day
340|Customs documents|42.00|per declaration
341|Each further line of a declaration|4.75|per line, from line 6
345|Proof of delivery on paper|5.00|per document
346|Change of address after collection|19.00|per shipment
350|Collection without goods ready|45.00|per attempt
355|Private address|17.50|per shipment
356|Islands: Gullhaven harbour side|52.00|per shipment
360|Labelling|0.65|per label
361|Re-packing|at cost|
""".strip().splitlines()
FUEL = [("below 1.20", "0.0"), ("1.20 - 1.29", "2.5"), ("1.30 - 1.39", "5.0"), ("1.40 - 1.49", "7.0"), ("1.50 - 1.59", "9.0"), ("1.60 - 1.69", "11.5"), ("1.70 - 1.79", "14.0"), ("1.80 and over", "14.0 plus 2.5 for each 0.10")]


def rate(zone, step):
    return (0.98 + 0.27 * zone) * (1 - 0.083 * step) * (0.62 if step == 7 else 1)


class Tariff(FPDF):
    number = "Tariff NSF 204"

    def header(self):
        self.set_font("Courier", size=9)
        self.cell(0, 5, "NORTH SHORE FREIGHT LINES", align="L")
        self.set_x(self.l_margin)
        self.cell(0, 5, f"{self.number}   {self.part}", align="R", new_x="LMARGIN", new_y="NEXT")
        self.ln(4)

    def footer(self):
        self.set_y(-13)
        self.set_font("Courier", size=8)
        self.cell(0, 5, "Issued January 12, 2026   Effective February 16, 2026", align="L")
        self.set_x(self.l_margin)
        self.cell(0, 5, f"Page {self.page_no()}", align="R")

    def open(self, part, landscape=False):
        self.part = part
        self.add_page(orientation="L" if landscape else "P")

    def caption(self, text):
        self.set_font("Times", "B", 12)
        self.cell(0, 8, text, new_x="LMARGIN", new_y="NEXT")

    def rows(self, header, rows, widths, size=9, layout=TableBordersLayout.SINGLE_TOP_LINE, align="CENTER", headings=1):
        self.set_font("Courier", size=size)
        with self.table(col_widths=widths, borders_layout=layout, text_align=align, line_height=size * 0.52, num_heading_rows=headings) as table:
            for line in header + rows:
                row = table.row()
                for cell in line:
                    if isinstance(cell, tuple):
                        row.cell(cell[0], colspan=cell[1], align="CENTER")
                    else:
                        row.cell(cell)


def main():
    pdf = Tariff(format="A4")
    pdf.set_creation_date(datetime.datetime(2026, 1, 12, tzinfo=datetime.timezone.utc))
    pdf.set_margins(15, 12)
    pdf.open("Title")
    pdf.ln(60)
    pdf.set_font("Times", "B", 26)
    pdf.cell(0, 14, "North Shore Freight Lines", align="C", new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("Times", size=15)
    pdf.cell(0, 10, "Local and Joint Freight Tariff NSF 204 (cancels NSF 203)", align="C", new_x="LMARGIN", new_y="NEXT")
    pdf.cell(0, 10, "All amounts in euros without tax", align="C")
    pdf.open("Items 100 to 220")
    for line in ITEMS:
        item, name, text = line.split("|")
        pdf.set_font("Times", "B", 11)
        pdf.cell(0, 7, f"{item}   {name}", new_x="LMARGIN", new_y="NEXT")
        pdf.set_font("Times", size=11)
        pdf.multi_cell(0, 5.4, text, new_x="LMARGIN", new_y="NEXT")
        pdf.ln(2)
    pdf.open("Table A", landscape=True)
    pdf.caption("Table A. Zones")
    pdf.rows([["From / to"] + [n for n in LANES]], [[a] + [str(ZONE[a, b]) for b in LANES] for a in LANES], [24] + [19] * 12, size=8)
    pdf.open("Table B", landscape=True)
    pdf.caption("Table B. Freight rates by zone and chargeable weight")
    top = [["", "", (f"Euros per kilogram, chargeable weight in kg", 8)], ["Zone", "Minimum"] + [f"{a}-{b}" if b else f"{a} up" for a, b in WEIGHTS]]
    pdf.rows(top, [[str(z), f"{19 + 6.5 * z:.2f}"] + [f"{rate(z, s):.3f}" for s in range(8)] for z in range(1, 10)], [16, 22] + [27] * 8, headings=2)
    pdf.ln(6)
    pdf.caption("Table C. Fuel surcharge")
    pdf.rows([["Diesel (euros per litre)", "Percent"]], [list(r) for r in FUEL], [60, 70], layout=TableBordersLayout.ALL)
    pdf.open("Accessorial charges")
    pdf.caption("Accessorial charges")
    pdf.rows([["Item", "Service", "Charge", "Unit"]], [line.split("|") for line in EXTRAS], [14, 62, 52, 42], size=10, layout=TableBordersLayout.NONE, align="LEFT")
    pdf.output(str(tools.OUT / "north-shore-freight-204.pdf"))


main()
