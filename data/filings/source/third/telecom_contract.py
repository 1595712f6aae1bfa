"""Terms and price list of an invented telecom company for business customers. python-docx: numbered headings, lettered clauses, merged cells."""

import pathlib
import sys

import docx
from docx.enum.section import WD_ORIENT
from docx.shared import Cm, Pt

OUT = pathlib.Path(sys.argv[2])
d = docx.Document()
d.styles["Normal"].font.name, d.styles["Normal"].font.size = "Carlito", Pt(10.5)


def table(rows, merges=(), style="Medium Shading 1 Accent 1"):
    t = d.add_table(len(rows), len(rows[0]), style=style)
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            t.cell(r, c).text = text
    for (r, c), (r2, c2) in merges:
        kept = t.cell(r, c).text
        t.cell(r, c).merge(t.cell(r2, c2)).text = kept
    d.add_paragraph()


def clause(no, text):
    d.add_paragraph(f"{no}  {text}")


def bullets(*texts):
    for text in texts:
        d.add_paragraph(text, style="List Bullet")


d.add_heading("Lumora Networks: Business Connect agreement", 0)
d.add_paragraph("General terms, service levels and price list, issue 9, valid from 1 October 2026. Prices are in pounds without VAT.")
d.add_heading("1. Meaning of words", 1)
for word, meaning in (("Activation Date", "the day on which the first service is handed over ready for use"), ("Busy Hours", "08:00 to 20:00 on working days"), ("Charging Month", "the period from the 12th of a month to the 11th of the next"), ("Fault", "a service does not work, or misses a figure of Schedule 2, for a reason that lies in Lumora's network"), ("Fair Use Volume", "the volume after which speed may be lowered under clause 6.3"), ("Minimum Term", "the time agreed in the order, counted from the Activation Date"), ("Site", "an address of the Customer named in the order")):
    p = d.add_paragraph()
    p.add_run(word).bold = True
    p.add_run(": " + meaning + ".")
d.add_heading("2. Start and term", 1)
clause("2.1", "The contract begins with Lumora's confirmation of the order. The Minimum Term is 12, 24, 36 or 60 months.")
clause("2.2", "After the Minimum Term the contract goes on for an indefinite time. Either party may end it with 60 days' notice to the end of a Charging Month.")
clause("2.3", "Lumora may refuse an order within ten working days when a survey shows that construction would cost more than £4,500 and the Customer does not bear the excess.")
d.add_heading("3. Installation", 1)
clause("3.1", "The target is 25 working days after confirmation, 65 where digging is needed.")
clause("3.2", "The Customer provides, free of charge:")
bullets("a lockable room of 5 to 35 °C", "two power sockets on separate circuits", "a duct from the boundary of the plot", "the landlord's written consent", "a contact who can be reached on the day")
clause("3.3", "A visit in vain costs £95. A change of date less than two working days before costs £60.")
d.add_heading("4. Prices and payment", 1)
clause("4.1", "Invoices are issued on the 14th and are due within 21 days. Monthly charges are billed in advance, calls and volume in arrears.")
clause("4.2", "Late payment: a reminder costs £7.50 from the second one on; interest is 8 percent above the base rate.")
clause("4.3", "On 1 April each year prices change by the consumer price index of the December before plus 2.9 percent, the first time in the calendar year after the Activation Date. One-off charges stay as they are.")
clause("4.4", "An objection to an invoice must be made within 90 days.")
d.add_heading("5. Faults and credits", 1)
clause("5.1", "Faults are reported by telephone 0800 0154 990 or in the portal. The time runs from the ticket number to the restoration. It stands still while the Site is not accessible or power is missing.")
clause("5.2", "When a time of Schedule 2 is missed, a credit of Schedule 3 is due. It is asked for within 45 days and is set off against the next invoice but one.")
clause("5.3", "Credits of one Charging Month may not exceed the monthly charge of the service. They are the only remedy, except for intent and gross negligence.")
d.add_heading("6. Use", 1)
clause("6.1", "It is forbidden to:")
bullets("resell the service", "send unsolicited bulk messages", "scan or attack other systems", "run an open relay or open proxy", "connect equipment without a CE or UKCA mark", "use a mobile card in a gateway or a call centre dialler", "hide or falsify the caller's number")
clause("6.2", "On a breach Lumora may block the service after a warning of five days, at once when the network is in danger. Unblocking costs £35.")
clause("6.3", "When a mobile card has used its Fair Use Volume, its speed is lowered to 1 Mbit/s until the end of the Charging Month.")
d.add_heading("8. Ending the contract early", 1)
clause("8.1", "When the Customer ends the contract before the end of the Minimum Term, it pays a share of the monthly charges that are left, from the table:")
table([["Contract year in which it ends", "Minimum Term 12", "Minimum Term 24", "Minimum Term 36", "Minimum Term 60"], ["First", "90 %", "85 %", "80 %", "80 %"], ["Second", "", "60 %", "65 %", "70 %"], ["Third", "", "", "45 %", "55 %"], ["Fourth", "", "", "", "40 %"], ["Fifth", "", "", "", "25 %"]])
clause("8.2", "Nothing is paid when the Customer moves to an address that Lumora cannot serve, for mobile services; for fixed services half of the share is paid.")
clause("8.3", "The Customer may end the contract at once, without payment, (a) when the Activation Date is more than 40 working days late, (b) when availability is below 98 percent in three Charging Months out of six, (c) when Lumora changes these terms to its disadvantage, or (d) when Lumora is insolvent.")
clause("8.4", "Equipment on loan is sent back within 14 days. What is missing is charged by Schedule 5.")
d.add_heading("9. Liability", 1)
clause("9.1", "Lumora is liable without limit for death and injury, fraud and intent. Otherwise liability is limited to 125 percent of the charges of the last twelve months, at least £10,000 and at most £750,000 a year.")
d.add_heading("Schedule 1: Price list", 1)
section = d.add_section()
section.orientation, section.page_width, section.page_height = WD_ORIENT.LANDSCAPE, Cm(29.7), Cm(21)
d.add_heading("1.1 Fibre access", 2)
table([["Product", "Download / upload, Mbit/s", "Monthly charge by Minimum Term", "", "", "Connection charge", ""], ["", "", "12 months", "24 months", "36 or 60 months", "without digging", "with digging"],
       ["Connect 150", "150 / 30", "46.00", "41.00", "38.50", "95.00", "390.00"], ["Connect 500", "500 / 100", "64.00", "57.50", "54.00", "95.00", "390.00"], ["Connect 1000", "1,000 / 220", "89.00", "81.00", "76.00", "95.00", "390.00"], ["Dedicated 200", "200 / 200", "245.00", "219.00", "198.00", "650.00", "1,900.00"], ["Dedicated 500", "500 / 500", "342.00", "305.00", "276.00", "650.00", "1,900.00"], ["Dedicated 1000", "1,000 / 1,000", "455.00", "410.00", "372.00", "650.00", "1,900.00"], ["Dedicated 10000", "10,000 / 10,000", "on request", "1,480.00", "1,310.00", "2,400.00", "3,900.00"]],
      [((0, 2), (0, 4)), ((0, 5), (0, 6)), ((0, 0), (1, 0)), ((0, 1), (1, 1))])
d.add_paragraph("One fixed IP address is included with Dedicated; 8 addresses cost £12 a month, 16 cost £20. A second access on another route costs 70 percent of the monthly charge.")
d.add_heading("1.2 Mobile", 2)
table([["Plan", "Monthly charge", "Fair Use Volume", "Minutes and texts", "Roaming in Zone 1", "Data-only second card"], ["Go 5", "9.00", "5 GB", "500", "2 GB", "4.00"], ["Go 25", "14.50", "25 GB", "unlimited", "12 GB", "5.00"], ["Go 100", "22.00", "100 GB", "unlimited", "25 GB", "6.50"], ["Go Max", "31.00", "400 GB", "unlimited", "40 GB", "8.00"], ["Machine 1", "2.20", "0.1 GB", "50 texts", "as at home", "–"]])
d.add_paragraph("From 20 cards on, the monthly charge is 10 percent lower, from 100 cards on 18 percent. Further volume costs £3.00 a GB, in packs of 5 GB only.")
d.add_heading("1.3 Roaming", 2)
table([["Zone", "Countries", "Call made, a minute", "Call received, a minute", "Text", "Data, a MB", "Day pass, 500 MB"], ["1", "European Union, Norway, Iceland, Liechtenstein", "included", "included", "included", "0.004", "–"], ["2", "Switzerland, Andorra, Monaco, Turkey", "0.35", "0.12", "0.10", "0.09", "4.50"], ["3", "United States, Canada, Australia, New Zealand, Japan", "0.80", "0.45", "0.25", "0.30", "7.00"], ["4", "rest of the world", "1.65", "1.10", "0.45", "1.20", "15.00"], ["5", "ships and aircraft", "3.90", "2.80", "0.80", "6.00", "not offered"]])
d.add_paragraph("A cap of £45 a card and Charging Month applies to data in Zones 2 to 5, unless the Customer has lifted it.")
d.add_heading("1.4 Telephone over the access", 2)
table([["Item", "Charge"], ["Line, one voice channel", "5.50 a month"], ["Block of 10 numbers", "3.00 a month"], ["Block of 100 numbers", "18.00 a month"], ["Porting, a number or block", "25.00 once"], ["Call recording, a line", "4.00 a month"], ["Calls to UK landlines", "1.2 pence a minute"], ["Calls to UK mobiles", "3.9 pence a minute"], ["Flat, UK landlines and mobiles, a line", "7.00 a month"]])
d.add_heading("Schedule 2: Service levels", 1)
table([["Level", "Hours of service", "Answer within", "Restoration within", "Availability a year", "Surcharge on the monthly charge"], ["Basic", "Busy Hours", "4 h", "next working day", "98.5 %", "none"], ["Standard", "Busy Hours", "2 h", "8 h", "99.2 %", "£12"], ["Plus", "06:00 to 24:00, every day", "1 h", "6 h", "99.5 %", "£29"], ["Premium", "24 h, every day", "30 min", "4 h", "99.9 %", "£65"], ["Premium Twin (two routes)", "24 h, every day", "15 min", "4 h", "99.99 %", "£110"]])
d.add_paragraph("Connect products may have Basic, Standard or Plus. Dedicated products have Plus included.")
d.add_heading("Schedule 3: Credits", 1)
table([["Restoration late by", "Basic and Standard", "Plus", "Premium", "Premium Twin"], ["up to 2 h", "none", "5 %", "10 %", "15 %"], ["2 to 4 h", "5 %", "10 %", "20 %", "30 %"], ["4 to 8 h", "10 %", "20 %", "35 %", "50 %"], ["8 to 24 h", "20 %", "35 %", "60 %", "80 %"], ["more than 24 h", "30 %", "60 %", "100 %", "100 %"]])
d.add_paragraph("Percent of the monthly charge of the service, the surcharge of Schedule 2 included.")
d.add_heading("Schedule 5: Equipment on loan", 1)
table([["Equipment", "Charge when missing"], ["Router LX-2", "85.00"], ["Router LX-5 with battery", "210.00"], ["Optical terminal", "60.00"], ["Switch, 24 ports", "340.00"], ["Desk telephone T3", "75.00"], ["Cordless telephone T7 with base", "120.00"]])
d.save(OUT / "lumora-business-connect.docx")
