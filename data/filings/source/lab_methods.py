"""Method manual of an invented water laboratory. pdfLaTeX: report class, numbered clauses, Helvetica, a table without lines."""

import build

METHODS = [
    ("LM-101", "pH by electrode", "drinking, surface and waste water", "2 -- 12", "0.02", "A combined electrode is calibrated with buffers 4.01, 7.00 and 10.01.",
     "The slope must be 95 to 102 percent. A check buffer of 6.86 is read every ten samples and must agree within 0.05.", "analyse within 15 minutes, in the field where possible"),
    ("LM-102", "Electrical conductivity", "all waters", "5 -- 50,000 µS/cm", "3", "The cell constant is verified with 0.01 mol/L potassium chloride (1,413 µS/cm at 25 °C).",
     "The reading of the check standard must lie within 2 percent.", "28 days at 4 °C"),
    ("LM-103", "Turbidity by nephelometry", "drinking and surface water", "0.05 -- 400 NTU", "6", "The instrument is set with formazin standards of 0.5, 20 and 200 NTU.",
     "Duplicates must agree within 10 percent, below 1 NTU within 0.1 NTU.", "48 hours at 4 °C in the dark"),
    ("LM-104", "Total suspended solids", "surface and waste water", "2 -- 5,000 mg/L", "8", "A volume giving 10 to 200 mg of residue is filtered through a weighed glass fibre filter and dried at 104 °C for one hour.",
     "Drying is repeated until two weighings agree within 0.5 mg.", "7 days at 4 °C"),
    ("LM-105", "Biochemical oxygen demand, 5 days", "surface and waste water", "2 -- 6,000 mg/L", "15", "At least three dilutions are incubated at 20 °C for 120 hours in the dark.",
     "A bottle counts only if at least 2 mg/L were used and at least 1 mg/L are left. The glucose--glutamic acid check must give 198 with a tolerance of 30.5 mg/L.", "48 hours at 4 °C"),
    ("LM-106", "Chemical oxygen demand, closed reflux", "waste water", "15 -- 1,500 mg/L", "9", "2.5 mL of sample are digested at 150 °C for two hours with dichromate.",
     "Chloride above 2,000 mg/L interferes; such samples are diluted or sent to method LM-118. A blank and a standard of 500 mg/L are run with each batch of 20.", "28 days with sulfuric acid at pH below 2"),
    ("LM-107", "Ammonia nitrogen, salicylate", "all waters", "0.02 -- 2.0 mg/L", "7", "The colour is read at 655 nm after 60 minutes.",
     "The calibration has at least five points with a correlation of 0.995 or better.", "24 hours at 4 °C, or 28 days acidified"),
    ("LM-108", "Nitrate and nitrite, ion chromatography", "drinking and surface water", "0.1 -- 20 mg/L", "6", "20 µL are injected onto an anion column at 1.0 mL/min.",
     "Retention times must stay within 5 percent of the calibration.", "48 hours at 4 °C"),
    ("LM-110", "Total phosphorus, persulfate digestion", "all waters", "0.01 -- 1.0 mg/L", "10", "The sample is digested in an autoclave at 121 °C for 30 minutes and read at 880 nm.",
     "A digested standard must recover 90 to 110 percent.", "28 days with sulfuric acid at pH below 2"),
    ("LM-111", "Metals by ICP-OES", "all waters", "see Table 3", "8", "Samples are digested with nitric acid at 95 °C, unless turbidity is below 1 NTU.",
     "The interference check solution is run at the start and after every 25 samples.", "6 months with nitric acid at pH below 2"),
    ("LM-112", "Mercury by cold vapour", "all waters", "0.05 -- 5 µg/L", "12", "Mercury is reduced with stannous chloride and read at 253.7 nm.",
     "A blank above 0.02 µg/L stops the batch.", "28 days with nitric acid in glass"),
    ("LM-113", "Volatile organics by purge and trap", "drinking water", "0.2 -- 40 µg/L", "18", "25 mL are purged for 11 minutes with helium.",
     "Surrogates must recover 80 to 120 percent, bromofluorobenzene 75 to 125 percent.", "14 days at 4 °C with hydrochloric acid, no headspace"),
    ("LM-115", "Total coliforms and E. coli, enzyme substrate", "drinking water", "1 -- 2,419 MPN/100 mL", "n/a", "100 mL are incubated at 35.0 °C for 24 to 28 hours.",
     "A sterile blank and one positive control are run with each lot of medium.", "30 hours at below 10 °C"),
    ("LM-116", "Heterotrophic plate count", "drinking water", "1 -- 300 CFU/mL", "n/a", "Plates are incubated at 35 °C for 48 hours.",
     "Only plates with 30 to 300 colonies are counted.", "8 hours, or 24 hours at below 8 °C"),
    ("LM-118", "Chemical oxygen demand, high chloride", "saline waste water", "30 -- 700 mg/L", "14", "Chloride is removed as hydrogen chloride before digestion.",
     "The method is not used where chloride is below 2,000 mg/L, unless a client asks for it in writing.", "28 days with sulfuric acid at pH below 2"),
]
METALS = [("Aluminium", "396.152", "20", "60", "85 -- 115"), ("Antimony", "206.836", "4", "12", "80 -- 120"), ("Arsenic", "188.980", "3", "10", "80 -- 120"), ("Barium", "455.403", "1", "3", "90 -- 110"),
          ("Cadmium", "214.439", "0.4", "1.2", "85 -- 115"), ("Chromium", "267.716", "0.9", "3", "85 -- 115"), ("Copper", "327.395", "1.5", "5", "90 -- 110"), ("Iron", "238.204", "6", "20", "85 -- 115"),
          ("Lead", "220.353", "2.2", "7", "80 -- 120"), ("Manganese", "257.610", "0.5", "2", "90 -- 110"), ("Nickel", "231.604", "1.3", "4", "85 -- 115"), ("Selenium", "196.026", "5", "15", "75 -- 125"),
          ("Silver", "328.068", "0.8", "3", "75 -- 125"), ("Zinc", "206.200", "1.0", "4", "90 -- 110")]
BOTTLES = [("A", "Plastic, 1 L", "none", "LM-102, LM-103, LM-104, LM-105"), ("B", "Plastic, 500 mL", "sulfuric acid", "LM-106, LM-107, LM-110"), ("C", "Plastic, 250 mL", "nitric acid", "LM-111"),
           ("D", "Glass, 250 mL", "nitric acid", "LM-112"), ("E", "Glass vial, 2 x 40 mL", "hydrochloric acid", "LM-113"), ("F", "Sterile, 120 mL", "sodium thiosulfate", "LM-115, LM-116")]
PRICES = [("LM-101", 9, 6), ("LM-102", 9, 6), ("LM-103", 12, 8), ("LM-104", 18, 13), ("LM-105", 42, 34), ("LM-106", 31, 24), ("LM-107", 22, 16), ("LM-108", 28, 19), ("LM-110", 27, 20), ("LM-112", 46, 38),
          ("LM-113", 135, 110), ("LM-115", 29, 24), ("LM-116", 21, 17), ("LM-118", 64, 52)]


def u(text):
    return text.replace("µ", r"\textmu ").replace("°C", r"\textdegree C")


def tex():
    out = [r"""\documentclass[10pt,a4paper,oneside]{report}
\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{textcomp}
\usepackage[scaled]{helvet}\renewcommand{\familydefault}{\sfdefault}
\usepackage[left=25mm,right=25mm,top=30mm,bottom=25mm,headheight=14pt]{geometry}\usepackage{fancyhdr,longtable,array}
\pagestyle{fancy}\fancyhf{}\fancyhead[L]{Brightwater Analytical}\fancyhead[R]{\leftmark}\fancyfoot[L]{QM-04, issue 12}\fancyfoot[R]{\thepage}
\renewcommand{\chaptermark}[1]{\markboth{#1}{}}\fancypagestyle{plain}{}\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}
\setcounter{secnumdepth}{3}\setcounter{tocdepth}{1}
\title{Laboratory Method Manual\\\large QM-04, issue 12}\author{Brightwater Analytical Services}\date{Valid from 2 September 2025}
\begin{document}\maketitle\tableofcontents
\chapter{General}
\section{Scope}This manual describes the methods that the laboratory carries out under its accreditation. Methods LM-116 and LM-118 are outside the scope of accreditation.
\section{Quality control}
\subsection{Batches}A batch has no more than 20 samples, for method LM-113 no more than 12. Each batch holds a blank, a control sample, a duplicate and a spike.
\subsection{Control limits}A control sample outside three standard deviations stops the batch. Two of three consecutive results beyond two standard deviations on one side call for an investigation.
\subsection{Corrective action}A stopped batch is repeated when the holding time allows it. Otherwise results are reported with flag H or R.
\subsection{Flags}
\begin{tabular}{@{}ll@{}}\textbf{Flag}&\textbf{Meaning}\\B&found in the blank\\D&diluted\\H&holding time exceeded\\J&between detection and reporting limit\\R&control sample outside limits\\T&temperature on receipt above 6 \textdegree C\\U&below detection limit\\\end{tabular}
\section{Receipt of samples}
\subsection{Temperature}Samples arrive at 6 \textdegree C or less. A sample taken less than two hours before receipt is accepted warm if it is on ice.
\subsection{Rejection}A sample is rejected when the bottle is broken, the label does not match the form, or a vial for LM-113 has headspace over 6 mm. The client is told within four working hours.
\section{Records}Raw data are kept for ten years, control charts for five years, instrument logs for as long as the instrument is in use plus three years.
\chapter{Sampling}
\section{Bottles}
\begin{center}Table 1. Bottle types\\[3pt]\begin{tabular}{llll}\hline Type & Bottle & Preservative & Methods\\\hline"""]
    out += [" & ".join(b) + r"\\" for b in BOTTLES]
    out.append(r"""\hline\end{tabular}\end{center}
Samples for LM-101 and LM-108 are taken in a type A bottle as well. A type F bottle is never rinsed.
\chapter{Summary of methods}
\begin{center}Table 2. Methods, ranges and holding times\\[3pt]
\begin{longtable}{@{}l>{\raggedright}p{3.4cm}>{\raggedright}p{2.7cm}r>{\raggedright\arraybackslash}p{4.4cm}@{}}
       &        &               & Uncertainty & \\
       & Method & Working range & (\%, k=2)   & Preservation and\\
Number &        &               &             & holding time\\[2pt]\endhead""")
    out += [u(f"{n} & {name} & {span} & {unc} & {hold}") + r"\\[2pt]" for n, name, _, span, unc, _, _, hold in METHODS]
    out.append(r"""\end{longtable}\end{center}\textbf{Note.} The uncertainty of LM-101 is in pH units.
\chapter{Method descriptions}""")
    for number, name, matrix, span, unc, how, qc, hold in METHODS:
        out.append(u(rf"""\section{{{number} {name}}}
\subsection{{Scope}}The method applies to {matrix} in the range of {span}.
\subsection{{Procedure}}{how}
\subsection{{Acceptance}}{qc}
\subsection{{Holding time}}Samples keep {hold}.""".replace("in the range of see Table 3", "in the ranges of Table 3").replace("keep analyse within", "are analysed within").replace("are analysed within 15", "are analysed within 15")))
    out.append(r"""\chapter{Metals}
\begin{center}Table 3. Wavelengths and limits of method LM-111 (\textmu g/L)\\[3pt]\begin{tabular}{@{}lcrrc@{}}\hline
 & Wavelength & \multicolumn{2}{c}{Limit of} & Spike recovery\\Element & (nm) & detection & reporting & (\%)\\\hline""")
    out += [" & ".join(m) + r"\\" for m in METALS]
    out.append(r"""\hline\end{tabular}\end{center}
Selenium and silver are reported with flag J below twice the reporting limit. Other elements are run on request.
\chapter{Prices}
\begin{center}Table 4. Price per sample (EUR)\\[3pt]\begin{tabular}{@{}lrr@{}}\hline & \multicolumn{2}{c}{Samples in an order}\\Method & 1 -- 9 & 10 or more\\\hline""")
    out += [f"{m} & {a}.00 & {b}.00" + r"\\" for m, a, b in PRICES]
    out.append(r"""LM-111, first element & 19.00 & 14.00\\LM-111, each further element & 4.50 & 3.50\\\hline\end{tabular}\end{center}
Results in two working days cost a surcharge of 50 percent, on the same day 100 percent. Methods LM-105 and LM-116 cannot be had on the same day. Orders below EUR 60.00 bear a handling charge of EUR 15.00.
\end{document}""")
    return "\n".join(out)


build.latex("brightwater-lab-methods", tex())
