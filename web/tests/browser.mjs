// Chromium, and what it says itself of where it went.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

export const launch = (...more) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage", ...more],
  });

/** A browser that writes down all that goes over its network into a file, whole once it is closed. */
export const logging = (file) => launch(`--log-net-log=${file}`);

/** Where Chromium itself asks for updates, accounts and names of fields, whatever it shows. */
const ITS_OWN = /^(https?:\/\/)?([\w-]+\.)*(googleapis|google|gstatic|chromium)\.(com|org)(\/|:|$)/;

/** What pages in such a browser asked for, in any way, and the names that it looked up. */
export function wentTo(file) {
  const { constants, events } = JSON.parse(readFileSync(file, "utf8"));
  const type = (name) => constants.logEventTypes[name];
  const requests = events.filter((one) => one.type === type("URL_REQUEST_START_JOB") && one.params?.url);
  const names = events.filter((one) => one.type === type("HOST_RESOLVER_MANAGER_REQUEST") && one.params?.host);
  return {
    addresses: [...new Set(requests.map((one) => one.params.url))].filter((one) => !ITS_OWN.test(one)),
    names: [...new Set(names.map((one) => one.params.host))].filter((one) => !ITS_OWN.test(one)),
  };
}
