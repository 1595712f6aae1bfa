r"""Farm insurance manuals of two invented sister companies. pdfLaTeX, article in Helvetica: pages numbered within sections, rules with letters, rate pages on ruled tables, a worked premium."""

import os
import pathlib
import random
import subprocess
import sys

WORK, OUT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
HEAD = r"""\documentclass[10pt]{article}
\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage[scaled=0.92]{helvet}\renewcommand\familydefault{\sfdefault}
\usepackage[letterpaper,margin=0.95in,top=1.15in,headheight=30pt]{geometry}
\usepackage{longtable,array,fancyhdr}
\newcommand\multirow[3]{#3}
\pdfinfoomitdate=1 \pdftrailerid{} \pdfsuppressptexinfo=-1
\setlength\parindent{0pt}\setlength\parskip{5pt}\raggedright\renewcommand\arraystretch{1.18}
\newcommand\sect{}\newcommand\sectname{}\pagestyle{fancy}\fancyhf{}
\lhead{\small COMPANY\\ \textbf{Farm Program Manual -- Westmark}}\rhead{\small SECTION \sect\\ \sectname}
\lfoot{\small Edition EDITION}\rfoot{\small \sect-\arabic{page}}
\newcommand\Section[2]{\clearpage\gdef\sect{#1}\gdef\sectname{#2}\setcounter{page}{1}{\Large\bfseries Section #1\quad #2}\par\bigskip}
\newcommand\Rule[2]{\par\medskip\textbf{#1\quad #2}\par}
\newcommand\Sub[2]{\par\hangindent=2.6em\hangafter=1\hspace*{1em}\makebox[1.6em][l]{#1}#2\par}
\newcommand\Page[2]{\clearpage{\large\bfseries #1\quad #2}\par\medskip}
\newcommand\Exhibit[2]{\par\bigskip{\large\bfseries #1\quad #2}\par\medskip}
\begin{document}
"""
COUNTIES = "Abbot Alder Ansley Barrow Beckett Bellamy Birch Brandt Calloway Carver Chase Clement Colby Crane Dalton Deering Drake Eastman Eldon Fairlie Fenn Garrick Gaunt Hale Harker Hobart Ingle Jessop Keane Kerr Lacey Lambert Lorne Mabry Marsh Neville Norwood Oakes Orton Paget Pell Quill Rusk Sable Selby Stroud Tarrant Thorne Upton Vance Verity Walden Wexley Yarrow".split()
ACRES = ["0 -- 40", "41 -- 160", "161 -- 320", "321 -- 640", "641 -- 1,280", "1,281 -- 2,560", "Over 2,560"]
EXPOSURES = [("Additional farm premises, not adjoining", "each premises", 34), ("Additional residence, owner occupied", "each family", 18), ("Additional residence, rented to others", "each family", 41), ("Agritourism: corn maze or pumpkin field", "each season", 310), ("Agritourism: hay rides", "each season", 245), ("Agritourism: petting pen", "each season", 385), ("All-terrain vehicle, off premises", "each vehicle", 62), ("Boarding of horses, 1 to 4", "each horse", 48), ("Boarding of horses, 5 to 12", "each horse", 57), ("Custom farming, receipts up to $10,000", "flat", 96), ("Custom farming, receipts over $10,000", "per $1,000 of receipts", 11.4), ("Employees, full time", "each", 88), ("Employees, part time (under 180 days)", "each", 39), ("Farm pond with public fishing", "each pond", 154), ("Farm stand, own produce only", "flat", 58), ("Farm stand, produce of others", "per $1,000 of receipts", 6.2), ("Grain hauling for others", "per $1,000 of receipts", 14.8), ("Hunting lease", "per 100 acres", 21), ("Incidental office or studio", "each", 26), ("Limited pollution liability, $25,000", "flat", 74), ("Limited pollution liability, $100,000", "flat", 168), ("Livestock collision with vehicles", "per head on range", 0.85), ("Motorized boat over 50 horsepower", "each boat", 71), ("Overspray of chemicals, $50,000", "flat", 187), ("Personal injury", "flat", 22), ("Pick-your-own orchard", "per acre", 16.5), ("Roadside tree or vine sales", "each season", 83), ("Riding lessons", "not written", None), ("Snowmobile, off premises", "each", 44), ("Swimming pool, fenced", "each", 52), ("Swimming pool with diving board", "each", 118), ("Trampoline", "each", 135)]


def money(x):
    return f"{x:,.2f}" if x % 1 else f"{x:,.0f}"


def table(columns, head, rows, long=False):
    body = r" \\ \hline ".join(" & ".join(r) for r in rows)
    top = r"\hline " + " ".join(h + r" \\" for h in head) + r" \hline "
    if long:
        return rf"\begin{{longtable}}{{{columns}}}{top}\endhead {body} \\ \hline\end{{longtable}}"
    return rf"\begin{{center}}\begin{{tabular}}{{{columns}}}{top}{body} \\ \hline\end{{tabular}}\end{{center}}"


def manual(name, file, edition, seed, level, mutual):
    r = random.Random(seed)
    o = [HEAD.replace("COMPANY", name).replace("EDITION", edition)]
    a = o.append
    rule = lambda number, title, *texts: a(rf"\Rule{{{number}}}{{{title}}}" + "\n\n".join(texts))
    subs = lambda *texts: "\n".join(rf"\Sub{{{chr(97 + i)}.}}{{{t}}}" for i, t in enumerate(texts))
    pick = lambda m, s: m if mutual else s
    a(r"\gdef\sect{T}\gdef\sectname{Title}\vspace*{1.6in}{\Huge\bfseries " + name + r"\par}\bigskip{\LARGE Farm Program Manual\par}\bigskip State of Westmark\par Filing number " + pick("TGM-FO-2026-07", "TGP-FO-2026-08") + r"\par New business " + pick("1 May 2026, renewals 15 June 2026", "1 June 2026, renewals 1 August 2026") + r"\par\vspace{1in}" + table("ll", [r"\textbf{Section} & \textbf{Contents}"], [["A", "General rules"], ["B", "Farm dwellings"], ["C", "Farm buildings and farm personal property"], ["D", "Liability"], ["R", "Rate pages R-1 to R-12"], ["X", "Premium example"]]))
    a(r"\Section{A}{General rules}")
    rule("A-1", "Who may be written", "The program is for owner-operated, tenant-operated and leased farms and ranches whose gross farm receipts in the last calendar year did not exceed " + pick(r"\$2,500,000", r"\$1,200,000") + ". A farm is ineligible if any of these is true:", subs("poultry or hogs are raised under contract in confinement for an integrator", "more than " + pick("25", "15") + r" percent of receipts come from custom farming", "a feedlot holds more than 1,000 head", "the farm produces or sells raw milk or cider to the public", "horses are raced or bred for racing", "a dwelling is heated by a solid-fuel furnace as its only source of heat", *(["explosives are stored, other than small-arms ammunition"] if mutual else ["explosives are stored, other than small-arms ammunition", "the applicant had two or more property losses over \\$5,000 in the last three years"])))
    rule("A-2", "Policy period", "Policies are written for twelve months. A three-year policy with yearly installments may be written for farms of more than 640 acres; its rates are fixed for the first " + pick("24", "12") + " months only.")
    rule("A-3", "Rounding", r"Premiums are rounded to the whole dollar after the last factor of each coverage; 50 cents is rounded up. Rates per \$100 are not rounded.")
    rule("A-4", "Minimum premium", "The minimum premium is " + pick(r"\$425", r"\$375") + r" a year for a policy and \$60 for an endorsement added during the period. No refund under " + pick(r"\$5", r"\$10") + " is made unless the insured asks for it.")
    rule("A-5", "Cancellation", "When the company cancels, the unearned premium is returned pro rata. When the insured cancels, " + pick("90", "85") + " percent of the pro rata unearned premium is returned, unless the farm was sold or the operator has died.")
    rule("A-6", "Payment", "The premium may be paid in full, in two payments of 55 and 45 percent six months apart, or in ten monthly payments by bank draft. The charge for each payment after the first is " + pick(r"\$6; by bank draft it is \$2", r"\$8; by bank draft it is \$3") + r". A returned check costs \$25.")
    rule("A-8", "Inspection", "A farm is inspected before binding if it has a wood stove in a barn, a building more than 75 years old, or grain bins of more than " + pick("60,000", "40,000") + " bushels in total. The photograph of each insured building is renewed every " + pick("five", "four") + " years.")
    rule("A-9", "Binding authority", r"Agents may bind dwellings up to \$600,000, any other building up to " + pick(r"\$350,000", r"\$250,000") + r", machinery up to \$750,000 in total and liability limits up to \$500,000. Nothing is bound while a tornado or severe thunderstorm warning is in force for the county.")
    rule("A-10", "Protection class", "The class of the fire district applies within 1,000 feet of a hydrant. Otherwise the class is 9 within five road miles of a responding station, and 10 beyond. A farm with a dry hydrant or a cistern of at least 30,000 gallons, approved by the fire chief, takes class 8B instead of 9.")
    a(r"\Section{B}{Farm dwellings}")
    rule("B-1", "Forms", r"FD-1 insures the named perils of fire, lightning, wind, hail, explosion, smoke, vehicles and theft. FD-2 adds falling objects, weight of ice and snow, accidental discharge of water and freezing. FD-3 insures against all risks that are not excluded. FD-5 is for tenants; it is FD-2 on household property alone.")
    rule("B-2", "Insurance to value", "FD-2 and FD-3 need at least 80 percent of replacement cost. Mobile homes, and houses built before " + pick("1930", "1940") + ", are written on FD-1 at actual cash value.")
    rule("B-3", "Premium of a dwelling", "The premium is found in this order:", subs("take the base premium of page R-2 for territory, construction and protection class", "multiply by the key factor of page R-3 for the amount of insurance", "multiply by the form factor: FD-1 0.82, FD-2 1.00, FD-3 " + pick("1.14", "1.11") + ", FD-5 0.47", "multiply by the age factor of page R-4", "multiply by the deductible factor of page R-5", "apply the credits and charges of page R-12; they are added together before use"))
    rule("B-4", "Household property", "Forms FD-2 and FD-3 include household property for " + pick("60", "50") + r" percent of the dwelling amount. Each further \$1,000 costs " + pick(r"\$2.60", r"\$2.95") + ".")
    rule("B-5", "Loss of use", "Additional living expense is included for 20 percent of the dwelling amount and at most 18 months.")
    rule("B-7", "Secondary dwellings", "A dwelling of hired hands is charged 0.85 of the premium of rule B-3. A seasonal dwelling is charged 1.20 and takes FD-1 alone.")
    a(r"\Section{C}{Farm buildings and farm personal property}")
    rule("C-1", "Types of buildings", "Type 1 is a metal-clad building on a concrete base, with no hay in it. Type 2 is a pole building or a frame barn in good repair. Type 3 is a frame barn with hay, or one more than 60 years old. Grain bins of steel are type 4; silos are type 5; greenhouses and hoop houses are type 6 and are written for Basic only.")
    rule("C-2", "Causes of loss", "Basic, Broad and Special are offered at the rates of page R-6. Type 5 is not written on Special. Collapse under the weight of snow is part of Broad and Special only.")
    rule("C-3", "Machinery", "Machinery is scheduled item by item, or written blanket when the total is at least " + pick(r"\$100,000", r"\$150,000") + r" and every item is insured for 80 percent of its value. Rates are on page R-7. An item rented or borrowed is covered for up to \$25,000 and 30 days without charge. Foreign objects taken into a combine or a baler are insured for an additional 15 percent of the rate.")
    rule("C-4", "Livestock", r"Animals are insured per head (page R-8) for their market value, at most the limit for each head. Suffocation of hogs and poultry is excluded. Drowning and attack by dogs or wild animals are included in Broad.")
    rule("C-5", "Grain, hay and supplies", "Harvested grain in bins: " + pick(r"\$0.31", r"\$0.36") + r" per \$100. Hay and straw in the open or in buildings: " + pick(r"\$1.12", r"\$1.28") + r" per \$100; no stack is insured for more than \$15,000 and stacks stand at least 100 feet apart. Feed, seed and supplies: \$0.48 per \$100.")
    rule("C-6", "Blanket discount", "Farm personal property written blanket earns a discount of " + pick("7", "5") + r" percent; with a total of \$500,000 or more it is " + pick("11", "9") + " percent.")
    a(r"\Section{D}{Liability}")
    rule("D-1", "Basic limits", r"The premiums of page R-9 are for \$100,000 each occurrence and \$1,000 medical payments for each person. Increased limits are charged by the factors beneath that table. Medical payments of \$2,000 cost \$9 more, of \$5,000 \$21 more.")
    rule("D-2", "Acres", "All acres farmed are counted, owned or rented, woodland and wetland excepted. Rented-out land is charged as half of its acres.")
    rule("D-3", "Other exposures", "Each exposure of page R-10 is charged in addition. Increased limits factors apply to these charges as well, except to limited pollution liability and overspray of chemicals.")
    rule("D-4", "Dogs", "A dog that has bitten is excluded by name. No charge is made for other dogs.")
    rule("D-6", "Umbrella", r"The umbrella needs underlying limits of \$300,000. The first \$1,000,000 costs " + pick(r"\$265 and each further \$1,000,000 \$140", r"\$290 and each further \$1,000,000 \$155") + r"; five million is the most.")
    # Rate pages.
    a(r"\Section{R}{Rate pages}\Exhibit{R-1}{Territory of each county}")
    zones = [str(r.choice([1, 1, 2, 2, 3, 3, 4, 5])) if mutual else None for _ in COUNTIES]
    if not mutual:
        zones = ZONES[:]
        for i in (4, 17, 33):
            zones[i] = "2" if zones[i] != "2" else "3"
    else:
        ZONES[:] = zones
    pairs = [f"{c} & {z}" for c, z in zip(COUNTIES, zones)]
    third = (len(pairs) + 2) // 3
    a(table("|l|c||l|c||l|c|", [" & ".join([r"\textbf{County} & \textbf{Terr.}"] * 3)], [[(pairs[i + k * third] if i + k * third < len(pairs) else " & ") for k in range(3)] for i in range(third)]))
    a(r"\Page{R-2}{Dwelling base premiums, dollars a year, \$100,000 of insurance, FD-2, deductible \$1,000}")
    rows = []
    for t in range(1, 6):
        for kind, f in (("Frame", 1.0), ("Masonry veneer", .91), ("Masonry", .84)):
            base = (392 + 47 * t + r.randrange(-9, 9)) * f * level
            rows.append([rf"\multirow{{3}}{{*}}{{{t}}}" if kind == "Frame" else "", kind] + [f"{base * k:.0f}" for k in (.79, .88, 1.0, 1.12, 1.31, 1.66)])
    body = "".join(" & ".join(x) + (r" \\ \hline" if i % 3 == 2 else r" \\ \cline{2-8}") for i, x in enumerate(rows))
    a(r"\begin{center}\begin{tabular}{|c|l|r|r|r|r|r|r|}\hline \multirow{2}{*}{\textbf{Territory}} & \multirow{2}{*}{\textbf{Construction}} & \multicolumn{6}{c|}{\textbf{Protection class}} \\ \cline{3-8} & & \textbf{1 -- 4} & \textbf{5 -- 6} & \textbf{7 -- 8} & \textbf{8B} & \textbf{9} & \textbf{10} \\ \hline" + body + r"\end{tabular}\end{center}")
    a("Log houses are rated as frame. Mobile homes are rated as frame in class 10, whatever their class.")
    a(r"\Exhibit{R-3}{Key factors}")
    keys = {25: .52, 50: .69, 75: .85, 100: 1.0, 125: 1.17, 150: 1.35, 175: 1.53, 200: 1.72, 250: 2.11, 300: 2.52, 350: 2.94, 400: 3.37, 500: 4.26, 600: 5.18}
    if not mutual:
        keys = {k: round(v * (1 + (k - 100) / 9000), 2) for k, v in keys.items()}
    k = list(keys.items())
    a(table("|r|c||r|c|", [" & ".join([r"\textbf{Amount (\$000)} & \textbf{Factor}"] * 2)], [[str(k[i][0]), f"{k[i][1]:.2f}", str(k[i + 7][0]), f"{k[i + 7][1]:.2f}"] for i in range(7)]))
    a(r"Between two amounts the factor is found by straight-line interpolation. Above \$600,000 add " + pick("0.0094", "0.0101") + r" for each \$1,000.")
    a(r"\Page{R-4}{Age of dwelling}" + table("|c|c|c|", [r"\textbf{Age, years} & \textbf{Not renovated} & \textbf{Renovated*}"], [[x, f"{m + (0 if mutual else .02):.2f}", f"{m2:.2f}"] for x, m, m2 in (("0 -- 2", .72, .72), ("3 -- 5", .80, .80), ("6 -- 10", .88, .86), ("11 -- 20", .96, .92), ("21 -- 40", 1.04, .97), ("41 -- 60", 1.15, 1.02), ("61 -- 90", 1.27, 1.08), ("Over 90", 1.42, 1.15))]))
    a(r"* Wiring, heating, plumbing and roof all renewed in the last " + pick("20", "15") + " years.")
    a(r"\Exhibit{R-5}{Deductible factors, dwellings}" + table("|r|c|c|c|", [r"\multirow{2}{*}{\textbf{All other perils}} & \multicolumn{3}{c|}{\textbf{Wind and hail deductible}} \\ \cline{2-4} & \textbf{Same} & \textbf{1\% of amount} & \textbf{2\% of amount}"], [[rf"\${d:,}", *(f"{f * g:.2f}" for g in (1, .93, pick(.87, .86)))] for d, f in ((500, 1.10), (1000, 1.0), (2500, .88), (5000, .77), (10000, .66))]))
    a(r"The \$10,000 deductible is for dwellings of at least \$250,000.")
    a(r"\Exhibit{R-6}{Farm buildings, rate per \$100, deductible \$1,000}")
    rows = []
    for t, (b, br, s) in {"1": (.42, .55, .68), "2": (.61, .79, .97), "3": (.98, 1.31, 1.66), "4": (.37, .49, .60), "5": (.44, .58, None), "6": (1.75, None, None)}.items():
        rows.append([t, *(f"{x * level * z:.3f}" if x else r"--" for z in (1, 1.18) for x in (b, br, s))])
    a(r"\begin{center}\begin{tabular}{|c|c|c|c|c|c|c|}\hline & \multicolumn{3}{c|}{\textbf{Territories 1, 2 and 3}} & \multicolumn{3}{c|}{\textbf{Territories 4 and 5}} \\ \hline \textbf{Type} & \textbf{Basic} & \textbf{Broad} & \textbf{Special} & \textbf{Basic} & \textbf{Broad} & \textbf{Special} \\ \hline " + "".join(" & ".join(x) + r" \\ \hline " for x in rows) + r"\end{tabular}\end{center}")
    a(r"With a deductible of \$2,500 multiply by 0.90, of \$5,000 by 0.82. Rates are for replacement cost on types 1 and 4 and for actual cash value on all others.")
    a(r"\Page{R-7}{Machinery, rate per \$100}")
    rows = []
    for kind, base in (("Tractors", .58), ("Combines and cotton pickers", .83), ("Self-propelled sprayers", .76), ("Hay and forage machinery", .69), ("Tillage and planting implements", .34), ("Irrigation, center pivot", 1.05), ("Drones and precision equipment", 2.20), ("Blanket, all machinery", .57)):
        rows.append([kind, *(f"{base * level * f:.2f}" for f in (1.12, 1.0, .91, .80))])
    a(r"\begin{center}\begin{tabular}{|l|c|c|c|c|}\hline \multirow{2}{*}{\textbf{Kind}} & \multicolumn{4}{c|}{\textbf{Deductible}} \\ \cline{2-5} & \$500 & \$1,000 & \$2,500 & \$5,000 \\ \hline " + "".join(" & ".join(x) + r" \\ \hline " for x in rows) + r"\end{tabular}\end{center}")
    a(r"Center pivots are insured for wind only with a deductible of at least \$2,500.")
    a(r"\Exhibit{R-8}{Livestock, dollars a head}" + table("|l|r|r|r|", [r"\textbf{Animal} & \textbf{Limit for each head} & \textbf{Basic} & \textbf{Broad}"], [[n, rf"\${l:,}", f"{b * level:.2f}", f"{c * level:.2f}" if c else "not offered"] for n, l, b, c in (("Beef cow or steer", 2500, 4.9, 7.35), ("Dairy cow", 3500, 6.6, 9.8), ("Calf under 6 months", 900, 2.1, 3.3), ("Breeding bull", 8000, 21.0, 31.5), ("Horse or mule", 5000, 16.4, 26.9), ("Sheep or goat", 400, 1.45, 2.6), ("Hog", 350, 1.1, None), ("Alpaca or llama", 3000, 14.2, 22.8), ("Bees, per hive", 300, 2.8, None))]))
    a(r"\Exhibit{R-9}{Liability, dollars a year, \$100,000 each occurrence}")
    rows = [[b, *(f"{(86 + 37 * i + 9 * i * i) * f * level:.0f}" for f in (1, 1.35, 1.62))] for i, b in enumerate(ACRES)]
    a(table("|c|r|r|r|", [r"\textbf{Acres} & \textbf{Crops only} & \textbf{Livestock or mixed} & \textbf{Dairy}"], rows))
    a(table("|l|c|c|c|c|", [r"\textbf{Limit} & \$200,000 & \$300,000 & \$500,000 & \$1,000,000"], [["Factor", *pick(("1.16", "1.27", "1.42", "1.70"), ("1.18", "1.29", "1.45", "1.76"))]]))
    a(r"\Page{R-10}{Additional liability exposures, \$100,000 each occurrence}")
    a(table("|p{3.1in}|p{1.7in}|r|", [r"\textbf{Exposure} & \textbf{Unit} & \textbf{Dollars}"], [[n.replace("$", r"\$"), u.replace("$", r"\$"), money(round(c * level, 2 if c < 20 else 0)) if c else "--"] for n, u, c in EXPOSURES], long=True))
    a(r"\Exhibit{R-11}{Windstorm zones}\raggedright Counties with wind factor " + pick("1.25", "1.30") + ": " + ", ".join(COUNTIES[i] for i in (3, 11, 14, 22, 29, 38, 44)) + ". With wind factor " + pick("1.10", "1.15") + ": " + ", ".join(COUNTIES[i] for i in (0, 7, 16, 25, 31, 35, 41, 47, 52)) + ". The factor multiplies the rates of page R-6; it does not apply to dwellings. All other counties: 1.00.")
    a(r"\Exhibit{R-12}{Credits and charges, percent of the dwelling premium}" + table("|l|r|", [r"\textbf{Feature} & \textbf{Percent}"], [[n, v] for n, v in (("Central station fire alarm", "$-$6"), ("Local smoke and heat alarm in each building", "$-$3"), ("Lightning rods, UL master label", "$-$5"), ("Burglar alarm, monitored", pick("no credit", "$-$2")), ("Metal or class 4 roof", pick("$-$8", "$-$10")), ("Loss-free for five years", pick("$-$10", "$-$7")), ("Member of a farm bureau", pick("$-$4", "0")), ("Wood stove, inspected", "+7"), ("Wood stove, not inspected", "not written"), ("Trampoline", "see R-10"), ("Prior loss, each in three years", pick("+8", "+12")), ("Business in the dwelling", "+5"))]))
    a("All credits together are at most " + pick("25", "20") + " percent.")
    # Worked example.
    a(r"\Section{X}{Premium example}")
    key = keys[250]
    frame = rowsR2(o, 3)
    age, ded = 1.04 + (0 if mutual else .02), .88
    form = pick(1.14, 1.11)
    step = frame * key * form * age * ded
    credit = pick(16, 17)
    total = round(step * (1 - credit / 100))
    barn = .79 * level * 1200
    liability = round((86 + 37 * 2 + 9 * 4) * 1.35 * level)
    limit = pick(1.27, 1.29)
    a(r"A farm in territory 3, class 9, has a frame house of 30 years, not renovated, for \$250,000 on FD-3 with a deductible of \$2,500 for all perils, a class 4 roof, lightning rods" + pick(", a local alarm in each building", ", a burglar alarm, for which the company gives 2 percent") + r", a type 2 barn for \$120,000 on Broad, and 280 acres with beef cattle. The limit of liability is \$300,000.")
    rows = [["Base premium, R-2", f"{frame:.0f}"], [r"Key factor \$250,000, R-3", f"{key:.2f}"], ["Form factor FD-3, B-3", f"{form:.2f}"], ["Age 21 -- 40, R-4", f"{age:.2f}"], ["Deductible, R-5", f"{ded:.2f}"], ["Credits, R-12 (8 + 5 + 3)" if mutual else "Credits, R-12 (10 + 5 + 2)", f"$-${credit}\\%"], ["Dwelling premium", rf"\${total:,}"], [r"Barn, R-6, rate on 1,200 units of \$100", rf"\${round(barn):,}"], ["Liability, R-9", rf"\${liability}"], [r"Factor for \$300,000", f"{limit:.2f}"], ["Liability premium", rf"\${round(liability * limit):,}"], ["Policy premium", rf"\${total + round(barn) + round(liability * limit):,}"]]
    a(table("|l|r|", [r"\textbf{Step} & \textbf{Value}"], rows))
    a(r"\end{document}")
    source = WORK / f"{file}.tex"
    source.write_text("\n".join(o), encoding="utf-8")
    for _ in range(2):
        done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", source.name], cwd=WORK, capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600"})
        if done.returncode:
            sys.exit(done.stdout.decode("latin-1")[-1500:])
    (OUT / f"{file}.pdf").write_bytes((WORK / f"{file}.pdf").read_bytes())


def rowsR2(parts, territory):
    """The frame base premium of a territory in class 9, read back from the page."""
    text = next(p for p in parts if r"\textbf{8B}" in p)
    row = text.split(rf"\multirow{{3}}{{*}}{{{territory}}}")[1].split(r"\\")[0].split("&")
    return float(row[6])


ZONES = []
manual("Tolland Grange Mutual Insurance Company", "tolland-mutual-farm", "07-26", 71, 1.0, True)
manual("Tolland Preferred Insurance Company", "tolland-preferred-farm", "08-26", 72, .935, False)
