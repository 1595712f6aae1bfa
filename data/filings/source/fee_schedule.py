"""Fee schedule of an invented town: a workbook by openpyxl, printed to PDF by LibreOffice Calc."""

import build
from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

BANDS = """
# 100 Town Clerk
CLK-101|Certified copy of a vital record, first copy|15.00|15.00|each
CLK-102|Certified copy of a vital record, further copies|8.00|9.00|each
CLK-103|Marriage licence|40.00|45.00|each
CLK-104|Dog licence, neutered|9.00|10.00|per year
CLK-105|Dog licence, not neutered|24.00|26.00|per year
CLK-106|Dog licence, late after April 30|15.00|15.00|surcharge
CLK-107|Raffle permit|20.00|20.00|each
CLK-108|Business name registration|30.00|35.00|4 years
CLK-110|Notary service|5.00|5.00|per signature
CLK-111|Public records, paper copies|0.15|0.15|per page
CLK-112|Public records, search beyond two hours|22.00|24.50|per hour
# 200 Building
BLD-201|Permit, one- or two-family dwelling, new|9.50|10.25|per $1,000 of value
BLD-202|Permit, addition or alteration|8.00|8.75|per $1,000 of value
BLD-203|Permit, commercial building, new|12.00|13.00|per $1,000 of value
BLD-204|Permit, commercial alteration|11.00|11.75|per $1,000 of value
BLD-205|Minimum permit fee|60.00|65.00|each
BLD-206|Roofing or siding|50.00|55.00|each
BLD-207|Replacement windows, up to 10|45.00|50.00|each
BLD-208|Replacement windows, over 10|75.00|80.00|each
BLD-209|Swimming pool, above ground|70.00|75.00|each
BLD-210|Swimming pool, in ground|140.00|155.00|each
BLD-211|Demolition, dwelling|150.00|160.00|each
BLD-212|Demolition, commercial|300.00|325.00|each
BLD-213|Shed up to 200 sq ft|no fee|25.00|each
BLD-214|Solar panels, roof|60.00|no fee|each
BLD-215|Solar panels, ground|110.00|50.00|each
BLD-217|Certificate of occupancy, dwelling|45.00|50.00|each
BLD-218|Certificate of occupancy, commercial|120.00|130.00|each
BLD-219|Re-inspection after a failed inspection|55.00|60.00|each
BLD-220|Work begun without a permit|double fee|triple fee|
# 300 Planning and Zoning
PZC-301|Site plan, up to 5,000 sq ft|410.00|430.00|each
PZC-302|Site plan, 5,001 to 25,000 sq ft|820.00|860.00|each
PZC-303|Site plan, over 25,000 sq ft|1640.00|1720.00|plus $40 per 1,000 sq ft
PZC-304|Subdivision, per lot|275.00|290.00|per lot
PZC-305|Special permit|350.00|375.00|each
PZC-306|Zone change|900.00|950.00|each
PZC-307|Variance, residential|225.00|240.00|each
PZC-308|Variance, commercial|450.00|475.00|each
PZC-309|Home occupation|50.00|60.00|per year
PZC-310|Wetlands review, single lot|180.00|195.00|each
PZC-311|Wetlands review, other|520.00|545.00|each
PZC-312|Sign permit, up to 16 sq ft|65.00|70.00|each
PZC-313|Sign permit, over 16 sq ft|130.00|140.00|each
PZC-314|Zoning map, printed|18.00|20.00|each
# 400 Public Works
DPW-401|Driveway opening|85.00|90.00|each
DPW-402|Street excavation, up to 10 ft|160.00|175.00|each
DPW-403|Street excavation, over 10 ft|160.00|175.00|plus $12 per ft over 10
DPW-404|Transfer station sticker, resident|110.00|125.00|per year
DPW-405|Transfer station sticker, resident over 65|55.00|60.00|per year
DPW-406|Second sticker, same household|20.00|25.00|per year
DPW-407|Bulky item: mattress or box spring|15.00|0.00|each
DPW-408|Bulky item: sofa|20.00|22.00|each
DPW-409|Refrigerator or air conditioner|18.00|20.00|each
DPW-410|Tires, passenger|4.00|5.00|each
DPW-411|Tires, truck|14.00|16.00|each
DPW-412|Brush, pick-up load|12.00|14.00|per load
DPW-413|Compost, bulk|25.00|25.00|per cubic yard
DPW-414|Town bags, large (33 gal)|2.25|2.50|each
DPW-415|Town bags, small (15 gal)|1.25|1.40|each
# 500 Recreation
REC-501|Pool membership, child|60.00|64.00|per season
REC-502|Pool membership, adult|95.00|102.00|per season
REC-503|Pool membership, family of up to 5|210.00|225.00|per season
REC-504|Pool membership, senior (62+)|45.00|45.00|per season
REC-505|Day pass, weekday|6.00|7.00|each
REC-506|Day pass, weekend|9.00|10.00|each
REC-507|Swimming lessons, eight sessions|72.00|78.00|per child
REC-508|Summer camp, one week|195.00|210.00|per child
REC-509|Summer camp, second child of a family|170.00|182.00|per child
REC-510|Camp extended care|50.00|55.00|per week
REC-512|Field rental, no lights|35.00|38.00|per hour
REC-513|Field rental, with lights|65.00|72.00|per hour
REC-514|Tennis court, non-resident|12.00|12.00|per hour
REC-515|Pavilion, resident|80.00|85.00|per day
REC-516|Pavilion, non-resident|160.00|175.00|per day
REC-517|Community garden plot|30.00|32.00|per season
# 600 Fire and Ambulance
FIR-601|Burn permit|10.00|10.00|per season
FIR-602|False alarm, third in a year|100.00|110.00|each
FIR-603|False alarm, fourth and later|200.00|225.00|each
FIR-604|Inspection, daycare or school|no fee|no fee|each
FIR-605|Inspection, other business|50.00|55.00|each
FIR-606|Ambulance, basic life support|690.00|735.00|per transport
FIR-607|Ambulance, advanced life support|1040.00|1095.00|per transport
FIR-608|Ambulance mileage|17.50|18.25|per loaded mile
FIR-609|Stand-by at an event, crew of two|130.00|140.00|per hour
# 700 Health
HLT-701|Food service, class 1|110.00|115.00|per year
HLT-702|Food service, class 2|190.00|200.00|per year
HLT-703|Food service, class 3|265.00|280.00|per year
HLT-704|Food service, class 4|340.00|360.00|per year
HLT-705|Temporary food event|45.00|50.00|per event
HLT-706|Septic system, new|215.00|230.00|each
HLT-707|Septic system, repair|115.00|125.00|each
HLT-708|Well permit|125.00|130.00|each
HLT-709|Soil test, per lot|150.00|160.00|per lot
HLT-710|Body art establishment|240.00|250.00|per year
""".strip().splitlines()

NOTES = [
    "1. Fees are due when the application is filed. A fee is not refunded once review has begun.",
    "2. Non-profit organizations pay half of the fees of sections 300 and 500, unless they hold the event for profit.",
    "3. Town departments and the school district pay no fee of sections 200 and 400, except DPW-413.",
    "4. The value under BLD-201 to BLD-204 is rounded up to the next $1,000.",
    "5. A senior is a resident aged 65 or more, for the pool 62 or more.",
    "6. A 2.45 percent service charge is added to card payments over $100; there is none for bank transfers.",
    "7. The Board of Selectmen may waive a fee up to $500; a larger waiver needs a vote of Town Meeting.",
]

PARKING = [  # lot, spaces, resident month, non-resident month, resident year, non-resident year, day
    ("A - Station North", 212, 55, 80, 560, 820, 6), ("B - Station South", 148, 55, 80, 560, 820, 6), ("C - Main Street", 64, 40, 70, 410, 715, 4),
    ("D - Town Hall", 38, None, None, None, None, 3), ("E - Library", 51, None, None, None, None, 2), ("F - Mill Pond", 90, 25, 45, 255, 460, 3),
    ("G - Harbor", 120, 35, 95, 350, 980, 12), ("H - Cross Road garage, level 1 to 3", 330, 70, 90, 720, 940, 8), ("H - Cross Road garage, roof", 110, 48, 62, 490, 640, 5),
]


def main():
    book = Workbook()
    sheet = book.active
    sheet.title = "Fees"
    sheet.append(["Town of Millbrook Falls"])
    sheet.append(["Schedule of Fees adopted by the Board of Selectmen on April 8, 2025"])
    sheet.append([])
    sheet.append(["Code", "Service", "Fee ($)", None, "Unit"])
    sheet.append([None, None, "FY 2025", "FY 2026", None])
    for cells in ("C4:D4", "A4:A5", "B4:B5", "E4:E5", "A1:E1", "A2:E2"):
        sheet.merge_cells(cells)
    thin = Side(style="thin", color="888888")
    for line in BANDS:
        if line.startswith("#"):
            sheet.append([line[2:]])
            row = sheet.max_row
            sheet.merge_cells(f"A{row}:E{row}")
            sheet[f"A{row}"].font = Font(bold=True)
            sheet[f"A{row}"].fill = PatternFill("solid", fgColor="D9D9D9")
            continue
        code, name, old, new, unit = line.split("|")
        sheet.append([code, name, number(old), number(new), unit])
        for cell in sheet[sheet.max_row]:
            cell.border = Border(bottom=thin)
            if cell.column in (3, 4):
                cell.number_format = "#,##0.00"
                cell.alignment = Alignment(horizontal="right")
    sheet["A1"].font = Font(bold=True, size=16)
    for name in ("A4", "B4", "C4", "C5", "D5", "E4"):
        sheet[name].font = Font(bold=True)
        sheet[name].alignment = Alignment(horizontal="center", vertical="center")
    for column, width in zip("ABCDE", (11, 48, 12, 12, 24)):
        sheet.column_dimensions[column].width = width
    sheet.print_title_rows = "4:5"
    sheet.oddFooter.left.text, sheet.oddFooter.right.text = "FY 2026 schedule", "Page &P of &N"
    notes = book.create_sheet("Notes")
    notes.column_dimensions["A"].width = 92
    notes.append(["Notes to the schedule"])
    for note in NOTES:
        notes.append([note])
        notes.cell(notes.max_row, 1).alignment = Alignment(wrap_text=True)
    parking(book.create_sheet("Parking"))
    for each in book:
        each.sheet_properties.pageSetUpPr.fitToPage = True
        each.page_setup.fitToHeight = 0
    book.save(build.WORK / "millbrook-falls-fees.xlsx")
    build.office("millbrook-falls-fees", "xlsx", "pdf")


def parking(sheet):
    sheet.page_setup.orientation = "landscape"
    sheet.append(["Parking permits, FY 2026"])
    sheet.append(["Lot", "Spaces", "Permit ($)", None, None, None, "Daily ($)"])
    sheet.append([None, None, "Monthly", None, "Annual", None, None])
    sheet.append([None, None, "Resident", "Non-resident", "Resident", "Non-resident", None])
    for cells in ("A2:A4", "B2:B4", "C2:F2", "C3:D3", "E3:F3", "G2:G4"):
        sheet.merge_cells(cells)
    for lot in PARKING:
        sheet.append(["n/a" if cell is None else cell for cell in lot])
    sheet.append(["Total", sum(lot[1] for lot in PARKING)])
    sheet.append(["Permits for lots D and E are not sold. In lot G the non-resident rates apply from May 15 to September 15 only; outside that season"])
    sheet.append(["non-residents pay the resident rates. A replacement permit costs $10."])
    sheet.column_dimensions["A"].width = 36
    for column in "BCDEFG":
        sheet.column_dimensions[column].width = 14


def number(text):
    return float(text) if text.replace(".", "").isdigit() else text or None


main()
