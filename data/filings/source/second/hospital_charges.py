"""List of charges of an invented hospital: several hundred codes over many pages, no lines. Chromium."""

import random

import tools

SECTIONS = [
    ("Room and board", "R", 1100, ["Room, medical and surgical, private", "Room, medical and surgical, semi-private", "Room, intensive care", "Room, coronary care", "Room, step-down", "Room, maternity", "Room, nursery, level I", "Room, nursery, level II", "Room, nursery, level III",
     "Room, psychiatric", "Room, rehabilitation", "Observation, first hour", "Observation, each further hour", "Isolation, supplement per day"], "1980 1640 4350 4100 2600 1890 1150 2350 3900 1720 1850 310 96 240"),
    ("Emergency department", "E", 2000, ["Visit, level 1", "Visit, level 2", "Visit, level 3", "Visit, level 4", "Visit, level 5", "Critical care, first 74 minutes", "Critical care, each further 30 minutes", "Trauma activation, full", "Trauma activation, partial", "Wound closure, up to 2.5 cm",
     "Wound closure, 2.6 - 7.5 cm", "Wound closure, 7.6 - 12.5 cm", "Wound closure, over 12.5 cm", "Splint, arm", "Splint, leg", "Removal of a foreign body, eye", "Removal of a foreign body, ear", "Removal of a foreign body, skin", "Moderate sedation, first 15 minutes", "Moderate sedation, each further 15 minutes"], "265 480 890 1640 2750 3120 1410 7900 5300 410 560 790 1180 330 395 460 380 515 610 205"),
    ("Imaging", "X", 3100, ["X-ray, chest, one view", "X-ray, chest, two views", "X-ray, hand", "X-ray, wrist", "X-ray, forearm", "X-ray, shoulder", "X-ray, foot", "X-ray, ankle", "X-ray, knee, two views", "X-ray, knee, four views", "X-ray, hip", "X-ray, spine, cervical", "X-ray, spine, lumbar", "X-ray, abdomen",
     "Mammogram, screening", "Mammogram, diagnostic", "Bone density", "Ultrasound, abdomen, complete", "Ultrasound, abdomen, limited", "Ultrasound, pelvis", "Ultrasound, obstetric", "Ultrasound, thyroid", "Ultrasound, breast", "Ultrasound, veins of the leg, one side", "Ultrasound, veins of the leg, both sides",
     "CT, head, without contrast", "CT, head, with contrast", "CT, chest, without contrast", "CT, chest, with contrast", "CT, abdomen and pelvis, without contrast", "CT, abdomen and pelvis, with contrast", "CT, angiography, heart", "CT, low dose, lung screening", "MRI, brain, without contrast", "MRI, brain, with and without contrast",
     "MRI, spine, cervical", "MRI, spine, lumbar", "MRI, shoulder", "MRI, knee", "MRI, breast, both", "PET-CT, whole body", "Bone scan", "Thyroid uptake"], "145 188 152 158 161 205 166 172 214 268 237 311 329 242 295 412 228 690 455 640 598 415 470 588 834 1240 1610 1380 1795 2240 2860 2490 340 2310 3180 2270 2340 2150 2190 2980 5340 1120 690"),
    ("Laboratory", "L", 4000, ["Basic metabolic panel", "Comprehensive metabolic panel", "Lipid panel", "Liver panel", "Complete blood count", "Complete blood count with differential", "Hemoglobin A1c", "Glucose", "Glucose tolerance, three samples", "Thyroid stimulating hormone", "Free thyroxine", "Vitamin D, 25-hydroxy", "Vitamin B12", "Folate", "Ferritin",
     "Iron and binding capacity", "Prothrombin time", "Partial thromboplastin time", "D-dimer", "Troponin, high sensitivity", "Natriuretic peptide", "C-reactive protein", "Sedimentation rate", "Prostate specific antigen", "Pregnancy test, urine", "Pregnancy test, serum, quantitative", "Urinalysis, automated", "Urinalysis, with microscopy",
     "Urine culture", "Blood culture", "Throat culture", "Stool culture", "Influenza A and B, molecular", "SARS-CoV-2, molecular", "Respiratory panel, 20 targets", "Hepatitis B surface antigen", "Hepatitis C antibody", "HIV antigen and antibody", "Syphilis antibody", "Chlamydia and gonorrhea", "Drug screen, urine, 10 classes", "Alcohol, serum",
     "Blood type and Rh", "Antibody screen", "Crossmatch, per unit", "Cytology, cervical", "Pathology, level II", "Pathology, level III", "Pathology, level IV", "Pathology, level V", "Pathology, level VI", "Frozen section"], "58 74 66 61 38 49 52 18 112 71 64 148 63 59 68 77 34 41 129 146 165 47 29 88 36 84 22 31 76 118 69 132 174 158 612 83 79 92 54 211 168 97 48 62 104 128 142 196 318 526 741 402"),
    ("Surgery, facility time", "S", 5200, ["Operating room, level 1, first 30 minutes", "Operating room, level 1, each further 15 minutes", "Operating room, level 2, first 30 minutes", "Operating room, level 2, each further 15 minutes", "Operating room, level 3, first 30 minutes", "Operating room, level 3, each further 15 minutes",
     "Operating room, level 4, first 30 minutes", "Operating room, level 4, each further 15 minutes", "Robot, supplement", "Recovery room, first hour", "Recovery room, each further 30 minutes", "Anesthesia gas, per 15 minutes", "Endoscopy suite, first 30 minutes", "Endoscopy suite, each further 15 minutes"], "1450 390 2380 610 3420 880 5160 1290 3800 880 365 140 1720 460"),
    ("Procedures", "P", 6000, ["Colonoscopy, diagnostic", "Colonoscopy, with biopsy", "Colonoscopy, with removal of polyps", "Upper endoscopy, diagnostic", "Upper endoscopy, with biopsy", "Cataract removal with lens", "Carpal tunnel release", "Knee arthroscopy", "Shoulder arthroscopy", "Hernia repair, inguinal", "Hernia repair, umbilical", "Gallbladder removal, laparoscopic",
     "Appendix removal, laparoscopic", "Tonsil removal, under 12", "Tonsil removal, 12 and over", "Ear tubes, both", "Cardiac catheterization, left", "Cardiac catheterization, with stent", "Pacemaker insertion", "Echocardiogram, transthoracic", "Echocardiogram, transesophageal", "Stress test, treadmill", "Stress test, nuclear", "Holter monitor, 48 hours",
     "Electrocardiogram", "Sleep study, in the laboratory", "Sleep study, at home", "Dialysis, hemodialysis", "Chemotherapy infusion, first hour", "Chemotherapy infusion, each further hour", "Infusion, hydration, first hour", "Infusion, hydration, each further hour", "Injection, intramuscular", "Vaccination", "Lumbar puncture", "Bone marrow biopsy", "Paracentesis", "Thoracentesis"], "1890 2340 2780 1760 2190 5650 3980 7350 8420 9150 8240 13900 14800 5240 5980 4170 9640 18700 16300 1480 2640 870 3210 560 165 3150 720 1290 640 215 330 118 74 42 860 1180 930 990"),
    ("Maternity", "M", 7000, ["Delivery, vaginal", "Delivery, cesarean", "Labor room, per hour", "Fetal non-stress test", "Epidural", "Circumcision", "Newborn hearing test", "Newborn metabolic screening", "Lactation consultation", "Tubal ligation after delivery"], "6900 11400 185 640 1980 520 165 118 148 3650"),
    ("Therapy", "T", 8000, ["Physical therapy, evaluation, low", "Physical therapy, evaluation, moderate", "Physical therapy, evaluation, high", "Physical therapy, exercise, 15 minutes", "Physical therapy, manual, 15 minutes", "Occupational therapy, evaluation", "Occupational therapy, activity, 15 minutes", "Speech therapy, evaluation", "Speech therapy, session",
     "Swallowing study", "Cardiac rehabilitation, session", "Pulmonary rehabilitation, session", "Respiratory therapy, nebulizer", "Respiratory therapy, ventilator, first day", "Respiratory therapy, ventilator, each further day", "Nutrition counseling, 15 minutes"], "245 290 365 92 98 270 95 385 240 610 172 148 64 1480 1120 88"),
]
POLICY = [
    ("1. What the list shows", "The gross charge is the price before any discount. The cash price is what a patient without insurance pays when the bill is settled within 30 days; after that the gross charge less 20 percent is due. The two right columns give the lowest and the highest price agreed with any insurer. Where no insurer has agreed a price, both columns show a dash."),
    ("2. What it does not show", "Fees of physicians, who bill on their own, are not included, except in the emergency department. Implants and drugs are charged at cost plus 12 percent."),
    ("3. Estimates", "A written estimate is given within one working day for planned treatment and within three hours if the treatment is planned for the day after. A bill that exceeds the estimate by more than $400 may be disputed within 120 days."),
    ("4. Financial assistance", "Households with an income up to 200 percent of the poverty guideline pay nothing. From 201 to 300 percent they pay 25 percent of the cash price, from 301 to 400 percent 50 percent. Applications are accepted up to 240 days after the first bill."),
    ("5. Payment plans", "Balances up to $1,000 may be paid in 12 monthly parts, larger ones in up to 48, without interest. A plan ends when two payments in a row are missed."),
    ("6. Night and weekend", "Imaging and laboratory tests ordered by the emergency department bear no supplement at night. Others bear 15 percent between 9 p.m. and 6 a.m."),
]

CSS = """@page { size: Letter; margin: 16mm 14mm 18mm } body { font: 9pt/1.3 "Carlito", sans-serif; margin: 0 } h1 { font-size: 24pt; margin: 50mm 0 2mm } h2 { font-size: 13pt } .cover { break-after: page }
table { width: 100%; border-spacing: 0 } thead th { text-align: right; border-bottom: 1pt solid black; vertical-align: bottom } th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left } td { text-align: right; padding: 1.1mm 1mm; white-space: nowrap } td:nth-child(2) { white-space: normal }
.band td { font-weight: bold; background: #dde7f0; text-align: left } tr { break-inside: avoid } thead tr + tr th { text-align: right !important }"""


def rows():
    rng, out = random.Random(905), []
    for title, letter, start, names, prices in SECTIONS:
        out.append(f'<tr class="band"><td colspan="6">{title}</td></tr>')
        number = start
        for name, price in zip(names, map(int, prices.split()), strict=True):
            gross = round(price * rng.uniform(0.96, 1.04)) + rng.choice((0, 0, 0.25, 0.5))
            number += rng.choice((1, 1, 1, 2, 3, 5))
            cash, least, most = gross * .62, gross * rng.uniform(.28, .45), gross * rng.uniform(.6, .88)
            agreed = ("–", "–") if rng.random() < .08 else (f"{least:,.2f}", f"{most:,.2f}")
            out.append(f"<tr><td>{letter}{number}</td><td>{name}</td><td>{gross:,.2f}</td><td>{cash:,.2f}</td><td>{agreed[0]}</td><td>{agreed[1]}</td></tr>")
    return "".join(out)


page = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>St. Brannoc Hospital – list of charges</title><style>{CSS}</style></head><body>
<div class="cover"><h1>List of charges</h1><p>St. Brannoc Regional Hospital<br>Valid from January 1, 2026. Next revision: January 1, 2027.</p></div>
<div>{"".join(f"<h2>{t}</h2><p>{x}</p>" for t, x in POLICY)}</div>
<table style="break-before: page"><thead><tr><th rowspan="2">Code</th><th rowspan="2">Service</th><th rowspan="2">Gross<br>charge ($)</th><th rowspan="2">Cash<br>price ($)</th><th colspan="2">Agreed with insurers ($)</th></tr><tr><th>Lowest</th><th>Highest</th></tr></thead><tbody>{rows()}</tbody></table>
</body></html>"""
tools.chromium("st-brannoc-charges", page)
