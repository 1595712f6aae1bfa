"""Inland marine rate manual: ReportLab Platypus, bands, a table over pages without repeated header, a landscape page."""
import pathlib, random, sys
from reportlab.lib import colors
from reportlab.lib.pagesizes import letter, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import BaseDocTemplate, Frame, NextPageTemplate, PageBreak, PageTemplate, Paragraph, Spacer, Table

OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
BODY = ParagraphStyle("b", fontName="Times-Roman", fontSize=10.5, leading=13.2, spaceAfter=5)
RULE = ParagraphStyle("r", parent=BODY, fontName="Times-Bold", spaceBefore=6, spaceAfter=2)
SUB = ParagraphStyle("s", parent=BODY, leftIndent=20, spaceAfter=2)
SUB2 = ParagraphStyle("s2", parent=BODY, leftIndent=40, spaceAfter=2)
HEAD = ParagraphStyle("h", fontName="Helvetica-Bold", fontSize=13, leading=17, spaceBefore=8, spaceAfter=6)
NOTE = ParagraphStyle("n", parent=BODY, fontSize=8.5, leading=10.5)

TEXT = [
("H", "SECTION I – GENERAL RULES"),
("R", "IM-1. Application of this manual"),
("B", "This manual holds the rules and rates of Wendover Plains Insurance Company for inland marine business in the State of Ellany. It applies to policies effective on or after March 1, 2026. Property that is insured under a policy of the Commercial Property Division is not eligible."),
("R", "IM-2. Policy term and premium"),
("B", "Policies are written for one year. A policy may be written for three years at 2.85 times the annual premium when all of it is paid in advance."),
("R", "IM-3. Classes of business"),
("B", "The following classes are written:"),
("S", "A. Contractors' equipment (Section II)"), ("S", "B. Motor truck cargo (Section III)"), ("S", "C. Fine arts (Section IV)"), ("S", "D. Musical instruments and cameras (Section V)"), ("S", "E. Installation floater (Section VI)"),
("R", "IM-4. Property not accepted"),
("B", "The Company does not accept:"),
("S", "1. aircraft, watercraft over 18 feet and vehicles licensed for the road, except trailers;"),
("S", "2. property held for sale by a dealer;"),
("S", "3. equipment that works underground or afloat;"),
("S", "4. furs and precious stones, set or unset;"),
("S", "5. equipment leased to others without an operator, unless the referral of Rule IM-12 was granted;"),
("S", "6. live animals;"),
("S", "7. property in course of manufacture."),
("R", "IM-5. Deductibles"),
("B", "The rates contemplate a deductible of $1,000. For other deductibles multiply the premium by the factor of Table 2. For theft of tools the deductible is never less than $2,500."),
("R", "IM-6. Coinsurance"),
("B", "Rates of Section II contemplate coinsurance of 90 percent. With 80 percent add 6 percent to the premium; with 100 percent deduct 5 percent. Coinsurance does not apply to Sections IV and V."),
("R", "IM-7. Minimum premiums"),
("B", "The minimum annual premium is $350 for contractors' equipment, $600 for motor truck cargo, $150 for fine arts, $75 for musical instruments and cameras, and $275 for an installation floater. Minimum premiums are not reduced by deductible factors."),
("R", "IM-9. Rounding"),
("B", "Rates are kept to three decimals. The premium of each item is rounded to the nearest whole dollar; fifty cents are rounded up."),
("R", "IM-10. Changes and cancellation"),
("B", "Additional premium below $20 is waived. When the insured cancels, the Company retains 12 percent of the unearned premium; when the Company cancels, the refund is pro rata. Cancellation by the Company takes effect 30 days after notice is mailed, or 15 days when premium is not paid."),
("R", "IM-11. Credits for protection"),
("B", "The credits of Table 3 are added together. Their total may not exceed 20 percent. A credit ends on the day on which the device is out of service for more than 72 hours."),
("R", "IM-12. Referral"),
("B", "A submission is referred to the home office when"),
("S", "(a) one item is valued over $750,000;"),
("S", "(b) the total of all items exceeds $4,000,000;"),
("S", "(c) there were three losses or more in five years;"),
("S", "(d) equipment is leased to others without an operator; or"),
("S", "(e) a crane has a boom of more than 200 feet."),
("R", "IM-13. Loss experience"),
("B", "The premium is modified by the loss ratio of the last three years: below 25 percent, deduct 10 percent; 25 to 49 percent, no change; 50 to 74 percent, add 15 percent; 75 percent and over, add 35 percent. Accounts with less than three years of experience are not modified."),
("R", "IM-14. Definitions"),
("S", "<b>Actual cash value</b> – cost to replace, less depreciation."),
("S", "<b>Small tool</b> – a hand tool worth no more than $500."),
("S", "<b>Radius</b> – the distance, in a straight line, from the terminal to the farthest point of regular delivery."),
("S", "<b>Blanket item</b> – an item without a schedule, for which no single piece is worth more than $10,000."),
("H", "SECTION II – CONTRACTORS' EQUIPMENT"),
("R", "CE-1. Premium determination"),
("S", "Step 1. Find the rate of the class code in Table 1 for the territory."),
("S", "Step 2. Multiply by the insured value divided by 100."),
("S", "Step 3. Multiply by the deductible factor of Table 2."),
("S", "Step 4. Multiply by 1.00 less the credits of Table 3."),
("S", "Step 5. Apply the coinsurance adjustment of Rule IM-6 and the modification of Rule IM-13."),
("S", "Step 6. Round as in Rule IM-9."),
("B", "<i>Example.</i> A backhoe loader (code 211) in territory 2 is valued at $68,000. Deductible $2,500, GPS tracking, 90 percent coinsurance, no modification: 680 × 1.144 = 777.92; × 0.93 = 723.47; × 0.94 = 680.06. The premium is $680."),
("R", "CE-2. Territories"),
("B", "Territory 1 is Alder, Brule, Cass, Dundy and Frontier counties. Territory 2 is Garfield, Hitchcock, Keya, Loup and Nance counties. Territory 3 is the City of Port Ellany and Rock, Sarpy and Thayer counties. All other counties are territory 2."),
("R", "CE-3. Rented equipment"),
("B", "Equipment rented from others is rated on the annual rental cost at $1.85 per $100 of rental cost in all territories. Limits over $250,000 for one item are surcharged 10 percent."),
("R", "CE-4. Small tools"),
("B", "Small tools are written on a blanket basis only, at code 290. The limit for one employee is $2,000."),
("R", "CE-6. Rental reimbursement"),
("B", "Rental reimbursement costs $38 for each $1,000 of monthly limit. It begins 72 hours after the loss and ends after 90 days."),
]
CODES = [("EARTH MOVING", [("201","Bulldozer, up to 150 hp"),("202","Bulldozer, over 150 hp"),("205","Motor grader"),("207","Scraper"),("211","Backhoe loader"),("212","Wheel loader"),("214","Skid steer loader"),("216","Excavator, up to 20 tons"),("217","Excavator, over 20 tons"),("219","Trencher")]),
("LIFTING", [("221","Crane, crawler"),("222","Crane, truck mounted"),("224","Tower crane"),("226","Forklift, rough terrain"),("228","Boom lift"),("229","Scissor lift")]),
("PAVING AND COMPACTION", [("231","Asphalt paver"),("232","Roller, static"),("233","Roller, vibratory"),("236","Milling machine"),("238","Plate compactor")]),
("CONCRETE AND MASONRY", [("241","Concrete mixer, portable"),("242","Concrete pump, trailer"),("244","Batch plant, mobile"),("246","Power trowel"),("248","Scaffolding")]),
("DRILLING AND QUARRY", [("251","Rock drill"),("253","Water well rig"),("255","Crusher, portable"),("257","Screening plant")]),
("ENERGY AND PUMPING", [("261","Air compressor"),("262","Generator, up to 100 kW"),("263","Generator, over 100 kW"),("265","Dewatering pump"),("267","Light tower"),("269","Welder")]),
("FORESTRY", [("271","Chipper"),("273","Feller buncher"),("274","Log skidder"),("276","Stump grinder")]),
("OTHER", [("281","Office trailer"),("283","Storage container"),("285","Survey instruments"),("290","Small tools, blanket"),("299","Equipment not otherwise classified")])]

def table(data, widths, spans=(), bands=(), repeat=0, size=9):
    style = [("FONT", (0,0), (-1,-1), "Times-Roman", size), ("ALIGN", (-1,0), (-1,-1), "RIGHT"), ("LINEBELOW", (0,0), (-1,0), .5, colors.black), ("LINEABOVE", (0,0), (-1,0), .8, colors.black), ("LINEBELOW", (0,-1), (-1,-1), .8, colors.black), ("VALIGN", (0,0), (-1,-1), "MIDDLE"), ("TOPPADDING", (0,0), (-1,-1), 2), ("BOTTOMPADDING", (0,0), (-1,-1), 2), ("FONT", (0,0), (-1,0), "Times-Bold", size)]
    for r in bands: style += [("BACKGROUND", (0,r), (-1,r), colors.HexColor("#dde3ea")), ("SPAN", (0,r), (-1,r)), ("FONT", (0,r), (-1,r), "Times-Bold", size)]
    for a, b in spans: style += [("SPAN", a, b), ("ALIGN", a, b, "CENTER")]
    return Table(data, widths, style=style, repeatRows=repeat, hAlign="LEFT")

def header(c, d):
    c.setFont("Helvetica", 8); w, h = c._pagesize
    c.drawString(54, h-34, "WENDOVER PLAINS INSURANCE COMPANY"); c.drawRightString(w-54, h-34, "INLAND MARINE MANUAL – ELLANY")
    c.drawString(54, 30, "Edition 3-26"); c.drawRightString(w-54, 30, f"IM-{d.page}")

doc = BaseDocTemplate(str(OUT/"wendover-plains-inland-marine.pdf"), pagesize=letter, invariant=1, title="Inland Marine Manual")
doc.addPageTemplates([PageTemplate("p", [Frame(54,50,504,690)], onPage=header), PageTemplate("l", [Frame(54,50,684,500)], onPage=header, pagesize=landscape(letter))])
f = []
S = {"H":HEAD,"R":RULE,"B":BODY,"S":SUB}
for k, t in TEXT: f.append(Paragraph(t, S[k]))
rnd = random.Random(71)
rows, bands = [["Code","Equipment","Terr. 1","Terr. 2","Terr. 3"]], []
for band, items in CODES:
    bands.append(len(rows)); rows.append([band,"","","",""])
    for code, name in items:
        b = rnd.randint(620, 1950)/1000
        if code == "211": r = (1.021, 1.144, 1.382)
        else: r = (b, round(b*1.12,3), round(b*1.35,3))
        rows.append([code, name] + ([f"{x:.3f}" for x in r] if code != "224" else ["(a)","(a)","(a)"]))
f += [PageBreak(), Paragraph("Table 1 – Contractors' equipment: annual rates per $100 of value", RULE), table(rows, [40,200,60,60,60], bands=bands), Paragraph("(a) Refer to company.", NOTE)]
f += [Paragraph("Table 2 – Deductible factors", RULE), table([["Deductible","Sections II and VI","Section III","Sections IV and V"],["$250","n/a","n/a","1.09"],["$500","1.08","1.12","1.04"],["$1,000","1.00","1.00","1.00"],["$2,500","0.93","0.91","0.88"],["$5,000","0.85","0.82","0.80"],["$10,000","0.76","0.72","n/a"]],[90,110,90,110])]
f += [Paragraph("Table 3 – Credits for protection (Section II)", RULE), table([["Device","Credit"],["GPS tracking of the item","6%"],["Keyed ignition lockout","4%"],["Fenced and lit yard","5%"],["Registration with the equipment register","3%"],["Watchman at night","8%"]],[220,60])]
f += [Paragraph("SECTION III – MOTOR TRUCK CARGO", HEAD), Paragraph("MC-1. Premium", RULE), Paragraph("The premium for each vehicle is the rate of Table 4 for the limit and radius, times the factor of the commodity group of Table 5. A fleet of five or more vehicles receives a discount of 7 percent, one of fifteen or more a discount of 12 percent. Refrigeration breakdown is added at 18 percent of the premium; it is available for groups C and D alone.", BODY),
 Paragraph("MC-2. Commodities", RULE), Paragraph("Where several commodities are carried, the group with the highest factor applies if it makes up 10 percent of the receipts or more. Tobacco, alcohol, money and household goods are excluded.", BODY)]
f += [NextPageTemplate("l"), PageBreak(), Paragraph("Table 4 – Motor truck cargo: annual rate for each vehicle, in dollars", RULE)]
g = [["Limit","Radius up to 50 miles","","51 to 200 miles","","201 to 500 miles","","Over 500 miles",""],["","Single unit","Tractor","Single unit","Tractor","Single unit","Tractor","Single unit","Tractor"]]
for lim, b in (("$10,000",118),("$25,000",171),("$50,000",236),("$75,000",288),("$100,000",334),("$150,000",417),("$200,000",489),("$250,000",556)):
    g.append([lim]+[str(round(b*k)) for k in (1,1.18,1.31,1.52,1.74,2.03,2.22,2.61)])
f += [table(g,[70]+[74]*8,spans=[((1,0),(2,0)),((3,0),(4,0)),((5,0),(6,0)),((7,0),(8,0))])]
f += [Paragraph("Table 5 – Commodity groups", RULE), table([["Group","Commodities","Factor"],["A","Sand, gravel, lumber, brick, unfinished steel","0.78"],["B","General freight, paper, furniture, canned food","1.00"],["C","Fresh produce, dairy, flowers","1.26"],["D","Meat, seafood, frozen food, medicines","1.44"],["E","Electronics, clothing, copper, tires","1.83"]],[60,360,60])]
f += [NextPageTemplate("p"), PageBreak(), Paragraph("SECTION IV – FINE ARTS", HEAD), Paragraph("FA-1. Private collections are rated at the rates of Table 6 for each $100 of agreed value. Fragile articles, such as glass and porcelain, carry breakage at 0.120 in addition. Newly acquired works are covered automatically for 90 days, up to 25 percent of the schedule.", BODY), Paragraph("FA-2. Works on loan to a museum are charged half the rate while they are there, if the museum has signed the loan form FA-22.", BODY),
 Paragraph("Table 6 – Fine arts rates", RULE), table([["Construction and protection","First $250,000","Next $750,000","Over $1,000,000"],["Fire resistive, central alarm","0.095","0.071","0.052"],["Fire resistive, local alarm","0.124","0.096","0.073"],["Masonry, central alarm","0.148","0.117","0.089"],["Masonry, local alarm","0.187","0.149","0.118"],["Frame, central alarm","0.236","0.190","0.152"],["Frame, local alarm or none","0.311","0.254","refer"]],[180,90,90,100]),
 Paragraph("SECTION V – MUSICAL INSTRUMENTS AND CAMERAS", HEAD), Paragraph("MI-1. An owner who plays or works for pay is professional; all others are amateurs. Teachers and students of a conservatory are rated as amateurs.", BODY),
 Paragraph("Table 7 – Rates per $100", RULE), table([["Article","Amateur","Professional"],["Strings and bows","0.55","1.30"],["Woodwind","0.62","1.45"],["Brass and percussion","0.70","1.62"],["Keyboards, electronic","0.90","2.10"],["Cameras and lenses","1.35","2.85"],["Lighting and tripods","1.10","2.20"],["Drones","n/a","6.40"]],[180,80,80]),
 Paragraph("MI-2. An orchestra that insures 20 instruments or more on one policy receives 15 percent off. Worldwide territory costs 25 percent more; without it cover ends at the borders of the United States and Canada.", BODY),
 Paragraph("SECTION VI – INSTALLATION FLOATER", HEAD), Paragraph("IF-1. The premium is the contract price divided by 100, times the rate of Table 8. Jobs longer than twelve months are charged 8 percent more for each further month or part of one. Testing of machines is added at 0.050 for each $100.", BODY),
 Paragraph("Table 8 – Installation rates per $100 of contract price", RULE), table([["Trade","Without transit","With transit"],["Electrical","0.140","0.185"],["Heating and air conditioning","0.165","0.210"],["Plumbing","0.155","0.190"],["Elevators","0.230","0.305"],["Solar panels","0.275","0.360"],["Signs","0.390","0.480"]],[180,100,100])]
doc.build(f)
