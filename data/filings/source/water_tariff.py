"""Tariff book of an invented water district. pdfLaTeX: article, longtable, a landscape page."""

import build

METERS = ["5/8 inch", "3/4 inch", "1 inch", "1 1/2 inch", "2 inch", "3 inch", "4 inch", "6 inch"]
ZONES = ["Lowland", "Bench", "Foothill", "Ridge", "Summit"]

SERVICE = [  # meter, in district, outside district, fire line
    (14.20, 18.46, None), (16.85, 21.91, None), (24.10, 31.33, 9.75), (41.60, 54.08, 14.30),
    (63.45, 82.49, 19.60), (121.90, 158.47, 33.25), (187.30, 243.49, 47.80), (361.75, 470.28, 86.15),
]

CHARGES = """
MC-01|Opening of an account, same day|35.00|per request
MC-02|Opening of an account, next working day|12.00|per request
MC-03|Transfer of an account between premises|12.00|per request
MC-04|Special meter reading|18.50|per reading
MC-05|Meter test at customer's request, up to 1 inch|65.00|per test\\textsuperscript{a}
MC-06|Meter test at customer's request, over 1 inch|140.00|per test\\textsuperscript{a}
MC-07|Field collection call|27.50|per call
MC-08|Returned payment|25.00|per item
MC-10|Turn-off for non-payment, business hours|48.00|per visit
MC-11|Turn-on after non-payment, business hours|48.00|per visit
MC-12|Turn-on after non-payment, after hours|122.00|per visit
MC-13|Turn-off at customer's request, business hours|no charge|first in 12 months
MC-14|Turn-off at customer's request, after hours|96.00|per visit
MC-15|Broken lock or seal|74.00|each
MC-16|Removal of a meter for tampering|310.00|each
MC-17|Illegal connection, first occurrence|750.00|each
MC-18|Illegal connection, repeated|1,500.00|each
MC-20|Hydrant meter, deposit|1,850.00|refundable
MC-21|Hydrant meter, rent|6.40|per day
MC-22|Hydrant meter, relocation|58.00|per move
MC-23|Hydrant meter, late reading|40.00|per month
MC-24|Bulk water at the Quarry Road station|7.15|per 1,000 gallons
MC-25|Bulk water access card|22.00|per card
MC-26|Flow test of a hydrant|285.00|per test
MC-27|Flow test, computer model instead of a field test|160.00|per run
MC-30|Plan check, one single-family lot|190.00|per plan
MC-31|Plan check, 2 to 10 lots|640.00|per plan
MC-32|Plan check, 11 to 50 lots|1,420.00|per plan
MC-33|Plan check, over 50 lots|1,420.00 plus 18.00 per lot over 50|per plan
MC-34|Inspection, regular hours|112.00|per hour\\textsuperscript{b}
MC-35|Inspection, overtime|168.00|per hour\\textsuperscript{b}
MC-36|Service tap, 3/4 inch or 1 inch|1,275.00|each
MC-37|Service tap, 1 1/2 inch or 2 inch|2,340.00|each
MC-38|Service tap over 2 inch|at cost|deposit of 6,000.00
MC-39|Drop-in meter, 3/4 inch|268.00|each
MC-40|Drop-in meter, 1 inch|347.00|each
MC-41|Backflow test by the District|88.00|per device
MC-42|Backflow registration|15.00|per device and year
MC-43|Late filing of a backflow report|55.00|per device
MC-44|Water audit of a residence|no charge|one in 24 months
MC-45|Water audit of business premises|145.00|per audit
MC-46|Water waste, second notice|100.00|per notice
MC-47|Water waste, third and later notice|250.00|per notice
MC-48|Copy of records|0.20|per page
MC-49|Copy of records on a data carrier|9.00|each
MC-50|Certified copy|4.50|per document
MC-52|Lien release|63.00|each
MC-53|Annexation study|2,900.00|deposit
MC-54|Easement review|415.00|each
MC-55|Encroachment permit|225.00|each
""".strip().splitlines()

RULES = [
    ("Rule 1", "Application for Service", r"""
An application may be made in person, by mail or on the District's web site. The applicant gives
name, service address, a mailing address and proof of the right to occupy the premises. Service
starts within two working days of a complete application unless the premises have no tap, in which
case Rule 11 applies."""),
    ("Rule 2", "Deposits", r"""
A residential applicant without twelve months of satisfactory payment with the District deposits
\$85.00; a commercial applicant deposits an amount equal to twice the estimated average bi-monthly
bill, but no less than \$250.00. The deposit is returned with interest of 1.5 percent a year after
twelve consecutive bills were paid by their due date. No deposit is asked of a customer who enrolls in
automatic payment, unless a payment was returned in the last six months."""),
    ("Rule 3", "Billing Period and Due Date", r"""
Meters are read every second month. A bill is due 21 days after it is mailed. A bill not paid when
due carries a late charge of 1.25 percent of the unpaid balance for each month or part of a month.
The late charge is waived once in any period of 24 months at the customer's request."""),
    ("Rule 4", "Estimated Bills", r"""
Where a meter cannot be read, the bill is estimated from the same period of the preceding year. No
more than two consecutive bills may be estimated; before a third, the District sends a technician."""),
    ("Rule 5", "Leak Adjustment", r"""
A customer who repairs a leak within 30 days of discovery may ask for an adjustment. Half of the
consumption above the average of the same period in the three preceding years is billed at the
Tier~1 rate. An adjustment is granted once in any 36 months and never for irrigation systems, except
where the leak was caused by work of the District."""),
    ("Rule 6", "Disconnection for Non-payment", r"""
Service may be turned off 60 days after the due date and after two written notices, the second at least
ten days before the turn-off. Service is not turned off on a Friday, Saturday, Sunday or a holiday, nor
while a licensed physician certifies that it would endanger a resident's life; the certificate
is good for 90 days and may be renewed once."""),
    ("Rule 7", "Access to Meters", r"""
The customer keeps the meter box clear of plants, vehicles and objects for a radius of three feet."""),
    ("Rule 8", "Cross-Connection Control", r"""
An approved backflow assembly is required where (i) an auxiliary supply exists, (ii) the premises
treat or store hazardous substances, (iii) a building is more than three stories or 40 feet high,
(iv) an irrigation system injects chemicals, or (v) a fire sprinkler system holds additives. The
assembly is tested once a year by a certified tester."""),
    ("Rule 10", "Water Shortage Stages", r"""
The Board may declare the stages of Table~4 by resolution."""),
    ("Rule 11", "New Taps and Main Extensions", r"""
The applicant pays the tap charge of Part~D and the capacity charge of Table~5. Where the nearest main
is more than 100 feet from the premises, the applicant extends the main at own cost; the District refunds
40 percent of the cost of any later connection to that extension for ten years."""),
    ("Rule 12", "Temporary Service", r"""
Temporary service is metered through a hydrant meter for no longer than 180 days. The deposit is
returned less unpaid bills and repairs."""),
    ("Rule 13", "Resale of Water", r"""
A customer shall not resell water, unless the premises are a mobile home park whose tenants are
sub-metered and charged no more than the rates of Schedule W-2."""),
    ("Rule 14", "Disputed Bills", r"""
A customer who disputes a bill writes to the General Manager within 30 days of mailing. The decision is
made in 15 working days and may be appealed to the Board within 20 days."""),
    ("Rule 15", "Discount for Limited Income", r"""
A household whose income is at or below 200 percent of the federal poverty guideline receives 30 percent off
the monthly service charge of Table~1. The discount does not extend to consumption. It is renewed every
two years."""),
]


def money(x):
    return "--" if x is None else f"{x:.2f}"


def tex():
    out = [r"""\documentclass[11pt,letterpaper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern}
\usepackage[margin=1in]{geometry}
\usepackage{longtable,booktabs,array,fancyhdr,pdflscape}
\pagestyle{fancy}\fancyhf{}
\lhead{\small Northmere Valley Water District}\rhead{\small Tariff Book No. 7}
\lfoot{\small Effective July 1, 2025}\rfoot{\small Sheet \thepage}
\setlength{\parindent}{0pt}\setlength{\parskip}{6pt}
\newcommand{\ruleno}[2]{\subsection*{#1\quad #2}\addcontentsline{toc}{subsection}{#1\quad #2}}
\newcommand{\sched}[2]{\subsection*{Schedule #1\quad #2}\addcontentsline{toc}{subsection}{Schedule #1\quad #2}}
\newcommand{\prt}[1]{\clearpage\section*{#1}\addcontentsline{toc}{section}{#1}}
\begin{document}
\begin{titlepage}\centering\vspace*{5cm}
{\Large NORTHMERE VALLEY WATER DISTRICT\par}\vspace{1cm}
{\Huge\bfseries Tariff Book No. 7\par}\vspace{.6cm}
{\large Rates, Charges and Rules of Service\par}\vfill
Adopted by Resolution 2025-14 on May 20, 2025\par Effective July 1, 2025\par
Cancels Tariff Book No. 6\end{titlepage}
\tableofcontents
\prt{Part A -- Definitions}
\begin{description}
\item[Bi-monthly] A billing period of about 61 days.
\item[Capacity unit] The demand of one 5/8 inch meter on the system.
\item[Dwelling unit] One or more rooms with a kitchen for the use of one household.
\item[Summer season] May 1 to October 31. \textbf{Winter season} is the rest of the year.
\item[Thousand gallons] 1,000 U.S. gallons; consumption is billed to the nearest 100 gallons.
\item[Zone] A pressure zone as drawn on Map 2: Lowland, Bench, Foothill, Ridge or Summit.
\end{description}
\prt{Part B -- Rules of Service}"""]
    for number, title, body in RULES:
        out.append(rf"\ruleno{{{number}}}{{{title}}}{body}")
        if number == "Rule 10":
            out.append(r"""
\begin{center}\textbf{Table 4. Water shortage stages}\\[4pt]
\begin{tabular}{@{}clccc@{}}\toprule
 & & \multicolumn{2}{c}{Outdoor watering} & Drought\\\cmidrule(lr){3-4}
Stage & Condition & Days a week & Hours & surcharge\\\midrule
1 & Storage 70 -- 85 \% & 3 & 6 p.m. -- 9 a.m. & none\\
2 & Storage 55 -- 69 \% & 2 & 7 p.m. -- 7 a.m. & \$0.45 per 1,000 gal\\
3 & Storage 40 -- 54 \% & 1 & 8 p.m. -- 6 a.m. & \$1.30 per 1,000 gal\\
4 & Storage below 40 \% & none & -- & \$3.05 per 1,000 gal\\\bottomrule
\end{tabular}\end{center}
The surcharge is not applied to Tier~1 consumption of residential customers.""")
    out.append(r"""
\prt{Part C -- Rate Schedules}
\begin{center}\textbf{Table 1. Monthly service charge (\$)}\\[4pt]
\begin{tabular}{@{}lrrr@{}}\toprule
 & \multicolumn{2}{c}{Domestic service} & Private\\\cmidrule(lr){2-3}
Meter size & Inside District & Outside District & fire line\\\midrule""")
    out += [f"{m} & {money(a)} & {money(b)} & {money(c)}\\\\" for m, (a, b, c) in zip(METERS, SERVICE)]
    out.append(r"""\bottomrule\end{tabular}\end{center}
The service charge is billed for two months on each bi-monthly bill.
\sched{W-1}{Single-family Residential}
Applies to a dwelling unit with a meter of its own. Consumption is charged per 1,000 gallons in a bi-monthly
period.
\begin{center}\textbf{Table 2. Consumption, Schedule W-1 (\$ per 1,000 gallons)}\\[4pt]
\begin{tabular}{@{}lccrr@{}}\toprule
 & \multicolumn{2}{c}{Thousand gallons} & \multicolumn{2}{c}{Season}\\\cmidrule(lr){2-3}\cmidrule(lr){4-5}
Tier & From & To & Winter & Summer\\\midrule
Tier 1 & 0 & 8 & 2.36 & 2.36\\ Tier 2 & 8 & 20 & 3.48 & 3.92\\
Tier 3 & 20 & 40 & 4.75 & 5.81\\ Tier 4 & 40 & and over & 6.20 & 8.44\\\bottomrule
\end{tabular}\end{center}
\sched{W-2}{Multi-family Residential}
Applies to two or more dwelling units behind one meter. All consumption: \$3.14 per 1,000 gallons in winter and
\$3.57 in summer. A credit of \$1.10 per dwelling unit and month is given where every unit is sub-metered.
\sched{W-3}{Commercial and Institutional}
All consumption: \$3.66 per 1,000 gallons in winter and \$4.02 in summer. Schools and hospitals are charged 92
percent of these rates, unless they take part in Schedule W-7.
\sched{W-4}{Landscape Irrigation}
All consumption: \$4.40 per 1,000 gallons in winter and \$6.95 in summer, with a water budget set each year.
Consumption above the budget is charged at 150 percent.
\sched{W-6}{Private Fire Service}
The fire line charge of Table~1. Water used to fight a fire is not charged. Water used in tests above
3,000 gallons a year is charged at the rate of Schedule W-3.
\sched{W-7}{Interruptible Institutional}
All consumption: \$2.95 per 1,000 gallons all year. The customer reduces use by half within four hours of a call.
Failing to do so costs \$500.00 for each day.
\begin{landscape}
\begin{center}\textbf{Table 3. Pumping surcharge by pressure zone and meter size (\$ per month)}\\[4pt]
\begin{tabular}{@{}l*{8}{r}@{}}\toprule
 & \multicolumn{8}{c}{Meter size}\\\cmidrule(l){2-9}
Zone & """ + " & ".join(METERS) + r"\\\midrule")
    for i, zone in enumerate(ZONES):
        row = [0.0 if i == 0 else round((0.85 + 0.62 * j + 0.19 * j * j) * (i + 0.35 * i * i), 2) for j in range(8)]
        out.append(zone + " & " + " & ".join("none" if v == 0 else f"{v:.2f}" for v in row) + r"\\")
    out.append(r"""\bottomrule\end{tabular}\end{center}
The surcharge is added to the service charge of Table 1. Customers in the Summit zone with a booster pump of their
own pay half.

\begin{center}\textbf{Table 5. Capacity charge for new taps (\$)}\\[4pt]
\begin{tabular}{@{}lcrrr@{}}\toprule
Meter size & Capacity units & Source & Storage and mains & Total\\\midrule
5/8 inch & 1.0 & 2,180 & 1,945 & 4,125\\ 3/4 inch & 1.5 & 3,270 & 2,918 & 6,188\\
1 inch & 2.5 & 5,450 & 4,863 & 10,313\\ 1 1/2 inch & 5.0 & 10,900 & 9,725 & 20,625\\
2 inch & 8.0 & 17,440 & 15,560 & 33,000\\ 3 inch & 16.0 & 34,880 & 31,120 & 66,000\\\bottomrule
\end{tabular}\end{center}
\end{landscape}
\prt{Part D -- Miscellaneous Charges}
\begin{longtable}{@{}l>{\raggedright\arraybackslash}p{8cm}r>{\raggedright\arraybackslash}p{3cm}@{}}
\multicolumn{4}{c}{\textbf{Table 6. Miscellaneous charges}}\\\toprule
Code & Charge & Amount (\$) & Unit\\\midrule\endfirsthead
\multicolumn{4}{@{}l}{\textit{Table 6 (continued)}}\\\toprule
Code & Charge & Amount (\$) & Unit\\\midrule\endhead
\midrule\multicolumn{4}{r@{}}{\textit{continued on next sheet}}\\\endfoot\bottomrule\endlastfoot""")
    for line in CHARGES:
        code, what, amount, unit = line.split("|")
        if len(amount) > 20:
            amount = r"\parbox[t]{2.6cm}{\raggedleft " + amount + r"\strut}"
        out.append(f"{code} & {what} & {amount} & {unit}\\\\")
    out.append(r"""\end{longtable}
\textsuperscript{a} Refunded where the meter is found to run more than 2 percent fast.\\
\textsuperscript{b} Minimum of two hours.
\end{document}""")
    return "\n".join(out)


build.latex("northmere-water-tariff", tex(), runs=3)
