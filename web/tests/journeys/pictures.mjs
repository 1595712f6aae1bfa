// Pictures of every screen, for `scripts/screenshots`; without a folder to put them in, none are taken.
import { join } from "node:path";
import { check, journey, skip, until } from "../journey.mjs";
import { filled } from "./filled.mjs";
import { screens } from "./looks.mjs";

const WINDOWS = {
  light: { colorScheme: "light", viewport: { width: 1360, height: 850 } },
  dark: { colorScheme: "dark", viewport: { width: 1360, height: 850 } },
  narrow: { colorScheme: "light", viewport: { width: 375, height: 740 } },
  german: { locale: "de-DE", viewport: { width: 1360, height: 850 } },
  spanish: { locale: "es-ES", viewport: { width: 375, height: 740 } },
};
/** A file that grows beyond this has something on it that nobody can see. */
const BYTES_MAX = 2_000_000;

export const journeys = [
  journey("pictures of every screen", async (world) => {
    const folder = process.env.PERUSAL_PICTURES;
    if (!folder) skip("scripts/screenshots takes them");
    world.allow(/404/);
    for (const [name, path, there, first] of [...(await screens(world)), ...(await filled(world))]) {
      for (const [window, options] of Object.entries(WINDOWS)) {
        const page = await world.open(path, { ...options, deviceScaleFactor: 1 });
        await page.locator(there).first().waitFor();
        // What is done first is found by English words.
        if (!options.locale) await first?.(page);
        const frame = page.frames().find((one) => one.url().includes("frame.html"));
        if (frame) await until("the page is drawn", () => frame.locator(".page[data-drawn]").count());
        await page.waitForTimeout(400);
        const picture = await page.screenshot({ path: join(folder, `${name}-${window}.png`) });
        check(picture.length < BYTES_MAX, `${name} ${window}: ${picture.length} bytes`);
        await page.context().close();
      }
    }
  }),
];
