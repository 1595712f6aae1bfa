// Commercial property manual of an invented insurer. jsPDF with jspdf-autotable: rules as text, then numbered tables over many pages.
const path = require("path");
const { jsPDF } = require("jspdf");
const { autoTable } = require("jspdf-autotable");

const OUT = process.argv[3];
const doc = new jsPDF({ unit: "pt", format: "letter", compress: true });
doc.setCreationDate(new Date(Date.UTC(2026, 0, 15)));
doc.setFileId("5A7E0C1D2B3F4A5968778695A4B3C2D1");
const LEFT = 62, RIGHT = 550, BOTTOM = 720;
let y = 90;
let seed = 417;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
const between = (a, b) => a + (b - a) * random();

function page() { doc.addPage(); y = 90; }
function text(what, { size = 10, style = "normal", indent = 0, gap = 5 } = {}) {
  doc.setFont("times", style).setFontSize(size);
  for (const line of doc.splitTextToSize(what, RIGHT - LEFT - indent)) {
    if (y > BOTTOM) page();
    doc.text(line, LEFT + indent, y);
    y += size * 1.22;
  }
  y += gap;
}
const part = (title) => { page(); text(title, { size: 15, style: "bold", gap: 10 }); };
function rule(number, title, ...paragraphs) {
  if (y > BOTTOM - 40) page();
  text(`RULE ${number}. ${title.toUpperCase()}`, { style: "bold", gap: 2 });
  for (const p of paragraphs) text(p, { indent: /^\(?[a-z0-9]+[.)]/.test(p) ? 34 : 18, gap: 3 });
  y += 5;
}
function table(title, head, body, { note, fresh = false, styles = {}, columnStyles = {}, theme = "grid" } = {}) {
  if (fresh || y > BOTTOM - 110) page();
  text(title, { style: "bold", size: 11, gap: 0 });
  autoTable(doc, { head, body, startY: y, theme, margin: { left: LEFT, right: 612 - RIGHT, top: 86, bottom: 72 },
    styles: { font: "helvetica", fontSize: 9, cellPadding: 3.6, halign: "center", lineWidth: theme === "grid" ? 0.4 : 0, lineColor: 90, textColor: 0, ...styles },
    headStyles: { fillColor: [218, 224, 214], textColor: 0, fontStyle: "bold", valign: "bottom" }, alternateRowStyles: theme === "striped" ? { fillColor: [243, 246, 241] } : {}, columnStyles });
  y = doc.lastAutoTable.finalY + 14;
  if (note) text(note, { size: 8.5, style: "italic" });
}
const money = (n) => "$" + String(n).replace(/\B(?=(\d{3})+$)/g, ",");

// Title page.
y = 190;
text("STANNARD COMMERCIAL MUTUAL", { size: 24, style: "bold" });
text("Commercial Property Manual", { size: 18 });
text("State of Verrane", { size: 14 });
text("Effective for new policies on April 1, 2026 and for renewals on June 1, 2026", { size: 11, style: "italic", gap: 40 });
for (const line of ["Part I  General rules: Rules 1 to 25", "Part II  Rating steps and worked example", "Part III  Tables 1 to 16", "Home office: 88 Granary Street, Dunholt, Verrane. Underwriting desk: 555-0134. Filing number SCM-CP-26-03."]) text(line, { size: 11 });

part("PART I - GENERAL RULES");
rule("1", "Application of this manual", "This manual applies to buildings and business personal property of commercial risks in Verrane whose total insured value at one location does not exceed $15,000,000. Larger risks are referred to the home office.");
rule("2", "Ineligible risks", "The following are not written under this program:", "a. buildings vacant or unoccupied for more than 60 consecutive days", "b. buildings under demolition or with unrepaired structural damage", "c. manufacture or storage of fireworks, ammunition or explosives", "d. nightclubs and dance halls open after 2 a.m.", "e. tire recapping, tire storage of more than 500 tires, and scrap yards", "f. buildings with aluminum branch wiring or with fuses in the main panel", "g. grain elevators and feed mills", "h. risks with three or more paid property losses in the last five years, losses by lightning not counted", "i. cooking with solid fuel, unless the hood has a wet chemical system inspected every six months", "j. properties seaward of the State Route 9 line");
rule("3", "Policy term", "Policies are written for twelve months. A policy may be written for a shorter term, but for no less than three months, to make its expiration date common with another policy of the insured; the premium is pro rata.");
rule("4", "Valuation", "Buildings are written at replacement cost when they are insured for at least 80 percent of it. Buildings more than 60 years old are written at actual cash value unless the roof, wiring, plumbing and heating have all been renewed in the last 25 years.");
rule("5", "Construction", "Construction is coded from 1 to 6: 1 frame, 2 joisted masonry, 3 non-combustible, 4 masonry non-combustible, 5 modified fire resistive, 6 fire resistive. A building of mixed construction takes the lowest code that makes up at least one third of the total wall and roof area.");
rule("6", "Protection class", "The public protection class of the fire district is used. A building more than 1,000 feet from a hydrant and not more than five road miles from a fire station is class 9. A building more than five road miles from a fire station is class 10.");
rule("7", "Territory", "The territory is that of the county in Table 16. In a county with two territories the one printed after 'city of' applies inside the city limits.");
rule("8", "Occupancy", "Each building takes the class code of the occupancy in Table 2 that fills the largest area. Where a class with a higher building factor fills at least 25 percent of the area, that class applies to the whole building.");
rule("10", "Amount of insurance", "The rate is multiplied by the factor of Table 4 for the limit of the building, or of the contents. Limits between two entries take the factor of the next lower entry; there is no interpolation.");
rule("11", "Coinsurance", "The base rates contemplate 80 percent coinsurance. Other percentages take the factor of Table 6. Agreed value is available at 90 or 100 percent with a signed statement of values; the statement is renewed each year and the agreed value factor is added to the coinsurance factor.");
rule("12", "Deductibles", "The basic deductible is $1,000 for each occurrence. Table 5 has the factors for other deductibles. The deductible applies once to a loss that involves building and contents.");
rule("13", "Wind and hail", "In wind zones B and C a separate percentage deductible for wind and hail is mandatory: 1 percent in zone B and 2 percent in zone C, of the limit of the building or contents that is damaged. Higher percentages are optional and earn the credits of Table 9. Zone A has no separate deductible unless the insured asks for one.");
rule("14", "Sprinklers", "A building has the sprinkler credit of Table 7 if a wet or dry system covers at least 80 percent of the area, is tested every year, and has a central station alarm. Without the alarm one half of the credit is given.");
rule("15", "Building age and updates", "Table 8 applies by the age of the building in full years. When wiring, plumbing, heating and roof have all been renewed in the last fifteen years, the age is counted from the year in which the last of them was completed, but the building is not taken to be younger than ten years.");
rule("16", "Business income", "Business income is written with a limit for the loss of up to twelve months. The waiting period is 72 hours unless another is chosen in Table 11. Extra expense is included to 20 percent of the limit.");
rule("17", "Optional coverages", "The optional coverages of Table 12 are flat annual charges and are not subject to the deductible, experience or schedule factors.");
rule("18", "Schedule rating", "A risk with an annual premium of at least $2,500 may be debited or credited for the features of Table 13. All debits and credits are added; the sum may not be more than 25 percent either way. The file keeps the reasons in writing.");
rule("19", "Loss experience", "Paid losses of the three years that end 90 days before the term begins are divided by the premiums of the same years. The factor of Table 14 applies. Risks insured for less than three years take 1.00.");
rule("20", "Minimum premium", "The minimum annual premium is $375 for a policy on contents alone and $650 for any other policy. The minimum does not include optional coverages. In Territory 31 both amounts are $100 higher.");
rule("21", "Installments", "Premiums of $1,200 and more may be paid in four installments: 40 percent at inception, and 20 percent after 90, 150 and 210 days. The fee is $6 for each installment after the first; with electronic transfer there is no fee.");
rule("22", "Cancellation", "If the company cancels, the return premium is pro rata. If the insured cancels, Table 15 gives the percentage of the annual premium that is kept. No return of less than $15 is made unless it is asked for.");
rule("24", "Inspection", "Buildings with a limit of $750,000 or more are inspected within 60 days of inception and every three years. Restaurants and woodworking are inspected each year whatever their limit.");
rule("25", "Terrorism", "Certified acts of terrorism are covered for 3 percent of the property premium unless the insured refuses in writing.");

part("PART II - RATING STEPS AND WORKED EXAMPLE");
text("The premium of each building, and of the contents of each building, is worked out apart. Work in this order:");
["1. Take the base rate per $100 from Table 1 by territory and construction.", "2. Multiply by the building or contents factor of the class code in Table 2.", "3. Multiply by the protection factor in Table 3.", "4. Multiply by the factor for the amount of insurance in Table 4.", "5. Multiply by the deductible factor in Table 5.", "6. Multiply by the coinsurance factor in Table 6.", "7. Multiply by one minus the sprinkler credit in Table 7.", "8. Buildings alone: multiply by the age factor in Table 8.", "9. Multiply by one minus the wind and hail credit in Table 9, if any.", "10. Multiply by the experience factor, then by the schedule factor.", "11. Multiply the rate by the limit divided by 100 and round to the whole dollar, 50 cents upward.", "12. Add business income, optional coverages and terrorism."].forEach((t) => text(t, { indent: 20, gap: 2 }));
y += 8;

// Table 1, base rates.
const missing = new Set([7, 19, 28, 44]);
const baseRows = [];
for (let t = 1; t <= 58; t++) {
  if (missing.has(t)) continue;
  const level = t === 31 ? 1.9 : between(0.7, 1.45), content = between(0.85, 1.15);
  const building = [0.412, 0.338, 0.241, 0.219, 0.164, 0.131].map((r) => (r * level).toFixed(3));
  const contents = [0.468, 0.402, 0.297, 0.205].map((r) => (r * level * content).toFixed(3));
  baseRows.push([String(t).padStart(2, "0"), ...building, ...contents]);
}
const base = Object.fromEntries(baseRows.map((r) => [r[0], r]));
// Worked example: territory 05, joisted masonry, code 5441, class 4, 350,000, 2,500 deductible.
const example = [Number(base["05"][2]), 1.18, 1.06, 0.92, 0.93, 1.0, 1.08];
const exampleRate = example.reduce((a, b) => a * b, 1);
text("Worked example", { style: "bold", size: 11, gap: 3 });
text(`A hardware store (class code 5441) in Territory 05 is in a building of joisted masonry, protection class 4, 31 years old, not sprinklered, insured for $350,000 with a deductible of $2,500 and 80 percent coinsurance. Base rate ${base["05"][2]}; class 1.18; protection 1.06; amount 0.92; deductible 0.93; coinsurance 1.00; age 1.08. The rate is ${exampleRate.toFixed(4)} per $100 and the building premium is ${money(Math.round(exampleRate * 3500))}.`);

part("PART III - TABLES");
table("TABLE 1 - BASE RATES PER $100 OF INSURANCE, ANNUAL", [[{ content: "Terr.", rowSpan: 3 }, { content: "Building", colSpan: 6 }, { content: "Contents", colSpan: 4 }], [{ content: "Construction code", colSpan: 6 }, { content: "Construction code", colSpan: 4 }], ["1\nFrame", "2\nJoisted\nmasonry", "3\nNon-\ncomb.", "4\nMas.\nnon-c.", "5\nMod.\nfire r.", "6\nFire\nres.", "1", "2", "3 and 4", "5 and 6"]], baseRows, { note: "Territories 07, 19, 28 and 44 are not in use." });

const classes = [
  ["0311 0312 0313 0316 0318", ["Apartments, up to 4 units", "Apartments, 5 to 10 units", "Apartments, 11 to 30 units", "Apartments, over 30 units", "Condominium association"], 0.82, 0.7], 
  ["0520 0522 0524 0531", ["Art gallery", "Antique shop", "Auction room", "Bookstore, new books"], 1.02, 1.3],
  ["0610 0612 0615 0617 0619 0624", ["Auto parts store", "Auto repair, no spray painting", "Auto body shop with spray painting", "Car wash, automatic", "Car wash, self-service", "Tire store, up to 500 tires"], 1.25, 1.2],
  ["0710 0712 0714 0716", ["Bakery, retail, no frying", "Bakery with frying", "Bakery, wholesale", "Candy or chocolate store"], 1.1, 1.05],
  ["0832 0834 0836", ["Bank or credit union", "Brokerage office", "Check cashing office"], 0.72, 0.6],
  ["0911 0913 0915 0917", ["Barber shop", "Beauty salon", "Nail salon", "Tanning studio"], 0.92, 0.9],
  ["1051 1053 1055 1057 1059 1061 1063", ["Bed and breakfast, up to 5 rooms", "Bed and breakfast, over 5 rooms", "Motel, up to 2 floors", "Hotel with restaurant", "Hotel without restaurant", "Hostel", "Campground buildings"], 1.22, 1.05],
  ["1210 1212 1216 1218", ["Bicycle shop", "Boat dealer, no repair", "Motorcycle dealer", "Sporting goods store"], 1.0, 1.25],
  ["1430 1432 1434 1436 1438", ["Church or other house of worship", "Parish hall", "Meeting hall, no alcohol", "Meeting hall with bar", "Museum"], 1.08, 0.8],
  ["1620 1622 1624 1626 1628", ["Clinic, medical", "Dental office", "Veterinary office, no boarding", "Kennel or boarding", "Optician"], 0.84, 1.1],
  ["1810 1812 1814", ["Clothing store", "Shoe store", "Tailor or alterations"], 0.95, 1.12],
  ["2010 2012 2014 2016 2018", ["Contractor's shop, carpentry", "Contractor's shop, electrical", "Contractor's shop, painting", "Contractor's shop, plumbing", "Contractor's yard, open"], 1.2, 1.28],
  ["2250 2252 2254", ["Convenience store, no fuel", "Convenience store with fuel", "Service station with bays"], 1.18, 1.15],
  ["2440 2442 2446", ["Day care, up to 12 children", "Day care, over 12 children", "Private school"], 0.96, 0.75],
  ["2610 2612 2614", ["Dry cleaner, drop-off only", "Dry cleaner with plant", "Laundry, self-service"], 1.3, 1.2],
  ["2830 2832", ["Drugstore", "Drugstore with lunch counter"], 0.98, 1.08],
  ["3010 3012 3014", ["Electronics store", "Appliance store", "Computer repair"], 0.99, 1.4],
  ["3210 3212 3214 3216", ["Florist", "Garden center", "Greenhouse, glass", "Greenhouse, plastic"], 1.04, 1.1],
  ["3420 3422 3424", ["Funeral home", "Crematory", "Monument dealer"], 0.93, 0.8],
  ["3630 3632 3634 3636", ["Furniture store", "Furniture refinishing", "Upholstery shop", "Mattress store"], 1.28, 1.35],
  ["3850 3852 3854 3856 3858", ["Grocery, up to 5,000 sq ft", "Grocery, over 5,000 sq ft", "Butcher", "Fish market", "Delicatessen"], 1.06, 1.18],
  ["4020 4022 4024", ["Gymnasium", "Dance or martial arts studio", "Bowling center"], 1.12, 0.85],
  ["5441 5443 5445", ["Hardware store", "Lumber yard", "Paint and wallpaper store"], 1.18, 1.14],
  ["5610 5612", ["Jewelry store", "Watch repair"], 0.9, 1.75],
  ["5820 5822 5824", ["Library", "Offices, single occupancy", "Offices, multiple occupancy"], 0.75, 0.68],
  ["6010 6012 6014 6016 6018", ["Machine shop, metal", "Sheet metal work", "Plastics molding", "Woodworking, up to 5,000 sq ft", "Woodworking, over 5,000 sq ft"], 1.45, 1.5],
  ["6230 6232", ["Music store", "Recording studio"], 0.97, 1.32],
  ["6440 6442 6444", ["Pet store", "Pet grooming", "Aquarium shop"], 1.01, 1.06],
  ["6650 6652 6654", ["Photographer", "Print shop, digital", "Print shop, offset"], 1.09, 1.24],
  ["7010 7012 7014 7016 7018 7020 7022", ["Restaurant, no cooking", "Restaurant, limited cooking", "Restaurant, full cooking", "Restaurant, fast food with fryers", "Coffee shop", "Tavern, food under 25 percent of receipts", "Caterer"], 1.4, 1.3],
  ["7230 7232 7234", ["Self-storage, outside access", "Self-storage, inside access", "Warehouse, private"], 0.88, 0.95],
  ["7450 7452 7454", ["Toy store", "Variety store", "Thrift store"], 1.07, 1.16],
  ["7660 7662 7664", ["Wholesale, food", "Wholesale, paper goods", "Wholesale, hardware"], 1.15, 1.22],
];
const classRows = [];
for (const [codes, names, b, c] of classes) codes.split(" ").forEach((code, i) => {
  const hardware = code === "5441";
  const f = hardware ? 1 : between(0.88, 1.16), g = hardware ? 1 : between(0.9, 1.14);
  classRows.push([code, names[i], (b * f).toFixed(2), (c * g).toFixed(2), ["I", "II", "III", "IV"][Math.min(3, Math.floor(b * f * 3) - 1 < 0 ? 0 : Math.floor((b * f - 0.6) / 0.28))], random() < 0.13 ? "R" : ""]);
});
table("TABLE 2 - CLASS CODES AND OCCUPANCY FACTORS", [["Code", "Occupancy", "Building\nfactor", "Contents\nfactor", "Business\nincome group", "Note"]], classRows, { fresh: true, theme: "striped", columnStyles: { 1: { halign: "left" } }, note: "R: refer to the home office before binding." });

const protections = ["1", "2", "3", "4", "5", "6", "7", "8", "8B", "9", "10"];
table("TABLE 3 - PROTECTION FACTORS", [["Protection\nclass", "Construction\n1", "Construction\n2", "Construction\n3 and 4", "Construction\n5 and 6"]], protections.map((p, i) => [p, 0.9 + i * 0.07 + (i > 8 ? 0.28 : 0), 0.91 + i * 0.05 + (i > 8 ? 0.2 : 0), 0.94 + i * 0.03 + (i > 8 ? 0.12 : 0), 0.97 + i * 0.01 + (i > 8 ? 0.05 : 0)].map((v) => typeof v === "number" ? v.toFixed(2) : v)));
const limits = [25, 50, 75, 100, 150, 200, 250, 300, 350, 400, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10000, 15000];
const buildingAmount = [1.34, 1.26, 1.19, 1.13, 1.07, 1.03, 1.0, 0.96, 0.92, 0.9, 0.87, 0.82, 0.78, 0.74, 0.71, 0.67, 0.62, 0.59, 0.57, 0.55];
table("TABLE 4 - AMOUNT OF INSURANCE FACTORS", [["Limit of insurance", "Building", "Contents", "Contents,\nGroup IV classes"]], limits.map((l, i) => [money(l * 1000), buildingAmount[i].toFixed(2), (buildingAmount[i] * 1.04 - 0.06).toFixed(2), l > 2000 ? "refer" : (buildingAmount[i] * 1.1 - 0.08).toFixed(2)]));
const bands = ["up to\n$250,000", "$250,001 to\n$500,000", "$500,001 to\n$1,000,000", "$1,000,001 to\n$5,000,000", "over\n$5,000,000"];
table("TABLE 5 - DEDUCTIBLE FACTORS", [[{ content: "Deductible", rowSpan: 2 }, { content: "Total insured value at the location", colSpan: 5 }], bands], [["$250", 1.14, 1.1, 1.07, "n/a", "n/a"], ["$500", 1.07, 1.05, 1.04, 1.03, "n/a"], ["$1,000", 1.0, 1.0, 1.0, 1.0, 1.0], ["$2,500", 0.9, 0.93, 0.94, 0.96, 0.97], ["$5,000", 0.81, 0.85, 0.88, 0.91, 0.94], ["$10,000", 0.71, 0.76, 0.8, 0.85, 0.9], ["$25,000", "n/a", 0.66, 0.71, 0.77, 0.84], ["$50,000", "n/a", "n/a", 0.62, 0.69, 0.77], ["$100,000", "n/a", "n/a", "n/a", 0.6, 0.69]].map((r) => r.map((v) => typeof v === "number" ? v.toFixed(2) : v)), { note: "n/a: not available." });
table("TABLE 6 - COINSURANCE FACTORS", [["Percentage", "Building", "Contents", "Agreed value, added"]], [["50", "1.22", "1.26", "n/a"], ["70", "1.07", "1.09", "n/a"], ["80", "1.00", "1.00", "n/a"], ["90", "0.95", "0.95", "0.04"], ["100", "0.91", "0.92", "0.03"]]);
table("TABLE 7 - SPRINKLER CREDITS", [["Construction", "Building", "Contents", "Business income"]], [["1 and 2", "38%", "32%", "30%"], ["3 and 4", "31%", "30%", "26%"], ["5 and 6", "22%", "27%", "20%"]]);
table("TABLE 8 - AGE OF BUILDING", [["Age in years", "Construction 1", "Construction 2 to 4", "Construction 5 and 6"]], [["0 to 5", "0.84", "0.87", "0.92"], ["6 to 10", "0.90", "0.92", "0.95"], ["11 to 20", "1.00", "1.00", "1.00"], ["21 to 30", "1.07", "1.05", "1.02"], ["31 to 40", "1.13", "1.08", "1.04"], ["41 to 60", "1.21", "1.14", "1.07"], ["61 and over", "1.35", "1.24", "1.12"]]);
table("TABLE 9 - WIND AND HAIL DEDUCTIBLE CREDITS", [["Deductible", "Zone A", "Zone B", "Zone C"]], [["1%", "3%", "included", "n/a"], ["2%", "5%", "6%", "included"], ["5%", "8%", "13%", "17%"], ["10%", "n/a", "18%", "26%"], ["Exclusion of wind and hail", "12%", "27%", "41%"]]);
table("TABLE 10 - BUSINESS INCOME, ANNUAL RATE PER $100 OF LIMIT", [["Group", "Construction 1", "Construction 2", "Construction 3 and 4", "Construction 5 and 6"]], [["I", "0.212", "0.184", "0.151", "0.118"], ["II", "0.268", "0.231", "0.190", "0.149"], ["III", "0.341", "0.297", "0.243", "0.188"], ["IV", "0.457", "0.396", "0.322", "0.251"]]);
table("TABLE 11 - WAITING PERIOD AND MONTHLY LIMIT", [["Option", "Factor"]], [["24 hours", "1.18"], ["72 hours", "1.00"], ["7 days", "0.91"], ["Monthly limit 1/3", "0.93"], ["Monthly limit 1/4", "0.86"], ["Monthly limit 1/6", "0.79"]]);
table("TABLE 12 - OPTIONAL COVERAGES, FLAT ANNUAL CHARGES", [["Code", "Coverage", "Limit", "Charge"]], [["OC-1", "Accounts receivable", "$25,000", "$38"], ["OC-2", "Valuable papers and records", "$25,000", "$31"], ["OC-3", "Equipment breakdown, offices and retail", "policy limit", "$145"], ["OC-4", "Equipment breakdown, restaurants", "policy limit", "$290"], ["OC-5", "Food spoilage", "$10,000", "$64"], ["OC-6", "Food spoilage", "$25,000", "$128"], ["OC-7", "Sewer and drain back-up", "$10,000", "$52"], ["OC-8", "Sewer and drain back-up", "$25,000", "$97"], ["OC-9", "Sewer and drain back-up", "$50,000", "$168"], ["OC-11", "Outdoor signs, each sign", "$5,000", "$45"], ["OC-12", "Employee dishonesty, up to 10 employees", "$25,000", "$110"], ["OC-13", "Employee dishonesty, 11 to 25 employees", "$25,000", "$174"], ["OC-14", "Money and securities", "$10,000", "$83"], ["OC-15", "Ordinance or law, building of 40 years or less", "25% of limit", "$72"], ["OC-16", "Ordinance or law, older building", "25% of limit", "$156"], ["OC-17", "Utility services, off premises", "$25,000", "$59"], ["OC-18", "Property in transit", "$15,000", "$66"]], { columnStyles: { 1: { halign: "left" } } });
table("TABLE 13 - SCHEDULE RATING", [["Feature", "Credit, up to", "Debit, up to"]], [["Management and housekeeping", "8%", "8%"], ["Location and neighbors", "5%", "7%"], ["Building features not otherwise rated", "6%", "10%"], ["Protection beyond what is required", "7%", "none"], ["Employees: selection and training", "4%", "4%"], ["Security and alarms", "6%", "5%"]], { columnStyles: { 0: { halign: "left" } } });
table("TABLE 14 - LOSS EXPERIENCE", [["Loss ratio, over", "up to", "Factor"]], [["0%", "0%", "0.90"], ["0%", "15%", "0.95"], ["15%", "45%", "1.00"], ["45%", "70%", "1.09"], ["70%", "100%", "1.20"], ["100%", "150%", "1.34"], ["150%", "-", "refer"]], { note: "The first row is for risks without any paid loss." });
table("TABLE 15 - PREMIUM KEPT ON CANCELLATION BY THE INSURED", [["Days in force", "Percent kept", "Days in force", "Percent kept", "Days in force", "Percent kept"]], [["1 to 15", "12", "106 to 135", "45", "226 to 255", "78"], ["16 to 30", "19", "136 to 165", "54", "256 to 285", "85"], ["31 to 60", "27", "166 to 195", "62", "286 to 315", "91"], ["61 to 105", "37", "196 to 225", "70", "316 and over", "100"]]);

const counties = "Abbott Alder Amity Ansel Arden Ashby Barrow Beckett Belmar Bonner Brandt Calloway Carver Chalmers Clay Colby Conrad Corbin Dalton Dorset Drummond Eastman Elgin Emery Fallon Farrow Finley Galway Garrick Gentry Grover Hadley Halsey Harlan Hobart Ingram Jarvis Kearny Kendrick Lamar Landon Latham Lowell Maddox Marlow Mercer Milner Norwood Oakes Orland Paxton Pell Quincy Radnor Ransom Redfern Royce Sedley Selden Shelby Stark Talbot Thorne Tilden Upton Vance Vernon Wadley Walden Weller Whitby Wilder Yardley Yates".split(" ");
const used = baseRows.map((r) => Number(r[0]));
const countyRows = counties.map((name, i) => [name, String(name === "Harlan" ? 31 : used[(i * 5 + 3) % used.length] === 31 ? 33 : used[(i * 5 + 3) % used.length]).padStart(2, "0"), ["A", "A", "B", "A", "C", "B"][(i * 7) % 6]]);
for (const [at, name, t, z] of [[counties.indexOf("Dalton"), "Dalton, city of Dunholt", "05", "A"], [counties.indexOf("Mercer"), "Mercer, city of Port Linden", "52", "C"], [counties.indexOf("Talbot"), "Talbot, city of Rushmere", "46", "B"]]) countyRows.splice(countyRows.findIndex((r) => r[0] === counties[at]) + 1, 0, [name, t, z]);
const half = Math.ceil(countyRows.length / 2);
table("TABLE 16 - COUNTIES, TERRITORIES AND WIND ZONES", [["County", "Territory", "Wind zone", "County", "Territory", "Wind zone"]], Array.from({ length: half }, (_, i) => [...countyRows[i], ...(countyRows[i + half] || ["", "", ""])]), { fresh: true, columnStyles: { 0: { halign: "left" }, 3: { halign: "left" } } });

const count = doc.getNumberOfPages();
for (let p = 2; p <= count; p++) {
  doc.setPage(p);
  doc.setFont("times", "normal").setFontSize(9);
  doc.text("Stannard Commercial Mutual", LEFT, 50);
  doc.text("Verrane Commercial Property Manual", RIGHT, 50, { align: "right" });
  doc.line(LEFT, 55, RIGHT, 55);
  doc.text(`CP-${p - 1}`, 306, 760, { align: "center" });
  doc.text("Edition 4-26", LEFT, 760);
}
require("fs").writeFileSync(path.join(OUT, "stannard-commercial-property.pdf"), Buffer.from(doc.output("arraybuffer")));
