// The words of the page, one file a language. The browser's language counts unless one was chosen.
import { remember, remembered } from "../storage";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";

export type Words = typeof en;
export type Language = "en" | "de" | "es";

const ALL: Record<Language, Words> = { en, de, es };
export const LANGUAGES: [Language, string][] = [
  ["en", "English"],
  ["de", "Deutsch"],
  ["es", "Español"],
];

function isLanguage(name: string | undefined | null): name is Language {
  return name === "en" || name === "de" || name === "es";
}

export function language(): Language {
  const chosen = remembered("language");
  if (isLanguage(chosen)) return chosen;
  const wanted = navigator.languages.map((one) => one.slice(0, 2)).find(isLanguage);
  return wanted ?? "en";
}

/** Takes effect when the page is loaded anew, so that no sentence is half in another language. */
export function chooseLanguage(chosen: Language): void {
  remember("language", chosen);
  location.reload();
}

/** Every sentence of the page in the language of its reader. */
export const words: Words = ALL[language()];

/** Made when it is first used: the first formatter costs a page a fifth of the time to its first paint. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Numbers and times as the language writes them. */
const numbers = lazy(() => new Intl.NumberFormat(language()));
export const number = { format: (value: number): string => numbers().format(value) };
export function time(ms: number): string {
  if (ms < 1) return "< 1 ms";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(ms / 1000)} s`;
}
export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: "percent" }).format(share);
}
const thousandths = lazy(() => new Intl.NumberFormat(language(), { minimumFractionDigits: 3, maximumFractionDigits: 3 }));
/** A score: three digits where it is small, none where it is large. */
export function score(value: number): string {
  return (Math.abs(value) >= 100 ? number.format(Math.round(value)) : thousandths().format(value)).replace("-", "−");
}
const days = lazy(() => new Intl.RelativeTimeFormat(language(), { numeric: "auto" }));
const months = lazy(() => new Intl.DateTimeFormat(language(), { month: "long", year: "numeric" }));
const DAY_MS = 86_400_000;
/** Today, yesterday, or the month, of seconds since 1970. */
export function day(seconds: number): string {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const then = new Date(seconds * 1000);
  const ago = Math.round((midnight(new Date()) - midnight(then)) / DAY_MS);
  return ago === 0 || ago === 1 ? days().format(-ago, "day") : months().format(then);
}
const dates = lazy(() => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }));
/** A moment that the server gives as text or as seconds since 1970. */
export function moment(when: string | number): string {
  const date = new Date(typeof when === "number" ? when * 1000 : when);
  return Number.isNaN(date.getTime()) ? String(when) : dates().format(date);
}
