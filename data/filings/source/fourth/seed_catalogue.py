"""Seed catalogue of an invented firm. python-docx: headings by group, a table for each with cells over columns, growing notes, order conditions in numbered lists."""

import pathlib
import sys
from datetime import datetime

from docx import Document
from docx.enum.section import WD_ORIENT
from docx.shared import Cm, Pt

OUT = pathlib.Path(sys.argv[2])
doc = Document()
doc.core_properties.created = doc.core_properties.modified = datetime(2026, 10, 1)
doc.core_properties.author = "Thistledown Seeds"
page = doc.sections[0]
page.orientation, page.page_width, page.page_height = WD_ORIENT.LANDSCAPE, Cm(29.7), Cm(21)
page.left_margin = page.right_margin = Cm(2)
doc.styles["Normal"].font.name, doc.styles["Normal"].font.size = "Carlito", Pt(10)
doc.add_heading("Thistledown Seeds – Catalogue 2027", 0)
doc.add_paragraph("Open-pollinated and F1 seed for gardens and market growers. Prices in euros with VAT, valid from 1 November 2026 to 31 October 2027 while stocks last. Organic seed is marked (O); varieties with an award of the trial garden at Ballinree are marked (A).")
doc.add_heading("How to read the tables", 1)
for t in ["Sowing months are numbers: 3–5 means March to May. (g) is under glass, (h) is with bottom heat.", "Days are from transplanting to first picking for crops that are transplanted, from sowing for the others.", "A packet holds enough for the length of row given; a grower's bag is for orders of trade customers alone.", "Germination is the least we send out; the legal minimum is lower."]:
    doc.add_paragraph(t, style="List Bullet")


def table(head, rows):
    """`head` is two lines; None continues the cell before it."""
    made = doc.add_table(rows=0, cols=len(head[-1]))
    made.style = "Light Grid Accent 3"
    for line in head:
        cells = made.add_row().cells
        start = 0
        for i, text in enumerate(line):
            if text is None:
                cells[start].merge(cells[i])
            else:
                start = i
                cells[i].text = text
    for r in rows:
        for cell, text in zip(made.add_row().cells, r):
            cell.text = text
    doc.add_paragraph()


HEAD = [["", "", "Sowing", "", "Spacing, cm", None, "Germination", None, "Price", None, None], ["No.", "Variety", "months", "Days", "plant", "row", "°C", "least, %", "packet", "25 g", "grower's bag"]]


def group(title, latin, note, rows):
    doc.add_heading(title, 2)
    doc.add_paragraph().add_run(latin).italic = True
    doc.add_paragraph(note)
    table(HEAD, rows)


doc.add_heading("Vegetables", 1)
group("Beetroot", "Beta vulgaris", "Soak the seed for twelve hours. Thin when the plants are 4 cm high. Does not stand frost below −2 °C. A packet sows 6 m.", [
    ["1011", "Ardmona (O)", "4–7", "58", "8", "25", "8–25", "85", "2.60", "5.90", "38.00"], ["1012", "Cylindra Long", "4–6", "65", "6", "25", "8–25", "80", "2.40", "5.20", "34.50"], ["1014", "Golden Skell (A)", "4–6", "62", "8", "25", "10–25", "70", "3.20", "8.80", "61.00"], ["1015", "Moneta F1", "3–7", "52", "6", "20", "6–25", "90", "3.90", "11.40", "84.00"]])
group("Carrot", "Daucus carota", "Sow thinly; cover with fleece from May against the fly. Early kinds may be sown under glass. A packet sows 10 m.", [
    ["1101", "Amster Early", "2–4 (g)", "70", "3", "20", "7–25", "75", "2.30", "6.10", "42.00"], ["1102", "Nantes Redmond (O)", "3–6", "85", "4", "25", "7–25", "78", "2.80", "7.40", "55.00"], ["1104", "Autumn Giant", "4–6", "120", "6", "30", "7–25", "75", "2.20", "5.80", "39.00"], ["1105", "Purple Dragoon", "4–6", "90", "4", "25", "8–25", "70", "3.10", "9.60", "70.00"], ["1107", "Bolero Vale F1 (A)", "4–7", "100", "4", "25", "7–28", "88", "4.20", "14.80", "118.00"]])
group("Cabbage and kale", "Brassica oleracea", "Plant out firmly after six weeks. Lime the bed where club root is known. A packet holds about 80 seeds.", [
    ["1201", "Early Jade", "2–3 (h)", "65", "40", "40", "12–25", "85", "2.50", "9.00", "–"], ["1202", "Winter Marble", "5–6", "150", "60", "60", "12–25", "85", "2.50", "9.00", "66.00"], ["1203", "Red Bastion F1", "3–5", "110", "50", "60", "12–25", "90", "3.80", "16.50", "132.00"], ["1205", "Kale Nero Fen (O)", "4–6", "60", "45", "60", "10–28", "85", "2.90", "10.20", "74.00"], ["1206", "Kale Curly Dwarf (A)", "4–7", "70", "40", "50", "10–28", "85", "2.40", "7.70", "52.00"]])
group("Tomato", "Solanum lycopersicum", "Sow at 22 °C, plant after the last frost. Cordon kinds are tied and side-shooted. A packet holds ten seeds of F1 kinds, twenty of others. Tomato seed is not sold by weight.", [
    ["1301", "Amber Drop (O)", "2–4 (h)", "62", "50", "80", "20–26", "85", "3.30", "–", "48.00"], ["1302", "Marmalade Beef", "2–3 (h)", "82", "60", "90", "20–26", "80", "3.50", "–", "56.00"], ["1304", "Ruby Cluster F1 (A)", "2–4 (h)", "58", "50", "80", "20–28", "92", "4.90", "–", "95.00"], ["1305", "San Bruno", "2–3 (h)", "76", "50", "80", "20–26", "80", "3.10", "–", "44.00"], ["1306", "Tumbling Tess", "3–4 (h)", "55", "35", "40", "20–26", "85", "3.60", "–", "51.00"], ["1308", "Balcony Blaze F1", "3–4 (h)", "52", "30", "35", "20–28", "90", "5.20", "–", "99.00"]])
group("Lettuce", "Lactuca sativa", "Germination fails above the higher temperature. Sow every two weeks. A packet sows 12 m.", [
    ["1401", "Butter Queen (O)", "3–8", "55", "25", "30", "4–20", "85", "2.40", "8.30", "58.00"], ["1402", "Winter Density Vale", "8–10", "75", "20", "25", "4–18", "85", "2.30", "7.90", "55.00"], ["1403", "Oak Russet", "3–8", "50", "25", "30", "4–22", "85", "2.60", "9.10", "63.00"], ["1405", "Crisp Summer (A)", "4–7", "65", "30", "30", "5–26", "88", "2.90", "10.80", "79.00"], ["1406", "Mixed leaves", "3–9", "35", "2", "15", "4–22", "80", "2.20", "4.90", "31.00"]])
group("Peas and beans", "Pisum sativum, Phaseolus vulgaris", "Peas stand frost, beans do not. Packets hold 60 g; the middle price is for 250 g here and the bag holds 5 kg.", [
    ["1501", "Pea Early Bard (O)", "2–4", "75", "5", "60", "5–20", "80", "3.40", "9.80", "88.00"], ["1502", "Pea Tall Alder", "3–5", "95", "6", "90", "6–20", "80", "3.20", "9.20", "82.00"], ["1503", "Sugar pea Sweet Lorn (A)", "3–5", "80", "5", "60", "6–20", "82", "3.70", "11.00", "104.00"], ["1505", "Dwarf bean Safari Vale", "5–7", "58", "8", "40", "12–28", "85", "3.10", "8.70", "79.00"], ["1506", "Climbing bean Blue Tor", "5–6", "72", "15", "80", "12–28", "80", "3.60", "10.60", "97.00"], ["1508", "Broad bean Storm", "10–11, 2–3", "130", "15", "45", "5–18", "85", "3.30", "8.90", "76.00"]])
doc.add_heading("Herbs and flowers", 1)
doc.add_paragraph("Life: A annual, B biennial, P perennial. Height and spacing in centimetres. These are sold by the packet alone, except where a price for 10 g is given.")
table([["No.", "Name", "Life", "Height", "Spacing", "Sowing months", "Flowering months", "Packet", "10 g"]], [
    ["2001", "Basil Genova", "A", "45", "20", "3–5 (h)", "7–9", "2.20", "6.50"], ["2002", "Parsley, flat", "B", "40", "15", "3–7", "–", "2.10", "4.40"], ["2003", "Dill", "A", "90", "20", "4–7", "7–8", "2.00", "3.90"], ["2004", "Thyme, wild", "P", "10", "25", "3–5 (g)", "6–8", "2.70", "–"], ["2006", "Borage", "A", "70", "40", "4–6", "6–10", "2.30", "4.10"], ["2007", "Chives", "P", "30", "20", "3–6", "5–6", "2.20", "7.80"], ["2101", "Cornflower Blue Ball", "A", "80", "20", "3–5, 9", "6–8", "2.20", "4.60"], ["2102", "Marigold Ember", "A", "45", "25", "3–6", "6–10", "2.10", "4.20"], ["2103", "Cosmos Snow", "A", "100", "35", "4–5", "7–10", "2.40", "5.90"], ["2104", "Foxglove, wild", "B", "140", "40", "5–7", "6–7", "2.30", "–"], ["2105", "Hollyhock, mixed", "B", "200", "50", "5–7", "7–9", "2.60", "8.00"], ["2107", "Lupin Tower", "P", "110", "45", "3–6", "6–7", "2.80", "5.20"], ["2108", "Sunflower Giant", "A", "280", "50", "4–5", "8–9", "2.30", "3.60"], ["2109", "Sweet pea, mixed", "A", "180", "15", "10–11 (g), 3–4", "6–8", "2.90", "7.40"]])
doc.add_heading("Meadow and green manure", 1)
table([["No.", "Mixture", "Parts", "Sowing rate, g/m²", "Sowing months", "100 g", "1 kg", "10 kg"]], [
    ["3001", "Meadow for dry soil", "32 kinds, no grass", "2", "3–5, 9–10", "24.00", "198.00", "1,790.00"], ["3002", "Meadow for wet soil", "27 kinds, no grass", "2", "9–10", "26.50", "219.00", "1,980.00"], ["3003", "Flowering lawn", "14 kinds, 80 % grass", "10", "3–9", "6.20", "44.00", "385.00"], ["3005", "Bee strip, one year", "18 kinds", "3", "4–6", "9.80", "72.00", "640.00"], ["3101", "Phacelia", "single", "2", "3–9", "2.90", "16.50", "128.00"], ["3102", "Winter rye", "single", "18", "8–11", "1.20", "4.80", "33.00"], ["3103", "Crimson clover", "single", "3", "4–8", "2.60", "13.90", "112.00"], ["3104", "Mustard", "single", "4", "3–9", "1.60", "7.20", "54.00"], ["3105", "Vetch and rye", "30 : 70", "15", "8–10", "1.70", "8.10", "62.00"]])
doc.add_heading("Conditions", 1)
doc.add_heading("1 Orders and prices", 2)
doc.add_paragraph("The smallest order is 12.00 euros. Orders of more than 60 euros have 5 percent off, of more than 120 euros 9 percent, of more than 250 euros 14 percent; bags and mixtures by the 10 kg are left out of the discount. Schools and allotment societies have 10 percent in place of it if that is more.")
doc.add_heading("2 Delivery", 2)
table([["Goods value", "Ireland", "Great Britain", "EU", "Elsewhere"]], [["up to 30 euros", "3.50", "5.90", "6.90", "no delivery"], ["30.01 to 75 euros", "3.50", "7.90", "9.90", "no delivery"], ["75.01 to 150 euros", "free", "9.50", "12.50", "no delivery"], ["more than 150 euros", "free", "12.00", "15.00", "no delivery"], ["Supplement for each 10 kg", "4.00", "11.00", "14.00", "–"]])
doc.add_paragraph("Orders leave in three working days, from February to April in seven. Potatoes, onion sets and garlic are not sent to Great Britain. A plant passport or certificate costs 15 euros.")
doc.add_heading("4 Guarantee", 2)
doc.add_paragraph("Packets may be returned unopened within 30 days. If seed fails that was sown by the date on the packet, we replace it or pay the price, on these terms:")
for t in ["the packet number is sent to us", "the complaint comes within 60 days of sowing", "the temperature was within the range of the tables", "at least a quarter of the packet was sown"]:
    doc.add_paragraph(t, style="List Number")
doc.add_paragraph("We do not pay for lost crops. Bags for growers have a germination certificate of the lot; complaints need a test by an official station.")
doc.add_heading("5 Trade customers", 2)
doc.add_paragraph("A trade account needs a grower's number and a first order of 200 euros. Payment is due in 30 days; 2 percent is given for payment in eight days. F1 seed may not be multiplied. Reserved lots are held until 15 January.")
doc.add_heading("7 Storage", 2)
table([["Crop", "Years in a dry, cool place", "Once opened"]], [["Beetroot", "5", "3"], ["Carrot", "3", "2"], ["Cabbage and kale", "5", "4"], ["Tomato", "6", "5"], ["Lettuce", "4", "2"], ["Peas and beans", "3", "3"], ["Parsley and chives", "2", "1"], ["Other herbs and flowers", "3", "2"]])
doc.save(OUT / "thistledown-seeds-2027.docx")
