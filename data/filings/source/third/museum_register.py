"""Register of an invented museum. openpyxl: objects, loans, prices of pictures, opening hours."""

import datetime
import pathlib
import sys

import openpyxl
from openpyxl.styles import Alignment, Font, PatternFill

OUT = pathlib.Path(sys.argv[2])
book = openpyxl.Workbook()
book.remove(book.active)
OBJECTS = """\
1892.14|Longcase clock, eight-day|Clocks|Tobias Wrenfield|c. 1745|oak, brass|218 × 48|gift|on display|Gallery 1|9500|good
1892.15|Bracket clock|Clocks|Ann Quarrier|1762|ebony, brass|44 × 28|gift|on display|Gallery 1|18500|fair
1899.3|Banner of the weavers' guild|Textiles|Weavers' Guild of Wrayfield|1788|silk|240 × 190|transfer|in store|Store B|6000|poor
1899.4|Christening robe|Textiles|unknown|c. 1830|cotton|96 × 40|bequest|in store|Store B|900|good
1904.22|Theodolite|Instruments|Edmund Lisle|1791|brass|38 × 26|purchase|on display|Gallery 2|7500|good
1904.23|Sextant|Instruments|Edmund Lisle|1803|brass|29 × 27|purchase|in store|Store A|4200|good
1908.1|Portrait of Alderman Tuke|Paintings|Cornelia Ashby|1694|oil on canvas|127 × 102|gift|on display|Stair hall|24000|fair
1908.2|View of Wrayfield from the east|Paintings|Piers Rotherham|1741|oil on canvas|88 × 134|gift|on display|Stair hall|36000|good
1911.40|Sampler|Textiles|Mary Dunnock, aged 11|1797|linen, silk|42 × 33|gift|on loan|–|3200|good
1913.7|Orrery|Instruments|Ann Quarrier|c. 1770|brass, wood|62 × 62|bequest|on loan|–|14500|good
1921.9|Delft charger|Ceramics|unknown|c. 1690|tin-glazed earthenware|34 × 34|purchase|on display|Gallery 3|2800|fair
1921.10|Posset pot|Ceramics|unknown|1701|tin-glazed earthenware|19 × 24|purchase|on display|Gallery 3|5200|poor
1926.31|Pocket watch, verge|Clocks|Tobias Wrenfield|1752|silver|6 × 5|bequest|on display|Gallery 1|2400|good
1926.32|Pocket watch, lever|Clocks|unknown|1848|silver|6 × 5|bequest|in store|Store A|600|good
1930.2|Still life with lemons|Paintings|circle of Jan de Wael|c. 1640|oil on panel|41 × 56|purchase|on loan|–|88500|good
1930.3|Portrait of a lady in blue|Paintings|circle of Jan de Wael|c. 1655|oil on panel|73 × 58|purchase|on display|Gallery 5|62000|good
1934.18|Marine chronometer|Clocks|Edmund Lisle|1811|brass, wood|19 × 19|purchase|on display|Gallery 2|26000|good
1937.5|Punch bowl|Ceramics|Hexley Works|c. 1775|porcelain|16 × 38|gift|in conservation|Workshop|3400|poor
1937.6|Teapot|Ceramics|Hexley Works|c. 1780|porcelain|15 × 24|gift|on display|Gallery 3|1100|good
1946.11|Barometer, stick|Instruments|Carlo Besozzi|c. 1820|brass, wood|98 × 13|transfer|in store|Store A|1800|fair
1946.12|Terrestrial globe|Instruments|Carlo Besozzi|1829|brass, wood|64 × 50|transfer|in conservation|Workshop|12000|poor
1951.27|Quilt, patchwork|Textiles|unknown|c. 1865|cotton|230 × 210|gift|in store|Store B|1500|good
1953.8|Court mantua|Textiles|unknown|c. 1748|silk|150 × 130|purchase|in store|Store C|27500|fair
1958.4|Astrolabe|Instruments|Werkstatt Pohl|1614|brass|18 × 18|purchase|on loan|–|48000|good
1962.19|Tureen, swan|Ceramics|Fabbrica Torriani|c. 1755|porcelain|33 × 40|bequest|on display|Gallery 3|15500|good
1962.20|Figure of a shepherd|Ceramics|Fabbrica Torriani|c. 1758|porcelain|22 × 9|bequest|in store|Store A|2600|fair
1969.33|Compound microscope|Instruments|Edmund Lisle|c. 1785|brass, glass|41 × 18|purchase|on display|Gallery 2|8800|good
1969.34|Refracting telescope|Instruments|Werkstatt Pohl|1838|brass, glass|112 × 20|purchase|on display|Gallery 2|6900|fair
1973.6|Turret clock movement|Clocks|Tobias Wrenfield|1739|iron|120 × 96|transfer|on loan|–|9000|fair
1975.2|The frozen river|Paintings|Piers Rotherham|1755|oil on canvas|64 × 92|purchase|on display|Gallery 5|29500|good
1975.3|Horse and groom|Paintings|Piers Rotherham|1760|oil on canvas|102 × 127|purchase|in store|Store C|21000|poor
1981.15|Fan|Textiles|unknown|c. 1770|silk|28 × 50|gift|in store|Store B|1200|fair
1981.16|Lace collar|Textiles|unknown|c. 1640|linen lace|20 × 44|gift|on display|Gallery 4|4800|fair
1988.1|Salt-glazed mug|Ceramics|Marlow Pottery|1733|stoneware|17 × 14|purchase|on display|Gallery 3|2100|good
1988.2|Puzzle jug|Ceramics|Marlow Pottery|1766|stoneware|21 × 18|purchase|on display|Gallery 3|3100|good
1990.12|Carriage clock|Clocks|Maison Belloy|1871|gilt brass|18 × 10|bequest|on display|Gallery 1|1900|good
1990.13|Skeleton clock|Clocks|unknown|c. 1860|brass, glass|46 × 30|bequest|in conservation|Workshop|3300|fair
1994.25|Waistcoat, embroidered|Textiles|unknown|c. 1765|silk|72 × 50|gift|on display|Gallery 4|5600|good
2001.8|The market hall|Paintings|Cornelia Ashby|1702|oil on panel|52 × 70|transfer|in store|Store C|18000|fair
2004.3|Air pump|Instruments|Ann Quarrier|1768|brass, glass|84 × 45|purchase|in store|Store A|33000|good
2009.17|Carpet, knotted|Textiles|unknown|c. 1690|wool|310 × 205|bequest|in store|Store B|23500|poor
2012.6|Mystery clock|Clocks|Maison Belloy|c. 1880|gilt brass|52 × 24|purchase|on display|Gallery 1|11000|good
2015.4|Self-portrait|Paintings|Cornelia Ashby|1710|oil on canvas|61 × 50|purchase|on display|Gallery 5|54000|good
2018.9|Apothecary jar|Ceramics|Fabbrica Torriani|c. 1730|tin-glazed earthenware|26 × 15|gift|in store|Store A|2300|good
2018.10|Tile panel|Ceramics|unknown|c. 1720|tin-glazed earthenware|65 × 39|gift|in store|Store A|4100|fair
2021.2|Evening, harvest|Paintings|Ellen Marsh|1934|watercolour|38 × 55|gift|in store|Store C|3800|good
2023.5|Slide rule|Instruments|unknown|c. 1890|ivory, brass|32 × 5|gift|on display|Gallery 2|350|good
2025.1|Pair of gloves|Textiles|unknown|c. 1620|silk|34 × 16|purchase|in conservation|Workshop|16500|poor"""
rows = []
for line in OBJECTS.splitlines():
    number, *middle, status, place, value, condition = line.split("|")
    rows.append((f"WM.{number}", *middle, int(number[:4]), status, place, int(value), condition))
bold, fill = Font(bold=True), PatternFill("solid", fgColor="E6DCCB")


def sheet(name, title, head, lines, widths, notes=(), top=None):
    s = book.create_sheet(name)
    s["A1"] = title
    s["A1"].font = Font(bold=True, size=14)
    r = 3
    if top:
        for first, last, text in top:
            s.cell(r, first, text).font = bold
            s.cell(r, first).alignment = Alignment(horizontal="center")
            s.merge_cells(start_row=r, start_column=first, end_row=r, end_column=last)
        r += 1
    for c, text in enumerate(head, 1):
        s.cell(r, c, text).font = bold
        s.cell(r, c).fill = fill
    for line in lines:
        r += 1
        for c, v in enumerate(line, 1):
            s.cell(r, c, v)
    for note in notes:
        r += 1 if note != notes[0] else 2
        s.cell(r, 1, note)
    for c, w in enumerate(widths):
        s.column_dimensions["ABCDEFGHIJKLMN"[c]].width = w


sheet("Objects", "Wrayfield Museum: register of objects, 30 September 2026", ["Accession no.", "Object", "Collection", "Maker", "Date", "Material", "Size, cm", "Acquired by", "Year acquired", "Status", "Place", "Insured at, £", "Condition"], rows, (14, 32, 13, 28, 10, 24, 12, 12, 10, 15, 12, 13, 10), ("Condition: good = no treatment needed; fair = treatment within five years; poor = not to be moved.",))
loans = [("L-26/01", "Orrery", "Technikmuseum Halle-Ost", "Germany", "2026-02-01", "2026-11-30", 14_500, "lender"), ("L-26/02", "Portrait of a lady in blue", "Norrby Art Hall", "Sweden", "2026-03-15", "2026-09-15", 62_000, "borrower"), ("L-26/03", "Sampler", "Textile House, Leafield", "United Kingdom", "2026-04-01", "2027-03-31", 3_200, "borrower"), ("L-26/04", "Astrolabe", "Museo de la Navegación, Puerto Claro", "Spain", "2026-05-10", "2027-01-10", 48_000, "borrower"), ("L-26/05", "Still life with lemons", "Kunsthal Vesterø", "Denmark", "2026-06-01", "2026-12-31", 88_500, "borrower"), ("L-26/07", "Turret clock movement", "Clock Museum Gransee", "Germany", "2026-09-01", "2028-08-31", 9_000, "lender"), ("L-26/08", "Court mantua", "Textile House, Leafield", "United Kingdom", "2026-10-01", "2027-02-28", 27_500, "borrower")]
sheet("Loans out", "Objects lent, 2026", ["Loan", "Object", "Borrower", "Country", "From", "To", "Agreed value, £", "Transport paid by"], [(a, b, c, d, datetime.date.fromisoformat(e), datetime.date.fromisoformat(f), g, h) for a, b, c, d, e, f, g, h in loans], (10, 28, 36, 16, 12, 12, 15, 18), ("Relative humidity of 45 to 55 % is asked for textiles and paintings on panel, 40 to 60 % for all others.", "Couriers travel with objects of more than £25,000."))
for row in book["Loans out"].iter_rows(min_row=4, max_row=10, min_col=5, max_col=6):
    for cell in row:
        cell.number_format = "DD MMM YYYY"
sheet("Pictures", "Prices for pictures and rights, £", ["Use", "up to 1,000", "1,001 – 5,000", "over 5,000", "up to 1,000", "1,001 – 5,000", "over 5,000"], [("Book, inside", 28, 45, 70, 20, 32, 52), ("Book, cover", 95, 140, 210, 70, 105, 160), ("Magazine, inside", 35, 55, 85, 25, 40, 62), ("Thesis, school", 0, 0, "–", 0, 0, "–"), ("Exhibition panel", 40, 60, 90, 30, 45, 68), ("Postcard, calendar", 60, 90, 150, 45, 70, 115), ("Television, one country", 120, 120, 120, 90, 90, 90), ("Website, a year", 50, 50, 50, 38, 38, 38)], (26, 12, 14, 12, 12, 14, 12), ("New photography costs £65 an object, for objects over 1 m £110.", "Express (three working days): plus 50 percent.", "Non-profit bodies pay 60 percent of the price; new photography and express are not reduced."), [(2, 4, "Colour, copies"), (5, 7, "Black and white, copies")])
sheet("Visits", "Admission and hours 2026/27", ["Season", "Monday", "Tuesday – Friday", "Saturday", "Sunday", "Adult, £", "Child 6 – 16, £", "Concession, £", "Family, £"], [("1 April – 30 June", "closed", "10:00 – 17:00", "10:00 – 18:00", "11:00 – 17:00", 9.5, 4, 7, 22), ("1 July – 31 August", "10:00 – 17:00", "10:00 – 18:00", "10:00 – 18:00", "10:00 – 18:00", 11, 5, 8, 26), ("1 September – 31 October", "closed", "10:00 – 17:00", "10:00 – 17:00", "11:00 – 17:00", 9.5, 4, 7, 22), ("1 November – 31 March", "closed", "11:00 – 16:00", "11:00 – 16:00", "closed", 7.5, 3, 5.5, 17)], (26, 16, 18, 16, 16, 10, 14, 14, 10), ("Groups of 12 and more: £1.50 off each ticket. School classes of Wrayfield: free.", "A family is two adults and up to four children.", "Closed 24 to 26 December and 1 January."))
book.save(OUT / "wrayfield-museum-register.xlsx")
