// The rest by keyboard alone: nothing here is pressed, pointed at or filled in by other means.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, equal, journey, until } from "../journey.mjs";
import { scripted } from "../model.mjs";
import { answered } from "./ask.mjs";
import { DAMAGED } from "./documents.mjs";

const PLAIN = { PERUSAL_MODEL__EMBEDDER: "none" };
/** Steps of Tab within which everything can be reached. */
const STEPS_MAX = 150;

/** Tab until what has the focus is called so. */
async function reach(page, name, key = "Tab") {
  const called = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      if (at === document.body || at === document.querySelector("main")) return "";
      return [at?.getAttribute("aria-label"), at?.textContent, at?.getAttribute("placeholder"), at?.closest("label")?.textContent].filter(Boolean).join(" ");
    });
  for (let at = 0; at < STEPS_MAX; at += 1) {
    if (name.test(await called())) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${name} cannot be reached by ${key}`);
}

/** Where the first thing that a person does is to type. */
async function begun(page) {
  await until("the field has the focus", () => page.evaluate(() => document.activeElement?.matches("[data-question]")));
}

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

export const journeys = [
  journey("by keyboard alone: files are added, what failed is told of, a table is queried", async (world) => {
    const server = await world.another(PLAIN);
    const page = await world.open("/", { server });
    await begun(page);
    await press(page, "Escape", "g", "d");
    await page.waitForURL(/\/documents$/);
    await page.getByText("Nothing is here yet").waitFor();
    // The browser is told to hand its box for files over before it is opened.
    const chooser = page.waitForEvent("filechooser");
    await reach(page, /Choose files/);
    await press(page, "Enter");
    const damaged = join(server.folder, "damaged.pdf");
    writeFileSync(damaged, DAMAGED);
    const samples = ["heat-pump-manual.pdf", "island-ferry.md"].map((name) => join(world.root, "samples/documents", name));
    await (await chooser).setFiles([...samples, damaged]);
    await until("the job ends", async () => /2 files added, 1 could not be read/.test(await page.locator(".job").innerText()), 60_000);
    await reach(page, /^Try again/);
    await until("rows", async () => (await page.locator(".documents .row").count()) >= 2);
    await reach(page, /Tables found/, "Shift+Tab");
    await press(page, "Enter");
    await page.waitForURL(/\/documents\/tables/);
    await page.locator(".row.card").first().waitFor();
    const { tables } = await server.api("tables");
    const fares = tables.find((one) => one.columns.some((column) => JSON.stringify(column).includes("Single")));
    await reach(page, /Query over the tables/);
    await page.keyboard.type(`SELECT * FROM ${fares.name}`);
    await press(page, "Escape", "Control+Enter");
    await page.locator(".result tbody tr").first().waitFor();
    await reach(page, /^1: .*island-ferry/);
    await press(page, "Enter");
    await page.waitForURL(/\/read\//);
    await page.locator(".text-view mark").first().waitFor();
  }),

  journey("by keyboard alone: what is not there, why, and the same another way", async (world) => {
    const page = await world.open("/");
    await begun(page);
    await page.keyboard.type("Who won the football cup in 1966?");
    await press(page, "Enter");
    await answered(page);
    await page.locator(".calm .nearest a").first().waitFor();
    await press(page, "j", "Enter");
    await page.waitForURL(/\/read\//);
    await press(page, "Escape");
    await answered(page);
    await reach(page, /Why this answer/);
    await press(page, "Enter");
    await page.waitForURL(/\/why\//);
    await page.locator(".way").waitFor();
    await reach(page, /^Search/);
    await page.keyboard.type("by words");
    await reach(page, /^Run$/);
    await press(page, "Enter");
    await until("two stand there", async () => (await page.locator(".given").count()) === 2);
  }),

  journey("by keyboard alone: an answer that is being written is stopped", async (world) => {
    const model = await scripted("The library was founded by Agnes Thorley [1]. ".repeat(40), 100);
    const server = await world.another({ ...model.settings, ...PLAIN }, { documents: [join(world.root, "samples/documents")] });
    const page = await world.open("/", { server });
    await begun(page);
    await page.keyboard.type("Who founded the Elmsworth Village Library?");
    await press(page, "Enter");
    await page.locator("[data-state=writing] .answer").waitFor();
    await press(page, "Escape");
    await page.locator("[data-turn=last][data-state=stopped]").waitFor({ timeout: 1000 });
    check(/Agnes/.test(await page.locator(".answer").innerText()), "what had come is kept");
    model.close();
  }),

  journey("by keyboard alone: a book is read for five seconds", async (world) => {
    const server = await world.another(PLAIN, { documents: [world.path("whale")] });
    const page = await world.open("/documents", { server });
    await page.locator(".documents .row").first().waitFor();
    await press(page, "g", "a");
    await page.waitForURL(/\/analyze/);
    await reach(page, /What to read for/);
    await page.keyboard.type("Who is the captain of the Pequod?");
    await reach(page, /^Time/);
    await page.keyboard.type("5 s");
    await reach(page, /^Read$/);
    await press(page, "Enter");
    await page.locator(".conclusion").waitFor({ timeout: 20_000 });
    check(/of 5 s/.test(await page.locator(".course").innerText()), "within the time that was chosen");
    await reach(page, /Level/);
    await press(page, "ArrowRight", "Enter");
    await page.waitForURL(/\/read\//);
  }, ["whale"]),

  journey("by keyboard alone: set-ups are measured on a question of one's own", async (world) => {
    const server = await world.another(PLAIN, { documents: [join(world.root, "samples/documents")] });
    const page = await world.open("/", { server });
    await begun(page);
    await press(page, "Escape", "g", "m");
    await page.waitForURL(/\/measure/);
    await reach(page, /Measure set-ups/);
    await press(page, "Enter");
    await reach(page, /^Question 1/);
    await page.keyboard.type("Who founded the Elmsworth Village Library?");
    await press(page, "Tab");
    await page.keyboard.type("Agnes Thorley");
    await reach(page, /20 passages read/);
    await press(page, "Space");
    await reach(page, /^Measure$/);
    await press(page, "Enter");
    const done = page.getByRole("link", { name: "My questions" });
    await done.waitFor({ timeout: 60_000 });
    await reach(page, /^My questions/, "Shift+Tab");
    await press(page, "Enter");
    await page.locator(".set table").waitFor();
    equal(await page.locator(".set tbody tr").count(), 3, "variations");
  }),
];
