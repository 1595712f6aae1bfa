"""Electricity tariff with a worked bill: fpdf2, tariff sheets with sheet numbers, riders, a table over pages."""
import datetime, pathlib, random, sys
from fpdf import FPDF
OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
rnd = random.Random(75)
class D(FPDF):
    def header(self):
        self.set_font("LS","",9); self.cell(0,4,"GREATER KESWORTH ELECTRIC COOPERATIVE"); self.set_x(-75); self.cell(0,4,f"Tariff P.S.C. No. 6, Sheet {self.page_no()+10}",align="R",new_x="LMARGIN",new_y="NEXT"); self.line(18,17,192,17); self.ln(6)
    def footer(self):
        self.set_y(-14); self.set_font("LS","I",8); self.cell(0,5,"Issued December 2, 2025      Effective for bills rendered on and after January 1, 2026",align="C")
d = D(format="A4"); [d.add_font("LS", s, f"/usr/share/fonts/truetype/liberation/LiberationSerif-{n}.ttf") for s, n in (("","Regular"),("B","Bold"),("I","Italic"))]; d.set_creation_date(datetime.datetime(2026,1,1,tzinfo=datetime.timezone.utc)); d.set_margins(18,14,18); d.set_auto_page_break(True,20); d.add_page()
def H(t): d.ln(2); d.set_font("LS","B",12); d.multi_cell(0,6,t,new_x="LMARGIN",new_y="NEXT")
def P(t,ind=0): d.set_font("LS","",10.5); d.set_x(18+ind); d.multi_cell(174-ind,4.9,t,new_x="LMARGIN",new_y="NEXT",align="L"); d.ln(1)
def T(cap, heads, rows, w, align=None):
    d.set_font("LS","B",10); d.multi_cell(0,5.5,cap,new_x="LMARGIN",new_y="NEXT"); d.set_font("LS","",9.5)
    with d.table(col_widths=w,width=sum(w),align="L",text_align=align or (["LEFT"]+["RIGHT"]*(len(w)-1)),line_height=4.7,num_heading_rows=len(heads),borders_layout="SINGLE_TOP_LINE" if len(rows)<12 else "MINIMAL") as t:
        for r in heads+rows: t.row(r)
    d.ln(2)
H("Section 1. Rules"); 
P("1.1 Availability. Service is available in the counties of Kes, Lowther and Marl to members of the Cooperative. Membership costs $25 once.")
P("1.2 Choice of rate. A member may change the rate schedule once in twelve months. A member on Schedule TOU may return to Schedule R after three months.")
P("1.3 Bills. Bills are due 21 days after the date of the bill. A late charge of 1.5 percent is added to the unpaid amount. Budget billing spreads the year over eleven equal payments and a settlement in the twelfth.")
P("1.4 Deposits. A deposit of two average months is taken unless the member has paid twelve bills in time or has a guarantor. Deposits bear interest at 2.25 percent and are returned after twelve months.")
P("1.5 Disconnection. Service is not disconnected"); 
for t in ("(a) on a Friday, a Saturday, a Sunday or a holiday;","(b) from November 15 to March 31 for a household with a child under two;","(c) when the temperature is forecast below 25 °F or above 100 °F;","(d) while a dispute under 1.9 is open;","(e) within 30 days of a physician's certificate;","(f) for a debt below $75."): P(t,10)
P("1.6 Reconnection. The fee is $45 during working hours and $110 at other times. For remote meters it is $15 at any time.")
P("1.8 Line extensions. The Cooperative builds the first 300 feet of overhead line, or the first 150 feet underground, at its own cost. The member pays $9.40 for each further foot overhead and $17.25 for each further foot underground.")
P("1.9 Disputes. A member who disputes a bill writes to the office within 60 days, pays the part that is not in dispute, and receives an answer in ten working days. An appeal goes to the Board.")
P("1.10 Definitions. Billing demand is the highest average load of any 15 minutes in the month, but not less than 60 percent of the highest of the last eleven months. A holiday is New Year's Day, Memorial Day, Independence Day, Labor Day, Thanksgiving and Christmas. Power factor is the ratio of real to apparent power at the time of the highest load. Summer is June to September; all other months are winter.")
H("Section 2. Rate schedules")
T("Table 2-A. Schedules R, TOU, S and GS: monthly charges", [["","Schedule R","Schedule TOU","Schedule S","Schedule GS"],["","Residential","Time of use","Seasonal","General service"]], [["Basic charge, single phase","$14.50","$17.00","$22.75","$26.00"],["Basic charge, three phase","$21.50","$24.00","n/a","$41.00"],["Summer, first 800 kWh, per kWh","9.84¢","—","12.10¢","11.06¢"],["Summer, further kWh","12.37¢","—","12.10¢","10.31¢"],["Winter, first 800 kWh","9.12¢","—","11.35¢","10.48¢"],["Winter, further kWh","7.95¢","—","11.35¢","9.27¢"],["On-peak kWh, summer","—","21.60¢","—","—"],["On-peak kWh, winter","—","17.15¢","—","—"],["Off-peak kWh","—","6.72¢","—","—"],["Super off-peak kWh","—","4.38¢","—","—"],["Minimum bill","$14.50","$17.00","$273.00 a year","$26.00"]], [60,27,27,30,30])
P("On-peak hours of Schedule TOU are 2 p.m. to 8 p.m. in summer and 6 a.m. to 10 a.m. in winter, Monday to Friday, holidays excepted. Super off-peak hours are midnight to 5 a.m. on all days. All other hours are off-peak.")
T("Table 2-B. Schedules LP and IR", [["","Schedule LP-1","Schedule LP-2","Schedule IR"],["","50 to 499 kW","500 kW and over","Irrigation"]], [["Basic charge per month","$120.00","$385.00","$18.00*"],["Demand, summer, per kW","$13.85","$12.90","$7.40"],["Demand, winter, per kW","$9.60","$8.95","$2.10"],["First 200 hours of use, per kWh","6.94¢","6.41¢","7.88¢"],["Further kWh","5.21¢","4.87¢","7.02¢"],["Primary voltage discount","3.0%","3.0%","none"]], [66,36,36,36])
P("* Charged from April to October.")
P("Power factor: for each percent by which the power factor is below 92 percent, the demand charge is raised by 1 percent.")
P("Schedule IR-C. An irrigation member who lets the Cooperative switch off the pump for up to four hours on twelve days a season receives a credit of $3.60 per kW of demand in June, July and August.")
H("Section 3. Riders")
P("Rider A, power cost: added to each kWh of all schedules. In 2026 the factor is 0.42¢ in the first quarter, 0.57¢ in the second, 0.81¢ in the third and 0.36¢ in the fourth.")
P("Rider B, franchise fee: 3 percent of the bill before tax inside the city limits of Kesworth, 2 percent in Lowther Falls, nothing elsewhere.")
P("Rider C, solar: energy delivered to the Cooperative is credited at 5.10¢ per kWh; credits that are left on April 30 are paid out at 60 percent. The capacity may not exceed 25 kW for a residence and 150 kW for others. The application costs $100.")
P("Rider D, electric vehicles: a separate meter for a charger costs $6.25 a month and 5.55¢ per kWh from 10 p.m. to 6 a.m.; at other times Schedule R applies. Buses and lorries are not eligible.")
P("Rider F, low income: the basic charge is waived and the first 400 kWh are reduced by 1.90¢ each for households below 150 percent of the poverty line.")
P("Rider G, green blocks: a block of 100 kWh costs $1.75 in addition; at least two blocks for twelve months.")
T("Table 3-A. Outdoor lighting, Schedule OL, per lamp and month", [["Lamp","Watts","kWh a month","Existing pole","New wood pole","New metal pole"]], [["LED area light, small","48","17","$8.10","$12.35","$19.60"],["LED area light, large","103","36","$11.45","$15.70","$22.95"],["LED flood light","134","47","$14.20","$18.45","$25.70"],["LED decorative post","62","22","n/a","n/a","$28.30"],["Sodium, 100 W (closed)","130","46","$10.85","$15.10","n/a"],["Sodium, 250 W (closed)","300","105","$17.90","$22.15","n/a"],["Metal halide, 400 W (closed)","455","159","$24.65","$28.90","$36.15"]], [52,16,24,26,28,28])
P("Schedules marked closed take no new lamps; a lamp that fails is replaced by the LED next in watts. Lamps burn about 4,200 hours a year. Rider A applies to the kWh of the table.")
H("Section 4. Worked bill")
P("A residence outside city limits uses 1,150 kWh in July 2026 on Schedule R, single phase. Basic charge $14.50; first 800 kWh at 9.84¢ = $78.72; further 350 kWh at 12.37¢ = $43.30; Rider A 1,150 × 0.81¢ = $9.32. Bill before tax: $145.84.")
H("Section 5. Charges for services")
T("Table 5-A. Service charges", [["Service","Working hours","Other hours"]], [["Connection, existing meter","$30.00","$85.00"],["Connection, new meter","$65.00","$130.00"],["Meter test, once in 12 months","free","—"],["Meter test, further","$40.00","—"],["Returned payment","$28.00","—"],["Trip without access","$35.00","$70.00"],["Temporary service, single phase","$210.00","—"],["Temporary service, three phase","$465.00","—"],["Tampering, first time","$250.00","$250.00"],["Tampering, again","$500.00","$500.00"],["Refusal of remote meter, monthly","$11.00","—"]], [80,40,40])
H("Section 6. Interruptions and substations")
names = "Amberly,Bexhill Road,Cobbler Creek,Dunn,East Kes,Fallow,Gantry,Harrow Lane,Inverdale,Juniper,Kesworth North,Kesworth South,Lowther Falls,Lowther Mill,Marl Center,Marl Quarry,Nettle Hill,Oxbow,Pinder,Quince,Radley,Sallow,Tern Lake,Upland,Verity,Wickham,Yarrow,Zeal".split(",")
T("Table 6-A. Feeders: members, peak and interruptions in 2025", [["Substation","County","Members","Peak MW","Interruptions","Minutes per member"]], [[n, next((c for c in ("Lowther","Marl") if n.startswith(c)), "Kes" if "Kes" in n else rnd.choice(["Kes","Kes","Lowther","Marl"])), f"{rnd.randint(210,3900):,}", f"{rnd.randint(12,210)/10:.1f}", str(rnd.randint(1,28)), str(rnd.randint(9,340))] for n in names], [44,24,24,24,28,30])
P("Storms of more than 10 percent of the members for 24 hours are left out of Table 6-A.")
d.output(str(OUT/"kesworth-electric-tariff.pdf"))
