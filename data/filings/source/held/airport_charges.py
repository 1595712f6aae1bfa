"""Airport charges: ReportLab Platypus, conditions in two columns, tables under two header lines, a list of stands over pages."""
import pathlib, sys
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import BaseDocTemplate, Frame, FrameBreak, NextPageTemplate, PageBreak, PageTemplate, Paragraph, Spacer, Table

OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
B = ParagraphStyle("b", fontName="Helvetica", fontSize=9, leading=11.4, spaceAfter=4)
H = ParagraphStyle("h", parent=B, fontName="Helvetica-Bold", fontSize=11.5, leading=15, spaceBefore=6)
L = ParagraphStyle("l", parent=B, leftIndent=14, spaceAfter=1)
N = ParagraphStyle("n", parent=B, fontSize=7.5, leading=9)
T = ParagraphStyle("t", parent=B, fontName="Helvetica-Bold", fontSize=9.5)
W, P = A4
def foot(c, d):
    c.setFont("Helvetica", 7.5); c.drawString(50, 28, "Skarvøy Airport – Charges 2027, edition 2 of 14 October 2026"); c.drawRightString(W - 50, 28, f"{d.page}")
doc = BaseDocTemplate(str(OUT / "skarvoy-airport-charges-2027.pdf"), pagesize=A4, title="Skarvøy Airport: charges 2027", invariant=1, allowSplitting=1)
doc.addPageTemplates([PageTemplate("two", [Frame(50, 45, 240, P - 95), Frame(305, 45, 240, P - 95)], onPage=foot), PageTemplate("one", [Frame(50, 45, W - 100, P - 95)], onPage=foot)])
def table(rows, widths, head=1, spans=()):
    t = Table(rows, widths, repeatRows=head)
    t.setStyle([("FONT", (0, 0), (-1, -1), "Helvetica", 8.5), ("FONT", (0, 0), (-1, head - 1), "Helvetica-Bold", 8.5), ("LINEBELOW", (0, head - 1), (-1, head - 1), .8, colors.black), ("LINEABOVE", (0, 0), (-1, 0), .8, colors.black), ("LINEBELOW", (0, -1), (-1, -1), .5, colors.black), ("ALIGN", (1, 0), (-1, -1), "CENTER"), ("TOPPADDING", (0, 0), (-1, -1), 1.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 2), *[("SPAN", a, b) for a, b in spans]])
    return t
s = [Paragraph("Skarvøy Airport<br/>Conditions and charges 2027", ParagraphStyle("x", parent=H, fontSize=15, leading=19)),
 Paragraph("Valid from 1 January 2027. All amounts are in euros without value added tax. Invoices are due within 21 days; after that interest of 7.5 percent a year is charged.", B)]
for kind, text in [
 (H, "1 Terms"),
 (B, "<b>Maximum take-off mass</b> (MTOM) – the mass in the certificate of the aircraft, rounded up to the next full tonne."),
 (B, "<b>Transfer passenger</b> – a passenger who leaves within 12 hours of landing by an aircraft with another flight number."),
 (B, "<b>Home-based aircraft</b> – an aircraft with a parking contract of at least six months."),
 (B, "<b>Night</b> – the time between 22:30 and 05:59 local time."),
 (B, "<b>Turnaround</b> – the time from blocks on to blocks off, if it is no longer than 4 hours."),
 (H, "2 Who pays"),
 (B, "Charges are owed by the operator of the aircraft. If it is not known, the owner and the person who ordered the handling are liable together. The airport may ask for a deposit of three months of expected charges from operators who paid late twice within a year."),
 (H, "3 Flights free of landing charge"),
 (B, "No landing charge is made for"),
 (L, "a) flights of search and rescue;"), (L, "b) aircraft of heads of state;"), (L, "c) landings forced by weather or a technical fault within 60 minutes of departure;"), (L, "d) ambulance flights with a patient or an organ on board;"), (L, "e) calibration flights for the airport;"), (L, "f) gliders and balloons."),
 (H, "4 Passenger charge"),
 (B, "Passengers who do not pay: children under 2 years, crew on duty, passengers in direct transit and those of flights named in clause 3. Operators report the number of passengers within 48 hours; for a late report 85.00 is charged."),
 (H, "5 Noise"),
 (B, "Each aircraft is put into a noise category by its certificated margin. The noise charge is made for each landing. At night it is multiplied by 2.5. Aircraft of category N1 may not take off at night."),
 (H, "6 Parking"),
 (B, "The first 90 minutes are free. Then every hour that has begun counts. From the fourth day the rate is doubled. Home-based aircraft pay by month (table 6) instead."),
 (H, "8 Incentives"),
 (B, "For a new destination the landing charge is reduced by 60 percent in the first year, 40 percent in the second and 20 percent in the third. A destination is new if it was not served in the last 24 months. An operator with more than 1,500 landings in a calendar year gets back 6 percent of the landing charges of that year. Both may not be had for the same flight."),
 (H, "9 Cancelling of slots"),
 (B, "A slot given back later than 72 hours before the flight costs 120.00; one that is not used without notice 340.00. Nothing is charged if the airport was closed."),
 (H, "10 Complaints"),
 (B, "Objections are sent in writing within 30 days of the invoice to the charges office, Terminal B, room 2.14. They do not put off payment. The office answers within six weeks. After that the Aviation Board at Hasvik may be called on within two months."),
 (H, "11 De-icing"),
 (B, "De-icing is done on stands 31 to 34 only. Order it at least 40 minutes before departure by telephone, extension 418. The fluid is charged by litre; the lorry 195.00 for each call. Between 15 October and 15 April a winter readiness fee of 0.38 per tonne of MTOM is added to each landing charge."),
]: s.append(Paragraph(text, kind))
s += [NextPageTemplate("one"), PageBreak(), Paragraph("Tables of charges", H)]
bands = [("up to 2", 18.4, 14.2, "each"), ("over 2 to 5", 32.5, 25.1, "each"), ("over 5 to 14", 8.15, 6.3, "tonne"), ("over 14 to 35", 9.4, 7.25, "tonne"), ("over 35 to 80", 10.65, 8.2, "tonne"), ("over 80", 11.9, 9.15, "tonne")]
s += [Paragraph("Table 1 – Landing charge", T), table([["MTOM", "Charged per", "International", "", "Domestic", ""], ["tonnes", "", "day", "night", "day", "night"], *[[a, d, f"{b:.2f}", f"{b*1.6:.2f}", f"{c:.2f}", f"{c*1.6:.2f}"] for a, b, c, d in bands]], [90, 75, 75, 75, 75, 75], 2, [((2, 0), (3, 0)), ((4, 0), (5, 0))]), Paragraph("The charge by tonne applies to all tonnes of the aircraft, not only to those above the limit. Training flights pay half.", N)]
s += [Paragraph("Table 2 – Passenger charge, per departing passenger", T), table([["", "Terminal A", "Terminal B", "Transfer"], ["Passenger service", "11.20", "8.60", "4.10"], ["Security", "6.75", "6.75", "2.90"], ["Persons with reduced mobility", "0.92", "0.92", "0.92"], ["Baggage system", "2.35", "1.15", "1.80"]], [170, 85, 85, 85])]
s += [Paragraph("Table 3 – Noise charge", T), table([["Category", "Margin EPNdB", "Charge", "Examples of class"], ["N1", "below 5.0", "212.00", "old jets"], ["N2", "5.0 – 9.9", "118.00", "jets without re-engining"], ["N3", "10.0 – 14.9", "64.50", "jets"], ["N4", "15.0 – 19.9", "27.00", "jets, turboprops"], ["N5", "20.0 and over", "0.00", "turboprops, electric"]], [80, 100, 80, 170])]
s += [Paragraph("Table 4 – Parking, per hour begun", T), table([["MTOM tonnes", "Apron North", "Apron West", "Remote"], ["up to 5", "2.10", "1.60", "0.90"], ["over 5 to 35", "7.80", "6.20", "4.40"], ["over 35 to 80", "16.50", "13.10", "9.70"], ["over 80", "31.00", "25.40", "18.20"]], [120, 90, 90, 90])]
s += [Paragraph("Table 5 – Ground services", T), table([["Service", "Unit", "Price"], *[list(r) for r in (("Passenger bridge", "turnaround", "148.00"), ("Passenger bridge, each further half hour", "30 min", "36.00"), ("Ground power 400 Hz", "hour", "41.50"), ("Pre-conditioned air", "hour", "58.00"), ("Push-back with tractor", "each", "132.00"), ("Bus on apron", "trip", "46.00"), ("Marshaller", "each", "22.00"), ("Potable water", "100 litres", "3.80"), ("Lavatory service", "each", "64.00"), ("De-icing fluid type I", "litre", "2.95"), ("De-icing fluid type II", "litre", "4.15"), ("Fire cover above category 7", "hour", "385.00"), ("Opening outside hours", "30 min", "290.00"))]], [220, 100, 90])]
s += [Paragraph("Table 6 – Home-based aircraft, per month", T), table([["MTOM tonnes", "Open air", "Hangar 1", "Hangar 2 (heated)"], ["up to 2", "145", "310", "455"], ["over 2 to 5", "230", "520", "760"], ["over 5 to 14", "610", "1,480", "2,150"], ["over 14", "980", "–", "3,900"]], [120, 90, 90, 110]), Paragraph("– not offered. Payment for twelve months in advance is reduced by 8 percent.", N)]
rows = []
for i in list(range(1, 13)) + list(range(21, 31)) + list(range(31, 35)) + list(range(41, 58)):
    a = "North" if i < 20 else "West" if i < 40 else "Remote"
    span = [36, 36, 52, 65][(i * 7) % 4] if a != "Remote" else [24, 36, 28][i % 3]
    rows.append([str(i), a, str(span), ["C", "C", "D", "E"][(i * 7) % 4] if a != "Remote" else "BCB"[i % 3], "yes" if i < 9 else "no", "yes" if a == "North" or i in (21, 22, 25) else "no", "de-icing" if 31 <= i <= 34 else "no engine start" if i in (5, 6, 23, 47) else "helicopters" if i in (56, 57) else ""])
s += [PageBreak(), Paragraph("Table 7 – Stands", T), table([["Stand", "Apron", "Span", "Code", "Passenger", "Ground", "Remarks"], ["", "", "up to m", "letter", "bridge", "power", ""], *rows], [55, 75, 60, 55, 75, 65, 105], 2)]
s += [Spacer(1, 8), Paragraph("Worked example", H), Paragraph("An aircraft of 41.3 t MTOM, category N3, lands from abroad by day and leaves from Terminal B with 96 passengers who pay, none of them in transfer. Landing 42 × 10.65 = 447.30; noise 64.50; passengers 96 × (8.60 + 6.75 + 0.92 + 1.15) = 1,672.32; together 2,184.12 euros. It stands 85 minutes, so there is no parking charge.", B)]
doc.build(s)
