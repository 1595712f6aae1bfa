"""Port tariff of an invented Spanish harbour: rules by Regla, tariffs T-0 to T-9 with a gap. Chromium."""

import tools

SHIPS = [("Hasta 3.000 GT", "1,42", "1,18", "0,95", "0,61"), ("3.001 – 10.000 GT", "1,31", "1,09", "0,88", "0,56"), ("10.001 – 25.000 GT", "1,20", "1,01", "0,80", "0,52"), ("25.001 – 50.000 GT", "1,08", "0,91", "0,73", "0,47"), ("Más de 50.000 GT", "0,97", "0,82", "0,65", "0,42")]
GOODS = [("A", "Áridos, sal, residuos minerales", "0,38", "0,55", "0,19"), ("B", "Cereales, piensos, abonos", "0,62", "0,84", "0,31"), ("C", "Madera, papel, pasta", "0,95", "1,28", "0,48"), ("D", "Productos siderúrgicos", "1,24", "1,67", "0,62"),
         ("E", "Productos petrolíferos", "1,10", "1,45", "no se admite"), ("F", "Frutas, pescado, alimentos frescos", "1,86", "2,35", "0,93"), ("G", "Maquinaria, vehículos", "2,70", "3,40", "1,35"), ("H", "Mercancías peligrosas", "3,95", "4,90", "no se admite")]
BOXES = [("20 pies, lleno", "38,50", "27,00", "14,20"), ("20 pies, vacío", "12,00", "9,50", "5,00"), ("40 pies, lleno", "57,75", "40,50", "21,30"), ("40 pies, vacío", "18,00", "14,25", "7,50"), ("45 pies, lleno", "65,00", "45,60", "24,00"), ("Frigorífico, suplemento", "11,00", "11,00", "11,00")]
YARD = [("1 – 5", "exento", "exento", "exento"), ("6 – 10", "0,12", "0,07", "0,20"), ("11 – 30", "0,25", "0,14", "0,45"), ("31 – 60", "0,48", "0,29", "0,90"), ("Desde 61", "0,95", "0,60", "1,80")]
BERTHS = [("Hasta 6", "9,80", "5,10", "145", "980"), ("6,01 – 8", "13,60", "7,20", "202", "1.360"), ("8,01 – 10", "18,90", "9,80", "281", "1.890"), ("10,01 – 12", "25,40", "13,30", "378", "2.540"), ("12,01 – 15", "36,20", "18,80", "540", "3.620"), ("15,01 – 20", "58,00", "30,50", "865", "5.800"), ("Más de 20", "92,00", "48,00", "1.370", "9.200")]
CRANES = [("Grúa móvil de 40 t", "215,00", "hora"), ("Grúa móvil de 100 t", "480,00", "hora"), ("Grúa de contenedores", "31,50", "movimiento"), ("Carretilla de 5 t", "38,00", "hora"), ("Carretilla de 16 t", "72,00", "hora"), ("Pala cargadora", "84,00", "hora"), ("Tolva", "0,22", "tonelada"), ("Báscula", "6,50", "pesada")]
SUPPLY = [("Agua a buques", "3,10", "m³", "mínimo 20 m³"), ("Agua a embarcaciones menores", "4,25", "m³", ""), ("Energía, muelle comercial", "0,29", "kWh", "conexión 45,00 €"), ("Energía, dársena deportiva", "0,34", "kWh", ""), ("Recogida de basuras, buque", "62,00", "servicio", "primer m³ incluido"), ("Recogida de aceites usados", "sin cargo", "servicio", "hasta 200 litros"), ("Amarre y desamarre, hasta 10.000 GT", "148,00", "operación", ""), ("Amarre y desamarre, más de 10.000 GT", "265,00", "operación", "")]
RULES = [
    ("Regla 1. Ámbito", "Estas tarifas rigen en la zona de servicio del Puerto de Valmarina desde el 1 de enero de 2026."),
    ("Regla 2. Devengo", "La tarifa se devenga cuando el buque entra en las aguas del puerto o cuando se inicia la prestación del servicio."),
    ("Regla 3. Pago", "Las facturas se pagan en 20 días naturales. La demora devenga el interés legal más dos puntos. El pago anticipado por trimestres reduce la tarifa T-5 en un 4 por ciento."),
    ("Regla 4. Garantías", "Se exige un depósito del 110 por ciento del importe estimado, salvo a los usuarios con aval permanente de al menos 30.000 euros."),
    ("Regla 5. Reclamaciones", "La reclamación se presenta en el plazo de un mes y no suspende el pago. Se entiende desestimada si no se resuelve en tres meses."),
    ("Regla 6. Exenciones", "Están exentos: a) los buques de Estado; b) los buques hospital; c) las embarcaciones de salvamento; d) los buques que entren por avería o temporal, durante las primeras 48 horas; e) los buques escuela sin carga."),
    ("Regla 7. Bonificaciones", "Las bonificaciones no se acumulan; se aplica la más favorable. Líneas regulares: 10 por ciento desde la escala 13 del año, 20 por ciento desde la 25 y 30 por ciento desde la 53. Buques con certificado ambiental: 5 por ciento."),
    ("Regla 8. Recargos", "Los servicios entre las 22:00 y las 6:00 horas llevan un recargo del 25 por ciento; en domingos y festivos, del 50 por ciento. El recargo no se aplica a las tarifas T-1, T-2 y T-3."),
    ("Regla 9. Medición", "El arqueo se toma del certificado internacional. La fracción de tonelada se cuenta entera; la fracción de hora de grúa, por medias horas."),
]
CSS = """@page { size: A4; margin: 20mm 18mm } body { font: 10pt/1.4 "Liberation Serif", serif } h1 { text-align: center; font-size: 19pt } h2 { font-size: 12pt; border-bottom: .6pt solid; margin-top: 9mm } .cols { column-count: 2; column-gap: 8mm; text-align: justify } h3 { font-size: 10pt; margin: 2mm 0 0 }
table { border-collapse: collapse; width: 100%; margin: 3mm 0 } th, td { border: .5pt solid #555; padding: 1mm 1.6mm; text-align: right } th:first-child, td:first-child { text-align: left } th { background: #eee; text-align: center } .text td:nth-child(2) { text-align: left } .wide { page: wide; break-before: page; break-after: page } @page wide { size: A4 landscape; margin: 16mm }"""


def table(head, rows, kind=""):
    body = "".join("<tr>" + "".join(f"<td>{c}</td>" for c in r) + "</tr>" for r in rows)
    return f'<table class="{kind}"><thead>{head}</thead><tbody>{body}</tbody></table>'


def head(*names):
    return "<tr>" + "".join(f"<th>{n}</th>" for n in names) + "</tr>"


page = f"""<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Tarifas portuarias</title><style>{CSS}</style></head><body>
<h1>Autoridad Portuaria de Valmarina<br>Reglas y tarifas portuarias 2026</h1>
<h2>Reglas generales</h2><div class="cols">{"".join(f"<h3>{t}</h3><p>{x}</p>" for t, x in RULES)}</div>
<h2>T-0 Ayudas a la navegación</h2><p>Por cada unidad de arqueo y escala: 0,034 euros. Las embarcaciones deportivas pagan 5,20 euros por metro de eslora y año; las de menos de 7 metros no pagan.</p>
<h2>T-1 Entrada y estancia de buques</h2><p>Euros por cada 100 GT y período de 3 horas. La estancia se factura hasta un máximo de cinco períodos por día.</p>
{table('<tr><th rowspan="2">Arqueo</th><th colspan="2">Atracado</th><th colspan="2">Fondeado</th></tr><tr><th>De costado</th><th>De punta</th><th>Aguas interiores</th><th>Aguas exteriores</th></tr>', SHIPS)}
<h2>T-2 Pasaje</h2><p>Por pasajero: cabotaje 1,15 euros, Unión Europea 2,40 euros, otros países 3,75 euros; crucero 2,10 euros y, si el buque empieza o termina el viaje en Valmarina, 3,20 euros. Los menores de dos años no pagan. Por vehículo: motocicleta 2,60 euros, automóvil 7,80 euros, autocar 31,00 euros, camión 26,50 euros más 4,10 euros por metro que exceda de 12.</p>
<h2>T-3 Mercancías</h2><p>Euros por tonelada. El tránsito se aplica a la mercancía que sale por mar antes de 20 días.</p>
{table(head("Grupo", "Mercancía", "Cabotaje", "Exterior", "Tránsito"), GOODS, "text")}
{table('<tr><th rowspan="2">Contenedor</th><th colspan="3">Euros por unidad</th></tr><tr><th>Exterior</th><th>Cabotaje</th><th>Tránsito</th></tr>', BOXES)}
<h2>T-4 Pesca fresca</h2><p>El 2,2 por ciento del valor en primera venta, a cargo del vendedor la mitad; el 1,1 por ciento si la pesca entra por tierra.</p>
<div class="wide"><h2>T-5 Embarcaciones deportivas y de recreo</h2><p>Euros por embarcación, IVA no incluido. Temporada alta: del 15 de junio al 15 de septiembre. El amarre anual da derecho a 60 días de ausencia sin cesión del puesto.</p>
{table('<tr><th rowspan="2">Eslora (m)</th><th colspan="2">Diario</th><th rowspan="2">Mensual, temporada baja</th><th rowspan="2">Anual</th></tr><tr><th>Temporada alta</th><th>Temporada baja</th></tr>', BERTHS)}
<p>Los catamaranes pagan un 50 por ciento más. Los residentes en el municipio tienen una reducción del 20 por ciento en el amarre anual, hasta 10 metros de eslora.</p></div>
<h2>T-6 Grúas y medios</h2>{table(head("Equipo", "Euros", "Unidad"), CRANES)}
<h2>T-7 Almacenaje</h2><p>Euros por metro cuadrado y día. Los días se cuentan desde la descarga.</p>{table(head("Días", "Zona de tránsito, cubierta", "Zona de tránsito, descubierta", "Zona de maniobra"), YARD)}
<h2>T-9 Suministros y servicios</h2>{table(head("Servicio", "Euros", "Unidad", "Observaciones"), SUPPLY)}
</body></html>"""
tools.chromium("valmarina-tarifas-portuarias", page)
