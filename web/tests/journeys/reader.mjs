// Reading: a citation opens its document at the passage, marked where it stands.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { marksOf, misplaced, pageWords, wordsOf } from "../boxes.mjs";
import { check, equal, journey, until } from "../journey.mjs";
import { answered, ask } from "./ask.mjs";

/** The frame that draws the file, when it has marked. */
export async function drawn(page, marks = 1) {
  const frame = await until("the frame", () => page.frames().find((one) => one.url().includes("/assets/pdf/frame.html")));
  await until("marks", async () => (await frame.locator(".mark").count()) >= marks);
  return frame;
}

/** A document of the library by the end of its name, and its text. */
async function documentOf(server, name) {
  const { documents } = await server.api("documents?limit=1000");
  const found = documents.find((one) => one.document.endsWith(name));
  const response = await fetch(`${server.url}/api/v1/documents/${found.document_id}/text`);
  return { ...found, text: Buffer.from(await response.arrayBuffer()) };
}

/** Address of the n-th place of a text in a document. */
function addressOf(document, quote, n = 0) {
  let start = -1;
  for (let i = 0; i <= n; i += 1) start = document.text.indexOf(Buffer.from(quote), start + 1);
  check(start >= 0, `“${quote}” is in ${document.document}`);
  return `/read/${document.document_id}?start=${start}&end=${start + Buffer.byteLength(quote)}`;
}

/** Marks may be drawn page by page: they stand there in the end, and stay. */
async function marked(frame, number, words, size) {
  await until(`marks on page ${number}`, async () => {
    const wrong = misplaced(await marksOf(frame, number), words, size);
    if (wrong.length) throw new Error(wrong.join("; "));
    return true;
  });
}

/** Opens the passage and holds its marks against the words of another program. */
async function heldAgainst(world, name, quote, { n = 0, page: number = 1, needs }) {
  const document = await documentOf(world.server, name);
  const page = await world.open(addressOf(document, quote, n));
  const frame = await drawn(page);
  const size = pageWords(world.path(needs), number);
  const words = wordsOf(quote.replace(/\s+/g, " "), size);
  check(words, `pdftotext finds “${quote}” on page ${number}`);
  await marked(frame, number, words, size);
  return { page, frame };
}

export const journeys = [
  journey("a citation opens the page of the file with its passage marked", async (world) => {
    const page = await world.open("/");
    await ask(page, "Which perils are used in rating under Rule C-2?");
    await answered(page);
    await page.locator(".turn .chip[data-marker='7']").click();
    const frame = await drawn(page);
    const size = pageWords(world.path("insurance"), 18);
    const words = wordsOf("• Theft", size);
    await marked(frame, 18, words, size);
    await until("the page is told", async () => (await page.locator(".reader-page").inputValue()) === "18");
    await until("the mark is in sight", async () => {
      const top = await frame.locator(".mark").first().evaluate((mark) => mark.getBoundingClientRect().top);
      return top > 0 && top < 700;
    });
    // On a narrow window sections are not open.
    const section = page.locator(".outline [aria-current]");
    if (page.viewportSize().width > 1100) {
      await until("the section where one is stands in sight", () => section.evaluate((one) => {
        const [entry, seen] = [one.getBoundingClientRect(), one.closest("aside").getBoundingClientRect()];
        return entry.top >= seen.top && entry.bottom <= seen.bottom;
      }));
    }
    await frame.locator('.page[data-page="18"][data-drawn]').waitFor();
    const ink = await frame.evaluate(() => {
      const canvas = document.querySelector('.page[data-page="18"] canvas');
      const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      return pixels.some((value, at) => at % 4 === 0 && value < 100);
    });
    check(ink, "the page is drawn");
    await page.getByRole("link", { name: "Answer" }).click();
    await answered(page);
  }, ["insurance"]),

  journey("a paragraph is marked line by line", async (world) => {
    const quote = "“Hurricane” means a storm system that has been declared a hurricane by the National";
    await heldAgainst(world, "Rules Manual eff 08.18.25 v4.pdf", quote, { page: 23, needs: "insurance" });
  }, ["insurance"]),

  journey("marks on turned pages stand where the words are", async (world) => {
    const document = await documentOf(world.server, "habibi-rotated.pdf");
    for (const number of [1, 2, 3, 4]) {
      const page = await world.open(addressOf(document, "habibi", number - 1));
      const frame = await drawn(page);
      const marks = await until(`marks on page ${number}`, async () => {
        const all = await marksOf(frame, number);
        return all.length && all;
      });
      // Poppler takes the word and the one behind it for one.
      const size = pageWords(world.path("turned"), number);
      const { x0, y0, x1, y1 } = size.words.find((word) => word.text.includes("habibi"));
      const [left, top, right, bottom] = [x0 / size.width, y0 / size.height, x1 / size.width, y1 / size.height];
      equal(marks.length, 1, `marks on page ${number}`);
      const [mark] = marks;
      const room = 0.006;
      const within = mark.x0 > left - room && mark.x1 < right + room && mark.y0 > top - room && mark.y1 < bottom + room;
      const share = ((mark.x1 - mark.x0) * (mark.y1 - mark.y0)) / ((right - left) * (bottom - top));
      check(within && share > 0.4, `the mark ${JSON.stringify(mark)} stands in ${[left, top, right, bottom]}`);
    }
  }, ["turned"]),

  journey("marks on a page of two columns stay in their column", async (world) => {
    const quote = "Nam dui ligula, fringilla a, euismod sodales,";
    await heldAgainst(world, "multicolumn.pdf", quote, { page: 1, needs: "columns" });
    await heldAgainst(world, "multicolumn.pdf", "Fusce mauris. Vestibulum luctus nibh at lectus.", { page: 1, needs: "columns" });
  }, ["columns"]),

  journey("a quote over two pages is marked on both", async (world) => {
    const document = await documentOf(world.server, "multicolumn.pdf");
    const { pages } = await world.server.api(`documents/${document.document_id}/pages`);
    const start = pages[1].start - 60;
    const page = await world.open(`/read/${document.document_id}?start=${start}&end=${start + 140}`);
    const frame = await drawn(page, 2);
    for (const number of [1, 2]) {
      await until(`page ${number} has marks`, async () => (await marksOf(frame, number)).length > 0);
    }
  }, ["columns"]),

  journey("pages, sections and search lead through a document", async (world) => {
    const document = await documentOf(world.server, "pdflatex-outline.pdf");
    const page = await world.open(`/read/${document.document_id}`);
    await until("the frame", () => page.frames().length > 1);
    await page.getByRole("button", { name: /7 Foo/ }).click();
    await until("page 3", async () => (await page.locator(".reader-page").inputValue()) === "3");
    await page.getByRole("button", { name: "Pages", exact: true }).click();
    const thumb = page.getByRole("button", { name: "p. 4", exact: true });
    await until("a small picture is drawn", () => thumb.locator("canvas").evaluate((canvas) => canvas.height > 171 || canvas.width !== 132 || canvas.height !== 172));
    await thumb.click();
    await until("page 4", async () => (await page.locator(".reader-page").inputValue()) === "4");
    await page.getByRole("searchbox", { name: "Find in this document" }).fill("huardest GEFBURN");
    await page.locator(".find-place").first().click();
    const frame = await drawn(page);
    check((await frame.locator(".mark").count()) > 0, "what was found is marked");
    await page.keyboard.press("Escape");
  }, ["outline"]),

  journey("a text without pages is shown with the same marks", async (world) => {
    const document = await documentOf(world.server, "wild-bees.txt");
    const line = document.text.toString().split("\n").find((one) => one.length > 60).slice(10, 50);
    const page = await world.open(addressOf(document, line));
    // What is not in sight yet has no text that is shown.
    await until("the mark", async () => (await page.locator(".text-view mark").innerText()) === line);
  }),

  journey("rows in a text stand in columns, and a quoted row is marked cell by cell", async (world) => {
    const document = await documentOf(world.server, "library-handbook.md");
    const row = "Tuesday | 10:00 to 18:00 | 14:00 to 18:00 | 14:00 to 17:00";
    const page = await world.open(addressOf(document, row));
    const marks = page.locator(".text-view td mark");
    await until("each cell is marked", async () => (await marks.allInnerTexts()).map((one) => one.trim()).join(" | ") === row);
    const left = (cell) => cell.evaluate((one) => Math.round(one.getBoundingClientRect().left));
    const below = page.locator(".text-view tr", { hasText: "Wednesday" }).locator("td");
    const above = page.locator(".text-view tr", { hasText: "Tuesday" }).locator("td");
    for (const at of [1, 2, 3]) equal(await left(above.nth(at)), await left(below.nth(at)), `column ${at}`);
  }),

  journey("the tables of a page are typed tables", async (world) => {
    const document = await documentOf(world.server, "heat-pump-manual.pdf");
    const page = await world.open(`/read/${document.document_id}?page=6`);
    await page.getByRole("button", { name: "Tables of this page" }).click();
    const table = page.locator(".page-table").first();
    await table.waitFor();
    check(/Quiet mode/.test(await page.locator(".reader-right").innerText()), "the rows are there");
  }),

  journey("one asks about this document alone, and about what is selected", async (world) => {
    const document = await documentOf(world.server, "library-handbook.md");
    const page = await world.open(`/read/${document.document_id}`);
    await page.locator(".text-block").first().waitFor();
    const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/ask"));
    await ask(page, "Who founded the library?");
    equal((await sent).postDataJSON().filters, [`document="${document.document}"`], "the filter");
    await answered(page);
    await until("it is answered beside the text", async () => (await page.locator(".reader-right").innerText()).includes("Thorley"));
    await page.locator(".reader-right .chip").first().click();
    await page.locator(".text-view mark").waitFor();
    await page.locator(".text-view mark").first().dblclick();
    await page.locator(".selected").waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Who founded the library?" }).waitFor();
  }),

  journey("a file that is another now, or cannot be drawn, is read as text", async (world) => {
    world.allow(/410|Gone/);
    const server = await world.another({}, { documents: [join(world.root, "samples/documents")] });
    const document = await documentOf(server, "heat-pump-manual.pdf");
    const page = await world.open(`/read/${document.document_id}`, { server });
    await page.route("**/original*", (route) => route.fulfill({ body: "%PDF-1.7 not one at all", contentType: "application/pdf" }));
    await page.reload();
    await page.getByText("This file cannot be drawn here.").waitFor();
    await until("its text is there", async () => (await page.locator(".text-view").innerText()).length > 500);
    await page.unroute("**/original*");
    await page.route("**/original*", (route) => route.fulfill({ status: 410, json: { status: 410, code: "original_changed", detail: "gone" } }));
    await page.reload();
    await page.getByText("The file has changed or is gone.").waitFor();
  }),

  journey("names in other scripts and with pictures are names", async (world) => {
    const names = ["تقرير سنوي 2025.md", "דוח.txt", "🐝 bees & 蜜蜂.md", "a‮fdp.exe.md"];
    const folder = mkdtempSync(join(tmpdir(), "perusal-names-"));
    names.forEach((name, at) => writeFileSync(join(folder, name), `# Title ${at}\n\nThe secret number of file ${at} is ${at}42.\n`));
    const server = await world.another({}, { documents: [folder] });
    rmSync(folder, { recursive: true });
    const page = await world.open("/documents", { server });
    for (const name of names) await page.getByText(name, { exact: false }).first().waitFor();
    const first = await documentOf(server, names[0]);
    await page.goto(`${server.url}/read/${first.document_id}`);
    await page.locator(".text-block").first().waitFor();
    equal(await page.locator(".reader-name").innerText(), names[0], "its name");
    await ask(page, "What is the secret number of file 0?");
    await answered(page);
    check((await page.locator(".reader-right").innerText()).includes("042"), "asked within it");
  }),
];
