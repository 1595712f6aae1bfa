// Asking: what a person sees first, what the answer looks like, and what one does with it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal, journey, until } from "../journey.mjs";
import { scripted } from "../model.mjs";

const LIST = "Which perils are used in rating under Rule C-2?";
const FACT = "How loud is the heat pump at 3 m in quiet mode, level 2?";

const ACCOUNTS = `# Accounts of the lock

Revenue and costs by year, in euros.

| item | 2017 | 2018 |
|---|---|---|
| Revenue from tolls | 400 | 450 |
| Costs of repair | 120 | 150 |
| Wages of keepers | 90 | 96 |
`;

/** Asks as a person does: types, and presses Enter. */
export async function ask(page, question) {
  await page.locator("[data-question]").first().fill(question);
  await page.keyboard.press("Enter");
}

export async function answered(page) {
  await page.locator("[data-turn=last][data-state=done]").waitFor();
}

export const journeys = [
  journey("asks, and sees the sources before the first word", async (world) => {
    const page = await world.open("/");
    await page.evaluate(() => {
      window.seen = [];
      new MutationObserver(() => {
        const [sources, text] = ["[data-source]", ".answer"].map((one) => document.querySelector(one));
        if (sources && !window.seen.includes("sources")) window.seen.push("sources");
        if (text && !window.seen.includes("text")) window.seen.push("text");
      }).observe(document.body, { childList: true, subtree: true });
    });
    await ask(page, "Who founded the Elmsworth Village Library?");
    await answered(page);
    equal(await page.evaluate(() => window.seen), ["sources", "text"], "what came first");
    check((await page.locator(".answer").innerText()).includes("Agnes Thorley"), "the answer names her");
    check(/Quoted from your documents/.test(await page.locator(".manner").innerText()), "how it was answered is said");
    check((await page.title()).includes("Perusal"), "the page has its name");
  }),

  journey("hovering a citation shows its quote, pressing it opens the document", async (world) => {
    const page = await world.open("/");
    await ask(page, "Who founded the Elmsworth Village Library?");
    await answered(page);
    const chip = page.locator(".answer .chip").first();
    await chip.hover();
    const quote = page.locator(".answer .chip-quote").first();
    await until("the quote is shown", async () => (await quote.evaluate((box) => getComputedStyle(box).opacity)) === "1");
    check((await quote.innerText()).includes("Thorley"), "the quote holds the answer");
    await chip.click();
    await page.waitForURL(/\/read\//);
    await page.locator(".text-view mark").waitFor();
    await until("the passage is marked in the text", async () => (await page.locator(".text-view mark").innerText()).includes("Thorley"));
  }),

  journey("a list is a table: sorted, copied as CSV, whole", async (world) => {
    const page = await world.open("/");
    await ask(page, LIST);
    await answered(page);
    const rows = page.locator(".turn .table tbody tr");
    await until("rows", async () => (await rows.count()) === 8);
    check(/8/.test(await page.locator(".completeness").innerText()), "it says that the list is whole");
    await page.getByRole("button", { name: /^Item/ }).click();
    await until("sorted by item", async () => /Fire/.test(await rows.first().innerText()));
    await page.getByRole("button", { name: /^Item/ }).click();
    await until("sorted the other way", async () => /Windstorm/.test(await rows.first().innerText()));
    await page.getByRole("button", { name: "Copy as CSV" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const csv = await page.evaluate(() => navigator.clipboard.readText());
    const lines = csv.trim().split("\r\n");
    equal(lines.length, 9, "lines of the CSV");
    equal(lines[0], "Item,Source", "its head");
    check(lines[1].startsWith("Windstorm/Hail,"), `its first line: ${lines[1]}`);
  }, ["insurance"]),

  journey("a row of a table is shown as a row", async (world) => {
    const page = await world.open("/");
    await ask(page, "What is the coefficient of performance of the heat pump at A2/W35?");
    await answered(page);
    check((await page.locator(".answer").innerText()).includes("3.9"), "the value is there");
    check((await page.locator(".answer .rows td").count()) >= 3, "in cells");
  }),

  journey("a calculation shows its operands, each with its source", async (world) => {
    const folder = mkdtempSync(join(tmpdir(), "perusal-accounts-"));
    writeFileSync(join(folder, "accounts.md"), ACCOUNTS);
    const server = await world.another({}, { documents: [folder] });
    rmSync(folder, { recursive: true });
    const page = await world.open("/", { server });
    await ask(page, "What is the percentage change in the revenue from tolls from 2017 to 2018?");
    await answered(page);
    const sum = page.locator(".value-expression");
    check(/450.*− 400.*÷ 400.*= 12\.5/s.test(await sum.innerText()), `the calculation: ${await sum.innerText()}`);
    equal(await sum.locator(".chip").count(), 3, "operands with a source");
    await sum.locator(".chip").last().click();
    const marks = page.locator(".text-view mark");
    await until("the operand is marked, in its row", async () => (await marks.allInnerTexts()).some((one) => one.includes("450")));
  }),

  journey("what is not in the documents is said calmly, with what lies nearest", async (world) => {
    const page = await world.open("/");
    await ask(page, "Who won the football cup in 1966?");
    await answered(page);
    const calm = page.locator(".calm");
    const told = await calm.innerText();
    check(/not in your documents|Not sure enough/.test(told), `it says so: ${told}`);
    await until("the nearest passages are there, with their text", async () => (await calm.locator(".nearest .source .source-quote").count()) > 0);
    equal(await page.locator(".answer").count(), 0, "nothing is stated");
  }),

  journey("the same answer comes from its address", async (world) => {
    const page = await world.open("/");
    await ask(page, "Who founded the Elmsworth Village Library?");
    await answered(page);
    await page.waitForURL(/\/ask\/[0-9a-f]+/);
    const before = await page.locator(".answer").innerText();
    await page.reload();
    await answered(page);
    equal(await page.locator(".answer").innerText(), before, "after loading it anew");
    const other = await world.open(new URL(page.url()).pathname);
    await answered(other);
    equal(await other.locator(".answer").innerText(), before, "in another browser");
    await page.goBack();
    await page.goForward();
    await until("back and forth", async () => (await page.locator(".answer").innerText()) === before);
  }),

  journey("conversations are kept, searched and forgotten", async (world) => {
    const page = await world.open("/");
    await ask(page, "What is a cuckoo bee?");
    await answered(page);
    const title = page.locator(".session", { hasText: "What is a cuckoo bee?" });
    await title.first().waitFor();
    await page.getByRole("link", { name: "New conversation" }).click();
    await page.locator(".home").waitFor();
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("cuckoo");
    await title.first().click();
    await answered(page);
    check((await page.locator(".turn-question").innerText()).includes("cuckoo"), "it is shown again");
    const count = await title.count();
    await title.first().hover();
    await page.getByRole("button", { name: /Forget .*cuckoo/ }).first().click();
    await until("it is gone", async () => (await title.count()) < count);
    await page.keyboard.press("z");
    await until("and taken back", async () => (await title.count()) === count);
    const kept = async () => (await world.server.api("sessions?query=cuckoo")).total;
    const before = await kept();
    await title.first().hover();
    await page.getByRole("button", { name: /Forget .*cuckoo/ }).first().click();
    await until("it is gone for good", async () => (await kept()) === before - 1, 15_000);
  }),

  journey("an answer is copied with its references, and said to help", async (world) => {
    const page = await world.open("/");
    await ask(page, "Who founded the Elmsworth Village Library?");
    await answered(page);
    await page.getByRole("button", { name: "Copy with references" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    check(/\[1\] library-handbook\.md/.test(copied) && copied.includes("Thorley"), `copied: ${copied}`);
    await page.getByRole("button", { name: "This helped" }).click();
    await page.getByText("Noted, thank you.").waitFor();
  }),

  journey("it is asked again, another way", async (world) => {
    const page = await world.open("/");
    await ask(page, "What is a cuckoo bee?");
    await answered(page);
    await page.getByRole("button", { name: "Ask otherwise" }).click();
    await page.locator(".otherwise select").first().selectOption("keyword");
    const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/ask"));
    await page.getByRole("button", { name: "Ask again" }).click();
    equal((await sent).postDataJSON().strategy, "keyword", "the strategy that was asked for");
    await until("two turns", async () => (await page.locator(".turn[data-state=done]").count()) === 2);
  }),

  journey("a model writes: word by word, stopped at once, what nothing holds is marked", async (world) => {
    const words = "The library was founded by Agnes Thorley [1]. It has 900 elephants in the cellar.";
    const model = await scripted(words, 150);
    const server = await world.another(model.settings, { documents: [`${world.root}/samples/documents`] });
    const page = await world.open("/", { server });
    await ask(page, "Who founded the Elmsworth Village Library?");
    await page.locator("[data-state=writing] .answer").waitFor();
    const early = await page.locator(".answer").innerText();
    await answered(page);
    const text = await page.locator(".answer").innerText();
    check(text.length > early.length, "it came word by word");
    check((await page.locator(".answer .unheld").count()) === 1, `the sentence is marked: ${text}`);
    check(/Written by ollama:writer/.test(await page.locator(".manner").innerText()), "a model wrote it");

    const slow = await scripted(words.repeat(20), 100);
    const other = await world.another(slow.settings, { documents: [`${world.root}/samples/documents`] });
    const page2 = await world.open("/", { server: other });
    await ask(page2, "Who founded the Elmsworth Village Library?");
    await page2.locator("[data-state=writing]").waitFor();
    await page2.getByRole("button", { name: "Stop" }).click();
    await page2.locator("[data-turn=last][data-state=stopped]").waitFor({ timeout: 1000 });
    check((await page2.locator(".answer").innerText()).length > 0, "what had come is kept");
    await page2.getByText("You stopped this answer.").waitFor();
    model.close();
    slow.close();
  }),

  journey("it is asked again by a language model that is chosen for it, and then by none", async (world) => {
    const model = await scripted("The library was founded by Agnes Thorley [1].");
    const server = await world.another({ ...model.settings, PERUSAL_MODEL__EMBEDDER: "none" }, { documents: [`${world.root}/samples/documents`] });
    const page = await world.open("/", { server });
    await ask(page, "Who founded the Elmsworth Village Library?");
    await answered(page);
    const otherwise = async (writer) => {
      const before = await page.locator(".turn").count();
      await page.getByRole("button", { name: "Ask otherwise" }).last().click();
      const select = page.locator(".otherwise").last().getByRole("combobox", { name: "Written by" });
      await until("its models are listed", async () => (await select.locator("option").count()) === 3);
      await select.selectOption(writer);
      const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/ask"));
      await page.getByRole("button", { name: "Ask again" }).last().click();
      const body = (await sent).postDataJSON();
      await until("another turn is there", async () => (await page.locator(".turn[data-state=done]").count()) === before + 1);
      return body;
    };
    const quoted = await otherwise("none");
    equal([quoted.extractive, quoted.model], [true, undefined], "quotes only");
    check(/Quoted/.test(await page.locator(".manner").last().innerText()), "it is quoted");
    const asked = model.asked.length;
    const written = await otherwise("ollama:writer");
    equal([written.extractive, written.model], [undefined, "ollama:writer"], "by this model");
    check(model.asked.length > asked, "the model was asked");
    check(/Written by ollama:writer/.test(await page.locator(".manner").last().innerText()), "and says so");
    model.close();
  }),

  journey("first run: one press adds the samples, and they are asked at once", async (world) => {
    const server = await world.another();
    const page = await world.open("/", { server });
    await page.locator(".empty").waitFor();
    await page.getByRole("button", { name: "Add the samples" }).click();
    const example = page.locator(".example").first();
    await example.waitFor({ timeout: 60_000 });
    await page.getByText(/4 documents/).waitFor({ timeout: 60_000 });
    await example.click();
    await answered(page);
    await page.getByRole("link", { name: "Documents", exact: true }).click();
    await until("they are listed", async () => (await page.locator(".documents .row").count()) === 4);
  }),
];
