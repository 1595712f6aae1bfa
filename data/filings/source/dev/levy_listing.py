"""A county's listing of tax levies as a line printer would write it: ReportLab canvas, Courier, 132 columns.

There is no table in the file, only lines of text with blanks between them.
"""

import random

import build
from reportlab.lib.pagesizes import landscape, letter
from reportlab.pdfgen import canvas

DISTRICTS = [  # number, name, kind, levy per $1,000
    ("0010", "QUARREL COUNTY GENERAL", "COUNTY", 2.4173), ("0011", "QUARREL COUNTY LIBRARY", "COUNTY", 0.3910), ("0012", "QUARREL COUNTY 4-H EXTENSION", "COUNTY", 0.0499),
    ("0101", "CITY OF BARLOW", "CITY", 4.1025), ("0102", "CITY OF DENHOLM", "CITY", 3.6612), ("0103", "CITY OF PETRA SPRINGS", "CITY", 5.2280), ("0104", "CITY OF WICK", "CITY", 2.9447),
    ("0201", "BARLOW SCHOOL DIST 1", "SCHOOL", 4.8874), ("0202", "DENHOLM SCHOOL DIST 4", "SCHOOL", 4.5521), ("0203", "WICK-LORTON SCHOOL DIST 9J", "SCHOOL", 4.9310), ("0204", "PETRA UNION HIGH", "SCHOOL", 1.7705), ("0209", "QUARREL EDUCATION SERVICE", "SCHOOL", 0.3024),
    ("0301", "BARLOW RURAL FIRE", "FIRE", 1.5630), ("0302", "DENHOLM FIRE DIST 2", "FIRE", 1.9215), ("0303", "SOUTH VALLEY FIRE", "FIRE", 1.2044), ("0305", "LORTON FIRE", "FIRE", 2.1150),
    ("0401", "NORTH QUARREL HOSPITAL", "HEALTH", 0.6850), ("0402", "WICK AMBULANCE", "HEALTH", 0.4425), ("0501", "BARLOW PARK AND REC", "PARKS", 0.8760), ("0502", "PETRA SPRINGS PARKS", "PARKS", 0.5541),
    ("0601", "LOWER MARL WATER CONTROL", "WATER", 0.1288), ("0602", "UPPER MARL DRAINAGE", "WATER", 0.2034), ("0701", "QUARREL VECTOR CONTROL", "OTHER", 0.0731), ("0702", "PORT OF BARLOW", "OTHER", 0.2290), ("0801", "BARLOW SCHOOL BOND 2018", "BOND", 1.1456), ("0802", "DENHOLM SEWER BOND 2021", "BOND", 0.7733),
]
GROUPS = [("001", "BARLOW", ["0101", "0201", "0209", "0401", "0501", "0702", "0801"]), ("002", "BARLOW RURAL", ["0201", "0209", "0301", "0401", "0801"]), ("004", "DENHOLM", ["0102", "0202", "0209", "0302", "0802"]), ("005", "DENHOLM RURAL", ["0202", "0209", "0302"]),
          ("009", "WICK", ["0104", "0203", "0209", "0402"]), ("011", "LORTON", ["0203", "0209", "0305", "0402"]), ("014", "PETRA SPRINGS", ["0103", "0204", "0202", "0209", "0303", "0502"]), ("017", "SOUTH VALLEY", ["0204", "0202", "0209", "0303"])]
EXTRA = ["0601", "0602", "0701", "0401", "0402", "0303", "0501"]
LINES_PER_PAGE = 50


def lines():
    """Detail by code area, then the summary by district. A value of None begins a page."""
    rng = random.Random(1911)
    by_number = {d[0]: d for d in DISTRICTS}
    used = {d[0]: 0 for d in DISTRICTS}
    for group, name, base in GROUPS:
        for sub in range(1, rng.randrange(6, 10)):
            if sub == 4:
                continue
            extra = sorted(set(rng.sample(EXTRA, rng.randrange(0, 3))) - set(base))
            value = rng.randrange(3_000, 480_000) * 1_000
            yield f"CODE AREA {group}-{sub:02d}   {name:<24}{'TAXABLE VALUE':>28}{value:>18,}"
            total = 0
            for number in ["0010", "0011", "0012"] + base + extra:
                _, district, kind, rate = by_number[number]
                used[number] += value
                total += round(rate * 10_000)
                yield f"     {number}  {district:<34}{kind:<10}{rate:>12.4f}{value * rate / 1000:>22,.2f}"
            yield f"{'TOTAL RATE':>49}  {'':<8}{total / 10_000:>12.4f}"
            yield ""
    yield None
    yield "SUMMARY BY DISTRICT"
    yield ""
    for number, name, kind, rate in DISTRICTS:
        yield f"     {number}  {name:<34}{kind:<10}{rate:>12.4f}{used[number]:>20,}{used[number] * rate / 1000:>20,.2f}"
    yield ""
    yield "RATES ARE DOLLARS PER 1,000 DOLLARS OF TAXABLE VALUE.  BOND LEVIES ARE OUTSIDE THE LIMIT OF MEASURE 5."
    yield "A CODE AREA WHOSE TOTAL WITHOUT BONDS EXCEEDS 15.0000 IS REDUCED IN PROPORTION, UNLESS ITS VOTERS APPROVED MORE."
    yield "TAXES UNDER 12.00 ARE NOT BILLED.  PAYMENT IN FULL BY NOVEMBER 15 EARNS 3 PERCENT, TWO THIRDS BY THEN 2 PERCENT."


def main():
    page = canvas.Canvas(str(build.OUT / "quarrel-county-levies.pdf"), pagesize=landscape(letter), invariant=1)
    page.setTitle("TX-410R")
    number, left, text = 0, 0, None
    for line in [None, *lines()]:
        if line is None or left == 0:
            if number:
                page.drawText(text)
                page.showPage()
            number, left = number + 1, LINES_PER_PAGE
            text = page.beginText(40, 570)
            text.setFont("Courier", 8.2, 10)
            text.textLine(f"REPORT TX-410R{'QUARREL COUNTY ASSESSOR':>48}{'PAGE':>36}{number:>5}")
            text.textLine(f"RUN 10/02/2025{'TAX LEVIES BY CODE AREA, ROLL 2025-26':>56}")
            text.textLine("")
            text.textLine(f"     DIST  {'NAME':<34}{'KIND':<10}{'RATE':>12}{'AMOUNT':>22}")
            text.textLine("-" * 104)
        if line is not None:
            text.textLine(line)
            left -= 1
    page.drawText(text)
    page.save()


main()
