"""Price list of an invented plant nursery as a workbook of three sheets. openpyxl."""

import datetime

import build
from openpyxl import Workbook
from openpyxl.styles import Font

TREES = [  # code, name, height from, to, 1, 10, 100
    ("TR-011", "Field maple", 60, 90, 2.4, 1.9, 1.35), ("TR-012", "Field maple", 90, 120, 3.6, 2.85, 2.1), ("TR-021", "Silver birch", 60, 90, 2.6, 2.05, 1.5), ("TR-022", "Silver birch", 90, 120, 3.95, 3.15, 2.3), ("TR-031", "Hornbeam", 40, 60, 1.8, 1.45, 0.95),
    ("TR-032", "Hornbeam", 60, 90, 2.7, 2.15, 1.55), ("TR-041", "Sweet chestnut", 60, 90, 3.3, 2.65, 1.95), ("TR-051", "Hazel", 60, 90, 2.2, 1.75, 1.25), ("TR-061", "Hawthorn", 40, 60, 1.1, 0.85, 0.55), ("TR-062", "Hawthorn", 60, 90, 1.5, 1.15, 0.78),
    ("TR-071", "Beech", 40, 60, 2.05, 1.65, 1.15), ("TR-072", "Beech", 60, 90, 3.1, 2.45, 1.75), ("TR-081", "Sessile oak", 40, 60, 2.15, 1.7, 1.2), ("TR-082", "Sessile oak", 60, 90, 3.25, 2.6, 1.85), ("TR-101", "Rowan", 90, 120, 3.85, 3.05, 2.25), ("TR-111", "Small-leaved lime", 60, 90, 3.05, 2.45, 1.8)]
FRUIT = [("Apple", "Ashdown Russet", "M26", "Bush", 24.5), ("Apple", "Ashdown Russet", "MM106", "Half standard", 29), ("Apple", "Marl Beauty", "M26", "Bush", 24.5), ("Apple", "Marl Beauty", "M27", "Stepover", 26), ("Pear", "Denholm Bergamot", "Quince C", "Bush", 27.5), ("Pear", "Winter Abbot", "Quince A", "Espalier", 58),
         ("Plum", "Blue Prior", "Pixy", "Bush", 28), ("Plum", "Blue Prior", "St Julien A", "Fan", 62), ("Cherry", "Early Tarn", "Gisela 5", "Bush", 32), ("Cherry", "Early Tarn", "Colt", "Half standard", 34), ("Quince", "Golden Vesper", "Quince A", "Bush", 30), ("Medlar", "Broad Royal", "Quince A", "Half standard", 33)]
CARRIAGE = [("Up to 25 trees, up to 90 cm", 9.5, 14, 24), ("26 to 100 trees, up to 90 cm", 14, 21, 36), ("Up to 25 trees, over 90 cm", 18, 26, 48), ("26 to 250 trees, over 90 cm", 32, 45, 80), ("Pallet", 68, 95, 165)]


def main():
    book = Workbook()
    bare = book.active
    bare.title = "Bare root"
    bare.append(["Hollins Wood Nursery: bare-root trees, November 2025 to March 2026"])
    bare.append(["Code", "Tree", "Height (cm)", None, "Price per tree (pounds), order of", None, None])
    bare.append([None, None, "from", "to", "1 or more", "10 or more", "100 or more"])
    for cells in ("C2:D2", "E2:G2", "A2:A3", "B2:B3", "A1:G1"):
        bare.merge_cells(cells)
    for row in TREES:
        bare.append(row)
    bare.append(["Quantities are counted by code. Orders under 30.00 pounds bear 5.00 pounds for packing, unless fetched."])
    fruit = book.create_sheet("Fruit")
    fruit.append(["Kind", "Variety", "Rootstock", "Form", "Price"])
    for row in FRUIT:
        fruit.append(row)
    fruit.append(["Fruit trees are sold one by one; five or more of any kind cost 8 % less."])
    carriage = book.create_sheet("Carriage")
    carriage.append(["Parcel", "Mainland", "Highlands", "Islands"])
    for row in CARRIAGE:
        carriage.append(row)
    carriage.append(["Trees are sent on Mondays and Tuesdays, not in frost. Fetching is free by appointment."])
    for sheet in book:
        sheet.column_dimensions["A"].width = 30
        sheet["A1"].font = Font(bold=True)
    book.properties.created = book.properties.modified = datetime.datetime(2026, 1, 1)
    book.save(build.OUT / "hollins-wood-nursery.xlsx")


main()
