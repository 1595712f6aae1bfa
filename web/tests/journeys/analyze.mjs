// Long documents: the map, the deadline, contradictions.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, equal, journey, until } from "../journey.mjs";

const PLAIN = { PERUSAL_MODEL__EMBEDDER: "none" };

async function read(page, question) {
  await page.getByRole("textbox", { name: "What to read for" }).fill(question);
  await page.keyboard.press("Enter");
}

export const journeys = [
  journey("Analyze: five seconds are enough to end, with the map of what was read and what was not", async (world) => {
    const server = await world.another(PLAIN, { documents: [world.path("whale")] });
    const page = await world.open("/analyze", { server });
    // The machine stands still until time is over: what is read after that is partial. A quick one has read
    // all before the signal now and then; then another question is read for.
    for (const about of ["the white whale", "the captain of the Rachel", "his mother", "the doubloon"]) {
      await page.getByRole("combobox", { name: "Time" }).selectOption("5");
      await read(page, `What does Ahab say about ${about}?`);
      await page.locator(".course").waitFor();
      await until("it reads", async () => (await page.locator(".levels li").count()) > 0);
      await until("the map is there while it is read", async () => (await page.locator(".map .cells .cell").count()) > 10);
      // What stands still sends no map: it is stopped once that is there.
      server.process.kill("SIGSTOP");
      const began = Date.now();
      await new Promise((done) => setTimeout(done, 5_100));
      server.process.kill("SIGCONT");
      await page.locator(".conclusion").waitFor();
      const took = Date.now() - began;
      check(took < 7_500, `it ended within ${took} ms`);
      if (/Time was over/.test(await page.locator(".conclusion").innerText())) break;
      await page.goto(`${server.url}/analyze`);
    }
    check(/Time was over/.test(await page.locator(".conclusion").innerText()), "it says that time was over");
    const cells = page.locator(".map .cells .cell");
    check((await cells.count()) > 10, "the map has its cells");
    check((await page.locator(".map .cells .cell:not(.read)").count()) > 0, "and shows what was not read");
    check(/of 5 s/.test(await page.locator(".course").innerText()), "time stands beside the deadline");
    check(/tokens read/.test(await page.locator(".course").innerText()), "so does what was read");
    await page.waitForURL(/\/analyze\/[0-9a-f]+/);
  }, ["whale"]),

  journey("Analyze: an answer with its findings, from its address again, walked by keyboard", async (world) => {
    const server = await world.another(PLAIN, { documents: [world.path("whale")] });
    const page = await world.open("/analyze", { server });
    await read(page, "What is the name of the captain of the Pequod?");
    await page.locator(".conclusion").waitFor({ timeout: 40_000 });
    const found = page.locator(".findings li");
    check((await found.count()) > 0, "there are findings");
    check((await found.first().locator("a").count()) > 0, "each with its place");
    await page.waitForURL(/\/analyze\/[0-9a-f]+/);
    const said = await page.locator(".conclusion").innerText();
    await page.reload();
    await page.locator(".conclusion").waitFor();
    equal(await page.locator(".conclusion").innerText(), said, "the same after loading anew");
    await page.locator(".map .cell[tabindex='0']").focus();
    await page.keyboard.press("ArrowRight");
    check(/Level/.test(await page.locator(".map-told").innerText()), "the arrows say where one is");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/read\//);
  }, ["whale"]),

  journey("Analyze: places that contradict each other stand side by side", async (world) => {
    const folder = join(world.server.folder, "contracts");
    mkdirSync(folder, { recursive: true });
    const filler = Array.from({ length: 400 }, (_, line) => `Clause ${line}. The parties meet in room ${line} and write down what they see there.`).join("\n\n");
    writeFileSync(join(folder, "first.md"), `# Contract\n\n## Warranty\n\nThe warranty of the pump lasts 24 months.\n\n## Other\n\n${filler}\n`);
    writeFileSync(join(folder, "second.md"), `# Amendment\n\n## Warranty\n\nThe warranty of the pump lasts 36 months.\n\n## Other\n\n${filler}\n`);
    const server = await world.another(PLAIN, { documents: [folder] });
    const page = await world.open("/analyze", { server });
    await read(page, "How long does the warranty of the pump last?");
    await page.locator(".conflicts").waitFor({ timeout: 40_000 });
    const quotes = await page.locator(".conflict blockquote").allInnerTexts();
    check(quotes.length >= 2, `both are shown: ${quotes.length}`);
    check(quotes.some((one) => /24 months/.test(one)) && quotes.some((one) => /36 months/.test(one)), "with what they say");
  }),

  journey("Analyze: stopped by the person, and what was typed is still there", async (world) => {
    const server = await world.another(PLAIN, { documents: [world.path("whale")] });
    const page = await world.open("/analyze", { server });
    server.process.kill("SIGSTOP");
    await read(page, "Who is Queequeg?");
    await page.locator(".course").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    server.process.kill("SIGCONT");
    await page.getByText("You stopped this reading").waitFor();
    equal(await page.getByRole("textbox", { name: "What to read for" }).inputValue(), "Who is Queequeg?", "the question");
    await page.reload();
    equal(await page.getByRole("textbox", { name: "What to read for" }).inputValue(), "Who is Queequeg?", "the question after loading anew");
  }, ["whale"]),
];
