// Why an answer is what it is, and what was measured.
import { join } from "node:path";
import { check, equal, journey, until } from "../journey.mjs";
import { scripted } from "../model.mjs";

async function traced(world, question) {
  const told = await world.server.api("ask", { method: "POST", body: JSON.stringify({ question }) });
  return told.trace;
}

export const journeys = [
  journey("Why: the way, the route, candidates before and after fusion, each arm alone", async (world) => {
    const trace = await traced(world, "Who founded the Elmsworth Village Library?");
    const page = await world.open(`/why/${trace}`);
    await page.locator(".way").waitFor();
    check(/Search/.test(await page.locator(".way").innerText()), "the way names its steps");
    check(/ms/.test(await page.locator(".way").innerText()), "with their times");
    check(/Kind of question/.test(await page.locator(".why-pair").innerText()), "the route is told");
    check((await page.locator(".signals li").count()) > 0, "with its signals");
    const first = page.locator(".candidates tbody tr").first();
    await until("passages are shown", async () => /Thorley/.test(await first.innerText()));
    check((await first.locator(".arm").count()) >= 2, "with ranks by arm");
    check((await page.locator(".passages").count()) >= 2, "each arm alone stands beside the others");
    await first.locator("a").click();
    await page.waitForURL(/\/read\//);
  }),

  journey("Why: the same question with other settings, side by side", async (world) => {
    const trace = await traced(world, "Who founded the Elmsworth Village Library?");
    const page = await world.open(`/why/${trace}`);
    await page.locator("#again").getByLabel("Search").selectOption("keyword");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await until("two stand there", async () => (await page.locator(".given").count()) === 2);
    const titles = await page.locator(".given h3").allInnerTexts();
    equal(titles, ["As it was", "by words"], "their titles");
    check(/Thorley/.test(await page.locator(".given").nth(1).innerText()), "the other found it too");
  }),

  journey("Why: all answers are listed, and one opens", async (world) => {
    await traced(world, "What is a cuckoo bee?");
    const page = await world.open("/why");
    const row = page.getByRole("link", { name: "What is a cuckoo bee?" }).first();
    await row.click();
    await page.locator(".way").waitFor();
    equal(await page.locator("h1").innerText(), "What is a cuckoo bee?", "the question");
  }),

  journey("Why: a trace that is not kept any more is said plainly", async (world) => {
    world.allow(/404/);
    const page = await world.open("/why/0123456789abcdef");
    await page.getByText("How this answer came about is not kept any more.").waitFor();
    await page.goto(`${world.server.url}/ask/0123456789abcdef`);
    await page.getByText("This answer is not kept any more.").waitFor();
    check(/Ask again/.test(await page.locator(".notice").innerText()), "and what to do");
  }),

  journey("Measure: an experiment with intervals, and the questions that flipped", async (world) => {
    const done = world.server.run("eval", "experiment", join(world.root, "experiments/samples.toml"));
    check(done.code === 0, `the experiment runs: ${done.stderr.slice(-300)}`);
    const page = await world.open("/measure");
    await page.getByRole("link", { name: "samples" }).click();
    await page.locator(".set table").waitFor();
    equal(await page.locator(".set tbody tr").count(), 6, "variations");
    check((await page.locator(".set .interval").count()) === 6, "each with its interval");
    check((await page.locator(".sweep svg").count()) === 1, "the sweep is drawn");
    const flip = page.locator(".flipped li").first();
    await flip.locator("summary").click();
    await until("both answers of a question that flipped", async () => (await flip.locator(".flip-pair > div").count()) === 2);
    await page.getByRole("combobox", { name: "Measure" }).selectOption("citations");
    await until("another measure says what it is", async () => /right page/.test(await page.locator(".set").innerText()));
    await page.goto(`${world.server.url}/measure`);
    await until("sizes of the index", async () => /Passages/.test(await page.locator(".stats").innerText()));
  }),

  journey("Why: what a model was asked and what it said, word by word", async (world) => {
    const model = await scripted("The library was founded by Agnes Thorley [1].");
    const server = await world.another({ ...model.settings, PERUSAL_MODEL__EMBEDDER: "none" }, { documents: [join(world.root, "samples/documents")] });
    const question = "Who founded the Elmsworth Village Library?";
    const { trace } = await server.api("ask", { method: "POST", body: JSON.stringify({ question }) });
    const page = await world.open(`/why/${trace}`, { server });
    const sent = page.locator("#prompts .sent").last();
    await sent.waitFor();
    const told = await sent.innerText();
    check(told.includes("ollama:writer") && told.includes(question), "the model and the question");
    const messages = model.asked.at(-1).messages.map((one) => one.content.trim());
    const shown = (await sent.locator("pre").allInnerTexts()).map((one) => one.trim());
    equal(shown.slice(0, messages.length), messages, "the very words that were sent");
    check(shown.at(-1).includes("founded by Agnes Thorley"), "and what came back");
    model.close();
  }),

  journey("Measure: one's own questions, begun, watched and read", async (world) => {
    const server = await world.another({ PERUSAL_MODEL__EMBEDDER: "none" }, { documents: [join(world.root, "samples/documents")] });
    await server.api("ask", { method: "POST", body: JSON.stringify({ question: "What is a cuckoo bee?" }) });
    const page = await world.open("/measure", { server });
    await page.getByText("Measure set-ups on your own questions").click();
    await page.getByRole("button", { name: "Take over what was asked here" }).click();
    const field = (name, at) => page.getByRole("textbox", { name: `${name} ${at}`, exact: true });
    const right = "Right answers (empty: not there)";
    await until("it is taken over", async () => (await field("Question", 1).inputValue()) === "What is a cuckoo bee?");
    await field(right, 1).fill("a bee that builds no nest of its own");
    await field("Question", 2).fill("Who founded the Elmsworth Village Library?");
    await field(right, 2).fill("Agnes Thorley");
    await field("Document (optional)", 2).fill("library-handbook.md");
    await field("Question", 3).fill("Who won the football cup in 1966?");
    await page.getByRole("checkbox", { name: "short passages (500 characters)" }).check();
    await page.getByRole("button", { name: "Measure", exact: true }).click();
    await page.getByRole("link", { name: "My questions" }).click({ timeout: 60_000 });
    await page.locator(".set table").waitFor();
    equal(await page.locator(".set tbody tr").count(), 3, "variations");
    check(/3 questions/.test(await page.locator(".set-head").innerText()), "on three questions");
    await page.reload();
    await page.locator(".set table").waitFor();
    await page.goto(`${server.url}/measure`);
    const forget = page.getByRole("button", { name: "Delete My questions" });
    await forget.click();
    await page.getByText("My questions is deleted").waitFor();
    equal(await page.getByRole("link", { name: "My questions" }).count(), 0, "rows of it at once");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "My questions" }).waitFor();
    equal((await server.api("experiments")).experiments.length, 1, "experiments after taking it back");
    await forget.click();
    await page.getByText("No experiment was run").waitFor();
    await until("it is gone", async () => (await server.api("experiments")).experiments.length === 0, 15_000);
    await page.reload();
    await page.getByText("No experiment was run").waitFor();
    // What was typed is still there; a document that is not is said.
    await page.getByText("Measure set-ups on your own questions").click();
    equal(await field("Question", 2).inputValue(), "Who founded the Elmsworth Village Library?", "the draft is kept");
    world.allow(/404/);
    await field("Document (optional)", 2).fill("nowhere.pdf");
    await page.getByRole("button", { name: "Measure", exact: true }).click();
    check((await page.locator(".own .notice").innerText()).includes("nowhere.pdf"), "what is wrong is said");
  }),
];
