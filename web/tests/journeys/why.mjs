// Why an answer is what it is, and what was measured.
import { join } from "node:path";
import { check, equal, journey, until } from "../journey.mjs";

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
    await page.locator("#again select").selectOption("keyword");
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
    await page.getByText("is not kept any more").waitFor();
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
    check((await flip.locator(".flip-pair > div").count()) === 2, "both answers of a question that flipped");
    await page.getByRole("combobox", { name: "Measure" }).selectOption("citations");
    check(/right page/.test(await page.locator(".set").innerText()), "another measure says what it is");
    await page.goto(`${world.server.url}/measure`);
    check(/Passages/.test(await page.locator(".stats").innerText()), "sizes of the index");
  }),
];
