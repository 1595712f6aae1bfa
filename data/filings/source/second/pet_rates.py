"""Rate pages of two invented sister companies that insure pets. Typst, landscape, exhibit in the header."""

import random

import tools

BREEDS = """Affenpinscher|S|2;Airedale Terrier|M|3;Akita|L|5;Alaskan Malamute|L|5;Australian Shepherd|M|3;Basset Hound|M|4;Beagle|M|3;Bernese Mountain Dog|G|8;Bichon Frise|S|2;Border Collie|M|2;Border Terrier|S|2;Boston Terrier|S|4;Boxer|L|6;
Bulldog, English|M|9;Bulldog, French|S|9;Cairn Terrier|S|2;Cane Corso|G|7;Cavalier King Charles Spaniel|S|7;Chihuahua|S|2;Chow Chow|L|5;Cocker Spaniel|M|4;Corgi, Cardigan|M|3;Corgi, Pembroke|M|3;Dachshund, Miniature|S|5;Dachshund, Standard|M|5;
Dalmatian|L|4;Doberman Pinscher|L|6;German Shepherd Dog|L|6;Golden Retriever|L|6;Great Dane|G|9;Greyhound|L|3;Havanese|S|2;Irish Setter|L|4;Irish Wolfhound|G|9;Jack Russell Terrier|S|2;Labrador Retriever|L|5;Leonberger|G|8;Lhasa Apso|S|3;
Maltese|S|2;Mastiff|G|9;Miniature Schnauzer|S|3;Newfoundland|G|8;Papillon|S|1;Pointer|L|3;Poodle, Miniature|S|2;Poodle, Standard|L|3;Poodle, Toy|S|2;Pug|S|7;Rhodesian Ridgeback|L|4;Rottweiler|G|7;Saint Bernard|G|9;Samoyed|L|4;Shar-Pei|M|8;
Shiba Inu|M|2;Shih Tzu|S|3;Siberian Husky|L|3;Vizsla|L|3;Weimaraner|L|4;West Highland White Terrier|S|4;Whippet|M|2;Yorkshire Terrier|S|3;Mixed breed, up to 20 lb|S|2;Mixed breed, 21 - 50 lb|M|2;Mixed breed, 51 - 90 lb|L|3;Mixed breed, over 90 lb|G|5"""
RULES = [
    ("Rule 100", "Eligible pets", "Dogs and cats aged eight weeks to under {age} years at inception. Horses, ferrets and service dogs of public bodies are not eligible."),
    ("Rule 110", "Order of calculation", "Annual premium = base rate (Exhibit A) x breed factor (Exhibit B) x age factor (Exhibit C) x territory factor (Exhibit D) x deductible and coinsurance factor (Exhibit E) x limit factor (Exhibit F). Discounts of Exhibit G are added up, no more than {cap} percent in all, and taken off. The result is rounded to the nearest cent."),
    ("Rule 120", "Waiting periods", "Accidents: {wait} days. Illness: 14 days. Cruciate ligaments: six months, unless a veterinarian certifies sound knees within 30 days of inception."),
    ("Rule 130", "Dental", "Extraction is covered; cleaning only under the Wellness rider."),
    ("Rule 150", "Wellness rider", "A flat annual premium by level: Bronze ${bronze}, Silver ${silver}, Gold ${gold}. The rider may not be added in the middle of a term."),
    ("Rule 160", "Cancellation", "Pro rata, less claims paid in the first 60 days. A fee of ${fee} is kept."),
    ("Rule 170", "Second pet", "Each pet is rated on its own. The Multi-Pet discount applies to every pet."),
    ("Rule 190", "Renewal", "The breed factor is frozen at the first policy term. An increase of more than 20 percent at renewal is explained in writing."),
]
STATES = "Arden,Belmar,Corvale,Dunmore,Eastmarch,Fairholt,Glenrock,Harwick,Ironside,Juniper,Kestrel,Lowmoor".split(",")


def near(rng, x, digits=3):
    return f"{x * (1 + rng.uniform(-.035, .035)):.{digits}f}"


def grid(columns, header, rows, spans=""):
    cell = lambda c: f"[{c}]".replace("$", r"\$").replace("#", r"\#")
    return (f"#table(columns: {columns}, align: (x, y) => if x == 0 {{left}} else {{center}}, stroke: none, inset: (x: 6pt, y: 2.6pt), table.header({spans}"
            + ", ".join(f"[*{h}*]".replace("$", r"\$") for h in header) + ", table.hline()), " + ", ".join(cell(c) for r in rows for c in r) + ")\n")


def source(company, seed, t):
    rng = random.Random(seed)
    out = [f"""#set page(paper: "us-letter", flipped: true, margin: (x: 1.6cm, top: 2.3cm, bottom: 1.6cm))
#set text(font: "Liberation Sans", size: 9pt)
"""]

    def page(title, body):
        out.append(f'#page(header: [#text(9pt)[*{company}* #h(1fr) Pet Health Program #h(1fr) *{title}*] #line(length: 100%)], footer: context [#text(8pt)[Filing PH-{seed}-26 #h(1fr) Page #counter(page).display("1 of 1", both: true)]])[\n{body}\n]\n')

    rules = "#columns(2)[\n" + "".join(f"*{n}. {title}* \\ {text.format(**t)}\n\n".replace("$", r"\$") for n, title, text in RULES) + "]"
    page("Rules", rules)
    page("Exhibit A: Base Rates", grid("(5cm, 4cm, 4cm)", ["Program", "Dogs", "Cats"], [[p, f"${d * t['level']:.2f}", f"${c * t['level']:.2f}"] for p, d, c in (("Accident only", 142, 88), ("Accident and illness", 486, 271), ("Accident, illness and hereditary", 574, 318))]))
    dogs = [b.strip().split("|") for b in BREEDS.replace("\n", "").split(";")]
    rows = [[name, size, near(rng, .62 + .115 * int(g)), near(rng, .7 + .14 * int(g)), near(rng, .66 + .17 * int(g))] for name, size, g in dogs]
    page("Exhibit B: Breed Factors", grid("(7cm, 2cm, 3cm, 3.5cm, 4cm)", ["Breed", "Size", "Accident only", "and illness", "and hereditary"], rows, '[], [], table.cell(colspan: 3)[*Factor by program: accident*], '))
    ages = [("0", "0"), ("1", "1"), ("2", "3"), ("4", "5"), ("6", "7"), ("8", "9"), ("10", "11"), ("12", "13"), ("14", "and over")]
    rows = [[a, b] + [near(rng, (.86 + .05 * i ** 1.55) * k, 2) for k in (1, 1.05, 1.12, 1.3, .92)] for i, (a, b) in enumerate(ages)]
    page("Exhibit C: Age Factors", grid("(2.5cm, 2.5cm, 2.5cm, 2.5cm, 2.5cm, 2.5cm, 2.5cm)", ["Minimum", "Maximum", "S", "M", "L", "G", "Cats"], rows, '[*Age*], [], table.cell(colspan: 4)[*Dogs by size*], [], '))
    rows = [[s] + [near(rng, .8 + .06 * ((i * 5) % 12)) for _ in range(4)] for i, s in enumerate(STATES)]
    page("Exhibit D: Territory Factors", grid("(5cm, 3cm, 3cm, 3cm, 3cm)", ["County", "Urban", "Suburban", "Town", "Rural"], rows))
    rows = [[f"${d}"] + [near(rng, (1.18 - i * .095) * k, 3) for k in (1, .9, .8)] for i, d in enumerate((100, 250, 500, 750, 1000))]
    page("Exhibit E: Deductible and Coinsurance", grid("(4cm, 3cm, 3cm, 3cm)", ["Annual deductible", "10%", "20%", "30%"], rows, '[], table.cell(colspan: 3)[*Coinsurance*], ')
         + "\n#v(10pt)\n*Exhibit F: Annual Limit*\n" + grid("(4cm, 3cm)", ["Limit", "Factor"], [["$5,000", near(rng, .84, 3)], ["$10,000", "1.000"], ["$20,000", near(rng, 1.13, 3)], ["Unlimited", near(rng, 1.34, 3)]]))
    page("Exhibit G: Discounts", grid("(8cm, 3cm, 8cm)", ["Discount", "Percent", "Condition"], [["Multi-Pet", f"{t['multi']}%", "two or more pets"], ["Neutered", "5%", "at inception, or within 12 months of age"], ["Microchip", "3%", "registered"],
         ["Shelter adoption", f"{t['shelter']}%", "first term only"], ["Employer group", "8%", "ten or more employees"], ["Annual payment", "4%", ""], ["Veterinary staff", f"{t['staff']}%", "not together with Employer group"]]))
    return "".join(out)


tools.typst("tamarack-pet-indemnity", source("Tamarack Indemnity Company", 4417, dict(age=14, cap=25, wait=5, bronze=96, silver=168, gold=288, fee=15, level=1.0, multi=10, shelter=6, staff=15)))
tools.typst("tamarack-pet-assurance", source("Tamarack Assurance Corporation", 4418, dict(age=12, cap=20, wait=3, bronze=108, silver=186, gold=306, fee=20, level=1.09, multi=8, shelter=5, staff=10)))
