// Official canvass of an election in an invented county: contests by precinct over pages. PDFKit, text set at positions.
const fs = require("fs");
const path = require("path");
const PDFDocument = require("pdfkit");
const OUT = path.resolve(process.argv[3]);

let state = 20261103;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 4294967296;
}
const whole = (x) => Math.round(x).toString().replace(/\B(?=(\d{3})+$)/g, ",");
const share = (x) => (100 * x).toFixed(2) + "%";

const TOWNS = [["Alder Falls", 9, 1], ["Bracken", 5, 1], ["Cobb Hollow", 6, 2], ["Dunmere", 12, 2], ["East Dunmere", 4, 2], ["Finch Landing", 7, 3], ["Garrow", 8, 3], ["Hinton Mills", 5, 4], ["Ivory Lake", 3, 4], ["Kestle", 9, 4]];
const precincts = [];
TOWNS.forEach(([town, n, district], t) => {
  for (let i = 1; i <= n; i++) precincts.push({ no: `${t + 1}${String(i).padStart(2, "0")}`, name: n > 1 ? `${town} ${i}` : town, district, lean: 0.35 + 0.3 * random(), registered: Math.round(700 + 1900 * random()) });
});
for (const p of precincts) {
  const cast = Math.round(p.registered * (0.48 + 0.3 * random()));
  p.early = Math.round(cast * (0.2 + 0.12 * random()));
  p.mail = Math.round(cast * (0.14 + 0.1 * random()));
  p.provisional = Math.round(3 + 14 * random());
  p.day = cast - p.early - p.mail - p.provisional;
  p.cast = cast;
}
const CONTESTS = [
  { title: "County Executive", note: "Vote for one. Four-year term.", names: [["Marguerite", "Oyelaran", "DEM"], ["Thomas", "Brandvold", "REP"], ["Luz", "Cardenal", "GRN"], ["Peter A.", "Fenn", "IND"]], weights: [1.05, 1, 0.12, 0.2] },
  { title: "Sheriff", note: "Vote for one. Four-year term.", names: [["Dale", "Houseknecht", "REP"], ["Annika", "Strand", "DEM"], ["Roy", "Pell", "IND"]], weights: [1.12, 0.93, 0.22] },
  { title: "County Clerk and Recorder", note: "Vote for one. Four-year term.", names: [["Imogen", "Ferrars", "DEM"], ["Walter", "Sixkiller", "REP"]], weights: [1.02, 0.99] },
  { title: "County Commission, District 2", note: "Vote for two. Four-year terms.", district: 2, votes: 2, names: [["Abel", "Narvaez", "DEM"], ["Judith", "Crane", "REP"], ["Hollis", "Bright", "REP"], ["Mina", "Toivonen", "DEM"], ["Sam", "Ruhl", "LIB"]], weights: [0.8, 0.95, 0.9, 0.78, 0.12] },
  { title: "County Commission, District 4", note: "Vote for one. Unexpired term, two years.", district: 4, names: [["Corinne", "Vashti", "DEM"], ["Lloyd", "Emmerich", "REP"], ["Bea", "Sand", "IND"]], weights: [0.9, 1.04, 0.3] },
  { title: "Judge of the Probate Court", note: "Vote for one. Six-year term. No party.", names: [["Harriet", "Okonjo", ""], ["Stephen", "Vance", ""], ["Dolores", "Amador", ""]], weights: [0.8, 0.72, 0.6] },
  { title: "Judge of the Circuit Court, Seat 3: retention", note: "Shall Judge Anselm Torvik be retained? Six-year term.", names: [["Yes", "", ""], ["No", "", ""]], weights: [1.4, 0.62], measure: true },
  { title: "County Treasurer", note: "Vote for one. Four-year term.", names: [["Gwendolyn", "Achebe", "DEM"], ["Martin", "Quist", "REP"], ["Elise", "Dufresne", "LIB"]], weights: [0.96, 1.04, 0.09] },
  { title: "County Assessor", note: "Vote for one. Four-year term. No Republican was nominated.", names: [["Rafael", "Monk", "DEM"], ["Tilda", "Burgess", "IND"]], weights: [1.1, 0.82] },
  { title: "Coroner", note: "Vote for one. Four-year term.", names: [["Bartholomew", "Siu", "REP"]], weights: [1] },
  { title: "State Senate, District 17", note: "Vote for one. Four-year term. Votes of Thornbury County only; the district goes on in Maddox County.", names: [["Phoebe", "Lindahl", "DEM"], ["Gerald", "Okafor", "REP"], ["Jo", "Winterbourne", "GRN"]], weights: [0.98, 1.0, 0.14] },
  { title: "Soil and Water District, Supervisor", note: "Vote for one. Two-year term. No party.", names: [["Nils", "Haverford", ""], ["Carmen", "Ybarra", ""], ["Otis", "Blankenship", ""], ["Ruth", "Zeller", ""]], weights: [0.7, 0.66, 0.5, 0.45] },
  { title: "Measure 1: Library levy", note: "0.45 mills for five years. Passes with a simple majority.", names: [["For", "", ""], ["Against", "", ""]], weights: [1.15, 0.9], measure: true },
  { title: "Measure 2: Road bonds", note: "Bonds of $38 million. Passes with 60 percent.", names: [["For", "", ""], ["Against", "", ""]], weights: [1.16, 0.86], measure: true },
  { title: "Measure 4: Charter, number of commissioners", note: "From seven to nine. Passes with a simple majority.", names: [["For", "", ""], ["Against", "", ""]], weights: [0.74, 1], measure: true },
];
for (const c of CONTESTS) {
  c.rows = precincts.filter((p) => !c.district || p.district === c.district).map((p) => {
    const cards = p.cast * (c.votes || 1);
    const under = Math.round(cards * (0.02 + 0.06 * random() * (c.measure ? 1.5 : 1))), over = Math.round(3 * random());
    const raw = c.names.map((n, i) => c.weights[i] * (n[2] === "DEM" || i === 0 ? p.lean + 0.5 : n[2] === "REP" || i === 1 ? 1.5 - p.lean - 0.05 : 1) * (0.9 + 0.2 * random()));
    const sum = raw.reduce((a, b) => a + b), left = cards - under - over;
    const votes = raw.map((r) => Math.floor((left * r) / sum));
    votes[0] += left - votes.reduce((a, b) => a + b);
    return { p, votes, under, over };
  });
  c.totals = c.names.map((_, i) => c.rows.reduce((s, r) => s + r.votes[i], 0));
  c.under = c.rows.reduce((s, r) => s + r.under, 0);
  c.over = c.rows.reduce((s, r) => s + r.over, 0);
}

const doc = new PDFDocument({ size: "LETTER", margin: 0, autoFirstPage: false, info: { Title: "Official Canvass", CreationDate: new Date(1767225600000) } });
doc.pipe(fs.createWriteStream(path.join(OUT, "thornbury-county-canvass.pdf")));
let number = 0, y = 0;
const at = (text, x, dy, width, align = "left") => doc.text(text, x, dy, { width, align, lineBreak: false });
const prose = (text, size = 10) => { doc.font("Helvetica").fontSize(size).text(text, 54, y, { width: 504, lineGap: 2 }); y = doc.y + 6; };
const heading = (text) => { doc.font("Helvetica-Bold").fontSize(11.5).text(text, 54, y + 6, { width: 504 }); y = doc.y + 4; };
function page(under) {
  doc.addPage();
  number += 1;
  doc.font("Helvetica-Bold").fontSize(13);
  at("THORNBURY COUNTY, STATE OF OSWEGA", 54, 34, 504, "center");
  doc.font("Helvetica").fontSize(9.5);
  at("Official Canvass   General Election of November 3, 2026", 54, 51, 504, "center");
  at(under, 54, 64, 504, "center");
  doc.fontSize(8);
  at("Certified by the Board of Canvassers, November 19, 2026", 54, 760, 300);
  at(`${number}`, 458, 760, 100, "right");
  y = 88;
}
// Columns as [x, width, alignment]; a table which begins a new page when this one is full.
function table(columns, headers, lines, { size = 8, step = 11.6, last = 690, again } = {}) {
  const head = () => {
    doc.font("Helvetica-Bold").fontSize(size);
    headers.forEach((line) => { line.forEach((c, i) => c && at(c, columns[i][0], y, columns[i][1], columns[i][2])); y += size + 2; });
    y += 3;
    doc.moveTo(54, y - 2).lineTo(558, y - 2).lineWidth(0.5).stroke();
    doc.font("Helvetica").fontSize(size);
  };
  head();
  lines.forEach((line) => {
    if (y > last && again) { page(again); head(); }
    doc.font(line.bold ? "Helvetica-Bold" : "Helvetica").fontSize(size);
    (line.cells || line).forEach((c, i) => at(String(c), columns[i][0], y, columns[i][1], columns[i][2]));
    y += step;
  });
  y += 8;
}
const L = "left", R = "right";

page("Summary");
heading("Results");
const summary = [];
for (const c of CONTESTS) {
  const cast = c.totals.reduce((a, b) => a + b);
  summary.push({ bold: true, cells: [c.title, "", "", ""] });
  const retention = c.title.includes("retention");
  const order = c.names.map((n, i) => [n, c.totals[i]]).sort((a, b) => b[1] - a[1]);
  const need = c.title.includes("Road") ? 0.6 : 0.5;
  order.forEach(([n, v], k) => {
    const outcome = retention ? (n[0] === "Yes" ? "retained" : "") : c.measure ? (n[0] === "For" ? (v / cast >= need ? "passed" : "failed") : "") : k < (c.votes || 1) ? (c.title.startsWith("State") ? "ahead in the county" : "elected") : "";
    summary.push([`   ${n[0]} ${n[1]}`.trimEnd(), n[2], whole(v), share(v / cast), outcome]);
  });
}
table([[54, 230, L], [290, 40, L], [335, 60, R], [405, 60, R], [475, 90, L]], [["Contest", "Party", "Votes", "Percent", "Outcome"]], summary, { size: 8.5, step: 12, again: "Summary, continued" });
page("Notes");
heading("1. How the canvass was made");
prose("Ballots of election day were counted in the precincts; early, mail and provisional ballots at the county election office in Dunmere. An over-vote is a contest in which more choices were marked than allowed: none of them is counted. An under-vote is a choice that was not used. In the contest of District 2 each ballot has two votes.");
heading("2. Recounts");
prose("A recount is made by law where the first two candidates, or the two sides of a measure, are less than 0.50 percent of the votes of the contest apart. A candidate may ask for a recount up to 1.00 percent within five days of certification, for a deposit of $10 a precinct; the deposit is given back when the outcome changes. No recount of a measure may be asked for.");
heading("3. Write-in votes");
prose("Write-in votes for persons who had not been registered by October 20 were not counted. They are part of the under-votes.");
heading("4. Incidents");
["Precinct 204, Bracken 4, opened at 7:40 instead of 7:00 for lack of a key and was kept open until 8:40 in the evening.", "In precinct 409, Dunmere 9, the counting machine was exchanged at 2:15 p.m.; all ballots were run again.", "Precinct 603, Finch Landing 3, ran out of ballots of style C for 25 minutes.", "In precinct 1007, Kestle 7, four mail ballots were found in the sealed box on November 5 and were counted."].forEach((t) => prose("•  " + t));
heading("5. Provisional ballots");
const total = precincts.reduce((s, p) => s + p.provisional, 0);
table([[54, 240, L], [300, 70, R], [380, 70, R], [460, 70, R]], [["Reason", "Cast", "Counted", "Rejected"]], [["Not on the list, other precinct", 168, 131, 37], ["Not on the list, not registered", 94, 0, 94], ["No identification", 121, 88, 33], ["Mail ballot sent, not returned", 301, 297, 4], ["Address changed", 149, 142, 7], ["Name changed", 41, 41, 0], ["Signature differs", 28, 17, 11]], { size: 9, step: 13 });
prose("Only provisional ballots that were counted are in the tables by precinct: " + whole(total) + ".", 9);
heading("6. Early voting");
table([[54, 180, L], [250, 110, L], [370, 80, R], [460, 80, R]], [["Site", "Hours", "Days open", "Ballots"]], [["County election office, Dunmere", "8:00 - 18:00", 12, "7,545"], ["Alder Falls Library", "10:00 - 19:00", 9, "4,206"], ["Garrow Fire Hall", "10:00 - 18:00", 6, "2,377"], ["Kestle Community Center", "9:00 - 17:00", 9, "3,052"], ["Ivory Lake Grange", "12:00 - 18:00", 3, "619"]], { size: 9, step: 13 });
page("Ballots cast");
const stat = [[54, 40, L], [96, 110, L], [206, 34, R], [250, 58, R], [312, 54, R], [370, 48, R], [420, 48, R], [470, 44, R], [518, 40, R]];
const lines = precincts.map((p) => [p.no, p.name, p.district, whole(p.registered), whole(p.day), whole(p.early), whole(p.mail), p.provisional, share(p.cast / p.registered)]);
const sum = (k) => whole(precincts.reduce((s, p) => s + p[k], 0));
lines.push({ bold: true, cells: ["", "County", "", sum("registered"), sum("day"), sum("early"), sum("mail"), sum("provisional"), share(precincts.reduce((s, p) => s + p.cast, 0) / precincts.reduce((s, p) => s + p.registered, 0))] });
table(stat, [["", "", "Com.", "Registered", "Election", "", "", "Provi-", ""], ["No.", "Precinct", "dist.", "voters", "day", "Early", "Mail", "sional", "Turnout"]], lines, { again: "Ballots cast, continued" });
for (const c of CONTESTS) {
  page(c.title);
  prose(c.note, 9);
  const n = c.names.length, from = 210, step = (460 - from) / Math.max(n, 3);
  const columns = [[54, 40, L], [96, 112, L], ...c.names.map((_, i) => [from + i * step, step - 4, R]), [468, 42, R], [516, 42, R]];
  const headers = [["", "", ...c.names.map((x) => x[0]), "Over", "Under"], ["No.", "Precinct", ...c.names.map((x) => x[1]), "votes", "votes"]];
  if (c.names.some((x) => x[2])) headers.push(["", "", ...c.names.map((x) => x[2]), "", ""]);
  const body = c.rows.map((r) => [r.p.no, r.p.name, ...r.votes.map(whole), r.over, r.under]);
  body.push({ bold: true, cells: ["", "Total", ...c.totals.map(whole), whole(c.over), whole(c.under)] });
  table(columns, headers, body, { again: `${c.title}, continued` });
}
doc.end();
