// What goes wrong: a sentence that says what happened and what to do, and nothing typed is lost.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { check, equal, journey, until } from "../journey.mjs";
import { scripted } from "../model.mjs";
import { answered, ask } from "./ask.mjs";

const PLAIN = { PERUSAL_MODEL__EMBEDDER: "none" };
/** What browsers say in their console of a server that is not there. */
const GONE = /ERR_|Failed to (load|fetch)|50\d/;
const question = (page) => page.getByRole("textbox", { name: "What to read for" });

export const journeys = [
  journey("Trouble: the server goes while it reads, comes back, and the same is read", async (world) => {
    world.allow(GONE);
    const server = await world.another(PLAIN, { documents: [world.path("whale")] });
    const page = await world.open("/analyze", { server });
    await question(page).fill("Who is Starbuck?");
    // The answer has begun and is held at once: the whole of it may take less than a look.
    const begun = page.waitForResponse((one) => /analyze/.test(one.url()) && one.request().method() === "POST");
    await page.keyboard.press("Enter");
    await begun;
    server.process.kill("SIGSTOP");
    await server.stop();
    await page.getByText("The connection broke off in the middle.").waitFor();
    equal(await question(page).inputValue(), "Who is Starbuck?", "the question");
    await server.start();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".conclusion").waitFor({ timeout: 40_000 });
  }, ["whale"]),

  journey("Trouble: the server goes while an answer is written, and nothing that came or was typed is lost", async (world) => {
    world.allow(GONE);
    const model = await scripted("The library was founded by Agnes Thorley [1]. ".repeat(60), 100);
    const server = await world.another({ ...model.settings, ...PLAIN }, { documents: [join(world.root, "samples/documents")] });
    const page = await world.open("/", { server });
    await ask(page, "Who founded the Elmsworth Village Library?");
    await until("words come", async () => /Agnes/.test(await page.locator("[data-state=writing] .answer").innerText()));
    const next = page.locator("[data-question]").last();
    await next.fill("And what does it lend?");
    await server.stop();
    await page.getByText("The connection broke off in the middle.").or(page.getByText("The server does not answer.")).first().waitFor();
    check(/Agnes/.test(await page.locator(".answer").innerText()), "what had come");
    check((await page.locator(".turn-question").innerText()).includes("Elmsworth"), "the question");
    equal(await next.inputValue(), "And what does it lend?", "what was typed");
    check((await page.locator("[data-source]").count()) > 0, "the sources");
    await page.getByRole("button", { name: "Try again" }).click();
    await until("it says what to do", async () => /perusal serve/.test(await page.locator("[data-turn=last] .notice").innerText()));
    equal(await next.inputValue(), "And what does it lend?", "what was typed, after trying in vain");
    await server.start();
    await page.getByRole("button", { name: "Try again" }).last().click();
    await page.locator("[data-turn=last][data-state=writing] .answer").waitFor();
    model.close();
  }),

  journey("Trouble: Documents without a server says so, and comes back with it", async (world) => {
    world.allow(GONE);
    const server = await world.another(PLAIN, { documents: [join(world.root, "samples/documents")] });
    const page = await world.open("/", { server });
    await page.locator("[data-question]").first().waitFor();
    await server.stop();
    await page.getByRole("link", { name: "Documents", exact: true }).click();
    await page.getByText("The server does not answer.").first().waitFor();
    check(/perusal serve/.test(await page.locator(".notice").first().innerText()), "and what to do");
    await server.start();
    await page.getByRole("button", { name: "Try again" }).last().click();
    await page.locator(".documents .row").first().waitFor();
  }),

  journey("Trouble: the server is restarted while it adds files, and the job goes on", async (world) => {
    const { drop } = await import("./documents.mjs");
    world.allow(GONE);
    const server = await world.another();
    const page = await world.open("/documents", { server });
    await drop(page, ["earnings", "insurance"].map((name) => [basename(world.path(name)), readFileSync(world.path(name))]));
    await page.locator(".job").waitFor();
    await server.stop();
    await page.getByText("The server does not answer.").or(page.getByText("The connection broke off in the middle.")).first().waitFor();
    await server.start();
    await until("it ends", async () => /2 files added/.test(await page.locator(".job").innerText()), 120_000);
    await until("the sentence is gone", async () => (await page.locator(".notice").count()) === 0);
    await until("both are there", async () => (await page.locator(".documents .row").count()) === 2);
  }, ["earnings", "insurance"]),

  journey("Trouble: a token that was taken back is asked for, and the question stays", async (world) => {
    world.allow(/401/);
    const server = await world.another(PLAIN, { documents: [join(world.root, "samples/documents")] });
    const token = server.run("token", "add", "reader", "--scope", "read").stdout.match(/perusal_\w+/)[0];
    const page = await world.open("/analyze", { server });
    const login = page.getByRole("dialog");
    await login.waitFor();
    await login.locator("input").fill(token);
    await page.keyboard.press("Enter");
    await login.waitFor({ state: "hidden" });
    await question(page).fill("What does the library lend?");
    server.run("token", "rm", "reader");
    await page.keyboard.press("Enter");
    await login.waitFor();
    check(/token/i.test(await login.innerText()), "it says that a token is needed");
    equal(await question(page).inputValue(), "What does the library lend?", "the question");
  }),

  journey("Trouble: a token is taken back in a conversation, and given anew", async (world) => {
    world.allow(/401/);
    const server = await world.another(PLAIN, { documents: [join(world.root, "samples/documents")] });
    const made = () => server.run("token", "add", "reader", "--scope", "read").stdout.match(/perusal_\w+/)[0];
    const page = await world.open("/", { server, init: null });
    const login = page.getByRole("dialog");
    const first = made();
    await page.reload();
    await login.waitFor();
    await login.locator("input").fill(first);
    await page.keyboard.press("Enter");
    await login.waitFor({ state: "hidden" });
    await ask(page, "Who founded the Elmsworth Village Library?");
    await answered(page);
    server.run("token", "rm", "reader");
    // Without any token the library would be open again.
    const second = made();
    await ask(page, "What is a cuckoo bee?");
    await login.waitFor();
    await login.locator("input").fill(second);
    await page.keyboard.press("Enter");
    await login.waitFor({ state: "hidden" });
    check((await page.locator(".turn-question").last().innerText()).includes("cuckoo"), "the question is still there");
    await until("it is answered", async () => {
      const again = page.getByRole("button", { name: "Try again" });
      if (await again.count()) await again.last().click();
      return /nest/.test(await page.locator("[data-turn=last]").innerText());
    });
  }),

  journey("Trouble: a document is deleted while it is read", async (world) => {
    world.allow(/404|410/);
    const server = await world.another(PLAIN, { documents: [join(world.root, "samples/documents")] });
    const { documents } = await server.api("documents");
    const id = (name) => documents.find((row) => row.document === name).document_id;
    for (const name of ["heat-pump-manual.pdf", "library-handbook.md"]) {
      const page = await world.open(`/read/${id(name)}`, { server });
      const drawn = name.endsWith(".pdf") ? page.locator(".pdf") : page.locator(".text-block").first();
      await drawn.waitFor();
      await page.locator("[data-question]").fill("How loud is it in quiet mode?");
      await server.api(`documents/${id(name)}`, { method: "DELETE" });
      // What is open stays open.
      await page.keyboard.press("Escape");
      await page.keyboard.press("n");
      check(await drawn.isVisible(), "it can be read on");
      await page.locator("[data-question]").press("Enter");
      await page.locator("[data-turn=last]:is([data-state=done], [data-state=failed])").waitFor();
      const told = await page.locator(".ask-here").innerText();
      check(/How loud/.test(told), `the question is there: ${told}`);
      check(/not here any more|not in your documents|no document/i.test(told), `it says what happened: ${told}`);
      await page.reload();
      await page.getByText("This document is not here any more.").waitFor();
      check((await page.getByRole("link", { name: "Documents" }).count()) > 0, "and where to go");
    }
  }),

  journey("Trouble: a document that is deleted while it is open", async (world) => {
    world.allow(/404|410/);
    const server = await world.another(PLAIN, { documents: [join(world.root, "samples/documents")] });
    const { documents } = await server.api("documents");
    const one = documents.find((row) => row.document === "island-ferry.md");
    const page = await world.open(`/documents/${one.document_id}`, { server });
    await page.locator(".detail dl").first().waitFor();
    await server.api(`documents/${one.document_id}`, { method: "DELETE" });
    await page.reload();
    await page.getByText("This document is not here any more.").waitFor();
    await page.goto(`${server.url}/read/${one.document_id}`);
    await page.locator(".notice").first().waitFor();
    check((await page.locator(".notice").first().innerText()).length > 20, "the reader says so too");
  }),

  journey("Trouble: a browser that keeps nothing", async (world) => {
    const page = await world.open("/");
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        });
      }
    });
    await page.goto(world.server.url);
    await ask(page, "Who founded the Elmsworth Village Library?");
    await answered(page);
    check(/Thorley/.test(await page.locator(".answer").innerText()), "it answers");
    await page.goto(`${world.server.url}/analyze`);
    await question(page).fill("What is a cuckoo bee?");
    await page.getByRole("link", { name: "Documents", exact: true }).click();
    await page.locator(".documents .row").first().waitFor();
    await page.getByRole("link", { name: "Analyze", exact: true }).click();
    equal(await question(page).inputValue(), "What is a cuckoo bee?", "what was typed");
    await page.keyboard.press("/");
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.locator("main h1").waitFor();
  }),

  journey("Trouble: a file that is no document, a name in another script", async (world) => {
    const { drop } = await import("./documents.mjs");
    const server = await world.another(PLAIN);
    const page = await world.open("/documents", { server });
    await drop(page, [["تقرير السنة 📄.txt", Buffer.from("The harbour opens at six.\n")], ["nothing.bin", Buffer.from([0, 1, 2, 3, 255, 254])]]);
    await until("the job ends", async () => /added/.test(await page.locator(".job h2").innerText()), 30_000);
    await page.getByText("تقرير السنة 📄.txt").first().waitFor();
    check((await page.locator(".job-file.failed .job-why").innerText()).length > 10, "why the other failed is said");
  }),

  journey("Trouble: whatever the server refuses is said in the language of its reader", async (world) => {
    world.allow(/418/);
    const source = (language) => readFileSync(join(world.root, `web/src/words/problems/${language}.ts`), "utf8");
    const titles = (language) => Object.fromEntries([...source(language).matchAll(/^  (\w+): \{ title: "([^"]+)"/gm)].map(([, code, title]) => [code, title]));
    for (const [language, locale] of [["en", "en-GB"], ["de", "de-DE"], ["es", "es-ES"]]) {
      const codes = { ...titles(language), made_up: null };
      check(Object.keys(codes).length > 30, "all codes");
      const page = await world.open("/", { locale });
      let code = "";
      const refuse = (route) => route.fulfill({ status: 418, json: { code, detail: `the server speaks of ${code}`, hint: "it knows why", status: 418 } });
      await page.route("**/api/v1/models*", refuse);
      await page.goto(`${world.server.url}/settings`);
      for (const [name, title] of Object.entries(codes)) {
        code = name;
        const notice = page.locator("main .notice.bad").first();
        await notice.getByRole("button").click();
        const told = title ?? "The server speaks of made_up. It knows why.";
        await until(`${language} ${name}`, async () => (await notice.innerText()).includes(told));
        const said = await notice.innerText();
        check(said.split("\n").filter(Boolean).length >= 3, `${language} ${name}: it says what to do: ${said}`);
      }
      await page.context().close();
    }
  }),

  journey("Trouble: a query that is none, in German", async (world) => {
    world.allow(/400/);
    const page = await world.open("/documents/tables", { locale: "de-DE" });
    await page.locator(".sql textarea").fill("SELECT price FROM nowhere");
    await page.keyboard.press("Control+Enter");
    const notice = page.locator(".notice.bad");
    await notice.getByText("Diese Abfrage lässt sich nicht ausführen.").waitFor();
    check(/nowhere/.test(await notice.locator("[lang=en]").innerText()), "what is wrong with it follows, in the words of the server");
  }),

  journey("Trouble: why files could not be read is said in German too", async (world) => {
    const { DAMAGED, drop } = await import("./documents.mjs");
    const server = await world.another(PLAIN);
    const page = await world.open("/documents", { server, locale: "de-DE" });
    const locked = world.path("locked");
    await drop(page, [["kaputt.pdf", DAMAGED], ["leer.txt", Buffer.from(" ")], ["nichts.bin", Buffer.from([0, 1, 2, 3, 255, 254])], [basename(locked), readFileSync(locked)]]);
    const why = page.locator(".job-file.failed .job-why");
    await until("all failed", async () => (await why.count()) === 4, 60_000);
    const said = (await why.allInnerTexts()).sort();
    equal(said, ["Die Datei ist beschädigt.", "Die Datei ist leer.", "Die Datei ist verschlüsselt und verlangt ein Passwort.", "Sie hat kein Format, das gelesen werden kann."], "why");
    equal(await page.locator(".documents [lang=en]").count(), 0, "sentences in English");
  }, ["locked"]),

  journey("Trouble: the clock of this machine is years ahead", async (world) => {
    const page = await world.open("/analyze");
    await page.clock.install({ time: new Date("2031-01-01T00:00:00Z") });
    await page.reload();
    await question(page).fill("How loud is the heat pump?");
    await page.keyboard.press("Enter");
    await page.clock.resume();
    await page.locator(".conclusion").waitFor({ timeout: 40_000 });
    const said = await page.locator(".course").innerText();
    check(/^[\d.,<]+ (m?s) of 30 s/.test(said), `time is told from the start, not from the clock: ${said}`);
    await page.goto(world.server.url);
    await ask(page, "Who founded the Elmsworth Village Library?");
    await answered(page);
    const took = await page.locator(".manner").innerText();
    check(/\d (ms|s)/.test(took) && !/\d{4,} s/.test(took), `so is that of an answer: ${took}`);
  }),

  journey("Trouble: the server is restarted while it measures, and goes on", async (world) => {
    world.allow(GONE);
    const server = await world.another(PLAIN, { documents: [join(world.root, "samples/documents")] });
    const questions = Array.from({ length: 600 }, (_, at) => ({ question: `What does ticket ${at} cost?`, answers: ["7.50"] }));
    const variations = ["keyword", "hierarchical"].map((strategy) => ({ name: strategy, strategy }));
    await server.api("experiments", { method: "POST", body: JSON.stringify({ title: "Tickets", questions, variations }) });
    const page = await world.open("/measure", { server });
    await page.locator(".experiments li[data-state=running]").waitFor();
    await server.stop();
    await server.start();
    await page.reload();
    await page.locator(".experiments li", { hasText: "Tickets" }).waitFor();
    await page.getByRole("link", { name: "Tickets" }).click({ timeout: 120_000 });
    await page.locator(".set table").waitFor();
    check(/600 questions/.test(await page.locator(".set-head").innerText()), "all questions were measured");
  }),
];
