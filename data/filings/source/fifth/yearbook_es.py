"""Capítulo de un anuario estadístico inventado, en español. PyMuPDF Story: cuadros con cabeceras de dos líneas, municipios en varias páginas, signos en lugar de cifras, notas."""

import pathlib
import random
import sys

import pymupdf

WORK, OUT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
R = random.Random(2026)
CSS = """* { font-family: sans-serif; font-size: 8.6pt } h1 { font-size: 19pt } h2 { font-size: 12.5pt; color: #5a2d0c } h3 { font-size: 9.4pt; margin-bottom: 2pt } p { margin: 3pt 0 } .s { font-size: 7.2pt }
table { width: 100%; border-spacing: 0 } td { padding: 1.6pt 5pt; text-align: right } td.n { text-align: left } td.h { border-bottom: 1px solid #5a2d0c; font-weight: bold } td.t { font-weight: bold }"""
PUERTOS = ["San Telmo", "Puebla de Marina", "Villar del Mar", "La Barca"]
COMARCAS = ["Ribera Alta", "Ribera Baja", "Sierra de Oncala", "Campo de Ternes", "La Marina"]


def num(x, d=0):
    return f"{x:,.{d}f}".replace(",", " ").replace(".", ",")


def table(head, rows, bold=()):
    out = ["<table>"]
    for line in head:
        out.append("<tr>" + "".join(f'<td class="h{" n" if i == 0 else ""}">{c}</td>' for i, c in enumerate(line)) + "</tr>")
    for k, row in enumerate(rows):
        t = " t" if k in bold or k - len(rows) in bold else ""
        out.append("<tr>" + "".join(f'<td class="{"n" if i == 0 else "v"}{t}">{c}</td>' for i, c in enumerate(row)) + "</tr>")
    return "".join(out) + "</table>"


CULTIVOS = [("Trigo blando", 21480, 4.12), ("Trigo duro", 6230, 3.64), ("Cebada", 18760, 3.87), ("Maíz de regadío", 4920, 11.35), ("Girasol", 9140, 1.28), ("Garbanzo", 1870, 1.06), ("Alfalfa", 3310, 13.9), ("Patata", 1145, 38.6), ("Remolacha azucarera", 986, 84.2), ("Cebolla", 412, 55.1), ("Pimiento", 268, 31.7), ("Viñedo de vinificación", 7845, 5.9), ("Olivar de almazara", 12670, 2.15), ("Almendro", 3925, .74), ("Manzano", 604, 27.3)]
body = ["""<h1>Anuario estadístico de la provincia de Valdeora</h1><p><b>Edición de 2026. Capítulo 5: Agricultura, ganadería y pesca</b></p><p>Instituto Valdeorense de Estadística</p>
<h2>Signos y advertencias</h2><p>– la cifra es cero; .. dato no disponible; (s) secreto estadístico; (p) dato provisional; (r) dato revisado respecto a la edición anterior.</p>
<p>Las superficies se dan en hectáreas y las producciones en toneladas, salvo indicación en contrario. Las sumas pueden no coincidir con los totales por el redondeo.</p>
<h2>Metodología</h2><p><b>Explotación agraria.</b> Unidad técnico-económica con una gestión única que tiene al menos una hectárea de tierra, o 0,2 hectáreas de hortalizas o flores, o una unidad ganadera.</p>
<p><b>Superficie agraria utilizada (SAU).</b> Suma de tierras de cultivo y pastos permanentes. No incluye el monte ni los eriales.</p>
<p><b>Unidad ganadera (UG).</b> Se obtiene al multiplicar las cabezas por un coeficiente: bovino de dos años y más 1,0; bovino menor de dos años 0,6; ovino y caprino 0,1; porcino de cebo 0,3; cerda reproductora 0,5; caballo 0,8; gallina ponedora 0,014.</p>
<p><b>Unidad de trabajo anual (UTA).</b> Trabajo de una persona a tiempo completo durante un año: 1 826 horas, o 228 jornadas.</p>
<p><b>Encuestas.</b> Las superficies proceden de la encuesta de mayo, con una muestra de 3 140 parcelas y un error de muestreo del 2,4 por ciento en los cereales. El censo ganadero se refiere al 1 de noviembre. Los precios son los percibidos por el agricultor, sin IVA.</p>
<p><b>Cambios en esta edición.</b> Se incluye por primera vez el cuadro 5.9. El cuadro 5.6, maquinaria por potencia, deja de publicarse hasta el próximo censo.</p>"""]
rows = []
for name, area, yld in CULTIVOS:
    a24, y24 = round(area * R.uniform(.93, 1.06)), yld * R.uniform(.82, 1.02)
    irrigated = round(area * {"Maíz de regadío": 1, "Alfalfa": .71, "Patata": .93, "Remolacha azucarera": .98, "Cebolla": 1, "Pimiento": 1, "Viñedo de vinificación": .22, "Olivar de almazara": .17, "Manzano": .88}.get(name, R.uniform(.02, .09)))
    rows.append([name, num(a24), num(area - irrigated) if area > irrigated else "–", num(irrigated), num(area), num(y24, 2), num(yld, 2), num(round(a24 * y24, -1)), num(round(area * yld, -1))])
body.append("<h2>5.1 Cultivos</h2><h3>Cuadro 5.1 Superficie, rendimiento y producción de los principales cultivos, 2024 y 2025</h3>" + table([["Cultivo", "Superficie", "Superficie", "Superficie", "Superficie", "t por ha", "t por ha", "Producción", "Producción"], ["", "2024 total", "2025 secano", "2025 regadío", "2025 total", "2024 (r)", "2025 (p)", "2024 (r)", "2025 (p)"]], rows) + '<p class="s">El rendimiento del viñedo y de los frutales se refiere a la superficie en producción, que es el 94 por ciento de la total.</p>')
rows, totals = [], [0] * 6
for name, area, _ in CULTIVOS:
    w = [R.uniform(.3, 2) for _ in COMARCAS]
    if name in ("Cebolla", "Pimiento", "Maíz de regadío"):
        w[2] = 0
    if name == "Manzano":
        w = [1, .2, 4, 0, .4]
    if name == "Remolacha azucarera":
        w[4] = 0
    cells = [round(area * x / sum(w)) for x in w]
    cells[0] += area - sum(cells)
    rows.append([name, *(num(c) if c else "–" for c in cells), num(area)])
    totals = [a + b for a, b in zip(totals, [*cells, area])]
rows.append(["Total", *(num(t) for t in totals)])
body.append("<h3>Cuadro 5.2 Superficie de los cultivos por comarca, 2025 (ha)</h3>" + table([["Cultivo", *COMARCAS, "Provincia"]], rows, bold=(-1,)))
ganado = [("Bovino de dos años y más", (4120, 2260, 9870, 1940, 3380)), ("Bovino menor de dos años", (3980, 2410, 6120, 2870, 2240)), ("Ovino", (38600, 21400, 87300, 64200, 5900)), ("Caprino", (2150, 1890, 9640, 3170, 2820)), ("Porcino de cebo", (61200, 98400, 7300, 142700, 0)), ("Cerdas reproductoras", (5240, 7810, 640, 11350, 0)), ("Caballos", (310, 190, 1450, 270, 420)), ("Gallinas ponedoras (miles)", (184, 412, 12, 655, 38)), ("Colmenas", (2340, 1080, 8960, 1670, 1290))]
body.append("<h2>5.2 Ganadería</h2><h3>Cuadro 5.3 Cabezas de ganado por comarca, noviembre de 2025</h3>" + table([["Especie", *COMARCAS, "Provincia"]], [[n, *(num(c) if c else "–" for c in v), num(sum(v))] for n, v in ganado]))
rows = []
for kind, values in (("Leche de vaca (miles de litros)", (48120, 47360, 45980, 44210)), ("Leche de oveja (miles de litros)", (8740, 9120, 9385, 9610)), ("Leche de cabra (miles de litros)", (2915, 2880, 2760, 2795)), ("Huevos (miles de docenas)", (27640, 28110, 26930, 29480)), ("Miel (t)", (412, 298, 371, 344)), ("Carne de porcino (t canal)", (58210, 60430, 61180, 62940)), ("Carne de ovino (t canal)", (3420, 3310, 3155, 3040)), ("Lana (t)", ("196", "188", "..", ".."))):
    rows.append([kind, *(num(v) if not isinstance(v, str) else v for v in values)])
body.append("<h3>Cuadro 5.4 Producciones ganaderas</h3>" + table([["Producto", "2022", "2023", "2024", "2025 (p)"]], rows))
NAMES = "Aldeanueva de Oria|Alfoz|Arlanda|Azuela|Baños de Ternes|Barbolla|Bercial|Bustillo|Cabezón Bajo|Calzada de Oria|Campillo|Cantaluz|Carrascal|Castrillo|Cenera|Covarlés|Doñana de Sierra|El Robledo|Encinal|Espinar de Oncala|Fresnedo|Fuente Olmo|Gargallo|Garray|Grijota|Herrumbre|Hinojar|Hontanar|La Almunia|La Barca|Ladera|Las Navas|Liceras|Lubián|Madriguera|Marazuela|Medina Chica|Molinos|Monteagudo|Narros|Navalcán|Olmillos|Ontoria|Pedraja|Peñalba|Pozal|Puebla de Marina|Quintana Seca|Rabanera|Retuerta|Riofrío|Rollán|Salduero|San Telmo|Santibar|Sotillo|Tardelcuende|Torralba|Turégana|Valdemoro|Velilla|Villar del Mar|Vinuesa Nueva|Yanguas Altas|Zarzuela".split("|")
rows = []
for i, n in enumerate(NAMES):
    c = R.choice(COMARCAS[:4]) if i % 9 else COMARCAS[4]
    c = COMARCAS[4] if n in PUERTOS else c
    farms = R.randrange(9, 260)
    sau = round(farms * R.uniform(14, 70))
    secret = farms < 18
    sheep = R.choice([0, R.randrange(100, 6000)])
    rows.append([n, c, num(farms), num(sau) if not secret else "(s)", num(round(sau * R.uniform(.02, .5))) if not secret else "(s)", num(R.randrange(4, 190)), num(sheep) if sheep else "–", num(farms * R.uniform(.5, 1.6), 1)])
body.append("<h2>5.3 Explotaciones</h2><h3>Cuadro 5.5 Explotaciones por municipio, 2025</h3>" + table([["Municipio", "Comarca", "Explota-", "SAU", "De ella", "Tractores", "Ovino,", "UTA"], ["", "", "ciones", "ha", "regadío, ha", "", "cabezas", ""]], rows))
rows = [["Menos de 25 años", "41", "17", "58", "1,1"], ["25 a 34 años", "302", "124", "426", "6,4"], ["35 a 44 años", "688", "251", "939", "12,9"], ["45 a 54 años", "1 214", "402", "1 616", "18,8"], ["55 a 64 años", "1 905", "588", "2 493", "27,3"], ["65 años y más", "1 764", "797", "2 561", "33,5"], ["Total", "5 914", "2 179", "8 093", "100,0"]]
body.append("<h3>Cuadro 5.7 Titulares de explotación por edad y sexo, 2025</h3>" + table([["Edad", "Hombres", "Mujeres", "Total", "% de la SAU"]], rows, bold=(-1,)) + '<p class="s">Solo personas físicas. Las 614 sociedades y las 87 entidades públicas no tienen edad.</p>')
meses = "Ene Feb Mar Abr May Jun Jul Ago Sep Oct Nov Dic".split()
rows = []
for n, base, d in (("Trigo blando, €/100 kg", 22.4, 2), ("Cebada, €/100 kg", 19.6, 2), ("Girasol, €/100 kg", 44.1, 2), ("Patata, €/100 kg", 31.5, 2), ("Aceite virgen, €/100 kg", 512, 0), ("Cordero, €/100 kg vivo", 398, 0), ("Cerdo, €/100 kg vivo", 158, 0), ("Leche de vaca, €/100 l", 47.2, 2), ("Huevos, €/docena", 1.62, 2)):
    x, values = base, []
    for _ in meses:
        x *= R.uniform(.95, 1.055)
        values.append(num(x, d))
    if n.startswith("Girasol"):
        values[5] = values[6] = ".."
    if n.startswith("Patata"):
        values[3] = ".."
    rows.append([n, *values])
body.append("<h2>5.4 Precios</h2><h3>Cuadro 5.8 Precios percibidos por los agricultores, 2025</h3>" + table([["Producto", *meses]], rows))
body.append("<h3>Cuadro 5.9 Agricultura ecológica</h3>" + table([["Concepto", "2021", "2022", "2023", "2024", "2025"]], [["Superficie certificada, ha", "6 410", "7 085", "7 930", "8 655", "9 212"], ["Superficie en conversión, ha", "1 240", "1 515", "1 390", "1 105", "872"], ["Operadores", "388", "421", "467", "502", "519"], ["de ellos, industrias", "46", "52", "61", "70", "74"], ["Explotaciones ganaderas", "39", "43", "48", "55", "57"]]))
especies = [("Merluza", (412, 188, 96, 0), 5.62), ("Sardina", (1840, 925, 610, 144), 1.18), ("Caballa", (720, 1310, 85, 62), .97), ("Boquerón", (388, 274, 402, 51), 2.36), ("Pulpo", (96, 141, 58, 37), 8.9), ("Bonito del norte", (655, 92, 0, 0), 4.15), ("Almeja", (0, 48, 0, 216), 11.2), ("Mejillón de batea", (0, 0, 2460, 890), .74), ("Centolla", (21, 34, 12, 18), 13.75), ("Gallo", (64, 120, 0, 8), 6.4)]
body.append("<h2>5.5 Pesca</h2><h3>Cuadro 5.10 Pesca desembarcada por puerto y especie, 2025: toneladas y valor</h3>" + table([["Especie", *PUERTOS, "Total", "Valor"], ["", "t", "t", "t", "t", "t", "miles de €"]], [[n, *(num(x) if x else "–" for x in v), num(sum(v)), num(sum(v) * p)] for n, v, p in especies]) + '<p class="s">No se incluye la pesca congelada a bordo ni la subastada en puertos de otras provincias.</p>')
body.append("<h3>Cuadro 5.11 Flota y tripulantes a 31 de diciembre de 2025</h3>" + table([["Arte", "Buques", "Arqueo,", "Potencia,", "Tripu-", "Edad media"], ["", "", "GT", "kW", "lantes", "años"]], [["Arrastre", "18", "3 942", "7 215", "162", "21"], ["Cerco", "31", "2 618", "8 940", "286", "24"], ["Palangre", "12", "1 105", "2 860", "97", "19"], ["Volanta y enmalle", "27", "640", "2 410", "94", "27"], ["Artes menores", "214", "702", "6 385", "338", "33"], ["Auxiliares de acuicultura", "46", "388", "3 120", "121", "16"]]))
story = pymupdf.Story(html="".join(body), user_css=CSS, archive=pymupdf.Archive("."))
target = WORK / "anuario.pdf"
writer = pymupdf.DocumentWriter(str(target))
box, where, more = pymupdf.paper_rect("a4"), pymupdf.paper_rect("a4") + (48, 56, -48, -56), 1
while more:
    device = writer.begin_page(box)
    more, _ = story.place(where)
    story.draw(device)
    writer.end_page()
writer.close()
doc = pymupdf.open(target)
for i, page in enumerate(doc):
    page.insert_text((48, 36), "Anuario estadístico de Valdeora 2026", fontsize=8)
    page.insert_text((500, 36), f"Capítulo 5", fontsize=8)
    page.insert_text((292, 812), str(143 + i), fontsize=9)
doc.set_metadata({"title": "Anuario estadístico, capítulo 5"})
doc.subset_fonts()
doc.save(OUT / "valdeora-anuario-agricultura.pdf", garbage=4, deflate=True, use_objstms=1, no_new_id=True)
