"""Hire rates of an invented firm for plant and tools. openpyxl: four sheets, merged headers, group rows, numbers as numbers, notes under the tables."""

import datetime
import pathlib
import sys

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

OUT = pathlib.Path(sys.argv[2])
book = Workbook()
book.properties.created = book.properties.modified = datetime.datetime(2026, 1, 5)
HEAD = PatternFill("solid", fgColor="FFD9A0")
THIN = Border(bottom=Side(style="thin"))


def sheet(title, heading, widths):
    s = book.create_sheet(title)
    s["A1"], s["A1"].font = heading, Font(bold=True, size=14)
    for i, w in enumerate(widths):
        s.column_dimensions["ABCDEFGHIJ"[i]].width = w
    return s


def head(s, row, cells, merges=()):
    for j, c in enumerate(cells, 1):
        cell = s.cell(row, j, c)
        cell.font, cell.fill, cell.alignment, cell.border = Font(bold=True), HEAD, Alignment(wrap_text=True, vertical="center"), THIN
    for m in merges:
        s.merge_cells(m)


def fill(s, row, rows):
    for r in rows:
        for j, c in enumerate(r, 1):
            s.cell(row, j, c)
            if isinstance(c, float):
                s.cell(row, j).number_format = "0.00"
        if len(r) == 1:
            s.cell(row, 1).font = Font(bold=True, italic=True)
        row += 1
    return row + 1


s = sheet("Rates", "Brandreth Plant & Tool Hire - rates from 1 February 2026, pounds without VAT", [38, 11, 11, 11, 11, 12, 13, 12])
head(s, 3, ["Item", "Code", "Hire charge", None, None, None, "Deposit", "Weight, kg"], ["C3:F3"])
head(s, 4, [None, None, "Half day", "Day", "Weekend", "Week", None, None], ["A3:A4", "B3:B4", "G3:G4", "H3:H4"])
end = fill(s, 5, [["Access"], ["Scaffold tower 2.2 m", "AC02", 24.0, 38.0, 49.0, 72.0, 100, 96], ["Scaffold tower 4.2 m", "AC04", 31.0, 49.0, 63.0, 94.0, 150, 148], ["Scaffold tower 6.2 m", "AC06", 40.0, 63.0, 82.0, 121.0, 200, 203], ["Scissor lift 8 m, electric", "AC20", "-", 118.0, 165.0, 296.0, 500, 1760], ["Trailer boom 12 m", "AC25", "-", 155.0, 215.0, 410.0, 750, 1540], ["Roof ladder", "AC31", 11.0, 17.0, 22.0, 31.0, 30, 14], ["Breaking and drilling"], ["Breaker, electric, light", "BD01", 19.0, 28.0, 36.0, 56.0, 75, 12], ["Breaker, electric, heavy", "BD03", 27.0, 41.0, 53.0, 84.0, 100, 30], ["Breaker, air, with compressor", "BD07", 62.0, 95.0, 128.0, 235.0, 400, 790], ["Core drill to 127 mm", "BD12", 29.0, 44.0, 57.0, 92.0, 120, 9], ["Core drill to 250 mm, with stand", "BD14", 46.0, 71.0, 92.0, 158.0, 250, 38], ["Concrete and compaction"], ["Mixer 90 l, petrol", "CC02", 18.0, 27.0, 34.0, 51.0, 60, 58], ["Mixer 150 l, diesel", "CC05", 25.0, 38.0, 48.0, 76.0, 100, 165], ["Plate compactor 400 mm", "CC11", 22.0, 33.0, 42.0, 68.0, 80, 82], ["Plate compactor 600 mm, reversing", "CC13", 39.0, 58.0, 75.0, 129.0, 200, 240], ["Trench rammer", "CC16", 31.0, 46.0, 60.0, 98.0, 150, 68], ["Roller, double drum, walk behind", "CC20", 55.0, 82.0, 110.0, 198.0, 300, 690], ["Floor float 900 mm", "CC24", 36.0, 54.0, 70.0, 115.0, 150, 74], ["Digging and carrying"], ["Mini digger 0.8 t", "DG08", "-", 92.0, 128.0, 248.0, 500, 880], ["Mini digger 1.5 t", "DG15", "-", 108.0, 149.0, 290.0, 500, 1540], ["Mini digger 3.0 t", "DG30", "-", 146.0, 204.0, 415.0, 750, 2980], ["Skip loader, tracked", "DG40", 58.0, 88.0, 119.0, 226.0, 300, 465], ["Power barrow", "DG44", 42.0, 64.0, 85.0, 149.0, 200, 210], ["Post hole borer, two men", "DG51", 27.0, 41.0, 52.0, 85.0, 100, 29], ["Garden"], ["Chipper to 75 mm", "GA07", 48.0, 72.0, 96.0, 172.0, 250, 195], ["Chipper to 150 mm, on trailer", "GA15", "-", 139.0, 192.0, 365.0, 500, 750], ["Stump grinder", "GA20", 61.0, 91.0, 122.0, 230.0, 300, 118], ["Turf cutter", "GA23", 45.0, 67.0, 88.0, 151.0, 200, 156], ["Rotavator, heavy", "GA25", 43.0, 64.0, 84.0, 145.0, 200, 98], ["Scarifier", "GA28", 30.0, 45.0, 58.0, 96.0, 100, 46], ["Heating and drying"], ["Space heater, propane 30 kW", "HD03", 14.0, 21.0, 27.0, 42.0, 50, 8], ["Space heater, diesel 60 kW", "HD06", 33.0, 50.0, 65.0, 112.0, 200, 72], ["Dehumidifier, building", "HD11", "-", 29.0, 38.0, 66.0, 100, 36], ["Dehumidifier, large", "HD13", "-", 47.0, 61.0, 118.0, 200, 63], ["Carpet dryer", "HD16", 13.0, 19.0, 24.0, 38.0, 40, 13], ["Pumping and power"], ["Submersible pump 50 mm", "PP05", 16.0, 24.0, 31.0, 49.0, 60, 12], ["Trash pump 75 mm, petrol", "PP07", 35.0, 52.0, 68.0, 114.0, 150, 61], ["Generator 2.5 kVA", "PP12", 25.0, 37.0, 48.0, 78.0, 120, 45], ["Generator 6 kVA", "PP16", 44.0, 66.0, 87.0, 152.0, 250, 112], ["Generator 20 kVA, road tow", "PP20", "-", 128.0, 178.0, 345.0, 750, 985], ["Transformer 3.3 kVA", "PP31", 7.0, 10.0, 13.0, 19.0, 40, 27]])
for i, note in enumerate(["Weekend is from Friday 15:00 to Monday 9:00. A half day is at most four hours.", "Further weeks in one hire: the second and third week cost 85 percent of the week, from the fourth 70 percent.", "Items with a dash in the column Half day are not let for less than a day.", "Blades, bits, diamond wear, fuel and gas are charged extra; see sheet Extras.", "The deposit is taken for customers without an account; it is given back within three days after return."]):
    s.cell(end + i, 1, note)
s = sheet("Delivery", "Delivery and collection, pounds for each way", [24, 14, 14, 14, 16])
head(s, 3, ["Distance from the depot", "Weight of the load", None, None, "With crane"], ["B3:D3"])
head(s, 4, [None, "up to 100 kg", "101 to 1,000 kg", "over 1,000 kg", "over 1,000 kg"], ["A3:A4"])
end = fill(s, 5, [["up to 5 miles", 12.0, 22.0, 38.0, 74.0], ["6 to 10 miles", 17.0, 29.0, 49.0, 88.0], ["11 to 20 miles", 25.0, 41.0, 66.0, 109.0], ["21 to 35 miles", 36.0, 58.0, 91.0, 142.0], ["36 to 50 miles", 52.0, 79.0, 124.0, "not offered"], ["each further mile", 1.1, 1.6, 2.4, "not offered"]])
for i, note in enumerate(["Delivery before 8:00 or on Saturday costs 15.00 more, on Sunday there is none.", "A timed slot of one hour costs 10.00. A visit in vain is charged as one way.", "Orders of 600 pounds and more of hire are delivered free up to 10 miles; collection is charged."]):
    s.cell(end + i, 1, note)
s = sheet("Extras", "Sales, wear and waivers", [40, 18, 12])
head(s, 3, ["Item", "Unit", "Price"])
end = fill(s, 4, [["Diesel, red", "litre", 1.35], ["Petrol mix", "litre", 2.4], ["Propane 13 kg", "bottle", 39.5], ["Propane 47 kg", "bottle", 98.0], ["Diamond wear, core drill", "mm of depth", 0.18], ["Diamond wear, floor saw", "0.1 mm", 6.5], ["Point or chisel, sharpening", "each", 4.5], ["Point or chisel, lost", "each", 16.0], ["Sanding sheet, floor", "each", 3.2], ["Hose 50 mm", "10 m a week", 6.0], ["Extension lead 25 m, 110 V", "week", 8.0], ["Safety harness", "week", 14.0], ["Cleaning, mini digger", "each", 45.0], ["Cleaning, other", "each", 18.0]])
for i, note in enumerate(["Damage waiver: 12 percent of the hire charge, 15 percent for diggers. It leaves an excess of 150 pounds, for diggers and lifts 500. It does not cover tyres, tracks, glass, theft without broken locks, nor loss in water.", "Operated hire of a digger: 34.00 an hour for the driver, at least six hours, travel included up to 15 miles."]):
    s.cell(end + i, 1, note)
s = sheet("Terms", "Opening hours, discounts, conditions", [36, 16, 16, 16])
head(s, 3, ["Depot", "Monday to Friday", "Saturday", "Telephone"])
end = fill(s, 4, [["Selwick, Tannery Road", "7:00 - 17:30", "8:00 - 12:00", "555 0140"], ["Hexley, Unit 9, Canal Park", "7:30 - 17:00", "8:00 - 12:00", "555 0147"], ["Port Ansel, Dock Street", "7:00 - 17:00", "closed", "555 0152"]])
head(s, end, ["Hire charges of the last 12 months", "Discount on hire", "Discount on sales", "Days to pay"])
end = fill(s, end + 1, [["up to 2,500", "0 %", "0 %", "cash"], ["2,501 to 10,000", "7.5 %", "5 %", 14], ["10,001 to 40,000", "12.5 %", "7.5 %", 30], ["over 40,000", "18 %", "10 %", 30]])
for i, note in enumerate(["1. The hirer shows two proofs of identity and of address, one with a photograph.", "2. Diggers, lifts and booms are let only to holders of a card for that class of machine, or with our driver.", "3. Hire runs until the item is back or, when we collect, until the hirer asks for collection and receives an off-hire number.", "4. Breakdowns are reported within two hours. No charge runs from the report until exchange or repair.", "6. An item that is late is charged a quarter of the day rate for each hour begun, at most a day for each day.", "7. Bookings are cancelled free until noon of the working day before; later half a day is charged.", "8. Items may not leave the county without written consent. Generators above 10 kVA are connected by an electrician."]):
    s.cell(end + i, 1, note)
del book["Sheet"]
book.save(OUT / "brandreth-plant-hire.xlsx")
