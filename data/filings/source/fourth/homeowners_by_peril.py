"""Homeowners rate filing of an invented exchange, rated by peril. Typst: memorandum, exhibits on landscape pages, rules in a hanging layout, rate pages with rules above and below the head only."""

import pathlib
import random
import sys

import typst

WORK, OUT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
rng = random.Random(2027)
TOP = """#set document(date: datetime(year: 2026, month: 9, day: 1))
#set page(paper: "us-letter", margin: (x: 2.3cm, top: 2.6cm, bottom: 2.2cm), numbering: "1", header: context { set text(8pt); grid(columns: (1fr, 1fr), [Cawdor Ridge Insurance Exchange], align(right)[Filing CRX-HO-27-118 · Commonwealth of Ellery]) }, footer: context { set text(8pt); align(center)[Page #counter(page).display() of #counter(page).final().first()] })
#set text(font: "Carlito", size: 10.5pt)
#set par(justify: true, leading: .6em)
#show heading.where(level: 1): it => block(above: 18pt, below: 10pt, text(14pt, weight: "bold", it.body))
#show heading.where(level: 2): it => block(above: 13pt, below: 6pt, sticky: true, text(11pt, weight: "bold", it.body))
#let sheet(cols, head, ..cells) = { set par(justify: false); set text(9pt); table(columns: cols, stroke: none, inset: (x: 5pt, y: 2.6pt), align: (x, y) => if x == 0 { left } else { right }, table.hline(stroke: .9pt), table.header(..head, table.hline(stroke: .5pt)), ..cells, table.hline(stroke: .9pt)) }
#let rule(n, t, body) = grid(columns: (1.7cm, 1fr), row-gutter: 5pt, inset: (bottom: 6pt), [*#n*], [*#t.* #body])
"""
out = [TOP]
add = out.append


def sheet(title, columns, rows, head=None, note="", breakable=True):
    """A table with lines above and below its head; `head` may hold cells over columns as (text, columns)."""
    cells = lambda row: ", ".join(f"table.cell(colspan: {c[1]}, align: center)[{c[0]}]" if isinstance(c, tuple) else f"[{c}]" for c in row)
    lines = (head or []) + [columns]
    widths = "(" + ", ".join(["1.6fr"] + ["1fr"] * (len(columns) - 1)) + ")"
    add(f"== {title}\n#sheet({widths}, ({', '.join(cells(l) for l in lines)},), {', '.join(cells(r) for r in rows)})\n" + (f"#text(8.5pt)[{note}]\n" if note else ""))


add("""#v(3cm)
#align(center)[#text(20pt, weight: "bold")[Homeowners Program] \\ #v(4pt) #text(14pt)[Rate and Rule Filing] \\ #v(10pt) Cawdor Ridge Insurance Exchange · NAIC group 0000 · Ellery]
#v(1.2cm)
#grid(columns: (7cm, 1fr), row-gutter: 8pt, [Filing number], [CRX-HO-27-118], [Type of filing], [Rate and rule, prior approval], [Requested effective date, new business], [1 February 2027], [Requested effective date, renewals], [15 March 2027], [Overall rate indication], [+11.8 percent], [Overall rate change requested], [+7.4 percent], [Written premium affected], [\\$48,612,400], [Policies affected], [31,906], [Largest increase of a policyholder], [+24.9 percent], [Largest decrease of a policyholder], [−13.2 percent], [Last filing], [CRX-HO-25-064, +5.1 percent, effective 1 May 2025], [Contact], [Maribel Stroud, FCAS, actuary, 555-0177], [Public hearing], [not requested])
#pagebreak()
= Actuarial memorandum
== 1. Purpose
The Exchange asks for a change of its homeowners rates for the forms 3 (owner occupied), 5 (owner occupied, broad) and 6 (condominium unit). Form 4 (renters) was revised in CRX-HO-26-091 and is not part of this filing. Rates have been made for each peril apart since 2023; the perils are fire, water, wind and hail, theft, and liability.
== 2. Data
The indication rests on accident years 2021 to 2025, evaluated at 31 March 2026, from the Exchange's own book in Ellery. Catastrophe losses are taken out and replaced by a provision. Losses are limited to \\$500,000 for each occurrence and loaded by 3.1 percent for the excess.
== 3. Trend
Past trend runs from the middle of each accident year to 1 October 2025 and prospective trend from then to 15 March 2028, one year after the average date on which renewals take effect. Frequency and severity are fitted apart (Exhibit 2).
== 4. Catastrophe provision
The provision for wind and hail is the mean of the Exchange's catastrophe ratio over twenty years, 2006 to 2025, and of the modeled average annual loss, with one half weight each. It is 14.6 percent of earned premium at present rates. Earthquake and flood are not covered.
== 5. Credibility
The full credibility standard is 1,082 claims for each peril. The complement of credibility is the change expected from trend since the last filing. Theft alone is below the standard, with a credibility of 0.71.
== 6. Expenses and profit
Exhibit 3 has the provisions. General expense and half of other acquisition expense are treated as fixed. Investment income of 2.3 percent of premium is taken into account in the profit provision.
== 7. Selected changes
The Exchange selects less than what is indicated for wind and hail, in order to limit the change for any policyholder to 25 percent at the first renewal. The remainder will be asked for in a later filing. Exhibit 4 shows indicated and selected changes.
== 8. Changes in rules
#enum(numbering: "a)", [Roof age is counted from the year of the permit and no more from the year the insured names (Rule H-7).], [The surcharge for a trampoline is withdrawn.], [Water claims count for five years instead of three (Rule H-9).], [A credit for an automatic water shut-off valve is introduced.], [The least wind and hail deductible in the territories 21 to 27 goes from 1 to 2 percent.], [The policy fee rises from \\$35 to \\$40.], [Dwellings with solar panels on the roof take the factor of rate page RP-11.])
== 9. Impact
Exhibit 6 shows how policyholders are spread over the changes. Increases above 20 percent fall mainly on form 3 with roofs of more than fifteen years in the territories 21 to 27.
""")

add("#set page(flipped: true)\n= Exhibits\n")
years = []
for year, premium, loss, lae, trend, develop in [(2021, 36204, 17911, 0.118, 1.392, 1.002), (2022, 38420, 21466, 0.121, 1.314, 1.006), (2023, 41175, 20108, 0.119, 1.241, 1.015), (2024, 44902, 24377, 0.124, 1.172, 1.043), (2025, 47318, 22590, 0.122, 1.107, 1.168)]:
    ultimate = loss * (1 + lae) * trend * develop
    years.append([str(year), f"{premium:,}", f"{loss:,}", f"{lae:.3f}", f"{develop:.3f}", f"{trend:.3f}", f"{ultimate:,.0f}", f"{100 * ultimate / premium:.1f}%", {2021: "10%", 2022: "15%", 2023: "20%", 2024: "25%", 2025: "30%"}[year]])
sheet("Exhibit 1. Statewide indication, all forms, in thousands of dollars", ["Accident year", "Earned premium, present rates", "Incurred loss, no catastrophes", "Adjustment expense ratio", "Development", "Trend", "Trended ultimate loss and expense", "Ratio", "Weight"], years, note="Ratio: trended ultimate loss and adjustment expense to earned premium at present rates.")
sheet("Exhibit 2. Annual trend selected by peril", ["Peril", "Past, frequency", "Past, severity", "Past, pure premium", "Future, frequency", "Future, severity", "Future, pure premium"], [["Fire", "−1.5%", "+6.0%", "+4.4%", "−1.0%", "+5.0%", "+4.0%"], ["Water", "+2.0%", "+6.5%", "+8.6%", "+1.5%", "+5.5%", "+7.1%"], ["Wind and hail", "+0.5%", "+8.0%", "+8.5%", "+0.5%", "+7.0%", "+7.5%"], ["Theft", "−4.0%", "+3.0%", "−1.1%", "−3.0%", "+3.0%", "−0.1%"], ["Liability", "0.0%", "+4.5%", "+4.5%", "0.0%", "+4.5%", "+4.5%"]], head=[["", ("Past trend", 3), ("Prospective trend", 3)]])
sheet("Exhibit 3. Expense provisions, percent of premium", ["Item", "2023", "2024", "2025", "Selected", "Of which fixed"], [["Commission", "12.1", "12.0", "11.8", "11.9", "0.0"], ["Other acquisition", "5.2", "5.6", "5.4", "5.4", "2.7"], ["General", "4.8", "4.5", "4.6", "4.6", "4.6"], ["Taxes, licenses and fees", "2.6", "2.6", "2.7", "2.6", "0.0"], ["Reinsurance, net cost", "6.3", "7.7", "8.4", "8.0", "0.0"], ["Profit and contingencies", "–", "–", "–", "4.5", "0.0"]])
sheet("Exhibit 4. Indicated and selected changes", ["Peril", "Form 3", "Form 5", "Form 6", "Form 3", "Form 5", "Form 6"], [["Fire", "+3.9%", "+2.8%", "+1.1%", "+3.5%", "+2.5%", "0.0%"], ["Water", "+12.6%", "+14.4%", "+18.0%", "+11.0%", "+12.5%", "+15.0%"], ["Wind and hail", "+22.7%", "+19.1%", "+6.2%", "+12.0%", "+11.0%", "+5.0%"], ["Theft", "−8.4%", "−6.0%", "−10.3%", "−7.5%", "−6.0%", "−10.0%"], ["Liability", "+4.1%", "+4.1%", "+1.9%", "+4.0%", "+4.0%", "+2.0%"], ["All perils", "+12.3%", "+11.7%", "+8.4%", "+7.6%", "+7.5%", "+5.6%"]], head=[["", ("Indicated", 3), ("Selected", 3)]])

territories = [t for t in range(1, 41) if t not in (8, 17, 33)]
base = {}
rows = []
for t in territories:
    coast = 21 <= t <= 27
    now = [rng.uniform(168, 262), rng.uniform(140, 248), rng.uniform(410, 640) if coast else rng.uniform(120, 290), rng.uniform(18, 66), rng.uniform(38, 57)]
    change = [1.034, 1.113, 1.131 if coast else 1.114, 0.925, 1.04]
    new = [round(n * c * rng.uniform(0.98, 1.02)) for n, c in zip(now, change)]
    base[t] = new
    flat = []
    for n, p in zip(now, new):
        flat += [f"{round(n)}", f"{p}"]
    rows.append([f"{t}"] + flat)
sheet("Exhibit 5. Present and proposed base rates in dollars, form 3", ["Territory"] + ["present", "proposed"] * 5, rows, head=[["", ("Fire", 2), ("Water", 2), ("Wind and hail", 2), ("Theft", 2), ("Liability", 2)]], note="Territories 8, 17 and 33 were merged into others in 2023. Form 5: the proposed rates times 1.18. Form 6: fire 0.31, water 0.74, wind and hail 0.12, theft 0.95, liability 0.88 of the proposed rates.")
sheet("Exhibit 6. Policyholders by change at the first renewal", ["Change", "Form 3", "Form 5", "Form 6", "All"], [[a, f"{b:,}", f"{c:,}", f"{d:,}", f"{b + c + d:,}"] for a, b, c, d in [("−13.2% to −10.1%", 214, 31, 96), ("−10.0% to −5.1%", 1180, 160, 402), ("−5.0% to −0.1%", 2911, 388, 911), ("no change", 96, 12, 40), ("+0.1% to +5.0%", 4602, 701, 1204), ("+5.1% to +10.0%", 6218, 942, 1377), ("+10.1% to +15.0%", 4370, 655, 618), ("+15.1% to +20.0%", 2485, 302, 87), ("+20.1% to +24.9%", 1742, 162, 0)]])

add("#set page(flipped: false)\n= Rules\n")
for number, title, body in [
    ("H-1", "Forms", "Form 3 insures the dwelling against all risks and personal property against named perils; form 5 insures both against all risks. Form 6 is for owners of a unit. Mobile homes, houses under construction and short-term rentals of more than 60 nights a year are not accepted."),
    ("H-2", "Amount of insurance", "Coverage A is the cost to rebuild. It is at least \\$120,000 and at most \\$1,500,000 for forms 3 and 5, and at least \\$20,000 for form 6. Coverage C is 60 percent of Coverage A; it may be lowered to 40 percent for a credit of \\$12 for each full \\$10,000 by which it is lowered."),
    ("H-3", "Premium", "For each peril multiply the base rate by the factors of RP-2 to RP-8 that name the peril; round each product to the cent; add the five perils; apply the credits of RP-9, which are added together and never exceed 30 percent; round to the dollar; add endorsements and the policy fee."),
    ("H-4", "Policy fee", "A fee of \\$40 is charged for each policy and term. It is fully earned and is not subject to credits."),
    ("H-5", "Payment", "In full; or 25 percent down and nine monthly installments, with \\$5 for each; or by the lender. A payment that comes back costs \\$25."),
    ("H-6", "Protection class", "Classes 1 to 6 count as one. A dwelling in class 10 is accepted only with a cistern of 2,500 gallons or a pond within 500 feet."),
    ("H-7", "Roof", "The roof age is the number of full years since the permit for the last complete replacement, or since the house was completed. Without a permit it is the age of the house. A second layer of shingles laid over the first does not count as a replacement."),
    ("H-9", "Claims", "Paid claims of the last three years count, those of water of the last five years. Claims below \\$500, claims from catastrophes that the Exchange has numbered, and claims at a former address do not count."),
    ("H-10", "Tier", "The tier comes from the insurance score at new business and every third renewal. The insured may ask for a new score once a year. Where there is no score, tier G applies."),
    ("H-11", "Wind and hail deductible", "It is a percentage of Coverage A and applies instead of the deductible for other perils. In the territories 21 to 27 it is at least 2 percent, elsewhere at least 1 percent."),
    ("H-12", "Changes in the term", "A change of premium below \\$10 is waived. A policy cancelled by the insured is returned at 90 percent of pro rata, one that the Exchange cancels pro rata."),
    ("H-13", "Limit on renewal change", "The premium of a renewal that takes effect before 15 March 2028 is not more than 125 percent of the expiring one for the same cover. Changes the insured asks for, claims, and roof age are not limited."),
    ("H-15", "Inspection", "The Exchange inspects houses older than 40 years, those with Coverage A above \\$600,000 and those with a wood stove, within 45 days."),
]:
    add(f"#rule([{number}], [{title}], [{body}])\n")

add("#pagebreak()\n= Rate pages\nRP-1 has the base rates: Exhibit 5, columns headed proposed.\n")
amounts = [20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 225, 250, 275, 300, 350, 400, 450, 500, 600, 700, 800, 1000, 1250, 1500]
size = lambda a, p: (a / 250) ** p
sheet("RP-2. Amount of insurance", ["Coverage A", "Fire", "Water", "Wind and hail", "Theft", "Liability"], [[f"\\${a * 1000:,}", f"{size(a, .92):.3f}", f"{size(a, .61):.3f}", f"{size(a, .97):.3f}", f"{size(a, .38):.3f}", f"{size(a, .22):.3f}"] for a in amounts], note="Between two amounts take the factor of the higher one. Amounts below \\$120,000 are for form 6 alone.")
sheet("RP-3. Tier", ["Tier", "Score", "Fire", "Water", "Wind and hail", "Theft", "Liability"], [[t, s, *(f"{1 + k * f:.2f}" for f in (1.0, 0.9, 0.35, 1.2, 0.7))] for t, s, k in [("A", "860 and over", -0.34), ("B", "820 – 859", -0.25), ("C", "780 – 819", -0.16), ("D", "740 – 779", -0.08), ("E", "700 – 739", 0.0), ("F", "660 – 699", 0.11), ("G", "610 – 659", 0.24), ("H", "550 – 609", 0.43), ("I", "below 550", 0.68)]])
materials = [("Asphalt shingle, three tab", 1.08), ("Asphalt shingle, laminated", 1.0), ("Wood shake", 1.31), ("Metal, standing seam", 0.82), ("Clay or concrete tile", 0.88), ("Slate", 0.85), ("Built-up or membrane", 1.12)]
sheet("RP-4. Roof, for wind and hail alone", ["Material", "0 – 4", "5 – 9", "10 – 14", "15 – 19", "20 – 24", "25 and more"], [[m, *(f"{k * a:.2f}" for a in (0.78, 0.9, 1.04, 1.22, 1.41))] + (["no cover"] if m in ("Wood shake", "Asphalt shingle, three tab") else [f"{k * 1.6:.2f}"]) for m, k in materials], head=[["", ("Roof age in years", 6)]])
sheet("RP-5. Year of construction", ["Completed", "Fire", "Water", "Wind and hail", "Theft", "Liability"], [["before 1940", "1.38", "1.42", "1.21", "1.05", "1.08"], ["1940 – 1959", "1.27", "1.36", "1.16", "1.04", "1.05"], ["1960 – 1979", "1.15", "1.24", "1.10", "1.02", "1.03"], ["1980 – 1999", "1.00", "1.00", "1.00", "1.00", "1.00"], ["2000 – 2012", "0.88", "0.81", "0.86", "1.00", "0.98"], ["2013 and later", "0.74", "0.63", "0.69", "0.97", "0.96"]])
sheet("RP-6. Protection and construction, for fire alone", ["Protection class", "Frame", "Brick veneer", "Masonry", "Log"], [["1 – 6", "1.00", "0.94", "0.87", "1.22"], ["7", "1.09", "1.01", "0.93", "1.34"], ["8", "1.18", "1.10", "1.00", "1.46"], ["9", "1.46", "1.33", "1.19", "1.83"], ["10", "1.94", "1.78", "1.57", "no cover"]])
sheet("RP-7. Deductible", ["Deductible", "up to 199", "200 – 349", "350 – 599", "600 and more", "1%", "2%", "5%"], [["\\$500", "1.12", "1.09", "1.07", "–", "", "", ""], ["\\$1,000", "1.00", "1.00", "1.00", "1.00", "", "", ""], ["\\$2,500", "0.84", "0.87", "0.89", "0.92", "", "", ""], ["\\$5,000", "0.70", "0.75", "0.79", "0.84", "", "", ""], ["Wind and hail", "", "", "", "", "1.00", "0.88", "0.71"]], head=[["", ("Other perils than wind and hail: Coverage A in thousands", 4), ("Wind and hail", 3)]], note="The deductible does not apply to liability.")
sheet("RP-8. Claims counted under Rule H-9", ["Claims of the peril", "Fire", "Water", "Wind and hail", "Theft", "Liability"], [["none, 5 years insured here", "0.93", "0.90", "0.96", "0.94", "0.95"], ["none", "1.00", "1.00", "1.00", "1.00", "1.00"], ["one", "1.20", "1.35", "1.12", "1.28", "1.25"], ["two", "1.48", "1.90", "1.30", "1.66", "1.60"], ["three or more", "refer", "not accepted", "1.55", "refer", "not accepted"]])
sheet("RP-9. Credits", ["Code", "Feature", "Credit"], [["C1", "Smoke alarms and extinguishers in each floor", "2%"], ["C2", "Central station fire alarm", "5%"], ["C3", "Central station burglar alarm", "4%"], ["C4", "Sprinklers", "9%"], ["C5", "Automatic water shut-off valve", "6%"], ["C6", "Auto policy with Cawdor Ridge", "14%"], ["C7", "Umbrella policy with Cawdor Ridge", "3%"], ["C9", "Retired: one owner of 60 or more, not working", "4%"], ["C10", "Impact resistant roof, class 4, not in territories 1 to 6", "10%"], ["C11", "New purchase, first year", "5%"]])
sheet("RP-10. Endorsements, dollars a year", ["Code", "Endorsement", "Limit", "Form 3", "Form 5", "Form 6"], [["E-01", "Replacement cost on personal property", "Coverage C", "48", "incl.", "29"], ["E-02", "Extended dwelling cover", "25% of A", "37", "41", "–"], ["E-03", "Water back-up", "\\$10,000", "55", "55", "34"], ["E-04", "Water back-up", "\\$25,000", "98", "98", "61"], ["E-05", "Identity fraud", "\\$15,000", "24", "24", "24"], ["E-06", "Home office equipment", "\\$10,000", "19", "19", "19"], ["E-07", "Scheduled jewelry, each \\$1,000", "as listed", "11", "11", "11"], ["E-08", "Underground service lines", "\\$12,000", "36", "36", "–"], ["E-10", "Golf cart, each", "\\$8,000", "62", "62", "62"], ["E-11", "Home day care, up to 4 children", "as Coverage E", "145", "145", "–"], ["E-12", "Loss assessment", "\\$25,000", "9", "9", "16"], ["E-13", "Liability \\$300,000", "Coverage E", "18", "18", "14"], ["E-14", "Liability \\$500,000", "Coverage E", "29", "29", "23"]])
sheet("RP-11. Solar panels on the roof", ["Area covered", "Fire", "Wind and hail"], [["up to 25%", "1.01", "1.03"], ["26 – 50%", "1.02", "1.07"], ["more than 50%", "1.04", "1.12"]])
add("== RP-12. ZIP codes by territory\n#set text(9.5pt)\n")
zips = {t: [] for t in territories}
for code in range(61002, 61640, 3):
    zips[territories[((code - 61002) // 3 * 7) % len(territories)]].append(code)
for t in territories:
    add(f"*Territory {t}:* " + ", ".join(map(str, sorted(zips[t]))) + "\n\n")
e = base[12]
f = [size(300, p) for p in (.92, .61, .97, .38, .22)]
factors = [[1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.04, 1.0, 1.0], [0.88, 0.81, 0.86, 1.0, 0.98], [0.94, 1.0, 1.0, 1.0, 1.0], [0.87, 0.87, 0.88, 0.87, 1.0], [1.0, 1.35, 1.0, 1.0, 1.0]]
perils = []
for i in range(5):
    x = e[i] * round(f[i], 3)
    for line in factors:
        x *= line[i]
    perils.append(round(x, 2))
total = sum(perils)
add("#pagebreak()\n= Worked example\nForm 3, territory 12, Coverage A \\$300,000, tier E, laminated shingles of 11 years, completed in 2005, brick veneer in protection class 3, deductible \\$2,500 and 2 percent for wind and hail, one water claim four years ago, auto policy with Cawdor Ridge.\n")
sheet("Products by peril", ["Step", "Fire", "Water", "Wind and hail", "Theft", "Liability"], [["Base rate", *map(str, e)], ["Amount", *(f"{x:.3f}" for x in f)]] + [[n, *(f"{x:.2f}" for x in line)] for n, line in zip(["Tier", "Roof", "Year", "Protection", "Deductible", "Claims"], factors)] + [["Premium", *(f"{p:.2f}" for p in perils)]])
add(f"The five perils add up to \\${total:,.2f}; less the credit C6 of 14 percent that is \\${round(total * .86):,}, and with the policy fee \\${round(total * .86) + 40:,}.\n")
source = WORK / "homeowners.typ"
source.write_text("\n".join(out), encoding="utf-8")
typst.compile(str(source), output=str(OUT / "cawdor-ridge-homeowners-filing.pdf"))
