"""Fares of an invented railway as a workbook of four sheets. XlsxWriter."""

import datetime

import tools
import xlsxwriter

STATIONS = ["Ambleford", "Birch Halt", "Coldwell", "Dunning", "Elmstead", "Fernhill", "Garth Road", "Holm Central"]
KM = [0, 7, 15, 24, 38, 47, 61, 74]
PASSES = [("Day", 11.50, 8.00, 5.75, 23.00), ("3 days in 7", 28.00, 19.60, 14.00, 56.00), ("Week", 39.00, 27.30, 19.50, None), ("Month", 124.00, 86.80, 62.00, None), ("Quarter", 348.00, 243.60, 174.00, None), ("Year", 1_240.00, 868.00, 620.00, None)]
RAILCARDS = [("Youth (16 - 25)", 30, "1/3", "not before 9:00 on working days", "1 year"), ("Senior (60+)", 30, "1/3", "none", "1 year"), ("Two Together", 30, "1/3", "both travel together, not before 9:30 on working days", "1 year"), ("Family", 35, "1/3 adults, 60 % children", "at least one child of 5 - 15", "1 year"),
             ("Disabled", 20, "1/3 and one companion", "none", "1 or 3 years (54)"), ("Commuter Plus", 75, "10 % on passes", "month and longer", "1 year")]
EXTRAS = [("Bicycle, single journey", 4.00, "free outside 6:00 - 9:00 and 15:30 - 18:30"), ("Bicycle, month", 26.00, ""), ("Dog over 6 kg", 3.50, "guide dogs free"), ("First class, single", 6.50, "per zone boundary crossed, at most 19.50"), ("Seat reservation", 2.80, "required on the Sunday Express"), ("Luggage to the door", 16.00, "per piece up to 25 kg"),
          ("Penalty fare", 60.00, "30.00 if paid within 14 days"), ("Replacement of a pass", 15.00, "first in a year free"), ("Refund, handling", 5.00, "not if a train was over 60 minutes late"), ("Parking, day", 5.20, "Dunning and Fernhill only"), ("Parking, month", 58.00, "Dunning and Fernhill only"), ("Group of 10 and more", None, "40 % off singles, after 9:00")]
DELAY = [("30", "59", 25, 25), ("60", "119", 50, 50), ("120", "and more", 100, 50)]


def fare(km, peak):
    if km == 0:
        return None
    price = (1.9 + 0.21 * km) * (1.28 if peak else 1)
    return round(price * 20) / 20


def grid(book, sheet, top, title, peak):
    bold, money = book.add_format({"bold": True, "align": "center", "border": 1}), book.add_format({"num_format": "0.00", "border": 1})
    sheet.merge_range(top, 0, top, len(STATIONS), title, bold)
    sheet.write_row(top + 1, 0, ["From \\ to"] + STATIONS, bold)
    for i, name in enumerate(STATIONS):
        sheet.write(top + 2 + i, 0, name, bold)
        for j in range(len(STATIONS)):
            value = fare(abs(KM[i] - KM[j]), peak)
            sheet.write(top + 2 + i, j + 1, "–" if value is None else value, money)


def main():
    book = xlsxwriter.Workbook(str(tools.OUT / "holm-valley-fares-2026.xlsx"))
    book.set_properties({"title": "Holm Valley Railway fares 2026", "created": datetime.datetime(2026, 1, 1)})
    bold = book.add_format({"bold": True})
    sheet = book.add_worksheet("Singles")
    sheet.write(0, 0, "Holm Valley Railway – single fares in pounds from 4 January 2026", bold)
    grid(book, sheet, 2, "Peak (arrival at Holm Central before 9:30 or departure from it 16:00 - 18:30, working days)", True)
    grid(book, sheet, 14, "Off-peak", False)
    sheet.write(25, 0, "Children of 5 to 15 pay half, rounded up to 0.05; under 5 travel free, at most two with each adult.")
    sheet.write(26, 0, "A return costs twice the single less 10 percent.")
    sheet = book.add_worksheet("Passes")
    sheet.write_row(0, 0, ["Network passes (pounds)"], bold)
    sheet.merge_range(1, 1, 1, 3, "Second class", bold)
    sheet.write(1, 4, "First class", bold)
    sheet.write_row(2, 0, ["Pass", "Adult", "Student", "Child", "Adult"], bold)
    for r, row in enumerate(PASSES, 3):
        sheet.write_row(r, 0, ["not sold" if cell is None else cell for cell in row])
    sheet.write(10, 0, "A year pass may be paid in ten parts of 126.00 (adult). Student passes need a certificate of the school.")
    sheet = book.add_worksheet("Railcards")
    sheet.write_row(0, 0, ["Card", "Price", "Discount", "Restriction", "Valid"], bold)
    for r, row in enumerate(RAILCARDS, 1):
        sheet.write_row(r, 0, row)
    sheet.write(8, 0, "Discounts apply to singles and returns, not to passes, except Commuter Plus. Least fare after discount before 10:00: 5.00, not in July and August.")
    sheet = book.add_worksheet("Extras")
    sheet.write_row(0, 0, ["Service", "Pounds", "Note"], bold)
    for r, row in enumerate(EXTRAS, 1):
        sheet.write_row(r, 0, ["see note" if cell is None else cell for cell in row])
    sheet.merge_range(15, 0, 15, 1, "Delay (minutes)", bold)
    sheet.merge_range(15, 2, 15, 3, "Compensation (% of the fare)", bold)
    sheet.write_row(16, 0, ["from", "to", "Single", "Return"], bold)
    for r, row in enumerate(DELAY, 17):
        sheet.write_row(r, 0, row)
    sheet.write(21, 0, "No compensation is paid for delays announced seven days before, unless the traveller held a pass.")
    for each in book.worksheets():
        each.set_column(0, 0, 26)
        each.set_column(1, 8, 13)
    book.close()


main()
