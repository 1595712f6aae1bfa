"""Inventory and management plan of an invented forest. fpdf2: list of stands over many pages, volume by species and age class under two header lines, felling plan, assortments and prices, a tariff of volumes by diameter and height."""

import datetime
import pathlib
import random
import sys

from fpdf import FPDF
from fpdf.fonts import FontFace

OUT = pathlib.Path(sys.argv[2])
R = random.Random(1907)
SPECIES = {"SP": ("Scots pine", .92), "NS": ("Norway spruce", 1.18), "EL": ("European larch", 1.0), "DF": ("Douglas fir", 1.42), "OK": ("Oak", .7), "BE": ("Beech", .86), "BI": ("Birch", .6), "MB": ("Mixed broadleaves", .66)}
BLOCKS = ["North Hanger", "Priory Wood", "Long Rigg", "Castle Bank", "Dubwath", "Far Intake"]


class Report(FPDF):
    def header(self):
        if self.page_no() > 1:
            self.set_font("Times", "I", 9)
            self.cell(0, 6, "Estate of Ravenglass Hey - Forest inventory 2025 and management plan 2026 to 2035", align="L")
            self.ln(11)

    def footer(self):
        self.set_y(-14)
        self.set_font("Times", "", 9)
        self.cell(0, 6, f"Page {self.page_no()} of {{nb}}", align="R")


pdf = Report(format="A4")
pdf.set_creation_date(datetime.datetime(2026, 1, 12, tzinfo=datetime.timezone.utc))
pdf.set_margins(18, 18)
pdf.set_auto_page_break(True, 20)
pdf.alias_nb_pages()


def head(text, level=1):
    if level == 1 and pdf.page_no() > 1 and pdf.get_y() > 60:
        pdf.add_page()
    pdf.set_font("Times", "B", 15 if level == 1 else 11.5)
    pdf.multi_cell(0, 8 if level == 1 else 7, text, new_x="LMARGIN", new_y="NEXT")


def text(*paragraphs):
    for p in paragraphs:
        pdf.set_font("Times", "", 10.8)
        pdf.multi_cell(0, 5.2, p, new_x="LMARGIN", new_y="NEXT", align="L")
        pdf.ln(1.8)


def table(rows, widths, headers=1, align=None, size=9, caption=None):
    if caption:
        if pdf.get_y() > 245:
            pdf.add_page()
        pdf.set_font("Times", "BI", 10.5)
        pdf.multi_cell(0, 6, caption, new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("Helvetica", "", size)
    with pdf.table(col_widths=widths, num_heading_rows=headers, text_align=align or ("LEFT", *["RIGHT"] * (len(widths) - 1)), line_height=size * .56, borders_layout="HORIZONTAL_LINES", headings_style=FontFace(emphasis="BOLD"), width=sum(widths), align="LEFT") as t:
        for r in rows:
            row = t.row()
            for c in r:
                if isinstance(c, tuple):
                    row.cell(c[0], colspan=c[1], align="CENTER")
                else:
                    row.cell(c)
    pdf.ln(3)


# Stands: compartment, sub-compartment, block, species, planted, area, yield class, volume/ha, stems/ha, soil, access
stands = []
for compartment in range(1, 48):
    block = BLOCKS[min(compartment // 8, 5)]
    if compartment in (19, 33):
        continue
    for sub in "abcd"[: R.choice([1, 2, 3, 3, 4])]:
        code = R.choices(list(SPECIES), [5, 7, 3, 3, 4, 3, 2, 2])[0]
        code = "OK" if compartment == 24 and sub in "ab" else code
        year = R.choice([*range(1874, 1920, 7), *range(1928, 1968, 3), *range(1968, 2018, 2)])
        age = 2025 - year
        yc = {"SP": 8, "NS": 14, "EL": 9, "DF": 17, "OK": 5, "BE": 7, "BI": 5, "MB": 5}[code] + R.choice([-2, 0, 0, 2])
        full = yc * 26 * (1 - 2.718 ** (-age / 42.0)) * R.uniform(.85, 1.1)
        stands.append([f"{compartment}{sub}", block, code, year, round(R.uniform(.6, 13.8), 1), yc, round(full), round(min(2800, 52000 / (age + 6)) * R.uniform(.8, 1.15), -1), R.choice("ABBCCD"), R.choice(["road", "road", "track", "track", "cable", "none"])])


def group(age):
    return 0 if age <= 20 else 1 if age <= 40 else 2 if age <= 60 else 3 if age <= 80 else 4 if age <= 120 else 5


pdf.add_page()
pdf.set_y(90)
head("Ravenglass Hey")
head("Forest inventory 2025 and management plan 2026 to 2035", 2)
text("Prepared for the trustees of the estate by the forest office at Dubwath, January 2026. Third plan; the second ran from 2016 to 2025.")
pdf.add_page()
head("1 Summary")
area, volume = sum(s[4] for s in stands), sum(s[4] * s[6] for s in stands)
text(f"The forest covers {area:,.1f} hectares of stocked land in 45 compartments, and 61.4 hectares of roads, rides, rocks and bogs. The growing stock is {volume:,.0f} cubic metres over bark, {volume / area:.0f} for each stocked hectare. The allowable cut of the plan is 4,900 cubic metres a year, against a growth of {sum(s[4] * s[5] for s in stands) * .665:,.0f}.",
    "Since 2016 the area of spruce has fallen by 38 hectares, of which 21 went to broadleaves and 17 to Douglas fir. Storm Ulrika of February 2021 threw 11,300 cubic metres in one night; 9,800 were salvaged.")
head("2 How the inventory was made", 2)
text("Circular plots of 0.02 hectare were laid on a grid of 150 by 150 metres, 412 in all, of which 19 could not be reached. On each plot every tree of 7 centimetres and more in diameter at 1.3 metres was measured; the heights of the three thickest and of two chosen by lot were taken. The standard error of the volume is 4.1 percent for the forest and at most 11 percent for a block.",
    "Age is counted from planting. Yield class is the greatest mean growth in cubic metres a hectare a year. Volumes are over bark to a top of 7 centimetres; for volume under bark take off 12 percent for conifers, 15 percent for larch and 8 percent for broadleaves.",
    "Soil groups: A brown earth, B podzol, C surface-water gley, D peat. Access: road (lorry), track (forwarder), cable (winch), none.",
    "Compartments 19 and 33 were exchanged with the neighbouring estate in 2020 and are not part of the forest any more.")
head("3 Growing stock")
table([["Species", ("Age class, years: stocked hectares", 6), "Hectares", "Volume", "m³ / ha"], ["", "1-20", "21-40", "41-60", "61-80", "81-120", "over 120", "all", "m³", ""]] + [[SPECIES[c][0], *(f"{sum(s[4] for s in stands if s[2] == c and group(2025 - s[3]) == g):.1f}" if sum(s[4] for s in stands if s[2] == c and group(2025 - s[3]) == g) else "-" for g in range(6)), f"{sum(s[4] for s in stands if s[2] == c):.1f}", f"{sum(s[4] * s[6] for s in stands if s[2] == c):,.0f}", f"{sum(s[4] * s[6] for s in stands if s[2] == c) / sum(s[4] for s in stands if s[2] == c):.0f}"] for c in SPECIES], [33, 14, 14, 14, 14, 16, 18, 17, 18, 14], headers=2, caption="Table 1. Area by age class, and volume, by species")
table([["Block", "Compartments", "Hectares", "Volume, m³", "Growth, m³ a year", "Error, %"]] + [[b, k, f"{sum(s[4] for s in stands if s[1] == b):.1f}", f"{sum(s[4] * s[6] for s in stands if s[1] == b):,.0f}", f"{sum(s[4] * s[5] for s in stands if s[1] == b) * .665:,.0f}", e] for b, k, e in zip(BLOCKS, ("1 to 7", "8 to 15", "16 to 23", "24 to 31", "32 to 39", "40 to 47"), ("8.2", "7.4", "10.6", "9.1", "8.8", "11.0"))], [34, 30, 24, 28, 36, 20], caption="Table 2. Blocks")
head("4 Health and protection", 2)
table([["Damage", "Share of stems, 2015, %", "Share of stems, 2025, %", "Worst block"], ["Browsing by deer, trees below 2 m", "31", "22", "Dubwath"], ["Bark stripping", "9", "12", "Long Rigg"], ["Butt rot in spruce", "14", "17", "Priory Wood"], ["Bark beetle, fresh", "0.4", "1.6", "Castle Bank"], ["Ash dieback, of ash", "6", "71", "Far Intake"], ["Windthrow, not cleared", "0.7", "1.1", "North Hanger"], ["Snow break", "1.8", "0.9", "North Hanger"]], [62, 42, 42, 26], caption="Table 3. Damage found on the plots")
text("Protected sites: the oakwood of 24a and 24b (no felling), the bog in Far Intake (no drains within 50 metres), three nest trees of goshawk (no work within 200 metres from 1 March to 31 July) and the water catchment of Dubwath, where no oil is stored and chippings are kept 20 metres from the beck.")
head("5 Stands")
text("The list gives each stand with its species, year of planting, area in hectares, yield class, volume over bark and stems for each hectare, soil group and access.")
body = [["Stand", "Block", "Sp.", "Planted", "Hectares", "YC", "m³ / ha", "Stems / ha", "Soil", "Access"]] + [[s[0], s[1], s[2], str(s[3]), f"{s[4]:.1f}", str(s[5]), str(s[6]), f"{s[7]:,.0f}", s[8], s[9]] for s in stands]
table(body, [15, 29, 12, 18, 19, 12, 18, 22, 12, 16], align=("LEFT", "LEFT", "LEFT", "RIGHT", "RIGHT", "RIGHT", "RIGHT", "RIGHT", "CENTER", "LEFT"), caption="Table 4. List of stands. " + "; ".join(f"{k} {v[0].lower() if k not in ('NS', 'EL', 'DF', 'SP') else v[0]}" for k, v in SPECIES.items()))
head("6 Plan of work")
table([["Period", ("Clear felling", 2), ("Thinning", 2), "Planting", "Fencing"], ["", "hectares", "m³", "hectares", "m³", "hectares", "metres"], ["2026 - 2027", "9.4", "3,720", "62.0", "5,460", "12.8", "3,100"], ["2028 - 2029", "8.1", "3,190", "71.5", "6,380", "9.6", "2,450"], ["2030 - 2031", "11.7", "4,650", "58.2", "5,070", "10.4", "2,900"], ["2032 - 2033", "7.6", "2,940", "74.9", "6,870", "12.1", "2,200"], ["2034 - 2035", "9.9", "3,880", "66.3", "6,840", "8.7", "1,950"]], [30, 22, 22, 22, 22, 24, 24], headers=2, caption="Table 5. Felling, planting and fencing by period")
text("Rules of felling. A coupe of conifers is at most 4 hectares, of broadleaves 1 hectare; the next coupe follows when the trees on the first are 2 metres high. Along the A road a strip of 30 metres is kept. No machine works on soil group D from 1 October to 30 April. Deadwood: 20 cubic metres a hectare are left in stands older than 100 years.",
    "First thinning. Norway spruce is thinned first at a height of 12 metres, Scots pine at 10, larch and Douglas fir at 11; broadleaves at 14. Every fourth row is taken for the machine. The cycle is five years below the age of 40 and eight years above.")
table([["Species", "Spacing, m", "Plants / ha", "Plants, euros / 1,000", "Beating up, %"], ["Scots pine", "1.8 x 1.8", "3,100", "410", "15"], ["Norway spruce", "2.0 x 2.0", "2,500", "395", "12"], ["European larch", "2.5 x 2.5", "1,600", "520", "15"], ["Douglas fir", "2.3 x 2.3", "1,900", "680", "20"], ["Oak", "1.5 x 2.0", "3,300", "940", "18"], ["Beech", "1.5 x 1.8", "3,700", "890", "25"], ["Birch", "2.5 x 2.5", "1,600", "470", "10"]], [38, 28, 28, 42, 30], caption="Table 6. Planting")
text("Planting by hand costs 0.62 euros a plant, guards 1.85 euros each for broadleaves alone, a deer fence 9.40 euros a metre. The grant is 2,150 euros a hectare of broadleaves and 980 euros a hectare of conifers; it falls due when 85 percent of the plants are alive after the third summer.")
head("7 Timber prices and costs")
table([["Assortment", "Least top, cm", "Lengths, m", ("Euros for a cubic metre under bark", 3)], ["", "", "", "2023", "2024", "2025"], ["Spruce sawlogs, class B", "18", "4.9; 3.7", "92", "86", "97"], ["Spruce sawlogs, class C and D", "18", "3.7; 2.5", "64", "58", "66"], ["Pine sawlogs", "20", "4.9; 3.7", "71", "69", "74"], ["Larch sawlogs", "20", "4.9", "104", "101", "112"], ["Douglas fir sawlogs", "25", "4.9; 6.1", "108", "103", "118"], ["Oak, first quality", "40", "3.0 and up", "460", "485", "510"], ["Oak, beams", "30", "3.0 and up", "205", "198", "214"], ["Oak, fencing", "20", "1.8; 2.1", "96", "95", "99"], ["Beech sawlogs", "35", "3.0 and up", "88", "84", "91"], ["Chipwood, conifers", "7", "2.9", "34", "31", "36"], ["Chipwood, broadleaves", "7", "2.9", "37", "36", "39"], ["Firewood, at the road", "8", "2.0 to 4.0", "52", "61", "58"]], [52, 26, 28, 20, 20, 20], headers=2, caption="Table 7. Prices at the roadside, mean of the year")
table([["Work", "Unit", "Euros"], ["Harvester, thinning", "m³", "16.80"], ["Harvester, clear felling", "m³", "11.40"], ["Chainsaw, conifers", "m³", "24.50"], ["Chainsaw, oak and beech", "m³", "29.00"], ["Forwarder up to 500 m", "m³", "8.20"], ["Forwarder, each further 100 m", "m³", "0.55"], ["Cable winch", "m³", "38.00"], ["Making good of tracks", "metre", "3.10"]], [60, 26, 26], align=("LEFT", "LEFT", "RIGHT"), caption="Table 8. Costs of harvesting, contractors")
head("8 Volume tables")
for title, f in (("Table 9. Norway spruce: volume of one tree over bark, m³", 1.0), ("Table 10. Oak: volume of one tree over bark, m³", .93)):
    rows = [["Diameter", ("Height, m", 9)], ["cm", *(str(h) for h in range(10, 35, 3))]]
    for d in range(10, 66, 4):
        rows.append([str(d), *(f"{f * 0.000042 * d ** 1.93 * h ** .98 * 1.02:.3f}" if (d / h < 3.4 and d / h > .72) else "-" for h in range(10, 35, 3))])
    table(rows, [20, *[16.5] * 9], headers=2, caption=title)
text("For heights between the columns the volume is found in proportion. Larch takes the table of spruce less 6 percent; beech that of oak plus 4 percent.")
head("9 Money", 2)
table([["Item", "2023", "2024", "2025", "Plan, mean of a year"], ["Timber sales", "318,400", "297,900", "341,200", "335,000"], ["Hunting rents", "21,600", "21,600", "24,800", "25,500"], ["Grants", "46,300", "12,700", "38,900", "30,000"], ["Other income", "9,200", "11,450", "10,100", "10,000"], ["Harvesting", "112,700", "104,300", "119,500", "117,000"], ["Planting and tending", "58,900", "63,200", "49,700", "61,000"], ["Roads", "24,100", "39,800", "17,600", "28,000"], ["Office and wages", "96,500", "99,400", "103,800", "108,000"], ["Insurance and taxes", "14,300", "14,900", "15,600", "16,500"]], [52, 26, 26, 26, 40], caption="Table 11. Income and spending, euros")
head("Annex A: Plots")
text("Basal area is the sum of the cross-sections of the stems at 1.3 metres, for one hectare. Deadwood counts from 10 centimetres of diameter, lying or standing. Plots that could not be reached are left out of the list; plots marked w were thrown by the storm of 2021.")
rows = [["Plot", "Stand", "Stems on", "Mean", "Top", "Basal area,", "Dead-", "Regene-", ""], ["", "", "plot", "diameter, cm", "height, m", "m²", "wood, m³ / ha", "ration / ha", ""]]
missing = set(R.sample(range(1, 413), 19))
for plot in range(1, 413):
    s = R.choices(stands, [x[4] for x in stands])[0]
    if plot in missing:
        continue
    age = 2025 - s[3]
    stems = max(1, round(s[7] * .02 * R.uniform(.7, 1.3)))
    diameter = min(44, 6 + age * .42 * R.uniform(.8, 1.2))
    height = min(38, 3 + diameter * R.uniform(.62, .8))
    rows.append([f"{plot:03d}", s[0], str(stems), f"{diameter:.1f}", f"{height:.1f}", f"{stems * 50 * 3.1416 * (diameter / 200) ** 2:.1f}", f"{R.uniform(0, 38):.0f}", f"{R.choice([0, 0, 250, 500, 750, 1250, 2500]):,d}", R.choice(["", "", "", "", "", "", "w"])])
table(rows, [16, 17, 19, 25, 21, 22, 27, 19, 8], headers=2, size=9.6)
pdf.output(str(OUT / "ravenglass-hey-forest.pdf"))
