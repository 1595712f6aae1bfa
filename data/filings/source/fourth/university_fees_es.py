"""Normativa de tasas y de exámenes of an invented Spanish university. odfpy writes the text document, LibreOffice Writer prints it: articles, numbered paragraphs, tables with cells over columns and a repeated head."""

import pathlib
import subprocess
import sys

from odf.opendocument import OpenDocumentText
from odf.style import Footer, FooterStyle, HeaderFooterProperties, MasterPage, PageLayout, PageLayoutProperties, ParagraphProperties, Style, TableCellProperties, TableColumnProperties, TableProperties, TextProperties
from odf.table import CoveredTableCell, Table, TableCell, TableColumn, TableHeaderRows, TableRow
from odf.text import H, P, PageNumber

WORK, OUT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
doc = OpenDocumentText()


def style(name, family="paragraph", keep=None, **text):
    made = Style(name=name, family=family)
    if keep:
        made.addElement(ParagraphProperties(**keep))
    made.addElement(TextProperties(fontfamily="Liberation Serif", **text))
    doc.styles.addElement(made)
    return made


BODY = style("Cuerpo", keep={"marginbottom": "0.16cm", "textalign": "justify"}, fontsize="10.5pt")
ITEM = style("Letra", keep={"marginbottom": "0.08cm", "marginleft": "0.9cm"}, fontsize="10.5pt")
TITLE = style("Titulo", keep={"textalign": "center", "marginbottom": "0.5cm"}, fontsize="17pt", fontweight="bold")
CHAPTER = style("Capitulo", keep={"textalign": "center", "margintop": "0.5cm", "marginbottom": "0.2cm", "keepwithnext": "always"}, fontsize="12pt", fontweight="bold")
ARTICLE = style("Articulo", keep={"margintop": "0.25cm", "marginbottom": "0.08cm", "keepwithnext": "always"}, fontsize="10.5pt", fontweight="bold")
CELL = style("Celda", fontsize="9pt")
RIGHT = style("CeldaDerecha", keep={"textalign": "end"}, fontsize="9pt")
HEAD = style("Cabeza", keep={"textalign": "center"}, fontsize="9pt", fontweight="bold")
NOTE = style("Nota", keep={"marginbottom": "0.3cm"}, fontsize="8.5pt", fontstyle="italic")
box = Style(name="Caja", family="table-cell")
box.addElement(TableCellProperties(border="0.5pt solid #444444", padding="0.06cm"))
doc.automaticstyles.addElement(box)
layout = PageLayout(name="hoja")
layout.addElement(PageLayoutProperties(pagewidth="21cm", pageheight="29.7cm", margintop="2.2cm", marginbottom="1.6cm", marginleft="2.4cm", marginright="2.4cm"))
bottom = FooterStyle()
bottom.addElement(HeaderFooterProperties(minheight="0.8cm", margintop="0.3cm"))
layout.addElement(bottom)
doc.automaticstyles.addElement(layout)
master = MasterPage(name="Standard", pagelayoutname=layout)
foot = Footer()
line = P(stylename=HEAD, text="Universidad de Lanzahíta · Normativa económica y de evaluación 2026/27 · ")
line.addElement(PageNumber())
foot.addElement(line)
master.addElement(foot)
doc.masterstyles.addElement(master)

put = lambda text, kind=BODY: doc.text.addElement(P(stylename=kind, text=text))
chapter = lambda text: doc.text.addElement(H(outlinelevel=1, stylename=CHAPTER, text=text))
counter = [0]


def article(number, title, *paragraphs):
    doc.text.addElement(H(outlinelevel=2, stylename=ARTICLE, text=f"Artículo {number}. {title}"))
    for p in paragraphs:
        put(p, ITEM if p[1] == ")" else BODY)


def table(title, widths, head, rows, note=None):
    """`head`: lines of cells; a cell is text or (text, columns)."""
    counter[0] += 1
    put(title, ARTICLE)
    whole = Style(name=f"T{counter[0]}", family="table")
    whole.addElement(TableProperties(width="16.2cm", align="margins"))
    doc.automaticstyles.addElement(whole)
    made = Table(name=f"Tabla{counter[0]}", stylename=whole)
    for i, w in enumerate(widths):
        column = Style(name=f"T{counter[0]}.{i}", family="table-column")
        column.addElement(TableColumnProperties(columnwidth=f"{w}cm"))
        doc.automaticstyles.addElement(column)
        made.addElement(TableColumn(stylename=column))

    def row(cells, kind):
        out = TableRow()
        for i, c in enumerate(cells):
            text, span = c if isinstance(c, tuple) else (c, 1)
            cell = TableCell(stylename=box, **({"numbercolumnsspanned": span} if span > 1 else {}))
            cell.addElement(P(stylename=kind or (CELL if i == 0 else RIGHT), text=text))
            out.addElement(cell)
            for _ in range(span - 1):
                out.addElement(CoveredTableCell())
        return out

    top = TableHeaderRows()
    for cells in head:
        top.addElement(row(cells, HEAD))
    made.addElement(top)
    for cells in rows:
        made.addElement(row(cells, None))
    doc.text.addElement(made)
    put(note or "", NOTE)


put("Universidad de Lanzahíta", TITLE)
put("Normativa económica y de evaluación del curso 2026/27, aprobada por el Consejo de Gobierno el 18 de junio de 2026 y vigente desde el 1 de septiembre de 2026.")
chapter("CAPÍTULO I. PRECIOS PÚBLICOS")
article(1, "Objeto", "Esta normativa fija los precios de las enseñanzas oficiales y de los servicios académicos, sus plazos y exenciones, y las reglas de los exámenes.")
article(2, "Precio del crédito", "El precio de una asignatura es el número de sus créditos multiplicado por el precio del crédito que corresponde a la rama de la titulación y al número de matrícula (tabla 1). A los estudiantes de fuera del Espacio Europeo sin residencia en España se les aplica el precio de la última columna, sea cual sea el número de matrícula.")
article(3, "Matrícula mínima", "A tiempo completo el estudiante se matricula de 42 a 72 créditos; a tiempo parcial, de 18 a 41. Por debajo de 18 créditos solo puede matricularse quien termina la titulación. El cambio de dedicación se pide hasta el 15 de octubre y cuesta 12,00 euros.")
article(4, "Pago", "El importe se paga de una vez o en plazos, sin recargo:", "a) hasta 300 euros, en un solo pago;", "b) de 300,01 a 900 euros, en dos pagos: 60 por ciento en la matrícula y 40 por ciento el 15 de diciembre;", "c) más de 900 euros, en cinco pagos: 30 por ciento en la matrícula, 20 por ciento el 15 de noviembre y el 15 de enero, 15 por ciento el 15 de febrero y el 15 de marzo.", "Un recibo devuelto cuesta 9,50 euros. A los 30 días del segundo aviso la matrícula se anula y no se expiden certificados hasta que se salde la deuda.")
article(5, "Exenciones y reducciones", "No pagan créditos, pero sí los gastos de secretaría:", "a) los becarios del Estado;", "b) los miembros de familia numerosa de categoría especial;", "c) las personas con discapacidad del 33 por ciento o más;", "d) las víctimas de terrorismo y de violencia de género, y sus hijos;", "e) los perceptores del ingreso mínimo vital;", "f) los mayores de 65 años, hasta 24 créditos por curso.", "La familia numerosa de categoría general paga la mitad. Cada matrícula de honor del curso anterior descuenta tantos créditos como tenía la asignatura, a precio de primera matrícula. El personal de la universidad y sus hijos pagan el 30 por ciento. Las reducciones no se acumulan: se aplica la mejor.")
article(6, "Devoluciones", "Quien anula la matrícula hasta el 30 de septiembre recupera los créditos pagados; hasta el 31 de octubre, la mitad; después, nada, salvo enfermedad grave probada. Los gastos de secretaría y el seguro no se devuelven.")
article(8, "Reconocimiento de créditos", "Los créditos reconocidos de otra titulación se pagan al 25 por ciento del precio de primera matrícula. Los de programas de intercambio y los de actividades deportivas o culturales, hasta seis, son gratuitos.")
table("Tabla 1. Precio del crédito en euros", [4.6, 2.3, 2.3, 2.3, 2.3, 2.4], [["Rama y nivel", ("Número de matrícula", 4), "No residentes"], ["", "primera", "segunda", "tercera", "cuarta y más", ""]], [["Grado: artes y humanidades", "11,80", "21,60", "44,10", "58,70", "82,00"], ["Grado: ciencias sociales y jurídicas", "12,40", "22,90", "46,50", "61,90", "82,00"], ["Grado: ciencias", "15,20", "28,40", "57,30", "76,20", "104,00"], ["Grado: ingeniería y arquitectura", "16,70", "31,10", "62,80", "83,40", "112,00"], ["Grado: ciencias de la salud", "17,30", "32,50", "65,40", "86,90", "128,00"], ["Máster habilitante", "18,90", "34,20", "66,00", "66,00", "118,00"], ["Otro máster", "29,50", "45,80", "71,20", "71,20", "124,00"], ["Complementos de doctorado", "29,50", "45,80", "71,20", "71,20", "29,50"]])
table("Tabla 2. Tasas de secretaría en euros", [1.8, 9.4, 2.4, 2.6], [["Código", "Servicio", "Precio", "Urgente, 48 h"]], [["S-01", "Apertura de expediente, primera vez", "27,50", "–"], ["S-02", "Gastos de secretaría, por curso", "6,80", "–"], ["S-03", "Seguro escolar (menores de 28 años)", "1,12", "–"], ["S-04", "Seguro de accidentes (desde 28 años)", "9,30", "–"], ["S-05", "Certificado académico personal", "28,10", "42,15"], ["S-06", "Certificado de matrícula", "4,20", "8,40"], ["S-07", "Certificado de prácticas", "14,00", "21,00"], ["S-08", "Título de grado", "156,40", "–"], ["S-09", "Título de máster", "174,90", "–"], ["S-10", "Título de doctor", "229,30", "–"], ["S-11", "Duplicado de título", "43,60", "–"], ["S-12", "Suplemento europeo al título, duplicado", "31,00", "–"], ["S-14", "Tarjeta de estudiante, duplicado", "7,50", "12,00"], ["S-15", "Traslado de expediente", "28,10", "–"], ["S-16", "Estudio de reconocimiento de créditos", "34,70", "–"], ["S-17", "Homologación de título extranjero de posgrado", "163,80", "–"], ["S-18", "Prueba de acceso, por persona", "78,90", "–"], ["S-19", "Prueba de acceso, por materia de fase voluntaria", "17,60", "–"], ["S-20", "Prueba de nivel de idioma, B1", "48,00", "–"], ["S-21", "Prueba de nivel de idioma, B2 y C1", "66,00", "–"], ["S-23", "Defensa de tesis doctoral", "143,00", "–"], ["S-24", "Tutela académica de doctorado, por curso", "212,00", "–"]], "La raya indica que el servicio no se presta con urgencia.")
table("Tabla 3. Residencias y comedor", [5.4, 2.7, 2.7, 2.7, 2.7], [["Residencia", ("Habitación individual", 2), ("Habitación doble, por persona", 2)], ["", "curso, al mes", "verano, al día", "curso, al mes", "verano, al día"]], [["La Encina", "418,00", "24,50", "296,00", "17,00"], ["Gredos", "455,00", "27,00", "322,00", "18,50"], ["El Molino (posgrado)", "512,00", "31,00", "no hay", "no hay"], ["San Isidro", "389,00", "cerrada", "274,00", "cerrada"]], "Fianza: un mes. El comedor no está incluido: comida 6,90 euros, abono de veinte comidas 118,00 euros.")
chapter("CAPÍTULO II. PLAZOS")
table("Tabla 4. Calendario administrativo", [7.0, 4.6, 4.6], [["Trámite", "Primer semestre", "Segundo semestre"]], [["Matrícula ordinaria", "7 a 24 de julio", "–"], ["Matrícula extraordinaria", "1 a 11 de septiembre", "25 a 29 de enero"], ["Ampliación de matrícula", "5 a 9 de octubre", "8 a 12 de febrero"], ["Renuncia a convocatoria", "hasta 10 días antes del examen", "hasta 10 días antes del examen"], ["Solicitud de evaluación única", "hasta el 16 de octubre", "hasta el 26 de febrero"], ["Solicitud de convocatoria adelantada", "1 a 10 de octubre", "–"], ["Exámenes ordinarios", "11 a 29 de enero", "31 de mayo a 18 de junio"], ["Exámenes extraordinarios", "28 de junio a 9 de julio", "28 de junio a 9 de julio"], ["Depósito del trabajo de fin de grado", "hasta el 20 de enero", "hasta el 11 de junio y el 2 de julio"]])
chapter("CAPÍTULO III. EXÁMENES")
article(11, "Convocatorias", "La matrícula da derecho a dos convocatorias por curso, una ordinaria y una extraordinaria. Cada asignatura tiene seis convocatorias en total. El rector puede conceder una séptima, de gracia, a quien tenga aprobado el 70 por ciento de la titulación. No presentarse no consume convocatoria si se ha renunciado en plazo.")
article(12, "Anuncio", "La fecha, el lugar y la duración se anuncian al menos 20 días antes. Ningún examen escrito dura más de cuatro horas. Un estudiante no puede tener dos exámenes en 24 horas del mismo curso de la titulación; si los tiene, el coordinador cambia el de la asignatura con menos matriculados.")
article(13, "Evaluación continua y única", "La evaluación continua vale al menos el 40 por ciento de la nota y ninguna prueba puede valer más del 60 por ciento. Quien trabaja, cuida a un familiar o es deportista de alto nivel puede pedir la evaluación única, con un solo examen del cien por cien.")
article(14, "Calificaciones", "De 0 a 4,9 suspenso; de 5,0 a 6,9 aprobado; de 7,0 a 8,9 notable; de 9,0 a 10 sobresaliente. La matrícula de honor se concede a quien tiene 9,0 o más; no puede pasar del cinco por ciento de los matriculados, y con menos de 20 matriculados se concede una.")
article(15, "Publicación y revisión", "Las notas se publican en los 15 días siguientes al examen y siempre cuatro días antes del examen extraordinario. La revisión ante el profesor se pide en los tres días hábiles siguientes. Contra su decisión cabe reclamación al director del departamento en cinco días hábiles; un tribunal de tres profesores resuelve en quince. El recurso ante el rector tiene un plazo de un mes.")
article(17, "Fraude", "Copiar, suplantar a otro o usar aparatos no permitidos lleva consigo la nota cero en la convocatoria. Si hay plagio en más del 20 por ciento del texto de un trabajo, el trabajo se suspende; si pasa del 40 por ciento, se abre expediente disciplinario. La reincidencia supone la pérdida de todas las convocatorias del curso.")
article(18, "Adaptaciones", "Los estudiantes con necesidades específicas pueden tener, con informe del servicio de apoyo:", "a) hasta un 50 por ciento más de tiempo;", "b) un enunciado en letra grande o en formato electrónico;", "c) un aula aparte;", "d) un intérprete de lengua de signos;", "e) el uso de ordenador o de tablero de comunicación.", "El informe se pide al menos 30 días antes del primer examen.")
article(19, "Compensación", "Quien tiene pendiente una sola asignatura, que no sea prácticas ni trabajo de fin de titulación, puede pedir que se compense si se ha presentado al menos a cuatro convocatorias y su nota media en ellas es de 3,0 o más. El tribunal de compensación se reúne en marzo y en octubre.")
article(20, "Trabajo de fin de grado", "Se matricula quien tiene superados 168 créditos en titulaciones de 240, o 228 en las de 300. El tribunal tiene tres miembros. La exposición dura 20 minutos y el debate otros 20 como máximo. El director no forma parte del tribunal. Sin tribunal, cuando el departamento lo decide, la nota máxima es 8,5.")
table("Tabla 5. Permanencia: créditos que hay que superar", [5.4, 3.6, 3.6, 3.6], [["Dedicación", "primer curso", "dos primeros cursos", "máximo de años"]], [["Grado, tiempo completo", "12", "42", "7"], ["Grado, tiempo parcial", "6", "24", "11"], ["Máster de 60 créditos, completo", "18", "–", "3"], ["Máster de 60 créditos, parcial", "9", "–", "5"], ["Doctorado, completo", "–", "–", "4"], ["Doctorado, parcial", "–", "–", "7"]], "Quien no supera el mínimo no puede seguir en la titulación, pero puede pedir una prórroga de un curso por causa justificada.")
source = WORK / "universidad.odt"
doc.save(str(source))
subprocess.run(["soffice", "--headless", "--convert-to", "pdf", "--outdir", str(WORK), str(source)], check=True, capture_output=True)
(OUT / "universidad-lanzahita-normativa.pdf").write_bytes((WORK / "universidad.pdf").read_bytes())
