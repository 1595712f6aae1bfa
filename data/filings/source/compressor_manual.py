"""Maintenance manual of an invented machine: two columns, running section titles. HTML by WeasyPrint."""

import build

FAULTS = """
E01|Phase sequence wrong|Stop|Swap two supply phases
E02|Motor temperature above 145 °C|Stop|Let cool 30 min, clean fins
E03|Emergency stop pressed|Stop|Release, acknowledge
E04|Outlet temperature above 110 °C|Stop|Check oil level and cooler
E05|Outlet temperature above 103 °C|Warning|Clean cooler
E06|Pressure sensor B1 open circuit|Stop|Check plug X14, replace B1
E07|Pressure sensor B2 open circuit|Stop|Check plug X15, replace B2
E08|Temperature sensor B5 out of range|Stop|Replace B5
E09|Oil pressure low|Stop|Check oil filter OF-2
E11|Separator differential above 0.8 bar|Warning|Replace separator within 100 h
E12|Separator differential above 1.0 bar|Stop|Replace separator
E13|Air filter differential above 50 mbar|Warning|Replace air filter
E14|Belt slip above 4 %|Warning|Re-tension belt
E15|Belt slip above 8 %|Stop|Replace belt
E16|Condensate drain blocked|Warning|Clean drain BD-3
E17|Fan motor overload|Stop|Check fan, reset F7
E18|Inverter communication lost|Stop|Check cable W9
E19|Inverter over-temperature|Stop|Clean inverter filter
E21|Service interval due|Warning|Carry out service, reset counter
E22|Service interval exceeded by 200 h|Warning|Carry out service, reset counter
E23|Clock battery empty|Warning|Replace CR2032
E24|Dryer dew point above 7 °C|Warning|Check refrigerant
E25|Dryer high pressure|Stop|Clean condenser of the dryer
E26|Dryer low pressure|Stop|Call service
E27|Remote start not released|Warning|Check contact DI-4
E28|Network pressure not reached in 90 s|Warning|Check for leaks
E30|Vibration above 11 mm/s|Stop|Check bearings
""".strip().splitlines()

INTERVALS = [  # task, first, light, normal, heavy
    ("Check oil level", "daily", "daily", "daily", "daily"), ("Drain condensate by hand", "–", "weekly", "weekly", "daily"),
    ("Clean cooler", "–", "2,000", "1,000", "500"), ("Replace air filter AF-1", "–", "4,000", "2,000", "1,000"),
    ("Replace oil filter OF-2", "500", "4,000", "3,000", "2,000"), ("Change oil, mineral CM-46", "500", "3,000", "2,000", "1,500"),
    ("Change oil, synthetic CS-46", "500", "8,000", "6,000", "4,000"), ("Replace separator SE-5", "–", "8,000", "6,000", "4,000"),
    ("Check belt tension", "50", "1,000", "1,000", "500"), ("Replace belt", "–", "12,000", "10,000", "8,000"),
    ("Grease motor bearings", "–", "4,000", "4,000", "2,000"), ("Replace motor bearings", "–", "24,000", "20,000", "16,000"),
    ("Test safety valve SV-1", "–", "8,000", "8,000", "8,000"), ("Replace drain BD-3 diaphragm", "–", "6,000", "6,000", "3,000"),
    ("Replace minimum pressure valve kit", "–", "16,000", "12,000", "8,000"), ("Tighten electrical terminals", "50", "2,000", "2,000", "2,000"),
]

DATA = [  # quantity, CX-22, CX-30, CX-40, CX-55
    ("Nominal power (kW)", "22", "30", "40", "55"), ("Free air delivery at 7.5 bar (m³/min)", "3.9", "5.4", "7.1", "9.6"),
    ("Free air delivery at 10 bar (m³/min)", "3.2", "4.5", "6.0", "8.2"), ("Free air delivery at 13 bar (m³/min)", "2.5", "3.6", "4.8", "6.7"),
    ("Sound level (dB(A))", "66", "67", "69", "71"), ("Oil filling (l)", "12", "14", "19", "26"), ("Belt", "3 × SPA 1250", "3 × SPB 1400", "4 × SPB 1600", "5 × SPB 1800"),
    ("Belt force, new (N)", "410 – 430", "520 – 545", "560 – 590", "640 – 670"), ("Belt force, run in (N)", "330 – 350", "415 – 435", "450 – 470", "510 – 535"),
    ("Cooling air (m³/h)", "2,900", "3,800", "5,200", "7,000"), ("Mass (kg)", "515", "640", "870", "1,140"),
    ("Fuse, slow (A)", "63", "80", "100", "125"), ("Cable (mm²)", "4 × 16", "4 × 25", "4 × 35", "4 × 50"),
]

TORQUES = [("M6", "7.5", "10", "17"), ("M8", "18", "25", "41"), ("M10", "36", "49", "83"), ("M12", "62", "85", "145"),
           ("M16", "152", "210", "355"), ("M20", "305", "425", "690"), ("M24", "530", "730", "1,190")]

PARTS = [("6.1120.04", "Air filter insert AF-1", "22, 30"), ("6.1120.06", "Air filter insert AF-1", "40, 55"), ("6.2205.01", "Oil filter OF-2", "all"),
         ("6.3310.22", "Separator SE-5", "22"), ("6.3310.30", "Separator SE-5", "30"), ("6.3310.40", "Separator SE-5", "40, 55"), ("6.4402.00", "Drain diaphragm BD-3", "all"),
         ("6.5508.11", "Minimum pressure valve kit", "22, 30"), ("6.5508.13", "Minimum pressure valve kit", "40, 55"), ("6.6001.46", "Oil CM-46, 20 l", "all"),
         ("6.6002.46", "Oil CS-46, 20 l", "all"), ("6.7700.03", "Safety valve SV-1, 11 bar", "all"), ("6.7700.05", "Safety valve SV-1, 14 bar", "all"), ("6.8015.09", "Shaft seal set", "22, 30"),
         ("6.8015.12", "Shaft seal set", "40"), ("6.8015.15", "Shaft seal set", "55")]


def rows(data, head=None, tag="td"):
    cells = lambda row, t: "<tr>" + "".join(f"<{t}>{c}</{t}>" for c in row) + "</tr>"
    return ("<thead>" + cells(head, "th") + "</thead>" if head else "") + "".join(cells(r, tag) for r in data)


CSS = """
@page { size: A4; margin: 22mm 16mm 18mm; @top-left { content: "Corvane CX series"; font: 8pt sans-serif }
  @top-right { content: string(chapter); font: 8pt sans-serif } @bottom-center { content: counter(page) "/" counter(pages); font: 8pt sans-serif }
  @bottom-right { content: "Doc. 920-4417-EN-05"; font: 7pt sans-serif } }
body { font: 9.5pt/1.35 "DejaVu Serif", serif } h1 { string-set: chapter content(); font: bold 15pt sans-serif; break-before: page; column-span: all }
h2 { font: bold 11pt sans-serif; margin: 8pt 0 3pt } .two { columns: 2; column-gap: 7mm; text-align: justify; hyphens: auto }
table { border-collapse: collapse; width: 100%; font: 8.5pt sans-serif; margin: 6pt 0 } th { background: #24435c; color: white; text-align: left; padding: 2pt 4pt }
td { border-bottom: .4pt solid #999; padding: 2pt 4pt } caption { font: bold 9pt sans-serif; text-align: left; padding: 4pt 0 } .warn { border: 1.2pt solid #c60; padding: 4pt 6pt; margin: 5pt 0 }
.cover { height: 230mm; padding-top: 60mm; font: bold 26pt sans-serif } tr { break-inside: avoid } .toc p { margin: 2pt 0 } .toc a::after { content: leader('.') target-counter(attr(href), page) } .toc a { color: black; text-decoration: none }
"""

CHAPTERS = ["Safety", "Technical data", "Installation", "Commissioning", "Operation", "Maintenance", "Faults", "Spare parts", "Taking out of service"]


def html():
    toc = "".join(f'<p><a href="#c{i}">{i} {name}</a></p>' for i, name in enumerate(CHAPTERS, 1))
    h1 = lambda i: f'<h1 id="c{i}">{i} {CHAPTERS[i - 1]}</h1>'
    return f"""<html lang="en"><head><title>Corvane CX</title><style>{CSS}</style></head><body>
<div class="cover">Corvane CX-22 · CX-30 · CX-40 · CX-55<br><small>Screw compressors<br>Operating and maintenance manual</small></div>
<h1>Contents</h1><div class="toc">{toc}</div>
{h1(1)}<div class="two">
<h2>1.1 Intended use</h2><p>The machine compresses ambient air from 5 to 45 °C at altitudes of up to 1,000 m. For altitudes of up to 2,500 m the free air delivery falls by 1.1 % per 100 m above the first 1,000 m. Breathing air is not an intended use unless the treatment set BA-7 is fitted and its filters are changed every 500 h.</p>
<h2>1.2 Personnel</h2><p>Operators are instructed once a year. Work on the electrical system is done by qualified electricians only. Work on the pressure vessel needs a competent person.</p>
<div class="warn"><b>WARNING</b> After switching off, wait 10 minutes before opening the inverter: the capacitors stay charged.</div>
<h2>1.3 Before any work</h2><p>Proceed in this order:</p><ol><li>Press stop and wait until the unloading time of 30 s is over.</li><li>Switch off the main switch and lock it.</li><li>Close the outlet valve.</li><li>Relieve the pressure through the plug on the separator vessel.</li><li>Check with the gauge that it shows 0 bar.</li><li>Hang the sign “Do not start”.</li></ol>
<h2>1.4 Residual risks</h2><p>Hot surfaces of up to 110 °C remain behind the covers. Oil mist may form an explosive mixture above 180 °C. Persons with pacemakers keep 0.5 m away from the inverter.</p>
<h2>1.5 Protective equipment</h2><p>Wear ear protection at more than two hours of work a day beside a running CX-55, gloves for oil work, and glasses when blowing out coolers with compressed air of no more than 3 bar.</p></div>
{h1(2)}<table><caption>Table 2-1 Technical data</caption>{rows(DATA, ["Quantity", "CX-22", "CX-30", "CX-40", "CX-55"])}</table>
<p>Free air delivery according to ISO 1217, tolerance ±4 %. The 13 bar version of the CX-55 has a mass of 1,185 kg.</p>
<table><caption>Table 2-2 Tightening torques (Nm)</caption>{rows(TORQUES, ["Thread", "Class 5.6", "Class 8.8", "Class 10.9"])}</table>
<p>Torques apply to dry threads. For oiled threads use 85 % of the value.</p>
{h1(3)}<div class="two"><h2>3.1 Place</h2><p>Keep 0.8 m free in front of the control cabinet and 0.6 m on the other sides; above the machine 1.2 m. The floor carries at least 1.5 times the mass of the machine. No anchors are needed.</p>
<h2>3.2 Ventilation</h2><p>Openings for incoming air are sized for an air speed of no more than 3 m/s. With a duct the pressure loss must stay below 50 Pa, otherwise an auxiliary fan is required.</p>
<h2>3.3 Pipes</h2><p>Connect through the flexible hose supplied. The pressure loss of the network should not exceed 0.1 bar. Install the receiver before the dryer where demand changes quickly, after the dryer where it is steady.</p>
<h2>3.4 Electrical connection</h2><p>Supply 400 V ±10 %, 50 Hz. Fuses and cables are in Table 2-1; cables longer than 40 m are taken one size larger. A residual current device must be of type B.</p></div>
{h1(4)}<div class="two"><h2>4.1 Before the first start</h2><p>Fill 0.5 l of oil into the intake valve if the machine has stood for more than three months; after more than twelve months change the oil first. Check the direction of rotation: the motor must not run the wrong way for more than two seconds.</p>
<h2>4.2 Settings</h2><p>Factory settings are: upper pressure 7.5 bar, lower pressure 6.8 bar, run-on time 240 s, restart delay 20 s. The difference between upper and lower pressure must be at least 0.4 bar.</p></div>
{h1(5)}<div class="two"><h2>5.1 Start and stop</h2><p>Press I to start and O to stop. A maximum of six starts an hour is allowed, for the CX-55 four.</p><h2>5.2 Operating modes</h2><p>The controller knows <i>local</i>, <i>remote</i>, <i>timer</i> and <i>sequence</i>. In sequence up to four machines share the load; the lead changes every 24 h unless the base-load switch is on.</p>
<h2>5.3 Reading the counters</h2><p>Menu 3 shows running hours, load hours, starts and the hours left until service.</p></div>
{h1(6)}<table><caption>Table 6-1 Maintenance plan (running hours)</caption><thead><tr><th rowspan="2">Task</th><th rowspan="2">First time after</th><th colspan="3">Then every, at duty</th></tr><tr><th>Light</th><th>Normal</th><th>Heavy</th></tr></thead>{rows(INTERVALS)}</table>
<p>Light: clean air and less than 25 °C. Heavy: dust, or more than 35 °C, or more than 6,000 hours a year. Every task is done at least once a year, except the replacement of bearings and belts.</p>
<div class="two"><h2>6.2 Changing the oil</h2><ol><li>Run the machine until the oil is at 60 °C.</li><li>Make safe (1.3).</li><li>Drain the oil; keep a sample of 100 ml.</li><li>Replace oil filter OF-2.</li><li>Fill up to the middle of the glass.</li><li>Run for five minutes and top up.</li><li>Reset the counter in menu 6.</li></ol><p>Never mix mineral and synthetic oil. When changing from one to the other, rinse with half a filling and run for 30 minutes.</p>
<h2>6.3 Belt tension</h2><p>Measure the force in the middle of the span. Tighten a new belt to the higher values of Table 2-1, check after 50 h and set it to the values for a run-in belt.</p><h2>6.4 Safety valve</h2><p>The valve is tested by raising the pressure to 1.1 times its setting. A valve that does not open is replaced, never adjusted.</p></div>
{h1(7)}<table><caption>Table 7-1 Messages</caption>{rows([f.split("|") for f in FAULTS], ["Code", "Cause", "Reaction", "Remedy"])}</table>
<p>A stop is acknowledged with the key R after the cause was removed. Three stops with the same code within one hour lock the machine; the lock is removed with the service code.</p>
{h1(8)}<table><caption>Table 8-1 Spare parts</caption>{rows([p for p in PARTS], ["Part number", "Name", "Model CX-"])}</table>
{h1(9)}<div class="two"><h2>9.1 Storage</h2><p>For a standstill of more than two months, run warm, drain condensate, close all openings and put 500 g of desiccant into the cabinet.</p><h2>9.2 Disposal</h2><p>Oil, condensate and filters are hazardous waste. A CX-40 holds 19 l of oil, the dryer 0.9 kg of R513A.</p></div>
</body></html>"""


build.weasy("corvane-cx-manual", html())
