"""Angling regulations of an invented lake province. ReportLab: rules in two columns, seasons and limits by zone under two header lines, exceptions by water over pages as wrapped cells, licence fees, penalties."""

import pathlib
import sys

from reportlab import rl_config
from reportlab.lib import colors
from reportlab.lib.pagesizes import landscape, letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import BaseDocTemplate, Frame, NextPageTemplate, PageBreak, PageTemplate, Paragraph, Spacer, Table, TableStyle

rl_config.invariant = 1
OUT = pathlib.Path(sys.argv[2])
W, H = letter
BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=9.8, leading=12.2, spaceAfter=4)
ITEM = ParagraphStyle("item", parent=BODY, leftIndent=14, bulletIndent=3, spaceAfter=1.5)
HEAD = ParagraphStyle("head", fontName="Helvetica-Bold", fontSize=11.5, leading=14, spaceBefore=7, spaceAfter=3, textColor=colors.HexColor("#0b4a57"))
TITLE = ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=15, leading=19, spaceAfter=6, textColor=colors.HexColor("#0b4a57"))
CELL = ParagraphStyle("cell", fontName="Helvetica", fontSize=8, leading=9.4)
BOLD = ParagraphStyle("bold", parent=CELL, fontName="Helvetica-Bold")


def frame_page(canvas, doc):
    canvas.saveState()
    canvas.setFont("Helvetica", 8)
    W, H = canvas._pagesize
    if doc.page > 1:
        canvas.drawString(46, H - 30, "Province of Kessendale - Angling regulations 2026-2027")
        canvas.drawRightString(W - 46, H - 30, "Valid 1 April 2026 to 31 March 2027")
        canvas.drawCentredString(W / 2, 24, str(doc.page))
    canvas.restoreState()


doc = BaseDocTemplate(str(OUT / "kessendale-angling.pdf"), pagesize=letter, title="Angling regulations")
one = Frame(46, 40, W - 92, H - 84, id="one", leftPadding=0, rightPadding=0)
two = [Frame(46 + i * (W - 92 + 18) / 2, 40, (W - 92 - 18) / 2, H - 84, id=f"c{i}", leftPadding=0, rightPadding=0) for i in range(2)]
doc.addPageTemplates([PageTemplate("one", [one], onPage=frame_page), PageTemplate("two", two, onPage=frame_page), PageTemplate("wide", [Frame(46, 40, H - 92, W - 84, id="w", leftPadding=0, rightPadding=0)], onPage=frame_page, pagesize=landscape(letter))])
S = []
P = lambda t, s=BODY: S.append(Paragraph(t, s))
items = lambda *t: [P(f"<bullet>&bull;</bullet>{x}", ITEM) for x in t]


def table(rows, widths, headers=1, spans=(), repeat=True, title=None):
    data = [[Paragraph(str(c), BOLD if i < headers or (len([x for x in r if x]) == 1 and j == 0) else CELL) for j, c in enumerate(r)] for i, r in enumerate(rows)]
    style = [("GRID", (0, 0), (-1, -1), .4, colors.grey), ("BACKGROUND", (0, 0), (-1, headers - 1), colors.HexColor("#dcebed")), ("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("TOPPADDING", (0, 0), (-1, -1), 2), ("BOTTOMPADDING", (0, 0), (-1, -1), 2.4)]
    style += [("SPAN", (0, i), (-1, i)) for i, r in enumerate(rows) if i >= headers and len([x for x in r if x]) == 1]
    style += [("BACKGROUND", (0, i), (-1, i), colors.HexColor("#eef4f4")) for i, r in enumerate(rows) if i >= headers and len([x for x in r if x]) == 1]
    t = Table(data, colWidths=widths, repeatRows=headers if repeat else 0, style=TableStyle(style + [("SPAN", a, b) for a, b in spans]))
    if title:
        S.append(Paragraph(title, HEAD))
    S.extend([t, Spacer(1, 8)])


S += [Spacer(1, 150), Paragraph("Province of Kessendale", ParagraphStyle("big", parent=TITLE, fontSize=26, leading=32)), Paragraph("Angling regulations 2026-2027", TITLE), Paragraph("Seasons, limits, waters with rules of their own, licences. Issued by the Fish and Waters Office under the Inland Fisheries Act. The Act and the Orders prevail over this summary.", BODY), NextPageTemplate("two"), PageBreak()]
P("1 Licences", HEAD)
P("Everyone aged 16 or over needs a licence. It is carried while angling, on paper or on the telephone, and shown to an officer. Persons under 16 fish without a licence with the limits of the person they accompany; alone they have half the daily limit, rounded down, and at least one fish.")
P("No licence is needed on the free days: 16 and 17 May 2026, 4 July 2026 and 13 and 14 February 2027. All other rules hold on these days.")
P("A lost licence is replaced for 8.00. Licences are not given back and not passed on. Who is 70 or older and has lived in the province for ten years pays a third of the resident price.")
P("2 Words", HEAD)
P("<b>Angling</b> is fishing with rod and line held in the hand or in sight within 3 metres. <b>Daily limit</b> is the number of fish that one person may keep in a calendar day. <b>Possession limit</b> is the number that one person may have, at home too; it is twice the daily limit unless it is stated otherwise. <b>Length</b> is measured from the tip of the closed mouth to the tip of the tail, pressed together. <b>Slot</b> means that fish between the two lengths are put back. <b>Artificial fly</b> is a single hook dressed with feather, fur or thread, without a spinner.")
P("<b>Put back</b> means returned at once, alive where possible, into the water it came from. <b>Still water</b> is every lake, pond and reservoir; where a river enters, the line between the two points of land is the border.")
P("3 How you may fish", HEAD)
items("One line in rivers, two lines in still water, five lines through the ice.", "No more than two hooks on a line; a treble counts as one hook. Barbless hooks only in Zone 3.", "No fishing from one hour after sunset to one hour before sunrise, save for eel, catfish and burbot.", "Live fish as bait are forbidden in the whole province; dead bait only of minnow, gudgeon and sprat.", "No groundbait in Zone 3; elsewhere at most 2 litres a day, wet.", "No gaff. A net is used for landing alone.", "Snagging, spears, set lines, explosives and electric current are forbidden.", "Keep 30 metres from a fish pass, weir or hatchery outlet.", "Huts on the ice carry the number of the licence and are removed by 15 March.")
P("4 From boats", HEAD)
P("A line may be towed behind a boat in still water of more than 100 hectares, from 15 May to 31 October. On Lake Orrin and Lake Sallach downriggers are allowed with one line for each person. Engines are limited to 10 horsepower on waters marked M in the list and forbidden on those marked N.")
P("5 What you keep", HEAD)
P("Fish that are kept are killed at once. Fish may not be filleted before they reach the place of the meal or the home; in camps two fillets count as one fish. Fish above the daily limit are put back even when they are dying. Who has reached the limit of trout may go on fishing with artificial fly alone, until two more were put back.")
P("Fish of species without a limit (bream, roach, dace, rudd, gudgeon) may be kept in any number. Sturgeon, shad, spined loach and crayfish of the native kind are put back at all times. Carp that were brought in illegally, signal crayfish, pumpkinseed and black bullhead may not be put back; they are killed.")
P("6 Tags and reports", HEAD)
P("A salmon that is kept gets a tag through the gills at once. A licence comes with four tags; two more are sold for 15.00 each. The report on salmon and sea trout is sent by 30 November, with nothing caught too. Who does not send it pays 20.00 more for the next licence. Tagged fish of the research programme (yellow disc) are reported within a week; a reward of 10.00 is paid.")
P("7 Clean gear", HEAD)
P("Between waters of different catchments boats, waders and nets are dried for 48 hours, or treated with water of 60 degrees for 15 minutes, or with the salt bath at the stations of Orrin Bridge, Tamlin and Port Sallach. Felt soles are forbidden in Zone 2 and 3. The plug of a boat is pulled before it leaves the shore.")
P("9 Consumption advice", HEAD)
P("Because of mercury, pike and zander of more than 70 cm from Lake Sallach and the Tamlin reservoirs should be eaten at most once a month; women who are pregnant and children under 12 should not eat them. Eels from the Lower Wend should not be eaten at all. For other fish two meals a week are safe.")
S += [NextPageTemplate("wide"), PageBreak()]
P("8 Seasons and limits by zone", TITLE)
P("Zone 1: the Wend and all waters that flow to it. Zone 2: Lake Orrin, Lake Sallach and the waters that flow to them. Zone 3: the hills north of the Corran road. Zone 4: the coast rivers Esker, Finn and Lour up to their first falls. The season is open on the first and the last day named. A water in the list of section 10 has the rule of the list where that differs.")
SEASONS = [("Brown trout", ("1 Apr - 30 Sep", "6", "23"), ("1 May - 30 Sep", "4", "30"), ("1 May - 15 Sep", "3", "25"), ("1 Apr - 30 Sep", "4", "25")), ("Rainbow trout", ("all year", "6", "none"), ("1 Apr - 30 Nov", "6", "none"), ("1 May - 15 Sep", "3", "25"), ("closed", "-", "-")), ("Lake trout", ("closed", "-", "-"), ("1 Feb - 30 Sep", "1", "60"), ("closed", "-", "-"), ("closed", "-", "-")), ("Char", ("closed", "-", "-"), ("1 Jun - 15 Sep", "3", "28"), ("1 Jun - 31 Aug", "2", "26"), ("closed", "-", "-")), ("Salmon", ("closed", "-", "-"), ("closed", "-", "-"), ("closed", "-", "-"), ("1 May - 31 Aug", "1", "50 to 75")), ("Sea trout", ("closed", "-", "-"), ("closed", "-", "-"), ("closed", "-", "-"), ("1 May - 15 Oct", "2", "40")), ("Grayling", ("16 May - 31 Jan", "3", "30"), ("16 May - 31 Dec", "2", "33"), ("closed", "-", "-"), ("closed", "-", "-")), ("Whitefish", ("closed", "-", "-"), ("all year", "10", "32"), ("1 Jun - 30 Sep", "5", "30"), ("closed", "-", "-")), ("Pike", ("1 May - 14 Mar", "3", "55"), ("16 May - 28 Feb", "2", "60 to 90*"), ("16 May - 28 Feb", "5", "none"), ("all year", "5", "none")), ("Zander", ("1 Jun - 14 Mar", "4", "45"), ("1 Jun - 28 Feb", "2", "50"), ("closed", "-", "-"), ("closed", "-", "-")), ("Perch", ("all year", "25", "none"), ("all year", "15", "18"), ("all year", "15", "none"), ("all year", "25", "none")), ("Eel", ("1 May - 30 Sep", "2", "55"), ("1 May - 30 Sep", "2", "55"), ("closed", "-", "-"), ("closed", "-", "-")), ("Burbot", ("1 Mar - 30 Nov", "5", "30"), ("1 Mar - 31 Dec", "5", "30"), ("closed", "-", "-"), ("closed", "-", "-")), ("Catfish", ("1 Jul - 30 Apr", "no limit", "70"), ("closed", "-", "-"), ("closed", "-", "-"), ("closed", "-", "-")), ("Tench", ("16 Jun - 14 Mar", "4", "30"), ("16 Jun - 14 Mar", "4", "30"), ("closed", "-", "-"), ("closed", "-", "-")), ("Barbel", ("16 Jun - 14 Mar", "1", "50"), ("closed", "-", "-"), ("closed", "-", "-"), ("closed", "-", "-"))]
rows = [["Species", "Zone 1", "", "", "Zone 2", "", "", "Zone 3", "", "", "Zone 4", "", ""], ["", *["Open season", "Daily limit", "Least length, cm"] * 4]] + [[n, *(c for z in zs for c in z)] for n, *zs in SEASONS]
table(rows, [64, *[72, 33, 53] * 4], headers=2, spans=[((0, 0), (0, 1)), ((1, 0), (3, 0)), ((4, 0), (6, 0)), ((7, 0), (9, 0)), ((10, 0), (12, 0))])
P("* A slot: pike between these lengths are put back, smaller and larger ones may be kept. For salmon the figures are the least and the greatest length that may be kept. Trout, char and grayling together: at most 8 fish a day in Zone 1 and 5 in the others.")
S += [NextPageTemplate("one"), PageBreak()]
P("10 Waters with rules of their own", TITLE)
RULES = [("Anvil Pond", "2", "N", "Persons under 16 and over 65 only. Trout: daily limit 2."), ("Arrin Water", "3", "", "Artificial fly only. All fish are put back."), ("Ashmere", "1", "M", "Pike: daily limit 1, least length 80 cm. No fishing from 1 November to 31 March, because of wintering birds."), ("Black Tarn", "3", "N", "Char: season 15 June to 15 August."), ("Blea Reservoir, Lower", "1", "N", "Day ticket of the water company (14.00). Rainbow trout: daily limit 4."), ("Blea Reservoir, Upper", "1", "N", "Closed to fishing: drinking water."), ("Bransty Canal", "1", "", "Four lines. Night fishing is allowed."), ("Calder Beck", "3", "", "Closed from the footbridge to the source, all year."), ("Corran Loch", "3", "M", "Pike may not be put back."), ("Crane Lake", "2", "M", "Zander: all year, no limit. Night fishing is allowed from the west shore."), ("Dunmail Water", "2", "", "Brown trout: slot 40 to 55 cm, daily limit 2."), ("Eel Ark, the", "1", "", "Closed within 150 metres of the trap."), ("Esker, above Torran Falls", "4", "", "Trout only, artificial fly, daily limit 2, least length 28 cm."), ("Esker, sea pool", "4", "", "Closed 1 September to 30 April. Fly only when the gauge is below 0.6 metres."), ("Fallow Ponds (1 to 4)", "1", "N", "Ponds 1 and 2: carp are put back. Pond 3: persons with a disability card and their helper. Pond 4: closed."), ("Finn, upper", "4", "", "Salmon are put back before 1 June. No worms."), ("Glass Lake", "2", "M", "Whitefish: daily limit 20, no least length, hook size 14 or smaller."), ("Harrow Dub", "1", "", "Barbel are put back."), ("Hollin Reservoir", "1", "N", "Artificial fly only from the dam. No wading. Open 8 to 20 h."), ("Ivelet Tarn", "3", "N", "Closed in odd years."), ("Kirk Pool", "1", "", "Sunday fishing only after 13 h."), ("Lake Orrin", "2", "", "Lake trout: from 1 December to 31 January all are put back. Nets of the fishery are marked with yellow buoys: keep 50 metres away."), ("Lake Sallach", "2", "", "Pike: daily limit 1. Boats with engine are registered. North bay: closed 1 April to 15 June."), ("Lour, lower", "4", "", "Sea trout: daily limit 3 from 1 July to 15 September."), ("Lour, estuary", "4", "", "Bait of ragworm and sandeel allowed. Two lines."), ("Mere of Tamlin", "2", "M", "Perch: daily limit 30. Tench are put back."), ("Moss Eccles", "3", "N", "Rod limit: six persons at one time, booked by telephone (555 0118)."), ("Nether Wend", "1", "", "Eels are put back. Grayling: daily limit 1."), ("Old Mill Race", "1", "", "Closed in the week after each release of trout; notices on the bank."), ("Otter Loch", "3", "N", "Brown trout: season 1 June to 31 August, daily limit 1, least length 45 cm."), ("Park Lake, Corran", "2", "N", "One line. Barbless hooks. Club ticket on Saturdays."), ("Quern Water", "2", "M", "Burbot: 1 December to 28 February also at night, limit 10."), ("Raven Tarn", "3", "N", "Ice fishing forbidden."), ("Sprint, the", "1", "", "Fly only upstream of the mill. Brown trout: least length 28 cm."), ("Stock Ghyll", "3", "", "Trout of less than 20 cm only: larger ones are put back. Daily limit 5."), ("Swan Pits", "1", "N", "Catfish: daily limit 1. Night fishing is allowed in July and August."), ("Tamlin Reservoirs", "2", "N", "Zander: least length 45 cm. No fishing from the towers."), ("Thorn Lake", "2", "M", "Lines may be towed from 1 April. Lake trout: closed."), ("Upper Wend", "1", "", "Brown trout: season to 31 August. Treble hooks forbidden."), ("Wastwater Pond", "1", "N", "Crayfish traps (six) for signal crayfish with a permit."), ("White Loch", "3", "M", "Open for char through the ice, 15 January to 15 March, daily limit 2."), ("Yarrow Beck", "4", "", "Closed to all fishing to protect spawning salmon.")]
table([["Water", "Zone", "Boats", "Rule"]] + [list(r) for r in RULES], [130, 34, 36, 320])
S.append(PageBreak())
P("11 Licence fees", TITLE)
table([["Licence", "Resident of the province", "", "Other", ""], ["", "Age 16 - 69", "Age 70 and over", "Age 16 - 69", "Age 70 and over"], ["All species, year", "54.00", "18.00", "108.00", "76.00"], ["Without salmon and sea trout, year", "33.00", "11.00", "66.00", "46.00"], ["Without salmon and sea trout, 8 days", "16.50", "16.50", "24.00", "24.00"], ["Without salmon and sea trout, 1 day", "6.00", "6.00", "8.50", "8.50"], ["Salmon and sea trout, 8 days", "31.00", "31.00", "62.00", "62.00"], ["Salmon and sea trout, 1 day", "12.00", "12.00", "23.00", "23.00"], ["Additional lines, two, year", "21.00", "7.00", "21.00", "21.00"], ["Ice fishing hut, season", "27.00", "27.00", "54.00", "54.00"], ["Charter boat, year", "140.00", "140.00", "280.00", "280.00"]], [190, 80, 80, 80, 80], headers=2, spans=[((0, 0), (0, 1)), ((1, 0), (2, 0)), ((3, 0), (4, 0))])
P("Licences bought by internet cost 1.50 less, those of one day 0.50 less. Families of two adults with children under 16 pay 80 percent for the second licence of the same kind. Students up to 25 years pay half for licences of a year.")
P("12 Penalties", TITLE)
table([["Offence", "First time", "Again within three years", "Licence lost for"], ["Angling without a licence", "120", "240", "-"], ["Licence not with the angler", "25", "25", "-"], ["Fish below the least length, each", "60", "90", "-"], ["Fish above the daily limit, each", "75", "150", "6 months"], ["Angling in the closed season", "200", "400", "12 months"], ["Angling in closed water", "250", "500", "12 months"], ["Too many lines", "80", "120", "-"], ["Live bait", "150", "300", "6 months"], ["Salmon without tag", "300", "600", "24 months"], ["Snagging or spear", "350", "700", "24 months"], ["Gear not clean", "100", "200", "-"], ["Electric current, explosives", "court", "court", "60 months"]], [180, 90, 130, 110])
P("The sums are in crowns. Who pays within ten days pays two thirds. An officer may seize gear; it is given back when the penalty is paid. An appeal goes to the Fish and Waters Office within 28 days.")
P("13 Records", TITLE)
table([["Species", "Weight, kg", "Length, cm", "Water", "Year"], ["Brown trout", "9.84", "87", "Dunmail Water", "1998"], ["Lake trout", "17.30", "109", "Lake Orrin", "2011"], ["Char", "3.12", "62", "White Loch", "2019"], ["Salmon", "19.65", "118", "Lour, lower", "1974"], ["Sea trout", "8.27", "84", "Finn, upper", "2003"], ["Grayling", "1.98", "54", "Nether Wend", "2022"], ["Pike", "18.42", "126", "Lake Sallach", "2015"], ["Zander", "10.05", "98", "Crane Lake", "2020"], ["Perch", "2.21", "49", "Mere of Tamlin", "2008"], ["Catfish", "41.70", "187", "Swan Pits", "2024"], ["Barbel", "6.88", "83", "Harrow Dub", "2017"]], [110, 80, 80, 140, 60])
doc.build(S)
