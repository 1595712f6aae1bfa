// What journeys are made of.

/** A journey that cannot be walked here, and why. */
export class Skipped extends Error {}

/** `walk` is given the world; `needs` names what must lie beside the checkout, or be on the machine. */
export function journey(name, walk, needs = []) {
  return { name, walk, needs };
}

/** The window of a telephone. */
export const NARROW = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };

/** The same journey in such a window, where nothing is wider than it at the end. */
export function narrowed({ name, walk, needs }) {
  return journey(`at 375 px: ${name}`, async (world) => {
    world.within(NARROW);
    await walk(world);
    for (const context of world.contexts) {
      const wide = await context.pages()[0].evaluate(() => document.documentElement.scrollWidth);
      check(wide <= 376, `a screen is ${wide} px wide`);
    }
  }, needs);
}

export function skip(why) {
  throw new Skipped(why);
}

/** Asks until it is so; gives what was answered. */
export async function until(what, ask, ms = 10_000) {
  const end = Date.now() + ms;
  let last;
  for (;;) {
    try {
      last = await ask();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}${last instanceof Error ? ` (${last.message})` : ""}`);
    await new Promise((done) => setTimeout(done, 30));
  }
}

export function check(holds, what) {
  if (!holds) throw new Error(what);
}

export function equal(came, expected, what) {
  const [left, right] = [JSON.stringify(came), JSON.stringify(expected)];
  check(left === right, `${what}: expected ${right}, came ${left}`);
}
