"""A chapter of an invented building code, clean and red-lined against the edition before. pdfLaTeX: memoir-like article, ulem."""

import re

import build

# {old=>new}: struck out and put in. The clean copy holds the new text alone.
TEXT = r"""
# 1001 Administration
## 1001.1 General
Buildings or portions of buildings shall have a means of egress system as required by this chapter.
## 1001.2 Minimum requirements
It is unlawful to alter a building in a manner that reduces the number of exits or the width of the means of egress to less than required by this code.
## 1001.3 Maintenance
Means of egress shall be {inspected once a year=>inspected every six months} by the owner. Records shall be kept for {two=>five} years and shown to the code official on demand.
# 1003 General means of egress
## 1003.1 Ceiling height
The means of egress shall have a ceiling height of not less than 7 feet 6 inches (2286 mm).
*Exceptions:*
1. Sloped ceilings in dwelling units.
2. Door openings in accordance with Section 1010.2.
3. Stair headroom in accordance with Section 1011.3.
{=>4. Parking garages, where a height of 7 feet (2134 mm) is permitted.}
## 1003.2 Elevation change
Where changes in elevation of less than 12 inches (305 mm) exist, sloped surfaces shall be used. Where the slope is greater than one unit vertical in 20 units horizontal, ramps complying with Section 1012 shall be used.
# 1004 Occupant load
## 1004.1 Design occupant load
The number of occupants shall be computed at the rate of one occupant per unit of area as prescribed in Table 1004.1. A fraction counts as one occupant.
@TABLE1
## 1004.2 Fixed seating
For areas having fixed seats the load is the number of seats. For bench seating one person counts for each {18=>20} inches of length.
## 1004.4 Posting
Every assembly room shall have the load posted near the main exit, unless the room serves fewer than {50=>40} persons.
# 1005 Means of egress sizing
## 1005.1 Capacity
The capacity in inches is the occupant load multiplied by the factor of Table 1005.1.
@TABLE2
## 1005.2 Distribution
The loss of any one exit shall not reduce the available capacity to less than 50 percent of the required capacity.
# 1006 Number of exits
## 1006.1 Spaces
Two exits shall be provided where the occupant load or the common path of egress travel exceeds the values of Table 1006.1. Three exits are required for more than 500 occupants and four for more than 1,000.
@TABLE3
# 1008 Illumination
## 1008.1 Level
The illumination level at the walking surface shall be not less than {1 foot-candle (11 lux)=>1.5 foot-candles (16 lux)}. In auditoriums it may be reduced during performances to 0.2 foot-candle (2 lux).
## 1008.2 Emergency power
Emergency power shall last for not less than {60=>90} minutes.
# 1010 Doors
## 1010.1 Size
Each door opening shall give a clear width of not less than 32 inches (813 mm). No leaf shall exceed 48 inches (1219 mm).
## 1010.2 Height
The height shall be not less than 80 inches (2032 mm).
## 1010.3 Opening force
The force to open an interior swinging door other than a fire door shall not exceed {5 pounds (22 N)=>4.5 pounds (20 N)}. For other doors the latch shall release at 15 pounds (67 N).
## 1010.4 Swing
Doors shall swing in the direction of travel where serving a room with an occupant load of 50 or more or a Group H occupancy.
## 1010.5 Panic hardware
Panic hardware is required on doors serving
(a) Group H occupancies,
(b) Group A or E occupancies with a load of 50 or more,
(c) electrical rooms with equipment rated 800 amperes or more{ => and over 6 feet wide},
{=>(d) battery rooms with more than 50 kWh of storage.}
# 1011 Stairways
## 1011.1 Width
Stairways shall be not less than 44 inches (1118 mm) wide, or 36 inches (914 mm) where the occupant load is less than 50.
## 1011.2 Risers and treads
Riser height shall be 4 inches (102 mm) minimum and 7 inches (178 mm) maximum. Tread depth shall be {11 inches (279 mm)=>11.5 inches (292 mm)} minimum. In dwelling units risers of {7 3/4=>7 1/2} inches maximum and treads of 10 inches minimum are permitted.
## 1011.3 Headroom
Headroom shall be not less than 80 inches (2032 mm).
## 1011.4 Vertical rise
A flight shall not rise more than {12 feet 6 inches (3810 mm)=>12 feet (3658 mm)} between landings.
# 1012 Ramps
## 1012.1 Slope
Ramps used as part of a means of egress shall have a slope not steeper than one unit vertical in 12 units horizontal; other ramps not steeper than one in eight.
## 1012.2 Rise
The rise of a run shall be 30 inches (762 mm) maximum.
# 1013 Exit signs
## 1013.1 Where required
Exits shall be marked by a sign visible from any direction of travel, so that no point is more than {100=>75} feet from the nearest sign.
*Exceptions:*
1. Rooms that need only one exit.
2. Main exterior doors that are obviously identifiable, when approved.
3. Dwelling units and sleeping units in Group R.
## 1013.2 Tactile signs
A tactile sign stating EXIT shall be provided next to each door to an exit stairway.
# 1017 Exit access travel distance
## 1017.1 Limits
Travel distance shall not exceed the values of Table 1017.1.
@TABLE4
## 1017.2 Increase
The distance is increased by 100 feet in Group F-1 and S-1 buildings of one story with a ceiling of 24 feet or more that are sprinklered.
"""

OCCUPANTS = [("Assembly, standing space", "5 net", "5 net"), ("Assembly, chairs only", "7 net", "7 net"), ("Assembly, tables and chairs", "15 net", "15 net"), ("Bowling lanes, per lane", "5 persons", "7 persons"),
             ("Business", "100 gross", "150 gross"), ("Classroom", "20 net", "20 net"), ("Shops and vocational rooms", "50 net", "50 net"), ("Day care", "35 net", "35 net"), ("Exercise room", "50 gross", "50 gross"),
             ("Industrial", "100 gross", "100 gross"), ("Kitchen, commercial", "200 gross", "200 gross"), ("Library, reading room", "50 net", "50 net"), ("Library, stacks", "100 gross", "100 gross"),
             ("Locker room", "50 gross", "50 gross"), ("Mercantile", "30 gross", "60 gross"), ("Parking garage", "200 gross", "200 gross"), ("Residential", "200 gross", "200 gross"), ("Warehouse", "500 gross", "500 gross")]
FACTORS = [("Stairways", "0.3", "0.3", "0.2", "0.2"), ("Other components", "0.2", "0.2", "0.15", "0.15"), ("Group H, stairways", "0.7", "0.7", "0.3", "0.35"), ("Group H, other", "0.4", "0.4", "0.2", "0.2")]
SPACES = [("A, E, M", "49", "75", "75", "75", "75"), ("B", "49", "100", "75", "100", "100"), ("F", "49", "75", "75", "100", "100"), ("H-1, H-2, H-3", "3", "not permitted", "not permitted", "25", "25"),
          ("I-1, I-2, I-4", "10", "not permitted", "not permitted", "75", "75"), ("R-1", "10", "not permitted", "not permitted", "75", "75"), ("R-2", "10", "75", "not permitted", "125", "125"), ("S", "29", "100", "75", "100", "100")]
TRAVEL = [("A, E, F-1, M, R, S-1", "200", "200", "250", "250"), ("B", "200", "200", "300", "300"), ("F-2, S-2, U", "300", "300", "400", "400"), ("H-1", "not permitted", "not permitted", "75", "75"), ("H-2", "not permitted", "not permitted", "100", "100"),
          ("H-3", "not permitted", "not permitted", "150", "150"), ("H-4", "not permitted", "not permitted", "175", "175"), ("H-5", "not permitted", "not permitted", "200", "200"), ("I-1, I-2, I-4", "not permitted", "not permitted", "200", "180")]


def change(old, new, red):
    if not red or old == new:
        return new
    return (rf"\del{{{old}}}" if old.strip() else "") + (" " if old.strip() and new else "") + (rf"\ins{{{new}}}" if new else "")


def table(title, spec, head, rows, red):
    """Columns come in pairs of old and new from the second on; the clean copy shows the new ones."""
    out = [rf"\begin{{center}}\small\textbf{{{title}}}\\[3pt]\begin{{tabular}}{{{spec}}}\hline {head}\\\hline"]
    for label, *values in rows:
        pairs = [change(a, b, red) for a, b in zip(values[::2], values[1::2])]
        out.append(" & ".join([label] + pairs) + r"\\")
    return "\n".join(out) + r"\hline\end{tabular}\end{center}"


def tables(red):
    fixed = [(label, limit, limit, *rest) for label, limit, *rest in SPACES]
    return {"@TABLE1": table("TABLE 1004.1 MAXIMUM FLOOR AREA ALLOWANCES PER OCCUPANT", "|l|r|", r"FUNCTION OF SPACE & SQUARE FEET", OCCUPANTS, red),
            "@TABLE2": table("TABLE 1005.1 CAPACITY FACTOR (inches per occupant)", "|l|c|c|", "COMPONENT & NOT SPRINKLERED & SPRINKLERED", FACTORS, red),
            "@TABLE3": table("TABLE 1006.1 SPACES WITH ONE EXIT", "|l|c|c|c|", r"& MAXIMUM & \multicolumn{2}{c|}{MAXIMUM COMMON PATH (feet)}\\ OCCUPANCY & LOAD & NOT SPRINKLERED & SPRINKLERED", fixed, red),
            "@TABLE4": table("TABLE 1017.1 EXIT ACCESS TRAVEL DISTANCE (feet)", "|l|c|c|", "OCCUPANCY & NOT SPRINKLERED & SPRINKLERED", TRAVEL, red)}


def tex(red):
    ready = tables(red)
    edition = "Draft of the 2027 edition, changes to the 2024 edition marked" if red else "2027 edition"
    out = [r"""\documentclass[12pt,letterpaper]{article}\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{mathptmx}
\usepackage[margin=1in]{geometry}\usepackage[normalem]{ulem}\usepackage{xcolor,fancyhdr}
\newcommand{\del}[1]{{\color{red}\sout{#1}}}\newcommand{\ins}[1]{{\color{blue}\uline{#1}}}
\pagestyle{fancy}\fancyhf{}\fancyhead[C]{\small MEANS OF EGRESS}\fancyfoot[L]{\small STATE OF ALDERMOOR BUILDING CODE}\fancyfoot[R]{\small 10-\thepage}
\setlength{\parindent}{0pt}\setlength{\parskip}{3pt}\begin{document}
\begin{center}{\large\bfseries CHAPTER 10}\\[2pt]{\Large\bfseries MEANS OF EGRESS}\\[4pt]\textit{""" + edition + r"""}\end{center}"""]
    text = re.sub(r"\{([^{}]*)=>([^{}]*)\}", lambda m: change(m[1], m[2], red), TEXT.strip())
    for line in text.splitlines():
        if not line.strip():
            continue
        if line.startswith("@"):
            out.append(ready[line])
        elif line.startswith("## "):
            number, title = line[3:].split(" ", 1)
            out.append(rf"\textbf{{{number} {title}.}}\enspace")
        elif line.startswith("# "):
            out.append(rf"\medskip\begin{{center}}\bfseries SECTION {line[2:].upper()}\end{{center}}")
        elif line.startswith("*"):
            out.append(rf"\textbf{{{line.strip('*')}}}\par")
        elif re.match(r"(\\ins\{)?(\d\.|\([a-z]\))", line):
            out.append(rf"\hspace*{{8mm}}{line}\par")
        else:
            out.append(line + r"\par")
    return "\n".join(out) + r"\end{document}"


build.latex("aldermoor-egress-2027", tex(False))
build.latex("aldermoor-egress-2027-redline", tex(True))
