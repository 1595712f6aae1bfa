"""Collective agreement of a tramway: python-docx, merged headers, lettered lists, pay scales."""
import pathlib, sys
from docx import Document
OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
d = Document()
d.add_heading("Collective Agreement 2026–2028", 0)
d.add_paragraph("between the Mossgate Tramways Company and the Union of Tramway Staff, signed on 9 March 2026, in force from 1 April 2026 to 31 March 2028")
def table(rows, spans=()):
    t = d.add_table(len(rows), len(rows[0])); t.style = "Table Grid"
    for i, r in enumerate(rows):
        for j, c in enumerate(r): t.cell(i, j).text = str(c)
    for a, b in spans:
        x = t.cell(*a).text; m = t.cell(*a).merge(t.cell(*b)); m.text = x
    d.add_paragraph()
def P(*ts):
    for t in ts: d.add_paragraph(t)
def Ls(*ts, style="List Bullet"):
    for t in ts: d.add_paragraph(t, style=style)
d.add_heading("Part A – General", 1)
d.add_heading("Article 1 Scope", 2)
P("1.1 This agreement covers all staff of the depots Mill Lane, Harbour Road and Sandhope.", "1.2 It does not cover:")
Ls("members of the management board;", "apprentices, for whom the Apprentice Agreement of 2024 holds;", "students employed for less than 90 days a year;", "staff of the museum line;", "doctors and physiotherapists on fee contracts.")
d.add_heading("Article 2 Definitions", 2)
P("Roster year – the 52 weeks that begin on the first Sunday of April.", "Split duty – a duty with one unpaid break of more than 90 minutes.", "Rest period – the time between the end of a duty and the start of the next one.", "Reserve – a driver who holds himself ready at the depot without a tram of his own.", "Hourly wage – the monthly salary divided by 162.5.")
d.add_heading("Article 4 Probation and notice", 2)
P("4.1 The first five months are a time of probation; during it notice is two weeks on either side.", "4.2 Afterwards the notice of the Company is one month up to 3 years of service, two months up to 8 years, four months up to 15 years and six months above. Staff always give one month's notice.")
d.add_heading("Part B – Pay", 1)
d.add_heading("Article 5 Grades", 2)
table([["Grade", "Posts"], ["T1", "cleaner, ticket clerk"], ["T2", "track worker, stores clerk, conductor"], ["T3", "tram driver, welder"], ["T4", "fitter, electrician, roster clerk"], ["T5", "driving instructor, inspector, signal technician"], ["T6", "controller, workshop foreman"], ["T7", "depot manager"]])
d.add_heading("Article 6 Monthly salary", 2)
P("Table 1. Monthly salary in pounds, by step")
base = dict(T1=1918, T2=2064, T3=2287, T4=2391, T5=2566, T6=2874, T7=3310)
for year, f in (("from 1 April 2026", 1.0), ("from 1 April 2027", 1.029)):
    P(f"Salaries {year}")
    table([["Grade", "Step by years of service", "", "", "", ""], ["", "0–1", "2–4", "5–8", "9–14", "15 and more"], *[[g, *[f"{round(b * f * (1 + k)):,}" for k in (0, .034, .072, .115, .163)]] for g, b in base.items()]], [((0, 1), (0, 5)), ((0, 0), (1, 0))])
P("6.2 Drivers who pass the advanced examination advance one step at once. 6.3 Unpaid leave of more than three months is not counted as service.")
d.add_heading("Article 7 Allowances", 2)
table([["Code", "Allowance", "Unit", "Amount £"], ["A1", "Night work, 23:00 to 05:00", "hour", "3.65"], ["A2", "Sunday", "hour", "4.80"], ["A3", "Public holiday", "hour", "11.20"], ["A4", "Split duty", "duty", "9.75"], ["A5", "Call-out from home", "call", "38.00"], ["A6", "Instructor's supplement", "training day", "16.40"], ["A7", "Overhead line work above 4 m", "hour", "2.15"], ["A9", "Second language, certified", "month", "45.00"], ["A10", "First aider", "month", "18.50"]])
P("Where two of the allowances A1 to A3 meet, only the higher is paid. A4 is doubled when the break is longer than four hours. The allowances are not paid during holidays.")
d.add_heading("Article 8 Overtime", 2)
P("8.1 Overtime is paid at the hourly wage plus 25 percent for the first two hours of a day, 50 percent for further hours and 100 percent on a day off. 8.2 No one works more than 14 hours of overtime in a month. 8.3 It may be taken as time off within 16 weeks instead, hour for hour and without the supplement.")
d.add_heading("Part C – Time", 1)
d.add_heading("Article 9 Hours of work", 2)
P("9.1 The week has 37.5 hours on the average of 8 weeks. 9.2 A duty lasts no longer than 9 hours, at the wheel no longer than 4 hours 15 minutes without a break of 25 minutes. 9.3 The rest period is at least 11 hours; it may be cut to 9 hours twice a month if it is made up within ten days. 9.4 Of all Sundays of the roster year at least 20 are free. 9.5 Rosters are put up 21 days before they begin.")
d.add_heading("Article 10 Annual holiday", 2)
table([["Age at 1 April", "Working days", "", ""], ["", "day staff", "shift staff", "night staff"], ["under 30", 25, 27, 29], ["30 to 44", 26, 28, 31], ["45 to 54", 28, 30, 33], ["55 and over", 30, 33, 36]], [((0, 1), (0, 3)), ((0, 0), (1, 0))])
P("Ten days may be carried over to 30 June. Holiday of two weeks or more is asked for by 15 January.")
d.add_heading("Article 11 Special leave", 2)
table([["Occasion", "Days"], ["Own wedding", 3], ["Wedding of a child", 1], ["Birth of a child", 4], ["Death of a spouse or child", 5], ["Death of a parent or sibling", 3], ["Moving house on request of the Company", 2], ["Moving house otherwise", 1], ["Examination", "the day itself"], ["Blood donation", "half a day"], ["25 years of service", 2]])
d.add_heading("Article 12 Illness", 2)
P("12.1 Whoever is ill tells the depot at least 60 minutes before the duty begins. A certificate is needed from the third day. 12.2 The Company pays full salary for 6 weeks, after 5 years of service 10 weeks and after 12 years 18 weeks; then 70 percent until the end of the 30th week.")
d.add_heading("Part D – Other matters", 1)
d.add_heading("Article 14 Uniform", 2)
table([["Article", "Pieces", "Replaced after", "Own share"], ["Jacket, winter", 1, "4 years", "£12"], ["Jacket, summer", 1, "4 years", "£9"], ["Trousers or skirt", 3, "18 months", "none"], ["Shirt", 6, "1 year", "none"], ["Tie or scarf", 2, "3 years", "none"], ["Shoes, pair", 1, "1 year", "£15"], ["High-visibility vest", 1, "when worn out", "none"]])
d.add_heading("Article 15 Discipline", 2)
P("A penalty is imposed in this order:")
Ls("a talk with the depot manager, of which a note is made;", "a written warning, which is removed from the file after two years;", "a reprimand with the loss of one step for up to twelve months;", "transfer to other duties;", "dismissal.", style="List Number")
P("The union representative is heard before a reprimand. The member of staff may appeal within 14 days to the joint board, which has three members from each side and a chairman chosen by lot.")
d.add_heading("Article 16 Free travel", 2)
P("Staff travel free on all lines; so do the spouse and children up to 19 years who live with them. Pensioners with at least 10 years of service pay £20 a year for the pass. Lost passes cost £7.50.")
d.add_heading("Article 18 Redundancy", 2)
P("Staff who lose their post get two weeks' salary for each full year of service, for years after the age of 50 three weeks' salary, no more than 60 weeks in all. It is not paid to those who refuse an equal post within 12 km of their depot.")
d.save(OUT / "mossgate-tramways-agreement.docx")
