"""Fee sheet of an invented Spanish bank: band rows, footnotes, min and max columns. HTML by WeasyPrint."""

import build

SECTIONS = [
    ("Epígrafe 1. Cuentas", ["Concepto", "Cuenta Base", "Cuenta Nómina", "Cuenta Joven", "Cuenta Empresa"], [
        ["Mantenimiento (trimestral)", "18,00 €", "0,00 € (1)", "0,00 €", "36,00 €"], ["Administración (por apunte)", "0,30 €", "0,00 €", "0,00 €", "0,45 €"],
        ["Apuntes exentos al año", "60", "sin límite", "sin límite", "120"], ["Descubierto: comisión de reclamación", "35,00 €", "35,00 €", "no aplicable", "39,00 €"],
        ["Descubierto: interés anual", "7,50 %", "7,50 %", "no aplicable", "12,25 %"], ["Extracto mensual en papel", "1,20 €", "1,20 €", "1,20 €", "2,00 €"],
        ["Certificado de saldo", "12,00 €", "6,00 €", "6,00 €", "18,00 €"], ["Cambio de titularidad", "25,00 €", "25,00 €", "25,00 €", "60,00 €"]]),
    ("Epígrafe 2. Tarjetas (cuota anual)", ["Tarjeta", "Titular", "Adicional", "Reposición", "Límite diario en cajero"], [
        ["Débito Clásica", "24,00 €", "18,00 €", "5,00 €", "600 €"], ["Débito Joven", "0,00 €", "no se emite", "5,00 €", "300 €"], ["Crédito Clásica", "43,00 €", "22,00 €", "6,00 €", "600 €"],
        ["Crédito Oro", "85,00 €", "42,00 €", "0,00 €", "1.200 €"], ["Crédito Platino", "160,00 €", "80,00 €", "0,00 €", "2.000 €"], ["Prepago Viaje", "10,00 €", "no se emite", "10,00 €", "500 €"],
        ["Empresa", "55,00 €", "35,00 €", "6,00 €", "1.500 €"]]),
    ("Epígrafe 3. Retirada de efectivo en cajeros", ["Cajero", "Débito", "Mínimo", "Crédito", "Mínimo"], [
        ["De la entidad", "sin comisión", "–", "3,50 %", "3,00 €"], ["Otras entidades en España", "la que cobre la entidad", "–", "4,00 %", "3,50 €"],
        ["Zona euro", "2,00 %", "1,50 €", "4,00 %", "3,50 €"], ["Resto del mundo", "4,50 %", "3,00 €", "5,00 %", "4,50 €"]]),
    ("Epígrafe 4. Transferencias", ["Tipo", "Banca en línea", "Oficina: porcentaje", "Mínimo", "Máximo"], [
        ["SEPA hasta 50.000 €", "0,00 €", "0,40 %", "4,00 €", "60,00 €"], ["SEPA superior a 50.000 €", "6,00 €", "0,40 %", "25,00 €", "300,00 €"], ["SEPA inmediata", "0,00 €", "0,50 %", "5,00 €", "80,00 €"],
        ["Fuera de la zona SEPA, gastos compartidos", "0,30 % (mín. 9,00 €)", "0,60 %", "18,00 €", "450,00 €"], ["Fuera de la zona SEPA, gastos del ordenante", "0,35 % (mín. 20,00 €)", "0,70 %", "35,00 €", "600,00 €"],
        ["Modificación o devolución", "15,00 €", "–", "25,00 €", "–"]]),
    ("Epígrafe 5. Cheques y recibos", ["Concepto", "Porcentaje", "Mínimo", "Máximo", "Nota"], [
        ["Ingreso de cheque de la entidad", "exento", "–", "–", ""], ["Ingreso de cheque de otra entidad", "0,35 %", "3,50 €", "90,00 €", ""], ["Devolución de cheque", "4,50 %", "22,00 €", "–", "(2)"],
        ["Cheque bancario", "0,30 %", "12,00 €", "120,00 €", ""], ["Devolución de recibo por el deudor", "–", "–", "–", "sin comisión"], ["Emisión de recibos (por recibo)", "–", "0,60 €", "–", "Cuenta Empresa"],
        ["Devolución al emisor", "2,00 %", "3,00 €", "30,00 €", ""]]),
    ("Epígrafe 6. Préstamos", ["Concepto", "Hipotecario", "Personal", "Auto", "Estudios"], [
        ["Apertura", "0,75 %", "1,50 %", "2,00 %", "0,00 %"], ["Apertura, mínimo", "600,00 €", "90,00 €", "120,00 €", "–"], ["Amortización parcial, años 1 a 3", "0,25 % (3)", "0,50 %", "1,00 %", "0,00 %"],
        ["Amortización parcial, desde el año 4", "0,00 %", "0,50 %", "0,50 %", "0,00 %"], ["Cancelación total, años 1 a 3", "0,25 % (3)", "1,00 %", "1,00 %", "0,00 %"], ["Cambio de condiciones", "0,50 %", "1,00 %", "1,00 %", "0,50 %"],
        ["Reclamación de impagados", "38,00 €", "35,00 €", "35,00 €", "20,00 €"], ["Certificado de deuda pendiente", "30,00 €", "20,00 €", "20,00 €", "0,00 €"]]),
    ("Epígrafe 8. Valores", ["Operación", "Bolsa nacional", "Mínimo", "Bolsas extranjeras", "Mínimo"], [
        ["Compra o venta en línea", "0,20 %", "8,00 €", "0,30 %", "20,00 €"], ["Compra o venta en oficina", "0,45 %", "18,00 €", "0,65 %", "45,00 €"], ["Custodia (semestral)", "0,15 %", "6,00 €", "0,25 %", "12,00 €"],
        ["Cobro de dividendos", "0,20 %", "1,50 €", "0,50 %", "4,00 €"], ["Traspaso a otra entidad, por clase de valor", "0,35 %", "30,00 €", "0,50 %", "70,00 €"]]),
    ("Epígrafe 9. Cajas de alquiler (anual, IVA no incluido)", ["Tamaño", "Hasta (dm³)", "Cuota", "Fianza", "Llave perdida"], [
        ["Pequeña", "10", "95,00 €", "100,00 €", "60,00 €"], ["Mediana", "25", "165,00 €", "100,00 €", "60,00 €"], ["Grande", "60", "290,00 €", "200,00 €", "90,00 €"]]),
]

NORMS = [
    ("Norma 1.ª Ámbito.", "Este folleto se aplica a los clientes particulares y a las empresas en todas las oficinas de Caja Rural del Tormejo desde el 1 de marzo de 2026."),
    ("Norma 2.ª Gastos de terceros.", "Los gastos de correo, notaría, registro y corresponsales corren a cargo del cliente, salvo que la ley disponga otra cosa."),
    ("Norma 3.ª Impuestos.", "Las comisiones por cajas de alquiler y por custodia llevan IVA del 21 %. Las demás están exentas, salvo los certificados."),
    ("Norma 4.ª Colectivos.", "Los mayores de 70 años no pagan comisión por transferencias SEPA de hasta 1.000 euros en oficina. Las entidades sin ánimo de lucro pagan la mitad del mantenimiento."),
    ("Norma 5.ª Modificaciones.", "Los cambios se comunican con dos meses de antelación. El cliente puede resolver el contrato sin coste antes de la fecha de aplicación."),
    ("Norma 6.ª Reclamaciones.", "El Servicio de Atención al Cliente responde en un plazo de 15 días hábiles en materia de pagos y de un mes en las demás. Contra su resolución cabe acudir al Defensor del Cliente."),
    ("Norma 7.ª Valoración.", "Los abonos en efectivo tienen valor el mismo día; los cheques de otras entidades, el segundo día hábil siguiente; las transferencias recibidas, el mismo día hábil si llegan antes de las 16:00 horas."),
    ("Norma 9.ª Servicio básico.", "La cuenta de pago básica cuesta 3,00 euros al mes y comprende 120 pagos al año, una tarjeta de débito y retiradas en cajeros de la entidad. Es gratuita para clientes en situación de vulnerabilidad."),
]

FOOT = ["(1) Con nómina domiciliada de al menos 900 € y dos recibos al trimestre; en otro caso, 22,50 € por trimestre.",
        "(2) No se cobra si el cheque se devuelve por defecto de forma imputable a la entidad.",
        "(3) Con el límite de la pérdida financiera de la entidad, y solo en préstamos a tipo variable; a tipo fijo, 2,00 % durante los diez primeros años."]

CSS = """@page { size: A4; margin: 18mm 15mm; @bottom-left { content: "Caja Rural del Tormejo, S. Coop. de Crédito"; font: 7pt sans-serif } @bottom-right { content: "Folleto de tarifas – página " counter(page); font: 7pt sans-serif } }
body { font: 10pt/1.4 "Liberation Sans", sans-serif } h1 { font-size: 17pt; color: #064 } table { width: 100%; border-collapse: collapse; margin-bottom: 7mm } th { font-size: 9pt; border-bottom: 1pt solid #064; text-align: right; vertical-align: bottom }
th:first-child, td:first-child { text-align: left; width: 34% } td { text-align: right; padding: 2.3mm 1mm } tr:nth-child(even) td { background: #f1f6f2 } .band td, .band th { background: #064; color: white; font-weight: bold; text-align: left; padding: 1.5mm } .foot { font-size: 7.5pt }"""


def html():
    tables = ""
    for title, head, data in SECTIONS:
        tables += f'<table><tr class="band"><td colspan="5">{title}</td></tr><tr>' + "".join(f"<th>{h}</th>" for h in head) + "</tr>"
        tables += "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in data) + "</table>"
    norms = "".join(f"<p><b>{title}</b> {text}</p>" for title, text in NORMS)
    foot = "".join(f"<p>{line}</p>" for line in FOOT)
    return (f'<html lang="es"><head><title>Folleto de tarifas</title><style>{CSS}</style></head><body><h1>Folleto de tarifas: comisiones, condiciones y gastos repercutibles</h1>'
            f"<p>Caja Rural del Tormejo. Versión 14, en vigor desde el 1 de marzo de 2026.</p><h2>Normas generales</h2>{norms}<h2>Tarifas</h2>{tables}<div class='foot'>{foot}</div></body></html>")


build.weasy("caja-tormejo-tarifas", html())
