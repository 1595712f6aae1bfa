"""Chapter of a plumbing code: Typst, numbered sections, sizing tables, exceptions in prose."""
import pathlib, sys, typst
OUT = pathlib.Path(__file__).resolve().parents[2] / sys.argv[2]
WORK = pathlib.Path(sys.argv[1]); WORK.mkdir(parents=True, exist_ok=True)
fix = [("Bathtub","BT",2,1.5,2.0,"1½"),("Bidet","BD",1,2.0,2.0,"1¼"),("Clothes washer, domestic","CW",3,4.0,4.0,"2"),("Clothes washer, laundry","CL",6,6.0,6.0,"3"),("Dishwasher, domestic","DW",2,1.5,1.5,"1½"),("Drinking fountain","DF",0.5,0.5,0.75,"1¼"),("Floor drain, 2 inch","F2",2,0,0,"2"),("Floor drain, 3 inch","F3",5,0,0,"3"),("Hose bibb, first","HB",0,2.5,2.5,"–"),("Hose bibb, each further","HX",0,1.0,1.0,"–"),("Kitchen sink, domestic","KS",2,1.5,1.5,"1½"),("Kitchen sink, commercial","KC",4,3.0,4.0,"2"),("Lavatory","LV",1,1.0,1.0,"1¼"),("Mop sink","MS",3,3.0,3.0,"2"),("Shower, single","SH",2,2.0,2.0,"2"),("Shower, each further head","SX",1,1.0,2.0,"2"),("Urinal, flush valve","UV",4,4.0,5.0,"2"),("Urinal, waterless","UW",1,0,0,"2"),("Water closet, tank","WT",3,2.5,2.5,"3"),("Water closet, flush valve","WV",4,5.0,8.0,"3"),("Wash fountain","WF",2,2.0,2.5,"1½")]
frows = "".join(f"[{n}],[{c}],[{d}],[{a if a else '–'}],[{b if b else '–'}],[{t}],\n" for n,c,d,a,b,t in fix)
src = r"""
#set page(paper:"us-letter",margin:(x:2.2cm,y:2.3cm),header:[#smallcaps[Building Code of the City of Harnwick] #h(1fr) Chapter 29, Plumbing],footer:context align(center)[29–#counter(page).display()])
#set document(date:none)
#set text(font:"New Computer Modern",size:10.2pt)
#set par(justify:true)
#let s(n,t)=[#v(4pt)*#n #h(4pt) #t.* ]
#let tt(cap,cols,head,..c)=block(width:100%)[#v(4pt)#align(center)[*#cap*]#table(columns:cols,stroke:none,align:(x,y)=>if x==0{left}else{center},table.hline(),table.header(..head),table.hline(stroke:.4pt),..c,table.hline())]
#align(center)[#text(16pt,weight:"bold")[Chapter 29 \ Plumbing] \ 2026 edition, in force from 1 April 2026]
== Part 1. Administration
#s("2901.1","Scope") This chapter governs the installation, alteration and repair of plumbing in all buildings. Exception: temporary works that stand for fewer than 120 days need comply only with Sections 2903 and 2908.

#s("2901.2","Permit") No work is begun without a permit. A permit is not needed for: (1) the stopping of leaks, (2) the clearing of drains, (3) the replacement of a faucet, trap or valve by one of the same size, and (4) the removal and resetting of a water closet.

#s("2901.3","Fees") The fee for a permit is \$48 plus \$11 for each fixture. Work that was begun before the permit is charged twice the fee. A reinspection costs \$85. Fees below \$60 are raised to \$60.

#s("2901.4","Inspections") The following inspections are called for, each with notice of one working day: underground, before the trench is filled; rough-in, when pipes are in place and tested; final, when fixtures are set. The permit lapses when 180 days pass without an inspection.

#s("2901.6","Licences") Work is done by a master plumber, by a journeyman under a master, or by the owner of a house of one family who lives in it. A master may have charge of no more than six journeymen.
== Part 2. Definitions
/ Air gap: the vertical distance between the outlet of a water supply and the flood level rim of the receptor.
/ Branch interval: a length of stack of at least 8 feet, in which the branches of one storey are connected.
/ Developed length: the length of a pipe along its centre line, with fittings.
/ Drainage fixture unit (DFU): a measure of the load of a fixture on the drains; one unit is 7.5 gallons per minute.
/ Grease interceptor: a device that keeps back fats and holds at least 50 gallons.
/ Stack: a vertical pipe that runs through one storey or more.
/ Wet vent: a vent which also serves as a drain.
== Part 3. General
#s("2903.1","Materials") Pipes for water inside buildings are of (a) copper, types K and L, (b) stainless steel, (c) PEX with the mark of a listed laboratory, (d) CPVC, or (e) ductile iron from 4 inches. Copper of type M is allowed only above ground. Galvanized steel is not allowed.

#s("2903.2","Cutting of joists") A notch is not deeper than one sixth of the depth of the joist. A hole is no greater than one third of the depth and lies at least 2 inches from the edges.

#s("2903.3","Protection") Pipes that are less than 1¼ inches from the face of a stud are covered by a steel plate of 16 gauge. Water pipes in outer walls are insulated with R-4.

#s("2903.5","Tests") Drains are filled with water to 10 feet above the highest joint for 15 minutes, or tested with air of 5 psi for 15 minutes. Water pipes are tested at 50 psi above the working pressure, but not less than 125 psi, for two hours. Plastic pipes are not tested with air.
== Part 4. Fixtures
#s("2904.1","Number") Fixtures are provided as in Table 2904.1. Where there are more than 15 persons, separate rooms are provided for each sex; Exception: rooms for one person with a lock may serve all.
#tt("Table 2904.1 Least number of fixtures: one for each so many persons",(2.4fr,1fr,1fr,1fr,1fr,1fr),([Occupancy],[Water closets men],[Water closets women],[Lavatories],[Showers],[Drinking fountains]),
[Theatre, hall],[125],[65],[200],[–],[500],[Restaurant],[75],[75],[200],[–],[–],[Office],[50],[25],[60],[–],[100],[School],[60],[40],[50],[–],[100],[Factory],[75],[75],[75],[15#super[a]],[400],[Hospital ward],[8],[8],[8],[10],[100],[Dormitory],[10],[8],[10],[8],[100],[Shop],[500],[250],[750],[–],[1,000],[Swimming pool],[60],[40],[60],[40],[250])
#text(8.5pt)[a. Only where workers are exposed to dirt or heat; else none.]

#s("2904.2","Clearances") A water closet is set at least 15 inches from its centre to a wall and 30 inches from centre to centre, with 21 inches free in front, or 24 inches in public rooms.

#s("2904.3","Temperature") The water at public lavatories does not exceed 110 °F, at showers and bathtubs 120 °F, at bidets 105 °F.

#s("2904.4","Flow") The flow is at most 1.28 gallons for each flush of a water closet, 0.5 gallons for a urinal, 2.0 gallons per minute for a shower head, 1.2 for a private lavatory and 1.8 for a kitchen faucet.
#pagebreak()
== Part 5. Drains
#tt("Table 2905.1 Fixtures: code, drainage units, supply units and trap",(2.4fr,.8fr,.9fr,1fr,1fr,1fr),([Fixture],[Code],[DFU],[Supply units private],[Supply units public],[Trap, inches]),
FROWS)
#s("2905.2","Fixtures not listed") A fixture that is not in Table 2905.1 has the units of its trap: 1 for 1¼ inches, 2 for 1½, 3 for 2, 5 for 3 and 6 for 4 inches.

#s("2905.3","Sizing of drains") Building drains and branches are not smaller than Table 2905.3 allows. No more than two water closets discharge into a horizontal drain of 3 inches.
#tt("Table 2905.3 Greatest load of drains, in DFU",(1fr,1.2fr,1.2fr,1fr,1fr,1fr),([Pipe, inches],[Branch, horizontal],[Stack, one interval],[Drain ⅛ in/ft],[Drain ¼ in/ft],[Drain ½ in/ft]),
[1¼],[1],[1],[–],[–],[–],[1½],[3],[2],[–],[–],[–],[2],[6],[6],[–],[21],[26],[2½],[12],[9],[–],[24],[31],[3],[20],[20],[36],[42],[50],[4],[160],[90],[180],[216],[250],[5],[360],[200],[390],[480],[575],[6],[620],[350],[700],[840],[1,000],[8],[1,400],[600],[1,600],[1,920],[2,300])
#s("2905.4","Cleanouts") Cleanouts are placed (i) at the foot of each stack, (ii) at each change of direction of more than 45 degrees, (iii) every 75 feet in drains of up to 4 inches and every 100 feet in larger ones, and (iv) where the building drain leaves the building.

#s("2905.6","Fixtures below the sewer") Fixtures below the level of the next manhole upstream are protected by a backwater valve. Fixtures above that level do not discharge through it.
== Part 6. Vents
#s("2906.1","Distance of the trap") The developed length from the trap weir to the vent does not exceed Table 2906.1.
#tt("Table 2906.1 Trap arm",(1fr,1fr,1fr,1fr),([Trap, inches],[Slope in/ft],[Greatest length, feet],[Least vent, inches]),[1¼],[¼],[5],[1¼],[1½],[¼],[6],[1¼],[2],[¼],[8],[1½],[3],[⅛],[12],[2],[4],[⅛],[16],[2])
#s("2906.2","Ends") Vents end 6 inches above the roof, or 7 feet where the roof is used. They are at least 10 feet from a window, or 3 feet above it. In snow zones the end is not less than 3 inches in diameter and 14 inches above the roof.

#s("2906.4","Air admittance valves") One valve serves no more than 6 DFU. It lies at least 4 inches above the trap arm, may be reached, and is not used for stacks of more than six intervals.
== Part 7. Water supply
#s("2907.1","Sizing") Add the supply units of Table 2905.1 and read the meter and pipe from Table 2907.1. Where flush valves are fitted, the next larger pipe is used.
#tt("Table 2907.1 Supply units by pressure and length of pipe",(1fr,1fr,1fr,1fr,1fr,1fr,1fr,1fr),([Meter],[Pipe],[46–60 psi, 60 ft],[100 ft],[200 ft],[over 60 psi, 60 ft],[100 ft],[200 ft]),[¾],[¾],[17],[14],[9],[20],[17],[11],[¾],[1],[29],[26],[18],[32],[29],[22],[1],[1],[33],[27],[19],[37],[32],[24],[1],[1¼],[58],[51],[38],[66],[60],[44],[1½],[1½],[105],[93],[70],[119],[108],[83],[2],[2],[231],[205],[158],[260],[239],[186])
#s("2907.2","Pressure") Where the pressure is over 80 psi a reducing valve is fitted. The pressure at a fixture is not below 8 psi; at a flush valve 15 psi, at a shower 20 psi.

#s("2907.3","Backflow") The device depends on the hazard: an air gap for sewage pumps and laboratories; a reduced pressure device for boilers with chemicals, car washes and cooling towers; a double check for fire sprinklers without additives; a vacuum breaker for hose bibbs and lawn sprinklers. Devices are tested when installed and every 12 months; the report goes to the City within 10 days.
== Part 8. Rainwater
#s("2908.1","Roof drains") Roof drains are sized for 4.2 inches of rain per hour. A vertical leader of 3 inches drains 2,200 square feet, of 4 inches 4,600, of 5 inches 8,650 and of 6 inches 13,500 square feet. Half of the area of walls that rise above the roof is added.

#s("2908.2","Separate pipes") Rainwater is not led into a sanitary drain.

#s("2908.4","Penalties") Who works without a licence pays \$750; who covers work before the inspection \$300; who fails to test a backflow device \$150 for each month begun.
""".replace("FROWS", frows)
(WORK/"p.typ").write_text(src, encoding="utf-8")
typst.compile(str(WORK/"p.typ"), output=str(OUT/"harnwick-plumbing-code.pdf"))
