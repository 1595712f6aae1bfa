// Two editions of the homeowners manual of an invented insurer: rules, then exhibits. pdfmake.
const path = require("path");
const pdfmake = require("pdfmake");
pdfmake.addFonts(require("pdfmake/fonts/Roboto.js"));
const OUT = path.resolve(process.argv[3]);

function seeded(a) {
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const money = (x) => "$" + Math.round(x).toString().replace(/\B(?=(\d{3})+$)/g, ",");
const COUNTIES = "Ashmoor,Bellhaven,Castor,Delacourt,Elmira Sound,Fenwick,Garrison,Hallow,Isley,Jarrow,Kinnear,Lattimer".split(",");

const EDITIONS = [
  { file: "penhallow-homeowners-2025.pdf", date: "March 1, 2025", code: "PM-HO 03 25", seed: 71, level: 1, minimum: 150, fee: 5, returned: 25, late: 10, roof: 20, cap: 35, sensor: false, builder: true,
    age: 12, wood: 55, tramp: 60, pool: 45, lapse: 15, renewal: 5, loyal: [3, 5, 8] },
  { file: "penhallow-homeowners-2026.pdf", date: "September 1, 2026", code: "PM-HO 09 26", seed: 72, level: 1.074, minimum: 175, fee: 6, returned: 30, late: 12, roof: 15, cap: 30, sensor: true, builder: false,
    age: 10, wood: 70, tramp: 75, pool: 50, lapse: 18, renewal: 4, loyal: [2, 5, 9] },
];

function rules(e) {
  const list = [];
  const rule = (no, title, ...parts) => list.push({ columns: [{ width: 52, text: no, bold: true, color: "#7a1f2b" }, { width: "*", stack: [{ text: title, bold: true, margin: [0, 0, 0, 2] }, ...parts] }], margin: [0, 0, 0, 9], columnGap: 6 });
  const head = (t) => list.push({ text: t, style: "part", margin: [0, 6, 0, 8] });
  const letters = (items) => ({ type: "upper-alpha", ol: items, margin: [0, 2, 0, 0] });
  head("PART ONE   General Rules");
  rule("G-1", "Policy forms", { table: { widths: [40, "*", "*"], body: [["Form", "For", "Perils"], ["H2", "owner-occupied house of one or two families", "named perils, broad"], ["H3", "owner-occupied house of one or two families", "all risks on the building, named perils on contents"], ["H5", "owner-occupied house of one family", "all risks on building and contents"], ["H4", "tenant of a house or an apartment", "named perils on contents"], ["H6", "owner of a condominium unit", "named perils on contents and improvements"]] }, layout: "lightHorizontalLines" });
  rule("G-2", "Who may be insured", "The dwelling must be lived in by the named insured for at least nine months of the year. No more than two roomers or boarders per family are allowed. A dwelling under construction may be insured if the named insured is to be its first occupant.");
  rule("G-3", "Risks that may not be written", "The following may not be bound or submitted:", letters(["dwellings vacant for more than 30 days", "dwellings with a roof older than " + e.roof + " years, unless of slate or tile", "dwellings with fuses or with knob and tube wiring", "dwellings on open pilings or stilts", "mobile and manufactured homes", "applicants with more than two claims in three years, weather claims not counted", "applicants convicted of arson or insurance fraud", "dwellings with a business that has customers on the premises", "dogs that have bitten, and wild or exotic animals", "dwellings more than ten road miles from the fire station that answers", "farms of more than 25 acres"]));
  rule("G-4", "Policy term", "The term is twelve months. A shorter first term is allowed to reach a common date with a motor policy and is rated pro rata.");
  rule("G-5", "Least annual premium", `No policy is issued for less than ${money(e.minimum)} a year, endorsements included. The amount is fully earned after 60 days.`);
  rule("G-6", "Rounding", "Factors are not rounded. The premium is rounded to the nearest whole dollar after the last step of Rule P-2, and each endorsement premium on its own; 50 cents are rounded up.");
  rule("G-7", "Protection class", "The class of the fire district as published applies if a hydrant is within 1,000 feet of the dwelling and the station that answers is within five road miles. Within five road miles of the station, but without such a hydrant, Class 9 applies. Beyond five road miles Class 10 applies.");
  rule("G-8", "Construction", letters(["Frame: outer walls of wood, also with stucco or metal siding.", "Masonry veneer: frame with an outer face of brick or stone.", "Masonry: outer walls of brick, stone or block, floors and roof of wood.", "Superior: non-combustible or fire resistive, floors and roof included."]), "A dwelling of mixed construction is rated as frame when more than one third of the outer wall area is frame.");
  rule("G-9", "Paying by installments", { table: { widths: ["*", 60, 80, 90], body: [["Plan", "Payments", "Down payment", "Fee per payment"], ["Full pay", "1", "100 %", "none"], ["Two pay", "2", "55 %", money(e.fee)], ["Quarterly", "4", "30 %", money(e.fee)], ["Monthly by bank draft", "12", "two payments", money(2)], ["Monthly by bill", "10", "20 %", money(e.fee + 1)]] }, layout: "lightHorizontalLines" }, `No fee is charged for the down payment. A payment returned by the bank costs ${money(e.returned)}, a payment more than ten days late ${money(e.late)}. Mortgagee bills are always full pay.`);
  rule("G-10", "Cancellation", `When the company cancels, premium is returned pro rata. When the insured cancels, 90 percent of the pro rata premium is returned; the whole of it when the dwelling has been sold or the policy is replaced by another of ours. Notice by the company: 10 days for non-payment, 30 days otherwise.`);
  rule("G-12", "Renewal", `The company offers renewal at least 45 days before the end of the term. An increase of a policy's premium at renewal through a change of rates is limited to ${e.cap} percent; the limit does not apply where the amount of insurance or the territory has changed.`);
  head("PART TWO   Premium Determination");
  rule("P-1", "Coverages and least amounts", { table: { widths: [120, "*", "*", "*"], body: [["Coverage", "H2, H3, H5", "H4", "H6"], ["A  Dwelling", "least $60,000", "not written", "$5,000 included"], ["B  Other structures", "10 % of A", "not written", "not written"], ["C  Personal property", "50 % of A (H5: 70 %)", "least $10,000", "least $15,000"], ["D  Loss of use", "20 % of A", "30 % of C", "40 % of C"], ["E  Personal liability", "$100,000", "$100,000", "$100,000"], ["F  Medical payments", "$1,000", "$1,000", "$1,000"]] }, layout: "lightHorizontalLines" });
  rule("P-2", "Steps", { ol: ["Take the base rate of the territory and form from Exhibit 1.", "Multiply by the protection and construction factor of Exhibit 2. Forms H4 and H6 use the masonry column whatever the construction.", "Multiply by the amount of insurance factor: Exhibit 3 for H2, H3 and H5, Exhibit 4 for H4 and H6.", "Multiply by the age of dwelling factor of Exhibit 5 (H2, H3 and H5 only).", "Multiply by the insurance score factor of Exhibit 6.", "Multiply by the deductible factor of Exhibit 7.", "Multiply by one plus the sum of the claim surcharges of Exhibit 8.", "Multiply by one minus the sum of the credits of Rule C-1, which may not exceed " + e.cap + " percent.", "Add the premium for higher limits of liability of Exhibit 9 and the endorsement premiums of Exhibit 10."] });
  rule("P-3", "Amounts between those shown", "For an amount of insurance between two amounts of Exhibit 3 or 4, the factor is found by straight-line interpolation. For amounts above the last one, add the factor for each additional $10,000 or part of it.");
  rule("P-4", "Change during the term", "A change that the insured asks for is rated pro rata at the rates in force at the beginning of the term. No premium under $5 is charged or returned, unless the insured asks.");
  rule("P-6", "Dwelling in two territories", "Where a ZIP code is listed with more than one territory in Exhibit 11, the territory of the county in which the dwelling stands applies.");
  head("PART THREE   Credits and Charges");
  const credits = [["Burglar alarm, local", "2 %"], ["Burglar alarm, central station", "6 %"], ["Fire alarm, central station", "5 %"], ["Automatic sprinklers, all areas", "10 %"], ["Automatic sprinklers, without attics and bathrooms", "7 %"], ["Dwelling no more than " + e.age + " years old and never claimed for", "4 %"], [`Motor policy with us`, "12 %"], ["Insured for 3 to 5 years with us", e.loyal[0] + " %"], ["Insured for 6 to 9 years with us", e.loyal[1] + " %"], ["Insured for 10 years or more with us", e.loyal[2] + " %"], ["All occupants non-smokers", "3 %"]];
  if (e.builder) credits.push(["House by an accredited builder", "5 %"]);
  if (e.sensor) credits.push(["Water leak sensor with automatic shut-off", "8 %"], ["Paperless documents", "1 %"]);
  rule("C-1", "Credits", { table: { widths: ["*", 60], body: [["Credit", "Percent"], ...credits] }, layout: "lightHorizontalLines" }, "Only one credit is given for burglar alarms and one for sprinklers.");
  rule("C-2", "Flat charges", { ul: [`Wood or pellet stove: ${money(e.wood)} a year for each stove`, `Trampoline: ${money(e.tramp)} a year`, `Swimming pool without a fence of four feet: refused; with such a fence: ${money(e.pool)} a year`, `Lapse of earlier insurance of 31 to 90 days: ${e.lapse} percent of the premium of step 8, first term only`] }, "Flat charges are added after step 9.");
  rule("C-3", "Windstorm or hail deductible", `In counties marked with an asterisk in Exhibit 11 a windstorm or hail deductible is required: 1 percent of Coverage A when the dwelling is more than 5 miles from salt water, 2 percent when it is 1 to 5 miles, ${e.sensor ? 4 : 5} percent when it is less than one mile. It applies in place of the deductible for all perils.`);
  rule("C-5", "Inspection", `A dwelling more than 40 years old is inspected within 60 days. The inspection is free of charge; a second one, asked for by the insured, costs ${money(35 + (e.sensor ? 10 : 0))}.`);
  return list;
}

function exhibits(e) {
  const rng = seeded(e.seed), near = (x, d = 3, s = 0.03) => (x * (1 + (rng() * 2 - 1) * s)).toFixed(d);
  const out = [];
  const b = (t) => ({ text: t, bold: true });
  const exhibit = (n, title, ...parts) => out.push({ text: `Exhibit ${n}`, style: "exhibit", pageBreak: "before" }, { text: title, style: "title", margin: [0, 0, 0, 8] }, ...parts);
  const table = (rows, headers, widths, layout = "headerLineOnly", extra = {}) => ({ table: { headerRows: headers, widths, body: rows, dontBreakRows: true }, layout, ...extra });
  const territories = Array.from({ length: 64 }, (_, i) => i + 1).filter((t) => ![13, 27, 44, 58].includes(t));

  const base = [["", { text: "Annual base rate by form", colSpan: 5, alignment: "center", bold: true }, "", "", "", ""], ["Territory", "H2", "H3", "H5", "H4", "H6"].map(b)];
  for (const t of territories) {
    const level = e.level * (330 + ((t * 37) % 61) * 9);
    base.push([String(t), ...[0.91, 1, 1.16, 0.27, 0.34].map((k) => money(level * k * (1 + (rng() * 2 - 1) * 0.03)))]);
  }
  exhibit(1, "Base Rates", table(base, 2, [70, "*", "*", "*", "*", "*"]));

  const prot = [["Protection class", "Frame", "Masonry veneer", "Masonry", "Superior"].map(b)];
  [["1 - 2", 0.94], ["3", 0.96], ["4", 0.98], ["5", 1], ["6", 1.04], ["7", 1.1], ["8", 1.21], ["8B", 1.33], ["9", 1.48], ["10", 1.86]].forEach(([c, f]) => prot.push([c, near(f * 1.08, 2), near(f * 1.0, 2), near(f * 0.94, 2), near(f * 0.83, 2)]));
  exhibit(2, "Protection and Construction Factors", table(prot, 1, [110, "*", "*", "*", "*"], "lightHorizontalLines"));

  const amounts = [];
  for (let a = 60; a <= 200; a += 5) amounts.push(a);
  for (let a = 210; a <= 400; a += 10) amounts.push(a);
  for (let a = 425; a <= 700; a += 25) amounts.push(a);
  amounts.push(750, 800, 900, 1000);
  const f = (a, k) => (0.31 + 0.00345 * a * k + (e.sensor ? 0.004 : 0)).toFixed(3);
  const aoi = [["Coverage A", "H2", "H3", "H5"].map(b)];
  amounts.forEach((a) => aoi.push([money(a * 1000), f(a, 0.985), f(a, 1), f(a, 1.04)]));
  aoi.push(["Each additional $10,000", "0.034", "0.035", "0.037"]);
  exhibit(3, "Amount of Insurance Factors: Dwelling", table(aoi, 1, ["*", 90, 90, 90], "noBorders"));

  const cont = [["Coverage C", "H4", "H6"].map(b)];
  [10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 125, 150].forEach((a) => cont.push([money(a * 1000), a < 15 ? (0.38 + a * 0.0204).toFixed(3) : (0.38 + a * 0.0204).toFixed(3), a < 15 ? "–" : (0.44 + a * 0.0183).toFixed(3)]));
  cont.push(["Each additional $10,000", "0.190", "0.172"]);
  exhibit(4, "Amount of Insurance Factors: Personal Property", table(cont, 1, ["*", 90, 90], "lightHorizontalLines"));

  const age = [[{ text: "Age of dwelling, years", colSpan: 2, bold: true }, "", { text: "Factor", colSpan: 3, bold: true, alignment: "center" }, "", ""], ["from", "to", "H2", "H3", "H5"].map(b)];
  [[0, 0, .71], [1, 2, .75], [3, 5, .81], [6, 8, .88], [9, 12, .95], [13, 17, 1.0], [18, 24, 1.06], [25, 34, 1.11], [35, 49, 1.17], [50, 74, 1.22], [75, "and over", 1.31]].forEach(([x, y, k]) => age.push([String(x), String(y), near(k, 2), near(k, 2), near(k * 1.03, 2)]));
  exhibit(5, "Age of Dwelling Factors", table(age, 2, [70, 70, "*", "*", "*"]), { text: `The age is the year in which the term begins minus the year of completion. Where wiring, heating and plumbing have all been renewed in the last ${e.age} years, the age is counted from the renewal, but the factor may not be less than 0.88.`, margin: [0, 8, 0, 0] });

  const score = [["Tier", "Score from", "Score to", "H2, H3", "H5", "H4", "H6"].map(b)];
  for (let i = 0; i < 26; i++) {
    const hi = i === 0 ? 999 : 860 - (i - 1) * 14, lo = i === 25 ? 0 : 860 - i * 14 + 1, k = 0.58 + i * 0.046 + (i > 18 ? (i - 18) * 0.05 : 0);
    score.push([String.fromCharCode(65 + i), String(lo), String(hi), near(k, 3), near(k, 3), near(k * 0.97, 3), near(k * 0.98, 3)]);
  }
  score.push(["N", "no hit", "", "1.080", "1.105", "1.050", "1.065"], ["X", "not ordered", "", "1.210", "1.240", "1.180", "1.195"]);
  score.forEach((r, i) => { if (i && i <= 26) r[0] = String(i); });
  exhibit(6, "Insurance Score Factors", table(score, 1, [40, 70, 70, "*", "*", "*", "*"], "lightHorizontalLines"));

  const ded = [["", { text: "Coverage A (H2, H3, H5)", colSpan: 4, bold: true, alignment: "center" }, "", "", "", { text: "Coverage C (H4, H6)", colSpan: 2, bold: true, alignment: "center" }, ""], ["Deductible", "to $149,999", "$150,000 to $299,999", "$300,000 to $499,999", "$500,000 and over", "to $49,999", "$50,000 and over"].map(b)];
  [["$250", 1.19], ["$500", 1], ["$1,000", 0.9], ["$1,500", 0.86], ["$2,500", 0.79], ["$5,000", 0.69], ["$10,000", 0.57]].forEach(([d, k], i) => ded.push([d, ...[0, .012, .024, .033].map((s) => (i === 0 && s > .02 ? "–" : near(k + s, 2, .005))), i > 4 ? "–" : near(k - .02, 2, .005), i > 5 ? "–" : near(k, 2, .005)]));
  exhibit(7, "Deductible Factors", table(ded, 2, [60, "*", "*", "*", "*", "*", "*"], undefined, { fontSize: 8.5 }), { text: "A dash means that the deductible is not available.", margin: [0, 6, 0, 0] });

  const cl = [["", { text: "Claim within the last", colSpan: 3, bold: true, alignment: "center" }, "", ""], ["Kind of claim", "12 months", "13 to 36 months", "37 to 60 months"].map(b)];
  [["Fire", 18, 12, 5], ["Water, not weather", 22, 15, 7], ["Theft", 20, 14, 6], ["Liability, bodily injury", 25, 18, 10], ["Liability, property damage", 12, 8, 0], ["Dog bite", 30, 22, 14], ["Wind or hail", 5, 0, 0], ["Other", 8, 5, 0]].forEach(([n, ...v]) => cl.push([n, ...v.map((x) => (x ? x + (e.sensor ? 1 : 0) + " %" : "none"))]));
  exhibit(8, "Claim Surcharges", table(cl, 2, ["*", 90, 100, 100]), { text: "Claims paid at less than $500 are not counted. The second and every further claim of the last 36 months is surcharged with one and a half times the percentage.", margin: [0, 8, 0, 0] });

  const lim = [["Coverage E", "F $1,000", "F $2,000", "F $3,000", "F $5,000"].map(b)];
  [["$100,000", 0], ["$200,000", 11], ["$300,000", 17], ["$500,000", 26], ["$1,000,000", 44]].forEach(([l, p]) => lim.push([l, ...[0, 3, 6, 10].map((x) => (p + x ? money((p + x) * (e.sensor ? 1.2 : 1)) : "included"))]));
  exhibit(9, "Premium for Higher Limits, Coverages E and F", table(lim, 1, [100, "*", "*", "*", "*"], "lightHorizontalLines"));

  const ends = [["No.", "Endorsement", "Basis", "Premium"].map(b)];
  [["E-104", "Replacement cost on contents", "percent of the premium of step 8", "9 %"], ["E-108", "Water back-up of sewers and drains, limit $5,000", "flat", 38], ["E-109", "Water back-up of sewers and drains, limit $10,000", "flat", 56], ["E-112", "Home day care, 4 to 6 children", "flat", 142], ["E-115", "Scheduled jewelry", "per $100 of value", "$1.45"], ["E-116", "Scheduled furs", "per $100 of value", "$0.62"], ["E-117", "Scheduled cameras", "per $100 of value", "$1.70"], ["E-118", "Scheduled musical instruments, private", "per $100 of value", "$0.78"], ["E-119", "Scheduled musical instruments, professional", "per $100 of value", "$2.95"], ["E-122", "Scheduled fine arts, breakage excluded", "per $100 of value", "$0.24"], ["E-123", "Scheduled fine arts, breakage included", "per $100 of value", "$0.33"], ["E-130", "Earthquake, frame", "per $1,000 of Coverage A", "$0.48"], ["E-131", "Earthquake, masonry or veneer", "per $1,000 of Coverage A", "$1.12"], ["E-140", "Identity fraud expense", "flat", 25], ["E-144", "Ordinance or law, 25 % of A", "percent of the premium of step 8", "6 %"], ["E-145", "Ordinance or law, 50 % of A", "percent of the premium of step 8", "10 %"], ["E-151", "Buried utility lines", "flat", 34], ["E-152", "Equipment breakdown", "flat", 29], ["E-160", "Loss assessment, limit $10,000 (H6)", "flat", 14], ["E-163", "Golf cart", "each", 31], ["E-170", "Rental to others, up to 8 weeks a year", "flat", 85]].forEach(([n, t, basis, p]) => ends.push([n, t, basis, typeof p === "number" ? money(p * (e.sensor ? 1.1 : 1)) : p]));
  if (e.sensor) ends.splice(ends.length - 1, 0, ["E-166", "Drone, liability", "each", "$42"]);
  exhibit(10, "Endorsements", table(ends, 1, [45, "*", 150, 60], "lightHorizontalLines"), { text: e.sensor ? "E-112 may not be combined with E-170. E-109 requires a back-flow valve." : "E-112 may not be combined with E-170.", margin: [0, 8, 0, 0] });

  const zips = [];
  let zip = 40112;
  for (let i = 0; i < 330; i++) {
    const county = COUNTIES[Math.floor(i / 27.5)];
    zips.push([String(zip), county + ([1, 4, 8].includes(Math.floor(i / 27.5)) ? "*" : ""), String(territories[(i * 7 + Math.floor(i / 27.5) * 3) % territories.length])]);
    zip += 1 + ((i * 5) % 4);
  }
  const body = [[...["ZIP", "County", "Terr."].map(b), "", ...["ZIP", "County", "Terr."].map(b), "", ...["ZIP", "County", "Terr."].map(b)]];
  const per = 47;
  for (let p = 0; p * per * 3 < zips.length; p++)
    for (let r = 0; r < per; r++) {
      const at = (c) => zips[p * per * 3 + c * per + r] || ["", "", ""];
      if (at(0)[0]) body.push([...at(0), "", ...at(1), "", ...at(2)]);
    }
  exhibit(11, "Territory Definitions", table(body, 1, [38, "*", 26, 6, 38, "*", 26, 6, 38, "*", 26], "noBorders", { fontSize: 8.5 }), { text: "* County with a windstorm or hail deductible, Rule C-3.", margin: [0, 6, 0, 0], fontSize: 8.5 });
  return out;
}

async function main() {
  for (const e of EDITIONS) {
    const content = [
      { text: "PENHALLOW MUTUAL INSURANCE COMPANY", fontSize: 20, bold: true, margin: [0, 180, 0, 12] },
      { text: "Homeowners Manual", fontSize: 28, color: "#7a1f2b" }, { text: "State of Westmere", fontSize: 14, margin: [0, 8, 0, 40] },
      { text: `Effective for terms beginning on or after ${e.date}`, fontSize: 12 }, { text: `Edition ${e.code}`, fontSize: 12, margin: [0, 4, 0, 0] },
      { text: "Contents", style: "part", pageBreak: "before" }, { toc: { title: { text: "" } } },
      { text: "", pageBreak: "after" }, ...rules(e), ...exhibits(e)];
    content.forEach((c) => { if (c.style === "title" || c.style === "part") c.tocItem = c.text !== "Contents"; });
    const doc = { content, info: { title: `Homeowners Manual ${e.code}`, creationDate: new Date(1767225600000) }, pageSize: "LETTER", pageMargins: [62, 62, 54, 54], defaultStyle: { font: "Roboto", fontSize: 9.5, lineHeight: 1.12 },
      styles: { part: { fontSize: 14, bold: true, color: "#7a1f2b" }, exhibit: { fontSize: 9, color: "#666666" }, title: { fontSize: 14, bold: true } },
      header: (p) => (p < 2 ? "" : { columns: [{ text: "Penhallow Mutual  |  Homeowners Manual  |  Westmere", alignment: "left" }, { text: e.code, alignment: "right" }], margin: [62, 28, 54, 0], fontSize: 8, color: "#666666" }),
      footer: (p) => (p < 2 ? "" : { text: `HO - ${p - 1}`, alignment: "center", fontSize: 8, color: "#666666" }) };
    await pdfmake.createPdf(doc).write(path.join(OUT, e.file));
  }
}
main();
