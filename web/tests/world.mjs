// What a journey walks in: the server, its documents, pages that watch for errors and for requests
// to anywhere else.
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { check } from "./journey.mjs";
import { Server } from "./server.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
/** Documents that may lie beside the checkout, by the name that journeys need. */
const BESIDE = {
  insurance: "insurance/pdf/(215066178-180449588)-CT MAPS Homeowner Rules Manual eff 08.18.25 v4.pdf",
  rates: "insurance/pdf/(213435474-179483964)-Checklist - HO Rates.pdf",
  turned: "pdf-kinds/files/habibi-rotated.pdf",
  columns: "pdf-kinds/files/multicolumn.pdf",
  outline: "pdf-kinds/files/pdflatex-outline.pdf",
  locked: "pdf-kinds/files/libreoffice-writer-password.pdf",
  checks: "pdf-tables/pdfs/background-checks.pdf",
  earnings: "reports/files/AMCOR_2023Q4_EARNINGS.pdf",
  whale: "moby-dick/moby-dick.txt",
};
/** Those that the library of all journeys holds, beside the samples. */
const ADDED = ["insurance", "rates", "turned", "columns", "outline", "checks", "earnings"];

export async function makeWorld(browser) {
  const world = new World(browser);
  const files = ADDED.map((name) => world.path(name)).filter(Boolean);
  const added = world.server.run("add", join(ROOT, "samples/documents"), ...files);
  check(added.code === 0, `add: ${added.stderr}`);
  await world.server.start();
  return world;
}

class World {
  constructor(browser) {
    this.browser = browser;
    this.server = new Server();
    this.others = [];
    this.contexts = [];
    this.root = ROOT;
  }

  /** Where documents are that do not belong to the repository; `null` where they are not. */
  path(name) {
    if (process.env.PERUSAL_BESIDE === "none") return null;
    const path = join(ROOT, "../../shared/data", BESIDE[name] ?? name);
    const nearer = join(ROOT, "../shared/data", BESIDE[name] ?? name);
    return [nearer, path].find((one) => existsSync(one)) ?? null;
  }

  has(name) {
    return this.path(name) !== null;
  }

  begin() {
    this.errors = [];
    this.outside = [];
    this.allowed = [];
    this.window = {};
  }

  /** Pages of this journey are opened in a window like this, unless they say otherwise. */
  within(window) {
    this.window = window;
  }

  /** Console errors that a journey provokes, such as a server that is gone. */
  allow(pattern) {
    this.allowed.push(pattern);
  }

  /** A page of its own, as a new person has it. `init` runs before the page does; `options` are
   * those of a browser context. */
  async open(path, { server = this.server, init = null, browser = this.browser, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", ...this.window, ...options });
    this.contexts.push(context);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => this.errors.push(error.message));
    context.on("request", (request) => {
      const to = request.url();
      if (!to.startsWith(server.url) && !/^(blob|data|about):/.test(to)) this.outside.push(to);
    });
    // Debug builds on a busy machine take their time.
    page.setDefaultTimeout(30_000);
    if (init) await page.addInitScript(init);
    await page.goto(server.url + path);
    return page;
  }

  /** Another server, for this journey alone. */
  async another(settings = {}, { documents = [], args = [] } = {}) {
    const server = new Server(settings);
    this.others.push(server);
    if (documents.length) {
      const added = server.run("add", ...documents);
      check(added.code === 0 || added.code === 4, `add: ${added.stderr}`);
    }
    return server.start(...args);
  }

  /** What holds after every journey. */
  end() {
    const errors = this.errors.filter((error) => !this.allowed.some((pattern) => pattern.test(error)));
    check(errors.length === 0, `console: ${errors.slice(0, 3).join(" | ")}`);
    check(this.outside.length === 0, `requests to elsewhere: ${this.outside.slice(0, 3).join(" ")}`);
  }

  /** What went wrong, with a picture of it where one is wanted. */
  async failure(name, error) {
    const folder = process.env.PERUSAL_SHOTS;
    const page = this.contexts.at(-1)?.pages()[0];
    if (folder && page) {
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name.replace(/\W+/g, "-")}.png`) }).catch(() => undefined);
    }
    const errors = this.errors?.length ? ` [console: ${this.errors.slice(0, 2).join(" | ")}]` : "";
    return `${error.message.split("\n").slice(0, 6).join(" ")}${errors}`;
  }

  async close() {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
    await Promise.all(this.others.splice(0).map((server) => server.finish()));
  }

  async finish() {
    await this.close();
    await this.server.finish();
  }
}
