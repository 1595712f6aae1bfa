"""Terms and prices of a theatre for hire: python-docx, numbered headings, merged headers, nested lists."""
import pathlib, sys
from docx import Document
OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
d = Document(); H = lambda t, n=1: d.add_heading(t, n); P = lambda t: d.add_paragraph(t)
def L(items, style="List Bullet"):
    for i in items: d.add_paragraph(i, style=style)
def T(rows, merges=(), cap=None):
    if cap: d.add_paragraph(cap, style="Caption")
    t = d.add_table(len(rows), len(rows[0])); t.style = "Table Grid"
    for r, row in enumerate(rows):
        for c, v in enumerate(row): t.cell(r, c).text = v
    for (a, b), (e, f) in merges:
        keep = t.cell(a, b).text; m = t.cell(a, b).merge(t.cell(e, f)); m.text = keep
    P("")
H("The Lantern Theatre, Marrowby", 0); P("Conditions and prices for hirers, season 2026/27 (1 September 2026 to 31 July 2027)")
H("1. The rooms"); P("The theatre lets four rooms. Seats are counted without wheelchair places, of which there are six in the Main House, two in the Studio and one in the Gallery.")
T([["Room","Seats","Standing","Floor, m²","Stage, m","Power, A per phase"],["Main House","612","–","540","13.5 × 10.2","400"],["Studio","148","210","165","8.0 × 7.5","125"],["Gallery","70","110","96","none","32"],["Rehearsal Room","–","45","118","none","32"]], cap="Table 1: Rooms")
H("2. Booking")
H("2.1 Holding dates", 2); P("A date may be held for 21 days without charge. If a second hirer asks for the same date the first has three working days to decide.")
H("2.2 Contract", 2); P("The booking is firm when the contract is signed and the deposit of 30 percent has been paid. New hirers pay 50 percent. The balance is due 28 days before the first day.")
H("2.3 Refusal", 2); P("The theatre declines a booking if"); L(["the event is a boxing or wrestling match;","real fire is used outside a fireproof vessel;","live animals other than assistance dogs appear;","the same work was given in Marrowby within the last eight weeks;","the hirer owes money to the theatre;","more than 15 percent of the audience would be unaccompanied children under 12."])
H("2.5 Cancellation by the hirer", 2); T([["Notice before the first day","Share of the hire due","Share of ordered staff due"],["more than 180 days","10 %","none"],["180 to 91 days","25 %","none"],["90 to 29 days","60 %","none"],["28 to 8 days","90 %","50 %"],["7 days or less","100 %","100 %"]], cap="Table 2: Cancellation")
P("Hirers may move the dates once, with 60 days' notice, for a fee of £180.")
H("3. Hire"); P("A session is four hours: morning 9:00–13:00, afternoon 13:30–17:30, evening 18:00–22:00. A day is three sessions. All prices are without value added tax of 20 percent.")
T([["Room","Standard","","","Community","",""],["","Session","Day","Week","Session","Day","Week"],["Main House, Monday–Thursday","£690","£1,620","£7,900","£440","£1,040","£5,100"],["Main House, Friday–Sunday","£880","£2,150","–","£590","£1,430","–"],["Studio","£255","£610","£2,850","£160","£385","£1,790"],["Gallery","£140","£330","£1,480","£85","£205","£930"],["Rehearsal Room","£62","£150","£640","£38","£95","£410"]], [((0,1),(0,3)),((0,4),(0,6)),((0,0),(1,0))], "Table 3: Prices")
P("The community rate is for registered charities, schools, and amateur companies of which two thirds of the members live in Marrowby. Between 22:00 and 1:00 each hour or part of one costs 40 percent of a session. On public holidays all prices rise by half. A hirer with ten sessions or more in the season pays 12 percent less from the eleventh session on.")
H("4. Staff"); P("At least one duty manager is present at every event, included in the hire. Other staff are charged per hour, with a call of at least four hours.")
T([["Grade","Weekday until 18:00","Evening and Saturday","Sunday","After midnight"],["Technical manager","£38.50","£44.00","£57.75","£77.00"],["Lighting or sound technician","£29.00","£33.50","£43.50","£58.00"],["Stage hand","£21.40","£24.60","£32.10","£42.80"],["Follow spot operator","£19.80","£22.80","£29.70","£39.60"],["Wardrobe assistant","£20.60","£23.70","£30.90","£41.20"],["Steward","£15.20","£17.50","£22.80","£30.40"],["First aider","£18.00","£20.70","£27.00","£36.00"]], cap="Table 4: Hourly rates")
P("Stewards are needed as follows: one for each 75 seats sold in the Main House, one for each 50 in the Studio, and two for any standing event. Between two calls crew have eleven hours of rest. A meal break of 45 minutes follows five hours of work; if it is missed, £12 is paid to each.")
H("5. Equipment"); T([["Item","Number","First day","Each further day","Week"],["Grand piano, Main House (tuned)","1","£145","£60","£380"],["Upright piano, Studio","1","£45","£20","£120"],["Haze machine","2","£28","£14","£75"],["Follow spot","3","£36","£18","£98"],["Radio microphone","18","£22","£11","£60"],["Stage monitor","10","£15","£8","£42"],["Projector, 14,000 lumen","1","£210","£105","£590"],["Projector, 6,000 lumen","2","£85","£45","£240"],["Orchestra pit lift, set or strike","1","£260","–","–"],["Dance floor, laid","1","£175","£0","£175"],["Risers, each 2 × 1 m","24","£9","£4","£22"]], cap="Table 5: Equipment")
P("Equipment that comes back damaged is charged at the cost of repair, lost items at the price of a new one. The haze machine may only be used after the detection has been isolated, 24 hours' notice.")
H("6. Tickets and money"); P("All tickets are sold by the box office of the theatre. It keeps 4.5 percent of the gross, plus £1.10 for each ticket sold online. The rest is paid within ten working days of the last performance. Complimentary tickets up to 4 percent of the seats are free; above that each costs £0.75. The theatre holds ten house seats until one hour before the performance.")
P("Programmes and merchandise: the theatre takes 18 percent if its staff sell, 10 percent if the hirer's do. Recording by cameras costs £320, or £95 for community hirers, for each performance.")
H("7. Safety"); H("7.1 Papers", 2); P("The hirer sends fourteen days before:"); L(["a risk assessment;","the insurance certificate for £5,000,000;","the list of company members;","a lighting plan and a stage plan;","flame certificates of all scenery;","for children, the licence of the council."], "List Number")
H("7.3 Loads", 2); P("The grid carries 12,000 kg in total and each of its 34 bars 350 kg, bars 9 and 17 only 220 kg. The stage carries 7.5 kN per square metre, the pit lift 5.0 and the Studio floor 4.0.")
H("7.4 Sound", 2); P("The level does not exceed 98 dB(A), averaged over 15 minutes, at the mixing desk; after 23:00 it is 90 dB(A). Children's events: 94 dB(A). A first breach is warned; at a second the theatre lowers the level; at a third the event ends.")
H("7.5 Evacuation", 2); P("On the words \"Mr Sands is in the foyer\" the hirer's stage manager stops the performance, brings in the house lights, reads out card B and sends the company to the assembly point in Tanner Street. The company manager takes the roll call and reports to the duty manager.")
H("8. Glossary"); T([["Word","Meaning"],["Get-in","the time from the arrival of the first van until the stage is ready for a rehearsal"],["Get-out","the time from the end of the last performance until the stage is clear"],["Dark day","a day within a hire on which the stage stays set and no staff work; charged at 35 percent of a day"],["Gross","money from tickets after refunds and with tax"],["House seats","seats that the theatre keeps back"]])
H("9. Catering and parking"); P("Hirers may not bring alcohol. A reception costs £8.40 a head with wine and £5.90 without, at least 30 heads. Two lorries may park in the yard; each further one costs £25 a night. Cars of the company: six free places in the Mill car park.")
d.save(OUT/"lantern-theatre-hire.docx")
