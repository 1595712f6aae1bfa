"""Protocol of an invented clinical trial. LuaLaTeX, class memoir: numbered criteria, a schedule on landscape pages, grades, windows."""

import os
import pathlib
import shutil
import subprocess
import sys

WORK, OUT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
NAME = "orvexa-204-protocol"

TOP = r"""\documentclass[10pt,a4paper,oneside,article]{memoir}
\usepackage[T1]{fontenc}\usepackage{textcomp,charter,booktabs,longtable,tabularx,array,lscape}
\setlrmarginsandblock{27mm}{25mm}{*}\setulmarginsandblock{30mm}{28mm}{*}\checkandfixthelayout
\makepagestyle{trial}\makeoddhead{trial}{\small Orvexa 204}{}{\small Version 3.0, 11 May 2026}\makeoddfoot{trial}{\small Confidential}{}{\small Page \thepage\ of \thelastpage}
\makeheadrule{trial}{\textwidth}{0.3pt}\pagestyle{trial}\aliaspagestyle{chapter}{trial}
\setsecnumdepth{subsection}\setsecheadstyle{\large\sffamily\bfseries}\setsubsecheadstyle{\normalsize\sffamily\bfseries}
\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}\renewcommand{\thesection}{\arabic{section}}\settocdepth{subsection}
\newcommand{\X}{\textsf{X}}
\begin{document}
\begin{center}\sffamily\LARGE Orvexa 204\\[4mm]\large A randomised, double-blind, placebo-controlled trial of lumetrazole in adults with chronic urticaria that does not respond to antihistamines\\[8mm]\normalsize Clinical trial protocol, Version 3.0, 11 May 2026\\Sponsor: Halden Brook Therapeutics Ltd.\end{center}
"""
SYNOPSIS = [
    ("Phase", "2b"), ("Centres", "41 centres in seven countries"), ("Participants", "312, randomised 1:1:1:1 to 10 mg, 25 mg or 50 mg once daily, or placebo"),
    ("Randomisation strata", "country; weekly itch score at baseline (below 14, 14 and above); earlier treatment with a biological"),
    ("Length", "screening up to 4 weeks, treatment 24 weeks, follow-up 8 weeks"), ("Primary endpoint", "change from baseline of the weekly urticaria activity score (UAS7) at week 12"),
    ("Rescue", "a second-generation antihistamine, at most four tablets in 24 hours"), ("Interim analysis", "when 156 participants have completed week 12"),
]
ENDPOINTS = [
    ("Primary", "UAS7, change from baseline", "Week 12"), ("Key secondary", "UAS7 of 6 or less", "Week 12"), ("Key secondary", "Complete response, UAS7 of 0", "Week 12"), ("Secondary", "Weekly itch score, change", "Weeks 4, 12, 24"),
    ("Secondary", "Days without angioedema", "Week 24"), ("Secondary", "Dermatology quality of life index, change", "Weeks 12, 24"), ("Secondary", "Tablets of rescue medication a week", "Weeks 1 to 24"),
    ("Exploratory", "Sleep interference score", "Weeks 4, 12"), ("Exploratory", "Basophil count in blood", "Weeks 2, 12, 24"),
]
INCLUSION = ["aged 18 to 75 years at consent", "chronic urticaria for at least six months", "UAS7 of 16 or more and weekly itch score of 8 or more in the seven days before randomisation", "hives and itch for at least six weeks in spite of a second-generation antihistamine at up to four times the approved dose", "stable dose of the antihistamine for at least 14 days", "body weight of at least 42 kg", "able to fill in the electronic diary, with no more than one missing entry in the last seven days", "agrees to use effective contraception until 30 days after the last dose"]
EXCLUSION = ["urticaria with a clear single cause, such as cold or pressure urticaria", "other skin disease with chronic itch", "omalizumab or another antibody against IgE in the last 16 weeks", "systemic corticosteroids in the last four weeks", "ciclosporin, methotrexate or another immunosuppressant in the last eight weeks", "history of anaphylaxis without known cause", "QTcF above 450 ms in men or 470 ms in women", "ALT or AST above 2.0 times the upper limit of normal", "creatinine clearance below 50 ml/min", "neutrophils below 1.5 x 10\\textsuperscript{9}/l", "positive test for hepatitis B surface antigen, hepatitis C RNA or HIV", "active tuberculosis, or latent tuberculosis without finished treatment", "malignancy in the last five years, except basal cell carcinoma and cervical carcinoma in situ", "live vaccine in the last six weeks", "pregnancy or breast-feeding", "donation of more than 450 ml of blood in the last eight weeks", "participation in another trial of a medicine within five half-lives or 30 days, whichever is longer"]
VISITS = ["Scr", "BL", "W1", "W2", "W4", "W8", "W12", "W16", "W20", "W24", "FU4", "FU8", "ET"]
SCHEDULE = [
    ("Informed consent", "X............"), ("Inclusion and exclusion", "XX..........."), ("Demography, history", "X............"), ("Randomisation", ".X..........."), ("Physical examination", "XX..X.X..X.XX"), ("Weight", "XX....X..X..X"), ("Vital signs", "XXXXXXXXXXXXX"),
    ("12-lead ECG\\textsuperscript{a}", "XX.XX.X..X..X"), ("Haematology", "XXXXXXXXXXX.X"), ("Chemistry", "XXXXXXXXXXX.X"), ("Urinalysis", "X...X.X..X..X"), ("Lipids, fasting", ".X....X..X..X"), ("Serology, tuberculosis test", "X............"), ("Pregnancy test, serum", "X............"), ("Pregnancy test, urine\\textsuperscript{b}", ".X..XXXXXXXXX"),
    ("PK sample, before dose", ".X.XX.X..X..."), ("PK samples, 1 to 8 h\\textsuperscript{c}", ".X....X......"), ("Total IgE", ".X....X..X..."), ("Basophil count", ".X.X..X..X..."), ("Pharmacogenetic sample\\textsuperscript{d}", ".X..........."), ("Diary handed out or checked", "XXXXXXXXXX..X"), ("Quality of life index", ".X..X.X..X.XX"), ("Sleep questionnaire", ".X..X.X......"), ("Photographs\\textsuperscript{e}", ".X....X..X..."),
    ("Medicine dispensed", ".X..XXXXX...."), ("Tablets counted", "....XXXXXX..X"), ("Adverse events", "XXXXXXXXXXXXX"), ("Other medication", "XXXXXXXXXXXXX"), ("Final status", "...........XX"),
]
WINDOWS = [("Screening", "-28 to -1", ""), ("Baseline", "1", "none"), ("Week 1", "8", "1"), ("Week 2", "15", "2"), ("Week 4", "29", "2"), ("Week 8", "57", "3"), ("Week 12", "85", "3"), ("Week 16", "113", "4"), ("Week 20", "141", "4"), ("Week 24", "169", "3"), ("Follow-up 4", "197", "5"), ("Follow-up 8", "225", "7")]
DOSE = [
    ("Neutrophils, 10\\textsuperscript{9}/l", "1.0 to below 1.5", "repeat within 7 days, go on", "repeat within 14 days"), ("", "0.5 to below 1.0", "interrupt until 1.5 or more", "restart at next lower dose"), ("", "below 0.5", "stop for good", "weekly until 1.5"),
    ("Platelets, 10\\textsuperscript{9}/l", "75 to below 100", "go on", "repeat within 7 days"), ("", "50 to below 75", "interrupt until 100 or more", "twice weekly"), ("", "below 50", "stop for good", "daily until 75"),
    ("ALT or AST, times upper limit", "above 3 to 5", "go on if bilirubin is normal", "repeat within 72 hours"), ("", "above 5 to 8", "interrupt until 2 or less", "twice weekly"), ("", "above 8", "stop for good", "liver unit to be consulted"),
    ("QTcF, ms", "481 to 500", "reduce to next lower dose", "ECG after 3 days"), ("", "above 500", "stop for good", "ECG daily until 470"),
    ("Creatinine, rise from baseline", "1.5 to 2 times", "go on", "repeat within 7 days"), ("", "above 2 to 3 times", "interrupt until 1.3 times", "every 3 days"), ("", "above 3 times", "stop for good", "nephrologist to be consulted"),
]
FORBIDDEN = [("Strong inhibitors of CYP3A4 (ketoconazole, clarithromycin)", "14 days", "not allowed"), ("Strong inducers of CYP3A4 (rifampicin, St John's wort)", "28 days", "not allowed"), ("Moderate inhibitors of CYP3A4 (diltiazem, fluconazole)", "7 days", "up to 7 days, dose halved"), ("Omalizumab and other antibodies against IgE", "16 weeks", "not allowed"), ("Systemic corticosteroids", "4 weeks", "up to 3 days for asthma"), ("Ciclosporin, methotrexate, mycophenolate", "8 weeks", "not allowed"), ("H2 antihistamines, montelukast", "7 days", "stable dose only"), ("Proton pump inhibitors", "none", "allowed, 4 h apart"), ("Warfarin", "none", "INR weekly for 4 weeks"), ("Live vaccines", "6 weeks", "not allowed until 8 weeks after last dose"), ("Grapefruit", "3 days", "not allowed")]
BLOOD = [("Haematology", "EDTA", "2.0", "11"), ("Chemistry", "serum gel", "3.5", "11"), ("Lipids", "serum gel", "2.5", "3"), ("Serology", "serum", "6.0", "1"), ("Tuberculosis test", "heparin", "4.0", "1"), ("PK", "EDTA", "2.0", "13"), ("Total IgE", "serum", "2.0", "3"), ("Basophil count", "EDTA", "3.0", "4"), ("Pharmacogenetics", "EDTA", "6.0", "1")]
ABBR = [("ALT", "alanine aminotransferase"), ("AST", "aspartate aminotransferase"), ("BL", "baseline"), ("ET", "early termination visit"), ("FU", "follow-up"), ("IDMC", "independent data monitoring committee"), ("PK", "pharmacokinetics"), ("QTcF", "QT interval corrected by Fridericia's formula"), ("SUSAR", "suspected unexpected serious adverse reaction"), ("UAS7", "urticaria activity score summed over seven days, 0 to 42")]


def rows(lines):
    return "\n".join(" & ".join(line) + r" \\" for line in lines)


def long_table(columns, header, lines, caption):
    return rf"\begin{{longtable}}{{{columns}}}\caption{{{caption}}}\\ \toprule {' & '.join(header)} \\ \midrule \endfirsthead \toprule {' & '.join(header)} \\ \midrule \endhead \midrule \endfoot \bottomrule \endlastfoot" + "\n" + rows(lines) + "\n" + r"\end{longtable}" + "\n"


def numbered(items, letter):
    return rf"\begin{{enumerate}}\renewcommand{{\labelenumi}}{{{letter}\arabic{{enumi}}}}" + "".join(rf"\item {item};" + "\n" for item in items[:-1]) + rf"\item {items[-1]}." + r"\end{enumerate}" + "\n"


text = TOP + r"\section{Synopsis}" + r"\begin{tabularx}{\textwidth}{@{}>{\bfseries}p{38mm}X@{}}" + rows(SYNOPSIS) + r"\end{tabularx}" + "\n" + r"\newpage\tableofcontents*\newpage"
text += r"\section{Background}Lumetrazole is an oral inhibitor of the receptor MRGPRX2 on mast cells. In the trial Orvexa 102, 64 healthy volunteers received single doses of up to 200 mg and repeated doses of up to 100 mg for 14 days. The half-life was 19 hours; food raised the exposure by 22 percent. Two volunteers on 100 mg had a fall of neutrophils below $1.5\times10^9$/l, which went back within nine days. In Orvexa 151, an open trial in 38 patients, 17 had a UAS7 of 6 or less after eight weeks of 50 mg." + "\n"
text += r"\section{Objectives and endpoints}The primary objective is to find the dose with the best balance of effect and safety." + long_table("lp{70mm}l", ("Rank", "Endpoint", "Time"), ENDPOINTS, "Endpoints")
text += r"""\section{Design}\subsection{Overview}After screening, participants take one tablet in the morning for 24 weeks. At week 12 participants on placebo are switched, without being told, to 25 mg; all others stay on their dose.
\subsection{Blinding}Tablets of all doses and placebo look the same. The code may be broken by the investigator when the treatment of an emergency depends on it; the sponsor is told within 24 hours.
\subsection{Stopping rules}Enrolment is halted when (a) two participants have neutrophils below $0.5\times10^9$/l, (b) one participant meets Hy's law, (c) one death is thought to be related to the medicine, (d) three participants in one dose group have a QTcF above 500 ms, or (e) the IDMC asks for it.
\section{Participants}\subsection{Inclusion criteria}A participant must meet all of these:
""" + numbered(INCLUSION, "I") + r"\subsection{Exclusion criteria}None of these may apply:" + numbered(EXCLUSION, "E")
text += r"""\subsection{Screening again}A candidate who failed for I3, I7, E4 or E8 may be screened once more after 21 days. A new number is given.
\section{Treatment}\subsection{Supply}Bottles of 34 tablets are stored at 2 to 25 \textdegree C. Each dispensing covers the time to the next one; unused tablets are brought back.
\subsection{Missed dose}A dose that is missed may be taken up to 10 hours late; after that it is left out. Two doses are never taken on one day.
\subsection{Changes of dose}""" + long_table(r"p{34mm}p{30mm}p{42mm}p{38mm}", ("Finding", "Value", "Lumetrazole", "Check"), DOSE, "What to do with laboratory and ECG findings")
text += r"An interruption may last 21 days at most, and there may be two of them in all. The next lower dose of 10 mg is none: the medicine is stopped." + r"\subsection{Other medicines}" + long_table(r"p{68mm}p{24mm}p{48mm}", ("Medicine", "Wash-out before baseline", "During the trial"), FORBIDDEN, "Other medicines")
marks = [(name, *[r"\X" if c == "X" else "" for c in line]) for name, line in SCHEDULE]
text += r"\section{Visits}\begin{landscape}\small " + long_table("l" + "c" * len(VISITS), ("Procedure", *VISITS), marks, "Schedule of procedures") + r"""\textsuperscript{a} In triplicate at baseline and week 12, otherwise single. \textsuperscript{b} Every four weeks, in women who can become pregnant; at FU8 by a home test. \textsuperscript{c} At 1, 2, 4 and 8 hours, in the centres of Group P only. \textsuperscript{d} Separate consent. \textsuperscript{e} Voluntary.
\end{landscape}""" + long_table("lrr", ("Visit", "Day", "Window, days (plus or minus)"), WINDOWS, "Windows of the visits")
text += r"\section{Blood}" + long_table("llrr", ("Test", "Tube", "Volume a sample, ml", "Samples in Group P"), BLOOD, "Blood volumes") + "Participants outside Group P give 5 PK samples, those before the dose.\n"
text += r"""\section{Safety reporting}\subsection{Terms}An adverse event is any untoward medical occurrence in a participant, whether or not it is related to the medicine. An event of special interest is one of these: neutropenia of grade 3 or more, herpes zoster, a rise of ALT above 5 times the upper limit, syncope.
\subsection{Times}\begin{tabularx}{\textwidth}{@{}Xll@{}}\toprule What & Who reports to whom & Within\\ \midrule Serious adverse event & investigator to sponsor & 24 hours\\ Event of special interest & investigator to sponsor & 72 hours\\ Pregnancy & investigator to sponsor & 5 days\\ Fatal or life-threatening SUSAR & sponsor to authorities & 7 days\\ Other SUSAR & sponsor to authorities & 15 days\\ Annual safety report & sponsor to authorities and ethics committees & 60 days after 31 January\\ \bottomrule\end{tabularx}
Serious events are collected from consent until 30 days after the last dose, other events from the first dose until FU8.
\section{Statistics}\subsection{Number of participants}With 70 evaluable participants a group, a difference of 7.5 points in UAS7 is found with a power of 90 percent at a two-sided level of 5 percent, given a standard deviation of 13.5. A dropout of 10 percent is allowed for, which makes 78 a group.
\subsection{Analysis}The change of UAS7 is analysed by a mixed model for repeated measures with treatment, visit, their interaction and the strata as fixed effects. Doses are tested in the order 50 mg, 25 mg, 10 mg; testing stops at the first that is not significant. A day without a diary entry is filled by the mean of the days before and after; a week with more than three missing days is missing.
\subsection{Interim analysis}The IDMC may drop one dose for futility when the conditional power is below 15 percent. The trial is not stopped early for efficacy.
\section{Money and time}Participants receive 60 euros a visit, 140 euros for a visit with a PK profile, and travel costs. The first participant is expected in September 2026, the last visit of the last one in October 2028.
\section{Changes of the protocol}\begin{tabularx}{\textwidth}{@{}llX@{}}\toprule Version & Date & Change\\ \midrule 1.0 & 19 December 2025 & First version\\ 1.1 & 2 February 2026 & Tube for the tuberculosis test\\ 2.0 & 27 March 2026 & QTcF limit for women 470 instead of 460 ms; visit W1 added; dose of 100 mg removed\\ 3.0 & 11 May 2026 & Follow-up 8 instead of 4 weeks; grapefruit; E16 added\\ \bottomrule\end{tabularx}
\section{Abbreviations}\begin{tabularx}{\textwidth}{@{}lX@{}}""" + rows(ABBR) + r"\end{tabularx}\end{document}"
(WORK / f"{NAME}.tex").write_text(text, encoding="utf-8")
environment = dict(os.environ, SOURCE_DATE_EPOCH="1767225600", FORCE_SOURCE_DATE="1")
for _ in range(3):
    done = subprocess.run(["lualatex", "-interaction=nonstopmode", "-halt-on-error", f"{NAME}.tex"], cwd=WORK, env=environment, capture_output=True)
    if done.returncode:
        sys.exit(done.stdout.decode()[-2000:])
shutil.copy(WORK / f"{NAME}.pdf", OUT)
