"""Spanish ordinances of an irrigation community: HTML printed by LibreOffice Writer."""
import pathlib, random, shutil, subprocess, sys
OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
WORK = pathlib.Path(sys.argv[1]); WORK.mkdir(parents=True, exist_ok=True)
rnd = random.Random(74)
def tab(head, rows, cap): 
    return f"<p><b>{cap}</b></p><table border=1 cellspacing=0 cellpadding=3><thead>{head}</thead><tbody>"+"".join("<tr>"+"".join(f"<td>{c}</td>" for c in r)+"</tr>" for r in rows)+"</tbody></table>"
def h(*c): return "<tr>"+"".join(f"<th>{x}</th>" for x in c)+"</tr>"
es = lambda x, n=2: f"{x:.{n}f}".replace(".", ",")
names = "Alameda,Albardas,Almarjal,Barranquillo,Cañada Honda,Cascajar,Charcones,Dehesilla,Egido,Fuente Vieja,Gavias,Huerta Baja,Jarosa,Lavaderos,Llano Alto,Majadal,Mimbreras,Molinillo,Navazo,Olivarejo,Palomar,Pedriza,Quemado,Rambla,Retamal,Salobral,Soto Nuevo,Tejar,Umbría,Vega Chica,Vallejo,Zarzal".split(",")
toma = [[f"T-{i+1:02d}", n, rnd.choice(["A","A","B","B","C"]), es(rnd.randint(180,1420)/10,1), rnd.choice([12,15,18,20,24,30]), rnd.choice(["Acequia Mayor","Acequia del Soto","Tubería Norte"])] for i, n in enumerate(names)]
html = f"""<html><head><meta charset="utf-8"><title>Ordenanzas</title><style>@page{{size:21cm 29.7cm;margin:2.2cm}} body{{font-family:"Liberation Serif";font-size:10.5pt}} th{{background:#e4e4e4}} td,th{{font-size:9.5pt}} h1{{font-size:17pt}} h2{{font-size:13pt}}</style></head><body>
<h1>Comunidad de Regantes de Valdejarama</h1><p><b>Ordenanzas de riego y cuotas – Campaña 2026</b><br>Aprobadas por la Junta General el 14 de diciembre de 2025</p>
<h2>Título I. Disposiciones generales</h2>
<p><b>Artículo 1.</b> La Comunidad reparte el agua del embalse de Peñarrota entre 1.846 comuneros. La campaña de riego va del 15 de marzo al 15 de octubre.</p>
<p><b>Artículo 2. Definiciones.</b> Se entiende por:</p><ul><li><b>Dotación</b>: volumen de agua, en metros cúbicos por hectárea, al que tiene derecho una parcela en una campaña.</li><li><b>Tanda</b>: turno en el que una toma recibe agua.</li><li><b>Toma</b>: arqueta o hidrante del que riegan varias parcelas.</li><li><b>Derrama</b>: cuota extraordinaria que la Junta General reparte por hectárea.</li><li><b>Tarjeta</b>: documento que acredita la superficie y el cultivo declarados.</li></ul>
<p><b>Artículo 3.</b> Son órganos de la Comunidad la Junta General, la Junta de Gobierno, el Jurado de Riegos y la Secretaría. La Junta General se reúne en mayo y en diciembre. Cada comunero tiene un voto por cada media hectárea, con un máximo de cuarenta.</p>
<h2>Título II. Uso del agua</h2>
<p><b>Artículo 4.</b> El comunero declara el cultivo antes del 28 de febrero. Quien no declara recibe la dotación del cereal de invierno.</p>
<p><b>Artículo 5.</b> Son obligaciones del regante:</p><ol type="a"><li>mantener limpia la regadera de su parcela;</li><li>cerrar la compuerta al acabar la tanda;</li><li>permitir el paso del guarda;</li><li>avisar de las fugas en el mismo día;</li><li>conservar el precinto del contador;</li><li>no regar con viento de más de 40 km/h por aspersión.</li></ol>
<p><b>Artículo 6.</b> Una tanda que no se usa se pierde, salvo avería de la red. Se puede ceder la tanda a otro regante de la misma toma con aviso al guarda 24 horas antes; entre tomas distintas hace falta permiso de la Junta de Gobierno.</p>
<p><b>Artículo 7. Sequía.</b> Si el embalse baja de 42 hm³ el 1 de abril, las dotaciones se reducen un 15 %; si baja de 30 hm³, un 35 %; por debajo de 18 hm³ solo riegan los cultivos leñosos, con la mitad de su dotación.</p>
<p><b>Artículo 9. Contadores.</b> El contador se lee el último día de cada mes. Si está averiado se cobra la media de los tres meses anteriores con un recargo del 10 %. La revisión se hace cada seis años.</p>
{tab(h("Cultivo","Dotación (m³/ha)","Tandas","Última tanda","Sistema admitido"), [["Maíz","6.800","14","20 de septiembre","aspersión, pivote"],["Alfalfa","7.400","16","10 de octubre","aspersión"],["Tomate","5.900","22","31 de agosto","goteo"],["Patata","5.200","13","15 de septiembre","aspersión, pivote"],["Cebolla","4.700","15","31 de julio","aspersión, goteo"],["Cereal de invierno","2.100","4","10 de junio","aspersión, pie"],["Girasol","2.900","5","15 de agosto","aspersión"],["Viña","1.500","8","20 de agosto","goteo"],["Olivar","1.800","9","30 de septiembre","goteo"],["Almendro","3.300","12","15 de septiembre","goteo"],["Chopo","4.100","7","15 de octubre","pie"]], "Cuadro 1. Dotaciones de la campaña 2026")}
<h2>Título III. Cuotas</h2>
<p><b>Artículo 10.</b> La cuota de cada comunero es la suma de la cuota fija por hectárea, el agua consumida y, en su caso, la derrama. Se paga en dos plazos: el 60 % antes del 30 de junio y el resto antes del 30 de noviembre.</p>
{tab('<tr><th rowspan=2>Zona</th><th rowspan=2>Cuota fija<br>(€/ha)</th><th colspan=3>Agua (€/m³)</th><th rowspan=2>Derrama<br>2026 (€/ha)</th></tr><tr><th>hasta la dotación</th><th>exceso hasta 10 %</th><th>exceso mayor</th></tr>', [["A – gravedad","48,00","0,019","0,038","0,076","12,50"],["B – elevación baja","71,50","0,043","0,086","0,172","18,00"],["C – elevación alta","96,00","0,067","0,134","0,268","27,30"]], "Cuadro 2. Cuotas por zona")}
<p><b>Artículo 11.</b> La cuota mínima es de 35 € por comunero. Las parcelas de menos de 0,2 hectáreas pagan como si tuvieran 0,2. Por domiciliar el pago se descuenta un 3 % de la cuota fija. El pago fuera de plazo lleva un recargo del 5 % en el primer mes y del 20 % después.</p>
<p><b>Artículo 12.</b> El agua para huertos familiares, hasta 500 m², cuesta 22 € al año, sin contador. El llenado de balsas contra incendios es gratuito.</p>
{tab(h("Servicio","Importe"), [["Alta de comunero","60,00 €"],["Cambio de titular","25,00 €"],["Certificado de superficie","8,50 €"],["Contador de 2 pulgadas, instalado","318,00 €"],["Contador de 3 pulgadas, instalado","442,00 €"],["Lectura a petición","14,00 €"],["Corte y reenganche","75,00 €"],["Desatasco de toma, por hora","39,00 €"],["Duplicado de tarjeta","6,00 €"]], "Cuadro 3. Servicios")}
<h2>Título IV. Infracciones</h2>
<p><b>Artículo 13.</b> El Jurado de Riegos se reúne el primer martes del mes. Contra sus fallos se recurre en quince días ante la Junta de Gobierno.</p>
{tab(h("Infracción","Clase","Primera vez","Reincidencia"), [["Dejar abierta la compuerta","leve","40 €","90 €"],["Regar fuera de tanda","grave","150 €","400 €"],["Romper el precinto del contador","grave","220 €","600 €"],["Impedir el paso del guarda","leve","60 €","120 €"],["Tomar agua sin ser comunero","muy grave","900 €","2.500 €"],["Verter residuos en la acequia","muy grave","1.200 €","3.000 €"],["No limpiar la regadera","leve","30 €","70 €"],["Regar superficie no declarada","grave","180 €/ha","360 €/ha"]], "Cuadro 4. Sanciones")}
<p><b>Artículo 15.</b> Además de la multa se paga el agua al triple de la tarifa. Quien paga antes de diez días obtiene una rebaja del 25 % de la multa.</p>
<h2>Anexo. Tomas de la red</h2>
{tab(h("Toma","Paraje","Zona","Superficie (ha)","Caudal (l/s)","Conducción"), toma, "Cuadro 5. Tomas")}
<p>Las tomas de la Tubería Norte tienen hidrantes con presión mínima de 3,5 bar.</p>
</body></html>"""
(WORK/"valdejarama-riego.html").write_text(html, encoding="utf-8")
subprocess.run(["soffice","--headless","--infilter=HTML (StarWriter)","--convert-to","pdf:writer_pdf_Export","--outdir",str(WORK),str(WORK/"valdejarama-riego.html")],check=True,stdout=subprocess.DEVNULL)
shutil.copy(WORK/"valdejarama-riego.pdf", OUT)
