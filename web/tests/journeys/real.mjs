// With a real small language model behind the page. `scripts/llama-server --page` serves one and
// walks these; elsewhere they are skipped, since it takes minutes to fetch one.
//
// What such a model writes is not judged here: that it comes word by word, can be stopped, is
// checked sentence by sentence, and that the page says so.
import { join } from "node:path";
import { check, equal, journey, skip, until } from "../journey.mjs";

const QUESTION = "What is a cuckoo bee?";
/** A small model writes nothing that holds for one or the other. */
const QUESTIONS = [
  QUESTION,
  "Who founded the Elmsworth Village Library?",
  "Who decides whether a boat sails, and where are cancellations announced?",
  "How does the heat pump work?",
  "What may be borrowed from the library, and for how long?",
  "What does quiet mode do?",
];
/** Time for one answer on a processor alone, in milliseconds. */
const ANSWER_MS = 120_000;

/** A server whose answers the model writes. */
async function written(world) {
  const endpoint = process.env.PERUSAL_LLAMA_SERVER;
  if (!endpoint) skip("no language model: `scripts/llama-server --page` serves one");
  const settings = {
    PERUSAL_MODELS__MAIN: `llama-server:${process.env.PERUSAL_LLAMA_MODEL ?? "model"}`,
    PERUSAL_MODELS__ENDPOINT: endpoint,
    // Reading a prompt takes a processor alone its time; so few passages are read.
    PERUSAL_MODELS__FIRST_TOKEN_TIMEOUT_MS: "110000",
    PERUSAL_RETRIEVE__K: "2",
    PERUSAL_MODEL__EMBEDDER: "none",
  };
  return world.another(settings, { documents: [join(world.root, "samples/documents")] });
}

/** Asks, and gives the numbers of characters that were seen of the answer while it was written. */
async function watched(page, question) {
  await page.getByRole("button", { name: "How to answer" }).click();
  await page.getByRole("combobox", { name: "Time" }).selectOption(String(ANSWER_MS));
  const started = performance.now();
  await page.locator("[data-question]").last().fill(question);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.locator(".source").first().waitFor();
  const sources = performance.now() - started;
  equal(await page.locator(".answer").count(), 0, "words before the sources");
  const lengths = new Set();
  await until("it is answered", async () => {
    const answer = page.locator("[data-state=writing] .answer");
    if (await answer.count()) lengths.add((await answer.innerText().catch(() => "")).length);
    return (await page.locator("[data-turn=last][data-state=done]").count()) > 0;
  }, ANSWER_MS + 60_000);
  return { lengths, sources };
}

export const journeys = [
  journey("a real model: sources first, then words as they come, and what nothing holds is marked", async (world) => {
    const server = await written(world);
    let [writtenOut, inPieces, marked] = [0, 0, 0];
    for (const question of QUESTIONS) {
      const page = await world.open("/", { server });
      const { lengths, sources } = await watched(page, question);
      const manner = await page.locator(".manner").innerText();
      const text = await page.locator(".answer").innerText();
      const kept = await server.api(`traces/${new URL(page.url()).pathname.split("/").at(-1)}`);
      check(kept.prompts.at(-1).messages.some((one) => one.content.includes(question)), "the prompt is kept");
      const { mode, unsupported } = kept.answer.answer;
      console.log(`        ${mode}, sources after ${sources.toFixed(0)} ms, ${lengths.size} pieces seen: ${text.replaceAll("\n", " ").slice(0, 120)}`);
      if (mode === "generated") {
        check(/Written by llama-server:/.test(manner), `it says who wrote it: ${manner}`);
        const told = (await page.locator(".answer .unheld").count()) + (await page.locator(".unsupported li").count());
        check(told === unsupported.length, `${unsupported.length} sentences are unsupported, ${told} are marked: ${text}`);
        writtenOut += 1;
        inPieces += Number(lengths.size > 1);
        marked += told;
      } else {
        check(/language model wrote no answer/.test(manner), `why these are quotes: ${manner}`);
      }
      await page.context().close();
      if (inPieces && marked) break;
    }
    console.log(`        ${writtenOut} answers written, ${inPieces} seen in pieces, ${marked} sentences marked`);
    check(inPieces > 0, "no answer came in pieces");
    // What is unsupported is marked: this is held for each answer. The smallest model always writes some.
    check(marked > 0 || process.env.PERUSAL_LLAMA_MODEL !== "smollm2", "no sentence was marked");
  }),

  journey("a real model: an answer is stopped, and the model rests at once", async (world) => {
    const server = await written(world);
    const page = await world.open("/", { server });
    await page.locator("[data-question]").last().fill(QUESTION);
    await page.keyboard.press("Enter");
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
