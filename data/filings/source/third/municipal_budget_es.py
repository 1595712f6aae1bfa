"""Budget of an invented Spanish town. openpyxl, printed by LibreOffice Calc: sheets with repeated rows, indented lines, negative differences in red."""

import pathlib
import random
import subprocess
import sys

import openpyxl
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter

WORK, OUT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
RNG = random.Random(4118)
THIN, HEAD = Side(style="hair"), PatternFill("solid", fgColor="DDE5CF")
MONEY, DIFF = "[$-C0A]#,##0.00", "[$-C0A]#,##0.00;[$-C0A][Red]-#,##0.00"

INCOME = [("1", "Impuestos directos", [("112", "Bienes inmuebles de naturaleza rústica", 48_200), ("113", "Bienes inmuebles de naturaleza urbana", 1_684_500), ("114", "Bienes inmuebles de características especiales", 212_750), ("115", "Vehículos de tracción mecánica", 398_400), ("116", "Incremento de valor de terrenos", 176_300), ("130", "Actividades económicas", 231_900)]),
          ("2", "Impuestos indirectos", [("290", "Construcciones, instalaciones y obras", 145_000)]),
          ("3", "Tasas, precios públicos y otros ingresos", [("300", "Abastecimiento de agua", 512_600), ("301", "Alcantarillado", 184_900), ("302", "Recogida de basuras", 476_250), ("312", "Escuela infantil", 96_800), ("313", "Instalaciones deportivas", 121_400), ("321", "Licencias urbanísticas", 58_700), ("331", "Entradas de vehículos (vados)", 33_100), ("335", "Terrazas y veladores", 41_650), ("342", "Escuela de música", 52_300), ("391", "Multas", 38_000), ("399", "Otros ingresos", 17_400)]),
          ("4", "Transferencias corrientes", [("420", "Participación en tributos del Estado", 1_938_700), ("450", "Comunidad autónoma, convenios", 344_150), ("461", "Diputación provincial", 219_600), ("490", "Unión Europea", 28_000)]),
          ("5", "Ingresos patrimoniales", [("520", "Intereses de depósitos", 6_300), ("541", "Arrendamiento de fincas", 44_900), ("550", "Concesiones", 61_200), ("555", "Aprovechamiento de montes y pinares", 83_500)]),
          ("7", "Transferencias de capital", [("720", "Del Estado", 180_000), ("750", "De la comunidad autónoma", 415_000), ("761", "De la Diputación", 96_400)]),
          ("8", "Activos financieros", [("830", "Reintegro de anticipos al personal", 18_000)]),
          ("9", "Pasivos financieros", [("913", "Préstamos a largo plazo", 350_000)])]
PROGRAMS = [("130", "Administración de la seguridad"), ("132", "Policía local"), ("135", "Protección civil"), ("150", "Administración de urbanismo"), ("153", "Vías públicas"), ("160", "Alcantarillado"), ("161", "Abastecimiento de agua"), ("1621", "Recogida de residuos"), ("163", "Limpieza viaria"), ("164", "Cementerio"), ("165", "Alumbrado público"), ("171", "Parques y jardines"), ("172", "Medio ambiente y montes"), ("211", "Pensiones"), ("231", "Asistencia social"), ("2311", "Ayuda a domicilio"), ("241", "Fomento del empleo"), ("311", "Salud pública"), ("323", "Escuelas infantiles y colegios"), ("326", "Escuela de música"), ("330", "Administración de cultura"), ("3321", "Biblioteca"), ("333", "Museo de la Resina"), ("334", "Promoción cultural"), ("338", "Fiestas"), ("341", "Promoción del deporte"), ("342", "Instalaciones deportivas"), ("414", "Desarrollo rural"), ("430", "Comercio y mercado"), ("432", "Turismo"), ("440", "Transporte de viajeros"), ("454", "Caminos vecinales"), ("491", "Sociedad de la información"), ("912", "Órganos de gobierno"), ("920", "Administración general"), ("924", "Participación ciudadana"), ("931", "Política económica y fiscal"), ("932", "Recaudación"), ("011", "Deuda pública")]
STAFF = [("Secretaría", "A1", 30, 1, 0), ("Intervención", "A1", 30, 1, 0), ("Tesorería", "A1", 26, 1, 1), ("Arquitecto municipal", "A1", 26, 1, 0), ("Técnico de medio ambiente", "A2", 22, 1, 0), ("Trabajador social", "A2", 22, 3, 1), ("Agente de empleo", "A2", 21, 1, 0), ("Bibliotecario", "A2", 20, 1, 0), ("Subinspector de policía", "A2", 24, 1, 0), ("Oficial de policía", "C1", 20, 3, 0), ("Agente de policía", "C1", 18, 14, 3), ("Administrativo", "C1", 18, 7, 1), ("Delineante", "C1", 18, 1, 1), ("Auxiliar administrativo", "C2", 16, 9, 2), ("Encargado de obras", "C1", 20, 1, 0), ("Oficial de primera", "C2", 16, 6, 1), ("Peón", "AP", 12, 11, 4), ("Conserje", "AP", 12, 5, 0), ("Educador infantil", "C1", 17, 8, 0), ("Profesor de música", "A2", 20, 6, 2), ("Auxiliar de ayuda a domicilio", "C2", 14, 12, 3), ("Socorrista (temporada)", "C2", 12, 6, 6)]
WORKS = [("2026/01", "Renovación de la red de agua, calle Molino", "161", 212_400, "Diputación 40 %, ayuntamiento 60 %", "2026"), ("2026/02", "Cubierta del polideportivo", "342", 318_000, "comunidad autónoma 50 %, préstamo 50 %", "2026 – 2027"), ("2026/03", "Alumbrado led, barrios de la Dehesa y San Roque", "165", 146_900, "Estado 60 %, ayuntamiento 40 %", "2026"), ("2026/04", "Camino de la Fuente Fría", "454", 68_500, "Diputación 70 %, ayuntamiento 30 %", "2026"), ("2026/05", "Aparcamiento del mercado", "430", 174_000, "préstamo 100 %", "2026 – 2027"), ("2026/06", "Vehículo de la policía", "132", 41_300, "ayuntamiento 100 %", "2026"), ("2026/07", "Sala de exposiciones del museo", "333", 89_750, "Unión Europea 30 %, comunidad autónoma 45 %, ayuntamiento 25 %", "2026"), ("2026/09", "Parque infantil de la Alameda", "171", 52_600, "ayuntamiento 100 %", "2026"), ("2026/10", "Tanque de tormentas", "160", 402_000, "comunidad autónoma 80 %, préstamo 20 %", "2026 – 2028"), ("2026/11", "Equipos informáticos", "491", 27_850, "ayuntamiento 100 %", "2026")]
DEBT = [("Banco de la Meseta", 2014, 900_000, 187_500, 75_000, "3,15 %", 2028), ("Caja Rural de Valdorba", 2018, 640_000, 298_667, 42_667, "1,80 %", 2032), ("Banco de la Meseta", 2021, 450_000, 300_000, 30_000, "0,95 %", 2035), ("Instituto de Crédito Local", 2023, 520_000, 442_000, 26_000, "3,60 %", 2042)]
RULES = ["Base 1. Vinculación. Los créditos vinculan a nivel de área de gasto y capítulo; los de inversiones, a nivel de proyecto; los de subvenciones nominativas, al de aplicación.", "Base 2. Transferencias de crédito. Hasta 15.000 euros las aprueba la concejalía de Hacienda; de 15.000,01 a 60.000, la Alcaldía; las mayores y las que pasan de un área de gasto a otra, el Pleno.", "Base 3. Contratos menores. Suministros y servicios hasta 15.000 euros, obras hasta 40.000 euros, sin IVA. A partir de 3.000 euros se piden tres ofertas.", "Base 4. Fases del gasto. Pueden acumularse autorización, compromiso y obligación en los gastos de suministro de energía, en las nóminas y en las facturas de menos de 1.000 euros.", "Base 5. Pagos a justificar. Máximo 2.500 euros por orden. Se justifican en tres meses, y en todo caso antes del 15 de diciembre.", "Base 6. Anticipos de caja fija. Biblioteca 600 euros, escuela infantil 900, deportes 750, fiestas 3.000, alcaldía 1.200. Se reponen cuando queda menos de un tercio.", "Base 7. Dietas de los concejales. Asistencia al Pleno 95 euros, a la Junta de Gobierno 110, a comisiones informativas 60. No se pagan más de cinco sesiones al mes.", "Base 8. Kilometraje. 0,26 euros por kilómetro en automóvil y 0,106 en motocicleta.", "Base 10. Subvenciones a asociaciones. La solicitud se presenta del 1 de febrero al 15 de marzo. Se paga el 70 por ciento con la resolución y el resto tras la justificación, antes del 30 de noviembre.", "Base 11. Aplazamientos de deudas. Hasta 1.500 euros, seis meses; hasta 6.000, doce meses; más de 6.000, dieciocho meses con aval. No se aplazan deudas de menos de 150 euros."]


def write(sheet, row, values, bold=False, fill=None, formats=(), indent=0, wrap=False):
    for i, v in enumerate(values, 1):
        c = sheet.cell(row, i, v)
        c.font = Font(name="Liberation Serif", size=10, bold=bold)
        c.alignment = Alignment(horizontal="right" if isinstance(v, (int, float)) else None, indent=indent if i == 2 else 0, wrap_text=wrap, vertical="center")
        c.border = Border(bottom=THIN)
        if fill:
            c.fill = fill
        if isinstance(v, float):
            c.number_format = formats[i - 1] if i <= len(formats) and formats[i - 1] else MONEY


def sheet(book, name, title, widths, header, landscape=False):
    s = book.create_sheet(name)
    for i, w in enumerate(widths, 1):
        s.column_dimensions[get_column_letter(i)].width = w
    s.cell(1, 1, title).font = Font(name="Liberation Serif", size=13, bold=True)
    for k, line in enumerate(header):
        write(s, 3 + k, line, True, HEAD, wrap=True)
    s.print_title_rows = f"1:{2 + len(header)}"
    s.page_setup.orientation = "landscape" if landscape else "portrait"
    s.page_setup.paperSize, s.page_setup.fitToHeight = 9, 0
    s.sheet_properties.pageSetUpPr = openpyxl.worksheet.properties.PageSetupProperties(fitToPage=True)
    s.oddHeader.left.text, s.oddFooter.center.text = "Ayuntamiento de Robledal de la Sierra - Presupuesto general 2026", "&P / &N"
    return s, 3 + len(header)


book = openpyxl.Workbook()
book.remove(book.active)
s, r = sheet(book, "Ingresos", "Estado de ingresos", (8, 46, 16, 16, 16), [["Código", "Concepto", "2026", "2025", "Diferencia"]])
total = [0.0, 0.0]
for code, name, lines in INCOME:
    before = [round(v * (1 + RNG.uniform(-.06, .05)), -1) for *_, v in lines]
    chapter = [float(sum(v for *_, v in lines)), float(sum(before))]
    total = [a + b for a, b in zip(total, chapter)]
    write(s, r, [code, f"Capítulo {code}. {name}", *chapter, chapter[0] - chapter[1]], True, formats=("", "", "", "", DIFF))
    r += 1
    for (c, text, v), old in zip(lines, before):
        write(s, r, [c, text, float(v), float(old), float(v - old)], formats=("", "", "", "", DIFF), indent=1)
        r += 1
write(s, r, ["", "Total de ingresos", *total, total[0] - total[1]], True, HEAD, formats=("", "", "", "", DIFF))

s, r = sheet(book, "Gastos", "Estado de gastos por programas y capítulos", (9, 36, 14, 14, 13, 14, 14, 14, 15), [["", "", "Cap. 1", "Cap. 2", "Cap. 3", "Cap. 4", "Cap. 6", "Cap. 9", ""], ["Programa", "Denominación", "Personal", "Bienes y servicios", "Intereses", "Transferencias", "Inversiones", "Amortización", "Total"]], True)
works = {}
for _, _, program, cost, _, years in WORKS:
    works[program] = works.get(program, 0) + (cost if years == "2026" else cost * .5)
table = []
for code, name in PROGRAMS:
    staff = 0.0 if code in ("153", "160", "165", "211", "311", "334", "338", "414", "440", "454", "491", "924", "011", "135", "164") else round(RNG.uniform(28_000, 310_000), 2)
    goods = 0.0 if code in ("211", "011") else RNG.uniform(4_000, 240_000)
    interest = 31_640.50 if code == "011" else (1_250.00 if code == "931" else 0.0)
    transfer = 12_400.0 if code == "211" else round(RNG.uniform(2_000, 60_000), 2) if code in ("231", "241", "334", "338", "341", "414", "440", "432", "924", "912") else 0.0
    table.append([staff, goods, interest, transfer, float(works.get(code, 0)), float(sum(x[4] for x in DEBT)) if code == "011" else 0.0])
# Spending is what income allows: purchases are scaled, administration takes the cents that remain.
fixed = sum(sum(line) - line[1] for line in table)
scale = (total[0] - fixed) / sum(line[1] for line in table)
for line in table:
    line[1] = round(line[1] * scale, 2)
rest = [code for code, _ in PROGRAMS].index("920")
table[rest][1] = round(table[rest][1] + total[0] - sum(map(sum, table)), 2)
sums = [sum(column) for column in zip(*table)]
sums.append(sum(sums))
for (code, name), line in zip(PROGRAMS, table):
    line = [*line, round(sum(line), 2)]
    write(s, r, [code, name, *[v if v else "-" for v in line]])
    for i in range(3, 10):
        s.cell(r, i).alignment = Alignment(horizontal="right")
    r += 1
write(s, r, ["", "Total de gastos", *[round(v, 2) for v in sums]], True, HEAD)

s, r = sheet(book, "Plantilla", "Plantilla de personal", (34, 10, 12, 12, 12), [["Puesto", "Grupo", "Nivel", "Plazas", "Vacantes"]])
for line in STAFF:
    write(s, r, list(line))
    r += 1
write(s, r, ["Total", "", "", sum(x[3] for x in STAFF), sum(x[4] for x in STAFF)], True, HEAD)
s, r = sheet(book, "Inversiones", "Anexo de inversiones", (11, 44, 11, 15, 52, 14), [["Proyecto", "Denominación", "Programa", "Coste total", "Financiación", "Años"]], True)
for code, name, program, cost, funds, years in WORKS:
    write(s, r, [code, name, program, float(cost), funds, years], wrap=True)
    r += 1
s, r = sheet(book, "Deuda", "Estado de la deuda", (30, 10, 15, 17, 17, 12, 12), [["Entidad", "Año", "Importe", "Pendiente al 1 de enero", "Amortización en 2026", "Tipo", "Último año"]])
for bank, year, amount, left, pay, rate, last in DEBT:
    write(s, r, [bank, year, float(amount), float(left), float(pay), rate, last])
    r += 1
s, r = sheet(book, "Bases", "Bases de ejecución", (95,), [["Texto"]])
for rule in RULES:
    write(s, r, [rule], wrap=True)
    s.row_dimensions[r].height = 15 * (1 + len(rule) // 92)
    r += 1
book.save(WORK / "robledal-presupuesto-2026.xlsx")
done = subprocess.run(["soffice", f"-env:UserInstallation=file://{WORK}/office", "--headless", "--convert-to", "pdf", "--outdir", OUT, WORK / "robledal-presupuesto-2026.xlsx"], capture_output=True)
if done.returncode:
    sys.exit(done.stderr.decode())
