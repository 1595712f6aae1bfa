"""Summary plan description of an invented health trust. python-docx: articles, a schedule of benefits under merged headers, tiers of medicines, dental and vision tables, contributions by salary band and family, deadlines."""

import datetime
import pathlib
import sys

from docx import Document
from docx.shared import Cm, Pt

OUT = pathlib.Path(sys.argv[2])
d = Document()
d.core_properties.created = d.core_properties.modified = datetime.datetime(2026, 11, 2)
d.core_properties.author = "Cedar Harbour Health Trust"
d.styles["Normal"].font.name = "Carlito"
d.styles["Normal"].font.size = Pt(10.5)
d.sections[0].header.paragraphs[0].text = "Cedar Harbour Employees' Health Trust - Summary plan description 2027"


def p(*texts):
    for t in texts:
        d.add_paragraph(t)


def bullets(*texts, style="List Bullet"):
    for t in texts:
        d.add_paragraph(t, style=style)


def table(rows, merges=(), widths=None):
    t = d.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
    for i, r in enumerate(rows):
        for j, c in enumerate(r):
            t.cell(i, j).text = c
    for a, b in merges:
        text = t.cell(*a).text
        t.cell(*a).merge(t.cell(*b)).text = text
    for j, w in enumerate(widths or []):
        for cell in t.columns[j].cells:
            cell.width = Cm(w)
    for cell in t.rows[0].cells:
        for run in (r for q in cell.paragraphs for r in q.runs):
            run.bold = True
    d.add_paragraph()


d.add_heading("Summary plan description 2027", 0)
p("Plan year 1 January to 31 December 2027. This summary describes the Standard Plan and the Saver Plan for employees of the City of Cedar Harbour, its harbour board and its library district. Where it differs from the plan document, the plan document decides.")
d.add_heading("Article 1. Who is covered", 1)
p("1.1 Employees with a regular schedule of at least 24 hours a week are eligible from the first day of the month after 30 days of employment. Seasonal employees are eligible when their appointment lasts at least 120 days. Members of the council are eligible for the Saver Plan alone.")
p("1.2 Dependents are:")
bullets("the spouse or registered partner", "children up to the end of the month in which they turn 26", "children of any age who became disabled before 26 and live with the employee", "children under guardianship, for as long as the court order lasts", "parents who live in the household and have been claimed as dependents for two years (Standard Plan alone)")
p("1.3 Enrolment is open from 1 to 21 November. Outside this window a change is possible within 31 days after marriage, birth, adoption, divorce, loss of other coverage or a move out of the service area; after a birth the window is 60 days.")
p("1.4 Who does not choose is enrolled in the Saver Plan for the employee alone. Who proves other coverage may waive and receives 95.00 a month.")
p("1.5 Coverage ends on the last day of the month in which employment ends. During unpaid leave it goes on for 12 weeks. Continuation can be bought for 18 months, after divorce or for children who turned 26 for 36 months, at 102 percent of the full cost.")
d.add_heading("Article 2. What you pay each month", 1)
p("The table shows the employee's share for each month. It is taken from the first two pay checks of the month in equal parts.")
table([["Yearly salary", "Standard Plan", "", "", "Saver Plan", "", ""], ["", "Employee", "Employee + one", "Family", "Employee", "Employee + one", "Family"], ["up to 35,000", "48.00", "112.00", "169.00", "0.00", "31.00", "58.00"], ["35,001 to 55,000", "74.00", "158.00", "236.00", "18.00", "62.00", "97.00"], ["55,001 to 80,000", "103.00", "214.00", "318.00", "34.00", "91.00", "144.00"], ["80,001 to 120,000", "131.00", "268.00", "397.00", "52.00", "124.00", "193.00"], ["over 120,000", "164.00", "331.00", "488.00", "71.00", "160.00", "246.00"], ["full cost, for continuation", "712.00", "1,446.00", "2,067.00", "548.00", "1,112.00", "1,594.00"]], [((0, 0), (1, 0)), ((0, 1), (0, 3)), ((0, 4), (0, 6))])
p("Tobacco users pay 40.00 a month more; the charge is lifted from the month after a course of the quit programme was completed. Part-time employees with 24 to 31 hours pay one and a half times the share of the table.")
d.add_heading("Article 3. Deductible, coinsurance and limits", 1)
table([["", "Standard Plan", "", "Saver Plan", ""], ["", "In network", "Out of network", "In network", "Out of network"], ["Deductible, person", "600", "1,500", "1,850", "3,700"], ["Deductible, family", "1,200", "3,000", "3,700", "7,400"], ["Coinsurance you pay after the deductible", "15%", "40%", "20%", "50%"], ["Out-of-pocket limit, person", "3,400", "9,000", "5,200", "none"], ["Out-of-pocket limit, family", "6,800", "18,000", "10,400", "none"]], [((0, 0), (1, 0)), ((0, 1), (0, 2)), ((0, 3), (0, 4))])
p("In the Standard Plan each member of a family meets at most the deductible of a person. In the Saver Plan with two or more members the deductible of the family is met together, before anything is paid. Copayments do not count towards the deductible but do count towards the out-of-pocket limit. Amounts above the allowed amount never count.")
p("The Trust pays 700 a year into the health savings account of a Saver Plan member with employee coverage and 1,400 with any other; for those who join after 30 June half of it.")
d.add_heading("Article 4. Schedule of benefits", 1)
p("Percentages are what you pay after the deductible. Services marked * need approval in advance; without it the payment of the plan is reduced by 400 for each service, in an emergency never.")
table([["Service", "Standard Plan", "", "Saver Plan", "", "Limit"], ["", "In network", "Out of network", "In network", "Out of network", ""], ["Preventive care", "nothing", "40%", "nothing", "50%", "-"], ["Primary care visit", "25 copay, no deductible", "40%", "20%", "50%", "-"], ["Specialist visit", "45 copay, no deductible", "40%", "20%", "50%", "-"], ["Video visit", "10 copay, no deductible", "not covered", "20%", "not covered", "-"], ["Urgent care", "60 copay, no deductible", "60 copay, no deductible", "20%", "20%", "-"], ["Emergency room", "250 copay, then 15%", "250 copay, then 15%", "20%", "20%", "copay waived if admitted"], ["Ambulance", "15%", "15%", "20%", "20%", "by air *"], ["X-ray and laboratory", "15%", "40%", "20%", "50%", "-"], ["MRI, CT and PET *", "120 copay, then 15%", "40%", "20%", "50%", "-"], ["Hospital stay *", "15%", "40%", "20%", "50%", "semi-private room"], ["Outpatient surgery *", "15%", "40%", "20%", "50%", "-"], ["Maternity, hospital", "15%", "40%", "20%", "50%", "48 hours, 96 after a caesarean"], ["Physical and occupational therapy", "35 copay", "40%", "20%", "50%", "40 visits a year together"], ["Speech therapy", "35 copay", "40%", "20%", "50%", "25 visits a year"], ["Chiropractor", "35 copay", "not covered", "20%", "not covered", "18 visits a year"], ["Acupuncture", "35 copay", "not covered", "20%", "not covered", "10 visits a year"], ["Skilled nursing facility *", "15%", "40%", "20%", "50%", "90 days a year"], ["Home health care *", "15%", "40%", "20%", "50%", "110 visits a year"], ["Hospice *", "nothing", "40%", "nothing", "50%", "-"], ["Durable equipment", "20%", "50%", "20%", "50%", "* above 800"], ["Hearing aids", "20%", "20%", "20%", "20%", "2,200 every 36 months"], ["Fertility treatment *", "50%", "not covered", "not covered", "not covered", "16,000 in a lifetime"], ["Mental health, outpatient", "25 copay, no deductible", "40%", "20%", "50%", "-"], ["Bariatric surgery *", "25%", "not covered", "20%", "not covered", "one in a lifetime"]], [((0, 0), (1, 0)), ((0, 1), (0, 2)), ((0, 3), (0, 4)), ((0, 5), (1, 5))], widths=[4, 3, 2.6, 2.2, 2.2, 3])
d.add_heading("Article 5. Medicines", 1)
p("Retail supplies are for 30 days, mail order for 90 days. In the Saver Plan the copayments apply after the deductible, save for medicines on the preventive list.")
table([["Tier", "Retail", "", "Mail order", ""], ["", "Standard", "Saver", "Standard", "Saver"], ["1 Generic", "8", "10", "16", "20"], ["2 Preferred brand", "35", "45", "80", "105"], ["3 Other brand", "70", "90", "165", "215"], ["4 Specialty", "20%, at most 160", "25%, at most 250", "not offered", "not offered"]], [((0, 0), (1, 0)), ((0, 1), (0, 2)), ((0, 3), (0, 4))])
p("Where a generic exists and the brand is taken, the difference of the prices is paid in addition to the copayment of tier 1, unless the doctor writes 'dispense as written'. Insulin costs at most 30 for a month in both plans. Maintenance medicines may be filled twice at retail; from the third time on the retail copayment is doubled.")
p("Step therapy applies to medicines for migraine, psoriasis, rheumatoid arthritis, multiple sclerosis and weight. An exception is decided within 72 hours, when urgent within 24 hours.")
d.add_heading("Article 6. Dental and vision", 1)
table([["Dental service", "Waiting period", "Plan pays, in network", "Plan pays, out of network"], ["Class I: examinations, cleaning twice a year, bitewings", "none", "100%", "80%"], ["Class II: fillings, extractions, root canals", "3 months", "80%", "60%"], ["Class III: crowns, bridges, dentures", "12 months", "50%", "40%"], ["Class IV: orthodontics, children up to 19", "24 months", "50%", "50%"]])
p("The dental deductible is 50 for a person and 125 for a family; it is not charged on classes I and IV. The plan pays at most 1,750 a year for classes I to III and 2,000 in a lifetime for class IV. Implants are class III, one for each tooth in ten years.")
table([["Vision item", "In network you pay", "Out of network the plan pays", "How often"], ["Examination", "15", "up to 45", "12 months"], ["Frame", "what exceeds 160", "up to 70", "24 months"], ["Lenses, single", "20", "up to 35", "12 months"], ["Lenses, progressive", "85", "up to 55", "12 months"], ["Contact lenses instead of glasses", "what exceeds 140", "up to 105", "12 months"], ["Laser correction", "15% off the price", "nothing", "once"]])
d.add_heading("Article 8. What is not covered", 1)
bullets("cosmetic surgery, except after an accident, mastectomy or for a birth defect", "treatment that is experimental", "injuries at work", "long-term custodial care", "weight programmes other than the Trust's own", "medicines sold without prescription, save insulin and prenatal vitamins", "travel vaccinations", "services by a member of the family", "care outside the country that is not an emergency", "reports, missed appointments and copies of records", style="List Number")
d.add_heading("Article 9. Claims and appeals", 1)
p("9.1 Network providers send claims themselves. Other claims are sent within 12 months after the service. The Trust decides within 30 days; it may take 15 more when it says why.")
p("9.2 Requests for approval in advance are decided within 15 days, urgent ones within 72 hours.")
p("9.3 A first appeal is made within 180 days after the decision, and answered in 30 days for services not yet received and 60 days for others. A second appeal goes to the committee of the Trust within 90 days. After that an external review may be asked for within four months; it costs 25, which are refunded when the review is won.")
p("9.5 When two plans cover a child, that of the parent whose birthday is earlier in the year pays first. Medicare pays second while the employee works, save for kidney failure after the first 30 months.")
d.add_heading("Article 10. Wellness rewards", 1)
table([["Activity", "Reward", "Who"], ["Health questionnaire by 31 March", "75", "employee, spouse"], ["Yearly physical", "100", "employee, spouse"], ["Flu shot", "20", "all members"], ["Quit tobacco course", "150", "employee, spouse"], ["Step challenge, each quarter", "25", "employee"], ["Dental cleaning, second of the year", "30", "employee"]])
p("At most 350 a year are paid for an employee and 200 for a spouse. Rewards are paid with the wages of February and are taxed. Members of the council receive none.")
d.save(OUT / "cedar-harbour-health-plan.docx")
