// How it looks to machines: axe on every screen, light and dark; time and size; the three languages.
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { check, equal, journey, until } from "../journey.mjs";
import { answered, ask } from "./ask.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Milliseconds until something is painted, on this machine, with the server on it. */
const PAINT_MS = 300;
/** Milliseconds from the last byte of an answer until it is shown. */
const SHOWN_MS = 150;
/** Bytes of the page, packed, without what draws PDFs. */
const PAGE_BYTES = 200_000;

/** Every screen with something on it: a name, an address, and what is there when it is whole. */
export async function screens(world) {
  const { documents } = await world.server.api("documents?limit=1000");
  const pdf = documents.find((one) => one.document.endsWith("heat-pump-manual.pdf")).document_id;
  const text = documents.find((one) => one.document.endsWith("library-handbook.md")).document_id;
  const put = (question) => world.server.api("ask", { method: "POST", body: JSON.stringify({ question, session_id: "looks" }) });
  const fact = await put("Who founded the Elmsworth Village Library?");
  const row = await put("How loud is the heat pump at 3 m in quiet mode, level 2?");
  const bees = await put("Which bees are cuckoo bees?");
  const none = await put("Who won the football cup in 1966?");
  return [
    ["home", "/", ".home-library"],
    ["answer", `/ask/${bees.trace}`, "[data-state=done]"],
    ["not-there", `/ask/${none.trace}`, ".calm"],
    ["conversation", `/ask/${fact.trace}?session=looks`, "[data-state=done]"],
    ["reader", `/read/${pdf}?page=6&trace=${row.trace}&start=${row.answer.citations[0].span.start}&end=${row.answer.citations[0].span.end}`, ".pdf[data-marks]"],
    ["reader-text", `/read/${text}`, ".text-block"],
    ["documents", "/documents", "main h1"],
    ["why", `/why/${row.trace}`, "main h1"],
    ["analyze", "/analyze", "main h1"],
    ["measure", "/measure", "main h1"],
    ["settings", "/settings", ".value-row"],
  ];
}

/** In the page, before its own scripts: says when the field of the question has been drawn. */
function watchField() {
  const look = () => {
    if (!document.querySelector("[data-question]")) requestAnimationFrame(look);
    else requestAnimationFrame(() => (window.fieldAt = performance.now()));
  };
  requestAnimationFrame(look);
}

export async function violations(page) {
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(", ")}`);
}

export const journeys = [
  journey("axe finds nothing on any screen, light and dark", async (world) => {
    const wrong = [];
    for (const [name, path, there] of await screens(world)) {
      for (const colorScheme of ["light", "dark"]) {
        const page = await world.open(path, { colorScheme });
        await page.locator(there).first().waitFor();
        await page.waitForTimeout(300);
        wrong.push(...(await violations(page)).map((one) => `${name} (${colorScheme}) ${one}`));
        await page.context().close();
      }
    }
    equal(wrong, [], "violations");
  }),

  journey("the page is small and quick", async (world) => {
    const dist = join(world.root, "web/dist");
    const packed = ["index.html", "assets/page.js", "assets/page.css"].map((name) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length);
    const size = packed.reduce((sum, one) => sum + one, 0);
    check(size <= PAGE_BYTES, `${size} bytes packed`);
    check(statSync(join(dist, "assets/pdf/frame.js")).size > 100_000, "what draws PDFs is apart");
    const times = [];
    const shown = [];
    const fields = [];
    // What the page itself takes: whatever else runs on the machine only adds to it, so one tries again.
    const slow = () => Math.min(...times) > PAINT_MS;
    for (let round = 0; round < 5 || (round < 15 && slow()); round += 1) {
      const page = await world.open("/", { init: watchField });
      times.push(await until("a paint", () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime)));
      fields.push(await until("the field of the question", () => page.evaluate(() => window.fieldAt)));
      await page.evaluate(() => {
        new MutationObserver(() => {
          if (document.querySelector("[data-turn=last][data-state=done]")) window.doneAt ??= performance.now();
        }).observe(document.body, { childList: true, subtree: true, attributes: true });
      });
      await ask(page, "Who founded the Elmsworth Village Library?");
      await answered(page);
      const took = await until("the time of the answer", () => page.evaluate(() => {
        const told = performance.getEntriesByType("resource").find((one) => one.name.endsWith("/api/v1/ask") && one.responseEnd > 0);
        return told && { ms: window.doneAt - told.responseEnd };
      }));
      shown.push(Math.max(0, took.ms));
      await page.context().close();
    }
    const middle = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
    const least = Math.min(...times);
    console.log(`        ${size} bytes packed; first paint ${least.toFixed(0)} ms at best and ${middle(times).toFixed(0)} ms, the question's field ${middle(fields).toFixed(0)} ms, answer shown ${middle(shown).toFixed(0)} ms after its last byte (medians of ${times.length})`);
    check(least <= PAINT_MS, `first paint after ${least} ms`);
    check(middle(shown) <= SHOWN_MS, `shown after ${middle(shown)} ms`);
  }),

  journey("what changes takes at most 150 ms, nothing moves where that is wished, lines stay short at 4K", async (world) => {
    const { trace } = await world.server.api("ask", { method: "POST", body: JSON.stringify({ question: "What is a cuckoo bee?" }) });
    const longest = (page, property) =>
      page.evaluate((property) => {
        const parts = [...document.querySelectorAll("*")].flatMap((one) => [null, "::before", "::after"].map((part) => getComputedStyle(one, part)[property]));
        return Math.max(...parts.flatMap((one) => one.split(",")).map((one) => parseFloat(one) * (one.includes("ms") ? 1 : 1000)));
      }, property);
    for (const path of [`/ask/${trace}`, "/documents", "/analyze", "/measure", "/settings"]) {
      const page = await world.open(path);
      await page.locator("main :is(h1, h2, form)").first().waitFor();
      const ms = await longest(page, "transitionDuration");
      check(ms > 0 && ms <= 150, `${path}: what changes takes ${ms} ms`);
      const still = await world.open(path, { reducedMotion: "reduce" });
      await still.locator("main :is(h1, h2, form)").first().waitFor();
      equal([await longest(still, "transitionDuration"), await longest(still, "animationDuration")], [0, 0], `${path}: motion where none is wished`);
    }
    const wide = await world.open(`/ask/${trace}`, { viewport: { width: 3840, height: 2160 } });
    await answered(wide);
    const line = await wide.locator(".answer p").first().evaluate((one) => one.getBoundingClientRect().width);
    check(line <= 760, `a line of the answer is ${line} px long`);
    equal(await wide.evaluate(() => document.documentElement.scrollWidth), 3840, "width at 4K");
  }),

  journey("a book is asked while its vectors are being made", async (world) => {
    const server = await world.another();
    const page = await world.open("/", { server });
    await page.locator(".empty input[type=file]").setInputFiles(world.path("whale"));
    await page.waitForURL(/\/documents/);
    const index = async () => (await server.api("stats")).index;
    await until("its words are indexed", async () => (await index())?.chunks > 1000, 60_000);
    await page.goto(server.url);
    await page.getByText(/searchable by words, \d+.?% of vectors/).waitFor();
    await ask(page, "What is the name of the captain of the Pequod?");
    await answered(page);
    check((await page.locator("[data-source]").count()) > 0, "passages are found");
    const { chunks, embedded_chunks: made } = await index();
    check(made < chunks, `it was asked before all vectors were there: ${made} of ${chunks}`);
    console.log(`        asked with ${made} of ${chunks} vectors`);
  }, ["whale"]),

  journey("it speaks German and Spanish, and takes the theme that is chosen", async (world) => {
    const german = await world.open("/", { locale: "de-DE" });
    await german.getByText("Fragen Sie Ihre Dokumente").waitFor();
    equal(await german.evaluate(() => document.documentElement.lang), "de", "the language of the page");
    const spanish = await world.open("/settings", { locale: "es-MX" });
    await spanish.getByRole("heading", { name: "Ajustes" }).waitFor();
    await spanish.getByLabel("Idioma").selectOption("en");
    await spanish.getByRole("heading", { name: "Settings" }).waitFor();
    await spanish.getByRole("button", { name: "dark" }).click();
    const ground = () => spanish.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await ground();
    await spanish.getByRole("button", { name: "light", exact: true }).click();
    check((await ground()) !== dark, "the ground changes");
    await spanish.reload();
    await spanish.getByRole("heading", { name: "Settings" }).waitFor();
    equal(await spanish.evaluate(() => document.documentElement.dataset.theme), "light", "kept in this browser");
  }),

  journey("an empty library says what to do, takes files, and can be asked while it reads", async (world) => {
    const server = await world.another();
    const page = await world.open("/", { server });
    await page.locator(".empty").waitFor();
    check(/empty/.test(await page.locator(".empty").innerText()), "it says so");
    const files = ["library-handbook.md", "wild-bees.txt"].map((name) => join(world.root, "samples/documents", name));
    await page.locator(".empty input[type=file]").setInputFiles(files);
    await page.waitForURL(/\/documents/);
    await until("they are read", async () => (await server.api("documents")).total === 2, 60_000);
    await page.goto(`${server.url}/`);
    await page.locator(".home-library").waitFor();
    await ask(page, "Who founded the Elmsworth Village Library?");
    await answered(page);
    check((await page.locator(".answer").innerText()).includes("Thorley"), "and answer");
  }),
];
