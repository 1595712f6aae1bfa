"""Tabla de nutrición of an invented Spanish canteen firm. odfpy writes a spreadsheet: dishes with units in a second header line, allergens as marks, menus of four weeks, prices."""

import pathlib
import random
import sys

from odf.opendocument import OpenDocumentSpreadsheet
from odf.style import Style, TableCellProperties, TextProperties
from odf.table import CoveredTableCell, Table, TableCell, TableRow
from odf.text import P

OUT = pathlib.Path(sys.argv[2])
rng = random.Random(14)
doc = OpenDocumentSpreadsheet()
bold = Style(name="cabeza", family="table-cell")
bold.addElement(TextProperties(fontweight="bold"))
bold.addElement(TableCellProperties(backgroundcolor="#dfe8d0"))
doc.automaticstyles.addElement(bold)


def sheet(name, rows, heads):
    """`rows` of cells; a cell is text, a number or (text, columns); the first `heads` rows are bold."""
    table = Table(name=name)
    for i, row in enumerate(rows):
        line = TableRow()
        for c in row:
            text, span = c if isinstance(c, tuple) else (c, 1)
            number = isinstance(text, (int, float))
            shown = f"{text:.2f}".replace(".", ",") if isinstance(text, float) and name == "Precios" else f"{text}".replace(".", ",") if number else text
            extra = {"numbercolumnsspanned": span} if span > 1 else {}
            extra |= {"valuetype": "float", "value": str(text)} if number else {"valuetype": "string"}
            cell = TableCell(**extra, **({"stylename": bold} if i < heads else {}))
            cell.addElement(P(text=shown))
            line.addElement(cell)
            for _ in range(span - 1):
                line.addElement(CoveredTableCell())
        table.addElement(line)
    doc.spreadsheet.addElement(table)


#         grupo, plato, fat, saturated, carbohydrate, sugar, fibre, protein, salt, portion, allergens (mayúscula: contiene; minúscula: trazas)
DISHES = [
    ("Primeros", [("Crema de calabaza", 2.9, .9, 6.8, 3.4, 1.6, 1.2, .55, 300, "L"), ("Lentejas estofadas", 2.6, .5, 13.4, 1.6, 4.3, 6.1, .70, 320, "Pg"), ("Cocido con fideos", 3.8, 1.3, 11.2, 1.1, 2.9, 7.4, .85, 350, "GPh"), ("Gazpacho", 3.1, .4, 4.4, 3.2, 1.0, .8, .60, 250, "s"), ("Arroz a la cubana", 6.2, 1.4, 24.5, 2.9, .9, 4.6, .75, 300, "H"), ("Macarrones con tomate", 3.4, .6, 25.8, 4.1, 1.9, 4.9, .65, 280, "Ghl"), ("Paella de verduras", 4.3, .6, 26.1, 1.8, 1.7, 3.3, .80, 320, "pc"), ("Sopa de pescado", 2.2, .4, 4.9, 1.2, .6, 5.2, .95, 300, "FCMG"), ("Ensalada mixta", 4.0, .6, 3.1, 2.3, 1.5, 2.7, .50, 200, "FHs"), ("Judías verdes con patata", 2.7, .4, 9.3, 1.9, 2.8, 2.0, .45, 280, ""), ("Ensaladilla", 9.8, 1.4, 9.0, 1.7, 1.6, 4.1, .70, 220, "HFm"), ("Puré de verduras", 2.3, .4, 6.1, 2.2, 1.9, 1.4, .50, 300, "Al"), ("Croquetas de espinacas", 11.6, 3.1, 22.7, 3.0, 2.0, 5.8, .95, 180, "GLHp")]),
    ("Segundos", [("Merluza al horno", 3.6, .6, 1.2, .4, .2, 15.9, .70, 160, "F"), ("Bacalao con tomate", 4.7, .7, 3.9, 2.6, .8, 14.8, 1.20, 190, "Fg"), ("Pollo asado", 9.1, 2.5, .5, .2, .1, 21.3, .80, 200, ""), ("Albóndigas en salsa", 12.4, 4.1, 7.2, 1.9, .9, 13.6, 1.10, 190, "GHLs"), ("Tortilla de patata", 11.0, 2.0, 10.6, 1.1, 1.2, 6.8, .80, 170, "H"), ("Lomo a la plancha", 8.3, 2.8, .4, .1, 0.0, 22.6, .90, 140, ""), ("Calamares a la romana", 11.9, 1.6, 17.8, .9, .8, 12.4, 1.15, 160, "GMHf"), ("Hamburguesa de garbanzos", 7.6, .9, 19.7, 2.4, 5.1, 7.7, .85, 150, "GSJ"), ("Ternera guisada", 7.0, 2.4, 4.6, 1.5, 1.0, 16.2, .85, 220, "AV"), ("Salmón con eneldo", 13.5, 2.6, .9, .5, .1, 19.4, .75, 150, "FLj"), ("San Jacobo", 14.2, 5.0, 16.3, 1.4, .9, 13.9, 1.35, 160, "GLHs"), ("Berenjena rellena", 6.8, 2.2, 8.4, 3.8, 2.6, 5.0, .75, 230, "LGn"), ("Tofu con soja", 8.0, 1.2, 4.1, 1.6, 1.3, 10.9, 1.40, 170, "SGJe")]),
    ("Guarniciones", [("Patatas fritas", 13.1, 1.5, 31.6, .6, 3.2, 3.6, .60, 120, "g"), ("Puré de patata", 3.9, 2.1, 13.8, 1.0, 1.4, 2.1, .65, 150, "L"), ("Arroz blanco", .6, .1, 27.9, .1, .5, 2.6, .35, 120, ""), ("Verduras a la plancha", 3.3, .5, 4.6, 3.1, 2.2, 1.5, .30, 130, ""), ("Lechuga y maíz", 1.6, .2, 4.8, 1.7, 1.5, 1.4, .15, 80, "")]),
    ("Postres", [("Fruta del tiempo", .3, .1, 12.2, 10.8, 2.1, .6, .0, 150, ""), ("Yogur natural", 2.8, 1.8, 4.9, 4.9, 0.0, 3.7, .12, 125, "L"), ("Natillas", 3.9, 1.9, 17.1, 13.8, .1, 3.6, .16, 130, "LHg"), ("Arroz con leche", 3.2, 1.9, 20.9, 12.7, .3, 3.5, .14, 140, "L"), ("Flan de huevo", 4.0, 1.6, 21.6, 20.7, 0.0, 4.9, .17, 110, "HL"), ("Tarta de almendra", 18.7, 2.2, 37.4, 31.5, 3.7, 9.6, .10, 90, "NH"), ("Gelatina", 0.0, 0.0, 14.0, 13.6, 0.0, 1.4, .09, 120, ""), ("Bizcocho de limón", 13.9, 2.3, 47.6, 24.8, 1.2, 6.2, .55, 80, "GHLn")]),
    ("Pan", [("Pan blanco", 1.4, .3, 52.3, 2.3, 2.8, 8.8, 1.15, 50, "Gsj"), ("Pan integral", 2.2, .4, 44.8, 2.6, 7.4, 9.9, 1.05, 50, "Gsjn"), ("Pan sin gluten", 4.4, .6, 46.2, 4.1, 5.5, 3.2, 1.20, 45, "H")]),
]
rows = [["Plato", ("Energía", 2), ("Grasas", 2), ("Hidratos de carbono", 2), "Fibra", "Proteínas", "Sal", "Ración"], ["por 100 g", "kJ", "kcal", "total, g", "saturadas, g", "total, g", "azúcares, g", "g", "g", "g", "g"]]
for group, dishes in DISHES:
    rows.append([(group, 11)])
    for name, fat, sat, carb, sugar, fibre, protein, salt, portion, _ in dishes:
        rows.append([name, round(37 * fat + 17 * carb + 17 * protein + 8 * fibre), round(9 * fat + 4 * carb + 4 * protein + 2 * fibre), fat, sat, carb, sugar, fibre, protein, salt, portion])
rows += [[("Los valores son medias calculadas por 100 g de plato servido. La ración es la de adultos; la de 3 a 6 años es el 60 por ciento y la de 7 a 12 años el 80 por ciento.", 11)], [("La sal incluye la que se añade en la cocina. Las dietas sin sal llevan el 30 por ciento de la cantidad indicada.", 11)]]
sheet("Nutrición", rows, 2)
KINDS = [("G", "Gluten"), ("C", "Crustáceos"), ("H", "Huevo"), ("F", "Pescado"), ("E", "Cacahuete"), ("S", "Soja"), ("L", "Leche"), ("N", "Frutos de cáscara"), ("A", "Apio"), ("J", "Mostaza"), ("V", "Sulfitos"), ("M", "Moluscos"), ("P", "Puerro*")]
rows = [["Plato", *(n for _, n in KINDS)]]
for group, dishes in DISHES:
    for d in dishes:
        rows.append([d[0], *("X" if k in d[-1] else "T" if k.lower() in d[-1] else "" for k, _ in KINDS)])
rows += [[("X: contiene. T: puede contener trazas. Celda vacía: ni como ingrediente ni por contacto en nuestra cocina.", 14)], [("* El puerro no es de declaración obligatoria; se indica por petición de las familias. Sésamo y altramuz no se usan en ninguna cocina.", 14)]]
sheet("Alérgenos", rows, 1)
week = {1: ["Lentejas estofadas; Pollo asado; Fruta del tiempo", "Macarrones con tomate; Merluza al horno; Yogur natural", "Crema de calabaza; Tortilla de patata; Fruta del tiempo", "Paella de verduras; Ternera guisada; Natillas", "Judías verdes con patata; Salmón con eneldo; Fruta del tiempo"], 2: ["Sopa de pescado; Albóndigas en salsa; Fruta del tiempo", "Arroz a la cubana; Bacalao con tomate; Fruta del tiempo", "Cocido con fideos; Lomo a la plancha; Flan de huevo", "Puré de verduras; Hamburguesa de garbanzos; Yogur natural", "Ensalada mixta; Calamares a la romana; Fruta del tiempo"], 3: ["Gazpacho; Pollo asado; Arroz con leche", "Lentejas estofadas; Berenjena rellena; Fruta del tiempo", "Ensaladilla; Merluza al horno; Fruta del tiempo", "Croquetas de espinacas; Lomo a la plancha; Yogur natural", "Macarrones con tomate; Tofu con soja; Fruta del tiempo"], 4: ["Crema de calabaza; San Jacobo; Fruta del tiempo", "Paella de verduras; Tortilla de patata; Gelatina", "Judías verdes con patata; Ternera guisada; Fruta del tiempo", "Ensalada mixta; Salmón con eneldo; Bizcocho de limón", "Arroz a la cubana; Merluza al horno; Fruta del tiempo"]}
rows = [["Semana", "Lunes", "Martes", "Miércoles", "Jueves", "Viernes"]] + [[n, *days] for n, days in week.items()] + [[("La semana 1 empieza el 7 de septiembre de 2026; después de la semana 4 se vuelve a la primera. Los martes y jueves el pan es integral, los demás días blanco. El primer plato se puede cambiar por ensalada mixta si se avisa antes de las 9:30.", 6)]]
sheet("Menús", rows, 1)
rows = [["Servicio", ("Fijo, 5 días a la semana", 2), ("Esporádico", 2)], ["euros por menú, IVA incluido", "hasta 50 menús", "más de 50", "con aviso", "sin aviso"], ["Infantil, 3 a 6 años", 5.15, 4.85, 6.10, 7.30], ["Primaria, 7 a 12 años", 5.60, 5.25, 6.60, 7.80], ["Secundaria", 6.05, 5.70, 7.10, 8.40], ["Adultos", 7.40, 6.95, 8.60, 9.90], ["Personal del centro", 4.20, 4.20, 4.90, "–"], ["Picnic", 5.90, 5.50, 6.40, "–"], ["Suplemento dieta sin gluten", 0.85, 0.60, 1.20, "–"], ["Suplemento dieta vegana", 0.70, 0.50, 1.00, "–"], ["Vigilancia, por alumno y día", 1.45, 1.30, 1.80, 1.80], [("El segundo hermano paga un 5 por ciento menos y el tercero y siguientes un 15 por ciento menos, en servicio fijo. Las ausencias avisadas antes de las 9:30 se devuelven al 70 por ciento desde el segundo día seguido.", 5)]]
sheet("Precios", rows, 2)
doc.save(str(OUT / "comedores-alcorzo-nutricion.ods"))
