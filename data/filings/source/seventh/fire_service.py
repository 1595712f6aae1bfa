"""Statistics of a fire service: openpyxl, printed by LibreOffice Calc; sheets as pages, statements, stations, calls by month."""
import pathlib, random, shutil, subprocess, sys
from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
WORK = pathlib.Path(sys.argv[1]); WORK.mkdir(parents=True, exist_ok=True)
rnd = random.Random(77)
wb = Workbook(); wb.remove(wb.active)
thin = Side(style="hair"); F = lambda **k: Font(name="Liberation Sans", size=k.pop("size",9), **k)
def sheet(name, widths, wide=False, rows=None):
    s = wb.create_sheet(name); s.page_setup.paperSize = 9; s.page_setup.orientation = "landscape" if wide else "portrait"; s.page_setup.fitToWidth = 1; s.page_setup.fitToHeight = 0; s.sheet_properties.pageSetUpPr.fitToPage = True
    s.oddHeader.left.text = "Ostrey Fire and Rescue Service – Annual Figures 2025"; s.oddFooter.center.text = "&P"
    if rows: s.print_title_rows = rows
    for i, w in enumerate(widths): s.column_dimensions[chr(65+i)].width = w
    return s
def put(s, r, row, bold=False, band=False, fmt='#,##0'):
    for i, v in enumerate(row):
        c = s.cell(r, i+1, v); c.font = F(bold=bold or band); 
        if i: c.alignment = Alignment(horizontal="right", wrap_text=True)
        if isinstance(v, (int, float)): c.number_format = fmt if isinstance(v,int) else '#,##0.0'
        if band: c.fill = PatternFill("solid", fgColor="FFE0E0E0")
        if bold: c.border = Border(bottom=thin, top=thin)
def text(s, r, t, n=6, h=None, **k):
    s.merge_cells(start_row=r, start_column=1, end_row=r, end_column=n); c = s.cell(r,1,t); c.font = F(**k); c.alignment = Alignment(wrap_text=True, vertical="top")
    s.row_dimensions[r].height = h or 12.5*(1+len(t)//105)
s = sheet("Report", [30,13,13,13,13,13]); r = 1
for t, k in (("Ostrey Fire and Rescue Service", dict(size=16,bold=True)),("Annual figures for the year ended 31 December 2025", dict(bold=True)),
 ("The Service protects 318,400 inhabitants on 1,462 square kilometres from fourteen stations. It attended 9,873 calls in the year (2024: 9,511). The Chief Fire Officer is Marit Oldacre; the Authority has eleven members and is chaired by Councillor Denis Wray.", {}),
 ("How calls are counted", dict(bold=True)),
 ("A call is counted once, however many engines attend. A primary fire is one in a building, a vehicle or involving a casualty or five engines or more. A secondary fire is any other fire outdoors. A false alarm is a call at which no incident was found; it is of good intent, malicious or due to apparatus. Response time runs from the answer of the call until the first engine arrives. A retained firefighter is one who answers calls from home or work.", {}),
 ("Targets for 2026", dict(bold=True)),
 ("(1) First engine within 10 minutes at 80 percent of house fires in towns and within 18 minutes elsewhere. (2) 4,500 visits to homes of older people. (3) Fewer than 2,000 false alarms due to apparatus. (4) Retained crews available for 85 percent of hours. (5) Sickness below 7.0 shifts a person. (6) Replace two aerial ladders by October.", {}),
 ("Charges", dict(bold=True)),
 ("Calls to fires and rescues are free. For special services the Service charges £412 for an engine with crew per hour or part of an hour, £268 for a pump unit and £55 for an officer. Lift rescue is charged from the third call in twelve months to the same lift, at £340 each. A false alarm due to apparatus is charged at £450 from the fourth in a year. Charities pay half.", {})):
    text(s, r, t, **k); r += 1
r += 1; put(s, r, ["Summary","2021","2022","2023","2024","2025"], bold=True); r += 1
for row in (["Primary fires",1016,1044,987,942,921],["Secondary fires",1387,2068,1514,1409,1652],["False alarms, apparatus",2245,2301,2418,2377,2296],["False alarms, good intent",1502,1533,1570,1588,1611],["False alarms, malicious",141,128,119,133,107],["Road traffic collisions",612,655,668,691,702],["Flooding and water rescue",318,241,407,365,498],["Medical response",874,1012,1390,1466,1533],["Other special services",501,517,526,540,553]): put(s, r, row); r += 1
put(s, r, ["All calls",8596,9499,9599,9511,9873], bold=True); r += 2
put(s, r, ["Casualties in fires","2021","2022","2023","2024","2025"], bold=True); r += 1
for row in (["Deaths",7,9,4,6,5],["Injured, to hospital",61,58,49,55,47],["Injured, treated at scene",83,97,78,80,91],["Rescued unhurt",112,104,131,126,140]): put(s, r, row); r += 1
s = sheet("Accounts", [46,14,14,14]); r = 1; text(s,r,"Statement of income and expenditure, thousands of pounds",4,bold=True); r += 1
put(s, r, ["","Note","2025","2024"], bold=True); r += 1
def acc(rows):
    global r
    for row in rows:
        if len(row)==1: put(s,r,row+["","",""],band=True)
        else: put(s,r,row,bold=row[0].startswith("Total") or row[0].startswith("Surplus"))
        r += 1
acc([["Income"],["Council tax precept","1",21846,20915],["Government grant","",9312,9528],["Business rates","",4075,3961],["Fees and charges","2",1184,1077],["Other","",396,502],["Total income","",36813,35983],["Expenditure"],["Wholetime firefighters","3",16902,16488],["Retained firefighters","3",4318,4109],["Control and support staff","",5277,5196],["Premises","",2394,2251],["Transport","4",1986,2122],["Supplies and equipment","",2771,2608],["Interest","",643,598],["Depreciation","5",2255,2190],["Total expenditure","",36546,35562],["Surplus for the year","",267,421]])
r += 1
for t in ("1. The precept for a house in band D was £84.15 (2024: £81.72).","2. Of fees and charges, £611,000 came from special services, £322,000 from training courses and £251,000 from certificates and plans.","3. Firefighters' pay rose by 3.2 percent on 1 July 2025. Overtime was £742,000 for wholetime and £0 for retained crews.","4. Transport fell because fuel cost £171,000 less. Seven vehicles were sold for £94,000.","5. Engines are written off over 15 years, aerial ladders over 20, cars over 6, hose and breathing apparatus over 10, buildings over 50 years. Land is not written off."): text(s,r,t,4); r += 1
r += 1; text(s,r,"Balance sheet at 31 December, thousands of pounds",4,bold=True); r += 1; put(s, r, ["","Note","2025","2024"], bold=True); r += 1
acc([["Land and buildings","",41280,41905],["Vehicles","6",9874,9106],["Equipment","",3361,3290],["Stocks","",418,402],["Debtors","",1923,2214],["Cash","",3047,2638],["Total assets","",59903,59555],["Creditors","",-2866,-2990],["Loans","7",-15450,-15245],["Total net assets","",41587,41320]])
for t in ("6. Four engines were bought for £1,312,000 in total and one water carrier for £246,000.","7. £5,200,000 of the loans falls due within five years. The average rate is 4.1 percent."): text(s,r,t,4); r += 1
s = sheet("Stations", [20,8,9,11,11,11,11,13], True); r = 1; text(s,r,"Stations, crews and calls in 2025",8,bold=True); r += 1
put(s,r,["Station","Code","Engines","Wholetime posts","Retained posts","Calls","Median response, min","Availability of retained crews, %"],bold=True); s.row_dimensions[r].height=38; r += 1
st = "Ostrey Central,Ostrey East,Ardle,Benholm,Cray Bridge,Dunstow,Elmsey,Fairhythe,Garrow,Holt End,Inchley,Kirkden,Long Marrick,Port Sallis".split(",")
lines = []
for i,n in enumerate(st):
    w = [48,28,0,0,24,0,0,28,0,0,0,0,0,26][i]; lines.append([n,f"S{i+1:02d}",[3,2,1,1,2,1,1,2,1,1,1,2,1,2][i],w or "–",[12,12,14,11,16,13,10,12,14,9,12,22,11,14][i],rnd.randint(160,480)+w*22,round(rnd.uniform(5.8,8.4)+(0 if w else 4.4),1),round(rnd.uniform(61,96),1)])
total = sum(l[5] for l in lines)
for l in lines[1:]: l[5] = round(l[5]*9873/total)
lines[0][5] = 9873-sum(l[5] for l in lines[1:])
for l in lines: put(s,r,l); r += 1
text(s,r,"Special vehicles: aerial ladders at S01 and S08; water carrier at S05; boats at S08, S12 and S14; hazardous materials unit at S02; animal rescue unit at S07; command unit at S01.",8); r += 1
s = sheet("Months", [16]+[10]*8, True); r = 1; text(s,r,"Calls by month and kind, 2025",9,bold=True); r += 1
for r0 in (["","Fires","","False alarms","","","Rescue","","All"],["Month","primary","secondary","apparatus","good intent","malicious","road","water","other"]): put(s,r,r0,bold=True); r += 1
def scaled(values, total):
    out = [round(v*total/sum(values)) for v in values]; out[-1] += total-sum(out)
    return out
months = "January,February,March,April,May,June,July,August,September,October,November,December".split(",")
drawn = [[rnd.randint(60,95),rnd.randint(40,280),rnd.randint(160,220),rnd.randint(110,160),rnd.randint(4,15),rnd.randint(45,75),rnd.randint(10,90),rnd.randint(140,200)] for m in months]
columns = [scaled([d[k] for d in drawn], t) for k, t in enumerate((921,1652,2296,1611,107,702,498,2086))]
for i, m in enumerate(months): put(s,r,[m]+[c[i] for c in columns]); r += 1
s = sheet("Inspections", [34,18,13,13,13,15], rows="2:3"); r = 1; text(s,r,"Inspections of premises and findings",6,bold=True); r += 1
put(s,r,["","","Visits","","Notices","Satisfactory"],bold=True); r += 1; put(s,r,["Premises","District","2024","2025","2025","% of 2025"],bold=True); r += 1
for d in ("North","Central","Coast","South","Islands"):
    put(s,r,[d+" district","","","","",""],band=True); r += 1
    for p in ("Hotels","Hospitals","Care homes","Schools","Shops","Offices","Factories and warehouses","Houses in multiple occupation","Flats over 11 metres","Places of assembly","Licensed premises","Petrol stations"):
        v = rnd.randint(4,120); put(s,r,[p,d,v+rnd.randint(-4,12),v,rnd.randint(0,v//6+1),round(rnd.uniform(58,97),1)]); r += 1
wb.save(WORK/"ostrey.xlsx")
subprocess.run(["soffice","--headless","--convert-to","pdf","--outdir",str(WORK),str(WORK/"ostrey.xlsx")],check=True,stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL)
shutil.copy(WORK/"ostrey.pdf", OUT/"ostrey-fire-service-2025.pdf")
