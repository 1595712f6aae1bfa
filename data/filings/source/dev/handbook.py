"""Employee handbook of an invented company. Flat ODT saved as DOCX by LibreOffice Writer."""

import build
import odt

TEXT = """
T Larkspur Instruments, Inc.
T Employee Handbook
C Edition of February 2026. Replaces the edition of May 2023.
H 1 About this handbook
P This handbook describes how we work. It is not a contract of employment. Where a collective agreement says something else, the agreement applies.
S 1.1 Who it applies to
P It applies to all regular employees of the plants in Dover, Tilbury and Ames. Interns and temporary staff are covered by sections 2, 5 and 9 only.
S 1.2 Questions
P Ask People Operations (people desk, extension 4410). A reply is given within two working days.
H 2 Working time
S 2.1 Core hours
P Core hours are 10:00 to 15:00 in the offices. Production shifts follow the plan posted three weeks ahead.
S 2.2 Overtime
P Overtime is agreed beforehand with the supervisor. Hourly employees are paid 150 percent for hours beyond 40 a week and 200 percent on company holidays. Exempt employees receive no overtime pay, but a supervisor may grant up to three days of compensatory leave a year.
S 2.3 Remote work
P Employees whose role allows it may work remotely up to eight days a month. The days are agreed by the 20th of the month before. Remote work from abroad is limited to 15 working days a year and needs approval by Tax and by Information Security, unless the stay is shorter than three days.
H 3 Leave
S 3.1 Vacation
TABLE vacation
P Up to six unused days are carried over to March 31 of the next year; days not taken by then lapse, unless illness or the company prevented it.
S 3.2 Sick leave
P Employees receive ten days of paid sick leave a year. A certificate is needed from the fourth consecutive day.
S 3.3 Parental leave
P Sixteen weeks are paid in full to a parent who gives birth or adopts a child under six; other parents receive eight weeks. Leave is taken within 12 months, in no more than three blocks.
S 3.4 Other leave
P Paid days are given for the following events:
B Bereavement
BB five days for a partner, child or parent
BB three days for a sibling, grandparent or parent-in-law
BB one day for another relative or a colleague
B Moving house: one day, once in 24 months
B Own wedding: two days
B Jury duty: as long as summoned, less the court's fee
B Voluntary service: two days a year with an organization on the list of the Giving Committee
B Blood or plasma donation: two hours, up to four times a year
S 3.5 Company holidays
P There are eleven company holidays. The list of a year is published by October 1 of the year before.
H 4 Pay and benefits
S 4.1 Pay dates
P Salaries are paid on the 25th, or on the last working day before it.
S 4.2 Pay grades
TABLE grades
P A new employee starts between the minimum and the midpoint of the grade, unless the Compensation Committee approves more.
S 4.3 Shift allowances
TABLE shifts
S 4.4 Retirement savings
P The company matches 100 percent of the first 4 percent of pay saved and 50 percent of the next 2 percent. Matching amounts vest after two years of service.
S 4.5 Health plans
TABLE health
S 4.6 Tuition
P After one year of service, tuition up to $5,250 a calendar year is reimbursed for courses with a grade of B or better. An employee who leaves within 12 months of a payment repays it in proportion to the months left.
H 5 Conduct
S 5.1 Gifts
P Gifts worth more than $75 from one giver in a calendar year are declined or handed to Compliance. Cash is never accepted. Meals at a business occasion do not count, if they are reported within ten days.
S 5.2 Conflicts of interest
P Interests in a supplier, customer or competitor above 1 percent are declared every January.
S 5.3 Discipline
P The steps are:
B oral reminder, kept on file for six months
B written warning, kept for 12 months
B final warning, kept for 24 months
B dismissal
P Theft, violence and falsified quality records may lead to dismissal at once.
H 6 Travel
S 6.1 Booking
P Trips are booked through the travel desk at least 14 days ahead for flights within the continent, 21 days for others.
S 6.2 Per diem and lodging
TABLE travel
P On the first and last day three quarters of the per diem are paid. A meal provided by a host reduces it by 20 percent for breakfast and 40 percent each for lunch and dinner.
S 6.3 Mileage
P Private cars are reimbursed at $0.62 a mile up to 300 miles a trip and $0.31 a mile beyond.
S 6.4 Class of travel
P Economy is the rule. Premium economy is allowed on flights over six hours, business class over ten hours if the traveler works on the day of arrival.
H 8 Health and safety
S 8.1 Protective equipment
P Safety shoes are reimbursed up to $160 every 18 months, prescription safety glasses up to $240 every 24 months.
S 8.2 Accidents
P Every accident and near miss is reported on form HS-3 before the end of the shift. Accidents with more than three days of absence are reported to the authority by the plant's safety officer.
S 8.3 Emergency numbers
P Dover 7777, Tilbury 7700, Ames 7070.
H 9 Information security
S 9.1 Passwords
P A password has at least 14 characters. It is changed only after an incident.
S 9.2 Devices
P A lost device is reported within four hours. Private phones may be used for mail when enrolled; cameras are covered in Building C.
S 9.3 Classification
P Information is Public, Internal, Confidential or Restricted. Restricted information leaves the company only encrypted and with approval of its owner and of Legal.
H 10 Leaving the company
S 10.1 Notice periods
TABLE notice
S 10.2 Return of property
P Badge, keys, devices and documents are handed in on the last working day. Unused vacation is paid out with the last salary.
"""

TABLES = {
    "vacation": odt.table("vacation", [5, 3, 3], [["Years of service", "Days, hourly", "Days, salaried"], ["Less than 2", "12", "15"], ["2 – 4", "15", "18"],
                          ["5 – 9", "18", "21"], ["10 – 14", "21", "24"], ["15 and more", "25", "27"]]),
    "grades": odt.table("grades", [2, 5, 3, 3, 3], [["Grade", "Typical role", "Minimum ($)", "Midpoint ($)", "Maximum ($)"], ["G1", "Assembler", "38,200", "44,900", "51,600"],
                        ["G2", "Technician I", "43,700", "51,900", "60,100"], ["G3", "Technician II, Planner", "50,300", "60,400", "70,500"], ["G4", "Engineer I, Analyst", "59,800", "72,600", "85,400"],
                        ["G5", "Engineer II, Buyer", "71,400", "87,500", "103,600"], ["G6", "Senior Engineer", "84,900", "105,100", "125,300"], ["G7", "Principal, Manager", "101,600", "127,000", "152,400"],
                        ["G8", "Director", "126,500", "160,700", "194,900"]]),
    "shifts": odt.table("shifts", [5, 4, 3, 3, 3], [["Shift", "Hours", "Dover", "Tilbury", "Ames"], ["Early", "06:00 – 14:00", "none", "none", "none"], ["Late", "14:00 – 22:00", "6 %", "7 %", "5 %"],
                        ["Night", "22:00 – 06:00", "15 %", "18 %", "14 %"], ["Weekend, day", "06:00 – 18:00", "20 %", "20 %", "not worked"], ["Weekend, night", "18:00 – 06:00", "32 %", "35 %", "not worked"]]),
    "health": odt.table("health", [4, 3, 3, 3, 3], [["Monthly share ($)", "Basic", "Standard", "Plus", "Dental"], ["Employee", "0", "68", "142", "9"], ["Employee and partner", "95", "188", "327", "19"],
                        ["Employee and children", "80", "164", "290", "17"], ["Family", "155", "297", "481", "28"]]),
    "travel": odt.table("travel", [5, 3, 3, 4], [["Destination", "Per diem ($)", "Lodging limit ($)", "Note"], ["Boston, New York, San Francisco", "74", "320", ""], ["Other United States", "59", "190", ""],
                        ["Canada", "62", "210", ""], ["London", "78", "290", "Zone 1 to 3"], ["Other United Kingdom", "60", "185", ""], ["Germany, Austria", "58", "180", ""], ["Switzerland", "92", "275", ""],
                        ["Japan", "70", "230", ""], ["Other countries", "55", "175", "unless on the list of the travel desk"]]),
    "notice": odt.table("notice", [5, 4, 4], [["Years of service", "By the employee", "By the company"], ["Probation (first 6 months)", "1 week", "1 week"], ["Up to 2", "2 weeks", "4 weeks"], ["3 – 7", "4 weeks", "8 weeks"],
                        ["8 – 15", "4 weeks", "12 weeks"], ["More than 15", "6 weeks", "20 weeks"]]),
}

(build.WORK / "larkspur-handbook.fodt").write_text(
    odt.document(odt.body(TEXT, TABLES), "en", "US", footer="Larkspur Instruments – Employee Handbook – ", font="Liberation Sans"), encoding="utf-8")
build.office("larkspur-handbook", "fodt", "docx:MS Word 2007 XML")
