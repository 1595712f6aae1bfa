"""An invented technical standard on the durability of labels. Plain TeX: numbered clauses, aligned tables."""

import tools

TEXT = r"""
# Foreword
This edition cancels and replaces the edition of 2019. The rubbing load was raised from 5 N to 8 N, class D5 was added and the petrol test was withdrawn.
# 1 Scope
This standard specifies requirements and tests for the durability of labels on outdoor equipment. It does not apply to labels that are engraved, nor to labels on food packaging.
# 2 Normative references
The documents ENM 204, ENM 371-2 and ENM 1180 are indispensable for the application of this standard.
# 3 Terms and definitions
## 3.1 label
a carrier of information which is fixed to a product
## 3.2 durable
able to be read from 500 mm in a light of 300 lx after all tests of the class
## 3.3 substrate
the surface to which a label is fixed
## 3.4 batch
labels made from one roll of material in one run of no more than 24 hours
# 4 Classification
@CLASSES
A label may bear two classes where its parts differ, except class D5, which is borne alone.
# 5 Requirements
## 5.1 Legibility
The height of characters shall be not less than 2.0 mm for instructions and 3.5 mm for warnings.
## 5.2 Adhesion
After conditioning, the force to peel the label at 90 degrees shall be not less than the value of Table 2.
@ADHESION
## 5.3 Resistance to rubbing
The text shall be legible after the strokes of Table 1 with a cotton cloth soaked in water, and again with the liquid of 5.4.
## 5.4 Resistance to liquids
The label shall withstand, for the time of Table 3, such of the following liquids as the manufacturer declares: (a) water with 5 % salt, (b) mineral oil, (c) detergent of pH 11, (d) isopropanol, (e) diesel fuel, (f) liquid fertilizer.
@LIQUIDS
## 5.5 Resistance to light
The change of colour after exposure shall not exceed grade 4 of the grey scale; for warnings grade 4--5.
## 5.6 Resistance to cold
The label shall not crack when bent over a mandrel of 10 mm at --20 $^\circ$C, classes D4 and D5 at --40 $^\circ$C.
# 6 Test methods
## 6.1 Conditioning
Specimens are kept for 24 h at 23 $\pm$ 2 $^\circ$C and 50 $\pm$ 5 % relative humidity before each test, unless the test follows another within 30 min.
## 6.2 Number of specimens
Five for each test and substrate. If one fails, ten more are tested and none may fail.
## 6.3 Peel test
The label is pulled at 300 mm/min. The mean of the force between 25 mm and 75 mm of travel is recorded.
## 6.4 Rubbing test
A cloth of 15 mm by 15 mm is loaded with 8 N and moved at one stroke a second.
## 6.5 Immersion
The specimen lies in 200 ml of liquid at 23 $^\circ$C, diesel fuel at 40 $^\circ$C. It is wiped and assessed after 30 min.
## 6.7 Exposure to light
Xenon arc, 60 W/m$^2$ between 300 nm and 400 nm, cycles of 102 min dry and 18 min wet.
## 6.8 Bending
The specimen is bent within 2 s by a person wearing gloves, or by a machine.
# 7 Conformity
## 7.1 Type test
All tests of clause 6 are carried out on a new material, a new ink or a new adhesive. A report is valid for five years.
## 7.2 Batch test
Each batch is subjected to 6.3 and 6.4 with one specimen a substrate.
## 7.3 Records
Reports are kept for ten years after the last batch.
# 8 Marking
The label shall bear, at its edge, in characters of 1.2 mm or more: the number of this standard, the class, the maker's code and the month of production. Labels smaller than 300 mm$^2$ need the class alone.
# Annex A (informative) Choice of class
@CHOICE
# Annex B (normative) Substrates
Tests are made on the substrates B1 steel with powder coating, B2 stainless steel, B3 polypropylene, B4 polyethylene, B6 glass-fibre reinforced polyester and B7 anodised aluminium. A manufacturer may leave out a substrate that the labels are not meant for, if the package says so.
"""


def lines(rows):
    return "".join(" & ".join(row) + r"\cr" + "\n" for row in rows)


TABLES = {
    "@CLASSES": r"""\caption{Table 1 --- Classes of durability}
\centerline{\vbox{\halign{#\hfil\quad&\hfil#\hfil\quad&\hfil#\hfil\quad&\hfil#\hfil\quad&#\hfil\cr
\bf Class&\bf Strokes&\bf Light&\bf Temperature&\bf Intended life\cr
&&\bf (h)&\bf ($^\circ$C)&\bf (years)\cr\noalign{\smallskip\hrule\smallskip}
""" + lines([("D1", "15", "100", "0 to 40", "1 -- 2"), ("D2", "30", "250", "--10 to 60", "3 -- 5"), ("D3", "100", "500", "--20 to 70", "6 -- 10"), ("D4", "300", "1000", "--40 to 80", "11 -- 15"), ("D5", "1000", "2000", "--40 to 120", "over 15")]) + "}}}",
    "@ADHESION": r"""\caption{Table 2 --- Least peel force (N per 25 mm)}
\centerline{\vbox{\offinterlineskip\halign{\strut\vrule\quad#\hfil\quad\vrule&&\quad\hfil#\hfil\quad\vrule\cr\noalign{\hrule}
&\multispan3\hfil Untreated\hfil\vrule&\multispan3\hfil After 7 d at 70 $^\circ$C\hfil\vrule\cr
Substrate&D1, D2&D3&D4, D5&D1, D2&D3&D4, D5\cr\noalign{\hrule}
""" + lines([("B1 steel, coated", "8", "11", "15", "6", "9", "13"), ("B2 stainless steel", "9", "12", "17", "7", "10", "15"), ("B3 polypropylene", "5", "7", "10", "3", "5", "8"), ("B4 polyethylene", "4", "6", "9", "3", "4", "7"), ("B6 polyester", "7", "10", "14", "5", "8", "12"), ("B7 aluminium", "9", "12", "16", "7", "10", "14")]) + r"\noalign{\hrule}}}}",
    "@LIQUIDS": r"""\caption{Table 3 --- Time of immersion (h)}
\centerline{\vbox{\halign{#\hfil\qquad&&\hfil#\quad\cr
\bf Liquid&\bf D1&\bf D2&\bf D3&\bf D4&\bf D5\cr\noalign{\smallskip\hrule\smallskip}
""" + lines([("Water with salt", "4", "24", "72", "168", "336"), ("Mineral oil", "--", "4", "24", "72", "168"), ("Detergent", "1", "4", "24", "48", "96"), ("Isopropanol", "--", "0.5", "1", "2", "4"), ("Diesel fuel", "--", "--", "4", "24", "48"), ("Liquid fertilizer", "--", "1", "8", "24", "72")]) + "}}}",
    "@CHOICE": r"""\caption{Table A.1 --- Examples}
\centerline{\vbox{\halign{#\hfil\quad&#\hfil\quad&#\hfil\cr
\bf Product&\bf Place&\bf Class\cr\noalign{\smallskip\hrule\smallskip}
""" + lines([("Garden hose reel", "under a roof", "D1"), ("Lawn mower", "outdoors, summer", "D2"), ("Bicycle rack", "outdoors, all year", "D3"), ("Street cabinet", "outdoors, all year", "D4"), ("Railway point motor", "trackside", "D5"), ("Wind turbine nacelle", "inside", "D3"), ("Wind turbine nacelle", "outside", "D5"), ("Fertilizer spreader", "outdoors", "D4")]) + "}}}",
}


def source():
    out = [r"""\pdfpagewidth=210mm \pdfpageheight=297mm \hsize=150mm \vsize=225mm \hoffset=4mm \voffset=2mm
\pdfmapfile{=pdftex.map}\font\big=cmbx12 scaled 1440 \font\sans=cmss10 \font\tit=cmssbx10 scaled 1200
\parindent=0pt \parskip=5pt plus 2pt
\headline={\ifnum\pageno>1\sans ENM 5512:2026\hfil Durability of labels\fi} \footline={\sans\hfil\folio\hfil}
\def\caption#1{\bigskip\centerline{\sans #1}\nobreak\smallskip}
\def\clause#1{\bigskip\goodbreak{\tit #1}\par\nobreak}
\def\sub#1{\medskip{\bf #1}\par\nobreak}
\null\vskip 4cm{\big ENM 5512:2026}\par\bigskip{\tit Labels for outdoor equipment --- Durability --- Requirements and tests}\par\vfill{\sans Third edition, March 2026}\eject
\centerline{\tit Contents}\bigskip"""]
    body = TEXT.strip().splitlines()
    for line, page in zip([b[2:] for b in body if b.startswith("# ")], (3, 3, 3, 3, 3, 4, 5, 5, 5, 6, 6)):
        out.append(rf"\line{{{line}\ \leaders\hbox to 6pt{{\hss.\hss}}\hfil\ {page}}}".replace("%", r"\%"))
    out.append(r"\vfil\eject")
    for line in body:
        if line.startswith("@"):
            out.append(TABLES[line] + r"\bigskip")
        elif line.startswith("## "):
            out.append(rf"\sub{{{line[3:]}}}")
        elif line.startswith("# "):
            out.append(rf"\clause{{{line[2:]}}}")
        else:
            out.append(line.replace("%", r"\%") + r"\par")
    return "\n".join(out) + "\n\\bye\n"


tools.plain_tex("enm-5512-labels", source())
