// The same by keyboard alone, and on a narrow window.
import { check, equal, journey, until } from "../journey.mjs";
import { answered } from "./ask.mjs";

/** What has the focus. */
const focused = (page) => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? "");

export const journeys = [
  journey("by keyboard alone: ask, go through the sources, read, come back", async (world) => {
    const page = await world.open("/settings");
    await page.locator("h1").waitFor();
    await page.keyboard.press("/");
    await until("the field has the focus", async () => (await focused(page)).includes("data-question"));
    await page.keyboard.type("Who founded the Elmsworth Village Library?");
    await page.keyboard.press("Enter");
    await answered(page);
    await page.keyboard.press("j");
    await until("the first source", async () => (await focused(page)).includes('data-source="1"'));
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await until("and back to it", async () => (await focused(page)).includes('data-source="1"'));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/read\//);
    await page.locator(".text-view mark").waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL(/\/ask\//);
    await answered(page);
    await page.keyboard.press("?");
    const list = page.getByRole("dialog");
    await list.waitFor();
    check(/next source/.test(await list.innerText()), "the keys of this screen are listed");
    await page.keyboard.press("Escape");
    await until("the list is closed", async () => (await list.count()) === 0);
    for (const [keys, path] of [["gd", "/documents"], ["ga", "/analyze"], ["gm", "/measure"], ["gs", "/settings"]]) {
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForURL((url) => url.pathname === path);
    }
  }),

  journey("by keyboard alone: a list is sorted and copied", async (world) => {
    const page = await world.open("/");
    await until("the field has the focus", async () => (await focused(page)).includes("data-question"));
    await page.keyboard.type("Which perils are used in rating under Rule C-2?");
    await page.keyboard.press("Enter");
    await answered(page);
    const reach = async (holds) => {
      for (let at = 0; at < 120; at += 1) {
        if (holds(await focused(page))) return;
        await page.keyboard.press("Tab");
      }
      throw new Error("cannot be reached by Tab");
    };
    await reach((html) => html.includes("Copy as CSV"));
    await page.keyboard.press("Enter");
    await until("copied", async () => (await page.evaluate(() => navigator.clipboard.readText())).includes("Theft"));
    await reach((html) => html.includes("Sort by Item"));
    await page.keyboard.press("Space");
    await until("sorted", async () => /Fire/.test(await page.locator(".turn .table tbody tr").first().innerText()));
  }, ["insurance"]),

  journey("at 375 px: ask, read at the mark, come back, nothing is cut off", async (world) => {
    const page = await world.open("/", { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });
    await page.locator("[data-question]").fill("Who founded the Elmsworth Village Library?");
    await page.getByRole("button", { name: "Ask", exact: true }).tap();
    await answered(page);
    const fits = async (what) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      check(wide <= 376, `${what} is ${wide} px wide`);
    };
    await fits("the answer");
    await page.locator("[data-source='1']").tap();
    await page.locator(".text-view mark").waitFor();
    await until("the mark is in sight", async () => {
      const mark = await page.locator(".text-view mark").boundingBox();
      return mark.y > 0 && mark.y < 700;
    });
    await fits("the reader");
    await page.goBack();
    await answered(page);
    for (const path of ["/", "/documents", "/analyze", "/measure", "/settings"]) {
      await page.goto(world.server.url + path);
      await page.locator("main :is(h1, form, p):visible").first().waitFor();
      await fits(path);
    }
    await page.goto(`${world.server.url}/`);
    await page.getByRole("button", { name: "Conversations" }).tap();
    await page.locator(".session", { hasText: "Elmsworth" }).first().tap();
    await answered(page);
    await until("the drawer is closed again", async () => (await page.locator(".sessions.open").count()) === 0);
  }),
];
