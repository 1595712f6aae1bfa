// With a real small language model behind the page. `scripts/llama-server --page` serves one and
// walks these; elsewhere they are skipped, since it takes minutes to fetch one.
//
// What such a model writes is not judged here: that it comes word by word, can be stopped, is
// checked sentence by sentence, and that the page says so.
import { join } from "node:path";
import { check, journey, skip, until } from "../journey.mjs";

const QUESTION = "What is a cuckoo bee?";

/** A server whose answers the model writes. */
async function written(world) {
  const endpoint = process.env.PERUSAL_LLAMA_SERVER;
  if (!endpoint) skip("no language model: `scripts/llama-server --page` serves one");
  const settings = {
    PERUSAL_MODELS__MAIN: `llama-server:${process.env.PERUSAL_LLAMA_MODEL ?? "model"}`,
    PERUSAL_MODELS__ENDPOINT: endpoint,
    // Reading a prompt takes a processor alone its time.
    PERUSAL_MODELS__FIRST_TOKEN_TIMEOUT_MS: "60000",
    PERUSAL_MODEL__EMBEDDER: "none",
  };
  return world.another(settings, { documents: [join(world.root, "samples/documents")] });
}

async function ask(page, question) {
  await page.locator("[data-question]").last().fill(question);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
}

export const journeys = [
  journey("a real model: sources first, then words as they come, checked against the sources", async (world) => {
    const server = await written(world);
    const page = await world.open("/", { server });
    // A model on a processor alone takes longer than the usual ten seconds.
    await page.getByRole("button", { name: "How to answer" }).click();
    await page.getByRole("combobox", { name: "Time" }).selectOption("120000");
    const started = performance.now();
    await ask(page, QUESTION);
    await page.locator(".source").first().waitFor();
    const sources = performance.now() - started;
    const lengths = new Set();
    await until("it is answered", async () => {
      const answer = page.locator("[data-state=writing] .answer");
      if (await answer.count()) lengths.add((await answer.innerText().catch(() => "")).length);
      return (await page.locator("[data-turn=last][data-state=done]").count()) > 0;
    }, 180_000);
    const manner = await page.locator(".manner").innerText();
    const text = await page.locator(".answer").innerText();
    const trace = new URL(page.url()).pathname.split("/").at(-1);
    const kept = await server.api(`traces/${trace}`);
    check(kept.usage.llm_calls > 0, `a model was asked: ${manner}`);
    if (kept.answer.answer.mode === "generated") {
      check(/Written by llama-server:/.test(manner), `it says who wrote it: ${manner}`);
      check(lengths.size > 2, `it came in pieces: ${[...lengths]}`);
      const unsupported = kept.answer.answer.unsupported.length;
      const marked = (await page.locator(".answer .unheld").count()) + (await page.locator(".unsupported li").count());
      check(marked === unsupported, `${unsupported} sentences are unsupported, ${marked} are marked: ${text}`);
    } else {
      check(/language model wrote no answer/.test(manner), `why these are quotes: ${manner}`);
    }
    check(kept.prompts.at(-1).messages.some((one) => one.content.includes(QUESTION)), "the prompt is kept");
    console.log(`        sources after ${sources.toFixed(0)} ms, ${lengths.size} pieces seen, ${kept.usage.completion_tokens} tokens, ${kept.answer.answer.mode}: ${text.replaceAll("\n", " ").slice(0, 160)}`);
  }),

  journey("a real model: what nothing holds is marked", async (world) => {
    const server = await written(world);
    const page = await world.open("/", { server });
    let marked = 0;
    let seen = 0;
    // A small model adds something of its own sooner or later.
    for (const question of [QUESTION, "Who founded the Elmsworth Village Library?", "When does the ferry leave?", "How loud is the heat pump at 3 m?"]) {
      const asked = await server.api("ask", { method: "POST", body: JSON.stringify({ question, deadline_ms: 120_000 }) });
      if (asked.answer.mode !== "generated") {
        console.log(`        ${question} ${asked.notes.join(" ")}`);
        continue;
      }
      seen += 1;
      await page.goto(`${server.url}/ask/${asked.trace}`);
      await page.locator("[data-turn=last][data-state=done]").waitFor();
      const told = (await page.locator(".answer .unheld").count()) + (await page.locator(".unsupported li").count());
      check(told === asked.answer.unsupported.length, `${question}: ${asked.answer.unsupported.length} unsupported, ${told} marked`);
      marked += told;
    }
    check(seen > 0, "the model wrote something");
    console.log(`        ${seen} answers written, ${marked} sentences marked`);
  }),

  journey("a real model: an answer is stopped, and the model rests at once", async (world) => {
    const server = await written(world);
    const page = await world.open("/", { server });
    await ask(page, QUESTION);
    await page.locator(".source").first().waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator("[data-turn=last][data-state=stopped]").waitFor({ timeout: 2_000 });
    await page.getByText("You stopped this answer.").waitFor();
    await until("no work is left", async () => {
      const told = await (await fetch(`${server.url}/metrics`)).text();
      return told.includes('perusal_working{kind="ask"} 0');
    }, 2_000);
  }),
];
