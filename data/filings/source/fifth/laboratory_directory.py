"""Test directory of an invented clinical laboratory. WeasyPrint: a block of names and values for each test with reference intervals by sex and age, tube codes, critical values, panels, a price list over pages."""

import html
import pathlib
import sys

from weasyprint import HTML

OUT = pathlib.Path(sys.argv[2])
CSS = """
@page { size: A4; margin: 24mm 21mm 24mm; @top-left { content: string(part); font: 8pt 'Liberation Sans'; color: #456 } @top-right { content: "Ferrers & Quayle Laboratories"; font: 8pt 'Liberation Sans'; color: #456 } @bottom-center { content: counter(page); font: 8pt 'Liberation Sans' } }
body { font: 11.2pt/1.42 'Liberation Serif' } h1 { font: bold 22pt 'Liberation Sans'; margin: 60mm 0 4mm } h2 { font: bold 14pt 'Liberation Sans'; string-set: part content(); break-before: page; color: #134 } h3 { font: bold 10.5pt 'Liberation Sans'; margin: 4mm 0 1mm }
table { border-collapse: collapse; width: 100%; margin: 1.5mm 0 3mm } td, th { padding: .7mm 1.6mm; text-align: left; vertical-align: top } th { font: bold 8.4pt 'Liberation Sans' }
.ruled td, .ruled th { border-bottom: .3pt solid #889 } .grid td, .grid th { border: .4pt solid #778 } .grid th { background: #e6edf2 } .right td:not(:first-child) { text-align: right }
.test { border-top: 1.4pt solid #134; padding-top: 1mm; margin-bottom: 3.5mm; break-inside: avoid } .test h4 { font: bold 10.5pt 'Liberation Sans'; margin: 0 } .code { float: right; font: bold 10pt 'Liberation Mono' }
dl { margin: 1mm 0; display: grid; grid-template-columns: 27mm 1fr; } dt { font: 8.4pt 'Liberation Sans'; color: #345 } dd { margin: 0 } .iv { width: 78%; margin-left: 8mm } .small { font-size: 8.4pt }
"""
# name, code, tube, volume, stability (room, fridge, frozen), method, days, turnaround, intervals [(group, low-high)], unit, price, notes
S, E, C, F, U, H, B = "SST", "EDTA", "CIT", "FLU", "URN", "HEP", "TRC"
TESTS = [
    ("Albumin", "ALB", S, 0.5, ("7 d", "4 wk", "6 mo"), "Bromocresol purple", "daily", "same day", [("Adults to 60 years", "35 – 52"), ("Over 60 years", "32 – 46"), ("Children 1 to 14 years", "38 – 54")], "g/L", 4.2, ""),
    ("Aldosterone", "ALDO", E, 1.0, ("1 d", "4 d", "1 mo"), "Chemiluminescence", "Tue, Thu", "3 days", [("Supine", "33 – 195"), ("Upright", "45 – 350")], "pmol/L", 38.5, "Patient rests for 30 minutes before a supine sample. State posture on the form."),
    ("Alkaline phosphatase", "ALP", S, 0.5, ("7 d", "7 d", "2 mo"), "IFCC kinetic", "daily", "same day", [("Men", "40 – 129"), ("Women", "35 – 104"), ("Children 1 to 9 years", "142 – 335"), ("Girls 13 to 14 years", "57 – 254"), ("Boys 13 to 14 years", "116 – 468")], "U/L", 3.9, ""),
    ("Alpha-1-antitrypsin", "A1AT", S, 0.5, ("3 d", "2 wk", "3 mo"), "Nephelometry", "Wed", "5 days", [("All", "0.9 – 2.0")], "g/L", 17.4, "Raised in acute inflammation."),
    ("Ammonia", "NH3", E, 1.0, ("15 min", "2 h", "3 wk"), "Enzymatic", "daily", "1 hour", [("Adults", "16 – 53"), ("Newborn, first week", "< 150")], "µmol/L", 14.8, "Tube on ice. Tell the laboratory by telephone before drawing. Haemolysed samples are rejected."),
    ("Antithrombin activity", "ATIII", C, 1.0, ("8 h", "–", "1 mo"), "Chromogenic", "Mon, Wed, Fri", "2 days", [("Adults", "80 – 120")], "%", 26.0, ""),
    ("B-type natriuretic peptide, NT-pro", "NTBNP", S, 1.0, ("3 d", "6 d", "12 mo"), "Electrochemiluminescence", "daily", "4 hours", [("Under 50 years", "< 300"), ("50 to 75 years", "< 450"), ("Over 75 years", "< 900")], "ng/L", 41.0, "Limits given for ruling out acute heart failure."),
    ("Beta-2-microglobulin", "B2M", S, 0.5, ("4 h", "3 d", "6 mo"), "Immunoturbidimetry", "Tue", "7 days", [("Under 60 years", "0.8 – 2.4"), ("60 years and over", "1.1 – 3.0")], "mg/L", 21.6, ""),
    ("Bilirubin, total", "BILT", S, 0.5, ("1 d", "7 d", "6 mo"), "Diazo", "daily", "same day", [("Adults", "< 21"), ("Newborn, day 1", "< 103"), ("Newborn, day 3 to 5", "< 205")], "µmol/L", 3.6, "Protect from light."),
    ("Bilirubin, direct", "BILD", S, 0.5, ("1 d", "7 d", "6 mo"), "Diazo", "daily", "same day", [("All", "< 5")], "µmol/L", 3.6, "Protect from light."),
    ("Blood culture", "BCULT", "two bottles", 20, ("18 h", "–", "–"), "Automated culture", "daily", "5 days", [("All", "no growth")], "", 34.0, "10 mL in each bottle, adults; 1 to 3 mL in the paediatric bottle. Never refrigerate. Positive results are telephoned."),
    ("Blood group and antibody screen", "ABORH", E, 6.0, ("2 d", "7 d", "–"), "Column agglutination", "daily", "2 hours", [("All", "reported in words")], "", 19.5, "Two samples of different time are needed before the first transfusion. Label written by hand at the bedside."),
    ("C-reactive protein", "CRP", S, 0.5, ("11 d", "2 mo", "3 yr"), "Immunoturbidimetry", "daily", "2 hours", [("All", "< 5")], "mg/L", 5.1, ""),
    ("Calcium, total", "CA", S, 0.5, ("7 d", "3 wk", "8 mo"), "NM-BAPTA", "daily", "same day", [("Adults", "2.15 – 2.50"), ("Over 60 years", "2.20 – 2.55"), ("Children 2 to 12 years", "2.20 – 2.70")], "mmol/L", 3.6, "Avoid a tourniquet for more than a minute."),
    ("Calprotectin, faecal", "FCAL", "stool pot", 5, ("3 d", "7 d", "12 mo"), "Immunoassay", "Mon, Thu", "4 days", [("All", "< 50")], "µg/g", 36.2, "50 to 150 is a borderline result: repeat after 6 weeks."),
    ("Carbamazepine", "CARB", S, 1.0, ("2 d", "7 d", "1 mo"), "Immunoassay", "daily", "same day", [("Therapeutic range", "4 – 12")], "mg/L", 18.3, "Trough sample, before the next dose. No gel tube longer than 4 hours."),
    ("Cholesterol, total", "CHOL", S, 0.5, ("7 d", "7 d", "3 mo"), "Enzymatic", "daily", "same day", [("Desirable", "< 5.0")], "mmol/L", 3.9, ""),
    ("Cholesterol, HDL", "HDL", S, 0.5, ("3 d", "7 d", "1 mo"), "Homogeneous enzymatic", "daily", "same day", [("Men", "> 1.0"), ("Women", "> 1.2")], "mmol/L", 4.8, ""),
    ("Copper", "CU", "trace element", 2.0, ("14 d", "14 d", "12 mo"), "ICP-MS", "Thu", "8 days", [("Men", "11.0 – 22.0"), ("Women", "12.6 – 24.4"), ("Pregnancy, third trimester", "20.3 – 39.8")], "µmol/L", 27.9, "Discard the first 5 mL drawn."),
    ("Cortisol", "CORT", S, 1.0, ("1 d", "4 d", "12 mo"), "Electrochemiluminescence", "daily", "1 day", [("Morning, 6 to 10 h", "166 – 507"), ("Afternoon, 16 to 20 h", "74 – 291")], "nmol/L", 15.7, "State the time of the sample."),
    ("Cortisol, free, urine 24 h", "UCORT", U, 10, ("–", "7 d", "4 mo"), "LC-MS/MS", "Mon", "6 days", [("All", "12 – 166")], "nmol/24 h", 42.5, "No preservative. State the total volume."),
    ("Creatinine", "CREA", S, 0.5, ("7 d", "7 d", "3 mo"), "Enzymatic", "daily", "same day", [("Men", "62 – 106"), ("Women", "44 – 80"), ("Children 3 to 9 years", "27 – 49")], "µmol/L", 3.6, "eGFR is reported for adults without being asked for."),
    ("Cystatin C", "CYSC", S, 0.5, ("7 d", "7 d", "6 mo"), "Immunoturbidimetry", "Mon, Wed, Fri", "2 days", [("18 to 59 years", "0.61 – 0.95"), ("60 years and over", "0.73 – 1.29")], "mg/L", 16.9, ""),
    ("D-dimer", "DDIM", C, 1.0, ("8 h", "8 h", "1 mo"), "Latex turbidimetry", "daily", "1 hour", [("To 50 years", "< 500"), ("Over 50 years", "age x 10")], "µg/L FEU", 24.4, "Tube filled to the mark."),
    ("Digoxin", "DIG", S, 1.0, ("1 d", "14 d", "6 mo"), "Immunoassay", "daily", "same day", [("Therapeutic range", "0.6 – 1.2")], "nmol/L", 18.3, "At least 6 hours after the dose."),
    ("Factor V Leiden", "FVL", E, 3.0, ("3 d", "7 d", "–"), "PCR", "every second Tue", "14 days", [("All", "not detected")], "", 88.0, "Signed consent of the patient is needed."),
    ("Ferritin", "FERR", S, 0.5, ("1 d", "7 d", "12 mo"), "Electrochemiluminescence", "daily", "1 day", [("Men", "30 – 400"), ("Women to 50 years", "13 – 150"), ("Women over 50 years", "20 – 250"), ("Infants 6 to 12 months", "12 – 90")], "µg/L", 13.2, ""),
    ("Fibrinogen", "FIB", C, 1.0, ("8 h", "–", "1 mo"), "Clauss", "daily", "2 hours", [("Adults", "1.8 – 3.5"), ("Pregnancy, third trimester", "3.0 – 6.2")], "g/L", 9.4, ""),
    ("Folate", "FOL", S, 1.0, ("2 h", "2 d", "1 mo"), "Electrochemiluminescence", "daily", "1 day", [("All", "8.8 – 42.4")], "nmol/L", 14.1, "Protect from light. Haemolysed samples are rejected."),
    ("Free light chains", "FLC", S, 1.0, ("3 d", "14 d", "6 mo"), "Nephelometry", "Tue, Fri", "5 days", [("Kappa", "3.3 – 19.4"), ("Lambda", "5.7 – 26.3"), ("Ratio kappa : lambda", "0.26 – 1.65")], "mg/L", 64.0, "The ratio has no unit."),
    ("Glucose", "GLU", F, 1.0, ("1 d", "3 d", "–"), "Hexokinase", "daily", "same day", [("Fasting", "3.9 – 5.5"), ("Children, fasting", "3.3 – 5.5")], "mmol/L", 3.6, "In a gel tube only if it is spun within 30 minutes."),
    ("Glucose tolerance test, 75 g", "OGTT", F, 1.0, ("1 d", "3 d", "–"), "Hexokinase", "by appointment", "same day", [("Fasting", "< 5.6"), ("After 2 hours", "< 7.8"), ("Pregnancy, after 1 hour", "< 10.0")], "mmol/L", 28.0, "Three samples; the patient has fasted for 10 hours and stays in the laboratory for two hours."),
    ("Haemoglobin A1c", "HBA1C", E, 2.0, ("3 d", "7 d", "6 mo"), "HPLC", "daily", "1 day", [("All", "20 – 42")], "mmol/mol", 12.5, "Not reliable when haemoglobin variants are present."),
    ("Homocysteine", "HCYS", E, 1.0, ("30 min", "2 h", "10 mo"), "Enzymatic", "Wed", "6 days", [("Adults", "5 – 15")], "µmol/L", 31.8, "Tube on ice; spin within 30 minutes and send the plasma."),
    ("Immunoglobulins G, A, M", "IGAM", S, 1.0, ("3 d", "8 mo", "8 mo"), "Immunoturbidimetry", "Mon to Fri", "2 days", [("IgG", "7.0 – 16.0"), ("IgA", "0.7 – 4.0"), ("IgM", "0.4 – 2.3")], "g/L", 22.5, ""),
    ("Immunoglobulin E, total", "IGE", S, 0.5, ("7 d", "7 d", "6 mo"), "Electrochemiluminescence", "Mon, Wed, Fri", "2 days", [("Adults", "< 100"), ("Children 6 to 9 years", "< 90"), ("Infants", "< 15")], "IU/mL", 16.2, ""),
    ("Iron", "FE", S, 0.5, ("7 d", "3 wk", "12 mo"), "FerroZine", "daily", "same day", [("Adults", "5.8 – 34.5")], "µmol/L", 4.2, "Sample in the morning."),
    ("Lactate", "LACT", F, 1.0, ("8 h", "14 d", "–"), "Enzymatic", "daily", "1 hour", [("Venous", "0.5 – 2.2")], "mmol/L", 9.8, "No tourniquet, no clenched fist."),
    ("Lead", "PB", "trace element", 3.0, ("7 d", "14 d", "–"), "ICP-MS", "Thu", "8 days", [("Adults", "< 100"), ("Children and pregnant women", "< 35")], "µg/L", 29.6, "Whole blood; do not spin."),
    ("Lipase", "LIP", S, 0.5, ("7 d", "7 d", "12 mo"), "Enzymatic colour", "daily", "2 hours", [("Adults", "13 – 60")], "U/L", 7.7, ""),
    ("Lithium", "LI", S, 1.0, ("1 d", "7 d", "6 mo"), "Colorimetric", "daily", "same day", [("Therapeutic range", "0.4 – 1.0")], "mmol/L", 9.9, "12 hours after the last dose. Never in lithium heparin."),
    ("Magnesium", "MG", S, 0.5, ("7 d", "7 d", "12 mo"), "Xylidyl blue", "daily", "same day", [("Adults", "0.66 – 1.07"), ("Children 1 to 5 years", "0.70 – 0.95")], "mmol/L", 4.2, ""),
    ("Methotrexate", "MTX", S, 1.0, ("–", "1 d", "1 mo"), "Immunoassay", "daily", "4 hours", [("48 hours after the dose", "< 1.0"), ("72 hours after the dose", "< 0.1")], "µmol/L", 46.0, "Protect from light."),
    ("Osmolality, serum", "OSM", S, 0.5, ("3 h", "10 d", "3 mo"), "Freezing point", "daily", "2 hours", [("All", "275 – 295")], "mOsm/kg", 11.2, ""),
    ("Parathyroid hormone, intact", "PTH", E, 1.0, ("2 d", "3 d", "6 mo"), "Electrochemiluminescence", "Mon to Fri", "1 day", [("Adults", "1.6 – 6.9")], "pmol/L", 25.9, ""),
    ("Phosphate", "PHOS", S, 0.5, ("1 d", "4 d", "12 mo"), "Molybdate", "daily", "same day", [("Adults", "0.81 – 1.45"), ("Children 4 to 6 years", "1.05 – 1.80")], "mmol/L", 3.6, ""),
    ("Porphyrins, urine", "UPOR", U, 20, ("–", "4 d", "1 mo"), "HPLC fluorescence", "Fri", "12 days", [("Total", "< 320")], "nmol/L", 57.0, "Wrap the pot in foil at once."),
    ("Potassium", "K", S, 0.5, ("1 wk", "1 wk", "1 yr"), "Ion-selective electrode", "daily", "same day", [("Adults", "3.5 – 5.1"), ("Newborn", "3.7 – 5.9")], "mmol/L", 3.6, "Haemolysed samples are rejected. Never refrigerate before spinning."),
    ("Procalcitonin", "PCT", S, 1.0, ("1 d", "2 d", "12 mo"), "Electrochemiluminescence", "daily", "2 hours", [("All", "< 0.1")], "µg/L", 37.0, ""),
    ("Prolactin", "PRL", S, 0.5, ("5 d", "14 d", "6 mo"), "Electrochemiluminescence", "daily", "1 day", [("Men", "86 – 324"), ("Women, not pregnant", "102 – 496")], "mIU/L", 15.7, "Macroprolactin is looked for above 700."),
    ("Prostate specific antigen", "PSA", S, 0.5, ("1 d", "5 d", "6 mo"), "Electrochemiluminescence", "daily", "1 day", [("Men to 49 years", "< 2.0"), ("Men 50 to 59 years", "< 3.0"), ("Men 60 to 69 years", "< 4.0"), ("Men 70 years and over", "< 5.0")], "µg/L", 16.8, "Not within 48 hours of cycling or examination of the prostate."),
    ("Prothrombin time and INR", "PT", C, 1.0, ("1 d", "–", "1 mo"), "Clotting", "daily", "1 hour", [("INR without treatment", "0.9 – 1.2")], "", 6.4, "Tube filled to the mark."),
    ("Protein S, free", "PROS", C, 1.0, ("4 h", "–", "1 mo"), "Latex turbidimetry", "Wed", "7 days", [("Men", "74 – 146"), ("Women", "55 – 124")], "%", 39.0, "Not during pregnancy or anticoagulation."),
    ("Renin, direct", "REN", E, 1.0, ("6 h", "–", "1 mo"), "Chemiluminescence", "Tue, Thu", "3 days", [("Supine", "2.8 – 39.9"), ("Upright", "4.4 – 46.1")], "mIU/L", 40.5, "Never on ice: cold activates prorenin."),
    ("Selenium", "SE", "trace element", 2.0, ("14 d", "14 d", "12 mo"), "ICP-MS", "Thu", "8 days", [("Adults", "0.75 – 1.54")], "µmol/L", 29.6, ""),
    ("Sodium", "NA", S, 0.5, ("2 wk", "2 wk", "1 yr"), "Ion-selective electrode", "daily", "same day", [("Adults", "136 – 145"), ("Over 90 years", "132 – 146")], "mmol/L", 3.6, ""),
    ("Testosterone", "TEST", S, 1.0, ("1 d", "14 d", "6 mo"), "LC-MS/MS", "Mon, Wed", "4 days", [("Men 20 to 49 years", "8.6 – 29.0"), ("Men 50 years and over", "6.7 – 25.7"), ("Women 20 to 49 years", "0.3 – 1.7")], "nmol/L", 28.8, "Between 7 and 10 in the morning."),
    ("Thyroid stimulating hormone", "TSH", S, 0.5, ("8 d", "14 d", "24 mo"), "Electrochemiluminescence", "daily", "1 day", [("Adults", "0.27 – 4.20"), ("Pregnancy, first trimester", "0.10 – 2.50"), ("Newborn to 6 days", "0.70 – 15.2")], "mIU/L", 10.9, ""),
    ("Thyroxine, free", "FT4", S, 0.5, ("5 d", "7 d", "1 mo"), "Electrochemiluminescence", "daily", "1 day", [("Adults", "12.0 – 22.0"), ("Children 1 to 6 years", "12.3 – 22.8")], "pmol/L", 10.9, "Added by the laboratory when TSH is outside its interval."),
    ("Transferrin saturation", "TSAT", S, 0.5, ("7 d", "3 wk", "6 mo"), "Calculated", "daily", "same day", [("Men", "16 – 45"), ("Women", "15 – 40")], "%", 8.8, "Price holds iron and transferrin."),
    ("Troponin T, high sensitivity", "TNT", S, 1.0, ("1 d", "1 d", "12 mo"), "Electrochemiluminescence", "daily", "1 hour", [("All", "< 14")], "ng/L", 22.0, "Repeat after 3 hours when chest pain is recent."),
    ("Urea", "UREA", S, 0.5, ("7 d", "7 d", "12 mo"), "Urease", "daily", "same day", [("Adults to 65 years", "2.8 – 8.1"), ("Over 65 years", "2.9 – 10.2")], "mmol/L", 3.6, ""),
    ("Urinalysis, dipstick and microscopy", "UA", U, 10, ("2 h", "24 h", "–"), "Reflectance, microscopy", "daily", "same day", [("Leucocytes", "< 10"), ("Erythrocytes", "< 5")], "per µL", 6.9, "Mid-stream urine."),
    ("Valproate", "VALP", S, 1.0, ("2 d", "7 d", "3 mo"), "Immunoassay", "daily", "same day", [("Therapeutic range", "50 – 100")], "mg/L", 18.3, "Trough sample, before the next dose."),
    ("Vancomycin", "VANC", S, 1.0, ("2 d", "14 d", "12 mo"), "Immunoassay", "daily", "4 hours", [("Trough", "10 – 20")], "mg/L", 21.3, ""),
    ("Vitamin B12", "B12", S, 1.0, ("2 h", "2 d", "2 mo"), "Electrochemiluminescence", "daily", "1 day", [("Adults", "145 – 569")], "pmol/L", 14.1, "Protect from light."),
    ("Vitamin D, 25-hydroxy", "VITD", S, 1.0, ("8 h", "4 d", "6 mo"), "LC-MS/MS", "Mon to Fri", "3 days", [("Sufficient", "50 – 125"), ("Deficient", "< 25")], "nmol/L", 23.4, ""),
    ("Zinc", "ZN", "trace element", 2.0, ("14 d", "14 d", "12 mo"), "ICP-MS", "Thu", "8 days", [("Adults", "9.2 – 18.4")], "µmol/L", 27.9, "Fasting, in the morning."),
]
PANELS = [("P01", "Basic metabolic", "NA K CREA UREA GLU CA", 15.5), ("P02", "Liver", "ALB ALP BILT BILD", 11.0), ("P03", "Lipids", "CHOL HDL", 7.2), ("P04", "Thyroid", "TSH FT4", 18.0), ("P05", "Anaemia", "FERR FE TSAT B12 FOL CRP", 44.0), ("P07", "Bone", "CA PHOS ALP PTH VITD MG", 58.0), ("P08", "Thrombophilia", "ATIII PROS FVL DDIM HCYS", 168.0), ("P09", "Fatigue", "FERR TSH B12 VITD GLU CRP CREA", 61.0), ("P11", "Trace elements", "CU ZN SE", 69.0), ("P12", "Hypertension", "ALDO REN K CREA", 72.5)]
CRITICAL = [("Ammonia", "–", "> 150", "µmol/L"), ("Calcium, total", "< 1.65", "> 3.25", "mmol/L"), ("Creatinine, first result", "–", "> 400", "µmol/L"), ("Glucose, adults", "< 2.5", "> 25.0", "mmol/L"), ("Glucose, newborn", "< 2.0", "> 15.0", "mmol/L"), ("INR", "–", "> 5.0", ""), ("Fibrinogen", "< 0.8", "–", "g/L"), ("Lactate", "–", "> 4.0", "mmol/L"), ("Lithium", "–", "> 1.5", "mmol/L"), ("Magnesium", "< 0.40", "> 2.0", "mmol/L"), ("Phosphate", "< 0.30", "–", "mmol/L"), ("Potassium", "< 2.8", "> 6.2", "mmol/L"), ("Sodium", "< 120", "> 160", "mmol/L"), ("Troponin T", "–", "> 52", "ng/L"), ("Vancomycin, trough", "–", "> 25", "mg/L")]
e = html.escape


def table(head, rows, style="grid"):
    return f'<table class="{style}"><thead><tr>' + "".join(f"<th>{h}</th>" for h in head) + "</tr></thead><tbody>" + "".join("<tr>" + "".join(f"<td>{e(str(c))}</td>" for c in r) + "</tr>" for r in rows) + "</tbody></table>"


def block(name, code, tube, volume, stable, method, days, time, intervals, unit, price, note):
    container = {"SST": "Gel tube (SST), serum", "EDTA": "EDTA tube", "CIT": "Citrate tube", "FLU": "Fluoride tube, plasma", "URN": "Urine pot"}.get(tube, tube.capitalize())
    pairs = [("Specimen", f"{container}; {volume:g} mL" if tube != "stool pot" else f"Stool pot; {volume:g} g"), ("Method", method), ("Performed", f"{days}; result {time}"), ("Stability", "room temperature {0}, 2–8 °C {1}, −20 °C {2}".format(*stable))] + ([("Remarks", note)] if note else [])
    rows = table(["Reference interval", e(unit) or "&nbsp;"], intervals, "ruled iv")
    return f'<div class="test"><span class="code">{code}</span><h4>{e(name)}</h4><dl>' + "".join(f"<dt>{k}</dt><dd>{e(v)}</dd>" for k, v in pairs) + f"</dl>{rows}</div>"


general = """<h1>Directory of tests 2026</h1><p style="font-size:14pt">Ferrers &amp; Quayle Laboratories</p><p>Fourth edition, valid from 1 February 2026. Prices in crowns (cr), without tax.</p>
<h2>1 General information</h2><h3>1.1 Opening hours and addresses</h3>""" + table(["Place", "Monday to Friday", "Saturday", "Blood drawing without appointment"], [["Main laboratory, 4 Quayle Street", "day and night", "day and night", "7:00 – 11:30"], ["Harbour clinic", "7:00 – 17:00", "8:00 – 12:00", "7:00 – 10:00"], ["Elm Park", "7:30 – 15:30", "closed", "7:30 – 9:30, not on Wednesdays"], ["Westgate", "8:00 – 18:30", "9:00 – 13:00", "only by appointment"]]) + """
<p>Couriers call at surgeries twice a day, at about 11:00 and 16:00; a call outside these rounds costs 18.00 cr within the city and 1.10 cr for each kilometre outside it, both ways. On public holidays only urgent tests are performed.</p>
<h3>1.2 Request form</h3><p>Each form shows family name, first name, date of birth, sex, the requesting doctor, date and time of the sample, tests and whether the patient has fasted. Requests may be made electronically; forms on paper cost 0.80 cr each from 1 July 2026.</p>
<h3>1.3 Samples that are rejected</h3><p>A sample is rejected, and the sender is told within two hours, when</p><ul><li>tube and form do not name the same person,</li><li>the tube has no label or only a first name,</li><li>the tube is of the wrong kind or past its date,</li><li>a citrate tube is filled to less than 90 percent,</li><li>it is haemolysed and the test is one of those marked,</li><li>it has leaked,</li><li>it arrives after the time of stability.</li></ul><p>Samples that cannot be drawn again (cerebrospinal fluid, bone marrow, newborns) are processed in any case, with a remark.</p>
<h3>1.4 Order of draw</h3>""" + table(["Order", "Tube", "Cap", "Turns", "Stand before spinning"], [["1", "Blood culture bottles", "–", "–", "do not spin"], ["2", "Citrate (CIT)", "light blue", "4", "none"], ["3", "Gel (SST)", "gold", "5", "30 minutes"], ["4", "Heparin (HEP)", "green", "8", "none"], ["5", "EDTA", "lavender", "8", "none"], ["6", "Fluoride (FLU)", "grey", "8", "none"], ["7", "Trace element (TRC)", "royal blue", "8", "30 minutes"]]) + """
<h3>1.5 Urgent tests</h3><p>Tests with a result time of four hours or less may be asked for as urgent. The surcharge is 35 percent of the price, at least 6.00 cr for each request; between 20:00 and 6:00 it is 60 percent, at least 12.00 cr. The result is sent within one hour of arrival.</p>
<h3>1.6 Adding tests</h3><p>Tests can be added within the time of stability in the refrigerator. Samples are kept for seven days, those for blood group for fourteen. A telephone request is confirmed in writing within 24 hours.</p>
<h3>1.7 Critical values</h3><p>The doctor is called within 30 minutes. When nobody answers after three calls in one hour, the emergency service is told. The call is noted with name and time and read back.</p>""" + table(["Test", "Below", "Above", "Unit"], CRITICAL) + """
<h3>1.8 Prices, discounts and bills</h3><p>The price of a panel replaces those of its tests. For each request 2.50 cr are charged for handling, and 7.40 cr when we draw the blood. Bills are sent monthly and due in 30 days. Surgeries with more than 500 requests a quarter receive 6 percent on tests and panels, with more than 1,500 requests 11 percent; urgent surcharges, handling and drawing are not discounted.</p>
<h3>1.9 Quality</h3><p>The laboratory takes part in external schemes for all tests but calprotectin and porphyrins. Reference intervals were verified with 120 healthy persons of the region in 2023; those for children are from the literature.</p>"""
prices = sorted(((t[0], t[1], t[2] if len(t[2]) < 5 else {"trace element": "TRC", "two bottles": "bottles", "stool pot": "stool"}[t[2]], t[10]) for t in TESTS), key=lambda t: t[1])
body = general + "<h2>2 Tests in alphabetical order</h2>" + "".join(block(*t) for t in TESTS) + "<h2>3 Panels</h2><p>Panels are asked for by their number.</p>" + table(["Panel", "Name", "Tests", "Price, cr"], [[a, b, ", ".join(c.split()), f"{d:.2f}"] for a, b, c, d in PANELS]) + "<h2>4 Price list by code</h2>" + table(["Code", "Test", "Tube", "Price, cr"], [[c, n, t, f"{p:.2f}"] for n, c, t, p in prices], "ruled")
page = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Directory of tests</title><style>{CSS}</style></head><body>{body}</body></html>'
HTML(string=page).write_pdf(OUT / "ferrers-quayle-test-directory.pdf", pdf_identifier=b"ferrers", full_fonts=False)
