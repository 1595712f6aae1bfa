// Strings that would run as scripts, everywhere a document or a model can put them.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
async function watched(world, path, server) {
  const init = () => {
    window.stopped = [];
    document.addEventListener("securitypolicyviolation", (event) => window.stopped.push(`${event.violatedDirective} ${event.blockedURI}`));
  };
  const page = await world.open(path, { server, init });
  page.on("dialog", (dialog) => dialog.dismiss().then(() => world.errors.push(`dialog: ${dialog.message()}`)));
  return page;
}

async function unharmed(page, what) {
  const { ran, stopped, made } = await page.evaluate(() => ({
    ran: window.ran ?? null,
    stopped: window.stopped,
    made: [...document.querySelectorAll("main :is(script, iframe:not(.pdf), object, embed, img, video, link, meta, style, base)")].map((one) => one.outerHTML.slice(0, 100)),
  }));
  equal({ ran, stopped, made }, { ran: null, stopped: [], made: [] }, what);
}

export const journeys = [
  journey("500 strings that would run stand in texts, titles, names and cells, and are text", async (world) => {
    equal(new Set(strings).size, 500, "strings");
    const folder = mkdtempSync(join(tmpdir(), "perusal-strings-"));
    const perFile = 25;
    for (let at = 0; at < strings.length; at += perFile) {
      const some = strings.slice(at, at + perFile);
      // A name of a file has no slash and at most 255 bytes.
      const name = some[0].replaceAll("/", "∕").replaceAll("\0", "").slice(0, 60);
      const body = some.map((one, index) => `## Part ${at + index} ${one}\n\nThe zebra word ${at + index} is ${one} indeed.\n`).join("\n");
      writeFileSync(join(folder, `${at} ${name}.md`), `# ${some[1]}\n\n${body}`);
      const cells = some.map((one, index) => `row${at + index},"${one.replaceAll('"', '""')}",${at + index}`).join("\n");
      writeFileSync(join(folder, `${at} cells.csv`), `name,${JSON.stringify("<b onclick=window.ran=1>head</b>")},number\n${cells}\n`);
    }
    const server = await world.another({ PERUSAL_MODEL__EMBEDDER: "none" }, { documents: [folder] });
    rmSync(folder, { recursive: true });

    const page = await watched(world, "/documents", server);
    await page.getByText("cells.csv").first().waitFor();
    await unharmed(page, "documents");
    const { documents } = await server.api("documents?limit=1000");
    equal(documents.length, 40, "documents");
    let seen = 0;
    for (const { document_id: id } of documents) {
      await page.goto(`${server.url}/read/${id}`);
      await page.locator(".text-block").first().waitFor();
      const shown = await page.locator(".text-view").evaluate((view) => view.textContent);
      const text = await (await fetch(`${server.url}/api/v1/documents/${id}/text`)).text();
      const [left, right] = [[...shown], [...text]];
      const at = right.findIndex((one, index) => left[index] !== one);
      const around = (all) => all.slice(Math.max(0, at - 20), at + 40).join("");
      if (at >= 0 || left.length !== right.length) equal(around(left), around(right), "the text that is shown");
      seen += new Set([...text.matchAll(/ran=1(\d+)/gi)].map((one) => one[1])).size;
      await unharmed(page, `reading ${id}`);
    }
    // Readers of Markdown drop what is a link's address or a style; all the rest is in the text.
    check(seen >= 800, `strings are shown as text: ${seen} of 1000`);

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
  }),

  journey("what a model writes is text, and links nowhere", async (world) => {
    const says = `The library was founded by Agnes Thorley [1]. ${SHAPES.map((shape) => shape(RUN)).join(" ")} **Agnes Thorley** founded it [1].`;
    const model = await scripted(says, 1);
    const server = await world.another(model.settings, { documents: [join(world.root, "samples/documents")] });
    const page = await watched(world, "/", server);
    await ask(page, "Who founded the Elmsworth Village Library?");
    await answered(page);
    await unharmed(page, "the answer");
    equal(await page.locator(".answer a:not(.chip)").count(), 0, "links in the answer");
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
