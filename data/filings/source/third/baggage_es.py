"""Condiciones de equipaje of an invented Spanish airline. WeasyPrint: coloured header rows, cells over rows, boxes, side by side lists."""

import os
import pathlib
import sys

os.environ["SOURCE_DATE_EPOCH"] = "1767225600"
from weasyprint import HTML  # noqa: E402

OUT = pathlib.Path(sys.argv[2])
CSS = """
@page { size: A4; margin: 20mm 18mm 18mm; @top-right { content: "Condiciones de equipaje · vigentes desde el 15 de enero de 2026"; font: 8pt "Liberation Sans Narrow"; color: #555 } @bottom-center { content: counter(page) " de " counter(pages); font: 8pt "Liberation Sans Narrow" } }
body { font: 9.5pt/1.35 "Liberation Sans Narrow"; counter-reset: c } h1 { font-size: 22pt; color: #0b4f6c; margin: 0 0 2mm } h2 { font-size: 13pt; color: #0b4f6c; border-bottom: 1.5pt solid #0b4f6c; margin: 6mm 0 2mm; break-after: avoid }
h2:before { counter-increment: c; content: counter(c) ". " } h3 { font-size: 10.5pt; margin: 3mm 0 1mm; break-after: avoid }
table { border-collapse: collapse; width: 100%; margin: 2mm 0; break-inside: auto } tr { break-inside: avoid } th { background: #0b4f6c; color: white; font-weight: bold } td, th { padding: 1mm 2mm; border: .4pt solid #9bb; text-align: center } td:first-child, th:first-child { text-align: left }
.box { background: #eaf4f7; border-left: 3pt solid #0b4f6c; padding: 2mm 3mm; margin: 3mm 0 } .two { columns: 2; column-gap: 8mm } ul { margin: 1mm 0; padding-left: 5mm } .n { font-size: 8pt; color: #333 }
"""


def table(head, rows, note=""):
    cell = lambda c, tag: f"<{tag} {c[1]}>{c[0]}</{tag}>" if isinstance(c, tuple) else f"<{tag}>{c}</{tag}>"
    top = "".join("<tr>" + "".join(cell(c, "th") for c in line) + "</tr>" for line in head)
    return f"<table><thead>{top}</thead>" + "".join("<tr>" + "".join(cell(c, "td") for c in line) + "</tr>" for line in rows) + "</table>" + (f'<p class="n">{note}</p>' if note else "")


def items(*texts):
    return "<ul>" + "".join(f"<li>{t}</li>" for t in texts) + "</ul>"


page = f"""<style>{CSS}</style><h1>Altavela Líneas Aéreas</h1><p>Estas condiciones se aplican a los vuelos operados por Altavela (código VT). En los vuelos de código compartido operados por otra compañía rigen las de esta.</p>
<h2>Zonas</h2>""" + table([["Zona", "Países y territorios"]], [["A", "Península, Baleares, Ceuta y Melilla"], ["B", "Canarias, Madeira y Azores"], ["C", "Resto de Europa, Marruecos, Argelia y Túnez"], ["D", "Oriente Próximo, Senegal y Cabo Verde"], ["E", "América y Guinea Ecuatorial"]], "En un viaje con escala cuenta la zona más lejana del billete.")
page += """<h2>Equipaje de mano</h2>""" + table([["Tarifa", "Bolso bajo el asiento", "Pieza en el compartimento", "Peso total"]], [["Brisa", "40 × 30 × 20 cm", "no incluida", "6 kg"], ["Alisio", "40 × 30 × 20 cm", "55 × 40 × 23 cm", "10 kg"], ["Alisio Flex", "40 × 30 × 20 cm", "55 × 40 × 23 cm", "12 kg"], ["Monzón (preferente)", "40 × 35 × 20 cm", "dos de 55 × 40 × 23 cm", "18 kg"]])
page += """<p>Los menores de dos años sin asiento no tienen equipaje de mano, pero sí una bolsa con lo necesario durante el vuelo y una silla plegable, que viaja en bodega sin cargo. A quien lleve a la puerta de embarque una pieza no incluida o mayor de lo permitido se le cobran 52 euros y la pieza pasa a bodega.</p>
<h2>Equipaje facturado incluido</h2>""" + table([["Tarifa", "Zonas A y B", "Zona C", "Zona D", "Zona E"]], [["Brisa", "0", "0", "0", "1 × 23 kg"], ["Alisio", "1 × 15 kg", "1 × 23 kg", "1 × 23 kg", "2 × 23 kg"], ["Alisio Flex", "1 × 23 kg", "1 × 23 kg", "2 × 23 kg", "2 × 23 kg"], ["Monzón (preferente)", "2 × 23 kg", "2 × 32 kg", "2 × 32 kg", "3 × 32 kg"], ["Bebé sin asiento", ("1 × 10 kg", 'colspan="2"'), ("1 × 15 kg", 'colspan="2"')]])
page += """<p>Suplementos para socios del club Rosa de los Vientos: el nivel Plata añade una pieza de 15 kg en las zonas A y B; el nivel Oro, una pieza de 23 kg en todas las zonas; el nivel Platino, dos. Los residentes en Canarias, Baleares, Ceuta y Melilla tienen 5 kg más en la primera pieza de los vuelos de las zonas A y B.</p>
<div class="box">Ninguna pieza puede pesar más de 32 kg ni medir más de 277 cm sumando largo, ancho y alto.</div>
<h2>Piezas adicionales y exceso</h2><h3>Precio por pieza adicional de hasta 23 kg y trayecto, en euros</h3>""" + table([[("Zona", 'rowspan="2"'), ("Primera pieza adicional", 'colspan="3"'), ("Segunda y siguientes", 'colspan="3"')], ["con la reserva", "en línea, hasta 3 h antes", "aeropuerto", "con la reserva", "en línea, hasta 3 h antes", "aeropuerto"]],
    [["A", "24", "31", "55", "38", "46", "75"], ["B", "29", "37", "62", "45", "54", "85"], ["C", "36", "46", "70", "56", "67", "98"], ["D", "58", "70", "105", "82", "95", "140"], ["E", "85", "98", "145", "120", "138", "190"]])
page += "<h3>Sobrepeso y tamaño, por pieza y trayecto, en euros</h3>" + table([["Concepto", "A", "B", "C", "D", "E"]], [["De 15 a 23 kg (tarifas con pieza de 15 kg)", "18", "22", "–", "–", "–"], ["Más de 23 y hasta 28 kg", "35", "40", "45", "60", "75"], ["Más de 28 y hasta 32 kg", "50", "58", "65", "90", "110"], ["De 159 a 203 cm", "40", "45", "50", "65", "80"], ["De 204 a 277 cm", "70", "75", "85", "130", "160"]], "Los cargos por peso y por tamaño se suman. La raya indica que el cargo no existe en esa zona.")
page += "<h2>Equipos deportivos e instrumentos</h2><p>Precio por trayecto, en euros. Se ha de avisar al menos 48 horas antes; sin aviso el precio es un 40 por ciento mayor y el transporte no está garantizado.</p>" + table([["Equipo", "Peso máximo", "A y B", "C", "D y E"]], [
    ["Bicicleta, en caja o funda rígida", "25 kg", "45", "60", "95"], ["Bicicleta eléctrica, sin batería", "32 kg", "70", "90", "130"], ["Tabla de surf, hasta 200 cm", "20 kg", "40", "50", "80"], ["Tabla de surf, de 201 a 277 cm", "30 kg", "65", "80", "120"], ["Equipo de esquí o de snowboard", "20 kg", "30", "35", "60"], ["Palos de golf", "20 kg", "30", "40", "65"], ["Equipo de buceo, sin botella llena", "23 kg", "30", "40", "65"], ["Equipo de pesca", "15 kg", "20", "25", "40"], ["Piragua o kayak", "–", "no se acepta", "no se acepta", "no se acepta"], ["Arma de caza, en estuche", "15 kg", "50", "65", "110"], ["Munición, hasta 5 kg", "5 kg", "25", "30", "no se acepta"], ["Guitarra o violonchelo en bodega", "23 kg", "35", "45", "70"], ["Instrumento en asiento propio", "75 kg", ("75 por ciento de la tarifa Alisio, sin tasas", 'colspan="3"')]])
page += "<h2>Animales</h2>" + table([["Modo", "Peso con transportín", "A", "B", "C", "D", "E"]], [["En cabina", "hasta 8 kg", "40", "45", "55", "–", "–"], ["En bodega, pequeño", "hasta 30 kg", "75", "90", "120", "190", "250"], ["En bodega, grande", "de 31 a 75 kg", "130", "150", "190", "290", "380"]])
page += """<p>Perros guía y de asistencia viajan gratis en cabina. En cabina caben como mucho cuatro animales por vuelo. De junio a septiembre no se transportan en bodega perros de hocico chato. No se aceptan hurones ni reptiles. El transportín de cabina mide como mucho 45 × 35 × 25 cm.</p>
<h2>Objetos prohibidos</h2><div class="two"><h3>Ni en cabina ni en bodega</h3>""" + items("explosivos, bengalas y petardos", "gases comprimidos, salvo una botella pequeña de oxígeno medicinal autorizada", "líquidos inflamables", "lejía y otros oxidantes", "venenos y sustancias infecciosas", "baterías de litio de más de 160 Wh", "mercurio", "patinetes y ruedas eléctricas") + "<h3>Solo en cabina</h3>" + items("baterías externas de hasta 100 Wh, dos por persona", "baterías de 101 a 160 Wh, con autorización", "cigarrillos electrónicos", "mecheros, uno por persona") + "<h3>Solo en bodega</h3>" + items("cuchillos y tijeras de más de 6 cm", "herramientas de más de 18 cm", "bastones de senderismo", "líquidos en envases de más de 100 ml", "bates y palos") + """</div>
<h2>Retrasos, daños y pérdidas</h2><p>El parte de irregularidad se rellena en el aeropuerto antes de salir de la sala de recogida. Además, la reclamación se presenta por escrito en los plazos siguientes:</p>""" + table([["Caso", "Plazo", "Desde"]], [["Daño o falta de contenido", "7 días", "la entrega de la maleta"], ["Retraso", "21 días", "la entrega de la maleta"], ["Pérdida", "2 años", "la llegada prevista del vuelo"], ["Silla de ruedas dañada", "sin plazo", "–"]])
page += """<p>Una maleta se da por perdida a los 21 días. La responsabilidad se limita a 1.519 derechos especiales de giro por pasajero. Mientras dura el retraso, Altavela reembolsa los gastos de primera necesidad, contra recibo, hasta 60 euros por día y 300 euros en total; no lo hace en el lugar de residencia del pasajero. Quien lleve cosas de más valor puede hacer una declaración especial antes de facturar: cuesta el 1,2 por ciento del valor declarado que pase de 1.800 euros, y el valor máximo es de 5.000 euros.</p>
<h2>Horas de facturación</h2>""" + table([["Zona", "Mostrador abierto desde", "Cierre de facturación", "Cierre de la puerta"]], [["A y B", "2 h antes", "40 min antes", "15 min antes"], ["C", "2 h 30 min antes", "45 min antes", "20 min antes"], ["D", "3 h antes", "60 min antes", "20 min antes"], ["E", "3 h 30 min antes", "60 min antes", "25 min antes"]], "Con animales, armas o equipos deportivos el cierre se adelanta 30 minutos.")
HTML(string=page).write_pdf(OUT / "altavela-equipaje.pdf")
