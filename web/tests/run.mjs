// A person's journeys through the page, in real Chromium, against a real server.
//
//   scripts/web-test [WORD…]     all journeys, or those whose names hold a word
//
// Journeys stand in `journeys/*.mjs`; each exports `journeys`, made by `journey(name, walk, needs)`.
import { readdirSync } from "node:fs";
import { launch } from "./browser.mjs";
import { Skipped } from "./journey.mjs";
import { makeWorld } from "./world.mjs";

const words = process.argv.slice(2);
const folder = new URL("./journeys/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".mjs")).sort();
const all = [];
for (const file of files) all.push(...(await import(new URL(file, folder))).journeys);
const chosen = all.filter(({ name }) => words.every((word) => name.includes(word)));

const browser = await launch();
const world = await makeWorld(browser);
const counts = { passed: 0, failed: 0, skipped: 0 };
try {
  for (const { name, walk, needs } of chosen) {
    const started = performance.now();
    const missing = needs.filter((one) => !world.has(one));
    let told = "passed";
    let why = missing.length ? `${missing.join(", ")} is not here` : "";
    if (missing.length) told = "skipped";
    else {
      try {
        await world.begin();
        await walk(world);
        await world.end();
      } catch (error) {
        told = error instanceof Skipped ? "skipped" : "failed";
        why = error instanceof Skipped ? error.message : await world.failure(name, error);
      } finally {
        await world.close();
      }
    }
    counts[told] += 1;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${told.padEnd(7)} ${seconds.padStart(5)} s  ${name}${why ? `\n        ${why}` : ""}`);
  }
} finally {
  await world.finish();
  await browser.close();
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed ? 1 : 0);
