// A real `perusal serve` on a store of its own.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BINARY = process.env.PERUSAL ?? "";
/** Time to start, in milliseconds: models are opened first. */
const START_MS = 60_000;

export class Server {
  /** `settings` are variables of the environment, such as `PERUSAL_MODELS__MAIN`. */
  constructor(settings = {}) {
    this.folder = mkdtempSync(join(tmpdir(), "perusal-page-"));
    this.store = join(this.folder, "library");
    this.settings = settings;
    this.port = 0;
    this.process = null;
    this.url = "";
  }

  get environment() {
    const { PATH, HOME, PERUSAL_MODELS, XDG_CACHE_HOME } = process.env;
    const given = { PATH, HOME, PERUSAL_MODELS, XDG_CACHE_HOME, XDG_CONFIG_HOME: this.folder, XDG_DATA_HOME: this.folder, ...this.settings };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  }

  /** A command of `perusal` on this store; its output. */
  run(...args) {
    const done = spawnSync(BINARY, ["--store", this.store, ...args], { env: this.environment, cwd: this.folder, encoding: "utf8" });
    if (done.error) throw done.error;
    return { code: done.status, stdout: done.stdout, stderr: done.stderr };
  }

  /** Starts, or starts again on the same address. */
  async start(...args) {
    const listen = `127.0.0.1:${this.port}`;
    this.process = spawn(BINARY, ["--store", this.store, "serve", "--listen", listen, ...args], { env: this.environment, cwd: this.folder });
    this.log = "";
    const told = new Promise((done, failed) => {
      const timer = setTimeout(() => failed(new Error(`the server does not start: ${this.log}`)), START_MS);
      const hear = (data) => {
        this.log += data;
        const at = /http:\/\/127\.0\.0\.1:(\d+)/.exec(this.log);
        if (!at) return;
        clearTimeout(timer);
        this.port = Number(at[1]);
        done(at[0]);
      };
      this.process.stdout.on("data", hear);
      this.process.stderr.on("data", hear);
      this.process.on("error", failed);
    });
    this.url = await told;
    return this;
  }

  /** Ends it at once, as a power cut does. */
  async stop() {
    const ended = this.process;
    this.process = null;
    if (!ended || ended.exitCode !== null) return;
    const over = new Promise((done) => ended.on("exit", done));
    ended.kill("SIGKILL");
    await over;
  }

  async finish() {
    await this.stop();
    // A job may be writing when its server is ended.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  async api(path, init = {}) {
    const headers = { "X-Perusal": "1", ...(init.body ? { "Content-Type": "application/json" } : {}), ...init.headers };
    const response = await fetch(`${this.url}/api/v1/${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  }
}
