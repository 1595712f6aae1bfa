"""Maintenance agreement for lifts: groff ms and tbl, clauses to the third level, schedules over pages."""
import os, pathlib, subprocess, sys
OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
units = []
sites = [("Cordwain House", 6, "PA", 8), ("Ledger Street Hospital", 5, "BE", 5), ("Ferry Terminal", 3, "PA", 3), ("Quayside Library", 2, "PA", 4), ("Municipal Archive", 3, "GO", 6), ("Guildhall", 2, "PA", 5), ("Stonegate Car Park", 4, "PA", 7), ("Fire Station North", 1, "GO", 3), ("Swimming Baths", 2, "PL", 2), ("School in Moat Road", 2, "PL", 3), ("Tannery Flats A", 3, "PA", 11), ("Tannery Flats B", 3, "PA", 11), ("Town Theatre", 4, "ST", 4), ("Observatory", 1, "PL", 2)]
n = 0
for name, k, kind, stops in sites:
    for i in range(k):
        n += 1
        kd = kind if i == 0 or kind in ("PL",) else ("GO" if (i + n) % 5 == 0 else kind)
        load = dict(PA=[630, 1000, 450][(n * 2) % 3], BE=[1600, 2000][n % 2], GO=[1600, 2500, 3200][n % 3], PL=315, ST=[4000, 300, 1250, 500][n % 4])[kd]
        units.append((f"L-{n:03d}", name, kd, stops - (1 if i == 2 else 0), load, 1988 + (n * 11) % 36, "ABC"[(n + i) % 3]))
rows = "\n".join("\t".join(map(str, u)) for u in units)
src = r""".nr PS 10.5
.nr VS 12.8
.nr LL 6.3i
.nr PO 1i
.ds LH Dunsop Town Council
.ds RH Contract 2026/117
.ds CH
.ds CF %
.TL
Agreement for the Maintenance of Lifts
.AU
Dunsop Town Council (the Council) and Ostler Lifts Ltd (the Contractor)
.AI
signed on 17 February 2026
.SH
1. Terms used
.IP "1.1" 36
\fIBreakdown\fP is a state in which a lift does not carry or can only be used on some of its floors.
.IP "1.2" 36
\fIEntrapment\fP is a breakdown with a person in the car.
.IP "1.3" 36
\fIAvailability\fP is the share of the hours of use of a quarter in which the lift was not out of use, given in percent with one decimal. Visits announced ten days before do not count as time out of use.
.IP "1.4" 36
\fIWorking hours\fP are Monday to Friday from 07:30 to 17:00, except public holidays.
.IP "1.5" 36
\fIMajor part\fP is a part which costs more than 900 pounds without labour.
.SH
2. Duration
.IP "2.1" 36
The agreement begins on 1 April 2026 and ends on 31 March 2031. The Council may lengthen it twice by one year, by letter six months before its end.
.IP "2.2" 36
Either party may end it at the end of a quarter with four months' notice, the Contractor not before 1 April 2028.
.IP "2.3" 36
The Council may end it at once if
.RS
.IP (a) 24
the Contractor is insolvent;
.IP (b) 24
the availability of the same lift was below 90.0 in three quarters one after another;
.IP (c) 24
a lift was run with a safety device bridged;
.IP (d) 24
work was handed to a subcontractor without consent;
.IP (e) 24
the insurance of clause 9 lapsed.
.RE
.SH
3. Services included in the yearly price
.IP "3.1" 36
The yearly price covers
.RS
.IP (a) 24
the visits of Schedule 2;
.IP (b) 24
oil, grease, lamps and fuses;
.IP (c) 24
the repair of breakdowns during working hours, with parts up to 150 pounds for each case;
.IP (d) 24
the freeing of persons at all hours;
.IP (e) 24
the line for the emergency telephone;
.IP (f) 24
help at the yearly inspection by the independent body.
.RE
.IP "3.2" 36
Not covered are damage by water, fire or wilful acts, the renewal of car linings, changes asked for by an authority, and major parts.
.SH
4. Visits
.IP "4.1" 36
A visit is announced to the site manager three working days before. Its report is delivered within five working days and holds the number of the lift, the hours worked, the parts used and the defects found.
.IP "4.2" 36
When a defect of safety is found the mechanic
.RS
.IP 1. 24
takes the lift out of use,
.IP 2. 24
locks the main switch,
.IP 3. 24
hangs signs on all floors,
.IP 4. 24
tells the duty officer of the Council by telephone and
.IP 5. 24
sends a written estimate within 24 hours.
.RE
.SH
5. Times of response
.IP "5.1" 36
The times of Table 1 run from the call. They depend on the priority in the last column of Schedule 1.
.ce
Table 1 \(en Response and repair, hours
.TS H
center box tab(@);
c | c s | c s
c | c | c | c | c
c | n | n | n | n.
Priority@Breakdown@Entrapment
\^@on site@repaired@on site@freed
_
.TH
A@2@12@0.5@1.0
B@4@24@0.75@1.5
C@8@72@1.0@2.0
.TE
.IP "5.2" 36
Outside working hours the times for breakdowns of priority C begin at 07:30 of the next working day.
.SH
7. Prices
.IP "7.1" 36
The yearly price of a lift is found in Schedule 3 by kind and number of stops. For lifts made before 1995 it is raised by 15 percent, for lifts of priority A by 8 percent; where both hold, by 24 percent.
.IP "7.2" 36
Work not included is charged by the rates of Schedule 4.
.IP "7.3" 36
On 1 April of each year, first in 2027, prices change by four fifths of the change of the wage index of the metal trades, but by no more than 3.5 percent.
.IP "7.4" 36
Invoices are sent each quarter and are due within 30 days.
.SH
8. Deductions
.IP "8.1" 36
For a quarter in which a lift has an availability below 98.0 the quarterly price of that lift is reduced: by 5 percent from 96.0 to 97.9, by 12 percent from 93.0 to 95.9, by 25 percent from 90.0 to 92.9, and by 60 percent below 90.0.
.IP "8.2" 36
For each late arrival at a breakdown 75 pounds are deducted, at an entrapment 260 pounds. A missing report costs 20 pounds for each day, no more than 200 pounds.
.IP "8.3" 36
Deductions of a year do not exceed 30 percent of the yearly price of all lifts.
.SH
9. Insurance
.IP "9.1" 36
The Contractor keeps insurance of 8 million pounds for injury, 3 million pounds for damage to property and 500,000 pounds for loss of data, for each event.
.SH
10. Staff
.IP "10.1" 36
Mechanics hold certificate LM-2 or higher; work on stage lifts asks for LM-4. At least four mechanics and one engineer are named in writing. A mechanic who is replaced is introduced on two visits at the Contractor's cost.
.SH
12. Disputes
.IP "12.1" 36
Disputes go first to the two heads of department, who meet within 15 days, then to a mediator named by the Chamber of Engineers. The court is at Dunsop.
.bp
.SH
Schedule 1 \(en Lifts
.LP
Kinds: PA passenger lift; BE bed lift; GO goods lift; PL platform lift; ST stage lift.
.TS H
tab(	);
lb lb cb nb nb nb cb
l l c n n n c.
Number	Site	Kind	Stops	Load kg	Built	Priority
_
.TH
ROWS
_
.TE
.SH
Schedule 2 \(en Visits in a year
.TS H
center allbox tab(@);
c c c c c
l n n n n.
Kind@Full service@Inspection of ropes@Cleaning of pit@Test of brake
.TH
Passenger lift@6@2@1@1
Bed lift@12@4@4@2
Goods lift@4@2@1@1
Platform lift@3@0@1@1
Stage lift@8@8@2@4
.TE
.SH
Schedule 3 \(en Yearly price, pounds
.TS H
center allbox tab(@);
c c s s s
c c c c c
l n n n n.
Kind@Number of stops
\^@2\(en3@4\(en5@6\(en8@9 and more
.TH
Passenger lift@980@1,240@1,565@1,990
Bed lift@1,870@2,215@2,680@3,105
Goods lift@1,150@1,420@1,735@2,160
Platform lift@560@690@\(en@\(en
Stage lift@2,450@2,960@\(en@\(en
.TE
.SH
Schedule 4 \(en Rates for other work
.TS H
center tab(@);
lb cb nb nb nb
l c n n n.
Item@Unit@Working hours@Evening, Saturday@Night, Sunday
_
.TH
Mechanic@hour@58.00@81.20@116.00
Helper@hour@39.00@54.60@78.00
Engineer@hour@84.00@117.60@168.00
Travel, each way@trip@32.00@32.00@48.00
Rope, 10 mm@metre@6.40@6.40@6.40
Rope, 13 mm@metre@9.10@9.10@9.10
Door shoe, set@each@27.50@27.50@27.50
Brake lining@each@118.00@118.00@118.00
Emergency telephone@each@345.00@345.00@345.00
Car lamp, emergency@each@41.00@41.00@41.00
_
.TE
.LP
Parts are charged at these prices; parts which are not named at cost plus 14 percent.
""".replace("ROWS", rows)
run = subprocess.run(["groff", "-t", "-ms", "-Kutf8", "-Tpdf"], input=src.encode(), capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1771286400"})
sys.stderr.write(run.stderr.decode()[:600])
(OUT / "dunsop-lift-maintenance.pdf").write_bytes(run.stdout)
