"""Programme of an invented congress. HTML by hand: days with parallel rooms, breaks over all columns, posters, fees, travel."""

import pathlib
import sys

OUT = pathlib.Path(sys.argv[2])
out = ["""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>7th Congress of Soil and Water, Velden 2027</title>
<style>body{font:15px/1.4 Georgia,serif;max-width:70em;margin:2em auto;color:#222}table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #aaa;padding:.3em .6em;vertical-align:top;text-align:left}thead th{background:#e8efe4}td.all{background:#f5f5ee;text-align:center}nav ul{display:flex;gap:1em;list-style:none;padding:0}dt{font-weight:bold}</style></head><body>
<header><h1>7th Congress of Soil and Water</h1><p>Velden, 14 to 17 June 2027 · Stadthalle and University, Building C</p>
<nav><ul><li><a href="#p">Programme</a></li><li><a href="#f">Fees</a></li><li><a href="#a">Authors</a></li><li><a href="#t">Travel</a></li></ul></nav></header><main>"""]
add = out.append


def day(title, rooms, rows, note=""):
    """A row is a time with one cell over all rooms, or with a cell for each; (text, n) lasts n rows, None is taken by the one above."""
    add(f"<h3>{title}</h3><table><thead><tr><th>Time</th>" + "".join(f"<th>{r}</th>" for r in rooms) + "</tr></thead><tbody>")
    for time, *cells in rows:
        if len(cells) == 1 and len(rooms) > 1:
            body = f'<td class="all" colspan="{len(rooms)}">{cells[0]}</td>'
        else:
            body = "".join("" if c is None else f'<td rowspan="{c[1]}">{c[0]}</td>' if isinstance(c, tuple) else f"<td>{c}</td>" for c in cells)
        add(f"<tr><th>{time}</th>{body}</tr>")
    add("</tbody></table>" + (f"<p>{note}</p>" if note else ""))


def table(head, rows, caption=""):
    add("<table>" + (f"<caption>{caption}</caption>" if caption else "") + "<thead>" + "".join("<tr>" + "".join(f'<th colspan="{c[1]}">{c[0]}</th>' if isinstance(c, tuple) else f"<th>{c}</th>" for c in line) + "</tr>" for line in head) + "</thead><tbody>" + "".join("<tr>" + "".join(f"<td>{c}</td>" for c in r) + "</tr>" for r in rows) + "</tbody></table>")


add('<h2 id="p">Programme</h2><p>Talks last 15 minutes with 5 for questions; keynotes 45 with 15. Numbers begin with the session. K is a keynote, W a workshop; workshops must be booked.</p>')
day("Monday 14 June", ["Great Hall", "Room C 104", "Room C 211"], [
    ["08:30", "Registration opens, foyer of the Stadthalle"], ["10:00", "Opening: Rector Ingrid Falk; Mayor Jo Brandner"], ["10:30", "K1 Ayesha Rahmani: A century of peat loss"], ["11:30", "Coffee"],
    ["12:00", "1.1 Petra Novak: Carbon in hedgerow soils", "2.1 Luca Bruni: Nitrate below maize", ("W1 Reading soil maps (Tove Lindqvist), 25 places", 3)],
    ["12:20", "1.2 Sam Okoro: Biochar after ten years", "2.2 Hanne Dahl: Drains and phosphorus", None], ["12:40", "1.3 Yuki Tanabe: Roots and aggregates", "2.3 Marc Vidal: Isotopes in karst springs", None], ["13:00", "Lunch, canteen of Building C"],
    ["14:30", "1.4 Ewa Zielinska: Tillage and earthworms", "2.4 Carys Pugh: Buffer strips that work", "3.1 Amadou Diallo: Salt in delta fields"], ["14:50", "1.5 Tomas Reyes: Cover crops in dry years", "2.5 Jens Holt: Pesticides in small streams", "3.2 Leila Haddad: Reuse of waste water"], ["15:10", "1.6 Rosa Quint: Compost on vineyards", "withdrawn", "3.3 Viktor Sand: Drip lines and clogging"], ["15:30", "Coffee"], ["16:00", "Posters P1 to P24, authors present"], ["19:00", "Reception of the City, Old Granary"]])
day("Tuesday 15 June", ["Great Hall", "Room C 104", "Room C 211"], [
    ["09:00", "K2 Henrik Moberg: Floods, memory and mud"], ["10:00", "Coffee"],
    ["10:30", "4.1 Nadia Osei: Flash floods in sandy towns", "5.1 Paul Ritter: Microplastic in sludge", ("W2 Modelling with HYDRA-3 (Ben Achter), 16 places, bring a computer", 4)], ["10:50", "4.2 Iker Zubiri: Rain gardens after five winters", "5.2 Mei Lin Chua: Cadmium in cocoa soils", None], ["11:10", "4.3 Greta Olsen: Infiltration under old trees", "5.3 Alba Prieto: PFAS at a fire ground", None], ["11:30", "4.4 Dan Wheeler: Permeable paving and salt", "5.4 Felix Amsel: Mercury in flood plains", None], ["12:00", "Lunch, canteen of Building C"],
    ["13:30", "Excursions E1 to E4, buses from the south gate"], ["19:30", "Congress dinner, Schloss Velden (ticket)"]])
day("Wednesday 16 June", ["Great Hall", "Room C 104", "Room C 320"], [
    ["09:00", "K3 Marisol Vega: Water rights and wells"], ["10:00", "Coffee"],
    ["10:30", "6.1 Olu Bakare: Groundwater under cities", "7.1 Ruth Steiner: Teaching soil at school", "8.1 Jana Kralova: Drones over peat"], ["10:50", "6.2 Anneli Saar: Wells that fail", "7.2 Colm Byrne: Citizens count worms", "8.2 Piet de Wit: Radar and soil moisture"], ["11:10", "6.3 Diego Lara: Recharge with storm water", "7.3 Fatou Sarr: Women's seed gardens", "8.3 Hiro Ando: Cheap tensiometers"], ["11:30", "6.4 Salma Idris: Fossil water accounts", "7.4 Lena Voss: Museums of earth", "8.4 Bridget Shaw: Fibre optics in dikes"], ["12:00", "Lunch, canteen of Building C"], ["13:30", "Posters P25 to P46, authors present"], ["15:00", "General assembly of the Society (members)"], ["16:30", ("W3 Publishing for beginners (Ursula Kent), 40 places", 1), ("W4 Soil sampling in the park (Emil Graf), 20 places", 1), "–"], ["20:00", "Concert, St. Anna"]])
day("Thursday 17 June", ["Great Hall"], [["09:00", "K4 Tariq Aziz: What farmers will pay for"], ["10:00", "Panel: A soil law for the valley? Chair: Ingrid Falk"], ["11:15", "Prizes for posters and young researchers"], ["11:45", "Invitation to the 8th congress, Braga 2030"], ["12:00", "Close"]])
add("<h3>Sessions</h3>")
table([["No.", "Title", "Chair", "Talks"]], [["1", "Organic matter", "Petra Novak", "6"], ["2", "Nutrients and pesticides", "Hanne Dahl", "5"], ["3", "Irrigation and salt", "Leila Haddad", "3"], ["4", "Rain in towns", "Dan Wheeler", "4"], ["5", "Pollutants", "Felix Amsel", "4"], ["6", "Groundwater", "Olu Bakare", "4"], ["7", "People and soil", "Colm Byrne", "4"], ["8", "Measuring", "Jana Kralova", "4"]])
add("<h3>Excursions on Tuesday</h3>")
table([["", "Where to", "Back at", "Price", "Places", "Remark"]], [["E1", "Aumoos peat bog", "18:00", "35 €", "48", "rubber boots"], ["E2", "Terraces of Rauhenstein", "18:30", "40 €", "30", "steep, 6 km on foot"], ["E3", "Water works and springs", "17:00", "20 €", "25", "no photographs"], ["E4", "River restoration at Lind", "17:30", "25 €", "50", "suitable for wheelchairs"]])
add('<h2 id="f">Fees</h2>')
table([["Participant", ("Members", 3), ("Non-members", 3)], ["", "to 31 January", "to 30 April", "later and on site", "to 31 January", "to 30 April", "later and on site"]], [["Regular", "390 €", "450 €", "540 €", "480 €", "550 €", "640 €"], ["Doctoral student", "190 €", "220 €", "280 €", "240 €", "275 €", "340 €"], ["Student", "90 €", "110 €", "150 €", "120 €", "140 €", "190 €"], ["Retired", "160 €", "180 €", "230 €", "210 €", "240 €", "290 €"], ["One day", "170 €", "190 €", "220 €", "210 €", "230 €", "270 €"], ["Online only", "95 €", "95 €", "120 €", "130 €", "130 €", "160 €"]], "Registration fees, VAT included")
add("""<p>The fee holds coffee, the reception and the abstracts; lunch is 14 € a day and the dinner 68 €, 34 € for students. Workshops are 30 € each, W2 is 55 €. Accompanying persons pay 80 €. Speakers of keynotes pay nothing. From countries on list L of the Society participants pay half of the regular fee.</p>
<h3>Cancellation</h3><dl><dt>to 31 March</dt><dd>all but 40 € is returned</dd><dt>from 1 April to 15 May</dt><dd>half is returned</dd><dt>later</dt><dd>nothing is returned; another person may come instead, for 20 €</dd></dl>
<h2 id="a">For authors</h2><ol><li>Upload slides in the speakers' room, C 007, at least three hours before the session.</li><li>Slides are in 16:9 and PDF or PPTX; own computers are not connected.</li><li>Speakers meet the chair ten minutes before the session in the room.</li><li>Posters are A0 upright and hang from 12:00 on the first day of their session until 17:00; posters left are thrown away.</li><li>Full papers of 8 to 12 pages are sent by 30 September 2027; they are reviewed by two persons.</li></ol>
<h3>Prizes</h3><ul><li>Best poster: 500 €</li><li>Best talk of a doctoral student: 800 €</li><li>Falk medal for a life's work: no money</li></ul>
<h2 id="t">Travel and stay</h2>""")
table([["Hotel", "From the hall", "Single", "Double", "Code until"]], [["Drei Linden", "300 m", "118 €", "149 €", "30 April"], ["Bahnhof", "1.4 km", "89 €", "112 €", "15 May"], ["Garni Elster", "900 m", "76 €", "104 €", "15 April"], ["Youth hostel", "2.2 km", "41 €", "66 €", "no code"], ["Schlosshotel", "3.5 km", "164 €", "198 €", "31 March"]])
add("""<p>Trams 2 and 5 go from the station to the stop Stadthalle in nine minutes, every ten minutes; the badge is a ticket for all four days. From the airport take bus 740, 55 minutes, 9.80 €. Parking in garage P3 is 12 € a day.</p><h3>Committee</h3><p>Ingrid Falk (chair), Colm Byrne (programme), Jana Kralova (posters), Emil Graf (excursions), Noor Jansen (registration), Stefan Huber (treasurer). Questions: office@soilwater2027.example, telephone 555 0142, weekdays 9 to 12.</p></main></body></html>""")
(OUT / "soil-water-congress-2027.html").write_text("\n".join(out), encoding="utf-8")
