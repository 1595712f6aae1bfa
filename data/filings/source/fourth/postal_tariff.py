"""Postal tariff of an invented island post. groff with mm and tbl: numbered headings, boxed and unboxed tables, a table over pages with its head repeated, surcharges in a list."""

import os
import pathlib
import subprocess
import sys

OUT = pathlib.Path(sys.argv[2]).resolve()
TOP = r""".nr Hy 0
.nr Pt 0
.nr N 0
.fam H
.S 10.5 13
.PH "'Marrow Isles Post''Tariff 2026/2'"
.PF "''\\\\nP''"
.nr Hb 7
.nr Hs 7
.ds HF 3 3 3 3
.ds HP 13 11 11
.SA 0
.ce 3
\s+8\fBMarrow Isles Post\fP\s0
.sp .3
\s+3Tariff of charges, edition 2026/2\s0
.br
In force from 6 July 2026
.sp 1
"""
out = [TOP]
add = out.append


def heading(level, text):
    add(f'.H {level} "{text}"')


def paragraph(*texts):
    for t in texts:
        add(".P\n" + t)


def items(*texts):
    add(".AL a\n" + "\n".join(f".LI\n{t}" for t in texts) + "\n.LE")


def table(title, columns, head, rows, options="box", keep=True):
    """`columns` is the tbl format of a row; a row of one cell spans all columns."""
    n = len(columns.split())
    lines = [f'.TB "{title}"', ".DS CB" if keep else "", ".TS" + ("" if keep else " H"), f"{options} center tab(@);"]
    lines += [" ".join("s" if c == "<" else "cb" for c in r) for r in head]
    formats = [" ".join(["lb"] + ["s"] * (n - 1)) if len(r) == 1 else columns for r in rows]
    lines += formats
    lines[-1] += "."
    body = ["@".join(c for c in r if c != "<") for r in head]
    lines += body[:-1] + [body[-1], "_"] + ([] if keep else [".TH"])
    lines += ["@".join(r) for r in rows] + [".TE", ".DE" if keep else ""]
    add("\n".join(l for l in lines if l))


heading(1, "Scope and definitions")
paragraph("This tariff applies to items posted on the five islands of Grand Marrow, Little Marrow, Skell, Tarn Holm and Vere. Prices are in marks (M) and hold VAT where it is due: parcels, boxes and redirection are taxed, letters are not.",
    "\\fIInland\\fP is between any two of the islands. \\fIZone 1\\fP holds the mainland, \\fIZone 2\\fP the rest of Europe, \\fIZone 3\\fP North America and North Africa, \\fIZone 4\\fP all other countries. \\fIBulk\\fP is a posting of at least 200 like items at one counter on one day.",
    "An item may be measured and weighed again in the sorting office. The weight is rounded up to the next step of the table.")
heading(1, "Letters")
heading(2, "Formats")
table("Formats of letters", "l l l l", [["Format", "Longest and shortest side, mm", "Thickness", "Weight"]], [["Small", "140 x 90 to 240 x 165", "5 mm", "100 g"], ["Large", "up to 353 x 250", "25 mm", "750 g"], ["Packet", "up to 450 x 350", "160 mm", "2 kg"], ["Roll", "length 900, diameter 80", "\\(en", "2 kg"]])
heading(2, "Prices")
table("Letters, marks for each item", "l n n n n n n", [["Weight", "Inland", "<", "Zone 1", "Zone 2", "Zone 3", "Zone 4"], ["up to", "priority", "economy", "priority", "priority", "priority", "priority"]],
    [["Small"], ["20 g", "0.95", "0.80", "1.20", "1.45", "1.85", "2.10"], ["50 g", "1.15", "0.95", "1.45", "1.90", "2.60", "3.05"], ["100 g", "1.40", "1.15", "1.95", "2.65", "3.70", "4.40"], ["Large"], ["100 g", "1.85", "1.55", "2.60", "3.55", "4.90", "5.80"], ["250 g", "2.40", "2.05", "3.70", "5.35", "7.80", "9.40"], ["500 g", "3.10", "2.65", "5.20", "7.90", "12.10", "14.85"], ["750 g", "3.95", "3.40", "6.75", "10.60", "16.40", "20.30"], ["Packet and roll"], ["100 g", "3.20", "2.80", "4.10", "5.20", "6.75", "7.80"], ["250 g", "3.65", "3.20", "5.15", "6.95", "9.60", "11.35"], ["500 g", "4.30", "3.80", "6.70", "9.80", "14.30", "17.25"], ["1 kg", "5.45", "4.85", "9.40", "14.70", "22.60", "27.90"], ["2 kg", "7.20", "6.50", "13.80", "22.30", "35.40", "44.10"]])
paragraph("Economy is not offered abroad. Letters for the blind up to 7 kg go free by surface mail. Postcards are charged as Small up to 20 g. An item that is not square by more than 2 mm, or sealed with metal, costs 0.35 M more.")
heading(2, "Extra services")
table("Extra services, added to the price of the letter", "l n n l", [["Service", "Inland", "Abroad", "Compensation"]], [["Recorded", "2.10", "3.40", "up to 60 M"], ["Registered", "4.75", "6.20", "up to 350 M"], ["Insured, first 500 M", "6.90", "9.80", "value declared"], ["Insured, each further 500 M", "1.60", "2.90", "value declared, at most 5,000 M"], ["Advice of delivery", "1.95", "2.60", "\\(en"], ["Delivery to addressee in person", "3.30", "not offered", "\\(en"], ["Cash on delivery", "5.40", "not offered", "amount collected, at most 1,200 M"], ["Saturday delivery", "2.85", "not offered", "\\(en"]])
heading(1, "Parcels")
heading(2, "Inland")
paragraph("Parcels weigh at most 25 kg and measure at most 1.5 m in length and 3 m in length and girth together. Between Grand Marrow and Little Marrow the price is that of \\(oqsame island\\(cq.")
table("Inland parcels, marks", "n n n n n", [["Weight", "Same island", "<", "Other island", "<"], ["up to, kg", "counter", "collected", "counter", "collected"]], [["1", "4.60", "8.10", "5.90", "9.40"], ["2", "5.20", "8.70", "6.80", "10.30"], ["5", "6.70", "10.20", "9.10", "12.60"], ["10", "8.90", "12.40", "12.80", "16.30"], ["15", "11.40", "14.90", "16.90", "20.40"], ["20", "13.80", "17.30", "20.70", "24.20"], ["25", "16.50", "20.00", "24.90", "28.40"]])
paragraph("Bulky parcels (longer than 1.2 m, round, or not wrapped) cost 50 percent more. Parcels with labels printed from an account cost 8 percent less. Fragile items cost 3.00 M more and are not accepted above 15 kg.")
heading(2, "Abroad")
paragraph("A country that is not listed costs what the dearest listed country of its zone costs, and takes at most 20 kg. Countries with the letter S take surface parcels at 70 percent of the price.")
COUNTRIES = [("Austria", 2, 15.2, 3.1, 30, ""), ("Belgium", 2, 14.1, 2.6, 30, "S"), ("Canada", 3, 24.3, 8.4, 30, "S"), ("Croatia", 2, 16.4, 3.4, 30, ""), ("Czechia", 2, 15.3, 3.1, 30, ""), ("Denmark", 2, 14.8, 2.8, 20, "S"), ("Egypt", 3, 25.1, 7.9, 20, "S"), ("Estonia", 2, 17.2, 3.6, 30, ""), ("Finland", 2, 17.0, 3.5, 30, "S"), ("France", 2, 13.2, 2.4, 30, "S"), ("Germany", 2, 13.8, 2.5, 31.5, "S"), ("Greece", 2, 18.0, 3.9, 20, "S"), ("Hungary", 2, 16.1, 3.3, 20, ""), ("Iceland", 2, 18.6, 4.2, 30, "S"), ("India", 4, 29.7, 10.4, 20, "S"), ("Ireland", 1, 11.2, 1.6, 30, "S"), ("Italy", 2, 15.7, 3.2, 30, "S"), ("Japan", 4, 31.6, 11.2, 30, "S"), ("Kenya", 4, 33.4, 11.8, 30, "S"), ("Latvia", 2, 17.1, 3.6, 20, ""), ("Luxembourg", 2, 14.3, 2.7, 31.5, ""), ("Malta", 2, 18.8, 4.1, 20, "S"), ("Mexico", 3, 27.2, 9.1, 20, ""), ("Morocco", 3, 22.8, 7.1, 30, "S"), ("Netherlands", 2, 13.9, 2.5, 30, "S"), ("New Zealand", 4, 35.2, 13.1, 30, "S"), ("Norway", 2, 16.7, 3.4, 31.5, "S"), ("Poland", 2, 15.1, 3.0, 30, "S"), ("Portugal", 2, 16.2, 3.3, 30, "S"), ("Romania", 2, 17.4, 3.7, 20, ""), ("Singapore", 4, 30.8, 10.9, 30, "S"), ("Slovakia", 2, 15.9, 3.2, 30, ""), ("Slovenia", 2, 16.0, 3.3, 30, ""), ("South Africa", 4, 34.1, 12.2, 30, "S"), ("Spain", 2, 15.6, 3.1, 30, "S"), ("Sweden", 2, 16.3, 3.3, 20, "S"), ("Switzerland", 2, 15.8, 3.4, 30, ""), ("Tunisia", 3, 23.0, 7.2, 20, "S"), ("Turkey", 2, 19.4, 4.6, 30, "S"), ("United Kingdom", 1, 10.8, 1.5, 30, "S"), ("United States", 3, 25.6, 8.8, 31.5, ""), ("Uruguay", 4, 34.9, 12.6, 20, "S")]
rows = []
for name, zone, first, step, top, surface in COUNTRIES:
    rows.append([name, str(zone), *(f"{first + step * k:.2f}" for k in (0, 1, 4, 9, 19)), f"{top:g}", surface])
table("Parcels abroad, marks at the counter", "l c n n n n n n c", [["Country", "Zone", "up to", "<", "<", "<", "<", "Most", ""], ["", "", "1 kg", "2 kg", "5 kg", "10 kg", "20 kg", "kg", ""]], rows, options="", keep=False)
paragraph("Above 20 kg each kilogram begun costs one twentieth of the price for 20 kg.")
heading(2, "Customs")
paragraph("Items to Zones 3 and 4 and to Switzerland, Norway, Iceland, Turkey and the United Kingdom carry form CN 22 up to 400 M of value and CN 23 above. The counter fills them in for 2.50 M. For items that arrive from abroad the handling fee is 6.00 M when duty or tax is due, and 9.50 M when the value is above 1,000 M.")
heading(1, "Other services")
table("Boxes, redirection and storage", "l l n", [["Service", "Unit", "Marks"]], [["Post office box, small", "year", "48.00"], ["Post office box, medium", "year", "72.00"], ["Post office box, large", "year", "115.00"], ["Second key", "each", "9.00"], ["Redirection inland, private", "3 months", "14.50"], ["Redirection inland, private", "12 months", "39.00"], ["Redirection inland, business", "3 months", "38.00"], ["Redirection inland, business", "12 months", "104.00"], ["Redirection abroad, private", "3 months", "31.00"], ["Redirection abroad, private", "12 months", "88.00"], ["Holding mail", "week", "3.80"], ["Storage of a parcel after day 7", "day", "0.90"], ["Inquiry, not recorded items", "each", "5.00"], ["Change of address on the way", "each", "7.20"], ["Return to sender, parcel", "each", "half the price"]])
heading(1, "Bulk and contract")
table("Discounts for bulk letters, percent", "l n n n", [["Items in one posting", "Small", "Large", "Packet"]], [["200 to 999", "4", "3", "\\(en"], ["1,000 to 4,999", "9", "7", "4"], ["5,000 to 19,999", "14", "11", "6"], ["20,000 and more", "19", "15", "8"]])
paragraph("A further 3 percent is given for sorting by island and route, and 2 percent for posting before 11 a.m. The percentages are added. No discount is given on extra services or on items abroad.")
heading(1, "Liability and claims")
paragraph("The Post pays for loss and damage, not for delay, save that the price of a Saturday delivery is returned when it comes later. It pays nothing for:")
items("coins, banknotes and jewels that were not insured", "goods that spoil", "items packed against the leaflet P 12", "damage by war or volcanic eruption", "contents that customs seized", "items whose claim came too late")
paragraph("A claim is made within 30 days of posting inland and within six months abroad. For parcels that are not insured the Post pays at most 40 M and 9 M for each kilogram. Claims are answered within 21 days inland and 60 days abroad.")
heading(1, "Forbidden contents")
items("explosives, fireworks and ammunition", "compressed gas and aerosols", "flammable liquids, and perfume above 150 ml", "lithium batteries outside equipment", "live animals, bees and silkworms in approved boxes excepted", "narcotics without licence", "radioactive and infectious substances", "alcohol above 24 percent, to Zones 3 and 4")
done = subprocess.run(["groff", "-k", "-t", "-mm", "-Tpdf", "-P-pa4"], input="\n".join(out).encode(), capture_output=True, check=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600", "TZ": "UTC"})
sys.stderr.write(done.stderr.decode())
(OUT / "marrow-isles-post-tariff.pdf").write_bytes(done.stdout)
