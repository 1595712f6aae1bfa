"""Bearing catalogue of an invented maker as a workbook of five sheets. XlsxWriter: dimensions and ratings under merged headers, suffixes, prices by quantity, lead times, notes under the tables."""

import datetime
import pathlib
import random
import sys

import xlsxwriter

OUT = pathlib.Path(sys.argv[2]).resolve()
r = random.Random(6017)
book = xlsxwriter.Workbook(str(OUT / "orrin-brae-bearings.xlsx"))
book.set_properties({"title": "Orrin Brae Bearings", "created": datetime.datetime(2026, 1, 1)})
bold, head = book.add_format({"bold": True, "font_size": 14}), book.add_format({"bold": True, "border": 1, "align": "center", "text_wrap": True})
dec = book.add_format({"num_format": "0.00"})


def sheet(name, title):
    s = book.add_worksheet(name)
    s.write(0, 0, title, bold)
    return s


def rows(s, at, data):
    for i, line in enumerate(data):
        for j, v in enumerate(line):
            s.write(at + i, j, v)
    return at + len(data)


s = sheet("Deep groove", "Orrin Brae Bearings – Catalogue 2026 – Deep groove ball bearings")
for j, t in enumerate(("Designation", "Bore d mm", "Outer D mm", "Width B mm")):
    s.merge_range(2, j, 3, j, t, head)
s.merge_range(2, 4, 2, 5, "Load rating kN", head)
s.merge_range(2, 6, 2, 7, "Speed limit rpm", head)
s.merge_range(2, 8, 3, 8, "Mass kg", head)
s.merge_range(2, 9, 3, 9, "Group", head)
for j, t in ((4, "dynamic C"), (5, "static C0"), (6, "grease"), (7, "oil")):
    s.write(3, j, t, head)
D = [("6000", 10, 26, 8, 4.62, 1.96, 30000, 36000, 0.019, "P1"), ("6001", 12, 28, 8, 5.11, 2.37, 28000, 34000, 0.022, "P1"), ("6002", 15, 32, 9, 5.59, 2.84, 24000, 30000, 0.030, "P1"), ("6003", 17, 35, 10, 6.05, 3.25, 22000, 27000, 0.039, "P1"), ("6004", 20, 42, 12, 9.36, 5.01, 19000, 24000, 0.069, "P2"), ("6005", 25, 47, 12, 10.1, 5.85, 17000, 20000, 0.080, "P2"), ("6006", 30, 55, 13, 13.2, 8.30, 14000, 17000, 0.116, "P2"), ("6007", 35, 62, 14, 16.0, 10.3, 12000, 15000, 0.155, "P3"), ("6008", 40, 68, 15, 16.8, 11.5, 11000, 14000, 0.192, "P3"), ("6009", 45, 75, 16, 21.2, 15.1, 10000, 12000, 0.245, "P3"), ("6010", 50, 80, 16, 21.8, 16.6, 9400, 11500, 0.261, "P4"), ("6200", 10, 30, 9, 5.40, 2.36, 26000, 32000, 0.032, "P1"), ("6202", 15, 35, 11, 7.80, 3.75, 21000, 26000, 0.045, "P1"), ("6204", 20, 47, 14, 13.5, 6.55, 17000, 20000, 0.106, "P2"), ("6205", 25, 52, 15, 14.8, 7.80, 15000, 18000, 0.128, "P2"), ("6206", 30, 62, 16, 20.3, 11.2, 12500, 15000, 0.199, "P3"), ("6207", 35, 72, 17, 27.0, 15.3, 10500, 13000, 0.288, "P3"), ("6208", 40, 80, 18, 32.5, 19.0, 9500, 12000, 0.366, "P4"), ("6209", 45, 85, 19, 35.1, 21.6, 8700, 11000, 0.407, "P4"), ("6210", 50, 90, 20, 37.1, 23.2, 8000, 10000, 0.463, "P4"), ("6304", 20, 52, 15, 16.8, 7.80, 15000, 18000, 0.144, "P3"), ("6306", 30, 72, 19, 29.6, 16.0, 11000, 13500, 0.346, "P4"), ("6308", 40, 90, 23, 42.3, 24.0, 8700, 10500, 0.633, "P5"), ("6310", 50, 110, 27, 65.0, 38.0, 7000, 8500, 1.07, "P6")]
n = rows(s, 4, D)
s.write(n + 1, 0, "With seals 2RS the speed limit for grease is 55 % of the value shown. Shields ZZ do not lower it.")
s.write(n + 2, 0, "Bearings of stainless steel (prefix S) have 80 % of the dynamic load rating and are made up to a bore of 30 mm.")

s = sheet("Taper roller", "Taper roller bearings")
for j, t in enumerate(("Designation", "d mm", "D mm", "T mm")):
    s.merge_range(2, j, 3, j, t, head)
s.merge_range(2, 4, 2, 5, "Load rating kN", head)
s.merge_range(2, 6, 2, 7, "Factors", head)
s.merge_range(2, 8, 3, 8, "Mass kg", head)
s.merge_range(2, 9, 3, 9, "Group", head)
for j, t in ((4, "C"), (5, "C0"), (6, "e"), (7, "Y")):
    s.write(3, j, t, head)
n = rows(s, 4, [("30203", 17, 40, 13.25, 19.0, 18.6, 0.35, 1.7, 0.079, "P3"), ("30204", 20, 47, 15.25, 27.5, 28.0, 0.35, 1.7, 0.12, "P3"), ("30205", 25, 52, 16.25, 30.8, 33.5, 0.37, 1.6, 0.15, "P3"), ("30206", 30, 62, 17.25, 40.2, 44.0, 0.37, 1.6, 0.23, "P4"), ("30207", 35, 72, 18.25, 51.2, 56.0, 0.37, 1.6, 0.33, "P4"), ("30208", 40, 80, 19.75, 61.6, 68.0, 0.37, 1.6, 0.43, "P5"), ("30209", 45, 85, 20.75, 66.0, 76.5, 0.40, 1.5, 0.48, "P5"), ("30210", 50, 90, 21.75, 76.5, 91.5, 0.43, 1.4, 0.55, "P5"), ("32206", 30, 62, 21.25, 50.1, 57.0, 0.37, 1.6, 0.28, "P5"), ("32208", 40, 80, 24.75, 74.8, 86.5, 0.37, 1.6, 0.54, "P6"), ("32210", 50, 90, 24.75, 82.5, 100, 0.43, 1.4, 0.62, "P6"), ("33208", 40, 80, 32, 105, 132, 0.35, 1.7, 0.73, "P6")])
s.write(n + 1, 0, "Equivalent load: P = Fr when Fa/Fr is not above e; otherwise P = 0.4 Fr + Y Fa.")

s = sheet("Suffixes", "Suffixes and materials")
rows(s, 2, [("Suffix", "Meaning", "Surcharge %", "Available in"), ("ZZ", "metal shields on both sides", 6, "deep groove"), ("2RS", "rubber seals on both sides", 9, "deep groove"), ("C2", "clearance smaller than normal", 12, "deep groove"), ("C3", "clearance greater than normal", 4, "deep groove, taper roller"), ("C4", "clearance greater than C3", 11, "deep groove"), ("P6", "tolerance class 6", 18, "deep groove, taper roller"), ("P5", "tolerance class 5", 45, "deep groove"), ("NR", "groove with snap ring", 8, "deep groove from 6004"), ("M", "brass cage", 32, "bore of 40 mm and more"), ("HT", "grease for up to 180 °C", 15, "deep groove with ZZ"), ("FG", "grease for food plants", 21, "deep groove with 2RS"), ("S (prefix)", "stainless steel", 140, "bore up to 30 mm")])
s.write(15, 0, "Surcharges are added together and applied to the price of the group.")
s.write(16, 0, "Operating temperature: -30 to 120 °C with standard grease, with 2RS up to 100 °C.")

s = sheet("Prices", "Net prices in euros each, valid from 1 February 2026")
s.merge_range(2, 0, 3, 0, "Group", head)
s.merge_range(2, 1, 2, 5, "Price by quantity of one designation", head)
for j, t in enumerate(("1 – 9", "10 – 49", "50 – 199", "200 – 999", "1,000 and more"), 1):
    s.write(3, j, t, head)
n = rows(s, 4, [("P1", 4.20, 3.65, 3.10, 2.55, 2.15), ("P2", 5.90, 5.15, 4.40, 3.60, 3.05), ("P3", 8.70, 7.55, 6.45, 5.30, 4.50), ("P4", 13.40, 11.65, 9.95, 8.20, 6.95), ("P5", 21.60, 18.80, 16.00, 13.20, 11.20), ("P6", 36.50, 31.75, 27.05, 22.30, 18.90)])
n = rows(s, n + 1, [("Terms",), ("Smallest order", "40 euros; below it a charge of 9.50 euros is made"), ("Carriage", "free from 350 euros, otherwise 11.80 euros"), ("Payment", "30 days net; 2 % discount within 10 days"), ("Returns", "within 60 days, unopened, less 15 %; bearings with suffix P5 or M are not taken back"), ("Express", "18 % of the value of the goods, at least 25 euros"), ("Certificates", "3.1 inspection certificate 22 euros per order line")])
s = sheet("Stock", "Works and lead times")
rows(s, 2, [("Series", "Works", "Stock place", "Lead time from stock, days", "Lead time if not in stock, weeks", "Pieces per box"), ("6000", "Brae", "Orrin", 2, 5, 50), ("6200", "Brae", "Orrin", 2, 6, 40), ("6300", "Brae", "Lisbon", 4, 8, 20), ("30200", "Kintail", "Orrin", 2, 9, 10), ("32200", "Kintail", "Lisbon", 4, 11, 10), ("33200", "Kintail", "none", "–", 14, 5), ("Stainless", "Sund", "none", "–", 16, 10)])
s.write(11, 0, "Suffixes C2, P5 and M add three weeks to the lead time and are never held in stock.")
book.close()
