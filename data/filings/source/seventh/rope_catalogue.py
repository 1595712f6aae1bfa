"""Catalogue of ropes and rigging: openpyxl workbook of six sheets, merged headers, notes under tables."""
import pathlib, sys
from openpyxl import Workbook
OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
wb = Workbook(); wb.remove(wb.active)
def S(name, rows, merges=()):
    s = wb.create_sheet(name)
    for r in rows: s.append(r)
    for m in merges: s.merge_cells(m)
    for c in "ABCDEFGHI": s.column_dimensions[c].width = 20 if c == "A" else 15
dia = [4,5,6,8,10,12,14,16,18,20,22,24]
def load(k): return [round(k*d*d/10)*10 for d in dia]
ly = dict(Hemp=(62,.92,.55),Polyester=(178,1.18,.62),Polyamide=(205,1.02,.71),Polypropylene=(132,.61,.33),HMPE=(640,.72,2.95))
rows = [["Thornlea Ropeworks – Catalogue 41, valid from 1 February 2026"],["Fibre ropes, three-strand (hemp, polypropylene) and braided (others)"],["Diameter","Least breaking load, kg","","","","","Price per metre, EUR","",""],["mm","Hemp","Polyester","Polyamide","Polypropylene","HMPE","Polyester","Polyamide","HMPE"]]
for i, d in enumerate(dia): rows.append([d]+[load(ly[m][0]/10)[i] for m in ly]+[round(ly[m][2]*d*d/64+.12,2) for m in ("Polyester","Polyamide","HMPE")])
rows += [[],["Hemp and polypropylene are priced by weight: hemp EUR 9.80 per kg, polypropylene EUR 6.40 per kg."],["HMPE above 20 mm is made to order: 5 weeks, at least 100 m."],["Knots reduce the breaking load to 55 percent, splices to 90 percent."]]
S("Fibre ropes", rows, ("B3:F3","G3:I3"))
rows = [["Wire ropes, galvanised or stainless (AISI 316)"],["Diameter mm","Construction","Breaking load kN","","Mass kg/100 m","Price per metre EUR",""],["","","galvanised","stainless","","galvanised","stainless"]]
for d, c in ((2,"7 × 7"),(3,"7 × 7"),(4,"7 × 7"),(5,"7 × 19"),(6,"7 × 19"),(8,"7 × 19"),(10,"7 × 19"),(12,"6 × 36 WS"),(14,"6 × 36 WS"),(16,"6 × 36 WS"),(20,"6 × 36 WS")):
    rows.append([d,c,round(.66*d*d,1),round(.58*d*d,1) if d<=12 else "–",round(.39*d*d,1),round(.28+.031*d*d,2),round(.75+.088*d*d,2) if d<=12 else "–"])
rows += [[],["– not supplied in stainless."],["Cut lengths: cutting EUR 1.50 each up to 8 mm, EUR 3.80 above."]]
S("Wire ropes", rows, ("C2:D2","F2:G2"))
S("Shackles", [["Shackles and hooks"],["Order no.","Article","Size mm","Working load t","Mass kg","1–9 pieces EUR","10–49","50 and more"],
*[[f"{p}-{s:02d}",n,s,w,m,round(c,2),round(c*.91,2),round(c*.82,2)] for p,n,l in (("SD","Shackle, D form",((8,.5,.08,3.1),(10,1,.15,4.2),(13,2,.36,6.8),(16,3.25,.62,9.9),(19,4.75,1.05,15.4),(22,6.5,1.54,22.7),(25,8.5,2.4,31.5))),("SB","Shackle, bow form",((8,.5,.1,3.6),(10,1,.17,4.9),(13,2,.41,7.7),(16,3.25,.74,11.2),(19,4.75,1.2,17.6),(22,6.5,1.9,26.1))),("HE","Eye hook with latch",((7,1.5,.4,12.4),(8,2,.55,14.9),(10,3.2,.95,21.3),(13,5.4,1.9,36.8))),("TB","Turnbuckle, hook and eye",((10,.7,.5,9.4),(12,1,.8,13.1),(16,2.2,1.7,24.9),(20,3.5,3,41.2)))) for s,w,m,c in l],[],["Safety factor of shackles 6, of hooks 4, of turnbuckles 5."],["Articles HE may not be used for lifting persons."]])
S("Slings", [["Working load of slings, t"],["Article","Colour","Straight","Choked","Basket","","Two legs",""],["","","","","parallel","90°","to 45°","45° to 60°"],*[[f"Round sling RS{int(w)}",c,w,round(w*.8,1),w*2,round(w*1.4,1),round(w*1.4,1),w] for w,c in ((1.0,"violet"),(2.0,"green"),(3.0,"yellow"),(4.0,"grey"),(5.0,"red"),(6.0,"brown"),(8.0,"blue"),(10.0,"orange"))],[],["Not to be used above 100 °C or below −40 °C, nor in alkalis."],["Taken out of use: label unreadable; cover torn; stitching loose; after contact with acid; after a fall that was arrested; ten years after making."]], ("E2:F2","G2:H2"))
S("Services", [["Service","Unit","Price EUR","Notes"],["Eye splice, fibre, up to 12 mm","each",7.5,"thimble extra"],["Eye splice, fibre, 14–24 mm","each",12.9,"thimble extra"],["Splice, HMPE","each",21,"any diameter"],["Pressed ferrule, up to 6 mm","each",3.2,""],["Pressed ferrule, 8–12 mm","each",5.9,""],["Pressed ferrule, 14–20 mm","each",11.4,""],["Thimble, galvanised","each",1.1,"stainless 2.60"],["Proof load test with certificate","each",34,"from the fifth on the same day 22"],["Inspection on site","hour",68,"travel EUR 0.55 per km"],["Whipping of ends","each",0.9,""],["Colour marking","metre",0.08,"at least EUR 6"]])
S("Terms", [["1","Orders below EUR 80 carry a surcharge of EUR 12."],["2","Carriage is free from EUR 350 within the country; below that EUR 14.50 up to 30 kg, EUR 39 above. Coils over 200 m go by carrier at cost."],["3","Discounts on ropes by length of one kind and diameter: from 100 m 5 percent, from 250 m 9 percent, from 500 m 14 percent, from 1,000 m 18 percent."],["4","Payment within 30 days, or within 10 days less 2 percent."],["6","Rope that was cut is not taken back. Other goods are taken back within 21 days, less 15 percent."],["7","The warranty is 24 months, for slings 12 months. It ends if the rope was used over a pulley of less than eight times its diameter, was stored wet, or shows burns."],["8","Definitions: breaking load – the load at which a new rope parts in a straight pull; working load – the breaking load divided by the safety factor; safety factor – 7 for fibre rope, 5 for wire rope, 7 for slings, 10 where persons are lifted."]])
wb.save(OUT/"thornlea-ropeworks-41.xlsx")
