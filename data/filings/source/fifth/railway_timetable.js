// Timetable and fares of an invented railway. pdf-lib: every text is placed by its coordinates; trains in columns, stations in rows, signs above the trains, a triangle of fares, rules in two columns.
const fs = require("fs");
const path = require("path");
const { PDFDocument, StandardFonts, rgb, degrees } = require("pdf-lib");

const OUT = process.argv[3];
const MAIN = [["Aldwick Harbour", 0, "d"], ["Aldwick Town", 4], ["Gorsey Lane", 9, "x"], ["Fallow Bridge", 14], ["Marram", 22], ["Lindmoor", 31, "a"], ["Lindmoor", 35, "d"], ["Cold Ash", 42, "x"], ["Tansy Mill", 48], ["Scarrow Junction", 57], ["Wethersby", 66], ["Old Quarry", 71, "x"], ["Stell Bridge", 79], ["Upper Stell", 86], ["High Tarrick", 97, "a"]];
const BRANCH = [["Scarrow Junction", 0, "d"], ["Scarrow Mill", 5, "x"], ["Heronsgate", 12], ["Broom Halt", 16, "x"], ["Penmarle Road", 23], ["Penmarle", 29, "a"]];
// start minute, number, signs, first and last index, express
const WEEKDAY_UP = [[312, 2, "", 5, 14], [345, 4, "B", 0, 14], [392, 6, "S", 0, 9], [421, 8, "E", 0, 14], [463, 10, "B", 0, 14], [525, 12, "", 0, 14], [601, 14, "R", 0, 14], [661, 16, "", 0, 9], [721, 18, "R", 0, 14], [784, 20, "", 0, 14], [842, 22, "S", 0, 6], [904, 24, "", 0, 14], [948, 26, "E", 0, 14], [1002, 28, "B", 0, 14], [1041, 30, "", 0, 14], [1112, 32, "R", 0, 14], [1203, 34, "", 0, 14], [1331, 36, "F", 0, 9]];
const WEEKDAY_DOWN = [[318, 1, "", 9, 14], [334, 3, "B", 0, 14], [391, 5, "E", 0, 14], [428, 7, "B", 0, 14], [497, 9, "", 0, 14], [563, 11, "R", 0, 14], [628, 13, "", 5, 14], [688, 15, "R", 0, 14], [748, 17, "", 0, 14], [809, 19, "", 0, 14], [893, 21, "S", 9, 14], [911, 23, "", 0, 14], [973, 25, "B", 0, 14], [1022, 27, "E", 0, 14], [1071, 29, "", 0, 14], [1139, 31, "R", 0, 14], [1238, 33, "", 0, 14], [1302, 35, "F", 5, 14]];
const SUNDAY_UP = [[514, 102, "", 0, 14], [604, 104, "R", 0, 14], [694, 106, "R", 0, 14], [784, 108, "", 0, 14], [874, 110, "R", 0, 14], [964, 112, "", 0, 14], [1054, 114, "", 0, 14], [1174, 116, "", 0, 9]];
const SUNDAY_DOWN = [[528, 101, "", 0, 14], [618, 103, "R", 0, 14], [708, 105, "R", 0, 14], [798, 107, "", 0, 14], [888, 109, "R", 0, 14], [978, 111, "", 0, 14], [1068, 113, "", 0, 14], [1152, 115, "", 5, 14]];
const BRANCH_OUT = [[376, 202, ""], [442, 204, ""], [481, 206, "S"], [523, 208, ""], [586, 210, ""], [662, 212, "R"], [782, 214, ""], [845, 216, ""], [965, 218, ""], [1009, 220, ""], [1063, 222, ""], [1102, 224, ""], [1173, 226, ""], [1264, 228, ""]];
const BRANCH_IN = [[336, 201, ""], [409, 203, ""], [475, 205, ""], [514, 207, "S"], [556, 209, ""], [622, 211, ""], [698, 213, "R"], [818, 215, ""], [881, 217, ""], [1000, 219, ""], [1043, 221, ""], [1100, 223, ""], [1140, 225, ""], [1210, 227, ""]];
const FARES_AT = ["Aldwick Harbour", "Fallow Bridge", "Marram", "Lindmoor", "Tansy Mill", "Scarrow Junction", "Wethersby", "Stell Bridge", "High Tarrick", "Heronsgate", "Penmarle"];
const KM = [0, 13, 21, 30, 44, 52, 60, 71, 88, 62, 76];

let pdf, plain, bold, italic, page, W, H, number = 0;
const clock = (m) => `${String(Math.floor(m / 60)).padStart(2, "0")} ${String(m % 60).padStart(2, "0")}`;
function sheet(title, wide) {
  [W, H] = wide ? [842, 595] : [595, 842];
  page = pdf.addPage([W, H]);
  number += 1;
  put("Lindmoor & Estuary Railway", 36, H - 26, 8, italic);
  right("13 December 2026 to 11 December 2027", W - 36, H - 26, 8, italic);
  right(String(number), W - 36, 20, 9);
  if (title) put(title, 36, H - 52, 15, bold);
}
const put = (t, x, y, size = 8.5, font = plain) => page.drawText(t, { x, y, size, font });
const right = (t, x, y, size = 8.5, font = plain) => put(t, x - font.widthOfTextAtSize(t, size), y, size, font);
const center = (t, x, y, size = 8.5, font = plain) => put(t, x - font.widthOfTextAtSize(t, size) / 2, y, size, font);
const line = (x1, y1, x2, y2, w = 0.5) => page.drawLine({ start: { x: x1, y: y1 }, end: { x: x2, y: y2 }, thickness: w, color: rgb(0.3, 0.3, 0.3) });
function wrap(text, x, y, width, size = 9, font = plain) {
  let current = "";
  for (const word of text.split(" ")) {
    if (font.widthOfTextAtSize(`${current} ${word}`, size) > width) { put(current, x, y, size, font); y -= size * 1.25; current = word; } else current = current ? `${current} ${word}` : word;
  }
  put(current, x, y, size, font);
  return y - size * 1.25;
}
function times(stations, trains, y, first = 36, nameWidth = 130, step = 36) {
  put("Train", first, y, 8, bold);
  trains.forEach((t, i) => right(String(t[1]), first + nameWidth + (i + 1) * step - 6, y, 8, bold));
  y -= 11;
  trains.forEach((t, i) => t[2] && right(t[2], first + nameWidth + (i + 1) * step - 6, y, 8, bold));
  line(first, y - 4, first + nameWidth + trains.length * step, y - 4);
  y -= 15;
  stations.forEach(([name, offset, kind], k) => {
    put(name, first, y, 8.5, kind === "a" || kind === "d" ? bold : plain);
    if (kind) put(kind === "x" ? "x" : kind === "a" ? "arr" : "dep", first + nameWidth - 14, y, 7, italic);
    trains.forEach((t, i) => {
      const [start, , sign, from = 0, to = stations.length - 1] = t;
      if (k < from || k > to) return;
      const fast = sign.includes("E");
      const skips = fast && (kind === "x" || [1, 8, 10].includes(k));
      const minute = start + offset - stations[from][1] - (fast ? Math.floor(k * 0.7) : 0);
      right(skips ? "|" : clock(minute), first + nameWidth + (i + 1) * step - 6, y, 8.5);
    });
    y -= 12.5;
  });
  line(first, y + 8, first + nameWidth + trains.length * step, y + 8);
  return y - 8;
}
function reversed(stations) {
  const end = stations[stations.length - 1][1];
  return stations.map(([n, o, k]) => [n, end - o, k === "a" ? "d" : k === "d" ? "a" : k]).reverse();
}
function grid(head, rows, widths, x, y, size = 8.5) {
  const lines = Math.max(...head.map((h) => h.split("\n").length));
  const total = widths.reduce((a, b) => a + b, 0);
  line(x, y + 11, x + total, y + 11, 1);
  for (let k = 0; k < lines; k++) {
    let cx = x;
    head.forEach((h, i) => { const part = h.split("\n")[k] || ""; i ? right(part, cx + widths[i] - 4, y, size, bold) : put(part, cx, y, size, bold); cx += widths[i]; });
    y -= 11;
  }
  line(x, y + 8, x + total, y + 8);
  y -= 4;
  for (const row of rows) {
    let cx = x;
    row.forEach((c, i) => { i ? right(c, cx + widths[i] - 4, y, size) : put(c, cx, y, size); cx += widths[i]; });
    y -= 13;
  }
  line(x, y + 9, x + total, y + 9);
  return y - 8;
}

async function build() {
  pdf = await PDFDocument.create();
  const when = new Date(Date.UTC(2026, 9, 1));
  pdf.setCreationDate(when); pdf.setModificationDate(when); pdf.setProducer("pdf-lib"); pdf.setTitle("Timetable and fares");
  [plain, bold, italic] = await Promise.all([StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.HelveticaOblique].map((f) => pdf.embedFont(f)));
  sheet("", false);
  put("Lindmoor & Estuary Railway", 36, 620, 28, bold); put("Timetable and fares", 36, 585, 20); put("Valid from 13 December 2026 to 11 December 2027", 36, 555, 12, italic);
  let y = 480;
  for (const [a, b] of [["Signs and how to read the tables", "2"], ["Table 1  Aldwick Harbour to High Tarrick", "3"], ["Table 2  High Tarrick to Aldwick Harbour", "4"], ["Table 3  Sundays and public holidays, both directions", "5"], ["Table 4  Scarrow Junction and Penmarle", "6"], ["Stations and what they have", "7"], ["Fares", "8"], ["Conditions of carriage", "10"]]) { put(a, 36, y, 11); right(b, 400, y, 11); y -= 18; }
  sheet("Signs and how to read the tables", false);
  y = 740;
  for (const [sign, text] of [["|", "The train does not stop at this station."], ["x", "Request stop: tell the conductor, or give a hand signal from the platform."], ["B", "Bicycles are not carried on this train from Monday to Friday."], ["E", "Express: a supplement of 2.50 is charged, not to holders of season tickets."], ["F", "Runs on Fridays and Saturdays, and on the evening before a public holiday."], ["R", "Refreshment trolley between Lindmoor and High Tarrick."], ["S", "Runs on school days only. School holidays are 21 December to 4 January, 29 March to 10 April, 5 July to 21 August and 18 to 30 October."]]) { put(sign, 50, y, 11, bold); y = wrap(text, 80, y, 450, 10.5) - 6; }
  y = wrap("The tables show hours and minutes. Tables 1, 2 and 4 are valid from Monday to Saturday, save that on Saturdays trains 4, 6, 5 and 7 do not run and trains marked E run without supplement. On 25 December no trains run; on 1 January the Sunday table is valid.", 50, y - 10, 480, 10.5);
  y = wrap("Connections at Scarrow Junction are kept for up to eight minutes; for the last train of the day, train 228, for up to twenty. The ferry to Sallow Island leaves Aldwick Harbour at 08 10, 11 40, 15 20 and 18 45, on Sundays at 11 40 and 15 20 only, and waits for no train.", 50, y - 8, 480, 10.5);
  sheet("Table 1   Aldwick Harbour - Lindmoor - High Tarrick   Monday to Saturday", true);
  times(MAIN, WEEKDAY_UP, 500, 30, 118, 37);
  sheet("Table 2   High Tarrick - Lindmoor - Aldwick Harbour   Monday to Saturday", true);
  times(reversed(MAIN), WEEKDAY_DOWN, 500, 30, 118, 37);
  sheet("Table 3   Sundays and public holidays", false);
  y = times(MAIN, SUNDAY_UP, 755, 36, 150, 40);
  times(reversed(MAIN), SUNDAY_DOWN, y - 30, 36, 150, 40);
  sheet("Table 4   Scarrow Junction - Penmarle   Monday to Saturday", true);
  y = times(BRANCH, BRANCH_OUT, 500, 36, 130, 42);
  y = times(reversed(BRANCH), BRANCH_IN, y - 20, 36, 130, 42);
  wrap("On Sundays a bus runs between Scarrow Junction and Penmarle after trains 102, 106, 110 and 114; it takes 41 minutes and does not call at Broom Halt. Railway tickets are valid on it. Bicycles are not carried on the bus.", 36, y - 10, 700, 9.5);
  sheet("Stations and what they have", false);
  grid(["Station", "Ticket\noffice", "Step-free", "Toilets", "Car park\nspaces", "Bicycle\nlockers", "Bus"], [["Aldwick Harbour", "06 30 - 18 30", "yes", "yes", "140", "24", "1, 4, 9"], ["Aldwick Town", "07 00 - 13 00", "yes", "no", "35", "12", "1, 2"], ["Gorsey Lane", "-", "no", "no", "-", "-", "-"], ["Fallow Bridge", "-", "yes", "no", "20", "6", "7"], ["Marram", "07 00 - 12 30", "platform 1", "yes", "48", "-", "7, 8"], ["Lindmoor", "05 00 - 21 00", "yes", "yes", "310", "60", "all"], ["Cold Ash", "-", "no", "no", "8", "-", "-"], ["Tansy Mill", "-", "yes", "no", "15", "4", "12"], ["Scarrow Junction", "06 00 - 19 00", "yes", "yes", "95", "20", "12, 15"], ["Wethersby", "-", "platform 2", "no", "26", "-", "16"], ["Old Quarry", "-", "no", "no", "-", "-", "-"], ["Stell Bridge", "07 00 - 12 00", "yes", "yes", "30", "8", "18"], ["Upper Stell", "-", "no", "no", "12", "-", "-"], ["High Tarrick", "06 45 - 17 00", "yes", "yes", "64", "10", "20, 21"], ["Scarrow Mill", "-", "no", "no", "-", "-", "-"], ["Heronsgate", "-", "yes", "no", "22", "4", "15"], ["Broom Halt", "-", "no", "no", "-", "-", "-"], ["Penmarle Road", "-", "yes", "no", "10", "-", "15"], ["Penmarle", "08 00 - 15 00", "yes", "yes", "40", "6", "15, 22"]], [110, 80, 70, 55, 65, 65, 65], 40, 750);
  wrap("Ticket offices are closed on Sundays, save Lindmoor, 08 00 - 18 00. Parking costs 3.20 a day and 38.00 a month; at Lindmoor 5.80 a day and 74.00 a month. It is free for holders of yearly season tickets, Lindmoor excepted. A locker costs 9.00 a month with a deposit of 25.00.", 40, 470, 500, 9.5);
  sheet("Fares: single, second class", false);
  y = 720;
  const fare = (a, b) => { const on = (i) => i > 8; const d = on(a) !== on(b) ? (b > 8 && a <= 5 ? KM[b] - KM[a] : KM[a] - 52 + KM[b] - 52) : Math.abs(KM[a] - KM[b]); return (Math.max(2.4, Math.round((1.1 + d * 0.19) * 5) / 5)).toFixed(2); };
  FARES_AT.forEach((n, i) => { put(n, 40 + i * 44, y - i * 26 + 4, 8.5, bold); for (let k = 0; k < i; k++) center(fare(k, i), 62 + k * 44, y - i * 26 + 4, 8.5); line(40, y - i * 26 - 5, 40 + (i + 1) * 44 + 40, y - i * 26 - 5, 0.3); });
  y = wrap("Read down from the one station and across from the other. A journey from or to a station that is not shown costs the fare of the next station shown beyond it. First class, offered on trains marked E only, costs one half more.", 40, y - 320, 500, 9.5);
  y = grid(["Ticket", "Price", "Valid"], [["Return", "1.8 times the single", "2 days"], ["Weekend return", "1.5 times the single", "Saturday and Sunday"], ["Ten journeys", "8 times the single", "6 months"], ["Day ticket, whole line", "24.00", "from 08 30"], ["Family day ticket", "39.00", "from 08 30, weekends all day"], ["Evening ticket", "9.50", "from 18 30"], ["Week on the line", "68.00", "7 days"]], [180, 150, 180], 40, y - 24);
  sheet("Fares: season tickets and reductions", false);
  y = grid(["Kilometres", "Week", "Month", "Year", "Month,\npupils", "Month,\nover 65"], [["1 - 5", "13.00", "44.00", "420.00", "22.00", "31.00"], ["6 - 10", "18.50", "62.00", "590.00", "31.00", "43.50"], ["11 - 20", "27.00", "91.00", "865.00", "45.50", "63.50"], ["21 - 30", "35.50", "119.00", "1,130.00", "59.50", "83.50"], ["31 - 45", "45.00", "151.00", "1,435.00", "75.50", "105.50"], ["46 - 60", "53.00", "178.00", "1,690.00", "89.00", "124.50"], ["61 - 80", "60.50", "203.00", "1,930.00", "101.50", "142.00"], ["81 and more", "66.00", "222.00", "2,110.00", "111.00", "155.50"]], [90, 75, 75, 85, 85, 85], 40, 745);
  y = grid(["Station", "km", "", "Station", "km"], [["Aldwick Harbour", "0", "", "Wethersby", "60"], ["Aldwick Town", "3", "", "Old Quarry", "64"], ["Gorsey Lane", "8", "", "Stell Bridge", "71"], ["Fallow Bridge", "13", "", "Upper Stell", "78"], ["Marram", "21", "", "High Tarrick", "88"], ["Lindmoor", "30", "", "Scarrow Mill", "56"], ["Cold Ash", "37", "", "Heronsgate", "62"], ["Tansy Mill", "44", "", "Broom Halt", "66"], ["Scarrow Junction", "52", "", "Penmarle Road", "71"], ["", "", "", "Penmarle", "76"]], [140, 50, 40, 120, 60], 40, y - 26);
  y -= 14;
  for (const t of ["Reductions on single, return and day tickets: children under 6 free, 6 to 14 half; holders of the Line Card (35.00 a year) 30 percent; soldiers in uniform 25 percent; groups from 8 persons 20 percent, from 20 persons 35 percent and one leader free. Reductions are not added; the highest is given. Sums are rounded up to 0.10.", "Bicycle: 3.00 a journey, 5.00 a day. Dog: half the single fare of a child; small animals in a basket free. Skis and pushchairs free.", "Tickets bought from the conductor cost 1.50 more where the ticket office is open or the machine works. A passenger without a ticket pays 60.00, and 30.00 if he pays within seven days."]) y = wrap(t, 40, y, 510, 9.5) - 8;
  sheet("Conditions of carriage", false);
  const rules = ["1  Refunds. An unused single or return is refunded until the day before travel without charge, on the day itself for a charge of 4.00, afterwards not at all. Day tickets are refunded only before the day. A season ticket is refunded from the day it is handed in; each month used counts as a full month, each begun week as a quarter of a month.", "2  Delay. Passengers who arrive late by 30 to 59 minutes receive a quarter of the single fare, by 60 to 119 minutes half, by 120 minutes and more the whole. Season ticket holders receive 1.50 for each delay of 30 minutes or more, at most 10 a month. Claims are made within 21 days. Nothing is paid when the delay was caused by snow on the section beyond Stell Bridge.", "3  Missed last connection. If the last connection of the day is lost through the railway, a taxi of up to 80 kilometres or a night's lodging of up to 90.00 is paid.", "4  Luggage. Each passenger may take two pieces of up to 25 kg that fit below or above the seat. Furniture, barrels and sledges longer than 1.5 m travel in the van for 6.00.", "6  Bicycles. Trains carry eight bicycles, trains marked E four. Places can be booked for groups of five and more, three working days before. Tandems count as two. Electric bicycles are carried; loose batteries are not.", "7  Animals. Dogs are kept on the lead and, save guide dogs, are not taken into the refreshment area. No more than two dogs to a passenger.", "8  Lost property is kept at Lindmoor for 60 days. Collecting costs 3.00, for items worth more than 100 it costs 8.00. Food is thrown away the same evening.", "9  Wheelchairs. Trains have two places; help with boarding is booked by 18 00 of the day before, telephone 555 0171. At request stops there is no help.", "11  Photography on platforms needs no permission. Tripods and drones do; drones are never flown within 50 m of the line.", "12  Complaints are answered within 15 working days. The arbiter of the county may be asked within three months of the answer."];
  let x = 40, cy = 755;
  for (const r of rules) {
    if (cy < 470 && x === 40) { x = 308; cy = 755; }
    cy = wrap(r, x, cy, 240, 9.2) - 7;
  }
  fs.writeFileSync(path.join(OUT, "lindmoor-estuary-railway.pdf"), await pdf.save({ useObjectStreams: true }));
}
build();
