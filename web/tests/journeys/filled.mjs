// The screens of documents, tables, readings and measures with something on them: axe in light and
// dark, and that nothing is cut off on a narrow window.
import { join } from "node:path";
import { check, equal, journey } from "../journey.mjs";
import { violations } from "./looks.mjs";

/** Addresses, what is there when they are whole, and what a person does first. */
export async function filled(world) {
  const { server } = world;
  const { documents } = await server.api("documents?limit=1000");
  const pdf = documents.find((one) => one.document.endsWith("heat-pump-manual.pdf")).document_id;
  const { tables } = await server.api(`tables?document=${pdf}`);
  const name = tables[0].name.split(".").map((part) => `"${part}"`).join(".");
  const read = await server.api("documents/analyze-recursive", {
    method: "POST",
    body: JSON.stringify({ query: "How loud is the heat pump?", document_ids: [pdf] }),
  });
  const done = server.run("eval", "experiment", join(world.root, "experiments/samples.toml"));
  check(done.code === 0, `the experiment runs: ${done.stderr.slice(-300)}`);
  return [
    ["report", `/documents/${pdf}`, ".detail .facts"],
    ["tables", `/documents/tables?sql=${encodeURIComponent(`SELECT * FROM ${name}`)}`, ".result tbody tr"],
    ["reading", `/analyze/${read.trace}`, ".conclusion"],
    ["experiment", "/measure/samples", ".flipped"],
    ["form-of-experiments", "/measure", ".own summary", openForm],
    ["all-answers", "/why", "main table"],
  ];
}

/** The form with questions in it, one of them about a document that is not there, and what is said of it. */
async function openForm(page) {
  await page.locator(".own summary").click();
  const field = (name, at) => page.getByRole("textbox", { name: `${name} ${at}`, exact: true });
  await field("Question", 1).fill("Who founded the Elmsworth Village Library?");
  await field("Right answers (empty: not there)", 1).fill("Agnes Thorley|Thorley");
  await field("Question", 2).fill("How loud is it?");
  await field("Document (optional)", 2).fill("nowhere.pdf");
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  await page.locator(".own .notice").waitFor();
}

export const journeys = [
  journey("axe finds nothing on screens with something on them, light and dark", async (world) => {
    const wrong = [];
    world.allow(/404/);
    for (const [name, path, there, first] of await filled(world)) {
      for (const colorScheme of ["light", "dark"]) {
        const page = await world.open(path, { colorScheme });
        await page.locator(there).first().waitFor();
        await first?.(page);
        await page.waitForTimeout(300);
        wrong.push(...(await violations(page)).map((one) => `${name} (${colorScheme}) ${one}`));
        await page.context().close();
      }
    }
    equal(wrong, [], "violations");
  }),

  journey("at 375 px: reports, tables, readings and measures are whole", async (world) => {
    world.allow(/404/);
    for (const [name, path, there, first] of await filled(world)) {
      const page = await world.open(path, { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });
      await page.locator(there).first().waitFor();
      await first?.(page);
      const wide = await page.evaluate(() => {
        const main = document.querySelector("main");
        return Math.max(document.documentElement.scrollWidth, main.scrollWidth);
      });
      check(wide <= 376, `${name} is ${wide} px wide`);
      await page.context().close();
    }
  }),
];
