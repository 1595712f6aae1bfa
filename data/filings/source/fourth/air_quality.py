"""Annual air quality report of an invented basin. rst2pdf: reStructuredText with csv-tables, a list of days above a threshold and daily means over many pages."""

import csv
import io
import math
import pathlib
import random
import subprocess
import sys
from datetime import date, timedelta

import reportlab.rl_config

reportlab.rl_config.invariant = 1
reportlab.rl_config.pageCompression = 1
reportlab.rl_config.useA85 = 0
from rst2pdf.createpdf import RstToPdf  # noqa: E402

WORK, OUT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
rng = random.Random(88)
parts = []
add = parts.append


def head(text, mark):
    add(f"\n{text}\n{mark * len(text)}\n")


def table(title, widths, header, rows):
    line = lambda row: (lambda s: (csv.writer(s, lineterminator="").writerow(row), s.getvalue())[1])(io.StringIO())
    add(f"\n.. csv-table:: {title}\n   :header: {line(header)}\n   :widths: {', '.join(map(str, widths))}\n")
    for row in rows:
        add("   " + line(row))
    add("")


#          code name                  type               since height NO2 PM10 PM25 O3 SO2 C6H6 metals
STATIONS = [
    ("CB01", "Marlpit Street", "kerbside", 2003, 2.5, 44.1, 31.0, 15.8, None, None, 1.9, True),
    ("CB02", "Hallam Square", "urban background", 1998, 3.0, 24.6, 24.2, 13.1, 41.0, 3.2, 0.9, True),
    ("CB03", "Priory Gate", "roadside", 2008, 2.5, 38.7, 28.3, 14.6, None, None, 1.4, False),
    ("CB04", "Larkhill School", "urban background", 2011, 3.5, 21.9, 22.7, 12.4, 45.5, None, None, False),
    ("CB05", "Brackley Works", "industrial", 2001, 4.0, 26.3, 33.4, 16.9, None, 14.8, 2.6, True),
    ("CB06", "Coldharbour Docks", "industrial", 2013, 4.0, 31.2, 35.6, 17.3, None, 9.7, 1.2, True),
    ("CB07", "Fernley", "suburban", 2005, 3.0, 17.4, 20.8, 11.7, 52.3, None, None, False),
    ("CB08", "Sallow Fen", "rural", 1999, 3.0, 8.2, 16.3, 9.5, 61.8, 1.4, 0.3, True),
    ("CB10", "Orchard Rise", "suburban", 2015, 3.0, 16.1, 19.9, None, 50.6, None, None, False),
    ("CB11", "Quarry Lane", "industrial", 2017, 3.5, 19.8, 41.2, 15.2, None, None, None, True),
    ("CB12", "Stanmere Ring Road", "roadside", 2010, 2.5, 41.6, 29.7, 15.1, None, None, 1.6, False),
    ("CB13", "High Down", "rural", 2006, 3.0, 5.9, 13.8, 8.1, 68.4, 0.9, None, False),
    ("CB15", "Airport East", "suburban", 2019, 3.0, 25.8, 21.5, 12.2, 47.9, 2.7, 0.8, False),
    ("CB16", "Weirside", "urban background", 2021, 3.0, 22.7, 23.6, 12.8, None, None, None, False),
]
num = lambda v, d=1: "n.m." if v is None else f"{v:.{d}f}"

chosen = [s for s in STATIONS if s[0] in ("CB01", "CB02", "CB05", "CB06", "CB08", "CB11")]
factor = [1.27, 1.18, 1.06, 0.93, 0.86, 0.79, 0.76, 0.78, 0.92, 1.05, 1.18, 1.22]
monthly = {s[0]: [s[5] * f * rng.uniform(.94, 1.06) for f in factor] for s in STATIONS}
calendar = [date(2025, 1, 1) + timedelta(days=n) for n in range(365)]
weather = [(1 + 0.22 * math.cos(2 * math.pi * n / 365)) * math.exp(rng.gauss(0, 0.26)) * (1.75 if date(2025, 1, 13) <= day <= date(2025, 1, 22) else 1.0) for n, day in enumerate(calendar)]


def pm10(station):
    """Daily means of one station, scaled to its annual mean; the dust of March and the fire of September are added."""
    values = [w * math.exp(rng.gauss(0, 0.16)) for w in weather]
    scale = station[6] * 0.992 / (sum(values) / len(values))
    values = [v * scale for v in values]
    for day in (date(2025, 3, 17), date(2025, 3, 18)):
        values[calendar.index(day)] += 34
    if station[0] == "CB06":
        values[calendar.index(date(2025, 9, 9))] = 131
    return ["n.v." if rng.random() < 0.012 else f"{v:.0f}" for v in values]


def no2(station):
    """Daily means of one station, scaled to its monthly means."""
    values = [math.exp(rng.gauss(0, 0.24)) for _ in calendar]
    out = []
    for value, day in zip(values, calendar):
        month = [v for v, d in zip(values, calendar) if d.month == day.month]
        out.append(value * monthly[station[0]][day.month - 1] * len(month) / sum(month))
    return ["n.v." if rng.random() < 0.012 else f"{v:.0f}" for v in out]


def daily(columns):
    return [[day.strftime("%d %b").lstrip("0"), day.strftime("%a"), *cells] for day, *cells in zip(calendar, *columns)]


rows, rows_no2 = daily([pm10(s) for s in chosen]), daily([no2(s) for s in chosen])
days = {"CB03": 22, "CB04": 11, "CB07": 8, "CB10": 7, "CB12": 25, "CB13": 1, "CB15": 9, "CB16": 13}
for i, s in enumerate(chosen):
    days[s[0]] = sum(r[2 + i] != "n.v." and int(r[2 + i]) > 50 for r in rows)


def percentile(station):
    if station not in chosen:
        return f"{station[6] * 1.5:.0f}"
    known = sorted(int(r[2 + chosen.index(station)]) for r in rows if r[2 + chosen.index(station)] != "n.v.")
    return str(known[int(0.904 * len(known))])


add("Carrow Basin Air Quality Report 2025\n====================================\n\nCarrow Basin Environment Authority, Stanmere, May 2026. Report CBEA/AQ/26/02.\n")
add(".. contents:: Contents\n   :depth: 1\n")
head("1. Summary", "-")
add("In 2025 the annual limit for nitrogen dioxide was exceeded at two stations and the target for PM2.5 of 2030 would be missed at eleven of the thirteen stations that measure it. The number of days with PM10 above 50 µg/m³, natural ones left out, was higher than allowed at two stations, and the annual limit for PM10 was exceeded at Quarry Lane. Ozone was higher than in any year since 2018. Limits for sulphur dioxide, benzene, lead and carbon monoxide were kept everywhere.\n")
add("Five things stood out:\n\n* a long episode of fine dust from 13 to 22 January, with a stable inversion over the valley;\n* dust from the south, on 17 and 18 March, which was subtracted as natural;\n* an ozone episode from 28 June to 4 July, with 214 µg/m³ at High Down;\n* a fire in a scrap yard at Coldharbour on 9 September;\n* the closing of kiln 2 at Brackley Works on 1 October, after which sulphur dioxide there fell by more than half.\n")
head("2. Network", "-")
add("The network has fourteen stations. CB09 was closed in 2022 and CB14 was never built. Station CB16 replaced a mobile laboratory. Inlets stand between 2.5 and 4 metres above the ground.\n")
table("Table 1. Stations", [9, 24, 22, 9, 10, 26], ["Code", "Station", "Type", "Since", "Inlet, m", "Measured besides NO2 and PM10"], [[c, n, t, s, f"{h:.1f}", ", ".join(x for x, v in (("PM2.5", p25), ("O3", o3), ("SO2", so2), ("benzene", bz), ("metals", mt)) if v)] for c, n, t, s, h, no2, p10, p25, o3, so2, bz, mt in STATIONS])
head("3. Standards", "-")
table("Table 2. Limits and targets", [20, 20, 18, 26, 16], ["Pollutant", "Averaging time", "Value", "Allowed exceedances", "Kind"], [["NO2", "1 hour", "200 µg/m³", "18 hours a year", "limit"], ["NO2", "year", "40 µg/m³", "none", "limit"], ["PM10", "24 hours", "50 µg/m³", "35 days a year", "limit"], ["PM10", "year", "40 µg/m³", "none", "limit"], ["PM2.5", "year", "25 µg/m³", "none", "limit"], ["PM2.5", "year", "10 µg/m³", "none", "target for 2030"], ["O3", "8 hours, highest of the day", "120 µg/m³", "25 days, mean of 3 years", "target"], ["O3", "1 hour", "180 µg/m³", "–", "information"], ["O3", "1 hour", "240 µg/m³", "–", "alert"], ["SO2", "1 hour", "350 µg/m³", "24 hours a year", "limit"], ["SO2", "24 hours", "125 µg/m³", "3 days a year", "limit"], ["Benzene", "year", "5 µg/m³", "none", "limit"], ["CO", "8 hours", "10 mg/m³", "none", "limit"], ["Lead", "year", "0.5 µg/m³", "none", "limit"], ["Arsenic", "year", "6 ng/m³", "none", "target"], ["Cadmium", "year", "5 ng/m³", "none", "target"], ["Nickel", "year", "20 ng/m³", "none", "target"]])
head("4. Methods", "-")
table("Table 3. Methods and instruments", [14, 34, 18, 17, 17], ["Pollutant", "Method", "Detection limit", "Calibration", "Uncertainty"], [["NO2", "chemiluminescence", "0.4 µg/m³", "every 14 days", "9 %"], ["PM10", "gravimetric, 47 mm quartz filters", "1 µg/m³", "every 90 days", "7 %"], ["PM2.5", "beta attenuation, factor 0.94", "2 µg/m³", "every 30 days", "14 %"], ["O3", "ultraviolet absorption", "1 µg/m³", "every 30 days", "6 %"], ["SO2", "ultraviolet fluorescence", "0.8 µg/m³", "every 14 days", "11 %"], ["Benzene", "pumped sampling, gas chromatography", "0.1 µg/m³", "every 180 days", "16 %"], ["Metals", "ICP-MS of PM10 filters", "0.2 ng/m³", "each batch", "21 %"]])
add("A daily mean needs at least 18 valid hours, a monthly mean 75 percent of the days and an annual mean 85 percent of the hours. Values below the detection limit count with half of it. Hours in which a calibration runs are left out. A value is struck out when two of the following apply:\n\n#. it is more than five times the value of the hour before;\n#. the instrument reported a fault;\n#. the neighbouring stations do not show it;\n#. the flow was more than 10 percent off.\n")
add("*Data capture* is the share of valid hours among all hours of the year less those of planned maintenance. *Kerbside* is within one metre of a kerb, *roadside* from one to five metres.\n")
head("5. Nitrogen dioxide", "-")
table("Table 4. Means of NO2 by month (1 = January) and year in µg/m³", [12] + [6] * 12 + [9, 9], ["Station", *map(str, range(1, 13)), "2025", "2024"], [[s[0], *[f"{v:.0f}" if not (s[0] == "CB10" and i in (4, 5)) else "–" for i, v in enumerate(monthly[s[0]])], num(s[5]), num(s[5] * rng.uniform(1.01, 1.07))] for s in STATIONS])
add("The dash marks months with too few data. The highest hour of the year, 187 µg/m³, was measured at Marlpit Street on 16 January between 18 and 19 h.\n")
head("6. Particulate matter", "-")
natural = {"CB01": 2, "CB02": 2, "CB03": 2, "CB04": 1, "CB05": 2, "CB06": 2, "CB07": 1, "CB08": 1, "CB10": 1, "CB11": 2, "CB12": 2, "CB13": 1, "CB15": 1, "CB16": 2}
table("Table 5. PM10: annual means, days above 50 µg/m³ and data capture", [12, 24, 12, 14, 13, 13, 12], ["Station", "Name", "Mean, µg/m³", "Days measured above 50", "Of these natural", "90.4th percentile", "Capture, %"], [[s[0], s[1], num(s[6]), days[s[0]], natural[s[0]], percentile(s), f"{rng.uniform(88, 99):.1f}"] for s in STATIONS])
table("Table 6. PM2.5: annual means in µg/m³", [14, 30, 14, 14, 14, 14], ["Station", "Name", "2025", "2024", "2023", "2022"], [[s[0], s[1], num(s[7]), num(s[7] * rng.uniform(.97, 1.06)), num(s[7] * rng.uniform(1.0, 1.1)), num(s[7] * rng.uniform(1.03, 1.14)) if s[0] != "CB16" else "–"] for s in STATIONS if s[7]])
head("7. Ozone", "-")
table("Table 7. Ozone: days with an 8-hour value above 120 µg/m³ and highest hours", [12, 22, 11, 11, 11, 13, 20], ["Station", "Name", "2025", "2024", "2023", "Mean of three", "Highest hour 2025, µg/m³"], [[s[0], s[1], a, b, c, f"{(a + b + c) / 3:.1f}", f"{m} on {d}"] for s, (a, b, c, m, d) in zip([s for s in STATIONS if s[8]], [(12, 6, 9, 171, "1 July"), (15, 9, 11, 178, "1 July"), (24, 14, 19, 189, "2 July"), (31, 20, 26, 197, "2 July"), (22, 13, 16, 184, "30 June"), (38, 24, 31, 214, "2 July"), (17, 10, 12, 176, "1 July")])])
add("The public was informed on 30 June, 1 July and 2 July. The alert threshold was not reached.\n")
head("8. Sulphur dioxide, benzene and metals", "-")
table("Table 8. SO2 in µg/m³", [14, 26, 15, 15, 15, 15], ["Station", "Name", "Annual mean", "Winter mean", "Highest day", "Highest hour"], [[s[0], s[1], num(s[9]), num(s[9] * 1.3), f"{s[9] * 4.1:.0f}", f"{s[9] * 11.5:.0f}"] for s in STATIONS if s[9]])
table("Table 9. Metals in PM10, annual means", [14, 26, 15, 15, 15, 15], ["Station", "Name", "Lead, µg/m³", "Arsenic, ng/m³", "Cadmium, ng/m³", "Nickel, ng/m³"], [["CB01", "Marlpit Street", "0.011", "0.8", "0.2", "2.4"], ["CB02", "Hallam Square", "0.008", "0.6", "0.2", "1.7"], ["CB05", "Brackley Works", "0.046", "3.9", "1.1", "6.8"], ["CB06", "Coldharbour Docks", "0.031", "1.8", "0.9", "11.2"], ["CB08", "Sallow Fen", "0.003", "0.3", "0.1", "0.7"], ["CB11", "Quarry Lane", "0.014", "2.2", "0.4", "3.5"]])
table("Table 10. Benzene in µg/m³", [14, 36, 17, 17, 16], ["Station", "Name", "2025", "2024", "Highest week"], [[s[0], s[1], num(s[10]), num(s[10] * 1.08), num(s[10] * 2.7)] for s in STATIONS if s[10]])
head("9. Trend", "-")
table("Table 11. Means over all urban background stations, µg/m³", [16, 14, 14, 14, 14, 14, 14], ["Pollutant", "2015", "2017", "2019", "2021", "2023", "2025"], [["NO2", "32.8", "31.0", "28.9", "23.1", "24.0", "23.1"], ["PM10", "27.9", "26.6", "25.8", "23.4", "24.1", "23.5"], ["PM2.5", "17.2", "16.1", "15.0", "13.5", "13.3", "12.8"], ["O3", "36.5", "38.2", "40.4", "41.1", "42.0", "43.3"]])
head("10. Emissions and measures", "-")
table("Table 12. Emissions of the basin in 2024, tonnes", [34, 17, 17, 16, 16], ["Sector", "NOx", "PM10", "PM2.5", "SO2"], [["Road traffic", "3,840", "412", "251", "6"], ["Shipping and docks", "1,126", "88", "79", "214"], ["Industry", "1,975", "604", "268", "1,320"], ["Domestic heating", "688", "745", "722", "147"], ["Quarries and building", "164", "531", "96", "3"], ["Farming", "92", "266", "58", "1"], ["Airport", "417", "21", "19", "28"]])
table("Table 13. Measures of the plan 2024 to 2028", [9, 41, 16, 17, 17], ["No.", "Measure", "Start", "Cost, million", "Expected effect, NO2 at kerbs"], [["M1", "Low emission zone in Stanmere, inner ring", "March 2025", "4.2", "-3.5 µg/m³"], ["M2", "Shore power at Coldharbour, berths 1 to 4", "June 2026", "11.8", "-0.6 µg/m³"], ["M3", "Forty electric buses", "in steps to 2027", "21.5", "-1.9 µg/m³"], ["M4", "Grants for stoves and boilers", "October 2024", "6.0", "none"], ["M5", "Wheel washing and paved exits of quarries", "January 2025", "0.9", "none"], ["M7", "Speed limit 30 on school roads", "September 2025", "0.7", "-0.8 µg/m³"], ["M8", "Desulphurisation at Brackley Works", "2027", "15.3", "none"]])
add("\n.. raw:: pdf\n\n   PageBreak\n")
head("Appendix A. Daily means of PM10 in 2025, µg/m³", "-")
add("Stations CB01 Marlpit Street, CB02 Hallam Square, CB05 Brackley Works, CB06 Coldharbour Docks, CB08 Sallow Fen and CB11 Quarry Lane. n.v.: no valid daily mean.\n")
table("Table A.1. Daily means", [14, 10, 13, 13, 13, 13, 12, 12], ["Day", "", *[s[0] for s in chosen]], rows)
head("Appendix B. Daily means of NO2 in 2025, µg/m³", "-")
table("Table B.1. Daily means", [14, 10, 13, 13, 13, 13, 12, 12], ["Day", "", *[s[0] for s in chosen]], rows_no2)
head("Appendix C. Hours of NO2 above 150 µg/m³", "-")
table("Table C.1", [22, 22, 18, 38], ["Day", "Hour", "Station", "Value, µg/m³"], [["15 January", "18 – 19", "CB01", "164"], ["16 January", "08 – 09", "CB12", "158"], ["16 January", "18 – 19", "CB01", "187"], ["16 January", "19 – 20", "CB01", "171"], ["17 January", "18 – 19", "CB03", "152"], ["20 January", "08 – 09", "CB01", "161"], ["4 February", "18 – 19", "CB12", "155"], ["27 November", "17 – 18", "CB01", "159"], ["28 November", "18 – 19", "CB12", "163"]])
style = WORK / "air.yaml"
style.write_text("pageSetup:\n  size: A4\n  margin-top: 2cm\n  margin-bottom: 1.8cm\nstyles:\n  base:\n    fontName: Times-Roman\n    fontSize: 10\n  bodytext:\n    fontSize: 10\n  table-body:\n    fontSize: 8\n  table:\n    spaceBefore: 4\n    colWidths: []\n", encoding="utf-8")
RstToPdf(stylesheets=[str(style)], breaklevel=0, header="Carrow Basin Environment Authority", footer="CBEA/AQ/26/02 - ###Page###").createPdf(text="\n".join(parts), source_path="air.rst", output=str(WORK / "air.pdf"))
subprocess.run(["qpdf", "--compress-streams=y", "--object-streams=generate", "--deterministic-id", str(WORK / "air.pdf"), str(OUT / "carrow-basin-air-2025.pdf")], check=True)
