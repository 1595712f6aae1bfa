// Strings that would run as scripts, everywhere a document or a model can put them.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logging, wentTo } from "../browser.mjs";
import { check, equal, journey, until } from "../journey.mjs";
import { scripted } from "../model.mjs";
import { answered, ask } from "./ask.mjs";

/** What each of them would do, if it ran. */
const RUN = "window.ran=1";
const SHAPES = [
  (run) => `<script>${run}</script>`,
  (run) => `<img src=x onerror=${run}>`,
  (run) => `<svg onload=${run}>`,
  (run) => `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  (run) => `<iframe src="javascript:${run}"></iframe>`,
  (run) => `<iframe srcdoc="<script>parent.${run}</script>">`,
  (run) => `<body onload=${run}>`,
  (run) => `<a href="javascript:${run}">x</a>`,
  (run) => `[x](javascript:${run})`,
  (run) => `![x](https://evil.example/x.png?${run})`,
  (run) => `<details open ontoggle=${run}>`,
  (run) => `<input autofocus onfocus=${run}>`,
  (run) => `<video><source onerror=${run}></video>`,
  (run) => `<math><mtext><script>${run}</script></mtext></math>`,
  (run) => `"><script>${run}</script>`,
  (run) => `'-${run}-'`,
  (run) => `\${${run}}`,
  (run) => `{{constructor.constructor('${run}')()}}`,
  (run) => `<style>@import 'https://evil.example/x.css';</style>`.replace("x.css", `x.css?${run}`),
  (run) => `<link rel=stylesheet href=https://evil.example/x.css?${run}>`,
  (run) => `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  (run) => `<object data="javascript:${run}">`,
  (run) => `<embed src="https://evil.example/?${run}">`,
  (run) => `<form action="https://evil.example/"><button formaction="javascript:${run}">`,
  (run) => `<template><script>${run}</script></template>`,
];
const VARIANTS = 20;

/** 500 strings; each has a number of its own. */
const strings = SHAPES.flatMap((shape, at) =>
  Array.from({ length: VARIANTS }, (_, variant) => {
    const number = at * VARIANTS + variant;
    const text = shape(`${RUN}${number}`);
    return variant % 3 === 1 ? text.toUpperCase().replaceAll("WINDOW.RAN", "window.ran") : variant % 3 === 2 ? text.replaceAll("<", "<\u0009") : text;
  }),
);

/** Watches for anything that ran, was asked for, or was stopped by the policy. */
async function watched(world, path, server, browser) {
  const init = () => {
    window.stopped = [];
    document.addEventListener("securitypolicyviolation", (event) => window.stopped.push(`${event.violatedDirective} ${event.blockedURI}`));
  };
  const page = await world.open(path, { server, init, ...(browser && { browser }) });
  page.on("dialog", (dialog) => dialog.dismiss().then(() => world.errors.push(`dialog: ${dialog.message()}`)));
  return page;
}

/** Walks with a browser that logs its network, and looks into that log. */
async function logged(world, server, walk) {
  const log = join(server.folder, "network.json");
  const browser = await logging(log);
  try {
    await walk(browser);
  } finally {
    await browser.close();
  }
  const { addresses, names } = wentTo(log);
  const elsewhere = addresses.filter((one) => !one.startsWith(`${server.url}/`) && !/^(blob|data|chrome|devtools|about):/.test(one));
  check(addresses.some((one) => one.startsWith(server.url)), "the log has the requests of the page");
  equal({ elsewhere, names: names.filter((one) => !one.includes("127.0.0.1")) }, { elsewhere: [], names: [] }, "the network log of the browser");
  console.log(`        ${addresses.length} addresses in the network log of the browser, none elsewhere`);
}

async function unharmed(page, what) {
  const { ran, stopped, made } = await page.evaluate(() => ({
    ran: window.ran ?? null,
    stopped: window.stopped,
    made: [...document.querySelectorAll("main :is(script, iframe:not(.pdf), object, embed, img, video, link, meta, style, base)")].map((one) => one.outerHTML.slice(0, 100)),
  }));
  equal({ ran, stopped, made }, { ran: null, stopped: [], made: [] }, what);
}

/** Adds the numbers of the strings that a text holds. */
function collect(numbers, text) {
  for (const [, number] of text.matchAll(/ran=1(\d+)/gi)) numbers.add(number);
}

/** Documents in their list and in the reader. */
async function listed(page, server) {
  const rows = page.locator(".documents .rows");
  await rows.locator(".row").first().waitFor();
  const { documents } = await server.api("documents?limit=1000");
  equal(documents.length, 540, "documents");
  const [names, titles] = [new Set(), new Set()];
  for (let at = 0; at < 540; at += 6) {
    await rows.evaluate((box, top) => (box.scrollTop = top), at * 57);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    for (const [shown, place] of [[names, ".row-name a"], [titles, ".row-title"]]) {
      collect(shown, (await page.locator(place).allTextContents()).join("\n"));
    }
  }
  await unharmed(page, "the list of documents");
  check(names.size >= 500 && titles.size >= 440, `names and titles that are shown: ${names.size}, ${titles.size}`);
  let seen = 0;
  for (const { document_id: id } of documents.filter((one) => /^\d+ (cells|text)\./.test(one.document))) {
    await page.goto(`${server.url}/read/${id}`);
    await page.locator(".text-block").first().waitFor();
    const shown = await page.locator(".text-view").evaluate((view) => view.textContent);
    const text = await (await fetch(`${server.url}/api/v1/documents/${id}/text`)).text();
    // Columns stand in place of the bars between cells.
    const [left, right] = [shown, text].map((all) => [...all.replaceAll(" | ", "")]);
    const at = right.findIndex((one, index) => left[index] !== one);
    const around = (all) => all.slice(Math.max(0, at - 20), at + 40).join("");
    if (at >= 0 || left.length !== right.length) equal(around(left), around(right), "the text that is shown");
    seen += new Set([...text.matchAll(/ran=1(\d+)/gi)].map((one) => one[1])).size;
    await unharmed(page, `reading ${id}`);
  }
  // Readers of Markdown drop what is a link's address or a style; all the rest is in the text.
  check(seen >= 800, `strings are shown as text: ${seen} of 1000`);
}

/** Answers, why, and Analyze. */
async function asked(page, server) {
  await page.goto(`${server.url}/`);
  for (const at of [3, 44, 107, 188, 260, 349, 421, 499]) {
    await ask(page, `What is the zebra word ${at}?`);
    await page.locator("[data-turn=last]:is([data-state=done], [data-state=failed])").waitFor();
    await until("an answer or none", () => page.locator("[data-turn=last] :is(.answer, .calm)").count());
    await unharmed(page, `the answer about ${at}`);
  }
  await ask(page, `<img src=x onerror=${RUN}> [x](javascript:${RUN})`);
  await page.locator("[data-turn=last][data-state=done]").waitFor();
  await unharmed(page, "a question");
  for (const trace of (await server.api("traces?limit=5")).traces) {
    await page.goto(`${server.url}/why/${trace.trace}`);
    await page.locator("main h1").first().waitFor();
    await unharmed(page, "why");
  }
  await page.goto(`${server.url}/analyze`);
  await page.locator("main h1").first().waitFor();
  await unharmed(page, "analyze");
}

/** Cells of tables. */
async function queried(page, server) {
  const { tables } = await server.api("tables?limit=1000");
  let cells = 0;
  for (const { name } of tables.filter((one) => one.kind === "table")) {
    const quoted = name.split(".").map((part) => `"${part}"`).join(".");
    await page.goto(`${server.url}/documents/tables?sql=${encodeURIComponent(`SELECT * FROM ${quoted}`)}`);
    await page.locator(".result tbody tr").first().waitFor();
    cells += await page.locator(".result tbody tr").count();
    await unharmed(page, `the table ${name}`);
  }
  check(cells >= 400, `cells are shown: ${cells} rows`);
}

export const journeys = [
  journey("500 strings that would run stand in texts, titles, names and cells, and are text", async (world) => {
    equal(new Set(strings).size, 500, "strings");
    const folder = mkdtempSync(join(tmpdir(), "perusal-strings-"));
    const perFile = 25;
    for (let at = 0; at < strings.length; at += perFile) {
      const some = strings.slice(at, at + perFile);
      some.forEach((one, index) => {
        // A name of a file has no slash and at most 255 bytes.
        const name = one.replaceAll("/", "∕").slice(0, 160);
        const title = one.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
        writeFileSync(join(folder, `${name} ${at + index}.html`), `<!doctype html><title>${title}</title><p>The giraffe word ${at + index}.</p>`);
      });
      const body = some.map((one, index) => `## Part ${at + index} ${one}\n\nThe zebra word ${at + index} is ${one} indeed.\n`).join("\n");
      writeFileSync(join(folder, `${at} text.md`), `# ${some[1]}\n\n${body}`);
      const cells = some.map((one, index) => `row${at + index},"${one.replaceAll('"', '""')}",${at + index}`).join("\n");
      writeFileSync(join(folder, `${at} cells.csv`), `name,${JSON.stringify("<b onclick=window.ran=1>head</b>")},number\n${cells}\n`);
    }
    const server = await world.another({ PERUSAL_MODEL__EMBEDDER: "none" }, { documents: [folder] });
    rmSync(folder, { recursive: true });

    await logged(world, server, async (browser) => {
      const page = await watched(world, "/documents", server, browser);
      await listed(page, server);
      await asked(page, server);
      await queried(page, server);
    });
  }),

  journey("500 strings that would run are written by a model, and are text that links nowhere", async (world) => {
    const perAnswer = 25;
    const answers = strings.length / perAnswer;
    const says = (at) => {
      const some = strings.slice((at % answers) * perAnswer, (at % answers + 1) * perAnswer);
      return `The library was founded by Agnes Thorley [1]. ${some.map((one) => `It has ${one} indeed.`).join(" ")} **Agnes Thorley** founded it [1].`;
    };
    const model = await scripted(says, 0);
    const server = await world.another({ ...model.settings, PERUSAL_MODEL__EMBEDDER: "none" }, { documents: [join(world.root, "samples/documents")] });
    await logged(world, server, async (browser) => {
      const page = await watched(world, "/", server, browser);
      const [shown, kept] = [new Set(), new Set()];
      for (let at = 0; at < answers; at += 1) {
        await page.goto(server.url);
        await ask(page, "Who founded the Elmsworth Village Library?");
        await answered(page);
        await unharmed(page, `answer ${at}`);
        equal(await page.locator(".turn a:not(.chip, .source, .manner a)").count(), 0, "links in the answer");
        collect(shown, await page.locator(".turn").evaluate((turn) => turn.textContent));
        const trace = new URL(page.url()).pathname.split("/").at(-1);
        await page.goto(`${server.url}/why/${trace}`);
        await page.locator("#prompts .sent").last().waitFor();
        collect(kept, await page.locator("#prompts").evaluate((said) => said.textContent));
        await unharmed(page, `why of answer ${at}`);
      }
      // Answers leave out what would be an element with a script in it; Why shows what was said.
      check(shown.size >= 300 && kept.size === 500, `strings of the model in answers: ${shown.size}, in Why: ${kept.size}`);
    });
    model.close();
  }),

  journey("the frame that draws files reaches nothing and runs nothing of theirs", async (world) => {
    const { documents } = await world.server.api("documents?limit=1000");
    const { document_id: id } = documents.find((one) => one.document.endsWith("heat-pump-manual.pdf"));
    const page = await world.open(`/read/${id}`);
    const frame = await until("the frame", () => page.frames().find((one) => one.url().includes("frame.html")));
    await frame.locator(".page[data-drawn]").first().waitFor();
    const told = await frame.evaluate(async () => ({
      origin: window.origin,
      api: await fetch("/api/v1/documents").then(() => "reached", () => "refused"),
      page: (() => {
        try {
          return String(parent.document.title);
        } catch {
          return "refused";
        }
      })(),
      storage: (() => {
        try {
          return String(localStorage.length);
        } catch {
          return "refused";
        }
      })(),
    }));
    world.allow(/Content Security Policy|Refused to connect|violates/);
    equal(told, { origin: "null", api: "refused", page: "refused", storage: "refused" }, "what the frame reaches");
  }),
];
