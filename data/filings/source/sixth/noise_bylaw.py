"""Noise and events by-law of an invented city. groff with ms macros and tbl: parts, sections with subsections in brackets, schedules with boxed tables, a schedule of fixed penalties over pages."""

import os
import pathlib
import random
import subprocess
import sys

OUT = pathlib.Path(sys.argv[2]).resolve()
o = [""".nr PS 10.5
.nr VS 13.5
.nr LL 6.3i
.nr PO 1.1i
.ds LH City of Fennimore
.ds CH
.ds RH By-law 2024-61, consolidated 2026
.ds CF - % -
.TL
Noise and Outdoor Events By-law
.AU
City of Fennimore
.AI
By-law 2024-61 as amended by By-laws 2025-12 and 2026-03
"""]
a = o.append


def S(number, title, *parts):
    a(f".sp 0.6\n.ne 4\n.LP\n\\fB{number}. {title}\\fP")
    for p in parts:
        if isinstance(p, list):
            for i, x in enumerate(p):
                a(f".RS\n.IP ({chr(97 + i)}) 4\n{x}\n.RE")
        else:
            a(f".LP\n{p}")


def T(spec, rows, box="allbox center"):
    a(".TS H\n" + box + " tab(|);\n" + spec + "\n" + rows[0] + "\n.TH\n" + "\n".join(rows[1:]) + "\n.TE")


P = lambda t: a(f".sp 1\n.ne 6\n.LP\n.ce 1\n\\fB{t}\\fP")
P("PART 1 - INTERPRETATION")
S(1, "Definitions", "(1) In this by-law", ["\\(lqconstruction\\(rq includes demolition, excavation and the delivery of materials, but not interior painting;", "\\(lqnight\\(rq means 22:00 to 07:00, and on the day before a Sunday or a statutory holiday 23:00 to 09:00;", "\\(lqpersistent barking\\(rq means barking for 15 minutes in any hour, with pauses of less than one minute;", "\\(lqpoint of reception\\(rq means the place 1.2 metres above the ground at the boundary of the land of the person disturbed, or an open window of that person's dwelling;", "\\(lqquiet zone\\(rq means land within 120 metres of a hospital, a hospice or a court in session."], "(2) Sound levels are measured in dB(A) with slow response and averaged over ten minutes. A tonal or impulsive sound has 5 dB(A) added to the level measured.")
S(2, "Zones", "Every parcel lies in one of the zones of Schedule A. Where a parcel touches two zones, the lower limit applies on the whole parcel.")
P("PART 2 - PROHIBITIONS")
S(3, "General", "(1) No person shall make a sound that exceeds the limit of Schedule A at the point of reception.", "(2) Whatever the level, no person shall make or permit", ["the racing of an engine of a parked vehicle for more than two minutes;", "the idling of a refrigeration unit within 60 metres of a dwelling at night;", "persistent barking;", "the use of a leaf blower with a combustion engine from 1 June to 15 September;", "shouting or amplified speech from a vehicle for advertising;", "the ringing of a bell or chime at night, other than for a fire or flood;", "fireworks, except on 1 July and 31 December until 00:45."])
S(4, "Construction", "(1) Construction is allowed from 07:00 to 19:00 on weekdays and from 09:00 to 17:00 on Saturdays. It is not allowed on Sundays and statutory holidays.", "(2) In zone R1 pile driving and rock breaking are allowed only from 09:00 to 16:00 on weekdays.", "(3) Concrete finishing may go on until 22:00 if the pour began before 12:00 and the neighbours within 50 metres had notice two days before.")
S(5, "Garden tools", "Powered garden tools may be used from 08:00 to 20:30 on weekdays and from 09:30 to 18:00 on other days. A golf course may mow from 06:00.")
S(7, "Exemptions", "This by-law does not apply to", ["police, fire and ambulance services;", "snow removal on roads and on parking lots of more than 40 spaces;", "trains, aircraft and ferries;", "waste collection from 06:30 in zones C and M;", "school bands until 20:00;", "farm machinery in zone A;", "emergency repair of pipes, wires and roads."])
P("PART 3 - PERMITS")
S(8, "Kinds of permit", "The Licence Office issues the permits of Schedule B. An application is made at least the number of days before that the schedule states; a late application, if it is accepted, costs 50 percent more.")
S(9, "Conditions", "(1) An event permit of class E2 or E3 needs a sound plan by a qualified person, a telephone number that is answered during the event, and notice by leaflet to all dwellings within 200 metres.", "(2) For class E3 the holder also keeps a continuous record of the level at the mixing desk, has insurance of $5,000,000, and pays a deposit of $4,000, which is returned within 30 days if no limit was exceeded.", "(3) No more than six event permits of class E3 are issued for one site in a calendar year, and not on more than two weekends running.")
S(10, "Limits under a permit", "Under a permit the limit at the point of reception is 65 dB(A) for class E1, 70 dB(A) for class E2 and 75 dB(A) for class E3 until 22:30. From then until the end of the permit, 23:30 at the latest, it is 10 dB(A) less. In quiet zones no permit is issued.")
S(11, "Refusal and appeal", "(1) A permit is refused to an applicant who was convicted twice under this by-law in the last three years.", "(2) An appeal is made to the Licence Committee within 15 days of the refusal. The fee is $140; it is returned if the appeal succeeds. The Committee decides within 45 days.")
P("PART 4 - ENFORCEMENT")
S(12, "Officers", "An officer may enter land other than a dwelling at any reasonable time, measure sound, require a document, and seize a device after two warnings on the same day. A device seized is returned after 14 days on payment of $85 and storage of $6 a day.")
S(13, "Penalties", "(1) The fixed penalties are in Schedule C. A penalty that is paid within ten days is reduced by 40 percent.", "(2) For a second offence within twelve months the penalty is double, for a third and later one it is four times the first amount, but not more than $5,000.", "(3) A corporation pays two and a half times the penalty of an individual.")
S(14, "Repeal", "By-law 1998-17 is repealed.")
a(".bp\n")
P("SCHEDULE A - ZONES AND LIMITS")
T("lb lb cb cb cb cb\nl l n n n n.", ["Zone|Character|Day 07-19 h|Evening 19-22 h|Night|Night, inside", "R1|Houses on lots|50|47|40|28", "R2|Terraces and low flats|53|49|43|30", "R3|Towers and mixed flats|55|52|45|32", "C|Shops and offices|60|57|50|35", "M|Works and warehouses|68|66|60|none", "P|Parks and beaches|52|48|40|none", "A|Farm land|55|50|45|30", "Q|Quiet zone|45|43|38|25"])
a(".LP\nThe column \\(lqNight, inside\\(rq applies in a bedroom with closed windows. On statutory holidays the limits of the evening apply all day.")
P("SCHEDULE B - PERMITS AND FEES")
T("lb lb nb nb lb\nl l n n l.", ["Class|Subject|Fee $|Days before|Longest duration", "E1|Street party, up to 300 persons|65|15|1 day", "E2|Outdoor event, 301 to 2,500 persons|240|40|2 days", "E3|Concert or festival, over 2,500 persons|1,150|75|3 days", "K1|Construction on Saturday evening|180|10|4 weeks", "K2|Construction at night|420|21|2 weeks", "K3|Construction on Sunday|310|14|4 Sundays", "F1|Fireworks, low level|95|20|1 evening", "F2|Fireworks, display|375|45|1 evening", "L1|Loudspeaker on a patio|130|25|1 May to 30 September", "V1|Film work with sound|205|12|10 days"])
a(".LP\nFees of E1, E2 and L1 are halved for registered charities. A change of date costs $30. A site inspection that is asked for costs $88 an hour, with a minimum of two hours.")
P("SCHEDULE C - FIXED PENALTIES")
rows = ["Item|Offence|Section|Penalty $"]
for i, (w, s, p) in enumerate([("Exceeding a limit by up to 5 dB(A)", "3(1)", 150), ("Exceeding a limit by 6 to 10 dB(A)", "3(1)", 300), ("Exceeding a limit by 11 to 15 dB(A)", "3(1)", 550), ("Exceeding a limit by more than 15 dB(A)", "3(1)", 900), ("Racing an engine", "3(2)(a)", 180), ("Refrigeration unit idling at night", "3(2)(b)", 210), ("Persistent barking", "3(2)(c)", 120), ("Leaf blower out of season", "3(2)(d)", 90), ("Amplified advertising from a vehicle", "3(2)(e)", 260), ("Bell at night", "3(2)(f)", 75), ("Fireworks on another day", "3(2)(g)", 350), ("Construction outside hours, first hour", "4(1)", 400), ("Construction outside hours, each further hour", "4(1)", 150), ("Pile driving outside hours", "4(2)", 800), ("Concrete finishing without notice", "4(3)", 275), ("Garden tool outside hours", "5", 80), ("Event without a permit, up to 300 persons", "8", 325), ("Event without a permit, over 300 persons", "8", 1200), ("Construction without a permit", "8", 750), ("No sound plan on site", "9(1)", 340), ("Telephone not answered", "9(1)", 160), ("No leaflet to neighbours", "9(1)", 220), ("No record of levels", "9(2)", 480), ("Continuing after the end of the permit", "10", 700), ("Obstructing an officer", "12", 500), ("Failing to produce a permit", "12", 110)], 1):
    rows.append(f"{i}|{w}|{s}|{p:,}")
T("nb lb lb nb\nn l l n.", rows)
a(".LP\nItem 13 is added to item 12. Two items for the same act are not both charged; the higher one is.")
P("SCHEDULE D - SITES FOR OUTDOOR EVENTS")
T("lb lb nb lb lb nb\nl l n l l n.", ["Site|Zone|Persons|Classes|Electric supply|Hire $ a day", "Cooper Green|P|1,800|E1, E2|63 A|310", "Foundry Yard|M|6,500|E1, E2, E3|400 A|1,480", "Harbour Steps|C|900|E1, E2|32 A|265", "Kiln Field|A|9,000|E2, E3|none|720", "Mercer Square|C|2,400|E1, E2|125 A|540", "North Beach|P|4,200|E1, E2, E3|63 A|610", "Old Paddock|R2|280|E1|16 A|95", "Rowan Amphitheatre|P|3,100|E1, E2, E3|200 A|1,150", "Station Forecourt|C|500|E1|32 A|180", "Tannery Meadow|R3|1,100|E1, E2|none|220"])
a(".bp")
P("SCHEDULE E - ZONES OF STREETS")
streets = "Abbey Road|Acorn Lane|Alder Way|Baltic Street|Barley Close|Beacon Hill|Bellfounder Row|Birchwood Drive|Bishop Street|Bridge Street|Brook Lane|Canal Walk|Castle Mews|Chandler Street|Chapel Row|Cherry Lane|Church Street|Clover Field|Cooper Street|Crane Wharf|Dean Street|Dock Road|Drover's Lane|Eastgate|Elm Grove|Factory Road|Fairview|Ferry Lane|Fir Close|Forge Street|Fountain Street|Furnace Hill|Garden Row|Gas Street|Glebe Lane|Granary Wharf|Grange Road|Guildhall Street|Hawthorn Close|Hayloft Lane|High Street|Holly Bank|Ironside Street|Ivy Lane|Jetty Road|King's Parade|Larch Avenue|Laurel Court|Lock Street|Magnolia Way|Maltings|Maple Drive|Market Street|Meadow Rise|Mill Street|Minster Yard|Moor Lane|New Road|Oak Avenue|Orchard Close|Park Terrace|Pier Road|Poplar Street|Priory Gardens|Quarry Road|Queen Street|Railway Street|Ridge Way|River Street|Rope Walk|Saddler Street|Sheepfold Lane|Smithy Lane|South Quay|Spring Gardens|St. Anne's Road|Stable Yard|Sycamore Drive|Tanner Street|Timber Wharf|Tower Street|Union Street|Valley Road|Vine Street|Walnut Close|Water Lane|Weaver Street|West Bank|Willow Court|Windmill Lane|Wool Street|Yew Tree Close".split("|")
pick = random.Random(6018)
lines = ["Street|Zone|Ward|Measured day|Measured night|Complaints 2025"]
for street in streets:
    zone = pick.choice(["R1", "R1", "R2", "R2", "R3", "C", "M", "A", "Q"])
    lines.append(f"{street}|{zone}|{pick.choice(['North', 'Harbour', 'Central', 'Westfield', 'Hillside'])}|{(day := pick.randint(42, 68))}|{day - pick.randint(4, 15)}|{pick.randint(0, 41)}")
T("lb lb lb nb nb nb\nl l l n n n.", lines)
a(".LP\nLevels are means in dB(A) of a week in May 2025 at the middle of the street. Streets that are not listed are in zone R1.")
done = subprocess.run(["groff", "-t", "-ms", "-Tpdf"], input="\n".join(o).encode(), capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600"})
print(done.stderr.decode()[:600], file=sys.stderr)
(OUT / "fennimore-noise-bylaw.pdf").write_bytes(done.stdout)
